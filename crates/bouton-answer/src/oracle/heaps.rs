//! Sums of heaps as a source: the Grundy values of single heaps.

use std::{borrow::Cow, sync::Arc};

use bouton_core::{ControlState, Period, Valuation, Value, Watch};
use bouton_game::{BigPosition, CheckedLaw, Theorem};
use bouton_rules::MAX_HEAPS;
use bouton_solve::{
    Cost, Engine, GrundyFilter, HeapLaw, HeapOption, HeapSum, HeapValues, LimitReached, Question, Values,
};
use num_bigint::BigUint;

use super::{
    ALL_MOVES, MOST_MOVES,
    game_moves::GameMoves,
    knows::{Examined, Knows, MoveList, Role, Search, converted, determines},
};
use crate::{AnswerError, Choice, Source};

/// The Grundy values of independent heaps.
#[derive(Debug)]
pub(super) struct Heaps {
    values: HeapValues,
    /// The names of the heaps, if each has one.
    names: Vec<String>,
    /// The identity of a certificate that gave the period.
    certificate: Option<String>,
    watch: Watch,
}

impl Heaps {
    pub(super) fn new(heaps: HeapSum, names: Vec<String>, watch: &Watch) -> Self {
        Self { values: HeapValues::new(heaps, watch), names, certificate: None, watch: watch.clone() }
    }
}

impl Knows for Heaps {
    fn engine(&self) -> Engine {
        if self.values.heaps.is_closed() { Engine::Law } else { Engine::Tables }
    }

    fn role(&self) -> Role {
        if self.certificate.is_some() { Role::Given } else { Role::Heaps }
    }

    fn because(&self) -> Cow<'static, str> {
        Cow::Borrowed(if self.certificate.is_some() {
            "the game is a sum of heaps, and the certificate gives the Grundy value of a single heap"
        } else if self.values.heaps.is_closed() {
            "the game is a sum of heaps, and the Grundy value of a single heap is known at every size"
        } else {
            "the game is a sum of heaps, and the Grundy values of single heaps are computed one by one"
        })
    }

    fn is_admitted(&self, choice: Choice) -> bool {
        if self.certificate.is_some() {
            return choice.admits(self.engine());
        }
        // Only an estimate shows whether they are known at every size.
        choice != Choice::Only(Engine::Reference)
    }

    fn gives(&self, wanted: Valuation) -> bool {
        determines(Valuation::Grundy, wanted)
    }

    fn estimate(
        &mut self,
        _: Valuation,
        question: &Question<'_>,
        search: Search,
    ) -> Result<Option<Cost>, AnswerError> {
        let heaps = question.largest();
        self.values.heaps.prepare(&heaps, &self.watch)?;
        if search.law_only && !self.values.heaps.is_closed() {
            // A heap beyond every table makes the heaps search for a law.
            let beyond = vec![BigUint::from(u128::MAX); heaps.len()];
            self.values.heaps.prepare(&beyond, &self.watch)?;
        }
        Ok(self.values.estimate(question))
    }

    fn at_once(&mut self, wanted: Valuation, question: &Question<'_>) -> Result<Option<Cost>, AnswerError> {
        if !self.gives(wanted) {
            return Ok(None);
        }
        self.values.heaps.prepare(&question.largest(), &self.watch)?;
        Ok(self.values.estimate(question).filter(|_| self.values.heaps.is_closed()))
    }

    fn value(
        &mut self,
        wanted: Valuation,
        coordinates: &[BigUint],
        control: ControlState,
    ) -> Result<BigUint, AnswerError> {
        let value = self.values.value(coordinates, control)?;
        Ok(converted(value, Valuation::Grundy, wanted))
    }

    fn small_value(
        &mut self,
        wanted: Valuation,
        coordinates: &[u64],
        control: ControlState,
    ) -> Result<Value, AnswerError> {
        let value = self.values.small_value(coordinates, control)?;
        Ok(converted(value, Valuation::Grundy, wanted))
    }

    fn fill(&mut self, upto: u64, dimension: usize) -> Result<(), LimitReached> {
        let corner = vec![BigUint::from(upto); dimension];
        self.values.heaps.value(&corner, &self.watch).map(|_| ())
    }

    /// Returns options of a sum of heaps; all of them if there are few.
    fn options(&mut self, of: &Examined<'_>, value: Value, _: &GameMoves) -> Result<MoveList, AnswerError> {
        let (placed, heaps) = (of.placed, &mut self.values.heaps);
        // Each move is as long as the position.
        let long = placed.0.len() > MAX_HEAPS;
        let few = !long && heaps.count_moves(&placed.0) <= ALL_MOVES.into();
        let many = if long { 1 } else { MOST_MOVES };
        let most = of.query.moves.unwrap_or(if few { usize::MAX } else { many });
        let zero = BigUint::ZERO;
        let winning = heaps.options(&placed.0, &GrundyFilter::Is(zero.clone()), most, &self.watch)?;
        // If the player cannot win, the options are of interest; if the player can win, the other
        // options are listed only if there are few.
        let room = if value == 0 || few { most.saturating_sub(winning.options.len()) } else { 0 };
        let rest = heaps.options(&placed.0, &GrundyFilter::IsNot(zero), room, &self.watch)?;
        let mut moves: Vec<(BigPosition, Value)> = Vec::new();
        for (found, outcome) in [(winning.options, 0), (rest.options, 1)] {
            moves.extend(found.into_iter().map(|(to, _)| ((to, placed.1), outcome)));
        }
        moves.sort();
        Ok(MoveList { moves, all: !winning.more && !rest.more, all_winning: !winning.more })
    }

    fn source(&mut self) -> Source {
        if let Some(certificate) = &self.certificate {
            return Source::Law { certificate: certificate.clone() };
        }
        let first = self.values.heaps.first_heaps();
        let of = |(place, (period, theorem)): (usize, (&Period, &str))| {
            let (length, preperiod) = (period.length, period.preperiod);
            let heap = match first.get(place).and_then(|&heap| self.names.get(heap)) {
                Some(name) => format!("heap {name} alone"),
                None => "a single heap".to_owned(),
            };
            let rises = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
            format!("{heap}: g(n + {length}) = g(n){rises} for all n ≥ {preperiod}, by {theorem}")
        };
        Source::Heaps { periods: self.values.heaps.periods().enumerate().map(of).collect() }
    }

    fn learn(&mut self, theorem: &Theorem) -> bool {
        let heaps = &mut self.values.heaps;
        let learnt = match (theorem.period(), theorem.law_of_a_heap()) {
            (Some(period), _) => heaps.set_period(period.clone(), "the period of the certificate"),
            (None, Some(law)) => heaps.set_law(Arc::new(LawOfHeap(law))),
            (None, None) => false,
        };
        if !learnt {
            return false;
        }
        self.certificate = Some(theorem.identity().to_string());
        true
    }

    fn heap_sum(&mut self) -> Option<&mut HeapSum> {
        Some(&mut self.values.heaps)
    }
}

