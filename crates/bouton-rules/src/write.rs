//! Moves written out as move schemas, in the normal form that suits the prover.

mod assign;
mod chosen;
mod sizes;
mod take;

use std::{collections::BTreeMap, rc::Rc};

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Space, Target};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    limits::{MAX_ENTRIES, MAX_PARAMETERS, MAX_SCHEMAS},
    place::Place,
    scope::{Elaborated, Scope},
    syntax::Move,
};

/// The schemas of moves, before control states are attached.
pub(crate) struct Writer<'a> {
    pub(crate) scope: Scope<'a>,
    pub(crate) schemas: Vec<MoveSchema>,
    /// The most schemas.
    pub(crate) limit: usize,
    /// The number of coordinates and comparisons that are left for the schemas.
    pub(crate) entries: usize,
    /// The fixed amounts of the current move, without a single heap and with one.
    amounts: [Option<Option<Rc<[i64]>>>; 2],
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        space: &'a Space,
        coordinates: &'a [String],
        constants: &'a BTreeMap<String, i64>,
        letters: &'a [String],
        controls: usize,
    ) -> Self {
        Self {
            scope: Scope::new(space, coordinates, constants, letters),
            schemas: Vec::new(),
            limit: MAX_SCHEMAS / controls.max(1),
            entries: MAX_ENTRIES / controls.max(1),
            amounts: [None, None],
        }
    }

    pub(crate) fn write(&mut self, rule: &Move) -> Elaborated<()> {
        match rule {
            Move::Take(take) => match self.scope.space {
                Space::Heaps => self.take(take),
                Space::HeapSizes => self.take_sizes(take),
                Space::Counters => {
                    Err(wrong_kind(take.place, "`take` is about heaps, and this game has counters"))
                }
            },
            Move::Assignment(assignment) => self.assign(assignment),
        }
    }

    fn push(
        &mut self,
        guard: Formula,
        targets: Vec<Target>,
        parameters: u16,
        place: Place,
    ) -> Elaborated<()> {
        let schema = MoveSchema { from: ControlState(0), to: ControlState(0), parameters, guard, targets };
        let mut entries = schema.targets.len();
        schema.guard.for_each_expression(&mut |_| entries += 1);
        self.entries = self.entries.saturating_sub(entries);
        let too_many_parameters = usize::from(schema.parameters) > MAX_PARAMETERS;
        if self.schemas.len() >= self.limit || self.entries == 0 || too_many_parameters {
            return Err(self.too_many(place));
        }
        if schema.guard != Formula::False {
            self.schemas.push(schema);
        }
        Ok(())
    }

    /// The fault of a move that has too many schemas.
    fn too_many(&self, place: Place) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::new(Code::TooManyCases, place, "this move has too many cases when it is written out")
                .expected(format!(
                    "in all moves together at most {MAX_SCHEMAS} move schemas, each counted for each control state, and {MAX_ENTRIES} numbers and comparisons; {MAX_PARAMETERS} parameters in one"
                )),
        )
    }

    fn dimension(&self) -> usize {
        self.scope.coordinates.len()
    }
}

fn wrong_kind(place: Place, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::WrongKind, place, message).expected("a move that fits what a position is"))
}

fn no_such_heap(name: &str, place: Place) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::NoSuchHeap, place, format!("there is no heap or counter `{name}` to change"))
            .expected("the name of a counter, or h1, h2, … in a game with a fixed number of heaps"),
    )
}

/// Evaluates the parts of a formula that mention no variable.
pub(crate) fn simplified(formula: Formula) -> Formula {
    let constant = |e: &LinearExpression| e.terms().is_empty();
    match formula {
        Formula::NotPositive(ref e) | Formula::Zero(ref e) | Formula::Congruent { expression: ref e, .. }
            if constant(e) =>
        {
            if formula.holds(&[]) {
                Formula::True
            } else {
                Formula::False
            }
        }
        Formula::Not(inner) => simplified(*inner).negated(),
        Formula::And(parts) => parts.into_iter().fold(Formula::True, |all, part| all.and(simplified(part))),
        Formula::Or(parts) => {
            let parts: Vec<Formula> =
                parts.into_iter().map(simplified).filter(|part| *part != Formula::False).collect();
            match parts.len() {
                0 => Formula::False,
                _ if parts.contains(&Formula::True) => Formula::True,
                1 => parts.into_iter().next().unwrap_or(Formula::False),
                _ => Formula::Or(parts),
            }
        }
        other => other,
    }
}
