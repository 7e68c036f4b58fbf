//! A game with everything known about it: laws, values of heaps, tables that were filled.

mod answer;
mod boxes;
mod lost;
mod misere;
mod rows;

use std::{cell::OnceCell, sync::Arc};

use bouton_core::{Convention, Held, Ruleset, Valuation};
use bouton_solve::{
    Cost, Engine, HeapSum, HeapValues, LawValues, LimitReached, Lines, Moves, Question, Reach, Reference,
    Tabulated, Values, Watch,
};
use num_bigint::BigUint;

pub use self::answer::answer;
use self::boxes::BoxValues;
pub(crate) use self::misere::HeapQuotient;
pub(crate) use self::rows::BoxOf;
pub(crate) use self::{boxes::FilledTable, lost::LOST};

use crate::{
    AnswerError, Arena, Asked, BigPosition, CheckedLaw, Choice, Plan, Playable, StoreError, StoredBox,
    StoredTable, Theorem, TooMuch,
    bundled::{bundled_text, checked},
    law::same_rules,
    limits::checking,
    plan,
};

/// Answers questions about one game and keeps its results: a second question costs only the
/// additional work.
///
/// Each question is planned before any work is done: of the ways to answer it (a given law, the
/// Grundy values of independent heaps, a bundled law, tables, a search) the oracle takes the
/// cheapest, judged by the rules and the limits. The choice does not depend on the clock.
///
/// ```
/// use bouton::{Game, Oracle, Query, Watch};
///
/// let playable = Game::named("kayles")?.playable()?;
/// let position = "1000000".parse()?;
/// let mut oracle = Oracle::new(playable, &Watch::unlimited());
/// let answer = oracle.answer(&position, &Query::default())?;
/// assert_eq!((answer.outcome.as_str(), answer.grundy), ("N", Some(1u32.into())));
/// assert_eq!(answer.plan.engine.name(), "law"); // by its period
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    pub(crate) playable: Playable,
    pub(crate) watch: Watch,
    given: Option<Theorem>,
    stored: Option<Arc<StoredTable>>,
    /// Bundled laws: of outcomes, of Grundy values.
    bundled: [Kept; 2],
    heaps: Option<HeapValues>,
    /// The quotient of a take-and-break game in misère play.
    quotient: Option<HeapQuotient>,
    engines: Vec<Box<dyn Values>>,
    reach: Reach,
    moves: OnceCell<Moves>,
    /// The memory of the last answer.
    pub(crate) answered: Held,
}

/// A bundled law, if there is one.
#[derive(Debug)]
enum Kept {
    /// The game does not have a bundled law.
    None,
    /// A law that was not yet checked.
    Text(&'static str),
    /// A checked law.
    Law(Arc<CheckedLaw>),
}

/// A way to compute a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The given law.
    Given,
    /// The values of independent heaps.
    Heaps,
    /// The misère quotient of independent heaps.
    Quotient,
    /// A bundled law: of outcomes (0) or of Grundy values (1).
    Bundled(usize),
    /// The engine with this number.
    Engine(usize),
}

/// The most seconds that make no difference to a user.
pub(super) const CHEAP: f64 = 0.02;
/// The time of the check of a certificate, plus the time per byte.
const SECONDS_A_CHECK: f64 = 2e-3;
const SECONDS_A_BYTE: f64 = 1e-6;
/// The time of a position by a misère quotient.
const SECONDS_A_PRODUCT: f64 = 2e-7;

impl Oracle {
    /// An oracle of a game that initially knows only the bundled laws.
    #[must_use]
    pub fn new(playable: Playable, watch: &Watch) -> Self {
        let heaps = match playable.arena() {
            Arena::Code(code) => Some(HeapSum::of_code(code)),
            Arena::Rules(ruleset) => HeapSum::of_ruleset(ruleset),
        };
        let bundled =
            [false, true].map(|grundy| bundled_text(&playable, grundy).map_or(Kept::None, Kept::Text));
        let heaps = heaps.map(|heaps| HeapValues::new(heaps, watch));
        let quotient = match playable.arena() {
            Arena::Code(code) if playable.game().convention() == Convention::Misere => {
                Some(HeapQuotient::new(code))
            }
            _ => None,
        };
        Self {
            answered: watch.hold_none(),
            playable,
            watch: watch.clone(),
            given: None,
            stored: None,
            bundled,
            heaps,
            quotient,
            engines: Vec::new(),
            reach: Reach::default(),
            moves: OnceCell::new(),
        }
    }

