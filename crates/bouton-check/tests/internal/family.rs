//! The automaton of a move schema accepts exactly the moves of the schema.

use bouton_core::{ControlState, Formula, LinearExpression, MoveSchema, Numeration, Target, Variable};
use proptest::prelude::*;

use super::{Family, Only};
use crate::{Limits, Step, limits::Budget};

/// Coordinates below this are tested.
const BOX: u64 = 8;
/// The largest parameter; every guard of the tests bounds parameters by it.
const MOST: i64 = 11;
const WAYS: usize = 12;

fn linear(terms: &[i64], constant: i64) -> LinearExpression {
    let mut sum = LinearExpression::constant(constant).unwrap();
    for (index, &coefficient) in (0..).zip(terms) {
        sum = sum.plus_scaled(&LinearExpression::variable(Variable(index)), coefficient).unwrap();
    }
    sum
}

/// By the definition: some parameters make the guard true and the targets y.
fn by_definition(schema: &MoveSchema, x: &[i128], y: &[i128]) -> bool {
    let ways = WAYS.pow(u32::from(schema.parameters));
    (0..ways).any(|way| {
        let mut values = x.to_vec();
        let mut rest = way;
        for _ in 0..schema.parameters {
            values.push((rest % WAYS) as i128);
            rest /= WAYS;
        }
        let fits = |(index, target): (usize, &Target)| match target {
            Target::Same => y[index] == x[index],
            Target::Becomes(expression) => expression.evaluate(&values) == y[index],
        };
        schema.targets.iter().enumerate().all(fits) && schema.guard.holds(&values)
    })
}

/// By the automaton, with `zeros` leading zeros.
fn by_automaton(
    numeration: &Numeration,
    family: Option<&Family>,
    x: &[u64],
    y: &[u64],
    zeros: usize,
) -> bool {
    let Some(family) = family else { return false };
    let letters = |numbers: &[u64]| {
        let word: Vec<usize> = numeration.letters_of_small(numbers).collect();
        [vec![0; 5 + zeros - word.len()], word].concat()
    };
    let mut states = vec![0];
    for (x, y) in letters(x).into_iter().zip(letters(y)) {
        let mut after = Vec::new();
        for &state in &states {
            family.for_each_successor(state, x, |found, next| {
                after.extend((found == y).then_some(next));
            });
        }
        after.sort_unstable();
        after.dedup();
        states = after;
    }
    states.iter().any(|&state| family.accepting[state as usize])
}

fn numerations() -> Vec<Numeration> {
    let names = ["2", "3", "fibonacci", "ostrowski(2)", "tribonacci"];
    names.map(|name| name.parse().unwrap()).into()
}

/// Numerations whose digits have weights of their own; they have many digits.
fn matrices() -> Vec<Numeration> {
    ["ostrowski(1,2)", "fraenkel(2,1)"].map(|name| name.parse().unwrap()).into()
}

fn compare(schema: &MoveSchema, zeros: usize) {
    for numeration in numerations() {
        assert!(compare_in(&numeration, schema, zeros, &Limits::default()), "{numeration}");
    }
}

/// Compares the automaton with the schema; returns whether the automaton was made within the
/// limits.
fn compare_in(numeration: &Numeration, schema: &MoveSchema, zeros: usize, limits: &Limits) -> bool {
    let family = match Family::new(schema, 2, Only::All, numeration, &mut Budget::new(limits.clone())) {
        Err(refused) if refused.step == Step::Limit => return false,
        other => other.unwrap(),
    };
    for all in 0..BOX.pow(4) {
        let numbers = [all % BOX, all / BOX % BOX, all / BOX.pow(2) % BOX, all / BOX.pow(3)];
        let exact = numbers.map(i128::from);
        let expected = by_definition(schema, &exact[..2], &exact[2..]);
        let found = by_automaton(numeration, family.as_ref(), &numbers[..2], &numbers[2..], zeros);
        assert_eq!(found, expected, "{schema:?} at {numbers:?} in {numeration}");
    }
    true
}

fn schema(parameters: u16, guard: Formula, targets: [Target; 2]) -> MoveSchema {
    MoveSchema { from: ControlState(0), to: ControlState(0), parameters, guard, targets: targets.into() }
}

