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
//@if changes

// A move: the control states before and after it, a condition (-1: none) and
// what is added to each number.
const MOVES = @MOVES@;
//@end

// The value of the position.
function value(position, control = 0) {
  position = checked(position, control);
@VALUE_BODY@
}

// The name of the outcome that a value stands for.
function outcomeName(value) {
//@if names
  return @OUTCOME_NAMES@[value];
//@end
//@if grundy
  return BigInt(value) === 0n ? "P" : "N";
//@end
}

// A best move as [position to move to, its control state], or null.
// @MOVE_DOC@
function winningMove(position, control = 0) {
  position = checked(position, control);
//@if decisive
  if (value(position, control) !== 1) return null;
  const wanted = 0;
//@end
//@if grundy
  if (value(position, control) == 0) return null;
  const wanted = 0;
//@end
//@if podium
  const wanted = (value(position, control) + @PLAYERS@ - 1) % @PLAYERS@;
//@end
//@if stop
  if (holds(0, position)) return null;
//@end
//@if changes
  for (const [before, after, condition, ...change] of MOVES) {
    if (before !== control@HOLDS@) continue;
    const target = position.map((x, i) => x + BigInt(change[i]));
    if (target.every((x) => x >= 0n) && value(target, after) == wanted) return [target, after];
  }
  return null;
//@end
//@if nim
  const total = position.reduce((sum, heap) => sum ^ heap, 0n);
  for (const [index, heap] of position.entries()) {
    // Bouton: the size that makes the nim-sum 0; at the end of misere play 0 or 1.
    for (const rest of [heap ^ total, 0n, 1n]) {
      const target = position.map((x, i) => (i === index ? rest : x));
      if (rest < heap && value(target, control) == wanted) return [target, control];
    }
  }
  return null;
//@end
}
//@if conditions

// Whether a condition holds.
function holds(condition, position) {
@CONDITIONS@
}
//@end
//@if columns

// Whether in each binary place the number of ones is a multiple of the divisor.
function columns(position, divisor) {
  for (let rest = position; rest.some((x) => x > 0n); rest = rest.map((x) => x >> 1n)) {
    if (rest.filter((x) => x % 2n === 1n).length % divisor !== 0) return false;
  }
  return true;
}
//@end

// The position as BigInts, or RangeError.
function checked(position, control) {
  const good = (x) => typeof x === "bigint" ? x >= 0n : Number.isSafeInteger(x) && x >= 0;
  if (position.length !== COORDINATES || !Array.from(position).every(good)) {
    throw new RangeError(`a position has ${COORDINATES} natural numbers`);
  }
  if (!Number.isInteger(control) || control < 0 || control >= CONTROLS.length) {
    throw new RangeError(`there is no control state ${control}`);
  }
  return Array.from(position, BigInt);
}

if (typeof module !== "undefined") module.exports = { CERTIFICATE, COORDINATES, CONTROLS, value, outcomeName, winningMove };
