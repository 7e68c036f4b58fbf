//! The common parts of all pages: head, links to the other views, foot.

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
    response::{Html, IntoResponse, Response},
};
use bouton::Watch;
use maud::{DOCTYPE, Markup, html};

use crate::{
    App,
    failure::Failure,
    query::{Query, escaped, shown},
    texts::t,
    written::Written,
};

/// A game as named in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameLink {
    /// A name, a code, or rules.
    pub(crate) game: String,
    /// The number of heaps, if given.
    pub(crate) heaps: Option<usize>,
}

impl GameLink {
    /// The game of a query, which may be invalid.
    pub(crate) fn of(query: &Query) -> Option<Self> {
        let heaps = query.get("heaps").and_then(|heaps| heaps.parse().ok());
        Some(Self { game: query.get("game")?.to_owned(), heaps })
    }

    /// A link to a view of the game; empty values are left out.
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

    /// The game in one line.
    pub(crate) fn title(&self) -> String {
        shown(&self.game.trim().replace('\n', "; "))
    }

    /// The hidden fields of a form that keeps the game.
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
    /// The title.
    pub(crate) title: String,
    /// The path of the view.
    pub(crate) view: &'static str,
    /// The script of the page, if it has one.
    pub(crate) script: Option<&'static str>,
    /// The game of the page.
    pub(crate) game: Option<GameLink>,
}

impl Page {
    /// The frame of a view of a game.
    pub(crate) fn of_game(view: &'static str, script: &'static str, query: &Query) -> Self {
        let game = GameLink::of(query);
        let name = VIEWS.iter().find(|(path, _)| *path == view).map_or("", |(_, name)| name());
        let title =
            game.as_ref().map_or_else(|| name.to_owned(), |game| format!("{name} · {}", game.title()));
        Self { title, view, script: Some(script), game }
    }
}

/// The query of a page; an error in it gives a page.
pub(crate) struct OnPage(pub(crate) Query);

/// A failure that is answered with a page.
pub(crate) struct FailedPage(Failure);

impl IntoResponse for FailedPage {
    fn into_response(self) -> Response {
        sent(&Page::default(), Err(self.0))
    }
}

impl FromRequestParts<App> for OnPage {
    type Rejection = FailedPage;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, FailedPage> {
        Query::from_request_parts(parts, app).await.map(Self).map_err(FailedPage)
    }
}

/// The path of a view, and its name.
type View = (&'static str, fn() -> &'static str);

/// Views of a game.
const VIEWS: &[View] = &[
    ("/rules", || t("nav.rules")),
    ("/play", || t("nav.play")),
    ("/explore", || t("nav.explore")),
    ("/prove", || t("nav.prove")),
    ("/sequence", || t("nav.sequence")),
];
/// Views of one theory each.
const THEORIES: &[View] = &[
    ("/", || t("nav.gallery")),
    ("/nim", || t("nav.nim")),
    ("/podium", || t("nav.podium")),
    ("/pass", || t("nav.pass")),
    ("/in-total", || t("nav.in-total")),
    ("/check", || t("nav.check")),
];

fn ways(page: &Page) -> Markup {
    html! {
        header.site {
            a.brand href="/" { "Bouton" }
            nav aria-label=(t("nav.all")) {
                @for (view, name) in THEORIES {
                    a href=(view) aria-current=[(*view == page.view).then_some("page")] { (name()) }
                }
            }
        }
        @if let Some(game) = &page.game {
            nav.game aria-label=(t("nav.game")) {
                span.name title=(game.title()) { (game.title()) }
                @for (view, name) in VIEWS {
                    a href=(game.to(view, &[])) aria-current=[(*view == page.view).then_some("page")] { (name()) }
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

/// The page of a failure.
pub(crate) fn failed(failure: &Failure) -> Markup {
    let frame = Page { title: t("failed.title").to_owned(), ..Page::default() };
    page(&frame, &failure_body(failure))
}

/// The text of a failure, with the faults of rules if there are any.
pub(crate) fn failure_body(failure: &Failure) -> Markup {
    html! {
        section.failure role="alert" {
            h1 { (t("failed.title")) }
            p { (failure.message()) }
            @if let Some(faults) = &failure.document.error.faults {
                ul { @for fault in faults { li { (super::rules::fault_words(fault)) } } }
            }
            p { a href="/" { (t("failed.games")) } " · " a href="/rules" { (t("failed.rules")) } }
        }
    }
}

/// Has the body of a page generated by a worker, and puts it into its frame. A failure gives a page
/// with its status.
pub(crate) async fn answer<Q>(app: &App, frame: Page, body: Q) -> Response
where
    Q: Fn(&Watch) -> Result<Markup, Failure> + Send + Sync + 'static,
{
    let (all, around) = (app.clone(), frame.clone());
    let made = app.workers().run(move |watch| written(&all, &around, &body(watch)?)).await;
    sent(&frame, made)
}

/// As [`answer`], for bodies that need only the query to be read.
pub(crate) async fn read<Q>(app: &App, frame: Page, body: Q) -> Response
where
    Q: Fn() -> Result<Markup, Failure> + Send + Sync + 'static,
{
    let (all, around) = (app.clone(), frame.clone());
    let made = app.workers().read(move |_| written(&all, &around, &body()?)).await;
    sent(&frame, made)
}

/// A body in its frame, as an answer.
pub(crate) fn written(app: &App, frame: &Page, body: &Markup) -> Result<Written, Failure> {
    app.room().writer().typed("text/html; charset=utf-8", page(frame, body).0.as_bytes())
}

/// A page, or the page of its failure.
pub(crate) fn sent(frame: &Page, made: Result<Written, Failure>) -> Response {
    match made {
        Ok(written) => written.into_response(),
        Err(failure) => {
            (failure.status, Html(page(frame, &failure_body(&failure)).into_string())).into_response()
        }
    }
}

/// A redirection, after a form was read.
pub(crate) fn see_other(link: &str) -> Response {
    match axum::http::HeaderValue::from_str(link) {
        Ok(place) => (StatusCode::SEE_OTHER, [(axum::http::header::LOCATION, place)]).into_response(),
        Err(_) => Failure::input("usage", "this cannot be a link").into_response(),
    }
}

/// A picture drawn by this server, in the colours of the page.
pub(crate) fn picture(link: &str, words: &str) -> Markup {
    html! {
        picture {
            source media="screen and (prefers-color-scheme: dark)" srcset={ (link) "&dark=true" };
            img src=(link) alt=(words) loading="lazy";
        }
    }
}
