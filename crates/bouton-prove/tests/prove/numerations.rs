//! Laws in other numerations than base 2: found, certified, checked, and correct for small
//! positions.

use std::{sync::LazyLock, time::Instant};

use bouton_automata::difference;
use bouton_cert::{Certificate, Claim, LawClaim, seal};
use bouton_check::{Step, check};
use bouton_core::{ControlState, DigitAutomaton, Limits, Numeration, Ruleset, State, Watch};
use bouton_prove::{Goal, Guide, NoLaw, NumerationChoice, Proof, ProveOptions, Verdict, prove};
use bouton_solve::{Node, RulesetOptions, Solver};
use num_bigint::BigUint;

/// Any number from one heap, or from both numbers that differ by less than a (Fraenkel, *How to beat your
/// Wythoff games' opponent on three fronts*, 1982).
fn wythoff(a: u32, misere: bool) -> String {
    let mut rules = "counters x, y; move x -> t where t < x; move y -> t where t < y".to_owned();
    rules.push_str("; move x, y -> x - s, y - t where s >= 1, t >= 1");
    rules.push_str(&format!(", s - t < {a}, t - s < {a}"));
    if misere { format!("{rules}; play misere") } else { rules }
}

fn ruleset(rules: &str) -> Ruleset {
    bouton_rules::resolve(rules).unwrap().ruleset().unwrap()
}

fn search(rules: &str, options: &ProveOptions) -> Result<Proof, NoLaw> {
    let started = Instant::now();
    let found = prove(&ruleset(rules), Goal::Outcome, options, &Watch::new(&Limits::default()));
    let told = found.as_ref().map(|proof| (proof.law().automaton.states(), proof.statistics));
    println!("{rules}: {:?} {:?}", started.elapsed(), told.map_err(ToString::to_string));
    found
}

/// Finds the law without a named numeration, has it checked, and compares it with the values of all
/// positions up to `upto`.
fn proved(rules: &str, numeration: &str, upto: u64) -> Proof {
    proved_in(rules, &ProveOptions::default(), numeration, upto)
}

/// Like [`proved`], in a named numeration.
fn proved_by_name(rules: &str, numeration: &str, upto: u64) -> Proof {
    let options = ProveOptions { numeration: numeration.parse().unwrap(), ..ProveOptions::default() };
    proved_in(rules, &options, numeration, upto)
}

fn proved_in(rules: &str, options: &ProveOptions, numeration: &str, upto: u64) -> Proof {
    let proof = search(rules, options).unwrap();
    assert_eq!(proof.law().numeration().to_string(), numeration, "{rules}");
    let text = proof.certificate.encode();
    let checked = check(&text).unwrap_or_else(|refused| panic!("{rules}: {refused}"));
    assert!(checked.claim.contains(&format!("in numeration {numeration} (")), "{}", checked.claim);
    assert_eq!(Certificate::decode(&text).unwrap(), checked.certificate);
    let (ruleset, law) = (ruleset(rules), proof.law());
    let mut solver = Solver::new(
        RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(),
        law.valuation,
        &Watch::unlimited(),
    );
    let dimension = u32::try_from(ruleset.dimension()).unwrap();
    for position in 0..upto.pow(dimension) {
        let coordinates: Vec<u64> = (0..dimension).map(|track| position / upto.pow(track) % upto).collect();
        let node = Node { coordinates: coordinates.clone(), control: ControlState(0) };
        let expected = solver.value(&node).unwrap();
        assert_eq!(law.automaton.evaluate_small(0, &coordinates), expected, "{rules} at {coordinates:?}");
    }
    proof
}

/// The law of Wythoff's game, proved from its rules.
static WYTHOFF: LazyLock<Proof> = LazyLock::new(|| proved("wythoff", "fibonacci", 60));

const MISERE: &str = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; play misere";
const FIBONACCI_NIM: &str = "counters n, q; move n, q -> n - t, 2 * t where t >= 1, t <= q";

#[test]
fn wythoffs_game_is_proved_from_its_rules() {
    assert_eq!(WYTHOFF.law().automaton.states(), 14);
}

#[test]
fn its_misere_play_is_proved() {
    proved(MISERE, "fibonacci", 60);
}

