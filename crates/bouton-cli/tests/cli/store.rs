//! `table` and `count --store`, `--tiles`, `--tile`, `solve --table`: tables in folders.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::program::{json, run, temporary};

/// The path of a folder that does not exist yet.
fn folder(name: &str) -> String {
    let path = temporary(name);
    let _ = fs::remove_dir_all(&path);
    path.to_str().unwrap().to_owned()
}

fn tiles_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "tile")).collect()
}

#[test]
fn a_stored_table_is_counted_written_and_asked() {
    let store = folder("store");
    let count = ["count", "two-in-total", "--upto", "20", "--store", &store, "--side", "8"];
    let (status, stored) = json(&count);
    let (_, plain) = json(&["count", "two-in-total", "--upto", "20"]);
    assert_eq!((status, &stored["counts"]), (0, &plain["counts"]));
    assert_eq!(tiles_in(&store).len(), 81);
    // All output of a table comes from the stored tiles; the side need not be given again.
    let table = ["table", "two-in-total", "--upto", "20", "--format", "csv"];
    let stored = run(&[&table[..], &["--store", &store]].concat());
    assert_eq!((stored.status, stored.stdout), (0, run(&table).stdout));
    let (status, answer) = json(&["solve", "two-in-total", "3,5,7,9", "--table", &store]);
    let (_, plain) = json(&["solve", "two-in-total", "3,5,7,9"]);
    assert_eq!((status, &answer["table"]), (0, &json!(store)));
    assert_eq!((&answer["outcome"], &answer["certificate"]), (&plain["outcome"], &Value::Null));
    let to = |answer: &Value| {
        let moves = answer["moves"].as_array().unwrap().clone();
        moves.iter().map(|option| (option["to"].clone(), option["winning"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(to(&answer), to(&plain));
    let words = run(&["solve", "two-in-total", "3,5,7,9", "--table", &store]).stdout;
    assert!(words.ends_with(&format!("from the table in {store}\n")), "{words}");
    let outside = run(&["solve", "two-in-total", "3,5,7,21", "--table", &store]);
    assert_eq!(outside.status, 2);
    assert!(outside.stderr.contains("3,5,7,21 is outside of the table, which goes up to 20,20,20,20"));
    for (arguments, told) in [
        (vec!["solve", "wythoff", "3,5", "--table", &store], "its rules are"),
        (vec!["solve", "wythoff", "3,5", "--table", "/nowhere"], "holds no table"),
        (
            vec!["solve", "two-in-total", "3,5,7,9", "--value", "grundy", "--table", &store],
            "holds only outcomes",
        ),
        (vec!["count", "two-in-total", "--upto", "21", "--store", &store], "goes up to 20,20,20,20, not 21"),
        (vec!["count", "wythoff", "--upto", "20", "--store", &store], "its rules are"),
        (
            vec!["table", "wythoff", "--upto", "9", "--value", "grundy", "--store", &folder("g")],
            "moves of any size; ask for outcomes, or for the whole table in memory",
        ),
        (
            vec!["table", "two-in-total", "--upto", "20", "--value", "grundy", "--store", &store],
            "its values are outcome, not grundy; take another folder",
        ),
        (
            vec![
                "table",
                "heaps 2; move take 1..2 from 1 heap; play misere",
                "--upto",
                "9",
                "--value",
                "remoteness",
                "--store",
                &folder("m"),
            ],
            "remoteness is for games of two players under normal play",
        ),
        (vec!["count", "kayles", "--upto", "9", "--store", &folder("k")], "no box of positions"),
    ] {
        let refused = run(&arguments);
        assert!(refused.status == 2 && refused.stderr.contains(told), "{arguments:?}: {}", refused.stderr);
    }
}

/// Grundy values and remoteness are stored, listed, queried and resumed as outcomes are.
#[test]
fn tables_of_numbers_are_stored() {
    for value in ["grundy", "remoteness"] {
        let store = folder(value);
        let table = ["table", "two-in-total", "--upto", "9", "--value", value];
        let stored = [&table[..], &["--store", &store]].concat();
        let tile = json(&[&stored[..], &["--side", "4", "--tile", "0-0-0-0"]].concat()).1;
        let counted = tile["counts"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
        assert_eq!(counted.sum::<u64>(), 256);
        let tiles = json(&[&stored[..], &["--tiles"]].concat()).1;
        let done = |tile: &&Value| tile["done"] == true;
        assert_eq!(tiles["tiles"].as_array().unwrap().iter().filter(done).count(), 1);
        let rows = |command: &[&str]| run(&[command, &["--format", "csv"]].concat());
        let written = rows(&stored);
        assert_eq!((written.status, written.stdout), (0, rows(&table).stdout));
        assert_eq!(tiles_in(&store).len(), 81);
        // Under normal play the outcome follows.
        let (status, answer) = json(&["solve", "two-in-total", "3,5,7,9", "--table", &store]);
        let (_, plain) = json(&["solve", "two-in-total", "3,5,7,9", "--value", value]);
        assert_eq!((status, &answer["outcome"], &answer[value]), (0, &plain["outcome"], &plain[value]));
        let same = json(&["solve", "two-in-total", "3,5,7,9", "--value", value, "--table", &store]).1;
        assert_eq!(same[value], plain[value]);
        let winning = |answer: &Value| -> Vec<Value> {
            let moves = answer["moves"].as_array().unwrap().iter();
            moves.filter(|option| option["winning"] == true).map(|option| option["to"].clone()).collect()
        };
        assert_eq!(winning(&answer), winning(&plain));
        let other = if value == "grundy" { "remoteness" } else { "grundy" };
        let refused = run(&["solve", "two-in-total", "3,5,7,9", "--value", other, "--table", &store]);
        assert!(refused.status == 2 && refused.stderr.contains(" only "), "{}", refused.stderr);
        let count = run(&["count", "two-in-total", "--upto", "9", "--store", &store]);
        assert!(count.stderr.contains(&format!("its values are {value}, not outcome")), "{}", count.stderr);
    }
}

/// The work in the folder is announced before it begins.
#[test]
fn the_plan_of_a_stored_table_is_reported_first() {
    let store = folder("planned");
    let count = ["count", "wythoff", "--upto", "99", "--store", &store, "--side", "40", "--explain-plan"];
    let tiles = json(&[&count[..], &["--tiles"]].concat()).1;
    let plan = &tiles["plan"];
    assert_eq!(
        (&plan["engine"], &plan["tiles"]["tiles"], &plan["tiles"]["done"]),
        (&json!("tables"), &json!(9), &json!(0))
    );
    assert_eq!((&plan["tiles"]["side"], &plan["tiles"]["filled_by"]), (&json!(40), &json!("words of bits")));
    assert!(
        plan["tiles"]["bytes_of_tile"].as_u64() > Some(1000)
            && plan["tiles"]["bytes_on_disk"].as_u64() > Some(1000)
    );
    assert!(plan["notes"][0].as_str().unwrap().contains("all positions are computed"));
    assert_eq!(json(&[&count[..], &["--tile", "0-0"]].concat()).1["plan"]["tiles"]["done"], 0);
    let told = run(&count);
    assert!(told.stderr.contains("9 tiles of side 40: 1 done, 0 damaged; one takes "), "{}", told.stderr);
    assert_eq!(told.stdout, "P 77 N 9923\n");
    let again = json(&count).1;
    assert_eq!((&again["plan"]["tiles"]["done"], &again["counts"]["P"]), (&json!(9), &json!(77)));
    // A table that does not fit is refused before the folder is created.
    let large = folder("large");
    let refused = run(&[
        "count",
        "wythoff",
        "--upto",
        "99999",
        "--store",
        &large,
        "--side",
        "99999",
        "--memory",
        "4M",
        "--explain-plan",
    ]);
    assert!(refused.status != 0 && refused.stderr.contains("memory"), "{}", refused.stderr);
    assert!(fs::metadata(&large).is_err());
}

#[test]
fn tiles_are_listed_and_computed_one_by_one() {
    let store = folder("tiles");
    let game = ["count", "wythoff", "--upto", "99", "--store", &store];
    let with = |more: &[&str]| json(&[&game[..], more].concat()).1;
    let list = with(&["--side", "40", "--tiles"]);
    assert_eq!(list["side"], 40);
    assert_eq!(list["tiles"][4], json!({ "id": "1-1", "needs": ["0-0", "0-1", "1-0"], "done": false }));
    let early = with(&["--tile", "1-1"]);
    assert_eq!(early["error"]["code"], "store");
    for tile in list["tiles"].as_array().unwrap() {
        let id = tile["id"].as_str().unwrap();
        assert_eq!(with(&["--tile", id])["id"], id);
    }
    assert!(with(&["--tiles"])["tiles"].as_array().unwrap().iter().all(|tile| tile["done"] == true));
    let (_, plain) = json(&["count", "wythoff", "--upto", "99"]);
    assert_eq!(with(&[])["counts"], plain["counts"]);
    assert_eq!(with(&["--tile", "3-0"])["error"]["code"], "store");
}

/// Killing runs at any time and resuming them loses nothing and counts nothing twice.
#[cfg(unix)]
#[test]
fn runs_that_are_killed_are_resumed() {
    let store = folder("killed");
    let arguments = ["count", "two-in-total", "--upto", "40", "--store", &store, "--side", "8", "--json"];
    let (_, expected) = json(&["count", "two-in-total", "--upto", "40"]);
    let document = killed_until_done(&arguments, &store, 1296);
    assert_eq!(document["counts"], expected["counts"]);
}

#[cfg(unix)]
#[test]
fn runs_for_numbers_that_are_killed_leave_the_same_bytes() {
    let (store, undisturbed) = (folder("killed-numbers"), folder("not-killed"));
    let arguments = |store| {
        [
            "table",
            "two-in-total",
            "--upto",
            "23",
            "--store",
            store,
            "--side",
            "6",
            "--json",
            "--value",
            "grundy",
            // A pipe without a reader holds a few rows.
            "--fix",
            "h1=1,h2=2,h3=3",
        ]
    };
    killed_until_done(&arguments(&store), &store, 256);
    run(&arguments(&undisturbed));
    for tile in tiles_in(&undisturbed) {
        let killed = PathBuf::from(&store).join(tile.file_name().unwrap());
        assert!(fs::read(&tile).unwrap() == fs::read(&killed).unwrap(), "{}", killed.display());
    }
}

/// The final output of runs that are killed until one is not: a folder with `tiles` tiles.
#[cfg(unix)]
fn killed_until_done(arguments: &[&str], store: &str, tiles: usize) -> Value {
    // Each run has slightly more time, so that the test ends; the moments differ from run to run.
    let (mut killed, mut middle, mut pause) = (0, 0, 3);
    let document = loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(pause));
        pause += 11 + pause / 8;
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            break serde_json::from_slice::<Value>(&output.stdout).unwrap();
        }
        killed += 1;
        let done = fs::read_dir(store).map_or(0, |_| tiles_in(store).len());
        middle += u32::from(0 < done && done < tiles);
        assert!(killed < 200, "{done} tiles after {killed} runs");
    };
    assert!(killed > 2 && middle > 0, "{killed} runs were killed, {middle} of them with some tiles");
    assert_eq!(tiles_in(store).len(), tiles);
    // Incomplete files of killed runs are removed.
    run(arguments);
    let files = fs::read_dir(store).unwrap().count();
    assert_eq!(files, tiles + 1, "tiles and manifest");
    document
}

/// Files are limited to a kibibyte: the write fails as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_file() {
    let store = folder("full");
    let command = format!(
        "trap '' XFSZ; ulimit -f 2; exec {} count wythoff --upto 500 --store {store} --side 200 --json",
        env!("CARGO_BIN_EXE_bouton")
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &document["error"]["code"]), (Some(2), &json!("store")));
    let message = document["error"]["message"].as_str().unwrap();
    assert!(message.contains("cannot be written") && message.contains("continues from there"), "{message}");
    let mut files: Vec<_> = fs::read_dir(&store).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["manifest.json"]);
    let (status, document) = json(&["count", "wythoff", "--upto", "500", "--store", &store]);
    assert_eq!((status, &document["counts"]), (0, &json(&["count", "wythoff", "--upto", "500"]).1["counts"]));
}

