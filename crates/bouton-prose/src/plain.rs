//! Plain text.

use crate::{Block, Text};

/// The number of values in a line.
const IN_A_LINE: usize = 20;

/// Appends an empty line, unless the text is empty or ends with one.
pub(super) fn part(out: &mut String) {
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

/// The text without empty lines at its end.
pub(super) fn ended(out: &str) -> String {
    format!("{}\n", out.trim_end())
}

pub(super) fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                part(&mut out);
                out.push_str(&format!("{text}\n\n"));
            }
            Block::Item { depth, text } => out.push_str(&format!("{}- {text}\n", "  ".repeat(*depth))),
            Block::Table { head, rows } => {
                part(&mut out);
                table(&mut out, head, rows);
            }
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
                out.push_str(&format!("{} {}\n", kind.headed(&title.to_string()), text(body.blocks())));
            }
            Block::Source { citation, .. } => {
                part(&mut out);
                out.push_str(&format!("{citation}.\n\n"));
            }
        }
    }
    ended(&out)
}

fn table(out: &mut String, head: &[Text], rows: &[Vec<Text>]) {
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &lines {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        out.push_str(&format!("  {}\n", cells.join("  ").trim_end()));
    }
    out.push('\n');
}

/// Values in lines, and their number if these are only the first.
pub(super) fn list(out: &mut String, values: &[u64], of: Option<usize>) {
    let lines: Vec<&[u64]> = values.chunks(IN_A_LINE).collect();
    numbers(out, &lines);
    if let Some(of) = of {
        out.push_str(&format!("    … ({of} in all)\n"));
    }
    out.push('\n');
}

/// Rows of numbers, as a paragraph.
pub(super) fn grid(out: &mut String, rows: &[Vec<u64>]) {
    let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
    numbers(out, &rows);
    out.push('\n');
}

/// Lines of numbers, aligned.
fn numbers(out: &mut String, lines: &[&[u64]]) {
    let width = lines.iter().flat_map(|line| *line).max().map_or(1, |most| most.to_string().len());
    for line in lines {
        let line: Vec<String> = line.iter().map(|number| format!("{number:>width$}")).collect();
        out.push_str(&format!("    {}\n", line.join(" ")));
    }
}
