//! The reason why no finite list of classes of numbers of heaps is enough, as far as small positions show it.

use bouton_core::{LimitReached, Value};

use super::small::SmallPositions;

/// The heaps beside which heaps of one object are counted.
const BESIDE: [u8; 4] = [2, 3, 4, 5];
/// The most heaps of one object.
const MOST: usize = 24;
/// The longest period that is looked for, twice at least.
const PERIOD: usize = 6;

/// A sentence if numbers of heaps of one object matter beside a larger heap up to larger and larger numbers.
pub(super) fn grows(small: &mut SmallPositions<'_>) -> Result<Option<String>, LimitReached> {
    let mut matter = Vec::new();
    for beside in BESIDE {
        let mut values: Vec<Value> = Vec::new();
        let mut position = vec![beside];
        for _ in 0..=MOST {
            let Some(value) = small.value(0, &position)? else { return Ok(None) };
            values.push(value);
            position.push(1);
        }
        let Some(from) = preperiod(&values) else { return Ok(None) };
        matter.push(from);
    }
    let rises = matter[0] > 0 && matter.is_sorted_by(|one, next| one < next);
    let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(", ");
    Ok(rises.then(|| {
        format!(
            "beside a heap of {} objects the exact number of heaps of one object matters up to {}, so that no fixed number of classes of such numbers is enough, as far as small positions show",
            list(&mut BESIDE.iter().map(ToString::to_string)),
            list(&mut matter.iter().map(ToString::to_string))
        )
    }))
}

/// The least index from which the values are periodic, as far as they show it; `None` if they do not.
fn preperiod(values: &[Value]) -> Option<usize> {
    (0..values.len()).find(|&from| {
        (1..=PERIOD).any(|period| {
            from + 2 * period + 1 < values.len()
                && (from..values.len() - period).all(|n| values[n] == values[n + period])
        })
    })
}
