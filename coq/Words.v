(** * Words of several numbers, column by column *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual.
Import ListNotations.
Open Scope Z_scope.

Section Words.
  Variable n : numeration.

  (** One number. *)
  Fixpoint word (s : nat) (w : list nat) : bool :=
    match w with
    | [] => true
    | e :: w => match follow n s e with Some s => word s w | None => false end
    end.

  Definition number (w : list nat) : Z := hd 0 (track n w).

  (** The letters of several words of [m] digits. *)
  Fixpoint letters (m : nat) (ws : list (list nat)) : list letter :=
    match m with
    | O => []
    | S m => map (hd 0%nat) ws :: letters m (map (@tl nat) ws)
    end.

  Definition of_length (m : nat) (ws : list (list nat)) := Forall (fun w => length w = m) ws.

  Lemma letters_length m : forall ws, length (letters m ws) = m.
  Proof. induction m; intro ws; simpl; congruence. Qed.

  Lemma letters_letters m : forall ws, letters_of (length ws) (letters m ws).
  Proof.
    induction m as [|m IH]; intro ws; simpl; constructor.
    - apply map_length.
    - rewrite <- (map_length (@tl nat) ws). apply IH.
  Qed.

  Lemma letters_cons m : forall a ws, length a = length ws ->
    letters (S m) (zip cons a ws) = a :: letters m ws.
  Proof.
    intros a ws L. simpl.
    assert (map (hd 0%nat) (zip cons a ws) = a /\ map (@tl nat) (zip cons a ws) = ws) as [-> ->]; [|reflexivity].
    revert ws L. induction a as [|e a IH]; intros [|w ws] L; simpl in *; try discriminate; [auto|].
    destruct (IH ws ltac:(congruence)) as [-> ->]. auto.
  Qed.

  Lemma zip_hd_tl m ws : of_length (S m) ws ->
    zip cons (map (hd 0%nat) ws) (map (@tl nat) ws) = ws /\ of_length m (map (@tl nat) ws).
  Proof.
    unfold of_length. induction 1 as [|w ws L F IH]; simpl; [auto|].
    destruct IH as [-> G]. destruct w; [discriminate|]. split; [reflexivity|].
    constructor; [simpl in *; congruence|exact G].
  Qed.

  Lemma columns w : forall d, letters_of d w ->
    exists ws, length ws = d /\ of_length (length w) ws /\ w = letters (length w) ws.
  Proof.
    induction w as [|a w IH]; intros d F.
    - exists (repeat [] d). split; [apply repeat_length|]. split; [|reflexivity].
      apply Forall_forall. intros v I. apply repeat_spec in I. subst. reflexivity.
    - assert (length a = d /\ letters_of d w) as [La Fw] by (inversion F; auto).
      destruct (IH d Fw) as (ws & L & O & E).
      exists (zip cons a ws). split; [rewrite zip_length; congruence|]. split.
      + cbn [length]. unfold of_length in *. clear -O L La. revert ws O L La.
        revert d. induction a as [|e a IH]; intros d [|v ws] O L La; simpl; constructor.
        * inversion O; subst. simpl. congruence.
        * inversion O; subst. simpl in *. apply (IH (length a)); [assumption|congruence|reflexivity].
      + change (length (a :: w)) with (S (length w)). rewrite letters_cons by congruence.
        rewrite <- E. reflexivity.
  Qed.

  Lemma follow_all_spec ss : forall a,
    match follow_all n ss a with
    | Some ss' => length ss' = length ss /\ length a = length ss /\
        forall i, (i < length ss)%nat -> follow n (nth i ss 0%nat) (nth i a 0%nat) = Some (nth i ss' 0%nat)
    | None => length a = length ss -> exists i, (i < length ss)%nat /\ follow n (nth i ss 0%nat) (nth i a 0%nat) = None
    end.
  Proof.
    induction ss as [|s ss IH]; intros [|e a]; simpl; try discriminate.
    - repeat split. intros i H. lia.
    - specialize (IH a). destruct (follow n s e) eqn:F.
      + destruct (follow_all n ss a) as [ss'|].
        * destruct IH as (I1 & I2 & I3). simpl. repeat split; try congruence.
          intros [|i] H; [exact F|apply I3; lia].
        * intro L. destruct (IH ltac:(congruence)) as (i & H & N). exists (S i). split; [lia|exact N].
      + intro L. exists O. split; [lia|exact F].
  Qed.

  Lemma follow_all_columns ss : forall ws, Forall2 (fun s w => word s w = true) ss ws ->
    forall m, of_length (S m) ws ->
    exists ss', follow_all n ss (map (hd 0%nat) ws) = Some ss' /\
      Forall2 (fun s w => word s w = true) ss' (map (@tl nat) ws).
  Proof.
    induction 1 as [|s w ss ws W F IH]; intros m O; simpl.
    - exists []. auto.
    - inversion O; subst. destruct w as [|e w]; [discriminate|]. simpl in *.
      destruct (follow n s e) as [s'|]; [|discriminate].
      destruct (IH m ltac:(assumption)) as (ss' & -> & G).
      eexists. split; [reflexivity|]. constructor; assumption.
  Qed.

  Lemma words_letters m : forall ss ws, of_length m ws ->
    (words n ss (letters m ws) = true /\ length ss = length ws
     <-> Forall2 (fun s w => word s w = true) ss ws).
  Proof.
    induction m as [|m IH]; intros ss ws O.
    - simpl. split.
      + intros [_ L]. revert ss L. induction ws as [|w ws IHw]; intros [|s ss] L; simpl in L; try discriminate;
          constructor; inversion O; subst.
        * destruct w; [reflexivity|discriminate].
        * apply IHw; [assumption|congruence].
      + intro F. split; [reflexivity|]. clear O. induction F; simpl; congruence.
    - destruct (zip_hd_tl m ws O) as [Z T]. cbn [letters words]. split.
      + intros [W L].
        assert (forall ss a ss' vs, follow_all n ss a = Some ss' -> length a = length vs ->
          Forall2 (fun s w => word s w = true) ss' vs ->
          Forall2 (fun s w => word s w = true) ss (zip cons a vs)) as P.
        { clear. induction ss as [|s ss IH]; intros [|e a] ss' [|v vs] E L F; simpl in *; try discriminate.
          - constructor.
          - destruct (follow n s e) as [s'|] eqn:Es; [|discriminate].
            destruct (follow_all n ss a) as [r|] eqn:Er; [|discriminate].
            inversion E; subst. inversion F; subst. constructor.
            + simpl. rewrite Es. assumption.
            + apply (IH a r); [assumption|congruence|assumption]. }
        destruct (follow_all n ss (map (hd 0%nat) ws)) as [ss'|] eqn:E; [|discriminate].
        rewrite <- Z. apply (P ss _ ss').
        * exact E.
        * rewrite !map_length. reflexivity.
        * apply (IH ss'); [exact T|]. split; [exact W|].
          pose proof (follow_all_spec ss (map (hd 0%nat) ws)) as Q. rewrite E in Q.
          rewrite map_length in *. destruct Q as (Q & _). congruence.
      + intro F. destruct (follow_all_columns ss ws F m O) as (ss' & -> & G).
        apply (IH ss' _ T) in G as [G1 G2]. split; [exact G1|].
        clear -F. induction F; simpl; congruence.
  Qed.

  Lemma numbers_letters m : forall ws, of_length m ws ->
    numbers n (length ws) (letters m ws) = map number ws.
  Proof.
    assert (forall ws vs, of_length m ws -> length vs = length ws ->
      fold_left (zip (append n)) (letters m ws) vs = zip (fun v w => fold_left (append n) w v) vs ws) as P.
    { induction m as [|m IH]; intros ws vs O L.
      - simpl. revert vs L. induction O as [|w ws Lw O IHw]; intros [|v vs] L; simpl in *; try discriminate; [reflexivity|].
        destruct w; [|discriminate]. simpl. f_equal. apply IHw. congruence.
      - destruct (zip_hd_tl m ws O) as [Z T]. cbn [letters fold_left]. rewrite IH; [|exact T|].
        + transitivity (zip (fun v w => fold_left (append n) w v) vs
            (zip cons (map (hd 0%nat) ws) (map (@tl nat) ws))); [|rewrite Z; reflexivity].
          generalize (map (hd 0%nat) ws) (map (@tl nat) ws). intros a bs. clear.
          revert a bs. induction vs as [|v vs IH]; intros [|e a] [|b bs]; simpl; try reflexivity.
          f_equal. apply IH.
        + rewrite zip_length; rewrite !map_length; congruence. }
    intros ws O. unfold numbers. rewrite P; [|exact O|apply repeat_length].
    clear. unfold number, track. induction ws as [|w ws IH]; simpl; [reflexivity|]. f_equal. exact IH.
  Qed.

  Lemma letters_track m j : forall ws, of_length m ws -> (j < length ws)%nat ->
    map (fun a => nth j a 0%nat) (letters m ws) = nth j ws [].
  Proof.
    induction m as [|m IH]; intros ws O L; simpl.
    - assert (In (nth j ws []) ws) as I by (apply nth_In, L).
      unfold of_length in O. rewrite Forall_forall in O. apply O in I.
      destruct (nth j ws []); [reflexivity|discriminate].
    - destruct (zip_hd_tl m ws O) as [_ T].
      rewrite IH; [|exact T|rewrite map_length; exact L].
      assert (In (nth j ws []) ws) as I by (apply nth_In, L).
      unfold of_length in O. rewrite Forall_forall in O. apply O in I.
      change (nth j (map (hd 0%nat) ws) 0%nat) with (nth j (map (hd 0%nat) ws) (hd 0%nat [])).
      change (nth j (map (tl (A:=nat)) ws) []) with (nth j (map (tl (A:=nat)) ws) (tl [])).
      rewrite !map_nth. destruct (nth j ws []); [discriminate|reflexivity].
  Qed.

  Lemma letters_app_columns m : forall ws vs,
    letters m (ws ++ vs) = zip (@app nat) (letters m ws) (letters m vs).
  Proof.
    induction m as [|m IH]; intros ws vs; simpl; [reflexivity|].
    rewrite !map_app, IH. reflexivity.
  Qed.

  (** Zeros before a word change nothing. *)
  Definition zero_is_zero : bool :=
    match follow n 0 0 with Some O => true | _ => false end
    && forallb (Z.eqb 0) (vector n 0).

  Hypothesis Z0 : zero_is_zero = true.

  Lemma word_zeros k w : word 0 (repeat 0%nat k ++ w) = word 0 w.
  Proof.
    unfold zero_is_zero in Z0. apply andb_prop in Z0 as [F _].
    induction k as [|k IH]; [reflexivity|]. simpl.
    destruct (follow n 0 0) as [[|]|]; try discriminate. exact IH.
  Qed.

  Lemma fold_append_same w : forall u v, same u v ->
    same (fold_left (append n) w u) (fold_left (append n) w v).
  Proof. induction w as [|e w IH]; intros u v H; [exact H|]. apply IH, append_same, H. Qed.

  Lemma append_zero : same (append n [] 0) [].
  Proof.
    apply andb_prop in Z0 as [_ F]. intro i.
    rewrite append_step, at_plus, at_step, dot_nil_r, at_nil.
    revert i. induction (vector n 0) as [|p v IH]; intro i; [rewrite at_nil; reflexivity|].
    cbn [forallb] in F. apply andb_prop in F as [F1 F2]. apply Z.eqb_eq in F1.
    destruct i as [|i]; simpl; [congruence|]. apply (IH F2 i).
  Qed.

  Lemma number_zeros k w : number (repeat 0%nat k ++ w) = number w.
  Proof.
    unfold number, track. rewrite !at_hd.
    assert (same (fold_left (append n) (repeat 0%nat k) []) []) as E.
    { induction k as [|k IH]; intro i; [reflexivity|]. simpl.
      rewrite (fold_append_same _ _ _ append_zero). apply IH. }
    rewrite fold_left_app. apply (fold_append_same w _ _ E 0%nat).
  Qed.

  (** Every natural number has a word. *)
  Definition complete := forall a, 0 <= a -> exists w, word 0 w = true /\ number w = a.

  Lemma complete_list (C : complete) x : natural x -> exists m, forall k, (m <= k)%nat ->
    exists ws, length ws = length x /\ of_length k ws /\
      Forall (fun w => word 0 w = true) ws /\ map number ws = x.
  Proof.
    induction 1 as [|a x P F IH].
    - exists O. intros k _. exists []. repeat split; constructor.
    - destruct IH as (m & IH). destruct (C a P) as (w & W & E).
      exists (Nat.max m (length w)). intros k K.
      destruct (IH k ltac:(lia)) as (ws & L & O & G & M).
      exists ((repeat 0%nat (k - length w) ++ w) :: ws). repeat split.
      + simpl. congruence.
      + constructor; [|exact O]. rewrite app_length, repeat_length. lia.
      + constructor; [|exact G]. rewrite word_zeros. exact W.
      + simpl. rewrite number_zeros, E, M. reflexivity.
  Qed.
End Words.

(** All letters of [d] digits below [b], in the order of their numbers. *)
Fixpoint all_letters (b d : nat) : list letter :=
  match d with
  | O => [[]]
  | S d => flat_map (fun a => map (fun e => e :: a) (seq 0 b)) (all_letters b d)
  end.

Lemma all_letters_In b d : forall a,
  In a (all_letters b d) <-> length a = d /\ Forall (fun e => (e < b)%nat) a.
Proof.
  induction d as [|d IH]; intro a; simpl.
  - split.
    + intros [<-|[]]. auto.
    + intros [L _]. destruct a; [left; reflexivity|discriminate].
  - rewrite in_flat_map. split.
    + intros (r & I & J). apply in_map_iff in J as (e & <- & J). apply in_seq in J.
      apply IH in I as [L F]. split; [simpl; congruence|]. constructor; [lia|exact F].
    + intros [L F]. destruct a as [|e a]; [discriminate|]. inversion F; subst.
      exists a. split; [apply IH; split; [simpl in L; congruence|assumption]|].
      apply in_map_iff. exists e. split; [reflexivity|]. apply in_seq. lia.
Qed.

(** ** Numbers of words are natural *)

Section Natural.
  Variables (n : numeration) (cone : list Z).
  Hypothesis S : stable n cone = true.

  Lemma number_natural w : 0 <= number n w.
  Proof.
    destruct (stable_parts n cone S) as (A & B & _).
    unfold number, track. rewrite at_hd.
    assert (forall v, (forall i, 0 <= at_ v i) -> forall i, 0 <= at_ (fold_left (append n) w v) i) as P.
    { induction w as [|e w IH]; intros v H i; [apply H|]. apply IH. intro j.
      rewrite append_step, at_plus, at_step.
      assert (below [] v) as Bv by (intro k; rewrite at_nil; apply H).
      pose proof (dot_mono _ (A j) _ _ Bv) as D. rewrite dot_nil_r in D.
      pose proof (B e j). lia. }
    apply P. intro i. rewrite at_nil. lia.
  Qed.

  Lemma word_digits w : forall s, word n s w = true -> Forall (fun e => (e < length (vectors n))%nat) w.
  Proof.
    destruct (stable_parts n cone S) as (_ & _ & _ & _ & _ & _ & D).
    induction w as [|e w IH]; intros s H; constructor; simpl in H;
      destruct (follow n s e) as [s'|] eqn:F; try discriminate.
    - apply (D s e s' F).
    - apply (IH s' H).
  Qed.

  Lemma letters_digits m : forall ws, of_length m ws ->
    Forall (fun w => Forall (fun e => (e < length (vectors n))%nat) w) ws ->
    Forall (fun a => In a (all_letters (length (vectors n)) (length ws))) (letters m ws).
  Proof.
    induction m as [|m IH]; intros ws O F; simpl; constructor.
    - apply all_letters_In. split; [apply map_length|]. clear IH.
      induction ws as [|w ws IHw]; simpl; constructor; inversion O; inversion F; subst.
      + destruct w; [discriminate|]. simpl. match goal with H : Forall _ (_ :: _) |- _ => inversion H; assumption end.
      + apply IHw; assumption.
    - destruct (zip_hd_tl m ws O) as [_ T].
      rewrite <- (map_length (@tl nat) ws). apply IH; [exact T|].
      clear -F. induction F as [|w ws H F IH]; simpl; constructor; [|exact IH].
      destruct w; [constructor|inversion H; assumption].
  Qed.
End Natural.
