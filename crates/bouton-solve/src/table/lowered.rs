//! Lost options, where each move lowers some coordinates to any smaller numbers.
//!
//! A position has too many options to examine each, or to mark from each lost position. But they
//! overlap: let B(G, x) say that some lost position is x with exactly the coordinates in G lowered. For
//! any i in G, the lowered coordinate is x_i − 1, or less than that:
//!
//! ```text
//! B(G, x) = x_i > 0 and (B(G, x − e_i) or B(G ∖ {i}, x − e_i))
//! ```
//!
//! So the bits of all G at a position follow from those at the positions with one object less, whatever
//! the number of options. The weakness: the bits take more memory than the values.

use bouton_core::{Formula, LinearExpression, MemoryShare, Ruleset, Target, Valuation, Variable, Watch};
use rustc_hash::FxHashMap;

use crate::index::Index;

/// The least number of coordinates. With fewer, a position has few options.
const FEWEST: usize = 6;
/// The most sets of coordinates at a position, and the most rules for them in all patterns of ties.
const MOST_SETS: usize = 256;
const MOST_RULES: usize = 1 << 17;

/// The rule for the bit of a set of coordinates.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// With equal coordinates in another order it is the bit of this set, which comes earlier.
    Same(u16),
    /// The first coordinate of the set, and the set without it.
    Lower { coordinate: u8, without: u16 },
}

/// For all solved positions, which sets of coordinates a move to a lost position may have lowered.
#[derive(Debug)]
pub(super) struct Lowered {
    /// Whether positions are sorted, so that sets are the same up to the order of equal coordinates.
    sorted: bool,
    dimension: usize,
    /// The rules of all sets but the empty one, for each pattern of ties: bit i is set if coordinate i is
    /// equal to the one before.
    rules: Vec<Box<[Rule]>>,
    /// The sets that moves lower, as bits; the empty set is bit 0.
    moves: Box<[u64]>,
    /// For each solved position its bits.
    bits: Vec<u64>,
    /// The bits of the positions with one object less, coordinate by coordinate.
    below: Vec<Option<usize>>,
    held: MemoryShare,
}

impl Lowered {
    /// Returns `None` unless each move lowers the coordinates of some set, with no other condition, and the lost options
    /// decide the value.
    pub(super) fn new(ruleset: &Ruleset, valuation: Valuation, index: &Index, watch: &Watch) -> Option<Self> {
        let dimension = ruleset.dimension();
        let decided = super::marks::lost_options_decide(valuation);
        let plain = *ruleset.exists() == Formula::True && *ruleset.stop() == Formula::False;
        if !(FEWEST..=u32::BITS as usize).contains(&dimension)
            || !decided
            || !plain
            || ruleset.controls().len() != 1
        {
            return None;
        }
        let sorted = match index {
            Index::Multiset { .. } | Index::Partitions(_) => true,
            Index::Boxes { .. } => false,
            Index::Rank(index) => {
                index.without_periods()?;
                false
            }
        };
        let moves: Vec<u32> = ruleset
            .moves()
            .iter()
            .map(|schema| lowered_set(&schema.targets, schema.parameters, &schema.guard))
            .collect::<Option<_>>()?;
        let sets = closed(&moves, sorted)?;
        let numbers: FxHashMap<u32, u16> = sets.iter().copied().zip(0..).collect();
        let patterns = if sorted { 1usize << (dimension - 1) } else { 1 };
        if patterns * sets.len() > MOST_RULES {
            return None;
        }
        let rules_of = |pattern: usize| {
            let rule = |&set: &u32| {
                let first = first_among_equals(set, pattern << 1, dimension);
                if first != set {
                    return numbers.get(&first).map(|&number| Rule::Same(number));
                }
                let coordinate = u8::try_from(set.trailing_zeros()).ok()?;
                let without = numbers.get(&(set & (set - 1))).copied()?;
                Some(Rule::Lower { coordinate, without })
            };
            sets[1..].iter().map(rule).collect::<Option<Box<[Rule]>>>()
        };
        let rules = (0..patterns).map(rules_of).collect::<Option<Vec<_>>>()?;
        let mut bits = vec![0; sets.len().div_ceil(64)];
        for set in &moves {
            let number = usize::from(*numbers.get(set)?);
            bits[number / 64] |= 1 << (number % 64);
        }
        let below = vec![None; dimension];
        let held = watch.hold_none();
        Some(Self { sorted, dimension, rules, moves: bits.into(), bits: Vec::new(), below, held })
    }

    /// The number of positions whose bits are known.
    pub(super) fn positions(&self) -> usize {
        self.bits.len() / self.moves.len()
    }

