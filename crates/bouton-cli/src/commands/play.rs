//! `bouton play GAME POSITION`: against the perfect opponent.

mod table;

use bouton::play::{Match, Partner};
use clap::{Args, ValueEnum};

use crate::{
    arguments::{GameArgument, parse_position},
    failure::{Answer, Failure},
    session::Session,
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
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    You,
    /// The computer
    Computer,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let position = parse_position(&arguments.position)?;
    let oracles = arguments.game.oracles(arguments.using.as_deref(), session)?;
    let oracle = oracles.into_oracle(&position)?;
    let start = oracle.playable().place(&position)?;
    let partner = Partner::new(oracle);
    // Asked before the first word is said: whether the computer can play here at all.
    partner.answer(&start)?;
    let human = match arguments.first {
        First::You => 0,
        First::Computer => partner.players() - 1,
    };
    table::Table { game: Match::new(partner, start, human), output: &session.output }.play()?;
    Ok(Answer::Done)
}
