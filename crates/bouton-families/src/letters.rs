//! The search for a law with letters: small instances are solved, and linear forms are fitted to their
//! values.
//!
//! Nothing found here is proved: the checker decides about it. A *cell* is a set of letters given by linear
//! conditions. For a cell, the search finds the least period L that fits all its instances, then the pieces
//! of a period, whose ends are linear forms. If no forms fit all instances, the cell is divided in two by a
//! linear form.
//!
//! The forms have small coefficients, so laws with others are not found; and with four letters or more there
//! are few instances.

use std::{cell::RefCell, collections::BTreeMap};

use bouton_core::{
    ControlState, LimitReached, Ruleset, Valuation, Value, Watch,
    letters::{LetterCase, LetterForm, LetterValue, Piece},
};
use bouton_solve::Table;
use num_bigint::BigInt;

mod heaps;
mod rows;
mod segments;

pub use heaps::fit_letter_heaps;
pub use rows::fit_letter_rows;
use segments::{Kind, Segment, segments};

/// An instance by its number, with the segments of each of its blocks.
type Parted = (usize, Vec<Vec<Segment>>);

/// The most q that have pieces of their own.
const MOST_BLOCKS: usize = 5;
/// The most groups of instances with similar periods that are tried.
const MOST_GROUPS: usize = 6;
/// The instances of a cell that are examined.
const MOST_INSTANCES: usize = 260;
/// The fewest instances from which a law is guessed.
const FEWEST: usize = 4;

/// A question for a law with letters.
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_families::{LetterQuestion, fit_letters};
///
/// // "take 1..m", for every m from 1 on
/// let question = LetterQuestion {
///     letters: 1,
///     contains: &|letters| letters[0] >= 1,
///     instance: &|letters| {
///         let rules = format!("heaps 1; move take 1..{} from 1 heap", letters[0]);
///         bouton_rules::Game::parse(&rules).ok()?.ruleset().ok()
///     },
///     valuation: Valuation::NormalOutcome,
///     controls: 1,
///     depth: 1,
/// };
/// let cells = fit_letters(&question, &Watch::unlimited())?;
/// let length = &cells[0].case.as_ref().unwrap().length;
/// assert_eq!((&length.coefficients[..], length.constant), (&[1][..], 1)); // the period is m + 1
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
pub struct LetterQuestion<'a> {
    /// The number of letters.
    pub letters: usize,
    /// Whether numbers are among those that the letters may be.
    pub contains: &'a dyn Fn(&[i64]) -> bool,
    /// The game with numbers for the letters; it has one coordinate.
    pub instance: &'a dyn Fn(&[i64]) -> Option<Ruleset>,
    /// The valuation, one that has conditions.
    pub valuation: Valuation,
    /// The number of control states.
    pub controls: usize,
    /// The depth to which a cell may be divided.
    pub depth: usize,
}

/// A cell, with the law that fits there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterCell {
    /// The forms that are not negative in the cell.
    pub conditions: Vec<LetterForm>,
    /// The law; `None` if none was found.
    pub case: Option<LetterCase>,
}

/// The values of an instance: for each control state those of the heaps 0, 1, ….
type Values = Vec<Vec<Value>>;

struct Search<'a> {
    question: &'a LetterQuestion<'a>,
    /// Forms in the order of their size, for ends and values.
    forms: Vec<LetterForm>,
    /// The values of each instance that was solved; `None` if its rules are not a game.
    known: RefCell<BTreeMap<Vec<i64>, Option<std::rc::Rc<Values>>>>,
    watch: &'a Watch,
}

/// Finds cells that cover all letters, and the law that fits in each.
///
/// # Errors
///
/// If a limit is reached.
pub fn fit_letters(question: &LetterQuestion<'_>, watch: &Watch) -> Result<Vec<LetterCell>, LimitReached> {
    let search =
        Search { question, forms: forms(question.letters), known: RefCell::new(BTreeMap::new()), watch };
    let mut cells = Vec::new();
    search.cell(Vec::new(), question.depth, &mut cells)?;
    Ok(cells)
}

/// Forms with small numbers, the simplest first.
fn forms(letters: usize) -> Vec<LetterForm> {
    let (coefficient, constant) = match letters {
        0 | 1 => (8, 6),
        2 => (6, 3),
        3 => (4, 2),
        _ => (2, 1),
    };
    let mut forms = vec![Vec::new()];
    for _ in 0..letters {
        let more = |form: &Vec<i64>| {
            let form = form.clone();
            (-coefficient..=coefficient)
                .map(move |next| form.iter().copied().chain([next]).collect::<Vec<i64>>())
        };
        forms = forms.iter().flat_map(more).collect();
    }
    let with_constant = |coefficients: &Vec<i64>| {
        let coefficients = coefficients.clone();
        (-constant..=constant)
            .map(move |constant| LetterForm { coefficients: coefficients.clone(), constant })
            .collect::<Vec<_>>()
    };
    let mut all: Vec<LetterForm> = forms.iter().flat_map(with_constant).collect();
    let size = |form: &LetterForm| {
        let sum: i64 = form.coefficients.iter().map(|c| c.abs()).sum();
        let negative = form.coefficients.iter().filter(|c| **c < 0).count();
        (sum + form.constant.abs(), negative, form.constant.abs(), form.clone())
    };
    all.sort_by_cached_key(size);
    all
}

