//! Rules: an editor that marks all faults.

use axum::{extract::State, response::Response};
use bouton::{Game, Watch, document::Fault, rules::built_in};
use maud::{Markup, html};

use crate::{
    App,
    api::rules::read,
    failure::Failure,
    letters as numbers,
    query::Query,
    texts::{message, sentence, stopped, t, with},
    views::{
        field::Field,
        layout::{GameLink, OnPage, Page, numbers_for, numbers_refused, read as answer, sent, written},
    },
};

/// The least number of heaps for which the size of one heap may be meant.
const MANY_HEAPS: usize = 8;

/// A fault in words: place, message, expectation.
pub(crate) fn fault_words(fault: &Fault) -> Markup {
    html! {
        strong { (with("rules.place", &[&fault.line.to_string(), &fault.column.to_string()])) } " "
        @if is_general(fault) {
            (message(&with("rules.expected-instead", &[&fault.expected, &fault.found])))
        } @else if fault.message.contains(&fault.found) {
            (message(&fault.message)) ": " (message(&with("rules.expected-only", &[&fault.expected])))
        } @else {
            (message(&fault.message)) ": " (message(&with("rules.expected", &[&fault.found, &fault.expected])))
        }
        @if let Some(suggestion) = fault.suggestion.as_ref().filter(|suggestion| !repeats(fault, suggestion)) { ". " em { (sentence(&stopped(suggestion))) } }
        " " a.code href="docs/rules.html#diagnostics" { (fault.code) }
    }
}

/// Whether the message of a fault says nothing besides what was found and expected.
fn is_general(fault: &Fault) -> bool {
    fault.message == t("rules.general")
}

/// Whether a suggestion only repeats what is expected.
fn repeats(fault: &Fault, suggestion: &str) -> bool {
    is_general(fault) && suggestion == format!("did you mean {}?", fault.expected)
}

/// A text with its faults marked.
pub(crate) fn marked(text: &str, faults: &[Fault]) -> Markup {
    let mut pieces: Vec<(&str, bool)> = Vec::new();
    let mut at = 0;
    for fault in faults {
        // Places are in bytes; a fault that begins within the last mark belongs to it.
        let (start, end) = (fault.start.max(at), fault.end.max(fault.start + 1).min(text.len()));
        if let (Some(before), Some(wrong)) = (text.get(at..start), text.get(start..end)) {
            pieces.extend([(before, false), (wrong, true)]);
            at = end;
        }
    }
    pieces.push((text.get(at..).unwrap_or(""), false));
    html! {
        pre.faulty tabindex="0" { @for (piece, wrong) in pieces { @if wrong { mark { (piece) } } @else { (piece) } } }
    }
}

/// Lines of rules, each with its words beside it.
fn cheat_sheet() -> Markup {
    html! {
        dl.cheat { @for line in t("rules.cheat").lines() {
            @let (rule, words) = line.split_once('#').unwrap_or((line, ""));
            div { dt { code { (rule.trim()) } } dd.note { (words.trim()) } }
        } }
    }
}

