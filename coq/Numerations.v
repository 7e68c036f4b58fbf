(** * Every number has a word

    The weight of a digit at place [k] has to be the number of words of [k] more digits that begin with a
    smaller one. Weights and numbers of words are compared as rows: the product of a row with [M^k] times
    the vector of the digit 1. For each state [s] the row [lambda s] is that of its words; all rows are
    [scaled] by the same number. The vector of a digit, scaled by it as well, is a combination of the
    vectors of the digit 1 at the places 0, 1, ...; [combinations] contains the coefficients. *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual Words Refute Check SpragueGrundy.
Import ListNotations.
Open Scope Z_scope.

Section Numerations.
  Variables (n : numeration) (scaled : Z) (combinations lambda : list (list Z)).

  Definition row_of (s : nat) := nth s (rows n) [].
  Definition lambda_of (s : nat) := nth s lambda [].
  Definition ones := vector n 1.
  Definition power (k : nat) : list Z := Nat.iter k (step n) ones.

  (** The number of words of [k] digits from [s], and from several states together. *)
  Fixpoint total (f : nat -> Z) (r : list (option nat)) : Z :=
    match r with
    | [] => 0
    | None :: r => total f r
    | Some s :: r => f s + total f r
    end.

  Fixpoint words_of (k s : nat) : Z :=
    match k with
    | O => 1
    | S k => total (words_of k) (row_of s)
    end.

  Notation counted s k := (words_of k s).
  Notation counted_all k r := (total (words_of k) r).

  Fixpoint lambdas (r : list (option nat)) : list Z :=
    match r with
    | [] => []
    | None :: r => lambdas r
    | Some s :: r => plus (lambda_of s) (lambdas r)
    end.

  Definition sameb (a b : list Z) := belowb a b && belowb b a.

  (** The combination of the vectors of the digit 1 at all places, and of the rows whose products are
      their first entries. *)
  Fixpoint combined (cs v : list Z) : list Z :=
    match cs with [] => [] | c :: cs => plus (scale c v) (combined cs (step n v)) end.

  Fixpoint combined_row (cs r : list Z) : list Z :=
    match cs with [] => [] | c :: cs => plus (scale c r) (combined_row cs (sum r (matrix n))) end.

  Definition digits_right (s : nat) : bool :=
    forallb (fun e => match follow n s e with
      | Some _ => let cs := nth e combinations [] in
          sameb (combined_row cs [1]) (lambdas (firstn e (row_of s))) && sameb (scale scaled (vector n e)) (combined cs ones)
      | None => true end) (seq 0 (length (row_of s))).

  Definition numeration_right : bool :=
    (0 <? scaled)
    && forallb (fun s =>
      (dot (lambda_of s) ones =? scaled)
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

  Lemma dot_scale_l c a w : dot (scale c a) w = c * dot a w.
  Proof. rewrite !(dot_comm_ _ w). apply dot_scale. Qed.

  Lemma dot_same_l a b w : same a b -> dot a w = dot b w.
  Proof. intro H. rewrite !(dot_comm_ _ w). apply dot_same, H. Qed.

  Lemma dot_sum_rows cs : forall vs w, dot (sum cs vs) w = dot cs (map (fun r => dot r w) vs).
  Proof.
    induction cs as [|c cs IH]; intros [|v vs] w; simpl; try reflexivity.
    rewrite dot_plus_l, IH. f_equal. rewrite dot_comm_, dot_scale, dot_comm_. reflexivity.
  Qed.

  Lemma dot_step cs w : dot cs (step n w) = dot (sum cs (matrix n)) w.
  Proof. rewrite dot_sum_rows. reflexivity. Qed.

  Lemma step_plus a b : same (step n (plus a b)) (plus (step n a) (step n b)).
  Proof. intro i. rewrite at_plus, !at_step, dot_plus. reflexivity. Qed.

  Lemma step_scale c v : same (step n (scale c v)) (scale c (step n v)).
  Proof. intro i. rewrite at_scale, !at_step, dot_scale. reflexivity. Qed.

  Lemma iter_same k : forall a b, same a b -> same (Nat.iter k (step n) a) (Nat.iter k (step n) b).
  Proof. induction k as [|k IH]; intros a b H; [exact H|]. cbn [Nat.iter nat_rect]. apply step_same, IH, H. Qed.

  Lemma iter_scale k : forall c v, same (Nat.iter k (step n) (scale c v)) (scale c (Nat.iter k (step n) v)).
  Proof.
    induction k as [|k IH]; intros c v i; [reflexivity|]. cbn [Nat.iter nat_rect].
    rewrite (step_same n _ _ (IH c v)), at_step, dot_scale, at_scale, at_step. reflexivity.
  Qed.

  Lemma combined_same cs : forall u v, same u v -> same (combined cs u) (combined cs v).
  Proof.
    induction cs as [|c cs IH]; intros u v H i; [reflexivity|]. cbn [combined].
    rewrite !at_plus, !at_scale, (H i), (IH _ _ (step_same n _ _ H) i). reflexivity.
  Qed.

  Lemma combined_step cs : forall v, same (combined cs (step n v)) (step n (combined cs v)).
  Proof.
    induction cs as [|c cs IH]; intros v i; cbn [combined].
    - rewrite at_step, dot_nil_r. apply at_nil.
    - rewrite at_plus, (IH (step n v) i), step_plus, at_plus. rewrite (step_scale c v i). reflexivity.
  Qed.

  Lemma iter_combined k : forall cs v, same (Nat.iter k (step n) (combined cs v)) (combined cs (Nat.iter k (step n) v)).
  Proof.
    induction k as [|k IH]; intros cs v i; [reflexivity|]. cbn [Nat.iter nat_rect].
    change (nat_rect (fun _ => list Z) (combined cs v) (fun _ => step n) k) with (Nat.iter k (step n) (combined cs v)).
    change (nat_rect (fun _ => list Z) v (fun _ => step n) k) with (Nat.iter k (step n) v).
    rewrite (step_same n _ _ (IH cs v) i), combined_step. reflexivity.
  Qed.

  Lemma combined_first cs : forall r v, dot (combined_row cs r) v = dot r (combined cs v).
  Proof.
    induction cs as [|c cs IH]; intros r v; cbn [combined combined_row]; [symmetry; apply dot_nil_r|].
    rewrite dot_plus_l, dot_plus, dot_scale_l, dot_scale, IH, <- dot_step.
    rewrite (dot_same r _ _ (combined_step cs v)). reflexivity.
  Qed.

  Lemma first_entry v : dot [1] v = at_ v 0.
  Proof. destruct v as [|a v]; [reflexivity|]. cbn [dot]. change (at_ (a :: v) 0) with a. lia. Qed.

  Lemma right_parts : 0 < scaled /\ forall s, (s < length (rows n))%nat ->
    dot (lambda_of s) ones = scaled /\ same (sum (lambda_of s) (matrix n)) (lambdas (row_of s)) /\
    (exists s' r, row_of s = Some s' :: r) /\ (forall s', In (Some s') (row_of s) -> (s' < length (rows n))%nat) /\
    digits_right s = true.
  Proof.
    unfold numeration_right in R. rewrite !andb_true_iff in R. destruct R as [[[Sc A] _] _]. split; [apply Z.ltb_lt, Sc|].
    intros s H. rewrite forallb_forall in A. specialize (A s). rewrite in_seq in A. specialize (A ltac:(lia)).
    rewrite !andb_true_iff in A. destruct A as [[[[A1 A2] A3] A4] A5].
    split; [apply Z.eqb_eq, A1|]. split; [apply sameb_same, A2|]. split; [|split; [|exact A5]].
    - destruct (row_of s) as [|[s'|] r]; try discriminate. eauto.
    - intros s' I. rewrite forallb_forall in A4. apply Nat.ltb_lt. apply (A4 (Some s') I).
  Qed.

  Lemma lambdas_total k r : (forall s', In (Some s') r -> dot (lambda_of s') (power k) = scaled * words_of k s') ->
    dot (lambdas r) (power k) = scaled * total (words_of k) r.
  Proof.
    induction r as [|[s|] r IH]; intro H; cbn [lambdas total]; [simpl; lia| |apply IH; intros s' I; apply H; right; exact I].
    rewrite dot_plus_l, (H s (or_introl eq_refl)), IH by (intros s' I; apply H; right; exact I). lia.
  Qed.

  Lemma lambda_words k : forall s, (s < length (rows n))%nat -> dot (lambda_of s) (power k) = scaled * words_of k s.
  Proof.
    destruct right_parts as [_ P].
    induction k as [|k IH]; intros s H; destruct (P s H) as (P1 & P2 & _ & P4 & _).
    - change (power 0) with ones. rewrite P1. cbn [words_of]. lia.
    - change (power (S k)) with (step n (power k)). rewrite dot_step, (dot_same_l _ _ _ P2).
      cbn [words_of]. apply lambdas_total. intros s' I. apply IH, P4, I.
  Qed.

  Lemma state_right s : (s < length (rows n))%nat ->
    counted s 0 = 1 /\ (forall k, counted s (S k) = counted_all k (row_of s)) /\
    (exists s' r, row_of s = Some s' :: r) /\
    (forall e s', follow n s e = Some s' -> (s' < length (rows n))%nat /\
      (forall k, at_ (Nat.iter k (step n) (vector n e)) 0 = counted_all k (firstn e (row_of s)))).
  Proof.
    intro H. destruct right_parts as [Sc P]. destruct (P s H) as (_ & _ & P3 & P4 & P5).
    split; [reflexivity|]. split; [reflexivity|]. split; [exact P3|].
    intros e s' F.
    assert (e < length (row_of s))%nat as L.
    { unfold follow in F. fold (row_of s) in F.
      destruct (Nat.lt_ge_cases e (length (row_of s))) as [L|L]; [exact L|].
      rewrite nth_overflow in F by exact L. discriminate. }
    split.
    - apply P4. unfold follow in F. fold (row_of s) in F. rewrite <- F. apply nth_In, L.
    - intro k. unfold digits_right in P5. rewrite forallb_forall in P5. specialize (P5 e).
      rewrite in_seq in P5. specialize (P5 ltac:(lia)). rewrite F in P5.
      apply andb_prop in P5 as [A5 A6]. apply sameb_same in A5, A6.
      set (cs := nth e combinations []) in *.
      apply (Z.mul_reg_l _ _ scaled); [lia|].
      rewrite <- (lambdas_total k (firstn e (row_of s))).
      + rewrite <- at_scale, <- (iter_scale k scaled (vector n e) 0%nat), (iter_same k _ _ A6 0%nat), (iter_combined k cs ones 0%nat).
        change (Nat.iter k (step n) ones) with (power k).
        rewrite <- first_entry, <- combined_first. apply dot_same_l, A5.
      + intros s'' I. apply lambda_words, P4. revert I. clear. generalize (row_of s). intros r I.
        rewrite <- (firstn_skipn e r). apply in_or_app. left. exact I.
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
            destruct (F _ _ Fs) as (Hs' & Mk).
            destruct (IH s' a Hs' ltac:(lia)) as (I1 & I2 & I3).
            cbn zeta. cbn [length word]. rewrite Fs, I1, I2. repeat split.
            unfold number, track in *. cbn [fold_left]. rewrite at_hd, number_after, at_plus.
            rewrite <- at_hd with (v := fold_left _ _ []), I3, I1.
            assert (same (append n [] (length pre)) (vector n (length pre))) as V'.
            { intro j. rewrite append_step, at_plus, at_step, dot_nil_r. lia. }
            rewrite (iter_same k _ _ V'), Mk, E, firstn_app, Nat.sub_diag, firstn_all.
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
Definition check_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda : list (list Z))
    (order : list (list Z)) (halves : bool) (g : game) (v : valuation) (l : law) : bool :=
  numeration_right n scaled combinations lambda && check n cone order halves g v l.

Theorem check_in_sound n cone scaled combinations lambda order halves g v l :
  check_in n cone scaled combinations lambda order halves g v l = true -> law_holds g v n l.
Proof.
  intro K. apply andb_prop in K as [R K].
  apply (check_sound n cone order halves g v l (digits_of n) (digits_of_right n scaled combinations lambda R) K).
Qed.

(** The check of a law with an added Nim heap in any such numeration. *)
Definition check_nim_heap_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda : list (list Z))
    (order : list (list Z)) (halves : bool) (g : game) (l : law) : bool :=
  numeration_right n scaled combinations lambda && check_beside n cone order halves g l.

Theorem check_nim_heap_in_sound n cone scaled combinations lambda order halves g l :
  check_nim_heap_in n cone scaled combinations lambda order halves g l = true -> nim_heap_law_holds g n l.
Proof.
  intro K. apply andb_prop in K as [R K].
  apply (check_beside_sound n cone order halves g l (digits_of n) (digits_of_right n scaled combinations lambda R) K).
Qed.
