//! `bouton solve GAME POSITION`: what a position is worth, and what to do there.

use std::io::{BufRead, Write};

use bouton::{CheckedLaw, Position, Watch, document::Solve};
use clap::Args;

use crate::{
    arguments::{GameArgument, parse_position},
    failure::{self, Failure},
    file,
    progress::Progress,
    render::solve as render,
    session::Session,
};

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The position, for example 3,4,5 or 3,4,5:used; `-` reads positions from standard input, one a
    /// line, and answers each with a JSON document in a line
    position: String,
    /// Answer from the law of this certificate, for positions of any size
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
    /// The most moves to list when a law answers
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: usize,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    if arguments.position == "-" {
        return stream(arguments, session);
    }
    let position = parse_position(&arguments.position)?;
    let playable = arguments.game.playable_at(&position)?;
    let _progress = Progress::start("solving");
    let law = law(arguments, session)?;
    let answer = answered(&playable, &position, law.as_ref(), arguments, &session.watch())?;
    session.say(&render::solve(&playable, &answer), &Solve::new(&playable, &answer))?;
    Ok(failure::Answer::Done)
}

fn law(arguments: &Arguments, session: &Session) -> Result<Option<CheckedLaw>, Failure> {
    arguments.using.as_deref().map(|path| file::law(path, session)).transpose()
}

fn answered(
    playable: &bouton::Playable,
    position: &Position,
    law: Option<&CheckedLaw>,
    arguments: &Arguments,
    watch: &Watch,
) -> Result<bouton::Answer, Failure> {
    Ok(match law {
        Some(law) => bouton::answer_by_law(playable, position, law, arguments.moves)?,
        None => bouton::answer(playable, position, watch)?,
    })
}

/// Positions from standard input, one a line; a bad line gets an error document in its place.
fn stream(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    let game = arguments.game.load()?;
    let law = law(arguments, session)?;
    let watch = session.watch();
    let mut out = session.output.writer();
    let mut worst = failure::Answer::Done;
    // The game as it was played on the line before: most lines have as many heaps.
    let mut last: Option<(usize, bouton::Playable)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| file::unreadable("standard input", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = parse_position(line.trim()).and_then(|position| {
            let count = position.coordinates.len();
            if last.as_ref().is_none_or(|(known, _)| *known != count) {
                last = Some((count, arguments.game.playable_of(&game, &position)?));
            }
            let Some((_, playable)) = &last else { return Err(Failure::limit("no game")) };
            let answer = answered(playable, &position, law.as_ref(), arguments, &watch)?;
            Ok(Solve::new(playable, &answer))
        });
        match answer {
            Ok(document) => serde_json::to_writer(&mut out, &document).map_err(std::io::Error::from)?,
            Err(failure) => {
                worst = failure.worse_than(worst);
                serde_json::to_writer(&mut out, &failure.document()).map_err(std::io::Error::from)?;
            }
        }
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(worst)
}
