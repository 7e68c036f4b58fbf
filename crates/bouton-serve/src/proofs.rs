//! Searches for proofs as jobs: they can be started, followed and cancelled, and survive a reload
//! of the page.

use std::{
    collections::VecDeque,
    fmt::Display,
    hash::{BuildHasher, RandomState},
    io,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use bouton::ask::AnyDocument;
use bouton::{
    Ending, Error, ErrorKind, Goal, Helps, LimitReached, Limits, Theorem, Watch, WriteRowsError,
    ask::{Asker, Format, Prove, Question, Verdict},
    document::Fault,
    words,
};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::{
    bounds::Bounds,
    failure::Failure,
    server_document::{ProofProgress, ProofState},
};

/// The subject of a search: the same question about the same rules is the same job.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The question.
    pub(crate) question: Prove,
    /// The rules, with the number of heaps fixed if the question fixes it.
    pub(crate) rules: String,
    /// The name of the game, or its rules in one line.
    pub(crate) title: String,
    /// The subject of the law; `None` is a quotient.
    pub(crate) goal: Option<Goal>,
}

impl Wish {
    /// Whether the same theorem is sought.
    fn is(&self, other: &Self) -> bool {
        let of = |wish: &Self| {
            let Prove { numeration, upto, claim, cones, slice, verbose, .. } = &wish.question;
            (numeration.clone(), *upto, claim.clone(), *cones, slice.clone(), *verbose)
        };
        (&self.rules, self.goal) == (&other.rules, other.goal) && of(self) == of(other)
    }
}

/// One search.
#[derive(Debug)]
pub(crate) struct Proof {
    pub(crate) id: String,
    pub(crate) wish: Wish,
    watch: Watch,
    state: watch::Sender<ProofState>,
    theorem: OnceLock<Arc<Theorem>>,
    /// The fault of a claim that cannot be read.
    fault: OnceLock<Fault>,
}

impl Proof {
    pub(crate) fn state(&self) -> ProofState {
        self.state.borrow().clone()
    }

    /// All further states of the search.
    pub(crate) fn follow(&self) -> watch::Receiver<ProofState> {
        self.state.subscribe()
    }

    pub(crate) fn theorem(&self) -> Option<&Arc<Theorem>> {
        self.theorem.get()
    }

    /// The fault of the claim, if it cannot be read.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.get()
    }

    fn cancel(&self) {
        self.watch.cancel();
        self.leave_queue("cancelled");
    }

    /// Whether the search was waiting; then it has this status.
    fn leave_queue(&self, status: &str) -> bool {
        self.state.send_if_modified(|state| {
            let waits = state.status == "queued";
            if waits {
                status.clone_into(&mut state.status);
                state.place = None;
            }
            waits
        })
    }
}

/// All searches that run, wait or are remembered, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct Proofs {
    all: Arc<Mutex<VecDeque<Arc<Proof>>>>,
    free: Arc<Semaphore>,
    /// The most searches that run or wait.
    unfinished: usize,
    /// The most searches that are remembered after their end.
    kept: usize,
    limits: Limits,
}

impl Proofs {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self {
            all: Arc::default(),
            free: Arc::new(Semaphore::new(bounds.proofs)),
            unfinished: bounds.proofs + bounds.proofs_waiting,
            kept: bounds.proofs_kept,
            limits: Limits { time: Some(bounds.proof_time), memory: bounds.proof_memory, threads: 1 },
        }
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Proof>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job with this id.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Proof>> {
        self.all().iter().find(|proof| proof.id == id).cloned()
    }

    /// The latest job with this subject that is unfinished or has ended with a law.
    pub(crate) fn of(&self, wish: &Wish) -> Option<Arc<Proof>> {
        let useful = |proof: &&Arc<Proof>| {
            proof.wish.is(wish)
                && matches!(proof.state.borrow().status.as_str(), "queued" | "running" | "proved")
        };
        self.all().iter().rev().find(useful).cloned()
    }

    /// The latest job with this subject that has ended without a law.
    pub(crate) fn ended(&self, wish: &Wish) -> Option<Arc<Proof>> {
        let ended = |proof: &&Arc<Proof>| {
            let state = proof.state.borrow();
            proof.wish.is(wish) && state.is_finished() && state.status != "cancelled"
        };
        self.all().iter().rev().find(ended).cloned()
    }

