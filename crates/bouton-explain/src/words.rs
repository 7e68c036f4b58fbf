//! Explanations in words.

use bouton_core::{Convention, Space, Value};

use crate::{
    cases::Cases,
    condition::Condition,
    digits::{Columns, DigitLaw},
    document::{self, Block},
    explanation::{ControlLaw, Explanation, Form},
    linear_form::LinearForm,
    periodic::Periodic,
    remainders::RemainderLaw,
    rows::Rows,
    rule::{Rule, classes},
};

/// Automata with more states are not written out in a text.
const MOST_STATES: usize = 60;

impl Explanation {
    /// The theorem in a sentence or two for each law.
    #[must_use]
    pub fn theorem(&self) -> String {
        let sentences: Vec<String> = self
            .laws
            .iter()
            .map(|law| match self.controls(law) {
                Some(controls) => format!("{controls}: {}", self.sentence(law)),
                None => capitalised(&self.sentence(law)),
            })
            .collect();
        sentences.join(" ")
    }

    /// The whole explanation as plain text.
    #[must_use]
    pub fn text(&self) -> String {
        document::text(&self.blocks())
    }

    /// The whole explanation as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        document::markdown(&self.blocks())
    }

    /// The whole explanation as LaTeX.
    #[must_use]
    pub fn latex(&self) -> String {
        document::latex(&self.blocks())
    }

    fn blocks(&self) -> Vec<Block> {
        let convention = match self.convention {
            Convention::Normal => "normal play".to_owned(),
            Convention::Misere => "misère play".to_owned(),
            Convention::Podium { players } => format!("{players} players, podium rule"),
            Convention::Coalition => "three players, coalitions allowed".to_owned(),
        };
        let what = if self.is_grundy() || self.nim_heap { "the Grundy values" } else { "the outcomes" };
        let position = match self.space {
            Space::HeapSizes => {
                format!(" A position ({}) counts the heaps of each size.", self.coordinates.join(", "))
            }
            _ => String::new(),
        };
        let mut blocks = vec![Block::Paragraph(format!("{} ({convention}): {what}.{position}", self.game))];
        for law in &self.laws {
            blocks.push(Block::Paragraph(match self.controls(law) {
                Some(controls) => format!("{controls}: {}", self.sentence(law)),
                None => capitalised(&self.sentence(law)),
            }));
            self.details(law, &mut blocks);
        }
        blocks.push(Block::Paragraph(
            "This form was verified to be the proved law at every position.".to_owned(),
        ));
        blocks
    }

    fn controls(&self, law: &ControlLaw) -> Option<String> {
        (law.controls != [String::new()]).then(|| {
            let words: Vec<String> = law
                .controls
                .iter()
                .map(|name| match name.as_str() {
                    "pass" => "while the pass is there".to_owned(),
                    "used" => "once every pass is used".to_owned(),
                    other => format!("in the control state {other}"),
                })
                .collect();
            capitalised(&words.join(" and "))
        })
    }

    fn noun(&self) -> &'static str {
        match self.space {
            Space::Heaps => "heap",
            Space::HeapSizes | Space::Counters => "number",
        }
    }

    /// "P" or "Grundy value 3".
    fn named(&self, value: Value) -> String {
        if self.is_grundy() { format!("value {value}") } else { self.value_name(value) }
    }

    fn sentence(&self, law: &ControlLaw) -> String {
        match &law.form {
            Form::Constant(value) => format!("every position is {}.", self.named(*value)),
            Form::Periodic(periodic) => self.periodic(periodic),
            Form::Digits(law) => self.digit_law(law),
            Form::LinkedPiles => "a position is P exactly when for every binary place the number of piles with a 1 there is a multiple of 3 (𝒢₃ = 0). Otherwise look at the leftmost place where it is not: the position is N if that remainder is 1 and some pile is linked, that is, has a 1 at every place where the remainder is 1 and a 0 at every place where it is 2; else it is O (Nowakowski, Santos and Silva, Three-player NIM with podium rule, Theorem 2.14).".to_owned(),
            Form::Remainders(found) => {
                let m = found.modulus;
                match found.law {
                    RemainderLaw::NimSum => format!("reduce each {} modulo {m}; the value is the nim-sum of the remainders.", self.noun()),
                    RemainderLaw::NimOutcome => format!("reduce each {} modulo {m}; a position is P exactly when the nim-sum of the remainders is 0, else N.", self.noun()),
                    RemainderLaw::MisereNimOutcome => format!("reduce each {} modulo {m}; if some remainder is at least 2, a position is P exactly when the nim-sum of the remainders is 0; if all are at most 1, exactly when it is 1.", self.noun()),
                }
            }
            Form::Rows(rows) => self.rows_sentence(rows),
            Form::Cases(cases) => {
                let typical = self.rule(&cases.typical);
                if cases.cases.is_empty() && cases.points.is_empty() {
                    format!("{typical}.")
                } else {
                    format!("typically {typical}. The exceptions:")
                }
            }
            Form::Automaton { states } => format!("no shorter form was found; the law is the automaton with {states} states, which reads the binary digits of all coordinates in step, most significant first."),
        }
    }

    fn periodic(&self, law: &Periodic) -> String {
        let n = &self.coordinates[0];
        if law.period == 1 {
            let value = self.named(law.values[0]);
            return if law.before.is_empty() {
                format!("every position is {value}.")
            } else {
                format!("{value} for all {n} ≥ {}; below, {}.", law.preperiod, self.listed(&law.before))
            };
        }
        let mut parts = Vec::new();
        let mut seen: Vec<Value> = law.values.clone();
        seen.sort_unstable();
        seen.dedup();
        for value in seen {
            let residues: Vec<String> =
                (0..law.values.len()).filter(|&r| law.values[r] == value).map(|r| r.to_string()).collect();
            parts.push(format!("{} if {n} mod {} is {}", self.named(value), law.period, or_list(&residues)));
        }
        let mut text = parts.join("; ");
        if law.before.is_empty() {
            text.push('.');
        } else {
            text.push_str(&format!(
                ", from {n} = {} on; below, {}.",
                law.preperiod,
                self.listed(&law.before)
            ));
        }
        text
    }

    fn listed(&self, values: &[Value]) -> String {
        let n = &self.coordinates[0];
        let items: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(i, &value)| format!("{} at {n} = {i}", self.named(value)))
            .collect();
        items.join(", ")
    }

    fn digit_law(&self, law: &DigitLaw) -> String {
        let tracks = self.coordinates.len();
        let noun = self.noun();
        if self.nim_heap
            && law.columns == (Columns::Multiple { modulus: 2 })
            && law.all == 0
            && law.small.is_none()
        {
            return format!(
                "the Grundy value is the nim-sum {} (binary addition without carrying).",
                self.coordinates[..tracks - 1].join(" ⊕ ")
            );
        }
        let condition = match &law.columns {
            Columns::Multiple { modulus } if *modulus as usize > tracks => format!("every {noun} is 0"),
            Columns::Multiple { modulus: 2 } if tracks == 2 => format!("the two {noun}s are equal"),
            Columns::Multiple { modulus: 2 } => {
                "every binary digit occurs an even number of times (the nim-sum is 0)".to_owned()
            }
            Columns::Multiple { modulus } => {
                format!(
                    "for every binary place the number of {noun}s with a 1 there is a multiple of {modulus}"
                )
            }
            Columns::OneOf { letters } => {
                let columns: Vec<String> = letters.iter().map(|&letter| column(letter, tracks)).collect();
                format!(
                    "every column of binary digits ({}) is one of {}",
                    self.coordinates.join(" "),
                    columns.join(", ")
                )
            }
        };
        let (all, otherwise) = (self.named(law.all), self.named(law.otherwise));
        match &law.small {
            None => format!("a position is {all} exactly when {condition}, else {otherwise}."),
            Some(small) => {
                let mut parts = Vec::new();
                let mut seen = small.values.clone();
                seen.sort_unstable();
                seen.dedup();
                for value in seen {
                    let residues: Vec<String> = (0..small.values.len())
                        .filter(|&r| small.values[r] == value)
                        .map(|r| r.to_string())
                        .collect();
                    let name = self.named(value);
                    parts.push(if small.modulus == 1 {
                        name
                    } else {
                        format!(
                            "{name} if the number of 1s is {} modulo {}",
                            or_list(&residues),
                            small.modulus
                        )
                    });
                }
                format!(
                    "if some {noun} is at least 2, a position is {all} exactly when {condition}, else {otherwise}; if every {noun} is at most 1, it is {}.",
                    parts.join(", ")
                )
            }
        }
    }

    fn rows_sentence(&self, rows: &Rows) -> String {
        let mut parts = Vec::new();
        let mut seen = rows.typical.clone();
        seen.sort_unstable();
        seen.dedup();
        for value in seen {
            let residues: Vec<String> = (0..rows.typical.len())
                .filter(|&r| rows.typical[r] == value)
                .map(|r| r.to_string())
                .collect();
            parts.push(if rows.modulus == 1 {
                self.named(value)
            } else {
                format!("{} if R is {}", self.named(value), or_list(&residues))
            });
        }
        let typical = parts.join(", ");
        let lead = if rows.modulus == 1 {
            "typically".to_owned()
        } else {
            format!(
                "let R be the remainder of the sum of the heaps modulo {}. Typically a position is",
                rows.modulus
            )
        };
        if rows.rows.is_empty() {
            return format!("{} {typical}.", lead.replace("Typically a", "A"));
        }
        format!(
            "{lead} {typical}. There are {} exceptional rows, named by {}:",
            rows.rows.len(),
            match self.coordinates.len() {
                2 => "the smaller heap".to_owned(),
                count => format!("the {} smaller heaps in increasing order", count - 1),
            }
        )
    }

    fn details(&self, law: &ControlLaw, blocks: &mut Vec<Block>) {
        match &law.form {
            Form::Rows(rows) if !rows.rows.is_empty() => blocks.push(self.rows_table(rows)),
            Form::Cases(cases) => self.cases(cases, 0, blocks),
            Form::Automaton { states } if *states <= MOST_STATES => blocks.push(self.automaton(law)),
            _ => {}
        }
    }

    fn rows_table(&self, rows: &Rows) -> Block {
        let mut head = vec!["smaller heaps \\ R".to_owned()];
        head.extend((0..rows.modulus).map(|r| r.to_string()));
        let mut table = vec![head];
        let mut footnotes = false;
        for row in &rows.rows {
            let heaps: Vec<String> = row.heaps.iter().map(ToString::to_string).collect();
            let mut cells = vec![format!("⟨{},z⟩", heaps.join(","))];
            cells.extend(row.values.iter().map(|&value| self.value_name(value)));
            if !row.exceptions.is_empty() {
                footnotes = true;
                let exceptions: Vec<String> = row
                    .exceptions
                    .iter()
                    .map(|&(z, value)| format!("{} at z = {z}", self.value_name(value)))
                    .collect();
                cells.push(format!("but {}", exceptions.join(", ")));
            }
            table.push(cells);
        }
        let mut last = vec!["else".to_owned()];
        last.extend(rows.typical.iter().map(|&value| self.value_name(value)));
        table.push(last);
        if footnotes {
            let width = table.iter().map(Vec::len).max().unwrap_or(0);
            for row in &mut table {
                row.resize(width, String::new());
            }
        }
        Block::Table(table)
    }

    fn cases(&self, cases: &Cases, depth: usize, blocks: &mut Vec<Block>) {
        if !cases.points.is_empty() {
            let mut by_value: std::collections::BTreeMap<Value, Vec<String>> =
                std::collections::BTreeMap::new();
            for (position, value) in &cases.points {
                let list: Vec<String> = position.iter().map(ToString::to_string).collect();
                by_value.entry(*value).or_default().push(format!("({})", list.join(",")));
            }
            for (value, positions) in by_value {
                blocks.push(Block::Item {
                    depth,
                    text: format!("{} at {}", self.named(value), positions.join(", ")),
                });
            }
        }
        for case in &cases.cases {
            let conditions: Vec<String> = case.conditions.iter().map(|c| self.condition(c)).collect();
            let simple = case.law.cases.is_empty() && case.law.points.is_empty();
            let rule = self.rule(&case.law.typical);
            let text =
                format!("if {}: {rule}{}", conditions.join(" and "), if simple { "" } else { ", except" });
            blocks.push(Block::Item { depth, text });
            self.cases(&case.law, depth + 1, blocks);
        }
    }

    fn form(&self, form: &LinearForm) -> String {
        let mut text = String::new();
        let terms = form.coefficients().iter().zip(&self.coordinates).filter(|(c, _)| **c != 0);
        // Positive terms first: `m4 − m2`, not `−m2 + m4`.
        let (positive, negative): (Vec<_>, Vec<_>) = terms.partition(|(c, _)| **c > 0);
        for (coefficient, name) in positive.into_iter().chain(negative) {
            let sign = match (text.is_empty(), *coefficient < 0) {
                (true, true) => "−",
                (true, false) => "",
                (false, true) => " − ",
                (false, false) => " + ",
            };
            let factor =
                if coefficient.abs() == 1 { String::new() } else { format!("{} ", coefficient.abs()) };
            text.push_str(&format!("{sign}{factor}{name}"));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Equal { form, value } => {
                // x − y = c reads x = y + c.
                if let Some((plus, minus)) = form.as_difference() {
                    let offset = match *value {
                        0 => String::new(),
                        v if v < 0 => format!(" − {}", v.unsigned_abs()),
                        v => format!(" + {v}"),
                    };
                    return format!("{} = {}{offset}", self.coordinates[plus], self.coordinates[minus]);
                }
                format!("{} = {value}", self.form(form))
            }
            Condition::AtMost { form, value } => {
                // −x ≤ −c reads x ≥ c.
                if form.coefficients().iter().sum::<i64>() < 0 || form.coefficients().iter().all(|&c| c <= 0)
                {
                    return format!("{} ≥ {}", self.form(&form.negated()), -value);
                }
                format!("{} ≤ {value}", self.form(form))
            }
        }
    }

    fn rule(&self, rule: &Rule) -> String {
        match rule {
            Rule::Constant { value } => self.named(*value),
            Rule::Residue { form, modulus, values, .. } => {
                let mut seen = values.clone();
                seen.sort_unstable();
                seen.dedup();
                let form = self.form(form);
                let form = if form.contains(' ') { format!("({form})") } else { form };
                let parts: Vec<String> = seen
                    .into_iter()
                    .map(|value| {
                        let residues: Vec<String> = (0..values.len())
                            .filter(|&r| values[r] == value)
                            .map(|r| r.to_string())
                            .collect();
                        format!("{} if {form} mod {modulus} is {}", self.named(value), or_list(&residues))
                    })
                    .collect();
                parts.join(", ")
            }
            Rule::Classes { moduli, values } => self.classes(moduli, values),
        }
    }

    /// "P if (m1, m2, m3, m4) is (odd, even, even, even) or …, else N".
    fn classes(&self, moduli: &[u32], values: &[Value]) -> String {
        let all = classes(moduli);
        let mut counts: std::collections::BTreeMap<Value, usize> = std::collections::BTreeMap::new();
        for &value in values {
            *counts.entry(value).or_default() += 1;
        }
        let commonest = counts.iter().max_by_key(|(_, count)| **count).map_or(0, |(value, _)| *value);
        let mut parts = Vec::new();
        for &value in counts.keys().filter(|&&value| value != commonest) {
            let vectors: Vec<String> = all
                .iter()
                .zip(values)
                .filter(|(_, found)| **found == value)
                .map(|(class, _)| {
                    let words: Vec<String> = class
                        .iter()
                        .zip(moduli)
                        .map(|(residue, modulus)| match (modulus, residue) {
                            (1, _) => "any".to_owned(),
                            (2, 0) => "even".to_owned(),
                            (2, _) => "odd".to_owned(),
                            _ => format!("{residue} mod {modulus}"),
                        })
                        .collect();
                    format!("({})", words.join(", "))
                })
                .collect();
            parts.push(format!(
                "{} if ({}) is {}",
                self.named(value),
                self.coordinates.join(", "),
                or_list(&vectors)
            ));
        }
        format!("{}, else {}", parts.join("; "), self.named(commonest))
    }

    fn automaton(&self, law: &ControlLaw) -> Block {
        let tracks = law.law.tracks();
        let mut table = vec![vec!["state".to_owned(), "value".to_owned(), "goes to".to_owned()]];
        for (state, &value) in (0u32..).zip(law.law.outputs()) {
            let mut steps: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
            for letter in 0..law.law.letters() {
                steps.entry(law.law.next(state, letter)).or_default().push(letter);
            }
            let steps: Vec<String> = steps
                .iter()
                .map(|(target, letters)| {
                    format!("{target} under {}", crate::diagram::letters(letters, tracks))
                })
                .collect();
            table.push(vec![state.to_string(), self.value_name(value), steps.join("; ")]);
        }
        Block::Table(table)
    }
}

fn capitalised(sentence: &str) -> String {
    let mut text = sentence.to_owned();
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A column of digits, the first coordinate's first.
fn column(letter: usize, tracks: usize) -> String {
    (0..tracks).map(|track| if letter >> track & 1 == 1 { '1' } else { '0' }).collect()
}

fn or_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
