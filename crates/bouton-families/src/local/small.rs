//! Exact values of positions of few small heaps, by definition, where moves take any or fixed amounts.

use bouton_core::{HeapMoves, LimitReached, Lowering, Valuation, Value, ValueSet, Watch};
use rustc_hash::FxHashMap;

/// Values of positions, kept once they are computed.
pub(super) struct SmallPositions<'a> {
    moves: &'a HeapMoves,
    valuation: Valuation,
    watch: &'a Watch,
    known: FxHashMap<(usize, Vec<u8>), Value>,
    /// Whether empty heaps matter, since a move lowers all heaps.
    all: bool,
    steps: u64,
}

impl<'a> SmallPositions<'a> {
    pub(super) fn new(moves: &'a HeapMoves, valuation: Valuation, watch: &'a Watch) -> Self {
        let all = moves.lowerings.iter().any(|lowering| matches!(lowering, Lowering::All(_)));
        Self { moves, valuation, watch, known: FxHashMap::default(), all, steps: 0 }
    }

    /// Sets the number of options that may be examined from now on.
    pub(super) fn allow(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// The value of a position after a number of passes; `None` if too many options would have to be
    /// examined.
    pub(super) fn value(&mut self, used: usize, heaps: &[u8]) -> Result<Option<Value>, LimitReached> {
        let mut sorted: Vec<u8> = heaps.iter().copied().filter(|&heap| self.all || heap > 0).collect();
        sorted.sort_unstable();
        self.of_sorted(used, sorted)
    }

    fn of_sorted(&mut self, used: usize, heaps: Vec<u8>) -> Result<Option<Value>, LimitReached> {
        let key = (used, heaps);
        if let Some(&value) = self.known.get(&key) {
            return Ok(Some(value));
        }
        let mut values = ValueSet::new();
        if used < self.moves.passes {
            let Some(value) = self.of_sorted(used + 1, key.1.clone())? else { return Ok(None) };
            values.insert(value);
        }
        let moves = self.moves;
        for lowering in &moves.lowerings {
            let mut options = Vec::new();
            options_of(lowering, &key.1, &mut options);
            for option in options {
                if self.steps == 0 {
                    return Ok(None);
                }
                self.steps -= 1;
                if self.steps.is_multiple_of(1 << 14) {
                    self.watch.check()?;
                }
                let Some(value) = self.value(used, &option)? else { return Ok(None) };
                values.insert(value);
            }
        }
        let value = self.valuation.value(&values);
        self.known.insert(key, value);
        Ok(Some(value))
    }
}

/// The heaps after each way to lower them.
fn options_of(lowering: &Lowering, heaps: &[u8], options: &mut Vec<Vec<u8>>) {
    match lowering {
        Lowering::All(amount) => {
            let amount = u8::try_from(*amount).unwrap_or(u8::MAX);
            let after: Option<Vec<u8>> = heaps.iter().map(|heap| heap.checked_sub(amount)).collect();
            options.extend(after.filter(|after| !after.is_empty()));
        }
        Lowering::By(amounts) => lower_by(amounts, heaps.to_vec(), &mut vec![false; heaps.len()], options),
        &Lowering::Free(least, most) => {
            lower_some(heaps, (least, most), (0, 0), &mut heaps.to_vec(), options)
        }
    }
}

/// Takes each of the amounts from another heap.
fn lower_by(amounts: &[u32], heaps: Vec<u8>, used: &mut Vec<bool>, options: &mut Vec<Vec<u8>>) {
    let [amount, rest @ ..] = amounts else { return options.push(heaps) };
    let amount = u8::try_from(*amount).unwrap_or(u8::MAX);
    for heap in 0..heaps.len() {
        // Of equal heaps one is enough.
        let first = heap == 0 || heaps[heap - 1] != heaps[heap] || used[heap - 1];
        if !used[heap] && first && heaps[heap] >= amount {
            let mut after = heaps.clone();
            after[heap] -= amount;
            used[heap] = true;
            lower_by(rest, after, used, options);
            used[heap] = false;
        }
    }
}

/// Lowers heaps from a place on by any amounts.
fn lower_some(
    heaps: &[u8],
    (least, most): (usize, usize),
    (place, lowered): (usize, usize),
    after: &mut Vec<u8>,
    options: &mut Vec<Vec<u8>>,
) {
    if place == heaps.len() {
        if lowered >= least && lowered > 0 {
            options.push(after.clone());
        }
        return;
    }
    lower_some(heaps, (least, most), (place + 1, lowered), after, options);
    // Of equal heaps the later ones are lowered no less.
    if lowered < most {
        for left in 0..heaps[place] {
            if place > 0 && heaps[place - 1] == heaps[place] && after[place - 1] > left {
                continue;
            }
            after[place] = left;
            lower_some(heaps, (least, most), (place + 1, lowered + 1), after, options);
        }
        after[place] = heaps[place];
    }
}
