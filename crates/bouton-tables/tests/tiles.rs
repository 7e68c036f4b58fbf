//! Tables in folders are the same as tables in memory, for any tiles and any damage to them.

use std::{collections::BTreeMap, fs, path::Path};

use bouton_core::{ControlState, LimitReached, Limits, Ruleset, Valuation, Watch};
use bouton_files::Replacement;
use bouton_solve::{Node, RulesetOptions, Solver};
use bouton_tables::{BoxPlan, NumberPlan, StoreError, TileCounts, TileStore, Tiling, TilingError};
use bouton_testdata::random::{guarded_games, heap_games};
use proptest::{prelude::*, sample::select};

/// Small boxes, one side longer than a word, and tiles of some sides.
fn boxes() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let small = proptest::collection::vec(0u64..14, 5);
    let sides = proptest::collection::vec(select(&[2u64, 3, 4, 6, 7, 9, 63, 64, 65, 66, 200][..]), 2);
    (small, 0usize..5, select(&[5u64, 15, 63, 66, 140][..]), sides).prop_map(|(mut last, at, long, sides)| {
        // Five heaps of this size would be too many.
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
    store_of(folder, text, None, last, side)
}

fn store_of(
    folder: &Path,
    text: &str,
    valuation: Option<Valuation>,
    last: &[u64],
    side: u64,
) -> Result<TileStore, StoreError> {
    let (rules, ruleset) = ruleset(text);
    let valuation = valuation.unwrap_or(Valuation::outcome(ruleset.convention()));
    TileStore::create(folder, &rules, &ruleset, valuation, last, Some(side), &Watch::unlimited())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn tiles_are_what_the_reference_says(
        text in prop_oneof![2 => heap_games(), 1 => guarded_games()],
        (last, sides) in boxes(),
    ) {
        let Ok(game) = bouton_rules::Game::parse(&text) else { return Ok(()) };
        let Ok(ruleset) = game.ruleset() else { return Ok(()) };
        let last = &last[..ruleset.dimension()];
        let (outcome, watch) = (Valuation::outcome(ruleset.convention()), Watch::unlimited());
        // Grundy values and remoteness are those of the rules, for any winning condition.
        let valuations = [outcome, Valuation::Grundy, Valuation::Remoteness];
        for (valuation, side) in valuations.into_iter().flat_map(|valuation| sides.iter().map(move |&side| (valuation, side))) {
            let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), valuation, &watch);
            match Tiling::new(&ruleset, valuation, last, side) {
                // Each refusal must have its reason.
                Err(TilingError::Moves(_)) => {
                    prop_assert!(BoxPlan::new(&ruleset, outcome, last).is_err(), "{text}");
                    continue;
                }
                Err(TilingError::Rays) => {
                    let any_size = ["any", "odd", "even", "at least", " t "];
                    prop_assert!(valuation != outcome && any_size.iter().any(|words| text.contains(words)), "{text}");
                    continue;
                }
                Err(TilingError::Side { reach, side }) => {
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
            prop_assert!(wrong.is_none(), "{text} {last:?} side {side} {valuation:?}: {wrong:?}");
            prop_assert!(counts.iter().flatten().all(|&count| count == 0), "{text} {last:?} side {side} {valuation:?}");
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
    assert_eq!(fill(), Ok(TileCounts { found: 0, computed: 81, damaged: 0 }));
    let whole = contents(folder.path());
    assert_eq!(fill(), Ok(TileCounts { found: 81, computed: 0, damaged: 0 }));
    // One tile is removed, one is cut off, and in others a bit is flipped: at the beginning, in the
    // header, in a face, in the bits.
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
    assert_eq!(fill(), Ok(TileCounts { found: 75, computed: 6, damaged: 5 }));
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
    assert!(damaged(&error) && error.to_string().contains("compute the table there again"), "{error}");
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
    assert_eq!(store.fill(&watch), Ok(TileCounts { found: 7, computed: 2, damaged: 2 }));
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
    assert!(refused("wythoff", &[50, 50], 20).contains("is not a manifest"));
}

#[test]
fn what_killed_runs_have_left_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join("0-0.tile.x1y2z3.part");
    let open = || store(folder.path(), "wythoff", &[50, 50], 20).unwrap();
    open();
    fs::write(&left, "half").unwrap();
    // This is not a file that a running process writes.
    let living = Replacement::begin(&folder.path().join("0-0.tile")).unwrap();
    open();
    assert!(!left.exists());
    living.finish().unwrap();
    assert!(folder.path().join("0-0.tile").exists());
}

/// All processes look for a manifest before one is written.
#[test]
fn of_tables_begun_at_once_in_one_folder_one_alone_is_begun() {
    let games = ["wythoff", "heaps 2; move take any from 1 heap", "heaps 2; move take 1..3 from 1 heap"];
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let begun: Vec<_> = std::thread::scope(|scope| {
            let begin = |game| {
                let folder = folder.path();
                move || store(folder, game, &[50, 50], 20).map(|_| ())
            };
            let all = games.map(|game| scope.spawn(begin(game)));
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(begun.iter().filter(|begun| begun.is_ok()).count(), 1, "{begun:?}");
        let other =
            |error: &StoreError| matches!(error, StoreError::OtherTable { what: "its rules are", .. });
        assert!(begun.iter().filter_map(|begun| begun.as_ref().err()).all(other), "{begun:?}");
        let (winner, _) = games.iter().zip(&begun).find(|(_, begun)| begun.is_ok()).unwrap();
        let store = store(folder.path(), winner, &[50, 50], 20).unwrap();
        assert_eq!(store.rules(), ruleset(winner).0);
    }
}

#[test]
#[cfg(unix)]
fn pipes_devices_and_folders_in_place_of_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::unlimited();
    store(folder.path(), "wythoff", &[50, 50], 20).unwrap().fill(&watch).unwrap();
    let replaced = |name: &str, make: &dyn Fn(&Path)| {
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        make(&path);
        let filled = store(folder.path(), "wythoff", &[50, 50], 20).and_then(|store| store.fill(&watch));
        if path.is_dir() {
            fs::remove_dir(&path).unwrap()
        } else {
            fs::remove_file(&path).unwrap()
        }
        fs::write(&path, whole).unwrap();
        filled.unwrap_err().to_string()
    };
    let pipe = |path: &Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let zero = |path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    for name in ["1-1.tile", "manifest.json"] {
        for make in [&pipe as &dyn Fn(&Path), &zero] {
            let error = replaced(name, make);
            assert!(error.ends_with(&format!("{name} cannot be read: it is not a regular file")), "{error}");
        }
        let error = replaced(name, &|path| fs::create_dir(path).unwrap());
        assert!(error.ends_with(&format!("{name} cannot be read: it is a folder")), "{error}");
    }
    assert_eq!(store(folder.path(), "wythoff", &[50, 50], 20).unwrap().fill(&watch).unwrap().found, 9);
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
    // A table that does not fit is refused, and nothing is written.
    let other = tempfile::tempdir().unwrap();
    let (last, folder) = (&[63; 4], other.path());
    let create = |side, watch| TileStore::create(folder, &rules, &four, valuation, last, side, watch);
    let refused = create(Some(64), &watch).unwrap_err();
    let StoreError::Limit(LimitReached::Memory { needed, limit }) = refused else { panic!("{refused}") };
    assert!(limit == memory && needed > u128::from(memory));
    assert_eq!(contents(folder).len(), 0);
    // The stated memory is needed, and is sufficient; existing tiles are read with less.
    let needed = u64::try_from(needed).unwrap();
    let of = |memory| Watch::new(&Limits { memory, ..Limits::default() });
    let (less, enough) = (of(needed - 1), of(needed));
    assert!(create(Some(64), &less).is_err());
    let store = create(Some(64), &enough).unwrap();
    assert!(matches!(store.fill(&watch), Err(StoreError::Limit(LimitReached::Memory { .. }))));
    assert!(!contents(folder).keys().any(|name| name.contains("tile")));
    assert_eq!(store.fill(&enough).unwrap().computed, 1);
    assert_eq!(create(None, &watch).unwrap().fill(&watch).unwrap().found, 1);
}

/// Tests that four mebibytes are enough to fill boxes that take many times as much, or that the
/// error states the bytes needed.
#[test]
fn little_memory_is_enough_or_the_error_states_the_need() {
    let memory = 4 << 20;
    let of = |memory| Watch::new(&Limits { memory, ..Limits::default() });
    let grundy = Some(Valuation::Grundy);
    for (text, value, last) in [
        (FOUR, None, vec![48; 4]),
        (FOUR, grundy, vec![40; 4]),
        ("wythoff", None, vec![3_999; 2]),
        ("heaps 3; move take any from 1 heap", None, vec![199; 3]),
        ("heaps 3; move take 1..3 from 1 heap; pass 1 unless empty", None, vec![250; 3]),
        ("heaps 2; move take 1..9 from 1 heap", Some(Valuation::Remoteness), vec![1_500; 2]),
    ] {
        let (rules, ruleset) = ruleset(text);
        let valuation = value.unwrap_or(Valuation::outcome(ruleset.convention()));
        let folder = tempfile::tempdir().unwrap();
        let create =
            |memory| TileStore::create(folder.path(), &rules, &ruleset, valuation, &last, None, &of(memory));
        let store = create(memory).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(store.tiling().bytes() <= u128::from(memory) && store.tiling().tiles() > 1, "{text}");
        store.fill(&of(memory)).unwrap();
        let counts = match valuation {
            Valuation::NormalOutcome => {
                BoxPlan::new(&ruleset, valuation, &last).unwrap().count(&Watch::unlimited()).unwrap()
            }
            _ => NumberPlan::new(&ruleset, valuation, &last).unwrap().count(&Watch::unlimited()).unwrap(),
        };
        assert_eq!(store.counts().unwrap(), counts, "{text}");
        let least = tempfile::tempdir().unwrap();
        let create =
            |memory| TileStore::create(least.path(), &rules, &ruleset, valuation, &last, None, &of(memory));
        let Err(StoreError::Untiled(TilingError::Memory { needed, limit: 100 })) = create(100) else {
            panic!("{text}: in 100 bytes");
        };
        let needed = u64::try_from(needed).unwrap();
        assert!(create(needed - 1).is_err(), "{text}");
        let store = create(needed).unwrap();
        let first = store.tiling().ids().next().unwrap();
        store.compute(&first, &of(needed)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// With little memory, faces are read from files, some of which are just being written; with less, a tile is written before
/// the next is computed. The files are the same, for any number of threads.
#[test]
fn files_are_the_same_for_any_memory_and_threads() {
    for (text, valuation, last, side) in [
        ("wythoff", Valuation::NormalOutcome, &[60, 70][..], 16),
        ("heaps 2; move take 1..9 from 1 heap", Valuation::Remoteness, &[60, 70], 16),
    ] {
        let (rules, ruleset) = ruleset(text);
        let filled = |memory, threads| {
            let folder = tempfile::tempdir().unwrap();
            let watch = Watch::new(&Limits { memory, threads, ..Limits::default() });
            let store =
                TileStore::create(folder.path(), &rules, &ruleset, valuation, last, Some(side), &watch)
                    .unwrap();
            let needed = u64::try_from(store.tiling().bytes()).unwrap();
            assert_eq!(store.fill(&watch).unwrap().computed, 20, "{text}: {memory}");
            (needed, contents(folder.path()))
        };
        let (needed, expected) = filled(u64::MAX, 1);
        for more in (0..16).map(|step| step * step * 256) {
            assert!(filled(needed + more, 1).1 == expected, "{text}: {more}");
        }
        for threads in 2..4 {
            assert!(filled(u64::MAX, threads).1 == expected, "{text}: {threads} threads");
        }
    }
}

#[test]
fn every_tile_comes_after_those_that_it_needs_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    let watch = Watch::unlimited();
    let store = store(folder.path(), "wythoff", &[60, 70], 16).unwrap();
    let tiling = store.tiling();
    let mut done: Vec<_> = Vec::new();
    // The order is unusual: any tile that is ready, the last one first.
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

/// Grundy values and remoteness: existing tiles stay, damaged tiles are computed again to the same
/// bytes.
#[test]
fn tiles_of_numbers_are_resumed_and_damaged_ones_found() {
    for (valuation, name) in [(Valuation::Grundy, "grundy"), (Valuation::Remoteness, "remoteness")] {
        let folder = tempfile::tempdir().unwrap();
        let watch = Watch::unlimited();
        let open = || store_of(folder.path(), FOUR, Some(valuation), &[12; 4], 5).unwrap();
        // The first run ends early.
        for tile in open().tiling().ids().take(30) {
            open().compute(&tile, &watch).unwrap();
        }
        assert_eq!(open().fill(&watch), Ok(TileCounts { found: 30, computed: 51, damaged: 0 }));
        let whole = contents(folder.path());
        let undisturbed = tempfile::tempdir().unwrap();
        store_of(undisturbed.path(), FOUR, Some(valuation), &[12; 4], 5).unwrap().fill(&watch).unwrap();
        assert_eq!(contents(undisturbed.path()), whole);
        let path = folder.path().join("1-1-0-2.tile");
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 64;
        bytes[last] ^= 1;
        fs::write(&path, bytes).unwrap();
        let table = open().into_table();
        let damaged = table.value(&[5, 5, 0, 10], ControlState(0)).unwrap_err();
        assert!(matches!(&damaged, StoreError::Damaged { tile, .. } if tile.to_string() == "1-1-0-2"));
        assert_eq!(open().fill(&watch), Ok(TileCounts { found: 80, computed: 1, damaged: 1 }));
        assert_eq!(contents(folder.path()), whole);
        assert!(String::from_utf8_lossy(&whole["manifest.json"]).contains(&format!("\"value\": \"{name}\"")));
        assert_eq!(TileStore::value_in(folder.path()), Ok(Some(name.to_owned())));
        let mixed = store(folder.path(), FOUR, &[12; 4], 5).unwrap_err().to_string();
        assert!(
            mixed.contains(&format!("its values are {name}, not outcome; take another folder")),
            "{mixed}"
        );
    }
}

#[test]
fn numbers_of_moves_of_any_size_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = store_of(folder.path(), "wythoff", Some(Valuation::Grundy), &[50, 50], 20).unwrap_err();
    assert_eq!(refused, StoreError::Untiled(TilingError::Rays));
    assert!(refused.to_string().contains("ask for outcomes, or for the whole table in memory"), "{refused}");
    assert_eq!(contents(folder.path()).len(), 0);
}

/// Tests that the plan states the work that is then done.
#[test]
fn a_plan_states_the_work() {
    let watch = Watch::unlimited();
    for (text, valuation, last, side) in [
        ("wythoff", None, vec![99, 70], 32),
        (FOUR, None, vec![20; 4], 8),
        (FOUR, Some(Valuation::Grundy), vec![20; 4], 8),
        (
            "heaps 2; move take 1..3 from 1 heap; pass 1 unless empty",
            Some(Valuation::Remoteness),
            vec![90, 80],
            30,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (rules, ruleset) = ruleset(text);
        let value = valuation.unwrap_or(Valuation::outcome(ruleset.convention()));
        let plan = |folder: &Path| {
            TileStore::plan(folder, &rules, &ruleset, value, (&last, Some(side)), &watch).unwrap()
        };
        let nowhere = folder.path().join("none");
        let before = plan(&nowhere);
        assert!(!nowhere.exists());
        assert_eq!((before.done, before.damaged, before.side), (0, 0, side));
        let store = store_of(folder.path(), text, valuation, &last, side).unwrap();
        store.compute(&store.tiling().ids().next().unwrap(), &watch).unwrap();
        assert_eq!(plan(folder.path()).done, 1);
        assert_eq!(store.fill(&watch).unwrap().computed + 1, before.tiles);
        assert_eq!(
            plan(folder.path()),
            bouton_tables::StorePlan { done: before.tiles, seconds: 0.0, ..before.clone() }
        );
        let files = contents(folder.path());
        let tiles = files.iter().filter(|(name, _)| name.contains("tile"));
        let written: usize = tiles.map(|(_, bytes)| bytes.len()).sum();
        let off = before.bytes_on_disk as f64 / written as f64;
        assert!(
            (0.7..1.4).contains(&off),
            "{text}: {} bytes planned, {written} written",
            before.bytes_on_disk
        );
    }
}
