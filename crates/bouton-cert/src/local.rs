//! Laws for every number of heaps in which each heap has a state, with their evidence, and their text.

use std::fmt::{Display, Write};

use bouton_core::{ColumnLaw, ControlState, HeapStates, LocalLaw, MAX_HEAP_STATES, State, Value};

use crate::{
    DecodeError,
    decode::{Reader, comma_list, number, read_runs, separated},
    encode::{list, numbers, valuation_name, write_runs, write_state},
};

/// The numbers of heaps that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumbersOfHeaps {
    /// Every number.
    All,
    /// Every odd number.
    Odd,
    /// Every even number.
    Even,
}

impl NumbersOfHeaps {
    /// The three.
    pub const EVERY: [Self; 3] = [Self::All, Self::Odd, Self::Even];

    /// The word for them: `all`, `odd`, `even`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Odd => "odd",
            Self::Even => "even",
        }
    }

    /// Whether a number of heaps is one of them.
    #[must_use]
    pub fn has(self, heaps: usize) -> bool {
        match self {
            Self::All => true,
            Self::Odd => heaps % 2 == 1,
            Self::Even => heaps.is_multiple_of(2),
        }
    }
}

impl Display for NumbersOfHeaps {
    /// As in theorems: `every number of heaps`, `every odd number of heaps`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::All => "every number of heaps",
            Self::Odd => "every odd number of heaps",
            Self::Even => "every even number of heaps",
        })
    }
}

/// A law in which each heap has a state, and the evidence that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalClaim {
    /// The numbers of heaps for which it is true.
    pub numbers: NumbersOfHeaps,
    /// The law.
    pub law: LocalLaw,
    /// One strategy for each control state, value and required set that has to be shown, in
    /// increasing order of these three.
    pub strategies: Vec<LocalStrategy>,
}

/// Evidence that every position of one value, in one control state, has an option with a value in
/// one of the sets that its condition requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalStrategy {
    /// The control state of the positions moved from.
    pub control: ControlState,
    /// Their value.
    pub value: Value,
    /// The index of the required set of that value, counted from 0.
    pub requirement: usize,
    /// A set that is closed under appending a place to all heaps.
    pub elements: Vec<LocalElement>,
}

/// An element of a strategy: what is known after the first places of a position, with some heaps marked.
///
/// A set of heap states is a number whose bits are the states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalElement {
    /// The state of the law.
    pub state: State,
    /// Whether the first marked heap is the witness: one that is good at the end.
    pub witness: bool,
    /// For each marked heap a set that has its state.
    pub marks: Vec<u32>,
    /// The partial moves that are kept, in increasing order.
    pub threads: Vec<LocalThread>,
}

/// A partial move: it has lowered no heap that is not marked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalThread {
    /// The control state moved to.
    pub to: ControlState,
    /// The state of the law on the position moved to.
    pub state: State,
    /// For each marked heap: 1 if it is less, 0 if it is equal so far; or, where moves take fixed amounts, its prefix
    /// less that after the move.
    pub lowered: Vec<u32>,
    /// For each marked heap a set that has its state after the move.
    pub marks: Vec<u32>,
}

/// Appends to a `String`, which cannot fail.
macro_rules! put {
    ($text:expr, $($rest:tt)*) => {{ let _ = write!($text, $($rest)*); }};
}

/// The beginnings of the lines of elements without and with a witness.
const ELEMENTS: [&str; 2] = ["at ", "with "];

pub(crate) fn write_local(text: &mut String, LocalClaim { numbers: of, law, strategies }: &LocalClaim) {
    let (columns, heap) = (law.columns(), law.heap());
    let (threshold, period) = columns.counts();
    put!(text, "for {of}\ncolumns from {threshold} period {period}\n");
    let good: Vec<usize> = (0..heap.good.len()).filter(|&state| heap.good[state]).collect();
    put!(text, "heap states {} good {}\n", heap.good.len(), numbers(&good));
    for (state, row) in heap.transitions.chunks(2 * columns.letters()).enumerate() {
        put!(text, "heap state {state} to");
        write_runs(text, row);
    }
    put!(text, "law {}\n", valuation_name(columns.valuation()));
    put!(text, "starts {}\n", list(columns.starts(), " "));
    for (state, &output) in (0..).zip(columns.outputs()) {
        write_state(text, state, output, columns.row(state));
    }
    put!(text, "otherwise {}\n", list(law.otherwise(), " "));
    for LocalStrategy { control: ControlState(control), value, requirement, elements } in strategies {
        put!(text, "strategy control {control} value {value} requirement {requirement}\n");
        for LocalElement { state, witness, marks, threads } in elements {
            put!(text, "{}{state} {}", ELEMENTS[usize::from(*witness)], numbers(marks));
            for LocalThread { to: ControlState(to), state, lowered, marks } in threads {
                put!(text, " {to}:{state}:{}:{}", numbers(lowered), numbers(marks));
            }
            text.push('\n');
        }
    }
}

impl Reader<'_> {
    /// Reads a claim with heap states.
    pub(crate) fn local(&mut self) -> Result<LocalClaim, DecodeError> {
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
        let Some((witness, words)) =
            [false, true].into_iter().zip(ELEMENTS).find_map(|(is, of)| Some((is, line.strip_prefix(of)?)))
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