    /// The same oracle with a checked theorem that answers.
    ///
    /// # Errors
    ///
    /// [`AnswerError::OtherGame`] if the theorem is about other rules, [`AnswerError::Quotient`] if
    /// it is a misère quotient and the game is not in misère play.
    pub fn with_theorem(mut self, theorem: Theorem) -> Result<Self, AnswerError> {
        // A quotient is about the heaps: the certificate does not state the winning convention.
        let of_heaps = theorem.quotient().is_some() && theorem.game().code() == self.playable.game().code();
        if !of_heaps && !theorem.fits(&self.playable) {
            let one_line = |text: String| text.trim_end().replace('\n', "; ");
            return Err(AnswerError::OtherGame {
                certificate: one_line(theorem.game().text()),
                game: one_line(self.playable.game().text()),
            });
        }
        if let Some(claim) = theorem.quotient() {
            let Some(quotient) = &mut self.quotient else { return Err(AnswerError::Quotient) };
            quotient.set(claim.quotient.clone(), claim.period);
        }
        if let (Some(period), Some(heaps)) = (theorem.period(), &mut self.heaps) {
            heaps.heaps.set_period(period.clone(), "the period of the certificate");
        }
        self.given = Some(theorem);
        Ok(self)
    }

    /// The same oracle with a stored table of this game, in a folder, that answers.
    ///
    /// # Errors
    ///
    /// If the table belongs to another game.
    pub fn with_table(mut self, stored: &StoredBox) -> Result<Self, StoreError> {
        if !same_rules(stored.playable().rules(), self.playable.rules()) {
            let one_line = |rules: &str| format!("`{}`", rules.trim_end().replace('\n', "; "));
            return Err(StoreError::OtherTable {
                folder: stored.table().store().folder().display().to_string(),
                what: "its rules are",
                found: one_line(stored.playable().rules()),
                wanted: one_line(self.playable.rules()),
            });
        }
        self.stored = Some(Arc::clone(stored.table()));
        Ok(self)
    }

    /// The stored table, if this choice of an engine admits one.
    pub(crate) fn stored_for(&self, choice: Choice) -> Option<Arc<StoredTable>> {
        self.stored.clone().filter(|_| choice.admits(Engine::Tables))
    }

    /// The plan reported when a stored table answers.
    pub(crate) fn plan_of_table(&self, table: &StoredTable) -> Plan {
        let folder = table.store().folder().display();
        let reason = format!("the table in {folder} holds the answer; it was asked for");
        Plan::new(Engine::Tables, reason, Cost::NOTHING)
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        &self.playable
    }

    /// The given theorem.
    #[must_use]
    pub fn theorem(&self) -> Option<&Theorem> {
        self.given.as_ref()
    }

    /// The plan of an answer with its cost, without the answer.
    ///
    /// # Errors
    ///
    /// [`AnswerError::TooLarge`] with the time and memory that would be needed;
    /// [`AnswerError::Limit`] if a limit ends even the search for a period.
    pub fn plan(
        &mut self,
        position: &BigPosition,
        asked: Asked,
        choice: Choice,
    ) -> Result<Plan, AnswerError> {
        let valuation = self.valuation(asked)?;
        let question = Question::Position(&position.0, position.1);
        let ways = self.ways(valuation, &question, choice)?;
        let ways = ways.map_err(|needed| self.too_large(position, needed))?;
        Ok(self.told(&ways[0], ways.len(), choice))
    }

    /// The valuation that gives the requested value.
    pub(crate) fn valuation(&self, asked: Asked) -> Result<Valuation, AnswerError> {
        self.playable.valuation(asked)
    }

