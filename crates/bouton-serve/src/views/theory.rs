//! The calculators of the sources: Nim, podium rule, Nim with a pass, games bounded in total.

pub(crate) mod in_total;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod podium;

use bouton::{Watch, document::Number};
use maud::{Markup, html};

use axum::response::Response;

use crate::{
    App,
    failure::Failure,
    query::Query,
    texts::sentence,
    views::{
        field::{Field, Keyboard},
        layout::{Page, answer},
    },
};

/// A page of a theory, whose body a worker generates from the query.
async fn theory(
    app: &App,
    query: Query,
    (view, title): (&'static str, &'static str),
    body: impl Fn(&Query, usize, &Watch) -> Result<Markup, Failure> + Send + Sync + 'static,
) -> Response {
    let frame = Page { title: title.to_owned(), view, script: Some("page.js"), ..Page::default() };
    let limit = app.bounds().digits;
    answer(app, frame, move |watch| body(&query, limit, watch)).await
}

/// A part of a page that reports the failure of its own question.
fn part(result: Result<Markup, Failure>) -> Markup {
    result.unwrap_or_else(|failure| html! { p.bad role="alert" { (sentence(failure.message())) } })
}

/// Numbers as written in a position.
fn list(numbers: &[Number]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A field for numbers with its label.
fn field(name: &str, label: &str, value: &str, keyboard: Keyboard) -> Markup {
    Field { name, value, wide: true, keyboard, ..Field::default() }.labelled(label)
}
