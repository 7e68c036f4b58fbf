//! Every route, with malicious sizes: no request exceeds its limits of time, memory and length of
//! the answer.
//!
//! The routes are those of the router, their parameters those of the description: a new one without
//! cases fails. The server is a separate process, so that its memory can be measured.
//! `BOUTON_LIMITS` sets the number of random rules that are tried through the API (by default 30),
//! on all routes.

#![cfg(target_os = "linux")]

mod cases;

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use bouton_serve::{Bounds, Options, Server};
use bouton_testdata::hostile::{Random, rules};

use self::cases::{Request, cases, of_loops, of_rules};
use crate::harness::{Reply, Running};

const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 64 << 20;
const ANSWER: usize = 2 << 20;
/// The tolerance of a limit: a tenth, plus this.
const LATE: Duration = Duration::from_millis(500);
const MORE: u64 = 25 << 20;

/// The memory of all answers together, in the test of slow readers.
const SENT: u64 = 48 << 20;
/// The name of the server of that test.
const SLOW: &str = "slow";

/// The environment variable that starts the process of the server.
const CHILD: &str = "BOUTON_SERVE_HOSTILE_CHILD";

/// Not a test: runs the server in a separate process, until it is killed.
#[test]
#[ignore = "this is the server of the other tests"]
fn server() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    if std::env::var(CHILD).is_ok_and(|kind| kind == SLOW) {
        let bounds =
            Bounds { answers: SENT, answers_kept: 0, memory: MEMORY, time: 100 * TIME, ..Bounds::default() };
        return serve(bounds);
    }
    serve(Bounds {
        time: TIME,
        proof_time: TIME,
        memory: MEMORY,
        proof_memory: MEMORY,
        answer: ANSWER,
        // Traces of one request would affect the measurement of the next.
        answers_kept: 0,
        memory_kept: 0,
        ..Bounds::default()
    });
}

fn serve(bounds: Bounds) {
    let server = Server::bind(&Options { port: 0, bounds, ..Options::default() }).unwrap();
    println!("\naddress {}", server.url());
    server.run_until(std::future::pending()).unwrap();
}

/// The server as a process.
struct Process {
    server: Running,
    id: u32,
    /// Its memory before the first request.
    at_rest: u64,
}

/// The cost of an answer.
#[derive(Debug)]
struct Cost {
    time: Duration,
    peak: u64,
}

