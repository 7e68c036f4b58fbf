//! Rules that can be read become a ruleset, for any number of heaps, or a fault with a code.

use bouton_rules::{Game, HeapCount, RulesetError};
use proptest::{prelude::*, sample::select};

fn number() -> impl Strategy<Value = String> {
    select(vec![
        "1",
        "2",
        "3",
        "total div 2",
        "half",
        "total",
        "largest",
        "smallest",
        "heap div 2 + 1",
        "h1",
        "m1",
        "a",
        "2 * total",
        "total mod 3",
        "largest - smallest",
        "(h1 - smallest) mod 5",
        "a - b",
        "(a + b) div 3",
        "0",
    ])
    .prop_map(str::to_owned)
}

fn amount() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("any".to_owned()),
        Just("odd".to_owned()),
        Just("all".to_owned()),
        Just("{1,3}".to_owned()),
        number(),
        number().prop_map(|e| format!("at most {e}")),
        number().prop_map(|e| format!("at least {e}")),
        (number(), number()).prop_map(|(low, high)| format!("{low}..{high}")),
    ]
}

fn heaps() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "1 heap",
            "2 heaps",
            "at most 2 heaps",
            "any heaps",
            "all heaps",
            "all nonempty heaps",
            "a largest heap",
            "a smallest heap",
            "an odd heap",
            "2 even heaps",
            "h1",
            "at least 2 heaps",
            "1..2 heaps",
            "h1 and h2",
            "h3 and h1",
            "{h1}",
            "{h3, h1, h2}",
            "at most 2 consecutive heaps of a circle",
            "at most 3 consecutive heaps of a circle",
            "at most 2 consecutive heaps of a path",
        ])
        .prop_map(str::to_owned),
        number().prop_map(|e| format!("1 heap of at least {e}")),
        number().prop_map(|e| format!("at most 2 heaps of exactly {e}")),
        number().prop_map(|e| format!("at most {e} consecutive heaps of a path")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        (number(), select(vec!["<", "<=", "=", "!=", ">"]), number())
            .prop_map(|(a, r, b)| format!("{a} {r} {b}")),
        number().prop_map(|e| format!("{e} is even")),
        number().prop_map(|e| format!("{e} is divisible by 3")),
        number().prop_map(|e| format!("at most 1 heap is at least {e}")),
        Just("empty".to_owned()),
        Just("some heap is largest".to_owned()),
    ];
    atom.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|c| format!("not ({c})")),
            (inner.clone(), inner, select(vec!["and", "or"]))
                .prop_map(|(a, b, or)| format!("({a}) {or} ({b})")),
        ]
    })
}

fn rules() -> impl Strategy<Value = String> {
    let tie = select(vec!["", "the same "]);
    let take = (tie, amount(), any::<bool>(), heaps(), prop::option::of(condition())).prop_map(
        |(same, amount, total, heaps, when)| {
            let total = if total && same.is_empty() { " in total" } else { "" };
            let when = when.map(|c| format!(" when {c}")).unwrap_or_default();
            format!("move take {same}{amount}{total} from {heaps}{when}")
        },
    );
    let assignment = (number(), prop::option::of(condition()), prop::option::of(condition())).prop_map(
        |(to, limit, when)| {
            let limit = limit.map(|c| format!(" where t <= a, {c}")).unwrap_or_default();
            let when = when.map(|c| format!(" when {c}")).unwrap_or_default();
            format!("move a, b -> a - 1, {to}{limit}{when}")
        },
    );
    let of_heaps = (
        select(vec!["heaps 1", "heaps 2", "heaps 3", "heaps any", "heap sizes 1..2", "heap sizes 1..4"]),
        prop::collection::vec(take, 1..3),
    )
        .prop_map(|(space, moves)| format!("{space}; {}", moves.join("; ")));
    let of_counters = prop::collection::vec(assignment, 1..3)
        .prop_map(|moves| format!("counters a, b; {}", moves.join("; ")));
    let ending = prop::option::of(condition());
    let pass = prop::option::of(select(vec!["pass 1", "pass 2 unless empty", "pass each when total > 1"]));
    (prop_oneof![4 => of_heaps, 1 => of_counters], ending, pass).prop_map(|(mut text, ending, pass)| {
        ending.into_iter().for_each(|c| text.push_str(&format!("; stop when {c}")));
        pass.into_iter().for_each(|p| text.push_str(&format!("; {p}")));
        text
    })
}

fn makes_a_ruleset(text: &str) {
    let Ok(game) = Game::parse(text) else { return };
    assert_eq!(Game::parse(&game.text()).as_ref(), Ok(&game), "{text}");
    let sizes: &[usize] =
        if game.heaps() == HeapCount::Any && game.code().is_none() { &[1, 2, 5] } else { &[] };
    let fixed: Vec<Game> = match game.heaps() {
        HeapCount::Any => sizes.iter().map(|&heaps| game.with_heaps(heaps).unwrap()).collect(),
        HeapCount::Fixed(_) => vec![game],
    };
    for game in fixed {
        match game.ruleset() {
            Ok(ruleset) => assert!(ruleset.written_out().len() >= ruleset.moves().len()),
            // These name the limit, with a code.
            Err(error @ (RulesetError::TooLarge(_) | RulesetError::NotShownToEnd)) => {
                assert!(error.to_string().contains("E0"), "{text}: {error}");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn texts_that_once_ended_in_an_internal_message() {
    for text in [
        "heap sizes 1..3; move take any from at most 2 heaps when total div 2 > 1",
        "heap sizes 1..3; move take total div 2 in total from 2 heaps",
        "heap sizes 1..3; move take at most total mod 3 from 2 heaps",
        "heap sizes 1..3; move take any from 2 heaps of at least total div 2",
    ] {
        let faults = Game::parse(text).unwrap_err();
        assert!(faults.to_string().contains("E0303"), "{text}: {faults}");
    }
    makes_a_ruleset("heap sizes 1..3; move take at most half from 2 heaps when total > 1");
}

#[test]
fn rules_are_written_out_for_people() {
    let written = |text: &str| Game::parse(text).unwrap().ruleset().unwrap().written_out();
    assert_eq!(
        written("heaps 2; move take any from 1 heap; pass 1 unless empty"),
        [
            "[pass -> pass] h1 -> t1 for some t1 when t1 + 1 <= h1",
            "[pass -> pass] h2 -> t1 for some t1 when t1 + 1 <= h2",
            "[pass -> used] nothing changes when not (h1 = 0 and h2 = 0)",
            "[used -> used] h1 -> t1 for some t1 when t1 + 1 <= h1",
            "[used -> used] h2 -> t1 for some t1 when t1 + 1 <= h2",
        ]
    );
    // No parameter has the name of a counter.
    assert_eq!(
        written(
            "counters t1, b; move t1, b -> b, t1 - 2 when t1 > b and (t1 + b) mod 3 = 1; stop when b = 7"
        ),
        ["t1, b -> b, t1 - 2 when b + 1 <= t1 and (t1 + b) mod 3 = 1", "stopped when b = 7"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_read_makes_a_ruleset(text in rules()) {
        makes_a_ruleset(&text);
    }
}
