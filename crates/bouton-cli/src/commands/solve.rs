//! `bouton solve GAME POSITION`: the value of a position, and its winning moves.

use std::io::{self, BufRead, Read, Write};

use bouton::{
    Query,
    ask::{Format, Solve, write_json},
};
use clap::Args;

use crate::{
    arguments::{game::parse_position, rows::RowsOption},
    asker::{Files, Terminal, ask},
    extends::Extends,
    failure::{self, Failure},
    file,
    session::Session,
};

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: Solve,
    /// Answer from the table in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["using", "verify"])]
    table: Option<String>,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

impl Extends for Arguments {
    type Question = Solve;

    fn run(&self, session: &Session) -> Result<failure::Answer, Failure> {
        let files = Files { table: self.table.as_deref(), ..Files::default() };
        if self.question.position == ["-"] {
            return stream(&self.question, files, session);
        }
        ask(&self.question, files, session)
    }
}

/// Answers positions from standard input, one on each line; a bad line gets an error document in
/// its place.
fn stream(question: &Solve, files: Files<'_>, session: &Session) -> Result<failure::Answer, Failure> {
    if !matches!(session.format, Format::Text | Format::Json | Format::Jsonl) {
        return Err(Failure::input(
            "format",
            "positions from standard input are answered with one JSON document per line: leave out --format, or use --format jsonl",
        ));
    }
    let mut oracles =
        question.subject.oracles(question.using.as_deref(), &mut Terminal::with(files, session))?;
    let query = Query { streamed: true, ..question.query() };
    let (mut out, watch) = (session.output.writer(), session.watch());
    let mut worst = failure::Answer::Done;
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        // The time limit is for all positions.
        watch.check()?;
        if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            continue;
        }
        let answer = line
            .and_then(|line| parse_position(line.trim()))
            .and_then(|position| Ok(question.answer(oracles.at(&position)?, &position, &query)?.2));
        match answer {
            Ok(document) => write_json(&mut out, &document)?,
            Err(failure) => {
                worst = failure.worse_than(worst);
                write_json(&mut out, &failure.document())?;
            }
        }
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(worst)
}

/// The longest line that is read, in bytes: a position of a hundred thousand large numbers.
const LONGEST: u64 = 1 << 24;
/// The most digits of a number on such a line.
const DIGITS: usize = 1 << 17;

/// The next line of the input, without its end; `None` at the end of it.
///
/// # Errors
///
/// If the input cannot be read; within, if the line is too long or not UTF-8. The next call continues after
/// it.
fn read_line(input: &mut impl BufRead) -> Result<Option<Result<String, Failure>>, Failure> {
    let unreadable = |error: io::Error| file::unreadable("standard input", &error);
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
        return Ok(None);
    }
    let wrong = |reason: String| Ok(Some(Err(Failure::input("position", reason))));
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        input.skip_until(b'\n').map_err(unreadable)?;
        return wrong(format!("a line of standard input is longer than {LONGEST} bytes"));
    }
    if line.split(|letter| !letter.is_ascii_digit()).any(|number| number.len() > DIGITS) {
        return wrong(format!("a number on a line of standard input has more than {DIGITS} digits"));
    }
    match String::from_utf8(line) {
        Ok(line) => Ok(Some(Ok(line))),
        Err(_) => wrong("a line of standard input is not UTF-8".to_owned()),
    }
}
