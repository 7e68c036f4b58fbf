//! LaTeX.

use crate::{
    Block, Formula, Named, Sign, Span, Text,
    formula::{operands, sum},
    plain::{ended, part},
};

/// The greatest depth of a list in LaTeX.
const DEPTH: usize = 4;
/// The most characters of a word of code that stays on one line.
const LONG_WORD: usize = 40;
/// The number of characters between places where the line of a longer word may end.
const BREAK: usize = 8;

/// The packages and environments that a paper needs, as a comment; nothing for a text without named parts.
pub(super) fn preamble(blocks: &[Block]) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut has_table = false;
    let mut rest: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = rest.pop() {
        match block {
            Block::Table { .. } => has_table = true,
            Block::Named { kind, body, .. } => {
                if !names.contains(&kind.name()) {
                    names.push(kind.name());
                }
                rest.extend(body.blocks().iter().rev());
            }
            _ => {}
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let tables = if has_table { ",booktabs" } else { "" };
    // The package has proofs of its own.
    let environments: Vec<String> = names
        .iter()
        .filter(|name| **name != Named::Proof.name())
        .map(|name| format!("\\newtheorem{{{}}}{{{name}}}", name.to_lowercase()))
        .collect();
    format!("% Preamble: \\usepackage{{amsmath,amsthm{tables}}} {}\n", environments.join(" "))
}

pub(super) fn latex(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut open = 0usize;
    let close = |out: &mut String, open: &mut usize, depth: usize| {
        while *open > depth {
            *open -= 1;
            out.push_str("\\end{itemize}\n");
        }
    };
    for block in blocks {
        if let Block::Item { depth, text } = block {
            let depth = (depth + 1).min(DEPTH);
            close(&mut out, &mut open, depth);
            while open < depth {
                out.push_str("\\begin{itemize}\n");
                open += 1;
                // A list begins with an item.
                if open < depth {
                    out.push_str("\\item\n");
                }
            }
            out.push_str(&format!("\\item {}\n", inline(text)));
            continue;
        }
        close(&mut out, &mut open, 0);
        part(&mut out);
        match block {
            Block::Item { .. } => {}
            Block::Paragraph(text) => out.push_str(&format!("{}\n\n", inline(text))),
            Block::Table { head, rows } => table(&mut out, head, rows),
            Block::Values { values, of } => {
                let mut values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.extend(of.map(|_| "\\ldots".to_owned()));
                let count = of.map_or(String::new(), |of| format!(" ({of} in all)"));
                // Between formulas of one number each a line may end.
                let values: Vec<String> = values.iter().map(|value| format!("${value}$")).collect();
                out.push_str(&format!("{}{count}\n\n", values.join(", ")));
            }
            Block::Grid(rows) => {
                let columns = "r".repeat(rows.iter().map(Vec::len).max().unwrap_or(0));
                let rows: Vec<String> = rows
                    .iter()
                    .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" & "))
                    .collect();
                out.push_str(&format!(
                    "\\[ \\begin{{array}}{{{columns}}}\n{}\n\\end{{array}} \\]\n\n",
                    rows.join(" \\\\\n")
                ));
            }
            Block::Display(formula) => out.push_str(&format!("\\[ {} \\]\n\n", math(formula))),
            Block::Named { kind, title, body } => {
                let name = kind.name().to_lowercase();
                let title = match (kind, title.is_empty()) {
                    (_, true) => String::new(),
                    // The title stands in place of the word itself.
                    (Named::Proof, false) => format!("[Proof {}]", inline(title)),
                    (_, false) => format!("[{}]", inline(title)),
                };
                let body = latex(body.blocks());
                out.push_str(&format!("\\begin{{{name}}}{title}\n{body}\\end{{{name}}}\n\n"));
            }
            // An entry for a file of references, as a comment.
            Block::Source { entry, .. } => {
                entry.lines().for_each(|line| out.push_str(&format!("% {line}\n")));
            }
        }
    }
    close(&mut out, &mut open, 0);
    ended(&out)
}

