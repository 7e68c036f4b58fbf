//! `bouton explain FILE|GAME|CODE`: a proved law in words and as a table, or the meaning of the
//! code of a fault.

use bouton::{
    DigitOrder, Drawing, Theorem, Wording,
    document::CodeInWords,
    rules::{DiagnosticCode, looks_like_a_code},
    words::faults as words,
};
use clap::Args;

use super::{letters, theorem::theorem_of};
use crate::{
    arguments::{
        format::LawFormat,
        game::OpenGame,
        picture::PictureOptions,
        values::{Digits, ProvedValue},
    },
    failure::{Answer, Failure},
    picture,
    screen::Progress,
    session::Session,
};

/// The arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// A certificate, a game (its law is then proved first), or the code of a fault in rules, such as E0402
    #[command(flatten)]
    game: OpenGame,
    /// Which value, if a law is to be proved [default: outcome]
    #[arg(long, value_enum)]
    value: Option<ProvedValue>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: LawFormat,
    /// The automaton itself, reading digits in this order (in text a table of its states)
    #[arg(long, value_enum, value_name = "ORDER")]
    digits: Option<Digits>,
    /// For hoa and walnut: the control state where reading begins, as in `3,4:used` [default: the first]
    #[arg(long, value_name = "NAME")]
    control: Option<String>,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Explains the code of a fault in rules.
fn code(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let code = arguments.game.game.parse::<DiagnosticCode>();
    let code = code.map_err(|error| Failure::input("code", error.to_string()))?;
    let plain = matches!(arguments.format, LawFormat::Text | LawFormat::Json);
    let asked = arguments.value.is_some() || arguments.digits.is_some() || arguments.control.is_some();
    if !plain || asked || arguments.game.heaps().is_some() || !arguments.game.set.is_empty() {
        return Err(Failure::misused("a code is explained as text or json, without other options"));
    }
    session.say(&words::code(code), &CodeInWords::from(code.explanation()))?;
    Ok(Answer::Done)
}

/// The most states of an automaton in the other digit order, unless `--states` is given.
const MAX_STATES: usize = 100_000;

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let session = &session.json_if(arguments.format == LawFormat::Json);
    let pictured = matches!(arguments.format, LawFormat::Svg | LawFormat::Png);
    if !pictured {
        arguments.picture.refuse(None)?;
    }
    if looks_like_a_code(&arguments.game.game) {
        return code(arguments, session);
    }
    let tool = arguments.format.tool();
    if tool.is_some() && arguments.digits.is_some() || tool.is_none() && arguments.control.is_some() {
        let expected = "--control is for --format hoa and walnut, --digits for other forms";
        return Err(Failure::input("usage", expected));
    }
    let _progress = Progress::start("proving");
    if let Some(theorem) = letters::theorem(&arguments.game.subject(), arguments.value, session)? {
        if !matches!(arguments.format, LawFormat::Text | LawFormat::Json) || arguments.digits.is_some() {
            let forms = "a theorem with letters is written with --format text or json";
            return Err(Failure::input("format", forms));
        }
        let document = theorem.explain();
        session.say(&document.text, &document)?;
        return Ok(Answer::Done);
    }
    // An automaton is one of a fixed number of heaps.
    let drawn = matches!(arguments.format, LawFormat::Dot | LawFormat::Svg | LawFormat::Png);
    let every_number = tool.is_none() && arguments.digits.is_none() && !drawn;
    let theorem = theorem_of(&arguments.game, arguments.value, every_number, session)?;
    if let Some(tool) = tool {
        let document = theorem.export(tool, arguments.control.as_deref())?;
        session.say(&document.text, &document)?;
        return Ok(Answer::Done);
    }
    let drawing = match arguments.format {
        LawFormat::Dot => Some(Drawing::Dot),
        LawFormat::Svg | LawFormat::Png => Some(Drawing::Svg(arguments.picture.theme())),
        _ => arguments.digits.map(|_| Drawing::Table),
    };
    if theorem.law().is_none() && drawing.is_some() {
        if theorem.is_for_every_number() {
            return Err(Failure::input(
                "format",
                "a theorem for every number of heaps is written with --format text, markdown, latex or json",
            ));
        }
        return Err(Failure::input(
            "format",
            "what holds of single heaps is no automaton: it is written with --format text, markdown, latex or json",
        ));
    }
    if let Some(drawing) = drawing {
        return automaton(arguments, &theorem, drawing, session);
    }
    let wording = match arguments.format {
        LawFormat::Markdown => Wording::Markdown,
        LawFormat::Latex => Wording::Latex,
        _ => Wording::Text,
    };
    theorem.find_words(&session.watch())?;
    let text = theorem.explain(wording);
    if let Some(document) = theorem.every_number_document() {
        session.say(&text, &document)?;
        return Ok(Answer::Done);
    }
    match (theorem.explain_document(), theorem.period_document()) {
        (Some(document), _) => session.say(&text, &document)?,
        (None, Some(document)) => session.say(&text, &document)?,
        (None, None) => session.say(&text, &theorem.quotient_document())?,
    }
    Ok(Answer::Done)
}

/// The law as an automaton in one of the two digit orders.
fn automaton(
    arguments: &Arguments,
    theorem: &Theorem,
    drawing: Drawing,
    session: &Session,
) -> Result<Answer, Failure> {
    if matches!(arguments.format, LawFormat::Markdown | LawFormat::Latex) {
        let expected = "an automaton (--digits) is written with --format text, dot, svg, png or json";
        return Err(Failure::input("format", expected));
    }
    let watch = session.watch();
    let order = arguments.digits.map_or(DigitOrder::Most, DigitOrder::from);
    let states = session.limits.states().unwrap_or(MAX_STATES);
    if let (Drawing::Svg(theme), false) = (drawing, session.output.is_json()) {
        let picture = theorem.picture(order, &theme, states, &watch)?;
        return picture::put(&picture, arguments.format == LawFormat::Png, session);
    }
    let document = theorem.automaton(order, drawing, states, &watch)?;
    session.say(&document.text, &document)?;
    Ok(Answer::Done)
}
