//! Explanations as a tree: blocks of texts, texts of spans, formulas as trees of their own.
//!
//! Forms of laws and claims make a [`Prose`]; the writers turn it into [plain text](Prose::text),
//! [Markdown](Prose::markdown), [LaTeX](Prose::latex), [HTML](Prose::html) and
//! [Typst](Prose::typst). A writer knows from the tree what a formula is, so what is written
//! need not be read again.
//!
//! ```
//! use bouton_prose::{Formula, Prose, say};
//!
//! let sum = Formula::nim_sum([Formula::name("h1"), Formula::name("h2")]);
//! let law = Prose::from(say!["A position is P if and only if ", sum.equals(0), "."]);
//! assert_eq!(law.text(), "A position is P if and only if h1 ⊕ h2 = 0.\n");
//! assert_eq!(law.latex(), "A position is P if and only if $h_1 \\oplus h_2 = 0$.\n");
//! assert_eq!(law.typst(), "A position is P if and only if $h_1 ⊕ h_2 = 0$.\n");
//! ```
//!
//! # Should I use this?
//!
//! Yes, to write a text with a few formulas in several formats, or to read an explanation of
//! `bouton-explain` as a tree. The formulas are those of heap games (sums, remainders, floors,
//! nim-sums, cases), and not all of mathematics. This crate has no dependencies.

mod formula;
mod html;
mod latex;
mod markdown;
mod plain;
mod text;
mod typst;
mod visible;

pub use formula::{Formula, Sign};
pub use html::HtmlOptions;
pub use text::{Span, Text};
pub use visible::visible;

/// An explanation: blocks from top to bottom.
///
/// ```
/// use bouton_prose::{Block, Formula, Prose, Sign, say};
///
/// let rest = Formula::remainder(Formula::name("h1"), 4);
/// let law = say!["P if ", rest.related(Sign::Equal, 0), ", else N."];
/// let prose = Prose::from(vec![Block::Paragraph(law)]);
/// assert_eq!(prose.text(), "P if h1 mod 4 = 0, else N.\n");
/// assert_eq!(prose.latex(), "P if $h_1 \\bmod 4 = 0$, else N.\n");
/// assert_eq!(prose.typst(), "P if $h_1 mod 4 = 0$, else N.\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose {
    blocks: Vec<Block>,
}

/// A block of an explanation.
///
/// ```
/// use bouton_prose::{Block, Prose};
///
/// let (head, row) = (vec!["n".into(), "g".into()], vec!["0".into(), "1".into()]);
/// let table = Block::Table { head, rows: vec![row] };
/// let prose = Prose::from(vec![Block::Paragraph("Values:".into()), table]);
/// assert_eq!(prose.text(), "Values:\n\n  n  g\n  0  1\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A sentence or two.
    Paragraph(Text),
    /// An item of a nested list.
    Item {
        /// The depth, from 0.
        depth: usize,
        /// The text.
        text: Text,
    },
    /// A table with a row of headings; all rows have as many cells.
    Table {
        /// The headings.
        head: Vec<Text>,
        /// The other rows.
        rows: Vec<Vec<Text>>,
    },
    /// The first values of a sequence of numbers.
    Values {
        /// The values.
        values: Vec<u64>,
        /// The length of the sequence, if it has more values than these.
        of: Option<usize>,
    },
    /// A square or rectangle of numbers without headings.
    Grid(Vec<Vec<u64>>),
    /// A formula on a line of its own that restates a sentence. Plain text, which has no means of setting it,
    /// leaves it out.
    Display(Formula),
    /// A definition, a theorem, a lemma or a proof.
    Named {
        /// Its kind.
        kind: Named,
        /// Its title, which may be empty.
        title: Text,
        /// Its blocks.
        body: Prose,
    },
    /// A publication that is cited.
    Source {
        /// The citation.
        citation: Text,
        /// Its entry for BibTeX, which LaTeX alone writes.
        entry: String,
    },
}

/// The kind of a part of a paper that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A definition.
    Definition,
    /// A theorem.
    Theorem,
    /// A lemma.
    Lemma,
    /// A proof.
    Proof,
}

impl Named {
    /// The name in words, `Theorem`.
    fn name(self) -> &'static str {
        match self {
            Self::Definition => "Definition",
            Self::Theorem => "Theorem",
            Self::Lemma => "Lemma",
            Self::Proof => "Proof",
        }
    }

    /// The name with a title, `Theorem (nim)`, and a point.
    fn headed(self, title: &str) -> String {
        match self {
            _ if title.is_empty() => format!("{}.", self.name()),
            Self::Proof => format!("{} {title}.", self.name()),
            _ => format!("{} ({title}).", self.name()),
        }
    }
}

impl From<Vec<Block>> for Prose {
    fn from(blocks: Vec<Block>) -> Self {
        Self { blocks }
    }
}

