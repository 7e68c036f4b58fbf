@HEADER@
//
// The value of a position, and a move that achieves it.
//
// A position has @COORDINATES@ natural numbers: @NAMES_OF_COORDINATES@.
// A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@

use std::collections::BTreeMap;

/// The certificate that proves the law.
pub const CERTIFICATE: &str = @CERTIFICATE@;
/// The number of numbers in a position.
pub const COORDINATES: usize = @COORDINATES@;
/// The names of the control states.
pub const CONTROLS: [&str; @CONTROL_COUNT@] = @CONTROLS@;

/// A position.
pub type Position = [u128; COORDINATES];
/// A value of the law.
pub type Value = @VALUE_TYPE@;

/// The reason why a position has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such control state.
    Control,
    /// A number of the answer may not fit the type `u128`.
    TooLarge,
//@if exists
    /// There is no such position: positions where @EXISTING@.
    Missing,
//@end
}

//@if binary
// The law reads the binary digits of the numbers, most significant first: at each
// place one digit of each number, in order. The digit b leads from node n to
// NEXT[2 * n + b]. A node reached after whole places has an output.
//@else
//@if matrix
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. A number is
// the first of two values: one more digit d takes v to MATRIX v + (d, SECOND[d]), MATRIX by rows.
// FIRST are the values of the number 1. In state s the digit d leads to WORDS[DIGITS * s + d]; no
// number is written with it where that is -1. The first state is 0.
const DIGITS: usize = @DIGITS@;
const TERMS: usize = @TERMS@;
static MATRIX: [i64; 4] = @MATRIX@;
static SECOND: [i64; DIGITS] = @SECOND@;
//@else
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. The weight of
// the last digit is 1, that of each other one the sum of RECURRENCE[i] times the weight i + 1 places
// behind it; FIRST has the weight of the last place, and what stands for those behind it. In state s
// the digit d leads to WORDS[DIGITS * s + d]; no number is written with it where that is -1. The
// first state is 0.
const DIGITS: usize = @DIGITS@;
const TERMS: usize = @TERMS@;
static RECURRENCE: [i64; TERMS] = @RECURRENCE@;
//@end
static FIRST: [i64; TERMS] = @FIRST@;
static WORDS: [i8; @WORD_COUNT@] = @WORDS@;

// The law reads the digits of the numbers, most significant first: at each place
// one digit of each number, in order. The digit d leads from node n to
// NEXT[DIGITS * n + d]. A node reached after whole places has an output.
//@end
static STARTS: [u32; @CONTROL_COUNT@] = @STARTS@;
static OUTPUTS: [u32; @OUTPUT_COUNT@] = @OUTPUTS@;
/// Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
static REACH: [u32; @OUTPUT_COUNT@] = @REACH@;
static NEXT: [u32; @NEXT_COUNT@] = @NEXT@;

/// Numbers have this many binary digits, and may grow by `SPARE` in a move.
const WIDTH: u32 = u128::BITS;
const SPARE: u32 = @GROWTH@;

/// The sum of coordinates\[i\] * x\[i\] + unknowns\[u\] * t\[u\] + constant is, kind 0:
/// at most 0; kind 1: equal to 0; kind 2: congruent to residue.
#[allow(dead_code)] // not every game has conditions
struct Condition {
    kind: u8,
    modulus: i64,
    residue: i64,
    constant: i64,
    low: i64,
    high: i64,
//@if binary
//@else
    up: i64,
    down: i64,
    size: i64,
//@end
    coordinates: &'static [i64],
    unknowns: &'static [i64],
}

/// The data of a search: the formula is in postfix order (-1 not, -2 and, -3 or,
/// -4 true, -5 false, else a condition); a step is 4 * index + action.
struct Task {
    extra: u32,
    unknowns: usize,
    conditions: &'static [Condition],
    formula: &'static [i64],
    steps: &'static [usize],
}

/// A number of the position moved to, computed from the position.
#[allow(dead_code)] // not every game has one
struct Known {
    track: usize,
    constant: i64,
    coefficients: &'static [i64],
}

