//! The limits of a computation, and the watch that enforces them.
//!
//! [`Limits`] are what the user allows: an amount of time and memory, and a number of threads. A
//! [`Watch`] is started from them and is passed, as `&Watch`, to everything that takes long. It
//! counts **work done**, looks at the clock and at requests to cancel, accounts for memory *before*
//! it is allocated, and reports progress.
//!
//! There are two kinds of limits. The result of a search follows from the rules, from [stages of
//! work](Watch::within) and from [held memory](Watch::hold), which are the same on every machine.
//! Time, [cancelling](Watch::cancel) and [measured memory](Watch::measure_memory) differ from run
//! to run: they only end a computation ([`LimitReached::ends_all`]), and never change its result.
//!
//! ```
//! use std::time::Duration;
//! use bouton_core::{LimitReached, Limits, Watch};
//!
//! fn count_to(most: u64, watch: &Watch) -> Result<u64, LimitReached> {
//!     let mut count = 0;
//!     while count < most {
//!         count += 1;
//!         watch.spend(1)?;
//!     }
//!     Ok(count)
//! }
//!
//! let watch = Watch::new(&Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
//! assert_eq!(count_to(1000, &watch), Ok(1000));
//! assert_eq!(watch.work(), 1000);
//! let error = count_to(u64::MAX, &watch).unwrap_err();
//! assert_eq!(error.to_string(), "the time limit of 0.02 s was reached");
//! ```

mod allowance;
mod bounded;

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

pub use allowance::{Allowance, WatchedWork};
pub use bounded::{BoundedBytes, BoundedList, Weigh};

/// The limits of a computation. By default there is no limit of time, 1 GiB of memory and one thread.
///
/// ```
/// use bouton_core::Limits;
///
/// let limits = Limits { memory: 64 << 20, ..Limits::default() };
/// assert_eq!((limits.time, limits.memory, limits.threads), (None, 64 << 20, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time from the start of the [`Watch`]; `None` for no limit.
    pub time: Option<Duration>,
    /// The most bytes of memory held at once.
    pub memory: u64,
    /// The most threads that may work at once, at least one. Answers do not depend on it.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: None, memory: 1 << 30, threads: 1 }
    }
}

/// A limit was reached before the answer was found. The question itself is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LimitReached {
    /// The limit of wall time.
    #[error("the time limit of {} s was reached", limit.as_secs_f64())]
    Time {
        /// The limit.
        limit: Duration,
    },
    /// The share of the limit of wall time that one of several computations has.
    #[error("its share of the time limit of {} s was used up", limit.as_secs_f64())]
    Share {
        /// The limit for all of them.
        limit: Duration,
    },
    /// The limit of memory; the allocation was not made.
    #[error("{}", beyond(*needed, u128::from(*limit)))]
    Memory {
        /// The approximate number of bytes needed in all.
        needed: u128,
        /// The limit, in bytes.
        limit: u64,
    },
    /// A stage has done all its allowed work.
    #[error("{done} steps of work did not suffice")]
    Work {
        /// Units of work done.
        done: u64,
    },
    /// The computation was cancelled.
    #[error("the computation was cancelled")]
    Cancelled,
    /// A coordinate is too large for every table.
    #[error("{0} is beyond any table")]
    Coordinate(u64),
    /// The number of positions is 2^128 or more.
    #[error("there are more positions of {dimension} numbers up to {upto} than can be counted (2^128)")]
    Count {
        /// The number of coordinates.
        dimension: usize,
        /// The greatest value of each coordinate.
        upto: u64,
    },
}

impl LimitReached {
    /// Whether this limit ends the whole computation, so that nothing else can be tried under the
    /// same [`Watch`]. This holds for time and for cancelling.
    #[must_use]
    pub fn ends_all(&self) -> bool {
        matches!(self, Self::Time { .. } | Self::Share { .. } | Self::Cancelled)
    }
}

/// Describes by how much a limit is exceeded. The allocation that failed may be only a small part
/// of the total.
fn beyond(needed: u128, limit: u128) -> String {
    if needed <= limit + limit / 8 {
        return format!("this needs more memory than the limit of {}", bytes(limit));
    }
    let needed = bytes(needed);
    let more = if needed.starts_with("more") { "" } else { " or more" };
    format!("this needs {needed} of memory{more}, the limit is {}", bytes(limit))
}

/// Formats a number of bytes, rounded up, in a readable unit.
fn bytes(count: u128) -> String {
    let mut amount = count;
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB"] {
        if amount < 10_000 {
            return format!("{amount} {unit}");
        }
        amount = amount.div_ceil(1024);
    }
    "more than 10000 TiB".to_owned()
}

