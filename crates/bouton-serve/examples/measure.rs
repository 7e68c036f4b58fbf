//! Measures response times of the page: `cargo run --release -p bouton-serve --example measure`.
//!
//! Prints the tables of `record/`: every view, the first numbers of a picture of 1024 × 1024
//! positions, the opponent's replies. Each time is that of a client over TCP until the end of the
//! answer: the time of the first request, and the median of five more. Times above the stated
//! limits are failures.

mod client;

use std::time::{Duration, Instant};

use bouton_serve::{Options, Server};

/// Views, as `docs/serve.md` lists them.
const VIEWS: &[&str] = &[
    "/",
    "/rules?game=nim",
    "/play?game=nim&start=3,4,5",
    "/play?game=nim&start=3,4,5&eval=1&why=1&hint=1",
    "/play?game=kayles&start=9,5&eval=1",
    "/play?game=podium-nim&eval=1",
    "/explore?game=nim&heaps=2&value=grundy",
    "/prove?game=nim",
    "/prove?game=two-in-total&run=123456789012345678901234567890,5,7,9",
    "/sequence?game=kayles&upto=1000",
    "/check",
    "/nim?heaps=3,4,5&most=3",
    "/podium?form=7,7,6,2&other=3",
    "/pass",
    "/in-total",
];

/// Pictures of 1024 × 1024 positions, which must arrive within a second.
const PICTURES: &[&str] = &[
    "game=nim&heaps=2&value=grundy&upto=1023",
    "game=nim&heaps=2&value=outcome&upto=1023",
    "game=nim&heaps=2&value=remoteness&upto=1023",
    "game=wythoff&value=outcome&upto=1023",
    "game=wythoff&value=grundy&upto=1023",
    "game=kayles&value=grundy&upto=1023",
    "game=nim-with-a-pass&heaps=2&value=outcome&upto=1023",
];
const A_SECOND: Duration = Duration::from_secs(1);

/// Moves to which the computer replies: by a law at 30 digits, by the planner's choice where there
/// is no law.
const REPLIES: &[(&str, &str)] = &[
    (
        "law, 30 digits",
        "/play?game=two-in-total&start=123456789012345678901234567890,5,7,9&move=123456789012345678901234567889,5,7,9",
    ),
    (
        "law, 30 digits",
        "/play?game=nim&start=123456789012345678901234567890,987654321098765432109876543210,7&move=123456789012345678901234567890,987654321098765432109876543210,3",
    ),
    (
        "law, 30 digits",
        "/play?game=podium-nim&start=123456789012345678901234567890,987654321098765432109876543210,7&move=123456789012345678901234567890,987654321098765432109876543210,3",
    ),
    (
        "period, 30 digits",
        "/play?game=kayles&start=123456789012345678901234567890,77&move=123456789012345678901234567889,77",
    ),
    ("no law", "/play?game=wythoff&start=40,27&move=40,20"),
    ("no law", "/play?game=wythoff&start=1000,900&move=1000,800"),
    (
        "no law",
        "/play?game=heaps+3;+move+take+any+from+1+heap;+move+take+the+same+any+from+2+heaps&start=60,70,80&move=60,70,75",
    ),
    (
        "no law, misère",
        "/play?game=heaps+3;+move+take+1..5+from+1+heap;+move+take+the+same+any+from+2+heaps;+play+misere&start=50,60,70&move=50,60,69",
    ),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server::bind(&Options { port: 0, ..Options::default() })?;
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    std::thread::spawn(move || server.run_until(std::future::pending()));

    println!("| view | first | then |\n|---|---|---|");
    for view in VIEWS {
        let (first, then) = times(&address, view, 200)?;
        println!("| `{view}` | {} | {} |", shown(first), shown(then));
    }
    println!("\n| 1024 × 1024 positions | first | then |\n|---|---|---|");
    for picture in PICTURES {
        let (first, then) = times(&address, &format!("/api/v1/plane?{picture}"), 200)?;
        println!("| `{picture}` | {} | {} |", shown(first), shown(then));
        // An unoptimised build shows that it works, not its speed.
        let most = if cfg!(debug_assertions) { 10 * A_SECOND } else { A_SECOND };
        assert!(first < most, "{picture} takes {first:?}");
    }
    println!("\n| the computer's reply | | first | then, same game |\n|---|---|---|---|");
    for (how, link) in REPLIES {
        let (first, then) = times(&address, link, 303)?;
        let name = link.trim_start_matches("/play?game=").replace('+', " ");
        println!("| {how} | `{name}` | {} | {} |", shown(first), shown(then));
        assert!(first < 10 * A_SECOND, "{link} takes {first:?}");
    }
    Ok(())
}

/// The time of the first answer, and the median of five more.
fn times(address: &str, link: &str, expected: u16) -> Result<(Duration, Duration), String> {
    let mut all = Vec::new();
    for _ in 0..6 {
        let began = Instant::now();
        let status = client::ask(address, link).map_err(|error| format!("{link}: {error}"))?;
        all.push(began.elapsed());
        if status != expected {
            return Err(format!("{link}: {status}, expected {expected}"));
        }
    }
    let first = all.remove(0);
    all.sort_unstable();
    Ok((first, all[2]))
}

/// A time in milliseconds.
fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
