//! b-files of the OEIS, with which values are compared.

use std::{
    fs::File,
    io::{self, BufRead, Read},
};

use bouton_core::{LimitReached, Watch};
use bouton_document::{Against, Difference, Sequence};
use num_bigint::BigInt;

use crate::SequenceError;

/// A list of terms with a line `n a(n)` for each: a b-file of the On-Line Encyclopedia of Integer
/// Sequences.
/// Empty lines and lines that begin with `#` are ignored; n rises by one from line to line.
///
/// ```
/// use bouton::{BFile, Game, Watch, sequence, sequence_document, with_one_heap};
///
/// let printed = BFile::read("# Kayles\n1 1\n2 2\n3 3\n4 1\n5 5\n".as_bytes(), &Watch::unlimited())?;
/// let playable = with_one_heap(Game::named("kayles")?.rules(), &Watch::unlimited())?;
/// let found = sequence_document(&playable, sequence(&playable, printed.last(), &Watch::unlimited())?);
/// let against = printed.compare("kayles.txt", &found)?;
/// let difference = against.difference.unwrap();
/// assert_eq!((difference.n, difference.grundy, difference.listed.as_str()), (5, 4, "5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFile {
    first: u64,
    terms: Vec<BigInt>,
}

/// The reason why a file is not a b-file of the values of heaps.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BFileError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    File(#[from] io::Error),
    /// A line is not a term.
    #[error("line {line} is `{found}`, expected `{expected}`")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// The file does not contain terms.
    #[error("it has no terms: a b-file has a line `n a(n)` for each term")]
    Empty,
    /// The terms begin beyond the known values.
    #[error("its terms begin at n = {first}, but values are known only to n = {last}")]
    Apart {
        /// The first n of the file.
        first: u64,
        /// The largest heap whose value is known.
        last: u64,
    },
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl BFile {
    /// Reads the b-file of this path.
    ///
    /// # Errors
    ///
    /// [`SequenceError::List`], with the path.
    pub fn open(path: &str, watch: &Watch) -> Result<Self, SequenceError> {
        let read = File::open(path).map_err(BFileError::from);
        let read = read.and_then(|file| Self::read(io::BufReader::new(file), watch));
        read.map_err(|error| SequenceError::List { list: path.to_owned(), error })
    }

    /// Reads a b-file.
    ///
    /// # Errors
    ///
    /// The first line that is not a term, or a memory limit.
    pub fn read(mut from: impl BufRead, watch: &Watch) -> Result<Self, BFileError> {
        let (mut first, mut terms) = (0, Vec::new());
        let mut held = watch.hold_none();
        let mut text = String::new();
        for line in 1.. {
            text.clear();
            if Read::by_ref(&mut from).take(LONGEST).read_line(&mut text)? == 0 {
                break;
            }
            let told = text.trim();
            if told.is_empty() || told.starts_with('#') {
                continue;
            }
            held.grow(32 + told.len() as u64 / 2)?;
            watch.spend(1)?;
            let next = if terms.is_empty() { None } else { Some(first + terms.len() as u64) };
            let mut words = told.split_whitespace();
            let n = words.next().and_then(|n| n.parse().ok()).filter(|&n| next.is_none_or(|next| n == next));
            let value = words.next().and_then(|value| value.parse::<BigInt>().ok());
            let (Some(n), Some(value), None) = (n, value, words.next()) else {
                let n = next.map_or("n".to_owned(), |next| next.to_string());
                let found: String = told.chars().take(40).collect();
                return Err(BFileError::Line { line, found, expected: format!("{n} a({n})") });
            };
            if terms.is_empty() {
                first = n;
            }
            terms.push(value);
        }
        if terms.is_empty() {
            return Err(BFileError::Empty);
        }
        Ok(Self { first, terms })
    }

    /// The index n of the last term.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.first + (self.terms.len() as u64 - 1)
    }

    /// Compares the terms with values, for every n that has both; `name` is the name of the list.
    ///
    /// # Errors
    ///
    /// If there is no n with both.
    pub fn compare(&self, name: &str, found: &Sequence) -> Result<Against, SequenceError> {
        let last = (found.start + found.values.len() as u64).saturating_sub(1);
        if self.first > last || self.last() < found.start || found.values.is_empty() {
            let error = BFileError::Apart { first: self.first, last };
            return Err(SequenceError::List { list: name.to_owned(), error });
        }
        let from = self.first.max(found.start);
        let to = self.last().min(last);
        let place = |n: u64, first: u64| usize::try_from(n - first).unwrap_or(usize::MAX);
        let difference = (from..=to).find_map(|n| {
            let (grundy, listed) = (found.values[place(n, found.start)], &self.terms[place(n, self.first)]);
            let differs = *listed != BigInt::from(grundy);
            differs.then(|| Difference { n, grundy, listed: listed.to_string() })
        });
        Ok(Against { list: name.to_owned(), first: from, last: to, difference })
    }
}

/// The longest line; a longer line is not a term.
const LONGEST: u64 = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BFile, String> {
        BFile::read(text.as_bytes(), &Watch::unlimited()).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_that_are_no_terms_are_told() {
        let cases = [
            ("", "it has no terms"),
            ("# nothing\n\n", "it has no terms"),
            ("0 0\n1 1 1\n", "line 2 is `1 1 1`, expected `1 a(1)`"),
            ("0 0\n2 1\n", "line 2 is `2 1`, expected `1 a(1)`"),
            ("n,grundy\n0,0\n", "line 1 is `n,grundy`, expected `n a(n)`"),
            ("-1 0\n", "line 1 is `-1 0`, expected `n a(n)`"),
            ("5\n", "line 1 is `5`"),
        ];
        for (text, expected) in cases {
            assert!(read(text).unwrap_err().starts_with(expected), "{text}: {}", read(text).unwrap_err());
        }
        assert!(read(&format!("0 {}\n", "1".repeat(5000))).is_err());
    }

    #[test]
    fn the_first_difference_is_told_where_both_say_something() {
        let found = Sequence {
            game: String::new(),
            start: 0,
            values: vec![0, 1, 2, 3],
            period: None,
            statistics: None,
            against: None,
        };
        let compared = |text: &str| read(text).unwrap().compare("b.txt", &found);
        assert_eq!(compared("2 2\n3 3\n4 9\n").unwrap().difference, None);
        let against = compared("# comment\n1 1\n2 -2\n3 0\n").unwrap();
        assert_eq!((against.first, against.last), (1, 3));
        assert_eq!(against.difference, Some(Difference { n: 2, grundy: 2, listed: "-2".to_owned() }));
        assert!(compared("4 0\n").unwrap_err().to_string().contains("begin at n = 4"));
    }
}
