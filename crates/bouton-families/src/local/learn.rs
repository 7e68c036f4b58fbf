//! A law with heap states, from the exact values of small positions.
//!
//! A position is a word of columns (the numbers of heaps that read 1) and a word of digits for each heap.
//! Where positions with one word of columns have two values, a heap is taken to be good if no position of the
//! second value has its digits. Both the values and the good heaps are then functions of words, of which
//! automata are learnt by merging prefixes that nothing distinguishes.

use std::collections::{BTreeMap, BTreeSet};

use bouton_cert::NumbersOfHeaps;
use bouton_core::{
    ColumnLaw, ControlState, HeapStates, LimitReached, LocalLaw, MAX_HEAP_STATES, State, Valuation, Value,
};

use super::small::SmallPositions;

/// The most states of a hypothesis.
const MOST_STATES: usize = 32;

/// The positions from which a hypothesis is learnt: at most this many heaps, with at most this many digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) heaps: usize,
    pub(super) digits: usize,
}

/// A position with its value.
struct Sample {
    control: usize,
    heaps: Vec<u8>,
    value: Value,
}

/// The values of all positions of a box; `None` if there are too many options.
pub(super) struct Samples {
    of: Corner,
    all: Vec<Sample>,
}

impl Samples {
    pub(super) fn new(
        of: Corner,
        numbers: NumbersOfHeaps,
        controls: usize,
        small: &mut SmallPositions<'_>,
    ) -> Result<Option<Self>, LimitReached> {
        let mut all = Vec::new();
        let last = (1u8 << of.digits) - 1;
        // Where empty heaps do not matter, fewer heaps are among these.
        let least = if numbers == NumbersOfHeaps::All { of.heaps } else { 1 };
        for heaps in (least..=of.heaps).filter(|&heaps| numbers.has(heaps)) {
            let mut position = vec![0u8; heaps];
            loop {
                for control in 0..controls {
                    let Some(value) = small.value(control, &position)? else { return Ok(None) };
                    all.push(Sample { control, heaps: position.clone(), value });
                }
                let Some(place) = position.iter().rposition(|&heap| heap < last) else { break };
                let next = position[place] + 1;
                position[place..].fill(next);
            }
        }
        Ok(Some(Self { of, all }))
    }
}

/// A word, most significant place first, without the letters 0 at the beginning.
type Word = Vec<usize>;

fn stripped(word: impl Iterator<Item = usize>) -> Word {
    word.skip_while(|&letter| letter == 0).collect()
}

/// An automaton over words as far as it is known: its states have a set of facts each.
struct Learnt<F> {
    starts: Vec<State>,
    facts: Vec<F>,
    transitions: Vec<State>,
}

/// The reason why no law fits.
#[derive(Clone, Debug)]
pub(super) enum NoHypothesis {
    /// Positions with the same numbers of ones in each place have these values.
    Values(Vec<Value>),
    /// No states of heaps distinguish positions with the same numbers of ones, or too many are needed.
    States,
}

/// The law for numbers of ones modulo p from t on, for `(t, p)`.
pub(super) fn law(
    samples: &Samples,
    valuation: Valuation,
    counts: (usize, usize),
) -> Result<LocalLaw, NoHypothesis> {
    let values = values(samples, counts);
    if let Some(of) = values.values().find(|of| of.len() > 2) {
        return Err(NoHypothesis::Values(of.keys().copied().collect()));
    }
    of_values(samples, &values, valuation, counts).ok_or(NoHypothesis::States)
}

/// For each control state and word of columns its values, and for each value the words of heaps.
type Values = BTreeMap<(usize, Word), BTreeMap<Value, BTreeSet<Word>>>;

/// The letters of a position, the most significant place first.
fn read(samples: &Samples, counts: (usize, usize), sample: &Sample) -> Word {
    let places = (0..samples.of.digits).rev();
    let ones = places.map(|place| sample.heaps.iter().filter(|&heap| heap >> place & 1 == 1).count());
    ones.map(|ones| folded(counts, ones)).collect()
}

/// The letters of a heap of it.
fn word_of(columns: &[usize], heap: u8) -> Word {
    let places = (0..columns.len()).rev();
    stripped(columns.iter().zip(places).map(|(&ones, place)| 2 * ones + usize::from(heap >> place & 1)))
}

fn values(samples: &Samples, counts: (usize, usize)) -> Values {
    let mut values = Values::new();
    for sample in &samples.all {
        let columns = read(samples, counts, sample);
        let of = values.entry((sample.control, stripped(columns.iter().copied()))).or_default();
        let heaps = of.entry(sample.value).or_default();
        heaps.extend(sample.heaps.iter().map(|&heap| word_of(&columns, heap)));
    }
    values
}