impl Search<'_> {
    /// The values of an instance, for heaps up to a multiple of its letters.
    fn values(&self, letters: &[i64]) -> Result<Option<std::rc::Rc<Values>>, LimitReached> {
        if let Some(known) = self.known.borrow().get(letters) {
            return Ok(known.clone());
        }
        let values = match (self.question.instance)(letters) {
            None => None,
            Some(ruleset) => {
                let sum = letters.iter().copied().fold(0, i64::saturating_add);
                let count = u64::try_from(sum).unwrap_or(0).saturating_mul(14).saturating_add(60);
                let mut table = Table::new(&ruleset, self.question.valuation, self.watch)?;
                let mut values = Vec::new();
                // The largest heap first, so that the table grows once.
                table.value(&[count], ControlState(0))?;
                for control in (0..self.question.controls).map(ControlState::new) {
                    let row = (0..count).map(|heap| table.value(&[heap], control));
                    values.push(row.collect::<Result<Vec<Value>, LimitReached>>()?);
                }
                Some(std::rc::Rc::new(values))
            }
        };
        self.known.borrow_mut().insert(letters.to_vec(), values.clone());
        Ok(values)
    }

    /// Instances of a cell with their values, the small ones first.
    #[expect(clippy::type_complexity, reason = "pairs of letters and values")]
    fn instances(
        &self,
        conditions: &[LetterForm],
    ) -> Result<Vec<(Vec<i64>, std::rc::Rc<Values>)>, LimitReached> {
        let letters = self.question.letters;
        let largest: i64 = match letters {
            0 | 1 => 14,
            2 => 16,
            3 => 9,
            _ => 5,
        };
        let mut found = Vec::new();
        for bound in 0..=3 * largest {
            if bound > largest && found.len() >= 24 || found.len() >= MOST_INSTANCES {
                break;
            }
            let mut values = vec![0i64; letters];
            loop {
                let inside = |values: &[i64]| {
                    conditions.iter().all(|form| form.at(values).is_some_and(|value| value >= 0))
                };
                if values.iter().max() == Some(&bound) && inside(&values) && (self.question.contains)(&values)
                {
                    self.watch.check()?;
                    if let Some(known) = self.values(&values)? {
                        found.push((values.clone(), known));
                    }
                }
                let Some(at) = values.iter().rposition(|&value| value < bound) else { break };
                values[at] += 1;
                values[at + 1..].fill(0);
            }
        }
        // Large instances are more informative than small ones.
        let spare = found.len().saturating_sub(MOST_INSTANCES);
        Ok(found.split_off(spare))
    }

    /// Finds the law in a cell, or divides the cell.
    fn cell(
        &self,
        conditions: Vec<LetterForm>,
        depth: usize,
        cells: &mut Vec<LetterCell>,
    ) -> Result<(), LimitReached> {
        let instances = self.instances(&conditions)?;
        if instances.is_empty() {
            // The checker decides whether there are any.
            return Ok(());
        }
        let Some((case, good)) = self.best(&conditions, &instances)? else {
            cells.push(LetterCell { conditions, case: None });
            return Ok(());
        };
        if good.iter().all(|good| *good) {
            let case = match &instances[..] {
                [(letters, _)] => fixed(&case, letters).unwrap_or(case),
                _ => case,
            };
            cells.push(LetterCell { conditions, case: Some(case) });
            return Ok(());
        }
        let parted = if depth == 0 { None } else { self.parting(&instances, &good) };
        let Some(form) = parted else {
            cells.push(LetterCell { conditions, case: None });
            return Ok(());
        };
        let opposite = LetterForm {
            coefficients: form.coefficients.iter().map(|c| -c).collect(),
            constant: -form.constant - 1,
        };
        for side in [form, opposite] {
            let mut more = conditions.clone();
            more.retain(|known| !follows(known, &side));
            more.push(side);
            self.cell(more, depth - 1, cells)?;
        }
        Ok(())
    }

    /// Finds the form that best separates the instances that a law fits from the others.
    fn parting(&self, instances: &[(Vec<i64>, std::rc::Rc<Values>)], good: &[bool]) -> Option<LetterForm> {
        let all_good = good.iter().filter(|good| **good).count();
        let mut best: Option<(i64, &LetterForm)> = None;
        for form in self.forms.iter().filter(|form| form.coefficients.iter().any(|c| *c != 0)) {
            let (mut inside, mut right) = (0i64, 0i64);
            for ((letters, _), good) in instances.iter().zip(good) {
                if form.at(letters).is_some_and(|value| value >= 0) {
                    inside += 1;
                    right += i64::from(*good);
                }
            }
            let total = i64::try_from(instances.len()).ok()?;
            if inside == 0 || inside == total {
                continue;
            }
            let wrong = inside - right;
            let missed = i64::try_from(all_good).ok()? - right;
            let pure = if wrong == 0 && right > 2 { total } else { 0 };
            let size: i64 = form.coefficients.iter().map(|c| c.abs()).sum();
            let score = 4 * (pure - missed - 2 * wrong) - size - form.constant.abs();
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, form));
            }
        }
        best.map(|(_, form)| form.clone())
    }

    /// The law that fits most instances, and these instances.
    fn best(
        &self,
        conditions: &[LetterForm],
        instances: &[(Vec<i64>, std::rc::Rc<Values>)],
    ) -> Result<Option<(LetterCase, Vec<bool>)>, LimitReached> {
        // The length that fits most, the simplest of those.
        let mut lengths: Vec<(usize, &LetterForm)> = Vec::new();
        for form in &self.forms {
            self.watch.check()?;
            let mut fits = 0;
            for (letters, values) in instances {
                fits += usize::from(form.at(letters).is_some_and(|length| blocks(values, length).is_some()));
            }
            if fits == instances.len() {
                lengths.insert(0, (fits, form));
                break;
            }
            if fits >= FEWEST && lengths.iter().all(|(known, _)| fits > *known) {
                lengths.push((fits, form));
            }
        }
        lengths.sort_by_key(|(fits, _)| std::cmp::Reverse(*fits));
        let mut best: Option<(usize, LetterCase, Vec<bool>)> = None;
        for (_, length) in lengths.into_iter().take(3) {
            let Some((case, good)) = self.pieces(conditions, length, instances) else { continue };
            let count = good.iter().filter(|good| **good).count();
            if best.as_ref().is_none_or(|(known, ..)| count > *known) {
                best = Some((count, case, good));
            }
        }
        Ok(best.map(|(_, case, good)| (case, good)))
    }

    /// The pieces that fit most instances, for a length.
    fn pieces(
        &self,
        conditions: &[LetterForm],
        length: &LetterForm,
        instances: &[(Vec<i64>, std::rc::Rc<Values>)],
    ) -> Option<(LetterCase, Vec<bool>)> {
        let sizes: Vec<Option<(i64, usize)>> = instances
            .iter()
            .map(|(letters, values)| {
                length.at(letters).and_then(|length| Some((length, blocks(values, length)?)))
            })
            .collect();
        let blocks = sizes.iter().flatten().map(|(_, blocks)| *blocks).max()?;
        let slopes = self.question.valuation == Valuation::Grundy;
        // The segments of all blocks of all control states.
        let rows = |(values, size): (&Values, i64)| -> Option<Vec<Vec<Segment>>> {
            let size = usize::try_from(size).ok()?;
            let mut rows = Vec::new();
            for of in values {
                for block in 0..blocks {
                    rows.push(segments(of.get(block * size..(block + 1) * size)?, slopes));
                }
            }
            Some(rows)
        };
        let mut groups: BTreeMap<Vec<Vec<Kind>>, Vec<Parted>> = BTreeMap::new();
        for (number, ((_, values), size)) in instances.iter().zip(&sizes).enumerate() {
            let Some(rows) = size.and_then(|(size, _)| rows((values, size))) else { continue };
            let kinds =
                rows.iter().map(|row| row.iter().map(|segment| segment.kind.clone()).collect()).collect();
            groups.entry(kinds).or_default().push((number, rows));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(kinds, group)| {
            (std::cmp::Reverse(group.len()), std::cmp::Reverse(kinds.iter().map(Vec::len).sum::<usize>()))
        });
        let mut best: Option<(usize, LetterCase, Vec<bool>)> = None;
        for (kinds, group) in groups.into_iter().take(MOST_GROUPS) {
            let Some(case) = self.fitted(conditions, length, blocks, &kinds, &group, instances) else {
                continue;
            };
            let good: Vec<bool> =
                instances.iter().map(|(letters, values)| agrees(&case, letters, values)).collect();
            let count = good.iter().filter(|good| **good).count();
            if best.as_ref().is_none_or(|(known, ..)| count > *known) {
                best = Some((count, case, good));
            }
        }
        best.map(|(_, case, good)| (case, good))
    }

    /// The forms for all ends and values of a group of similar instances.
    fn fitted(
        &self,
        conditions: &[LetterForm],
        length: &LetterForm,
        blocks: usize,
        kinds: &[Vec<Kind>],
        group: &[(usize, Vec<Vec<Segment>>)],
        instances: &[(Vec<i64>, std::rc::Rc<Values>)],
    ) -> Option<LetterCase> {
        let letters = self.question.letters;
        // If no form fits the whole group, the one that fits most is taken, and the others are left out.
        let mut left: Vec<&(usize, Vec<Vec<Segment>>)> = group.iter().collect();
        let mut fit = |value: &dyn Fn(&Vec<Vec<Segment>>) -> i64| -> Option<LetterForm> {
            let mut best: Option<(usize, &LetterForm)> = None;
            let fits = |form: &LetterForm, (number, rows): &(usize, Vec<Vec<Segment>>)| {
                form.at(&instances[*number].0) == Some(value(rows))
            };
            for form in &self.forms {
                let count = left.iter().filter(|point| fits(form, point)).count();
                if count > best.map_or(0, |(known, _)| known) {
                    best = Some((count, form));
                }
                if count == left.len() {
                    break;
                }
            }
            let (_, form) = best?;
            left.retain(|point| fits(form, point));
            Some(form.clone())
        };
        let mut all: Vec<Vec<Vec<Piece>>> = Vec::new();
        for (row, kinds) in kinds.iter().enumerate() {
            let mut pieces = Vec::new();
            for (at, kind) in kinds.iter().enumerate() {
                let last = at + 1 == kinds.len();
                let end = if last { length.clone() } else { fit(&|rows| rows[row][at].end)? };
                let values = match kind {
                    Kind::Values(values) => {
                        values.iter().map(|&v| LetterValue::constant(letters, v)).collect()
                    }
                    Kind::Rising => {
                        let form = fit(&|rows| rows[row][at].offset)?;
                        vec![LetterValue { remainder: 1, form }]
                    }
                    Kind::Falling => {
                        let form = fit(&|rows| rows[row][at].offset)?;
                        vec![LetterValue { remainder: -1, form }]
                    }
                };
                pieces.push(Piece { end, values });
            }
            if row % blocks == 0 {
                all.push(Vec::new());
            }
            all.last_mut()?.push(pieces);
        }
        Some(LetterCase { conditions: conditions.to_vec(), length: length.clone(), blocks: all })
    }
}

