//! `bouton sequence`.

use std::{process::Command, time::Duration};

use serde_json::json;

use crate::program::{json, run, temporary};

/// Guy and Smith, The G-values of various games, 1956.
#[test]
fn kayles_has_period_twelve() {
    let (status, document) = json(&["sequence", "kayles", "--upto", "200"]);
    assert_eq!((status, &document["start"]), (0, &json!(0)));
    assert_eq!(
        document["values"].as_array().unwrap()[..8],
        [0, 1, 2, 3, 1, 4, 3, 2].map(|value| json!(value))
    );
    let period = &document["period"];
    assert_eq!(
        (&period["length"], &period["preperiod"], &period["saltus"]),
        (&json!(12), &json!(71), &json!(0))
    );
    assert_eq!(period["proved"], true);
}

#[test]
fn short_windows_prove_nothing() {
    let (_, document) = json(&["sequence", "kayles", "--upto", "40"]);
    assert_ne!(document["period"]["proved"], true);
}

#[test]
fn subtraction_sets_are_periodic_from_the_start() {
    let (_, document) = json(&["sequence", "subtraction {1,3,4}", "--upto", "60"]);
    assert_eq!((&document["period"]["length"], &document["period"]["preperiod"]), (&json!(7), &json!(0)));
    assert_eq!(document["period"]["proved"], true);
}

