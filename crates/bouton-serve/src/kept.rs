//! Bounds on stored items: by number and by bytes.

/// The number of items, from the first on, that fit the bounds, given the size of each: at most
/// `most`, with at most `bytes` together.
pub(crate) fn fitting(sizes: impl Iterator<Item = u64>, most: usize, bytes: u64) -> usize {
    let mut together = 0u64;
    let fits = |size: &u64| {
        together = together.saturating_add(*size);
        together <= bytes
    };
    sizes.take(most).take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn the_first_ones_that_fit_stay() {
        let sizes = || [4, 5, 6, 0].into_iter();
        assert_eq!(fitting(sizes(), 9, 15), 4);
        assert_eq!(fitting(sizes(), 9, 14), 2);
        assert_eq!(fitting(sizes(), 1, 14), 1);
        assert_eq!(fitting(sizes(), 9, 3), 0);
        assert_eq!(fitting([u64::MAX, u64::MAX].into_iter(), 9, u64::MAX), 2);
    }
}
