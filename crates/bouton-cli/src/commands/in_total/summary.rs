//! `bouton in-total summary`: the values by row and remainder, as the proof gives them.

use std::fmt::Write;

use bouton::theory::two_in_total::{Step, Values, derivation};
use serde_json::json;

use super::{field, row_name, three};
use crate::{
    failure::{Answer, Failure},
    output::Output,
};

pub(super) fn run(values: Values, output: &Output) -> Result<Answer, Failure> {
    let proof = derivation(values);
    let typical = three(values, values.typical());
    let verified = proof.iter().all(Step::holds);
    let exceptional: Vec<&Step> = proof.iter().filter(|step| !step.is_typical()).collect();
    let mut text = format!("{:<11} 0 1 2\n", "min 3 \\ R");
    for step in &exceptional {
        let _ = writeln!(text, "{:<11} {}", row_name(&step.label), three(values, step.values).join(" "));
    }
    let _ = writeln!(text, "{:<11} {}", "else", typical.join(" "));
    let _ = writeln!(
        text,
        "{} rows and else; R: the remainder of the number of objects mod 3",
        exceptional.len()
    );
    if !verified {
        text.push_str("NOT verified: see `bouton in-total lemmas`\n");
    }
    let rows: Vec<_> = exceptional
        .iter()
        .map(|step| json!({ "row": step.least, field(values): three(values, step.values) }))
        .collect();
    output.say(&text, &json!({ "verified": verified, "rows": rows, "else": typical }))?;
    Ok(if verified { Answer::Done } else { Answer::No })
}
