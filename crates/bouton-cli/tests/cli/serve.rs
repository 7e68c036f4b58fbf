//! `bouton serve`: the line with the address, the documents of the other commands, the end.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::program::run;

struct Served {
    child: Child,
    line: String,
    address: String,
}

impl Served {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["serve", "--port", "0"])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split("http://").nth(1).unwrap();
        let address = url.trim_end().trim_end_matches(['/', '"', '}']).to_owned();
        Self { child, line, address }
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_line_says_where_the_page_is() {
    let served = Served::start(&[]);
    assert_eq!(served.line, format!("Bouton is at http://{}/\n", served.address));
    assert!(served.address.starts_with("127.0.0.1:"));
    let served = Served::start(&["--json", "--host", "localhost"]);
    assert_eq!(served.line, format!("{{\"url\":\"http://{}/\"}}\n", served.address));
    let taken = run(&["serve", "--port", served.address.split(':').nth(1).unwrap(), "--host", "localhost"]);
    assert_eq!(taken.status, 2, "{}", taken.stdout);
}

#[test]
fn the_address_can_be_typed() {
    // `0.0.0.0` is not an address that a browser on another machine can use.
    let served = Served::start(&["--host", "0.0.0.0"]);
    assert!(!served.address.starts_with("0.0.0.0"), "{}", served.line);
    assert_eq!(served.get("/api/v1/games").0, 200);
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["serve", "--port", &free, "--public-url", "https://games.example/bouton"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(line, "Bouton is at https://games.example/bouton/\n");
    let wrong = run(&["serve", "--public-url", "games.example"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("write it as in `https://games.example/bouton/`"), "{}", wrong.stderr);
}

#[test]
fn documents_are_those_of_the_commands() {
    let served = Served::start(&[]);
    for (path, command) in [
        ("games", &["games"][..]),
        ("solve?game=nim&position=3,4,5", &["solve", "nim", "3,4,5"]),
        (
            "solve?game=nim-with-a-pass&position=1,2:used&moves=1",
            &["solve", "nim-with-a-pass", "1,2:used", "--moves", "1"],
        ),
        (
            "solve?game=two-in-total&position=1000000000000000000000000000001,5,7,9",
            &["solve", "two-in-total", "1000000000000000000000000000001,5,7,9"],
        ),
        ("solve?game=nim&position=3,x", &["solve", "nim", "3,x"]),
        (
            "solve?game=heaps+2%3B+mvoe+take+any+from+1+heap&position=1,2",
            &["solve", "heaps 2; mvoe take any from 1 heap", "1,2"],
        ),
        ("table?game=nim&upto=4&value=grundy", &["table", "nim", "--upto", "4", "--value", "grundy"]),
        (
            "table?game=nim&heaps=3&upto=4&rows-by-largest=true",
            &["table", "nim", "--heaps", "3", "--upto", "4", "--rows-by-largest"],
        ),
        ("count?game=small-pass&upto=3", &["count", "small-pass", "--upto", "3"]),
        ("sequence?game=kayles&upto=200", &["sequence", "kayles", "--upto", "200"]),
        ("explain?game=moore", &["explain", "moore"]),
        ("explain?game=kayles", &["explain", "kayles"]),
        ("explain?game=nim&heaps=4&value=grundy", &["explain", "nim", "--heaps", "4", "--value", "grundy"]),
    ] {
        let (status, served) = served.get(&format!("/api/v1/{path}"));
        let printed = run(&[command, &["--json"]].concat());
        let printed_document: Value = serde_json::from_str(&printed.stdout).unwrap();
        assert_eq!(served, printed_document, "{path}");
        assert_eq!(status, [200, 0, 400, 422][usize::try_from(printed.status).unwrap()], "{path}");
    }
}

#[test]
fn time_and_memory_are_those_of_every_answer() {
    let sequence = "/api/v1/sequence?game=grundy&upto=1000000";
    let message = |options: &[&str]| {
        let (status, document) = Served::start(options).get(sequence);
        assert_eq!(status, 422, "{options:?}: {:.300}", document.to_string());
        document["error"]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message(&["--time", "50ms"]), "the time limit of 0.05 s was reached");
    let told = message(&["--memory", "1M"]);
    assert!(told.contains("the limit is 1024 KiB"), "{told}");
}

#[cfg(unix)]
#[test]
fn the_wish_to_end_is_heard_within_two_seconds() {
    let mut served = Served::start(&[]);
    let _idle = TcpStream::connect(&served.address).unwrap();
    let began = Instant::now();
    assert!(Command::new("kill").arg(served.child.id().to_string()).status().unwrap().success());
    let status = served.child.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(0));
}
