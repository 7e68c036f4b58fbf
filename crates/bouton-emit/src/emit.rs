//! Assembles a strategy.

use std::cell::OnceCell;

use bouton_core::{Formula, Law, Numeration, Ruleset, Valuation, Value};
use bouton_explain::{Explanation, explain};

use crate::{
    EmitError, Language, bounds,
    closed::Closed,
    law_table::{self, LawTable},
    literal::Literal,
    short::Short,
    task::{Move, Task},
    template::{self, Filling},
};

/// Returns a program with the value of every position of `ruleset` and a move that achieves it.
///
/// From a law with a Nim heap the program's values are Grundy values of any size. `certificate_id`
/// is the name of the law's certificate in the program.
///
/// The program has no dependencies and is plain ASCII. It has
///
/// * `value(position, control)`, the law's value;
/// * `outcome_name(value)` (`outcomeName`), P, N, O, Q or a number;
/// * `winning_move(position, control)` (`winningMove`), a position to move to
///   and its control state, or nothing. Two players (and coalitions): a move to
///   a P-position, or nothing; podium rule: a move to the least value, or
///   nothing when play has ended; remoteness: the quickest win.
///
/// Numbers are of any size in Python and JavaScript, `u128` in Rust and `unsigned long long` in C,
/// where an answer that may not fit is reported. Laws in other digits than binary ones give the
/// same functions with the same guarantees; the program describes its notation of numbers
/// ([`Numeration`]). An outcome under misère play is 0 or 1 even if the law distinguishes the end
/// of play ([`Valuation::MisereOutcomeAndEnd`]).
///
/// The cost of a search is the number of digits of the position times the states of the partial
/// moves: linear in the digits, but in games with moves in k heaps at once it can grow as 2^k.
///
/// # Errors
///
/// See [`EmitError`]: the law does not fit the game, or a name cannot be
/// written in every language.
///
/// # Examples
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation};
/// use bouton_emit::{Language, emit};
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let program = emit(&rules, &law, "thirds.cert", Language::C)?;
/// assert!(program.contains("winning_move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit(
    ruleset: &Ruleset,
    law: &Law,
    certificate_id: &str,
    language: Language,
) -> Result<String, EmitError> {
    let explained = OnceCell::new();
    let explanation = || explained.get_or_init(|| explain(ruleset, law));
    emit_explained(ruleset, law, explanation, certificate_id, language)
}

/// Like [`emit`], with an explanation of the law that is already known; only requested if the program
/// [depends on it](reads_explanation).
///
/// # Errors
///
/// As [`emit`].
///
/// # Examples
///
/// ```
/// use bouton_core::{DigitAutomaton, Law, Valuation};
/// use bouton_emit::{Language, emit, emit_explained};
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let law = Law::new(Valuation::NormalOutcome, law);
/// let explanation = bouton_explain::explain(&rules, &law);
/// for language in [Language::C, Language::Python] {
///     let program = emit_explained(&rules, &law, || &explanation, "thirds.cert", language)?;
///     assert_eq!(program, emit(&rules, &law, "thirds.cert", language)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit_explained<'e>(
    ruleset: &Ruleset,
    law: &Law,
    explanation: impl FnOnce() -> &'e Explanation,
    certificate_id: &str,
    language: Language,
) -> Result<String, EmitError> {
    check(ruleset, law, certificate_id)?;
    let Law { valuation, nim_heap, .. } = *law;
    let dimension = ruleset.dimension();
    let short = short(ruleset, law, explanation, language);
    let players = match valuation {
        Valuation::Podium { players } => players,
        _ => 2,
    };
    let data = |literal: Literal| literal.render(language);
    let controls = ruleset.controls();
    let meaning = Meaning::of(valuation, nim_heap);
    let mut filling = Filling {
        parts: meaning.parts.clone(),
        gaps: vec![
            ("HEADER", header(ruleset, certificate_id, language)),
            (
                "MEANING",
                commented(std::slice::from_ref(&meaning.value), language, language == Language::Python),
            ),
            ("MOVE_DOC", meaning.best_move.to_owned()),
            ("NAMES_OF_COORDINATES", listed(ruleset.coordinates())),
            ("NAMES_OF_CONTROLS", numbered(controls)),
            ("CERTIFICATE", data(Literal::Text(certificate_id.to_owned()))),
            ("COORDINATES", dimension.to_string()),
            ("CONTROLS", data(Literal::texts(controls.iter().cloned()))),
            ("CONTROL_COUNT", controls.len().to_string()),
            ("PLAYERS", players.to_string()),
            ("VALUE_TYPE", if nim_heap { "u128" } else { "u32" }.to_owned()),
            ("OUTCOME_NAMES", data(Literal::texts(names(valuation)))),
        ],
    };
    if let Some(short) = short {
        filling.parts.extend(short.parts);
        filling.gaps.extend([
            ("VALUE_BODY", short.value_body),
            ("CONDITIONS", short.conditions.unwrap_or_default()),
            ("MOVES", short.moves),
            ("MOVE_COUNT", short.move_count.to_string()),
            ("HOLDS", short.holds.to_owned()),
        ]);
        return Ok(template::fill(template::short_template(language), &filling));
    }
    if *ruleset.exists() != Formula::True {
        filling.parts.push("exists");
    }
    if law.numeration().is_binary() {
        filling.parts.push("binary");
    } else {
        if law.numeration().recurrence().is_none() {
            filling.parts.push("matrix");
        }
        filling.gaps.extend(digits(law.numeration(), language));
    }
    filling.gaps.extend(tables(ruleset, law, language)?);
    Ok(template::fill(template::template(language), &filling))
}

