//! A second guard of the limits: the program ends at them even if a step does not check the watch.
//!
//! A computation checks its [`Watch`](bouton::Watch) and ends by itself. Some steps cannot: a call that
//! blocks, or memory that takes long to free. So a separate thread checks a watch over the whole run, and
//! ends the program shortly after a limit was exceeded. Its message ends with [`CAUGHT`], so that tests
//! distinguish it from that of a computation that ended by itself.

use std::{
    sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError},
    thread,
    time::Duration,
};

use bouton::{LimitReached, Watch};

/// The end of the message about a limit that only this guard has enforced.
pub(crate) const CAUGHT: &str = " (the step that was running could not be interrupted)";

/// Held while an answer is written, so that the program does not end in the middle of it.
static WRITING: Mutex<()> = Mutex::new(());

/// The time between two observations.
const EVERY: Duration = Duration::from_millis(10);
/// The least time after the limit, for a computation that is about to end by itself.
const GRACE: Duration = Duration::from_millis(300);
/// The bytes beyond the limit of a watch at which the program ends.
const MORE: u64 = 2 << 20;

/// Prevents the guard from ending the program while the result exists.
pub(crate) fn pause() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The watch over this run, once its limits are known.
static RUN: OnceLock<Watch> = OnceLock::new();

/// The limit that the program has reached, if any; for writers of an answer in pieces.
pub(crate) fn reached() -> Option<LimitReached> {
    RUN.get()?.check().err()
}

/// The limit at which an answer was ended while it was written.
static ENDED: OnceLock<LimitReached> = OnceLock::new();

/// Ends the answer that is being written, at a limit.
pub(crate) fn end_answer(reached: LimitReached) -> LimitReached {
    *ENDED.get_or_init(|| reached)
}

/// The limit at which the program itself ended the answer, if it did: the writers of formats wrap the reason,
/// or lose it.
pub(crate) fn ended() -> Option<LimitReached> {
    ENDED.get().copied()
}

/// Calls `end` when the program has passed its limits and nothing is being written; `end` is to end it.
pub(crate) fn stretch(watch: Watch, time: Option<Duration>, end: impl Fn(LimitReached) + Send + 'static) {
    let _ = RUN.set(watch.clone());
    let grace = GRACE.max(time.unwrap_or_default() / 20);
    let look = move || loop {
        thread::sleep(EVERY);
        let Some(reached) = watch.overrun(grace, MORE) else { continue };
        // An answer that is being written is completed.
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
