//! The check of a law in rows: blocks of two lengths, which depend on a phase.
//!
//! `docs/certificate.md` ("Laws in rows") has the obligations and why they suffice.

use bouton_core::{
    Condition, Valuation,
    letters::{LetterForm, LetterRows, RowCase},
};

use super::{
    Check,
    systems::{Sum, System, uncovered},
};
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The multiples of ρ's quotient with which places are compared.
const MULTIPLES: i128 = 2;
/// Values of Grundy up to this number have conditions.
const MOST_VALUES: i64 = 64;

/// The numbers of the variables.
struct Variables {
    /// t
    place: usize,
    /// ρ
    rest: usize,
    /// u
    phase: usize,
    /// y
    line: usize,
    letters: usize,
}

/// The forms of a case.
struct Forms {
    dividend: Sum,
    divisor: Sum,
    length: Sum,
    step: Sum,
    modulus: Sum,
    longer: Sum,
}

/// A case, with its forms and the amounts that may be taken.
struct Row<'a> {
    case: &'a RowCase,
    forms: Forms,
    variables: &'a Variables,
    amounts: &'a [Sum],
}

/// A position: u, t and y.
struct At {
    phase: Sum,
    place: Sum,
    line: Sum,
}

/// Places that a move leads to, of one value.
struct Part {
    rows: Vec<Sum>,
    value: i64,
}

impl Variables {
    /// A form of letters, ρ and, for a region, of u, t and y.
    fn form(&self, form: &LetterForm, at: Option<&At>) -> Verdict<Sum> {
        let mut values: Vec<Sum> = (1..=self.letters).map(Sum::variable).collect();
        values.push(Sum::variable(self.rest));
        if let Some(at) = at {
            values.extend([at.phase.clone(), at.place.clone(), at.line.clone()]);
        }
        Sum::of_form(form, &values)
    }

    fn forms(&self, forms: &[LetterForm], at: Option<&At>) -> Verdict<Vec<Sum>> {
        forms.iter().map(|form| self.form(form, at)).collect()
    }
}