#[test]
fn the_moves_of_the_usual_games() {
    let becomes = |terms: &[i64], constant| Target::Becomes(linear(terms, constant));
    let below = Formula::NotPositive(linear(&[-1, 0, 1], 1));
    let bounded = Formula::NotPositive(linear(&[0, 0, 1], -MOST));
    // Any number from the first heap; the same number from both; two or three from the second.
    compare(&schema(1, below.clone(), [becomes(&[0, 0, 1], 0), Target::Same]), 0);
    compare(&schema(1, below, [becomes(&[0, 0, 1], 0), becomes(&[-1, 1, 1], 0)]), 0);
    compare(&schema(0, Formula::True, [Target::Same, becomes(&[0, 1], -3)]), 0);
    // The coordinates change places; a coordinate is raised; half of a heap is left.
    compare(&schema(0, Formula::True, [becomes(&[0, 1], 0), becomes(&[1], -1)]), 0);
    compare(&schema(0, Formula::True, [becomes(&[1], -1), becomes(&[0, 1], 2)]), 1);
    let half = Formula::And(vec![
        Formula::NotPositive(linear(&[-1, 0, 2], 0)),
        Formula::NotPositive(linear(&[1, 0, -2], -1)),
    ]);
    compare(&schema(1, half, [becomes(&[0, 0, 1], 0), Target::Same]), 0);
    for numeration in matrices() {
        let taken = Formula::NotPositive(linear(&[-1, 0, 1], 1));
        for schema in [
            schema(1, taken.clone(), [becomes(&[0, 0, 1], 0), becomes(&[-1, 1, 1], 0)]),
            schema(0, Formula::True, [becomes(&[1], -1), becomes(&[0, 1], 2)]),
            schema(0, Formula::True, [becomes(&[0, 1], 0), becomes(&[1], -1)]),
        ] {
            assert!(compare_in(&numeration, &schema, 1, &Limits::default()), "{numeration}");
        }
    }
    // A parameter that is not a coordinate: an even number is moved over, three times as much
    // vanishes.
    compare(&schema(1, bounded.clone(), [becomes(&[1, 0, -3], 0), becomes(&[0, 1, 2], 0)]), 0);
    // The same parameter is left in both heaps.
    compare(&schema(1, bounded, [becomes(&[0, 0, 1], 0), becomes(&[0, 0, 1], 0)]), 0);
    // Nothing moves.
    compare(&schema(0, Formula::Zero(linear(&[1, -1], 0)), [Target::Same, Target::Same]), 0);
}

/// A hidden parameter may have more digits than x and y, whose leading zeros are then read.
#[test]
fn hidden_digits_may_begin_before_those_of_the_position() {
    let guard = Formula::And(vec![
        Formula::NotPositive(linear(&[0, 0, 1, 1], -MOST)),
        Formula::NotPositive(linear(&[0, 0, -1], 9)),
    ]);
    // t ≥ 9 and u are added and taken away again.
    let targets = [Target::Becomes(linear(&[1, 0, 1, -5], 0)), Target::Same];
    compare(&schema(2, guard, targets), 4);
}

fn expression(variables: usize) -> impl Strategy<Value = LinearExpression> {
    (prop::collection::vec(-2i64..=2, variables), -5i64..=5).prop_map(|(terms, c)| linear(&terms, c))
}

fn formula(variables: usize) -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        Just(Formula::True),
        expression(variables).prop_map(Formula::NotPositive),
        expression(variables).prop_map(Formula::Zero),
        (expression(variables), 1u32..5, 0u32..5).prop_map(|(expression, modulus, residue)| {
            Formula::Congruent { expression, modulus, residue: residue % modulus }
        }),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Formula::negated),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Formula::And),
            prop::collection::vec(inner, 1..3).prop_map(Formula::Or),
        ]
    })
}

fn any_schema() -> impl Strategy<Value = MoveSchema> {
    (0u16..=1).prop_flat_map(|parameters| {
        let variables = 2 + usize::from(parameters);
        let target = || {
            prop_oneof![
                Just(Target::Same),
                Just(Target::Becomes(LinearExpression::variable(Variable(1 + parameters)))),
                expression(variables).prop_map(Target::Becomes),
            ]
        };
        (formula(variables), target(), target()).prop_map(move |(guard, first, second)| {
            let bound = linear(if parameters == 1 { &[0, 0, 1] } else { &[] }, -MOST);
            schema(parameters, guard.and(Formula::NotPositive(bound)), [first, second])
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_schema_is_read_as_it_is_written(
        schema in any_schema(),
        numeration in prop::sample::select([numerations(), matrices()].concat()),
    ) {
        // Many conditions at once have many states in some numerations.
        let limits = Limits { steps: 1 << 22, ..Limits::default() };
        let limits = if numeration == Numeration::binary() { Limits::default() } else { limits };
        compare_in(&numeration, &schema, 4, &limits);
    }

    /// With an order, exactly the moves that do not descend are left.
    #[test]
    fn descent_is_decided(
        schema in any_schema(),
        order in proptest::collection::vec((0u8..4, 0u8..4), 1..4),
        up in 0u8..2,
    ) {
        let schema = MoveSchema { to: ControlState(up), ..schema };
        let sums: Vec<Vec<i64>> = order.iter().map(|&(first, second)| vec![first.into(), second.into()]).collect();
        let binary = Numeration::binary();
        let budget = &mut Budget::new(Limits::default());
        let family = Family::new(&schema, 2, Only::Rising(&sums), &binary, budget).unwrap();
        let weight = |numbers: &[u64]| -> Vec<u64> {
            order.iter().map(|&(first, second)| u64::from(first) * numbers[0] + u64::from(second) * numbers[1]).collect()
        };
        for all in 0..5u64.pow(4) {
            let numbers = [all % 5, all / 5 % 5, all / 25 % 5, all / 125];
            let exact = numbers.map(i128::from);
            let (x, y) = numbers.split_at(2);
            let descends = weight(y) < weight(x) || (up == 1 && x == y);
            let expected = !descends && by_definition(&schema, &exact[..2], &exact[2..]);
            prop_assert_eq!(by_automaton(&binary, family.as_ref(), x, y, 4), expected);
        }
    }
}
