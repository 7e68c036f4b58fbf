//! The query of a request: names and values, each checked.

use std::str::FromStr;

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use bouton::{Game, Position, PositionError, ValueKind, Watch};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{
    App,
    failure::Failure,
    letters,
    texts::{shown, t},
};

/// The most names in a query: each coordinate of a game may have one.
const MOST_NAMES: usize = 256;

/// Names and values in their original order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query(Vec<(String, String)>);

/// Characters that stay unescaped in links, since rules and positions often contain them.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b',')
    .remove(b';')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b':')
    .remove(b'*')
    .remove(b'/');

/// A text as escaped in a link.
pub(crate) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string().replace("%20", "+")
}

impl Query {
    /// Reads `name=value&…`; a name without a value has an empty value. Numbers may have at most
    /// `digits` digits, whatever their purpose.
    ///
    /// # Errors
    ///
    /// If a part is not UTF-8, a name occurs twice, there are too many names, or a number is too
    /// long.
    pub(crate) fn read(text: &str, digits: usize) -> Result<Self, Failure> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        if text.bytes().filter(|&byte| byte == b'&').count() > MOST_NAMES {
            return Err(Failure::too_large("a query", MOST_NAMES, "names"));
        }
        for part in text.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let plain = |text: &str| {
                let text = text.replace('+', " ");
                percent_decode_str(&text)
                    .decode_utf8()
                    .map(|text| text.replace("\r\n", "\n"))
                    .map_err(|_| Failure::input("usage", "the query is not UTF-8"))
            };
            let (name, value) = (plain(name)?, plain(value)?);
            numbers_within(&value, digits)?;
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(Failure::input("usage", &format!("`{name}` is given twice")));
            }
            pairs.push((name, value));
        }
        Ok(Self(pairs))
    }

    /// Reads what can be read of a query that [`read`](Self::read) refuses, to show it again.
    pub(crate) fn of_refused(text: &str) -> Self {
        let parts = text.split('&').take(MOST_NAMES).filter_map(|part| Self::read(part, usize::MAX).ok());
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in parts.flat_map(|part| part.0) {
            if pairs.iter().all(|(known, _)| *known != name) {
                pairs.push((name, value));
            }
        }
        Self(pairs)
    }

    /// Refuses unknown names.
    ///
    /// # Errors
    ///
    /// If there is another name than these.
    pub(crate) fn only(&self, names: &[&str]) -> Result<(), Failure> {
        match self.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let known = names.join(", ");
                Err(Failure::input("usage", &format!("unknown parameter `{name}`, expected one of {known}")))
            }
        }
    }

    /// A value, if it is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.given(name).filter(|value| !value.is_empty())
    }

    /// A value, empty or not.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The query without these names.
    pub(crate) fn without(&self, names: &[&str]) -> Self {
        Self(self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())).cloned().collect())
    }

    /// The query with another value for a name.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut query = self.without(&[name]);
        query.0.push((name.to_owned(), value.to_owned()));
        query
    }

    /// All names and values, in the order of the query.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A required value.
    ///
    /// # Errors
    ///
    /// If it is missing.
    pub(crate) fn need(&self, name: &str) -> Result<&str, Failure> {
        let more = if name == "game" { ": write rules, or the name of a game such as `nim`" } else { "" };
        self.get(name).ok_or_else(|| Failure::input("usage", &format!("`{name}` is missing{more}")))
    }

    /// A value of a type that is parsed from text.
    ///
    /// # Errors
    ///
    /// If it is present and cannot be parsed.
    pub(crate) fn read_as<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, Failure> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let wrong =
            || Failure::input("usage", &format!("`{name}` is `{}`, expected {expected}", shown(text)));
        text.trim().parse().map(Some).map_err(|_| wrong())
    }

    /// A whole number.
    ///
    /// # Errors
    ///
    /// If it is present and not a number.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, Failure> {
        self.read_as(name, "a whole number")
    }

    /// Whether a flag is set: `true`, `1`, `on`, or an empty value.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0
            .iter()
            .any(|(known, value)| known == name && matches!(value.as_str(), "" | "true" | "1" | "on"))
    }

    /// The game: a name, a code or rules, with other numbers for names of the rules in `set`, and with numbers for its
    /// letters as they are typed. Never a path.
    ///
    /// # Errors
    ///
    /// If there is no such game, its rules have faults, they do not define a name in `set`, or a limit is
    /// reached.
    pub(crate) fn game(&self, watch: &Watch) -> Result<Game, Failure> {
        let text = self.need("game")?;
        let game = Game::named_within(text, &[], watch)?;
        let Some(written) = self.get("set") else { return Ok(game) };
        let letters = game.rules().letters();
        if letters.is_empty() {
            return match &bouton::settings(&[written.to_owned()]).map_err(bouton::Error::from)?[..] {
                [settings] => Ok(Game::named_within(text, settings, watch)?),
                _ => Err(Failure::input("usage", "`set` takes one number for each name here")),
            };
        }
        let set = letters::named(written, &game)?;
        // The numbers are at fault: the form for them is offered again.
        let about_numbers = |failure: Failure| match failure.status {
            StatusCode::BAD_REQUEST => Failure { letters: letters.into(), rules: None, ..failure },
            _ => failure,
        };
        match bouton::settings(&[set]).as_deref() {
            Ok([settings]) => {
                Game::named_within(text, settings, watch).map_err(|error| about_numbers(error.into()))
            }
            _ => Err(about_numbers(Failure::input("usage", t("letters.large")))),
        }
    }

    /// The number of heaps, if given.
    ///
    /// # Errors
    ///
    /// If it is not a number from 1 to 64.
    pub(crate) fn heaps(&self) -> Result<Option<usize>, Failure> {
        let heaps = self.read_as::<usize>("heaps", "a number of heaps from 1 to 64")?;
        match heaps {
            Some(heaps) if !(1..=64).contains(&heaps) => {
                Err(Failure::input("heaps", "`heaps` is a number from 1 to 64"))
            }
            heaps => Ok(heaps),
        }
    }

    /// A position with at most `digits` digits.
    ///
    /// # Errors
    ///
    /// 413 if it is too long, else as in the program.
    pub(crate) fn position(&self, name: &str, digits: usize) -> Result<Position, Failure> {
        position(self.need(name)?, digits)
    }

    /// The requested value of a position.
    ///
    /// # Errors
    ///
    /// If the value does not exist.
    pub(crate) fn asked(&self) -> Result<ValueKind, Failure> {
        match self.get("value") {
            None | Some("outcome") => Ok(ValueKind::Outcome),
            Some("grundy") => Ok(ValueKind::Grundy),
            Some("remoteness") => Ok(ValueKind::Remoteness),
            Some(other) => Err(Failure::input(
                "value",
                &format!("unknown value `{}`: expected outcome, grundy or remoteness", shown(other)),
            )),
        }
    }
}

