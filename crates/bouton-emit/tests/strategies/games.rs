//! The games for which strategies are emitted.

use std::sync::OnceLock;

use bouton_core::{
    ControlState, Convention, Formula, Law, LinearExpression, MoveSchema, Ruleset, RulesetParts, Space,
    Target, Valuation, Value, Variable,
};

use crate::{brute_force::Solver, learner::learn};

/// A game with its law.
pub(crate) struct Case {
    /// A name that is also an identifier.
    pub(crate) name: &'static str,
    /// The name of the certificate in the program.
    pub(crate) certificate: String,
    pub(crate) ruleset: Ruleset,
    pub(crate) law: Law,
    /// The box compared with brute force: all coordinates up to this.
    pub(crate) upto: u64,
    /// Whether a move can make a number longer than all numbers before.
    pub(crate) may_grow: bool,
}

impl Case {
    /// The valuation of the emitted values.
    pub(crate) fn value_of(&self) -> Valuation {
        if self.law.is_grundy() { Valuation::Grundy } else { self.law.valuation }
    }
}

/// A small linear expression: (variable, coefficient) and a constant.
fn linear(terms: &[(u16, i64)], constant: i64) -> LinearExpression {
    let zero = LinearExpression::constant(constant).unwrap();
    terms.iter().fold(zero, |sum, &(variable, coefficient)| {
        sum.plus_scaled(&LinearExpression::variable(Variable(variable)), coefficient).unwrap()
    })
}

/// The expression is at most 0.
fn not_positive(terms: &[(u16, i64)], constant: i64) -> Formula {
    Formula::NotPositive(linear(terms, constant))
}

/// A move inside control state 0.
fn schema(parameters: u16, guard: Formula, targets: Vec<Target>) -> MoveSchema {
    MoveSchema { from: ControlState(0), to: ControlState(0), parameters, guard, targets }
}

fn becomes(terms: &[(u16, i64)], constant: i64) -> Target {
    Target::Becomes(linear(terms, constant))
}

fn ruleset(
    text: &str,
    dimension: usize,
    moves: Vec<MoveSchema>,
    change: impl FnOnce(&mut RulesetParts),
) -> Ruleset {
    let mut parts = RulesetParts {
        name: "test".into(),
        text: text.into(),
        space: Space::Counters,
        coordinates: (1..=dimension).map(|i| format!("h{i}")).collect(),
        controls: vec![String::new()],
        turns: None,
        interchangeable: false,
        weights: vec![1; dimension],
        order: None,
        exists: Formula::True,
        stop: Formula::False,
        moves,
        convention: Convention::Normal,
    };
    change(&mut parts);
    Ruleset::new(parts).unwrap()
}

/// Take any amount from each of at most `most` heaps, at least one.
fn take_any(heaps: u16, most: u32) -> Vec<MoveSchema> {
    let mut moves = Vec::new();
    for chosen in (1u32..1 << heaps).filter(|chosen| chosen.count_ones() <= most) {
        let (mut guard, mut targets, mut parameter) = (Formula::True, Vec::new(), heaps);
        for heap in 0..heaps {
            if chosen >> heap & 1 == 1 {
                guard = guard.and(not_positive(&[(parameter, 1), (heap, -1)], 1));
                targets.push(becomes(&[(parameter, 1)], 0));
                parameter += 1;
            } else {
                targets.push(Target::Same);
            }
        }
        moves.push(schema(parameter - heaps, guard, targets));
    }
    moves
}

/// Take 1 … `most` in total from at most two heaps.
fn take_in_total(heaps: u16, most: i64) -> Vec<MoveSchema> {
    let mut moves = Vec::new();
    for first in 0..heaps {
        for total in 1..=most {
            let take = |amounts: &[(u16, i64)]| {
                let mut targets = vec![Target::Same; usize::from(heaps)];
                for &(heap, amount) in amounts {
                    targets[usize::from(heap)] = becomes(&[(heap, 1)], -amount);
                }
                schema(0, Formula::True, targets)
            };
            moves.push(take(&[(first, total)]));
            for second in first + 1..heaps {
                moves.extend((1..total).map(|amount| take(&[(first, amount), (second, total - amount)])));
            }
        }
    }
    moves
}