impl Check<'_> {
    /// Checks a law in rows.
    pub(super) fn rows(&mut self, rows: &LetterRows, budget: &mut Budget) -> Verdict<()> {
        let refuse = |reason: &str| Err(Refusal::new(Step::Rules, reason));
        if self.rules.parts.controls.len() != 1 {
            return refuse("a law in rows is about a game without a pass");
        }
        let variables = Variables {
            place: 0,
            rest: self.first,
            phase: self.first + 1,
            line: self.first + 2,
            letters: self.letters,
        };
        for form in [&rows.dividend, &rows.divisor] {
            if form.coefficients.len() != self.letters {
                return refuse("a form does not have a number for each letter");
            }
        }
        let (dividend, divisor) = (self.form(&rows.dividend), self.form(&rows.divisor));
        let mut conditions = Vec::new();
        for case in &rows.cases {
            conditions.push(variables.forms(&case.conditions, None)?);
        }
        for cone in self.cone.clone() {
            if cone.is_refuted(budget)? {
                continue;
            }
            let small = cone.with(divisor.opposite()?.plus_constant(1)?);
            self.none(Step::Cases, "a divisor may be 0 or less", &small, budget)?;
            self.none(Step::Cases, "a dividend may be negative", &cone.with(dividend.opposite()?), budget)?;
            let amounts = self.amounts(&cone, budget)?;
            let rest = Sum::variable(variables.rest);
            let mut base = cone;
            base.rows.extend([rest.clone(), divisor.plus(&rest, -1)?.plus_constant(-1)?]);
            // D − ρ is a multiple of E, and not negative.
            for base in multiples(&base, &dividend.plus(&rest, -1)?, &divisor, (2, false), budget)? {
                if let Some(part) = uncovered(&base, &conditions, budget)? {
                    return self.refuse(Step::Cases, "the cases do not cover all letters", &part);
                }
                for (case, conditions) in rows.cases.iter().zip(&conditions) {
                    let here = base.and(&System { rows: conditions.clone(), zeros: Vec::new() });
                    if here.is_refuted(budget)? {
                        continue;
                    }
                    let forms = Forms {
                        dividend: dividend.clone(),
                        divisor: divisor.clone(),
                        length: variables.form(&case.length, None)?,
                        step: variables.form(&case.step, None)?,
                        modulus: variables.form(&case.modulus, None)?,
                        longer: variables.form(&case.longer, None)?,
                    };
                    let row = Row { case, forms, variables: &variables, amounts: &amounts };
                    self.row_case(&row, &here, budget)?;
                }
            }
        }
        Ok(())
    }

    /// The amounts that may be taken, forms of the letters: each from every heap that is not smaller.
    fn amounts(&mut self, cone: &System, budget: &mut Budget) -> Verdict<Vec<Sum>> {
        let refuse = |reason: &str| Err(Refusal::new(Step::Rules, reason));
        let heap = Sum::variable(0);
        let mut amounts = Vec::new();
        for option in self.options.clone() {
            let Some((target, conditions)) = option.fixed(self.letters, self.first)? else {
                return refuse("a law in rows is about amounts that are linear forms of the letters");
            };
            let amount = heap.plus(&target, -1)?;
            if amount.at(0) != 0 {
                return refuse("a law in rows is about amounts that are taken");
            }
            let none = cone.with(amount.opposite()?.plus_constant(1)?);
            self.none(Step::Descent, "a move may not lower the heap", &none, budget)?;
            for condition in conditions {
                // The remaining condition where the heap is not smaller than the amount.
                let least = match condition.at(0) {
                    0 => condition,
                    1 => condition.plus(&target, -1)?,
                    _ => return refuse("a law in rows is about amounts that every larger heap allows"),
                };
                if !cone.with(least.opposite()?).is_refuted(budget)? {
                    return refuse(
                        "a law in rows is about amounts that every heap allows which is not smaller",
                    );
                }
            }
            amounts.push(amount);
        }
        Ok(amounts)
    }

    fn row_case(&mut self, row: &Row<'_>, here: &System, budget: &mut Budget) -> Verdict<()> {
        let Row { forms, variables, amounts, .. } = row;
        let Forms { length, step, modulus, longer, .. } = forms;
        let both = [length.clone(), length.plus(longer, 1)?];
        for of in &both {
            self.none(
                Step::Cases,
                "a block may have no places",
                &here.with(of.opposite()?.plus_constant(1)?),
                budget,
            )?;
            for amount in *amounts {
                let passes = here.with(amount.plus(of, -1)?.plus_constant(-1)?);
                self.none(Step::Descent, "a move may pass a whole block", &passes, budget)?;
            }
        }
        self.none(Step::Cases, "a step may be negative", &here.with(step.opposite()?), budget)?;
        let large = here.with(step.plus(modulus, -1)?);
        self.none(Step::Cases, "a step may be the modulus or more", &large, budget)?;
        for passes in [false, true] {
            let at = At {
                phase: Sum::variable(variables.phase),
                place: Sum::variable(variables.place),
                line: Sum::variable(variables.line),
            };
            let after = at.phase.plus(step, 1)?.plus(modulus, -1)?;
            let mut block = here.clone();
            block.rows.extend([
                at.phase.clone(),
                modulus.plus(&at.phase, -1)?.plus_constant(-1)?,
                if passes { after } else { after.opposite()? },
                at.place.clone(),
                both[usize::from(passes)].plus(&at.place, -1)?.plus_constant(-1)?,
                at.line.clone(),
                forms.divisor.plus(&at.line, -1)?.plus_constant(-1)?,
            ]);
            // t + u − y is a multiple of E, and so are its differences to the multiples of D − ρ.
            let (divisor, quotient) =
                (&forms.divisor, forms.dividend.plus(&Sum::variable(variables.rest), -1)?);
            let whole = at.place.plus(&at.phase, 1)?.plus(&at.line, -1)?;
            let mut parts = vec![block];
            for multiple in 0..=MULTIPLES {
                let difference = whole.plus(&quotient, -multiple)?;
                let mut finer = Vec::new();
                for part in &parts {
                    finer.extend(multiples(part, &difference, divisor, (2, true), budget)?);
                }
                parts = finer;
            }
            for part in parts {
                self.row_part(row, &part, &at, budget)?;
            }
        }
        Ok(())
    }

    /// Checks the regions and the local rule in a part of the places.
    fn row_part(&mut self, row: &Row<'_>, part: &System, at: &At, budget: &mut Budget) -> Verdict<()> {
        let Row { case, variables, .. } = row;
        let mut regions = Vec::new();
        for region in &case.regions {
            regions.push(variables.forms(&region.conditions, Some(at))?);
        }
        if let Some(part) = uncovered(part, &regions, budget)? {
            return self.refuse(Step::Cases, "the regions do not cover all places", &part);
        }
        let values: Vec<i64> = case.regions.iter().map(|region| region.value).collect();
        let inside = |rows: &Vec<Sum>| part.and(&System { rows: rows.clone(), zeros: Vec::new() });
        for (number, (rows, value)) in regions.iter().zip(&values).enumerate() {
            let here = inside(rows);
            if here.is_refuted(budget)? {
                continue;
            }
            for (other, _) in regions[..number].iter().zip(&values).filter(|(_, other)| *other != value) {
                let both = here.and(&System { rows: other.clone(), zeros: Vec::new() });
                self.none(Step::Cases, "two regions of different values may overlap", &both, budget)?;
            }
            // In the first block the phase is 0, and no move leads into a block before it.
            let mut first = here.clone();
            first.zeros.push(at.phase.clone());
            for (here, before) in [(first, false), (here, true)] {
                if here.is_refuted(budget)? {
                    continue;
                }
                let options = self.row_options(row, &here, at, before, budget)?;
                self.row_rule(*value, &here, &options, budget)?;
            }
        }
        Ok(())
    }

    /// The places that moves lead to, by region.
    fn row_options(
        &mut self,
        row: &Row<'_>,
        here: &System,
        at: &At,
        before: bool,
        budget: &mut Budget,
    ) -> Verdict<Vec<Part>> {
        let Row { case, forms, variables, amounts } = row;
        let Forms { dividend, divisor, length, step, modulus, longer } = forms;
        let quotient = dividend.plus(&Sum::variable(variables.rest), -1)?;
        let mut options = Vec::new();
        for amount in *amounts {
            let place = at.place.plus(amount, -1)?;
            // In the same block, or in the one before it, which has one of two lengths.
            let mut blocks = vec![(vec![place.clone()], at.phase.clone(), place.clone())];
            for passes in [0, 1] {
                let phase = at.phase.plus(step, -1)?.plus(modulus, passes)?;
                let inside =
                    vec![place.opposite()?, phase.clone(), modulus.plus(&phase, -1)?.plus_constant(-1)?];
                blocks.push((inside, phase, place.plus(length, 1)?.plus(longer, passes)?));
            }
            for (guard, phase, place) in blocks.into_iter().take(if before { 3 } else { 1 }) {
                let within = here.and(&System { rows: guard.clone(), zeros: Vec::new() });
                if within.is_refuted(budget)? {
                    continue;
                }
                // y changes as t + u does, up to multiples of E and of D − ρ, which are multiples of E.
                let change = place.plus(&phase, 1)?.plus(&at.place, -1)?.plus(&at.phase, -1)?;
                let scale = (1..=variables.letters).find(|&letter| dividend.at(letter) != 0);
                let alpha = scale.map_or(0, |letter| change.at(letter) / dividend.at(letter));
                let line = at.line.plus(&change, 1)?.plus(&quotient, -alpha)?;
                let mut classes = Vec::new();
                for times in -6..=6 {
                    let line = line.plus(divisor, -times)?;
                    let rows = vec![line.clone(), divisor.plus(&line, -1)?.plus_constant(-1)?];
                    let class = System { rows: rows.clone(), zeros: Vec::new() };
                    if !within.and(&class).is_refuted(budget)? {
                        classes.push((rows, line));
                    }
                }
                let covers: Vec<Vec<Sum>> = classes.iter().map(|(rows, _)| rows.clone()).collect();
                if let Some(part) = uncovered(&within, &covers, budget)? {
                    return self.refuse(
                        Step::Universal,
                        "it is not known which place a move leads to",
                        &part,
                    );
                }
                for (class, line) in classes {
                    let to = At { phase: phase.clone(), place: place.clone(), line };
                    for region in &case.regions {
                        let mut rows = guard.clone();
                        rows.extend(class.iter().cloned());
                        rows.extend(variables.forms(&region.conditions, Some(&to))?);
                        let system = System { rows: rows.clone(), zeros: Vec::new() };
                        if !here.and(&system).is_refuted(budget)? {
                            options.push(Part { rows, value: region.value });
                        }
                    }
                }
            }
        }
        Ok(options)
    }

    /// Checks the condition of a value.
    fn row_rule(&mut self, value: i64, here: &System, options: &[Part], budget: &mut Budget) -> Verdict<()> {
        let valuation = self.law.valuation;
        let count = match valuation {
            Valuation::Grundy => u32::try_from(value.min(MOST_VALUES) + 1).unwrap_or(0),
            _ => valuation.value_count().unwrap_or(0),
        };
        let conditions = valuation.conditions(count).unwrap_or_default();
        let condition = usize::try_from(value).ok().and_then(|value| conditions.get(value));
        let Some(Condition { forbidden, required }) = condition else {
            return Err(Refusal::new(Step::Cases, "a value has no condition"));
        };
        let is_in =
            |part: &&Part, set: &[u32]| u32::try_from(part.value).is_ok_and(|value| set.contains(&value));
        for part in options.iter().filter(|part| is_in(part, forbidden)) {
            // A part was found not to be empty; this says it again with all its conditions.
            let system = here.and(&System { rows: part.rows.clone(), zeros: Vec::new() });
            self.none(Step::Universal, "an option may have a value that is forbidden", &system, budget)?;
        }
        for set in required {
            let ways: Vec<Vec<Sum>> =
                options.iter().filter(|part| is_in(part, set)).map(|part| part.rows.clone()).collect();
            if let Some(part) = uncovered(here, &ways, budget)? {
                return self.refuse(
                    Step::Existential,
                    "an option with a value that is required may be missing",
                    &part,
                );
            }
        }
        Ok(())
    }
}

/// The parts of a system in which a multiple of E is one of −(most − 1)E, …, (most − 1)E, or at most −most ·
/// E, or at least most · E, without those that are empty; if it is not `negative`, from 0 on.
pub(super) fn multiples(
    system: &System,
    multiple: &Sum,
    divisor: &Sum,
    (most, negative): (usize, bool),
    budget: &mut Budget,
) -> Verdict<Vec<System>> {
    let most = i128::try_from(most).unwrap_or(i128::MAX);
    let mut candidates = vec![system.with(multiple.plus(divisor, -most)?)];
    if negative {
        candidates.push(system.with(Sum::zero(0).plus(multiple, -1)?.plus(divisor, -most)?));
    }
    for times in if negative { 1 - most } else { 0 }..most {
        let mut exact = system.clone();
        exact.zeros.push(multiple.plus(divisor, -times)?);
        candidates.push(exact);
    }
    let mut parts = Vec::new();
    for part in candidates {
        if !part.is_refuted(budget)? {
            parts.push(part);
        }
    }
    Ok(parts)
}
