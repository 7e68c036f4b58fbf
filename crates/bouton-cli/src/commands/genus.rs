//! `bouton genus GAME POSITION`: Grundy values in normal and misère play.

use bouton::{Playable, genus, words::solve as render};
use clap::Args;

use crate::{
    arguments::{GameArgument, parse_position},
    failure::{Answer, Failure},
    progress::Progress,
    session::Session,
};

/// The arguments of `genus`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The heaps: 7,5,3
    position: String,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let playable = Playable::new(&arguments.game.load()?, None)?;
    let position = parse_position(&arguments.position)?;
    let _progress = Progress::start("solving");
    let found = genus(&playable, &position, &session.watch())?;
    session.say(&render::genus(&found), &found)?;
    Ok(Answer::Done)
}
