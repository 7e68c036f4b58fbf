//! The comparison of a law with a claim, at all positions.

use std::cmp::Ordering;

use bouton_automata::{Worklist, reaching};
use bouton_core::{DigitAutomaton, Numeration, State, Value};
use rustc_hash::FxHashMap;

/// The numeration of the laws.
const NUMERATION: Numeration = Numeration::binary();

/// A position where two laws differ, smallest heap first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The heaps.
    pub position: Vec<u64>,
    /// The value by the law.
    pub law: Value,
    /// The claimed value.
    pub claimed: Value,
}

/// A heap by rank whose size is bounded among all exceptions: if it is larger than `largest`, the
/// claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The rank of the heap: 1 the largest, 2 the second largest, …
    pub heap: usize,
    /// The largest size that it has in an exception.
    pub largest: u64,
}

/// The comparison of a claim with the law at all positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A difference with fewest objects (if there is one with at most 16), else one with fewest
    /// digits; `None` if the claim is the law.
    pub first: Option<Difference>,
    /// The first of the heaps, from the largest on, that bounds the exceptions; `None` if there are
    /// exceptions in which all heaps are arbitrarily large.
    pub bound: Option<Bound>,
    /// All exceptions, if they are finitely many and at most a thousand.
    pub exceptions: Option<Vec<Vec<u64>>>,
    /// The number of rows (all heaps but the largest) that contain exceptions, if it is finite.
    pub rows: Option<usize>,
}

/// Compares a symmetric law with a symmetric claim: both are read together with the
/// order of the heaps, so that each position counts once. Exact, for all positions.
///
/// Both laws have one control state. `None` if the laws have different numbers of
/// tracks, or the automata read together are too large (four million transitions).
///
/// ```
/// use bouton_theory::two_in_total::{Claim, Ending, Family, compare};
///
/// // index-2 Nim differs from the total mod 3, however large the heaps are
/// let family = Family::new(3, 2, 2, Ending::Empty).unwrap();
/// let total = Claim::Total.automaton(&family).unwrap();
/// let comparison = compare(&total, &Claim::IndexNim.automaton(&family).unwrap()).unwrap();
/// assert_eq!(comparison.first.unwrap().position, [0, 0, 3]);
/// assert_eq!(comparison.bound, None);
/// ```
#[must_use]
pub fn compare(law: &DigitAutomaton, claim: &DigitAutomaton) -> Option<Comparison> {
    if law.tracks() != claim.tracks() {
        return None;
    }
    let product = Product::explore(law, claim)?;
    let mut comparison = Comparison { first: None, bound: None, exceptions: None, rows: None };
    if !product.differs.contains(&true) {
        return Some(comparison);
    }
    let tracks = law.tracks();
    let position = product.fewest_objects(law, claim).or_else(|| product.fewest_digits())?;
    comparison.first = Some(Difference {
        law: law.evaluate_small(0, &position),
        claimed: claim.evaluate_small(0, &position),
        position,
    });
    comparison.bound = (1..=tracks)
        .find_map(|heap| product.largest_on(tracks - heap).map(|largest| Bound { heap, largest }));
    match comparison.bound {
        Some(Bound { heap: 1, .. }) => {
            comparison.exceptions = product.all();
            comparison.rows = product.rows(largest_of(&product, tracks));
        }
        Some(Bound { heap: 2, largest }) => comparison.rows = product.rows(Some(largest)),
        _ => {}
    }
    Some(comparison)
}

/// The largest second heap of an exception; `None` with a single heap.
fn largest_of(product: &Product, tracks: usize) -> Option<u64> {
    product.largest_on(tracks.checked_sub(2)?)
}

/// The most transitions that are explored.
const MAX_TRANSITIONS: usize = 4_000_000;
/// The most exceptions that are listed.
const MAX_EXCEPTIONS: usize = 1000;
/// The most objects of positions that are tried one by one.
const FEW_OBJECTS: u64 = 16;

/// An edge: the letter and its target.
type Edge = (usize, usize);

/// The product of two laws over sorted positions, restricted to states that lead to a difference.
struct Product {
    tracks: usize,
    /// State 0 is the start. Edges to states from which no difference is reached
    /// are left out.
    edges: Vec<Vec<Edge>>,
    differs: Vec<bool>,
}

