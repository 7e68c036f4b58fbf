//! `bouton count GAME --upto N`: how many positions of a box have each outcome.

use bouton::document::{Count, Number};
use clap::Args;
use indexmap::IndexMap;

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    rows::{Asked, Rows},
};

/// The arguments of `count`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The largest coordinate: the box is 0..N in every coordinate, unsorted
    #[arg(long, value_name = "N")]
    upto: u64,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let playable = arguments.game.playable(output)?;
    let limits = arguments.limits.watch();
    let rows = Rows::new(&playable, arguments.game.heaps(), arguments.upto, Asked::Outcome, limits)?;
    let _progress = Progress::start("counting");
    let states = rows.controls().len().max(1);
    let mut counts = vec![vec![0u128; rows.all_values().len()]; states];
    let mut overflow = false;
    rows.for_each(&mut |row| {
        let orders = if rows.sorted() { arrangements(row.coordinates) } else { Some(1) };
        let count =
            usize::try_from(row.value).ok().and_then(|value| counts[row.control.index()].get_mut(value));
        match (count, orders) {
            (Some(count), Some(orders)) => match count.checked_add(orders) {
                Some(sum) => *count = sum,
                None => overflow = true,
            },
            _ => overflow = true,
        }
        !overflow
    })?;
    if overflow {
        return Err(Failure::limit("the counts go beyond 2^128; ask for a smaller box"));
    }
    let total: Vec<u128> =
        (0..rows.all_values().len()).map(|value| counts.iter().map(|state| state[value]).sum()).collect();
    let named = |counts: &[u128]| -> IndexMap<String, Number> {
        let pairs = rows.all_values().into_iter().zip(counts);
        pairs.map(|(value, &count)| (rows.name_of(value), count.into())).collect()
    };
    let by_state = rows.controls().iter().zip(&counts).map(|(name, state)| (name.clone(), named(state)));
    let document = Count {
        game: playable.title(),
        upto: arguments.upto.into(),
        counts: named(&total),
        controls: (!rows.controls().is_empty()).then(|| by_state.collect()),
    };
    let pairs = rows.all_values().into_iter().zip(&total);
    let line: Vec<String> = pairs.map(|(value, count)| format!("{} {count}", rows.name_of(value))).collect();
    output.say(&format!("{}\n", line.join(" ")), &document)?;
    Ok(Answer::Done)
}

/// In how many orders sorted heaps can be written.
fn arrangements(sorted: &[u64]) -> Option<u128> {
    let (mut result, mut run) = (1u128, 0u128);
    for (index, heap) in sorted.iter().enumerate() {
        run = if index > 0 && sorted[index - 1] == *heap { run + 1 } else { 1 };
        // Each quotient is a whole number: n! / (r₁! r₂! …), multiplied up.
        result = result.checked_mul(index as u128 + 1)? / run;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::arrangements;

    #[test]
    fn orders_of_a_multiset() {
        assert_eq!(arrangements(&[1, 2, 3]), Some(6));
        assert_eq!(arrangements(&[0, 0, 5, 5]), Some(6));
        assert_eq!(arrangements(&[7; 40]), Some(1));
        assert_eq!(arrangements(&[]), Some(1));
    }
}
