//! The comparison of two games: whether their values are equal at all positions, or where they
//! first differ.

mod least;

use bouton_automata::{combine, explore_over};
use bouton_core::{
    ControlState, DigitAutomaton, Formula, Law, LimitReached, Numeration, Ruleset, Valuation, Value, Watch,
};
use bouton_document as document;
use bouton_game::{Ending, Playable, ProveError, prove_law_with};
use bouton_prove::{Goal, NumerationChoice, ProveOptions};
use least::least;

use crate::{PositionBox, PositionsError, ValueKind};

/// The approximate number of positions that are compared one by one before laws are searched for.
const COMPARED: u64 = 20_000;
/// The largest coordinate of a position that is compared one by one.
const LARGEST: u64 = 200;
/// The most work in the search for a law, in the units of a [`Watch`]: some seconds.
const WORK: u64 = 50_000_000;
/// The most states of an automaton of existing positions, or of a bound.
const MOST_STATES: usize = 20_000;

/// The reason why two games cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// A take-and-break code.
    #[error("a take-and-break code has no fixed number of heaps; `sequence` gives the values of its heaps")]
    Code,
    /// The positions of the games are not of the same kind.
    #[error("the positions of one game are not those of the other: {0}")]
    Positions(String),
    /// The outcomes of the games do not have the same meaning.
    #[error("the games have different outcomes: they have {0} and {1} players")]
    Players(u8, u8),
}

/// The error of a comparison.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The games cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
    /// The values of a box could not be computed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The search for a law failed.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The result of comparing two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The games are equal at all positions: the laws of both are proved, and are equal.
    Equal,
    /// The games are equal at all positions because their rules are the same; no proof is needed.
    SameRules,
    /// The games differ, and this is the first position at which they do: no such position has a
    /// smaller largest coordinate, or has the same one and comes before it in lexicographic order.
    Differ {
        /// The position.
        position: String,
        /// The values there.
        values: [String; 2],
    },
    /// The games agree as far as compared, without a proof.
    Open {
        /// All positions without a larger coordinate agree.
        upto: u64,
        /// The reason why there is no proof.
        reason: String,
    },
}

/// Compares the outcomes or Grundy values of two games with the same positions.
///
/// Small positions are compared one by one. If they agree, the laws of both games are proved and
/// the automata compared. Each law is searched for within a fixed amount of counted work, so that
/// the comparison with a game without a law ends early, with the same answer on every machine. For
/// laws that need more, prove one of the games and [judge](bouton_game::judge) its law as a claim
/// about the other.
///
/// ```
/// use bouton::{ValueKind, Comparison, Playable, Watch, compare};
///
/// let game = |text: &str| Playable::new(&bouton::rules::resolve(text).unwrap(), None).unwrap();
/// let nim = game("heaps 2; move take any from 1 heap");
/// let same = game("counters a, b; move a -> t where t < a; move b -> t where t < b");
/// assert_eq!(compare(&nim, &same, ValueKind::Outcome, &Watch::unlimited())?, Comparison::Equal);
/// let wythoff = game("wythoff");
/// assert_eq!(compare(&wythoff, &wythoff, ValueKind::Outcome, &Watch::unlimited())?, Comparison::SameRules);
/// let misere = game("heaps 2; move take any from 1 heap; play misere");
/// let Comparison::Differ { position, .. } = compare(&nim, &misere, ValueKind::Outcome, &Watch::unlimited())? else {
///     panic!("they differ");
/// };
/// assert_eq!(position, "0,0");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
///
/// If the games cannot be compared, have no such values, or a limit is reached.
pub fn compare(
    one: &Playable,
    other: &Playable,
    asked: ValueKind,
    watch: &Watch,
) -> Result<Comparison, CompareError> {
    compare_in(one, other, asked, &NumerationChoice::Auto, watch)
}

