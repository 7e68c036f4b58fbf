//! `bouton in-total base-cases`: the table of the forum answer, calculated anew.

use std::fmt::Write;

use bouton::theory::two_in_total::{BaseCase, BaseRow, Values, base_cases};
use serde_json::{Value, json};

use super::{field, row_name};
use crate::{
    failure::{Answer, Failure},
    output::Output,
};

const MARKERS: &str = "\
x not sorted; from a marker on to the right: d lost by definition, r by the repetition
corollary, s1 s2 s3 by a stability corollary; [row] does not follow the typical rule
";

pub(super) fn run(values: Values, output: &Output) -> Result<Answer, Failure> {
    let table = base_cases(values);
    let calculated = table
        .iter()
        .flat_map(|row| &row.cases)
        .filter(|case| matches!(case, BaseCase::Calculated { .. } | BaseCase::Value(_)))
        .count();
    let columns = table.iter().map(|row| row.cases.len()).max().unwrap_or(0);
    let mut text = format!("{:<11}", "min 3 \\ z");
    for largest in 1..=columns {
        let _ = write!(text, "{largest:>3}");
    }
    text.push('\n');
    for row in &table {
        text.push_str(&line(row));
        text.push('\n');
    }
    let _ = write!(text, "{calculated} calculated {}\n{MARKERS}", field(values));
    let rows: Vec<Value> = table.iter().map(|row| json!(row)).collect();
    output.say(&text, &json!({ "rows": rows, "calculated": calculated }))?;
    Ok(Answer::Done)
}

fn line(row: &BaseRow) -> String {
    let name = row_name(&row.label);
    let boxed = if row.exceptional { format!("[{name}]") } else { format!(" {name} ") };
    let cells: String = row.cases.iter().map(|case| format!("{:>3}", case.to_string())).collect();
    format!("{boxed:<11}{cells} …").replace("  x", "  ×")
}
