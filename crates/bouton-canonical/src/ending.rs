//! The search for an order that shows that play ends. Weights are tried, then computed, then an
//! order of weighted sums is sought.

use bouton_core::{Allowance, MoveSchema, PlayOrder, RulesetParts, descends_by};

/// Finds an order by which all moves descend: the number of objects; the weights 1, …, d; positive
/// weights that are computed; a lexicographic order of weighted sums.
///
/// # Errors
///
/// The numbers of moves such that no sum that falls or does not change under all of these moves
/// falls under one of them; the numbers of all moves if the work is used up.
pub(crate) fn order(parts: &RulesetParts, work: &mut dyn Allowance) -> Result<PlayOrder, Vec<usize>> {
    // Schemas that differ only in control states descend in the same way.
    let mut known = rustc_hash::FxHashSet::default();
    let alone = parts.controls.len() == 1;
    let different: Vec<(usize, &MoveSchema)> = (0..)
        .zip(&parts.moves)
        .filter(|(_, schema)| {
            alone || known.insert((&schema.guard, &schema.targets, schema.to > schema.from))
        })
        .collect();
    let ascending: Vec<u64> = (1..=parts.coordinates.len() as u64).collect();
    for weights in [&parts.weights, &ascending] {
        let order = PlayOrder::by_weights(weights);
        if different.iter().all(|(_, schema)| descends_by(schema, &order, work)) {
            return Ok(order);
        }
    }
    // Passes that do not change the coordinates end by themselves, and where play has stopped there
    // are no moves.
    let ended = |schema: &MoveSchema| {
        schema.to > schema.from && schema.targets.iter().all(|target| *target == bouton_core::Target::Same)
    };
    let go_on = parts.stop.clone().negated();
    let (numbers, moving): (Vec<usize>, Vec<MoveSchema>) = different
        .into_iter()
        .filter(|(_, schema)| !ended(schema))
        .map(|(number, schema)| {
            (number, MoveSchema { guard: schema.guard.clone().and(go_on.clone()), ..schema.clone() })
        })
        .unzip();
    let moving: Vec<&MoveSchema> = moving.iter().collect();
    let stuck = |stuck: Vec<usize>| stuck.into_iter().map(|place| numbers[place]).collect();
    let order = PlayOrder::find(&moving, parts.coordinates.len(), work).map_err(stuck)?;
    let unproved: Vec<usize> =
        (0..moving.len()).filter(|&place| !descends_by(moving[place], &order, work)).collect();
    if unproved.is_empty() { Ok(order) } else { Err(stuck(unproved)) }
}
