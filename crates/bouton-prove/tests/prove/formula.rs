//! Writes "this law is the valuation of this game" as a formula of WS1S, for MONA to decide.
//! Numbers are finite sets (the places of their binary ones). This code shares only the ruleset and
//! the law with the prover.

use std::fmt::Write;

use bouton_automata::least_significant_first;
use bouton_core::{
    Condition, DigitAutomaton, Formula, LinearExpression, MoveSchema, Ruleset, Target, Valuation, Value,
    Variable,
};

/// The MONA program that is valid exactly if `law` satisfies the local rule.
pub(crate) fn program(ruleset: &Ruleset, valuation: Valuation, law: &DigitAutomaton) -> String {
    let count = valuation.value_count().expect("a finite valuation");
    let conditions = valuation.conditions(count).expect("the valuation has conditions");
    let mut text = String::from("ws1s;\n");
    text.push_str(
        "pred majority(var1 p, var2 X, Y, C) = (p in X & p in Y) | (p in X & p in C) | (p in Y & p in C);\n\
         pred plus(var2 X, Y, Z) = ex2 C: 0 notin C & (all1 p: (p+1 in C <=> majority(p, X, Y, C)) & \
         (p in Z <=> ~(p in X <=> ~(p in Y <=> ~(p in C <=> false)))));\n\
         pred atmost(var2 X, Y) = X = Y | ex1 p: p in Y & p notin X & (all1 q: q > p => (q in X <=> q in Y));\n",
    );
    law_predicates(&mut text, law, count);
    for (control, _) in (0u8..).zip(ruleset.controls()) {
        for (value, condition) in (0..).zip(&conditions) {
            theorem(&mut text, ruleset, control, value, condition);
        }
    }
    text
}

fn list(prefix: &str, count: usize) -> String {
    (0..count).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(", ")
}

/// For each control state c and value v a predicate `lawc_v`, by the run of the
/// automaton that reads least significant digits first.
fn law_predicates(text: &mut String, law: &DigitAutomaton, count: Value) {
    let tracks = law.tracks();
    let reversed = least_significant_first(law, 1 << 16).expect("small laws only");
    let bits = usize::BITS - (reversed.states() - 1).leading_zeros();
    let bits = bits.max(1) as usize;
    let state_at = |place: &str, state: usize| {
        (0..bits)
            .map(|bit| format!("{place} {} B{bit}", if state >> bit & 1 == 1 { "in" } else { "notin" }))
            .collect::<Vec<_>>()
            .join(" & ")
    };
    let _ = write!(
        text,
        "pred run(var2 {}, {}, var1 end) = {}",
        list("X", tracks),
        list("B", bits),
        state_at("0", 0)
    );
    for track in 0..tracks {
        let _ = write!(text, " & (all1 p: p in X{track} => p < end)");
    }
    text.push_str(" & (all1 p: p < end => (");
    for state in 0..reversed.states() {
        let _ = write!(text, "{}(({}) => (", if state > 0 { " & " } else { "" }, state_at("p", state));
        for letter in 0..1usize << tracks {
            let digits = (0..tracks)
                .map(|track| format!("p {} X{track}", if letter >> track & 1 == 1 { "in" } else { "notin" }))
                .collect::<Vec<_>>()
                .join(" & ");
            let next = reversed.next(state, letter);
            let _ = write!(
                text,
                "{}(({digits}) => ({}))",
                if letter > 0 { " & " } else { "" },
                state_at("p+1", next)
            );
        }
        text.push_str("))");
    }
    text.push_str("));\n");
    for control in 0..law.starts().len() {
        for value in 0..count {
            let _ = write!(
                text,
                "pred law{control}_{value}(var2 {}) = ex1 end: ex2 {}: run({}, {}, end) & (false",
                list("X", tracks),
                list("B", bits),
                list("X", tracks),
                list("B", bits)
            );
            for state in 0..reversed.states() {
                if reversed.output(state, control) == value {
                    let _ = write!(text, " | ({})", state_at("end", state));
                }
            }
            text.push_str(");\n");
        }
    }
}

