//! Moves written out as move schemas, in the normal form that the prover uses.

mod assign;
mod chosen;
mod sizes;
mod take;

use std::{collections::BTreeMap, rc::Rc};

use bouton_core::{ControlState, Formula, MoveSchema, Space, Target};

use crate::{
    fault::{Fault, FaultCode as Code},
    limits::{MAX_ENTRIES, MAX_PARAMETERS, MAX_SCHEMAS},
    place::Place,
    reading::Reading,
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
        reading: &'a Reading,
    ) -> Self {
        Self {
            scope: Scope::new(space, coordinates, constants, letters, reading),
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
            if !self.scope.reading.hold(&schema) {
                return Err(Fault::stopped(place));
            }
            self.schemas.push(schema);
        }
        Ok(())
    }

    /// Returns the fault of a move that has too many schemas.
    fn too_many(&self, place: Place) -> Box<Fault> {
        Box::new(
            Fault::new(Code::TooManyCases, place, "this move has too many cases when it is written out")
                .expected(format!(
                    "in all moves together at most {MAX_SCHEMAS} move schemas, each counted for each control state, and {MAX_ENTRIES} numbers and comparisons; {MAX_PARAMETERS} parameters in one"
                )),
        )
    }

    fn dimension(&self) -> usize {
        self.scope.coordinates.len()
    }
}

fn wrong_kind(place: Place, message: &str) -> Box<Fault> {
    Box::new(Fault::new(Code::WrongKind, place, message).expected("a move that fits what a position is"))
}

fn no_such_heap(name: &str, place: Place) -> Box<Fault> {
    Box::new(
        Fault::new(Code::NoSuchHeap, place, format!("there is no heap or counter `{name}` to change"))
            .expected("the name of a counter, or h1, h2, … in a game with a fixed number of heaps"),
    )
}
