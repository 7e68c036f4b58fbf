//! Tables of rows and residues, and of an automaton's states.

use std::collections::BTreeMap;

use bouton_automata::Words;
use bouton_core::{DigitAutomaton, Value};

use super::Speaker;
use crate::{
    diagram::words_last,
    document::Block,
    rows::{Row, Rows},
};

/// The most states of an automaton that is written out in a text.
pub(super) const MOST_STATES: usize = 60;
/// The most exceptional positions that are stated as such; more are stated as rows.
const MOST_POINTS: usize = 12;
/// The most exceptional rows in one line.
const MOST_ROWS: usize = 4;

impl Speaker<'_> {
    /// The exceptional rows, then the typical one.
    pub(super) fn rows_table(&self, rows: &Rows) -> Block {
        // With one column, remainders are not needed.
        let mut head = if rows.modulus == 1 {
            vec![format!("smaller {}s", self.noun()), "value".to_owned()]
        } else {
            vec![format!("smaller {}s \\ R", self.noun())]
        };
        if rows.modulus > 1 {
            head.extend((0..rows.modulus).map(|r| r.to_string()));
        }
        let mut table = vec![head];
        for row in &rows.rows {
            let heaps: Vec<String> = row.heaps.iter().map(ToString::to_string).collect();
            let mut cells = vec![format!("⟨{},z⟩", heaps.join(","))];
            cells.extend(row.values.iter().map(|&value| self.value(value)));
            if !row.exceptions.is_empty() {
                let exceptions: Vec<String> = row
                    .exceptions
                    .iter()
                    .map(|&(z, value)| format!("{} at z = {z}", self.value(value)))
                    .collect();
                cells.push(format!("but {}", exceptions.join(", ")));
            }
            table.push(cells);
        }
        let mut last = vec!["else".to_owned()];
        last.extend(rows.typical.iter().map(|&value| self.value(value)));
        table.push(last);
        let width = table.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut table {
            row.resize(width, String::new());
        }
        Block::Table(table)
    }

    /// The sentence "Every position is Q, except …", where all rows are exceptional only in few
    /// single positions.
    pub(super) fn few_points(&self, rows: &Rows) -> Option<String> {
        let usual = |row: &Row| row.values[0] == rows.typical[0];
        let count: usize = rows.rows.iter().map(|row| row.exceptions.len()).sum();
        if rows.modulus > 1
            || self.says_grundy()
            || !rows.rows.iter().all(usual)
            || !(1..=MOST_POINTS).contains(&count)
        {
            return None;
        }
        let mut by_value: BTreeMap<Value, Vec<String>> = BTreeMap::new();
        for row in &rows.rows {
            for &(largest, value) in &row.exceptions {
                let heaps: Vec<String> =
                    row.heaps.iter().chain([&largest]).map(ToString::to_string).collect();
                by_value.entry(value).or_default().push(format!("({})", heaps.join(",")));
            }
        }
        let at =
            |(value, points): (Value, Vec<String>)| format!("{} at {}", self.named(value), points.join(", "));
        let exceptions: Vec<String> = by_value.into_iter().map(at).collect();
        Some(format!(
            "every position is {}, except, the {}s in ascending order: {}.",
            self.named(rows.typical[0]),
            self.noun(),
            exceptions.join("; ")
        ))
    }

    /// Few rows in a line: "⟨0,z⟩ P, but N at z = 1; ⟨2,z⟩ N".
    pub(super) fn few_rows(&self, rows: &Rows) -> Option<String> {
        if rows.rows.len() > MOST_ROWS {
            return None;
        }
        let row = |row: &Row| {
            let heaps: Vec<String> = row.heaps.iter().map(ToString::to_string).collect();
            let values: Vec<String> = row.values.iter().map(|&value| self.value(value)).collect();
            let of =
                if rows.modulus == 1 { String::new() } else { format!(" for R = 0..{}", rows.modulus - 1) };
            let but: Vec<String> = row
                .exceptions
                .iter()
                .map(|&(z, value)| format!("{} at z = {z}", self.value(value)))
                .collect();
            let but = if but.is_empty() { String::new() } else { format!(", but {}", but.join(", ")) };
            format!("⟨{},z⟩ {}{of}{but}", heaps.join(","), values.join(", "))
        };
        Some(rows.rows.iter().map(row).collect::<Vec<_>>().join("; "))
    }

    /// The table of the states of an automaton, with outputs and successors.
    pub(super) fn automaton(&self, law: &DigitAutomaton) -> Block {
        let Words { law, none } = &words_last(law);
        let (numeration, tracks) = (law.numeration(), law.tracks());
        let mut table = vec![vec!["state".to_owned(), "value".to_owned(), "goes to".to_owned()]];
        for (state, &value) in (0u32..).zip(law.outputs()).filter(|(state, _)| Some(*state) != *none) {
            let mut steps: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
            for letter in 0..law.letters() {
                let to = law.next(state, letter);
                if Some(to) != *none {
                    steps.entry(to).or_default().push(letter);
                }
            }
            let steps: Vec<String> = steps
                .iter()
                .map(|(target, letters)| {
                    format!("{target} under {}", crate::diagram::letters(numeration, letters, tracks))
                })
                .collect();
            table.push(vec![state.to_string(), self.value(value), steps.join("; ")]);
        }
        Block::Table(table)
    }
}
