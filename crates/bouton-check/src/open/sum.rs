//! Games that are the sum of their heaps, by a claim about one heap.

use bouton_canonical::Rules;
use bouton_cert::Claim;
use bouton_core::{Convention, Formula, Law, Ruleset, TakeAndBreakCode, Target, Valuation};

use super::instances;
use crate::{
    Limits, Refusal, Step, check_law, check_quotient, check_windows,
    limits::{Budget, unwritten},
    quotient,
    refused::Verdict,
};

/// The largest amount that is examined in misère play.
const MAX_AMOUNT: usize = 1 << 14;

/// Checks that the game is the sum of its heaps, and the claim about one of them.
pub(super) fn check(game: &Rules, one: &Claim, limits: &Limits) -> Verdict<String> {
    let rules = |reason: String| Refusal::new(Step::Rules, reason);
    let alone =
        game.one_heap().map_err(|why| rules(format!("the game is not the sum of its heaps: {why}")))?;
    let ruleset = alone.ruleset_within(&limits.watch).map_err(unwritten)?;
    instances::are_sums(game, &ruleset, &mut Budget::new(limits.clone()))?;
    let claim = match (game.convention(), one) {
        (Convention::Normal, Claim::Law(claim)) => {
            is_grundy(&claim.law)?;
            check_law(&ruleset, claim, limits)?;
            sentence(&claim.law)
        }
        (Convention::Normal, Claim::Windows(law)) => {
            is_grundy(law)?;
            check_windows(&ruleset, law, limits)?;
            sentence(law)
        }
        (Convention::Misere, Claim::Quotient(claim)) => {
            if claim.period.is_none() {
                return Err(Refusal::new(Step::Quotient, "a quotient of all heaps is needed, with a period"));
            }
            check_quotient(&subtraction(&ruleset)?, claim, limits)?;
            quotient::sentence(claim)
        }
        (convention, _) => {
            let reason = format!("{convention:?} play has no such claims about sums of heaps");
            return Err(Refusal::new(Step::Valuation, reason));
        }
    };
    Ok(claim)
}

/// Only Grundy values of the heaps determine those of their sum.
fn is_grundy(law: &Law) -> Verdict<()> {
    if law.nim_heap || law.valuation == Valuation::Grundy {
        return Ok(());
    }
    Err(Refusal::new(Step::Valuation, "the outcomes of single heaps do not determine those of their sums"))
}

/// The code of a game in which finitely many amounts may be taken from any heap.
fn subtraction(ruleset: &Ruleset) -> Verdict<TakeAndBreakCode> {
    let refuse = |reason: &str| Refusal::new(Step::Rules, reason);
    let mut digits = vec![0u8];
    for schema in ruleset.moves() {
        let amount = match &schema.targets[..] {
            [Target::Becomes(e)] if schema.parameters == 0 && schema.guard == Formula::True => {
                match e.terms() {
                    [(variable, 1)] if variable.index() == 0 => {
                        usize::try_from(e.constant_term().unsigned_abs()).ok()
                    }
                    _ => None,
                }
                .filter(|&amount| e.constant_term() < 0 && amount <= MAX_AMOUNT)
            }
            _ => None,
        };
        let amount = amount.ok_or_else(|| {
            refuse(
                "a misère quotient needs finitely many amounts, each of which may be taken from every heap",
            )
        })?;
        if digits.len() <= amount {
            digits.resize(amount + 1, 0);
        }
        // The rest is one heap, or none.
        digits[amount] = 3;
    }
    TakeAndBreakCode::new(digits).map_err(|fault| refuse(&fault.to_string()))
}

/// The claim about sums that follows from a law of one heap.
fn sentence(law: &Law) -> String {
    let states = law.automaton.states();
    let how = if law.nim_heap { "the h for which P comes from reading (x, h) with" } else { "the output of" };
    let numeration = law.numeration();
    let digits = if numeration.is_binary() {
        String::new()
    } else {
        format!(" that reads digits in numeration {numeration} ({})", numeration.parts())
    };
    format!(
        "Grundy value of every position is the nim-sum of those of its heaps, and that of a heap x is {how} the automaton with {states} states{digits}"
    )
}
