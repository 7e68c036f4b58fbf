//! Answers to questions about single positions.

use bouton_core::{Convention, Position, Valuation, Value, Weigh};
use bouton_solve::{LimitReached, Node, Options, TakeAndBreak, Wanted};
use num_bigint::BigUint;

use super::{CHEAP, HeapQuotient, Oracle, Way};
use crate::{
    Answer, AnswerError, AnsweredMove, Arena, Asked, BigPosition, Choice, Plan, Playable, Query, Source,
    StoreError, StoredTable, TooMuch, Watch,
    stored::{held_in, many},
};

/// The most winning moves that are searched for where they cannot all be tried, by default.
const MOST_MOVES: usize = 1_000;
/// The most losing moves that are listed besides winning ones, where a law finds them.
const SHORT_LIST: usize = 100;
/// The bound on the choices that are tried one by one; with more, options are found digit by digit.
const MOST_TRIED: u64 = 400;
/// The most moves of independent heaps that are all listed.
const ALL_MOVES: u32 = 2_000;

/// Answers a position in the cheapest way; see [`Oracle`] for several questions.
///
/// # Errors
///
/// [`AnswerError`]; [`AnswerError::is_limit`] distinguishes limits from wrong input.
///
/// # Examples
///
/// ```
/// let game = bouton::rules::resolve("two-in-total")?;
/// let position = "3,5,7,9".parse()?;
/// let playable = bouton::Playable::for_position(&game, None, &position)?;
/// let answer = bouton::answer(&playable, &position, &bouton::Watch::unlimited())?;
/// assert_eq!(answer.moves.len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(playable: &Playable, position: &Position, watch: &Watch) -> Result<Answer, AnswerError> {
    Oracle::new(playable.clone(), watch).answer(position, &Query::default())
}

/// The coordinates of a position whose options can be enumerated.
fn enumerable(placed: &BigPosition) -> Option<Vec<u64>> {
    placed.0.iter().map(|c| u64::try_from(c).ok().filter(|&c| c < 1 << 62)).collect()
}

/// The moves of a position that were examined.
struct Listed {
    /// The moves with their outcomes by number.
    moves: Vec<(BigPosition, Value)>,
    all: bool,
    all_winning: bool,
}

impl Listed {
    /// All moves, or the requested number of them.
    fn shortened(moves: Vec<(BigPosition, Value)>, query: &Query) -> Self {
        let mut listed = Self { moves, all: true, all_winning: true };
        if let Some(most) = query.moves.filter(|&most| most < listed.moves.len()) {
            // Winning ones first, then in order.
            listed.moves.sort_by_key(|option| option.1 != 0);
            listed.all_winning = listed.moves[most].1 != 0;
            listed.moves.truncate(most);
            listed.moves.sort();
            listed.all = false;
        }
        listed
    }
}

/// The bytes of a move besides its numbers: in the search, in the answer, and in a document.
const MOVE_BYTES: u64 = 450;
/// The number of forms in which its numbers are held; decimal digits count for several.
const MOVE_COPIES: u64 = 5;

impl Oracle {
    /// The value of a position, and the moves there.
    ///
    /// # Errors
    ///
    /// [`AnswerError`]; [`AnswerError::is_limit`] distinguishes limits from wrong input.
    pub fn answer(&mut self, position: &Position, query: &Query) -> Result<Answer, AnswerError> {
        let placed = self.playable.place(position)?;
        let outcome = self.valuation(Asked::Outcome)?;
        self.valuation(query.value)?;
        if let Some(table) = self.stored_for(query.engine) {
            return self.by_table(&table, &placed, query);
        }
        if query.streamed
            && let Some(answer) = self.by_known_law(&placed, query)?
        {
            return Ok(answer);
        }
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let ways = self.ways(outcome, &question, query.engine)?;
        let ways = ways.map_err(|needed| self.too_large(&placed, needed))?;
        let mut failed: Option<LimitReached> = None;
        for way in &ways {
            match self.moves_by(way.0, &placed, query) {
                Ok((value, listed)) => {
                    let plan = self.told(way, ways.len(), query.engine);
                    let grundy = self.beside(Asked::Grundy, &placed, query, way.0)?;
                    let remoteness = self.beside(Asked::Remoteness, &placed, query, way.0)?;
                    let source = self.source(way.0);
                    return self.complete(&placed, source, value, listed, plan, (grundy, remoteness));
                }
                // An estimate was wrong: the next way may succeed.
                Err(AnswerError::Limit(limit)) if !limit.ends_all() => {
                    failed.get_or_insert(limit);
                }
                Err(error) => return Err(error),
            }
        }
        Err(failed.map_or_else(|| self.too_large(&placed, TooMuch::Numbers), AnswerError::Limit))
    }

