//! The Grundy values of one heap: a plot, the period, the frequency of each value.

use axum::{extract::State, response::Response};
use bouton::{document, picture::SequencePlot, sequence as values_of, with_one_heap};
use maud::{Markup, html};

use crate::{
    App,
    failure::Failure,
    texts::{sentence, t, with},
    views::layout::{GameLink, OnPage, Page, answer, heading, picture, share},
};

/// The default bound, and the greatest bound of a page.
const UPTO: u64 = 200;
const MOST: u64 = 1_000_000;

/// The heaps among which a proved period is looked for, whatever the bound is: for codes, and for other rules.
const FURTHER: (u64, u64) = (2000, UPTO);

/// Answers `GET /sequence?game=…`.
pub(crate) async fn sequence(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let asked = query.get("upto").map_or_else(|| UPTO.to_string(), str::to_owned);
    let link = GameLink::of(&query).unwrap_or_default();
    let top = html! { (heading(&link, t("sequence.title"), "")) (form(&link, &asked)) };
    let frame = Page { form: Some(top.clone()), ..Page::of_game("/sequence", "sequence.js", &query) };
    answer(&app, frame, move |watch| {
        let playable = with_one_heap(query.game(watch)?.rules(), watch)?;
        let upto = match query.number("upto") {
            Ok(upto) if upto.is_some_and(|upto| upto > MOST) => {
                Err(Failure::limit(&with("sequence.too-far", &[&MOST.to_string()])))
            }
            upto => upto,
        };
        // A bound that was entered stays in the form, with the reason beside it.
        let found = upto.and_then(|upto| {
            let upto = upto.unwrap_or(UPTO);
            let mut found = bouton::sequence_document(&playable, values_of(&playable, upto, watch)?);
            let further = if playable.game().code().is_some() { FURTHER.0 } else { FURTHER.1 };
            let is_proved =
                |found: &document::Sequence| found.period.as_ref().is_some_and(|period| period.proved);
            if upto < further && !is_proved(&found) {
                let longer = bouton::sequence_document(&playable, values_of(&playable, further, watch)?);
                if is_proved(&longer) {
                    found.period = longer.period;
                }
            }
            Ok(shown(&found, &link, upto, further.max(upto)))
        });
        watch.check()?;
        Ok(html! {
            (top)
            @match found {
                Ok(found) => (found),
                Err(failure) => p.bad role="alert" { (sentence(failure.message())) },
            }
        })
    })
    .await
}

/// The period in a sentence. `seen` is the greatest heap among whose values it was looked for.
fn period(found: &document::Sequence, link: &GameLink, upto: u64, seen: u64) -> Markup {
    let Some(period) = &found.period else {
        return html! { p { (with("sequence.no-period", &[&seen.to_string()])) } };
    };
    // Three periods show that the values recur.
    let shown = period.preperiod.saturating_add(period.length.saturating_mul(3));
    let in_sight = upto >= period.preperiod.saturating_add(period.length) || shown > MOST;
    let [length, preperiod, saltus] =
        [period.length, period.preperiod, u64::from(period.saltus)].map(|n| n.to_string());
    html! {
        p {
            strong { (with(if period.saltus == 0 { "sequence.period" } else { "sequence.arithmetic" }, &[&length, &preperiod, &saltus])) } " "
            @if period.proved { span.good { (t("sequence.proved")) } } @else { (t("sequence.seen")) }
            @if !in_sight { " " a href=(link.to("/sequence", &[("upto", &shown.to_string())])) { (with("sequence.more", &[&shown.to_string()])) } }
        }
        @if !period.theorem.is_empty() { p.note { (sentence(&period.theorem)) "." } }
    }
}

/// The form for the bound.
fn form(link: &GameLink, upto: &str) -> Markup {
    html! {
        form.controls action="sequence" method="get" {
            (link.fields())
            p.row {
                span.field {
                    label for="upto" { (t("sequence.upto")) } " "
                    input id="upto" name="upto" type="number" min="0" max=(MOST) value=(upto);
                }
                button.main { (t("explore.draw")) }
            }
        }
    }
}

/// How often each value occurs, in a sentence where all occur equally often.
fn alike(frequencies: &[u64]) -> Option<String> {
    let all: Vec<u64> = frequencies.iter().copied().filter(|count| *count > 0).collect();
    let often = *all.first()?;
    let number = all.len().to_string();
    match often {
        _ if all.len() == 1 || all.iter().any(|count| *count != often) => None,
        1 => Some(with("sequence.each-once", &[&number])),
        _ => Some(with("sequence.each-often", &[&number, &often.to_string()])),
    }
}

fn shown(found: &document::Sequence, link: &GameLink, upto: u64, seen: u64) -> Markup {
    let plot = SequencePlot::new(&found.game, &found.values, None);
    let upto_text = upto.to_string();
    let one = GameLink { heaps: None, ..link.clone() };
    let api = |format: &str| one.to("/api/v1/sequence", &[("upto", &upto_text), ("format", format)]);
    html! {
        (period(found, &one, upto, seen))
        div.plot data-sequence=(api("json")) { div.picture { (picture(&api("svg"), &with("sequence.plot", &[&found.game, &upto_text]))) } }
        p.row {
            a.button href=(api("bfile")) download="b-file.txt" { (t("sequence.bfile")) }
            a.button href=(api("csv")) download="sequence.csv" { "CSV" }
            a.button href=(api("svg")) download="sequence.svg" { "SVG" }
            (share())
        }
        section aria-labelledby="values" {
            h2 id="values" { (t("sequence.values")) }
            p.mono.values { @for value in found.values.iter().take(500) { (value) " " } @if found.values.len() > 500 { "…" } }
        }
        section aria-labelledby="frequencies" {
            h2 id="frequencies" { (t("sequence.frequencies")) }
            @if let Some(words) = alike(&plot.frequencies()) { p { (words) } } @else { div.scroll.short tabindex="0" role="group" aria-label=(t("sequence.frequencies")) {
                table {
                    thead { tr { th scope="col" { (t("sequence.value")) } th.number scope="col" { (t("sequence.often")) } } }
                    tbody { @for (value, count) in plot.frequencies().iter().enumerate().filter(|(_, count)| **count > 0).take(500) {
                        tr { td { (value) } td.number { (count) } }
                    } }
                }
            } }
        }
    }
}
