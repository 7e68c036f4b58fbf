//! Judgements of claims in words about rules with letters.

use bouton_core::{
    Convention, LimitReached, Numeration, Valuation, Watch,
    letters::{HeapsCase, LetterCase, LetterForm, LetterRows, RowRegion},
};
use bouton_logic::{
    Dividend, Fault, LetterClaim, Place, Remainder, Sentence, SentenceError, largest_heap, written_number,
};
use bouton_prove::Goal;
use bouton_rules::{Game, HeapCount};

use super::{LetterEnding, LetterTheorem, LettersError, prove_letters, written_out};
use crate::{
    Playable, PlayableError,
    proving::{MOST_LOGIC_STATES, Refutation, compared_with_play},
};

/// The most choices of numbers for the letters with which a claim is compared with play, and the
/// work for each.
const MOST_INSTANCES: usize = 64;
const INSTANCE_WORK: u64 = 1 << 13;
/// The largest sum of these numbers.
const MOST_SUM: i64 = 24;

/// Judges a claim in words about rules with letters: proves it for all numbers that the letters may
/// be, or refutes it. A refutation has the numbers of the smallest sum, then the first in
/// lexicographic order, for which the claim is wrong at a small position, and the least such
/// position.
///
/// The theorem of the rules is proved first. The claim agrees with it if there are no numbers for
/// the letters, the quotient and the remainder of the heap at which they differ; automata decide
/// this (Presburger arithmetic).
///
/// # Errors
///
/// [`LettersError`] if the claim cannot be read, or the rules are not of the kind that has such theorems.
///
/// # Examples
///
/// ```
/// use bouton::{Goal, Watch, judge_letter_claim, rules::Game};
///
/// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
/// let judge = |claim| judge_letter_claim(&game, claim, None, &Watch::unlimited());
/// assert!(judge("P iff h1 mod (m + 1) = 0")?.theorem.is_some());
/// let (numbers, refuted) = judge("P iff h1 mod m = 0")?.refuted.unwrap();
/// assert_eq!((numbers, refuted.position.as_str()), (vec![1], "1"));
/// # Ok::<(), bouton::LettersError>(())
/// ```
pub fn judge_letter_claim(
    game: &Game,
    text: &str,
    states: Option<usize>,
    watch: &Watch,
) -> Result<LetterEnding, LettersError> {
    let (rules, _) = written_out(game, watch)?;
    let faulty = |fault: Fault| LettersError::Claim { text: text.to_owned(), fault };
    let contains = |letters: &[i64]| {
        let heaps = std::iter::repeat_n(0, rules.parts.coordinates.len());
        let all = heaps.chain(letters.iter().map(|&letter| i128::from(letter)));
        rules.cone.holds(&all.collect::<Vec<i128>>())
    };
    let chosen = choices(rules.letters.len(), &contains, watch)?;
    if chosen.is_empty() {
        return Ok(undecided("no small numbers for the letters satisfy their conditions"));
    }
    let mut claim = None;
    for letters in &chosen {
        let instance = game
            .instance(letters)
            .map_err(|_| LettersError::Setting("the rules have no such game".to_owned()))?;
        // A claim that names no heap is wrong of few heaps first.
        let numbers = match (instance.heaps() == HeapCount::Any, largest_heap(text)) {
            (false, _) => vec![None],
            (true, None) => vec![Some(2), Some(1)],
            (true, Some(heaps)) => vec![Some(heaps.max(2))],
        };
        let mut least: Option<(u64, Refutation)> = None;
        for heaps in numbers {
            let playable = match Playable::within(&instance, heaps, watch) {
                Ok(playable) => playable,
                Err(PlayableError::Limit(limit)) => return Err(limit.into()),
                Err(_) => continue,
            };
            let Some(ruleset) = playable.ruleset() else { continue };
            let claim = match &claim {
                Some(claim) => claim,
                None => claim.insert(LetterClaim::read(text, game.letters(), ruleset).map_err(faulty)?),
            };
            let written = claim.with_numbers(letters).map_err(faulty)?;
            let found = compared_with_play(&playable, &written, INSTANCE_WORK, watch);
            let found = found.map_err(|error| LettersError::Judge(error.to_string()))?;
            // The position with the smaller total, and of these the one with fewer heaps, which comes later.
            if let Some(refuted) = found
                && least.as_ref().is_none_or(|(total, _)| refuted.total() <= *total)
            {
                least = Some((refuted.total(), refuted));
            }
        }
        if let Some((_, refuted)) = least {
            return Ok(refutation(letters.clone(), refuted));
        }
        watch.check()?;
    }
    let Some(claim) = claim else { return Ok(undecided("the rules have no game for small numbers")) };
    let of_one_heap = match rules.parts.convention {
        Convention::Normal => claim.of_one_heap(),
        Convention::Misere => claim.of_misere_sum(),
        _ => None,
    };
    let (goal, claim) = match (rules.sum, of_one_heap) {
        (false, _) => (if claim.is_grundy() { Goal::Grundy } else { Goal::Outcome }, claim),
        (true, Some(one)) => (Goal::Outcome, one),
        (true, None) if rules.parts.convention == Convention::Misere => {
            return Ok(undecided(
                "of sums of heaps with letters in misère play, claims of the form `P iff count(E >= 2) > 0 and nimsum(E) = 0 or count(E >= 2) = 0 and nimsum(E) = 1` are judged",
            ));
        }
        (true, None) => {
            return Ok(undecided(
                "of sums of heaps with letters, claims of the form `P iff nimsum(…) = 0` or `g = nimsum(…)` are judged",
            ));
        }
    };
    let ending = prove_letters(game, goal, false, watch)?;
    let Some(theorem) = ending.theorem else { return Ok(ending) };
    match differs(&theorem, &claim, states.unwrap_or(MOST_LOGIC_STATES), watch)? {
        Ok(()) => Ok(LetterEnding {
            theorem: Some(theorem),
            reason: None,
            cones: Vec::new(),
            refuted: None,
            claimed: true,
        }),
        Err(reason) => Ok(undecided(&reason)),
    }
}

