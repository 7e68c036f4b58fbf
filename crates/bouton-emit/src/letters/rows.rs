//! Programs for laws in rows.

use bouton_core::letters::{LetterForm, LetterRows, RowCase};

use super::{Writer, weight};
use crate::Language;

/// Whether the forms of a law have the coefficients that they should have, and every case has a region.
pub(super) fn fits(rows: &LetterRows, letters: usize) -> bool {
    let has = |form: &LetterForm, count: usize| form.coefficients.len() == count;
    has(&rows.dividend, letters)
        && has(&rows.divisor, letters)
        && !rows.cases.is_empty()
        && rows.cases.iter().all(|case| {
            let of_block = [&case.length, &case.step, &case.modulus, &case.longer];
            let in_regions = case.regions.iter().flat_map(|region| &region.conditions);
            case.conditions.iter().chain(of_block).all(|form| has(form, letters + 1))
                && !case.regions.is_empty()
                && in_regions.into_iter().all(|form| has(form, letters + 4))
        })
}

/// Whether a form is 0 for all numbers.
fn is_zero(form: &LetterForm) -> bool {
    form.constant == 0 && form.coefficients.iter().all(|&coefficient| coefficient == 0)
}

/// Whether some blocks are longer, so that the block of a heap is searched for.
pub(super) fn needs_search(rows: &LetterRows) -> bool {
    rows.cases.iter().any(|case| !is_zero(&case.step) && !is_zero(&case.longer))
}

/// The largest number with which nothing exceeds `bound`.
///
/// With w the largest weight of a form, and all numbers x at most: the remainder of the division is at most
/// wx, the length, the step, the modulus and what is added to some blocks are at most w²x, and so are the
/// phase and half of the place. The number of a block is at most x + 1, so a block begins at 2w²x(x + 1) at
/// most. A form of a region is at most 3w³x.
pub(super) fn largest(rows: &LetterRows, bound: u128) -> u128 {
    let of_case = |case: &RowCase| {
        let of_block = [&case.length, &case.step, &case.modulus, &case.longer];
        let in_regions = case.regions.iter().flat_map(|region| &region.conditions);
        case.conditions.iter().chain(of_block).chain(in_regions).map(weight).max().unwrap_or(0)
    };
    let weights = rows.cases.iter().map(of_case);
    let most = weights.chain([weight(&rows.dividend), weight(&rows.divisor), 1]).max().unwrap_or(1);
    let square = most.saturating_mul(most);
    (bound / square.saturating_mul(4)).isqrt().saturating_sub(1).min(bound / square.saturating_mul(4 * most))
}

impl Writer {
    /// The names of the remainder, the phase, the place, and the remainder of the place and phase.
    const NUMBERS: [&'static str; 4] = ["rest", "phase", "place", "line"];

    /// The body of the function for a law in rows.
    pub(super) fn rows(&mut self, rows: &LetterRows) {
        let bracketed = |text: String| if text.contains(' ') { format!("({text})") } else { text };
        let divisor = bracketed(self.form(&rows.divisor));
        let divided = format!("{} % {divisor}", bracketed(self.form(&rows.dividend)));
        let letters = self.names.len();
        self.names.extend(Self::NUMBERS.map(str::to_owned));
        if rows.cases.iter().any(|case| reads(case, letters)) {
            self.set(1, "rest", &divided);
        }
        for case in &rows.cases {
            let conditions = self.all(&case.conditions);
            if conditions.is_empty() {
                self.row_case(case, &divisor, 1);
                return;
            }
            self.when(1, &conditions);
            self.row_case(case, &divisor, 2);
            self.end(1);
        }
        self.refuse();
    }

    fn row_case(&mut self, case: &RowCase, divisor: &str, depth: usize) {
        let letters = self.names.len() - Self::NUMBERS.len();
        let [_, phase, place, line] = Self::NUMBERS;
        let reads = |number: usize| {
            let mut forms = case.regions.iter().flat_map(|region| &region.conditions);
            forms.any(|form| form.coefficients[letters + number] != 0)
        };
        let (reads_phase, reads_place, reads_line) = (reads(1), reads(2), reads(3));
        let still = is_zero(&case.step);
        let (needs_place, needs_phase) = (reads_place || reads_line, !still && (reads_phase || reads_line));
        if needs_place || needs_phase {
            self.set(depth, "length", &self.form(&case.length));
        }
        if still {
            if reads_phase {
                self.set(depth, phase, &self.number(0));
            }
            if needs_place {
                self.set(depth, place, "heap % length");
            }
        } else if needs_place || needs_phase {
            self.set(depth, "step", &self.form(&case.step));
            self.set(depth, "modulus", &self.form(&case.modulus));
            let (mut begin, mut block) = ("block * length".to_owned(), self.quotient("heap", "length"));
            if !is_zero(&case.longer) {
                self.set(depth, "longer", &self.form(&case.longer));
                "begin(block, length, step, modulus, longer)".clone_into(&mut begin);
                "block_of(heap, length, step, modulus, longer)".clone_into(&mut block);
            }
            if self.language == Language::JavaScript {
                block = block.replace("block_of", "blockOf");
            }
            self.set(depth, "block", &block);
            if needs_phase {
                self.set(depth, phase, "block * step % modulus");
            }
            if needs_place {
                self.set(depth, place, &format!("heap - {begin}"));
            }
        }
        if reads_line {
            let both = if still { place.to_owned() } else { format!("({place} + {phase})") };
            self.set(depth, line, &format!("{both} % {divisor}"));
        }
        self.regions(&case.regions, depth);
    }
}

/// Whether a case reads the remainder of the division.
fn reads(case: &RowCase, letters: usize) -> bool {
    let of_block = [&case.length, &case.step, &case.modulus, &case.longer];
    let in_regions = case.regions.iter().flat_map(|region| &region.conditions);
    case.conditions.iter().chain(of_block).chain(in_regions).any(|form| form.coefficients[letters] != 0)
}
