(** * Periods, by the theorem of Guy and Smith *)

From Coq Require Import List NArith Bool Lia PeanoNat.
From Bouton Require Import Statement Values Heaps.
Import ListNotations.
Open Scope nat_scope.

Section Period.
  Variables (rules : code) (p from : nat) (values : list N).

  (** The claimed values. *)
  Definition claimed (n : nat) : N :=
    nth (if n <? from then n else from + (n - from) mod p) values 0%N.

  Definition allowed (t j : nat) : bool := N.testbit (nth t (digits rules) 0%N) (N.of_nat j).

  (** The values of all options of a heap of [m + t] objects, of which [t] are taken. *)
  Definition taken_values (t m : nat) : list N :=
    (if allowed t 0 && (m =? 0) && (0 <? t) then [0%N] else [])
    ++ (if allowed t 1 && (0 <? m) && (0 <? t) then [claimed m] else [])
    ++ (if allowed t 2 then map (fun a => N.lxor (claimed a) (claimed (m - a))) 
          (filter (fun a => negb (unequal rules && (a =? m - a))) (seq 1 (m - 1))) else [])
    ++ (if allowed t 3 then
          flat_map (fun a => map (fun b => N.lxor (claimed a) (N.lxor (claimed b) (claimed (m - a - b))))
            (seq 1 (m - a - 1))) (seq 1 (m - 1)) else []).

  Definition option_values (n : nat) : list N :=
    flat_map (fun t => taken_values t (n - t)) (seq 0 (S (Nat.min n (length (digits rules))))).

  (** The most heaps that a move leaves. *)
  Definition most : nat :=
    if existsb (fun d => N.testbit d 3) (digits rules) then 3 else if existsb (fun d => N.testbit d 2) (digits rules) then 2 else 1.

  Definition window : nat :=
    if unequal rules then 2 * Nat.max 1 from + 2 * p + length (digits rules)
    else most * Nat.max 1 from + (most - 1) * p + length (digits rules).

  Definition check_period : bool :=
    (0 <? p) && (length values =? from + p)
    && forallb (fun d => N.ltb d (if unequal rules then 8 else 16)) (digits rules)
    && forallb (fun n => N.eqb (phi Grundy (option_values n)) (claimed n)) (seq 0 (window + p)).

  Hypothesis K : check_period = true.

  Lemma parts : 0 < p /\ length values = from + p /\ (forall d, In d (digits rules) -> (d < if unequal rules then 8 else 16)%N) /\
    forall n, n < window + p -> phi Grundy (option_values n) = claimed n.
  Proof.
    unfold check_period in K. rewrite !andb_true_iff in K. destruct K as [[[A B] C] D].
    repeat split.
    - apply Nat.ltb_lt, A.
    - apply Nat.eqb_eq, B.
    - intros d I. rewrite forallb_forall in C. apply N.ltb_lt, C, I.
    - intros n H. rewrite forallb_forall in D. apply N.eqb_eq, D, in_seq. lia.
  Qed.

  Lemma claimed_period n : from <= n -> claimed (n + p) = claimed n.
  Proof.
    intro H. destruct parts as (P & _). unfold claimed.
    destruct (Nat.ltb_spec (n + p) from), (Nat.ltb_spec n from); try lia.
    replace (n + p - from) with (n - from + 1 * p) by lia. rewrite Nat.mod_add by lia. reflexivity.
  Qed.

  Lemma allowed_most t j : allowed t j = true -> t < length (digits rules) /\ j <= most.
  Proof.
    unfold allowed. intro A.
    assert (t < length (digits rules)) as L.
    { destruct (Nat.lt_ge_cases t (length (digits rules))) as [L|L]; [exact L|].
      rewrite nth_overflow, N.bits_0 in A by exact L. discriminate. }
    split; [exact L|].
    assert (In (nth t (digits rules) 0%N) (digits rules)) as I by (apply nth_In, L).
    destruct parts as (_ & _ & C & _). specialize (C _ I).
    assert (nth t (digits rules) 0 < 16)%N as C' by (destruct (unequal rules); lia).
    unfold most.
    destruct (existsb (fun d => N.testbit d 3) (digits rules)) eqn:E3.
    - destruct (Nat.le_gt_cases j 3) as [|G]; [assumption|].
      rewrite N.bits_above_log2 in A; [discriminate|].
      destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [->|Nz]; [simpl; lia|].
      apply N.log2_lt_pow2; [lia|].
      assert (2 ^ 4 <= 2 ^ N.of_nat j)%N by (apply N.pow_le_mono_r; lia). simpl in H. lia.
    - assert (j <> 3) as N3.
      { intros ->. rewrite <- not_true_iff_false in E3. apply E3, existsb_exists. eauto. }
      assert (j <= 3) as L3.
      { destruct (Nat.le_gt_cases j 3) as [|G]; [assumption|].
        rewrite N.bits_above_log2 in A; [discriminate|].
        destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [->|Nz]; [simpl; lia|].
        apply N.log2_lt_pow2; [lia|].
        assert (2 ^ 4 <= 2 ^ N.of_nat j)%N by (apply N.pow_le_mono_r; lia). simpl in H. lia. }
      destruct (existsb (fun d => N.testbit d 2) (digits rules)) eqn:E2; [lia|].
      assert (j <> 2) as N2.
      { intros ->. rewrite <- not_true_iff_false in E2. apply E2, existsb_exists. eauto. }
      lia.
  Qed.

  (** If the heaps that remain have to be different, there are at most two. *)
  Lemma allowed_two : unequal rules = true -> forall t j, allowed t j = true -> j <= 2.
  Proof.
    intros U t j A. destruct (allowed_most t j A) as [L _]. unfold allowed in A.
    assert (In (nth t (digits rules) 0%N) (digits rules)) as I by (apply nth_In, L).
    destruct parts as (_ & _ & C & _). specialize (C _ I). rewrite U in C.
    destruct (Nat.le_gt_cases j 2) as [|G]; [assumption|].
    rewrite N.bits_above_log2 in A; [discriminate|].
    destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [->|Nz]; [simpl; lia|].
    apply N.log2_lt_pow2; [lia|].
    assert (2 ^ 3 <= 2 ^ N.of_nat j)%N by (apply N.pow_le_mono_r; lia). simpl in H. lia.
  Qed.

  (** The options. *)
  Lemma option_values_In f n v : (forall b, b < n -> f b = claimed b) ->
    ((exists left, option_of_heap rules n left /\ nim_sum f left = v) <-> In v (option_values n)).
  Proof.
    intro Hf. unfold option_values. rewrite in_flat_map. split.
    - intros (left & (t & Hs & Hp & Ha & Ht & Hu) & <-).
      destruct (allowed_most t (length left) Ha) as [Lt Lm].
      exists t. split; [apply in_seq; lia|].
      assert (length left <= 3) as L3.
      { unfold most in Lm. destruct (existsb _ (digits rules)); [lia|]. destruct (existsb _ (digits rules)); lia. }
      unfold taken_values. rewrite !in_app_iff. fold (allowed t (length left)) in Ha.
      destruct left as [|a [|b [|c [|d left]]]]; simpl in L3; try lia; cbn [length] in *;
        cbn [list_sum fold_right] in Hs; repeat (apply Forall_cons_iff in Hp as [? Hp]);
        cbn [nim_sum fold_right].
      + left. rewrite Ha.
        assert (t <> 0) by (intros ->; specialize (Ht eq_refl); lia).
        replace (n - t =? 0) with true by (symmetry; apply Nat.eqb_eq; lia).
        replace (0 <? t) with true by (symmetry; apply Nat.ltb_lt; lia). left. reflexivity.
      + right. left. rewrite Ha.
        assert (t <> 0) by (intros ->; specialize (Ht eq_refl); lia).
        replace (0 <? n - t) with true by (symmetry; apply Nat.ltb_lt; lia).
        replace (0 <? t) with true by (symmetry; apply Nat.ltb_lt; lia). left.
        rewrite N.lxor_0_r, Hf by lia. f_equal. lia.
      + right. right. left. rewrite Ha. apply in_map_iff. exists a.
        split; [|apply filter_In; split; [apply in_seq; lia|]].
        2: { destruct (unequal rules); [|reflexivity]. specialize (Hu eq_refl).
          destruct (Nat.eqb_spec a (n - t - a)) as [E|]; [|reflexivity].
          inversion Hu as [|? ? Hn _]. exfalso. apply Hn. left. lia. }
        rewrite N.lxor_0_r, !Hf by lia. f_equal. f_equal. lia.
      + right. right. right. rewrite Ha. apply in_flat_map. exists a. split; [apply in_seq; lia|].
        apply in_map_iff. exists b. split; [|apply in_seq; lia].
        rewrite N.lxor_0_r, !Hf by lia. f_equal. f_equal. f_equal. lia.
    - intros (t & It & I). apply in_seq in It. unfold taken_values in I. rewrite !in_app_iff in I.
      destruct I as [I|[I|[I|I]]].
      + destruct (allowed t 0 && (n - t =? 0) && (0 <? t)) eqn:E; [|destruct I].
        rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply Nat.eqb_eq in E2. apply Nat.ltb_lt in E3.
        destruct I as [<-|[]]. exists []. split; [|reflexivity]. exists t. repeat split; simpl; try lia.
        * constructor. * exact E1. * intros _. constructor.
      + destruct (allowed t 1 && (0 <? n - t) && (0 <? t)) eqn:E; [|destruct I].
        rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply Nat.ltb_lt in E2, E3.
        destruct I as [<-|[]]. exists [n - t]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor. exact E2. -- exact E1. -- intros _. repeat constructor. intros [].
        * simpl. rewrite N.lxor_0_r. apply Hf. lia.
      + destruct (allowed t 2) eqn:E; [|destruct I].
        apply in_map_iff in I as (a & <- & I). apply filter_In in I as [I Iu]. apply in_seq in I.
        exists [a; n - t - a]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor; lia. -- exact E.
          -- intro U. rewrite U in Iu. destruct (Nat.eqb_spec a (n - t - a)) as [|D]; [discriminate|].
             repeat constructor; [intros [X|[]]; congruence|intros []].
        * simpl. rewrite N.lxor_0_r, !Hf by lia. reflexivity.
      + destruct (allowed t 3) eqn:E; [|destruct I].
        apply in_flat_map in I as (a & Ia & I). apply in_seq in Ia.
        apply in_map_iff in I as (b & <- & I). apply in_seq in I.
        exists [a; b; n - t - a - b]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor; lia. -- exact E.
          -- intro U. exfalso. pose proof (allowed_two U t 3 E). lia.
        * simpl. rewrite N.lxor_0_r, !Hf by lia. reflexivity.
  Qed.

  Lemma large_part k left : 0 < k -> length left <= k -> forall m, k * m <= list_sum left -> 0 < m ->
    exists l1 b l2, left = l1 ++ b :: l2 /\ m <= b.
  Proof.
    intros Hk L m S Hm.
    assert (forall left, (exists l1 b l2, left = l1 ++ b :: l2 /\ m <= b) \/ list_sum left <= length left * (m - 1)) as P.
    { clear. induction left as [|a left IH]; [right; simpl; lia|].
      destruct (Nat.le_gt_cases m a) as [H|H]; [left; exists [], a, left; auto|].
      destruct IH as [(l1 & b & l2 & -> & Hb)|IH].
      - left. exists (a :: l1), b, l2. auto.
      - right. simpl. nia. }
    destruct (P left) as [Q|Q]; [exact Q|]. exfalso. nia.
  Qed.

  Lemma nim_sum_replaced f l1 a b l2 : f a = f b -> nim_sum f (l1 ++ a :: l2) = nim_sum f (l1 ++ b :: l2).
  Proof. intro E. induction l1 as [|c l1 IH]; simpl; congruence. Qed.

  Lemma list_sum_replaced l1 a l2 : list_sum (l1 ++ a :: l2) = list_sum l1 + a + list_sum l2.
  Proof. rewrite list_sum_app. simpl. lia. Qed.

  Lemma most_positive : 1 <= most.
  Proof. unfold most. destruct (existsb _ (digits rules)); [lia|]. destruct (existsb _ (digits rules)); lia. Qed.

  Lemma window_long n : window <= n -> from <= n /\ 1 <= n.
  Proof.
    unfold window. pose proof most_positive as M. destruct (unequal rules); nia.
  Qed.

  (** One part of an option made larger or smaller. *)
  Lemma replaced n n' t l1 a b l2 :
    list_sum (l1 ++ a :: l2) + t = n -> Forall (fun b => 0 < b) (l1 ++ a :: l2) ->
    allowed t (length (l1 ++ a :: l2)) = true -> (t = 0 -> 2 <= length (l1 ++ a :: l2)) ->
    0 < b -> n' + a = n + b -> (unequal rules = true -> NoDup (l1 ++ b :: l2)) -> claimed a = claimed b ->
    exists left, option_of_heap rules n' left /\ nim_sum claimed left = nim_sum claimed (l1 ++ a :: l2).
  Proof.
    intros Hs Hp Ha Ht Hb E U V. exists (l1 ++ b :: l2). split.
    - exists t. rewrite list_sum_replaced in *. rewrite app_length in *. repeat split.
      + lia.
      + apply Forall_app in Hp as [Hp1 Hp2]. apply Forall_cons_iff in Hp2 as [_ Hp2].
        apply Forall_app. split; [exact Hp1|]. constructor; [exact Hb|exact Hp2].
      + exact Ha.
      + exact Ht.
      + exact U.
    - apply nim_sum_replaced. congruence.
  Qed.

  Lemma two_parts left : length left <= 2 -> forall m, 2 * m <= list_sum left -> 0 < m ->
    exists l1 b l2, left = l1 ++ b :: l2 /\ m <= b /\ Forall (fun a => a <= b) (l1 ++ l2) /\ length (l1 ++ l2) <= 1.
  Proof.
    intros L m S Hm. destruct left as [|a [|b [|]]]; simpl in *; try lia.
    - exists [], a, []. repeat split; simpl; try lia. constructor.
    - destruct (Nat.le_gt_cases a b).
      + exists [a], b, []. repeat split; simpl; try lia. repeat constructor. exact H.
      + exists [], a, [b]. repeat split; simpl; try lia. repeat constructor. lia.
  Qed.

  Lemma NoDup_two (l1 l2 : list nat) b : length (l1 ++ l2) <= 1 -> ~ In b (l1 ++ l2) -> NoDup (l1 ++ b :: l2).
  Proof.
    intros L N. destruct l1 as [|a [|]], l2 as [|c [|]]; simpl in *; try lia;
      repeat (apply NoDup_cons; [simpl; intuition congruence|]); apply NoDup_nil.
  Qed.

  (** From the window on, options of [n] and of [n + p] have the same values. *)
  Lemma same_values n v : window <= n ->
    ((exists left, option_of_heap rules (n + p) left /\ nim_sum claimed left = v) <->
     (exists left, option_of_heap rules n left /\ nim_sum claimed left = v)).
  Proof.
    intro W. destruct parts as (P & _). pose proof most_positive as M. unfold window in W.
    set (m := Nat.max 1 from) in *. assert (1 <= m /\ from <= m) as [M1 M2] by (unfold m; lia).
    destruct (unequal rules) eqn:U.
    - split; intros (left & (t & Hs & Hp & Ha & Ht & Hu) & <-); destruct (allowed_most t _ Ha) as [Lt Lm];
        pose proof (allowed_two U t _ Ha) as L2.
      + destruct (two_parts left L2 (m + p)) as (l1 & b & l2 & -> & Hb & Hl & Hn); [lia|lia|].
        destruct (in_dec Nat.eq_dec (b - p) (l1 ++ l2)) as [I|I].
        * (* the part becomes equal to another one: both are replaced *)
          exists [b - p - p; b].
          assert (list_sum (l1 ++ b :: l2) = b - p + b /\ nim_sum claimed (l1 ++ b :: l2) = 0%N /\ length (l1 ++ b :: l2) = 2)
            as (Es & Ev & El).
          { assert (claimed (b - p) = claimed b) as V.
            { rewrite <- (claimed_period (b - p)) by lia. f_equal. lia. }
            destruct l1 as [|a [|]], l2 as [|c [|]]; simpl in Hn, I; try lia; try contradiction;
              destruct I as [E|[]]; simpl; rewrite N.lxor_0_r, E, V, N.lxor_nilpotent;
              repeat split; lia. }
          split.
          -- exists t. rewrite El in Ha, Ht. simpl. repeat split; try lia; try assumption.
             ++ repeat constructor; lia.
             ++ intros _. repeat constructor; simpl; [|tauto]. intros [X|[]]. lia.
          -- rewrite Ev. simpl. rewrite N.lxor_0_r.
             replace (claimed b) with (claimed (b - p - p)); [apply N.lxor_nilpotent|].
             rewrite <- (claimed_period (b - p - p)), <- (claimed_period (b - p - p + p)) by lia. f_equal. lia.
        * apply (replaced (n + p) n t l1 b (b - p) l2); try assumption; try lia.
          -- intros _. apply NoDup_two; assumption.
          -- rewrite <- (claimed_period (b - p)) by lia. f_equal. lia.
      + destruct (two_parts left L2 m) as (l1 & b & l2 & -> & Hb & Hl & Hn); [lia|lia|].
        apply (replaced n (n + p) t l1 b (b + p) l2); try assumption; try lia.
        * intros _. apply NoDup_two; [exact Hn|]. intro I. rewrite Forall_forall in Hl. apply Hl in I. lia.
        * symmetry. apply claimed_period. lia.
    - split; intros (left & (t & Hs & Hp & Ha & Ht & Hu) & <-); destruct (allowed_most t _ Ha) as [Lt Lm].
      + destruct (large_part most left M Lm (m + p)) as (l1 & b & l2 & -> & Hb); [nia|lia|].
        apply (replaced (n + p) n t l1 b (b - p) l2); try assumption; try lia; try congruence.
        rewrite <- (claimed_period (b - p)) by lia. f_equal. lia.
      + destruct (large_part most left M Lm m) as (l1 & b & l2 & -> & Hb); [nia|lia|].
        apply (replaced n (n + p) t l1 b (b + p) l2); try assumption; try lia; try congruence.
        symmetry. apply claimed_period. lia.
  Qed.

  Lemma claimed_is_grundy : is_grundy rules claimed.
  Proof.
    destruct parts as (P & _ & _ & D).
    intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
    destruct (Nat.lt_ge_cases n (window + p)) as [L|L].
    - rewrite <- (D n L).
      apply (calls_for_same Grundy (fun v => In v (option_values n))); [|apply phi_calls].
      intro v. symmetry. apply option_values_In. reflexivity.
    - specialize (IH (n - p) ltac:(lia)).
      replace n with (n - p + p) by lia. rewrite claimed_period by (destruct (window_long (n - p) ltac:(lia)); assumption).
      refine (calls_for_same Grundy _ _ _ _ IH). intro v. symmetry. apply same_values. lia.
  Qed.

  Theorem check_period_sound : period_holds rules p from values.
  Proof.
    destruct parts as (P & Lv & _ & D).
    split; [exists claimed; apply claimed_is_grundy|].
    intros f F.
    assert (forall n, f n = claimed n) as U.
    { intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
      apply (calls_for_unique Grundy _ _ _ (F n)).
      refine (calls_for_same Grundy _ _ _ _ (claimed_is_grundy n)).
      intro v. rewrite !option_values_In; [reflexivity|exact IH|reflexivity]. }
    split.
    - intros n H. rewrite U. unfold claimed. destruct (Nat.ltb_spec n from); [reflexivity|].
      rewrite Nat.mod_small by lia. f_equal. lia.
    - intros n H. rewrite !U. apply claimed_period, H.
  Qed.
End Period.
