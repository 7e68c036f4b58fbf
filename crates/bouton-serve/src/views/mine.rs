//! The games that a person has written: they are stored in the browser, and shared as links.

use axum::{extract::State, response::Response};
use bouton::Watch;
use maud::html;

use crate::{
    App,
    texts::t,
    views::layout::{Page, sent, written},
};

/// Answers `GET /mine`.
pub(crate) async fn mine(State(app): State<App>) -> Response {
    let frame =
        Page { title: t("nav.mine").to_owned(), view: "/mine", script: Some("mine.js"), ..Page::default() };
    let body = html! {
        h1 { (t("mine.title")) }
        p.lead { (t("mine.lead")) }
        noscript { p { (t("mine.scripts")) } }
        div id="offered" {}
        ul.cards id="mine" aria-live="polite" {}
        p.row.scripted-only {
            a.button.main href="rules" { (t("failed.rules")) }
            button type="button" id="share" data-address=[app.hosts().others()] { (t("mine.share")) }
            // A code without the games would be of no use: scripts put them into this link.
            a.button id="code" href="link?to=mine" hidden { (t("page.code")) }
        }
        p.note id="no-code" hidden { (t("mine.no-code")) }
    };
    sent(&frame, written(&app, &frame, &body, &Watch::unlimited()))
}
