//! The lines of a text, collected into a game.

use std::{collections::BTreeMap, rc::Rc};

use bouton_core::{Convention, LimitReached, Space, TakeAndBreakCode, Watch};

use super::{HeapCount, Rules, Shape, code::read_code};
use crate::{
    fault::{Fault, FaultCode as Code},
    limits::{MAX_CONTROLS, MAX_HEAP_SIZE, MAX_HEAPS, MAX_LETTERS, MAX_PLAYERS, MAX_TEXT},
    place::Place,
    reading::Reading,
    scope::{Elaborated, Scope},
    syntax::{Condition, Expression, ExpressionKind, Line, Move, Pass, PassCount, Seating, Statement},
};

/// The lines of a text, collected into rules.
///
/// The lines come from [`Rules::read`], or from a reader of another language of rules.
pub struct Draft {
    reading: Rc<Reading>,
    name: Option<String>,
    space: Option<(Shape, Place)>,
    constants: BTreeMap<String, i64>,
    /// The places where the constants are defined.
    definitions: Vec<(String, Place)>,
    players: Option<(Convention, Place)>,
    misere: Option<(bool, Place)>,
    moves: Vec<Move>,
    pass: Option<Pass>,
    stop: Option<(Vec<Condition>, Place)>,
    exists: Option<(Vec<Condition>, Place)>,
    letters: Vec<(String, Place)>,
    cone: Vec<Condition>,
    /// The place of the line of the letters.
    for_all: Option<Place>,
    /// Values that override those of `let`.
    settings: BTreeMap<String, i64>,
}

impl Draft {
    /// Creates a draft without lines; `settings` are other values for some of the numbers that `let` names,
    /// and values for letters. The watch counts the work of the lines and the memory of the moves that they mean.
    #[must_use]
    pub fn new(settings: &[(String, i64)], watch: &Watch) -> Self {
        Self {
            reading: Rc::new(Reading::new(watch)),
            name: None,
            space: None,
            constants: BTreeMap::new(),
            definitions: Vec::new(),
            players: None,
            misere: None,
            moves: Vec::new(),
            pass: None,
            stop: None,
            exists: None,
            letters: Vec::new(),
            cone: Vec::new(),
            for_all: None,
            settings: settings.iter().cloned().collect(),
        }
    }

    /// The numbers that have names.
    #[must_use]
    pub fn constants(&self) -> &BTreeMap<String, i64> {
        &self.constants
    }

    /// Adds the lines that give names to numbers and letters; they may follow the lines that use them. The
    /// faults are added to `faults`.
    pub fn add_names(&mut self, lines: &[Line], faults: &mut Vec<Fault>) {
        self.add_those(lines, true, faults);
    }

    /// Adds the other lines, after the names.
    pub fn add_rules(&mut self, lines: &[Line], faults: &mut Vec<Fault>) {
        self.add_those(lines, false, faults);
    }

    fn add_those(&mut self, lines: &[Line], names: bool, faults: &mut Vec<Fault>) {
        for line in lines {
            if matches!(line.statement, Statement::Let(..) | Statement::ForAll(..)) == names
                && let Err(fault) = self.add(line)
            {
                faults.push(*fault);
            }
        }
    }

