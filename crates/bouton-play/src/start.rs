//! A fair initial position, where none is given.

use bouton_answer::{Answer, AnswerError};
use bouton_core::{
    ControlState, Formula, LinearExpression, LinearOverflow, MoveSchema, Position, Ruleset, Space,
    TakeAndBreakCode, Target, Variable,
};
use bouton_game::{Arena, BigPosition, Playable};
use num_bigint::BigUint;

use crate::{Partner, opponent::Chance};

/// The number of heaps in a take-and-break game.
const HEAPS: usize = 2;
/// The largest heaps, tried one after the other: a large game cannot be solved with large heaps.
const SIZES: [u64; 4] = [9, 6, 4, 2];
/// The number of positions tried for each size.
const TRIES: usize = 200;
/// The number of positions tried where all of those are too small for a move, or do not exist.
const FURTHER_TRIES: usize = 60;
/// The work of a search for the least position of a kind, in digits appended to linear forms.
const SEARCH_WORK: u64 = 1_000_000;

/// The fairness of a start for the human, the least fair first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fairness {
    /// The human cannot force a win.
    Lost,
    /// The human begins, and every move keeps the game won.
    Won,
    /// The human wins by playing well, though most moves keep the game won, or there are hardly any moves. A human who
    /// begins has a move that does not win.
    Loose,
    /// The human wins by playing well. For a human who begins at most half of the moves keep the game won.
    Fair,
}

/// An initial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: BigPosition,
    /// Its fairness.
    pub fairness: Fairness,
}

/// A position at random in which the human wins by playing well, though not by every move.
///
/// It is the first of the positions drawn that is [fair](Fairness::Fair); if there is none, the first of the fairest
/// ones that have a move. Where no position drawn has a move, others are drawn above [the least one](first_start) that
/// has. The same seed gives the same position. `human` is counted from the player to move. `None` if no position with
/// a move was found.
///
/// # Errors
///
/// If the time limit is reached, or the computation is cancelled.
///
/// # Examples
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Fairness, Partner, fair_start}};
///
/// let playable = Game::named("nim")?.with_heaps(3)?.playable()?;
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// let start = fair_start(&partner, 0, 7)?.unwrap();
/// assert_eq!(partner.answer(&start.position)?.outcome, "N");
/// assert_eq!(start.fairness, Fairness::Fair);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fair_start(partner: &Partner, human: usize, seed: u64) -> Result<Option<Start>, AnswerError> {
    let playable = partner.playable();
    let (dimension, space) = match playable.ruleset() {
        Some(ruleset) => (ruleset.dimension(), ruleset.space().clone()),
        None => (HEAPS, Space::Heaps),
    };
    let mut chance = Chance::new(seed, u64::MAX);
    let mut best: Option<Start> = None;
    for size in SIZES {
        let (least, most) = match space {
            Space::Heaps if dimension == 1 => (size, 3 * size),
            Space::Heaps => (1, size),
            // Many sizes, with few heaps of each.
            Space::HeapSizes => (0, size.div_ceil(3)),
            Space::Counters => (0, size),
        };
        for _ in 0..TRIES {
            let drawn: Vec<u64> = (0..dimension).map(|_| least + chance.below(most - least + 1)).collect();
            // Positions that do not exist are skipped.
            let Ok(position) = playable.place(&Position::from_small(&drawn)) else { continue };
            if is_fair(partner, human, position, &mut best)? {
                return Ok(best);
            }
        }
    }
    if best.is_some() {
        return Ok(best);
    }
    let Some(least) = first_start(playable, &vec![0; dimension]) else { return Ok(None) };
    let size = least.coordinates.iter().max().and_then(|size| u64::try_from(size).ok());
    if let Some(most) = size.and_then(|size| size.checked_mul(if dimension == 1 { 3 } else { 2 })) {
        for _ in 0..FURTHER_TRIES {
            let drawn: Vec<u64> = (0..dimension).map(|_| chance.below(most.saturating_add(1))).collect();
            let Some(position) = existing_above(playable, &drawn) else { continue };
            let Ok(position) = playable.place(&position) else { continue };
            if is_fair(partner, human, position, &mut best)? {
                return Ok(best);
            }
        }
    }
    if let Ok(position) = playable.place(&least) {
        is_fair(partner, human, position, &mut best)?;
    }
    Ok(best)
}

/// Whether a position is a fair start; the fairest one with a move is stored in `best`.
fn is_fair(
    partner: &Partner,
    human: usize,
    position: BigPosition,
    best: &mut Option<Start>,
) -> Result<bool, AnswerError> {
    let known = match partner.answer(&position) {
        Ok(known) => known,
        Err(AnswerError::Limit(limit)) if limit.ends_all() => return Err(limit.into()),
        // Positions that cost too much are skipped.
        Err(_) => return Ok(false),
    };
    if known.moves.is_empty() {
        return Ok(false);
    }
    let start = Start { position, fairness: fairness(partner, &known, human) };
    let fair = start.fairness == Fairness::Fair;
    if best.as_ref().is_none_or(|best| best.fairness < start.fairness) {
        *best = Some(start);
    }
    Ok(fair)
}

