//! Laws with letters in words.

use bouton_core::{
    Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
};
use bouton_rules::Game;

/// The names of what a law speaks of.
pub(super) struct Names<'a> {
    letters: &'a [String],
    /// The heap.
    heap: String,
    controls: Vec<String>,
    valuation: Valuation,
}

impl<'a> Names<'a> {
    pub(super) fn new(game: &'a Game, coordinate: &str, valuation: Valuation) -> Self {
        let letters = game.letters();
        let named = |name: &str| letters.iter().any(|letter| letter == name);
        let heap = if coordinate == "h1" && !named("n") { "n" } else { coordinate };
        Self { letters, heap: heap.to_owned(), controls: game.controls(), valuation }
    }

    /// A form as a mathematician writes it.
    pub(super) fn form(&self, form: &LetterForm) -> String {
        form.written(self.letters).replace(" * ", "")
    }

    /// n, or n mod L.
    fn remainder(&self, length: Option<&LetterForm>) -> String {
        match length {
            None => self.heap.clone(),
            Some(length) => format!("{} mod {}", self.heap, bracketed(self.form(length))),
        }
    }
}

fn bracketed(text: String) -> String {
    if text.contains(' ') { format!("({text})") } else { text }
}

/// The theorem: "For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a."
pub(super) fn sentence(game: &Game, coordinate: &str, law: &LetterLaw) -> String {
    let names = Names::new(game, coordinate, law.valuation);
    let several = law.cases.len() > 1;
    let cases = law.cases.iter().map(|case| {
        let text = case_in_words(&names, case);
        if several { format!("if {}: {text}", conditions(&names, &case.conditions)) } else { text }
    });
    format!("For all {}: {}.", game.letters_in_words(), cases.collect::<Vec<_>>().join("; "))
}

/// Conditions on letters, each form not negative.
pub(super) fn conditions(names: &Names<'_>, forms: &[LetterForm]) -> String {
    let one = |form: &LetterForm| {
        let side = |sign: i64, constant: i64| LetterForm {
            coefficients: form.coefficients.iter().map(|c| (c * sign).max(0)).collect(),
            constant: constant.max(0),
        };
        let strict = form.constant == -1;
        let constant = if strict { 0 } else { form.constant };
        let (large, small) = (names.form(&side(1, constant)), names.form(&side(-1, -constant)));
        let (less, more) = if strict { ("<", ">") } else { ("≤", "≥") };
        // A number comes last, and of two forms the simpler one first.
        let number = |text: &str| text.parse::<i64>().is_ok();
        if number(&large) || !number(&small) && small.len() < large.len() {
            format!("{small} {less} {large}")
        } else {
            format!("{large} {more} {small}")
        }
    };
    let all: Vec<String> = forms.iter().map(one).collect();
    if all.is_empty() { "always".to_owned() } else { all.join(", ") }
}

/// A case without its conditions.
pub(super) fn case_in_words(names: &Names<'_>, case: &LetterCase) -> String {
    let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
    for (control, blocks) in names.controls.iter().zip(&case.blocks) {
        let text = control_in_words(names, case, blocks);
        match groups.iter_mut().find(|(_, known)| *known == text) {
            Some((controls, _)) => controls.push(control),
            None => groups.push((vec![control], text)),
        }
    }
    match &groups[..] {
        [(_, text)] => text.clone(),
        _ => {
            let told = groups.iter().map(|(controls, text)| format!("[{}] {text}", controls.join(", ")));
            told.collect::<Vec<_>>().join("; ")
        }
    }
}

fn control_in_words(names: &Names<'_>, case: &LetterCase, blocks: &[Vec<Piece>]) -> String {
    let coarse: Vec<Vec<Piece>> = blocks.iter().map(|pieces| coarse(names.valuation, pieces)).collect();
    let Some(last) = coarse.last() else { return String::new() };
    let own = coarse.iter().rposition(|pieces| pieces != last).map_or(0, |at| at + 1);
    let length = &case.length;
    let mut parts = Vec::new();
    for (q, pieces) in coarse[..own].iter().enumerate() {
        let times = |q: usize| {
            let q = i64::try_from(q).unwrap_or(i64::MAX);
            let scaled = |c: &i64| c.saturating_mul(q);
            names.form(&LetterForm {
                coefficients: length.coefficients.iter().map(scaled).collect(),
                constant: scaled(&length.constant),
            })
        };
        let when = match q {
            0 => format!("{} < {}", names.heap, times(1)),
            _ => format!("{} ≤ {} < {}", times(q), names.heap, times(q + 1)),
        };
        let within = (q > 0).then_some(length);
        parts.push(format!("if {when}, {}", pieces_in_words(names, pieces, length, within)));
    }
    let text = pieces_in_words(names, last, length, Some(length));
    parts.push(if own > 0 { format!("else {text}") } else { text });
    parts.join("; ")
}

