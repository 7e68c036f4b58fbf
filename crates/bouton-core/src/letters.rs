//! Laws with letters: the values of one heap for all values of the letters in the rules.
//!
//! A [`LetterLaw`] has cases, each with conditions on the letters. In a case every heap is n = qL +
//! r with 0 ≤ r < L, where the length L is a linear form of the letters. Linear forms divide the
//! line 0 ≤ r < L into pieces. A piece has one value for all its r, a few values that repeat, or
//! one that is linear in r. The first few q may have pieces of their own.
//!
//! Where no linear form is a period, the law may be a law in rows ([`LetterRows`]): blocks of two
//! lengths, distinguished by a phase. A law of several heaps together ([`HeapsCase`]) has regions,
//! given by linear forms of the heaps and of their remainders.

use std::fmt;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::{ControlState, Valuation};

mod heaps;

pub use heaps::HeapsCase;

/// A linear form of the letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterForm {
    /// The coefficient of each letter.
    pub coefficients: Vec<i64>,
    /// The constant term.
    pub constant: i64,
}

/// A value: a multiple of the remainder, and a linear form of the letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterValue {
    /// The coefficient of the remainder r.
    pub remainder: i64,
    /// The rest.
    pub form: LetterForm,
}

/// A part of the line of remainders, beginning at the end of the piece before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first remainder that does not belong to the piece.
    pub end: LetterForm,
    /// The values that repeat from the beginning of the piece on; most often there is one.
    pub values: Vec<LetterValue>,
}

/// The law where the letters satisfy certain conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterCase {
    /// The forms that must not be negative.
    pub conditions: Vec<LetterForm>,
    /// L, the length of a period.
    pub length: LetterForm,
    /// The pieces: for each control state those of q = 0, 1, …; the last ones hold for all further
    /// q, too.
    pub blocks: Vec<Vec<Vec<Piece>>>,
}

/// The values of one heap, or of each heap of a sum, for all values of the letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterLaw {
    /// The valuation; for a sum it is the Grundy value of each heap, in misère play, too.
    pub valuation: Valuation,
    /// Whether positions are sums of heaps.
    pub sum: bool,
    /// The cases; each choice of the letters satisfies the conditions of at least one. Empty if the
    /// law is a law in rows.
    pub cases: Vec<LetterCase>,
    /// The law in rows, in place of cases.
    pub rows: Option<LetterRows>,
    /// The law of several heaps together, in place of cases.
    pub heaps: Vec<HeapsCase>,
}

/// A law whose blocks are rows. With D = hE + ρ, 0 ≤ ρ < E, where the dividend D and the divisor E
/// are linear forms of the letters, its forms are over the letters and ρ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterRows {
    /// The dividend D.
    pub dividend: LetterForm,
    /// The divisor E.
    pub divisor: LetterForm,
    /// The cases; each choice of the letters satisfies the conditions of at least one.
    pub cases: Vec<RowCase>,
}

/// The law in rows where the letters satisfy certain conditions.
///
/// The phase u of block 0 is 0, and that of the next block is u + σ, less M if that is at least M.
/// A block has length L, or L + K if u + σ is at least M. At place t of a block, y = (t + u) mod E.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCase {
    /// The forms of letters and ρ that must not be negative.
    pub conditions: Vec<LetterForm>,
    /// The length L.
    pub length: LetterForm,
    /// The step σ.
    pub step: LetterForm,
    /// The modulus M.
    pub modulus: LetterForm,
    /// The increase K of a longer block.
    pub longer: LetterForm,
    /// The regions; each place belongs to at least one.
    pub regions: Vec<RowRegion>,
}

/// A region of places with one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRegion {
    /// The forms of letters, ρ, u, t and y that must not be negative.
    pub conditions: Vec<LetterForm>,
    /// The value.
    pub value: i64,
}

impl LetterForm {
    /// Creates a constant form.
    #[must_use]
    pub fn constant(letters: usize, constant: i64) -> Self {
        Self { coefficients: vec![0; letters], constant }
    }