#[test]
fn fraenkels_games_are_proved() {
    proved(&wythoff(2, false), "ostrowski(2)", 40);
}

#[test]
fn fibonacci_nim_is_proved() {
    proved(FIBONACCI_NIM, "fibonacci", 60);
}

#[test]
fn a_third_is_base_three() {
    let proof = proved("counters n; move n -> n - 1; move n -> n div 3", "3", 3_000);
    // From 0 the second move would change nothing, so it does not exist.
    assert_eq!(proof.law().automaton.evaluate_small(0, &[0]), 0);
}

#[test]
fn fraenkels_other_games_are_proved() {
    for a in 2..=3 {
        proved(&wythoff(a, true), &format!("ostrowski({a})"), 40);
    }
    proved(&wythoff(3, false), "ostrowski(3)", 40);
}

/// The larger number of a lost pair is more than four times the smaller one.
#[test]
fn a_steep_slope_is_read_off_lost_pairs() {
    proved(&wythoff(4, false), "ostrowski(4)", 40);
}

/// Slopes of longer periods are as close to that of the pairs.
#[test]
fn a_steeper_slope_is_read_off_lost_pairs() {
    let rules = "heaps 2; move take any from 1 heap; \
                 move h1, h2 -> a, b where a < h1, b < h2, h1 - a - h2 + b < 6, h2 - b - h1 + a < 6";
    proved(rules, "ostrowski(6)", 60);
}

/// Wythoff's moves, but not 2, 4, …, 2k − 2 from both heaps, and 2k + 1 from one and 2k + 2 from the other
/// (Duchêne and Rigo, *Invariant games*, 2010): P are the pairs (⌊nα⌋, ⌊nβ⌋) of α = [1; 1, k, 1, k, …].
fn invariant(k: u32) -> String {
    let (large, larger) = (2 * k + 1, 2 * k + 2);
    let mut rules = "counters x, y; move x -> t where t < x; move y -> t where t < y".to_owned();
    let kept: String = (1..k).map(|i| format!(", t != {}", 2 * i)).collect();
    rules.push_str(&format!("; move x, y -> x - t, y - t where t >= 1{kept}"));
    rules.push_str(&format!(
        "; move x, y -> x - {large}, y - {larger}; move x, y -> x - {larger}, y - {large}"
    ));
    rules
}

/// ⌊n√3⌋ and ⌊nβ⌋ with 1/√3 + 1/β = 1, β = (3 + √3)/2.
#[test]
fn the_root_of_three_has_a_game() {
    // No numeration is named: the slope comes from the pairs.
    let law = proved(&invariant(2), "ostrowski(1,2)", 60);
    let mut lost = vec![[0u64, 0]];
    for n in 1..400u64 {
        lost.push([(3 * n * n).isqrt(), (3 * n + (3 * n * n).isqrt()) / 2]);
    }
    for &[x, y] in &lost {
        for place in [[x, y], [y, x]] {
            assert_eq!(law.law().automaton.evaluate_small(0, &place), 0, "{place:?}");
        }
        assert_eq!(law.law().automaton.evaluate_small(0, &[x, y + 1]), 1);
        assert_eq!(law.law().automaton.evaluate_small(0, &[x + 1, y + 1]), 1);
    }
}

#[test]
fn small_games_are_proved_in_blocks() {
    for numeration in
        ["ostrowski(1,2)", "ostrowski(2,1)", "ostrowski(1,1,2)", "fraenkel(2,1)", "fraenkel(2,2)"]
    {
        proved_by_name("heaps 1; move take 1..2 from 1 heap; move take 5 from 1 heap", numeration, 400);
    }
}

