//! Tables in folders: the same as without, whatever the tiles are and whatever happens to them.

use std::{collections::BTreeMap, fs, path::Path};

use bouton_core::{ControlState, LimitReached, Limits, Ruleset, Valuation, Watch};
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, Resumed, StoreError, TileStore, Tiling, Untiled};
use bouton_testdata::random::heap_games;
use proptest::{prelude::*, sample::select};

/// Small boxes, one side longer than a word, and tiles of some sides.
fn boxes() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let small = proptest::collection::vec(0u64..14, 5);
    let sides = proptest::collection::vec(select(&[2u64, 3, 4, 6, 7, 9, 63, 64, 65, 66, 200][..]), 2);
    (small, 0usize..5, select(&[5u64, 15, 63, 66, 140][..]), sides).prop_map(|(mut last, at, long, sides)| {
        // Five heaps of this size would be many.
        last[2] %= 6;
        last[3..].iter_mut().for_each(|last| *last %= 4);
        last[at] = if at > 1 { long.min(15) } else { long };
        (last, sides)
    })
}

fn for_each(last: &[u64], mut visit: impl FnMut(&[u64])) {
    let mut position = vec![0; last.len()];
    loop {
        visit(&position);
        let Some(place) = (0..last.len()).rev().find(|&place| position[place] < last[place]) else { return };
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

fn ruleset(text: &str) -> (String, Ruleset) {
    let game = bouton_rules::resolve(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    (game.text(), game.ruleset().unwrap())
}

fn store(folder: &Path, text: &str, last: &[u64], side: u64) -> Result<TileStore, StoreError> {
    let (rules, ruleset) = ruleset(text);
    let valuation = Valuation::outcome(ruleset.convention());
    TileStore::create(folder, &rules, &ruleset, valuation, last, Some(side), &Watch::unlimited())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn tiles_are_what_the_reference_says((text, (last, sides)) in (heap_games(), boxes())) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let ruleset = game.ruleset().unwrap();
        let last = &last[..ruleset.dimension()];
        let valuation = Valuation::outcome(ruleset.convention());
        let watch = Watch::unlimited();
        let mut solver = Solver::new(RulesetOptions::new(&ruleset), valuation, &watch);
        for side in sides {
            match Tiling::new(&ruleset, valuation, last, side) {
                // Each must have its reason.
                Err(Untiled::Moves(_)) => {
                    prop_assert!(BoxPlan::new(&ruleset, valuation, last).is_err(), "{text}");
                    continue;
                }
                Err(Untiled::Side { reach, side }) => {
                    prop_assert!(reach > side);
                    continue;
                }
                Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
                Ok(tiling) if tiling.tiles() > 60 => continue,
                Ok(_) => {}
            }
            let folder = tempfile::tempdir().unwrap();
            let store = TileStore::create(folder.path(), &game.text(), &ruleset, valuation, last, Some(side), &watch).unwrap();
            prop_assert_eq!(store.fill(&watch).unwrap().computed, store.tiling().tiles());
            let mut counts = store.counts().unwrap();
            let table = store.into_table();
            let mut wrong = None;
            for_each(last, |position| {
                for control in 0..u8::try_from(ruleset.controls().len()).unwrap() {
                    let control = ControlState(control);
                    let expected = solver.value(&Node { coordinates: position.to_vec(), control }).unwrap();
                    let found = table.value(position, control).unwrap();
                    if found != Some(expected) {
                        wrong.get_or_insert((position.to_vec(), control, expected, found));
                    }
                    let count = &mut counts[control.index()][expected as usize];
                    *count = count.wrapping_sub(1);
                }
            });
            prop_assert!(wrong.is_none(), "{text} {last:?} side {side}: {wrong:?}");
            prop_assert!(counts.iter().flatten().all(|&count| count == 0), "{text} {last:?} side {side}");
        }
    }
}

/// The tiles of a folder, byte for byte.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    files.map(|entry| (name(&entry), fs::read(entry.path()).unwrap())).collect()
}

const FOUR: &str = "two-in-total";

#[test]
fn the_four_heap_game_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path(), FOUR, &[63; 4], 30).unwrap();
    let watch = Watch::new(&Limits { threads: 2, ..Limits::default() });
    assert_eq!(store.fill(&watch).unwrap().computed, 81);
    assert_eq!(store.counts().unwrap(), [[5_589_176, 11_188_040]]);
}