/// Where a move may leave three heaps, values can grow without bound; values beyond the window come
/// from the theorem.
#[test]
fn values_that_rise_are_proved_to() {
    let (status, document) = json(&["sequence", "hexadecimal 0.b8", "--upto", "3000"]);
    let period = &document["period"];
    assert_eq!((status, &period["length"], &period["preperiod"]), (0, &json!(7), &json!(9)));
    assert_eq!((&period["saltus"], &period["proved"]), (&json!(4), &json!(true)));
    let values: Vec<u64> =
        document["values"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    assert_eq!(values.len(), 3001);
    assert!((9..2994).all(|n| values[n + 7] == values[n] + 4));
    let (_, slow) = json(&["sequence", "hexadecimal 0.b8", "--upto", "300", "--engine", "definition"]);
    assert_eq!(slow["values"].as_array().unwrap()[..], document["values"].as_array().unwrap()[..301]);
    let text = run(&["sequence", "hexadecimal 0.b8", "--upto", "300"]).stdout;
    assert!(
        text.contains("period 7 from 9, saltus 4\na theorem on moves that leave up to three heaps"),
        "{text}"
    );
}

#[test]
fn formats() {
    assert_eq!(
        run(&["sequence", "take-three", "--upto", "4", "--format", "bfile"]).stdout,
        "0 0\n1 1\n2 2\n3 3\n4 0\n"
    );
    assert_eq!(
        run(&["sequence", "take-three", "--upto", "1", "--format", "csv"]).stdout,
        "n,grundy\n0,0\n1,1\n"
    );
    let found = run(&["sequence", "take-three", "--upto", "1", "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&found.stdout).unwrap()["values"], json!([0, 1]));
}

#[test]
fn a_list_agrees_or_differs_first_somewhere() {
    let list = temporary("b-kayles.txt");
    let path = list.to_str().unwrap();
    let printed = run(&["sequence", "kayles", "--upto", "300", "--format", "bfile"]).stdout;
    std::fs::write(&list, format!("# Kayles\n{printed}")).unwrap();
    let agrees = run(&["sequence", "kayles", "--against", path]);
    assert_eq!((agrees.status, agrees.stdout), (0, format!("{path} agrees from n = 0 to n = 300\n")));
    std::fs::write(&list, printed.replace("\n271 2\n", "\n271 3\n")).unwrap();
    let differs = run(&["sequence", "kayles", "--against", path]);
    let told = format!("{path} differs first at n = 271: g(271) = 2, and the list has 3\n");
    assert_eq!((differs.status, differs.stdout), (1, told));
    let (status, document) = json(&["sequence", "kayles", "--against", path, "--upto", "270"]);
    assert_eq!((status, &document["against"]["difference"]), (0, &json!(null)));
    assert_eq!(document["values"].as_array().unwrap().len(), 271);
    let (_, document) = json(&["sequence", "kayles", "--against", path]);
    assert_eq!(document["against"]["difference"], json!({"n": 271, "grundy": 2, "listed": "3"}));
    std::fs::write(&list, "n,grundy\n").unwrap();
    let refused = run(&["sequence", "kayles", "--against", path]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("line 1 is `n,grundy`, expected `n a(n)`"), "{}", refused.stderr);
    std::fs::remove_file(&list).unwrap();
}

/// The definition shares no code with the fast methods.
#[test]
fn every_engine_finds_the_same() {
    let games = [
        "0.16",
        "4.[3]",
        "hexadecimal 0.f8",
        "subtraction {1,3,4}",
        "grundy",
        "heaps 1; move take odd from 1 heap",
    ];
    for game in games {
        let of = |engine| json(&["sequence", game, "--upto", "150", "--engine", engine]).1["values"].clone();
        assert_eq!(of("auto"), of("definition"), "{game}");
        assert_eq!(of("auto").as_array().unwrap().len(), 151);
    }
}

/// The number of heaps whose values have an even number of binary digits 1 in common with the mask.
#[test]
fn statistics_are_those_of_the_values() {
    let (_, document) = json(&["sequence", "0.16", "--upto", "5000", "--statistics"]);
    let told = &document["statistics"];
    let values: Vec<u64> =
        document["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
    let rare = |mask: u64| -> Vec<usize> {
        (1..values.len()).filter(|&heap| (values[heap] & mask).count_ones().is_multiple_of(2)).collect()
    };
    let found = rare(told["mask"].as_u64().unwrap());
    assert_eq!(
        (told["rare"].as_u64(), told["last_rare"].as_u64()),
        (Some(found.len() as u64), found.last().map(|&heap| heap as u64))
    );
    assert!((1..64).all(|mask| rare(mask).len() >= found.len()));
    let largest = told["largest"].as_u64().unwrap();
    assert_eq!(values.iter().max(), Some(&largest));
    assert_eq!(
        values.iter().position(|&value| value == largest).map(|at| at as u64),
        told["largest_at"].as_u64()
    );
}

#[test]
fn a_killed_search_for_a_period_goes_on() {
    let (folder, found, whole) =
        (temporary("sequence-kept"), temporary("period-resumed.cert"), temporary("period-whole.cert"));
    assert_eq!(run(&["prove", "0.16", "-o", whole.to_str().unwrap()]).status, 0);
    let arguments =
        ["prove", "0.16", "--checkpoint", folder.to_str().unwrap(), "-o", found.to_str().unwrap()];
    let kept = folder.join("sequence.checkpoint");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton")).args(arguments).spawn().unwrap();
    while std::fs::metadata(&kept).map_or(0, |known| known.len()) < 4_000 {
        assert!(child.try_wait().unwrap().is_none(), "the search ended before anything was kept");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = run(&arguments);
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    assert_eq!(std::fs::read(&found).unwrap(), std::fs::read(&whole).unwrap());
    // The stored values are also used by `sequence`.
    let folder = folder.to_str().unwrap();
    let (status, document) = json(&["sequence", "0.16", "--upto", "70000", "--checkpoint", folder]);
    assert_eq!(
        (status, &document["values"]),
        (0, &json(&["sequence", "0.16", "--upto", "70000"]).1["values"])
    );
    let foreign = run(&["prove", "0.6", "--checkpoint", folder]);
    assert_eq!(foreign.status, 2);
    assert!(foreign.stderr.contains("is of another search: the game was sha256:"), "{}", foreign.stderr);
    let rules = run(&["sequence", "take-three", "--upto", "9", "--checkpoint", folder]);
    assert_eq!(rules.status, 2);
    assert!(rules.stderr.contains("only values of take-and-break games are stored"), "{}", rules.stderr);
    std::fs::remove_dir_all(folder).unwrap();
    [found, whole].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

/// Periods are proved by theorems, which solving uses as well, and not just observed.
#[test]
fn periods_are_proved_where_a_theorem_shows_them() {
    for (game, length, preperiod, saltus) in [
        ("nim", 1, 0, 1),
        ("laskers-nim", 4, 1, 4),
        ("counters a; move a -> a - 2 when a >= 7; move a -> a - 3 when a mod 4 = 1", 4, 0, 0),
        ("take-three", 4, 0, 0),
    ] {
        let (_, document) = json(&["sequence", game, "--upto", "200"]);
        let period = &document["period"];
        assert_eq!(period["proved"], true, "{game}: {period}");
        let found = (period["length"].as_u64(), period["preperiod"].as_u64(), period["saltus"].as_u64());
        assert_eq!((found.0, found.2), (Some(length), Some(saltus)), "{game}");
        assert!(found.1 >= Some(preperiod), "{game}: {period}");
    }
    let (status, document) = json(&["prove", "laskers-nim", "--value", "grundy"]);
    assert_eq!((status, &document["status"]), (0, &"proved".into()));
    let theorem = document["theorem"].as_str().unwrap();
    assert!(theorem.contains("g(n + 4) = g(n) + 4") || theorem.contains("less 4"), "{theorem}");
}

#[test]
fn a_game_without_heaps_of_some_sizes_has_no_sequence() {
    let told = run(&["sequence", "counters a; positions where a is even; move a -> a - 2", "--upto", "9"]);
    assert_eq!(told.status, 2);
    assert!(told.stderr.contains("positions are those where a is even"), "{}", told.stderr);
}
