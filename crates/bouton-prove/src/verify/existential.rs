//! The existential half: each position of a value has an option in a required set. A closed set of
//! elements (prefix of x; partial moves kept) is searched.
//!
//! An antichain search in the manner of De Wulf, Doyen, Henzinger and Raskin (*Antichains: a new
//! algorithm for checking universality of finite automata*, 2006): of two elements with the same
//! state of the law only the one with fewer partial moves is kept. Where a single partial move is
//! sufficient for all further digits (it simulates the law's state), the others are dropped; for
//! Nim-like games this leaves a strategy that never looks ahead. The weakness: games whose right
//! move depends on much later digits need many elements.

use bouton_automata::reaching;
use bouton_cert::Element;
use bouton_core::{Condition, LimitReached, MemoryShare, State, Value, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

use bouton_core::limits::map_bytes;

use super::{
    Partial, PartialMoves, VerifyLimit, VerifyLimits, Violation, append,
    exchange::{Exchange, equal, least},
    lift::{Found, elements},
};

/// The reachable partial moves from which some value that is required may be reached, with their successors.
pub(super) struct Graph {
    reached: Vec<Partial>,
    /// Predecessors of each partial move.
    before: FxHashMap<Partial, Vec<Partial>>,
    /// The memory of the graph.
    _held: MemoryShare,
}

impl Graph {
    pub(super) fn new(
        moves: &PartialMoves<'_>,
        conditions: &[Condition],
        limits: &VerifyLimits<'_>,
    ) -> Result<Self, VerifyLimit> {
        let required = conditions.iter().flat_map(|condition| condition.required.iter().flatten());
        let required: FxHashSet<Value> = required.copied().collect();
        let hopeful = can_reach(moves, |output| required.contains(&output));
        let mut held = limits.watch.hold(moves.count() as u64)?;
        let mut batch = limits.watch.batch();
        let mut seen = vec![false; moves.count()];
        let mut reached: Vec<Partial> = Vec::new();
        for partial in moves.starts().filter(|&start| hopeful[moves.state(start) as usize]) {
            if !std::mem::replace(&mut seen[partial as usize], true) {
                reached.push(partial);
            }
        }
        let mut before: FxHashMap<Partial, Vec<Partial>> = FxHashMap::default();
        let mut done = 0;
        let mut successors = Vec::new();
        while done < reached.len() {
            let partial = reached[done];
            done += 1;
            successors.clear();
            for letter in 0..moves.law.letters() {
                let before = successors.len();
                moves.for_each_next(partial, letter, |_, next| {
                    successors.extend(hopeful[moves.state(next) as usize].then_some(next));
                });
                batch.spend(1 + (successors.len() - before) as u64)?;
                if successors.len() > 1 << 16 {
                    successors.sort_unstable();
                    successors.dedup();
                }
            }
            successors.sort_unstable();
            successors.dedup();
            // Each is in a list of predecessors; those and the map grow by doubling.
            held.grow(32 * successors.len() as u64)?;
            for &next in &successors {
                before.entry(next).or_default().push(partial);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    reached.push(next);
                }
            }
        }
        Ok(Self { reached, before, _held: held })
    }

    /// For each partial move, whether it can be completed with a value in `required`.
    fn useful(&self, moves: &PartialMoves<'_>, required: &[Value]) -> Vec<bool> {
        let mut useful = vec![false; moves.count()];
        let mut stack: Vec<Partial> = self
            .reached
            .iter()
            .copied()
            .filter(|&partial| moves.is_complete(partial) && required.contains(&moves.value(partial)))
            .collect();
        for &partial in &stack {
            useful[partial as usize] = true;
        }
        while let Some(partial) = stack.pop() {
            for &source in self.before.get(&partial).map_or(&[][..], Vec::as_slice) {
                if !std::mem::replace(&mut useful[source as usize], true) {
                    stack.push(source);
                }
            }
        }
        useful
    }
}

/// For each state of the law, whether it can still reach one of these outputs.
fn can_reach(moves: &PartialMoves<'_>, wanted: impl Fn(Value) -> bool) -> Vec<bool> {
    let law = moves.law;
    let sources = (0u32..).flat_map(|state| std::iter::repeat_n(state, law.letters()));
    let edges: Vec<(u32, u32)> =
        sources.zip(law.transitions().iter().copied()).filter(|edge| edge.1 != moves.none).collect();
    reaching(law.outputs().iter().map(|&output| wanted(output)).collect(), &edges)
}

/// An element of the search: partial moves that are kept, sorted.
struct SearchElement {
    state: State,
    partials: Box<[Partial]>,
    /// The element from which this one was reached, and the letter.
    parent: Option<(u32, u16)>,
    dropped: bool,
}

