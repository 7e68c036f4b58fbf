//! Play by a law with heap states: the strategies of its proof, followed digit by digit.

use bouton_cert::{ColumnClaim, LocalClaim, LocalElement, LocalStrategy, LocalThread, NumbersOfHeaps};
use bouton_core::{
    ControlState, FreeTakes, HeapMove, HeapMoves, HeapStates, LimitReached, LocalLaw, Lowering, State, Value,
    Watch,
};
use num_bigint::BigUint;

use super::strategies::{moved, reached_sets};

/// A law for every number of heaps with its moves, for play at positions of any size.
///
/// An option costs time in proportion to all digits of a position.
///
/// ```
/// use bouton_core::{Convention, ControlState, FreeTakes, Watch};
/// use bouton_families::{LocalGuide, prove_columns};
///
/// let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
/// let claim = prove_columns(&nim, Convention::Normal, &mut |_| Ok(()), &Watch::unlimited()).unwrap();
/// let guide = LocalGuide::of_columns(&claim, &nim).unwrap();
/// let option = guide.option(&[3u32, 4, 5].map(Into::into), ControlState(0), &Watch::unlimited())?.unwrap();
/// assert_eq!(option.heaps, [(0, num_bigint::BigUint::from(1u32))]); // 3, 4, 5 → 1, 4, 5
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Debug)]
pub struct LocalGuide {
    claim: LocalClaim,
    moves: HeapMoves,
    within: Vec<u32>,
}

/// An option: the heaps that change, with what they become, and the control state.
///
/// ```
/// use bouton_core::{Convention, ControlState, FreeTakes, Watch};
/// use bouton_families::{LocalGuide, prove_columns};
///
/// let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
/// let claim = prove_columns(&nim, Convention::Normal, &mut |_| Ok(()), &Watch::unlimited()).unwrap();
/// let guide = LocalGuide::of_columns(&claim, &nim).unwrap();
/// let option = guide.option(&[8u32, 1, 1].map(Into::into), ControlState(0), &Watch::unlimited())?.unwrap();
/// assert_eq!((option.heaps.len(), option.control), (1, ControlState(0)));
/// # Ok::<(), bouton_core::LimitReached>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOption {
    /// The heaps that change, each with its number in the position.
    pub heaps: Vec<(usize, BigUint)>,
    /// The control state moved to.
    pub control: ControlState,
}

/// A partial move that is followed: its digits so far at the marked heaps.
#[derive(Clone, Debug)]
struct Followed {
    thread: LocalThread,
    digits: Vec<BigUint>,
}

/// An element that is met, with the heaps that its marks are.
struct Met<'a> {
    element: &'a LocalElement,
    heaps: Vec<usize>,
    /// For each of its threads.
    followed: Vec<Followed>,
}

impl LocalGuide {
    /// A guide by a claim that the checker has accepted, about a game with these moves.
    #[must_use]
    pub fn new(claim: LocalClaim, moves: HeapMoves) -> Self {
        let within = reached_sets(&claim.law);
        Self { claim, moves, within }
    }

    /// A guide by a claim whose law counts ones; `None` if it is not about these moves.
    #[must_use]
    pub fn of_columns(claim: &ColumnClaim, takes: &FreeTakes) -> Option<Self> {
        let lowerings = takes.lowered.iter().map(|&(least, most)| Lowering::Free(least, most)).collect();
        let moves = HeapMoves { lowerings, passes: takes.passes };
        let kinds = takes.kinds();
        let otherwise = claim.law.outputs().to_vec();
        let law = LocalLaw::new(claim.law.clone(), otherwise, HeapStates::none(claim.law.letters())).ok()?;
        let mut strategies = Vec::new();
        for strategy in &claim.strategies {
            let mut elements = Vec::new();
            for element in &strategy.elements {
                let mut threads = Vec::new();
                for thread in &element.threads {
                    let lowered = (0..element.marked).map(|heap| thread.less >> heap & 1).collect();
                    let marks = vec![1; element.marked];
                    let to = kinds.get(thread.kind)?.to;
                    threads.push(LocalThread { to, state: thread.state, lowered, marks });
                }
                threads.sort_unstable();
                threads.dedup();
                let marks = vec![1; element.marked];
                elements.push(LocalElement { state: element.state, witness: false, marks, threads });
            }
            let (control, value, requirement) = (strategy.control, strategy.value, strategy.requirement);
            strategies.push(LocalStrategy { control, value, requirement, elements });
        }
        Some(Self::new(LocalClaim { numbers: NumbersOfHeaps::All, law, strategies }, moves))
    }

