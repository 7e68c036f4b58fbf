(** * All but a few amounts, with splits

    Moves that take one of the first amounts may leave two heaps.  A part is small if it is before [least], and an option is
    near if it is one heap, or none, or two of which one is small.  The values of near options of a heap, and of one that
    is larger by [step], are the same up to a summand; and no option of two large parts has the value of its heap. *)

From Coq Require Import List NArith ZArith Bool Lia PeanoNat.
From Bouton Require Import Statement Values Heaps Endless.
Import ListNotations.
Open Scope nat_scope.

(** ** Nim-sums of large numbers *)

Section Powers.
  Open Scope N_scope.

  Lemma lxor_div a b e : N.lxor a b / 2 ^ e = N.lxor (a / 2 ^ e) (b / 2 ^ e).
  Proof. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.

  Lemma lxor_mod a b e : N.lxor a b mod 2 ^ e = N.lxor (a mod 2 ^ e) (b mod 2 ^ e).
  Proof.
    rewrite <- !N.land_ones. apply N.bits_inj. intro i. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
    destruct (N.testbit a i), (N.testbit b i), (N.testbit (N.ones e) i); reflexivity.
  Qed.

  (** A multiple of a power of two that no other number reaches. *)
  Lemma lxor_raised a b e k : b < 2 ^ e -> N.lxor (a + 2 ^ e * k) b = N.lxor a b + 2 ^ e * k.
  Proof.
    intro H. assert (2 ^ e <> 0) as P by (apply N.pow_nonzero; lia).
    rewrite (N.div_mod (N.lxor (a + 2 ^ e * k) b) (2 ^ e)), (N.div_mod (N.lxor a b) (2 ^ e)) by exact P.
    rewrite !lxor_div, !lxor_mod, (N.div_small b), (N.mod_small b) by exact H. rewrite !N.lxor_0_r.
    rewrite (N.mul_comm (2 ^ e) k), N.div_add, N.mod_add by exact P. lia.
  Qed.

  (** The sum of two numbers exceeds their nim-sum by an even number. *)
  Lemma sum_lxor a : forall b, exists u, a + b = N.lxor a b + 2 * u.
  Proof.
    assert (forall x, x < 2 -> x = 0 \/ x = 1) as Two by lia.
    induction a as [a IH] using (well_founded_ind N.lt_wf_0). intro b.
    destruct (N.eq_dec a 0) as [->|Na]; [exists 0; rewrite N.lxor_0_l; lia|].
    destruct (IH (a / 2)) with (b := b / 2) as (u & E); [apply N.div_lt; lia|].
    pose proof (lxor_div a b 1) as X. pose proof (lxor_mod a b 1) as Y. change (2 ^ 1) with 2 in X, Y.
    pose proof (N.div_mod a 2 ltac:(lia)) as Da. pose proof (N.div_mod b 2 ltac:(lia)) as Db.
    pose proof (N.div_mod (N.lxor a b) 2 ltac:(lia)) as Dx.
    rewrite X, Y in Dx. pose proof (N.mod_lt a 2 ltac:(lia)) as Ma. pose proof (N.mod_lt b 2 ltac:(lia)) as Mb.
    destruct (Two _ Ma) as [Ca|Ca], (Two _ Mb) as [Cb|Cb]; rewrite Ca, Cb in *;
      cbn [N.lxor Pos.lxor] in Dx; clear IH X Y.
    - exists (2 * u). lia.
    - exists (2 * u). lia.
    - exists (2 * u). lia.
    - exists (2 * u + 1). lia.
  Qed.
End Powers.

(** ** Claimed values *)

