//! Markdown, with mathematics between dollar signs as GitHub and notebooks read it.

use crate::{
    Block, Formula, Span, Text, latex,
    plain::{ended, grid, list, part},
};

pub(super) fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                part(&mut out);
                out.push_str(&format!("{}\n\n", inline(text)));
            }
            Block::Item { depth, text } => {
                out.push_str(&format!("{}- {}\n", "  ".repeat(*depth), inline(text)));
            }
            Block::Table { head, rows } => {
                part(&mut out);
                for (index, row) in std::iter::once(head).chain(rows).enumerate() {
                    let cells: Vec<String> =
                        row.iter().map(|cell| inline(cell).replace('|', "\\|")).collect();
                    out.push_str(&format!("| {} |\n", cells.join(" | ")));
                    if index == 0 {
                        out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
                    }
                }
                out.push('\n');
            }
            // Indented lines are set as they are.
            Block::Values { values, of } => {
                part(&mut out);
                list(&mut out, values, *of);
            }
            Block::Grid(rows) => {
                part(&mut out);
                grid(&mut out, rows);
            }
            Block::Display(formula) => {
                part(&mut out);
                out.push_str(&format!("$$\n{}\n$$\n\n", math(formula)));
            }
            Block::Named { kind, title, body } => {
                part(&mut out);
                out.push_str(&format!("**{}** {}\n", kind.headed(&inline(title)), markdown(body.blocks())));
            }
            Block::Source { citation, .. } => {
                part(&mut out);
                out.push_str(&format!("{}.\n\n", inline(citation)));
            }
        }
    }
    ended(&out)
}

/// A text in one line.
fn inline(text: &Text) -> String {
    let mut out = String::new();
    for span in text.spans() {
        match span {
            Span::Words(words) | Span::Rules(words) => out.push_str(&escaped(words)),
            Span::Emphasis(words) => out.push_str(&format!("*{}*", escaped(words))),
            Span::Code(code) => out.push_str(&format!("`{code}`")),
            // A number or a letter does not need mathematics.
            Span::Formula(Formula::Number(number)) => out.push_str(number),
            Span::Formula(formula) => out.push_str(&format!("${}$", math(formula))),
        }
    }
    out
}

/// A formula without what Markdown reads before mathematics: a backslash before a mark is dropped there.
fn math(formula: &Formula) -> String {
    let written = latex::math(formula);
    [("\\{", "\\lbrace "), ("\\}", "\\rbrace "), ("\\\\", "\\cr"), ("*", "\\ast ")]
        .iter()
        .fold(written, |text, (mark, name)| text.replace(mark, name))
}

/// Words in which nothing is a mark of Markdown.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    let mut characters = words.chars().peekable();
    while let Some(c) = characters.next() {
        let marks = match c {
            '*' | '_' | '`' | '[' | '$' => true,
            '<' => characters.peek().is_some_and(|next| next.is_ascii_alphabetic() || *next == '/'),
            '\\' => characters.peek().is_some_and(char::is_ascii_punctuation),
            _ => false,
        };
        if marks {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
