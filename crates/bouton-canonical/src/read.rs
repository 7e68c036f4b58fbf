//! From canonical text to rules.

use std::fmt;

use crate::{
    fault::Fault,
    grammar,
    limits::MAX_TEXT,
    place::Place,
    rules::{Draft, Rules},
    syntax::Line,
};

/// The error of a text that is not the canonical text of rules: where, and what is wrong with the rules if their
/// lines can be read.
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
    /// Reads canonical text: what [`text`](Self::text) writes, byte for byte, and nothing else.
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
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let refused = |offset, fault| ReadError::at(text, offset, fault);
        if text.len() > MAX_TEXT {
            return Err(refused(MAX_TEXT, None));
        }
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            let statement =
                grammar::statement(line, start).map_err(|place| refused(place.span().start, None))?;
            let end = start + line.len();
            lines.push(Line { statement, place: Place::new(start, end) });
            start = end + 1;
        }
        let mut faults = Vec::new();
        let mut draft = Draft::default();
        draft.add_names(&lines, &mut faults);
        draft.add_rules(&lines, &mut faults);
        let rules = draft.finish(text.len(), &|_, _| false, &mut faults);
        if let Some(fault) = faults.into_iter().min_by_key(|fault| fault.place.span().start) {
            return Err(refused(fault.place.span().start, Some(fault)));
        }
        let rules = rules.ok_or_else(|| refused(text.len(), None))?;
        // The grammar is a little wider than canonical text: spaces, the order of the lines, brackets.
        let written = rules.text();
        if written != text {
            let same = written.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
            return Err(refused(same, None));
        }
        Ok(rules)
    }
}
