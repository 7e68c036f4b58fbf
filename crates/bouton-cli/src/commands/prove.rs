//! `bouton prove GAME`: find the law of a game, prove it, certify it.

use std::path::PathBuf;

use bouton::{Ending, NotFound, NumerationChoice, Playable, ProveOptions, judge, prove_wanted, rules::Game};
use clap::Args;

use crate::{
    arguments::{GameArgument, values::ProvedValue},
    failure::{Answer, Failure, longer},
    file,
    progress::Progress,
    session::Session,
};

/// The arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// Which value [default: outcome, and grundy for a take-and-break code]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// The largest heap of a quotient [default: all heaps, if a theorem says that it will not grow]
    #[arg(long, value_name = "N")]
    upto: Option<u32>,
    /// Write the certificate to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Ask whether the law in this certificate is the law of the game
    #[arg(long, value_name = "CERTIFICATE", conflicts_with = "value")]
    claim: Option<String>,
    /// Keep in this folder how far the search has come, and go on from there
    #[arg(long, value_name = "DIR", conflicts_with = "claim")]
    checkpoint: Option<PathBuf>,
    /// The digits that the law is to read: auto, 2, 3, ..., fibonacci, tribonacci, ostrowski(a,b,...), fraenkel(s,t)
    #[arg(long, value_name = "NAME", default_value = "auto", conflicts_with = "claim")]
    numeration: NumerationChoice,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let all = arguments.game.settings()?;
    if let [settings] = &all[..] {
        let (title, ending) = one(arguments, &arguments.game.load_with(settings)?, session)?;
        return tell(&title, ending, arguments.output.as_deref(), session);
    }
    if arguments.output.is_some() || arguments.claim.is_some() || arguments.checkpoint.is_some() {
        return Err(Failure::misused("--set with a range goes with no --output, --claim or --checkpoint"));
    }
    let mut answer = Answer::Done;
    for settings in &all {
        let (title, ending) = one(arguments, &arguments.game.load_with(settings)?, session)?;
        let (line, document) = ending.under(settings, &title);
        session.say(&format!("{line}\n"), &document)?;
        answer = if matches!(ending, Ending::NoLaw(_)) { Answer::Limit } else { answer };
    }
    Ok(answer)
}

/// Searches for the theorem of one game, or judges a claim about it.
fn one(arguments: &Arguments, game: &Game, session: &Session) -> Result<(String, Ending), Failure> {
    let watch = session.limits.watch_for_proof();
    watch.check()?;
    let progress = Progress::start("proving");
    let (playable, default) = match (game.code(), &arguments.claim) {
        (Some(_), Some(path)) => {
            let code = bouton::Error::from(bouton::JudgeError::Code);
            return Err(Failure::misused(&format!("--claim {path}: {code}")));
        }
        (Some(_), None) => (Playable::new(game, None)?, ProvedValue::Grundy),
        (None, _) => (arguments.game.playable_from(game, &session.output)?, ProvedValue::Outcome),
    };
    let ending = match &arguments.claim {
        Some(path) => {
            let certificate = file::text(path, session)?;
            judge(&playable, &certificate, &watch).map_err(|error| Failure::from(error).about(path))?
        }
        None => {
            let mut options = ProveOptions::default();
            options.states = session.limits.states().unwrap_or(options.states);
            options.checkpoint.clone_from(&arguments.checkpoint);
            options.numeration.clone_from(&arguments.numeration);
            let goal = arguments.value.unwrap_or(default).goal();
            prove_wanted(&playable, goal, arguments.upto, &options, &watch)?
        }
    };
    drop(progress);
    Ok((playable.title(), ending))
}

/// Prints the ending and writes the certificate.
fn tell(title: &str, ending: Ending, path: Option<&str>, session: &Session) -> Result<Answer, Failure> {
    let mut document = ending.document(title, path.filter(|&path| path != "-"));
    let (mut text, answer) = match &ending {
        Ending::Proved(proved) => {
            (format!("{}\n\n{}\n", proved.theorem.text(), proved.remark.trim_end()), Answer::Done)
        }
        Ending::Refuted(refuted) => (format!("{}\n", refuted.sentence()), Answer::No),
        Ending::NoLaw(NotFound { reason, helps, .. }) => {
            let claim = helps.map(|helps| format!("\nNothing is claimed about the game; {}.", longer(helps)));
            let reason = format!("{reason}{}", claim.unwrap_or_default());
            document.reason = Some(reason.clone());
            (format!("{reason}\n"), Answer::Limit)
        }
        _ => (String::new(), Answer::Limit),
    };
    let certificate = if let Ending::Proved(proved) = &ending { proved.theorem.certificate() } else { "" };
    if path == Some("-") && !session.output.is_json() {
        eprint!("{}", bouton::words::visible(&text));
        certificate.clone_into(&mut text);
    } else if let (Some(path), Ending::Proved(proved)) = (path.filter(|&path| path != "-"), &ending) {
        text.push_str(&file::write_certificate(path, &proved.theorem)?);
    }
    session.say(&text, &document)?;
    Ok(answer)
}