/// The default number of heaps of a game with any number of them, as in the program.
pub(crate) const DEFAULT_HEAPS: usize = bouton::ask::DEFAULT_HEAPS;

/// Reads a position with at most `digits` digits, all numbers together. A power has the digits of
/// its value.
pub(crate) fn position(text: &str, digits: usize) -> Result<Position, Failure> {
    let together = numbers(text).fold(0usize, |together, number| together.saturating_add(number));
    if together > digits {
        return Err(Failure::too_large("a position", digits, "digits"));
    }
    text.parse().map_err(|error| PositionError::Text { text: shown(text), error }.into())
}

/// Reads a position that may be typed on the keyboard of a phone, which may have a point in place of the comma:
/// `3.5.7` is `3,5,7`.
///
/// # Errors
///
/// As [`position`].
pub(crate) fn typed_position(text: &str, digits: usize) -> Result<Position, Failure> {
    let (list, control) = match text.split_once(':') {
        Some((list, control)) => (list, format!(":{control}")),
        None => (text, String::new()),
    };
    // `1.000` is one number to some, so it is refused rather than read as two.
    let is_number = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_digit())
            && (part == "0" || !part.starts_with('0') && !part.is_empty())
    };
    if list.contains('.') && list.trim().split('.').all(is_number) {
        return position(&(list.trim().replace('.', ",") + &control), digits);
    }
    position(text, digits)
}

/// Refuses a text with a number, a power or a code of more digits than `digits`. Every text of a
/// request is tested before anything in it is computed.
///
/// # Errors
///
/// 413 if the text has such a number.
pub(crate) fn numbers_within(text: &str, digits: usize) -> Result<(), Failure> {
    if numbers(text).any(|number| number > digits) {
        return Err(Failure::too_large("a number", digits, "digits"));
    }
    Ok(())
}

/// The digits of each number in a text; a power has the digits of its value: `10^3` has four. Words
/// of letters and digits that begin with a digit or follow a point are numbers, too, since codes
/// have such digits.
fn numbers(text: &str) -> impl Iterator<Item = usize> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|letter: char| letter.is_ascii_alphanumeric())?;
            let (word, after) = word(&rest[start..]);
            let is_number =
                word.starts_with(|first: char| first.is_ascii_digit()) || rest[..start].ends_with('.');
            rest = after;
            if !is_number {
                continue;
            }
            let mut length = word.len();
            // `2^3^4` is never accepted; as the product of its exponents it is long enough.
            while let Some(power) = rest.trim_start().strip_prefix('^') {
                let (exponent, after) = self::word(power.trim_start());
                length = length.max(power_digits(word, length, exponent));
                rest = after;
            }
            return Some(length);
        }
    })
}

/// The letters and digits at the beginning of a text, and the rest.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
    text.split_at(end)
}

/// The number of digits of a power, by logarithms, for a base of `length` digits whose value begins
/// with `base`.
// A float is cast to the nearest integer of the type; one that is too large, to the greatest.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn power_digits(base: &str, length: usize, exponent: &str) -> usize {
    const LEADING: usize = 15;
    let leading = base.get(..base.len().min(LEADING)).and_then(|leading| leading.parse::<f64>().ok());
    // An exponent that is not a number is not read as a power.
    let power = leading.filter(|&leading| leading > 0.0).zip(exponent.parse::<f64>().ok());
    let Some((leading, exponent)) = power else { return length };
    let logarithm = leading.log10() + (length - base.len().min(LEADING)) as f64;
    // 1^∞ is 1.
    if logarithm == 0.0 { length } else { ((logarithm * exponent) as usize).saturating_add(1) }
}

