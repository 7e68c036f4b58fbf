//! The syntax tree of a rules text.

#![expect(missing_docs, reason = "variants and fields are called by the words of the grammar")]

use crate::place::Place;

/// A sum, product, quotient …, with its place and the depth of its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub place: Place,
    pub depth: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    Number(u64),
    /// A coordinate, a named parameter or a parameter of the move.
    Name(String),
    /// The size of the heap that objects are taken from.
    Heap,
    /// The sum of all heaps.
    Total,
    /// The size of a largest heap.
    Largest,
    /// The size of a smallest nonempty heap, 0 if there is none.
    Smallest,
    Binary(Operator, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Quotient,
    Remainder,
}

impl Operator {
    /// Whether the operator binds like `*`.
    pub fn is_product(self) -> bool {
        matches!(self, Self::Times | Self::Quotient | Self::Remainder)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// A condition on a position (and on the parameters of a move).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub kind: ConditionKind,
    pub place: Place,
    pub depth: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `a < b <= c`: all the neighbouring comparisons.
    Comparison(Expression, Vec<(Relation, Expression)>),
    /// `e is divisible by k`; even is divisible by 2.
    Divisible(Expression, Expression),
    /// The condition that this number of heaps has the property.
    Count(Quantity, Property),
    /// All coordinates are 0.
    Empty,
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

/// A number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    Exactly(Expression),
    AtMost(Expression),
    AtLeast(Expression),
    Between(Expression, Expression),
    /// At least one; in a move: any number of them, but at least one.
    Any,
    /// Every heap of the game.
    All,
}

/// A property of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    Nonempty,
    Empty,
    Even,
    Odd,
    Largest,
    Smallest,
    /// Unlike every other heap.
    Distinct,
    Exactly(Expression),
    AtMost(Expression),
    AtLeast(Expression),
}

/// A number of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    pub kind: AmountKind,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountKind {
    Any,
    Odd,
    Even,
    Exactly(Expression),
    AtMost(Expression),
    AtLeast(Expression),
    Between(Expression, Expression),
    /// Numbers and ranges of numbers.
    Set(Vec<(Expression, Option<Expression>)>),
}

/// The relation between the amounts of the heaps touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    Independent,
    Same,
    Total,
}

/// The heaps that a move touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This number of heaps, each with the property.
    Heaps(Quantity, Option<Property>),
    /// All heaps that are not empty.
    AllNonempty,
    /// Each of these: `h1`, `h1 and h2`.
    Each(Vec<(String, Place)>),
    /// At least one of these: `{h1, h2, h4}`.
    Some(Vec<(String, Place)>, Place),
    /// At least one of the heaps within this number of consecutive ones.
    Consecutive(Expression, Arrangement),
}

/// The arrangement of the heaps, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// The last heap is next to the first.
    Circle,
    Path,
}

impl Arrangement {
    pub fn noun(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Path => "path",
        }
    }
}

/// A move `move take … from …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    pub amount: Amount,
    pub tie: Tie,
    pub choice: Choice,
    pub when: Vec<Condition>,
    pub place: Place,
}

/// A move `move a, b -> b, a - 1 where … when …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub targets: Vec<(String, Place)>,
    pub values: Vec<Expression>,
    pub conditions: Vec<Condition>,
    pub when: Vec<Condition>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a game has a handful of moves")]
pub enum Move {
    Take(Take),
    Assignment(Assignment),
}

/// The number of passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassCount {
    /// A number, at least 1.
    Fixed(usize),
    /// The name of a letter.
    Letter(String),
}

/// The line `pass N …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    pub count: PassCount,
    /// Whether each player has passes of their own.
    pub each: bool,
    pub unless: Vec<Condition>,
    pub when: Vec<Condition>,
    pub place: Place,
}

/// One line with its place.
#[derive(Clone, Debug)]
pub struct Line {
    pub statement: Statement,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Game(String),
    HeapsFixed(Expression),
    HeapsAny,
    HeapSizes(Expression, Expression),
    Counters(Vec<(String, Place)>),
    Let(String, Place, Expression),
    /// `for all a, b where …`
    ForAll(Vec<(String, Place)>, Vec<Condition>),
    Players(Expression, Option<Seating>),
    Play {
        misere: bool,
    },
    Move(Box<Move>),
    Pass {
        count: Expression,
        each: bool,
        unless: Vec<Condition>,
        when: Vec<Condition>,
    },
    Stop(Vec<Condition>),
    /// `positions where …`
    Positions(Vec<Condition>),
    Octal(String, Place),
    Hexadecimal(String, Place),
    Grundy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    Podium,
    Coalition,
}

impl Expression {
    pub fn leaf(kind: ExpressionKind, place: Place) -> Self {
        Self { kind, place, depth: 1 }
    }

    /// `left operator right`; the caller checks the depth.
    pub fn binary(operator: Operator, left: Self, right: Self) -> Self {
        let depth = left.depth.max(right.depth).saturating_add(1);
        let place = left.place.to(right.place);
        Self { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), place, depth }
    }

    /// Calls `visit` on this expression and all below it.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        if let ExpressionKind::Binary(_, left, right) = &self.kind {
            left.visit(visit);
            right.visit(visit);
        }
    }
}

impl Property {
    /// The expression in the property, if there is one.
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Self::Exactly(e) | Self::AtMost(e) | Self::AtLeast(e) => Some(e),
            Self::Nonempty
            | Self::Empty
            | Self::Even
            | Self::Odd
            | Self::Largest
            | Self::Smallest
            | Self::Distinct => None,
        }
    }
}

impl Quantity {
    /// The expressions in the quantity.
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Exactly(e) | Self::AtMost(e) | Self::AtLeast(e) => vec![e],
            Self::Between(low, high) => vec![low, high],
            Self::Any | Self::All => vec![],
        }
    }
}

impl AmountKind {
    /// The expressions in the amount.
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::Any | Self::Odd | Self::Even => vec![],
            Self::Exactly(e) | Self::AtMost(e) | Self::AtLeast(e) => vec![e],
            Self::Between(low, high) => vec![low, high],
            Self::Set(items) => {
                items.iter().flat_map(|(low, high)| std::iter::once(low).chain(high)).collect()
            }
        }
    }
}

impl Condition {
    /// Calls `visit` on this condition and all below it.
    pub fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match &self.kind {
            ConditionKind::Not(inner) => inner.visit(visit),
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                parts.iter().for_each(|part| part.visit(visit));
            }
            _ => {}
        }
    }

    /// Calls `visit` on every expression in the condition, subexpressions too.
    pub fn visit_expressions<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        self.visit(&mut |condition| match &condition.kind {
            ConditionKind::Comparison(first, rest) => {
                first.visit(visit);
                rest.iter().for_each(|(_, e)| e.visit(visit));
            }
            ConditionKind::Divisible(e, by) => {
                e.visit(visit);
                by.visit(visit);
            }
            ConditionKind::Count(quantity, property) => {
                quantity.expressions().into_iter().for_each(|e| e.visit(visit));
                property.expression().into_iter().for_each(|e| e.visit(visit));
            }
            ConditionKind::Empty | ConditionKind::Not(_) | ConditionKind::And(_) | ConditionKind::Or(_) => {}
        });
    }
}

/// Whether a name has the form h1, h2, …, whether or not there is such a heap.
pub fn looks_like_heap(name: &str) -> bool {
    name.strip_prefix('h').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
