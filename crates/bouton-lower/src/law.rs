//! The law, and the theorem about it.

use bouton_core::{DigitAutomaton, Law, Ruleset, Valuation};

use crate::{LowerError, game::order, numeration, text::list};

/// `Definition the_law : law := …`: for each state its output, and its successors.
pub(crate) fn definition(law: &Law) -> String {
    let automaton = &law.automaton;
    let rows: Vec<String> = (0..).take(automaton.states()).map(|state| row(automaton, state)).collect();
    format!(
        "(* For each state its output, and its successors under the letters 0, 1, .... *)\n\
         Definition the_law : law := of_table {} {}%N\n [{}]%N.\n\n",
        law.numeration().digits(),
        list(automaton.starts()),
        rows.join(";\n  "),
    )
}

fn row(automaton: &DigitAutomaton, state: u32) -> String {
    let next = (0..automaton.letters()).map(|letter| automaton.next(state, letter));
    format!("({}, {})", automaton.output(state), list(next))
}

/// The least number of states of a law that is checked as a whole. With fewer states, the two halves of the
/// rule are checked separately where possible.
const FEW_STATES: usize = 100;

/// Whether the check examines the forbidden values of options separately from the required ones, which the
/// valuation has to allow. That is much faster for a law of few states if a move leads to any of many
/// positions, because the check compares all partial moves that meet one state.
fn halves_apart(ruleset: &Ruleset, law: &Law) -> bool {
    let separable =
        matches!(law.valuation, Valuation::NormalOutcome | Valuation::Grundy | Valuation::Podium { .. });
    let few = law.automaton.states() < FEW_STATES;
    separable && few && ruleset.moves().iter().any(|schema| schema.parameters > 0)
}

/// The theorem, and its proof by computation.
pub(crate) fn theorem(ruleset: &Ruleset, law: &Law, valuation: &str) -> Result<String, LowerError> {
    let halves = halves_apart(ruleset, law);
    let arguments = format!("{} {halves}", order(ruleset));
    let (definitions, claim, lemma) = match (law.numeration(), law.nim_heap) {
        (digits, true) if digits.is_binary() => (
            String::new(),
            "nim_heap_law_holds rules binary the_law".to_owned(),
            format!("check_nim_heap_sound {arguments}"),
        ),
        (digits, false) if digits.is_binary() => (
            String::new(),
            format!("law_holds rules {valuation} binary the_law"),
            format!("check_binary_sound {arguments}"),
        ),
        (digits, false) => (
            numeration::definition(digits),
            format!("law_holds rules {valuation} digits the_law"),
            format!("check_in_sound _ {} {} {arguments}", list(digits.cone()), numeration::counts(digits)?),
        ),
        (_, true) => return Err(LowerError::NotCovered("a Nim heap in digits of another base than 2")),
    };
    Ok(format!(
        "{definitions}Theorem law_is_true : {claim}.\n\
         Proof. apply ({lemma}). vm_cast_no_check (eq_refl true). Qed.\n\n\
         Print Assumptions law_is_true.\n"
    ))
}
