//! The forms of a law, and the search for the simplest one that is exactly the law.

use std::collections::BTreeSet;

use bouton_automata::{OUTSIDE, combine, exceptions, is_empty, is_symmetric, minimize};
use bouton_core::{DigitAutomaton, Law, LimitReached, Ruleset, Valuation, Value, Watch};
use serde::Serialize;

use crate::{
    apart::{self, Apart},
    asking::Asking,
    beatty::{self, Beatty},
    cases::{self, Cases},
    digits::{self, DigitLaw},
    existing::simpler,
    grundy::{self, GrundyValues},
    halved,
    heap_sum::{self, HeapSumLaw},
    linked_piles::is_linked_pile_law,
    meaning::Meaning,
    mostly::{self, Mostly},
    nim_sum::{self, NimSumLaw},
    periodic::{self, Periodic},
    properties::{self, Properties},
    remainders::{self, Remainders},
    rows::{self, Rows},
    sorted,
};

/// The most states of a law that is searched for families of exceptions.
const MAX_STATES_FOR_CASES: usize = 400;
/// The most letters of such a law.
const MAX_LETTERS_FOR_CASES: usize = 512;
/// The least number of exceptions for which other words are tried.
const LEAST_LISTED: usize = 3;

/// A readable form of a law.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::{Form, control_laws};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let laws = control_laws(&game, &Law::new(Valuation::NormalOutcome, law));
/// assert!(!matches!(laws[0].form, Form::Automaton { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "form", content = "data")]
pub enum Form {
    /// Every position has the same value.
    Constant(Value),
    /// One coordinate: by its remainder, with exceptions among small numbers.
    Periodic(Periodic),
    /// By the columns of binary digits.
    Digits(DigitLaw),
    /// Three-player Nim with the podium rule: by the linked piles.
    LinkedPiles,
    /// By the nim-sum of the coordinates' remainders.
    Remainders(Remainders),
    /// By the nim-sum of a periodic value of each coordinate.
    HeapSum(HeapSumLaw),
    /// By the value of the nim-sum of the coordinates, or of their remainders.
    NimSum(NimSumLaw),
    /// A law of the halves: the last digits do not matter.
    Halved(Box<Halved>),
    /// Rows by the smaller heaps, columns by the remainder of the sum.
    Rows(Rows),
    /// A typical rule and families of exceptions.
    Cases(Cases),
    /// A typical rule and families of exceptions, of the coordinates in ascending order: their
    /// order does not matter.
    Sorted(Cases),
    /// By the number of ones in each column of binary digits, with one heap set apart.
    Apart(Apart),
    /// A few simple properties decide the value.
    Properties(Properties),
    /// A rule where the coordinates are large enough, an automaton elsewhere.
    Mostly(Mostly),
    /// Two numbers: a word of another numeration, and the same word with a 0 appended.
    Beatty(Beatty),
    /// The automaton itself: no readable form was found.
    Automaton {
        /// The number of states.
        states: usize,
    },
}

/// A law of the coordinates' halves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Halved {
    /// The number of times that each coordinate is halved, rounded down.
    pub halvings: u32,
    /// The form of the law of the quotients.
    #[serde(flatten)]
    pub form: Form,
}

/// The law of one control state.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::control_laws;
///
/// // A lone control state has an empty name.
/// let rules = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
/// let laws = control_laws(&rules, &Law::new(Valuation::NormalOutcome, law));
/// assert_eq!(laws[0].controls, [""]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ControlLaw {
    /// The control states that have this law; a single one has no name.
    pub controls: Vec<String>,
    /// Its form.
    #[serde(flatten)]
    pub form: Form,
    /// The base and excess of the form's values as Grundy values, where these are read off a law
    /// with a Nim heap; such a form is about the game's own coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<GrundyValues>,
    /// The automaton of this law alone, of which the form is a reading.
    #[serde(skip)]
    pub law: DigitAutomaton,
    /// The proved law of these control states, with the Nim heap if it has one.
    #[serde(skip)]
    proved: DigitAutomaton,
}
/// Finds the form of a law in each control state: tries forms from the simplest on, and takes the first that is shown
/// to be equal to the law at all positions. Control states with the same law are together.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_forms::{Form, control_laws};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let laws = control_laws(&game, &Law::new(Valuation::NormalOutcome, law));
/// assert!(matches!(laws[0].form, Form::Periodic(_)));
/// ```
#[must_use]
pub fn control_laws(ruleset: &Ruleset, law: &Law) -> Vec<ControlLaw> {
    found(ruleset, law, &Asking::default())
}

/// Like [`control_laws`], under a watch: the search for a form may take longer than a proof.
///
/// # Errors
///
/// Any [`LimitReached`]. Forms do not depend on the time: at a limit there are none.
///
/// # Examples
///
/// ```
/// use bouton_core::{Law, Valuation, Watch};
/// use bouton_forms::control_laws_within;
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// assert!(control_laws_within(&nim, &law, &Watch::unlimited()).is_ok());
/// let cancelled = Watch::unlimited();
/// cancelled.cancel();
/// assert!(control_laws_within(&nim, &law, &cancelled).is_err());
/// ```
pub fn control_laws_within(
    ruleset: &Ruleset,
    law: &Law,
    watch: &Watch,
) -> Result<Vec<ControlLaw>, LimitReached> {
    let asking = Asking::of(watch);
    let laws = found(ruleset, law, &asking);
    asking.reached().map_or(Ok(laws), Err)
}

