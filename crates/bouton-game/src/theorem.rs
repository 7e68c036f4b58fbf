//! Theorems: claims that the checker has accepted, as data, in words, and as programs.

mod any_length;
mod by_hand;
mod explained;
mod export;
mod local;
pub(crate) mod local_rule;
mod open;
pub(crate) mod paper;
mod quotient;
mod stored;
mod trace;

use std::{
    path::Path,
    str::FromStr,
    sync::{Arc, OnceLock},
};

use bouton_cert::{Claim, Identity, NumbersOfHeaps, OpenClaim, QuotientClaim, StoredPeriod};
use bouton_check::Limits;
use bouton_core::{ControlState, LimitReached, Period, Space, Value, Watch};
use bouton_document::{
    self as document, AutomatonDiagram, EveryNumberInWords, Explain, PeriodInWords, QuotientInWords,
};
use bouton_draw::{Picture, PictureError, Theme, automaton};
use bouton_emit::{EmitError, Language};
use bouton_explain::{Diagram, Explanation, ExportError, NoClaim};
use bouton_families::LocalGuide;
use bouton_forms::{Base, Form};
use bouton_logic::Alike;
use bouton_prose::{Block, Formula, Prose, Sign, Text, say};
use bouton_rules::Game;
use num_bigint::BigUint;

use crate::{CheckedLaw, LawError, Playable, accepted::is_recorded, law::same_rules, terms};

use self::explained::explained;
pub use export::{Tool, UnknownTool};
use open::OpenTheorem;
pub(crate) use stored::STORED_FROM;
pub use stored::check_in;
use stored::{stored_in, stored_name};

/// A theorem about a game: a claim that `bouton-check` has accepted.
///
/// ```
/// use bouton::{Language, Theorem, Wording};
///
/// let text = bouton::bundled().iter().find(|known| known.name == "take-three.cert").unwrap().text;
/// let theorem = Theorem::check(text, &Default::default())?;
/// assert_eq!(theorem.subject(), "take-three (1 heap, normal play)");
/// assert_eq!(theorem.sentence(), "P if h1 mod 4 is 0, else N.");
/// assert!(theorem.explain(Wording::Latex).contains("take-three"));
/// assert!(theorem.emit(Language::Python)?.contains("def winning_move"));
/// assert_eq!(theorem.certificate(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Theorem {
    certificate: String,
    claim: String,
    statement: Statement,
    /// The bytes of the file that the certificate names.
    stored: Option<Arc<[u8]>>,
}

/// The statement of a theorem.
#[derive(Clone, Debug)]
enum Statement {
    Law(Box<LawInWords>),
    Period(Box<(Game, Identity, Period)>),
    Quotient(Box<(Game, Identity, QuotientClaim)>),
    EveryNumber(Box<OpenTheorem>),
}

/// A law, and its explanation once it was requested, which copies share.
#[derive(Clone, Debug)]
struct LawInWords {
    law: Arc<CheckedLaw>,
    explanation: Arc<OnceLock<Explanation>>,
}

impl LawInWords {
    fn new(law: CheckedLaw) -> Self {
        Self { law: Arc::new(law), explanation: Arc::default() }
    }

    /// Finds the explanation under a watch.
    fn explain_within(&self, watch: &Watch) -> Result<(), LimitReached> {
        if self.explanation.get().is_none() {
            let found = bouton_explain::explain_within(self.law.ruleset(), self.law.law(), watch)?;
            let _ = self.explanation.set(found);
        }
        Ok(())
    }

    fn explanation(&self) -> &Explanation {
        self.explanation.get_or_init(|| bouton_explain::explain(self.law.ruleset(), self.law.law()))
    }
}

/// The format of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Words and aligned tables.
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX, for a document that loads `amsmath`, `amsthm` and `booktabs` and has the environments
    /// `definition`, `theorem` and `lemma`.
    Latex,
    /// HTML, with formulas in MathML.
    Html,
    /// Typst.
    Typst,
}

/// The error that a name is not a format of explanations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format `{0}`: expected text, markdown, latex, html or typst")]
pub struct UnknownWording(pub String);

impl FromStr for Wording {
    type Err = UnknownWording;

    fn from_str(name: &str) -> Result<Self, UnknownWording> {
        Ok(match name {
            "text" => Self::Text,
            "markdown" => Self::Markdown,
            "latex" => Self::Latex,
            "html" => Self::Html,
            "typst" => Self::Typst,
            other => return Err(UnknownWording(other.to_owned())),
        })
    }
}

