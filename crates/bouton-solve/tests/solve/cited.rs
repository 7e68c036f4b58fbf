//! Tests every engine for exact values against printed sources (`testdata/*.toml`).

use bouton_core::{ControlState, Convention, Outcome, Ruleset, Valuation, Value};
use bouton_rules::Game;
use bouton_solve::{
    BitTable, Node, Periods, RulesetOptions, Solver, Table, Watch, grundy_sequence,
    grundy_sequence_by_definition,
};
use bouton_testdata::{Case, PositionClaim, cases};

/// One position in small numbers, with its cited value and source.
struct Cited {
    coordinates: Vec<u64>,
    control: ControlState,
    outcome: Option<Outcome>,
    grundy: Option<Value>,
    remoteness: Option<Value>,
    context: String,
}

/// The positions of a case in small numbers.
fn cited(case: &Case, ruleset: &Ruleset) -> Vec<Cited> {
    let mut all = Vec::new();
    for claim in &case.positions {
        for position in &claim.at {
            // Numbers beyond any table are left to the laws.
            let Some(coordinates) = position.to_small().filter(|x| x.iter().all(|n| *n < 1000)) else {
                continue;
            };
            assert_eq!(coordinates.len(), ruleset.dimension(), "{}: {position}", case.name);
            let control = ruleset.control_named(position.control.as_deref());
            let control = control.unwrap_or_else(|| panic!("{}: {position}", case.name));
            let context = format!("{}: {position}, {}", case.name, claim.source);
            let &PositionClaim { outcome, grundy, remoteness, .. } = claim;
            all.push(Cited { coordinates, control, outcome, grundy, remoteness, context });
        }
    }
    all
}

#[test]
fn solver_and_table_say_what_the_sources_say() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| !case.positions.is_empty()) {
        let ruleset = Game::parse(&case.rules).unwrap().ruleset().unwrap();
        let outcome = Valuation::outcome(ruleset.convention());
        let mut engines: Vec<_> = [outcome, Valuation::Grundy, Valuation::Remoteness]
            .map(|valuation| {
                let options = RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap();
                let solver = Solver::new(options, valuation, &Watch::unlimited());
                (solver, Table::new(&ruleset, valuation, &Watch::unlimited()).unwrap())
            })
            .into();
        for Cited { coordinates, control, outcome, grundy, remoteness, context } in cited(case, &ruleset) {
            let cited = [outcome.map(Outcome::number), grundy, remoteness];
            for ((solver, table), cited) in engines.iter_mut().zip(cited) {
                let Some(cited) = cited else { continue };
                let position = Node { coordinates: coordinates.clone(), control };
                assert_eq!(solver.value(&position).unwrap(), cited, "the solver at {context}");
                assert_eq!(table.value(&coordinates, control).unwrap(), cited, "the table at {context}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} values are cited");
}

#[test]
fn bits_say_what_the_sources_say() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| !case.positions.is_empty()) {
        let ruleset = Game::parse(&case.rules).unwrap().ruleset().unwrap();
        if ruleset.convention() != Convention::Normal {
            continue;
        }
        let periods = Periods::none(ruleset.dimension(), ruleset.controls().len());
        let Some(mut bits) = BitTable::new(&ruleset, &Watch::unlimited(), &periods).unwrap() else {
            continue;
        };
        for Cited { coordinates, control, outcome, context, .. } in cited(case, &ruleset) {
            let Some(cited) = outcome else { continue };
            assert_eq!(bits.value(&coordinates, control).unwrap(), cited.number(), "the bits at {context}");
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} values");
}

#[test]
fn sequences_are_the_printed_ones() {
    let mut periods = 0;
    for case in cases() {
        let Some(cited) = case.sequence else { continue };
        let game = Game::parse(&case.rules).unwrap();
        let context = format!("{}: {}", case.name, cited.source);
        let Some(code) = game.code() else {
            let mut table =
                Table::new(&game.ruleset().unwrap(), Valuation::Grundy, &Watch::unlimited()).unwrap();
            for (n, value) in (0u64..).zip(&cited.values) {
                assert_eq!(table.value(&[n], ControlState(0)).unwrap(), *value, "g({n}), {context}");
            }
            continue;
        };
        let upto = 1_000;
        let fast = grundy_sequence(code, upto, &Watch::unlimited()).unwrap();
        let slow = grundy_sequence_by_definition(code, upto, &Watch::unlimited()).unwrap();
        assert_eq!(fast.values[..cited.values.len()], cited.values, "{context}");
        assert_eq!(slow.values, fast.values, "{context}");
        if let Some(period) = cited.period {
            let found = fast.period.unwrap_or_else(|| panic!("no period, {context}"));
            assert_eq!((found.length, found.preperiod), (period.length, period.preperiod), "{context}");
            for (n, value) in fast.values.iter().enumerate() {
                assert_eq!(period.value(&n.into()), Some((*value).into()), "g({n}), {context}");
            }
            periods += 1;
        }
    }
    assert!(periods >= 2);
}
