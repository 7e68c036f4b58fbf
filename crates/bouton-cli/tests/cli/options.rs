//! No option is ignored: it has an effect, or it is refused with a remedy.

use std::fs;

use crate::program::{certificate, run, temporary};

/// A command line without an option, and an option that changes its output or its files. `DIR` is a
/// folder of the test's own, `CERT` a certificate, `BFILE` a list of numbers. Words are separated
/// by blanks; `_` stands for a blank within a word.
const CHANGES: &[(&str, &str)] = &[
    ("solve nim 3,4", "--heaps 3"),
    ("solve heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap 4", "--set k=4"),
    ("solve heaps_1;_move_take_1..3_from_1_heap 9", "--using CERT"),
    ("solve wythoff 3,4", "--table DIR"),
    ("solve nim 3,4,5 --format csv", "--moves 1"),
    ("solve nim 3,4,5", "--value remoteness --engine law"),
    ("solve nim 3,4,5", "--engine law"),
    ("solve nim 3,4,5", "--explain-plan"),
    ("solve nim 3,4,5", "--verify"),
    ("solve nim 3,4,5", "--format csv"),
    ("table nim --upto 2", "--heaps 2"),
    ("table heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap --upto 5", "--set k=4"),
    ("table nim --heaps 2 --upto 3", "--upto 4"),
    ("table nim --heaps 2 --upto 3", "--value grundy"),
    ("table nim --heaps 2 --upto 3", "--format csv"),
    ("table nim --upto 3", "--rows-by-largest"),
    ("table nim --upto 3", "--square"),
    ("table wythoff --upto 3 --explain-plan", "--store DIR/t"),
    ("table wythoff --upto 3 --store DIR/t --tiles", "--side 64"),
    ("table wythoff --upto 3 --store DIR/t", "--tiles"),
    ("table wythoff --upto 3 --store DIR/t", "--tile 0-0"),
    ("table wythoff --upto 3 --explain-plan", "--engine reference"),
    ("table wythoff --upto 3", "--explain-plan"),
    ("table wythoff --upto 3", "--verify"),
    ("table nim --upto 3 --format svg", "--axes h1,h3 --fix h2=2"),
    ("table nim --upto 3", "--fix h2=2"),
    ("table wythoff --upto 3 --format svg", "--p-positions"),
    ("table wythoff --upto 3 --format svg", "--dark"),
    ("list nim --largest 3", "--heaps 2"),
    ("list heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap --largest 5", "--set k=4"),
    ("list nim --largest 3", "--lost"),
    ("list nim --largest 3", "--outcome N"),
    ("list nim --largest 3", "--largest 2"),
    ("list nim --largest 3", "--total 4"),
    ("list nim --largest 3", "--smallest 1"),
    ("list nim --largest 3", "--distinct"),
    ("list nim --largest 3", "--nonempty"),
    ("list nim --largest 3", "--not-paired"),
    ("list small-pass --largest 1", "--control used"),
    ("list nim --largest 3", "--limit 2"),
    ("list take-three --lost --largest 9 --format bfile", "--column h2"),
    ("list nim --largest 3 --explain-plan", "--engine reference"),
    ("list nim --largest 3", "--explain-plan"),
    ("list nim --largest 3", "--verify"),
    ("list nim --largest 3", "--format csv"),
    ("count nim --upto 3", "--heaps 2"),
    ("count heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap --upto 4", "--set k=4"),
    ("count nim --upto 3", "--upto 4"),
    ("count nim --upto 3", "--value grundy"),
    ("count nim --upto 3", "--each"),
    ("count nim --upto 3 --format bfile", "--outcome N"),
    ("count wythoff --upto 3 --explain-plan", "--store DIR/t"),
    ("count wythoff --upto 3 --store DIR/t --tiles", "--side 64"),
    ("count wythoff --upto 3 --store DIR/t", "--tiles"),
    ("count wythoff --upto 3 --store DIR/t", "--tile 0-0"),
    ("count nim --upto 3 --explain-plan", "--engine reference"),
    ("count nim --upto 3", "--explain-plan"),
    ("count nim --upto 3", "--verify"),
    ("count nim --upto 3", "--format csv"),
    ("sequence take-three --upto 9", "--heaps 2"),
    ("sequence heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap --upto 9", "--set k=4"),
    ("sequence kayles --upto 9", "--upto 8"),
    ("sequence kayles --upto 9", "--against BFILE"),
    ("sequence kayles --upto 9", "--statistics"),
    // The output does not name the method that found the values.
    ("sequence kayles --upto 9", "--engine nonsense"),
    ("sequence kayles --upto 9", "--checkpoint DIR"),
    ("sequence kayles --upto 9", "--format csv"),
    ("sequence kayles --upto 9 --format svg", "--dark"),
    ("prove nim", "--heaps 2"),
    ("prove heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap", "--set k=4"),
    ("prove take-three", "--value grundy"),
    ("prove octal_0.123 --value quotient", "--upto 5"),
    ("prove heaps_1;_move_take_1..4_from_1_heap", "--claim CERT"),
    ("prove take-three", "--checkpoint DIR"),
    ("prove wythoff --states 5", "--numeration 2"),
    ("prove for_all_a,_b_where_1_<=_a,_a_<_b,_b_<=_3_*_a;_heaps_1;_move_take_{a,b}_from_1_heap", "--cones"),
    ("prove wythoff --states 5", "--verbose"),
    ("check CERT", "--rules"),
    ("check CERT", "--format csv"),
    ("explain nim", "--heaps 2"),
    ("explain heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap", "--set k=4"),
    ("explain take-three", "--value grundy"),
    ("explain two-in-total", "--format latex"),
    ("explain take-three", "--digits least"),
    ("explain heaps_1;_move_take_1..2_from_1_heap;_pass_1_unless_empty --format walnut", "--control used"),
    ("explain take-three --format svg", "--dark"),
    ("check CERT", "--coq"),
    ("emit nim", "--heaps 2"),
    ("emit heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap", "--set k=4"),
    ("emit take-three", "--lang c"),
    ("emit take-three", "--value grundy"),
    ("play nim 3,4", "--heaps 3"),
    ("play heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap 9", "--set k=4"),
    ("play nim 3,4,5", "--first computer"),
    ("play nim 3,4,5", "--level weak"),
    ("play nim --seed 1", "--seed 2"),
    ("play nim 3,4,5 --json", "--seed 7"),
    ("play heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("genus kayles 7", "--heaps 2"),
    (
        "genus heaps_any;_let_k_=_2;_move_take_k_from_1_heap,_then_may_split_the_rest_in_two_heaps 7",
        "--set k=1",
    ),
    ("sum nim 3,4 kayles 7", "--format csv"),
    ("genus kayles 7", "--format csv"),
    ("compare take-three take-three", "--format csv"),
    ("grundy nim 3,4 5,6", "--format csv"),
    ("grundy nim 3,4", "--heaps 3"),
    ("grundy let_k_=_2;_heaps_1;_move_take_1..k_from_1_heap 7", "--set k=3"),
    ("compare nim heaps_any;_move_take_1..3_from_1_heap", "--heaps 2"),
    ("compare take-three take-three", "--value grundy"),
    ("compare wythoff heaps_2;_move_take_the_same_any_from_at_most_2_heaps --time 1s", "--numeration 2"),
    ("fmt heaps_2;_move_take_any_from_one_heap", "--check"),
    ("fmt DIR/rules.game", "--in-place"),
    ("games", "--format csv"),
    ("suggest 9", "--limit 1"),
    ("suggest 3", "--format csv"),
    ("man solve", "--all DIR/pages"),
    ("nim sum 3,4", "--format csv"),
    ("podium value 15,14", "--format csv"),
    ("pass theorem 1,2,3,4", "--format csv"),
    ("in-total lemmas 0,1,2", "--format csv"),
];

/// Options that are refused since they would have no effect, and the remedy.
const REFUSED: &[(&str, &str)] = &[
    ("solve nim - --format csv", "leave out --format, or say --format jsonl"),
    ("solve nim - --format latex", "leave out --format, or say --format jsonl"),
    ("solve nim - -o positions.csv", "leave out --format, or say --format jsonl"),
    ("solve nim 3,4 --json --format csv", "leave out one of them"),
    ("nim sum 3,4 --json --format csv", "leave out one of them"),
    ("explain take-three --json --format latex", "leave out one of them"),
    ("table nim --upto 3 --json --format svg", "leave out one of them"),
    ("count nim --upto 3 --outcome N", "say --format bfile"),
    ("count nim --upto 3 --each --format bfile", "leave out --each"),
    ("list wythoff --lost --upto 3 --column h1", "say --format bfile"),
    ("table nim --upto 3 --format svg --rows-by-largest", "leave out --rows-by-largest"),
    ("table nim --upto 3 --format svg --square", "leave out --rows-by-largest and --square"),
    ("table nim --upto 3 --format svg --verify", "leave out --engine, --explain-plan and --verify"),
    ("table nim --upto 3 --format svg --explain-plan", "leave out --engine, --explain-plan and --verify"),
    (
        "table nim --upto 3 --format blocks --engine reference",
        "leave out --engine, --explain-plan and --verify",
    ),
    ("table nim --upto 3 --format svg --value grundy --p-positions", "leave it out, or leave out --value"),
    ("table nim --upto 3 --format npy --rows-by-largest", "say --format csv"),
    ("table nim --upto 3 --format parquet --rows-by-largest", "say --format csv"),
    ("explain CERT --set k=3", "leave out --set"),
    ("emit CERT --set k=3", "leave out --set"),
    ("prove kayles --heaps 2", "leave out --heaps"),
    ("explain kayles --heaps 2", "leave out --heaps"),
    ("genus kayles 7 --heaps 2", "leave out --heaps"),
    ("sequence kayles --upto 9 --heaps 2", "leave out --heaps"),
    ("sequence kayles --against BFILE --statistics", "cannot be used with"),
    ("prove take-three --claim CERT --upto 5", "cannot be used with"),
    ("play SAVED --level weak", "leave out --level, --seed and --first"),
    ("play SAVED --seed 3", "leave out --level, --seed and --first"),
    ("play SAVED --first computer", "leave out --level, --seed and --first"),
    ("play SAVED --set k=3", "leave out POSITION, --heaps and --set"),
    ("play nim 3,4 -o game", "a game is kept by the word `save FILE`"),
    ("explain E0203 --format latex", "without other options"),
    ("explain E0203 --digits least", "without other options"),
    ("serve --port 0 --states 5", "leave out --states and --threads"),
    ("serve --port 0 --threads 2", "leave out --states and --threads"),
];

/// A folder with the files that the command lines name.
struct Place {
    folder: std::path::PathBuf,
    certificate: String,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = temporary(name);
        fs::create_dir_all(&folder).unwrap();
        let certificate = certificate(&format!("{name}.cert"), &["heaps 1; move take 1..3 from 1 heap"]);
        fs::write(folder.join("b.txt"), "0 0\n1 1\n2 3\n").unwrap();
        Self { folder, certificate }
    }

    /// The words of a line, with a folder of its own under this number.
    fn words(&self, line: &str, number: usize) -> Vec<String> {
        let own = self.folder.join(number.to_string());
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("rules.game"), "heaps 2; move take any from one heap").unwrap();
        let kept = self.folder.join("kept.json");
        let names = [
            ("DIR", own.to_str().unwrap()),
            ("CERT", &self.certificate),
            ("BFILE", self.folder.join("b.txt").to_str().unwrap()),
            ("SAVED", kept.to_str().unwrap()),
        ]
        .map(|(name, path)| (name, path.to_owned()));
        let word = |word: &str| {
            let named = names.iter().find(|(name, _)| word == *name || word.starts_with(&format!("{name}/")));
            match named {
                Some((name, path)) => word.replacen(name, path, 1),
                None => word.replace('_', " "),
            }
        };
        line.split(' ').map(word).collect()
    }

    fn run(&self, line: &str, number: usize) -> (i32, String, String) {
        let words = self.words(line, number);
        let ran = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let own = self.folder.join(number.to_string());
        // Paths and times in messages are ignored.
        let untimed = |text: &str| text.replace(own.to_str().unwrap(), "DIR");
        (ran.status, untimed(&ran.stdout), untimed(&ran.stderr))
    }

    fn remove(self) {
        fs::remove_dir_all(&self.folder).unwrap();
        fs::remove_file(&self.certificate).unwrap();
    }
}