/// The law as an automaton and the rules as data, for the search over digits.
fn tables(
    ruleset: &Ruleset,
    law: &Law,
    language: Language,
) -> Result<Vec<(&'static str, String)>, EmitError> {
    let dimension = ruleset.dimension();
    let data = |literal: Literal| literal.render(language);
    let growth = bounds::growth(ruleset);
    let moves: Vec<Move> = ruleset
        .moves()
        .iter()
        .enumerate()
        .map(|(index, schema)| Move::new(schema, index, dimension, growth, law))
        .collect::<Result<_, _>>()?;
    let stop = Task::test(ruleset.stop(), dimension, law.numeration())?;
    let exists = Task::test(ruleset.exists(), dimension, law.numeration())?;
    let last = Task::last_track(dimension, bounds::grundy_growth(ruleset, law));
    let Law { valuation, automaton, .. } = law;
    let outputs: Vec<Value> = automaton.outputs().iter().map(|&value| valuation.coarse(value)).collect();
    let table = LawTable::new(automaton)?;

    let tasks = || moves.iter().map(Move::task).chain([&stop, &exists, &last]);
    let most = |count: fn(&Task) -> usize| tasks().map(count).max().unwrap_or(0).max(1).to_string();
    Ok(vec![
        ("OUTPUT_COUNT", outputs.len().to_string()),
        ("NEXT_COUNT", table.next.len().to_string()),
        ("MOVE_COUNT", moves.len().to_string()),
        ("MAX_CONDITIONS", most(Task::conditions)),
        ("MAX_UNKNOWNS", most(Task::unknowns)),
        ("MAX_DEPTH", most(Task::depth)),
        ("GROWTH", growth.to_string()),
        ("STARTS", data(Literal::table(automaton.starts()))),
        ("OUTPUTS", data(Literal::table(&outputs))),
        ("REACH", data(Literal::table(&law_table::reachable_outputs(automaton, &outputs)))),
        ("NEXT", data(Literal::table(&table.next))),
        ("STOP", data(stop.literal())),
        ("EXISTS", data(exists.literal())),
        ("EXISTING", ruleset.exists_text().unwrap_or_default().to_owned()),
        ("MOVES", data(Literal::list("struct move", moves.iter().map(Move::literal).collect()))),
        ("LAST", data(last.literal())),
    ])
}