fn table(out: &mut String, head: &[Text], rows: &[Vec<Text>]) {
    let line = |row: &[Text]| row.iter().map(inline).collect::<Vec<_>>().join(" & ");
    // Columns with long texts share what the others leave of a line, and have several lines.
    let widths: Vec<usize> = (0..head.len())
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(width).max().unwrap_or(0))
        .collect();
    let is_long = |width: usize| width > LONG;
    let long = widths.iter().filter(|width| is_long(**width)).count().max(1);
    let short: usize = widths.iter().filter(|width| !is_long(**width)).map(|width| width + 2).sum();
    let share = LINE.saturating_sub(short).max(LONG) * 100 / LINE / long;
    let column = |width: &usize| match is_long(*width) {
        true => format!("p{{0.{share:02}\\linewidth}}"),
        false => "l".to_owned(),
    };
    let columns: String = widths.iter().map(column).collect();
    out.push_str(&format!("\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n"));
    out.push_str(&format!("{} \\\\\n\\midrule\n", line(head)));
    for row in rows {
        // A bracket after a line break would be read as its argument.
        let row = line(row);
        let guard = if row.starts_with('[') { "{}" } else { "" };
        out.push_str(&format!("{guard}{row} \\\\\n"));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n\\end{center}\n\n");
}

/// The number of characters of a line, and the most in a column without breaks.
const LINE: usize = 80;
const LONG: usize = 32;

/// The number of characters of a text, about as wide as in print.
fn width(text: &Text) -> usize {
    text.to_string().chars().count()
}

/// A text in one line.
fn inline(text: &Text) -> String {
    let mut out = String::new();
    for span in text.spans() {
        match span {
            Span::Words(words) => out.push_str(&escaped(words)),
            Span::Emphasis(words) => out.push_str(&format!("\\emph{{{}}}", escaped(words))),
            Span::Code(code) => out.push_str(&format!("\\texttt{{{}}}", breakable(code))),
            Span::Rules(rules) => {
                let signs = [("->", "→"), ("<=", "≤"), (">=", "≥"), ("!=", "≠")];
                let rules = signs.iter().fold(rules.clone(), |text, (typed, sign)| text.replace(typed, sign));
                out.push_str(&escaped(&rules));
            }
            Span::Formula(formula) => out.push_str(&format!("${}$", math(formula))),
        }
    }
    out
}

/// A sign outside ASCII, in mathematics.
fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '≤' => "\\le",
        '≥' => "\\ge",
        '≡' => "\\equiv",
        '≠' => "\\ne",
        '→' => "\\to",
        '⟨' => "\\langle",
        '⟩' => "\\rangle",
        '𝒢' => "\\mathcal{G}",
        'ₙ' => "_n",
        'Φ' => "\\Phi",
        'φ' => "\\varphi",
        'α' => "\\alpha",
        'ω' => "\\omega",
        '²' => "^2",
        '√' => "\\surd",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '⊕' => "\\oplus",
        '∈' => "\\in",
        '×' => "\\times",
        '·' => "\\cdot",
        '−' => "-",
        _ => return None,
    })
}

/// Words in which nothing is a command of LaTeX.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    let mut hyphen = false;
    for c in words.chars() {
        // Two hyphens would become a dash.
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
            '`' => out.push_str("\\textasciigrave{}"),
            '<' | '>' => out.push_str(&format!("${c}$")),
            '₀'..='₉' => out.push_str(&format!("$_{}$", u32::from(c) - u32::from('₀'))),
            '…' => out.push_str("\\ldots{}"),
            _ => match sign(c) {
                Some(sign) => out.push_str(&format!("${sign}$")),
                None => out.push(c),
            },
        }
    }
    out
}

