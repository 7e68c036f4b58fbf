//! Misère play of take-and-break games, by the quotient, where it is known or quickly found.

use std::borrow::Cow;

use bouton_core::{
    ControlState, LimitReached, Quotient, QuotientElement, TakeAndBreakCode, Valuation, Value, Watch, Weigh,
};
use bouton_game::{BigPosition, Theorem};
use bouton_misere::{NoQuotient, OptionTable, period, quotient};
use bouton_solve::{Cost, Engine, HeapSum, PartsVerdict, Question, for_each_part, keep_least};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{
    ALL_MOVES, MOST_MOVES,
    game_moves::GameMoves,
    knows::{Examined, Knows, MoveList, Role, Search},
};
use crate::{AnswerError, Source};

/// The time of a position by a misère quotient.
const SECONDS_A_PRODUCT: f64 = 2e-7;

/// The misère quotient of a take-and-break game as a source of outcomes.
#[derive(Debug)]
pub(super) struct QuotientSource {
    quotient: HeapQuotient,
    /// The heaps, whose moves are counted.
    heaps: HeapSum,
    /// The identity of a certificate that gave the quotient.
    certificate: Option<String>,
    watch: Watch,
}

impl QuotientSource {
    /// Creates the source, which initially knows nothing.
    pub(super) fn new(code: &TakeAndBreakCode, watch: &Watch) -> Self {
        let (quotient, heaps) = (HeapQuotient::new(code), HeapSum::of_code(code));
        Self { quotient, heaps, certificate: None, watch: watch.clone() }
    }

    /// Creates the same source for positions of a fixed number of heaps, in which empty heaps are
    /// written.
    pub(super) fn of_fixed_number(code: &TakeAndBreakCode, watch: &Watch) -> Self {
        let mut source = Self::new(code, watch);
        source.quotient.is_fixed = true;
        source
    }
}

impl Knows for QuotientSource {
    fn engine(&self) -> Engine {
        Engine::Law
    }

    fn role(&self) -> Role {
        Role::Quotient
    }

    fn because(&self) -> Cow<'static, str> {
        Cow::Borrowed(
            "the game is a sum of heaps, and their misère quotient is known: a product in its table is the outcome",
        )
    }

    fn gives(&self, wanted: Valuation) -> bool {
        wanted == Valuation::MisereOutcome
    }

    /// Searches for a quotient unless an engine is cheap.
    fn estimate(
        &mut self,
        _: Valuation,
        question: &Question<'_>,
        search: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        let heaps = question.largest();
        let positions = match question {
            Question::Position(..) => 0.0,
            #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
            Question::Box { upto, .. } => heaps.iter().map(|_| *upto as f64 + 1.0).product(),
        };
        if !search.cheap {
            self.quotient.prepare(&heaps, &self.watch)?;
        }
        let seconds = positions * SECONDS_A_PRODUCT;
        let knows = self.quotient.knows(&heaps);
        Ok(knows.then_some(Cost { steps: positions, seconds, ..Cost::NOTHING }))
    }

    fn at_once(&mut self, wanted: Valuation, question: &Question<'_>) -> Result<Option<Cost>, AnswerError> {
        let knows = self.gives(wanted) && self.quotient.knows(&question.largest());
        Ok(knows.then_some(Cost::NOTHING))
    }

    fn value(
        &mut self,
        _: Valuation,
        coordinates: &[BigUint],
        _: ControlState,
    ) -> Result<BigUint, AnswerError> {
        // Outcome P is 0.
        let lost = self.quotient.is_lost(coordinates);
        Ok(lost.map(|lost| u32::from(!lost).into()).ok_or(LimitReached::Coordinate(u64::MAX))?)
    }

    /// Returns options as for heaps in normal play.
    fn options(&mut self, of: &Examined<'_>, value: Value, _: &GameMoves) -> Result<MoveList, AnswerError> {
        let (placed, quotient) = (of.placed, &self.quotient);
        let few = self.heaps.count_moves(&placed.0) <= ALL_MOVES.into();
        let most = of.query.moves.unwrap_or(if few { usize::MAX } else { MOST_MOVES });
        let winning = quotient.options(&placed.0, true, most, &self.watch)?;
        let room = if value == 0 || few { most.saturating_sub(winning.options.len()) } else { 0 };
        let rest = quotient.options(&placed.0, false, room, &self.watch)?;
        let all = winning.options.into_iter().chain(rest.options);
        let mut moves: Vec<(BigPosition, Value)> =
            all.map(|(to, lost)| ((to, placed.1), Value::from(!lost))).collect();
        moves.sort();
        Ok(MoveList { moves, all: !winning.more && !rest.more, all_winning: !winning.more })
    }

    fn source(&mut self) -> Source {
        if let Some(certificate) = &self.certificate {
            return Source::Law { certificate: certificate.clone() };
        }
        let known = self.quotient.description();
        known.map_or(Source::Solved, |known| Source::Quotient { known })
    }

    fn learn(&mut self, theorem: &Theorem) -> bool {
        let Some(claim) = theorem.quotient() else { return false };
        self.quotient.set(claim.quotient.clone(), claim.period);
        self.certificate = Some(theorem.identity().to_string());
        true
    }
}

