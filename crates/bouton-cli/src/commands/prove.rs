//! `bouton prove GAME`: find the law of a game, prove it, certify it.

use std::path::PathBuf;

use bouton::{
    Ending, Helps, NotFound, NumerationChoice, Playable, ProveOptions,
    ask::Subject,
    judge, prove_wanted,
    rules::{Game, HeapCount},
    words::no_law as words,
};
use clap::Args;

use crate::{
    arguments::{game::settings, values::ProvedValue},
    asker::Terminal,
    failure::{Answer, Failure, longer},
    file,
    screen::{self, Progress},
    session::Session,
};

use super::letters;

/// The arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: Subject,
    /// Which value [default: outcome, and grundy for a take-and-break code]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// The largest heap of a quotient [default: all heaps, if a theorem says that it will not grow]
    #[arg(long, value_name = "N", conflicts_with = "claim")]
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
    /// For rules with letters: part the numbers that they may be, and tell what holds in each part
    #[arg(long, conflicts_with = "claim")]
    cones: bool,
    /// Where no law is found, print a table of the states that were seen in each kind of digits, too
    #[arg(long, short)]
    verbose: bool,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let all = settings(&arguments.game)?;
    if let [settings] = &all[..] {
        let game = file::game(&arguments.game.game, settings)?;
        if !game.letters().is_empty() {
            if arguments.claim.is_some() || arguments.checkpoint.is_some() || arguments.upto.is_some() {
                return Err(Failure::misused(
                    "rules with letters go with no --claim, --checkpoint or --upto",
                ));
            }
            let (value, output) = (arguments.value, arguments.output.as_deref());
            let wanted = letters::Wanted { value, output, cones: arguments.cones };
            return letters::prove(&game, &wanted, session);
        }
        if arguments.cones {
            return Err(Failure::misused("--cones is for rules with letters, `for all a, b`"));
        }
        let (title, ending) = one(arguments, &game, session)?;
        return tell(&title, ending, arguments, session);
    }
    if arguments.output.is_some() || arguments.claim.is_some() || arguments.checkpoint.is_some() {
        return Err(Failure::misused("--set with a range goes with no --output, --claim or --checkpoint"));
    }
    let mut answer = Answer::Done;
    for settings in &all {
        let (title, ending) = one(arguments, &file::game(&arguments.game.game, settings)?, session)?;
        let (line, document) = ending.under(settings, &title.0);
        session.say(&format!("{line}\n"), &document)?;
        answer = if matches!(ending, Ending::NoLaw(_)) { Answer::Limit } else { answer };
    }
    Ok(answer)
}

/// The title of a game, and its number of heaps if the rules leave that open.
type Title = (String, Option<usize>);

/// Searches for the theorem of one game, or judges a claim about it.
fn one(arguments: &Arguments, game: &Game, session: &Session) -> Result<(Title, Ending), Failure> {
    let watch = session.limits.watch_for_proof();
    watch.check()?;
    let progress = Progress::start("proving");
    let (playable, default) = match (game.code(), &arguments.claim) {
        (Some(_), Some(path)) => {
            let code = bouton::Error::from(bouton::JudgeError::Code);
            return Err(Failure::misused(&format!("--claim {path}: {code}")));
        }
        (Some(_), None) => (Playable::new(game, arguments.game.heaps())?, ProvedValue::Grundy),
        (None, _) => (arguments.game.playable_of(game, &mut Terminal::new(session))?, ProvedValue::Outcome),
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
    let open = game.heaps() == HeapCount::Any;
    let heaps = playable.ruleset().filter(|_| open).map(|ruleset| ruleset.dimension());
    Ok(((playable.title(), heaps), ending))
}

/// Advice where no law was found.
fn next(helps: Helps, of_heaps: Option<usize>) -> String {
    let longer = longer(helps);
    let fewer = of_heaps.filter(|&heaps| heaps > 2);
    let fewer =
        fewer.map_or(String::new(), |heaps| format!("; --heaps {} asks about fewer heaps", heaps - 1));
    format!(
        "What may help: {longer}{fewer}; `bouton list GAME --lost --largest 20` lists exact values, for which no law is needed."
    )
}

/// Prints the result and writes the certificate.
fn tell(
    (title, of_heaps): &Title,
    ending: Ending,
    arguments: &Arguments,
    session: &Session,
) -> Result<Answer, Failure> {
    let (path, verbose) = (arguments.output.as_deref(), arguments.verbose);
    let mut document = ending.document(title, path.filter(|&path| path != "-"));
    let (mut text, answer) = match &ending {
        Ending::Proved(proved) => {
            (format!("{}\n\n{}\n", proved.theorem.text(), proved.remark.trim_end()), Answer::Done)
        }
        Ending::Refuted(refuted) => (format!("{}\n", refuted.sentence()), Answer::No),
        Ending::NoLaw(NotFound { reason, helps, tried }) => {
            let mut lines = vec![reason.clone()];
            lines.extend(Some(words::digits(tried)).filter(|digits| !digits.is_empty()));
            lines.extend(
                helps.map(|helps| format!("Nothing is claimed about the game. {}", next(helps, *of_heaps))),
            );
            let reason = lines.join("\n");
            let table = if verbose { words::table(tried) } else { String::new() };
            document.reason = Some(reason.clone());
            (format!("{reason}\n{table}"), Answer::Limit)
        }
        _ => (String::new(), Answer::Limit),
    };
    let certificate = if let Ending::Proved(proved) = &ending { proved.theorem.certificate() } else { "" };
    if path == Some("-") && !session.output.is_json() {
        screen::note(&bouton::words::visible(&text));
        certificate.clone_into(&mut text);
    } else if let (Some(path), Ending::Proved(proved)) = (path.filter(|&path| path != "-"), &ending) {
        text.push_str(&file::write_certificate(path, &proved.theorem)?);
    }
    session.say(&text, &document)?;
    Ok(answer)
}
