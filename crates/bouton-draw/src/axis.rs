//! Numbers along an axis.

/// The numbers along an axis from 0 to `upto`: at most `most` steps of 1, 2 or 5 times a power of
/// ten.
#[must_use]
pub fn ticks(upto: u64, most: u64) -> Vec<u64> {
    let step = step(upto, most);
    (0..=upto / step).map(|index| index * step).collect()
}

/// The least step of the form 1, 2 or 5 times a power of ten such that `most` steps reach `upto`.
fn step(upto: u64, most: u64) -> u64 {
    let most = most.max(1);
    let mut power = 1u64;
    loop {
        for digit in [1, 2, 5] {
            let step = power.saturating_mul(digit);
            if upto / step <= most {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0, 10), [0]);
        assert_eq!(ticks(7, 10), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(1024, 8), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(ticks(30, 8), [0, 5, 10, 15, 20, 25, 30]);
        assert_eq!(ticks(u64::MAX, 8).len(), 4);
        for upto in 0..2000 {
            assert!(ticks(upto, 8).len() <= 9);
        }
    }
}