fn undecided(reason: &str) -> LetterEnding {
    let reason = format!("{reason}; the claim agrees with play for small numbers, as far as it was compared");
    LetterEnding { theorem: None, reason: Some(reason), cones: Vec::new(), refuted: None, claimed: true }
}

fn refutation(letters: Vec<i64>, refuted: Refutation) -> LetterEnding {
    LetterEnding {
        theorem: None,
        reason: None,
        cones: Vec::new(),
        refuted: Some((letters, refuted)),
        claimed: true,
    }
}

/// Lists small numbers for the letters, in the order of their sum, then lexicographically.
fn choices(
    letters: usize,
    contains: &dyn Fn(&[i64]) -> bool,
    watch: &Watch,
) -> Result<Vec<Vec<i64>>, LimitReached> {
    let mut found = Vec::new();
    for sum in 0..=MOST_SUM {
        let mut numbers = vec![0; letters];
        let Some(last) = numbers.last_mut() else { return Ok(found) };
        *last = sum;
        loop {
            watch.spend(1)?;
            if contains(&numbers) {
                found.push(numbers.clone());
                if found.len() == MOST_INSTANCES {
                    return Ok(found);
                }
            }
            // The last number that is not 0 gives one to its left neighbour, and the rest goes to the end.
            let Some(from) = numbers.iter().rposition(|&number| number > 0).filter(|&from| from > 0) else {
                break;
            };
            let rest = numbers[from] - 1;
            numbers[from] = 0;
            numbers[from - 1] += 1;
            if let Some(last) = numbers.last_mut() {
                *last = rest;
            }
        }
    }
    Ok(found)
}

/// A part of a theorem: the value of the positions that satisfy some conditions.
struct Part {
    /// The names beside those of the letters.
    names: Vec<String>,
    conditions: Vec<String>,
    /// The value: the outcome by number, and the Grundy value in words.
    value: (u32, String),
    control: usize,
    place: Place,
}

/// Whether the claim has the same value as the theorem for every position and all letters, or the
/// reason why that cannot be shown. Remainders of which the divisor depends on the letters are numbers of which only their
/// bounds are known; so a claim that agrees with the theorem for all such numbers agrees with it.
fn differs(
    theorem: &LetterTheorem,
    claim: &LetterClaim,
    states: usize,
    watch: &Watch,
) -> Result<Result<(), String>, LettersError> {
    let letters = theorem.game().letters();
    let parts = match parts(theorem) {
        Ok(parts) => parts,
        Err(reason) => return Ok(Err(reason.to_owned())),
    };
    for part in parts {
        let (outcome, number) = &part.value;
        let Some((says, others)) = claim.says_in(part.control, *outcome, number, &part.place) else {
            return Ok(
                Err("the claim has parts that are not about heaps, remainders and letters".to_owned()),
            );
        };
        let mut all = part.conditions;
        all.push(format!("not ({says})"));
        let names: Vec<&str> = letters.iter().chain(&part.names).chain(&others).map(String::as_str).collect();
        let sentence = format!("exists {}: {}", names.join(", "), all.join(" and "));
        let sentence = Sentence::read(&sentence, &|_| Vec::new())
            .map_err(|fault| LettersError::Claim { text: sentence.clone(), fault })?;
        match sentence.answer(&Numeration::binary(), &[], states, 0, watch) {
            Ok(answer) if answer.truth == Some(false) => {}
            Ok(answer) => {
                let at = answer.witness.unwrap_or_default();
                let at: Vec<String> = at
                    .iter()
                    .filter(|(name, _)| letters.contains(name))
                    .map(|(name, number)| format!("{name} = {number}"))
                    .collect();
                let example = if at.is_empty() {
                    String::new()
                } else {
                    format!(", for example for {}", at.join(", "))
                };
                return Ok(Err(format!(
                    "the claim may differ from the theorem{example}: of a remainder such as n mod (a + b), the comparison knows only that it is at least 0 and below a + b"
                )));
            }
            Err(SentenceError::Undecided(limit)) => return Ok(Err(limit.to_string())),
            Err(error) => return Ok(Err(error.to_string())),
        }
    }
    Ok(Ok(()))
}

