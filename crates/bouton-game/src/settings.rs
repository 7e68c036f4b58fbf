//! Written values for the numbers that rules name by `let`: `k=4`, or `k=3..6` for each of these.

/// A value for each of some names.
pub type Settings = Vec<(String, i64)>;

/// The most rulesets at once.
const MOST: usize = 1_000;

/// The reason why a setting cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The text is not a setting.
    #[error("`{0}` is not a setting: expected NAME=NUMBER or NAME=FIRST..LAST, for example k=4 or k=3..6")]
    Form(String),
    /// The number is too large for a game.
    #[error("`{0}`: a number above 2^40 is possible only for a letter of a theorem, `for all a`, in `solve`")]
    Large(String),
    /// The last number is smaller than the first.
    #[error("`{name}={first}..{last}` runs backwards: write {name}={last}..{first}")]
    Backwards {
        /// The name.
        name: String,
        /// The first number.
        first: i64,
        /// The last number.
        last: i64,
    },
    /// A name is set twice.
    #[error("`{0}` is set twice")]
    Twice(String),
    /// There are too many combinations.
    #[error("these settings make more than {MOST} games")]
    TooMany,
}

/// Returns all combinations of the values in these settings, with the last name changing fastest.
/// Without settings, the result is one empty combination.
///
/// # Errors
///
/// [`SettingsError`].
///
/// ```
/// use bouton::settings;
///
/// let all = settings(&["k=3..4".into(), "m=1".into()]).unwrap();
/// assert_eq!(all, [[("k".to_owned(), 3), ("m".to_owned(), 1)], [("k".to_owned(), 4), ("m".to_owned(), 1)]]);
/// assert_eq!(settings(&[]).unwrap(), [[]]);
/// assert!(settings(&["k".into()]).is_err());
/// assert_eq!(settings(&["k=5..2".into()]).unwrap_err().to_string(), "`k=5..2` runs backwards: write k=2..5");
/// ```
pub fn settings(written: &[String]) -> Result<Vec<Settings>, SettingsError> {
    let mut all: Vec<Settings> = vec![Vec::new()];
    for text in written.iter().flat_map(|text| text.split(',')) {
        let wrong = || SettingsError::Form(text.to_owned());
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim();
        let number = |text: &str| {
            let number = text.trim().parse::<i64>().ok();
            // Numbers are written as in positions: 10^6.
            let power = || text.trim().parse::<bouton_core::Position>().ok();
            match (number, power()) {
                (Some(number), _) => Ok(number),
                (None, Some(position)) if position.coordinates.len() == 1 => {
                    let number = i64::try_from(&position.coordinates[0]);
                    number.map_err(|_| SettingsError::Large(text.to_owned()))
                }
                _ => Err(wrong()),
            }
        };
        let (first, last) = match values.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(values)?, number(values)?),
        };
        if name.is_empty() {
            return Err(wrong());
        }
        if first > last {
            return Err(SettingsError::Backwards { name: name.to_owned(), first, last });
        }
        if all[0].iter().any(|(known, _)| known == name) {
            return Err(SettingsError::Twice(name.to_owned()));
        }
        let count = usize::try_from(last.abs_diff(first)).ok().and_then(|more| more.checked_add(1));
        if count.is_none_or(|count| count.saturating_mul(all.len()) > MOST) {
            return Err(SettingsError::TooMany);
        }
        all = all
            .iter()
            .flat_map(|known| {
                (first..=last).map(move |value| {
                    let mut more = known.clone();
                    more.push((name.to_owned(), value));
                    more
                })
            })
            .collect();
    }
    Ok(all)
}
