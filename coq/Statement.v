(** * The meaning of the theorems

    This file has all definitions that a reader of a theorem has to trust: games, values of positions,
    numbers written in digits, and laws. Nothing is proved here. *)

From Coq Require Import List ZArith Bool.
Import ListNotations.
Open Scope Z_scope.

(** ** Conditions

    A condition is about the coordinates [x] of a position and the parameters [t] of a move. *)

Fixpoint dot (a b : list Z) : Z :=
  match a, b with
  | p :: a, q :: b => p * q + dot a b
  | _, _ => 0
  end.

(** The coefficients of the coordinates and of the parameters, and a constant.
    Coefficients that are left out are 0. *)
Inductive linear := Linear (coordinates parameters : list Z) (constant : Z).

Definition value (e : linear) (x t : list Z) : Z :=
  match e with Linear a b c => dot a x + dot b t + c end.

Inductive formula :=
| Always
| Never
| AtMostZero (e : linear)
| IsZero (e : linear)
| Congruent (e : linear) (modulus residue : Z)
| Not (f : formula)
| And (f g : formula)
| Or (f g : formula).

Fixpoint holds (f : formula) (x t : list Z) : bool :=
  match f with
  | Always => true
  | Never => false
  | AtMostZero e => value e x t <=? 0
  | IsZero e => value e x t =? 0
  | Congruent e m r => value e x t mod m =? r
  | Not f => negb (holds f x t)
  | And f g => holds f x t && holds g x t
  | Or f g => holds f x t || holds g x t
  end.

(** ** Games

    A position is a control state (0, 1, ...) and a list of natural numbers, the coordinates. *)

Inductive target := Same | Becomes (e : linear).

(** The moves from control state [from] to control state [to]: for all natural parameters for
    which the guard holds, if every coordinate becomes a natural number. *)
Record schema := Schema
  { from : nat; to : nat; parameters : nat; guard : formula; targets : list target }.

Record game := Game
  { dimension : nat;       (* the number of coordinates *)
    controls : nat;        (* the number of control states *)
    existing : formula;    (* the positions that exist *)
    stop : formula;        (* positions without moves *)
    moves : list schema }.

Definition natural (x : list Z) : Prop := Forall (fun a => 0 <= a) x.

Fixpoint zip {A B C} (f : A -> B -> C) (l : list A) (m : list B) : list C :=
  match l, m with
  | a :: l, b :: m => f a b :: zip f l m
  | _, _ => []
  end.

Definition moved (s : schema) (x t : list Z) : list Z :=
  zip (fun target a => match target with Same => a | Becomes e => value e x t end) (targets s) x.

