//! Tests tables of whole boxes against printed sources (`testdata/*.toml`).

use bouton_core::{Valuation, Watch};
use bouton_rules::Game;
use bouton_tables::BoxPlan;
use bouton_testdata::cases;

#[test]
fn boxes_say_what_the_sources_say() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| !case.positions.is_empty()) {
        let ruleset = Game::parse(&case.rules).unwrap().ruleset().unwrap();
        let mut claims = Vec::new();
        let mut last = vec![0; ruleset.dimension()];
        for claim in &case.positions {
            let Some(outcome) = claim.outcome else { continue };
            for position in &claim.at {
                let Some(x) = position.to_small().filter(|x| x.iter().all(|n| *n < 64)) else { continue };
                last.iter_mut().zip(&x).for_each(|(last, n)| *last = n.max(last).to_owned());
                let control = ruleset.control_named(position.control.as_deref()).unwrap();
                claims.push((x, control, outcome, format!("{}: {position}, {}", case.name, claim.source)));
            }
        }
        // Other rulesets are left to other engines.
        let valuation = Valuation::outcome(ruleset.convention());
        let Ok(plan) = BoxPlan::new(&ruleset, valuation, &last) else { continue };
        let table = plan.table(&Watch::unlimited()).unwrap();
        for (x, control, outcome, context) in claims {
            assert_eq!(table.value(&x, control), Some(outcome.number()), "{context}");
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} positions are in boxes");
}
