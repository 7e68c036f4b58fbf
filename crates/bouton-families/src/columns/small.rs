//! Exact values of positions with few small heaps, by definition.

use bouton_core::{FreeTakes, LimitReached, Valuation, Value, ValueSet, Watch};
use rustc_hash::FxHashMap;

/// Values of positions, kept once they are computed.
pub(super) struct SmallPositions<'a> {
    takes: &'a FreeTakes,
    valuation: Valuation,
    watch: &'a Watch,
    known: FxHashMap<(usize, Vec<u32>), Value>,
    steps: u64,
}

impl<'a> SmallPositions<'a> {
    pub(super) fn new(takes: &'a FreeTakes, valuation: Valuation, watch: &'a Watch) -> Self {
        Self { takes, valuation, watch, known: FxHashMap::default(), steps: 0 }
    }

    pub(super) fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// Sets the number of options that may be examined from now on.
    pub(super) fn allow(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// The value of a position; `None` if too many options would have to be examined.
    pub(super) fn value(&mut self, control: usize, heaps: &[u32]) -> Result<Option<Value>, LimitReached> {
        let mut position: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        position.sort_unstable();
        self.of_sorted(control, position)
    }

    fn of_sorted(&mut self, control: usize, position: Vec<u32>) -> Result<Option<Value>, LimitReached> {
        let key = (control, position);
        if let Some(&value) = self.known.get(&key) {
            return Ok(Some(value));
        }
        let mut values = ValueSet::new();
        let mut whole = true;
        if control < self.takes.passes {
            let Some(value) = self.of_sorted(control + 1, key.1.clone())? else { return Ok(None) };
            values.insert(value);
            // Under every convention a move to P wins.
            whole = value != 0;
        }
        let takes = self.takes;
        for &(least, most) in &takes.lowered {
            if whole {
                whole =
                    self.lower(control, &key.1, (least, most), (0, 0), &mut key.1.clone(), &mut values)?;
            }
        }
        if self.steps == 0 {
            return Ok(None);
        }
        let value = self.valuation.value(&values);
        self.known.insert(key, value);
        Ok(Some(value))
    }

    /// Collects the values of options in which heaps from a place on are lowered; `false` once the value is
    /// decided, or the steps are spent.
    fn lower(
        &mut self,
        control: usize,
        position: &[u32],
        (least, most): (usize, usize),
        (place, lowered): (usize, usize),
        after: &mut Vec<u32>,
        values: &mut ValueSet,
    ) -> Result<bool, LimitReached> {
        if lowered >= least && lowered > 0 && place == position.len() {
            if self.steps == 0 {
                return Ok(false);
            }
            self.steps -= 1;
            if self.steps.is_multiple_of(1 << 14) {
                self.watch.check()?;
            }
            let mut option: Vec<u32> = after.iter().copied().filter(|&heap| heap > 0).collect();
            option.sort_unstable();
            let Some(value) = self.of_sorted(control, option)? else { return Ok(false) };
            values.insert(value);
            return Ok(value != 0);
        }
        if place == position.len() {
            return Ok(true);
        }
        if lowered < most {
            for less in 0..position[place] {
                after[place] = less;
                if !self.lower(control, position, (least, most), (place + 1, lowered + 1), after, values)? {
                    after[place] = position[place];
                    return Ok(false);
                }
            }
            after[place] = position[place];
        }
        self.lower(control, position, (least, most), (place + 1, lowered), after, values)
    }
}
