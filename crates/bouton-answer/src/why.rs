//! The reasons for the value of a position: a theorem traced on it and on a best move, or the values of its moves.

mod by_moves;

use bouton_core::{Convention, Position};
use bouton_document::{Move, Solve, Why, WhyMove, WhyTable};
use bouton_explain::Trace;
use bouton_game::{LetterTheorem, Playable, Theorem, TheoremError, terms};
use bouton_prose::{Block, Prose, Text, say};
use num_bigint::BigUint;

pub use self::by_moves::ReasonsByMoves;
use crate::{Answer, AnswerError};

/// The reason why an answer cannot be explained.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The theorem does not apply to the position.
    #[error(transparent)]
    Theorem(#[from] TheoremError),
    /// The theorem contradicts the answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// A theorem that is traced on positions.
pub struct TracedTheorem<'a> {
    /// The theorem in a sentence.
    pub sentence: Text,
    /// The identity of its certificate, or the reason why no law is known.
    pub certificate: Result<String, String>,
    /// The winning convention of the game.
    pub convention: Convention,
    /// Whether the theorem is about Grundy values rather than outcomes.
    pub grundy: bool,
    /// The letters of the rules, with their numbers.
    pub letters: &'a [(String, BigUint)],
    /// The trace on a position; `None` if the theorem does not apply to it.
    pub trace: &'a dyn Fn(&Position) -> Option<Trace>,
}

/// The reasons for the value of a position, as a tree and as a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The explanation.
    pub prose: Prose,
    /// The document.
    pub document: Why,
}

/// Gives the reasons for an answer about a position, by a theorem about the game.
///
/// # Errors
///
/// [`WhyError`] if the theorem does not apply to the position, or contradicts the answer.
///
/// # Examples
///
/// ```
/// use bouton::{Game, Oracle, Query, Watch, why};
///
/// let game = Game::named("nim")?.with_heaps(3)?;
/// let (theorem, playable) = (game.prove()?, game.playable()?);
/// let answer = Oracle::new(playable.clone(), &Watch::unlimited()).answer(&"3,4,5".parse()?, &Query::default())?;
/// let reasons = why(&playable, &answer, &theorem)?;
/// assert_eq!(reasons.document.reason, "the nim-sum is 3 ⊕ 4 ⊕ 5 = 2, not 0");
/// let best = reasons.document.best.unwrap();
/// assert_eq!((&*best.to, &*best.reason), ("1,4,5", "the nim-sum is 1 ⊕ 4 ⊕ 5 = 0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(playable: &Playable, answer: &Answer, theorem: &Theorem) -> Result<Reasons, WhyError> {
    let trace = |position: &Position| theorem.trace(&playable.place(position).ok()?).ok();
    let traced = TracedTheorem {
        sentence: theorem.in_a_sentence().capitalised(),
        certificate: Ok(theorem.identity().to_string()),
        convention: playable.game().convention(),
        grundy: theorem.traces_grundy_values(),
        letters: &[],
        trace: &trace,
    };
    traced.reasons(&answer.document(playable))
}

/// Gives the reasons for the value of a position with numbers for letters, by a theorem with
/// letters.
///
/// # Errors
///
/// As [`why`].
///
/// # Examples
///
/// ```
/// use bouton::{Goal, Watch, letter_settings, prove_letters, rules::Game, why_letters};
///
/// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
/// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
/// let settings = letter_settings(&["a=2,b=5".to_owned()])?;
/// let solved = theorem.answer(&settings, &"9".parse()?, 10)?;
/// let reasons = why_letters(&theorem, &settings, &solved)?;
/// assert_eq!(reasons.document.reason, "n mod (a + b) = 9 mod 7 = 2, and 2 ≥ a = 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why_letters(
    theorem: &LetterTheorem,
    settings: &[(String, BigUint)],
    solved: &Solve,
) -> Result<Reasons, WhyError> {
    let game = theorem.game();
    let letters = game.letters().iter().filter_map(|name| settings.iter().find(|(known, _)| known == name));
    let letters: Vec<BigUint> = letters.map(|(_, number)| number.clone()).collect();
    let controls = game.controls();
    let trace = |position: &Position| {
        let control = match &position.control {
            None => 0,
            Some(name) => controls.iter().position(|known| known == name)?,
        };
        theorem.trace(&letters, &position.coordinates, control)
    };
    let traced = TracedTheorem {
        sentence: theorem.in_a_sentence().capitalised(),
        certificate: Ok(theorem.identity().to_string()),
        convention: game.convention(),
        grundy: theorem.traces_grundy_values(),
        letters: settings,
        trace: &trace,
    };
    traced.reasons(solved)
}

/// The reason for the value of a position without moves.
const NO_MOVE: &str = "there is no move";

