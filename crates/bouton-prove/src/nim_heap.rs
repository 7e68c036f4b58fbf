//! A game together with a Nim heap, by which unbounded Grundy values are proved.
//!
//! By the Sprague–Grundy theorem g(x) = h exactly when x plus a Nim heap of
//! size h is a P-position. So the outcome law of the sum is the law of the
//! Grundy values, as an automaton that reads the value as one more number.

use bouton_core::{
    Formula, LinearExpression, LinearOverflow, MoveSchema, NoGrundyValues, PlayOrder, Ruleset, RulesetFault,
    Target, Variable,
};

/// The reason why the sum cannot be formed.
///
/// ```
/// use bouton_prove::{NimHeapError, with_nim_heap};
///
/// let podium = bouton_rules::Game::parse("heaps 2; players 3 podium; move take any from 1 heap").unwrap();
/// let error = with_nim_heap(&podium.ruleset().unwrap()).unwrap_err();
/// assert!(matches!(error, NimHeapError::NoGrundyValues(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NimHeapError {
    /// The theorem of Sprague and Grundy does not apply.
    #[error(transparent)]
    NoGrundyValues(#[from] NoGrundyValues),
    /// A number became too large.
    #[error(transparent)]
    Overflow(#[from] LinearOverflow),
    /// The sum is not a ruleset.
    #[error("the sum with a Nim heap is not a ruleset: {0}")]
    Ruleset(RulesetFault),
}

/// Creates the sum of a game and one Nim heap, which is the last coordinate.
///
/// # Errors
///
/// [`NimHeapError::NoGrundyValues`] if the theorem of Sprague and Grundy does not apply: without it
/// the outcomes of the sum do not determine values of the game.
///
/// # Panics
///
/// Never: a ruleset has far fewer variables than 2^16.
///
/// # Examples
///
/// ```
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let sum = bouton_prove::with_nim_heap(&game)?;
/// assert_eq!((game.dimension(), sum.dimension()), (1, 2));
/// # Ok::<(), bouton_prove::NimHeapError>(())
/// ```
pub fn with_nim_heap(ruleset: &Ruleset) -> Result<Ruleset, NimHeapError> {
    ruleset.sprague_grundy()?;
    let dimension = ruleset.dimension();
    let going = ruleset.stop().clone().negated();
    let mut moves = Vec::new();
    for schema in ruleset.moves() {
        let mut targets = Vec::new();
        for target in &schema.targets {
            targets.push(match target {
                Target::Same => Target::Same,
                Target::Becomes(expression) => Target::Becomes(shifted(expression, dimension)?),
            });
        }
        targets.push(Target::Same);
        let guard = schema.guard.try_map(&|e| shifted(e, dimension))?.and(going.clone());
        let MoveSchema { from, to, parameters, .. } = *schema;
        moves.push(MoveSchema { from, to, parameters, guard, targets });
    }
    let heap = Variable::new(dimension);
    let remaining = Variable(heap.0 + 1);
    for control in ruleset.control_states() {
        let mut targets = vec![Target::Same; dimension];
        targets.push(Target::Becomes(LinearExpression::variable(remaining)));
        let less = LinearExpression::variable(remaining)
            .minus(&LinearExpression::variable(heap))?
            .with_constant(1)?;
        moves.push(MoveSchema {
            from: control,
            to: control,
            parameters: 1,
            guard: Formula::NotPositive(less),
            targets,
        });
    }
    let mut sum = ruleset.parts_with(moves);
    sum.coordinates.push("value".to_owned());
    sum.weights.push(1);
    sum.order = sum.order.as_ref().map(PlayOrder::with_one_more);
    (sum.stop, sum.interchangeable) = (Formula::False, false);
    Ruleset::new(sum).map_err(|mut faults| NimHeapError::Ruleset(faults.remove(0)))
}

/// Inserts one more coordinate: parameters move up by one.
fn shifted(expression: &LinearExpression, dimension: usize) -> Result<LinearExpression, LinearOverflow> {
    let later = |variable: Variable| LinearExpression::variable(Variable(variable.0 + 1));
    expression.replace(|variable| (variable.index() >= dimension).then(|| later(variable)))
}
