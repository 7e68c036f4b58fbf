//! `bouton in-total lemmas`: the proof of the law, line by line.

use std::fmt::Write;

use bouton::theory::two_in_total::{Ground, Row, Step, derivation};
use clap::Args;
use serde_json::{Value, json};

use super::{Wanted, field, row_name, three};
use crate::{
    arguments::parse_position,
    failure::{Answer, Failure},
    output::Output,
};

/// The arguments of `in-total lemmas`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only the line about this row, for example 1,2,6, its hypotheses written out
    row: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let proof = derivation(arguments.wanted.values());
    let verified = proof.iter().all(Step::holds);
    let chosen: Vec<&Step> = match &arguments.row {
        None => proof.iter().collect(),
        Some(text) => {
            let row = parse_row(text)?;
            proof.iter().filter(|step| step.covers(row)).collect()
        }
    };
    let text = match (&arguments.row, chosen.as_slice()) {
        (Some(_), [step]) => whole(step),
        _ => all(&proof),
    };
    let document = json!({
        "verified": verified,
        "base_cases": proof.iter().map(|step| step.base_cases).sum::<usize>(),
        "lines": chosen.into_iter().map(line_json).collect::<Vec<_>>(),
    });
    output.say(&text, &document)?;
    Ok(if verified { Answer::Done } else { Answer::No })
}

fn parse_row(text: &str) -> Result<Row, Failure> {
    let wrong = || {
        Failure::input(
            "position",
            format!("row `{text}`: expected the three smallest heaps, smallest first, as `1,2,6`"),
        )
    };
    let position = parse_position(text)?;
    if position.control.is_some() {
        return Err(wrong());
    }
    // Sizes beyond 64 bits are in the same line as all large ones.
    let sizes: Vec<u64> =
        position.coordinates.iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect();
    match Row::try_from(sizes) {
        Ok(row) if row.is_sorted() => Ok(row),
        _ => Err(wrong()),
    }
}

fn ground_name(ground: Ground) -> String {
    match ground {
        Ground::Definition => "definition".to_owned(),
        Ground::Repetition => "repetition".to_owned(),
        Ground::Stability(corollary) => format!("stability {corollary}"),
    }
}

fn labels(needs: &[[String; 3]]) -> String {
    needs.iter().map(|label| label.join(",")).collect::<Vec<_>>().join(" ")
}

fn values(step: &Step) -> String {
    three(step.about, step.values).join(" ")
}

/// The table of all lines.
fn all(proof: &[Step]) -> String {
    let mut text = format!(
        "{:<10} {:<11} {:<8} {:<5}  {}\n",
        "row", "lemma", "verified", "R=012", "rows above that it needs"
    );
    for step in proof {
        let line = format!(
            "{:<10} {:<11} {:<8} {:<5}  {}",
            row_name(&step.label),
            ground_name(step.ground),
            if step.holds() { "yes" } else { "NO" },
            values(step),
            labels(&step.needs)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let verified = proof.iter().filter(|step| step.holds()).count();
    let count = |wanted: fn(Ground) -> bool| proof.iter().filter(|step| wanted(step.ground)).count();
    let base_cases: usize = proof.iter().map(|step| step.base_cases).sum();
    let _ = writeln!(
        text,
        "{verified} of {} lines verified, {} by repetition from {base_cases} base cases, {} by stability; R: the remainder of the number of objects mod 3",
        proof.len(),
        count(|ground| ground == Ground::Repetition),
        count(|ground| matches!(ground, Ground::Stability(_))),
    );
    text
}

/// One line, written out.
fn whole(step: &Step) -> String {
    let mut text = format!("{}: {}", row_name(&step.label), ground_name(step.ground));
    let places = ["first", "second", "third"];
    let letters = (0..3).filter(|&place| step.label[place].bytes().all(|byte| byte.is_ascii_alphabetic()));
    for place in letters {
        let _ = write!(text, ", {} heap {} ≥ {}", places[place], step.label[place], step.least[place]);
    }
    text.push('\n');
    for hypothesis in &step.hypotheses {
        let _ = writeln!(
            text,
            "  {}: {}",
            if hypothesis.holds { "holds" } else { "FAILS" },
            hypothesis.statement
        );
    }
    if !step.needs.is_empty() {
        let _ = writeln!(text, "  rows above that it needs: {}", labels(&step.needs));
    }
    let implied = if step.is_typical() { ": the typical rule" } else { "" };
    let _ = writeln!(text, "{} for the number of objects mod 3 = 0 1 2{implied}", values(step));
    text
}

fn line_json(step: &Step) -> Value {
    json!({
        "row": step.label.join(","),
        "least": step.least,
        "lemma": ground_name(step.ground),
        "base_cases": step.base_cases,
        "hypotheses": step.hypotheses,
        "needs": step.needs.iter().map(|label| label.join(",")).collect::<Vec<_>>(),
        "verified": step.holds(),
        field(step.about): three(step.about, step.values),
        "typical": step.is_typical(),
    })
}
