//! Who knows the best move: everything solved, or a law.

use bouton::{
    Answer, AnswerError, BigPosition, CheckedLaw, Convention, Legality, Playable, Position, Watch, answer,
    answer_by_law, bundled_law, legality,
};

/// The perfect player.
pub(super) struct Engine {
    playable: Playable,
    law: Option<CheckedLaw>,
    watch: Watch,
}

/// The most moves a law is asked for.
const MOST_MOVES: usize = 200;

impl Engine {
    pub(super) fn new(playable: Playable, law: Option<CheckedLaw>, watch: Watch) -> Self {
        Self { playable, law, watch }
    }

    pub(super) fn playable(&self) -> &Playable {
        &self.playable
    }

    pub(super) fn convention(&self) -> Convention {
        self.playable.game().convention()
    }

    /// How many players there are.
    pub(super) fn players(&self) -> usize {
        match self.convention() {
            Convention::Normal | Convention::Misere => 2,
            Convention::Podium { players } => usize::from(players),
            Convention::Coalition => 3,
        }
    }

    pub(super) fn write(&self, position: &BigPosition) -> Position {
        self.playable.write(&position.0, position.1)
    }

    /// What the position is worth.
    pub(super) fn answer(&self, position: &BigPosition) -> Result<Answer, AnswerError> {
        match &self.law {
            Some(law) => answer_by_law(&self.playable, &self.write(position), law, MOST_MOVES),
            None => answer(&self.playable, &self.write(position), &self.watch),
        }
    }

    /// The move that the computer makes: a best one; of equal ones the one that
    /// leaves the most, so that the game does not end sooner than it must.
    pub(super) fn choose(&self, known: &Answer) -> Option<Position> {
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
    pub(super) fn allows(&self, from: &BigPosition, to: &BigPosition, known: &Answer) -> Option<bool> {
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
    pub(super) fn source(&self, known: &Answer) -> String {
        match &known.source {
            bouton::Source::Law { certificate } => match self.law.as_ref().map(crate::theorem::of_law) {
                Some(theorem) => format!("by the proved law ({certificate}): {theorem}"),
                None => match bundled_law(&self.playable, false) {
                    Some(law) => {
                        format!("by the proved law ({certificate}): {}", crate::theorem::of_law(&law))
                    }
                    None => format!("by the proved law {certificate}"),
                },
            },
            bouton::Source::Solved => "by solving every position below".to_owned(),
        }
    }
}
