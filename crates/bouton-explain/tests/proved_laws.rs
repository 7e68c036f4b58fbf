//! Explanations of laws that were proved from the rules.

use bouton_automata::table_law;
use bouton_core::{Law, Limits, Valuation, Watch};
use bouton_explain::{Diagram, Explanation, explain};
use bouton_forms::Form;
use bouton_prove::{Goal, ProveOptions, prove};

fn explained(rules: &str, goal: Goal) -> Explanation {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let proof = prove(&ruleset, goal, &ProveOptions::default(), &Watch::new(&Limits::default())).unwrap();
    explain(&ruleset, proof.law())
}

fn only_form(explanation: &Explanation) -> &Form {
    assert_eq!(explanation.laws.len(), 1);
    &explanation.laws[0].form
}

/// The author's summary in "Index-k Nim variant: is it still a Nim?": 18 + 1 rows for
/// sums 0 and 1 modulo 3, 6 of them exceptional for 2 as well, that is 19 rows.
#[test]
fn the_four_heap_game_is_the_authors_table() {
    let explanation = explained("two-in-total", Goal::Outcome);
    let Form::Rows(rows) = only_form(&explanation) else { panic!("{explanation:?}") };
    assert_eq!((rows.modulus, &rows.typical[..], rows.rows.len()), (3, &[0, 1, 1][..], 19));
    let exceptional =
        |residue: usize| rows.rows.iter().filter(|row| row.values[residue] != rows.typical[residue]).count();
    assert_eq!((exceptional(0), exceptional(2)), (18, 7)); // ⟨0,0,0⟩ is P for every remainder
    assert!(rows.rows.iter().all(|row| row.exceptions.is_empty()));
    // Rows with the same values stand in one line, three at most.
    let text = explanation.text();
    let line = |name: &str| {
        let line = text.lines().find(|line| line.contains(name)).unwrap_or_default();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("⟨1,1,1,z⟩"), "⟨1,1,1,z⟩ N P N");
    assert_eq!(line("⟨0,0,2,z⟩"), "⟨0,0,1,z⟩, ⟨0,0,2,z⟩, ⟨0,1,1,z⟩ N N N");
    assert_eq!(line("⟨2,3,3,z⟩"), "⟨2,2,4,z⟩, ⟨2,3,3,z⟩ N N N");
    assert_eq!(text.lines().filter(|line| line.contains("z⟩")).count(), 8);
}

/// The Grundy table that the author suspects: 29 rows and "else" 0, 2, 1.
#[test]
fn its_grundy_values_are_the_suspected_table() {
    let explanation = explained("two-in-total", Goal::Grundy);
    let Form::Rows(rows) = only_form(&explanation) else { panic!("{explanation:?}") };
    assert_eq!((rows.modulus, &rows.typical[..], rows.rows.len()), (3, &[0, 2, 1][..], 29));
    let row = rows.rows.iter().find(|row| row.heaps == [2, 2, 4]).unwrap();
    assert_eq!(row.values, [2, 3, 4]);
}