impl FromRequestParts<App> for Query {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let text = parts.uri.query().unwrap_or("");
        if text.len() > app.bounds().query {
            return Err(Failure::too_large("a query", app.bounds().query, "bytes"));
        }
        Self::read(text, app.bounds().digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_as_they_were_written() {
        let query = Query::read("game=heaps+1%3B%20move&position=3,4%2C5&x", 9).unwrap();
        assert_eq!(query.get("game"), Some("heaps 1; move"));
        assert_eq!(query.get("position"), Some("3,4,5"));
        assert_eq!((query.get("x"), query.flag("x")), (None, true));
        assert_eq!(
            Query::read(&format!("game={}", escaped("a&b=c+d\n%")), 9).unwrap().get("game"),
            Some("a&b=c+d\n%")
        );
    }

    #[test]
    fn links_are_readable_and_read_back() {
        for (text, link) in [
            ("3,4;5,6:used", "3,4;5,6:used"),
            ("heaps 2; move take 1..3 from 1 heap", "heaps+2;+move+take+1..3+from+1+heap"),
            ("x -> x + 1 & 50%", "x+-%3E+x+%2B+1+%26+50%25"),
        ] {
            assert_eq!(escaped(text), link);
            let query = Query::read(&format!("line={link}&eval=1"), 9).unwrap();
            assert_eq!((query.get("line"), query.get("eval")), (Some(text), Some("1")));
        }
    }

    #[test]
    fn points_separate_the_numbers_of_a_position() {
        for (typed, read) in [
            ("3.5.7", "3,5,7"),
            (" 3.0 ", "3,0"),
            ("3,5", "3,5"),
            ("3 5 7", "3,5,7"),
            ("3.5:used", "3,5:used"),
            ("7", "7"),
        ] {
            assert_eq!(typed_position(typed, 9).unwrap().to_string(), read);
        }
        // Thousands and ranges stay faults, and other points are not separators.
        for typed in ["1.000", "3..5", "3.5,7", ".5", "3.x", "3. 5"] {
            assert!(typed_position(typed, 9).is_err(), "{typed}");
        }
        assert!(typed_position("123.456", 5).is_err());
    }

    #[test]
    fn wrong_queries_are_refused() {
        assert!(Query::read("a=1&a=2", 9).is_err());
        assert!(Query::read("a=%ff", 9).is_err());
        assert!(Query::read(&"&a".repeat(300), 9).is_err());
        let query = Query::read("upto=ten&heaps=0", 9).unwrap();
        assert_eq!(query.number("upto").unwrap_err().message(), "`upto` is `ten`, expected a whole number");
        assert!(query.heaps().is_err() && query.only(&["upto"]).is_err() && query.need("game").is_err());
    }

    #[test]
    fn numbers_have_the_digits_of_what_they_come_to() {
        for (text, digits) in [
            ("3,4,5", vec![1, 1, 1]),
            ("10^3, 2 ^ 10", vec![4, 4]),
            ("9^99999", vec![95_424]),
            ("10^999,1^99999999999,0^7", vec![1000, 1, 1]),
            ("h3=123;take 12^2 from 1 heap", vec![3, 3, 1]),
            ("hexadecimal 0.ff0f, 4.07", vec![1, 4, 1, 2]),
            ("2^2^9999", vec![3010]),
            ("9^99999999999999999999999, 77^x", vec![usize::MAX, 2]),
            ("١٢٣ x9", vec![]),
        ] {
            assert_eq!(numbers(text).collect::<Vec<_>>(), digits, "{text}");
        }
        let (base, long) = ("9".repeat(499), "9".repeat(1001));
        assert!(numbers_within(&base, 1000).is_ok() && numbers_within(&long, 1000).is_err());
        assert!(numbers_within(&format!("{base}^2"), 1000).is_ok());
        assert!(numbers_within(&format!("{base}^3"), 1000).is_err());
        for text in ["9^99999999999999999999999", "9^", "9 ^ x", "7^^9"] {
            assert!(numbers_within(text, 1000).is_err() || text.parse::<Position>().is_err(), "{text}");
        }
    }

    /// The counted digits are those of the number, within one where a logarithm is rounded.
    #[test]
    fn counted_digits_are_those_of_the_number() {
        for base in [2u64, 3, 7, 9, 10, 11, 99, 100, 12_345, u64::MAX] {
            for exponent in [1u32, 2, 3, 10, 40] {
                let text = format!("{base}^{exponent}");
                let true_digits = position(&text, 1000).unwrap().to_string().len();
                let counted = numbers(&text).next().unwrap();
                assert!(counted.abs_diff(true_digits) <= 1, "{text}: {counted}, {true_digits}");
            }
        }
    }
}
