//! Tables 1 and 2: sizes at most three, after Low and Chan, *An atlas of N- and
//! P-positions in "Nim with a Pass"*, Integers 15 (2015).

/// The parity of a number of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

impl Parity {
    /// Whether a number has this parity.
    #[must_use]
    pub fn fits(self, number: u64) -> bool {
        number % 2 == u64::from(self == Self::Odd)
    }
}

/// A row of Table 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallSizesRule {
    /// The heaps have sizes from 1 to this.
    pub sizes: u8,
    /// The rule holds for at least this many objects.
    pub least_objects: u64,
    /// The parities of the numbers of heaps of size 1, 2, 3 as printed; the table calls these
    /// positions lost.
    pub printed: Vec<Parity>,
    /// The parities for which this is true.
    pub true_parities: Vec<Parity>,
    /// If they differ, a position (m₁, m₂, m₃) of the printed kind that is won.
    pub counterexample: Option<[u64; 3]>,
}

/// The rows of Table 1, as printed and as they should be. The last one is misprinted: (even, even,
/// even) for (even, odd, odd), as Table 2's nim-sum "even odd" and the text after it show. For
/// heaps of size 1 only, 2 objects are sufficient instead of 3.
#[must_use]
pub fn low_chan_rules() -> Vec<SmallSizesRule> {
    use Parity::{Even, Odd};
    let rule = |sizes, least_objects, printed: &[Parity]| SmallSizesRule {
        sizes,
        least_objects,
        printed: printed.to_vec(),
        true_parities: printed.to_vec(),
        counterexample: None,
    };
    vec![
        rule(1, 3, &[Odd]),
        rule(2, 7, &[Odd, Even]),
        rule(3, 10, &[Odd, Even, Even]),
        SmallSizesRule {
            true_parities: vec![Even, Odd, Odd],
            counterexample: Some([10, 0, 0]),
            ..rule(3, 10, &[Even, Even, Even])
        },
    ]
}

/// Whether (m₁, m₂, m₃) with the pass still available is lost, by the corrected Table 1, which
/// needs a least number of objects (3 for ones only, 7 for ones and twos, 10 otherwise); `None`
/// below it.
///
/// ```
/// use bouton_theory::nim_with_a_pass::sizes_up_to_three_is_lost;
///
/// assert_eq!(sizes_up_to_three_is_lost([4, 3, 1]), Some(true));
/// assert_eq!(sizes_up_to_three_is_lost([10, 0, 0]), Some(false));
/// assert_eq!(sizes_up_to_three_is_lost([0, 0, 3]), None);
/// ```
#[must_use]
pub fn sizes_up_to_three_is_lost(heaps: [u64; 3]) -> Option<bool> {
    let [ones, twos, threes] = heaps;
    let objects = twos.checked_mul(2)?.checked_add(ones)?.checked_add(threes.checked_mul(3)?)?;
    let sizes = match (twos, threes) {
        (_, 1..) => 3,
        (1.., 0) => 2,
        (0, 0) => 1,
    };
    let rules = low_chan_rules();
    let mut rules = rules.iter().filter(|rule| rule.sizes == sizes).peekable();
    if rules.peek().is_none_or(|rule| objects < rule.least_objects) {
        return None;
    }
    Some(rules.any(|rule| rule.true_parities.iter().zip(heaps).all(|(parity, count)| parity.fits(count))))
}

/// The largest number of objects for which [`holds_from`] compares lines with Theorem 1.
pub const COMPARED_UP_TO: u64 = 60;

/// The number of objects from which on exactly the positions of the corrected lines are lost, for
/// sizes up to `sizes`. It is compared with Theorem 1 up to [`COMPARED_UP_TO`] objects.
#[must_use]
pub fn holds_from(rules: &[SmallSizesRule], sizes: u8) -> u64 {
    let said = |heaps: &[u64]| {
        let lines = rules.iter().filter(|rule| rule.sizes == sizes);
        let mut lines = lines.map(|rule| rule.true_parities.iter().zip(heaps));
        lines.any(|mut both| both.all(|(parity, &count)| parity.fits(count)))
    };
    let fails = |objects: &u64| {
        super::positions_with_objects(*objects).any(|row| {
            let (heaps, larger) = row.heaps.split_at(usize::from(sizes));
            larger.iter().all(|&count| count == 0) && said(heaps) != row.lost
        })
    };
    (0..=COMPARED_UP_TO).rev().find(fails).map_or(0, |last| last + 1)
}
