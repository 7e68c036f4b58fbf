//! The law of a fixed number of heaps, continued to one heap more, and where that is wrong.

use bouton_automata::exchanged_states;
use bouton_core::{
    ControlState, Convention, DigitAutomaton, HeapMoves, Law, LimitReached, State, Valuation, Value, Watch,
};

use super::{MOST_STEPS, small::SmallPositions};

/// The largest heap of the positions with which a continued law is compared.
const LARGEST: u8 = 3;

/// A law of interchangeable heaps, in which some heaps are alike in a state: exchanging them keeps it.
struct Classes<'a> {
    law: &'a DigitAutomaton,
    /// For each coordinate but the last one, the state that each state becomes when it is exchanged with the
    /// next one.
    exchanged: Vec<Vec<State>>,
}

impl Classes<'_> {
    /// Whether exchanging two heaps keeps a state.
    fn are_alike(&self, state: State, (one, other): (usize, usize)) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        // The heap `low` moves up to `high`, and that one back.
        let there = (low..high).chain((low..high.saturating_sub(1)).rev());
        there.fold(state, |state, at| self.exchanged[at][state as usize]) == state
    }

    /// The output at a position of one heap more. Of heaps that are alike the law reads as many as it knows:
    /// all but one that reads 0. Where all of them read 1 there are more ones than it knows, and a number of
    /// ones that had the same effect is read. `None` if the law does not determine the effect of the other
    /// heap.
    fn output(&self, position: &[u8]) -> Option<Value> {
        let heaps = self.law.tracks();
        let places = position.iter().map(|heap| u8::BITS - heap.leading_zeros()).max().unwrap_or(0);
        // The heaps that the law reads, and the other one, which is like the one of them that is named.
        let mut read: Vec<usize> = (0..heaps).collect();
        let (mut other, mut like) = (heaps, 0);
        let mut state = *self.law.starts().first()?;
        for place in (0..places).rev() {
            let digit = |heap: usize| position[heap] >> place & 1;
            let alike: Vec<usize> =
                (0..heaps).filter(|&track| self.are_alike(state, (like, track))).collect();
            if digit(other) == 1
                && let Some(&track) = alike.iter().find(|&&track| digit(read[track]) == 0)
            {
                std::mem::swap(&mut other, &mut read[track]);
            }
            let letter =
                (0..heaps).fold(0, |letter, track| letter | usize::from(digit(read[track])) << track);
            let next = match digit(other) {
                0 => self.law.next(state, letter),
                _ => self.with_one_more(state, letter, &alike),
            };
            // Those with the same digit stay alike.
            let same = alike.iter().copied().find(|&track| digit(read[track]) == digit(other));
            state = next;
            like = match same {
                Some(track) => track,
                None if (1..heaps).all(|track| self.are_alike(state, (0, track))) => 0,
                None => return None,
            };
        }
        Some(self.law.output(state))
    }

    /// The successor where all heaps that are alike read 1 in a letter, and one more of their kind does. If
    /// numbers of ones among them are seen to repeat, that of an earlier number; else that of the letter.
    fn with_one_more(&self, state: State, letter: usize, alike: &[usize]) -> State {
        let others = alike.iter().fold(letter, |letter, track| letter & !(1 << track));
        let ones = |ones: usize| alike[..ones].iter().fold(others, |letter, track| letter | 1 << track);
        let after: Vec<State> = (0..=alike.len()).map(|count| self.law.next(state, ones(count))).collect();
        let most = alike.len();
        let repeats =
            |from: usize, period: usize| (from..=most - period).all(|n| after[n] == after[n + period]);
        // A whole period has to be seen twice.
        let periods = (1..=most.div_ceil(2))
            .flat_map(|period| (0..=most).map(move |from| (from, period)))
            .filter(|&(from, period)| from + 2 * period <= most + 1);
        let seen = periods.filter(|&(from, period)| repeats(from, period)).min_by_key(|it| it.0 + it.1);
        seen.map_or(after[most], |(_, period)| after[most + 1 - period])
    }
}

/// A small position at which the law of interchangeable heaps, continued to one heap more, is wrong: the
/// first one by the number of objects. `None` if there is none among those that are compared, or the law is
/// of another kind.
///
/// # Errors
///
/// [`LimitReached`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Convention, HeapMoves, Law, Lowering, Valuation, Watch};
/// use bouton_families::wrong_with_one_more;
///
/// // Two heaps of Nim are P if they are equal: 0 or 2 ones in each place. What three ones mean is not known.
/// let two = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, two);
/// let nim = HeapMoves { lowerings: vec![Lowering::Free(1, 1)], passes: 0 };
/// let wrong = wrong_with_one_more(&law, &nim, Convention::Normal, &Watch::unlimited())?;
/// assert_eq!(wrong, Some(vec![1, 1, 1]));
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub fn wrong_with_one_more(
    law: &Law,
    moves: &HeapMoves,
    convention: Convention,
    watch: &Watch,
) -> Result<Option<Vec<u8>>, LimitReached> {
    let automaton = &law.automaton;
    let heaps = automaton.tracks();
    if !law.numeration().is_binary() || law.is_grundy() || heaps == 0 || automaton.starts().len() != 1 {
        return Ok(None);
    }
    let exchanged = (0..heaps - 1).map(|at| exchanged_states(automaton, at));
    let Some(exchanged) = exchanged.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let classes = Classes { law: automaton, exchanged };
    let valuation = Valuation::provable(convention);
    let mut small = SmallPositions::new(moves, valuation, watch);
    small.allow(MOST_STEPS);
    let mut positions = Vec::new();
    let mut position = vec![1u8; heaps + 1];
    loop {
        positions.push(position.clone());
        let Some(place) = position.iter().rposition(|&heap| heap < LARGEST) else { break };
        let next = position[place] + 1;
        position[place..].fill(next);
    }
    positions.sort_by_key(|position| position.iter().map(|&heap| u32::from(heap)).sum::<u32>());
    for position in positions {
        watch.check()?;
        let Some(value) = small.value(ControlState(0).index(), &position)? else { return Ok(None) };
        let Some(output) = classes.output(&position) else { continue };
        if law.valuation.coarse(output) != valuation.coarse(value) {
            return Ok(Some(position));
        }
    }
    Ok(None)
}
