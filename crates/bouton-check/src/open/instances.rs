//! A second test of rules for any number of heaps: with a few small heaps, the moves that are written out are
//! those of the description. Only the description holds for every number; this test detects errors in the
//! reader of rules.

use std::collections::BTreeSet;

use bouton_canonical::Rules;
use bouton_core::{ControlState, FreeTakes, HeapMove, HeapMoves, Lowering, MoveKind, Ruleset, Target};

use crate::{
    Refusal, Step,
    limits::{Budget, unwritten},
    refused::Verdict,
};

/// The largest heap.
const LARGEST: i128 = 9;
/// The work of a test, in moves tried.
const MOST_TRIED: u128 = 1 << 21;

/// Options: control states and heaps.
type Options = BTreeSet<(ControlState, Vec<i128>)>;

/// With two heaps, each move is one of one heap.
pub(super) fn are_sums(game: &Rules, one: &Ruleset, budget: &mut Budget) -> Verdict<()> {
    agree(game, 2, budget, &|heaps, control, largest, budget| {
        let mut all = Options::new();
        for place in 0..heaps.len() {
            for (to, rest) in options(one, &heaps[place..=place], control, largest, budget)? {
                let mut after = heaps.to_vec();
                after[place] = rest[0];
                all.insert((to, after));
            }
        }
        Ok(all)
    })
}

/// With a heap more than a move lowers, four at most, the moves are those of the description.
pub(super) fn are_takes(game: &Rules, takes: &FreeTakes, budget: &mut Budget) -> Verdict<()> {
    let kinds = takes.kinds();
    agree(game, takes.most().min(3) + 1, budget, &|heaps, control, largest, budget| {
        let mut all = Options::new();
        let mut after = vec![0; heaps.len()];
        loop {
            budget.spend(1)?;
            let lowered = heaps.iter().zip(&after).filter(|(before, after)| after < before).count();
            let raised = heaps.iter().zip(&after).any(|(before, after)| after > before);
            let fits = |kind: &&MoveKind| {
                kind.from == control && (kind.lowered.0..=kind.lowered.1).contains(&lowered) && !raised
            };
            all.extend(kinds.iter().filter(fits).map(|kind| (kind.to, after.clone())));
            if !next(&mut after, largest) {
                return Ok(all);
            }
        }
    })
}

/// With a heap more than a move lowers, four at most, the moves are those of the description.
pub(super) fn are_heap_moves(game: &Rules, moves: &HeapMoves, budget: &mut Budget) -> Verdict<()> {
    let kinds = moves.moves();
    agree(game, moves.most().min(3) + 1, budget, &|heaps, control, largest, budget| {
        let mut all = Options::new();
        let mut after = vec![0; heaps.len()];
        loop {
            budget.spend(1)?;
            let taken: Vec<i128> = heaps.iter().zip(&after).map(|(before, after)| before - after).collect();
            let raised = taken.iter().any(|&amount| amount < 0);
            let mut some: Vec<i128> = taken.iter().copied().filter(|&amount| amount > 0).collect();
            some.sort_unstable();
            let fits = |of: &&HeapMove<'_>| {
                !raised
                    && of.from == control
                    && match of.lowering {
                        None => some.is_empty(),
                        Some(&Lowering::Free(least, most)) => (least..=most).contains(&some.len()),
                        Some(Lowering::By(amounts)) => {
                            some.iter().copied().eq(amounts.iter().map(|&amount| i128::from(amount)))
                        }
                        Some(&Lowering::All(amount)) => taken.iter().all(|&taken| taken == amount.into()),
                    }
            };
            all.extend(kinds.iter().filter(fits).map(|of| (of.to, after.clone())));
            if !next(&mut after, largest) {
                return Ok(all);
            }
        }
    })
}

/// The options by the description, of these heaps in a control state, none larger than the number.
type Described<'a> = dyn Fn(&[i128], ControlState, i128, &mut Budget) -> Verdict<Options> + 'a;

fn agree(game: &Rules, heaps: usize, budget: &mut Budget, described: &Described<'_>) -> Verdict<()> {
    let rules = |reason: String| Refusal::new(Step::Rules, reason);
    let fixed = game.with_heaps(heaps).map_err(|error| rules(error.to_string()))?;
    let ruleset = fixed.ruleset_within(budget.watch()).map_err(unwritten)?;
    let parameters = ruleset.moves().iter().map(|schema| u32::from(schema.parameters)).max().unwrap_or(0);
    let tried = |largest: i128| {
        let digits = u32::try_from(heaps).ok()?.checked_add(parameters)?;
        largest
            .unsigned_abs()
            .checked_add(1)?
            .checked_pow(digits)?
            .checked_mul(1 + ruleset.moves().len() as u128)
    };
    let within = |largest: &i128| tried(*largest).is_some_and(|tried| tried <= MOST_TRIED);
    // Heaps of one object are always examined; the caller's limits bound the work.
    let largest = (1..=LARGEST).rev().find(within).unwrap_or(1);
    let mut position = vec![0; heaps];
    loop {
        for control in ruleset.control_states() {
            let written = options(&ruleset, &position, control, largest, budget)?;
            if written != described(&position, control, largest, budget)? {
                return Err(rules(format!(
                    "with heaps {position:?} the moves are not those that the rules describe"
                )));
            }
        }
        if !next(&mut position, largest) {
            return Ok(());
        }
    }
}

/// The options of a position, by the moves that are written out.
fn options(
    ruleset: &Ruleset,
    position: &[i128],
    control: ControlState,
    largest: i128,
    budget: &mut Budget,
) -> Verdict<Options> {
    let mut all = Options::new();
    if !ruleset.exists().holds(position) || ruleset.stop().holds(position) {
        return Ok(all);
    }
    for schema in ruleset.moves().iter().filter(|schema| schema.from == control) {
        let mut parameters = vec![0; usize::from(schema.parameters)];
        loop {
            budget.spend(1)?;
            let values: Vec<i128> = position.iter().chain(&parameters).copied().collect();
            if schema.guard.holds(&values) {
                let after = schema.targets.iter().zip(position).map(|(target, &same)| match target {
                    Target::Same => same,
                    Target::Becomes(e) => e.evaluate(&values),
                });
                let after: Vec<i128> = after.collect();
                if after.iter().all(|&heap| heap >= 0) {
                    all.insert((schema.to, after));
                }
            }
            if !next(&mut parameters, largest) {
                break;
            }
        }
    }
    Ok(all)
}

/// The next tuple of numbers up to the largest; `false` after the last.
fn next(tuple: &mut [i128], largest: i128) -> bool {
    for number in tuple {
        if *number < largest {
            *number += 1;
            return true;
        }
        *number = 0;
    }
    false
}