/// The approximate number of bytes of a hash map with space for `capacity` entries of `entry` bytes
/// each. The number of its places is a power of two, and an eighth of them stays free.
///
/// While a map grows from one capacity to the next, both exist.
#[must_use]
pub fn map_bytes(capacity: usize, entry: usize) -> u64 {
    let places = (capacity as u64).saturating_mul(8).div_ceil(7).max(4).next_power_of_two();
    places.saturating_mul(entry as u64 + 1)
}

/// The progress of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current phase; see [`Watch::phase`].
    pub phase: &'static str,
    /// Units of work done so far, all stages together.
    pub work: u64,
    /// Bytes held now.
    pub held: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// The findings of a search so far; see [`Watch::tell`].
    pub found: SearchCounts,
}

/// The findings of a search so far, for progress reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Positions whose exact value is known.
    pub positions: u64,
    /// States of the present hypothesis.
    pub states: u64,
    /// The number of hypotheses so far.
    pub hypotheses: u64,
}

/// Enforces [`Limits`]. It is a cheap handle: clones watch over the same computation, from any
/// thread.
///
/// ```
/// use bouton_core::{LimitReached, Limits, Watch};
///
/// let watch = Watch::new(&Limits { memory: 1000, ..Limits::default() });
/// let table = watch.hold(600).unwrap();
/// assert_eq!(watch.memory_left(), 400);
/// assert_eq!(watch.hold(500).unwrap_err(), LimitReached::Memory { needed: 1100, limit: 1000 });
/// drop(table);
/// assert_eq!(watch.memory_left(), 1000);
/// ```
#[derive(Clone)]
pub struct Watch {
    whole: Arc<Whole>,
    stage: Arc<Stage>,
}

/// The state that all stages share.
struct Whole {
    started: Instant,
    time: Option<Duration>,
    deadline: Option<Instant>,
    /// Whether the deadline is for a share of the time.
    is_share: bool,
    threads: usize,
    cancelled: AtomicBool,
    /// Measured memory that exceeded the limit, or 0.
    overfull: AtomicU64,
    /// Whether the computation has ended for another reason than time.
    ended: AtomicBool,
    /// Whether a batch reached a limit when it ended, so that it could not return the error.
    missed: AtomicBool,
    /// Whether this watch follows another computation.
    follows: AtomicBool,
    /// The times of the next report and the next measurement, in microseconds from the start.
    next_report: AtomicU64,
    next_measure: AtomicU64,
    outside: Mutex<Outside>,
}

type Callback = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The callbacks, and the watch that is followed.
struct Outside {
    phase: &'static str,
    found: SearchCounts,
    progress: Option<Callback>,
    meter: Option<fn() -> u64>,
    followed: Option<Watch>,
}

/// A part of the computation with limits of its own; the whole is the outermost.
struct Stage {
    parent: Option<Arc<Stage>>,
    work: AtomicU64,
    most_work: AtomicU64,
    held: AtomicU64,
    memory: AtomicU64,
}

/// The watch looks at the clock every 2^`LOOK_EVERY` units of work.
const LOOK_EVERY: u32 = 10;
/// The least time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// The least time between two measurements of memory.
const MEASURE_EVERY: Duration = Duration::from_millis(5);
/// The bytes that a process may take beside the held bytes: its code, and the memory that its
/// allocator keeps free.
const SLACK: u64 = 16 << 20;

/// Returns the most bytes that a process may take under a limit.
fn allowed(limit: u64) -> u64 {
    limit.saturating_add(limit / 16).saturating_add(SLACK)
}

