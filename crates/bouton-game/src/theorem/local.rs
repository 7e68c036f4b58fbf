//! Laws for every number of heaps in which each heap has a state, in words.

use bouton_automata::Worklist;
use bouton_cert::{LocalClaim, NumbersOfHeaps};
use bouton_core::{ColumnLaw, ControlState, LocalLaw, State, Valuation, Value};
use bouton_explain::NoClaim;
use bouton_prose::{Block, Formula, Text, say};
use bouton_rules::Game;

use super::TheoremError;

use super::open::counted;

/// The largest modulus of a total that is recognised.
const MAX_MODULUS: usize = 16;

/// The form of a law with one start, if the form is recognised.
pub(super) enum Form {
    /// The values by the remainder of the number of objects modulo the length of this list.
    Total(Vec<Value>),
    /// The first place decides in which the number of ones is not divisible by the period.
    First(First),
}

/// The consequence of the first number v of ones that is not 0 modulo the period.
pub(super) struct First {
    /// The value if there is no such number.
    none: Value,
    /// For v = 1, 2, … the values with and without a good heap.
    pub(super) by: Vec<(Value, Value)>,
    /// For v = 0, 1, … the digits 0 and 1 with which a heap stays good.
    pub(super) stays: Vec<(bool, bool)>,
}

impl First {
    /// Whether a heap is linked if it has a 1 in each place with a remainder of 1, and a 0 in each place with another
    /// remainder.
    fn is_usual(&self) -> bool {
        let usual = |ones: usize| match ones {
            0 => (true, true),
            1 => (false, true),
            _ => (true, false),
        };
        self.stays.iter().enumerate().all(|(ones, stays)| *stays == usual(ones))
    }
}

pub(super) fn form(law: &LocalLaw) -> Option<Form> {
    total(law).map(Form::Total).or_else(|| first(law).map(Form::First))
}

/// Whether no value depends on a good heap.
fn is_plain(law: &LocalLaw) -> bool {
    law.otherwise() == law.columns().outputs()
}

/// Returns the values by the remainder of the number of objects, for the least modulus.
fn total(law: &LocalLaw) -> Option<Vec<Value>> {
    let columns = law.columns();
    let [start] = *columns.starts() else { return None };
    if !is_plain(law) {
        return None;
    }
    let (threshold, period) = columns.counts();
    (1..=MAX_MODULUS).filter(|modulus| period % modulus == 0).find_map(|modulus| {
        let mut values: Vec<Option<Value>> = vec![None; modulus];
        let mut work = Worklist::new(usize::MAX);
        work.meet((start, 0)).ok()?;
        while let Some((_, (state, rest))) = work.take() {
            let value = columns.outputs()[state as usize];
            if *values[rest].get_or_insert(value) != value {
                return None;
            }
            for ones in 0..threshold + period {
                work.meet((columns.next(state, ones), (2 * rest + ones) % modulus)).ok()?;
            }
        }
        values.into_iter().collect()
    })
}

fn first(law: &LocalLaw) -> Option<First> {
    let columns: &ColumnLaw = law.columns();
    let ([start], (0, period)) = (columns.starts(), columns.counts()) else { return None };
    let output = |state: State| (law.output(state, true), law.output(state, false));
    let none = output(*start);
    let decided = (1..period).map(|ones| {
        let state = columns.next(*start, ones);
        let stays = columns.row(state).iter().all(|&next| next == state);
        stays.then(|| output(state))
    });
    let by: Vec<(Value, Value)> = decided.collect::<Option<_>>()?;
    // A heap is good from the beginning, and never again once it is not.
    let heap = law.heap();
    let two = heap.good == [true, false];
    let never = (0..period).all(|ones| [false, true].into_iter().all(|d| law.next_of_heap(1, ones, d) == 1));
    let fits = none.0 == none.1 && (two && never || is_plain(law)) && *columns.row(*start).first()? == *start;
    let stays = |ones| {
        let with = |digit| law.next_of_heap(0, ones, digit) == 0;
        (with(false), with(true))
    };
    fits.then(|| First { none: none.0, by, stays: (0..period).map(stays).collect() })
}

