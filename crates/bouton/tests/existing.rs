//! `positions where …`: solver, rows, laws, words, certificates and checker refer to existing
//! positions only.

use bouton::{
    Ending, Goal, Playable, PositionBox, ProveOptions, ValueKind, Watch,
    cert::Certificate,
    check::{Step, check},
    explain::explain,
    judge,
    prove::prove,
    rules::Game,
};
use bouton_core::{ControlState, Formula, Limits, LinearExpression, Ruleset, RulesetParts, Variable};

const CHOMP: &str = "counters a, b; positions where a >= b; move b -> t where t < b; \
    move a -> t where t < a, t >= b; move a, b -> t, t where t < b";
const CHOCOLATE: &str = "counters x, y, z; positions where y <= z div 2; move x -> t where t < x; \
    move y -> t where t < y; move z -> t where t < z, y <= t div 2; \
    move y, z -> t div 2, t where t < z, t div 2 < y";
/// Three coins on different squares of a strip; one moves down to a free square.
const WELTER: &str = "heaps 3; positions where all heaps are distinct; \
    move h1 -> t where t < h1, t != h2, t != h3; move h2 -> t where t < h2, t != h1, t != h3; \
    move h3 -> t where t < h3, t != h1, t != h2";
const WELTER_OF_TWO: &str = "counters a, b; positions where a != b; \
    move a -> t where t < a, t != b; move b -> t where t < b, t != a";

/// The outcome by definition, from the rules in Rust.
type Options = fn(&[u64]) -> Vec<Vec<u64>>;

fn chomp(x: &[u64]) -> Vec<Vec<u64>> {
    let (a, b) = (x[0], x[1]);
    let lower = (0..b).map(|t| vec![a, t]);
    let upper = (0..a).map(|t| vec![t, b.min(t)]);
    lower.chain(upper).collect()
}

fn chocolate(p: &[u64]) -> Vec<Vec<u64>> {
    let (x, y, z) = (p[0], p[1], p[2]);
    let mut options: Vec<Vec<u64>> = (0..x).map(|t| vec![t, y, z]).collect();
    options.extend((0..y).map(|t| vec![x, t, z]));
    options.extend((0..z).map(|t| vec![x, y.min(t / 2), t]));
    options
}

fn welter(p: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for i in 0..p.len() {
        for t in (0..p[i]).filter(|t| !p.contains(t)) {
            let mut to = p.to_vec();
            to[i] = t;
            options.push(to);
        }
    }
    options
}

fn lost(options: Options, position: &[u64], memo: &mut std::collections::HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let lost_here = options(position).iter().all(|to| !lost(options, to, memo));
    memo.insert(position.to_vec(), lost_here);
    lost_here
}

type Exists = fn(&[u64]) -> bool;

const GAMES: &[(&str, Options, Exists)] = &[
    (CHOMP, chomp, |p| p[0] >= p[1]),
    (CHOCOLATE, chocolate, |p| p[1] <= p[2] / 2),
    (WELTER, welter, |p| p[0] != p[1] && p[0] != p[2] && p[1] != p[2]),
    (WELTER_OF_TWO, welter, |p| p[0] != p[1]),
];

#[test]
fn rows_are_those_of_the_positions_that_exist() {
    for &(text, options, exists) in GAMES {
        let playable = Playable::new(&Game::parse(text).unwrap(), None).unwrap();
        let ruleset = playable.ruleset().unwrap().clone();
        let watch = Watch::unlimited();
        let (mut memo, mut seen, upto) = (std::collections::HashMap::new(), 0u64, 8);
        let rows = PositionBox::new(&playable, None, upto, ValueKind::Outcome, &watch).unwrap();
        rows.for_each(&mut |row| {
            assert!(exists(row.coordinates), "{text} {:?}", row.coordinates);
            assert_eq!(
                row.value == 0,
                lost(options, row.coordinates, &mut memo),
                "{text} {:?}",
                row.coordinates
            );
            seen += 1;
            true
        })
        .unwrap();
        let all = (0..9u64.pow(u32::try_from(ruleset.dimension()).unwrap())).filter(|number| {
            let point: Vec<u64> =
                (0..ruleset.dimension()).map(|i| number / 9u64.pow(u32::try_from(i).unwrap()) % 9).collect();
            exists(&point) && (!ruleset.interchangeable() || point.is_sorted())
        });
        assert_eq!(seen, all.count() as u64, "{text}");
        let missing = if text.contains("a >= b") { "1,2" } else { "0,0" };
        if ruleset.dimension() == 2 {
            let error = playable.place(&missing.parse().unwrap()).unwrap_err().to_string();
            assert!(error.contains("does not exist in this game"), "{error}");
        }
    }
}

