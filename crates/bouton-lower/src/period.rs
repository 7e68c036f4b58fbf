//! Periods of take-and-break games.

use bouton_canonical::Rules;
use bouton_core::{Convention, Period};

use crate::{
    LowerError,
    text::{by_computation, comment, list},
};

/// The file of a period.
pub(crate) fn lowered(game: &Rules, claim: &Period) -> Result<String, LowerError> {
    let code =
        game.code().ok_or_else(|| LowerError::Rules("they are not a take-and-break code".to_owned()))?;
    if game.convention() != Convention::Normal {
        return Err(LowerError::NotCovered("periods of other than normal play"));
    }
    let up_to = |largest| code.tail() == [3] && code.digits().iter().all(|&digit| digit <= largest);
    let one_left = up_to(3);
    let Period { length, preperiod, saltus, .. } = claim;
    let (claimed, lemma) = match (code.tail(), saltus) {
        ([], 0) => (format!("period_holds rules {length} {preperiod} values"), "check_period_sound"),
        ([], 1..) => (
            format!("endless_period_holds rules []%N {length} {preperiod} {saltus} values"),
            "check_arithmetic_sound",
        ),
        (_, 1..) if up_to(7) => (
            format!("endless_period_holds rules [3]%N {length} {preperiod} {saltus} values"),
            if one_left { "check_endless_sound" } else { "check_splits_sound" },
        ),
        _ => {
            return Err(LowerError::NotCovered(
                "endless codes that do not allow all amounts beyond some number",
            ));
        }
    };
    let rules: String = game.text().lines().map(|line| format!("     {}\n", comment(line))).collect();
    let written: String = code.written_out().iter().map(|line| format!("     {}\n", comment(line))).collect();
    Ok(format!(
        "(* The rules:\n\n{rules}\n   Written out:\n\n{written} *)\n\n\
         From Coq Require Import List NArith.\n\
         From Bouton Require Import Heaps Claims.\n\
         Import ListNotations.\n\n\
         Definition rules : code := Code {}%N {}.\n\n\
         Definition values : list N :=\n  {}%N.\n\n\
         {}",
        list(code.digits()),
        code.parts_are_unequal(),
        list(&claim.values),
        by_computation("period_is_true", &claimed, lemma),
    ))
}
