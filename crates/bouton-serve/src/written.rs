//! Written answers, with a bound on each, and on all of them together.
//!
//! A [`Writer`] is the only way to write a computed answer. It takes memory in pieces, and reserves
//! each in the [`Room`] of the server before it is allocated. A piece counts until its last copy is
//! dropped: while it is written, sent, and remembered.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bouton::{
    Limits, MemoryShare, Watch,
    ask::{AnyDocument, write_json},
};
use hyper::body::{Frame, SizeHint};
use tokio::task::AbortHandle;

use crate::{bounds::Bounds, failure::Failure};

/// The bytes of a piece.
const PIECE: usize = 64 << 10;

/// The memory for answers that all requests share.
#[derive(Debug)]
pub(crate) struct Room {
    watch: Watch,
    most: usize,
    taken_within: Duration,
}

impl Room {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        let memory = bounds.answers.saturating_add(bounds.answers_kept);
        let watch = Watch::new(&Limits { time: None, memory, threads: 1 });
        Self { watch, most: bounds.answer, taken_within: bounds.sending }
    }

    /// A writer of one answer.
    pub(crate) fn writer(&self) -> Writer {
        Writer {
            room: self.watch.clone(),
            most: self.most,
            taken_within: self.taken_within,
            length: 0,
            whole: Vec::new(),
            open: Vec::new(),
            held: None,
            refused: None,
        }
    }

    /// Reserves memory for an answer that is sent in another way; `None` if there is not enough.
    pub(crate) fn hold(&self, bytes: u64) -> Option<MemoryShare> {
        self.watch.hold(bytes).ok()
    }

    /// The bytes that answers hold now.
    #[cfg(test)]
    pub(crate) fn held(&self) -> u64 {
        self.watch.memory_limit() - self.watch.memory_left()
    }
}

/// Bytes with their reserved memory.
struct Piece {
    bytes: Vec<u8>,
    _held: Option<MemoryShare>,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// An answer that is being written.
#[derive(Debug)]
pub(crate) struct Writer {
    room: Watch,
    most: usize,
    taken_within: Duration,
    length: usize,
    whole: Vec<Bytes>,
    open: Vec<u8>,
    held: Option<MemoryShare>,
    refused: Option<Failure>,
}

impl Writer {
    /// The most bytes of an answer.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// The failure of an answer that is too long.
    pub(crate) fn too_long(&self) -> Failure {
        Failure::limit(&format!("the answer is longer than {} MiB; ask for less", self.most >> 20))
    }

    /// The reason why a write failed.
    pub(crate) fn failure(&mut self) -> Failure {
        self.refused.take().unwrap_or_else(Failure::defect)
    }

    /// Closes the open piece.
    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let piece = Piece { bytes: std::mem::take(&mut self.open), _held: self.held.take() };
        self.whole.push(Bytes::from_owner(piece));
    }

    /// Appends bytes.
    fn take(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() > self.most - self.length {
            return Err(self.too_long());
        }
        self.length += bytes.len();
        while !bytes.is_empty() {
            if self.open.len() == PIECE {
                self.close();
            }
            // The first piece is free, and grows: a short answer is never refused. Each connection
            // has at most one.
            if self.open.is_empty() && !self.whole.is_empty() {
                let held = self.room.hold(PIECE as u64);
                self.held = Some(held.map_err(|_| {
                    Failure::busy("the answers that are read at this moment take all memory for answers; ask again in a moment")
                })?);
                self.open.reserve_exact(PIECE);
            }
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - self.open.len()));
            self.open.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    /// Finishes the answer with this media type.
    ///
    /// # Errors
    ///
    /// If there was not enough memory for a write.
    pub(crate) fn finish(mut self, kind: &'static str) -> Result<Written, Failure> {
        if let Some(failure) = self.refused {
            return Err(failure);
        }
        self.close();
        Ok(Written {
            status: StatusCode::OK,
            kind,
            disposition: None,
            length: self.length,
            taken_within: self.taken_within,
            pieces: self.whole.into(),
        })
    }

    /// A document as an answer.
    ///
    /// # Errors
    ///
    /// If it is too long, or there is not enough memory for it.
    pub(crate) fn json(mut self, document: &dyn AnyDocument) -> Result<Written, Failure> {
        match write_json(&mut self, document) {
            Ok(()) => self.finish("application/json"),
            Err(_) => Err(self.failure()),
        }
    }