impl Watch {
    /// Creates a watch whose time limit runs from now.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self::since(Instant::now(), limits)
    }

    /// Creates a watch over a computation that started earlier: the time limit runs from then.
    #[must_use]
    pub fn since(started: Instant, limits: &Limits) -> Self {
        // A deadline that cannot be represented means no limit.
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        Self::until(started, limits, deadline)
    }

    /// Creates a watch over one of several computations, of which `left` remain: it has an equal
    /// share of the remaining time. The time limit of `limits` is for all of them, from `started`
    /// on. Errors name that limit.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use bouton_core::{Limits, Watch};
    ///
    /// let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    /// let started = Instant::now() - Duration::from_millis(999);
    /// let watch = Watch::share(started, &limits, 1000);
    /// std::thread::sleep(Duration::from_millis(1));
    /// let error = watch.check().unwrap_err();
    /// assert_eq!(error.to_string(), "its share of the time limit of 1 s was used up");
    /// ```
    #[must_use]
    pub fn share(started: Instant, limits: &Limits, left: usize) -> Self {
        let now = Instant::now();
        let rest = limits.time.map(|time| time.saturating_sub(now.duration_since(started)));
        let left = u32::try_from(left.max(1)).unwrap_or(u32::MAX);
        let mut watch = Self::until(started, limits, rest.and_then(|rest| now.checked_add(rest / left)));
        if let Some(whole) = Arc::get_mut(&mut watch.whole) {
            whole.is_share = left > 1;
        }
        watch
    }

    fn until(started: Instant, limits: &Limits, deadline: Option<Instant>) -> Self {
        Self {
            whole: Arc::new(Whole {
                started,
                time: limits.time,
                deadline,
                is_share: false,
                threads: limits.threads.max(1),
                cancelled: AtomicBool::new(false),
                overfull: AtomicU64::new(0),
                ended: AtomicBool::new(false),
                missed: AtomicBool::new(false),
                follows: AtomicBool::new(false),
                next_report: AtomicU64::new(0),
                next_measure: AtomicU64::new(0),
                outside: Mutex::new(Outside {
                    phase: "",
                    found: SearchCounts::default(),
                    progress: None,
                    meter: None,
                    followed: None,
                }),
            }),
            stage: Arc::new(Stage::new(None, u64::MAX, limits.memory)),
        }
    }

    /// Creates a watch without any limit, of one thread. For tests, and for work that is known to
    /// be short.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(&Limits { time: None, memory: u64::MAX, threads: 1 })
    }

    /// Creates a watch over a stage of this computation, which may do at most `work` units.
    /// Everything else is shared: the work and memory of the stage count for the whole, too.
    ///
    /// ```
    /// use bouton_core::{LimitReached, Watch};
    ///
    /// let watch = Watch::unlimited();
    /// let first = watch.within(100);
    /// assert_eq!(first.spend(60), Ok(()));
    /// assert_eq!(first.spend(60), Err(LimitReached::Work { done: 120 }));
    /// assert_eq!(watch.check(), Ok(())); // the whole continues
    /// assert_eq!(watch.work(), 120);
    /// ```
    #[must_use]
    pub fn within(&self, work: u64) -> Self {
        self.stage(work, u64::MAX)
    }

    /// Lets this stage do `work` units from now on, regardless of earlier work: the next turn of a
    /// search that continues where it stopped. The limits of the whole do not change.
    ///
    /// ```
    /// use bouton_core::Watch;
    ///
    /// let stage = Watch::unlimited().within(100);
    /// assert!(stage.spend(101).is_err());
    /// stage.grant(50);
    /// assert!(stage.spend(50).is_ok());
    /// ```
    pub fn grant(&self, work: u64) {
        if self.stage.parent.is_some() {
            let most = self.work().saturating_add(work);
            self.stage.most_work.store(most, Ordering::Relaxed);
        }
    }

    /// The state of this stage: the work that it has done, and the most that it may do. With
    /// [`stand`](Self::stand) a computation continues from a checkpoint as if it had never stopped.
    #[must_use]
    pub fn standing(&self) -> (u64, u64) {
        (self.work(), self.stage.most_work.load(Ordering::Relaxed))
    }

    /// Restores the [state](Self::standing) of this stage.
    ///
    /// ```
    /// use bouton_core::Watch;
    ///
    /// let stage = Watch::unlimited().within(0);
    /// stage.stand((70, 100));
    /// assert_eq!((stage.spend(30), stage.work()), (Ok(()), 100));
    /// assert!(stage.spend(1).is_err());
    /// ```
    pub fn stand(&self, (work, most): (u64, u64)) {
        self.stage.work.store(work, Ordering::Relaxed);
        self.stage.most_work.store(most, Ordering::Relaxed);
    }

    /// Does work that prepares this stage. The work is counted and ends at all other limits, but
    /// the stage may do as much work afterwards as before.
    ///
    /// ```
    /// use bouton_core::Watch;
    ///
    /// let stage = Watch::unlimited().within(100);
    /// assert!(stage.prepare(|| stage.spend(1000)).is_ok());
    /// assert!(stage.spend(100).is_ok() && stage.spend(1).is_err());
    /// ```
    pub fn prepare<T>(&self, work: impl FnOnce() -> T) -> T {
        let (before, most) = self.standing();
        self.stage.most_work.store(u64::MAX, Ordering::Relaxed);
        let result = work();
        let done = self.work().saturating_sub(before);
        self.stage.most_work.store(most.saturating_add(done), Ordering::Relaxed);
        result
    }

    /// Sets the number of bytes that this stage may hold. The limits of the whole do not change.
    pub fn set_memory(&self, bytes: u64) {
        if self.stage.parent.is_some() {
            self.stage.memory.store(bytes, Ordering::Relaxed);
        }
    }

    /// Creates a watch over a stage that may hold at most `bytes` of memory, or the bytes that are
    /// left.
    ///
    /// ```
    /// use bouton_core::Watch;
    ///
    /// let watch = Watch::unlimited();
    /// let small = watch.within_memory(1 << 20);
    /// assert!(small.hold(2 << 20).is_err());
    /// assert!(watch.hold(2 << 20).is_ok());
    /// ```
    #[must_use]
    pub fn within_memory(&self, bytes: u64) -> Self {
        self.stage(u64::MAX, bytes)
    }

    fn stage(&self, work: u64, memory: u64) -> Self {
        Self {
            whole: Arc::clone(&self.whole),
            stage: Arc::new(Stage::new(Some(Arc::clone(&self.stage)), work, memory)),
        }
    }

    /// Counts `units` of work, and looks at the clock every thousand units or so. A unit is
    /// an elementary step, of 5 to 500 nanoseconds; a hot loop counts them in batches.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] of time, work or measured memory, or because of [`cancel`](Self::cancel).
    pub fn spend(&self, units: u64) -> Result<(), LimitReached> {
        let mut look = false;
        let mut stage = Some(&self.stage);
        let mut result = Ok(());
        while let Some(this) = stage {
            let before = this.work.fetch_add(units, Ordering::Relaxed);
            let done = before.saturating_add(units);
            if done > this.most_work.load(Ordering::Relaxed) {
                result = Err(LimitReached::Work { done });
            }
            look = before >> LOOK_EVERY != done >> LOOK_EVERY;
            stage = this.parent.as_ref();
        }
        // The outermost stage decides when to look; a limit that ends all comes first.
        let is_over =
            || self.whole.ended.load(Ordering::Relaxed) || self.whole.missed.load(Ordering::Relaxed);
        if look || is_over() {
            self.look()?;
        }
        result
    }

    /// Checks all limits now, without counting work.
    ///
    /// # Errors
    ///
    /// As [`spend`](Self::spend).
    pub fn check(&self) -> Result<(), LimitReached> {
        self.look()?;
        let mut stage = Some(&self.stage);
        while let Some(this) = stage {
            let done = this.work.load(Ordering::Relaxed);
            if done > this.most_work.load(Ordering::Relaxed) {
                return Err(LimitReached::Work { done });
            }
            stage = this.parent.as_ref();
        }
        Ok(())
    }

    /// Accounts for `bytes` of memory that are about to be allocated, until the result is dropped.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if that is more than this stage, or the whole, may hold.
    pub fn hold(&self, bytes: u64) -> Result<MemoryShare, LimitReached> {
        self.stage.hold(bytes)?;
        Ok(MemoryShare { stage: Arc::clone(&self.stage), bytes })
    }

    /// Returns a [`MemoryShare`] of no bytes, which can grow.
    #[must_use]
    pub fn hold_none(&self) -> MemoryShare {
        MemoryShare { stage: Arc::clone(&self.stage), bytes: 0 }
    }

    /// Counts work for a hot loop, where [`spend`](Self::spend) for each step would cost
    /// more than the step.
    ///
    /// ```
    /// use bouton_core::Watch;
    ///
    /// let watch = Watch::unlimited();
    /// let mut batch = watch.batch();
    /// for _ in 0..5000 {
    ///     batch.spend(1).unwrap();
    /// }
    /// drop(batch); // reports the units that were not yet counted
    /// assert_eq!(watch.work(), 5000);
    /// ```
    #[must_use]
    pub fn batch(&self) -> Batch<'_> {
        // After a limit that a batch met when it ended, the next one looks at once. Otherwise loops
        // of short batches would never notice the limit.
        let due = if self.whole.missed.load(Ordering::Relaxed) { 1 } else { 1 << LOOK_EVERY };
        Batch { watch: self, units: 0, due }
    }

    /// The units of work done under this watch: in its stage, or in the whole.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.stage.work.load(Ordering::Relaxed)
    }

    /// The number of bytes that may still be held.
    #[must_use]
    pub fn memory_left(&self) -> u64 {
        let mut left = u64::MAX;
        let mut stage = Some(&self.stage);
        while let Some(this) = stage {
            left = left.min(this.memory().saturating_sub(this.held.load(Ordering::Relaxed)));
            stage = this.parent.as_ref();
        }
        left
    }

    /// The most bytes that may be held at once in this stage.
    #[must_use]
    pub fn memory_limit(&self) -> u64 {
        let mut least = u64::MAX;
        let mut stage = Some(&self.stage);
        while let Some(this) = stage {
            least = least.min(this.memory());
            stage = this.parent.as_ref();
        }
        least
    }

    /// The time that is left; `None` for no limit. Use it only for estimates shown to people: the
    /// result of a search must not depend on it.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let own = self.whole.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let other = self.followed().and_then(|other| other.remaining());
        own.into_iter().chain(other).min()
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.whole.started.elapsed()
    }

    /// The most threads that may work at once; at least one.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.whole.threads
    }

    /// Ends the computation, from any thread: the next [`spend`](Self::spend) or
    /// [`check`](Self::check) returns an error.
    pub fn cancel(&self) {
        self.whole.cancelled.store(true, Ordering::Relaxed);
        self.whole.ended.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.whole.cancelled.load(Ordering::Relaxed)
    }

    /// Makes this computation end when `other` does: at its time limit, or because it is cancelled.
    /// The memory limit stays its own. So an object that is kept between computations (a server's
    /// tables, for example) obeys the time limit of its current user. A later call replaces
    /// `other`.
    ///
    /// ```
    /// use bouton_core::{LimitReached, Watch};
    ///
    /// let kept = Watch::unlimited();
    /// let first = Watch::unlimited();
    /// kept.follow(&first);
    /// first.cancel();
    /// assert_eq!(kept.check(), Err(LimitReached::Cancelled));
    /// kept.follow(&Watch::unlimited());
    /// assert_eq!(kept.check(), Ok(()));
    /// ```
    ///
    /// # Panics
    ///
    /// If it would follow itself.
    pub fn follow(&self, other: &Self) {
        let mut next = Some(other.clone());
        while let Some(watch) = next {
            assert!(!Arc::ptr_eq(&watch.whole, &self.whole), "a watch does not follow itself");
            next = watch.followed();
        }
        self.outside().followed = Some(other.clone());
        self.whole.follows.store(true, Ordering::Relaxed);
    }

    fn followed(&self) -> Option<Self> {
        if !self.whole.follows.load(Ordering::Relaxed) {
            return None;
        }
        self.outside().followed.clone()
    }

    /// Sets the current phase, in a few words: "solving", "verifying".
    pub fn phase(&self, phase: &'static str) {
        self.outside().phase = phase;
    }

    /// Records the findings of a search so far.
    pub fn tell(&self, found: SearchCounts) {
        self.outside().found = found;
    }

    /// Sets a callback that receives progress about ten times a second, called by the threads that
    /// work.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    /// use bouton_core::Watch;
    ///
    /// let seen = Arc::new(AtomicU64::new(0));
    /// let watch = Watch::unlimited();
    /// let told = Arc::clone(&seen);
    /// watch.on_progress(move |progress| told.store(progress.work, Ordering::Relaxed));
    /// watch.phase("counting");
    /// watch.spend(5000).unwrap();
    /// assert_eq!(seen.load(Ordering::Relaxed), 5000);
    /// ```
    pub fn on_progress(&self, callback: impl Fn(&Progress) + Send + Sync + 'static) {
        self.outside().progress = Some(Arc::new(callback));
    }

    /// Makes the watch measure memory, too, by a function that returns the number of bytes that the
    /// process takes. This catches memory that [`hold`](Self::hold) does not count, with a
    /// sixteenth and 16 MiB of slack. It is meant for a program that does one thing at a time.
    pub fn measure_memory(&self, meter: fn() -> u64) {
        self.outside().meter = Some(meter);
    }

    /// Returns the limit that was exceeded by the time `late`, or by `more` bytes than a process
    /// may take. It is for code that ends a computation from outside because the computation did
    /// not check the watch.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bouton_core::{LimitReached, Limits, Watch};
    ///
    /// let watch = Watch::new(&Limits { time: Some(Duration::from_millis(1)), ..Limits::default() });
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert!(matches!(watch.overrun(Duration::ZERO, 0), Some(LimitReached::Time { .. })));
    /// assert_eq!(watch.overrun(Duration::from_secs(60), 0), None);
    /// ```
    #[must_use]
    pub fn overrun(&self, late: Duration, more: u64) -> Option<LimitReached> {
        let deadline = self.whole.deadline.and_then(|deadline| deadline.checked_add(late));
        if let (Some(deadline), Some(limit)) = (deadline, self.whole.time)
            && Instant::now() >= deadline
        {
            return Some(self.late(limit));
        }
        let (meter, limit) = (self.outside().meter, self.outermost().memory());
        let needed = meter?();
        (needed > allowed(limit).saturating_add(more))
            .then_some(LimitReached::Memory { needed: needed.into(), limit })
    }

    fn outside(&self) -> std::sync::MutexGuard<'_, Outside> {
        self.whole.outside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at requests to cancel and at the clock; measures and reports when that is due.
    #[cold]
    fn look(&self) -> Result<(), LimitReached> {
        if self.is_cancelled() {
            return Err(LimitReached::Cancelled);
        }
        if let Some(other) = self.followed() {
            other.look()?;
        }
        let overfull = self.whole.overfull.load(Ordering::Relaxed);
        if overfull > 0 {
            let limit = self.outermost().memory();
            return Err(LimitReached::Memory { needed: u128::from(overfull), limit });
        }
        let now = Instant::now();
        if let (Some(deadline), Some(limit)) = (self.whole.deadline, self.whole.time)
            && now >= deadline
        {
            return Err(self.late(limit));
        }
        let elapsed = now.duration_since(self.whole.started);
        if is_due(&self.whole.next_measure, elapsed, MEASURE_EVERY) {
            let meter = self.outside().meter;
            let limit = self.outermost().memory();
            if let Some(needed) = meter.map(|meter| meter())
                && needed > allowed(limit)
            {
                // This is permanent: the result must not depend on when memory was measured.
                self.whole.overfull.store(needed, Ordering::Relaxed);
                self.whole.ended.store(true, Ordering::Relaxed);
                return self.look();
            }
        }
        if is_due(&self.whole.next_report, elapsed, REPORT_EVERY) {
            let (phase, found, callback) = {
                let outside = self.outside();
                (outside.phase, outside.found, outside.progress.clone())
            };
            if let Some(callback) = callback {
                let outermost = self.outermost();
                let work = outermost.work.load(Ordering::Relaxed);
                let held = outermost.held.load(Ordering::Relaxed);
                callback(&Progress { phase, work, held, elapsed, found });
            }
        }
        Ok(())
    }

    /// Returns the error after the deadline.
    fn late(&self, limit: Duration) -> LimitReached {
        if self.whole.is_share { LimitReached::Share { limit } } else { LimitReached::Time { limit } }
    }

    fn outermost(&self) -> &Stage {
        let mut stage = &self.stage;
        while let Some(parent) = &stage.parent {
            stage = parent;
        }
        stage
    }
}

