(** * Periods with a saltus, of codes that end

    A part is small if it is before [least].  That no option has the value of its heap is shown for all heaps at once, by
    the binary digits of quotients.  That each lesser value is that of an option is shown for the heaps of a window; beyond
    it, one large part rises with its heap, or two rise together, or there are three large parts. *)

From Coq Require Import List NArith ZArith Bool Lia PeanoNat FMapPositive.
From Bouton Require Import Statement Values Heaps Endless Splits.
Import ListNotations.
Open Scope nat_scope.

(** ** Numbers with a given nim-sum

    Whether there are [j] numbers whose nim-sum, with [kappa], is their sum less [d]. *)

Definition digit_step (j : nat) (c d : Z) (go : Z -> bool) : bool :=
  Z.eqb (d mod 2) c &&
  existsb (fun i => go ((d + (Z.of_nat i + c) mod 2 - Z.of_nat i) / 2)%Z) (seq 0 (S j)).

Definition solvable_0 (j : nat) (d : Z) : bool := if j <=? 1 then Z.eqb d 0 else Z.even d && Z.leb 0 d.

Fixpoint solvable_pos (j : nat) (kappa : positive) (d : Z) : bool :=
  match kappa with
  | xH => digit_step j 1 d (solvable_0 j)
  | xO kappa => digit_step j 0 d (solvable_pos j kappa)
  | xI kappa => digit_step j 1 d (solvable_pos j kappa)
  end.

Definition solvable (j : nat) (kappa : N) (d : Z) : bool :=
  match kappa with N0 => solvable_0 j d | Npos kappa => solvable_pos j kappa d end.

Section Solvable.
  Open Scope N_scope.

  Notation halves bs := (map (fun b : N => (b / 2)%N) bs).

  Definition xors (bs : list N) : N := fold_right N.lxor 0 bs.
  Definition sums (bs : list N) : N := fold_right N.add 0 bs.

  Lemma sums_xors bs : exists u, sums bs = xors bs + 2 * u.
  Proof.
    induction bs as [|b bs (u & IH)]; cbn [sums xors fold_right]; [exists 0; reflexivity|].
    fold (sums bs) (xors bs). destruct (sum_lxor b (xors bs)) as (w & W). exists (u + w). lia.
  Qed.

  Lemma lxor_bit a b : N.lxor a b = 2 * N.lxor (a / 2) (b / 2) + (a mod 2 + b mod 2) mod 2.
  Proof.
    assert (forall x, x < 2 -> x = 0 \/ x = 1) as Two by lia.
    pose proof (lxor_div a b 1) as X. pose proof (lxor_mod a b 1) as Y. change (2 ^ 1) with 2 in X, Y.
    rewrite (N.div_mod (N.lxor a b) 2) by lia. rewrite X, Y. f_equal.
    destruct (Two _ (N.mod_lt a 2 ltac:(lia))) as [->| ->], (Two _ (N.mod_lt b 2 ltac:(lia))) as [->| ->]; reflexivity.
  Qed.

  Definition odds (bs : list N) : N := sums (map (fun b => b mod 2) bs).

  Lemma sums_halves bs : sums bs = 2 * sums (halves bs) + odds bs.
  Proof.
    unfold odds. induction bs as [|b bs IH]; cbn [sums map fold_right]; [reflexivity|].
    fold (sums bs) (sums (halves bs)) (sums (map (fun b => b mod 2) bs)). pose proof (N.div_mod b 2 ltac:(lia)). lia.
  Qed.

  Lemma xors_halves bs : xors bs = 2 * xors (halves bs) + odds bs mod 2.
  Proof.
    unfold odds. induction bs as [|b bs IH]; cbn [sums xors map fold_right]; [reflexivity|].
    fold (xors bs) (xors (halves bs)) (sums (map (fun b => b mod 2) bs)).
    set (o := sums _) in *. set (h := xors (halves bs)) in *. pose proof (N.mod_lt o 2 ltac:(lia)) as M.
    assert (xors bs / 2 = h) as E1.
    { rewrite IH. symmetry. apply (N.div_unique _ 2 _ (o mod 2)); [exact M|reflexivity]. }
    assert (xors bs mod 2 = o mod 2) as E2.
    { rewrite IH. symmetry. apply (N.mod_unique _ 2 h); [exact M|reflexivity]. }
    rewrite lxor_bit, E1, E2. f_equal. rewrite N.add_mod_idemp_r by lia. reflexivity.
  Qed.

  Lemma odds_most bs : odds bs <= N.of_nat (length bs).
  Proof.
    unfold odds. induction bs as [|b bs IH]; cbn [sums map fold_right length]; [lia|].
    fold (sums (map (fun b => b mod 2) bs)). pose proof (N.mod_lt b 2 ltac:(lia)). lia.
  Qed.

  Lemma digit_step_true j kappa d bs (go : Z -> bool) : length bs = j ->
    (Z.of_N (N.lxor (xors bs) kappa) = Z.of_N (sums bs) - d)%Z ->
    (forall d', (Z.of_N (N.lxor (xors (halves bs)) (kappa / 2)) = Z.of_N (sums (halves bs)) - d')%Z -> go d' = true) ->
    digit_step j (Z.of_N (kappa mod 2)) d go = true.
  Proof.
    intros Lb E G. set (o := odds bs) in *. set (h := xors (halves bs)) in *.
    set (t := sums (halves bs)) in *. set (c := kappa mod 2) in *.
    pose proof (N.mod_lt o 2 ltac:(lia)) as Mo. pose proof (N.mod_lt kappa 2 ltac:(lia)) as Mc. fold c in Mc.
    assert (xors bs / 2 = h /\ xors bs mod 2 = o mod 2) as [E1 E2].
    { rewrite xors_halves. fold h o. split; symmetry; [apply (N.div_unique _ 2 _ (o mod 2))|apply (N.mod_unique _ 2 h)]; auto. }
    rewrite lxor_bit, E1, E2, sums_halves in E. fold t o c in E. set (x := N.lxor h (kappa / 2)) in *.
    rewrite N.add_mod_idemp_l in E by lia. pose proof (N.mod_lt (o + c) 2 ltac:(lia)) as Ms.
    pose proof (N.div_mod (o + c) 2 ltac:(lia)) as Ds.
    unfold digit_step. apply andb_true_intro. split.
    - apply Z.eqb_eq. symmetry. apply (Z.mod_unique d 2 (Z.of_N t - Z.of_N x + Z.of_N ((o + c) / 2) - Z.of_N c)); lia.
    - apply existsb_exists. exists (N.to_nat o). split; [apply in_seq; pose proof (odds_most bs); fold o in H; lia|].
      apply G. rewrite N_nat_Z. fold x.
      assert ((Z.of_N o + Z.of_N c) mod 2 = Z.of_N ((o + c) mod 2))%Z as -> by (rewrite N2Z.inj_mod, N2Z.inj_add; reflexivity).
      assert ((d + Z.of_N ((o + c) mod 2) - Z.of_N o) / 2 = Z.of_N t - Z.of_N x)%Z as ->; [|lia].
      symmetry. apply (Z.div_unique _ 2 _ 0); lia.
  Qed.

  Lemma solvable_0_true j d bs : length bs = j -> (1 <= j)%nat -> (Z.of_N (xors bs) = Z.of_N (sums bs) - d)%Z -> solvable_0 j d = true.
  Proof.
    intros Lb J E. unfold solvable_0. destruct (Nat.leb_spec j 1) as [L|L].
    - destruct bs as [|b [|]]; cbn [length] in Lb; try lia. cbn [xors sums fold_right] in E. rewrite N.lxor_0_r in E. apply Z.eqb_eq. lia.
    - destruct (sums_xors bs) as (u & U). assert (d = 2 * Z.of_N u)%Z as -> by lia.
      apply andb_true_intro. split; [rewrite Z.even_mul; reflexivity|apply Z.leb_le; lia].
  Qed.

  Lemma solvable_true bs : forall kappa d, (1 <= length bs)%nat ->
    (Z.of_N (N.lxor (xors bs) kappa) = Z.of_N (sums bs) - d)%Z -> solvable (length bs) kappa d = true.
  Proof.
    intros kappa d J E. destruct kappa as [|kappa]; cbn [solvable].
    - rewrite N.lxor_0_r in E. apply (solvable_0_true _ _ bs eq_refl J E).
    - assert (forall k, Npos (xI k) / 2 = Npos k /\ Npos (xI k) mod 2 = 1) as One.
      { intro k. split; symmetry; [apply (N.div_unique _ 2 _ 1)|apply (N.mod_unique _ 2 (Npos k))]; lia. }
      assert (forall k, Npos (xO k) / 2 = Npos k /\ Npos (xO k) mod 2 = 0) as Zero.
      { intro k. split; symmetry; [apply (N.div_unique _ 2 _ 0)|apply (N.mod_unique _ 2 (Npos k))]; lia. }
      remember (length bs) as j eqn:Ej. revert bs d Ej E. induction kappa as [kappa IH|kappa IH|]; intros bs d Ej E; cbn [solvable_pos].
      + destruct (One kappa) as [D M]. pose proof (digit_step_true j _ d bs (solvable_pos j kappa) (eq_sym Ej) E) as Q.
        rewrite D, M in Q. apply Q. intros d' E'. apply (IH (halves bs) d' ltac:(rewrite map_length; exact Ej) E').
      + destruct (Zero kappa) as [D M]. pose proof (digit_step_true j _ d bs (solvable_pos j kappa) (eq_sym Ej) E) as Q.
        rewrite D, M in Q. apply Q. intros d' E'. apply (IH (halves bs) d' ltac:(rewrite map_length; exact Ej) E').
      + apply (digit_step_true j 1 d bs _ (eq_sym Ej) E). intros d' E'. change (1 / 2) with 0 in E'. rewrite N.lxor_0_r in E'.
        apply (solvable_0_true j d' (halves bs) ltac:(rewrite map_length; congruence) J E').
  Qed.
