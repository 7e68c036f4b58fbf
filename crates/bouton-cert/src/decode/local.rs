//! Reading of laws in which each heap has a state.

use bouton_core::{ColumnLaw, ControlState, HeapStates, LocalLaw, MAX_HEAP_STATES};

use super::{DecodeError, Reader, comma_list, number, read_runs, separated};
use crate::{LocalClaim, LocalElement, LocalStrategy, LocalThread, NumbersOfHeaps, encode::LOCAL_ELEMENTS};

impl Reader<'_> {
    /// Reads a claim with heap states.
    pub(super) fn local(&mut self) -> Result<LocalClaim, DecodeError> {
        let of = NumbersOfHeaps::EVERY.into_iter().find(|of| self.peek() == Some(&format!("for {of}")));
        let of = of.ok_or_else(|| self.wrong("`for every number of heaps`, or every odd or even number"))?;
        self.advance();
        let (counts, letters) = self.counts()?;
        let (heap_states, good) = self.form("heap states # good #", |words| {
            let &[states, good] = words else { return None };
            let states = number::<usize>(states).filter(|&states| states <= MAX_HEAP_STATES)?;
            let list = comma_list::<usize>(good)?;
            let mut good = vec![false; states];
            for state in list {
                *good.get_mut(state)? = true;
            }
            Some((states, good))
        })?;
        let mut transitions = Vec::new();
        for state in 0..heap_states {
            let runs = self.peek().and_then(|line| line.strip_prefix(&format!("heap state {state} to ")));
            if runs.and_then(|runs| read_runs(runs, 2 * letters, &mut transitions)) != Some(2 * letters) {
                return Err(self.wrong(&format!(
                    "`heap state {state} to …` with runs of {} heap states in all",
                    2 * letters
                )));
            }
            self.advance();
        }
        let valuation = self.valuation()?;
        let (starts, outputs, after) = self.states(letters)?;
        let line = self.place + 1;
        let columns = ColumnLaw::new(valuation, counts, starts, outputs, after)
            .map_err(|fault| DecodeError::Columns { line, fault })?;
        let otherwise = self.peek().and_then(|line| line.strip_prefix("otherwise "));
        let otherwise = otherwise.and_then(|list| separated(list, ' '));
        let otherwise = otherwise.ok_or_else(|| self.wrong("`otherwise` and a value for each state"))?;
        self.advance();
        let line = self.place + 1;
        let law = LocalLaw::new(columns, otherwise, HeapStates { good, transitions })
            .map_err(|fault| DecodeError::Local { line, fault })?;
        let mut strategies = Vec::new();
        while self.peek().is_some() {
            let (control, value, requirement) = self.about()?;
            let mut elements = Vec::new();
            while let Some(element) = self.local_element()? {
                elements.push(element);
            }
            strategies.push(LocalStrategy { control, value, requirement, elements });
        }
        Ok(LocalClaim { numbers: of, law, strategies })
    }

    /// Reads an element, if the present line is one.
    fn local_element(&mut self) -> Result<Option<LocalElement>, DecodeError> {
        let line = self.peek().unwrap_or_default();
        let Some((witness, words)) = [false, true]
            .into_iter()
            .zip(LOCAL_ELEMENTS)
            .find_map(|(is, of)| Some((is, line.strip_prefix(of)?)))
        else {
            return Ok(None);
        };
        let mut words = words.split(' ');
        let mut read = || {
            let state = number(words.next()?)?;
            let marks = comma_list(words.next()?)?;
            let thread = |word: &str| {
                let mut parts = word.split(':');
                let thread = LocalThread {
                    to: ControlState(number(parts.next()?)?),
                    state: number(parts.next()?)?,
                    lowered: comma_list(parts.next()?)?,
                    marks: comma_list(parts.next()?)?,
                };
                parts.next().is_none().then_some(thread)
            };
            let threads = words.by_ref().map(thread).collect::<Option<_>>()?;
            Some(LocalElement { state, witness, marks, threads })
        };
        let element = read();
        let element = element.ok_or_else(|| {
            self.wrong("`at # S #:#:L:S …` or `with …`: a state, sets of heap states, and partial moves")
        })?;
        self.advance();
        Ok(Some(element))
    }
}
