//! Questions that would take very long, or very much memory, without limits.

use bouton::ask::{Buffer, Command, commands};
use serde_json::{Map, Value};

use crate::measure::Case;

/// The commands of the register, with cases of their own.
fn register() -> Vec<Command<Buffer>> {
    commands()
}

/// The command lines of questions.
fn asking(command: &Command<Buffer>, questions: &[Map<String, Value>]) -> Vec<Case> {
    questions.iter().map(|question| Case::new(command.line(question))).collect()
}

/// Thousands of moves, each with extreme heaps in its guard.
const MANY_MOVES: &str = "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take 1..40 from a largest heap when largest > smallest; move take at most h1 from 2 heaps";
/// Some 2,500 moves: the proof that no move raises a coordinate takes longer than writing out the moves.
const MANY_CONDITIONS: &str = "heaps 12; move take any from at most 6 heaps when largest > smallest";
/// Some ten thousand schemas of moves, with guards.
const MANY_SCHEMAS: &str = "heaps 3; move take odd from 1 heap when total > 7; move take 1..40 from 2 heaps when largest > smallest; pass 1 unless empty";
const ALL_FROM_THREE: &str = "heaps 4; move take any from 1 heap; move take the same any from 3 heaps";
const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates");

const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/small-pass-6.cert");

/// A list of numbers, one after the other.
fn numbers(count: usize, number: impl Fn(usize) -> String) -> String {
    (0..count).map(number).collect::<Vec<_>>().join(",")
}