/// A position at which a game may begin: `usual`, if it exists and has a move; else a small position above it that exists
/// and has one, else the smallest one anywhere that was found, else a position that exists. `None` if none was found
/// within a fixed amount of work.
///
/// ```
/// use bouton::{Game, play::first_start};
///
/// let first = |rules: &str, usual: &[u64]| {
///     let playable = Game::named(rules)?.playable()?;
///     Ok::<_, bouton::Error>(first_start(&playable, usual).unwrap().to_string())
/// };
/// assert_eq!(first("heaps 2; move take 1 from 1 heap", &[3, 6])?, "3,6");
/// assert_eq!(first("heaps 2; move take 10 from 1 heap", &[0, 0])?, "0,10");
/// let chomp = "counters a, b; positions where a = 2 * b; move a, b -> a - 2, b - 1";
/// assert_eq!(first(chomp, &[3, 6])?, "12,6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn first_start(playable: &Playable, usual: &[u64]) -> Option<Position> {
    match playable.arena() {
        Arena::Code(code) => {
            let mut heaps = usual.to_vec();
            let least = least_heap(code)?;
            if let Some(heap) = heaps.first_mut()
                && usual.iter().all(|&heap| heap < least)
            {
                *heap = least;
            }
            Some(Position::from_small(&heaps))
        }
        Arena::Open(_) => Some(Position::from_small(usual)),
        Arena::Rules(ruleset) => {
            let mut work = SEARCH_WORK;
            let mut with_a_move = |from: Among<'_>| {
                let starting = ruleset.moves().iter().filter(|schema| schema.from == ControlState(0));
                let found = starting.filter_map(|schema| least(&having(ruleset, schema)?, from, &mut work));
                found.min_by_key(|found| (found.iter().sum::<BigUint>(), found.clone()))
            };
            let everywhere = vec![0; usual.len()];
            let coordinates = with_a_move(Among::At(usual))
                .or_else(|| with_a_move(Among::Above(usual)))
                .or_else(|| with_a_move(Among::Above(&everywhere)));
            match coordinates {
                Some(coordinates) => Some(Position { coordinates, control: None }),
                None => existing_above(playable, usual).or_else(|| existing_above(playable, &everywhere)),
            }
        }
    }
}

/// The positions among which one is searched for.
#[derive(Clone, Copy)]
enum Among<'a> {
    /// This one.
    At(&'a [u64]),
    /// Those of which no coordinate is less.
    Above(&'a [u64]),
}

/// The least position of these that satisfies a formula, whose further variables may be any numbers; `None` if there is
/// none, or the work does not suffice.
fn least(formula: &Formula, from: Among<'_>, work: &mut u64) -> Option<Vec<BigUint>> {
    let (Among::At(least) | Among::Above(least)) = from;
    let free = |place: usize| LinearExpression::variable(Variable::new(place));
    let replaced = |(place, &number): (usize, &u64)| {
        let number = i64::try_from(number).map_err(|_| LinearOverflow)?;
        match from {
            Among::At(_) => LinearExpression::constant(number),
            Among::Above(_) => free(place).with_constant(number),
        }
    };
    let replaced: Vec<LinearExpression> =
        least.iter().enumerate().map(replaced).collect::<Result<_, _>>().ok()?;
    let formula = formula.with(&|variable| {
        replaced.get(variable.index()).cloned().unwrap_or_else(|| LinearExpression::variable(variable))
    })?;
    let mut variables = least.len();
    formula.for_each_expression(&mut |expression| {
        variables = expression.terms().iter().map(|term| term.0.index() + 1).fold(variables, usize::max);
    });
    let found = formula.satisfied_by(variables, work).ok()??;
    least
        .iter()
        .zip(found)
        .map(|(&least, more)| Some(BigUint::from(least) + BigUint::try_from(more).ok()?))
        .collect()
}

/// The condition that a position exists and has a move of this kind, over its coordinates and the parameters.
fn having(ruleset: &Ruleset, schema: &MoveSchema) -> Option<Formula> {
    let mut all = ruleset.exists().clone().and(ruleset.stop().clone().negated()).and(schema.guard.clone());
    for target in &schema.targets {
        if let Target::Becomes(expression) = target {
            all = all.and(Formula::NotPositive(expression.scaled(-1).ok()?));
        }
    }
    Some(all)
}

/// The least position of which no coordinate is less than these and that exists; `None` if none was found.
fn existing_above(playable: &Playable, coordinates: &[u64]) -> Option<Position> {
    let exists = playable.ruleset().map_or(&Formula::True, Ruleset::exists);
    let coordinates = least(exists, Among::Above(coordinates), &mut { SEARCH_WORK / 20 })?;
    Some(Position { coordinates, control: None })
}

/// The least heap of a take-and-break game with a move.
fn least_heap(code: &TakeAndBreakCode) -> Option<u64> {
    let amounts = 0..=code.digits().len() + code.tail().len();
    let heaps = amounts.filter_map(|taken| {
        // Less than two heaps are left only if something is taken.
        let digit = if taken == 0 { code.digit(0) & !3 } else { code.digit(taken) };
        let parts = u64::from(digit.checked_ilog2().map(|_| digit.trailing_zeros())?);
        let rest = if code.parts_are_unequal() && parts > 1 { parts * (parts + 1) / 2 } else { parts };
        u64::try_from(taken).ok()?.checked_add(rest)
    });
    heaps.min()
}

/// The fairness of a position as a start, by the answer about it. `human` is counted from the player to move.
///
/// # Examples
///
/// ```
/// use bouton::{Game, Oracle, Watch, play::{Fairness, Partner, fairness}};
///
/// let playable = Game::named("take-three")?.playable()?;
/// let (fair, lost) = (playable.place(&"15".parse()?)?, playable.place(&"16".parse()?)?);
/// let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
/// assert_eq!(fairness(&partner, &partner.answer(&fair)?, 0), Fairness::Fair);
/// assert_eq!(fairness(&partner, &partner.answer(&lost)?, 0), Fairness::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn fairness(partner: &Partner, known: &Answer, human: usize) -> Fairness {
    if !is_won(partner, known, human) {
        return Fairness::Lost;
    }
    let (winning, all) = (known.winning_moves().count(), known.moves.len());
    // Where not all moves are listed, it is not said that every move wins.
    if human == 0 && known.all_moves && winning == all {
        return Fairness::Won;
    }
    let hard = all > 2 && (human > 0 || 2 * winning <= all);
    if hard { Fairness::Fair } else { Fairness::Loose }
}