/// `sources` maps unknowns to numbers of the position moved to.
#[allow(dead_code)] // not every game has moves
struct Move {
    control: usize,
    target_control: usize,
    known: &'static [Known],
    sources: &'static [i64],
    task: Task,
}

static STOP: Task = @STOP@;
//@if exists
static EXISTS: Task = @EXISTS@;
//@end
static MOVES: [Move; @MOVE_COUNT@] = @MOVES@;
//@if nim_heap
static LAST: Task = @LAST@;
//@end

/// The value of the position.
pub fn value(position: &Position, control: usize) -> Result<Value, Fault> {
//@if exists
    if search(&EXISTS, position, &[], 0, None, length(position).max(1)).is_none() {
        return Err(Fault::Missing);
    }
//@end
//@if nim_heap
    let start = *STARTS.get(control).ok_or(Fault::Control)?;
//@if binary
    let places = (length(position).max(1) + LAST.extra).min(WIDTH);
//@else
    let places = (length(position).max(1) + LAST.extra).min(weights().len() as u32);
//@end
    let found = search(&LAST, position, position, start, Some(0), places);
//@if binary
    found.map(|unknowns| unknowns[0]).ok_or(Fault::TooLarge)
//@else
    // The largest number stands for those that do not fit, too.
    found.map(|unknowns| unknowns[0]).filter(|&value| value < u128::MAX).ok_or(Fault::TooLarge)
//@end
//@else
    let mut node = *STARTS.get(control).ok_or(Fault::Control)?;
//@if binary
    for place in (0..length(position)).rev() {
        for &number in position {
            node = NEXT[2 * node as usize + digit(number, place)];
        }
    }
//@else
    let weights = weights();
    let words: Vec<Vec<usize>> = position.iter().map(|&number| digits_of(number, &weights)).collect();
    for place in (0..length(position) as usize).rev() {
        for word in &words {
            node = NEXT[DIGITS * node as usize + word[place]];
        }
    }
//@end
    Ok(OUTPUTS[node as usize])
//@end
}

/// The name of the outcome that a value stands for.
pub fn outcome_name(value: Value) -> &'static str {
//@if names
    let names: &[&'static str] = &@OUTCOME_NAMES@;
    names.get(value as usize).copied().unwrap_or("?")
//@end
//@if grundy
    if value == 0 { "P" } else { "N" }
//@end
//@if remoteness
    if value % 2 == 0 { "P" } else { "N" }
//@end
}

/// A best move as (position to move to, its control state), if there is one.
/// @MOVE_DOC@
pub fn winning_move(position: &Position, control: usize) -> Result<Option<(Position, usize)>, Fault> {
    let wanted = wanted_output(value(position, control)?);
    if search(&STOP, position, &[], 0, None, length(position).max(1)).is_some() {
        return Ok(None);
    }
    let Some(wanted) = wanted else { return Ok(None) };
//@if binary
    if length(position) + SPARE > WIDTH {
        return Err(Fault::TooLarge);
    }
//@else
    if position.iter().any(|number| number.leading_zeros() < SPARE) {
        return Err(Fault::TooLarge);
    }
//@end
    for step in MOVES.iter().filter(|step| step.control == control) {
        let Some(mut target) = known_part(step, position) else { continue };
        let places = length(position).max(length(&target)).max(1) + step.task.extra;
        let start = STARTS[step.target_control];
        if let Some(found) = search(&step.task, position, &target, start, Some(wanted), places) {
            for (number, &source) in target.iter_mut().zip(step.sources) {
                if source >= 0 {
                    *number = found[source as usize];
                }
            }
            return Ok(Some((target, step.target_control)));
        }
    }
    Ok(None)
}

/// The output of the law after a best move from a position of this value.
fn wanted_output(value: Value) -> Option<u32> {
//@if decisive
    if value == 1 { Some(0) } else { None }
//@end
//@if grundy
    if value > 0 { Some(0) } else { None }
//@end
//@if remoteness
    if value % 2 == 1 { Some(value - 1) } else { None }
//@end
//@if podium
    Some((value + @PLAYERS@ - 1) % @PLAYERS@)
//@end
}

