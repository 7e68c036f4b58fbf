//! The bounds of one server, and of one request.

use std::time::Duration;

/// The bounds of a server. The defaults are for one machine with a few users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The threads for short computations.
    pub workers: usize,
    /// The time after which a computation counts as long.
    pub short: Duration,
    /// The threads for long computations.
    pub long_workers: usize,
    /// The threads that read rules.
    pub readers: usize,
    /// The most requests that may wait for each of these kinds.
    pub waiting: usize,
    /// The time that a request waits before it is refused because all threads are busy.
    pub patience: Duration,
    /// The time limit of an answer.
    pub time: Duration,
    /// The memory of the computation of an answer, in bytes.
    pub memory: u64,
    /// The size of an answer, in bytes.
    pub answer: usize,
    /// The bytes of all answers that are being written or sent, beyond the first 64 KiB of each.
    pub answers: u64,
    /// The time limit for sending an answer of more than 64 KiB.
    pub sending: Duration,
    /// The bytes of all remembered answers.
    pub answers_kept: u64,
    /// The bytes of tables that are kept for the next moves of games in play.
    pub memory_kept: u64,
    /// The number of concurrent searches for proofs.
    pub proofs: usize,
    /// The most searches that may wait.
    pub proofs_waiting: usize,
    /// The number of searches that are remembered after their end.
    pub proofs_kept: usize,
    /// The time limit of a search for a proof.
    pub proof_time: Duration,
    /// The memory of a search, in bytes.
    pub proof_memory: u64,
    /// The number of concurrent connections; further ones wait to be accepted.
    pub connections: usize,
    /// The longest pause of the headers, of a body, or of a client that receives an answer.
    pub stall: Duration,
    /// The bytes of a query.
    pub query: usize,
    /// The bytes of a body other than a certificate.
    pub body: usize,
    /// The bytes of a certificate.
    pub certificate: usize,
    /// The digits of a position, all numbers together.
    pub digits: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            workers: cores.clamp(2, 8),
            short: Duration::from_secs(1),
            long_workers: cores.clamp(2, 8),
            readers: 2,
            waiting: 512,
            patience: Duration::from_secs(30),
            time: Duration::from_secs(10),
            memory: 256 << 20,
            answer: 16 << 20,
            answers: 128 << 20,
            sending: Duration::from_secs(120),
            answers_kept: 64 << 20,
            memory_kept: 256 << 20,
            proofs: cores.clamp(1, 2),
            proofs_waiting: 64,
            proofs_kept: 64,
            proof_time: Duration::from_secs(60),
            proof_memory: 1 << 30,
            connections: 1024,
            stall: Duration::from_secs(15),
            query: 16 << 10,
            body: 64 << 10,
            certificate: 8 << 20,
            digits: 1000,
        }
    }
}
