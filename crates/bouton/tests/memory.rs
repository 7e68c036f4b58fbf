//! The memory of a box is known before any work: the plan is what is allocated, a refusal asks for
//! enough, and a box that fits is not refused.

use bouton::{
    AnswerError, Choice, Engine, Limits, Playable, PositionBox, PositionFilter, PositionsError, TooMuch,
    ValueKind, Watch, WriteRowsError,
};
use bouton_solve::{Lines, Moves, Question, TableEngine, Values};

/// The operations on a box, each by one engine.
#[derive(Clone, Copy, Debug)]
enum Done {
    Table,
    Count,
    List,
}

fn playable(rules: &str) -> Playable {
    Playable::new(&bouton::rules::Game::parse(rules).unwrap(), None).unwrap()
}

/// The planned bytes of a box.
fn planned(rows: &PositionBox<'_>, done: Done) -> Result<f64, PositionsError> {
    let plan = match done {
        Done::Table => rows.plan(),
        Done::Count => rows.plan_to_count(),
        Done::List => rows.plan_to_list(&lost()),
    };
    Ok(plan?.cost.bytes)
}

fn lost() -> PositionFilter {
    PositionFilter { outcome: Some("P".to_owned()), ..PositionFilter::default() }
}

fn run(rows: &PositionBox<'_>, done: Done) -> Result<(), PositionsError> {
    match done {
        // The first row is visited when the box is filled.
        Done::Table => rows.for_each(&mut |_| false),
        Done::Count => rows.count().map(|_| ()),
        // The rows are counted besides the box.
        Done::List => match rows.write_lines(&lost(), Some(1), &mut std::io::sink()) {
            Ok(_) => Ok(()),
            Err(WriteRowsError::Positions(error)) => Err(error),
            Err(other) => panic!("nothing is written: {other}"),
        },
    }
}

fn on_tables<'a>(playable: &'a Playable, upto: u64, asked: ValueKind, watch: &Watch) -> PositionBox<'a> {
    PositionBox::new(playable, None, upto, asked, watch).unwrap().by(Choice::Only(Engine::Tables))
}

const NIM: &str = "heaps 3; move take any from 1 heap";
const NIM_4: &str = "heaps 4; move take any from 1 heap";
const MOORE: &str = "heaps 4; move take any from at most 2 heaps";
const WYTHOFF: &str = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps";
const DIAGONALS: &str = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";
const WITH_ONES: &str = "heaps 3; move take any from 1 heap; move take 1 from exactly 2 heaps";
const IN_TOTAL: &str = "heaps 4; move take 1..2 in total from at most 2 heaps";
const SMALL: &str = "heaps 6; move take 1..3 from 1 heap";
const PASS: &str = "heaps 3; move take 1..4 from 1 heap; pass 1 unless empty";
const GUARDED: &str = "counters a, b, c; move a -> a - 1 when b + c >= 3; move b -> b - 2; move c -> c - 1; move a, b -> a - 1, b - 1 when a mod 3 = 1";

/// Boxes of some megabytes: operation, rules, bound, values.
const BOXES: [(Done, &str, u64, ValueKind); 19] = [
    (Done::Count, NIM, 2047, ValueKind::Outcome),
    (Done::Table, NIM, 1023, ValueKind::Outcome),
    (Done::List, NIM, 1023, ValueKind::Outcome),
    (Done::Count, NIM_4, 127, ValueKind::Outcome),
    (Done::Count, MOORE, 127, ValueKind::Outcome),
    (Done::Table, MOORE, 127, ValueKind::Outcome),
    (Done::Count, DIAGONALS, 700, ValueKind::Outcome),
    (Done::Count, WITH_ONES, 700, ValueKind::Outcome),
    (Done::Count, WYTHOFF, 99_999, ValueKind::Outcome),
    (Done::Table, WYTHOFF, 6_000, ValueKind::Outcome),
    (Done::Count, IN_TOTAL, 127, ValueKind::Outcome),
    (Done::Table, IN_TOTAL, 100, ValueKind::Outcome),
    (Done::Table, SMALL, 15, ValueKind::Outcome),
    (Done::Count, PASS, 300, ValueKind::Outcome),
    (Done::Table, GUARDED, 300, ValueKind::Outcome),
    (Done::Table, NIM, 200, ValueKind::Grundy),
    (Done::Table, WYTHOFF, 1_000, ValueKind::Grundy),
    (Done::Table, PASS, 150, ValueKind::Remoteness),
    (Done::Table, DIAGONALS, 120, ValueKind::Remoteness),
];

