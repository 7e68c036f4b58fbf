//! Lines of the player: edited, with history, on a terminal; verbatim otherwise.

use std::io::{self, BufRead, Write};

use bouton::play::WORDS;
use rustyline::{
    Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter,
    hint::Hinter, history::DefaultHistory, validate::Validator,
};

use crate::{failure::Failure, net, screen};

/// The source of lines, and the output of the dialogue.
pub(super) struct Reader {
    /// Whether there is no dialogue: under `--json` the document contains everything.
    silent: bool,
    editor: Option<Editor<Words, DefaultHistory>>,
}

impl Reader {
    pub(super) fn new(silent: bool) -> Self {
        let edited = !silent && super::at_a_terminal();
        let editor = edited.then(Editor::new).and_then(Result::ok).map(|mut editor| {
            editor.set_helper(Some(Words));
            editor
        });
        Self { silent, editor }
    }

    /// Prints a text to the player; on a terminal, words are not broken at the margin.
    pub(super) fn tell(&self, text: &str) -> Result<(), Failure> {
        if self.silent || text.is_empty() {
            return Ok(());
        }
        let text = &*bouton::words::visible(text);
        let mut out = io::BufWriter::new(screen::Out);
        if screen::out_is_terminal() {
            let options = textwrap::Options::with_termwidth()
                .break_words(false)
                .word_separator(textwrap::WordSeparator::AsciiSpace)
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            writeln!(out, "{}", textwrap::fill(text, options))?;
        } else {
            writeln!(out, "{text}")?;
        }
        Ok(out.flush()?)
    }

    /// A line of input, `None` at its end.
    pub(super) fn line(&mut self) -> Result<Option<String>, Failure> {
        // The time limit does not end the program while the player thinks.
        let _thinking = net::pause();
        let unreadable = |error: io::Error| crate::file::unreadable("standard input", &error);
        if let Some(editor) = &mut self.editor {
            return match editor.readline("> ") {
                Ok(line) => {
                    // A line that cannot be stored in the history can still be played.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(unreadable(io::Error::other(error))),
            };
        }
        let mut line = Vec::new();
        // Far longer than any move; the rest is read as another line.
        let mut limited = io::Read::take(io::stdin().lock(), 1 << 16);
        limited.read_until(b'\n', &mut line).map_err(unreadable)?;
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// The words of a game, completed by Tab.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..place).unwrap_or(line);
        let fitting = WORDS.iter().filter(|word| word.starts_with(begun));
        Ok((0, fitting.map(|&word| word.to_owned()).collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}
