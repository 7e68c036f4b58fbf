//! Markdown.

use crate::{
    Block, Span, Text,
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
            Block::Display(_) => {}
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
            Span::Formula(formula) => out.push_str(&escaped(&formula.to_string())),
        }
    }
    out
}

/// Words in which nothing is a mark of Markdown.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    let mut characters = words.chars().peekable();
    while let Some(c) = characters.next() {
        let marks = match c {
            '*' | '_' | '`' | '[' => true,
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
