//! Certificates too large to be bundled with the program.

use bouton::{
    ControlState, LimitReached, Theorem, check,
    rules::Game,
    solve::{BitTable, Limits, Periods, Watch},
};

/// The words for its 162 states take longer than its check.
#[test]
fn words_are_found_under_the_watch() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/lim-podium.cert");
    let theorem = Theorem::check(&std::fs::read_to_string(path).unwrap(), &check::Limits::default()).unwrap();
    let watch = Watch::new(&Limits::default());
    // Cancelled from within the search, when it first consults the watch.
    let within = watch.clone();
    watch.on_progress(move |_| within.cancel());
    assert_eq!(theorem.find_words(&watch), Err(LimitReached::Cancelled));
    // The result of a cancelled search is not stored.
    theorem.find_words(&Watch::new(&Limits::default())).unwrap();
    assert!(theorem.sentence().len() > 100, "{}", theorem.sentence());
}

#[test]
fn nim_with_a_pass_on_sizes_up_to_six_is_proved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/small-pass-6.cert");
    let text = std::fs::read_to_string(path).unwrap();
    let checked = check::check(&text).unwrap();
    let law = checked.certificate.law().expect("it claims a law");
    assert_eq!(law.automaton.states(), 246);
    // The same rules, solved exactly.
    let ruleset = Game::parse("heap sizes 1..6; move take any from 1 heap; pass 1 unless empty")
        .unwrap()
        .ruleset()
        .unwrap();
    assert_eq!(checked.certificate.game, ruleset.text());
    let mut table =
        BitTable::new(&ruleset, &Watch::new(&Limits::default()), &Periods::none(6, 2)).unwrap().unwrap();
    table.value(&[0, 30, 0, 0, 0, 0], ControlState(0)).unwrap();
    let mut compared = 0;
    table.for_each_lightest(200_000, &mut |position, control, value| {
        compared += 1;
        assert_eq!(law.automaton.evaluate_small(control.index(), position), value, "{position:?}");
        // The general class: where sizes 1 and 3 occur, nim-sum 1 loses.
        if control == ControlState(0) && position[0] > 0 && position[2] > 0 {
            let sum = (1..)
                .zip(position)
                .fold(0, |sum, (size, count)| if count % 2 == 1 { sum ^ size } else { sum });
            assert_eq!(value == 0, sum == 1, "{position:?}");
        }
    });
    assert!(compared > 50_000, "{compared}");
}
