//! Control states in words.

use bouton_core::passes_left;
use num_bigint::BigUint;

/// Returns words for a control state that counts the passes left, where `all` are the control states that a text is
/// about; `None` for other control states.
///
/// ```
/// use bouton_explain::control_state_in_words;
///
/// let words = |state, all: &[&str]| control_state_in_words(state, all);
/// assert_eq!(words("pass", &["pass", "used"]).unwrap(), "while the pass is there");
/// assert_eq!(words("pass", &["pass2", "pass", "used"]).unwrap(), "with one pass left");
/// assert_eq!(words("turn1-left1-1", &[]), None);
/// ```
#[must_use]
pub fn control_state_in_words(state: &str, all: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    let one = BigUint::from(1u32);
    let left = passes_left(state)?;
    if left < one {
        return Some("once every pass is used".to_owned());
    }
    let most = all.into_iter().filter_map(|state| passes_left(state.as_ref())).max();
    Some(match left == one {
        true if most == Some(one) => "while the pass is there".to_owned(),
        true => "with one pass left".to_owned(),
        false => format!("with {left} passes left"),
    })
}