/// At most one of the numbers is positive.
fn at_most_one_nonempty(heaps: u16) -> Formula {
    Formula::Or(
        (0..heaps)
            .map(|kept| {
                Formula::And(
                    (0..heaps)
                        .filter(|&heap| heap != kept)
                        .map(|heap| not_positive(&[(heap, 1)], 0))
                        .collect(),
                )
            })
            .collect(),
    )
}

/// Nim with a pass in the coordinates "number of heaps of size i", i ≤ `sizes`.
fn small_pass(sizes: u16) -> Ruleset {
    let mut moves = Vec::new();
    for control in 0..2 {
        for from in 0..sizes {
            for to in 0..=from {
                let mut targets = vec![Target::Same; usize::from(sizes)];
                targets[usize::from(from)] = becomes(&[(from, 1)], -1);
                if to > 0 {
                    targets[usize::from(to) - 1] = becomes(&[(to - 1, 1)], 1);
                }
                let state = ControlState(control);
                moves.push(MoveSchema { from: state, to: state, ..schema(0, Formula::True, targets) });
            }
        }
    }
    let all: Vec<(u16, i64)> = (0..sizes).map(|size| (size, -1)).collect();
    let same = vec![Target::Same; usize::from(sizes)];
    moves.push(MoveSchema { to: ControlState(1), ..schema(0, not_positive(&all, 1), same) });
    let text = format!("heap sizes 1..{sizes}\nmove take any from 1 heap\npass 1 unless empty\n");
    ruleset(&text, usize::from(sizes), moves, |parts| {
        parts.space = Space::HeapSizes;
        parts.controls = vec!["pass".into(), "used".into()];
        parts.weights = (1..=u64::from(sizes)).collect();
    })
}

/// Counters with guards, division, congruences, equations and hidden parameters.
fn counters() -> Ruleset {
    let (a, b, t) = (0, 1, 2);
    let halve = Formula::And(vec![
        not_positive(&[(a, -1)], 1),
        not_positive(&[(t, 2), (a, -1)], 0),
        Formula::Not(Box::new(not_positive(&[(a, 1), (t, -2)], -2).negated())),
    ]);
    // b mod 2 (and a useless multiple of a) decides: take 1 or take 2.
    let difference = linear(&[(b, 1), (a, -2)], 0);
    let even = Formula::Congruent { expression: difference.clone(), modulus: 2, residue: 0 };
    // 3 divides b: 3 t = b; the parameter occurs in no target.
    let third = Formula::Zero(linear(&[(b, 1), (t, -3)], 0)).and(not_positive(&[(b, -1)], 1));
    // From a multiple of 4 an odd number is taken, written with a computed target.
    let odd = Formula::Congruent { expression: linear(&[(b, -1)], 0), modulus: 4, residue: 0 }
        .and(not_positive(&[(t, 2), (b, -1)], 1));
    let moves = vec![
        schema(1, halve, vec![becomes(&[(t, 1)], 0), Target::Same]),
        schema(0, even.clone(), vec![Target::Same, becomes(&[(b, 1)], -1)]),
        schema(
            0,
            Formula::Or(vec![even.negated(), Formula::Or(vec![])]),
            vec![Target::Same, becomes(&[(b, 1)], -2)],
        ),
        schema(1, third, vec![Target::Same, becomes(&[(b, 1)], -1)]),
        schema(1, odd, vec![Target::Same, becomes(&[(b, 1), (t, -2)], -1)]),
    ];
    ruleset("counters a, b\n\u{2026} */ \"\"\" @NEXT@ ??/\n\\", 2, moves, |parts| {
        parts.coordinates = vec!["a".into(), "b".into()]
    })
}

