//! Every command writes the same data as Parquet and as CSV.

use std::{
    collections::BTreeSet,
    fs::File,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use arrow_array::{
    Array,
    cast::AsArray,
    types::{UInt32Type, UInt64Type},
};
use arrow_schema::{DataType, Field};
use bouton::ask::{Buffer, Format, commands as commands_of_register};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("parquet-{}-{name}", std::process::id()))
}

/// A column: its name, its type, its cells as CSV writes them.
type Column = (String, DataType, Vec<String>);

/// The cell of an array in a row.
fn cell(array: &dyn Array, row: usize) -> String {
    if array.is_null(row) {
        String::new()
    } else if let Some(numbers) = array.as_primitive_opt::<UInt64Type>() {
        numbers.value(row).to_string()
    } else if let Some(numbers) = array.as_primitive_opt::<UInt32Type>() {
        numbers.value(row).to_string()
    } else if let Some(lists) = array.as_list_opt::<i32>() {
        let list = lists.value(row);
        (0..list.len()).map(|part| cell(&list, part)).collect::<Vec<_>>().join(" ")
    } else {
        array.as_string::<i32>().value(row).to_owned()
    }
}

/// The columns of a Parquet file.
fn columns(path: &Path) -> Vec<Column> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let fields = reader.schema().fields().clone();
    let mut columns: Vec<Column> =
        fields.iter().map(|field| (field.name().clone(), field.data_type().clone(), Vec::new())).collect();
    for batch in reader.build().unwrap() {
        for ((_, _, cells), array) in columns.iter_mut().zip(batch.unwrap().columns()) {
            cells.extend((0..array.len()).map(|row| cell(array, row)));
        }
    }
    columns
}

/// The lines of CSV, cell by cell (RFC 4180).
fn records(csv: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = csv.chars().peekable();
    while let Some(letter) = letters.next() {
        let record = records.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => record.last_mut().unwrap().push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(String::new()),
            '\n' if !quoted => records.push(vec![String::new()]),
            other => record.last_mut().unwrap().push(other),
        }
    }
    assert_eq!(records.pop().unwrap(), [""], "the last line has an end");
    records
}

/// Compares both forms; returns the names of the columns of integers.
fn compared(name: &str, arguments: &[&str]) -> Vec<String> {
    let csv = run(&[arguments, &["--format", "csv"]].concat());
    let path = temporary(name);
    let file = path.to_str().unwrap();
    let parquet = run(&[arguments, &["--format", "parquet", "-o", file]].concat());
    let told = String::from_utf8_lossy(&parquet.stderr);
    assert_eq!(csv.status.code(), parquet.status.code(), "{arguments:?}: {told}");
    assert!(path.exists(), "{arguments:?}: {told}");
    let found = columns(&path);
    std::fs::remove_file(&path).unwrap();
    let expected = records(&String::from_utf8(csv.stdout).unwrap());
    let (header, rows) = expected.split_first().unwrap();
    assert_eq!(found.iter().map(|(name, ..)| name).collect::<Vec<_>>(), header.iter().collect::<Vec<_>>());
    for (place, (name, kind, cells)) in found.iter().enumerate() {
        let expected: Vec<&String> = rows.iter().map(|row| &row[place]).collect();
        assert_eq!(cells.iter().collect::<Vec<_>>(), expected, "{arguments:?}: {name}");
        let are_numbers = cells.iter().all(|cell| cell.is_empty() || cell.parse::<u64>().is_ok());
        // The name of a numeration may be that of a base.
        let may_be_text = !are_numbers || cells.iter().all(String::is_empty) || name == "numeration";
        assert!(*kind != DataType::Utf8 || may_be_text, "{arguments:?}: {name} is a text");
    }
    found.into_iter().filter(|(_, kind, _)| kind.is_integer()).map(|(name, ..)| name).collect()
}

/// Each command that lists something, with its arguments; the others are those of the register.
const LISTING: &[&[&str]] = &[
    &["check", "../bouton-game/certificates/wythoff.cert"],
    &["count", "wythoff", "--upto", "30"],
    &["games"],
    &["in-total", "base-cases"],
    &["in-total", "family"],
    &["in-total", "lemmas"],
    &["in-total", "summary"],
    &["list", "wythoff", "--lost", "--largest", "30"],
    &["nim", "bounded", "3,5", "--most", "2"],
    &["nim", "classes", "3,5,6"],
    &["nim", "distance", "3,5,6"],
    &["nim", "farthest", "--heaps", "3", "--largest", "7"],
    &["nim", "lost", "--heaps", "3", "--largest", "15"],
    &["nim", "moves", "3,4,5"],
    &["nim", "suggest", "4"],
    &["nim", "sum", "3,4,5"],
    &["nim", "trapezoids"],
    &["nim", "triangles"],
    &["pass", "table1"],
    &["pass", "table2"],
    &["pass", "table3", "--upto", "9"],
    &["pass", "theorem", "1,2,3,4"],
    &["podium", "canonical", "3,4"],
    &["podium", "classes", "--piles", "2", "--largest", "3"],
    &["podium", "coalitions"],
    &["podium", "equal", "3,4", "4,3"],
    &["podium", "form", "{2}"],
    &["podium", "linked", "3,4"],
    &["podium", "moore", "3,4", "--players", "3"],
    &["podium", "outcome", "3,4"],
    &["podium", "reduce", "3,4,5,5"],
    &["podium", "value", "15,14"],
    &["sequence", "kayles", "--upto", "40"],
    &["suggest", "4"],
    &["table", "wythoff", "--upto", "12"],
];

