//! Rules of any number of heaps that mean the same for every number of them.

use bouton_core::{FreeTakes, Space};

use super::{Game, HeapCount, Shape};
use crate::{
    print,
    scope::Scope,
    syntax::{
        AmountKind, Choice, Condition, ConditionKind, Expression, ExpressionKind, Move, Property, Quantity,
        Take, Tie,
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
    /// Not every positive amount may be taken from each heap independently.
    #[error("`{0}` changes several heaps, and not by any amounts independently")]
    Amounts(String),
}

type Verdict<T> = Result<T, NotForEveryNumber>;

impl Game {
    /// The game with one heap, if for every number of heaps the game is the sum of its heaps: each move
    /// changes one heap and depends on that heap alone, nobody may pass, and play ends only where no heap
    /// has a move.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let one = |rules: &str| Game::parse(rules).unwrap().one_heap().map(|game| game.text());
    /// assert_eq!(one("heaps any; move take odd from 1 heap").unwrap(), "heaps 1\nmove take odd from 1 heap");
    /// assert!(one("heaps any; move take any from a largest heap").is_err());
    /// assert!(one("heaps any; move take any from 1 heap; pass 1").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is about more than one heap.
    pub fn one_heap(&self) -> Result<Self, NotForEveryNumber> {
        self.without_decrees()?;
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
    /// use bouton_rules::Game;
    ///
    /// let game = Game::parse("heaps any; move take any from at most 2 heaps; pass 1").unwrap();
    /// let takes = game.free_takes().unwrap();
    /// assert_eq!((takes.lowered, takes.passes), (vec![(1, 2)], 1));
    /// assert!(Game::parse("heaps any; move take 1 from at most 2 heaps").unwrap().free_takes().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first rule that is not of this kind.
    pub fn free_takes(&self) -> Result<FreeTakes, NotForEveryNumber> {
        self.without_decrees()?;
        let passes = match &self.pass {
            None => 0,
            Some(pass) if !pass.each && pass.unless.is_empty() && pass.when.is_empty() => pass.count,
            Some(pass) => return Err(NotForEveryNumber::Pass(print::pass(pass))),
        };
        let mut lowered = Vec::new();
        for rule in &self.moves {
            let take = take(rule)?;
            let heaps = self.lowered(take)?;
            if take.amount.kind != AmountKind::Any || take.tie != Tie::Independent && heaps.1 > 1 {
                return Err(NotForEveryNumber::Amounts(print::rule(rule)));
            }
            let any_heap = matches!(take.choice, Choice::Heaps(_, None | Some(Property::Nonempty)));
            if !any_heap || !take.when.is_empty() {
                return Err(NotForEveryNumber::OtherHeaps(print::rule(rule)));
            }
            lowered.push(heaps);
        }
        lowered.sort_unstable();
        lowered.dedup();
        Ok(FreeTakes { lowered, passes })
    }

    /// Any number of heaps, and no line about all of them.
    fn without_decrees(&self) -> Verdict<()> {
        if !self.letters.is_empty() {
            return Err(NotForEveryNumber::Letters);
        }
        if self.space != Shape::Heaps(HeapCount::Any) {
            return Err(NotForEveryNumber::Fixed);
        }
        if !self.stop.is_empty() {
            return Err(NotForEveryNumber::Stop);
        }
        if !self.exists.is_empty() {
            return Err(NotForEveryNumber::Positions);
        }
        Ok(())
    }

    /// The least and the greatest number of heaps that a move lowers, both at least 1, for any number of heaps.
    fn lowered(&self, take: &Take) -> Verdict<(usize, usize)> {
        let told = || print::rule(&Move::Take(take.clone()));
        let Choice::Heaps(quantity, _) = &take.choice else {
            return Err(match take.choice {
                Choice::AllNonempty => NotForEveryNumber::Unbounded(told()),
                _ => NotForEveryNumber::OtherHeaps(told()),
            });
        };
        let number = |e: &Expression| {
            let mut scope = Scope::new(&Space::Counters, &[], &self.constants, &[]);
            let value =
                scope.fixed(e).ok().filter(|_| self.is_own(e)).and_then(|value| usize::try_from(value).ok());
            value.ok_or_else(|| NotForEveryNumber::Unbounded(told()))
        };
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

    /// Whether a move from one heap depends on that heap alone.
    fn is_about_its_heap(&self, take: &Take) -> bool {
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

    /// Whether an expression mentions nothing but numbers and the heap that is taken from.
    fn is_own(&self, e: &Expression) -> bool {
        let mut own = true;
        e.visit(&mut |e| {
            own &= match &e.kind {
                ExpressionKind::Number(_) | ExpressionKind::Heap | ExpressionKind::Binary(..) => true,
                ExpressionKind::Name(name) => self.constants.contains_key(name),
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
fn take(rule: &Move) -> Verdict<&Take> {
    match rule {
        Move::Take(take) => Ok(take),
        Move::Assignment(_) => Err(NotForEveryNumber::OtherHeaps(print::rule(rule))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str) -> Game {
        Game::parse(rules).unwrap_or_else(|faults| panic!("{rules}: {faults}"))
    }

    #[test]
    fn what_is_about_other_heaps_is_no_sum() {
        for rules in [
            "heaps any; move take any from at most 2 heaps",
            "heaps any; move take 1 from all heaps",
            "heaps any; move take any from any heaps",
            "heaps any; move take any from at least 1 heap",
            "heaps any; move take any from a largest heap",
            "heaps any; move take at most total from 1 heap",
            "heaps any; move take 1..largest from 1 heap",
            "heaps any; move take any from 1 heap when total is even",
            "heaps any; move take any from 1 heap when at least 2 heaps are nonempty",
            "heaps any; move take any from 1 heap; stop when at most 1 heap is nonempty",
            "heaps any; move take any from 1 heap; positions where total <= 9",
            "heaps any; move take any from 1 heap; pass 1",
            "heaps any; move take any from at most 1 consecutive heaps of a circle",
            "heaps 2; move take any from 1 heap",
            "octal 0.77",
        ] {
            if let Ok(game) = Game::parse(rules) {
                assert!(game.one_heap().is_err(), "{rules}");
            }
        }
    }

    #[test]
    fn what_is_about_one_heap_is_a_sum() {
        for rules in [
            "heaps any; move take {1,4} from 1 heap",
            "subtraction {2,5,7}",
            "heaps any; let k = 3; move take 1..k from 1 heap",
            "heaps any; move take at most heap div 2 from 1 heap",
            "heaps any; move take 1..3 in total from at most 1 heap",
            "heaps any; move take 2 from 1 even heap",
            "heaps any; move take any from 1 heap when heap >= 5",
        ] {
            let one = game(rules).one_heap().unwrap_or_else(|fault| panic!("{rules}: {fault}"));
            assert_eq!(one.ruleset().unwrap().dimension(), 1);
        }
    }

    #[test]
    fn free_takes_are_of_any_amounts() {
        let lowered = |rules: &str| game(rules).free_takes().map(|takes| takes.lowered);
        assert_eq!(lowered("heaps any; move take any from exactly 2 heaps"), Ok(vec![(2, 2)]));
        assert_eq!(
            lowered("heaps any; move take any from 1 heap; move take any from 3 heaps"),
            Ok(vec![(1, 1), (3, 3)])
        );
        for rules in [
            "heaps any; move take 1 from at most 2 heaps",
            "heaps any; move take the same any from 2 heaps",
            "heaps any; move take any in total from 2 heaps",
            "heaps any; move take any from any heaps",
            "heaps any; move take any from a largest heap",
            "heaps any; move take any from 1 heap; pass 1 unless empty",
            "heaps any; move take any from 1 heap; pass 1 each",
            "heaps any; move take any from 1 heap; stop when empty",
        ] {
            if let Ok(game) = Game::parse(rules) {
                assert!(game.free_takes().is_err(), "{rules}");
            }
        }
    }
}