/// The case with the numbers that its forms have at the only instance: residues of numbers are known.
fn fixed(case: &LetterCase, letters: &[i64]) -> Option<LetterCase> {
    let fixed = |form: &LetterForm| Some(LetterForm::constant(letters.len(), form.at(letters)?));
    let mut case = case.clone();
    case.length = fixed(&case.length)?;
    for piece in case.blocks.iter_mut().flatten().flatten() {
        piece.end = fixed(&piece.end)?;
        for value in &mut piece.values {
            value.form = fixed(&value.form)?;
        }
    }
    Some(case)
}

/// Whether a form is not negative where another one is not, letters being natural numbers.
fn follows(form: &LetterForm, other: &LetterForm) -> bool {
    let coefficients = form.coefficients.iter().zip(&other.coefficients);
    form.constant >= other.constant && coefficients.into_iter().all(|(one, other)| one >= other)
}

/// From which block on the values repeat with this length, counted as blocks with pieces of their own; `None`
/// if they do not.
fn blocks(values: &Values, length: i64) -> Option<usize> {
    let length = usize::try_from(length).ok().filter(|&length| length > 0)?;
    let mut first = 0;
    for row in values {
        if row.len() < 3 * length {
            return None;
        }
        let differs = (0..row.len() - length).rposition(|n| row[n] != row[n + length]);
        let from = differs.map_or(0, |last| last / length + 1);
        // At least two periods have to be seen.
        if (from + 2) * length > row.len() {
            return None;
        }
        first = first.max(from);
    }
    (first < MOST_BLOCKS).then_some(first + 1)
}

/// Whether a case has all values of an instance.
fn agrees(case: &LetterCase, letters: &[i64], values: &Values) -> bool {
    let big: Vec<BigInt> = letters.iter().map(|&letter| BigInt::from(letter)).collect();
    let ends = |pieces: &Vec<Piece>| {
        let ends: Vec<Option<i64>> = pieces.iter().map(|piece| piece.end.at(letters)).collect();
        ends.first().is_some_and(|end| *end >= Some(0)) && ends.is_sorted()
    };
    case.blocks.iter().flatten().all(ends)
        && values.iter().enumerate().all(|(control, row)| {
            row.iter().enumerate().all(|(heap, value)| {
                case.value(&big, &BigInt::from(heap), ControlState::new(control))
                    == Some(BigInt::from(*value))
            })
        })
}
