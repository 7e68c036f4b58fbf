//! The table of contents: the index page, and the headings of the page that is read.

use maud::{Markup, html};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{
    Documentation, FILES,
    markdown::{Page, target},
};

/// The links of a page to other pages: part, path, words.
fn links(path: &str) -> Vec<(String, String, String)> {
    let name = format!("{path}.md");
    let Some((_, bytes)) = FILES.iter().find(|(file, _)| *file == name) else { return Vec::new() };
    let text = String::from_utf8_lossy(bytes);
    let (mut found, mut part) = (Vec::new(), String::new());
    let (mut in_heading, mut in_link): (bool, Option<(String, String)>) = (false, None);
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                in_heading = true;
                part.clear();
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::Link { dest_url, .. }) => in_link = Some((dest_url.to_string(), String::new())),
            Event::End(TagEnd::Link) => {
                let page = in_link.take().and_then(|(link, words)| {
                    let file = link.split('#').next().unwrap_or_default();
                    Some((target(path, file)?.strip_suffix(".md")?.to_owned(), words))
                });
                if let Some((page, words)) = page {
                    found.push((part.clone(), page, words));
                }
            }
            Event::Text(text) | Event::Code(text) => match &mut in_link {
                Some((_, words)) => words.push_str(&text),
                None if in_heading => part.push_str(&text),
                None => {}
            },
            _ => {}
        }
    }
    found
}

/// The contents, seen from a page: the parts of the index, the pages of its folder, its headings.
pub(super) fn contents(all: &Documentation, page: &Page) -> Markup {
    let up = "../".repeat(page.path.matches('/').count());
    let mut parts: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for (part, path, words) in links("index") {
        if all.page(&path).is_none() {
            continue;
        }
        match parts.last_mut().filter(|(name, _)| *name == part) {
            Some((_, pages)) => pages.push((path, words)),
            None => parts.push((part, vec![(path, words)])),
        }
    }
    // A page of a folder stands below the page of the same name.
    let below = |path: &str| -> Vec<&Page> {
        let folder = format!("{path}/");
        if page.path != path && !page.path.starts_with(&folder) {
            return Vec::new();
        }
        all.pages.iter().filter(|other| other.path.starts_with(&folder)).collect()
    };
    let entry = |path: &str, words: &str| {
        let here = page.path == path;
        html! {
            a href={ (up) (path) ".html" } aria-current=[here.then_some("page")] { (words) }
            @if here {
                ul { @for section in page.sections.iter().filter(|section| section.level == 2) {
                    li { a href={ "#" (section.anchor) } { (section.heading) } }
                } }
            }
        }
    };
    html! {
        @for (part, pages) in &parts {
            p.part { (part) }
            ul { @for (path, words) in pages {
                li {
                    (entry(path, words))
                    @let inner = below(path);
                    @if !inner.is_empty() { ul { @for other in inner { li { (entry(&other.path, &other.title)) } } } }
                }
            } }
        }
    }
}
