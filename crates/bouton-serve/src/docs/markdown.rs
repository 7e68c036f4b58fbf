//! Markdown as HTML: headings with anchors, links between pages, tables and code that scroll.

use maud::{Markup, html};
use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html as written_html,
};

use super::has;
use crate::{
    query::escaped,
    questions::typed,
    texts::{t, with},
};

/// A page of the documentation.
pub(super) struct Page {
    /// The path without its ending, from the folder of the documentation.
    pub(super) path: String,
    /// The first heading.
    pub(super) title: String,
    /// The content of the page.
    pub(super) html: String,
    /// The parts between headings.
    pub(super) sections: Vec<Section>,
}

/// A heading, and the words below it.
#[derive(Default)]
pub(super) struct Section {
    /// The rank of the heading, from 1 on.
    pub(super) level: u8,
    pub(super) anchor: String,
    pub(super) heading: String,
    pub(super) text: String,
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The text of events up to the end of a heading.
fn heading_text(events: &[Event<'_>]) -> String {
    let inner = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inner
        .filter_map(|event| {
            if let Event::Text(text) | Event::Code(text) = event { Some(text.as_ref()) } else { None }
        })
        .collect()
}

/// The folder of the documentation in the repository.
const FOLDER: &str = "docs";

/// The pages beside the folder of the documentation, without their ending.
const BESIDE: [&str; 2] = ["README", "CONTRIBUTING"];

fn is_beside(page: &str) -> bool {
    BESIDE.contains(&page.strip_suffix(".md").unwrap_or(page))
}

/// The path that a link leads to, from the folder of the documentation; `None` outside of it, except for the
/// pages beside it.
pub(super) fn target(from: &str, link: &str) -> Option<String> {
    let mut folders: Vec<&str> = if is_beside(from) { Vec::new() } else { vec![FOLDER] };
    folders.extend(from.split('/'));
    folders.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(folders.pop()?),
            part => folders.push(part),
        }
    }
    let path = folders.join("/");
    match path.strip_prefix(FOLDER).and_then(|inside| inside.strip_prefix('/')) {
        Some(inside) => Some(inside.to_owned()),
        None => Some(path).filter(|path| is_beside(path)),
    }
}

/// A link of the Markdown as one of the pages; `None` if it leads to a file that is not among them.
fn link(from: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let end = anchor.map_or_else(String::new, |anchor| format!("#{anchor}"));
    let target = target(from, file)?;
    if !has(&target) {
        return None;
    }
    // Pages beside the folder are served within it.
    let moved = is_beside(from) || is_beside(&target);
    let file = if moved { "../".repeat(from.matches('/').count()) + &target } else { file.to_owned() };
    Some(file.strip_suffix(".md").map_or_else(|| file.clone(), |page| format!("{page}.html")) + &end)
}

/// The links below rules, to the views of their game.
fn try_it(rules: &str, up: &str) -> String {
    let game = escaped(rules.trim());
    let one = |view: &str, name: &str| format!("<a href=\"{up}{view}?game={game}\">{name}</a>");
    format!("<p class=\"note\">{} · {}</p>", one("play", t("nav.play")), one("prove", t("nav.prove")))
}

/// The links below a transcript, to the questions in it.
fn ask_it(transcript: &str, up: &str) -> String {
    let questions = typed(transcript);
    let links = questions.iter().zip(1..).map(|(question, number)| {
        let name = if questions.len() == 1 {
            t("docs.ask").to_owned()
        } else {
            with("docs.ask-one", &[&number.to_string()])
        };
        html! { a href={ (up) (question.link()) } { (name) } }.into_string()
    });
    format!("<p class=\"note\">{}</p>", links.collect::<Vec<_>>().join(" · "))
}

/// Writes a line. A line without columns may be broken where it is too long.
fn in_words(line: &str) -> Markup {
    if line.trim_start().contains("  ") {
        html! { (line) }
    } else {
        html! { span.words { (line) } }
    }
}