    /// The ways to answer a question, the cheapest first.
    pub(crate) fn ways(
        &mut self,
        valuation: Valuation,
        question: &Question<'_>,
        choice: Choice,
    ) -> Result<Result<Vec<(Way, Cost)>, TooMuch>, LimitReached> {
        // An estimate counts some thousand positions: the next question may be asked for ever.
        self.watch.check()?;
        let convention = self.playable.game().convention();
        let is_outcome = valuation == Valuation::outcome(convention);
        let is_grundy = valuation == Valuation::Grundy;
        // An outcome of normal play is P exactly where the Grundy value is 0: that follows from
        // both definitions, whatever the rules are.
        let by_grundy = is_grundy || valuation == Valuation::NormalOutcome;
        if let Some(law) = self.given.as_ref().and_then(Theorem::law)
            && (is_outcome || is_grundy && law.is_grundy())
            && choice.admits(Engine::Law)
        {
            let cost = Some(LawValues::cost(law.law(), question));
            return Ok(plan::in_order(vec![(Way::Given, cost)], plan::patience(question), &self.watch));
        }
        let mut ways: Vec<(Way, Option<Cost>)> = Vec::new();
        if let Some(heaps) = self.heaps.as_mut().filter(|_| by_grundy) {
            let largest;
            let coordinates = match question {
                Question::Position(coordinates, _) => *coordinates,
                Question::Box { upto, dimension } => {
                    largest = vec![BigUint::from(*upto); *dimension];
                    &largest
                }
            };
            heaps.heaps.prepare(coordinates, &self.watch)?;
            if choice == Choice::Only(Engine::Law) && !heaps.heaps.is_closed() {
                // A law is requested where a few values would suffice: a heap beyond every table
                // makes the heaps search for it.
                let beyond = vec![BigUint::from(u128::MAX); coordinates.len()];
                heaps.heaps.prepare(&beyond, &self.watch)?;
            }
            let engine = if heaps.heaps.is_closed() { Engine::Law } else { Engine::Tables };
            if choice.admits(engine) {
                ways.push((Way::Heaps, heaps.estimate(question)));
            }
        }
        if choice != Choice::Only(Engine::Law) {
            self.make_engines(valuation);
        }
        if self.quotient.is_some() && is_outcome && choice.admits(Engine::Law) {
            let of =
                |engine: &dyn Values| engine.estimate(question).filter(|_| choice.admits(engine.engine()));
            let searched = self.engines.iter().filter_map(|engine| of(engine.as_ref()));
            let cheap = searched.fold(f64::INFINITY, |least, cost| least.min(cost.seconds)) <= CHEAP;
            if let Some(cost) = self.quotient_cost(question, cheap)? {
                ways.push((Way::Quotient, Some(cost)));
            }
        }
        let values: &[usize] = match (is_outcome, is_grundy) {
            (true, _) if convention == Convention::Normal => &[0, 1],
            (true, _) => &[0],
            (_, true) => &[1],
            _ => &[],
        };
        for &value in values.iter().filter(|_| choice.admits(Engine::Law)) {
            let cost = match &self.bundled[value] {
                Kept::None => continue,
                Kept::Law(law) => Some(LawValues::cost(law.law(), question)),
                Kept::Text(text) => {
                    let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
                    let seconds = SECONDS_A_CHECK + f64::from(bytes) * SECONDS_A_BYTE;
                    Some(Cost { seconds, ..Cost::NOTHING } + LawValues::cost_unseen(question))
                }
            };
            ways.push((Way::Bundled(value), cost));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let known = engine.valuation();
            if choice.admits(engine.engine())
                && (known == valuation || by_grundy && known == Valuation::Grundy)
            {
                ways.push((Way::Engine(index), engine.estimate(question)));
            }
        }
        if let (true, Choice::Only(engine)) = (ways.is_empty(), choice) {
            return Ok(Err(TooMuch::NoSuch(engine)));
        }
        let mut ways = match plan::in_order(ways, plan::patience(question), &self.watch) {
            Ok(ways) => ways,
            Err(needed) => return Ok(Err(needed)),
        };
        // Of two laws that cost next to nothing, the one with a certificate is reported, unless a
        // search could give as much.
        let searched = |way: &(Way, Cost)| matches!(way.0, Way::Engine(_)) && way.1.seconds <= CHEAP;
        let own = usize::from(is_grundy);
        if matches!(question, Question::Position(..))
            && ways[0].0 == Way::Heaps
            && !ways.iter().any(searched)
            && let Some(place) =
                ways.iter().position(|way| way.0 == Way::Bundled(own) && way.1.seconds <= CHEAP)
        {
            ways[..=place].rotate_right(1);
        }
        Ok(Ok(ways))
    }