#[cfg(target_os = "linux")]
mod measured {
    use std::{fs, process::Command};

    use super::*;

    const WHICH: &str = "BOUTON_MEASURED_BOX";

    /// The greatest allowed ratio of the bytes allocated to the bytes planned; small amounts do not
    /// count.
    const TAKEN: f64 = 1.25;
    /// The greatest allowed ratio of the bytes planned to the bytes allocated: for classes; for
    /// numbers, whose sizes are only known when they are found; and for numbers found one by one,
    /// which may need four bytes each.
    const PLANNED: [f64; 3] = [1.5, 2.0, 6.5];
    const LITTLE: f64 = 512.0 * 1024.0;

    /// Bytes of address space, now or the maximum so far.
    fn status(of: &str) -> f64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(of)).unwrap();
        1024.0 * line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<f64>().unwrap()
    }

    /// Runs alone in a process of its own; prints the planned and the allocated bytes.
    #[test]
    #[ignore = "what the test below runs in processes of its own"]
    fn one_box() {
        let which: usize = std::env::var(WHICH).unwrap().parse().unwrap();
        let watch = Watch::unlimited();
        let (planned, taken);
        if let Some(&(done, rules, upto, asked)) = BOXES.get(which) {
            let playable = playable(rules);
            let rows = on_tables(&playable, upto, asked, &watch);
            planned = super::planned(&rows, done).unwrap();
            let before = status("VmSize");
            run(&rows, done).unwrap();
            taken = status("VmPeak") - before;
        } else {
            let mut engine = enumerating(which - BOXES.len());
            let upto = engine.1;
            planned = engine.0.estimate(&Question::Box { upto, dimension: 3 }).unwrap().bytes;
            let before = status("VmSize");
            engine.0.fill(upto).unwrap();
            taken = status("VmPeak") - before;
        }
        println!("measured {planned} {taken}");
    }

    /// Engines that the planner uses where boxes are not filled at once.
    fn enumerating(which: usize) -> (Box<dyn Values>, u64) {
        use bouton_core::Valuation::{Grundy, MisereOutcome, NormalOutcome, Remoteness};
        let watch = Watch::unlimited();
        let table = |rules: &str, valuation, upto| -> (Box<dyn Values>, u64) {
            let ruleset = bouton::rules::Game::parse(rules).unwrap().ruleset().unwrap();
            let table =
                TableEngine::new(&ruleset, &Moves::within(&ruleset, &watch).unwrap(), valuation, &watch)
                    .unwrap()
                    .unwrap();
            (Box::new(table), upto)
        };
        let misere = format!("{NIM}; play misere");
        match which {
            0 => table(NIM, NormalOutcome, 250),
            1 => table(NIM, Grundy, 60),
            2 => table(NIM, Grundy, 140),
            3 => table(GUARDED, Remoteness, 100),
            4 => table(&misere, MisereOutcome, 200),
            _ => {
                let ruleset = bouton::rules::Game::parse(NIM).unwrap().ruleset().unwrap();
                (Box::new(Lines::new(&ruleset, NormalOutcome, &watch).unwrap()), 250)
            }
        }
    }

    #[test]
    fn what_is_planned_is_what_is_taken() {
        let mut told = Vec::new();
        let mut off = 0;
        for which in 0..BOXES.len() + 6 {
            let child = Command::new(std::env::current_exe().unwrap())
                .args(["--ignored", "--exact", "measured::one_box", "--nocapture", "--test-threads=1"])
                .env(WHICH, which.to_string())
                .env("MALLOC_ARENA_MAX", "1")
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&child.stdout);
            let measured = said.lines().find_map(|line| line.split_once("measured "));
            let (planned, taken) =
                measured.unwrap_or_else(|| panic!("{which}: {said}")).1.split_once(' ').unwrap();
            let (planned, taken): (f64, f64) = (planned.parse().unwrap(), taken.parse().unwrap());
            let kind = match BOXES.get(which) {
                Some((_, _, _, ValueKind::Outcome)) => 0,
                Some(_) => 1,
                None => 2,
            };
            let near = planned <= PLANNED[kind] * taken + LITTLE && taken <= TAKEN * planned + LITTLE;
            off += usize::from(!near);
            told.push(format!(
                "{}{:?}: {:.0} KiB planned, {:.0} taken, {:.2}",
                if near { "" } else { "OFF " },
                BOXES.get(which),
                planned / 1024.0,
                taken / 1024.0,
                planned / taken
            ));
        }
        println!("{told:#?}");
        assert_eq!(off, 0, "{told:#?}");
    }
}

