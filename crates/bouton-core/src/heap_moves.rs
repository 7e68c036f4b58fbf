//! Moves that are the same for any number of heaps.

use crate::ControlState;

/// The moves of a game of any number of heaps. Each move lowers some heaps, independently of the
/// heaps that it does not change, or lowers all heaps by one amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMoves {
    /// The moves of every control state, ascending.
    pub lowerings: Vec<Lowering>,
    /// The number of passes at the start, which a player may use at any time. The control states
    /// count the passes used.
    pub passes: usize,
}

/// The effect of a move on the heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lowering {
    /// Lowers from the least to the greatest number of heaps, at least one, each by any positive
    /// amount.
    Free(usize, usize),
    /// Lowers as many different heaps as there are amounts by these amounts. Amounts are positive
    /// and ascending.
    By(Vec<u32>),
    /// Lowers every heap by this positive amount.
    All(u32),
}

/// A move of [`HeapMoves`] between control states: a lowering, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapMove<'a> {
    /// The control state before the move.
    pub from: ControlState,
    /// The control state after it.
    pub to: ControlState,
    /// The lowering; `None` for a pass.
    pub lowering: Option<&'a Lowering>,
}

impl HeapMoves {
    /// Lists all moves, from control state to control state.
    #[must_use]
    pub fn moves(&self) -> Vec<HeapMove<'_>> {
        let control = |used: usize| u8::try_from(used).ok().map(ControlState);
        let mut moves = Vec::new();
        for used in 0..=self.passes {
            let Some(from) = control(used) else { break };
            moves.extend(self.lowerings.iter().map(|lowering| HeapMove {
                from,
                to: from,
                lowering: Some(lowering),
            }));
            let to = control(used + 1).filter(|_| used < self.passes);
            moves.extend(to.map(|to| HeapMove { from, to, lowering: None }));
        }
        moves
    }

    /// Whether every move lowers some heaps, each by any amount.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.lowerings.iter().all(|lowering| matches!(lowering, Lowering::Free(..)))
    }

    /// The most heaps that a move lowers, except for moves that lower all.
    #[must_use]
    pub fn most(&self) -> usize {
        let lowered = |lowering: &Lowering| match lowering {
            Lowering::Free(_, most) => *most,
            Lowering::By(amounts) => amounts.len(),
            Lowering::All(_) => 0,
        };
        self.lowerings.iter().map(lowered).max().unwrap_or(0)
    }

    /// The largest amount that is taken from one heap, except where any amount may be taken.
    #[must_use]
    pub fn largest(&self) -> u32 {
        let amount = |lowering: &Lowering| match lowering {
            Lowering::Free(..) => 0,
            Lowering::By(amounts) => amounts.last().copied().unwrap_or(0),
            Lowering::All(amount) => *amount,
        };
        self.lowerings.iter().map(amount).max().unwrap_or(0)
    }
}
