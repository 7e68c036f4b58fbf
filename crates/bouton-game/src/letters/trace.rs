//! The trace of a law with letters on a position: the numbers that the law reads there.

use bouton_core::{ControlState, Convention, Valuation, letters::LetterForm};
use bouton_explain::Trace;
use bouton_prose::{Block, Formula, Sign, Text, say};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

use super::{LetterTheorem, words::Names};

mod rows;

/// The most heaps that are written out in a table.
const MOST_ROWS: usize = 12;

impl LetterTheorem {
    /// Whether the value of a [`trace`](Self::trace) is a Grundy value rather than an outcome. The
    /// value of a sum of heaps is its outcome.
    #[must_use]
    pub fn traces_grundy_values(&self) -> bool {
        self.valuation() == Valuation::Grundy && !self.law().sum
    }

    /// Traces the law on a position of a control state, with these numbers for the letters, one each.
    ///
    /// Returns `None` if the law does not apply to them.
    ///
    /// ```
    /// use bouton::{Goal, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// let trace = theorem.trace(&[5u32.into()], &[20u32.into()], 0).unwrap();
    /// assert_eq!((&*trace.value, &*trace.reason.to_string()), ("N", "n mod (m + 1) = 20 mod 6 = 2, not 0"));
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    #[must_use]
    pub fn trace(&self, letters: &[BigUint], heaps: &[BigUint], control: usize) -> Option<Trace> {
        let letters: Vec<BigInt> = letters.iter().cloned().map(BigInt::from).collect();
        let heaps: Vec<BigInt> = heaps.iter().cloned().map(BigInt::from).collect();
        let law = self.law();
        let names = Names::new(self.game(), &self.checked.rules.parts.coordinates[0], law.valuation);
        match (&law.rows, &heaps[..]) {
            _ if !law.heaps.is_empty() => super::several::trace(self, &letters, &heaps),
            (None, _) if law.sum => self.trace_sum(&names, &letters, &heaps),
            (None, [heap]) => self.trace_heap(&names, &letters, heap, control),
            (Some(law), [heap]) if control == 0 => {
                rows::trace(self.game(), (&names, self.valuation()), law, &letters, heap)
            }
            _ => None,
        }
    }

