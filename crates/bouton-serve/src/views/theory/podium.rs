//! Three-player Nim with podium rule: values, linked piles, canonical forms, reductions, equality.

use std::str::FromStr;

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    document::{PodiumEqual, PodiumLinkedPiles, PodiumReduce, PodiumValue},
    theory::podium::{self, PileForm},
};
use maud::{Markup, html};

use super::{field, list, part, theory};
use crate::{
    App,
    failure::Failure,
    query::Query,
    texts::{sentence, shown, t, with},
    views::{
        field::Keyboard,
        layout::{GameLink, OnPage},
    },
};

/// Answers `GET /podium?form=…`.
pub(crate) async fn page(State(app): State<App>, OnPage(query): OnPage) -> Response {
    theory(&app, query, ("/podium", t("nav.podium")), body).await
}

/// The most piles of a form.
const MOST_PILES: usize = 200;

fn form(text: &str, limit: usize) -> Result<PileForm, Failure> {
    if text.len() > 2 * limit {
        return Err(Failure::too_large("a form", limit, "digits"));
    }
    let form = PileForm::from_str(text).map_err(|error| match error.found.as_str() {
        "" => Failure::input("form", &with("podium.empty", &[&error.index.to_string()])),
        found => Failure::input("form", &with("podium.wrong", &[&error.index.to_string(), &shown(found)])),
    })?;
    if text.trim().is_empty() {
        return Err(Failure::input("form", t("nim.no-heaps")));
    }
    if form.piles().len() > MOST_PILES {
        return Err(Failure::too_large("a form", MOST_PILES, "heaps"));
    }
    Ok(form)
}

fn body(query: &Query, limit: usize, _: &Watch) -> Result<Markup, Failure> {
    // Example 2.6 of the paper.
    let written = query.given("form").unwrap_or("15,14,23,5");
    let other = query.get("other").unwrap_or("");
    let game = GameLink::new("podium-nim", None);
    Ok(html! {
        h1 { (t("podium.title")) }
        p.lead { (t("podium.lead")) }
        form.controls action="podium" method="get" {
            p.row { (field("form", t("podium.form"), written, Keyboard::Letters)) (field("other", t("podium.other"), other, Keyboard::Letters)) button.main { (t("nim.show")) } }
        }
        div data-answers {
            (part(form(written, limit).map(|piles| html! {
                (value(&piles, written))
                (part(canonical(&piles)))
                @if !other.is_empty() { (part(form(other, limit).map(|other| equal(&piles, &other)))) }
            })))
        }
        p { a href=(game.to("/play", &[("start", written)])) { (t("podium.play")) } " · " a href=(game.to("/prove", &[])) { (t("podium.prove")) } }
    })
}

/// The digits below each other as in Example 2.6, the sums of the columns modulo 3, and highlighted
/// linked piles.
fn value(piles: &PileForm, written: &str) -> Markup {
    let found = PodiumValue::new(piles, 3);
    let linked = PodiumLinkedPiles::new(piles);
    let mut rows = podium::digit_sum(piles, 3).columns(piles);
    let sum = rows.pop().unwrap_or_default();
    let is_linked = |pile: &str| linked.linked.iter().any(|link| link.pile.to_string() == pile);
    let game = GameLink::new("podium-nim", None);
    // The heaps in the order in which they were entered.
    let entered: Vec<String> = written.split(',').map(|pile| pile.trim().to_owned()).collect();
    let sorted: Vec<String> = found.form.iter().map(ToString::to_string).collect();
    let is_form = sorted.iter().all(|pile| entered.contains(pile)) && entered.len() == sorted.len();
    let form = if is_form { entered } else { sorted };
    // The game after this move, which can be played on.
    let after = |pile: &str, to: &str| {
        let mut changed = form.clone();
        if let Some(found) = changed.iter_mut().find(|known| *known == pile) {
            to.clone_into(found);
        }
        game.to("/play", &[("start", &form.join(",")), ("line", &changed.join(","))])
    };
    let place = match linked.outcome.as_str() {
        "P" => t("podium.p"),
        "N" => t("podium.n"),
        _ => t("podium.o"),
    };
    html! {
        section aria-labelledby="value" {
            h2 id="value" { (t("podium.value")) " " span.outcome data-outcome=(linked.outcome) { (linked.outcome) } }
            div.scroll tabindex="0" role="group" aria-label=(t("podium.digits")) {
                table.digits {
                    tbody { @for (pile, row) in found.form.iter().zip(&rows) {
                        tr.lit[is_linked(&pile.to_string())] {
                            th scope="row" { (pile) @if is_linked(&pile.to_string()) { " " span.note { (t("podium.linked")) } } }
                            @for digit in row.chars() { td.one[digit == '1'] { (digit) } }
                        }
                    } }
                    tfoot { tr { th scope="row" { (t("podium.sum")) } @for digit in sum.chars() { td.odd[digit != '0'] { strong { (digit) } } } } }
                }
            }
            p { span.mono { (list(&found.form)) } ": " (place) }
            @if !linked.linked.is_empty() { p { (t("podium.winning")) } ul { @for link in &linked.linked { li { a href=(after(&link.pile.to_string(), &link.to.to_string())) { (with("podium.link", &[&link.pile.to_string(), &link.to.to_string()])) } } } } }
            @if let Some(second) = &linked.second_place { p { (with("podium.second", &[&second.from.to_string(), &second.to.to_string()])) } }
        }
    }
}

/// The canonical form, with the steps that lead to it.
fn canonical(piles: &PileForm) -> Result<Markup, Failure> {
    let reduction = podium::reduce(piles).map_err(|error| Failure::limit(&error.to_string()))?;
    let found = PodiumReduce::new(piles, &reduction);
    Ok(html! {
        section aria-labelledby="canonical" {
            h2 id="canonical" { (t("podium.canonical")) }
            p { span.mono { (list(&found.canonical)) } }
            @if !found.steps.is_empty() {
                ol { @for step in &found.steps { li { strong { (step.rule) } " " span.mono { (list(&step.from)) " → " (list(&step.to)) } } } }
            }
            @if !found.reaches_canonical { p.note { (t("podium.not-reached")) } }
        }
    })
}

/// Whether two forms are equal, with the reason.
fn equal(left: &PileForm, right: &PileForm) -> Markup {
    let found = PodiumEqual::from(&podium::equality(left, right));
    html! {
        section aria-labelledby="equal" {
            h2 id="equal" { (if found.equal { t("podium.equal") } else { t("podium.unequal") }) }
            p { (sentence(&found.reason)) "." }
            p {
                @if let Some(with_piles) = found.distinguisher.as_ref().filter(|piles| !piles.is_empty()) { (with("podium.told-apart", &[&list(with_piles)])) " " }
                @if let Some([one, other]) = &found.outcomes {
                    (t("podium.the-one")) " " span.outcome data-outcome=(one) { (one) } (t("podium.the-other")) " " span.outcome data-outcome=(other) { (other) } "."
                }
            }
        }
    }
}
