//! An opponent that errs at a stated rate.

use std::{fmt, str::FromStr};

use bouton_answer::Answer;
use bouton_core::Position;

use crate::best_move;

/// The rate of the opponent's errors: their number in a hundred turns in which it could make a
/// mistake.
///
/// ```
/// use bouton::play::Level;
///
/// assert_eq!("fair".parse::<Level>()?, "25%".parse()?);
/// assert_eq!(Level::default().to_string(), "perfect");
/// # Ok::<(), bouton::play::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level(u8);

/// The levels that have names.
const NAMES: [(&str, u8); 4] = [("perfect", 0), ("strong", 10), ("fair", 25), ("weak", 50)];

/// The error of a text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no level `{0}`: say perfect, strong (errs at 10% of its turns), fair (25%), weak (50%), or a rate such as 30%"
)]
pub struct UnknownLevel(pub String);

impl Level {
    /// The rate in hundredths.
    #[must_use]
    pub fn percent(self) -> u8 {
        self.0
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if let Some((_, percent)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(Self(*percent));
        }
        let number = text.strip_suffix('%').unwrap_or(text).trim_end().parse().ok();
        let percent = number.filter(|&percent: &u8| percent <= 100);
        percent.map(Self).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.iter().find(|(_, percent)| *percent == self.0) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}%", self.0),
        }
    }
}

/// The opponent that chooses the computer's moves. Its choice at a turn depends only on the seed
/// and the number of the turn, so resuming a game or taking back a move changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// The rate of errors.
    pub level: Level,
    /// The seed of errors and of random starts.
    pub seed: u64,
}

impl Opponent {
    /// The move of a turn. An error is any of the moves that are not best, all equally likely;
    /// where all moves are equally good there are no errors.
    #[must_use]
    pub fn choose(&self, turn: usize, known: &Answer) -> Option<Position> {
        let worse: Vec<&Position> =
            known.moves.iter().filter(|option| !option.best).map(|option| &option.to).collect();
        let mut chance = Chance::new(self.seed, turn as u64);
        if !worse.is_empty() && chance.below(100) < u64::from(self.level.0) {
            return usize::try_from(chance.below(worse.len() as u64)).ok().map(|place| worse[place].clone());
        }
        best_move(known).cloned()
    }
}

/// Pseudorandom numbers by `SplitMix64` (Steele, Lea and Flood, *Fast splittable pseudorandom
/// number generators*, 2014). They are the same on every machine and must never change: saved games
/// rely on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// The numbers of a seed for one purpose.
    pub(super) fn new(seed: u64, purpose: u64) -> Self {
        let mut first = Self(seed);
        Self(first.next() ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0; if `bound` is below 2³², all are equally likely up
    /// to one part in 2³².
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        u64::try_from((u128::from(self.next()) * u128::from(bound)) >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Partner;
    use bouton::{Game, Oracle, Watch};

    /// Each level errs at its rate, in turns in which a mistake is possible: among 4,000 turns the
    /// share is within three standard deviations of the rate.
    #[test]
    fn an_opponent_errs_at_its_rate() {
        let playable = Game::named("nim").unwrap().with_heaps(3).unwrap().playable().unwrap();
        let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
        let placed = partner.playable().place(&"3,4,5".parse().unwrap()).unwrap();
        let known = partner.answer(&placed).unwrap();
        let is_best = |to: &Position| known.moves.iter().any(|option| option.best && option.to == *to);
        for percent in [0, 10, 25, 50, 77, 100] {
            let opponent = Opponent { level: Level(percent), seed: 5 };
            let turns = 4_000;
            let errors = (0..turns).filter(|&turn| !is_best(&opponent.choose(turn, &known).unwrap())).count();
            let (rate, turns) = (f64::from(percent) / 100.0, f64::from(4_000));
            let spread = 3.0 * (turns * rate * (1.0 - rate)).sqrt();
            let errors = f64::from(u32::try_from(errors).unwrap());
            assert!((errors - rate * turns).abs() <= spread, "{percent} %: {errors} of {turns}");
        }
    }

    /// The first numbers of seed 1234567 in the reference implementation (Vigna, splitmix64.c).
    #[test]
    fn the_generator_is_splitmix64() {
        let mut chance = Chance(1_234_567);
        let found = [(); 3].map(|()| chance.next());
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn levels_are_read() {
        for (text, percent) in [("perfect", 0), ("Weak", 50), ("30%", 30), ("7", 7), ("100 %", 100)] {
            assert_eq!(text.parse::<Level>().map(Level::percent), Ok(percent), "{text}");
        }
        for text in ["", "good", "101", "-3", "300%"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
