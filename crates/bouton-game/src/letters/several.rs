//! Theorems with letters about several heaps together, which are not a sum.

use std::collections::BTreeSet;

use bouton_cert::LetterCertificate;
use bouton_core::{
    ControlState, Position, Valuation, Watch,
    letters::{HeapsCase, LetterForm, LetterLaw},
};
use bouton_document::{Cone, Move, Number, Solve};
use bouton_explain::Trace;
use bouton_families::{LetterQuestion, fit_letter_heaps};
use bouton_prose::{Formula, Sign, Text, say};
use bouton_prove::Goal;
use bouton_rules::{Game, HeapCount, RulesWithLetters};
use bouton_solve::Moves;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{LetterEnding, LetterTheorem, LettersError, words};

mod lost;

/// The most options that are looked at for winning moves.
const MOST_OPTIONS: usize = 20_000;

/// Whether a game has a number of heaps that such theorems support.
pub(super) fn may_be_proved(game: &Game) -> bool {
    let heaps = matches!(game.heaps(), HeapCount::Fixed(2..=3));
    heaps && game.controls().len() == 1
}

/// Searches for the theorem.
pub(super) fn prove(
    game: &Game,
    rules: &RulesWithLetters,
    goal: Goal,
    watch: &Watch,
) -> Result<LetterEnding, LettersError> {
    let heaps = rules.parts.coordinates.len();
    let valuation = match goal {
        Goal::Outcome => Valuation::provable(rules.parts.convention),
        Goal::Grundy => {
            game.sprague_grundy().map_err(|why| LettersError::Setting(why.to_string()))?;
            Valuation::Grundy
        }
    };
    let contains = |letters: &[i64]| {
        let all = std::iter::repeat_n(0, heaps).chain(letters.iter().map(|&letter| i128::from(letter)));
        rules.cone.holds(&all.collect::<Vec<i128>>())
    };
    let question = LetterQuestion {
        letters: rules.letters.len(),
        contains: &contains,
        instance: &|letters| game.instance_within(letters, watch).ok()?.ok()?.ruleset_within(watch).ok(),
        valuation,
        controls: rules.parts.controls.len(),
        depth: 0,
    };
    let ended = |theorem: Option<LetterTheorem>, reason: Option<String>| {
        let part = Cone {
            conditions: "always".to_owned(),
            status: if theorem.is_some() { "proved" } else { "open" }.to_owned(),
            theorem: theorem.as_ref().map(LetterTheorem::sentence),
            states: None,
        };
        LetterEnding { theorem, reason, cones: vec![part], refuted: None, claimed: false }
    };
    let limits = bouton_check::Limits { watch: watch.clone(), ..bouton_check::Limits::default() };
    let (mut theorem, mut reason) = (None, None);
    let mut accepted = |case: &HeapsCase| {
        let law = LetterLaw { heaps: vec![case.clone()], ..LetterLaw::new(valuation, Vec::new()) };
        let text = LetterCertificate { game: game.text(), law }.encode();
        match LetterTheorem::check(&text, &limits) {
            Ok(proved) => theorem = Some(proved),
            // The first law is the simplest one.
            Err(refused) if reason.is_none() => reason = Some(refused.reason),
            Err(_) => {}
        }
        theorem.is_some()
    };
    fit_letter_heaps(&question, heaps, &mut accepted, watch)?;
    if theorem.is_some() {
        return Ok(ended(theorem, None));
    }
    let reason = match reason {
        None => "no law of the heaps together was found that holds for all these numbers".to_owned(),
        Some(refused) => format!("the law that fits small numbers is not proved: {refused}"),
    };
    Ok(ended(None, Some(reason)))
}