/// The numbers that do not depend on unknowns; `None` if one is negative.
fn known_part(step: &Move, position: &Position) -> Option<Position> {
    let mut target = *position;
    for known in step.known {
        let (mut carry, mut sum) = (known.constant, 0);
        for place in 0..WIDTH {
            for (&number, &coefficient) in position.iter().zip(known.coefficients) {
                carry += coefficient * digit(number, place) as i64;
            }
            sum |= ((carry & 1) as u128) << place;
            carry >>= 1;
        }
        if carry != 0 {
            return None;
        }
        target[known.track] = sum;
    }
    Some(target)
}

//@if binary
/// A state of the search: the node of the law, the guessed digits still to be
/// read, and for each condition the value of its expression on the digits so far.
//@else
/// A state of the search: the node of the law; for each unknown the guessed digit still to be read
//@if matrix
/// and its state in `WORDS`, four bits each; and for each condition both values of its expression, without
/// the constant, on the digits so far.
//@else
/// and its state in `WORDS`, four bits each; and for each condition the `TERMS` values of its expression, without
/// the constant, on the digits so far and on the same with 1, 2, ... of the last places cut off.
//@end
//@end
type State = (u32, u64, Vec<i64>);

/// Numbers that fulfil the task's formula and lead the law to the wanted output.
///
/// All ways to go on are followed at once, from the most significant digit to
/// the least. A state is kept with the last of its guesses; a guess is (the
/// guess before, counted from 1; the digit).
fn search(
    task: &Task,
    position: &Position,
    known: &[u128],
    start: u32,
    wanted: Option<u32>,
    places: u32,
) -> Option<Vec<u128>> {
    let mut guesses: Vec<(usize, u128)> = Vec::new();
//@if binary
    let mut running: Vec<i64> = task.conditions.iter().map(|c| shifted(c.constant, places)).collect();
//@else
    let weights = weights();
    let position_digits: Vec<Vec<usize>> = position.iter().map(|&number| digits_of(number, &weights)).collect();
    let known_digits: Vec<Vec<usize>> = known.iter().map(|&number| digits_of(number, &weights)).collect();
    let mut running = vec![0; TERMS * task.conditions.len()];
//@end
    settle(task, &mut running);
    let mut layer = BTreeMap::from([((start, 0, running), 0)]);
    for place in (0..places).rev() {
        let mut added = Vec::new();
//@if binary
        for c in task.conditions {
            let sum: i64 = position.iter().zip(c.coordinates).map(|(&x, a)| a * digit(x, place) as i64).sum();
            added.push(sum + shifted(c.constant, place) - 2 * shifted(c.constant, place + 1));
        }
        layer = layer
            .into_iter()
            .map(|((node, guessed, running), path)| {
                let doubled = running.iter().zip(&added).map(|(s, a)| 2 * s + a).collect();
                ((node, guessed, doubled), path)
            })
            .collect();
//@else
        for c in task.conditions {
//@if matrix
            let mut sums = [0; TERMS];
            for (i, &a) in c.coordinates.iter().enumerate() {
                let [first, second] = pair(a, digit_at(&position_digits, i, place));
                sums = [sums[0] + first, sums[1] + second];
            }
            added.extend(sums);
//@else
            let digits = (0..COORDINATES).map(|i| digit_at(&position_digits, i, place) as i64);
            added.push(digits.zip(c.coordinates).map(|(digit, a)| a * digit).sum::<i64>());
//@end
        }
        layer = layer
            .into_iter()
            .map(|((node, guessed, running), path)| ((node, guessed, appended(&running, &added)), path))
            .collect();
//@end
        for step in task.steps {
            let (index, action) = (step / 4, step % 4);
            let mut following: BTreeMap<State, usize> = BTreeMap::new();
            for ((node, guessed, running), path) in layer {
                let state = match action {
//@if binary
                    0 => (NEXT[2 * node as usize + digit(known.get(index).copied().unwrap_or(0), place)], guessed, running),
                    2 => (NEXT[2 * node as usize + (guessed >> index & 1) as usize], guessed, running),
                    3 => (node, guessed & !(1 << index), running),
//@else
                    0 => (NEXT[DIGITS * node as usize + digit_at(&known_digits, index, place)], guessed, running),
                    2 => (NEXT[DIGITS * node as usize + (guessed >> (8 * index) & 15) as usize], guessed, running),
                    3 => (node, guessed & !(15 << (8 * index)), running),
//@end
                    _ => {
//@if binary
                        let sums = running.iter().zip(task.conditions).map(|(s, c)| s + c.unknowns[index]);
                        let one = (node, guessed | 1 << index, sums.collect());
                        for (digit, state) in [(0, (node, guessed, running)), (1, one)] {
                            following.entry(state).or_insert_with(|| {
                                guesses.push((path, digit));
                                guesses.len()
                            });
                        }
//@else
                        let (others, word) = (guessed & !(255 << (8 * index)), (guessed >> (8 * index + 4) & 15) as usize);
                        for digit in 0..DIGITS {
                            let after = WORDS[DIGITS * word + digit];
                            if after < 0 {
                                continue;
                            }
                            let more = others | (after as u64) << (8 * index + 4) | (digit as u64) << (8 * index);
//@if matrix
                            let amounts: Vec<i64> =
                                task.conditions.iter().flat_map(|c| pair(c.unknowns[index], digit)).collect();
//@else
                            let amounts: Vec<i64> =
                                task.conditions.iter().map(|c| c.unknowns[index] * digit as i64).collect();
//@end
                            following.entry((node, more, increased(&running, &amounts))).or_insert_with(|| {
                                guesses.push((path, digit as u128));
                                guesses.len()
                            });
                        }
//@end
                        continue;
                    }
                };
                following.entry(state).or_insert(path);
            }
            layer = following;
        }
        let mut following = BTreeMap::new();
        for ((node, guessed, mut running), path) in layer {
            settle(task, &mut running);
            let hopeful = wanted.map_or(true, |w| REACH[node as usize] >> w.min(30) & 1 == 1);
            if hopeful && truth(task, &running, place == 0) != Some(false) {
                following.entry((node, guessed, running)).or_insert(path);
            }
        }
        layer = following;
    }
    let reached = layer.into_iter().find(|((node, ..), _)| wanted.map_or(true, |w| OUTPUTS[*node as usize] == w));
    let (_, mut path) = reached?;
    let mut found = vec![0; task.unknowns];
    let mut guess = 0;
    while path > 0 {
        let (before, digit) = guesses[path - 1];
        let place = guess / task.unknowns;
//@if binary
        // Only numbers that are not part of the answer can be longer.
        if place < WIDTH as usize {
            found[task.unknowns - 1 - guess % task.unknowns] |= digit << place;
        }
//@else
        // A number that is too large becomes the largest.
//@if matrix
        let meant = weights.get(place).and_then(|row| row[digit as usize]);
        let number: &mut u128 = &mut found[task.unknowns - 1 - guess % task.unknowns];
        *number = number.saturating_add(meant.unwrap_or(if digit > 0 { u128::MAX } else { 0 }));
//@else
        let weight = weights.get(place).cloned().unwrap_or(u128::MAX);
        let number: &mut u128 = &mut found[task.unknowns - 1 - guess % task.unknowns];
        *number = number.saturating_add(weight.saturating_mul(digit));
//@end
//@end
        guess += 1;
        path = before;
    }
    Some(found)
}

