//! Workers: fixed numbers of threads that compute answers, each under a watch.
//!
//! There are three lanes, each with a queue of its own, so that long computations do not block
//! short ones:
//!
//! * *readings*: for reading rules, and for forms about a game;
//! * *short*: where every computation begins. One that has not ended after a moment
//!   ([`Bounds::short`]) moves on to
//! * *long*: if no place is free there, the computation is ended, waits for a place, and starts
//!   again.
//!
//! Pages that do not depend on a question do not need a worker and never wait.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use bouton::{Limits, Watch};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
};

use crate::{bounds::Bounds, failure::Failure, system};

/// All lanes.
#[derive(Debug)]
pub(crate) struct Workers {
    readings: Lane,
    short: Lane,
    long: Lane,
    /// The time that a computation may stay in the short lane.
    moment: Duration,
    limits: Limits,
}

/// Places for computations, and a queue for them.
#[derive(Debug)]
struct Lane {
    free: Arc<Semaphore>,
    waiting: Semaphore,
    patience: Duration,
}

impl Lane {
    fn new(places: usize, bounds: &Bounds) -> Self {
        Self {
            free: Arc::new(Semaphore::new(places)),
            waiting: Semaphore::new(bounds.waiting),
            patience: bounds.patience,
        }
    }

    /// The next free place.
    ///
    /// # Errors
    ///
    /// 429 if too many wait, or no place becomes free in time.
    async fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let busy = || Failure::busy("all workers are busy; ask again in a moment");
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let free = Arc::clone(&self.free).acquire_owned();
        match tokio::time::timeout(self.patience, free).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }
}

/// Cancels a computation for which nobody waits any more.
struct CancelOnDrop(Watch);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The time of a computation after which freed memory is returned: rules that are refused because they have
/// too many cases have used 30 MB after 10 ms, and each thread would keep as much.
const WORTH_GIVING_BACK: Duration = Duration::from_millis(2);
/// The time that a thread may continue after its time limit before it is abandoned.
const GRACE: Duration = Duration::from_secs(2);

/// A computation on a thread. The thread keeps its place until it ends, whether or not anyone waits
/// for it.
struct Computation<T> {
    thread: JoinHandle<Result<T, Failure>>,
    place: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
    _ends: CancelOnDrop,
}

impl<T: Send + 'static> Computation<T> {
    fn begin<Q>(question: &Arc<Q>, limits: &Limits, place: OwnedSemaphorePermit) -> Self
    where
        Q: Fn(&Watch) -> Result<T, Failure> + Send + Sync + 'static,
    {
        let watch = Watch::new(limits);
        let ends = CancelOnDrop(watch.clone());
        let place = Arc::new(Mutex::new(Some(place)));
        let (question, held) = (Arc::clone(question), Arc::clone(&place));
        let thread = tokio::task::spawn_blocking(move || {
            // Also if the question panics.
            let _held = Leaves(held);
            system::stand_behind();
            let began = Instant::now();
            let answer = question(&watch);
            // A quick computation has not used much memory.
            if began.elapsed() > WORTH_GIVING_BACK {
                drop(question);
                system::give_back();
            }
            answer
        });
        Self { thread, place, _ends: ends }
    }

    /// Takes another place, and releases its own for the next computation.
    fn move_to(&self, place: OwnedSemaphorePermit) {
        let mut held = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        // A thread that has just ended does not have a place, and does not need one.
        if held.is_some() {
            *held = Some(place);
        }
    }

    /// The answer, or `None` if it is not available within this time.
    async fn answer_within(&mut self, time: Duration) -> Option<Result<T, Failure>> {
        match tokio::time::timeout(time, &mut self.thread).await {
            Ok(Ok(answer)) => Some(answer),
            // The thread has panicked.
            Ok(Err(_)) => Some(Err(Failure::defect())),
            Err(_) => None,
        }
    }
}

