//! Laws that do not depend on the last binary digits: laws of the halves of the coordinates.

use bouton_automata::minimize;
use bouton_core::{DigitAutomaton, Value};

/// The law of the coordinates' halves, rounded down, if the law depends on these only.
///
/// The value of x is then that of every position with the same halves: whatever the last letter is,
/// it leads from a state to the same output.
pub(crate) fn find(law: &DigitAutomaton) -> Option<DigitAutomaton> {
    let outputs = (0u32..)
        .zip(law.outputs())
        .map(|(state, _)| {
            let value = |letter: usize| law.output(law.next(state, letter));
            (1..law.letters()).all(|letter| value(letter) == value(0)).then(|| value(0))
        })
        .collect::<Option<Vec<Value>>>()?;
    let halves = DigitAutomaton::over(
        law.numeration(),
        law.tracks(),
        law.starts().to_vec(),
        outputs,
        law.transitions().to_vec(),
    );
    Some(minimize(&halves.ok()?))
}

#[cfg(test)]
mod tests {
    use bouton_automata::table_law;

    use super::*;

    #[test]
    fn halves_are_found_where_the_last_digit_does_not_matter() {
        let law = table_law(2, 1, |_, x| Value::from(x[0] / 2 != x[1] / 2), 4).unwrap();
        let halves = find(&minimize(&law)).unwrap();
        for a in 0..20 {
            for b in 0..20 {
                assert_eq!(halves.evaluate_small(0, &[a, b]), Value::from(a != b), "{a} {b}");
            }
        }
        let law = table_law(2, 1, |_, x| Value::from(x[0] != x[1]), 4).unwrap();
        assert_eq!(find(&minimize(&law)), None);
    }
}
