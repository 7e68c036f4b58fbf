//! `bouton explain FILE|GAME`: a proved law in words and as a table.

use bouton::{
    CheckedLaw, Playable,
    cert::{Claim, Period},
    document::{AutomatonDiagram, Explain, PeriodInWords},
    explain::{self, Diagram},
};
use clap::{Args, ValueEnum};

use crate::{
    arguments::GameArgument,
    commands::prove::ProvedValue,
    failure::{Answer, Failure},
    limits::LimitOptions,
    output::Output,
    progress::Progress,
    theorem, words,
};

/// The arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A certificate, or a game (its law is then proved first)
    #[command(flatten)]
    game: GameArgument,
    /// Which value, if a law is to be proved [default: outcome]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// In which form
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The automaton itself, reading digits in this order (in text a table of its states)
    #[arg(long, value_enum, value_name = "ORDER")]
    digits: Option<Digits>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// The form of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Words and an aligned table
    Text,
    /// Markdown
    Markdown,
    /// LaTeX
    Latex,
    /// One JSON document
    Json,
    /// The automaton for Graphviz
    Dot,
    /// The automaton as a picture, of up to 40 states
    Svg,
}

/// The order in which an automaton reads binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Digits {
    /// Most significant digits first, as certificates do
    Most,
    /// Least significant digits first
    Least,
}

/// States of an automaton that reads the other way, unless `--states` says otherwise.
const MAX_STATES: usize = 100_000;

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    if let Some(certificate) = period_certificate(&arguments.game, &arguments.limits)? {
        return period(&certificate, arguments, output);
    }
    let progress = Progress::start("proving");
    let law = law_of(&arguments.game, arguments.value, &arguments.limits, output)?;
    drop(progress);
    if arguments.digits.is_some() || matches!(arguments.format, Format::Dot | Format::Svg) {
        return automaton(arguments, &law, output);
    }
    let progress = Progress::start("explaining");
    let explanation = explain::explain(law.ruleset(), law.law());
    drop(progress);
    let document = Explain::new(
        words::title(law.game()),
        theorem::subject(&law),
        &explanation,
        &law.identity().to_string(),
    );
    let text = match arguments.format {
        Format::Markdown => explanation.markdown(),
        Format::Latex => explanation.latex(),
        _ => explanation.text(),
    };
    let output = if arguments.format == Format::Json { &Output::new(true) } else { output };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// The law as an automaton in one of the two digit orders.
