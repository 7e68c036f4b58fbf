//! The lines of a text, collected into a game.

use std::collections::BTreeMap;

use bouton_core::{Convention, Space, TakeAndBreakCode};

use super::{
    Game, HeapCount, Shape,
    breaking::{self, Breaking},
};
use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    limits::{MAX_CONTROLS, MAX_HEAP_SIZE, MAX_HEAPS, MAX_LETTERS, MAX_PLAYERS, MAX_TEXT},
    place::Place,
    scope::{Elaborated, Scope},
    suggestion::did_you_mean,
    syntax::{
        Choice, Condition, Expression, ExpressionKind, Line, Move, Pass, Quantity, Seating, Statement, Take,
        Tie,
    },
};

/// Collects the lines of a text into a game.
#[derive(Default)]
pub(super) struct Draft {
    name: Option<String>,
    space: Option<(Shape, Place)>,
    constants: BTreeMap<String, i64>,
    /// The places where the constants are defined.
    definitions: Vec<(String, Place)>,
    players: Option<(Convention, Place)>,
    misere: Option<(bool, Place)>,
    moves: Vec<Move>,
    breaking: Vec<Breaking>,
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
    pub(super) fn with(settings: &[(String, i64)]) -> Self {
        Self { settings: settings.iter().cloned().collect(), ..Self::default() }
    }

    /// Settings of names that no `let` defines.
    pub(super) fn unknown_settings(&self) -> Vec<Diagnostic> {
        let known: Vec<&str> = self.constants.keys().map(String::as_str).collect();
        let unknown = self.settings.keys().filter(|name| !self.constants.contains_key(*name));
        let fault = |name: &String| {
            let expected = match known.is_empty() {
                true => format!("a line such as `let {name} = 3` in the rules"),
                false => format!("one of {}", known.join(", ")),
            };
            Diagnostic::new(
                Code::UnknownName,
                Place::default(),
                format!("`{name}` is set, but no `let` defines it"),
            )
            .expected(expected)
            .suggest_maybe(did_you_mean(name, known.iter().copied()))
        };
        unknown.map(fault).collect()
    }

    fn scope_number(&self, e: &Expression) -> Elaborated<i64> {
        let names: Vec<String> = self.letters.iter().map(|letter| letter.0.clone()).collect();
        Scope::new(&Space::Counters, &[], &self.constants, &names).fixed(e)
    }

    fn sized(&self, e: &Expression, most: usize, what: &str) -> Elaborated<usize> {
        let value = self.scope_number(e)?;
        match usize::try_from(value) {
            Ok(value) if (1..=most).contains(&value) => Ok(value),
            _ => Err(Box::new(
                Diagnostic::new(Code::SizeLimit, e.place, format!("{what} out of range"))
                    .expected(format!("a number from 1 to {most}")),
            )),
        }
    }

