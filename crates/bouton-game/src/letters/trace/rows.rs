//! The trace of a law in rows on a heap: the block, the place in it, and the conditions that
//! decide.

use bouton_core::{
    Valuation,
    letters::{LetterForm, LetterRows},
};
use bouton_explain::Trace;
use bouton_prose::{Formula, Sign, Text, say};
use bouton_rules::Game;
use num_bigint::BigInt;
use num_traits::Signed;

use super::{
    super::words::{self, Names},
    written,
};

/// Returns the trace; `None` if the law does not apply to the heap.
pub(super) fn trace(
    game: &Game,
    (names, valuation): (&Names, Valuation),
    law: &LetterRows,
    letters: &[BigInt],
    heap: &BigInt,
) -> Option<Trace> {
    let holds =
        |forms: &[LetterForm], at: &[BigInt]| forms.iter().all(|form| !form.evaluate(at).is_negative());
    let known = law.divided(letters)?;
    let case = law.cases.iter().find(|case| holds(&case.conditions, &known))?;
    let (block, phase, place) = case.place(&known, heap)?;
    let divisor = law.divisor.evaluate(letters);
    let line = (&place + &phase) % &divisor;
    let at: Vec<BigInt> = known.iter().cloned().chain([phase.clone(), place.clone(), line.clone()]).collect();
    let region = case.regions.iter().find(|region| holds(&region.conditions, &at))?;
    let value = u32::try_from(region.value).ok()?;
    let value = match valuation {
        Valuation::Grundy => value.to_string(),
        other => other.outcome_of(value).to_string(),
    };
    let count = letters.len();
    let reads = |number: usize| {
        let mut forms = region.conditions.iter();
        forms.any(|form| form.coefficients.get(count + number).is_some_and(|factor| *factor != 0))
    };
    let symbols = words::RowSymbols::new(game);
    let (rest, steps) = (known.last()?, case.step.evaluate(&known));
    let still = case.step.constant == 0 && case.step.coefficients.iter().all(|factor| *factor == 0);
    let with_rest = names.with([symbols.rest.clone()]);
    let mut facts: Vec<Text> = Vec::new();
    let of_block = [&case.length, &case.step, &case.modulus, &case.longer];
    let mentions_rest =
        case.conditions.iter().chain(of_block).any(|form| form.coefficients.get(count) != Some(&0))
            || reads(0);
    if mentions_rest {
        let chain = symbols.rest.clone();
        let chain = chain.equals(Formula::remainder(names.form(&law.dividend), names.form(&law.divisor)));
        let chain =
            chain.equals(Formula::remainder(written(&law.dividend.evaluate(letters)), written(&divisor)));
        facts.push(chain.equals(written(rest)).into());
    }
    if law.cases.len() > 1 && !case.conditions.is_empty() {
        facts.push(words::conditions(&with_rest, &case.conditions));
    }
    let length = case.length.evaluate(&known);
    let line_of = |of: Formula, number: &BigInt| {
        let chain = Formula::remainder(of, names.form(&law.divisor));
        let chain = chain.equals(Formula::remainder(written(number), written(&divisor)));
        chain.equals(written(&line))
    };
    if still {
        let chain = Formula::remainder(names.heap(), with_rest.form(&case.length));
        let chain = chain.equals(Formula::remainder(written(heap), written(&length)));
        facts.push(chain.equals(written(&place)).into());
        if reads(3) {
            let chain = Formula::remainder(written(&place), names.form(&law.divisor));
            let chain = chain.equals(Formula::remainder(written(&place), written(&divisor)));
            facts.push(chain.equals(written(&line)).into());
        }
    } else {
        facts.push(say![
            names.heap().equals(written(heap)),
            " is place ",
            symbols.place.clone().equals(written(&place)),
            " of block ",
            symbols.block.clone().equals(written(&block)),
            ", which begins at ",
            written(&(heap - &place))
        ]);
        if reads(1) || reads(3) {
            let modulus = case.modulus.evaluate(&known);
            let turned = words::times(&with_rest, &case.step, symbols.block.clone());
            let chain =
                symbols.phase.clone().equals(Formula::remainder(turned, with_rest.form(&case.modulus)));
            let chain = chain.equals(Formula::remainder(written(&(&block * &steps)), written(&modulus)));
            facts.push(chain.equals(written(&phase)).into());
        }
        if reads(3) {
            let sum = Formula::Sum(vec![(false, symbols.place.clone()), (false, symbols.phase.clone())]);
            facts.push(line_of(sum, &(&place + &phase)).into());
        }
    }
    // A single number replaces the earlier text; sums and letters have their numbers after them.
    let place = if still { written(&place) } else { symbols.place };
    let named = names.with([symbols.rest, symbols.phase, place, written(&line)]);
    let side = |form: &LetterForm| {
        let value = written(&form.evaluate(&at));
        let terms = form.coefficients.iter().chain([&form.constant]).filter(|factor| **factor != 0).count();
        let has_letter = form.coefficients[..count].iter().any(|factor| *factor != 0);
        if has_letter || terms > 1 { named.form(form).equals(value) } else { value }
    };
    for form in &region.conditions {
        let half = |sign: i64, constant: i64| LetterForm {
            coefficients: form.coefficients.iter().map(|factor| (factor * sign).max(0)).collect(),
            constant: constant.max(0),
        };
        let strict = form.constant == -1;
        let constant = if strict { 0 } else { form.constant };
        let (small, large) = (half(-1, -constant), half(1, constant));
        let about_place = large.coefficients[count + 1..].iter().any(|factor| *factor != 0);
        let (sign, opposite) =
            if strict { (Sign::Less, Sign::Greater) } else { (Sign::AtMost, Sign::AtLeast) };
        let (first, sign, second) =
            if about_place { (&large, opposite, &small) } else { (&small, sign, &large) };
        let mut chain = side(first);
        chain = match side(second) {
            Formula::Relation(form, rest) => {
                let chain = chain.related(sign, *form);
                rest.into_iter().fold(chain, |chain, (sign, next)| chain.related(sign, next))
            }
            other => chain.related(sign, other),
        };
        facts.push(chain.into());
    }
    let last = facts.pop()?;
    let reason = if facts.is_empty() { last } else { say![Text::joined(facts, ", "), ", and ", last] };
    Some(Trace { value, reason, blocks: Vec::new() })
}