Section Rising.
  Variables (p from : nat) (s : N) (values : list N).
  Hypothesis P : 0 < p.
  Notation claimed := (rising p from s values).

  Lemma rising_periods i : forall n, from <= n -> claimed (n + p * i) = (claimed n + s * N.of_nat i)%N.
  Proof.
    assert (forall n, from <= n -> claimed (n + p) = (claimed n + s)%N) as One.
    { intros n H. unfold rising. destruct (Nat.ltb_spec (n + p) from), (Nat.ltb_spec n from); try lia.
      replace (n + p - from) with (n - from + 1 * p) by lia. rewrite Nat.mod_add, Nat.div_add by lia.
      rewrite Nat2N.inj_add, N.mul_add_distr_l. change (N.of_nat 1) with 1%N. lia. }
    induction i as [|i IH]; intros n H.
    - rewrite Nat.mul_0_r, Nat.add_0_r. lia.
    - replace (n + p * S i) with (n + p * i + p) by lia. rewrite One, IH by lia. lia.
  Qed.

  Lemma rising_listed n : length values = from + p -> n < from + p -> (claimed n <= largest_listed values)%N.
  Proof.
    intros L H. assert (exists i, i < length values /\ claimed n = nth i values 0%N) as (i & Hi & ->).
    { unfold rising. destruct (Nat.ltb_spec n from).
      - exists n. split; [lia|reflexivity].
      - exists (from + (n - from) mod p). pose proof (Nat.mod_upper_bound (n - from) p ltac:(lia)).
        split; [lia|]. rewrite Nat.div_small by lia. change (N.of_nat 0) with 0%N. rewrite N.mul_0_r. lia. }
    unfold largest_listed. clear -Hi. revert i Hi. induction values as [|a r IH]; intros i Hi; [simpl in Hi; lia|].
    cbn [fold_right]. destruct i as [|i]; cbn [nth]; [lia|]. specialize (IH i ltac:(simpl in Hi; lia)). lia.
  Qed.
End Rising.

