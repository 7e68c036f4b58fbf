//! Checked rules, and the ruleset that they define.

use std::collections::BTreeMap;

use bouton_core::{
    ControlState, Convention, Formula, LimitReached, MoveSchema, NoGrundyValues, Ruleset, RulesetFault,
    RulesetParts, Space, TakeAndBreakCode, Target, Watch, bounds_parameters_within,
};

use crate::{
    ending, existing,
    fault::{Fault, FaultCode as Code, Hint},
    limits::{MAX_ENTRIES, MAX_HEAPS, MAX_WORK},
    place::Place,
    print,
    reading::Reading,
    scope::Scope,
    syntax::{Choice, Condition, Expression, ExpressionKind, Move, Pass, Quantity, Take},
    write::Writer,
};

mod code;
mod draft;
mod heap_moves;
mod letters;
mod open;
mod passes;

pub use draft::Draft;
pub use letters::RulesWithLetters;
pub use open::NotForEveryNumber;

/// The number of heaps of a game.
///
/// ```
/// use bouton_canonical::{HeapCount, Rules};
///
/// assert_eq!(Rules::read("heaps any\nmove take any from 1 heap").unwrap().heaps(), HeapCount::Any);
/// assert_eq!(Rules::read("heaps 3\nmove take any from 1 heap").unwrap().heaps(), HeapCount::Fixed(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapCount {
    /// A fixed number of coordinates (heaps, sizes or counters).
    Fixed(usize),
    /// Any number of heaps.
    Any,
}

/// The checked rules of a game.
///
/// ```
/// use bouton_canonical::{HeapCount, Rules};
///
/// let rules = Rules::read("heaps any\nmove take any from 1 heap").unwrap();
/// assert_eq!(rules.heaps(), HeapCount::Any);
/// let ruleset = rules.with_heaps(3).unwrap().ruleset().unwrap();
/// assert_eq!(ruleset.dimension(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    name: String,
    space: Shape,
    constants: BTreeMap<String, i64>,
    convention: Convention,
    moves: Vec<Move>,
    pass: Option<Pass>,
    stop: Vec<Condition>,
    exists: Vec<Condition>,
    letters: Vec<String>,
    /// The condition of the letters.
    cone: Vec<Condition>,
    /// Whether the only letter is the number of passes, and nothing else depends on it.
    counts_passes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Heaps(HeapCount),
    Sizes(usize),
    Counters(Vec<String>),
    Code(TakeAndBreakCode),
}

/// The reason why the number of heaps cannot be fixed.
///
/// ```
/// use bouton_canonical::{HeapsError, Rules};
///
/// let rules = Rules::read("heaps 3\nmove take any from 1 heap").unwrap();
/// assert_eq!(rules.with_heaps(4), Err(HeapsError::Fixed { fixed: 3, asked: 4 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapsError {
    /// The rules fix another number.
    #[error("the rules fix {fixed} heaps or counters, they cannot be played with {asked}")]
    Fixed {
        /// The number in the rules.
        fixed: usize,
        /// The requested number.
        asked: usize,
    },
    /// The number is beyond the limit.
    #[error("a game has between 1 and {MAX_HEAPS} heaps, not {0}")]
    Limit(usize),
}

