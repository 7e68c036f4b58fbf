//! Questions that would take very long, or very much memory, without limits.

use crate::measure::Case;

/// Thousands of moves, each with extreme heaps in its guard.
const MANY_MOVES: &str = "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take 1..40 from a largest heap when largest > smallest; move take at most h1 from 2 heaps";
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
    let huge = "9^9999,9^9999";
    let piles = numbers(2000, |n| format!("{}", (n as u64 * 0x9E37_79B9) % (1 << 30)));
    let long_piles =
        numbers(60, |n| format!("{}", 9u128.pow(30 + u32::try_from(n % 10).unwrap()) + n as u128));
    let lines: String = (0..40_000).map(|n| format!("{},{},{},{}\n", n % 90, n % 53, n % 41, 40)).collect();
    let named: Vec<Vec<&str>> = vec![
        vec!["solve", "wythoff", huge],
        vec!["solve", "wythoff", "9^30000,9^29999", "--moves", "1000000"],
        vec!["solve", "wythoff", "9^99999,9^99998"],
        vec!["solve", "nim", "10^30,10^30", "--moves", "1000000"],
        vec!["solve", "kayles", "10^30,10^29", "--moves", "1000000"],
        vec!["solve", "heaps 2; move take any from 1 heap; play misere", "10^30,10^29", "--moves", "1000000"],
        vec![
            "solve",
            "heaps 2; move take 1 from 1 heap when (smallest <= h1 or smallest <= h2) and (largest >= h1 or largest >= h2)",
            "40,40",
        ],
        vec!["table", MANY_MOVES, "--upto", "40", "--value", "grundy"],
        vec!["table", "wythoff", "--upto", "1000", "--format", "svg"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--value", "grundy", "--format", "png"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--value", "grundy", "--format", "svg"],
        vec!["table", "nim", "--heaps", "2", "--upto", "1023", "--color", "always", "--format", "blocks"],
        vec!["list", ALL_FROM_THREE, "--lost", "--largest", "3000"],
        vec!["list", "nim", "--heaps", "5", "--total", "100000"],
        vec!["count", MANY_MOVES, "--upto", "300"],
        vec!["count", "nim", "--heaps", "2", "--upto", "3000000", "--each"],
        vec!["sequence", &odd, "--upto", "4000000"],
        vec!["sequence", "kayles", "--upto", "300000", "--format", "svg"],
        vec!["sequence", "kayles", "--upto", "300000", "--format", "png"],
        vec!["sequence", "0.16", "--upto", "1000000", "--statistics"],
        vec!["sequence", "nim", "--upto", "4000000", "--statistics"],
        vec!["sequence", "octal 0.07", "--upto", "100000", "--engine", "definition"],
        vec!["prove", "counters a, b; move b -> b - 2", "--value", "grundy"],
        vec!["prove", "heap sizes 1..2; move take 2 from 3 heaps", "--value", "grundy"],
        vec!["prove", "heaps 2; move take any from 1 heap; move take the same 1..2000 from 2 heaps"],
        vec!["prove", "0.16"],
        vec!["check", "/dev/zero"],
        vec!["check", CERTIFICATES],
        vec!["explain", MANY_MOVES],
        vec!["lower", CERTIFICATE],
        vec!["emit", ALL_FROM_THREE, "--lang", "rust"],
        vec!["play", "nim-with-a-pass", "--heaps", "32", "--seed", "1"],
        vec!["play", MANY_MOVES, "--seed", "1"],
        vec!["genus", "0.16", "300,200,100,90,80"],
        vec!["genus", "kayles", "9^999,9^998"],
        vec!["grundy", "wythoff", huge, "5000,4999"],
        vec!["sum", "wythoff", huge, "nim", "9^9999", "kayles", "9^9999"],
        vec!["compare", MANY_MOVES, ALL_FROM_THREE],
        vec!["fmt", &odd],
        vec!["podium", "value", &piles],
        vec!["podium", "outcome", &piles],
        vec!["podium", "linked", &piles],
        vec!["podium", "equal", &piles, &long_piles],
        vec!["podium", "canonical", &piles],
        vec!["podium", "canonical", &long_piles],
        vec!["podium", "reduce", &long_piles],
        vec!["podium", "classes", "--piles", "6", "--largest", "40", "--limit", "100000000"],
        vec!["podium", "form", "{2,{3,{4}}}+{5,{2}}+7+8", "--limit", "100000000"],
        vec!["podium", "form", "{9,{2}}+12", "--piles", "9", "--largest", "9", "--limit", "100000000"],
        vec!["podium", "coalitions", "--limit", "100000000"],
        vec!["podium", "moore", &piles, "--piles", "1000000"],
        vec!["nim", "sum", &piles],
        vec!["nim", "moves", &piles],
        vec!["nim", "lost", "--heaps", "20", "--largest", "100"],
        vec!["nim", "suggest", "256"],
        vec!["nim", "distance", "90,91,92,93,94", "--limit", "100000000"],
        vec!["nim", "farthest", "--heaps", "6", "--largest", "63", "--limit", "100000000"],
        vec!["nim", "classes", &piles],
        vec!["nim", "triangles", "--upto", "10000000"],
        vec!["nim", "trapezoids", "--upto", "2000"],
        vec!["nim", "bounded", &piles, "--most", "1000"],
        vec!["pass", "table1"],
        vec!["pass", "table2"],
        vec!["pass", "table3", "--upto", "400"],
        vec!["pass", "table3", "--upto", "400", "--compare"],
        vec!["pass", "theorem", "9^9999,9^9998,9^9997,9^9996"],
        vec!["in-total", "base-cases", "--value", "grundy"],
        vec!["in-total", "lemmas", "--value", "grundy"],
        vec!["in-total", "summary", "--value", "grundy"],
        vec!["in-total", "family", "--heaps", "2..5", "--total", "1..4"],
        vec!["in-total", "family", "--heaps", "6", "--total", "3", "--from", "3", "--ending", "stop"],
        vec!["suggest", "256"],
        vec!["games"],
        vec!["completions", "bash"],
        vec!["man"],
    ];
    let mut cases: Vec<Case> = named.into_iter().map(Case::new).collect();
    cases.push(Case::new(["solve", ALL_FROM_THREE, "-"]).reading("positions", &lines));
    cases.push(Case::new(["solve", "wythoff", "-"]).reading("a-line", &"7".repeat(3 << 20)));
    cases.push(Case::new(["play", "nim", "9,8,7"]).reading("talk", &"hint\nmoves\nundo\n".repeat(20_000)));
    cases
}

