//! The properties of a position with any number of heaps that decide a claim without names of
//! heaps.
//!
//! Two numbers are *alike* for (t, p) if they are equal, or if both are at least t and have the
//! same remainder by p. A claim is decided by columns for (t, p) if it has the same value at any
//! two positions in which the numbers of heaps with a 1 in each binary place are alike. It is
//! decided by classes if this holds for the numbers of heaps of each class. A class is a heap below
//! some number, or a remainder of larger heaps. So a proof for few heaps is a proof for any number
//! of heaps, because each number of heaps is alike one below t + p.

use bouton_core::Ruleset;

use crate::{
    Fault,
    claim::binary_clauses,
    columns::Lists,
    syntax::{Kind, Node, Operator, Parser, Sign},
};

/// The properties of a position that decide a claim, for every number of heaps.
///
/// ```
/// use bouton_logic::{Alike, Reach};
///
/// let nim = bouton_rules::Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let reach = |text| Reach::of(text, &nim).unwrap();
/// assert_eq!(reach("P iff nimsum(heap) = 0").columns, Some(Alike { threshold: 0, period: 2 }));
/// assert_eq!(reach("P iff count(heap mod 2 = 1) = 2").classes.unwrap().heaps, Alike { threshold: 0, period: 2 });
/// assert_eq!(reach("P iff h1 = h2"), Reach { names_heaps: true, columns: None, classes: None });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Whether the claim names a heap, `h1` or `sorted(1)`. Then it is about a fixed number of
    /// heaps.
    pub names_heaps: bool,
    /// Which numbers of ones in a place are alike, if columns decide the claim.
    pub columns: Option<Alike>,
    /// Which heaps, and which numbers of them, are alike, if classes decide the claim.
    pub classes: Option<Classes>,
}

/// A relation between numbers. Equal numbers are alike, and so are numbers from the threshold on
/// with the same remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The threshold t.
    pub threshold: u64,
    /// The period p, at least 1.
    pub period: u64,
}

/// Classes of heaps, and numbers of heaps of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Which heaps are in one class.
    pub heaps: Alike,
    /// Which numbers of heaps of a class are alike.
    pub counts: Alike,
}

/// The largest threshold or period.
const MOST: u64 = 1 << 16;

impl Alike {
    /// Returns the relation given by the remainder alone.
    fn period(period: u64) -> Option<Self> {
        (1..=MOST).contains(&period).then_some(Self { threshold: 0, period })
    }

    /// Returns the relation in which all numbers from a threshold on are alike.
    fn from(threshold: u64) -> Option<Self> {
        (threshold <= MOST).then_some(Self { threshold, period: 1 })
    }

    /// Returns the relation that implies both; `None` if the period is too large.
    ///
    /// ```
    /// use bouton_logic::Alike;
    ///
    /// let (one, other) = (Alike { threshold: 3, period: 2 }, Alike { threshold: 1, period: 3 });
    /// assert_eq!(one.and(other), Some(Alike { threshold: 3, period: 6 }));
    /// ```
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let mut divisor = (self.period, other.period);
        while divisor.1 != 0 {
            divisor = (divisor.1, divisor.0 % divisor.1);
        }
        let period = (self.period / divisor.0).checked_mul(other.period)?;
        let threshold = self.threshold.max(other.threshold);
        (period <= MOST).then_some(Self { threshold, period })
    }

    /// The number of classes: the most numbers of which no two are alike.
    ///
    /// ```
    /// use bouton_logic::Alike;
    ///
    /// assert_eq!(Alike { threshold: 1, period: 2 }.number(), 3); // 0, 1, 2
    /// ```
    #[must_use]
    pub fn number(self) -> u64 {
        self.threshold + self.period
    }
}

impl Classes {
    fn and(self, other: Self) -> Option<Self> {
        Some(Self { heaps: self.heaps.and(other.heaps)?, counts: self.counts.and(other.counts)? })
    }
}

