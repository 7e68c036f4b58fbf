//! The positions of a heat map: two coordinates vary, the others and the control state are fixed.

use bouton_core::ControlState;
use bouton_game::{Arena, Playable};

/// The largest heap of a heat map: 0 to 1024 in each direction.
pub const MAX_SIDE: u64 = 1024;

/// A part of the positions of a game: two coordinates (one, if there is no other) vary from 0 to a
/// bound, and the others are fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    names: Vec<String>,
    across: usize,
    up: Option<usize>,
    upto: u64,
    fixed: Vec<u64>,
    control: ControlState,
    /// The name of the control state, where there is more than one.
    control_name: Option<String>,
}

/// The reason why a plane does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaneError {
    /// The bound is too large.
    #[error("a picture shows heaps up to {MAX_SIDE}, not up to {0}")]
    TooLarge(u64),
    /// A single heap of a take-and-break game gives a sequence, not a plane.
    #[error("a picture of this game shows two heaps or more; the values of one are a sequence")]
    OneHeap,
    /// The game does not have coordinates.
    #[error("the game has no heaps to be shown")]
    NoCoordinates,
    /// The axes are not two names.
    #[error("the axes `{0}` are not two different heaps or counters, written as `h1,h2`")]
    Axes(String),
    /// The text does not fix a coordinate.
    #[error("`{0}` does not fix a heap or counter; write `h3=5`, or `control=NAME` for the control state")]
    Fix(String),
    /// A coordinate is fixed outside of the box.
    #[error(
        "`{name}={number}` lies outside of the box, whose heaps and counters go from 0 to {upto}; fix a smaller number, or ask for a larger box"
    )]
    Outside {
        /// The coordinate.
        name: String,
        /// Its number.
        number: String,
        /// The greatest number of the box.
        upto: u64,
    },
    /// No coordinate has this name.
    #[error("the game has no `{name}`, only {known}")]
    Coordinate {
        /// The unknown name.
        name: String,
        /// The known names.
        known: String,
    },
    /// A coordinate along an axis cannot be fixed.
    #[error("`{0}` runs along an axis, so it cannot be fixed; choose other axes, as in `h1,h2`")]
    Runs(String),
    /// No control state has this name.
    #[error("the game has no control state `{name}`{known}")]
    Control {
        /// The unknown name.
        name: String,
        /// The known names, as the end of the sentence.
        known: String,
    },
}

/// Returns the control state of `control=used`, for a name that is not one of the coordinates.
pub(crate) fn control_named(
    playable: &Playable,
    names: &[String],
    name: &str,
    value: &str,
) -> Result<ControlState, PlaneError> {
    let controls = playable.ruleset().map_or(&[][..], |ruleset| ruleset.controls());
    let has_controls = controls.len() > 1;
    if name != "control" {
        let control = has_controls.then(|| "control".to_owned());
        let known = names.iter().cloned().chain(control).collect::<Vec<_>>().join(", ");
        return Err(PlaneError::Coordinate { name: name.to_owned(), known });
    }
    let known =
        if has_controls { format!(", only {}", controls.join(", ")) } else { "; it has only one".to_owned() };
    let found = playable.ruleset().and_then(|ruleset| ruleset.control_named(Some(value)));
    found.filter(|_| has_controls).ok_or_else(|| PlaneError::Control { name: value.to_owned(), known })
}

