//! Claims for every number of heaps.

use bouton_canonical::{NotForEveryNumber, Rules};
use bouton_cert::{Claim, ColumnClaim, ColumnElement, ColumnStrategy, LawClaim, OpenClaim, QuotientClaim};
use bouton_core::{
    ColumnLaw, Convention, Formula, Law, MoveKind, Ruleset, TakeAndBreakCode, Target, Valuation,
};

use crate::{
    LowerError, game,
    law::{self, About},
    quotient,
    text::{begin, by_computation, head, list},
    valuation,
};

/// The file of a claim for every number of heaps.
pub(crate) fn lowered(game: &Rules, claim: &OpenClaim) -> Result<String, LowerError> {
    match claim {
        OpenClaim::Sum(one) => match &**one {
            Claim::Law(LawClaim { law, .. }) | Claim::Windows(law) => sum(game, law),
            Claim::Quotient(claim) => misere_sum(game, claim),
            _ => Err(LowerError::Rules("this is not a claim about sums of heaps".to_owned())),
        },
        OpenClaim::Columns(claim) => columns(game, claim),
        OpenClaim::Local(_) => Err(LowerError::NotCovered("laws with states of heaps")),
    }
}

fn rules(error: impl ToString) -> LowerError {
    LowerError::Rules(error.to_string())
}

fn not_for_every_number(why: NotForEveryNumber) -> LowerError {
    LowerError::Rules(format!("they are not of the kind that the claim is about: {why}"))
}

/// The file of a game that is the sum of its heaps, from the law of one heap.
fn sum(game: &Rules, law: &Law) -> Result<String, LowerError> {
    if game.convention() != Convention::Normal {
        return Err(LowerError::NotCovered("sums of heaps in other than normal play"));
    }
    let ruleset = game.one_heap().map_err(not_for_every_number)?.ruleset().map_err(rules)?;
    law.fits(&ruleset).map_err(rules)?;
    if !law.nim_heap && law.valuation != Valuation::Grundy {
        return Err(LowerError::NotCovered("sums of heaps by other than their Grundy values"));
    }
    let valuation = valuation(Convention::Normal, law.valuation)?;
    let remark = "\n   A position is the sum of any number of heaps; [rules] is the game with one of them.";
    let mut file = head(&game.text(), &ruleset, remark, "Statement Every");
    file.push_str(&game::definition(&ruleset));
    file.push_str(&law::definition(law));
    file.push_str(&law::theorem(&ruleset, law, &valuation, About::Sums)?);
    Ok(file)
}

/// The file of a game that is the sum of its heaps in misère play, from the quotient of its heaps.
fn misere_sum(game: &Rules, claim: &QuotientClaim) -> Result<String, LowerError> {
    if game.convention() != Convention::Misere || claim.period.is_none() {
        return Err(LowerError::Rules("the claim is not about sums of all heaps in misère play".to_owned()));
    }
    let ruleset = game.one_heap().map_err(not_for_every_number)?.ruleset().map_err(rules)?;
    let code = subtraction(&ruleset)
        .ok_or(LowerError::NotCovered("misère sums of other heaps than those of subtraction games"))?;
    let remark =
        "A position is any number of heaps; a move takes from one of them what the code allows.\n   ";
    quotient::of_code(game, &code, claim, remark)
}

/// The code of a game in which finitely many amounts may be taken, each from every heap that has as many.
fn subtraction(ruleset: &Ruleset) -> Option<TakeAndBreakCode> {
    let mut digits = vec![0u8];
    for schema in ruleset.moves() {
        let [Target::Becomes(rest)] = &schema.targets[..] else { return None };
        let [(heap, 1)] = rest.terms() else { return None };
        let always = schema.parameters == 0 && schema.guard == Formula::True && heap.index() == 0;
        let amount = usize::try_from(rest.constant_term().checked_neg()?).ok()?;
        if !always || amount == 0 || amount > MAX_AMOUNT {
            return None;
        }
        if digits.len() <= amount {
            digits.resize(amount + 1, 0);
        }
        // The rest is one heap, or none.
        digits[amount] = 3;
    }
    TakeAndBreakCode::new(digits).ok()
}

/// The largest amount for which a code is written out.
const MAX_AMOUNT: usize = 1 << 14;

/// The file of a law that counts the ones in each place.
fn columns(game: &Rules, claim: &ColumnClaim) -> Result<String, LowerError> {
    let takes = game.free_takes().map_err(not_for_every_number)?;
    let ColumnClaim { law, strategies } = claim;
    let valuation = valuation(game.convention(), law.valuation())?;
    let kinds = takes.kinds();
    let moves: Vec<String> = kinds.iter().map(|&kind| format!("    {}", written(kind))).collect();
    let remark = if takes.passes == 0 {
        "The coordinates are the heaps, any number of them.".to_owned()
    } else {
        "The coordinates are the heaps, any number of them; the control states count the passes used."
            .to_owned()
    };
    let mut file = begin(&game.text(), &remark, "Statement Every");
    file.push_str(&format!(
        "Definition rules : any_heaps :=\n  {{| states_of_play := {};\n     kinds := [\n{}] |}}.\n\n",
        takes.passes + 1,
        moves.join(";\n"),
    ));
    file.push_str(&definition(law));
    let strategies: Vec<String> = strategies.iter().map(strategy).collect();
    file.push_str(&format!(
        "(* Replies, which are checked. *)\n\
         Definition replies : list strategy :=\n [{}].\n\n",
        strategies.join(";\n  ")
    ));
    let claim = format!("law_of_any_holds rules {valuation} the_law");
    file.push_str(&by_computation("law_is_true", &claim, "check_columns_sound replies"));
    Ok(file)
}

fn written(kind: MoveKind) -> String {
    let (least, most) = kind.lowered;
    let what = match (least, most) {
        (0, 0) => "a pass".to_owned(),
        _ if least == most => format!("a move that lowers {least} of the heaps"),
        _ => format!("a move that lowers {least} to {most} of the heaps"),
    };
    format!("(* {what} *)\n    MoveKind {} {} {least} {most}", kind.from.index(), kind.to.index())
}

fn definition(law: &ColumnLaw) -> String {
    let (threshold, period) = law.counts();
    let rows: Vec<String> = (0..)
        .zip(law.outputs())
        .map(|(state, output)| format!("({output}, {})", list(law.row(state))))
        .collect();
    format!(
        "(* For each state its output, and its successors under 0, 1, ... heaps that have a 1. *)\n\
         Definition the_law : law := counting {threshold} {period} {}%N\n [{}]%N.\n\n",
        list(law.starts()),
        rows.join(";\n  "),
    )
}

fn strategy(strategy: &ColumnStrategy) -> String {
    let elements: Vec<String> = strategy.elements.iter().map(element).collect();
    format!(
        "Strategy {} {} {} [{}]",
        strategy.control.index(),
        strategy.value,
        strategy.requirement,
        elements.join(";\n    ")
    )
}

fn element(element: &ColumnElement) -> String {
    let marks = |less: u32| list((0..element.marked).map(|heap| less >> heap & 1 == 1));
    let threads = element.threads.iter();
    let threads =
        threads.map(|thread| format!("Thread {} {} {}", thread.kind, marks(thread.less), thread.state));
    format!("Element {} {} {}", element.state, element.marked, list(threads))
}