#[test]
fn what_is_there_is_not_computed_again_and_what_is_damaged_is() {
    let folder = tempfile::tempdir().unwrap();
    let fill = || store(folder.path(), FOUR, &[20; 4], 8).unwrap().fill(&Watch::unlimited());
    assert_eq!(fill(), Ok(Resumed { found: 0, computed: 81, damaged: 0 }));
    let whole = contents(folder.path());
    assert_eq!(fill(), Ok(Resumed { found: 81, computed: 0, damaged: 0 }));
    // One is lost, one is cut off, of one a bit is turned: at its beginning, in its header, in a face, in its bits.
    let path = |tile: &str| folder.path().join(format!("{tile}.tile"));
    fs::remove_file(path("0-1-2-0")).unwrap();
    let bytes = fs::read(path("1-1-1-1")).unwrap();
    fs::write(path("1-1-1-1"), &bytes[..bytes.len() - 100]).unwrap();
    for (tile, back) in [("0-0-0-0", None), ("1-0-0-0", Some(40)), ("2-0-0-1", None), ("1-2-1-0", None)] {
        let mut bytes = fs::read(path(tile)).unwrap();
        let at = match (back, tile) {
            (Some(at), _) => at,
            (None, "0-0-0-0") => 3,
            (None, "2-0-0-1") => (24
                + usize::try_from(u32::from_le_bytes(bytes[16..20].try_into().unwrap())).unwrap())
            .next_multiple_of(64),
            (None, _) => bytes.len() - 8 * 5 * 5,
        };
        bytes[at] ^= 4;
        fs::write(path(tile), bytes).unwrap();
    }
    assert_eq!(fill(), Ok(Resumed { found: 75, computed: 6, damaged: 5 }));
    assert_eq!(contents(folder.path()), whole);
}

#[test]
fn a_damaged_tile_is_refused_by_whoever_needs_it() {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::unlimited();
    let wythoff = || store(folder.path(), "wythoff", &[99, 99], 32).unwrap();
    wythoff().fill(&watch).unwrap();
    let path = folder.path().join("1-1.tile");
    let mut bytes = fs::read(&path).unwrap();
    // The faces come first, the bits last.
    let (end, face) = (bytes.len(), bytes.len() - 32 * 8 - 64);
    bytes[end - 1] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let store = wythoff();
    let next = "1-2".parse().unwrap();
    assert!(store.compute(&next, &watch).is_ok(), "its faces are whole");
    let damaged =
        |error: &StoreError| matches!(error, StoreError::Damaged { tile, .. } if tile.to_string() == "1-1");
    let table = store.into_table();
    assert!(damaged(&table.value(&[40, 40], ControlState(0)).unwrap_err()));
    assert_eq!(table.value(&[4, 7], ControlState(0)), Ok(Some(0)));
    assert_eq!(table.value(&[4, 100], ControlState(0)), Ok(None));
    bytes[face] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = wythoff().compute(&next, &watch).unwrap_err();
    assert!(damaged(&error) && error.to_string().contains("compute the table again"), "{error}");
    fs::remove_file(&path).unwrap();
    assert_eq!(wythoff().compute(&next, &watch), Err(StoreError::Missing { tile: "1-1".parse().unwrap() }));
    assert_eq!(wythoff().counts(), Err(StoreError::Missing { tile: "1-1".parse().unwrap() }));
}

