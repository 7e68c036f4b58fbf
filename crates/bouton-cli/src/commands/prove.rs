//! `bouton prove GAME`: find the law of a game, prove it, certify it.

use std::path::PathBuf;

use bouton::{
    Ending, Helps, NotFound, NumerationChoice, Playable, ProveOptions, judge, prove_every_number,
    prove_wanted,
    rules::{Game, HeapCount},
    words::no_law as words,
};
use clap::Args;

use crate::{
    arguments::{
        game::{OpenGame, settings},
        values::ProvedValue,
    },
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
    game: OpenGame,
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
    let all = settings(&arguments.game.set)?;
    if arguments.game.all_heaps() && (arguments.claim.is_some() || arguments.checkpoint.is_some()) {
        return Err(Failure::misused("--heaps all goes with no --claim or --checkpoint"));
    }
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
        let (about, ending) = one(arguments, &game, session)?;
        return tell(&about, ending, arguments, session);
    }
    if arguments.output.is_some() || arguments.claim.is_some() || arguments.checkpoint.is_some() {
        return Err(Failure::misused("--set with a range goes with no --output, --claim or --checkpoint"));
    }
    let mut answer = Answer::Done;
    for settings in &all {
        let (about, ending) = one(arguments, &file::game(&arguments.game.game, settings)?, session)?;
        let (line, mut document) = ending.under(settings, &about.title);
        about.add_to(&mut document);
        session.say(&format!("{line}\n"), &document)?;
        answer = if matches!(ending, Ending::NoLaw(_)) { Answer::Limit } else { answer };
    }
    Ok(answer)
}

/// What an ending is about.
struct About {
    title: String,
    /// The number of heaps, where the rules leave that open.
    heaps: Option<usize>,
    /// Why it is not about every number of them, if that was to be proved.
    not_all: Option<String>,
}

impl About {
    /// Adds what the ending does not say by itself.
    fn add_to(&self, document: &mut bouton::document::Prove) {
        if let Some(heaps) = self.heaps {
            document.heaps = Some(heaps.into());
        }
        if document.reason.is_none() {
            document.reason = self.not_all.as_ref().map(|reason| not_all(reason));
        }
    }
}

fn not_all(reason: &str) -> String {
    format!("not proved for every number of heaps: {reason}")
}

/// Searches for the theorem of one game, or judges a claim about it.
fn one(arguments: &Arguments, game: &Game, session: &Session) -> Result<(About, Ending), Failure> {
    let watch = session.limits.watch_for_proof();
    watch.check()?;
    let progress = Progress::start("proving");
    let mut options = ProveOptions::default();
    options.states = session.limits.states().unwrap_or(options.states);
    options.checkpoint.clone_from(&arguments.checkpoint);
    options.numeration.clone_from(&arguments.numeration);
    let default = if game.code().is_some() { ProvedValue::Grundy } else { ProvedValue::Outcome };
    let goal = arguments.value.unwrap_or(default).goal();
    let mut not_all = None;
    // A search that is kept is one for a fixed number of heaps.
    let is_kept = arguments.checkpoint.is_some();
    if arguments.game.any_heaps(game) && arguments.claim.is_none() && arguments.upto.is_none() && !is_kept {
        match prove_every_number(game, goal, &options, &watch)? {
            Ending::NoLaw(found) if arguments.game.all_heaps() => {
                let title = bouton::words::title(game);
                return Ok((About { title, heaps: None, not_all: None }, Ending::NoLaw(found)));
            }
            Ending::NoLaw(NotFound { reason, .. }) => not_all = Some(reason),
            ending => {
                let title = bouton::words::title(game);
                return Ok((About { title, heaps: None, not_all: None }, ending));
            }
        }
    } else if arguments.game.all_heaps() && game.code().is_none() {
        return Err(Failure::misused("--heaps all is for rules that say `heaps any`"));
    }
    let playable = match (game.code(), &arguments.claim) {
        (Some(_), Some(path)) => {
            let code = bouton::Error::from(bouton::JudgeError::Code);
            return Err(Failure::misused(&format!("--claim {path}: {code}")));
        }
        (Some(_), None) => Playable::new(game, arguments.game.heaps())?,
        (None, _) => arguments.game.subject().playable_of(game, &mut Terminal::new(session))?,
    };
    let ending = match &arguments.claim {
        Some(path) => {
            let certificate = file::text(path, session)?;
            judge(&playable, &certificate, &watch).map_err(|error| Failure::from(error).about(path))?
        }
        None => prove_wanted(&playable, goal, arguments.upto, &options, &watch)?,
    };
    drop(progress);
    let open = game.heaps() == HeapCount::Any;
    let heaps = playable.ruleset().filter(|_| open).map(|ruleset| ruleset.dimension());
    Ok((About { title: playable.title(), heaps, not_all }, ending))
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
fn tell(about: &About, ending: Ending, arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let (path, verbose) = (arguments.output.as_deref(), arguments.verbose);
    if let Ending::Proved(proved) = &ending
        && let Err(limit) = proved.theorem.find_words(&session.watch())
    {
        // The proof is there all the same.
        if let Some(path) = path.filter(|&path| path != "-") {
            screen::note(&file::write_certificate(path, &proved.theorem)?);
        }
        return Err(limit.into());
    }
    let mut document = ending.document(&about.title, path.filter(|&path| path != "-"));
    let (mut text, answer) = match &ending {
        Ending::Proved(proved) => {
            (format!("{}\n\n{}\n", proved.theorem.text(), proved.remark.trim_end()), Answer::Done)
        }
        Ending::Refuted(refuted) => (format!("{}\n", refuted.sentence()), Answer::No),
        Ending::NoLaw(NotFound { reason, helps, tried }) => {
            let mut lines = vec![reason.clone()];
            lines.extend(Some(words::digits(tried)).filter(|digits| !digits.is_empty()));
            lines.extend(
                helps.map(|helps| format!("Nothing is claimed about the game. {}", next(helps, about.heaps))),
            );
            let reason = lines.join("\n");
            let table = if verbose { words::table(tried) } else { String::new() };
            document.reason = Some(reason.clone());
            (format!("{reason}\n{table}"), Answer::Limit)
        }
        _ => (String::new(), Answer::Limit),
    };
    if let Some(reason) = &about.not_all {
        text.push_str(&format!("\nThis is {}\n", not_all(reason)));
    }
    about.add_to(&mut document);
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