/// Writes the theorem in some sentences.
pub(super) fn sentence(claim: &LocalClaim, game: &Game) -> Text {
    let law = &claim.law;
    let of = |value: Value| outcome(law, value);
    let every = format!("For {}, ", claim.numbers);
    match form(law) {
        Some(Form::Total(values)) => {
            let modulus = values.len();
            let mut lost: Vec<Value> = values.clone();
            lost.sort_unstable();
            lost.dedup();
            let cases = lost.into_iter().map(|value| {
                let rests = (0..modulus).filter(|&rest| values[rest] == value).map(Text::from);
                say![of(value), " if it is ", Text::joined(rests, " or ")]
            });
            let decides = say![every, "the number of objects modulo ", modulus, " decides: "];
            say![decides, Text::joined(cases, ", "), ".", counted_as_heaps(claim.numbers)]
        }
        Some(Form::First(First { none, by, stays })) => {
            let period = stays.len();
            let v = || Formula::name("v");
            let cases = (1usize..).zip(&by).map(|(ones, &(good, otherwise))| {
                let value = if good == otherwise {
                    say![of(good)]
                } else {
                    say![of(good), " if some heap is linked, else ", of(otherwise)]
                };
                say!["if ", v().equals(ones), " there, ", value]
            });
            let decides = say![
                every,
                "let ",
                v(),
                " be the number of heaps that have a 1 in a binary place, modulo ",
                period,
                ". A position is ",
                of(none),
                " if ",
                v(),
                " is 0 in every place. Else the first place from the left decides in which ",
                v(),
                " is not 0: ",
                Text::joined(cases, "; "),
                "."
            ];
            if is_plain(law) {
                return say![decides, counted_as_heaps(claim.numbers)];
            }
            let bonds = stays.iter().enumerate().filter_map(|(ones, &(zero, one))| {
                let digit = match (zero, one) {
                    (true, true) => return None,
                    (false, true) => "it has a 1",
                    (true, false) => "it has a 0",
                    (false, false) => "never",
                };
                Some(if digit == "never" {
                    say!["there is no place where ", v().equals(ones)]
                } else {
                    say![digit, " in each place where ", v().equals(ones)]
                })
            });
            say![
                decides,
                " A heap is linked if ",
                Text::joined(bonds, " and "),
                ".",
                counted_as_heaps(claim.numbers)
            ]
        }
        None => {
            let columns = law.columns();
            let passes = if game.controls().len() > 1 { ", on the passes that are left" } else { "" };
            let heaps = if is_plain(law) {
                Text::new()
            } else {
                say![
                    ", and on whether some heap is good at the end, by an automaton with ",
                    law.heap().good.len(),
                    " states that reads its digits beside these numbers"
                ]
            };
            say![
                every,
                "the outcome depends on how many heaps have a 1 in each binary place, ",
                counted(columns),
                passes,
                heaps,
                ": it is the output of an automaton with ",
                columns.outputs().len(),
                " states.",
                counted_as_heaps(claim.numbers)
            ]
        }
    }
}

/// Writes the theorem as a claim about every number of heaps.
pub(super) fn as_claim(claim: &LocalClaim) -> Result<String, TheoremError> {
    let law = &claim.law;
    if claim.numbers != NumbersOfHeaps::All {
        let about = "one of odd, or of even, numbers of heaps; a claim is about every number";
        return Err(TheoremError::NoClaim(about));
    }
    let coarse = |value: Value| law.columns().valuation().coarse(value);
    // Each value with the conditions under which a position has it.
    let mut cases: Vec<(Value, Vec<String>)> = Vec::new();
    let mut add =
        |value: Value, condition: String| match cases.iter_mut().find(|(known, _)| *known == coarse(value)) {
            Some((_, conditions)) => conditions.push(condition),
            None => cases.push((coarse(value), vec![condition])),
        };
    match form(law) {
        Some(Form::Total(values)) => {
            let modulus = values.len();
            for (rest, &value) in values.iter().enumerate() {
                add(
                    value,
                    if modulus == 1 { "true".to_owned() } else { format!("total mod {modulus} = {rest}") },
                );
            }
        }
        Some(Form::First(found)) if is_plain(law) || found.is_usual() => {
            let modulus = found.stays.len();
            add(found.none, format!("columns mod {modulus} = 0"));
            for (ones, &(good, otherwise)) in (1..).zip(&found.by) {
                let here = format!("leading mod {modulus} = {ones}");
                if coarse(good) == coarse(otherwise) {
                    add(good, here);
                } else {
                    add(good, format!("{here} and linked mod {modulus}"));
                    add(otherwise, format!("{here} and not linked mod {modulus}"));
                }
            }
        }
        Some(Form::First(_)) => {
            return Err(NoClaim::NoWords("one of heaps linked in a way of their own").into());
        }
        None => return Err(NoClaim::NoWords("one of an automaton with a state of each heap").into()),
    }
    let count = match law.columns().valuation() {
        Valuation::MisereOutcomeAndEnd => 2,
        Valuation::Podium { players: 4.. } => {
            return Err(NoClaim::NoWords("one of four players or more for every number of heaps").into());
        }
        other => other.value_count().unwrap_or(2),
    };
    let clause = |value: Value| {
        let conditions = cases.iter().find(|(known, _)| *known == value);
        let conditions = conditions.map_or("false".to_owned(), |(_, conditions)| conditions.join(" or "));
        format!("{} iff {conditions}", outcome(law, value))
    };
    Ok((0..count.saturating_sub(1)).map(clause).collect::<Vec<_>>().join("; "))
}

