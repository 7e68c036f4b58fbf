//! Games and laws written by hand, and strategies by brute force: the tests' own prover, which does
//! not depend on the checker's relation.

#![allow(dead_code)] // not every test uses all of it

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bouton_cert::{Element, LawClaim, Strategy};
use bouton_core::{
    Condition, ControlState, Convention, DigitAutomaton, Formula, Law, LinearExpression, MoveSchema, Ruleset,
    RulesetParts, Space, Target, Valuation, Value, ValueSet, Variable,
};

/// c₀ v₀ + c₁ v₁ + … + constant.
pub(crate) fn linear(terms: &[i64], constant: i64) -> LinearExpression {
    let mut sum = LinearExpression::constant(constant).unwrap();
    for (index, &coefficient) in (0..).zip(terms) {
        sum = sum.plus_scaled(&LinearExpression::variable(Variable(index)), coefficient).unwrap();
    }
    sum
}

/// Rules with one control state, or with as many as `controls` names.
pub(crate) fn rules(
    heaps: usize,
    controls: &[&str],
    convention: Convention,
    moves: Vec<MoveSchema>,
) -> Ruleset {
    let parts = RulesetParts {
        name: "test".into(),
        text: String::new(),
        space: Space::Heaps,
        coordinates: (1..=heaps).map(|heap| format!("h{heap}")).collect(),
        controls: controls.iter().map(|&name| name.to_owned()).collect(),
        turns: None,
        interchangeable: true,
        weights: vec![1; heaps],
        order: None,
        exists: Formula::True,
        stop: Formula::False,
        moves,
        convention,
    };
    Ruleset::new(parts).unwrap()
}

/// Heap `heap` loses `amount`, in `control`.
pub(crate) fn take(heaps: usize, heap: usize, amount: i64, control: u8) -> MoveSchema {
    let mut targets = vec![Target::Same; heaps];
    let mut terms = vec![0; heap + 1];
    terms[heap] = 1;
    targets[heap] = Target::Becomes(linear(&terms, -amount));
    let control = ControlState(control);
    MoveSchema { from: control, to: control, parameters: 0, guard: Formula::True, targets }
}

/// Heap `heap` becomes any smaller number, in `control`.
pub(crate) fn take_any(heaps: usize, heap: usize, control: u8) -> MoveSchema {
    let mut schema = take(heaps, heap, 1, control);
    let mut terms = vec![0; heaps + 1];
    terms[heaps] = 1;
    schema.targets[heap] = Target::Becomes(linear(&terms, 0));
    terms[heap] = -1;
    schema.guard = Formula::NotPositive(linear(&terms, 1));
    schema.parameters = 1;
    schema
}

/// `take 1..most from 1 heap`.
pub(crate) fn take_up_to(heaps: usize, most: i64, convention: Convention) -> Ruleset {
    let moves = (0..heaps).flat_map(|heap| (1..=most).map(move |amount| take(heaps, heap, amount, 0)));
    rules(heaps, &[""], convention, moves.collect())
}

/// `take any from 1 heap`.
pub(crate) fn nim(heaps: usize, convention: Convention) -> Ruleset {
    rules(heaps, &[""], convention, (0..heaps).map(|heap| take_any(heaps, heap, 0)).collect())
}

/// One heap of Nim with a pass that may be used while the heap is there.
pub(crate) fn nim_with_a_pass() -> Ruleset {
    let mut moves = vec![take_any(1, 0, 0), take_any(1, 0, 1)];
    moves.push(MoveSchema {
        from: ControlState(0),
        to: ControlState(1),
        parameters: 0,
        guard: Formula::NotPositive(linear(&[-1], 1)),
        targets: vec![Target::Same],
    });
    rules(1, &["pass", "used"], Convention::Normal, moves)
}

/// The same rules, and play stops when `stop` holds.
pub(crate) fn stopping(ruleset: Ruleset, stop: Formula) -> Ruleset {
    Ruleset::new(RulesetParts { stop, ..ruleset.into_parts() }).unwrap()
}