impl Product {
    fn explore(law: &DigitAutomaton, claim: &DigitAutomaton) -> Option<Self> {
        let tracks = law.tracks();
        // For each neighbouring pair of heaps one bit: the second is known to be larger.
        let start: (State, State, usize) = (*law.starts().first()?, *claim.starts().first()?, 0);
        let mut work = Worklist::new(MAX_TRANSITIONS);
        work.meet(start).ok()?;
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        let mut transitions = 0usize;
        while let Some((_, (one, other, larger))) = work.take() {
            let mut leaving = Vec::new();
            for letter in 0..law.letters() {
                // The pairs where a heap has a larger digit than the next one, or a smaller one.
                let pairs = |order: Ordering| {
                    let digits =
                        |track| NUMERATION.digit(letter, track).cmp(&NUMERATION.digit(letter, track + 1));
                    (1..tracks)
                        .filter(|next| digits(next - 1) == order)
                        .fold(0, |set, next| set | 1 << (next - 1))
                };
                let (falls, rises): (usize, usize) = (pairs(Ordering::Greater), pairs(Ordering::Less));
                if falls & !larger != 0 {
                    continue;
                }
                let next = (law.next(one, letter), claim.next(other, letter), larger | rises);
                leaving.push((letter, work.meet(next).ok()? as usize));
            }
            transitions += leaving.len();
            if transitions > MAX_TRANSITIONS {
                return None;
            }
            edges.push(leaving);
        }
        let differs: Vec<bool> =
            work.into_met().iter().map(|&(one, other, _)| law.output(one) != claim.output(other)).collect();
        let arrows: Vec<(u32, u32)> = (0u32..)
            .zip(&edges)
            .flat_map(|(from, leaving)| {
                leaving.iter().filter_map(move |&(_, to)| Some((from, u32::try_from(to).ok()?)))
            })
            .collect();
        let useful = reaching(differs.clone(), &arrows);
        for (state, leaving) in edges.iter_mut().enumerate() {
            leaving.retain(|&(_, to)| useful[state] && useful[to]);
        }
        Some(Self { tracks, edges, differs })
    }

    /// The difference with fewest objects, among equals the lexicographically least.
    fn fewest_objects(&self, law: &DigitAutomaton, claim: &DigitAutomaton) -> Option<Vec<u64>> {
        (0..=FEW_OBJECTS).find_map(|objects| {
            let mut heaps = Vec::new();
            find_sorted(self.tracks, objects, 0, &mut heaps, &|heaps| {
                law.evaluate_small(0, heaps) != claim.evaluate_small(0, heaps)
            })
            .then_some(heaps)
        })
    }

    /// A difference with fewest digits; `None` if it has 64 or more.
    fn fewest_digits(&self) -> Option<Vec<u64>> {
        let mut reached: Vec<Option<Vec<u64>>> = vec![None; self.edges.len()];
        *reached.first_mut()? = Some(vec![0; self.tracks]);
        let mut queue = vec![0];
        let mut done = 0;
        while let Some(&state) = queue.get(done) {
            done += 1;
            let position = reached[state].clone()?;
            if self.differs[state] {
                return Some(position);
            }
            for &(letter, to) in &self.edges[state] {
                if reached[to].is_none() {
                    reached[to] = Some(NUMERATION.append_letter(&position, letter)?);
                    queue.push(to);
                }
            }
        }
        None
    }

