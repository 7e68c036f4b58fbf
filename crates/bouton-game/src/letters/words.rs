//! Laws with letters in words.

use bouton_core::{
    Convention, Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
};
use bouton_explain::control_state_in_words;
use bouton_prose::{Formula, Sign, Text, say};
use bouton_rules::{Game, HeapCount};

use super::range::{least, range};

mod heaps;
mod rows;

pub(super) use heaps::HeapNames;
pub(super) use rows::{RowSymbols, times};

/// The names that a law uses.
#[derive(Clone)]
pub(super) struct Names {
    /// The names for the coefficients of a form: the letters, and further numbers.
    quantities: Vec<Formula>,
    /// The least number that the rules allow for each of these.
    least: Vec<i64>,
    /// The heap.
    heap: Formula,
    controls: Vec<String>,
    valuation: Valuation,
}

impl Names {
    pub(super) fn new(game: &Game, coordinate: &str, valuation: Valuation) -> Self {
        let letters = game.letters();
        let named = |name: &str| letters.iter().any(|letter| letter == name);
        let heap = if coordinate == "h1" && !named("n") { "n" } else { coordinate };
        let quantities = letters.iter().map(|letter| Formula::name(letter)).collect();
        let least = letters.iter().map(|letter| least(game, letter)).collect();
        Self { quantities, least, heap: Formula::name(heap), controls: game.controls(), valuation }
    }

    /// Adds the names of further numbers.
    pub(super) fn with(&self, further: impl IntoIterator<Item = Formula>) -> Self {
        let mut names = self.clone();
        names.quantities.extend(further);
        names.least.resize(names.quantities.len(), 0);
        names
    }

    /// The heap.
    pub(super) fn heap(&self) -> Formula {
        self.heap.clone()
    }

    /// Writes a value, which may depend on the remainder by a length.
    pub(super) fn value(&self, value: &LetterValue, length: &LetterForm) -> Formula {
        value_in_words(self, &self.remainder(Some(length)), value)
    }

    /// Writes a form in mathematical notation.
    pub(super) fn form(&self, form: &LetterForm) -> Formula {
        let letters = form.coefficients.iter().zip(&self.quantities);
        let letters = letters.map(|(&coefficient, letter)| (coefficient, Some(letter.clone())));
        let mut terms: Vec<(i64, Option<Formula>)> = letters.chain([(form.constant, None)]).collect();
        terms.retain(|term| term.0 != 0);
        // Positive terms come first.
        terms.sort_by_key(|term| term.0 < 0);
        let term = |(coefficient, letter): (i64, Option<Formula>)| {
            let of = match (coefficient.unsigned_abs(), letter) {
                (size, None) => size.into(),
                (1, Some(letter)) => letter,
                (size, Some(letter)) => Formula::Product(vec![size.into(), letter], false),
            };
            (coefficient < 0, of)
        };
        Formula::signed_sum(terms.into_iter().map(term).collect())
    }

    /// A name for a remainder that occurs within another one; `None` if the name stands for something else.
    fn of_remainder(&self) -> Option<Formula> {
        let name = Formula::name("r");
        (!self.quantities.contains(&name) && self.heap != name).then_some(name)
    }

    /// Writes n, or n mod L.
    fn remainder(&self, length: Option<&LetterForm>) -> Formula {
        match length {
            None => self.heap.clone(),
            Some(length) => Formula::remainder(&self.heap, self.form(length)),
        }
    }
}

/// Writes the theorem: "For all 1 ≤ a ≤ b: P exactly when n mod (a + b) < a."
pub(super) fn sentence(game: &Game, coordinates: &[String], law: &LetterLaw) -> Text {
    let names = Names::new(game, &coordinates[0], law.valuation);
    if !law.heaps.is_empty() {
        return heaps::sentence(game, coordinates, law);
    }
    if let Some(rows) = &law.rows {
        return rows::sentence(game, &names, rows);
    }
    let several = law.cases.len() > 1;
    let cases = law.cases.iter().map(|case| {
        let text = case_in_words(&names, case);
        if several { say!["if ", conditions(&names, &case.conditions), ": ", text] } else { text }
    });
    let every = say!["For all ", range(game)];
    if !law.sum {
        return say![every, ": ", Text::joined(cases, "; "), "."];
    }
    let heaps = match game.heaps() {
        HeapCount::Any => "any number of heaps".to_owned(),
        HeapCount::Fixed(heaps) => format!("{heaps} heaps"),
    };
    let sum = say!["the nim-sum of the values ", Formula::name("g"), " of the heaps"];
    let lost = match game.convention() {
        Convention::Misere => say![
            "P exactly when ",
            sum,
            " is 0 and some ",
            Formula::name("g").related(Sign::AtLeast, 2),
            ", or it is 1 and no ",
            Formula::name("g").related(Sign::AtLeast, 2),
        ],
        _ => say!["P exactly when ", sum, " is 0"],
    };
    let of = say!["; a heap of ", names.heap.clone(), " has "];
    say![every, " and ", heaps, ": ", lost, of, Text::joined(cases, "; "), "."]
}

