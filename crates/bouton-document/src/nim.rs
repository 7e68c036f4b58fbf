//! The theory of Nim.

use bouton_theory::nim::{self, BoundedMove, ClosingSentence, LostClass, Standing};
use num_bigint::BigUint;

use super::Number;

documents! {
    /// The nim-sum of some heaps.
    pub struct NimSum {
        /// The heaps.
        pub heaps: Vec<Number>,
        /// Their nim-sum.
        pub nim_sum: Number,
        /// `won`, `obviously-lost` or `non-obviously-lost`.
        pub standing: String,
    }

    /// The winning moves.
    pub struct NimMoves {
        /// The heaps.
        pub heaps: Vec<Number>,
        /// The moves.
        pub moves: Vec<NimWinningMove>,
        /// The most winning moves that this number of heaps can have.
        pub most: usize,
    }

    /// A winning move.
    pub struct NimWinningMove {
        /// The number of the heap, from 1.
        pub heap: usize,
        /// Its size.
        pub from: Number,
        /// The size of the heap after the move.
        pub to: Number,
    }

    /// Lost positions.
    pub struct NimLost {
        /// The number of listed positions.
        pub count: usize,
        /// Whether there are no more.
        pub complete: bool,
        /// The positions.
        pub positions: Vec<Vec<Number>>,
    }

    /// The distance of a position from being obviously lost.
    pub struct NimDistances {
        /// The heaps.
        pub heaps: Vec<Number>,
        /// The distance, measured in three ways.
        pub distance: NimDistance,
    }

    /// A distance.
    pub struct NimDistance {
        /// Moves until all heaps are paired up.
        pub moves: u32,
        /// Heaps to change.
        pub heaps: usize,
        /// Objects to take away.
        pub objects: Number,
    }

    /// The lost positions that are farthest from being obviously lost.
    pub struct NimFarthest {
        /// Their distance.
        pub moves: u32,
        /// The positions.
        pub positions: Vec<Vec<Number>>,
    }

    /// The classes of positions recognised as lost that a position is in.
    pub struct NimClasses {
        /// The heaps.
        pub heaps: Vec<Number>,
        /// The classes.
        pub classes: Vec<NimClass>,
    }

    /// A class of positions recognised as lost.
    #[serde(tag = "class", rename_all = "kebab-case")]
    pub enum NimClass {
        /// Equal heaps in pairs.
        PairedUp,
        /// [1, 2n, 2n + 1].
        OneAndTwins {
            /// The n.
            n: Number,
        },
        /// An even number of twins [2n, 2n + 1], pairs of equal heaps apart.
        Twins {
            /// The number of twins.
            twins: usize,
        },
        /// The largest heap is the sum of the others, added without a carry.
        SumWithoutCarry,
        /// Consecutive sizes.
        Consecutive {
            /// The smallest.
            smallest: Number,
            /// The largest.
            largest: Number,
        },
        /// A power of 2 times a position of other classes.
        Multiple {
            /// The power of 2.
            factor: Number,
            /// The classes of the position divided by it.
            of: Vec<NimClass>,
        },
    }

    /// The numbers n for which 1, 2, …, n is lost.
    pub struct NimTriangles {
        /// The largest n examined.
        pub upto: u64,
        /// The numbers.
        pub triangles: Vec<u64>,
    }

    /// Lost positions of consecutive sizes.
    pub struct NimTrapezoids {
        /// The largest heap examined.
        pub upto: u64,
        /// The positions.
        pub positions: Vec<Vec<u64>>,
    }

    /// A position of Nim with at most k objects a move.
    pub struct NimBoundedPosition {
        /// The heaps.
        pub heaps: Vec<Number>,
        /// The most objects a move.
        pub most: Number,
        /// The Grundy value.
        pub grundy: Number,
        /// Whether the player to move loses.
        pub lost: bool,
        /// The winning moves.
        pub moves: Vec<NimBoundedMove>,
        /// The answer of "compute nim sum mod (k+1)", read literally.
        pub closing_sentence_says_lost: bool,
    }

    /// A winning move.
    pub struct NimBoundedMove {
        /// The number of the heap, from 1.
        pub heap: usize,
        /// The number of objects to take.
        pub take: Number,
        /// The size of the heap after the move.
        pub to: Number,
    }

    /// Whether "compute nim sum mod (k+1)" holds for a k.
    pub struct NimClosing {
        /// The most objects a move.
        pub most: Number,
        /// Whether it holds.
        pub closing_sentence: NimClosingSentence,
    }

    /// Whether a sentence holds.
    #[serde(tag = "status", rename_all = "kebab-case")]
    pub enum NimClosingSentence {
        /// The sentence holds.
        Holds,
        /// The sentence fails at a position.
        Fails {
            /// The position.
            heaps: Vec<Number>,
            /// Whether the position is lost; the sentence says the contrary.
            lost: bool,
        },
        /// The sentence was not examined.
        NotExamined,
    }

    /// Good starting positions.
    pub struct Suggest {
        /// The number of objects of each position.
        pub total: u64,
        /// The positions.
        pub positions: Vec<Vec<u64>>,
        /// Whether there are no more.
        pub complete: bool,
    }
}

