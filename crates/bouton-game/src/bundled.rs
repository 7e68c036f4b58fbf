//! Certificates of built-in games that come with the program.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_check::Limits;

use crate::{CheckedLaw, LawError, Playable, Theorem, law::same_rules};

/// A certificate that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its file name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! bundle {
    ($($name:literal),* $(,)?) => {
        &[$(Bundled { name: $name, text: include_str!(concat!("../certificates/", $name)) }),*]
    };
}

/// Every file of `certificates/`; a test compares the two.
const CERTIFICATES: &[Bundled] = bundle![
    "coalition-nim-1.cert",
    "coalition-nim-2.cert",
    "coalition-nim-3.cert",
    "coalition-nim-4.cert",
    "dawsons-chess.cert",
    "dawsons-kayles.cert",
    "kayles.cert",
    "misere-moore.cert",
    "misere-nim-1.cert",
    "misere-nim-2.cert",
    "misere-nim-3.cert",
    "misere-nim-4.cert",
    "misere-nim-5.cert",
    "moore.cert",
    "nim-1-grundy.cert",
    "nim-1.cert",
    "nim-2-grundy.cert",
    "nim-2.cert",
    "nim-3-grundy.cert",
    "nim-3.cert",
    "nim-4-grundy.cert",
    "nim-4.cert",
    "nim-5-grundy.cert",
    "nim-5.cert",
    "nim-6-grundy.cert",
    "nim-6.cert",
    "nim-with-a-pass-1.cert",
    "nim-with-a-pass-2.cert",
    "podium-nim-1.cert",
    "podium-nim-2.cert",
    "podium-nim-3.cert",
    "podium-nim-4.cert",
    "podium-nim-5.cert",
    "podium-subtraction-1.cert",
    "podium-subtraction-2.cert",
    "podium-subtraction-3.cert",
    "small-pass-3.cert",
    "small-pass-5.cert",
    "small-pass-grundy.cert",
    "small-pass.cert",
    "take-three-grundy.cert",
    "take-three.cert",
    "two-in-total-grundy.cert",
    "two-in-total.cert",
    "two-passes.cert",
    "wythoff.cert",
];

/// All bundled certificates.
#[must_use]
pub fn bundled() -> &'static [Bundled] {
    CERTIFICATES
}

/// The bundled law of this game, by its rules: of Grundy values or of outcomes.
///
/// It is checked before it is returned, like any other certificate.
///
/// # Examples
///
/// ```
/// let playable = bouton::Game::named("wythoff")?.playable()?;
/// let law = bouton::bundled_law(&playable, false).unwrap();
/// assert_eq!(law.law().numeration().to_string(), "fibonacci");
/// assert!(bouton::bundled_law(&playable, true).is_none()); // of its Grundy values no law is known
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn bundled_law(playable: &Playable, grundy: bool) -> Option<CheckedLaw> {
    bundled_law_text(playable, grundy).map(|(law, _)| law)
}

/// The bundled law of this game as a theorem.
#[must_use]
pub fn bundled_theorem(playable: &Playable, grundy: bool) -> Option<Theorem> {
    bundled_law_text(playable, grundy).map(|(law, text)| Theorem::of_law(law, text))
}

/// The bundled law of this game, and its certificate.
pub(crate) fn bundled_law_text(playable: &Playable, grundy: bool) -> Option<(CheckedLaw, &'static str)> {
    let text = bundled_text(playable, grundy)?;
    Some((CheckedLaw::clone(&*checked(text, &Limits::default()).ok()?), text))
}

/// Accepted laws of bundled certificates, each with its text.
static ACCEPTED: Mutex<Vec<(&str, Arc<CheckedLaw>)>> = Mutex::new(Vec::new());

/// The law of a bundled certificate, which is checked once per process.
pub fn checked(text: &'static str, limits: &Limits) -> Result<Arc<CheckedLaw>, LawError> {
    let accepted = || ACCEPTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, law)) = accepted().iter().find(|(known, _)| std::ptr::eq(*known, text)) {
        return Ok(Arc::clone(law));
    }
    let law = Arc::new(CheckedLaw::new(text, limits)?);
    let mut all = accepted();
    // Another thread may have been faster.
    if !all.iter().any(|(known, _)| std::ptr::eq(*known, text)) {
        all.push((text, Arc::clone(&law)));
    }
    Ok(law)
}

/// The bundled certificate of a law of this game, without a check.
pub fn bundled_text(playable: &Playable, grundy: bool) -> Option<&'static str> {
    let text = playable.game().text();
    let is_wanted = |bundled: &&Bundled| {
        let mut claim = bundled.text.lines().skip(1).skip_while(|line| line.starts_with("| "));
        let (head, more) = (claim.next().unwrap_or(""), claim.next().unwrap_or(""));
        head.starts_with("law ") && (head == "law grundy" || more == "with a nim heap") == grundy
    };
    let mut of_game = CERTIFICATES.iter().filter(|bundled| same_rules(&rules(bundled.text), &text));
    of_game.find(is_wanted).map(|bundled| bundled.text)
}

/// The rules in a certificate, without reading the rest.
fn rules(text: &str) -> String {
    text.lines().skip(1).map_while(|line| line.strip_prefix("| ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    #[test]
    fn every_certificate_is_bundled_and_accepted() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".cert"))
            .collect();
        assert_eq!(files, bundled().iter().map(|certificate| certificate.name.to_owned()).collect());
        for certificate in bundled() {
            let checked = bouton_check::check(certificate.text);
            assert!(checked.is_ok(), "{}: {checked:?}", certificate.name);
        }
    }

    /// The subject of a law is read off its text before it is checked.
    #[test]
    fn every_law_is_found_by_what_it_is_about() {
        for certificate in bundled() {
            let Ok(law) = CheckedLaw::new(certificate.text, &Limits::default()) else { continue };
            let playable = Playable::new(law.game(), None).unwrap();
            let (found, _) = bundled_law_text(&playable, law.is_grundy()).unwrap();
            assert_eq!(found.is_grundy(), law.is_grundy(), "{}", certificate.name);
            assert!(found.fits(&playable), "{}", certificate.name);
        }
    }
}
