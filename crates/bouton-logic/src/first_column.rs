//! Claims that the first column of digits decides whose number of ones is not a multiple, and whether a heap is linked.

use bouton_core::{Convention, Ruleset, Value};

use crate::{
    Fault,
    claim::{Clause, binary_clauses},
    syntax::{Kind, Node, Operator, Parser, Sign},
};

/// The outcomes of a claim that is made of `columns mod m = 0`, `leading mod m = v` and `linked mod m` alone, for every
/// number of heaps.
///
/// ```
/// use bouton_logic::FirstColumn;
///
/// let game = bouton_rules::Game::parse("players 3 podium; heaps 2; move take any from 1 heap").unwrap();
/// let claim = "P iff columns mod 3 = 0; N iff leading mod 3 = 1 and linked mod 3";
/// let found = FirstColumn::of(claim, &game.ruleset().unwrap())?.unwrap();
/// assert_eq!(found.values, [(0, 0), (1, 2), (2, 2)]); // O if no heap is linked, or the first column has two ones
/// # Ok::<(), bouton_logic::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstColumn {
    /// For each number of ones v of the first column in which it is not a multiple, by its remainder, the outcome if some
    /// heap is linked, and the outcome if none is. For v = 0 there is no such column, and every heap is linked.
    pub values: Vec<(Value, Value)>,
}

impl FirstColumn {
    /// The outcomes that a claim gives; `None` if it has parts of another kind.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] of the text.
    pub fn of(text: &str, ruleset: &Ruleset) -> Result<Option<Self>, Fault> {
        let (clauses, _) = binary_clauses(&mut Parser::new(text)?, ruleset)?;
        let outcomes: Value = match ruleset.convention() {
            Convention::Coalition => 4,
            Convention::Podium { players } => players.into(),
            _ => 2,
        };
        let parts = || clauses.iter().filter_map(|clause| clause.condition.as_ref());
        let Some(modulus) = parts().find_map(modulus) else { return Ok(None) };
        let of = |rest, linked| value(&clauses, outcomes, &Case { modulus, rest, linked });
        let values = (0..modulus).map(|rest| Some((of(rest, true)?, of(rest, rest == 0)?)));
        Ok(values.collect::<Option<_>>().map(|values| Self { values }))
    }
}

/// A kind of position: the remainder in the first column, and whether some heap is linked.
struct Case {
    modulus: u64,
    rest: u64,
    linked: bool,
}

/// The largest modulus.
const MOST_MODULUS: u64 = 1 << 10;

/// The modulus of some part.
fn modulus(node: &Node) -> Option<u64> {
    let found = match &node.kind {
        Kind::Linked(modulus) => Some(*modulus),
        Kind::Not(inner) => modulus(inner),
        Kind::Binary(Operator::Compare(_), left, _) => column(left).map(|(_, modulus)| modulus),
        Kind::Binary(_, left, right) => modulus(left).or_else(|| modulus(right)),
        _ => None,
    };
    found.filter(|modulus| *modulus <= MOST_MODULUS)
}

/// Whether a number is `leading mod m` rather than `columns mod m`, with m.
fn column(node: &Node) -> Option<(bool, u64)> {
    let (leading, by) = node.as_columns()?;
    let Kind::Number(modulus @ 1..) = by.kind else { return None };
    Some((leading, modulus.unsigned_abs()))
}

fn value(clauses: &[Clause], outcomes: Value, case: &Case) -> Option<Value> {
    let mut found = None;
    for clause in clauses {
        let (Some(outcome), Some(condition), None) = (clause.outcome, &clause.condition, clause.control)
        else {
            return None;
        };
        if case.satisfies(condition)? && found.replace(outcome).is_some() {
            return None;
        }
    }
    let named = |outcome: &Value| clauses.iter().any(|clause| clause.outcome == Some(*outcome));
    let mut others = (0..outcomes).filter(|outcome| !named(outcome));
    let other = others.next().filter(|_| others.next().is_none());
    found.or(other)
}

impl Case {
    /// Whether the positions of this kind satisfy a condition; `None` if it has parts of another kind.
    fn satisfies(&self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Name(name) if name == "true" || name == "false" => Some(name == "true"),
            Kind::Not(inner) => Some(!self.satisfies(inner)?),
            Kind::Linked(modulus) => (*modulus == self.modulus).then_some(self.linked),
            Kind::Binary(Operator::Compare(sign @ (Sign::Equal | Sign::Unequal)), left, right) => {
                let (leading, modulus) = column(left)?;
                let Kind::Number(rest) = right.kind else { return None };
                let rest = u64::try_from(rest).ok().filter(|&rest| rest == 0 || leading)?;
                (modulus == self.modulus).then_some((rest == self.rest) == (*sign == Sign::Equal))
            }
            Kind::Binary(operator, left, right) => {
                operator.truth(self.satisfies(left)?, self.satisfies(right)?)
            }
            _ => None,
        }
    }
}
