(** * Sums of any number of heaps, by the theorem of Sprague and Grundy *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Every Values Play Check SpragueGrundy Numerations.
Import ListNotations.
Open Scope Z_scope.

Definition nim_total (l : list N) : N := fold_right N.lxor 0%N l.

(** ** Nim-sums *)

Section Nim.
  Open Scope N_scope.

  Lemma shiftr_log2 d : d <> 0 -> N.shiftr d (N.log2 d) = 1.
  Proof.
    intro H. rewrite N.shiftr_div_pow2.
    destruct (N.log2_spec d) as [A B]; [lia|]. rewrite N.pow_succ_r' in B.
    symmetry. apply (N.div_unique d (2 ^ N.log2 d) 1 (d - 2 ^ N.log2 d)); lia.
  Qed.

  Lemma lxor_less a d : d <> 0 -> N.testbit a (N.log2 d) = true -> N.lxor a d < a.
  Proof.
    intros H B. set (k := N.log2 d) in *.
    assert (N.shiftr (N.lxor a d) k < N.shiftr a k) as L.
    { rewrite N.shiftr_lxor. unfold k at 2. rewrite shiftr_log2 by exact H.
      rewrite <- (N.add_0_l k), <- N.shiftr_spec' in B.
      set (m := N.shiftr a k) in *. destruct m as [|[p|p|]]; simpl in *; try discriminate; lia. }
    destruct (N.lt_ge_cases (N.lxor a d) a) as [G|G]; [exact G|exfalso].
    rewrite !N.shiftr_div_pow2 in L.
    pose proof (N.div_le_mono a (N.lxor a d) (2 ^ k) ltac:(apply N.pow_nonzero; lia) G). lia.
  Qed.

  Lemma top_bit a b : b < a -> N.testbit a (N.log2 (N.lxor b a)) = true.
  Proof.
    intro H. set (d := N.lxor b a).
    assert (d <> 0) as D by (unfold d; intro E; apply N.lxor_eq in E; lia).
    assert (N.lxor b d = a) as E by (unfold d; rewrite <- N.lxor_assoc, N.lxor_nilpotent; apply N.lxor_0_l).
    destruct (N.testbit a (N.log2 d)) eqn:T; [reflexivity|exfalso].
    assert (N.testbit d (N.log2 d) = true) as Td by (apply N.bit_log2, D).
    rewrite <- E, N.lxor_spec, Td in T.
    assert (N.testbit b (N.log2 d) = true) as Tb by (destruct (N.testbit b (N.log2 d)); [reflexivity|discriminate]).
    pose proof (lxor_less b d D Tb). lia.
  Qed.

  Lemma total_bit l k : N.testbit (nim_total l) k = true ->
    exists l1 a l2, l = l1 ++ a :: l2 /\ N.testbit a k = true.
  Proof.
    induction l as [|a l IH]; simpl; [discriminate|].
    rewrite N.lxor_spec. intro H. destruct (N.testbit a k) eqn:E; [exists [], a, l; auto|].
    destruct IH as (l1 & b & l2 & -> & B); [destruct (N.testbit (nim_total l) k); [reflexivity|discriminate]|].
    exists (a :: l1), b, l2. auto.
  Qed.

  Lemma total_replaced l1 a b l2 :
    nim_total (l1 ++ b :: l2) = N.lxor (N.lxor a b) (nim_total (l1 ++ a :: l2)).
  Proof.
    induction l1 as [|c l1 IH]; cbn [app nim_total fold_right];
      [fold (nim_total l2)|fold (nim_total (l1 ++ b :: l2)) (nim_total (l1 ++ a :: l2)); rewrite IH];
      apply N.bits_inj; intro; rewrite !N.lxor_spec;
      repeat match goal with |- context [N.testbit ?x ?k] => destruct (N.testbit x k) end; reflexivity.
  Qed.
End Nim.

(** ** Play of a sum ends *)

Section Sums.
  Variables (one : game) (order : list (list Z)).
  Hypothesis E : play_ends one order = true.
  Hypothesis C : controls one = 1%nat.
  Hypothesis D : dimension one = 1%nat.

  Definition heap_option (b a : Z) : Prop := position one 0 [a] /\ option_of one 0 [a] 0 [b].
  Definition sum_option (y x : list Z) : Prop := sum_position one x /\ option_of_sum one x y.

  Lemma heap_positions a c' y : position one 0 [a] -> option_of one 0 [a] c' y ->
    c' = O /\ exists b, y = [b] /\ position one 0 [b].
  Proof.
    intros P O. destruct (option_position one order E _ _ _ _ P O) as [Q _].
    pose proof Q as (Hc & L & _). rewrite C in Hc. rewrite D in L.
    destruct y as [|b [|]]; try discriminate. assert (c' = 0%nat) as -> by lia. eauto.
  Qed.

  Lemma heap_ends a : position one 0 [a] -> Acc heap_option a.
  Proof.
    intro P. refine (play_induction one order E (fun c x => forall a, c = O -> x = [a] -> Acc heap_option a) _ 0 [a] P a eq_refl eq_refl).
    clear a P. intros c x P IH a -> ->. constructor. intros b [_ O]. apply (IH _ _ O); reflexivity.
  Qed.

  Lemma sum_ends x : Forall (Acc heap_option) x -> Acc sum_option x.
  Proof.
    assert (forall a, Acc heap_option a -> forall x, Acc sum_option x -> Acc sum_option (a :: x)) as Q.
    { clear. induction 1 as [a A IHa]. intros x Ax. induction Ax as [x Ax IHx]. constructor.
      intros y [P (l1 & c & d & l2 & Ex & -> & O)]. inversion P as [|? ? Pa Px]; subst.
      destruct l1 as [|e l1]; cbn [app] in *; injection Ex as -> Ex.
      - subst. apply IHa; [split; assumption|constructor; exact Ax].
      - subst. apply IHx. split; [exact Px|]. exists l1, c, d, l2. auto. }
    induction 1 as [|a x A F IH]; [|apply Q; assumption].
    constructor. intros y [_ (l1 & a & b & l2 & Ex & _)]. destruct l1; discriminate.
  Qed.

  Lemma sum_position_option x y : sum_position one x -> option_of_sum one x y -> sum_position one y.
  Proof.
    intros P (l1 & a & b & l2 & -> & -> & O). apply Forall_app in P as [P1 P2].
    apply Forall_cons_iff in P2 as [Pa P2]. destruct (heap_positions a _ _ Pa O) as (_ & b' & Eb & Pb).
    injection Eb as <-. apply Forall_app. split; [exact P1|]. constructor; assumption.
  Qed.

  Lemma sum_induction (P : list Z -> Prop) :
    (forall x, sum_position one x -> (forall y, option_of_sum one x y -> P y) -> P x) ->
    forall x, sum_position one x -> P x.
  Proof.
    intros H x Px.
    assert (Acc sum_option x) as A.
    { apply sum_ends. eapply Forall_impl; [|exact Px]. apply heap_ends. }
    induction A as [x _ IH]. apply H; [exact Px|]. intros y O. apply IH; [split; assumption|].
    apply (sum_position_option x y Px O).
  Qed.

  (** ** The theorem of Sprague and Grundy *)

  Variable f0 : nat -> list Z -> N.
  Hypothesis F0 : is_value one Grundy f0.

  Definition total (x : list Z) : N := nim_total (map (fun a => f0 0%nat [a]) x).

  Theorem total_is_value : is_sum_value one total.
  Proof.
    intros x P. split.
    - intros (y & (l1 & a & b & l2 & -> & -> & O) & V).
      apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      unfold total in V. rewrite !map_app in V. cbn [map] in V.
      rewrite (total_replaced _ (f0 0%nat [a]) (f0 0%nat [b])) in V.
      assert (N.lxor (f0 0%nat [a]) (f0 0%nat [b]) = 0%N) as Z.
      { apply (f_equal (fun v => N.lxor v (nim_total (map (fun a => f0 0%nat [a]) l1 ++ f0 0%nat [a] :: map (fun a => f0 0%nat [a]) l2)))) in V.
        rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in V. exact V. }
      apply N.lxor_eq in Z. destruct (F0 0%nat [a] Pa) as [M _]. apply M. exists 0%nat, [b]. auto.
    - intros v Hv. pose proof (top_bit _ _ Hv) as T. set (d := N.lxor v (total x)) in *.
      assert (d <> 0%N) as Nd by (unfold d; intro Z; apply N.lxor_eq in Z; lia).
      apply total_bit in T as (g1 & ga & g2 & Ex & B).
      apply map_eq_app in Ex as (l1 & r & -> & <- & Er).
      apply map_eq_cons in Er as (a & l2 & -> & <- & <-).
      apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      destruct (F0 0%nat [a] Pa) as [_ M]. destruct (M (N.lxor (f0 0%nat [a]) d)) as (c' & y & O & V).
      { apply lxor_less; assumption. }
      destruct (heap_positions a c' y Pa O) as (-> & b & -> & _).
      exists (l1 ++ b :: l2). split; [exists l1, a, b, l2; auto|].
      assert (total (l1 ++ a :: l2) = nim_total (map (fun a => f0 0%nat [a]) l1 ++ f0 0%nat [a] :: map (fun a => f0 0%nat [a]) l2)) as T
        by (unfold total; rewrite map_app; reflexivity).
      unfold total. rewrite map_app. cbn [map].
      rewrite (total_replaced _ (f0 0%nat [a]) (f0 0%nat [b])), V, <- T. unfold d.
      apply N.bits_inj. intro. rewrite !N.lxor_spec.
      repeat match goal with |- context [N.testbit ?x ?k] => destruct (N.testbit x k) end; reflexivity.
  Qed.

  Theorem total_unique f : is_sum_value one f -> forall x, sum_position one x -> f x = total x.
  Proof.
    intro F. refine (sum_induction (fun x => f x = total x) _). intros x P IH.
    apply (calls_for_unique Grundy (fun v => exists y, option_of_sum one x y /\ f y = v)); [apply F, P|].
    refine (calls_for_same Grundy _ _ _ _ (total_is_value x P)). intro v.
    split; intros (y & O & V); exists y; (split; [exact O|]); rewrite <- V; [apply IH|symmetry; apply IH]; exact O.
  Qed.
End Sums.

(** ** The checks *)

Definition of_one_heap (g : game) : bool := Nat.eqb (controls g) 1 && Nat.eqb (dimension g) 1.

Theorem sum_law one order n l : of_one_heap one = true -> play_ends one order = true ->
  law_holds one Grundy n l -> sum_law_holds one n l.
Proof.
  intros O E [(f0 & F0) H]. unfold of_one_heap in O. apply andb_prop in O as [C D].
  apply Nat.eqb_eq in C, D. specialize (H f0 F0). split.
  - exists (total f0). apply (total_is_value one order E C D f0 F0).
  - intros f F x P. split.
    + induction P as [|a x Pa P IH]; [exists []; constructor|].
      destruct IH as (ws & W). destruct (H 0%nat [a] Pa) as [(w & Dw) _]. exists (w :: ws). constructor; assumption.
    + intros ws W. rewrite (total_unique one order E C D f0 F0 f F x P). unfold total, nim_total. f_equal.
      clear F f. induction W as [|a w x ws Dw W IH]; [reflexivity|].
      apply Forall_cons_iff in P as [Pa P]. cbn [map]. rewrite (IH P). f_equal.
      symmetry. apply (H 0%nat [a] Pa), Dw.
Qed.

Theorem sum_nim_heap_law one order n l : of_one_heap one = true -> play_ends one order = true ->
  nim_heap_law_holds one n l -> sum_nim_heap_law_holds one n l.
Proof.
  intros O E [(f0 & F0) H]. unfold of_one_heap in O. apply andb_prop in O as [C D].
  apply Nat.eqb_eq in C, D. specialize (H f0 F0). split.
  - exists (total f0). apply (total_is_value one order E C D f0 F0).
  - intros f F x P. exists (map (fun a => f0 0%nat [a]) x). split.
    + rewrite (total_unique one order E C D f0 F0 f F x P). reflexivity.
    + clear F f. induction P as [|a x Pa P IH]; constructor; [|exact IH].
      intro k. destruct (H 0%nat [a] k Pa) as [W Q]. split; assumption.
Qed.

Definition check_sum (order : list (list Z)) (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && check_binary order halves one Grundy l.

Theorem check_sum_sound order halves one l : check_sum order halves one l = true -> sum_law_holds one binary l.
Proof.
  intro K. apply andb_prop in K as [O K]. apply (sum_law one order); [exact O| |apply (check_binary_sound order halves), K].
  unfold check_binary, check in K. rewrite !andb_true_iff in K. apply K.
Qed.

Definition check_sum_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z))
    (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && check_in n cone scaled combinations lambda order halves one Grundy l.

Theorem check_sum_in_sound n cone scaled combinations lambda order halves one l :
  check_sum_in n cone scaled combinations lambda order halves one l = true -> sum_law_holds one n l.
Proof.
  intro K. apply andb_prop in K as [O K].
  apply (sum_law one order); [exact O| |apply (check_in_sound n cone scaled combinations lambda order halves), K].
  unfold check_in, check in K. rewrite !andb_true_iff in K. apply K.
Qed.

(** Play of the game itself has to end, not only beside the Nim heap. *)
Definition check_sum_nim_heap (order : list (list Z)) (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && play_ends one order && check_nim_heap order halves one l.

Theorem check_sum_nim_heap_sound order halves one l :
  check_sum_nim_heap order halves one l = true -> sum_nim_heap_law_holds one binary l.
Proof.
  intro K. unfold check_sum_nim_heap in K. rewrite !andb_true_iff in K. destruct K as [[O E] K].
  apply (sum_nim_heap_law one order); [exact O|exact E|apply (check_nim_heap_sound order halves), K].
Qed.

Definition check_sum_nim_heap_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z))
    (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && play_ends one order && check_nim_heap_in n cone scaled combinations lambda order halves one l.

Theorem check_sum_nim_heap_in_sound n cone scaled combinations lambda order halves one l :
  check_sum_nim_heap_in n cone scaled combinations lambda order halves one l = true -> sum_nim_heap_law_holds one n l.
Proof.
  intro K. unfold check_sum_nim_heap_in in K. rewrite !andb_true_iff in K. destruct K as [[O E] K].
  apply (sum_nim_heap_law one order); [exact O|exact E|apply (check_nim_heap_in_sound n cone scaled combinations lambda order halves), K].
Qed.
