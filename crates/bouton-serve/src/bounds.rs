//! What one server may cost, and what one request may.

use std::time::Duration;

/// The bounds of a server. The defaults are for one machine with its people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Threads that compute answers, each for a moment.
    pub workers: usize,
    /// The moment after which a computation counts as long.
    pub short: Duration,
    /// Threads that compute what takes long.
    pub long_workers: usize,
    /// Threads that read rules.
    pub readers: usize,
    /// Requests that may wait for each of these kinds.
    pub waiting: usize,
    /// How long a request waits before it is refused because all are busy.
    pub patience: Duration,
    /// How long an answer may take.
    pub time: Duration,
    /// Bytes that an answer may take while it is computed.
    pub memory: u64,
    /// Bytes of an answer.
    pub answer: usize,
    /// Bytes of all answers that are written or sent, beyond the first 64 KiB of each.
    pub answers: u64,
    /// How long an answer of more than 64 KiB may be on its way.
    pub sending: Duration,
    /// Bytes of all answers that are remembered.
    pub answers_kept: u64,
    /// Bytes of tables that are kept for the next move of games in play.
    pub memory_kept: u64,
    /// Searches for proofs at once.
    pub proofs: usize,
    /// Searches that may wait for their turn.
    pub proofs_waiting: usize,
    /// Searches that are remembered.
    pub proofs_kept: usize,
    /// How long a proof is searched.
    pub proof_time: Duration,
    /// Bytes that a search may take.
    pub proof_memory: u64,
    /// Connections at once; more wait to be accepted.
    pub connections: usize,
    /// How long headers, a body or the taking of an answer may stand still.
    pub stall: Duration,
    /// Bytes of a query.
    pub query: usize,
    /// Bytes of a body that is no certificate.
    pub body: usize,
    /// Bytes of a certificate.
    pub certificate: usize,
    /// Digits of a position, all numbers together.
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
            proofs_waiting: 8,
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