End Solvable.

(** ** Options *)

(** All lists of [j] parts with this sum. *)
Fixpoint lefts (j r : nat) : list (list nat) :=
  match j with
  | O => if r =? 0 then [[]] else []
  | S O => if r =? 0 then [] else [[r]]
  | S j => flat_map (fun a => map (cons a) (lefts j (r - a))) (seq 1 r)
  end.

Lemma lefts_In j : forall r left, In left (lefts j r) <-> length left = j /\ list_sum left = r /\ Forall (fun b => 0 < b) left.
Proof.
  induction j as [|j IH]; intros r left; cbn [lefts].
  - destruct (Nat.eqb_spec r 0) as [->|N]; cbn [In].
    + split; [intros [<-|[]]; repeat split; constructor|]. intros (L & _ & _). destruct left; [auto|discriminate].
    + split; [intros []|]. intros (L & Sm & _). destruct left; [cbn in Sm; lia|discriminate].
  - destruct j as [|j].
    + destruct (Nat.eqb_spec r 0) as [->|N]; cbn [In].
      * split; [intros []|]. intros (L & Sm & F). destruct left as [|a [|]]; try discriminate. inversion_clear F. cbn in Sm. lia.
      * split.
        -- intros [<-|[]]. cbn. repeat split; [lia|]. constructor; [lia|constructor].
        -- intros (L & Sm & F). left. destruct left as [|a [|]]; try discriminate. cbn in Sm. f_equal. lia.
    + rewrite in_flat_map. split.
      * intros (a & Ia & I). apply in_map_iff in I as (l & <- & I). apply IH in I as (L & Sm & F). apply in_seq in Ia.
        cbn [length list_sum fold_right]. fold (list_sum l). repeat split; try lia. constructor; [lia|exact F].
      * intros (L & Sm & F). destruct left as [|a l]; [discriminate|]. inversion_clear F as [|? ? Pa F'].
        cbn [length list_sum fold_right] in L, Sm. fold (list_sum l) in Sm. exists a. split; [apply in_seq; lia|].
        apply in_map, IH. repeat split; [lia|lia|exact F'].
Qed.

Section Arithmetic.
  Variables (rules : code) (p from : nat) (s : N) (values : list N).
  Notation k := (length (digits rules)).
  Notation claimed := (rising p from s values).

  (** A saltus of [2 ^ e]; [2 ^ m] periods make a step.  Heaps from [V] on have quotients of [L + T] at least. *)
  Variables (e m : N) (least V : nat) (L T : N).

  Notation rise := (2 ^ (e + m))%N.
  Definition step : nat := p * N.to_nat (2 ^ m).

  Definition allowed (t j : nat) : bool := N.testbit (nth t (digits rules) 0%N) (N.of_nat j).

  Definition is_left (n : nat) (left : list nat) : Prop :=
    exists t, list_sum left + t = n /\ Forall (fun b => 0 < b) left /\ allowed t (length left) = true /\ (t = 0 -> 2 <= length left).

  Definition options (n : nat) : list (list nat) :=
    flat_map (fun t =>
      flat_map (fun j => if allowed t j && ((0 <? t) || (2 <=? j)) && (t <=? n) then lefts j (n - t) else []) [0; 1; 2; 3])
      (seq 0 k).

  Definition worths (ls : list (list nat)) : list N := map (nim_sum claimed) ls.

  (** *** No option has the value of its heap *)

  Definition is_large (b : nat) : bool := least <=? b.

  Definition differs (t : nat) (left : list nat) : bool :=
    let n := claimed (list_sum left + t) in
    let large := filter is_large left in
    negb (N.eqb (nim_sum claimed left mod s) (n mod s))
    || negb (solvable (length large) (xors (map (fun b => claimed b / s)%N (filter (fun b => negb (is_large b)) left)))
         (Z.of_N (sums (map (fun b => claimed b / s)%N large)) - Z.of_N (n / s))%Z).

  Fixpoint bases (j : nat) : list (list nat) :=
    match j with O => [[]] | S j => flat_map (fun l => map (fun a => a :: l) (seq 1 (least + p - 1))) (bases j) end.

  Definition all_differ : bool :=
    forallb (fun t => forallb (fun j => negb (allowed t j) ||
      forallb (fun left => negb (existsb is_large left) || differs t left) (bases j)) [1; 2; 3]) (seq 0 k).

  (** *** Three large parts *)

  Record triple := Triple { part_a : nat; part_b : nat; part_c : nat; taken : nat }.

  Definition quotient (n : nat) : Z := Z.of_N (claimed n / s).

  (** The triple gives options of heaps [n] of the values whose remainder is [l], and whose quotient is less by [d], where
      [d] has the parity [odd] and is at least [bound]; the quotient has to be [L] at least. *)
  Definition triple_for (r : triple) (n : nat) (l : N) (odd : bool) (bound : Z) : bool :=
    let sum := part_a r + part_b r + part_c r + taken r in
    let excess := (quotient (part_a r) + quotient (part_b r) + quotient (part_c r) - quotient sum)%Z in
    is_large (part_a r) && is_large (part_b r) && is_large (part_c r) && allowed (taken r) 3
    && (sum mod p =? n mod p)
    && N.eqb (N.lxor (claimed (part_a r)) (N.lxor (claimed (part_b r)) (claimed (part_c r))) mod s) l
    && Bool.eqb (Z.odd excess) odd && Z.leb (quotient (part_a r)) (Z.of_N L)
    && Z.leb (2 * Z.max (quotient (part_b r)) (quotient (part_c r)) - excess) bound.

  Variable find_triple : nat -> N -> bool -> option triple.

  Definition has_triple (n : nat) (l : N) (d : Z) : bool :=
    match find_triple n l (Z.odd d) with Some r => triple_for r n l (Z.odd d) d | None => false end.

  Definition all_triples : bool :=
    forallb (fun n => forallb (fun l => forallb (fun odd : bool =>
      match find_triple n (N.of_nat l) odd with Some r => triple_for r n (N.of_nat l) odd (Z.of_N T) | None => false end)
      [false; true]) (seq 0 (N.to_nat s))) (seq least p).

  (** *** The window *)

  Definition rise_together (left : list nat) : bool :=
    match left with b :: c :: _ => is_large b && is_large c && N.eqb (claimed b / rise) (claimed c / rise) | _ => false end.
  Definition rises_alone (left : list nat) : bool :=
    match left with c :: rest => is_large c && forallb (fun b => negb (is_large b)) rest | [] => false end.

  Definition low_values (n : nat) : bool :=
    let found := worths (filter rise_together (options n)) in
    forallb (fun v => has (N.of_nat v) found) (seq 0 (N.to_nat (s * L))).

  Definition high_values (n : nat) : bool :=
    let found := worths (filter rises_alone (options n)) in
    forallb (fun d => forallb (fun l =>
      let v := (claimed n / s * s - N.of_nat d * s + N.of_nat l)%N in
      (claimed n <=? v)%N || has v found || has_triple n (N.of_nat l) (Z.of_nat d)) (seq 0 (N.to_nat s))) (seq 0 (N.to_nat T)).

  (** The parts that do not depend on the step. *)
  Definition check_claim : bool :=
    (0 <? p) && N.eqb s (2 ^ e) && (length values =? from + p) && forallb (fun d => N.ltb d 16) (digits rules)
    && negb (unequal rules) && N.eqb (claimed 0) 0 && (from <=? least) && (1 <=? least) && (3 * least + k <? V)
    && forallb (fun n => N.eqb (phi Grundy (worths (options n))) (claimed n)) (seq 0 V)
    && all_differ && all_triples.

  Definition check_step : bool :=
    forallb (fun b => N.ltb (claimed b) rise) (seq 0 least)
    && forallb (fun n => N.leb (T + L) (claimed n / s)) (seq V step)
    && forallb high_values (seq V step)
    && forallb low_values (seq V (2 * step)).

  Definition check_arithmetic_at : bool := check_claim && check_step.

  Hypothesis K : check_arithmetic_at = true.

  Definition right_at (n : nat) : Prop := calls_for Grundy (fun v => exists left, is_left n left /\ nim_sum claimed left = v) (claimed n).

  Lemma arithmetic_parts : 0 < p /\ s = (2 ^ e)%N /\ length values = from + p /\ (forall d, In d (digits rules) -> (d < 16)%N) /\
    unequal rules = false /\ claimed 0 = 0%N /\ from <= least /\ 1 <= least /\ 3 * least + k < V /\
    (forall b, b < least -> (claimed b < rise)%N) /\
    (forall n, n < V -> calls_for Grundy (fun v => In v (worths (options n))) (claimed n)) /\
    (forall n, V <= n < V + step -> (T + L <= claimed n / s)%N) /\ all_differ = true /\ all_triples = true /\
    (forall n, V <= n < V + step -> high_values n = true) /\ (forall n, V <= n < V + 2 * step -> low_values n = true).
  Proof.
    pose proof K as K0. unfold check_arithmetic_at, check_claim, check_step in K0. rewrite !andb_true_iff in K0.
    destruct K0 as [[[[[[[[[[[[K1 K2] K3] K4] K5] K6] K7] K8] K9] K11] K13] K14] [[[K10 K12] K15] K16]].
    rewrite forallb_forall in K4, K10, K11, K12, K15, K16.
    split; [apply Nat.ltb_lt, K1|]. split; [apply N.eqb_eq, K2|]. split; [apply Nat.eqb_eq, K3|].
    split; [intros d I; apply N.ltb_lt, K4, I|]. split; [apply negb_true_iff, K5|]. split; [apply N.eqb_eq, K6|].
    split; [apply Nat.leb_le, K7|]. split; [apply Nat.leb_le, K8|]. split; [apply Nat.ltb_lt, K9|].
    split; [intros b H; apply N.ltb_lt, K10, in_seq; lia|].
    split; [|split; [|split; [exact K13|split; [exact K14|split]]]].
    - intros n H. specialize (K11 n ltac:(apply in_seq; lia)). apply N.eqb_eq in K11. rewrite <- K11. apply phi_calls.
    - intros n H. apply N.leb_le, K12, in_seq. lia.
    - intros n H. apply K15, in_seq. lia.
    - intros n H. apply K16, in_seq. lia.
  Qed.

  Lemma allowed_most t j : allowed t j = true -> t < k /\ j <= 3.
  Proof.
    unfold allowed. intro A. destruct arithmetic_parts as (_ & _ & _ & D & _).
    assert (t < k) as Lt.
    { destruct (Nat.lt_ge_cases t k) as [H|H]; [exact H|]. rewrite nth_overflow, N.bits_0 in A by exact H. discriminate. }
    split; [exact Lt|]. specialize (D _ (nth_In _ 0%N Lt)). destruct (Nat.le_gt_cases j 3) as [|G]; [assumption|].
    rewrite N.bits_above_log2 in A; [discriminate|].
    destruct (N.eq_dec (nth t (digits rules) 0%N) 0) as [E|Nz]; [rewrite E, N.bits_0 in A; discriminate|].
    apply N.log2_lt_pow2; [lia|]. pose proof (N.pow_le_mono_r 2 4 (N.of_nat j)). change (2 ^ 4)%N with 16%N in H. lia.
  Qed.

  Lemma options_In n left : In left (options n) <-> is_left n left.
  Proof.
    unfold options, is_left. rewrite in_flat_map. split.
    - intros (t & It & I). apply in_seq in It. apply in_flat_map in I as (j & Ij & I).
      destruct (allowed t j && ((0 <? t) || (2 <=? j)) && (t <=? n)) eqn:C; [|destruct I].
      rewrite !andb_true_iff, orb_true_iff, Nat.ltb_lt, !Nat.leb_le in C. destruct C as [[A B] Le].
      apply lefts_In in I as (Lj & Sm & F). exists t. rewrite Lj. repeat split; try lia; try assumption.
    - intros (t & Sm & F & A & Ht). destruct (allowed_most t _ A) as [Lt Lj]. exists t. split; [apply in_seq; lia|].
      apply in_flat_map. exists (length left). split; [cbn; lia|].
      assert (allowed t (length left) && ((0 <? t) || (2 <=? length left)) && (t <=? n) = true) as ->.
      { rewrite !andb_true_iff, orb_true_iff, Nat.ltb_lt, !Nat.leb_le. repeat split; try lia; assumption. }
      apply lefts_In. repeat split; [lia|exact F].
  Qed.

  Lemma P0 : 0 < p.
  Proof. apply arithmetic_parts. Qed.

  Lemma claimed_periods i n : from <= n -> claimed (n + p * i) = (claimed n + s * N.of_nat i)%N.
  Proof. apply rising_periods, P0. Qed.

  Lemma s_positive : (s <> 0)%N.
  Proof. destruct arithmetic_parts as (_ & -> & _). apply N.pow_nonzero. lia. Qed.

  Lemma rise_is : (rise = s * 2 ^ m)%N.
  Proof. destruct arithmetic_parts as (_ & -> & _). apply N.pow_add_r. Qed.

  Lemma claimed_step n : from <= n -> claimed (n + step) = (claimed n + rise)%N.
  Proof. intro H. unfold step. rewrite claimed_periods, rise_is by exact H. rewrite N2Nat.id. reflexivity. Qed.

  Lemma step_positive : 0 < step.
  Proof.
    pose proof P0. unfold step. assert (2 ^ m <> 0)%N by (apply N.pow_nonzero; lia). nia.
  Qed.

  (** The part of the first period from which a large part rises. *)
  Definition base_of (b : nat) : nat := if is_large b then least + (b - least) mod p else b.
  Definition rounds (b : nat) : nat := if is_large b then (b - least) / p else 0.

  Lemma base_is b : 0 < b -> b = base_of b + p * rounds b /\ is_large (base_of b) = is_large b /\ In (base_of b) (seq 1 (least + p - 1)) /\
    claimed b = (claimed (base_of b) + s * N.of_nat (rounds b))%N /\ (is_large b = false -> rounds b = 0).
  Proof.
    intro B. destruct arithmetic_parts as (P & _ & _ & _ & _ & _ & F & L1 & _). unfold base_of, rounds, is_large.
    destruct (Nat.leb_spec least b) as [H|H].
    - pose proof (Nat.mod_upper_bound (b - least) p ltac:(lia)) as M. pose proof (Nat.div_mod (b - least) p ltac:(lia)) as D.
      assert (b = least + (b - least) mod p + p * ((b - least) / p)) as E by lia.
      split; [exact E|]. split; [apply Nat.leb_le; lia|]. split; [apply in_seq; lia|]. split; [|discriminate].
      rewrite E at 1. apply claimed_periods. lia.
    - split; [lia|]. split; [apply Nat.leb_gt; exact H|]. split; [apply in_seq; lia|]. split; [lia|reflexivity].
  Qed.

  Lemma bases_In j : forall left, length left = j -> Forall (fun b => In b (seq 1 (least + p - 1))) left -> In left (bases j).
  Proof.
    induction j as [|j IH]; intros [|a l] E F; try discriminate; cbn [bases].
    - apply in_eq.
    - inversion_clear F as [|? ? Ia Il]. apply in_flat_map. exists l. split; [|apply in_map_iff; eauto].
      apply IH; [injection E as E; exact E|exact Il].
  Qed.

  Lemma quotient_rise x i : ((x + s * i) / s = x / s + i)%N.
  Proof. rewrite (N.mul_comm s), N.div_add by apply s_positive. reflexivity. Qed.

  Lemma remainder_rise x i : ((x + s * i) mod s = x mod s)%N.
  Proof. rewrite (N.mul_comm s), N.mod_add by apply s_positive. reflexivity. Qed.

  Lemma quotient_lxor x y : (N.lxor x y / s = N.lxor (x / s) (y / s))%N.
  Proof. destruct arithmetic_parts as (_ & Se & _). pose proof (lxor_div x y e) as Q. rewrite <- Se in Q. exact Q. Qed.

  Lemma remainder_lxor x y : (N.lxor x y mod s = N.lxor (x mod s) (y mod s))%N.
  Proof. destruct arithmetic_parts as (_ & Se & _). pose proof (lxor_mod x y e) as Q. rewrite <- Se in Q. exact Q. Qed.

  Lemma no_option n left : V <= n -> is_left n left -> nim_sum claimed left <> claimed n.
  Proof.
    intros Hn (t & Sm & F & A & Ht) X. destruct arithmetic_parts as (P & Se & _ & _ & _ & _ & Fr & L1 & Hv & _ & _ & _ & Df & _).
    destruct (allowed_most t _ A) as [Lt Lj]. pose proof s_positive as S0.
    set (bs := map base_of left).
    assert (Forall (fun b => 0 < b /\ b < least) left -> list_sum left <= 3 * least) as Small.
    { intro Q. assert (forall l, Forall (fun b => 0 < b /\ b < least) l -> list_sum l <= length l * least) as R.
      { induction 1 as [|b l [_ Hb] _ IH]; cbn [list_sum fold_right length]; [lia|]. fold (list_sum l). lia. }
      specialize (R _ Q). nia. }
    assert (existsb is_large bs = true) as Ex.
    { destruct (existsb is_large bs) eqn:Ex; [reflexivity|]. exfalso. enough (list_sum left <= 3 * least) by lia. apply Small.
      rewrite Forall_forall in F |- *. intros b I. specialize (F b I). split; [exact F|].
      destruct (Nat.lt_ge_cases b least) as [|G]; [assumption|]. rewrite <- not_true_iff_false in Ex. destruct Ex.
      apply existsb_exists. exists (base_of b). split; [apply in_map, I|]. destruct (base_is b F) as (_ & -> & _). apply Nat.leb_le, G. }
    assert (0 < length left) as Lp by (destruct left; [discriminate|cbn; lia]).
    unfold all_differ in Df. rewrite forallb_forall in Df. specialize (Df t ltac:(apply in_seq; lia)).
    rewrite forallb_forall in Df. specialize (Df (length left) ltac:(cbn; lia)). rewrite A in Df. cbn [negb orb] in Df.
    rewrite forallb_forall in Df. specialize (Df bs). rewrite Ex in Df. cbn [negb orb] in Df.
    assert (In bs (bases (length left))) as Ib.
    { apply bases_In; [apply map_length|]. apply Forall_map. eapply Forall_impl; [|exact F]. intros b B. apply (base_is b B). }
    specialize (Df Ib). unfold differs in Df. cbv zeta in Df.
    set (i := list_sum (map rounds left)).
    assert (n = list_sum bs + t + p * i) as En.
    { rewrite <- Sm. unfold bs, i. clear - F K. induction F as [|b l B F IH]; cbn [map list_sum fold_right]; [lia|].
      fold (list_sum l) (list_sum (map base_of l)) (list_sum (map rounds l)). destruct (base_is b B) as (E & _). nia. }
    set (n0 := list_sum bs + t) in *.
    assert (from <= n0) as Hn0.
    { apply existsb_exists in Ex as (b & I & H). apply Nat.leb_le in H. unfold n0.
      assert (forall l : list nat, In b l -> b <= list_sum l) as Q.
      { induction l as [|c l IH]; [intros []|]. intros [->|J]; cbn [list_sum fold_right]; fold (list_sum l); [lia|]. specialize (IH J). lia. }
      specialize (Q bs I). lia. }
    rewrite En, claimed_periods in X by exact Hn0. set (z := claimed n0) in *.
    assert ((nim_sum claimed left mod s = nim_sum claimed bs mod s)%N) as M1.
    { unfold bs. clear - F K Se S0. induction F as [|b l B F IH]; cbn [map nim_sum fold_right]; [reflexivity|].
      fold (nim_sum claimed l) (nim_sum claimed (map base_of l)). rewrite !remainder_lxor, IH.
      destruct (base_is b B) as (_ & _ & _ & E & _). rewrite E at 1. rewrite remainder_rise. reflexivity. }
    rewrite X, remainder_rise in M1. rewrite <- M1, N.eqb_refl in Df. cbn [negb orb] in Df. apply negb_true_iff in Df.
    set (large := filter is_large bs) in *. set (small := filter (fun b => negb (is_large b)) bs) in *.
    (* the quotients of the large parts *)
    set (qs := map (fun b => claimed b / s)%N (filter is_large left)).
    assert (length qs = length large /\ sums qs = (sums (map (fun b => claimed b / s) large) + N.of_nat i)%N /\
      N.lxor (xors qs) (xors (map (fun b => claimed b / s)%N small)) = (nim_sum claimed left / s)%N) as (Lq & Sq & Xq).
    { unfold qs, large, small, i, bs. clear - F K Se S0. induction F as [|b l B F (IH1 & IH2 & IH3)]; cbn [map filter list_sum fold_right nim_sum].
      - rewrite N.div_0_l by exact S0. repeat split; reflexivity.
      - fold (nim_sum claimed l) (list_sum (map rounds l)). destruct (base_is b B) as (_ & E2 & _ & E4 & E5). rewrite E2.
        rewrite quotient_lxor. destruct (is_large b) eqn:Lb; cbn [map length sums xors fold_right negb].
        + fold (sums (map (fun b => claimed b / s)%N (filter is_large l))) (sums (map (fun b => claimed b / s)%N (filter is_large (map base_of l))))
            (xors (map (fun b => claimed b / s)%N (filter is_large l))).
          fold (xors (map (fun b => claimed b / s)%N (filter (fun b => negb (is_large b)) (map base_of l)))).
          split; [congruence|]. split; [|rewrite N.lxor_assoc, IH3; reflexivity].
          rewrite E4, quotient_rise, IH2. lia.
        + fold (xors (map (fun b => claimed b / s)%N (filter (fun b => negb (is_large b)) (map base_of l)))).
          split; [exact IH1|]. rewrite (E5 eq_refl) in *. split; [exact IH2|].
          rewrite <- IH3. assert (claimed (base_of b) = claimed b) as -> by lia.
          rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm. }
    rewrite X, quotient_rise in Xq.
    assert (1 <= length qs) as L2.
    { rewrite Lq. apply existsb_exists in Ex as (b & I & H). destruct large eqn:El; [|cbn; lia].
      assert (In b []) by (rewrite <- El; apply filter_In; auto). contradiction. }
    pose proof (solvable_true qs (xors (map (fun b => claimed b / s)%N small))
      (Z.of_N (sums (map (fun b => claimed b / s)%N large)) - Z.of_N (z / s))%Z L2) as Q.
    rewrite Lq, Df in Q. enough (false = true) by discriminate. apply Q. rewrite Xq, Sq. lia.
  Qed.

  (** *** Each lesser value is that of an option *)

  Definition reaches (n : nat) (v : N) : Prop := exists left, is_left n left /\ nim_sum claimed left = v.

  Lemma low_reached n : V <= n -> forall v, (v / s < L)%N ->
    exists left, is_left n left /\ rise_together left = true /\ nim_sum claimed left = v.
  Proof.
    destruct arithmetic_parts as (_ & Se & _ & _ & _ & _ & Fr & _ & Hv & _ & _ & _ & _ & _ & _ & W). pose proof step_positive as Sp.
    pose proof s_positive as S0.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intros H v Hl.
    destruct (Nat.lt_ge_cases n (V + 2 * step)) as [Lt|Ge].
    - specialize (W n (conj H Lt)). unfold low_values in W. cbv zeta in W. rewrite forallb_forall in W.
      assert (v < s * L)%N as B.
      { pose proof (N.div_mod v s S0). pose proof (N.mod_lt v s S0). nia. }
      specialize (W (N.to_nat v) ltac:(apply in_seq; lia)). rewrite N2Nat.id in W. apply has_In in W.
      unfold worths in W. apply in_map_iff in W as (left & E & I). apply filter_In in I as [I Rt]. apply options_In in I. eauto.
    - destruct (IH (n - 2 * step) ltac:(lia) ltac:(lia) v Hl) as (left & (t & Sm & F & A & Ht) & Rt & E).
      destruct left as [|b [|c rest]]; try discriminate. cbn [rise_together] in Rt. rewrite !andb_true_iff in Rt.
      destruct Rt as [[Lb Lc] Q]. apply N.eqb_eq in Q. pose proof Lb as Lb'. pose proof Lc as Lc'. unfold is_large in Lb', Lc'. apply Nat.leb_le in Lb', Lc'.
      exists (b + step :: c + step :: rest). cbn [length] in *. cbn [list_sum fold_right] in Sm. fold (list_sum rest) in Sm.
      inversion_clear F as [|? ? F1 F2]. inversion_clear F2 as [|? ? F3 F4].
      assert (rise <> 0)%N as R0 by (apply N.pow_nonzero; lia).
      assert (forall x, (x + rise) / rise = x / rise + 1 /\ (x + rise) mod rise = x mod rise)%N as Up.
      { intro x. replace (x + rise)%N with (x + 1 * rise)%N by lia. rewrite N.div_add, N.mod_add by exact R0. auto. }
      split; [|split].
      + exists t. cbn [list_sum fold_right length]. fold (list_sum rest). repeat split; try lia; try exact A.
        constructor; [lia|]. constructor; [lia|exact F4].
      + cbn [rise_together]. rewrite !claimed_step by lia. rewrite !andb_true_iff. unfold is_large. rewrite !Nat.leb_le, N.eqb_eq.
        destruct (Up (claimed b)) as [-> _], (Up (claimed c)) as [-> _]. repeat split; lia.
      + rewrite <- E. cbn [nim_sum fold_right]. fold (nim_sum claimed rest). rewrite <- !N.lxor_assoc. f_equal. rewrite !claimed_step by lia.
        rewrite (N.div_mod (N.lxor (claimed b + rise) (claimed c + rise)) rise R0), (N.div_mod (N.lxor (claimed b) (claimed c)) rise R0).
        rewrite !lxor_div, !lxor_mod. destruct (Up (claimed b)) as [-> ->], (Up (claimed c)) as [-> ->].
        rewrite Q, !N.lxor_nilpotent. reflexivity.
  Qed.

  Lemma high_quotient n : V <= n -> (T + L <= claimed n / s)%N.
  Proof.
    destruct arithmetic_parts as (_ & _ & _ & _ & _ & _ & Fr & _ & Hv & _ & _ & W & _). pose proof step_positive as Sp.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intro H.
    destruct (Nat.lt_ge_cases n (V + step)) as [Lt|Ge]; [apply W; lia|].
    replace n with (n - step + step) by lia. rewrite claimed_step, rise_is, quotient_rise by lia.
    specialize (IH (n - step) ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma triple_reaches r n l d bound v : triple_for r n l (Z.odd d) bound = true -> V <= n -> (bound <= d)%Z ->
    (v mod s = l)%N -> Z.of_N (v / s) = (quotient n - d)%Z -> (L <= v / s)%N -> reaches n v.
  Proof.
    intros Tr Hn Hb Hl Hq HL. unfold triple_for in Tr. cbv zeta in Tr. rewrite !andb_true_iff in Tr.
    destruct Tr as [[[[[[[[La Lb] Lc] A] Md] Xl] Od] Qa] Bd]. unfold is_large in La, Lb, Lc. apply Nat.leb_le in La, Lb, Lc.
    apply Nat.eqb_eq in Md. apply N.eqb_eq in Xl. apply Bool.eqb_prop in Od. apply Z.leb_le in Qa, Bd.
    destruct arithmetic_parts as (P & Se & _ & _ & _ & _ & Fr & L1 & Hv & _). pose proof s_positive as S0.
    destruct r as [a b c t]. cbn [part_a part_b part_c taken] in *. set (sum := a + b + c + t) in *.
    set (excess := (quotient a + quotient b + quotient c - quotient sum)%Z) in *.
    set (y := (v / s)%N) in *. assert (exists h, (d + excess = 2 * h)%Z) as (h & Eh).
    { assert (Z.even (d + excess) = true) as Ev.
      { rewrite Z.even_add. rewrite <- !Z.negb_odd, Od. destruct (Z.odd d); reflexivity. }
      apply Z.even_spec in Ev as (h & Eh). exists h. exact Eh. }
    set (ia := Z.to_nat (Z.of_N y - quotient a)). set (ib := Z.to_nat (h - quotient b)). set (ic := Z.to_nat (h - quotient c)).
    assert (0 <= quotient a /\ 0 <= quotient b /\ 0 <= quotient c)%Z as (Ga & Gb & Gc) by (repeat split; apply N2Z.is_nonneg).
    assert (n = sum + p * (ia + ib + ic)) as En.
    { (* both are of one class, and their quotients determine the number of periods *)
      assert (Z.of_nat (ia + ib + ic) = quotient n - quotient sum)%Z as Ei by (unfold ia, ib, ic, excess in *; lia).
      pose proof (Nat.div_mod n p ltac:(lia)) as Dn. pose proof (Nat.div_mod sum p ltac:(lia)) as Ds. rewrite Md in Ds.
      assert (from <= n /\ from <= sum) as [Fn Fs] by (unfold sum; lia).
      destruct (Nat.le_gt_cases sum n) as [Le|Gt].
      - set (j := n / p - sum / p). assert (n = sum + p * j) as E.
        { assert (sum / p <= n / p) by (apply Nat.div_le_mono; lia). unfold j. nia. }
        enough (j = ia + ib + ic) by congruence. assert (quotient n = quotient sum + Z.of_nat j)%Z as Q; [|lia].
        unfold quotient. rewrite E, claimed_periods, quotient_rise by exact Fs. lia.
      - exfalso. set (j := sum / p - n / p). assert (sum = n + p * j) as E.
        { assert (n / p <= sum / p) by (apply Nat.div_le_mono; lia). unfold j. nia. }
        assert (0 < j) by (destruct j; lia). assert (quotient sum = quotient n + Z.of_nat j)%Z as Q; [|lia].
        unfold quotient. rewrite E, claimed_periods, quotient_rise by exact Fn. lia. }
    exists [a + p * ia; b + p * ib; c + p * ic]. split.
    - exists t. cbn [list_sum fold_right length]. repeat split; try lia; [|exact A].
      repeat (constructor; [lia|]). constructor.
    - cbn [nim_sum fold_right]. rewrite N.lxor_0_r. rewrite !claimed_periods by lia.
      rewrite (N.div_mod v s S0). fold y. rewrite Hl.
      set (w := N.lxor _ _). rewrite (N.div_mod w s S0). f_equal; [f_equal|].
      + unfold w. rewrite !quotient_lxor, !quotient_rise.
        assert (claimed b / s + N.of_nat ib = claimed c / s + N.of_nat ic)%N as ->.
        { unfold quotient in *. unfold ib, ic. lia. }
        rewrite N.lxor_nilpotent, N.lxor_0_r. unfold quotient in *. unfold ia. lia.
      + unfold w. rewrite <- Xl, !remainder_lxor, !remainder_rise. reflexivity.
  Qed.

  Lemma triple_monotone r n l odd bound bound' : (bound <= bound')%Z -> triple_for r n l odd bound = true -> triple_for r n l odd bound' = true.
  Proof.
    intros Le Tr. unfold triple_for in *. cbv zeta in *. rewrite !andb_true_iff in *. rewrite !Z.leb_le in *. intuition lia.
  Qed.

  Lemma triple_class r n n' l odd bound : n mod p = n' mod p -> triple_for r n l odd bound = triple_for r n' l odd bound.
  Proof. intro E. unfold triple_for. rewrite E. reflexivity. Qed.

  (** The values near that of the heap. *)
  Definition high_reached_at (n : nat) (d : nat) (l : N) : Prop :=
    (claimed n <= claimed n / s * s - N.of_nat d * s + l)%N \/
    (exists left, is_left n left /\ rises_alone left = true /\ nim_sum claimed left = (claimed n / s * s - N.of_nat d * s + l)%N) \/
    exists r, triple_for r n l (Z.odd (Z.of_nat d)) (Z.of_nat d) = true.

  Lemma high_reached n d l : V <= n -> (N.of_nat d < T)%N -> (l < s)%N -> high_reached_at n d l.
  Proof.
    destruct arithmetic_parts as (P & Se & _ & _ & _ & _ & Fr & _ & Hv & Sm & _ & _ & _ & _ & W & _). pose proof step_positive as Sp.
    pose proof s_positive as S0. intros H Hd Hl. revert H.
    induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intro H.
    destruct (Nat.lt_ge_cases n (V + step)) as [Lt|Ge].
    - specialize (W n (conj H Lt)). unfold high_values in W. cbv zeta in W. rewrite forallb_forall in W.
      specialize (W d ltac:(apply in_seq; lia)). rewrite forallb_forall in W. specialize (W (N.to_nat l) ltac:(apply in_seq; lia)).
      rewrite N2Nat.id in W. rewrite !orb_true_iff in W. destruct W as [[W|W]|W].
      + left. apply N.leb_le, W.
      + right. left. apply has_In in W. unfold worths in W. apply in_map_iff in W as (left & E & I). apply filter_In in I as [I Rt].
        apply options_In in I. eauto.
      + right. right. unfold has_triple in W. destruct (find_triple _ _ _) as [r|]; [|discriminate]. eauto.
    - pose proof (high_quotient (n - step) ltac:(lia)) as Hq.
      specialize (IH (n - step) ltac:(lia) ltac:(lia)). set (n0 := n - step) in *. assert (n = n0 + step) as En by (unfold n0; lia). clearbody n0. subst n.
      unfold high_reached_at. rewrite claimed_step by lia. rewrite rise_is, quotient_rise.
      assert ((claimed n0 / s + 2 ^ m) * s - N.of_nat d * s + l = claimed n0 / s * s - N.of_nat d * s + l + s * 2 ^ m)%N as -> by nia.
      destruct IH as [IH|[(left & (t & Sml & F & A & Ht) & Rt & E)|(r & Tr)]].
      + left. lia.
      + right. left. destruct left as [|c rest]; [discriminate|]. cbn [rises_alone] in Rt. apply andb_prop in Rt as [Lc Rs].
        unfold is_large in Lc. apply Nat.leb_le in Lc. exists (c + step :: rest). cbn [length] in *. cbn [list_sum fold_right] in Sml. fold (list_sum rest) in Sml.
        inversion_clear F as [|? ? F1 F2]. split; [|split].
        * exists t. cbn [list_sum fold_right length]. fold (list_sum rest). repeat split; try lia; try exact A. constructor; [lia|exact F2].
        * cbn [rises_alone]. rewrite Rs. unfold is_large. rewrite andb_true_r. apply Nat.leb_le. lia.
        * rewrite <- E. cbn [nim_sum fold_right]. fold (nim_sum claimed rest). rewrite claimed_step by lia.
          assert (nim_sum claimed rest < rise)%N as Sr.
          { clear - Rs Sm. induction rest as [|b rest IH]; cbn [nim_sum fold_right].
            - apply N.neq_0_lt_0, N.pow_nonzero. lia.
            - cbn [forallb] in Rs. apply andb_prop in Rs as [Lb Rs]. fold (nim_sum claimed rest). specialize (IH Rs).
              unfold is_large in Lb. apply negb_true_iff, Nat.leb_gt in Lb. specialize (Sm b Lb).
              destruct (N.eq_dec (N.lxor (claimed b) (nim_sum claimed rest)) 0) as [->|Nz]; [apply N.neq_0_lt_0, N.pow_nonzero; lia|].
              rewrite <- (N.mod_small _ _ Sm), <- (N.mod_small _ _ IH), <- lxor_mod. apply N.mod_lt, N.pow_nonzero. lia. }
          pose proof (lxor_raised (claimed c) _ (e + m) 1 Sr) as R. rewrite N.mul_1_r in R. rewrite R, rise_is. reflexivity.
      + right. right. exists r. rewrite <- Tr. apply triple_class. unfold step.
        rewrite (Nat.mul_comm p), Nat.mod_add by lia. reflexivity.
  Qed.

  Lemma right_from n : V <= n -> right_at n.
  Proof.
    intro H. destruct arithmetic_parts as (P & Se & _ & _ & _ & _ & Fr & L1 & Hv & _ & _ & _ & _ & At & _). pose proof s_positive as S0.
    split.
    - intros (left & Il & X). apply (no_option n left H Il X).
    - intros v Hv'. fold (reaches n v). pose proof (high_quotient n H) as Hq.
      set (y := (v / s)%N) in *. destruct (N.lt_ge_cases y L) as [Ly|Ly].
      + destruct (low_reached n H v Ly) as (left & Il & _ & E). exists left. auto.
      + assert (y <= claimed n / s)%N as Yq by (apply N.div_le_mono; lia).
        set (d := N.to_nat (claimed n / s - y)). pose proof (N.div_mod v s S0) as Dv. fold y in Dv. pose proof (N.mod_lt v s S0) as Mv.
        assert (v = claimed n / s * s - N.of_nat d * s + v mod s)%N as Ev by (unfold d; nia).
        assert (Z.of_N (v / s) = quotient n - Z.of_nat d)%Z as Qv by (unfold quotient, d; fold y; lia).
        destruct (N.lt_ge_cases (N.of_nat d) T) as [Ld|Ld].
        * destruct (high_reached n d (v mod s) H Ld Mv) as [C|[(left & Il & _ & E)|(r & Tr)]].
          -- lia.
          -- exists left. split; [exact Il|]. rewrite E. symmetry. exact Ev.
          -- apply (triple_reaches r n (v mod s) (Z.of_nat d) (Z.of_nat d) v Tr H); auto. lia.
        * unfold all_triples in At. rewrite forallb_forall in At.
          set (n1 := least + (n - least) mod p).
          pose proof (Nat.mod_upper_bound (n - least) p ltac:(lia)) as Bn. pose proof (Nat.div_mod (n - least) p ltac:(lia)) as Dn.
          assert (n mod p = n1 mod p) as Cl.
          { replace n with (n1 + (n - least) / p * p) by (unfold n1; lia). apply Nat.mod_add. lia. }
          specialize (At n1 ltac:(apply in_seq; unfold n1; lia)). rewrite forallb_forall in At.
          assert (N.to_nat (v mod s) < N.to_nat s) as Ml by (clear - Mv; set (l := (v mod s)%N) in *; clearbody l; lia).
          specialize (At (N.to_nat (v mod s)) (proj2 (in_seq _ _ _) (conj (Nat.le_0_l _) Ml))). rewrite N2Nat.id in At. rewrite forallb_forall in At.
          specialize (At (Z.odd (Z.of_nat d)) ltac:(destruct (Z.odd _); cbn; auto)).
          destruct (find_triple _ _ _) as [r|]; [|discriminate].
          rewrite <- (triple_class r n n1 _ _ _ Cl) in At.
          apply (triple_reaches r n (v mod s) (Z.of_nat d) (Z.of_N T) v At H); auto. lia.
  Qed.

  Lemma right_everywhere n : right_at n.
  Proof.
    destruct (Nat.lt_ge_cases n V) as [Lt|Ge]; [|apply right_from, Ge].
    destruct arithmetic_parts as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & W & _).
    refine (calls_for_same Grundy _ _ _ _ (W n Lt)). intro v. unfold worths. rewrite in_map_iff.
    split; intros (left & A & B); exists left; (split; [|]); try apply options_In; auto.
  Qed.

  Lemma options_are n left : option_of_endless rules [] n left <-> is_left n left.
  Proof.
    destruct arithmetic_parts as (_ & _ & _ & _ & U & _).
    assert (forall t, endless_digit rules [] t = nth t (digits rules) 0%N) as D.
    { intro t. unfold endless_digit. destruct (Nat.ltb_spec t k) as [H|H]; [reflexivity|]. rewrite (nth_overflow (digits rules)) by exact H.
      destruct (_ mod _); reflexivity. }
    unfold option_of_endless, is_left, allowed. split; intros (t & H); exists t; rewrite D in *.
    - intuition.
    - intuition. congruence.
  Qed.

  Lemma parts_smaller n left b : is_left n left -> In b left -> b < n.
  Proof.
    intros (t & Sm & F & _ & Ht) I. apply in_split in I as (l1 & l2 & ->). rewrite list_sum_app in Sm. cbn [list_sum fold_right] in Sm. fold (list_sum l2) in Sm.
    destruct t as [|t]; [|lia]. specialize (Ht eq_refl). rewrite app_length in Ht. cbn [length] in Ht.
    apply Forall_app in F as [F1 F2]. inversion_clear F2 as [|? ? Fb F3].
    destruct l1 as [|x l1]; [destruct l2 as [|x l2]; [cbn in Ht; lia|]|].
    - inversion_clear F3. cbn [list_sum fold_right] in Sm. fold (list_sum l2) in Sm. lia.
    - inversion_clear F1. cbn [list_sum fold_right] in Sm. fold (list_sum l1) in Sm. lia.
  Qed.

  Lemma values_are f n v : (forall b, b < n -> f b = claimed b) ->
    ((exists left, option_of_endless rules [] n left /\ nim_sum f left = v) <-> reaches n v).
  Proof.
    intro Hf. assert (forall left, is_left n left -> nim_sum f left = nim_sum claimed left) as E.
    { intros left Il. assert (forall b, In b left -> f b = claimed b) as Q by (intros b I; apply Hf, (parts_smaller n left b Il I)).
      clear Il. induction left as [|b l IH]; cbn [nim_sum fold_right]; [reflexivity|]. fold (nim_sum f l) (nim_sum claimed l).
      rewrite IH, (Q b) by (intros; try apply Q; cbn; auto). reflexivity. }
    unfold reaches. split; intros (left & A & B); exists left.
    - apply options_are in A. rewrite <- (E left A). auto.
    - split; [apply options_are, A|]. rewrite (E left A). exact B.
  Qed.

  Theorem check_arithmetic_at_sound : endless_period_holds rules [] p from s values.
  Proof.
    destruct arithmetic_parts as (P & _ & Lv & _). split.
    - exists claimed. intro n. refine (calls_for_same Grundy _ _ _ _ (right_everywhere n)). intro v. symmetry. apply values_are. auto.
    - intros f F.
      assert (forall n, f n = claimed n) as U.
      { intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0).
        apply (calls_for_unique Grundy _ _ _ (F n)).
        refine (calls_for_same Grundy _ _ _ _ (right_everywhere n)). intro v. symmetry. apply values_are, IH. }
      split.
      + intros n H. rewrite U. unfold rising. destruct (Nat.ltb_spec n from); [reflexivity|].
        rewrite Nat.mod_small, Nat.div_small by lia. replace (from + (n - from)) with n by lia. change (N.of_nat 0) with 0%N. rewrite N.mul_0_r. lia.
      + intros n H. rewrite !U. pose proof (claimed_periods 1 n H) as Q. rewrite Nat.mul_1_r in Q. rewrite Q. lia.
  Qed.