    /// The law.
    ///
    /// ```
    /// use bouton_core::{Convention, FreeTakes, Watch};
    /// use bouton_families::{LocalGuide, prove_columns};
    ///
    /// let nim = FreeTakes { lowered: vec![(1, 1)], passes: 0 };
    /// let claim = prove_columns(&nim, Convention::Normal, &mut |_| Ok(()), &Watch::unlimited()).unwrap();
    /// let guide = LocalGuide::of_columns(&claim, &nim).unwrap();
    /// assert_eq!(guide.law().columns().counts(), (0, 2)); // ones in a column are counted modulo 2
    /// ```
    #[must_use]
    pub fn law(&self) -> &LocalLaw {
        &self.claim.law
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &HeapMoves {
        &self.moves
    }

    /// The numbers of heaps that the law is about.
    #[must_use]
    pub fn numbers(&self) -> NumbersOfHeaps {
        self.claim.numbers
    }

    /// An option whose value is one that the value of the position requires: a winning move, if there is one.
    /// `None` if nothing is required.
    ///
    /// # Errors
    ///
    /// A limit of the watch.
    pub fn option(
        &self,
        heaps: &[BigUint],
        control: ControlState,
        watch: &Watch,
    ) -> Result<Option<LocalOption>, LimitReached> {
        let Some(value) = self.claim.law.value(heaps, control) else { return Ok(None) };
        let about = |strategy: &&LocalStrategy| (strategy.control, strategy.value) == (control, value);
        let Some(strategy) = self.claim.strategies.iter().find(about) else { return Ok(None) };
        let Some(mut met) = self.begun(strategy, heaps) else { return Ok(None) };
        let places = heaps.iter().map(BigUint::bits).max().unwrap_or(0);
        for place in (0..places).rev() {
            watch.check()?;
            let Some(next) = self.followed(strategy, &met, heaps, place) else { return Ok(None) };
            met = next;
        }
        let required = self.claim.law.columns().valuation().conditions(0);
        let required =
            required.as_deref().and_then(|of| of.get(value as usize)?.required.get(strategy.requirement));
        let Some(required) = required else { return Ok(None) };
        for followed in met.followed {
            if !self.is_move(&followed.thread, control) {
                continue;
            }
            let changed = met.heaps.iter().zip(&followed.digits).zip(&followed.thread.lowered);
            let changed: Vec<(usize, BigUint)> = changed
                .filter(|(_, lowered)| **lowered > 0)
                .map(|((&heap, digits), _)| (heap, digits.clone()))
                .collect();
            let mut after = heaps.to_vec();
            changed.iter().for_each(|(heap, becomes)| after[*heap].clone_from(becomes));
            let reached: Option<Value> = self.claim.law.value(&after, followed.thread.to);
            if reached.is_some_and(|reached| required.contains(&reached)) {
                return Ok(Some(LocalOption { heaps: changed, control: followed.thread.to }));
            }
        }
        Ok(None)
    }

    fn is_move(&self, thread: &LocalThread, control: ControlState) -> bool {
        let mut amounts: Vec<u32> = thread.lowered.iter().copied().filter(|&amount| amount > 0).collect();
        amounts.sort_unstable();
        let fits = |of: &HeapMove<'_>| {
            (of.from, of.to) == (control, thread.to)
                && match of.lowering {
                    None => amounts.is_empty(),
                    Some(&Lowering::Free(least, most)) => (least..=most).contains(&amounts.len()),
                    Some(Lowering::By(taken)) => *taken == amounts,
                    Some(Lowering::All(_)) => false,
                }
        };
        self.moves.moves().iter().any(fits)
    }

