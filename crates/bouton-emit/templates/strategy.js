@HEADER@
//
// The value of a position, and a move that achieves it.
//
// A position is an array of @COORDINATES@ natural numbers (BigInt of any size, or safe integers):
// @NAMES_OF_COORDINATES@.
// A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@
"use strict";

const CERTIFICATE = @CERTIFICATE@;
const COORDINATES = @COORDINATES@;
const CONTROLS = @CONTROLS@;

//@if binary
// The law reads the binary digits of the numbers, most significant first: at each
// place one digit of each number, in order. The digit b leads from node n to
// NEXT[2 * n + b]. A node reached after whole places has an output.
//@else
//@if matrix
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. A number is
// the first of two values: one more digit d takes v to MATRIX v + [d, SECOND[d]], MATRIX by rows.
// FIRST are the values of the number 1. In state s the digit d leads to WORDS[DIGITS * s + d]; no
// number is written with it where that is -1. The first state is 0.
const DIGITS = @DIGITS@;
const MATRIX = @MATRIX@;
const SECOND = @SECOND@;
//@else
// Numbers are written in the digits 0, ..., DIGITS - 1 of a numeration: @NUMERATION@. The weight of
// the last digit is 1, that of each other one the sum of RECURRENCE[i] times the weight i + 1 places
// behind it; FIRST has the weight of the last place, and what stands for those behind it. In state s
// the digit d leads to WORDS[DIGITS * s + d]; no number is written with it where that is -1. The
// first state is 0.
const DIGITS = @DIGITS@;
const RECURRENCE = @RECURRENCE@;
//@end
const FIRST = @FIRST@;
const WORDS = @WORDS@;

// The law reads the digits of the numbers, most significant first: at each place
// one digit of each number, in order. The digit d leads from node n to
// NEXT[DIGITS * n + d]. A node reached after whole places has an output.
//@end
const STARTS = @STARTS@;
const OUTPUTS = @OUTPUTS@;
// Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
const REACH = @REACH@;
const NEXT = @NEXT@;

// The data of a search. Of a condition: sum of coordinates[i] * x[i] + sum of
// unknowns[u] * t[u] + constant is, kind 0: at most 0; kind 1: equal to 0;
// kind 2: congruent to residue. The formula is in postfix order (-1 not, -2 and,
// -3 or, -4 true, -5 false, else a condition). A step is 4 * index + action.
const STOP = @STOP@;
// Of a move: known are the numbers of the position moved to that the position
// decides; sources maps unknowns to numbers of the position moved to.
const MOVES = @MOVES@;
//@if exists
const EXISTS = @EXISTS@;
//@end
//@if nim_heap
const LAST = @LAST@;
//@end

const [READ_KNOWN, GUESS, READ_GUESSED] = [0, 1, 2];
const [FALSE, TRUE, OPEN] = [0, 1, 2];

// The value of the position.
function value(position, control = 0) {
//@if nim_heap
  position = checked(position, control);
  const found = search(LAST, position, [...position, 0n], STARTS[control], 0);
  if (found === null) throw new RangeError("the law gives no value");
  return found[0];
//@else
  position = checked(position, control);
//@if binary
  const places = Math.max(0, ...position.map(bits));
  const numbers = position.map((number) => digits(number, places));
//@else
  const weights = weightsFor([0n, ...position], 0);
  const places = weights.length;
  const numbers = position.map((number) => digits(number, weights));
//@end
  let node = STARTS[control];
  for (let place = places - 1; place >= 0; place--) {
//@if binary
    for (const number of numbers) node = NEXT[2 * node + number[place]];
//@else
    for (const number of numbers) node = NEXT[DIGITS * node + number[place]];
//@end
  }
  return OUTPUTS[node];
//@end
}

// The name of the outcome that a value stands for.
function outcomeName(value) {
//@if names
  return @OUTCOME_NAMES@[value];
//@end
//@if grundy
  return BigInt(value) === 0n ? "P" : "N";
//@end
//@if remoteness
  return value % 2 === 0 ? "P" : "N";
//@end
}

