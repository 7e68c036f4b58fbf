//! How a game begins: anew, or where it was left.

use std::hash::{BuildHasher, RandomState};

use bouton::{
    Oracle, Oracles, Position,
    document::Play,
    play::{Opponent, Partner, Session as Talk},
    rules::Game,
};

use super::{Arguments, First};
use crate::{arguments::parse_position, failure::Failure, file, session::Session};

/// How many heaps a game with any number of them gets if neither a position nor `--heaps` says.
const HEAPS: usize = 3;

/// A new game.
pub(super) fn begun(arguments: &Arguments, session: &Session) -> Result<Talk, Failure> {
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
pub(super) fn resumed(arguments: &Arguments, document: &Play, session: &Session) -> Result<Talk, Failure> {
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
