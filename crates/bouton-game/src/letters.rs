//! Theorems with letters: their search, check, explanation, and answers about positions.

use bouton_cert::{Identity, LetterCertificate};
use bouton_check::{CheckedLetters, Refusal, Step, check_case, check_letters};
use bouton_core::{ControlState, Convention, LimitReached, Position, Valuation, Watch, letters::LetterLaw};
use bouton_document::{Check, Cone, Counterexample, ExplainLetters, ProveLetters};
use bouton_emit::{EmitError, Language, LetterGame, emit_letters};
use bouton_families::{LetterCell, LetterQuestion, fit_letter_rows, fit_letters};
use bouton_prose::{Prose, Text, say};
use bouton_prove::Goal;
use bouton_rules::{Game, RulesWithLetters, RulesetError};
use num_bigint::{BigInt, BigUint};

use crate::{proving::Refutation, theorem::Wording};
pub use claim::judge_letter_claim;

mod answer;
mod as_claim;
mod claim;
mod paper;
mod range;
mod several;
mod trace;
mod words;

/// The depth to which the range of the letters may be divided.
const DEPTH: usize = 6;

/// The error of a question about theorems with letters.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LettersError {
    /// The rules have no theorem with letters.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The certificate is refused.
    #[error("the certificate is refused: {0}")]
    Refused(#[from] Refusal),
    /// A number for a letter is missing or cannot be read.
    #[error("{0}")]
    Setting(String),
    /// The position does not belong to the game.
    #[error("{0}")]
    Position(String),
    /// The theorem is about another game.
    #[error("{0}")]
    Certificate(String),
    /// A claim in words cannot be read.
    #[error("{fault}")]
    Claim {
        /// The claim.
        text: String,
        /// Its fault.
        fault: bouton_logic::Fault,
    },
    /// A claim does not make sense for the game.
    #[error("{0}")]
    Judge(String),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// A theorem with letters that the checker has accepted.
#[derive(Clone, Debug)]
pub struct LetterTheorem {
    checked: CheckedLetters,
    game: Game,
    text: String,
}

/// The result of a search for a theorem with letters.
#[derive(Clone, Debug)]
pub struct LetterEnding {
    /// The theorem, if one was proved for all letters.
    pub theorem: Option<LetterTheorem>,
    /// The reason why there is no theorem.
    pub reason: Option<String>,
    /// The parts of the range of the letters, each with its result.
    pub cones: Vec<Cone>,
    /// Numbers for the letters and a position at which a claim is wrong.
    pub refuted: Option<(Vec<i64>, Refutation)>,
    /// Whether a claim was judged.
    pub claimed: bool,
}

/// The rules of a game with letters, written out, and whether a theorem is about all heaps together: they are neither one
/// heap nor a sum of heaps.
fn written_out(game: &Game, watch: &Watch) -> Result<(RulesWithLetters, bool), LettersError> {
    let together = || Ok((game.with_letters_of_heaps(watch)?, true));
    let rules = match game.with_letters_within(watch) {
        Err(RulesetError::LettersAndHeaps(_)) if several::may_be_proved(game) => return together(),
        rules => rules?,
    };
    if rules.sum && !matches!(rules.parts.convention, Convention::Normal | Convention::Misere) {
        if several::may_be_proved(game) {
            return together();
        }
        let what = "for several heaps, a theorem with letters is about normal or misère play of two players";
        return Err(LettersError::Setting(what.to_owned()));
    }
    Ok((rules, false))
}

/// Searches for the theorem of a game with letters. With `cones`, the range of the letters may be
/// divided.
///
/// # Errors
///
/// [`LettersError`] if the rules are not of the kind that has such theorems.
///
/// # Examples
///
/// ```
/// use bouton::{Goal, Watch, prove_letters, rules::Game};
///
/// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
/// let ending = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?;
/// let theorem = ending.theorem.unwrap();
/// assert_eq!(theorem.sentence(), "For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a.");
/// # Ok::<(), bouton::LettersError>(())
/// ```
pub fn prove_letters(
    game: &Game,
    goal: Goal,
    cones: bool,
    watch: &Watch,
) -> Result<LetterEnding, LettersError> {
    let (rules, together) = written_out(game, watch)?;
    if together {
        return several::prove(game, &rules, goal, watch);
    }
    let valuation = match goal {
        // The Grundy values of the heaps determine the outcome of their sum.
        Goal::Outcome if rules.sum => Valuation::Grundy,
        Goal::Outcome => Valuation::provable(rules.parts.convention),
        Goal::Grundy => {
            game.sprague_grundy().map_err(|why| LettersError::Setting(why.to_string()))?;
            Valuation::Grundy
        }
    };
    let contains = |letters: &[i64]| {
        let all = std::iter::once(0).chain(letters.iter().map(|&letter| i128::from(letter)));
        rules.cone.holds(&all.collect::<Vec<i128>>())
    };
    let instance = |letters: &[i64]| {
        let game = game.instance_within(letters, watch).ok()?.ok()?;
        let game = if rules.sum { game.heap_of_a_sum().ok()? } else { game };
        game.ruleset_within(watch).ok()
    };
    let question = LetterQuestion {
        letters: rules.letters.len(),
        contains: &contains,
        instance: &instance,
        valuation,
        controls: rules.parts.controls.len(),
        depth: if cones { DEPTH } else { 0 },
    };
    let cells = fit_letters(&question, watch)?;
    let limits = bouton_check::Limits { watch: watch.clone(), ..bouton_check::Limits::default() };
    let names = words::Names::new(game, &rules.parts.coordinates[0], valuation);
    let (mut parts, mut reason) = (Vec::new(), None);
    for LetterCell { conditions, case } in &cells {
        let verdict = case.as_ref().map(|case| check_case(game, valuation, case, &limits));
        let theorem = match (&verdict, case) {
            (Some(Ok(())), Some(case)) => Some(words::case_in_words(&names, case).to_string()),
            _ => None,
        };
        if let Some(Err(refused)) = verdict {
            reason = Some(match refused.step {
                Step::Limit => refused.reason,
                _ => format!("the law that fits small numbers is not proved: {}", refused.reason),
            });
        }
        parts.push(Cone {
            conditions: words::conditions(&names, conditions).to_string(),
            status: if theorem.is_some() { "proved" } else { "open" }.to_owned(),
            theorem,
            states: None,
        });
    }
    let ending = |theorem, reason| LetterEnding {
        theorem,
        reason,
        cones: parts.clone(),
        refuted: None,
        claimed: false,
    };
    if parts.is_empty() || parts.iter().any(|part| part.theorem.is_none()) {
        if !rules.sum
            && let Some(rows) = fit_letter_rows(&question, watch)?
        {
            let law = LetterLaw { rows: Some(rows), ..LetterLaw::new(valuation, Vec::new()) };
            let text = LetterCertificate { game: game.text(), law }.encode();
            match LetterTheorem::check(&text, &limits) {
                Ok(theorem) => {
                    let one = Cone {
                        conditions: words::conditions(&names, &[]).to_string(),
                        status: "proved".to_owned(),
                        theorem: Some(theorem.sentence()),
                        states: None,
                    };
                    return Ok(LetterEnding { cones: vec![one], ..ending(Some(theorem), None) });
                }
                Err(refused) => {
                    reason.get_or_insert(format!(
                        "the law that fits small numbers is not proved: {}",
                        refused.reason
                    ));
                }
            }
        }
        let open = "no law was found that holds for all these numbers".to_owned();
        let advice = if cones {
            ""
        } else {
            "; with --cones, the numbers are divided, and each part may have a law of its own"
        };
        return Ok(ending(None, Some(reason.unwrap_or(open) + advice)));
    }
    let cases = cells.into_iter().filter_map(|cell| cell.case).collect();
    let law = LetterLaw { sum: rules.sum, ..LetterLaw::new(valuation, cases) };
    let text = LetterCertificate { game: game.text(), law }.encode();
    Ok(match LetterTheorem::check(&text, &limits) {
        Ok(theorem) => ending(Some(theorem), None),
        Err(refused) => {
            ending(None, Some(format!("the law that fits small numbers is not proved: {}", refused.reason)))
        }
    })
}

impl LetterTheorem {
    /// Checks a certificate and returns its theorem.
    ///
    /// # Errors
    ///
    /// If the checker refuses it.
    pub fn check(text: &str, limits: &bouton_check::Limits) -> Result<Self, Refusal> {
        let checked = check_letters(text, limits)?;
        let game = checked.game.clone().into();
        Ok(Self { checked, game, text: text.to_owned() })
    }

    /// The text of the certificate.
    #[must_use]
    pub fn certificate(&self) -> &str {
        &self.text
    }

    /// The identity of the certificate.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let body = self.text.rfind("id sha256:").map_or(&*self.text, |at| &self.text[..at]);
        Identity::of(body)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The law.
    #[must_use]
    pub fn law(&self) -> &LetterLaw {
        &self.checked.certificate.law
    }

    /// The valuation of the values.
    #[must_use]
    pub fn valuation(&self) -> Valuation {
        self.law().valuation
    }

    /// The name of the heap in words.
    #[must_use]
    pub fn heap(&self) -> String {
        let names =
            words::Names::new(self.game(), &self.checked.rules.parts.coordinates[0], self.valuation());
        names.heap().to_string()
    }

    /// Returns the value of a heap with numbers for the letters, one each; `None` if the theorem
    /// does not apply to these numbers.
    ///
    /// ```
    /// use bouton::{Goal, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Grundy, false, &Watch::unlimited())?.theorem.unwrap();
    /// assert_eq!(theorem.value(&[4u32.into()], &13u32.into(), 0), Some(3u32.into()));
    /// assert_eq!(theorem.value(&[0u32.into()], &13u32.into(), 0), None);
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    #[must_use]
    pub fn value(&self, letters: &[BigUint], heap: &BigUint, control: usize) -> Option<BigUint> {
        self.of_law(letters, std::slice::from_ref(heap), control)
    }

    /// Returns the value of some heaps by the law; `None` if it has no value for them, or if the
    /// theorem does not apply to the numbers.
    fn of_law(&self, letters: &[BigUint], heaps: &[BigUint], control: usize) -> Option<BigUint> {
        let big = |numbers: &[BigUint]| numbers.iter().cloned().map(BigInt::from).collect::<Vec<BigInt>>();
        let (letters, heaps) = (big(letters), big(heaps));
        if letters.len() != self.checked.rules.letters.len() || !self.checked.is_about(&letters) {
            return None;
        }
        let value = self.law().value_of(&letters, &heaps, ControlState::new(control))?.to_biguint()?;
        Some(match self.valuation() {
            Valuation::Grundy => value,
            other => other.coarse(u32::try_from(&value).ok()?).into(),
        })
    }

    /// Returns the value of a position with numbers for the letters, one each. For a sum of heaps
    /// it is the nim-sum of their Grundy values, or in misère play the outcome (0 for P, 1 for N).
    /// `None` if the theorem does not apply to the numbers.
    ///
    /// ```
    /// use bouton::{Goal, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// let lost = |heaps: &[u32]| {
    ///     let heaps: Vec<_> = heaps.iter().map(|&heap| heap.into()).collect();
    ///     theorem.value_of(&[4u32.into()], &heaps, 0) == Some(0u32.into())
    /// };
    /// assert!(lost(&[7, 2]) && lost(&[6, 5, 10]) && !lost(&[6, 6]));
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    #[must_use]
    pub fn value_of(&self, letters: &[BigUint], heaps: &[BigUint], control: usize) -> Option<BigUint> {
        if !self.law().sum {
            return self.of_law(letters, heaps, control);
        }
        let values: Vec<BigUint> =
            heaps.iter().map(|heap| self.value(letters, heap, control)).collect::<Option<_>>()?;
        let sum = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
        if self.game().convention() != Convention::Misere {
            return Some(sum);
        }
        let lost_sum = u32::from(values.iter().all(|value| *value <= 1u32.into()));
        Some(u32::from(sum != lost_sum.into()).into())
    }

    /// The theorem in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.in_a_sentence().to_string()
    }

    /// The explanation as a tree: the name of the game and the sentence.
    #[must_use]
    pub fn prose(&self) -> Prose {
        say![Text::rules(crate::terms::title(self.game())), ": ", self.in_a_sentence()].into()
    }

    /// Writes the explanation; LaTeX and Typst as an author prints it, with definitions, proof and sources.
    ///
    /// ```
    /// use bouton::{Goal, Watch, Wording, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps any; move take 1..m from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Grundy, false, &Watch::unlimited())?.theorem.unwrap();
    /// assert!(theorem.written(Wording::Latex).contains("\\begin{proof}"));
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    #[must_use]
    pub fn written(&self, wording: Wording) -> String {
        wording.write(&match wording {
            Wording::Latex | Wording::Typst => self.paper(),
            Wording::Text | Wording::Markdown | Wording::Html => self.prose(),
        })
    }

    /// The [sentence](Self::sentence) as a text with formulas.
    #[must_use]
    pub fn in_a_sentence(&self) -> Text {
        words::sentence(self.game(), &self.checked.rules.parts.coordinates, self.law())
    }

    /// Emits the value of a heap as a program: a function of the heap and the letters. For sums of
    /// heaps the program has a function for the outcome of a position, too.
    ///
    /// # Errors
    ///
    /// If the law cannot be emitted.
    ///
    /// ```
    /// use bouton::{Goal, Language, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// assert!(theorem.emit(Language::Rust)?.contains("let length = a + b;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn emit(&self, language: Language) -> Result<String, EmitError> {
        let (game, rules) = (self.game(), &self.checked.rules);
        let about = LetterGame {
            name: game.name(),
            rules: &game.text(),
            letters: &rules.letters,
            conditions: &game.where_letters(),
            cone: &rules.cone,
            coordinates: &rules.parts.coordinates,
            controls: &rules.parts.controls,
            misere: rules.parts.convention == Convention::Misere,
        };
        emit_letters(self.law(), &about, &self.identity().to_string(), language)
    }

    /// Returns the theorem in words.
    #[must_use]
    pub fn explain(&self) -> ExplainLetters {
        let game = self.game();
        let theorem = self.sentence();
        ExplainLetters {
            game: crate::terms::title(game),
            letters: game.letters().to_vec(),
            conditions: game.where_letters(),
            text: self.prose().text(),
            theorem,
            certificate: self.identity().to_string(),
        }
    }

    /// The moves as text, as the checker uses them.
    #[must_use]
    pub fn written_out(&self) -> Vec<String> {
        let rules = &self.checked.rules;
        rules.parts.written_out(&rules.letters)
    }

    /// The verdict of the checker.
    #[must_use]
    pub fn verdict(&self) -> Check {
        Check {
            accepted: true,
            claim: Some(format!(
                "For the game `{}`: {}",
                self.game().text().replace('\n', "; "),
                self.sentence()
            )),
            step: None,
            reason: None,
            rules: Some(self.game().text()),
            certificate: Some(self.identity().to_string()),
            schemas: None,
            coq: None,
            file: None,
        }
    }

    /// Returns the value of a position with numbers for the letters, and at most `most` of its
    /// moves.
    ///
    /// # Errors
    ///
    /// If the letters may not be these numbers, or if the position does not belong to the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Goal, Watch, letter_settings, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// let settings = letter_settings(&["m=10^30".to_owned()])?;
    /// let answer = theorem.answer(&settings, &"10^40".parse().unwrap(), 10)?;
    /// assert_eq!(answer.outcome, "N");
    /// assert_eq!(answer.moves.iter().filter(|option| option.winning).count(), 1);
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    pub fn answer(
        &self,
        settings: &[(String, BigUint)],
        position: &Position,
        most: usize,
    ) -> Result<bouton_document::Solve, LettersError> {
        answer::answer(self, settings, position, most)
    }
}

