//! The index that the search reads: every section of every page.

use serde::Serialize;

use super::{Documentation, markdown::Section};

/// A section of a page.
#[derive(Serialize)]
struct Entry<'t> {
    /// The file of the page.
    page: String,
    /// The title of the page.
    title: &'t str,
    /// The anchor of the section.
    anchor: &'t str,
    heading: &'t str,
    text: String,
}

/// The text of a section without its heading, which is searched and shown on its own.
fn words_of(section: &Section) -> String {
    let text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.strip_prefix(section.heading.as_str()).map_or(text.as_str(), str::trim_start).to_owned()
}

/// The index as JSON.
pub(super) fn index(all: &Documentation) -> String {
    let sections = all.pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
    let entries: Vec<Entry<'_>> = sections
        .map(|(page, section)| Entry {
            page: format!("{}.html", page.path),
            title: &page.title,
            anchor: &section.anchor,
            heading: &section.heading,
            text: words_of(section),
        })
        .collect();
    serde_json::to_string(&entries).unwrap_or_default()
}
