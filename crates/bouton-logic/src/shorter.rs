//! Shorter words for the same condition.
//!
//! A condition is a tree of comparisons, joined by `and` and `or`. Parts of it are left out while it still agrees with
//! the wanted automaton at some samples. What is left is arranged: what several parts share is stated once, and
//! exceptional points are listed (`not (a = 1 and b = 2 or a = 3 and b = 5)` for `(a != 1 or b != 2) and (a != 3 or
//! b != 5)`). The result is compared with the automaton at all numbers; a difference becomes a further sample, and the
//! search starts again. So what is returned is always proved to be the same condition.

use std::{collections::BTreeMap, sync::Arc};

use bouton_core::{DigitAutomaton, Watch};

use crate::{
    Undecided,
    compile::{CompileError, Compiler},
    relation::{Engine, Relation},
    resolve::Scope,
    syntax::{Kind, Node, Operator, Parser, Sign},
    term::{Condition, Variable},
};

/// The most samples at the beginning.
const MOST_SAMPLES: usize = 1 << 11;
/// The most times that a search starts again with a further sample.
const MOST_SEARCHES: usize = 24;
/// The most comparisons of a condition that is shortened.
const MOST_ATOMS: usize = 400;
/// The least number of values of one number that become a bound.
const LEAST_VALUES: usize = 3;

