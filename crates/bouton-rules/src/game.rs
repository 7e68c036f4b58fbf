//! Games defined by rules in any words.

use std::ops::Deref;

use bouton_canonical::{
    Draft, Fault, FaultCode, HeapsError, NotForEveryNumber, Place, Rules, limits::MAX_TEXT, syntax::Line,
};
use bouton_core::{LimitReached, Watch};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code, Diagnostics},
    parse, splitting,
    statement::SourceLine,
    suggestion::did_you_mean,
};

/// A game, defined by its checked rules.
///
/// The game has the rules of its canonical text. Everything that does not depend on the words of
/// the original text is a method of [`Rules`].
///
/// ```
/// use bouton_rules::{Game, HeapCount};
///
/// let game = Game::parse("heaps any; move take any from 1 heap").unwrap();
/// assert_eq!(game.heaps(), HeapCount::Any);
/// let ruleset = game.with_heaps(3).unwrap().ruleset().unwrap();
/// assert_eq!(ruleset.dimension(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game(Rules);

impl Deref for Game {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl From<Rules> for Game {
    fn from(rules: Rules) -> Self {
        Self(rules)
    }
}

impl Game {
    /// Reads and checks a rules text.
    ///
    /// # Errors
    ///
    /// All faults of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let game = Game::parse("heaps 2; move take any from 1 heap").unwrap();
    /// assert_eq!(game.text(), "heaps 2\nmove take any from 1 heap");
    /// assert_eq!(Game::parse("heaps 2; move take").unwrap_err().len(), 1);
    /// ```
    pub fn parse(text: &str) -> Result<Self, Diagnostics> {
        Self::parse_with(text, &[])
    }

    /// Reads a rules text as [`parse`](Self::parse) does, with other values for some of the numbers
    /// that `let` names.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let text = "let k = 3; heaps 1; move take 1..k from 1 heap";
    /// let game = Game::parse_with(text, &[("k".to_owned(), 5)]).unwrap();
    /// assert!(game.text().contains("let k = 5"));
    /// assert!(Game::parse_with(text, &[("j".to_owned(), 5)]).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// All faults of the text, and a name that no `let` defines.
    ///
    /// # Panics
    ///
    /// Never: there is no limit.
    pub fn parse_with(text: &str, settings: &[(String, i64)]) -> Result<Self, Diagnostics> {
        Self::parse_within(text, settings, &Watch::unlimited()).expect("there is no limit")
    }

    /// Reads a rules text as [`parse_with`](Self::parse_with) does, under a watch, which counts the
    /// work, and the memory of the moves that are written out.
    ///
    /// ```
    /// use bouton_core::{LimitReached, Limits, Watch};
    /// use bouton_rules::Game;
    ///
    /// let watch = Watch::new(&Limits { memory: 2 << 20, ..Limits::default() });
    /// assert!(Game::parse_within("heaps 2; move take any from 1 heap", &[], &watch)?.is_ok());
    /// let many = "heaps 20; move take 1..9 from 2 heaps";
    /// assert!(matches!(Game::parse_within(many, &[], &watch), Err(LimitReached::Memory { .. })));
    /// # Ok::<(), LimitReached>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn parse_within(
        text: &str,
        settings: &[(String, i64)],
        watch: &Watch,
    ) -> Result<Result<Self, Diagnostics>, LimitReached> {
        let mut unread = Vec::new();
        if text.len() > MAX_TEXT {
            let place = Place::new(MAX_TEXT, text.len());
            unread.push(
                Diagnostic::new(Code::TextTooLong, place, "the text is too long")
                    .expected(format!("at most {MAX_TEXT} bytes"))
                    .found(format!("{} bytes", text.len())),
            );
            return Ok(Err(
                Diagnostics::of(text, unread).unwrap_or_else(|| unreachable!("a fault was found"))
            ));
        }
        let lines = parse::lines(text, &mut unread);
        let mut faults = Vec::new();
        let mut draft = Draft::new(settings, watch);
        let names: Vec<Line> = lines.iter().filter_map(SourceLine::line).collect();
        draft.add_names(&names, &mut faults);
        let added = splitting::add(lines, &mut draft, &mut unread);
        unread.extend(unknown_settings(settings, &draft));
        if let Err(fault) = added {
            unread.push(*fault);
            unread.extend(faults.into_iter().map(Diagnostic::from));
            watch.check()?;
            return Ok(Err(
                Diagnostics::of(text, unread).unwrap_or_else(|| unreachable!("a fault was found"))
            ));
        }
        // A line with a fault, or a line that cannot be read, is not missing.
        let excused = |words: &[&str], faults: &[Fault]| {
            let begins =
                |line: &str| line.split_whitespace().next().is_some_and(|word| words.contains(&word));
            !(unread.is_empty() && faults.is_empty())
                && (unread.iter().any(|fault| fault.code.is_of_reading())
                    || faults.iter().any(|fault| fault.code == FaultCode::UnknownName)
                    || text.split(['\n', ';']).any(begins))
        };
        let rules = draft.finish(text.trim_end().len(), &excused, &mut faults)?;
        for fault in faults {
            unread.push(Diagnostic::of(fault, watch)?);
        }
        Ok(match (rules, Diagnostics::of(text, unread)) {
            (Some(rules), None) => Ok(Self(rules)),
            (_, Some(faults)) => Err(faults),
            (None, None) => unreachable!("a draft is left unfinished only for a fault"),
        })
    }

