//! Nim with a pass on heaps of size at most four: Theorem 1, Table 3.

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    document::{PassComparison, PassRow, PassTable, PassTheorem},
    theory::nim_with_a_pass::{compare_table, outcome, printed_table},
};
use maud::{Markup, html};
use num_bigint::BigUint;

use super::{field, part, theory};
use crate::{
    App,
    failure::Failure,
    query::{Query, typed_position},
    texts::{sentence, t, with},
    views::{
        field::Keyboard,
        layout::{GameLink, OnPage},
    },
};

/// Answers `GET /pass?position=…`.
pub(crate) async fn page(State(app): State<App>, OnPage(query): OnPage) -> Response {
    theory(&app, query, ("/pass", t("nav.pass")), body).await
}

/// The names in a document where no case of the theorem holds, and where the parities of the numbers decide.
const NO_CASE: &str = "none";
const PARITIES: &str = "parities";
/// The table of the source goes to 19 objects.
const UPTO: u64 = 19;

fn body(query: &Query, limit: usize, watch: &Watch) -> Result<Markup, Failure> {
    let written = query.given("position").unwrap_or("1,1,0,1");
    let entered = query.number("upto");
    let upto = entered.as_ref().ok().copied().flatten().unwrap_or(5).min(UPTO);
    Ok(html! {
        h1 { (t("pass.title")) }
        p.lead { (t("pass.lead")) }
        form.controls action="pass" method="get" { p.row { (field("position", t("pass.position"), written, Keyboard::Position)) button.main { (t("nim.show")) } } }
        p.note { (sentence(t("pass.four"))) }
        div data-answers { (part(theorem(written, limit))) }
        section aria-labelledby="table" {
            h2 id="table" { (t("pass.table")) }
            form.controls action="pass#table" method="get" {
                p.row { span.field { label for="upto" { (t("pass.upto")) } " " input id="upto" name="upto" type="number" min="0" max=(UPTO) value=(upto); } button { (t("nim.show")) } }
            }
            (part(entered.and_then(|_| Ok(rows(&PassTable::new(upto, watch)?.rows, t("pass.table"))))))
        }
        (part(errors(watch)))
    })
}

fn theorem(written: &str, limit: usize) -> Result<Markup, Failure> {
    let heaps: [BigUint; 4] = typed_position(written, limit)?
        .coordinates
        .try_into()
        .map_err(|numbers: Vec<BigUint>| Failure::input("position", &not_four(&numbers)))?;
    let found = PassTheorem::new(&heaps, outcome(&heaps));
    let game = GameLink::new("small-pass", None);
    Ok(html! {
        p { span.mono { (written) } " " (t("prove.is")) " " span.outcome data-outcome=(found.outcome) { (found.outcome) } ", "
            (match found.case.as_str() {
                NO_CASE => t("pass.no-case").to_owned(),
                PARITIES => t("pass.parities").to_owned(),
                case => with("pass.case", &[case]),
            }) " " a href="docs/theory/pass.html" { (t("pass.theorem")) } " · " a href=(game.to("/play", &[("start", written)])) { (t("prove.play-it")) } }
    })
}

/// Says that these are not four numbers; if they may be heaps, how these heaps are written.
fn not_four(numbers: &[BigUint]) -> String {
    let wrong = with("pass.not-four", &[&numbers.len().to_string()]);
    let mut counts = [0usize; 4];
    for number in numbers {
        match usize::try_from(number).ok().and_then(|size| counts.get_mut(size.checked_sub(1)?)) {
            Some(count) => *count += 1,
            None => return wrong,
        }
    }
    let listed = |parts: Vec<String>| parts.join(",");
    let heaps = listed(numbers.iter().map(ToString::to_string).collect());
    let position = listed(counts.iter().map(ToString::to_string).collect());
    if numbers.is_empty() { wrong } else { wrong + &with("pass.as-heaps", &[&heaps, &position]) }
}

fn rows(rows: &[PassRow], label: &str) -> Markup {
    let compared = rows.iter().any(|row| row.true_outcome.is_some());
    let outcome = |outcome: &str| html! { td { span.outcome data-outcome=(outcome) { (outcome) } } };
    html! {
        div.scroll.tall tabindex="0" role="group" aria-label=(label) {
            table {
                thead { tr { th.number scope="col" { "n" } @for size in 1..=4 { th.number scope="col" { "m" sub { (size) } } }
                    @if compared { th scope="col" { (t("pass.printed")) } th scope="col" { (t("pass.true")) } } @else { th scope="col" { (t("play.outcome")) } }
                } }
                tbody { @for row in rows { tr {
                    td.number { (row.objects) }
                    @for heaps in row.heaps { td.number { (heaps) } }
                    (outcome(&row.outcome))
                    @if let Some(truth) = &row.true_outcome { (outcome(truth)) }
                } } }
            }
        }
    }
}

/// The errors of the printed table.
fn errors(watch: &Watch) -> Result<Markup, Failure> {
    let printed = printed_table().map_err(|error| Failure::limit(&error.to_string()))?;
    let found = PassComparison::from(&compare_table(&printed, UPTO, watch)?);
    let counts = [found.wrong.len(), found.repeated.len(), found.misplaced.len(), found.missing.len()]
        .map(|n| n.to_string());
    Ok(html! {
        section aria-labelledby="errors" {
            h2 id="errors" { (t("pass.errors")) }
            p { (with("pass.compared", &[&counts[0], &counts[1], &counts[2], &counts[3]])) }
            (rows(&found.wrong, t("pass.errors")))
        }
    })
}
