//! Random rules; many of them have faults.

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

/// Rules of heaps, heap sizes or counters.
pub(crate) fn rules() -> impl Strategy<Value = String> {
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
