//! The check of a certificate that is dropped on the page.

use axum::{body::Body, extract::State, response::Response};
use bouton::{
    Theorem, Watch,
    ask::{Buffer, BufferError, Check, Question as _},
    cert::has_letters,
    check::Limits,
    document,
};
use maud::{Markup, html};

use crate::{
    App,
    api::rules::text,
    failure::Failure,
    texts::{message, t, with},
    views::{
        field::Field,
        layout::{GameLink, Page, answer, sent, written},
    },
};

/// The area where certificates are dropped or pasted.
pub(crate) fn drop_zone() -> Markup {
    html! {
        section.check aria-labelledby="check-title" {
            h2 id="check-title" { (t("check.title")) }
            (drop_form())
        }
    }
}

/// The same without a heading.
fn drop_form() -> Markup {
    html! {
        p.scripted-only.drop id="drop" { label for="file" { (t("check.drop")) } " " input id="file" type="file" accept=".cert,text/plain"; }
        form.controls action="check" method="post" enctype="text/plain" {
            details {
                summary { (t("check.paste")) }
                label for="certificate" { (t("check.label")) }
                (Field { name: "certificate", rows: Some(6), ..Field::default() })
                p { button { (t("check.check")) } }
            }
        }
        div id="checked" role="status" aria-live="polite" {}
    }
}

/// The verdict of the checker.
fn verdict(certificate: String, watch: &Watch) -> Result<document::Check, Failure> {
    let question = Check { certificates: vec![certificate], rules: false };
    let mut asker = Buffer::new(watch);
    question.ask(&mut asker).map_err(|error| match error {
        BufferError::Error(error) => error.into(),
        _ => Failure::defect(),
    })?;
    serde_json::from_slice(&asker.answer()).map_err(|_| Failure::defect())
}

/// The theorem of an accepted certificate in words: the sentence of the checker names its automaton alone.
fn in_words(certificate: &str, watch: &Watch) -> Result<Markup, Failure> {
    // The sentence of the checker has the law if there are letters.
    if has_letters(certificate) {
        return Ok(html! {});
    }
    let limits = Limits { watch: watch.clone(), ..Limits::default() };
    let Ok(theorem) = Theorem::check(certificate, &limits) else {
        watch.check()?;
        return Ok(html! {});
    };
    theorem.find_words(watch)?;
    let link = GameLink::new(theorem.game().name(), None);
    Ok(super::prove::statement(&theorem, &theorem.identity().to_string(), &link))
}

/// The words with which every certificate begins.
const HEADER: &str = "bouton certificate";

fn frame() -> Page {
    Page { title: t("nav.check").to_owned(), view: "/check", script: Some("prove.js"), ..Page::default() }
}

/// Answers `GET /check`.
pub(crate) async fn form(State(app): State<App>) -> Response {
    let body = html! {
        h1 { (t("nav.check")) }
        p.lead { (t("check.lead")) }
        p { (t("check.where")) " " a href=(GameLink::new("nim", Some(3)).to("/prove", &[])) { (t("check.example")) } }
        section.check aria-label=(t("check.title")) { (drop_form()) }
    };
    let made = written(&app, &frame(), &body, &Watch::unlimited());
    sent(&frame(), made)
}

/// Answers `POST /check`, a form with one text.
pub(crate) async fn check(State(app): State<App>, body: Body) -> Response {
    let body = match text(&app, body, app.bounds().certificate).await {
        Ok(body) => body,
        Err(failure) => return sent(&frame(), Err(failure)),
    };
    answer(&app, frame(), move |watch| {
        let certificate = body.replace("\r\n", "\n");
        let certificate = certificate.strip_prefix("certificate=").unwrap_or(&certificate);
        // The form adds a line's end of its own.
        let certificate = certificate.strip_suffix("\n\n").map_or(certificate.to_owned(), |text| format!("{text}\n"));
        let verdict = verdict(certificate.clone(), watch)?;
        let law = if verdict.accepted { in_words(&certificate, watch)? } else { html! {} };
        Ok(html! {
            h1 { (t("nav.check")) }
            // Scripts show this beside the place where a certificate was dropped.
            div data-verdict {
                @if verdict.accepted { p.good { (t("check.accepted")) } } @else { p.bad {
                    @match verdict.step.as_deref() {
                        // The text is not one of a certificate.
                        Some("decode") => (t("check.unreadable")),
                        step => { (t("check.refused")) " " (step.unwrap_or("")) }
                    }
                } }
                // The rules begin with the word `game` themselves.
                @if !verdict.accepted && !certificate.starts_with(HEADER) { p { (message(&with("check.header", &[HEADER]))) } }
                @else { @for sentence in [verdict.claim, verdict.reason].into_iter().flatten() { p { (message(&sentence.replacen("For the game `game ", "For the game `", 1))) } } }
                @if let Some(rules) = verdict.rules { pre tabindex="0" { (rules) } }
                (law)
            }
            section.check aria-label=(t("check.title")) { (drop_form()) }
        })
    })
    .await
}