fn of_values(
    samples: &Samples,
    values: &Values,
    valuation: Valuation,
    counts: (usize, usize),
) -> Option<LocalLaw> {
    let letters = counts.0 + counts.1;
    let controls = samples.all.iter().map(|sample| sample.control).max()? + 1;
    // For each pair of values, whether the smaller one is that of positions with a good heap.
    let mut pairs: BTreeMap<(Value, Value), bool> = BTreeMap::new();
    for pair in values.values().filter_map(pair) {
        pairs.insert(pair, true);
    }
    for (pair, smaller) in &mut pairs {
        let fits = |smaller: bool| {
            samples.all.iter().all(|sample| {
                let columns = read(samples, counts, sample);
                let of = &values[&(sample.control, stripped(columns.iter().copied()))];
                let (yes, no) = if smaller { *pair } else { (pair.1, pair.0) };
                self::pair(of) != Some(*pair)
                    || sample.value != yes
                    || sample.heaps.iter().any(|&heap| !of[&no].contains(&word_of(&columns, heap)))
            })
        };
        *smaller = fits(true);
        if !*smaller && !fits(false) {
            return None;
        }
    }
    let value_sets: Facts<BTreeSet<Value>> =
        values.iter().map(|(word, of)| (word.clone(), of.keys().copied().collect())).collect();
    let agree =
        |left: &BTreeSet<Value>, right: &BTreeSet<Value>| left.is_subset(right) || right.is_subset(left);
    let join = |left: &mut BTreeSet<Value>, right: &BTreeSet<Value>| left.extend(right);
    let columns = learnt(controls, letters, MOST_STATES, &value_sets, &agree, &join)?;
    // Where two values are possible after a word, no heap of a position of the second one is good.
    let mut is_good: Facts<bool> = Facts::new();
    for ((control, word), of) in values {
        let state = columns.state(*control, word, letters);
        let both: Vec<Value> = columns.facts[state as usize].iter().flatten().copied().collect();
        let &[low, high] = &both[..] else { continue };
        let no = if *pairs.get(&(low, high))? { high } else { low };
        for (value, heaps) in of {
            for heap in heaps {
                let good = *value != no && !of.get(&no).is_some_and(|lost| lost.contains(heap));
                // Which heap is good where all positions have the first value is not known.
                if good && of.len() < 2 {
                    continue;
                }
                // With passes the same digits may be read from different starts.
                if *is_good.entry((0, heap.clone())).or_insert(good) != good {
                    return None;
                }
            }
        }
    }
    let agree = |left: &bool, right: &bool| left == right;
    let heaps = learnt(1, 2 * letters, MAX_HEAP_STATES, &is_good, &agree, &|_, _| {})?;
    let heap = HeapStates {
        good: heaps.facts.iter().map(|fact| fact == &Some(true)).collect(),
        transitions: heaps.transitions,
    };
    let output = |set: &Option<BTreeSet<Value>>, good: bool| {
        let set: Vec<Value> = set.iter().flatten().copied().collect();
        match set[..] {
            [] => Some(0),
            [one] => Some(one),
            [low, high] => Some(if pairs.get(&(low, high))? == &good { low } else { high }),
            _ => None,
        }
    };
    let outputs = |good: bool| columns.facts.iter().map(|set| output(set, good)).collect::<Option<Vec<_>>>();
    let (yes, no) = (outputs(true)?, outputs(false)?);
    let law = ColumnLaw::new(valuation, counts, columns.starts, yes, columns.transitions).ok()?;
    let law = LocalLaw::new(law, no, heap).ok()?;
    let is_right = |sample: &Sample| {
        let heaps: Vec<_> = sample.heaps.iter().map(|&heap| heap.into()).collect();
        law.value(&heaps, ControlState::new(sample.control)) == Some(sample.value)
    };
    samples.all.iter().all(is_right).then_some(law)
}

/// The two values, if there are two.
fn pair(of: &BTreeMap<Value, BTreeSet<Word>>) -> Option<(Value, Value)> {
    let mut values = of.keys().copied();
    match (values.next(), values.next()) {
        (Some(low), Some(high)) => Some((low, high)),
        _ => None,
    }
}

fn folded((threshold, period): (usize, usize), ones: usize) -> usize {
    if ones < threshold + period { ones } else { threshold + (ones - threshold) % period }
}