/// The parts of a theorem, or the reason why it is not compared with claims.
fn parts(theorem: &LetterTheorem) -> Result<Vec<Part>, &'static str> {
    let law = theorem.law();
    let mut scribe = Scribe::new(theorem);
    if let Some(rows) = &law.rows {
        scribe.rows(rows)?;
    } else if law.heaps.is_empty() {
        law.cases.iter().for_each(|case| scribe.case(case));
    } else {
        law.heaps.iter().for_each(|case| scribe.heaps(case));
    }
    Ok(scribe.parts)
}

/// Writes the parts of a theorem.
struct Scribe<'a> {
    theorem: &'a LetterTheorem,
    letters: &'a [String],
    /// The conditions of the letters.
    cone: String,
    parts: Vec<Part>,
}

impl<'a> Scribe<'a> {
    fn new(theorem: &'a LetterTheorem) -> Self {
        let conditions = theorem.game().where_letters().replace(',', " and ");
        let cone = if conditions.trim().is_empty() { "true".to_owned() } else { format!("({conditions})") };
        Self { theorem, letters: theorem.game().letters(), cone, parts: Vec::new() }
    }

    /// A name that no letter has, nor begins.
    fn fresh(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.letters.iter().any(|letter| letter.starts_with(&name)) {
            name.push('_');
        }
        name
    }

    /// Writes a form of letters, and of further names.
    fn written(&self, form: &LetterForm, further: &[&str]) -> String {
        let names = self.letters.iter().map(String::as_str).chain(further.iter().copied());
        let terms = names.zip(&form.coefficients).filter(|(_, factor)| **factor != 0);
        let terms = terms.map(|(name, factor)| format!("{} * {name}", written_number(*factor)));
        format!("({})", terms.chain([written_number(form.constant)]).collect::<Vec<_>>().join(" + "))
    }

    fn outcome(&self, value: i64) -> u32 {
        match self.theorem.law().valuation {
            Valuation::Grundy => 0,
            other => other.coarse(u32::try_from(value).unwrap_or_default()),
        }
    }

    /// Writes a case of a law of one heap.
    fn case(&mut self, case: &LetterCase) {
        let (heap, rest) = (self.fresh("whole"), self.fresh("rest"));
        let length = self.written(&case.length, &[]);
        let remainder = Remainder {
            of: Dividend::Written(heap.clone()),
            by: (case.length.coefficients.clone(), case.length.constant),
            name: rest.clone(),
        };
        let place =
            Place { heaps: vec![heap.clone()], remainders: vec![remainder], other: self.fresh("other") };
        let mut here = vec![self.cone.clone()];
        here.extend(case.conditions.iter().map(|form| format!("{} >= 0", self.written(form, &[]))));
        here.push(format!("{rest} < {length}"));
        for (control, blocks) in case.blocks.iter().enumerate() {
            for (quotient, pieces) in blocks.iter().enumerate() {
                let sign = if quotient + 1 == blocks.len() { ">=" } else { "=" };
                let mut begin = "0".to_owned();
                for piece in pieces {
                    let end = self.written(&piece.end, &[]);
                    for (turn, value) in piece.values.iter().enumerate() {
                        let form = self.written(&value.form, &[]);
                        let grundy = format!("({} * {rest} + {form})", written_number(value.remainder));
                        let mut conditions = here.clone();
                        conditions.push(format!("{begin} <= {rest} and {rest} < {end}"));
                        if piece.values.len() > 1 {
                            conditions
                                .push(format!("({rest} - {begin}) mod {} = {turn}", piece.values.len()));
                        }
                        // For the later quotients, only a lower bound of the heap is known.
                        conditions.push(format!("{heap} {sign} {quotient} * {length} + {rest}"));
                        self.parts.push(Part {
                            names: vec![heap.clone(), rest.clone()],
                            conditions,
                            value: (self.outcome(value.form.constant), grundy),
                            control,
                            place: place.clone(),
                        });
                    }
                    begin = end;
                }
            }
        }
    }

