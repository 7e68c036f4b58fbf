//! Theorems with letters as claims that a program reads.

use std::collections::BTreeMap;

use bouton_core::{
    Convention, Valuation,
    letters::{HeapsCase, LetterCase, LetterForm, LetterRows, LetterValue, Piece, RowRegion},
};
use bouton_document::LawAsClaim;
use bouton_explain::NoClaim;

use super::LetterTheorem;

/// Conditions with the values of the positions that satisfy them, in words of claims. Each position satisfies at least one,
/// and where it satisfies several they agree.
type ConditionedValues = Vec<(String, String)>;

/// The most conditions of a claim.
const MOST_CASES: usize = 300;

impl LetterTheorem {
    /// Returns the theorem as a claim, which [`judge_letter_claim`](crate::judge_letter_claim) reads. Of a sum of heaps it is
    /// a claim about outcomes, or, with `grundy`, about Grundy values.
    ///
    /// # Errors
    ///
    /// [`NoClaim`] if the language of claims has no words for the law.
    ///
    /// ```
    /// use bouton::{Goal, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// assert_eq!(theorem.as_claim(false)?.text, "P iff h1 mod (a + b) < a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_claim(&self, grundy: bool) -> Result<LawAsClaim, NoClaim> {
        let text = match self.law().sum {
            true => self.of_sum(grundy)?,
            false => self.of_positions()?,
        };
        let game = crate::terms::title(self.game());
        Ok(LawAsClaim {
            subject: format!("{game}, for all {}", super::range::range(self.game())),
            game,
            certificate: self.identity().to_string(),
            text,
        })
    }

    fn of_positions(&self) -> Result<String, NoClaim> {
        let (law, rules) = (self.law(), &self.checked.rules);
        let letters = &rules.letters;
        let heap = &rules.parts.coordinates[0];
        let several = law.cases.len() > 1;
        let controls = &rules.parts.controls;
        let mut clauses: Vec<Vec<String>> = Vec::new();
        for control in 0..controls.len().max(1) {
            let said = if let Some(rows) = &law.rows {
                of_rows(rows, letters, heap)?
            } else if law.heaps.is_empty() {
                let cases = law.cases.iter().map(|case| {
                    let here = if several { conditions(&case.conditions, letters) } else { Vec::new() };
                    (here, case)
                });
                cases
                    .flat_map(|(here, case)| of_case(case, control, &here, letters, heap, law.valuation))
                    .collect()
            } else {
                law.heaps.iter().flat_map(|case| of_heaps(case, letters, &rules.parts.coordinates)).collect()
            };
            if said.len() > MOST_CASES {
                return Err(NoClaim::Long);
            }
            clauses.push(written(said, law.valuation));
        }
        if clauses.iter().all(|one| *one == clauses[0]) {
            return Ok(clauses[0].join("; "));
        }
        let of_controls = clauses.iter().zip(controls);
        let all =
            of_controls.flat_map(|(own, name)| own.iter().map(move |clause| format!("{clause} when {name}")));
        Ok(all.collect::<Vec<_>>().join("; "))
    }

    fn of_sum(&self, grundy: bool) -> Result<String, NoClaim> {
        let (law, letters) = (self.law(), &self.checked.rules.letters);
        let of_case = |case: &LetterCase| of_case(case, 0, &[], letters, "heap", law.valuation);
        let mut values: Vec<String> = law
            .cases
            .iter()
            .flat_map(of_case)
            .map(|(condition, value)| match condition.as_str() {
                "true" => value,
                _ => String::new(),
            })
            .collect();
        values.dedup();
        let [value] = &values[..] else {
            return Err(NoClaim::NoWords(
                "one of sums of heaps with letters, whose Grundy values have several cases",
            ));
        };
        if value.is_empty() {
            return Err(NoClaim::NoWords(
                "one of sums of heaps with letters, whose Grundy values have several cases",
            ));
        }
        Ok(match (self.game().convention(), grundy) {
            (Convention::Misere, _) => format!(
                "P iff count({value} >= 2) > 0 and nimsum({value}) = 0 or count({value} >= 2) = 0 and nimsum({value}) = 1"
            ),
            (_, true) => format!("g = nimsum({value})"),
            (_, false) => format!("P iff nimsum({value}) = 0"),
        })
    }
}

