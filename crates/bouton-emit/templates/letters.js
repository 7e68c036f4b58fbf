@HEADER@
//
// The @KIND@ of a heap, for all numbers that the letters of the rules may be.
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

// The @KIND@ of a heap as a BigInt, for numbers of any size.
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

// The name of an outcome: P if the player who has just moved wins, N if the next one does.
function outcomeName(value) {
//@if outcomes
  return OUTCOMES[Number(value)];
//@else
  return value === 0n ? "P" : "N";
//@end
}

if (typeof module !== "undefined") {
  module.exports = { CERTIFICATE, CONTROLS, value, outcomeName };
}
