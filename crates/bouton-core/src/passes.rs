//! The names of the control states that count the passes left.

use num_bigint::BigUint;

/// Returns the name of the control state with this number of passes left: `used`, `pass`, `pass2`, `pass3`, ….
///
/// ```
/// use bouton_core::pass_state;
///
/// assert_eq!([pass_state(0), pass_state(1), pass_state(2)], ["used", "pass", "pass2"]);
/// ```
#[must_use]
pub fn pass_state(left: usize) -> String {
    match left {
        0 => "used".to_owned(),
        1 => "pass".to_owned(),
        _ => format!("pass{left}"),
    }
}

/// Returns the number of passes left in the control state with this name; `None` if the name is not of the form that
/// [`pass_state`] writes.
///
/// ```
/// use bouton_core::{pass_state, passes_left};
///
/// assert!((0..100).all(|left| passes_left(&pass_state(left)) == Some(left.into())));
/// for other in ["", "pass0", "pass1", "pass02", "pass+2", "turn1-left1-1"] {
///     assert_eq!(passes_left(other), None);
/// }
/// ```
#[must_use]
pub fn passes_left(state: &str) -> Option<BigUint> {
    match state {
        "used" => Some(BigUint::ZERO),
        "pass" => Some(1u32.into()),
        _ => {
            let left = state.strip_prefix("pass")?;
            let written = !left.starts_with('0') && left.bytes().all(|digit| digit.is_ascii_digit());
            written.then(|| left.parse().ok()).flatten().filter(|left| *left > BigUint::from(1u32))
        }
    }
}