    /// The cost of an answer by a misère quotient; `None` if no quotient is known. Searches for a
    /// quotient unless another way is `cheap`.
    fn quotient_cost(&mut self, question: &Question<'_>, cheap: bool) -> Result<Option<Cost>, LimitReached> {
        let largest;
        let (heaps, positions) = match question {
            Question::Position(coordinates, _) => (*coordinates, 0.0),
            Question::Box { upto, dimension } => {
                largest = vec![BigUint::from(*upto); *dimension];
                #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
                let side = *upto as f64 + 1.0;
                (&largest[..], largest.iter().map(|_| side).product())
            }
        };
        let Some(quotient) = &mut self.quotient else { return Ok(None) };
        if !cheap {
            quotient.prepare(heaps, &self.watch)?;
        }
        let seconds = positions * SECONDS_A_PRODUCT;
        Ok(quotient.knows(heaps).then_some(Cost { steps: positions, seconds, ..Cost::NOTHING }))
    }

    /// A law, or heaps whose values are known at every size, which answer for positions of any size
    /// at once; `None` if there is neither.
    pub(crate) fn known_way(
        &mut self,
        valuation: Valuation,
        placed: &BigPosition,
    ) -> Result<Option<(Way, Plan)>, LimitReached> {
        let convention = self.playable.game().convention();
        let is_outcome = valuation == Valuation::outcome(convention);
        let question = Question::Position(&placed.0, placed.1);
        let given = self.given.as_ref().and_then(Theorem::law);
        if let Some(law) = given.filter(|law| is_outcome || law.is_grundy()) {
            let cost = LawValues::cost(law.law(), &question);
            return Ok(Some((Way::Given, self.told(&(Way::Given, cost), 2, Choice::Auto))));
        }
        if is_outcome && self.quotient.as_ref().is_some_and(|quotient| quotient.knows(&placed.0)) {
            return Ok(Some((Way::Quotient, self.told(&(Way::Quotient, Cost::NOTHING), 2, Choice::Auto))));
        }
        let own = Way::Bundled(usize::from(!is_outcome));
        if let Some(law) = self.law(own) {
            let cost = LawValues::cost(law.law(), &question);
            return Ok(Some((own, self.told(&(own, cost), 2, Choice::Auto))));
        }
        let by_grundy = valuation == Valuation::Grundy || valuation == Valuation::NormalOutcome;
        let Some(heaps) = self.heaps.as_mut().filter(|_| by_grundy) else { return Ok(None) };
        heaps.heaps.prepare(&placed.0, &self.watch)?;
        let cost = heaps.estimate(&question).filter(|_| heaps.heaps.is_closed());
        Ok(cost.map(|cost| (Way::Heaps, self.told(&(Way::Heaps, cost), 2, Choice::Auto))))
    }

    /// Creates the empty engines for a valuation, unless they exist.
    fn make_engines(&mut self, valuation: Valuation) {
        if self.engines.iter().any(|engine| engine.valuation() == valuation) {
            return;
        }
        match self.playable.arena() {
            Arena::Code(code) => {
                let reference = Reference::of_code(code, valuation, &self.watch);
                self.engines.push(Box::new(reference.sharing(&self.reach)));
            }
            Arena::Rules(ruleset) => {
                let moves = self.moves.get_or_init(|| Moves::new(ruleset));
                let reference = Reference::of_ruleset(ruleset, moves, valuation, &self.watch);
                self.engines.push(Box::new(reference.sharing(&self.reach)));
                if let Some(lines) = Lines::new(ruleset, valuation, &self.watch) {
                    self.engines.push(Box::new(lines));
                }
                if let Some(table) = Tabulated::new(ruleset, moves, valuation, &self.watch) {
                    self.engines.push(Box::new(table));
                }
                self.engines.push(Box::new(BoxValues::new(ruleset, valuation, &self.watch)));
            }
        }
    }