impl Plane {
    /// Creates the plane of a game where two coordinates vary from 0 to `upto`: those that `axes`
    /// names (`h1,h2`; by default the first two). Each entry of `fix` gives another coordinate its
    /// number (`h3=5`; by default 0), or selects the control state (`control=used`; by default the
    /// initial one). A take-and-break game has as many heaps as the names mention, at least two.
    ///
    /// # Errors
    ///
    /// [`PlaneError`] if one of them does not fit the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::picture::Plane;
    ///
    /// let nim = bouton::Playable::new(&bouton::rules::resolve("nim")?, Some(3))?;
    /// let plane = Plane::new(&nim, 15, Some("h1,h3"), &["h2=5"])?;
    /// assert_eq!(plane.position(7, 2), [7, 5, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        playable: &Playable,
        upto: u64,
        axes: Option<&str>,
        fix: &[impl AsRef<str>],
    ) -> Result<Self, PlaneError> {
        if upto > MAX_SIDE {
            return Err(PlaneError::TooLarge(upto));
        }
        let fix: Vec<(&str, &str)> = fix
            .iter()
            .map(|text| {
                text.as_ref().split_once('=').ok_or_else(|| PlaneError::Fix(text.as_ref().to_owned()))
            })
            .map(|parts| parts.map(|(name, number)| (name.trim(), number.trim())))
            .collect::<Result<_, _>>()?;
        let mentioned =
            axes.into_iter().flat_map(|axes| axes.split(',')).chain(fix.iter().map(|&(name, _)| name));
        let names = match playable.arena() {
            Arena::Rules(ruleset) => ruleset.coordinates().to_vec(),
            Arena::Code(_) | Arena::Open(_) => {
                (1..=heaps_mentioned(mentioned).max(2)).map(|heap| format!("h{heap}")).collect()
            }
        };
        let place = |name: &str| {
            let known = || names.join(", ");
            names
                .iter()
                .position(|one| one == name.trim())
                .ok_or_else(|| PlaneError::Coordinate { name: name.trim().to_owned(), known: known() })
        };
        let (across, up) = match (axes, names.len()) {
            (_, 0) => return Err(PlaneError::NoCoordinates),
            (None, 1) => (0, None),
            (None, _) => {
                // The first two that are not fixed.
                let mut free = (0..names.len()).filter(|&at| !fix.iter().any(|&(name, _)| name == names[at]));
                (free.next().unwrap_or(0), Some(free.next().unwrap_or(1)))
            }
            (Some(axes), 1) if !axes.contains(',') => (place(axes)?, None),
            (Some(axes), _) => {
                let wrong = || PlaneError::Axes(axes.to_owned());
                let (one, other) = axes.split_once(',').ok_or_else(wrong)?;
                let (one, other) = (place(one)?, place(other)?);
                if one == other {
                    return Err(wrong());
                }
                (one, Some(other))
            }
        };
        let mut plane = Self {
            fixed: vec![0; names.len()],
            across,
            up,
            upto,
            control: ControlState(0),
            control_name: None,
            names,
        };
        if let Some(ruleset) = playable.ruleset().filter(|_| playable.has_controls()) {
            plane.control = ruleset.control_named(None).unwrap_or(ControlState(0));
        }
        for &(name, number) in &fix {
            plane.fix(playable, name, number)?;
        }
        if let Some(ruleset) = playable.ruleset().filter(|_| playable.has_controls()) {
            plane.control_name = ruleset.controls().get(plane.control.index()).cloned();
        }
        Ok(plane)
    }

    /// Creates the plane of a heap, across, and of a letter of the rules, upwards; the other
    /// letters are fixed.
    pub(super) fn of_letter(names: Vec<String>, letter: usize, fixed: Vec<u64>, upto: u64) -> Self {
        Self { names, across: 0, up: Some(letter), upto, fixed, control: ControlState(0), control_name: None }
    }

    fn fix(&mut self, playable: &Playable, name: &str, value: &str) -> Result<(), PlaneError> {
        let Some(at) = self.names.iter().position(|one| one == name) else {
            self.control = control_named(playable, &self.names, name, value)?;
            return Ok(());
        };
        if at == self.across || Some(at) == self.up {
            return Err(PlaneError::Runs(name.to_owned()));
        }
        self.fixed[at] = value.parse().map_err(|_| PlaneError::Fix(format!("{name}={value}")))?;
        Ok(())
    }

    /// The number of positions across (to the right).
    #[must_use]
    pub fn columns(&self) -> usize {
        usize::try_from(self.upto).map_or(usize::MAX, |upto| upto + 1)
    }

    /// The number of positions upwards: one, if the game has only one coordinate.
    #[must_use]
    pub fn rows(&self) -> usize {
        if self.up.is_some() { self.columns() } else { 1 }
    }

    /// The greatest number along the axes.
    #[must_use]
    pub fn upto(&self) -> u64 {
        self.upto
    }

    /// The names of the axes: across, and upwards if there is a second axis.
    #[must_use]
    pub fn axes(&self) -> (&str, Option<&str>) {
        (&self.names[self.across], self.up.map(|up| self.names[up].as_str()))
    }

    /// The names of all coordinates, including those that vary.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The coordinates of the position at a place.
    #[must_use]
    pub fn position(&self, across: u64, up: u64) -> Vec<u64> {
        let mut position = self.fixed.clone();
        self.set(&mut position, across, up);
        position
    }

    /// Moves a position of the plane to another place.
    pub(super) fn set(&self, position: &mut [u64], across: u64, up: u64) {
        position[self.across] = across;
        if let Some(at) = self.up {
            position[at] = up;
        }
    }

    /// The control state of all these positions.
    #[must_use]
    pub fn control(&self) -> ControlState {
        self.control
    }

    /// Describes the fixed coordinates; empty if there are none.
    #[must_use]
    pub fn fixed(&self) -> String {
        let free = |at: usize| at != self.across && Some(at) != self.up;
        let mut words: Vec<String> = (0..self.names.len())
            .filter(|&at| free(at))
            .map(|at| format!("{} = {}", self.names[at], self.fixed[at]))
            .collect();
        words.extend(self.control_name.iter().map(|name| format!("control {name}")));
        words.join(", ")
    }
}

