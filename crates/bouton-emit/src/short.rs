//! Short programs: a law in closed form and moves that can be tried one by one.

use bouton_core::{Convention, Formula, MoveSchema, Ruleset, Target, Variable};

use crate::{
    Language,
    closed::{self, About, Closed, Number, Statement, Test, Writer},
};

/// The most moves that are tried.
const MAX_MOVES: usize = 400;

/// The contents of a short program.
pub(crate) struct Short {
    pub(crate) value_body: String,
    pub(crate) conditions: Option<String>,
    pub(crate) moves: String,
    pub(crate) move_count: usize,
    /// The expression that tests a move's condition.
    pub(crate) holds: &'static str,
    /// The parts of the template that are kept.
    pub(crate) parts: Vec<&'static str>,
}

/// A move that adds a constant to each coordinate.
struct Change {
    before: usize,
    after: usize,
    /// The number of its condition.
    condition: Option<usize>,
    amounts: Vec<i64>,
}

impl Short {
    /// Creates a short program, if the closed form and all moves allow one.
    pub(crate) fn new(
        ruleset: &Ruleset,
        closed: &Closed,
        large_values: bool,
        language: Language,
    ) -> Option<Self> {
        if *ruleset.exists() != Formula::True {
            return None;
        }
        let names = names(ruleset);
        let writer = Writer::new(language, &names, large_values);
        let value_body = writer.value(closed)?;
        let mut parts = Vec::new();
        let mut tests: Vec<Test> = Vec::new();
        if *ruleset.stop() != Formula::False {
            tests.push(closed::test(ruleset.stop(), ruleset.dimension())?);
            parts.push("stop");
        }
        let mut rows = Vec::new();
        let mut holds = "";
        if is_nim(ruleset) && is_nim_law(closed, ruleset.dimension()) {
            parts.push("nim");
        } else {
            if ruleset.moves().len() > MAX_MOVES || ruleset.moves().is_empty() || ruleset.dimension() == 0 {
                return None;
            }
            parts.push("changes");
            for schema in ruleset.moves() {
                rows.push(change(schema, ruleset.dimension(), &mut tests)?);
            }
            if rows.iter().any(|row| row.condition.is_some()) {
                holds = match language {
                    Language::Python => " or condition >= 0 and not holds(condition, position)",
                    Language::JavaScript => " || (condition >= 0 && !holds(condition, position))",
                    Language::Rust => " || condition >= 0 && !holds(condition, position)",
                    Language::C => " || (move[2] >= 0 && !holds(move[2], position))",
                };
            } else if language == Language::Rust {
                // Some games do not have conditions.
                holds = " || condition >= 0";
            }
        }
        let conditions = if tests.is_empty() { None } else { Some(writer.conditions(&tests)?) };
        parts.extend(conditions.is_some().then_some("conditions"));
        parts.extend(closed.laws.iter().any(|law| law.about == About::Sorted).then_some("sort"));
        parts.extend(value_body.contains("columns(position").then_some("columns"));
        let move_count = rows.len();
        Some(Self { value_body, conditions, moves: written(&rows, language), move_count, holds, parts })
    }
}

/// Names for the coordinates in code: their own, unless those have another meaning.
fn names(ruleset: &Ruleset) -> Vec<String> {
    let plain = |name: &String| {
        let mut letters = name.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && name.len() > 1
            && letters.all(|c| c.is_ascii_digit())
    };
    let own = ruleset.coordinates();
    if own.iter().all(plain) {
        own.to_vec()
    } else {
        (1..=own.len()).map(|index| format!("x{index}")).collect()
    }
}

