(** * Play ends, and never leaves the positions that exist *)

From Coq Require Import List ZArith Bool Lia Zwf Wellfounded.
From Bouton Require Import Statement Vectors Residual Words Refute Threads.
Import ListNotations.
Open Scope Z_scope.

(** ** Linear expressions *)

Lemma dot_comm a : forall b, dot a b = dot b a.
Proof. induction a as [|p a IH]; intros [|q b]; simpl; try lia. rewrite IH. lia. Qed.

Definition add (e f : linear) : linear :=
  match e, f with Linear a b c, Linear a' b' c' => Linear (plus a a') (plus b b') (c + c') end.
Definition times (k : Z) (e : linear) : linear :=
  match e with Linear a b c => Linear (scale k a) (scale k b) (k * c) end.
Definition coordinate (i : nat) : linear := Linear (unit i (S i)) [] 0.

Lemma add_value e f x t : value (add e f) x t = value e x t + value f x t.
Proof.
  destruct e, f. simpl.
  rewrite (dot_comm (plus _ _) x), (dot_comm (plus _ _) t), !dot_plus, !(dot_comm x), !(dot_comm t). lia.
Qed.

Lemma times_value k e x t : value (times k e) x t = k * value e x t.
Proof.
  destruct e. simpl.
  rewrite (dot_comm (scale _ _) x), (dot_comm (scale _ _) t), !dot_scale, (dot_comm x), (dot_comm t). lia.
Qed.

Lemma coordinate_value i x t : value (coordinate i) x t = at_ x i.
Proof.
  unfold coordinate, value. cbn [dot]. unfold unit.
  assert (forall k z j, dot (map (fun i => if Nat.eqb i j then 1 else 0) (seq k (S i))) z
    = if (Nat.leb k j && Nat.leb j (k + i))%bool then at_ z (j - k) else 0) as P.
  { clear. induction i as [|i IH]; intros k z j.
    - cbn [seq map]. rewrite dot_cons. cbn [dot].
      destruct (Nat.eqb_spec k j) as [->|N].
      + rewrite Nat.leb_refl, Nat.add_0_r, Nat.leb_refl, Nat.sub_diag. cbn [andb]. lia.
      + destruct (Nat.leb_spec k j), (Nat.leb_spec j (k + 0)); cbn [andb]; lia.
    - cbn [seq map]. rewrite dot_cons. specialize (IH (S k) (tl z) j). cbn [seq map] in IH. rewrite IH.
      rewrite at_tl.
      destruct (Nat.eqb_spec k j) as [->|N].
      + rewrite Nat.leb_refl, Nat.sub_diag.
        destruct (Nat.leb_spec (S j) j); [lia|]. destruct (Nat.leb_spec j (j + S i)); [|lia]. cbn [andb]. lia.
      + replace (S k + i)%nat with (k + S i)%nat by lia.
        destruct (Nat.leb_spec (S k) j), (Nat.leb_spec k j), (Nat.leb_spec j (k + S i)); cbn [andb]; try lia.
        replace (S (j - S k)) with (j - k)%nat by lia. lia. }
  rewrite P. replace (i - 0)%nat with i by lia. rewrite Nat.leb_refl. simpl. lia.
Qed.

(** The weighted sum of the new coordinates, from coordinate [i] on. *)
Fixpoint weighted (ws : list Z) (Ts : list target) (i : nat) : linear :=
  match ws, Ts with
  | w :: ws, T :: Ts =>
      add (times w (match T with Same => coordinate i | Becomes e => e end)) (weighted ws Ts (S i))
  | _, _ => Linear [] [] 0
  end.

