//! Tests that every engine reproduces the recorded counts of many games. The reference solver alone
//! determines the counts: `just counts` computes them again.

use std::collections::BTreeMap;

use bouton_core::{ControlState, Limits, Ruleset, Valuation, Watch};
use bouton_solve::{Lines, Node, RulesetOptions, Solver, Table, Values, count, for_each_in_box};
use bouton_tables::{BoxPlan, InstructionSet, LostPairs, NumberPlan, SparsePlan, TileStore};
use bouton_testdata::{CountedBox, counted_boxes, keep};

type Counts = Vec<Vec<u64>>;

/// The largest number of positions of a box that slow engines count, unless they count again.
const SMALL: u64 = 6_000;

fn controls(ruleset: &Ruleset) -> impl Iterator<Item = ControlState> + use<> {
    (0..u8::try_from(ruleset.controls().len()).unwrap()).map(ControlState)
}

fn positions(ruleset: &Ruleset, upto: u64) -> u64 {
    (upto + 1).pow(u32::try_from(ruleset.dimension()).unwrap())
}

/// Every position of the box, in every order of its heaps.
fn for_each(ruleset: &Ruleset, upto: u64, mut visit: impl FnMut(&[u64])) {
    let mut position = vec![0; ruleset.dimension()];
    loop {
        if ruleset.has(&position) {
            visit(&position);
        }
        let Some(place) = (0..position.len()).rev().find(|&place| position[place] < upto) else { return };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

/// Counts the positions by `value`.
fn counted(ruleset: &Ruleset, upto: u64, mut value: impl FnMut(&[u64], ControlState) -> u32) -> Counts {
    let mut counts: Counts = vec![Vec::new(); ruleset.controls().len()];
    for_each(ruleset, upto, |position| {
        for control in controls(ruleset) {
            let own = &mut counts[control.index()];
            let value = value(position, control) as usize;
            own.resize(own.len().max(value + 1), 0);
            own[value] += 1;
        }
    });
    counts
}

/// Counts by the definition. Where heaps are interchangeable, each sorted position counts for all
/// orders of its heaps.
fn by_reference(ruleset: &Ruleset, valuation: Valuation, upto: u64) -> Counts {
    let mut solver = Solver::new(
        RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
        valuation,
        &Watch::unlimited(),
    );
    let mut counts: Counts = vec![Vec::new(); ruleset.controls().len()];
    for_each_in_box(ruleset, upto, &mut |position| {
        let orders = if ruleset.interchangeable() { orders_of(position) } else { 1 };
        for control in controls(ruleset) {
            let value = solver.value(&Node { coordinates: position.to_vec(), control }).unwrap() as usize;
            let own = &mut counts[control.index()];
            own.resize(own.len().max(value + 1), 0);
            own[value] += orders;
        }
        true
    });
    counts
}

/// Returns n! divided by the factorials of the multiplicities.
fn orders_of(position: &[u64]) -> u64 {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let mut often: BTreeMap<u64, u64> = BTreeMap::new();
    position.iter().for_each(|&heap| *often.entry(heap).or_default() += 1);
    factorial(position.len() as u64) / often.values().map(|&n| factorial(n)).product::<u64>()
}

/// Removes the counts of values after the last that occurs.
fn trimmed<N: Copy + TryInto<u64>>(counts: &[Vec<N>]) -> Counts {
    let number = |&count: &N| count.try_into().ok().expect("counts of a test");
    let mut counts: Counts = counts.iter().map(|own| own.iter().map(number).collect()).collect();
    for own in &mut counts {
        while own.last() == Some(&0) {
            own.pop();
        }
    }
    counts
}

/// The recorded counts of a box, by valuation.
fn kept(counted: &CountedBox, ruleset: &Ruleset) -> Vec<(Valuation, Counts)> {
    let outcome = Valuation::outcome(ruleset.convention());
    let all = [
        (outcome, &counted.outcome),
        (Valuation::Grundy, &counted.grundy),
        (Valuation::Remoteness, &counted.remoteness),
    ];
    let kept = all.into_iter().filter(|(valuation, counts)| *valuation == outcome || !counts.is_empty());
    kept.map(|(valuation, counts)| (valuation, counts.clone())).collect()
}

fn read(rules: &str) -> (String, Ruleset) {
    let game = bouton_rules::Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"));
    (game.text(), game.ruleset().unwrap())
}

/// The number of boxes that each engine has counted.
#[derive(Debug, Default)]
struct Engines(BTreeMap<String, usize>);

impl Engines {
    fn agree(&mut self, name: &str, expected: &Counts, found: &Counts, of: &CountedBox) {
        assert_eq!(trimmed(expected), trimmed(found), "{name}: {} up to {}", of.rules, of.upto);
        *self.0.entry(name.to_owned()).or_default() += 1;
    }

    fn count(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or(0)
    }
}

#[test]
fn every_engine_counts_what_is_kept() {
    let mut boxes = counted_boxes();
    let again = std::env::var("BOUTON_COUNTS").is_ok_and(|asked| asked == "write");
    if again {
        for counted in &mut boxes {
            let (_, ruleset) = read(&counted.rules);
            let of = |valuation| trimmed(&by_reference(&ruleset, valuation, counted.upto));
            counted.outcome = of(Valuation::outcome(ruleset.convention()));
            for (valuation, counts) in
                [(Valuation::Grundy, &mut counted.grundy), (Valuation::Remoteness, &mut counted.remoteness)]
            {
                if !counts.is_empty() {
                    *counts = of(valuation);
                }
            }
        }
        keep(&boxes);
    }
    assert!(boxes.len() >= 40);
    let mut engines = Engines::default();
    for counted in &boxes {
        let (text, ruleset) = read(&counted.rules);
        for (valuation, expected) in kept(counted, &ruleset) {
            let all: Vec<u64> = expected.iter().map(|own| own.iter().sum()).collect();
            assert!(all.iter().all(|&sum| sum == all[0] && sum > 0), "{counted:?}");
            if positions(&ruleset, counted.upto) <= SMALL {
                // No position is left out, and none is counted twice.
                let mut every = 0;
                for_each(&ruleset, counted.upto, |_| every += 1);
                assert_eq!(every, all[0], "{counted:?}");
            }
            ask_all(&mut engines, counted, (&text, &ruleset), valuation, &expected);
        }
    }
    let least = [
        ("reference", 15),
        ("growing table", 60),
        ("lines", 8),
        ("numbers", 12),
        ("lost pairs", 5),
        ("rows with one lost position", 3),
        ("tiles", 15),
    ];
    for (name, least) in least {
        assert!(engines.count(name) >= least, "{engines:?}");
    }
    for instructions in InstructionSet::available() {
        assert!(engines.count(instructions.name()) >= 25, "{engines:?}");
    }
}

/// Compares each engine that supports the game.
fn ask_all(
    engines: &mut Engines,
    of: &CountedBox,
    (text, ruleset): (&str, &Ruleset),
    valuation: Valuation,
    expected: &Counts,
) {
    let upto = of.upto;
    let watch = Watch::new(&Limits { threads: 2, memory: 1 << 30, time: None });
    let last = vec![upto; ruleset.dimension()];
    let size = positions(ruleset, upto);
    if size <= SMALL {
        engines.agree("reference", expected, &by_reference(ruleset, valuation, upto), of);
    }
    if size <= 300_000 && ruleset.rank().is_some() {
        let mut table = Table::new(ruleset, valuation, &watch).unwrap();
        let each = controls(ruleset).map(|control| count(ruleset, &mut table, upto, Some(control)).unwrap());
        engines.agree("growing table", expected, &trimmed(&each.collect::<Vec<_>>()), of);
    }
    if size <= 50_000
        && let Some(mut lines) = Lines::new(ruleset, valuation, &watch)
    {
        let found = counted(ruleset, upto, |position, control| lines.small_value(position, control).unwrap());
        engines.agree("lines", expected, &found, of);
    }
    if size <= 300_000
        && let Ok(plan) = NumberPlan::new(ruleset, valuation, &last)
    {
        let table = plan.table(&watch).unwrap();
        let found = counted(ruleset, upto, |position, control| table.value(position, control).unwrap());
        engines.agree("numbers", expected, &found, of);
    }
    for instructions in InstructionSet::available() {
        let Ok(plan) = BoxPlan::new(ruleset, valuation, &last) else { continue };
        let counts = plan.with_instructions(instructions).count(&watch).unwrap();
        engines.agree(instructions.name(), expected, &trimmed(&counts), of);
    }
    if let Ok(plan) = SparsePlan::new(ruleset, valuation, &last) {
        engines.agree("rows with one lost position", expected, &trimmed(&plan.count(&watch).unwrap()), of);
    }
    if valuation == Valuation::NormalOutcome
        && let Ok(pairs) = LostPairs::new(ruleset)
    {
        let lost = pairs.up_to(upto, &watch).unwrap().len() as u64;
        engines.agree("lost pairs", expected, &vec![vec![lost, size - lost]], of);
    }
    let folder = tempfile::tempdir().unwrap();
    let side = (upto / 2).max(4);
    if let Ok(store) = TileStore::create(folder.path(), text, ruleset, valuation, &last, Some(side), &watch) {
        store.fill(&watch).unwrap();
        engines.agree("tiles", expected, &trimmed(&store.counts().unwrap()), of);
    }
}

#[test]
fn a_wrong_count_is_seen() {
    let mut counted = counted_boxes().remove(1);
    counted.outcome[0][0] += 1;
    let (_, ruleset) = read(&counted.rules);
    let found = BoxPlan::new(&ruleset, Valuation::NormalOutcome, &[counted.upto; 4]).unwrap();
    let found = trimmed(&found.count(&Watch::unlimited()).unwrap());
    assert!(counted.outcome != found);
    let wrong =
        std::panic::catch_unwind(|| Engines::default().agree("tables", &counted.outcome, &found, &counted));
    assert!(wrong.is_err());
}
