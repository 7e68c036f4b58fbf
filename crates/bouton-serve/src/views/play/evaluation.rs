//! The options of a position, with their values.

use bouton::{Answer, AnsweredMove, Arena, Position, words};
use maud::{Markup, html};
use num_bigint::BigUint;

use super::score::Score;
use crate::texts::{t, with};

/// The most options that are listed.
const MOST: usize = 200;

/// A move in words: the amounts and heaps taken.
fn told(score: &Score, from: &Position, to: &Position) -> String {
    if from.coordinates == to.coordinates && from.control != to.control {
        return t("play.pass").to_owned();
    }
    if let Arena::Code(_) = score.partner().playable().arena() {
        return split(&from.coordinates, &to.coordinates);
    }
    let mut parts = Vec::new();
    for (index, (before, after)) in from.coordinates.iter().zip(&to.coordinates).enumerate() {
        if after < before {
            parts.push(with("play.take", &[&(before - after).to_string(), &(index + 1).to_string()]));
        } else if after > before {
            parts.push(with("play.grow", &[&(index + 1).to_string(), &after.to_string()]));
        }
    }
    parts.join(", ")
}

/// The heaps of a take-and-break game that are not on both sides.
fn split(from: &[BigUint], to: &[BigUint]) -> String {
    let (mut gone, mut come): (Vec<BigUint>, Vec<BigUint>) = (from.to_vec(), Vec::new());
    for heap in to {
        match gone.iter().position(|other| other == heap) {
            Some(place) => drop(gone.remove(place)),
            None => come.push(heap.clone()),
        }
    }
    let zero = BigUint::ZERO;
    gone.retain(|heap| *heap != zero);
    come.retain(|heap| *heap != zero);
    let list = |heaps: &[BigUint]| heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
    if come.is_empty() {
        return with("play.gone", &[&list(&gone)]);
    }
    with("play.becomes", &[&list(&gone), &list(&come)])
}

fn row(score: &Score, known: &Answer, option: &AnsweredMove, evaluated: bool) -> Markup {
    let convention = score.partner().convention();
    let to = option.to.to_string();
    html! {
        tr data-to=(to) {
            td {
                @if score.humans_turn() { a.option href=(score.after(&to)) { (told(score, &known.position, &option.to)) } }
                @else { (told(score, &known.position, &option.to)) }
            }
            td.mono { (to) }
            @if evaluated {
                td { span.outcome data-outcome=(option.outcome) { (option.outcome) } " " @if option.winning { strong.good { (t("play.wins")) } } @else if option.best { (t("play.best")) } @else if score.players() == 2 { (t("play.loses")) } @else { (words::meaning(convention, option.value)) } }
            }
        }
    }
}

/// All options, with their values if requested.
pub(super) fn options(score: &Score, known: &Answer, evaluated: bool) -> Markup {
    let count = known.moves.len();
    html! {
        section.options aria-label=(t("play.options")) {
            h2 { (t("play.options")) " " span.note { (if known.all_moves { count.to_string() } else { with("play.some", &[&count.to_string()]) }) } }
            @if evaluated {
                p { span.outcome data-outcome=(known.outcome) { (known.outcome) } " " (words::meaning(score.partner().convention(), known.value)) "." }
            }
            div.scroll.tall tabindex="0" role="group" aria-label=(t("play.options")) {
                table {
                    thead { tr {
                        th scope="col" { (t("play.move")) } th scope="col" { (t("play.position")) }
                        @if evaluated { th scope="col" { (t("play.worth")) } }
                    } }
                    tbody { @for option in known.moves.iter().take(MOST) { (row(score, known, option, evaluated)) } }
                }
            }
        }
    }
}