/// Makes the running values equal that have decided their condition.
fn settle(task: &Task, running: &mut [i64]) {
//@if binary
    for (s, c) in running.iter_mut().zip(task.conditions) {
        *s = if c.kind == 2 { s.rem_euclid(c.modulus) } else { (*s).clamp(c.low, c.high) };
    }
//@else
    for (values, c) in running.chunks_mut(TERMS).zip(task.conditions) {
        let sign = decided(c, values);
        if c.kind == 2 {
            for value in values {
                *value = value.rem_euclid(c.modulus);
            }
        } else if sign != 0 {
            for (place, value) in values.iter_mut().enumerate() {
                *value = if place > 0 { sign * c.size } else if sign > 0 { c.high } else { c.low };
            }
        }
    }
//@end
}
//@if binary
//@else

/// The sign of an expression that further digits cannot change, else 0.
fn decided(c: &Condition, values: &[i64]) -> i64 {
    let s = values[0] + c.constant;
    if s > 0 && values.iter().zip(&FIRST).all(|(&value, weight)| value >= weight * c.up) {
        1
    } else if s < 0 && values.iter().zip(&FIRST).all(|(&value, weight)| value <= -weight * c.down) {
        -1
    } else {
        0
    }
}

//@if matrix
/// The amounts that a multiple of a digit adds to the two values of an expression.
fn pair(times: i64, digit: usize) -> [i64; TERMS] {
    [times * digit as i64, times * SECOND[digit]]
}

