//! Four heaps, one or two objects a move in total: the proof, line by line.

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    document::{InTotalBaseCases, InTotalLemmas, InTotalSummary},
    theory::two_in_total::{Row, Step, Values, base_cases, derivation},
};
use maud::{Markup, html};

use super::{field, part, theory};
use crate::{
    App,
    failure::Failure,
    query::{Query, typed_position},
    texts::{t, with},
    views::{
        field::Keyboard,
        layout::{GameLink, OnPage},
    },
};

/// Answers `GET /in-total?row=…`.
pub(crate) async fn page(State(app): State<App>, OnPage(query): OnPage) -> Response {
    theory(&app, query, ("/in-total", t("nav.in-total")), body).await
}

fn body(query: &Query, limit: usize, _: &Watch) -> Result<Markup, Failure> {
    let grundy = query.get("value") == Some("grundy");
    let values = if grundy { Values::Grundy } else { Values::Outcomes };
    let written = query.given("row").unwrap_or("0,1,2");
    let proof = derivation(values);
    let base = InTotalBaseCases::from(&base_cases(values)[..]).calculated;
    let summary = InTotalSummary::new(values, &proof);
    let game = GameLink::new("two-in-total", None);
    Ok(html! {
        h1 { (t("in-total.title")) }
        p.lead { (t("in-total.lead")) }
        form.controls action="in-total" method="get" {
            p.row {
                (field("row", t("in-total.row"), written, Keyboard::Position))
                span.field {
                    label for="value" { (t("in-total.value")) } " "
                    select id="value" name="value" {
                        option value="outcome" selected[!grundy] { (t("prove.outcomes")) }
                        option value="grundy" selected[grundy] { (t("prove.grundy")) }
                    }
                }
                button.main { (t("nim.show")) }
            }
        }
        div data-answers { (part(line(&proof, written, limit))) }
        section aria-labelledby="summary" {
            h2 id="summary" { (t("in-total.summary")) }
            p { (with("in-total.base", &[&base.to_string()])) " " @if summary.verified { span.good { (t("in-total.verified")) } } }
            div.scroll tabindex="0" role="group" aria-label=(t("in-total.summary")) {
                table {
                    thead { tr { th scope="col" { (t("in-total.rows")) } @for rest in 0..3 { th scope="col" { (with("in-total.rest", &[&rest.to_string()])) } } } }
                    tbody {
                        @for row in &summary.rows { tr {
                            td.mono { "⟨" (row.row.map(|heap| heap.to_string()).join(",")) ",z⟩" }
                            @for value in row.outcomes.iter().chain(&row.values).flatten() { td { (value) } }
                        } }
                        tr { td { (t("in-total.else")) } @for value in &summary.otherwise { td { (value) } } }
                    }
                }
            }
        }
        p { a href=(game.to("/play", &[])) { (t("nav.play")) } " · " a href=(game.to("/prove", &[])) { (t("podium.prove")) } }
    })
}

/// The line of the proof about a row.
fn line(proof: &[Step], written: &str, limit: usize) -> Result<Markup, Failure> {
    let wrong = || Failure::input("position", t("in-total.wrong-row"));
    let sizes = typed_position(written, limit)?.coordinates;
    let mut sizes: Vec<u64> = sizes.iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect();
    // Heaps in another order are the same row.
    sizes.sort_unstable();
    let row = Row::try_from(sizes).ok().filter(|row| row.is_sorted()).ok_or_else(wrong)?;
    let chosen: Vec<&Step> = proof.iter().filter(|step| step.covers(row)).collect();
    let found = InTotalLemmas::new(proof, &chosen);
    Ok(html! {
        @for line in &found.lines {
            section aria-label=(t("in-total.line")) {
                h2 { (with("in-total.by", &[&line.row, &line.lemma])) }
                ul { @for hypothesis in &line.hypotheses { li { (hypothesis.statement) " " @if hypothesis.holds { span.good { "✓" } } @else { span.bad { "✗" } } } } }
                @if !line.needs.is_empty() { p {
                    (with("in-total.needs", &[&line.needs.join("; ")]))
                    @if line.needs.iter().any(|row| row.contains(|letter: char| letter.is_ascii_alphabetic())) { " " (t("in-total.letter")) }
                } }
                p { (t("in-total.values")) " " @for value in line.outcomes.iter().chain(&line.values).flatten() { strong { (value) } " " } }
            }
        }
    })
}
