//! Standard output and standard error: everything that is written to one of them passes through
//! this module.
//!
//! A terminal shows both in one place, together with the line that shows progress. So the two
//! streams and that line have one lock, and every write clears the line first. `clippy.toml`
//! forbids other code to write to the streams.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal, Write},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use bouton::{Progress as Report, SearchCounts};

/// A computation that ends earlier does not show progress.
const AFTER: Duration = Duration::from_millis(300);
/// The time between two drawings of the line.
const EVERY: Duration = Duration::from_millis(100);
/// The frames of the spinner.
const FRAMES: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠹"];
/// Returns to the first column and clears to the end of the line.
const CLEAR: &[u8] = b"\r\x1b[K";

/// The state of the screen.
static SCREEN: Mutex<Screen> = Mutex::new(Screen { line: None, started: 0 });

struct Screen {
    line: Option<Line>,
    /// The number of lines that were started, which numbers them.
    started: u64,
}

/// The line of a computation.
struct Line {
    number: u64,
    what: &'static str,
    began: Instant,
    /// The time before which the line is not drawn.
    not_before: Instant,
    drawn: bool,
    frame: usize,
    told: Option<Report>,
}

fn screen() -> MutexGuard<'static, Screen> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Screen {
    /// Removes the line before something else is written. It is drawn again later, unless it stays
    /// away.
    fn make_way(&mut self, stays_away: bool) {
        if let Some(line) = &mut self.line {
            if line.drawn {
                to_stderr(CLEAR);
                line.drawn = false;
            }
            line.not_before = Instant::now() + AFTER;
        }
        if stays_away {
            self.line = None;
        }
    }
}

/// Writes to standard error; a failure cannot be reported to anyone.
#[expect(clippy::disallowed_methods, reason = "the one place")]
fn to_stderr(bytes: &[u8]) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(bytes).and_then(|()| stderr.flush());
}

/// Writes a message to standard error.
pub(crate) fn note(text: &str) {
    if text.is_empty() {
        return;
    }
    let mut screen = screen();
    screen.make_way(false);
    to_stderr(text.as_bytes());
}

/// Standard output, without a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out;

impl Write for Out {
    #[expect(clippy::disallowed_methods, reason = "the one place")]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut screen = screen();
        let mut stdout = io::stdout().lock();
        screen.make_way(stdout.is_terminal());
        stdout.write(bytes)
    }

    #[expect(clippy::disallowed_methods, reason = "the one place")]
    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Whether standard output is a terminal.
#[expect(clippy::disallowed_methods, reason = "nothing is written")]
pub(crate) fn out_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
#[expect(clippy::disallowed_methods, reason = "nothing is written")]
pub(crate) fn err_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Whether the terminal interprets escape sequences.
fn understands_escapes() -> bool {
    match env::var_os("TERM") {
        None => cfg!(windows) && env::var_os("WT_SESSION").is_some(),
        named => knows_escapes(named),
    }
}

pub(crate) fn knows_escapes(terminal: Option<OsString>) -> bool {
    match terminal {
        Some(name) => name != "dumb",
        None => cfg!(windows),
    }
}

/// A line on standard error, if that is a terminal, that shows a running computation: after a
/// moment, and until this is dropped or something is written to the terminal.
#[derive(Debug)]
#[must_use]
pub(crate) struct Progress {
    number: Option<u64>,
}

impl Progress {
    /// Starts to show the computation `what`.
    pub(crate) fn start(what: &'static str) -> Self {
        if !err_is_terminal() || !understands_escapes() {
            return Self { number: None };
        }
        let mut screen = screen();
        screen.make_way(true);
        screen.started += 1;
        let (number, began) = (screen.started, Instant::now());
        let not_before = began + AFTER;
        screen.line = Some(Line { number, what, began, not_before, drawn: false, frame: 0, told: None });
        // Without a thread, the line is not shown.
        let _ = thread::Builder::new().spawn(move || while draw(number) {});
        Self { number: Some(number) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let mut screen = screen();
        if self.number.is_some() && screen.line.as_ref().map(|line| line.number) == self.number {
            screen.make_way(true);
        }
    }
}

/// Records the progress of a computation.
pub(crate) fn report(told: &Report) {
    if let Some(line) = &mut screen().line {
        line.told = Some(*told);
    }
}

/// Waits, and draws the line of this number; `false` once it is gone.
fn draw(number: u64) -> bool {
    thread::sleep(EVERY);
    let mut screen = screen();
    let Some(line) = screen.line.as_mut().filter(|line| line.number == number) else { return false };
    if Instant::now() < line.not_before {
        return true;
    }
    line.frame = (line.frame + 1) % FRAMES.len();
    let text = words(line.what, line.began.elapsed(), line.told.as_ref());
    // A line that is broken at the margin could not be cleared.
    let most = textwrap::termwidth().saturating_sub(3);
    let text: String = text.chars().take(most).collect();
    line.drawn = true;
    to_stderr(&[CLEAR, FRAMES[line.frame].as_bytes(), b" ", text.as_bytes()].concat());
    true
}

/// The text of the line.
fn words(what: &str, elapsed: Duration, told: Option<&Report>) -> String {
    let mut words = format!("{what} ({}s)", elapsed.as_secs());
    let Some(Report { phase, found, .. }) = told else { return words };
    let SearchCounts { positions, states, hypotheses } = *found;
    let mut parts: Vec<String> = Vec::new();
    if !phase.is_empty() && *phase != what {
        parts.push((*phase).to_owned());
    }
    for (count, one, many) in [
        (positions, "position", "positions"),
        (hypotheses, "hypothesis", "hypotheses"),
        (states, "state", "states"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {}", if count == 1 { one } else { many }));
        }
    }
    if !parts.is_empty() {
        words.push_str(&format!(": {}", parts.join(", ")));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_what_was_found() {
        let elapsed = Duration::from_millis(2_900);
        assert_eq!(words("proving", elapsed, None), "proving (2s)");
        let found = SearchCounts { positions: 12_000, states: 40, hypotheses: 1 };
        let told = Report { phase: "verifying", work: 5, held: 6, elapsed, found };
        assert_eq!(
            words("proving", elapsed, Some(&told)),
            "proving (2s): verifying, 12000 positions, 1 hypothesis, 40 states"
        );
        let told = Report { phase: "", found: SearchCounts::default(), ..told };
        assert_eq!(words("proving", elapsed, Some(&told)), "proving (2s)");
    }
}
