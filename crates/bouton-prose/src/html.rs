//! HTML, with formulas in MathML.

use crate::{Block, Formula, Span, Text};

/// Labels of the page that shows an explanation.
///
/// ```
/// use bouton_prose::HtmlOptions;
///
/// assert_eq!(HtmlOptions::default().table, "Table");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HtmlOptions<'a> {
    /// The label of a table.
    pub table: &'a str,
    /// The label of a formula on a line of its own.
    pub formula: &'a str,
}

impl Default for HtmlOptions<'_> {
    fn default() -> Self {
        Self { table: "Table", formula: "Formula" }
    }
}

impl Text {
    /// The text as HTML, within a paragraph of a page.
    ///
    /// ```
    /// use bouton_prose::Text;
    ///
    /// assert_eq!(Text::code("--digits most").html(), "<code>--digits most</code>");
    /// ```
    #[must_use]
    pub fn html(&self) -> String {
        let mut out = String::new();
        for span in self.spans() {
            match span {
                Span::Words(words) | Span::Rules(words) => escape(&mut out, words),
                Span::Emphasis(words) => element(&mut out, "em", |out| escape(out, words)),
                Span::Code(code) => element(&mut out, "code", |out| escape(out, code)),
                // A number alone looks the same as a word.
                Span::Formula(formula) if formula.is_number() => escape(&mut out, &formula.to_string()),
                Span::Formula(formula) => element(&mut out, "math", |out| math(out, formula)),
            }
        }
        out
    }
}

pub(super) fn html(blocks: &[Block], options: &HtmlOptions<'_>) -> String {
    let mut out = String::new();
    let mut rest = blocks;
    while let [first, others @ ..] = rest {
        rest = others;
        match first {
            Block::Item { .. } => {
                let all = 1 + others.iter().take_while(|block| matches!(block, Block::Item { .. })).count();
                let items: Vec<(usize, &Text)> = blocks[blocks.len() - others.len() - 1..][..all]
                    .iter()
                    .filter_map(|block| match block {
                        Block::Item { depth, text } => Some((*depth, text)),
                        _ => None,
                    })
                    .collect();
                list(&mut out, &items);
                rest = &others[all - 1..];
            }
            Block::Paragraph(text) => {
                element(&mut out, "p", |out| out.push_str(&text.html()));
                out.push('\n');
            }
            Block::Table { head, rows } => scrolled(&mut out, "scroll", options.table, |out| {
                element(out, "table", |out| {
                    element(out, "thead", |out| row(out, "th scope=\"col\"", head.iter().map(Text::html)));
                    element(out, "tbody", |out| {
                        rows.iter().for_each(|cells| row(out, "td", cells.iter().map(Text::html)));
                    });
                });
            }),
            Block::Values { values, of } => {
                let mut values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.extend(of.map(|of| format!("… ({of} in all)")));
                element(&mut out, "p class=\"values\"", |out| escape(out, &values.join(", ")));
                out.push('\n');
            }
            Block::Grid(rows) => scrolled(&mut out, "scroll", options.table, |out| {
                element(out, "table", |out| {
                    element(out, "tbody", |out| {
                        rows.iter().for_each(|cells| row(out, "td", cells.iter().map(ToString::to_string)));
                    });
                });
            }),
            Block::Named { kind, title, body } => {
                let class = kind.name().to_lowercase();
                element(&mut out, &format!("section class=\"{class}\""), |out| {
                    let head = kind.headed(&title.html());
                    element(out, "p", |out| element(out, "strong", |out| out.push_str(&head)));
                    out.push_str(&html(body.blocks(), options));
                });
                out.push('\n');
            }
            Block::Source { citation, .. } => {
                element(&mut out, "p class=\"source\"", |out| out.push_str(&citation.html()));
                out.push('\n');
            }
            Block::Display(formula) => scrolled(&mut out, "formula", options.formula, |out| {
                element(out, "math display=\"block\"", |out| math(out, formula));
            }),
        }
    }
    out
}

/// Writes a part that may be wider than the page.
fn scrolled(out: &mut String, class: &str, label: &str, inside: impl FnOnce(&mut String)) {
    out.push_str(&format!("<div class=\"{class}\" tabindex=\"0\" role=\"group\" aria-label=\""));
    escape(out, label);
    out.push_str("\">");
    inside(out);
    out.push_str("</div>\n");
}

fn row(out: &mut String, tag: &str, cells: impl Iterator<Item = String>) {
    element(out, "tr", |out| cells.for_each(|cell| element(out, tag, |out| out.push_str(&cell))));
    if tag == "td" {
        out.push('\n');
    }
}

/// Items with their nested items.
fn list(out: &mut String, items: &[(usize, &Text)]) {
    let Some(depth) = items.iter().map(|item| item.0).min() else { return };
    element(out, "ul", |out| {
        let mut rest = items;
        while let [(_, text), others @ ..] = rest {
            let below = others.iter().take_while(|item| item.0 > depth).count();
            element(out, "li", |out| {
                out.push_str(&text.html());
                list(out, &others[..below]);
            });
            rest = &others[below..];
        }
    });
}

/// An element; the tag may have attributes.
fn element(out: &mut String, tag: &str, inside: impl FnOnce(&mut String)) {
    out.push_str(&format!("<{tag}>"));
    inside(out);
    out.push_str(&format!("</{}>", tag.split(' ').next().unwrap_or(tag)));
}

