//! Faults of a rules text, drawn at their place.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bouton_prose::visible;
use bouton_rules::{CodeExplanation, Diagnostic, DiagnosticCode, Diagnostics, Game};

use crate::document::{CodeInWords, Fault};

/// All faults, each with its line, an arrow to the place, and a remedy; `coloured` for a terminal.
///
/// ```
/// let text = "heaps 2\nmvoe take any from 1 heap";
/// let faults = bouton::rules::Game::parse(text).unwrap_err();
/// let drawn = bouton::words::faults::faults(text, &faults, false);
/// assert!(drawn.contains("2 | mvoe take any") && drawn.contains("did you mean `move`?"));
/// ```
#[must_use]
pub fn faults(text: &str, faults: &Diagnostics, coloured: bool) -> String {
    // Parts of the text occur in messages, too: repeated names, suggested words.
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = String::new();
    for fault in faults.iter().take(Diagnostics::PRINTED) {
        let label = if fault.expected.is_empty() {
            String::new()
        } else {
            visible(&format!("found {}, expected {}", fault.found, fault.expected)).into_owned()
        };
        let (message, suggestion) = (visible(&fault.message), fault.suggestion.as_deref().map(visible));
        let code = fault.code.to_string();
        let snippet = Snippet::source(text)
            .annotation(AnnotationKind::Primary.span(fault.span.clone()).label(label.as_str()));
        let level = if fault.code.is_warning() { Level::WARNING } else { Level::ERROR };
        let mut report: Vec<Group<'_>> =
            vec![level.primary_title(&*message).id(code.as_str()).element(snippet)];
        if let Some(suggestion) = &suggestion {
            report.push(Group::with_title(Level::HELP.secondary_title(&**suggestion)));
        }
        drawn.push_str(&renderer.render(&report));
        drawn.push('\n');
    }
    drawn + &faults.more()
}

/// The documents of all faults of a text, in the order of their places.
#[must_use]
pub fn documents(text: &str, faults: &Diagnostics) -> Vec<Fault> {
    let of = |fault: &Diagnostic| {
        let (line, column) = line_and_column(text, fault.span.start);
        Fault {
            code: fault.code.to_string(),
            message: fault.message.clone(),
            line,
            column,
            start: fault.span.start,
            end: fault.span.end,
            expected: fault.expected.clone(),
            found: fault.found.clone(),
            suggestion: fault.suggestion.clone(),
        }
    };
    faults.iter().map(of).collect()
}

/// The document of the fault of a claim or a question.
#[must_use]
pub fn document_of_words(text: &str, fault: &bouton_logic::Fault) -> Fault {
    let (line, column) = line_and_column(text, fault.span.start);
    Fault {
        code: crate::ErrorKind::Claim.code().to_owned(),
        message: fault.message.clone(),
        line,
        column,
        start: fault.span.start,
        end: fault.span.end,
        expected: String::new(),
        found: text.get(fault.span.clone()).unwrap_or_default().to_owned(),
        suggestion: fault.help.clone(),
    }
}

/// The line and column, from 1, of a byte of a text.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The document of the explanation of a code.
#[must_use]
pub fn code_document(explained: CodeExplanation) -> CodeInWords {
    let CodeExplanation { code, text, example, remedy, mended } = explained;
    CodeInWords {
        code: code.to_string(),
        warning: code.is_warning(),
        meaning: code.meaning().to_owned(),
        text: text.replace('\n', " "),
        example: example.to_owned(),
        remedy: remedy.trim_end_matches(':').replace('\n', " "),
        mended: mended.to_owned(),
    }
}

/// The fault of a claim or a question, drawn in the same way.
///
/// ```
/// let nim = bouton::Game::named("heaps 2; move take any from 1 heap")?.playable()?;
/// let error = bouton::judge_claim(&nim, "P iff h1 = h3", None, &bouton::Watch::unlimited()).unwrap_err();
/// let bouton::JudgeError::Words { text, fault } = error else { panic!() };
/// assert!(bouton::words::faults::of_words(&text, &fault, false).contains("1 | P iff h1 = h3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn of_words(text: &str, fault: &bouton_logic::Fault, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    let (message, help) = (visible(&fault.message), fault.help.as_deref().map(visible));
    let snippet = Snippet::source(text).annotation(AnnotationKind::Primary.span(fault.span.clone()));
    let mut report: Vec<Group<'_>> = vec![Level::ERROR.primary_title(&*message).element(snippet)];
    if let Some(help) = &help {
        report.push(Group::with_title(Level::HELP.secondary_title(&**help)));
    }
    renderer.render(&report) + "\n"
}

/// The explanation of a code: the text, an example, and the same rules corrected.
///
/// ```
/// let code = "E0203".parse::<bouton::rules::DiagnosticCode>()?;
/// let text = bouton::words::faults::code(code);
/// assert!(text.starts_with("error[E0203]: No line defines a move.\n"));
/// # Ok::<(), bouton::rules::UnknownCode>(())
/// ```
#[must_use]
pub fn code(code: DiagnosticCode) -> String {
    let kind = if code.is_warning() { "warning" } else { "error" };
    let CodeExplanation { text, example, remedy, mended, .. } = code.explanation();
    let meaning = code.meaning();
    format!("{kind}[{code}]: {meaning}\n\n{text}\n\n    {example}\n\n{remedy}\n\n    {mended}\n")
}

/// The warnings about a game's rules, drawn in the same way; empty if there are no warnings.
///
/// ```
/// let text = "heaps 2; move take 1 from 3 heaps";
/// let game = bouton::rules::Game::parse(text)?;
/// assert!(bouton::words::faults::warnings(&game, text, false).starts_with("warning[W0301]"));
/// # Ok::<(), bouton::rules::Diagnostics>(())
/// ```
#[must_use]
pub fn warnings(game: &Game, text: &str, coloured: bool) -> String {
    game.warnings(text).map_or_else(String::new, |found| faults(text, &found, coloured))
}
