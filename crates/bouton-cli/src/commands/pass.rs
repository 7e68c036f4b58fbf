//! `bouton pass …`: Nim with a pass on heaps of size at most four.

use std::fmt::Write;

use bouton::theory::nim_with_a_pass::{
    Parity, PrintedRow, SmallSizesRule, compare_table, low_chan_rules, outcome, positions_with_objects,
    printed_table,
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

/// What is asked about Nim with a pass. (One pass for both players, sizes up to four; other
/// numbers of passes, passes of each player and other heaps are rules: `pass 2 unless empty`,
/// `pass 1 each unless empty`, `heaps 3`, `heap sizes 1..5`.)
#[derive(Debug, Subcommand)]
enum Question {
    /// Table 1 of Wong Oi Lin (2015): sizes up to three, with the least numbers of objects
    Table1,
    /// Table 2: the same with nim-sums
    Table2,
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
        Question::Table1 => small_sizes(false, output),
        Question::Table2 => small_sizes(true, output),
        Question::Table3 { upto, compare: true, .. } => compare(*upto, output),
        Question::Table3 { upto, format, .. } => table(*upto, *format, output),
        Question::Theorem { position } => theorem(position, output),
    }
}

/// Up to so many objects the tables are compared with Theorem 1.
const COMPARED: u64 = 60;

/// Tables 1 and 2: each line as printed, and what there is to say of it.
fn small_sizes(nim_sums: bool, output: &Output) -> Result<Answer, Failure> {
    let rules = low_chan_rules();
    let mut text = format!("{:<6} {:>4}  {:<15} ", "sizes", "n >=", "m1 m2 m3");
    if nim_sums {
        let _ = write!(text, "{:<10} ", "nim-sum");
    }
    text.push_str("P?\n");
    let mut lines = Vec::new();
    for rule in &rules {
        let least = least_objects(&rules, rule.sizes);
        let verdict = match rule.counterexample {
            None => format!("yes, from {least} objects on"),
            Some([ones, twos, threes]) => format!(
                "no: ({ones},{twos},{threes}) is N; it must be {}, from {least} objects on",
                parities(&rule.true_parities)
            ),
        };
        let sum = nim_sum(&rule.true_parities);
        let _ = write!(
            text,
            "{:<6} {:>4}  {:<15} ",
            if rule.sizes == 1 { "1".to_owned() } else { format!("1..{}", rule.sizes) },
            rule.least_objects,
            parities(&rule.printed)
        );
        if nim_sums {
            let _ = write!(text, "{sum:<10} ");
        }
        let _ = writeln!(text, "{verdict}");
        let mut line = json!(rule);
        line["nim_sum"] = json!(sum);
        line["holds_from"] = json!(least);
        lines.push(line);
    }
    output.say(&text, &json!({ "compared_up_to": COMPARED, "rows": lines }))?;
    Ok(Answer::Done)
}

fn parities(list: &[Parity]) -> String {
    let words = list.iter().map(|parity| if parity.fits(0) { "even" } else { "odd" });
    words.collect::<Vec<_>>().join(" ")
}

/// The parities of the binary places of the nim-sum, highest first.
fn nim_sum(parities: &[Parity]) -> String {
    let odd = |size: u8| parities.get(usize::from(size) - 1).is_some_and(|parity| parity.fits(1));
    let sizes = 1..=u8::try_from(parities.len()).unwrap_or(0);
    let place = |bit: u8| sizes.clone().filter(|&size| size & bit != 0 && odd(size)).count() % 2 == 1;
    let places = if parities.len() > 1 { vec![place(2), place(1)] } else { vec![place(1)] };
    let words = places.into_iter().map(|odd| if odd { "odd" } else { "even" });
    words.collect::<Vec<_>>().join(" ")
}

/// The number of objects from which on exactly the positions of the (corrected) lines
/// are lost, sizes up to `sizes`, by Theorem 1.
fn least_objects(rules: &[SmallSizesRule], sizes: u8) -> u64 {
    let said = |heaps: &[u64]| {
        let lines = rules.iter().filter(|rule| rule.sizes == sizes);
        let mut lines = lines.map(|rule| rule.true_parities.iter().zip(heaps));
        lines.any(|mut both| both.all(|(parity, &count)| parity.fits(count)))
    };
    let fails = |objects: &u64| {
        positions_with_objects(*objects).any(|row| {
            let (heaps, larger) = row.heaps.split_at(usize::from(sizes));
            larger.iter().all(|&count| count == 0) && said(heaps) != row.lost
        })
    };
    (0..=COMPARED).rev().find(fails).map_or(0, |last| last + 1)
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
