//! Formulas of WS1S for MONA (Henriksen and others, *Mona: monadic second-order logic in practice*,
//! 1995).
//!
//! A number is the finite set of the places of its binary ones. The law is a predicate: some sets,
//! the bits of states, are the run of the automaton down from a place above all ones, where it is
//! in its initial state. The formula to decide is the local rule, for each control state and each
//! value: no option has a forbidden value, and some option has each required one. As play ends,
//! exactly one valuation satisfies the rule.

mod arithmetic;

use std::fmt::Write;

use bouton_core::{
    Condition, ControlState, DigitAutomaton, Law, MoveSchema, Ruleset, Target, Valuation, Value,
};

use self::arithmetic::{PREDICATES, Writer};
use super::{ExportError, about, short_enough};

/// The theorem as a program for MONA, which prints `Formula is valid` exactly if the law satisfies
/// the local rule at every position.
///
/// For each control state c and value v there is a predicate `law_c_v` of the coordinates. The
/// program does not state that play ends.
///
/// # Errors
///
/// [`ExportError::Numeration`] for a law that does not read binary digits,
/// [`ExportError::Valuation`] for a valuation without a local rule, [`ExportError::Bytes`] if it
/// would have more than `most` bytes.
///
/// # Panics
///
/// If the law is not one of the rules.
///
/// # Examples
///
/// ```
/// use bouton_core::{Law, Valuation};
///
/// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let program = bouton_explain::mona(&rules, &Law::new(Valuation::NormalOutcome, law), 1 << 20).unwrap();
/// assert!(program.contains("law_0_1")); // the predicate of control state 0 and value 1
/// ```
pub fn mona(ruleset: &Ruleset, law: &Law, most: usize) -> Result<String, ExportError> {
    if !law.numeration().is_binary() {
        return Err(ExportError::Numeration {
            tool: "MONA",
            numeration: law.numeration().to_string(),
            expected: "base 2",
        });
    }
    let largest = law.automaton.outputs().iter().copied().max().unwrap_or(0);
    let count = law.valuation.value_count().unwrap_or(largest + 1);
    let unsaid = match law.valuation {
        Valuation::MisereOutcome => "outcomes of misère play that do not tell whether play has ended",
        _ => "how long play lasts",
    };
    let conditions = law.valuation.conditions(count).ok_or(ExportError::Valuation(unsaid))?;
    let mut text = String::new();
    for line in about(ruleset, law, None) {
        let _ = writeln!(text, "# {line}");
    }
    text.push_str("ws1s;\n");
    text.push_str(PREDICATES);
    predicates(&mut text, &law.automaton, count, most)?;
    for control in ruleset.control_states() {
        for (value, condition) in (0..).zip(&conditions) {
            rule(&mut text, ruleset, law, control, (value, condition), most)?;
        }
    }
    Ok(text)
}

fn list(prefix: &str, count: usize) -> String {
    (0..count).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(", ")
}

/// Writes the run of the automaton, and for each control state and value the predicate of the
/// numbers that lead there.
fn predicates(text: &mut String, law: &DigitAutomaton, count: Value, most: usize) -> Result<(), ExportError> {
    let tracks = law.tracks();
    let bits = (usize::BITS - (law.states() - 1).leading_zeros()).max(1) as usize;
    let state_at = |place: &str, state: usize| {
        let bits: Vec<String> = (0..bits)
            .map(|bit| format!("{place} {} B{bit}", if state >> bit & 1 == 1 { "in" } else { "notin" }))
            .collect();
        bits.join(" & ")
    };
    let (numbers, states) = (list("X", tracks), list("B", bits));
    // At place p + 1 is the state after the digits at p + 1 and above, at `end` the initial state.
    let _ = write!(text, "pred run(var2 {numbers}, {states}, var1 end) = (true");
    for track in 0..tracks {
        let _ = write!(text, " & (all1 p: p in X{track} => p < end)");
    }
    text.push_str(") & (all1 p: p < end => (true");
    for state in 0..law.states() {
        let _ = write!(text, "\n & (({}) => (true", state_at("p+1", state));
        for letter in 0..law.letters() {
            let digits: Vec<String> = (0..tracks)
                .map(|track| format!("p {} X{track}", if letter >> track & 1 == 1 { "in" } else { "notin" }))
                .collect();
            let next = law.next(u32::try_from(state).unwrap_or(u32::MAX), letter) as usize;
            let _ = write!(text, " & (({}) => ({}))", digits.join(" & "), state_at("p", next));
            short_enough(text, most)?;
        }
        text.push_str("))");
    }
    text.push_str("));\n");
    for (control, &start) in law.starts().iter().enumerate() {
        for value in 0..count {
            let _ = write!(
                text,
                "pred law_{control}_{value}(var2 {numbers}) = ex1 end: ex2 {states}: run({numbers}, {states}, end) & ({}) & (false",
                state_at("end", start as usize)
            );
            for (state, _) in law.outputs().iter().enumerate().filter(|(_, output)| **output == value) {
                let _ = write!(text, " | ({})", state_at("0", state));
            }
            text.push_str(");\n");
            short_enough(text, most)?;
        }
    }
    Ok(())
}

