//! Misère quotients of take-and-break games.

use bouton_canonical::Rules;
use bouton_cert::QuotientClaim;
use bouton_core::TakeAndBreakCode;

use crate::{
    LowerError,
    text::{by_computation, comment, list},
};

/// The file of the misère quotient of a take-and-break game.
pub(crate) fn lowered(game: &Rules, claim: &QuotientClaim) -> Result<String, LowerError> {
    let code =
        game.code().ok_or_else(|| LowerError::Rules("they are not a take-and-break code".to_owned()))?;
    of_code(game, code, claim, "")
}

/// The file of the misère quotient of the code of the rules.
pub(crate) fn of_code(
    game: &Rules,
    code: &TakeAndBreakCode,
    claim: &QuotientClaim,
    remark: &str,
) -> Result<String, LowerError> {
    let quotient = &claim.quotient;
    if !code.tail().is_empty() {
        return Err(LowerError::NotCovered("endless codes"));
    }
    let rules: String = game.text().lines().map(|line| format!("     {}\n", comment(line))).collect();
    let written: String = code.written_out().iter().map(|line| format!("     {}\n", comment(line))).collect();
    let elements = || (0..).take(quotient.order());
    let products: Vec<String> =
        elements().map(|a| list(elements().map(|b| quotient.product(a, b)))).collect();
    let (claim, lemma) = match claim.period {
        None => ("listed_quotient_holds rules products lost values".to_owned(), "check_listed_sound"),
        Some((length, from)) => (
            format!("periodic_quotient_holds rules products lost {length} {from} values"),
            "check_periodic_quotient_sound",
        ),
    };
    Ok(format!(
        "(* The rules:\n\n{rules}\n   {remark}Written out:\n\n{written} *)\n\n\
         From Coq Require Import List NArith.\n\
         From Bouton Require Import Heaps Claims.\n\
         Import ListNotations.\n\n\
         Definition rules : code := Code {}%N {}.\n\n\
         (* The products of 0, 1, ... with each element. *)\n\
         Definition products : list (list N) :=\n [{}]%N.\n\n\
         Definition lost : list N := {}%N.\n\n\
         (* The elements of heaps of 0, 1, ... objects. *)\n\
         Definition values : list N :=\n  {}%N.\n\n{}",
        list(code.digits()),
        code.parts_are_unequal(),
        products.join(";\n  "),
        list(quotient.lost_elements()),
        list(quotient.values()),
        by_computation("quotient_is_true", &claim, lemma),
    ))
}
