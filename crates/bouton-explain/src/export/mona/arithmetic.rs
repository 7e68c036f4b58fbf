//! Linear arithmetic of finite sets: sums by carries, multiples by doubling.

use bouton_core::{Formula, LinearExpression};

use super::ExportError;

/// Predicates for sums and the order of numbers.
pub(super) const PREDICATES: &str = "\
pred majority(var1 p, var2 X, Y, C) = (p in X & p in Y) | (p in X & p in C) | (p in Y & p in C);
pred plus(var2 X, Y, Z) = ex2 C: 0 notin C & (all1 p: (p+1 in C <=> majority(p, X, Y, C)) & (p in Z <=> ~(p in X <=> ~(p in Y <=> p in C))));
pred less(var2 X, Y) = ex1 p: p in Y & p notin X & (all1 q: q > p => (q in X <=> q in Y));
pred atmost(var2 X, Y) = X = Y | less(X, Y);
";

/// A writer of formulas over variables with these names.
pub(super) struct Writer {
    names: Vec<String>,
    fresh: usize,
}

/// The conditions on the quantified sets, and the set that is the sum.
struct Sum {
    bound: Vec<String>,
    conditions: Vec<String>,
    total: String,
}

impl Writer {
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { names, fresh: 0 }
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("S{}", self.fresh)
    }

    pub(super) fn formula(&mut self, formula: &Formula) -> Result<String, ExportError> {
        Ok(match formula {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::NotPositive(expression) => self.compare(&self.terms(expression), "atmost")?,
            Formula::Zero(expression) => self.compare(&self.terms(expression), "equal")?,
            Formula::Congruent { expression, modulus, residue } => {
                // The expression is the residue plus a multiple of the modulus, on either side.
                let quotient = format!("Q{}", self.fresh());
                let mut either = Vec::new();
                for sign in [-1, 1] {
                    let mut terms = self.terms(expression);
                    terms.push((None, -i128::from(*residue)));
                    terms.push((Some(quotient.clone()), sign * i128::from(*modulus)));
                    either.push(self.compare(&terms, "equal")?);
                }
                format!("(ex2 {quotient}: {})", either.join(" | "))
            }
            Formula::Not(inner) => format!("~({})", self.formula(inner)?),
            Formula::And(parts) => self.joined("(true", " & ", parts)?,
            Formula::Or(parts) => self.joined("(false", " | ", parts)?,
        })
    }

    fn joined(&mut self, open: &str, with: &str, parts: &[Formula]) -> Result<String, ExportError> {
        let mut text = open.to_owned();
        for part in parts {
            text = text + with + &self.formula(part)?;
        }
        Ok(text + ")")
    }

    /// The condition that a number is the value of an expression.
    pub(super) fn becomes(
        &mut self,
        name: &str,
        expression: &LinearExpression,
    ) -> Result<String, ExportError> {
        let mut terms = self.terms(expression);
        terms.push((Some(name.to_owned()), -1));
        self.compare(&terms, "equal")
    }

    /// The terms of an expression with the names of their variables, and its constant.
    fn terms(&self, expression: &LinearExpression) -> Vec<(Option<String>, i128)> {
        let variables = expression.terms().iter();
        variables
            .map(|&(variable, coefficient)| {
                (Some(self.names[variable.index()].clone()), i128::from(coefficient))
            })
            .chain([(None, i128::from(expression.constant_term()))])
            .collect()
    }

    /// The condition that the sum of the terms is 0, or not positive: compares the positive terms
    /// with the negative ones.
    fn compare(&mut self, terms: &[(Option<String>, i128)], relation: &str) -> Result<String, ExportError> {
        let left = self.sum(terms.iter().filter(|term| term.1 > 0))?;
        let right = self.sum(terms.iter().filter(|term| term.1 < 0))?;
        let mut conditions = [left.conditions, right.conditions].concat();
        conditions.push(match relation {
            "equal" => format!("{} = {}", left.total, right.total),
            _ => format!("atmost({}, {})", left.total, right.total),
        });
        let body = conditions.join(" & ");
        let bound = [left.bound, right.bound].concat();
        Ok(if bound.is_empty() { format!("({body})") } else { format!("(ex2 {}: {body})", bound.join(", ")) })
    }

    /// A set that is the sum of multiples of sets, by the absolute values of the factors.
    fn sum<'a>(
        &mut self,
        terms: impl Iterator<Item = &'a (Option<String>, i128)>,
    ) -> Result<Sum, ExportError> {
        let mut sum = Sum { bound: Vec::new(), conditions: Vec::new(), total: "empty".to_owned() };
        for (name, coefficient) in terms {
            let factor = coefficient.unsigned_abs();
            match name {
                // A constant: the set of its ones.
                None => {
                    let places: Vec<String> = (0..128)
                        .filter(|place| factor >> place & 1 == 1)
                        .map(|place: u32| place.to_string())
                        .collect();
                    let constant = format!("{{{}}}", places.join(","));
                    self.add(&mut sum, &constant);
                }
                Some(name) => {
                    let mut power = name.clone();
                    for place in 0..128 - factor.leading_zeros() {
                        if place > 0 {
                            let double = self.fresh();
                            sum.conditions.push(format!("plus({power}, {power}, {double})"));
                            sum.bound.push(double.clone());
                            power = double;
                        }
                        if factor >> place & 1 == 1 {
                            self.add(&mut sum, &power);
                        }
                    }
                }
            }
        }
        Ok(sum)
    }

    fn add(&mut self, sum: &mut Sum, term: &str) {
        if sum.total == "empty" {
            term.clone_into(&mut sum.total);
            return;
        }
        let total = self.fresh();
        sum.conditions.push(format!("plus({}, {term}, {total})", sum.total));
        sum.bound.push(total.clone());
        sum.total = total;
    }
}
