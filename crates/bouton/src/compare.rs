//! Whether two games are worth the same at all positions, or where they first differ.

use bouton_automata::{combine, is_empty};
use bouton_core::{
    ControlState, DigitAutomaton, Formula, Law, LinearExpression, Ruleset, Valuation, Value, Variable, Watch,
};
use bouton_prove::{Goal, ProveOptions};

use crate::{Asked, Ending, Error, Playable, PositionBox, answer, document, proving::prove_law_with};

/// About how many positions are compared one by one before laws are looked for.
const COMPARED: u64 = 20_000;
/// The largest coordinate that is ever compared one by one.
const LARGEST: u64 = 200;
/// More states than this has no automaton of positions that exist, or of a bound.
const MOST_STATES: usize = 20_000;

/// Two games that cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// A take-and-break code.
    #[error(
        "a take-and-break code has no fixed number of heaps; `bouton sequence` gives the values of its heaps"
    )]
    Code,
    /// Positions are not of the same kind.
    #[error("the positions of one game are not those of the other: {0}")]
    Positions(String),
    /// Values do not mean the same.
    #[error("one game has other outcomes than the other: they have {0} and {1} players")]
    Players(u8, u8),
}

/// What comparing two games came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same at all positions: the laws of both games are proved, and are equal.
    Equal,
    /// They differ, first at this position: none with a smaller largest coordinate, and of those with the same none
    /// that comes before it in lexicographic order.
    Differ {
        /// The position.
        position: String,
        /// The values there.
        values: [String; 2],
    },
    /// The same as far as was looked, and no proof.
    Open {
        /// All positions without a larger coordinate agree.
        upto: u64,
        /// Why there is no proof.
        reason: String,
    },
}