/// Whether `elapsed` is past `next`. If so, `next` is moved on, and only one of the threads gets
/// `true`.
fn is_due(next: &AtomicU64, elapsed: Duration, every: Duration) -> bool {
    let now = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    let due = next.load(Ordering::Relaxed);
    let later = now.saturating_add(u64::try_from(every.as_micros()).unwrap_or(u64::MAX));
    now >= due && next.compare_exchange(due, later, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("time", &self.whole.time)
            .field("elapsed", &self.elapsed())
            .field("work", &self.work())
            .field("memory_left", &self.memory_left())
            .field("threads", &self.threads())
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Stage {
    fn new(parent: Option<Arc<Self>>, most_work: u64, memory: u64) -> Self {
        let [work, most_work, held, memory] = [0, most_work, 0, memory].map(AtomicU64::new);
        Self { parent, work, most_work, held, memory }
    }

    fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Counts bytes here and in all enclosing stages, or, on an error, in none.
    fn hold(&self, bytes: u64) -> Result<(), LimitReached> {
        let fits = |held: u64| held.checked_add(bytes).filter(|&sum| sum <= self.memory());
        if let Err(held) = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits) {
            let needed = u128::from(held) + u128::from(bytes);
            return Err(LimitReached::Memory { needed, limit: self.memory() });
        }
        if let Some(parent) = &self.parent
            && let Err(limit) = parent.hold(bytes)
        {
            self.held.fetch_sub(bytes, Ordering::Relaxed);
            return Err(limit);
        }
        Ok(())
    }

    fn release(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(parent) = &self.parent {
            parent.release(bytes);
        }
    }
}

/// Counts the work of a hot loop and reports it to its [`Watch`] every thousand units or so; see
/// [`Watch::batch`].
#[derive(Debug)]
pub struct Batch<'a> {
    watch: &'a Watch,
    units: u64,
    /// The number of units after which the watch is notified.
    due: u64,
}

