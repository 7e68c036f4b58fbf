//! A proved law in words, as an automaton, or for another tool; or the code of a fault in words.

use serde::Deserialize;

use super::{
    Asker, Digits, Document, Format, OpenSubject, ProvedValue, Question, Verdict, Work,
    letters::{self, About},
    theorem,
};
use crate::{
    DigitOrder, Drawing, Error, ErrorKind, LetterTheorem, Theorem, TheoremError, Tool, Wording, document,
    letter_settings,
    picture::{HeatMap, Theme},
    rules::{DiagnosticCode, looks_like_a_code},
    words::faults,
};

/// Explain a proved law in words and as a table, or the code of a fault in rules
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Explain {
    /// A certificate, a game (its law is then proved first), or the code of a fault in rules, such as E0402
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: OpenSubject,
    /// The value, if a law is to be proved [default: outcome]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default)]
    pub value: Option<ProvedValue>,
    /// Show the automaton, reading digits in this order (as text, a table of its states)
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "ORDER"))]
    #[serde(default)]
    pub digits: Option<Digits>,
    /// The control state in which reading begins, for hoa and walnut, as in `3,4:used` [default: the first]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[serde(default)]
    pub control: Option<String>,
    /// Use the colours of a dark page (pictures)
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub dark: bool,
}

/// The most states of an automaton in the other digit order, unless the states of a law are limited.
const MAX_STATES: usize = 100_000;

/// The largest heap, and the largest number for a letter, in a picture.
pub const SIDE_OF_LETTERS: u64 = 48;

/// The tool that a format is for.
fn tool(format: Format) -> Option<Tool> {
    match format {
        Format::Hoa => Some(Tool::Hoa),
        Format::Walnut => Some(Tool::Walnut),
        Format::Mona => Some(Tool::Mona),
        _ => None,
    }
}

impl Question for Explain {
    const NAME: &'static str = "explain";
    const EXAMPLE: &'static str = r#"{"game": "take-three"}"#;
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take at most h1 from 2 heaps"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "heaps": 5}"#];
    const DOCUMENTS: &'static [Document] = &[
        Document::of::<document::Explain>(),
        Document::of::<document::ExplainLetters>(),
        Document::of::<document::EveryNumberInWords>(),
        Document::of::<document::PeriodInWords>(),
        Document::of::<document::QuotientInWords>(),
        Document::of::<document::AutomatonDiagram>(),
        Document::of::<document::CodeInWords>(),
        Document::of::<document::LawAsClaim>(),
    ];
    const FORMATS: &'static [Format] = Format::LAW;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let form = asker.form();
        if self.dark && !matches!(form, Format::Svg | Format::Png) {
            let why = "{dark}, {axes} and {p-positions} are for pictures; say {format svg}, too";
            return Err(Error::usage(why).into());
        }
        if looks_like_a_code(&self.subject.game) {
            return self.code(asker);
        }
        let tool = tool(form);
        let one_form = tool.is_some() || form == Format::Claim;
        if one_form && self.digits.is_some() || tool.is_none() && self.control.is_some() {
            let why = "{control} is for {format hoa} and walnut, {digits} for other forms";
            return Err(Error::usage(why).into());
        }
        asker.begin("proving");
        // By default, an automaton is about a fixed number of heaps.
        let drawn = matches!(form, Format::Dot | Format::Svg | Format::Png);
        let of_words = tool.is_none() && self.digits.is_none() && !drawn && form != Format::Claim;
        let every_number = of_words || self.subject.all_heaps();
        let Some(theorem) = self.theorem(every_number, asker)? else { return Ok(Verdict::Done) };
        if let Some(tool) = tool {
            let document = match asker.room() {
                Some(most) => theorem.export_within(tool, self.control.as_deref(), most),
                None => theorem.export(tool, self.control.as_deref()),
            };
            let document = document.map_err(Error::from)?;
            return give(&document.text, &document, asker);
        }
        if form == Format::Claim {
            let document = theorem
                .as_claim(self.value == Some(ProvedValue::Grundy), &asker.watch())
                .map_err(Error::from)?;
            return give(&format!("{}\n", document.text), &document, asker);
        }
        let drawing = match form {
            Format::Dot => Some(Drawing::Dot),
            Format::Svg | Format::Png => Some(Drawing::Svg(Theme::new(self.dark))),
            _ => self.digits.map(|_| Drawing::Table),
        };
        let of_heaps = theorem.quotient().is_some() || theorem.period().is_some();
        if of_heaps && drawing.is_some() {
            let why = "a law of single heaps is not an automaton: it is written with {format text}, markdown, latex, html, typst or json";
            return Err(Error::usage(why).of_kind(ErrorKind::Format).into());
        }
        if let Some(drawing) = drawing {
            return self.automaton(&theorem, drawing, asker);
        }
        let wording = form.wording().unwrap_or(Wording::Text);
        theorem.find_words(&asker.watch()).map_err(Error::from)?;
        let text = theorem.explain(wording);
        if let Some(document) = theorem.every_number_document() {
            return give(&text, &document, asker);
        }
        match (theorem.explain_document(), theorem.period_document()) {
            (Some(document), _) => give(&text, &document, asker),
            (None, Some(document)) => give(&text, &document, asker),
            (None, None) => give(&text, &theorem.quotient_document(), asker),
        }
    }
}

