//! Exact values, computed position by position, where play ends by an order without a finite rank.

use std::io::{self, Read, Write};

use bouton_core::{ControlState, LimitReached, Ruleset, Valuation, Value, Watch};

use crate::{
    Node, RulesetOptions, Solver,
    saved::{get, put},
};

/// Values with a memo, for a game of any order. All positions that can be reached from a position
/// are solved.
///
/// A [`Table`](crate::Table) holds all positions up to some rank. Where there is no rank,
/// infinitely many positions may lie below one, but only finitely many can be reached from it by
/// play.
///
/// ```
/// use bouton_core::{ControlState, Valuation, Watch};
/// use bouton_solve::Memo;
///
/// let game = bouton_rules::Game::parse("counters a, b; move a -> t where t < a; move b -> t where t < b").unwrap();
/// let mut memo = Memo::new(&game.ruleset().unwrap(), Valuation::Grundy, &Watch::unlimited()).unwrap();
/// assert_eq!(memo.value(&[3, 5], ControlState(0)), Ok(6));
/// ```
#[derive(Debug)]
pub struct Memo {
    solver: Solver<RulesetOptions>,
    weights: Vec<u64>,
}

impl Memo {
    /// Creates an empty memo.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while the moves are compiled.
    pub fn new(ruleset: &Ruleset, valuation: Valuation, watch: &Watch) -> Result<Self, LimitReached> {
        let solver = Solver::new(RulesetOptions::new(ruleset, watch)?, valuation, watch);
        Ok(Self { solver, weights: ruleset.weights().to_vec() })
    }

    /// Sets the memory limit of the memo; by default it is what the watch allows.
    pub fn set_memory_limit(&mut self, bytes: u64) {
        self.solver.set_memory_limit(bytes);
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Panics
    ///
    /// If the coordinates or the control state do not fit the ruleset.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Memo;
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut memo = Memo::new(&game, Valuation::NormalOutcome, &Watch::unlimited()).unwrap();
    /// assert_eq!(memo.value(&[4, 4], ControlState(0)), Ok(0));
    /// assert_eq!(memo.known(&[4, 4], ControlState(0)), Some(0));
    /// ```
    pub fn value(&mut self, coordinates: &[u64], control: ControlState) -> Result<Value, LimitReached> {
        self.solver.value(&Node { coordinates: coordinates.to_vec(), control })
    }

    /// The value of a position, if it has been solved.
    #[must_use]
    pub fn known(&self, coordinates: &[u64], control: ControlState) -> Option<Value> {
        self.solver.known(&Node { coordinates: coordinates.to_vec(), control })
    }

    /// The number of solved positions.
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Memo;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut memo = Memo::new(&nim, Valuation::NormalOutcome, &Watch::unlimited())?;
    /// memo.value(&[1, 1], ControlState(0))?;
    /// assert!(memo.positions() >= 2); // (0, 1) was solved, too
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> usize {
        self.solver.positions()
    }

    /// Solves all positions without a coordinate above `largest`, in the first control state.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; solved positions stay solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Memo;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut memo = Memo::new(&nim, Valuation::Grundy, &Watch::unlimited())?;
    /// memo.grow_to_largest(3)?;
    /// assert_eq!(memo.known(&[2, 3], ControlState(0)), Some(1));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn grow_to_largest(&mut self, largest: u64) -> Result<(), LimitReached> {
        let mut position = vec![0; self.weights.len()];
        loop {
            self.value(&position, ControlState(0))?;
            let Some(place) = position.iter().position(|&x| x < largest) else { return Ok(()) };
            position[..place].fill(0);
            position[place] += 1;
        }
    }

    /// Visits the lightest of the solved positions, at most `most`.
    pub fn for_each_lightest(&self, most: usize, visit: &mut dyn FnMut(&[u64], ControlState, Value)) {
        let weight = |node: &Node| {
            let terms = node.coordinates.iter().zip(&self.weights);
            terms.map(|(&x, &w)| u128::from(x) * u128::from(w)).sum::<u128>()
        };
        let mut known: Vec<(u128, &Node, Value)> =
            self.solver.all_known().map(|(node, value)| (weight(node), node, value)).collect();
        known.sort_unstable();
        for (_, node, value) in known.into_iter().take(most) {
            visit(&node.coordinates, node.control, value);
        }
    }

    /// Writes the solved positions.
    ///
    /// # Errors
    ///
    /// If writing fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Valuation, Watch};
    /// use bouton_solve::Memo;
    ///
    /// let game = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let mut memo = Memo::new(&game, Valuation::Grundy, &Watch::unlimited()).unwrap();
    /// memo.value(&[2, 5], ControlState(0))?;
    /// let mut saved = Vec::new();
    /// memo.save(&mut saved)?;
    ///
    /// let mut restored = Memo::new(&game, Valuation::Grundy, &Watch::unlimited()).unwrap();
    /// restored.restore(&mut &saved[..])?;
    /// assert_eq!(restored.known(&[2, 5], ControlState(0)), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let known = self.solver.all_known().map(|(node, value)| (&node.coordinates, node.control.0, value));
        put(to, &known.collect::<Vec<_>>())
    }

    /// Loads a memo that [`save`](Self::save) has written, for the same game.
    ///
    /// # Errors
    ///
    /// If reading fails, or the data do not fit the allowed memory.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let known: Vec<(Vec<u64>, u8, Value)> = get(from)?;
        for (coordinates, control, value) in known {
            if coordinates.len() != self.weights.len() {
                return Err(crate::saved::misfit("memo"));
            }
            let node = Node { coordinates, control: ControlState(control) };
            self.solver.learn(node, value).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memo_is_saved_and_restored_and_keeps_to_its_limit() {
        let text = "counters a, b\nmove a, b -> a - 1, 2 * b\nmove b -> b - 1";
        let ruleset = bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
        assert_eq!(ruleset.rank(), None);
        let mut memo = Memo::new(&ruleset, Valuation::Grundy, &Watch::unlimited()).unwrap();
        memo.grow_to_largest(4).unwrap();
        let mut bytes = Vec::new();
        memo.save(&mut bytes).unwrap();
        let mut again = Memo::new(&ruleset, Valuation::Grundy, &Watch::unlimited()).unwrap();
        again.restore(&mut &bytes[..]).unwrap();
        assert_eq!(again.positions(), memo.positions());
        let (mut seen, mut last) = (0, 0);
        memo.for_each_lightest(50, &mut |position, control, value| {
            assert_eq!(again.known(position, control), Some(value));
            let weight = position.iter().sum::<u64>();
            assert!(weight >= last);
            (seen, last) = (seen + 1, weight);
        });
        assert_eq!(seen, 50);
        again.set_memory_limit(1 << 10);
        let far = again.value(&[9, 9], ControlState(0));
        assert!(matches!(far, Err(LimitReached::Memory { .. })), "{far:?}");
    }
}
