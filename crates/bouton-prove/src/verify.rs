//! Verification of a candidate law against the local rule, for all positions that exist.
//!
//! The candidate v̂ is the valuation exactly if for every value a and every
//! position x of value a that exists (1) no option has a value that a forbids, and (2) each
//! set that a requires holds the value of some option.

use std::sync::Arc;

use bouton_automata::{Words, words_of};
use bouton_cert::Strategy;

use bouton_core::{
    Condition, ControlState, DigitAutomaton, Formula, LimitReached, MemoryShare, Numeration, Ruleset, State,
    Value, Watch,
};

use crate::relation::{MOST_DETERMINISTIC, MoveRelation, RelationLimit, RelationState};

mod exchange;
mod existential;
mod existing;
mod lift;
mod universal;

/// The most states of a product, or elements of a closed set, in a verification. Wrong hypotheses
/// have larger products than right ones.
pub const MOST_PRODUCT: usize = 4_000_000;

/// The largest coordinate of a counterexample or a strategy: below 2^62, so that a number with one
/// more digit fits a machine word.
const LARGEST: u64 = (1 << 62) - 1;

/// The reason why a verification ended without a verdict.
///
/// ```
/// use bouton_core::{DigitAutomaton, Numeration, Valuation, Watch};
/// use bouton_prove::{Relations, VerifyLimit, verify};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let relations = Relations::new(&game, &Numeration::base(2).unwrap(), 1 << 20, &watch)?;
/// let conditions = Valuation::NormalOutcome.conditions(2).unwrap();
/// let thirds = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let most = 1; // more states are needed
/// assert_eq!(verify(&relations, &thirds, &conditions, most, &watch), Err(VerifyLimit::Product(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyLimit {
    /// The product grew beyond the limit.
    #[error("the product of the law and the moves has more than {0} states")]
    Product(usize),
    /// Time, memory or work.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A counterexample or strategy would need numbers of 2^62 or more.
    #[error("a coordinate of 2^62 or more would be needed")]
    Digits,
}

/// A position in small coordinates.
pub type SmallPosition = (Vec<u64>, ControlState);

/// A place where the local rule fails: the law is wrong at x, or at an option of x.
///
/// ```
/// use bouton_core::{DigitAutomaton, Numeration, Valuation, Watch};
/// use bouton_prove::{MOST_PRODUCT, Relations, Verdict, verify};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let relations = Relations::new(&game, &Numeration::base(2).unwrap(), 1 << 20, &watch)?;
/// let conditions = Valuation::NormalOutcome.conditions(2).unwrap();
/// // wrong: not every even heap is lost
/// let even = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 0, 1])?;
/// let Verdict::Violated(violations) = verify(&relations, &even, &conditions, MOST_PRODUCT, &watch)? else {
///     panic!("the law is wrong");
/// };
/// assert!(!violations.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The position x.
    pub position: SmallPosition,
    /// The option with the fault, if there is one; otherwise a required option is missing.
    pub option: Option<SmallPosition>,
}

/// The result of a verification.
///
/// ```
/// use bouton_core::{DigitAutomaton, Numeration, Valuation, Watch};
/// use bouton_prove::{MOST_PRODUCT, Relations, Verdict, verify};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let relations = Relations::new(&game, &Numeration::base(2).unwrap(), 1 << 20, &watch)?;
/// let conditions = Valuation::NormalOutcome.conditions(2).unwrap();
/// // only the empty heap is lost
/// let empty = DigitAutomaton::new(1, vec![0], vec![0, 1], vec![0, 1, 1, 1])?;
/// let verdict = verify(&relations, &empty, &conditions, MOST_PRODUCT, &watch)?;
/// assert!(matches!(verdict, Verdict::Verified(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The law is the valuation; the strategies show the existential half.
    Verified(Vec<Strategy>),
    /// The law is wrong near each of these places (never empty).
    Violated(Vec<Violation>),
}

/// The moves of a ruleset between all pairs of control states, in the digits of a numeration.
///
/// ```
/// use bouton_core::{ControlState, Numeration, Watch};
/// use bouton_prove::Relations;
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1 from 1 heap; pass 1").unwrap().ruleset().unwrap();
/// let binary = Numeration::base(2).unwrap();
/// let relations = Relations::new(&game, &binary, 1 << 20, &Watch::unlimited())?;
/// assert!(relations.between(ControlState(0), ControlState(1)).is_some()); // a pass
/// assert!(relations.between(ControlState(1), ControlState(0)).is_none());
/// # Ok::<(), bouton_prove::RelationLimit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Relations {
    numeration: Numeration,
    by_controls: Vec<Vec<Option<MoveRelation>>>,
    existing: Existing,
    /// The memory of the relations, which is released with the last clone.
    _held: Arc<MemoryShare>,
}

