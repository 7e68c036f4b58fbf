//! The documentation as pages: the Markdown of `docs/`, under `/docs` of a server, or as the files of a site.

mod contents;
mod markdown;
mod search;

use std::{borrow::Cow, sync::LazyLock};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use maud::{Markup, PreEscaped, html};

use self::markdown::Page;
use crate::{
    App, assets,
    documentation::FILES,
    failure::Failure,
    route::Route,
    texts::t,
    views::layout::{self, see_other, sent, written},
};

/// The routes of the documentation.
pub(crate) const ROUTES: &[Route] = &[
    Route::free("/docs", || get(|| async { see_other("docs/") })),
    Route::free("/docs/", || get(index)),
    Route::free("/docs/{*page}", || get(serve)),
];

/// The place where the pages are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Under `/docs` of a server, beside the other views.
    Served,
    /// In a folder of their own.
    Alone,
}

/// All pages, in the order of their paths.
struct Documentation {
    place: Place,
    pages: Vec<Page>,
}

static SERVED: LazyLock<Documentation> = LazyLock::new(|| Documentation::new(Place::Served));

/// Whether the documentation has this file, a path from its folder.
fn has(path: &str) -> bool {
    FILES.iter().any(|(name, _)| *name == path)
}

impl Documentation {
    fn new(place: Place) -> Self {
        let pages = FILES.iter().filter_map(|(name, bytes)| {
            let path = name.strip_suffix(".md")?;
            let text = String::from_utf8_lossy(bytes);
            Some(markdown::page(path, &text, place == Place::Served))
        });
        Self { place, pages: pages.collect() }
    }

    fn page(&self, path: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.path == path)
    }

    /// The frame and the body of a page.
    fn view(&self, page: &Page) -> (layout::Page, Markup) {
        let folders = page.path.matches('/').count();
        let (depth, alone) = match self.place {
            Place::Served => (folders + 1, false),
            Place::Alone => (folders, true),
        };
        let frame = layout::Page {
            title: page.title.clone(),
            view: "/docs/",
            script: Some("docs.js"),
            depth,
            alone,
            ..layout::Page::default()
        };
        let up = "../".repeat(folders);
        let body = html! {
            div.docs data-root=(up) {
                nav.contents aria-label=(t("docs.contents")) {
                    div.search.scripted-only role="search" {
                        label for="search" { (t("docs.search")) }
                        input id="search" type="search" autocomplete="off" data-index={ (up) "search.json" } aria-controls="found";
                    }
                    ol id="found" aria-live="polite" {}
                    details open { summary { (t("docs.contents")) } (contents::contents(self, page)) }
                }
                article { (PreEscaped(&page.html)) }
            }
        };
        (frame, body)
    }
}

/// The files of the documentation as a site: their paths, and what they contain.
///
/// ```
/// let index = bouton_serve::site().find(|(path, _)| path == "index.html");
/// assert!(String::from_utf8_lossy(&index.unwrap().1).contains("<h1"));
/// ```
pub fn site() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    let all = Documentation::new(Place::Alone);
    let mut files: Vec<(String, Cow<'static, [u8]>)> = Vec::new();
    for page in &all.pages {
        let (frame, body) = all.view(page);
        let text = layout::page(&frame, &body, layout::Offered::default(), None).into_string();
        files.push((format!("{}.html", page.path), Cow::Owned(text.into_bytes())));
    }
    files.push(("search.json".to_owned(), Cow::Owned(search::index(&all).into_bytes())));
    let pictures = FILES.iter().filter(|(name, _)| !name.ends_with(".md"));
    files.extend(pictures.map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes))));
    for name in ["style.css", "page.js", "texts.js", "docs.js", "icon.svg"] {
        let content = assets::content(name).unwrap_or_default();
        files.push((format!("assets/{name}"), Cow::Owned(content.into_owned().into_bytes())));
    }
    files.into_iter()
}

/// Answers `GET /docs/`.
async fn index(State(app): State<App>) -> Response {
    answer(&app, "index")
}

/// Answers `GET /docs/…`: a page, a picture, or the index of words.
async fn serve(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    if let Some(page) = path.strip_suffix(".html") {
        return answer(&app, page);
    }
    if path == "search.json" {
        static INDEX: LazyLock<String> = LazyLock::new(|| search::index(&SERVED));
        return assets::sent(&INDEX, "application/json", &headers);
    }
    let kind = match path.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => return layout_unknown(&path),
    };
    match FILES.iter().find(|(name, _)| *name == path) {
        Some((_, bytes)) => ([(header::CONTENT_TYPE, kind)], *bytes).into_response(),
        None => layout_unknown(&path),
    }
}

fn layout_unknown(path: &str) -> Response {
    let failure = Failure::unknown(t("docs.unknown"));
    let page = layout::failed(&failure, path.matches('/').count() + 1);
    (StatusCode::NOT_FOUND, axum::response::Html(page.into_string())).into_response()
}

fn answer(app: &App, path: &str) -> Response {
    let Some(page) = SERVED.page(path) else { return layout_unknown(path) };
    let (frame, body) = SERVED.view(page);
    sent(&frame, written(app, &frame, &body, &bouton::Watch::unlimited()))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// The values of an attribute in a page.
    fn values<'t>(page: &'t str, attribute: &str) -> Vec<&'t str> {
        let start = format!(" {attribute}=\"");
        page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    /// A link from a file of the site, from its root.
    fn resolved(from: &str, link: &str) -> String {
        let mut folders: Vec<&str> = from.split('/').collect();
        folders.pop();
        for part in link.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(folders.pop()),
                part => folders.push(part),
            }
        }
        folders.join("/")
    }

    #[test]
    fn every_link_of_the_site_leads_to_a_file_and_a_heading() {
        let files: HashMap<String, Cow<'static, [u8]>> = site().collect();
        let text = |path: &str| String::from_utf8_lossy(&files[path]).into_owned();
        let (mut count, mut wrong) = (0, Vec::new());
        for path in files.keys().filter(|path| path.ends_with(".html")) {
            let page = text(path);
            let anchors: HashSet<&str> = values(&page, "id").into_iter().collect();
            for link in values(&page, "href").into_iter().chain(values(&page, "src")) {
                if link.contains("://") {
                    continue;
                }
                count += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { path.clone() } else { resolved(path, file) };
                let leads = match files.get(&target) {
                    None => false,
                    Some(_) if anchor.is_empty() => true,
                    Some(_) if target == *path => anchors.contains(anchor),
                    Some(_) => values(&text(&target), "id").contains(&anchor),
                };
                if !leads {
                    wrong.push(format!("{path}: {link}"));
                }
            }
        }
        assert!(wrong.is_empty(), "these links lead nowhere:\n{}", wrong.join("\n"));
        assert!(count > 1000, "only {count} links were found");
    }

    #[test]
    fn words_are_found() {
        let index: serde_json::Value = serde_json::from_str(&search::index(&SERVED)).unwrap();
        let sections = index.as_array().unwrap();
        let found = sections.iter().find(|section| {
            section["page"] == "cli/playing.html" && section["heading"].as_str().unwrap().contains("opponent")
        });
        // The heading is not repeated in the text.
        let text = found.unwrap()["text"].as_str().unwrap();
        assert!(text.contains("level") && !text.contains("opponent"), "{text}");
    }

    #[test]
    fn pages_that_views_link_exist() {
        for (view, page) in layout::ABOUT {
            assert!(has(&format!("{page}.md")), "{view} is described in {page}");
        }
    }
}
