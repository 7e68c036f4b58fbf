(** * Misère quotients *)

From Coq Require Import List NArith Bool Lia PeanoNat.
From Bouton Require Import Statement Values Heaps Residual Explore SpragueGrundy Period.
Import ListNotations.
Open Scope nat_scope.

(** A list in increasing order. *)
Definition canonical (l : list N) : list N := fold_right into [] l.

Lemma into_has a l : In a (into a l) /\ forall b, In b l -> In b (into a l).
Proof.
  induction l as [|c l [IH1 IH2]]; cbn [into]; [split; [left; reflexivity|intros b []]|].
  destruct (N.compare_spec a c) as [->|H|H].
  - split; [left; reflexivity|auto].
  - split; [left; reflexivity|]. intros b I. right. exact I.
  - split; [right; exact IH1|]. intros b [->|I]; [left; reflexivity|right; apply IH2, I].
Qed.

Lemma canonical_In a l : In a (canonical l) <-> In a l.
Proof.
  induction l as [|b l IH]; [reflexivity|]. cbn [canonical fold_right]. fold (canonical l). split.
  - intro I. apply into_In in I as [->|I]; [left; reflexivity|right; apply IH, I].
  - intros [->|I]; [apply (proj1 (into_has _ _))|apply (proj2 (into_has _ _)), IH, I].
Qed.

