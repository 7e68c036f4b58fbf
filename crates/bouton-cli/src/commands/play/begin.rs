//! The beginning of a game: a new one, or a saved one.

use std::hash::{BuildHasher, RandomState};

use bouton::{
    Oracle, Oracles, Position,
    ask::joined,
    document::Play,
    play::{Opponent, Partner, Session as Talk},
    rules::Game,
};

use super::{Arguments, First};
use crate::{arguments::game::parse_position, asker::Terminal, failure::Failure, file, session::Session};

/// The number of heaps of a game with any number of them, if neither a position nor `--heaps` fixes
/// it.
const HEAPS: usize = 3;

/// Starts a new game.
pub(super) fn begun(arguments: &Arguments, session: &Session) -> Result<Talk, Failure> {
    let given = Some(&arguments.position).filter(|position| !position.is_empty());
    let position = given.map(|position| parse_position(&joined(position)?)).transpose()?;
    let oracles =
        arguments.game.oracles_by_theorem(arguments.using.as_deref(), &mut Terminal::new(session))?;
    let heaps = arguments.game.heaps().unwrap_or(HEAPS);
    let oracle = oracles.into_oracle(&position.clone().unwrap_or(Position::from_small(&vec![0; heaps])))?;
    let start = position.map(|position| oracle.playable().place(&position)).transpose()?;
    let partner = Partner::new(oracle);
    let human = match arguments.first.unwrap_or(First::You) {
        First::You => 0,
        First::Computer => partner.players() - 1,
    };
    // Small enough to be typed again.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000);
    Ok(Talk::new(partner, start, human, Opponent { level: arguments.level.unwrap_or_default(), seed })?)
}

/// Resumes a saved game.
pub(super) fn resumed(arguments: &Arguments, document: &Play, session: &Session) -> Result<Talk, Failure> {
    let path = &arguments.game.game;
    let wrong = |reason: String| Failure::input("saved", format!("{path} cannot be continued: {reason}"));
    if !arguments.position.is_empty() || arguments.game.heaps().is_some() || !arguments.game.set.is_empty() {
        let own = "it has its own rules and position; leave out POSITION, --heaps and --set";
        return Err(wrong(own.to_owned()));
    }
    if arguments.first.is_some() || arguments.level.is_some() || arguments.seed.is_some() {
        let words = "it has its own level, seed and sides; leave out --level, --seed and --first (the words `level` and `swap` change them in the game)";
        return Err(wrong(words.to_owned()));
    }
    let game = Game::parse_within(&document.rules, &[], &session.watch())?;
    let game = game.map_err(|faults| wrong(faults.to_string()))?;
    let theorem = arguments.using.as_deref().map(|path| file::theorem(path, session)).transpose()?;
    let position = parse_position(&document.position)?;
    let oracle: Oracle = Oracles::new(&game, None, theorem, &session.watch()).into_oracle(&position)?;
    Talk::resume(document, oracle).map_err(|error| wrong(error.to_string()))
}