    /// The answer of a law or a closed sum of heaps, without considering other ways; `None` if
    /// neither is available.
    fn by_known_law(&mut self, placed: &BigPosition, query: &Query) -> Result<Option<Answer>, AnswerError> {
        if query.value == Asked::Remoteness || !query.engine.admits(bouton_solve::Engine::Law) {
            return Ok(None);
        }
        let outcome = self.valuation(Asked::Outcome)?;
        let mut grundy = None;
        if query.value == Asked::Grundy || query.moves != Some(0) && self.valuation(Asked::Grundy).is_ok() {
            grundy = match self.known_way(Valuation::Grundy, placed)? {
                Some((way, plan)) => Some((self.value_by(way, Valuation::Grundy, placed)?, way, plan)),
                None if query.value == Asked::Grundy => return Ok(None),
                None => None,
            };
        }
        let (value, way, plan) = match &grundy {
            // The outcome of normal play is P exactly where the Grundy value is 0.
            Some((value, way, plan)) if query.moves == Some(0) => {
                (value.clone().min(1u32.into()), *way, plan.clone())
            }
            _ => {
                let Some((way, plan)) = self.known_way(outcome, placed)? else { return Ok(None) };
                (self.value_by(way, outcome, placed)?, way, plan)
            }
        };
        let value = Value::try_from(value).unwrap_or(Value::MAX);
        let listed = match (query.moves, way) {
            (Some(0), _) => Listed { moves: Vec::new(), all: false, all_winning: false },
            (_, Way::Heaps) => self.moves_by_heaps(placed, value, query)?,
            (_, Way::Quotient) => self.moves_by_quotient(placed, value, query)?,
            _ => self.moves_by_law(way, placed, value, query)?,
        };
        let beside = (grundy.map(|(value, ..)| value), None);
        let source = self.source(way);
        self.complete(placed, source, value, listed, plan, beside).map(Some)
    }

    /// The outcome of a position, and of its options, in one way.
    fn moves_by(
        &mut self,
        way: Way,
        placed: &BigPosition,
        query: &Query,
    ) -> Result<(Value, Listed), AnswerError> {
        let outcome = self.valuation(Asked::Outcome)?;
        let value = self.value_by(way, outcome, placed)?;
        let value = Value::try_from(value).unwrap_or(Value::MAX);
        let listed = match way {
            Way::Given | Way::Bundled(_) => self.moves_by_law(way, placed, value, query)?,
            Way::Heaps => self.moves_by_heaps(placed, value, query)?,
            Way::Quotient => self.moves_by_quotient(placed, value, query)?,
            Way::Engine(_) => self.moves_by_engine(way, outcome, placed, query)?,
        };
        Ok((value, listed))
    }

    /// All options, each with its value by an engine.
    fn moves_by_engine(
        &mut self,
        way: Way,
        outcome: Valuation,
        placed: &BigPosition,
        query: &Query,
    ) -> Result<Listed, AnswerError> {
        let mut moves = Vec::new();
        for option in self.options(placed)? {
            let value = self.value_by(way, outcome, &option)?;
            moves.push((option, Value::try_from(value).unwrap_or(Value::MAX)));
        }
        Ok(Listed::shortened(moves, query))
    }