    /// The theorem with this identity, if a job has found it.
    pub(crate) fn theorem(&self, identity: &str) -> Option<Arc<Theorem>> {
        let all = self.all();
        let mut theorems = all.iter().filter_map(|proof| proof.theorem());
        theorems.find(|theorem| theorem.identity().to_string() == identity).cloned()
    }

    /// Starts a search, or returns the one that is running.
    ///
    /// # Errors
    ///
    /// 429 if too many are running.
    pub(crate) fn start(&self, wish: Wish) -> Result<Arc<Proof>, Failure> {
        if let Some(known) = self.of(&wish) {
            return Ok(known);
        }
        let mut all = self.all();
        let unfinished = all.iter().filter(|proof| !proof.state.borrow().is_finished()).count();
        if unfinished >= self.unfinished {
            return Err(Failure::busy("the queue of searches for proofs is full; ask again later"));
        }
        let id = format!("{:016x}", RandomState::new().hash_one(all.len()));
        let state = ProofState {
            id: id.clone(),
            game: wish.question.subject.game.clone(),
            status: "queued".to_owned(),
            place: None,
            progress: ProofProgress::default(),
            document: None,
        };
        // Its time is counted from the moment it has a thread.
        let limits = Limits { time: None, ..self.limits.clone() };
        let proof = Arc::new(Proof {
            id,
            wish,
            watch: Watch::new(&limits),
            state: watch::Sender::new(state),
            theorem: OnceLock::new(),
            fault: OnceLock::new(),
        });
        all.push_back(Arc::clone(&proof));
        self.forget(&mut all, &proof.id);
        self.begin_waiting(&all);
        Ok(proof)
    }

    /// Begins the searches that have waited longest, as far as there are free threads, and numbers the others. A search
    /// that ends begins the next one. No task waits in the meantime, so a search that waits costs only its question.
    fn begin_waiting(&self, all: &VecDeque<Arc<Proof>>) {
        // Under the lock, a thread that is taken in vain is not missing to another call.
        while let Ok(permit) = Arc::clone(&self.free).try_acquire_owned()
            && let Some(proof) = all.iter().find(|proof| proof.leave_queue("running")).cloned()
        {
            let proofs = self.clone();
            tokio::spawn(async move {
                search(Arc::clone(&proof), permit, proofs.limits.time).await;
                let mut all = proofs.all();
                proofs.forget(&mut all, &proof.id);
                proofs.begin_waiting(&all);
            });
        }
        let waiting = all.iter().filter(|proof| proof.state.borrow().status == "queued");
        for (place, proof) in (1..).zip(waiting) {
            proof.state.send_if_modified(|state| state.place.replace(place) != Some(place));
        }
    }

    /// Drops the oldest searches that have ended, apart from this one, if there are too many.
    fn forget(&self, all: &mut VecDeque<Arc<Proof>>, but: &str) {
        let is_ended = |proof: &Arc<Proof>| proof.state.borrow().is_finished();
        let mut excess = all.iter().filter(|proof| is_ended(proof)).count().saturating_sub(self.kept);
        all.retain(|proof| {
            let goes = excess > 0 && proof.id != but && is_ended(proof);
            excess -= usize::from(goes);
            !goes
        });
    }

    /// Cancels a search.
    pub(crate) fn cancel(&self, id: &str) -> Option<Arc<Proof>> {
        let all = self.all();
        let proof = all.iter().find(|proof| proof.id == id).cloned()?;
        proof.cancel();
        self.begin_waiting(&all);
        Some(proof)
    }

    /// Cancels all searches.
    pub(crate) fn cancel_all(&self) {
        self.all().iter().for_each(|proof| proof.cancel());
    }
}