    /// The plan of a way in words.
    pub(crate) fn told(&self, (way, cost): &(Way, Cost), ways: usize, choice: Choice) -> Plan {
        let (engine, what) = match way {
            Way::Given => (Engine::Law, "the law of the certificate answers"),
            Way::Heaps => match self.heaps.as_ref().is_some_and(|heaps| heaps.heaps.is_closed()) {
                true => (
                    Engine::Law,
                    "the game is a sum of heaps, and the Grundy value of a single heap is known at every size",
                ),
                false => (
                    Engine::Tables,
                    "the game is a sum of heaps, and the Grundy values of single heaps are computed one by one",
                ),
            },
            Way::Quotient => (
                Engine::Law,
                "the game is a sum of heaps, and their misère quotient is known: a product in its table is the outcome",
            ),
            Way::Bundled(_) => (Engine::Law, "a law of this game is proved and comes with the program"),
            Way::Engine(index) => {
                let engine = self.engines[*index].engine();
                let what = match engine {
                    Engine::Law => "a law of this game is proved",
                    Engine::Tables => "a table holds the answer",
                    Engine::Reference => "few positions can be reached from here",
                };
                (engine, what)
            }
        };
        let why = match (choice, ways) {
            (Choice::Auto, _) if matches!(way, Way::Given) => "where one is given nothing else is asked",
            (Choice::Only(_), _) => "this engine was asked for",
            (Choice::Auto, 1) => "no other way is possible within the limits",
            (Choice::Auto, _) => "every other way costs more",
        };
        Plan::new(engine, format!("{what}; {why}"), *cost)
    }

    /// A plan with the notes of its engine about this question.
    fn noted(&self, plan: Plan, (way, _): &(Way, Cost), question: &Question<'_>) -> Plan {
        match way {
            Way::Engine(index) => Plan { notes: self.engines[*index].notes(question), ..plan },
            _ => plan,
        }
    }

    /// The value of a position by one of the [ways](Self::ways).
    pub(crate) fn value_by(
        &mut self,
        way: Way,
        valuation: Valuation,
        position: &BigPosition,
    ) -> Result<BigUint, LimitReached> {
        let (coordinates, control) = (&position.0, position.1);
        let is_outcome = valuation != Valuation::Grundy && valuation != Valuation::Remoteness;
        let value = match way {
            Way::Given | Way::Bundled(_) => {
                let watch = self.watch.clone();
                let Some(law) = self.law(way) else { return Err(LimitReached::Coordinate(u64::MAX)) };
                if is_outcome {
                    return Ok(law.law().outcome_within(control, coordinates, &watch)?.number().into());
                }
                let value = law.law().value_within(control, coordinates, &watch)?;
                return value.ok_or(LimitReached::Coordinate(u64::MAX));
            }
            Way::Heaps => match &mut self.heaps {
                Some(heaps) => heaps.value(coordinates, control)?,
                None => return Err(LimitReached::Coordinate(u64::MAX)),
            },
            Way::Quotient => {
                let lost = self.quotient.as_ref().and_then(|quotient| quotient.is_lost(coordinates));
                // Outcome P is 0.
                return lost.map(|lost| u32::from(!lost).into()).ok_or(LimitReached::Coordinate(u64::MAX));
            }
            Way::Engine(index) => {
                let value = self.engines[index].value(coordinates, control)?;
                if self.engines[index].valuation() == valuation {
                    return Ok(value);
                }
                value
            }
        };
        // The value is a Grundy value.
        Ok(if is_outcome { value.min(1u32.into()) } else { value })
    }

    /// The law of a way, checked if it was not yet; `None` if the way is not a law.
    pub(crate) fn law(&mut self, way: Way) -> Option<&CheckedLaw> {
        match way {
            Way::Given => self.given.as_ref().and_then(Theorem::law),
            Way::Bundled(value) => {
                if let Kept::Text(text) = &self.bundled[value] {
                    let law = checked(text, &checking(&self.watch));
                    self.bundled[value] = law.map_or(Kept::None, Kept::Law);
                }
                match &self.bundled[value] {
                    Kept::Law(law) => Some(law),
                    _ => None,
                }
            }
            Way::Heaps | Way::Quotient | Way::Engine(_) => None,
        }
    }

    /// The moves of a ruleset, prepared for use.
    pub(crate) fn moves(&self, ruleset: &Ruleset) -> &Moves {
        self.moves.get_or_init(|| Moves::new(ruleset))
    }

    /// The heaps of a game that is a sum of heaps.
    pub(crate) fn heap_sum(&mut self) -> Option<(&mut HeapSum, &Watch)> {
        let watch = &self.watch;
        self.heaps.as_mut().map(|heaps| (&mut heaps.heaps, watch))
    }

    /// The misère quotient of the heaps, as far as known.
    pub(crate) fn heap_quotient(&self) -> Option<&HeapQuotient> {
        self.quotient.as_ref()
    }

    pub(crate) fn too_large(&self, position: &BigPosition, needed: TooMuch) -> AnswerError {
        AnswerError::TooLarge { position: self.playable.write(&position.0, position.1).to_string(), needed }
    }
}
