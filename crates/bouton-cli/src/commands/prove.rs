//! `bouton prove GAME`: find the law of a game, prove it, certify it.

mod claim;
mod period;

use std::{path::Path, time::Instant};

use bouton::{
    CheckedLaw, LawError, Playable,
    check::Step,
    document,
    prove::{Goal, NoLaw, Statistics},
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::GameArgument,
    failure::{Answer, Failure},
    file,
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    theorem, words,
};

/// The arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgument,
    /// Which value [default: outcome, and grundy for a take-and-break code]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// Write the certificate to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Ask whether the law in this certificate is the law of the game
    #[arg(long, value_name = "CERTIFICATE", conflicts_with = "value")]
    claim: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// The value that a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProvedValue {
    /// Who wins
    Outcome,
    /// The Grundy value (two players)
    Grundy,
}

impl ProvedValue {
    pub(crate) fn goal(self) -> Goal {
        match self {
            Self::Outcome => Goal::Outcome,
            Self::Grundy => Goal::Grundy,
        }
    }
}

/// What a search ended with.
struct Ending {
    status: &'static str,
    answer: Answer,
    theorem: Option<String>,
    /// What is said in text, the theorem apart.
    remark: String,
    states: Option<usize>,
    counterexample: Option<document::Counterexample>,
    certificate: Option<String>,
    statistics: Option<document::Statistics>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let game = arguments.game.load()?;
    let progress = Progress::start("proving");
    let (title, ending) = if game.code().is_some() {
        if let Some(path) = &arguments.claim {
            return Err(Failure::input(
                "usage",
                format!(
                    "--claim {path}: laws of positions are claimed of games with a fixed number of heaps, not of take-and-break codes"
                ),
            ));
        }
        let playable = Playable::new(&game, None)?;
        (
            playable.title(),
            period::prove(&playable, arguments.value.unwrap_or(ProvedValue::Grundy), &arguments.limits)?,
        )
    } else {
        let playable = arguments.game.playable(output)?;
        let ending = match &arguments.claim {
            Some(path) => claim::judge(&playable, path, &arguments.limits)?,
            None => law(&playable, arguments.value.unwrap_or(ProvedValue::Outcome), &arguments.limits)?,
        };
        (playable.title(), ending)
    };
    drop(progress);
    tell(&title, &ending, arguments.output.as_deref(), output)?;
    Ok(ending.answer)
}

/// Finds and proves a law.
fn law(playable: &Playable, value: ProvedValue, limits: &LimitOptions) -> Result<Ending, Failure> {
    let Some(ruleset) = playable.ruleset() else { unreachable!("codes have periods") };
    let started = Instant::now();
    let (options, watch) = limits.prove();
    match bouton::prove::prove(ruleset, value.goal(), &options, &watch) {
        Ok(proof) => proved(proof.certificate.encode(), Some(&proof.statistics), started, limits),
        Err(error @ NoLaw::NoGrundyValues(_)) => Err(Failure::input("hypothesis", error.to_string())),
        Err(error @ NoLaw::Contradiction) => Err(Failure::input("defect", error.to_string())),
        Err(reason @ (NoLaw::Tracks(_) | NoLaw::Values(_))) => Ok(out_of_reach(reason.to_string())),
        Err(reason) => Ok(no_law(reason.to_string())),
    }
}

/// The certificate of the period of a take-and-break game, which is found now.
pub(super) fn period_of(playable: &Playable, limits: &LimitOptions) -> Result<String, Failure> {
    let ending = period::prove(playable, ProvedValue::Grundy, limits)?;
    ending.certificate.ok_or_else(|| Failure::limit(ending.remark))
}

/// A proof, once the checker has accepted it.
fn proved(
    certificate: String,
    statistics: Option<&Statistics>,
    started: Instant,
    limits: &LimitOptions,
) -> Result<Ending, Failure> {
    let searched = started.elapsed();
    let checking = Instant::now();
    let law = match CheckedLaw::new(&certificate, &limits.check_own()) {
        Err(LawError::Refused(refused)) if refused.step == Step::Limit => {
            return Ok(no_law(format!(
                "a law was found, but its certificate could not be checked: {refused}"
            )));
        }
        other => other?,
    };
    let checked = checking.elapsed();
    let states = law.law().automaton.states();
    let mut remark =
        format!("{}, proved in {:.2} s", words::counted(states, "state"), searched.as_secs_f64());
    if let Some(statistics) = statistics {
        remark.push_str(&format!(
            " ({} solved, {} verified)",
            words::counted(statistics.positions, "position"),
            words::counted(statistics.rounds, "hypothesis").replace("hypothesiss", "hypotheses"),
        ));
    }
    remark.push_str(&format!("; certificate accepted by the checker in {:.2} s", checked.as_secs_f64()));
    Ok(Ending {
        status: "proved",
        answer: Answer::Done,
        theorem: Some(theorem::whole(&law)),
        remark,
        states: Some(states),
        counterexample: None,
        certificate: Some(certificate),
        statistics: statistics.map(|statistics| document::Statistics {
            positions: statistics.positions,
            rounds: statistics.rounds,
            seconds_learning: statistics.learning.as_secs_f64(),
            seconds_verifying: statistics.verifying.as_secs_f64(),
            seconds_checking: checked.as_secs_f64(),
        }),
    })
}

/// No law within the limits; nothing is claimed.
fn no_law(reason: String) -> Ending {
    out_of_reach(format!(
        "{reason}\nNothing is claimed about the game; --time, --memory and --states allow a longer search."
    ))
}

/// No law, however long the search.
fn out_of_reach(reason: String) -> Ending {
    Ending {
        status: "no-law",
        answer: Answer::Limit,
        theorem: None,
        remark: reason,
        states: None,
        counterexample: None,
        certificate: None,
        statistics: None,
    }
}

/// Prints the ending and writes the certificate.
fn tell(title: &str, ending: &Ending, path: Option<&str>, output: &Output) -> Result<(), Failure> {
    let mut written = None;
    if let (Some(path), Some(certificate)) = (path.filter(|&path| path != "-"), &ending.certificate) {
        file::write(Path::new(path), certificate)?;
        written = Some(path);
    }
    let mut text = String::new();
    if let Some(theorem) = &ending.theorem {
        text.push_str(&format!("{theorem}\n\n"));
    }
    text.push_str(&format!("{}\n", ending.remark.trim_end()));
    if let Some(path) = written {
        text.push_str(&format!("certificate written to {path}\n"));
    }
    if path == Some("-") && !output.is_json() {
        eprint!("{text}");
        text = ending.certificate.clone().unwrap_or_default();
    }
    let document = document::Prove {
        game: title.to_owned(),
        status: ending.status.to_owned(),
        theorem: ending.theorem.clone(),
        reason: (ending.status != "proved").then(|| ending.remark.clone()),
        states: ending.states,
        counterexample: ending.counterexample.clone(),
        certificate: written.map(str::to_owned).or_else(|| ending.certificate.clone()),
        statistics: ending.statistics.clone(),
    };
    output.say(&text, &document)
}