    /// Returns the warnings about these rules: parts that have a meaning, but probably not the
    /// intended one. `text` is the text from which the rules were read. Rules for any number of
    /// heaps have no warnings, since the move exists with more heaps.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let text = "heaps 2; move take 1..3 from 3 heaps";
    /// let warnings = Game::parse(text).unwrap().warnings(text).unwrap();
    /// assert!(warnings.to_string().contains("W0301: this move needs 3 heaps, but there are 2"));
    /// ```
    #[must_use]
    pub fn warnings(&self, text: &str) -> Option<Diagnostics> {
        let bouton_canonical::HeapCount::Fixed(heaps) = self.heaps() else { return None };
        let warning = |(place, least)| {
            let message =
                format!("this move needs {least} heaps, but there are {heaps}: it is never possible");
            Diagnostic::new(Code::DeadMove, place, message)
                .expected(format!("at most {heaps} heaps"))
                .suggest(format!("write `heaps {least}`, or take from fewer heaps"))
        };
        Diagnostics::of(text, self.dead_moves().into_iter().map(warning).collect())
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
    /// use bouton_rules::Game;
    ///
    /// let nim = Game::parse("heaps any; move take any from 1 heap").unwrap();
    /// assert_eq!(nim.with_heaps(5).unwrap().text(), "heaps 5\nmove take any from 1 heap");
    /// ```
    pub fn with_heaps(&self, heaps: usize) -> Result<Self, HeapsError> {
        self.0.with_heaps(heaps).map(Self)
    }

    /// Returns the game with one heap, if for every number of heaps the game is the sum of its
    /// heaps; see [`Rules::one_heap`].
    ///
    /// # Errors
    ///
    /// The first rule that is about more than one heap.
    pub fn one_heap(&self) -> Result<Self, NotForEveryNumber> {
        self.0.one_heap().map(Self)
    }

    /// Returns the game with one heap, if the game is the sum of its heaps; see
    /// [`Rules::heap_of_a_sum`].
    ///
    /// # Errors
    ///
    /// The first rule that is about more than one heap.
    pub fn heap_of_a_sum(&self) -> Result<Self, NotForEveryNumber> {
        self.0.heap_of_a_sum().map(Self)
    }

    /// Returns the game with numbers for all its letters.
    ///
    /// ```
    /// use bouton_rules::Game;
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// assert_eq!(game.letters(), ["m"]);
    /// assert_eq!(game.instance(&[3]).unwrap().text(), "heaps 1\nlet m = 3\nmove take 1..m from 1 heap");
    /// assert!(game.instance(&[0]).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the letters cannot have these numbers, or if the rules with these numbers have faults.
    ///
    /// # Panics
    ///
    /// Never: there is no limit.
    pub fn instance(&self, values: &[i64]) -> Result<Self, Diagnostics> {
        self.instance_within(values, &Watch::unlimited()).expect("there is no limit")
    }

    /// Returns the game as [`instance`](Self::instance) does, under a watch.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn instance_within(
        &self,
        values: &[i64],
        watch: &Watch,
    ) -> Result<Result<Self, Diagnostics>, LimitReached> {
        let settings: Vec<(String, i64)> =
            self.letters().iter().cloned().zip(values.iter().copied()).collect();
        Self::parse_within(&self.text(), &settings, watch)
    }
}

/// Returns the faults of settings of names that no `let` defines.
fn unknown_settings(settings: &[(String, i64)], draft: &Draft) -> Vec<Diagnostic> {
    let known: Vec<&str> = draft.constants().keys().map(String::as_str).collect();
    let fault = |name: &str| {
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
    // Each name is reported once, in order.
    let names: std::collections::BTreeSet<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
    names.into_iter().filter(|name| !draft.constants().contains_key(*name)).map(fault).collect()
}