/// Returns the number of heaps of a game with any number of heaps, from the coordinates that are
/// mentioned: the greatest K of a name hK.
#[must_use]
pub fn heaps_mentioned<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names
        .filter_map(|name| name.trim().strip_prefix('h')?.parse().ok())
        .filter(|&heap| heap <= 64)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str, heaps: Option<usize>) -> Playable {
        Playable::new(&bouton_rules::resolve(rules).unwrap(), heaps).unwrap()
    }

    const NONE: &[&str] = &[];

    #[test]
    fn what_is_not_said_is_zero_and_where_play_begins() {
        let nim = game("nim", Some(4));
        let plane = Plane::new(&nim, 9, None, &["h1=3"]).unwrap();
        assert_eq!(plane.position(5, 6), [3, 5, 6, 0]);
        assert_eq!(plane.axes(), ("h2", Some("h3")));
        assert_eq!(plane.fixed(), "h1 = 3, h4 = 0");
        let pass = game("nim-with-a-pass", Some(2));
        let plane = Plane::new(&pass, 9, None, NONE).unwrap();
        assert_eq!(plane.fixed(), "control pass");
        let plane = Plane::new(&pass, 9, Some("h2,h1"), &["control=used"]).unwrap();
        assert_eq!((plane.position(5, 6), plane.fixed().as_str()), (vec![6, 5], "control used"));
        let one = Plane::new(&game("take-three", None), 9, None, NONE).unwrap();
        assert_eq!((one.rows(), one.position(4, 0)), (1, vec![4]));
        let kayles = Plane::new(&game("kayles", None), 9, None, &["h3=2"]).unwrap();
        assert_eq!(kayles.position(1, 4), [1, 4, 2]);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let nim = game("nim", Some(3));
        let told = |axes, fix: &[&str]| Plane::new(&nim, 9, axes, fix).unwrap_err().to_string();
        assert_eq!(told(Some("h1,h9"), NONE), "the game has no `h9`, only h1, h2, h3");
        assert!(told(Some("h1,h1"), NONE).contains("two different"));
        assert!(told(Some("h1"), NONE).contains("two different"));
        assert!(told(None, &["h3"]).contains("does not fix"));
        assert!(told(None, &["h3=x"]).contains("does not fix"));
        assert!(told(Some("h1,h2"), &["h1=3"]).contains("runs along an axis"));
        assert!(told(None, &["control=used"]).contains("it has only one"));
        assert!(Plane::new(&nim, 1025, None, NONE).unwrap_err().to_string().contains("1024"));
        let pass = game("nim-with-a-pass", Some(2));
        let told = Plane::new(&pass, 9, None, &["control=x"]).unwrap_err().to_string();
        assert_eq!(told, "the game has no control state `x`, only pass, used");
    }
}