/// The values of sums of heaps in misère play: of heaps up to some size, or of every size.
#[derive(Debug)]
struct HeapQuotient {
    code: TakeAndBreakCode,
    /// Whether positions keep their number of heaps.
    is_fixed: bool,
    known: Option<Known>,
    /// The size of the heaps of a search that did not end within its bounds.
    beyond: Option<u32>,
}

/// A quotient, and the period (p, n₀) of its values if a theorem proves one.
#[derive(Debug)]
struct Known {
    quotient: Quotient,
    period: Option<(u64, u64)>,
}

/// The work limit of a search for one position. The search for Kayles, with all heaps, takes a
/// fifth of it.
const WORK: u64 = 20_000_000;
/// The memory limit of a search.
const MEMORY: u64 = 1 << 28;
/// The largest heap of the first search, and of any search.
const FIRST: u32 = 24;
const LARGEST: u32 = 1_000;

/// The requested options of a position.
#[derive(Debug, Default)]
struct Found {
    /// Each option, and whether it is lost for the player to move there.
    options: Vec<(Vec<BigUint>, bool)>,
    /// Whether there may be more.
    more: bool,
}

impl HeapQuotient {
    /// Creates the values, of which nothing is known initially.
    fn new(code: &TakeAndBreakCode) -> Self {
        Self { code: code.clone(), is_fixed: false, known: None, beyond: None }
    }

    /// Sets a quotient that was checked.
    fn set(&mut self, quotient: Quotient, period: Option<(u64, u64)>) {
        self.known = Some(Known { quotient, period });
    }

    /// Describes the known quotient.
    fn description(&self) -> Option<String> {
        let Known { quotient, period } = self.known.as_ref()?;
        let heaps = match period {
            Some((length, from)) => format!("all heaps (Φ(n + {length}) = Φ(n) for all n ≥ {from})"),
            None => format!("heaps of at most {} objects", quotient.largest()),
        };
        Some(format!("the misère quotient of {heaps} has {} elements", quotient.order()))
    }

    /// Whether the values of all these heaps are known.
    fn knows(&self, heaps: &[BigUint]) -> bool {
        heaps.iter().all(|heap| self.element(heap).is_some())
    }

    /// Searches for a quotient that knows these heaps, within fixed bounds of work.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if it ends everything; a search that was too long is not an error.
    fn prepare(&mut self, heaps: &[BigUint], watch: &Watch) -> Result<(), LimitReached> {
        let wanted = heaps.iter().max().and_then(ToPrimitive::to_u32).unwrap_or(u32::MAX);
        if self.knows(heaps) || self.beyond.is_some_and(|beyond| beyond <= wanted) {
            return Ok(());
        }
        let stage = watch.within(WORK).within_memory(MEMORY);
        let mut largest = wanted.min(FIRST);
        loop {
            let options = OptionTable::new(&self.code, largest, &stage);
            let found = options.map_err(Some).and_then(|options| {
                quotient(&options, &stage).map_err(|error| match error {
                    NoQuotient::Limit { limit, .. } => Some(limit),
                    NoQuotient::Elements(_) => None,
                })
            });
            match found {
                Ok(quotient) => {
                    let period = period(&quotient, &self.code);
                    let all = period.is_some();
                    self.known = Some(Known { quotient, period });
                    if all || wanted <= largest || largest >= LARGEST {
                        break;
                    }
                    largest = (2 * largest).min(LARGEST);
                }
                Err(Some(limit)) if limit.ends_all() => return Err(limit),
                Err(_) => break,
            }
        }
        if !self.knows(heaps) {
            self.beyond = Some(self.beyond.map_or(wanted, |beyond| beyond.min(wanted)));
        }
        Ok(())
    }

    /// The value of a heap, if known.
    fn element(&self, heap: &BigUint) -> Option<QuotientElement> {
        let Known { quotient, period } = self.known.as_ref()?;
        let values = quotient.values();
        let place = match (heap.to_usize().filter(|&heap| heap < values.len()), period) {
            (Some(place), _) => place,
            (None, Some((length, from))) => ((heap - *from) % *length + *from).to_usize()?,
            (None, None) => return None,
        };
        values.get(place).copied()
    }