/// The law of a single heap, by a theorem about sums of heaps.
#[derive(Debug)]
struct LawOfHeap(Arc<CheckedLaw>);

const ONLY: ControlState = ControlState(0);

impl HeapLaw for LawOfHeap {
    fn value(&self, heap: &BigUint, watch: &Watch) -> Result<BigUint, LimitReached> {
        let value = self.0.law().value_within(ONLY, std::slice::from_ref(heap), watch)?;
        value.ok_or(LimitReached::Coordinate(u64::MAX))
    }

    fn options(
        &self,
        heap: &BigUint,
        wanted: &GrundyFilter,
        most: usize,
        watch: &Watch,
    ) -> Result<(Vec<HeapOption>, bool), LimitReached> {
        let Some(guide) = self.0.guide(watch)? else { return Ok((Vec::new(), false)) };
        let heap = std::slice::from_ref(heap);
        if let GrundyFilter::Is(value) = wanted {
            let found = guide.options_with_grundy(heap, ONLY, value, most, watch)?;
            let options = found.options.into_iter().map(|option| (first(option), value.clone()));
            return Ok((options.collect(), !found.more));
        }
        // Few heaps have the excluded value.
        let found = guide.options_with_value(heap, ONLY, &[0, 1], most.saturating_mul(2), watch)?;
        let mut options = Vec::new();
        for option in found.options {
            let option = first(option);
            let value = self.value(&option, watch)?;
            if wanted.admits(&value) {
                options.push((option, value));
            }
        }
        Ok((options, !found.more))
    }
}

/// Returns the heap of a position with one heap.
fn first((heaps, _): BigPosition) -> BigUint {
    heaps.into_iter().next().unwrap_or_default()
}
