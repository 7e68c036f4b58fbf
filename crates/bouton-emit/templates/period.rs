@HEADER@
//
// The Grundy value of a position, and a winning move.
//
// A position is a list of heaps. g(n + @LENGTH@) = g(n) for all heaps n >= @PREPERIOD@ is proved; the
// value of a position is the nim-sum of the values of its heaps, and the player to move wins unless it is 0.

/// The certificate that proves the period.
pub const CERTIFICATE: &str = @CERTIFICATE@;
/// Bit j of entry k: k objects may be taken from a heap if what is left is put into j heaps.
pub const DIGITS: [u8; @DIGIT_COUNT@] = @DIGITS@;
/// The first heap of the period.
pub const PREPERIOD: u128 = @PREPERIOD@;
/// The length of the period.
pub const LENGTH: u128 = @LENGTH@;
/// The values of heaps below `PREPERIOD + LENGTH`.
static VALUES: [u32; @VALUE_COUNT@] = @VALUES@;

/// The Grundy value of one heap.
pub fn grundy(heap: u128) -> u32 {
    let place = match heap.checked_sub(PREPERIOD) {
        Some(beyond) => PREPERIOD + beyond % LENGTH,
        None => heap,
    };
    VALUES[place as usize]
}

/// The Grundy value of a position.
pub fn value(position: &[u128]) -> u32 {
    position.iter().fold(0, |total, &heap| total ^ grundy(heap))
}

/// P if the player who has just moved wins, N if the player to move wins.
pub fn outcome_name(value: u32) -> &'static str {
    if value == 0 { "P" } else { "N" }
}

/// The heaps after a winning move, if there is one.
pub fn winning_move(position: &[u128]) -> Option<Vec<u128>> {
    let total = value(position);
    if total == 0 {
        return None;
    }
    for (index, &heap) in position.iter().enumerate() {
        if let Some(parts) = move_to(heap, total ^ grundy(heap)) {
            let mut option = position.to_vec();
            option.splice(index..index + 1, parts);
            return Some(option);
        }
    }
    None
}

/// Parts that a heap may become so that its value is `wanted`; of parts that repeat with the
/// period one of each kind is tried.
fn move_to(heap: u128, wanted: u32) -> Option<Vec<u128>> {
    let most = PREPERIOD + LENGTH;
    for (taken, &digit) in DIGITS.iter().enumerate() {
        if heap == 0 || heap < taken as u128 {
            return None;
        }
        let left = heap - taken as u128;
        if digit & 1 != 0 && left == 0 && wanted == 0 {
            return Some(Vec::new());
        }
        if digit & 2 != 0 && left > 0 && grundy(left) == wanted {
            return Some(vec![left]);
        }
        if digit & 4 != 0 {
            for first in 1..=most.min(left / 2) {
                if grundy(first) ^ grundy(left - first) == wanted {
                    return Some(vec![first, left - first]);
                }
            }
        }
        if digit & 8 != 0 {
            for first in 1..=most.min(left / 3) {
                for second in first..=most.min((left - first) / 2) {
                    let third = left - first - second;
                    if grundy(first) ^ grundy(second) ^ grundy(third) == wanted {
                        return Some(vec![first, second, third]);
                    }
                }
            }
        }
    }
    None
}
