//! The selection of games of the family.

use bouton::theory::two_in_total::{Ending, Family, MAX_HEAPS};

use crate::{
    arguments::in_total::{FamilyArguments, Range},
    failure::Failure,
};

pub(super) fn member_of(heaps: u64, total: u64, from: u64, ending: Ending) -> Result<Family, Failure> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Family::new(size(heaps), total, size(from), ending)
        .map_err(|fault| Failure::input("game", fault.to_string()))
}

/// The games of the table, with both endings next to each other.
pub(super) fn members(arguments: &FamilyArguments) -> Result<Vec<Family>, Failure> {
    let endings = arguments.ending.map_or(vec![Ending::Stop, Ending::Empty], |one| vec![one.ending()]);
    let heaps = arguments.heaps.unwrap_or(Range { first: 2, last: 3 });
    let totals = arguments.total.unwrap_or(Range { first: 1, last: 3 });
    if usize::try_from(heaps.last).map_or(true, |last| last > MAX_HEAPS) {
        return Err(Failure::input("game", format!("there are 1 to {MAX_HEAPS} heaps, not {}", heaps.last)));
    }
    let mut members = Vec::new();
    for (heaps, total) in heaps.numbers().flat_map(|heaps| totals.numbers().map(move |total| (heaps, total)))
    {
        let from = arguments.from.unwrap_or(Range { first: 1, last: heaps.min(total) });
        for from in from.numbers().take_while(|&from| from <= heaps) {
            for &ending in &endings {
                // With one heap play would stop before it begins.
                if heaps > 1 || ending == Ending::Empty {
                    members.push(member_of(heaps, total, from, ending)?);
                }
            }
        }
    }
    if members.is_empty() {
        return Err(Failure::input("game", "no game has these numbers: a move takes from at most all heaps"));
    }
    Ok(members)
}
