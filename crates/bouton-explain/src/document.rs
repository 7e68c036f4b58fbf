//! Paragraphs, items and tables, written as text, Markdown or LaTeX.

/// A piece of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// A sentence or two.
    Paragraph(String),
    /// An item of a nested list.
    Item {
        /// The depth, from 0.
        depth: usize,
        /// The text.
        text: String,
    },
    /// A table; the first row is the header.
    Table(Vec<Vec<String>>),
}

/// Appends an empty line, unless the text is empty or ends with one.
fn part(out: &mut String) {
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

pub(crate) fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                part(&mut out);
                out.push_str(&format!("{text}\n\n"));
            }
            Block::Item { depth, text } => out.push_str(&format!("{}- {text}\n", "  ".repeat(*depth))),
            Block::Table(rows) => {
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                let width = |column: usize| {
                    rows.iter()
                        .filter_map(|row| row.get(column))
                        .map(|cell| cell.chars().count())
                        .max()
                        .unwrap_or(0)
                };
                let widths: Vec<usize> = (0..columns).map(width).collect();
                part(&mut out);
                for row in rows {
                    let cells: Vec<String> =
                        row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
                    out.push_str(&format!("  {}\n", cells.join("  ").trim_end()));
                }
                out.push('\n');
            }
        }
    }
    format!("{}\n", out.trim_end())
}

/// Items in one line, nested ones in parentheses; `None` if there are other blocks.
pub(crate) fn line(blocks: &[Block]) -> Option<String> {
    let mut out = String::new();
    let mut open = 0;
    for block in blocks {
        let Block::Item { depth, text } = block else { return None };
        let text = text.trim_end_matches(':');
        if *depth > open {
            out.push_str(" (");
        } else {
            out.push_str(&")".repeat(open - depth));
            out.push_str(if out.is_empty() { "" } else { "; " });
        }
        out.push_str(text);
        open = *depth;
    }
    out.push_str(&")".repeat(open));
    (!out.is_empty()).then_some(out)
}

pub(crate) fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                part(&mut out);
                out.push_str(&format!("{text}\n\n"));
            }
            Block::Item { depth, text } => out.push_str(&format!("{}- {text}\n", "  ".repeat(*depth))),
            Block::Table(rows) => {
                part(&mut out);
                for (index, row) in rows.iter().enumerate() {
                    let cells: Vec<String> =
                        row.iter().map(|cell| cell.replace('|', "\\|").replace('*', "\\*")).collect();
                    out.push_str(&format!("| {} |\n", cells.join(" | ")));
                    if index == 0 {
                        out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
                    }
                }
                out.push('\n');
            }
        }
    }
    format!("{}\n", out.trim_end())
}

pub(crate) fn latex(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut open = 0usize;
    let close = |out: &mut String, open: &mut usize, depth: usize| {
        while *open > depth {
            *open -= 1;
            out.push_str("\\end{itemize}\n");
        }
    };
    for block in blocks {
        match block {
            Block::Item { depth, text } => {
                close(&mut out, &mut open, depth + 1);
                while open < depth + 1 {
                    out.push_str("\\begin{itemize}\n");
                    open += 1;
                }
                out.push_str(&format!("\\item {}\n", escaped(text)));
            }
            Block::Paragraph(text) => {
                close(&mut out, &mut open, 0);
                out.push_str(&format!("{}\n\n", escaped(text)));
            }
            Block::Table(rows) => {
                close(&mut out, &mut open, 0);
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                out.push_str(&format!("\\begin{{tabular}}{{{}}}\n", "l".repeat(columns)));
                for (index, row) in rows.iter().enumerate() {
                    let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
                    out.push_str(&format!(
                        "{} \\\\{}\n",
                        cells.join(" & "),
                        if index == 0 { " \\hline" } else { "" }
                    ));
                }
                out.push_str("\\end{tabular}\n\n");
            }
        }
    }
    close(&mut out, &mut open, 0);
    format!("{}\n", out.trim_end())
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    // Replaces the arrows and comparisons of rules; two hyphens stay two.
    let signs = [("->", "→"), ("<=", "≤"), (">=", "≥"), ("!=", "≠")];
    let text = signs.iter().fold(text.to_owned(), |text, (written, sign)| text.replace(written, sign));
    let mut hyphen = false;
    for c in text.chars() {
        if c == '-' && hyphen {
            out.push_str("{}");
        }
        hyphen = c == '-';
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '≡' => out.push_str("$\\equiv$"),
            '≠' => out.push_str("$\\ne$"),
            '→' => out.push_str("$\\to$"),
            '⟨' => out.push_str("$\\langle$"),
            '⟩' => out.push_str("$\\rangle$"),
            '𝒢' => out.push_str("$\\mathcal G$"),
            'ₙ' => out.push_str("$_n$"),
            '₀'..='₉' => {
                let digit = u32::from(c) - u32::from('₀');
                out.push_str(&format!("$_{digit}$"));
            }
            'Φ' => out.push_str("$\\Phi$"),
            'φ' => out.push_str("$\\varphi$"),
            'α' => out.push_str("$\\alpha$"),
            'ω' => out.push_str("$\\omega$"),
            '²' => out.push_str("$^2$"),
            '√' => out.push_str("$\\surd$"),
            '⌊' => out.push_str("$\\lfloor$"),
            '⌋' => out.push_str("$\\rfloor$"),
            '⊕' => out.push_str("$\\oplus$"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '…' => out.push_str("\\ldots{}"),
            '−' => out.push_str("$-$"),
            _ => out.push(c),
        }
    }
    out
}