impl From<Text> for Prose {
    fn from(text: Text) -> Self {
        Self { blocks: vec![Block::Paragraph(text)] }
    }
}

impl Extend<Block> for Prose {
    fn extend<I: IntoIterator<Item = Block>>(&mut self, blocks: I) {
        self.blocks.extend(blocks);
    }
}

impl IntoIterator for Prose {
    type Item = Block;
    type IntoIter = std::vec::IntoIter<Block>;

    fn into_iter(self) -> Self::IntoIter {
        self.blocks.into_iter()
    }
}

impl Prose {
    /// The blocks from top to bottom.
    ///
    /// ```
    /// use bouton_prose::{Block, Prose, say};
    ///
    /// let prose = Prose::from(say!["One sentence."]);
    /// assert!(matches!(prose.blocks(), [Block::Paragraph(_)]));
    /// ```
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Plain text with aligned tables.
    ///
    /// ```
    /// use bouton_prose::{Block, Prose};
    ///
    /// let items = ["first", "second"].map(|text| Block::Item { depth: 0, text: text.into() });
    /// assert_eq!(Prose::from(items.to_vec()).text(), "- first\n- second\n");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        plain::text(&self.blocks)
    }

    /// Markdown with tables and mathematics in the manner of GitHub.
    ///
    /// ```
    /// use bouton_prose::{Block, Prose};
    ///
    /// let (head, row) = (vec!["n".into(), "g".into()], vec!["0".into(), "1".into()]);
    /// let table = Block::Table { head, rows: vec![row] };
    /// assert_eq!(Prose::from(vec![table]).markdown(), "| n | g |\n|---|---|\n| 0 | 1 |\n");
    /// ```
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::markdown(&self.blocks)
    }

    /// LaTeX, for a document that loads `amsmath` and `booktabs`; for [named parts](Block::Named) `amsthm`,
    /// with the environments `definition`, `theorem` and `lemma`. With named parts it begins with a comment that says so.
    ///
    /// ```
    /// use bouton_prose::{Formula, Prose, say};
    ///
    /// let sum = Formula::nim_sum([Formula::name("h1"), Formula::name("h2")]);
    /// assert_eq!(Prose::from(say!["P if ", sum.equals(0), "."]).latex(), "P if $h_1 \\oplus h_2 = 0$.\n");
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        latex::preamble(&self.blocks) + &latex::latex(&self.blocks)
    }

    /// HTML, with formulas in MathML.
    ///
    /// ```
    /// use bouton_prose::{Formula, Prose, say};
    ///
    /// let html = Prose::from(say!["P if ", Formula::name("n").equals(0), "."]).html();
    /// assert_eq!(html, "<p>P if <math><mi>n</mi><mo>=</mo><mn>0</mn></math>.</p>\n");
    /// ```
    #[must_use]
    pub fn html(&self) -> String {
        self.html_with(&HtmlOptions::default())
    }

    /// HTML with labels for the parts that may be scrolled.
    ///
    /// ```
    /// use bouton_prose::{Block, HtmlOptions, Prose};
    ///
    /// let table = Prose::from(vec![Block::Grid(vec![vec![0, 1], vec![1, 0]])]);
    /// let html = table.html_with(&HtmlOptions { table: "Tabelle", formula: "Formel" });
    /// assert!(html.contains("aria-label=\"Tabelle\""));
    /// ```
    #[must_use]
    pub fn html_with(&self, options: &HtmlOptions<'_>) -> String {
        html::html(&self.blocks, options)
    }

    /// Typst.
    ///
    /// ```
    /// use bouton_prose::{Block, Prose};
    ///
    /// let grid = Prose::from(vec![Block::Grid(vec![vec![0, 1], vec![1, 0]])]);
    /// assert_eq!(grid.typst(), "$ mat(delim: #none, 0, 1; 1, 0) $\n");
    /// ```
    #[must_use]
    pub fn typst(&self) -> String {
        typst::typst(&self.blocks)
    }

    /// Items in one line, nested ones in parentheses; `None` if there are other blocks.
    ///
    /// ```
    /// use bouton_prose::{Block, Prose};
    ///
    /// let items = [(0, "even:"), (1, "at most 4"), (0, "odd")];
    /// let items = items.map(|(depth, text)| Block::Item { depth, text: text.into() });
    /// assert_eq!(Prose::from(items.to_vec()).line().unwrap().to_string(), "even (at most 4); odd");
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<Text> {
        let mut out = Text::new();
        let mut open = 0;
        for block in &self.blocks {
            let Block::Item { depth, text } = block else { return None };
            if *depth > open {
                out.push(" (");
            } else {
                out.push(")".repeat(open - depth));
                if !out.is_empty() {
                    out.push("; ");
                }
            }
            out.push(text.clone().without_colon());
            open = *depth;
        }
        out.push(")".repeat(open));
        (!out.is_empty()).then_some(out)
    }
}
