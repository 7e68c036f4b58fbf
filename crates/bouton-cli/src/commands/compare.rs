//! `bouton compare GAME GAME`: whether the values of two games are equal at all positions.

use bouton::{NumerationChoice, Playable, compare_in};
use clap::Args;

use crate::{
    arguments::values::AskedValue,
    failure::{Answer, Failure},
    file,
    screen::Progress,
    session::Session,
};

/// The arguments of `compare`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A game: a rules file, a built-in game, or rules text
    game: String,
    /// Another game with the same positions
    other: String,
    /// The number of heaps of games with any number of them [default: 3]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    heaps: Option<u8>,
    /// Which value
    #[arg(long, value_enum, default_value = "outcome")]
    value: AskedValue,
    /// The digits that the laws read: auto, 2, 3, ..., fibonacci, tribonacci, ostrowski(a,b,...), fraenkel(s,t)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    numeration: NumerationChoice,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let games = [file::game(&arguments.game, &[])?, file::game(&arguments.other, &[])?];
    let [one, other] = Playable::both([&games[0], &games[1]], arguments.heaps.map(usize::from))?;
    let progress = Progress::start("comparing");
    let asked = arguments.value.into();
    let found = compare_in(&one, &other, asked, &arguments.numeration, &session.limits.watch_for_proof())?;
    drop(progress);
    session.say(&format!("{}\n", found.text(asked)), &found.document([&one, &other], asked))?;
    Ok(found.is_equal().map_or(Answer::Limit, |equal| if equal { Answer::Done } else { Answer::No }))
}
