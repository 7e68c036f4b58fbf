//! The check that no move leads from a position that exists to one that does not.

use bouton_core::{Formula, MoveSchema, Numeration, Ruleset};

use crate::{
    Refusal, Step,
    family::{Family, Only},
    limits::Budget,
    refused::Verdict,
};

/// Checks that no move leads from a position that exists to one that does not.
pub(crate) fn check(ruleset: &Ruleset, budget: &mut Budget) -> Verdict<()> {
    let exists = ruleset.exists();
    if *exists == Formula::True {
        return Ok(());
    }
    for (index, schema) in ruleset.moves().iter().enumerate() {
        let guard = schema.guard.clone().and(exists.clone()).and(ruleset.stop().clone().negated());
        let schema = MoveSchema { guard, ..schema.clone() };
        if Family::new(&schema, ruleset.dimension(), Only::Leaving(exists), &Numeration::binary(), budget)?
            .is_some()
        {
            let reason = format!("move schema {index} leads to a position that does not exist");
            return Err(Refusal::new(Step::Closure, reason));
        }
    }
    Ok(())
}