// A best move as [position to move to, its control state], or null.
// @MOVE_DOC@
function winningMove(position, control = 0) {
  position = checked(position, control);
  if (search(STOP, position, position, 0, null) !== null) return null;
  const wanted = wantedOutput(value(position, control));
  if (wanted === null) return null;
  for (const move of MOVES) {
    if (move.control !== control) continue;
    // The last number is the Nim heap of laws that have one.
    const known = [...position, 0n];
    for (const { track, constant, coefficients } of move.known) {
      known[track] = coefficients.reduce((sum, c, i) => sum + BigInt(c) * position[i], BigInt(constant));
    }
    if (known.some((number) => number < 0n)) continue;
    const found = search(move.task, position, known, STARTS[move.target_control], wanted);
    if (found !== null) {
      return [move.sources.map((source, i) => (source < 0 ? known[i] : found[source])), move.target_control];
    }
  }
  return null;
}

// The output of the law after a best move from a position of this value.
function wantedOutput(value) {
//@if decisive
  return value === 1 ? 0 : null;
//@end
//@if grundy
  return value > 0 ? 0 : null;
//@end
//@if remoteness
  return value % 2 === 1 ? value - 1 : null;
//@end
//@if podium
  return (value + @PLAYERS@ - 1) % @PLAYERS@;
//@end
}

// Numbers that fulfil the task's formula and lead the law to the wanted output.
//
// All ways to go on are followed at once, from the most significant digit to
//@if binary
// the least. A state is the node of the law, the guessed digits still to be
// read, and for each condition the value of its expression on the digits so far.
//@else
// the least. A state is the node of the law; for each unknown the guessed digit
// still to be read and its state in WORDS, as 16 * state + digit; and for each condition
//@if matrix
// both values of its expression, without the constant, on the digits so far.
//@else
// the values of its expression, without the constant, on the digits so far and on
// the same with 1, 2, ... of the last places cut off.
//@end
//@end
function search(task, position, known, start, wanted) {
  const { conditions } = task;
//@if binary
  const places = Math.max(1, ...position.map(bits), ...known.map(bits)) + task.extra;
  const positionDigits = position.map((number) => digits(number, places));
  const knownDigits = known.map((number) => digits(number, places));
  const begin = conditions.map((c) => shifted(c.constant, places));
  let layer = [{ node: start, guessed: [], running: settled(conditions, begin), path: null }];
//@else
  const weights = weightsFor([1n, ...position, ...known], task.extra);
  const places = weights.length;
  const positionDigits = position.map((number) => digits(number, weights));
  const knownDigits = known.map((number) => digits(number, weights));
  const begin = conditions.map(() => FIRST.map(() => 0));
  const guessed = Array(task.unknowns).fill(0);
  let layer = [{ node: start, guessed, running: settled(conditions, begin), path: null }];
//@end
  for (let place = places - 1; place >= 0; place--) {
    const added = conditions.map((c) => {
//@if binary
      let sum = shifted(c.constant, place) - 2 * shifted(c.constant, place + 1);
//@else
//@if matrix
      let sum = [0, 0];
//@else
      let sum = 0;
//@end
//@end
//@if matrix
      c.coordinates.forEach((a, i) => { sum = increased(sum, pair(a, positionDigits[i][place])); });
//@else
      c.coordinates.forEach((a, i) => { sum += a * positionDigits[i][place]; });
//@end
      return sum;
    });
//@if binary
    layer = layer.map((state) => ({ ...state, running: state.running.map((s, i) => 2 * s + added[i]) }));
//@else
    layer = layer.map((state) => {
      const running = state.running.map((values, i) => increased(longer(values), added[i]));
      return { ...state, running };
    });
//@end
    for (const step of task.steps) {
      const [index, action] = [step >> 2, step & 3];
      const following = new Map();
      for (const { node, guessed, running, path } of layer) {
        if (action === GUESS) {
//@if binary
          for (const digit of [0, 1]) {
            const nextGuessed = guessed.slice();
            nextGuessed[index] = digit;
            const sums = running.map((s, i) => s + digit * conditions[i].unknowns[index]);
            add(following, node, nextGuessed, sums, { path, digit });
          }
        } else if (action === READ_KNOWN) {
          add(following, NEXT[2 * node + knownDigits[index][place]], guessed, running, path);
        } else if (action === READ_GUESSED) {
          add(following, NEXT[2 * node + guessed[index]], guessed, running, path);
        } else {
          const kept = guessed.slice();
          kept[index] = 0;
//@else
          for (let digit = 0; digit < DIGITS; digit++) {
            const after = WORDS[DIGITS * (guessed[index] >> 4) + digit];
            if (after < 0) continue;
            const nextGuessed = guessed.slice();
            nextGuessed[index] = 16 * after + digit;
//@if matrix
            const sums = running.map((values, i) => increased(values, pair(conditions[i].unknowns[index], digit)));
//@else
            const sums = running.map((values, i) => increased(values, digit * conditions[i].unknowns[index]));
//@end
            add(following, node, nextGuessed, sums, { path, digit });
          }
        } else if (action === READ_KNOWN) {
          add(following, NEXT[DIGITS * node + knownDigits[index][place]], guessed, running, path);
        } else if (action === READ_GUESSED) {
          add(following, NEXT[DIGITS * node + (guessed[index] & 15)], guessed, running, path);
        } else {
          const kept = guessed.slice();
          kept[index] &= ~15;
//@end
          add(following, node, kept, running, path);
        }
      }
      layer = [...following.values()];
    }
    const following = new Map();
    for (const { node, guessed, running, path } of layer) {
      if (wanted !== null && !((REACH[node] >> Math.min(wanted, 30)) & 1)) continue;
      const values = settled(conditions, running);
      if (truth(task, values, place === 0) !== FALSE) add(following, node, guessed, values, path);
    }
    layer = [...following.values()];
  }
  for (const state of layer) {
    if (wanted !== null && OUTPUTS[state.node] !== wanted) continue;
    const found = Array.from({ length: task.unknowns }, () => []);
    let guess = 0;
    for (let path = state.path; path !== null; path = path.path) {
      found[task.unknowns - 1 - (guess % task.unknowns)].push(path.digit);
      guess++;
    }
//@if binary
    return found.map((list) => BigInt("0b0" + list.reverse().join("")));
//@else
//@if matrix
    return found.map((list) => list.reduce((sum, digit, place) => sum + weights[place][digit], 0n));
//@else
    return found.map((list) => list.reduce((sum, digit, place) => sum + BigInt(digit) * weights[place], 0n));
//@end
//@end
  }
  return null;
}

