//! Three-player Nim with podium rule, in text.

use std::fmt::{Display, Write};

use super::lazily::{joined, lazily};
use crate::{
    document::{PodiumLinkedPiles, PodiumMoore},
    theory::podium::{self, CoalitionSums, Equality, EquivalenceClass, PileForm, Reduction},
};
use num_bigint::BigUint;

/// The digits of the piles, their sum, and its meaning.
#[must_use]
pub fn value(form: &PileForm, players: u32) -> String {
    let mut text = columns(form, &podium::digit_sum(form, players).digits());
    if players == 3 {
        text.push_str(&outcome(form));
        for option in podium::linked_options(form) {
            let _ = writeln!(text, "linked: {} -> {}", option.pile, option.to);
        }
    } else {
        // Li's theorem states when the value is 0, and no more.
        text.push_str(if podium::is_p_position(form, players) { "P\n" } else { "not P\n" });
    }
    text
}

/// The binary digits of the piles in columns, and their sum below, as in Example 2.6.
fn columns(form: &PileForm, digits: &[u32]) -> String {
    let labels: Vec<String> = form.piles().iter().map(ToString::to_string).collect();
    let width = labels.iter().map(String::len).max().unwrap_or(0).max(1);
    let mut text = String::new();
    let places = digits.len().max(usize::try_from(form.digits()).unwrap_or(usize::MAX));
    for (pile, label) in form.piles().iter().zip(&labels) {
        let row: Vec<String> =
            (0..places).rev().map(|place| u8::from(pile.bit(place as u64)).to_string()).collect();
        let _ = writeln!(text, "{label:>width$}  {}", row.join(" "));
    }
    let mut sum = vec!["0".to_owned(); places - digits.len()];
    sum.extend(digits.iter().map(ToString::to_string));
    let _ = writeln!(text, "{:>width$}  {}", "=", sum.join(" "));
    text
}

/// The outcome and its meaning.
#[must_use]
pub fn outcome(form: &PileForm) -> String {
    let outcome = podium::outcome(form);
    let number = match outcome {
        podium::Outcome::P => 0,
        podium::Outcome::N => 1,
        podium::Outcome::O => 2,
    };
    format!("{outcome}: {}\n", super::meaning(crate::Convention::Podium { players: 3 }, number))
}

/// The linked options.
#[must_use]
pub fn linked(found: &PodiumLinkedPiles) -> String {
    let mut text = String::new();
    for option in &found.linked {
        let _ = writeln!(text, "{} -> {} wins", option.pile, option.to);
    }
    if found.linked.is_empty() {
        text.push_str("no option is linked: no move wins\n");
    }
    if let Some(second) = &found.second_place {
        let _ = writeln!(text, "{} -> {} brings the second place", second.from, second.to);
    }
    text
}

/// Whether two forms are equal, and the reason.
#[must_use]
pub fn equality(found: &Equality) -> String {
    let mut text = format!("{}: {}\n", if found.equal { "equal" } else { "different" }, found.reason);
    if let (Some(form), Some([left, right])) = (&found.distinguisher, &found.outcomes) {
        let _ = writeln!(text, "adding {form} gives {left} and {right}");
    }
    text
}

/// The steps of a reduction.
#[must_use]
pub fn reduction(form: &PileForm, found: &Reduction) -> String {
    let mut text = String::new();
    for step in &found.steps {
        let _ = writeln!(text, "{}: {} -> {}", step.rule, step.from, step.to);
    }
    let (last, canonical) = (&found.last, &found.canonical);
    text.push_str(&match (found.steps.is_empty(), found.reaches_canonical) {
        (true, true) => format!("{form} is canonical\n"),
        (_, true) => format!("{last} is canonical\n"),
        (_, false) => format!("no further reduction leads from {last} to the canonical form {canonical}\n"),
    });
    text
}

/// Classes of equal forms, one on each line.
#[must_use]
pub fn classes(found: &[EquivalenceClass]) -> impl Display {
    lazily(move |f| {
        for class in found {
            let digits = class.value.digits();
            let (digits, members) = (joined(|| &digits, ""), joined(|| &class.members, " = "));
            writeln!(f, "{} ({}, {digits}): {members}", class.canonical, class.outcome)?;
        }
        let count = if found.len() == 1 { "1 class".to_owned() } else { format!("{} classes", found.len()) };
        writeln!(f, "{count} of equal forms")
    })
}

/// The outcomes that sums were observed to have.
#[must_use]
pub fn coalitions(found: &CoalitionSums) -> String {
    let mut text = String::new();
    for sum in &found.sums {
        let [left, right] = &sum.example;
        let _ = writeln!(text, "{} + {} = {}: {left} + {right}", sum.left, sum.right, sum.sum);
    }
    let _ = writeln!(
        text,
        "found among sums of {} forms; classes that are not listed were not found",
        found.forms
    );
    text
}

/// Whether a position of Moore's game for several players is P.
#[must_use]
pub fn moore(found: &PodiumMoore) -> String {
    let modulus = BigUint::from(found.players - 1) * found.piles + 1u32;
    let (letter, sums) =
        if found.p_position { ("P", "add up to 0") } else { ("not P", "do not all add up to 0") };
    format!("{letter}: the digits of the piles, place by place, {sums} modulo {modulus}\n")
}