impl LetterEnding {
    /// Returns the document of the ending. `certificate` is the file; without a file, the document
    /// contains the text of the certificate.
    #[must_use]
    pub fn document(&self, game: &Game, file: Option<&str>, cones: bool) -> ProveLetters {
        let theorem = self.theorem.as_ref();
        let counterexample = self.refuted.as_ref().map(|(numbers, refuted)| Counterexample {
            position: refuted.position.clone(),
            set: Some(game.letters().iter().cloned().zip(numbers.iter().copied()).collect()),
            claimed: refuted.claimed.clone(),
            value: refuted.value.clone(),
        });
        let text = || theorem.map(|theorem| theorem.certificate().to_owned());
        ProveLetters {
            game: crate::terms::title(game),
            status: match (theorem, &counterexample) {
                (Some(_), _) => "proved",
                (None, Some(_)) => "refuted",
                (None, None) => "no-law",
            }
            .to_owned(),
            letters: game.letters().to_vec(),
            conditions: game.where_letters(),
            theorem: theorem.map(LetterTheorem::sentence),
            reason: self.reason.clone(),
            states: None,
            counterexample,
            certificate: theorem.and(file).map(str::to_owned).or_else(text),
            cones: cones.then(|| self.cones.clone()),
        }
    }

    /// The refutation of a claim in a sentence; `None` if it was not refuted.
    #[must_use]
    pub fn refutation(&self, game: &Game) -> Option<String> {
        let (numbers, Refutation { position, claimed, value, .. }) = self.refuted.as_ref()?;
        let all = game.letters().iter().zip(numbers);
        let all: Vec<String> = all.map(|(letter, number)| format!("{letter} = {number}")).collect();
        let all = all.join(", ");
        Some(format!("refuted: for {all}, at {position} the claim says {claimed}, but it is {value}"))
    }