    /// The answer of a stored table about a position and its options, all of which it contains.
    fn by_table(
        &mut self,
        table: &StoredTable,
        placed: &BigPosition,
        query: &Query,
    ) -> Result<Answer, AnswerError> {
        let held = held_in(table);
        // Under normal play the outcome follows from the other values.
        if query.value != Asked::Outcome && query.value != held {
            return Err(AnswerError::OtherValues { found: many(held) });
        }
        let value_of = |position: &BigPosition| -> Result<Option<Value>, StoreError> {
            enumerable(position).map_or(Ok(None), |at| table.value(&at, position.1))
        };
        let outcome = |value: Value| match held {
            Asked::Outcome => value,
            Asked::Grundy => value.min(1),
            Asked::Remoteness => value % 2,
        };
        let outside = || {
            let upto: Vec<String> = table.store().tiling().last().iter().map(u64::to_string).collect();
            let position = self.playable.write(&placed.0, placed.1).to_string();
            AnswerError::Outside { position, upto: upto.join(",") }
        };
        let value = value_of(placed)?.ok_or_else(outside)?;
        let mut moves = Vec::new();
        let options = if query.moves == Some(0) { Vec::new() } else { self.options(placed)? };
        for option in options {
            self.watch.spend(1)?;
            if let Some(value) = value_of(&option)? {
                moves.push((option, outcome(value)));
            }
        }
        let all = query.moves != Some(0);
        let listed =
            if all { Listed::shortened(moves, query) } else { Listed { moves, all, all_winning: all } };
        let folder = table.store().folder().display().to_string();
        let plan = self.plan_of_table(table);
        let beside = |asked: Asked| (held == asked).then(|| BigUint::from(value));
        let beside = (beside(Asked::Grundy), beside(Asked::Remoteness));
        self.complete(placed, Source::Table { folder }, outcome(value), listed, plan, beside)
    }

    /// The options of a position, if trying them all is quick and there are at most `most`.
    fn few_options(&self, placed: &BigPosition, most: usize) -> Option<Vec<BigPosition>> {
        let Arena::Rules(ruleset) = self.playable.arena() else { return None };
        let work = self.moves(ruleset).work_at(&enumerable(placed)?, placed.1, MOST_TRIED);
        let options = (work < MOST_TRIED).then(|| self.options(placed).ok()).flatten();
        options.filter(|options| options.len() <= most)
    }

    /// The options of a position that can be enumerated, each once, in order.
    pub(crate) fn options(&self, placed: &BigPosition) -> Result<Vec<BigPosition>, LimitReached> {
        let coordinates = enumerable(placed).ok_or(LimitReached::Coordinate(u64::MAX))?;
        let mut options: Vec<Node> = Vec::new();
        let mut held = self.watch.hold_none();
        let mut full = Ok(());
        let mut take = |option: Node| {
            // Once as a node, twice in the answer.
            full = held.grow(MOVE_BYTES + 24 * option.coordinates.len() as u64 * MOVE_COPIES);
            options.push(option);
            full.is_ok()
        };
        match self.playable.arena() {
            Arena::Rules(ruleset) => {
                let mut batch = self.watch.batch();
                let take = |to: &[u64], control| take(Node { coordinates: to.to_vec(), control });
                self.moves(ruleset).try_each_option(&coordinates, placed.1, &mut batch, take)?;
            }
            Arena::Code(code) => {
                let node = Node { coordinates, control: placed.1 };
                TakeAndBreak::new(code).try_each_option(&node, &self.watch, &mut take)?;
            }
        }
        full?;
        options.sort_unstable();
        options.dedup();
        let big = |node: Node| (node.coordinates.into_iter().map(BigUint::from).collect(), node.control);
        Ok(options.into_iter().map(big).collect())
    }

