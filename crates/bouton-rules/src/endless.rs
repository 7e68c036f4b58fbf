//! The search for a play among small positions that returns to an earlier position.

use bouton_core::{Batch, ControlState, LimitReached, RulesetParts, Target, Watch};

/// The largest coordinate and parameter that are tried.
const LARGEST: i128 = 4;
/// The most positions that are tried.
const MOST: usize = 20_000;

type Small = (Vec<i128>, ControlState);

/// Returns a cycle of moves among small positions, as a text, if there is one.
///
/// # Errors
///
/// Any [`LimitReached`].
pub(crate) fn cycle(parts: &RulesetParts, watch: &Watch) -> Result<Option<String>, LimitReached> {
    let dimension = parts.coordinates.len();
    let positions =
        u32::try_from(dimension).ok().and_then(|dimension| (LARGEST as usize + 1).checked_pow(dimension));
    let few = positions.filter(|positions| positions.saturating_mul(parts.controls.len()) <= MOST);
    let Some(positions) = few else { return Ok(None) };
    let mut batch = watch.batch();
    // The colour is 1 for a position on the path, and 2 for a finished one.
    let mut colour = std::collections::HashMap::<Small, u8>::new();
    for number in 0..positions {
        let mut rest = number;
        let start: Vec<i128> = (0..dimension)
            .map(|_| {
                let digit = rest % (LARGEST as usize + 1);
                rest /= LARGEST as usize + 1;
                digit as i128
            })
            .collect();
        let start = (start, ControlState(0));
        if colour.contains_key(&start) {
            continue;
        }
        let mut path = vec![(start.clone(), options(parts, &start, &mut batch)?)];
        colour.insert(start, 1);
        while let Some((_, left)) = path.last_mut() {
            let Some(next) = left.pop() else {
                if let Some((done, _)) = path.pop() {
                    colour.insert(done, 2);
                }
                continue;
            };
            match colour.get(&next) {
                Some(1) => {
                    let on_the_way = path.iter().map(|(position, _)| position);
                    let round = on_the_way.skip_while(|position| **position != next);
                    let words: Vec<String> =
                        round.chain([&next]).map(|position| word(parts, position)).collect();
                    return Ok(Some(words.join(" → ")));
                }
                Some(_) => {}
                None => {
                    let further = options(parts, &next, &mut batch)?;
                    colour.insert(next.clone(), 1);
                    path.push((next, further));
                }
            }
        }
    }
    Ok(None)
}

fn word(parts: &RulesetParts, (coordinates, control): &Small) -> String {
    let list: Vec<String> = coordinates.iter().map(ToString::to_string).collect();
    let name = &parts.controls[control.index()];
    if name.is_empty() { format!("({})", list.join(",")) } else { format!("({}:{name})", list.join(",")) }
}

fn options(
    parts: &RulesetParts,
    (coordinates, control): &Small,
    batch: &mut Batch<'_>,
) -> Result<Vec<Small>, LimitReached> {
    let mut options = Vec::new();
    if parts.stop.holds(coordinates) {
        return Ok(options);
    }
    for schema in parts.moves.iter().filter(|schema| schema.from == *control) {
        let parameters = u32::from(schema.parameters);
        let Some(choices) =
            (LARGEST as usize + 1).checked_pow(parameters).filter(|&choices| choices <= 10_000)
        else {
            continue;
        };
        for number in 0..choices {
            batch.spend(2)?;
            let mut values = coordinates.clone();
            let mut rest = number;
            for _ in 0..parameters {
                values.push((rest % (LARGEST as usize + 1)) as i128);
                rest /= LARGEST as usize + 1;
            }
            if !schema.guard.holds(&values) {
                continue;
            }
            let to: Vec<i128> = schema
                .targets
                .iter()
                .enumerate()
                .map(|(index, target)| match target {
                    Target::Same => coordinates[index],
                    Target::Becomes(e) => e.evaluate(&values),
                })
                .collect();
            if to.iter().all(|&value| (0..=LARGEST).contains(&value)) {
                options.push((to, schema.to));
            }
        }
    }
    Ok(options)
}