/// Whether everything that may follow in any state of the automaton of words may also follow at the
/// start.
fn ends_are_words(numeration: &Numeration) -> bool {
    let states = (0..).take(numeration.word_states());
    let mut pairs: Vec<_> = states.map(|state| (state, 0)).collect();
    let mut done = 0;
    while let Some(&(one, other)) = pairs.get(done) {
        done += 1;
        for digit in 0..=numeration.largest_digit() {
            match (numeration.follow(one, digit), numeration.follow(other, digit)) {
                (None, _) => {}
                (Some(_), None) => return false,
                (Some(after), Some(other)) if pairs.contains(&(after, other)) => {}
                (Some(after), Some(other)) => pairs.push((after, other)),
            }
        }
    }
    true
}

/// Describes a numeration other than base 2.
fn digits(numeration: &Numeration, language: Language) -> Vec<(&'static str, String)> {
    let integers = |numbers: &[u32]| {
        let numbers: Vec<i64> = numbers.iter().map(|&number| number.into()).collect();
        Literal::integers(&numbers).render(language)
    };
    let states = (0..).take(numeration.word_states());
    let words: Vec<Literal> = states
        .flat_map(|state| (0..=numeration.largest_digit()).map(move |digit| numeration.follow(state, digit)))
        .map(|after| Literal::Integer(after.map_or(-1, i64::from)))
        .collect();
    let second: Vec<u32> = (0..=numeration.largest_digit())
        .filter_map(|digit| numeration.vector(digit).get(1).copied())
        .collect();
    vec![
        ("NUMERATION", numeration.to_string()),
        ("DIGITS", numeration.digits().to_string()),
        ("TERMS", numeration.terms().to_string()),
        ("RECURRENCE", integers(numeration.recurrence().unwrap_or_default())),
        ("MATRIX", integers(&numeration.matrix().concat())),
        ("SECOND", integers(&second)),
        ("FIRST", integers(&numeration.vector(1))),
        ("DOUBLING", bounds::doubling(numeration).to_string()),
        ("WORD_COUNT", words.len().to_string()),
        ("WORDS", Literal::list("signed char", words).render(language)),
    ]
}

/// The most states of a law whose closed form is sought.
const MAX_STATES: usize = 400;

/// Whether the program of a law depends on its explanation: whether a closed form is sought.
#[must_use]
pub fn reads_explanation(law: &Law) -> bool {
    law.automaton.states() <= MAX_STATES
        && law.numeration().is_binary()
        && law.valuation != Valuation::Remoteness
}

/// Returns the strategy in closed form, if the law has one that is short in code. The crate that
/// found the form compared it with the law at every position.
fn short<'e>(
    ruleset: &Ruleset,
    law: &Law,
    explanation: impl FnOnce() -> &'e Explanation,
    language: Language,
) -> Option<Short> {
    if !reads_explanation(law) {
        return None;
    }
    let closed = Closed::new(explanation(), ruleset.controls())?;
    Short::new(ruleset, &closed, law.nim_heap, language)
}

/// Checks that law, game and name fit together.
fn check(ruleset: &Ruleset, law: &Law, certificate_id: &str) -> Result<(), EmitError> {
    law.fits(ruleset)?;
    if !ends_are_words(law.numeration()) {
        return Err(EmitError::Numeration(law.numeration().clone()));
    }
    if certificate_id.len() > 200 || !is_plain(certificate_id) {
        return Err(EmitError::CertificateId);
    }
    match ruleset.controls().iter().position(|name| !is_plain(name)) {
        Some(control) => Err(EmitError::ControlName(control)),
        None => Ok(()),
    }
}

/// Whether a text means itself between double quotes in every language, and in a comment (`?`
/// begins the trigraphs of C).
pub(crate) fn is_plain(text: &str) -> bool {
    text.chars().all(|character| matches!(character, ' '..='~') && !matches!(character, '"' | '\\' | '?'))
}

/// The text for a comment: printable ASCII that does not end a comment or join lines.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        match character {
            '\t' => result.push_str("    "),
            '"' => result.push('"'),
            _ if is_plain(character.encode_utf8(&mut [0; 4])) => result.push(character),
            _ => result.push_str(&format!("<U+{:04X}>", u32::from(character))),
        }
    }
    result.trim_end().to_owned()
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    names.iter().map(|name| escaped(name).replace('"', "'")).collect::<Vec<_>>().join(", ")
}

