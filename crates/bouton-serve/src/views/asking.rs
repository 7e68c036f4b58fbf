//! The page for links of other sites: nothing is computed before the user agrees.

use axum::{
    http::{HeaderValue, Uri, header},
    response::Response,
};
use maud::html;

use super::layout::{GameLink, Page, sent, written};
use crate::{
    App,
    query::Query,
    texts::{t, with},
};

/// The page that shows what a link requests, and asks whether to continue.
pub(crate) fn page(app: &App, uri: &Uri) -> Response {
    let text = uri.query().unwrap_or("");
    let query = if text.len() > app.bounds().query {
        Query::default()
    } else {
        Query::read(text, app.bounds().digits).unwrap_or_default()
    };
    let link = uri.path_and_query().map_or("", |link| link.as_str()).trim_start_matches('/');
    let game = GameLink::of(&query);
    let frame = Page { title: t("asking.title").to_owned(), ..Page::default() };
    let body = html! {
        h1 { (t("asking.title")) }
        p.lead { (t("asking.lead")) }
        @if let Some(game) = &game {
            pre tabindex="0" { (game.game) }
            @if let Some(numbers) = game.numbers() { p { (with("page.numbers", &[&numbers])) } }
        }
        p.row { a.button.main href=(link) { (t("asking.show")) } " " a.button href="./" { (t("failed.games")) } }
    };
    let mut response = sent(&frame, written(app, &frame, &body, &bouton::Watch::unlimited()));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
