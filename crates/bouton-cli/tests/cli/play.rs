//! `bouton play` through pipes.

use serde_json::Value;

use crate::program::run_with_input;

fn play(arguments: &[&str], input: &str) -> String {
    let run = run_with_input(&[&["play"], arguments].concat(), input);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

fn play_json(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(&play(&[arguments, &["--json"]].concat(), input)).unwrap()
}

#[test]
fn a_won_position_can_be_won() {
    let document = play_json(&["nim", "1,2"], "1,1\n0,0\n");
    assert_eq!((&document["finished"], &document["winner"]), (&true.into(), &"you".into()), "{document}");
}

#[test]
fn a_lost_position_is_lost() {
    let document = play_json(&["nim", "1,1"], "0,1\n");
    assert_eq!(document["winner"], "the computer");
    let document = play_json(&["nim", "3,4,5", "--first", "computer"], "");
    assert_eq!(document["moves"][0], serde_json::json!({ "by": "the computer", "to": "1,4,5" }));
    assert_eq!(document["finished"], false);
}

#[test]
fn misere_play_turns_the_winner_around() {
    let document = play_json(&["misere-nim", "1"], "0\n");
    assert_eq!(document["winner"], "the computer");
}

#[test]
fn three_players_share_the_podium() {
    let text = play(&["heaps 1; players 3 podium; move take 1..2 from 1 heap", "2"], "take 2 from 1\n");
    assert!(text.contains("1. you, 2. computer 2, 3. computer 1"), "{text}");
}

#[test]
fn questions_are_answered() {
    let text = play(
        &["nim", "3,4,5"],
        "help\nhint\nwhy\nmoves\nundo\n9,9,9\nnonsense\ntake 9 from 1\ntake 1 from 9\nquit\n",
    );
    for words in [
        "move to 1,4,5: it wins",
        "3,4,5 is N: the player to move wins; Grundy value 2",
        "#1 0,4,5   #2 1,4,5   #3 2,4,5",
        "there is nothing to take back",
        "no move of the rules leads from",
        "`nonsense` is not a move",
        "1  ●●●    3\n2  ●●●●   4\n3  ●●●●●  5\n3,4,5  your move",
        "heap 1 has only 3",
        "there is no heap 9; there are 3, counted from 1",
        "good bye",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
}

#[test]
fn rules_and_law_are_told_and_the_end_is_said() {
    let text = play(&["nim", "1,1"], "rules\nlaw\ntake 1 from 1\nhint\n#1\nundo\nquit\n");
    assert!(text.contains("move take any from 1 heap"), "{text}");
    assert!(text.contains("A position is P exactly when"), "{text}");
    assert_eq!(text.matches("the game is over").count(), 2, "{text}");
    assert_eq!(text.matches("1,1  your move").count(), 2, "{text}");
}

#[test]
fn moves_can_be_taken_back() {
    let text = play(&["nim", "3,4,5"], "2,4,5\nundo\n1,4,5\n");
    assert_eq!(text.matches("3,4,5  your move").count(), 2);
    assert!(text.contains("1,4,5  the computer moves to"));
}

#[test]
fn the_pass_is_a_move() {
    let text = play(&["small-pass", "1,1,0,0"], "pass\n");
    assert!(text.contains("1,1,0,0:used  the computer moves to"), "{text}");
    let text = play(&["nim", "1,2"], "pass\n");
    assert!(text.contains("there is no pass in this game"));
}

#[test]
fn huge_heaps_are_played_by_the_law() {
    let million = format!("1{}3", "0".repeat(40));
    let text = play(&["take-three", &million], "hint\ntake 3 from 1\nundo\ntake 4 from 1\nwhy\n");
    assert!(text.contains(&format!("move to 1{}: it wins", "0".repeat(41))), "{text}");
    assert!(text.contains("the computer moves to"));
    assert!(text.contains("no move of the rules leads from"));
    assert!(text.contains("by the proved law"));
}

#[test]
fn take_and_break_games_can_be_played() {
    let text = play(&["kayles", "3"], "hint\n1,1\n");
    assert!(text.contains("3  your move"));
    assert!(text.contains("the computer moves to 1"), "{text}");
}

#[test]
fn winning_moves_are_marked_on_request() {
    let text = play(&["nim", "3,4,5"], "moves marked\nmoves\n");
    assert_eq!(text.matches('*').count(), 1, "{text}");
    assert!(text.contains("#2 1,4,5*"), "{text}");
    let text = play(&["nim", "1,1"], "moves marked\n");
    assert!(text.contains("#1 0,1  #2 1,0\nno move wins"), "{text}");
}

#[test]
fn moves_are_made_by_number_and_listed() {
    let text = play(&["nim", "3,4,5"], "#2\nlog\n#99\n");
    assert!(text.contains("1,4,5  the computer moves to 0,4,5"), "{text}");
    assert!(text.contains("   1.  1,4,5  you\n   2.  0,4,5  the computer"), "{text}");
    assert!(text.contains("there is no move 99; `moves` lists"), "{text}");
    // One number is a position where positions have one heap.
    let text = play(&["take-three", "6"], "#1\nundo\n4\n");
    assert!(
        text.contains("3  the computer moves to 0\n") || text.contains("0  there is no move left"),
        "{text}"
    );
    assert!(text.contains("4  the computer moves to 3"), "{text}");
}

#[test]
fn a_bare_amount_is_from_the_only_heap() {
    let text = play(&["take-three", "7"], "take 3\n");
    assert!(text.contains("4  the computer moves to 3"), "{text}");
    let text = play(&["nim", "0,0,5"], "take all\n");
    assert!(text.contains("you made the last move and won"), "{text}");
    let text = play(&["nim", "3,4"], "take 2\n3\n1,2,3\n");
    assert!(text.contains("from which heap? write its number, from 1 to 2"), "{text}");
    assert!(text.contains("`1,2,3` has 3 heaps, and here there are 2"), "{text}");
}

/// A question is answered in its own terms, and later lines are not taken for answers.
#[test]
fn the_heap_that_was_asked_for_may_be_answered() {
    for answer in ["2", "h2", "from 2", "heap 2", "from heap 2", "take 2 from 2", "3,2,5"] {
        let text = play(&["nim", "3,4,5"], &format!("take 2\n{answer}\nlog\n"));
        assert!(text.contains("   1.  3,2,5  you"), "{answer}: {text}");
    }
    // The program asks again for a heap that does not exist, or is too small.
    for (answer, said) in
        [("4", "there is no heap 4; there are 3, counted from 1"), ("1", "heap 1 has only 3")]
    {
        let text = play(&["nim", "3,4,5"], &format!("take 4\n{answer}\n2\nlog\n"));
        assert!(text.contains(said) && text.contains("   1.  3,0,5  you"), "{answer}: {text}");
    }
    let text = play(&["nim", "3,4,5"], "take 2\nhint\n2\nlog\n");
    assert!(text.contains("move to 1,4,5: it wins\n`2` alone is not a position"), "{text}");
    // The program does not ask from which heap to take an amount that no heap has.
    let text = play(&["nim", "3,4,5"], "take 9\n");
    assert!(text.contains("heap 3 has only 5") && !text.contains("from which heap"), "{text}");
}

/// A number alone is the number of a move only if the moves were just listed.
#[test]
fn a_number_alone_is_not_a_move_of_a_list_that_was_not_shown() {
    let text = play(&["nim", "3,4,5"], "4\nmoves\n4\nlog\n");
    assert!(
        text.contains("`4` alone is not a position: write all 3 numbers (for example 1,4,5), or `#4`"),
        "{text}"
    );
    assert!(text.contains("   1.  3,0,5  you"), "{text}");
    let text = play(&["nim", "3,4,5"], "moves\nhint\n4\nlog\n");
    assert!(!text.contains("   1.  3,0,5  you"), "{text}");
}

/// Where there is one heap, a number is the size that is left; a player who means an amount is
/// shown how to write it.
#[test]
fn an_amount_alone_is_helped() {
    let text = play(&["take-three", "9"], "1\nquit\n");
    assert!(
        text.contains("no move of the rules leads from 9 to 1; to take 1, write `take 1`; `moves`"),
        "{text}"
    );
    // No such note if the amount may not be taken.
    let text = play(&["take-three", "9"], "4\n");
    assert!(text.contains("leads from 9 to 4; `moves`"), "{text}");
}

#[test]
fn the_file_that_was_asked_for_may_be_answered() {
    let file = crate::program::temporary("answered.json");
    let name = file.to_str().unwrap();
    let text = play(&["nim", "3,4,5"], &format!("save\n{name}\n1,4,5\nsave\nquit\n"));
    assert_eq!(text.matches("saved; `bouton play ").count(), 2, "{text}");
    std::fs::remove_file(file).unwrap();
    let text = play(&["nim", "3,4,5"], "save\n1,4,5\nlog\n");
    assert!(text.contains("in which file?") && text.contains("   1.  1,4,5  you"), "{text}");
}

/// A start that is not fair is not described as fair.
#[test]
fn where_no_fair_start_was_found_it_is_said() {
    let lost = "counters a; move a -> 0 when a >= 1; play misere";
    let easy = "heaps 1; move take 1 from 1 heap when h1 is odd";
    for (rules, seed, said) in [(lost, "5", "here you lose"), (easy, "1", "here every move wins")] {
        let text = play(&[rules, "--seed", seed], "new\n");
        assert_eq!(text.matches("no fair start was found: ").count(), 2, "{text}");
        assert!(text.contains(said), "{text}");
    }
    assert!(!play(&["nim", "--seed", "1"], "new\n").contains("no fair start"));
    // Large amounts need large heaps, and a game without any move says so.
    let large = play(&["heaps 3; move take 12 or 15 from 1 heap", "--seed", "1"], "new\n");
    assert!(!large.contains("here you lose") && large.matches("your move").count() == 2, "{large}");
    let none = play(&["heaps 2; move take any from 3 heaps", "--seed", "1"], "new\n");
    assert_eq!(none.matches("no position with a move was found").count(), 2, "{none}");
}

/// The position without heaps has a name.
#[test]
fn nothing_left_is_an_empty_heap() {
    let text = play(&["octal 0.36", "1"], "take 1\nwhy\n");
    assert!(text.contains("\n0 is P: the player to move loses"), "{text}");
    let solved = crate::program::run(&["solve", "octal 0.36", "1"]).stdout;
    assert!(solved.contains("1 winning move: 0\n"), "{solved}");
}

#[test]
fn a_game_is_begun_once_more_and_sides_are_changed() {
    let text = play(&["nim", "1,2"], "1,1\n0,0\nnew\nswap\nnew 2,2\nlevel 30%\nlevel best\n");
    assert!(text.contains("you made the last move and won\n1  ●   1\n2  ●●  2\n1,2  your move"), "{text}");
    // After `swap` the computer is to move, and makes the winning move; it also begins the next
    // game.
    assert!(text.contains("1,2  the computer moves to 1,1"), "{text}");
    assert!(text.contains("2,2  the computer moves to"), "{text}");
    assert!(text.contains("the computer errs at 30% of its turns"), "{text}");
    assert!(text.contains("there is no level `best`"), "{text}");
}

#[test]
fn a_seed_fixes_start_and_errors() {
    let arguments = ["wythoff", "--level", "weak", "--seed", "11"];
    let input = "#1\n#1\n#1\n#1\n";
    let first = play(&arguments, input);
    assert_eq!(first, play(&arguments, input));
    let differs = (0..9).any(|seed| {
        let seed = seed.to_string();
        play(&["wythoff", "--level", "weak", "--seed", &seed], input) != first
    });
    assert!(differs, "{first}");
}

/// From a lost position the perfect opponent always wins; one that errs half of the time does not.
#[test]
fn the_level_is_the_rate_of_errors() {
    let won = |level: &str| {
        let wins = (0..40u32).filter(|seed| {
            let seed = seed.to_string();
            let arguments = ["nim", "1,1,2,2", "--level", level, "--seed", &seed];
            // Any move, then the best ones.
            let hints = play_json(&arguments, "take 1 from 4\n");
            hints["moves"][1]["to"] != "1,1,1,1"
        });
        wins.count()
    };
    assert_eq!(won("perfect"), 0);
    let half = won("weak");
    assert!((10..=30).contains(&half), "{half} errors in 40 turns");
    assert_eq!(won("100%"), 40);
}

#[test]
fn fair_starts_can_be_won() {
    for (game, first) in [("nim", "you"), ("nim", "computer"), ("kayles", "you"), ("podium-nim", "you")] {
        for seed in ["1", "2", "3"] {
            let document = play_json(&[game, "--seed", seed, "--first", first], "");
            let start = document["position"].as_str().unwrap();
            let solved = crate::program::json(&["solve", game, start]).1;
            let expected = if first == "you" { "N" } else { "P" };
            assert_eq!(solved["outcome"], expected, "{game} {start}");
        }
    }
}

#[test]
fn a_game_is_kept_and_gone_on_with() {
    let file = crate::program::temporary("kept.game.json");
    let name = file.to_str().unwrap();
    let text = play(&["nim", "3,4,5"], &format!("1,4,5\nsave {name}\nsave\nquit\n"));
    assert_eq!(text.matches("saved; `bouton play ").count(), 2, "{text}");
    let text = play(&[name], "log\nundo\nlevel weak\nsave\n");
    assert!(text.contains("0,4,5  your move\nstart  3,4,5\n   1.  1,4,5  you"), "{text}");
    assert!(text.contains("3,4,5  your move"), "{text}");
    let document = play_json(&[name], "");
    assert_eq!((&document["level"], &document["moves"]), (&50.into(), &serde_json::json!([])));
    // A move that the rules do not allow, and a text that is not a game.
    let wrong = std::fs::read_to_string(&file).unwrap();
    let wrong = wrong.replace("\"moves\": []", "\"moves\": [{ \"by\": \"you\", \"to\": \"9,9,9\" }]");
    for (text, reason) in
        [(wrong.as_str(), "move 1, to 9,9,9, is not a move of the rules"), ("{}", "is not a saved game")]
    {
        std::fs::write(&file, text).unwrap();
        let run = run_with_input(&["play", name], "");
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_heap_that_may_be_parted_is_asked_about() {
    let said = play(&["kayles", "7"], "take 1\n2,4\n");
    assert!(said.contains("that may leave 6 or 1,5 or 2,4 or 3,3: write the one that you mean"), "{said}");
    assert!(said.contains("2,4  the computer moves to"), "{said}");
    // An empty heap cannot be split.
    assert!(play(&["kayles", "2"], "take 2\n").contains("you made the last move and won"));
    assert!(play(&["kayles", "7"], "help\n").contains("the parts of a heap that is split"));
}

#[test]
fn several_heaps_are_taken_from_at_once() {
    let rules = "heaps 2; move take any from 1 heap; move take the same any from 2 heaps";
    assert!(play(&[rules, "3,4"], "take 2 from both\n").contains("1,2  the computer moves"));
    let three = play(&["nim", "1,1,1"], "take 1 from both\n");
    assert!(three.contains("there are 3 heaps, so `both` does not say which"), "{three}");
}

#[test]
fn the_period_says_who_wins() {
    let path = crate::program::certificate("says.cert", &["kayles"]);
    let said = play(&["kayles", "7,3", "--using", &path], "law\n");
    std::fs::remove_file(path).unwrap();
    assert!(
        said.contains("the nim-sum of the heaps' values is 0; at 7,3 it is 1: the player to move wins"),
        "{said}"
    );
}
