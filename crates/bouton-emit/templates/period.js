@HEADER@
//
// The Grundy value of a position, and a winning move.
//
// A position is an array of heaps, each a BigInt. g(n + @LENGTH@) = g(n) for all heaps n >= @PREPERIOD@ is
// proved; the value of a position is the nim-sum of the values of its heaps, and the player to move wins
// unless it is 0.

"use strict";

// The certificate that proves the period.
const CERTIFICATE = @CERTIFICATE@;
// Bit j of entry k: k objects may be taken from a heap if what is left is put into j heaps.
const DIGITS = @DIGITS@;
const PREPERIOD = @PREPERIOD@n;
const LENGTH = @LENGTH@n;
// The values of heaps below PREPERIOD + LENGTH.
const VALUES = @VALUES@;

// The Grundy value of one heap.
function grundy(heap) {
  return VALUES[Number(heap < PREPERIOD ? heap : PREPERIOD + ((heap - PREPERIOD) % LENGTH))];
}

// The Grundy value of a position.
function value(position) {
  return checked(position).reduce((total, heap) => total ^ grundy(heap), 0);
}

// P if the player who has just moved wins, N if the player to move wins.
function outcomeName(value) {
  return value === 0 ? "P" : "N";
}

// The heaps after a winning move, or null if there is none.
function winningMove(position) {
  const heaps = checked(position);
  const total = value(heaps);
  if (total === 0) {
    return null;
  }
  for (const [index, heap] of heaps.entries()) {
    const wanted = total ^ grundy(heap);
    for (const parts of ways(heap)) {
      if (parts.reduce((sum, part) => sum ^ grundy(part), 0) === wanted) {
        return [...heaps.slice(0, index), ...parts, ...heaps.slice(index + 1)];
      }
    }
  }
  return null;
}

// The parts that one heap may become; of parts that repeat with the period one of each kind.
function* ways(heap) {
  const least = (left, right) => (left < right ? left : right);
  const most = PREPERIOD + LENGTH;
  for (const [taken, digit] of DIGITS.entries()) {
    const left = heap - BigInt(taken);
    if (heap === 0n || left < 0n) {
      return;
    }
    if (digit & 1 && left === 0n) {
      yield [];
    }
    if (digit & 2 && left > 0n) {
      yield [left];
    }
    if (digit & 4) {
      for (let first = 1n; first <= least(left / 2n, most); first++) {
        yield [first, left - first];
      }
    }
    if (digit & 8) {
      for (let first = 1n; first <= least(left / 3n, most); first++) {
        for (let second = first; second <= least((left - first) / 2n, most); second++) {
          yield [first, second, left - first - second];
        }
      }
    }
  }
}

// The position as an array of BigInts, or a RangeError.
function checked(position) {
  return position.map((number) => {
    const heap = BigInt(number);
    if (heap < 0n) {
      throw new RangeError(`heaps are natural numbers, not ${number}`);
    }
    return heap;
  });
}

if (typeof module !== "undefined") {
  module.exports = { CERTIFICATE, grundy, value, outcomeName, winningMove };
}
