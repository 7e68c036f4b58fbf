//! The check of a law with letters of several heaps together.
//!
//! `docs/certificate.md` ("Several heaps with letters") has the obligations and why they suffice.

use bouton_canonical::RulesWithLetters;
use bouton_core::{
    Condition, Target, Valuation,
    letters::{HeapsCase, LetterForm},
};

use super::{
    moves::{self, Atom},
    rows::multiples,
    systems::{Sum, System, uncovered},
};
use crate::{Refusal, Step, limits::Budget, refused::Verdict};

/// The most heaps.
const MOST_HEAPS: usize = 3;
/// Lengths by which one move may lower a heap at most.
const MOST_LENGTHS: usize = 4;
/// Values of Grundy up to this number have conditions.
const MOST_VALUES: i64 = 64;

/// A kind of move in one case of its conditions.
struct Way {
    atoms: Vec<Atom>,
    targets: Vec<Target>,
    /// Numbers that a player chooses.
    parameters: usize,
}

/// A position: its heaps and their remainders.
struct At {
    heaps: Vec<Sum>,
    remainders: Vec<Sum>,
}

/// Positions that a move leads to, of one value.
struct Part {
    system: System,
    /// The variables that a player chooses, and those of congruences.
    hidden: Vec<usize>,
    value: i64,
}

/// The check; the heaps are the first variables, then the letters, then the remainders.
pub(super) struct Several<'a> {
    rules: &'a RulesWithLetters,
    valuation: Valuation,
    heaps: usize,
    /// The first variable after those of the conditions of the letters.
    first: usize,
    cone: Vec<System>,
    ways: Vec<Way>,
    /// A part in which an obligation may fail.
    pub(super) suspect: Option<System>,
}

impl<'a> Several<'a> {
    pub(super) fn new(
        rules: &'a RulesWithLetters,
        valuation: Valuation,
        budget: &mut Budget,
    ) -> Verdict<Self> {
        let refuse = |reason: &str| Err(Refusal::new(Step::Rules, reason));
        let (heaps, letters) = (rules.parts.coordinates.len(), rules.letters.len());
        if !(2..=MOST_HEAPS).contains(&heaps) {
            return refuse("a law of several heaps is about two or three");
        }
        if rules.parts.controls.len() != 1 {
            return refuse("a law of several heaps is about a game without a pass");
        }
        let (mut cone, mut first) = (Vec::new(), heaps + letters);
        for case in moves::cases(&rules.cone, true, budget)? {
            let mut next = heaps + letters;
            let values: Vec<Sum> = (0..next).map(Sum::variable).collect();
            let mut system = moves::system(&case, &values, &mut next)?;
            system.rows.extend((heaps..heaps + letters).map(Sum::variable));
            cone.push(system);
            first = first.max(next);
        }
        let mut ways = Vec::new();
        for schema in &rules.parts.moves {
            let guard = schema.guard.clone().and(rules.parts.stop.clone().negated());
            let parameters = usize::from(schema.parameters).saturating_sub(letters);
            if schema.targets.len() != heaps {
                return refuse("a move does not say what becomes of each heap");
            }
            for atoms in moves::cases(&guard, true, budget)? {
                ways.push(Way { atoms, targets: schema.targets.clone(), parameters });
            }
        }
        Ok(Self { rules, valuation, heaps, first, cone, ways, suspect: None })
    }

    fn refuse<T>(&mut self, step: Step, reason: &str, system: &System) -> Verdict<T> {
        self.suspect = Some(system.clone());
        Err(Refusal::new(step, reason))
    }

    /// Refuses unless the system has no solution.
    fn none(&mut self, step: Step, reason: &str, system: &System, budget: &mut Budget) -> Verdict<()> {
        if system.is_refuted(budget)? { Ok(()) } else { self.refuse(step, reason, system) }
    }

    /// A form of the letters, and for a region of the heaps and remainders.
    fn form(&self, form: &LetterForm, at: Option<&At>) -> Verdict<Sum> {
        let letters = self.rules.letters.len();
        let mut values: Vec<Sum> = (self.heaps..self.heaps + letters).map(Sum::variable).collect();
        if let Some(at) = at {
            values.extend(at.heaps.iter().chain(&at.remainders).cloned());
        }
        Sum::of_form(form, &values)
    }

    fn forms(&self, forms: &[LetterForm], at: Option<&At>) -> Verdict<Vec<Sum>> {
        forms.iter().map(|form| self.form(form, at)).collect()
    }

    /// Checks that the cases cover all letters, and each of them.
    pub(super) fn all(&mut self, cases: &[HeapsCase], budget: &mut Budget) -> Verdict<()> {
        let mut conditions = Vec::new();
        for case in cases {
            conditions.push(self.forms(&case.conditions, None)?);
        }
        for cone in self.cone.clone() {
            if let Some(part) = uncovered(&cone, &conditions, budget)? {
                return self.refuse(Step::Cases, "the cases do not cover all letters", &part);
            }
        }
        cases.iter().try_for_each(|case| self.case(case, budget))
    }