/// A line with an option, which replaces one of the same name.
fn with_option(line: &str, option: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(place) = words.iter().position(|word| Some(*word) == option.split(' ').next()) {
        words.drain(place..place + 2);
    }
    format!("{} {option}", words.join(" "))
}

/// The number of files in a folder and its subfolders.
fn files(folder: &std::path::Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 }).sum()
}

#[test]
fn every_option_changes_something() {
    let place = Place::new("options");
    for (number, (line, option)) in CHANGES.iter().enumerate() {
        let without = place.run(line, 2 * number);
        assert_eq!(without.0 & !3, 0, "{line}: {without:?}");
        let with = place.run(&with_option(line, option), 2 * number + 1);
        let written =
            [2 * number, 2 * number + 1].map(|number| files(&place.folder.join(number.to_string())));
        assert!(without != with || written[0] != written[1], "`{line}` ignores {option}: {with:?}");
    }
    place.remove();
}

/// All options of each command are tested above.
#[test]
fn every_option_is_tried() {
    // The options of all commands are tested elsewhere.
    let common = ["json", "output", "color", "memory", "time", "states", "threads", "help", "version"];
    let help = run(&["--help"]).stdout;
    let list = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let mut options = 0;
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        // A server does not end; it has its own tests, and so do the questions of the papers.
        if matches!(command, "help" | "serve") {
            continue;
        }
        for line in run(&[command, "--help"]).stdout.lines() {
            let line = line.trim_start();
            // `--name`, or `-n, --name`.
            let long =
                line.get(3..).filter(|_| line.starts_with('-')).and_then(|rest| rest.strip_prefix(' '));
            let Some(named) = long.unwrap_or(line).strip_prefix("--") else { continue };
            let name: String = named.chars().take_while(|&c| c.is_ascii_lowercase() || c == '-').collect();
            if name.is_empty() || common.contains(&name.as_str()) {
                continue;
            }
            options += 1;
            let option = format!("--{name}");
            let tried = CHANGES.iter().any(|(line, tried)| {
                line.split(' ').next() == Some(command) && tried.split(' ').any(|word| word == option)
            });
            assert!(tried, "{command} {option} is not tried");
        }
    }
    assert!(options > 80, "only {options} options were found");
}

