//! Tables of rows and residues, and of an automaton's states.

use std::collections::BTreeMap;

use bouton_automata::Words;
use bouton_core::{DigitAutomaton, Value};
use bouton_forms::{Row, Rows};

use super::Speaker;
use bouton_prose::{Block, Formula, Text, say};

use crate::diagram::{Letters, access, position, words_last};

/// The most states of an automaton that is written out in a text.
pub(super) const MOST_STATES: usize = 60;
/// The most exceptional positions that are stated as such; more are stated as rows.
const MOST_POINTS: usize = 12;
/// The most exceptional rows in one line.
const MOST_ROWS: usize = 4;

/// The most rows that are named in one line of a table.
const MOST_JOINED: usize = 3;

/// The digits under which an automaton goes to one state.
pub(super) struct Steps {
    /// The state.
    to: u32,
    /// The digits.
    pub(super) digits: Letters,
}

/// The shortest word from each state to a wanted one, the first of several; `None` if there is no such word.
fn completions(
    states: usize,
    letters: usize,
    next: impl Fn(usize, usize) -> Option<usize>,
    is_wanted: impl Fn(usize) -> bool,
) -> Vec<Option<Vec<usize>>> {
    let mut words: Vec<Option<Vec<usize>>> =
        (0..states).map(|state| is_wanted(state).then(Vec::new)).collect();
    loop {
        let longer: Vec<(usize, Vec<usize>)> = (0..states)
            .filter(|&state| words[state].is_none())
            .filter_map(|state| {
                (0..letters).find_map(|letter| {
                    let rest = words[next(state, letter)?].as_ref()?;
                    Some((state, [&[letter][..], rest].concat()))
                })
            })
            .collect();
        if longer.is_empty() {
            return words;
        }
        for (state, word) in longer {
            words[state] = Some(word);
        }
    }
}

/// The rows in the lines of a table: rows with the same values and without exceptions are named together, a few in a line.
fn joined(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut lines: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        // The last line with these values is the one that may have room.
        let like = |line: &&mut Vec<&Row>| {
            let first = line[0];
            row.exceptions.is_empty() && first.exceptions.is_empty() && first.values == row.values
        };
        match lines.iter_mut().rev().find(like).filter(|line| line.len() < MOST_JOINED) {
            Some(line) => line.push(row),
            None => lines.push(vec![row]),
        }
    }
    // Lines with the same values stand together, in the order of the first of them.
    let mut sorted: Vec<Vec<&Row>> = Vec::new();
    for line in lines {
        let like = |known: &Vec<&Row>| known[0].exceptions.is_empty() && known[0].values == line[0].values;
        let place = match line[0].exceptions.is_empty() {
            true => sorted.iter().rposition(like).map_or(sorted.len(), |last| last + 1),
            false => sorted.len(),
        };
        sorted.insert(place, line);
    }
    sorted
}

