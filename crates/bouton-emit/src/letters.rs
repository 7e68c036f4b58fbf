//! Programs for laws with letters: a function of a heap and the letters.

use bouton_core::{
    Formula, LinearExpression, Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
};

mod heaps;
mod names;
mod rows;

use names::identifier;

use crate::{
    EmitError, Language,
    emit::{head, is_plain, names},
    literal::Literal,
    template::{self, Filling},
};

/// The game that a law with letters is about.
///
/// ```
/// use bouton_core::Formula;
/// use bouton_emit::LetterGame;
///
/// let (letters, coordinates, controls) = (vec!["a".to_owned()], vec!["h1".to_owned()], vec![String::new()]);
/// let game = LetterGame {
///     name: "takes",
///     rules: "for all a where a >= 1\nheaps 1\nmove take 1..a from 1 heap",
///     letters: &letters,
///     conditions: "a >= 1",
///     cone: &Formula::True,
///     coordinates: &coordinates,
///     controls: &controls,
///     misere: false,
/// };
/// assert_eq!(game.letters.len(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LetterGame<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its rules.
    pub rules: &'a str,
    /// The names of the letters.
    pub letters: &'a [String],
    /// The conditions of the letters, as they are written.
    pub conditions: &'a str,
    /// The conditions as a formula, after the coordinates: with one coordinate, variable i + 1 is letter i.
    pub cone: &'a Formula,
    /// The names of the heaps of a law about several together; else one.
    pub coordinates: &'a [String],
    /// The names of the control states.
    pub controls: &'a [String],
    /// Whether the last player loses; the values of heaps determine the outcome of their sum accordingly.
    pub misere: bool,
}

