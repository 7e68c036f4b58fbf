//! Rules of any number of heaps that mean the same for every number of them.

use bouton_core::{FreeTakes, Space, Watch};

use super::{HeapCount, Rules, Shape};
use crate::{
    print,
    reading::Reading,
    scope::Scope,
    syntax::{
        AmountKind, Choice, Condition, ConditionKind, Expression, ExpressionKind, Move, Pass, PassCount,
        Property, Quantity, Take, Tie,
    },
};

/// The reason why these rules have no theorem for every number of heaps at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotForEveryNumber {
    /// The number of heaps is fixed, or the positions are not heaps.
    #[error("the rules do not say `heaps any`")]
    Fixed,
    /// The rules have letters, which need numbers first.
    #[error("the rules have letters; --set gives them numbers")]
    Letters,
    /// Play may stop before no move is left.
    #[error("`stop when` is about all heaps together")]
    Stop,
    /// Some positions do not exist.
    #[error("`positions where` is about all heaps together")]
    Positions,
    /// A pass is part of the position, or is not always allowed.
    #[error("`{0}` depends on more than the heaps that a move changes")]
    Pass(String),
    /// A move changes several heaps.
    #[error("`{0}` may change several heaps")]
    SeveralHeaps(String),
    /// A move depends on heaps that it does not change.
    #[error("`{0}` depends on other heaps than those that it changes")]
    OtherHeaps(String),
    /// The number of heaps that a move changes grows with that of all heaps.
    #[error("`{0}` may change more heaps the more there are")]
    Unbounded(String),
    /// Not every positive amount may be taken from a heap.
    #[error("`{0}` does not allow every amount")]
    Amounts(String),
    /// The amounts that are taken from several heaps depend on each other.
    #[error("`{0}` takes amounts from several heaps that depend on each other")]
    Tied(String),
    /// Whether the move is allowed depends on the size of the heap that it changes.
    #[error("`{0}` is not allowed for heaps of every size")]
    Sizes(String),
    /// Some moves take any amounts, others only some.
    #[error("`{0}` takes only some amounts, and another move takes any")]
    Mixed(String),
    /// The amounts are too large, too many, or taken from too many heaps to try them all.
    #[error("`{0}` has too large amounts, or too many of them, or takes from too many heaps")]
    TooMany(String),
}

pub(super) type Verdict<T> = Result<T, NotForEveryNumber>;

impl Rules {
    /// The game with one heap, if for every number of heaps the game is the sum of its heaps: each move
    /// changes one heap and depends on that heap alone, nobody may pass, and play ends only where no heap
    /// has a move.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let one = |rules: &str| Rules::read(rules).unwrap().one_heap().map(|rules| rules.text());
    /// assert_eq!(one("heaps any\nmove take odd from 1 heap").unwrap(), "heaps 1\nmove take odd from 1 heap");
    /// assert!(one("heaps any\nmove take any from 1 largest heap").is_err());
    /// assert!(one("heaps any\nmove take any from 1 heap\npass 1").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is about more than one heap.
    pub fn one_heap(&self) -> Result<Self, NotForEveryNumber> {
        self.without_decrees()?;
        self.heap_of_a_sum()
    }

    /// The game with one heap, if the game is the sum of its heaps, their number being fixed or any: each move
    /// changes one heap and depends on that heap and on the letters alone, nobody may pass, and play ends only
    /// where no heap has a move.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let one = |rules: &str| Rules::read(rules).unwrap().heap_of_a_sum().map(|rules| rules.text());
    /// let text = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap";
    /// assert_eq!(one(&text.replace("heaps 1", "heaps 2")).unwrap(), text);
    /// assert_eq!(one(&text.replace("heaps 1", "heaps any")).unwrap(), text);
    /// assert!(one("heaps 2\nmove take 1 from 2 heaps").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is about more than one heap.
    pub fn heap_of_a_sum(&self) -> Result<Self, NotForEveryNumber> {
        if !matches!(self.space, Shape::Heaps(_)) {
            return Err(NotForEveryNumber::Fixed);
        }
        self.without_lines_about_all()?;
        if let Some(pass) = &self.pass {
            return Err(NotForEveryNumber::Pass(print::pass(pass)));
        }
        for rule in &self.moves {
            let take = take(rule)?;
            if self.lowered(take)? != (1, 1) {
                return Err(NotForEveryNumber::SeveralHeaps(print::rule(rule)));
            }
            if !self.is_about_its_heap(take) {
                return Err(NotForEveryNumber::OtherHeaps(print::rule(rule)));
            }
        }
        Ok(Self { space: Shape::Heaps(HeapCount::Fixed(1)), ..self.clone() })
    }

    /// The moves, if for every number of heaps each of them takes any positive amounts, independently, from
    /// some heaps, at most a fixed number of them.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("heaps any\nmove take any from at most 2 heaps\npass 1").unwrap();
    /// let takes = rules.free_takes().unwrap();
    /// assert_eq!((takes.lowered, takes.passes), (vec![(1, 2)], 1));
    /// assert!(Rules::read("heaps any\nmove take 1 from at most 2 heaps").unwrap().free_takes().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is not of this kind.
    pub fn free_takes(&self) -> Result<FreeTakes, NotForEveryNumber> {
        self.without_decrees()?;
        let passes = self.free_passes()?;
        let mut lowered = Vec::new();
        for rule in &self.moves {
            let take = take(rule)?;
            let heaps = self.lowered(take)?;
            let any_heap = matches!(take.choice, Choice::Heaps(_, None | Some(Property::Nonempty)));
            let why = if !self.is_about_its_heap(take) {
                NotForEveryNumber::OtherHeaps
            } else if take.amount.kind != AmountKind::Any {
                NotForEveryNumber::Amounts
            } else if take.tie != Tie::Independent && heaps.1 > 1 {
                NotForEveryNumber::Tied
            } else if !any_heap || !take.when.is_empty() {
                NotForEveryNumber::Sizes
            } else {
                lowered.push(heaps);
                continue;
            };
            return Err(why(print::rule(rule)));
        }
        lowered.sort_unstable();
        lowered.dedup();
        Ok(FreeTakes { lowered, passes })
    }

