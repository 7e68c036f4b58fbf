//! Passes: control states, or, where a letter is their number, one more coordinate.

use bouton_core::{Formula, LinearExpression, MoveSchema, Space, Target, Variable, pass_state};

use super::{HeapCount, Rules, control};
use crate::{
    fault::Fault,
    limits::MAX_CONTROLS,
    reading::Reading,
    scope::{Elaborated, Scope, overflow},
    simplified::simplified,
    syntax::{Pass, PassCount},
};

/// A control state.
pub(super) struct PassState {
    pub(super) name: String,
    /// The player to move, if the state determines it.
    pub(super) turn: Option<u8>,
    pub(super) after_move: usize,
    pub(super) after_pass: Option<usize>,
}

impl Rules {
    /// The control states: the passes that are left, and, where players have passes of their own,
    /// the player to move.
    pub(super) fn passes(&self) -> Vec<PassState> {
        let Some(pass) = &self.pass else {
            return vec![PassState { name: String::new(), turn: None, after_move: 0, after_pass: None }];
        };
        let count = match pass.count {
            PassCount::Fixed(count) => count,
            PassCount::Letter(_) if self.counts_passes => {
                return vec![PassState { name: String::new(), turn: None, after_move: 0, after_pass: None }];
            }
            // The rules have no meaning before the letter has a number; faults are found with one pass.
            PassCount::Letter(_) => 1,
        };
        if !pass.each {
            return (0..=count)
                .map(|used| PassState {
                    name: pass_state(count - used),
                    turn: None,
                    after_move: used,
                    after_pass: (used < count).then_some(used + 1),
                })
                .collect();
        }
        let players = usize::from(self.players());
        let mut states: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut left = vec![count; players];
        loop {
            for turn in 0..players {
                states.push((turn, left.clone()));
            }
            let Some(place) = left.iter().rposition(|&count| count > 0) else { break };
            left[place] -= 1;
            left[place + 1..].fill(count);
        }
        // A pass raises the number of the state: states with the most passes left come first.
        states.sort_by_key(|(turn, left)| {
            (std::cmp::Reverse(left.iter().sum::<usize>()), *turn, std::cmp::Reverse(left.clone()))
        });
        let find =
            |turn: usize, left: &[usize]| states.iter().position(|state| state.0 == turn && state.1 == left);
        states
            .iter()
            .map(|(turn, left)| {
                let next = (turn + 1) % players;
                let mut fewer = left.clone();
                let can = fewer[*turn] > 0;
                fewer[*turn] = fewer[*turn].saturating_sub(1);
                let counts: Vec<String> = left.iter().map(ToString::to_string).collect();
                PassState {
                    name: format!("turn{}-left{}", turn + 1, counts.join("-")),
                    turn: Some(u8::try_from(*turn).expect("at most 255 players")),
                    after_move: find(next, left).unwrap_or(0),
                    after_pass: can.then(|| find(next, &fewer)).flatten(),
                }
            })
            .collect()
    }

    /// Whether there are too many control states.
    pub(super) fn passes_overflow(&self) -> bool {
        let Some(pass) = &self.pass else { return false };
        let PassCount::Fixed(count) = pass.count else { return false };
        if !pass.each {
            return count + 1 > MAX_CONTROLS;
        }
        let players = u32::from(self.players());
        (count + 1)
            .checked_pow(players)
            .and_then(|states| states.checked_mul(players as usize))
            .is_none_or(|states| states > MAX_CONTROLS)
    }

    /// The letter that is the number of passes, if nothing else depends on it. Then a position has one more number, the
    /// passes that are left; it has the name of the letter.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("for all p\nheaps 2\nmove take any from 1 heap\npass p unless empty").unwrap();
    /// assert_eq!(rules.counted_passes(), Some("p"));
    /// assert_eq!(rules.ruleset().unwrap().coordinates(), ["h1", "h2", "p"]);
    /// ```
    #[must_use]
    pub fn counted_passes(&self) -> Option<&str> {
        match &self.pass {
            Some(Pass { count: PassCount::Letter(name), .. }) if self.counts_passes => Some(name),
            _ => None,
        }
    }

    /// The letter that is a number of passes.
    pub(super) fn letter_of_passes(&self) -> Option<&str> {
        match &self.pass {
            Some(Pass { count: PassCount::Letter(name), .. }) => Some(name),
            _ => None,
        }
    }

    /// Whether the number of passes is the only letter, and nothing else depends on it.
    pub(super) fn may_count_passes(&self, reading: &Reading) -> bool {
        let Some(Pass { count: PassCount::Letter(_), each: false, unless, when, .. }) = &self.pass else {
            return false;
        };
        let HeapCount::Fixed(count) = self.heaps() else { return false };
        if self.letters.len() != 1 {
            return false;
        }
        let letter = Variable::new(count);
        let (space, coordinates) = (self.space(), self.coordinates(count));
        let scope = Scope::new(&space, &coordinates, &self.constants, &self.letters, reading);
        let free = |conditions| scope.closed(conditions).is_ok_and(|formula| !formula.mentions(letter));
        let Ok(parts) = self.parts(count, reading) else { return false };
        free(unless)
            && free(when)
            && !parts.stop.mentions(letter)
            && !parts.exists.mentions(letter)
            && parts.moves.iter().all(|schema| !mentions(schema, letter))
    }

    /// The schema of a pass, with the number of passes as the last of several coordinates.
    pub(super) fn counted_pass(
        &self,
        (count, scope): (usize, &Scope<'_>),
        exists: &Formula,
    ) -> Elaborated<Option<MoveSchema>> {
        let Some(pass) = self.pass.as_ref().filter(|_| self.counts_passes) else { return Ok(None) };
        let allowed = allowed(pass, scope)?;
        let left = LinearExpression::variable(Variable::new(count));
        let fewer = left.with_constant(-1).map_err(overflow(pass.place))?;
        let none = fewer.scaled(-1).map_err(overflow(pass.place))?;
        let mut targets = vec![Target::Same; count];
        targets.push(Target::Becomes(fewer));
        Ok(Some(MoveSchema {
            from: control(0),
            to: control(0),
            parameters: 0,
            guard: allowed.and(Formula::NotPositive(none)).and(exists.clone()),
            targets,
        }))
    }

    /// A schema in which the first parameter, the number of passes, is one more coordinate.
    pub(super) fn counted(&self, mut schema: MoveSchema) -> MoveSchema {
        if self.counts_passes {
            // Moves under `heap sizes` have no parameters.
            schema.parameters = schema.parameters.saturating_sub(1);
            schema.targets.push(Target::Same);
        }
        schema
    }

    /// What a position is, where the passes that are left may be one of its numbers.
    pub(super) fn counted_space(&self) -> Space {
        if self.counts_passes { Space::Counters } else { self.space() }
    }
}

/// The condition for a pass.
pub(super) fn allowed(pass: &Pass, scope: &Scope<'_>) -> Result<Formula, Box<Fault>> {
    let unless = scope.closed(&pass.unless)?;
    let when = scope.closed(&pass.when)?;
    let unless = if pass.unless.is_empty() { Formula::True } else { unless.negated() };
    Ok(simplified(unless.and(when)))
}

/// Whether a schema depends on a variable.
fn mentions(schema: &MoveSchema, variable: Variable) -> bool {
    let in_targets = schema.targets.iter().any(|target| match target {
        Target::Same => false,
        Target::Becomes(value) => value.terms().iter().any(|term| term.0 == variable),
    });
    in_targets || schema.guard.mentions(variable)
}
