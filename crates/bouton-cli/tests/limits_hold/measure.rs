//! Runs the program and measures its time and memory.

use std::{
    fmt,
    fs::File,
    io::Read,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// The limits of all runs.
const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 64 << 20;

/// The tolerances: a tenth, or this.
const TIME_MORE: Duration = Duration::from_millis(500);
const MEMORY_MORE: u64 = 25 << 20;

/// The end of the program's message after a step that did not check the watch: see its module `net`.
const CAUGHT: &str = "(the step that was running could not be interrupted)";

/// A command line with its input.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) words: Vec<String>,
    /// A file that is its standard input.
    pub(crate) input: Option<String>,
}

impl Case {
    pub(crate) fn new<W: ToString>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: words.into_iter().map(|word| word.to_string()).collect(), input: None }
    }

    /// The same case with more words.
    pub(crate) fn with(&self, more: &[&str]) -> Self {
        let mut case = self.clone();
        case.words.extend(more.iter().map(ToString::to_string));
        case
    }

    /// The same case with this text as its input.
    pub(crate) fn reading(mut self, name: &str, text: &str) -> Self {
        let path = format!("{}/limits-{name}", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, text).unwrap();
        self.input = Some(path);
        self
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in &self.words {
            if word.len() > 200 {
                write!(f, " '{}…'", word.chars().take(200).collect::<String>())?;
            } else {
                write!(f, " '{word}'")?;
            }
        }
        self.input.iter().try_for_each(|input| write!(f, " < {input}"))
    }
}

/// The result of a run.
struct Measured {
    code: Option<i32>,
    /// The time in which the process was computing.
    time: Duration,
    peak: u64,
    errors: String,
}

/// The time that a process has been computing (`/proc/PID/stat`: ticks of 10 ms).
fn computing(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}

fn measured(case: &Case) -> Measured {
    let began = Instant::now();
    let input = case.input.as_ref().map_or_else(Stdio::null, |path| File::open(path).unwrap().into());
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(&case.words)
        .args(["--time", "200ms", "--memory", "64M", "--threads", "2"])
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = format!("/proc/{}/status", child.id());
    let (mut peak, mut computed) = (0, Duration::ZERO);
    let code = loop {
        // The high-water mark includes memory that was allocated between two observations.
        let now = std::fs::read_to_string(&status).unwrap_or_default();
        let line = now.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        computed = computing(child.id()).unwrap_or(computed);
        if let Some(ended) = child.try_wait().unwrap() {
            break ended.code();
        }
        if began.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    // If other processes compute, too, the clock overestimates the time of this process; two
    // threads compute twice as much.
    let time = began.elapsed().min(computed + Duration::from_millis(20));
    Measured { code, time, peak, errors: reader.join().unwrap() }
}

/// The limit that a command exceeds three times in a row; a busy machine may be late.
pub(crate) fn breach(case: &Case) -> Option<String> {
    let mut last = None;
    for _ in 0..3 {
        let Measured { code, time, peak, errors } = measured(case);
        let late = time > (TIME + TIME / 10).max(TIME + TIME_MORE);
        let large = peak > (MEMORY + MEMORY / 10).max(MEMORY + MEMORY_MORE);
        // If other processes compute, too, a step may not have reached its check.
        let caught = errors.contains(CAUGHT) && (errors.contains("memory") || time > TIME + TIME / 2);
        let known = matches!(code, Some(0..=3)) && !errors.contains("panicked");
        if !late && !large && !caught && known {
            return None;
        }
        let caught = if caught { ", not by itself" } else { "" };
        let errors: String = errors.lines().last().unwrap_or_default().chars().take(200).collect();
        last = Some(format!("{case}: status {code:?}, {time:?}, {} MiB{caught}: {errors}", peak >> 20));
    }
    last
}
