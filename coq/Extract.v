(** * The check as a program

    Natural numbers become machine integers: they only count coordinates, digits, states and heaps, all of
    which are written out. Integers, the numbers of states, and the keys of tables remain those of Coq,
    without a bound. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Bouton Require Import Statement Verify.

Extraction "verified.ml" verify binary.