    /// The largest size of one heap among all differences; `None` if there is no largest, or it has
    /// 64 digits or more.
    ///
    /// After a digit 1 of the heap was read, each further digit enlarges it: it is unbounded
    /// exactly if a cycle follows.
    fn largest_on(&self, track: usize) -> Option<u64> {
        // States while all digits of the heap are 0, and those that its first 1 leads to.
        let mut before = vec![false; self.edges.len()];
        *before.first_mut()? = true;
        let mut queue = vec![0];
        let mut best: Vec<Option<u64>> = vec![None; self.edges.len()];
        let mut entered = Vec::new();
        while let Some(state) = queue.pop() {
            for &(letter, to) in &self.edges[state] {
                if NUMERATION.digit(letter, track) != 0 {
                    if best[to].replace(1).is_none() {
                        entered.push(to);
                    }
                } else if !before[to] {
                    before[to] = true;
                    queue.push(to);
                }
            }
        }
        // All states after that, in an order in which edges go forward, if there is one.
        let mut after = vec![false; self.edges.len()];
        let mut arriving = vec![0usize; self.edges.len()];
        let mut stack = entered.clone();
        entered.iter().for_each(|&state| after[state] = true);
        while let Some(state) = stack.pop() {
            for &(_, to) in &self.edges[state] {
                arriving[to] += 1;
                if !after[to] {
                    after[to] = true;
                    stack.push(to);
                }
            }
        }
        let count = after.iter().filter(|&&reached| reached).count();
        let mut ready: Vec<usize> = entered.into_iter().filter(|&state| arriving[state] == 0).collect();
        let (mut largest, mut ordered) = (0, 0);
        while let Some(state) = ready.pop() {
            ordered += 1;
            let size = best[state]?;
            if self.differs[state] {
                largest = largest.max(size);
            }
            for &(letter, to) in &self.edges[state] {
                let longer = NUMERATION.append(size, NUMERATION.digit(letter, track))?;
                best[to] = best[to].max(Some(longer));
                arriving[to] -= 1;
                if arriving[to] == 0 {
                    ready.push(to);
                }
            }
        }
        (ordered == count).then_some(largest)
    }

    /// All differences, which must be finitely many.
    fn all(&self) -> Option<Vec<Vec<u64>>> {
        let mut found = Vec::new();
        let mut stack = vec![(0usize, vec![0u64; self.tracks])];
        while let Some((state, position)) = stack.pop() {
            if self.differs[state] {
                if found.len() >= MAX_EXCEPTIONS {
                    return None;
                }
                found.push(position.clone());
            }
            for &(letter, to) in &self.edges[state] {
                // Leading zeros change nothing.
                if letter != 0 || position.iter().any(|&size| size > 0) {
                    stack.push((to, NUMERATION.append_letter(&position, letter)?));
                }
            }
        }
        found.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
        Some(found)
    }

    /// The number of rows that contain differences, if all heaps but the largest are at most
    /// `largest`.
    fn rows(&self, largest: Option<u64>) -> Option<usize> {
        let last = NUMERATION.letter_of_one(self.tracks.checked_sub(1)?);
        let digits = NUMERATION.places_small(largest?);
        // The largest heap may have any digits before those of the others.
        let mut before = vec![0];
        let mut met = vec![false; self.edges.len()];
        *met.first_mut()? = true;
        let mut done = 0;
        while let Some(&state) = before.get(done) {
            done += 1;
            for &(letter, to) in &self.edges[state] {
                if letter % last == 0 && !met[to] {
                    met[to] = true;
                    before.push(to);
                }
            }
        }
        let mut sets = vec![before];
        for _ in 0..digits {
            let mut longer = Vec::new();
            for states in &sets {
                let mut by_letter: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
                for &state in states {
                    for &(letter, to) in &self.edges[state] {
                        by_letter.entry(letter % last).or_default().push(to);
                    }
                }
                for mut states in by_letter.into_values() {
                    states.sort_unstable();
                    states.dedup();
                    longer.push(states);
                }
            }
            if longer.len() > MAX_TRANSITIONS {
                return None;
            }
            sets = longer;
        }
        Some(sets.iter().filter(|states| states.iter().any(|&state| self.differs[state])).count())
    }
}

/// Completes `heaps` to a sorted position of `tracks` heaps with `objects` more objects that
/// satisfies `wanted`; leaves it unchanged if there is none.
fn find_sorted(
    tracks: usize,
    objects: u64,
    least: u64,
    heaps: &mut Vec<u64>,
    wanted: &impl Fn(&[u64]) -> bool,
) -> bool {
    if heaps.len() == tracks {
        return objects == 0 && wanted(heaps);
    }
    for size in least..=objects {
        heaps.push(size);
        if find_sorted(tracks, objects - size, size, heaps, wanted) {
            return true;
        }
        heaps.pop();
    }
    false
}
