//! Learns, verifies and certifies laws of heap games.
mod guide;
mod learn;
mod nim_heap;
mod prove;
mod relation;
mod teacher;
mod verify;

pub use guide::{BigPosition, FoundOptions, Guide};
pub use learn::LearnLimit;
pub use nim_heap::{with_nim_heap, NimHeapError};
pub use prove::{prove, Goal, NoLaw, Proof, ProveLimits, Statistics};
pub use relation::{MoveRelation, RelationState, RelationTooLarge};
pub use verify::{verify, Relations, SmallPosition, Verdict, VerifyLimit, VerifyLimits, Violation};

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::*;

    fn nim(heaps: usize) -> Ruleset {
        let moves = (0..heaps)
            .map(|heap| {
                let (x, p) = (Variable(heap as u16), Variable(heaps as u16));
                let less = LinearExpression::variable(p).minus(&LinearExpression::variable(x)).unwrap();
                MoveSchema {
                    from: ControlState(0),
                    to: ControlState(0),
                    parameters: 1,
                    guard: Formula::NotPositive(less.with_constant(1).unwrap()),
                    targets: (0..heaps)
                        .map(|h| if h == heap { Target::Becomes(LinearExpression::variable(p)) } else { Target::Same })
                        .collect(),
                }
            })
            .collect();
        Ruleset::new(RulesetParts {
            name: "nim".into(),
            text: "nim".into(),
            space: Space::Heaps,
            coordinates: (0..heaps).map(|h| format!("h{h}")).collect(),
            controls: vec![String::new()],
            interchangeable: true,
            weights: vec![1; heaps],
            stop: Formula::False,
            moves,
            convention: Convention::Normal,
        })
        .unwrap()
    }

    #[test]
    fn nim_verifies() {
        for heaps in [2, 3, 5, 8, 12] {
            let t = std::time::Instant::now();
            let letters = 1usize << heaps;
            let mut transitions = Vec::new();
            for state in 0..2 {
                for l in 0..letters {
                    transitions.push(if state == 1 || l.count_ones() % 2 == 1 { 1 } else { 0 });
                }
            }
            let law = DigitAutomaton::new(heaps, vec![0], vec![0, 1], transitions).unwrap();
            let relations = Relations::new(&nim(heaps), 1 << 26).unwrap();
            let t1 = t.elapsed();
            let verdict = verify(
                &relations,
                &law,
                &StandardValuation::NormalOutcome.conditions(2).unwrap(),
                VerifyLimits { product: 1 << 20, deadline: None },
            );
            match verdict.unwrap() {
                Verdict::Verified(s) => println!("{heaps} {:?} {:?} {:?}", t1, t.elapsed(), s.iter().map(|s| s.elements.len()).collect::<Vec<_>>()),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn podium_verifies() {
        for heaps in [3usize, 4, 5, 6, 7, 8] {
            let t = std::time::Instant::now();
            let letters = 1usize << heaps;
            let n = 1 + letters; // 0 start, mask m (1..letters) -> m, O -> letters
            let mut transitions = Vec::new();
            let mut outputs = vec![1; n];
            outputs[0] = 0;
            outputs[letters] = 2;
            for state in 0..n {
                for l in 0..letters {
                    let s = l.count_ones() % 3;
                    let full = letters - 1;
                    let next = if state == letters { letters } else {
                        let base = if state == 0 { match s { 0 => 0, 1 => l, _ => usize::MAX } } else {
                            match s { 0 => state, 1 => state & l, _ => state & !l & full }
                        };
                        if base == usize::MAX || (base == 0 && !(state == 0 && s == 0)) { letters } else { base }
                    };
                    transitions.push(next as u32);
                }
            }
            let law = bouton_automata::minimize(&DigitAutomaton::new(heaps, vec![0], outputs, transitions).unwrap());
            let relations = Relations::new(&nim(heaps), 1 << 26).unwrap();
            let t1 = t.elapsed();
            let verdict = verify(
                &relations,
                &law,
                &StandardValuation::Podium { players: 3 }.conditions(3).unwrap(),
                VerifyLimits { product: 1 << 24, deadline: None },
            );
            match verdict.unwrap() {
                Verdict::Verified(s) => println!("{heaps} states {} {:?} {:?} {:?}", law.states(), t1, t.elapsed(), s.iter().map(|s| (s.elements.len(), s.elements.iter().map(|e| e.partial_moves.len()).sum::<usize>())).collect::<Vec<_>>()),
                other => panic!("{other:?}"),
            }
        }
    }

    fn four_heaps() -> Ruleset {
        let d = 4;
        let mut moves = vec![];
        let mut add = |v: Vec<i64>| moves.push(MoveSchema { from: ControlState(0), to: ControlState(0), parameters: 0, guard: Formula::True,
            targets: v.iter().enumerate().map(|(i, &c)| if c == 0 { Target::Same } else { Target::Becomes(LinearExpression::variable(Variable(i as u16)).with_constant(c).unwrap()) }).collect() });
        for i in 0..d { for c in [-1, -2] { let mut v = vec![0; d]; v[i] = c; add(v); } for j in 0..i { let mut v = vec![0; d]; v[i] = -1; v[j] = -1; add(v); } }
        let zero = |i: usize| Formula::Zero(LinearExpression::variable(Variable(i as u16)));
        let stop = Formula::Or((0..d).map(|k| Formula::And((0..d).filter(|&i| i != k).map(zero).collect())).collect());
        let mut parts = nim(4).into_parts();
        parts.moves = moves; parts.stop = stop;
        Ruleset::new(parts).unwrap()
    }

    #[test]
    fn whole_proofs() {
        let mut podium = vec![];
        for n in 2..=8 { let mut p = nim(n).into_parts(); p.convention = Convention::Podium { players: 3 }; podium.push((format!("podium {n}"), Ruleset::new(p).unwrap(), Goal::Outcome)); }
        let mut misere = nim(3).into_parts(); misere.convention = Convention::Misere;
        let mut games = vec![("four".to_string(), four_heaps(), Goal::Outcome), ("four grundy".into(), four_heaps(), Goal::Grundy),
            ("misere".into(), Ruleset::new(misere).unwrap(), Goal::Outcome), ("nim2g".into(), nim(2), Goal::Grundy), ("nim3g".into(), nim(3), Goal::Grundy), ("nim4g".into(), nim(4), Goal::Grundy)];
        for n in [2, 3, 4, 5, 8, 10, 12] { games.push((format!("nim {n}"), nim(n), Goal::Outcome)); }
        games.extend(podium);
        for (name, rules, goal) in games {
            let t = std::time::Instant::now();
            match prove(&rules, goal, &ProveLimits::default()) {
                Ok(proof) => {
                    let elements: usize = proof.law().strategies.iter().map(|s| s.elements.len()).sum();
                    println!("== {name}: {:?} states {} elements {elements} cert {} {:?}", t.elapsed(), proof.law().automaton.states(), proof.certificate.encode().len(), proof.statistics);
                }
                Err(e) => println!("== {name}: {:?} {e}", t.elapsed()),
            }
        }
    }
}
