@HEADER@
//
// The outcome of a position with any number of heaps.
//
// A position is a list of heaps; empty heaps are counted among the heaps. The law reads the binary digits of all
// heaps in step, the most significant first, and of each place how many heaps have a 1 there. It is proved
// @NUMBERS@.

/// The certificate that proves the law.
pub const CERTIFICATE: &str = @CERTIFICATE@;
/// Numbers of ones are taken modulo `PERIOD` from `THRESHOLD` on; these are the letters.
const THRESHOLD: usize = @THRESHOLD@;
const PERIOD: usize = @PERIOD@;
const LETTERS: usize = THRESHOLD + PERIOD;
const START: usize = @START@;
/// The state after a state and a letter: entry state * LETTERS + letter.
static NEXT: [usize; @NEXT_COUNT@] = @NEXT@;
/// The values of states if some heap is good at the end.
static GOOD_VALUES: [u32; @STATE_COUNT@] = @GOOD_VALUES@;
/// The values of states if no heap is good at the end.
static OTHER_VALUES: [u32; @STATE_COUNT@] = @OTHER_VALUES@;
/// The state of a heap after its state, a letter and its digit: entry (state * LETTERS + letter) * 2 + digit.
static HEAP_NEXT: [usize; @HEAP_NEXT_COUNT@] = @HEAP_NEXT@;
/// For each state of a heap whether the heap is good.
static HEAP_GOOD: [u8; @HEAP_COUNT@] = @HEAP_GOOD@;
static OUTCOMES: [&str; @OUTCOME_COUNT@] = @OUTCOMES@;

/// The number of the outcome of a position; `None` if the law is not about as many heaps.
pub fn value(position: &[u128]) -> Option<u32> {
@if odd
    if position.len() % 2 == 0 {
        return None;
    }
@end
@if even
    if position.len() % 2 == 1 {
        return None;
    }
@end
    let places = position.iter().map(|heap| 128 - heap.leading_zeros()).max().unwrap_or(0);
    let letters: Vec<usize> = (0..places)
        .rev()
        .map(|place| position.iter().filter(|&heap| heap >> place & 1 == 1).count())
        .map(|ones| if ones < LETTERS { ones } else { THRESHOLD + (ones - THRESHOLD) % PERIOD })
        .collect();
    let state = letters.iter().fold(START, |state, letter| NEXT[state * LETTERS + letter]);
    let (good, other) = (GOOD_VALUES[state], OTHER_VALUES[state]);
    let some = good != other && position.iter().any(|&heap| is_good(heap, &letters));
    Some(if some { good } else { other })
}

/// Whether a heap is good at the end.
fn is_good(heap: u128, letters: &[usize]) -> bool {
    let places = (0..letters.len()).rev();
    let state = letters.iter().zip(places).fold(0, |state, (letter, place)| {
        HEAP_NEXT[(state * LETTERS + letter) * 2 + (heap >> place & 1) as usize]
    });
    HEAP_GOOD[state] == 1
}

/// The name of an outcome: P if the player who has just moved wins, N if the next one does.
pub fn outcome_name(value: u32) -> &'static str {
    OUTCOMES[value as usize]
}
