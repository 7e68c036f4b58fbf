//! The check of a misère quotient: the values of positions and of their options, all of them.

use std::collections::HashSet;

use bouton_cert::QuotientClaim;
use bouton_core::{Quotient, QuotientElement, TakeAndBreakCode};

use crate::{Limits, Refusal, Step, limits::Budget, refused::Verdict};

/// The largest order; larger quotients are refused, since the check of associativity takes cubic
/// time.
const MAX_ORDER: usize = 1 << 11;

/// A set of elements as bits.
type Set = Vec<u64>;

/// Checks that a finite commutative monoid with a subset P is the misère quotient of the sums of
/// heaps of a take-and-break game: of all heaps if a period is claimed, else of the listed heaps.
///
/// Each position X has the pair (Φ(X), {Φ(X′)}) of its value and the values of its options. The
/// pair of a sum comes from those of its terms by (x, S)(y, T) = (xy, xT ∪ yS), so closing the
/// pairs of single heaps yields all pairs. If for each of them x ∈ P exactly when S is not empty
/// and is disjoint from P, then by induction Φ determines the outcome of every position (Plambeck
/// and Siegel, *Misère quotients for impartial games*, 2008). It is *the* quotient if each element
/// is the value of a position and any two elements are distinguished by a third one.
///
/// The values of the heaps have a period from n₀ ≥ 1 on if they have it over the window of
/// [`check_period`](crate::check_period): then the options of each later heap have the values of
/// the options of an earlier one. See `docs/certificate.md`.
///
/// # Errors
///
/// The condition that does not hold.
///
/// # Examples
///
/// ```
/// use bouton_cert::QuotientClaim;
/// use bouton_check::{Limits, check_quotient};
/// use bouton_core::{Quotient, TakeAndBreakCode};
///
/// // take one: in misère play a sum of heaps is lost exactly if its total is odd
/// let quotient = |lost| Quotient::new(vec![0, 1, 1, 0], lost, vec![0, 1, 0, 1]);
/// let code = TakeAndBreakCode::new(vec![0, 3])?;
/// let claim = QuotientClaim { quotient: quotient(vec![false, true])?, period: None };
/// check_quotient(&code, &claim, &Limits::default())?;
/// let wrong = QuotientClaim { quotient: quotient(vec![true, false])?, period: None };
/// assert!(check_quotient(&code, &wrong, &Limits::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_quotient(
    code: &TakeAndBreakCode,
    claim: &QuotientClaim,
    limits: &Limits,
) -> Result<(), Refusal> {
    let budget = &mut Budget::new(limits.clone());
    let refuse = |reason: String| Err(Refusal::new(Step::Quotient, reason));
    let quotient = &claim.quotient;
    is_monoid(quotient, budget)?;
    let mut values = quotient.values().to_vec();
    if let Some((length, from)) = claim.period {
        if length == 0 || from == 0 || !code.is_finite() {
            return refuse("length ≥ 1, least index ≥ 1 and a code that ends are needed".to_owned());
        }
        if from.checked_add(length) != Some(values.len() as u64) {
            return refuse(format!("{} heaps are listed, expected least index + length", values.len()));
        }
        // Both are at most the number of values.
        let (length, from) =
            (usize::try_from(length).unwrap_or_default(), usize::try_from(from).unwrap_or_default());
        let parts = code.digits().iter().fold(1, |most: usize, digit| most.max(largest_part_count(*digit)));
        let rounds = parts - 1 + usize::from(code.parts_are_unequal());
        let count = parts * from + rounds * length + code.digits().len() - 1 + length;
        budget.hold(count)?;
        (values.len()..count).for_each(|heap| values.push(values[heap - length]));
    }
    is_reduced(quotient, &values, budget)?;
    let options = options(code, quotient, &values, budget)?;
    let generators: HashSet<(QuotientElement, Set)> = values.into_iter().zip(options).collect();
    let generators: Vec<_> = generators.into_iter().collect();
    let words = quotient.order().div_ceil(64);
    let start = (0, vec![0; words]);
    let mut met = HashSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some((x, s)) = waiting.pop() {
        let lost =
            elements(&s).all(|option| !quotient.is_lost_element(option)) && s.iter().any(|&word| word != 0);
        if lost != quotient.is_lost_element(x) {
            let (claimed, found) = if lost { ("won", "lost") } else { ("lost", "won") };
            return refuse(format!("positions worth {x} are {claimed} by the claim, and one is {found}"));
        }
        for (y, t) in &generators {
            budget.spend(2 + quotient.order())?;
            let mut set = vec![0; words];
            elements(&s).for_each(|s| insert(&mut set, quotient.product(s, *y)));
            elements(t).for_each(|t| insert(&mut set, quotient.product(x, t)));
            let pair = (quotient.product(x, *y), set);
            if !met.contains(&pair) {
                budget.hold(2 + 2 * words)?;
                met.insert(pair.clone());
                waiting.push(pair);
            }
        }
    }
    Ok(())
}

/// The claim of a quotient, in one sentence.
pub(crate) fn sentence(claim: &QuotientClaim) -> String {
    let QuotientClaim { quotient, period } = claim;
    let order = quotient.order();
    let lost = quotient.lost_elements().count();
    let heaps = match period {
        Some((length, from)) => {
            format!("all heaps, and a heap of n ≥ {from} objects has the value of one of n + {length}")
        }
        None => format!("heaps of at most {} objects", quotient.largest()),
    };
    format!("misère quotient has {order} elements, {lost} of them lost, with {heaps}")
}

