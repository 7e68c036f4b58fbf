//! A game with all known sources of its values: laws, values of heaps, tables that were filled.

mod answer;
mod boxes;
mod every_number;
mod game_moves;
mod heaps;
mod knows;
mod law;
mod letters;
mod lost;
mod misere;
mod rows;
mod searched;
mod stored;

use bouton_core::{Convention, MemoryShare, Valuation};
use bouton_game::{
    Arena, BigPosition, CheckedLaw, OpenMoves, Playable, Theorem, bundled::bundled_text, law::same_rules,
};
use bouton_solve::{
    Cost, Engine, HeapSum, LimitReached, Lines, Question, Reach, Reference, TableEngine, Watch,
};
use bouton_tables::StoreError;
use num_bigint::BigUint;

pub use self::{answer::answer, letters::Instance};
use self::{
    boxes::BoxValues,
    every_number::EveryNumberSource,
    heaps::Heaps,
    knows::{Knows, Role, Search},
    law::LawSource,
    letters::LetterSource,
    misere::QuotientSource,
    searched::Searched,
    stored::Stored,
};
pub(crate) use self::{boxes::FilledTable, game_moves::GameMoves, lost::LOST, rows::BoxOf};

use crate::{AnswerError, Choice, Plan, StoredBox, TooMuch, ValueKind, answer::valuation, plan};

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
    pub(crate) game: GameMoves,
    given: Option<Theorem>,
    /// A theorem with letters that was given, and the numbers of the letters.
    instance: Option<Instance>,
    /// The sources of values: given ones first, the engines last. Engines are created when they are
    /// first needed.
    sources: Vec<Box<dyn Knows>>,
    /// The valuations for which engines were created.
    made: Vec<Valuation>,
    reach: Reach,
    /// The memory of the rules from which the engines are created.
    rules: MemoryShare,
    /// The memory of the last answer.
    pub(crate) answered: MemoryShare,
}

/// The number of a source in the list of an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourceId(usize);

/// The number of seconds below which a user notices no difference.
const CHEAP: f64 = 0.02;
/// The most winning moves that are searched for by default where not all can be tried.
const MOST_MOVES: usize = 1_000;
/// The number of moves of independent heaps up to which all are listed.
const ALL_MOVES: u32 = 2_000;

impl Oracle {
    /// Creates an oracle of a game that knows only the bundled laws.
    #[must_use]
    pub fn new(playable: Playable, watch: &Watch) -> Self {
        let mut sources: Vec<Box<dyn Knows>> = Vec::new();
        let heaps = match playable.arena() {
            Arena::Code(code) if playable.game().code().is_some() => Some(HeapSum::of_code(code)),
            // The rules are for any number of heaps, and the game is the sum of its heaps.
            Arena::Code(_) => {
                let one = playable.game().one_heap().ok().and_then(|one| one.ruleset_within(watch).ok());
                one.and_then(|one| HeapSum::of_any_heaps(&one, watch).ok().flatten())
            }
            // If a limit is reached here, the next engine reaches it, too.
            Arena::Rules(ruleset) => HeapSum::of_ruleset(ruleset, watch).ok().flatten(),
            Arena::Open(OpenMoves::Each(one)) => HeapSum::of_any_heaps(one, watch).ok().flatten(),
            Arena::Open(OpenMoves::Alike(_)) => None,
        };
        if let Some(heaps) = heaps {
            let names = playable.ruleset().map(|ruleset| ruleset.coordinates().to_vec());
            sources.push(Box::new(Heaps::new(heaps, names.unwrap_or_default(), watch)));
        }
        let convention = playable.game().convention();
        if let (Arena::Code(code), Convention::Misere) = (playable.arena(), convention) {
            sources.push(Box::new(QuotientSource::new(code, watch)));
        }
        for grundy in [false, true] {
            if let Some(text) = bundled_text(&playable, grundy) {
                sources.push(Box::new(LawSource::bundled(text, grundy, convention, watch)));
            }
        }
        Self {
            rules: watch.hold_none(),
            answered: watch.hold_none(),
            game: GameMoves::new(playable, watch),
            given: None,
            instance: None,
            sources,
            made: Vec::new(),
            reach: Reach::default(),
        }
    }