/// Compares the outcomes or Grundy values of two games with the same positions.
///
/// Small positions are compared one by one; if they agree, the laws of both games are proved, and the
/// automata compared.
///
/// ```
/// use bouton::{Asked, Comparison, Playable, Watch, compare};
///
/// let game = |text: &str| Playable::new(&bouton::rules::resolve(text).unwrap(), None).unwrap();
/// let nim = game("heaps 2; move take any from 1 heap");
/// let same = game("counters a, b; move a -> t where t < a; move b -> t where t < b");
/// assert_eq!(compare(&nim, &same, Asked::Outcome, &Watch::unlimited())?, Comparison::Equal);
/// let wythoff = game("wythoff");
/// assert_eq!(compare(&wythoff, &wythoff, Asked::Outcome, &Watch::unlimited())?, Comparison::Equal);
/// let misere = game("heaps 2; move take any from 1 heap; play misere");
/// let Comparison::Differ { position, .. } = compare(&nim, &misere, Asked::Outcome, &Watch::unlimited())? else {
///     panic!("they differ");
/// };
/// assert_eq!(position, "0,0");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
///
/// If the games cannot be compared, have no such values, or a limit is reached.
pub fn compare(one: &Playable, other: &Playable, asked: Asked, watch: &Watch) -> Result<Comparison, Error> {
    let games = [one, other];
    let [left, right] = match (one.ruleset(), other.ruleset()) {
        (Some(left), Some(right)) => [left, right],
        _ => return Err(Incomparable::Code.into()),
    };
    comparable(left, right)?;
    let valuations = [asked.valuation(one.game())?, asked.valuation(other.game())?];
    if let Err(position) = same_positions(left, right) {
        let both = games.map(|game| game.title());
        let reason = format!("{position} is one of only one of the games {} and {}", both[0], both[1]);
        return Err(Incomparable::Positions(reason).into());
    }
    // The same rules, whatever the games are called.
    if left == right && valuations[0] == valuations[1] {
        return Ok(Comparison::Equal);
    }
    let dimension = u32::try_from(left.dimension()).unwrap_or(u32::MAX);
    let upto = (1..=LARGEST)
        .take_while(|n| (n + 1).checked_pow(dimension).is_some_and(|count| count <= COMPARED))
        .last();
    let upto = upto.unwrap_or(0);
    if let Some(found) = first_small(games, asked, upto, watch)? {
        return Ok(told(one, valuations, found));
    }
    let goal = match asked {
        Asked::Outcome => Goal::Outcome,
        Asked::Grundy => Goal::Grundy,
        Asked::Remoteness => {
            return Ok(Comparison::Open { upto, reason: "there are no laws of remoteness".to_owned() });
        }
    };
    let mut laws = Vec::new();
    for game in games {
        match prove_law_with(game, goal, &ProveOptions::default(), watch)? {
            Ending::Proved(proved) => match proved.theorem.law() {
                Some(law) if !law.law().numeration().is_binary() => {
                    return Ok(Comparison::Open {
                        upto,
                        reason: format!(
                            "{}: its law reads digits in numeration {}, and laws are compared in base 2 alone",
                            game.title(),
                            law.law().numeration()
                        ),
                    });
                }
                Some(law) => laws.push(read(law.law())),
                None => return Ok(Comparison::Open { upto, reason: "a theorem is no law".to_owned() }),
            },
            Ending::NoLaw(not_found) => {
                return Ok(Comparison::Open {
                    upto,
                    reason: format!("{}: {}", game.title(), not_found.reason),
                });
            }
            Ending::Refuted(refuted) => return Ok(Comparison::Open { upto, reason: refuted.sentence() }),
        }
    }
    let (Some(first), Some(second)) = (&laws[0], &laws[1]) else {
        return Ok(Comparison::Open {
            upto,
            reason: "the Grundy values of one game are too many".to_owned(),
        });
    };
    let Some(exists) = left.exists().automaton(first.tracks(), MOST_STATES) else {
        return Ok(Comparison::Open {
            upto,
            reason: "the condition of existence has too many states".to_owned(),
        });
    };
    let differs = combine(first, second, |a, b| u32::from(a != b));
    let exists = with_controls(&exists, differs.starts().len());
    let differs = combine(&differs, &exists, |a, b| u32::from(a == 1 && b == 1));
    Ok(match least(&differs, left.dimension()) {
        None => Comparison::Equal,
        Some((position, control)) => {
            let position = one.write(&position.into_iter().map(Into::into).collect::<Vec<_>>(), control);
            let mut values = Vec::new();
            for game in games {
                let answer = answer(game, &position, watch)?;
                let grundy = answer.grundy.map(|value| value.to_string());
                values.push(if asked == Asked::Grundy { grundy.unwrap_or_default() } else { answer.outcome });
            }
            let [first, second] = [0, 1].map(|i| values[i].clone());
            Comparison::Differ { position: position.to_string(), values: [first, second] }
        }
    })
}

impl Comparison {
    /// Whether the games are equal, if that is known.
    #[must_use]
    pub fn is_equal(&self) -> Option<bool> {
        match self {
            Self::Equal => Some(true),
            Self::Differ { .. } => Some(false),
            Self::Open { .. } => None,
        }
    }

