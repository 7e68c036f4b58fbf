//! Tests that sentences have the answers of MONA, and of a search among small numbers.

use bouton_core::{Law, Numeration, Ruleset, Watch};
use bouton_logic::{Claim, Fact, Sentence, SentenceAnswer};
use bouton_testdata::mona;
use num_bigint::BigUint;

fn game(text: &str) -> Ruleset {
    bouton_rules::Game::parse(text).unwrap().ruleset().unwrap()
}

fn law(ruleset: &Ruleset, claim: &str) -> Law {
    Claim::read(claim, ruleset).unwrap().law(ruleset, 1 << 16, &Watch::unlimited()).unwrap()
}

fn answer(text: &str, numeration: &Numeration, facts: &[Fact<'_>]) -> SentenceAnswer {
    let sentence = Sentence::read(text, &|_| Vec::new()).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let facts: Vec<Fact<'_>> = sentence.laws().iter().map(|_| facts[0]).collect();
    let found = sentence.answer(numeration, &facts, 1 << 17, 12, &Watch::unlimited());
    found.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The prelude for MONA, where a number is the set of the places of its binary ones.
const PRELUDE: &str = "ws1s;
pred add(var2 x, var2 y, var2 z) = ex2 c: 0 notin c & (all1 p: ((p in z <=> (p in x <=> (p in y <=> p in c)))
  & (p + 1 in c <=> ((p in x & p in y) | (p in x & p in c) | (p in y & p in c)))));
pred less(var2 x, var2 y) = ex1 p: p notin x & p in y & (all1 q: q > p => (q in x <=> q in y));
pred nimsum(var2 x, var2 y, var2 z) = all1 p: (p in z <=> (p in x <=> p notin y));
";

/// Tests that random sentences about Nim with three heaps have the answer of MONA.
#[test]
fn sentences_agree_with_mona() {
    if !mona::is_there() {
        return;
    }
    let nim = game("heaps 3; move take any from 1 heap");
    let law = law(&nim, "P iff nimsum(heap) = 0");
    let fact = Fact { ruleset: &nim, law: &law };
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    // The sentence here and for MONA, with the bound names.
    fn make(
        depth: usize,
        names: &mut Vec<&'static str>,
        next: &mut dyn FnMut(usize) -> usize,
    ) -> (String, String) {
        const ALL: [&str; 4] = ["a", "b", "c", "d"];
        if depth > 0 && (names.len() < 2 || names.len() < 4 && next(2) == 0) {
            let name = ALL[names.len()];
            names.push(name);
            let (ours, theirs) = make(depth - 1, names, next);
            names.pop();
            return match next(2) {
                0 => (format!("(exists {name}: {ours})"), format!("(ex2 {name}: {theirs})")),
                _ => (format!("(for all {name}: {ours})"), format!("(all2 {name}: {theirs})")),
            };
        }
        if depth > 0 && next(2) == 0 {
            let (one, of_one) = make(depth - 1, names, next);
            let (other, of_other) = make(depth - 1, names, next);
            return match next(4) {
                0 => (format!("({one} and {other})"), format!("({of_one} & {of_other})")),
                1 => (format!("({one} or {other})"), format!("({of_one} | {of_other})")),
                2 => (format!("({one} -> {other})"), format!("({of_one} => {of_other})")),
                _ => (format!("not {one}"), format!("~{of_one}")),
            };
        }
        let mut name = || names[next(names.len())];
        let (x, y, z) = (name(), name(), name());
        match next(5) {
            0 => (format!("({x} + {y} = {z})"), format!("add({x}, {y}, {z})")),
            1 => (format!("({x} < {y})"), format!("less({x}, {y})")),
            2 => (format!("({x} xor {y} = {z})"), format!("nimsum({x}, {y}, {z})")),
            3 => (format!("P({x}, {y}, {z})"), format!("nimsum({x}, {y}, {z})")),
            _ => {
                (format!("(2 * {x} + {y} != {z})"), format!("~(ex2 t: add({x}, {x}, t) & add(t, {y}, {z}))"))
            }
        }
    }
    let mut truths = [0, 0];
    for number in 0..80 {
        let (ours, theirs) = make(4, &mut Vec::new(), &mut next);
        let found = answer(&ours, &Numeration::binary(), &[fact]).truth.unwrap();
        let expected = mona::is_valid(&format!("sentence-{number}"), &format!("{PRELUDE}{theirs};\n"));
        assert_eq!(found, expected, "{ours}");
        truths[usize::from(found)] += 1;
    }
    assert!(truths.iter().all(|&count| count > 10), "{truths:?}");
}

/// Tests that conditions without binary digits have the same solutions in every numeration, and
/// those of a search.
#[test]
fn solutions_are_the_same_in_every_numeration() {
    type Holds = fn(u64, u64) -> bool;
    let conditions: [(&str, Holds); 9] = [
        ("exists t: a + b = 2 * t", |a, b| (a + b) % 2 == 0),
        ("exists t: a = b + t and t > 3", |a, b| a > b + 3),
        ("for all t: t < a -> t + 1 < b", |a, b| a == 0 || a < b),
        ("a mod 3 = b mod 2", |a, b| a % 3 == b % 2),
        ("(a + 2 * b) div 3 = 4", |a, b| (a + 2 * b) / 3 == 4),
        ("exists t, u: a = 3 * t + 5 * u and b = t + u", |a, b| (0..=b).any(|t| 3 * t + 5 * (b - t) == a)),
        ("max(a, b) = 7 or min(a, b) = 2", |a, b| a.max(b) == 7 || a.min(b) == 2),
        ("not exists t: 2 * t + 1 = a - b", |a, b| a < b || (a - b) % 2 == 0),
        ("a = 4 * b - 3", |a, b| a + 3 == 4 * b),
    ];
    let names = ["2", "3", "fibonacci", "tribonacci", "ostrowski(2)", "ostrowski(1,2)"];
    for (text, holds) in conditions {
        for name in names {
            let found = answer(text, &name.parse().unwrap(), &[]).solutions.unwrap();
            assert_eq!(found.names, ["a", "b"]);
            let mut expected = Vec::new();
            for (a, b) in (0..30).flat_map(|a| (0..30).map(move |b| (a, b))) {
                let truth = found.automaton.evaluate_small(0, &[a, b]) == 1;
                assert_eq!(truth, holds(a, b), "{text} in {name} at {a}, {b}");
                if truth {
                    expected.push((a + b, vec![a, b]));
                }
            }
            expected.sort();
            // The list begins with solutions of small sum; a solution outside the box has a sum of
            // 30 or more.
            let small: Vec<Vec<BigUint>> = expected
                .iter()
                .filter(|(sum, _)| *sum < 30)
                .take(found.least.len())
                .map(|(_, numbers)| numbers.iter().map(|&number| number.into()).collect())
                .collect();
            assert_eq!(found.least[..small.len()], small, "{text} in {name}");
        }
    }
}

#[test]
fn finite_solutions_are_all_listed() {
    for name in ["2", "fibonacci", "ostrowski(1,2)"] {
        let found = answer("a + b = 3", &name.parse().unwrap(), &[]).solutions.unwrap();
        let all: Vec<String> = found.least.iter().map(|one| format!("{},{}", one[0], one[1])).collect();
        assert_eq!((all.join(" "), found.complete), ("0,3 1,2 2,1 3,0".to_owned(), true), "{name}");
        let none = answer("a < a and b = b", &name.parse().unwrap(), &[]).solutions.unwrap();
        assert!(none.least.is_empty() && none.complete);
        let many = answer("a + b > 3", &name.parse().unwrap(), &[]).solutions.unwrap();
        assert!(many.least.len() == 12 && !many.complete);
    }
}

#[test]
fn witnesses_are_the_least_ones() {
    let binary = Numeration::binary();
    let witness = |text: &str| {
        let found = answer(text, &binary, &[]);
        let list = found.witness.unwrap_or_default();
        let list: Vec<String> = list.iter().map(|(name, number)| format!("{name}={number}")).collect();
        (found.truth.unwrap(), list.join(" "))
    };
    assert_eq!(witness("exists a, b: a + b = 1000000 and a > b"), (true, "a=500001 b=499999".to_owned()));
    assert_eq!(witness("exists a: exists b: 3 * a = 5 * b and b > 4"), (true, "a=10 b=6".to_owned()));
    assert_eq!(witness("for all n: n < 4294967296"), (false, "n=4294967296".to_owned()));
    assert_eq!(witness("not exists a: a > 3"), (false, "a=4".to_owned()));
    assert_eq!(witness("for all n: exists m: m > n"), (true, String::new()));
    assert_eq!(witness("exists n: for all m: m <= n"), (false, String::new()));
    assert_eq!(witness("exists a, unused: a = 3"), (true, "a=3 unused=0".to_owned()));
    assert_eq!(witness("for all a: a mod 2 = 0 or exists b: a = 2 * b + 1"), (true, String::new()));
}

#[test]
fn a_law_may_be_asked_of_equal_numbers_and_in_any_order() {
    let rules = game("counters a, b; move a -> a - 1; move b -> b - 1");
    let law = law(&rules, "P iff a = b + 2");
    let fact = Fact { ruleset: &rules, law: &law };
    let witness = |text: &str| {
        let found = answer(text, &Numeration::binary(), &[fact]);
        let numbers = found.witness.unwrap_or_default().into_iter().map(|(_, number)| number.to_string());
        (found.truth.unwrap(), numbers.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(witness("exists x: P(x, x)"), (false, String::new()));
    assert_eq!(witness("exists x: N(x, x)"), (true, "0".to_owned()));
    assert_eq!(witness("exists x, y: P(x, y)"), (true, "2 0".to_owned()));
    assert_eq!(witness("exists x, y: P(y, x)"), (true, "0 2".to_owned()));
    assert_eq!(witness("for all x: N(x, x)"), (true, String::new()));
    assert_eq!(witness("for all y, x: N(x, y)"), (false, "0 2".to_owned()));
    assert_eq!(witness("not exists x: N(x, x)"), (false, "0".to_owned()));
    assert_eq!(witness("exists x: P(x + 2, x)"), (true, "0".to_owned()));
    assert_eq!(witness("exists x: P(x, x) or x = 3"), (true, "3".to_owned()));
    // A question without names after `exists` asks the same.
    assert!(!answer("for all z: exists x: P(x, x)", &Numeration::binary(), &[fact]).truth.unwrap());
}

#[test]
fn positions_and_outcomes_that_a_game_does_not_have_are_refused() {
    let rules = game("heaps 1; move take 1..3 from 1 heap; pass 1 unless empty");
    let law = law(&rules, "P iff h1 mod 4 = 0");
    let fault = |text: &str| {
        let sentence = Sentence::read(text, &|_| rules.controls().to_vec()).unwrap();
        let fact = Fact { ruleset: &rules, law: &law };
        let found = sentence.answer(&Numeration::binary(), &[fact], 1 << 10, 12, &Watch::unlimited());
        found.unwrap_err().to_string()
    };
    let controls = "after them one of the control states pass, used";
    let help = |text: &str| Sentence::read(text, &|_| Vec::new()).unwrap_err().help.unwrap_or_default();
    let bounded = "a condition on the names follows the colon: `exists m: m <= 5 and …`";
    assert_eq!(help("exists m <= 5 P(m, n)"), bounded);
    assert_eq!(
        help("for all a, b < n: P(a, b)"),
        "a condition on the names follows the colon: `for all a, b: b < n -> …`"
    );
    assert_eq!(help("exists a b: P(a, b)"), "write `exists a, b: …`");
    let numbers = fault("exists a, b: P(a, b)");
    assert!(numbers.contains("positions of this game have 1 number, not 2"), "{numbers}");
    assert!(fault("exists a: Q(a)").contains("this game has no outcome Q"));
    let first = Sentence::read("exists a, b: P(a, b)", &|_| Vec::new()).unwrap();
    let (used, span) = first.laws().iter().next().unwrap();
    assert_eq!(used.fits(&rules, span).unwrap_err().help.as_deref(), Some(controls));
}

#[test]
fn laws_of_positions_that_do_not_exist_are_false() {
    let rules = game("counters a, b; positions where a >= b; move a -> a - 1 when a > b; move b -> b - 1");
    let law = law(&rules, "P iff (a - b) mod 2 = 0");
    let fact = Fact { ruleset: &rules, law: &law };
    let binary = Numeration::binary();
    assert_eq!(answer("exists a, b: a < b and (P(a, b) or N(a, b))", &binary, &[fact]).truth, Some(false));
    assert_eq!(
        answer("for all a, b: a >= b -> (P(a, b) iff not N(a, b))", &binary, &[fact]).truth,
        Some(true)
    );
    // Laws do not hold for negative numbers.
    assert_eq!(answer("exists a: a < 3 and P(5, a - 3)", &binary, &[fact]).truth, Some(false));
}

#[test]
fn grundy_values_are_numbers() {
    let nim = game("heaps 2; move take any from 1 heap");
    for claim in ["g = h1 xor h2", "g = (h1 mod 4) xor (h2 mod 4)"] {
        let law = law(&nim, claim);
        let fact = Fact { ruleset: &nim, law: &law };
        let binary = Numeration::binary();
        let holds = |text: &str| answer(text, &binary, &[fact]).truth;
        assert_eq!(holds("exists a, b: g(a, b) = 3 and a > b and b > 0"), Some(true), "{claim}");
        assert_eq!(holds("for all a, b: g(a, b) = g(b, a)"), Some(true));
        assert_eq!(holds("for all a: g(a, a) = 0 and P(a, a)"), Some(true));
        assert_eq!(holds("for all a, b: g(a, b) = 0 iff P(a, b)"), Some(true));
        assert_eq!(holds("for all a, b: g(a, b) <= a + b"), Some(true));
        assert_eq!(holds("for all a, b: g(a + 1, b) != g(a, b)"), Some(true));
        assert_eq!(holds("exists a, b: g(a, b) > 5"), Some(claim == "g = h1 xor h2"));
    }
}
