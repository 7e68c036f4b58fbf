//! Any document as rows: what it lists, an entry a row, for programs that read tables.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::RowForm;

/// What a document lists, as a table: its first list of records or positions, else its only list, an
/// entry a row; of any other document its own fields are the one row.
///
/// An entry that is a list of numbers, such as a position, has columns `h1`, `h2`, …; a list within an
/// entry stands in one cell, its parts parted by blanks; a field of a field is named `field.part`.
///
/// ```
/// use bouton::{RowForm, Sheet, document::{Listed, List}};
///
/// let listed = |position: &str| Listed { position: position.to_owned(), outcome: "P".to_owned() };
/// let positions = vec![listed("1,1"), listed("2,2")];
/// let list = List { game: "nim".to_owned(), count: 2, complete: true, positions, plan: None, verified: None };
/// let mut csv = Vec::new();
/// Sheet::of(&list)?.write(RowForm::Csv, &mut csv)?;
/// assert_eq!(String::from_utf8(csv)?, "position,outcome\n\"1,1\",P\n\"2,2\",P\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Sheet {
    /// The rows of a document.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn of(document: &impl Serialize) -> Result<Self, serde_json::Error> {
        let document = serde_json::to_value(document)?;
        let list = match &document {
            Value::Array(list) => Some(("entries".to_owned(), list.clone())),
            Value::Object(fields) => {
                let lists: Vec<_> = fields
                    .iter()
                    .filter_map(|(name, value)| value.as_array().map(|list| (name.clone(), list.clone())))
                    .collect();
                let entries = |(_, list): &&(String, Vec<Value>)| {
                    list.first().is_some_and(|entry| entry.is_object() || entry.is_array())
                };
                let only = if lists.len() == 1 { lists.first() } else { None };
                lists.iter().find(entries).or(only).cloned()
            }
            _ => None,
        };
        let entries: Vec<Map<String, Value>> = match list {
            None => vec![flat(&document, "n")],
            Some((name, list)) if list.is_empty() => {
                return Ok(Self { columns: vec![singular(&name).to_owned()], rows: Vec::new() });
            }
            Some((name, list)) => list.iter().map(|entry| flat(entry, singular(&name))).collect(),
        };
        let mut columns: Vec<String> = Vec::new();
        for name in entries.iter().flat_map(Map::keys) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let row = |entry: Map<String, Value>| {
            columns.iter().map(|name| entry.get(name).cloned().unwrap_or(Value::Null)).collect()
        };
        Ok(Self { rows: entries.into_iter().map(row).collect(), columns })
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, a value for each column: null, a truth value, a number or a text.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// Writes the rows.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn write(&self, form: RowForm, out: &mut dyn Write) -> io::Result<()> {
        if form == RowForm::JsonLines {
            for row in &self.rows {
                let fields: Map<String, Value> =
                    self.columns.iter().cloned().zip(row.iter().cloned()).collect();
                writeln!(out, "{}", Value::Object(fields))?;
            }
            return out.flush();
        }
        if form == RowForm::Latex {
            writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(self.columns.len()))?;
        }
        let lines = std::iter::once(self.columns.clone())
            .chain(self.rows.iter().map(|row| row.iter().map(text).collect()));
        for (index, cells) in lines.enumerate() {
            match form {
                RowForm::Latex => {
                    let cells: Vec<String> = cells.iter().map(|cell| for_latex(cell)).collect();
                    let rule = if index == 0 { " \\hline" } else { "" };
                    writeln!(out, "{} \\\\{rule}", cells.join(" & "))?;
                }
                _ => {
                    let cells: Vec<String> = cells.iter().map(|cell| for_csv(cell)).collect();
                    writeln!(out, "{}", cells.join(","))?;
                }
            }
        }
        if form == RowForm::Latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        out.flush()
    }
}

