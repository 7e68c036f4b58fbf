@HEADER@
//
// The @KIND@ of a heap, for all numbers that the letters of the rules may be.
//
// It is proved for all @LETTERS@ with
// @RANGE@.

/// The certificate that proves the law.
pub const CERTIFICATE: &str = @CERTIFICATE@;
/// The names of the control states, which are numbered from 0 on.
pub const CONTROLS: [&str; @CONTROL_COUNT@] = @CONTROLS@;
/// No number may be larger.
pub const LARGEST: i128 = @LARGEST@;
//@if outcomes
static OUTCOMES: [&str; @OUTCOME_COUNT@] = @OUTCOMES@;
//@end

/// The @KIND@ of a heap as a number; `None` if the theorem is about other numbers, or one is larger than `LARGEST`.
pub fn value(@PARAMETERS@) -> Option<i128> {
    let numbers = [@NUMBERS@];
    if control >= CONTROLS.len() || !numbers.iter().all(|number| (0..=LARGEST).contains(number)) {
        return None;
    }
    if !(@CONE@) {
        return None;
    }
@BODY@
}

/// The name of an outcome: P if the player who has just moved wins, N if the next one does.
pub fn outcome_name(value: i128) -> &'static str {
//@if outcomes
    OUTCOMES[value as usize]
//@else
    if value == 0 { "P" } else { "N" }
//@end
}