/// Writes that positions with a value have no option of a forbidden value, and an option of each
/// required set.
fn rule(
    text: &mut String,
    ruleset: &Ruleset,
    law: &Law,
    control: ControlState,
    (value, condition): (Value, &Condition),
    most: usize,
) -> Result<(), ExportError> {
    let tracks = law.automaton.tracks();
    let (numbers, options) = (list("X", tracks), list("Y", tracks));
    let values_of = |control: ControlState, values: &[Value]| {
        let laws: Vec<String> =
            values.iter().map(|value| format!("law_{}_{value}({options})", control.index())).collect();
        laws.join(" | ")
    };
    let schemas: Vec<&MoveSchema> = ruleset.moves().iter().filter(|schema| schema.from == control).collect();
    let all = |values: &[Value]| {
        let mut moves: Vec<String> = Vec::new();
        for schema in &schemas {
            let moved = option(ruleset, law, schema)?;
            moves.push(format!("(ex2 {}: {} & ({}))", moved.bound, moved.body, values_of(schema.to, values)));
        }
        if law.nim_heap {
            let last = tracks - 1;
            let same: Vec<String> = (0..last).map(|track| format!("Y{track} = X{track}")).collect();
            let same = if same.is_empty() { "true".to_owned() } else { same.join(" & ") };
            moves.push(format!(
                "(ex2 {options}: {same} & less(Y{last}, X{last}) & ({}))",
                values_of(control, values)
            ));
        }
        Ok::<_, ExportError>(moves)
    };
    let _ = write!(text, "all2 {numbers}: law_{}_{value}({numbers}) => (true", control.index());
    if !condition.forbidden.is_empty() {
        for moved in all(&condition.forbidden)? {
            let _ = write!(text, "\n & ~{moved}");
            short_enough(text, most)?;
        }
    }
    for required in &condition.required {
        text.push_str("\n & (false");
        for moved in all(required)? {
            let _ = write!(text, "\n  | {moved}");
            short_enough(text, most)?;
        }
        text.push(')');
    }
    text.push_str(");\n");
    short_enough(text, most)
}

/// A move from X to Y, and the sets that it quantifies.
struct Moved {
    bound: String,
    body: String,
}

fn option(ruleset: &Ruleset, law: &Law, schema: &MoveSchema) -> Result<Moved, ExportError> {
    let (dimension, tracks) = (ruleset.dimension(), law.automaton.tracks());
    let mut names: Vec<String> = (0..dimension).map(|coordinate| format!("X{coordinate}")).collect();
    names.extend((0..schema.parameters).map(|parameter| format!("T{parameter}")));
    let mut writer = Writer::new(names);
    let mut body = format!("{} & ~({})", writer.formula(&schema.guard)?, writer.formula(ruleset.stop())?);
    for (coordinate, target) in schema.targets.iter().enumerate() {
        let part = match target {
            Target::Same => format!("Y{coordinate} = X{coordinate}"),
            Target::Becomes(expression) => writer.becomes(&format!("Y{coordinate}"), expression)?,
        };
        let _ = write!(body, " & {part}");
    }
    if law.nim_heap {
        let _ = write!(body, " & Y{dimension} = X{dimension}");
    }
    let mut bound: Vec<String> = (0..tracks).map(|track| format!("Y{track}")).collect();
    bound.extend((0..schema.parameters).map(|parameter| format!("T{parameter}")));
    Ok(Moved { bound: bound.join(", "), body })
}