impl Reach {
    /// Determines what decides a claim about the games of these rules with any number of heaps.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn of(text: &str, ruleset: &Ruleset) -> Result<Self, Fault> {
        let (clauses, _) = binary_clauses(&mut Parser::new(text)?, ruleset)?;
        let parts = || clauses.iter().flat_map(|clause| [&clause.value, &clause.condition]).flatten();
        let certain = Alike { threshold: 0, period: 1 };
        let columns = parts().try_fold(certain, |alike, part| alike.and(columns(part)?));
        let certain = Classes { heaps: certain, counts: certain };
        let classes = parts().try_fold(certain, |alike, part| alike.and(classes(part)?));
        Ok(Self { names_heaps: parts().any(|part| names_heaps(part, ruleset)), columns, classes })
    }
}

/// Whether a part names a coordinate, or a coordinate by its place.
fn names_heaps(node: &Node, ruleset: &Ruleset) -> bool {
    match &node.kind {
        Kind::Number(_) => false,
        Kind::Name(name) => {
            ruleset.coordinates().contains(name) || name.starts_with('h') && name[1..].parse::<u64>().is_ok()
        }
        Kind::Call { name, arguments, .. } => {
            name == "sorted" || arguments.iter().any(|one| names_heaps(one, ruleset))
        }
        Kind::Binary(_, left, right) => names_heaps(left, ruleset) || names_heaps(right, ruleset),
        Kind::Not(inner) => names_heaps(inner, ruleset),
        Kind::Quantified { body, .. } => names_heaps(body, ruleset),
        Kind::Columns(_) | Kind::Linked(_) => false,
    }
}

fn number(node: &Node) -> Option<i64> {
    match &node.kind {
        Kind::Number(number) => Some(*number),
        _ => None,
    }
}

fn natural(node: &Node) -> Option<u64> {
    number(node).and_then(|number| u64::try_from(number).ok())
}

fn is_name(node: &Node, wanted: &str) -> bool {
    matches!(&node.kind, Kind::Name(name) if name == wanted)
}

