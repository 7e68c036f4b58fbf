//! The Hanoi Omega-Automata format, version 1 (Babiak and others, *The Hanoi Omega-Automata Format*, 2015).
//!
//! The format is about infinite words; a position is a finite word of digits. It is written as an
//! infinite word in the usual way (De Giacomo and Vardi, *Linear temporal logic and linear dynamic
//! logic on finite traces*, 2013): the proposition `end` is false as long as there are digits, and
//! true for ever after them, whatever the other propositions are.

use std::fmt::Write;

use bouton_core::{ControlState, Law, Ruleset};

use super::{ExportError, Exported, about, short_enough};

/// The law in one control state as a deterministic ω-automaton.
///
/// Its propositions are the binary digits of a digit of each coordinate, named after it (`h1`, or
/// `h1.0`, `h1.1`, … from the least significant one on where a digit has several), and `end`. A run
/// over the digits of a position, most significant first, and `end` for ever after them ends in a
/// state of its value. The values are numbered from the least that occurs on, and the states of
/// value number i are in the acceptance set i; the acceptance condition is `Inf(0)`: the automaton
/// accepts the positions of the least value, which is P for outcomes. For another value, change
/// that number.
///
/// # Errors
///
/// [`ExportError::Transitions`], [`ExportError::Bytes`] beyond `most` bytes.
///
/// # Panics
///
/// If the law is not one of the rules, or the control state does not exist.
///
/// # Examples
///
/// ```
/// use bouton_core::{ControlState, Law, Valuation};
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let text = bouton_explain::hoa(&rules, &law, ControlState(0), 1 << 20).unwrap();
/// assert!(text.starts_with("HOA: v1\n") && text.ends_with("--END--\n"));
/// ```
pub fn hoa(ruleset: &Ruleset, law: &Law, control: ControlState, most: usize) -> Result<String, ExportError> {
    let exported = Exported::new(ruleset, law, control)?;
    let digits = exported.law.numeration().digits();
    // The number of bits of a digit.
    let bits = (usize::BITS - (digits - 1).leading_zeros()).max(1) as usize;
    let tracks = exported.names.len();
    let end = tracks * bits;
    let mut values: Vec<u32> = (0..exported.states).map(|state| exported.output(state)).collect();
    values.sort_unstable();
    values.dedup();

    let name: Vec<String> =
        ruleset.text().lines().map(|line| line.replace('\\', "\\\\").replace('"', "\\\"")).collect();
    let mut text = format!("HOA: v1\nname: \"{}\"\n", name.join("; "));
    for line in about(ruleset, law, Some(control)) {
        let _ = writeln!(text, "/* {} */", line.replace("*/", "* /"));
    }
    let _ = writeln!(text, "States: {}\nStart: {}", exported.states + values.len(), exported.start);
    let propositions: Vec<String> = exported
        .names
        .iter()
        .flat_map(|name| {
            (0..bits)
                .map(move |bit| if bits == 1 { format!("\"{name}\"") } else { format!("\"{name}.{bit}\"") })
        })
        .collect();
    let _ = writeln!(text, "AP: {} {} \"end\"", end + 1, propositions.join(" "));
    let _ = writeln!(text, "Acceptance: {} Inf(0)", values.len());
    if values.len() == 1 {
        text.push_str("acc-name: Buchi\n");
    }
    for (number, value) in values.iter().enumerate() {
        let _ = writeln!(text, "/* acceptance set {number}: value {} */", law.valuation.value_name(*value));
    }
    text.push_str("properties: trans-labels explicit-labels state-acc deterministic\n--BODY--\n");
    for state in 0..exported.states {
        let _ = writeln!(text, "State: {state}");
        let mut read: std::collections::BTreeMap<usize, Vec<String>> = std::collections::BTreeMap::new();
        let mut labels = text.len();
        for letter in 0..exported.law.letters() {
            let Some(to) = exported.next(state, letter) else { continue };
            let mut label = String::new();
            for (track, digit) in exported.law.alphabet().digits_of(letter).enumerate() {
                for bit in 0..bits {
                    let sign = if digit >> bit & 1 == 1 { "" } else { "!" };
                    let _ = write!(label, "{sign}{}&", track * bits + bit);
                }
            }
            labels += label.len();
            if labels > most {
                return Err(ExportError::Bytes { most });
            }
            read.entry(to).or_default().push(label + &format!("!{end}"));
        }
        for (to, labels) in read {
            let _ = writeln!(text, "[{}] {to}", labels.join(" | "));
        }
        let value = values.partition_point(|&value| value < exported.output(state));
        let _ = writeln!(text, "[{end}] {}", exported.states + value);
        short_enough(&text, most)?;
    }
    for value in 0..values.len() {
        let _ = writeln!(
            text,
            "State: {} {{{value}}}\n[{end}] {}",
            exported.states + value,
            exported.states + value
        );
    }
    text.push_str("--END--\n");
    Ok(text)
}