#[test]
fn what_would_be_ignored_is_refused_with_the_remedy() {
    let place = Place::new("refused");
    let kept = run_play(&place);
    for (number, (line, remedy)) in REFUSED.iter().enumerate() {
        let (status, stdout, stderr) = place.run(line, number);
        assert_eq!((status, stdout.lines().count() > 1), (2, false), "{line}: {stdout}{stderr}");
        let said = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(remedy), "{line}: {stderr}");
    }
    assert!(kept);
    place.remove();
}

/// Saves a game for `SAVED`.
fn run_play(place: &Place) -> bool {
    let path = place.folder.join("kept.json");
    let input = format!("save {}\nquit\n", path.display());
    crate::program::run_with_input(&["play", "nim", "3,4,5"], &input).status == 0 && path.exists()
}

/// Numbers of a position may be separate words; two positions are an error.
#[test]
fn a_position_may_be_several_words() {
    let same: &[(&[&str], &[&str])] = &[
        (&["solve", "nim", "3", "4", "5"], &["solve", "nim", "3,4,5"]),
        (&["solve", "nim", "3,", "4,", "5"], &["solve", "nim", "3,4,5"]),
        (&["solve", "nim", "3 4 5"], &["solve", "nim", "3,4,5"]),
        (&["solve", "small-pass", "1", "1", "0", "2:used"], &["solve", "small-pass", "1,1,0,2:used"]),
        (&["play", "nim", "3", "4", "5"], &["play", "nim", "3,4,5"]),
        (&["genus", "kayles", "7", "3"], &["genus", "kayles", "7,3"]),
        (&["nim", "sum", "3", "4"], &["nim", "sum", "3,4"]),
        (&["nim", "bounded", "3", "4", "--most", "3"], &["nim", "bounded", "3,4", "--most", "3"]),
        (&["pass", "theorem", "1", "2", "3", "4"], &["pass", "theorem", "1,2,3,4"]),
        (&["podium", "value", "15", "14"], &["podium", "value", "15,14"]),
        (&["in-total", "lemmas", "0", "1", "2"], &["in-total", "lemmas", "0,1,2"]),
    ];
    for (words, one) in same {
        let (words, one) = (run(words), run(one));
        assert_eq!((words.status, words.stdout), (0, one.stdout), "{}", words.stderr);
    }
    let two = run(&["solve", "nim", "3,4,5", "6,7"]);
    assert!(two.status == 2 && two.stderr.contains("`3,4,5` and `6,7` are two positions"), "{}", two.stderr);
}
