//! Answers that were given: the same question has the same answer, so it need not be computed again.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use axum::{
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};

use maud::{Markup, PreEscaped};

use crate::{App, bounds::Bounds, failure::Failure, kept::fitting};

/// An answer, and the path and query that asked for it.
#[derive(Clone, Debug)]
struct Answer {
    question: String,
    headers: HeaderMap,
    body: Bytes,
}

/// Answers of the API, and parts of pages, that depend on nothing but the question: the last one that was asked for
/// first.
#[derive(Debug)]
pub(crate) struct Answers {
    all: Mutex<VecDeque<Answer>>,
    memory: u64,
}

/// No more answers are remembered than these.
const MOST: usize = 512;

impl Answer {
    fn bytes(&self) -> u64 {
        (self.body.len() + self.question.len()) as u64
    }
}

impl Answers {
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self { all: Mutex::default(), memory: bounds.answers_kept }
    }

    fn find(&self, question: &str) -> Option<Answer> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let place = all.iter().position(|answer| answer.question == question)?;
        let answer = all.remove(place)?;
        all.push_front(answer.clone());
        Some(answer)
    }

    /// A part of a page that depends on nothing but its name; it is made once.
    ///
    /// # Errors
    ///
    /// What `make` says.
    pub(crate) fn part(
        &self,
        name: String,
        make: impl FnOnce() -> Result<Markup, Failure>,
    ) -> Result<Markup, Failure> {
        // No path begins like this.
        let question = format!("part {name}");
        if let Some(known) = self.find(&question).and_then(|known| String::from_utf8(known.body.into()).ok())
        {
            return Ok(PreEscaped(known));
        }
        let made = make()?;
        self.keep(Answer { question, headers: HeaderMap::new(), body: made.0.clone().into() });
        Ok(made)
    }

    fn keep(&self, answer: Answer) {
        if answer.bytes() > self.memory {
            return;
        }
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        // Several may have asked at the same time.
        all.retain(|other| other.question != answer.question);
        all.push_front(answer);
        let count = fitting(all.iter().map(Answer::bytes), MOST, self.memory);
        all.truncate(count);
    }
}

/// Answers by what is remembered, or has it computed and remembers it. Refusals are not remembered.
pub(crate) async fn remember(State(app): State<App>, request: Request, next: Next) -> Response {
    let question = request.uri().path_and_query().map(|asked| asked.as_str().to_owned());
    let Some(question) = question.filter(|_| request.method() == Method::GET) else {
        return next.run(request).await;
    };
    let answer = match app.answers().find(&question) {
        Some(answer) => answer,
        None => {
            let response = next.run(request).await;
            if response.status() != StatusCode::OK {
                return response;
            }
            let (parts, body) = response.into_parts();
            let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
                return Failure::defect().into_response();
            };
            let answer = Answer { question, headers: parts.headers, body };
            app.answers().keep(answer.clone());
            answer
        }
    };
    (answer.headers, answer.body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &str, size: usize) -> Answer {
        Answer { question: question.to_owned(), headers: HeaderMap::new(), body: vec![0; size].into() }
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
        // What has no room is not remembered, and drives nothing else away.
        answers.keep(answer("large", 200));
        assert!(answers.find("large").is_none());
    }
}
