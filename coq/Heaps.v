(** * The meaning of theorems on take-and-break games

    A reader has to trust this file, too. *)

From Coq Require Import List NArith.
From Bouton Require Import Statement.
Import ListNotations.

(** Bit [j] of digit [t] of a code is set if [t] objects may be taken from a heap so that [j] heaps
    remain. If nothing is taken, the heap is split into at least two. The heaps that remain may have to be
    of different sizes. *)
Record code := Code { digits : list N; unequal : bool }.

Definition option_of_heap (rules : code) (n : nat) (left : list nat) : Prop :=
  exists t, (list_sum left + t = n)%nat /\ Forall (fun b => 0 < b)%nat left /\
    N.testbit (nth t (digits rules) 0%N) (N.of_nat (length left)) = true /\
    (t = 0 -> 2 <= length left)%nat /\ (unequal rules = true -> NoDup left).

(** The value of several heaps is the nim-sum of their values. *)
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

(** ** Misère play

    A position is a list of heaps. A move replaces a heap by the heaps that remain of it. *)

Definition option_of_heaps (rules : code) (x y : list nat) : Prop :=
  exists before n after left, x = before ++ n :: after /\ y = before ++ left ++ after /\ option_of_heap rules n left.

(** For all positions whose heaps are [within] some bound, [f] is 0 if the player who just moved wins, and
    1 if the next player wins. *)
Definition is_misere (rules : code) (within : nat -> Prop) (f : list nat -> N) : Prop :=
  forall x, Forall within x -> calls_for Misere (fun v => exists y, option_of_heaps rules x y /\ f y = v) (f x).

(** A commutative monoid, given by the table of its products; 0 is its identity. *)
Definition product (products : list (list N)) (a b : N) : N := nth (N.to_nat b) (nth (N.to_nat a) products []) 0%N.

Definition worth (products : list (list N)) (phi : nat -> N) (x : list nat) : N :=
  fold_right (fun n v => product products (phi n) v) 0%N x.

(** The table is the misère quotient: the element of a position determines the winner, each element is
    that of a position, and two positions have the same element if and only if no position added to both
    distinguishes them. *)
Definition quotient_holds (rules : code) (within : nat -> Prop) (products : list (list N)) (lost : list N)
    (phi : nat -> N) : Prop :=
  (exists f, is_misere rules within f) /\
  forall f, is_misere rules within f ->
    (forall x, Forall within x -> (f x = 0%N <-> In (worth products phi x) lost)) /\
    (forall a, (a < N.of_nat (length products))%N -> exists x, Forall within x /\ worth products phi x = a) /\
    (forall x y, Forall within x -> Forall within y ->
      (worth products phi x = worth products phi y <->
       forall z, Forall within z -> (f (x ++ z) = 0%N <-> f (y ++ z) = 0%N))).

(** The elements of heaps: those of a list, for the heaps that it has; or of all heaps, with period [p]
    from [from] on. *)
Definition listed (values : list N) (n : nat) : N := nth n values 0%N.
Definition repeated (p from : nat) (values : list N) (n : nat) : N :=
  nth (if Nat.ltb n from then n else from + Nat.modulo (n - from) p) values 0%N.

Definition listed_quotient_holds (rules : code) (products : list (list N)) (lost values : list N) : Prop :=
  quotient_holds rules (fun n => n < length values)%nat products lost (listed values).

Definition periodic_quotient_holds (rules : code) (products : list (list N)) (lost : list N) (p from : nat)
    (values : list N) : Prop :=
  quotient_holds rules (fun _ => True) products lost (repeated p from values).

(** ** Codes that repeat without end, and values that grow

    The digits of [rules] are followed by those of [tail], which repeat for ever. *)

Definition endless_digit (rules : code) (tail : list N) (t : nat) : N :=
  if Nat.ltb t (length (digits rules)) then nth t (digits rules) 0%N
  else nth (Nat.modulo (t - length (digits rules)) (length tail)) tail 0%N.

Definition option_of_endless (rules : code) (tail : list N) (n : nat) (left : list nat) : Prop :=
  exists t, (list_sum left + t = n)%nat /\ Forall (fun b => 0 < b)%nat left /\
    N.testbit (endless_digit rules tail t) (N.of_nat (length left)) = true /\
    (t = 0 -> 2 <= length left)%nat /\ (unequal rules = true -> NoDup left).

Definition is_endless_grundy (rules : code) (tail : list N) (f : nat -> N) : Prop :=
  forall n, calls_for Grundy (fun v => exists left, option_of_endless rules tail n left /\ nim_sum f left = v) (f n).

(** The Grundy values begin with those of the list, and from [from] on they rise by [s] every [p] objects. *)
Definition endless_period_holds (rules : code) (tail : list N) (p from : nat) (s : N) (values : list N) : Prop :=
  (exists f, is_endless_grundy rules tail f) /\
  forall f, is_endless_grundy rules tail f ->
    (forall n, n < from + p -> f n = nth n values 0%N)%nat /\
    (forall n, (from <= n)%nat -> f (n + p)%nat = (f n + s)%N).
