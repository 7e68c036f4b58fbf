//! `bouton pass …`: Nim with a pass on heaps of size at most four.

use std::fmt::Write;

use bouton::theory::nim_with_a_pass::{
    PrintedRow, compare_table, outcome, positions_with_objects, printed_table,
};
use clap::{Args, Subcommand, ValueEnum};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::{
    arguments::parse_position,
    failure::{Answer, Failure},
    output::Output,
    words,
};

/// The arguments of `pass`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Question,
}

/// What is asked about Nim with a pass.
#[derive(Debug, Subcommand)]
enum Question {
    /// Table 3 of Wong Oi Lin (2015), regenerated for any number of objects
    Table3 {
        /// The most objects
        #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u64).range(1..=400))]
        upto: u64,
        /// In which form
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
        /// Compare with the table as it is printed
        #[arg(long)]
        compare: bool,
    },
    /// The case of Theorem 1 that decides a position (m1,m2,m3,m4), of any size
    Theorem {
        /// How many heaps have size 1, 2, 3 and 4
        position: String,
    },
}

/// The form of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns
    Text,
    /// Comma-separated values, with a header
    Csv,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::Table3 { upto, compare: true, .. } => compare(*upto, output),
        Question::Table3 { upto, format, .. } => table(*upto, *format, output),
        Question::Theorem { position } => theorem(position, output),
    }
}

fn letter(row: &PrintedRow) -> &'static str {
    if row.lost { "P" } else { "N" }
}

fn row_json(row: &PrintedRow) -> Value {
    json!({ "objects": row.objects, "heaps": row.heaps, "outcome": letter(row) })
}

fn row_text(row: &PrintedRow) -> String {
    let [ones, twos, threes, fours] = row.heaps;
    format!("{:>2}  ({ones},{twos},{threes},{fours})  {}", row.objects, letter(row))
}

fn table(upto: u64, format: Format, output: &Output) -> Result<Answer, Failure> {
    let rows: Vec<PrintedRow> = (1..=upto).flat_map(positions_with_objects).collect();
    let mut text = String::new();
    if format == Format::Csv {
        text.push_str("n,m1,m2,m3,m4,outcome\n");
    }
    for row in &rows {
        let [ones, twos, threes, fours] = row.heaps;
        let _ = match format {
            Format::Text => writeln!(text, "{}", row_text(row)),
            Format::Csv => writeln!(text, "{},{ones},{twos},{threes},{fours},{}", row.objects, letter(row)),
        };
    }
    let document = json!({ "upto": upto, "rows": rows.iter().map(row_json).collect::<Vec<_>>() });
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

fn compare(upto: u64, output: &Output) -> Result<Answer, Failure> {
    let printed = printed_table().map_err(|error| Failure::input("defect", error.to_string()))?;
    let found = compare_table(&printed, upto);
    let groups = [
        ("wrong", "wrong outcome", &found.wrong),
        ("misplaced", "under the wrong number of objects", &found.misplaced),
        ("repeated", "printed before", &found.repeated),
        ("missing", "missing", &found.missing),
    ];
    let mut text = format!("{} rows are printed, there are {} positions\n", found.rows, found.positions);
    let mut document = json!({ "rows": found.rows, "positions": found.positions });
    for (key, title, rows) in groups {
        let _ = writeln!(text, "{title}: {}", rows.len());
        for row in rows {
            let _ = writeln!(text, "  {}", row_text(row));
        }
        document[key] = rows.iter().map(row_json).collect();
    }
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

fn theorem(text: &str, output: &Output) -> Result<Answer, Failure> {
    let position = parse_position(text)?;
    let heaps: [BigUint; 4] = position.coordinates.clone().try_into().map_err(|found: Vec<BigUint>| {
        Failure::input(
            "position",
            format!("position `{text}` has {} numbers, expected 4 (m1,m2,m3,m4)", found.len()),
        )
    })?;
    let verdict = outcome(&heaps);
    let case = match json!(verdict.case) {
        Value::String(name) => name,
        other => other.to_string(),
    };
    let letter = if verdict.lost { "P" } else { "N" };
    let document = json!({
        "position": heaps.iter().map(words::number).collect::<Vec<_>>(), "outcome": letter, "case": case,
    });
    output.say(&format!("{letter}, by the case `{case}` of Theorem 1\n"), &document)?;
    Ok(Answer::Done)
}