/// The knowledge of words that are read from the start of a control state.
type Facts<F> = BTreeMap<(usize, Word), F>;

/// The tree of all words that are known, whose nodes are merged step by step.
#[derive(Clone)]
struct Tree<F> {
    letters: usize,
    next: Vec<Option<usize>>,
    facts: Vec<Option<F>>,
}

impl<F: Clone> Tree<F> {
    fn node(&mut self) -> usize {
        self.next.resize(self.next.len() + self.letters, None);
        self.facts.push(None);
        self.facts.len() - 1
    }

    /// Merges the tree below a node into another node; `false` if they disagree.
    fn fold(
        &mut self,
        into: usize,
        node: usize,
        agree: &dyn Fn(&F, &F) -> bool,
        join: &dyn Fn(&mut F, &F),
    ) -> bool {
        if let Some(fact) = self.facts[node].clone() {
            match &mut self.facts[into] {
                Some(known) if !agree(known, &fact) => return false,
                Some(known) => join(known, &fact),
                none => *none = Some(fact),
            }
        }
        (0..self.letters).all(|letter| {
            let (left, right) = (into * self.letters + letter, node * self.letters + letter);
            match (self.next[left], self.next[right]) {
                (_, None) => true,
                (Some(left), Some(right)) => self.fold(left, right, agree, join),
                (None, right) => {
                    self.next[left] = right;
                    true
                }
            }
        })
    }
}

impl<F> Learnt<F> {
    /// The state after a word.
    fn state(&self, control: usize, word: &[usize], letters: usize) -> State {
        let next = |state: State, letter: &usize| self.transitions[state as usize * letters + letter];
        word.iter().fold(self.starts[control], next)
    }
}

/// An automaton that fits all known words: the nodes of the tree of words are taken in the order of their
/// lengths, and merged with the first state that allows it; states about which as much is known come first
/// (Oncina and García, 1992). `None` if there are more than `most` states.
fn learnt<F: Clone + PartialEq>(
    controls: usize,
    letters: usize,
    most: usize,
    known: &Facts<F>,
    agree: &dyn Fn(&F, &F) -> bool,
    join: &dyn Fn(&mut F, &F),
) -> Option<Learnt<Option<F>>> {
    let mut tree = Tree { letters, next: Vec::new(), facts: Vec::new() };
    let roots: Vec<usize> = (0..controls).map(|_| tree.node()).collect();
    for ((control, word), fact) in known {
        let mut node = *roots.get(*control)?;
        for &letter in word {
            let place = node * letters + letter;
            node = match tree.next[place] {
                Some(next) => next,
                None => {
                    let next = tree.node();
                    tree.next[place] = Some(next);
                    next
                }
            };
        }
        tree.facts[node] = Some(fact.clone());
    }
    // Words have no zeros at their beginning.
    for &root in &roots {
        tree.next[root * letters] = Some(root);
    }
    let mut states = vec![*roots.first()?];
    let mut starts = vec![0; controls];
    for (control, &root) in roots.iter().enumerate().skip(1) {
        starts[control] = states.len();
        states.push(root);
    }
    let mut place = 0;
    while place < states.len() * letters {
        let (state, letter) = (place / letters, place % letters);
        let from = states[state] * letters + letter;
        place += 1;
        let Some(node) = tree.next[from] else { continue };
        if states.contains(&node) {
            continue;
        }
        let (alike, others): (Vec<usize>, Vec<usize>) =
            states.iter().partition(|&&state| tree.facts[state] == tree.facts[node]);
        let merged = alike.into_iter().chain(others).find_map(|into| {
            let mut tried = tree.clone();
            tried.next[from] = Some(into);
            tried.fold(into, node, agree, join).then_some(tried)
        });
        match merged {
            // Other states may have got successors.
            Some(merged) => {
                tree = merged;
                place = 0;
            }
            None => states.push(node),
        }
        if states.len() > most {
            return None;
        }
    }
    // Words that do not occur lead anywhere.
    let number = |node: Option<usize>| {
        let state = node.and_then(|node| states.iter().position(|&state| state == node)).unwrap_or(0);
        State::try_from(state).unwrap_or(0)
    };
    let row = |state: &usize| tree.next[state * letters..][..letters].iter().map(|&next| number(next));
    Some(Learnt {
        starts: starts.into_iter().map(|start| State::try_from(start).unwrap_or(0)).collect(),
        facts: states.iter().map(|&state| tree.facts[state].clone()).collect(),
        transitions: states.iter().flat_map(row).collect::<Vec<State>>(),
    })
}
