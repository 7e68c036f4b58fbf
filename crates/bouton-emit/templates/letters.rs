@HEADER@
//
// The @KIND@ of @SUBJECT@, for all numbers that the letters of the rules may be.
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

/// The @KIND@ of @SUBJECT@ as a number; `None` if the theorem is about other numbers, or one is larger than `LARGEST`.
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
//@if blocks

/// The beginning of a block.
fn begin(block: i128, length: i128, step: i128, modulus: i128, longer: i128) -> i128 {
    block * length + block * step / modulus * longer
}

/// The block of a heap.
fn block_of(heap: i128, length: i128, step: i128, modulus: i128, longer: i128) -> i128 {
    let (mut low, mut high) = (0, heap / length.min(length + longer) + 1);
    while low + 1 < high {
        let middle = (low + high) / 2;
        if begin(middle, length, step, modulus, longer) <= heap {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
//@end

//@if sum
/// The outcome of a position with these heaps: P if the player who has just moved wins, N if the next one does; `None`
/// as for a value.
pub fn outcome(heaps: &[i128], @LETTER_PARAMETERS@) -> Option<&'static str> {
    let mut total = 0;
//@if misere
    let mut large = false;
//@end
    for &heap in heaps {
        let value = value(heap, @LETTER_NAMES@, 0)?;
        total ^= value;
//@if misere
        large |= value > 1;
//@end
    }
//@if misere
    Some(if total == i128::from(!large) { "P" } else { "N" })
//@else
    Some(if total == 0 { "P" } else { "N" })
//@end
}
//@else
/// The name of an outcome: P if the player who has just moved wins, N if the next one does.
pub fn outcome_name(value: i128) -> &'static str {
//@if outcomes
    OUTCOMES[value as usize]
//@else
    if value == 0 { "P" } else { "N" }
//@end
}
//@end
