//! Laws in closed form as a small program of tests and values, independent of a language.
//!
//! The closed form is the one that `bouton-explain` found and compared with the law at every
//! position; this module guesses nothing. A form without a simple program (or one that could
//! overflow in a language of limited numbers) stays an automaton.

mod code;
mod form;

use bouton_core::{Formula, LinearExpression};
use bouton_explain::Explanation;

pub(crate) use code::Writer;

/// A sum of coordinates with coefficients, reduced or not.
pub(crate) type Coefficients = Vec<i64>;

/// A condition on a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Always,
    Never,
    /// The sum is at most this.
    AtMost(Coefficients, i64),
    /// The sum is this.
    Equal(Coefficients, i64),
    /// The number is 0.
    Zero(Number),
    /// The remainder is one of these.
    Congruent {
        coefficients: Coefficients,
        constant: i64,
        modulus: u32,
        residue: u32,
    },
    /// In every binary place the number of ones is a multiple of this.
    Columns(u32),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
}

/// A natural number computed from a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Constant(u64),
    Coordinate(usize),
    /// The remainder of a sum.
    Remainder {
        coefficients: Coefficients,
        constant: i64,
        modulus: u32,
    },
    /// The remainders of single coordinates as one number, the first the fastest.
    Classes(Vec<(usize, u32)>),
    /// The number that [`Statement::Remember`] stored.
    Remembered,
    /// The entry of a list at a small index.
    Entry(Vec<u64>, Box<Number>),
    NimSum(Vec<Number>),
}

/// A step of the program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// Runs the statements only if the test holds.
    If(Test, Vec<Statement>),
    /// Computes a small number once.
    Remember(Number),
    /// The value.
    Return(Number),
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Closed {
    /// The steps for each group of control states; the last is for all others.
    pub(crate) laws: Vec<Law>,
}

/// The transformation of the coordinates before the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// None.
    Coordinates,
    /// They are put in ascending order.
    Sorted,
    /// Each is halved this many times, rounded down.
    Halved(u32),
}

/// The steps of the laws of some control states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Law {
    pub(crate) controls: Vec<usize>,
    /// The numbers that the steps read.
    pub(crate) about: About,
    pub(crate) steps: Vec<Statement>,
}

impl Closed {
    /// The closed form of all control states, if all have one.
    pub(crate) fn new(explanation: &Explanation, controls: &[String]) -> Option<Self> {
        let dimension = explanation.coordinates.len() - usize::from(explanation.nim_heap);
        let laws = explanation
            .laws
            .iter()
            .map(|law| {
                let (about, steps) = form::steps(law, dimension, explanation.nim_heap)?;
                let controls = law
                    .controls
                    .iter()
                    .map(|name| controls.iter().position(|control| control == name))
                    .collect::<Option<_>>()?;
                Some(Law { controls, about, steps })
            })
            .collect::<Option<_>>()?;
        Some(Self { laws })
    }
}

/// A formula without parameters as a test.
pub(crate) fn test(formula: &Formula, dimension: usize) -> Option<Test> {
    let split = |expression: &LinearExpression| -> Option<(Coefficients, i64)> {
        let mut coefficients = vec![0; dimension];
        for &(variable, coefficient) in expression.terms() {
            *coefficients.get_mut(variable.index())? = coefficient;
        }
        Some((coefficients, expression.constant_term()))
    };
    let all = |parts: &[Formula]| parts.iter().map(|part| test(part, dimension)).collect::<Option<_>>();
    Some(match formula {
        Formula::True => Test::Always,
        Formula::False => Test::Never,
        Formula::NotPositive(expression) => {
            let (coefficients, constant) = split(expression)?;
            Test::AtMost(coefficients, constant.checked_neg()?)
        }
        Formula::Zero(expression) => {
            let (coefficients, constant) = split(expression)?;
            Test::Equal(coefficients, constant.checked_neg()?)
        }
        Formula::Congruent { modulus: 0, .. } => return None,
        Formula::Congruent { expression, modulus, residue } => {
            let (coefficients, constant) = split(expression)?;
            Test::Congruent { coefficients, constant, modulus: *modulus, residue: *residue }
        }
        Formula::Not(inner) => Test::Not(Box::new(test(inner, dimension)?)),
        Formula::And(parts) => Test::And(all(parts)?),
        Formula::Or(parts) => Test::Or(all(parts)?),
    })
}
