//! Possible laws of a game of the family, as automata.

use bouton_automata::explore;
use bouton_core::{DigitAutomaton, Numeration, Value};

use super::Family;

/// The numeration of the claimed laws: remainders and columns are those of base 2.
const NUMERATION: Numeration = Numeration::binary();

/// The most states of a claimed law.
const MAX_STATES: usize = 50_000;

/// A law of outcomes that a game of the family might have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Lost exactly if the total is a multiple of t + 1: one heap, take 1 to t.
    Total,
    /// Lost exactly if the nim-sum of the heaps' remainders mod t + 1 is 0: the sum
    /// of k games with one heap, take 1 to t.
    NimOnRemainders,
    /// Index-j Nim on the remainders mod t + 1: lost exactly if in each binary place
    /// the number of remainders with a 1 is a multiple of j + 1.
    IndexNimOnRemainders,
    /// Index-j Nim itself (Moore, *A generalization of the game called Nim*, 1910):
    /// lost exactly if in each binary place the number of heaps with a 1 is a
    /// multiple of j + 1.
    IndexNim,
}

impl Claim {
    /// All claims, the simplest first.
    pub const ALL: [Self; 4] =
        [Self::Total, Self::NimOnRemainders, Self::IndexNimOnRemainders, Self::IndexNim];

    /// The claims that differ for this game: index-1 Nim is Nim.
    pub fn about(family: &Family) -> impl Iterator<Item = Self> {
        let many = family.from() > 1;
        Self::ALL.into_iter().filter(move |claim| many || *claim != Self::IndexNimOnRemainders)
    }

    /// The claim in words, after "a position is lost exactly if".
    #[must_use]
    pub fn statement(&self, family: &Family) -> String {
        let (modulus, index) = (family.modulus(), family.from());
        match self {
            Self::Total => format!("the total is a multiple of {modulus}"),
            Self::NimOnRemainders => format!("the nim-sum of the heaps' remainders mod {modulus} is 0"),
            Self::IndexNimOnRemainders => {
                format!("the heaps' remainders mod {modulus} are lost in index-{index} Nim")
            }
            Self::IndexNim if index == 1 => "it is lost in Nim".to_owned(),
            Self::IndexNim => format!("it is lost in index-{index} Nim"),
        }
    }

    /// The law: 0 where a position is lost, 1 where it is won. `None` if it would
    /// take too many states; there are (t + 1)^k remainders.
    #[must_use]
    pub fn automaton(&self, family: &Family) -> Option<DigitAutomaton> {
        let (heaps, modulus) = (family.heaps(), family.modulus());
        match self {
            Self::Total => explore(
                heaps,
                [0u64],
                |total, letter| (longer(*total, 0, modulus) + NUMERATION.digit_sum(letter)) % modulus,
                |total| Value::from(*total != 0),
                MAX_STATES,
            )
            .ok(),
            Self::NimOnRemainders => {
                by_remainders(heaps, modulus, |remainders| Value::from(nim_sum(remainders) != 0))
            }
            Self::IndexNimOnRemainders => {
                let divisor = family.from() + 1;
                by_remainders(heaps, modulus, |remainders| Value::from(!is_index_lost(remainders, divisor)))
            }
            Self::IndexNim => {
                let divisor = u64::try_from(family.from()).ok()? + 1;
                explore(
                    heaps,
                    [true],
                    |lost, letter| *lost && NUMERATION.digit_sum(letter).is_multiple_of(divisor),
                    |lost| Value::from(!lost),
                    MAX_STATES,
                )
                .ok()
            }
        }
    }
}

/// The automaton whose value at a position is the nim-sum of the heaps' remainders
/// mod t + 1: the Grundy values of k games with one heap, take 1 to t.
#[must_use]
pub fn nim_sum_of_remainders(family: &Family) -> Option<DigitAutomaton> {
    by_remainders(family.heaps(), family.modulus(), |remainders| {
        Value::try_from(nim_sum(remainders)).unwrap_or(Value::MAX)
    })
}

/// The same as a law of outcomes of the game with a Nim heap added, the last
/// coordinate: 0 exactly if that heap is the nim-sum of the remainders, else 1.
#[must_use]
pub fn nim_sum_of_remainders_beside_a_heap(family: &Family) -> Option<DigitAutomaton> {
    let (heaps, modulus) = (family.heaps(), family.modulus());
    // Every nim-sum of remainders is smaller.
    let too_large = modulus.next_power_of_two();
    explore(
        heaps + 1,
        [(vec![0u64; heaps], 0u64)],
        |(remainders, beside), letter| {
            let beside = NUMERATION.append(*beside, NUMERATION.digit(letter, heaps));
            (each_longer(remainders, letter, modulus), beside.map_or(too_large, |heap| heap.min(too_large)))
        },
        |(remainders, beside)| Value::from(nim_sum(remainders) != *beside),
        MAX_STATES,
    )
    .ok()
}

/// Computes from a law of Grundy values the automaton whose value at a position is the nim-sum of
/// the values of its heaps alone: (x, 0, …, 0), (0, y, 0, …), … It is the law itself exactly if the
/// heaps are independent games.
///
/// `None` if it would take too many states.
#[must_use]
pub fn sum_of_single_heaps(law: &DigitAutomaton) -> Option<DigitAutomaton> {
    let start = *law.starts().first()?;
    explore(
        law.tracks(),
        [vec![start; law.tracks()]],
        |states, letter| {
            let alone =
                |track| NUMERATION.letter_of_one(track) * usize::from(NUMERATION.digit(letter, track));
            states.iter().enumerate().map(|(track, &state)| law.next(state, alone(track))).collect()
        },
        |states| states.iter().fold(0, |sum, &state| sum ^ law.output(state)),
        MAX_STATES,
    )
    .ok()
}

fn by_remainders(heaps: usize, modulus: u64, output: impl Fn(&[u64]) -> Value) -> Option<DigitAutomaton> {
    explore(
        heaps,
        [vec![0u64; heaps]],
        |remainders, letter| each_longer(remainders, letter, modulus),
        |remainders| output(remainders),
        MAX_STATES,
    )
    .ok()
}

/// The remainder of a number after one more digit.
fn longer(remainder: u64, digit: u8, modulus: u64) -> u64 {
    NUMERATION.append_remainder(remainder, digit, modulus).expect("base 2 has remainders")
}

/// The remainders of all heaps after one more digit of each.
fn each_longer(remainders: &[u64], letter: usize, modulus: u64) -> Vec<u64> {
    let digits = (0..).map(|track| NUMERATION.digit(letter, track));
    remainders.iter().zip(digits).map(|(&remainder, digit)| longer(remainder, digit, modulus)).collect()
}

fn nim_sum(sizes: &[u64]) -> u64 {
    sizes.iter().fold(0, |sum, size| sum ^ size)
}

/// Whether in each binary place the number of ones is a multiple of `divisor`.
fn is_index_lost(sizes: &[u64], divisor: usize) -> bool {
    (0..u64::BITS).all(|place| sizes.iter().filter(|&size| size >> place & 1 == 1).count() % divisor == 0)
}