/// Returns a program with the value of a heap of any size, for all numbers that the letters may be.
///
/// It has `value(heap, a, b, …, control)`, where a, b, … are the letters of the rules, and
/// `outcome_name(value)` (`outcomeName`); where positions are sums of heaps, `value` is the Grundy value of
/// one heap, and `outcome(heaps, a, b, …)` is P or N. The program has no dependencies and is plain ASCII.
/// Numbers are of any size in Python and JavaScript; in Rust and C there is a largest one. It finds no moves.
///
/// # Errors
///
/// [`EmitError::CertificateId`], [`EmitError::ControlName`], [`EmitError::LetterLaw`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Formula, Valuation, letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece}};
/// use bouton_emit::{Language, LetterGame, emit_letters};
///
/// // Take 1..m: P exactly if the heap is divisible by m + 1.
/// let form = |m, constant| LetterForm { coefficients: vec![m], constant };
/// let value = |value| vec![LetterValue::constant(1, value)];
/// let pieces = vec![
///     Piece { end: form(0, 1), values: value(0) },
///     Piece { end: form(1, 1), values: value(1) },
/// ];
/// let case = LetterCase { conditions: vec![], length: form(1, 1), blocks: vec![vec![pieces]] };
/// let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
/// let (letters, coordinates, controls) = (vec!["m".to_owned()], vec!["h1".to_owned()], vec![String::new()]);
/// let game = LetterGame {
///     name: "",
///     rules: "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap",
///     letters: &letters,
///     conditions: "m >= 1",
///     cone: &Formula::True,
///     coordinates: &coordinates,
///     controls: &controls,
///     misere: false,
/// };
/// let program = emit_letters(&law, &game, "m.cert", Language::Python)?;
/// assert!(program.contains("def value(heap, m, control=0):") && program.contains("length = m + 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit_letters(
    law: &LetterLaw,
    game: &LetterGame<'_>,
    certificate_id: &str,
    language: Language,
) -> Result<String, EmitError> {
    if certificate_id.len() > 200 || !is_plain(certificate_id) {
        return Err(EmitError::CertificateId);
    }
    if let Some(control) = game.controls.iter().position(|name| !is_plain(name)) {
        return Err(EmitError::ControlName(control));
    }
    let letters: Vec<String> = game.letters.iter().map(|name| identifier(name)).collect();
    let fits = |case: &LetterCase| {
        case.length.coefficients.len() == letters.len() && case.blocks.len() == game.controls.len()
    };
    let last_piece = |case: &LetterCase| {
        case.blocks.iter().flatten().all(|pieces| pieces.last().is_some_and(|last| last.end == case.length))
    };
    let whole = |case: &LetterCase| fits(case) && last_piece(case) && !case.blocks.iter().any(Vec::is_empty);
    let fits_rows = law.rows.as_ref().is_none_or(|rows| {
        rows::fits(rows, letters.len()) && law.cases.is_empty() && !law.sum && game.controls.len() == 1
    });
    let heaps = game.coordinates.len();
    let fits_heaps = law.heaps.is_empty()
        || law.cases.is_empty()
            && law.rows.is_none()
            && !law.sum
            && game.controls.len() == 1
            && law.heaps.iter().all(|case| heaps::fits(case, letters.len(), heaps));
    let fits_sum = !law.sum || law.valuation == Valuation::Grundy && game.controls.len() == 1;
    if !law.cases.iter().all(whole) || !fits_rows || !fits_sum || !fits_heaps || heaps == 0 {
        return Err(EmitError::LetterLaw);
    }
    let mut writer =
        Writer { language, names: letters.clone(), heaps, valuation: law.valuation, lines: Vec::new() };
    match &law.rows {
        _ if !law.heaps.is_empty() => writer.heaps(&law.heaps, game.coordinates),
        Some(rows) => writer.rows(rows),
        None => writer.cases(&law.cases, game.controls.len()),
    }
    let body = writer.lines.join("\n");
    let own: Vec<&str> = if law.heaps.is_empty() {
        vec!["heap"]
    } else {
        game.coordinates.iter().map(String::as_str).collect()
    };
    let numbers: Vec<&str> = own.iter().copied().chain(letters.iter().map(String::as_str)).collect();
    let typed = |names: &[&str]| -> String {
        let typed = names.iter().map(|name| match language {
            Language::Python | Language::JavaScript => (*name).to_owned(),
            Language::Rust => format!("{name}: i128"),
            Language::C => format!("long long {name}"),
        });
        typed.collect::<Vec<_>>().join(", ")
    };
    let control = match language {
        Language::Python => "control=0",
        Language::JavaScript => "control = 0",
        Language::Rust => "control: usize",
        Language::C => "int control",
    };
    let parameters = format!("{}, {control}", typed(&numbers));
    let grundy = law.valuation == Valuation::Grundy;
    let outcomes = names(law.valuation);
    let data = |literal: Literal| literal.render(language);
    let range = if game.conditions.is_empty() { "no conditions" } else { game.conditions };
    let filling = Filling {
        parts: {
            let parts = [
                ("outcomes", !grundy),
                ("sum", law.sum),
                ("misere", game.misere),
                ("blocks", law.rows.as_ref().is_some_and(rows::needs_search)),
            ];
            parts.into_iter().filter_map(|(name, kept)| kept.then_some(name)).collect()
        },
        gaps: vec![
            ("HEADER", head(game.name, game.rules, certificate_id, language)),
            ("KIND", if grundy { "Grundy value" } else { "outcome" }.to_owned()),
            ("LETTERS", game.letters.join(", ")),
            ("RANGE", range.to_owned()),
            ("CERTIFICATE", data(Literal::Text(certificate_id.to_owned()))),
            ("CONTROL_COUNT", game.controls.len().to_string()),
            ("CONTROLS", data(Literal::texts(game.controls.iter().cloned()))),
            ("OUTCOME_COUNT", outcomes.len().to_string()),
            ("OUTCOMES", data(Literal::texts(outcomes))),
            ("PARAMETERS", parameters),
            ("LETTER_PARAMETERS", typed(&numbers[own.len()..])),
            ("LETTER_NAMES", numbers[own.len()..].join(", ")),
            ("SUBJECT", if law.heaps.is_empty() { "a heap" } else { "a position" }.to_owned()),
            ("NUMBERS", numbers.join(", ") + if language == Language::Python { "," } else { "" }),
            ("CONE", writer.formula(game.cone)),
            ("LARGEST", largest(law, game, language).to_string()),
            ("BODY", body),
        ],
    };
    Ok(template::fill(template::letters_template(language), &filling))
}