struct Search<'a, 'b> {
    moves: &'a PartialMoves<'b>,
    value: Value,
    relevant: Vec<bool>,
    useful: Vec<bool>,
    good: Vec<bool>,
    kept: Vec<SearchElement>,
    /// The elements at each state that were not dropped, and their signatures in the same order.
    by_state: Vec<Vec<u32>>,
    signatures: Vec<Vec<u64>>,
    simulation: Simulation<'a>,
    watch: &'a Watch,
    /// The memory of the search.
    held: MemoryShare,
}

/// Finds a closed set of elements for `value` and `required`, or a position
/// without the required option.
pub(super) fn search(
    moves: &PartialMoves<'_>,
    (graph, exchanges): (&Graph, &[Exchange]),
    value: Value,
    required: &[Value],
    limits: &VerifyLimits<'_>,
) -> Result<Result<Vec<Element>, Violation>, VerifyLimit> {
    let held = limits.watch.hold(3 * moves.count() as u64)?;
    limits.watch.spend(graph.before.len() as u64)?;
    let useful = graph.useful(moves, required);
    let mut good = vec![false; moves.count()];
    for &partial in &graph.reached {
        good[partial as usize] = moves.is_complete(partial) && required.contains(&moves.value(partial));
    }
    let mut search = Search {
        moves,
        value,
        relevant: can_reach(moves, |output| output == value),
        useful,
        good,
        kept: Vec::new(),
        by_state: vec![Vec::new(); moves.law.states()],
        signatures: vec![Vec::new(); moves.law.states()],
        simulation: Simulation::up_to(exchanges),
        watch: limits.watch,
        held,
    };
    let start: Vec<Partial> = search.initial().into_iter().map(|(partial, _)| partial).collect();
    if !search.add(moves.start(), start, None)? {
        return Ok(Err(Violation { position: (vec![0; moves.law.tracks()], moves.control()), option: None }));
    }
    let mut done = 0;
    let mut after = Vec::new();
    let mut batch = limits.watch.batch();
    while done < search.kept.len() {
        if search.kept.len() > limits.product {
            return Err(VerifyLimit::Product(limits.product));
        }
        let number = u32::try_from(done).map_err(|_| VerifyLimit::Product(limits.product))?;
        for letter in 0..moves.law.letters() {
            if search.kept[done].dropped {
                break;
            }
            let Some(next) = moves.next_state(search.kept[done].state, letter) else { continue };
            if !search.relevant[next as usize] {
                continue;
            }
            after.clear();
            for &partial in &search.kept[done].partials {
                moves.for_each_next(partial, letter, |_, partial| {
                    if search.useful[partial as usize] {
                        after.push(partial);
                    }
                });
            }
            batch.spend(4 + after.len() as u64)?;
            after.sort_unstable();
            after.dedup();
            #[expect(clippy::cast_possible_truncation, reason = "at most 16 tracks")]
            if !search.add(next, after.clone(), Some((number, letter as u16)))? {
                let mut position = search.prefix(number)?;
                append(moves.law.numeration(), &mut position, letter)?;
                return Ok(Err(Violation { position: (position, moves.control()), option: None }));
            }
        }
        done += 1;
    }
    if moves.parts.iter().all(|(_, relation)| relation.is_deterministic()) {
        return search.elements().map(Ok);
    }
    let partials = |number: u32| &*search.kept[number as usize].partials;
    let found = Found { by_state: &search.by_state, partials, relevant: &search.relevant };
    elements(moves, &found, limits).map(Ok)
}

impl Search<'_, '_> {
    /// The partial moves after leading zeros of x, with the prefix of y.
    fn initial(&self) -> Vec<(Partial, Vec<u64>)> {
        let mut found: Vec<(Partial, Vec<u64>)> = Vec::new();
        for partial in self.moves.starts() {
            if self.useful[partial as usize] {
                found.push((partial, vec![0; self.moves.law.tracks()]));
            }
        }
        let mut done = 0;
        while done < found.len() {
            let (partial, prefix) = found[done].clone();
            done += 1;
            self.moves.for_each_next(partial, 0, |written, next| {
                if self.useful[next as usize] && found.iter().all(|known| known.0 != next) {
                    let mut prefix = prefix.clone();
                    if append(self.moves.law.numeration(), &mut prefix, usize::from(written)).is_ok() {
                        found.push((next, prefix));
                    }
                }
            });
        }
        found.sort_by_key(|known| known.0);
        found
    }

