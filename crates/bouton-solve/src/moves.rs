//! A ruleset compiled for the enumeration of options.

use bouton_core::{
    ControlState, Formula, LinearExpression, MoveSchema, ParameterBounds, Ruleset, Target, Variable,
};

/// The moves of a [`Ruleset`], ready to be enumerated.
///
/// Schemas that share control states and guard are kept together, so that a
/// guard is evaluated once for all constant vectors that it admits.
#[derive(Clone, Debug)]
pub struct Moves {
    dimension: usize,
    stop: Formula,
    families: Vec<Family>,
}

#[derive(Clone, Debug)]
struct Family {
    from: ControlState,
    to: ControlState,
    guard: Formula,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Constant displacements.
    Constant(Vec<Vec<i64>>),
    /// One coordinate may fall to any smaller value: the guard says just that.
    Falls(usize),
    /// A schema with parameters or other linear targets.
    /// `cases` cover all moves, each with the bounds of every parameter.
    General { cases: Vec<Vec<ParameterBounds>>, targets: Vec<Target> },
}

impl Moves {
    /// Compiles the moves of a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset) -> Self {
        let dimension = ruleset.dimension();
        let mut families: Vec<Family> = Vec::new();
        for schema in ruleset.moves() {
            if let Some(vector) = schema.constant_vector() {
                let known = families.iter_mut().find_map(|family| match &mut family.kind {
                    Kind::Constant(vectors)
                        if (family.from, family.to) == (schema.from, schema.to)
                            && family.guard == schema.guard =>
                    {
                        Some(vectors)
                    }
                    _ => None,
                });
                if let Some(vectors) = known {
                    vectors.push(vector);
                    continue;
                }
                let kind = Kind::Constant(vec![vector]);
                families.push(Family { from: schema.from, to: schema.to, guard: schema.guard.clone(), kind });
            } else if let Some(coordinate) = falling_coordinate(schema, dimension) {
                let kind = Kind::Falls(coordinate);
                families.push(Family { from: schema.from, to: schema.to, guard: Formula::True, kind });
            } else {
                let cases = schema.parameter_bounds(ruleset.weights());
                let kind = Kind::General { cases, targets: schema.targets.clone() };
                families.push(Family { from: schema.from, to: schema.to, guard: schema.guard.clone(), kind });
            }
        }
        Self { dimension, stop: ruleset.stop().clone(), families }
    }

    /// How many coordinates a position has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Calls `visit` with every option, some perhaps more than once.
    /// Coordinates must be below 2^62.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates, or if a move has a parameter without an
    /// upper bound ([`bouton_core::bounds_parameters`] shows that there is none).
    pub fn for_each_option(
        &self,
        coordinates: &[u64],
        control: ControlState,
        visit: &mut dyn FnMut(&[u64], ControlState),
    ) {
        self.try_each_option(coordinates, control, |option, control| {
            visit(option, control);
            true
        });
    }

    /// Whether the position has no option.
    ///
    /// # Panics
    ///
    /// If there are not d coordinates.
    #[must_use]
    pub fn is_terminal(&self, coordinates: &[u64], control: ControlState) -> bool {
        let mut terminal = true;
        self.try_each_option(coordinates, control, |_, _| {
            terminal = false;
            false
        });
        terminal
    }

    /// As [`for_each_option`](Self::for_each_option), until `visit` says `false`.
    pub(crate) fn try_each_option(
        &self,
        coordinates: &[u64],
        control: ControlState,
        mut visit: impl FnMut(&[u64], ControlState) -> bool,
    ) {
        assert_eq!(coordinates.len(), self.dimension, "one coordinate for each of the game's");
        let mut values: Vec<i128> = coordinates.iter().map(|&c| i128::from(c)).collect();
        if self.stop.holds(&values) {
            return;
        }
        let mut option = coordinates.to_vec();
        for family in self.families.iter().filter(|family| family.from == control) {
            let going = match &family.kind {
                Kind::Constant(vectors) => {
                    if !family.guard.holds(&values) {
                        continue;
                    }
                    vectors.iter().all(|vector| {
                        let fits = option.iter_mut().zip(coordinates.iter().zip(vector)).all(
                            |(to, (&from, &by))| {
                                from.checked_add_signed(by).is_some_and(|sum| {
                                    *to = sum;
                                    true
                                })
                            },
                        );
                        !fits || visit(&option, family.to)
                    })
                }
                Kind::Falls(coordinate) => {
                    option.copy_from_slice(coordinates);
                    (0..coordinates[*coordinate]).all(|remaining| {
                        option[*coordinate] = remaining;
                        visit(&option, family.to)
                    })
                }
                Kind::General { cases, targets } => cases.iter().all(|bounds| {
                    values.truncate(self.dimension);
                    let mut state =
                        Enumeration { family, bounds, targets, values: &mut values, option: &mut option };
                    let going = state.descend(0, &mut visit);
                    values.truncate(self.dimension);
                    going
                }),
            };
            if !going {
                return;
            }
        }
    }
}

struct Enumeration<'a> {
    family: &'a Family,
    bounds: &'a [ParameterBounds],
    targets: &'a [Target],
    values: &'a mut Vec<i128>,
    option: &'a mut Vec<u64>,
}

impl Enumeration<'_> {
    fn descend(&mut self, parameter: usize, visit: &mut impl FnMut(&[u64], ControlState) -> bool) -> bool {
        let Some(bounds) = self.bounds.get(parameter) else {
            return self.emit(visit);
        };
        for value in bounds.range(self.values) {
            self.values.push(value);
            let going = self.descend(parameter + 1, visit);
            self.values.pop();
            if !going {
                return false;
            }
        }
        true
    }

    fn emit(&mut self, visit: &mut impl FnMut(&[u64], ControlState) -> bool) -> bool {
        if !self.family.guard.holds(self.values) {
            return true;
        }
        for (coordinate, target) in self.targets.iter().enumerate() {
            let value = match target {
                Target::Same => self.values[coordinate],
                Target::Becomes(expression) => expression.evaluate(self.values),
            };
            let Ok(value) = u64::try_from(value) else { return true };
            self.option[coordinate] = value;
        }
        visit(self.option, self.family.to)
    }
}

/// The coordinate that a schema lets fall to any smaller value, if that is all it does.
fn falling_coordinate(schema: &MoveSchema, dimension: usize) -> Option<usize> {
    let parameter = Variable(u16::try_from(dimension).ok()?);
    let remaining = LinearExpression::variable(parameter);
    let mut changed = schema.targets.iter().enumerate().filter(|(_, target)| **target != Target::Same);
    let (coordinate, target) = changed.next()?;
    let below = remaining
        .minus(&LinearExpression::variable(Variable(u16::try_from(coordinate).ok()?)))
        .and_then(|difference| difference.with_constant(1))
        .ok()?;
    let falls = changed.next().is_none()
        && schema.parameters == 1
        && *target == Target::Becomes(remaining)
        && schema.guard == Formula::NotPositive(below);
    falls.then_some(coordinate)
}
