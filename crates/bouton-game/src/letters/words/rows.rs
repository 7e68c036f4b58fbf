//! Laws in rows in words.

use bouton_core::{
    Valuation,
    letters::{LetterForm, LetterRows, RowCase, RowRegion},
};
use bouton_prose::{Formula, Sign, Text, say};
use bouton_rules::Game;

use super::{Names, Outcomes, conditions, range};

/// The names of the numbers of a law in rows.
#[derive(Clone)]
pub(crate) struct RowSymbols {
    /// The remainder of the division.
    pub(crate) rest: Formula,
    /// The number of a block.
    pub(crate) block: Formula,
    /// Its phase.
    pub(crate) phase: Formula,
    /// The place in a block.
    pub(crate) place: Formula,
}

impl RowSymbols {
    /// Chooses names that no letter of the game has.
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            rest: free(game, ["r", "s", "rest"]),
            block: free(game, ["k", "q", "block"]),
            phase: free(game, ["u", "v", "phase"]),
            place: free(game, ["t", "s", "place"]),
        }
    }
}

/// Returns the first of some names that no letter has.
fn free(game: &Game, names: [&str; 3]) -> Formula {
    let taken = |name: &str| game.letters().iter().any(|letter| letter == name);
    Formula::name(names.into_iter().find(|name| !taken(name)).unwrap_or(names[2]))
}

/// Writes the theorem: "For all 1 ≤ a < b: P exactly when n mod (a + b) < b and (n mod (a + b)) mod
/// 2a < a."
pub(super) fn sentence(game: &Game, names: &Names, rows: &LetterRows) -> Text {
    let symbols = RowSymbols::new(game);
    let rest = symbols.rest.clone();
    let with_rest = names.with([rest.clone()]);
    let several = rows.cases.len() > 1;
    let cases = rows.cases.iter().map(|case| {
        let text = case_in_words(&symbols, &with_rest, rows, case);
        if several { say!["if ", conditions(&with_rest, &case.conditions), ", ", text] } else { text }
    });
    let cases = Text::joined(cases.collect::<Vec<_>>(), "; ");
    let every = say!["For all ", range(game)];
    // Whether the remainder is mentioned.
    let place = names.quantities.len();
    let mentions = |form: &LetterForm| form.coefficients.get(place).is_some_and(|c| *c != 0);
    let mentioned = rows.cases.iter().any(|case| {
        case.conditions.iter().any(mentions)
            || [&case.length, &case.step, &case.modulus, &case.longer].into_iter().any(mentions)
            || case.regions.iter().flat_map(|region| &region.conditions).any(mentions)
    });
    if !mentioned {
        return say![every, ": ", cases, "."];
    }
    let divided = Formula::remainder(names.form(&rows.dividend), names.form(&rows.divisor));
    say![every, ", with ", rest.equals(divided), ": ", cases, "."]
}

/// Writes a multiple of a form.
pub(crate) fn times(names: &Names, form: &LetterForm, by: Formula) -> Formula {
    match names.form(form) {
        Formula::Number(number) if number == "1" => by,
        form => Formula::Product(vec![form, by], false),
    }
}

fn case_in_words(symbols: &RowSymbols, names: &Names, rows: &LetterRows, case: &RowCase) -> Text {
    let heap = || names.heap.clone();
    let zero = LetterForm::constant(names.quantities.len(), 0);
    let mut divisor = rows.divisor.clone();
    divisor.coefficients.push(0);
    let divisor = names.form(&divisor);
    let mut with_place = names.clone();
    if case.step == zero {
        let place = Formula::remainder(heap(), names.form(&case.length));
        let line = Formula::remainder(place.clone(), divisor);
        with_place.quantities.extend([0.into(), place, line]);
        let of = |region: &RowRegion| region_in_words(&with_place, region);
        return values(names.valuation, &case.regions, &of);
    }
    let RowSymbols { block, phase, place, .. } = symbols.clone();
    let steps = times(names, &case.step, block.clone());
    let modulus = names.form(&case.modulus);
    let mut begin = vec![(false, times(names, &case.length, block.clone()))];
    if case.longer != zero {
        begin.push((false, times(names, &case.longer, Formula::floor(steps.clone(), modulus.clone()))));
    }
    let begin = Formula::Sum(begin);
    let line =
        Formula::remainder(Formula::Sum(vec![(false, place.clone()), (false, phase.clone())]), divisor);
    with_place.quantities.extend([phase.clone(), place.clone(), line]);
    let of = |region: &RowRegion| region_in_words(&with_place, region);
    say![
        "where ",
        heap(),
        " is place ",
        place,
        " of block ",
        block.clone(),
        ", block ",
        block,
        " begins at ",
        begin,
        " and ",
        phase.equals(Formula::remainder(steps, modulus)),
        ", ",
        values(names.valuation, &case.regions, &of)
    ]
}

/// Writes the values of regions.
pub(super) fn values(valuation: Valuation, all: &[RowRegion], write: &dyn Fn(&RowRegion) -> Text) -> Text {
    let of = |value: i64| -> Option<Text> {
        let regions: Vec<&RowRegion> = all.iter().filter(|region| region.value == value).collect();
        let several = regions.len() > 1;
        let texts = regions.iter().map(|region| {
            let text = write(region);
            if several { say!["(", text, ")"] } else { text }
        });
        (!regions.is_empty()).then(|| Text::joined(texts.collect::<Vec<_>>(), " or "))
    };
    if valuation == Valuation::Grundy {
        let mut all: Vec<i64> = all.iter().map(|region| region.value).collect();
        all.sort_unstable();
        all.dedup();
        let value = |value: i64| {
            let is = Formula::name("g").equals(usize::try_from(value).unwrap_or(usize::MAX));
            Some(say![is, " if ", of(value)?])
        };
        return Text::joined(all.into_iter().filter_map(value).collect::<Vec<_>>(), ", ");
    }
    let count = valuation.coarse_count();
    let outcome = |value: u32| valuation.outcome_of(value).to_string();
    let mut parts: Vec<Text> = (0..count.saturating_sub(1))
        .map(|value| match of(value.into()) {
            None => say!["never ", outcome(value)],
            Some(when) => say![outcome(value), " exactly when ", when],
        })
        .collect();
    if count > 2 {
        parts.push(say!["else ", outcome(count - 1)]);
    }
    Text::joined(parts, ", ")
}

/// Writes the conditions of a region, each with the place or y on its left side.
fn region_in_words(names: &Names, region: &RowRegion) -> Text {
    let first = names.quantities.len() - 3;
    let conditions = region.conditions.iter().map(|form| {
        let side = |sign: i64, constant: i64| LetterForm {
            coefficients: form.coefficients.iter().map(|c| (c * sign).max(0)).collect(),
            constant: constant.max(0),
        };
        let strict = form.constant == -1;
        let constant = if strict { 0 } else { form.constant };
        let (small, large) = (side(-1, -constant), side(1, constant));
        let about_place = |form: &LetterForm| form.coefficients[first..].iter().any(|c| *c != 0);
        let (sign, opposite) =
            if strict { (Sign::Less, Sign::Greater) } else { (Sign::AtMost, Sign::AtLeast) };
        if about_place(&large) {
            names.form(&large).related(opposite, names.form(&small))
        } else {
            names.form(&small).related(sign, names.form(&large))
        }
    });
    let conditions: Vec<Text> = conditions.map(Text::from).collect();
    if conditions.is_empty() { "always".into() } else { Text::joined(conditions, " and ") }
}
