//! Many clients at once, and what becomes of them: `cargo run --release -p bouton-serve --example load -- 60`.
//!
//! 200 clients solve and tabulate for as many seconds as are said, three if nobody says; nine of ten requests are
//! answered, the others told of a stated limit. The figures are those of `record/`.

mod client;

use std::{
    collections::BTreeMap,
    env,
    sync::Mutex,
    time::{Duration, Instant},
};

use bouton_serve::{Options, Server};

const CLIENTS: usize = 200;

/// What is asked, one after the other: each client begins at another place. `#` and `%` stand for numbers up to 60
/// and 20 that change from turn to turn, so that few questions are asked twice.
const QUESTIONS: &[&str] = &[
    "/api/v1/solve?game=nim&position=3,#,5",
    "/api/v1/solve?game=wythoff&position=#,2%",
    "/api/v1/solve?game=kayles&position=1#,77,%",
    "/api/v1/solve?game=two-in-total&position=1000000000000000000000000000000,5,#,9%",
    "/api/v1/solve?game=nim-with-a-pass&position=7,%,#",
    "/api/v1/solve?game=heaps+3;+move+take+any+from+1+heap;+move+take+the+same+any+from+2+heaps&position=#,%,7",
    "/api/v1/table?game=nim&heaps=2&upto=#",
    "/api/v1/table?game=moore&upto=6",
    "/api/v1/table?game=wythoff&upto=#&value=grundy",
    "/api/v1/count?game=wythoff&upto=1#",
];

/// A question with its numbers.
fn question(client: usize, turn: usize) -> String {
    let mixed = (client * 7919 + turn).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    let numbers = [(mixed % 60 + 1).to_string(), (mixed / 60 % 20 + 1).to_string()];
    QUESTIONS[turn % QUESTIONS.len()].replace('#', &numbers[0]).replace('%', &numbers[1])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds: u64 = env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    let server = Server::bind(&Options { port: 0, ..Options::default() })?;
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    std::thread::spawn(move || server.run_until(std::future::pending()));
    let replies: Mutex<BTreeMap<u16, Vec<Duration>>> = Mutex::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (replies, address) = (&replies, &address);
            scope.spawn(move || {
                let mut mine: Vec<(u16, Duration)> = Vec::new();
                let mut turn = number;
                while Instant::now() < end {
                    let began = Instant::now();
                    let status = client::ask(address, &question(number, turn)).unwrap_or(0);
                    mine.push((status, began.elapsed()));
                    turn += 1;
                }
                if let Ok(mut replies) = replies.lock() {
                    mine.into_iter().for_each(|(status, took)| replies.entry(status).or_default().push(took));
                }
            });
        }
    });
    let replies = replies.into_inner()?;
    let all: usize = replies.values().map(Vec::len).sum();
    let good = replies.get(&200).map_or(0, Vec::len);
    println!("{CLIENTS} clients, {seconds} s: {all} answers, {:.0} a second", all as f64 / seconds as f64);
    for (status, mut times) in replies {
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
        println!(
            "{status}: {} ({:.1} %), median {:.0} ms, 90 % {:.0} ms, 99 % {:.0} ms, longest {:.0} ms",
            times.len(),
            100.0 * times.len() as f64 / all as f64,
            at(50),
            at(90),
            at(99),
            at(100)
        );
        assert!(matches!(status, 200 | 422 | 429), "no other answers are stated");
    }
    println!("answered: {:.2} % (at least 90 are asked for)", 100.0 * good as f64 / all.max(1) as f64);
    println!("memory at most: {}", most_memory().unwrap_or_else(|| "not told by this system".to_owned()));
    assert!(good > 0 && 10 * good >= 9 * all, "nine of ten are answered");
    Ok(())
}

/// The most memory that this process, clients and all, has held at once.
fn most_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}
