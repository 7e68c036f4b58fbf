//! No option is ignored: it has an effect, or it is refused with a remedy.

use std::{collections::BTreeSet, fs};

use bouton::ask::{Buffer, Command, Format, Kind, Parameter, commands};
use serde_json::{Map, Value};

use crate::program::{certificate, run, temporary};

/// A command line without an option, and an option that changes its output or its files; parameters of the
/// register are tried beside the examples of their commands, and stand here only if that does not show their
/// effects. `DIR` is a folder of the test's own, `CERT` a certificate, `BFILE` a list of numbers. Words are
/// separated by blanks; `_` stands for a blank within a word.
const CHANGES: &[(&str, &str)] = &[
    ("solve heaps_1;_move_take_1..3_from_1_heap 9", "--using CERT"),
    ("solve wythoff 3,4", "--table DIR"),
    ("moves heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("grundy heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("solve nim 3,4,5 --format csv", "--moves 1"),
    ("solve nim 3,4,5", "--value remoteness --engine law"),
    ("solve nim 3,4,5", "--engine law"),
    ("solve nim 3,4,5", "--format csv"),
    ("table nim --heaps 2 --upto 3", "--upto 4"),
    ("table nim --heaps 2 --upto 3", "--value grundy"),
    ("table nim --heaps 2 --upto 3", "--format csv"),
    ("table wythoff --upto 3 --explain-plan", "--store DIR/t"),
    ("table wythoff --upto 3 --store DIR/t --tiles", "--side 64"),
    ("table wythoff --upto 3 --store DIR/t", "--tiles"),
    ("table wythoff --upto 3 --store DIR/t", "--tile 0-0"),
    ("table wythoff --upto 3 --explain-plan", "--engine reference"),
    ("table nim --upto 3 --format svg", "--axes h1,h3 --fix h2=2"),
    ("table nim --upto 3", "--fix h2=2"),
    ("table wythoff --upto 3 --format svg", "--p-positions"),
    ("table wythoff --upto 3 --format svg", "--dark"),
    ("list nim --largest 3", "--outcome N"),
    ("list nim --largest 3", "--largest 2"),
    ("list nim --largest 3", "--total 4"),
    ("list small-pass --largest 1", "--control used"),
    ("list take-three --lost --largest 9 --format bfile", "--column h2"),
    ("list nim --largest 3 --explain-plan", "--engine reference"),
    ("list nim --largest 3", "--format csv"),
    ("count nim --upto 3", "--upto 4"),
    ("count nim --upto 3", "--value grundy"),
    ("count nim --upto 3 --format bfile", "--outcome N"),
    ("count wythoff --upto 3 --explain-plan", "--store DIR/t"),
    ("count wythoff --upto 3 --store DIR/t --tiles", "--side 64"),
    ("count wythoff --upto 3 --store DIR/t", "--tiles"),
    ("count wythoff --upto 3 --store DIR/t", "--tile 0-0"),
    ("count nim --upto 3 --explain-plan", "--engine reference"),
    ("count nim --upto 3", "--format csv"),
    ("sequence kayles --upto 9", "--upto 8"),
    ("sequence kayles --upto 9", "--against BFILE"),
    // The output does not name the method that found the values.
    ("sequence kayles --upto 9", "--engine nonsense"),
    ("sequence kayles --upto 9", "--checkpoint DIR"),
    ("sequence kayles --upto 9", "--format csv"),
    ("sequence kayles --upto 9 --format svg", "--dark"),
    ("prove take-three", "--value grundy"),
    ("prove octal_0.123 --value quotient", "--upto 5"),
    ("prove heaps_1;_move_take_1..4_from_1_heap", "--claim CERT"),
    ("prove take-three", "--checkpoint DIR"),
    ("prove wythoff --states 5", "--numeration 2"),
    ("prove for_all_a,_b_where_1_<=_a,_a_<_b,_b_<=_3_*_a;_heaps_1;_move_take_{a,b}_from_1_heap", "--cones"),
    ("prove nim --heaps 2 --upto 1", "--slice h1"),
    ("prove wythoff --states 5", "--verbose"),
    ("check CERT", "--rules"),
    ("check CERT", "--format csv"),
    ("explain take-three", "--value grundy"),
    ("explain two-in-total", "--format latex"),
    ("explain take-three", "--digits least"),
    ("explain heaps_1;_move_take_1..2_from_1_heap;_pass_1_unless_empty --format walnut", "--control used"),
    ("explain take-three --format svg", "--dark"),
    ("check CERT", "--coq"),
    ("lower CERT", "--lean"),
    ("emit take-three", "--lang c"),
    ("emit take-three", "--value grundy"),
    ("why take-three 7", "--value grundy"),
    ("why nim 3,4,5", "--format latex"),
    ("why nim 3,4,5", "--heaps 3"),
    ("why heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("line heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("why heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap 9", "--set k=4"),
    ("play nim 3,4", "--heaps 3"),
    ("play heaps_1;_let_k_=_3;_move_take_1..k_from_1_heap 9", "--set k=4"),
    ("play nim 3,4,5", "--first computer"),
    ("play nim 3,4,5", "--level weak"),
    ("play nim --seed 1", "--seed 2"),
    ("play nim 3,4,5 --json", "--seed 7"),
    ("play heaps_1;_move_take_1..4_from_1_heap 9", "--using CERT"),
    ("compare nim heaps_any;_move_take_1..3_from_1_heap", "--heaps 2"),
    ("nim lost --heaps 4 --largest 3 --paired", "--distinct"),
    ("nim lost --heaps 4 --largest 3", "--paired"),
    ("compare wythoff heaps_2;_move_take_the_same_any_from_at_most_2_heaps --time 1s", "--numeration 2"),
    ("fmt DIR/rules.game", "--in-place"),
    ("man solve", "--all DIR/pages"),
];

/// Options that are refused since they would have no effect, and the remedy.
const REFUSED: &[(&str, &str)] = &[
    ("solve nim - --format csv", "leave out --format, or use --format jsonl"),
    ("solve nim - --format latex", "leave out --format, or use --format jsonl"),
    ("solve nim - -o positions.csv", "leave out --format, or use --format jsonl"),
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
    ("why CERT 3 --set k=3", "leave out --set"),
    ("why CERT 3 --using CERT", "leave out --using"),
    ("why nim 3,4,5 --json --format latex", "leave out one of them"),
    ("prove kayles --heaps 2", "leave out --heaps"),
    ("explain kayles --heaps 2", "leave out --heaps"),
    ("sequence kayles --upto 9 --heaps 2", "leave out --heaps"),
    ("sequence kayles --against BFILE --statistics", "cannot be used with"),
    ("prove take-three --claim CERT --upto 5", "cannot be used with"),
    ("play SAVED --level weak", "leave out --level, --seed and --first"),
    ("play SAVED --seed 3", "leave out --level, --seed and --first"),
    ("play SAVED --first computer", "leave out --level, --seed and --first"),
    ("play SAVED --set k=3", "leave out POSITION, --heaps and --set"),
    ("play nim 3,4 -o game", "type `save FILE` in the game"),
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

/// Names with numbers, for `--set`.
const NAMED: &str = "let k = 3; heaps any; move take 1..k from 1 heap";

/// A question without a parameter, and with it.
type Pair = (Map<String, Value>, Map<String, Value>);

/// Questions without a parameter that are not required, and with it.
fn pairs(command: &Command<Buffer>, parameter: &Parameter) -> Vec<Pair> {
    let (name, example) = (&parameter.name, command.example());
    let with = |question: &Map<String, Value>, name: &str, value: Value| {
        let mut changed = question.clone();
        changed.insert(name.to_owned(), value);
        changed
    };
    let known: Vec<_> = std::iter::once(example.clone()).chain(command.variants()).collect();
    let mut pairs: Vec<Pair> = Vec::new();
    for written in known.iter().filter(|written| written.contains_key(name)) {
        let mut without = written.clone();
        without.remove(name);
        pairs.push((without, written.clone()));
    }
    let flags = command.parameters().iter().filter(|other| other.kind == Kind::Flag && other.name != *name);
    let flagged: Vec<_> = flags.map(|flag| with(&example, &flag.name, true.into())).collect();
    let values: Vec<Value> = match &parameter.kind {
        Kind::Flag => vec![true.into()],
        Kind::Choice(names) => names.iter().map(|name| name.as_str().into()).collect(),
        Kind::Number(least, most) | Kind::NumberOr(least, most, _) => {
            let own = example.get(name).and_then(Value::as_u64).map(|number| number + 1);
            let numbers = own.into_iter().chain(0..4).filter(|number| (least..=most).contains(&number));
            numbers.map(Value::from).collect()
        }
        Kind::Text | Kind::List(_) => Vec::new(),
    };
    for question in known.iter().chain(&flagged) {
        pairs.extend(values.iter().map(|value| (question.clone(), with(question, name, value.clone()))));
    }
    if name == "set" {
        let named = with(&example, "game", NAMED.into());
        pairs.push((named.clone(), with(&named, name, "k=1".into())));
    }
    pairs
}

/// Each parameter of each command of the register changes the answer, or is refused, beside an example of the
/// command.
#[test]
fn every_parameter_of_the_register_changes_something() {
    let mut ignored = Vec::new();
    for command in &commands::<Buffer>() {
        let ran = |question: &Map<String, Value>, more: &[&str]| {
            let mut words = command.line(question);
            words.extend(more.iter().map(|&word| word.to_owned()));
            let ran = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(ran.status & !3, 0, "{words:?}: {}", ran.stderr);
            (ran.status, ran.stdout, ran.stderr)
        };
        for parameter in command.parameters().iter().filter(|parameter| !parameter.required) {
            let option = format!("--{}", parameter.name);
            let is_tried = is_tried(command.name, &option);
            let changes =
                || pairs(command, parameter).iter().any(|(one, other)| ran(one, &[]) != ran(other, &[]));
            if !is_tried && !changes() {
                ignored.push(format!("{} {option}", command.name));
            }
        }
        if command.formats.contains(&Format::Csv) && !is_tried(command.name, "--format") {
            let example = command.example();
            assert_ne!(ran(&example, &[]), ran(&example, &["--format", "csv"]), "{}", command.name);
        }
    }
    assert!(ignored.is_empty(), "options without an effect: {ignored:?}");
}

/// Whether an option stands in [`CHANGES`].
fn is_tried(command: &str, option: &str) -> bool {
    CHANGES.iter().any(|(line, tried)| {
        line.starts_with(&format!("{command} ")) && tried.split(' ').any(|word| word == option)
    })
}

/// All options of each command are tested above.
#[test]
fn every_option_is_tried() {
    let register = commands::<Buffer>();
    let parameters = |command: &str| -> BTreeSet<String> {
        // Of a group, `--format` alone.
        let known = register.iter().filter(|known| known.name == command);
        let names = known.flat_map(|known| known.parameters()).map(|known| known.name.clone());
        names.chain(["format".to_owned()]).collect()
    };
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
            let tried = is_tried(command, &format!("--{name}")) || parameters(command).contains(&name);
            assert!(tried, "{command} --{name} is not tried");
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
