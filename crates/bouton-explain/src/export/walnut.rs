//! Word automata for Walnut (Mousavi, *Automatic theorem proving in Walnut*, arXiv 1603.06017).
//!
//! Lines of the text that begin with `#` are comments. The first line names the number systems of
//! the inputs, `msd_k` for base k; then each state follows with its number and its output, and
//! below it a line `DIGITS -> STATE` for each tuple of digits. Reading begins in the state that is
//! listed first. The digits come most significant first, as those of laws do.

use std::fmt::Write;

use bouton_core::{ControlState, Law, Numeration, Ruleset};

use super::{ExportError, Exported, about, short_enough};

/// The law in one control state as a word automaton for Walnut, to be put into its folder `Word Automata
/// Library`.
///
/// Its inputs are the coordinates in their order (and a Nim heap's size last, if the law reads one), most
/// significant digits first with any number of zeros before them; its output is the value. Tuples of digits
/// that are not the beginning of words have no transition.
///
/// ```
/// use bouton_core::{ControlState, Law, Valuation};
///
/// let rules = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let text = bouton_explain::walnut(&rules, &Law::new(Valuation::NormalOutcome, law), ControlState(0), 1 << 20).unwrap();
/// assert!(text.ends_with("msd_2 msd_2\n\n0 0\n0 0 -> 0\n1 0 -> 1\n0 1 -> 1\n1 1 -> 0\n\n1 1\n0 0 -> 1\n1 0 -> 1\n0 1 -> 1\n1 1 -> 1\n"));
/// ```
///
/// # Errors
///
/// [`ExportError::Numeration`] where Walnut does not provide these digits,
/// [`ExportError::Transitions`], [`ExportError::Bytes`] beyond `most` bytes.
///
/// # Panics
///
/// If the law is not one of the rules, or the control state does not exist.
pub fn walnut(
    ruleset: &Ruleset,
    law: &Law,
    control: ControlState,
    most: usize,
) -> Result<String, ExportError> {
    let system = system(law.numeration()).ok_or_else(|| ExportError::Numeration {
        tool: "Walnut",
        numeration: law.numeration().to_string(),
        expected: "base b, fibonacci or tribonacci",
    })?;
    let exported = Exported::new(ruleset, law, control)?;
    let mut text = String::new();
    for line in about(ruleset, law, Some(control)) {
        let _ = writeln!(text, "# {line}");
    }
    let _ = writeln!(text, "# reads {}", exported.names.join(", "));
    let _ = writeln!(text, "{}", vec![system; exported.names.len()].join(" "));
    // The initial state has to come first.
    let start = exported.start as usize;
    let number = |state: usize| match state {
        state if state == start => 0,
        state if state < start => state + 1,
        state => state,
    };
    let order = std::iter::once(start).chain((0..exported.states).filter(|&state| state != start));
    for state in order {
        let _ = writeln!(text, "\n{} {}", number(state), exported.output(state));
        for letter in 0..exported.law.letters() {
            let Some(to) = exported.next(state, letter) else { continue };
            let digits: Vec<String> =
                exported.law.alphabet().digits_of(letter).map(|digit| digit.to_string()).collect();
            let _ = writeln!(text, "{} -> {}", digits.join(" "), number(to));
            short_enough(&text, most)?;
        }
    }
    Ok(text)
}

/// Walnut's name of the digits.
fn system(numeration: &Numeration) -> Option<String> {
    if let Some(base) = numeration.as_base() {
        return Some(format!("msd_{base}"));
    }
    if *numeration == Numeration::fibonacci() {
        return Some("msd_fib".to_owned());
    }
    (Some(numeration) == Numeration::bonacci(3).as_ref()).then(|| "msd_trib".to_owned())
}
