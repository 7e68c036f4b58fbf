//! The properties that are tried, the simplest first.

use bouton_core::Numeration;

use super::{OfEach, Property};
use crate::{condition::Condition, linear_form::LinearForm};

/// The most coordinates of which every subset is tried.
const MOST_SUBSETS: usize = 5;
/// The largest modulus of the sum of all coordinates.
const LARGEST_MODULUS: u32 = 6;

/// The subsets of this number of coordinates, in the order of their sizes.
fn subsets(tracks: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = (1..1usize << tracks)
        .map(|set| (0..tracks).filter(|track| set >> track & 1 == 1).collect())
        .collect();
    all.sort_by_key(|set| set.len());
    all
}

/// The properties of positions of this number of coordinates; of numbers in ascending order, if they are sorted.
pub(super) fn pool(numeration: &Numeration, tracks: usize, sorted: bool) -> Vec<Property> {
    let mut pool = Vec::new();
    let sum = |numbers: &[usize]| LinearForm::sum(tracks, numbers);
    let equal = |form: LinearForm, value: i64| Property::Linear(Condition::Equal { form, value });
    let at_most = |form: LinearForm, value: i64| Property::Linear(Condition::AtMost { form, value });
    let odd = |form: LinearForm| Property::Remainder { form, modulus: 2, residues: vec![1] };
    let all: Vec<usize> = (0..tracks).collect();
    let subsets = if tracks <= MOST_SUBSETS {
        subsets(tracks)
    } else {
        all.iter().map(|&one| vec![one]).chain([all.clone()]).collect()
    };
    let pairs = || all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    let couples: Vec<[usize; 2]> =
        pairs().filter(|(one, other)| one < other).map(|(one, other)| [one, other]).collect();
    // Properties of all numbers together.
    pool.push(odd(sum(&all)));
    for value in [0, 1] {
        pool.push(Property::NimSum { numbers: all.clone(), value });
    }
    if sorted {
        for least in 1..tracks {
            pool.push(Property::Count { least, of: OfEach::Zero });
        }
        for least in 1..=tracks {
            pool.push(Property::Count { least, of: OfEach::Odd });
        }
    }
    pool.push(Property::Count { least: tracks, of: OfEach::AtMostOne });
    // Properties of one number, and of two.
    pool.extend(all.iter().map(|&one| equal(sum(&[one]), 0)));
    for (one, other) in pairs().filter(|(one, other)| one < other) {
        pool.push(equal(LinearForm::difference(tracks, one, other), 0));
    }
    pool.extend(subsets.iter().filter(|set| set.len() < tracks).map(|set| odd(sum(set))));
    for (one, other) in pairs().filter(|(one, other)| one != other && !(sorted && one < other)) {
        pool.extend([0, -1, 1].map(|bound| at_most(LinearForm::difference(tracks, other, one), bound)));
        pool.push(equal(LinearForm::difference(tracks, one, other), 1));
    }
    // A number compared with a sum of others.
    for &one in &all {
        for set in subsets.iter().filter(|set| set.len() > 1 && !set.contains(&one)) {
            let form = sum(&[one]).minus(&sum(set));
            pool.push(equal(form.clone(), 0));
            pool.extend([0, -1].map(|bound| at_most(form.clone(), bound)));
        }
    }
    // Two sums of two numbers.
    for (index, set) in subsets.iter().enumerate().filter(|(_, set)| set.len() == 2) {
        for other in
            subsets[..index].iter().filter(|other| other.len() == 2 && other.iter().all(|n| !set.contains(n)))
        {
            let form = sum(set).minus(&sum(other));
            pool.push(equal(form.clone(), 0));
            pool.extend([at_most(form.clone(), 0), at_most(form.negated(), 0)]);
        }
    }
    pool.extend(all.iter().map(|&one| at_most(sum(&[one]), 1)));
    // Minima of sums.
    for (index, set) in subsets.iter().enumerate() {
        for other in subsets[..index].iter().filter(|other| other.iter().all(|n| !set.contains(n))) {
            if set.len() + other.len() < 5 {
                pool.push(Property::LeastOdd { one: sum(other), other: sum(set) });
            }
        }
    }
    pool.extend(
        subsets
            .iter()
            .filter(|set| (3..tracks).contains(&set.len()))
            .map(|set| Property::NimSum { numbers: set.clone(), value: 0 }),
    );
    for modulus in (3u8..).take_while(|&modulus| usize::from(modulus) <= tracks) {
        pool.push(Property::Columns { modulus });
    }
    for &one in &all {
        let others = couples.iter().filter(|couple| !couple.contains(&one));
        pool.extend(others.map(|&other| Property::SameLeast { one: [one, one], other }));
    }
    for (index, &[one, other]) in couples.iter().enumerate() {
        for &[third, fourth] in
            couples[..index].iter().filter(|of| !of.contains(&one) && !of.contains(&other))
        {
            pool.push(Property::SameLeast { one: [third, fourth], other: [one, other] });
        }
    }
    if tracks > 2 {
        pool.extend([0, 1].map(|value| Property::Carries { value }));
        pool.push(Property::NimSumOfSuccessors);
    }
    if tracks <= 3 {
        pool.extend([3, 5, 6, 7].map(|divisor| Property::NimSumOfQuotients { divisor }));
    }
    // Other remainders.
    let mut residues = |form: LinearForm, largest: u32| {
        for modulus in 3..=largest {
            pool.extend((0..modulus).map(|rest| Property::Remainder {
                form: form.clone(),
                modulus,
                residues: vec![rest],
            }));
            if modulus == 4 {
                for residues in [vec![2, 3], vec![1, 2]] {
                    pool.push(Property::Remainder { form: form.clone(), modulus, residues });
                }
            }
        }
    };
    residues(sum(&all), LARGEST_MODULUS);
    if tracks <= 4 {
        // In base 2 there are other forms for larger remainders.
        let largest = if numeration.is_binary() || tracks > 2 { 4 } else { 8 };
        for &one in &all {
            residues(sum(&[one]), largest);
        }
        for (one, other) in pairs().filter(|(one, other)| one < other) {
            if tracks > 2 {
                residues(sum(&[one, other]), 4);
            }
            residues(LinearForm::difference(tracks, other, one), 4);
        }
    }
    // Multiples and ends.
    for (one, other) in pairs().filter(|(one, other)| one != other && !(sorted && one > other)) {
        let form = LinearForm::mixed(tracks, other, -2, one);
        pool.push(equal(form.clone(), 0));
        pool.extend([0, -1].map(|bound| at_most(form.clone(), bound)));
    }
    for &number in &all {
        pool.extend([false, true].map(|odd| Property::Zeros { number, odd }));
    }
    pool.extend(
        pairs().filter(|(one, other)| one < other).map(|(one, other)| Property::SameZeros { one, other }),
    );
    if let Some([1, 1]) = numeration.recurrence() {
        let pairs = pairs().filter(|(one, other)| one != other && !(sorted && one > other));
        pool.extend(pairs.map(|(one, other)| Property::Slope { one, other }));
    }
    if numeration.as_base().is_none() {
        pool.extend(
            pairs()
                .filter(|(one, other)| one != other && !(sorted && one > other))
                .map(|(one, other)| Property::Appended { one, other }),
        );
        pool.extend(all.iter().flat_map(|&number| endings(numeration, number)));
    }
    pool
}

