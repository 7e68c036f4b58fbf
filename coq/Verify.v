(** * One check of every claim, to be extracted

    [Extract.v] writes [verify] as a program in OCaml; what it accepts is true. *)

From Coq Require Import List ZArith Bool.
From Bouton Require Import Statement Every Tables Heaps Letters Check SpragueGrundy Numerations Period Sums Columns Quotient Endless Splits Arithmetic LetterCheck LetterSums LetterRows.
Import ListNotations.
Open Scope Z_scope.

(** The notation of a law: the number of digits, its starts, its states. *)
Record written := Written { bits : N; starts : list N; states : list (N * list N) }.

Definition law_of (w : written) : law := of_table (bits w) (starts w) (states w).

Inductive claim :=
| IsLaw (g : game) (v : valuation) (n : numeration) (w : written)
| IsNimHeapLaw (g : game) (n : numeration) (w : written)
| IsPeriod (rules : code) (p from : nat) (values : list N)
| IsSumLaw (g : game) (n : numeration) (w : written)
| IsSumNimHeapLaw (g : game) (n : numeration) (w : written)
| IsLawOfAny (g : any_heaps) (v : valuation) (t p : nat) (starts : list N) (table : list (N * list N))
| IsListedQuotient (rules : code) (products : list (list N)) (lost values : list N)
| IsPeriodicQuotient (rules : code) (products : list (list N)) (lost : list N) (p from : nat) (values : list N)
| IsEndlessPeriod (rules : code) (p from : nat) (s : N) (values : list N)
| IsRisingPeriod (rules : code) (p from : nat) (s : N) (values : list N)
| IsLetterLaw (letters : nat) (cone : formula) (g : game) (v : valuation) (l : list letter_case)
| IsLetterSum (letters : nat) (cone : formula) (one : game) (misere : bool) (l : list letter_case)
| AreLetterRows (letters : nat) (cone : formula) (g : game) (v : valuation) (dividend divisor_ : form) (l : list row_case).

Definition true_claim (c : claim) : Prop :=
  match c with
  | IsLaw g v n w => law_holds g v n (law_of w)
  | IsNimHeapLaw g n w => nim_heap_law_holds g n (law_of w)
  | IsPeriod rules p from values => period_holds rules p from values
  | IsSumLaw g n w => sum_law_holds g n (law_of w)
  | IsSumNimHeapLaw g n w => sum_nim_heap_law_holds g n (law_of w)
  | IsLawOfAny g v t p starts table => law_of_any_holds g v (counting t p starts table)
  | IsListedQuotient rules products lost values => listed_quotient_holds rules products lost values
  | IsPeriodicQuotient rules products lost p from values => periodic_quotient_holds rules products lost p from values
  | IsEndlessPeriod rules p from s values => endless_period_holds rules [3%N] p from s values
  | IsRisingPeriod rules p from s values => endless_period_holds rules [] p from s values
  | IsLetterLaw letters cone g v l => letter_law_holds letters cone g v l
  | IsLetterSum letters cone one misere l => letter_sum_law_holds letters cone one misere l
  | AreLetterRows letters cone g v dividend divisor_ l => letter_rows_hold letters cone g v dividend divisor_ l
  end.

(** The check for a claim, with its data: the sums by which play ends, and whether the two halves are checked
    separately; in other digits than those of base 2 also their marks, and the numbers of words; for laws that
    count ones the replies. *)
Inductive lemma :=
| Binary (order : list (list Z)) (halves : bool)
| InDigits (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z)) (halves : bool)
| NimHeap (order : list (list Z)) (halves : bool)
| NimHeapInDigits (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z)) (halves : bool)
| Periodic
| Endless
| WithSplits
| WithSaltus
| Products
| PeriodicProducts
| SumBinary (order : list (list Z)) (halves : bool)
| SumInDigits (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z)) (halves : bool)
| SumNimHeap (order : list (list Z)) (halves : bool)
| SumNimHeapInDigits (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z)) (halves : bool)
| Replies (strategies : list strategy)
| Inequalities
| SumInequalities
| RowInequalities.

