//! The law, and the theorem about it.

use bouton_core::{DigitAutomaton, Law, Ruleset, Valuation};

use crate::{
    LowerError,
    game::order,
    numeration,
    text::{by_computation, list},
};

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

/// The subject of the theorem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// The positions of the game.
    Positions,
    /// Sums of any number of positions of a game of one heap.
    Sums,
}

/// The theorem, and its proof by computation.
pub(crate) fn theorem(
    ruleset: &Ruleset,
    law: &Law,
    valuation: &str,
    about: About,
) -> Result<String, LowerError> {
    let halves = halves_apart(ruleset, law);
    let arguments = format!("{} {halves}", order(ruleset));
    let digits = law.numeration();
    let (sum, check, valuation) = match about {
        About::Positions => ("", "check_", format!("{valuation} ")),
        About::Sums => ("sum_", "check_sum_", String::new()),
    };
    let nim_heap = law.nim_heap;
    let claim = |digits: &str| {
        if nim_heap {
            format!("{sum}nim_heap_law_holds rules {digits} the_law")
        } else {
            format!("{sum}law_holds rules {valuation}{digits} the_law")
        }
    };
    let check = if nim_heap { format!("{check}nim_heap_") } else { check.to_owned() };
    let (definitions, claim, lemma) = if digits.is_binary() {
        let check = match (nim_heap, about) {
            (true, _) => check,
            (false, About::Sums) => "check_sum_".to_owned(),
            (false, About::Positions) => "check_binary_".to_owned(),
        };
        (String::new(), claim("binary"), format!("{check}sound {arguments}"))
    } else {
        let counts = numeration::counts(digits)?;
        let lemma = format!("{check}in_sound _ {} {counts} {arguments}", list(digits.cone()));
        (numeration::definition(digits), claim("digits"), lemma)
    };
    Ok(format!("{definitions}{}", by_computation("law_is_true", &claim, &lemma)))
}