/// Cases of every command.
pub(crate) fn hostile() -> Vec<Case> {
    let odd = format!("subtraction {{{}}}", numbers(1000, |n| (2 * n + 1).to_string()));
    let piles = numbers(2000, |n| format!("{}", (n as u64 * 0x9E37_79B9) % (1 << 30)));
    let long_piles =
        numbers(60, |n| format!("{}", 9u128.pow(30 + u32::try_from(n % 10).unwrap()) + n as u128));
    let lines: String = (0..40_000).map(|n| format!("{},{},{},{}\n", n % 90, n % 53, n % 41, 40)).collect();
    let named: Vec<Vec<&str>> = vec![
        vec![
            "solve",
            "heaps 2; move take 1 from 1 heap when (smallest <= h1 or smallest <= h2) and (largest >= h1 or largest >= h2)",
            "40,40",
        ],
        // The proof that no move raises a coordinate examines 2,500 moves.
        vec!["solve", MANY_CONDITIONS, "1,1,1,1,1,1,0,0,0,0,0,2"],
        vec!["fmt", MANY_CONDITIONS],
        vec!["table", MANY_MOVES, "--upto", "40", "--value", "grundy"],
        vec!["table", "wythoff", "--upto", "1000", "--format", "svg"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--value", "grundy", "--format", "png"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--value", "grundy", "--format", "svg"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--color", "always", "--format", "blocks"],
        vec!["count", MANY_MOVES, "--upto", "300"],
        vec!["sequence", &odd, "--upto", "4000000"],
        vec!["sequence", "kayles", "--upto", "300000", "--format", "svg"],
        vec!["sequence", "kayles", "--upto", "300000", "--format", "png"],
        vec!["check", "/dev/zero"],
        vec!["check", CERTIFICATES],
        vec!["explain", MANY_MOVES],
        vec!["lower", CERTIFICATE],
        vec!["play", "nim-with-a-pass", "--heaps", "32", "--seed", "1"],
        vec!["play", MANY_MOVES, "--seed", "1"],
        vec!["compare", MANY_MOVES, ALL_FROM_THREE],
        vec!["fmt", &odd],
        vec!["podium", "value", &piles],
        vec!["podium", "outcome", &piles],
        vec!["podium", "linked", &piles],
        vec!["podium", "equal", &piles, &long_piles],
        vec!["podium", "canonical", &piles],
        vec!["podium", "canonical", &long_piles],
        vec!["podium", "reduce", &long_piles],
        vec!["podium", "moore", &piles, "--piles", "1000000"],
        vec!["nim", "sum", &piles],
        vec!["nim", "moves", &piles],
        vec!["nim", "classes", &piles],
        vec!["nim", "bounded", &piles, "--most", "1000"],
        vec!["completions", "bash"],
        vec!["man"],
    ];
    let mut cases: Vec<Case> = named.into_iter().map(Case::new).collect();
    cases.extend(of_game(MANY_SCHEMAS, "37,37,37"));
    cases.extend(register().iter().flat_map(|command| asking(command, &command.hostile())));
    cases.push(Case::new(["solve", ALL_FROM_THREE, "-"]).reading("positions", &lines));
    cases.push(Case::new(["solve", "wythoff", "-"]).reading("a-line", &"7".repeat(3 << 20)));
    cases.push(Case::new(["play", "nim", "9,8,7"]).reading("talk", &"hint\nmoves\nundo\n".repeat(20_000)));
    cases
}

/// A case with a large answer for every command with formats; it is run with each of them.
pub(crate) fn large() -> Vec<Case> {
    let piles = numbers(2000, |n| format!("{}", (n as u64 * 0x9E37_79B9) % (1 << 30)));
    let named: Vec<Vec<&str>> = vec![
        vec!["table", "nim", "--heaps", "2", "--upto", "3000", "--rows-by-largest"],
        vec!["list", "nim", "--heaps", "3", "--largest", "400", "--column", "h1"],
        vec!["check", CERTIFICATES],
        vec!["podium", "value", &piles],
        vec!["podium", "outcome", &piles],
        vec!["podium", "linked", &piles],
        vec!["podium", "equal", &piles, "1,2,3"],
        vec!["podium", "moore", &piles],
        vec!["nim", "sum", &piles],
        vec!["nim", "moves", &piles],
        vec!["nim", "bounded", &piles, "--most", "1000"],
    ];
    let mut cases: Vec<Case> = named.into_iter().map(Case::new).collect();
    cases.extend(register().iter().flat_map(|command| asking(command, &command.large())));
    cases
}

/// All commands that take a game, with this game.
pub(crate) fn of_game(rules: &str, position: &str) -> Vec<Case> {
    let named: Vec<Vec<&str>> = vec![
        vec!["prove", rules, "--value", "grundy"],
        vec!["solve", rules, "9^99,9^98", "--moves", "100000"],
        vec!["count", rules, "--upto", "300"],
        vec!["count", rules, "--upto", "300", "--each", "--json"],
        vec!["list", rules, "--lost", "--largest", "60"],
        vec!["list", rules, "--largest", "300", "--format", "json"],
        vec!["table", rules, "--upto", "40", "--value", "grundy"],
        vec!["table", rules, "--upto", "300", "--format", "svg"],
        vec!["table", rules, "--upto", "200", "--rows-by-largest", "--json"],
        vec!["explain", rules, "--format", "mona"],
        vec!["emit", rules, "--lang", "rust"],
        vec!["sequence", rules, "--upto", "200000"],
        vec!["sequence", rules, "--upto", "200000", "--format", "csv"],
        vec!["sum", rules, position, "nim", "5"],
        vec!["play", rules, position],
        vec!["play", rules, "--seed", "1"],
    ];
    let mut cases: Vec<Case> = named.into_iter().map(Case::new).collect();
    cases.extend(register().iter().filter_map(|command| of_example(command, rules, position)));
    cases
}

/// The example of a command about a game, with this game.
fn of_example(command: &Command<Buffer>, rules: &str, position: &str) -> Option<Case> {
    let mut question = command.example();
    question.remove("heaps");
    *question.get_mut("game")? = rules.into();
    for name in ["position", "positions"] {
        if let Some(written) = question.get_mut(name) {
            *written = position.into();
        }
    }
    Some(Case::new(command.line(&question)))
}
