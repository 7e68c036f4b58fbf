//! `bouton play GAME [POSITION]`: a game against the perfect opponent, or one that errs.

mod begin;
mod reader;

use std::{
    io::{self, IsTerminal},
    path::Path,
};

use bouton::{
    ask::Subject,
    play::{Level, Turn},
};
use clap::{Args, ValueEnum};

use self::reader::Reader;
use crate::{
    examples::quoted,
    failure::{Answer, Failure},
    file, net,
    screen::{self, Progress},
    session::Session,
};

/// The arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A game, or a file that `save` has written, whose game continues
    #[command(flatten)]
    game: Subject,
    /// The position to begin with, for example 3,4,5 [default: a fair one at random]
    #[arg(index = 2, allow_negative_numbers = true)]
    position: Vec<String>,
    /// The player who moves first; of three players, the computer plays the other two [default: you]
    #[arg(long, value_enum)]
    first: Option<First>,
    /// The rate of the computer's errors: perfect, strong (10% of its turns), fair (25%), weak (50%), or a
    /// rate such as 30% [default: perfect]
    #[arg(long)]
    level: Option<Level>,
    /// The seed of the computer's errors and of a random position [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play by the law of this certificate
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
}

/// The player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    You,
    /// The computer
    Computer,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    if session.output.is_a_file() && !session.output.is_json() {
        return Err(Failure::misused(
            "type `save FILE` in the game to save it; -o FILE takes the document of --json at its end",
        ));
    }
    let saved = file::saved_game(&arguments.game.game)?;
    let progress = Progress::start("preparing");
    let mut talk = match &saved {
        Some(document) => begin::resumed(arguments, document, session)?,
        None => begin::begun(arguments, session)?,
    };
    let mut keeps = saved.map(|_| arguments.game.game.clone());
    let mut reader = Reader::new(session.output.is_json());
    let opened = talk.open()?;
    drop(progress);
    reader.tell(&opened)?;
    let ended = loop {
        let Some(line) = reader.line()? else { break talk.game().is_finished() };
        if let Some(limit) = net::reached() {
            return Err(limit.into());
        }
        let progress = Progress::start("thinking");
        let turn = talk.enter(&line)?;
        drop(progress);
        match turn {
            Turn::Said(said) => reader.tell(&said)?,
            Turn::Left => break false,
            Turn::Save(named) => match named.or(keeps.take()) {
                Some(path) => {
                    let text = serde_json::to_string_pretty(&talk.saved()).map_err(io::Error::from)?;
                    let written = file::write(Path::new(&path), text + "\n");
                    reader.tell(&match written {
                        Ok(()) => format!("saved; `bouton play {}` continues it", quoted(&path)),
                        Err(failure) => failure.document().error.message,
                    })?;
                    keeps = Some(path);
                }
                None => reader.tell(talk.ask_for_a_file())?,
            },
        }
    };
    if !ended {
        reader.tell("good bye")?;
    }
    if session.output.is_json() {
        session.output.document(&talk.saved())?;
    }
    Ok(Answer::Done)
}

/// Whether both standard input and standard output are terminals.
fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && screen::out_is_terminal()
}
