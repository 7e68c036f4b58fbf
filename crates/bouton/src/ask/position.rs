//! Positions in questions.

use serde::{Deserialize, Deserializer};

use crate::Error;

/// Reads a position as one text, or as words.
///
/// # Errors
///
/// If it is neither of these.
pub(super) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        /// A single heap.
        Number(u64),
        One(String),
        Words(Vec<String>),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Number(number) => vec![number.to_string()],
        Written::One(text) => vec![text],
        Written::Words(words) => words,
    })
}

/// Joins the words of one position: `3,4,5`, `3 4 5` and `3, 4, 5` are the same.
///
/// # Errors
///
/// If these are several positions.
///
/// ```
/// use bouton::ask::joined;
///
/// let words = ["3,", "4,", "5"].map(str::to_owned);
/// assert_eq!(joined(&words)?, "3,4,5");
/// assert!(joined(&["3,4".to_owned(), "5,6".to_owned()]).is_err());
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn joined(words: &[String]) -> Result<String, Error> {
    let [first, second, ..] = words else { return Ok(words.concat()) };
    let number = |word: &String| word.strip_suffix(',').unwrap_or(word).to_owned();
    let numbers: Vec<String> = words.iter().map(number).collect();
    if numbers.iter().any(|number| number.contains(',')) {
        return Err(Error::question(format!(
            "`{first}` and `{second}` are two positions, and one is expected, such as `3,4,5`"
        )));
    }
    Ok(numbers.join(","))
}
