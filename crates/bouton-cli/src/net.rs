//! The net under the watch: the program ends at its limits even where a step does not ask the watch.
//!
//! Whatever computes asks its [`Watch`](bouton::Watch) and ends by itself. Some steps cannot: a call that blocks, or memory
//! that is given back for a long time. So a thread of its own looks at clock and memory, and ends the program a little
//! after a limit was passed. What it says ends in [`CAUGHT`], so that tests tell it from a limit that was kept.

use std::{
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
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

/// Limits of the whole program.
pub(crate) struct Bounds {
    pub(crate) started: Instant,
    pub(crate) time: Option<Duration>,
    pub(crate) memory: u64,
    /// How many bytes the program takes now.
    pub(crate) meter: fn() -> u64,
}

/// Calls `end` when the program has passed its limits and nothing is being written; `end` is to end it.
pub(crate) fn stretch(bounds: Bounds, end: impl Fn(LimitReached) + Send + 'static) {
    let Bounds { started, time, memory, meter } = bounds;
    let last = time.and_then(|time| started.checked_add(time)?.checked_add(GRACE.max(time / 20)));
    let most = memory.saturating_add(memory / 16).saturating_add(SLACK);
    let look = move || loop {
        thread::sleep(EVERY);
        let late = last.filter(|last| Instant::now() >= *last).and(time);
        let reached = late.map(|limit| LimitReached::Time { limit }).or_else(|| {
            let needed = meter();
            (needed > most).then_some(LimitReached::Memory { needed: needed.into(), limit: memory })
        });
        let Some(reached) = reached else { continue };
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
