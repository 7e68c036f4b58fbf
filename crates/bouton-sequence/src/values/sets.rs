//! The method for codes that repeat for ever, and for moves that leave three heaps: it stores a set
//! of values for each rest.

use bouton_core::{LimitReached, TakeAndBreakCode, Value, Watch};

use super::Values;

/// A set of values, with a bit for each.
#[derive(Clone, Debug, Default)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, value: Value) {
        let word = value as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn add(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Adds `value` ⊕ x for every x of the other set.
    fn add_translated(&mut self, other: &Self, value: Value) {
        let (high, low) = (value as usize / 64, value % 64);
        let length = other.0.len().next_power_of_two().max((high + 1).next_power_of_two());
        if length > self.0.len() {
            self.0.resize(length, 0);
        }
        for (place, &word) in other.0.iter().enumerate() {
            self.0[place ^ high] |= translated(word, low);
        }
    }

    fn mex(&self) -> Value {
        let word = self.0.iter().position(|&word| word != u64::MAX).unwrap_or(self.0.len());
        let bits = self.0.get(word).map_or(0, |word| word.trailing_ones());
        Value::try_from(64 * word).map_or(Value::MAX, |start| start + bits)
    }

    fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }
}

/// Moves bit x to x ⊕ `by`, `by` < 64.
fn translated(mut word: u64, by: Value) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (digit, mask) in MASKS.into_iter().enumerate() {
        if by >> digit & 1 == 1 {
            let step = 1 << digit;
            word = (word & mask) << step | word >> step & mask;
        }
    }
    word
}

/// The state of the computation between values.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    /// For each heap, the values of its splits into two, if three heaps may be left.
    pairs: Vec<Set>,
    /// For each residue modulo the length of the repeating tail, and each number of heaps left: the
    /// values of all rests at a distance at least that of the beginning of the tail.
    tails: Vec<[Set; 4]>,
    /// The sets of rests that the tail does not reach yet.
    recent: std::collections::VecDeque<[Set; 4]>,
}

impl Sets {
    /// Extends values to `count` of them.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        code: &TakeAndBreakCode,
        count: usize,
        watch: &Watch,
    ) -> Result<(), LimitReached> {
        let (digits, tail) = (code.digits(), code.tail());
        self.tails.resize(tail.len(), Default::default());
        let all = digits.iter().chain(tail).fold(0, |all, digit| all | digit);
        let mut held = watch.hold(0)?;
        while values.len() < count {
            let heap = values.len();
            // The splits of a heap of this size itself, if taking nothing is a move.
            let mut options = Set::default();
            let whole = (all & 12 != 0).then(|| self.rest(values, heap, all, code));
            if digits[0] != 0
                && let Some(rest) = &whole
            {
                (2..4).filter(|left| digits[0] >> left & 1 == 1).for_each(|left| options.add(&rest[left]));
            }
            // The rests `taken` back, for the digits before the tail.
            for taken in (1..digits.len()).take_while(|&taken| taken <= heap) {
                let rest = &self.recent[self.recent.len() - taken];
                (0..4)
                    .filter(|left| digits[taken] >> left & 1 == 1)
                    .for_each(|left| options.add(&rest[left]));
            }
            // The rest that the tail reaches first with this heap.
            if !tail.is_empty() && heap >= digits.len() {
                let reached = &self.recent[self.recent.len() - digits.len()];
                let class = &mut self.tails[(heap - digits.len()) % tail.len()];
                class.iter_mut().zip(reached).for_each(|(all, rest)| all.add(rest));
                for (place, &digit) in tail.iter().enumerate() {
                    // The rests r with heap - r ≡ digits.len() + place.
                    let Some(largest) = heap.checked_sub(digits.len() + place) else { break };
                    let class = &self.tails[largest % tail.len()];
                    (0..4).filter(|left| digit >> left & 1 == 1).for_each(|left| options.add(&class[left]));
                }
            }
            values.push(options.mex());
            // The heap is now known as a rest.
            let mut rest = whole.unwrap_or_default();
            if heap == 0 {
                rest[0].insert(0);
            } else {
                rest[1].insert(values.get(heap).unwrap_or_default());
            }
            if all & 8 != 0 {
                held.grow(rest[2].bytes() + 24)?;
                self.pairs.push(rest[2].clone());
            }
            self.recent.push_back(rest);
            while self.recent.len() > digits.len() {
                self.recent.pop_front();
            }
            watch.spend(1 + if all & 8 != 0 { heap as u64 / 8 } else { heap as u64 / 64 })?;
        }
        Ok(())
    }

    /// Returns the values of a heap's splits into two and three.
    fn rest(&self, values: &Values, heap: usize, all: u8, code: &TakeAndBreakCode) -> [Set; 4] {
        let mut rest: [Set; 4] = Default::default();
        if all & 12 == 0 {
            return rest;
        }
        let most = if code.parts_are_unequal() { heap.saturating_sub(1) / 2 } else { heap / 2 };
        let value = |heap: usize| values.get(heap).unwrap_or_default();
        for small in 1..=most {
            rest[2].insert(value(small) ^ value(heap - small));
        }
        if all & 8 != 0 {
            for first in 1..=heap / 3 {
                // Any split of the rest into three has a part of at most a third.
                rest[3].add_translated(&self.pairs[heap - first], value(first));
            }
        }
        rest
    }
}