fn found(ruleset: &Ruleset, law: &Law, asking: &Asking<'_>) -> Vec<ControlLaw> {
    let Law { valuation, nim_heap, .. } = *law;
    let mut laws: Vec<ControlLaw> = Vec::new();
    for (control, name) in ruleset.controls().iter().enumerate() {
        let alone = of_control(&law.automaton, control, valuation);
        match laws.iter_mut().find(|known| known.proved == alone) {
            Some(known) => known.controls.push(name.clone()),
            None if law.numeration().is_binary() => {
                let of_all = simpler(&alone, ruleset.exists()).into_iter();
                let best = of_all
                    .map(|law| control_law(name, law, (valuation, nim_heap), asking))
                    .min_by_key(|law| (rank(&law.form), law.law.states()));
                laws.extend(best.map(|best| ControlLaw { proved: alone, ..best }));
            }
            // Grundy values with a Nim heap are read off laws in base 2.
            None => laws.push(ControlLaw {
                controls: vec![name.clone()],
                form: match nim_heap {
                    true => Form::Automaton { states: alone.states() },
                    false => in_other_digits(&alone, Meaning::of(valuation), asking),
                },
                grundy: None,
                law: alone.clone(),
                proved: alone,
            }),
        }
    }
    laws
}

/// The law in one control state, with values as printed.
fn of_control(law: &DigitAutomaton, control: usize, valuation: Valuation) -> DigitAutomaton {
    let start = law.starts().get(control).copied().unwrap_or(law.starts()[0]);
    let single = DigitAutomaton::over(
        law.numeration(),
        law.tracks(),
        vec![start],
        law.outputs().to_vec(),
        law.transitions().to_vec(),
    );
    let single = single.unwrap_or_else(|_| law.clone());
    minimize(&combine(&single, &single, |value, _| valuation.coarse(value)))
}

/// The law of one control state in its most readable form.
fn control_law(
    control: &str,
    law: DigitAutomaton,
    (valuation, nim_heap): (Valuation, bool),
    asking: &Asking<'_>,
) -> ControlLaw {
    let controls = vec![control.to_owned()];
    let whole =
        |controls, form| ControlLaw { controls, form, grundy: None, law: law.clone(), proved: law.clone() };
    if !nim_heap {
        return whole(controls, form(&law, Meaning::of(valuation), asking));
    }
    // Nim itself does not need an excess.
    if let Some(found) = digits::find(&law).filter(digits::DigitLaw::is_nim) {
        return whole(controls, Form::Digits(found));
    }
    let mut values: Vec<ControlLaw> = Vec::new();
    for (grundy, excesses) in grundy::find(&law) {
        let form = form(&excesses, Meaning::of_excesses(&grundy), asking);
        let rank = rank(&form);
        let found = ControlLaw {
            controls: controls.clone(),
            form,
            grundy: Some(grundy),
            law: excesses,
            proved: law.clone(),
        };
        if rank == 0 {
            return found;
        }
        values.push(found);
    }
    // The first of the best, since the simplest bases come first.
    match values.into_iter().min_by_key(|law| rank(&law.form)) {
        Some(found) => found,
        None => whole(controls, form(&law, Meaning::of(valuation), asking)),
    }
}

/// The distance of a form from words: 0 for a form entirely in words.
fn rank(form: &Form) -> u8 {
    match form {
        Form::Automaton { .. } => 2,
        Form::Mostly(_) => 1,
        Form::Cases(cases) | Form::Sorted(cases) if !cases.is_in_words() => 1,
        Form::Halved(halved) => rank(&halved.form),
        _ => 0,
    }
}

/// The first readable form that is exactly a law in other digits than binary ones.
fn in_other_digits(law: &DigitAutomaton, meaning: Meaning, asking: &Asking<'_>) -> Form {
    let Some(words) = properties::of_words(law).filter(|_| !asking.is_over()) else {
        return Form::Automaton { states: law.states() };
    };
    let values: BTreeSet<Value> = words.outputs().iter().copied().filter(|&value| value != OUTSIDE).collect();
    if let (1, Some(&value)) = (values.len(), values.first()) {
        return Form::Constant(value);
    }
    if let Some(found) = periodic::find(&words) {
        return Form::Periodic(found);
    }
    if let Some(found) = beatty::find(law, meaning) {
        return Form::Beatty(found);
    }
    // Nim on remainders modulo 2 is the parity of the sum.
    if let Some(found) = remainders::find(&words, meaning).filter(|found| found.modulus > 2) {
        return Form::Remainders(found);
    }
    // A few properties are read with less effort than a list.
    if let Some(found) = properties::find(law, asking) {
        return Form::Properties(found);
    }
    // Lists and rules with exceptions are compared with the law letter by letter.
    if law.letters() > MAX_LETTERS_FOR_CASES {
        return Form::Automaton { states: law.states() };
    }
    if let Some((found, _)) = listed(&words, meaning, asking) {
        return found;
    }
    match mostly::find(&words, asking) {
        Some(found) => Form::Mostly(found),
        None => Form::Automaton { states: law.states() },
    }
}

