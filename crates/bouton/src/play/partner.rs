//! Who knows the best move: everything solved, or a law.

use bouton_core::{Convention, Position, Watch};

use crate::{
    Answer, AnswerError, BigPosition, CheckedLaw, Legality, Playable, Source, Theorem, answer, answer_by_law,
    bundled_theorem, legality,
};

/// The perfect player.
#[derive(Debug)]
pub struct Partner {
    playable: Playable,
    law: Option<CheckedLaw>,
    watch: Watch,
}

/// The most moves a law is asked for.
const MOST_MOVES: usize = 200;

impl Partner {
    /// A player of this game, by the law if one is given.
    #[must_use]
    pub fn new(playable: Playable, law: Option<CheckedLaw>, watch: Watch) -> Self {
        Self { playable, law, watch }
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        &self.playable
    }

    /// Who wins.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.playable.game().convention()
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        match self.convention() {
            Convention::Normal | Convention::Misere => 2,
            Convention::Podium { players } => usize::from(players),
            Convention::Coalition => 3,
        }
    }

    /// A position as it is written.
    #[must_use]
    pub fn write(&self, position: &BigPosition) -> Position {
        self.playable.write(&position.0, position.1)
    }

    /// What the position is worth.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn answer(&self, position: &BigPosition) -> Result<Answer, AnswerError> {
        match &self.law {
            Some(law) => answer_by_law(&self.playable, &self.write(position), law, MOST_MOVES),
            None => answer(&self.playable, &self.write(position), &self.watch),
        }
    }

    /// The move that the computer makes: a best one; of equal ones the one that
    /// leaves the most, so that the game does not end sooner than it must.
    #[must_use]
    pub fn choose(&self, known: &Answer) -> Option<Position> {
        let mut candidates: Vec<&Position> =
            known.moves.iter().filter(|option| option.winning).map(|option| &option.to).collect();
        if candidates.is_empty() {
            candidates = known.moves.iter().filter(|option| option.best).map(|option| &option.to).collect();
        }
        if candidates.is_empty() {
            candidates = known.moves.iter().map(|option| &option.to).collect();
        }
        let left = |position: &&Position| position.coordinates.iter().sum::<num_bigint::BigUint>();
        candidates.into_iter().rev().max_by_key(left).cloned()
    }

    /// Whether `to` may be moved to; `None` if that cannot be told.
    #[must_use]
    pub fn allows(&self, from: &BigPosition, to: &BigPosition, known: &Answer) -> Option<bool> {
        if known.all_moves {
            let to = self.write(to);
            return Some(known.moves.iter().any(|option| option.to == to) || self.same_heaps(known, &to));
        }
        match legality(self.playable.ruleset()?, from, to) {
            Legality::Legal => Some(true),
            Legality::Illegal => Some(false),
            Legality::Unknown => None,
        }
    }

    /// In a take-and-break game the order of the heaps, and empty heaps, are nothing.
    fn same_heaps(&self, known: &Answer, to: &Position) -> bool {
        let heaps = |position: &Position| {
            let mut heaps: Vec<_> = position
                .coordinates
                .iter()
                .filter(|&heap| *heap != num_bigint::BigUint::ZERO)
                .cloned()
                .collect();
            heaps.sort_unstable();
            heaps
        };
        self.playable.ruleset().is_none() && known.moves.iter().any(|option| heaps(&option.to) == heaps(to))
    }

    /// Where the knowledge comes from, in words.
    #[must_use]
    pub fn source(&self, known: &Answer) -> String {
        let Source::Law { certificate } = &known.source else {
            return "by solving every position below".to_owned();
        };
        let given = self.law.as_ref().map(CheckedLaw::sentence);
        match given.or_else(|| self.known_law()) {
            Some(sentence) => format!("by the proved law ({certificate}): {sentence}"),
            None => format!("by the proved law {certificate}"),
        }
    }

    /// The law of outcomes that comes with the program, in a sentence.
    #[must_use]
    pub fn known_law(&self) -> Option<String> {
        bundled_theorem(&self.playable, false).as_ref().map(Theorem::sentence)
    }
}