(** From [c, x] there is a move to [c', y]. *)
Definition option_of (g : game) (c : nat) (x : list Z) (c' : nat) (y : list Z) : Prop :=
  exists s t, In s (moves g) /\ from s = c /\ to s = c' /\
    length t = parameters s /\ natural t /\ holds (guard s) x t = true /\
    holds (stop g) x [] = false /\ y = moved s x t /\ natural y.

Definition position (g : game) (c : nat) (x : list Z) : Prop :=
  (c < controls g)%nat /\ length x = dimension g /\ natural x /\ holds (existing g) x [] = true.

(** ** Values

    The value of a position, given the set [S] of the values of its options. *)

Inductive valuation :=
| Normal             (* 0: the player who just moved wins, 1: the next player wins *)
| Misere             (* the same, if the last player to move loses *)
| MisereAndEnd       (* the same, but 2 where play has ended *)
| Podium (n : N)     (* the player who moves last, of n players, counted from the one who just moved *)
| Coalition          (* three players who may conspire: 0 P, 1 N, 2 O, 3 Q *)
| Grundy             (* the least number that is not the value of an option *)
| Remoteness.        (* the length of play if the winner hurries and the loser delays *)

Definition least (S : N -> Prop) (a : N) := S a /\ forall b, S b -> (a <= b)%N.
Definition greatest (S : N -> Prop) (a : N) := S a /\ forall b, S b -> (b <= a)%N.
Definition none (S : N -> Prop) := forall b, ~ S b.

Definition calls_for (v : valuation) (S : N -> Prop) (a : N) : Prop :=
  match v with
  | Normal => (a = 0%N /\ ~ S 0%N) \/ (a = 1%N /\ S 0%N)
  | Misere => (a = 1%N /\ (none S \/ S 0%N)) \/ (a = 0%N /\ ~ S 0%N /\ exists b, S b)
  | MisereAndEnd =>
      (a = 2%N /\ none S) \/ (a = 1%N /\ S 0%N) \/ (a = 0%N /\ ~ S 0%N /\ exists b, S b)
  | Podium n => (a = 0%N /\ none S) \/ (exists b, least S b /\ a = ((b + 1) mod n)%N)
  | Coalition =>
      (a = 1%N /\ S 0%N)
      \/ (a = 2%N /\ ~ S 0%N /\ S 1%N /\ ~ S 2%N /\ ~ S 3%N)
      \/ (a = 0%N /\ ~ S 0%N /\ ~ S 1%N /\ ~ S 3%N)
      \/ (a = 3%N /\ ~ S 0%N /\ ((S 1%N /\ S 2%N) \/ S 3%N))
  | Grundy => ~ S a /\ forall b, (b < a)%N -> S b
  | Remoteness =>
      (a = 0%N /\ none S)
      \/ (exists b, least (fun b => S b /\ N.even b = true) b /\ a = (b + 1)%N)
      \/ (exists b, (forall b, S b -> N.even b = false) /\ greatest S b /\ a = (b + 1)%N)
  end.

(** [f] gives the values of all positions of a game. *)
Definition is_value (g : game) (v : valuation) (f : nat -> list Z -> N) : Prop :=
  forall c x, position g c x ->
    calls_for v (fun a => exists c' y, option_of g c x c' y /\ f c' y = a) (f c x).

(** ** Numbers in digits

    A number is the first entry of a vector. The digit [e] takes the vector of the digits before it to
    [matrix] times this vector plus the [e]-th of [vectors]; before the first digit it is 0. (In base 2 the
    matrix is 2, and the vectors are 0 and 1.) The rows determine the sequences of digits that are words:
    from state [s], 0 at first, the digit [e] leads to the state at place [e] of row [s], if there is one. *)

Record numeration := Numeration
  { matrix : list (list Z); vectors : list (list Z); rows : list (list (option nat)) }.

Definition binary : numeration := Numeration [[2]] [[0]; [1]] [[Some 0%nat; Some 0%nat]].

Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | p :: a, q :: b => p + q :: plus a b
  | [], b => b
  | a, [] => a
  end.

Definition append (n : numeration) (v : list Z) (e : nat) : list Z :=
  plus (map (fun row => dot row v) (matrix n)) (nth e (vectors n) []).

(** A letter has one digit for each coordinate; a word is a list of letters. *)
Definition letter := list nat.

Definition numbers (n : numeration) (d : nat) (w : list letter) : list Z :=
  map (hd 0) (fold_left (zip (append n)) w (repeat [] d)).

Definition follow (n : numeration) (s e : nat) : option nat := nth e (nth s (rows n) []) None.

Fixpoint follow_all (n : numeration) (ss : list nat) (a : letter) : option (list nat) :=
  match ss, a with
  | [], [] => Some []
  | s :: ss, e :: a =>
      match follow n s e, follow_all n ss a with
      | Some s, Some ss => Some (s :: ss)
      | _, _ => None
      end
  | _, _ => None
  end.

Fixpoint words (n : numeration) (ss : list nat) (w : list letter) : bool :=
  match w with
  | [] => true
  | a :: w => match follow_all n ss a with Some ss => words n ss w | None => false end
  end.

(** The letters of [w] are the digits of the numbers [x]. *)
Definition denotes (n : numeration) (w : list letter) (x : list Z) : Prop :=
  words n (repeat 0%nat (length x)) w = true /\ numbers n (length x) w = x.

(** ** Laws

    An automaton with output: its start for each control state, its transitions, and its outputs. *)

Record law := Law { start : nat -> N; next : N -> letter -> N; output : N -> N }.

Definition says (l : law) (c : nat) (w : list letter) : N :=
  output l (fold_left (next l) w (start l c)).

(** The law is true of a game: its positions have values, every position has digits, and from any digits
    of a position the law gives its value. *)
Definition law_holds (g : game) (v : valuation) (n : numeration) (l : law) : Prop :=
  (exists f, is_value g v f) /\
  forall f, is_value g v f ->
  forall c x, position g c x ->
    (exists w, denotes n w x) /\ forall w, denotes n w x -> says l c w = f c x.

(** The law with an added Nim heap, of [h] objects, is true of a game: its positions have Grundy values,
    and the outcome that the law gives is P if and only if [h] is the Grundy value. *)
Definition nim_heap_law_holds (g : game) (n : numeration) (l : law) : Prop :=
  (exists f, is_value g Grundy f) /\
  forall f, is_value g Grundy f ->
  forall c x h, position g c x ->
    (exists w, denotes n w (x ++ [Z.of_N h])) /\
    forall w, denotes n w (x ++ [Z.of_N h]) -> (says l c w = 0%N <-> h = f c x).

(** Laws by tables: for each state its output, and its successor under each letter; the letter of
    the digits e_0, e_1, ... of [b] different ones has the number e_0 + e_1 b + e_2 b^2 + .... *)
Fixpoint letter_number (b : N) (a : letter) : N :=
  match a with [] => 0 | e :: a => N.of_nat e + b * letter_number b a end%N.

Definition by_table (l : law) (b : N) (starts : list N) (table : list (N * list N)) : Prop :=
  (forall c, start l c = nth c starts 0%N) /\
  (forall s, output l s = fst (nth (N.to_nat s) table (0%N, []))) /\
  (forall s a, next l s a
    = nth (N.to_nat (letter_number b a)) (snd (nth (N.to_nat s) table (0%N, []))) 0%N).