#[test]
fn laws_are_proved_in_words_and_certified() {
    for (text, options, exists, words) in [
        (CHOMP, chomp as Options, (|p| p[0] >= p[1]) as fn(&[u64]) -> bool, "a"),
        (CHOCOLATE, chocolate, |p| p[1] <= p[2] / 2, "nim-sum"),
        (WELTER_OF_TWO, welter, |p| p[0] != p[1], "a"),
    ] {
        let ruleset = Game::parse(text).unwrap().ruleset().unwrap();
        let watch = Watch::new(&Limits::default());
        let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &watch);
        let proof = proof.unwrap_or_else(|error| panic!("{text}: {error}"));
        let law = proof.certificate.law().unwrap();
        let mut memo = std::collections::HashMap::new();
        for number in 0..12u64.pow(u32::try_from(ruleset.dimension()).unwrap()) {
            let point: Vec<u64> = (0..ruleset.dimension())
                .map(|i| number / 12u64.pow(u32::try_from(i).unwrap()) % 12)
                .collect();
            if exists(&point) {
                let says = law.automaton.evaluate_small(0, &point) == 0;
                assert_eq!(says, lost(options, &point, &mut memo), "{text} {point:?}");
            }
        }
        let checked = check(&proof.certificate.encode()).unwrap();
        assert!(checked.claim.contains("(where "), "{}", checked.claim);
        let explanation = explain(&ruleset, law);
        let theorem = explanation.theorem();
        assert!(theorem.starts_with("Positions are those where "), "{theorem}");
        assert!(theorem.contains(words), "{theorem}");
        assert!(!theorem.contains("automaton"), "{theorem}");
        // Rules without the line, or with another one, are different rules.
        let without: Vec<&str> =
            proof.certificate.game.lines().filter(|line| !line.starts_with("positions")).collect();
        let changed = Certificate { game: without.join("\n"), ..proof.certificate.clone() };
        check(&changed.encode()).unwrap_err();
    }
}

/// Moves that take one object stay within the positions with h1 >= h2: the law there is the one of
/// all positions, whatever holds for others.
#[test]
fn a_claim_is_judged_by_the_positions_that_exist() {
    let all = Game::parse("heaps 2; move take 1 from 1 heap").unwrap().ruleset().unwrap();
    let watch = Watch::unlimited();
    let proof = prove(&all, Goal::Outcome, &ProveOptions::default(), &watch).unwrap();
    let claim = proof.certificate.encode();
    let judged = |text: &str| {
        let playable = Playable::new(&Game::parse(text).unwrap(), None).unwrap();
        judge(&playable, &claim, &watch).unwrap()
    };
    let text = "heaps 2; positions where h1 >= h2; move take 1 from h1 when h1 > h2; move take 1 from h2";
    let Ending::Proved(proved) = judged(text) else { panic!("a true law is refuted") };
    assert_eq!(proved.states, Some(proof.law().automaton.states()));
    assert!(check(proved.theorem.certificate()).unwrap().claim.contains("(where h1 >= h2)"));
    let words = proved.theorem.sentence();
    assert!(words.contains("A position is P exactly when the sum of the heaps is even"), "{words}");
    // Here the law is wrong at an existing position.
    let text = "heaps 2; positions where h1 >= h2; move take 1 from h1 when h1 > h2; move take 1 from h2; move take 2 from h1 when h1 > h2 + 1";
    let Ending::Refuted(refuted) = judged(text) else { panic!("a false law is proved") };
    assert_eq!(
        (refuted.position.as_str(), refuted.claimed.as_str(), refuted.value.as_str()),
        ("2,0", "P", "N")
    );
}

