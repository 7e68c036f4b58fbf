//! A law with one heap set apart, traced on a position.

use bouton_forms::Apart;
use num_bigint::BigUint;

use super::{
    Found, Speaker,
    columns::{columns, columns_table, place_of},
};
use bouton_prose::{Block, Text, say};

/// The digits read so far.
enum State {
    Before,
    /// The heap, and the place, where it was set apart.
    Beside(usize, u64),
    /// The place after which all digits have to be 0, and the number of ones there.
    Zeros(u64, usize),
}

impl Speaker<'_> {
    /// Finds the first column that is not allowed, or the reason why all of them are.
    pub(super) fn trace_apart(
        &self,
        law: &Apart,
        numbers: &[BigUint],
        blocks: &mut Vec<Block>,
    ) -> Option<Found> {
        blocks.extend(columns_table(&self.names, numbers, 2, &mut |column| column.ones > 0));
        let noun = self.noun();
        let has = |all: &[u32], ones: usize| all.iter().any(|&known| known as usize == ones);
        let heaps = |ones: usize| format!("{} {noun}{}", ones, if ones == 1 { " has" } else { "s have" });
        let alone = |heap: usize, place: u64| {
            say!["in the place of ", place_of(place), ", ", self.names[heap].clone(), " alone has a ", 1u32]
        };
        let either = |all: &[u32]| Text::either(all.iter().copied());
        let (mut state, mut wrong) = (State::Before, None);
        for column in columns(numbers) {
            let (place, ones) = (column.place, column.ones);
            let at = say!["in the place of ", place_of(place), ", "];
            match state {
                State::Before if ones == 1 => {
                    let heap = numbers.iter().position(|number| number.bit(place))?;
                    state = State::Beside(heap, place);
                }
                State::Before if has(&law.before, ones) => {}
                State::Before if has(&law.last, ones) => state = State::Zeros(place, ones),
                State::Before => {
                    wrong = Some(say![at, heaps(ones), " a ", 1u32, ", not ", either(&law.before)]);
                }
                State::Beside(heap, first) => {
                    let others = ones - usize::from(numbers[heap].bit(place));
                    if !has(&law.beside, others) {
                        let other =
                            format!("{others} of the others {}", if others == 1 { "has" } else { "have" });
                        wrong = Some(say![
                            alone(heap, first),
                            ", and ",
                            at,
                            other,
                            " one, not ",
                            either(&law.beside)
                        ]);
                    }
                }
                State::Zeros(first, of) if ones > 0 => {
                    let first = say!["in the place of ", place_of(first), ", ", heaps(of), " a ", 1u32];
                    wrong = Some(say![first, ", and ", at, heaps(ones), " one again"]);
                }
                State::Zeros(..) => {}
            }
            if wrong.is_some() {
                break;
            }
        }
        if let Some(reason) = wrong {
            return Some(Found::new(law.otherwise, reason));
        }
        let reason = match state {
            State::Before => say!["in every place ", either(&law.before), format!(" {noun}s have a "), 1u32],
            State::Beside(heap, place) => {
                say![
                    alone(heap, place),
                    ", and in every later one ",
                    either(&law.beside),
                    " of the others have one"
                ]
            }
            State::Zeros(place, ones) => {
                say![
                    "in the place of ",
                    place_of(place),
                    " ",
                    heaps(ones),
                    " a ",
                    1u32,
                    ", and all later digits are ",
                    0u32
                ]
            }
        };
        Some(Found::new(law.all, reason))
    }
}

#[cfg(test)]
mod tests {
    use bouton_prove::{Goal, ProveOptions, prove};

    use bouton_forms::Form;

    use crate::explain;

    #[test]
    fn every_small_position_is_traced_to_its_value() {
        let rules = "heaps 5; move take any from exactly 2 heaps";
        let ruleset = bouton_rules::Game::parse(rules).unwrap().ruleset().unwrap();
        let proof =
            prove(&ruleset, Goal::Outcome, &ProveOptions::default(), &bouton_core::Watch::unlimited())
                .unwrap();
        let explanation = explain(&ruleset, proof.law());
        assert!(matches!(explanation.laws[0].form, Form::Apart(_)));
        let trace = |position: [u32; 5]| explanation.trace(&position.map(Into::into), "", None).unwrap();
        for code in 0..5u32.pow(5) {
            let position: [u32; 5] = [0, 1, 2, 3, 4].map(|heap| code / 5u32.pow(heap) % 5);
            let value = proof.law().automaton.evaluate_small(0, &position.map(u64::from));
            assert_eq!(trace(position).value, if value == 0 { "P" } else { "N" }, "{position:?}");
        }
        let reason = |position| trace(position).reason.to_string();
        assert_eq!(
            reason([0, 0, 0, 0, 3]),
            "in the place of 2, h5 alone has a 1, and in every later one 0 or 3 of the others have one"
        );
        assert_eq!(reason([0, 0, 0, 2, 2]), "in the place of 2, 2 heaps have a 1, not 0 or 4");
        assert_eq!(
            reason([1, 0, 0, 0, 3]),
            "in the place of 2, h5 alone has a 1, and in the place of 1, 1 of the others has one, not 0 or 3"
        );
    }
}
