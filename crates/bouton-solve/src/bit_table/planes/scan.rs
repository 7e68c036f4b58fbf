//! Moves within rows that are completed together.

/// The moves within the rows of a team, as lookup tables.
#[derive(Debug)]
pub(super) struct Scan {
    /// The places of the axis that are looked up at once; their bits follow each other plane by plane.
    places: usize,
    /// The number of earlier places that are read.
    back: usize,
    /// The lost bits, given what is read before them and the bits won by other moves.
    lost: Vec<u8>,
    /// For each choice of bits won by other moves, what is read before the next places, four bits for each of what
    /// is read before these.
    chain: Box<[u64; 256]>,
    /// Whether there is one plane, and its only move leads to the place before.
    alternates: bool,
}

/// The most bits that are read before some places.
const MOST_BEFORE: usize = 4;

impl Scan {
    /// Creates the tables for planes with these moves, each from one plane to another by a drop, and the planes in an
    /// order in which moves without a drop lead to earlier ones. Returns `None` if too much would be read.
    pub(super) fn new(planes: usize, moves: &[(usize, usize, usize)], order: &[usize]) -> Option<Self> {
        let places = 8 / planes;
        let back = moves.iter().map(|&(_, _, drop)| drop).max().unwrap_or(0);
        if places == 0 || back > places || back * planes > MOST_BEFORE {
            return None;
        }
        let (before, size) = (1usize << (back * planes), 1usize << (places * planes));
        let (mut lost, mut chain) = (vec![0; before << 8], Box::new([0; 256]));
        for (history, won) in (0..before).flat_map(|history| (0..size).map(move |won| (history, won))) {
            let mut bits = 0usize;
            for place in 0..places {
                for &plane in order {
                    let wins = moves.iter().any(|&(from, to, drop)| {
                        from == plane
                            && match place.checked_sub(drop) {
                                Some(place) => bits >> (to * places + place) & 1 == 1,
                                None => history >> (to * back + back + place - drop) & 1 == 1,
                            }
                    });
                    if !wins && won >> (plane * places + place) & 1 == 0 {
                        bits |= 1 << (plane * places + place);
                    }
                }
            }
            lost[history << 8 | won] = u8::try_from(bits).ok()?;
            let last = (1usize << back) - 1;
            let next = (0..planes).fold(0, |next, plane| {
                next | (bits >> (plane * places + places - back) & last) << (plane * back)
            });
            chain[won] |= u64::try_from(next).ok()? << (MOST_BEFORE * history);
        }
        let alternates = planes == 1 && back == 1 && moves.iter().all(|&own| own == (0, 0, 1));
        Some(Self { places, back, lost, chain, alternates })
    }

    /// Completes the words of some rows from `first` on; each list has the wins by moves to other rows, and is
    /// replaced by what is lost. `before` has the words before these, if there are any.
    pub(super) fn settle(&self, before: &[u64], rows: &mut [Vec<u64>]) {
        match rows {
            [one] if self.alternates => settle_alternating(before.first().map_or(0, |word| word >> 63), one),
            [one] => self.settle_words([one], before),
            [one, two] => self.settle_words([one, two], before),
            [one, two, three] => self.settle_words([one, two, three], before),
            [one, two, three, four] => self.settle_words([one, two, three, four], before),
            _ => {}
        }
    }

    fn settle_words<const N: usize>(&self, rows: [&mut Vec<u64>; N], before: &[u64]) {
        let Self { places, back, lost, chain, .. } = self;
        let (places, mask) = (*places, (1u64 << *places) - 1);
        let mut history = 0u64;
        for (plane, word) in before.iter().enumerate() {
            let last = if *back == 0 { 0 } else { word >> (64 - back) };
            history |= last << (plane * back);
        }
        let words = rows.iter().map(|row| row.len()).min().unwrap_or(0);
        #[expect(clippy::needless_range_loop, reason = "a word of every row")]
        for word in 0..words {
            let won: [u64; N] = std::array::from_fn(|plane| rows[plane][word]);
            let mut out = [0u64; N];
            for chunk in 0..64 / places {
                let at = chunk * places;
                let own = (0..N).fold(0, |own, plane| own | (won[plane] >> at & mask) << (plane * places));
                #[expect(clippy::cast_possible_truncation, reason = "at most twelve bits")]
                let (own, index) = (own as usize & 0xff, (history << 8 | own) as usize);
                history = chain[own] >> (MOST_BEFORE as u64 * history) & 0xf;
                let bits = u64::from(lost[index]);
                for (plane, out) in out.iter_mut().enumerate() {
                    *out |= (bits >> (plane * places) & mask) << at;
                }
            }
            for plane in 0..N {
                rows[plane][word] = out[plane];
            }
        }
    }
}

/// Completes the words of a row whose only move within it leads to the place before: where no other move wins, lost and
/// won places alternate, and the first is lost unless the place before it is. An addition carries through each such
/// run that begins at an even place.
fn settle_alternating(mut before: u64, row: &mut [u64]) {
    const EVEN: u64 = u64::MAX / 3;
    for word in row {
        let open = !*word & !before;
        let starts = open & !(open << 1);
        let from_even = open & !open.wrapping_add(starts & EVEN);
        *word = from_even & EVEN | open & !from_even & !EVEN;
        before = *word >> 63;
    }
}