/// The values when all numbers get a further digit, which adds `added` to them.
fn appended(running: &[i64], added: &[i64]) -> Vec<i64> {
    let [a, b, c, d] = MATRIX;
    let longer = running.chunks(TERMS).flat_map(|v| [a * v[0] + b * v[1], c * v[0] + d * v[1]]);
    increased(&longer.collect::<Vec<_>>(), added)
}

/// The values when the last digits add `added` to them.
fn increased(running: &[i64], added: &[i64]) -> Vec<i64> {
    running.iter().zip(added).map(|(value, amount)| value + amount).collect()
}
//@else
/// The running values when all numbers get a further digit, which adds `added` to each expression.
fn appended(running: &[i64], added: &[i64]) -> Vec<i64> {
    let mut longer = Vec::with_capacity(running.len());
    for values in running.chunks(TERMS) {
        longer.push(values.iter().zip(&RECURRENCE).map(|(value, c)| value * c).sum());
        longer.extend(&values[..TERMS - 1]);
    }
    increased(&longer, added)
}

/// The running values when the last digits add `added` to each expression.
fn increased(running: &[i64], added: &[i64]) -> Vec<i64> {
    let amount = |(place, value): (usize, &i64)| value + FIRST[place % TERMS] * added[place / TERMS];
    running.iter().enumerate().map(amount).collect()
}
//@end
//@end

/// Whether the formula holds, if that is decided yet.
fn truth(task: &Task, running: &[i64], ended: bool) -> Option<bool> {
    let mut stack: Vec<Option<bool>> = Vec::new();
    for &token in task.formula {
        let result = match token {
            -1 => stack.pop()?.map(|holds| !holds),
            -2 | -3 => {
                let (pair, zero) = ([stack.pop()?, stack.pop()?], token == -3);
                match () {
                    () if pair.contains(&Some(zero)) => Some(zero),
                    () if pair.contains(&None) => None,
                    () => Some(!zero),
                }
            }
            -4 | -5 => Some(token == -4),
            _ => {
//@if binary
                let (s, c) = (running[token as usize], &task.conditions[token as usize]);
                match c.kind {
                    _ if !ended && (c.kind == 2 || (c.low < s && s < c.high)) => None,
                    0 => Some(s <= 0),
                    _ => Some(s == c.residue),
                }
//@else
                let (at, c) = (TERMS * token as usize, &task.conditions[token as usize]);
                let s = running[at] + c.constant;
                match c.kind {
                    _ if !ended && (c.kind == 2 || decided(c, &running[at..at + TERMS]) == 0) => None,
                    0 => Some(s <= 0),
                    1 => Some(s == 0),
                    _ => Some(s.rem_euclid(c.modulus) == c.residue),
                }
//@end
            }
        };
        stack.push(result);
    }
    stack.pop()?
}