// Adds a state to a layer unless an equal one is there.
function add(layer, node, guessed, running, path) {
  const key = node + "|" + guessed.join() + "|" + running.join();
  if (!layer.has(key)) layer.set(key, { node, guessed, running, path });
}

//@if binary
//@else
//@if matrix
// The amounts that a multiple of a digit adds to the two values of an expression.
function pair(times, digit) {
  return [times * digit, times * SECOND[digit]];
}

// The values of an expression when all its numbers get a further digit 0.
function longer(values) {
  const [a, b, c, d] = MATRIX;
  return [a * values[0] + b * values[1], c * values[0] + d * values[1]];
}

// The values of an expression when the last digits add these to them.
function increased(values, amounts) {
  return values.map((value, i) => value + amounts[i]);
}
//@else
// The running values of an expression when all its numbers get a further digit 0.
function longer(values) {
  return [values.reduce((sum, value, i) => sum + RECURRENCE[i] * value, 0), ...values.slice(0, -1)];
}

// The running values of an expression when the last digits add this to it.
function increased(values, amount) {
  return values.map((value, i) => value + FIRST[i] * amount);
}
//@end

// The sign of an expression that further digits cannot change, else 0.
function decided(c, values) {
  const s = values[0] + c.constant;
  if (s > 0 && values.every((value, i) => value >= FIRST[i] * c.up)) return 1;
  return s < 0 && values.every((value, i) => value <= -FIRST[i] * c.down) ? -1 : 0;
}

// The remainder, never negative.
function modulo(value, modulus) {
  return ((value % modulus) + modulus) % modulus;
}

//@end
// The running values, those that have decided their condition made equal.
function settled(conditions, running) {
//@if binary
  return running.map((s, i) => {
    const c = conditions[i];
    return c.kind === 2 ? ((s % c.modulus) + c.modulus) % c.modulus : Math.max(c.low, Math.min(c.high, s));
  });
//@else
  return running.map((values, i) => {
    const c = conditions[i];
    const sign = decided(c, values);
    if (c.kind === 2) return values.map((value) => modulo(value, c.modulus));
    if (sign === 0) return values;
    return values.map((_, place) => (place > 0 ? sign * c.size : sign > 0 ? c.high : c.low));
  });
//@end
}