impl Batch<'_> {
    /// Counts `units` of work.
    ///
    /// # Errors
    ///
    /// As [`Watch::spend`], possibly some units late.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), LimitReached> {
        self.units += units;
        if self.units >= self.due {
            self.due = 1 << LOOK_EVERY;
            return self.watch.spend(std::mem::take(&mut self.units));
        }
        Ok(())
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        // Later calls report the limit. A stage that has used up its work reports that when it
        // would do more, as always.
        if let Err(limit) = self.watch.spend(self.units)
            && !matches!(limit, LimitReached::Work { .. })
        {
            self.watch.whole.missed.store(true, Ordering::Relaxed);
        }
    }
}

/// Memory that a [`Watch`] accounts for; it is returned when this is dropped.
///
/// ```
/// use bouton_core::{Limits, Watch};
///
/// let watch = Watch::new(&Limits { memory: 1000, ..Limits::default() });
/// let mut held = watch.hold(0).unwrap();
/// held.grow(900).unwrap();
/// assert!(held.grow(200).is_err()); // nothing changes
/// assert_eq!(held.bytes(), 900);
/// held.resize(300).unwrap();
/// assert_eq!(watch.memory_left(), 700);
/// ```
pub struct MemoryShare {
    stage: Arc<Stage>,
    bytes: u64,
}