fn numbered(controls: &[String]) -> String {
    match controls {
        [single] if single.is_empty() => "always 0".to_owned(),
        _ => controls
            .iter()
            .enumerate()
            .map(|(index, name)| format!("{index} {name}"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// The lines as comments, or unchanged inside a Python docstring.
fn commented(lines: &[String], language: Language, bare: bool) -> String {
    let sign = match language {
        _ if bare => "",
        Language::Python => "# ",
        Language::Rust | Language::C | Language::JavaScript => "// ",
    };
    let lines: Vec<String> = lines.iter().map(|line| format!("{sign}{line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// The header: a description of the program, its certificate, and the rules.
fn header(ruleset: &Ruleset, certificate_id: &str, language: Language) -> String {
    head(ruleset.name(), ruleset.text(), certificate_id, language)
}

/// Like [`header`], for any game.
pub(crate) fn head(name: &str, rules: &str, certificate_id: &str, language: Language) -> String {
    let name = if name.is_empty() { "a heap game" } else { name };
    let mut lines = vec![
        // Two lines of our own, because an encoding for Python may stand in the first two.
        "A proved strategy, emitted by Bouton.".to_owned(),
        String::new(),
        format!("Game: {}", escaped(name)),
        format!("Certificate: {certificate_id}"),
        "This program may be used, changed and passed on by anybody, for any purpose and".to_owned(),
        "without a licence. It comes without any warranty.".to_owned(),
        String::new(),
        "The rules:".to_owned(),
        String::new(),
    ];
    lines.extend(rules.lines().map(|line| format!("    {}", escaped(line))));
    commented(&lines, language, false)
}

/// The names of the values, where they are outcomes.
pub(crate) fn names(valuation: Valuation) -> Vec<String> {
    let count = match valuation {
        // The value for ended play was replaced by N.
        Valuation::MisereOutcomeAndEnd => 2,
        other => other.value_count().unwrap_or(0),
    };
    (0..count).map(|value| valuation.value_name(value)).collect()
}

/// The meaning of the values, and the parts of a template that depend on it.
struct Meaning {
    parts: Vec<&'static str>,
    value: String,
    best_move: &'static str,
}

impl Meaning {
    fn of(valuation: Valuation, nim_heap: bool) -> Self {
        let mut meaning = match valuation {
            _ if nim_heap => Self::grundy(),
            Valuation::Grundy => Self::grundy(),
            Valuation::NormalOutcome => Self {
                parts: vec!["names", "decisive"],
                value: "Values: 0 = P, the player to move loses; 1 = N, the player to move wins.".to_owned(),
                best_move: "It leads to a P-position; there is none from a P-position.",
            },
            Valuation::MisereOutcome | Valuation::MisereOutcomeAndEnd => Self {
                parts: vec!["names", "decisive"],
                value: "Values (the last to move loses): 0 = P, the player to move loses; 1 = N, wins."
                    .to_owned(),
                best_move: "It leads to a P-position; there is none from a P-position or when play has ended.",
            },
            Valuation::Coalition => Self {
                parts: vec!["names", "decisive"],
                value: "Values: 0 = P, 1 = N, 2 = O, 3 = Q (which player can win against the two others)."
                    .to_owned(),
                best_move: "It leads to a P-position; there is none unless the position is N.",
            },
            Valuation::Podium { players } => Self {
                parts: vec!["names", "podium"],
                value: format!(
                    "Values: the player who takes the last object, counted from the one who just moved ({players} players)."
                ),
                best_move: "It leads to the least value; there is none only when play has ended.",
            },
            Valuation::Remoteness => Self {
                parts: vec!["remoteness"],
                value: "Values: the number of moves that play lasts; odd when the player to move wins."
                    .to_owned(),
                best_move: "It wins as quickly as possible; there is none from a P-position.",
            },
        };
        if nim_heap {
            meaning.parts.push("nim_heap");
        }
        meaning
    }

    fn grundy() -> Self {
        Self {
            parts: vec!["grundy"],
            value: "Values: Grundy values; the player to move wins unless the value is 0.".to_owned(),
            best_move: "It leads to a position of Grundy value 0; there is none from such a position.",
        }
    }
}