    /// The value of the form.
    #[must_use]
    pub fn evaluate(&self, letters: &[BigInt]) -> BigInt {
        let terms = self.coefficients.iter().zip(letters);
        terms.fold(BigInt::from(self.constant), |sum, (&coefficient, letter)| sum + letter * coefficient)
    }

    /// The value of the form at small numbers; `None` if it is too large.
    #[must_use]
    pub fn at(&self, letters: &[i64]) -> Option<i64> {
        let mut terms = self.coefficients.iter().zip(letters);
        terms.try_fold(self.constant, |sum, (coefficient, letter)| {
            sum.checked_add(coefficient.checked_mul(*letter)?)
        })
    }

    /// Writes the form with the names of the letters, positive terms first: `2 * a + b - 1`.
    ///
    /// ```
    /// use bouton_core::letters::LetterForm;
    ///
    /// let form = LetterForm { coefficients: vec![2, -1], constant: 1 };
    /// assert_eq!(form.written(&["a".into(), "b".into()]), "2 * a + 1 - b");
    /// ```
    #[must_use]
    pub fn written(&self, names: &[String]) -> String {
        let mut text = String::new();
        let terms = self.coefficients.iter().zip(names).map(|(&c, name)| (c, Some(name)));
        // Positive terms come first.
        let mut terms: Vec<(i64, Option<&String>)> = terms.chain([(self.constant, None)]).collect();
        terms.sort_by_key(|term| term.0 < 0);
        for (coefficient, name) in terms {
            if coefficient == 0 {
                continue;
            }
            let sign = match (coefficient < 0, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let size = coefficient.unsigned_abs();
            let term = match name {
                None => size.to_string(),
                Some(name) if size == 1 => name.clone(),
                Some(name) => format!("{size} * {name}"),
            };
            text.push_str(sign);
            text.push_str(&term);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

impl fmt::Display for LetterForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for coefficient in &self.coefficients {
            write!(f, "{coefficient},")?;
        }
        write!(f, "{}", self.constant)
    }
}

impl LetterValue {
    /// Creates a constant value.
    #[must_use]
    pub fn constant(letters: usize, value: i64) -> Self {
        Self { remainder: 0, form: LetterForm::constant(letters, value) }
    }

    /// The value, if it is the same for all remainders and letters.
    #[must_use]
    pub fn fixed(&self) -> Option<i64> {
        let fixed = self.remainder == 0 && self.form.coefficients.iter().all(|&c| c == 0);
        fixed.then_some(self.form.constant)
    }
}

impl LetterCase {
    /// Whether the letters satisfy the conditions.
    #[must_use]
    pub fn holds(&self, letters: &[BigInt]) -> bool {
        letters.len() == self.length.coefficients.len()
            && self.conditions.iter().all(|form| !form.evaluate(letters).is_negative())
    }

    /// The number of q that have pieces of their own; the last ones hold for all further q, too.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// The value of a heap; `None` if the case does not give it one.
    #[must_use]
    pub fn value(&self, letters: &[BigInt], heap: &BigInt, control: ControlState) -> Option<BigInt> {
        let length = self.length.evaluate(letters);
        if !length.is_positive() || heap.is_negative() {
            return None;
        }
        let (q, r) = (heap / &length, heap % &length);
        let blocks = self.blocks.get(control.index())?;
        let last = blocks.len().checked_sub(1)?;
        let pieces = &blocks[q.to_usize().map_or(last, |q| q.min(last))];
        let mut begin = BigInt::ZERO;
        for piece in pieces {
            let end = piece.end.evaluate(letters);
            if r < end {
                let at = ((&r - begin) % piece.values.len()).to_usize()?;
                let value = piece.values.get(at)?;
                return Some(value.form.evaluate(letters) + r * value.remainder);
            }
            begin = end;
        }
        None
    }
}

impl LetterLaw {
    /// Creates a law of one heap.
    ///
    /// ```
    /// use bouton_core::{Valuation, letters::LetterLaw};
    ///
    /// assert!(!LetterLaw::new(Valuation::Grundy, vec![]).sum);
    /// ```
    #[must_use]
    pub fn new(valuation: Valuation, cases: Vec<LetterCase>) -> Self {
        Self { valuation, sum: false, cases, rows: None, heaps: Vec::new() }
    }

    /// The first case whose conditions the letters satisfy.
    #[must_use]
    pub fn case(&self, letters: &[BigInt]) -> Option<&LetterCase> {
        self.cases.iter().find(|case| case.holds(letters))
    }

    /// The first case of a law of several heaps whose conditions the letters satisfy.
    #[must_use]
    pub fn case_of_heaps(&self, letters: &[BigInt]) -> Option<&HeapsCase> {
        let holds = |case: &&HeapsCase| {
            case.length.coefficients.len() == letters.len()
                && case.conditions.iter().all(|form| !form.evaluate(letters).is_negative())
        };
        self.heaps.iter().find(holds)
    }

    /// Returns the value of several heaps together; for a single heap, its [`value`](Self::value).
    #[must_use]
    pub fn value_of(&self, letters: &[BigInt], heaps: &[BigInt], control: ControlState) -> Option<BigInt> {
        if !self.heaps.is_empty() {
            let case = self.case_of_heaps(letters).filter(|_| control.index() == 0)?;
            return case.region(letters, heaps).map(|region| BigInt::from(region.value));
        }
        let [heap] = heaps else { return None };
        self.value(letters, heap, control)
    }

    /// The value of a heap, for numbers that satisfy the conditions of a case.
    #[must_use]
    pub fn value(&self, letters: &[BigInt], heap: &BigInt, control: ControlState) -> Option<BigInt> {
        match &self.rows {
            None => self.case(letters)?.value(letters, heap, control),
            Some(rows) if control.index() == 0 => rows.value(letters, heap).map(BigInt::from),
            Some(_) => None,
        }
    }
}

impl LetterRows {
    /// The letters and ρ; `None` if the divisor is not positive, or the dividend is negative.
    #[must_use]
    pub fn divided(&self, letters: &[BigInt]) -> Option<Vec<BigInt>> {
        let (dividend, divisor) = (self.dividend.evaluate(letters), self.divisor.evaluate(letters));
        if !divisor.is_positive()
            || dividend.is_negative()
            || letters.len() != self.divisor.coefficients.len()
        {
            return None;
        }
        Some(letters.iter().cloned().chain([dividend % divisor]).collect())
    }

    /// The value of a heap.
    #[must_use]
    pub fn value(&self, letters: &[BigInt], heap: &BigInt) -> Option<i64> {
        let all = self.divided(letters)?;
        let holds = |form: &LetterForm, at: &[BigInt]| !form.evaluate(at).is_negative();
        let case = self.cases.iter().find(|case| case.conditions.iter().all(|form| holds(form, &all)))?;
        let (_, phase, place) = case.place(&all, heap)?;
        let divisor = self.divisor.evaluate(letters);
        let rest = (&place + &phase) % divisor;
        let at: Vec<BigInt> = all.into_iter().chain([phase, place, rest]).collect();
        let region = case.regions.iter().find(|region| region.conditions.iter().all(|form| holds(form, &at)));
        region.map(|region| region.value)
    }
}

impl RowCase {
    /// Returns the number of the block of a heap, its phase, and the place in the block, for the
    /// numbers of letters and ρ; `None` if a length, the modulus or the step is out of range.
    #[must_use]
    pub fn place(&self, all: &[BigInt], heap: &BigInt) -> Option<(BigInt, BigInt, BigInt)> {
        let [length, step, modulus, longer] =
            [&self.length, &self.step, &self.modulus, &self.longer].map(|form| form.evaluate(all));
        let shortest = (&length).min(&(&length + &longer)).clone();
        if !shortest.is_positive() || step.is_negative() || step >= modulus || heap.is_negative() {
            return None;
        }
        // Block k begins at kL + K⌊kσ/M⌋.
        let begin = |block: &BigInt| block * &length + &longer * (block * &step / &modulus);
        let (mut low, mut high) = (BigInt::ZERO, heap / &shortest + 1u32);
        while &low + 1u32 < high {
            let middle: BigInt = (&low + &high) / 2u32;
            if begin(&middle) <= *heap { low = middle } else { high = middle }
        }
        let (phase, place) = (&low * &step % &modulus, heap - begin(&low));
        Some((low, phase, place))
    }
}