/// The largest number with which nothing overflows in the numbers of a language.
fn largest(law: &LetterLaw, game: &LetterGame<'_>, language: Language) -> u128 {
    let values = |piece: &Piece| {
        piece
            .values
            .iter()
            .map(|value| weight(&value.form) + u128::from(value.remainder.unsigned_abs()))
            .max()
    };
    let of_piece = |piece: &Piece| weight(&piece.end).max(values(piece).unwrap_or(0));
    let of_case = |case: &LetterCase| {
        let pieces = case.blocks.iter().flatten().flatten().map(of_piece).max().unwrap_or(0);
        case.conditions.iter().map(weight).fold(weight(&case.length).max(pieces), u128::max)
    };
    let mut most = law.cases.iter().map(of_case).max().unwrap_or(0);
    for case in &law.heaps {
        let forms = case.regions.iter().flat_map(|region| &region.conditions);
        most = forms.chain(&case.conditions).chain([&case.length]).map(weight).fold(most, u128::max);
    }
    visit(game.cone, &mut |expression| {
        let terms =
            expression.terms().iter().map(|(_, factor)| u128::from(factor.unsigned_abs())).sum::<u128>();
        most = most.max(terms + u128::from(expression.constant_term().unsigned_abs()));
    });
    let room = if language == Language::Rust { 1u128 << 125 } else { 1 << 61 };
    let largest = room / (most + 1);
    law.rows.as_ref().map_or(largest, |rows| largest.min(rows::largest(rows, room)))
}

/// The value of a form at most, if all numbers are 1 at most.
fn weight(form: &LetterForm) -> u128 {
    form.coefficients.iter().chain([&form.constant]).map(|c| u128::from(c.unsigned_abs())).sum()
}

fn visit(formula: &Formula, found: &mut dyn FnMut(&LinearExpression)) {
    match formula {
        Formula::True | Formula::False => {}
        Formula::NotPositive(expression) | Formula::Zero(expression) => found(expression),
        Formula::Congruent { expression, .. } => found(expression),
        Formula::Not(inner) => visit(inner, found),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| visit(part, found)),
    }
}

