//! Laws of several heaps in words.

use bouton_core::letters::{HeapsCase, LetterForm, LetterLaw, RowRegion};
use bouton_prose::{Formula, Sign, Text, say};
use bouton_rules::Game;

use super::{Names, conditions, range, rows};

/// The names of the numbers of a law of several heaps.
pub(crate) struct HeapNames {
    /// The letters alone.
    letters: Names,
    /// Letters, heaps and remainders.
    names: Names,
    heaps: Vec<Formula>,
    length: Formula,
    count: usize,
}

impl HeapNames {
    pub(crate) fn new(game: &Game, coordinates: &[String], case: &HeapsCase) -> Self {
        let letters = Names::new(game, &coordinates[0], bouton_core::Valuation::Grundy);
        let length = letters.form(&case.length);
        let heaps: Vec<Formula> = coordinates.iter().map(|name| Formula::name(name)).collect();
        let remainders = heaps.iter().map(|heap| Formula::remainder(heap, length.clone()));
        let names = letters.with(heaps.iter().cloned().chain(remainders));
        Self { count: game.letters().len(), letters, names, heaps, length }
    }

    /// Writes a form of letters, heaps and remainders.
    pub(crate) fn form(&self, form: &LetterForm) -> Formula {
        self.names.form(form)
    }

    /// Writes the number of lengths in a heap.
    pub(crate) fn multiple(&self, heap: usize) -> Formula {
        Formula::floor(&self.heaps[heap], self.length.clone())
    }

    /// Returns the two heaps whose numbers of lengths a condition compares, with the sign, if it is
    /// of this kind.
    pub(crate) fn multiples(&self, form: &LetterForm) -> Option<(usize, usize, Sign)> {
        let (letters, numbers) = form.coefficients.split_at(self.count);
        let (heaps, remainders) = numbers.split_at(self.heaps.len());
        let opposite = heaps.iter().zip(remainders).all(|(heap, remainder)| *heap == -remainder);
        if !opposite || letters.iter().any(|factor| *factor != 0) {
            return None;
        }
        let sign = match form.constant {
            0 => Sign::AtLeast,
            -1 => Sign::Greater,
            _ => return None,
        };
        let one = heaps.iter().position(|factor| *factor == 1)?;
        let other = heaps.iter().position(|factor| *factor == -1)?;
        let others = heaps.iter().filter(|factor| **factor != 0).count();
        (others == 2).then_some((one, other, sign))
    }

    /// Returns the sides of a condition; the side with remainders or heaps comes first.
    pub(crate) fn sides(&self, form: &LetterForm) -> (LetterForm, Sign, LetterForm) {
        let strict = form.constant == -1;
        let constant = if strict { 0 } else { form.constant };
        let (small, large) = parted(&LetterForm { constant, ..form.clone() });
        let nothing = |form: &LetterForm| form.constant == 0 && form.coefficients.iter().all(|f| *f == 0);
        if nothing(&large) && !strict {
            // Remainders are not negative.
            return (small, Sign::Equal, large);
        }
        let (sign, opposite) =
            if strict { (Sign::Less, Sign::Greater) } else { (Sign::AtMost, Sign::AtLeast) };
        if self.is_about_heaps(&large) { (large, opposite, small) } else { (small, sign, large) }
    }

    fn condition(&self, form: &LetterForm) -> Text {
        if let Some((one, other, sign)) = self.multiples(form) {
            return self.multiple(one).related(sign, self.multiple(other)).into();
        }
        let (first, sign, second) = self.sides(form);
        self.form(&first).related(sign, self.form(&second)).into()
    }

    /// Writes that a form is 0.
    fn equation(&self, form: &LetterForm) -> Text {
        if let Some((one, other, Sign::AtLeast)) = self.multiples(form) {
            return self.multiple(one).equals(self.multiple(other)).into();
        }
        let (small, large) = parted(form);
        let (first, second) = if self.is_about_heaps(&large) { (large, small) } else { (small, large) };
        self.form(&first).equals(self.form(&second)).into()
    }

    /// Whether a form has a heap or a remainder.
    fn is_about_heaps(&self, form: &LetterForm) -> bool {
        form.coefficients[self.count..].iter().any(|factor| *factor != 0)
    }

    fn region(&self, region: &RowRegion) -> Text {
        let opposite = |one: &LetterForm, other: &LetterForm| {
            let mut factors = one.coefficients.iter().zip(&other.coefficients);
            one.constant == -other.constant && factors.all(|(one, other)| *one == -other)
        };
        let mut conditions: Vec<Text> = Vec::new();
        for (at, form) in region.conditions.iter().enumerate() {
            if region.conditions[..at].iter().any(|before| opposite(before, form)) {
                continue;
            }
            let is_equal = region.conditions[at + 1..].iter().any(|after| opposite(form, after));
            conditions.push(if is_equal { self.equation(form) } else { self.condition(form) });
        }
        if conditions.is_empty() { "always".into() } else { Text::joined(conditions, " and ") }
    }
}

/// Returns the negative part of a form, with the opposite sign, and the positive part.
fn parted(form: &LetterForm) -> (LetterForm, LetterForm) {
    let part = |sign: i64| LetterForm {
        coefficients: form.coefficients.iter().map(|factor| (factor * sign).max(0)).collect(),
        constant: (form.constant * sign).max(0),
    };
    (part(-1), part(1))
}

/// Writes the theorem: "For all t ≥ 2: P exactly when (⌊h1/t⌋ ≥ ⌊h2/t⌋ and h2 mod t = 0) or …".
pub(super) fn sentence(game: &Game, coordinates: &[String], law: &LetterLaw) -> Text {
    let several = law.heaps.len() > 1;
    let cases = law.heaps.iter().map(|case| {
        let names = HeapNames::new(game, coordinates, case);
        let of = |region: &RowRegion| names.region(region);
        let text = rows::values(law.valuation, &case.regions, &of);
        if several { say!["if ", conditions(&names.letters, &case.conditions), ": ", text] } else { text }
    });
    let cases = Text::joined(cases.collect::<Vec<_>>(), "; ");
    say!["For all ", range(game), ": ", cases, "."]
}