/// The reason why rules cannot become a [`Ruleset`].
///
/// ```
/// use bouton_canonical::{Rules, RulesetError};
///
/// let kayles = Rules::read("octal 0.77").unwrap();
/// assert_eq!(kayles.ruleset(), Err(RulesetError::TakeAndBreak));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The number of heaps is open.
    #[error("the game has any number of heaps; it has to be fixed first")]
    AnyHeaps,
    /// The rules have letters.
    #[error("the rules are about all {}; set them to numbers, for example {}", names.join(", "), example(names))]
    Letters {
        /// The names of the letters.
        names: Vec<String>,
    },
    /// The number of passes is a letter, and the rules have other letters, any number of heaps, or passes of each player, or use it elsewhere.
    #[error(
        "a theorem for every number of passes is about rules with a fixed number of heaps in which `{0}` is the only letter, and stands nowhere else than after `pass`, without `each`; with numbers for the letters (--set) the game may be any"
    )]
    LetterOfPasses(String),
    /// The rules are not for one heap or a sum of heaps, as a theorem with letters requires.
    #[error(
        "a theorem with letters is about one heap or a sum of heaps, but {0}; with numbers for the letters (--set) any game is possible"
    )]
    LettersAndHeaps(NotForEveryNumber),
    /// The game is given by a take-and-break code.
    #[error(
        "a take-and-break game splits heaps, so it has no fixed number of heaps; its positions are solved through the Grundy values of single heaps"
    )]
    TakeAndBreak,
    /// With this number of heaps, the moves become too many or too large.
    #[error("with this many heaps the rules cannot be written out: {0}")]
    TooLarge(Box<Fault>),
    /// With this number of heaps, play could not be shown to end; does not occur for checked rules.
    #[error("E0402: it could not be shown that play ends with this many heaps")]
    NotShownToEnd,
    /// With this number of heaps, a move leads to a position that does not exist.
    #[error("E0406: with this many heaps {0}")]
    NotClosed(String),
    /// The parts do not fit together; does not occur for checked rules.
    #[error("the rules do not define a ruleset: {0}")]
    Fault(RulesetFault),
    /// A limit was reached before the moves were written out.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// Writes an example of the options that set the letters' numbers on a command line.
fn example(names: &[String]) -> String {
    let set = |(name, value): (&String, u32)| format!("--set {name}={value}");
    names.iter().zip([3, 5, 7, 9].into_iter().cycle()).map(set).collect::<Vec<_>>().join(" ")
}

impl Rules {
    /// Returns the moves that need more heaps than there are, so that they are never possible: the
    /// place of each, and the number of heaps that it needs. For any number of heaps there are no
    /// such moves, since every move is possible with enough heaps.
    #[must_use]
    pub fn dead_moves(&self) -> Vec<(Place, usize)> {
        let Shape::Heaps(HeapCount::Fixed(heaps)) = self.space else { return Vec::new() };
        let reading = Reading::new(&Watch::unlimited());
        let mut scope = Scope::new(&Space::Counters, &[], &self.constants, &[], &reading);
        let mut needed = |choice: &Choice| match choice {
            Choice::Heaps(
                Quantity::Exactly(least) | Quantity::AtLeast(least) | Quantity::Between(least, _),
                _,
            ) => scope.fixed(least).ok().and_then(|least| usize::try_from(least).ok()),
            _ => None,
        };
        let takes = self.moves.iter().filter_map(|rule| match rule {
            Move::Take(take) => Some((take.place, needed(&take.choice)?)),
            Move::Assignment(_) => None,
        });
        takes.filter(|&(_, least)| least > heaps).collect()
    }