/// A chain of comparisons: its first form, then each sign with the next form.
type Chain = (Formula, Vec<(Sign, Formula)>);

/// Writes conditions on letters, each form not negative; conditions that share a side are one
/// chain. A letter that may have only one number is equal to it.
pub(super) fn conditions(names: &Names, forms: &[LetterForm]) -> Text {
    let number = |formula: &Formula| matches!(formula, Formula::Number(_));
    let opposite = |form: &LetterForm| LetterForm {
        coefficients: form.coefficients.iter().map(|c| -c).collect(),
        constant: -form.constant,
    };
    // The place of the letter that a form bounds above by the least number that it may have.
    let only = |form: &LetterForm| {
        let mut bounded = form.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let (place, -1) = bounded.next()? else { return None };
        let is_least = names.least.get(place) == Some(&form.constant) || forms.contains(&opposite(form));
        (bounded.next().is_none() && form.constant >= 0 && is_least).then_some(place)
    };
    let mut chains: Vec<Chain> = Vec::new();
    for form in forms {
        if let Some(place) = only(form) {
            chains.push((
                names.quantities[place].clone(),
                vec![(Sign::Equal, form.constant.unsigned_abs().into())],
            ));
            continue;
        }
        if only(&opposite(form)).is_some() && forms.contains(&opposite(form)) {
            continue;
        }
        let side = |sign: i64, constant: i64| LetterForm {
            coefficients: form.coefficients.iter().map(|c| (c * sign).max(0)).collect(),
            constant: constant.max(0),
        };
        let strict = form.constant == -1;
        let constant = if strict { 0 } else { form.constant };
        let (small, large) = (names.form(&side(-1, -constant)), names.form(&side(1, constant)));
        let sign = if strict { Sign::Less } else { Sign::AtMost };
        let ends_with =
            |chain: &&mut Chain| !number(&small) && chain.1.last().is_some_and(|(_, last)| *last == small);
        if let Some((_, links)) = chains.iter_mut().find(ends_with) {
            links.push((sign, large));
        } else if let Some((first, links)) =
            chains.iter_mut().find(|(first, _)| !number(first) && *first == large)
        {
            links.insert(0, (sign, std::mem::replace(first, small)));
        } else {
            chains.push((small, vec![(sign, large)]));
        }
    }
    let written = |(small, links): Chain| match &links[..] {
        [(Sign::Equal, number)] => small.equals(number.clone()),
        [(sign, large)] => {
            // A number comes last, and of two forms the simpler one comes first.
            let length = |formula: &Formula| formula.to_string().len();
            if number(large) || !number(&small) && length(&small) < length(large) {
                small.related(*sign, large)
            } else {
                large.clone().related(if *sign == Sign::Less { Sign::Greater } else { Sign::AtLeast }, small)
            }
        }
        _ => links.into_iter().fold(small, |chain, (sign, next)| chain.related(sign, next)),
    };
    if chains.is_empty() { "always".into() } else { Text::joined(chains.into_iter().map(written), ", ") }
}

/// Writes a case without its conditions.
pub(super) fn case_in_words(names: &Names, case: &LetterCase) -> Text {
    let mut groups: Vec<(Vec<&str>, Text)> = Vec::new();
    for (control, blocks) in names.controls.iter().zip(&case.blocks) {
        let text = control_in_words(names, case, blocks);
        match groups.iter_mut().find(|(_, known)| *known == text) {
            Some((controls, _)) => controls.push(control),
            None => groups.push((vec![control], text)),
        }
    }
    if groups.len() == 1 {
        return groups.remove(0).1;
    }
    let in_words = |controls: &[&str]| states_in_words(controls, &names.controls);
    let states = groups.into_iter().map(|(controls, text)| say![in_words(&controls), ": ", text]);
    Text::joined(states, "; ")
}

/// The control states of a case, of `all` control states.
fn states_in_words(controls: &[&str], all: &[String]) -> String {
    match controls {
        [one] => control_state_in_words(one, all).unwrap_or_else(|| format!("in the control state {one}")),
        several => format!("in the control states {}", several.join(", ")),
    }
}

