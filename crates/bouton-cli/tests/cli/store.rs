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

/// A folder that is not there yet.
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
    // Everything that a table can be is made of what is there, the side need not be said again.
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
        (vec!["solve", "two-in-total", "3,5,7,9", "--value", "grundy", "--table", &store], "outcomes alone"),
        (vec!["count", "two-in-total", "--upto", "21", "--store", &store], "goes up to 20,20,20,20, not 21"),
        (vec!["count", "wythoff", "--upto", "20", "--store", &store], "its rules are"),
        (
            vec!["table", "wythoff", "--upto", "9", "--value", "grundy", "--store", &folder("g")],
            "outcomes alone",
        ),
        (vec!["count", "kayles", "--upto", "9", "--store", &folder("k")], "no box of positions"),
    ] {
        let refused = run(&arguments);
        assert!(refused.status == 2 && refused.stderr.contains(told), "{arguments:?}: {}", refused.stderr);
    }
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

/// Killed at any moment, resumed, killed again: nothing is lost, nothing is counted twice.
#[cfg(unix)]
#[test]
fn runs_that_are_killed_are_resumed() {
    let store = folder("killed");
    let arguments = ["count", "two-in-total", "--upto", "40", "--store", &store, "--side", "8", "--json"];
    let (_, expected) = json(&["count", "two-in-total", "--upto", "40"]);
    // Each run has a little more time, so that it comes to an end; moments differ from run to run.
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
        let done = fs::read_dir(&store).map_or(0, |_| tiles_in(&store).len());
        middle += u32::from(0 < done && done < 1296);
        assert!(killed < 200, "{done} tiles after {killed} runs");
    };
    assert!(killed > 2 && middle > 0, "{killed} runs were killed, {middle} of them with some tiles");
    assert_eq!(document["counts"], expected["counts"]);
    assert_eq!(tiles_in(&store).len(), 1296);
    // What they have left half written is gone.
    run(&arguments);
    let files = fs::read_dir(&store).unwrap().count();
    assert_eq!(files, 1296 + 2, "tiles, manifest and lock");
}

/// No file may be longer than a kibibyte: as on a full disk, the write fails.
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
    assert!(message.contains("cannot be written") && message.contains("goes on from there"), "{message}");
    let mut files: Vec<_> = fs::read_dir(&store).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["lock", "manifest.json"]);
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