fn numbers(heaps: &[BigUint]) -> Vec<Number> {
    heaps.iter().map(Number::from).collect()
}

fn small(heaps: &[u64]) -> Vec<Number> {
    heaps.iter().copied().map(Number::from).collect()
}

impl NimSum {
    /// The nim-sum of some heaps.
    #[must_use]
    pub fn new(heaps: &[BigUint]) -> Self {
        let standing = match nim::standing(heaps) {
            Standing::Won => "won",
            Standing::ObviouslyLost => "obviously-lost",
            Standing::NonObviouslyLost => "non-obviously-lost",
        };
        Self { heaps: numbers(heaps), nim_sum: nim::nim_sum(heaps).into(), standing: standing.to_owned() }
    }
}

impl NimMoves {
    /// The winning moves of a position.
    #[must_use]
    pub fn new(heaps: &[BigUint]) -> Self {
        let moves = nim::winning_moves(heaps).into_iter().map(|found| NimWinningMove {
            heap: found.heap + 1,
            from: found.from.into(),
            to: found.to.into(),
        });
        Self { heaps: numbers(heaps), moves: moves.collect(), most: nim::most_winning_moves(heaps.len()) }
    }
}

impl From<&nim::LostListing> for NimLost {
    fn from(found: &nim::LostListing) -> Self {
        let positions: Vec<Vec<Number>> = found.positions.iter().map(|heaps| small(heaps)).collect();
        Self { count: positions.len(), complete: found.complete, positions }
    }
}

impl NimDistances {
    /// The distance of a position.
    #[must_use]
    pub fn new(heaps: &[u64], found: &nim::Distance) -> Self {
        let nim::Distance { moves, heaps: change, objects } = *found;
        Self { heaps: small(heaps), distance: NimDistance { moves, heaps: change, objects: objects.into() } }
    }
}

impl From<&nim::FarthestPositions> for NimFarthest {
    fn from(found: &nim::FarthestPositions) -> Self {
        Self { moves: found.moves, positions: found.positions.iter().map(|heaps| small(heaps)).collect() }
    }
}

impl NimClasses {
    /// The classes of a position.
    #[must_use]
    pub fn new(heaps: &[BigUint], found: &[LostClass]) -> Self {
        Self { heaps: numbers(heaps), classes: found.iter().map(NimClass::from).collect() }
    }
}

impl From<&LostClass> for NimClass {
    fn from(class: &LostClass) -> Self {
        match class {
            LostClass::PairedUp => Self::PairedUp,
            LostClass::OneAndTwins { n } => Self::OneAndTwins { n: n.into() },
            LostClass::Twins { twins } => Self::Twins { twins: *twins },
            LostClass::SumWithoutCarry => Self::SumWithoutCarry,
            LostClass::Consecutive { smallest, largest } => {
                Self::Consecutive { smallest: smallest.into(), largest: largest.into() }
            }
            LostClass::Multiple { factor, of } => {
                Self::Multiple { factor: factor.into(), of: of.iter().map(Self::from).collect() }
            }
        }
    }
}

impl NimBoundedPosition {
    /// A position of Nim with at most `most` objects a move, `most` at least 1.
    #[must_use]
    pub fn new(heaps: &[BigUint], most: &BigUint) -> Self {
        let step = |step: BoundedMove| NimBoundedMove {
            heap: step.heap + 1,
            take: step.take.into(),
            to: step.to.into(),
        };
        Self {
            heaps: numbers(heaps),
            most: most.into(),
            grundy: nim::bounded_grundy(heaps, most).into(),
            lost: nim::bounded_is_lost(heaps, most),
            moves: nim::bounded_winning_moves(heaps, most).into_iter().map(step).collect(),
            closing_sentence_says_lost: nim::closing_sentence_says_lost(heaps, most),
        }
    }
}

impl NimClosing {
    /// The document of whether the sentence holds for at most `most` objects a move.
    #[must_use]
    pub fn new(most: u64, found: &ClosingSentence) -> Self {
        let closing_sentence = match found {
            ClosingSentence::Holds => NimClosingSentence::Holds,
            ClosingSentence::Fails { heaps, lost } => {
                NimClosingSentence::Fails { heaps: small(heaps), lost: *lost }
            }
            ClosingSentence::NotExamined => NimClosingSentence::NotExamined,
        };
        Self { most: most.into(), closing_sentence }
    }
}

impl From<&nim::Suggestion> for Suggest {
    fn from(found: &nim::Suggestion) -> Self {
        Self { total: found.total, positions: found.positions.clone(), complete: found.complete }
    }
}
