//! The first page: the gallery of games.

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    rules::{BuiltIn, built_in, built_in_games},
};
use maud::{Markup, html};

use crate::{
    App,
    texts::t,
    views::{
        field::Field,
        layout::{CHAPTER, GameLink, Page, picture, sent, written},
    },
};

/// Well-known games with short rules.
const FIRST: &[&str] = &["take-three", "nim", "wythoff", "kayles"];
/// The other games of the five documents that the project started from.
const DOCUMENTS: &[&str] = &["two-in-total", "nim-with-a-pass", "small-pass", "podium-nim"];

/// The calculators of the chapter about the literature, in words.
const CALCULATORS: &[(&str, &str)] = &[
    ("/nim", "gallery.chapter-nim"),
    ("/podium", "gallery.chapter-podium"),
    ("/pass", "gallery.chapter-pass"),
    ("/in-total", "gallery.chapter-in-total"),
];

fn card(game: &BuiltIn) -> Markup {
    let link = GameLink::new(game.name, None);
    html! {
        li.card {
            a.thumbnail href=(link.to("/play", &[])) tabindex="-1" aria-hidden="true" { (picture(&link.to("/thumbnail.svg", &[]), "")) }
            h3 { a href=(link.to("/rules", &[])) { (game.name) } }
            p { (game.summary) }
            p.source { (game.source) }
            p.ways {
                a href=(link.to("/play", &[])) aria-label={ (t("nav.play")) " " (game.name) } { (t("nav.play")) }
                a href=(link.to("/explore", &[])) aria-label={ (t("nav.explore")) " " (game.name) } { (t("nav.explore")) }
                a href=(link.to("/prove", &[])) aria-label={ (t("nav.prove")) " " (game.name) } { (t("nav.prove")) }
            }
        }
    }
}

fn body() -> Markup {
    let nim = GameLink::new("nim", Some(2));
    let wythoff = GameLink::new("wythoff", None);
    let first = FIRST.iter().filter_map(|name| built_in(name));
    let others = built_in_games().iter().filter(|game| !FIRST.contains(&game.name));
    let (of_documents, others): (Vec<_>, Vec<_>) = others.partition(|game| DOCUMENTS.contains(&game.name));
    let seen = |link: &GameLink, upto: &str, value: &str, words: &str| {
        let options = [("upto", upto), ("value", value)];
        let drawn = GameLink { heaps: None, ..link.clone() };
        html! {
            figure {
                a href=(link.to("/explore", &options)) { (picture(&drawn.to("/thumbnail.svg", &options), words)) }
                figcaption { (words) }
            }
        }
    };
    html! {
        div.front {
        section.hero {
            h1 { (t("gallery.title")) }
            p.lead { a href="#first" { (t("gallery.choose")) } (t("gallery.lead")) }
            form.ask action="rules#verdict" method="get" {
                label for="rules" { (t("gallery.ask")) }
                div.editor {
                    (Field { name: "game", id: Some("rules"), value: t("gallery.example"), rows: Some(4), required: true, described_by: Some("verdict"), ..Field::default() })
                }
                p { button.main { (t("gallery.read")) } " " button formaction="play" { (t("nav.play")) } " " button formaction="prove" { (t("nav.prove")) } }
            }
            div id="verdict" role="status" aria-live="polite" {}
        }
        div.pictures {
            (seen(&nim, "31", "grundy", t("gallery.nim")))
            (seen(&wythoff, "47", "outcome", t("gallery.wythoff")))
        }
        }
        section aria-labelledby="first" {
            h2 id="first" { (t("gallery.first")) }
            ul.cards.pairs { @for game in first { (card(game)) } }
        }
        section aria-labelledby="documents" {
            h2 id="documents" { (t("gallery.documents")) }
            p { (t("gallery.chapter")) }
            ul { @for ((view, name), (_, words)) in CHAPTER.iter().zip(CALCULATORS) { li { a href=(view.trim_start_matches('/')) { (name()) } ": " (t(words)) } } }
            ul.cards.pairs { @for game in of_documents { (card(game)) } }
        }
        section aria-labelledby="others" {
            h2 id="others" { (t("gallery.others")) }
            ul.cards { @for game in others { (card(game)) } }
            p { (t("gallery.fifty")) " " a href="docs/gallery.html" { (t("gallery.gallery")) } }
        }
    }
}

/// Answers `GET /`.
pub(crate) async fn gallery(State(app): State<App>) -> Response {
    let frame =
        Page { title: t("nav.gallery").to_owned(), view: "/", script: Some("editor.js"), ..Page::default() };
    let made = written(&app, &frame, &body(), &Watch::unlimited());
    sent(&frame, made)
}