#[test]
fn a_table_may_be_larger_than_memory() {
    // 80⁴ positions are 5.1 MB of bits.
    let store = folder("memory");
    let game = ["count", "two-in-total", "--upto", "79", "--engine", "tables"];
    let (_, stored) = json(&[&game[..], &["--memory", "4M", "--store", &store]].concat());
    let (_, whole) = json(&game);
    assert_eq!(stored["counts"], whole["counts"]);
    assert_eq!(stored["counts"]["P"], json!(13_649_239));
    let kept: u64 = tiles_in(&store).iter().map(|tile| fs::metadata(tile).unwrap().len()).sum();
    assert!(kept > 4 << 20, "{kept}");
}

/// The first process is stopped after it has seen that there is no table yet, before it records its
/// own. Then the second process starts another table, and finishes before the first continues.
#[cfg(unix)]
#[test]
fn of_two_tables_begun_at_once_in_one_folder_none_is_lost() {
    let store = folder("at-once");
    // Stopping it in time needs a shell that polls without pause; if that is too late, the script
    // tries again.
    let script = r#"
        for try in $(seq 1000); do
            rm -rf "$STORE"
            "$BOUTON" count wythoff --upto 40 --side 20 --store "$STORE" >/dev/null 2>"$STORE.told" & first=$!
            while kill -0 $first 2>/dev/null; do
                set -- "$STORE"/manifest.json.*
                [ -e "$1" ] && break
            done
            kill -STOP $first 2>/dev/null
            # It may go on for a moment.
            sleep 0.05
            set -- "$STORE"/manifest.json.*
            if [ -e "$1" ] && [ ! -e "$STORE/manifest.json" ]; then
                "$BOUTON" count 'heaps 2; move take 1..3 from 1 heap' --upto 40 --side 20 --store "$STORE" >/dev/null
                second=$?
                kill -CONT $first
                wait $first
                echo "$? $second"
                exit
            fi
            kill -CONT $first 2>/dev/null
            wait $first
        done
        echo never
    "#;
    let output = Command::new("sh")
        .args(["-c", script])
        .env("BOUTON", env!("CARGO_BIN_EXE_bouton"))
        .env("STORE", &store)
        .output()
        .unwrap();
    let told = fs::read_to_string(format!("{store}.told")).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "2 0\n", "{told}");
    assert!(
        told.contains("holds another table: its rules are `heaps 2; move take 1..3 from 1 heap`"),
        "{told}"
    );
    // The folder contains the complete table of the other process.
    let game = "heaps 2; move take 1..3 from 1 heap";
    let (status, stored) = json(&["count", game, "--upto", "40", "--store", &store]);
    assert_eq!((status, &stored["counts"]), (0, &json(&["count", game, "--upto", "40"]).1["counts"]));
    let files = fs::read_dir(&store).unwrap().count();
    assert_eq!((files, tiles_in(&store).len()), (10, 9), "tiles and manifest");
}