/// Returns the values of a claim that the first column decides whose number of ones is not divisible, and whether a heap is
/// linked: for each remainder the value with a linked heap and without one. `None` if the law has another form.
pub(super) fn by_first_column(claim: &LocalClaim) -> Option<Vec<(Value, Value)>> {
    let law = &claim.law;
    let Some(Form::First(found)) = form(law) else { return None };
    if claim.numbers != NumbersOfHeaps::All || !is_plain(law) && !found.is_usual() {
        return None;
    }
    let coarse = |value: Value| law.columns().valuation().coarse(value);
    let none = coarse(found.none);
    let by = found.by.iter().map(|&(good, otherwise)| (coarse(good), coarse(otherwise)));
    Some(std::iter::once((none, none)).chain(by).collect())
}

/// The numbers of ones that decide a law for every number of heaps in which no state of a heap matters.
pub(super) fn counts(claim: &LocalClaim) -> Option<(usize, usize)> {
    (claim.numbers == NumbersOfHeaps::All && is_plain(&claim.law)).then(|| claim.law.columns().counts())
}

/// Describes whether empty heaps count: they do where the parity of the number of heaps matters.
fn counted_as_heaps(numbers: NumbersOfHeaps) -> &'static str {
    if numbers == NumbersOfHeaps::All { "" } else { " Empty heaps are counted among the heaps." }
}

pub(super) fn outcome(law: &LocalLaw, value: Value) -> String {
    let valuation = law.columns().valuation();
    valuation.outcome_of(valuation.coarse(value)).to_string()
}

/// Writes the automata as tables, unless the sentence is complete.
pub(super) fn tables(claim: &LocalClaim, controls: &[String]) -> Vec<Block> {
    let law = &claim.law;
    if form(law).is_some() {
        return Vec::new();
    }
    let columns = law.columns();
    let number = |state: usize| Text::from(state);
    let outcomes = |state: State| -> Text {
        let (good, otherwise) = (law.output(state, true), law.output(state, false));
        if good == otherwise {
            outcome(law, good).into()
        } else {
            format!("{}, else {}", outcome(law, good), outcome(law, otherwise)).into()
        }
    };
    let head = |second: &str, letters: Vec<Text>| {
        [Text::from("state"), Text::from(second)].into_iter().chain(letters).collect::<Vec<Text>>()
    };
    let rows = (0..columns.outputs().len()).map(|state| {
        let of = State::try_from(state).unwrap_or(State::MAX);
        let next = columns.row(of).iter().map(|&next| number(next as usize));
        [number(state), outcomes(of)].into_iter().chain(next).collect()
    });
    let begins = (0u8..).zip(columns.starts()).map(|(control, &start)| {
        let of = controls.get(ControlState(control).index()).filter(|name| !name.is_empty());
        let of = of.map_or(String::new(), |name| format!(" with {name}"));
        say![format!("It begins{of} in state "), u64::from(start), "."]
    });
    let lead = say![
        "The states, each with its outcome (with a good heap, else without) and the states that follow it under 0, 1, … ones:"
    ];
    let mut blocks = vec![
        Block::Paragraph(lead),
        Block::Table {
            head: head("outcome", (0..columns.letters()).map(number).collect()),
            rows: rows.collect(),
        },
        Block::Paragraph(Text::joined(begins, " ")),
    ];
    if !is_plain(law) {
        let heap = law.heap();
        let letters =
            (0..columns.letters()).flat_map(|ones| [0, 1].map(|digit| Text::from(format!("{ones}/{digit}"))));
        let rows = heap.good.iter().zip(heap.transitions.chunks(2 * columns.letters())).enumerate();
        let rows = rows.map(|(state, (&good, next))| {
            let good = Text::from(if good { "good" } else { "" });
            [number(state), good].into_iter().chain(next.iter().map(|&next| number(next as usize))).collect()
        });
        blocks.push(Block::Paragraph(
            "The states of a heap, which begins in state 0, and those that follow under ones/its digit:"
                .into(),
        ));
        blocks.push(Block::Table { head: head("", letters.collect()), rows: rows.collect() });
    }
    blocks
}
