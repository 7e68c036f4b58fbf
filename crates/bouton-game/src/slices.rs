//! Slices of a game: the positions where some coordinates are at most given bounds, proved one
//! after the other.
//!
//! The positions where h1 ≤ A are closed under moves that do not raise h1, so they are a game,
//! `positions where h1 <= A`. Words that distinguish the states of the law of one slice distinguish
//! the states of the next law, so the search for that law begins with these words
//! ([`ProveOptions::beginning`]). Unless a numeration is named, the law is searched in the digits of the law
//! before. Each slice has an ordinary certificate.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bouton_core::{DigitAutomaton, Watch};
use bouton_prove::{CheckpointError, Goal, NumerationChoice, ProveOptions};
use bouton_rules::Game;

use crate::{
    Ending, LawError, Playable, PlayableError, ProveError, Theorem, limits::checking, prove_law_with,
};

/// The largest certificate that is read from a checkpoint.
const MOST_BYTES: u64 = 1 << 30;

/// The reason why slices cannot be searched.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// A coordinate does not exist or is named twice, or no coordinate is named.
    #[error(
        "there is no coordinate `{found}` to be bounded (or it is named twice), expected some of {expected}"
    )]
    Coordinate {
        /// The name.
        found: String,
        /// The names of the coordinates.
        expected: String,
    },
    /// The positions up to a bound are not a game, because moves lead out of them.
    #[error("the positions where {condition} are not a game: {reason}")]
    Game {
        /// The condition.
        condition: String,
        /// The faults of the rules with this condition.
        reason: String,
    },
    /// The game of a slice cannot be played.
    #[error(transparent)]
    Playable(#[from] PlayableError),
    /// The search cannot be started.
    #[error(transparent)]
    Prove(#[from] ProveError),
}

/// A slice that was searched.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The bound of each coordinate of [`Slices`].
    pub bounds: Vec<u64>,
    /// The game of the slice.
    pub playable: Playable,
    /// The result.
    pub ending: Ending,
}

/// The slices of a game, ordered by their largest bound, then lexicographically. Of slices that
/// differ only by an exchange of interchangeable heaps, only the first is searched. Slices that contain
/// one that was not proved are left out.
#[derive(Debug)]
pub struct Slices {
    game: Game,
    names: Vec<String>,
    interchangeable: bool,
    /// The bounds of the next slice.
    next: Vec<u64>,
    /// The law of the last slice that was proved.
    before: Option<DigitAutomaton>,
    /// The bounds of the slices that were not proved.
    open: Vec<Vec<u64>>,
}

