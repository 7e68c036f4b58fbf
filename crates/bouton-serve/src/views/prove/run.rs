//! A run of the automaton on a position, digit by digit.

use bouton::{ControlState, Playable, Theorem};
use maud::{Markup, html};
use num_bigint::BigUint;

use crate::{
    failure::Failure,
    query::Query,
    texts::{sentence, t, with},
    views::{field::Field, layout::GameLink, mathematics::grundy},
};

/// The most digits whose columns are shown.
const MOST_COLUMNS: usize = 400;

/// The form, and the run on the position that was entered.
pub(super) fn run(
    theorem: &Theorem,
    link: &GameLink,
    query: &Query,
    digits: usize,
) -> Result<Markup, Failure> {
    let written = query.get("run").unwrap_or("");
    let result = if written.is_empty() { None } else { Some(ran(theorem, link, query, digits)) };
    Ok(html! {
        section aria-labelledby="run-title" {
            h2 id="run-title" { (t("prove.run")) }
            form.controls action="prove#run-title" method="get" {
                (link.fields())
                @if let Some(value) = query.get("value") { input type="hidden" name="value" value=(value); }
                p.row {
                    (Field { name: "run", value: written, wide: true, placeholder: Some(t("prove.run-example")), ..Field::default() }.labelled(t("prove.position")))
                    button.main { (t("prove.try")) }
                }
            }
            div id="ran" role="status" {
                @match result {
                    Some(Ok(markup)) => (markup),
                    // A position of another game is not a failure of the page.
                    Some(Err(failure)) => p.bad { (sentence(failure.message())) },
                    None => {}
                }
            }
        }
    })
}

fn ran(theorem: &Theorem, link: &GameLink, query: &Query, digits: usize) -> Result<Markup, Failure> {
    let position = query.position("run", digits)?;
    let written = position.to_string();
    let Some(law) = theorem.law() else { return Ok(by_period(theorem, &position.coordinates)) };
    let playable = Playable::new(law.game(), None)?;
    let placed = playable.place(&position)?;
    let outcome = law.law().outcome(placed.1, &placed.0).to_string();
    let grundy = law.law().value(placed.1, &placed.0).filter(|_| law.is_grundy());
    Ok(html! {
        p { strong.mono { (written) } " " (t("prove.is")) " " span.outcome data-outcome=(outcome) { (outcome) }
            @if let Some(grundy) = grundy { ", " (with("prove.with-grundy", &[&grundy.to_string()])) }
            ". " a href=(link.to("/play", &[("start", &written)])) { (t("prove.play-it")) } }
        (path(theorem, &placed.0, placed.1))
    })
}

/// The states of the run, one for each column of digits.
fn path(theorem: &Theorem, coordinates: &[BigUint], control: ControlState) -> Markup {
    let Some(law) = theorem.law() else { return html! {} };
    let law = law.law();
    let mut numbers = coordinates.to_vec();
    if law.nim_heap {
        numbers.push(BigUint::ZERO);
    }
    let automaton = &law.automaton;
    let mut state = automaton.starts().get(control.index()).copied().unwrap_or(automaton.starts()[0]);
    let letters: Vec<usize> = law.numeration().letters_of(&numbers).collect();
    let mut states = vec![state];
    for &letter in &letters {
        state = automaton.next(state, letter);
        states.push(state);
    }
    if letters.len() > MOST_COLUMNS {
        return html! { p.note { (with("prove.ends-in", &[&state.to_string(), &letters.len().to_string()])) " " (t("prove.state-numbers")) } };
    }
    html! {
        p.note { (t("prove.path")) ". " (t("prove.state-numbers")) }
        div.scroll tabindex="0" role="group" aria-label=(t("prove.path")) {
            table.digits.path {
                tbody {
                    @for (track, number) in numbers.iter().enumerate().take(coordinates.len()) {
                        tr {
                            th.number.long scope="row" title=(number) { (number) }
                            td {}
                            @for &letter in &letters { td.one[law.numeration().digit(letter, track) != 0] { (law.numeration().digit(letter, track)) } }
                        }
                    }
                }
                tfoot { tr { th scope="row" { (t("prove.state")) } @for state in &states { td { (state) } } } }
            }
        }
    }
}

/// Heaps of a take-and-break game: the Grundy value of each.
fn by_period(theorem: &Theorem, heaps: &[BigUint]) -> Markup {
    let Some(period) = theorem.period() else { return html! {} };
    let values: Option<Vec<BigUint>> = heaps.iter().map(|heap| period.value(heap)).collect();
    let Some(values) = values else { return html! {} };
    let sum = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
    let outcome = if sum == BigUint::ZERO { "P" } else { "N" };
    html! {
        ul { @for (heap, value) in heaps.iter().zip(&values) { li { (grundy(Some(&heap.to_string()), &value.to_string())) } } }
        p { (with("prove.heap-sum", &[&sum.to_string()])) " " span.outcome data-outcome=(outcome) { (outcome) } }
    }
}