fn body(query: &Query, watch: &Watch) -> Result<Markup, Failure> {
    let asked = query.get("game").unwrap_or("");
    let known = built_in(asked.trim());
    let text = known.map_or(asked, |game| game.text);
    let verdict = (!asked.trim().is_empty()).then(|| read(asked, watch)).transpose()?;
    let faults = verdict.as_ref().map_or(&[][..], |verdict| &verdict.faults);
    let refusal = verdict.as_ref().and_then(|verdict| verdict.message.as_ref());
    let similar = verdict.as_ref().and_then(|verdict| verdict.similar.as_deref());
    let found = verdict.as_ref().and_then(|verdict| verdict.words.as_ref().zip(verdict.rules.as_ref()));
    // What has been read is read once more for its letters, which is quick.
    let game = found.and_then(|_| Game::named_within(asked, &[], watch).ok());
    let letters = game.as_ref().map_or(&[][..], |game| game.rules().letters());
    let example =
        game.as_ref().filter(|_| !letters.is_empty()).and_then(|game| numbers::example(game, watch));
    let has_names = query.get("set").is_some() && query.game(watch).is_ok();
    let wrong = query.get("set").filter(|_| !letters.is_empty()).and_then(|_| query.game(watch).err());
    let many = |heaps: &usize| {
        *heaps >= MANY_HEAPS && found.is_some_and(|(words, _)| words.starts_with(&format!("{heaps} heaps ")))
    };
    let heaps = verdict.as_ref().and_then(|verdict| verdict.heaps).filter(many);
    Ok(html! {
        h1 { (t("rules.title")) }
        @if let Some(game) = known { div id="about" { p.lead { (game.summary) } p.source { (game.source) } } }
        form.rules action="rules#verdict" method="get" {
            label for="rules" { (t("rules.label")) }
            div.editor {
                (Field { name: "game", id: Some("rules"), value: text, rows: Some(10), required: true, described_by: Some("verdict"), ..Field::default() })
            }
            p.row {
                label for="heaps" { (t("rules.heaps")) }
                input id="heaps" name="heaps" type="number" min="1" max="64" inputmode="numeric" value=[query.get("heaps")];
            }
            @if !letters.is_empty() {
                p.row { (Field { name: "set", value: query.get("set").unwrap_or(""), placeholder: example.as_deref(), ..Field::default() }.labelled(&numbers_for(letters))) }
                @if let Some(wrong) = &wrong { div role="alert" { (numbers_refused(wrong)) } }
            } @else if let Some(set) = query.get("set").filter(|_| has_names) { input type="hidden" name="set" value=(set); }
            p.row {
                button.main { (t("rules.read")) } " "
                button formaction="play" { (t("nav.play")) } " "
                button formaction="explore" { (t("nav.explore")) } " "
                button formaction="prove" { (t("nav.prove")) }
            }
        }
        div id="verdict" role="status" aria-live="polite" {
            @if let Some(message) = refusal {
                p.bad { (sentence(message)) }
                @if let Some(similar) = similar {
                    p { (t("failed.similar")) " " a.button href=(GameLink::new(similar, None).to("/rules", &[])) { (similar) } }
                }
                @if !faults.is_empty() {
                    div.noscript { (marked(text, faults)) }
                    ul.faults { @for fault in faults { li { (fault_words(fault)) } } }
                }
            }
            @if let Some((words, rules)) = found {
                p.good { (message(&with("rules.good", &[words]))) }
                @if let Some(heaps) = heaps.map(|heaps| heaps.to_string()) { p { (message(&with("rules.many", &[&heaps, &heaps, &heaps]))) } }
                @if rules.trim() != text.trim() { p { (t("rules.canonical")) } pre tabindex="0" { (rules) } }
            }
        }
        section.help aria-labelledby="words" {
            h2 id="words" { (t("rules.words")) }
            (cheat_sheet())
            p { a href="docs/rules.html" { (t("rules.all")) } }
        }
    })
}

/// Answers `GET /rules?game=…`.
pub(crate) async fn rules(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let game = GameLink::of(&query);
    let title = game.as_ref().map_or_else(|| t("rules.title").to_owned(), GameLink::title_with_numbers);
    let kept = Page::kept(&query);
    let frame = Page { title, view: "/rules", script: Some("editor.js"), game, kept, ..Page::default() };
    // Built-in games, and the empty form, do not need a worker.
    if query.get("game").is_none_or(|game| built_in(game.trim()).is_some()) {
        let watch = Watch::unlimited();
        let made = body(&query, &watch).and_then(|body| written(&app, &frame, &body, &watch));
        return sent(&frame, made);
    }
    // Faults are the subject of this page, not a failure of it.
    answer(&app, frame, move |watch| body(&query, watch)).await
}
