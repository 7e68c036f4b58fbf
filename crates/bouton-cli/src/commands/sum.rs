//! `bouton sum GAME POSITION GAME POSITION …`: a sum of several games.

use bouton::{Playable, Position, sum, words::solve as render};
use clap::Args;

use crate::{
    arguments::{parse_position, rows::RowsOption},
    failure::{Answer, Failure},
    file,
    screen::Progress,
    session::Session,
};

/// The arguments of `sum`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Games, each followed by its position: nim 3,4 kayles 7 …
    #[arg(required = true, value_names = ["GAME", "POSITION"])]
    terms: Vec<String>,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let (pairs, rest) = arguments.terms.as_chunks::<2>();
    if let [alone] = rest {
        return Err(Failure::input(
            "usage",
            format!("`{alone}` has no position: write each game with its position after it"),
        ));
    }
    let terms = pairs.iter().map(|[game, position]| term(game, position)).collect::<Result<Vec<_>, _>>()?;
    let _progress = Progress::start("solving");
    let (found, unsearched) = sum(&terms, &session.watch())?;
    session.say(&render::sum(&found, &unsearched), &found)?;
    Ok(Answer::Done)
}

fn term(game: &str, position: &str) -> Result<(Position, Playable), Failure> {
    let position = parse_position(position)?;
    let playable = Playable::for_position(&file::game(game, &[])?, None, &position)?;
    Ok((position, playable))
}