    /// Writes a law in rows.
    fn rows(&mut self, rows: &LetterRows) -> Result<(), &'static str> {
        let (heap, rest) = (self.fresh("whole"), self.fresh("divided"));
        let (at, line) = (self.fresh("rest"), self.fresh("line"));
        let form = |form: &LetterForm| (form.coefficients.clone(), form.constant);
        let divisor = self.written(&rows.divisor, &[]);
        for case in &rows.cases {
            if case.step != LetterForm::constant(self.letters.len() + 1, 0) {
                return Err(
                    "the theorem is a law in rows of two lengths, with which claims are not compared",
                );
            }
            let length = self.written(&case.length, &[&rest]);
            let (dividend, constant) = form(&rows.dividend);
            let named = |of, by, name: &String| Remainder { of, by, name: name.clone() };
            let remainders = vec![
                named(Dividend::Form(dividend, constant), form(&rows.divisor), &rest),
                named(Dividend::Written(heap.clone()), form(&case.length), &at),
                named(Dividend::Written(at.clone()), form(&rows.divisor), &line),
            ];
            let place = Place { heaps: vec![heap.clone()], remainders, other: self.fresh("other") };
            let mut here = vec![self.cone.clone()];
            here.extend(case.conditions.iter().map(|form| format!("{} >= 0", self.written(form, &[&rest]))));
            here.push(format!("{rest} < {divisor} and {rest} <= {}", self.written(&rows.dividend, &[])));
            here.push(format!(
                "{at} < {length} and {at} <= {heap} and ({at} = {heap} or {heap} >= {length})"
            ));
            here.push(format!(
                "{line} < {divisor} and {line} <= {at} and ({line} = {at} or {at} >= {divisor})"
            ));
            // The phase is 0.
            let names = [&*rest, "0", &*at, &*line];
            self.regions(&case.regions, &here, &names, &place, &[&heap, &rest, &at, &line]);
        }
        Ok(())
    }

    /// Writes a case of a law of several heaps.
    fn heaps(&mut self, case: &HeapsCase) {
        let count = self.theorem.checked.rules.parts.coordinates.len();
        let named =
            |name: &str| (0..count).map(|heap| format!("{}{heap}", self.fresh(name))).collect::<Vec<_>>();
        let (heaps, rests) = (named("whole"), named("rest"));
        let length = self.written(&case.length, &[]);
        let remainder = |(heap, rest): (&String, &String)| Remainder {
            of: Dividend::Written(heap.clone()),
            by: (case.length.coefficients.clone(), case.length.constant),
            name: rest.clone(),
        };
        let remainders = heaps.iter().zip(&rests).map(remainder).collect();
        let place = Place { heaps: heaps.clone(), remainders, other: self.fresh("other") };
        let mut here = vec![self.cone.clone()];
        here.extend(case.conditions.iter().map(|form| format!("{} >= 0", self.written(form, &[]))));
        for (heap, rest) in heaps.iter().zip(&rests) {
            here.push(format!(
                "{rest} < {length} and {rest} <= {heap} and ({rest} = {heap} or {heap} >= {length} + {rest})"
            ));
        }
        let names: Vec<&str> = heaps.iter().chain(&rests).map(String::as_str).collect();
        self.regions(&case.regions, &here, &names, &place, &names);
    }

    /// Writes regions; those of different values have no position in common.
    fn regions(
        &mut self,
        regions: &[RowRegion],
        here: &[String],
        further: &[&str],
        place: &Place,
        names: &[&str],
    ) {
        for region in regions {
            let all = |region: &RowRegion| {
                let forms = region.conditions.iter();
                forms.map(|form| format!("{} >= 0", self.written(form, further))).collect::<Vec<_>>()
            };
            let mut conditions = here.to_vec();
            conditions.extend(all(region));
            for other in regions.iter().filter(|other| other.value != region.value) {
                let other = all(other);
                let other = if other.is_empty() { "true".to_owned() } else { other.join(" and ") };
                conditions.push(format!("not ({other})"));
            }
            self.parts.push(Part {
                names: names.iter().map(|name| (*name).to_owned()).collect(),
                conditions,
                value: (self.outcome(region.value), written_number(region.value)),
                control: 0,
                place: place.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(game: &str, claim: &str) -> LetterEnding {
        judge_letter_claim(&Game::parse(game).unwrap(), claim, None, &Watch::unlimited()).unwrap()
    }

    const ONE_TO_M: &str = "for all m where m >= 1; heaps 1; move take 1..m from 1 heap";

    #[test]
    fn claims_are_proved_for_all_letters() {
        for (game, claim) in [
            (ONE_TO_M, "P iff h1 mod (m + 1) = 0"),
            (ONE_TO_M, "g = h1 mod (m + 1)"),
            (ONE_TO_M, "N iff h1 mod (1 + m) >= 1"),
            (
                "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap",
                "P iff h1 mod (a + b) < a",
            ),
            (
                "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; play misere",
                "P iff h1 mod (m + 1) = 1",
            ),
            (
                "for all m where m >= 1; heaps any; move take 1..m from 1 heap",
                "P iff nimsum(heap mod (m + 1)) = 0",
            ),
            ("for all m where m >= 1; heaps any; move take 1..m from 1 heap", "g = nimsum(heap mod (m + 1))"),
        ] {
            let ending = judge(game, claim);
            assert!(ending.theorem.is_some(), "{game}: {claim}: {:?} {:?}", ending.reason, ending.refuted);
        }
    }

    #[test]
    fn wrong_claims_are_refuted_at_the_least_letters() {
        let refuted = |game, claim| {
            let (letters, refuted) = judge(game, claim).refuted.unwrap();
            (letters, refuted.position)
        };
        assert_eq!(refuted(ONE_TO_M, "P iff h1 mod m = 0"), (vec![1], "1".to_owned()));
        assert_eq!(
            refuted(ONE_TO_M, "P iff h1 mod (m + 1) = 0 and m < 5 or h1 = 0"),
            (vec![5], "6".to_owned())
        );
        assert_eq!(refuted(ONE_TO_M, "g = h1 mod (m + 1) if m != 3; g = 0"), (vec![3], "1".to_owned()));
        let interval = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap";
        assert_eq!(refuted(interval, "P iff h1 mod (a + b) <= a"), (vec![1, 1], "1".to_owned()));
    }

    /// A sum in misère play is lost as misère Nim with heaps of the Grundy values is, however that is said.
    #[test]
    fn claims_about_sums_in_misere_play_are_judged() {
        let game = "for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere";
        let big = "count(heap mod (m + 1) >= 2)";
        let sum = "nimsum(heap mod (m + 1))";
        for claim in [
            format!("P iff {big} > 0 and {sum} = 0 or {big} = 0 and {sum} = 1"),
            format!("P iff ({big} = 0 iff {sum} = 1) and ({sum} <= 1)"),
            format!("P iff not ({sum} >= 2) and ({sum} = 1 iff {big} < 1)"),
        ] {
            let ending = judge(game, &claim);
            let said = (ending.reason, ending.refuted.map(|(_, refuted)| refuted.sentence()));
            assert!(ending.theorem.is_some(), "{claim}: {said:?}");
        }
        let wrong = judge(game, &format!("P iff {sum} = 0"));
        assert_eq!(wrong.refuted.unwrap().1.position, "0");
        // The values of another number are not those of the heaps.
        let other = format!("P iff {big} > 0 and nimsum(heap mod (m + 2)) = 0 or {big} = 0 and {sum} = 1");
        assert!(judge(game, &other).theorem.is_none());
    }

    /// Of a sum, the least position has no heap too many.
    #[test]
    fn wrong_claims_about_sums_are_refuted_with_the_fewest_heaps() {
        let sets = "for all a, b where 1 <= a, a < b; heaps any; move take {a,b} from 1 heap";
        let (letters, refuted) = judge(sets, "P iff nimsum(heap mod 2) = 0").refuted.unwrap();
        assert_eq!((letters, refuted.position.as_str()), (vec![1, 2], "2"));
        let one_to_m = "for all m where m >= 1; heaps any; move take 1..m from 1 heap";
        let (letters, refuted) = judge(one_to_m, "P iff total mod (m + 1) = 0").refuted.unwrap();
        assert_eq!((letters, refuted.position.as_str()), (vec![2], "1,1"));
    }

    /// Tests that claims that agree only for small letters are not proved.
    #[test]
    fn claims_that_are_wrong_for_large_letters_are_not_proved() {
        let ending = judge(ONE_TO_M, "P iff h1 mod (m + 1) = 0 and m < 1000000");
        assert!(ending.theorem.is_none() && ending.refuted.is_none());
    }
}