/// Changed matrices, vectors and words in a certificate that was accepted.
#[test]
fn a_wrong_matrix_is_refused() {
    let numeration = "ostrowski(1,2)";
    let proof = proved_by_name("heaps 1; move take 1..2 from 1 heap", numeration, 400);
    let text = proof.certificate.encode();
    let body = text.rsplit_once("id ").unwrap().0;
    let line = "numeration matrix 2,3 1,2 second 0,1,1,2,2 words 0,1,0,1,0 0,1,-,-,-\n";
    assert!(body.contains(line), "{body}");
    for (from, to) in [
        ("2,3 1,2", "2,3 1,1"),
        ("2,3 1,2", "3,3 1,2"),
        ("2,3 1,2", "2,4 1,2"),
        ("2,3 1,2", "2,1 1,0"),
        ("second 0,1,1,2,2", "second 0,1,1,2,3"),
        ("second 0,1,1,2,2", "second 0,1,2,2,2"),
        ("second 0,1,1,2,2", "second 0,0,1,2,2"),
        ("words 0,1,0,1,0 0,1,-,-,-", "words 0,1,0,1,0 0,1,0,-,-"),
        ("words 0,1,0,1,0 0,1,-,-,-", "words 0,1,0,1,1 0,1,-,-,-"),
        ("words 0,1,0,1,0 0,1,-,-,-", "words 0,0,0,1,0 0,1,-,-,-"),
        ("words 0,1,0,1,0 0,1,-,-,-", "words 0,0,0,0,0"),
    ] {
        let wrong = line.replace(from, to);
        assert_ne!(wrong, line);
        let refused = check(&seal(&body.replace(line, &wrong))).map(|_| ()).unwrap_err();
        assert!([Step::Numeration, Step::Decode].contains(&refused.step), "{to}: {refused}");
    }
}

/// ⌊nφ⌋, exactly.
fn golden(n: &BigUint) -> BigUint {
    (n + (n * n * 5u32).sqrt()) / 2u32
}

#[test]
fn winning_moves_are_found_at_any_size() {
    let guide = Guide::new(&ruleset("wythoff"), WYTHOFF.law(), &Watch::unlimited()).unwrap();
    for n in
        (0..40u32).map(BigUint::from).chain([20u32, 30, 60].map(|places| BigUint::from(10u32).pow(places)))
    {
        let (low, high) = (golden(&n), golden(&n) + &n);
        let lost = [low.clone(), high.clone()];
        assert!(
            guide.winning_options(&lost, ControlState(0), 4, &Watch::unlimited()).unwrap().options.is_empty(),
            "{n}"
        );
        let won = [high.clone() + 1u32, low.clone() + 1u32];
        let found = guide.winning_options(&won, ControlState(0), 10, &Watch::unlimited()).unwrap();
        assert!(!found.more && !found.options.is_empty(), "{won:?}");
        for (option, _) in &found.options {
            let (low, high) = (option.iter().min().unwrap(), option.iter().max().unwrap());
            assert_eq!(&golden(&(high - low)), low, "{option:?}");
            // One heap is smaller, or both by the same.
            let taken = [&won[0] - &option[0], &won[1] - &option[1]];
            let zero = BigUint::ZERO;
            assert!(taken != [zero.clone(), zero.clone()] && (taken.contains(&zero) || taken[0] == taken[1]));
        }
    }
}

/// Every other numeration with the same number of digits, and every change of one entry of the
/// automaton of words.
#[test]
fn a_wrong_numeration_is_refused() {
    let text = WYTHOFF.certificate.encode();
    let body = text.rsplit_once("id ").unwrap().0;
    let line = "numeration 1,1 words 0,1 0,-\n";
    assert!(body.contains(line));
    let mut refused = Vec::new();
    for wrong in [
        "",
        "numeration 1,1 words 0,0\n",
        "numeration 1,1 words 0,0 0,-\n",
        "numeration 1,1 words 0,1 0,0\n",
        "numeration 1,1 words 0,1 0,1\n",
        "numeration 1,1 words 0,1 1,-\n",
        "numeration 1,1 words 0,- 0,-\n",
        "numeration 2,1 words 0,1 0,-\n",
        "numeration 1,2 words 0,1 0,-\n",
        "numeration 3 words 0,1 0,-\n",
        "numeration 2 words 0,1 0,-\n",
        "numeration 1,1,1 words 0,1 0,-\n",
        "numeration 1,1,1 words 0,1 0,2 0,-\n",
        "numeration 1,1 words 0,1,- 0,-,-\n",
        "numeration 1,1 words 0,1\n",
        "numeration 3 words 0,0,0\n",
        "numeration 2,1 words 0,0,1 0,-,-\n",
        "numeration 2 words 0,0\n",
        "numeration 1 words 0,1 0,-\n",
    ] {
        let step = check(&seal(&body.replace(line, wrong))).map(|_| ()).unwrap_err().step;
        refused.push(step);
    }
    let count = |step: Step| refused.iter().filter(|&&found| found == step).count();
    // Some are not certificates, some do not state a numeration, in others the law is not one of
    // this game.
    assert!(count(Step::Numeration) >= 7, "{refused:?}");
    assert!(count(Step::Decode) >= 4, "{refused:?}");
    assert!(count(Step::Universal) + count(Step::Existential) + count(Step::Strategies) >= 2, "{refused:?}");
}

