(** * Vectors as lists, up to zeros at the end *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement.
Import ListNotations.
Open Scope Z_scope.

Notation at_ v i := (nth i v 0).

Definition same (a b : list Z) := forall i, at_ a i = at_ b i.
Definition below (a b : list Z) := forall i, at_ a i <= at_ b i.

Lemma at_nil i : at_ (@nil Z) i = 0.
Proof. destruct i; reflexivity. Qed.

Lemma at_hd v : hd 0 v = at_ v 0.
Proof. destruct v; reflexivity. Qed.

Lemma at_plus a : forall b i, at_ (plus a b) i = at_ a i + at_ b i.
Proof.
  induction a as [|p a IH]; intros [|q b] [|i]; simpl; try lia.
  apply IH.
Qed.

Definition scale (k : Z) (v : list Z) := map (Z.mul k) v.

Lemma at_scale k v : forall i, at_ (scale k v) i = k * at_ v i.
Proof. induction v; intros [|i]; simpl; try lia. apply IHv. Qed.

Lemma dot_nil_r a : dot a [] = 0.
Proof. destruct a; reflexivity. Qed.

Lemma dot_cons a r v : dot (a :: r) v = a * at_ v 0 + dot r (tl v).
Proof. destruct v; simpl; rewrite ?dot_nil_r; lia. Qed.

Lemma at_tl (v : list Z) i : at_ (tl v) i = at_ v (S i).
Proof. destruct v; simpl; [destruct i|]; reflexivity. Qed.

Lemma dot_same r : forall a b, same a b -> dot r a = dot r b.
Proof.
  induction r as [|p r IH]; intros a b H; [reflexivity|].
  rewrite !dot_cons, (H 0%nat), (IH (tl a) (tl b)); [reflexivity|].
  intro i. rewrite !at_tl. apply H.
Qed.

Lemma tl_plus a b : same (tl (plus a b)) (plus (tl a) (tl b)).
Proof. intro i. rewrite at_tl, !at_plus, !at_tl. reflexivity. Qed.

Lemma dot_plus r : forall a b, dot r (plus a b) = dot r a + dot r b.
Proof.
  induction r as [|p r IH]; intros a b; [reflexivity|].
  rewrite !dot_cons, at_plus, (dot_same r _ _ (tl_plus a b)), IH. lia.
Qed.

Lemma dot_scale r : forall k a, dot r (scale k a) = k * dot r a.
Proof.
  induction r as [|p r IH]; intros k a; [simpl; lia|].
  rewrite !dot_cons, at_scale.
  assert (same (tl (scale k a)) (scale k (tl a))) as E.
  { intro i. rewrite at_tl, !at_scale, at_tl. reflexivity. }
  rewrite (dot_same r _ _ E), IH. lia.
Qed.

Lemma dot_mono r : (forall i, 0 <= at_ r i) -> forall a b, below a b -> dot r a <= dot r b.
Proof.
  induction r as [|p r IH]; intros N a b H; [simpl; lia|].
  rewrite !dot_cons.
  assert (dot r (tl a) <= dot r (tl b)).
  { apply IH; [intro i; apply (N (S i))|]. intro i. rewrite !at_tl. apply H. }
  pose proof (N 0%nat). pose proof (H 0%nat). simpl in *. nia.
Qed.

Lemma dot_app a : forall x b t, length a = length x -> dot (a ++ b) (x ++ t) = dot a x + dot b t.
Proof.
  induction a as [|p a IH]; intros [|q x] b t H; simpl in *; try discriminate; [reflexivity|].
  rewrite IH by congruence. lia.
Qed.

(** ** Boolean tests *)

Definition nonnegative (v : list Z) := forallb (Z.leb 0) v.

Lemma nonnegative_at v : nonnegative v = true -> forall i, 0 <= at_ v i.
Proof.
  unfold nonnegative. induction v as [|p v IH]; simpl; intros H [|i]; try lia;
    apply andb_prop in H as [H1 H2].
  apply IH, H2.
Qed.

Fixpoint belowb (a b : list Z) : bool :=
  match a, b with
  | p :: a, q :: b => (p <=? q) && belowb a b
  | [], b => nonnegative b
  | a, [] => forallb (fun p => p <=? 0) a
  end.

Lemma belowb_below a : forall b, belowb a b = true -> below a b.
Proof.
  induction a as [|p a IH]; intros b H.
  - intro i. rewrite at_nil. apply nonnegative_at. destruct b; exact H.
  - destruct b as [|q b].
    + intro i. rewrite at_nil. change (forallb (fun p => p <=? 0) (p :: a) = true) in H.
      revert H. generalize (p :: a) as l. revert i.
      intros i l. revert i. induction l as [|r l IHl]; intros [|i] H; simpl in *; try lia;
        apply andb_prop in H as [H1 H2]; (lia || apply IHl, H2).
    + simpl in H. apply andb_prop in H as [H1 H2]. intros [|i]; simpl; [lia|]. apply IH, H2.
Qed.

(** ** The step of a numeration *)

Section Step.
  Variable n : numeration.

  Definition step (v : list Z) := map (fun row => dot row v) (matrix n).
  Definition vector (e : nat) := nth e (vectors n) [].

  Lemma append_step v e : append n v e = plus (step v) (vector e).
  Proof. reflexivity. Qed.

  Lemma at_step v i : at_ (step v) i = dot (nth i (matrix n) []) v.
  Proof.
    unfold step. rewrite <- (map_nth (fun row => dot row v)). reflexivity.
  Qed.

  Lemma step_same a b : same a b -> same (step a) (step b).
  Proof. intros H i. rewrite !at_step. apply dot_same, H. Qed.

  Lemma append_same a b e : same a b -> same (append n a e) (append n b e).
  Proof. intros H i. rewrite !append_step, !at_plus, (step_same a b H). reflexivity. Qed.

  (** Sums of vectors, weighted. *)
  Fixpoint sum (cs : list Z) (vs : list (list Z)) : list Z :=
    match cs, vs with
    | c :: cs, v :: vs => plus (scale c v) (sum cs vs)
    | _, _ => []
    end.

  Definition digits_sum (cs : list Z) (a : letter) := sum cs (map vector a).

  Lemma sum_append cs : forall vs a, length vs = length a ->
    same (plus (step (sum cs vs)) (digits_sum cs a)) (sum cs (zip (append n) vs a)).
  Proof.
    unfold digits_sum.
    induction cs as [|c cs IH]; intros [|v vs] [|e a] H; simpl in H; try discriminate; intro i;
      rewrite ?at_plus, ?at_step; simpl.
    1-3: rewrite ?dot_nil_r, ?at_nil; reflexivity.
    specialize (IH vs a ltac:(congruence) i).
    rewrite at_plus, at_step in IH.
    rewrite dot_plus, !at_plus, dot_scale, !at_scale, <- IH, append_step, at_plus, at_step. lia.
  Qed.

  Lemma at_sum cs : forall vs, at_ (sum cs vs) 0 = dot cs (map (hd 0) vs).
  Proof.
    induction cs as [|c cs IH]; intros [|v vs]; simpl; rewrite ?at_nil; try reflexivity.
    rewrite at_plus, at_scale, IH, at_hd. reflexivity.
  Qed.

  Lemma sum_nil cs k : same (sum cs (repeat [] k)) [].
  Proof.
    revert k. induction cs as [|c cs IH]; intros [|k] i; simpl; try reflexivity.
    apply (IH k i).
  Qed.

  Lemma zip_length {A B C} (f : A -> B -> C) l : forall m, length l = length m ->
    length (zip f l m) = length m.
  Proof. induction l; intros [|b m] H; simpl in *; try congruence. rewrite IHl; congruence. Qed.
End Step.

(** ** Marks

    [cone] is a vector [t] with [M t - t] at least the largest digits. *)

Section Cone.
  Variables (n : numeration) (cone : list Z).

  Fixpoint largest (vs : list (list Z)) : list Z :=
    match vs with
    | [] => []
    | v :: vs =>
        (fix join a b := match a, b with
          | p :: a, q :: b => Z.max p q :: join a b
          | [], b => b
          | a, [] => a
          end) v (largest vs)
    end.

  Definition stable : bool :=
    forallb nonnegative (matrix n) && forallb nonnegative (vectors n)
    && (1 <=? at_ (hd [] (matrix n)) 0)
    && nonnegative cone
    && belowb (plus cone (largest (vectors n))) (step n cone)
    && (Nat.leb 2 (length (vectors n)))
    && forallb (fun row => Nat.leb (length row) (length (vectors n))) (rows n).

  Hypothesis S : stable = true.

  Lemma stable_parts :
    (forall i j, 0 <= at_ (nth i (matrix n) []) j) /\
    (forall e i, 0 <= at_ (vector n e) i) /\
    1 <= at_ (nth 0 (matrix n) []) 0 /\
    (forall i, 0 <= at_ cone i) /\
    below (plus cone (largest (vectors n))) (step n cone) /\
    (2 <= length (vectors n))%nat /\
    (forall s e r, follow n s e = Some r -> (e < length (vectors n))%nat).
  Proof.
    unfold stable in S. rewrite !andb_true_iff in S.
    destruct S as [[[[[[A B] C] D] E] F] G].
    assert (forall l : list (list Z), forallb nonnegative l = true ->
      forall i j, 0 <= at_ (nth i l []) j) as P.
    { induction l as [|v l IH]; intros H i j.
      - destruct i, j; simpl; lia.
      - simpl in H. apply andb_prop in H as [H1 H2].
        destruct i as [|i]; [apply nonnegative_at, H1|apply (IH H2)]. }
    repeat split.
    - apply P, A.
    - apply P, B.
    - destruct (matrix n); simpl in *; lia.
    - apply nonnegative_at, D.
    - apply belowb_below, E.
    - apply Nat.leb_le, F.
    - intros s e r H. unfold follow in H.
      assert (length (nth s (rows n) []) <= length (vectors n))%nat as L.
      { destruct (Nat.lt_ge_cases s (length (rows n))) as [K|K].
        - rewrite forallb_forall in G. apply Nat.leb_le, G, nth_In, K.
        - rewrite nth_overflow by exact K. simpl. lia. }
      destruct (Nat.lt_ge_cases e (length (nth s (rows n) []))) as [K|K]; [lia|].
      rewrite nth_overflow in H by exact K. discriminate.
  Qed.

  Lemma vector_largest e : below (vector n e) (largest (vectors n)).
  Proof.
    destruct stable_parts as (_ & B & _). unfold vector in *.
    set (join := fix join a b := match a, b with
      | p :: a, q :: b => Z.max p q :: join a b
      | [], b => b
      | a, [] => a
      end).
    assert (forall a b i, 0 <= at_ a i -> 0 <= at_ b i ->
      at_ a i <= at_ (join a b) i /\ at_ b i <= at_ (join a b) i) as J.
    { induction a as [|p a IH]; intros [|q b] [|i]; simpl; intros; try lia. apply IH; assumption. }
    revert e B. induction (vectors n) as [|v vs IH]; intros e B i.
    - destruct e; simpl; lia.
    - assert (forall e i, 0 <= at_ (nth e vs []) i) as B' by (intros e'; apply (B (Datatypes.S e'))).
      assert (0 <= at_ (largest vs) i).
      { pose proof (IH 0%nat B' i). pose proof (B' 0%nat i). lia. }
      destruct (J v (largest vs) i (B 0%nat i) H) as [J1 J2].
      destruct e as [|e]; simpl; fold join; [exact J1|].
      etransitivity; [apply (IH e B')|exact J2].
  Qed.

  (** The sum of the negative coefficients. *)
  Fixpoint negative (cs : list Z) : Z :=
    match cs with [] => 0 | c :: cs => Z.max 0 (- c) + negative cs end.

  Lemma negative_nonneg cs : 0 <= negative cs.
  Proof. induction cs; simpl; lia. Qed.

  Lemma digits_low cs : forall a i,
    - negative cs * at_ (largest (vectors n)) i <= at_ (digits_sum n cs a) i.
  Proof.
    destruct stable_parts as (_ & B & _).
    assert (forall i, 0 <= at_ (largest (vectors n)) i) as P.
    { intro i. pose proof (vector_largest 0 i). pose proof (B 0%nat i). lia. }
    unfold digits_sum.
    induction cs as [|c cs IH]; intros [|e a] i; pose proof (P i);
      cbn [map sum negative]; rewrite ?at_nil; try lia.
    - pose proof (negative_nonneg cs). nia.
    - rewrite at_plus, at_scale. specialize (IH a i).
      pose proof (vector_largest e i). pose proof (B e i).
      nia.
  Qed.

  Lemma cone_stable cs v a : below (scale (negative cs) cone) v ->
    below (scale (negative cs) cone) (plus (step n v) (digits_sum n cs a)) /\
    at_ v 0 <= at_ (plus (step n v) (digits_sum n cs a)) 0.
  Proof.
    destruct stable_parts as (A & B & C & D & E & _). intro H.
    pose proof (negative_nonneg cs) as N.
    split.
    - intro i. rewrite at_plus, at_step.
      pose proof (dot_mono _ (A i) _ _ H) as M. rewrite dot_scale in M.
      pose proof (E i) as T. rewrite at_plus, at_step in T.
      pose proof (digits_low cs a i). rewrite at_scale. nia.
    - rewrite at_plus, at_step.
      set (row := nth 0 (matrix n) []) in *.
      assert (forall w, dot row w = at_ w 0 + dot (plus row [-1]) w) as P.
      { intro w. destruct row as [|p r]; [simpl in C; lia|].
        destruct w; simpl; destruct r; simpl; rewrite ?dot_nil_r; lia. }
      assert (forall i, 0 <= at_ (plus row [-1]) i) as Q.
      { intro i. rewrite at_plus. destruct i as [|i]; [simpl; lia|].
        replace (at_ [-1] (Datatypes.S i)) with 0 by (destruct i; reflexivity).
        pose proof (A 0%nat (Datatypes.S i)). fold row in H0. lia. }
      rewrite P. pose proof (dot_mono _ Q _ _ H) as M. rewrite dot_scale in M.
      pose proof (E 0%nat) as T. rewrite at_plus, at_step in T. fold row in T.
      rewrite P in T.
      pose proof (digits_low cs a 0). nia.
  Qed.

  Definition run (cs : list Z) (v : list Z) (w : list letter) : list Z :=
    fold_left (fun v a => plus (step n v) (digits_sum n cs a)) w v.

  Lemma cone_run cs w : forall v, below (scale (negative cs) cone) v ->
    at_ v 0 <= at_ (run cs v w) 0.
  Proof.
    induction w as [|a w IH]; intros v H; simpl; [lia|].
    destruct (cone_stable cs v a H) as [H1 H2]. specialize (IH _ H1). lia.
  Qed.

  (** The same from above, by changing all signs. *)
  Definition opposite (v : list Z) := scale (-1) v.

  Lemma digits_opposite cs : forall a, same (digits_sum n (opposite cs) a) (opposite (digits_sum n cs a)).
  Proof.
    unfold digits_sum, opposite.
    induction cs as [|c cs IH]; intros [|e a] i; cbn [map sum scale]; rewrite ?at_nil; try reflexivity.
    change (map (Z.mul (-1)) cs) with (scale (-1) cs).
    change (map (Z.mul (-1)) (plus (scale c (vector n e)) (sum cs (map (vector n) a))))
      with (scale (-1) (plus (scale c (vector n e)) (sum cs (map (vector n) a)))).
    specialize (IH a i). rewrite at_scale in IH.
    rewrite !at_plus, !at_scale, !at_plus, !at_scale, IH. lia.
  Qed.

  Lemma run_same cs w : forall u v, same u v -> same (run cs u w) (run cs v w).
  Proof.
    induction w as [|a w IH]; intros u v H; [exact H|].
    apply IH. intro i. rewrite !at_plus, (step_same n u v H). reflexivity.
  Qed.

  Lemma run_opposite cs w : forall v,
    same (run (opposite cs) (opposite v) w) (opposite (run cs v w)).
  Proof.
    induction w as [|a w IH]; intros v i; [reflexivity|].
    simpl. rewrite <- IH. apply run_same. intro j.
    unfold opposite. rewrite !at_plus, !at_step, digits_opposite. unfold opposite.
    rewrite !at_scale, at_plus, at_step, dot_scale. lia.
  Qed.

  Lemma cone_run_above cs w v :
    below (scale (negative (opposite cs)) cone) (opposite v) -> at_ (run cs v w) 0 <= at_ v 0.
  Proof.
    intro H. pose proof (cone_run _ w _ H) as K.
    rewrite (run_opposite cs w v 0%nat) in K. unfold opposite in K. rewrite !at_scale in K. lia.
  Qed.
End Cone.
