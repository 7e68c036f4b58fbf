//! Typst.

use crate::{
    Block, Formula, Span, Text,
    formula::{operands, sum},
    plain::{ended, part},
};

/// The longest word of code that is not broken, in characters.
const LONGEST_WORD: usize = 40;

pub(super) fn typst(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        if !matches!(block, Block::Item { .. }) {
            part(&mut out);
        }
        match block {
            Block::Paragraph(text) => out.push_str(&format!("{}\n\n", inline(text))),
            Block::Item { depth, text } => {
                out.push_str(&format!("{}- {}\n", "  ".repeat(*depth), inline(text)));
            }
            Block::Table { head, rows } => {
                out.push_str(&format!("#table(\n  columns: {},\n", head.len()));
                for (index, row) in std::iter::once(head).chain(rows).enumerate() {
                    let cells: Vec<String> = row.iter().map(|cell| format!("[{}]", inline(cell))).collect();
                    let cells = cells.join(", ");
                    let line = if index == 0 { format!("table.header({cells})") } else { cells };
                    out.push_str(&format!("  {line},\n"));
                }
                out.push_str(")\n\n");
            }
            Block::Values { values, of } => {
                let mut values: Vec<String> = values.iter().map(|value| format!("${value}$")).collect();
                values.extend(of.map(|of| format!("… ({of} in all)")));
                out.push_str(&format!("{}\n\n", values.join(", ")));
            }
            Block::Grid(rows) => {
                let rows: Vec<String> = rows
                    .iter()
                    .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
                    .collect();
                out.push_str(&format!("$ mat(delim: #none, {}) $\n\n", rows.join("; ")));
            }
            Block::Display(formula) => out.push_str(&format!("$ {} $\n\n", math(formula))),
            Block::Named { kind, title, body } => {
                out.push_str(&format!("*{}* {}\n", kind.headed(&inline(title)), typst(body.blocks())));
            }
            Block::Source { citation, .. } => out.push_str(&format!("{}.\n\n", inline(citation))),
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
            Span::Emphasis(words) => out.push_str(&format!("#emph[{}]", escaped(words))),
            Span::Code(code) => out.push_str(&format!("`{}`", breakable(code))),
            Span::Formula(formula) => out.push_str(&format!("${}$", math(formula))),
        }
    }
    out
}

/// Code in which a line may end: a long word, such as a digest, has a space of no width after every eight characters.
fn breakable(code: &str) -> String {
    let long = |word: &str| word.chars().count() > LONGEST_WORD;
    let broken = |word: &str| {
        let all: Vec<char> = word.chars().collect();
        all.chunks(8).map(|part| part.iter().collect::<String>()).collect::<Vec<_>>().join("\u{200b}")
    };
    let words = code.split(' ').map(|word| if long(word) { broken(word) } else { word.to_owned() });
    words.collect::<Vec<_>>().join(" ")
}

/// Words in which nothing is a mark of Typst.
fn escaped(words: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in words.chars() {
        let marks = match c {
            '\\' | '#' | '$' | '*' | '_' | '`' | '<' | '>' | '@' | '[' | ']' | '~' => true,
            // Hyphens, dots and slashes mean something only where there are two.
            '-' | '/' => before == c,
            // Marks of an item or a heading.
            '+' | '=' => out.is_empty(),
            _ => false,
        };
        if marks {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// A name in mathematics; several letters are one name.
fn name(name: &str) -> String {
    if name.chars().count() == 1 { name.to_owned() } else { format!("italic({})", quoted(name)) }
}

fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('\\', "\\\\").replace('"', "\\\""))
}

fn bracketed(formula: &Formula, needed: bool) -> String {
    if needed { format!("({})", math(formula)) } else { math(formula) }
}

fn joined(all: &[Formula], between: &str) -> String {
    all.iter().map(math).collect::<Vec<_>>().join(between)
}

/// A formula in mathematics. Signs are written as such.
fn math(formula: &Formula) -> String {
    match formula {
        Formula::Number(number) => number.clone(),
        Formula::Variable { name: letters, number } => match number {
            Some(number) => format!("{}_{number}", name(letters)),
            None => name(letters),
        },
        Formula::Outcome(outcome) => format!("upright({})", quoted(outcome)),
        Formula::Words(words) => quoted(words),
        Formula::Sum(terms) => sum(terms, "-", bracketed),
        Formula::Product(factors, _) => operands(factors, " ", Formula::needs_brackets_in_product, bracketed),
        Formula::NimSum(terms) => operands(terms, " ⊕ ", Formula::needs_brackets_in_nim_sum, bracketed),
        Formula::Remainder(of, by) => {
            operands([&**of, by], " mod ", Formula::needs_brackets_in_remainder, bracketed)
        }
        Formula::Quotient(of, by) => {
            operands([&**of, by], " \\/ ", Formula::needs_brackets_in_remainder, bracketed)
        }
        Formula::Floor(of) => format!("floor({})", math(of)),
        Formula::Power(base, exponent) => {
            format!("{}^({})", bracketed(base, base.needs_brackets_in_product()), math(exponent))
        }
        Formula::Root(of) => format!("sqrt({})", math(of)),
        Formula::Index(name, index) => format!("{}_({})", math(name), math(index)),
        Formula::Apply(function, arguments) => format!("{} ({})", math(function), joined(arguments, ", ")),
        Formula::Tuple(all) | Formula::Position(all) => format!("({})", joined(all, ", ")),
        Formula::Row(all) => format!("⟨{}⟩", joined(all, ", ")),
        Formula::Set(all) => format!("{{{}}}", joined(all, ", ")),
        Formula::List(all) => joined(all, ", "),
        Formula::Range(first, last) => match Formula::of_short_range(first, last) {
            Some(all) => math(&Formula::List(all)),
            None => format!("{}, dots, {}", math(first), math(last)),
        },
        Formula::Dots => "dots".to_owned(),
        Formula::Relation(first, chain) => chain
            .iter()
            .fold(math(first), |out, (sign, other)| format!("{out} {} {}", sign.character(), math(other))),
        Formula::Congruence(one, other, modulus) => {
            format!("{} ≡ {} quad (\"mod\" {})", math(one), math(other), math(modulus))
        }
        Formula::Cases(cases, otherwise) => {
            let mut lines: Vec<String> = cases
                .iter()
                .map(|(value, when)| format!("{} & \"if\" {}", math(value), braced(when)))
                .collect();
            lines.push(format!("{} & \"otherwise\"", math(otherwise)));
            format!("cases({})", lines.join(", "))
        }
        Formula::Beside(all) => joined(all, " quad "),
    }
}

/// A formula as one argument: its commas do not end it.
fn braced(formula: &Formula) -> String {
    math(formula).replace(',', "\\,")
}
