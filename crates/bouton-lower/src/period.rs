//! Periods of take-and-break games.

use bouton_canonical::Rules;
use bouton_core::{Convention, Period};

use crate::{
    LowerError,
    text::{comment, list},
};

/// The file of a period.
pub(crate) fn lowered(game: &Rules, claim: &Period) -> Result<String, LowerError> {
    let code =
        game.code().ok_or_else(|| LowerError::Rules("they are not a take-and-break code".to_owned()))?;
    if game.convention() != Convention::Normal {
        return Err(LowerError::NotCovered("periods of other than normal play"));
    }
    if !code.tail().is_empty() {
        return Err(LowerError::NotCovered("codes that go on for ever"));
    }
    if claim.saltus != 0 {
        return Err(LowerError::NotCovered("arithmetic periods"));
    }
    let rules: String = game.text().lines().map(|line| format!("     {}\n", comment(line))).collect();
    let written: String = code.written_out().iter().map(|line| format!("     {}\n", comment(line))).collect();
    Ok(format!(
        "(* The rules:\n\n{rules}\n   Written out:\n\n{written} *)\n\n\
         From Coq Require Import List NArith.\n\
         From Bouton Require Import Heaps Claims.\n\
         Import ListNotations.\n\n\
         Definition rules : code := Code {}%N {}.\n\n\
         Definition values : list N :=\n  {}%N.\n\n\
         Theorem period_is_true : period_holds rules {} {} values.\n\
         Proof. apply check_period_sound. vm_cast_no_check (eq_refl true). Qed.\n\n\
         Print Assumptions period_is_true.\n",
        list(code.digits()),
        code.parts_are_unequal(),
        list(&claim.values),
        claim.length,
        claim.preperiod,
    ))
}