    /// The name; empty if there is none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The canonical text, with one line for each rule. Parsing it gives this game.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let text = "game thirds\nheaps 1\nmove take 1..2 from 1 heap";
    /// assert_eq!(Rules::read(text).unwrap().text(), text);
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        if !self.name.is_empty() {
            lines.push(format!("game {}", self.name));
        }
        if !self.letters.is_empty() {
            lines.push(print::for_all(&self.letters.join(", "), &self.cone));
        }
        lines.push(match &self.space {
            Shape::Heaps(HeapCount::Any) => "heaps any".to_owned(),
            Shape::Heaps(HeapCount::Fixed(count)) => format!("heaps {count}"),
            Shape::Sizes(largest) => format!("heap sizes 1..{largest}"),
            Shape::Counters(names) => format!("counters {}", names.join(", ")),
            Shape::Code(code) if *code == TakeAndBreakCode::grundys_game() => "grundy".to_owned(),
            Shape::Code(code) if code.is_hexadecimal() => format!("hexadecimal {code}"),
            Shape::Code(code) => format!("octal {code}"),
        });
        lines.extend(self.constants.iter().map(|(name, value)| {
            if *value < 0 {
                format!("let {name} = 0 - {}", value.unsigned_abs())
            } else {
                format!("let {name} = {value}")
            }
        }));
        match self.convention {
            Convention::Podium { players } => lines.push(format!("players {players} podium")),
            Convention::Coalition => lines.push("players 3 coalition".to_owned()),
            Convention::Normal | Convention::Misere => {}
        }
        if !self.exists.is_empty() {
            lines.push(format!("positions where {}", print::conditions(&self.exists)));
        }
        lines.extend(self.moves.iter().map(print::rule));
        lines.extend(self.pass.iter().map(print::pass));
        if !self.stop.is_empty() {
            lines.push(format!("stop when {}", print::conditions(&self.stop)));
        }
        if self.convention == Convention::Misere {
            lines.push("play misere".to_owned());
        }
        lines.join("\n")
    }

    /// The number of heaps (sizes, counters) of a position by these rules.
    #[must_use]
    pub fn heaps(&self) -> HeapCount {
        match &self.space {
            Shape::Heaps(count) => *count,
            Shape::Sizes(largest) => HeapCount::Fixed(*largest),
            Shape::Counters(names) => HeapCount::Fixed(names.len()),
            Shape::Code(_) => HeapCount::Any,
        }
    }

    /// Returns the same game with a fixed number of heaps.
    ///
    /// # Errors
    ///
    /// [`HeapsError`] if the rules fix another number, or there are too many.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let nim = Rules::read("heaps any\nmove take any from 1 heap").unwrap();
    /// assert_eq!(nim.with_heaps(4).unwrap().ruleset().unwrap().dimension(), 4);
    /// ```
    pub fn with_heaps(&self, heaps: usize) -> Result<Self, HeapsError> {
        match self.heaps() {
            HeapCount::Fixed(fixed) if fixed == heaps => Ok(self.clone()),
            HeapCount::Fixed(fixed) => Err(HeapsError::Fixed { fixed, asked: heaps }),
            HeapCount::Any if heaps == 0 || heaps > MAX_HEAPS => Err(HeapsError::Limit(heaps)),
            HeapCount::Any if self.code().is_some() => Ok(self.clone()),
            HeapCount::Any => Ok(Self { space: Shape::Heaps(HeapCount::Fixed(heaps)), ..self.clone() }),
        }
    }

    /// The names that `let` defines, ascending, each with its number.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("heaps 1\nlet k = 3\nmove take 1..k from 1 heap").unwrap();
    /// assert_eq!(rules.constants().get("k"), Some(&3));
    /// ```
    #[must_use]
    pub fn constants(&self) -> &BTreeMap<String, i64> {
        &self.constants
    }

    /// The code of a take-and-break game; `None` for other games.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// assert_eq!(Rules::read("octal 0.77").unwrap().code().unwrap().to_string(), "0.77");
    /// assert!(Rules::read("heaps 1\nmove take any from 1 heap").unwrap().code().is_none());
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<&TakeAndBreakCode> {
        match &self.space {
            Shape::Code(code) => Some(code),
            _ => None,
        }
    }

    /// The winning convention.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.convention.players()
    }

    /// Checks whether the Sprague–Grundy theorem applies; see [`NoGrundyValues`]. This is the same
    /// as [`Ruleset::sprague_grundy`], but also works for games that cannot become a ruleset.
    ///
    /// # Errors
    ///
    /// The hypothesis that does not hold.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let nim = Rules::read("heaps 3\nmove take any from 1 heap").unwrap();
    /// let podium = Rules::read("heaps 3\nplayers 3 podium\nmove take any from 1 heap").unwrap();
    /// assert!(nim.sprague_grundy().is_ok() && podium.sprague_grundy().is_err());
    /// ```
    pub fn sprague_grundy(&self) -> Result<(), NoGrundyValues> {
        NoGrundyValues::check(self.convention, self.turns().is_none())
    }

    /// The player to move in each control state, if the control states determine the player.
    fn turns(&self) -> Option<Vec<u8>> {
        self.passes().into_iter().map(|state| state.turn).collect()
    }

    /// The names of the control states, the initial one first.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("heaps 2\nmove take any from 1 heap\npass 1").unwrap();
    /// assert_eq!(rules.controls(), ["pass", "used"]);
    /// ```
    #[must_use]
    pub fn controls(&self) -> Vec<String> {
        self.passes().into_iter().map(|state| state.name).collect()
    }

    /// Returns the ruleset as [`ruleset_within`](Self::ruleset_within) does, without a limit.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if the number of heaps is open, the game is a take-and-break game, or there
    /// are too many moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("heaps 2\nmove take 1..3 from 1 heap").unwrap();
    /// assert_eq!(rules.ruleset().unwrap().moves().len(), 6); // three amounts, two heaps
    /// ```
    pub fn ruleset(&self) -> Result<Ruleset, RulesetError> {
        self.ruleset_within(&Watch::unlimited())
    }

    /// Returns the ruleset with all moves, for a game with a fixed number of coordinates.
    ///
    /// # Errors
    ///
    /// [`RulesetError`] if the number of heaps is open, the game is a take-and-break game, there
    /// are too many moves, or a limit is reached while they are written out.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_canonical::{Rules, RulesetError};
    /// use bouton_core::{LimitReached, Limits, Watch};
    ///
    /// let rules = Rules::read("heaps 16\nmove take 1..9 from 2 heaps").unwrap();
    /// let watch = Watch::new(&Limits { memory: 1 << 19, ..Limits::default() });
    /// let refused = rules.ruleset_within(&watch).unwrap_err();
    /// assert!(matches!(refused, RulesetError::Limit(LimitReached::Memory { .. })));
    /// assert_eq!(watch.memory_left(), 1 << 19);
    /// ```
    pub fn ruleset_within(&self, watch: &Watch) -> Result<Ruleset, RulesetError> {
        let reading = Reading::new(watch);
        reading.end(self.written_out(&reading))?
    }

    fn written_out(&self, reading: &Reading) -> Result<Ruleset, RulesetError> {
        if !self.letters().is_empty() {
            return Err(RulesetError::Letters { names: self.letters.clone() });
        }
        if self.code().is_some() {
            return Err(RulesetError::TakeAndBreak);
        }
        let HeapCount::Fixed(count) = self.heaps() else { return Err(RulesetError::AnyHeaps) };
        let parts = self.parts(count, reading);
        let mut parts = parts.map_err(|mut faults| RulesetError::TooLarge(Box::new(faults.remove(0).1)))?;
        let mut work = reading.allow(MAX_WORK);
        if let Some(leaving) = existing::leaving(&parts, &mut work, reading) {
            return Err(RulesetError::NotClosed(not_closed_message(&parts, &leaving)));
        }
        let order = ending::order(&parts, &mut work).map_err(|_| RulesetError::NotShownToEnd)?;
        match order.rank() {
            Some(weights) => parts.weights = weights.to_vec(),
            None => parts.order = Some(order),
        }
        Ruleset::new(parts).map_err(|mut faults| RulesetError::Fault(faults.remove(0)))
    }

    fn space(&self) -> Space {
        match &self.space {
            Shape::Heaps(_) | Shape::Code(_) => Space::Heaps,
            Shape::Sizes(_) => Space::HeapSizes,
            Shape::Counters(_) => Space::Counters,
        }
    }

    /// The names of `count` coordinates, or of all counters. They do not depend on numbers for letters.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let rules = Rules::read("for all k where k >= 1\nheaps 2\nmove take 1..k from 1 heap").unwrap();
    /// assert_eq!(rules.coordinates(2), ["h1", "h2"]);
    /// ```
    #[must_use]
    pub fn coordinates(&self, count: usize) -> Vec<String> {
        match &self.space {
            Shape::Heaps(_) | Shape::Code(_) => (1..=count).map(|i| format!("h{i}")).collect(),
            Shape::Sizes(_) => (1..=count).map(|i| format!("m{i}")).collect(),
            Shape::Counters(names) => names.clone(),
        }
    }

    /// Returns the parts of the ruleset without weights, or faults, each with the number of its
    /// move.
    fn parts(&self, count: usize, reading: &Reading) -> Result<RulesetParts, Vec<(Option<usize>, Fault)>> {
        let (space, coordinates) = (self.space(), self.coordinates(count));
        let mut faults = Vec::new();
        let scope = Scope::new(&space, &coordinates, &self.constants, &self.letters, reading);
        let mut condition = |conditions: &[Condition], none: Formula| {
            if conditions.is_empty() {
                return none;
            }
            scope.closed(conditions).unwrap_or_else(|fault| {
                faults.push((None, *fault));
                none
            })
        };
        let stop = condition(&self.stop, Formula::False);
        let exists = condition(&self.exists, Formula::True);
        let passes = self.passes();
        let mut writer =
            Writer::new(&space, &coordinates, &self.constants, &self.letters, passes.len(), reading);
        for (number, rule) in self.moves.iter().enumerate() {
            if let Err(fault) = writer.write(rule) {
                let too_many = fault.code == Code::TooManyCases;
                faults.push((Some(number), *fault));
                // The other moves share the same limit.
                if too_many {
                    break;
                }
            }
        }
        reading.spend(writer.schemas.len() as u64);
        let mut plain = deduplicated(writer.schemas);
        // Positions that do not exist have no moves.
        let mut atoms = 0usize;
        exists.for_each_expression(&mut |_| atoms += 1);
        if atoms.saturating_mul(plain.len()).saturating_mul(passes.len()) > MAX_ENTRIES {
            let place = self.exists.first().map(|condition| condition.place).unwrap_or_default();
            let fault =
                Fault::new(Code::TooManyCases, place, "this condition is too large for the number of moves");
            faults.push((
                None,
                fault.expected(format!("at most {MAX_ENTRIES} comparisons in all moves together")),
            ));
            return Err(faults);
        }
        if self.counts_passes {
            plain = plain.into_iter().map(|schema| self.counted(schema)).collect();
        }
        for schema in &mut plain {
            if !reading.spend(1 + atoms as u64) || !reading.hold_formula(&exists) {
                return Err(vec![(None, *Fault::stopped(Place::default()))]);
            }
            schema.guard = std::mem::replace(&mut schema.guard, Formula::True).and(exists.clone());
        }
        let mut moves: Vec<MoveSchema> = Vec::new();
        for (number, state) in passes.iter().enumerate() {
            let from = control(number);
            let to = control(state.after_move);
            // The last control state takes the schemas themselves, because there may be very many.
            if number + 1 == passes.len() {
                let last = std::mem::take(&mut plain).into_iter();
                moves.extend(last.map(|schema| MoveSchema { from, to, ..schema }));
            } else {
                for schema in &plain {
                    if !reading.spend(1 + schema.targets.len() as u64) || !reading.hold(schema) {
                        return Err(vec![(None, *Fault::stopped(Place::default()))]);
                    }
                    moves.push(MoveSchema { from, to, ..schema.clone() });
                }
            }
            if let (Some(to), Some(pass)) = (state.after_pass, &self.pass) {
                match passes::allowed(pass, &scope).map(|guard| guard.and(exists.clone())) {
                    Ok(guard) => moves.push(MoveSchema {
                        from,
                        to: control(to),
                        parameters: u16::try_from(self.letters.len()).unwrap_or(u16::MAX),
                        guard,
                        targets: vec![Target::Same; count],
                    }),
                    Err(fault) => faults.push((None, *fault)),
                }
            }
        }
        match self.counted_pass((count, &scope), &exists) {
            Ok(pass) => moves.extend(pass),
            Err(fault) => faults.push((None, *fault)),
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let moves = if passes.len() > 1 { deduplicated(moves) } else { moves };
        Ok(RulesetParts {
            name: self.name.clone(),
            text: self.text(),
            interchangeable: self.counted_space() == Space::Heaps
                && !self.names_a_heap()
                && !self.has_neighbours(),
            weights: self.counted_space().objects(count + usize::from(self.counts_passes)),
            order: None,
            space: self.counted_space(),
            coordinates: coordinates
                .iter()
                .cloned()
                .chain(self.counted_passes().map(str::to_owned))
                .collect(),
            turns: self.turns(),
            controls: passes.into_iter().map(|state| state.name).collect(),
            exists,
            stop,
            moves,
            convention: self.convention,
        })
    }

    /// Whether some rule distinguishes the heaps by name.
    fn names_a_heap(&self) -> bool {
        let mut named = false;
        let mut see = |e: &Expression| {
            e.visit(&mut |e| {
                named |= matches!(&e.kind, ExpressionKind::Name(name) if !self.constants.contains_key(name) && !self.letters.contains(name))
            });
        };
        let mut conditions: Vec<&Condition> = self.stop.iter().chain(&self.exists).collect();
        for rule in &self.moves {
            match rule {
                Move::Take(take) => {
                    match &take.choice {
                        Choice::Each(_) | Choice::Some(..) => return true,
                        Choice::Consecutive(most, _) => see(most),
                        Choice::Heaps(..) | Choice::AllNonempty => {}
                    }
                    conditions.extend(&take.when);
                    take.amount.kind.expressions().into_iter().for_each(&mut see);
                    if let Choice::Heaps(quantity, property) = &take.choice {
                        quantity.expressions().into_iter().for_each(&mut see);
                        property.iter().filter_map(|p| p.expression()).for_each(&mut see);
                    }
                }
                Move::Assignment(_) => return true,
            }
        }
        if let Some(pass) = &self.pass {
            conditions.extend(pass.unless.iter().chain(&pass.when));
        }
        for condition in conditions {
            condition.visit_expressions(&mut see);
        }
        named
    }

    /// The bounds on the number of consecutive heaps that moves take from.
    fn consecutive(&self) -> impl Iterator<Item = &Expression> {
        self.moves.iter().filter_map(|rule| match rule {
            Move::Take(Take { choice: Choice::Consecutive(most, _), .. }) => Some(most),
            _ => None,
        })
    }

    /// Whether some rule distinguishes the heaps by their arrangement.
    fn has_neighbours(&self) -> bool {
        self.consecutive().next().is_some()
    }
}

