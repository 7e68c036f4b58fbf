//! A proved law as certificate, words, LaTeX, code, picture.

use std::sync::Arc;

use axum::extract::State;
use bouton::{DigitOrder, Language, Theorem, Wording, picture::Theme, theorem_with_identity};

use super::described::{
    Content, Described, Named,
    Place::{Needed, Optional},
};
use crate::{
    App, api::computed, failure::Failure, query::Query, server_document::ServedTheorem, written::Written,
};

/// The most states of an automaton in the other digit order.
const MOST_STATES: usize = 100_000;

/// The description of [`theorem`].
pub(crate) const THEOREM: Described = Described {
    method: "get",
    path: "/api/v1/theorem",
    id: "theorem",
    summary: "A theorem that a job has found, or a bundled one, by the identity of its certificate",
    parameters: &[
        Named(Needed, "string", "certificate", "the identity, `sha256:…`"),
        Named(
            Optional,
            "string",
            "form",
            "certificate, text, markdown, latex, html, typst, rust, python, c, javascript, hoa, walnut, mona, svg",
        ),
        Named(Optional, "string", "digits", "of the picture of its automaton: most or least"),
        Named(Optional, "boolean", "dark", "colours for a dark page"),
        Named(Optional, "boolean", "download", "as a file to keep"),
    ],
    body: None,
    answer: (200, Content::Document("ServedTheorem")),
    errors: &[400, 404, 422],
};

/// A theorem that a job has found, or a bundled one, by the identity of its certificate.
pub(crate) async fn theorem(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    THEOREM.read(&query)?;
    let known = app.proofs().theorem(query.need("certificate")?);
    computed(&app, move |watch, out| {
        let identity = query.need("certificate")?;
        let theorem = match &known {
            Some(theorem) => Arc::clone(theorem),
            None => {
                let limits = bouton::check::Limits { watch: watch.clone(), ..Default::default() };
                let unknown = "no theorem with this certificate is known here; prove it again";
                theorem_with_identity(identity, &limits)?.ok_or_else(|| Failure::unknown(unknown))?
            }
        };
        let form = query.get("form").unwrap_or("certificate");
        if form == "svg" {
            let order = digits(query.get("digits"))?;
            let picture = theorem.picture(order, &Theme::new(query.flag("dark")), MOST_STATES, watch)?;
            return out.typed("image/svg+xml", picture.svg(watch)?.as_bytes());
        }
        if form.parse::<Wording>().is_ok() {
            theorem.find_words(watch)?;
        } else if form.parse::<Language>().is_ok() {
            theorem.find_closed_form(watch)?;
        }
        let text = written(&theorem, form, out.most())?;
        if query.flag("download") {
            let file = format!("{}.{}", file_name(theorem.game().name()), ending(form));
            return Ok(out.typed("text/plain; charset=utf-8", text.as_bytes())?.stored(&file));
        }
        out.json(&ServedTheorem { certificate: identity.to_owned(), form: form.to_owned(), text })
    })
    .await
}

/// The ending of the file that a text is stored as.
fn ending(form: &str) -> &'static str {
    match form {
        "certificate" => "cert",
        "latex" => "tex",
        "markdown" => "md",
        "html" => "html",
        "typst" => "typ",
        "rust" => "rs",
        "python" => "py",
        "c" => "c",
        "javascript" => "mjs",
        "hoa" => "hoa",
        "mona" => "mona",
        _ => "txt",
    }
}

/// The name of a file about a game, without its ending: letters, digits, and `-` or `.` between them.
pub(crate) fn file_name(game: &str) -> String {
    const LONGEST: usize = 60;
    let words = game.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let words: Vec<&str> = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    if name.is_empty() { "law".to_owned() } else { name }
}

/// The digit order of a name.
pub(crate) fn digits(name: Option<&str>) -> Result<DigitOrder, Failure> {
    match name {
        None | Some("most") => Ok(DigitOrder::Most),
        Some("least") => Ok(DigitOrder::Least),
        Some(_) => Err(Failure::input("usage", "`digits` is most or least")),
    }
}

fn written(theorem: &Theorem, form: &str, most: usize) -> Result<String, Failure> {
    if let Ok(tool) = form.parse() {
        return Ok(theorem.export_within(tool, None, most)?.text);
    }
    if let Ok(wording) = form.parse::<Wording>() {
        return Ok(theorem.explain(wording));
    }
    let language = |language| theorem.emit(language).map_err(Failure::from);
    match form {
        "certificate" => Ok(theorem.certificate().to_owned()),
        "rust" => language(Language::Rust),
        "python" => language(Language::Python),
        "c" => language(Language::C),
        "javascript" => language(Language::JavaScript),
        _ => Err(Failure::input(
            "format",
            "a theorem has the forms certificate, text, markdown, latex, html, typst, rust, python, c, javascript, hoa, walnut, mona and svg",
        )),
    }
}

#[cfg(test)]
mod file_names {
    use super::file_name;

    #[test]
    fn have_the_name_of_the_game() {
        for (game, name) in [
            ("take-three", "take-three"),
            ("0.137", "0.137"),
            ("subtraction {1, 3}", "subtraction-1-3"),
            ("../a\"b\r\n", "a-b"),
            ("", "law"),
            ("…", "law"),
        ] {
            assert_eq!(file_name(game), name);
        }
    }
}
