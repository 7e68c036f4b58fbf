//! A load test with many clients at once: `cargo run --release -p bouton-serve --example load --
//! 60`.
//!
//! 200 clients for the given number of seconds, by default three. A hundred request pages that cost
//! nothing, eighty play, solve and tabulate, twenty make the largest requests possible. No page
//! that costs nothing and no ordinary answer is refused, and 99 of 100 pages that cost nothing
//! arrive within 200 ms. The figures are those of `record/`.
//!
//! A build that is not optimised, on a machine that may compile meanwhile, says nothing about 200 ms:
//! there 99 of 100 pages that cost nothing arrive earlier than half of the ordinary answers.

mod client;

use std::{
    collections::BTreeMap,
    env,
    sync::Mutex,
    time::{Duration, Instant},
};

use bouton_serve::{Options, Server};

/// A kind of client: its name, the number of clients, and their requests one after the other. `#`
/// and `%` stand for numbers up to 60 and 20 that change from turn to turn, so that few questions
/// are repeated.
type Kind = (&'static str, usize, &'static [&'static str]);

const KINDS: &[Kind] = &[
    (
        "cheap",
        100,
        &[
            "/",
            "/check",
            "/rules",
            "/rules?game=wythoff",
            "/assets/style.css",
            "/assets/play.js",
            "/api/v1/games",
            "/api/v1/openapi.json",
        ],
    ),
    (
        "ordinary",
        80,
        &[
            "/play?game=nim&start=3,#,5&eval=1",
            "/api/v1/solve?game=nim&position=3,#,5",
            "/api/v1/solve?game=wythoff&position=#,2%",
            "/rules?game=heaps+2;+move+take+1..%+from+1+heap",
            "/api/v1/solve?game=kayles&position=1#,77,%",
            "/api/v1/solve?game=two-in-total&position=1000000000000000000000000000000,5,#,9%",
            "/explore?game=nim&heaps=3&fix=h3=%",
            "/api/v1/solve?game=nim-with-a-pass&position=7,%,#",
            "/api/v1/table?game=nim&heaps=2&upto=#",
            "/api/v1/table?game=wythoff&upto=#&value=grundy",
            "/nim?heaps=3,%,#",
            "/api/v1/count?game=wythoff&upto=1#",
        ],
    ),
    (
        "greedy",
        20,
        &[
            "/api/v1/sequence?game=kayles&upto=30#&format=svg",
            "/api/v1/sequence?game=0.16&upto=10000#",
            "/api/v1/count?game=heaps+3;+move+take+any+from+1+heap;+move+take+the+same+any+from+2+heaps&upto=4#",
            "/api/v1/table?game=nim&heaps=2&upto=13#",
            "/play?game=heaps+4;+move+take+any+from+1+heap;+move+take+the+same+any+from+3+heaps&start=1#,99,98,97&eval=1",
            "/api/v1/solve?game=nim&position=10%5E30,10%5E3%&moves=1000000",
        ],
    ),
];

/// A question with its numbers.
fn question(questions: &[&str], client: usize, turn: usize) -> String {
    let mixed = (client * 7919 + turn).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    let numbers = [(mixed % 60 + 1).to_string(), (mixed / 60 % 20 + 1).to_string()];
    // `%5E` is a sign, not a number.
    let question = questions[turn % questions.len()].replace('#', &numbers[0]).replace("%5E", "^");
    question.replace('%', &numbers[1]).replace('^', "%5E")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds: u64 = env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    let server = Server::bind(&Options { port: 0, ..Options::default() })?;
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    std::thread::spawn(move || server.run_until(std::future::pending()));
    let replies: Mutex<BTreeMap<(usize, u16), Vec<Duration>>> = Mutex::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        let all = KINDS
            .iter()
            .enumerate()
            .flat_map(|(kind, &(_, count, asked))| (0..count).map(move |_| (kind, asked)));
        for (number, (kind, asked)) in all.enumerate() {
            let (replies, address) = (&replies, &address);
            scope.spawn(move || {
                let mut mine: Vec<(u16, Duration)> = Vec::new();
                let mut turn = number;
                while Instant::now() < end {
                    let began = Instant::now();
                    let status = client::ask(address, &question(asked, number, turn)).unwrap_or(0);
                    mine.push((status, began.elapsed()));
                    turn += 1;
                    // People look at a page before they continue.
                    std::thread::sleep(Duration::from_millis(50));
                }
                if let Ok(mut replies) = replies.lock() {
                    mine.into_iter()
                        .for_each(|(status, took)| replies.entry((kind, status)).or_default().push(took));
                }
            });
        }
    });
    let mut replies = replies.into_inner()?;
    println!("{} clients, {seconds} s", KINDS.iter().map(|kind| kind.1).sum::<usize>());
    println!("\n| | answers | median | 90 % | 99 % | longest |\n|---|---|---|---|---|---|");
    for (&(kind, status), times) in &mut replies {
        times.sort_unstable();
        let at = |percent| format!("{:.0} ms", part(times, percent).as_secs_f64() * 1e3);
        let name = KINDS[kind].0;
        println!(
            "| {name}, {status} | {} | {} | {} | {} | {} |",
            times.len(),
            at(50),
            at(90),
            at(99),
            at(100)
        );
    }
    println!("\nmemory at most: {}", most_memory().unwrap_or_else(|| "not told by this system".to_owned()));
    let refused = replies.keys().filter(|(kind, status)| *kind < 2 && *status != 200).count();
    assert_eq!(refused, 0, "a cheap page or an ordinary answer was refused");
    let (cheap, ordinary) = (&replies[&(0, 200)], &replies[&(1, 200)]);
    let limit = if cfg!(debug_assertions) { part(ordinary, 50) } else { Duration::from_millis(200) };
    assert!(part(cheap, 99) < limit, "of 100 cheap pages one takes {limit:.1?} or longer");
    Ok(())
}

/// The time within which `percent` of 100 answers arrive. The times are in ascending order.
fn part(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() - 1) * percent / 100]
}

/// The peak memory of this process, including the clients.
fn most_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}
