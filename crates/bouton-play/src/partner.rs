//! The perfect player, by solving or by a law.

use std::cell::RefCell;

use bouton_answer::{
    Answer, AnswerError, AnsweredMove, Choice, Instance, Oracle, Query, Reasons, Source, ValueKind, why,
    why_letters,
};
use bouton_core::{Convention, Position};
use bouton_game::{
    Arena, BigPosition, CheckedLaw, Legality, Playable, Theorem, bundled_theorem, legality, legality_of_heaps,
};

/// The perfect player. Results of one move are available for the next.
#[derive(Debug)]
pub struct Partner {
    playable: Playable,
    choice: Choice,
    oracle: RefCell<Oracle>,
}

impl Partner {
    /// A player with this oracle.
    #[must_use]
    pub fn new(oracle: Oracle) -> Self {
        Self { playable: oracle.playable().clone(), choice: Choice::Auto, oracle: RefCell::new(oracle) }
    }

    /// Sets the best engine for the first position of a game as the engine for all its positions, so that
    /// answers do not depend on earlier questions. Another engine answers where that one cannot.
    #[must_use]
    pub fn beginning_at(mut self, start: &BigPosition) -> Self {
        if let Ok(plan) = self.oracle.get_mut().plan(start, ValueKind::Outcome, Choice::Auto) {
            self.choice = Choice::Only(plan.engine);
        }
        self
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        &self.playable
    }

