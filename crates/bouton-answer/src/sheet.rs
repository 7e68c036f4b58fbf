//! Documents as rows for programs that read tables: each entry of a list is one row.
//!
//! A document may list more than fits into memory twice, so its rows are not gathered: a [`Sheet`]
//! traverses the document once for the columns, and again each time that rows are requested.

mod entries;

use std::io::{self, Write};

use bouton_core::Watch;
use serde_json::{Map, Value};

use self::entries::{Entries, for_each_entry};
#[cfg(feature = "parquet")]
use crate::ParquetRows;
use crate::{AnyDocument, RowForm, WriteRowsError};

/// The units of work for an entry.
const WORK: u64 = 16;

/// The list in a document, as a table with a row for each entry: its first list of records or
/// positions, or else its only list. For any other document, its own fields are the only row.
///
/// An entry that is a list of numbers, such as a position, has columns `h1`, `h2`, …. A list within
/// an entry is one cell, with its parts separated by blanks (in Arrow and Parquet it is a list). A
/// field of a field is named `field.part`.
///
/// ```
/// use bouton::{RowForm, Sheet, document::{ListEntry, List}};
///
/// let listed = |position: &str| ListEntry { position: position.to_owned(), outcome: "P".to_owned() };
/// let positions = vec![listed("1,1"), listed("2,2")];
/// let list = List { game: "nim".to_owned(), count: 2, complete: true, positions, plan: None, verified: None };
/// let mut csv = Vec::new();
/// Sheet::of(&list)?.write(RowForm::Csv, &mut csv)?;
/// assert_eq!(String::from_utf8(csv)?, "position,outcome\n\"1,1\",P\n\"2,2\",P\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sheet<'a> {
    document: &'a dyn AnyDocument,
    watch: Watch,
    entries: Entries,
    columns: Vec<String>,
    #[cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "of Arrow's columns"))]
    kinds: Vec<Kind>,
}

/// The type of all non-empty cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    /// Numbers below 2⁶⁴.
    numbers: bool,
    /// Lists.
    lists: bool,
    /// Lists of numbers below 2⁶⁴.
    lists_of_numbers: bool,
}

impl Kind {
    /// The type of a column without cells.
    const EMPTY: Self = Self { numbers: true, lists: true, lists_of_numbers: true };

    /// Returns the type with one more cell.
    fn with(self, cell: &Value) -> Self {
        match cell {
            Value::Null => self,
            Value::Array(parts) => Self {
                numbers: false,
                lists_of_numbers: self.lists_of_numbers && parts.iter().all(Value::is_u64),
                ..self
            },
            _ => Self { numbers: self.numbers && cell.is_u64(), lists: false, lists_of_numbers: false },
        }
    }
}

impl<'a> Sheet<'a> {
    /// Creates the rows of a document.
    ///
    /// # Errors
    ///
    /// If the document cannot be written as JSON.
    pub fn of(document: &'a dyn AnyDocument) -> io::Result<Self> {
        Self::within(document, &Watch::unlimited())
    }

