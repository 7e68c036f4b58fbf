(** * Every number has a word

    For each state [s] a row vector [lambda s] tells how many words of [k] digits go on from it: its
    product with [M^k] times the vector of the digit 1.  A digit at place [k] has to mean as much as
    there are words that begin with a smaller one. *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual Words Refute Check.
Import ListNotations.
Open Scope Z_scope.

Section Numerations.
  Variables (n : numeration) (lambda : list (list Z)).

  Definition row_of (s : nat) := nth s (rows n) [].
  Definition lambda_of (s : nat) := nth s lambda [].
  Definition ones := vector n 1.
  Definition power (k : nat) : list Z := Nat.iter k (step n) ones.

  (** How many words of [k] digits there are from [s], and from some states together. *)
  Definition counted (s k : nat) : Z := dot (lambda_of s) (power k).

  Fixpoint lambdas (r : list (option nat)) : list Z :=
    match r with
    | [] => []
    | None :: r => lambdas r
    | Some s :: r => plus (lambda_of s) (lambdas r)
    end.

  Definition sameb (a b : list Z) := belowb a b && belowb b a.

  Definition digits_right (s : nat) : bool :=
    forallb (fun e => match follow n s e with
      | Some _ => sameb [Z.of_nat e] (lambdas (firstn e (row_of s))) && sameb (vector n e) (scale (Z.of_nat e) ones)
      | None => true end) (seq 0 (length (row_of s))).

  Definition numeration_right : bool :=
    forallb (fun s =>
      (dot (lambda_of s) ones =? 1)
      && sameb (sum (lambda_of s) (matrix n)) (lambdas (row_of s))
      && match row_of s with Some _ :: _ => true | _ => false end
      && forallb (fun s' => match s' with Some s' => Nat.ltb s' (length (rows n)) | None => true end) (row_of s)
      && digits_right s) (seq 0 (length (rows n)))
    && match row_of 0 with Some O :: Some _ :: _ => true | _ => false end
    && Nat.ltb 0 (length (rows n)).

  Hypothesis R : numeration_right = true.

  Lemma sameb_same a b : sameb a b = true -> same a b.
  Proof.
    intro H. apply andb_prop in H as [H1 H2]. apply belowb_below in H1, H2.
    intro i. specialize (H1 i). specialize (H2 i). lia.
  Qed.

  Lemma dot_comm_ a : forall b, dot a b = dot b a.
  Proof. induction a as [|p a IH]; intros [|q b]; simpl; try lia. rewrite IH. lia. Qed.

  Lemma dot_plus_l a b w : dot (plus a b) w = dot a w + dot b w.
  Proof. rewrite !(dot_comm_ _ w). apply dot_plus. Qed.

  Lemma dot_same_l a b w : same a b -> dot a w = dot b w.
  Proof. intro H. rewrite !(dot_comm_ _ w). apply dot_same, H. Qed.

  Lemma dot_sum_rows cs : forall vs w, dot (sum cs vs) w = dot cs (map (fun r => dot r w) vs).
  Proof.
    induction cs as [|c cs IH]; intros [|v vs] w; simpl; try reflexivity.
    rewrite dot_plus_l, IH. f_equal. rewrite dot_comm_, dot_scale, dot_comm_. reflexivity.
  Qed.

  Lemma dot_step cs w : dot cs (step n w) = dot (sum cs (matrix n)) w.
  Proof. rewrite dot_sum_rows. reflexivity. Qed.

  Fixpoint counted_all (k : nat) (r : list (option nat)) : Z :=
    match r with
    | [] => 0
    | None :: r => counted_all k r
    | Some s :: r => counted s k + counted_all k r
    end.

  Lemma lambdas_counted k r : dot (lambdas r) (power k) = counted_all k r.
  Proof.
    induction r as [|[s|] r IH]; simpl; [reflexivity| |exact IH].
    rewrite dot_plus_l, IH. reflexivity.
  Qed.

  Lemma state_right s : (s < length (rows n))%nat ->
    counted s 0 = 1 /\ (forall k, counted s (S k) = counted_all k (row_of s)) /\
    (exists s' r, row_of s = Some s' :: r) /\
    (forall e s', follow n s e = Some s' -> (s' < length (rows n))%nat /\
      (forall k, Z.of_nat e * at_ (power k) 0 = counted_all k (firstn e (row_of s))) /\
      same (vector n e) (scale (Z.of_nat e) ones)).
  Proof.
    intro H. unfold numeration_right in R. rewrite !andb_true_iff in R. destruct R as [[A _] _].
    rewrite forallb_forall in A. specialize (A s). rewrite in_seq in A. specialize (A ltac:(lia)).
    rewrite !andb_true_iff in A. destruct A as [[[[A1 A2] A3] A4] A5].
    split; [apply Z.eqb_eq, A1|]. split; [|split].
    - intro k. unfold counted. change (power (S k)) with (step n (power k)).
      rewrite dot_step, (dot_same_l _ _ _ (sameb_same _ _ A2)). apply lambdas_counted.
    - destruct (row_of s) as [|[s'|] r]; try discriminate. eauto.
    - intros e s' F.
      assert (e < length (row_of s))%nat as L.
      { unfold follow in F. fold (row_of s) in F.
        destruct (Nat.lt_ge_cases e (length (row_of s))) as [L|L]; [exact L|].
        rewrite nth_overflow in F by exact L. discriminate. }
      split; [|].
      + rewrite forallb_forall in A4. apply Nat.ltb_lt. apply (A4 (Some s')).
        unfold follow in F. fold (row_of s) in F. rewrite <- F. apply nth_In, L.
      + unfold digits_right in A5. rewrite forallb_forall in A5. specialize (A5 e).
        rewrite in_seq in A5. specialize (A5 ltac:(lia)). rewrite F in A5.
        apply andb_prop in A5 as [A5 A6]. split; [|apply sameb_same, A6].
        intro k. rewrite <- lambdas_counted, <- (dot_same_l _ _ _ (sameb_same _ _ A5)).
        rewrite dot_cons. simpl dot. lia.
  Qed.

  Lemma counted_positive k : forall s, (s < length (rows n))%nat -> 1 <= counted s k.
  Proof.
    induction k as [|k IH]; intros s H; destruct (state_right s H) as (C0 & CS & (s0 & r & E) & F); [lia|].
    rewrite CS. 
    assert (forall r, (forall s', In (Some s') r -> (s' < length (rows n))%nat) -> 0 <= counted_all k r) as P.
    { clear -IH. induction r as [|[s|] r IHr]; intros H; simpl; [lia| |].
      - pose proof (IH s (H s (or_introl eq_refl))).
        assert (0 <= counted_all k r) by (apply IHr; intros s' I; apply H; right; exact I). lia.
      - apply IHr. intros s' I. apply H. right. exact I. }
    assert (forall s', In (Some s') (row_of s) -> (s' < length (rows n))%nat) as Q.
    { intros s' I. apply (In_nth _ _ None) in I as (e & L & I). apply (F e s'). exact I. }
    rewrite E in *. cbn [counted_all].
    pose proof (IH s0 (Q s0 (or_introl eq_refl))).
    assert (0 <= counted_all k r) by (apply P; intros s' I; apply Q; right; exact I). lia.
  Qed.

  Lemma counted_grows k : Z.of_nat k < counted 0 k.
  Proof.
    assert (0 < length (rows n))%nat as L0.
    { unfold numeration_right in R. rewrite !andb_true_iff in R. destruct R as [_ L]. apply Nat.ltb_lt, L. }
    destruct (state_right 0%nat L0) as (C0 & CS & _ & F).
    induction k as [|k IH]; [lia|]. rewrite CS.
    pose proof R as R'. unfold numeration_right in R'. rewrite !andb_true_iff in R'. destruct R' as [[_ A] _].
    assert (forall s', In (Some s') (row_of 0) -> (s' < length (rows n))%nat) as Q.
    { intros s' I. apply (In_nth _ _ None) in I as (e & L & I). apply (F e s'). exact I. }
    destruct (row_of 0) as [|[[|]|] [|[s1|] r]]; try discriminate. cbn [counted_all].
    pose proof (counted_positive k s1 (Q s1 (or_intror (or_introl eq_refl)))).
    assert (forall r, (forall s', In (Some s') r -> (s' < length (rows n))%nat) -> 0 <= counted_all k r) as P.
    { clear -R. induction r as [|[s|] r IHr]; intros H; simpl; [lia| |].
      - pose proof (counted_positive k s (H s (or_introl eq_refl))).
        assert (0 <= counted_all k r) by (apply IHr; intros s' I; apply H; right; exact I). lia.
      - apply IHr. intros s' I. apply H. right. exact I. }
    assert (0 <= counted_all k r) by (apply P; intros s' I; apply Q; right; right; exact I). lia.
  Qed.

  (** The digits of a number, the largest first. *)
  Fixpoint pick (k : nat) (rest : nat -> Z -> list nat) (e : nat) (r : list (option nat)) (a : Z) : list nat :=
    match r with
    | [] => []
    | None :: r => pick k rest (S e) r a
    | Some s :: r => if a <? counted s k then e :: rest s a else pick k rest (S e) r (a - counted s k)
    end.

  Fixpoint greedy (k s : nat) (a : Z) : list nat :=
    match k with O => [] | S k => pick k (greedy k) 0 (row_of s) a end.

  Lemma number_after w : forall v, same (fold_left (append n) w v)
    (plus (Nat.iter (length w) (step n) v) (fold_left (append n) w [])).
  Proof.
    induction w as [|e w IH]; intros v i; [simpl; rewrite at_plus, at_nil; lia|].
    cbn [fold_left length]. rewrite IH. rewrite !at_plus, (IH (append n [] e) i), at_plus, Z.add_assoc.
    f_equal.
    assert (forall k a b, same (Nat.iter k (step n) (plus a b)) (plus (Nat.iter k (step n) a) (Nat.iter k (step n) b))) as P.
    { clear. induction k as [|k IH]; intros a b i; [reflexivity|]. cbn [Nat.iter nat_rect].
      change (nat_rect (fun _ => list Z) (plus a b) (fun _ => step n) k) with (Nat.iter k (step n) (plus a b)).
      rewrite (step_same n _ _ (IH a b)), !at_step, dot_plus, at_plus, !at_step. reflexivity. }
    assert (forall k a b, same a b -> same (Nat.iter k (step n) a) (Nat.iter k (step n) b)) as Q.
    { clear. induction k as [|k IH]; intros a b H; [exact H|]. cbn [Nat.iter nat_rect]. apply step_same, IH, H. }
    assert (forall k a, same (Nat.iter k (step n) (step n a)) (Nat.iter (S k) (step n) a)) as T.
    { clear. induction k as [|k IH]; intros a i; [reflexivity|].
      cbn [Nat.iter nat_rect]. apply step_same. intro j. apply (IH a j). }
    rewrite append_step, P, at_plus, (T (length w) v i). f_equal.
    assert (same (append n [] e) (vector n e)) as V.
    { intro j. rewrite append_step, at_plus, at_step, dot_nil_r. lia. }
    symmetry. apply (Q (length w) _ _ V).
  Qed.

  Lemma iter_scale k : forall c v, same (Nat.iter k (step n) (scale c v)) (scale c (Nat.iter k (step n) v)).
  Proof.
    induction k as [|k IH]; intros c v i; [reflexivity|]. cbn [Nat.iter nat_rect].
    rewrite (step_same n _ _ (IH c v)), at_step, dot_scale, at_scale, at_step. reflexivity.
  Qed.

  Lemma iter_same k : forall a b, same a b -> same (Nat.iter k (step n) a) (Nat.iter k (step n) b).
  Proof. induction k as [|k IH]; intros a b H; [exact H|]. cbn [Nat.iter nat_rect]. apply step_same, IH, H. Qed.

  Lemma greedy_right k : forall s a, (s < length (rows n))%nat -> 0 <= a < counted s k ->
    length (greedy k s a) = k /\ word n s (greedy k s a) = true /\ number n (greedy k s a) = a.
  Proof.
    induction k as [|k IH]; intros s a H B; destruct (state_right s H) as (C0 & CS & _ & F).
    - simpl. rewrite C0 in B. unfold number, track. simpl. repeat split. lia.
    - rewrite CS in B. cbn [greedy].
      assert (forall r pre a, row_of s = pre ++ r -> 0 <= a < counted_all k r ->
        let w := pick k (greedy k) (length pre) r a in
        length w = S k /\ word n s w = true /\ number n w = counted_all k pre + a) as P.
      { clear a B. induction r as [|o r IHr]; intros pre a E B; [simpl in B; lia|].
        assert (row_of s = (pre ++ [o]) ++ r) as E' by (rewrite <- app_assoc; exact E).
        assert (forall pre, counted_all k (pre ++ [o]) = counted_all k pre + match o with Some s' => counted s' k | None => 0 end) as A.
        { clear. induction pre as [|[s'|] pre IHp]; simpl; [destruct o; simpl; lia|lia|exact IHp]. }
        specialize (IHr (pre ++ [o])). rewrite A, app_length in IHr. simpl length in IHr.
        replace (length pre + 1)%nat with (S (length pre)) in IHr by lia.
        destruct o as [s'|]; cbn [pick counted_all] in *.
        - destruct (Z.ltb_spec a (counted s' k)) as [L|L].
          + assert (follow n s (length pre) = Some s') as Fs.
            { unfold follow. fold (row_of s). rewrite E, app_nth2, Nat.sub_diag by lia. reflexivity. }
            destruct (F _ _ Fs) as (Hs' & Mk & V).
            destruct (IH s' a Hs' ltac:(lia)) as (I1 & I2 & I3).
            cbn zeta. cbn [length word]. rewrite Fs, I1, I2. repeat split.
            unfold number, track in *. cbn [fold_left]. rewrite at_hd, number_after, at_plus.
            rewrite <- at_hd with (v := fold_left _ _ []), I3, I1.
            assert (same (append n [] (length pre)) (scale (Z.of_nat (length pre)) ones)) as V'.
            { intro j. rewrite append_step, at_plus, at_step, dot_nil_r, V. lia. }
            rewrite (iter_same k _ _ V'), iter_scale, at_scale.
            change (Nat.iter k (step n) ones) with (power k). rewrite Mk, E, firstn_app, Nat.sub_diag, firstn_all.
            simpl firstn. rewrite app_nil_r. reflexivity.
          + specialize (IHr (a - counted s' k) E' ltac:(lia)). cbn zeta in *.
            destruct IHr as (I1 & I2 & I3). repeat split; try assumption. lia.
        - specialize (IHr a E' ltac:(lia)). cbn zeta in *.
          destruct IHr as (I1 & I2 & I3). repeat split; try assumption. lia. }
      apply (P (row_of s) [] a eq_refl B).
  Qed.

  Definition digits_of (a : Z) : list nat := greedy (Z.to_nat a) 0 a.

  Lemma digits_of_right a : 0 <= a -> word n 0 (digits_of a) = true /\ number n (digits_of a) = a.
  Proof.
    intro H.
    assert (0 < length (rows n))%nat as L0.
    { unfold numeration_right in R. rewrite !andb_true_iff in R. destruct R as [_ L]. apply Nat.ltb_lt, L. }
    apply greedy_right; [exact L0|]. pose proof (counted_grows (Z.to_nat a)). lia.
  Qed.
End Numerations.

(** The check of a law in any such numeration. *)
Definition check_in (n : numeration) (cone : list Z) (lambda : list (list Z))
    (order : list (list Z)) (halves : bool) (g : game) (v : valuation) (l : law) : bool :=
  numeration_right n lambda && check n cone order halves g v l.

Theorem check_in_sound n cone lambda order halves g v l :
  check_in n cone lambda order halves g v l = true -> law_holds g v n l.
Proof.
  intro K. apply andb_prop in K as [R K].
  apply (check_sound n cone order halves g v l (digits_of n lambda) (digits_of_right n lambda R) K).
Qed.