/// The positions that exist.
#[derive(Clone, Debug)]
enum Existing {
    All,
    None,
    /// The positions from which a move that changes nothing might be made.
    Some(MoveRelation),
}

impl Relations {
    /// Derives the relations of a ruleset in the digits of a numeration,
    /// [deterministic](MoveRelation::is_deterministic) ones where they are not too large.
    ///
    /// # Errors
    ///
    /// [`RelationLimit`] if one has more than `limit` transitions, or because of the watch.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{Numeration, Watch};
    /// use bouton_prove::Relations;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let relations = Relations::new(&nim, &Numeration::fibonacci(), 1 << 20, &Watch::unlimited())?;
    /// assert_eq!(*relations.numeration(), Numeration::fibonacci());
    /// # Ok::<(), bouton_prove::RelationLimit>(())
    /// ```
    pub fn new(
        ruleset: &Ruleset,
        numeration: &Numeration,
        limit: usize,
        watch: &Watch,
    ) -> Result<Self, RelationLimit> {
        Self::derive(ruleset, numeration, (MOST_DETERMINISTIC, limit), watch)
    }

    /// Like [`new`](Self::new), but with single partial moves as states, even if they are few. The
    /// results are the same.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{ControlState, Numeration, Watch};
    /// use bouton_prove::Relations;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let binary = Numeration::base(2).unwrap();
    /// let relations = Relations::of_single_moves(&nim, &binary, 1 << 20, &Watch::unlimited())?;
    /// assert!(!relations.between(ControlState(0), ControlState(0)).unwrap().is_deterministic());
    /// # Ok::<(), bouton_prove::RelationLimit>(())
    /// ```
    pub fn of_single_moves(
        ruleset: &Ruleset,
        numeration: &Numeration,
        limit: usize,
        watch: &Watch,
    ) -> Result<Self, RelationLimit> {
        Self::derive(ruleset, numeration, (0, limit), watch)
    }

    fn derive(
        ruleset: &Ruleset,
        numeration: &Numeration,
        limits: (usize, usize),
        watch: &Watch,
    ) -> Result<Self, RelationLimit> {
        let mut held = watch.hold_none();
        let mut by_controls = Vec::new();
        for from in ruleset.control_states() {
            let mut row = Vec::new();
            for to in ruleset.control_states() {
                let relation = MoveRelation::new(ruleset, numeration, from, to, limits, watch)?;
                held.grow(relation.as_ref().map_or(0, MoveRelation::bytes))?;
                row.push(relation);
            }
            by_controls.push(row);
        }
        let existing = match ruleset.exists() {
            Formula::True => Existing::All,
            _ => MoveRelation::of_existing(ruleset, numeration, limits, watch)?
                .map_or(Existing::None, Existing::Some),
        };
        if let Existing::Some(relation) = &existing {
            held.grow(relation.bytes())?;
        }
        Ok(Self { numeration: numeration.clone(), by_controls, existing, _held: Arc::new(held) })
    }

    /// The numeration in which positions are read.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The control states of the ruleset.
    fn controls(&self) -> impl Iterator<Item = ControlState> + use<> {
        (0..=u8::MAX).map(ControlState).take(self.by_controls.len())
    }

    fn from(&self, control: ControlState) -> impl Iterator<Item = (ControlState, &MoveRelation)> {
        self.controls()
            .zip(&self.by_controls[control.index()])
            .filter_map(|(to, relation)| Some((to, relation.as_ref()?)))
    }

    /// The moves from one control state to another, if there are any.
    #[must_use]
    pub fn between(&self, from: ControlState, to: ControlState) -> Option<&MoveRelation> {
        self.by_controls.get(from.index())?.get(to.index())?.as_ref()
    }
}