/// The arguments of all commands that list something; for a command of the register that is not in
/// [`LISTING`], those of its example.
fn listing() -> Vec<Vec<String>> {
    let listed = LISTING.iter().map(|words| words.iter().map(|&word| word.to_owned()).collect());
    let mut all: Vec<Vec<String>> = listed.collect();
    for command in commands_of_register::<Buffer>() {
        let known = all.iter().any(|words| words[0] == command.name);
        if !known && command.formats.contains(&Format::Parquet) {
            all.push(command.example_line());
        }
    }
    all
}

/// Commands that write certificates, programs, texts or pages, that are dialogues, or whose answer
/// is one sentence.
const WITHOUT_ROWS: &[&str] =
    &["completions", "emit", "explain", "lower", "fmt", "help", "man", "play", "prove", "serve", "why"];

#[test]
fn positions_have_columns_of_numbers() {
    let cases: [(&[&str], &[&str]); 8] = [
        (&["table", "wythoff", "--upto", "70"], &["h1", "h2"]),
        (&["table", "wythoff", "--upto", "12", "--value", "grundy"], &["h1", "h2", "grundy"]),
        (&["table", "small-pass", "--upto", "3"], &["m1", "m2", "m3", "m4"]),
        (&["table", "nim", "--heaps", "3", "--upto", "9", "--fix", "h2=4"], &["h1", "h2", "h3"]),
        (&["list", "wythoff", "--lost", "--largest", "70"], &["h1", "h2"]),
        (
            &[
                "list",
                "nim",
                "--heaps",
                "3",
                "--lost",
                "--distinct",
                "--nonempty",
                "--largest",
                "20",
                "--limit",
                "7",
            ],
            &["h1", "h2", "h3"],
        ),
        (
            &["list", "small-pass", "--outcome", "N", "--largest", "3", "--control", "used"],
            &["m1", "m2", "m3", "m4"],
        ),
        // An answer without rows.
        (&["list", "nim", "--heaps", "1", "--lost", "--nonempty", "--largest", "9"], &["h1"]),
    ];
    for (index, (arguments, numbers)) in cases.iter().enumerate() {
        assert_eq!(compared(&format!("positions-{index}"), arguments), *numbers, "{arguments:?}");
    }
    // More rows than a batch has: 66,430.
    assert_eq!(
        compared("batches", &["table", "heaps 2; move take any from 1 heap", "--upto", "363"]),
        ["h1", "h2"]
    );
}

#[test]
fn every_command_that_has_rows_writes_the_same_as_parquet() {
    for (index, arguments) in listing().iter().enumerate() {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        compared(&format!("command-{index}"), &arguments);
    }
}

#[test]
fn lists_are_lists() {
    let path = temporary("lists");
    let arguments = ["podium", "form", "{2}", "--format", "parquet", "-o", path.to_str().unwrap()];
    assert!(run(&arguments).status.success());
    let found = columns(&path);
    std::fs::remove_file(&path).unwrap();
    let of = |name: &str| {
        found.iter().find(|column| column.0 == name).map(|(_, kind, cells)| (kind, &cells[0][..]))
    };
    let list = |of| DataType::List(std::sync::Arc::new(Field::new_list_field(of, true)));
    assert_eq!(of("equal_to_piles.added"), Some((&list(DataType::UInt64), "2 2")));
    assert_eq!(of("equal_to_piles.possible"), Some((&list(DataType::Utf8), "O")));
}

/// The names of the commands that a page of help lists.
fn commands(arguments: &[&str]) -> Vec<String> {
    let help = String::from_utf8(run(&[arguments, &["--help"]].concat()).stdout).unwrap();
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// A new command is compared, or listed above.
#[test]
fn no_command_is_forgotten() {
    let groups = ["in-total", "nim", "pass", "podium"];
    let mut all = BTreeSet::new();
    for command in commands(&[]).into_iter().chain(groups.map(str::to_owned)) {
        if groups.contains(&command.as_str()) {
            let within = commands(&[&command]).into_iter().filter(|within| within != "help");
            all.extend(within.map(|within| format!("{command} {within}")));
        } else {
            all.insert(command);
        }
    }
    let words = |arguments: &[String]| if groups.contains(&arguments[0].as_str()) { 2 } else { 1 };
    let listing = listing().into_iter().map(|arguments| arguments[..words(&arguments)].join(" "));
    let known: BTreeSet<String> = listing.chain(WITHOUT_ROWS.iter().map(|&name| name.to_owned())).collect();
    assert_eq!(all, known);
}
