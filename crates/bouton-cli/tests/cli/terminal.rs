//! The program as a person sees it, at a pseudo-terminal.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use bouton::ask::{Buffer, Command as Registered, commands as commands_of_register};

use crate::program::{run, temporary};

/// The output of the terminal.
struct Shown {
    status: i32,
    bytes: String,
    took: Duration,
}

/// The streams that are at the terminal; the other stream is discarded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Both,
    StderrAlone,
}

/// Runs the program at a terminal of 100 columns. Lines are typed one by one, each after a pause.
fn shown(arguments: &[&str], at: At, variables: &[(&str, &str)], typed: &[&str]) -> Shown {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let slave = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let first = slave();
    tcsetwinsize(&first, Winsize { ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    let stdout = if at == At::Both { Stdio::from(slave()) } else { Stdio::null() };
    let stdin = if typed.is_empty() { Stdio::null() } else { Stdio::from(slave()) };
    let began = Instant::now();
    let mut child = command
        .args(arguments)
        .env("TERM", "xterm")
        .envs(variables.iter().copied())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(stdin)
        .stdout(stdout)
        .stderr(slave())
        .spawn()
        .unwrap();
    // The command holds the other end until it is dropped, and `first` until the child has it.
    drop(command);
    let mut reader = File::from(master.try_clone().unwrap());
    let reading = thread::spawn(move || {
        let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
        // The end of a terminal is an error.
        while let Ok(count @ 1..) = reader.read(&mut piece) {
            bytes.extend(&piece[..count]);
        }
        bytes
    });
    let mut writer = File::from(master);
    for line in typed {
        thread::sleep(Duration::from_millis(400));
        writer.write_all(format!("{line}\r").as_bytes()).unwrap();
    }
    let status = child.wait().unwrap().code().unwrap();
    let took = began.elapsed();
    drop(first);
    let bytes = reading.join().unwrap();
    Shown { status, bytes: String::from_utf8(bytes).unwrap(), took }
}

/// The final content of the screen: the lines of a terminal that interprets `\r`, `\n`, and
/// clearing to the end of a line; colours are ignored.
fn screen(bytes: &str) -> String {
    let (mut lines, mut column) = (vec![Vec::new()], 0);
    let mut rest = bytes.chars();
    while let Some(next) = rest.next() {
        let line = lines.last_mut().unwrap();
        match next {
            '\r' => column = 0,
            '\n' => lines.push(Vec::new()),
            '\u{1b}' => {
                // The characters after `[`, up to the letter that ends the sequence.
                let last = rest.by_ref().skip(1).find(char::is_ascii_alphabetic);
                if last == Some('K') {
                    line.truncate(column);
                }
            }
            other => {
                while line.len() <= column {
                    line.push(' ');
                }
                line[column] = other;
                column += 1;
            }
        }
    }
    let lines = lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a text contains a frame of the spinner.
fn turns(text: &str) -> bool {
    text.chars().any(|letter| ('\u{2801}'..='\u{28ff}').contains(&letter))
}

#[test]
fn the_screen_of_the_test_is_one() {
    assert_eq!(screen("\u{280b} proving (1s)\r\u{1b}[Kdone\r\n"), "done\n");
    assert_eq!(screen("\u{280b} solving (0s)\u{1b}[1mnim\u{1b}[0m\r\n"), "\u{280b} solving (0s)nim\n");
    assert!(turns("\u{280b} solving") && !turns("● solving ▀"));
}

const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bouton-game/certificates/nim-2.cert");

/// A quick question for commands whose example in the register is not one for standard output.
const QUICK: &[(&str, &[&str])] = &[
    ("solve", &["nim", "3,4,5"]),
    ("table", &["wythoff", "--upto", "5"]),
    ("list", &["wythoff", "--lost", "--upto", "5"]),
    ("count", &["wythoff", "--upto", "5"]),
    ("sequence", &["kayles", "--upto", "9"]),
    ("check", &["no-such-file.cert"]),
    ("lower", &[CERTIFICATE]),
    ("play", &["nim", "3,4,5"]),
    ("podium", &["value", "15,14"]),
    ("nim", &["sum", "3,4,5"]),
    ("pass", &["theorem", "1,2,3,4"]),
    ("in-total", &["lemmas", "0,1,2"]),
    ("serve", &["--host", "no.such.address.invalid"]),
    ("completions", &["bash"]),
    ("man", &["solve"]),
];

/// The commands, as the program itself lists them.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).stdout;
    let list = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_leaves_the_screen_clean() {
    let register = commands_of_register::<Buffer>();
    for command in commands() {
        let asked = QUICK.iter().find(|(name, _)| *name == command);
        let known = register.iter().find(|known| known.name == command).map(Registered::example_line);
        let arguments = match (asked, &known) {
            (Some((_, asked)), _) => [&[command.as_str()], *asked].concat(),
            (None, Some(words)) => words.iter().map(String::as_str).collect(),
            (None, None) => panic!("`{command}` has no question here"),
        };
        let seen = shown(&arguments, At::Both, &[], &[]);
        let text = screen(&seen.bytes);
        assert!(text.len() > 2, "{arguments:?} shows nothing");
        assert!(!turns(&text), "{arguments:?} leaves something behind:\n{text}");
        // A line that is shown must belong to a computation that takes a moment.
        if seen.took < Duration::from_millis(300) {
            assert!(!turns(&seen.bytes), "{arguments:?} in {:?}: {:?}", seen.took, seen.bytes);
        }
        // Nothing remains visible if standard output is a pipe, or the answer goes to a file.
        let beside = shown(&arguments, At::StderrAlone, &[], &[]);
        assert!(!turns(&screen(&beside.bytes)), "{arguments:?}: {:?}", beside.bytes);
    }
}

/// In base 2 alone, no law of Wythoff's game exists: the search continues until the time limit.
const LONG: &[&str] = &["prove", "wythoff", "--numeration", "2", "--time", "2s"];

#[test]
fn a_long_search_shows_how_far_it_is() {
    let seen = shown(LONG, At::Both, &[], &[]);
    assert_eq!(seen.status, 3);
    for word in ["proving (1s)", " positions", " hypothes", " states"] {
        assert!(seen.bytes.contains(word), "{word}: {:?}", seen.bytes);
    }
    assert!(seen.bytes.contains("learning") || seen.bytes.contains("verifying"), "{:?}", seen.bytes);
    let text = screen(&seen.bytes);
    assert!(!turns(&text) && text.starts_with("no regular law found within the limits: "), "{text}");
    // A terminal that does not interpret escape sequences shows nothing that would have to be
    // cleared.
    let dumb = shown(LONG, At::Both, &[("TERM", "dumb")], &[]);
    assert!(!turns(&dumb.bytes) && !dumb.bytes.contains('\u{1b}'), "{:?}", dumb.bytes);
}

#[test]
fn colours_are_sent_as_the_option_and_the_variables_say() {
    let wrong = ["solve", "heaps 2; mvoe take any from 1 heap", "1,2"];
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let seen = shown(arguments, At::Both, variables, &[]);
        seen.bytes.contains("\u{1b}[1m") || seen.bytes.contains("\u{1b}[38;")
    };
    let blocks = ["table", "wythoff", "--upto", "9", "--format", "blocks"];
    let usage = ["solve", "nim", "--no-such-option"];
    let unknown = ["solve", "nimm", "3"];
    for arguments in [&wrong[..], &blocks, &usage, &unknown, &["solve", "--help"]] {
        assert!(coloured(arguments, &[]), "{arguments:?}");
        assert!(!coloured(arguments, &[("NO_COLOR", "1")]), "{arguments:?}");
        assert!(!coloured(arguments, &[("TERM", "dumb")]), "{arguments:?}");
        assert!(!coloured(&[arguments, &["--color", "never"]].concat(), &[]), "{arguments:?}");
        assert!(coloured(&[arguments, &["--color=always"]].concat(), &[("NO_COLOR", "1")]), "{arguments:?}");
    }
    // Through a pipe.
    for arguments in [&wrong[..], &blocks, &usage, &unknown, &["solve", "--help"]] {
        let plain = run(arguments);
        assert!(!(plain.stdout + &plain.stderr).contains('\u{1b}'), "{arguments:?}");
        let always = run(&[arguments, &["--color", "always"]].concat());
        assert!((always.stdout + &always.stderr).contains('\u{1b}'), "{arguments:?}");
    }
    // The output is still a single document.
    let json = run(&["solve", "nim", "--no-such-option", "--color", "always", "--json"]);
    assert!(!json.stdout.contains('\u{1b}') && json.stdout.starts_with("{\"error\""), "{}", json.stdout);
    let file = temporary("blocks.txt");
    let path = file.to_str().unwrap();
    assert_eq!(shown(&[&blocks[..], &["-o", path]].concat(), At::Both, &[], &[]).status, 0);
    assert!(!std::fs::read_to_string(&file).unwrap().contains('\u{1b}'));
    std::fs::remove_file(file).unwrap();
    let wrong = run(&["games", "--color", "sometimes"]);
    assert!(wrong.status == 2 && wrong.stderr.contains("auto, always, never"), "{}", wrong.stderr);
}

/// Every command takes the option.
#[test]
fn every_command_takes_a_colour_choice() {
    for command in commands() {
        assert!(run(&[command.as_str(), "--help"]).stdout.contains("--color <WHEN>"), "{command}");
    }
}

#[test]
fn a_fault_says_where_more_is_said() {
    let seen = shown(&["solve", "heaps 2; mvoe take any from 1 heap", "1,2"], At::Both, &[], &[]);
    assert!(screen(&seen.bytes).contains("`bouton explain E0101` says more"), "{}", seen.bytes);
}

#[test]
fn a_game_is_played_at_a_terminal() {
    let seen = shown(&["play", "nim", "1,2"], At::Both, &[], &["take 1", "2", "quit"]);
    assert_eq!(seen.status, 0);
    for said in ["from which heap? write its number, from 1 to 2", "1,1  the computer moves to ", "good bye"]
    {
        assert!(seen.bytes.contains(said), "{said}: {:?}", seen.bytes);
    }
}
