(** * The meaning of the theorems on rules with letters

    A reader has to trust this file, too.

    A letter is a natural number that no move changes.  The first parameters of every condition and of every move stand
    for the letters; what a player chooses comes after them.  The game where the letters are the numbers [a] is the
    [instance] at [a]. *)

From Coq Require Import List ZArith.
From Bouton Require Import Statement Every.
Import ListNotations.
Open Scope Z_scope.

Definition linear_at (a : list Z) (e : linear) : linear :=
  match e with Linear x t c => Linear x (skipn (length a) t) (dot a t + c) end.

Fixpoint formula_at (a : list Z) (f : formula) : formula :=
  match f with
  | Always => Always
  | Never => Never
  | AtMostZero e => AtMostZero (linear_at a e)
  | IsZero e => IsZero (linear_at a e)
  | Congruent e m r => Congruent (linear_at a e) m r
  | Not f => Not (formula_at a f)
  | And f g => And (formula_at a f) (formula_at a g)
  | Or f g => Or (formula_at a f) (formula_at a g)
  end.

Definition target_at (a : list Z) (T : target) : target :=
  match T with Same => Same | Becomes e => Becomes (linear_at a e) end.

Definition schema_at (a : list Z) (s : schema) : schema :=
  Schema (from s) (to s) (parameters s - length a) (formula_at a (guard s)) (map (target_at a) (targets s)).

Definition instance (a : list Z) (g : game) : game :=
  Game (dimension g) (controls g) (formula_at a (existing g)) (formula_at a (stop g)) (map (schema_at a) (moves g)).

(** ** Laws

    A linear form of the letters: a coefficient for each of them, and a constant. *)

Inductive form := Form (coefficients : list Z) (constant : Z).

Definition at_letters (f : form) (a : list Z) : Z := match f with Form cs c => dot cs a + c end.

(** A piece ends before a remainder [r].  Its values are multiples of [r] plus forms; they repeat from its beginning on. *)
Record piece := PieceTo { piece_end : form; piece_values : list (Z * form) }.

(** Where none of the conditions is negative, a heap of [n] is [q] periods and a remainder.  For each control state, the
    pieces for [q] = 0, 1, ...; the last ones are for all further [q], too. *)
Record letter_case := LetterCase
  { case_conditions : list form; case_period : form; case_blocks : list (list (list piece)) }.

Definition in_case (k : letter_case) (a : list Z) : Prop :=
  Forall (fun f => 0 <= at_letters f a) (case_conditions k).

Fixpoint value_in_pieces (a : list Z) (r begin : Z) (ps : list piece) : Z :=
  match ps with
  | [] => 0
  | p :: ps =>
      let e := at_letters (piece_end p) a in
      if r <? e then
        let (m, f) := nth (Z.to_nat ((r - begin) mod Z.of_nat (length (piece_values p)))) (piece_values p) (0, Form [] 0) in
        m * r + at_letters f a
      else value_in_pieces a r e ps
  end.

Definition letter_value (k : letter_case) (a : list Z) (c : nat) (n : Z) : Z :=
  let l := at_letters (case_period k) a in
  let blocks := nth c (case_blocks k) [] in
  value_in_pieces a (n mod l) 0 (nth (Nat.min (Z.to_nat (n / l)) (length blocks - 1)) blocks []).

(** For all letters that satisfy the condition [cone], the positions of the game have values, some case holds, and the
    values of each case that holds are those of the positions. *)
Definition letter_law_holds (letters : nat) (cone : formula) (g : game) (v : valuation) (l : list letter_case) : Prop :=
  forall a, length a = letters -> natural a -> holds cone [] a = true ->
    (exists f, is_value (instance a g) v f) /\
    (exists k, In k l /\ in_case k a) /\
    forall f, is_value (instance a g) v f ->
    forall k, In k l -> in_case k a ->
    forall c x, position (instance a g) c x -> Z.of_N (f c x) = letter_value k a c (hd 0 x).

(** The same for sums of any number of heaps, [one] being the game with one of them: the law says the Grundy value of each
    heap, and the value of the sum follows from these. *)
Definition letter_sum_law_holds (letters : nat) (cone : formula) (one : game) (misere : bool) (l : list letter_case) : Prop :=
  let v := if misere then Misere else Grundy in
  let total := if misere then misere_sum else fold_right N.lxor 0%N in
  forall a, length a = letters -> natural a -> holds cone [] a = true ->
    (exists f, is_sum_value (instance a one) v f) /\
    (exists k, In k l /\ in_case k a) /\
    forall f, is_sum_value (instance a one) v f ->
    forall k, In k l -> in_case k a ->
    forall x, sum_position (instance a one) x ->
      exists hs, Forall2 (fun n h => Z.of_N h = letter_value k a 0 n) x hs /\ f x = total hs.

(** ** Laws in rows

    [D] and [E] are forms of the letters.  The further forms are about the letters and the remainder of [D] by [E]; those
    of a region also about the phase of a block, a place in it, and the remainder by [E] of their sum. *)

Record row_region := RowRegion { region_conditions : list form; region_value : N }.

Record row_case := RowCase
  { row_conditions : list form; row_length : form; row_step : form; row_modulus : form; row_longer : form;
    row_regions : list row_region }.

(** Block follows block: from place [t] of a block of phase [u], or of those after it, to the block that it is in. *)
Fixpoint place_from (fuel : nat) (length step modulus longer u t : Z) : Z * Z :=
  match fuel with
  | O => (u, t)
  | S fuel =>
      let passes := modulus <=? u + step in
      let l := if passes then length + longer else length in
      if t <? l then (u, t)
      else place_from fuel length step modulus longer (if passes then u + step - modulus else u + step) (t - l)
  end.

Definition place_in_rows (k : row_case) (b : list Z) (n : Z) : Z * Z :=
  place_from (Z.to_nat n) (at_letters (row_length k) b) (at_letters (row_step k) b) (at_letters (row_modulus k) b)
    (at_letters (row_longer k) b) 0 n.

Definition in_row_case (k : row_case) (b : list Z) : Prop := Forall (fun f => 0 <= at_letters f b) (row_conditions k).

Definition in_region (k : row_case) (b : list Z) (e n : Z) (r : row_region) : Prop :=
  let (u, t) := place_in_rows k b n in
  Forall (fun f => 0 <= at_letters f (b ++ [u; t; (t + u) mod e])) (region_conditions r).

(** For all letters that satisfy [cone], the positions of the game have values, some case holds, and for each case that
    holds each heap lies in some region, and has the value of each region that it lies in. *)
Definition letter_rows_hold (letters : nat) (cone : formula) (g : game) (v : valuation) (D E : form) (l : list row_case) : Prop :=
  forall a, length a = letters -> natural a -> holds cone [] a = true ->
    let e := at_letters E a in
    let b := a ++ [at_letters D a mod e] in
    (exists f, is_value (instance a g) v f) /\
    (exists k, In k l /\ in_row_case k b) /\
    forall f, is_value (instance a g) v f ->
    forall k, In k l -> in_row_case k b ->
    forall c n, position (instance a g) c [n] ->
      (exists r, In r (row_regions k) /\ in_region k b e n r) /\
      forall r, In r (row_regions k) -> in_region k b e n r -> f c [n] = region_value r.
