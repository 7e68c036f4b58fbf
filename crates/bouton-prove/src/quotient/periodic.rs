//! Laws that are periodic in every heap.
//!
//! Where heaps are interchangeable and the values are periodic in one of them, they are so in all, and the values at one
//! position of each class are the law. A learner would find its states one by one, from hypotheses that are nearly right,
//! whose verification takes longest.

use bouton_core::{ControlState, DigitAutomaton, LimitReached, Value, Watch};
use bouton_solve::PeriodicCoordinate;

use super::{position_of, product::Product};
use crate::learn::{LearnLimit, Teacher};

/// The most classes of positions.
const MOST_CLASSES: u64 = 1 << 17;
/// The least number of choices of all heaps but two, beside which these are examined.
const BESIDE: usize = 8;

/// The law of interchangeable heaps whose values are periodic, if the values that the teacher gives seem to be. It
/// is a conjecture like every hypothesis.
///
/// # Errors
///
/// [`LearnLimit`] if the law has too many states, or if the watch ends the search.
pub(crate) fn periodic_law(
    teacher: &mut dyn Teacher,
    (heaps, controls): (usize, usize),
    watch: &Watch,
) -> Result<Option<DigitAutomaton>, LearnLimit> {
    let controls: Vec<ControlState> = (0..=u8::MAX).map(ControlState).take(controls).collect();
    let power = |number: u64| (0..heaps).try_fold(1u64, |power, _| power.checked_mul(number));
    let fits = |classes: u64| power(classes).is_some_and(|all| all <= MOST_CLASSES);
    let most = (1..MOST_CLASSES).take_while(|&classes| fits(classes)).last().unwrap_or(0);
    let Some(period) = period_of_heap(teacher, (heaps, &controls), most, watch)? else { return Ok(None) };
    let all: Vec<_> = (0..heaps).map(|heap| (heap, period)).collect();
    watch.spend(power(period.classes()).unwrap_or(u64::MAX).saturating_mul(1 << heaps) / 4)?;
    let mut product = Product::new(heaps)?;
    let mut starts = Vec::with_capacity(controls.len());
    for &control in &controls {
        let value = |_, class| teacher.value(&position_of(class, &all, heaps), control);
        starts.push(product.part((&[], &all), (0, 1), |_, _| 0, value)?);
    }
    product.law(starts).map(Some)
}

/// The period that the values seem to have in one heap, with at most a number of classes: no difference is seen among as
/// many sizes again as there are classes.
fn period_of_heap(
    teacher: &mut dyn Teacher,
    (heaps, controls): (usize, &[ControlState]),
    most: u64,
    watch: &Watch,
) -> Result<Option<PeriodicCoordinate>, LimitReached> {
    let mut position = vec![0; heaps];
    while position[0] < 2 * most && teacher.value(&position, ControlState(0))?.is_some() {
        position[0] += 1;
    }
    let known = position[0];
    let few = sorted_choices(heaps.saturating_sub(2));
    // For each size of a heap its values beside one heap of each size, and a few choices of the others.
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for size in 0..known {
        watch.spend(known * (few.len() * controls.len()) as u64)?;
        let mut row = Vec::new();
        for (second, others) in (0..known).flat_map(|second| few.iter().map(move |others| (second, others))) {
            (position[0], position[1]) = (size, second);
            position[2..].copy_from_slice(others);
            for &control in controls {
                let Some(value) = teacher.value(&position, control)? else { return Ok(None) };
                row.push(value);
            }
        }
        rows.push(row);
    }
    let classes = (1..=rows.len() / 2).find_map(|period| {
        let last = (0..rows.len() - period).rev().find(|&size| rows[size] != rows[size + period]);
        let preperiod = last.map_or(0, |last| last + 1);
        (2 * (preperiod + period) <= rows.len()).then_some((preperiod as u64, period as u64))
    });
    Ok(classes.map(|(preperiod, period)| PeriodicCoordinate { preperiod, period }))
}

/// Sizes of some heaps, the largest first: all up to the size at which there are enough of them.
fn sorted_choices(heaps: usize) -> Vec<Vec<u64>> {
    let mut choices = vec![vec![0; heaps]];
    for largest in 1.. {
        if choices.len() >= BESIDE || heaps == 0 {
            break;
        }
        let mut next = vec![largest];
        next.resize(heaps, 0);
        loop {
            choices.push(next.clone());
            // The next one with this largest heap.
            let Some(place) = (1..heaps).rev().find(|&place| next[place] < next[place - 1]) else { break };
            next[place] += 1;
            next[place + 1..].fill(0);
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lost if the nim-sum of the values of the heaps is 0, up to some size.
    struct Sum {
        heap: fn(u64) -> u64,
        known: u64,
    }

    impl Teacher for Sum {
        fn value(&mut self, heaps: &[u64], _: ControlState) -> Result<Option<Value>, LimitReached> {
            let sum = heaps.iter().fold(0, |sum, &heap| sum ^ (self.heap)(heap));
            Ok(heaps.iter().all(|&heap| heap < self.known).then_some(Value::from(sum != 0)))
        }
    }

    fn law(sum: &mut Sum) -> Option<DigitAutomaton> {
        periodic_law(sum, (3, 1), &Watch::unlimited()).unwrap()
    }

    #[test]
    fn a_law_with_a_preperiod_is_found_where_it_is_seen_twice() {
        let heap = |size: u64| if size < 5 { size % 2 } else { [2, 0, 1][(size % 3) as usize] };
        let found = law(&mut Sum { heap, known: 14 }).unwrap();
        let mut all = Sum { heap, known: u64::MAX };
        for (a, b, c) in (0..40).flat_map(|a| (0..40).flat_map(move |b| (0..40).map(move |c| (a, b, c)))) {
            let value = all.value(&[a, b, c], ControlState(0)).unwrap();
            assert_eq!(Some(found.evaluate_small(0, &[a, b, c])), value, "{a}, {b}, {c}");
        }
        assert!(law(&mut Sum { heap, known: 13 }).is_none());
    }

    #[test]
    fn values_without_a_period_and_too_many_classes_give_no_law() {
        assert!(law(&mut Sum { heap: |size| size, known: 80 }).is_none());
        let sparse = |size| u64::from(size % 51 == 0);
        // 51³ classes are more than 2^17.
        assert!(law(&mut Sum { heap: sparse, known: 200 }).is_none());
    }

    #[test]
    fn choices_are_sorted_and_each_is_there_once() {
        let mut choices = sorted_choices(3);
        assert!(choices.len() >= BESIDE && choices.iter().all(|c| c[0] >= c[1] && c[1] >= c[2]));
        let largest = choices.last().unwrap()[0];
        assert_eq!(choices.len() as u64, (largest + 1) * (largest + 2) * (largest + 3) / 6);
        choices.sort_unstable();
        choices.windows(2).for_each(|pair| assert!(pair[0] < pair[1]));
    }
}