    /// Allocates space for this number of positions in all; `false` if that takes more than `most` bytes, or there is not
    /// enough memory.
    pub(super) fn reserve(&mut self, positions: usize, most: u64) -> bool {
        let words = positions.saturating_mul(self.moves.len());
        let more = words.saturating_sub(self.bits.len());
        let bytes = (words as u64).saturating_mul(8).max(self.held.bytes());
        bytes <= most && self.held.resize(bytes).is_ok() && self.bits.try_reserve_exact(more).is_ok()
    }

    /// Leaves out the bits of all positions but the first ones.
    pub(super) fn truncate(&mut self, positions: usize) {
        self.bits.truncate(positions * self.moves.len());
    }

    /// The approximate work at a position.
    pub(super) fn work(&self) -> u64 {
        1 + (self.dimension + self.rules[0].len() / 8) as u64
    }

    /// Adds the next position in the order of the index. Returns whether it has a lost option.
    pub(super) fn add(&mut self, position: &mut [u64], index: &Index) -> bool {
        let words = self.moves.len();
        let mut pattern = 0;
        for i in 0..self.dimension {
            let tied = self.sorted && i > 0 && position[i] == position[i - 1];
            pattern |= usize::from(tied) << i;
            // Among equal coordinates the first one is lowered, so that the position stays sorted.
            self.below[i] = None;
            if !tied && position[i] > 0 {
                position[i] -= 1;
                self.below[i] = Some(index.number(position) * words);
                position[i] += 1;
            }
        }
        let base = self.bits.len();
        self.bits.resize(base + words, 0);
        let (known, own) = self.bits.split_at_mut(base);
        let bit = |words: &[u64], number: usize| words[number / 64] >> (number % 64) & 1;
        for (number, rule) in (1..).zip(&self.rules[pattern >> 1]) {
            let found = match *rule {
                Rule::Same(other) => bit(own, usize::from(other)),
                Rule::Lower { coordinate, without } => match self.below[usize::from(coordinate)] {
                    None => 0,
                    Some(place) => bit(&known[place..], number) | bit(&known[place..], usize::from(without)),
                },
            };
            own[number / 64] |= found << (number % 64);
        }
        own.iter().zip(&self.moves).any(|(own, moves)| own & moves != 0)
    }

    /// Records that the position that was added last is lost.
    pub(super) fn set_lost(&mut self) {
        let place = self.bits.len() - self.moves.len();
        self.bits[place] |= 1;
    }
}

/// The coordinates that a move lowers to any smaller numbers, as bits; `None` if it does something else.
fn lowered_set(targets: &[Target], parameters: u16, guard: &Formula) -> Option<u32> {
    let dimension = targets.len();
    let mut asked = Vec::new();
    let mut set = 0;
    for (coordinate, target) in targets.iter().enumerate() {
        let Target::Becomes(to) = target else { continue };
        let &[(parameter, 1)] = to.terms() else { return None };
        if parameter.index() < dimension || to.constant_term() != 0 || targets[..coordinate].contains(target)
        {
            return None;
        }
        let before = LinearExpression::variable(Variable::new(coordinate));
        asked.push(Formula::NotPositive(to.minus(&before).ok()?.with_constant(1).ok()?));
        set |= 1 << coordinate;
    }
    let mut said = Vec::new();
    conjuncts(guard, &mut said);
    let all = asked.iter().all(|less| said.contains(&less)) && said.iter().all(|part| asked.contains(part));
    (set != 0 && all && usize::from(parameters) == asked.len()).then_some(set)
}

fn conjuncts<'a>(formula: &'a Formula, found: &mut Vec<&'a Formula>) {
    match formula {
        Formula::True => {}
        Formula::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        other => found.push(other),
    }
}

/// These sets and those that the rules lead to, in increasing order; the empty one is the first.
fn closed(moves: &[u32], sorted: bool) -> Option<Vec<u32>> {
    let mut sets = vec![0];
    let mut open = moves.to_vec();
    while let Some(set) = open.pop() {
        if sets.contains(&set) {
            continue;
        }
        sets.push(set);
        if sets.len() > MOST_SETS {
            return None;
        }
        open.push(set & (set - 1));
        if sorted {
            open.extend((0..u32::BITS).filter(|i| set >> i & 1 == 1).map(|i| set & !(1 << i)));
        }
    }
    sets.sort_unstable();
    Some(sets)
}

/// The set in which, among equal coordinates, the first ones are chosen, the same number of them.
fn first_among_equals(set: u32, ties: usize, dimension: usize) -> u32 {
    let mut first = 0;
    let mut begin = 0;
    for i in 0..dimension {
        if ties >> i & 1 == 0 {
            begin = i;
        }
        if set >> i & 1 == 1 {
            first |= 1 << begin;
            begin += 1;
        }
    }
    first
}