/// The last digit, and the last two.
fn endings(numeration: &Numeration, number: usize) -> impl Iterator<Item = Property> {
    let digits = 0..=numeration.largest_digit();
    let two = digits.clone().flat_map(|one| digits.clone().map(move |other| vec![one, other]));
    let all: Vec<Vec<u8>> = digits.clone().map(|digit| vec![digit]).chain(two).collect();
    all.into_iter().map(move |ending| Property::Ends { number, ending })
}

/// The properties of one number.
pub(super) fn of_one(numeration: &Numeration) -> Vec<Property> {
    let n = LinearForm::coordinate(1, 0);
    let mut pool: Vec<Property> = [false, true].map(|odd| Property::Zeros { number: 0, odd }).into();
    let digits = u32::from(numeration.largest_digit()) + 1;
    for digit in 0..u8::try_from(digits.min(10)).unwrap_or(2) {
        // A head that ends in the digit is a shorter one with that digit.
        let ends = |head: u32| numeration.word_small(head.into()).last().copied();
        let heads = (0..digits * digits)
            .filter(|head| *head == 0 && digit > 0 || *head > 0 && ends(*head) != Some(digit));
        pool.extend(heads.map(|head| Property::Tail { head, digit }));
    }
    if numeration.as_base().is_none() {
        pool.extend(endings(numeration, 0));
    }
    if numeration.is_binary() {
        pool.push(Property::Ones { number: 0 });
    }
    pool.extend((0..4).map(|value| Property::Linear(Condition::Equal { form: n.clone(), value })));
    for modulus in 2..=4 {
        let residues = (0..modulus).map(|rest| vec![rest]);
        pool.extend(residues.map(|residues| Property::Remainder { form: n.clone(), modulus, residues }));
    }
    pool
}
