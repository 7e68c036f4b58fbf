//! The effect on a law in base 2 of exchanging the digits of two coordinates.

use bouton_core::{DigitAutomaton, State};

use crate::{limits::Budget, refused::Verdict};

/// The mark of a state that was not reached.
const NONE: State = State::MAX;

/// The image of each state under exchanging the digits at places `at` and `at` + 1, if there is
/// such a map that keeps starts and outputs: the law reads the exchanged digits from the image as
/// it reads the original digits from the state.
///
/// A state that is never reached is its own image.
pub(crate) fn states_under(
    law: &DigitAutomaton,
    at: usize,
    budget: &mut Budget,
) -> Verdict<Option<Vec<State>>> {
    let (mut images, mut open) = (vec![NONE; law.states()], law.starts().to_vec());
    open.iter().for_each(|&start| images[start as usize] = start);
    while let Some(state) = open.pop() {
        budget.spend(law.letters())?;
        let image = images[state as usize];
        let mut fits = law.output(state) == law.output(image);
        for letter in 0..law.letters() {
            let differ = (letter >> at ^ letter >> (at + 1)) & 1;
            let (next, wanted) = (law.next(state, letter), law.next(image, letter ^ (3 * differ) << at));
            if images[next as usize] == NONE {
                images[next as usize] = wanted;
                open.push(next);
            }
            fits &= images[next as usize] == wanted;
        }
        if !fits {
            return Ok(None);
        }
    }
    let reached = |(image, state)| if image == NONE { state } else { image };
    Ok(Some(images.into_iter().zip(0..).map(reached).collect()))
}
