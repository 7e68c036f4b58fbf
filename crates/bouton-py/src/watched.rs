//! Long computations: the interpreter is released, Ctrl-C is handled, progress is reported.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use bouton::{Progress, Watch};
use pyo3::prelude::*;

use crate::failure::Failure;

/// The interval at which signals are handled and progress is reported while a computation runs.
const EVERY: Duration = Duration::from_millis(20);

/// The stack for recursion: that of a thread of Python may be small.
const STACK: usize = 64 << 20;

/// Runs a computation in a thread of its own while this one, the interpreter released, listens
/// for signals: Ctrl-C, or an exception of the callback, ends the computation under its watch.
///
/// `progress` is called in this thread with `(phase, work, held, seconds, positions, states, hypotheses)`.
///
/// # Errors
///
/// The error of the computation, `KeyboardInterrupt`, or an exception that the callback raises.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    watch: &Watch,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Watch) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let latest: Arc<Mutex<Option<Progress>>> = Arc::default();
    if progress.is_some() {
        let latest = Arc::clone(&latest);
        watch.on_progress(move |now| *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(*now));
    }
    let listen = || {
        Python::attach(|py| {
            py.check_signals()?;
            let now = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
            match (&progress, now) {
                (Some(callback), Some(now)) => tell(callback.bind(py), &now),
                _ => Ok(()),
            }
        })
    };
    let (interrupted, result) = py.detach(|| {
        thread::scope(|scope| {
            // The channel carries no messages; it closes when the computation ends in any way.
            let (at_work, ended) = channel::<()>();
            let worker = thread::Builder::new().name("bouton".to_owned()).stack_size(STACK);
            let worker = worker.spawn_scoped(scope, move || {
                let _at_work = at_work;
                work(watch)
            });
            let Ok(worker) = worker else {
                return (None, Ok(Err(Failure::defect(&"no thread can be started"))));
            };
            let mut interrupted = None;
            while interrupted.is_none() && ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                interrupted = listen().err();
            }
            if interrupted.is_some() {
                watch.cancel();
            }
            let result = worker.join();
            (interrupted.or_else(|| listen().err()), result)
        })
    });
    match (interrupted, result) {
        (_, Err(panic)) => std::panic::resume_unwind(panic),
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(result.map_err(|failure| failure.under(watch))?),
    }
}

fn tell(callback: &Bound<'_, PyAny>, now: &Progress) -> PyResult<()> {
    let found = now.found;
    let seconds = now.elapsed.as_secs_f64();
    callback.call1((
        now.phase,
        now.work,
        now.held,
        seconds,
        found.positions,
        found.states,
        found.hypotheses,
    ))?;
    Ok(())
}
