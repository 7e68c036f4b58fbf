(** * One check of every claim, to be extracted

    [Extract.v] writes [verify] as a program in OCaml; what it accepts is true. *)

From Coq Require Import List ZArith Bool.
From Bouton Require Import Statement Tables Heaps Check SpragueGrundy Numerations Period.
Import ListNotations.
Open Scope Z_scope.

(** How a law is written down: how many digits there are, where it begins, its states. *)
Record written := Written { bits : N; starts : list N; states : list (N * list N) }.

Definition law_of (w : written) : law := of_table (bits w) (starts w) (states w).

Inductive claim :=
| IsLaw (g : game) (v : valuation) (n : numeration) (w : written)
| IsNimHeapLaw (g : game) (w : written)
| IsPeriod (rules : code) (p from : nat) (values : list N).

Definition true_claim (c : claim) : Prop :=
  match c with
  | IsLaw g v n w => law_holds g v n (law_of w)
  | IsNimHeapLaw g w => nim_heap_law_holds g binary (law_of w)
  | IsPeriod rules p from values => period_holds rules p from values
  end.

(** The check that a claim is put to, with what it needs: the sums by which play ends, and whether the two
    halves are looked at apart; in other digits than those of base 2 also their marks, and how many words
    there are. *)
Inductive lemma :=
| Binary (order : list (list Z)) (halves : bool)
| InDigits (cone : list Z) (lambda : list (list Z)) (order : list (list Z)) (halves : bool)
| NimHeap (order : list (list Z)) (halves : bool)
| Periodic.

Definition numeration_eq_dec (a b : numeration) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition verify (c : claim) (e : lemma) : bool :=
  match c, e with
  | IsLaw g v n w, Binary order halves =>
      (if numeration_eq_dec n binary then true else false) && check_binary order halves g v (law_of w)
  | IsLaw g v n w, InDigits cone lambda order halves => check_in n cone lambda order halves g v (law_of w)
  | IsNimHeapLaw g w, NimHeap order halves => check_nim_heap order halves g (law_of w)
  | IsPeriod rules p from values, Periodic => check_period rules p from values
  | _, _ => false
  end.

Theorem verify_sound c e : verify c e = true -> true_claim c.
Proof.
  destruct c, e; cbn [verify true_claim]; try discriminate; intro K.
  - apply andb_prop in K as [E K]. destruct (numeration_eq_dec n binary) as [->|]; [|discriminate].
    apply (check_binary_sound order halves), K.
  - apply (check_in_sound n cone lambda order halves), K.
  - apply (check_nim_heap_sound order halves), K.
  - apply check_period_sound, K.
Qed.
