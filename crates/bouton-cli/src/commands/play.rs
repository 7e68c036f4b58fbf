//! `bouton play GAME POSITION`: against the perfect opponent.

mod engine;
mod entry;
mod table;

use clap::{Args, ValueEnum};

use crate::{
    arguments::{GameArgument, parse_position},
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
};

/// The arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The position to begin with, for example 3,4,5
    position: String,
    /// Who moves first; of three players the others are played by the computer
    #[arg(long, value_enum, default_value = "you")]
    first: First,
    /// The opponent plays by the law of this certificate
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    You,
    /// The computer
    Computer,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let position = parse_position(&arguments.position)?;
    let playable = arguments.game.playable_at(&position)?;
    let law = match &arguments.using {
        Some(path) => Some(super::solve::law_from(path, &arguments.limits)?),
        None => None,
    };
    let start = playable.place(&position)?;
    let engine = engine::Engine::new(playable, law, arguments.limits.watch());
    // Asked before the first word is said: whether the engine can play here at all.
    let first = engine.answer(&start)?;
    drop(first);
    let human = match arguments.first {
        First::You => 0,
        First::Computer => engine.players() - 1,
    };
    table::Table::new(engine, start, human, output).play()?;
    Ok(Answer::Done)
}
