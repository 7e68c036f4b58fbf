//! `--memory 2G`, `--time 30s`, `--states 100000`, `--threads 2`, for every command.

use std::{
    fs::File,
    io::{Read, Seek},
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

use bouton::{
    Limits, Watch,
    units::{parse_bytes, parse_time},
};
use clap::Args;

use crate::screen;

/// The limits of a command; each has a default that suits the command.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitOptions {
    /// Memory for tables of exact values, for example 500M or 2G [default: 1G]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, global = true)]
    pub(crate) memory: Option<u64>,
    /// Wall time, for example 30s or 2m [default: 30s to prove, 60s to check, else none]
    #[arg(long, value_name = "TIME", value_parser = parse_time, global = true)]
    pub(crate) time: Option<Duration>,
    /// States of a law, or of a check [default: 4000 to prove]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), global = true)]
    pub(crate) states: Option<u64>,
    /// The most threads that may be used [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), global = true)]
    pub(crate) threads: Option<u16>,
}

impl LimitOptions {
    /// The watch over the computation: `--time` counts from the start of the program.
    pub(crate) fn watch(&self) -> Watch {
        self.watch_for(None)
    }

    /// The watch over a search for a proof, with a default time limit.
    pub(crate) fn watch_for_proof(&self) -> Watch {
        self.watch_for(Some(PROVE_TIME))
    }

    /// The watch over one of several searches, of which `left` remain: each may take this time, or its share
    /// of the time that `--time` leaves.
    pub(crate) fn watch_for_each(&self, time: Duration, left: usize) -> Watch {
        if self.time.is_none() {
            return self.watch_for(Some(time));
        }
        let watch = Watch::share(*STARTED, &self.limits(None), left);
        watch.measure_memory(resident);
        watch.on_progress(screen::report);
        watch
    }

    /// Like [`watch`](Self::watch), with a default time limit.
    fn watch_for(&self, default: Option<Duration>) -> Watch {
        let watch = self.silent(default);
        watch.on_progress(screen::report);
        watch
    }

    /// The watch over the whole run, including all other watches: it reports nothing.
    pub(crate) fn watch_over_run(&self) -> Watch {
        self.silent(None)
    }

    /// The limits, with a default time limit.
    fn limits(&self, default: Option<Duration>) -> Limits {
        let limits = Limits::default();
        Limits {
            time: self.time.or(default),
            memory: self.memory_limit(),
            threads: self.threads.map_or(limits.threads, usize::from),
        }
    }

    fn silent(&self, default: Option<Duration>) -> Watch {
        // The default time limit applies to this step only.
        let started = if self.time.is_some() { *STARTED } else { Instant::now() };
        let watch = Watch::since(started, &self.limits(default));
        watch.measure_memory(resident);
        watch
    }

    /// The bytes that may be held at once.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.memory.unwrap_or_else(|| Limits::default().memory)
    }

    /// The most states of a law, if given.
    pub(crate) fn states(&self) -> Option<usize> {
        self.states.map(|states| usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// The limits of the checker.
    pub(crate) fn check(&self) -> bouton::check::Limits {
        let limits = bouton::check::Limits::default();
        let watch = self.watch_for(Some(CHECK_TIME));
        bouton::check::Limits { watch, states: self.states.unwrap_or(limits.states), ..limits }
    }
}

/// The start of the program; `main` initialises it first.
pub(crate) static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The default time of a search for a proof.
const PROVE_TIME: Duration = Duration::from_secs(30);
/// The default time of the check of a certificate.
const CHECK_TIME: Duration = Duration::from_secs(60);

/// The bytes counted for the program itself: its code, of which more is loaded into memory as it runs.
const PROGRAM: u64 = 8 << 20;

/// The bytes of memory that the program uses now, if the system reports them.
fn resident() -> u64 {
    match &*REPORT {
        // Pages of files, such as the code, are not memory of a computation.
        Some(report) => report.pages().map_or_else(measured, |pages| {
            PROGRAM + report.bytes.saturating_mul(pages.resident.saturating_sub(pages.of_files))
        }),
        None => measured(),
    }
}

/// The bytes of all pages of the program.
fn measured() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// The report of the memory of this process, where the system is Linux.
static REPORT: LazyLock<Option<Report>> = LazyLock::new(Report::open);

/// The file in which Linux reports the memory of a process. It stays open: it is read every few milliseconds, and to open it
/// takes longer than to read it.
struct Report {
    file: Mutex<File>,
    /// The bytes of a page.
    bytes: u64,
}

/// Pages of a process that are in memory.
struct Pages {
    resident: u64,
    /// Those with the contents of files.
    of_files: u64,
}

impl Report {
    fn open() -> Option<Self> {
        let report =
            Self { file: Mutex::new(File::open("/proc/self/statm").ok()?), bytes: bytes_of_a_page()? };
        report.pages().filter(|pages| pages.resident > 0)?;
        Some(report)
    }

    fn pages(&self) -> Option<Pages> {
        let mut text = [0; 128];
        let length = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.rewind().ok()?;
            file.read(&mut text).ok()?
        };
        let mut numbers = str::from_utf8(&text[..length]).ok()?.split_whitespace().skip(1);
        let mut next = || numbers.next()?.parse().ok();
        Some(Pages { resident: next()?, of_files: next()? })
    }
}

/// The bytes of a page, by the values that Linux gives each process (`AT_PAGESZ` of getauxval(3)).
fn bytes_of_a_page() -> Option<u64> {
    const KEY: usize = 6;
    let values = std::fs::read("/proc/self/auxv").ok()?;
    let words: Vec<usize> = values.as_chunks().0.iter().map(|&word| usize::from_ne_bytes(word)).collect();
    words.chunks_exact(2).find(|pair| pair[0] == KEY).and_then(|pair| u64::try_from(pair[1]).ok())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Compares with a list of which each byte is written; the other tests of this process take less.
    #[test]
    fn memory_is_reported_in_bytes() {
        let report = REPORT.as_ref().expect("Linux reports it");
        assert!(report.bytes.is_power_of_two() && report.bytes >= 4096);
        let before = resident();
        let list = std::hint::black_box(vec![1_u8; 256 << 20]);
        let more = resident().saturating_sub(before) >> 20;
        assert!((160..440).contains(&more), "{more} MiB");
        drop(list);
    }
}