/// Whether a refusal is one of an estimate before any work.
fn is_estimate(error: &PositionsError) -> bool {
    matches!(error, PositionsError::Answer(error) if matches!(**error, AnswerError::TooLarge { needed: TooMuch::Memory { .. }, .. }))
}

/// The bytes that a refusal requests.
fn needed(error: &PositionsError) -> f64 {
    let PositionsError::Answer(error) = error else { panic!("{error}") };
    match &**error {
        AnswerError::TooLarge { needed: TooMuch::Memory { cost, .. }, .. } => cost.bytes,
        other => panic!("{other}"),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit of bytes, and nothing below none"
)]
fn with_memory(bytes: f64) -> Watch {
    Watch::new(&Limits { memory: bytes as u64, ..Limits::default() })
}

#[test]
fn what_a_refusal_asks_for_is_enough_and_no_more_than_enough() {
    for (done, rules, upto, asked) in BOXES {
        let playable = playable(rules);
        // Smaller boxes: they reach the limits in the same way.
        let upto = match upto {
            0..16 => upto / 2,
            16..5_000 => upto / 4,
            _ => upto / 100,
        };
        // Enough for the moves, which are counted as they are compiled, and not for the box.
        let mut memory = 1_000.0;
        let (watch, rows, refused) = loop {
            let watch = with_memory(memory);
            let rows = on_tables(&playable, upto, asked, &watch);
            let refused = run(&rows, done).unwrap_err();
            if is_estimate(&refused) {
                break (watch, rows, refused);
            }
            memory *= 2.0;
        };
        // A plan may compute the values of a few single heaps, and prove that no move raises a coordinate.
        assert!(watch.work() < 20_000, "{rules}: refused before any work");
        let mut least = needed(&refused);
        assert_eq!(needed(&planned(&rows, done).unwrap_err()), least, "{rules}");
        // Where there is memory for them, the moves of single heaps and moves that are followed backwards are
        // kept, too.
        while let Err(error) = planned(&on_tables(&playable, upto, asked, &with_memory(least.ceil())), done) {
            let more = needed(&error);
            assert!(more > least && more < least + 50_000.0, "{done:?} {rules}: {least}, {more}");
            least = more;
        }
        let watch = with_memory(least.ceil());
        let rows = on_tables(&playable, upto, asked, &watch);
        assert!(planned(&rows, done).unwrap() <= least, "{done:?} {rules}");
        run(&rows, done).unwrap_or_else(|error| panic!("{done:?} {rules}: {error}"));
        let watch = with_memory(least * 0.98 - 64.0);
        let rows = on_tables(&playable, upto, asked, &watch);
        assert_eq!(needed(&run(&rows, done).unwrap_err()), least, "{done:?} {rules}");
    }
}

#[test]
fn rows_are_not_copied_where_that_has_no_room() {
    let nim = playable(NIM);
    let full = Watch::unlimited();
    let roomy = on_tables(&nim, 255, ValueKind::Outcome, &full);
    let plan = roomy.plan_to_count().unwrap();
    assert_eq!(plan.notes.len(), 1);
    assert!(plan.notes[0].contains("copied"), "{:?}", plan.notes);
    let watch = with_memory(plan.cost.bytes / 4.0);
    let narrow = on_tables(&nim, 255, ValueKind::Outcome, &watch);
    let other = narrow.plan_to_count().unwrap();
    assert!(other.cost.bytes <= plan.cost.bytes / 4.0);
    assert!(other.notes[0].contains("all positions are computed, though"), "{:?}", other.notes);
    assert_eq!(narrow.count().unwrap().counts, roomy.count().unwrap().counts);
}