/// Gives the document, or its text in any other format.
fn give<A: Asker>(
    text: &str,
    document: &impl serde::Serialize,
    asker: &mut A,
) -> Result<Verdict, A::Failure> {
    match asker.format() {
        Format::Json => asker.document(document)?,
        _ => asker.text(&text)?,
    }
    Ok(Verdict::Done)
}

impl Explain {
    /// The theorem; `None` if it has letters, and was explained.
    fn theorem<A: Asker>(&self, every_number: bool, asker: &mut A) -> Result<Option<Theorem>, A::Failure> {
        let subject = &self.subject;
        let pictured = matches!(asker.form(), Format::Svg | Format::Png) && self.digits.is_none();
        let with_letters = match letters::about(subject, (self.value, pictured), asker)? {
            About::Letters(theorem) => theorem,
            About::Certificate => return theorem::of_certificate(subject, self.value, asker).map(Some),
            About::Game(game) => {
                return theorem::of_game(&game, subject, self.value, every_number, asker).map(Some);
            }
        };
        if pictured {
            self.map_of_letters(&with_letters, asker)?;
            return Ok(None);
        }
        if asker.form() == Format::Claim && self.digits.is_none() {
            let document = with_letters.as_claim(self.value == Some(ProvedValue::Grundy));
            let document = document.map_err(|error| Error::from(TheoremError::from(error)))?;
            give(&format!("{}\n", document.text), &document, asker)?;
            return Ok(None);
        }
        let Some(wording) = asker.form().wording().filter(|_| self.digits.is_none()) else {
            let why = "a theorem with letters is written with {format text}, markdown, latex, html, typst, claim, json, svg or png";
            return Err(Error::usage(why).of_kind(ErrorKind::Format).into());
        };
        give(&with_letters.written(wording), &with_letters.explain(), asker)?;
        Ok(None)
    }

    /// The picture of a theorem with letters, over the heap and one letter.
    fn map_of_letters<A: Asker>(&self, theorem: &LetterTheorem, asker: &mut A) -> Result<(), A::Failure> {
        let watch = asker.watch();
        // The numbers of an example, where none are given.
        let set = match &self.subject.set[..] {
            [] => HeatMap::example_letters(theorem, SIDE_OF_LETTERS, &watch),
            given => letter_settings(given),
        };
        let set = set.map_err(Error::from)?;
        let map = HeatMap::of_letters(theorem, &set, SIDE_OF_LETTERS, &watch).map_err(Error::from)?;
        let picture = map.picture(&Theme::new(self.dark), &watch).map_err(Error::from)?;
        if asker.format() != Format::Json {
            return asker.picture(&picture, asker.form() == Format::Png);
        }
        let text = picture.svg(&watch).map_err(Error::from)?;
        asker.document(&document::ExplainLetters { text, ..theorem.explain() })
    }

    /// Explains the code of a fault in rules.
    fn code<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let code = self.subject.game.parse::<DiagnosticCode>();
        let code = code.map_err(|error| Error::question(error.to_string()).of_kind(ErrorKind::Code))?;
        let plain = matches!(asker.form(), Format::Text | Format::Json);
        let asked = self.value.is_some() || self.digits.is_some() || self.control.is_some();
        if !plain || asked || self.subject.heaps().is_some() || !self.subject.set.is_empty() {
            let why = "a code is explained as text or json, without other options";
            return Err(Error::usage(why).into());
        }
        give(&faults::code(code), &faults::code_document(code.explanation()), asker)
    }

    /// The law as an automaton in one of the two digit orders.
    fn automaton<A: Asker>(
        &self,
        theorem: &Theorem,
        drawing: Drawing,
        asker: &mut A,
    ) -> Result<Verdict, A::Failure> {
        let form = asker.form();
        if form.wording().is_some_and(|wording| wording != Wording::Text) {
            let why = "an automaton ({digits}) is written with {format text}, dot, svg, png or json";
            return Err(Error::usage(why).of_kind(ErrorKind::Format).into());
        }
        let watch = asker.watch();
        let order = self.digits.map_or(DigitOrder::Most, DigitOrder::from);
        let states = asker.states().unwrap_or(MAX_STATES);
        if let (Drawing::Svg(theme), false) = (drawing, asker.format() == Format::Json) {
            let picture = theorem.picture(order, &theme, states, &watch).map_err(Error::from)?;
            asker.picture(&picture, form == Format::Png)?;
            return Ok(Verdict::Done);
        }
        let document = theorem.automaton(order, drawing, states, &watch).map_err(Error::from)?;
        give(&document.text, &document, asker)
    }
}