/// A position of a game, with a Nim heap as last coordinate if there is one.
pub(crate) type Place = (u8, Vec<u64>);

/// All options, by the definition.
pub(crate) fn options(ruleset: &Ruleset, nim_heap: bool, (control, all): &Place) -> BTreeSet<Place> {
    let (x, heap) = all.split_at(ruleset.dimension());
    let mut found = BTreeSet::new();
    for less in 0..heap.first().copied().filter(|_| nim_heap).unwrap_or(0) {
        found.insert((*control, [x, &[less]].concat()));
    }
    let exact: Vec<i128> = x.iter().map(|&n| i128::from(n)).collect();
    if ruleset.stop().holds(&exact) {
        return found;
    }
    // No guard of the tests lets a parameter be larger.
    let most = exact.iter().sum::<i128>() + 9;
    for schema in ruleset.moves().iter().filter(|schema| schema.from.0 == *control) {
        assert!(schema.parameters <= 1);
        for parameter in 0..=if schema.parameters == 1 { most } else { 0 } {
            let values = [&exact[..], &[parameter]].concat();
            let target = |(index, target): (usize, &Target)| match target {
                Target::Same => Some(x[index]),
                Target::Becomes(expression) => u64::try_from(expression.evaluate(&values)).ok(),
            };
            let y: Option<Vec<u64>> = schema.targets.iter().enumerate().map(target).collect();
            if let Some(y) = y.filter(|_| schema.guard.holds(&values)) {
                found.insert((schema.to.0, [&y, heap].concat()));
            }
        }
    }
    found
}

/// The exact value of a position.
pub(crate) fn value(
    ruleset: &Ruleset,
    law: &Law,
    place: &Place,
    known: &mut BTreeMap<Place, Value>,
) -> Value {
    if let Some(&value) = known.get(place) {
        return value;
    }
    let places = options(ruleset, law.nim_heap, place);
    let values: ValueSet = places.iter().map(|option| value(ruleset, law, option, known)).collect();
    let found = law.valuation.value(&values);
    known.insert(place.clone(), found);
    found
}

/// Whether the outputs are the exact values in a box.
pub(crate) fn holds_in_a_box(ruleset: &Ruleset, LawClaim { law, .. }: &LawClaim, most: u64) -> bool {
    let mut known = BTreeMap::new();
    let tracks = u32::try_from(law.automaton.tracks()).unwrap();
    (0..law.automaton.starts().len()).all(|control| {
        (0..(most + 1).pow(tracks)).all(|number| {
            let x: Vec<u64> = (0..tracks).map(|track| number / (most + 1).pow(track) % (most + 1)).collect();
            let found = law.automaton.evaluate_small(control, &x);
            found == value(ruleset, law, &(u8::try_from(control).unwrap(), x), &mut known)
        })
    })
}

/// An automaton over `tracks` coordinates from a function: `key` gives equal
/// keys to prefixes that nothing distinguishes, and `output` their values.
pub(crate) fn automaton<K: Ord + Clone>(
    tracks: usize,
    controls: u8,
    key: impl Fn(&Place) -> K,
    output: impl Fn(&Place) -> Value,
) -> DigitAutomaton {
    let (mut numbers, mut places, mut transitions) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut number = |place: Place, places: &mut Vec<Place>| {
        *numbers.entry(key(&place)).or_insert_with(|| {
            places.push(place);
            u32::try_from(places.len() - 1).unwrap()
        })
    };
    let starts = (0..controls).map(|control| number((control, vec![0; tracks]), &mut places)).collect();
    let mut done = 0;
    while done < places.len() {
        let (control, x) = places[done].clone();
        for letter in 0..1usize << tracks {
            transitions.push(number((control, append(&x, letter)), &mut places));
        }
        done += 1;
    }
    DigitAutomaton::new(tracks, starts, places.iter().map(output).collect(), transitions).unwrap()
}

