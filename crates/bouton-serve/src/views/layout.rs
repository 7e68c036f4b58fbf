//! What all pages have in common: head, ways to the other views, foot.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use bouton::Watch;
use maud::{DOCTYPE, Markup, html};

use crate::{
    App,
    failure::Failure,
    query::{Query, escaped, shown},
    texts::t,
};

/// A game as a link names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameLink {
    /// A name, a code, or rules.
    pub(crate) game: String,
    /// The number of heaps, if it is said.
    pub(crate) heaps: Option<usize>,
}

impl GameLink {
    /// The game of a query; nothing is said about whether it is one.
    pub(crate) fn of(query: &Query) -> Option<Self> {
        let heaps = query.get("heaps").and_then(|heaps| heaps.parse().ok());
        Some(Self { game: query.get("game")?.to_owned(), heaps })
    }

    /// A link to a view of the game; what is empty is left out.
    pub(crate) fn to(&self, view: &str, more: &[(&str, &str)]) -> String {
        let mut link = format!("{view}?game={}", escaped(&self.game));
        if let Some(heaps) = self.heaps {
            link.push_str(&format!("&heaps={heaps}"));
        }
        for (name, value) in more.iter().filter(|(_, value)| !value.is_empty()) {
            link.push_str(&format!("&{name}={}", escaped(value)));
        }
        link
    }

    /// The game in a line.
    pub(crate) fn title(&self) -> String {
        shown(&self.game.trim().replace('\n', "; "))
    }

    /// The fields of a form that stays with the game.
    pub(crate) fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="game" value=(self.game);
            @if let Some(heaps) = self.heaps { input type="hidden" name="heaps" value=(heaps); }
        }
    }
}

/// The frame of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// What it is about.
    pub(crate) title: String,
    /// The path of the view.
    pub(crate) view: &'static str,
    /// The script that makes it live.
    pub(crate) script: Option<&'static str>,
    /// The game that it is about.
    pub(crate) game: Option<GameLink>,
}

/// Views of a game.
const VIEWS: &[(&str, &str)] = &[
    ("/rules", "nav.rules"),
    ("/play", "nav.play"),
    ("/explore", "nav.explore"),
    ("/prove", "nav.prove"),
    ("/sequence", "nav.sequence"),
];
/// Views that are about one theory each.
const THEORIES: &[(&str, &str)] = &[
    ("/", "nav.gallery"),
    ("/nim", "nav.nim"),
    ("/podium", "nav.podium"),
    ("/pass", "nav.pass"),
    ("/in-total", "nav.in-total"),
    ("/check", "nav.check"),
];

fn name(key: &str) -> &'static str {
    match key {
        "nav.rules" => t("nav.rules"),
        "nav.play" => t("nav.play"),
        "nav.explore" => t("nav.explore"),
        "nav.prove" => t("nav.prove"),
        "nav.sequence" => t("nav.sequence"),
        "nav.nim" => t("nav.nim"),
        "nav.podium" => t("nav.podium"),
        "nav.pass" => t("nav.pass"),
        "nav.in-total" => t("nav.in-total"),
        "nav.check" => t("nav.check"),
        _ => t("nav.gallery"),
    }
}

fn ways(page: &Page) -> Markup {
    html! {
        header.site {
            a.brand href="/" { "Bouton" }
            nav aria-label=(t("nav.all")) {
                @for (view, key) in THEORIES {
                    a href=(view) aria-current=[(*view == page.view).then_some("page")] { (name(key)) }
                }
            }
        }
        @if let Some(game) = &page.game {
            nav.game aria-label=(t("nav.game")) {
                span.name title=(game.title()) { (game.title()) }
                @for (view, key) in VIEWS {
                    a href=(game.to(view, &[])) aria-current=[(*view == page.view).then_some("page")] { (name(key)) }
                }
            }
        }
    }
}

/// A whole page.
pub(crate) fn page(page: &Page, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · Bouton" }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                @if let Some(script) = page.script { script type="module" src={ "/assets/" (script) } {} }
            }
            body {
                a.skip href="#main" { (t("nav.skip")) }
                (ways(page))
                main id="main" tabindex="-1" { (body) }
                footer { p { (t("foot.about")) " " a href="/api/v1/openapi.json" { (t("foot.api")) } } }
            }
        }
    }
}

/// A page that says why there is no other.
pub(crate) fn failed(failure: &Failure) -> Markup {
    let frame = Page { title: t("failed.title").to_owned(), ..Page::default() };
    page(&frame, &failure_body(failure))
}

/// Why there is no answer, with the faults of rules if there are some.
pub(crate) fn failure_body(failure: &Failure) -> Markup {
    html! {
        section.failure role="alert" {
            h1 { (t("failed.title")) }
            p { (failure.message()) }
            @if let Some(faults) = &failure.document.error.faults {
                ul { @for fault in faults { li { (super::rules::fault_words(fault)) } } }
            }
        }
    }
}

/// Has the body of a page made by a worker, and puts it into its frame. Where there is none, the page says why, with
/// the status of the failure.
pub(crate) async fn answer(
    app: &App,
    frame: Page,
    body: impl FnOnce(&Watch) -> Result<Markup, Failure> + Send + 'static,
) -> Response {
    finish(&frame, app.workers().run(body).await)
}

/// A body in its frame.
pub(crate) fn finish(frame: &Page, body: Result<Markup, Failure>) -> Response {
    match body {
        Ok(body) => Html(page(frame, &body).into_string()).into_response(),
        Err(failure) => {
            (failure.status, Html(page(frame, &failure_body(&failure)).into_string())).into_response()
        }
    }
}

/// Another place, where a form has been read.
pub(crate) fn see_other(link: &str) -> Response {
    match axum::http::HeaderValue::from_str(link) {
        Ok(place) => (StatusCode::SEE_OTHER, [(axum::http::header::LOCATION, place)]).into_response(),
        Err(_) => Failure::input("usage", "this cannot be a link").into_response(),
    }
}

/// A picture that this server draws, in the colours of the page.
pub(crate) fn picture(link: &str, words: &str) -> Markup {
    html! {
        picture {
            source media="(prefers-color-scheme: dark)" srcset={ (link) "&dark=true" };
            img src=(link) alt=(words) loading="lazy";
        }
    }
}
