//! `bouton sum GAME POSITION GAME POSITION …`: several games at once.

use std::fmt::Write;

use bouton::{
    Convention, Playable, Watch,
    document::{Sum, SumMove, Term},
};
use clap::Args;
use num_bigint::BigUint;

use crate::{
    arguments::parse_position,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    words,
};

/// The arguments of `sum`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Games, each followed by its position: nim 3,4 kayles 7 …
    #[arg(required = true, value_names = ["GAME", "POSITION"])]
    terms: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let (pairs, rest) = arguments.terms.as_chunks::<2>();
    if let [alone] = rest {
        return Err(Failure::input(
            "usage",
            format!("`{alone}` has no position: write each game with its position after it"),
        ));
    }
    let _progress = Progress::start("solving");
    let watch = &arguments.limits.watch();
    let mut text = String::new();
    let mut total = BigUint::ZERO;
    let mut terms = Vec::new();
    let mut solved: Vec<(Playable, bouton::Answer)> = Vec::new();
    for [game, position] in pairs {
        let (playable, answer) = term(game, position, watch)?;
        let Some(grundy) = answer.grundy.clone() else {
            return Err(Failure::limit(format!(
                "{} {}: only its outcome is known at this size, and a sum needs Grundy values",
                playable.title(),
                answer.position
            )));
        };
        let _ = writeln!(text, "{} {}: Grundy value {grundy}", playable.title(), answer.position);
        terms.push(Term {
            game: playable.title(),
            position: answer.position.to_string(),
            grundy: (&grundy).into(),
        });
        total ^= &grundy;
        solved.push((playable, answer));
    }
    let outcome = if total == BigUint::ZERO { "P" } else { "N" };
    let meaning = words::meaning(Convention::Normal, bouton::Value::from(total != BigUint::ZERO));
    let _ = writeln!(text, "sum: {outcome}, {meaning}; Grundy value {total}");
    let mut moves = Vec::new();
    let mut complete = true;
    for (index, (playable, answer)) in solved.iter().enumerate() {
        if total == BigUint::ZERO {
            break;
        }
        // A smaller value is that of some option; a larger one may be that of a reversible option.
        let wanted = answer.grundy.clone().unwrap_or_default() ^ &total;
        match bouton::options_with_grundy(playable, &answer.position, &wanted, watch)? {
            Some(options) => {
                for to in options {
                    let _ = writeln!(text, "winning move: {} to {to}", playable.title());
                    moves.push(SumMove { term: index + 1, to: to.to_string() });
                }
            }
            None => {
                complete = false;
                let _ = writeln!(
                    text,
                    "moves in {} {} were not looked through: it is too large to be solved; a move to Grundy value {wanted} wins",
                    playable.title(),
                    answer.position
                );
            }
        }
    }
    let document = Sum {
        terms,
        outcome: outcome.to_owned(),
        grundy: total.into(),
        winning_moves: moves,
        winning_moves_complete: complete,
    };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

fn term(game: &str, position: &str, watch: &Watch) -> Result<(Playable, bouton::Answer), Failure> {
    let position = parse_position(position)?;
    let game = bouton::load(game)?;
    let playable = Playable::for_position(&game, None, &position)?;
    playable.game().sprague_grundy().map_err(|why| Failure::from(why).about(&playable.title()))?;
    let answer = bouton::answer(&playable, &position, watch)?;
    Ok((playable, answer))
}