Definition numeration_eq_dec (a b : numeration) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition verify (c : claim) (e : lemma) : bool :=
  match c, e with
  | IsLaw g v n w, Binary order halves =>
      (if numeration_eq_dec n binary then true else false) && check_binary order halves g v (law_of w)
  | IsLaw g v n w, InDigits cone scaled combinations lambda order halves => check_in n cone scaled combinations lambda order halves g v (law_of w)
  | IsNimHeapLaw g n w, NimHeap order halves =>
      (if numeration_eq_dec n binary then true else false) && check_nim_heap order halves g (law_of w)
  | IsNimHeapLaw g n w, NimHeapInDigits cone scaled combinations lambda order halves =>
      check_nim_heap_in n cone scaled combinations lambda order halves g (law_of w)
  | IsPeriod rules p from values, Periodic => check_period rules p from values
  | IsSumLaw g n w, SumBinary order halves =>
      (if numeration_eq_dec n binary then true else false) && check_sum order halves g (law_of w)
  | IsSumLaw g n w, SumInDigits cone scaled combinations lambda order halves => check_sum_in n cone scaled combinations lambda order halves g (law_of w)
  | IsSumNimHeapLaw g n w, SumNimHeap order halves =>
      (if numeration_eq_dec n binary then true else false) && check_sum_nim_heap order halves g (law_of w)
  | IsSumNimHeapLaw g n w, SumNimHeapInDigits cone scaled combinations lambda order halves =>
      check_sum_nim_heap_in n cone scaled combinations lambda order halves g (law_of w)
  | IsLawOfAny g v t p starts table, Replies strategies => check_columns g v t p starts table strategies
  | IsListedQuotient rules products lost values, Products => check_listed rules products lost values
  | IsPeriodicQuotient rules products lost p from values, PeriodicProducts =>
      check_periodic_quotient rules products lost p from values
  | IsEndlessPeriod rules p from s values, Endless => check_endless rules p from s values
  | IsEndlessPeriod rules p from s values, WithSplits => check_splits rules p from s values
  | IsRisingPeriod rules p from s values, WithSaltus => check_arithmetic rules p from s values
  | IsLetterLaw letters cone g v l, Inequalities => check_letters letters cone g v l
  | IsLetterSum letters cone one misere l, SumInequalities => check_letter_sum letters cone one misere l
  | AreLetterRows letters cone g v dividend divisor_ l, RowInequalities => check_letter_rows letters cone g v dividend divisor_ l
  | _, _ => false
  end.

Theorem verify_sound c e : verify c e = true -> true_claim c.
Proof.
  destruct c, e; cbn [verify true_claim]; try discriminate; intro K.
  - apply andb_prop in K as [E K]. destruct (numeration_eq_dec n binary) as [->|]; [|discriminate].
    apply (check_binary_sound order halves), K.
  - apply (check_in_sound n cone scaled combinations lambda order halves), K.
  - apply andb_prop in K as [E K]. destruct (numeration_eq_dec n binary) as [->|]; [|discriminate].
    apply (check_nim_heap_sound order halves), K.
  - apply (check_nim_heap_in_sound n cone scaled combinations lambda order halves), K.
  - apply check_period_sound, K.
  - apply andb_prop in K as [E K]. destruct (numeration_eq_dec n binary) as [->|]; [|discriminate].
    apply (check_sum_sound order halves), K.
  - apply (check_sum_in_sound n cone scaled combinations lambda order halves), K.
  - apply andb_prop in K as [E K]. destruct (numeration_eq_dec n binary) as [->|]; [|discriminate].
    apply (check_sum_nim_heap_sound order halves), K.
  - apply (check_sum_nim_heap_in_sound n cone scaled combinations lambda order halves), K.
  - apply (check_columns_sound strategies), K.
  - apply check_listed_sound, K.
  - apply check_periodic_quotient_sound, K.
  - apply check_endless_sound, K.
  - apply check_splits_sound, K.
  - apply check_arithmetic_sound, K.
  - apply check_letters_sound, K.
  - apply check_letter_sum_sound, K.
  - apply check_letter_rows_sound, K.
Qed.
