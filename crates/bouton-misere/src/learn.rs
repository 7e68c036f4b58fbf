//! Quotients learnt from outcomes, and proved by their transition algebra.

use bouton_core::{LimitReached, Quotient, QuotientElement as Element, Watch};
use rustc_hash::FxHashMap;

use crate::{
    MisereOutcomes, OptionTable,
    algebra::{Algebra, Wrong},
    heaps::Heaps,
    quotient::from_actions,
};

/// No quotient was found within the limits.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{OptionTable, NoQuotient, quotient};
///
/// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 20, &Watch::unlimited())?;
/// let few_steps = Watch::unlimited().within(10);
/// assert!(matches!(quotient(&kayles, &few_steps), Err(NoQuotient::Limit { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoQuotient {
    /// A limit was reached; the quotient of the heaps up to `proved` is known.
    #[error("with heaps up to {proved} the quotient has {order} elements; {limit}")]
    Limit {
        /// The largest heap with which the quotient is known.
        proved: u32,
        /// The order of that quotient.
        order: usize,
        /// The limit.
        limit: LimitReached,
    },
    /// A quotient has more elements than can be numbered.
    #[error("with heaps up to {0} the quotient has more than 65,535 elements, if it is finite")]
    Elements(u32),
}

/// Computes the misère quotient of a game with the heaps whose options are given.
///
/// Proceeds heap by heap: if the value of the next heap is an existing element, the quotient stays.
/// Closing the transition algebra decides this. Otherwise the quotient of all heaps so far is
/// learnt: elements are distinguished by the outcomes of sums, and the result is verified by its
/// transition algebra. A position of least rank at which that violates the rule gives the learner
/// the test that it missed.
///
/// # Errors
///
/// A limit was reached, or the quotient is too large. Some quotients are infinite; then this is
/// always the result.
///
/// # Examples
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{OptionTable, quotient};
///
/// let watch = Watch::unlimited();
/// let take_one = OptionTable::new(&TakeAndBreakCode::new(vec![0, 3])?, 6, &watch)?;
/// let quotient = quotient(&take_one, &watch)?;
/// assert_eq!(quotient.order(), 2); // even and odd totals
/// assert!(quotient.is_lost(&[3, 4]) && !quotient.is_lost(&[3, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn quotient(options: &OptionTable, watch: &Watch) -> Result<Quotient, NoQuotient> {
    let mut quotient = Quotient::trivial();
    let mut algebra = Algebra::new(&quotient, watch);
    let mut tests: Vec<Heaps> = vec![Vec::new()];
    for heap in 1..=options.largest() {
        let order = quotient.order();
        let limit = |limit| NoQuotient::Limit { proved: heap - 1, order, limit };
        if let Some(value) = algebra.extend(&quotient, options, watch).map_err(limit)? {
            quotient.push(value);
            continue;
        }
        // The equations between smaller heaps are likely to stay true: first they are assumed.
        let simplified = MisereOutcomes::simplified(options, &quotient, watch);
        let mut larger = Learner::new(options, simplified, heap, &tests, watch).learn();
        if matches!(larger, Err(Stop::Misled | Stop::Elements)) {
            let outcomes = MisereOutcomes::above(options, &quotient, watch);
            larger = Learner::new(options, outcomes, heap, &tests, watch).learn();
        }
        (quotient, algebra, tests) = larger.map_err(|stop| match stop {
            Stop::Limit(reached) => limit(reached),
            Stop::Elements => NoQuotient::Elements(heap),
            Stop::Misled => unreachable!("outcomes by the definition mislead nobody"),
        })?;
    }
    Ok(quotient)
}

/// The reason why learning stops.
enum Stop {
    Limit(LimitReached),
    Elements,
    /// The outcomes used for learning are not those of the game.
    Misled,
}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Self {
        Self::Limit(limit)
    }
}

/// Learns the quotient of the heaps up to `heap`.
struct Learner<'a> {
    options: &'a OptionTable,
    outcomes: MisereOutcomes<'a>,
    heap: u32,
    /// A position for each element; the first one is empty.
    words: Vec<Heaps>,
    /// Positions whose sums with the elements distinguish them.
    tests: Vec<Heaps>,
    /// The elements, by the outcomes of their sums with the tests.
    rows: FxHashMap<Vec<bool>, Element>,
    watch: &'a Watch,
}