/// Opening a named pipe would wait for a writer.
#[cfg(unix)]
#[test]
fn named_pipes_in_folders_are_refused_at_once() {
    let (tiles, search, values) = (folder("pipe-tiles"), folder("pipe-search"), folder("pipe-values"));
    let cases: [(&str, &[&str], &[&str]); 3] = [
        (
            &tiles,
            &["count", "wythoff", "--upto", "40", "--side", "20", "--store"],
            &["1-1.tile", "manifest.json"],
        ),
        (&search, &["prove", "small-pass", "--checkpoint"], &["proof.checkpoint", "proof.lock"]),
        (
            &values,
            &["sequence", "kayles", "--upto", "20000", "--checkpoint"],
            &["sequence.checkpoint", "sequence.lock"],
        ),
    ];
    for (folder, arguments, files) in cases {
        let arguments = [arguments, &[folder]].concat();
        assert_eq!(run(&arguments).status, 0, "{arguments:?}");
        for file in files {
            let path = PathBuf::from(folder).join(file);
            let whole = fs::read(&path).ok();
            let _ = fs::remove_file(&path);
            assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
            let refused = run(&arguments);
            assert_eq!(refused.status, 2, "{arguments:?} {file}: {}", refused.stderr);
            assert!(refused.stderr.contains("it is not a regular file"), "{file}: {}", refused.stderr);
            fs::remove_file(&path).unwrap();
            if let Some(whole) = whole {
                fs::write(&path, whole).unwrap();
            }
        }
        assert_eq!(run(&arguments).status, 0, "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_run_leaves_of_a_file_goes_with_the_next_and_what_a_living_one_writes_stays() {
    let folder = folder("killed-writers");
    fs::create_dir(&folder).unwrap();
    let path = format!("{folder}/law.cert");
    let names = || {
        let names =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    };
    // The computation would never end.
    let begin = || {
        let before = names();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["sequence", "0.16", "--upto", "1000000000000", "--memory", "100T", "-o", &path])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while names().iter().all(|name| before.contains(name)) {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            thread::sleep(Duration::from_millis(1));
        }
        child
    };
    let mut killed = begin();
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = names();
    assert!(left.len() == 1 && left[0].ends_with(".part"), "{left:?}");
    let mut living = begin();
    let proved = run(&["prove", "nim", "--heaps", "2", "-o", &path]);
    assert_eq!(proved.status, 0, "{}", proved.stderr);
    let now = names();
    assert!(now.len() == 2 && now[0] == "law.cert" && !now.contains(&left[0]), "{now:?}");
    living.kill().unwrap();
    living.wait().unwrap();
    let proved = run(&["prove", "nim", "--heaps", "2", "-o", &path]);
    assert_eq!((proved.status, names()), (0, vec!["law.cert".to_owned()]));
}