/// Writes the lines of a text, of which those without columns may be broken.
fn broken(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some(words) => in_words(words).into_string() + "\n",
        None => in_words(line).into_string(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The lines of a transcript: typed commands are highlighted, and an exit status other than 0, `? 1`, is
/// written in words.
fn lines_of(text: &str) -> String {
    let line = |line: &str| {
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        let words = match words.strip_prefix("? ") {
            Some(status) if status.parse::<u8>().is_ok() => {
                html! { span.exit { (with("docs.exit", &[status])) } }
            }
            _ if words.starts_with("$ ") => html! { span.typed.words { (words) } },
            _ => in_words(words),
        };
        words.into_string() + end
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A page from its Markdown; where it is served, rules and questions have links to their views.
pub(super) fn page(path: &str, text: &str, served: bool) -> Page {
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let up = "../".repeat(path.matches('/').count() + 1);
    let mut sections = vec![Section::default()];
    let mut written: Vec<Event<'_>> = Vec::with_capacity(events.len());
    let raw = |html: String| Event::Html(CowStr::from(html));
    // Whether each open link is kept, and the rules that are being read.
    let (mut kept, mut rules): (Vec<bool>, Option<String>) = (Vec::new(), None);
    let (mut transcript, mut plain, mut lines) = (false, false, String::new());
    for (place, event) in events.iter().enumerate() {
        if let (Event::Text(text) | Event::Code(text), Some(section)) = (event, sections.last_mut()) {
            section.text.push_str(text);
        } else if let (Event::End(TagEnd::TableCell), Some(section)) = (event, sections.last_mut()) {
            section.text.push_str(" · ");
        } else if let (Event::SoftBreak | Event::End(_), Some(section)) = (event, sections.last_mut()) {
            section.text.push(' ');
        }
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let heading = heading_text(&events[place..]);
                let anchor = anchor(&heading);
                let id = Some(CowStr::from(anchor.clone()));
                written.push(Event::Start(Tag::Heading {
                    level: *level,
                    id,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
                sections.push(Section { level: *level as u8, anchor, heading, text: String::new() });
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let leads = link(path, dest_url);
                kept.push(leads.is_some());
                if let Some(leads) = leads {
                    let dest_url = CowStr::from(leads);
                    written.push(Event::Start(Tag::Link {
                        link_type: *link_type,
                        dest_url,
                        title: title.clone(),
                        id: id.clone(),
                    }));
                }
            }
            Event::End(TagEnd::Link) => {
                if kept.pop().unwrap_or(false) {
                    written.push(event.clone());
                }
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = link(path, dest_url).map_or_else(|| dest_url.clone(), CowStr::from);
                let (title, id) = (title.clone(), id.clone());
                written.push(Event::Start(Tag::Image { link_type: *link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(columns)) => {
                let words = t("docs.table");
                written.push(raw(format!(
                    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{words}\">"
                )));
                // Alignments would be styles within the page, which the policy of the server excludes.
                written.push(Event::Start(Tag::Table(vec![Alignment::None; columns.len()])));
            }
            Event::End(TagEnd::Table) => written.extend([event.clone(), raw("</div>".to_owned())]),
            Event::Start(Tag::CodeBlock(kind)) => {
                let is = |name| matches!(kind, CodeBlockKind::Fenced(kind) if &**kind == name);
                rules = (served && is("game")).then(String::new);
                transcript = is("console");
                lines.clear();
                plain = is("text") || is("sh");
                written.push(raw("<pre tabindex=\"0\"><code>".to_owned()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let asks = served && transcript && lines.contains("$ bouton ask ");
                (transcript, plain) = (false, false);
                written.push(raw("</code></pre>\n".to_owned()));
                // A text that only shows a line is not a game.
                let game = rules.take().filter(|rules| bouton::Game::named(rules.trim()).is_ok());
                written.extend(game.map(|rules| raw(try_it(&rules, &up))));
                written.extend(asks.then(|| raw(ask_it(&lines, &up))));
            }
            Event::Text(text) if transcript => {
                lines.push_str(text);
                written.push(raw(lines_of(text)));
            }
            Event::Text(text) if plain => written.push(raw(broken(text))),
            Event::Text(text) => {
                if let Some(rules) = &mut rules {
                    rules.push_str(text);
                }
                written.push(event.clone());
            }
            other => written.push(other.clone()),
        }
    }
    let mut html = String::new();
    written_html::push_html(&mut html, written.into_iter());
    sections.retain(|section| section.level > 0 || !section.text.trim().is_empty());
    let title = sections
        .iter()
        .find(|section| section.level == 1)
        .map_or_else(|| path.to_owned(), |first| first.heading.clone());
    Page { path: path.to_owned(), title, html, sections }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_or_are_words() {
        let page = page(
            "cli/playing",
            "# Play\n\n[rules](../rules.md#letters), [data](../../certificates/x.cert), [it](https://example.org)",
            true,
        );
        assert!(page.html.contains("<a href=\"../rules.html#letters\">rules</a>"), "{}", page.html);
        assert!(page.html.contains(", data, "), "{}", page.html);
        assert!(page.html.contains("<a href=\"https://example.org\">"));
        assert_eq!(page.title, "Play");
    }

    #[test]
    fn pages_beside_the_folder_are_linked_both_ways() {
        let index = page("index", "[It](../README.md#use), [the licence](../LICENSE-MIT)", true);
        assert_eq!(index.html.trim(), "<p><a href=\"README.html#use\">It</a>, the licence</p>");
        let inner = page("cli/playing", "[It](../../README.md)", true);
        assert!(inner.html.contains("<a href=\"../README.html\">"), "{}", inner.html);
        let readme =
            page("README", "[Rules](docs/rules.md#letters) ![Play](docs/pictures/page-play.png)", true);
        assert!(readme.html.contains("<a href=\"rules.html#letters\">"), "{}", readme.html);
        assert!(readme.html.contains("src=\"pictures/page-play.png\""), "{}", readme.html);
    }

    #[test]
    fn transcripts_show_what_is_typed_and_say_the_status() {
        let page = page(
            "claims",
            "# Claims\n\n```console\n$ bouton prove nim --claim 'P iff h1 < h2'\n? 1\nrefuted\n```\n\n`? 1`\n",
            true,
        );
        let expected = "<span class=\"typed words\">$ bouton prove nim --claim 'P iff h1 &lt; h2'</span>\n\
                        <span class=\"exit\">(exit status 1)</span>\n<span class=\"words\">refuted</span>\n";
        assert!(page.html.contains(expected), "{}", page.html);
        assert!(page.html.contains("<code>? 1</code>"));
    }

    #[test]
    fn sentences_are_broken_and_columns_are_not() {
        let page = page("x", "# X\n\n```text\nA sentence < two.\nh1  3\n```\n", true);
        assert!(
            page.html.contains("<span class=\"words\">A sentence &lt; two.</span>\nh1  3\n"),
            "{}",
            page.html
        );
    }

    #[test]
    fn questions_can_be_asked() {
        let text = "# X\n\n```console\n$ bouton ask nim 'P(n)'\ntrue\n$ bouton ask nim 'N(n)'\n```\n\n```console\n$ bouton prove nim\n```\n";
        let page = page("cli/asking", text, true);
        assert_eq!(page.html.matches("../../ask?game=nim&amp;sentence=P%28n%29").count(), 1, "{}", page.html);
        assert_eq!(page.html.matches("/ask?").count(), 2);
        assert!(!super::page("cli/asking", text, false).html.contains("ask?game"));
    }

    #[test]
    fn rules_can_be_played() {
        let text = "# X\n\n```game\nheaps 1\nmove take 1..3 from 1 heap\n```\n\n```game\nplay misere\n```\n";
        let page = page("rules", text, true);
        assert_eq!(page.html.matches("../play?game=heaps+1").count(), 1, "{}", page.html);
        assert!(!super::page("rules", text, false).html.contains("play?game"));
    }
}