    /// Adds a checked theorem, which then answers.
    ///
    /// # Errors
    ///
    /// [`AnswerError::OtherGame`] if the theorem is about other rules, [`AnswerError::Quotient`] if
    /// it is a misère quotient and the game is not in misère play.
    pub fn with_theorem(mut self, theorem: Theorem) -> Result<Self, AnswerError> {
        // A quotient is about the heaps, because the certificate does not state the winning
        // convention.
        let code = theorem.game().code().filter(|_| theorem.quotient().is_some());
        let of_heaps = code.is_some() && code == self.game.playable.game().code();
        let counts_ones = EveryNumberSource::of(&theorem, &self.game.watch);
        let fits = if theorem.is_for_every_number() {
            theorem.is_about_more_of(&self.game.playable)
        } else {
            of_heaps || theorem.fits(&self.game.playable)
        };
        if !fits {
            let one_line = |text: String| text.trim_end().replace('\n', "; ");
            return Err(AnswerError::OtherGame {
                certificate: one_line(theorem.game().text()),
                game: one_line(self.game.playable.game().text()),
            });
        }
        if let (Some(_), Arena::Rules(_)) = (theorem.quotient(), self.game.playable.arena())
            && let Some(of_any) = Playable::of_any_heaps(theorem.game(), &self.game.watch)
            && let Arena::Code(code) = of_any.arena()
        {
            self.sources.push(Box::new(QuotientSource::of_fixed_number(code, &self.game.watch)));
        }
        let mut taken = false;
        for source in &mut self.sources {
            taken |= source.learn(&theorem);
        }
        if theorem.quotient().is_some() && !taken {
            return Err(AnswerError::Quotient);
        }
        if let Some(source) = counts_ones {
            self.sources.insert(usize::from(self.has_table(Choice::Auto)), Box::new(source));
        }
        if let Some(law) = theorem.shared_law() {
            // The theorem comes after a stored table that has the requested values.
            let stored = usize::from(self.has_table(Choice::Auto));
            self.sources.insert(stored, Box::new(LawSource::given(law, &self.game.watch)));
        }
        self.given = Some(theorem);
        Ok(self)
    }