    /// Adds an element unless there is a smaller one; `false` if it is a violation.
    fn add(
        &mut self,
        state: State,
        mut partials: Vec<Partial>,
        parent: Option<(u32, u16)>,
    ) -> Result<bool, LimitReached> {
        if self.moves.law.output(state) == self.value
            && !partials.iter().any(|&partial| self.good[partial as usize])
        {
            return Ok(false);
        }
        let within = signature(&partials);
        let bucket = &self.by_state[state as usize];
        self.watch.spend(bucket.len() as u64 / 4)?;
        let smaller = |(signature, known): (&u64, &u32)| {
            signature & !within == 0 && is_subset(&self.kept[*known as usize].partials, &partials)
        };
        if self.signatures[state as usize].iter().zip(bucket).any(smaller) {
            return Ok(true);
        }
        if partials.len() > 1 {
            let (simulation, moves) = (&mut self.simulation, self.moves);
            let context = Context {
                relevant: &self.relevant,
                useful: &self.useful,
                good: &self.good,
                value: self.value,
            };
            let before = simulation.known.capacity();
            if let Some(&single) = partials
                .iter()
                .find(|&&partial| simulation.covers(moves, &context, self.watch, state, partial))
            {
                partials = vec![single];
            }
            if let Some(limit) = simulation.stopped {
                return Err(limit);
            }
            let entry = size_of::<((State, Partial), Status)>();
            if simulation.known.capacity() > before {
                self.held.grow(map_bytes(simulation.known.capacity(), entry))?;
            }
        }
        let signature = signature(&partials);
        let bucket = &mut self.by_state[state as usize];
        let signatures = &mut self.signatures[state as usize];
        let kept = &mut self.kept;
        let mut left = 0;
        for place in 0..bucket.len() {
            let known = &mut kept[bucket[place] as usize];
            if signature & !signatures[place] == 0 && is_subset(&partials, &known.partials) {
                known.dropped = true;
                continue;
            }
            (bucket[left], signatures[left]) = (bucket[place], signatures[place]);
            left += 1;
        }
        bucket.truncate(left);
        signatures.truncate(left);
        signatures.push(signature);
        #[expect(clippy::cast_possible_truncation, reason = "bounded by the product limit")]
        bucket.push(kept.len() as u32);
        let partials = partials.into_boxed_slice();
        self.held.grow((2 * size_of::<SearchElement>() + 24 + 4 * partials.len()) as u64)?;
        kept.push(SearchElement { state, partials, parent, dropped: false });
        Ok(true)
    }

    /// The letters that lead to an element, first to last, and the elements passed.
    fn path(&self, number: u32) -> Vec<(u32, u16)> {
        let mut path = Vec::new();
        let mut at = number;
        while let Some((parent, letter)) = self.kept[at as usize].parent {
            path.push((at, letter));
            at = parent;
        }
        path.reverse();
        path
    }

    fn prefix(&self, number: u32) -> Result<Vec<u64>, VerifyLimit> {
        let mut prefix = vec![0; self.moves.law.tracks()];
        for (_, letter) in self.path(number) {
            append(self.moves.law.numeration(), &mut prefix, usize::from(letter))?;
        }
        Ok(prefix)
    }

    /// The elements that were not replaced, written with prefixes.
    fn elements(&self) -> Result<Vec<Element>, VerifyLimit> {
        let initial = self.initial();
        let mut elements = Vec::new();
        let mut held = self.watch.hold_none();
        for (number, kept) in (0u32..).zip(&self.kept) {
            if kept.dropped {
                continue;
            }
            self.watch.spend(16)?;
            let mut prefix = vec![0; self.moves.law.tracks()];
            let mut written: Vec<(Partial, Vec<u64>)> = initial.clone();
            let root = self.path(number).first().map_or(number, |&(first, _)| {
                self.kept[first as usize].parent.map_or(first, |(parent, _)| parent)
            });
            written.retain(|(partial, _)| self.kept[root as usize].partials.binary_search(partial).is_ok());
            for (element, letter) in self.path(number) {
                append(self.moves.law.numeration(), &mut prefix, usize::from(letter))?;
                let wanted = &self.kept[element as usize].partials;
                let mut next: Vec<(Partial, Vec<u64>)> = Vec::with_capacity(wanted.len());
                let mut fault = None;
                self.watch.spend(written.len() as u64)?;
                for (partial, y) in &written {
                    self.moves.for_each_next(*partial, usize::from(letter), |digits, reached| {
                        if wanted.binary_search(&reached).is_ok()
                            && next.iter().all(|known| known.0 != reached)
                        {
                            let mut y = y.clone();
                            fault =
                                fault
                                    .or(append(self.moves.law.numeration(), &mut y, usize::from(digits))
                                        .err());
                            next.push((reached, y));
                        }
                    });
                }
                if let Some(fault) = fault {
                    return Err(fault);
                }
                written = next;
            }
            let mut partial_moves: Vec<_> =
                written.into_iter().map(|(partial, y)| (self.moves.target_control(partial), y)).collect();
            partial_moves.sort();
            held.grow((partial_moves.len() + 1) as u64 * (64 + 8 * prefix.len() as u64))?;
            elements.push(Element { prefix, partial_moves });
        }
        elements.sort_by(|a, b| (&a.prefix, &a.partial_moves).cmp(&(&b.prefix, &b.partial_moves)));
        Ok(elements)
    }
}

