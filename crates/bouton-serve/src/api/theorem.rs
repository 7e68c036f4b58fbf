//! A proved law as certificate, words, LaTeX, code, picture.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use bouton::{DigitOrder, Language, Theorem, Wording, document, picture::Theme};

use crate::{
    App,
    api::{document::ServedTheorem, json, typed},
    failure::Failure,
    query::Query,
};

/// States of an automaton that reads the other way.
const MOST_STATES: usize = 100_000;

/// A theorem that a job has found, or that comes with the program, by the identity of its certificate.
#[utoipa::path(get, path = "/api/v1/theorem",
    params(("certificate" = String, Query, description = "the identity, `sha256:…`"),
        ("form" = Option<String>, Query, description = "certificate, text, markdown, latex, rust, python, c, javascript, hoa, walnut, mona, svg"),
        ("digits" = Option<String>, Query, description = "of the picture of its automaton: most or least"),
        ("dark" = Option<bool>, Query), ("download" = Option<bool>, Query)),
    responses((status = 200, body = ServedTheorem), (status = 400, body = document::Error), (status = 404, body = document::Error),
        (status = 422, body = document::Error)))]
pub(crate) async fn theorem(State(app): State<App>, query: Query) -> Result<Response, Failure> {
    query.only(&["certificate", "form", "digits", "dark", "download"])?;
    let known = app.proofs().theorem(query.need("certificate")?);
    let all = app.clone();
    app.workers()
        .run(move |watch| {
            let identity = query.need("certificate")?;
            let theorem = match known {
                Some(theorem) => theorem,
                None => all.theorems().with_identity(identity, watch)?,
            };
            let form = query.get("form").unwrap_or("certificate");
            if form == "svg" {
                let order = digits(query.get("digits"))?;
                let picture = theorem.picture(order, &Theme::new(query.flag("dark")), MOST_STATES)?;
                return Ok(typed("image/svg+xml", picture.svg().into_bytes()));
            }
            let text = written(&theorem, form)?;
            if query.flag("download") {
                let kind = [
                    (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                    (header::CONTENT_DISPOSITION, disposition(form)),
                ];
                return Ok((kind, text).into_response());
            }
            json(&ServedTheorem { certificate: identity.to_owned(), form: form.to_owned(), text })
        })
        .await
}

/// Under which name a text is stored.
fn disposition(form: &str) -> &'static str {
    match form {
        "certificate" => "attachment; filename=\"law.cert\"",
        "latex" => "attachment; filename=\"law.tex\"",
        "markdown" => "attachment; filename=\"law.md\"",
        "rust" => "attachment; filename=\"law.rs\"",
        "python" => "attachment; filename=\"law.py\"",
        "c" => "attachment; filename=\"law.c\"",
        "javascript" => "attachment; filename=\"law.mjs\"",
        "hoa" => "attachment; filename=\"law.hoa\"",
        "mona" => "attachment; filename=\"law.mona\"",
        _ => "attachment; filename=\"law.txt\"",
    }
}

/// The digits that are read first.
pub(crate) fn digits(name: Option<&str>) -> Result<DigitOrder, Failure> {
    match name {
        None | Some("most") => Ok(DigitOrder::Most),
        Some("least") => Ok(DigitOrder::Least),
        Some(_) => Err(Failure::input("usage", "`digits` is most or least")),
    }
}

fn written(theorem: &Theorem, form: &str) -> Result<String, Failure> {
    if let Ok(tool) = form.parse() {
        return Ok(theorem.export(tool, None)?.text);
    }
    let language = |language| theorem.emit(language).map_err(Failure::from);
    match form {
        "certificate" => Ok(theorem.certificate().to_owned()),
        "text" => Ok(theorem.explain(Wording::Text)),
        "markdown" => Ok(theorem.explain(Wording::Markdown)),
        "latex" => Ok(theorem.explain(Wording::Latex)),
        "rust" => language(Language::Rust),
        "python" => language(Language::Python),
        "c" => language(Language::C),
        "javascript" => language(Language::JavaScript),
        _ => Err(Failure::input(
            "format",
            "a theorem has the forms certificate, text, markdown, latex, rust, python, c, javascript, hoa, walnut, mona and svg",
        )),
    }
}
