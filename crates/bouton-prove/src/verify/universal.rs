//! The universal half: no option has a forbidden value. The product of the law on x, the law on y
//! and the move relation is explored.

use bouton_core::{Condition, MemoryShare, State, Value, Watch};
use rustc_hash::FxHashMap;

use super::{
    Partial, PartialMoves, VerifyLimit, VerifyLimits, Violation, append,
    exchange::{Exchange, equal, least},
    existing::UNCLAIMED,
};

/// The number of violations after which the search ends.
const ENOUGH: usize = 64;

/// A product state, with its predecessor.
struct Reached {
    state: State,
    partial: Partial,
    parent: u32,
    letter: u16,
    written: u16,
}

const NO_PARENT: u32 = u32::MAX;

/// The most classes of states whose pairs are listed.
const MOST_CLASSES: usize = 1 << 14;

/// The pairs of a state at x and one at y after which a violation may follow: an output that is reached from
/// the first forbids one that is reached from the second.
struct Open {
    classes: Vec<usize>,
    count: usize,
    /// For each pair of classes; empty if there are too many, and then a violation may follow any pair.
    pairs: Vec<bool>,
    _held: MemoryShare,
}

impl Open {
    fn new(
        moves: &PartialMoves<'_>,
        forbids: impl Fn(Value, Value) -> bool,
        watch: &Watch,
    ) -> Result<Self, VerifyLimit> {
        let law = moves.law;
        // The different outputs, and those that are reached from each state, as places in that list.
        let mut outputs: Vec<Value> = law.outputs().to_vec();
        outputs.sort_unstable();
        outputs.dedup();
        let width = outputs.len().div_ceil(64);
        let mut reached = vec![0u64; width * law.states()];
        for (state, output) in law.outputs().iter().enumerate() {
            let place = outputs.binary_search(output).unwrap_or_default();
            reached[state * width + place / 64] |= 1 << (place % 64);
        }
        let mut changed = true;
        while changed {
            watch.spend((law.transitions().len() * width) as u64 / 8)?;
            changed = false;
            for state in (0..law.states()).rev() {
                for &next in &law.transitions()[state * law.letters()..(state + 1) * law.letters()] {
                    for word in (0..width).filter(|_| next != moves.none) {
                        let more = reached[next as usize * width + word] & !reached[state * width + word];
                        reached[state * width + word] |= more;
                        changed |= more != 0;
                    }
                }
            }
        }
        let mut numbers = FxHashMap::default();
        let mut sets: Vec<&[u64]> = Vec::new();
        let number = |set| {
            *numbers.entry(set).or_insert_with(|| {
                sets.push(set);
                sets.len() - 1
            })
        };
        let classes = reached.chunks(width).map(number).collect();
        let listed = if sets.len() <= MOST_CLASSES { &sets[..] } else { &[] };
        // For each output, those that it forbids.
        let mut forbidden = vec![0u64; width * outputs.len()];
        watch.spend(
            (outputs.len() * outputs.len() + listed.len() * (listed.len() + outputs.len()) * width) as u64
                / 8,
        )?;
        for (row, &value) in forbidden.chunks_mut(width).zip(&outputs) {
            for (place, _) in outputs.iter().enumerate().filter(|(_, other)| forbids(value, **other)) {
                row[place / 64] |= 1 << (place % 64);
            }
        }
        let held = watch.hold((listed.len() * listed.len()) as u64)?;
        let mut pairs = Vec::with_capacity(listed.len() * listed.len());
        for first in listed {
            let mut all = vec![0u64; width];
            for (place, row) in forbidden.chunks(width).enumerate() {
                if first[place / 64] >> (place % 64) & 1 == 1 {
                    all.iter_mut().zip(row).for_each(|(all, word)| *all |= word);
                }
            }
            let meets = |second: &&[u64]| second.iter().zip(&all).any(|(set, word)| set & word != 0);
            pairs.extend(listed.iter().map(meets));
        }
        let count = sets.len();
        Ok(Self { classes, count, pairs, _held: held })
    }

    fn contains(&self, x: State, y: State) -> bool {
        let pair = self.classes[x as usize] * self.count + self.classes[y as usize];
        self.pairs.get(pair).is_none_or(|&open| open)
    }
}

