(** * Sums of heaps with letters

    The law of one heap is a law of Grundy values, and the theorem of Sprague and Grundy does the rest.  In misere play each
    heap of value 0 has no moves, or one to value 1. *)

From Coq Require Import List ZArith Bool Lia Zwf.
From Bouton Require Import Statement Every Values Letters Sums LetterCheck.
Import ListNotations.
Open Scope Z_scope.

Definition check_letter_sum (letters : nat) (cone : formula) (one : game) (misere : bool) (l : list letter_case) : bool :=
  Nat.eqb (controls one) 1 && check_cases misere letters cone one Grundy l.

Theorem check_letter_sum_sound letters cone one misere l :
  check_letter_sum letters cone one misere l = true -> letter_sum_law_holds letters cone one misere l.
Proof.
  unfold check_letter_sum. intro K. apply andb_prop in K as [C K]. apply Nat.eqb_eq in C.
  destruct (check_cases_sound _ _ _ _ _ _ K) as (Ex & D & H). unfold letter_sum_law_holds. intros a La Na Hc.
  set (v := if misere then Misere else Grundy). set (total' := if misere then misere_sum else fold_right N.lxor 0%N).
  destruct (H a La Na Hc) as [(k0 & I0 & H0) Each].
  assert (forall n, position (instance a one) 0 [n] <-> 0 <= n) as At.
  { intro n. unfold position. cbn [instance controls dimension existing]. rewrite C, D, Ex. cbn. split.
    - intros (_ & _ & N & _). inversion N. assumption.
    - intro P. repeat split; [lia|]. constructor; [exact P|constructor]. }
  destruct (Each k0 I0 H0) as (F0 & _ & Down & _). specialize (Down C).
  assert (forall n c y, position (instance a one) 0 [n] -> option_of (instance a one) 0 [n] c y ->
    c = 0%nat /\ exists m, y = [m] /\ position (instance a one) 0 [m]) as Positions.
  { intros n c y P O. apply At in P. destruct (Down n c y P O) as (-> & m & -> & M). split; [reflexivity|].
    exists m. split; [reflexivity|]. apply At. lia. }
  assert (forall n, position (instance a one) 0 [n] -> Acc (heap_option (instance a one)) n) as Ends.
  { intros n P. apply At in P. revert P. pattern n. apply (well_founded_induction (Zwf_well_founded 0)). clear n. intros n IH P.
    constructor. intros m [_ O]. destruct (Down n _ _ P O) as (_ & m' & E & M). injection E as <-. apply IH; unfold Zwf; lia. }
  assert (forall k, In k l -> in_case k a ->
    is_sum_value (instance a one) v (fun x => total' (map (fun n => Z.to_N (letter_value k a 0 n)) x)) /\
    forall n, 0 <= n -> 0 <= letter_value k a 0 n) as Values.
  { intros k I Hk. destruct (Each k I Hk) as (F & Only & _ & Answers).
    assert (forall n, 0 <= n -> 0 <= letter_value k a 0 n) as Pos.
    { intros n P. pose proof (Only _ F 0%nat [n] (proj2 (At n) P)) as V. cbn [hd] in V. lia. }
    split; [|exact Pos]. unfold v, total'. destruct misere.
    - apply (misere_total_is_value (instance a one) Positions _ F). cbn [hd]. intros n P V. apply At in P. specialize (Pos n P).
      destruct (Answers eq_refl eq_refl 0%nat n ltac:(lia) P ltac:(lia)) as [N|(c & m & O & E)].
      + left. intros b. apply N.
      + right. destruct (Down n c [m] P O) as (-> & _). exists m. split; [exact O|]. rewrite E. reflexivity.
    - apply (total_is_value (instance a one) Positions _ F). }
  split; [|split].
  - eexists. apply (Values k0 I0 H0).
  - exists k0. auto.
  - intros f Hf k I Hk x P. destruct (Values k I Hk) as [F Pos].
    exists (map (fun n => Z.to_N (letter_value k a 0 n)) x). split.
    + clear - P Pos At. induction P as [|n x Pn P IH]; constructor; [|exact IH]. apply At in Pn. specialize (Pos n Pn). lia.
    + apply (sum_value_unique (instance a one) Positions Ends v _ _ Hf F x P).
Qed.
