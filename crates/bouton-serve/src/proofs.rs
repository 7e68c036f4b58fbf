//! Searches for proofs as jobs: they can be started, followed and cancelled, and survive a reload
//! of the page.

use std::{
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use bouton::{
    Ending, Goal, Helps, Limits, NumerationChoice, Playable, ProveOptions, Theorem, Watch, prove_law_with,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::{
    api::document::{ProofProgress, ProofState},
    bounds::Bounds,
    failure::Failure,
};

/// The subject of a search: the same question is the same job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    /// The name of the game, or its rules.
    pub(crate) game: String,
    /// The rules with the number of heaps fixed.
    pub(crate) rules: String,
    /// The subject of the law.
    pub(crate) goal: Goal,
    /// The coordinates.
    pub(crate) heaps: Option<usize>,
    /// The choice of digits.
    pub(crate) numeration: NumerationChoice,
}

/// One search.
#[derive(Debug)]
pub(crate) struct Proof {
    pub(crate) id: String,
    pub(crate) wish: Wish,
    watch: Watch,
    state: watch::Sender<ProofState>,
    theorem: OnceLock<Arc<Theorem>>,
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

    fn cancel(&self) {
        self.watch.cancel();
        self.state.send_if_modified(|state| {
            let waits = state.status == "queued";
            if waits {
                state.status = "cancelled".to_owned();
            }
            waits
        });
    }
}

/// All remembered searches, the oldest first.
#[derive(Debug)]
pub(crate) struct Proofs {
    all: Mutex<VecDeque<Arc<Proof>>>,
    free: Arc<Semaphore>,
    unfinished: usize,
    kept: usize,
    limits: Limits,
}

impl Proofs {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self {
            all: Mutex::default(),
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
            proof.wish.rules == wish.rules
                && proof.wish.goal == wish.goal
                && proof.wish.numeration == wish.numeration
                && matches!(proof.state.borrow().status.as_str(), "queued" | "running" | "proved")
        };
        self.all().iter().rev().find(useful).cloned()
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
    pub(crate) fn start(&self, wish: Wish, playable: Playable) -> Result<Arc<Proof>, Failure> {
        if let Some(known) = self.of(&wish) {
            return Ok(known);
        }
        let mut all = self.all();
        let unfinished = all.iter().filter(|proof| !proof.state.borrow().is_finished()).count();
        if unfinished >= self.unfinished {
            return Err(Failure::busy("as many proofs as may be are being searched; ask again later"));
        }
        while all.len() >= self.kept.max(self.unfinished) {
            let Some(oldest) = all.iter().position(|proof| proof.state.borrow().is_finished()) else { break };
            all.remove(oldest);
        }
        let id = format!("{:016x}", RandomState::new().hash_one(all.len()));
        let state = ProofState {
            id: id.clone(),
            game: wish.game.clone(),
            status: "queued".to_owned(),
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
        });
        all.push_back(Arc::clone(&proof));
        // A free thread is taken now, so that searches start in the order of their requests.
        let permit = Arc::clone(&self.free).try_acquire_owned().ok();
        drop(all);
        let (free, time) = (Arc::clone(&self.free), self.limits.time);
        tokio::spawn(search(Arc::clone(&proof), playable, (permit, free), time));
        Ok(proof)
    }

    /// Cancels a search.
    pub(crate) fn cancel(&self, id: &str) -> Option<Arc<Proof>> {
        let proof = self.find(id)?;
        proof.cancel();
        Some(proof)
    }

    /// Cancels all searches.
    pub(crate) fn cancel_all(&self) {
        self.all().iter().for_each(|proof| proof.cancel());
    }
}

/// Waits for a thread, searches, and reports the result.
async fn search(
    proof: Arc<Proof>,
    playable: Playable,
    (permit, free): (Option<OwnedSemaphorePermit>, Arc<Semaphore>),
    time: Option<Duration>,
) {
    let permit = match permit {
        Some(permit) => permit,
        None => match free.acquire_owned().await {
            Ok(permit) => permit,
            Err(_) => return,
        },
    };
    if proof.watch.is_cancelled() {
        return;
    }
    proof.state.send_modify(|state| state.status = "running".to_owned());
    let teller = Arc::downgrade(&proof);
    proof.watch.on_progress(move |progress| {
        if let Some(proof) = teller.upgrade() {
            proof.state.send_modify(|state| state.progress = progress.into());
        }
    });
    let (job, goal, numeration) = (Arc::clone(&proof), proof.wish.goal, proof.wish.numeration.clone());
    let (watch, title) = (proof.watch.clone(), playable.title());
    let thread = tokio::task::spawn_blocking(move || {
        crate::system::stand_behind();
        let options = ProveOptions { numeration, ..ProveOptions::default() };
        let ending = prove_law_with(&playable, goal, &options, &watch);
        drop(permit);
        crate::system::give_back();
        ending
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
    let limit = time
        .map_or_else(String::new, |time| format!("the time limit of {} s was reached", time.as_secs_f64()));
    let (status, document) = match ended {
        Ok(Ok(ending)) => {
            if let Ending::Proved(proved) = &ending {
                let _ = job.theorem.set(Arc::new(proved.theorem.clone()));
            }
            let status = match &ending {
                Ending::Proved(_) => "proved",
                _ if over => "limit",
                _ if job.watch.is_cancelled() => "cancelled",
                Ending::NoLaw(why)
                    if matches!(why.helps, Some(Helps::Time | Helps::Memory | Helps::States)) =>
                {
                    "limit"
                }
                _ => "no-law",
            };
            let mut document = ending.document(&title, None);
            if over && status == "limit" {
                document.reason = Some(limit);
            }
            (status, document)
        }
        Ok(Err(error)) => ("no-law", no_law(&title, error.to_string())),
        Err(_) => ("no-law", no_law(&title, Failure::defect().message().to_owned())),
    };
    job.state.send_modify(|state| {
        status.clone_into(&mut state.status);
        state.document = Some(document);
    });
}

fn no_law(game: &str, reason: String) -> bouton::document::Prove {
    bouton::document::Prove {
        game: game.to_owned(),
        set: None,
        status: "no-law".to_owned(),
        theorem: None,
        reason: Some(reason),
        states: None,
        numeration: None,
        tried: Vec::new(),
        counterexample: None,
        certificate: None,
        statistics: None,
        quotient: None,
    }
}
