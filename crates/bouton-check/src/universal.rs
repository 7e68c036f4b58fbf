//! The universal half: no move leads to a forbidden value.

use bouton_core::{Condition, ControlState, DigitAutomaton, Position, Ruleset, State};

use crate::{Refused, Step, family::Family, limits::Budget, refused::Verdict};

/// A reachable state of the product of the law at x, a move and the law at y.
#[derive(Clone, Copy)]
struct Node {
    x: State,
    moving: u32,
    y: State,
    /// The node before, and the letters that lead from there to here.
    before: u32,
    letters: (u16, u16),
}

/// Explores the product for one family; the first node is that of the prefixes 0.
pub(crate) fn check(
    ruleset: &Ruleset,
    automaton: &DigitAutomaton,
    family: &Family,
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    let [x, y] = [family.from, family.to].map(|control| automaton.starts()[control.index()]);
    let mut nodes = vec![Node { x, moving: 0, y, before: 0, letters: (0, 0) }];
    // For each pair of a move's state and a state at x, the states met at y, as bits.
    let mut met: Vec<Box<[u64]>> = Vec::new();
    budget.hold(automaton.states().saturating_mul(family.accepting.len()))?;
    met.resize_with(automaton.states() * family.accepting.len(), Box::default);
    let words = automaton.states().div_ceil(64);
    let mut done = 0;
    while let Some(&Node { x, moving, y, .. }) = nodes.get(done) {
        let (value, found) = (automaton.output(x), automaton.output(y));
        if family.accepting[moving as usize] && conditions[value as usize].forbidden.contains(&found) {
            let witness = witness(ruleset, automaton.tracks(), family, &nodes[..=done]).map(Box::new);
            let place = witness.as_ref().map_or(String::new(), |both| format!(": {} to {}", both.0, both.1));
            let reason = format!("a move leads from value {value} to the forbidden value {found}{place}");
            return Err(Refused { witness, ..Refused::new(Step::Universal, reason) });
        }
        budget.spend(automaton.letters() * family.width())?;
        let mut fresh = 0;
        let before = Budget::number(done)?;
        for letter in 0..automaton.letters() {
            let x = automaton.next(x, letter);
            family.successors(moving, letter, |other, moving| {
                let y = automaton.next(y, other);
                let row = &mut met[moving as usize * automaton.states() + x as usize];
                if row.is_empty() {
                    *row = vec![0; words].into();
                    fresh += words / 4;
                }
                let (word, bit) = (&mut row[y as usize / 64], 1 << (y % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    fresh += 1;
                    // A letter has at most 16 digits.
                    let small = |letter| u16::try_from(letter).unwrap_or_default();
                    nodes.push(Node { x, moving, y, before, letters: (small(letter), small(other)) });
                }
            });
        }
        budget.hold(fresh)?;
        done += 1;
    }
    Ok(())
}

/// The positions x and y whose digits lead to the last node, if there are at most 64 of them.
fn witness(rules: &Ruleset, tracks: usize, family: &Family, nodes: &[Node]) -> Option<(Position, Position)> {
    let (mut x, mut y) = (vec![0u64; tracks], vec![0u64; tracks]);
    let (mut at, mut place) = (*nodes.last()?, 0u32);
    while at.before != 0 || at.letters != (0, 0) {
        let digit = 1u64.checked_shl(place)?;
        for track in 0..tracks {
            x[track] |= digit * u64::from(at.letters.0 >> track & 1);
            y[track] |= digit * u64::from(at.letters.1 >> track & 1);
        }
        (at, place) = (nodes[at.before as usize], place + 1);
    }
    let position = |coordinates: &[u64], control: ControlState| {
        let name = rules.controls().get(control.index()).filter(|name| !name.is_empty());
        Position { control: name.cloned(), ..Position::from_small(coordinates) }
    };
    Some((position(&x, family.from), position(&y, family.to)))
}