    /// Bytes of a media type as an answer.
    ///
    /// # Errors
    ///
    /// As [`json`](Self::json).
    pub(crate) fn typed(mut self, kind: &'static str, bytes: &[u8]) -> Result<Written, Failure> {
        self.take(bytes)?;
        self.finish(kind)
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.refused.is_none()
            && let Err(failure) = self.take(bytes)
        {
            self.refused = Some(failure);
        }
        if self.refused.is_some() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A finished answer. Copies share its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    status: StatusCode,
    kind: &'static str,
    disposition: Option<HeaderValue>,
    length: usize,
    taken_within: Duration,
    pieces: Arc<[Bytes]>,
}

impl Written {
    /// The same answer with another status.
    pub(crate) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The same answer, to be stored as a file with this name.
    pub(crate) fn stored(self, file: &str) -> Self {
        Self { disposition: HeaderValue::from_str(&format!("attachment; filename=\"{file}\"")).ok(), ..self }
    }

    /// The number of bytes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::new(Sending::new(&self)));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if let Some(disposition) = self.disposition.clone() {
            headers.insert(header::CONTENT_DISPOSITION, disposition);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// The pieces that have not been sent.
type Rest = Arc<Mutex<VecDeque<Bytes>>>;

/// An answer that is being sent, piece by piece.
struct Sending {
    rest: Rest,
    left: u64,
    /// Drops the remaining pieces for a client that takes too long.
    clock: Option<AbortHandle>,
}

impl Sending {
    fn new(written: &Written) -> Self {
        let rest: Rest = Arc::new(Mutex::new(written.pieces.iter().cloned().collect()));
        let clock = (written.pieces.len() > 1).then(|| {
            let (rest, time) = (Arc::downgrade(&rest), written.taken_within);
            let clock = tokio::spawn(async move {
                tokio::time::sleep(time).await;
                if let Some(rest) = rest.upgrade() {
                    rest.lock().unwrap_or_else(PoisonError::into_inner).clear();
                }
            });
            clock.abort_handle()
        });
        Self { rest, left: written.length as u64, clock }
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        if let Some(clock) = &self.clock {
            clock.abort();
        }
    }
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let piece = self.rest.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Poll::Ready(match piece {
            Some(piece) => {
                self.left = self.left.saturating_sub(piece.len() as u64);
                Some(Ok(Frame::data(piece)))
            }
            None if self.left == 0 => None,
            None => Some(Err(io::ErrorKind::TimedOut.into())),
        })
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn room(answer: usize, answers: u64) -> Room {
        Room::new(&Bounds { answer, answers, answers_kept: 0, ..Bounds::default() })
    }

    #[test]
    fn an_answer_is_refused_before_it_is_longer_than_it_may_be() {
        let room = room(3 * PIECE, 1 << 30);
        let mut writer = room.writer();
        for _ in 0..3 {
            writer.write_all(&[7; PIECE]).unwrap();
        }
        assert!(writer.write_all(b"x").is_err());
        assert_eq!(writer.failure().status, StatusCode::UNPROCESSABLE_ENTITY);
        drop(writer);
        assert_eq!(room.held(), 0);
        // An answer that is refused as a whole does not hold memory.
        let refused = room.writer().typed("text/plain", &[7; 3 * PIECE + 1]).unwrap_err();
        assert_eq!((refused.status, room.held()), (StatusCode::UNPROCESSABLE_ENTITY, 0));
    }

    #[test]
    fn answers_count_together_until_their_last_copy_is_gone() {
        let room = room(1 << 30, 4 * PIECE as u64);
        let first = room.writer().typed("text/plain", &[7; 4 * PIECE]).unwrap();
        assert_eq!(room.held(), 3 * PIECE as u64);
        let copy = first.clone();
        drop(first);
        let refused = room.writer().typed("text/plain", &[7; 3 * PIECE]).unwrap_err();
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        // There is always memory for a short answer.
        assert!(room.writer().typed("text/plain", &[7; PIECE]).is_ok());
        drop(copy);
        assert_eq!(room.held(), 0);
        assert!(room.writer().typed("text/plain", &[7; 3 * PIECE]).is_ok());
    }
}
