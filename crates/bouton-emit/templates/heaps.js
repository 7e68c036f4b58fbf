@HEADER@
//
// The outcome of a position with any number of heaps.
//
// A position is an array of heaps, each a BigInt; empty heaps are counted among the heaps. The law reads the
// binary digits of all heaps in step, the most significant first, and of each place how many heaps have a 1
// there. It is proved @NUMBERS@.

"use strict";

// The certificate that proves the law.
const CERTIFICATE = @CERTIFICATE@;
// Numbers of ones are taken modulo PERIOD from THRESHOLD on; these are the letters.
const THRESHOLD = @THRESHOLD@;
const PERIOD = @PERIOD@;
const LETTERS = THRESHOLD + PERIOD;
const START = @START@;
// The state after a state and a letter: entry state * LETTERS + letter.
const NEXT = @NEXT@;
// The values of states if some heap is good at the end, and if none is.
const GOOD_VALUES = @GOOD_VALUES@;
const OTHER_VALUES = @OTHER_VALUES@;
// The state of a heap after its state, a letter and its digit: entry (state * LETTERS + letter) * 2 + digit.
const HEAP_NEXT = @HEAP_NEXT@;
// For each state of a heap whether the heap is good.
const HEAP_GOOD = @HEAP_GOOD@;
const OUTCOMES = @OUTCOMES@;

// The number of the outcome of a position.
function value(position) {
  // The digits of each heap, the most significant first.
  const digits = checked(position).map((heap) => heap.toString(2));
  const places = Math.max(0, ...digits.map((heap) => heap.length));
  const heaps = digits.map((heap) => heap.padStart(places, "0"));
  const letters = [];
  for (let place = 0; place < places; place++) {
    const ones = heaps.reduce((count, heap) => count + (heap[place] === "1" ? 1 : 0), 0);
    letters.push(ones < LETTERS ? ones : THRESHOLD + ((ones - THRESHOLD) % PERIOD));
  }
  const state = letters.reduce((from, letter) => NEXT[from * LETTERS + letter], START);
  if (GOOD_VALUES[state] === OTHER_VALUES[state]) {
    return GOOD_VALUES[state];
  }
  return heaps.some((heap) => isGood(heap, letters)) ? GOOD_VALUES[state] : OTHER_VALUES[state];
}

// Whether a heap is good at the end.
function isGood(heap, letters) {
  const next = (state, letter, place) =>
    HEAP_NEXT[(state * LETTERS + letter) * 2 + (heap[place] === "1" ? 1 : 0)];
  return HEAP_GOOD[letters.reduce(next, 0)] === 1;
}

// The name of an outcome: P if the player who has just moved wins, N if the next one does.
function outcomeName(value) {
  return OUTCOMES[value];
}

// The position as an array of BigInts, or a RangeError.
function checked(position) {
@if odd
  if (position.length % 2 === 0) {
    throw new RangeError(`the law is about odd numbers of heaps, not ${position.length}`);
  }
@end
@if even
  if (position.length % 2 === 1) {
    throw new RangeError(`the law is about even numbers of heaps, not ${position.length}`);
  }
@end
  return position.map((number) => {
    const heap = BigInt(number);
    if (heap < 0n) {
      throw new RangeError(`heaps are natural numbers, not ${number}`);
    }
    return heap;
  });
}

if (typeof module !== "undefined") {
  module.exports = { CERTIFICATE, value, outcomeName };
}
