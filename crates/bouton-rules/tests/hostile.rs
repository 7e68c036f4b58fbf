//! Tests that the worst texts of the greatest accepted length are read with little work. The work
//! is measured in allocations, which are the same on every machine, not in seconds.

#![allow(unsafe_code, reason = "an allocator that counts is a global allocator")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use bouton_rules::Game;

/// The longest text, in bytes.
const LONGEST: usize = 64 * 1024;
/// The most allocations, and bytes at once, for one text.
const ALLOCATIONS: u64 = 18_000_000;
const BYTES: i64 = 200 << 20;

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

fn held(change: i64) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is passed on to the system's allocator; the counters are thread-local numbers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATED.try_with(|count| count.set(count.get() + 1));
        held(i64::try_from(layout.size()).unwrap_or(0));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        held(-i64::try_from(layout.size()).unwrap_or(0));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns a text of the greatest length: a beginning, as many pieces as fit, separated by a sign,
/// and an end.
fn filled(head: &str, piece: &dyn Fn(usize) -> String, between: &str, tail: &str) -> String {
    let mut text = head.to_owned();
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() + between.len() + tail.len() > LONGEST {
            break;
        }
        if number > 0 {
            text.push_str(between);
        }
        text.push_str(&piece);
    }
    text + tail
}

/// Texts of one repeated piece: a name, the beginning, the piece, the sign between two pieces, the
/// end.
const REPEATED: &[[&str; 5]] = &[
    ["unknown lines", "", "frob", "\n", ""],
    ["lines on one line", "", "a", ";", ""],
    ["long words", "", "heapsheapsheapsheapsheapsheapsheapsheaps", "\n", ""],
    ["misspelled lines", "", "move tak 1 form 1 hepa", "\n", ""],
    ["misspelled words", "move take ", "stonse", " ", ""],
    ["signs", "", "&", " ", ""],
    ["one range many times", "heaps 1; move take {", "1..9999", ",", "} from 1 heap"],
    ["one amount many times", "heaps 64; move take {", "1", ",", "} from at most 3 heaps"],
    ["conditions of numbers", "heaps 64; move take 1 from at most 3 heaps when ", "1>0", ",", ""],
    ["conditions of a heap", "heaps 64; move take 1 from 1 heap when ", "h1>0", ",", ""],
    ["conditions of all heaps", "heaps 64; move take 1 from 1 heap when ", "total>0", ",", ""],
    ["counted heaps", "heaps 20; move take 1 from 1 heap; stop when ", "at most 3 heaps are odd", ",", ""],
    [
        "counted heaps of a pass",
        "heaps 20; move take 1 from 1 heap; pass 62 unless ",
        "at least 3 heaps are odd",
        " or ",
        "",
    ],
    [
        "heaps as large as all",
        "heaps 64; move take 1 from 1 heap; stop when ",
        "some heap is at least total",
        ",",
        "",
    ],
    ["parameters", "counters a; move a -> a - t where t<60,t>0,u<60, ", "a>1", ",", ""],
    ["alternatives of a parameter", "counters a; move a -> a - t where t>0,t<=a, ", "a>t", " or ", ""],
    ["splits and amounts", "move split a heap into 2 heaps;", "move take {1..9999} from 1 heap", ";", ""],
    ["all but", "subtraction all but {", "1..9999", ",", "}"],
    ["brackets", "heaps 1; move take 1 from 1 heap when ", "(h1)>0", " and ", ""],
    ["open brackets", "heaps 1; move take 1 from 1 heap when ", "(", "", ""],
    ["remainders", "heaps 4; move take 1 from 1 heap when ", "total mod 4095=1", ",", ""],
    ["quotients", "heaps 4; move take 1 from 1 heap; stop when ", "total div 4000 mod 3=1", ",", ""],
    ["heap sizes", "heap sizes 1..64; move take {", "1..64", ",", "} from 1 heap"],
    ["conditions of heap sizes", "heap sizes 1..64; move take any from 2 heaps when ", "total>0", ",", ""],
    ["a sentence", "", "players take turns taking 1 to 3 stones from 1 of the heaps or ", "", ""],
    ["rules in a sentence", "a move takes ", "1 or 2 from a heap", " or ", ""],
    ["articles", "", "the", " ", ""],
    ["winners", "", "whoever the last", " ", ""],
    ["unless", "heaps 2; take 1 from 1 heap unless ", "h1 = 2", ",", ""],
    ["a list of amounts", "heaps 2; take ", "1", " or ", " from 1 heap"],
    ["full stops", "", "a.", " ", ""],
    ["lines between commas", "", "move take 1 from 1 heap", ", ", ""],
    ["rules that do not know which heaps", "", "a player takes 2 stones", "\n", ""],
];

fn texts() -> Vec<(&'static str, String)> {
    let some = |head: &str, piece: &dyn Fn(usize) -> String, between: &str| filled(head, piece, between, "");
    let mut texts = vec![
        (
            "unknown names",
            some(
                "heaps 1; move take 1 from 1 heap",
                &|i| {
                    if i % 2 == 0 { format!("let a{i}={i}") } else { format!("let b{i}=c{i}") }
                },
                ";",
            ),
        ),
        ("counters", some("move a0 -> a0 - 1; counters ", &|i| format!("a{i}"), ",")),
        (
            "many ranges",
            filled(
                "heaps 1; move take {",
                &|i| format!("{}..{}", i * 9999 + 1, i * 9999 + 9999),
                ",",
                "} from 1 heap",
            ),
        ),
        ("many parameters", some("counters a; move a -> a - 1 where ", &|i| format!("a{i}<=a"), ",")),
        (
            "moves up and down",
            some(
                "counters a,b,c,d;",
                &|i| format!("move a,b,c,d -> a-{},b+{},c+{}-5,d", i + 1, i * 7 % 13, i * i % 17),
                ";",
            ),
        ),
        (
            "positions between lines",
            some("heaps 4; move take any from 1 heap; positions where ", &|i| format!("h1 <= h2 + {i}"), ","),
        ),
        (
            "positions of either kind",
            some(
                "heaps 12; move take any from 1 heap; positions where ",
                &|i| format!("h{} <= h{} or h1 > {i}", i % 11 + 1, i % 11 + 2),
                ",",
            ),
        ),
        ("half of any heaps", "heaps 12; move take at most half from any heaps".to_owned()),
        ("the same of any heaps", "heaps 14; move take the same any from any heaps".to_owned()),
    ];
    texts.extend(REPEATED.iter().map(|&[name, head, piece, between, tail]| {
        (name, filled(head, &|_| piece.to_owned(), between, tail))
    }));
    texts
}

#[test]
fn the_worst_texts_take_little_work() {
    let mut worst = Vec::new();
    for (name, text) in texts() {
        assert!(
            text.len() <= LONGEST && (text.len() > LONGEST - 100 || name.ends_with("any heaps")),
            "{name}: {}",
            text.len()
        );
        let (before, started) = (ALLOCATED.get(), std::time::Instant::now());
        HELD.set(0);
        PEAK.set(0);
        let read = Game::parse(&text);
        let (allocations, peak, time) = (ALLOCATED.get() - before, PEAK.get(), started.elapsed());
        let fault = read.err().and_then(|faults| faults.iter().next().map(|fault| fault.code.to_string()));
        println!(
            "{:>9} allocations {:>5} MiB {time:>12?} {name}: {}",
            allocations,
            peak >> 20,
            fault.unwrap_or_default()
        );
        if allocations > ALLOCATIONS || peak > BYTES {
            worst.push(name);
        }
    }
    assert!(worst.is_empty(), "{worst:?}");
}
