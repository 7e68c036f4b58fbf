//! `bouton solve GAME POSITION`: what a position is worth, and what to do there.

use std::fmt::Write;

use bouton::{Playable, Source, document::Solve};
use clap::Args;

use crate::{
    arguments::{GameArgument, parse_position},
    failure::{self, Failure},
    file,
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    words,
};

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// The position, for example 3,4,5 or 3,4,5:used
    position: String,
    /// Answer from the law of this certificate, for positions of any size
    #[arg(long, value_name = "CERTIFICATE")]
    using: Option<String>,
    /// The most moves to list when a law answers
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: usize,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<failure::Answer, Failure> {
    let position = parse_position(&arguments.position)?;
    let playable = arguments.game.playable_at(&position)?;
    let _progress = Progress::start("solving");
    let answer = match &arguments.using {
        Some(path) => {
            let law = law_from(path, &arguments.limits)?;
            bouton::answer_by_law(&playable, &position, &law, arguments.moves)?
        }
        None => bouton::answer(&playable, &position, &arguments.limits.watch())?,
    };
    output.say(&text(&playable, &answer), &Solve::new(&playable, &answer))?;
    Ok(failure::Answer::Done)
}

/// The law of a certificate file, once the checker has accepted it.
pub(super) fn law_from(path: &str, limits: &LimitOptions) -> Result<bouton::CheckedLaw, Failure> {
    let bytes = file::read(path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input("certificate", format!("{path} is no certificate: it is not UTF-8")))?;
    bouton::CheckedLaw::new(&text, &limits.check()).map_err(|error| {
        let failure = Failure::from(error);
        failure.about(path)
    })
}

fn text(playable: &Playable, answer: &bouton::Answer) -> String {
    let meaning = words::meaning(playable.game().convention(), answer.value);
    let mut text = format!("{} {}: {}, {meaning}\n", playable.title(), answer.position, answer.outcome);
    let mut facts = Vec::new();
    // The mex is that of normal play whoever wins.
    let convention =
        if playable.game().convention() == bouton::Convention::Misere { " under normal play" } else { "" };
    facts.extend(answer.grundy.as_ref().map(|grundy| format!("Grundy value {grundy}{convention}")));
    facts.extend(answer.remoteness.map(|remoteness| format!("remoteness {remoteness}")));
    if !facts.is_empty() {
        let _ = writeln!(text, "{}", facts.join(", "));
    }
    if answer.moves.is_empty() {
        text.push_str("there is no move\n");
    } else {
        moves(&mut text, answer);
    }
    if let Source::Law { certificate } = &answer.source {
        let _ = writeln!(text, "from the proved law {certificate}");
    }
    text
}

fn moves(text: &mut String, answer: &bouton::Answer) {
    let winning: Vec<String> = answer.winning_moves().map(ToString::to_string).collect();
    let or_more = if answer.all_moves { "" } else { " or more" };
    if !winning.is_empty() {
        let or_more = if answer.all_winning_moves { "" } else { " or more" };
        let _ = writeln!(
            text,
            "{}{or_more}: {}",
            words::counted(winning.len(), "winning move"),
            winning.join(" ")
        );
        return;
    }
    // A list of all the moves of a lost position helps nobody; under the podium rule the better places do.
    let best: Vec<String> =
        answer.moves.iter().filter(|option| option.best).map(|option| option.to.to_string()).collect();
    if best.is_empty() || best.len() == answer.moves.len() {
        let _ = writeln!(text, "no winning move among {}{or_more}", answer.moves.len());
    } else {
        let _ = writeln!(text, "no winning move; best: {}", best.join(" "));
    }
}