impl Slices {
    /// Creates the slices of a game by the bounds of some of its coordinates.
    ///
    /// # Errors
    ///
    /// [`SliceError::Coordinate`].
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton::{Game, Goal, ProveOptions, Slices, Watch};
    ///
    /// let game = Game::named("heaps 2; move take any from 1 heap; pass 1 unless empty")?.playable()?;
    /// let mut slices = Slices::new(&game, &["h1".to_owned()])?;
    /// let first = slices.prove_next(Goal::Outcome, &ProveOptions::default(), &Watch::unlimited())?;
    /// assert_eq!((first.bounds, slices.bounds()), (vec![0], &[1][..]));
    /// assert!(first.playable.rules().contains("positions where h1 <= 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(playable: &Playable, names: &[String]) -> Result<Self, SliceError> {
        let known = playable.ruleset().map_or(&[][..], |ruleset| ruleset.coordinates());
        let is_known = |name: &&String| known.contains(name);
        let repeated = |(place, name): &(usize, &String)| names[..*place].contains(name);
        let wrong = names.iter().find(|name| !is_known(name));
        let wrong = wrong.or_else(|| names.iter().enumerate().find(repeated).map(|(_, name)| name));
        if names.is_empty() || wrong.is_some() {
            let found = wrong.cloned().unwrap_or_default();
            return Err(SliceError::Coordinate { found, expected: known.join(", ") });
        }
        Ok(Self {
            game: playable.game().clone(),
            names: names.to_vec(),
            interchangeable: playable.ruleset().is_some_and(bouton_core::Ruleset::interchangeable),
            next: vec![0; names.len()],
            before: None,
            open: Vec::new(),
        })
    }

    /// The names of the coordinates that are bounded.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The bounds of the next slice.
    #[must_use]
    pub fn bounds(&self) -> &[u64] {
        &self.next
    }

    /// Writes the condition of a slice in the language of rules.
    fn condition(&self) -> String {
        let bounds = self.names.iter().zip(&self.next).map(|(name, bound)| format!("{name} <= {bound}"));
        bounds.collect::<Vec<_>>().join(", ")
    }

    /// Returns the game of the next slice.
    fn playable(&self, watch: &Watch) -> Result<Playable, SliceError> {
        let (condition, text) = (self.condition(), self.game.text());
        let (mut lines, mut placed) = (Vec::new(), false);
        // The name is that of the whole game.
        for line in text.lines().filter(|line| !line.starts_with("game ")) {
            let said = line.strip_prefix("positions where ");
            if !placed && (said.is_some() || line.starts_with("move ") || line.starts_with("pass ")) {
                let said = said.map_or(String::new(), |said| format!("{said}, "));
                lines.push(format!("positions where {said}{condition}"));
                placed = true;
            }
            lines.extend(said.is_none().then(|| line.to_owned()));
        }
        let game = Game::parse_within(&lines.join("\n"), &[], watch).map_err(PlayableError::from)?;
        let game = game.map_err(|faults| SliceError::Game { condition, reason: faults.to_string() })?;
        Ok(Playable::within(&game, None, watch)?)
    }

    /// Whether all further slices contain one that was not proved.
    ///
    /// ```
    /// use bouton::{Game, Goal, ProveOptions, Slices, Watch};
    ///
    /// let game = Game::named("heaps 2; move take any from 1 heap; pass 1 unless empty")?.playable()?;
    /// let mut slices = Slices::new(&game, &["h1".to_owned()])?;
    /// let few = ProveOptions { states: 1, ..ProveOptions::default() }; // more are needed
    /// slices.prove_next(Goal::Outcome, &few, &Watch::unlimited())?;
    /// assert!(slices.is_done());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_done(&self) -> bool {
        // There are further slices if some coordinate may grow beside bounds of 0.
        let last = self.next.len() - 1;
        let may_grow = |at: usize| {
            let grown: Vec<u64> = (0..=last).map(|other| if other == at { u64::MAX } else { 0 }).collect();
            !self.contains_open(&grown)
        };
        !(0..=last).filter(|&at| at == last || !self.interchangeable).any(may_grow)
    }

    /// Whether a slice contains one that was not proved.
    fn contains_open(&self, bounds: &[u64]) -> bool {
        self.open.iter().any(|open| open.iter().zip(bounds).all(|(open, bound)| open <= bound))
    }

    /// Searches for the law of the next slice, beginning with the law of the last slice that was proved.
    /// With a checkpoint, each slice has a folder in it, with its certificate once it is proved.
    ///
    /// If this slice is not proved, the next one is the first that does not contain it, unless
    /// [all further ones](Self::is_done) do. If the time of `watch` ended it, the same slice is the next one.
    ///
    /// # Errors
    ///
    /// [`SliceError`]; a limit is an [`Ending::NoLaw`].
    pub fn prove_next(
        &mut self,
        goal: Goal,
        options: &ProveOptions,
        watch: &Watch,
    ) -> Result<Slice, SliceError> {
        let playable = self.playable(watch)?;
        let folder = options.checkpoint.as_deref().map(|folder| folder.join(self.folder()));
        let kept = match &folder {
            Some(folder) => kept(folder, &playable, watch)?,
            None => None,
        };
        let ending = match kept {
            Some(ending) => ending,
            None => {
                let beginning = self.before.clone();
                let numeration = match (&options.numeration, &beginning) {
                    (NumerationChoice::Auto, Some(before)) => {
                        NumerationChoice::Only(before.numeration().clone())
                    }
                    (given, _) => given.clone(),
                };
                let checkpoint = folder.clone();
                let options = ProveOptions { checkpoint, beginning, numeration, ..options.clone() };
                let ending = prove_law_with(&playable, goal, &options, watch)?;
                if let (Ending::Proved(proved), Some(folder)) = (&ending, &folder) {
                    keep(folder, &proved.theorem)?;
                }
                ending
            }
        };
        let slice = Slice { bounds: self.next.clone(), playable, ending };
        match &slice.ending {
            Ending::Proved(proved) => {
                self.before = proved.theorem.law().map(|law| law.law().automaton.clone());
            }
            _ if watch.check().is_err() => return Ok(slice),
            _ => self.open.push(self.next.clone()),
        }
        if !self.is_done() {
            self.step();
        }
        Ok(slice)
    }

    fn folder(&self) -> PathBuf {
        let bounds = self.names.iter().zip(&self.next).map(|(name, bound)| format!("{name}-{bound}"));
        bounds.collect::<Vec<_>>().join("-").into()
    }

    /// Moves to the next bounds.
    fn step(&mut self) {
        step(&mut self.next);
        while self.interchangeable && !self.next.is_sorted() || self.contains_open(&self.next) {
            step(&mut self.next);
        }
    }
}

