//! Bundled theorems, each checked once.

use std::sync::{Arc, Mutex, PoisonError};

use bouton::{Playable, Theorem, Watch, bundled, bundled_theorem};

use crate::failure::Failure;

/// The rules, and whether the theorem is about their Grundy values.
type About = (String, bool);

/// Theorems that were checked.
#[derive(Debug, Default)]
pub(crate) struct Theorems(Mutex<Vec<(About, Arc<Theorem>)>>);

impl Theorems {
    /// The bundled theorem about a game.
    pub(crate) fn of(&self, playable: &Playable, grundy: bool) -> Option<Arc<Theorem>> {
        let about = (playable.game().text(), grundy);
        if let Some(known) = self.find(|(known, _)| *known == about) {
            return Some(known);
        }
        let theorem = Arc::new(bundled_theorem(playable, grundy)?);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The same rules may be written in many ways.
        if all.len() < 2 * bundled().len() {
            all.push((about, Arc::clone(&theorem)));
        }
        Some(theorem)
    }

    /// The bundled theorem with this identity.
    ///
    /// # Errors
    ///
    /// 404 if there is none.
    pub(crate) fn with_identity(&self, identity: &str, watch: &Watch) -> Result<Arc<Theorem>, Failure> {
        let unknown = || Failure::unknown("no theorem with this certificate is known here; prove it again");
        if let Some(known) = self.find(|(_, known)| known.identity().to_string() == identity) {
            return Ok(known);
        }
        // The last line of a certificate contains its identity.
        let text = bundled().iter().map(|known| known.text);
        let text = text.into_iter().find(|text| text.trim_end().ends_with(identity)).ok_or_else(unknown)?;
        let limits = bouton::check::Limits { watch: watch.clone(), ..bouton::check::Limits::default() };
        let theorem = Theorem::check(text, &limits)?;
        if theorem.identity().to_string() == identity { Ok(Arc::new(theorem)) } else { Err(unknown()) }
    }

    fn find(&self, is_it: impl Fn(&(About, Arc<Theorem>)) -> bool) -> Option<Arc<Theorem>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|known| is_it(known)).map(|(_, theorem)| Arc::clone(theorem))
    }
}
