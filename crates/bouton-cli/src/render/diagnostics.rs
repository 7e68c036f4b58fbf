//! Faults of a rules text, drawn at their place.

use std::io::{self, IsTerminal};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bouton::rules::Diagnostics;

/// All faults, each with its line, an arrow to the place, and what to do.
pub(crate) fn render(text: &str, faults: &Diagnostics) -> String {
    let renderer = if io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = String::new();
    for fault in faults.iter().take(Diagnostics::PRINTED) {
        let label = if fault.expected.is_empty() {
            String::new()
        } else {
            format!("found {}, expected {}", fault.found, fault.expected)
        };
        let code = fault.code.to_string();
        let snippet = Snippet::source(text)
            .annotation(AnnotationKind::Primary.span(fault.span.clone()).label(label.as_str()));
        let mut report: Vec<Group<'_>> =
            vec![Level::ERROR.primary_title(fault.message.as_str()).id(code.as_str()).element(snippet)];
        if let Some(suggestion) = &fault.suggestion {
            report.push(Group::with_title(Level::HELP.secondary_title(suggestion.as_str())));
        }
        drawn.push_str(&renderer.render(&report));
        drawn.push('\n');
    }
    drawn + &faults.more()
}