    fn product<'a>(&self, heaps: impl IntoIterator<Item = &'a BigUint>) -> Option<QuotientElement> {
        let known = self.known.as_ref()?;
        let mut heaps = heaps.into_iter();
        heaps.try_fold(0, |all, heap| Some(known.quotient.product(all, self.element(heap)?)))
    }

    /// Whether the player to move loses; `None` if the value of a heap is unknown.
    fn is_lost(&self, heaps: &[BigUint]) -> Option<bool> {
        let quotient = &self.known.as_ref()?.quotient;
        Some(quotient.is_lost_element(self.product(heaps)?))
    }

    /// Returns the options of a position that are lost (or won) for the player to move there, at
    /// most `most`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    fn options(
        &self,
        heaps: &[BigUint],
        lost: bool,
        most: usize,
        watch: &Watch,
    ) -> Result<Found, LimitReached> {
        let mut found = Found::default();
        let Some(known) = &self.known else { return Ok(Found { more: true, ..found }) };
        let period = known.period.map(|(length, from)| (from, length));
        let (mut held, mut full) = (watch.hold_none(), Ok(()));
        for (index, heap) in heaps.iter().enumerate() {
            // The order of heaps matters only where their number is fixed.
            if !self.is_fixed && heaps[..index].contains(heap) {
                continue;
            }
            let others = heaps.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, heap)| heap);
            let Some(rest) = self.product(others) else { return Ok(Found { more: true, ..found }) };
            let mut here = 0;
            let complete = for_each_part(&self.code, heap, period, watch, &mut |parts| {
                let Some(value) = self.product(parts) else { return PartsVerdict::End };
                if known.quotient.is_lost_element(known.quotient.product(rest, value)) != lost {
                    return PartsVerdict::Unwanted;
                }
                if here == most {
                    found.more = true;
                    return PartsVerdict::End;
                }
                here += 1;
                let mut option = heaps.to_vec();
                let empty = (self.is_fixed && parts.is_empty()).then_some(BigUint::ZERO);
                option.splice(index..=index, parts.iter().cloned().chain(empty));
                full = held.grow(64 + option.weight());
                found.options.push((option, lost));
                if full.is_ok() { PartsVerdict::Wanted } else { PartsVerdict::End }
            })?;
            full?;
            found.more |= !complete;
        }
        found.more |= keep_least(&mut found.options, most);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use bouton_misere::MisereOutcomes;

    use super::*;

    fn big(heaps: &[u32]) -> Vec<BigUint> {
        heaps.iter().map(|&heap| heap.into()).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        let watch = Watch::unlimited();
        let codes = [vec![0, 7, 7], vec![0, 1, 2, 3], vec![4, 3], vec![0, 8], vec![0, 3, 1]];
        for digits in codes {
            let code = TakeAndBreakCode::new(digits).unwrap();
            let mut known = HeapQuotient::new(&code);
            known.prepare(&big(&[9]), &watch).unwrap();
            let options = OptionTable::new(&code, 9, &watch).unwrap();
            let mut outcomes = MisereOutcomes::new(&options, &watch);
            for heaps in [vec![9], vec![4, 7], vec![2, 3, 3], vec![1, 1, 8]] {
                let lost = known.options(&big(&heaps), true, 500, &watch).unwrap();
                let won = known.options(&big(&heaps), false, 500, &watch).unwrap();
                assert!(!lost.more && !won.more);
                let mut expected = 0;
                let mut told: Vec<_> = lost.options.into_iter().chain(won.options).collect();
                for (option, is_lost) in &told {
                    let option: Vec<u32> = option.iter().filter_map(ToPrimitive::to_u32).collect();
                    assert_eq!(outcomes.is_lost(&option).unwrap(), *is_lost, "{code} {heaps:?} {option:?}");
                }
                told.sort();
                told.dedup();
                for (index, &heap) in heaps.iter().enumerate() {
                    expected += if heaps[..index].contains(&heap) { 0 } else { options.of(heap).len() };
                }
                // Moves in different heaps may lead to the same position in another order.
                assert!(told.len() <= expected && told.len() + 2 >= expected, "{code} {heaps:?}");
            }
        }
    }

    #[test]
    fn heaps_of_any_size_are_known_by_the_period() {
        let watch = Watch::unlimited();
        let code = TakeAndBreakCode::new(vec![0, 1, 2, 3]).unwrap();
        let mut known = HeapQuotient::new(&code);
        let huge = BigUint::from(10u32).pow(1000);
        known.prepare(std::slice::from_ref(&huge), &watch).unwrap();
        assert_eq!(known.known.as_ref().unwrap().period, Some((5, 5)));
        for beyond in 0u32..5 {
            let heap = &huge + beyond;
            let same = (&heap - 5u32) % 5u32 + 40u32;
            for other in 0u32..6 {
                let [far, near] = [&heap, &same].map(|heap| known.is_lost(&[heap.clone(), other.into()]));
                assert_eq!(far, near);
                let moves = |heap: &BigUint| {
                    let found = known.options(&[heap.clone(), other.into()], true, 5000, &watch).unwrap();
                    (found.options.is_empty(), found.more)
                };
                assert_eq!(moves(&heap).0, moves(&same).0);
                assert!(!moves(&same).1);
            }
        }
    }
}