/// The largest number of heaps that a digit allows to leave; at least 1.
fn largest_part_count(digit: u8) -> usize {
    (2..4).rev().find(|parts| digit >> parts & 1 == 1).unwrap_or(1)
}

/// Checks that products are commutative and associative, and that 0 is the identity.
fn is_monoid(quotient: &Quotient, budget: &mut Budget) -> Verdict<()> {
    let order = quotient.order();
    if order > MAX_ORDER {
        return Err(Refusal::new(Step::Limit, format!("{order} > {MAX_ORDER} elements")));
    }
    let all = || (0..).take(order);
    for x in all() {
        budget.spend(order * order)?;
        for y in all() {
            let xy = quotient.product(x, y);
            let commutes = xy == quotient.product(y, x) && (x != 0 || xy == y);
            if !commutes
                || all().any(|z| quotient.product(xy, z) != quotient.product(x, quotient.product(y, z)))
            {
                let reason = format!("the products of {x} and {y} are not those of a commutative monoid");
                return Err(Refusal::new(Step::Quotient, reason));
            }
        }
    }
    Ok(())
}

/// Checks that each element is the value of a position, and that no two elements have the same
/// outcomes in all products.
fn is_reduced(quotient: &Quotient, values: &[QuotientElement], budget: &mut Budget) -> Verdict<()> {
    let all = || (0..).take(quotient.order());
    let mut reached = HashSet::from([0]);
    let mut waiting = vec![0];
    let values: HashSet<QuotientElement> = values.iter().copied().collect();
    while let Some(x) = waiting.pop() {
        budget.spend(values.len())?;
        waiting.extend(values.iter().map(|&value| quotient.product(x, value)).filter(|&y| reached.insert(y)));
    }
    if let Some(x) = all().find(|x| !reached.contains(x)) {
        return Err(Refusal::new(Step::Quotient, format!("no position is worth {x}")));
    }
    let mut rows = HashSet::new();
    for x in all() {
        budget.spend(quotient.order())?;
        if !rows
            .insert(all().map(|y| quotient.is_lost_element(quotient.product(x, y))).collect::<Vec<bool>>())
        {
            return Err(Refusal::new(Step::Quotient, format!("{x} has the outcomes of another element")));
        }
    }
    Ok(())
}

/// For each heap, the values of its options, from the values of sums of one, two and three heaps.
fn options(
    code: &TakeAndBreakCode,
    quotient: &Quotient,
    values: &[QuotientElement],
    budget: &mut Budget,
) -> Verdict<Vec<Set>> {
    let words = quotient.order().div_ceil(64);
    budget.hold(values.len().saturating_mul(4 * words))?;
    // For j < 4 and n: the values of all sums of j non-empty heaps with n objects in all.
    let mut sums: [Vec<Set>; 4] = Default::default();
    let mut all = Vec::new();
    for heap in 0..values.len() {
        let mut set = vec![0; words];
        for taken in 0..=heap {
            for parts in (0..4).filter(|&parts| code.allows(taken, parts)) {
                // To take nothing and leave one heap is not a move, and a split leaves smaller
                // heaps.
                if let Some(sum) = sums[parts as usize].get(heap - taken) {
                    set.iter_mut().zip(sum).for_each(|(all, sum)| *all |= sum);
                } else if parts > 1 {
                    let sum = sums_of(parts as usize, heap, &sums, values, quotient, code, budget)?;
                    set.iter_mut().zip(sum).for_each(|(all, sum)| *all |= sum);
                }
            }
            budget.spend(words)?;
        }
        let mut none = vec![0; words];
        if heap == 0 {
            insert(&mut none, 0);
        }
        let mut one = vec![0; words];
        if heap > 0 {
            insert(&mut one, values[heap]);
        }
        let two = sums_of(2, heap, &sums, values, quotient, code, budget)?;
        let three = sums_of(3, heap, &sums, values, quotient, code, budget)?;
        for (sums, sum) in sums.iter_mut().zip([none, one, two, three]) {
            sums.push(sum);
        }
        all.push(set);
    }
    Ok(all)
}

/// The values of sums of two or three heaps, each smaller than `total`, with `total` objects in
/// all.
fn sums_of(
    parts: usize,
    total: usize,
    sums: &[Vec<Set>; 4],
    values: &[QuotientElement],
    quotient: &Quotient,
    code: &TakeAndBreakCode,
    budget: &mut Budget,
) -> Verdict<Set> {
    let mut set = vec![0; quotient.order().div_ceil(64)];
    for part in 1..total {
        if parts == 2 && code.parts_are_unequal() && 2 * part == total {
            continue;
        }
        budget.spend(1 + set.len())?;
        for rest in elements(&sums[parts - 1][total - part]) {
            insert(&mut set, quotient.product(values[part], rest));
        }
    }
    Ok(set)
}

fn insert(set: &mut [u64], element: QuotientElement) {
    set[usize::from(element) / 64] |= 1 << (element % 64);
}

fn elements(set: &[u64]) -> impl Iterator<Item = QuotientElement> + '_ {
    (0..).zip(set).flat_map(|(index, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit: QuotientElement| 64 * index + bit)
    })
}