    /// Checks a law where the letters satisfy the conditions of the case.
    pub(super) fn case(&mut self, case: &HeapsCase, budget: &mut Budget) -> Verdict<()> {
        let count = self.valuation.value_count().map_or(MOST_VALUES, i64::from);
        if case.regions.iter().any(|region| !(0..count).contains(&region.value)) {
            let reason = format!("a value is not one of those of {:?}", self.valuation);
            return Err(Refusal::new(Step::Cases, reason));
        }
        let length = self.form(&case.length, None)?;
        let within = System { rows: self.forms(&case.conditions, None)?, zeros: Vec::new() };
        for cone in self.cone.clone() {
            let cone = cone.and(&within);
            if cone.is_refuted(budget)? {
                continue;
            }
            let cone = cone.with_equations()?;
            let small = cone.with(length.opposite()?.plus_constant(1)?);
            self.none(Step::Cases, "a length may be 0 or less", &small, budget)?;
            let lengths = self.lengths(&cone, &length, budget)?;
            for (part, at) in self.parts(&cone, &length, lengths, budget)? {
                self.part(case, &part, &at, &length, lengths, budget)?;
            }
        }
        Ok(())
    }

    /// The heaps after a move, the conditions under which it is allowed, and the variables that are chosen.
    fn moved(&self, way: &Way, heaps: &[Sum]) -> Verdict<(Vec<Sum>, System, Vec<usize>)> {
        let letters = self.rules.letters.len();
        // After the remainders of the position.
        let begin = self.first + self.heaps;
        let mut next = begin;
        let mut values = heaps.to_vec();
        values.extend((self.heaps..self.heaps + letters).map(Sum::variable));
        values.extend((next..next + way.parameters).map(Sum::variable));
        next += way.parameters;
        let mut system = moves::system(&way.atoms, &values, &mut next)?;
        // A choice is a natural number, and so is a heap.
        system.rows.extend(values[self.heaps + letters..].iter().cloned());
        let mut after = Vec::new();
        for (target, heap) in way.targets.iter().zip(heaps) {
            let to = match target {
                Target::Same => heap.clone(),
                Target::Becomes(expression) => moves::substituted(expression, &values)?,
            };
            system.rows.push(to.clone());
            after.push(to);
        }
        Ok((after, system, (begin..next).collect()))
    }

    /// Checks that every move lowers the heaps together and raises none; the number of lengths by which it
    /// lowers one of them at most.
    fn lengths(&mut self, cone: &System, length: &Sum, budget: &mut Budget) -> Verdict<usize> {
        let heaps: Vec<Sum> = (0..self.heaps).map(Sum::variable).collect();
        let mut lengths = 0;
        for number in 0..self.ways.len() {
            let (after, system, _) = self.moved(&self.ways[number], &heaps)?;
            let mut base = cone.and(&system);
            base.rows.extend(heaps.iter().cloned());
            let mut all = Sum::zero(0);
            for (heap, to) in heaps.iter().zip(&after) {
                let lower = heap.plus(to, -1)?;
                self.none(Step::Descent, "a move may raise a heap", &base.with(lower.opposite()?), budget)?;
                loop {
                    let count = i128::try_from(lengths).unwrap_or(i128::MAX);
                    let more = base.with(lower.plus(length, -count)?.plus_constant(-1)?);
                    if more.is_refuted(budget)? {
                        break;
                    }
                    lengths += 1;
                    if lengths > MOST_LENGTHS {
                        let reason = format!("a move lowers a heap by more than {MOST_LENGTHS} lengths");
                        return self.refuse(Step::Descent, &reason, &more);
                    }
                }
                all = all.plus(&lower, 1)?;
            }
            let none = base.with(all.opposite()?.plus_constant(1)?);
            self.none(Step::Descent, "a move may change nothing, so play might not end", &none, budget)?;
        }
        Ok(lengths)
    }

    /// The positions in parts: the multiples of L in the heaps, and their differences, are among the first
    /// few or beyond.
    fn parts(
        &mut self,
        cone: &System,
        length: &Sum,
        lengths: usize,
        budget: &mut Budget,
    ) -> Verdict<Vec<(System, At)>> {
        let heaps: Vec<Sum> = (0..self.heaps).map(Sum::variable).collect();
        let remainders: Vec<Sum> = (self.first..self.first + self.heaps).map(Sum::variable).collect();
        let mut base = cone.clone();
        let mut bases = Vec::new();
        for (heap, remainder) in heaps.iter().zip(&remainders) {
            base.rows.extend([
                heap.clone(),
                remainder.clone(),
                length.plus(remainder, -1)?.plus_constant(-1)?,
            ]);
            bases.push(heap.plus(remainder, -1)?);
        }
        let mut quantities: Vec<(Sum, bool)> = bases.iter().map(|base| (base.clone(), false)).collect();
        for (number, one) in bases.iter().enumerate() {
            for other in &bases[..number] {
                quantities.push((one.plus(other, -1)?, true));
            }
        }
        let mut parts = vec![base];
        for (quantity, negative) in quantities {
            let mut finer = Vec::new();
            for part in &parts {
                finer.extend(multiples(part, &quantity, length, (lengths.max(1) + 1, negative), budget)?);
            }
            parts = finer;
        }
        let at = || At { heaps: heaps.clone(), remainders: remainders.clone() };
        Ok(parts.into_iter().map(|part| (part, at())).collect())
    }

