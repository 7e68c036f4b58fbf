//! Styles and scripts, compiled into the program.

use std::{
    borrow::Cow,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
};

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{failure::Failure, route::Route, texts};

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        /// Names and contents.
        const ASSETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../assets/", $name)))),*];
    };
}

assets![
    "style.css",
    "page.js",
    "docs.js",
    "editor.js",
    "play.js",
    "explore.js",
    "prove.js",
    "sequence.js",
    "tree.js",
    "mine.js",
    "icon.svg",
];

/// The single route to all of them.
pub(crate) const ROUTES: &[Route] = &[Route::free("/assets/{name}", || get(serve))];

/// The content of an asset.
pub(crate) fn content(name: &str) -> Option<Cow<'static, str>> {
    if name == "texts.js" {
        return Some(Cow::Owned(format!("export default {};\n", texts::JSON)));
    }
    ASSETS.iter().find(|(known, _)| *known == name).map(|(_, content)| Cow::Borrowed(*content))
}

/// Serves an asset by its name, which is looked up in a table, never in a folder.
pub(crate) async fn serve(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(content) = content(&name) else {
        return Failure::unknown("there is no such file").into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    sent(&content, kind, &headers)
}

/// A text as an answer, unless the client has it.
pub(crate) fn sent(content: &str, kind: &'static str, headers: &HeaderMap) -> Response {
    // Different contents have different tags.
    let tag = format!("\"{:016x}\"", BuildHasherDefault::<DefaultHasher>::default().hash_one(content));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)], content.to_owned()).into_response()
}