impl<'a> Learner<'a> {
    fn new(
        options: &'a OptionTable,
        outcomes: MisereOutcomes<'a>,
        heap: u32,
        tests: &[Heaps],
        watch: &'a Watch,
    ) -> Self {
        let (words, tests, rows) = (vec![Vec::new()], tests.to_vec(), FxHashMap::default());
        Self { options, outcomes, heap, words, tests, rows, watch }
    }

    fn row(&mut self, word: &[u32]) -> Result<Vec<bool>, LimitReached> {
        (0..self.tests.len()).map(|test| self.outcomes.is_lost(&sum(word, &self.tests[test]))).collect()
    }

    fn learn(mut self) -> Result<(Quotient, Algebra, Vec<Heaps>), Stop> {
        loop {
            let actions = self.close()?;
            if let Some(test) = self.order_of_heaps(&actions)? {
                self.tests.push(test);
                continue;
            }
            let lost = self.row_heads()?;
            let quotient = from_actions(&actions, &self.words, lost);
            match Algebra::of(&quotient, self.options, self.watch)? {
                Ok(algebra) => return Ok((quotient, algebra, self.tests)),
                Err(Wrong(position)) => {
                    let test = self.explain(&actions, &position)?;
                    self.tests.push(test);
                }
            }
        }
    }

    /// Whether the positions of the words are lost: the first test is the empty position.
    fn row_heads(&mut self) -> Result<Vec<bool>, LimitReached> {
        (0..self.words.len()).map(|element| self.outcomes.is_lost(&self.words[element])).collect()
    }

    /// The action of each heap on each element, after elements were added until there is one for
    /// each row.
    fn close(&mut self) -> Result<Vec<Vec<Element>>, Stop> {
        self.rows.clear();
        let words = std::mem::take(&mut self.words);
        for word in words {
            self.element(word)?;
        }
        let mut actions = vec![Vec::new(); self.heap as usize + 1];
        let mut done = 0;
        while done < self.words.len() {
            for heap in 0..=self.heap {
                let word = sum(&self.words[done], &[heap]);
                let element = self.element(word)?;
                actions[heap as usize].push(element);
            }
            done += 1;
        }
        Ok(actions)
    }

    /// The element of a position by its row; a new one, if there is none.
    fn element(&mut self, word: Heaps) -> Result<Element, Stop> {
        let row = self.row(&word)?;
        if let Some(&element) = self.rows.get(&row) {
            return Ok(element);
        }
        let element = Element::try_from(self.words.len()).map_err(|_| Stop::Elements)?;
        self.watch.spend(1)?;
        self.rows.insert(row, element);
        self.words.push(word);
        Ok(element)
    }

    /// A missing test, if the order in which two heaps are added seems to matter.
    fn order_of_heaps(&mut self, actions: &[Vec<Element>]) -> Result<Option<Heaps>, LimitReached> {
        for element in 0..self.words.len() {
            for (a, b) in (1..=self.heap).flat_map(|b| (1..b).map(move |a| (a, b))) {
                self.watch.spend(1)?;
                let after = |heaps: [u32; 2]| {
                    heaps.iter().fold(element, |at, &heap| usize::from(actions[heap as usize][at]))
                };
                let ends = [after([a, b]), after([b, a])];
                if ends[0] == ends[1] {
                    continue;
                }
                // The row at one end differs from that of the position, so a step at an earlier
                // place was wrong.
                let row = self.row(&sum(&self.words[element], &[a, b]))?;
                for (end, last) in ends.into_iter().zip([b, a]) {
                    let claimed = self.row(&self.words[end].clone())?;
                    if let Some(differs) = (0..self.tests.len()).find(|&test| row[test] != claimed[test]) {
                        return Ok(Some(sum(&self.tests[differs], &[last])));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A missing test, because the elements give the wrong outcome of `position`.
    fn explain(&mut self, actions: &[Vec<Element>], position: &[u32]) -> Result<Heaps, Stop> {
        let mut at = 0;
        let mut before = self.outcomes.is_lost(position)?;
        for (index, &heap) in position.iter().enumerate() {
            at = usize::from(actions[heap as usize][at]);
            let rest = &position[index + 1..];
            let after = self.outcomes.is_lost(&sum(&self.words[at], rest))?;
            if before != after {
                return Ok(rest.to_vec());
            }
            before = after;
        }
        Err(Stop::Misled)
    }
}

/// The heaps of two positions.
fn sum(one: &[u32], other: &[u32]) -> Heaps {
    let mut all: Heaps = one.iter().chain(other).copied().filter(|&heap| heap > 0).collect();
    all.sort_unstable();
    all
}