    /// Creates the rows of a document, and counts each entry as work, now and whenever rows are
    /// requested.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of), or if a limit is reached.
    pub fn within(document: &'a dyn AnyDocument, watch: &Watch) -> io::Result<Self> {
        let mut batch = watch.batch();
        let entries = Entries::of(document)?;
        let (mut columns, mut kinds): (Vec<String>, Vec<Kind>) = (Vec::new(), Vec::new());
        if entries.is_empty_list() {
            columns.push(entries.entry_name().to_owned());
            kinds.push(Kind::EMPTY);
        } else {
            for_each_entry(document, &entries, &mut |entry| {
                batch.spend(WORK).map_err(io::Error::other)?;
                for (place, (name, value)) in flat(&entry, entries.entry_name()).iter().enumerate() {
                    // Usually all entries have the same fields.
                    let known = if columns.get(place) == Some(name) {
                        Some(place)
                    } else {
                        columns.iter().position(|column| column == name)
                    };
                    let place = known.unwrap_or_else(|| {
                        columns.push(name.clone());
                        kinds.push(Kind::EMPTY);
                        columns.len() - 1
                    });
                    kinds[place] = kinds[place].with(value);
                }
                Ok(())
            })?;
        }
        drop(batch);
        Ok(Self { document, watch: watch.clone(), entries, columns, kinds })
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Visits the rows, with a value for each column: null, a truth value, a number or a text.
    ///
    /// # Errors
    ///
    /// The errors of `visit`.
    pub fn for_each_row(&self, visit: &mut dyn FnMut(Vec<Value>) -> io::Result<()>) -> io::Result<()> {
        self.for_each_row_with_lists(&mut |mut row| {
            for cell in row.iter_mut().filter(|cell| cell.is_array()) {
                *cell = text(cell).into();
            }
            visit(row)
        })
    }

    /// Visits the rows as [`for_each_row`](Self::for_each_row) does, with lists as lists.
    fn for_each_row_with_lists(&self, visit: &mut dyn FnMut(Vec<Value>) -> io::Result<()>) -> io::Result<()> {
        if self.entries.is_empty_list() {
            return Ok(());
        }
        let mut batch = self.watch.batch();
        for_each_entry(self.document, &self.entries, &mut |entry| {
            batch.spend(WORK).map_err(io::Error::other)?;
            let mut entry = flat(&entry, self.entries.entry_name());
            visit(
                self.columns
                    .iter()
                    .map(|name| entry.get_mut(name).map_or(Value::Null, Value::take))
                    .collect(),
            )
        })
    }

    /// Writes the rows.
    ///
    /// # Errors
    ///
    /// If writing to `out` fails.
    pub fn write(&self, form: RowForm, out: &mut dyn Write) -> io::Result<()> {
        if form == RowForm::JsonLines {
            self.for_each_row(&mut |row| {
                let fields: Map<String, Value> = self.columns.iter().cloned().zip(row).collect();
                writeln!(out, "{}", Value::Object(fields))
            })?;
            return out.flush();
        }
        if form == RowForm::Latex {
            writeln!(out, "\\begin{{tabular}}{{{}}}", "r".repeat(self.columns.len()))?;
        }
        let write = |out: &mut dyn Write, cells: &[String], rule: &str| match form {
            RowForm::Latex => {
                let cells: Vec<String> = cells.iter().map(|cell| for_latex(cell)).collect();
                writeln!(out, "{} \\\\{rule}", cells.join(" & "))
            }
            _ => {
                let cells: Vec<String> = cells.iter().map(|cell| for_csv(cell)).collect();
                writeln!(out, "{}", cells.join(","))
            }
        };
        write(out, &self.columns, " \\hline")?;
        self.for_each_row(&mut |row| write(out, &row.iter().map(text).collect::<Vec<_>>(), ""))?;
        if form == RowForm::Latex {
            writeln!(out, "\\end{{tabular}}")?;
        }
        out.flush()
    }
}

impl Sheet<'_> {
    /// Writes the rows as a Parquet file.
    ///
    /// # Errors
    ///
    /// If writing to `out` fails, or the library was built without the feature `parquet`.
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables, reason = "nothing is written"))]
    pub fn write_parquet(&self, out: impl Write + Send) -> Result<(), WriteRowsError> {
        #[cfg(feature = "parquet")]
        {
            let mut file = ParquetRows::new(out, self.arrow_schema())?;
            self.for_each_batch(&mut |batch| file.put(&batch))?;
            file.close()
        }
        #[cfg(not(feature = "parquet"))]
        Err(WriteRowsError::NoParquet)
    }
}

/// The number of rows of an Arrow record batch.
#[cfg(feature = "arrow")]
const BATCH: usize = 1 << 12;