/// The pieces, with outcomes for values; neighbours of one value are joined.
fn coarse(valuation: Valuation, pieces: &[Piece]) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        let value = |value: &LetterValue| match (valuation, value.fixed()) {
            (Valuation::MisereOutcomeAndEnd, Some(2)) => {
                LetterValue::constant(value.form.coefficients.len(), 1)
            }
            _ => value.clone(),
        };
        let values: Vec<LetterValue> = piece.values.iter().map(value).collect();
        match joined.last_mut() {
            Some(last) if last.values == values && values.len() == 1 => last.end = piece.end.clone(),
            _ => joined.push(Piece { end: piece.end.clone(), values }),
        }
    }
    joined
}

fn pieces_in_words(
    names: &Names<'_>,
    pieces: &[Piece],
    length: &LetterForm,
    modulo: Option<&LetterForm>,
) -> String {
    let n = names.remainder(modulo);
    let zero = LetterForm::constant(names.letters.len(), 0);
    let mut values: Vec<(LetterValue, Vec<String>)> = Vec::new();
    let mut begin = &zero;
    for piece in pieces {
        let within = interval(names, &n, begin, &piece.end, length);
        for (place, value) in piece.values.iter().enumerate() {
            let mut condition = within.clone();
            if piece.values.len() > 1 && piece.values.iter().any(|other| other != value) {
                let from = if *begin == zero {
                    bracketed(n.clone())
                } else {
                    format!("({n} - {})", bracketed(names.form(begin)))
                };
                let turn = format!("{from} mod {} = {place}", piece.values.len());
                condition = if condition.is_empty() { turn } else { format!("({condition} and {turn})") };
            }
            match values.iter_mut().find(|(known, _)| known == value) {
                Some((_, conditions)) => conditions.push(condition),
                None => values.push((value.clone(), vec![condition])),
            }
        }
        begin = &piece.end;
    }
    if names.valuation == Valuation::Grundy {
        let all = values.iter().map(|(value, conditions)| {
            let value = value_in_words(names, &n, value);
            match conditions.iter().any(String::is_empty) {
                true => format!("g = {value}"),
                false => format!("g = {value} if {}", conditions.join(" or ")),
            }
        });
        return all.collect::<Vec<_>>().join(", ");
    }
    let count = names.valuation.coarse_count();
    if let [(value, conditions)] = &values[..]
        && let (true, Some(fixed)) = (conditions.iter().any(String::is_empty), value.fixed())
    {
        return format!("always {}", names.valuation.outcome_of(u32::try_from(fixed).unwrap_or(0)));
    }
    let mut parts = Vec::new();
    for outcome in 0..count.saturating_sub(1) {
        let told = names.valuation.outcome_of(outcome);
        let conditions = values.iter().find(|(value, _)| value.fixed() == Some(i64::from(outcome)));
        match conditions {
            None => parts.push(format!("never {told}")),
            Some((_, conditions)) if conditions.iter().any(String::is_empty) => {
                parts.push(format!("always {told}"))
            }
            Some((_, conditions)) => parts.push(format!("{told} exactly when {}", conditions.join(" or "))),
        }
    }
    if count > 2 {
        parts.push(format!("else {}", names.valuation.outcome_of(count - 1)));
    }
    parts.join(", ")
}

/// When the remainder lies within a piece; an empty text for always.
fn interval(names: &Names<'_>, n: &str, begin: &LetterForm, end: &LetterForm, length: &LetterForm) -> String {
    let zero = LetterForm::constant(names.letters.len(), 0);
    let next = LetterForm { constant: begin.constant + 1, ..begin.clone() };
    match (*begin == zero, end == length) {
        (true, true) => String::new(),
        _ if *end == next => format!("{n} = {}", names.form(begin)),
        (true, false) => format!("{n} < {}", names.form(end)),
        (false, true) => format!("{n} ≥ {}", names.form(begin)),
        (false, false) => format!("{} ≤ {n} < {}", names.form(begin), names.form(end)),
    }
}

fn value_in_words(names: &Names<'_>, n: &str, value: &LetterValue) -> String {
    let form = names.form(&value.form);
    match value.remainder {
        0 => form,
        1 if form == "0" => n.to_owned(),
        1 if form.starts_with('-') => format!("{n} - {}", &form[1..]),
        1 => format!("{n} + {form}"),
        -1 => format!("{form} - {}", bracketed(n.to_owned())),
        factor if form == "0" => format!("{factor}{}", bracketed(n.to_owned())),
        factor => format!("{form} + {factor}{}", bracketed(n.to_owned())),
    }
}

/// How many outcomes a valuation has.
trait Outcomes {
    fn coarse_count(self) -> u32;
}

impl Outcomes for Valuation {
    fn coarse_count(self) -> u32 {
        match self {
            Self::MisereOutcomeAndEnd => 2,
            other => other.value_count().unwrap_or(2),
        }
    }
}