/// Explores the product breadth first and adds the violations found. Of pairs that are related by
/// exchanging coordinates it visits one, and none after which no violation can follow.
pub(super) fn explore(
    moves: &PartialMoves<'_>,
    exchanges: &[Exchange],
    conditions: &[Condition],
    limits: &VerifyLimits<'_>,
    violations: &mut Vec<Violation>,
) -> Result<(), VerifyLimit> {
    let law = moves.law;
    let width = moves.count();
    if width.saturating_mul(law.states()) > limits.product.saturating_mul(64) {
        return Err(VerifyLimit::Product(limits.product));
    }
    let places = (width * law.states()).div_ceil(64);
    let mut held = limits.watch.hold(8 * places as u64)?;
    let mut batch = limits.watch.batch();
    let mut seen = vec![0u64; places];
    let mut is_new = |state: State, partial: Partial| {
        let index = state as usize * width + partial as usize;
        let fresh = seen[index / 64] >> (index % 64) & 1 == 0;
        seen[index / 64] |= 1 << (index % 64);
        fresh
    };
    let forbidden: Vec<u64> = conditions
        .iter()
        .map(|condition| condition.forbidden.iter().filter(|&&v| v < 64).fold(0, |set, v| set | 1 << v))
        .collect();
    let forbids = |value: Value, other: Value| match forbidden.get(value as usize) {
        // An output that is not a value is refused like a forbidden one. A Nim heap has moves beside
        // positions that do not exist, too.
        None => value != UNCLAIMED,
        Some(set) => other >= 64 || set >> other & 1 == 1,
    };
    let open = Open::new(moves, forbids, limits.watch)?;
    let mut queue: Vec<Reached> = Vec::new();
    for partial in moves.starts() {
        if is_new(moves.start(), partial) {
            queue.push(Reached { state: moves.start(), partial, parent: NO_PARENT, letter: 0, written: 0 });
        }
    }
    let mut done = 0;
    while done < queue.len() {
        if queue.len() > limits.product {
            return Err(VerifyLimit::Product(limits.product));
        }
        let (state, partial) = (queue[done].state, queue[done].partial);
        if moves.is_complete(partial) && forbids(law.output(state), moves.value(partial)) {
            violations.push(violation(moves, exchanges, &queue, done)?);
            if violations.len() >= ENOUGH {
                return Ok(());
            }
        }
        let parent = u32::try_from(done).map_err(|_| VerifyLimit::Product(limits.product))?;
        let before = queue.len();
        let equal = equal(exchanges, moves, (state, partial));
        // Digits that may be exchanged here need only one order.
        for letter in (0..law.letters()).filter(|letter| letter >> 1 & !letter & equal == 0) {
            batch.spend(1)?;
            let Some(next) = moves.next_state(state, letter) else { continue };
            moves.for_each_next(partial, letter, |written, partial| {
                if !open.contains(next, moves.state(partial)) {
                    return;
                }
                let (next, partial) = least(exchanges, moves, (next, partial), |_| ());
                if is_new(next, partial) {
                    #[expect(clippy::cast_possible_truncation, reason = "at most 16 tracks")]
                    let letter = letter as u16;
                    queue.push(Reached { state: next, partial, parent, letter, written });
                }
            });
        }
        let new = (queue.len() - before) as u64;
        batch.spend(new)?;
        // Vectors double.
        held.grow(new * 2 * size_of::<Reached>() as u64)?;
        done += 1;
    }
    Ok(())
}

/// The positions to which the digits lead, with the exchanges that were made to the pair.
fn violation(
    moves: &PartialMoves<'_>,
    exchanges: &[Exchange],
    queue: &[Reached],
    end: usize,
) -> Result<Violation, VerifyLimit> {
    let mut path = Vec::new();
    let mut at = end;
    while queue[at].parent != NO_PARENT {
        let parent = queue[at].parent as usize;
        path.push((parent, queue[at].letter, queue[at].written));
        at = parent;
    }
    let mut x = vec![0; moves.law.tracks()];
    let mut y = vec![0; moves.law.tracks()];
    for &(parent, letter, written) in path.iter().rev() {
        append(moves.law.numeration(), &mut x, usize::from(letter))?;
        append(moves.law.numeration(), &mut y, usize::from(written))?;
        let Reached { state, partial, .. } = queue[parent];
        let Some(next) = moves.next_state(state, usize::from(letter)) else { continue };
        moves.for_each_next(partial, usize::from(letter), |other, partial| {
            // Coordinates are exchanged only where partial moves are deterministic.
            if other == written {
                least(exchanges, moves, (next, partial), |at| {
                    x.swap(at, at + 1);
                    y.swap(at, at + 1);
                });
            }
        });
    }
    let target = moves.target_control(queue[end].partial);
    Ok(Violation { position: (x, moves.control()), option: Some((y, target)) })
}