/// Returns the argument of a function with one argument.
fn argument<'a>(node: &'a Node, function: &str) -> Option<&'a Node> {
    match &node.kind {
        Kind::Call { game: None, name, arguments } if name == function => match &arguments[..] {
            [one] => Some(one),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a number is linear: a sum, difference or multiple of fixed numbers and of parts that
/// `is_part` accepts.
fn is_linear(node: &Node, is_part: &dyn Fn(&Node) -> bool) -> bool {
    match &node.kind {
        Kind::Number(_) => true,
        Kind::Binary(Operator::Plus | Operator::Minus, left, right) => {
            is_linear(left, is_part) && is_linear(right, is_part)
        }
        Kind::Binary(Operator::Times, left, right) => {
            (number(left).is_some() || number(right).is_some())
                && is_linear(left, is_part)
                && is_linear(right, is_part)
        }
        _ => is_part(node),
    }
}

/// Whether a part is the sum of all heaps.
fn is_total(node: &Node) -> bool {
    is_name(node, "total") || argument(node, "sum").is_some_and(|one| is_name(one, "heap"))
}

/// Whether a part is the number of odd heaps, which is the number of ones in the last place.
fn is_number_of_odd(node: &Node) -> bool {
    let odd = argument(node, "count").map(|condition| &condition.kind);
    let Some(Kind::Binary(Operator::Compare(Sign::Equal), left, right)) = odd else { return false };
    let remainder = |node: &Node| match &node.kind {
        Kind::Binary(Operator::Mod, of, by) => is_name(of, "heap") && number(by) == Some(2),
        _ => false,
    };
    remainder(left) && number(right) == Some(1)
}

/// Whether a condition on one number means that it is at least a power of 2, or that it is not.
fn is_about_places(node: &Node, is_number: &dyn Fn(&Node) -> bool) -> bool {
    let Kind::Binary(Operator::Compare(sign), left, right) = &node.kind else { return false };
    let Some(bound) = natural(right).filter(|_| is_number(left)) else { return false };
    match sign {
        Sign::AtLeast | Sign::Less => bound.is_power_of_two(),
        Sign::Greater | Sign::AtMost => bound.checked_add(1).is_some_and(u64::is_power_of_two),
        // For natural numbers these conditions are about 0.
        Sign::Equal | Sign::Unequal => bound == 0,
    }
}

/// Returns which numbers of ones in a place are alike for a condition or a number.
fn columns(node: &Node) -> Option<Alike> {
    let certain = Alike::period(1);
    match &node.kind {
        Kind::Number(_) => certain,
        Kind::Name(name) if name == "true" || name == "false" => certain,
        Kind::Not(inner) => columns(inner),
        // With a number that is set apart, it matters which numbers have the ones.
        Kind::Columns(Lists { every, beside: None, ending }) => {
            Alike::from(every.iter().chain(ending).max()?.checked_add(1)?)
        }
        Kind::Binary(Operator::Compare(_), left, right) => {
            if let Kind::Binary(Operator::Mod, of, by) = &left.kind
                && (is_name(of, "columns") || is_name(of, "leading"))
            {
                return Alike::period(natural(by)?);
            }
            if is_about_places(node, &|node| is_name(node, "largest")) {
                return Alike::from(1);
            }
            // Either no heap has a one above some place, or some heap has.
            if let Some(condition) = argument(left, "count")
                && is_about_places(condition, &|node| is_name(node, "heap"))
                && !holds_of_nothing(condition)
                && is_about_one(node)
            {
                return Alike::from(1);
            }
            if is_number_of_odd(left)
                && let Some(bound) = natural(right)
            {
                return Alike::from(bound.checked_add(1)?);
            }
            columns(left)?.and(columns(right)?)
        }
        Kind::Binary(Operator::Mod, of, by) => {
            if is_linear(of, &|node| is_total(node) || is_number_of_odd(node)) {
                return Alike::period(natural(by)?);
            }
            columns(of)?.and(columns(by)?)
        }
        Kind::Binary(_, left, right) => columns(left)?.and(columns(right)?),
        Kind::Call { game: None, name, arguments } => match name.as_str() {
            "nimsum" => arguments.first().filter(|one| is_shifted(one)).and_then(|_| Alike::period(2)),
            "max" | "min" | "bits" | "zeros" => {
                let mut parts = arguments.iter().map(columns);
                parts.try_fold(certain?, |alike, part| alike.and(part?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a comparison of a heap holds for an empty heap, which has no digits.
fn holds_of_nothing(condition: &Node) -> bool {
    matches!(&condition.kind, Kind::Binary(Operator::Compare(Sign::Less | Sign::AtMost | Sign::Equal), ..))
}

/// Whether a condition on a natural number means that it is 0, or that it is not 0.
fn is_about_one(node: &Node) -> bool {
    let Kind::Binary(Operator::Compare(sign), _, right) = &node.kind else { return false };
    match sign {
        Sign::Equal | Sign::Unequal | Sign::Greater | Sign::AtMost => number(right) == Some(0),
        Sign::AtLeast | Sign::Less => number(right) == Some(1),
    }
}

/// Whether the digits of a number are some of the digits of the heap: the heap, or its quotient or
/// remainder by a power of 2.
fn is_shifted(node: &Node) -> bool {
    match &node.kind {
        Kind::Name(name) => name == "heap",
        Kind::Binary(Operator::Div | Operator::Mod, of, by) => {
            is_name(of, "heap") && natural(by).is_some_and(u64::is_power_of_two)
        }
        _ => false,
    }
}

/// Returns which classes, and which numbers of their heaps, are alike for a condition or a number.
fn classes(node: &Node) -> Option<Classes> {
    let one = Alike::period(1)?;
    let certain = Classes { heaps: one, counts: one };
    match &node.kind {
        Kind::Number(_) => Some(certain),
        Kind::Name(name) if name == "true" || name == "false" => Some(certain),
        Kind::Not(inner) => classes(inner),
        Kind::Binary(Operator::Compare(_), left, right) => {
            if let (Some(condition), Some(bound)) = (argument(left, "count"), natural(right)) {
                return Some(Classes {
                    heaps: heaps(condition)?,
                    counts: Alike::from(bound.checked_add(1)?)?,
                });
            }
            if let Some(bound) = natural(right) {
                let bound = Alike::from(bound.checked_add(1)?)?;
                if is_name(left, "largest") || is_name(left, "smallest") {
                    return Some(Classes { heaps: bound, counts: Alike::from(1)? });
                }
                if is_total(left) {
                    return Some(Classes { heaps: bound, counts: bound });
                }
            }
            classes(left)?.and(classes(right)?)
        }
        Kind::Binary(Operator::Mod, of, by) => {
            let modulus = natural(by)?;
            if is_linear(of, &|node| is_total(node) || counted(node).is_some_and(|one| heaps(one).is_some()))
            {
                let parts = parts_of(of, &|node| counted(node).filter(|_| !is_total(node)));
                let by = Alike::period(modulus)?;
                let inner = parts.into_iter().try_fold(by, |alike, part| alike.and(heaps(part)?))?;
                return Some(Classes { heaps: inner, counts: by });
            }
            classes(of)
        }
        Kind::Binary(_, left, right) => classes(left)?.and(classes(right)?),
        Kind::Call { game: None, name, arguments } => match (name.as_str(), &arguments[..]) {
            ("nimsum", [one]) => Some(Classes { heaps: heaps(one)?, counts: Alike::period(2)? }),
            ("max" | "min" | "bits" | "zeros", parts) => {
                parts.iter().try_fold(certain, |alike, part| alike.and(classes(part)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the condition that `count` counts, or the number that `sum` adds.
fn counted(node: &Node) -> Option<&Node> {
    argument(node, "count").or_else(|| argument(node, "sum"))
}

/// Returns the arguments of the counts or sums in a linear number.
fn parts_of<'a>(node: &'a Node, part: &dyn Fn(&'a Node) -> Option<&'a Node>) -> Vec<&'a Node> {
    match &node.kind {
        Kind::Binary(_, left, right) => {
            let mut all = parts_of(left, part);
            all.extend(parts_of(right, part));
            all
        }
        _ => part(node).into_iter().collect(),
    }
}

/// Returns which heaps are alike for a condition or a bounded number about one of them, `heap`.
fn heaps(node: &Node) -> Option<Alike> {
    let certain = Alike::period(1);
    let is_heap = |node: &Node| is_name(node, "heap");
    match &node.kind {
        Kind::Number(_) => certain,
        Kind::Name(name) if name == "true" || name == "false" => certain,
        Kind::Not(inner) => heaps(inner),
        Kind::Binary(Operator::Compare(_), left, right) => {
            for (this, that) in [(left, right), (right, left)] {
                if is_heap(this)
                    && let Some(bound) = natural(that)
                {
                    return Alike::from(bound.checked_add(1)?);
                }
            }
            heaps(left)?.and(heaps(right)?)
        }
        Kind::Binary(Operator::Mod, of, by) => {
            let modulus = natural(by)?;
            if is_linear(of, &is_heap) {
                return Alike::period(modulus);
            }
            // A quotient by d, modulo m, is periodic with the period m d.
            if let Kind::Binary(Operator::Div, of, divisor) = &of.kind
                && is_linear(of, &is_heap)
            {
                return Alike::period(modulus.checked_mul(natural(divisor)?)?);
            }
            heaps(of)
        }
        Kind::Binary(_, left, right) => heaps(left)?.and(heaps(right)?),
        Kind::Call { game: None, name, arguments } if name == "max" || name == "min" => {
            arguments.iter().try_fold(certain?, |alike, part| alike.and(heaps(part)?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Claim;

    fn game(heaps: usize) -> Ruleset {
        let text = format!("heaps {heaps}; move take any from 1 heap");
        bouton_rules::Game::parse(&text).unwrap().ruleset().unwrap()
    }

    const CLAIMS: [&str; 23] = [
        "P iff count(heap = 0) > 0",
        "P iff nimsum(heap) = 0",
        "g = nimsum(heap)",
        "g = nimsum(heap) mod 3 + total mod 4",
        "P iff columns mod 3 = 0",
        "P iff count(heap >= 2) = 0 and total mod 2 = 1 or count(heap > 1) > 0 and nimsum(heap) = 0",
        "P iff largest < 4 and (total + 1) mod 3 = 0",
        "P iff largest > 3 or count(heap mod 2 = 1) < 2",
        "P iff count(heap mod 2 = 1) mod 3 = 1",
        "P iff nimsum(heap div 2) = nimsum(heap mod 4)",
        "P iff bits(nimsum(heap)) mod 2 = 0",
        "P iff count(heap = 0) = 1",
        "P iff nimsum(heap mod 3) = 0",
        "P iff count(heap >= 3) = 2 and smallest >= 1",
        "P iff count(heap < 2) = 0",
        "P iff (2 * count(heap mod 3 = 1) + total) mod 4 = 1",
        "P iff sum(heap mod 5) mod 3 = 0",
        "P iff count((heap div 2) mod 3 = 1) >= 2",
        "P iff total = 3 or largest = 2",
        "P iff nimsum(min(heap mod 6, 3)) = 1",
        "P iff count(heap > 2 and heap mod 2 = 0) mod 2 = 1",
        "P iff not (smallest > 1) iff total >= 2",
        "P iff nimsum(heap + 1) = 0",
    ];

    /// All positions of some heaps up to a size, in every order that matters.
    fn positions(heaps: usize, most: u64) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..heaps {
            all = all
                .iter()
                .flat_map(|some: &Vec<u64>| {
                    let last = some.last().copied().unwrap_or(0);
                    (last..=most).map(move |heap| [&some[..], &[heap]].concat())
                })
                .collect();
        }
        all
    }

    fn alike(number: u64, of: Alike) -> u64 {
        if number < of.threshold { number } else { of.threshold + (number - of.threshold) % of.period }
    }

    /// Tests that positions that are alike have one value, for any number of heaps.
    #[test]
    fn positions_that_are_alike_have_one_value() {
        let mut kinds = (0, 0);
        for text in CLAIMS {
            let reach = Reach::of(text, &game(1)).unwrap();
            let claims: Vec<Claim> = (1..=5).map(|heaps| Claim::read(text, &game(heaps)).unwrap()).collect();
            let mut by_columns = std::collections::HashMap::new();
            let mut by_classes = std::collections::HashMap::new();
            for (heaps, claim) in (1..).zip(&claims) {
                for position in positions(heaps, if heaps > 3 { 5 } else { 9 }) {
                    let value = claim.value(0, &position);
                    if let Some(columns) = reach.columns {
                        let ones = |place: u64| {
                            position.iter().filter(|heap| **heap >> place & 1 == 1).count() as u64
                        };
                        let key: Vec<u64> = (0..6).map(|place| alike(ones(place), columns)).collect();
                        assert_eq!(*by_columns.entry(key).or_insert(value), value, "{text} {position:?}");
                    }
                    if let Some(classes) = reach.classes {
                        let number = |class: u64| {
                            position.iter().filter(|heap| alike(**heap, classes.heaps) == class).count()
                                as u64
                        };
                        let key: Vec<u64> = (0..classes.heaps.number())
                            .map(|class| alike(number(class), classes.counts))
                            .collect();
                        assert_eq!(*by_classes.entry(key).or_insert(value), value, "{text} {position:?}");
                    }
                }
            }
            kinds = (
                kinds.0 + usize::from(reach.columns.is_some()),
                kinds.1 + usize::from(reach.classes.is_some()),
            );
        }
        assert_eq!(kinds, (10, 15));
    }

    #[test]
    fn claims_that_name_heaps_reach_no_further() {
        for (text, names_heaps) in [
            ("P iff h1 = 0", true),
            ("P iff sorted(1) = 0", true),
            ("P iff total = 2 * largest", false),
            ("P iff sum(heap) = 2 * nimsum(heap)", false),
        ] {
            let expected = Reach { names_heaps, columns: None, classes: None };
            assert_eq!(Reach::of(text, &game(2)).unwrap(), expected, "{text}");
        }
    }
}