    /// Options of a sum of heaps; all of them if there are few.
    fn moves_by_heaps(
        &mut self,
        placed: &BigPosition,
        value: Value,
        query: &Query,
    ) -> Result<Listed, AnswerError> {
        let Some((heaps, watch)) = self.heap_sum() else {
            return Ok(Listed { moves: Vec::new(), all: false, all_winning: false });
        };
        let few = heaps.count_moves(&placed.0) <= ALL_MOVES.into();
        let most = query.moves.unwrap_or(if few { usize::MAX } else { MOST_MOVES });
        let zero = BigUint::ZERO;
        let winning = heaps.options(&placed.0, &Wanted::Is(zero.clone()), most, watch)?;
        // A player who cannot win wants to see the options; a player who can win sees the others
        // only if there are few.
        let room = if value == 0 || few { most.saturating_sub(winning.options.len()) } else { 0 };
        let rest = heaps.options(&placed.0, &Wanted::IsNot(zero), room, watch)?;
        let mut moves: Vec<(BigPosition, Value)> = Vec::new();
        for (found, outcome) in [(winning.options, 0), (rest.options, 1)] {
            moves.extend(found.into_iter().map(|(to, _)| ((to, placed.1), outcome)));
        }
        moves.sort();
        Ok(Listed { moves, all: !winning.more && !rest.more, all_winning: !winning.more })
    }

    /// The same in misère play, by the quotient.
    fn moves_by_quotient(
        &mut self,
        placed: &BigPosition,
        value: Value,
        query: &Query,
    ) -> Result<Listed, AnswerError> {
        let count = self.heap_sum().map(|(heaps, _)| heaps.count_moves(&placed.0));
        let Some((quotient, count)) = self.heap_quotient().zip(count) else {
            return Ok(Listed { moves: Vec::new(), all: false, all_winning: false });
        };
        let few = count <= ALL_MOVES.into();
        let most = query.moves.unwrap_or(if few { usize::MAX } else { MOST_MOVES });
        let winning = quotient.options(&placed.0, true, most, &self.watch)?;
        let room = if value == 0 || few { most.saturating_sub(winning.options.len()) } else { 0 };
        let rest = quotient.options(&placed.0, false, room, &self.watch)?;
        let all = winning.options.into_iter().chain(rest.options);
        let mut moves: Vec<(BigPosition, Value)> =
            all.map(|(to, lost)| ((to, placed.1), Value::from(!lost))).collect();
        moves.sort();
        Ok(Listed { moves, all: !winning.more && !rest.more, all_winning: !winning.more })
    }

    /// Options that a law finds digit by digit.
    fn moves_by_law(
        &mut self,
        way: Way,
        placed: &BigPosition,
        value: Value,
        query: &Query,
    ) -> Result<Listed, LimitReached> {
        let watch = self.watch.clone();
        let most = query.moves.unwrap_or(MOST_MOVES);
        let few = self.few_options(placed, most.min(SHORT_LIST));
        let Some(law) = self.law(way) else {
            return Ok(Listed { moves: Vec::new(), all: false, all_winning: false });
        };
        let outcome = |option: &BigPosition| -> Result<Value, LimitReached> {
            Ok(law.law().outcome_within(option.1, &option.0, &watch)?.number())
        };
        if let Some(options) = few {
            let values = watch.each(&options).map(|option| outcome(option?));
            let values = values.collect::<Result<Vec<Value>, LimitReached>>()?;
            return Ok(Listed {
                moves: options.into_iter().zip(values).collect(),
                all: true,
                all_winning: true,
            });
        }
        let (guide, convention) = (law.guide(), law.ruleset().convention());
        let (coordinates, control) = (&placed.0, placed.1);
        let target = match convention {
            // value = (least + 1) mod players: the target is the least value of an option, if there
            // is one.
            Convention::Podium { players } => value.checked_sub(1).unwrap_or(Value::from(players) - 1),
            _ => 0,
        };
        let outcomes = 0..Valuation::outcome(convention).value_count().unwrap_or(2);
        let others: Vec<Value> = outcomes.filter(|&v| v != target).collect();
        let found = guide.options_with_value(coordinates, control, &[target], most, &watch)?;
        // As for heaps.
        let wanted = if found.options.is_empty() { most } else { most.min(SHORT_LIST) };
        let mut rest = guide.options_with_value(coordinates, control, &others, wanted, &watch)?;
        if rest.more && !found.options.is_empty() {
            rest.options.clear();
        }
        let mut moves: Vec<(BigPosition, Value)> = found.options.into_iter().map(|o| (o, target)).collect();
        // A law reads every digit.
        let digits = 1 + placed.0.iter().map(BigUint::bits).max().unwrap_or(0);
        for option in rest.options {
            watch.spend(digits / 4)?;
            let value = outcome(&option)?;
            moves.push((option, value));
        }
        // The order of the list when a position is solved.
        moves.sort();
        Ok(Listed { moves, all: !found.more && !rest.more, all_winning: !(found.more && target == 0) })
    }

