//! Valuations: functions of the set of values of the options.

use crate::{Convention, Outcome, Value, ValueSet};

/// A function `v(x) = φ({ v(y) : y is an option of x })` on positions.
///
/// Because play always ends, φ determines v.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Valuation {
    /// Two players, the last to move wins: 0 = P, 1 = N.
    NormalOutcome,
    /// Two players, the last to move loses: 0 = P, 1 = N.
    MisereOutcome,
    /// [`MisereOutcome`](Self::MisereOutcome) with two kinds of N-positions: 0 = P, 1 = N by a
    /// move, 2 = N because play has ended. Only in this refinement is each value a conjunction of
    /// [`Condition`]s.
    MisereOutcomeAndEnd,
    /// n players: a player who cannot be last tries to be last but one, and so on (Li, *N-person
    /// Nim and N-person Moore's games*, 1978). The value is the player who takes the last object,
    /// counted from the player who just moved.
    Podium {
        /// The number of players, at least 2.
        players: u8,
    },
    /// Three players, the others may conspire (Propp, *Three-player impartial
    /// games*, 2000): 0 = P, 1 = N, 2 = O, 3 = Q.
    Coalition,
    /// The Grundy value: the minimal excludant.
    Grundy,
    /// The length of play under normal play, if the winner hurries and the loser delays; odd
    /// exactly for N-positions.
    Remoteness,
}

/// The condition that a value implies for the options: no option has a forbidden value, and for
/// each required set some option has a value in it.
///
/// For a finite valuation that [has conditions](Valuation::conditions),
/// φ(S) = a exactly if S meets the condition of a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// No option has one of these values.
    pub forbidden: Vec<Value>,
    /// Sets of values; for each of them some option has a value in it.
    pub required: Vec<Vec<Value>>,
}

impl Valuation {
    /// The outcome of a game under `convention`.
    #[must_use]
    pub fn outcome(convention: Convention) -> Self {
        match convention {
            Convention::Normal => Self::NormalOutcome,
            Convention::Misere => Self::MisereOutcome,
            Convention::Podium { players } => Self::Podium { players },
            Convention::Coalition => Self::Coalition,
        }
    }

    /// The valuation by which a law of outcomes under `convention` is proved: the outcome itself,
    /// or its refinement where only the refinement splits into conditions.
    #[must_use]
    pub fn provable(convention: Convention) -> Self {
        match convention {
            Convention::Misere => Self::MisereOutcomeAndEnd,
            other => Self::outcome(other),
        }
    }

    /// The conditions of the values 0, 1, … `count - 1`, if φ has them; `count` is used for
    /// [`Grundy`](Self::Grundy) only. `None` for [`MisereOutcome`](Self::MisereOutcome) (its
    /// refinement has them) and [`Remoteness`](Self::Remoteness).
    ///
    /// ```
    /// use bouton_core::Valuation;
    ///
    /// let conditions = Valuation::NormalOutcome.conditions(2).unwrap();
    /// assert_eq!(conditions[0].forbidden, [0]); // from P no move leads to P
    /// assert_eq!(conditions[1].required, [[0]]); // from N some move leads to P
    /// ```
    #[must_use]
    pub fn conditions(self, count: u32) -> Option<Vec<Condition>> {
        let condition = |forbidden: &[Value], required: &[&[Value]]| Condition {
            forbidden: forbidden.to_vec(),
            required: required.iter().map(|set| set.to_vec()).collect(),
        };
        Some(match self {
            Self::NormalOutcome => vec![condition(&[0], &[]), condition(&[], &[&[0]])],
            Self::MisereOutcomeAndEnd => {
                vec![condition(&[0], &[&[1, 2]]), condition(&[], &[&[0]]), condition(&[0, 1, 2], &[])]
            }
            Self::Podium { players: 0 | 1 } => return None,
            Self::Podium { players } => {
                let last = Value::from(players) - 1;
                let mut conditions = vec![condition(&(0..last).collect::<Vec<_>>(), &[])];
                for value in 1..=last {
                    conditions.push(condition(&(0..value - 1).collect::<Vec<_>>(), &[&[value - 1]]));
                }
                conditions
            }
            Self::Coalition => vec![
                condition(&[0, 1, 3], &[]),
                condition(&[], &[&[0]]),
                condition(&[0, 2, 3], &[&[1]]),
                condition(&[0], &[&[1, 3], &[2, 3]]),
            ],
            Self::Grundy => (0..count)
                .map(|value| Condition {
                    forbidden: vec![value],
                    required: (0..value).map(|less| vec![less]).collect(),
                })
                .collect(),
            Self::MisereOutcome | Self::Remoteness => return None,
        })
    }

    /// The outcome that a value stands for, without the refinement of
    /// [`MisereOutcomeAndEnd`](Self::MisereOutcomeAndEnd).
    #[must_use]
    pub fn coarse(self, value: Value) -> Value {
        if self == Self::MisereOutcomeAndEnd { value.min(1) } else { value }
    }