/// Writes the body of the function.
struct Writer {
    language: Language,
    /// The names of what the coefficients of a form belong to.
    names: Vec<String>,
    /// The number of coordinates, before the letters in the formula of their conditions.
    heaps: usize,
    valuation: Valuation,
    lines: Vec<String>,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let width = if self.language == Language::JavaScript { 2 } else { 4 };
        self.lines.push(format!("{}{text}", " ".repeat(width * depth)));
    }

    /// Opens a block where a condition holds.
    fn when(&mut self, depth: usize, condition: &str) {
        self.line(
            depth,
            &match self.language {
                Language::Python => format!("if {condition}:"),
                Language::Rust => format!("if {condition} {{"),
                Language::C | Language::JavaScript => format!("if ({condition}) {{"),
            },
        );
    }

    fn end(&mut self, depth: usize) {
        if self.language != Language::Python {
            self.line(depth, "}");
        }
    }

    fn set(&mut self, depth: usize, name: &str, value: &str) {
        self.line(
            depth,
            &match self.language {
                Language::Python => format!("{name} = {value}"),
                Language::Rust => format!("let {name} = {value};"),
                Language::C => format!("const long long {name} = {value};"),
                Language::JavaScript => format!("const {name} = {value};"),
            },
        );
    }

    fn number(&self, number: i64) -> String {
        let big = if self.language == Language::JavaScript { "n" } else { "" };
        format!("{number}{big}")
    }

    /// Terms with their coefficients, those that are added first.
    fn sum(&self, terms: Vec<(i64, Option<&str>)>) -> String {
        let mut terms: Vec<(i64, Option<&str>)> = terms.into_iter().filter(|term| term.0 != 0).collect();
        terms.sort_by_key(|term| term.0 < 0);
        let mut text = String::new();
        for (factor, name) in terms {
            text.push_str(match (factor < 0, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            });
            let size = self.number(factor.saturating_abs());
            text.push_str(&match name {
                None => size,
                Some(name) if factor.abs() == 1 => name.to_owned(),
                Some(name) => format!("{size} * {name}"),
            });
        }
        if text.is_empty() { self.number(0) } else { text }
    }

    fn terms(&self, form: &LetterForm) -> Vec<(i64, Option<&str>)> {
        let names = form.coefficients.iter().zip(&self.names).map(|(&factor, name)| (factor, Some(&**name)));
        names.chain([(form.constant, None)]).collect()
    }

    fn form(&self, form: &LetterForm) -> String {
        self.sum(self.terms(form))
    }

    /// A comparison of a sum with 0, without negative terms.
    fn compared(&self, terms: Vec<(i64, Option<&str>)>, sign: &str) -> String {
        let (left, right): (Vec<_>, Vec<_>) = terms.into_iter().partition(|term| term.0 > 0);
        let right = right.into_iter().map(|(factor, name)| (-factor, name)).collect();
        format!("{} {sign} {}", self.sum(left), self.sum(right))
    }

    fn formula(&self, formula: &Formula) -> String {
        let of = |expression: &LinearExpression| -> Vec<(i64, Option<&str>)> {
            let letters = expression.terms().iter().filter_map(|(variable, factor)| {
                let letter = variable.index().checked_sub(self.heaps)?;
                Some((*factor, self.names.get(letter).map(|name| &**name)))
            });
            letters.chain([(expression.constant_term(), None)]).collect()
        };
        let python = self.language == Language::Python;
        let equal = if self.language == Language::JavaScript { "===" } else { "==" };
        let joined = |parts: &[Formula], word: &str| {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| match part {
                    Formula::And(_) | Formula::Or(_) => format!("({})", self.formula(part)),
                    _ => self.formula(part),
                })
                .collect();
            parts.join(word)
        };
        match formula {
            Formula::True => if python {
                "True"
            } else if self.language == Language::C {
                "1"
            } else {
                "true"
            }
            .to_owned(),
            Formula::False => if python {
                "False"
            } else if self.language == Language::C {
                "0"
            } else {
                "false"
            }
            .to_owned(),
            Formula::NotPositive(expression) => self.compared(of(expression), "<="),
            Formula::Zero(expression) => self.compared(of(expression), equal),
            Formula::Congruent { expression, modulus, residue } => {
                let (modulus, residue) = (self.number((*modulus).into()), self.number((*residue).into()));
                let rest = format!("({}) % {modulus}", self.sum(of(expression)));
                // A remainder may be negative but in Python.
                let rest = if python { rest } else { format!("({rest} + {modulus}) % {modulus}") };
                format!("{rest} {equal} {residue}")
            }
            Formula::Not(inner) => format!("{}({})", if python { "not " } else { "!" }, self.formula(inner)),
            Formula::And(parts) if parts.is_empty() => self.formula(&Formula::True),
            Formula::Or(parts) if parts.is_empty() => self.formula(&Formula::False),
            Formula::And(parts) => joined(parts, if python { " and " } else { " && " }),
            Formula::Or(parts) => joined(parts, if python { " or " } else { " || " }),
        }
    }

    fn cases(&mut self, cases: &[LetterCase], controls: usize) {
        for case in cases {
            let conditions = self.all(&case.conditions);
            if conditions.is_empty() {
                self.case(case, controls, 1);
                return;
            }
            self.when(1, &conditions);
            self.case(case, controls, 2);
            self.end(1);
        }
        self.refuse();
    }

    /// Writes the refusal of numbers that the theorem is not about.
    fn refuse(&mut self) {
        self.line(
            1,
            match self.language {
                Language::Python => "raise ValueError(\"the theorem is about other numbers\")",
                Language::JavaScript => "throw new RangeError(\"the theorem is about other numbers\");",
                Language::Rust => "None",
                Language::C => "return -1;",
            },
        );
    }

    /// The conditions that forms are not negative, joined.
    fn all(&self, forms: &[LetterForm]) -> String {
        let conditions: Vec<String> =
            forms.iter().map(|form| self.compared(self.terms(form), ">=")).collect();
        conditions.join(if self.language == Language::Python { " and " } else { " && " })
    }

    /// A quotient of natural numbers.
    fn quotient(&self, dividend: &str, divisor: &str) -> String {
        let sign = if self.language == Language::Python { "//" } else { "/" };
        format!("{dividend} {sign} {divisor}")
    }

    fn case(&mut self, case: &LetterCase, controls: usize, depth: usize) {
        let reads_r = case.blocks.iter().flatten().any(|pieces| self.reads_remainder(pieces));
        let reads_q = case.blocks.iter().any(|blocks| blocks.len() > 1);
        if reads_r || reads_q {
            self.set(depth, "length", &self.form(&case.length));
        }
        if reads_q {
            self.set(depth, "q", &self.quotient("heap", "length"));
        }
        if reads_r {
            self.set(depth, "r", "heap % length");
        }
        for (control, blocks) in case.blocks.iter().enumerate() {
            let last = control + 1 == controls;
            if !last {
                let equal = if self.language == Language::JavaScript { "===" } else { "==" };
                self.when(depth, &format!("control {equal} {control}"));
            }
            let inner = depth + usize::from(!last);
            for (q, pieces) in blocks.iter().enumerate() {
                let own = q + 1 < blocks.len();
                if own {
                    let equal = if self.language == Language::JavaScript { "===" } else { "==" };
                    let q = self.number(i64::try_from(q).unwrap_or(i64::MAX));
                    self.when(inner, &format!("q {equal} {q}"));
                }
                self.pieces(pieces, inner + usize::from(own));
                if own {
                    self.end(inner);
                }
            }
            if !last {
                self.end(depth);
            }
        }
    }

    fn reads_remainder(&self, pieces: &[Piece]) -> bool {
        pieces.len() > 1
            || pieces
                .iter()
                .any(|piece| piece.values.len() > 1 || piece.values.iter().any(|value| value.remainder != 0))
    }

    fn pieces(&mut self, pieces: &[Piece], depth: usize) {
        let mut begin: Option<&LetterForm> = None;
        for (place, piece) in pieces.iter().enumerate() {
            let own = place + 1 < pieces.len();
            if own {
                self.when(depth, &format!("r < {}", self.form(&piece.end)));
            }
            let inner = depth + usize::from(own);
            let turns = piece.values.len();
            for (turn, value) in piece.values.iter().enumerate() {
                if turn + 1 < turns {
                    let from = match begin {
                        None => "r".to_owned(),
                        Some(begin) => {
                            let minus = LetterForm {
                                coefficients: begin.coefficients.iter().map(|factor| -factor).collect(),
                                constant: -begin.constant,
                            };
                            let mut terms = self.terms(&minus);
                            terms.insert(0, (1, Some("r")));
                            format!("({})", self.sum(terms))
                        }
                    };
                    let equal = if self.language == Language::JavaScript { "===" } else { "==" };
                    let number = |number: usize| self.number(i64::try_from(number).unwrap_or(i64::MAX));
                    let condition = format!("{from} % {} {equal} {}", number(turns), number(turn));
                    self.when(inner, &condition);
                    self.give(value, inner + 1);
                    self.end(inner);
                } else {
                    self.give(value, inner);
                }
            }
            if own {
                self.end(depth);
            }
            begin = Some(&piece.end);
        }
    }

    /// Writes the return of a value.
    fn give(&mut self, value: &LetterValue, depth: usize) {
        let fixed = value.fixed().and_then(|fixed| u32::try_from(fixed).ok());
        let text = match fixed.filter(|_| self.valuation != Valuation::Grundy) {
            Some(outcome) => self.number(self.valuation.coarse(outcome).into()),
            None => {
                let mut terms = self.terms(&value.form);
                terms.insert(0, (value.remainder, Some("r")));
                self.sum(terms)
            }
        };
        self.line(
            depth,
            &match self.language {
                Language::Python => format!("return {text}"),
                Language::Rust => format!("return Some({text});"),
                Language::C | Language::JavaScript => format!("return {text};"),
            },
        );
    }
}
