//! Styles and scripts, compiled into the program.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{failure::Failure, routes::Route, texts};

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        /// Names and contents.
        const ASSETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../assets/", $name)))),*];
    };
}

assets!["style.css", "page.js", "editor.js", "play.js", "explore.js", "prove.js", "sequence.js", "icon.svg"];

/// The single route to all of them.
pub(crate) const ROUTES: &[Route] = &[Route::free("/assets/{name}", || get(serve))];

/// Serves an asset by its name, which is looked up in a table, never in a folder.
pub(crate) async fn serve(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let script = format!("export default {};\n", texts::JSON);
    let content = match ASSETS.iter().find(|(known, _)| *known == name) {
        Some((_, content)) => *content,
        None if name == "texts.js" => &script,
        None => return Failure::unknown("there is no such file").into_response(),
    };
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    // Different contents have different tags.
    let tag = format!("\"{:016x}\"", BuildHasherDefault::<DefaultHasher>::default().hash_one(content));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, tag)], content.to_owned()).into_response()
}