    /// Those of the names that have no value are letters.
    fn set_letters(&mut self, names: &[(String, Place)]) -> Elaborated<()> {
        if names.len() > MAX_LETTERS {
            let fault = Diagnostic::new(Code::SizeLimit, names[0].1, "these are too many letters");
            return Err(Box::new(fault.expected(format!("at most {MAX_LETTERS}"))));
        }
        for (name, at) in names {
            let known = self.letters.iter().any(|(known, _)| known == name);
            // Laws are written with these.
            let reserved = matches!(name.as_str(), "P" | "N" | "O" | "Q" | "g");
            if known || reserved || self.constants.contains_key(name) {
                let fault = Diagnostic::new(Code::NameTaken, *at, "this name is taken");
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
                Diagnostic::new(Code::Contradiction, place, "a second line that says what a position is")
                    .expected("one of `heaps`, `heap sizes`, `counters`, `octal`, `hexadecimal`, `grundy`"),
            ));
        }
        self.space = Some((shape, place));
        Ok(())
    }

    pub(super) fn add(&mut self, line: &Line) -> Elaborated<()> {
        let place = line.place;
        let twice = |what: &str| {
            Err(Box::new(
                Diagnostic::new(Code::Contradiction, place, format!("a second line with {what}"))
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
                if self.scope_number(low)? != 1 {
                    return Err(Box::new(
                        Diagnostic::new(Code::SizeLimit, low.place, "heap sizes begin with 1")
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
                            Diagnostic::new(Code::NameTaken, *place, "this name is taken")
                                .expected("each counter once"),
                        ));
                    }
                    known.push(name.clone());
                }
                if known.len() > MAX_HEAPS {
                    return Err(Box::new(
                        Diagnostic::new(Code::SizeLimit, place, "these are too many counters")
                            .expected(format!("at most {MAX_HEAPS}")),
                    ));
                }
                self.set_space(Shape::Counters(known), place)?;
            }
            Statement::Let(name, at, e) => {
                if self.constants.contains_key(name) || self.letters.iter().any(|letter| letter.0 == *name) {
                    return Err(Box::new(
                        Diagnostic::new(Code::NameTaken, *at, "this name is taken").expected("a new name"),
                    ));
                }
                let written = self.scope_number(e)?;
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
                let count = self.scope_number(e)?;
                let convention = match (count, seating) {
                    (2, None) => Convention::Normal,
                    (3, Some(Seating::Coalition)) => Convention::Coalition,
                    (2.., Some(Seating::Podium)) if count <= i64::try_from(MAX_PLAYERS).unwrap_or(0) => {
                        Convention::Podium { players: u8::try_from(count).unwrap_or(u8::MAX) }
                    }
                    (_, None) => {
                        return Err(Box::new(
                            Diagnostic::new(
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
                            Diagnostic::new(
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
            Statement::Split { take, unequal } => {
                let take = take.as_deref().cloned();
                self.breaking.push(Breaking { take, unequal: *unequal, place });
            }
            Statement::AllBut(amount) => {
                let code = breaking::all_but(&amount.kind, amount.place, &|e| self.scope_number(e))?;
                self.set_space(Shape::Code(code), place)?;
            }
            Statement::Pass { count, each, unless, when } => {
                if self.pass.is_some() {
                    return twice("`pass`");
                }
                let value = self.scope_number(count)?;
                let Some(number) = usize::try_from(value).ok().filter(|n| (1..MAX_CONTROLS).contains(n))
                else {
                    return Err(Box::new(
                        Diagnostic::new(Code::Passes, count.place, "this number of passes is out of range")
                            .expected("between 1 and 63 passes"),
                    ));
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
            Statement::Subtraction(amount) => {
                let one = Expression::leaf(ExpressionKind::Number(1), place);
                let choice = Choice::Heaps(Quantity::Exactly(one), None);
                self.moves.push(Move::Take(Take {
                    amount: amount.clone(),
                    tie: Tie::Independent,
                    choice,
                    when: vec![],
                    place,
                }));
                if self.space.is_none() {
                    self.space = Some((Shape::Heaps(HeapCount::Any), place));
                }
            }
        }
        Ok(())
    }

    /// Converts the moves to a code where heaps are split in words.
    fn say_as_code(&mut self) -> Elaborated<()> {
        let Some(first) = self.breaking.first() else { return Ok(()) };
        match &self.space {
            None | Some((Shape::Heaps(HeapCount::Any), _)) => {}
            Some((_, place)) => {
                let fault = Diagnostic::new(Code::WrongKind, *place, "splitting a heap makes more heaps");
                return Err(Box::new(fault.expected("`heaps any`")));
            }
        }
        let place = first.place;
        let code = breaking::code(&self.breaking, &self.moves, &|e| self.scope_number(e))?;
        self.moves.clear();
        self.space = Some((Shape::Code(code), place));
        Ok(())
    }

    pub(super) fn finish(mut self, text: &str, faults: &mut Vec<Diagnostic>) -> Option<Game> {
        if let Err(fault) = self.say_as_code() {
            faults.push(*fault);
            return None;
        }
        let end = text.trim_end().len();
        let whole = Place::new(end, end);
        // A line that has a fault or cannot be read is not missing.
        let unread = faults.iter().any(|fault| fault.code.is_of_reading());
        let begins = |words: &[&str]| {
            unread
                || text
                    .split(['\n', ';'])
                    .any(|line| line.split_whitespace().next().is_some_and(|word| words.contains(&word)))
        };
        let convention = match (self.players, self.misere) {
            (None, Some((true, _))) | (Some((Convention::Normal, _)), Some((true, _))) => Convention::Misere,
            (Some((convention, _)), Some((true, place))) => {
                faults.push(
                    Diagnostic::new(Code::Players, place, "misère play is for two players")
                        .expected("no `play misere` with three players or more"),
                );
                convention
            }
            (players, _) => players.map_or(Convention::Normal, |known| known.0),
        };
        let Some((shape, shape_place)) = self.space else {
            if faults.is_empty()
                || !begins(&["heaps", "heap", "counters", "octal", "hexadecimal", "grundy", "subtraction"])
            {
                faults.push(
                    Diagnostic::new(Code::NoSpace, whole, "no line says what a position is").expected(
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
                let fault = Diagnostic::new(Code::NameTaken, place, format!("`{name}` is a heap or counter"));
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
                        Diagnostic::new(
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
                    Diagnostic::new(Code::Players, shape_place, "take-and-break codes are for two players")
                        .expected("two players"),
                );
            }
        } else if self.moves.is_empty() && (faults.is_empty() || !begins(&["move", "subtraction"])) {
            faults.push(
                Diagnostic::new(Code::NoMoves, whole, "no line says what a move is")
                    .expected("a line such as `move take any from 1 heap`"),
            );
        }
        let game = Game {
            name: self.name.unwrap_or_default(),
            space: shape,
            constants: self.constants,
            convention,
            moves: self.moves,
            pass: self.pass,
            stop: self.stop.map(|stop| stop.0).unwrap_or_default(),
            exists: self.exists.map(|exists| exists.0).unwrap_or_default(),
            letters: self.letters.into_iter().map(|letter| letter.0).collect(),
            cone: self.cone,
        };
        let mut game = game;
        if let Some(place) = self.for_all
            && !game.check_cone(place, faults)
        {
            return None;
        }
        if let (Some(pass), true) = (&game.pass, game.passes_overflow()) {
            faults.push(
                Diagnostic::new(Code::Passes, pass.place, "these passes need too many control states")
                    .expected(format!("at most {MAX_CONTROLS} control states")),
            );
            return None;
        }
        if game.code().is_none() && !game.moves.is_empty() {
            game.check(faults);
        }
        let text = game.text();
        if text.len() > MAX_TEXT {
            faults.push(
                Diagnostic::new(Code::TextTooLong, whole, "the canonical form of the text is too long")
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

/// Reads a code such as `0.77`, `4.0`, `0.3[30]`, `0.77 unequal`.
fn read_code(text: &str, base: u32, place: Place) -> Elaborated<TakeAndBreakCode> {
    let bad = |message: String| {
        let expected = if base == 8 {
            "a code such as 0.77 or 0.[3], digits 0 to 7"
        } else {
            "a code such as 0.f, digits 0 to f"
        };
        Box::new(Diagnostic::new(Code::BadCode, place, message).expected(expected))
    };
    let whole = text;
    let (text, unequal) = match text.strip_suffix("unequal") {
        Some(code) if code.ends_with(char::is_whitespace) => (code.trim_end(), true),
        _ => (text, false),
    };
    let Some((before, after)) = text.split_once('.') else {
        return Err(bad("a code has a point".to_owned()));
    };
    let (after, tail) = match after.split_once('[') {
        None => (after, ""),
        Some((after, tail)) => match tail.strip_suffix(']') {
            Some(tail) if !tail.is_empty() => (after, tail),
            _ => return Err(bad("the digits that repeat stand in brackets at the end".to_owned())),
        },
    };
    if before.chars().count() != 1 || after.len() + tail.len() == 0 || after.len() + tail.len() > 10_000 {
        return Err(bad("a code has one digit before the point and some after it".to_owned()));
    }
    let digits = |text: &str| -> Elaborated<Vec<u8>> {
        text.chars()
            .map(|c| match c.to_digit(base).and_then(|digit| u8::try_from(digit).ok()) {
                Some(digit) => Ok(digit),
                None if base == 8 && c.is_ascii_hexdigit() => {
                    let digit = format!("`{c}` is not an octal digit");
                    Err(Box::new(
                        bad(digit).suggest(format!("write `hexadecimal {whole}`, if that is meant")),
                    ))
                }
                None => Err(bad(format!("`{c}` is not a digit of a code"))),
            })
            .collect()
    };
    let mut head = digits(before)?;
    head.extend(digits(after)?);
    let code = TakeAndBreakCode::repeating(head, digits(tail)?);
    let code = code.and_then(|code| if unequal { code.with_unequal_parts() } else { Ok(code) });
    code.map_err(|fault| bad(fault.to_string()))
}