pub(crate) fn append(x: &[u64], letter: usize) -> Vec<u64> {
    x.iter().enumerate().map(|(track, n)| 2 * n + (letter as u64 >> track & 1)).collect()
}

/// Completes a law with strategies: for each prefix all partial moves that can
/// be completed within `depth` digits. Two partial moves to the same state of
/// the law are merged if the same words of at most `depth` digits complete them.
pub(crate) fn with_strategies(
    ruleset: &Ruleset,
    valuation: Valuation,
    nim_heap: bool,
    automaton: DigitAutomaton,
    depth: u32,
) -> LawClaim {
    let count = valuation.value_count().unwrap_or_else(|| automaton.outputs().iter().max().unwrap() + 1);
    let conditions: Vec<Condition> = valuation.conditions(count).unwrap();
    let mut strategies = Vec::new();
    for control in 0..u8::try_from(automaton.starts().len()).unwrap() {
        let elements = elements(ruleset, nim_heap, &automaton, control, depth);
        let reached: BTreeSet<Value> = elements
            .iter()
            .map(|element| automaton.evaluate_small(usize::from(control), &element.prefix))
            .collect();
        for (value, condition) in (0..).zip(&conditions) {
            for requirement in 0..if reached.contains(&value) { condition.required.len() } else { 0 } {
                let (control, elements) = (ControlState(control), elements.clone());
                strategies.push(Strategy { control, value, requirement, elements });
            }
        }
    }
    LawClaim { law: Law { nim_heap, ..Law::new(valuation, automaton) }, strategies }
}

fn elements(
    ruleset: &Ruleset,
    nim_heap: bool,
    automaton: &DigitAutomaton,
    control: u8,
    depth: u32,
) -> Vec<Element> {
    let letters = automaton.letters();
    let mut known: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
    let mut print = |x: &[u64], y: &Place| {
        let mut found = BTreeSet::new();
        for digits in 0..=depth {
            for word in 0..letters.pow(digits) {
                let extended =
                    (0..digits).fold(x.to_vec(), |x, place| append(&x, word / letters.pow(place) % letters));
                let moves = known
                    .entry((control, extended.clone()))
                    .or_insert_with(|| options(ruleset, nim_heap, &(control, extended)));
                let rest = |(to, z): &Place| {
                    let here = *to == y.0 && z.iter().zip(&y.1).all(|(z, y)| z >> digits == *y);
                    here.then(|| z.iter().map(|z| z % (1 << digits)).collect::<Vec<_>>())
                };
                found.extend(moves.iter().filter_map(rest).map(|rest| (digits, word, rest)));
            }
        }
        found
    };
    let zero = vec![0; automaton.tracks()];
    let first: Vec<Place> =
        (0..u8::try_from(automaton.starts().len()).unwrap()).map(|to| (to, zero.clone())).collect();
    let (mut seen, mut elements) = (BTreeSet::new(), Vec::new());
    let mut queue = VecDeque::from([(zero, first)]);
    while let Some((x, targets)) = queue.pop_front() {
        let mut alike = BTreeMap::new();
        for y in targets {
            let print = print(&x, &y);
            if !print.is_empty() {
                alike.entry((print, y.0, automaton.state_at_small(usize::from(y.0), &y.1))).or_insert(y);
            }
        }
        let key: Vec<_> = alike.keys().cloned().collect();
        if !seen.insert((automaton.state_at_small(usize::from(control), &x), key)) {
            continue;
        }
        for letter in 0..letters {
            let next = |y: &Place| (0..letters).map(|digit| (y.0, append(&y.1, digit))).collect::<Vec<_>>();
            queue.push_back((append(&x, letter), alike.values().flat_map(next).collect()));
        }
        let partial_moves = alike.into_values().map(|(to, y)| (ControlState(to), y)).collect();
        elements.push(Element { prefix: x, partial_moves });
    }
    elements
}