/// Theorem 1 of Wong Oi Lin, *The Game Positions of Nim with a Pass*.
#[test]
fn nim_with_a_pass_reads_like_its_theorem() {
    let explanation = explained("small-pass", Goal::Outcome);
    assert!(matches!(explanation.laws[0].form, Form::Cases(_)));
    let text = explanation.text();
    for part in [
        "P if the nim-sum of the heaps is 1, that is, if (m1, m2, m3, m4) is (odd, even, even, even) or (even, odd, odd, even), else N, with exceptions where m2 ≤ m4 + 3:",
        "- if (m1, m3) = (0, 1): P if (m4 − m2) mod 3 is 1, else N, except\n",
        "- if (m1, m3) = (1, 0): P if (m4 − m2) mod 3 is 2, else N\n",
        "P if m4 mod 6 is 1, else N",
        "P at (0,0,0,0)",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn digit_laws_are_recognised() {
    for (rules, part) in [
        ("heaps 3; move take any from 1 heap", "every binary digit occurs an even number of times"),
        ("heaps 2; move take any from 1 heap", "the two heaps are equal"),
        ("moore", "a multiple of 3"),
        ("heaps 3; move take any from 1 heap; play misere", "if every heap is at most 1"),
        ("heaps 3; players 3 podium; move take any from 1 heap", "Theorem 2.14"),
        ("heaps 1; move take 1..3 from 1 heap", "P if h1 mod 4 is 0, else N"),
        ("heaps 3; move take 1..2 from 1 heap", "Reduce each heap modulo 3"),
        ("heaps 2; move take odd from 1 heap", "P exactly when the sum of the heaps is even"),
        (
            "heaps 2; move take even from 1 heap",
            "Divide each heap by 2, rounding down; a position is P exactly when the two quotients",
        ),
        ("heaps 2; move take any from 1 heap when h1 > h2", "P if h1 ≤ h2, else N."),
        (
            "heaps 2; move take {1,3} from 1 heap; move take 2 from 2 heaps",
            "With a ≤ b the heaps in ascending order: a position is P exactly when 4 divides a and b is even, or a mod 4 is 1 and b is odd, else N.",
        ),
        (
            "heaps 4; move take any from exactly 2 heaps",
            "With a ≤ b ≤ c ≤ d the heaps in ascending order: P if a = b = c, else N.",
        ),
        (
            "heaps 2; move take 1..3 from h1; move take {1,3,4} from h2",
            "A position is P exactly when v1(h1) = v2(h2), where v1(h1) = 0, 1, 2, 3 for h1 mod 4 = 0..3; v2(h2) = 0, 1, 0, 1, 2, 3, 2 for h2 mod 7 = 0..6",
        ),
        (
            "heaps 3; move take {1,3,4} from 1 heap",
            "P exactly when the nim-sum of the v(n) of the heaps is 0, where v(n) = 0, 1, 0, 1, 2, 3, 2 for n mod 7 = 0..6",
        ),
        // A pass at any time is one object more.
        (
            "heaps 3; move take any from 1 heap; pass 1",
            "While the pass is there: a position is P exactly when the nim-sum of the heaps is 1, else N.",
        ),
        (
            "heaps 4; move take any from 1 heap; pass 1; play misere",
            "While the pass is there: if some heap is at least 2, a position is P exactly when the nim-sum of the heaps is 1, else N; if every heap is at most 1, it is P if the number of 1s is even, else N.",
        ),
        (
            "heaps 3; move take {1,2,3,4,5} from 1 heap; pass 1",
            "While the pass is there: reduce each heap modulo 6; a position is P exactly when the nim-sum of the remainders is 1, else N.",
        ),
        (
            "counters a, b, c, d, e; move a -> t where t < a; move b, a -> t, a + b - t where t < b; move c, b -> t, b + c - t where t < c; move d, c -> t, c + d - t where t < d; move e, d -> t, d + e - t where t < e; pass 1",
            "While the pass is there: a position is P exactly when the nim-sum a ⊕ c ⊕ e is 1, else N.",
        ),
        // A few properties decide the value.
        (
            "heaps 3; move take 1 from h1 and h2; move take 1 from h2 and h3",
            "A position is P exactly when min(h2, h1 + h3) is even, else N.",
        ),
        (
            "heaps 4; move take any from exactly 3 heaps",
            "A position is P exactly when at least two heaps are empty, else N.",
        ),
        (
            "heaps 5; move take 1 from at most 2 heaps",
            "With a ≤ b ≤ c ≤ d ≤ e the heaps in ascending order, a position is P exactly when a + b is even, c + d is even and a + c + e is even, else N.",
        ),
        (
            "heaps 3; move take any from 1 heap; move take 1..2 in total from at most 3 heaps",
            "A position is P exactly when ⌊h1/3⌋ ⊕ ⌊h2/3⌋ ⊕ ⌊h3/3⌋ = 0 and 3 divides the sum of the heaps, else N.",
        ),
        (
            "counters n; move n -> n - 1; move n -> n div 2",
            "P exactly when n is 0 or ends in an odd number of binary zeros, else N.",
        ),
        ("counters n; move n -> t where t < n, 2 * t >= n", "P exactly when n + 1 is a power of 2, else N."),
        (
            "heaps 4; move take any from h1 and h2; move take any from h3 and h4",
            "A position is P exactly when min(h1, h2) = min(h3, h4), else N.",
        ),
        // Few conditions are stated as such, not as exceptions.
        (
            "heaps 2; move take any from 1 heap; move take the same 1 from 2 heaps",
            "A position is P exactly when ⌊h1/3⌋ = ⌊h2/3⌋ and 3 divides h1 + h2, else N.",
        ),
        (
            "heaps 2; move take 1..4 from at most 2 heaps",
            "A position is P exactly when 5 divides both heaps, else N.",
        ),
        (
            "counters a, b; move a -> a - t where t >= 1, t <= 3; move a, b -> b, a - 1 when a > b",
            "A position is P exactly when 4 divides a, and a ≤ b or 4 does not divide b, else N.",
        ),
        (
            "heaps 3; move take 1..2 from at most 2 heaps",
            "A position is P exactly when h1, h2 and h3 have the same remainder by 3, else N.",
        ),
        // Equal digits everywhere are equal numbers.
        (
            "counters a, b, c; move a -> t where t < a; move b, a -> t, a + b - t where t < b; move c, b -> t, b + c - t where t < c",
            "A position is P exactly when a = c, else N.",
        ),
        // A number that does not matter is not mentioned.
        ("counters a, b; move a -> a - 1; move b, a -> b - 1, a + 3", "P if a is even, else N."),
        // Conditions that several values share are stated once.
        (
            "heaps 2; move take 1..4 from 1 heap; stop when some heap is at most 1",
            "- if a ≤ 1: P\n- if a = 2..5: N\n",
        ),
        (
            "heaps 2; players 3 coalition; move take 1..2 from 1 heap",
            "Every position is Q except for these, with the heaps in ascending order: P at (0,0); N at (0,1), (0,2); O at (0,3), (1,1).",
        ),
    ] {
        let explanation = explained(rules, Goal::Outcome);
        let text = format!("{}\n{}", explanation.theorem(), explanation.text());
        assert!(text.contains(part), "{rules}: {text}");
    }
    assert!(
        explained("heaps 3; move take any from 1 heap", Goal::Grundy)
            .theorem()
            .contains("nim-sum h1 ⊕ h2 ⊕ h3")
    );
}

/// Laws with a Nim heap are stated as values of the game's own coordinates.
#[test]
fn grundy_values_are_values() {
    for (rules, part) in [
        ("heaps 1; move take any from 1 heap", "The Grundy value is h1."),
        // One pass: n + 1 for odd n, n − 1 for even n ≥ 2.
        (
            "heaps 1; move take any from 1 heap; pass 1 unless empty",
            "g = h1 − 1 if h1 is even, else g = h1 + 1, from h1 = 1 on; below, g = 0 at h1 = 0.",
        ),
        ("heaps 1; move take any from 1 heap; stop when h1 <= 2", "g = h1 − 2, from h1 = 2 on"),
        // The period 0101232 of {1,3,4}: Berlekamp, Conway and Guy, Winning Ways, chapter 4, table 2.
        ("heaps 3; move take {1,3,4} from 1 heap", "where v(n) = 0, 1, 0, 1, 2, 3, 2 for n mod 7 = 0..6"),
        ("heap sizes 1..3; move take any from 1 heap", "The Grundy value is the nim-sum of the heaps."),
        ("take-three", "g is the remainder of h1 modulo 4."),
    ] {
        let theorem = explained(rules, Goal::Grundy).theorem();
        assert!(theorem.contains(part), "{rules}: {theorem}");
        assert!(!theorem.contains(['P', 'N']), "{rules}: {theorem}");
    }
    let text = explained("small-pass", Goal::Grundy).text();
    for part in [
        "While the pass is there: g = s ⊕ 1, s the nim-sum of the heaps, with exceptions where m2 ≤ m4 + 5:",
        "- if (m1, m3) = (1, 0): g = 0 if (m4 − m2) mod 3 is 2, g = 2 if (m4 − m2) mod 3 is 0, else g = 4, except",
        "    - g = 6 at (0,2,1,0)",
        "Once every pass is used: the Grundy value is the nim-sum of the heaps.",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

/// One linear form is more informative than the remainders of its numbers, and than more than two
/// dozen pairs of them.
#[test]
fn one_form_is_told_where_it_says_more() {
    let ruleset = bouton_rules::resolve("counters a, b; move a -> a - 1; move b -> b - 1").unwrap();
    let ruleset = ruleset.ruleset().unwrap();
    for (lost, part) in [
        (&[0, 1][..], "P if (a − 3 b) mod 12 is 0 or 1, else N."),
        (&[0, 4, 8], "Let R be the remainder of a + b modulo 4. A position is P if R is 0, else N."),
    ] {
        let value = |x: &[u64]| u32::from(!lost.contains(&((x[0] + 9 * x[1]) % 12)));
        let law = bouton_automata::minimize(&bouton_automata::table_law(2, 1, |_, x| value(x), 5).unwrap());
        let law = bouton_core::Law::new(bouton_core::Valuation::NormalOutcome, law);
        let theorem = explain(&ruleset, &law).theorem();
        assert_eq!(theorem, part);
    }
}

/// Where no cases are found, the general class is stated first.
#[test]
fn a_general_class_is_told_before_its_exceptions() {
    // Nim in which the first heap, once empty, lets a powerless automaton decide: no
    // family of exceptions describes powers of two.
    let ruleset = bouton_rules::resolve("counters a, b; move a -> a - 1; move b -> b - 1").unwrap();
    let ruleset = ruleset.ruleset().unwrap();
    let power = |x: &[u64]| u32::from(if x[0] == 0 { x[1].is_power_of_two() } else { x[1] % 2 == 1 });
    let law = bouton_automata::minimize(&bouton_automata::table_law(2, 1, |_, x| power(x), 5).unwrap());
    let explanation = explain(&ruleset, &bouton_core::Law::new(bouton_core::Valuation::NormalOutcome, law));
    let Form::Cases(cases) = only_form(&explanation) else { panic!("{explanation:?}") };
    assert!(!cases.is_in_words());
    let text = explanation.text();
    for part in [
        "P if b is even, else N, with these exceptions:\n",
        "- if a = 0: no shorter form was found, but an automaton of 4 states\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn every_form_has_every_rendering() {
    for (rules, goal) in [
        ("two-in-total", Goal::Outcome),
        ("small-pass", Goal::Grundy),
        ("heaps 3; players 3 podium; move take any from 1 heap", Goal::Outcome),
        ("heaps 2; players 3 podium; move take 1..2 from 1 heap", Goal::Outcome),
    ] {
        let explanation = explained(rules, goal);
        for text in [explanation.text(), explanation.markdown(), explanation.latex()] {
            assert!(text.len() > 80 && text.ends_with('\n'), "{rules}: {text}");
        }
        assert!(
            explanation.latex().matches("\\begin").count() == explanation.latex().matches("\\end").count()
        );
        assert!(explanation.json()["theorem"].is_string());
        assert_eq!(foreign(&explanation.latex()), None, "{rules}");
    }
}

/// A character that LaTeX cannot set: accented letters and quotation marks are letters to it,
/// mathematical signs and Greek letters are not.
fn foreign(latex: &str) -> Option<char> {
    latex.chars().find(|c| !c.is_ascii() && !"èéíöüÜ“”".contains(*c))
}

fn explained_in(rules: &str, numeration: &str) -> Explanation {
    let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
    let options = ProveOptions { numeration: numeration.parse().unwrap(), ..ProveOptions::default() };
    let proof = prove(&ruleset, Goal::Outcome, &options, &Watch::new(&Limits::default())).unwrap();
    explain(&ruleset, proof.law())
}

#[test]
fn a_law_of_slopes_is_written_for_latex() {
    let latex = explained_in("wythoff", "fibonacci").latex();
    assert!(
        latex.contains(
            "$A_n = \\lfloor n \\varphi \\rfloor$, $\\varphi = (1 + \\sqrt{5})/2$, the golden section"
        ),
        "{latex}"
    );
    assert_eq!(foreign(&latex), None, "{latex}");
    let latex =
        explained_in("heaps 1; move take 1 from 1 heap; move h1 -> h1 div 3 when h1 >= 1", "3").latex();
    assert!(latex.contains("h1 $\\to$ h1 div 3 when h1 $\\ge$ 1") && !latex.contains("-{}-"), "{latex}");
}

/// The text beside the table of an automaton explains how to read all of its entries.
#[test]
fn sets_of_digits_and_large_digits_are_explained() {
    let text = explained_in("counters n; move n -> n - 1; move n -> n div 12", "12").text();
    assert!(text.contains("[13579B]"), "{text}");
    assert!(text.contains("A to B are 10 to 11"), "{text}");
    let text = explained_in("counters n; move n -> n - 1; move n -> n div 3", "3").text();
    assert!(!text.contains("This form was verified"), "{text}");
    assert!(text.contains("`*` is any digit, `[02]` one of 0, 2."), "{text}");
    let text =
        explained_in("counters n, q; move n, q -> n - t, 2 * t where t >= 1, t <= q", "fibonacci").text();
    assert!(text.contains("“0 ones” no 1; what has no step does not occur."), "{text}");
}

/// Also from the least significant digit on, all states are those of numbers, and each state has
/// the value of the position beside it.
#[test]
fn what_is_no_word_is_no_state_of_a_diagram() {
    for (rules, numeration) in [
        ("wythoff", "fibonacci"),
        ("heaps 1; move take 1..3 from 1 heap", "tribonacci"),
        ("heaps 1; move take 1..3 from 1 heap", "ostrowski(1,2)"),
        ("heaps 1; move take 1..3 from 1 heap", "10"),
    ] {
        let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
        let options = ProveOptions { numeration: numeration.parse().unwrap(), ..ProveOptions::default() };
        let proof = prove(&ruleset, Goal::Outcome, &options, &Watch::new(&Limits::default())).unwrap();
        let law = proof.law();
        let diagram =
            Diagram::least_significant_first(&ruleset, law.valuation, &law.automaton, 1000).unwrap();
        assert!(diagram.states() > 1, "{rules}");
        for state in &diagram.states {
            let point: Vec<u64> = state.position.split(',').map(|number| number.parse().unwrap()).collect();
            let value = law.automaton.evaluate_small(0, &point);
            assert_eq!(state.lost, value == 0, "{rules} in {numeration} at {}", state.position);
        }
        let said = explain(&ruleset, law).text();
        let counted = format!("least significant first it has {} states", diagram.states());
        assert!(said.contains(&counted) || !said.contains("least significant first it has"), "{said}");
    }
}

/// The subjects of sentences: heaps, or their numbers; positions, or positions with a number.
#[test]
fn sentences_say_what_they_are_about() {
    let two = "heap sizes 1..2; move take all from 1 heap; move take all from 2 heaps";
    let text = explained(two, Goal::Outcome).text();
    assert!(text.contains("the remainder of m1 + m2 modulo 3"), "{text}");
    let smaller = explained("heaps 2; move take any from all heaps", Goal::Grundy).text();
    assert!(smaller.contains("The Grundy value of (h1,h2) is the only number g for which"), "{smaller}");
    let constant = explained("heaps 1; move take any from 1 heap; stop when h1 >= 0", Goal::Grundy).text();
    assert!(constant.contains("The Grundy value of every position is 0."), "{constant}");
    let never = explained("heaps 2; move take at least 2 from 1..2 heaps; pass 1", Goal::Outcome).text();
    assert!(
        never.contains("if some heap is at least 2, a position is N; if every heap is at most 1, it is P.")
    );
    // 0 and 1 are outcomes: the Grundy value of (0, 3) is 2.
    let odd = "heaps 2; move take 1 from 1 heap; move take 2 from 1 heap when total is odd";
    assert!(!explained(odd, Goal::Outcome).text().contains("Grundy"));
    let letters = explained(
        "heaps 2; move take any from 1..2 heaps; stop when at most 1 heap is nonempty",
        Goal::Grundy,
    );
    assert!(!letters.markdown().contains(" *"), "stars are no emphasis");
}

/// Statements are as short as the law allows: consecutive values are merged into a bound, quotients
/// compared with a number become the numbers themselves, common conditions of all alternatives are
/// stated once.
#[test]
fn laws_are_said_without_detours() {
    for (rules, said) in [
        (
            "counters a, b; move b -> b - 1 when a <= 1",
            "A position is N exactly when a ≤ 1 and b is odd, else P.",
        ),
        (
            "counters a, b; move b -> b - 2 when a <= 1",
            "A position is N exactly when a ≤ 1 and b mod 4 is 2 or 3, else P.",
        ),
        (
            "counters a, b; move b -> b - 1 when a = 1 or a = 3",
            "A position is N exactly when b is odd, and a = 1 or a = 3, else P.",
        ),
    ] {
        let theorem = explained(rules, Goal::Outcome).theorem();
        assert_eq!(theorem, said, "{rules}");
    }
    // A law of halves that are 0.
    let ruleset = bouton_rules::resolve("counters a, b, c; move a -> a - 1").unwrap().ruleset().unwrap();
    for (law, said) in [
        (table_law(3, 1, |_, x| u32::from(x[0] > 1 || x[1] > 1), 3).unwrap(), "a ≤ 1 and b ≤ 1"),
        (
            table_law(3, 1, |_, x| u32::from(x[0] > 1 || x[1] / 2 != x[2] / 2), 3).unwrap(),
            "a ≤ 1 and ⌊b/2⌋ = ⌊c/2⌋",
        ),
    ] {
        let theorem = explain(&ruleset, &Law::new(Valuation::NormalOutcome, law)).theorem();
        assert!(theorem.contains(said) && !theorem.contains("= 0"), "{theorem}");
        assert_eq!(theorem.contains("Divide"), said.contains('⌊'), "{theorem}");
    }
}

/// Differences are stated so that they are positive; a negative number would have the sign of a difference.
#[test]
fn negative_differences_are_turned() {
    let ruleset = bouton_rules::resolve("counters a, b; move a -> a - 1").unwrap().ruleset().unwrap();
    let value = |x: &[u64]| if x[1] == x[0] + 6 || x[1] == x[0] + 7 { 1 } else { u32::from(x[0] % 2 == 1) };
    let law = table_law(2, 1, |_, x| value(x), 6).unwrap();
    let text = explain(&ruleset, &Law::new(Valuation::NormalOutcome, law)).prose().text();
    assert!(text.contains("if b − a = 6 or 7: N"), "{text}");
    // The rules in the first line have signs of their own.
    assert!(!text.split_once('\n').unwrap().1.contains(" -"), "{text}");
}

/// The number of ones decides in Mark with a pass, with the zeros at the end.
#[test]
fn the_number_of_ones_is_a_property() {
    let explanation =
        explained("counters n; move n -> n - 1; move n -> n div 2; pass 1 unless n = 0", Goal::Outcome);
    let theorem = explanation.theorem();
    assert!(theorem.contains("an even number of binary ones"), "{theorem}");
    // The language of claims has words for the ones, and for the zeros at the end.
    let claim = explanation.claim().unwrap();
    assert!(claim.contains("bits(n) mod 2 = 1") && claim.contains("zeros(n) mod 2 = 1"), "{claim}");
}

/// The words of laws that are proved in other digits than binary ones.
#[test]
fn other_numerations_have_words() {
    let cases = [
        ("heaps 2; move take any from 1 heap", "3", "A position is P exactly when h1 = h2, else N."),
        ("heaps 1; move take 1..3 from 1 heap", "10", "P if h1 mod 4 is 0, else N."),
        ("heaps 1; move take 1..3 from 1 heap", "fibonacci", "P if h1 mod 4 is 0, else N."),
        ("heaps 2; move take 1 from 1 heap", "3", "A position is P exactly when h1 + h2 is even, else N."),
        (
            "heaps 3; move take 1 from at most 3 heaps",
            "3",
            "A position is P exactly when every heap is even, else N.",
        ),
        (
            "heaps 2; move take 1 from 1 heap",
            "fibonacci",
            "A position is P exactly when h1 + h2 is even, else N.",
        ),
        (
            "heaps 3; move take 1..2 from 1 heap",
            "3",
            "Reduce each heap modulo 3; a position is P exactly when the nim-sum of the remainders is 0, else N.",
        ),
        (
            "heaps 2; move take any from 1 heap; move take the same odd from 2 heaps",
            "fibonacci",
            "With a ≤ b the heaps in ascending order, a position is P exactly when b = 0, or b = a + 1 and a is odd, \
             else N.",
        ),
        (
            "heaps 2; move h1 -> h1 - t where t >= 1, t >= h2; move h2 -> h2 - t where t >= 1, t >= h1",
            "fibonacci",
            "With a ≤ b the heaps in ascending order, a position is P exactly when b ≤ φa with φ = (1 + √5)/2, the golden \
             section, else N.",
        ),
        (
            "counters n; move n -> t where t < n, 3 * t >= n",
            "3",
            "A position is P exactly when n is written with 1s alone in base 3 (or 0), else N.",
        ),
    ];
    for (rules, numeration, words) in cases {
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let options = ProveOptions { numeration: numeration.parse().unwrap(), ..ProveOptions::default() };
        let proof = prove(&ruleset, Goal::Outcome, &options, &Watch::unlimited()).unwrap();
        assert_eq!(
            proof.law().numeration().to_string(),
            numeration.parse::<bouton_core::Numeration>().unwrap().to_string()
        );
        assert_eq!(explain(&ruleset, proof.law()).theorem(), words, "{rules} in {numeration}");
    }
}

/// The invariant game of Duchêne and Rigo whose P-positions are ⌊n√3⌋ and ⌊n(3 + √3)/2⌋.
#[test]
fn slopes_with_longer_periods_have_words() {
    let rules = "counters x, y; move x -> t where t < x; move y -> t where t < y; move x, y -> x - t, y - t where t >= 1, \
                 t != 2; move x, y -> x - 5, y - 6; move x, y -> x - 6, y - 5";
    let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
    let options = ProveOptions { numeration: "ostrowski(1,2)".parse().unwrap(), ..ProveOptions::default() };
    let proof = prove(&ruleset, Goal::Outcome, &options, &Watch::unlimited()).unwrap();
    let explanation = explain(&ruleset, proof.law());
    let theorem = explanation.theorem();
    for part in ["Aₙ = ⌊nα⌋, α = √3 and β = (3 + √3)/2", "Bₙ = ⌊nβ⌋", "end in an even number of 0s"]
    {
        assert!(theorem.contains(part), "{part}: {theorem}");
    }
    for (position, reason) in [
        ([5u32, 7], "5 = ⌊3α⌋ and 7 = ⌊3β⌋, a pair"),
        ([5, 9], "which are not a pair"),
        ([2, 7], "2 ends in an odd number of zeros"),
    ] {
        let position = position.map(Into::into);
        let value = proof.law().value(bouton_core::ControlState(0), &position);
        let trace = explanation.trace(&position, "", value.as_ref()).unwrap();
        assert!(trace.reason.to_string().contains(reason), "{}", trace.reason);
    }
}