/// Compares two games as [`compare`] does, with laws in these digits only. No time is then spent on
/// other numerations, and a game without a law in this one is reported sooner.
///
/// ```
/// use bouton::{ValueKind, Comparison, Playable, Watch, compare_in};
///
/// let game = |text: &str| Playable::new(&bouton::rules::resolve(text).unwrap(), None).unwrap();
/// let nim = game("heaps 2; move take any from 1 heap");
/// let same = game("counters a, b; move a -> t where t < a; move b -> t where t < b");
/// let binary = "2".parse().unwrap();
/// assert_eq!(compare_in(&nim, &same, ValueKind::Outcome, &binary, &Watch::unlimited())?, Comparison::Equal);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
///
/// As [`compare`].
pub fn compare_in(
    one: &Playable,
    other: &Playable,
    asked: ValueKind,
    numeration: &NumerationChoice,
    watch: &Watch,
) -> Result<Comparison, CompareError> {
    let games = [one, other];
    let [left, right] = match (one.ruleset(), other.ruleset()) {
        (Some(left), Some(right)) => [left, right],
        _ => return Err(Incomparable::Code.into()),
    };
    comparable(left, right)?;
    let valuations = [asked.valuation(one.game())?, asked.valuation(other.game())?];
    if let Err(position) = same_positions(left, right) {
        let both = games.map(|game| game.title());
        let reason = format!("{position} exists in only one of the games {} and {}", both[0], both[1]);
        return Err(Incomparable::Positions(reason).into());
    }
    // The rules are the same, whatever the names of the games.
    if unnamed(left) == unnamed(right) && valuations[0] == valuations[1] {
        return Ok(Comparison::SameRules);
    }
    let dimension = u32::try_from(left.dimension()).unwrap_or(u32::MAX);
    let upto = (1..=LARGEST)
        .take_while(|n| (n + 1).checked_pow(dimension).is_some_and(|count| count <= COMPARED))
        .last();
    let upto = upto.unwrap_or(0);
    if let Some(found) = first_small(games, asked, upto, watch)? {
        return Ok(difference_at(one, valuations, found));
    }
    let goal = match asked {
        ValueKind::Outcome => Goal::Outcome,
        ValueKind::Grundy => Goal::Grundy,
        ValueKind::Remoteness => {
            return Ok(Comparison::Open { upto, reason: "there are no laws of remoteness".to_owned() });
        }
    };
    let laws = match in_one_numeration(games, goal, numeration, watch)? {
        Ok(laws) => laws,
        Err(reason) => return Ok(Comparison::Open { upto, reason }),
    };
    let [Some(first), Some(second)] = laws.each_ref().map(read) else {
        return Ok(Comparison::Open {
            upto,
            reason: "the Grundy values of one game are too many".to_owned(),
        });
    };
    let mut differs = combine(&first, &second, |a, b| u32::from(a != b));
    if first.numeration().is_binary() {
        let Some(exists) = left.exists().automaton(first.tracks(), MOST_STATES) else {
            return Ok(Comparison::Open {
                upto,
                reason: "the automaton of existing positions has too many states".to_owned(),
            });
        };
        let exists = with_controls(&exists, differs.starts().len());
        differs = combine(&differs, &exists, |a, b| u32::from(a == 1 && b == 1));
    }
    Ok(match least(&differs, left.dimension()) {
        None => Comparison::Equal,
        // In other numerations, `differs` is not restricted to existing positions.
        Some(_) if !first.numeration().is_binary() && *left.exists() != Formula::True => Comparison::Open {
            upto,
            reason: format!(
                "the laws differ, but in the digits of {} it is not decided whether the positions at which they differ exist",
                first.numeration()
            ),
        },
        Some((position, control)) => {
            let values = laws.map(|law| match asked {
                ValueKind::Grundy => {
                    law.value(control, &position).map_or_else(String::new, |value| value.to_string())
                }
                _ => law.outcome(control, &position).to_string(),
            });
            Comparison::Differ { position: one.write(&position, control).to_string(), values }
        }
    })
}

/// Returns the canonical text of the rules without the name of the game, line by line. It
/// determines the game.
fn unnamed(ruleset: &Ruleset) -> Vec<&str> {
    ruleset.text().lines().filter(|line| !line.starts_with("game ")).collect()
}