impl Wording {
    /// Writes an explanation.
    #[must_use]
    pub fn write(self, prose: &Prose) -> String {
        match self {
            Self::Text => prose.text(),
            Self::Markdown => prose.markdown(),
            Self::Latex => prose.latex(),
            Self::Html => prose.html(),
            Self::Typst => prose.typst(),
        }
    }
}

/// The order in which an automaton reads digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitOrder {
    /// The most significant digits first, as in certificates.
    Most,
    /// The least significant digits first.
    Least,
}

/// The form of a drawn automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A table of the states.
    Table,
    /// A text for Graphviz.
    Dot,
    /// A picture in these colours.
    Svg(Theme),
}

/// The reason why a theorem cannot be shown in the requested form.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TheoremError {
    /// A theorem about single heaps or any number of heaps is not an automaton that reads positions.
    #[error(
        "a theorem about single heaps or any number of heaps has no automaton that reads positions; that of a fixed number of heaps may have one"
    )]
    NoAutomaton,
    /// A law that reads numbers of ones is drawn with one order of digits only.
    #[error("a law for every number of heaps is drawn with the most significant digits first")]
    MostFirst,
    /// Another tool supports only a fixed number of heaps.
    #[error(
        "Walnut, MONA and HOA support only a fixed number of heaps, and this law is about any number of heaps; --heaps K proves the law of K heaps"
    )]
    AnyNumber,
    /// The theorem is not a law of positions.
    #[error(
        "only a law of positions, or the period of a take-and-break code, is written as a claim; this theorem is {0}"
    )]
    NoClaim(&'static str),
    /// The language of claims has no words for the law.
    #[error(transparent)]
    Claim(#[from] NoClaim),
    /// A limit was reached while words were sought.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The theorem does not apply to the position.
    #[error("the theorem does not apply to this position")]
    NoTrace,
    /// A misère quotient is a table, which cannot be emitted as a program.
    #[error("a misère quotient is a table of products, which cannot be emitted as a program")]
    NoProgram,
    /// A theorem about sums of heaps cannot be emitted as a program.
    #[error(
        "a program for any number of heaps is made where finitely many amounts may be taken from a heap or all, or a law reads the digits of all heaps; --heaps K proves a law for K heaps"
    )]
    NoProgramOfAnyLength,
    /// The period does not belong to a take-and-break game.
    #[error("the period does not belong to a take-and-break game, so that its heaps cannot be split")]
    NoCode,
    /// The automaton in the other digit order has too many states.
    #[error(transparent)]
    Reverse(#[from] bouton_automata::ReverseTooLarge),
    /// The picture has too many states, or a limit was reached while it was drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The law cannot be emitted.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// The law cannot be written for another tool.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The game does not have a control state of this name.
    #[error("there is no control state `{found}`, expected {}", if .expected.is_empty() { "none: the game has only one" } else { .expected })]
    Control {
        /// The unknown name.
        found: String,
        /// Their names.
        expected: String,
    },
    /// A formula is about all control states at once.
    #[error("a formula for MONA is about all control states at once")]
    EveryControl,
}

impl Theorem {
    /// Checks a certificate and returns its theorem.
    ///
    /// # Errors
    ///
    /// [`LawError::Refused`] if the checker does not accept it.
    pub fn check(certificate: &str, limits: &Limits) -> Result<Self, LawError> {
        Self::check_beside(certificate, None, limits)
    }