/// Each output and many transitions of the law are changed: it is refused, or still the same law on
/// words.
#[test]
fn changed_laws_are_refused() {
    let Claim::Law(LawClaim { law, strategies }) = &WYTHOFF.certificate.claim else { panic!() };
    let known = &law.automaton;
    let mut candidates = Vec::new();
    for state in 0..known.states() {
        let mut outputs = known.outputs().to_vec();
        outputs[state] = 1 - outputs[state];
        candidates.push((outputs, known.transitions().to_vec()));
    }
    for place in 0..known.transitions().len() {
        let mut transitions = known.transitions().to_vec();
        transitions[place] = (transitions[place] + 1) % State::try_from(known.states()).unwrap();
        candidates.push((known.outputs().to_vec(), transitions));
    }
    let (mut same, mut refused) = (0, 0);
    for (outputs, transitions) in candidates {
        let starts = known.starts().to_vec();
        let mutant = DigitAutomaton::over(known.numeration(), 2, starts, outputs, transitions);
        let Ok(mutant) = mutant else { continue };
        let changed = difference(known, &mutant).is_some();
        let law = bouton_core::Law { automaton: mutant, ..law.clone() };
        let claim = Claim::Law(LawClaim { law: law.clone(), strategies: strategies.clone() });
        let certificate = Certificate { claim, ..WYTHOFF.certificate.clone() };
        let accepted = check(&certificate.encode()).is_ok();
        assert!(!changed || !accepted, "a wrong law was accepted");
        same += usize::from(accepted);
        refused += usize::from(!accepted);
        // The prover's own verification agrees.
        if refused % 7 == 0 {
            let watch = Watch::unlimited();
            let fibonacci = Numeration::fibonacci();
            let game = ruleset("wythoff");
            let relations = bouton_prove::Relations::new(&game, &fibonacci, 1 << 22, &watch).unwrap();
            let conditions = law.valuation.conditions(2).unwrap();
            let verdict =
                bouton_prove::verify(&relations, &law.automaton, &conditions, 1 << 20, &watch).unwrap();
            assert_eq!(matches!(verdict, Verdict::Verified(_)), !changed);
        }
    }
    assert!(same > 5 && refused > 30, "{same} the same, {refused} refused");
}

#[test]
fn where_no_numeration_has_a_law_it_is_told_what_was_seen() {
    let rules =
        "heaps 2; move take any from 1 heap; move take the same any from 2 heaps; pass 1 unless empty";
    let options = ProveOptions { states: 60, ..ProveOptions::default() };
    let reason = search(rules, &options).unwrap_err();
    let seen: Vec<String> = reason.tried().iter().map(|tried| tried.numeration.to_string()).collect();
    assert_eq!(seen[..3], ["2", "3", "fibonacci"]);
    assert!(reason.tried().iter().any(|tried| !tried.states_by_depth.is_empty()), "{reason}");
    assert!(matches!(reason, NoLaw::Numerations { .. }));
}

#[test]
fn a_numeration_that_is_named_is_the_only_one() {
    let numeration = |name: &str| ProveOptions {
        numeration: name.parse().unwrap(),
        states: 60,
        ..ProveOptions::default()
    };
    let nim = "heaps 2; move take 1..2 from 1 heap";
    for name in ["2", "3", "fibonacci", "ostrowski(2)"] {
        let proof = search(nim, &numeration(name)).unwrap();
        assert_eq!(proof.law().numeration().to_string(), name);
        check(&proof.certificate.encode()).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
    let reason = search("wythoff", &numeration("3")).unwrap_err();
    assert!(reason.tried().is_empty(), "{reason}");
    assert_eq!(NumerationChoice::default(), NumerationChoice::Auto);
}