/// Returns the laws of both games in the same digits, or the reason why there are none.
///
/// A law of one game is also searched for in the digits of the other: laws in different digits are
/// not compared, since the same values can be read in more than one numeration.
fn in_one_numeration(
    games: [&Playable; 2],
    goal: Goal,
    choice: &NumerationChoice,
    watch: &Watch,
) -> Result<Result<[Law; 2], String>, CompareError> {
    let only = |law: &Law| NumerationChoice::Only(law.numeration().clone());
    let first = match law_in(games[0], goal, choice.clone(), watch)? {
        Ok(law) => law,
        Err(reason) => return Ok(Err(reason)),
    };
    // Base 2 is tried first anyway.
    if !first.numeration().is_binary()
        && let Ok(second) = law_in(games[1], goal, only(&first), watch)?
    {
        return Ok(Ok([first, second]));
    }
    let second = match law_in(games[1], goal, choice.clone(), watch)? {
        Ok(law) => law,
        Err(reason) => return Ok(Err(reason)),
    };
    if first.numeration() == second.numeration() {
        return Ok(Ok([first, second]));
    }
    let digits = [&first, &second].map(|law| law.numeration().clone());
    if let Ok(first) = law_in(games[0], goal, only(&second), watch)? {
        return Ok(Ok([first, second]));
    }
    Ok(Err(different(games, &digits)))
}

/// Writes the reason for laws that were found in different digits only.
fn different(games: [&Playable; 2], [first, second]: &[Numeration; 2]) -> String {
    let [one, other] = games.map(Playable::title);
    format!(
        "{one} has a law in numeration {first}, {other} has one in {second}, no law was found in the digits of the other, and only laws in the same digits are compared"
    )
}

/// Returns the law of a game in the chosen digits, or the reason why there is none.
fn law_in(
    game: &Playable,
    goal: Goal,
    numeration: NumerationChoice,
    watch: &Watch,
) -> Result<Result<Law, String>, CompareError> {
    let options = ProveOptions { numeration, ..ProveOptions::default() };
    Ok(match prove_law_with(game, goal, &options, &watch.within(WORK))? {
        Ending::Proved(proved) => match proved.theorem.law() {
            Some(law) => Ok(law.law().clone()),
            None => Err("a theorem is not a law".to_owned()),
        },
        Ending::NoLaw(not_found) => Err(format!("{}: {}", game.title(), not_found.reason)),
        Ending::Refuted(refuted) => Err(refuted.sentence()),
    })
}

impl Comparison {
    /// Whether the games are equal, if that is known.
    #[must_use]
    pub fn is_equal(&self) -> Option<bool> {
        match self {
            Self::Equal | Self::SameRules => Some(true),
            Self::Differ { .. } => Some(false),
            Self::Open { .. } => None,
        }
    }

    /// Returns the comparison as a document.
    #[must_use]
    pub fn document(&self, games: [&Playable; 2], asked: ValueKind) -> document::Compare {
        let mut document = document::Compare {
            games: games.map(Playable::title).to_vec(),
            value: asked.name().to_owned(),
            heaps: None,
            equal: None,
            position: None,
            values: None,
            agree_upto: None,
            reason: None,
        };
        match self {
            Self::Equal | Self::SameRules => document.equal = Some(true),
            Self::Differ { position, values } => {
                document.equal = Some(false);
                document.position = Some(position.clone());
                document.values = Some(values.to_vec());
            }
            Self::Open { upto, reason } => {
                document.agree_upto = Some(*upto);
                document.reason = Some(reason.clone());
            }
        }
        document
    }

    /// Describes the comparison in words.
    #[must_use]
    pub fn text(&self, asked: ValueKind) -> String {
        let what = match asked {
            ValueKind::Outcome => "outcome",
            ValueKind::Grundy => "Grundy value",
            ValueKind::Remoteness => "remoteness",
        };
        match self {
            Self::Equal => format!(
                "equal: both games have the same {what} at every position; the laws of both are proved"
            ),
            Self::SameRules => {
                format!("equal: the rules are the same, and so is the {what} at every position")
            }
            Self::Differ { position, values: [left, right] } => {
                format!(
                    "different: at {position} the {what} is {left} in the first game and {right} in the second"
                )
            }
            Self::Open { upto, reason } => {
                format!(
                    "the same {what} at all positions with no number above {upto}; not proved beyond ({reason})"
                )
            }
        }
    }
}

type Found = (Vec<u64>, ControlState, [Value; 2]);

fn difference_at(
    playable: &Playable,
    valuations: [Valuation; 2],
    (position, control, values): Found,
) -> Comparison {
    let coordinates: Vec<_> = position.into_iter().map(Into::into).collect();
    let position = playable.write(&coordinates, control).to_string();
    Comparison::Differ { position, values: [0, 1].map(|i| valuations[i].value_name(values[i])) }
}

