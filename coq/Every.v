(** * The meaning of the theorems on every number of heaps

    A reader has to trust this file, too. *)

From Coq Require Import List ZArith.
From Bouton Require Import Statement.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums of heaps

    [one] is a game of one heap.  A position of the sum is a list of any number of heaps; a move replaces
    one of them by an option of it. *)

Definition sum_position (one : game) (x : list Z) : Prop := Forall (fun a => position one 0 [a]) x.

Definition option_of_sum (one : game) (x y : list Z) : Prop :=
  exists before a b after, x = before ++ a :: after /\ y = before ++ b :: after /\ option_of one 0 [a] 0 [b].

Definition is_sum_value (one : game) (v : valuation) (f : list Z -> N) : Prop :=
  forall x, sum_position one x -> calls_for v (fun b => exists y, option_of_sum one x y /\ f y = b) (f x).

(** The sums have Grundy values, every heap has digits, and the Grundy value of a sum is the nim-sum of what
    the law says from any digits of its heaps. *)
Definition sum_law_holds (one : game) (n : numeration) (l : law) : Prop :=
  (exists f, is_sum_value one Grundy f) /\
  forall f, is_sum_value one Grundy f -> forall x, sum_position one x ->
    (exists ws, Forall2 (fun a w => denotes n w [a]) x ws) /\
    forall ws, Forall2 (fun a w => denotes n w [a]) x ws -> f x = fold_right N.lxor 0%N (map (says l 0) ws).

(** The same with an added Nim heap: the law says P of a heap [a] and a Nim heap [h] if and only if [h] is the
    value of [a] that counts in the nim-sum. *)
Definition sum_nim_heap_law_holds (one : game) (n : numeration) (l : law) : Prop :=
  (exists f, is_sum_value one Grundy f) /\
  forall f, is_sum_value one Grundy f -> forall x, sum_position one x ->
    exists hs, f x = fold_right N.lxor 0%N hs /\
      Forall2 (fun a h => forall k, (exists w, denotes n w [a; Z.of_N k]) /\
        forall w, denotes n w [a; Z.of_N k] -> (says l 0 w = 0%N <-> k = h)) x hs.

(** The outcome of a sum in misere play, from the Grundy values of the heaps: 0 (P)
    if their nim-sum is 0 and some of
    them is at least 2, or if it is 1 and none is. *)
Definition misere_sum (hs : list N) : N :=
  if N.eqb (fold_right N.lxor 0%N hs) (if existsb (N.leb 2) hs then 0 else 1) then 0%N else 1%N.

(** ** Moves of one kind for every number of heaps

    A move of a kind leads from one control state to another.  It lowers some number of heaps between two
    bounds, each by any positive amount. *)

Record move_kind := MoveKind { leaves : nat; enters : nat; fewest : nat; most_lowered : nat }.

Record any_heaps := AnyHeaps { states_of_play : nat; kinds : list move_kind }.

Fixpoint lowered_heaps (x y : list Z) : nat :=
  match x, y with
  | a :: x, b :: y => if b <? a then S (lowered_heaps x y) else lowered_heaps x y
  | _, _ => 0%nat
  end.

Definition option_of_any (g : any_heaps) (c : nat) (x : list Z) (c' : nat) (y : list Z) : Prop :=
  exists k, In k (kinds g) /\ leaves k = c /\ enters k = c' /\ Forall2 (fun a b => 0 <= b <= a) x y /\
    (fewest k <= lowered_heaps x y <= most_lowered k)%nat.

Definition is_value_of_any (g : any_heaps) (v : valuation) (f : nat -> list Z -> N) : Prop :=
  forall c x, (c < states_of_play g)%nat -> natural x ->
    calls_for v (fun a => exists c' y, option_of_any g c x c' y /\ f c' y = a) (f c x).

(** A law that reads how many heaps have a 1 in each place, where numbers [n] and [n + p] are alike from [t]
    on: for each state its output, and its successors under 0, ..., t + p - 1 ones. *)
Definition alike (t p n : nat) : nat := if Nat.ltb n t then n else (t + (n - t) mod p)%nat.

Definition counting (t p : nat) (starts : list N) (table : list (N * list N)) : law :=
  let row s := nth (N.to_nat s) table (0%N, []) in
  Law (fun c => nth c starts 0%N)
    (fun s a => nth (alike t p (list_sum a)) (snd (row s)) 0%N)
    (fun s => fst (row s)).

(** The law is true of positions of every number of heaps. *)
Definition law_of_any_holds (g : any_heaps) (v : valuation) (l : law) : Prop :=
  (exists f, is_value_of_any g v f) /\
  forall f, is_value_of_any g v f -> forall c x, (c < states_of_play g)%nat -> natural x ->
    (exists w, denotes binary w x) /\ forall w, denotes binary w x -> says l c w = f c x.
