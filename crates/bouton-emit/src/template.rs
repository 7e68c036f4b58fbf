//! Fills the templates: the program is readable code with gaps for data.

use crate::Language;

/// The contents of a template's gaps.
pub(crate) struct Filling {
    /// The parts between `@if NAME` and `@end` that are kept.
    pub(crate) parts: Vec<&'static str>,
    /// The text for each `@NAME@`.
    pub(crate) gaps: Vec<(&'static str, String)>,
}

/// The template of a language, for a law as an automaton.
pub(crate) fn template(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("../templates/strategy.rs"),
        Language::Python => include_str!("../templates/strategy.py"),
        Language::C => include_str!("../templates/strategy.c"),
        Language::JavaScript => include_str!("../templates/strategy.js"),
    }
}

/// The template of a language, for a law in closed form.
pub(crate) fn short_template(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("../templates/short.rs"),
        Language::Python => include_str!("../templates/short.py"),
        Language::C => include_str!("../templates/short.c"),
        Language::JavaScript => include_str!("../templates/short.js"),
    }
}

/// The template of a language, for a period of single heaps.
pub(crate) fn period_template(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("../templates/period.rs"),
        Language::Python => include_str!("../templates/period.py"),
        Language::C => include_str!("../templates/period.c"),
        Language::JavaScript => include_str!("../templates/period.js"),
    }
}

/// The template of a language, for a law of any number of heaps.
pub(crate) fn heaps_template(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("../templates/heaps.rs"),
        Language::Python => include_str!("../templates/heaps.py"),
        Language::C => include_str!("../templates/heaps.c"),
        Language::JavaScript => include_str!("../templates/heaps.js"),
    }
}

/// The template of a language, for a law with letters.
pub(crate) fn letters_template(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("../templates/letters.rs"),
        Language::Python => include_str!("../templates/letters.py"),
        Language::C => include_str!("../templates/letters.c"),
        Language::JavaScript => include_str!("../templates/letters.js"),
    }
}

/// The template with its gaps filled. Every gap's text is inserted as it is, and never searched for
/// gaps itself.
pub(crate) fn fill(template: &str, filling: &Filling) -> String {
    let mut text = String::new();
    // Whether the part is shown, for each open part.
    let mut shown: Vec<bool> = Vec::new();
    for line in template.lines() {
        let command = line.trim_start_matches(['/', '#', ' ']);
        if let Some(name) = command.strip_prefix("@if ") {
            shown.push(filling.parts.contains(&name.trim()));
        } else if command == "@else" {
            if let Some(innermost) = shown.last_mut() {
                *innermost = !*innermost;
            }
        } else if command == "@end" {
            shown.pop();
        } else if !shown.contains(&false) {
            fill_line(line, filling, &mut text);
            text.push('\n');
        }
    }
    text
}

fn fill_line(line: &str, filling: &Filling, text: &mut String) {
    let mut rest = line;
    while let Some(start) = rest.find('@') {
        let gap = filling.gaps.iter().find(|(name, _)| {
            rest[start + 1..].strip_prefix(name).is_some_and(|after| after.starts_with('@'))
        });
        let end = match gap {
            Some((name, value)) => {
                text.push_str(&rest[..start]);
                text.push_str(value);
                start + name.len() + 2
            }
            None => {
                text.push_str(&rest[..=start]);
                start + 1
            }
        };
        rest = &rest[end..];
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_gaps() {
        let filling = Filling { parts: vec!["one"], gaps: vec![("A", "@B@".into()), ("B", "b".into())] };
        let template =
            "x @A@ @B@\n  //@if one\nyes\n  //@else\nno\n//@end\n#@if two\nno\n#@else\nyes@\n#@end\n";
        assert_eq!(fill(template, &filling), "x @B@ b\nyes\nyes@\n");
    }

    #[test]
    fn parts_within_parts() {
        let filling = Filling { parts: vec!["one"], gaps: vec![] };
        let within = |outer: &str, inner: &str| {
            format!("#@if {outer}\na\n  #@if {inner}\nb\n  #@else\nc\n  #@end\nd\n#@else\ne\n#@end\n")
        };
        assert_eq!(fill(&within("one", "one"), &filling), "a\nb\nd\n");
        assert_eq!(fill(&within("one", "two"), &filling), "a\nc\nd\n");
        assert_eq!(fill(&within("two", "one"), &filling), "e\n");
    }
}