/// Releases a place when dropped.
struct Leaves(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Workers {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self {
            readings: Lane::new(bounds.readers, bounds),
            short: Lane::new(bounds.workers, bounds),
            long: Lane::new(bounds.long_workers, bounds),
            moment: bounds.short.min(bounds.time),
            limits: Limits { time: Some(bounds.time), memory: bounds.memory, threads: 1 },
        }
    }

    /// Has an answer computed. A question that takes long is computed twice: see [the lanes](self).
    ///
    /// # Errors
    ///
    /// The failure of `question`; 429 if no worker becomes free in time, 422 if a limit is reached
    /// or the question panics.
    pub(crate) async fn run<T, Q>(&self, question: Q) -> Result<T, Failure>
    where
        T: Send + 'static,
        Q: Fn(&Watch) -> Result<T, Failure> + Send + Sync + 'static,
    {
        let question = Arc::new(question);
        let place = self.short.place().await?;
        let mut computation = Computation::begin(&question, &self.limits, place);
        if let Some(answer) = computation.answer_within(self.moment).await {
            return answer;
        }
        if let Ok(place) = Arc::clone(&self.long.free).try_acquire_owned() {
            computation.move_to(place);
            return self.rest(computation, self.time() - self.moment).await;
        }
        drop(computation);
        let place = self.long.place().await?;
        self.rest(Computation::begin(&question, &self.limits, place), self.time()).await
    }

    /// Has a text read, which takes hardly any time.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub(crate) async fn read<T, Q>(&self, question: Q) -> Result<T, Failure>
    where
        T: Send + 'static,
        Q: Fn(&Watch) -> Result<T, Failure> + Send + Sync + 'static,
    {
        let place = self.readings.place().await?;
        self.rest(Computation::begin(&Arc::new(question), &self.limits, place), self.time()).await
    }

    fn time(&self) -> Duration {
        self.limits.time.unwrap_or_default()
    }

    async fn rest<T: Send + 'static>(
        &self,
        mut computation: Computation<T>,
        time: Duration,
    ) -> Result<T, Failure> {
        let late = || Err(bouton::LimitReached::Time { limit: self.time() }.into());
        computation.answer_within(time + GRACE).await.unwrap_or_else(late)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn workers(short: Duration) -> Workers {
        let time = Duration::from_secs(30);
        Workers::new(&Bounds { workers: 1, long_workers: 1, short, time, ..Bounds::default() })
    }

    /// Works until it is cancelled, and reports that.
    fn endless(ended: mpsc::Sender<()>) -> impl Fn(&Watch) -> Result<u8, Failure> + Send + Sync {
        let ended = Mutex::new(ended);
        move |watch| {
            while watch.check().is_ok() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let _ = ended.lock().unwrap().send(());
            Ok(1)
        }
    }

    #[tokio::test]
    async fn what_takes_long_is_not_in_the_way_of_what_does_not() {
        let workers = Arc::new(workers(Duration::from_millis(20)));
        let (sender, _ended) = mpsc::channel();
        let many: Vec<_> = (0..5)
            .map(|_| {
                let (workers, question) = (Arc::clone(&workers), endless(sender.clone()));
                tokio::spawn(async move { workers.run(question).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(5)).await;
        let began = Instant::now();
        assert_eq!(workers.run(|_| Ok(7)).await, Ok(7));
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        many.iter().for_each(JoinHandle::abort);
    }

    #[tokio::test]
    async fn what_waits_for_a_long_place_is_asked_again_and_answered() {
        let workers = Arc::new(workers(Duration::from_millis(20)));
        let (sender, _ended) = mpsc::channel();
        let other = Arc::clone(&workers);
        let first = tokio::spawn(async move { other.run(endless(sender)).await });
        tokio::time::sleep(Duration::from_millis(60)).await;
        let slow = |watch: &Watch| {
            for _ in 0..100 {
                std::thread::sleep(Duration::from_millis(1));
                watch.check()?;
            }
            Ok(9)
        };
        let other = Arc::clone(&workers);
        let second = tokio::spawn(async move { other.run(slow).await });
        tokio::time::sleep(Duration::from_millis(60)).await;
        assert!(!second.is_finished());
        first.abort();
        assert_eq!(second.await.unwrap(), Ok(9));
    }

    #[tokio::test]
    async fn nobody_works_for_one_who_has_gone() {
        let workers = Arc::new(workers(Duration::from_secs(9)));
        let (sender, ended) = mpsc::channel();
        let other = Arc::clone(&workers);
        let asked = tokio::spawn(async move { other.run(endless(sender)).await });
        tokio::time::sleep(Duration::from_millis(20)).await;
        asked.abort();
        assert_eq!(workers.run(|_| Ok(7)).await, Ok(7));
        assert!(ended.recv_timeout(Duration::from_secs(9)).is_ok());
    }

    #[tokio::test]
    async fn a_question_that_panics_leaves_its_place() {
        let workers = workers(Duration::from_secs(9));
        for _ in 0..3 {
            let answer: Result<u8, Failure> = workers.run(|_| panic!("a defect")).await;
            assert_eq!(answer, Err(Failure::defect()));
        }
    }
}