    /// Checks a certificate as [`check`](Self::check) does, with `folder` as the place of a file
    /// that the certificate names.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn check_in(certificate: &str, folder: &Path, limits: &Limits) -> Result<Self, LawError> {
        let stored = stored_in(certificate, folder, limits)?;
        Self::check_beside(certificate, stored, limits)
    }

    /// Checks a certificate as [`check`](Self::check) does, with the bytes of the file that the
    /// certificate names.
    pub(crate) fn check_beside(
        certificate: &str,
        stored: Option<Vec<u8>>,
        limits: &Limits,
    ) -> Result<Self, LawError> {
        let checked = bouton_check::check_beside(certificate, stored.as_deref(), limits)?;
        let claim = checked.claim.clone();
        let statement = match &checked.certificate.claim {
            Claim::Law(_) | Claim::Windows(_) => {
                Statement::Law(Box::new(LawInWords::new(CheckedLaw::of(checked, limits)?)))
            }
            Claim::Period(period) => {
                let period = period.clone();
                Statement::Period(Box::new((checked.game.into(), checked.certificate.id(), period)))
            }
            Claim::StoredPeriod(period) => {
                let bytes = stored.as_deref().unwrap_or_default();
                let of =
                    |cell: &[u8]| cell.iter().rev().fold(0, |value, &byte| value << 8 | Value::from(byte));
                let values = bytes.chunks_exact(usize::from(period.width)).map(of).collect();
                let StoredPeriod { length, preperiod, .. } = *period;
                let period = Period { length, preperiod, saltus: 0, values };
                Statement::Period(Box::new((checked.game.into(), checked.certificate.id(), period)))
            }
            Claim::Quotient(quotient) => {
                let quotient = quotient.clone();
                Statement::Quotient(Box::new((checked.game.into(), checked.certificate.id(), quotient)))
            }
            Claim::Open(_) => Statement::EveryNumber(Box::new(OpenTheorem::of(checked)?)),
        };
        Ok(Self { certificate: certificate.to_owned(), claim, statement, stored: stored.map(Arc::from) })
    }

    /// The name and the bytes of the file that the certificate names, if it names one.
    #[must_use]
    pub fn stored(&self) -> Option<(String, &[u8])> {
        Some((stored_name(&self.certificate)?, self.stored.as_deref()?))
    }

    /// The text of the certificate.
    #[must_use]
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// The identity of the certificate.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match &self.statement {
            Statement::Law(words) => words.law.identity(),
            Statement::Period(period) => period.1,
            Statement::Quotient(quotient) => quotient.1,
            Statement::EveryNumber(theorem) => theorem.identity,
        }
    }

    /// The proved statement, in the words of the checker.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        match &self.statement {
            Statement::Law(words) => words.law.game(),
            Statement::Period(period) => &period.0,
            Statement::Quotient(quotient) => &quotient.0,
            Statement::EveryNumber(theorem) => &theorem.game,
        }
    }

    /// The law, if the theorem is about positions.
    #[must_use]
    pub fn law(&self) -> Option<&CheckedLaw> {
        match &self.statement {
            Statement::Law(words) => Some(&words.law),
            Statement::Period(_) | Statement::Quotient(_) | Statement::EveryNumber(_) => None,
        }
    }

    /// The law, shared with the theorem.
    #[must_use]
    pub fn shared_law(&self) -> Option<Arc<CheckedLaw>> {
        match &self.statement {
            Statement::Law(words) => Some(Arc::clone(&words.law)),
            _ => None,
        }
    }

    /// The period, if the theorem is about the Grundy values of single heaps.
    #[must_use]
    pub fn period(&self) -> Option<&Period> {
        match &self.statement {
            Statement::Law(_) | Statement::Quotient(_) | Statement::EveryNumber(_) => None,
            Statement::Period(period) => Some(&period.2),
        }
    }

    /// The quotient, if the theorem is about misère play of sums of heaps.
    #[must_use]
    pub fn quotient(&self) -> Option<&QuotientClaim> {
        match &self.statement {
            Statement::Law(_) | Statement::Period(_) => None,
            Statement::Quotient(quotient) => Some(&quotient.2),
            Statement::EveryNumber(theorem) => theorem.quotient(),
        }
    }

    /// Whether the theorem is a law for every number of heaps that counts the ones in each place,
    /// perhaps with states of heaps.
    #[must_use]
    pub fn reads_all_heaps(&self) -> bool {
        match &self.statement {
            Statement::EveryNumber(theorem) => !matches!(theorem.claim, OpenClaim::Sum(_)),
            _ => false,
        }
    }

    /// Whether the theorem is a law for every number of heaps whose automaton reads the number of
    /// heaps that have a 1 in each place. Nim has such a law, too.
    #[must_use]
    pub fn reads_counts(&self) -> bool {
        matches!(&self.statement, Statement::EveryNumber(theorem) if theorem.reads_counts().is_some())
    }

    /// Returns the value of a position with any number of heaps, by a theorem for every number of
    /// heaps: the Grundy value of a sum in normal play, otherwise the outcome by number. `None` for
    /// other theorems, for a misère quotient, or for other numbers of heaps.
    ///
    /// ```
    /// use bouton::{ControlState, Ending, Game, Goal, ProveOptions, Watch, prove_every_number};
    ///
    /// let (game, options) = (Game::named("nim")?, ProveOptions::default());
    /// let ending = prove_every_number(game.rules(), Some(Goal::Outcome), &options, &Watch::unlimited())?;
    /// let Ending::Proved(proved) = ending else { panic!() };
    /// let heaps: Vec<_> = (1u32..=100).map(Into::into).collect();
    /// assert_eq!(proved.theorem.value_of_heaps(&heaps, ControlState(0)), Some(100u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value_of_heaps(&self, heaps: &[BigUint], control: ControlState) -> Option<BigUint> {
        match &self.statement {
            Statement::EveryNumber(theorem) => theorem.value(heaps, control),
            _ => None,
        }
    }

    /// The law of a single heap, if the theorem is about sums of any number of heaps in normal play.
    ///
    /// ```
    /// use bouton::{Ending, Game, Goal, ProveOptions, Watch, prove_every_number};
    ///
    /// let game = Game::named("heaps any; move take {1,3,4} from 1 heap")?;
    /// let (options, watch) = (ProveOptions::default(), Watch::unlimited());
    /// let Ending::Proved(proved) = prove_every_number(game.rules(), Some(Goal::Outcome), &options, &watch)? else {
    ///     panic!()
    /// };
    /// let one = proved.theorem.law_of_a_heap().unwrap();
    /// assert_eq!(one.law().value(bouton::ControlState(0), &[12u32.into()]), Some(3u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn law_of_a_heap(&self) -> Option<Arc<CheckedLaw>> {
        let Statement::EveryNumber(theorem) = &self.statement else { return None };
        Some(Arc::clone(&theorem.one()?.law))
    }

    /// Returns the law for other tools: of all heaps, or of a single heap if the theorem is about
    /// their sums.
    fn law_of_a_fixed_number(&self) -> Result<&CheckedLaw, TheoremError> {
        match &self.statement {
            Statement::Law(words) => Ok(&words.law),
            Statement::EveryNumber(theorem) if theorem.reads_counts().is_some() => {
                Err(TheoremError::AnyNumber)
            }
            Statement::EveryNumber(theorem) => {
                theorem.one().map(|one| &*one.law).ok_or(TheoremError::NoAutomaton)
            }
            Statement::Period(_) | Statement::Quotient(_) => Err(TheoremError::NoAutomaton),
        }
    }

    /// Returns a law for every number of heaps that counts the ones in each place, with its
    /// strategies.
    #[must_use]
    pub fn guide_for_every_number(&self) -> Option<LocalGuide> {
        let Statement::EveryNumber(theorem) = &self.statement else { return None };
        match &theorem.claim {
            OpenClaim::Sum(_) => None,
            OpenClaim::Columns(claim) => LocalGuide::of_columns(claim, &theorem.game.free_takes().ok()?),
            OpenClaim::Local(claim) => Some(LocalGuide::new(claim.clone(), theorem.game.heap_moves().ok()?)),
        }
    }

    /// Returns which numbers of heaps with a 1 in a place are equivalent, for a law of every number
    /// of heaps that these numbers decide; `None` for other theorems.
    pub(crate) fn alike_columns(&self) -> Option<Alike> {
        let Statement::EveryNumber(theorem) = &self.statement else { return None };
        match &theorem.claim {
            OpenClaim::Columns(claim) => {
                let (threshold, period) = claim.law.counts();
                Some(Alike { threshold: threshold as u64, period: period as u64 })
            }
            OpenClaim::Sum(_) => theorem.is_nim().then_some(Alike { threshold: 0, period: 2 }),
            OpenClaim::Local(claim) => local::counts(claim)
                .map(|(threshold, period)| Alike { threshold: threshold as u64, period: period as u64 }),
        }
    }

    /// Returns the values of a theorem for every number of heaps that the first column decides whose number of ones is not
    /// divisible, and whether a heap is linked; `None` for other theorems.
    pub(crate) fn by_first_column(&self) -> Option<Vec<(Value, Value)>> {
        let Statement::EveryNumber(theorem) = &self.statement else { return None };
        match &theorem.claim {
            OpenClaim::Local(claim) => local::by_first_column(claim),
            OpenClaim::Columns(_) | OpenClaim::Sum(_) => None,
        }
    }

    /// Returns which heaps have the same Grundy value in a sum of heaps whose values are periodic;
    /// `None` for other theorems.
    pub(crate) fn alike_heaps(&self) -> Option<Alike> {
        let Statement::EveryNumber(theorem) = &self.statement else { return None };
        let [law] = &theorem.one()?.explanation().laws[..] else { return None };
        let bounded = law.grundy.as_ref().is_none_or(|grundy| grundy.base == Base::Zero);
        match &law.form {
            Form::Constant(_) if bounded => Some(Alike { threshold: 0, period: 1 }),
            Form::Periodic(found) if bounded => {
                Some(Alike { threshold: found.preperiod, period: found.period })
            }
            _ => None,
        }
    }

    /// Whether the theorem is about every number of heaps, and a game is its game with one of these
    /// numbers.
    #[must_use]
    pub fn is_about_more_of(&self, playable: &Playable) -> bool {
        if !self.is_for_every_number() {
            return false;
        }
        let with = |heaps: usize| {
            self.game().with_heaps(heaps).is_ok_and(|game| same_rules(&game.text(), playable.rules()))
        };
        match playable.ruleset() {
            Some(ruleset) => with(ruleset.dimension()),
            None => same_rules(&self.game().text(), playable.rules()),
        }
    }

    /// Whether the theorem is about every number of heaps of a game that has any number of them.
    #[must_use]
    pub fn is_for_every_number(&self) -> bool {
        matches!(self.statement, Statement::EveryNumber(_))
    }

    /// The numbers of heaps that the theorem is about, if its game has any number of heaps.
    #[must_use]
    pub fn numbers_of_heaps(&self) -> Option<NumbersOfHeaps> {
        match &self.statement {
            Statement::EveryNumber(theorem) => Some(theorem.numbers_of_heaps()),
            _ => None,
        }
    }

    /// Whether the theorem is about a game: the rules are the same, except perhaps for the name of
    /// the game.
    #[must_use]
    pub fn fits(&self, playable: &Playable) -> bool {
        same_rules(&self.game().text(), &playable.game().text())
    }

    /// The name of the game, or its rules in one line.
    #[must_use]
    pub fn title(&self) -> String {
        terms::title(self.game())
    }

    /// The name of the game with its size and its convention, with which theorems begin.
    #[must_use]
    pub fn subject(&self) -> String {
        if let Statement::EveryNumber(theorem) = &self.statement {
            let convention = terms::convention_name(self.game().convention());
            return format!("{} ({}, {convention})", self.title(), theorem.numbers());
        }
        let Some(law) = self.law() else { return self.title() };
        let ruleset = law.ruleset();
        let size = match ruleset.space() {
            _ if let Some(passes) = self.game().counted_passes() => {
                let others = ruleset.coordinates().iter().filter(|name| *name != passes);
                format!("{}, {passes} passes", others.cloned().collect::<Vec<_>>().join(", "))
            }
            Space::Heaps => terms::counted(ruleset.dimension(), "heap"),
            Space::HeapSizes => format!("heap sizes 1..{}", ruleset.dimension()),
            Space::Counters => format!("counters {}", ruleset.coordinates().join(", ")),
        };
        format!("{} ({size}, {})", self.title(), terms::convention_name(ruleset.convention()))
    }

    /// Finds the words for a law under a watch, so that later statements about the theorem take
    /// little time.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn find_words(&self, watch: &Watch) -> Result<(), LimitReached> {
        match &self.statement {
            Statement::Law(words) => words.explain_within(watch),
            Statement::EveryNumber(theorem) => theorem.one().map_or(Ok(()), |one| one.explain_within(watch)),
            Statement::Period(_) | Statement::Quotient(_) => Ok(()),
        }
    }

    /// Finds the words that [`emit`](Self::emit) uses under a watch, so that emitting takes little
    /// time.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn find_closed_form(&self, watch: &Watch) -> Result<(), LimitReached> {
        match &self.statement {
            Statement::Law(words) if bouton_emit::reads_explanation(words.law.law()) => {
                words.explain_within(watch)
            }
            _ => Ok(()),
        }
    }

    /// The statement with its tables, in text.
    #[must_use]
    pub fn body(&self) -> String {
        self.statement().text().trim_end().to_owned()
    }

    /// The statement with its tables.
    #[must_use]
    pub fn statement(&self) -> Prose {
        match &self.statement {
            Statement::Law(words) => words.explanation().statements(),
            Statement::Period(period) => period_sentence(&period.2).into(),
            Statement::Quotient(quotient) => quotient::sentence(&quotient.2).into(),
            Statement::EveryNumber(theorem) => theorem.statement(),
        }
    }

    /// A remark on how the words were verified; `None` for a period, and for a law that is an
    /// automaton without words.
    #[must_use]
    pub fn remark(&self) -> Option<&'static str> {
        match &self.statement {
            Statement::Law(words) => words.explanation().remark(),
            Statement::Period(_) | Statement::Quotient(_) | Statement::EveryNumber(_) => None,
        }
    }

    /// Returns the theorem in a sentence or two, without its tables.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.in_a_sentence().to_string()
    }

    /// The [sentence](Self::sentence) as a text with formulas.
    ///
    /// ```
    /// let theorem = bouton::Game::named("take-three")?.prove()?;
    /// assert!(theorem.in_a_sentence().html().starts_with("P if <math><msub><mi>h</mi>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_a_sentence(&self) -> Text {
        match &self.statement {
            Statement::Law(words) => words.explanation().sentence(),
            Statement::Period(period) => period_sentence(&period.2),
            Statement::Quotient(quotient) => quotient::sentence(&quotient.2),
            Statement::EveryNumber(theorem) => theorem.sentence(),
        }
    }

    /// Returns the whole theorem: subject, statement with its tables, remark.
    #[must_use]
    pub fn text(&self) -> String {
        let subject = self.subject();
        match &self.statement {
            Statement::Law(words) => {
                let about = words.explanation().about();
                let remark = self.remark().map(|remark| format!("\n\n{remark}"));
                format!("Theorem. {subject}: {about}\n\n{}{}", self.body(), remark.unwrap_or_default())
            }
            Statement::Period(_) | Statement::Quotient(_) | Statement::EveryNumber(_) => {
                format!("Theorem. {subject}: {}", self.body())
            }
        }
    }

    /// Explains the theorem: the subject, the statement with its tables, the remark, the [short
    /// proof](Self::short_proof) if there is one, and whether the proof assistant Coq has accepted the
    /// theorem. In LaTeX and Typst, the explanation is the
    /// [paper](Self::paper) with definitions, lemmas and proof.
    ///
    /// ```
    /// use bouton::{Game, Wording};
    ///
    /// let text = Game::named("take-three")?.prove()?.explain(Wording::Text);
    /// assert!(text.ends_with("Coq has accepted this theorem, by the record of this version.\n"));
    /// let text = Game::named("heaps 1; move take 1..5 from 1 heap")?.prove()?.explain(Wording::Text);
    /// assert!(!text.contains("Coq"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self, wording: Wording) -> String {
        let accepted = "Coq has accepted this theorem, by the record of this version.";
        // A printed text is a paper with its proof, which says that, too.
        if let Wording::Latex | Wording::Typst = wording {
            return wording.write(&self.paper());
        }
        let mut prose = self.prose();
        prose.extend(self.proof_by_hand());
        prose.extend(self.is_recorded().then(|| Block::Paragraph(accepted.into())));
        wording.write(&prose)
    }

    /// Whether Coq has accepted the theorem of this certificate, by the record of this version.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        is_recorded(&self.identity().to_string())
    }

    /// The [explanation](Self::explain) as a tree, whose first block is the subject.
    #[must_use]
    pub fn prose(&self) -> Prose {
        match &self.statement {
            Statement::Law(words) => words.explanation().prose(),
            Statement::Period(period) => period_prose(&self.title(), &period.2),
            Statement::Quotient(quotient) => quotient::prose(say![Text::rules(self.title())], &quotient.2),
            Statement::EveryNumber(theorem) => theorem.prose(&self.title()),
        }
    }

    /// Returns the law as a claim, which [`judge_claim`](crate::judge_claim) reads, or, for every number of heaps,
    /// [`judge_claim_for_every_number`](crate::judge_claim_for_every_number). Of a sum of heaps it is a claim about
    /// outcomes, or, with `grundy`, about Grundy values.
    ///
    /// # Errors
    ///
    /// If the theorem is not a law of positions, if the language of claims has no words for the
    /// law, or if a limit is reached.
    ///
    /// ```
    /// let theorem = bouton::Game::named("take-three")?.prove()?;
    /// let claim = theorem.as_claim(false, &bouton::Watch::unlimited())?;
    /// assert_eq!(claim.text, "P iff h1 mod 4 = 0");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn as_claim(&self, grundy: bool, watch: &Watch) -> Result<document::LawAsClaim, TheoremError> {
        let text = match &self.statement {
            Statement::Law(words) => {
                words.explain_within(watch)?;
                words.explanation().claim()?
            }
            Statement::EveryNumber(theorem) => theorem.as_claim(grundy)?,
            Statement::Period(period) if period.0.code().is_some() => {
                bouton_explain::claim_of_period(&period.2, bouton_explain::MOST_CASES)?
            }
            Statement::Period(_) => return Err(TheoremError::NoClaim("the period of single heaps")),
            Statement::Quotient(_) => return Err(TheoremError::NoClaim("the misère quotient of heaps")),
        };
        Ok(document::LawAsClaim {
            game: self.title(),
            subject: self.subject(),
            certificate: self.identity().to_string(),
            text,
        })
    }

    /// Emits the strategy as a program without dependencies.
    ///
    /// # Errors
    ///
    /// If the law, or the period, cannot be emitted.
    pub fn emit(&self, language: Language) -> Result<String, TheoremError> {
        let certificate = self.identity().to_string();
        let program = match &self.statement {
            Statement::Quotient(_) => return Err(TheoremError::NoProgram),
            Statement::EveryNumber(theorem) => return theorem.emit(&certificate, language),
            Statement::Law(words) => {
                let (ruleset, law) = (words.law.ruleset(), words.law.law());
                bouton_emit::emit_explained(ruleset, law, || words.explanation(), &certificate, language)
            }
            Statement::Period(about) => {
                let (game, _, period) = about.as_ref();
                let code = game.code().ok_or(TheoremError::NoCode)?;
                bouton_emit::emit_period(code, period, game.name(), &game.text(), &certificate, language)
            }
        };
        Ok(program?)
    }

    /// Draws the automaton of the law. With the least significant digits first, it may have at most
    /// `states` states.
    ///
    /// # Errors
    ///
    /// If it is too large to be drawn or reversed, a limit is reached while it is drawn, or the
    /// theorem is about a period.
    pub fn automaton(
        &self,
        order: DigitOrder,
        drawing: Drawing,
        states: usize,
        watch: &Watch,
    ) -> Result<AutomatonDiagram, TheoremError> {
        let diagram = self.diagram(order, states)?;
        Ok(AutomatonDiagram {
            game: self.title(),
            subject: self.subject(),
            certificate: self.identity().to_string(),
            digits: if order == DigitOrder::Least { "least" } else { "most" }.to_owned(),
            states: diagram.states(),
            text: match drawing {
                Drawing::Table => diagram.table(),
                Drawing::Dot => diagram.dot(),
                Drawing::Svg(theme) => {
                    automaton(&diagram, &theme, watch)?.svg(watch).map_err(PictureError::from)?
                }
            },
        })
    }

    /// Draws the picture of the automaton of the law; see [`automaton`](Self::automaton).
    ///
    /// # Errors
    ///
    /// If it has too many states for a picture, a limit is reached while it is drawn, or the
    /// theorem is about a period.
    pub fn picture(
        &self,
        order: DigitOrder,
        theme: &Theme,
        states: usize,
        watch: &Watch,
    ) -> Result<Picture, TheoremError> {
        Ok(automaton(&self.diagram(order, states)?, theme, watch)?)
    }

    /// Returns the automaton of a law as a diagram: of a single heap if the theorem is about sums, or of the
    /// numbers of ones. With the least significant digits first, it may have at most `states` states.
    ///
    /// # Errors
    ///
    /// If it is too large to be reversed, or the theorem has no automaton.
    pub fn diagram(&self, order: DigitOrder, states: usize) -> Result<Diagram, TheoremError> {
        let law = match &self.statement {
            Statement::EveryNumber(theorem) => match (theorem.reads_counts(), theorem.one()) {
                (Some(_), _) if order == DigitOrder::Least => return Err(TheoremError::MostFirst),
                (Some(law), _) => {
                    return Ok(Diagram::of_counts(&self.title(), &theorem.game.controls(), &law));
                }
                (None, Some(one)) => &one.law,
                (None, None) => return Err(TheoremError::NoAutomaton),
            },
            _ => self.law().ok_or(TheoremError::NoAutomaton)?,
        };
        let (ruleset, valuation, automaton) = (law.ruleset(), law.law().valuation, &law.law().automaton);
        Ok(match order {
            DigitOrder::Most => Diagram::most_significant_first(ruleset, valuation, automaton),
            DigitOrder::Least => Diagram::least_significant_first(ruleset, valuation, automaton, states)?,
        })
    }

    /// Returns the explanation of a law as a document; `None` for a period.
    #[must_use]
    pub fn explain_document(&self) -> Option<Explain> {
        let Statement::Law(words) = &self.statement else { return None };
        let explanation = words.explanation();
        Some(explained(self.title(), self.subject(), explanation, self.identity().to_string()))
    }

    /// Returns the explanation of a period as a document; `None` for a law.
    #[must_use]
    pub fn period_document(&self) -> Option<PeriodInWords> {
        let period = self.period()?;
        Some(PeriodInWords {
            game: self.title(),
            theorem: self.sentence(),
            text: self.explain(Wording::Text),
            certificate: self.identity().to_string(),
            period: period.length,
            preperiod: period.preperiod,
            values: period.values.clone(),
        })
    }

    /// Returns a theorem for every number of heaps as a document; `None` for others.
    #[must_use]
    pub fn every_number_document(&self) -> Option<EveryNumberInWords> {
        self.is_for_every_number().then(|| EveryNumberInWords {
            game: self.title(),
            heaps: self.numbers_of_heaps().map_or("all", NumbersOfHeaps::name).to_owned(),
            theorem: self.sentence(),
            text: self.explain(Wording::Text),
            certificate: self.identity().to_string(),
        })
    }

    /// Returns a misère quotient as a document; `None` for others.
    #[must_use]
    pub fn quotient_document(&self) -> Option<QuotientInWords> {
        Some(QuotientInWords {
            game: self.title(),
            theorem: self.sentence(),
            text: self.explain(Wording::Text),
            certificate: self.identity().to_string(),
            quotient: self.quotient_table()?,
        })
    }

    /// The table of a misère quotient; `None` for other theorems.
    pub(crate) fn quotient_table(&self) -> Option<document::Quotient> {
        self.quotient().map(quotient::table)
    }
}

