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

/// The name in a document where no case of the theorem holds.
const NO_CASE: &str = "none";
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
        .map_err(|_| Failure::input("position", t("pass.four")))?;
    let found = PassTheorem::new(&heaps, outcome(&heaps));
    let game = GameLink::new("small-pass", None);
    Ok(html! {
        p { span.mono { (written) } " " (t("prove.is")) " " span.outcome data-outcome=(found.outcome) { (found.outcome) } ", "
            (if found.case == NO_CASE { t("pass.no-case").to_owned() } else { with("pass.case", &[&found.case]) }) " " a href=(game.to("/play", &[("start", written)])) { (t("prove.play-it")) } }
    })
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