    /// The whole answer; besides the outcome there may be a Grundy value and a remoteness.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`], before the answer is created.
    fn complete(
        &mut self,
        placed: &BigPosition,
        source: Source,
        value: Value,
        listed: Listed,
        plan: Plan,
        (grundy, remoteness): (Option<BigUint>, Option<BigUint>),
    ) -> Result<Answer, AnswerError> {
        let bytes = listed.moves.iter().map(|((to, _), _)| MOVE_BYTES + MOVE_COPIES * to.weight()).sum();
        self.answered.resize(bytes)?;
        let convention = self.playable.game().convention();
        let valuation = Valuation::outcome(convention);
        // Two players: 0 before 1. Podium: the option's value is the number of places that the
        // mover loses. Coalitions: P, else any option that keeps a chance; there is no order beyond
        // P.
        let best = listed.moves.iter().map(|option| option.1).min();
        let is_best = |value: Value| match convention {
            Convention::Coalition => value == 0 || best != Some(0),
            _ => Some(value) == best,
        };
        let moves = listed.moves.into_iter().map(|((to, control), value)| AnsweredMove {
            to: self.playable.write(&to, control),
            value,
            outcome: valuation.value_name(value),
            winning: value == 0,
            best: is_best(value),
        });
        Ok(Answer {
            position: self.playable.write(&placed.0, placed.1),
            value,
            outcome: valuation.value_name(value),
            grundy,
            remoteness: remoteness.and_then(|value| Value::try_from(value).ok()),
            moves: moves.collect(),
            all_moves: listed.all,
            all_winning_moves: listed.all_winning,
            source,
            plan,
        })
    }

    /// A further value besides the outcome: if it is requested, or costs next to nothing.
    fn beside(
        &mut self,
        asked: Asked,
        placed: &BigPosition,
        query: &Query,
        way: Way,
    ) -> Result<Option<BigUint>, AnswerError> {
        let must = query.value == asked;
        let Ok(valuation) = self.valuation(asked) else { return Ok(None) };
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let choice = if must { query.engine } else { Choice::Auto };
        let ways = match self.ways(valuation, &question, choice)? {
            Ok(ways) => ways,
            Err(needed) if must => return Err(self.too_large(placed, needed)),
            Err(_) => return Ok(None),
        };
        let mut failed = None;
        for (other, cost) in ways {
            // The bundled law of Grundy values accompanies the bundled law of outcomes.
            let goes_with = matches!((way, other), (Way::Bundled(_), Way::Bundled(_))) || way == other;
            if !must && !goes_with && cost.seconds > CHEAP {
                continue;
            }
            match self.value_by(other, valuation, placed) {
                Ok(value) => return Ok(Some(value)),
                Err(limit) if limit.ends_all() => return Err(limit.into()),
                Err(limit) => failed = failed.or(Some(limit)),
            }
        }
        match failed {
            Some(limit) if must => Err(limit.into()),
            _ => Ok(None),
        }
    }

