//! The net under the watch: the program ends at its limits even where a step does not ask the watch.
//!
//! Whatever computes asks its [`Watch`](bouton::Watch) and ends by itself. Some steps cannot: a call that blocks, or memory
//! that is given back for a long time. So a thread of its own looks at clock and memory, and ends the program a little
//! after a limit was passed. What it says ends in [`CAUGHT`], so that tests tell it from a limit that was kept.

use std::{
    sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError},
    thread,
    time::{Duration, Instant},
};

use bouton::LimitReached;

/// How a limit is reported that only the net has kept.
pub(crate) const CAUGHT: &str = " (in a step that does not stop by itself)";

/// Held while an answer is written: the program does not end in the middle of it.
static WRITING: Mutex<()> = Mutex::new(());

/// The time between two looks.
const EVERY: Duration = Duration::from_millis(10);
/// The least time after the limit, for a computation that is about to end by itself.
const GRACE: Duration = Duration::from_millis(300);
/// The bytes beyond the limit that end the program: more than a watch allows.
const SLACK: u64 = 18 << 20;

/// Keeps the program from being ended while the result lives.
pub(crate) fn pause() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limits of this run, once they are known.
static BOUNDS: OnceLock<Bounds> = OnceLock::new();

/// The limit that the program has reached, where it has one: for those who write an answer piece by piece.
pub(crate) fn reached() -> Option<LimitReached> {
    BOUNDS
        .get()?
        .passed(Duration::ZERO, |memory| memory.saturating_add(memory / 16).saturating_add(SLACK / 2))
}

/// Limits of the whole program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) started: Instant,
    pub(crate) time: Option<Duration>,
    pub(crate) memory: u64,
    /// How many bytes the program takes now.
    pub(crate) meter: fn() -> u64,
}

impl Bounds {
    /// The limit that is passed, after a time of grace and with so many bytes for each limit.
    fn passed(&self, grace: Duration, most: impl Fn(u64) -> u64) -> Option<LimitReached> {
        let over = |time: Duration| self.started.elapsed() >= time.saturating_add(grace);
        let late = self.time.filter(|time| over(*time)).map(|limit| LimitReached::Time { limit });
        late.or_else(|| {
            let (needed, limit) = ((self.meter)(), self.memory);
            (needed > most(limit)).then_some(LimitReached::Memory { needed: needed.into(), limit })
        })
    }
}

/// Calls `end` when the program has passed its limits and nothing is being written; `end` is to end it.
pub(crate) fn stretch(bounds: Bounds, end: impl Fn(LimitReached) + Send + 'static) {
    let _ = BOUNDS.set(bounds);
    let grace = GRACE.max(bounds.time.unwrap_or_default() / 20);
    let look = move || loop {
        thread::sleep(EVERY);
        let most = |memory: u64| memory.saturating_add(memory / 16).saturating_add(SLACK);
        let Some(reached) = bounds.passed(grace, most) else { continue };
        // What is being written is written to its end.
        let _writing = match WRITING.try_lock() {
            Ok(writing) => writing,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => continue,
        };
        end(reached);
    };
    // Without the thread the watch is still there.
    drop(thread::Builder::new().name("limits".to_owned()).spawn(look));
}