/// Searches, and reports the result.
async fn search(proof: Arc<Proof>, permit: OwnedSemaphorePermit, time: Option<Duration>) {
    let teller = Arc::downgrade(&proof);
    proof.watch.on_progress(move |progress| {
        if let Some(proof) = teller.upgrade() {
            proof.state.send_modify(|state| state.progress = progress.into());
        }
    });
    let (job, question) = (Arc::clone(&proof), proof.wish.question.clone());
    let mut asker = Job { watch: proof.watch.clone(), theorem: None, helps: None, document: None };
    let thread = tokio::task::spawn_blocking(move || {
        crate::system::stand_behind();
        let verdict = question.ask(&mut asker);
        drop(permit);
        crate::system::give_back();
        (verdict, asker)
    });
    let mut thread = std::pin::pin!(thread);
    let mut over = false;
    let ended = loop {
        let deadline = time.filter(|_| !over).unwrap_or(Duration::MAX / 4);
        tokio::select! {
            ended = &mut thread => break ended,
            () = tokio::time::sleep(deadline) => {
                over = true;
                job.watch.cancel();
            }
        }
    };
    let limit = time.map_or_else(String::new, |limit| LimitReached::Time { limit }.to_string());
    let stopped = |otherwise: &'static str| match () {
        () if over => "limit",
        () if job.watch.is_cancelled() => "cancelled",
        () => otherwise,
    };
    let title = &job.wish.title;
    let (status, mut document) = match ended {
        Ok((verdict, found)) => {
            if let Some(theorem) = found.theorem {
                let _ = job.theorem.set(Arc::new(theorem));
            }
            let more = matches!(found.helps, Some(Helps::Time | Helps::Memory | Helps::States));
            let document = found.document;
            match verdict {
                Ok(Verdict::Done) => ("proved", document),
                Ok(Verdict::No) => ("refuted", document),
                Ok(Verdict::Wrong | Verdict::Limit) => {
                    (stopped(if more { "limit" } else { "no-law" }), document)
                }
                Err(Unanswered(error)) => {
                    if let Error::Words { text, fault } = &error {
                        let _ = job.fault.set(words::faults::document_of_words(text, fault));
                    }
                    let is_limit = error.kind() == ErrorKind::Limit && !matches!(error, Error::NoLaw { .. });
                    let status = stopped(if is_limit { "limit" } else { "no-law" });
                    (status, Some(no_law(title, &error.to_string())))
                }
            }
        }
        Err(_) => ("no-law", Some(no_law(title, Failure::defect().message()))),
    };
    if let Some(document) = document.as_mut().filter(|_| over && status == "limit") {
        document["reason"] = limit.into();
    }
    job.state.send_modify(|state| {
        status.clone_into(&mut state.status);
        state.document = document;
    });
}

/// The document of a search that ended without an answer.
fn no_law(game: &str, reason: &str) -> Value {
    json!({
        "game": game, "status": "no-law", "theorem": null, "reason": reason, "states": null,
        "numeration": null, "counterexample": null, "certificate": null,
    })
}

/// A job as the interface that asks.
struct Job {
    watch: Watch,
    /// The theorem that was found.
    theorem: Option<Theorem>,
    /// The resource of which more may help.
    helps: Option<Helps>,
    document: Option<Value>,
}

/// The reason why a job has no answer.
struct Unanswered(Error);

impl From<Error> for Unanswered {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<WriteRowsError> for Unanswered {
    fn from(error: WriteRowsError) -> Self {
        Self(Error::Format(error.to_string()))
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self(Error::Format(error.to_string()))
    }
}

impl Asker for Job {
    type Failure = Unanswered;

    fn format(&self) -> Format {
        Format::Json
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn document(&mut self, document: &dyn AnyDocument) -> Result<(), Unanswered> {
        self.document = Some(serde_json::to_value(document).map_err(io::Error::from)?);
        Ok(())
    }

    fn text(&mut self, _: &dyn Display) -> Result<(), Unanswered> {
        Ok(())
    }

    fn stream(
        &mut self,
        _: impl FnOnce(&mut (dyn io::Write + Send)) -> Result<(), WriteRowsError>,
    ) -> Result<(), Unanswered> {
        Ok(())
    }

    fn ended(&mut self, ending: &Ending) -> Result<bool, Unanswered> {
        match ending {
            Ending::Proved(proved) => self.theorem = Some(proved.theorem.clone()),
            Ending::NoLaw(found) => self.helps = found.helps,
            _ => {}
        }
        // The document is also made.
        Ok(false)
    }
}
