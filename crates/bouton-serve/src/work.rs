//! Workers: a fixed number of threads that compute answers, each under a watch.

use std::{sync::Arc, time::Duration};

use bouton::{Limits, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{bounds::Bounds, failure::Failure};

/// Who computes.
#[derive(Debug)]
pub(crate) struct Workers {
    free: Arc<Semaphore>,
    waiting: Semaphore,
    patience: Duration,
    limits: Limits,
}

/// Ends a computation that nobody waits for any more.
struct CancelOnDrop(Watch);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// How long a thread may go on after its time before nobody waits for it.
const GRACE: Duration = Duration::from_secs(2);

impl Workers {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self {
            free: Arc::new(Semaphore::new(bounds.workers)),
            waiting: Semaphore::new(bounds.waiting),
            patience: bounds.patience,
            limits: Limits { time: Some(bounds.time), memory: bounds.memory, threads: 1 },
        }
    }

    /// Has an answer computed by the next free worker.
    ///
    /// # Errors
    ///
    /// What `question` says; 429 if nobody is free for too long, 422 if a limit is reached or the question panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Watch) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let permit = self.permit().await?;
        let watch = Watch::new(&self.limits);
        let ends = CancelOnDrop(watch.clone());
        let thread = tokio::task::spawn_blocking(move || {
            let answer = question(&watch);
            drop(permit);
            answer
        });
        let time = self.limits.time.unwrap_or_default();
        let answer = tokio::time::timeout(time + GRACE, thread).await;
        drop(ends);
        match answer {
            Ok(Ok(answer)) => answer,
            // A panic: the permit went with the thread's stack.
            Ok(Err(_)) => Err(Failure::defect()),
            Err(_) => Err(bouton::LimitReached::Time { limit: time }.into()),
        }
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let busy = || Failure::busy("everybody is at work; ask again in a moment");
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let free = Arc::clone(&self.free).acquire_owned();
        match tokio::time::timeout(self.patience, free).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }
}