End Arithmetic.

(** ** The constants *)

Section Constants.
  Variables (rules : code) (p from : nat) (s : N) (values : list N).
  Notation claimed := (rising p from s values).

  Definition key (n : nat) (l : N) (odd : bool) : positive :=
    N.succ_pos ((2 * l + (if odd then 1 else 0)) * N.of_nat p + N.of_nat (n mod p))%N.

  Definition greatest_in (ns : list nat) : N := fold_right N.max 0%N (map (fun n => claimed n / s)%N ns).

  (** For each class, remainder and parity the triple that reaches the values of most heaps. *)
  Definition triples (least : nat) : PositiveMap.t (Z * triple) :=
    let base := seq least p in
    let q := quotient p from s values in
    fold_left (fun found t =>
      if allowed rules t 3 then
        fold_left (fun found a =>
          fold_left (fun found b =>
            fold_left (fun found c =>
              let sum := a + b + c + t in
              let excess := (q a + q b + q c - q sum)%Z in
              let bound := (2 * Z.max (q b) (q c) - excess)%Z in
              let key := key sum (N.lxor (claimed a) (N.lxor (claimed b) (claimed c)) mod s)%N (Z.odd excess) in
              match PositiveMap.find key found with
              | Some (known, _) => if (known <=? bound)%Z then found else PositiveMap.add key (bound, Triple a b c t) found
              | None => PositiveMap.add key (bound, Triple a b c t) found
              end) (seq b (least + p - b)) found) base found) base found
      else found) (seq 0 (length (digits rules))) (PositiveMap.empty _).

  Definition check_from (least : nat) : bool :=
    let found := triples least in
    let find_triple n l odd := option_map snd (PositiveMap.find (key n l odd) found) in
    let T := Z.to_N (PositiveMap.fold (fun _ (t : Z * triple) most => Z.max (fst t) most) found 1%Z) in
    let L := greatest_in (seq least p) in
    let fewest := fold_right N.min L (map (fun n => claimed n / s)%N (seq least p)) in
    let Q := Nat.max (S ((2 * least + length (digits rules)) / p)) (N.to_nat (T + L - fewest)) in
    let V := least + Q * p in
    let e := N.log2 s in
    let m := N.size (N.max L (greatest_in (seq 0 least))) in
    if check_claim rules p from s values e least V L T find_triple then
      match find (fun i => check_step rules p from s values e (m + i)%N least V L T find_triple) [0; 1; 2; 3; 4]%N with
      | Some _ => true
      | None => false
      end
    else false.

  Definition check_arithmetic : bool :=
    (0 <? p) && N.ltb 0 s &&
    match find (fun i => check_from (Nat.max 1 from + i * p)) (seq 0 5) with Some _ => true | None => false end.

  Theorem check_arithmetic_sound : check_arithmetic = true -> endless_period_holds rules [] p from s values.
  Proof.
    unfold check_arithmetic. intro K. apply andb_prop in K as [_ K].
    destruct (find _ _) as [i|] eqn:Fi; [|discriminate]. apply find_some in Fi as [_ Fi]. clear K. unfold check_from in Fi. cbv zeta in Fi.
    match type of Fi with (if ?c then _ else _) = true => destruct c eqn:C; [|discriminate] end.
    match type of Fi with match ?f with Some _ => _ | None => _ end = true => destruct f as [j|] eqn:Fj; [|discriminate] end.
    apply find_some in Fj as [_ Fj]. eapply check_arithmetic_at_sound. unfold check_arithmetic_at. rewrite C, Fj. reflexivity.
  Qed.
End Constants.