    /// The comparison as a document.
    #[must_use]
    pub fn document(&self, games: [&Playable; 2], asked: Asked) -> document::Compare {
        let mut document = document::Compare {
            games: games.map(Playable::title).to_vec(),
            value: asked.name().to_owned(),
            equal: None,
            position: None,
            values: None,
            agree_upto: None,
            reason: None,
        };
        match self {
            Self::Equal => document.equal = Some(true),
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

    /// The comparison in words.
    #[must_use]
    pub fn text(&self, asked: Asked) -> String {
        let what = match asked {
            Asked::Outcome => "outcome",
            Asked::Grundy => "Grundy value",
            Asked::Remoteness => "remoteness",
        };
        match self {
            Self::Equal => format!(
                "equal: both games have the same {what} at every position; the laws of both are proved"
            ),
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

fn told(playable: &Playable, valuations: [Valuation; 2], (position, control, values): Found) -> Comparison {
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
        return Err(Incomparable::Positions("they have other passes".to_owned()));
    }
    let players = [left, right].map(|ruleset| ruleset.convention().players());
    let same = players[0] == players[1]
        && Valuation::outcome(left.convention()).value_count()
            == Valuation::outcome(right.convention()).value_count();
    if same { Ok(()) } else { Err(Incomparable::Players(players[0], players[1])) }
}

/// A position that exists in one game only.
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

/// The first position of a box at which the values differ.
fn first_small(
    games: [&Playable; 2],
    asked: Asked,
    upto: u64,
    watch: &Watch,
) -> Result<Option<Found>, Error> {
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
    // Where heaps are interchangeable in one game alone, its table has the sorted positions only.
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

/// The law as the values that are told; Grundy values as the pairs of a position and its value. `None`
/// if they would be too many.
fn read(law: &Law) -> Option<DigitAutomaton> {
    let automaton = &law.automaton;
    if law.valuation != Valuation::Grundy {
        return Some(combine(automaton, automaton, |value, _| law.valuation.coarse(value)));
    }
    // (x, h) ↦ 0 exactly where the value of x is h, as a law with a Nim heap says.
    let most = automaton.outputs().iter().copied().max().unwrap_or(0);
    let letters = automaton.letters();
    bouton_automata::explore(
        automaton.tracks() + 1,
        automaton.starts().iter().map(|&start| (start, 0u64)),
        |&(state, heap), letter| {
            let heap = (2 * heap + u64::from(letter >= letters)).min(u64::from(most) + 1);
            (automaton.next(state, letter % letters), heap)
        },
        |&(state, heap)| u32::from(u64::from(automaton.output(state)) != heap),
        MOST_STATES,
    )
    .ok()
}

/// The same automaton from the same start in each control state.
fn with_controls(automaton: &DigitAutomaton, controls: usize) -> DigitAutomaton {
    let starts = vec![automaton.starts()[0]; controls];
    let (outputs, next) = (automaton.outputs().to_vec(), automaton.transitions().to_vec());
    DigitAutomaton::new(automaton.tracks(), starts, outputs, next).unwrap_or_else(|_| automaton.clone())
}

/// The first position with output 1: with the smallest largest coordinate, then in lexicographic order.
/// Coordinates behind the first `dimension` are free.
fn least(differs: &DigitAutomaton, dimension: usize) -> Option<(Vec<u64>, ControlState)> {
    if is_empty(differs, |output| output == 1) {
        return None;
    }
    // Whether there is one with coordinate i at most bounds[i].
    let within = |bounds: &[u64], control: Option<usize>| {
        let at_most = bounds.iter().enumerate().map(|(i, &bound)| {
            let x = LinearExpression::variable(Variable::new(i));
            let bound = i64::try_from(bound).ok().and_then(|bound| x.with_constant(-bound).ok());
            bound.map_or(Formula::True, Formula::NotPositive)
        });
        let region = Formula::And(at_most.collect()).automaton(differs.tracks(), MOST_STATES)?;
        let starts = match control {
            Some(control) => vec![differs.starts()[control]],
            None => differs.starts().to_vec(),
        };
        let (outputs, next) = (differs.outputs().to_vec(), differs.transitions().to_vec());
        let of = DigitAutomaton::new(differs.tracks(), starts, outputs, next).ok()?;
        let region = with_controls(&region, of.starts().len());
        Some(!is_empty(&combine(&of, &region, |a, b| u32::from(a == 1 && b == 1)), |output| output == 1))
    };
    let smallest = |bounds: &mut Vec<u64>, which: std::ops::Range<usize>, control: Option<usize>| {
        let mut set = |value: u64| {
            bounds[which.clone()].fill(value);
            within(bounds, control)
        };
        let mut high = 1u64;
        while !set(high)? {
            high = high.checked_mul(2).filter(|&high| high < 1 << 39)?;
        }
        let (mut low, mut best) = (0, high);
        while low < best {
            let middle = low.midpoint(best);
            if set(middle)? { best = middle } else { low = middle + 1 }
        }
        set(best)?;
        Some(best)
    };
    let mut bounds = vec![0; dimension];
    smallest(&mut bounds, 0..dimension, None)?;
    for place in 0..dimension {
        smallest(&mut bounds, place..place + 1, None)?;
    }
    let control =
        (0..differs.starts().len()).find(|&control| within(&bounds, Some(control)) == Some(true))?;
    Some((bounds, ControlState::new(control)))
}