Lemma weighted_value ws x t : forall Ts i x', length x' = length Ts ->
  (forall k, (k < length Ts)%nat -> at_ x (i + k) = at_ x' k) ->
  value (weighted ws Ts i) x t = dot ws (zip (fun T a => becomes T a x t) Ts x').
Proof.
  induction ws as [|w ws IH]; intros [|T Ts] i [|a x'] L H; simpl in L; try discriminate; try reflexivity.
  cbn [weighted zip dot]. rewrite add_value, times_value, (IH Ts (S i) x').
  - f_equal. f_equal. destruct T; cbn [becomes]; [|reflexivity].
    rewrite coordinate_value. specialize (H 0%nat). rewrite Nat.add_0_r in H. apply H. simpl. lia.
  - congruence.
  - intros k K. replace (S i + k)%nat with (i + S k)%nat by lia. apply (H (S k)). simpl. lia.
Qed.

Lemma weighted_moved ws s x t : length x = length (targets s) ->
  value (weighted ws (targets s) 0) x t = dot ws (moved s x t).
Proof. intro L. apply weighted_value; [exact L|]. intros k _. reflexivity. Qed.

(** A condition on the position that is moved to. *)
Fixpoint moved_condition (s : schema) (f : formula) : formula :=
  let to e := match e with Linear a _ c => add (weighted a (targets s) 0) (Linear [] [] c) end in
  match f with
  | Always => Always
  | Never => Never
  | AtMostZero e => AtMostZero (to e)
  | IsZero e => IsZero (to e)
  | Congruent e m r => Congruent (to e) m r
  | Not f => Not (moved_condition s f)
  | And f h => And (moved_condition s f) (moved_condition s h)
  | Or f h => Or (moved_condition s f) (moved_condition s h)
  end.

Lemma moved_condition_holds s f x t : length x = length (targets s) ->
  holds (moved_condition s f) x t = holds f (moved s x t) [].
Proof.
  intro L.
  induction f as [| |e|e|e m r|f IH|f IHf h IHh|f IHf h IHh]; cbn [moved_condition holds];
    try congruence;
    destruct e as [a b c]; rewrite add_value, weighted_moved by exact L; simpl;
    rewrite dot_nil_r, Z.add_0_r; reflexivity.
Qed.

(** ** Orders of play *)

Definition smaller (a b : list Z) : Prop :=
  length a = length b /\
  (fix lex a b := match a, b with
    | p :: a, q :: b => (0 <= p < q) \/ (p = q /\ lex a b)
    | _, _ => False
    end) a b.

Lemma smaller_wf : well_founded smaller.
Proof.
  assert (forall k b, length b = k -> Acc smaller b) as P.
  { induction k as [|k IH]; intros b L.
    - destruct b; [|discriminate]. constructor. intros [|p a] [La H]; [destruct H|discriminate].
    - assert (forall q b, length b = k -> Acc smaller (q :: b)) as Q.
      { clear b L. intro q. induction q as [q IHq] using (well_founded_ind (Zwf_well_founded 0)).
        intros b L. specialize (IH b L) as A. revert L. induction A as [b _ IHb]. intro L.
        constructor. intros [|p a] [La H]; [destruct H|]. destruct H as [H|[-> H]].
        - apply IHq; [unfold Zwf; lia|]. simpl in La. congruence.
        - simpl in La. apply IHb; [split; [congruence|exact H]|congruence]. }
      destruct b as [|q b]; [discriminate|]. apply Q. simpl in L. congruence. }
  intro b. apply (P (length b)). reflexivity.
Qed.

Section Play.
  Variables (g : game) (order : list (list Z)).

  Definition rank (c : nat) (x : list Z) : list Z :=
    map (fun w => dot w x) order ++ [Z.of_nat (controls g) - Z.of_nat c].

  (** The first sum that changes falls, or no sum changes and the control state rises. *)
  Fixpoint falls (ws : list (list Z)) (s : schema) : formula :=
    match ws with
    | [] => if Nat.ltb (from s) (to s) then Always else Never
    | w :: ws =>
        let change := add (weighted w (targets s) 0) (times (-1) (Linear w [] 0)) in
        Or (AtMostZero (add change (Linear [] [] 1))) (And (IsZero change) (falls ws s))
    end.

  Definition becomes_natural (s : schema) : formula :=
    fold_right (fun T f => match T with Same => f | Becomes e => And (AtMostZero (times (-1) e)) f end)
      Always (targets s).

  Definition wrong (s : schema) : formula :=
    And (And (forget (existing g)) (conditions g s))
      (And (becomes_natural s) (Not (And (falls order s) (moved_condition s (existing g))))).

  Definition play_ends : bool :=
    forallb nonnegative order &&
    forallb (fun s =>
      Nat.eqb (length (targets s)) (dimension g) && Nat.ltb (to s) (controls g)
      && refute (dimension g) (parameters s) (wrong s)) (moves g).

  Hypothesis E : play_ends = true.

  Lemma becomes_natural_holds Ts : forall x' x t, length x' = length Ts ->
    Forall (fun a => 0 <= a) (zip (fun T a => becomes T a x t) Ts x') ->
    holds (fold_right (fun T f => match T with Same => f | Becomes e => And (AtMostZero (times (-1) e)) f end)
      Always Ts) x t = true.
  Proof.
    induction Ts as [|T Ts IH]; intros [|a x'] x t L F; simpl in L; try discriminate; [reflexivity|].
    cbn [zip] in F. apply Forall_inv2 in F as [F1 F2]. specialize (IH x' x t ltac:(congruence) F2).
    cbn [fold_right]. destruct T; [exact IH|]. cbn [holds becomes] in *. rewrite IH, times_value, andb_true_r. lia.
  Qed.

  Lemma dot_natural w x : nonnegative w = true -> natural x -> 0 <= dot w x.
  Proof.
    intros N F. unfold nonnegative in N. revert x F.
    induction w as [|p w IH]; intros [|q x] F; simpl; try lia.
    cbn [forallb] in N. apply andb_prop in N as [N1 N2]. apply Forall_inv2 in F as [F1 F2].
    specialize (IH N2 x F2). nia.
  Qed.

  Lemma option_position c x c' y : position g c x -> option_of g c x c' y ->
    position g c' y /\ smaller (rank c' y) (rank c x).
  Proof.
    intros (Pc & Pl & Pn & Pe) (s & t & Is & <- & <- & Lt & Nt & G & St & -> & Ny).
    unfold play_ends in E. apply andb_prop in E as [E1 E2].
    rewrite forallb_forall in E2. specialize (E2 s Is). rewrite !andb_true_iff in E2.
    destruct E2 as [[E2 E3] E4]. apply Nat.eqb_eq in E2. apply Nat.ltb_lt in E3.
    pose proof (refute_sound _ _ _ E4 x t Pl Lt Pn Nt) as R.
    unfold wrong, conditions in R. cbn [holds] in R.
    rewrite !forget_holds, Pe, G, St in R.
    unfold becomes_natural in R.
    rewrite (becomes_natural_holds (targets s) x x t) in R; [|congruence|exact Ny].
    rewrite moved_condition_holds in R by congruence.
    assert (holds (falls order s) x t = true /\ holds (existing g) (moved s x t) [] = true) as [R1 R2].
    { apply andb_prop. destruct (holds (falls order s) x t && holds (existing g) (moved s x t) []); [reflexivity|discriminate]. }
    split.
    - repeat split; try assumption. unfold moved. rewrite zip_length; congruence.
    - unfold rank, smaller. split; [rewrite !app_length, !map_length; reflexivity|].
      clear R R2 E4 Pe. rewrite forallb_forall in E1.
      assert (forall w, In w order -> nonnegative w = true) as E5 by exact E1. clear E1.
      induction order as [|w ws IH]; cbn [map app].
      + cbn [falls] in R1. destruct (Nat.ltb_spec (from s) (to s)); [|discriminate]. left. lia.
      + cbn [falls] in R1. cbn [holds] in R1.
        rewrite !add_value, !times_value, weighted_moved in R1 by congruence.
        assert (forall k, value (Linear w [] 0) x t = dot w x /\ value (Linear [] [] k) x t = k) as V.
        { intro k. simpl. split; lia. }
        destruct (V 1) as [V1 V2]. rewrite V1, V2 in R1. clear V V1 V2.
        pose proof (dot_natural w (moved s x t) (E5 w (or_introl eq_refl)) Ny) as D.
        apply orb_prop in R1 as [R1|R1].
        * left. lia.
        * apply andb_prop in R1 as [R1 R3]. right. split; [lia|]. apply IH; [exact R3|].
          intros w' I. apply E5. right. exact I.
  Qed.

  Theorem play_induction (P : nat -> list Z -> Prop) :
    (forall c x, position g c x -> (forall c' y, option_of g c x c' y -> P c' y) -> P c x) ->
    forall c x, position g c x -> P c x.
  Proof.
    intros H.
    assert (forall r c x, rank c x = r -> position g c x -> P c x) as Q.
    { intro r. induction r as [r IH] using (well_founded_ind smaller_wf).
      intros c x Er Px. apply H; [exact Px|]. intros c' y O.
      destruct (option_position c x c' y Px O) as [Py D].
      apply (IH (rank c' y)); [rewrite <- Er; exact D|reflexivity|exact Py]. }
    intros c x. apply (Q (rank c x) c x eq_refl).
  Qed.
End Play.