/// Writes the clauses: the outcomes but one, or the values with their conditions.
fn written(said: ConditionedValues, valuation: Valuation) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (condition, value) in said {
        match groups.iter_mut().find(|(known, _)| *known == value) {
            Some((_, conditions)) => conditions.push(condition),
            None => groups.push((value, vec![condition])),
        }
    }
    let any = |conditions: &[String]| match conditions.iter().any(|one| one == "true") {
        true => "true".to_owned(),
        false => conditions.join(" or "),
    };
    let numbers = |name: &str| {
        let last = groups.len().saturating_sub(1);
        let clause = |(place, (value, conditions)): (usize, &(String, Vec<String>))| match place == last {
            true => format!("{name} = {value}"),
            false => format!("{name} = {value} if {}", any(conditions)),
        };
        groups.iter().enumerate().map(clause).collect()
    };
    let outcomes = match valuation {
        Valuation::Grundy => return numbers("g"),
        Valuation::Podium { players: 4.. } => return numbers("v"),
        Valuation::MisereOutcomeAndEnd => 2,
        other => other.value_count().unwrap_or(2),
    };
    let by_value: BTreeMap<&str, &Vec<String>> =
        groups.iter().map(|(value, conditions)| (value.as_str(), conditions)).collect();
    let clause = |outcome: u32| {
        let here = by_value.get(outcome.to_string().as_str()).map_or("false".to_owned(), |all| any(all));
        format!("{} iff {here}", valuation.outcome_of(outcome))
    };
    (0..outcomes - 1).map(clause).collect()
}

/// Writes conditions that forms are not negative; two opposite ones are an equation.
fn conditions(forms: &[LetterForm], names: &[String]) -> Vec<String> {
    let opposite = |one: &LetterForm, other: &LetterForm| {
        one.constant == -other.constant
            && one.coefficients.iter().zip(&other.coefficients).all(|(one, other)| *one == -other)
    };
    let mut found = Vec::new();
    for (place, form) in forms.iter().enumerate() {
        if forms[..place].iter().any(|before| opposite(before, form)) {
            continue;
        }
        let side = |sign: i64, constant: i64| LetterForm {
            coefficients: form.coefficients.iter().map(|c| (c * sign).max(0)).collect(),
            constant: constant.max(0),
        };
        let equal = forms[place + 1..].iter().any(|after| opposite(form, after));
        let (sign, constant) = match (equal, form.constant) {
            (true, constant) => ("=", constant),
            (false, -1) => (">", 0),
            (false, constant) => (">=", constant),
        };
        let (large, small) = (side(1, constant), side(-1, -constant));
        found.push(format!("{} {sign} {}", large.written(names), small.written(names)));
    }
    found
}

/// The conjunction of some conditions.
fn all(parts: &[String]) -> String {
    match parts {
        [] => "true".to_owned(),
        parts => parts.join(" and "),
    }
}

/// Writes a form in brackets if it has several terms.
fn bracketed(form: &LetterForm, names: &[String]) -> String {
    let text = form.written(names);
    if text.contains(' ') { format!("({text})") } else { text }
}

fn of_case(
    case: &LetterCase,
    control: usize,
    here: &[String],
    letters: &[String],
    heap: &str,
    valuation: Valuation,
) -> ConditionedValues {
    let mut said = ConditionedValues::new();
    let Some(blocks) = case.blocks.get(control) else { return said };
    let Some(last) = blocks.len().checked_sub(1) else { return said };
    // Blocks that are like all later ones need no words.
    let own = blocks.iter().rposition(|pieces| *pieces != blocks[last]).map_or(0, |at| at + 1);
    let times = |q: usize| {
        let q = i64::try_from(q).unwrap_or(i64::MAX);
        LetterForm {
            coefficients: case.length.coefficients.iter().map(|c| c.saturating_mul(q)).collect(),
            constant: case.length.constant.saturating_mul(q),
        }
        .written(letters)
    };
    let remainder = format!("{heap} mod {}", bracketed(&case.length, letters));
    for (q, pieces) in blocks[..own].iter().chain([&blocks[last]]).enumerate() {
        let mut within = here.to_vec();
        let rest = if q == 0 && own > 0 { heap.to_owned() } else { remainder.clone() };
        if q < own {
            within.extend((q > 0).then(|| format!("{heap} >= {}", times(q))));
            within.push(format!("{heap} < {}", times(q + 1)));
        } else if own > 0 {
            within.push(format!("{heap} >= {}", times(own)));
        }
        said.extend(of_pieces(pieces, &case.length, &within, letters, &rest, valuation));
    }
    said
}

