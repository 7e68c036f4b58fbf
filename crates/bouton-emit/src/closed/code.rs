//! Steps as code. Nothing overflows in a language whose numbers have limits: sums are only of small
//! numbers or of remainders, and x − y is computed only if x ≥ y.

use std::fmt::Write;

use super::{About, Closed, Law, Number, Statement, Test};
use crate::Language;

/// Numbers up to this are safe in sums, in every language.
const MAX_SMALL: i64 = 1 << 40;

/// Writes steps in a language.
pub(crate) struct Writer<'a> {
    language: Language,
    /// The names of the coordinates.
    names: &'a [String],
    /// Whether values are as large as coordinates.
    large_values: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(language: Language, names: &'a [String], large_values: bool) -> Self {
        Self { language, names, large_values }
    }

    /// The body of the function that returns the value; `None` if some step does not have safe
    /// code.
    pub(crate) fn value(&self, closed: &Closed) -> Option<String> {
        let mut text = String::new();
        let (last, others) = closed.laws.split_last()?;
        for law in others {
            let controls: Vec<String> =
                law.controls.iter().map(|control| format!("control == {control}")).collect();
            self.open(&mut text, 1, &controls.join(self.or()));
            self.law(&mut text, 2, law)?;
            self.close(&mut text, 1);
        }
        self.law(&mut text, 1, last)?;
        Some(text.trim_end().to_owned())
    }

    fn law(&self, text: &mut String, depth: usize, law: &Law) -> Option<()> {
        let mut body = String::new();
        for step in &law.steps {
            self.step(&mut body, depth, step)?;
        }
        let pad = self.pad(depth);
        let source = match law.about {
            About::Coordinates => "position",
            About::Sorted => {
                match self.language {
                    Language::Python => {
                        let _ = writeln!(text, "{pad}heaps = sorted(position)");
                    }
                    Language::JavaScript => {
                        let _ = writeln!(
                            text,
                            "{pad}const heaps = [...position].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));"
                        );
                    }
                    Language::Rust => {
                        let _ =
                            writeln!(text, "{pad}let mut heaps = *position;\n{pad}heaps.sort_unstable();");
                    }
                    Language::C => {
                        let _ =
                            writeln!(text, "{pad}number heaps[COORDINATES];\n{pad}sort(position, heaps);");
                    }
                }
                "heaps"
            }
            About::Halved(halvings) => {
                let _ = match self.language {
                    Language::Python => writeln!(text, "{pad}halves = [x >> {halvings} for x in position]"),
                    Language::JavaScript => {
                        writeln!(text, "{pad}const halves = position.map((x) => x >> {halvings}n);")
                    }
                    Language::Rust => writeln!(text, "{pad}let halves = position.map(|x| x >> {halvings});"),
                    Language::C => {
                        let halves: Vec<String> =
                            (0..self.names.len()).map(|i| format!("position[{i}] >> {halvings}")).collect();
                        writeln!(text, "{pad}const number halves[COORDINATES] = {{{}}};", halves.join(", "))
                    }
                };
                "halves"
            }
        };
        self.bind(text, depth, &body, source);
        text.push_str(&body);
        Some(())
    }

    /// The body of a function that evaluates the conditions by their numbers.
    pub(crate) fn conditions(&self, tests: &[Test]) -> Option<String> {
        let pad = self.pad(1);
        let mut body = String::new();
        for (index, test) in tests.iter().enumerate() {
            let test = self.test(test)?;
            let test = bare(&test);
            self.open(&mut body, 1, &format!("condition {} {index}", self.equal()));
            let end = if self.language == Language::Python { "" } else { ";" };
            let _ = writeln!(body, "{}return {test}{end}", self.pad(2));
            self.close(&mut body, 1);
        }
        let _ = match self.language {
            Language::Rust => writeln!(body, "{pad}true"),
            Language::Python => writeln!(body, "{pad}return True"),
            _ => writeln!(body, "{pad}return {};", self.truth(true)),
        };
        let mut text = String::new();
        self.bind(&mut text, 1, &body, "position");
        text.push_str(&body);
        Some(text.trim_end().to_owned())
    }

    /// Names for the coordinates that are used.
    fn bind(&self, text: &mut String, depth: usize, body: &str, source: &str) {
        let pad = self.pad(depth);
        let used = |name: &str| {
            body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
        };
        for (index, name) in self.names.iter().enumerate().filter(|(_, name)| used(name)) {
            let _ = match self.language {
                Language::Python => writeln!(text, "{pad}{name} = {source}[{index}]"),
                Language::JavaScript => writeln!(text, "{pad}const {name} = {source}[{index}];"),
                Language::Rust => writeln!(text, "{pad}let {name} = {source}[{index}];"),
                Language::C => writeln!(text, "{pad}number {name} = {source}[{index}];"),
            };
        }
    }

    fn step(&self, text: &mut String, depth: usize, step: &Statement) -> Option<()> {
        let pad = self.pad(depth);
        match step {
            Statement::If(test, body) => {
                let condition = self.test(test)?;
                self.open(text, depth, &condition);
                for step in body {
                    self.step(text, depth + 1, step)?;
                }
                self.close(text, depth);
            }
            Statement::Remember(number) => {
                let number = self.index(number)?;
                let _ = match self.language {
                    Language::Python => writeln!(text, "{pad}remainder = {number}"),
                    Language::JavaScript => writeln!(text, "{pad}const remainder = {number};"),
                    Language::Rust => writeln!(text, "{pad}let remainder = {number};"),
                    Language::C => writeln!(text, "{pad}number remainder = {number};"),
                };
            }
            Statement::Return(number) => {
                let number = self.returned(number)?;
                let _ = match self.language {
                    Language::Python => writeln!(text, "{pad}return {number}"),
                    Language::JavaScript => writeln!(text, "{pad}return {number};"),
                    Language::Rust => writeln!(text, "{pad}return Ok({number});"),
                    Language::C => writeln!(text, "{pad}return *result = {number}, DONE;"),
                };
            }
        }
        Some(())
    }

    fn pad(&self, depth: usize) -> String {
        " ".repeat(depth * if self.language == Language::JavaScript { 2 } else { 4 })
    }

    fn open(&self, text: &mut String, depth: usize, condition: &str) {
        let pad = self.pad(depth);
        let condition = bare(condition);
        let _ = match self.language {
            Language::Python => writeln!(text, "{pad}if {condition}:"),
            Language::Rust => writeln!(text, "{pad}if {condition} {{"),
            Language::C | Language::JavaScript => writeln!(text, "{pad}if ({condition}) {{"),
        };
    }

    fn close(&self, text: &mut String, depth: usize) {
        if self.language != Language::Python {
            let _ = writeln!(text, "{}}}", self.pad(depth));
        }
    }

    fn or(&self) -> &'static str {
        if self.language == Language::Python { " or " } else { " || " }
    }

    fn and(&self) -> &'static str {
        if self.language == Language::Python { " and " } else { " && " }
    }

    /// Whether numbers are unlimited and differences may be negative.
    fn unbounded(&self) -> bool {
        matches!(self.language, Language::Python | Language::JavaScript)
    }

    fn equal(&self) -> &'static str {
        if self.language == Language::JavaScript { "===" } else { "==" }
    }

    /// A number as a literal of the type of coordinates.
    fn literal(&self, number: u64) -> String {
        match self.language {
            Language::JavaScript => format!("{number}n"),
            Language::C if number > 0x7fff_ffff => format!("{number}ULL"),
            _ => number.to_string(),
        }
    }

    /// A test, in parentheses if it has several parts.
    pub(crate) fn test(&self, test: &Test) -> Option<String> {
        Some(match test {
            Test::Always => self.truth(true),
            Test::Never => self.truth(false),
            Test::AtMost(coefficients, bound) => self.at_most(coefficients, *bound)?,
            Test::Equal(coefficients, value) => self.equals(coefficients, *value)?,
            Test::Zero(number) => {
                let zero = self.literal(0);
                format!("({}) {} {zero}", self.number(number)?, self.equal())
            }
            Test::Congruent { coefficients, constant, modulus, residue } => {
                let remainder = self.remainder(coefficients, *constant, *modulus)?;
                format!("{remainder} {} {}", self.equal(), self.literal(u64::from(*residue)))
            }
            Test::Columns(modulus) => format!("columns(position, {modulus})"),
            Test::Not(inner) => match self.language {
                Language::Python => format!("not ({})", self.test(inner)?),
                _ => format!("!({})", self.test(inner)?),
            },
            Test::And(parts) => self.joined(parts, self.and(), true)?,
            Test::Or(parts) => self.joined(parts, self.or(), false)?,
        })
    }

    fn truth(&self, holds: bool) -> String {
        match (self.language, holds) {
            (Language::Python, true) => "True",
            (Language::Python, false) => "False",
            (Language::C, true) => "1",
            (Language::C, false) => "0",
            (_, true) => "true",
            (_, false) => "false",
        }
        .to_owned()
    }

    fn joined(&self, parts: &[Test], word: &str, unit: bool) -> Option<String> {
        let written: Vec<String> = parts
            .iter()
            .map(|part| {
                let text = self.test(part)?;
                // An alternative inside a conjunction, or the reverse.
                let nested = matches!(part, Test::And(_) | Test::Or(_)) && parts.len() > 1;
                Some(if nested { format!("({text})") } else { text })
            })
            .collect::<Option<_>>()?;
        Some(if written.is_empty() { self.truth(unit) } else { written.join(word) })
    }

    /// The coordinates with coefficient 1 and −1, if there are no others.
    fn signs(coefficients: &[i64]) -> Option<(Vec<usize>, Vec<usize>)> {
        let tracks = |sign: i64| (0..coefficients.len()).filter(|&i| coefficients[i] == sign).collect();
        coefficients.iter().all(|c| (-1..=1).contains(c)).then(|| (tracks(1), tracks(-1)))
    }

    fn at_most(&self, coefficients: &[i64], bound: i64) -> Option<String> {
        let (plus, minus) = Self::signs(coefficients)?;
        if bound.abs() > MAX_SMALL {
            return None;
        }
        match (&plus[..], &minus[..]) {
            ([], _) if bound >= 0 => Some(self.truth(true)),
            ([], []) => Some(self.truth(false)),
            (sum, []) => Some(self.sum_at_most(sum, bound)),
            // −x ≤ −c: x ≥ c.
            ([], [one]) => {
                Some(format!("{} >= {}", self.names[*one], self.literal(u64::try_from(-bound).unwrap_or(0))))
            }
            ([], sum) => {
                let below = self.sum_at_most(sum, bound.checked_neg()? - 1);
                let not = if self.language == Language::Python { "not " } else { "!" };
                Some(format!("{not}({})", bare(&below)))
            }
            ([one], [other]) => {
                let (x, y) = (&self.names[*one], &self.names[*other]);
                let distance = self.literal(bound.unsigned_abs());
                Some(match (self.unbounded(), bound) {
                    (_, 0) => format!("{x} <= {y}"),
                    (true, 1..) => format!("{x} <= {y} + {distance}"),
                    (true, _) => format!("{x} + {distance} <= {y}"),
                    (false, 1..) => format!("({x} <= {y} || {x} - {y} <= {distance})"),
                    (false, _) => format!("({x} < {y} && {y} - {x} >= {distance})"),
                })
            }
            _ => None,
        }
    }

    fn sum_at_most(&self, tracks: &[usize], bound: i64) -> String {
        let Ok(bound) = u64::try_from(bound) else { return self.truth(false) };
        let bound = self.literal(bound);
        let names: Vec<&str> = tracks.iter().map(|&track| self.names[track].as_str()).collect();
        let whole = format!("{} <= {bound}", names.join(" + "));
        if self.unbounded() || names.len() == 1 {
            return whole;
        }
        // Each is small, so that the sum is small, too.
        let each: Vec<String> = names.iter().map(|name| format!("{name} <= {bound}")).collect();
        format!("({} && {whole})", each.join(" && "))
    }

    fn equals(&self, coefficients: &[i64], value: i64) -> Option<String> {
        let (plus, minus) = Self::signs(coefficients)?;
        let sign = self.equal();
        if value.abs() > MAX_SMALL {
            return None;
        }
        match (&plus[..], &minus[..]) {
            ([], []) => Some(self.truth(value == 0)),
            (sum, []) | ([], sum) => {
                let value = if minus.is_empty() { value } else { -value };
                let Ok(number) = u64::try_from(value) else { return Some(self.truth(false)) };
                let names: Vec<&str> = sum.iter().map(|&track| self.names[track].as_str()).collect();
                let whole = format!("{} {sign} {}", names.join(" + "), self.literal(number));
                if self.unbounded() || names.len() == 1 {
                    return Some(whole);
                }
                Some(format!("({} && {whole})", self.sum_at_most(sum, value)))
            }
            ([one], [other]) => {
                let (one, other) = if value < 0 { (other, one) } else { (one, other) };
                let (x, y) = (&self.names[*one], &self.names[*other]);
                let distance = self.literal(value.unsigned_abs());
                Some(match (self.unbounded(), value) {
                    (_, 0) => format!("{x} {sign} {y}"),
                    (true, _) => format!("{x} {sign} {y} + {distance}"),
                    (false, _) => format!("({x} >= {y} && {x} - {y} {sign} {distance})"),
                })
            }
            _ => None,
        }
    }

    /// The remainder of a sum, in the type of coordinates.
    fn remainder(&self, coefficients: &[i64], constant: i64, modulus: u32) -> Option<String> {
        let m = i64::from(modulus);
        let modulus = self.literal(u64::from(modulus));
        let mut terms = Vec::new();
        for (name, &coefficient) in self.names.iter().zip(coefficients) {
            let coefficient = coefficient.rem_euclid(m);
            // In languages of limited numbers each is reduced before they are added.
            let term = if self.unbounded() { name.clone() } else { format!("{name} % {modulus}") };
            match coefficient {
                0 => {}
                1 => terms.push(term),
                _ if self.unbounded() => {
                    terms.push(format!("{} * {term}", self.literal(u64::try_from(coefficient).ok()?)));
                }
                _ => terms.push(format!("{coefficient} * ({term})")),
            }
        }
        let constant = u64::try_from(constant.rem_euclid(m)).ok()?;
        if constant > 0 {
            terms.push(self.literal(constant));
        }
        // In the usual notation where differences may be negative.
        if self.language == Language::Python
            && coefficients.iter().all(|c| (-1..=1).contains(c))
            && constant == 0
        {
            let (plus, minus) = Self::signs(coefficients)?;
            let mut text = plus.iter().map(|&i| self.names[i].clone()).collect::<Vec<_>>().join(" + ");
            for &track in &minus {
                text.push_str(&format!("{}{}", if text.is_empty() { "-" } else { " - " }, self.names[track]));
            }
            return Some(match plus.len() + minus.len() {
                0 => "0".to_owned(),
                1 if minus.is_empty() => format!("{text} % {modulus}"),
                _ => format!("({text}) % {modulus}"),
            });
        }
        Some(match &terms[..] {
            [] => self.literal(0),
            [one] if !self.unbounded() && !one.contains('(') && one.contains('%') => one.clone(),
            [one] if self.unbounded() && !one.contains(' ') => format!("{one} % {modulus}"),
            terms => format!("({}) % {modulus}", terms.join(" + ")),
        })
    }

    /// A number in the type of coordinates.
    fn number(&self, number: &Number) -> Option<String> {
        Some(match number {
            Number::Constant(value) => self.literal(*value),
            Number::Coordinate(track) => self.names.get(*track)?.clone(),
            Number::Remainder { coefficients, constant, modulus } => {
                self.remainder(coefficients, *constant, *modulus)?
            }
            Number::Classes(classes) => self.classes(classes)?,
            Number::Remembered => match self.language {
                Language::JavaScript => "BigInt(remainder)".to_owned(),
                Language::Rust => "remainder as u128".to_owned(),
                Language::Python | Language::C => "remainder".to_owned(),
            },
            Number::Entry(values, index) => {
                let index = self.index(index)?;
                let values: Vec<String> = values.iter().map(|&value| self.literal(value)).collect();
                self.list("number", &values, &index)
            }
            Number::NimSum(terms) => {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|term| {
                        let text = self.number(term)?;
                        Some(if text.contains(' ') && !text.starts_with('[') {
                            format!("({text})")
                        } else {
                            text
                        })
                    })
                    .collect::<Option<_>>()?;
                if terms.is_empty() { self.literal(0) } else { terms.join(" ^ ") }
            }
        })
    }

    fn classes(&self, classes: &[(usize, u32)]) -> Option<String> {
        let mut terms = Vec::new();
        let mut place = 1u64;
        for &(track, modulus) in classes {
            let digit = format!("{} % {}", self.names.get(track)?, self.literal(u64::from(modulus)));
            terms.push(if place == 1 { digit } else { format!("{} * ({digit})", self.literal(place)) });
            place = place.checked_mul(u64::from(modulus))?;
        }
        Some(if terms.is_empty() { self.literal(0) } else { terms.join(" + ") })
    }

    /// A number as an index of a list.
    fn index(&self, number: &Number) -> Option<String> {
        if *number == Number::Remembered {
            return Some("remainder".to_owned());
        }
        let text = self.number(number)?;
        Some(match self.language {
            Language::Rust if text.contains(' ') => format!("({text}) as usize"),
            Language::Rust => format!("{text} as usize"),
            Language::JavaScript => format!("Number({text})"),
            Language::Python | Language::C => text,
        })
    }

    fn list(&self, c_type: &str, values: &[String], index: &str) -> String {
        let values = values.join(", ");
        match self.language {
            Language::C => format!("((const {c_type}[]){{{values}}})[{index}]"),
            _ => format!("[{values}][{index}]"),
        }
    }

    /// A number as the returned value.
    fn returned(&self, number: &Number) -> Option<String> {
        Some(match (self.language, number) {
            (Language::Python | Language::C, _) => self.number(number)?,
            (Language::Rust, Number::Constant(value)) => value.to_string(),
            (Language::JavaScript, Number::Constant(value)) if !self.large_values => value.to_string(),
            (Language::Rust | Language::JavaScript, Number::Entry(values, index))
                if self.language == Language::Rust || !self.large_values =>
            {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                let index = self.index(index)?;
                self.list("number", &values, &index)
            }
            (Language::Rust, Number::Remembered) => "remainder as Value".to_owned(),
            (Language::Rust, _) if !self.large_values => format!("({}) as Value", self.number(number)?),
            (Language::JavaScript, Number::Remembered) if !self.large_values => "remainder".to_owned(),
            (Language::JavaScript, _) if !self.large_values => format!("Number({})", self.number(number)?),
            _ => self.number(number)?,
        })
    }
}

/// Removes parentheses around the whole text, which Rust's compiler warns about.
fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for character in inner.chars() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return text,
            ')' => depth -= 1,
            _ => {}
        }
    }
    inner
}

#[cfg(test)]
mod tests;