/// Verifies the values of `law` at the positions that exist, with at most `product` states of a product or
/// elements of a closed set ([`MOST_PRODUCT`] is what [`prove`](crate::prove) allows). Its value a is
/// characterised by `conditions[a]`.
///
/// # Errors
///
/// [`VerifyLimit`] if a limit was met first.
///
/// # Panics
///
/// If the law's numeration, tracks or control states do not fit the relations.
///
/// # Examples
///
/// ```
/// use bouton_core::{DigitAutomaton, Numeration, Valuation, Watch};
/// use bouton_prove::{MOST_PRODUCT, Relations, Verdict, verify};
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let watch = Watch::unlimited();
/// let relations = Relations::new(&game, &Numeration::base(2).unwrap(), 1 << 20, &watch)?;
/// let conditions = Valuation::NormalOutcome.conditions(2).unwrap();
/// let thirds = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2])?;
/// let verdict = verify(&relations, &thirds, &conditions, MOST_PRODUCT, &watch)?;
/// assert!(matches!(verdict, Verdict::Verified(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    relations: &Relations,
    law: &DigitAutomaton,
    conditions: &[Condition],
    product: usize,
    watch: &Watch,
) -> Result<Verdict, VerifyLimit> {
    let limits = &VerifyLimits { product, watch };
    assert_eq!(law.starts().len(), relations.by_controls.len(), "one start for each control state");
    assert_eq!(law.numeration(), relations.numeration(), "one numeration");
    let too_many = |_| VerifyLimit::Product(product);
    let words = words_of(law, product).map_err(too_many)?;
    let condition = match &relations.existing {
        Existing::All => None,
        Existing::None => return Ok(Verdict::Verified(Vec::new())),
        Existing::Some(condition) => Some(condition),
    };
    let (words, _held) = &existing::at_existing(words, condition, limits)?;
    let (mut violations, mut explored) = (Vec::new(), Vec::new());
    for control in relations.controls() {
        let moves =
            PartialMoves::new(relations, words, control).ok_or(VerifyLimit::Product(u32::MAX as usize))?;
        let exchanges = exchange::exchanges(&moves, watch)?;
        universal::explore(&moves, &exchanges, conditions, limits, &mut violations)?;
        explored.push((moves, exchanges));
    }
    if !violations.is_empty() {
        return Ok(Verdict::Violated(violations));
    }
    let mut strategies = Vec::new();
    for (moves, exchanges) in &explored {
        let reached = reachable_outputs(words, moves.start());
        let mut graph = None;
        for value in reached {
            let Some(condition) = conditions.get(value as usize) else { continue };
            for (requirement, required) in condition.required.iter().enumerate() {
                let graph = match &mut graph {
                    Some(graph) => graph,
                    none => none.insert(existential::Graph::new(moves, conditions, limits)?),
                };
                match existential::search(moves, (graph, exchanges), value, required, limits)? {
                    Ok(elements) => {
                        strategies.push(Strategy { control: moves.control(), value, requirement, elements });
                    }
                    Err(violation) => violations.push(violation),
                }
            }
        }
    }
    if violations.is_empty() { Ok(Verdict::Verified(strategies)) } else { Ok(Verdict::Violated(violations)) }
}

/// The limits of a verification.
struct VerifyLimits<'a> {
    product: usize,
    watch: &'a Watch,
}

/// The outputs of the states reachable from `start`, ascending.
fn reachable_outputs(Words { law, none }: &Words, start: State) -> Vec<Value> {
    let mut seen = vec![false; law.states()];
    for state in none.iter().chain([&start]) {
        seen[*state as usize] = true;
    }
    let mut stack = vec![start];
    let mut values = std::collections::BTreeSet::new();
    while let Some(state) = stack.pop() {
        values.insert(law.output(state));
        for letter in 0..law.letters() {
            let next = law.next(state, letter);
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push(next);
            }
        }
    }
    values.into_iter().collect()
}

/// A partial move, by number: control state reached, relation state, and the law's state at the
/// prefix of y.
type Partial = u32;

/// The moves from one control state, combined with the law.
struct PartialMoves<'a> {
    law: &'a DigitAutomaton,
    /// The law's state for sequences that are not words, or a state that does not exist.
    none: State,
    control: ControlState,
    parts: Vec<(ControlState, &'a MoveRelation)>,
    /// The first number of each part.
    base: Vec<u32>,
}