fn control_in_words(names: &Names, case: &LetterCase, blocks: &[Vec<Piece>]) -> Text {
    let coarse: Vec<Vec<Piece>> = blocks.iter().map(|pieces| coarse(names.valuation, pieces)).collect();
    let Some(last) = coarse.last() else { return Text::new() };
    let own = coarse.iter().rposition(|pieces| pieces != last).map_or(0, |at| at + 1);
    let length = &case.length;
    let mut parts: Vec<Text> = Vec::new();
    for (q, pieces) in coarse[..own].iter().enumerate() {
        let times = |q: usize| {
            let q = i64::try_from(q).unwrap_or(i64::MAX);
            let scaled = |c: &i64| c.saturating_mul(q);
            names.form(&LetterForm {
                coefficients: length.coefficients.iter().map(scaled).collect(),
                constant: scaled(&length.constant),
            })
        };
        let heap = || names.heap.clone();
        let when = match q {
            0 => heap().related(Sign::Less, times(1)),
            _ => times(q).related(Sign::AtMost, heap()).related(Sign::Less, times(q + 1)),
        };
        let within = (q > 0).then_some(length);
        parts.push(say!["if ", when, ", ", pieces_in_words(names, pieces, length, within)]);
    }
    let text = pieces_in_words(names, last, length, Some(length));
    parts.push(if own > 0 { say!["else ", text] } else { text });
    Text::joined(parts, "; ")
}

/// Replaces values by outcomes, and joins adjacent pieces of one value.
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

/// A condition on n, and whether it has several parts; `None` means that it always holds.
type When = Option<(Text, bool)>;

/// A value, or the remainder that is the value.
#[derive(PartialEq)]
enum Said {
    Value(LetterValue),
    Remainder(Formula),
}

/// Whether the values of a piece take turns.
fn take_turns(piece: &Piece) -> bool {
    piece.values.len() > 1 && piece.values.iter().any(|value| *value != piece.values[0])
}

fn pieces_in_words(
    names: &Names,
    pieces: &[Piece],
    length: &LetterForm,
    modulo: Option<&LetterForm>,
) -> Text {
    // A remainder within another one has a name.
    let within_another = modulo.is_some() && pieces.iter().any(take_turns);
    let named = names.of_remainder().filter(|_| within_another);
    let n = named.clone().unwrap_or_else(|| names.remainder(modulo));
    let text = pieces_of(names, pieces, length, &n);
    match named {
        Some(name) => say![text, ", where ", name.equals(names.remainder(modulo))],
        None => text,
    }
}

fn pieces_of(names: &Names, pieces: &[Piece], length: &LetterForm, n: &Formula) -> Text {
    let zero = LetterForm::constant(names.quantities.len(), 0);
    let mut values: Vec<(Said, Vec<When>)> = Vec::new();
    let mut begin = &zero;
    for piece in pieces {
        let within = interval(names, n, begin, &piece.end, length);
        let from = || match *begin == zero {
            true => n.clone(),
            false => Formula::Sum(vec![(false, n.clone()), (true, names.form(begin))]),
        };
        let counted = |(place, value): (usize, &LetterValue)| value.fixed() == i64::try_from(place).ok();
        if names.valuation == Valuation::Grundy
            && take_turns(piece)
            && piece.values.iter().enumerate().all(counted)
        {
            let value = Said::Remainder(Formula::remainder(from(), piece.values.len()));
            values.push((value, vec![within.map(|within| (within.into(), false))]));
            begin = &piece.end;
            continue;
        }
        for (place, value) in piece.values.iter().enumerate() {
            let mut condition: When = within.clone().map(|within| (within.into(), false));
            if take_turns(piece) {
                let turn = Formula::remainder(from(), piece.values.len()).equals(place);
                condition = Some(match condition {
                    None => (turn.into(), false),
                    Some((condition, _)) => (say![condition, " and ", turn], true),
                });
            }
            let value = Said::Value(value.clone());
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, conditions)) => conditions.push(condition),
                None => values.push((value, vec![condition])),
            }
        }
        begin = &piece.end;
    }
    // A condition that holds if one of these holds; `None` if one of them always does.
    let any = |conditions: &[When]| -> Option<Text> {
        let all: Option<Vec<(Text, bool)>> = conditions.iter().cloned().collect();
        let alone = conditions.len() == 1;
        let in_brackets =
            |(text, several): (Text, bool)| if several && !alone { say!["(", text, ")"] } else { text };
        all.map(|all| Text::joined(all.into_iter().map(in_brackets), " or "))
    };
    if names.valuation == Valuation::Grundy {
        let all = values.iter().map(|(value, conditions)| {
            let value = match value {
                Said::Value(value) => value_in_words(names, n, value),
                Said::Remainder(remainder) => remainder.clone(),
            };
            let value = Formula::name("g").equals(value);
            match any(conditions) {
                None => value.into(),
                Some(when) => say![value, " if ", when],
            }
        });
        return Text::joined(all, ", ");
    }
    let outcome = |value: u32| names.valuation.outcome_of(value).to_string();
    let fixed = |said: &Said| match said {
        Said::Value(value) => value.fixed(),
        Said::Remainder(_) => None,
    };
    let count = names.valuation.coarse_count();
    if let [(value, conditions)] = &values[..]
        && let (None, Some(fixed)) = (any(conditions), fixed(value))
    {
        return say!["always ", outcome(u32::try_from(fixed).unwrap_or(0))];
    }
    let conditions_of = |value: u32| values.iter().find(|(known, _)| fixed(known) == Some(value.into()));
    if count <= 2 {
        return match conditions_of(0).map(|(_, conditions)| any(conditions)) {
            None => say!["never ", outcome(0)],
            Some(None) => say!["always ", outcome(0)],
            Some(Some(when)) => say![outcome(0), " exactly when ", when],
        };
    }
    // The last of the outcomes that occur has all other heaps.
    let occur: Vec<u32> = (0..count).filter(|&value| conditions_of(value).is_some()).collect();
    let parts =
        occur.iter().map(|&value| match conditions_of(value).map(|(_, conditions)| any(conditions)) {
            Some(Some(when)) if occur.last() != Some(&value) => say![outcome(value), " exactly when ", when],
            _ => say!["else ", outcome(value)],
        });
    Text::joined(parts, ", ")
}

