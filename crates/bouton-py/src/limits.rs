//! The limits of a computation, as given in Python.

use std::time::Duration;

use bouton::{
    Choice, ValueKind, Watch,
    units::{parse_bytes, parse_time},
};
use pyo3::prelude::*;

use crate::failure::Failure;

/// The default time of the search for a proof.
const TIME_TO_PROVE: Duration = Duration::from_secs(30);
/// The default time of the check of a certificate.
const TIME_TO_CHECK: Duration = Duration::from_secs(60);

/// Time, memory, states, threads, steps of work; `None` is the default for the question.
#[pyclass(frozen, module = "bouton._bouton")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    time: Option<Duration>,
    memory: Option<u64>,
    pub(crate) states: Option<u64>,
    threads: Option<usize>,
    work: Option<u64>,
}

/// A number, or a text with its unit.
#[derive(FromPyObject)]
enum Amount {
    Number(f64),
    Text(String),
}

#[pymethods]
impl Limits {
    /// Creates limits from seconds or `"10m"`, bytes or `"2G"`.
    #[new]
    #[pyo3(signature = (*, time, memory, states, threads, work))]
    fn new(
        time: Option<Amount>,
        memory: Option<Amount>,
        states: Option<u64>,
        threads: Option<usize>,
        work: Option<u64>,
    ) -> PyResult<Self> {
        let wrong =
            |name: &str, reason: String| PyErr::from(Failure::input("limit", format!("{name}: {reason}")));
        let seconds = |seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| format!("{seconds} is not a time, expected seconds or a text such as \"10m\""))
        };
        let time = time.map(|time| match time {
            Amount::Number(number) => seconds(number),
            Amount::Text(text) => parse_time(&text),
        });
        let memory = memory.map(|memory| match memory {
            Amount::Number(number) => parse_bytes(&number.to_string()),
            Amount::Text(text) => parse_bytes(&text),
        });
        if states == Some(0) || threads == Some(0) || work == Some(0) {
            return Err(wrong("states, threads, work", "expected at least 1".to_owned()));
        }
        Ok(Self {
            time: time.transpose().map_err(|reason| wrong("time", reason))?,
            memory: memory.transpose().map_err(|reason| wrong("memory", reason))?,
            states,
            threads,
            work,
        })
    }

    /// The bytes that may be held, if given.
    #[getter]
    fn memory(&self) -> Option<u64> {
        self.memory
    }
}

impl Limits {
    pub(crate) fn watch(&self) -> Watch {
        self.watch_for(None)
    }

    /// With a limit on steps of work, time ends the search only if it is given, too.
    pub(crate) fn watch_for_a_proof(&self) -> Watch {
        match self.work {
            Some(work) => self.watch().within(work),
            None => self.watch_for(Some(TIME_TO_PROVE)),
        }
    }

    pub(crate) fn watch_for_a_check(&self) -> Watch {
        self.watch_for(Some(TIME_TO_CHECK))
    }

    fn watch_for(&self, time: Option<Duration>) -> Watch {
        let limits = bouton::Limits::default();
        Watch::new(&bouton::Limits {
            time: self.time.or(time),
            memory: self.memory.unwrap_or(limits.memory),
            threads: self.threads.unwrap_or(limits.threads),
        })
    }

    /// Whether the length of a search is given, as a time or as a number of steps.
    pub(crate) fn is_for_search(&self) -> bool {
        self.time.is_some() || self.work.is_some()
    }

    /// The most states of a law, if given.
    pub(crate) fn states_of_law(&self) -> Option<usize> {
        self.states.map(|states| usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// The limits of the checker, under this watch.
    pub(crate) fn of_checker(&self, watch: &Watch) -> bouton::check::Limits {
        let limits = bouton::check::Limits::default();
        bouton::check::Limits { watch: watch.clone(), states: self.states.unwrap_or(limits.states), ..limits }
    }
}

/// The requested value, by its name.
pub(crate) fn asked(name: &str) -> Result<ValueKind, Failure> {
    let all = [ValueKind::Outcome, ValueKind::Grundy, ValueKind::Remoteness];
    all.into_iter().find(|asked| asked.name() == name).ok_or_else(|| {
        Failure::input("value", format!("unknown value `{name}`: expected outcome, grundy or remoteness"))
    })
}

/// The requested engine, by its name.
pub(crate) fn choice(name: &str) -> Result<Choice, Failure> {
    name.parse().map_err(|reason: String| Failure::input("engine", reason))
}