/// One bit for each partial move; some share a bit.
fn signature(partials: &[Partial]) -> u64 {
    partials.iter().fold(0, |all, partial| all | 1 << (partial.wrapping_mul(0x9E37_79B9) >> 26))
}

/// Whether a sorted list is a subset of another.
fn is_subset(small: &[Partial], large: &[Partial]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|wanted| rest.by_ref().any(|found| found == wanted))
}

struct Context<'a> {
    relevant: &'a [bool],
    useful: &'a [bool],
    good: &'a [bool],
    value: Value,
}

/// The status of a pair (state of the law, partial move).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Assumed,
    Proven,
    Refuted,
}

/// The simulation of states of the law by single partial moves, computed on demand. Of pairs that
/// are related by exchanging coordinates, only the least one found is computed.
struct Simulation<'a> {
    exchanges: &'a [Exchange],
    known: FxHashMap<(State, Partial), Status>,
    trail: Vec<(State, Partial)>,
    steps: usize,
    /// The steps reported to the watch, and its answer.
    told: usize,
    stopped: Option<LimitReached>,
}

/// The most steps of a simulation.
const SIMULATION_STEPS: usize = 20_000_000;
const SIMULATION_DEPTH: usize = 1_000;

impl<'a> Simulation<'a> {
    fn up_to(exchanges: &'a [Exchange]) -> Self {
        let (known, trail) = Default::default();
        Self { exchanges, known, trail, steps: 0, told: 0, stopped: None }
    }

    /// Whether `partial` alone has an answer to all digits from `state` on.
    fn covers(
        &mut self,
        moves: &PartialMoves<'_>,
        context: &Context<'_>,
        watch: &Watch,
        state: State,
        partial: Partial,
    ) -> bool {
        let (state, partial) = least(self.exchanges, moves, (state, partial), |_| ());
        if self.steps > SIMULATION_STEPS {
            return self.known.get(&(state, partial)) == Some(&Status::Proven);
        }
        self.trail.clear();
        let covers = self.attempt(moves, context, watch, state, partial, 0);
        for pair in self.trail.drain(..) {
            if covers {
                self.known.insert(pair, Status::Proven);
            } else if self.known.get(&pair) == Some(&Status::Assumed) {
                self.known.remove(&pair);
            }
        }
        covers
    }

    /// Assumes the pair that is being shown (a greatest fixed point). A refutation under that
    /// assumption is final; a success only if the whole attempt succeeds.
    fn attempt(
        &mut self,
        moves: &PartialMoves<'_>,
        context: &Context<'_>,
        watch: &Watch,
        state: State,
        partial: Partial,
        depth: usize,
    ) -> bool {
        match self.known.get(&(state, partial)) {
            Some(Status::Proven | Status::Assumed) => return true,
            Some(Status::Refuted) => return false,
            None => {}
        }
        if moves.law.output(state) == context.value && !context.good[partial as usize] {
            self.known.insert((state, partial), Status::Refuted);
            return false;
        }
        if self.steps > self.told + (1 << 12) {
            self.stopped = self.stopped.or(watch.spend((self.steps - self.told) as u64).err());
            self.told = self.steps;
        }
        if depth > SIMULATION_DEPTH || self.steps > SIMULATION_STEPS || self.stopped.is_some() {
            return false;
        }
        let mark = self.trail.len();
        self.known.insert((state, partial), Status::Assumed);
        self.trail.push((state, partial));
        let mut candidates = Vec::new();
        let equal = equal(self.exchanges, moves, (state, partial));
        for letter in (0..moves.law.letters()).filter(|letter| letter >> 1 & !letter & equal == 0) {
            let Some(next) = moves.next_state(state, letter) else { continue };
            if !context.relevant[next as usize] {
                continue;
            }
            candidates.clear();
            moves.for_each_next(partial, letter, |_, reached| {
                if context.useful[reached as usize] {
                    candidates.push(least(self.exchanges, moves, (next, reached), |_| ()));
                }
            });
            self.steps += 1 + candidates.len();
            let known = |reached: &(State, Partial)| {
                matches!(self.known.get(reached), Some(Status::Proven | Status::Assumed))
            };
            if candidates.iter().any(known) {
                continue;
            }
            let candidates = std::mem::take(&mut candidates);
            if !candidates
                .iter()
                .any(|&(next, reached)| self.attempt(moves, context, watch, next, reached, depth + 1))
            {
                for pair in self.trail.drain(mark..) {
                    self.known.remove(&pair);
                }
                if depth + 1 < SIMULATION_DEPTH && self.steps <= SIMULATION_STEPS && self.stopped.is_none() {
                    self.known.insert((state, partial), Status::Refuted);
                }
                return false;
            }
        }
        true
    }
}