    /// Describes the ending: the theorem or the reason, and with `cones` a line for each part.
    #[must_use]
    pub fn text(&self, game: &Game, cones: bool) -> String {
        if let Some(refuted) = self.refutation(game) {
            return format!("{refuted}\n");
        }
        let mut text = match (&self.theorem, &self.reason) {
            (Some(theorem), _) if self.claimed => {
                format!(
                    "{}\n\nThe claim was verified to agree with it for all these numbers.\n",
                    theorem.sentence()
                )
            }
            (Some(theorem), _) => format!("{}\n", theorem.sentence()),
            (None, Some(reason)) => format!("{reason}\n"),
            (None, None) => String::new(),
        };
        for cone in self.cones.iter().filter(|_| cones) {
            let law = cone.theorem.as_deref().unwrap_or("open");
            text.push_str(&format!("  {}: {law}\n", cone.conditions));
        }
        if cones && self.theorem.is_none() && self.cones.iter().any(|cone| cone.theorem.is_some()) {
            text.push_str("There is no certificate for the whole range. A part with a law has one: write its conditions after `where`.\n");
        }
        text
    }
}

/// Reads numbers of any size for letters: `a=3`, `a=3,b=10^20+7`.
///
/// # Errors
///
/// If the text is not of this form, or a letter has two numbers.
///
/// ```
/// use bouton::letter_settings;
///
/// let all = letter_settings(&["a=3,b=10^20+7".to_owned()]).unwrap();
/// assert_eq!(all[1].1.to_string(), "100000000000000000007");
/// assert!(letter_settings(&["a".to_owned()]).is_err());
/// ```
pub fn letter_settings(written: &[String]) -> Result<Vec<(String, BigUint)>, LettersError> {
    let mut all: Vec<(String, BigUint)> = Vec::new();
    for text in written.iter().flat_map(|text| text.split(',')) {
        let wrong = || {
            LettersError::Setting(format!(
                "`{text}` is not a setting: expected NAME=NUMBER, for example a=3 or a=10^20+7"
            ))
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let (name, mut sum) = (name.trim(), BigUint::ZERO);
        for term in value.split('+') {
            let position: Position = term.trim().parse().map_err(|_| wrong())?;
            match (&position.coordinates[..], position.control) {
                ([number], None) => sum += number,
                _ => return Err(wrong()),
            }
        }
        if name.is_empty() {
            return Err(wrong());
        }
        if all.iter().any(|(known, _)| known == name) {
            return Err(LettersError::Setting(format!("`{name}` is set twice")));
        }
        all.push((name.to_owned(), sum));
    }
    Ok(all)
}
