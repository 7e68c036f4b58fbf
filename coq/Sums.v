(** * Sums of any number of heaps, by the theorem of Sprague and Grundy *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Every Values Play Check SpragueGrundy Numerations.
Import ListNotations.
Open Scope Z_scope.

Definition nim_total (l : list N) : N := fold_right N.lxor 0%N l.

(** ** Nim-sums *)

Section Nim.
  Open Scope N_scope.

  Lemma shiftr_log2 d : d <> 0 -> N.shiftr d (N.log2 d) = 1.
  Proof.
    intro H. rewrite N.shiftr_div_pow2.
    destruct (N.log2_spec d) as [A B]; [lia|]. rewrite N.pow_succ_r' in B.
    symmetry. apply (N.div_unique d (2 ^ N.log2 d) 1 (d - 2 ^ N.log2 d)); lia.
  Qed.

  Lemma lxor_less a d : d <> 0 -> N.testbit a (N.log2 d) = true -> N.lxor a d < a.
  Proof.
    intros H B. set (k := N.log2 d) in *.
    assert (N.shiftr (N.lxor a d) k < N.shiftr a k) as L.
    { rewrite N.shiftr_lxor. unfold k at 2. rewrite shiftr_log2 by exact H.
      rewrite <- (N.add_0_l k), <- N.shiftr_spec' in B.
      set (m := N.shiftr a k) in *. destruct m as [|[p|p|]]; simpl in *; try discriminate; lia. }
    destruct (N.lt_ge_cases (N.lxor a d) a) as [G|G]; [exact G|exfalso].
    rewrite !N.shiftr_div_pow2 in L.
    pose proof (N.div_le_mono a (N.lxor a d) (2 ^ k) ltac:(apply N.pow_nonzero; lia) G). lia.
  Qed.

  Lemma top_bit a b : b < a -> N.testbit a (N.log2 (N.lxor b a)) = true.
  Proof.
    intro H. set (d := N.lxor b a).
    assert (d <> 0) as D by (unfold d; intro E; apply N.lxor_eq in E; lia).
    assert (N.lxor b d = a) as E by (unfold d; rewrite <- N.lxor_assoc, N.lxor_nilpotent; apply N.lxor_0_l).
    destruct (N.testbit a (N.log2 d)) eqn:T; [reflexivity|exfalso].
    assert (N.testbit d (N.log2 d) = true) as Td by (apply N.bit_log2, D).
    rewrite <- E, N.lxor_spec, Td in T.
    assert (N.testbit b (N.log2 d) = true) as Tb by (destruct (N.testbit b (N.log2 d)); [reflexivity|discriminate]).
    pose proof (lxor_less b d D Tb). lia.
  Qed.

  Lemma total_bit l k : N.testbit (nim_total l) k = true ->
    exists l1 a l2, l = l1 ++ a :: l2 /\ N.testbit a k = true.
  Proof.
    induction l as [|a l IH]; simpl; [discriminate|].
    rewrite N.lxor_spec. intro H. destruct (N.testbit a k) eqn:E; [exists [], a, l; auto|].
    destruct IH as (l1 & b & l2 & -> & B); [destruct (N.testbit (nim_total l) k); [reflexivity|discriminate]|].
    exists (a :: l1), b, l2. auto.
  Qed.

  Lemma total_replaced l1 a b l2 :
    nim_total (l1 ++ b :: l2) = N.lxor (N.lxor a b) (nim_total (l1 ++ a :: l2)).
  Proof.
    induction l1 as [|c l1 IH]; cbn [app nim_total fold_right];
      [fold (nim_total l2)|fold (nim_total (l1 ++ b :: l2)) (nim_total (l1 ++ a :: l2)); rewrite IH];
      apply N.bits_inj; intro; rewrite !N.lxor_spec;
      repeat match goal with |- context [N.testbit ?x ?k] => destruct (N.testbit x k) end; reflexivity.
  Qed.
End Nim.

(** ** Play of a sum ends *)

Section Sums.
  Variable one : game.

  Definition heap_option (b a : Z) : Prop := position one 0 [a] /\ option_of one 0 [a] 0 [b].
  Definition sum_option (y x : list Z) : Prop := sum_position one x /\ option_of_sum one x y.

  Hypothesis Positions : forall a c y, position one 0 [a] -> option_of one 0 [a] c y ->
    c = O /\ exists b, y = [b] /\ position one 0 [b].
  Hypothesis Ends : forall a, position one 0 [a] -> Acc heap_option a.

  Lemma sum_ends x : Forall (Acc heap_option) x -> Acc sum_option x.
  Proof.
    assert (forall a, Acc heap_option a -> forall x, Acc sum_option x -> Acc sum_option (a :: x)) as Q.
    { clear. induction 1 as [a A IHa]. intros x Ax. induction Ax as [x Ax IHx]. constructor.
      intros y [P (l1 & c & d & l2 & Ex & -> & O)]. inversion P as [|? ? Pa Px]; subst.
      destruct l1 as [|e l1]; cbn [app] in *; injection Ex as -> Ex.
      - subst. apply IHa; [split; assumption|constructor; exact Ax].
      - subst. apply IHx. split; [exact Px|]. exists l1, c, d, l2. auto. }
    induction 1 as [|a x A F IH]; [|apply Q; assumption].
    constructor. intros y [_ (l1 & a & b & l2 & Ex & _)]. destruct l1; discriminate.
  Qed.

  Lemma sum_position_option x y : sum_position one x -> option_of_sum one x y -> sum_position one y.
  Proof.
    intros P (l1 & a & b & l2 & -> & -> & O). apply Forall_app in P as [P1 P2].
    apply Forall_cons_iff in P2 as [Pa P2]. destruct (Positions a _ _ Pa O) as (_ & b' & Eb & Pb).
    injection Eb as <-. apply Forall_app. split; [exact P1|]. constructor; assumption.
  Qed.

  Lemma sum_induction (P : list Z -> Prop) :
    (forall x, sum_position one x -> (forall y, option_of_sum one x y -> P y) -> P x) ->
    forall x, sum_position one x -> P x.
  Proof.
    intros H x Px.
    assert (Acc sum_option x) as A.
    { apply sum_ends. eapply Forall_impl; [|exact Px]. exact Ends. }
    induction A as [x _ IH]. apply H; [exact Px|]. intros y O. apply IH; [split; assumption|].
    apply (sum_position_option x y Px O).
  Qed.

  (** ** The theorem of Sprague and Grundy *)

  Variable f0 : nat -> list Z -> N.
  Hypothesis F0 : is_value one Grundy f0.

  Definition total (x : list Z) : N := nim_total (map (fun a => f0 0%nat [a]) x).

  Theorem total_is_value : is_sum_value one Grundy total.
  Proof.
    intros x P. split.
    - intros (y & (l1 & a & b & l2 & -> & -> & O) & V).
      apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      unfold total in V. rewrite !map_app in V. cbn [map] in V.
      rewrite (total_replaced _ (f0 0%nat [a]) (f0 0%nat [b])) in V.
      assert (N.lxor (f0 0%nat [a]) (f0 0%nat [b]) = 0%N) as Z.
      { apply (f_equal (fun v => N.lxor v (nim_total (map (fun a => f0 0%nat [a]) l1 ++ f0 0%nat [a] :: map (fun a => f0 0%nat [a]) l2)))) in V.
        rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in V. exact V. }
      apply N.lxor_eq in Z. destruct (F0 0%nat [a] Pa) as [M _]. apply M. exists 0%nat, [b]. auto.
    - intros v Hv. pose proof (top_bit _ _ Hv) as T. set (d := N.lxor v (total x)) in *.
      assert (d <> 0%N) as Nd by (unfold d; intro Z; apply N.lxor_eq in Z; lia).
      apply total_bit in T as (g1 & ga & g2 & Ex & B).
      apply map_eq_app in Ex as (l1 & r & -> & <- & Er).
      apply map_eq_cons in Er as (a & l2 & -> & <- & <-).
      apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      destruct (F0 0%nat [a] Pa) as [_ M]. destruct (M (N.lxor (f0 0%nat [a]) d)) as (c' & y & O & V).
      { apply lxor_less; assumption. }
      destruct (Positions a c' y Pa O) as (-> & b & -> & _).
      exists (l1 ++ b :: l2). split; [exists l1, a, b, l2; auto|].
      assert (total (l1 ++ a :: l2) = nim_total (map (fun a => f0 0%nat [a]) l1 ++ f0 0%nat [a] :: map (fun a => f0 0%nat [a]) l2)) as T
        by (unfold total; rewrite map_app; reflexivity).
      unfold total. rewrite map_app. cbn [map].
      rewrite (total_replaced _ (f0 0%nat [a]) (f0 0%nat [b])), V, <- T. unfold d.
      apply N.bits_inj. intro. rewrite !N.lxor_spec.
      repeat match goal with |- context [N.testbit ?x ?k] => destruct (N.testbit x k) end; reflexivity.
  Qed.

  Theorem sum_value_unique v f h : is_sum_value one v f -> is_sum_value one v h -> forall x, sum_position one x -> f x = h x.
  Proof.
    intros F H. refine (sum_induction (fun x => f x = h x) _). intros x P IH.
    apply (calls_for_unique v (fun b => exists y, option_of_sum one x y /\ f y = b)); [apply F, P|].
    refine (calls_for_same v _ _ _ _ (H x P)). intro b.
    split; intros (y & O & V); exists y; (split; [exact O|]); rewrite <- V; [apply IH|symmetry; apply IH]; exact O.
  Qed.

  (** ** Misere play *)

  (** A heap of value 0 has no moves, or one to value 1. *)
  Hypothesis Answered : forall a, position one 0 [a] -> f0 0%nat [a] = 0%N ->
    (forall b, ~ option_of one 0 [a] 0 [b]) \/ exists b, option_of one 0 [a] 0 [b] /\ f0 0%nat [b] = 1%N.

  Definition misere_total (x : list Z) : N := misere_sum (map (fun a => f0 0%nat [a]) x).

  Let big (x : list Z) : bool := existsb (N.leb 2) (map (fun a => f0 0%nat [a]) x).

  Lemma big_replaced l1 a l2 : big (l1 ++ a :: l2) = N.leb 2 (f0 0%nat [a]) || big (l1 ++ l2).
  Proof.
    unfold big. rewrite !map_app, !existsb_app. cbn [map existsb].
    destruct (existsb _ _), (N.leb 2 _), (existsb _ _); reflexivity.
  Qed.

  Lemma total_at l1 a l2 : total (l1 ++ a :: l2) = N.lxor (f0 0%nat [a]) (total (l1 ++ l2)).
  Proof.
    unfold total. rewrite !map_app. cbn [map]. generalize (f0 0%nat [a]) (map (fun a => f0 0%nat [a]) l2). intros v r.
    induction (map (fun a => f0 0%nat [a]) l1) as [|w l IH]; cbn [app nim_total fold_right]; [reflexivity|].
    fold (nim_total (l ++ v :: r)) (nim_total (l ++ r)). rewrite IH, <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
  Qed.

  Lemma small_total x : big x = false -> (total x < 2)%N.
  Proof.
    unfold big, total. induction (map (fun a => f0 0%nat [a]) x) as [|v l IH]; cbn [existsb nim_total fold_right]; [lia|].
    intro H. apply orb_false_elim in H as [H1 H2]. apply N.leb_gt in H1. specialize (IH H2). fold (nim_total l) in *.
    assert (v = 0 \/ v = 1)%N as [->| ->] by lia; assert (nim_total l = 0 \/ nim_total l = 1)%N as [->| ->] by lia; cbn; lia.
  Qed.

  Lemma misere_total_0 x : misere_total x = 0%N <-> total x = (if big x then 0 else 1)%N.
  Proof.
    unfold misere_total, misere_sum. fold (big x). fold (nim_total (map (fun a => f0 0%nat [a]) x)). fold (total x).
    destruct (N.eqb_spec (total x) (if big x then 0 else 1)%N); split; congruence.
  Qed.

  Lemma misere_total_1 x : misere_total x <> 0%N -> misere_total x = 1%N.
  Proof. unfold misere_total, misere_sum. destruct (N.eqb _ _); congruence. Qed.

  Lemma two_values v : (v < 2)%N -> v = 0%N \/ v = 1%N.
  Proof. lia. Qed.

  Lemma lower_option a v : position one 0 [a] -> (v < f0 0%nat [a])%N -> exists b, option_of one 0 [a] 0 [b] /\ f0 0%nat [b] = v.
  Proof.
    intros Pa H. destruct (F0 0%nat [a] Pa) as [_ M]. destruct (M v H) as (c' & y & O & V).
    destruct (Positions a c' y Pa O) as (-> & b & -> & _). eauto.
  Qed.

  Lemma other_value a b : position one 0 [a] -> option_of one 0 [a] 0 [b] -> f0 0%nat [b] <> f0 0%nat [a].
  Proof. intros Pa O E. destruct (F0 0%nat [a] Pa) as [M _]. apply M. exists 0%nat, [b]. auto. Qed.

  Lemma of_option l1 a b l2 : option_of one 0 [a] 0 [b] -> option_of_sum one (l1 ++ a :: l2) (l1 ++ b :: l2).
  Proof. intro O. exists l1, a, b, l2. auto. Qed.

  Lemma some_heap (p : N -> bool) x : existsb p (map (fun a => f0 0%nat [a]) x) = true ->
    exists l1 a l2, x = l1 ++ a :: l2 /\ p (f0 0%nat [a]) = true.
  Proof.
    intro H. apply existsb_exists in H as (v & I & E). apply in_map_iff in I as (a & <- & I).
    apply in_split in I as (l1 & l2 & ->). exists l1, a, l2. auto.
  Qed.

  Lemma no_lost_option x y : sum_position one x -> option_of_sum one x y -> misere_total x = 0%N -> misere_total y <> 0%N.
  Proof.
    intros P (l1 & a & b & l2 & -> & -> & O) Lx Ly. apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
    pose proof (other_value a b Pa O) as D. apply misere_total_0 in Lx, Ly. rewrite total_at, big_replaced in Lx, Ly.
    set (u := f0 0%nat [a]) in *. set (w := f0 0%nat [b]) in *. set (r := total (l1 ++ l2)) in *.
    assert (forall v z, N.lxor v r = z -> v = N.lxor z r) as X.
    { intros v z <-. rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity. }
    apply X in Lx, Ly. destruct (big (l1 ++ l2)) eqn:R; rewrite ?orb_true_r, ?orb_false_r in *; [congruence|].
    pose proof (small_total _ R) as T. fold r in T.
    destruct (two_values r T) as [E|E]; rewrite E in *;
      destruct (N.leb_spec 2 u), (N.leb_spec 2 w); cbn in Lx, Ly; try (rewrite Lx in *); try (rewrite Ly in *); try lia; congruence.
  Qed.

  Lemma zero_or_some (x : list Z) : existsb (N.leb 1) (map (fun a => f0 0%nat [a]) x) = false -> total x = 0%N.
  Proof.
    unfold total. induction (map (fun a => f0 0%nat [a]) x) as [|v l IH]; cbn [existsb nim_total fold_right]; [reflexivity|].
    intro H. apply orb_false_elim in H as [H1 H2]. apply N.leb_gt in H1. fold (nim_total l). rewrite (IH H2). replace v with 0%N by lia. reflexivity.
  Qed.

  Lemma lost_has_option x : sum_position one x -> misere_total x = 0%N -> exists y, option_of_sum one x y.
  Proof.
    intros P Lx. apply misere_total_0 in Lx.
    destruct (existsb (N.leb 1) (map (fun a => f0 0%nat [a]) x)) eqn:S.
    - apply some_heap in S as (l1 & a & l2 & -> & E). apply N.leb_le in E. apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      destruct (lower_option a 0%N Pa) as (b & O & _); [lia|]. exists (l1 ++ b :: l2). apply of_option, O.
    - assert (big x = false) as B.
      { unfold big. destruct (existsb (N.leb 2) _) eqn:B; [|reflexivity]. apply some_heap in B as (l1 & a & l2 & -> & E).
        rewrite map_app, existsb_app in S. cbn [map existsb] in S. apply orb_false_elim in S as [_ S].
        apply orb_false_elim in S as [S _]. apply N.leb_le in E. apply N.leb_gt in S. lia. }
      rewrite B, (zero_or_some x S) in Lx. discriminate.
  Qed.

  (** In a list of heaps of value 0 none has moves, or one has a move to value 1. *)
  Lemma zeros_answered x : sum_position one x -> existsb (N.leb 1) (map (fun a => f0 0%nat [a]) x) = false ->
    (forall y, ~ option_of_sum one x y) \/
    exists l1 a l2, x = l1 ++ a :: l2 /\ exists b, option_of one 0 [a] 0 [b] /\ f0 0%nat [b] = 1%N.
  Proof.
    induction 1 as [|a x Pa P IH]; intro S.
    - left. intros y ([|] & a & b & l2 & E & _); discriminate.
    - cbn [map existsb] in S. apply orb_false_elim in S as [V S]. apply N.leb_gt in V.
      destruct (Answered a Pa ltac:(lia)) as [N|Y]; [|right; exists [], a, x; auto].
      destruct (IH S) as [M|(l1 & c & l2 & -> & Y)]; [left|right; exists (a :: l1), c, l2; auto].
      intros y ([|d l1] & c & b & l2 & E & _ & O); cbn [app] in E; injection E as -> E.
      + apply (N b O).
      + subst x. apply (M (l1 ++ b :: l2)), of_option, O.
  Qed.

  Lemma reply_to x : sum_position one x -> misere_total x <> 0%N ->
    (forall y, ~ option_of_sum one x y) \/ exists y, option_of_sum one x y /\ misere_total y = 0%N.
  Proof.
    intros P Nx. rewrite misere_total_0 in Nx.
    (* it is enough to move in one heap to a value that makes the rest lost *)
    assert (forall l1 a l2 w, x = l1 ++ a :: l2 ->
      (exists b, option_of one 0 [a] 0 [b] /\ f0 0%nat [b] = w) ->
      N.lxor w (total (l1 ++ l2)) = (if N.leb 2 w || big (l1 ++ l2) then 0 else 1)%N ->
      exists y, option_of_sum one x y /\ misere_total y = 0%N) as Enough.
    { intros l1 a l2 w -> (b & O & E) H. exists (l1 ++ b :: l2). split; [apply of_option, O|].
      apply misere_total_0. rewrite total_at, big_replaced, E. exact H. }
    destruct (big x) eqn:B.
    - right. pose proof Nx as Nz. assert (N.testbit (total x) (N.log2 (total x)) = true) as T by (apply N.bit_log2, Nz).
      unfold total in T at 1. apply total_bit in T as (g1 & ga & g2 & Ex & Tb).
      apply map_eq_app in Ex as (l1 & l' & -> & <- & Er). apply map_eq_cons in Er as (a & l2 & -> & <- & <-).
      apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
      pose proof (lxor_less _ _ Nz Tb) as Ls. rewrite total_at in Ls.
      rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in Ls. rewrite big_replaced in B.
      set (r := total (l1 ++ l2)) in *. destruct (N.leb 2 r || big (l1 ++ l2)) eqn:K.
      + apply (Enough l1 a l2 r eq_refl (lower_option a r Pa Ls)). fold r. rewrite K. apply N.lxor_nilpotent.
      + apply orb_false_elim in K as [K1 K2]. rewrite K2, orb_false_r in B. apply N.leb_le in B. apply N.leb_gt in K1.
        assert (N.lxor 1 r < 2)%N as Q by (destruct (two_values r K1) as [->| ->]; cbn; lia).
        apply (Enough l1 a l2 (N.lxor 1 r) eq_refl (lower_option a (N.lxor 1 r) Pa ltac:(lia))). fold r.
        rewrite K2. destruct (N.leb_spec 2 (N.lxor 1 r)); [lia|]. cbn [orb].
        rewrite N.lxor_assoc, N.lxor_nilpotent. reflexivity.
    - pose proof (small_total x B) as T2. assert (total x = 0%N) as T by (destruct (two_values _ T2); congruence).
      destruct (existsb (N.leb 1) (map (fun a => f0 0%nat [a]) x)) eqn:S.
      + right. apply some_heap in S as (l1 & a & l2 & -> & E). apply N.leb_le in E. apply Forall_app in P as [_ P]. apply Forall_cons_iff in P as [Pa _].
        rewrite big_replaced in B. apply orb_false_elim in B as [B1 B2]. apply N.leb_gt in B1. rewrite total_at in T.
        assert (f0 0%nat [a] = 1%N) as V by lia. rewrite V in T. apply N.lxor_eq in T.
        apply (Enough l1 a l2 0%N eq_refl (lower_option a 0%N Pa ltac:(lia))). rewrite B2, <- T. reflexivity.
      + destruct (zeros_answered x P S) as [M|(l1 & a & l2 & -> & Y)]; [left; exact M|right].
        rewrite big_replaced in B. apply orb_false_elim in B as [_ B2]. rewrite total_at in T.
        assert (f0 0%nat [a] = 0%N) as V.
        { rewrite map_app, existsb_app in S. cbn [map existsb] in S. apply orb_false_elim in S as [_ S].
          apply orb_false_elim in S as [S _]. apply N.leb_gt in S. lia. }
        rewrite V, N.lxor_0_l in T. apply (Enough l1 a l2 1%N eq_refl Y). rewrite B2, T. reflexivity.
  Qed.

  Theorem misere_total_is_value : is_sum_value one Misere misere_total.
  Proof.
    intros x P. destruct (N.eq_dec (misere_total x) 0) as [E|E].
    - right. split; [exact E|]. split.
      + intros (y & O & V). apply (no_lost_option x y P O E V).
      + destruct (lost_has_option x P E) as (y & O). eauto.
    - left. split; [apply misere_total_1, E|].
      destruct (reply_to x P E) as [M|Y]; [left|right; exact Y]. intros b (y & O & _). apply (M y O).
  Qed.
End Sums.

(** ** The checks *)

Definition of_one_heap (g : game) : bool := Nat.eqb (controls g) 1 && Nat.eqb (dimension g) 1.

Section Ended.
  Variables (one : game) (order : list (list Z)).
  Hypothesis E : play_ends one order = true.
  Hypothesis C : controls one = 1%nat.
  Hypothesis D : dimension one = 1%nat.

  Lemma heap_positions a c' y : position one 0 [a] -> option_of one 0 [a] c' y ->
    c' = O /\ exists b, y = [b] /\ position one 0 [b].
  Proof.
    intros P O. destruct (option_position one order E _ _ _ _ P O) as [Q _].
    pose proof Q as (Hc & L & _). rewrite C in Hc. rewrite D in L.
    destruct y as [|b [|]]; try discriminate. assert (c' = 0%nat) as -> by lia. eauto.
  Qed.

  Lemma heap_ends a : position one 0 [a] -> Acc (heap_option one) a.
  Proof.
    intro P. refine (play_induction one order E (fun c x => forall a, c = O -> x = [a] -> Acc (heap_option one) a) _ 0 [a] P a eq_refl eq_refl).
    clear a P. intros c x P IH a -> ->. constructor. intros b [_ O]. apply (IH _ _ O); reflexivity.
  Qed.
End Ended.

Theorem sum_law one order n l : of_one_heap one = true -> play_ends one order = true ->
  law_holds one Grundy n l -> sum_law_holds one n l.
Proof.
  intros O E [(f0 & F0) H]. unfold of_one_heap in O. apply andb_prop in O as [C D].
  apply Nat.eqb_eq in C, D. specialize (H f0 F0). split.
  - exists (total f0). apply (total_is_value one (heap_positions one order E C D) f0 F0).
  - intros f F x P. split.
    + induction P as [|a x Pa P IH]; [exists []; constructor|].
      destruct IH as (ws & W). destruct (H 0%nat [a] Pa) as [(w & Dw) _]. exists (w :: ws). constructor; assumption.
    + intros ws W. rewrite (sum_value_unique one (heap_positions one order E C D) (heap_ends one order E) Grundy f (total f0) F
        (total_is_value one (heap_positions one order E C D) f0 F0) x P). unfold total, nim_total. f_equal.
      clear F f. induction W as [|a w x ws Dw W IH]; [reflexivity|].
      apply Forall_cons_iff in P as [Pa P]. cbn [map]. rewrite (IH P). f_equal.
      symmetry. apply (H 0%nat [a] Pa), Dw.
Qed.

Theorem sum_nim_heap_law one order n l : of_one_heap one = true -> play_ends one order = true ->
  nim_heap_law_holds one n l -> sum_nim_heap_law_holds one n l.
Proof.
  intros O E [(f0 & F0) H]. unfold of_one_heap in O. apply andb_prop in O as [C D].
  apply Nat.eqb_eq in C, D. specialize (H f0 F0). split.
  - exists (total f0). apply (total_is_value one (heap_positions one order E C D) f0 F0).
  - intros f F x P. exists (map (fun a => f0 0%nat [a]) x). split.
    + rewrite (sum_value_unique one (heap_positions one order E C D) (heap_ends one order E) Grundy f (total f0) F
        (total_is_value one (heap_positions one order E C D) f0 F0) x P). reflexivity.
    + clear F f. induction P as [|a x Pa P IH]; constructor; [|exact IH].
      intro k. destruct (H 0%nat [a] k Pa) as [W Q]. split; assumption.
Qed.

Definition check_sum (order : list (list Z)) (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && check_binary order halves one Grundy l.

Theorem check_sum_sound order halves one l : check_sum order halves one l = true -> sum_law_holds one binary l.
Proof.
  intro K. apply andb_prop in K as [O K]. apply (sum_law one order); [exact O| |apply (check_binary_sound order halves), K].
  unfold check_binary, check in K. rewrite !andb_true_iff in K. apply K.
Qed.

Definition check_sum_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z))
    (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && check_in n cone scaled combinations lambda order halves one Grundy l.

Theorem check_sum_in_sound n cone scaled combinations lambda order halves one l :
  check_sum_in n cone scaled combinations lambda order halves one l = true -> sum_law_holds one n l.
Proof.
  intro K. apply andb_prop in K as [O K].
  apply (sum_law one order); [exact O| |apply (check_in_sound n cone scaled combinations lambda order halves), K].
  unfold check_in, check in K. rewrite !andb_true_iff in K. apply K.
Qed.

(** Play of the game itself has to end, not only beside the Nim heap. *)
Definition check_sum_nim_heap (order : list (list Z)) (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && play_ends one order && check_nim_heap order halves one l.

Theorem check_sum_nim_heap_sound order halves one l :
  check_sum_nim_heap order halves one l = true -> sum_nim_heap_law_holds one binary l.
Proof.
  intro K. unfold check_sum_nim_heap in K. rewrite !andb_true_iff in K. destruct K as [[O E] K].
  apply (sum_nim_heap_law one order); [exact O|exact E|apply (check_nim_heap_sound order halves), K].
Qed.

Definition check_sum_nim_heap_in (n : numeration) (cone : list Z) (scaled : Z) (combinations lambda order : list (list Z))
    (halves : bool) (one : game) (l : law) : bool :=
  of_one_heap one && play_ends one order && check_nim_heap_in n cone scaled combinations lambda order halves one l.

Theorem check_sum_nim_heap_in_sound n cone scaled combinations lambda order halves one l :
  check_sum_nim_heap_in n cone scaled combinations lambda order halves one l = true -> sum_nim_heap_law_holds one n l.
Proof.
  intro K. unfold check_sum_nim_heap_in in K. rewrite !andb_true_iff in K. destruct K as [[O E] K].
  apply (sum_nim_heap_law one order); [exact O|exact E|apply (check_nim_heap_in_sound n cone scaled combinations lambda order halves), K].
Qed.