fn comparable(left: &Ruleset, right: &Ruleset) -> Result<(), Incomparable> {
    if left.dimension() != right.dimension() {
        let (left, right) = (left.dimension(), right.dimension());
        return Err(Incomparable::Positions(format!("they have {left} and {right} numbers")));
    }
    if left.controls() != right.controls() {
        return Err(Incomparable::Positions("they have different passes".to_owned()));
    }
    let players = [left, right].map(|ruleset| ruleset.convention().players());
    let same = players[0] == players[1]
        && Valuation::outcome(left.convention()).value_count()
            == Valuation::outcome(right.convention()).value_count();
    if same { Ok(()) } else { Err(Incomparable::Players(players[0], players[1])) }
}

/// Checks that the same positions exist in both games; returns a position that exists in one only.
fn same_positions(left: &Ruleset, right: &Ruleset) -> Result<(), String> {
    if left.exists() == right.exists() {
        return Ok(());
    }
    let both = [left, right].map(|ruleset| ruleset.exists().automaton(ruleset.dimension(), MOST_STATES));
    let [Some(one), Some(other)] = both else { return Err("a position with large numbers".to_owned()) };
    match bouton_automata::difference(&one, &other) {
        None => Ok(()),
        Some((position, _)) => Err(position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// Returns the first position of a box at which the values differ.
fn first_small(
    games: [&Playable; 2],
    asked: ValueKind,
    upto: u64,
    watch: &Watch,
) -> Result<Option<Found>, CompareError> {
    let mut tables = Vec::new();
    for game in games {
        let mut values = std::collections::BTreeMap::new();
        PositionBox::new(game, None, upto, asked, watch)?.for_each(&mut |row| {
            let largest = row.coordinates.iter().copied().max().unwrap_or(0);
            values.insert((largest, row.coordinates.to_vec(), row.control), row.value);
            true
        })?;
        tables.push((values, game.ruleset().is_some_and(Ruleset::interchangeable)));
    }
    let (first, second) = (&tables[0], &tables[1]);
    // Where heaps are interchangeable in one game only, its table has just the sorted positions.
    let (walked, looked, swapped) =
        if first.1 && !second.1 { (second, first, true) } else { (first, second, false) };
    for ((largest, coordinates, control), &value) in &walked.0 {
        let mut key = (*largest, coordinates.clone(), *control);
        if looked.1 {
            key.1.sort_unstable();
        }
        if let Some(&found) = looked.0.get(&key)
            && found != value
        {
            let values = if swapped { [found, value] } else { [value, found] };
            return Ok(Some((coordinates.clone(), *control, values)));
        }
    }
    Ok(None)
}

/// Returns the law as an automaton of the values that are reported; Grundy values as pairs of a
/// position and its value. `None` if the automaton would be too large.
fn read(law: &Law) -> Option<DigitAutomaton> {
    let automaton = &law.automaton;
    if law.valuation != Valuation::Grundy {
        return Some(combine(automaton, automaton, |value, _| law.valuation.coarse(value)));
    }
    // The output at (x, h) is 0 exactly where the value of x is h, as in a law with a Nim heap. The
    // state includes the digits of h read so far, as a number, as long as it is at most the largest
    // value.
    let most = u64::from(automaton.outputs().iter().copied().max().unwrap_or(0));
    let (letters, numeration) = (automaton.letters(), automaton.numeration());
    let tracks = automaton.tracks();
    explore_over(
        numeration,
        tracks + 1,
        automaton.starts().iter().map(|&start| (start, Some(0u64))),
        |&(state, heap), letter| {
            let digit = numeration.digit(letter, tracks);
            let heap = heap.and_then(|heap| numeration.append(heap, digit)).filter(|&heap| heap <= most);
            (automaton.next(state, letter % letters), heap)
        },
        |&(state, heap)| u32::from(Some(u64::from(automaton.output(state))) != heap),
        MOST_STATES,
    )
    .ok()
}

/// Returns the same automaton with its start as the start of each control state.
fn with_controls(automaton: &DigitAutomaton, controls: usize) -> DigitAutomaton {
    let starts = vec![automaton.starts()[0]; controls];
    let (outputs, next) = (automaton.outputs().to_vec(), automaton.transitions().to_vec());
    DigitAutomaton::new(automaton.tracks(), starts, outputs, next).unwrap_or_else(|_| automaton.clone())
}