/// Whether the player `human` turns after the player to move has a won game.
fn is_won(partner: &Partner, known: &Answer, human: usize) -> bool {
    // Outcomes count from the player who has just moved; nobody wins a Q-position.
    usize::try_from(known.value).is_ok_and(|value| value == (human + 1) % partner.players())
}

#[cfg(test)]
mod tests {
    use bouton::{Game, Oracle, Watch};

    use super::*;

    /// Games in which the usual starts do not exist, or have no move; and whether the human can win somewhere.
    const GAMES: [(&str, bool); 14] = [
        (
            "counters a, b; positions where a >= b; move b -> t where t < b; move a -> t where t < a, t >= b",
            true,
        ),
        (
            "counters a, b, c; positions where a = b + c, b >= 40; move a, b -> a - 3, b - 3 when b >= 43",
            true,
        ),
        ("counters a, b; positions where a = 2 * b; move a, b -> a - 2, b - 1", true),
        ("counters a; positions where a mod 30 = 29; move a -> a - 30", true),
        (
            "counters a, b; positions where a <= 1, b >= 70; move a -> a - 1; move b -> b - 1 when b >= 72",
            true,
        ),
        ("heaps 3; move take 12 or 15 from 1 heap", true),
        ("heaps 2; move take 10 from 1 heap", true),
        ("heaps 1; move take 50 or 100 from 1 heap", true),
        ("heaps 2; move take 100 from 1 heap; play misere", true),
        ("heaps 2; move take 30 from 2 heaps; players 3 podium", true),
        ("heaps 2; move take any from 1 heap when h1 >= 60; pass 1 unless empty", true),
        ("0.000000000000000000000000000007", true),
        ("0.000000000000000000000000000004", true),
        ("heaps 2; move take any from 3 heaps", false),
    ];

    #[test]
    fn starts_exist_and_have_moves_wherever_a_position_has_one() {
        for (rules, wins) in GAMES {
            let playable = Game::named(rules).unwrap().playable().unwrap();
            let partner = Partner::new(Oracle::new(playable, &Watch::unlimited()));
            let dimension = partner.playable().ruleset().map_or(HEAPS, Ruleset::dimension);
            for usual in [vec![0; dimension], vec![5; dimension]] {
                let first = first_start(partner.playable(), &usual).unwrap();
                let placed = partner.playable().place(&first).unwrap();
                assert_eq!(partner.answer(&placed).unwrap().moves.is_empty(), !wins, "{rules}: {first}");
            }
            for seed in 0..3 {
                let start = fair_start(&partner, 0, seed).unwrap();
                assert_eq!(start.is_some(), wins, "{rules}");
                let Some(start) = start else { continue };
                let known = partner.answer(&start.position).unwrap();
                assert!(!known.moves.is_empty() && start.fairness > Fairness::Lost, "{rules}: {start:?}");
                assert_eq!(start.fairness, fairness(&partner, &known, 0), "{rules}");
            }
        }
    }

    #[test]
    fn a_usual_start_with_a_move_stays() {
        for (rules, usual) in [
            ("heaps 3; move take any from 1 heap", vec![3, 5, 7]),
            (
                "counters a, b; positions where a >= b; move b -> t where t < b; move a -> t where t < a, t >= b",
                vec![6, 3],
            ),
            ("heap sizes 1..3; move take 1 from 1 heap", vec![2, 2, 2]),
        ] {
            let playable = Game::named(rules).unwrap().playable().unwrap();
            assert_eq!(first_start(&playable, &usual), Some(Position::from_small(&usual)), "{rules}");
        }
    }
}