/// The first readable form that is exactly the law.
fn form(law: &DigitAutomaton, meaning: Meaning, asking: &Asking<'_>) -> Form {
    if asking.is_over() {
        return Form::Automaton { states: law.states() };
    }
    if law.states() == 1 {
        return Form::Constant(law.output(0));
    }
    if let Some(found) = periodic::find(law) {
        return Form::Periodic(found);
    }
    if let Some(found) = digits::find(law) {
        return Form::Digits(found);
    }
    if meaning == Meaning::ThreePlayerPodium && is_linked_pile_law(law) {
        return Form::LinkedPiles;
    }
    if let Some(found) = remainders::find(law, meaning) {
        return Form::Remainders(found);
    }
    if let Some(found) = heap_sum::find(law, meaning, asking) {
        return Form::HeapSum(found);
    }
    if let Some(found) = nim_sum::find(law) {
        return Form::NimSum(found);
    }
    if let Some(found) = of_halves(law, meaning, asking) {
        return found;
    }
    let listed = listed(law, meaning, asking);
    if listed.as_ref().is_none_or(|listed| rank(&listed.0) > 0)
        && let Some(found) = apart::find(law)
    {
        return Form::Apart(found);
    }
    // A list of exceptions must be as short as the conditions of a few properties; a short one gives way to
    // properties that need no letters for the heaps in ascending order.
    let is_short = |(form, length): &(Form, usize)| rank(form) == 0 && *length < LEAST_LISTED;
    let is_sorted =
        |(form, length): &(Form, usize)| matches!(form, Form::Sorted(_) | Form::Rows(_)) && *length > 0;
    if listed.as_ref().is_none_or(|listed| !is_short(listed) || is_sorted(listed))
        && let Some(found) = properties::find(law, asking)
        && listed.as_ref().is_none_or(|listed| {
            rank(&listed.0) > 0 || found.length() <= listed.1 && (!is_short(listed) || found.needs_no_order())
        })
    {
        return Form::Properties(found);
    }
    if let Some((found, _)) = listed {
        return found;
    }
    match mostly::find(law, asking) {
        Some(found) => Form::Mostly(found),
        None => Form::Automaton { states: law.states() },
    }
}

/// The law as rows or cases, with their number.
fn listed(law: &DigitAutomaton, meaning: Meaning, asking: &Asking<'_>) -> Option<(Form, usize)> {
    if !asking.is_over()
        && is_symmetric(law)
        && let Some(found) = rows::find(law)
        && found.holds(law)
    {
        let rows = found.rows.len();
        return Some((Form::Rows(found), rows));
    }
    let (numeration, tracks) = (law.numeration(), law.tracks());
    if law.states() > MAX_STATES_FOR_CASES || law.letters() > MAX_LETTERS_FOR_CASES {
        return None;
    }
    let holds = |found: &Cases| {
        !asking.is_over()
            && found
                .automaton(numeration, tracks)
                .is_some_and(|built| is_empty(&exceptions(law, &built), |value| value != OUTSIDE))
    };
    let whole = cases::find(law, asking).filter(holds).map(|found| found.simplified(law, holds));
    if whole.as_ref().is_none_or(|whole| whole.length() > 0)
        && meaning == Meaning::Outcome
        && numeration.is_binary()
        && !is_symmetric(law)
        && let Some(found) = heap_sum::of_unlike(law, asking)
    {
        return Some((Form::HeapSum(found), 0));
    }
    let cases = |form: fn(Cases) -> Form, found: Cases| {
        let length = found.length();
        Some((form(found), length))
    };
    match (whole, sorted::find(law, asking)) {
        // A statement about both orders at once must be shorter to be worth the sorting.
        (Some(whole), Some(sorted)) if sorted.length() < whole.length() => cases(Form::Sorted, sorted),
        (Some(whole), _) => cases(Form::Cases, whole),
        (None, Some(sorted)) => cases(Form::Sorted, sorted),
        (None, None) => None,
    }
}

/// The form of a law that does not depend on the last digits, if it is one in words.
fn of_halves(law: &DigitAutomaton, meaning: Meaning, asking: &Asking<'_>) -> Option<Form> {
    let halves = halved::find(law)?;
    match form(&halves, meaning, asking) {
        Form::Halved(mut inner) => {
            inner.halvings += 1;
            Some(Form::Halved(inner))
        }
        // Tables and exceptions of the halves are as long, and less direct.
        form @ (Form::Digits(_)
        | Form::LinkedPiles
        | Form::Remainders(_)
        | Form::HeapSum(_)
        | Form::NimSum(_)) => Some(Form::Halved(Box::new(Halved { halvings: 1, form }))),
        _ => None,
    }
}
