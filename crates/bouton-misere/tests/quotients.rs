//! Quotients against outcomes by the definition, and against printed results.

use bouton_core::{TakeAndBreakCode, Watch};
use bouton_misere::{MisereOutcomes, NoQuotient, OptionTable, period, quotient};

fn code(text: &str) -> TakeAndBreakCode {
    let digits = text.bytes().filter(|&byte| byte != b'.').map(|byte| byte - b'0').collect();
    TakeAndBreakCode::new(digits).unwrap()
}

/// Code, largest heap, order, lost elements; Plambeck 2005, Plambeck and Siegel 2008.
#[test]
fn orders_are_those_that_are_printed() {
    let watch = Watch::unlimited();
    for (text, largest, order, lost) in [
        ("0.3", 5, 2, 1),
        ("0.33", 8, 6, 2),
        ("0.31", 8, 6, 2),
        ("0.75", 21, 8, 2),
        ("0.123", 12, 20, 5),
        ("0.77", 11, 18, 6),
        ("0.77", 27, 40, 9),
    ] {
        let found = quotient(&OptionTable::new(&code(text), largest, &watch).unwrap(), &watch).unwrap();
        assert_eq!((found.order(), found.lost_elements().count()), (order, lost), "{text} to {largest}");
    }
}

#[test]
fn kayles_is_known_to_the_end() {
    let watch = Watch::unlimited();
    let kayles = code("0.77");
    let found = quotient(&OptionTable::new(&kayles, 167, &watch).unwrap(), &watch).unwrap();
    assert_eq!((found.order(), period(&found, &kayles)), (40, Some((12, 71))));
    // With one heap less, the window is not full.
    assert_eq!(period(&found.first(167), &kayles), None);
}

/// Every position of at most three heaps.
#[test]
fn values_tell_the_outcome() {
    let watch = Watch::unlimited();
    for text in ["0.77", "0.3102", "4.7", "0.07", "0.26", "0.1", "4.3", "0.8", "0.123"] {
        let options = OptionTable::new(&code(text), 9, &watch).unwrap();
        let found = quotient(&options, &watch).unwrap();
        let mut outcomes = MisereOutcomes::new(&options, &watch);
        for (a, b, c) in (0..=9).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (c, b, a)))) {
            let position: Vec<u32> = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
            assert_eq!(found.is_lost(&position), outcomes.is_lost(&position).unwrap(), "{text} {position:?}");
        }
    }
}

#[test]
fn a_limit_ends_the_search() {
    let watch = Watch::unlimited().within(20_000);
    let options = OptionTable::new(&code("0.07"), 40, &watch).unwrap();
    let Err(NoQuotient::Limit { proved, order, .. }) = quotient(&options, &watch) else { panic!() };
    assert!((1..40).contains(&proved) && order > 2, "{proved} {order}");
}
