//! A second guard of the limits: the program ends at them even if a step does not check the watch.
//!
//! Every computation checks its [`Watch`](bouton::Watch) and ends by itself. Some steps cannot: a
//! call that blocks, or memory that takes long to be freed. So a separate thread observes the clock
//! and the memory, and ends the program shortly after a limit is exceeded. Its message ends with
//! [`CAUGHT`], so that tests can distinguish it from a limit that the computation kept.

use std::{
    sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError},
    thread,
    time::{Duration, Instant},
};

use bouton::LimitReached;

/// The end of the message about a limit that only this guard has kept.
pub(crate) const CAUGHT: &str = " (in a step that does not stop by itself)";

/// Held while an answer is written, so that the program does not end in the middle of it.
static WRITING: Mutex<()> = Mutex::new(());

/// The time between two observations.
const EVERY: Duration = Duration::from_millis(10);
/// The least time after the limit, for a computation that is about to end by itself.
const GRACE: Duration = Duration::from_millis(300);
/// The bytes beyond the limit that end the program: more than a watch allows.
const SLACK: u64 = 18 << 20;

/// Prevents the guard from ending the program while the result exists.
pub(crate) fn pause() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limits of this run, once they are known.
static BOUNDS: OnceLock<Bounds> = OnceLock::new();

/// The limit that the program has reached, if any; for writers of an answer in pieces.
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
    /// Measures the memory of the program now.
    pub(crate) meter: fn() -> u64,
}

impl Bounds {
    /// The limit that is exceeded, after a time of grace, and with `most` bytes for each memory
    /// limit.
    fn passed(&self, grace: Duration, most: impl Fn(u64) -> u64) -> Option<LimitReached> {
        let over = |time: Duration| self.started.elapsed() >= time.saturating_add(grace);
        let late = self.time.filter(|time| over(*time)).map(|limit| LimitReached::Time { limit });
        late.or_else(|| {
            let (needed, limit) = ((self.meter)(), self.memory);
            (needed > most(limit)).then_some(LimitReached::Memory { needed: needed.into(), limit })
        })
    }
}

/// Calls `end` when the program has exceeded its limits and nothing is being written; `end` shall
/// end the program.
pub(crate) fn stretch(bounds: Bounds, end: impl Fn(LimitReached) + Send + 'static) {
    let _ = BOUNDS.set(bounds);
    let grace = GRACE.max(bounds.time.unwrap_or_default() / 20);
    let look = move || loop {
        thread::sleep(EVERY);
        let most = |memory: u64| memory.saturating_add(memory / 16).saturating_add(SLACK);
        let Some(reached) = bounds.passed(grace, most) else { continue };
        // An answer that is being written is completed first.
        let _writing = match WRITING.try_lock() {
            Ok(writing) => writing,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => continue,
        };
        end(reached);
    };
    // Without the thread, the watch still guards the limits.
    drop(thread::Builder::new().name("limits".to_owned()).spawn(look));
}
