(** * The check of a law *)

From Coq Require Import List ZArith Bool FMapPositive Lia.
From Bouton Require Import Statement Vectors Residual Words Explore Refute Threads Values Subsets Play Dominate.
Import ListNotations.
Open Scope Z_scope.

(** ** A table of all threads

    Nothing is proved about its construction: [table_right] checks its entries. *)

Definition goal_key (k : positive) (a : goal) : positive :=
  match a with
  | Copy j s => push_number (push_number k (Z.of_nat j)) (Z.of_nat s)
  | Solve _ c v s => fold_left push_number v (push_number (push_number k c) (Z.of_nat s))
  end.

Definition thread_key (t : thread) : positive :=
  push_bits 8 (N.succ_pos (reached t))
    (residual_key (fold_left goal_key (goals t) (push_number 1 (Z.of_nat (origin t)))) (left t)).

Record building := Building
  { queue : list (positive * thread); known : PositiveMap.t (list (thread * positive)); fresh : positive;
    built : PositiveMap.t entry }.

Definition numbered (s : building) (t : thread) : building * positive :=
  let k := thread_key t in
  let same := match PositiveMap.find k (known s) with Some l => l | None => [] end in
  match find (fun p => thread_eqb t (fst p)) same with
  | Some p => (s, snd p)
  | None =>
      (Building ((fresh s, t) :: queue s) (PositiveMap.add k ((t, fresh s) :: same) (known s))
        (Pos.succ (fresh s)) (built s), fresh s)
  end.

Fixpoint all_numbered {A} (f : building -> A -> building * positive) (s : building) (l : list A) :
    building * list positive :=
  match l with
  | [] => (s, [])
  | a :: l => let (s, i) := f s a in let (s, is) := all_numbered f s l in (s, i :: is)
  end.

Fixpoint rows_numbered (s : building) (l : list (list thread)) : building * list (list positive) :=
  match l with
  | [] => (s, [])
  | ts :: l =>
      let (s, is) := all_numbered numbered s ts in
      let (s, r) := rows_numbered s l in (s, union (map (fun i => [i]) is) :: r)
  end.