fn automaton(arguments: &Arguments, law: &CheckedLaw, output: &Output) -> Result<Answer, Failure> {
    let claimed = law.law();
    let least = arguments.digits == Some(Digits::Least);
    let diagram = if least {
        let limit = arguments.limits.states.map_or(MAX_STATES, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (valuation, automaton) = (claimed.valuation, &claimed.automaton);
        Diagram::least_significant_first(law.ruleset(), valuation, automaton, limit)
            .map_err(|error| Failure::limit(format!("{error}; say --states N for another limit")))?
    } else {
        Diagram::most_significant_first(law.ruleset(), claimed.valuation, &claimed.automaton)
    };
    let text = match arguments.format {
        Format::Dot => diagram.dot(),
        Format::Svg => diagram.svg().map_err(|error| Failure::limit(error.to_string()))?,
        Format::Text | Format::Json => diagram.table(),
        Format::Markdown | Format::Latex => {
            return Err(Failure::input(
                "format",
                "an automaton (--digits) is written with --format text, dot, svg or json",
            ));
        }
    };
    let document = AutomatonDiagram {
        game: words::title(law.game()),
        subject: theorem::subject(law),
        certificate: law.identity().to_string(),
        digits: if least { "least" } else { "most" }.to_owned(),
        states: diagram.states(),
        text: text.clone(),
    };
    let output = if arguments.format == Format::Json { &Output::new(true) } else { output };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// The law of a certificate file, the bundled law of a game, or one that is proved now.
pub(super) fn law_of(
    game: &GameArgument,
    value: Option<ProvedValue>,
    limits: &LimitOptions,
    output: &Output,
) -> Result<CheckedLaw, Failure> {
    if is_certificate(&game.game) {
        let law = super::solve::law_from(&game.game, limits)?;
        let (of_grundy, dimension) = (law.is_grundy(), law.ruleset().dimension());
        if value.is_some_and(|value| (value == ProvedValue::Grundy) != of_grundy) {
            let about = if of_grundy { "Grundy values" } else { "outcomes" };
            return Err(Failure::input("value", format!("the law in {} is one of {about}", game.game)));
        }
        if game.heaps().is_some_and(|heaps| heaps != dimension) {
            return Err(Failure::input(
                "heaps",
                format!("the law in {} has {dimension} coordinates", game.game),
            ));
        }
        return Ok(law);
    }
    let value = value.unwrap_or(ProvedValue::Outcome);
    if game.load()?.code().is_some() {
        return Err(Failure::input(
            "game",
            "a take-and-break game has no law over a fixed number of heaps; its Grundy values are those of single heaps, see `bouton explain` and `bouton sequence`",
        ));
    }
    let playable = game.playable(output)?;
    if let Some(law) = bouton::bundled_law(&playable, value == ProvedValue::Grundy) {
        return Ok(law);
    }
    let Some(ruleset) = playable.ruleset() else { unreachable!("codes have been refused") };
    let (options, watch) = limits.prove();
    match bouton::prove::prove(ruleset, value.goal(), &options, &watch) {
        Ok(proof) => Ok(CheckedLaw::new(&proof.certificate.encode(), &limits.check_own())?),
        Err(error @ bouton::prove::NoLaw::NoGrundyValues(_)) => {
            Err(Failure::input("hypothesis", error.to_string()))
        }
        Err(error) => Err(Failure::limit(error.to_string())),
    }
}

/// The certificate of a period: that in the file, or that of the take-and-break game.
fn period_certificate(game: &GameArgument, limits: &LimitOptions) -> Result<Option<String>, Failure> {
    if is_certificate(&game.game) {
        let text = String::from_utf8(crate::file::read(&game.game)?).unwrap_or_default();
        let decoded = bouton::cert::Certificate::decode(&text);
        return Ok(decoded.is_ok_and(|known| matches!(known.claim, Claim::Period(_))).then_some(text));
    }
    let game = game.load()?;
    if game.code().is_none() {
        return Ok(None);
    }
    super::prove::period_of(&Playable::new(&game, None)?, limits).map(Some)
}

/// The period of a take-and-break game in words.
fn period(certificate: &str, arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    if arguments.digits.is_some()
        || !matches!(arguments.format, Format::Text | Format::Markdown | Format::Json)
    {
        return Err(Failure::input(
            "format",
            "the period of single heaps is no automaton: it is written with --format text, markdown or json",
        ));
    }
    let checked = bouton::check::check_with(certificate, &arguments.limits.check())
        .map_err(|refused| Failure::input("certificate", refused.to_string()))?;
    let id = checked.certificate.id().to_string();
    let Claim::Period(Period { length, preperiod, values, .. }) = checked.certificate.claim else {
        return Err(Failure::input("certificate", "it claims no period"));
    };
    let title = words::title(&checked.game);
    let theorem = theorem::of_period(length, preperiod);
    let mut text =
        format!("{title}: the Grundy values of single heaps.\n\n{theorem} For n = 0, 1, … they begin\n\n");
    for line in values.chunks(20) {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        text.push_str(&format!("    {}\n", line.join(" ")));
    }
    text.push_str("\nA position is P exactly when the nim-sum of its heaps' Grundy values is 0, else N.\n");
    let document = PeriodInWords {
        game: title,
        theorem,
        text: text.clone(),
        certificate: id,
        period: length,
        preperiod,
        values,
    };
    let output = if arguments.format == Format::Json { &Output::new(true) } else { output };
    output.say(&text, &document)?;
    Ok(Answer::Done)
}

/// Whether the argument is a file that begins as certificates do.
fn is_certificate(argument: &str) -> bool {
    use std::io::Read;
    let mut head = [0; 19];
    std::fs::metadata(argument).is_ok_and(|metadata| metadata.is_file())
        && std::fs::File::open(argument).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == *b"bouton certificate "
}
