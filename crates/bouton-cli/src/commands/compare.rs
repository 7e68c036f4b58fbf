//! `bouton compare GAME GAME`: whether two games are worth the same at all positions.

use bouton::{Comparison, Playable, compare, rules::HeapCount};
use clap::Args;

use crate::{
    arguments::values::AskedValue,
    failure::{Answer, Failure},
    file,
    progress::Progress,
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
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let games = [file::game(&arguments.game, &[])?, file::game(&arguments.other, &[])?];
    // A game of any number of heaps has as many as the other one.
    let fixed = games.iter().find_map(|game| match game.heaps() {
        HeapCount::Fixed(heaps) => Some(heaps),
        HeapCount::Any => None,
    });
    let heaps = arguments.heaps.map(usize::from).or(fixed).unwrap_or(3);
    let playable = |game: &bouton::rules::Game| {
        let open = game.code().is_none() && game.heaps() == HeapCount::Any;
        Playable::new(game, open.then_some(heaps))
    };
    let [one, other] = [playable(&games[0])?, playable(&games[1])?];
    let progress = Progress::start("comparing");
    let asked = arguments.value.into();
    let found = compare(&one, &other, asked, &session.limits.watch_for_proof())?;
    drop(progress);
    session.say(&format!("{}\n", found.text(asked)), &found.document([&one, &other], asked))?;
    Ok(match found {
        Comparison::Equal => Answer::Done,
        Comparison::Differ { .. } => Answer::No,
        Comparison::Open { .. } => Answer::Limit,
    })
}