/// Writes the message about a move from an existing position to one that does not exist.
fn not_closed_message(parts: &RulesetParts, leaving: &existing::Leaving) -> String {
    let Some((from, to)) = &leaving.example else {
        return "it could not be decided whether this move leads to a position that does not exist"
            .to_owned();
    };
    let position = |numbers: &[i128]| {
        let named = parts.coordinates.iter().zip(numbers).map(|(name, number)| format!("{name} = {number}"));
        named.collect::<Vec<_>>().join(", ")
    };
    format!("a move leads from {} to {}, a position that does not exist", position(from), position(to))
}

fn control(number: usize) -> ControlState {
    ControlState::new(number)
}

/// Removes repeated schemas and keeps the order of their first occurrences.
fn deduplicated(mut schemas: Vec<MoveSchema>) -> Vec<MoveSchema> {
    let mut seen = rustc_hash::FxHashSet::default();
    let first: Vec<bool> = schemas.iter().map(|schema| seen.insert(schema)).collect();
    let mut first = first.into_iter();
    schemas.retain(|_| first.next() == Some(true));
    schemas
}

impl Rules {
    /// Finds all faults of rules of which each line can be read.
    fn check(&self, reading: &Reading, faults: &mut Vec<Fault>) {
        let (count, any) = match self.heaps() {
            HeapCount::Fixed(count) => (count, false),
            // Faults with any number of heaps also occur with three heaps, or with as many as a
            // move names.
            HeapCount::Any => {
                let mut scope = Scope::new(&Space::Counters, &[], &self.constants, &[], reading);
                let most = self.consecutive().filter_map(|most| scope.fixed(most).ok()).max();
                let most = most.and_then(|most| usize::try_from(most).ok()).unwrap_or(0);
                (most.clamp(3, MAX_HEAPS), true)
            }
        };
        if any && let Some(place) = self.named_heap_place() {
            faults.push(
                Fault::new(Code::NoSuchHeap, place, "a heap is named in a game with any number of heaps")
                    .expected("a fixed number of heaps, for example `heaps 3`"),
            );
            return;
        }
        let parts = match self.parts(count, reading) {
            Ok(parts) => parts,
            Err(found) => {
                faults.extend(found.into_iter().map(|(_, fault)| fault));
                return;
            }
        };
        if !self.letters().is_empty() {
            self.check_letters(count, &parts, reading, faults);
            return;
        }
        let mut work = reading.allow(MAX_WORK);
        let mut with_parameters =
            parts.moves.iter().filter(|schema| schema.parameters > 0 && schema.from == control(0));
        let bounded = with_parameters.all(|schema| bounds_parameters_within(schema, &mut work));
        // The schemas of each move are written out again to find the place of the fault.
        let suspects = if bounded {
            Vec::new()
        } else {
            self.schemas_of_each_move(count, reading, &|schema| schema.parameters > 0)
        };
        let mut again = reading.allow(MAX_WORK);
        for (place, schemas) in suspects {
            if schemas.iter().any(|schema| !bounds_parameters_within(schema, &mut again)) {
                faults.push(
                    Fault::new(
                        Code::Unbounded,
                        place,
                        "this move may have infinitely many choices from one position",
                    )
                    .expected("an upper bound for each parameter, for example `t <= a`"),
                );
                return;
            }
        }
        if let Some(leaving) = existing::leaving(&parts, &mut work, reading) {
            let code = if leaving.example.is_some() { Code::NotClosed } else { Code::ClosureUndecided };
            let place = self.defeating((count, reading), &parts, &[leaving.schema], false);
            let fault = Fault::new(code, place, not_closed_message(&parts, &leaving));
            faults.push(fault.expected(format!(
                "moves that lead only to positions where {}; a condition after `when` or `where` can ensure this",
                print::conditions(&self.exists)
            )));
            return;
        }
        let Err(stuck) = ending::order(&parts, &mut work) else { return };
        let place = self.defeating((count, reading), &parts, &stuck, true);
        let fault = Fault::new(
            Code::NotShownToEnd,
            place,
            "it could not be shown that play ends: no weighted sum that the other moves allow falls with this move",
        )
        .expected("moves that lower a weighted sum of the heaps or counters, or the first of several that they change")
        .hint(Hint::Moves(Box::new(parts)));
        faults.push(fault);
    }

