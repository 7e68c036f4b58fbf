//! The moves of a game, prepared for use.

use std::cell::OnceCell;

use bouton_core::{Ruleset, Watch};
use bouton_game::{Arena, BigPosition, Playable};
use bouton_solve::{LimitReached, Moves, Node, Options, TakeAndBreak};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

/// The bound on the choices that are tried one by one; with more, options are found digit by digit.
const MOST_TRIED: u64 = 400;

/// The choices among which the first options are sought.
const MOST_SOUGHT: u64 = 10_000_000;

/// The bytes of a move besides its numbers: in the search, in the answer, and in a document.
pub(super) const MOVE_BYTES: u64 = 450;
/// The number of forms in which the numbers of a move are held; decimal digits count for several.
pub(super) const MOVE_COPIES: u64 = 5;

/// A game whose moves can be enumerated.
#[derive(Debug)]
pub(crate) struct GameMoves {
    pub(crate) playable: Playable,
    pub(crate) watch: Watch,
    moves: OnceCell<Moves>,
}

/// The coordinates of a position whose options can be enumerated.
pub(super) fn enumerable(placed: &BigPosition) -> Option<Vec<u64>> {
    placed.0.iter().map(|c| u64::try_from(c).ok().filter(|&c| c < 1 << 62)).collect()
}

impl GameMoves {
    pub(super) fn new(playable: Playable, watch: &Watch) -> Self {
        Self { playable, watch: watch.clone(), moves: OnceCell::new() }
    }

    /// The moves of the ruleset, compiled when they are first needed.
    pub(super) fn of_ruleset(&self, ruleset: &Ruleset) -> Result<&Moves, LimitReached> {
        if let Some(known) = self.moves.get() {
            return Ok(known);
        }
        let moves = Moves::within(ruleset, &self.watch)?;
        Ok(self.moves.get_or_init(|| moves))
    }

    /// The options of a position, if trying them all is quick and there are at most `most`.
    pub(super) fn few_options(&self, placed: &BigPosition, most: usize) -> Option<Vec<BigPosition>> {
        let Arena::Rules(ruleset) = self.playable.arena() else { return None };
        let work = self.of_ruleset(ruleset).ok()?.work_at(&enumerable(placed)?, placed.1, MOST_TRIED);
        let options = (work < MOST_TRIED).then(|| self.options(placed).ok()).flatten();
        options.filter(|options| options.len() <= most)
    }

    /// The first options of a position that can be enumerated, each once, as the rules list them: at most `most`.
    /// Where options are rare among the choices, the search for them ends after a bounded number of choices.
    pub(super) fn first_options(
        &self,
        placed: &BigPosition,
        most: usize,
    ) -> Result<Vec<BigPosition>, LimitReached> {
        let coordinates = enumerable(placed).ok_or(LimitReached::Coordinate(u64::MAX))?;
        let mut options: Vec<Node> = Vec::new();
        let mut seen = FxHashSet::default();
        let watch = self.watch.within(MOST_SOUGHT);
        let mut take = |option: Node| {
            if options.len() < most && seen.insert((option.coordinates.clone(), option.control)) {
                options.push(option);
            }
            options.len() < most
        };
        match self.playable.arena() {
            Arena::Rules(ruleset) => {
                let mut batch = watch.batch();
                let take = |to: &[u64], control| take(Node { coordinates: to.to_vec(), control });
                self.of_ruleset(ruleset)?.try_each_option(&coordinates, placed.1, &mut batch, take)?;
            }
            Arena::Open(_) => return Err(LimitReached::Coordinate(u64::MAX)),
            Arena::Code(code) => {
                let node = Node { coordinates, control: placed.1 };
                TakeAndBreak::new(code).try_each_option(&node, &watch, &mut take)?;
            }
        }
        Ok(options.into_iter().map(big).collect())
    }

    /// The options of a position that can be enumerated, each once, in order.
    pub(crate) fn options(&self, placed: &BigPosition) -> Result<Vec<BigPosition>, LimitReached> {
        let coordinates = enumerable(placed).ok_or(LimitReached::Coordinate(u64::MAX))?;
        let mut options: Vec<Node> = Vec::new();
        let mut held = self.watch.hold_none();
        let mut full = Ok(());
        let mut take = |option: Node| {
            // It exists once as a node, and twice in the answer.
            full = held.grow(MOVE_BYTES + 24 * option.coordinates.len() as u64 * MOVE_COPIES);
            options.push(option);
            full.is_ok()
        };
        match self.playable.arena() {
            Arena::Rules(ruleset) => {
                let mut batch = self.watch.batch();
                let take = |to: &[u64], control| take(Node { coordinates: to.to_vec(), control });
                self.of_ruleset(ruleset)?.try_each_option(&coordinates, placed.1, &mut batch, take)?;
            }
            // There are too many to list.
            Arena::Open(_) => return Err(LimitReached::Coordinate(u64::MAX)),
            Arena::Code(code) => {
                let node = Node { coordinates, control: placed.1 };
                TakeAndBreak::new(code).try_each_option(&node, &self.watch, &mut take)?;
            }
        }
        full?;
        options.sort_unstable();
        options.dedup();
        Ok(options.into_iter().map(big).collect())
    }
}

/// A position with numbers of any size.
fn big(node: Node) -> BigPosition {
    (node.coordinates.into_iter().map(BigUint::from).collect(), node.control)
}