#[test]
fn a_tile_of_another_table_or_place_is_damaged() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let watch = Watch::unlimited();
    let store = store(folder.path(), "wythoff", &[50, 50], 17).unwrap();
    store.fill(&watch).unwrap();
    let nim = self::store(other.path(), "heaps 2; move take any from 1 heap", &[50, 50], 17).unwrap();
    nim.fill(&watch).unwrap();
    let tile = "1-1".parse().unwrap();
    fs::copy(nim.path(&tile), store.path(&tile)).unwrap();
    fs::copy(store.path(&"0-1".parse().unwrap()), store.path(&"1-0".parse().unwrap())).unwrap();
    assert_eq!(store.fill(&watch), Ok(Resumed { found: 7, computed: 2, damaged: 2 }));
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused =
        |text: &str, last: &[u64], side: u64| store(folder.path(), text, last, side).unwrap_err().to_string();
    fs::write(folder.path().join("mine.txt"), "mine").unwrap();
    assert!(refused("wythoff", &[50, 50], 20).contains("holds other files"));
    fs::remove_file(folder.path().join("mine.txt")).unwrap();
    store(folder.path(), "wythoff", &[50, 50], 20).unwrap();
    assert!(refused("heaps 2; move take any from 1 heap", &[50, 50], 20).contains("its rules are `"));
    assert!(refused("wythoff", &[50, 51], 20).contains("goes up to 50,50, not 50,51"));
    assert!(refused("wythoff", &[50, 50], 21).contains("side of its tiles is 20, not 21"));
    // The same rules under another name are the same game.
    let unnamed = ruleset("wythoff").0.lines().skip(1).collect::<Vec<_>>().join("\n");
    store(folder.path(), &unnamed, &[50, 50], 20).unwrap();
    fs::write(folder.path().join("manifest.json"), "{}").unwrap();
    assert!(refused("wythoff", &[50, 50], 20).contains("no manifest"));
}

#[test]
fn what_killed_runs_have_left_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join("0-0.tile.x1y2z3.part");
    let open = || store(folder.path(), "wythoff", &[50, 50], 20).unwrap();
    let first = open();
    fs::write(&left, "half").unwrap();
    // Not while another one may still be writing it.
    drop(open());
    assert!(left.exists());
    drop(first);
    open();
    assert!(!left.exists());
}

#[test]
fn memory_is_asked_for_before_work_and_sides_suit_it() {
    let (rules, four) = ruleset(FOUR);
    let valuation = Valuation::outcome(four.convention());
    let memory = 4 << 20;
    let whole = BoxPlan::new(&four, valuation, &[63; 4]).unwrap();
    assert!(whole.bytes() > u128::from(memory));
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::new(&Limits { memory, ..Limits::default() });
    let store = TileStore::create(folder.path(), &rules, &four, valuation, &[63; 4], None, &watch).unwrap();
    assert!(store.tiling().bytes() <= u128::from(memory / 2));
    assert!(store.tiling().tiles() >= 16);
    store.fill(&watch).unwrap();
    assert_eq!(store.counts().unwrap(), whole.count(&Watch::unlimited()).unwrap());
    // What does not fit is refused, and nothing is written.
    let other = tempfile::tempdir().unwrap();
    let store =
        TileStore::create(other.path(), &rules, &four, valuation, &[63; 4], Some(64), &watch).unwrap();
    assert!(matches!(store.fill(&watch), Err(StoreError::Limit(LimitReached::Memory { .. }))));
    assert!(!contents(other.path()).keys().any(|name| name.contains("tile")));
}

#[test]
fn every_tile_comes_after_those_that_it_needs_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::unlimited();
    let store = store(folder.path(), "wythoff", &[60, 70], 16).unwrap();
    let tiling = store.tiling();
    let mut done: Vec<_> = Vec::new();
    // Not in the usual order: whatever is ready, the last one first.
    while done.len() < 20 {
        let ready = tiling.ids().filter(|tile| {
            !done.contains(tile) && tiling.needs(tile).iter().all(|needed| done.contains(needed))
        });
        let tile = ready.last().unwrap();
        store.compute(&tile, &watch).unwrap();
        done.push(tile);
    }
    assert_eq!(done.len() as u64, tiling.tiles());
    let (_, wythoff) = ruleset("wythoff");
    let plan = BoxPlan::new(&wythoff, Valuation::NormalOutcome, &[60, 70]).unwrap();
    assert_eq!(store.counts().unwrap(), plan.count(&watch).unwrap());
    let beyond = store.compute(&"4-0".parse().unwrap(), &watch).unwrap_err();
    assert_eq!(beyond.to_string(), "the table has no tile 4-0: its last one is 3-4");
}
