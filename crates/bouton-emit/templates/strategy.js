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

// The law reads the binary digits of the numbers, most significant first: at each
// place one digit of each number, in order. The digit b leads from node n to
// NEXT[2 * n + b]. A node reached after whole places has an output.
const STARTS = @STARTS@;
const OUTPUTS = @OUTPUTS@;
// Bit v is set if the output v can still be reached (bit 30 stands for all from 30 on).
const REACH = @REACH@;
const NEXT = @NEXT@;

// What to search. Of a condition: sum of coordinates[i] * x[i] + sum of
// unknowns[u] * t[u] + constant is, kind 0: at most 0; kind 1: equal to 0;
// kind 2: congruent to residue. The formula is in postfix order (-1 not, -2 and,
// -3 or, -4 true, -5 false, else a condition). A step is 4 * index + action.
const STOP = @STOP@;
// Of a move: known are the numbers of the position moved to that the position
// decides; sources says which unknown is which number of the position moved to.
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
  const places = Math.max(0, ...position.map(bits));
  const numbers = position.map((number) => digits(number, places));
  let node = STARTS[control];
  for (let place = places - 1; place >= 0; place--) {
    for (const number of numbers) node = NEXT[2 * node + number[place]];
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

// Numbers that fulfil the task's formula and lead the law to the output wanted.
//
// All ways to go on are followed at once, from the most significant digit to
// the least. A state is the node of the law, the guessed digits still to be
// read, and for each condition the value of its expression on the digits so far.
function search(task, position, known, start, wanted) {
  const { conditions } = task;
  const places = Math.max(1, ...position.map(bits), ...known.map(bits)) + task.extra;
  const positionDigits = position.map((number) => digits(number, places));
  const knownDigits = known.map((number) => digits(number, places));
  const begin = conditions.map((c) => shifted(c.constant, places));
  let layer = [{ node: start, guessed: [], running: settled(conditions, begin), path: null }];
  for (let place = places - 1; place >= 0; place--) {
    const added = conditions.map((c) => {
      let sum = shifted(c.constant, place) - 2 * shifted(c.constant, place + 1);
      c.coordinates.forEach((a, i) => { sum += a * positionDigits[i][place]; });
      return sum;
    });
    layer = layer.map((state) => ({ ...state, running: state.running.map((s, i) => 2 * s + added[i]) }));
    for (const step of task.steps) {
      const [index, action] = [step >> 2, step & 3];
      const following = new Map();
      for (const { node, guessed, running, path } of layer) {
        if (action === GUESS) {
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
    return found.map((list) => BigInt("0b0" + list.reverse().join("")));
  }
  return null;
}

// Adds a state to a layer unless an equal one is there.
function add(layer, node, guessed, running, path) {
  const key = node + "|" + guessed.join() + "|" + running.join();
  if (!layer.has(key)) layer.set(key, { node, guessed, running, path });
}

// The running values, those that have decided their condition made equal.
function settled(conditions, running) {
  return running.map((s, i) => {
    const c = conditions[i];
    return c.kind === 2 ? ((s % c.modulus) + c.modulus) % c.modulus : Math.max(c.low, Math.min(c.high, s));
  });
}

// Whether the formula holds: FALSE, TRUE, or OPEN before the last digit.
function truth(task, running, ended) {
  const stack = [];
  for (const token of task.formula) {
    if (token >= 0) {
      const [s, c] = [running[token], task.conditions[token]];
      if (!ended && (c.kind === 2 || (c.low < s && s < c.high))) stack.push(OPEN);
      else stack.push((c.kind === 0 ? s <= 0 : s === c.residue) ? TRUE : FALSE);
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

// How many binary digits a number has.
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
