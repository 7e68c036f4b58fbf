//! `bouton solve GAME POSITION`: what a position is worth, and what to do there.

use std::io::{BufRead, Write};

use bouton::{Oracle, Playable, Position, Query, Theorem, Watch, document::Solve};
use clap::Args;

use crate::{
    arguments::{GameArgument, engine::EngineOptions, parse_position, values::AskedValue},
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
    /// The most moves to list [default: 1000 where they cannot all be tried]
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    /// What must be told beside the outcome, whatever it costs
    #[arg(long, value_enum, default_value = "outcome")]
    value: AskedValue,
    /// Compute the answer again with another engine, and compare
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    if arguments.position == "-" {
        return stream(arguments, session);
    }
    let position = parse_position(&arguments.position)?;
    let playable = arguments.game.playable_at(&position)?;
    let _progress = Progress::start("solving");
    let mut oracle = oracle(&playable, theorem(arguments, session)?.as_ref(), &session.watch())?;
    let (answer, document) = answered(&mut oracle, &position, arguments)?;
    let mut words = render::solve(&playable, &answer);
    words.push_str(&arguments.engine.words(&answer.plan));
    if let Some(plan) = &document.verified {
        words.push_str(&format!("verified: engine {} says the same\n", plan.engine));
    }
    session.say(&words, &document)?;
    Ok(failure::Answer::Done)
}

fn theorem(arguments: &Arguments, session: &Session) -> Result<Option<Theorem>, Failure> {
    arguments.using.as_deref().map(|path| file::theorem(path, session)).transpose()
}

fn oracle(playable: &Playable, theorem: Option<&Theorem>, watch: &Watch) -> Result<Oracle, Failure> {
    let oracle = Oracle::new(playable.clone(), watch);
    Ok(match theorem {
        Some(theorem) => oracle.with_theorem(theorem.clone())?,
        None => oracle,
    })
}

fn answered(
    oracle: &mut Oracle,
    position: &Position,
    arguments: &Arguments,
) -> Result<(bouton::Answer, Solve), Failure> {
    let (value, engine, moves) = (arguments.value.into(), arguments.engine.engine, arguments.moves);
    let answer = oracle.answer(position, &Query { value, engine, moves })?;
    let mut document = Solve::new(oracle.playable(), &answer);
    document.plan = arguments.engine.document(&answer.plan);
    if arguments.verify {
        document.verified = Some((&oracle.verify(&answer)?).into());
    }
    Ok((answer, document))
}

/// Positions from standard input, one a line; a bad line gets an error document in its place.
fn stream(arguments: &Arguments, session: &Session) -> Result<failure::Answer, Failure> {
    let game = arguments.game.load()?;
    let theorem = theorem(arguments, session)?;
    let watch = session.watch();
    let mut out = session.output.writer();
    let mut worst = failure::Answer::Done;
    // What is known of the game as it was played on the line before: most lines have as many heaps.
    let mut last: Option<(usize, Oracle)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| file::unreadable("standard input", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = parse_position(line.trim()).and_then(|position| {
            let count = position.coordinates.len();
            if last.as_ref().is_none_or(|(known, _)| *known != count) {
                let playable = arguments.game.playable_of(&game, &position)?;
                last = Some((count, oracle(&playable, theorem.as_ref(), &watch)?));
            }
            let Some((_, oracle)) = &mut last else { return Err(Failure::limit("no game")) };
            Ok(answered(oracle, &position, arguments)?.1)
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