/// The same bar with the excess of its length over the least for its lower part: all coordinates
/// are free.
#[test]
fn chocolate_bars_are_proved_in_other_coordinates() {
    for k in [2u64, 4] {
        let text = format!(
            "counters x, y, w; move x -> t where t < x; move w -> t where t < w; \
             move y, w -> t, w + {k} * y - {k} * t where t < y; move y, w -> t, r where t < y, r < {k}"
        );
        let ruleset = Game::parse(&text).unwrap().ruleset().unwrap();
        let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::unlimited()).unwrap();
        check(&proof.certificate.encode()).unwrap();
        let law = proof.certificate.law().unwrap();
        let mut memo = std::collections::HashMap::new();
        for number in 0..12u64.pow(3) {
            let (x, y, w) = (number / 144, number / 12 % 12, number % 12);
            let says = law.automaton.evaluate_small(0, &[x, y, w]) == 0;
            let expected = lost_bar(k, [x, y, w + k * y], &mut memo);
            assert_eq!(says, expected, "{k} {x} {y} {w}");
        }
    }
}

fn lost_bar(k: u64, bar: [u64; 3], memo: &mut std::collections::HashMap<[u64; 3], bool>) -> bool {
    if let Some(&known) = memo.get(&bar) {
        return known;
    }
    let [x, y, z] = bar;
    let won = (0..x).any(|t| lost_bar(k, [t, y, z], memo))
        || (0..y).any(|t| lost_bar(k, [x, t, z], memo))
        || (0..z).any(|t| lost_bar(k, [x, y.min(t / k), t], memo));
    memo.insert(bar, !won);
    !won
}

#[test]
fn the_checker_finds_a_move_that_leaves() {
    // A faulty reader of rules: the condition is replaced by a narrower one.
    let ruleset = Game::parse(CHOMP).unwrap().ruleset().unwrap();
    let proof = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &Watch::unlimited()).unwrap();
    let bouton::cert::Claim::Law(claim) = &proof.certificate.claim else { panic!("a law") };
    let limits = bouton::check::Limits::default();
    bouton::check::check_law(&ruleset, claim, &limits).unwrap();
    let even =
        Formula::Congruent { expression: LinearExpression::variable(Variable(0)), modulus: 2, residue: 0 };
    let parts = RulesetParts { exists: even, ..ruleset.into_parts() };
    let narrow = Ruleset::new(parts).unwrap();
    let refused = bouton::check::check_law(&narrow, claim, &limits).unwrap_err();
    assert_eq!(refused.step, Step::Closure, "{refused}");
}

#[test]
fn a_move_that_leaves_is_a_fault_with_an_example() {
    for (text, code, example) in [
        (
            "counters a, b; positions where a >= b; move b -> t where t < b; move a -> t where t < a",
            "E0406",
            "a = 1, b = 1 to a = 0, b = 1",
        ),
        (
            "counters a; positions where a is even; move a -> a - 3; move a -> a - 2",
            "E0406",
            "a = 4 to a = 1",
        ),
        ("heaps any; positions where all heaps are distinct; move take any from 1 heap", "E0406", "to"),
        (
            "counters a, b; positions where a mod 6 != 1; move a -> a - 6; move a, b -> a - b, b where 6 * b < a, b >= 1",
            "E0406",
            "b = ",
        ),
    ] {
        let faults = Game::parse(text).unwrap_err().to_string();
        assert!(faults.contains(code) && faults.contains(example), "{text}\n{faults}");
    }
    for text in [
        "counters a; positions where a is even; move a -> a - 2; move a -> a - 4",
        "counters a, b; positions where a + b = 2 * (a div 2) + 2 * (b div 2); move a -> a - 2",
        "heaps any; positions where all heaps are at most 9; move take any from 1 heap",
        "heaps 3; positions where total is divisible by 3; move take 3 from 1 heap; move take 6 in total from 2 heaps",
    ] {
        Game::parse(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    }
}

/// A small deterministic generator (Marsaglia, *Xorshift RNGs*, 2003).
struct Random(u64);

impl Random {
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        list[usize::try_from(self.0 % list.len() as u64).unwrap()]
    }
}

