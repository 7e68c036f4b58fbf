//! The law, and what is said of it.

use bouton_core::{DigitAutomaton, Law, Ruleset};

use crate::{LowerError, game::order, text::list};

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

/// The theorem, and its proof by computation.
pub(crate) fn theorem(ruleset: &Ruleset, law: &Law, valuation: &str) -> Result<String, LowerError> {
    if !law.numeration().is_binary() {
        return Err(LowerError::NotCovered("digits of this numeration"));
    }
    let (claim, lemma) = match law.nim_heap {
        true => ("nim_heap_law_holds rules binary the_law".to_owned(), "check_nim_heap_sound"),
        false => (format!("law_holds rules {valuation} binary the_law"), "check_binary_sound"),
    };
    Ok(format!(
        "Theorem law_is_true : {claim}.\n\
         Proof. apply ({lemma} {}). vm_cast_no_check (eq_refl true). Qed.\n\n\
         Print Assumptions law_is_true.\n",
        order(ruleset),
    ))
}
