//! The universal half: no move leads to a forbidden value.

use bouton_core::{Condition, ControlState, Numeration, Position, Ruleset, State};

use crate::{Refused, Step, family::Family, limits::Budget, numeration::Words, refused::Verdict};

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
    numeration: &Numeration,
    law: &Words,
    family: &Family,
    conditions: &[Condition],
    budget: &mut Budget,
) -> Verdict<()> {
    let [x, y] = [family.from, family.to].map(|control| law.starts[control.index()]);
    let mut nodes = vec![Node { x, moving: 0, y, before: 0, letters: (0, 0) }];
    // For each pair of a move's state and a state at x, the states met at y, as bits.
    let mut met: Vec<Box<[u64]>> = Vec::new();
    budget.hold(law.outputs.len().saturating_mul(family.accepting.len()))?;
    met.resize_with(law.outputs.len() * family.accepting.len(), Box::default);
    let words = law.outputs.len().div_ceil(64);
    let mut done = 0;
    while let Some(&Node { x, moving, y, .. }) = nodes.get(done) {
        let (value, found) = (law.outputs[x as usize], law.outputs[y as usize]);
        if family.accepting[moving as usize] && conditions[value as usize].forbidden.contains(&found) {
            let witness = witness(ruleset, numeration, law.tracks, family, &nodes[..=done]).map(Box::new);
            let place = witness.as_ref().map_or(String::new(), |both| format!(": {} to {}", both.0, both.1));
            let reason = format!("a move leads from value {value} to the forbidden value {found}{place}");
            return Err(Refused { witness, ..Refused::new(Step::Universal, reason) });
        }
        budget.spend(law.letters * family.width())?;
        let mut fresh = 0;
        let before = Budget::number(done)?;
        for letter in 0..law.letters {
            let Some(x) = law.next(x, letter) else { continue };
            family.successors(moving, letter, |other, moving| {
                let Some(y) = law.next(y, other) else { return };
                let row = &mut met[moving as usize * law.outputs.len() + x as usize];
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

/// The positions x and y whose digits lead to the last node, if their coordinates are below 2^64.
fn witness(
    rules: &Ruleset,
    numeration: &Numeration,
    tracks: usize,
    family: &Family,
    nodes: &[Node],
) -> Option<(Position, Position)> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut at = *nodes.last()?;
    while at.before != 0 || at.letters != (0, 0) {
        x.push(usize::from(at.letters.0));
        y.push(usize::from(at.letters.1));
        at = nodes[at.before as usize];
    }
    let position = |mut letters: Vec<usize>, control: ControlState| {
        letters.reverse();
        let name = rules.controls().get(control.index()).filter(|name| !name.is_empty());
        let coordinates = numeration.numbers_small(tracks, &letters)?;
        Some(Position { control: name.cloned(), ..Position::from_small(&coordinates) })
    };
    Some((position(x, family.from)?, position(y, family.to)?))
}
