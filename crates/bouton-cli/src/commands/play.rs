//! `bouton play GAME [POSITION]`: against the perfect opponent, or one who errs.

mod reader;

use std::{
    hash::{BuildHasher, RandomState},
    io::{self, IsTerminal},
    path::Path,
};

use bouton::{
    Oracle, Oracles, Position,
    document::Play,
    play::{Level, Opponent, Partner, Session as Talk, Turn},
    rules::Game,
};
use clap::{Args, ValueEnum};

use self::reader::Reader;
use crate::{
    arguments::{GameArgument, parse_position},
    failure::{Answer, Failure},
    file,
    session::Session,
};

/// The arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A game, or a file that `save` has written: then that game goes on
    #[command(flatten)]
    game: GameArgument,
    /// The position to begin with, for example 3,4,5 [default: a fair one at random]
    position: Option<String>,
    /// Who moves first; of three players the others are played by the computer
    #[arg(long, value_enum, default_value = "you")]
    first: First,
    /// How often the computer errs: perfect, strong (at 10% of its turns), fair (25%), weak (50%), or a rate such as 30%
    #[arg(long, default_value = "perfect")]
    level: Level,
    /// What the computer's errors and a random position follow from [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The opponent plays by the law of this certificate
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    You,
    /// The computer
    Computer,
}

/// How many heaps a game with any number of them gets if neither a position nor `--heaps` says.
const HEAPS: usize = 3;

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let saved = file::saved_game(&arguments.game.game)?;
    let mut talk = match &saved {
        Some(document) => resumed(arguments, document, session)?,
        None => begun(arguments, session)?,
    };
    let mut keeps = saved.map(|_| arguments.game.game.clone());
    let mut reader = Reader::new(session.output.is_json());
    reader.tell(&talk.open()?)?;
    let ended = loop {
        let Some(line) = reader.line()? else { break talk.game().is_finished() };
        match talk.enter(&line)? {
            Turn::Said(said) => reader.tell(&said)?,
            Turn::Left => break false,
            Turn::Save(named) => match named.or(keeps.take()) {
                Some(path) => {
                    let text = serde_json::to_string_pretty(&talk.saved()).map_err(io::Error::from)?;
                    let written = file::write(Path::new(&path), text + "\n");
                    reader.tell(&match written {
                        Ok(()) => format!("kept; `bouton play {path}` goes on"),
                        Err(failure) => failure.document().error.message,
                    })?;
                    keeps = Some(path);
                }
                None => reader.tell("in which file? write for example `save my.game.json`")?,
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

/// A new game.
fn begun(arguments: &Arguments, session: &Session) -> Result<Talk, Failure> {
    let position = arguments.position.as_deref().map(parse_position).transpose()?;
    let oracles = arguments.game.oracles(arguments.using.as_deref(), session)?;
    let heaps = arguments.game.heaps().unwrap_or(HEAPS);
    let oracle = oracles.into_oracle(&position.clone().unwrap_or(Position::from_small(&vec![0; heaps])))?;
    let start = position.map(|position| oracle.playable().place(&position)).transpose()?;
    let partner = Partner::new(oracle);
    let human = match arguments.first {
        First::You => 0,
        First::Computer => partner.players() - 1,
    };
    // Small enough to be typed again.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    Ok(Talk::new(partner, start, human, Opponent { level: arguments.level, seed })?)
}

/// A game that was kept.
fn resumed(arguments: &Arguments, document: &Play, session: &Session) -> Result<Talk, Failure> {
    let path = &arguments.game.game;
    let wrong = |reason: String| Failure::input("saved", format!("{path} cannot be gone on with: {reason}"));
    if arguments.position.is_some() || arguments.game.heaps().is_some() {
        return Err(wrong("it has its own position; leave out the one given".to_owned()));
    }
    let game = Game::parse(&document.rules).map_err(|faults| wrong(faults.to_string()))?;
    let theorem = arguments.using.as_deref().map(|path| file::theorem(path, session)).transpose()?;
    let position = parse_position(&document.position)?;
    let oracle: Oracle = Oracles::new(&game, None, theorem, &session.watch()).into_oracle(&position)?;
    Talk::resume(document, oracle).map_err(|error| wrong(error.to_string()))
}

/// Whether a person sits at both ends.
fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