//@if binary
/// The number of binary digits of the longest number.
fn length(numbers: &[u128]) -> u32 {
    numbers.iter().map(|number| WIDTH - number.leading_zeros()).max().unwrap_or(0)
}
//@else
/// The number of digits of the longest number.
fn length(numbers: &[u128]) -> u32 {
    let largest = numbers.iter().max().cloned().unwrap_or(0);
//@if matrix
    weights().iter().filter(|row| row[1].map_or(false, |meant| meant <= largest)).count() as u32
//@else
    weights().iter().filter(|&&weight| weight <= largest).count() as u32
//@end
}

//@if matrix
/// The value of each digit at each place, the least first, where that fits the type `u128`; the places are those at which a digit 1 fits.
fn weights() -> Vec<[Option<u128>; DIGITS]> {
    let [a, b, c, d] = MATRIX.map(|entry| entry as u128);
    // The second number of the row may not fit where the first one does.
    let (mut row, mut weights) = ((1u128, Some(0u128)), Vec::new());
    loop {
        let (left, right) = row;
        let mut meant = [None; DIGITS];
        for (digit, &second) in SECOND.iter().enumerate() {
            let rest = if second == 0 { Some(0) } else { right.and_then(|right| right.checked_mul(second as u128)) };
            meant[digit] = left.checked_mul(digit as u128).and_then(|first| first.checked_add(rest?));
        }
        if meant[1].is_none() {
            return weights;
        }
        weights.push(meant);
        let sum = |x: u128, y: u128| left.checked_mul(x)?.checked_add(right?.checked_mul(y)?);
        let Some(next) = sum(a, c) else { return weights };
        row = (next, sum(b, d));
    }
}

/// The digits of a number, the least significant first: always the largest that fits.
fn digits_of(mut number: u128, weights: &[[Option<u128>; DIGITS]]) -> Vec<usize> {
    let (mut digits, mut word) = (vec![0; weights.len()], 0);
    for (place, meant) in weights.iter().enumerate().rev() {
        let rest = |digit: usize| if WORDS[DIGITS * word + digit] < 0 { None } else { number.checked_sub(meant[digit]?) };
        let largest = (1..DIGITS).rev().find_map(|digit| Some((digit, rest(digit)?)));
        (digits[place], number) = largest.unwrap_or((0, number));
        word = WORDS[DIGITS * word + digits[place]] as usize;
    }
    digits
}
//@else
/// The weights that fit the type `u128`, the least first.
fn weights() -> Vec<u128> {
    let mut weights = Vec::new();
    let mut recent: Vec<u128> = FIRST.iter().map(|&weight| weight as u128).collect();
    loop {
        weights.push(recent[0]);
        let mut next = Some(0u128);
        for (weight, &c) in recent.iter().zip(&RECURRENCE) {
            next = weight.checked_mul(c as u128).and_then(|term| next?.checked_add(term));
        }
        let Some(next) = next else { return weights };
        recent.rotate_right(1);
        recent[0] = next;
    }
}

/// The digits of a number, the least significant first: always the largest that fits.
fn digits_of(mut number: u128, weights: &[u128]) -> Vec<usize> {
    let (mut digits, mut word) = (vec![0; weights.len()], 0);
    for (place, weight) in weights.iter().enumerate().rev() {
        let mut digit = (number / weight).min(DIGITS as u128 - 1) as usize;
        while WORDS[DIGITS * word + digit] < 0 {
            digit -= 1;
        }
        digits[place] = digit;
        number -= weight * digit as u128;
        word = WORDS[DIGITS * word + digit] as usize;
    }
    digits
}
//@end

/// The digit of one of several numbers, 0 where there is none.
fn digit_at(words: &[Vec<usize>], index: usize, place: u32) -> usize {
    words.get(index).and_then(|word| word.get(place as usize)).map_or(0, |&digit| digit)
}
//@end

/// A binary digit.
fn digit(number: u128, place: u32) -> usize {
    number.checked_shr(place).map_or(0, |rest| (rest & 1) as usize)
}
//@if binary

/// constant / 2^places, rounded down.
fn shifted(constant: i64, places: u32) -> i64 {
    constant >> places.min(63)
}
//@end