    /// Returns the place of the move that prevents a proof that play ends, as far as it can be
    /// found. The move has one of the `stuck` schemas and does not end by itself; if there is no
    /// such move, the result is the last move with such a schema.
    fn defeating(
        &self,
        (count, reading): (usize, &Reading),
        parts: &RulesetParts,
        stuck: &[usize],
        endless: bool,
    ) -> Place {
        let guilty = |schema: &MoveSchema| {
            stuck.iter().any(|&number| {
                let MoveSchema { guard, targets, .. } = &parts.moves[number];
                (guard, targets) == (&schema.guard.clone().and(parts.exists.clone()), &schema.targets)
            })
        };
        let suspects: Vec<(Place, Vec<MoveSchema>)> = self
            .schemas_of_each_move(count, reading, &|_| true)
            .into_iter()
            .filter(|(_, schemas)| schemas.iter().any(guilty))
            .collect();
        let mut work = reading.allow(MAX_WORK);
        let alone = suspects.iter().find(|(_, schemas)| {
            if !endless {
                return true;
            }
            let guarded = |schema: &MoveSchema| MoveSchema {
                guard: schema.guard.clone().and(parts.exists.clone()),
                ..schema.clone()
            };
            let alone = RulesetParts { moves: schemas.iter().map(guarded).collect(), ..parts.clone() };
            ending::order(&alone, &mut work).is_err()
        });
        let pass = || self.pass.as_ref().map(|pass| pass.place);
        alone.or(suspects.last()).map(|suspect| suspect.0).or_else(pass).unwrap_or_default()
    }

