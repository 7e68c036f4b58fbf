//! The conversion of canonical text to rules.

use std::fmt;

use bouton_core::{LimitReached, Watch};

use crate::{
    fault::Fault,
    grammar,
    limits::MAX_TEXT,
    place::Place,
    rules::{Draft, Rules},
    syntax::Line,
};

/// The error of a text that is not the canonical text of rules: the place, and the fault of the
/// rules if their lines can be read.
///
/// ```
/// use bouton_canonical::Rules;
///
/// let error = Rules::read("heaps 2\nmove take  any from 1 heap").unwrap_err(); // two spaces
/// assert_eq!((error.line, error.column), (2, 11));
/// assert!(error.fault.is_none()); // the text is not canonical
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The fault of rules whose lines can be read; `None` where the text is not canonical.
    pub fault: Option<Box<Fault>>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.fault {
            Some(fault) => fault.fmt(f),
            None => f.write_str("this is not canonical text of rules"),
        }
    }
}

impl ReadError {
    fn at(text: &str, offset: usize, fault: Option<Fault>) -> Self {
        let before = String::from_utf8_lossy(&text.as_bytes()[..offset.min(text.len())]);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.matches('\n').count();
        Self { line, column: 1 + before[start..].chars().count(), fault: fault.map(Box::new) }
    }
}

impl Rules {
    /// Reads canonical text: byte for byte the text that [`text`](Self::text) writes.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    ///
    /// let text = "heaps 2\nmove take {1,3} from 1 heap\nplay misere";
    /// assert_eq!(Rules::read(text).unwrap().text(), text);
    ///
    /// let refused = Rules::read("heaps 2\nmove take {1, 3} from 1 heap").unwrap_err();
    /// assert_eq!(refused.to_string(), "2:14: this is not canonical text of rules");
    /// let refused = Rules::read("heaps 2\nmove take any from h3").unwrap_err();
    /// assert_eq!(refused.to_string(), "2:20: E0205: there is no heap `h3`");
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text is not canonical, or else the first fault of the rules.
    ///
    /// # Panics
    ///
    /// Never: there is no limit.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        Self::read_within(text, &Watch::unlimited()).expect("there is no limit")
    }

    /// Reads canonical text as [`read`](Self::read) does, under a watch, which counts the work and
    /// the memory of the moves that are written out.
    ///
    /// ```
    /// use bouton_canonical::Rules;
    /// use bouton_core::{LimitReached, Watch};
    ///
    /// let watch = Watch::unlimited();
    /// assert!(Rules::read_within("heaps 2\nmove take any from 1 heap", &watch)?.is_ok());
    /// assert!(watch.work() > 0);
    /// watch.cancel();
    /// let text = format!("heaps 20\nmove take {} from 2 heaps", "1..40");
    /// assert_eq!(Rules::read_within(&text, &watch), Err(LimitReached::Cancelled));
    /// # Ok::<(), LimitReached>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub fn read_within(text: &str, watch: &Watch) -> Result<Result<Self, ReadError>, LimitReached> {
        let mut draft = Draft::new(&[], watch);
        let mut faults = Vec::new();
        let lines = match lines(text) {
            Ok(lines) => lines,
            Err(error) => return Ok(Err(error)),
        };
        draft.add_names(&lines, &mut faults);
        draft.add_rules(&lines, &mut faults);
        let rules = draft.finish(text.len(), &|_, _| false, &mut faults)?;
        Ok(canonical(text, rules, faults))
    }
}
/// Reads the lines of a text.
fn lines(text: &str) -> Result<Vec<Line>, ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::at(text, MAX_TEXT, None));
    }
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let statement = grammar::statement(line, start);
        let statement = statement.map_err(|place| ReadError::at(text, place.span().start, None))?;
        let end = start + line.len();
        lines.push(Line { statement, place: Place::new(start, end) });
        start = end + 1;
    }
    Ok(lines)
}

/// Returns the rules if they have no faults, and if this is their canonical text.
fn canonical(text: &str, rules: Option<Rules>, faults: Vec<Fault>) -> Result<Rules, ReadError> {
    if let Some(fault) = faults.into_iter().min_by_key(|fault| fault.place.span().start) {
        return Err(ReadError::at(text, fault.place.span().start, Some(fault)));
    }
    let rules = rules.ok_or_else(|| ReadError::at(text, text.len(), None))?;
    // The grammar accepts a little more than canonical text: spaces, another order of the lines,
    // brackets.
    let written = rules.text();
    if written != text {
        let same = written.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
        return Err(ReadError::at(text, same, None));
    }
    Ok(rules)
}