    /// The element that is met at the start.
    fn begun<'a>(&self, strategy: &'a LocalStrategy, heaps: &[BigUint]) -> Option<Met<'a>> {
        let law = &self.claim.law;
        let starts = law.columns().starts();
        let witness = !law.otherwise().contains(&strategy.value);
        let chosen: Vec<usize> =
            if witness { law.good_heap(heaps).into_iter().collect() } else { Vec::new() };
        let marks = vec![1; chosen.len()];
        let mut controls: Vec<ControlState> =
            self.moves.moves().iter().filter(|of| of.from == strategy.control).map(|of| of.to).collect();
        controls.dedup();
        let followed = controls.into_iter().map(|to| Followed {
            thread: LocalThread {
                to,
                state: starts[to.index()],
                lowered: vec![0; chosen.len()],
                marks: marks.clone(),
            },
            digits: vec![BigUint::ZERO; chosen.len()],
        });
        let state = *starts.get(strategy.control.index())?;
        meet(strategy, (state, !chosen.is_empty()), &marks, &chosen, followed.collect())
    }

    /// The element that is met after one more place.
    fn followed<'a>(
        &self,
        strategy: &'a LocalStrategy,
        met: &Met<'_>,
        heaps: &[BigUint],
        place: u64,
    ) -> Option<Met<'a>> {
        let law = &self.claim.law;
        let all = heaps.iter().filter(|heap| heap.bit(place)).count();
        let marked = met.heaps.iter().filter(|&&heap| heaps[heap].bit(place)).count();
        let most = strategy.elements.iter().map(|element| element.marks.len()).max().unwrap_or(0);
        let state = law.columns().next(met.element.state, all);
        for new in 0..=most.min(all - marked) {
            let others = (0..heaps.len()).filter(|heap| heaps[*heap].bit(place) && !met.heaps.contains(heap));
            let chosen: Vec<usize> = met.heaps.iter().copied().chain(others.take(new)).collect();
            let reads: Vec<bool> = chosen.iter().map(|&heap| heaps[heap].bit(place)).collect();
            let set = |before: &[u32], state: State, heap: usize, ones: usize, digit: bool| {
                let set = before.get(heap).copied().unwrap_or(self.within[state as usize]);
                moved(law, set, ones, digit)
            };
            let marks: Vec<u32> = (0..chosen.len())
                .map(|heap| set(&met.element.marks, met.element.state, heap, all, reads[heap]))
                .collect();
            let rest = all - reads.iter().filter(|&&one| one).count();
            let mut next: Vec<Followed> = Vec::new();
            for before in &met.followed {
                for after in 0..1u32 << chosen.len() {
                    let digit = |heap: usize| after >> heap & 1 == 1;
                    let lowered = (0..chosen.len()).map(|heap| {
                        let so_far = before.thread.lowered.get(heap).copied().unwrap_or(0);
                        self.lowered(so_far, reads[heap], digit(heap))
                    });
                    let Some(lowered) = lowered.collect::<Option<Vec<u32>>>() else { continue };
                    let ones = rest + after.count_ones() as usize;
                    let sets = (0..chosen.len())
                        .map(|heap| set(&before.thread.marks, before.thread.state, heap, ones, digit(heap)));
                    let thread = LocalThread {
                        to: before.thread.to,
                        state: law.columns().next(before.thread.state, ones),
                        marks: sets.collect(),
                        lowered,
                    };
                    let digits = (0..chosen.len()).map(|heap| {
                        let so_far = before.digits.get(heap).cloned();
                        // A heap that is marked now was equal so far.
                        let so_far = so_far.unwrap_or_else(|| &heaps[chosen[heap]] >> (place + 1));
                        (so_far << 1u8) + u32::from(digit(heap))
                    });
                    next.push(Followed { digits: digits.collect(), thread });
                }
            }
            if let Some(met) = meet(strategy, (state, met.element.witness), &marks, &chosen, next) {
                return Some(met);
            }
        }
        None
    }

    /// The state of an amount after digits of x and of y; `None` if the move is impossible then.
    fn lowered(&self, before: u32, x: bool, y: bool) -> Option<u32> {
        if self.moves.is_free() {
            return if before == 1 { Some(1) } else { (x >= y).then_some(u32::from(x && !y)) };
        }
        let after = (2 * before + u32::from(x)).checked_sub(u32::from(y))?;
        (after <= self.moves.largest()).then_some(after)
    }
}

/// An element of the strategy that is met by what is known.
fn meet<'a>(
    strategy: &'a LocalStrategy,
    (state, witness): (State, bool),
    marks: &[u32],
    heaps: &[usize],
    followed: Vec<Followed>,
) -> Option<Met<'a>> {
    let near = |element: &&LocalElement| {
        element.state == state && element.marks.len() <= marks.len() && (witness || !element.witness)
    };
    strategy.elements.iter().filter(near).find_map(|element| {
        let mut places = Vec::new();
        let found = mapped(element, marks, &followed, &mut places)?;
        let heaps = places.iter().map(|&place| heaps[place]).collect();
        Some(Met { element, heaps, followed: found })
    })
}

/// The threads of an element among those that are followed, its marks being mapped to some of the marked
/// heaps.
fn mapped(
    element: &LocalElement,
    marks: &[u32],
    followed: &[Followed],
    places: &mut Vec<usize>,
) -> Option<Vec<Followed>> {
    let heap = places.len();
    if heap == element.marks.len() {
        let of = |thread: &LocalThread| {
            let is_it = |other: &&Followed| {
                let known = &other.thread;
                (known.to, known.state) == (thread.to, thread.state)
                    && places.iter().enumerate().all(|(heap, &place)| {
                        known.lowered[place] == thread.lowered[heap]
                            && known.marks[place] & !thread.marks[heap] == 0
                    })
                    && (0..known.lowered.len())
                        .all(|place| places.contains(&place) || known.lowered[place] == 0)
            };
            let other = followed.iter().find(is_it)?;
            let digits = places.iter().map(|&place| other.digits[place].clone()).collect();
            Some(Followed { thread: thread.clone(), digits })
        };
        return element.threads.iter().map(of).collect();
    }
    for place in 0..marks.len() {
        let witness = element.witness && heap == 0;
        if !places.contains(&place) && (!witness || place == 0) && marks[place] & !element.marks[heap] == 0 {
            places.push(place);
            if let Some(found) = mapped(element, marks, followed, places) {
                return Some(found);
            }
            places.pop();
        }
    }
    None
}