Section Splits.
  Variables (rules : code) (p from : nat) (s : N) (values : list N).
  Notation tail := [3%N].
  Notation k := (length (digits rules)).
  Notation claimed := (rising p from s values).

  (** A saltus of [2 ^ e]; [2 ^ m] periods make a step.  Heaps from [V] on are followed by steps. *)
  Variables (e m : N) (least V : nat).

  Definition periods : nat := N.to_nat (2 ^ m).
  Definition step : nat := p * periods.
  Definition rise : N := (2 ^ (e + m))%N.
  Notation largest := (largest_listed values).

  Definition splits (t : nat) : bool := N.testbit (nth t (digits rules) 0%N) 2.

  (** The values of two parts, of which the first one is less than [bound]. *)
  Definition split_values (bound n : nat) : list N :=
    flat_map (fun t =>
      if splits t then map (fun b => N.lxor (claimed b) (claimed (n - t - b))) (seq 1 (Nat.min (bound - 1) (n - t - 1)))
      else []) (seq 0 k).

  Definition values_of (bound n : nat) : list N := options_rising rules p from s values n ++ split_values bound n.

  Definition large_parts_differ : bool :=
    forallb (fun t => negb (splits t) ||
      forallb (fun a => forallb (fun b =>
        let n := claimed (a + b + t) in
        negb (N.eqb (N.lxor (claimed a) (claimed b) mod s) (n mod s))
        || (let d := (Z.of_N (claimed a / s) + Z.of_N (claimed b / s) - Z.of_N (n / s))%Z in (d <? 0)%Z || Z.odd d))
        (seq least p)) (seq least p)) (seq 0 k).

  Definition check_splits_at : bool :=
    (0 <? p) && N.eqb s (2 ^ e) && (length values =? from + p) && forallb (fun d => N.ltb d 8) (digits rules)
    && negb (unequal rules) && N.eqb (claimed 0) 0 && (from <=? least) && (1 <=? least) && (2 * least + 2 * k <? V)
    && forallb (fun b => N.ltb (claimed b) rise) (seq 0 least)
    && forallb (fun n => N.eqb (phi Grundy (values_of n n)) (claimed n)) (seq 0 V)
    && forallb (fun n => N.eqb (phi Grundy (values_of least n)) (claimed n) && N.leb largest (claimed n)) (seq V step)
    && (let found := map claimed (seq 0 (S (V - k))) in
        forallb (fun b => has (N.of_nat b) found) (seq 0 (S (N.to_nat (largest + rise)))))
    && large_parts_differ.

  Hypothesis K : check_splits_at = true.

  Definition right_within (bound n : nat) : Prop := calls_for Grundy (fun v => In v (values_of bound n)) (claimed n).

  Lemma split_parts : 0 < p /\ s = (2 ^ e)%N /\ length values = from + p /\ (forall d, In d (digits rules) -> (d < 8)%N) /\
    unequal rules = false /\ claimed 0 = 0%N /\ from <= least /\ 1 <= least /\ 2 * least + 2 * k < V /\
    (forall b, b < least -> (claimed b < rise)%N) /\ (forall n, n < V -> right_within n n) /\
    (forall n, V <= n < V + step -> right_within least n /\ (largest <= claimed n)%N) /\
    (forall b, (b <= largest + rise)%N -> exists m, m <= V - k /\ claimed m = b) /\ large_parts_differ = true.
  Proof.
    pose proof K as K0. unfold check_splits_at in K0. cbv zeta in K0. rewrite !andb_true_iff in K0.
    destruct K0 as [[[[[[[[[[[[[K1 K2] K3] K4] K5] K6] K7] K8] K9] K10] K11] K12] K13] K14].
    rewrite forallb_forall in K4, K10, K11, K12, K13.
    split; [apply Nat.ltb_lt, K1|]. split; [apply N.eqb_eq, K2|]. split; [apply Nat.eqb_eq, K3|].
    split; [intros d I; apply N.ltb_lt, K4, I|]. split; [apply negb_true_iff, K5|]. split; [apply N.eqb_eq, K6|].
    split; [apply Nat.leb_le, K7|]. split; [apply Nat.leb_le, K8|]. split; [apply Nat.ltb_lt, K9|].
    split; [intros b H; apply N.ltb_lt, K10, in_seq; lia|].
    split; [|split; [|split; [|exact K14]]].
    - intros n H. unfold right_within. specialize (K11 n ltac:(apply in_seq; lia)). apply N.eqb_eq in K11. rewrite <- K11.
      apply phi_calls.
    - intros n H. specialize (K12 n ltac:(apply in_seq; lia)). apply andb_prop in K12 as [A B]. apply N.eqb_eq in A. split; [|apply N.leb_le, B].
      unfold right_within. rewrite <- A. apply phi_calls.
    - intros b H. specialize (K13 (N.to_nat b) ltac:(apply in_seq; lia)). rewrite N2Nat.id in K13.
      apply has_In, in_map_iff in K13 as (i & E & I). apply in_seq in I. exists i. split; [lia|exact E].
  Qed.

  Lemma claimed_periods i n : from <= n -> claimed (n + p * i) = (claimed n + s * N.of_nat i)%N.
  Proof. apply rising_periods, split_parts. Qed.

  Lemma rise_is : (rise = s * 2 ^ m)%N.
  Proof. destruct split_parts as (_ & -> & _). unfold rise. apply N.pow_add_r. Qed.

  Lemma s_positive : (0 < s)%N.
  Proof. destruct split_parts as (_ & -> & _). apply N.neq_0_lt_0, N.pow_nonzero. lia. Qed.

  Lemma step_positive : 0 < step.
  Proof.
    destruct split_parts as (P & _). unfold step, periods. assert (2 ^ m <> 0)%N by (apply N.pow_nonzero; lia). nia.
  Qed.

  Lemma claimed_step n : from <= n -> claimed (n + step) = (claimed n + rise)%N.
  Proof.
    intro H. unfold step. rewrite claimed_periods, rise_is by exact H. unfold periods. rewrite N2Nat.id. reflexivity.
  Qed.

  Lemma listed_most n : n < from + p -> (claimed n <= largest)%N.
  Proof. apply rising_listed; apply split_parts. Qed.

  Lemma small_values n : n < from + step -> (claimed n < largest + rise)%N.
  Proof.
    intro H. destruct split_parts as (P & _). pose proof s_positive as Sp. pose proof rise_is as R.
    assert (0 < 2 ^ m)%N as Pm by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    destruct (Nat.lt_ge_cases n (from + p)) as [L|L].
    - pose proof (listed_most n L). nia.
    - set (i := (n - from) / p). pose proof (Nat.div_mod (n - from) p ltac:(lia)) as D. fold i in D.
      pose proof (Nat.mod_upper_bound (n - from) p ltac:(lia)) as B. set (r := (n - from) mod p) in *.
      assert (n = from + r + p * i) as En by lia. rewrite En, claimed_periods by lia.
      pose proof (listed_most (from + r) ltac:(lia)) as Lm.
      assert (i < periods) as Hi by (unfold step in H; nia).
      assert (N.of_nat i + 1 <= 2 ^ m)%N by (unfold periods in Hi; lia). nia.
  Qed.

  Lemma beyond n : V <= n -> (largest <= claimed n)%N.
  Proof.
    intro H. destruct split_parts as (_ & _ & _ & _ & _ & _ & F & _ & Hv & _ & _ & B & _). pose proof step_positive as Sp.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
    destruct (Nat.lt_ge_cases n (V + step)) as [L|L]; [apply B; lia|].
    replace n with (n - step + step) by lia. rewrite claimed_step by lia. specialize (IH (n - step) ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma values_In bound n v : In v (values_of bound n) <->
    (exists t, 1 <= t <= n /\ may_take rules t n = true /\ claimed (n - t) = v) \/
    (exists t b c, t < k /\ splits t = true /\ 1 <= b < bound /\ 1 <= c /\ b + c + t = n /\ N.lxor (claimed b) (claimed c) = v).
  Proof.
    unfold values_of. rewrite in_app_iff, options_rising_In. unfold split_values. rewrite in_flat_map.
    split; (intros [H|H]; [left; exact H|right]).
    - destruct H as (t & It & I). apply in_seq in It. destruct (splits t) eqn:S; [|destruct I].
      apply in_map_iff in I as (b & <- & I). apply in_seq in I. exists t, b, (n - t - b). repeat split; lia || assumption || reflexivity.
    - destruct H as (t & b & c & Ht & S & Hb & Hc & E & <-). exists t. split; [apply in_seq; lia|]. rewrite S.
      apply in_map_iff. exists b. split; [|apply in_seq; lia]. f_equal. f_equal. lia.
  Qed.

  Lemma far_amount t n : k <= t -> may_take rules t n = true.
  Proof.
    intro H. unfold may_take, endless_digit. destruct (Nat.ltb_spec t k); [lia|].
    cbn [length]. rewrite Nat.mod_1_r. destruct (t <? n); reflexivity.
  Qed.

  Lemma same_amount t n n' : t < n -> t < n' -> may_take rules t n = may_take rules t n'.
  Proof. intros H H'. unfold may_take. destruct (Nat.ltb_spec t n), (Nat.ltb_spec t n'); try lia. reflexivity. Qed.

  Lemma near_right n : V <= n -> right_within least n.
  Proof.
    destruct split_parts as (_ & Se & _ & _ & _ & _ & F & L1 & Hv & Sm & _ & B & Fo & _). pose proof step_positive as Sp.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intro H.
    destruct (Nat.lt_ge_cases n (V + step)) as [L|L]; [apply B; lia|].
    destruct (IH (n - step) ltac:(lia) ltac:(lia)) as [N1 N2]. pose proof (beyond (n - step) ltac:(lia)) as Bn.
    set (n0 := n - step) in *. assert (n = n0 + step) as En by (unfold n0; lia). clearbody n0. subst n. clear IH.
    assert (forall b c, b < least -> from <= c -> N.lxor (claimed b) (claimed (c + step)) = (N.lxor (claimed b) (claimed c) + rise)%N) as Raised.
    { intros b c Hb Hc. rewrite claimed_step by exact Hc. rewrite (N.lxor_comm (claimed b)), (N.lxor_comm (claimed b)).
      pose proof (lxor_raised (claimed c) (claimed b) (e + m) 1 (Sm b Hb)) as R. rewrite N.mul_1_r in R. exact R. }
    split; rewrite claimed_step by lia.
    - intro I. apply values_In in I as [(t & Ht & A & E)|(t & b & c & Ht & S & Hb & Hc & E & X)].
      + destruct (Nat.lt_ge_cases (n0 + step - t) (from + step)) as [Lc|Lc].
        * pose proof (small_values _ Lc). lia.
        * apply N1, values_In. left. exists t. split; [lia|].
          split; [destruct (Nat.eq_dec t n0) as [->|N]; [apply far_amount; lia|rewrite (same_amount t n0 (n0 + step)) by lia; exact A]|].
          replace (n0 + step - t) with (n0 - t + step) in E by lia. rewrite claimed_step in E by lia. lia.
      + apply N1, values_In. right. exists t, b, (c - step). repeat split; try lia; try assumption.
        replace c with (c - step + step) in X by lia. rewrite Raised in X by lia. lia.
    - intros v Hv'. destruct (N.le_gt_cases v (largest + rise)) as [Lv|Lv].
      + destruct (Fo v Lv) as (i & Hi & E). apply values_In. left. exists (n0 + step - i). split; [lia|].
        split; [apply far_amount; lia|]. replace (n0 + step - (n0 + step - i)) with i by lia. exact E.
      + specialize (N2 (v - rise)%N ltac:(lia)). apply values_In in N2 as [(t & Ht & A & E)|(t & b & c & Ht & S & Hb & Hc & E & X)].
        * assert (from <= n0 - t) as G.
          { destruct (Nat.le_gt_cases from (n0 - t)) as [|G]; [assumption|]. pose proof (listed_most (n0 - t) ltac:(lia)). lia. }
          apply values_In. left. exists t. split; [lia|]. split.
          -- destruct (Nat.eq_dec t n0) as [->|N]; [apply far_amount; lia|]. rewrite <- (same_amount t n0 (n0 + step)) by lia. exact A.
          -- replace (n0 + step - t) with (n0 - t + step) by lia. rewrite claimed_step by exact G. lia.
        * apply values_In. right. exists t, b, (c + step). repeat split; try lia; try assumption. rewrite Raised by lia. lia.
  Qed.

  Lemma large_parts t b c : t < k -> splits t = true -> least <= b -> least <= c ->
    N.lxor (claimed b) (claimed c) <> claimed (b + c + t).
  Proof.
    intros Ht S Hb Hc X. destruct split_parts as (P & Se & _ & _ & _ & _ & F & _ & _ & _ & _ & _ & _ & D).
    unfold large_parts_differ in D. rewrite forallb_forall in D. specialize (D t ltac:(apply in_seq; lia)). rewrite S in D. cbn [negb orb] in D.
    assert (forall x, least <= x -> exists x0 i, In x0 (seq least p) /\ x = x0 + p * i) as Base.
    { intros x H. exists (least + (x - least) mod p), ((x - least) / p). pose proof (Nat.mod_upper_bound (x - least) p ltac:(lia)).
      split; [apply in_seq; lia|]. pose proof (Nat.div_mod (x - least) p ltac:(lia)). lia. }
    destruct (Base b Hb) as (b0 & i & Ib & ->), (Base c Hc) as (c0 & j & Ic & ->).
    rewrite forallb_forall in D. specialize (D b0 Ib). rewrite forallb_forall in D. specialize (D c0 Ic). cbv zeta in D.
    apply in_seq in Ib, Ic.
    replace (b0 + p * i + (c0 + p * j) + t) with (b0 + c0 + t + p * (i + j)) in X by lia.
    rewrite !claimed_periods in X by lia. set (x := claimed b0) in *. set (y := claimed c0) in *. set (z := claimed (b0 + c0 + t)) in *.
    pose proof s_positive as Sp. assert (s <> 0)%N as S0 by lia.
    assert (forall x n, (x + s * n) mod s = x mod s)%N as Mo by (intros; rewrite (N.mul_comm s), N.mod_add by exact S0; reflexivity).
    assert (forall x n, (x + s * n) / s = x / s + n)%N as Di by (intros; rewrite (N.mul_comm s), N.div_add by exact S0; reflexivity).
    assert (N.lxor x y mod s = z mod s)%N as Xm.
    { pose proof (lxor_mod (x + s * N.of_nat i) (y + s * N.of_nat j) e) as Q. pose proof (lxor_mod x y e) as R.
      rewrite <- Se in Q, R. rewrite X, !Mo in Q. congruence. }
    assert (N.lxor (x / s + N.of_nat i) (y / s + N.of_nat j) = z / s + N.of_nat (i + j))%N as Xd.
    { pose proof (lxor_div (x + s * N.of_nat i) (y + s * N.of_nat j) e) as Q. rewrite <- Se, X, !Di in Q. symmetry. exact Q. }
    destruct (sum_lxor (x / s + N.of_nat i) (y / s + N.of_nat j)) as (u & U). rewrite Xd in U.
    rewrite Xm, N.eqb_refl in D. cbn [negb orb] in D.
    assert (Z.of_N (x / s) + Z.of_N (y / s) - Z.of_N (z / s) = 2 * Z.of_N u)%Z as E by lia. rewrite E in D.
    apply orb_prop in D as [D|D]; [apply Z.ltb_lt in D; lia|].
    rewrite Z.odd_mul in D. discriminate.
  Qed.

  Lemma right_everywhere n : right_within n n.
  Proof.
    destruct split_parts as (_ & _ & _ & _ & _ & _ & F & L1 & Hv & _ & R & _).
    destruct (Nat.lt_ge_cases n V) as [L|L]; [apply R, L|]. destruct (near_right n L) as [N1 N2]. split.
    - intro I. apply values_In in I as [I|(t & b & c & Ht & S & Hb & Hc & E & X)].
      + apply N1, values_In. left. exact I.
      + destruct (Nat.lt_ge_cases b least) as [Lb|Lb]; [|destruct (Nat.lt_ge_cases c least) as [Lc|Lc]].
        * apply N1, values_In. right. exists t, b, c. repeat split; try lia; assumption.
        * apply N1, values_In. right. exists t, c, b. rewrite N.lxor_comm. repeat split; try lia; assumption.
        * rewrite <- E in X. apply (large_parts t b c Ht S Lb Lc X).
    - intros v Hv'. specialize (N2 v Hv'). apply values_In in N2 as [I|(t & b & c & Ht & S & Hb & Hc & E & X)]; apply values_In.
      + left. exact I.
      + right. exists t, b, c. repeat split; try lia; assumption.
  Qed.

  Lemma two_left t j : N.testbit (endless_digit rules tail t) (N.of_nat j) = true -> j <= 2 /\ (j = 2 -> t < k /\ splits t = true).
  Proof.
    destruct split_parts as (_ & _ & _ & D & _). intro A. split.
    - assert (endless_digit rules tail t < 8)%N as L.
      { unfold endless_digit. destruct (Nat.ltb_spec t k) as [H|H]; [apply D, nth_In, H|].
        cbn [length]. rewrite Nat.mod_1_r. reflexivity. }
      destruct (Nat.le_gt_cases j 2) as [|G]; [assumption|]. rewrite N.bits_above_log2 in A; [discriminate|].
      destruct (N.eq_dec (endless_digit rules tail t) 0) as [E|Nz]; [rewrite E, N.bits_0 in A; discriminate|].
      apply N.log2_lt_pow2; [lia|]. pose proof (N.pow_le_mono_r 2 3 (N.of_nat j)). change (2 ^ 3)%N with 8%N in H. lia.
    - intros ->. change (N.of_nat 2) with 2%N in A. unfold endless_digit in A. destruct (Nat.ltb_spec t k) as [H|H].
      + split; [exact H|exact A].
      + cbn [length] in A. rewrite Nat.mod_1_r in A. discriminate.
  Qed.

  Lemma options_split f n v : f 0 = 0%N -> (forall m, m < n -> f m = claimed m) ->
    ((exists left, option_of_endless rules tail n left /\ nim_sum f left = v) <-> In v (values_of n n)).
  Proof.
    intros Z H. destruct split_parts as (_ & _ & _ & _ & U & Z' & _). rewrite values_In. split.
    - intros (left & (t & Hs & Hp & Ha & Ht & _) & <-). destruct (two_left t _ Ha) as [L S].
      destruct left as [|a [|b [|]]]; cbn [length] in *; [left|left|right|lia].
      + assert (t = n) as -> by (simpl in Hs; lia). assert (n <> 0) by (intro E; specialize (Ht E); lia).
        exists n. split; [lia|]. split; [unfold may_take; rewrite Nat.ltb_irrefl; exact Ha|].
        rewrite Nat.sub_diag. exact Z'.
      + apply Forall_cons_iff in Hp as [Hp _]. cbn [list_sum fold_right] in Hs.
        assert (t <> 0) by (intro E; specialize (Ht E); lia).
        exists t. split; [lia|]. split; [unfold may_take; destruct (Nat.ltb_spec t n); [exact Ha|lia]|].
        cbn [nim_sum fold_right]. rewrite N.lxor_0_r, H by lia. f_equal. lia.
      + apply Forall_cons_iff in Hp as [Pa Hp]. apply Forall_cons_iff in Hp as [Pb _]. cbn [list_sum fold_right] in Hs.
        destruct (S eq_refl) as [Hk Hsp]. exists t, a, b. cbn [nim_sum fold_right]. rewrite N.lxor_0_r, !H by lia.
        repeat split; try lia; assumption.
    - intros [(t & Ht & A & E)|(t & b & c & Ht & S & Hb & Hc & E & X)].
      + unfold may_take in A. destruct (Nat.ltb_spec t n) as [L|L].
        * exists [n - t]. split.
          -- exists t. cbn [list_sum fold_right length]. repeat split; try lia; [repeat constructor; lia|exact A|].
             intros _. repeat constructor. intros [].
          -- cbn [nim_sum fold_right]. rewrite N.lxor_0_r, H by lia. exact E.
        * assert (t = n) as -> by lia. exists []. split.
          -- exists n. cbn [list_sum fold_right length]. repeat split; try lia; [constructor|exact A|]. intros _. constructor.
          -- rewrite Nat.sub_diag in E. cbn [nim_sum fold_right]. congruence.
      + exists [b; c]. split.
        * exists t. cbn [list_sum fold_right length]. repeat split; try lia; [repeat constructor; lia| |].
          -- unfold endless_digit. destruct (Nat.ltb_spec t k); [exact S|lia].
          -- rewrite U. discriminate.
        * cbn [nim_sum fold_right]. rewrite N.lxor_0_r, !H by lia. exact X.
  Qed.

  Theorem check_splits_at_sound : endless_period_holds rules tail p from s values.
  Proof.
    destruct split_parts as (P & _ & Lv & _ & _ & Z & _). split.
    - exists claimed. intro n.
      refine (calls_for_same Grundy _ _ _ _ (right_everywhere n)). intro v. symmetry. apply options_split; [exact Z|auto].
    - intros f F.
      assert (f 0 = 0%N) as Zf.
      { destruct (F 0) as [_ N2]. destruct (N.eq_0_gt_0_cases (f 0)) as [E|E]; [exact E|exfalso].
        destruct (N2 0%N E) as (left & (t & Hs & Hp & _ & Ht & _) & _). assert (t = 0) as -> by lia. specialize (Ht eq_refl).
        destruct left as [|a left]; [simpl in Ht; lia|]. apply Forall_cons_iff in Hp as [Hp _]. cbn [list_sum fold_right] in Hs. lia. }
      assert (forall n, f n = claimed n) as U.
      { intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
        apply (calls_for_unique Grundy _ _ _ (F n)).
        refine (calls_for_same Grundy _ _ _ _ (right_everywhere n)). intro v. symmetry. apply options_split; assumption. }
      split.
      + intros n H. rewrite U. unfold rising. destruct (Nat.ltb_spec n from); [reflexivity|].
        rewrite Nat.mod_small, Nat.div_small by lia. replace (from + (n - from)) with n by lia. change (N.of_nat 0) with 0%N. rewrite N.mul_0_r. lia.
      + intros n H. rewrite !U. pose proof (claimed_periods 1 n H) as Q. rewrite Nat.mul_1_r in Q. rewrite Q. lia.
  Qed.
End Splits.

(** ** The constants

    The period may be taken to begin some periods later; a step is long enough for the values of small parts. *)

Definition steps_of (p from : nat) (s : N) (values : list N) (least : nat) : N :=
  let most := fold_right N.max 0%N (map (rising p from s values) (seq 0 least)) in
  N.size (most / s).

Definition begins (rules : code) (p from : nat) (s : N) (values : list N) (least : nat) : nat :=
  let m := steps_of p from s values least in
  2 * least + 3 * length (digits rules) + 1 + p * (N.to_nat (largest_listed values / s + 2 ^ m) + 2).

Definition check_splits (rules : code) (p from : nat) (s : N) (values : list N) : bool :=
  (0 <? p) && N.ltb 0 s &&
  match find (fun i =>
    let least := Nat.max 1 from + i * p in
    check_splits_at rules p from s values (N.log2 s) (steps_of p from s values least) least (begins rules p from s values least))
    (seq 0 5) with Some _ => true | None => false end.

Theorem check_splits_sound rules p from s values :
  check_splits rules p from s values = true -> endless_period_holds rules [3%N] p from s values.
Proof.
  unfold check_splits. intro K. rewrite !andb_true_iff in K. destruct K as [_ K].
  destruct (find _ _) as [i|] eqn:Fi; [|discriminate]. apply find_some in Fi as [_ Fi]. clear K. rename Fi into K.
  apply (check_splits_at_sound _ _ _ _ _ _ _ _ _ K).
Qed.