impl<'a> PartialMoves<'a> {
    /// Returns `None` if there are more of them than numbers.
    fn new(relations: &'a Relations, words: &'a Words, control: ControlState) -> Option<Self> {
        let (law, none) = (&words.law, words.none.unwrap_or(State::MAX));
        let parts: Vec<_> = relations.from(control).collect();
        let mut base = vec![0u32];
        let mut count = 0u32;
        for (_, relation) in &parts {
            let size = relation.states().checked_mul(law.states())?;
            count = count.checked_add(u32::try_from(size).ok()?)?;
            base.push(count);
        }
        Some(Self { law, none, control, parts, base })
    }

    fn control(&self) -> ControlState {
        self.control
    }

    fn start(&self) -> State {
        self.law.starts()[self.control.index()]
    }

    fn count(&self) -> usize {
        self.base[self.parts.len()] as usize
    }

    fn starts(&self) -> impl Iterator<Item = Partial> {
        self.parts.iter().enumerate().flat_map(move |(part, &(to, relation))| {
            let state = self.law.starts()[to.index()];
            relation.starts().iter().map(move |&start| self.number(part, start, state))
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "the bases were checked to fit")]
    fn number(&self, part: usize, relation: RelationState, state: State) -> Partial {
        self.base[part] + (relation as usize * self.law.states()) as u32 + state
    }

    fn split(&self, partial: Partial) -> (usize, RelationState, State) {
        let part = self.base.partition_point(|&base| base <= partial) - 1;
        #[expect(clippy::cast_possible_truncation, reason = "states are numbered by u32")]
        let states = self.law.states() as u32;
        let rest = partial - self.base[part];
        (part, rest / states, rest % states)
    }

    /// The law's state after one more letter of x; `None` if that is not a word.
    #[inline]
    fn next_state(&self, state: State, letter: usize) -> Option<State> {
        Some(self.law.next(state, letter)).filter(|&next| next != self.none)
    }

    /// Calls `visit` with each possible letter of y and the partial move that follows.
    #[inline]
    fn for_each_next(&self, partial: Partial, letter: usize, mut visit: impl FnMut(u16, Partial)) {
        let (part, relation, state) = self.split(partial);
        for &(written, next) in self.parts[part].1.next(relation, letter) {
            if let Some(state) = self.next_state(state, usize::from(written)) {
                visit(written, self.number(part, next, state));
            }
        }
    }

    fn is_complete(&self, partial: Partial) -> bool {
        let (part, relation, _) = self.split(partial);
        self.parts[part].1.accepts(relation)
    }

    /// The law's state at the prefix of y.
    fn state(&self, partial: Partial) -> State {
        self.split(partial).2
    }

    fn value(&self, partial: Partial) -> Value {
        self.law.output(self.state(partial))
    }

    /// The control state that the move leads to.
    fn target_control(&self, partial: Partial) -> ControlState {
        self.parts[self.split(partial).0].0
    }
}

/// Appends the digits of a letter to prefixes.
fn append(numeration: &Numeration, prefix: &mut Vec<u64>, letter: usize) -> Result<(), VerifyLimit> {
    let longer = numeration.append_letter(prefix, letter);
    *prefix =
        longer.filter(|longer| longer.iter().all(|&number| number <= LARGEST)).ok_or(VerifyLimit::Digits)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A law of many states, all of which lead to the first.
    fn law(states: usize) -> DigitAutomaton {
        DigitAutomaton::new(1, vec![0], vec![1; states], vec![0; 2 * states]).unwrap()
    }

    #[test]
    fn more_partial_moves_than_numbers_are_a_limit() {
        let game =
            bouton_rules::Game::parse("heaps 1; move take any from 1 heap when heap mod 4096 = 1").unwrap();
        let watch = Watch::unlimited();
        let relations =
            Relations::new(&game.ruleset().unwrap(), &Numeration::binary(), 1 << 26, &watch).unwrap();
        let states = relations.from(ControlState(0)).map(|(_, relation)| relation.states()).sum::<usize>();
        assert!(states >= 4096, "{states}");
        let most = u32::MAX as usize / states;
        let few = words_of(&law(most), usize::MAX).unwrap();
        let moves = PartialMoves::new(&relations, &few, ControlState(0)).unwrap();
        assert_eq!(moves.count(), states * most);
        let many = words_of(&law(most + 1), usize::MAX).unwrap();
        assert!(PartialMoves::new(&relations, &many, ControlState(0)).is_none());
        let verdict = verify(&relations, &many.law, &[], MOST_PRODUCT, &watch);
        assert_eq!(verdict.unwrap_err(), VerifyLimit::Product(u32::MAX as usize));
    }
}
