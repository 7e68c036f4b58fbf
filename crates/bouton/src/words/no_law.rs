//! The text where no law was found.

use bouton_prove::NumerationTrial;

/// The digits that were tried, and the growth of the number of states in them; empty if only base 2
/// was tried.
///
/// ```
/// use bouton::{Numeration, prove::NumerationTrial, words::no_law::digits};
///
/// let seen = |base, states: &[usize]| NumerationTrial {
///     numeration: Numeration::base(base).unwrap(),
///     states_by_depth: states.to_vec(),
/// };
/// assert_eq!(
///     digits(&[seen(2, &[12, 40, 90]), seen(3, &[9, 30, 70])]),
///     "Digits tried: base 2, base 3. In all of them the number of states was still growing."
/// );
/// ```
#[must_use]
pub fn digits(tried: &[NumerationTrial]) -> String {
    if tried.is_empty() {
        return String::new();
    }
    let names = |seen: &[&NumerationTrial]| seen.iter().map(|seen| name(seen)).collect::<Vec<_>>().join(", ");
    let all: Vec<&NumerationTrial> = tried.iter().collect();
    let (unseen, seen): (Vec<&NumerationTrial>, Vec<&NumerationTrial>) =
        tried.iter().partition(|seen| seen.states_by_depth.is_empty());
    let (growing, still): (Vec<&NumerationTrial>, Vec<&NumerationTrial>) =
        seen.iter().partition(|seen| grows(seen));
    let mut text = format!("Digits tried: {}.", names(&all));
    if !growing.is_empty() {
        let which = match (growing.len() == tried.len(), tried.len()) {
            (true, 1) => "In them".to_owned(),
            (true, _) => "In all of them".to_owned(),
            (false, _) => format!("In {}", names(&growing)),
        };
        text.push_str(&format!(" {which} the number of states was still growing."));
    }
    if !still.is_empty() {
        text.push_str(&format!(" In {} it grew no longer, but no law was proved.", names(&still)));
    }
    if !unseen.is_empty() {
        text.push_str(&format!(" In {} too many positions would have to be solved.", names(&unseen)));
    }
    text
}

/// The numbers of distinguished states, a row for each kind of digits; empty if none were tried.
#[must_use]
pub fn table(tried: &[NumerationTrial]) -> String {
    let seen: Vec<(String, &NumerationTrial)> =
        tried.iter().filter(|seen| !seen.states_by_depth.is_empty()).map(|seen| (name(seen), seen)).collect();
    let Some(width) = seen.iter().map(|(name, _)| name.chars().count()).max() else { return String::new() };
    let depths = seen.iter().map(|(_, seen)| seen.states_by_depth.len()).max().unwrap_or(0);
    let row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("  {cell:>6}")).collect();
        format!("{name:<width$}{cells}\n")
    };
    let mut text =
        "Beginnings of positions that the values tell apart, by how many digits more are looked at:\n"
            .to_owned();
    text.push_str(&row("", (1..=depths).map(|depth| depth.to_string()).collect()));
    for (name, seen) in &seen {
        text.push_str(&row(name, seen.states_by_depth.iter().map(ToString::to_string).collect()));
    }
    text
}

/// Whether one more digit distinguishes more states.
fn grows(seen: &NumerationTrial) -> bool {
    !matches!(seen.states_by_depth[..], [.., before, last] if before == last)
}

/// The name of a numeration; a base is named as such.
fn name(seen: &NumerationTrial) -> String {
    let name = seen.numeration.to_string();
    if name.bytes().all(|byte| byte.is_ascii_digit()) { format!("base {name}") } else { name }
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;

    #[test]
    fn each_kind_of_digits_is_in_one_sentence() {
        let seen = |base, states: &[usize]| NumerationTrial {
            numeration: Numeration::base(base).unwrap(),
            states_by_depth: states.to_vec(),
        };
        let tried = [seen(2, &[4, 9, 20]), seen(3, &[5, 7, 7]), seen(5, &[])];
        assert_eq!(
            digits(&tried),
            "Digits tried: base 2, base 3, base 5. In base 2 the number of states was still growing. In base 3 it grew no longer, but no law was proved. In base 5 too many positions would have to be solved."
        );
        let table = table(&tried);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "             1       2       3",
                "base 2       4       9      20",
                "base 3       5       7       7"
            ]
        );
        assert_eq!(digits(&[]), "");
    }
}