/// A game whose law is learnt from its own values.
fn learnt(name: &'static str, ruleset: Ruleset, valuation: Valuation, lookahead: u32, upto: u64) -> Case {
    let controls = u8::try_from(ruleset.controls().len()).unwrap();
    let mut solver = Solver::new(&ruleset, valuation);
    let law = learn(ruleset.dimension(), controls, lookahead, |control, position| {
        solver.value(&(control, position.to_vec()))
    });
    let certificate = name.to_owned();
    let law = Law::new(valuation, law);
    Case { name, certificate, ruleset, law, upto, may_grow: false }
}

/// All games, created once.
pub(crate) fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| make().into_iter().chain(crate::proved::cases()).collect())
}

fn make() -> Vec<Case> {
    use Valuation as V;
    let plain = |_: &mut RulesetParts| {};
    let take_three = || ruleset("heaps 1\nmove take 1..3 from 1 heap\n", 1, take_in_total(1, 3), plain);
    let nim = |heaps: u16| {
        let text = format!("heaps {heaps}\nmove take any from 1 heap\n");
        ruleset(&text, usize::from(heaps), take_any(heaps, 1), plain)
    };
    let under = |game: Ruleset, convention: Convention| {
        let mut parts = game.into_parts();
        parts.convention = convention;
        Ruleset::new(parts).unwrap()
    };
    let podium = Convention::Podium { players: 3 };
    let two_in_total = ruleset(
        "heaps 4\nmove take 1..2 in total from at most 2 heaps\nstop when at most 1 heap is nonempty\n",
        4,
        take_in_total(4, 2),
        |parts| parts.stop = at_most_one_nonempty(4),
    );
    let same_amount = schema(
        1,
        not_positive(&[(2, 1), (0, -1)], 1),
        vec![becomes(&[(2, 1)], 0), becomes(&[(1, 1), (0, -1), (2, 1)], 0)],
    );
    // From a ≤ 3 one object may be taken, from more nothing: remoteness a or 0.
    let countdown = schema(0, not_positive(&[(0, 1)], -3), vec![becomes(&[(0, 1)], -1)]);
    let only_a_pass = MoveSchema { to: ControlState(1), ..schema(0, Formula::True, vec![]) };
    let nim_sum = |values: &[u64]| Value::from(values.iter().fold(0, |sum, value| sum ^ value) != 0);
    vec![
        learnt("take_three", take_three(), V::NormalOutcome, 2, 30),
        learnt("take_three_grundy", take_three(), V::Grundy, 2, 30),
        learnt("take_three_coalition", under(take_three(), Convention::Coalition), V::Coalition, 3, 30),
        learnt("nim_two", nim(2), V::NormalOutcome, 1, 12),
        learnt("nim_three", nim(3), V::NormalOutcome, 1, 7),
        Case {
            law: Law::with_nim_heap(learn(3, 1, 1, |_, values| nim_sum(values))),
            ..learnt("nim_two_grundy", nim(2), V::NormalOutcome, 1, 12)
        },
        learnt("nim_misere", under(nim(3), Convention::Misere), V::MisereOutcomeAndEnd, 2, 7),
        learnt("moore", ruleset("moore", 3, take_any(3, 2), plain), V::NormalOutcome, 1, 4),
        learnt("nim_podium", under(nim(3), podium), V::Podium { players: 3 }, 1, 7),
        learnt("two_in_total", two_in_total, V::NormalOutcome, 1, 4),
        Case { may_grow: true, ..learnt("small_pass", small_pass(3), V::NormalOutcome, 1, 5) },
        Case { may_grow: true, ..learnt("counters", counters(), V::NormalOutcome, 4, 24) },
        Case {
            may_grow: true,
            ..learnt("same_amount", ruleset("same", 2, vec![same_amount], plain), V::NormalOutcome, 1, 12)
        },
        learnt("countdown", ruleset("countdown", 1, vec![countdown], plain), V::Remoteness, 3, 30),
        learnt(
            "only_a_pass",
            ruleset("pass", 0, vec![only_a_pass], |parts| {
                parts.controls = vec!["pass".into(), "used".into()]
            }),
            V::NormalOutcome,
            0,
            0,
        ),
        learnt("no_moves", ruleset("none", 2, vec![], plain), V::MisereOutcome, 1, 3),
    ]
}