    /// Traces a sum: the Grundy values of the heaps, and their nim-sum.
    fn trace_sum(&self, names: &Names, letters: &[BigInt], heaps: &[BigInt]) -> Option<Trace> {
        let (law, case) = (self.law(), self.law().case(letters)?);
        let value = |heap| law.value(letters, heap, ControlState(0))?.to_biguint();
        let values: Vec<BigUint> = heaps.iter().map(value).collect::<Option<_>>()?;
        let sum = values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value);
        let large = values.iter().any(|value| *value > 1u32.into());
        let misere = self.game().convention() == Convention::Misere;
        let wanted = BigUint::from(u32::from(misere && !large));
        let mut reason = say![
            "the nim-sum of the values ",
            Formula::name("g"),
            " of the heaps is ",
            bouton_explain::nim_sum_of(&values)
        ];
        if sum != wanted {
            reason.push(say![", not ", written(&wanted.clone().into())]);
        }
        if misere {
            let which = if large { ", and some " } else { ", and no " };
            reason.push(say![which, Formula::name("g").related(Sign::AtLeast, 2)]);
        }
        let length = case.length.evaluate(letters);
        let differ = case.block_count() > 1;
        let row = |(place, (heap, value)): (usize, (&BigInt, &BigUint))| {
            let block = differ.then(|| written(&(heap / &length)).into());
            let name = Formula::name(&format!("h{}", place + 1));
            let cells = [name.into(), written(heap).into()].into_iter().chain(block);
            cells.chain([written(&(heap % &length)).into(), written(&value.clone().into()).into()]).collect()
        };
        let of_length = names.form(&case.length);
        let block = differ.then(|| Formula::floor(names.heap(), &of_length).into());
        let head = [Text::new(), names.heap().into()].into_iter().chain(block);
        let head =
            head.chain([Formula::remainder(names.heap(), &of_length).into(), Formula::name("g").into()]);
        let table = Block::Table {
            head: head.collect(),
            rows: heaps.iter().zip(&values).enumerate().map(row).collect(),
        };
        let blocks = if heaps.len() > MOST_ROWS { Vec::new() } else { vec![table] };
        Some(Trace { value: if sum == wanted { "P" } else { "N" }.to_owned(), reason, blocks })
    }

    /// Traces a heap: its block, its remainder, and the piece that contains the remainder.
    fn trace_heap(&self, names: &Names, letters: &[BigInt], heap: &BigInt, control: usize) -> Option<Trace> {
        let (law, case) = (self.law(), self.law().case(letters)?);
        let n = || names.heap();
        let length = case.length.evaluate(letters);
        let (q, r) = (heap / &length, heap % &length);
        let blocks = case.blocks.get(control)?;
        let last = blocks.len().checked_sub(1)?;
        let block = q.to_usize().map_or(last, |q| q.min(last));
        let mut begin = LetterForm::constant(letters.len(), 0);
        let mut found = None;
        for piece in &blocks[block] {
            if r < piece.end.evaluate(letters) {
                found = Some(piece);
                break;
            }
            begin = piece.end.clone();
        }
        let piece = found?;
        let from = begin.evaluate(letters);
        let turn = ((&r - &from) % piece.values.len()).to_usize()?;
        let value = piece.values.get(turn)?;
        let number = value.form.evaluate(letters) + &r * value.remainder;
        let number = number.to_biguint()?;
        let value = match law.valuation {
            Valuation::Grundy => number.to_string(),
            other => other.outcome_of(number.to_u32()?).to_string(),
        };
        // Where the first blocks differ from the others, the block is part of the reason.
        let differ = blocks.iter().any(|pieces| *pieces != blocks[last]);
        let mut reason = Text::new();
        if case.conditions.iter().any(|form| !form.coefficients.iter().all(|&c| c == 0))
            && law.cases.len() > 1
        {
            reason.push(say![super::words::conditions(names, &case.conditions), ", and "]);
        }
        let modulus = |formula: Formula, of: Formula| Formula::remainder(formula, of);
        let chain = modulus(n(), names.form(&case.length));
        let chain = chain.equals(modulus(written(heap), written(&length))).equals(written(&r));
        if differ {
            let quotient = Formula::floor(n(), names.form(&case.length)).equals(written(&q));
            reason.push(say![quotient, ", "]);
        }
        reason.push(chain);
        // The bounds of the piece, followed by their numbers where they are not numbers themselves.
        let bound = |form: &LetterForm| {
            let known = written(&form.evaluate(letters));
            let formula = names.form(form);
            if formula == known { known } else { formula.equals(known) }
        };
        let r = written(&r);
        let whole = piece.end == case.length;
        // The remainder 0 alone needs no bound.
        let one = LetterForm::constant(letters.len(), 1);
        let within = match (from.is_zero(), whole) {
            (true, true) => None,
            (true, false) if piece.end == one => None,
            (false, true) if begin == one => {
                reason.push(say![", not ", 0u32]);
                None
            }
            (true, false) => Some(also(r.related(Sign::Less, names.form(&piece.end)), bound(&piece.end))),
            (false, true) => Some(also(r.related(Sign::AtLeast, names.form(&begin)), bound(&begin))),
            (false, false) => {
                let chain = bound(&begin).related(Sign::AtMost, r);
                Some(also(chain.related(Sign::Less, names.form(&piece.end)), bound(&piece.end)))
            }
        };
        if let Some(within) = within {
            reason.push(say![", and ", within]);
        }
        if piece.values.len() > 1 {
            let rest = Formula::remainder(written(&(heap % &length - &from)), piece.values.len());
            reason.push(say![", and ", rest.equals(turn)]);
        }
        if law.valuation == Valuation::Grundy {
            let form = names.value(piece.values.get(turn)?, &case.length);
            let is = Formula::name("g").equals(form);
            let is = if is == Formula::name("g").equals(Formula::Number(value.clone())) {
                is
            } else {
                is.equals(Formula::Number(value.clone()))
            };
            reason.push(say![", so ", is]);
        }
        Some(Trace { value, reason, blocks: Vec::new() })
    }
}

fn written(number: &BigInt) -> Formula {
    Formula::Number(number.to_string())
}

/// Adds the number that the last form of a chain equals.
fn also(chain: Formula, equal: Formula) -> Formula {
    match equal {
        Formula::Relation(_, rest) => {
            rest.into_iter().fold(chain, |chain, (sign, number)| chain.related(sign, number))
        }
        _ => chain,
    }
}
