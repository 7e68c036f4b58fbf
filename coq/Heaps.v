(** * What the theorems on take-and-break games say

    A reader has to trust this file, too. *)

From Coq Require Import List NArith.
From Bouton Require Import Statement.
Import ListNotations.

(** Bit [j] of digit [t] of a code says whether [t] objects may be taken from a heap so that [j] heaps
    are left of it.  Where nothing is taken, the heap is split into two at least.  The heaps that are
    left may have to be of different sizes. *)
Record code := Code { digits : list N; unequal : bool }.

Definition option_of_heap (rules : code) (n : nat) (left : list nat) : Prop :=
  exists t, (list_sum left + t = n)%nat /\ Forall (fun b => 0 < b)%nat left /\
    N.testbit (nth t (digits rules) 0%N) (N.of_nat (length left)) = true /\
    (t = 0 -> 2 <= length left)%nat /\ (unequal rules = true -> NoDup left).

(** The value of several heaps is the nim-sum of theirs. *)
Definition nim_sum (f : nat -> N) (heaps : list nat) : N :=
  fold_right (fun b v => N.lxor (f b) v) 0%N heaps.

(** [f] gives the Grundy values of all heaps. *)
Definition is_grundy (rules : code) (f : nat -> N) : Prop :=
  forall n, calls_for Grundy (fun v => exists left, option_of_heap rules n left /\ nim_sum f left = v) (f n).

(** The Grundy values begin with those of the list, and have period [p] from [from] on. *)
Definition period_holds (rules : code) (p from : nat) (values : list N) : Prop :=
  (exists f, is_grundy rules f) /\
  forall f, is_grundy rules f ->
    (forall n, n < from + p -> f n = nth n values 0%N)%nat /\
    (forall n, from <= n -> f (n + p) = f n)%nat.
