//! Answers to questions about laws, as text.

use std::fmt::Display;

use crate::document::{Ask, Number, Solutions};

/// The answer: whether it is true, with a witness, or the solutions.
///
/// ```
/// use bouton::{ask::{Ask, Buffer, Format, Question}, Watch};
///
/// let question: Ask = serde_json::from_str(r#"{"game": "take-three", "sentence": "exists n: P(n) and n > 0"}"#)?;
/// let mut asker = Buffer::new(&Watch::unlimited()).with_format(Format::Text);
/// question.ask(&mut asker)?;
/// assert_eq!(String::from_utf8(asker.answer())?, "true: the least witness is n = 4\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ask(found: &Ask) -> String {
    let list = || {
        let all = found.witness.iter().flatten();
        all.map(|(name, number)| format!("{name} = {number}")).collect::<Vec<_>>().join(", ")
    };
    match (found.answer, &found.witness, &found.solutions) {
        (Some(true), Some(_), _) => format!("true: the least witness is {}\n", list()),
        (Some(false), Some(_), _) => format!("false: the least counterexample is {}\n", list()),
        (Some(truth), None, _) => format!("{truth}\n"),
        (None, _, Some(solved)) => solutions(solved, &found.numeration),
        (None, _, None) => String::new(),
    }
}

fn solutions(found: &Solutions, numeration: &str) -> String {
    let mut text = String::new();
    if let Some(condition) = &found.condition {
        text.push_str(&format!("holds iff {condition}\n"));
    }
    let names = found.names.join(", ");
    let joined = |all: &mut dyn Iterator<Item = &dyn Display>| {
        all.map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let tuple = |numbers: &Vec<crate::document::Number>| {
        let all = joined(&mut numbers.iter().map(|number| number as &dyn Display));
        if numbers.len() == 1 { all } else { format!("({all})") }
    };
    let all = found.least.iter().map(tuple).collect::<Vec<_>>().join(", ");
    text.push_str(&match (found.complete, found.least.is_empty()) {
        (true, true) => format!("no {names} satisfies it\n"),
        (true, false) => format!("all solutions {names}: {all}\n"),
        (false, true) => format!("there are solutions {names}\n"),
        (false, false) => format!("the least solutions {names}: {all}, and more\n"),
    });
    if let Some(count) = &found.count {
        text.push_str(&format!("solutions with all numbers at most {}: {}\n", count.upto, count.number));
        if let (Some(first), Some(factors)) = (&count.first, &count.recurrence) {
            text.push_str(&recurrence(first, factors, numeration));
        }
    }
    text
}

/// The recurrence of the counts by the number of digits.
pub(super) fn recurrence(first: &[Number], factors: &[i64], numeration: &str) -> String {
    let digits = match numeration {
        "2" => "binary digits".to_owned(),
        base if base.parse::<u32>().is_ok() => format!("digits in base {base}"),
        other => format!("digits in the numeration {other}"),
    };
    let mut sum = String::new();
    for (back, factor) in (1..).zip(factors).filter(|(_, factor)| **factor != 0) {
        let sign = match (sum.is_empty(), *factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let times = match factor.unsigned_abs() {
            1 => String::new(),
            more => format!("{more} "),
        };
        sum.push_str(&format!("{sign}{times}c(j - {back})"));
    }
    if factors.is_empty() {
        return format!("c(j) of them have numbers of at most j {digits}: c(j) = 0\n");
    }
    let first: Vec<String> = first.iter().map(ToString::to_string).collect();
    let sum = if sum.is_empty() { "0".to_owned() } else { sum };
    // The first values are given up to where the recurrence begins, which may be later than its length.
    let from =
        if factors.last() == Some(&0) { format!(" for j ≥ {}", factors.len()) } else { String::new() };
    format!(
        "c(j) of them have numbers of at most j {digits}: {}, … with c(j) = {sum}{from}\n",
        first.join(", ")
    )
}
