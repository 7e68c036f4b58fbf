//! The universal half: no move leads to a forbidden value.

use bouton_core::{Condition, DigitAutomaton, Ruleset, State};

use crate::{Refused, Step, Witness, family::Family, limits::Budget, witness};

/// A reachable state of the product of the law at x, a move and the law at y.
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
) -> Result<(), Refused> {
    let start = |index: usize| automaton.starts()[index];
    let (x, y) = (start(family.from.index()), start(family.to.index()));
    let mut nodes = vec![Node { x, moving: 0, y, before: 0, letters: (0, 0) }];
    // For each pair of a move's state and a state at x, the states met at y, as bits.
    let mut met: Vec<Box<[u64]>> = Vec::new();
    met.resize_with(automaton.states().saturating_mul(family.states()), Box::default);
    budget.hold(met.len())?;
    let words = automaton.states().div_ceil(64);
    let mut done = 0;
    while let Some(&Node { x, moving, y, .. }) = nodes.get(done) {
        let forbidden = &conditions[automaton.output(x) as usize].forbidden;
        if family.accepts(moving) && forbidden.contains(&automaton.output(y)) {
            return Err(violation(ruleset, automaton, family, &nodes, done));
        }
        budget.spend(automaton.letters() * family.width())?;
        let before = u32::try_from(done).unwrap_or(u32::MAX);
        for letter in 0..automaton.letters() {
            let next_x = automaton.next(x, letter);
            let mut fresh = 0;
            family.successors(moving, letter, |letter_y, moving| {
                let next_y = automaton.next(y, letter_y);
                let row = &mut met[moving as usize * automaton.states() + next_x as usize];
                if row.is_empty() {
                    *row = vec![0; words].into();
                    fresh += words / 4;
                }
                let (word, bit) = (&mut row[next_y as usize / 64], 1 << (next_y % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    fresh += 1;
                    let letters = (small(letter), small(letter_y));
                    nodes.push(Node { x: next_x, moving, y: next_y, before, letters });
                }
            });
            if fresh > 0 {
                budget.hold(fresh)?;
            }
        }
        done += 1;
    }
    Ok(())
}

/// A letter has at most 16 digits.
fn small(letter: usize) -> u16 {
    u16::try_from(letter).unwrap_or_default()
}

fn violation(
    ruleset: &Ruleset,
    automaton: &DigitAutomaton,
    family: &Family,
    nodes: &[Node],
    last: usize,
) -> Refused {
    let (mut from, mut to, mut at) = (Vec::new(), Vec::new(), last);
    while at != 0 {
        from.push(usize::from(nodes[at].letters.0));
        to.push(usize::from(nodes[at].letters.1));
        at = nodes[at].before as usize;
    }
    let tracks = automaton.tracks();
    let from = witness::position(ruleset, tracks, family.from, &from);
    let to = witness::position(ruleset, tracks, family.to, &to);
    let (value, forbidden) = (automaton.output(nodes[last].x), automaton.output(nodes[last].y));
    let place = match (&from, &to) {
        (Some(from), Some(to)) => format!(": {from} to {to}"),
        _ => String::new(),
    };
    let reason = format!("a move leads from value {value} to the forbidden value {forbidden}{place}");
    let witness = from.map(|from| Box::new(Witness { from, to }));
    Refused { witness, ..Refused::new(Step::Universal, reason) }
}