    /// Checks the regions and the local rule in a part of the positions.
    fn part(
        &mut self,
        case: &HeapsCase,
        part: &System,
        at: &At,
        length: &Sum,
        lengths: usize,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let mut regions = Vec::new();
        for region in &case.regions {
            regions.push(self.forms(&region.conditions, Some(at))?);
        }
        if let Some(part) = uncovered(part, &regions, budget)? {
            return self.refuse(Step::Cases, "the regions do not cover all positions", &part);
        }
        let inside = |rows: &[Sum]| part.and(&System { rows: rows.to_vec(), zeros: Vec::new() });
        for (number, (rows, region)) in regions.iter().zip(&case.regions).enumerate() {
            let here = inside(rows);
            if here.is_refuted(budget)? {
                continue;
            }
            for (other, _) in
                regions[..number].iter().zip(&case.regions).filter(|(_, other)| other.value != region.value)
            {
                let both = here.and(&System { rows: other.clone(), zeros: Vec::new() });
                self.none(Step::Cases, "two regions of different values may overlap", &both, budget)?;
            }
            let options = self.options(case, &here, at, length, lengths, budget)?;
            self.rule(region.value, &here, &options, budget)?;
        }
        Ok(())
    }

    /// The positions that moves lead to, by region.
    fn options(
        &mut self,
        case: &HeapsCase,
        here: &System,
        at: &At,
        length: &Sum,
        lengths: usize,
        budget: &mut Budget,
    ) -> Verdict<Vec<Part>> {
        let mut options = Vec::new();
        let each = lengths + 1;
        let all = each.pow(u32::try_from(self.heaps).unwrap_or(u32::MAX));
        for way in &self.ways {
            let (after, moved, hidden) = self.moved(way, &at.heaps)?;
            if here.and(&moved).is_refuted(budget)? {
                continue;
            }
            for code in 0..all {
                // Each heap falls by this number of lengths.
                let mut system = moved.clone();
                let mut remainders = Vec::new();
                let mut rest = code;
                for ((heap, to), remainder) in at.heaps.iter().zip(&after).zip(&at.remainders) {
                    let falls = i128::try_from(rest % each).unwrap_or(i128::MAX);
                    rest /= each;
                    let left = remainder.plus(to, 1)?.plus(heap, -1)?.plus(length, falls)?;
                    system.rows.extend([
                        left.clone(),
                        length.plus(&left, -1)?.plus_constant(-1)?,
                        to.plus(&left, -1)?,
                    ]);
                    remainders.push(left);
                }
                if here.and(&system).is_refuted(budget)? {
                    continue;
                }
                let to = At { heaps: after.clone(), remainders };
                for region in &case.regions {
                    let rows = self.forms(&region.conditions, Some(&to))?;
                    let system = system.and(&System { rows, zeros: Vec::new() });
                    if !here.and(&system).is_refuted(budget)? {
                        options.push(Part { system, hidden: hidden.clone(), value: region.value });
                    }
                }
            }
        }
        Ok(options)
    }

    /// Checks the condition of a value.
    fn rule(&mut self, value: i64, here: &System, options: &[Part], budget: &mut Budget) -> Verdict<()> {
        let count = match self.valuation {
            Valuation::Grundy => u32::try_from(value.min(MOST_VALUES) + 1).unwrap_or(0),
            _ => self.valuation.value_count().unwrap_or(0),
        };
        let conditions = self.valuation.conditions(count).unwrap_or_default();
        let condition = usize::try_from(value).ok().and_then(|value| conditions.get(value));
        let Some(Condition { forbidden, required }) = condition else {
            return Err(Refusal::new(Step::Cases, "a value has no condition"));
        };
        let is_in =
            |part: &&Part, set: &[u32]| u32::try_from(part.value).is_ok_and(|value| set.contains(&value));
        for part in options.iter().filter(|part| is_in(part, forbidden)) {
            let system = here.and(&part.system);
            self.none(Step::Universal, "an option may have a value that is forbidden", &system, budget)?;
        }
        for set in required {
            let mut ways = Vec::new();
            for part in options.iter().filter(|part| is_in(part, set)) {
                // Equations that are known here may make one of residues solvable.
                let system = part.system.within(&here.zeros, self.first + self.heaps)?;
                ways.extend(system.project(&part.hidden, budget)?);
            }
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