impl Speaker<'_> {
    /// The name of a row, `⟨0,1,z⟩`.
    fn name_of(&self, row: &Row) -> Formula {
        let heaps = row.heaps.iter().map(|&heap| Formula::from(heap));
        Formula::Row(heaps.chain([self.letter("z")]).collect())
    }

    /// The exceptional rows, those with the same values in one line, then the typical one.
    pub(super) fn rows_table(&self, rows: &Rows) -> Block {
        // With one column, remainders are not needed.
        let mut head = if rows.modulus == 1 {
            vec![format!("smaller {}s", self.noun()).into(), "value".into()]
        } else {
            vec![say![format!("smaller {}s \\ ", self.noun()), self.letter("R")]]
        };
        if rows.modulus > 1 {
            head.extend((0..rows.modulus).map(Text::from));
        }
        let mut table = Vec::new();
        for alike in joined(&rows.rows) {
            let mut cells: Vec<Text> = vec![Text::joined(alike.iter().map(|row| self.name_of(row)), ", ")];
            cells.extend(alike[0].values.iter().map(|&value| self.value_in_words(value)));
            if !alike[0].exceptions.is_empty() {
                cells.push(say!["but ", self.points_of(alike[0])]);
            }
            table.push(cells);
        }
        let mut last = vec!["else".into()];
        last.extend(rows.typical.iter().map(|&value| self.value_in_words(value)));
        table.push(last);
        let width = table.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
        head.resize(width, Text::new());
        for row in &mut table {
            row.resize(width, Text::new());
        }
        Block::Table { head, rows: table }
    }

    /// The exceptions of a row: `N at z = 1, P at z = 5`.
    fn points_of(&self, row: &Row) -> Text {
        let z = |largest: u64| self.letter("z").equals(largest);
        let point = |&(largest, value): &(u64, Value)| say![self.value_in_words(value), " at ", z(largest)];
        Text::joined(row.exceptions.iter().map(point), ", ")
    }

    /// The sentence "Every position is Q, except …", where all rows are exceptional only in few
    /// single positions.
    pub(super) fn few_points(&self, rows: &Rows) -> Option<Text> {
        let usual = |row: &Row| row.values[0] == rows.typical[0];
        let count: usize = rows.rows.iter().map(|row| row.exceptions.len()).sum();
        if rows.modulus > 1
            || self.says_grundy()
            || !rows.rows.iter().all(usual)
            || !(1..=MOST_POINTS).contains(&count)
        {
            return None;
        }
        let mut by_value: BTreeMap<Value, Vec<Formula>> = BTreeMap::new();
        for row in &rows.rows {
            for &(largest, value) in &row.exceptions {
                let position = Formula::position(row.heaps.iter().copied().chain([largest]));
                by_value.entry(value).or_default().push(position);
            }
        }
        let at = |(value, points): (Value, Vec<Formula>)| {
            say![self.named(value), " at ", Text::joined(points, ", ")]
        };
        Some(say![
            "every position is ",
            self.named(rows.typical[0]),
            format!(" except for these, with the {}s in ascending order: ", self.noun()),
            Text::joined(by_value.into_iter().map(at), "; "),
            "."
        ])
    }

    /// Few rows in a line: "⟨0,z⟩ P, but N at z = 1; ⟨2,z⟩ N". A row that differs from the typical one only
    /// in single positions consists of these.
    pub(super) fn few_rows(&self, rows: &Rows) -> Option<Text> {
        if rows.rows.len() > MOST_ROWS {
            return None;
        }
        let point = |row: &Row, &(largest, value): &(u64, Value)| {
            let numbers = row.heaps.iter().copied().chain([largest]).map(Formula::from);
            say![Formula::Row(numbers.collect()), " ", self.value_in_words(value)]
        };
        let row = |row: &Row| {
            if row.values == rows.typical {
                return Text::joined(row.exceptions.iter().map(|one| point(row, one)), "; ");
            }
            let values = row.values.iter().map(|&value| self.value_in_words(value));
            let mut text = say![self.name_of(row), " ", Text::joined(values, ", ")];
            if rows.modulus > 1 {
                let all = Formula::range(0u32, rows.modulus - 1);
                text.push(say![" for ", self.letter("R").equals(all)]);
            }
            if !row.exceptions.is_empty() {
                text.push(say![", but ", self.points_of(row)]);
            }
            text
        };
        Some(Text::joined(rows.rows.iter().map(row), "; "))
    }

    /// The states of an automaton that words lead to, with their steps.
    pub(super) fn steps(&self, law: &DigitAutomaton) -> Vec<(Value, Vec<Steps>)> {
        let Words { law, none } = &words_last(law);
        let (numeration, tracks) = (law.numeration(), law.tracks());
        let of = |(state, &value): (u32, &Value)| {
            let mut steps: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
            for letter in 0..law.letters() {
                let to = law.next(state, letter);
                if Some(to) != *none {
                    steps.entry(to).or_default().push(letter);
                }
            }
            let step = |(to, letters): (u32, Vec<usize>)| Steps {
                to,
                digits: Letters::of(numeration, &letters, tracks),
            };
            (value, steps.into_iter().map(step).collect())
        };
        (0u32..).zip(law.outputs()).filter(|(state, _)| Some(*state) != *none).map(of).collect()
    }

    /// The table of the states of an automaton, with outputs, a meaning of each state, and successors. The
    /// meaning is the first position that leads there, and, of outcomes, the P-position that the fewest
    /// further digits lead to.
    pub(super) fn automaton(&self, law: &DigitAutomaton) -> Block {
        let numeration = law.numeration();
        let Words { law: read, none } = &words_last(law);
        let next = |state: usize, letter: usize| {
            let to = read.next(u32::try_from(state).unwrap_or(0), letter);
            (Some(to) != *none).then_some(to as usize)
        };
        let count = read.states() - usize::from(none.is_some());
        let words = access(numeration, count, read.tracks(), read.starts(), next);
        let position = |word: &[usize]| position(numeration, read.tracks(), word.iter().copied());
        let lost = (!self.says_grundy()).then(|| {
            let is_lost = |state: usize| read.outputs()[state] == 0;
            completions(count, read.letters(), next, is_lost)
        });
        let row = |(state, (value, steps)): (usize, (Value, Vec<Steps>))| {
            let step = |steps: &Steps| say![steps.to, " under ", steps.digits.text(numeration)];
            let mut row = vec![state.into(), self.value_in_words(value), position(&words[state]).into()];
            row.extend(lost.as_ref().map(|lost| match &lost[state] {
                Some(rest) => Text::from(position(&[&words[state][..], rest].concat())),
                None => "never".into(),
            }));
            row.push(Text::joined(steps.iter().map(step), "; "));
            row
        };
        let mut head = vec!["state", "value", "reached by"];
        head.extend(lost.as_ref().map(|_| "P at"));
        head.push("goes to");
        Block::Table {
            head: head.into_iter().map(Text::from).collect(),
            rows: self.steps(law).into_iter().enumerate().map(row).collect(),
        }
    }
}