fn of_pieces(
    pieces: &[Piece],
    length: &LetterForm,
    within: &[String],
    letters: &[String],
    rest: &str,
    valuation: Valuation,
) -> ConditionedValues {
    let coarse = |value: &LetterValue| match (valuation, value.fixed()) {
        (Valuation::MisereOutcomeAndEnd, Some(2)) => LetterValue::constant(letters.len(), 1),
        _ => value.clone(),
    };
    let mut said = ConditionedValues::new();
    let mut begin = LetterForm::constant(letters.len(), 0);
    let mut pieces = pieces.iter().peekable();
    while let Some(piece) = pieces.next() {
        let values: Vec<LetterValue> = piece.values.iter().map(coarse).collect();
        // Adjacent pieces with the same value are one.
        let mut end = &piece.end;
        while let Some(next) = pieces
            .next_if(|next| values.len() == 1 && next.values.iter().map(coarse).eq(values.iter().cloned()))
        {
            end = &next.end;
        }
        let mut here = within.to_vec();
        let zero = begin == LetterForm::constant(letters.len(), 0);
        let one = LetterForm { constant: begin.constant + 1, ..begin.clone() };
        if *end == one {
            here.push(format!("{rest} = {}", begin.written(letters)));
        } else {
            here.extend((!zero).then(|| format!("{rest} >= {}", begin.written(letters))));
            here.extend((end != length).then(|| format!("{rest} < {}", end.written(letters))));
        }
        for (turn, value) in values.iter().enumerate() {
            let mut now = here.clone();
            if values.len() > 1 {
                let from =
                    if zero { rest.to_owned() } else { format!("{rest} - {}", bracketed(&begin, letters)) };
                now.push(format!("({from}) mod {} = {turn}", values.len()));
            }
            said.push((all(&now), written_value(value, letters, rest)));
        }
        begin = end.clone();
    }
    said
}

/// Writes a value, which may depend on the remainder.
fn written_value(value: &LetterValue, letters: &[String], rest: &str) -> String {
    let zero = LetterForm::constant(letters.len(), 0);
    if value.remainder == 1 && value.form == zero {
        return rest.to_owned();
    }
    let names: Vec<String> = letters.iter().cloned().chain([format!("({rest})")]).collect();
    let mut form = value.form.clone();
    form.coefficients.push(value.remainder);
    form.written(&names)
}

fn of_rows(rows: &LetterRows, letters: &[String], heap: &str) -> Result<ConditionedValues, NoClaim> {
    let mut divisor = rows.divisor.clone();
    divisor.coefficients.push(0);
    let rest = format!("({} mod {})", bracketed(&rows.dividend, letters), bracketed(&rows.divisor, letters));
    let with_rest: Vec<String> = letters.iter().cloned().chain([rest]).collect();
    let mut said = ConditionedValues::new();
    for case in &rows.cases {
        if case.step != LetterForm::constant(with_rest.len(), 0) {
            return Err(NoClaim::NoWords("one of rows of two lengths, distinguished by a phase"));
        }
        let here = if rows.cases.len() > 1 { conditions(&case.conditions, &with_rest) } else { Vec::new() };
        let place = format!("({heap} mod {})", bracketed(&case.length, &with_rest));
        let line = format!("({place} mod {})", bracketed(&divisor, &with_rest));
        let names: Vec<String> = with_rest.iter().cloned().chain(["0".to_owned(), place, line]).collect();
        said.extend(of_regions(&case.regions, &here, &names));
    }
    Ok(said)
}

fn of_heaps(case: &HeapsCase, letters: &[String], coordinates: &[String]) -> ConditionedValues {
    let here = conditions(&case.conditions, letters);
    let length = bracketed(&case.length, letters);
    let remainders = coordinates.iter().map(|heap| format!("({heap} mod {length})"));
    let names: Vec<String> = letters.iter().chain(coordinates).cloned().chain(remainders).collect();
    of_regions(&case.regions, &here, &names)
}

/// Writes regions; those of different values have no position in common.
fn of_regions(regions: &[RowRegion], here: &[String], names: &[String]) -> ConditionedValues {
    let of = |region: &RowRegion| {
        let parts = [here, &conditions(&region.conditions, names)].concat();
        (all(&parts), region.value.to_string())
    };
    regions.iter().map(of).collect()
}