    /// Adds a theorem with letters, and numbers for them, which then answers.
    ///
    /// # Errors
    ///
    /// [`AnswerError::OtherGame`] if the theorem with these numbers is about other rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Goal, Instance, Oracle, Playable, Query, Watch, letter_settings, prove_letters, rules::Game};
    ///
    /// let text = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap";
    /// let watch = Watch::unlimited();
    /// let theorem = prove_letters(&Game::parse(text).unwrap(), Goal::Outcome, false, &watch)?.theorem.unwrap();
    /// let playable = Playable::new(&theorem.game().instance(&[2, 5]).unwrap(), None)?;
    /// let instance = Instance { theorem, settings: letter_settings(&["a=2,b=5".to_owned()])? };
    /// let mut oracle = Oracle::new(playable, &watch).with_letters(instance)?;
    /// assert_eq!(oracle.answer(&"10^30".parse()?, &Query::default())?.outcome, "P");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_letters(mut self, instance: Instance) -> Result<Self, AnswerError> {
        let game = instance.theorem.game();
        let number = |name: &String| {
            let found = instance.settings.iter().find(|(known, _)| known == name)?;
            i64::try_from(&found.1).ok()
        };
        let numbers: Option<Vec<i64>> = game.letters().iter().map(number).collect();
        let own = numbers.and_then(|numbers| game.instance(&numbers).ok());
        let rules = self.game.playable.rules();
        let fits = own.as_ref().is_some_and(|own| {
            let with = |heaps: usize| own.with_heaps(heaps).is_ok_and(|own| same_rules(&own.text(), rules));
            same_rules(&own.text(), rules)
                || self.game.playable.ruleset().is_some_and(|ruleset| with(ruleset.dimension()))
        });
        let source = LetterSource::of(instance.clone(), &self.game.watch).filter(|_| fits);
        let Some(source) = source else {
            let one_line = |text: String| text.trim_end().replace('\n', "; ");
            return Err(AnswerError::OtherGame {
                certificate: one_line(instance.theorem.game().text()),
                game: one_line(self.game.playable.game().text()),
            });
        };
        self.sources.insert(usize::from(self.has_table(Choice::Auto)), Box::new(source));
        self.instance = Some(instance);
        Ok(self)
    }

    /// The given theorem with letters, and the numbers of the letters.
    #[must_use]
    pub fn instance(&self) -> Option<&Instance> {
        self.instance.as_ref()
    }

    /// Adds a stored table of this game, in a folder, which then answers.
    ///
    /// # Errors
    ///
    /// If the table belongs to another game.
    pub fn with_table(mut self, stored: &StoredBox) -> Result<Self, StoreError> {
        if !same_rules(stored.playable().rules(), self.game.playable.rules()) {
            let one_line = |rules: &str| format!("`{}`", rules.trim_end().replace('\n', "; "));
            return Err(StoreError::OtherTable {
                folder: stored.table().store().folder().display().to_string(),
                what: "its rules are",
                found: one_line(stored.playable().rules()),
                wanted: one_line(self.game.playable.rules()),
            });
        }
        let table = Stored::new(stored.table(), self.playable(), &self.game.watch);
        self.sources.insert(0, Box::new(table));
        Ok(self)
    }

    /// Whether a stored table was given, and the choice of an engine admits it.
    fn has_table(&self, choice: Choice) -> bool {
        let first = self.sources.first();
        first.is_some_and(|first| {
            first.role() == Role::Given && first.engine() == Engine::Tables && first.is_admitted(choice)
        })
    }

    /// The game.
    #[must_use]
    pub fn playable(&self) -> &Playable {
        &self.game.playable
    }

    /// The first options of a position as the rules list them, at most `most`; `None` if they cannot be enumerated
    /// within the limits.
    ///
    /// An answer lists all options of a position, or the best ones if there are very many. This lists some regardless
    /// of their values.
    ///
    /// ```
    /// use bouton::{Oracle, Playable, Watch};
    ///
    /// let game = bouton::rules::resolve("nim")?;
    /// let position = "70,80,90".parse()?;
    /// let playable = Playable::for_position(&game, None, &position, &Watch::unlimited())?;
    /// let oracle = Oracle::new(playable, &Watch::unlimited());
    /// let placed = oracle.playable().place(&position)?;
    /// assert_eq!(oracle.first_options(&placed, 100).map(|options| options.len()), Some(100));
    /// assert_eq!(oracle.first_options(&placed, 1000).map(|options| options.len()), Some(240));
    ///
    /// // One choice in 16,773,120 is an option.
    /// let rare = "counters n; move n -> n - t where t >= 1, t is divisible by 4096, t is divisible by 4095";
    /// let game = bouton::rules::Game::parse(rare)?;
    /// let position = "10^15".parse()?;
    /// let playable = Playable::for_position(&game, None, &position, &Watch::unlimited())?;
    /// let oracle = Oracle::new(playable, &Watch::unlimited());
    /// let placed = oracle.playable().place(&position)?;
    /// assert_eq!(oracle.first_options(&placed, 100), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_options(&self, position: &BigPosition, most: usize) -> Option<Vec<BigPosition>> {
        self.game.first_options(position, most).ok()
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
        asked: ValueKind,
        choice: Choice,
    ) -> Result<Plan, AnswerError> {
        let valuation = self.valuation(asked)?;
        let question = Question::Position(&position.0, position.1);
        let ways = self.ways(valuation, &question, choice)?;
        let ways = ways.map_err(|needed| self.too_large(position, needed))?;
        Ok(self.plan_of(&ways[0], ways.len(), choice))
    }

    /// The valuation that gives the requested value.
    pub(crate) fn valuation(&self, asked: ValueKind) -> Result<Valuation, AnswerError> {
        valuation(&self.game.playable, asked)
    }

    /// The sources that can answer a question with their costs, the cheapest first.
    pub(crate) fn ways(
        &mut self,
        valuation: Valuation,
        question: &Question<'_>,
        choice: Choice,
    ) -> Result<Result<Vec<(SourceId, Cost)>, TooMuch>, AnswerError> {
        // An estimate counts some thousand positions, and there may be any number of questions.
        self.game.watch.check()?;
        let patience = plan::patience(question);
        let alone = |source: &dyn Knows| {
            source.role() == Role::Given && source.gives(valuation) && source.is_admitted(choice)
        };
        if let Some(given) = self.sources.iter().position(|source| alone(source.as_ref())) {
            let cost = self.sources[given].estimate(valuation, question, Search::default())?;
            return Ok(plan::in_order(vec![(SourceId(given), cost)], patience, &self.game.watch));
        }
        let mut search = Search { law_only: choice == Choice::Only(Engine::Law), cheap: false };
        if !search.law_only {
            self.make_engines(valuation)?;
        }
        let mut ways: Vec<(SourceId, Option<Cost>)> = Vec::new();
        for number in 0..self.sources.len() {
            let source = &self.sources[number];
            if source.role() == Role::Given || !source.gives(valuation) || !source.is_admitted(choice) {
                continue;
            }
            if source.role() == Role::Quotient {
                search.cheap = self.is_cheap(valuation, question, choice)?;
            }
            let source = &mut self.sources[number];
            let cost = source.estimate(valuation, question, search)?;
            let is_possible = match source.role() {
                // A missing law is not a refusal because of the size.
                Role::Quotient | Role::Bundled { .. } => cost.is_some(),
                _ => true,
            };
            if is_possible && choice.admits(source.engine()) {
                ways.push((SourceId(number), cost));
            }
        }
        if let (true, Choice::Only(engine)) = (ways.is_empty(), choice) {
            return Ok(Err(TooMuch::NoSuch(engine)));
        }
        let mut ways = match plan::in_order(ways, patience, &self.game.watch) {
            Ok(ways) => ways,
            Err(needed) => return Ok(Err(needed)),
        };
        // Of two laws of nearly no cost, the one with a certificate is reported, unless a search
        // could give as much.
        let own = Role::Bundled { grundy: valuation == Valuation::Grundy };
        let is_cheap = |way: &(SourceId, Cost), role| self.role(way.0) == role && way.1.seconds <= CHEAP;
        if matches!(question, Question::Position(..))
            && self.role(ways[0].0) == Role::Heaps
            && !ways.iter().any(|way| is_cheap(way, Role::Engine))
            && let Some(place) = ways.iter().position(|way| is_cheap(way, own))
        {
            ways[..=place].rotate_right(1);
        }
        Ok(Ok(ways))
    }

    /// Whether an engine answers a question at a cost that a user does not notice.
    fn is_cheap(
        &mut self,
        valuation: Valuation,
        question: &Question<'_>,
        choice: Choice,
    ) -> Result<bool, AnswerError> {
        for source in &mut self.sources {
            if source.role() == Role::Engine && source.gives(valuation) && source.is_admitted(choice) {
                let cost = source.estimate(valuation, question, Search::default())?;
                if cost.is_some_and(|cost| cost.seconds <= CHEAP) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The role of a source.
    fn role(&self, id: SourceId) -> Role {
        self.sources[id.0].role()
    }

    /// Returns a law, or heaps whose values are known at every size, which answer for positions of
    /// any size at once; `None` if there is neither.
    fn known_way(
        &mut self,
        valuation: Valuation,
        placed: &BigPosition,
    ) -> Result<Option<(SourceId, Plan)>, AnswerError> {
        let question = Question::Position(&placed.0, placed.1);
        // Heaps may have to be prepared, so they come last.
        let is_heaps = |id: &SourceId| self.role(*id) == Role::Heaps;
        let (heaps, others): (Vec<_>, Vec<_>) = (0..self.sources.len()).map(SourceId).partition(is_heaps);
        for id in others.into_iter().chain(heaps) {
            if let Some(cost) = self.sources[id.0].at_once(valuation, &question)? {
                return Ok(Some((id, self.plan_of(&(id, cost), 2, Choice::Auto))));
            }
        }
        Ok(None)
    }

    /// Creates the empty engines for a valuation, unless they exist.
    ///
    /// # Errors
    ///
    /// If the compiled rules and moves need more memory than the limit allows.
    fn make_engines(&mut self, valuation: Valuation) -> Result<(), LimitReached> {
        if self.made.contains(&valuation) {
            return Ok(());
        }
        if let Arena::Rules(ruleset) = self.game.playable.arena() {
            self.rules.resize(ruleset.counted_bytes())?;
            self.game.of_ruleset(ruleset)?;
        }
        let (game, sources) = (&self.game, &mut self.sources);
        let watch = &game.watch;
        match game.playable.arena() {
            // Only a theorem answers.
            Arena::Open(_) => {}
            Arena::Code(code) => {
                let reference = Reference::of_code(code, valuation, watch);
                sources.push(Box::new(Searched(reference.sharing(&self.reach))));
            }
            Arena::Rules(ruleset) => {
                let moves = game.of_ruleset(ruleset)?;
                let table = TableEngine::new(ruleset, moves, valuation, watch)?;
                let reference = Reference::of_ruleset(ruleset, moves, valuation, watch)?;
                sources.push(Box::new(Searched(reference.sharing(&self.reach))));
                if let Some(lines) = Lines::new(ruleset, valuation, watch) {
                    sources.push(Box::new(Searched(lines)));
                }
                if let Some(table) = table {
                    sources.push(Box::new(Searched(table)));
                }
                sources.push(Box::new(BoxValues::new(ruleset, valuation, watch)));
            }
        }
        self.made.push(valuation);
        Ok(())
    }

    /// Describes the plan of a way.
    pub(crate) fn plan_of(&self, (id, cost): &(SourceId, Cost), ways: usize, choice: Choice) -> Plan {
        let source = &self.sources[id.0];
        Plan::new(source.engine(), source.reason(choice, ways), *cost)
    }

    /// The value of a position by one of the [ways](Self::ways).
    pub(crate) fn value_by(
        &mut self,
        id: SourceId,
        valuation: Valuation,
        position: &BigPosition,
    ) -> Result<BigUint, AnswerError> {
        self.sources[id.0].value(valuation, &position.0, position.1)
    }

    /// The bundled law of outcomes, which is checked when it is first needed.
    pub fn bundled_law(&mut self) -> Option<&CheckedLaw> {
        let is_it = |source: &&mut Box<dyn Knows>| source.role() == Role::Bundled { grundy: false };
        self.sources.iter_mut().find(is_it)?.law()
    }

    /// The heaps of a game that is a sum of heaps.
    pub(crate) fn heap_sum(&mut self) -> Option<(&mut HeapSum, &Watch)> {
        let watch = &self.game.watch;
        let heaps = self.sources.iter_mut().find_map(|source| source.heap_sum());
        heaps.map(|heaps| (heaps, watch))
    }

    pub(crate) fn too_large(&self, position: &BigPosition, needed: TooMuch) -> AnswerError {
        let position = self.game.playable.write(&position.0, position.1).to_string();
        AnswerError::TooLarge { position, needed }
    }
}