#[cfg(feature = "arrow")]
impl Sheet<'_> {
    /// The schema of the batches. A column of numbers below 2⁶⁴ is `UInt64`, a column of lists has
    /// lists of numbers or of texts, and any other column is text.
    #[must_use]
    pub fn arrow_schema(&self) -> std::sync::Arc<arrow_schema::Schema> {
        use arrow_schema::{DataType, Field, Schema};

        let list = |of| DataType::List(std::sync::Arc::new(Field::new_list_field(of, true)));
        let data_type = |kind: Kind| match kind {
            Kind { numbers: true, .. } => DataType::UInt64,
            Kind { lists_of_numbers: true, .. } => list(DataType::UInt64),
            Kind { lists: true, .. } => list(DataType::Utf8),
            _ => DataType::Utf8,
        };
        let fields = self.columns.iter().zip(&self.kinds);
        let fields: Vec<Field> =
            fields.map(|(name, &kind)| Field::new(name, data_type(kind), true)).collect();
        Schema::new(fields).into()
    }

    /// Visits the rows in Arrow record batches.
    ///
    /// # Errors
    ///
    /// If Arrow or `visit` fails.
    pub fn for_each_batch(
        &self,
        visit: &mut dyn FnMut(arrow_array::RecordBatch) -> Result<(), arrow_schema::ArrowError>,
    ) -> io::Result<()> {
        let mut rows: Vec<Vec<Value>> = Vec::new();
        self.for_each_row_with_lists(&mut |row| {
            rows.push(row);
            if rows.len() < BATCH {
                return Ok(());
            }
            let batch = self.batch(&std::mem::take(&mut rows));
            batch.and_then(&mut *visit).map_err(io::Error::other)
        })?;
        self.batch(&rows).and_then(visit).map_err(io::Error::other)
    }

    fn batch(&self, rows: &[Vec<Value>]) -> Result<arrow_array::RecordBatch, arrow_schema::ArrowError> {
        use std::sync::Arc;

        use arrow_array::{
            ArrayRef, StringArray, UInt64Array,
            builder::{ListBuilder, StringBuilder, UInt64Builder},
        };

        let column = |(place, &kind): (usize, &Kind)| -> ArrayRef {
            let values = || rows.iter().map(move |row| &row[place]);
            let lists = || values().map(Value::as_array);
            match kind {
                Kind { numbers: true, .. } => Arc::new(values().map(Value::as_u64).collect::<UInt64Array>()),
                Kind { lists_of_numbers: true, .. } => {
                    let mut array = ListBuilder::new(UInt64Builder::new());
                    lists().for_each(|list| {
                        array.append_option(list.map(|list| list.iter().map(Value::as_u64)))
                    });
                    Arc::new(array.finish())
                }
                Kind { lists: true, .. } => {
                    let mut array = ListBuilder::new(StringBuilder::new());
                    let texts = |list: &Vec<Value>| -> Vec<Option<String>> {
                        list.iter().map(|part| (!part.is_null()).then(|| part_text(part))).collect()
                    };
                    lists().for_each(|list| array.append_option(list.map(texts)));
                    Arc::new(array.finish())
                }
                _ => Arc::new(
                    values().map(|value| (!value.is_null()).then(|| text(value))).collect::<StringArray>(),
                ),
            }
        };
        let arrays = self.kinds.iter().enumerate().map(column).collect();
        arrow_array::RecordBatch::try_new(self.arrow_schema(), arrays)
    }
}

/// Returns the fields of an entry, including those of its fields.
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

/// Writes a value in a cell, with the parts of a list separated by blanks.
fn text(value: &Value) -> String {
    match value {
        Value::Array(parts) => parts.iter().map(part_text).collect::<Vec<_>>().join(" "),
        other => part_text(other),
    }
}

/// Writes a part of a list.
fn part_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Writes a cell of CSV, quoted where necessary (RFC 4180).
fn for_csv(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// Writes a cell of LaTeX.
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
    use serde::Serialize;
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

    /// A list whose entries record when they are serialized.
    struct Watched<'a>(&'a std::cell::RefCell<Vec<String>>);

    impl Serialize for Watched<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq((0..3).map(|number| {
                self.0.borrow_mut().push(format!("look {number}"));
                json!({ "n": number })
            }))
        }
    }

    impl Write for Watched<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).trim().to_owned();
            self.0.borrow_mut().extend(Some(text).filter(|text| !text.is_empty()));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn rows_are_written_before_the_next_entry_is_looked_at() {
        let log = std::cell::RefCell::new(Vec::new());
        let document = Watched(&log);
        let sheet = Sheet::of(&document).unwrap();
        log.borrow_mut().clear();
        sheet.write(RowForm::Csv, &mut Watched(&log)).unwrap();
        assert_eq!(*log.borrow(), ["n", "look 0", "0", "look 1", "1", "look 2", "2"]);
    }

    #[test]
    fn lists_are_found_in_documents_of_every_shape() {
        #[derive(serde::Serialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        enum Tagged {
            Found { name: Option<String>, parts: Vec<(u8, u8)> },
        }
        #[derive(serde::Serialize)]
        struct Nested {
            inner: std::collections::BTreeMap<&'static str, Vec<u8>>,
            #[serde(flatten)]
            more: std::collections::BTreeMap<&'static str, u128>,
        }
        let written = |document: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            document(&mut out);
            String::from_utf8(out).unwrap()
        };
        let tagged = Tagged::Found { name: None, parts: vec![(1, 2), (3, 4)] };
        let csv = |out: &mut Vec<u8>| Sheet::of(&tagged).unwrap().write(RowForm::Csv, out).unwrap();
        assert_eq!(written(&csv), "h1,h2\n1,2\n3,4\n");
        let nested = Nested { inner: [("a", vec![1, 2])].into(), more: [("b", 7)].into() };
        let csv = |out: &mut Vec<u8>| Sheet::of(&nested).unwrap().write(RowForm::Csv, out).unwrap();
        assert_eq!(written(&csv), "inner.a,b\n1 2,7\n");
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
