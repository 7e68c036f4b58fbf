//! `bouton genus GAME POSITION`: Grundy values in normal and misère play.

use bouton::{Playable, genus, words::solve as render};
use clap::Args;

use crate::{
    arguments::{GameArgument, joined, parse_position},
    failure::{Answer, Failure},
    screen::Progress,
    session::Session,
};

/// The arguments of `genus`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The heaps: 7,5,3
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = Playable::new(&arguments.game.load()?, arguments.game.heaps())?;
    let position = parse_position(&joined(&arguments.position)?)?;
    let _progress = Progress::start("solving");
    let found = genus(&playable, &position, &session.watch())?;
    session.say(&render::genus(&found), &found)?;
    Ok(Answer::Done)
}
