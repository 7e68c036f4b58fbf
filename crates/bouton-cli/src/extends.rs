//! Questions with options of the program.

use bouton::ask::Question;
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    session::Session,
};

/// A question with the options of the program: about files, pictures, other checkers.
pub(crate) trait Extends: Args {
    /// The question.
    type Question: Question;
    /// Whether `-o` names a file beside the answer, which the command writes.
    const WRITES_A_FILE: bool = false;

    /// Answers the question.
    ///
    /// # Errors
    ///
    /// If the question is wrong, a limit is reached, or the answer cannot be written.
    fn run(&self, session: &Session) -> Result<Answer, Failure>;
}