impl MemoryShare {
    /// Accounts for `bytes` more.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if that is too much; nothing changes then.
    pub fn grow(&mut self, bytes: u64) -> Result<(), LimitReached> {
        self.stage.hold(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Accounts for `bytes` from now on, more or fewer than before.
    ///
    /// # Errors
    ///
    /// As [`grow`](Self::grow); a smaller number always succeeds.
    pub fn resize(&mut self, bytes: u64) -> Result<(), LimitReached> {
        if bytes > self.bytes {
            return self.grow(bytes - self.bytes);
        }
        self.stage.release(self.bytes - bytes);
        self.bytes = bytes;
        Ok(())
    }

    /// Counts these bytes for as long as the computation is watched: they belong to its answer.
    pub fn keep(mut self) {
        self.bytes = 0;
    }

    /// Returns the number of bytes held here.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl fmt::Debug for MemoryShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MemoryShare").field(&self.bytes).finish()
    }
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.stage.release(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_memory(memory: u64) -> Watch {
        Watch::new(&Limits { memory, ..Limits::default() })
    }

    #[test]
    fn time_ends_stages_and_whole() {
        let watch = Watch::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let expected = Err(LimitReached::Time { limit: Duration::ZERO });
        assert_eq!(watch.check(), expected);
        assert_eq!(watch.within(10).check(), expected);
        // A limit that ends all is reported first, even if the work of the stage is used up.
        assert_eq!(watch.within(10).spend(5000), expected);
        assert!(watch.check().unwrap_err().ends_all());
        assert_eq!(watch.remaining(), Some(Duration::ZERO));
    }

    #[test]
    fn a_time_beyond_all_clocks_is_no_limit() {
        let watch = Watch::new(&Limits { time: Some(Duration::MAX), ..Limits::default() });
        assert_eq!(watch.check(), Ok(()));
        assert_eq!(watch.remaining(), None);
    }

    #[test]
    fn the_clock_is_looked_at_while_work_is_counted_by_ones() {
        let watch = Watch::new(&Limits { time: Some(Duration::from_millis(5)), ..Limits::default() });
        let began = Instant::now();
        while watch.spend(1).is_ok() {
            assert!(began.elapsed() < Duration::from_secs(20), "it never looked at the clock");
        }
        assert!(began.elapsed() >= Duration::from_millis(4));
    }

    #[test]
    fn cancelling_reaches_clones_stages_and_other_threads() {
        let watch = Watch::unlimited();
        let stage = watch.clone().within(1 << 40);
        let worker = std::thread::spawn(move || {
            loop {
                if let Err(limit) = stage.spend(1) {
                    return limit;
                }
            }
        });
        watch.cancel();
        assert_eq!(worker.join().unwrap(), LimitReached::Cancelled);
        assert!(watch.is_cancelled());
    }

    #[test]
    fn stages_end_by_work_and_count_for_the_whole() {
        let watch = Watch::unlimited();
        let outer = watch.within(100);
        let inner = outer.within(1000);
        assert_eq!(inner.spend(100), Ok(()));
        assert_eq!(inner.spend(1), Err(LimitReached::Work { done: 101 }));
        assert_eq!(inner.check(), Err(LimitReached::Work { done: 101 }));
        assert_eq!((inner.work(), outer.work(), watch.work()), (101, 101, 101));
        assert_eq!(watch.within(1).spend(1), Ok(()));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken_and_given_back() {
        let watch = with_memory(1000);
        let stage = watch.within_memory(500);
        let held = stage.hold(400).unwrap();
        assert_eq!((stage.memory_left(), watch.memory_left()), (100, 600));
        assert_eq!(stage.hold(101).unwrap_err(), LimitReached::Memory { needed: 501, limit: 500 });
        let more = watch.hold(550).unwrap();
        // The stage has memory left, the whole does not; the stage does not count the failed
        // request.
        assert_eq!(stage.hold(100).unwrap_err(), LimitReached::Memory { needed: 1050, limit: 1000 });
        assert_eq!(stage.memory_left(), 50);
        drop((held, more));
        assert_eq!((stage.memory_left(), watch.memory_left()), (500, 1000));
        assert_eq!(
            watch.hold(u64::MAX).unwrap_err(),
            LimitReached::Memory { needed: u128::from(u64::MAX), limit: 1000 }
        );
    }

    /// Batches of 2^k units each pass a multiple of 2^10 with their last unit, or never with their
    /// first.
    #[test]
    fn equal_batches_notice_the_clock() {
        for units in [32, 64, 1024] {
            let watch = Watch::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
            let work = || {
                let mut batch = watch.batch();
                (0..units).try_for_each(|_| batch.spend(1))
            };
            let most = 2 * 1024 / units + 2;
            assert!((0..most).any(|_| work().is_err()), "batches of {units} units");
        }
    }

    #[test]
    fn short_batches_hear_of_the_clock() {
        let watch = Watch::new(&Limits { time: Some(Duration::from_millis(5)), ..Limits::default() });
        let began = Instant::now();
        // Each batch ends before it would have looked.
        while watch.batch().spend(100).is_ok() {
            assert!(began.elapsed() < Duration::from_secs(20), "no batch noticed the limit");
        }
    }

    #[test]
    fn a_batch_does_not_end_a_stage_sooner_than_its_work() {
        let watch = Watch::unlimited();
        let stage = watch.within(10);
        let _ = stage.batch().spend(11);
        // The next one may begin, because the whole has no limit.
        assert_eq!(watch.batch().spend(11), Ok(()));
        assert_eq!(stage.batch().spend(11), Ok(()));
        assert_eq!(watch.work(), 33);
    }

    #[test]
    fn measured_memory_ends_it_with_some_slack() {
        let watch = with_memory(1 << 20);
        watch.measure_memory(|| 16 << 20);
        assert_eq!(watch.check(), Ok(()));
        let watch = with_memory(1 << 20);
        watch.measure_memory(|| 64 << 20);
        let limit = LimitReached::Memory { needed: 64 << 20, limit: 1 << 20 };
        assert_eq!(watch.overrun(Duration::ZERO, 40 << 20), Some(limit));
        assert_eq!(watch.overrun(Duration::ZERO, 50 << 20), None);
        assert_eq!(watch.check(), Err(limit));
    }

    #[test]
    fn progress_is_told_by_those_who_work() {
        let watch = Watch::unlimited();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&seen);
        watch.on_progress(move |progress| {
            told.lock().unwrap().push((progress.phase, progress.held, progress.found.states));
        });
        watch.phase("solving");
        watch.tell(SearchCounts { states: 3, ..SearchCounts::default() });
        let held = watch.hold(7).unwrap();
        watch.within(1 << 20).spend(1 << 11).unwrap();
        drop(held);
        assert_eq!(*seen.lock().unwrap(), [("solving", 7, 3)]);
    }

    #[test]
    fn errors_speak_of_limits() {
        let memory = LimitReached::Memory { needed: 3 << 30, limit: 1 << 30 };
        assert_eq!(memory.to_string(), "this needs 3072 MiB of memory or more, the limit is 1024 MiB");
        let memory = LimitReached::Memory { needed: (1 << 30) + 1, limit: 1 << 30 };
        assert_eq!(memory.to_string(), "this needs more memory than the limit of 1024 MiB");
        let time = LimitReached::Time { limit: Duration::from_millis(1500) };
        assert_eq!(time.to_string(), "the time limit of 1.5 s was reached");
        assert_eq!(bytes(u128::MAX), "more than 10000 TiB");
    }
}