Section Check.
  Variables (n : numeration) (cone : list Z) (order : list (list Z)) (halves : bool)
    (g : game) (v : valuation) (l : law).

  Definition build_one (s : building) : building + building :=
    match queue s with
    | [] => inr s
    | (i, t) :: q =>
        let '(s, r) := rows_numbered (Building q (known s) (fresh s) (built s))
          (map (posts n cone l t) (every n g)) in
        inl (Building (queue s) (known s) (fresh s) (PositiveMap.add i (Entry t r) (built s)))
    end.

  Definition build : list positive * PositiveMap.t entry :=
    let (s, begins) := all_numbered numbered (Building [] (PositiveMap.empty _) 1 (PositiveMap.empty _))
      (map (begin n cone l g) (moves g)) in
    (begins, match loop 24 build_one s with inl s => built s | inr s => built s end).

  Definition check : bool :=
    stable n cone && zero_is_zero n && play_ends g order
    && let (begins, table) := build in
       let d := if halves then domination_from n cone l g v table (first n cone l g (settled table 64 begins))
         else no_domination in
       table_right n cone l g table && subsets_right n cone l g v table (choose_by d) halves begins.

  Variable digits : Z -> list nat.
  Hypothesis C : forall a, 0 <= a -> word n 0 (digits a) = true /\ number n (digits a) = a.
  Hypothesis K : check = true.

  Lemma digits_complete : complete n.
  Proof. intros a H. exists (digits a). apply C, H. Qed.

  (** Digits of several numbers. *)
  Definition word_of (x : list Z) : list letter :=
    let ws := map digits x in
    let m := fold_right Nat.max O (map (@length nat) ws) in
    letters m (map (fun w => repeat 0%nat (m - length w) ++ w) ws).

  Lemma word_of_denotes x : natural x -> denotes n (word_of x) x.
  Proof.
    intro N. unfold check in K. rewrite !andb_true_iff in K. destruct K as [[[_ Z0] _] _].
    unfold word_of. set (ws := map digits x). set (m := fold_right Nat.max O (map (@length nat) ws)).
    assert (forall w, In w ws -> (length w <= m)%nat) as L.
    { unfold m. clear. induction ws as [|w ws IH]; intros w' I; [destruct I|].
      cbn [map fold_right]. destruct I as [<-|I]; [lia|]. specialize (IH w' I). lia. }
    assert (of_length m (map (fun w => repeat 0%nat (m - length w) ++ w) ws)) as O.
    { apply Forall_forall. intros w I. apply in_map_iff in I as (w' & <- & I).
      rewrite app_length, repeat_length. specialize (L w' I). lia. }
    assert (length (map (fun w => repeat 0%nat (m - length w) ++ w) ws) = length x) as Lx.
    { unfold ws. rewrite !map_length. reflexivity. }
    split; rewrite <- Lx.
    - apply words_columns; [exact O|]. apply Forall_forall. intros w I.
      apply in_map_iff in I as (w' & <- & I). rewrite word_zeros by exact Z0.
      unfold ws in I. apply in_map_iff in I as (a & <- & I).
      unfold natural in N. rewrite Forall_forall in N. apply C, N, I.
    - rewrite numbers_letters by exact O. unfold ws. rewrite !map_map.
      transitivity (map (fun a => a) x); [|apply map_id]. apply map_ext_in. intros a I.
      rewrite number_zeros by exact Z0. unfold natural in N. rewrite Forall_forall in N. apply C, N, I.
  Qed.

  (** The options of a position as threads. *)
  Lemma options_threads : exists begins table,
    forall c x w, position g c x -> denotes n w x ->
    calls_for v (fun o => exists k, opts n l table begins c (zeros g k ++ w) o) (says l c w) /\
    (forall o k, opts n l table begins c (zeros g k ++ w) o ->
      exists c' y y', option_of g c x c' y /\ denotes n y' y /\ o = says l c' y') /\
    (forall c' y, option_of g c x c' y ->
      exists k y', opts n l table begins c (zeros g k ++ w) (says l c' y') /\ denotes n y' y).
  Proof.
    unfold check in K. destruct build as [begins table]. cbv zeta in K.
    set (d := if halves then _ else no_domination) in K. rewrite !andb_true_iff in K.
    destruct K as [[[S Z0] E] [R B]].
    exists begins, table. intros c x w (Pc & Pl & Pn & Pe) [W D]. rewrite Pl in W, D.
    destruct (begins_right n cone l g v S table R (choose_by d) halves begins B) as (T & M & Zs & O & H).
    assert (forall s, In s (moves g) -> length (targets s) = dimension g) as LT.
    { intros s I. unfold schemas_right in T. rewrite forallb_forall in T. apply Nat.eqb_eq, T, I. }
    assert (forall c u o, opts n l table begins c u o <-> exists s, In s (moves g) /\ from s = c /\
      accepts n l (begin n cone l g s) u o) as Q.
    { intros c' u o. unfold opts. split.
      - intros (i & t & I & F & Fr & A).
        assert (In t (map (begin n cone l g) (moves g))) as J.
        { apply M. rewrite <- F. apply in_map, I. }
        apply in_map_iff in J as (s & <- & Is).
        exists s. auto.
      - intros (s & Is & Fr & A).
        assert (In (Some (begin n cone l g s)) (map (thread_at table) begins)) as J.
        { apply M, in_map, Is. }
        apply in_map_iff in J as (i & F & I). exists i, (begin n cone l g s). auto. }
    split; [|split].
    - specialize (H w W). unfold holds_at in H. cbn [first exist ids states] in H.
      assert (letters_of (dimension g) w) as LW.
      { pose proof (words_letters_of n w _ W) as LW. rewrite repeat_length in LW. exact LW. }
      rewrite (compile_meaning n cone S _ 0 _ w x []) in H.
      + specialize (H Pe c Pc).
        rewrite (nth_indep _ 0%N (start l 0%nat)) in H by (rewrite map_length, seq_length; exact Pc).
        rewrite map_nth, seq_nth in H by exact Pc. cbn [Nat.add] in H.
        eapply calls_for_same; [|exact H]. intro o. apply O.
      + rewrite Nat.add_0_r. exact LW.
      + rewrite Nat.add_0_r, app_nil_r. exact D.
      + exact Pl.
      + reflexivity.
    - intros o k A. apply Q in A as (s & Is & <- & A).
      destruct (begin_sound n cone l g S Z0 s x w k o Is (LT s Is) Pl) as (y & y' & A1 & _ & A2 & A3);
        [split; rewrite Pl; assumption|exact A|].
      exists (to s), y, y'. auto.
    - intros c' y (s & t & Is & <- & <- & Lt & Nt & G & St & -> & Ny).
      destruct (begin_complete n cone l g S Z0 digits_complete s x w t Is (LT s Is) Pl) as (k & y' & o & A1 & A2 & ->);
        try assumption; [split; rewrite Pl; assumption|].
      exists k, y'. split; [|exact A2]. apply Q. exists s. auto.
  Qed.

  (** Leading zeros do not change the value that the law gives. *)
  Lemma says_same : forall c x, position g c x ->
    forall w w', denotes n w x -> denotes n w' x -> says l c w = says l c w'.
  Proof.
    destruct options_threads as (begins & table & H).
    unfold check in K. rewrite !andb_true_iff in K. destruct K as [[_ E] _].
    refine (play_induction g order E (fun c x => forall w w', denotes n w x -> denotes n w' x ->
      says l c w = says l c w') _).
    intros c x P IH.
    assert (forall w, denotes n w x -> calls_for v (fun o => exists c' y y',
      option_of g c x c' y /\ denotes n y' y /\ o = says l c' y') (says l c w)) as Q.
    { intros w W. destruct (H c x w P W) as (A & B & D).
      refine (calls_for_same v _ _ _ _ A). intro o. split.
      - intros (k & O). apply (B o k O).
      - intros (c' & y & y' & O & Y & ->). destruct (D c' y O) as (k & y'' & O' & Y').
        exists k. rewrite (IH c' y O y' y'' Y Y'). exact O'. }
    intros w w' W W'. apply (calls_for_unique v _ _ _ (Q w W) (Q w' W')).
  Qed.

  Theorem law_is_value : is_value g v (fun c x => says l c (word_of x)).
  Proof.
    destruct options_threads as (begins & table & H).
    assert (play_ends g order = true) as E.
    { unfold check in K. rewrite !andb_true_iff in K. apply K. }
    intros c x P. assert (natural x) as N by apply P.
    destruct (H c x (word_of x) P (word_of_denotes x N)) as (A & B & D).
    refine (calls_for_same v _ _ _ _ A). intro o. split.
    - intros (k & O). destruct (B o k O) as (c' & y & y' & O' & Y & ->).
      destruct (option_position g order E c x c' y P O') as [Py _].
      exists c', y. split; [exact O'|].
      apply (says_same c' y Py); [|exact Y]. apply word_of_denotes, Py.
    - intros (c' & y & O & <-). destruct (D c' y O) as (k & y' & O' & Y).
      destruct (option_position g order E c x c' y P O) as [Py _].
      exists k. rewrite (says_same c' y Py (word_of y) y'); [exact O'| |exact Y].
      apply word_of_denotes, Py.
  Qed.

  Lemma check_unique f : is_value g v f ->
    forall c x, position g c x -> forall w, denotes n w x -> says l c w = f c x.
  Proof.
    intro F. destruct options_threads as (begins & table & H).
    assert (play_ends g order = true) as E.
    { unfold check in K. rewrite !andb_true_iff in K. apply K. }
    refine (play_induction g order E (fun c x => forall w, denotes n w x -> says l c w = f c x) _).
    intros c x P IH w W.
    apply (calls_for_unique v (fun a => exists c' y, option_of g c x c' y /\ f c' y = a)); [|apply F, P].
    destruct (H c x w P W) as (A & B & D).
    refine (calls_for_same v _ _ _ _ A). intro o. split.
    - intros (k & O). destruct (B o k O) as (c' & y & y' & O' & Y & ->).
      exists c', y. split; [exact O'|]. symmetry. apply IH; assumption.
    - intros (c' & y & O & <-). destruct (D c' y O) as (k & y' & O' & Y).
      exists k. rewrite <- (IH c' y O y' Y). exact O'.
  Qed.

  Theorem check_sound : law_holds g v n l.
  Proof.
    split.
    - exists (fun c x => says l c (word_of x)). apply law_is_value.
    - intros f F c x P. split.
      + exists (word_of x). apply word_of_denotes, P.
      + intros w W. apply check_unique; assumption.
  Qed.
End Check.

(** ** Base 2 *)

Fixpoint positive_digits (p : positive) (rest : list nat) : list nat :=
  match p with
  | xH => 1%nat :: rest
  | xO p => positive_digits p (0%nat :: rest)
  | xI p => positive_digits p (1%nat :: rest)
  end.

Definition binary_digits (a : Z) : list nat :=
  match a with Zpos p => positive_digits p [] | _ => [] end.

Lemma binary_digits_right a : 0 <= a ->
  word binary 0 (binary_digits a) = true /\ number binary (binary_digits a) = a.
Proof.
  intro H. destruct a as [|p|p]; [split; reflexivity| |lia]. cbn [binary_digits].
  assert (forall p rest, Forall (fun e => (e < 2)%nat) rest ->
    Forall (fun e => (e < 2)%nat) (positive_digits p rest) /\
    number binary (positive_digits p rest) = hd 0 (fold_left (append binary) rest [Zpos p])) as P.
  { clear. induction p as [p IH|p IH|]; intros rest F; cbn [positive_digits].
    - destruct (IH (1%nat :: rest)) as [I1 I2]; [constructor; [lia|exact F]|].
      split; [exact I1|]. rewrite I2. reflexivity.
    - destruct (IH (0%nat :: rest)) as [I1 I2]; [constructor; [lia|exact F]|].
      split; [exact I1|]. rewrite I2. reflexivity.
    - split; [constructor; [lia|exact F]|reflexivity]. }
  destruct (P p [] (Forall_nil _)) as [P1 P2]. split; [apply binary_word, P1|exact P2].
Qed.

Definition check_binary (order : list (list Z)) (halves : bool) (g : game) (v : valuation) (l : law) : bool :=
  check binary binary_cone order halves g v l.

Theorem check_binary_sound order halves g v l : check_binary order halves g v l = true -> law_holds g v binary l.
Proof. intro K. apply (check_sound binary binary_cone order halves g v l binary_digits binary_digits_right K). Qed.
