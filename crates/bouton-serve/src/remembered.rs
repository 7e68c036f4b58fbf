//! Remembered answers: the same question has the same answer, so it need not be computed again.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    extract::{Request, State},
    http::{Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use maud::{Markup, PreEscaped};

use crate::{App, bounds::Bounds, failure::Failure, kept::fitting, written::Written};

/// A remembered answer.
#[derive(Clone, Debug)]
enum Known {
    /// A whole answer.
    Whole(Written),
    /// A part of a page.
    Part(Arc<str>),
}

/// An answer, with the path and query of its question.
#[derive(Clone, Debug)]
struct Answer {
    question: String,
    known: Known,
}

/// A question that is being answered: other requests for it wait for the answer.
type Turn = Arc<tokio::sync::Mutex<()>>;

/// Answers of the API, and parts of pages, that depend only on the question; the most recently used
/// first.
#[derive(Debug)]
pub(crate) struct Answers {
    all: Mutex<VecDeque<Answer>>,
    asked: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
    memory: u64,
}

/// The most remembered answers.
const MOST: usize = 512;

impl Answer {
    fn bytes(&self) -> u64 {
        let length = match &self.known {
            Known::Whole(written) => written.length(),
            Known::Part(text) => text.len(),
        };
        (length + self.question.len()) as u64
    }
}

impl Answers {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self { all: Mutex::default(), asked: Mutex::default(), memory: bounds.answers_kept }
    }

    fn find(&self, question: &str) -> Option<Known> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let place = all.iter().position(|answer| answer.question == question)?;
        let answer = all.remove(place)?;
        let known = answer.known.clone();
        all.push_front(answer);
        Some(known)
    }

    /// A part of a page that depends only on its name; it is generated once.
    ///
    /// # Errors
    ///
    /// The failure of `make`.
    pub(crate) fn part(
        &self,
        name: String,
        make: impl FnOnce() -> Result<Markup, Failure>,
    ) -> Result<Markup, Failure> {
        // No path begins like this.
        let question = format!("part {name}");
        if let Some(Known::Part(known)) = self.find(&question) {
            return Ok(PreEscaped(known.to_string()));
        }
        let made = make()?;
        self.keep(Answer { question, known: Known::Part(made.0.as_str().into()) });
        Ok(made)
    }

    fn keep(&self, answer: Answer) {
        if answer.bytes() > self.memory {
            return;
        }
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        // Several requests may have asked at the same time.
        all.retain(|other| other.question != answer.question);
        all.push_front(answer);
        let count = fitting(all.iter().map(Answer::bytes), MOST, self.memory);
        all.truncate(count);
    }

    /// The turn of a question: the request that has it answers, the others wait.
    fn turn(&self, question: &str) -> Turn {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = asked.get(question).and_then(Weak::upgrade) {
            return turn;
        }
        asked.retain(|_, turn| turn.strong_count() > 0);
        let turn = Turn::default();
        asked.insert(question.to_owned(), Arc::downgrade(&turn));
        turn
    }
}

/// Answers from memory, or has the answer computed and remembers it. Refusals are not remembered. A
/// question of several concurrent requests is computed once.
pub(crate) async fn remember(State(app): State<App>, request: Request, next: Next) -> Response {
    let question = request.uri().path_and_query().map(|asked| asked.as_str().to_owned());
    let Some(question) = question.filter(|_| request.method() == Method::GET) else {
        return next.run(request).await;
    };
    if let Some(Known::Whole(known)) = app.answers().find(&question) {
        return known.into_response();
    }
    let turn = app.answers().turn(&question);
    let Ok(_turn) = tokio::time::timeout(app.bounds().patience, turn.lock()).await else {
        return Failure::busy("this question is being answered; ask again in a moment").into_response();
    };
    if let Some(Known::Whole(known)) = app.answers().find(&question) {
        return known.into_response();
    }
    let response = next.run(request).await;
    if response.status() == StatusCode::OK
        && let Some(written) = response.extensions().get::<Written>()
    {
        app.answers().keep(Answer { question, known: Known::Whole(written.clone()) });
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &str, size: usize) -> Answer {
        Answer { question: question.to_owned(), known: Known::Part("x".repeat(size).into()) }
    }

    #[test]
    fn what_was_asked_for_longest_ago_is_forgotten() {
        let answers = Answers::new(&Bounds { answers_kept: 100, ..Bounds::default() });
        answers.keep(answer("a", 40));
        answers.keep(answer("b", 40));
        assert!(answers.find("a").is_some());
        answers.keep(answer("c", 40));
        let known = ["a", "b", "c"].map(|question| answers.find(question).is_some());
        assert_eq!(known, [true, false, true]);
        // An answer that is too large is not remembered, and does not displace others.
        answers.keep(answer("large", 200));
        assert!(answers.find("large").is_none());
    }
}