/// The move as added constants; `None` if it is not one of this kind.
fn change(schema: &MoveSchema, dimension: usize, tests: &mut Vec<Test>) -> Option<Change> {
    if schema.parameters > 0 {
        return None;
    }
    let mut amounts = Vec::new();
    for (track, target) in schema.targets.iter().enumerate() {
        amounts.push(match target {
            Target::Same => 0,
            Target::Becomes(expression) => {
                let own = Variable(u16::try_from(track).ok()?);
                (expression.terms() == [(own, 1)]).then_some(expression.constant_term())?
            }
        });
    }
    if amounts.iter().any(|amount| amount.unsigned_abs() > 1 << 40) {
        return None;
    }
    let condition = match &schema.guard {
        Formula::True => None,
        guard => {
            let test = closed::test(guard, dimension)?;
            let known = tests.iter().position(|other| *other == test);
            Some(known.unwrap_or_else(|| {
                tests.push(test);
                tests.len() - 1
            }))
        }
    };
    Some(Change { before: schema.from.0.into(), after: schema.to.0.into(), condition, amounts })
}

/// Whether the rules are those of Nim: any number may be replaced by any smaller one, there are no
/// other moves, and there is no stopping rule.
fn is_nim(ruleset: &Ruleset) -> bool {
    let dimension = ruleset.dimension();
    let taken = |schema: &MoveSchema| -> Option<usize> {
        if schema.parameters != 1 || schema.from != schema.to {
            return None;
        }
        let mut changed = schema.targets.iter().enumerate().filter(|(_, target)| **target != Target::Same);
        let (track, target) = changed.next()?;
        let rest = Variable(u16::try_from(dimension).ok()?);
        let heap = Variable(u16::try_from(track).ok()?);
        let Target::Becomes(becomes) = target else { return None };
        let parts = match &schema.guard {
            Formula::And(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        let [Formula::NotPositive(bound)] = parts else { return None };
        let less = bound.terms().len() == 2
            && bound.coefficient(rest) == 1
            && bound.coefficient(heap) == -1
            && bound.constant_term() == 1;
        (changed.next().is_none() && becomes.terms() == [(rest, 1)] && becomes.constant_term() == 0 && less)
            .then_some(track)
    };
    let mut tracks: Vec<usize> = Vec::new();
    for schema in ruleset.moves() {
        match taken(schema) {
            Some(track) => tracks.push(track),
            None => return false,
        }
    }
    tracks.sort_unstable();
    // With more players other moves are sought.
    matches!(ruleset.convention(), Convention::Normal | Convention::Misere)
        && ruleset.controls().len() == 1
        && *ruleset.stop() == Formula::False
        && dimension > 0
        && tracks == (0..dimension).collect::<Vec<_>>()
}

/// Whether the law is by the nim-sum, possibly with another law where all numbers are at most 1. In
/// Nim this is Bouton's theorem, and its moves are then correct.
fn is_nim_law(closed: &Closed, dimension: usize) -> bool {
    let sum = Number::NimSum((0..dimension).map(Number::Coordinate).collect());
    let [law] = &closed.laws[..] else { return false };
    match &law.steps[..] {
        [Statement::Return(number)] => *number == sum,
        [.., Statement::If(test, all), Statement::Return(Number::Constant(1))] => {
            *test == Test::Zero(sum) && all[..] == [Statement::Return(Number::Constant(0))]
        }
        _ => false,
    }
}

fn written(rows: &[Change], language: Language) -> String {
    let (open, close) = match language {
        Language::Rust => ("(", ")"),
        Language::C => ("{", "}"),
        Language::Python => ("(", ")"),
        Language::JavaScript => ("[", "]"),
    };
    let (begin, end) = if language == Language::C { ("{", "}") } else { ("[", "]") };
    let indent = if language == Language::JavaScript { "  " } else { "    " };
    let mut text = begin.to_owned();
    for row in rows {
        let amounts: Vec<String> = row.amounts.iter().map(ToString::to_string).collect();
        let amounts = amounts.join(", ");
        let amounts = if language == Language::Rust { format!("[{amounts}]") } else { amounts };
        let condition = row.condition.map_or("-1".to_owned(), |index| index.to_string());
        text.push_str(&format!(
            "\n{indent}{open}{}, {}, {condition}, {amounts}{close},",
            row.before, row.after
        ));
    }
    format!("{text}\n{end}")
}