/// Returns the condition that the remainder lies within a piece; `None` if it always does.
fn interval(
    names: &Names,
    n: &Formula,
    begin: &LetterForm,
    end: &LetterForm,
    length: &LetterForm,
) -> Option<Formula> {
    let zero = LetterForm::constant(names.quantities.len(), 0);
    let next = LetterForm { constant: begin.constant + 1, ..begin.clone() };
    let n = || n.clone();
    match (*begin == zero, end == length) {
        (true, true) => None,
        _ if *end == next => Some(n().equals(names.form(begin))),
        (true, false) => Some(n().related(Sign::Less, names.form(end))),
        (false, true) => Some(n().related(Sign::AtLeast, names.form(begin))),
        (false, false) => {
            Some(names.form(begin).related(Sign::AtMost, n()).related(Sign::Less, names.form(end)))
        }
    }
}

/// Writes a value that may rise or fall with the remainder.
fn value_in_words(names: &Names, n: &Formula, value: &LetterValue) -> Formula {
    let mut terms = match names.form(&value.form) {
        Formula::Sum(terms) => terms,
        form => vec![(false, form)],
    };
    if value.remainder == 0 {
        return Formula::signed_sum(terms);
    }
    if value.form == LetterForm::constant(names.quantities.len(), 0) {
        terms.clear();
    }
    let of = match value.remainder.unsigned_abs() {
        1 => n.clone(),
        factor => Formula::Product(vec![factor.into(), n.clone()], false),
    };
    // The remainder itself comes first, a multiple of it last.
    let place = if value.remainder == 1 { 0 } else { terms.len() };
    terms.insert(place, (value.remainder < 0, of));
    Formula::signed_sum(terms)
}

/// The number of outcomes of a valuation.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_that_share_a_side_are_a_chain() {
        let rules = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap";
        let game = Game::parse(rules).unwrap();
        let names = Names::new(&game, "h1", Valuation::NormalOutcome);
        let form = |a, b, constant| LetterForm { coefficients: vec![a, b], constant };
        for (forms, written) in [
            (vec![], "always"),
            (vec![form(2, -1, 0)], "b ≤ 2a"),
            (vec![form(-2, 1, -1)], "b > 2a"),
            (vec![form(-2, 1, -1), form(3, -1, 0)], "2a < b ≤ 3a"),
            (vec![form(3, -1, 0), form(-2, 1, -1)], "2a < b ≤ 3a"),
            (vec![form(1, 0, -3), form(0, -1, 9)], "a ≥ 3, b ≤ 9"),
            (vec![form(1, 0, -3), form(-1, 1, 0)], "3 ≤ a ≤ b"),
            (vec![form(-1, 0, 1)], "a = 1"),
            (vec![form(0, -1, 1)], "b ≤ 1"),
            (vec![form(0, 1, -2), form(0, -1, 2), form(1, 0, -3)], "b = 2, a ≥ 3"),
        ] {
            assert_eq!(conditions(&names, &forms).to_string(), written);
        }
    }
}
