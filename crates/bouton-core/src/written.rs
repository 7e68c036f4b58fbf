//! Readable text of rules, for a prover that uses it and a checker that checks it.

use crate::{
    Formula, LinearExpression, MoveSchema, Ruleset, RulesetParts, TakeAndBreakCode, Target, Variable,
};

impl Formula {
    /// Writes the condition, with the given names for the variables. Only sums of natural numbers
    /// are compared: `h1 + 1 <= h2` for h1 − h2 + 1 ≤ 0.
    ///
    /// ```
    /// use bouton_core::{Formula, LinearExpression, Variable};
    ///
    /// let difference = LinearExpression::variable(Variable(0)).minus(&LinearExpression::variable(Variable(1)));
    /// let less = Formula::NotPositive(difference.unwrap().with_constant(1).unwrap());
    /// assert_eq!(less.display(&|v| format!("h{}", v.0 + 1)), "h1 + 1 <= h2");
    /// ```
    #[must_use]
    pub fn display(&self, name: &dyn Fn(Variable) -> String) -> String {
        let compared = |e: &LinearExpression, sign: &str| {
            let (left, right) = sides(e, name);
            format!("{left} {sign} {right}")
        };
        let joined = |parts: &[Self], word: &str| -> String {
            parts.iter().map(|part| part.bracketed(name)).collect::<Vec<_>>().join(word)
        };
        match self {
            Self::True => "always".to_owned(),
            Self::False => "never".to_owned(),
            Self::NotPositive(e) => compared(e, "<="),
            Self::Zero(e) => compared(e, "="),
            Self::Congruent { expression, modulus, residue } => {
                let text = expression.display(name);
                if expression.terms().len() + usize::from(expression.constant_term() != 0) > 1 {
                    format!("({text}) mod {modulus} = {residue}")
                } else {
                    format!("{text} mod {modulus} = {residue}")
                }
            }
            Self::Not(inner) => format!("not {}", inner.bracketed(name)),
            Self::And(parts) if parts.is_empty() => "always".to_owned(),
            Self::Or(parts) if parts.is_empty() => "never".to_owned(),
            Self::And(parts) => joined(parts, " and "),
            Self::Or(parts) => joined(parts, " or "),
        }
    }

    fn bracketed(&self, name: &dyn Fn(Variable) -> String) -> String {
        match self {
            Self::And(parts) | Self::Or(parts) if parts.len() > 1 => format!("({})", self.display(name)),
            other => other.display(name),
        }
    }
}

/// Returns the two sides of e ≤ 0 or e = 0, without minus signs.
fn sides(e: &LinearExpression, name: &dyn Fn(Variable) -> String) -> (String, String) {
    let side = |sign: i64| {
        let mut parts: Vec<String> = Vec::new();
        for &(variable, coefficient) in e.terms() {
            if coefficient.signum() == sign {
                parts.push(match coefficient.unsigned_abs() {
                    1 => name(variable),
                    many => format!("{many} {}", name(variable)),
                });
            }
        }
        if e.constant_term().signum() == sign || parts.is_empty() {
            let constant =
                if e.constant_term().signum() == sign { e.constant_term().unsigned_abs() } else { 0 };
            parts.push(constant.to_string());
        }
        parts.join(" + ")
    };
    (side(1), side(-1))
}

impl Ruleset {
    /// Writes the moves, one on each line, and the stopping rule if there is one. A line has first
    /// the control states if there are several, then the new values of the coordinates, then the
    /// parameters and the condition. The move exists for all natural numbers for which the
    /// condition holds and every coordinate becomes a natural number.
    #[must_use]
    pub fn written_out(&self) -> Vec<String> {
        self.parts().written_out(&[])
    }
}

impl RulesetParts {
    /// Writes the moves as [`Ruleset::written_out`] does. The first parameters of each move are the
    /// letters of the rules, if there are any.
    #[must_use]
    pub fn written_out(&self, letters: &[String]) -> Vec<String> {
        let mut prefix = "t".to_owned();
        while self.coordinates.iter().chain(letters).any(|known| known.starts_with(&prefix)) {
            prefix.push('t');
        }
        let name = |variable: Variable| match self.coordinates.iter().chain(letters).nth(variable.index()) {
            Some(known) => known.clone(),
            None => format!("{prefix}{}", variable.index() - self.coordinates.len() - letters.len() + 1),
        };
        let line = |schema| self.line(schema, letters.len(), &name);
        let mut lines: Vec<String> = self.moves.iter().map(line).collect();
        if self.stop != Formula::False {
            lines.push(format!("stopped when {}", self.stop.display(&name)));
        }
        lines
    }

    fn line(&self, schema: &MoveSchema, letters: usize, name: &dyn Fn(Variable) -> String) -> String {
        let mut line = String::new();
        if let [_, _, ..] = self.controls[..] {
            let of = |control: crate::ControlState| self.controls[control.index()].as_str();
            line = format!("[{} -> {}] ", of(schema.from), of(schema.to));
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (coordinate, target) in self.coordinates.iter().zip(&schema.targets) {
            if let Target::Becomes(expression) = target {
                before.push(coordinate.as_str());
                after.push(expression.display(name));
            }
        }
        if before.is_empty() {
            line.push_str("nothing changes");
        } else {
            line.push_str(&format!("{} -> {}", before.join(", "), after.join(", ")));
        }
        let parameters: Vec<String> = (letters..usize::from(schema.parameters))
            .map(|number| name(Variable::new(self.coordinates.len() + number)))
            .collect();
        if !parameters.is_empty() {
            line.push_str(&format!(" for some {}", parameters.join(", ")));
        }
        if schema.guard != Formula::True {
            line.push_str(&format!(" when {}", schema.guard.display(name)));
        }
        line
    }
}

impl TakeAndBreakCode {
    /// Describes the moves that each digit allows, one digit on each line.
    ///
    /// ```
    /// use bouton_core::TakeAndBreakCode;
    ///
    /// let kayles = TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    /// assert_eq!(kayles.written_out()[0], "take 1 from a heap and leave of it no heap, 1 heap or 2 heaps");
    /// ```
    #[must_use]
    pub fn written_out(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let (settled, round) = (self.digits().len(), self.tail().len());
        for taken in (0..settled + round).filter(|&taken| self.digit(taken) > 0) {
            let counts: Vec<String> = (0..4)
                .filter(|&heaps| self.allows(taken, heaps))
                .map(|heaps| match heaps {
                    0 => "no heap".to_owned(),
                    1 => "1 heap".to_owned(),
                    many if self.parts_are_unequal() => format!("{many} heaps of different sizes"),
                    many => format!("{many} heaps"),
                })
                .collect();
            let list = match counts.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => counts.concat(),
            };
            let amounts = match taken {
                _ if taken < settled => taken.to_string(),
                _ if round == 1 => format!("{taken} or more"),
                _ => format!("{taken}, {}, {}, …", taken + round, taken + 2 * round),
            };
            lines.push(format!("take {amounts} from a heap and leave of it {list}"));
        }
        lines
    }
}