impl Reasons {
    /// The explanation without its first sentence, which repeats the answer.
    #[must_use]
    pub fn details(&self) -> Prose {
        self.prose.blocks().iter().skip(1).cloned().collect::<Vec<Block>>().into()
    }
}

impl TracedTheorem<'_> {
    /// Gives the reasons for an answer.
    ///
    /// # Errors
    ///
    /// As [`why`].
    pub fn reasons(&self, solved: &Solve) -> Result<Reasons, WhyError> {
        let nothing = || WhyError::Theorem(TheoremError::NoTrace);
        let at = |text: &str| (self.trace)(&text.parse().ok()?);
        let Trace { value, reason, blocks } = at(&solved.position).ok_or_else(nothing)?;
        let known = match (self.grundy, &solved.grundy) {
            (true, Some(grundy)) => grundy.to_string(),
            (true, None) => value.clone(),
            (false, _) => solved.outcome.clone(),
        };
        if value != known {
            let position = solved.position.clone();
            return Err(WhyError::Answer(AnswerError::Disagreement { position, left: known, right: value }));
        }
        let meaning = terms::meaning(self.convention, solved.value);
        let position = format!("{}: {}, {meaning}.", solved.position, solved.outcome);
        let head = if solved.game.contains(' ') {
            let letters = self.letters.iter().map(|(name, number)| format!(", {name} = {number}"));
            say![Text::rules(&solved.game), letters.collect::<String>(), ", position ", position]
        } else {
            say![Text::rules(&solved.game), " ", position]
        };
        let mut all = vec![Block::Paragraph(head), Block::Paragraph(self.sentence.clone())];
        let tables = blocks.iter().filter_map(table).collect();
        all.extend(blocks);
        // A law that gives one value to all positions is its own reason.
        if self.sentence.to_string() != say![reason.clone().capitalised(), "."].to_string() {
            all.push(Block::Paragraph(say![self.so(&reason, "the position", &value).capitalised(), "."]));
        }
        let best = best(solved).and_then(|option| Some((option, at(&option.to)?)));
        let step = match &best {
            Some((option, trace)) => self.step(solved, option, trace),
            // Where no law is known, this is the reason itself.
            None if solved.moves.is_empty() && solved.moves_complete && self.certificate.is_ok() => {
                "There is no move.".into()
            }
            None => Text::new(),
        };
        if !step.is_empty() {
            all.push(Block::Paragraph(step));
        }
        let prose = Prose::from(all);
        let best = best.map(|(option, trace)| WhyMove {
            to: option.to.clone(),
            outcome: option.outcome.clone(),
            winning: option.winning,
            reason: trace.reason.to_string(),
        });
        let document = Why {
            game: solved.game.clone(),
            position: solved.position.clone(),
            outcome: solved.outcome.clone(),
            grundy: solved.grundy.clone(),
            theorem: self.certificate.is_ok().then(|| self.sentence.to_string()),
            certificate: self.certificate.clone().ok(),
            no_law: self.certificate.clone().err(),
            reason: reason.to_string(),
            tables,
            best,
            text: prose.text(),
        };
        Ok(Reasons { prose, document })
    }

    /// Adds the resulting value of a position to a reason.
    fn so(&self, reason: &Text, position: &str, value: &str) -> Text {
        if self.grundy {
            say![reason, format!(", so the Grundy value is {value}")]
        } else {
            say![reason, format!(", so {position} is {value}")]
        }
    }

    /// Describes a best move, and the change that it makes.
    fn step(&self, solved: &Solve, option: &Move, trace: &Trace) -> Text {
        let reason = match trace.reason.to_string() == NO_MOVE {
            // The sentence says "there" before.
            true => "no move is left".into(),
            false => trace.reason.clone(),
        };
        let there = self.so(&reason, "that position", &trace.value);
        let lead = match (option.winning, solved.winning_moves_complete) {
            (true, _) => format!("A winning move is to {}: there ", option.to),
            (false, true) if solved.outcome == "P" => {
                format!("No move leads to a P-position. After the move to {}, for example, ", option.to)
            }
            (false, true) => format!("No move wins. After the move to {}, ", option.to),
            (false, false) => format!("After the move to {}, for example, ", option.to),
        };
        say![lead, there, "."]
    }
}

/// Returns a winning move, or else one of the best moves.
fn best(solved: &Solve) -> Option<&Move> {
    let winning = solved.moves.iter().find(|option| option.winning);
    winning.or_else(|| solved.moves.iter().find(|option| option.best)).or_else(|| solved.moves.first())
}

fn table(block: &Block) -> Option<WhyTable> {
    let Block::Table { head, rows } = block else { return None };
    let texts = |cells: &[Text]| cells.iter().map(Text::to_string).collect();
    Some(WhyTable { head: texts(head), rows: rows.iter().map(|row| texts(row)).collect() })
}