fn escape(out: &mut String, words: &str) {
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

fn tagged(out: &mut String, tag: &str, words: &str) {
    element(out, tag, |out| escape(out, words));
}

/// A sign; brackets keep their size.
fn sign(out: &mut String, sign: &str) {
    let tag = if matches!(sign, "(" | ")") { "mo stretchy=\"false\"" } else { "mo" };
    tagged(out, tag, sign);
}

/// A part of a formula that is one element.
fn row_of(out: &mut String, inside: impl FnOnce(&mut String)) {
    element(out, "mrow", inside);
}

fn bracketed(out: &mut String, formula: &Formula, needed: bool) {
    if needed {
        between(out, "(", ")", |out| math(out, formula));
    } else {
        math(out, formula);
    }
}

fn between(out: &mut String, open: &str, close: &str, inside: impl FnOnce(&mut String)) {
    row_of(out, |out| {
        sign(out, open);
        inside(out);
        sign(out, close);
    });
}

fn joined(out: &mut String, all: &[Formula], with: &str) {
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            sign(out, with);
        }
        math(out, one);
    }
}

/// A formula as elements in a row.
fn math(out: &mut String, formula: &Formula) {
    match formula {
        Formula::Number(number) => tagged(out, "mn", number),
        Formula::Variable { name, number: None } => tagged(out, "mi", name),
        Formula::Variable { name, number: Some(number) } => element(out, "msub", |out| {
            tagged(out, "mi", name);
            tagged(out, "mn", number);
        }),
        Formula::Outcome(outcome) => tagged(out, "mi mathvariant=\"normal\"", outcome),
        Formula::Words(words) => tagged(out, "mtext", words),
        Formula::Sum(terms) => {
            for (index, (subtracted, term)) in terms.iter().enumerate() {
                if index > 0 || *subtracted {
                    sign(out, if *subtracted { "−" } else { "+" });
                }
                bracketed(out, term, term.needs_brackets_in_sum(*subtracted));
            }
        }
        Formula::Product(factors, _) => {
            for factor in factors {
                bracketed(out, factor, factor.needs_brackets_in_product());
            }
        }
        Formula::NimSum(terms) => {
            for (index, term) in terms.iter().enumerate() {
                if index > 0 {
                    sign(out, "⊕");
                }
                bracketed(out, term, term.needs_brackets_in_nim_sum());
            }
        }
        Formula::Remainder(of, modulus) => {
            bracketed(out, of, of.needs_brackets_in_remainder());
            tagged(out, "mo lspace=\"0.3em\" rspace=\"0.3em\"", "mod");
            bracketed(out, modulus, modulus.needs_brackets_in_remainder());
        }
        Formula::Quotient(of, divisor) => {
            bracketed(out, of, of.needs_brackets_in_remainder());
            sign(out, "/");
            bracketed(out, divisor, divisor.needs_brackets_in_remainder());
        }
        Formula::Floor(of) => between(out, "⌊", "⌋", |out| math(out, of)),
        Formula::Root(of) => element(out, "msqrt", |out| math(out, of)),
        Formula::Power(base, exponent) => element(out, "msup", |out| {
            row_of(out, |out| math(out, base));
            row_of(out, |out| math(out, exponent));
        }),
        Formula::Index(name, index) => element(out, "msub", |out| {
            row_of(out, |out| math(out, name));
            row_of(out, |out| math(out, index));
        }),
        Formula::Apply(function, arguments) => {
            math(out, function);
            between(out, "(", ")", |out| joined(out, arguments, ","));
        }
        Formula::Tuple(all) | Formula::Position(all) => between(out, "(", ")", |out| joined(out, all, ",")),
        Formula::Row(all) => between(out, "⟨", "⟩", |out| joined(out, all, ",")),
        Formula::Set(all) => between(out, "{", "}", |out| joined(out, all, ",")),
        Formula::List(all) => joined(out, all, ","),
        Formula::Range(first, last) => {
            if let Some(all) = Formula::of_short_range(first, last) {
                return joined(out, &all, ",");
            }
            math(out, first);
            for part in [",", "…", ","] {
                sign(out, part);
            }
            math(out, last);
        }
        Formula::Dots => sign(out, "…"),
        Formula::Relation(first, chain) => {
            math(out, first);
            for (relation, other) in chain {
                sign(out, &relation.character().to_string());
                math(out, other);
            }
        }
        Formula::Congruence(one, other, modulus) => {
            math(out, one);
            sign(out, "≡");
            math(out, other);
            out.push_str("<mspace width=\"0.5em\"></mspace>");
            between(out, "(", ")", |out| {
                tagged(out, "mi mathvariant=\"normal\"", "mod");
                out.push_str("<mspace width=\"0.3em\"></mspace>");
                math(out, modulus);
            });
        }
        Formula::Cases(cases, otherwise) => row_of(out, |out| {
            sign(out, "{");
            element(out, "mtable columnalign=\"left left\"", |out| {
                for (value, when) in cases {
                    case(out, value, "if", Some(when));
                }
                case(out, otherwise, "otherwise", None);
            });
        }),
        Formula::Beside(all) => {
            for (index, one) in all.iter().enumerate() {
                if index > 0 {
                    out.push_str("<mspace width=\"1.5em\"></mspace>");
                }
                row_of(out, |out| math(out, one));
            }
        }
    }
}

/// A line of a definition by cases.
fn case(out: &mut String, value: &Formula, word: &str, when: Option<&Formula>) {
    element(out, "mtr", |out| {
        element(out, "mtd", |out| math(out, value));
        element(out, "mtd", |out| {
            out.push_str("<mspace width=\"1em\"></mspace>");
            tagged(out, "mtext", word);
            if let Some(when) = when {
                out.push_str("<mspace width=\"0.4em\"></mspace>");
                row_of(out, |out| math(out, when));
            }
        });
    });
}