impl Process {
    fn start(kind: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "hostile::server", "--ignored", "--nocapture"])
            .env(CHILD, kind)
            // Otherwise memory that one request has freed would be measured with the next: the allocator
            // returns it at once.
            .env("MALLOC_TRIM_THRESHOLD_", "131072")
            .env("MALLOC_MMAP_THRESHOLD_", "131072")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let id = child.id();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            Some(line.unwrap().strip_prefix("address http://")?.trim_end_matches('/').to_owned())
        });
        // The harness of a test prints a note after a minute.
        std::thread::spawn(move || lines.for_each(drop));
        let server = Running::in_process(child, address.unwrap());
        for warm in ["/", "/nim", "/podium", "/pass", "/in-total", "/api/v1/openapi.json"] {
            server.get(warm);
        }
        let mut process = Self { server, id, at_rest: 0 };
        process.at_rest = process.of_status("VmRSS:");
        process
    }

    fn of_status(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id)).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the server has ended");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    /// The time that it has been computing.
    fn computed(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id)).unwrap();
        let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Duration::from_millis(10 * ticks)
    }

    /// Sends a request and measures its cost.
    fn ask(&self, request: &Request) -> (Reply, Cost) {
        // The peak is reset.
        fs::write(format!("/proc/{}/clear_refs", self.id), "5").unwrap();
        let (began, before) = (Instant::now(), self.computed());
        let reply = self.server.request(request.method, &request.link, "", request.body.as_bytes());
        if reply.status == 202 {
            // A search continues after its answer.
            let place = reply.header("location").unwrap().to_owned();
            let goes_on = |status: &str| status == "queued" || status == "running";
            while goes_on(self.server.get(&place).json()["status"].as_str().unwrap()) {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        // If other processes compute, too, the clock overestimates the time of this process.
        let time = began.elapsed().min(self.computed().saturating_sub(before) + Duration::from_millis(20));
        (reply, Cost { time, peak: self.of_status("VmHWM:").saturating_sub(self.at_rest) })
    }

    /// The limit that a request exceeds three times in a row; a busy machine may be late.
    fn breach(&self, request: &Request) -> Option<String> {
        let mut last = None;
        // If the test panics, this line names the request.
        println!("{} {:.300}", request.method, request.link);
        for _ in 0..3 {
            let (reply, cost) = self.ask(request);
            let late = cost.time > TIME.mul_f64(1.1) + LATE;
            // The answer is held beside what was computed for it.
            let large = cost.peak > MEMORY + MEMORY / 10 + ANSWER as u64 + MORE;
            let long = reply.body.len() > ANSWER;
            let unknown = !matches!(reply.status, 200 | 202 | 303 | 400 | 404 | 405 | 413 | 422);
            if !late && !large && !long && !unknown {
                return None;
            }
            let (peak, length) = (cost.peak >> 20, reply.body.len());
            let link: String = request.link.chars().take(300).collect();
            last = Some(format!(
                "{} {link}: {}, {:?}, {peak} MiB, {length} bytes",
                request.method, reply.status, cost.time
            ));
        }
        last
    }
}

/// Each of these answers has some 12 MB; the system buffers up to 4 MB of unread data.
#[test]
fn slow_readers_together_hold_no_more_than_answers_may() {
    const READERS: usize = 24;
    let process = Process::start(SLOW);
    fs::write(format!("/proc/{}/clear_refs", process.id), "5").unwrap();
    let mut readers: Vec<_> = (0..READERS).map(|_| process.server.connect()).collect();
    for (number, reader) in readers.iter_mut().enumerate() {
        let link = format!("/api/v1/table?game=nim&heaps=2&upto={}&format=csv", 1380 - number);
        write!(reader, "GET {link} HTTP/1.1\r\nHost: {}\r\n\r\n", process.server.address).unwrap();
    }
    // Each client has the beginning of an answer, or was refused.
    let mut refused = 0;
    for reader in &mut readers {
        let mut head = [0; 12];
        reader.read_exact(&mut head).unwrap();
        match &head {
            b"HTTP/1.1 200" => {}
            b"HTTP/1.1 429" => refused += 1,
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
    }
    let peak = process.of_status("VmHWM:").saturating_sub(process.at_rest);
    assert!(refused > 0 && refused < READERS, "{refused} of {READERS} were refused");
    // The memory of computations is added to that of the answers.
    let most = SENT + SENT / 10 + MEMORY + MEMORY / 10 + MORE;
    assert!(peak <= most, "{} MiB, {} at most", peak >> 20, most >> 20);
    // A short answer is available for everybody.
    assert_eq!(process.server.get("/api/v1/solve?game=nim&position=1,2").status, 200);
    assert_eq!(process.server.get("/play?game=nim").status, 200);
}

/// The names of the parameters of a route, from the description.
fn parameters(description: &serde_json::Value, path: &str) -> BTreeSet<String> {
    let Some(methods) = description["paths"][path].as_object() else { return BTreeSet::new() };
    let all = methods.values().filter_map(|operation| operation["parameters"].as_array()).flatten();
    let asked = all.filter(|parameter| parameter["in"] == "query");
    asked.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn no_route_passes_its_limits_whatever_the_sizes() {
    let process = Process::start("all");
    let description = process.server.get("/api/v1/openapi.json").json();
    let mut breaches = Vec::new();
    for path in bouton_serve::paths() {
        let cases = cases(path);
        assert!(!cases.is_empty(), "no hostile sizes are tried at {path}");
        for name in parameters(&description, path) {
            let is_tried = |request: &Request| {
                request.link.contains(&format!("?{name}")) || request.link.contains(&format!("&{name}"))
            };
            assert!(cases.iter().any(is_tried), "no hostile `{name}` is tried at {path}");
        }
        breaches.extend(cases.iter().filter_map(|request| process.breach(request)));
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn no_loop_goes_on_for_a_request_that_has_ended() {
    let process = Process::start("all");
    let breaches: Vec<String> = of_loops().iter().filter_map(|request| process.breach(request)).collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

/// Rules that were found by the test below: some ten thousand schemas of moves, and the prover's preparation
/// of moves.
#[test]
fn no_rules_with_many_moves_pass_the_limits_of_the_server() {
    let process = Process::start("all");
    let many = [
        (
            "heaps 3; move take odd from 1 heap when total > 7; move take 1..40 from 2 heaps when largest > smallest; \
             pass 1 unless empty",
            3,
        ),
        ("heaps 5; move take at least 2 from at most 2 heaps", 5),
        ("heaps 12; move take any from at most 6 heaps when largest > smallest", 12),
        (
            "heaps 1; move take 1..40 from a largest heap when h1 div 3 > 1; \
             move take {1,3,4} from 1 heap when total > 7",
            1,
        ),
    ];
    let requests = many.iter().flat_map(|(rules, coordinates)| of_rules(rules, *coordinates));
    let breaches: Vec<String> = requests.filter_map(|request| process.breach(&request)).collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn no_random_rules_pass_the_limits_of_the_server() {
    let process = Process::start("all");
    let asked = std::env::var("BOUTON_LIMITS").ok().and_then(|count| count.parse().ok());
    let mut random = Random::new(20_261_123);
    let mut breaches = Vec::new();
    for number in 0..asked.unwrap_or(30) {
        let rules = rules(&mut random);
        let coordinates = if rules.contains("heaps 1;") { 1 } else { 2 + random.below(2) };
        let requests = of_rules(&rules, coordinates);
        for (place, request) in requests.iter().enumerate() {
            // Three for each rule in the short run, all in the long one.
            if asked.is_some() || (place + number) % requests.len() < 3 {
                breaches.extend(process.breach(request));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}