/// Moves to the next bounds: those with the same largest one in lexicographic order, then those
/// with a larger one.
fn step(bounds: &mut [u64]) {
    let largest = bounds.iter().copied().max().unwrap_or(0);
    let (tail, least) = match bounds.iter().rposition(|&bound| bound < largest) {
        Some(place) => {
            bounds[place] += 1;
            (place + 1, largest)
        }
        None => (0, largest + 1),
    };
    bounds[tail..].fill(0);
    if !bounds.contains(&least)
        && let Some(last) = bounds.last_mut()
    {
        *last = least;
    }
}

/// Returns the path of a slice's certificate.
fn certificate(folder: &Path) -> PathBuf {
    folder.join("law.cert")
}

fn unusable(path: &Path, error: &io::Error) -> ProveError {
    let (path, reason) = (path.display().to_string(), error.to_string());
    ProveError::Checkpoint(CheckpointError::File { path, reason })
}

/// Returns the theorem of a slice that was proved before, after another check.
fn kept(folder: &Path, playable: &Playable, watch: &Watch) -> Result<Option<Ending>, ProveError> {
    let path = certificate(folder);
    if !path.exists() {
        return Ok(None);
    }
    let text = bouton_files::read_text(&path, MOST_BYTES).map_err(|error| unusable(&path, &error))?;
    let theorem = match Theorem::check(&text, &checking(watch)) {
        Ok(theorem) => theorem,
        // The slice is proved again, or ends with the limit.
        Err(LawError::Refused(refused)) if refused.step == bouton_check::Step::Limit => return Ok(None),
        Err(error) => {
            let (path, reason) = (path.display().to_string(), error.to_string());
            return Err(ProveError::Checkpoint(CheckpointError::Damaged { path, reason }));
        }
    };
    if !theorem.fits(playable) {
        return Err(ProveError::Checkpoint(CheckpointError::Foreign {
            path: path.display().to_string(),
            what: "rules",
            found: theorem.game().text().replace('\n', "; "),
            expected: playable.rules().replace('\n', "; "),
        }));
    }
    Ok(Some(Ending::known(theorem)))
}

/// Writes the certificate of a slice, and removes the state of its search.
fn keep(folder: &Path, theorem: &Theorem) -> Result<(), ProveError> {
    let path = certificate(folder);
    let written = bouton_files::Replacement::begin(&path).and_then(|file| {
        io::Write::write_all(&mut file.file(), theorem.certificate().as_bytes())?;
        file.finish()
    });
    written.map_err(|error| unusable(&path, &error))?;
    let state = folder.join("proof.checkpoint");
    match fs::remove_file(&state) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(&state, &error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(rules: &str, names: &[&str], count: usize) -> Vec<Vec<u64>> {
        let playable = Playable::new(&Game::parse(rules).unwrap(), None).unwrap();
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut slices = Slices::new(&playable, &names).unwrap();
        let one = |_| {
            let bounds = slices.bounds().to_vec();
            slices.step();
            bounds
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn slices_come_by_their_largest_bound_then_lexicographically() {
        let named = "heaps 2; move take any from h1; move take 1 from h2";
        let all = [[0, 0], [0, 1], [1, 0], [1, 1], [0, 2], [1, 2], [2, 0], [2, 1], [2, 2], [0, 3]];
        assert_eq!(bounds(named, &["h1", "h2"], 10), all);
        let alike = [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2], [0, 3]];
        assert_eq!(bounds("heaps 3; move take any from 1 heap", &["h1", "h2"], 7), alike);
        assert_eq!(bounds(named, &["h2"], 3), [[0], [1], [2]]);
    }

    #[test]
    fn rules_of_a_slice_keep_their_conditions() {
        let text = "game chomp; counters a, b; positions where a >= b; move b -> t where t < b; \
                    move a -> t where t < a, t >= b; move a, b -> t, t where t < b";
        let playable = Playable::new(&Game::parse(text).unwrap(), None).unwrap();
        let slices = Slices::new(&playable, &["b".to_owned()]).unwrap();
        let rules = slices.playable(&Watch::unlimited()).unwrap().rules().to_owned();
        assert!(rules.starts_with("counters a, b\npositions where a >= b, b <= 0\nmove b"), "{rules}");
        assert!(Slices::new(&playable, &["c".to_owned()]).is_err());
        assert!(Slices::new(&playable, &["b".to_owned(), "b".to_owned()]).is_err());
    }

    #[test]
    fn moves_that_leave_a_slice_are_a_fault() {
        let text = "counters a, b; move a, b -> a - 1, b + 1 when a >= 1; move b -> b - 1 when b >= 1";
        let playable = Playable::new(&Game::parse(text).unwrap(), None).unwrap();
        let slices = Slices::new(&playable, &["b".to_owned()]).unwrap();
        assert!(matches!(slices.playable(&Watch::unlimited()), Err(SliceError::Game { .. })));
    }
}