    /// The number of passes, if they may be used at any time.
    pub(super) fn free_passes(&self) -> Verdict<usize> {
        match &self.pass {
            None => Ok(0),
            Some(Pass { count: PassCount::Fixed(count), each: false, unless, when, .. })
                if unless.is_empty() && when.is_empty() =>
            {
                Ok(*count)
            }
            Some(pass) => Err(NotForEveryNumber::Pass(print::pass(pass))),
        }
    }

    /// Any number of heaps, and no line about all of them.
    pub(super) fn without_decrees(&self) -> Verdict<()> {
        if !self.letters.is_empty() {
            return Err(NotForEveryNumber::Letters);
        }
        if self.space != Shape::Heaps(HeapCount::Any) {
            return Err(NotForEveryNumber::Fixed);
        }
        self.without_lines_about_all()
    }

    /// No line is about all heaps.
    fn without_lines_about_all(&self) -> Verdict<()> {
        if !self.stop.is_empty() {
            return Err(NotForEveryNumber::Stop);
        }
        if !self.exists.is_empty() {
            return Err(NotForEveryNumber::Positions);
        }
        Ok(())
    }

    /// The least and the greatest number of heaps that a move lowers, both at least 1, for any number of heaps.
    pub(super) fn lowered(&self, take: &Take) -> Verdict<(usize, usize)> {
        let told = || print::rule(&Move::Take(take.clone()));
        let Choice::Heaps(quantity, _) = &take.choice else {
            return Err(match take.choice {
                Choice::AllNonempty => NotForEveryNumber::Unbounded(told()),
                _ => NotForEveryNumber::OtherHeaps(told()),
            });
        };
        let number =
            |e: &Expression| self.fixed_number(e).ok_or_else(|| NotForEveryNumber::Unbounded(told()));
        let (low, high) = match quantity {
            Quantity::Exactly(e) => (number(e)?, number(e)?),
            Quantity::AtMost(e) => (1, number(e)?),
            Quantity::Between(low, high) => (number(low)?, number(high)?),
            Quantity::AtLeast(_) | Quantity::Any | Quantity::All => {
                return Err(NotForEveryNumber::Unbounded(told()));
            }
        };
        // A checked rule lowers a heap.
        if low.max(1) <= high { Ok((low.max(1), high)) } else { Err(NotForEveryNumber::Unbounded(told())) }
    }

    /// The value of an expression that mentions nothing but numbers.
    pub(super) fn fixed_number(&self, e: &Expression) -> Option<usize> {
        let reading = Reading::new(&Watch::unlimited());
        let mut scope = Scope::new(&Space::Counters, &[], &self.constants, &[], &reading);
        scope.fixed(e).ok().filter(|_| self.is_own(e)).and_then(|value| usize::try_from(value).ok())
    }

    /// Whether a move from one heap depends on that heap alone.
    pub(super) fn is_about_its_heap(&self, take: &Take) -> bool {
        let property = match &take.choice {
            Choice::Heaps(_, None | Some(Property::Nonempty | Property::Even | Property::Odd)) => true,
            Choice::Heaps(_, Some(Property::Exactly(e) | Property::AtMost(e) | Property::AtLeast(e))) => {
                self.is_own(e)
            }
            _ => false,
        };
        property
            && take.amount.kind.expressions().into_iter().all(|e| self.is_own(e))
            && take.when.iter().all(|condition| self.is_own_condition(condition))
    }

    /// Whether an expression mentions nothing but numbers, letters and the heap that is taken from.
    fn is_own(&self, e: &Expression) -> bool {
        let mut own = true;
        e.visit(&mut |e| {
            own &= match &e.kind {
                ExpressionKind::Number(_) | ExpressionKind::Heap | ExpressionKind::Binary(..) => true,
                ExpressionKind::Name(name) => {
                    self.constants.contains_key(name) || self.letters.contains(name)
                }
                ExpressionKind::Total | ExpressionKind::Largest | ExpressionKind::Smallest => false,
            };
        });
        own
    }

    fn is_own_condition(&self, condition: &Condition) -> bool {
        match &condition.kind {
            ConditionKind::Comparison(first, rest) => {
                self.is_own(first) && rest.iter().all(|(_, e)| self.is_own(e))
            }
            ConditionKind::Divisible(e, by) => self.is_own(e) && self.is_own(by),
            ConditionKind::Count(..) | ConditionKind::Empty => false,
            ConditionKind::Not(inner) => self.is_own_condition(inner),
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                parts.iter().all(|part| self.is_own_condition(part))
            }
        }
    }
}

/// Assignments name counters, and so a fixed number of them.
pub(super) fn take(rule: &Move) -> Verdict<&Take> {
    match rule {
        Move::Take(take) => Ok(take),
        Move::Assignment(_) => Err(NotForEveryNumber::OtherHeaps(print::rule(rule))),
    }
}