#[cfg(feature = "arrow")]
impl Sheet {
    /// The rows as an Arrow record batch: a column of numbers below 2⁶⁴ as `UInt64`, any other as text.
    ///
    /// # Errors
    ///
    /// If Arrow refuses them.
    pub fn record_batch(&self) -> Result<arrow_array::RecordBatch, arrow_schema::ArrowError> {
        use std::sync::Arc;

        use arrow_array::{ArrayRef, StringArray, UInt64Array};

        let column = |(place, name): (usize, &String)| {
            let values = || self.rows.iter().map(move |row| &row[place]);
            let numbers = values().all(|value| value.is_null() || value.is_u64());
            let array: ArrayRef = if numbers {
                Arc::new(values().map(Value::as_u64).collect::<UInt64Array>())
            } else {
                Arc::new(
                    values().map(|value| (!value.is_null()).then(|| text(value))).collect::<StringArray>(),
                )
            };
            (name.clone(), array, true)
        };
        arrow_array::RecordBatch::try_from_iter_with_nullable(self.columns.iter().enumerate().map(column))
    }
}

/// What one entry of a list is called.
fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// The fields of an entry, those of its fields included.
fn flat(entry: &Value, name: &str) -> Map<String, Value> {
    let mut found = Map::new();
    match entry {
        Value::Object(fields) => {
            for (field, value) in fields {
                match value {
                    Value::Object(_) => {
                        let parts = flat(value, field).into_iter();
                        found.extend(parts.map(|(part, value)| (format!("{field}.{part}"), value)));
                    }
                    Value::Array(parts) => {
                        let parts: Vec<String> = parts.iter().map(text).collect();
                        found.insert(field.clone(), parts.join(" ").into());
                    }
                    _ => {
                        found.insert(field.clone(), value.clone());
                    }
                }
            }
        }
        Value::Array(parts) => {
            found.extend(
                parts.iter().enumerate().map(|(place, part)| (format!("h{}", place + 1), part.clone())),
            );
        }
        _ => {
            found.insert(name.to_owned(), entry.clone());
        }
    }
    found
}

/// A value in a cell.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A cell of CSV, quoted where it must be (RFC 4180).
fn for_csv(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// A cell of LaTeX.
fn for_latex(cell: &str) -> String {
    let mut written = String::new();
    for character in cell.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => written.extend(['\\', character]),
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '\n' => written.push(' '),
            other => written.push(other),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(document: &Value, form: RowForm) -> String {
        let mut out = Vec::new();
        Sheet::of(document).unwrap().write(form, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn positions_have_a_column_for_each_heap() {
        let document = json!({ "heaps": 3, "positions": [[1, 2, 3], [1, 4, 5]], "complete": true });
        assert_eq!(written(&document, RowForm::Csv), "h1,h2,h3\n1,2,3\n1,4,5\n");
        assert_eq!(
            written(&document, RowForm::JsonLines),
            "{\"h1\":1,\"h2\":2,\"h3\":3}\n{\"h1\":1,\"h2\":4,\"h3\":5}\n"
        );
    }

    #[test]
    fn entries_that_differ_share_the_columns() {
        let document =
            json!({ "moves": [{ "to": "1,1", "best": true }, { "to": "a \"b\"", "why": [1, 2] }] });
        let csv = "to,best,why\n\"1,1\",true,\n\"a \"\"b\"\"\",,1 2\n";
        assert_eq!(written(&document, RowForm::Csv), csv);
        let latex = "\\begin{tabular}{rrr}\nto & best & why \\\\ \\hline\n1,1 & true &  \\\\\na \"b\" &  & 1 2 \\\\\n\\end{tabular}\n";
        assert_eq!(written(&document, RowForm::Latex), latex);
    }

    #[test]
    fn a_document_without_a_list_is_one_row() {
        let document = json!({ "game": "nim_2", "counts": { "P": 10, "N": 90 } });
        assert_eq!(written(&document, RowForm::Csv), "game,counts.P,counts.N\nnim_2,10,90\n");
        assert!(written(&document, RowForm::Latex).contains("nim\\_2 & 10 & 90"));
        assert_eq!(written(&json!({ "triangles": [3, 7] }), RowForm::Csv), "triangle\n3\n7\n");
        assert_eq!(
            written(&json!({ "form": [3, 7], "digits": [1, 2] }), RowForm::Csv),
            "form,digits\n3 7,1 2\n"
        );
        assert_eq!(written(&json!({ "outcome": "P", "moves": [] }), RowForm::Csv), "move\n");
    }
}
