//! The universal half: no move leads to a forbidden value.

use bouton_core::{Condition, ControlState, Numeration, Position, Ruleset, State};

use crate::{
    Refusal, Step, conflicts::Conflicts, family::Family, limits::Budget, refused::Verdict, words::Words,
};

/// A reachable state of the product of the law at x, a move and the law at y.
#[derive(Clone, Copy)]
struct Node {
    x: State,
    moving: u32,
    y: State,
    /// The preceding node, and the letters that lead from it to this one.
    before: u32,
    letters: (usize, usize),
}

/// Explores the product for one family; the first node is that of the prefixes 0. Nodes after which no
/// conflict may follow are left out. Visits one of the
/// nodes that follow from each other by exchanging coordinates that the family does not mention; if
/// one of them fails, explores again without exchanges.
pub(crate) fn check(
    (ruleset, numeration): (&Ruleset, &Numeration),
    law: &Words,
    family: &Family,
    (conditions, conflicts): (&[Condition], &Conflicts),
    exchanges: &[(usize, Vec<State>)],
    budget: &mut Budget,
) -> Verdict<()> {
    let unmentioned = |(at, _): &&(usize, _)| !family.mentions(*at) && !family.mentions(at + 1);
    let exchanges: Vec<_> = exchanges.iter().filter(unmentioned).collect();
    let [x, y] = [family.from, family.to].map(|control| law.starts[control.index()]);
    let mut nodes = vec![Node { x, moving: 0, y, before: 0, letters: (0, 0) }];
    // For each pair of a move's state and a state at x, the states met at y, as bits.
    let mut met: Vec<Box<[u64]>> = Vec::new();
    budget.hold(law.outputs.len().saturating_mul(family.accepting.len()))?;
    let before = budget.taken();
    budget.take(16 * law.outputs.len() as u64 * family.accepting.len() as u64)?;
    met.resize_with(law.outputs.len() * family.accepting.len(), Box::default);
    let (words, mut done) = (law.outputs.len().div_ceil(64), 0);
    while let Some(&Node { x, moving, y, .. }) = nodes.get(done) {
        let (value, found) = (law.outputs[x as usize], law.outputs[y as usize]);
        if family.accepting[moving as usize] && conditions[value as usize].forbidden.contains(&found) {
            let reason = format!("a move leads from value {value} to the forbidden value {found}");
            if !exchanges.is_empty() {
                // Again without exchanges, for a witness as it is, if there are steps left.
                let conditions = (conditions, conflicts);
                return match check((ruleset, numeration), law, family, conditions, &[], budget) {
                    Err(limit) if limit.step == Step::Limit => Err(Refusal::new(Step::Universal, reason)),
                    found => found,
                };
            }
            let witness = witness(ruleset, numeration, law.tracks, family, &nodes[..=done]).map(Box::new);
            let place = witness.as_ref().map_or(String::new(), |both| format!(": {} to {}", both.0, both.1));
            return Err(Refusal { witness, ..Refusal::new(Step::Universal, reason + &place) });
        }
        let (mut fresh, mut tries, number) = (0, 0, Budget::number(done)?);
        // Digits that may be exchanged here need one order only.
        let stays = |(_, images): &&&(_, Vec<State>)| images[x as usize] == x && images[y as usize] == y;
        let equal = exchanges.iter().filter(stays).fold(0, |equal, exchange| equal | 1 << exchange.0);
        for letter in (0..law.letters).filter(|letter| letter >> 1 & !letter & equal == 0) {
            let (successors, kept) = family.successors(moving, letter);
            budget.spend(1 + successors.len() + std::mem::take(&mut tries))?;
            budget.room(&mut nodes, successors.len())?;
            let mut rows = 0;
            let Some(x) = law.next(x, letter) else { continue };
            for &(written, moving) in successors {
                let other = kept + written as usize;
                let Some(y) = law.next(y, other).filter(|&y| conflicts.may_follow(x, y)) else { continue };
                let (mut x, mut y) = (x, y);
                for _ in &exchanges {
                    let before = (x, y);
                    tries += exchanges.len();
                    for (_, images) in &exchanges {
                        (x, y) = (x, y).min((images[x as usize], images[y as usize]));
                    }
                    if (x, y) == before {
                        break;
                    }
                }
                let row = &mut met[moving as usize * law.outputs.len() + x as usize];
                if row.is_empty() {
                    *row = vec![0; words].into();
                    (fresh, rows) = (fresh + words / 4, rows + 1);
                }
                let (word, bit) = (&mut row[y as usize / 64], 1 << (y % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    fresh += 1;
                    nodes.push(Node { x, moving, y, before: number, letters: (letter, other) });
                }
            }
            budget.take(rows * (8 * words as u64 + 16))?;
        }
        budget.spend(tries)?;
        budget.hold(fresh)?;
        done += 1;
    }
    budget.leave(before);
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
        x.push(at.letters.0);
        y.push(at.letters.1);
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