    /// The place of the line that describes a position; `None` if positions have any number of heaps.
    #[must_use]
    pub fn fixed_space(&self) -> Option<Place> {
        self.space.as_ref().filter(|(shape, _)| *shape != Shape::Heaps(HeapCount::Any)).map(|space| space.1)
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Replaces all moves, and the description of a position, by a line.
    ///
    /// # Errors
    ///
    /// The fault of the line.
    pub fn replace_moves_by(&mut self, line: &Line) -> Result<(), Box<Fault>> {
        self.moves.clear();
        self.space = None;
        self.add(line)
    }

    /// The value of an expression of numbers and their names.
    ///
    /// # Errors
    ///
    /// If it is not fixed.
    pub fn number(&self, e: &Expression) -> Result<i64, Box<Fault>> {
        let names: Vec<String> = self.letters.iter().map(|letter| letter.0.clone()).collect();
        Scope::new(&Space::Counters, &[], &self.constants, &names, &self.reading).fixed(e)
    }

    fn sized(&self, e: &Expression, most: usize, what: &str) -> Elaborated<usize> {
        let value = self.number(e)?;
        match usize::try_from(value) {
            Ok(value) if (1..=most).contains(&value) => Ok(value),
            _ => Err(Box::new(
                Fault::new(Code::SizeLimit, e.place, format!("{what} out of range"))
                    .expected(format!("a number from 1 to {most}")),
            )),
        }
    }

    /// Those of the names that have no value are letters.
    fn set_letters(&mut self, names: &[(String, Place)]) -> Elaborated<()> {
        if names.len() > MAX_LETTERS {
            let fault = Fault::new(Code::SizeLimit, names[0].1, "these are too many letters");
            return Err(Box::new(fault.expected(format!("at most {MAX_LETTERS}"))));
        }
        for (name, at) in names {
            let known = self.letters.iter().any(|(known, _)| known == name);
            // Laws are written with these.
            let reserved = matches!(name.as_str(), "P" | "N" | "O" | "Q" | "g");
            if known || reserved || self.constants.contains_key(name) {
                let fault = Fault::new(Code::NameTaken, *at, "this name is taken");
                return Err(Box::new(fault.expected("a new name")));
            }
            match self.settings.get(name) {
                Some(&value) => {
                    self.constants.insert(name.clone(), value);
                }
                None => self.letters.push((name.clone(), *at)),
            }
        }
        Ok(())
    }

    fn set_space(&mut self, shape: Shape, place: Place) -> Elaborated<()> {
        if self.space.is_some() {
            return Err(Box::new(
                Fault::new(Code::Contradiction, place, "a second line that says what a position is")
                    .expected("one of `heaps`, `heap sizes`, `counters`, `octal`, `hexadecimal`, `grundy`"),
            ));
        }
        self.space = Some((shape, place));
        Ok(())
    }

    fn add(&mut self, line: &Line) -> Elaborated<()> {
        let place = line.place;
        let twice = |what: &str| {
            Err(Box::new(
                Fault::new(Code::Contradiction, place, format!("a second line with {what}"))
                    .expected(format!("one line with {what}")),
            ))
        };
        match &line.statement {
            Statement::Game(name) => {
                if self.name.is_some() {
                    return twice("the name of the game");
                }
                self.name = Some(name.clone());
            }
            Statement::HeapsAny => self.set_space(Shape::Heaps(HeapCount::Any), place)?,
            Statement::HeapsFixed(e) => {
                let count = self.sized(e, MAX_HEAPS, "this number of heaps is")?;
                self.set_space(Shape::Heaps(HeapCount::Fixed(count)), place)?;
            }
            Statement::HeapSizes(low, high) => {
                if self.number(low)? != 1 {
                    return Err(Box::new(
                        Fault::new(Code::SizeLimit, low.place, "heap sizes begin with 1")
                            .expected("`heap sizes 1..4`, say"),
                    ));
                }
                let largest = self.sized(high, MAX_HEAP_SIZE, "this heap size is")?;
                self.set_space(Shape::Sizes(largest), place)?;
            }
            Statement::Counters(names) => {
                let mut known: Vec<String> = Vec::new();
                // More names are a separate fault.
                for (name, place) in names.iter().take(MAX_HEAPS + 1) {
                    if known.contains(name)
                        || self.constants.contains_key(name)
                        || self.letters.iter().any(|letter| letter.0 == *name)
                    {
                        return Err(Box::new(
                            Fault::new(Code::NameTaken, *place, "this name is taken")
                                .expected("each counter once"),
                        ));
                    }
                    known.push(name.clone());
                }
                if known.len() > MAX_HEAPS {
                    return Err(Box::new(
                        Fault::new(Code::SizeLimit, place, "these are too many counters")
                            .expected(format!("at most {MAX_HEAPS}")),
                    ));
                }
                self.set_space(Shape::Counters(known), place)?;
            }
            Statement::Let(name, at, e) => {
                if self.constants.contains_key(name) || self.letters.iter().any(|letter| letter.0 == *name) {
                    return Err(Box::new(
                        Fault::new(Code::NameTaken, *at, "this name is taken").expected("a new name"),
                    ));
                }
                let written = self.number(e)?;
                let value = self.settings.get(name).copied().unwrap_or(written);
                self.constants.insert(name.clone(), value);
                self.definitions.push((name.clone(), *at));
            }
            Statement::ForAll(names, conditions) => {
                if self.for_all.is_some() {
                    return twice("`for all`");
                }
                self.for_all = Some(place);
                self.cone.clone_from(conditions);
                self.set_letters(names)?;
            }
            Statement::Players(e, seating) => {
                if self.players.is_some() {
                    return twice("the number of players");
                }
                let count = self.number(e)?;
                let convention = match (count, seating) {
                    (2, None) => Convention::Normal,
                    (3, Some(Seating::Coalition)) => Convention::Coalition,
                    (2.., Some(Seating::Podium)) if count <= i64::try_from(MAX_PLAYERS).unwrap_or(0) => {
                        Convention::Podium { players: u8::try_from(count).unwrap_or(u8::MAX) }
                    }
                    (_, None) => {
                        return Err(Box::new(
                            Fault::new(
                                Code::Players,
                                place,
                                "with more than two players the rules say what a player wants who cannot be the last to move",
                            )
                            .expected("`podium` or `coalition` after the number of players")
                            .suggest(format!("write `players {count} podium`")),
                        ));
                    }
                    _ => {
                        return Err(Box::new(
                            Fault::new(
                                Code::Players,
                                place,
                                "this number of players does not fit the convention",
                            )
                            .expected(format!(
                                "2 to {MAX_PLAYERS} players under `podium`, 3 under `coalition`"
                            )),
                        ));
                    }
                };
                self.players = Some((convention, place));
            }
            Statement::Play { misere } => {
                if self.misere.is_some() {
                    return twice("`play`");
                }
                self.misere = Some((*misere, place));
            }
            Statement::Move(rule) => {
                self.moves.push((**rule).clone());
            }
            Statement::Pass { count, each, unless, when } => {
                if self.pass.is_some() {
                    return twice("`pass`");
                }
                let named = match &count.kind {
                    ExpressionKind::Name(name) => Some(name),
                    _ => None,
                };
                let letter = named.filter(|name| self.letters.iter().any(|letter| letter.0 == **name));
                let number = match letter {
                    Some(name) => PassCount::Letter(name.clone()),
                    None => match (usize::try_from(self.number(count)?), named) {
                        // Where a name stands for 0, the game has no pass.
                        (Ok(0), Some(_)) => PassCount::Fixed(0),
                        (Ok(number @ 1..MAX_CONTROLS), _) => PassCount::Fixed(number),
                        _ => {
                            return Err(Box::new(
                                Fault::new(
                                    Code::Passes,
                                    count.place,
                                    "this number of passes is out of range",
                                )
                                .expected("between 1 and 63 passes"),
                            ));
                        }
                    },
                };
                self.pass = Some(Pass {
                    count: number,
                    each: *each,
                    unless: unless.clone(),
                    when: when.clone(),
                    place,
                });
            }
            Statement::Stop(conditions) => {
                if self.stop.is_some() {
                    return twice("`stop when`");
                }
                self.stop = Some((conditions.clone(), place));
            }
            Statement::Positions(conditions) => {
                if self.exists.is_some() {
                    return twice("`positions where`");
                }
                self.exists = Some((conditions.clone(), place));
            }
            Statement::Octal(code, at) => self.set_space(Shape::Code(read_code(code, 8, *at)?), place)?,
            Statement::Hexadecimal(code, at) => {
                self.set_space(Shape::Code(read_code(code, 16, *at)?), place)?
            }
            Statement::Grundy => self.set_space(Shape::Code(TakeAndBreakCode::grundys_game()), place)?,
        }
        Ok(())
    }

    /// Finishes the rules and checks them. `end` is the end of the text. `excused` says whether the absence of lines
    /// that begin with one of some words is not a fault of its own, beside the faults so far.
    ///
    /// Rules are finished even where there are faults, if that is possible: they may be used only if `faults` is
    /// empty.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`], from the first line on; the faults mean nothing then.
    pub fn finish(
        self,
        end: usize,
        excused: &dyn Fn(&[&str], &[Fault]) -> bool,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Rules>, LimitReached> {
        let reading = Rc::clone(&self.reading);
        let rules = self.checked(end, excused, &reading, faults);
        reading.end(rules)
    }

    fn checked(
        mut self,
        end: usize,
        excused: &dyn Fn(&[&str], &[Fault]) -> bool,
        reading: &Reading,
        faults: &mut Vec<Fault>,
    ) -> Option<Rules> {
        let whole = Place::new(end, end);
        let convention = match (self.players, self.misere) {
            (None, Some((true, _))) | (Some((Convention::Normal, _)), Some((true, _))) => Convention::Misere,
            (Some((convention, _)), Some((true, place))) => {
                faults.push(
                    Fault::new(Code::Players, place, "misère play is for two players")
                        .expected("no `play misere` with three players or more"),
                );
                convention
            }
            (players, _) => players.map_or(Convention::Normal, |known| known.0),
        };
        let Some((shape, shape_place)) = self.space else {
            let words = ["heaps", "heap", "counters", "octal", "hexadecimal", "grundy", "subtraction"];
            if !excused(&words, faults) {
                faults.push(
                    Fault::new(Code::NoSpace, whole, "no line says what a position is").expected(
                        "a line such as `heaps 3`, `heaps any`, `heap sizes 1..4` or `counters a, b`",
                    ),
                );
            }
            return None;
        };
        self.definitions.extend(self.letters.iter().cloned());
        for (name, place) in self.definitions {
            let taken = match &shape {
                Shape::Heaps(HeapCount::Any) => is_numbered(&name, 'h', MAX_HEAPS),
                Shape::Heaps(HeapCount::Fixed(count)) => is_numbered(&name, 'h', *count),
                Shape::Sizes(largest) => is_numbered(&name, 'm', *largest),
                Shape::Counters(names) => names.contains(&name),
                Shape::Code(_) => false,
            };
            if taken {
                let fault = Fault::new(Code::NameTaken, place, format!("`{name}` is a heap or counter"));
                faults.push(fault.expected("a name that no heap or counter has"));
            }
        }
        if let Shape::Code(_) = shape {
            for (what, there) in [
                ("move", !self.moves.is_empty()),
                ("pass", self.pass.is_some()),
                ("stop", self.stop.is_some()),
                ("positions", self.exists.is_some()),
            ] {
                if there {
                    faults.push(
                        Fault::new(
                            Code::WrongKind,
                            shape_place,
                            format!("a take-and-break code and a line with `{what}`"),
                        )
                        .expected("a code alone, or moves alone"),
                    );
                }
            }
            if !matches!(convention, Convention::Normal | Convention::Misere) {
                faults.push(
                    Fault::new(Code::Players, shape_place, "take-and-break codes are for two players")
                        .expected("two players"),
                );
            }
        } else if self.moves.is_empty() && !excused(&["move", "subtraction"], faults) {
            faults.push(
                Fault::new(Code::NoMoves, whole, "no line says what a move is")
                    .expected("a line such as `move take any from 1 heap`"),
            );
        }
        let game = Rules {
            name: self.name.unwrap_or_default(),
            space: shape,
            constants: self.constants,
            convention,
            moves: self.moves,
            pass: self.pass.filter(|pass| pass.count != PassCount::Fixed(0)),
            stop: self.stop.map(|stop| stop.0).unwrap_or_default(),
            exists: self.exists.map(|exists| exists.0).unwrap_or_default(),
            letters: self.letters.into_iter().map(|letter| letter.0).collect(),
            cone: self.cone,
            counts_passes: false,
        };
        let mut game = game;
        if let Some(place) = self.for_all
            && !game.check_cone(place, reading, faults)
        {
            return None;
        }
        if let (Some(pass), true) = (&game.pass, game.passes_overflow()) {
            faults.push(
                Fault::new(Code::Passes, pass.place, "these passes need too many control states")
                    .expected(format!("at most {MAX_CONTROLS} control states")),
            );
            return None;
        }
        game.counts_passes = game.may_count_passes(reading);
        if game.code().is_none() && !game.moves.is_empty() {
            game.check(reading, faults);
        }
        let text = game.text();
        if text.len() > MAX_TEXT {
            faults.push(
                Fault::new(Code::TextTooLong, whole, "the canonical form of the text is too long")
                    .expected(format!("at most {MAX_TEXT} bytes")),
            );
        }
        Some(game)
    }
}

/// Whether a name is a numbered one, such as h1, h2, …
fn is_numbered(name: &str, letter: char, most: usize) -> bool {
    let number = name.strip_prefix(letter).filter(|digits| !digits.starts_with('0'));
    number.and_then(|digits| digits.parse::<usize>().ok()).is_some_and(|number| (1..=most).contains(&number))
}
