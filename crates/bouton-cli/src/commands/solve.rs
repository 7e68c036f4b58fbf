//! `bouton solve GAME POSITION`: what a position is worth, and what to do there.

use std::io::{self, BufRead, Read, Write};

use bouton::{Answer, Oracle, Position, Query, document::Solve, words::solve as render};
use clap::Args;

use crate::{
    arguments::{
        GameArgument,
        engine::EngineOptions,
        joined, parse_position,
        rows::{RowsFormat, RowsOption},
        values::AskedValue,
    },
    failure::{self, Failure},
    file,
    screen::Progress,
    session::Session,
};

use super::letters;

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The position, for example 3,4,5 or 3,4,5:used; `-` reads positions from standard input, one a
    /// line, and answers each with a JSON document in a line
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    /// Answer from the law of this certificate, for positions of any size
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
    /// Answer from the table in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["using", "verify"])]
    table: Option<String>,
    /// The most moves to list [default: 1000 where they cannot all be tried]; with 0 and `-` nothing but
    /// the outcome and --value is told, which is fastest
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    /// A value to find beside the outcome, whatever it costs
    #[arg(long, value_enum, default_value = "outcome")]
    value: AskedValue,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    if arguments.is_streamed() {
        return stream(arguments, session);
    }
    let position = parse_position(&joined(&arguments.position)?)?;
    if let Some(document) = letters::solve(
        &arguments.game,
        arguments.using.as_deref(),
        &position,
        arguments.moves,
        arguments.value.into(),
        session,
    )? {
        session.say(&letters::answer_in_words(&document), &document)?;
        return Ok(failure::Answer::Done);
    }
    let oracles = arguments.game.oracles(arguments.using.as_deref(), session)?;
    let mut oracles = oracles.with_table(arguments.table.as_deref());
    let _progress = Progress::start("solving");
    let oracle = oracles.at(&position)?;
    let (answer, words, document) = answered(oracle, &position, arguments)?;
    session.say(&format_args!("{}{words}", render::solve(oracle.playable(), &answer)), &document)?;
    Ok(failure::Answer::Done)
}

impl Arguments {
    /// Whether positions come from standard input.
    fn is_streamed(&self) -> bool {
        self.position == ["-"]
    }
}

/// The answer, what `--explain-plan` and `--verify` say of it, and its document.
fn answered(
    oracle: &mut Oracle,
    position: &Position,
    arguments: &Arguments,
) -> Result<(Answer, String, Solve), Failure> {
    let (value, engine, moves) = (arguments.value.into(), arguments.engine.engine, arguments.moves);
    let streamed = arguments.is_streamed();
    let answer = oracle.answer(position, &Query { value, engine, moves, streamed })?;
    let told = arguments.engine.told(answer.plan.clone(), || oracle.verify(&answer))?;
    let mut document = Solve::new(oracle.playable(), &answer);
    document.plan = told.plan.as_ref().map(Into::into);
    document.verified = told.verified.as_ref().map(Into::into);
    Ok((answer, told.words, document))
}

/// Positions from standard input, one a line; a bad line gets an error document in its place.
fn stream(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    if !matches!(session.format, RowsFormat::Text | RowsFormat::Json | RowsFormat::Jsonl) {
        return Err(Failure::input(
            "format",
            "positions from standard input are answered with a JSON document a line: leave out --format, or say --format jsonl",
        ));
    }
    let oracles = arguments.game.oracles(arguments.using.as_deref(), session)?;
    let mut oracles = oracles.with_table(arguments.table.as_deref());
    let (mut out, watch) = (session.output.writer(), session.watch());
    let mut worst = failure::Answer::Done;
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        // The time is for all of them.
        watch.check()?;
        if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            continue;
        }
        let answer = line
            .and_then(|line| parse_position(line.trim()))
            .and_then(|position| Ok(answered(oracles.at(&position)?, &position, arguments)?.2));
        match answer {
            Ok(document) => serde_json::to_writer(&mut out, &document).map_err(std::io::Error::from)?,
            Err(failure) => {
                worst = failure.worse_than(worst);
                serde_json::to_writer(&mut out, &failure.document()).map_err(std::io::Error::from)?;
            }
        }
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(worst)
}

/// The longest line that is read: a position of large numbers.
const LONGEST: u64 = 1 << 17;

/// The next line of the input, without its end; `None` at the end of it.
///
/// # Errors
///
/// If the input cannot be read; within, if the line is too long or not UTF-8. The next call goes on after it.
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
    match String::from_utf8(line) {
        Ok(line) => Ok(Some(Ok(line))),
        Err(_) => wrong("a line of standard input is not UTF-8".to_owned()),
    }
}