fn theorem(text: &mut String, ruleset: &Ruleset, control: u8, value: Value, condition: &Condition) {
    let dimension = ruleset.dimension();
    let _ = write!(
        text,
        "all2 {}: law{control}_{value}({}) => (true",
        list("X", dimension),
        list("X", dimension)
    );
    let option = |schema: &MoveSchema, values: &[Value]| {
        let law = values
            .iter()
            .map(|v| format!("law{}_{v}({})", schema.to.0, list("Y", dimension)))
            .collect::<Vec<_>>()
            .join(" | ");
        let mut names: Vec<String> = (0..dimension).map(|i| format!("X{i}")).collect();
        names.extend((0..schema.parameters).map(|i| format!("T{i}")));
        let mut writer = Writer { names, fresh: 0 };
        let mut body = format!("{} & ~({})", writer.formula(&schema.guard), writer.formula(ruleset.stop()));
        for (coordinate, target) in schema.targets.iter().enumerate() {
            let name = format!("Y{coordinate}");
            let part = match target {
                Target::Same => format!("{name} = X{coordinate}"),
                Target::Becomes(expression) => {
                    writer.names.push(name);
                    let own = Variable(u16::try_from(writer.names.len() - 1).expect("few names"));
                    let difference =
                        LinearExpression::variable(own).minus(expression).expect("small numbers");
                    let part = writer.compare(&difference, "=");
                    writer.names.pop();
                    part
                }
            };
            let _ = write!(body, " & {part}");
        }
        let mut bound: Vec<String> = (0..dimension).map(|i| format!("Y{i}")).collect();
        bound.extend((0..schema.parameters).map(|i| format!("T{i}")));
        format!("(ex2 {}: {body} & ({law}))", bound.join(", "))
    };
    let schemas: Vec<&MoveSchema> =
        ruleset.moves().iter().filter(|schema| schema.from.0 == control).collect();
    if !condition.forbidden.is_empty() {
        for schema in &schemas {
            let _ = write!(text, " & ~{}", option(schema, &condition.forbidden));
        }
    }
    for required in &condition.required {
        text.push_str(" & (false");
        for schema in &schemas {
            let _ = write!(text, " | {}", option(schema, required));
        }
        text.push(')');
    }
    text.push_str(");\n");
}

/// Linear arithmetic by addition of finite sets.
struct Writer {
    names: Vec<String>,
    fresh: usize,
}

impl Writer {
    fn formula(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::True => "true".into(),
            Formula::False => "false".into(),
            Formula::NotPositive(e) => self.compare(e, "<="),
            Formula::Zero(e) => self.compare(e, "="),
            Formula::Congruent { expression, modulus, residue } => {
                // expression - residue = modulus * quotient, for a quotient of either sign
                let shifted = expression
                    .with_constant(expression.constant_term() - i64::from(*residue))
                    .expect("small numbers");
                self.fresh += 1;
                let name = format!("Q{}", self.fresh);
                self.names.push(name.clone());
                let quotient = LinearExpression::variable(Variable(
                    u16::try_from(self.names.len() - 1).expect("few names"),
                ));
                let multiple = quotient.scaled(i64::from(*modulus)).expect("small numbers");
                let above = self.compare(&shifted.minus(&multiple).expect("small numbers"), "=");
                let below = self.compare(&shifted.plus(&multiple).expect("small numbers"), "=");
                self.names.pop();
                format!("(ex2 {name}: {above} | {below})")
            }
            Formula::Not(inner) => format!("~({})", self.formula(inner)),
            Formula::And(parts) => {
                parts.iter().fold("(true".to_owned(), |all, part| all + " & " + &self.formula(part)) + ")"
            }
            Formula::Or(parts) => {
                parts.iter().fold("(false".to_owned(), |all, part| all + " | " + &self.formula(part)) + ")"
            }
        }
    }

    /// `expression <= 0` or `expression = 0`: compares the positive terms with the negative ones.
    fn compare(&mut self, expression: &LinearExpression, sign: &str) -> String {
        let mut sides = [Vec::new(), Vec::new()];
        for &(variable, coefficient) in expression.terms() {
            for _ in 0..coefficient.unsigned_abs() {
                sides[usize::from(coefficient < 0)].push(self.names[variable.index()].clone());
            }
        }
        let constant = expression.constant_term();
        let number = constant.unsigned_abs();
        let places: Vec<String> =
            (0..64).filter(|place| number >> place & 1 == 1).map(|p: u32| p.to_string()).collect();
        if !places.is_empty() {
            sides[usize::from(constant < 0)].push(format!("{{{}}}", places.join(",")));
        }
        let mut conditions = Vec::new();
        let mut bound = Vec::new();
        let mut sum = |terms: &[String], fresh: &mut usize| {
            let mut terms = terms.iter();
            let mut total = terms.next().cloned().unwrap_or_else(|| "empty".to_owned());
            for term in terms {
                *fresh += 1;
                let name = format!("S{fresh}");
                conditions.push(format!("plus({total}, {term}, {name})"));
                bound.push(name.clone());
                total = name;
            }
            total
        };
        let left = sum(&sides[0], &mut self.fresh);
        let right = sum(&sides[1], &mut self.fresh);
        conditions.push(if sign == "=" {
            format!("{left} = {right}")
        } else {
            format!("atmost({left}, {right})")
        });
        let body = conditions.join(" & ");
        if bound.is_empty() { format!("({body})") } else { format!("(ex2 {}: {body})", bound.join(", ")) }
    }
}