    /// Returns the place of each move, and those of its schemas that satisfy `asked`.
    fn schemas_of_each_move(
        &self,
        count: usize,
        reading: &Reading,
        asked: &dyn Fn(&MoveSchema) -> bool,
    ) -> Vec<(Place, Vec<MoveSchema>)> {
        let (space, coordinates) = (self.space(), self.coordinates(count));
        let of = |rule: &Move| {
            let place = match rule {
                Move::Take(take) => take.place,
                Move::Assignment(assignment) => assignment.place,
            };
            let mut writer = Writer::new(&space, &coordinates, &self.constants, &self.letters, 1, reading);
            // The fault has been reported already.
            let _ = writer.write(rule);
            writer.schemas = writer.schemas.into_iter().map(|schema| self.counted(schema)).collect();
            writer.schemas.retain(asked);
            (place, deduplicated(writer.schemas))
        };
        self.moves.iter().map(of).collect()
    }

    /// Returns the place of the name of a heap, in a game that may not name heaps.
    fn named_heap_place(&self) -> Option<Place> {
        if !self.names_a_heap() {
            return None;
        }
        self.moves.first().map(|rule| match rule {
            Move::Take(Take { choice: Choice::Each(names) | Choice::Some(names, _), place, .. }) => {
                names.first().map_or(*place, |name| name.1)
            }
            Move::Assignment(assignment) => assignment.place,
            Move::Take(take) => take.place,
        })
    }
}