// Whether the formula holds: FALSE, TRUE, or OPEN before the last digit.
function truth(task, running, ended) {
  const stack = [];
  for (const token of task.formula) {
    if (token >= 0) {
//@if binary
      const [s, c] = [running[token], task.conditions[token]];
      if (!ended && (c.kind === 2 || (c.low < s && s < c.high))) stack.push(OPEN);
      else stack.push((c.kind === 0 ? s <= 0 : s === c.residue) ? TRUE : FALSE);
//@else
      const [values, c] = [running[token], task.conditions[token]];
      const s = values[0] + c.constant;
      if (!ended && (c.kind === 2 || decided(c, values) === 0)) stack.push(OPEN);
      else if (c.kind === 2) stack.push(modulo(s, c.modulus) === c.residue ? TRUE : FALSE);
      else stack.push((c.kind === 0 ? s <= 0 : s === 0) ? TRUE : FALSE);
//@end
    } else if (token === -1) {
      stack.push([TRUE, FALSE, OPEN][stack.pop()]);
    } else if (token === -4 || token === -5) {
      stack.push(token === -4 ? TRUE : FALSE);
    } else {
      const pair = [stack.pop(), stack.pop()];
      const [unit, zero] = token === -2 ? [TRUE, FALSE] : [FALSE, TRUE];
      stack.push(pair.includes(zero) ? zero : pair.includes(OPEN) ? OPEN : unit);
    }
  }
  return stack[0];
}

//@if binary
// The number of binary digits of a number.
function bits(number) {
  return number === 0n ? 0 : number.toString(2).length;
}

// The binary digits of a number, the least significant first.
function digits(number, places) {
  return Array.from(number.toString(2).padStart(places, "0"), Number).reverse();
}

// constant / 2^places, rounded down.
function shifted(constant, places) {
  return Math.floor(constant / 2 ** Math.min(places, 1000));
}
//@else
//@if matrix
// The value of each digit at the places of numbers, the least first, and at further places.
function weightsFor(numbers, more) {
  const weights = [];
  const [a, b, c, d] = MATRIX.map(BigInt);
  let row = [1n, 0n];
  for (;;) {
    const meant = SECOND.map((second, digit) => row[0] * BigInt(digit) + row[1] * BigInt(second));
    const beyond = numbers.every((number) => number < meant[1]);
    if (beyond && more-- <= 0) return weights;
    weights.push(meant);
    row = [row[0] * a + row[1] * c, row[0] * b + row[1] * d];
  }
}
//@else
// The weights of the places of numbers, the least first, and those of further places.
function weightsFor(numbers, more) {
  const weights = [];
  let recent = FIRST.map(BigInt);
  for (;;) {
    const beyond = numbers.every((number) => number < recent[0]);
    if (beyond && more-- <= 0) return weights;
    weights.push(recent[0]);
    const next = recent.reduce((sum, weight, i) => sum + BigInt(RECURRENCE[i]) * weight, 0n);
    recent = [next, ...recent.slice(0, -1)];
  }
}
//@end

// The digits of a number, the least significant first: always the largest that fits.
function digits(number, weights) {
  const found = Array(weights.length).fill(0);
  let word = 0;
  for (let place = weights.length - 1; place >= 0; place--) {
//@if matrix
    let digit = DIGITS - 1;
    while (WORDS[DIGITS * word + digit] < 0 || weights[place][digit] > number) digit--;
    found[place] = digit;
    number -= weights[place][digit];
//@else
    const most = number / weights[place];
    let digit = most < BigInt(DIGITS) ? Number(most) : DIGITS - 1;
    while (WORDS[DIGITS * word + digit] < 0) digit--;
    found[place] = digit;
    number -= BigInt(digit) * weights[place];
//@end
    word = WORDS[DIGITS * word + digit];
  }
  return found;
}
//@end

// The position as BigInts, or RangeError.
function checked(position, control) {
  if (position.length !== COORDINATES) throw new RangeError("a position has " + COORDINATES + " numbers");
  const isNatural = (x) => typeof x === "bigint" ? x >= 0n : Number.isSafeInteger(x) && x >= 0;
  if (!position.every(isNatural)) throw new RangeError("natural numbers (BigInt or safe integers) expected");
  if (!Number.isInteger(control) || control < 0 || control >= CONTROLS.length) {
    throw new RangeError("there is no control state " + control);
  }
//@if exists
  const numbers = position.map(BigInt);
  if (search(EXISTS, numbers, numbers, 0, null) === null) {
    throw new RangeError("there is no such position: positions where @EXISTING@");
  }
//@end
  return position.map(BigInt);
}

if (typeof module !== "undefined") {
  module.exports = { CERTIFICATE, COORDINATES, CONTROLS, value, outcomeName, winningMove };
}