/// Writes `g(n + p) = g(n)`, with the saltus.
fn periodic(period: &Period) -> Formula {
    let n = || Formula::name("n");
    let later = match i64::try_from(period.length) {
        Ok(length) => n().plus(length),
        Err(_) => Formula::sum([n(), period.length.into()]),
    };
    Formula::of("g", later).equals(Formula::of("g", n()).plus(i64::from(period.saltus)))
}

/// Writes the theorem of a period of single heaps.
fn period_sentence(period: &Period) -> Text {
    let n = || Formula::name("n");
    say![
        periodic(period),
        " for all ",
        n().related(Sign::AtLeast, period.preperiod),
        ", ",
        Formula::of("g", n()),
        " being the Grundy value of a heap of ",
        n(),
        "."
    ]
}

/// The rule that decides a position by the values of its heaps.
const DECIDES: &str = "A position is P exactly when the nim-sum of its heaps' Grundy values is 0, else N.";

/// The most values that are written out; a certificate that lists its values in its text has fewer.
const MOST_SHOWN: usize = STORED_FROM;

fn period_prose(title: &str, period: &Period) -> Prose {
    let from = Formula::Tuple(vec![Formula::name("n").related(Sign::AtLeast, period.preperiod)]);
    let mut prose = Prose::from(vec![
        Block::Paragraph(say![Text::rules(title), ": the Grundy values of single heaps."]),
        Block::Display(Formula::Beside(vec![periodic(period), from])),
    ]);
    prose.extend(period_in_print(period));
    prose
}

/// The period as a paper prints it: in a sentence, with the first values and the rule that decides a position.
fn period_in_print(period: &Period) -> Prose {
    let first = Formula::List(vec![0u32.into(), 1u32.into(), Formula::Dots]);
    let first = Formula::name("n").equals(first);
    let values = &period.values;
    let shown = values.iter().take(MOST_SHOWN).map(|&value| u64::from(value)).collect();
    Prose::from(vec![
        Block::Paragraph(say![period_sentence(period), " For ", first, " they begin"]),
        Block::Values { values: shown, of: (values.len() > MOST_SHOWN).then_some(values.len()) },
        Block::Paragraph(DECIDES.into()),
    ])
}