    /// The winning convention.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.playable.game().convention()
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        usize::from(self.convention().players())
    }

    /// A position in written form.
    #[must_use]
    pub fn write(&self, position: &BigPosition) -> Position {
        self.playable.write(&position.0, position.1)
    }

    /// The answer about a position.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn answer(&self, position: &BigPosition) -> Result<Answer, AnswerError> {
        self.answer_to(position, Query::default())
    }

    fn answer_to(&self, position: &BigPosition, query: Query) -> Result<Answer, AnswerError> {
        let (mut oracle, position) = (self.oracle.borrow_mut(), self.write(position));
        match oracle.answer(&position, &Query { engine: self.choice, ..query }) {
            // The engine's estimate was wrong, or it cannot continue from there.
            Err(error) if self.choice != Choice::Auto && may_go_on(&error) => {
                oracle.answer(&position, &query)
            }
            answer => answer,
        }
    }

    /// The first options of a position, at most `most`, for an answer that does not list all of them; `None` if they
    /// cannot be enumerated within the limits.
    ///
    /// Without values the options are in the order of the rules. With values those of the answer come first, the
    /// winning ones before the others.
    ///
    /// # Errors
    ///
    /// If a limit is reached while an option is evaluated.
    pub fn options(
        &self,
        position: &BigPosition,
        known: &Answer,
        (most, evaluated): (usize, bool),
    ) -> Result<Option<Vec<AnsweredMove>>, AnswerError> {
        let mut listed: Vec<AnsweredMove> = Vec::new();
        if evaluated || known.all_moves {
            listed.clone_from(&known.moves);
        }
        if evaluated {
            // A stable sort: equal ones stay in their order.
            listed.sort_by_key(|option| (!option.winning, !option.best));
        }
        if known.all_moves || listed.len() >= most {
            listed.truncate(most);
            return Ok(Some(listed));
        }
        let Some(options) = self.oracle.borrow().first_options(position, most) else {
            return Ok(Some(listed).filter(|listed| !listed.is_empty()));
        };
        for option in options {
            let to = self.write(&option);
            if listed.iter().any(|known| known.to == to) {
                continue;
            }
            if listed.len() == most {
                break;
            }
            let mut unknown =
                AnsweredMove { to, value: 0, outcome: String::new(), winning: false, best: false };
            if evaluated {
                let answer = self.answer_to(&option, Query { moves: Some(0), ..Query::default() })?;
                (unknown.value, unknown.outcome) = (answer.value, answer.outcome);
                unknown.winning = unknown.value == 0;
            }
            listed.push(unknown);
        }
        if evaluated {
            AnsweredMove::rate(&mut listed, self.convention());
        }
        Ok(Some(listed))
    }

    /// The number of options of a position, if the rules enumerate them and they are at most `most`.
    #[must_use]
    pub fn count_options(&self, position: &BigPosition, most: usize) -> Option<usize> {
        let options = self.oracle.borrow().first_options(position, most.saturating_add(1))?;
        Some(options.len()).filter(|&count| count <= most)
    }

    /// Whether the rules allow a move; `None` if they do not decide it without a list of the options.
    #[must_use]
    pub fn permits(&self, from: &BigPosition, to: &BigPosition) -> Option<bool> {
        match self.playable.arena() {
            // The order of the heaps does not matter, nor do empty heaps.
            Arena::Code(code) => Some(legality_of_heaps(code, &from.0, &to.0)),
            Arena::Open(moves) => moves.allow(from, to),
            Arena::Rules(ruleset) => match legality(ruleset, from, to) {
                Legality::Legal => Some(true),
                Legality::Illegal => Some(false),
                Legality::Unknown => None,
            },
        }
    }

    /// Whether `to` is an option, by the rules or the list of an answer; `None` if that is unknown.
    #[must_use]
    pub fn allows(&self, from: &BigPosition, to: &BigPosition, known: &Answer) -> Option<bool> {
        self.permits(from, to).or_else(|| {
            let to = self.write(to);
            known.all_moves.then(|| known.moves.iter().any(|option| option.to == to))
        })
    }

    /// The source of the answer in words, with the law if there is one.
    #[must_use]
    pub fn source(&self, known: &Answer) -> String {
        let source = self.source_alone(known);
        match (&known.source, self.law()) {
            (Source::Law { certificate }, Some(sentence)) => {
                format!("by the proved law ({certificate}): {sentence}")
            }
            (Source::Law { .. }, None) => source,
            // A game that was solved, or added up, may still have a law.
            _ => match self.known_law() {
                Some(law) => format!("{source}\nthe law: {law}"),
                None => source,
            },
        }
    }

    /// The source of the answer in words, without the law.
    #[must_use]
    pub fn source_alone(&self, known: &Answer) -> String {
        match &known.source {
            Source::Law { certificate } => format!("by the proved law {certificate}"),
            Source::Heaps { periods } if periods.is_empty() => {
                "by the Grundy values of the heaps, added without carry".to_owned()
            }
            Source::Heaps { periods } => format!("by the period of {}", periods.join("; by that of ")),
            Source::Quotient { known } => known.clone(),
            Source::Solved => "by solving every position below".to_owned(),
            Source::Table { folder } => format!("by the table in {folder}"),
        }
    }

    /// The proved law in a sentence, if one is given or bundled.
    #[must_use]
    pub fn law(&self) -> Option<String> {
        let oracle = self.oracle.borrow();
        let given = oracle.theorem().map(Theorem::sentence);
        let given = given.or_else(|| oracle.instance().map(|instance| instance.theorem.sentence()));
        drop(oracle);
        given.or_else(|| self.known_law())
    }

    /// The reasons for an answer, by the given or bundled law; `None` if no law is known, or the law is not
    /// about the position.
    #[must_use]
    pub fn reasons(&self, known: &Answer) -> Option<Reasons> {
        let oracle = self.oracle.borrow();
        if let Some(Instance { theorem, settings }) = oracle.instance() {
            return why_letters(theorem, settings, &known.document(&self.playable)).ok();
        }
        let bundled = if oracle.theorem().is_none() { bundled_theorem(&self.playable, false) } else { None };
        let theorem = oracle.theorem().or(bundled.as_deref())?;
        why(&self.playable, known, theorem).ok()
    }

    /// The bundled law of outcomes, in a sentence.
    fn known_law(&self) -> Option<String> {
        self.oracle.borrow_mut().bundled_law().map(CheckedLaw::sentence)
    }
}

/// A best move; among equal ones the one that leaves the most objects, so that play does not end sooner than
/// necessary.
///
/// ```
/// use bouton::{Game, play::best_move};
///
/// let answer = Game::named("nim")?.solve("3,4,5")?;
/// assert_eq!(best_move(&answer).unwrap().to_string(), "1,4,5");
/// # Ok::<(), bouton::Error>(())
/// ```
#[must_use]
pub fn best_move(known: &Answer) -> Option<&Position> {
    let of = |is: &dyn Fn(&AnsweredMove) -> bool| -> Vec<&Position> {
        known.moves.iter().filter(|option| is(option)).map(|option| &option.to).collect()
    };
    let winning = of(&|option| option.winning);
    let best = if winning.is_empty() { of(&|option| option.best) } else { winning };
    let candidates = if best.is_empty() { of(&|_| true) } else { best };
    let left = |position: &&Position| position.coordinates.iter().sum::<num_bigint::BigUint>();
    candidates.into_iter().rev().max_by_key(left)
}

/// Whether another engine may answer after this error.
fn may_go_on(error: &AnswerError) -> bool {
    match error {
        AnswerError::Limit(limit) => !limit.ends_all(),
        AnswerError::TooLarge { .. } => true,
        _ => false,
    }
}