Section Quotient.
  Variables (rules : code) (products : list (list N)) (lost : list N) (phi : nat -> N) (within : nat -> Prop) (bound : nat).
  Notation op := (product products).
  Notation allows t j := (N.testbit (nth t (digits rules) 0%N) (N.of_nat j)).

  Definition order : N := N.of_nat (length products).
  Definition inside (a : N) : bool := N.ltb a order.
  Definition elements : list N := map N.of_nat (seq 0 (length products)).

  Definition monoid : bool :=
    N.ltb 0 order
    && forallb (fun a => N.eqb (op 0%N a) a && forallb (fun b => inside (op a b) && N.eqb (op a b) (op b a)
      && forallb (fun c => N.eqb (op (op a b) c) (op a (op b c))) elements) elements) elements.

  (** The elements of the options of a heap. *)
  Definition taken_worth (t m : nat) : list N :=
    (if allows t 0 && (m =? 0) && (0 <? t) then [0%N] else [])
    ++ (if allows t 1 && (0 <? m) && (0 <? t) then [phi m] else [])
    ++ (if allows t 2 then map (fun a => op (phi a) (phi (m - a)))
          (filter (fun a => negb (unequal rules && (a =? m - a))) (seq 1 (m - 1))) else [])
    ++ (if allows t 3 then
          flat_map (fun a => map (fun b => op (phi a) (op (phi b) (phi (m - a - b))))
            (seq 1 (m - a - 1))) (seq 1 (m - 1)) else []).

  Definition options_worth (n : nat) : list N :=
    canonical (flat_map (fun t => taken_worth t (n - t)) (seq 0 (S (Nat.min n (length (digits rules)))))).

  Definition element_and_options := (N * list N)%type.
  Definition eao_eqb (a b : element_and_options) : bool := N.eqb (fst a) (fst b) && list_eqb N.eqb (snd a) (snd b).
  Definition eao_key (a : element_and_options) : positive :=
    fold_left (fun k s => push_bits 8 (N.succ_pos s) k) (snd a) (push_bits 8 (N.succ_pos (fst a)) 1%positive).

  Lemma eao_eqb_eq a b : eao_eqb a b = true -> a = b.
  Proof.
    destruct a, b. unfold eao_eqb. cbn. intro E. apply andb_prop in E as [E1 E2]. apply N.eqb_eq in E1.
    apply (list_eqb_eq _ (fun p q => proj1 (N.eqb_eq p q))) in E2. congruence.
  Qed.

  Definition generators : list element_and_options :=
    fold_right (fun a l => if existsb (eao_eqb a) l then l else a :: l) []
      (map (fun n => (phi n, options_worth n)) (seq 0 bound)).

  Definition is_lost (a : N) : bool := has a lost.

  Definition right_outcome (a : element_and_options) : bool :=
    Bool.eqb (is_lost (fst a)) (match snd a with [] => false | _ => forallb (fun o => negb (is_lost o)) (snd a) end).

  Definition sums_follow (gens : list element_and_options) (a : element_and_options) : option (list element_and_options) :=
    if right_outcome a then
      Some (map (fun h => (op (fst h) (fst a), canonical (map (op (fst h)) (snd a) ++ map (fun o => op o (fst a)) (snd h)))) gens)
    else None.

  Definition all_sums : bool :=
    let gens := generators in explore _ eao_eqb eao_key (sums_follow gens) [(0%N, [])].

  Definition more (heaps reached : list N) : list N := canonical (flat_map (fun a => a :: map (op a) heaps) reached).

  Definition all_reached : bool :=
    let heaps := canonical (map phi (seq 0 bound)) in
    let reached := Nat.iter (length products) (more heaps) [0%N] in
    forallb (fun a => has a reached) elements.

  Definition told_apart : bool :=
    forallb (fun a => forallb (fun b => N.eqb a b ||
      existsb (fun c => negb (Bool.eqb (is_lost (op a c)) (is_lost (op b c)))) elements) elements) elements.

  Definition check_quotient : bool :=
    monoid && forallb (fun d => N.ltb d (if unequal rules then 8 else 16)) (digits rules)
    && forallb (fun n => inside (phi n)) (seq 0 bound) && all_sums && all_reached && told_apart.

  Hypothesis K : check_quotient = true.
  (** The heaps below the bound are within it, and each other heap has the element of one of them, and its
      options have the elements of that heap's options. *)
  Hypothesis B : forall n, n < bound -> within n.
  Hypothesis C : forall n m, within n -> m <= n -> within m.
  Hypothesis A : forall n, within n -> exists m, m < bound /\ phi n = phi m /\
    forall v, (exists left, option_of_heap rules n left /\ worth products phi left = v) <->
      (exists left, option_of_heap rules m left /\ worth products phi left = v).

  Lemma parts : monoid = true /\ (forall d, In d (digits rules) -> (d < if unequal rules then 8 else 16)%N) /\
    (forall n, n < bound -> (phi n < order)%N) /\ all_sums = true /\ all_reached = true /\ told_apart = true.
  Proof.
    unfold check_quotient in K. rewrite !andb_true_iff in K. destruct K as [[[[[K1 K2] K3] K4] K5] K6].
    rewrite forallb_forall in K2, K3. repeat split; try assumption.
    - intros d I. apply N.ltb_lt, K2, I.
    - intros n H. apply N.ltb_lt, (K3 n), in_seq. lia.
  Qed.

  Lemma elements_In a : In a elements <-> (a < order)%N.
  Proof.
    unfold elements, order. rewrite in_map_iff. split.
    - intros (i & <- & I). apply in_seq in I. lia.
    - intro H. exists (N.to_nat a). split; [lia|]. apply in_seq. lia.
  Qed.

  Lemma monoid_parts :
    (0 < order)%N /\
    (forall a, (a < order)%N -> op 0%N a = a /\ op a 0%N = a) /\
    (forall a b, (a < order)%N -> (b < order)%N -> (op a b < order)%N /\ op a b = op b a) /\
    (forall a b c, (a < order)%N -> (b < order)%N -> (c < order)%N -> op (op a b) c = op a (op b c)).
  Proof.
    destruct parts as (M & _). unfold monoid in M. apply andb_prop in M as [Z M]. apply N.ltb_lt in Z.
    rewrite forallb_forall in M.
    assert (forall a b, (a < order)%N -> (b < order)%N -> (op a b < order)%N /\ op a b = op b a /\
      forall c, (c < order)%N -> op (op a b) c = op a (op b c)) as Q.
    { intros a b Ha Hb. specialize (M a (proj2 (elements_In a) Ha)). apply andb_prop in M as [_ M].
      rewrite forallb_forall in M. specialize (M b (proj2 (elements_In b) Hb)). rewrite !andb_true_iff in M.
      destruct M as [[M1 M2] M3]. split; [apply N.ltb_lt, M1|]. split; [apply N.eqb_eq, M2|].
      intros c Hc. rewrite forallb_forall in M3. apply N.eqb_eq, M3, elements_In, Hc. }
    split; [exact Z|]. split; [|split].
    - intros a Ha. assert (op 0%N a = a) as E.
      { specialize (M a (proj2 (elements_In a) Ha)). apply andb_prop in M as [M _]. apply N.eqb_eq, M. }
      split; [exact E|]. destruct (Q a 0%N Ha Z) as (_ & -> & _). exact E.
    - intros a b Ha Hb. destruct (Q a b Ha Hb) as (Q1 & Q2 & _). auto.
    - intros a b c Ha Hb Hc. apply (Q a b Ha Hb), Hc.
  Qed.

  Lemma phi_inside n : within n -> (phi n < order)%N.
  Proof. intro W. destruct (A n W) as (m & H & -> & _). apply parts, H. Qed.

  Lemma worth_inside x : Forall within x -> (worth products phi x < order)%N.
  Proof.
    destruct monoid_parts as (Z & _ & M & _).
    induction 1 as [|n x W F IH]; [exact Z|]. cbn [worth fold_right]. apply M; [apply phi_inside, W|exact IH].
  Qed.

  Lemma worth_app x y : Forall within x -> Forall within y ->
    worth products phi (x ++ y) = op (worth products phi x) (worth products phi y).
  Proof.
    destruct monoid_parts as (Z & I & M & As). intros Fx Fy. pose proof (worth_inside y Fy) as Wy.
    induction Fx as [|n x W F IH]; cbn [app worth fold_right].
    - symmetry. apply I, Wy.
    - fold (worth products phi (x ++ y)) (worth products phi x). rewrite IH. symmetry. apply As; try assumption.
      + apply phi_inside, W.
      + apply worth_inside, F.
  Qed.

  (** ** Options of heaps *)

  Lemma allows_most t j : allows t j = true -> t < length (digits rules) /\ j <= 3 /\ (unequal rules = true -> j <= 2).
  Proof.
    intro H.
    assert (t < length (digits rules)) as L.
    { destruct (Nat.lt_ge_cases t (length (digits rules))) as [L|L]; [exact L|].
      rewrite nth_overflow, N.bits_0 in H by exact L. discriminate. }
    split; [exact L|].
    destruct parts as (_ & D & _). specialize (D _ (nth_In (digits rules) 0%N L)).
    assert (forall k, (nth t (digits rules) 0 < 2 ^ N.of_nat k)%N -> j < k) as P.
    { intros k G. destruct (Nat.lt_ge_cases j k) as [|E]; [assumption|]. rewrite N.bits_above_log2 in H; [discriminate|].
      destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [E0|Nz]; [rewrite E0 in H; rewrite N.bits_0 in H; discriminate|].
      apply N.log2_lt_pow2; [lia|]. pose proof (N.pow_le_mono_r 2 (N.of_nat k) (N.of_nat j)). lia. }
    pose proof (P 4) as P4. pose proof (P 3) as P3. cbn in P4, P3. destruct (unequal rules); split; try lia; intro; lia.
  Qed.

  Lemma option_less n left : option_of_heap rules n left -> Forall (fun b => b < n) left /\ length left <= 3.
  Proof.
    intros (t & Hs & Hp & Ha & Ht & _). destruct (allows_most t _ Ha) as (_ & L & _). split; [|exact L].
    apply Forall_forall. intros b I. apply in_split in I as (l1 & l2 & ->).
    rewrite list_sum_app in Hs. cbn [list_sum fold_right] in Hs. fold (list_sum l2) in Hs.
    destruct t as [|t]; [|lia]. specialize (Ht eq_refl). rewrite app_length in Ht. cbn [length] in Ht.
    apply Forall_app in Hp as [Hp1 Hp2]. apply Forall_cons_iff in Hp2 as [_ Hp2].
    destruct l1 as [|c l1].
    - destruct l2 as [|c l2]; [simpl in Ht; lia|]. apply Forall_cons_iff in Hp2 as [Hc _]. cbn [list_sum fold_right app] in *. lia.
    - apply Forall_cons_iff in Hp1 as [Hc _]. cbn [list_sum fold_right app] in *. lia.
  Qed.

  Lemma option_within n left : within n -> option_of_heap rules n left -> Forall within left.
  Proof.
    intros W O. apply option_less in O as [O _]. eapply Forall_impl; [|exact O]. intros b H. apply (C n); [exact W|]. cbn in H. lia.
  Qed.

  Lemma options_worth_In n v : within n ->
    ((exists left, option_of_heap rules n left /\ worth products phi left = v) <-> In v (options_worth n)).
  Proof.
    intro W. destruct monoid_parts as (Z & Id & _).
    assert (forall a, a <= n -> op (phi a) 0%N = phi a) as R by (intros a H; apply Id, phi_inside, (C n); assumption).
    unfold options_worth. rewrite canonical_In, in_flat_map. split.
    - intros (left & O & <-). pose proof O as (t & Hs & Hp & Ha & Ht & Hu).
      destruct (allows_most t (length left) Ha) as (Lt & L3 & _).
      exists t. split; [apply in_seq; lia|]. unfold taken_worth. rewrite !in_app_iff.
      destruct left as [|a [|b [|c [|d left]]]]; simpl in L3; try lia; cbn [length] in *;
        cbn [list_sum fold_right] in Hs; repeat (apply Forall_cons_iff in Hp as [? Hp]);
        cbn [worth fold_right].
      + left. rewrite Ha.
        assert (t <> 0) by (intros ->; specialize (Ht eq_refl); lia).
        replace (n - t =? 0) with true by (symmetry; apply Nat.eqb_eq; lia).
        replace (0 <? t) with true by (symmetry; apply Nat.ltb_lt; lia). left. reflexivity.
      + right. left. rewrite Ha.
        assert (t <> 0) by (intros ->; specialize (Ht eq_refl); lia).
        replace (0 <? n - t) with true by (symmetry; apply Nat.ltb_lt; lia).
        replace (0 <? t) with true by (symmetry; apply Nat.ltb_lt; lia). left.
        rewrite R by lia. f_equal. lia.
      + right. right. left. rewrite Ha. apply in_map_iff. exists a.
        split; [|apply filter_In; split; [apply in_seq; lia|]].
        2: { destruct (unequal rules); [|reflexivity]. specialize (Hu eq_refl).
          destruct (Nat.eqb_spec a (n - t - a)) as [E|]; [|reflexivity].
          inversion Hu as [|? ? Hn _]. exfalso. apply Hn. left. lia. }
        rewrite R by lia. f_equal. f_equal. lia.
      + right. right. right. rewrite Ha. apply in_flat_map. exists a. split; [apply in_seq; lia|].
        apply in_map_iff. exists b. split; [|apply in_seq; lia].
        rewrite R by lia. f_equal. f_equal. f_equal. lia.
    - intros (t & It & I). apply in_seq in It. unfold taken_worth in I. rewrite !in_app_iff in I.
      destruct I as [I|[I|[I|I]]].
      + destruct (allows t 0 && (n - t =? 0) && (0 <? t)) eqn:E; [|destruct I].
        rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply Nat.eqb_eq in E2. apply Nat.ltb_lt in E3.
        destruct I as [<-|[]]. exists []. split; [|reflexivity]. exists t. repeat split; simpl; try lia.
        * constructor. * exact E1. * intros _. constructor.
      + destruct (allows t 1 && (0 <? n - t) && (0 <? t)) eqn:E; [|destruct I].
        rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply Nat.ltb_lt in E2, E3.
        destruct I as [<-|[]]. exists [n - t]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor. exact E2. -- exact E1. -- intros _. repeat constructor. intros [].
        * simpl. apply R. lia.
      + destruct (allows t 2) eqn:E; [|destruct I].
        apply in_map_iff in I as (a & <- & I). apply filter_In in I as [I Iu]. apply in_seq in I.
        exists [a; n - t - a]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor; lia. -- exact E.
          -- intro U. rewrite U in Iu. destruct (Nat.eqb_spec a (n - t - a)) as [|D]; [discriminate|].
             repeat constructor; [intros [X|[]]; congruence|intros []].
        * simpl. rewrite R by lia. reflexivity.
      + destruct (allows t 3) eqn:E; [|destruct I].
        apply in_flat_map in I as (a & Ia & I). apply in_seq in Ia.
        apply in_map_iff in I as (b & <- & I). apply in_seq in I.
        exists [a; b; n - t - a - b]. split.
        * exists t. repeat split; simpl; try lia. -- repeat constructor; lia. -- exact E.
          -- intro U. exfalso. destruct (allows_most t 3 E) as (_ & _ & Q). specialize (Q U). lia.
        * simpl. rewrite R by lia. reflexivity.
  Qed.

  (** ** All positions *)

  Definition options_of (x : list nat) (s : list N) : Prop :=
    forall v, In v s <-> exists y, option_of_heaps rules x y /\ worth products phi y = v.

  Lemma generators_In n : n < bound -> In (phi n, options_worth n) generators.
  Proof.
    intro H. unfold generators.
    assert (In (phi n, options_worth n) (map (fun n => (phi n, options_worth n)) (seq 0 bound))) as I.
    { apply in_map_iff. exists n. split; [reflexivity|apply in_seq; lia]. }
    revert I. generalize (map (fun n => (phi n, options_worth n)) (seq 0 bound)).
    induction l as [|a l IH]; intro I; [destruct I|]. cbn [fold_right].
    destruct I as [->|I].
    - destruct (existsb _ _) eqn:E; [|left; reflexivity].
      apply existsb_exists in E as (b & J & E). apply eao_eqb_eq in E. subst. exact J.
    - destruct (existsb _ _); [apply IH, I|right; apply IH, I].
  Qed.

  Lemma position_right : forall x, Forall within x -> exists s, options_of x s /\ right_outcome (worth products phi x, s) = true.
  Proof.
    destruct parts as (_ & _ & _ & S & _). unfold all_sums in S.
    destruct (explore_closed _ _ _ eao_eqb_eq _ _ S) as (P & P0 & Q).
    destruct monoid_parts as (Z & Id & M & As).
    assert (forall x, Forall within x -> exists s, options_of x s /\ P (worth products phi x, s)) as R.
    { induction 1 as [|n x W F IH].
      - exists []. split; [|apply P0; left; reflexivity]. intro v. split; [intros []|].
        intros (y & (l1 & n & l2 & left & E & _) & _). destruct l1; discriminate.
      - destruct IH as (s & Os & Ps). destruct (A n W) as (m & Hm & Em & Om).
        destruct (Q _ Ps) as (k & Ek & Nk). unfold sums_follow in Ek. destruct (right_outcome _); [|discriminate].
        injection Ek as <-.
        specialize (Nk _ (in_map _ _ _ (generators_In m Hm))). cbn [fst snd] in Nk. rewrite <- Em in Nk.
        eexists. split; [|exact Nk]. intro v. rewrite canonical_In, in_app_iff, !in_map_iff. split.
        + intros [(o & <- & I)|(o & <- & I)].
          * apply Os in I as (y & (l1 & a & l2 & left & -> & -> & O) & <-).
            exists (n :: l1 ++ left ++ l2). split; [|reflexivity].
            exists (n :: l1), a, l2, left. auto.
          * apply (options_worth_In m o (B m Hm)) in I. apply Om in I as (left & O & <-).
            exists (left ++ x). split; [exists [], n, x, left; auto|].
            apply worth_app; [apply (option_within n); assumption|exact F].
        + intros (y & (l1 & a & l2 & left & E & -> & O) & <-). destruct l1 as [|b l1]; cbn [app] in *; injection E as -> ->.
          * right. exists (worth products phi left). split.
            -- symmetry. apply worth_app; [apply (option_within a); assumption|exact F].
            -- apply (options_worth_In m _ (B m Hm)), Om. eauto.
          * left. exists (worth products phi (l1 ++ left ++ l2)). split; [reflexivity|].
            apply Os. exists (l1 ++ left ++ l2). split; [|reflexivity]. exists l1, a, l2, left. auto. }
    intros x F. destruct (R x F) as (s & Os & Ps). exists s. split; [exact Os|].
    destruct (Q _ Ps) as (k & Ek & _). unfold sums_follow in Ek. destruct (right_outcome _); [reflexivity|discriminate].
  Qed.

  Definition outcome (x : list nat) : N := if is_lost (worth products phi x) then 0%N else 1%N.

  Lemma outcome_is_misere : is_misere rules within outcome.
  Proof.
    intros x F. destruct (position_right x F) as (s & Os & R). unfold right_outcome in R. cbn [fst snd] in R.
    apply eqb_prop in R. unfold outcome at 2. rewrite R. cbn [calls_for].
    assert (forall o, (exists y, option_of_heaps rules x y /\ outcome y = o) <->
      exists v, In v s /\ (if is_lost v then 0%N else 1%N) = o) as E.
    { intro o. split.
      - intros (y & O & V). exists (worth products phi y). split; [apply Os; eauto|exact V].
      - intros (v & I & V). apply Os in I as (y & O & <-). eauto. }
    destruct s as [|a s].
    - left. split; [reflexivity|]. left. intros o H. apply E in H as (v & [] & _).
    - destruct (forallb (fun o => negb (is_lost o)) (a :: s)) eqn:L.
      + right. split; [reflexivity|]. rewrite forallb_forall in L. split.
        * intro H. apply E in H as (v & I & V). specialize (L v I). destruct (is_lost v); [discriminate L|discriminate V].
        * exists (if is_lost a then 0%N else 1%N). apply E. exists a. split; [left; reflexivity|reflexivity].
      + left. split; [reflexivity|]. right. apply E.
        assert (existsb is_lost (a :: s) = true) as X.
        { clear -L. induction (a :: s) as [|b r IH]; [discriminate|]. cbn [forallb existsb] in *.
          destruct (is_lost b); [reflexivity|]. apply IH, L. }
        apply existsb_exists in X as (v & I & V). exists v. rewrite V. auto.
  Qed.

  (** Play ends: a heap weighs more than three smaller ones. *)
  Definition weight (x : list nat) : nat := list_sum (map (fun n => 4 ^ n) x).

  Lemma option_weight x y : option_of_heaps rules x y -> weight y < weight x.
  Proof.
    intros (l1 & n & l2 & left & -> & -> & O). unfold weight. rewrite !map_app, !list_sum_app. cbn [map list_sum fold_right].
    fold (list_sum (map (fun n => 4 ^ n) l2)). apply option_less in O as [F L].
    enough (list_sum (map (fun n => 4 ^ n) left) < 4 ^ n) by lia.
    assert (n = 0 \/ exists k, n = S k) as [->|(k & ->)] by (destruct n; eauto).
    - destruct left as [|b left]; [simpl; lia|]. apply Forall_cons_iff in F as [H _]. lia.
    - assert (list_sum (map (fun n => 4 ^ n) left) <= length left * 4 ^ k) as H.
      { clear L. induction F as [|b left Hb F IH]; [simpl; lia|]. cbn [map list_sum fold_right length].
        fold (list_sum (map (fun n => 4 ^ n) left)). pose proof (Nat.pow_le_mono_r 4 b k). lia. }
      cbn [Nat.pow]. pose proof (Nat.pow_nonzero 4 k). nia.
  Qed.

  Lemma option_positions x y : Forall within x -> option_of_heaps rules x y -> Forall within y.
  Proof.
    intros F (l1 & n & l2 & left & -> & -> & O). apply Forall_app in F as [F1 F2]. apply Forall_cons_iff in F2 as [W F2].
    apply Forall_app. split; [exact F1|]. apply Forall_app. split; [apply (option_within n); assumption|exact F2].
  Qed.

  Lemma misere_unique f : is_misere rules within f -> forall x, Forall within x -> f x = outcome x.
  Proof.
    intro M.
    assert (forall w x, weight x = w -> Forall within x -> f x = outcome x) as P.
    { intro w. induction w as [w IH] using (well_founded_ind Nat.lt_wf_0). intros x E F.
      apply (calls_for_unique Misere (fun v => exists y, option_of_heaps rules x y /\ f y = v)); [apply M, F|].
      refine (calls_for_same Misere _ _ _ _ (outcome_is_misere x F)). intro v.
      split; intros (y & O & V); exists y; (split; [exact O|]); rewrite <- V;
        [|symmetry]; apply (IH (weight y)); try reflexivity; try (rewrite <- E; apply option_weight, O);
        apply (option_positions x); assumption. }
    intros x. apply (P _ x eq_refl).
  Qed.

  Lemma reached_worth a : (a < order)%N -> exists x, Forall within x /\ worth products phi x = a.
  Proof.
    intro H. destruct parts as (_ & _ & _ & _ & R & _). unfold all_reached in R. rewrite forallb_forall in R.
    specialize (R a (proj2 (elements_In a) H)). apply has_In in R. revert R.
    set (heaps := canonical (map phi (seq 0 bound))).
    assert (forall k a, In a (Nat.iter k (more heaps) [0%N]) -> exists x, Forall within x /\ worth products phi x = a) as P;
      [|apply P].
    clear a H. induction k as [|k IH]; intros a I.
    - destruct I as [<-|[]]. exists []. split; [constructor|reflexivity].
    - cbn [Nat.iter nat_rect] in I. unfold more at 1 in I. rewrite canonical_In, in_flat_map in I.
      destruct I as (b & I & J). destruct (IH b I) as (x & F & E). destruct J as [->|J]; [exists x; auto|].
      apply in_map_iff in J as (c & <- & J). unfold heaps in J. rewrite canonical_In, in_map_iff in J.
      destruct J as (n & <- & J). apply in_seq in J. assert (within n) as W by (apply B; lia).
      exists (n :: x). split; [constructor; assumption|]. cbn [worth fold_right]. fold (worth products phi x). rewrite E.
      apply monoid_parts; [apply phi_inside, W|]. rewrite <- E. apply worth_inside, F.
  Qed.

  Theorem quotient_is_right : quotient_holds rules within products lost phi.
  Proof.
    split; [exists outcome; apply outcome_is_misere|]. intros f M.
    assert (forall x, Forall within x -> (f x = 0%N <-> is_lost (worth products phi x) = true)) as L.
    { intros x F. rewrite (misere_unique f M x F). unfold outcome.
      destruct (is_lost _); split; congruence || discriminate. }
    split; [|split].
    - intros x F. rewrite (L x F). apply has_In.
    - intros a H. apply reached_worth, H.
    - intros x y Fx Fy. split.
      + intros E z Fz. rewrite !L by (apply Forall_app; split; assumption).
        rewrite !worth_app by assumption. rewrite E. reflexivity.
      + intro H. destruct (N.eq_dec (worth products phi x) (worth products phi y)) as [E|N]; [exact E|exfalso].
        destruct parts as (_ & _ & _ & _ & _ & T). unfold told_apart in T. rewrite forallb_forall in T.
        specialize (T _ (proj2 (elements_In _) (worth_inside x Fx))). rewrite forallb_forall in T.
        specialize (T _ (proj2 (elements_In _) (worth_inside y Fy))).
        apply orb_prop in T as [T|T]; [apply N.eqb_eq in T; contradiction|].
        apply existsb_exists in T as (c & I & T). apply elements_In in I. destruct (reached_worth c I) as (z & Fz & Ez).
        specialize (H z Fz). rewrite !L in H by (apply Forall_app; split; assumption).
        rewrite !worth_app, Ez in H by assumption. apply negb_true_iff in T.
        destruct (is_lost (op (worth products phi x) c)), (is_lost (op (worth products phi y) c)); try discriminate;
          destruct H as [H1 H2]; (discriminate (H1 eq_refl) || discriminate (H2 eq_refl)).
  Qed.
End Quotient.

(** ** The heaps of a list *)

Definition check_listed (rules : code) (products : list (list N)) (lost values : list N) : bool :=
  check_quotient rules products lost (listed values) (length values).

Theorem check_listed_sound rules products lost values : check_listed rules products lost values = true ->
  listed_quotient_holds rules products lost values.
Proof.
  intro K. apply (quotient_is_right rules products lost (listed values) _ (length values) K); cbn; try (intros; lia).
  intros n H. exists n. repeat split; auto.
Qed.

(** ** All heaps, with a period *)

Definition parts_left (rules : code) : nat :=
  if existsb (fun d => N.testbit d 3) (digits rules) then 3 else if existsb (fun d => N.testbit d 2) (digits rules) then 2 else 1.

Definition periodic_window (rules : code) (p from : nat) : nat :=
  if unequal rules then 2 * from + 2 * p + length (digits rules)
  else parts_left rules * from + (parts_left rules - 1) * p + length (digits rules).

Definition periodic_bound (rules : code) (p from : nat) : nat := periodic_window rules p from + p.

Definition check_periodic_quotient (rules : code) (products : list (list N)) (lost : list N) (p from : nat) (values : list N) : bool :=
  (0 <? p) && (0 <? from)
  && check_quotient rules products lost (repeated p from values) (periodic_bound rules p from).

Section Periodic.
  Variables (rules : code) (products : list (list N)) (lost : list N) (p from : nat) (values : list N).
  Notation phi := (repeated p from values).
  Hypothesis K : check_periodic_quotient rules products lost p from values = true.

  Lemma periodic_parts : 0 < p /\ 0 < from /\
    check_quotient rules products lost phi (periodic_bound rules p from) = true.
  Proof.
    unfold check_periodic_quotient in K. rewrite !andb_true_iff in K. destruct K as [[K1 K2] K3].
    repeat split; [apply Nat.ltb_lt, K1|apply Nat.ltb_lt, K2|exact K3].
  Qed.

  Lemma phi_period n : from <= n -> phi (n + p) = phi n.
  Proof.
    intro H. destruct periodic_parts as (P & _). unfold repeated.
    destruct (Nat.ltb_spec (n + p) from), (Nat.ltb_spec n from); try lia.
    replace (n + p - from) with (n - from + 1 * p) by lia. rewrite Nat.mod_add by lia. reflexivity.
  Qed.

  Lemma left_most n left : option_of_heap rules n left -> exists t, list_sum left + t = n /\ t < length (digits rules) /\
    length left <= parts_left rules /\ (unequal rules = true -> length left <= 2 /\ NoDup left).
  Proof.
    destruct periodic_parts as (_ & _ & Q). intros (t & Hs & _ & Ha & _ & Hu). exists t. split; [exact Hs|].
    unfold check_quotient in Q. rewrite !andb_true_iff in Q. destruct Q as [[[[[_ D] _] _] _] _].
    rewrite forallb_forall in D.
    assert (t < length (digits rules)) as L.
    { destruct (Nat.lt_ge_cases t (length (digits rules))) as [L|L]; [exact L|].
      rewrite nth_overflow, N.bits_0 in Ha by exact L. discriminate. }
    split; [exact L|]. pose proof (nth_In (digits rules) 0%N L) as I. specialize (D _ I). apply N.ltb_lt in D.
    assert (forall k, (nth t (digits rules) 0 < 2 ^ N.of_nat k)%N -> length left < k) as P.
    { intros k G. destruct (Nat.lt_ge_cases (length left) k) as [|E]; [assumption|]. rewrite N.bits_above_log2 in Ha; [discriminate|].
      destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [E0|Nz]; [rewrite E0, N.bits_0 in Ha; discriminate|].
      apply N.log2_lt_pow2; [lia|]. pose proof (N.pow_le_mono_r 2 (N.of_nat k) (N.of_nat (length left))). lia. }
    assert (length left < 4) as L3 by (apply P; change (2 ^ N.of_nat 4)%N with 16%N; destruct (unequal rules); lia).
    split.
    2: { intro U. split; [|apply Hu, U]. rewrite U in D. pose proof (P 3 D). lia. }
    unfold parts_left. destruct (existsb (fun d => N.testbit d 3) (digits rules)) eqn:E3; [lia|].
    assert (length left <> 3) as N3.
    { intro E. rewrite E in Ha. rewrite <- not_true_iff_false in E3. apply E3, existsb_exists. eauto. }
    destruct (existsb (fun d => N.testbit d 2) (digits rules)) eqn:E2; [lia|].
    assert (length left <> 2) as N2.
    { intro E. rewrite E in Ha. rewrite <- not_true_iff_false in E2. apply E2, existsb_exists. eauto. }
    lia.
  Qed.

  Lemma parts_positive : 1 <= parts_left rules.
  Proof. unfold parts_left. destruct (existsb _ _); [lia|]. destruct (existsb _ _); lia. Qed.

  (** One of the remaining heaps, made larger or smaller. *)
  Lemma exchanged n n' a b l1 l2 : option_of_heap rules n (l1 ++ a :: l2) -> 0 < b -> n' + a = n + b -> phi a = phi b ->
    (unequal rules = true -> NoDup (l1 ++ b :: l2)) ->
    exists left, option_of_heap rules n' left /\ worth products phi left = worth products phi (l1 ++ a :: l2).
  Proof.
    intros (t & Hs & Hp & Ha & Ht & _) Hb E V U. exists (l1 ++ b :: l2). split.
    - exists t. rewrite list_sum_app in *. cbn [list_sum fold_right] in *. fold (list_sum l2) in *.
      rewrite app_length in *. cbn [length] in *. repeat split; try assumption.
      + lia.
      + apply Forall_app in Hp as [Hp1 Hp2]. apply Forall_cons_iff in Hp2 as [_ Hp2].
        apply Forall_app. split; [exact Hp1|]. constructor; [exact Hb|exact Hp2].
    - unfold worth. rewrite !fold_right_app. cbn [fold_right]. rewrite V. reflexivity.
  Qed.

  Lemma same_options n v : periodic_window rules p from <= n ->
    ((exists left, option_of_heap rules (n + p) left /\ worth products phi left = v) <->
     (exists left, option_of_heap rules n left /\ worth products phi left = v)).
  Proof.
    intro W. destruct periodic_parts as (P & F & _). pose proof parts_positive as M. unfold periodic_window in W.
    destruct (unequal rules) eqn:Eu.
    - split; intros (left & O & <-); destruct (left_most _ _ O) as (t & Hs & Lt & _ & Hu); destruct (Hu Eu) as [L2 Nd].
      + destruct (two_parts left L2 (from + p)) as (l1 & b & l2 & -> & Hb & Hl & Hn); [lia|lia|].
        destruct (in_dec Nat.eq_dec (b - p) (l1 ++ l2)) as [I|I].
        * (* The part becomes equal to another one: both are replaced. *)
          assert (phi (b - p) = phi b) as V by (rewrite <- (phi_period (b - p)) by lia; f_equal; lia).
          assert (list_sum (l1 ++ b :: l2) = b - p + b /\ length (l1 ++ b :: l2) = 2 /\
            worth products phi (l1 ++ b :: l2) = product products (phi b) (product products (phi b) 0%N)) as (Es & El & Ev).
          { destruct l1 as [|a [|]], l2 as [|c [|]]; simpl in Hn, I; try lia; try contradiction;
              destruct I as [E|[]]; subst; cbn [worth fold_right app list_sum length]; rewrite V; repeat split; lia. }
          assert (phi (b - p - p) = phi b) as V2.
          { rewrite <- V, <- (phi_period (b - p - p)) by lia. f_equal. lia. }
          destruct O as (t' & Hs' & Hp & Ha & Ht & _). exists [b - p - p; b]. split.
          -- exists t'. rewrite El in Ha, Ht. cbn [list_sum fold_right length]. repeat split; try lia; try assumption.
             ++ repeat constructor; lia.
             ++ intros _. repeat constructor; simpl; [|tauto]. intros [X|[]]. lia.
          -- rewrite Ev. cbn [worth fold_right]. rewrite V2. reflexivity.
        * apply (exchanged (n + p) n b (b - p)); [exact O|lia|lia| |].
          -- rewrite <- (phi_period (b - p)) by lia. f_equal. lia.
          -- intros _. apply NoDup_two; assumption.
      + destruct (two_parts left L2 from) as (l1 & b & l2 & -> & Hb & Hl & Hn); [lia|lia|].
        apply (exchanged n (n + p) b (b + p)); [exact O|lia|lia|symmetry; apply phi_period, Hb|].
        intros _. apply NoDup_two; [exact Hn|]. intro I. rewrite Forall_forall in Hl. apply Hl in I. lia.
    - split; intros (left & O & <-); destruct (left_most _ _ O) as (t & Hs & Lt & Lm & _).
      + destruct (large_part (parts_left rules) left M Lm (from + p)) as (l1 & b & l2 & -> & Hb); [nia|lia|].
        apply (exchanged (n + p) n b (b - p)); [exact O|lia|lia| |congruence].
        rewrite <- (phi_period (b - p)) by lia. f_equal. lia.
      + destruct (large_part (parts_left rules) left M Lm from) as (l1 & b & l2 & -> & Hb); [nia|lia|].
        apply (exchanged n (n + p) b (b + p)); [exact O|lia|lia|symmetry; apply phi_period, Hb|congruence].
  Qed.

  Theorem check_periodic_quotient_sound : periodic_quotient_holds rules products lost p from values.
  Proof.
    destruct periodic_parts as (P & F & Q).
    apply (quotient_is_right rules products lost phi _ (periodic_bound rules p from) Q); auto.
    intros n _. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
    destruct (Nat.lt_ge_cases n (periodic_bound rules p from)) as [H|H]; [exists n; repeat split; auto|].
    unfold periodic_bound in H.
    assert (from <= periodic_window rules p from) as Wf.
    { unfold periodic_window. pose proof parts_positive as M. destruct (unequal rules); nia. }
    destruct (IH (n - p) ltac:(lia)) as (m & Hm & Em & Om). exists m. split; [exact Hm|].
    replace n with (n - p + p) by lia. split.
    - rewrite phi_period by lia. exact Em.
    - intro v. rewrite same_options by lia. apply Om.
  Qed.
End Periodic.
