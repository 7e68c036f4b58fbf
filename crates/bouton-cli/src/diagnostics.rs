//! Faults of a rules text, drawn at their place.

use std::io::{self, IsTerminal};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use bouton::rules::{Diagnostic, Diagnostics};
use serde_json::{Value, json};

use crate::place::line_and_column;

/// All faults, each with its line, an arrow to the place, and what to do.
pub(crate) fn render(text: &str, faults: &Diagnostics) -> String {
    let renderer = if io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = String::new();
    for fault in faults.iter() {
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
    drawn
}

/// The faults as data.
pub(crate) fn json(text: &str, faults: &Diagnostics) -> Value {
    faults.iter().map(|fault| fault_json(text, fault)).collect()
}

fn fault_json(text: &str, fault: &Diagnostic) -> Value {
    let (line, column) = line_and_column(text, fault.span.start);
    json!({
        "code": fault.code.to_string(),
        "message": fault.message,
        "line": line,
        "column": column,
        "start": fault.span.start,
        "end": fault.span.end,
        "expected": fault.expected,
        "found": fault.found,
        "suggestion": fault.suggestion,
    })
}