/// Returns a condition on these names that holds exactly where the automaton, which reads a number for each name, has
/// the output 1, with as few comparisons of `text` as a greedy search leaves; `None` if `text` has no shorter form that
/// is found, or if the comparison with the automaton takes too many states.
///
/// # Errors
///
/// [`Undecided::Limit`] if a limit of time or memory was reached.
///
/// # Examples
///
/// ```
/// use bouton_core::{Numeration, Watch};
/// use bouton_logic::{Sentence, shorter};
///
/// let text = "a + 3 = b and a mod 4 = 0 or not (a + 3 = b) and a + 1 = b and a mod 4 = 1";
/// let watch = Watch::unlimited();
/// let solved = Sentence::read(text, &|_| Vec::new())?.answer(&Numeration::binary(), &[], 1000, 0, &watch)?;
/// let found = solved.solutions.unwrap();
/// assert_eq!(
///     shorter(text, &found.names, &found.automaton, 1000, &watch)?.as_deref(),
///     Some("a + 3 = b and a mod 4 = 0 or a + 1 = b and a mod 4 = 1")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorter(
    text: &str,
    names: &[String],
    automaton: &DigitAutomaton,
    states: usize,
    watch: &Watch,
) -> Result<Option<String>, Undecided> {
    let Some(mut search) = Search::new(text, names, automaton) else { return Ok(None) };
    let engine = Engine { numeration: automaton.numeration(), states, watch };
    for _ in 0..MOST_SEARCHES {
        watch.check()?;
        let pruned = search.run();
        let found = search.arranged(pruned);
        let written = written(&found, &search.atoms);
        if written.len() >= text.len() {
            return Ok(None);
        }
        match difference(&found, &search, engine) {
            Ok(None) => return Ok(Some(written)),
            Ok(Some(sample)) => search.add(sample),
            Err(Undecided::Limit(limit)) => return Err(limit.into()),
            Err(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// A condition: a comparison by its number, or several parts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Atom(usize),
    All(Vec<Part>),
    Any(Vec<Part>),
    /// The opposite of a part; only in a condition that is arranged.
    Not(Box<Part>),
}

/// A comparison, or another condition that is not divided.
#[derive(Clone, Debug)]
struct Atom {
    text: String,
    condition: Condition,
    /// The number of a comparison with a fixed number: what is compared, how, and with which number.
    fixed: Option<(String, Sign, i64)>,
    /// Whether it is a comparison with `!=`.
    unequal: bool,
    /// One bit for each sample: whether the condition holds there.
    holds: Vec<u64>,
}

/// The condition, the automaton, and the samples.
struct Search<'a> {
    names: &'a [String],
    automaton: &'a DigitAutomaton,
    atoms: Vec<Atom>,
    known: BTreeMap<String, usize>,
    whole: Part,
    samples: Vec<Vec<u64>>,
    wanted: Vec<u64>,
}

impl<'a> Search<'a> {
    /// Reads the condition; `None` if it has a part that is not evaluated directly, or is too long.
    fn new(text: &str, names: &'a [String], automaton: &'a DigitAutomaton) -> Option<Self> {
        let mut parser = Parser::new(text).ok()?;
        let node = parser.condition().ok()?;
        parser.end().ok()?;
        let (atoms, known, whole) = (Vec::new(), BTreeMap::new(), Part::All(Vec::new()));
        let mut search =
            Self { names, automaton, atoms, known, whole, samples: Vec::new(), wanted: Vec::new() };
        search.whole = search.part(text, &node, false)?;
        if search.atoms.len() > MOST_ATOMS {
            return None;
        }
        for sample in samples(names.len()) {
            search.add(sample);
        }
        // Samples at which a number is too large for direct evaluation would make the search fail.
        search.atoms.iter().all(|atom| atom.condition.holds(&vec![0; names.len()]).is_ok()).then_some(search)
    }

    /// The number of an atom; `None` if its text has no meaning.
    fn atom(&mut self, text: &str) -> Option<usize> {
        if let Some(&known) = self.known.get(text) {
            return Some(known);
        }
        let numbered: Vec<(String, Variable)> =
            self.names.iter().cloned().enumerate().map(|(place, name)| (name, place)).collect();
        let mut scope = Scope {
            heaps: Some((0..numbered.len()).collect()),
            variables: self.names.to_vec(),
            names: numbered,
            controls: None,
            numeration: Arc::new(self.automaton.numeration().clone()),
            free: false,
            laws: Vec::new(),
        };
        let mut parser = Parser::new(text).ok()?;
        let node = parser.condition().ok()?;
        parser.end().ok()?;
        let condition = scope.condition(&node).ok()?;
        let fixed = match &node.kind {
            Kind::Binary(Operator::Compare(sign), left, right) => match right.kind {
                Kind::Number(number) if node.as_columns().is_none() => {
                    Some((text[left.span.clone()].to_owned(), *sign, number))
                }
                _ => None,
            },
            _ => None,
        };
        let unequal = matches!(node.kind, Kind::Binary(Operator::Compare(Sign::Unequal), ..));
        let mut atom = Atom { text: text.to_owned(), condition, fixed, unequal, holds: Vec::new() };
        for (place, sample) in self.samples.iter().enumerate() {
            set(&mut atom.holds, place, atom.condition.holds(sample).ok()?);
        }
        self.atoms.push(atom);
        self.known.insert(text.to_owned(), self.atoms.len() - 1);
        Some(self.atoms.len() - 1)
    }

    /// The part of a node, or of its negation.
    fn part(&mut self, text: &str, node: &Node, negated: bool) -> Option<Part> {
        match &node.kind {
            Kind::Not(inner) => self.part(text, inner, !negated),
            Kind::Binary(operator @ (Operator::And | Operator::Or), ..) => {
                let all = (*operator == Operator::And) != negated;
                let parts = node.operands(*operator).into_iter().map(|node| self.part(text, node, negated));
                Some(joined(all, parts.collect::<Option<Vec<_>>>()?))
            }
            Kind::Binary(Operator::Compare(sign), left, right) if node.as_columns().is_none() => {
                let whole = &text[left.span.start..right.span.end];
                let (left, right) = (&text[left.span.clone()], &text[right.span.clone()]);
                let written = match sign {
                    _ if !negated => whole.to_owned(),
                    Sign::Equal => format!("{left} != {right}"),
                    Sign::Unequal => format!("{left} = {right}"),
                    // What is larger stands on the right, unless it is compared with a number.
                    Sign::Less if right.parse::<u64>().is_err() => format!("{right} <= {left}"),
                    Sign::Less => format!("{left} >= {right}"),
                    Sign::Greater => format!("{left} <= {right}"),
                    Sign::AtMost if right.parse::<u64>().is_err() => format!("{right} < {left}"),
                    Sign::AtMost => format!("{left} > {right}"),
                    Sign::AtLeast => format!("{left} < {right}"),
                };
                Some(Part::Atom(self.atom(&written)?))
            }
            _ => {
                let text = &text[node.span.clone()];
                let several = matches!(
                    node.kind,
                    Kind::Binary(Operator::Iff | Operator::Implies, ..) | Kind::Quantified { .. }
                );
                let written = match (negated, several) {
                    (true, _) => format!("not ({text})"),
                    (false, true) => format!("({text})"),
                    (false, false) => text.to_owned(),
                };
                Some(Part::Atom(self.atom(&written)?))
            }
        }
    }

    /// The shortest form that the search finds and that agrees with the automaton at the samples.
    fn run(&mut self) -> Part {
        let mut best = self.whole.clone();
        loop {
            let before = best.clone();
            self.bound(&mut best);
            self.prune(&mut best);
            best = factored(best);
            if best == before {
                return best;
            }
        }
    }

    /// Leaves out parts, large ones first.
    fn prune(&self, tree: &mut Part) {
        let mut path = Some(Vec::new());
        while let Some(at) = path {
            if let Some((all, parts)) = tree.at(&at).and_then(Part::parts) {
                let mut order: Vec<usize> = (0..parts.len()).collect();
                order.sort_by_key(|&place| std::cmp::Reverse(parts[place].size()));
                let smaller = order.into_iter().find_map(|place| {
                    let mut rest = parts.to_vec();
                    rest.remove(place);
                    let found = tree.with(&at, joined(all, rest));
                    self.agrees(&found).then_some(found)
                });
                if let Some(smaller) = smaller.filter(|_| parts.len() > 1) {
                    *tree = smaller;
                    // The same place again, if it is still there.
                    path = Some(at).filter(|at| tree.at(at).is_some());
                    if path.is_none() {
                        path = Some(Vec::new());
                    }
                    continue;
                }
            }
            path = tree.after(&at);
        }
    }

    /// Replaces the values of one number by a bound: `n != 1 and n != 5 and n != 9` by `n > 9`.
    fn bound(&mut self, tree: &mut Part) {
        let mut path = Some(Vec::new());
        while let Some(at) = path {
            for candidate in self.bounded(tree, &at) {
                if self.agrees(&candidate) {
                    *tree = candidate;
                    break;
                }
            }
            path = tree.after(&at);
        }
    }

    /// The trees in which the values of one number at a place are replaced.
    fn bounded(&mut self, tree: &Part, at: &[usize]) -> Vec<Part> {
        let Some((all, parts)) = tree.at(at).and_then(Part::parts) else { return Vec::new() };
        let wanted = if all { Sign::Unequal } else { Sign::Equal };
        let mut values: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for part in parts {
            if let Part::Atom(atom) = part
                && let Some((of, sign, number)) = &self.atoms[*atom].fixed
                && *sign == wanted
            {
                values.entry(of.clone()).or_default().push(*number);
            }
        }
        let mut found = Vec::new();
        for (of, mut numbers) in values {
            numbers.sort_unstable();
            numbers.dedup();
            let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
            // The only remainder that is not listed.
            let modulus = of.rsplit_once(" mod ").and_then(|(_, modulus)| modulus.parse::<i64>().ok());
            let missing = modulus.filter(|&modulus| numbers.len() > 1 && modulus - 1 == numbers.len() as i64);
            let missing = missing.and_then(|modulus| (0..modulus).find(|number| !numbers.contains(number)));
            let texts = match (missing, all) {
                (Some(missing), true) => vec![format!("{of} = {missing}")],
                (Some(missing), false) => vec![format!("{of} != {missing}")],
                _ if numbers.len() < LEAST_VALUES => Vec::new(),
                (None, true) => vec![format!("{of} > {most}"), format!("{of} < {least}")],
                (None, false) => vec![format!("{of} <= {most}"), format!("{of} >= {least}")],
            };
            let others = parts.iter().filter(|part| match part {
                Part::Atom(atom) => {
                    let fixed = self.atoms[*atom].fixed.as_ref();
                    fixed.is_none_or(|(other, sign, _)| *other != of || *sign != wanted)
                }
                _ => true,
            });
            let others: Vec<Part> = others.cloned().collect();
            for text in texts {
                if let Some(atom) = self.atom(&text) {
                    let parts = [vec![Part::Atom(atom)], others.clone()].concat();
                    found.push(tree.with(at, joined(all, parts)));
                }
            }
        }
        found
    }

    /// The same condition with its exceptional points listed, and with what several parts of an `or` share stated
    /// once.
    fn arranged(&mut self, part: Part) -> Part {
        let (all, parts) = match part {
            Part::Atom(_) | Part::Not(_) => return part,
            Part::All(parts) => (true, parts),
            Part::Any(parts) => (false, parts),
        };
        if !all {
            let parts = parts.into_iter().map(|part| self.arranged(part)).collect();
            return grouped(&joined(false, parts));
        }
        // A point is left out by a part in which most comparisons are with `!=`.
        let leaves_out = |search: &Self, part: &Part| match part {
            Part::Any(_) => 2 * search.unequal(part) > part.size(),
            _ => false,
        };
        let listed = parts.iter().any(|part| leaves_out(self, part));
        let (mut rest, mut points, mut place) = (Vec::new(), Vec::new(), None);
        for part in parts {
            let is_point = leaves_out(self, &part) || listed && part.size() == 1 && self.unequal(&part) == 1;
            match if is_point { self.opposite(&part) } else { None } {
                Some(point) => {
                    place.get_or_insert(rest.len());
                    points.push(point);
                }
                None => rest.push(self.arranged(part)),
            }
        }
        if let Some(place) = place {
            let points = grouped(&joined(false, points));
            rest.insert(place, Part::Not(Box::new(points)));
        }
        joined(true, rest)
    }

    /// The number of comparisons with `!=` in a part.
    fn unequal(&self, part: &Part) -> usize {
        match part {
            Part::Atom(atom) => usize::from(self.atoms[*atom].unequal),
            Part::All(parts) | Part::Any(parts) => parts.iter().map(|part| self.unequal(part)).sum(),
            Part::Not(_) => 0,
        }
    }

    /// The opposite of a part, without `not` before several comparisons; `None` if a comparison has none.
    fn opposite(&mut self, part: &Part) -> Option<Part> {
        let mut each =
            |parts: &[Part]| parts.iter().map(|part| self.opposite(part)).collect::<Option<Vec<_>>>();
        match part {
            Part::All(parts) => Some(joined(false, each(parts)?)),
            Part::Any(parts) => Some(joined(true, each(parts)?)),
            Part::Not(part) => Some((**part).clone()),
            Part::Atom(atom) => {
                let text = self.atoms[*atom].text.clone();
                let node = Parser::new(&text).ok()?.condition().ok()?;
                self.part(&text, &node, true)
            }
        }
    }

    /// Whether a condition agrees with the automaton at all samples.
    fn agrees(&self, part: &Part) -> bool {
        self.holds(part) == self.wanted
    }

    /// One bit for each sample: whether the condition holds there.
    fn holds(&self, part: &Part) -> Vec<u64> {
        match part {
            Part::Atom(atom) => self.atoms[*atom].holds.clone(),
            Part::All(parts) | Part::Any(parts) => {
                let all = matches!(part, Part::All(_));
                let mut holds = self.holds(&parts[0]);
                for part in &parts[1..] {
                    for (one, other) in holds.iter_mut().zip(self.holds(part)) {
                        *one = if all { *one & other } else { *one | other };
                    }
                }
                holds
            }
            Part::Not(part) => self.holds(part).iter().map(|word| !word).collect(),
        }
    }

    /// Adds a sample, unless a condition cannot be evaluated there.
    fn add(&mut self, sample: Vec<u64>) {
        let Ok(holds) =
            self.atoms.iter().map(|atom| atom.condition.holds(&sample)).collect::<Result<Vec<_>, _>>()
        else {
            return;
        };
        let place = self.samples.len();
        set(&mut self.wanted, place, self.automaton.evaluate_small(0, &sample) == 1);
        for (atom, holds) in self.atoms.iter_mut().zip(holds) {
            set(&mut atom.holds, place, holds);
        }
        self.samples.push(sample);
    }
}

impl Part {
    fn parts(&self) -> Option<(bool, &[Self])> {
        match self {
            Self::Atom(_) | Self::Not(_) => None,
            Self::All(parts) => Some((true, parts)),
            Self::Any(parts) => Some((false, parts)),
        }
    }

    /// The number of comparisons.
    fn size(&self) -> usize {
        match self {
            Self::Atom(_) => 1,
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::size).sum(),
            Self::Not(part) => part.size(),
        }
    }

    /// The part at a path.
    fn at(&self, path: &[usize]) -> Option<&Self> {
        path.iter().try_fold(self, |part, &place| part.parts()?.1.get(place))
    }

    /// The same tree with another part at a path.
    fn with(&self, path: &[usize], new: Self) -> Self {
        let ([first, rest @ ..], Some((all, parts))) = (path, self.parts()) else { return new };
        let changed = |(place, part): (usize, &Self)| {
            if place == *first { part.with(rest, new.clone()) } else { part.clone() }
        };
        joined(all, parts.iter().enumerate().map(changed).collect())
    }

    /// The path of the next part, parts before what they contain.
    fn after(&self, path: &[usize]) -> Option<Vec<usize>> {
        let first = [path, &[0]].concat();
        if self.at(&first).is_some() {
            return Some(first);
        }
        let mut path = path.to_vec();
        while let Some(last) = path.last_mut() {
            *last += 1;
            if self.at(&path).is_some() {
                return Some(path);
            }
            path.pop();
        }
        None
    }

    fn condition(&self, atoms: &[Atom]) -> Condition {
        let each = |parts: &[Self]| parts.iter().map(|part| part.condition(atoms)).collect();
        match self {
            Self::Atom(atom) => atoms[*atom].condition.clone(),
            Self::All(parts) => Condition::And(each(parts)),
            Self::Any(parts) => Condition::Or(each(parts)),
            Self::Not(part) => Condition::Not(Box::new(part.condition(atoms))),
        }
    }
}

/// Sets a bit of a list of words, which grows.
fn set(bits: &mut Vec<u64>, place: usize, value: bool) {
    if place / 64 >= bits.len() {
        bits.push(0);
    }
    bits[place / 64] |= u64::from(value) << (place % 64);
}

/// Joins parts, none twice; parts of the same kind are not nested.
fn joined(all: bool, parts: Vec<Part>) -> Part {
    let mut flat: Vec<Part> = Vec::new();
    for part in parts {
        let inner = match part {
            Part::All(inner) if all => inner,
            Part::Any(inner) if !all => inner,
            other => vec![other],
        };
        for part in inner {
            if !flat.contains(&part) {
                flat.push(part);
            }
        }
    }
    match (flat.len(), all) {
        (1, _) => flat.remove(0),
        (_, true) => Part::All(flat),
        (_, false) => Part::Any(flat),
    }
}

/// States once what all parts of an `or` have in common.
fn factored(part: Part) -> Part {
    let (all, parts) = match part {
        Part::Atom(_) | Part::Not(_) => return part,
        Part::All(parts) => (true, parts),
        Part::Any(parts) => (false, parts),
    };
    let parts: Vec<Part> = parts.into_iter().map(factored).collect();
    let terms: Option<Vec<&[Part]>> =
        parts.iter().map(|part| part.parts().filter(|(all, _)| *all).map(|(_, parts)| parts)).collect();
    if let (false, Some([first, others @ ..])) = (all, terms.as_deref()) {
        let common: Vec<Part> =
            first.iter().filter(|part| others.iter().all(|term| term.contains(part))).cloned().collect();
        let rest = [&[*first], others].concat().into_iter().map(|term| {
            let rest: Vec<Part> = term.iter().filter(|part| !common.contains(part)).cloned().collect();
            (!rest.is_empty()).then(|| joined(true, rest))
        });
        if !common.is_empty() {
            // A term without a condition of its own holds wherever another one does.
            let rest: Option<Vec<Part>> = rest.collect();
            let rest = rest.map(|rest| joined(false, rest));
            return joined(true, common.iter().cloned().chain(rest).collect());
        }
    }
    joined(all, parts)
}

/// States once what several parts of an `or` share: `a and (b or c) or d` for `a and b or a and c or d`. The comparison
/// that most parts share goes first.
fn grouped(part: &Part) -> Part {
    let Part::Any(parts) = part else { return part.clone() };
    let terms: Vec<Vec<Part>> = parts
        .iter()
        .map(|part| match part {
            Part::All(parts) => parts.clone(),
            other => vec![other.clone()],
        })
        .collect();
    let shared = |one: &Part| terms.iter().filter(|term| term.contains(one)).count();
    let mut most: Option<(usize, &Part)> = None;
    for one in terms.iter().flatten() {
        let count = shared(one);
        if count > most.map_or(1, |(most, _)| most) {
            most = Some((count, one));
        }
    }
    let Some((_, one)) = most else { return part.clone() };
    let (with, without): (Vec<_>, Vec<_>) = terms.iter().partition(|term| term.contains(one));
    let inner: Vec<Vec<Part>> =
        with.iter().map(|term| term.iter().filter(|part| *part != one).cloned().collect()).collect();
    // A term without a condition of its own holds wherever another one does.
    let group = if inner.iter().any(Vec::is_empty) {
        one.clone()
    } else {
        let inner = joined(false, inner.into_iter().map(|term| joined(true, term)).collect());
        joined(true, vec![one.clone(), grouped(&inner)])
    };
    // The group has the place of its first term.
    let before = terms.iter().take_while(|term| !term.contains(one)).count();
    let mut parts: Vec<Part> = without.into_iter().map(|term| joined(true, term.clone())).collect();
    parts.insert(before, group);
    grouped(&joined(false, parts))
}

/// The words of a condition.
fn written(part: &Part, atoms: &[Atom]) -> String {
    match part {
        Part::Atom(atom) => atoms[*atom].text.clone(),
        Part::Not(part) => format!("not ({})", written(part, atoms)),
        Part::Any(parts) => parts.iter().map(|part| written(part, atoms)).collect::<Vec<_>>().join(" or "),
        Part::All(parts) => {
            let bracketed = |part: &Part| match part {
                Part::Any(_) => format!("({})", written(part, atoms)),
                _ => written(part, atoms),
            };
            parts.iter().map(bracketed).collect::<Vec<_>>().join(" and ")
        }
    }
}

/// The least numbers at which a condition and the automaton differ.
fn difference(part: &Part, search: &Search<'_>, engine: Engine<'_>) -> Result<Option<Vec<u64>>, Undecided> {
    let variables: Vec<Variable> = (0..search.names.len()).collect();
    let found =
        Compiler::new(engine).condition(&part.condition(&search.atoms)).map_err(|error| match error {
            CompileError::Undecided(limit) => limit,
            _ => Undecided::Large,
        })?;
    let found = engine.over(&found, &variables)?;
    let both = [(&variables[..], &found), (&variables[..], search.automaton)];
    let differs = engine.combine(&both, |outputs| outputs[0] != outputs[1])?;
    let automaton = engine.over(&differs, &variables)?;
    let Some(least) = engine.least(&Relation { variables, automaton }, 1)?.pop() else { return Ok(None) };
    least
        .iter()
        .map(|number| u64::try_from(number).ok())
        .collect::<Option<_>>()
        .map(Some)
        .ok_or(Undecided::Large)
}

/// The first vectors of natural numbers, by their sum.
fn samples(numbers: usize) -> Vec<Vec<u64>> {
    let (mut found, mut sum) = (Vec::new(), 0);
    while found.len() < MOST_SAMPLES {
        let mut one = vec![0; numbers];
        extend(&mut one, 0, sum, &mut found);
        sum += 1;
    }
    found.truncate(MOST_SAMPLES);
    found
}

/// Adds the vectors with these first numbers whose others have this sum.
fn extend(one: &mut Vec<u64>, from: usize, sum: u64, found: &mut Vec<Vec<u64>>) {
    if found.len() >= MOST_SAMPLES {
        return;
    }
    if from + 1 >= one.len() {
        if let Some(last) = one.last_mut() {
            *last = sum;
        }
        found.push(one.clone());
        return;
    }
    for number in 0..=sum {
        one[from] = number;
        extend(one, from + 1, sum - number, found);
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    use super::*;
    use crate::{Sentence, Solutions};

    fn solved(text: &str) -> Solutions {
        let sentence = Sentence::read(text, &|_| Vec::new()).unwrap();
        sentence
            .answer(&Numeration::binary(), &[], 10_000, 0, &Watch::unlimited())
            .unwrap()
            .solutions
            .unwrap()
    }

    /// The shorter form of a condition that holds where `meaning` does.
    fn of(text: &str, meaning: &str) -> Option<String> {
        let Solutions { names, automaton, .. } = solved(meaning);
        shorter(text, &names, &automaton, 10_000, &Watch::unlimited()).unwrap()
    }

    #[test]
    fn what_follows_from_the_rest_is_left_out() {
        let ordered = "(a xor b xor c) = 0 and a < b and b < c";
        assert_eq!(
            of("nimsum(heap) = 0 and not (b <= a) and not (c <= b)", ordered).unwrap(),
            "nimsum(heap) = 0 and a < b and b < c"
        );
        let misere = "a <= 1 and b <= 1 and a + b = 1 or (a > 1 or b > 1) and a = b";
        assert_eq!(
            of("count(heap >= 2) = 0 and total mod 2 = 1 or not (count(heap >= 2) = 0 and total mod 2 = 0) and nimsum(heap) = 0", misere).unwrap(),
            "count(heap >= 2) = 0 and total mod 2 = 1 or count(heap >= 2) != 0 and nimsum(heap) = 0"
        );
    }

    #[test]
    fn exceptional_points_are_listed() {
        let points = "a = 1 and b = 2 or a = 1 and b = 4 or a = 3 and b = 5";
        let text = format!("(not ({points})) and (a + b) mod 3 = 0 and a >= 0 and b >= 0 and b >= 0");
        assert_eq!(
            of(&text, &format!("(a + b) mod 3 = 0 and not ({points})")).unwrap(),
            "not (a = 1 and b = 2) and (a + b) mod 3 = 0"
        );
        let points = "a = 1 and b = 2 or a = 1 and b = 5 or a = 4 and b = 5 or a = 7";
        let text = format!("(not ({points})) and (a + b) mod 3 = 0 and a >= 0 and b >= 0 and b >= 0");
        assert_eq!(
            of(&text, &format!("(a + b) mod 3 = 0 and not ({points})")).unwrap(),
            "not (a = 1 and (b = 2 or b = 5) or a = 4 and b = 5 or a = 7) and (a + b) mod 3 = 0"
        );
        // What several parts share is stated once.
        let text =
            "a = 1 and b = 2 or a = 1 and b = 5 or a = 4 and b = 5 or a = 8 and b = 8 and b >= 0 and a >= 0";
        assert_eq!(
            of(text, text).unwrap(),
            "a = 1 and (b = 2 or b = 5) or a = 4 and b = 5 or a = 8 and b = 8"
        );
    }

    #[test]
    fn many_values_become_a_bound() {
        let values: Vec<String> = (0..=25).map(|number| format!("n = {}", 4 * number)).collect();
        let text = format!("(not ({})) and n mod 4 = 0", values.join(" or "));
        assert_eq!(of(&text, "n > 100 and n mod 4 = 0").unwrap(), "n > 100 and n mod 4 = 0");
        // 104 is beyond the bound that these values suggest, and no value follows from the others.
        let more = text.replace("n = 100", "n = 100 or n = 108");
        assert_eq!(of(&more, "n > 100 and n mod 4 = 0 and n != 108"), None);
        assert_eq!(
            of(
                "a mod 4 = 0 and b mod 4 = 1 or a mod 4 = 0 and b mod 4 = 2 or a mod 4 = 0 and b mod 4 = 3",
                "a mod 4 = 0 and b mod 4 > 0"
            )
            .unwrap(),
            "a mod 4 = 0 and b mod 4 != 0"
        );
    }

    #[test]
    fn a_difference_beyond_the_samples_is_found() {
        // All samples of one number are below 5000, where the second part never holds.
        let text = "n mod 3 = 0 or n = 5000";
        assert_eq!(of(text, text), None);
        let text = "n mod 3 = 0 and n mod 3 != 1 or n = 5000 and not (n = 7)";
        assert_eq!(of(text, text).unwrap(), "n mod 3 = 0 or n = 5000");
    }

    #[test]
    fn shorter_conditions_mean_the_same() {
        let mut seed = 7u64;
        let mut next = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        let mut shortened = 0;
        for _ in 0..60 {
            let mut atom = || match next(5) {
                0 => format!("a = {}", next(6)),
                1 => format!("b mod 3 = {}", next(3)),
                2 => "a < b".to_owned(),
                3 => format!("a + {} = b", next(4)),
                _ => format!("b <= {}", next(7)),
            };
            let atoms: Vec<String> = (0..7).map(|_| atom()).collect();
            let text = format!(
                "{} and ({} or not ({} and {})) or not ({} or {}) and {}",
                atoms[0], atoms[1], atoms[2], atoms[3], atoms[4], atoms[5], atoms[6]
            );
            // Both names occur, in this order.
            let meaning = format!("a >= 0 and b >= 0 and ({text})");
            if let Some(found) = of(&text, &meaning) {
                assert!(found.len() < text.len());
                assert_eq!(
                    solved(&format!("a >= 0 and b >= 0 and ({found})")),
                    solved(&meaning),
                    "{text}: {found}"
                );
                shortened += 1;
            }
        }
        assert!(shortened > 20, "{shortened}");
    }
}