/// Returns the value of a position, with some of its moves: all if they are few.
pub(super) fn answer(
    theorem: &LetterTheorem,
    letters: &[BigInt],
    position: &Position,
    most: usize,
) -> Result<Solve, LettersError> {
    let (game, law) = (theorem.game(), theorem.law());
    let outside = || LettersError::Position(format!("the theorem does not give the value of {position}"));
    let heaps: Vec<BigInt> = position.coordinates.iter().cloned().map(BigInt::from).collect();
    let value = |heaps: &[BigInt]| law.value_of(letters, heaps, ControlState(0)).ok_or_else(outside);
    let valuation = law.valuation;
    let outcome = |value: &BigInt| valuation.outcome_of(value.to_u32().unwrap_or(u32::MAX));
    let own = value(&heaps)?;
    let name = |heaps: &[BigInt]| heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    // The options are listed as far as they can be found one by one, in the game with these
    // numbers.
    let numbers: Option<Vec<i64>> = letters.iter().map(ToPrimitive::to_i64).collect();
    let small: Option<Vec<u64>> = heaps.iter().map(ToPrimitive::to_u64).collect();
    let ruleset = numbers.and_then(|numbers| game.instance(&numbers).ok()?.ruleset().ok());
    let watch = Watch::unlimited();
    let moves = ruleset.and_then(|ruleset| Moves::within(&ruleset, &watch).ok());
    let (mut options, mut complete) = (Vec::new(), false);
    if let (Some(moves), Some(small)) = (moves, small) {
        let mut many = false;
        let _ = moves.try_each_option(&small, ControlState(0), &mut watch.batch(), |to, _| {
            if options.len() >= MOST_OPTIONS {
                many = true;
                return false;
            }
            options.push(to.to_vec());
            true
        });
        complete = !many;
    }
    let mut options: BTreeSet<Vec<BigInt>> =
        options.into_iter().map(|option| option.into_iter().map(BigInt::from).collect()).collect();
    if !complete && let Some(case) = law.case_of_heaps(letters) {
        options.extend(lost::lost_options(theorem, case, letters, &heaps));
    }
    let mut listed = Vec::new();
    for heaps in options {
        let outcome = outcome(&value(&heaps)?);
        listed.push((outcome.number() != 0, name(&heaps), outcome));
    }
    listed.sort_by_key(|(loses, ..)| *loses);
    let winning = listed.iter().filter(|(loses, ..)| !loses).count();
    let moves = listed.iter().take(most).map(|(loses, to, outcome)| Move {
        to: to.clone(),
        outcome: outcome.to_string(),
        winning: !loses,
        best: !loses,
    });
    let grundy = (valuation == Valuation::Grundy).then(|| own.to_biguint()).flatten();
    Ok(Solve {
        game: crate::terms::title(game),
        rules: game.text(),
        position: name(&heaps),
        outcome: outcome(&own).to_string(),
        value: outcome(&own).number(),
        grundy: grundy.map(|value| Number::from(&value)),
        remoteness: None,
        moves: moves.collect(),
        moves_complete: complete && listed.len() <= most,
        // A lost position has no lost option.
        winning_moves_complete: outcome(&own).number() == 0 || complete && winning <= most,
        certificate: Some(theorem.identity().to_string()),
        table: None,
        plan: None,
        verified: None,
    })
}

/// Returns the conditions of the region in which a position lies, with their numbers.
pub(super) fn trace(theorem: &LetterTheorem, letters: &[BigInt], heaps: &[BigInt]) -> Option<Trace> {
    let law = theorem.law();
    let case = law.case_of_heaps(letters)?;
    let region = case.region(letters, heaps)?;
    let value = u32::try_from(region.value).ok()?;
    let value = match law.valuation {
        Valuation::Grundy => value.to_string(),
        other => other.outcome_of(value).to_string(),
    };
    let numbers = case.numbers(letters, heaps)?;
    let length = case.length.evaluate(letters);
    let names = words::HeapNames::new(theorem.game(), &theorem.checked.rules.parts.coordinates, case);
    let written = |number: &BigInt| Formula::Number(number.to_string());
    let side = |form: &LetterForm| {
        let value = written(&form.evaluate(&numbers));
        let formula = names.form(form);
        if formula == value { value } else { formula.equals(value) }
    };
    let conditions = region.conditions.iter().map(|form| -> Text {
        let chain = match names.multiples(form) {
            Some((one, other, sign)) => {
                let multiple = |heap: usize| names.multiple(heap).equals(written(&(&heaps[heap] / &length)));
                joined(multiple(one), sign, multiple(other))
            }
            None => {
                let (first, sign, second) = names.sides(form);
                joined(side(&first), sign, side(&second))
            }
        };
        chain.into()
    });
    let mut facts: Vec<Text> = conditions.collect();
    let reason = match facts.pop() {
        None => "this holds for every position".into(),
        Some(last) if facts.is_empty() => last,
        Some(last) => say![Text::joined(facts, ", "), ", and ", last],
    };
    Some(Trace { value, reason, blocks: Vec::new() })
}

/// Joins a chain and another one with a sign.
fn joined(chain: Formula, sign: Sign, other: Formula) -> Formula {
    match other {
        Formula::Relation(first, rest) => {
            let chain = chain.related(sign, *first);
            rest.into_iter().fold(chain, |chain, (sign, next)| chain.related(sign, next))
        }
        other => chain.related(sign, other),
    }
}