    /// Returns φ of the set of the options' values.
    #[must_use]
    pub fn value(self, options: &ValueSet) -> Value {
        match self {
            Self::NormalOutcome => Value::from(options.contains(0)),
            Self::MisereOutcome => Value::from(options.is_empty() || options.contains(0)),
            Self::MisereOutcomeAndEnd if options.is_empty() => 2,
            Self::MisereOutcomeAndEnd => Value::from(options.contains(0)),
            Self::Podium { players } => {
                options.minimum().map_or(0, |least| (least + 1) % Value::from(players))
            }
            Self::Coalition => {
                let (p, n, o, q) =
                    (options.contains(0), options.contains(1), options.contains(2), options.contains(3));
                match () {
                    () if p => 1,
                    () if n && !o && !q => 2,
                    () if !n && !q => 0,
                    () => 3,
                }
            }
            Self::Grundy => options.mex(),
            Self::Remoteness => match options.iter().find(|value| value % 2 == 0) {
                Some(least_even) => least_even + 1,
                None => options.maximum().map_or(0, |greatest| greatest + 1),
            },
        }
    }

    /// The number of values (0, 1, …), if it is finite.
    #[must_use]
    pub fn value_count(self) -> Option<u32> {
        match self {
            Self::NormalOutcome | Self::MisereOutcome => Some(2),
            Self::MisereOutcomeAndEnd => Some(3),
            Self::Podium { players } => Some(u32::from(players)),
            Self::Coalition => Some(4),
            Self::Grundy | Self::Remoteness => None,
        }
    }

    /// The printed name of a value.
    #[must_use]
    pub fn value_name(self, value: Value) -> String {
        match self {
            Self::Grundy | Self::Remoteness => value.to_string(),
            _ => self.outcome_of(value).to_string(),
        }
    }

    /// The outcome that a value stands for: Grundy value 0 and even remoteness mean P.
    #[must_use]
    pub fn outcome_of(self, value: Value) -> Outcome {
        match (self, value) {
            (Self::Remoteness, value) => [Outcome::P, Outcome::N][usize::from(value % 2 == 1)],
            (_, 0) => Outcome::P,
            (Self::Grundy | Self::MisereOutcomeAndEnd, _) | (_, 1) => Outcome::N,
            (_, 2) => Outcome::O,
            (Self::Podium { .. }, place) => Outcome::Place(place),
            (_, 3) => Outcome::Q,
            (_, other) => Outcome::Place(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that φ(S) = a exactly if S meets the condition of a, for all S over the values.
    #[test]
    fn conditions_agree_with_the_valuation() {
        let all = [
            (Valuation::NormalOutcome, 2),
            (Valuation::MisereOutcomeAndEnd, 3),
            (Valuation::Podium { players: 2 }, 2),
            (Valuation::Podium { players: 3 }, 3),
            (Valuation::Podium { players: 5 }, 5),
            (Valuation::Coalition, 4),
        ];
        for (valuation, count) in all {
            let conditions = valuation.conditions(count).unwrap();
            for bits in 0u32..1 << count {
                let set: ValueSet = (0..count).filter(|value| bits >> value & 1 == 1).collect();
                for (value, condition) in (0..).zip(&conditions) {
                    let meets = condition.forbidden.iter().all(|&v| !set.contains(v))
                        && condition.required.iter().all(|any| any.iter().any(|&v| set.contains(v)));
                    assert_eq!(meets, valuation.value(&set) == value, "{valuation:?} {bits:b} {value}");
                }
            }
        }
    }

    #[test]
    fn values_stand_for_outcomes() {
        let names = |valuation: Valuation| {
            (0..4).map(|value| valuation.outcome_of(value).to_string()).collect::<String>()
        };
        assert_eq!(names(Valuation::Grundy), "PNNN");
        assert_eq!(names(Valuation::Remoteness), "PNPN");
        assert_eq!(names(Valuation::MisereOutcomeAndEnd), "PNNN");
        assert_eq!(names(Valuation::Coalition), "PNOQ");
        assert_eq!(names(Valuation::Podium { players: 4 }), "PNO3");
        assert_eq!(Valuation::Podium { players: 4 }.value_name(3), "3");
        assert_eq!(Valuation::Grundy.value_name(3), "3");
    }

    #[test]
    fn provable_valuations_split_into_conditions() {
        let conventions = [
            Convention::Normal,
            Convention::Misere,
            Convention::Podium { players: 3 },
            Convention::Coalition,
        ];
        for convention in conventions {
            let (outcome, provable) = (Valuation::outcome(convention), Valuation::provable(convention));
            let count = provable.value_count().unwrap();
            assert!(provable.conditions(count).is_some());
            assert!((0..count).all(|value| provable.coarse(value) < outcome.value_count().unwrap()));
        }
    }

    #[test]
    fn remoteness_hurries_the_winner_and_delays_the_loser() {
        let remoteness = |values: &[u32]| Valuation::Remoteness.value(&values.iter().copied().collect());
        assert_eq!(remoteness(&[]), 0);
        assert_eq!(remoteness(&[4, 2, 7]), 3);
        assert_eq!(remoteness(&[1, 5]), 6);
    }
}
