(** * All but a few amounts

    Moves leave at most one heap, and all amounts from some amount on are allowed. If the value of a heap is
    right, so is that of the heap that is larger by a period: options whose values are not small rise with
    it, and all small values occur among the options. *)

From Coq Require Import List NArith Bool Lia PeanoNat.
From Bouton Require Import Statement Values Heaps.
Import ListNotations.
Open Scope nat_scope.

Section Endless.
  Variables (rules : code) (p from : nat) (s : N) (values : list N).
  Notation tail := [3%N].
  Notation k := (length (digits rules)).

  Definition rising (n : nat) : N :=
    if n <? from then nth n values 0%N
    else (nth (from + (n - from) mod p) values 0 + s * N.of_nat ((n - from) / p))%N.

  (** Whether [t] objects may be taken from [n]. *)
  Definition may_take (t n : nat) : bool := N.testbit (endless_digit rules tail t) (if Nat.ltb t n then 1%N else 0%N).

  Definition options_rising (n : nat) : list N :=
    map (fun t => rising (n - t)) (filter (fun t => may_take t n) (seq 1 n)).

  Definition largest_listed : N := fold_right N.max 0%N values.
  Definition far : nat := from + p * (N.to_nat (largest_listed / s) + 2) + 2 * k + 1.

  Definition check_endless : bool :=
    (0 <? p) && N.ltb 0 s && (length values =? from + p)
    && forallb (fun d => N.ltb d 4) (digits rules)
    && N.eqb (rising 0) 0
    && forallb (fun n => N.eqb (phi Grundy (options_rising n)) (rising n)) (seq 0 (far + p))
    && forallb (fun n => N.leb largest_listed (rising n)) (seq far p)
    && (let found := map rising (seq 0 (S (far - k))) in
        forallb (fun b => has (N.of_nat b) found) (seq 0 (S (N.to_nat (largest_listed + s))))).

  Hypothesis K : check_endless = true.

  Definition right_at (n : nat) : Prop := calls_for Grundy (fun v => In v (options_rising n)) (rising n).

  Lemma parts : 0 < p /\ (0 < s)%N /\ length values = from + p /\ (forall d, In d (digits rules) -> (d < 4)%N) /\
    rising 0 = 0%N /\ (forall n, n < far + p -> right_at n) /\
    (forall n, far <= n < far + p -> (largest_listed <= rising n)%N) /\
    (forall b, (b <= largest_listed + s)%N -> exists m, m <= far - k /\ rising m = b).
  Proof.
    unfold check_endless in K. cbv zeta in K. rewrite !andb_true_iff in K.
    destruct K as [[[[[[[K1 K2] K3] K4] K5] K6] K7] K8].
    rewrite forallb_forall in K4, K6, K7, K8.
    split; [apply Nat.ltb_lt, K1|]. split; [apply N.ltb_lt, K2|]. split; [apply Nat.eqb_eq, K3|].
    split; [intros d I; apply N.ltb_lt, K4, I|]. split; [apply N.eqb_eq, K5|].
    split; [|split].
    - intros n H. unfold right_at. specialize (K6 n ltac:(apply in_seq; lia)). apply N.eqb_eq in K6. rewrite <- K6.
      apply phi_calls.
    - intros n H. apply N.leb_le, K7, in_seq. lia.
    - intros b H. specialize (K8 (N.to_nat b) ltac:(apply in_seq; lia)). rewrite N2Nat.id in K8.
      apply has_In, in_map_iff in K8 as (m & E & I). apply in_seq in I. exists m. split; [lia|exact E].
  Qed.

  Lemma rising_period n : from <= n -> rising (n + p) = (rising n + s)%N.
  Proof.
    intro H. destruct parts as (P & _). unfold rising.
    destruct (Nat.ltb_spec (n + p) from), (Nat.ltb_spec n from); try lia.
    replace (n + p - from) with (n - from + 1 * p) by lia. rewrite Nat.mod_add, Nat.div_add by lia.
    rewrite Nat2N.inj_add, N.mul_add_distr_l. change (N.of_nat 1) with 1%N. lia.
  Qed.

  Lemma listed_most n : n < from + p -> (rising n <= largest_listed)%N.
  Proof.
    intro H. destruct parts as (P & _ & L & _).
    assert (exists i, i < length values /\ rising n = nth i values 0%N) as (i & Hi & ->).
    { unfold rising. destruct (Nat.ltb_spec n from).
      - exists n. split; [lia|reflexivity].
      - exists (from + (n - from) mod p). pose proof (Nat.mod_upper_bound (n - from) p ltac:(lia)).
        split; [lia|]. rewrite Nat.div_small by lia. change (N.of_nat 0) with 0%N. rewrite N.mul_0_r. lia. }
    unfold largest_listed. clear -Hi. revert i Hi. induction values as [|a r IH]; intros i Hi; [simpl in Hi; lia|].
    cbn [fold_right]. destruct i as [|i]; cbn [nth]; [lia|]. specialize (IH i ltac:(simpl in Hi; lia)). lia.
  Qed.

  Lemma far_long : from + 2 * k < far.
  Proof. unfold far. generalize (p * (N.to_nat (largest_listed / s) + 2)). intro. lia. Qed.

  Lemma beyond_listed n : far <= n -> (largest_listed <= rising n)%N.
  Proof.
    intro H. destruct parts as (P & _ & _ & _ & _ & _ & B & _). pose proof far_long as F.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
    destruct (Nat.lt_ge_cases n (far + p)) as [L|L]; [apply B; lia|].
    replace n with (n - p + p) by lia. rewrite rising_period by lia.
    specialize (IH (n - p) ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma far_amount t n : k <= t -> may_take t n = true.
  Proof.
    intro H. unfold may_take, endless_digit. destruct (Nat.ltb_spec t k); [lia|].
    cbn [length]. rewrite Nat.mod_1_r. destruct (t <? n); reflexivity.
  Qed.

  Lemma options_rising_In n v : In v (options_rising n) <->
    exists t, 1 <= t <= n /\ may_take t n = true /\ rising (n - t) = v.
  Proof.
    unfold options_rising. rewrite in_map_iff. split.
    - intros (t & E & I). apply filter_In in I as [I A]. apply in_seq in I. exists t. repeat split; try lia; assumption.
    - intros (t & H & A & E). exists t. split; [exact E|]. apply filter_In. split; [apply in_seq; lia|exact A].
  Qed.

  (** The amounts that may be taken from [n] are those that may be taken from a heap larger by a period. *)
  Lemma same_amounts t n : far <= n -> t <= n -> may_take t (n + p) = may_take t n.
  Proof.
    intros F H. pose proof far_long. destruct (Nat.lt_ge_cases t k) as [L|L].
    - unfold may_take. destruct (Nat.ltb_spec t (n + p)), (Nat.ltb_spec t n); try lia. reflexivity.
    - rewrite !far_amount by exact L. reflexivity.
  Qed.

  Lemma next_right n : far <= n -> right_at n -> right_at (n + p).
  Proof.
    intros F [N1 N2]. destruct parts as (P & S & _ & _ & _ & _ & _ & Sm). pose proof far_long as Fl.
    split; rewrite rising_period by lia.
    - intro I. apply options_rising_In in I as (t & H & A & E).
      pose proof (beyond_listed n F) as B.
      destruct (Nat.lt_ge_cases (n + p - t) (from + p)) as [L|L].
      + pose proof (listed_most _ L). lia.
      + apply N1, options_rising_In. exists t. rewrite same_amounts in A by lia. split; [lia|]. split; [exact A|].
        replace (n + p - t) with (n - t + p) in E by lia. rewrite rising_period in E by lia. lia.
    - intros b Hb. apply options_rising_In. destruct (N.le_gt_cases b (largest_listed + s)) as [L|L].
      + destruct (Sm b L) as (m & Hm & E). exists (n + p - m). split; [lia|]. split; [apply far_amount; lia|].
        replace (n + p - (n + p - m)) with m by lia. exact E.
      + specialize (N2 (b - s)%N ltac:(lia)). apply options_rising_In in N2 as (t & H & A & E).
        assert (from <= n - t) as G.
        { destruct (Nat.le_gt_cases from (n - t)) as [|G]; [assumption|]. pose proof (listed_most (n - t) ltac:(lia)). lia. }
        exists t. rewrite same_amounts by lia. split; [lia|]. split; [exact A|].
        replace (n + p - t) with (n - t + p) by lia. rewrite rising_period by exact G. lia.
  Qed.

  Lemma all_right n : right_at n.
  Proof.
    destruct parts as (P & _ & _ & _ & _ & R & _).
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
    destruct (Nat.lt_ge_cases n (far + p)) as [L|L]; [apply R, L|].
    replace n with (n - p + p) by lia. apply next_right; [lia|]. apply IH. lia.
  Qed.

  Lemma one_left t j : N.testbit (endless_digit rules tail t) (N.of_nat j) = true -> j <= 1.
  Proof.
    destruct parts as (_ & _ & _ & D & _). intro A.
    assert (endless_digit rules tail t < 4)%N as L.
    { unfold endless_digit. destruct (Nat.ltb_spec t k) as [H|H]; [apply D, nth_In, H|].
      cbn [length]. rewrite Nat.mod_1_r. reflexivity. }
    destruct (Nat.le_gt_cases j 1) as [|G]; [assumption|]. rewrite N.bits_above_log2 in A; [discriminate|].
    destruct (N.eq_dec (endless_digit rules tail t) 0) as [E|Nz]; [rewrite E, N.bits_0 in A; discriminate|].
    apply N.log2_lt_pow2; [lia|]. pose proof (N.pow_le_mono_r 2 2 (N.of_nat j)). change (2 ^ 2)%N with 4%N in H. lia.
  Qed.

  Lemma options_are f n v : f 0 = 0%N -> (forall m, m < n -> f m = rising m) ->
    ((exists left, option_of_endless rules tail n left /\ nim_sum f left = v) <-> In v (options_rising n)).
  Proof.
    intros Z H. destruct parts as (_ & _ & _ & _ & Z' & _). rewrite options_rising_In. split.
    - intros (left & (t & Hs & Hp & Ha & Ht & _) & <-). pose proof (one_left t _ Ha) as L.
      destruct left as [|a [|]]; cbn [length] in *; [| |lia].
      + assert (t = n) as -> by (simpl in Hs; lia). assert (n <> 0) by (intro E; specialize (Ht E); lia).
        exists n. split; [lia|]. split; [unfold may_take; rewrite Nat.ltb_irrefl; exact Ha|].
        rewrite Nat.sub_diag. exact Z'.
      + apply Forall_cons_iff in Hp as [Hp _]. cbn [list_sum fold_right] in Hs.
        assert (t <> 0) by (intro E; specialize (Ht E); lia).
        exists t. split; [lia|]. split; [unfold may_take; destruct (Nat.ltb_spec t n); [exact Ha|lia]|].
        cbn [nim_sum fold_right]. rewrite N.lxor_0_r, H by lia. f_equal. lia.
    - intros (t & Ht & A & E). unfold may_take in A. destruct (Nat.ltb_spec t n) as [L|L].
      + exists [n - t]. split.
        * exists t. cbn [list_sum fold_right length]. repeat split; try lia; [repeat constructor; lia|exact A|].
          intros _. repeat constructor. intros [].
        * cbn [nim_sum fold_right]. rewrite N.lxor_0_r, H by lia. exact E.
      + assert (t = n) as -> by lia. exists []. split.
        * exists n. cbn [list_sum fold_right length]. repeat split; try lia; [constructor|exact A|]. intros _. constructor.
        * rewrite Nat.sub_diag in E. cbn [nim_sum fold_right]. congruence.
  Qed.

  Theorem check_endless_sound : endless_period_holds rules tail p from s values.
  Proof.
    destruct parts as (P & _ & Lv & _ & Z & _). split.
    - exists rising. intro n.
      refine (calls_for_same Grundy _ _ _ _ (all_right n)). intro v. symmetry. apply options_are; [exact Z|auto].
    - intros f F.
      assert (f 0 = 0%N) as Zf.
      { destruct (F 0) as [_ N2]. destruct (N.eq_0_gt_0_cases (f 0)) as [E|E]; [exact E|exfalso].
        destruct (N2 0%N E) as (left & (t & Hs & Hp & _ & Ht & _) & _). assert (t = 0) as -> by lia. specialize (Ht eq_refl).
        destruct left as [|a left]; [simpl in Ht; lia|]. apply Forall_cons_iff in Hp as [Hp _]. cbn [list_sum fold_right] in Hs. lia. }
      assert (forall n, f n = rising n) as U.
      { intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
        apply (calls_for_unique Grundy _ _ _ (F n)).
        refine (calls_for_same Grundy _ _ _ _ (all_right n)). intro v. symmetry. apply options_are; assumption. }
      split.
      + intros n H. rewrite U. unfold rising. destruct (Nat.ltb_spec n from); [reflexivity|].
        rewrite Nat.mod_small, Nat.div_small by lia. replace (from + (n - from)) with n by lia. change (N.of_nat 0) with 0%N. rewrite N.mul_0_r. lia.
      + intros n H. rewrite !U. apply rising_period, H.
  Qed.
End Endless.