/// Random rules: closure and termination are decided as a search of a small box finds, and proved
/// laws agree with the definition at all existing positions.
#[test]
fn random_rules_with_conditions_agree_with_the_definition() {
    const CONDITIONS: &[&str] = &[
        "a >= b",
        "a <= 2 * b",
        "a + b is even",
        "a != b",
        "a >= b or b >= 3",
        "b <= a div 2",
        "a mod 3 != 2",
        "a - b <= 2",
        "2 * b <= a + 1",
    ];
    const MOVES: &[&str] = &[
        "a -> t where t < a",
        "b -> t where t < b",
        "a -> a - 1",
        "a -> a - 2",
        "b -> b - 2",
        "a, b -> a - 1, b - 1",
        "a -> t where t < a, t >= b",
        "a, b -> b, a - 1",
        "b -> t where t < b, 2 * t <= a",
        "a -> t where t < a, t != b",
        "a, b -> a - 1, b + 1",
        "a, b -> a - 2, b + 1 when a >= 3",
        "a, b -> t, t where t < b",
        "a, b -> a - 3, b",
    ];
    let mut random = Random(0x1901_1935);
    let (mut closed, mut open, mut proved) = (0, 0, 0);
    for _ in 0..220 {
        let condition = random.of(CONDITIONS);
        let moves = [random.of(MOVES), random.of(MOVES)];
        let rules =
            |positions: &str| format!("counters a, b{positions}; move {}; move {}", moves[0], moves[1]);
        let Ok(free) = Game::parse(&rules("")) else { continue };
        let plain = free.ruleset().unwrap();
        let exists = Game::parse(&format!("counters a, b; move a -> a - 1; stop when {condition}")).unwrap();
        let exists = exists.ruleset().unwrap().stop().clone();
        let exists = |p: &[u64]| exists.holds(&[i128::from(p[0]), i128::from(p[1])]);
        let options = bouton::solve::Moves::within(&plain, &Watch::unlimited()).unwrap();
        let leaves = (0..14u64).flat_map(|a| (0..14u64).map(move |b| [a, b])).any(|p| {
            let mut leaves = false;
            if exists(&p) {
                options.for_each_option(&p, ControlState(0), &mut |to, _| leaves |= !exists(to));
            }
            leaves
        });
        let text = rules(&format!("; positions where {condition}"));
        match Game::parse(&text) {
            Err(faults) => {
                assert!(faults.to_string().contains("E0406"), "{text}\n{faults}");
                assert!(leaves, "{text}\n{faults}");
                open += 1;
            }
            Ok(game) => {
                assert!(!leaves, "{text}");
                closed += 1;
                if closed % 3 != 0 {
                    continue;
                }
                let ruleset = game.ruleset().unwrap();
                let watch = Watch::new(&Limits::default()).within(1 << 26);
                let Ok(proof) = prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &watch) else {
                    continue;
                };
                check(&proof.certificate.encode()).unwrap_or_else(|refused| panic!("{text}: {refused}"));
                let law = proof.certificate.law().unwrap();
                let node =
                    |p: &[u64]| bouton::solve::Node { coordinates: p.to_vec(), control: ControlState(0) };
                // The rules without the condition, whose moves stay inside.
                let all = bouton::solve::RulesetOptions::new(&plain, &Watch::unlimited()).unwrap();
                let mut solver = bouton::solve::Solver::new(all, law.valuation, &Watch::unlimited());
                for p in (0..20u64).flat_map(|a| (0..20u64).map(move |b| [a, b])).filter(|p| exists(p)) {
                    let expected = solver.value(&node(&p)).unwrap();
                    assert_eq!(law.automaton.evaluate_small(0, &p), expected, "{text} {p:?}");
                }
                proved += 1;
            }
        }
    }
    assert!(closed > 30 && open > 30 && proved > 8, "{closed} {open} {proved}");
}