/// Code in which a line may end within a long word, as in the identity of a certificate.
fn breakable(code: &str) -> String {
    let word = |word: &str| {
        if word.len() <= LONG_WORD {
            return escaped(word);
        }
        let characters: Vec<char> = word.chars().collect();
        let parts = characters.chunks(BREAK).map(|part| escaped(&part.iter().collect::<String>()));
        // A break between two parts, and a little space that may fill the line before it.
        parts.collect::<Vec<_>>().join("\\hspace{0pt plus 2pt}")
    };
    code.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A name in mathematics; several letters are one name.
fn name(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) => sign(only).map_or_else(|| escaped(name), str::to_owned),
        _ => format!("\\mathit{{{}}}", escaped(name)),
    }
}

fn bracketed(formula: &Formula, needed: bool) -> String {
    if needed { format!("({})", math(formula)) } else { math(formula) }
}

fn joined(all: &[Formula], between: &str) -> String {
    all.iter().map(math).collect::<Vec<_>>().join(between)
}

/// A part below or above the line, in braces unless it is one character.
fn script(text: &str) -> String {
    if text.chars().count() == 1 { text.to_owned() } else { format!("{{{text}}}") }
}

fn relation(of: Sign) -> String {
    let character = of.character();
    sign(character).map_or_else(|| character.to_string(), str::to_owned)
}

/// A formula in mathematics.
pub(super) fn math(formula: &Formula) -> String {
    match formula {
        Formula::Number(number) => number.replace('−', "-"),
        Formula::Variable { name: letters, number } => match number {
            Some(number) => format!("{}_{}", name(letters), script(number)),
            None => name(letters),
        },
        Formula::Outcome(outcome) => format!("\\mathrm{{{}}}", escaped(outcome)),
        Formula::Words(words) => format!("\\text{{{}}}", escaped(words)),
        Formula::Sum(terms) => sum(terms, "-", bracketed),
        Formula::Product(factors, _) => operands(factors, " ", Formula::needs_brackets_in_product, bracketed),
        Formula::NimSum(terms) => operands(terms, " \\oplus ", Formula::needs_brackets_in_nim_sum, bracketed),
        Formula::Remainder(of, by) => {
            operands([&**of, by], " \\bmod ", Formula::needs_brackets_in_remainder, bracketed)
        }
        Formula::Quotient(of, by) => {
            operands([&**of, by], "/", Formula::needs_brackets_in_remainder, bracketed)
        }
        Formula::Floor(of) => format!("\\lfloor {} \\rfloor", math(of)),
        Formula::Power(base, exponent) => format!("{{{}}}^{{{}}}", math(base), math(exponent)),
        Formula::Root(of) => format!("\\sqrt{{{}}}", math(of)),
        Formula::Index(name, index) => format!("{}_{}", math(name), script(&math(index))),
        Formula::Apply(function, arguments) => format!("{}({})", math(function), joined(arguments, ", ")),
        Formula::Tuple(all) | Formula::Position(all) => format!("({})", joined(all, ", ")),
        Formula::Row(all) => format!("\\langle {} \\rangle", joined(all, ", ")),
        Formula::Set(all) => format!("\\{{{}\\}}", joined(all, ", ")),
        Formula::List(all) => joined(all, ", "),
        Formula::Range(first, last) => match Formula::of_short_range(first, last) {
            Some(all) => math(&Formula::List(all)),
            None => format!("{}, \\ldots, {}", math(first), math(last)),
        },
        Formula::Dots => "\\ldots".to_owned(),
        Formula::Relation(first, chain) => chain
            .iter()
            .fold(math(first), |out, (sign, other)| format!("{out} {} {}", relation(*sign), math(other))),
        Formula::Congruence(one, other, modulus) => {
            format!("{} \\equiv {} \\;(\\mathrm{{mod}}\\ {})", math(one), math(other), math(modulus))
        }
        Formula::Cases(cases, otherwise) => {
            let mut lines: Vec<String> = cases
                .iter()
                .map(|(value, when)| format!("{} & \\text{{if }} {}", math(value), math(when)))
                .collect();
            lines.push(format!("{} & \\text{{otherwise}}", math(otherwise)));
            format!("\\begin{{cases}} {} \\end{{cases}}", lines.join(" \\\\ "))
        }
        Formula::Beside(all) => joined(all, " \\quad "),
    }
}
