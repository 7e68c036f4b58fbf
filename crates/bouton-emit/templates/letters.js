@HEADER@
//
// The @KIND@ of @SUBJECT@, for all numbers that the letters of the rules may be.
//
// It is proved for all @LETTERS@ with
// @RANGE@.

"use strict";

// The certificate that proves the law.
const CERTIFICATE = @CERTIFICATE@;
// The names of the control states, which are numbered from 0 on.
const CONTROLS = @CONTROLS@;
//@if outcomes
const OUTCOMES = @OUTCOMES@;
//@end

// The @KIND@ of @SUBJECT@ as a BigInt, for numbers of any size.
function value(@PARAMETERS@) {
  [@NUMBERS@] = [@NUMBERS@].map(natural);
  if (!(control in CONTROLS)) {
    throw new RangeError(`there is no control state ${control}`);
  }
  if (!(@CONE@)) {
    throw new RangeError("the theorem is about other numbers");
  }
@BODY@
}

// A natural number as a BigInt, or a RangeError.
function natural(number) {
  const natural = BigInt(number);
  if (natural < 0n) {
    throw new RangeError(`natural numbers are expected, not ${number}`);
  }
  return natural;
}

//@if blocks
// The beginning of a block.
function begin(block, length, step, modulus, longer) {
  return block * length + ((block * step) / modulus) * longer;
}

// The block of a heap.
function blockOf(heap, length, step, modulus, longer) {
  let low = 0n;
  let high = heap / (longer < 0n ? length + longer : length) + 1n;
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    if (begin(middle, length, step, modulus, longer) <= heap) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

//@end
//@if sum
// The outcome of a position with these heaps: P if the player who has just moved wins, N if the next one does.
function outcome(heaps, @LETTER_NAMES@) {
  const values = heaps.map((heap) => value(heap, @LETTER_NAMES@));
  const total = values.reduce((sum, number) => sum ^ number, 0n);
//@if misere
  const large = values.some((number) => number > 1n);
  return total === (large ? 0n : 1n) ? "P" : "N";
//@else
  return total === 0n ? "P" : "N";
//@end
}
//@else
// The name of an outcome: P if the player who has just moved wins, N if the next one does.
function outcomeName(value) {
//@if outcomes
  return OUTCOMES[Number(value)];
//@else
  return value === 0n ? "P" : "N";
//@end
}
//@end

if (typeof module !== "undefined") {
//@if sum
  module.exports = { CERTIFICATE, CONTROLS, value, outcome };
//@else
  module.exports = { CERTIFICATE, CONTROLS, value, outcomeName };
//@end
}