/// A case with a large answer for every command with formats; it is run with each of them.
pub(crate) fn large() -> Vec<Case> {
    let piles = numbers(2000, |n| format!("{}", (n as u64 * 0x9E37_79B9) % (1 << 30)));
    let named: Vec<Vec<&str>> = vec![
        vec!["solve", "nim", "10^30,10^30", "--moves", "100000"],
        vec!["table", "nim", "--heaps", "3", "--upto", "200", "--value", "grundy"],
        vec!["table", "nim", "--heaps", "2", "--upto", "3000", "--rows-by-largest"],
        vec!["list", "nim", "--heaps", "3", "--largest", "400", "--column", "h1"],
        vec!["count", "nim", "--heaps", "2", "--upto", "100000", "--each"],
        vec!["sequence", "kayles", "--upto", "1000000"],
        vec!["check", CERTIFICATES],
        vec!["explain", "nim", "--heaps", "5"],
        vec!["sum", "nim", "10^30,10^29", "kayles", "10^30"],
        vec!["genus", "kayles", "40,39"],
        vec!["compare", "take-three", "take-three"],
        vec!["grundy", "nim", "10^30,10^29", "3,4"],
        vec!["podium", "value", &piles],
        vec!["podium", "outcome", &piles],
        vec!["podium", "linked", &piles],
        vec!["podium", "equal", &piles, "1,2,3"],
        vec!["podium", "canonical", "7,6,5,4,3,2,1"],
        vec!["podium", "reduce", "11,11,8,6,5,5,3"],
        vec!["podium", "classes", "--piles", "5", "--largest", "12", "--limit", "10000000"],
        vec!["podium", "form", "{2}+3"],
        vec!["podium", "coalitions"],
        vec!["podium", "moore", &piles],
        vec!["nim", "sum", &piles],
        vec!["nim", "moves", &piles],
        vec!["nim", "lost", "--heaps", "4", "--largest", "150", "--paired"],
        vec!["nim", "suggest", "20", "--limit", "100000"],
        vec!["nim", "distance", "7,8,9"],
        vec!["nim", "farthest", "--heaps", "4", "--largest", "15"],
        vec!["nim", "classes", "1,2,3"],
        vec!["nim", "triangles", "--upto", "10000000"],
        vec!["nim", "trapezoids", "--upto", "500"],
        vec!["nim", "bounded", &piles, "--most", "1000"],
        vec!["pass", "table1"],
        vec!["pass", "table2"],
        vec!["pass", "table3", "--upto", "100"],
        vec!["pass", "theorem", "9^999,1,2,3"],
        vec!["in-total", "base-cases"],
        vec!["in-total", "lemmas"],
        vec!["in-total", "summary"],
        vec!["in-total", "family", "--heaps", "2"],
        vec!["suggest", "20", "--limit", "100000"],
        vec!["games"],
    ];
    named.into_iter().map(Case::new).collect()
}

/// All commands that take a game, with this game.
pub(crate) fn of_game(rules: &str, position: &str) -> Vec<Case> {
    let named: Vec<Vec<&str>> = vec![
        vec!["prove", rules],
        vec!["prove", rules, "--value", "grundy"],
        vec!["solve", rules, position],
        vec!["solve", rules, "9^99,9^98", "--moves", "100000"],
        vec!["count", rules, "--upto", "300"],
        vec!["count", rules, "--upto", "300", "--each", "--json"],
        vec!["list", rules, "--lost", "--largest", "60"],
        vec!["list", rules, "--largest", "300", "--format", "json"],
        vec!["table", rules, "--upto", "40", "--value", "grundy"],
        vec!["table", rules, "--upto", "300", "--format", "svg"],
        vec!["table", rules, "--upto", "200", "--rows-by-largest", "--json"],
        vec!["explain", rules],
        vec!["explain", rules, "--format", "mona"],
        vec!["emit", rules, "--lang", "rust"],
        vec!["sequence", rules, "--upto", "200000"],
        vec!["sequence", rules, "--upto", "200000", "--format", "csv"],
        vec!["sum", rules, position, "nim", "5"],
        vec!["genus", rules, position],
        vec!["grundy", rules, position, position],
        vec!["compare", rules, "nim"],
        vec!["play", rules, position],
        vec!["play", rules, "--seed", "1"],
    ];
    named.into_iter().map(Case::new).collect()
}