    fn quotient_source(&self) -> Source {
        if let Some(given) = self.theorem().filter(|theorem| theorem.quotient().is_some()) {
            return Source::Law { certificate: given.identity().to_string() };
        }
        let known = self.heap_quotient().and_then(HeapQuotient::told);
        known.map_or(Source::Solved, |known| Source::Quotient { known })
    }

    fn source(&mut self, way: Way) -> Source {
        if let Some(law) = self.law(way) {
            return Source::Law { certificate: law.identity().to_string() };
        }
        if way == Way::Quotient {
            return self.quotient_source();
        }
        if way != Way::Heaps {
            return Source::Solved;
        }
        if let Some(period) = self.theorem().filter(|theorem| theorem.period().is_some()) {
            return Source::Law { certificate: period.identity().to_string() };
        }
        let names = self.playable.ruleset().map(|ruleset| ruleset.coordinates().to_vec()).unwrap_or_default();
        let told = self.heap_sum().map(|(heaps, _)| {
            let first = heaps.first_heaps();
            let of = |(place, (period, theorem)): (usize, (&bouton_core::Period, &str))| {
                let (length, preperiod) = (period.length, period.preperiod);
                let heap = match first.get(place).and_then(|&heap| names.get(heap)) {
                    Some(name) => format!("heap {name} alone"),
                    None => "a single heap".to_owned(),
                };
                let rises = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
                format!("{heap}: g(n + {length}) = g(n){rises} for all n ≥ {preperiod}, by {theorem}")
            };
            heaps.periods().enumerate().map(of).collect()
        });
        let periods: Option<Vec<String>> = told;
        Source::Heaps { periods: periods.unwrap_or_default() }
    }

    /// Computes an answer again with another engine and compares. Returns the plan of that engine.
    ///
    /// # Errors
    ///
    /// [`AnswerError::Disagreement`] if they differ; [`AnswerError::TooLarge`] if no other
    /// engine can answer.
    pub fn verify(&mut self, answer: &Answer) -> Result<Plan, AnswerError> {
        let placed = self.playable.place(&answer.position)?;
        let outcome = self.valuation(Asked::Outcome)?;
        let question = bouton_solve::Question::Position(&placed.0, placed.1);
        let others =
            [bouton_solve::Engine::Tables, bouton_solve::Engine::Reference, bouton_solve::Engine::Law];
        let mut refused = TooMuch::Numbers;
        for engine in others.into_iter().filter(|&engine| engine != answer.plan.engine) {
            let choice = Choice::Only(engine);
            let ways = match self.ways(outcome, &question, choice)? {
                Ok(ways) => ways,
                Err(needed) => {
                    refused = needed;
                    continue;
                }
            };
            let mut same = |position: &Position, expected: Value| -> Result<(), AnswerError> {
                let placed = self.playable.place(position)?;
                let value = self.value_by(ways[0].0, outcome, &placed)?;
                if value == expected.into() {
                    return Ok(());
                }
                let name = |value: Value| outcome.value_name(value);
                Err(AnswerError::Disagreement {
                    position: position.to_string(),
                    left: name(expected),
                    right: Value::try_from(value).map_or_else(|_| "?".to_owned(), name),
                })
            };
            same(&answer.position, answer.value)?;
            for option in &answer.moves {
                same(&option.to, option.value)?;
            }
            for (asked, known) in [
                (Asked::Grundy, answer.grundy.clone()),
                (Asked::Remoteness, answer.remoteness.map(BigUint::from)),
            ] {
                let Some(known) = known else { continue };
                let valuation = self.valuation(asked)?;
                let Ok(ways) = self.ways(valuation, &question, choice)? else { continue };
                let value = self.value_by(ways[0].0, valuation, &placed)?;
                if value != known {
                    let (left, right) = (known.to_string(), value.to_string());
                    return Err(AnswerError::Disagreement {
                        position: answer.position.to_string(),
                        left,
                        right,
                    });
                }
            }
            return Ok(self.told(&ways[0], ways.len(), choice));
        }
        Err(self.too_large(&placed, refused))
    }
}
