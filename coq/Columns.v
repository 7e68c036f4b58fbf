(** * Laws that count ones, for every number of heaps

    The order of the heaps does not matter, so some of them may be put first: those that a partial move
    mentions. *)

From Coq Require Import List ZArith NArith Nnat Bool Lia Permutation.
From Bouton Require Import Statement Every Vectors Residual Words Explore Refute Threads Subsets Values Check SpragueGrundy Rows.
Import ListNotations.
Open Scope Z_scope.

(** ** What a law says of rows, in any order *)

Section Columns.
  Variables (g : any_heaps) (v : valuation) (t p : nat) (starts : list N) (table : list (N * list N)).
  Notation l := (counting t p starts table).

  Definition after_ones (s : N) (ones : nat) : N := next l s [ones].

  Fixpoint reads (m : nat) (s : N) (rows : list (list nat)) : N :=
    match m with
    | O => s
    | S m => reads m (after_ones s (list_sum (map (hd 0%nat) rows))) (map (@tl nat) rows)
    end.

  Lemma reads_letters m : forall s rows, fold_left (next l) (letters m rows) s = reads m s rows.
  Proof.
    induction m as [|m IH]; intros s rows; [reflexivity|]. cbn [letters fold_left reads]. rewrite IH.
    f_equal. unfold after_ones. cbn [next counting list_sum fold_right]. rewrite Nat.add_0_r. reflexivity.
  Qed.

  Lemma list_sum_permuted a b : Permutation a b -> list_sum a = list_sum b.
  Proof. induction 1; simpl in *; lia. Qed.

  Lemma reads_permuted m : forall s a b, Permutation a b -> reads m s a = reads m s b.
  Proof.
    induction m as [|m IH]; intros s a b P; [reflexivity|]. cbn [reads].
    rewrite (list_sum_permuted _ _ (Permutation_map (hd 0%nat) P)). apply IH, Permutation_map, P.
  Qed.

  Lemma alike_add a b n : (0 < p)%nat -> alike t p a = alike t p b -> alike t p (a + n) = alike t p (b + n).
  Proof.
    intros P. unfold alike. intro E.
    destruct (Nat.ltb_spec a t), (Nat.ltb_spec b t); try lia.
    - assert (a = b) as -> by lia. reflexivity.
    - destruct (Nat.ltb_spec (a + n) t), (Nat.ltb_spec (b + n) t); try lia.
      assert (((a - t) mod p)%nat = ((b - t) mod p)%nat) as M by lia. f_equal.
      replace (a + n - t)%nat with (a - t + n)%nat by lia. replace (b + n - t)%nat with (b - t + n)%nat by lia.
      rewrite (Nat.add_mod (a - t)), (Nat.add_mod (b - t)), M by lia. reflexivity.
  Qed.

  Lemma alike_alike a : (0 < p)%nat -> alike t p (alike t p a) = alike t p a.
  Proof.
    intro P. unfold alike. destruct (Nat.ltb_spec a t) as [H|H].
    - destruct (Nat.ltb_spec a t); [reflexivity|lia].
    - destruct (Nat.ltb_spec (t + (a - t) mod p) t); [lia|].
      replace (t + (a - t) mod p - t)%nat with ((a - t) mod p)%nat by lia. rewrite Nat.mod_mod by lia. reflexivity.
  Qed.

  Lemma alike_less a : (0 < p)%nat -> (alike t p a < t + p)%nat.
  Proof.
    intro P. unfold alike. destruct (Nat.ltb_spec a t); [lia|].
    pose proof (Nat.mod_upper_bound (a - t) p ltac:(lia)). lia.
  Qed.

  Lemma after_ones_alike s a b : alike t p a = alike t p b -> after_ones s a = after_ones s b.
  Proof.
    intro E. unfold after_ones. cbn [next counting list_sum fold_right]. rewrite !Nat.add_0_r, E. reflexivity.
  Qed.

  (** ** No move leads to a forbidden value *)

  (** The state of the law at the position, the number of heaps that are less, the state at the position
      moved to. *)
  Definition pair_of_states := (N * nat * N)%type.

  Definition pair_eqb (a b : pair_of_states) : bool :=
    let '(s, i, r) := a in let '(s', i', r') := b in N.eqb s s' && Nat.eqb i i' && N.eqb r r'.

  Lemma pair_eqb_eq a b : pair_eqb a b = true -> a = b.
  Proof.
    destruct a as [[s i] r], b as [[s' i'] r']. unfold pair_eqb. intro E. rewrite !andb_true_iff in E.
    destruct E as [[E1 E2] E3]. apply N.eqb_eq in E1, E3. apply Nat.eqb_eq in E2. congruence.
  Qed.

  Definition pair_key (a : pair_of_states) : positive :=
    let '(s, i, r) := a in push_bits 8 (Pos.of_succ_nat i) (push_bits 8 (N.succ_pos r) (push_bits 8 (N.succ_pos s) 1)).

  Definition safe (k : move_kind) (a : pair_of_states) : bool :=
    let '(s, i, r) := a in
    negb (Nat.leb (fewest k) i && Nat.leb i (most_lowered k) && has (output l r) (forbidden v (output l s))).

  (** [equal] heaps have a 1 before and after the move, [drop] heaps have a 1 before and a 0 after it; of
      the heaps that are less, [x] have a 1 before it and [y] after it. *)
  Definition pair_successors (k : move_kind) (a : pair_of_states) : list pair_of_states :=
    let '(s, i, r) := a in
    flat_map (fun equal => flat_map (fun drop => flat_map (fun x => map (fun y =>
      (after_ones s (equal + (drop + x)), (i + drop)%nat, after_ones r (equal + y)))
      (seq 0 (S i))) (seq 0 (S i))) (seq 0 (S (most_lowered k - i)))) (seq 0 (t + p)).

  Definition pair_follows (k : move_kind) (a : pair_of_states) : option (list pair_of_states) :=
    if safe k a then Some (pair_successors k a) else None.

  Definition never_forbidden (k : move_kind) : bool :=
    explore _ pair_eqb pair_key (pair_follows k) [(start l (leaves k), 0%nat, start l (enters k))].

  Lemma count_cons {A} (f : A -> bool) a r : count f (a :: r) = ((if f a then 1 else 0) + count f r)%nat.
  Proof. unfold count. simpl. destruct (f a); reflexivity. Qed.

  Lemma count_app {A} (f : A -> bool) a b : count f (a ++ b) = (count f a + count f b)%nat.
  Proof. unfold count. rewrite filter_app, app_length. reflexivity. Qed.

  Lemma count_permuted {A} (f : A -> bool) a b : Permutation a b -> count f a = count f b.
  Proof. induction 1; rewrite ?count_cons in *; lia. Qed.

  Definition less_before (h : heap) : bool := fst (fst h).

  (** A heap after one more digit. *)
  Definition shifted (h : heap) : heap :=
    match h with
    | (b, d :: x, e :: y) => (b || Nat.ltb e d, x, y)
    | h => h
    end.

  Lemma shifted_fits m h : fits (S m) h -> exists b d e x y, h = (b, d :: x, e :: y) /\ (d < 2)%nat /\ (e < 2)%nat /\
    fits m (shifted h) /\ ends (shifted h) = ends h /\ (b = false -> (e <= d)%nat).
  Proof.
    destruct h as [[b x] y]. intros ([Lx Fx] & [Ly Fy] & N). cbn [fst snd] in *.
    destruct x as [|d x]; [discriminate|]. destruct y as [|e y]; [discriminate|].
    apply Forall_cons_iff in Fx as [Hd Fx]. apply Forall_cons_iff in Fy as [He Fy].
    cbn [length] in Lx, Ly. injection Lx as Lx. injection Ly as Ly.
    exists b, d, e, x, y. unfold ends in *. cbn [fst snd less_at_end shifted] in *.
    destruct b; cbn [orb] in *.
    - repeat split; try assumption. discriminate.
    - destruct (Nat.eqb_spec d e) as [->|D].
      + rewrite Nat.ltb_irrefl. repeat split; try assumption. lia.
      + destruct (Nat.ltb_spec e d); [|congruence]. repeat split; try assumption. lia.
  Qed.

  Lemma less_before_ends m h : fits m h -> less_before h = true -> is_less h = true.
  Proof.
    destruct h as [[b x] y]. intros (X & Y & N). cbn [fst snd less_before] in *. intros ->.
    unfold is_less, ends. cbn [fst snd]. rewrite (less_stays m) by assumption. reflexivity.
  Qed.

  Lemma count_before m hs : Forall (fits m) hs -> (count less_before hs <= count is_less hs)%nat.
  Proof.
    induction 1 as [|h hs F _ IH]; [apply le_n|]. rewrite !count_cons.
    pose proof (less_before_ends m h F). destruct (less_before h); [rewrite H by reflexivity|destruct (is_less h)]; lia.
  Qed.

  Lemma column m hs : Forall (fits (S m)) hs ->
    exists equal drop x y,
      list_sum (map (hd 0%nat) (map (fun h => snd (before h)) hs)) = (equal + (drop + x))%nat /\
      list_sum (map (hd 0%nat) (map after hs)) = (equal + y)%nat /\
      (x <= count less_before hs)%nat /\ (y <= count less_before hs)%nat /\
      count less_before (map shifted hs) = (count less_before hs + drop)%nat /\
      Forall (fits m) (map shifted hs) /\ count is_less (map shifted hs) = count is_less hs /\
      map (fun h => snd (before h)) (map shifted hs) = map (@tl nat) (map (fun h => snd (before h)) hs) /\
      map after (map shifted hs) = map (@tl nat) (map after hs).
  Proof.
    induction 1 as [|h hs F _ IH].
    - exists 0%nat, 0%nat, 0%nat, 0%nat. repeat split; constructor.
    - destruct IH as (equal & drop & x & y & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9).
      destruct (shifted_fits m h F) as (b & d & e & rx & ry & -> & Hd & He & F' & E & B).
      set (h := (b, d :: rx, e :: ry)) in *.
      assert (list_sum (map (hd 0%nat) (map (fun h => snd (before h)) (@cons heap h hs)))
        = d + list_sum (map (hd 0%nat) (map (fun h => snd (before h)) hs)))%nat as -> by reflexivity.
      assert (list_sum (map (hd 0%nat) (map after (@cons heap h hs))) = e + list_sum (map (hd 0%nat) (map after hs)))%nat as ->
        by reflexivity.
      assert (map (fun h => snd (before h)) (map shifted (@cons heap h hs)) = map (@tl nat) (map (fun h => snd (before h)) (@cons heap h hs))) as ->.
      { change (rx :: map (fun h => snd (before h)) (map shifted hs) = rx :: map (@tl nat) (map (fun h => snd (before h)) hs)).
        rewrite I8. reflexivity. }
      assert (map after (map shifted (@cons heap h hs)) = map (@tl nat) (map after (@cons heap h hs))) as ->.
      { change (ry :: map after (map shifted hs) = ry :: map (@tl nat) (map after hs)). rewrite I9. reflexivity. }
      change (map shifted (@cons heap h hs)) with (@cons heap (shifted h) (map shifted hs)).
      assert (is_less (shifted h) = is_less h) as L by (unfold is_less; rewrite E; reflexivity).
      rewrite !count_cons, L, I1, I2, I5, I7.
      change (less_before (shifted h)) with (b || Nat.ltb e d). change (less_before h) with b.
      destruct b; cbn [orb].
      + exists equal, drop, (d + x)%nat, (e + y)%nat. repeat split; try lia. constructor; assumption.
      + specialize (B eq_refl). destruct (Nat.ltb_spec e d).
        * exists equal, (S drop), x, y. assert (d = 1%nat /\ e = 0%nat) as [Ed Ee] by lia. rewrite Ed, Ee.
          repeat split; try lia. constructor; assumption.
        * exists (d + equal)%nat, drop, x, y. assert (e = d) as Ed by lia. rewrite Ed.
          repeat split; try lia. constructor; assumption.
  Qed.

  Hypothesis P0 : (0 < p)%nat.

  Lemma never_forbidden_right k : never_forbidden k = true ->
    forall m hs, Forall (fits m) hs -> count less_before hs = 0%nat ->
    (fewest k <= count is_less hs <= most_lowered k)%nat ->
    has (output l (reads m (start l (enters k)) (map after hs)))
      (forbidden v (output l (reads m (start l (leaves k)) (map (fun h => snd (before h)) hs)))) = false.
  Proof.
    intros H. destruct (explore_closed _ _ _ pair_eqb_eq _ _ H) as (P & Pb & Q).
    assert (forall m hs s r, Forall (fits m) hs -> (count is_less hs <= most_lowered k)%nat ->
      P (s, count less_before hs, r) ->
      P (reads m s (map (fun h => snd (before h)) hs), count is_less hs, reads m r (map after hs))) as R.
    { induction m as [|m IH]; intros hs s r F C Ps.
      - cbn [reads]. replace (count is_less hs) with (count less_before hs); [exact Ps|].
        clear -F. induction F as [|h hs F _ IH]; [reflexivity|]. rewrite !count_cons, IH. f_equal.
        destruct h as [[b x] y]. destruct F as ([Lx _] & [Ly _] & _). cbn [fst snd] in *.
        destruct x; [|discriminate]. destruct y; [|discriminate]. reflexivity.
      - destruct (column m hs F) as (equal & drop & x & y & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9).
        cbn [reads]. rewrite I1, I2, <- I7, <- I8, <- I9. apply IH; [exact I6|lia|]. rewrite I5.
        destruct (Q _ Ps) as (next_ & E & N). unfold pair_follows in E.
        destruct (safe k _); [|discriminate]. assert (pair_successors k (s, count less_before hs, r) = next_) as <- by congruence.
        apply N. unfold pair_successors.
        apply in_flat_map. exists (alike t p equal). split; [apply in_seq; pose proof (alike_less equal P0); lia|].
        pose proof (count_before m _ I6) as B. rewrite I5, I7 in B.
        apply in_flat_map. exists drop. split; [apply in_seq; lia|].
        apply in_flat_map. exists x. split; [apply in_seq; lia|].
        apply in_map_iff. exists y. split; [|apply in_seq; lia].
        f_equal; [f_equal|]; apply after_ones_alike, alike_add, alike_alike; exact P0. }
    intros m hs F B C.
    assert (P (reads m (start l (leaves k)) (map (fun h => snd (before h)) hs), count is_less hs,
      reads m (start l (enters k)) (map after hs))) as G.
    { apply R; [exact F|lia|]. rewrite B. apply Pb. left. reflexivity. }
    destruct (Q _ G) as (n & E & _). unfold pair_follows in E.
    destruct (safe k _) eqn:S; [|discriminate]. unfold safe in S.
    replace (Nat.leb (fewest k) (count is_less hs)) with true in S by (symmetry; apply Nat.leb_le; lia).
    replace (Nat.leb (count is_less hs) (most_lowered k)) with true in S by (symmetry; apply Nat.leb_le; lia).
    cbn [andb] in S. apply negb_true_iff, S.
  Qed.

  (** ** Every position has the options that are required

      A partial move: its kind, the set of marked heaps that are less, the state of the law at the position
      that is moved to. An element: the state of the law at the position, the number of marked heaps, and
      partial moves. *)

  Record thread := Thread { of_kind : nat; marks_less : list bool; leads_to : N }.
  Record element := Element { state_of : N; marked : nat; threads : list thread }.

  (** The set of marked heaps that are less after digits [ds] of the position and [es] of the one moved
      to. *)
  Fixpoint lower_marks (ls : list bool) (ds es : list nat) : option (list bool) :=
    match ls, ds, es with
    | [], [], [] => Some []
    | b :: ls, d :: ds, e :: es =>
        if b || Nat.leb e d then
          match lower_marks ls ds es with Some r => Some ((b || Nat.ltb e d) :: r) | None => None end
        else None
    | _, _, _ => None
    end.

  (** Lists that begin with this element: a place is examined only as long as needed. *)
  Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
    match l with [] => false | a :: l => if f a then true else some f l end.

  Lemma some_In {A} (f : A -> bool) l : some f l = true -> exists a, In a l /\ f a = true.
  Proof.
    induction l as [|a l IH]; cbn [some]; [discriminate|].
    destruct (f a) eqn:E; [exists a; simpl; auto|]. intro H. destruct (IH H) as (b & I & B). exists b. simpl. auto.
  Qed.

  (** All lists of [k] different numbers of a list. *)
  Fixpoint arrangements (k : nat) (from : list nat) : list (list nat) :=
    match k with
    | O => [[]]
    | S k => flat_map (fun i => map (cons i) (arrangements k (filter (fun j => negb (Nat.eqb i j)) from))) from
    end.

  (** The partial moves after one more place, at which [others] heaps without a mark have a 1, before and
      after the move. *)
  Definition continued (e : element) (ls : list bool) (others : nat) (ds : list nat) : list thread :=
    flat_map (fun th => flat_map (fun es =>
      match lower_marks (marks_less th ++ ls) ds es with
      | Some bs => [Thread (of_kind th) bs (after_ones (leads_to th) (others + list_sum es))]
      | None => []
      end) (all_letters 2 (length ds))) (threads e).

  Definition at_places (places : list nat) (bs : list bool) : list bool := map (fun i => nth i bs false) places.

  Definition rest_of (n : nat) (chosen : list nat) : list nat :=
    filter (fun i => negb (existsb (Nat.eqb i) chosen)) (seq 0 n).

  Definition bools_eqb (a b : list bool) : bool := list_eqb Bool.eqb a b.

  (** The thread [a] of an element becomes [b], which lowers none of the marked heaps that lose their
      marks. *)
  Definition is_thread (n : nat) (chosen : list nat) (a b : thread) : bool :=
    Nat.eqb (of_kind a) (of_kind b) && N.eqb (leads_to a) (leads_to b)
    && bools_eqb (at_places chosen (marks_less b)) (marks_less a)
    && forallb negb (at_places (rest_of n chosen) (marks_less b)).

  Fixpoint different (l : list nat) : bool :=
    match l with [] => true | i :: l => negb (existsb (Nat.eqb i) l) && different l end.

  Lemma different_NoDup l : different l = true -> NoDup l.
  Proof.
    induction l as [|i l IH]; cbn [different]; [constructor|]. intro H. apply andb_prop in H as [N H].
    constructor; [|apply IH, H]. intro I. apply negb_true_iff in N. rewrite <- not_true_iff_false in N.
    apply N, existsb_exists. exists i. split; [exact I|apply Nat.eqb_refl].
  Qed.

  Definition met (s : N) (n : nat) (ths : list thread) (e : element) : bool :=
    if N.eqb s (state_of e) then
      if Nat.leb (marked e) n then
        some (fun chosen =>
          Nat.eqb (length chosen) (marked e) && different chosen && forallb (fun i => Nat.ltb i n) chosen
          && forallb (fun a => some (is_thread n chosen a) ths) (threads e))
          (arrangements (marked e) (seq 0 n))
      else false
    else false.

  Section Strategy.
    Variables (c : nat) (value : N) (wanted : list N) (elements : list element).

    Definition most_marked : nat := fold_right (fun e m => Nat.max (marked e) m) 0%nat elements.

    Definition has_reply (e : element) (ones : nat) (ds : list nat) : bool :=
      let s := after_ones (state_of e) (ones + list_sum ds) in
      some (fun new =>
        let ths := continued e (repeat false new) (ones - new) (ds ++ repeat 1%nat new) in
        some (met s (marked e + new) ths) elements) (seq 0 (S (Nat.min ones most_marked))).

    Definition completes (th : thread) : bool :=
      match nth_error (kinds g) (of_kind th) with
      | Some k =>
          let n := count (fun b : bool => b) (marks_less th) in
          Nat.leb (fewest k) n && Nat.leb n (most_lowered k) && has (output l (leads_to th)) wanted
      | None => false
      end.

    Definition element_right (e : element) : bool :=
      forallb (fun th => Nat.eqb (length (marks_less th)) (marked e)) (threads e)
      && (if N.eqb (output l (state_of e)) value then some completes (threads e) else true)
      && forallb (fun ones => forallb (has_reply e ones) (all_letters 2 (marked e))) (seq 0 (t + p + most_marked)).

    Definition begins_at (th : thread) : bool :=
      match nth_error (kinds g) (of_kind th) with
      | Some k => Nat.eqb (leaves k) c && N.eqb (leads_to th) (start l (enters k))
      | None => false
      end.

    Definition strategy_right : bool :=
      forallb element_right elements
      && some (fun e => N.eqb (state_of e) (start l c) && Nat.eqb (marked e) 0 && forallb begins_at (threads e)) elements.

    Hypothesis R : forallb element_right elements = true.

    (** The number of heaps without marks that have a 1 may be replaced by a smaller one. *)
    Definition fewer (ones : nat) : nat :=
      if Nat.ltb ones (t + most_marked) then ones else (t + most_marked + (ones - (t + most_marked)) mod p)%nat.

    Lemma fewer_less ones : (fewer ones < t + p + most_marked)%nat /\ (fewer ones <= ones)%nat.
    Proof.
      unfold fewer. destruct (Nat.ltb_spec ones (t + most_marked)); [lia|].
      pose proof (Nat.mod_upper_bound (ones - (t + most_marked)) p ltac:(lia)).
      pose proof (Nat.mod_le (ones - (t + most_marked)) p ltac:(lia)). lia.
    Qed.

    Lemma fewer_alike ones new n : (new <= Nat.min (fewer ones) most_marked)%nat ->
      alike t p (ones - new + n) = alike t p (fewer ones - new + n).
    Proof.
      intro H. apply alike_add; [exact P0|]. unfold fewer in *.
      destruct (Nat.ltb_spec ones (t + most_marked)) as [|G]; [reflexivity|].
      unfold alike. set (q := (ones - (t + most_marked))%nat) in *.
      destruct (Nat.ltb_spec (ones - new) t); [lia|].
      destruct (Nat.ltb_spec (t + most_marked + q mod p - new) t); [lia|]. f_equal.
      replace (ones - new - t)%nat with (q + (most_marked - new))%nat by lia.
      replace (t + most_marked + q mod p - new - t)%nat with (q mod p + (most_marked - new))%nat by lia.
      rewrite Nat.add_mod_idemp_l by lia. reflexivity.
    Qed.

    (** The heaps that are known: whether each is less, and its digits. *)
    Definition known (ls : list bool) (rows : list (list nat)) : list (bool * list nat) := combine ls rows.

    Lemma known_app ls ls' a b : length ls = length a -> known (ls ++ ls') (a ++ b) = known ls a ++ known ls' b.
    Proof.
      revert a. induction ls as [|x ls IH]; intros [|y a] L; simpl in *; try discriminate; [reflexivity|].
      f_equal. apply IH. congruence.
    Qed.

    Lemma known_snd ls a : length ls = length a -> map snd (known ls a) = a.
    Proof. revert a. induction ls as [|x ls IH]; intros [|y a] L; simpl in *; try discriminate; [reflexivity|]. f_equal. apply IH. congruence. Qed.

    Lemma known_fst ls a : length ls = length a -> map fst (known ls a) = ls.
    Proof. revert a. induction ls as [|x ls IH]; intros [|y a] L; simpl in *; try discriminate; [reflexivity|]. f_equal. apply IH. congruence. Qed.

    Lemma lower_marks_app ls ds es bs ls' ds' es' bs' :
      lower_marks ls ds es = Some bs -> lower_marks ls' ds' es' = Some bs' ->
      lower_marks (ls ++ ls') (ds ++ ds') (es ++ es') = Some (bs ++ bs').
    Proof.
      revert ds es bs. induction ls as [|b ls IH]; intros [|d ds] [|e es] bs A B; cbn [lower_marks] in A; try discriminate.
      - injection A as <-. exact B.
      - cbn [app lower_marks]. destruct (b || Nat.leb e d); [|discriminate].
        destruct (lower_marks ls ds es) as [r|] eqn:E; [|discriminate]. injection A as <-.
        rewrite (IH ds es r E B). reflexivity.
    Qed.

    Lemma lower_marks_same ds : lower_marks (repeat false (length ds)) ds ds = Some (repeat false (length ds)).
    Proof.
      induction ds as [|d ds IH]; [reflexivity|]. cbn [length repeat lower_marks orb].
      rewrite Nat.leb_refl, Nat.ltb_irrefl, IH. reflexivity.
    Qed.

    Lemma lower_marks_length ls : forall ds es bs, lower_marks ls ds es = Some bs -> length bs = length ls.
    Proof.
      induction ls as [|b ls IH]; intros [|d ds] [|e es] bs H; cbn [lower_marks] in H; try discriminate.
      - injection H as <-. reflexivity.
      - destruct (b || Nat.leb e d); [|discriminate].
        destruct (lower_marks ls ds es) as [r|] eqn:E; [|discriminate]. injection H as <-. simpl. f_equal. apply (IH _ _ _ E).
    Qed.

    (** One more digit before those of whole moves. *)
    Lemma prepended m ls : forall rows es bs hs, length ls = length rows ->
      Forall (is_row (S m)) rows -> Forall (fun e => (e < 2)%nat) es ->
      lower_marks ls (map (hd 0%nat) rows) es = Some bs ->
      map before hs = known bs (map (@tl nat) rows) -> Forall (fits m) hs ->
      exists hs', map before hs' = known ls rows /\ Forall (fits (S m)) hs' /\ count is_less hs' = count is_less hs /\
        map (hd 0%nat) (map after hs') = es /\ map (@tl nat) (map after hs') = map after hs.
    Proof.
      induction ls as [|b ls IH]; intros [|r rows] es bs hs L F E H B G; try discriminate.
      - cbn [map lower_marks] in H. destruct es; [|discriminate]. injection H as <-. cbn [known combine map] in B.
        destruct hs; [|discriminate]. exists []. repeat split; constructor.
      - apply Forall_cons_iff in F as [Fr F]. destruct es as [|e es]; [discriminate|].
        apply Forall_cons_iff in E as [He E]. cbn [map lower_marks] in H.
        destruct (b || Nat.leb e (hd 0%nat r)) eqn:C; [|discriminate].
        destruct (lower_marks ls _ es) as [bs'|] eqn:K; [|discriminate]. injection H as <-.
        cbn [known combine map] in B. destruct hs as [|h hs]; [discriminate|]. cbn [map] in B.
        injection B as Bh B. apply Forall_cons_iff in G as [Gh G].
        destruct (IH rows es bs' hs ltac:(simpl in L; congruence) F E K B G) as (hs' & I1 & I2 & I3 & I4 & I5).
        destruct Fr as [Lr Fr]. destruct r as [|d r]; [discriminate|]. apply Forall_cons_iff in Fr as [Hd Fr].
        cbn [hd tl] in *. destruct h as [[b' x] y]. unfold before in Bh. cbn [fst] in Bh. injection Bh as -> ->.
        destruct Gh as (Gx & Gy & Ge). cbn [fst snd] in *.
        assert (ends (b, d :: r, e :: y) = ends (b || Nat.ltb e d, r, y)) as Q.
        { unfold ends. cbn [fst snd less_at_end]. destruct b; cbn [orb] in *; [reflexivity|].
          apply Nat.leb_le in C. destruct (Nat.eqb_spec d e) as [->|].
          - rewrite Nat.ltb_irrefl. reflexivity.
          - destruct (Nat.ltb_spec e d); [reflexivity|lia]. }
        exists ((b, d :: r, e :: y) :: hs'). cbn [map known combine before after fst snd hd tl].
        rewrite !count_cons, I3, I4, I5. repeat split.
        + f_equal. exact I1.
        + constructor; [|exact I2]. split; [split; cbn [fst snd]; [exact Lr|constructor; assumption]|].
          split; [|rewrite Q; exact Ge]. destruct Gy as [Ly Gy]. split; cbn [snd]; [simpl; congruence|constructor; assumption].
        + unfold is_less. rewrite Q. reflexivity.
    Qed.

    (** Some of the heaps that have a 1 can be marked. *)
    Lemma new_marks n : forall rows m, Forall (is_row (S m)) rows -> (n <= list_sum (map (hd 0%nat) rows))%nat ->
      exists new others, Permutation rows (new ++ others) /\ length new = n /\ map (hd 0%nat) new = repeat 1%nat n.
    Proof.
      induction n as [|n IH]; intros rows m F H; [exists [], rows; auto|].
      assert (exists r a b, rows = a ++ r :: b /\ hd 0%nat r = 1%nat) as (r & a & b & -> & E).
      { clear IH. induction F as [|r rows [Lr Fr] F IHr]; [simpl in H; lia|].
        destruct r as [|d r]; [discriminate|]. apply Forall_cons_iff in Fr as [Hd _].
        destruct d as [|[|d]]; [|exists (1%nat :: r), [], rows; auto|lia].
        cbn [map hd list_sum fold_right] in H. destruct IHr as (r' & a & b & -> & E); [exact H|].
        exists r', ((0%nat :: r) :: a), b. auto. }
      apply Forall_app in F as [Fa Fb]. apply Forall_cons_iff in Fb as [_ Fb].
      destruct (IH (a ++ b) m) as (new & others & Pe & Ln & En).
      - apply Forall_app. split; assumption.
      - rewrite map_app, list_sum_app in *. cbn [map list_sum fold_right] in H. rewrite E in H.
        fold (list_sum (map (hd 0%nat) b)) in H. lia.
      - exists (r :: new), others. repeat split.
        + rewrite <- Permutation_middle. cbn [app]. constructor. exact Pe.
        + simpl. congruence.
        + cbn [map repeat]. congruence.
    Qed.

    Lemma map_nth_seq {A} (d : A) l0 : map (fun i => nth i l0 d) (seq 0 (length l0)) = l0.
    Proof.
      induction l0 as [|a l0 IH]; [reflexivity|]. cbn [length seq map nth]. f_equal.
      rewrite <- seq_shift, map_map. exact IH.
    Qed.

    Lemma different_app {A} (a b : list A) : NoDup a -> NoDup b -> (forall i, In i a -> In i b -> False) -> NoDup (a ++ b).
    Proof.
      induction 1 as [|i a N D IH]; intros B H; [exact B|]. cbn [app]. constructor.
      - rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (H i); [left; reflexivity|exact I].
      - apply IH; [exact B|]. intros j I J. apply (H j); [right; exact I|exact J].
    Qed.

    (** The heaps that keep their marks, and the others. *)
    Lemma chosen_permuted n chosen : NoDup chosen -> Forall (fun i => (i < n)%nat) chosen ->
      Permutation (seq 0 n) (chosen ++ rest_of n chosen).
    Proof.
      intros D F. rewrite Forall_forall in F. unfold rest_of.
      apply NoDup_Permutation; [apply seq_NoDup| |].
      - apply different_app; [exact D|apply NoDup_filter, seq_NoDup|].
        intros i I J. apply filter_In in J as [_ J]. apply negb_true_iff in J.
        rewrite <- not_true_iff_false in J. apply J, existsb_exists. exists i. split; [exact I|apply Nat.eqb_refl].
      - intro i. rewrite in_app_iff, filter_In, in_seq. split.
        + intro H. destruct (existsb (Nat.eqb i) chosen) eqn:E; [left|right; auto].
          apply existsb_exists in E as (j & I & E). apply Nat.eqb_eq in E. congruence.
        + intros [I|[I _]]; [specialize (F i I)|]; lia.
    Qed.

    Lemma known_map {A} (f : A -> bool) (h : A -> list nat) l0 : known (map f l0) (map h l0) = map (fun i => (f i, h i)) l0.
    Proof. induction l0 as [|a l0 IH]; [reflexivity|]. cbn. f_equal. exact IH. Qed.

    Lemma known_false rows : known (repeat false (length rows)) rows = map (pair false) rows.
    Proof. induction rows as [|r rows IH]; [reflexivity|]. cbn. f_equal. exact IH. Qed.

    Lemma all_false bs : forallb negb bs = true -> bs = repeat false (length bs).
    Proof.
      induction bs as [|b bs IH]; [reflexivity|]. cbn. intro H. apply andb_prop in H as [H1 H2].
      rewrite <- (IH H2). destruct b; [discriminate|reflexivity].
    Qed.

    Lemma bools_eqb_eq a b : bools_eqb a b = true -> a = b.
    Proof. apply list_eqb_eq. intros x y H. apply eqb_prop, H. Qed.

    Lemma tails_rows m rows : Forall (is_row (S m)) rows -> Forall (is_row m) (map (@tl nat) rows).
    Proof.
      induction 1 as [|r rows [L F] _ IH]; cbn; constructor; [|exact IH].
      destruct r as [|d r]; [discriminate|]. apply Forall_cons_iff in F as [_ F]. split; [simpl in *; congruence|exact F].
    Qed.

    Lemma heads_digits m rows : Forall (is_row (S m)) rows -> Forall (fun e => (e < 2)%nat) (map (hd 0%nat) rows).
    Proof.
      induction 1 as [|r rows [L F] _ IH]; cbn; constructor; [|exact IH].
      destruct r as [|d r]; [discriminate|]. apply Forall_cons_iff in F as [H _]. exact H.
    Qed.

    Lemma count_false (k : list (bool * list nat)) : Forall (fun h => snd h = []) k ->
      count is_less (map (fun h => (h, [])) k) = count (fun b : bool => b) (map fst k).
    Proof.
      induction 1 as [|[b r] k E _ IH]; [reflexivity|]. cbn [map fst]. rewrite !count_cons, IH. f_equal.
      cbn [snd] in E. subst. reflexivity.
    Qed.

    Lemma count_repeat_false n : count (fun b : bool => b) (repeat false n) = 0%nat.
    Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat]. rewrite count_cons, IH. reflexivity. Qed.

    Lemma reply m : forall e M U, In e elements -> length M = marked e ->
      Forall (is_row m) M -> Forall (is_row m) U -> output l (reads m (state_of e) (M ++ U)) = value ->
      exists th k hs, In th (threads e) /\ nth_error (kinds g) (of_kind th) = Some k /\
        Permutation (map before hs) (known (marks_less th) M ++ map (pair false) U) /\ Forall (fits m) hs /\
        (fewest k <= count is_less hs <= most_lowered k)%nat /\
        In (output l (reads m (leads_to th) (map after hs))) wanted.
    Proof.
      assert (forall e, In e elements -> element_right e = true) as R' by (apply forallb_forall, R).
      induction m as [|m IH]; intros e M U Ie Lm FM FU V; pose proof (R' e Ie) as K; unfold element_right in K;
        rewrite !andb_true_iff in K; destruct K as [[K1 K2] K3]; rewrite forallb_forall in K1.
      - cbn [reads] in V. rewrite V, N.eqb_refl in K2. apply some_In in K2 as (th & I & C). unfold completes in C.
        destruct (nth_error (kinds g) (of_kind th)) as [k|] eqn:Ek; [|discriminate].
        rewrite !andb_true_iff in C. destruct C as [[C1 C2] C3]. apply Nat.leb_le in C1, C2. apply has_In in C3.
        specialize (K1 th I). apply Nat.eqb_eq in K1.
        set (h := known (marks_less th) M ++ map (pair false) U).
        assert (Forall (fun b => snd b = []) h) as Fh.
        { unfold h. apply Forall_app. split; apply Forall_forall; intros [b r] J; cbn [snd].
          - apply in_combine_r in J. rewrite Forall_forall in FM. destruct (FM r J) as [L _].
            destruct r; [reflexivity|discriminate].
          - apply in_map_iff in J as (r' & E & J). injection E as _ <-. rewrite Forall_forall in FU.
            destruct (FU r' J) as [L _]. destruct r'; [reflexivity|discriminate]. }
        exists th, k, (map (fun b => (b, [])) h). split; [exact I|]. split; [exact Ek|]. split; [|split; [|split]].
        + rewrite map_map. unfold before. cbn [fst]. rewrite map_id. apply Permutation_refl.
        + apply Forall_forall. intros x J. apply in_map_iff in J as ([b r] & <- & J).
          rewrite Forall_forall in Fh. specialize (Fh _ J). cbn [snd] in Fh. subst.
          split; [|split]; cbn; try (split; [reflexivity|constructor]). discriminate.
        + rewrite count_false by exact Fh. unfold h. rewrite map_app, known_fst by congruence.
          rewrite map_map. cbn [fst]. rewrite count_app.
          replace (map (fun _ : list nat => false) U) with (repeat false (length U)) by (clear; induction U; cbn; congruence).
          rewrite count_repeat_false. lia.
        + exact C3.
      - set (ds := map (hd 0%nat) M). set (ones := list_sum (map (hd 0%nat) U)).
        destruct (fewer_less ones) as [Ol Om].
        rewrite forallb_forall in K3. specialize (K3 (fewer ones) ltac:(apply in_seq; lia)).
        rewrite forallb_forall in K3. specialize (K3 ds).
        assert (In ds (all_letters 2 (marked e))) as Ids.
        { apply all_letters_In. split; [unfold ds; rewrite map_length; exact Lm|apply (heads_digits m), FM]. }
        specialize (K3 Ids). unfold has_reply in K3.
        apply some_In in K3 as (new & In_new & K3). apply in_seq in In_new.
        apply some_In in K3 as (e' & Ie' & K3). unfold met in K3.
        destruct (N.eqb_spec (after_ones (state_of e) (fewer ones + list_sum ds)) (state_of e')) as [Es|]; [|discriminate].
        destruct (Nat.leb_spec (marked e') (marked e + new)) as [Le|]; [|discriminate].
        apply some_In in K3 as (chosen & _ & K3). rewrite !andb_true_iff in K3. destruct K3 as [[[K3 K4] K5] K6].
        apply Nat.eqb_eq in K3. apply different_NoDup in K4 as Nd.
        rewrite forallb_forall in K6.
        set (n := (marked e + new)%nat) in *.
        assert (Forall (fun i => (i < n)%nat) chosen) as Fc.
        { apply Forall_forall. intros i J. rewrite forallb_forall in K5. apply Nat.ltb_lt, K5, J. }
        destruct (new_marks new U m FU) as (New & Others & PU & Ln & En); [fold ones; lia|].
        assert (Forall (is_row (S m)) New /\ Forall (is_row (S m)) Others) as [FN FO].
        { apply Forall_app. apply (Permutation_Forall PU), FU. }
        set (M2 := map (@tl nat) (M ++ New)). set (O2 := map (@tl nat) Others).
        assert (length M2 = n) as L2 by (unfold M2, n; rewrite map_length, app_length; congruence).
        set (pick := fun i => nth i M2 []).
        set (rest := rest_of n chosen).
        pose proof (chosen_permuted n chosen Nd Fc) as PC. fold rest in PC.
        assert (Permutation M2 (map pick chosen ++ map pick rest)) as PM.
        { rewrite <- map_app. rewrite <- (map_nth_seq [] M2) at 1. rewrite L2. apply Permutation_map, PC. }
        assert (Forall (is_row m) M2) as F2 by (apply tails_rows, Forall_app; split; assumption).
        assert (Forall (is_row m) O2) as FO2 by (apply tails_rows, FO).
        assert (Forall (is_row m) (map pick chosen) /\ Forall (is_row m) (map pick rest)) as [Fp Fr].
        { apply Forall_app. apply (Permutation_Forall PM), F2. }
        assert (list_sum (map (hd 0%nat) Others) = ones - new)%nat as So.
        { unfold ones. rewrite (list_sum_permuted _ _ (Permutation_map (hd 0%nat) PU)), map_app, list_sum_app, En.
          assert (list_sum (repeat 1%nat new) = new) as -> by (clear; induction new; simpl; congruence). lia. }
        destruct (IH e' (map pick chosen) (map pick rest ++ O2) Ie') as (th' & k & hs' & I' & Ek & P' & F' & C' & W').
        { rewrite map_length. exact K3. }
        { exact Fp. }
        { apply Forall_app. split; assumption. }
        { transitivity (output l (reads m (after_ones (state_of e) (fewer ones + list_sum ds)) (M2 ++ O2))).
          - rewrite Es. f_equal. apply reads_permuted. rewrite app_assoc. apply Permutation_app_tail. symmetry. exact PM.
          - rewrite <- V, (reads_permuted (S m) (state_of e) (M ++ U) (M ++ New ++ Others))
              by (apply Permutation_app_head, PU).
            cbn [reads]. f_equal. unfold M2, O2. rewrite !map_app, !list_sum_app, <- app_assoc. fold ds. rewrite So, En.
            assert (list_sum (repeat 1%nat new) = new) as -> by (clear; induction new; simpl; congruence).
            f_equal. symmetry. apply after_ones_alike.
            replace (list_sum ds + (new + (ones - new)))%nat with (ones - 0 + list_sum ds)%nat by lia.
            rewrite fewer_alike by lia. f_equal. lia. }
        specialize (K6 th' I'). apply some_In in K6 as (b & Ib & T). unfold is_thread in T.
        rewrite !andb_true_iff in T. destruct T as [[[T1 T2] T3] T4].
        apply Nat.eqb_eq in T1. apply N.eqb_eq in T2. apply bools_eqb_eq in T3.
        unfold continued in Ib. apply in_flat_map in Ib as (th & Ith & Ib). apply in_flat_map in Ib as (es & Ies & Ib).
        destruct (lower_marks (marks_less th ++ repeat false new) (ds ++ repeat 1%nat new) es) as [bs|] eqn:Eb;
          [|destruct Ib]. destruct Ib as [<-|[]]. cbn [of_kind marks_less leads_to] in T1, T2, T3, T4.
        specialize (K1 th Ith). apply Nat.eqb_eq in K1.
        apply all_letters_In in Ies as [_ Fes].
        assert (length bs = n) as Lbs.
        { rewrite (lower_marks_length _ _ _ _ Eb), app_length, repeat_length. unfold n. congruence. }
        assert (Permutation (known (bs ++ repeat false (length Others)) (map (@tl nat) ((M ++ New) ++ Others))) (map before hs')) as PH.
        { rewrite (map_app (@tl nat)). fold M2 O2. rewrite known_app by congruence.
          replace (length Others) with (length O2) by (unfold O2; apply map_length). rewrite known_false.
          symmetry. etransitivity; [exact P'|]. rewrite map_app, app_assoc. apply Permutation_app_tail.
          rewrite <- T3. unfold at_places, pick. rewrite known_map.
          assert (map (pair false) (map (fun i => nth i M2 []) rest) = map (fun i => (nth i bs false, nth i M2 [])) rest) as ->.
          { fold rest in T4. unfold at_places in T4. rewrite map_map. apply map_ext_in. intros i J. f_equal.
            rewrite forallb_forall in T4. specialize (T4 _ (in_map (fun i => nth i bs false) _ _ J)). cbn beta in T4.
            destruct (nth i bs false); [discriminate T4|reflexivity]. }
          rewrite <- map_app. etransitivity; [apply Permutation_map; symmetry; exact PC|].
          rewrite <- known_map. rewrite <- Lbs at 1. rewrite map_nth_seq, <- L2, map_nth_seq. apply Permutation_refl. }
        apply Permutation_map_inv in PH as (hs2 & E2 & P2).
        destruct (prepended m ((marks_less th ++ repeat false new) ++ repeat false (length Others)) ((M ++ New) ++ Others)
          (es ++ map (hd 0%nat) Others) (bs ++ repeat false (length Others)) hs2) as (hs3 & J1 & J2 & J3 & J4 & J5).
        { rewrite !app_length, !repeat_length. congruence. }
        { repeat (apply Forall_app; split); assumption. }
        { apply Forall_app. split; [exact Fes|apply (heads_digits m), FO]. }
        { rewrite !map_app. fold ds. rewrite En. apply lower_marks_app; [exact Eb|].
          replace (length Others) with (length (map (hd 0%nat) Others)) by apply map_length. apply lower_marks_same. }
        { symmetry. exact E2. }
        { apply (Permutation_Forall P2), F'. }
        exists th, k, hs3. split; [exact Ith|]. split; [rewrite <- T1; exact Ek|]. split; [|split; [|split]].
        + rewrite J1. rewrite known_app by (rewrite !app_length, repeat_length; congruence).
          rewrite known_app by congruence. rewrite <- Ln at 1. rewrite !known_false, <- app_assoc, <- map_app.
          apply Permutation_app_head, Permutation_map. symmetry. exact PU.
        + exact J2.
        + rewrite J3, <- (count_permuted _ _ _ P2). exact C'.
        + cbn [reads]. rewrite J4, J5, list_sum_app, So.
          rewrite (reads_permuted m _ (map after hs2) (map after hs')) by (apply Permutation_map; symmetry; exact P2).
          rewrite T2 in W'.
          replace (after_ones (leads_to th) (list_sum es + (ones - new)))
            with (after_ones (leads_to th) (fewer ones - new + list_sum es)); [exact W'|].
          apply after_ones_alike. symmetry.
          replace (list_sum es + (ones - new))%nat with (ones - new + list_sum es)%nat by lia.
          apply fewer_alike. lia.
    Qed.
  End Strategy.

  (** ** All of it *)

  Record strategy := Strategy { of_control : nat; of_value : N; of_requirement : nat; elements_of : list element }.
  Variable strategies : list strategy.

  Definition table_closed : bool :=
    let inside s := N.ltb s (N.of_nat (length table)) in
    inside 0%N && forallb inside starts && forallb (fun r => forallb inside (snd r)) table.

  Definition kind_right (k : move_kind) : bool :=
    Nat.ltb (enters k) (states_of_play g) && (Nat.leb 1 (fewest k) || Nat.ltb (leaves k) (enters k)).

  Definition has_strategy (c : nat) (a : N) (i : nat) : bool :=
    some (fun s => Nat.eqb (of_control s) c && N.eqb (of_value s) a && Nat.eqb (of_requirement s) i
      && strategy_right c a (nth i (required v a) []) (elements_of s)) strategies.

  Definition check_columns : bool :=
    Nat.ltb 0 p && table_closed && forallb (fun r => N.ltb (fst r) (value_bound v)) table
    && forallb kind_right (kinds g) && forallb never_forbidden (kinds g)
    && forallb (fun c => forallb (fun a => forallb (has_strategy c a) (seq 0 (length (required v a))))
      (nodup N.eq_dec (map fst table))) (seq 0 (states_of_play g)).

  Hypothesis K : check_columns = true.

  Lemma check_parts :
    table_closed = true /\ (forall r, In r table -> (fst r < value_bound v)%N) /\
    (forall k, In k (kinds g) -> kind_right k = true /\ never_forbidden k = true) /\
    forall c a i, (c < states_of_play g)%nat -> In a (map fst table) -> (i < length (required v a))%nat ->
      has_strategy c a i = true.
  Proof.
    unfold check_columns in K. rewrite !andb_true_iff in K. destruct K as [[[[[_ K1] K2] K3] K4] K5].
    rewrite forallb_forall in K2, K3, K4, K5. split; [exact K1|]. split; [|split].
    - intros r I. apply N.ltb_lt, K2, I.
    - intros k I. split; [apply K3, I|apply K4, I].
    - intros c a i Hc Ia Hi. specialize (K5 c ltac:(apply in_seq; lia)). rewrite forallb_forall in K5.
      specialize (K5 a ltac:(apply nodup_In, Ia)). rewrite forallb_forall in K5. apply K5, in_seq. lia.
  Qed.

  Lemma inside_nth ls i : forallb (fun s => N.ltb s (N.of_nat (length table))) ls = true ->
    (0 < N.of_nat (length table))%N -> (nth i ls 0 < N.of_nat (length table))%N.
  Proof.
    intros F Z. destruct (Nat.lt_ge_cases i (length ls)) as [H|H].
    - rewrite forallb_forall in F. apply N.ltb_lt, F, nth_In, H.
    - rewrite nth_overflow by exact H. exact Z.
  Qed.

  Lemma reads_inside m : forall s rows, (s < N.of_nat (length table))%N -> (reads m s rows < N.of_nat (length table))%N.
  Proof.
    destruct check_parts as (C & _). unfold table_closed in C. rewrite !andb_true_iff in C. destruct C as [[C1 _] C3].
    apply N.ltb_lt in C1. induction m as [|m IH]; intros s rows H; cbn [reads]; [exact H|]. apply IH.
    unfold after_ones. cbn [next counting]. apply inside_nth; [|exact C1].
    rewrite forallb_forall in C3. apply C3, nth_In. lia.
  Qed.

  Lemma output_in m c rows : In (output l (reads m (start l c) rows)) (map fst table).
  Proof.
    destruct check_parts as (C & _). unfold table_closed in C. rewrite !andb_true_iff in C. destruct C as [[C1 C2] _].
    apply N.ltb_lt in C1. cbn [output counting]. apply in_map, nth_In.
    pose proof (reads_inside m (start l c) rows (inside_nth starts c C2 C1)). lia.
  Qed.

  Lemma output_bound m c rows : (output l (reads m (start l c) rows) < value_bound v)%N.
  Proof.
    pose proof (output_in m c rows) as I. apply in_map_iff in I as (r & <- & I). apply check_parts, I.
  Qed.

  (** *** Options *)

  Fixpoint all_below (x : list Z) : list (list Z) :=
    match x with
    | [] => [[]]
    | a :: x => flat_map (fun y => map (fun b => Z.of_nat b :: y) (seq 0 (S (Z.to_nat a)))) (all_below x)
    end.

  Lemma all_below_In x : forall y, natural x -> (In y (all_below x) <-> Forall2 (fun a b => 0 <= b <= a) x y).
  Proof.
    induction x as [|a x IH]; intros y N; cbn [all_below].
    - split; [intros [<-|[]]; constructor|]. intro F. inversion F. left. reflexivity.
    - apply Forall_cons_iff in N as [Na N]. rewrite in_flat_map. split.
      + intros (z & I & J). apply in_map_iff in J as (b & <- & J). apply in_seq in J.
        constructor; [lia|]. apply IH; assumption.
      + intro F. inversion F as [|? b ? z H G]; subst. exists z. split; [apply IH; assumption|].
        apply in_map_iff. exists (Z.to_nat b). split; [f_equal; lia|]. apply in_seq. lia.
  Qed.

  Definition all_options (c : nat) (x : list Z) : list (nat * list Z) :=
    flat_map (fun k => if Nat.eqb (leaves k) c
      then map (pair (enters k)) (filter (fun y => Nat.leb (fewest k) (lowered_heaps x y) && Nat.leb (lowered_heaps x y) (most_lowered k))
        (all_below x))
      else []) (kinds g).

  Lemma all_options_In c x c' y : natural x -> (In (c', y) (all_options c x) <-> option_of_any g c x c' y).
  Proof.
    intro N. unfold all_options, option_of_any. rewrite in_flat_map. split.
    - intros (k & Ik & J). destruct (Nat.eqb_spec (leaves k) c) as [E|]; [|destruct J].
      apply in_map_iff in J as (y' & Ey & J). injection Ey as <- ->. apply filter_In in J as [J B].
      apply andb_prop in B as [B1 B2]. apply Nat.leb_le in B1, B2. apply all_below_In in J; [|exact N].
      exists k. split; [exact Ik|]. split; [exact E|]. split; [reflexivity|]. split; [exact J|]. split; assumption.
    - intros (k & Ik & <- & <- & F & B1 & B2). exists k. split; [exact Ik|]. rewrite Nat.eqb_refl.
      apply in_map, filter_In. split; [apply all_below_In; assumption|].
      apply andb_true_intro. split; apply Nat.leb_le; assumption.
  Qed.

  Lemma heaps_of_option m rows y : Forall (is_row m) rows ->
    Forall2 (fun a b => 0 <= b <= a) (map (number binary) rows) y ->
    exists hs, Forall (fits m) hs /\ count less_before hs = 0%nat /\
      count is_less hs = lowered_heaps (map (number binary) rows) y /\
      map (fun h => snd (before h)) hs = rows /\ map after hs = map (places m) y.
  Proof.
    intro F. revert y. induction F as [|r rows Fr F IH]; intros y G; cbn [map] in G; inversion G as [|? b ? z H G']; subst.
    - exists []. repeat split. constructor.
    - destruct (IH z G') as (hs & I1 & I2 & I3 & I4 & I5).
      pose proof (number_bounds m r Fr) as B. pose proof (places_row m b) as Pb.
      pose proof (less_at_end_numbers m r (places m b) Fr Pb) as L. rewrite number_places in L by lia.
      exists ((false, r, places m b) :: hs). cbn [map before after fst snd lowered_heaps].
      rewrite !count_cons, I2, I3, I4, I5. unfold is_less, ends. cbn [fst snd less_before].
      destruct (less_at_end false r (places m b)) as [q|] eqn:E; [|lia]. destruct L as [_ ->].
      split; [|split; [reflexivity|split; [destruct (b <? number binary r); reflexivity|split; reflexivity]]].
      constructor; [|exact I1]. split; [exact Fr|]. split; [exact Pb|].
      unfold ends. cbn [fst snd]. rewrite E. discriminate.
  Qed.

  Lemma option_of_heaps m hs : forall rows, Forall (is_row m) rows -> map before hs = map (pair false) rows ->
    Forall (fits m) hs ->
    Forall2 (fun a b => 0 <= b <= a) (map (number binary) rows) (map (number binary) (map after hs)) /\
    lowered_heaps (map (number binary) rows) (map (number binary) (map after hs)) = count is_less hs /\
    map (places m) (map (number binary) (map after hs)) = map after hs.
  Proof.
    induction hs as [|h hs IH]; intros [|r rows] R E F; cbn [map] in E; try discriminate.
    - repeat split. constructor.
    - injection E as Eh E. apply Forall_cons_iff in R as [Rr R]. apply Forall_cons_iff in F as [Fh F].
      destruct (IH rows R E F) as (I1 & I2 & I3). destruct h as [[b x] y]. unfold before in Eh. cbn [fst] in Eh.
      injection Eh as -> ->. destruct Fh as (Fx & Fy & N). cbn [fst snd] in *.
      pose proof (less_at_end_numbers m r y Rr Fy) as L. pose proof (number_bounds m y Fy) as B.
      cbn [map after snd lowered_heaps]. rewrite count_cons, I2, I3, (places_number m y Fy).
      unfold is_less, ends in *. cbn [fst snd] in *. destruct (less_at_end false r y) as [q|]; [|congruence].
      destruct L as [L ->]. split; [constructor; [lia|exact I1]|]. split; [|reflexivity].
      destruct (number binary y <? number binary r); reflexivity.
  Qed.

  (** The value of a position by the values that the law gives its options, in the same number of places. *)
  Lemma rows_value m c rows : (c < states_of_play g)%nat -> Forall (is_row m) rows ->
    calls_for v (fun o => exists c' y, option_of_any g c (map (number binary) rows) c' y /\
        output l (reads m (start l c') (map (places m) y)) = o)
      (output l (reads m (start l c) rows)).
  Proof.
    intros Hc F. set (x := map (number binary) rows).
    assert (natural x) as N.
    { unfold x. apply Forall_forall. intros a I. apply in_map_iff in I as (r & <- & I).
      rewrite Forall_forall in F. apply (number_bounds m r (F r I)). }
    destruct check_parts as (_ & _ & KK & KS).
    apply (calls_for_same v (fun o => In o (map (fun cy => output l (reads m (start l (fst cy)) (map (places m) (snd cy))))
      (all_options c x)))).
    { intro o. rewrite in_map_iff. split.
      - intros ([c' y] & E & I). apply all_options_In in I; [|exact N]. exists c', y. auto.
      - intros (c' & y & O & E). exists (c', y). split; [exact E|]. apply all_options_In; assumption. }
    apply conditions_call.
    - apply output_bound.
    - intros o I. apply in_map_iff in I as (cy & <- & _). apply output_bound.
    - intros o I. apply in_map_iff in I as ([c' y] & <- & I). apply all_options_In in I; [|exact N].
      destruct I as (k & Ik & <- & <- & G & B). cbn [fst snd].
      destruct (heaps_of_option m rows y F G) as (hs & I1 & I2 & I3 & I4 & I5).
      rewrite <- I4, <- I5. apply (never_forbidden_right k (proj2 (KK k Ik)) m hs I1 I2).
      rewrite I3. exact B.
    - intros r Ir. apply In_nth with (d := []) in Ir as (i & Hi & Er).
      specialize (KS c _ i Hc (output_in m c rows) Hi). unfold has_strategy in KS.
      apply some_In in KS as (s & _ & KS). rewrite !andb_true_iff in KS. destruct KS as [_ KS].
      rewrite Er in KS. unfold strategy_right in KS. apply andb_prop in KS as [R KS].
      apply some_In in KS as (e & Ie & KS). rewrite !andb_true_iff in KS. destruct KS as [[E1 E2] E3].
      apply N.eqb_eq in E1. apply Nat.eqb_eq in E2.
      destruct (reply _ r (elements_of s) R m e [] rows Ie) as (th & k & hs & I & Ek & P & Fh & B & W).
      { symmetry. exact E2. } { constructor. } { exact F. } { rewrite E1. reflexivity. }
      assert (known (marks_less th) [] = []) as Kn by (unfold known; apply combine_nil).
      rewrite Kn in P. cbn [app] in P.
      symmetry in P. apply Permutation_map_inv in P as (hs2 & E & P).
      destruct (option_of_heaps m hs2 rows F (eq_sym E) (Permutation_Forall P Fh)) as (O1 & O2 & O3).
      rewrite forallb_forall in E3. specialize (E3 th I). unfold begins_at in E3. rewrite Ek in E3.
      apply andb_prop in E3 as [E3 E4]. apply Nat.eqb_eq in E3. apply N.eqb_eq in E4.
      exists (output l (reads m (leads_to th) (map after hs))). split; [|exact W].
      apply in_map_iff. exists (enters k, map (number binary) (map after hs2)). cbn [fst snd]. split.
      + rewrite O3, E4. f_equal. apply reads_permuted, Permutation_map. symmetry. exact P.
      + apply all_options_In; [exact N|]. exists k. split; [apply nth_error_In in Ek; exact Ek|].
        split; [exact E3|]. split; [reflexivity|]. split; [exact O1|].
        fold x in O2 |- *. rewrite O2, <- (count_permuted _ _ _ P). exact B.
  Qed.

  (** *** Play ends *)

  Definition size (c : nat) (x : list Z) : nat :=
    (list_sum (map Z.to_nat x) * S (states_of_play g) + (states_of_play g - c))%nat.

  Lemma lowered_sum x y : Forall2 (fun a b => 0 <= b <= a) x y ->
    (list_sum (map Z.to_nat y) + lowered_heaps x y <= list_sum (map Z.to_nat x))%nat /\ natural y.
  Proof.
    induction 1 as [|a b x y H F [IH IN]]; [split; [simpl; lia|constructor]|].
    cbn [map list_sum fold_right lowered_heaps]. fold (list_sum (map Z.to_nat x)) (list_sum (map Z.to_nat y)).
    split; [|constructor; [lia|exact IN]]. destruct (Z.ltb_spec b a); lia.
  Qed.

  Lemma option_smaller c x c' y : (c < states_of_play g)%nat -> option_of_any g c x c' y ->
    (c' < states_of_play g)%nat /\ natural y /\ (size c' y < size c x)%nat.
  Proof.
    intros Hc (k & Ik & <- & <- & F & B). destruct check_parts as (_ & _ & KK & _).
    destruct (KK k Ik) as [KR _]. unfold kind_right in KR. apply andb_prop in KR as [K1 K2]. apply Nat.ltb_lt in K1.
    destruct (lowered_sum x y F) as [L N]. repeat split; try assumption. unfold size.
    apply orb_prop in K2 as [K2|K2]; [apply Nat.leb_le in K2|apply Nat.ltb_lt in K2]; nia.
  Qed.

  Lemma any_induction (Q : nat -> list Z -> Prop) :
    (forall c x, (c < states_of_play g)%nat -> natural x -> (forall c' y, option_of_any g c x c' y -> Q c' y) -> Q c x) ->
    forall c x, (c < states_of_play g)%nat -> natural x -> Q c x.
  Proof.
    intro H.
    assert (forall n c x, size c x = n -> (c < states_of_play g)%nat -> natural x -> Q c x) as G.
    { intro n. induction n as [n IH] using (well_founded_ind Nat.lt_wf_0). intros c x E Hc N. apply H; try assumption.
      intros c' y O. destruct (option_smaller c x c' y Hc O) as (Hc' & Ny & S). apply (IH (size c' y)); auto. lia. }
    intros c x. apply (G _ c x eq_refl).
  Qed.

  (** *** Words *)

  Lemma word_rows x w : denotes binary w x -> exists rows, w = letters (length w) rows /\
    Forall (is_row (length w)) rows /\ map (number binary) rows = x.
  Proof.
    intros [W E]. pose proof (words_letters_of binary w _ W) as LW. rewrite repeat_length in LW.
    destruct (columns w _ LW) as (rows & Lr & Or & Ew). exists rows. split; [exact Ew|].
    rewrite Ew, <- Lr in W. apply words_columns in W; [|exact Or]. split.
    - apply Forall_forall. intros r I. unfold of_length in Or. rewrite Forall_forall in Or, W.
      split; [apply Or, I|]. apply (word_digits binary binary_cone binary_stable r 0%nat), W, I.
    - rewrite <- Lr, Ew, numbers_letters in E by exact Or. exact E.
  Qed.

  Lemma rows_denote m rows : Forall (is_row m) rows -> denotes binary (letters m rows) (map (number binary) rows).
  Proof.
    intro F. assert (of_length m rows) as O by (eapply Forall_impl; [|exact F]; intros r [L _]; exact L).
    split; rewrite map_length.
    - apply words_columns; [exact O|]. eapply Forall_impl; [|exact F]. intros r [_ D]. apply binary_word, D.
    - apply numbers_letters, O.
  Qed.

  Lemma option_places m rows : forall y, Forall (is_row m) rows ->
    Forall2 (fun a b => 0 <= b <= a) (map (number binary) rows) y -> map (number binary) (map (places m) y) = y.
  Proof.
    induction rows as [|r rows IH]; intros y F G; cbn [map] in G; inversion G as [|? b ? z H G']; subst; [reflexivity|].
    apply Forall_cons_iff in F as [Fr F]. pose proof (number_bounds m r Fr). cbn [map].
    rewrite number_places by lia. f_equal. apply IH; assumption.
  Qed.

  Lemma word_value c x w : (c < states_of_play g)%nat -> denotes binary w x ->
    calls_for v (fun o => exists c' y w', option_of_any g c x c' y /\ denotes binary w' y /\ length w' = length w /\
      says l c' w' = o) (says l c w).
  Proof.
    intros Hc D. destruct (word_rows x w D) as (rows & Ew & F & Ex). set (m := length w) in *.
    assert (says l c w = output l (reads m (start l c) rows)) as -> by (unfold says; rewrite Ew, reads_letters; reflexivity).
    refine (calls_for_same v _ _ _ _ (rows_value m c rows Hc F)). intro o. rewrite Ex. split.
    - intros (c' & y & O & V). exists c', y, (letters m (map (places m) y)). split; [exact O|]. split; [|split].
      + destruct O as (k & _ & _ & _ & G & _). rewrite <- Ex in G. rewrite <- (option_places m rows y F G) at 2. apply rows_denote. apply Forall_forall. intros r I.
        apply in_map_iff in I as (b & <- & _). apply places_row.
      + apply letters_length.
      + unfold says. rewrite reads_letters. exact V.
    - intros (c' & y & w' & O & D' & L & V). exists c', y. split; [exact O|].
      destruct (word_rows y w' D') as (rows' & Ew' & F' & Ey). rewrite L in *. fold m in Ew', F'.
      rewrite <- Ey, map_map.
      assert (map (fun r => places m (number binary r)) rows' = rows') as ->.
      { clear -F'. induction F' as [|r rows' Fr F' IH]; [reflexivity|]. cbn [map]. rewrite IH, (places_number m r Fr). reflexivity. }
      rewrite <- V. unfold says. rewrite Ew', reads_letters. reflexivity.
  Qed.

  Lemma padded_option c x c' y w : denotes binary w x -> option_of_any g c x c' y ->
    exists u, denotes binary u y /\ length u = length w.
  Proof.
    intros D (k & _ & _ & _ & G & _). destruct (word_rows x w D) as (rows & _ & F & <-).
    exists (letters (length w) (map (places (length w)) y)). split; [|apply letters_length].
    rewrite <- (option_places (length w) rows y F G) at 2. apply rows_denote. apply Forall_forall. intros r I.
    apply in_map_iff in I as (b & <- & _). apply places_row.
  Qed.

  Lemma says_alike : forall c x, (c < states_of_play g)%nat -> natural x ->
    forall w w', denotes binary w x -> denotes binary w' x -> says l c w = says l c w'.
  Proof.
    refine (any_induction (fun c x => forall w w', denotes binary w x -> denotes binary w' x -> says l c w = says l c w') _).
    intros c x Hc N IH w w' D D'.
    apply (calls_for_unique v (fun o => exists c' y u, option_of_any g c x c' y /\ denotes binary u y /\ says l c' u = o)).
    - refine (calls_for_same v _ _ _ _ (word_value c x w Hc D)). intro o. split.
      + intros (c' & y & u & O & Du & _ & V). exists c', y, u. auto.
      + intros (c' & y & u & O & Du & V).
        destruct (padded_option c x c' y w D O) as (u' & Du' & Lu').
        exists c', y, u'. split; [exact O|]. split; [exact Du'|]. split; [exact Lu'|]. rewrite <- V. apply (IH c' y O u' u Du' Du).
    - refine (calls_for_same v _ _ _ _ (word_value c x w' Hc D')). intro o. split.
      + intros (c' & y & u & O & Du & _ & V). exists c', y, u. auto.
      + intros (c' & y & u & O & Du & V).
        destruct (padded_option c x c' y w' D' O) as (u' & Du' & Lu').
        exists c', y, u'. split; [exact O|]. split; [exact Du'|]. split; [exact Lu'|]. rewrite <- V. apply (IH c' y O u' u Du' Du).
  Qed.

  Definition some_word (x : list Z) : list letter :=
    let m := Z.to_nat (fold_right Z.max 0 x) in letters m (map (places m) x).

  Lemma some_word_denotes x : natural x -> denotes binary (some_word x) x.
  Proof.
    intro N. unfold some_word. set (m := Z.to_nat (fold_right Z.max 0 x)).
    assert (map (number binary) (map (places m) x) = x) as E.
    { rewrite map_map. rewrite <- (map_id x) at 2. apply map_ext_in. intros a I. apply number_places.
      unfold natural in N. rewrite Forall_forall in N. split; [apply N, I|].
      assert (a <= fold_right Z.max 0 x) as A.
      { clear -I. induction x as [|b x IH]; [destruct I|]. cbn [fold_right]. destruct I as [->|I]; [lia|]. specialize (IH I). lia. }
      assert (0 <= fold_right Z.max 0 x) by (specialize (N a I); lia).
      unfold m. rewrite Z2Nat.id by assumption.
      pose proof (Z.pow_gt_lin_r 2 (fold_right Z.max 0 x) ltac:(lia) ltac:(assumption)). lia. }
    rewrite <- E at 2. apply rows_denote. apply Forall_forall. intros r I. apply in_map_iff in I as (b & <- & _). apply places_row.
  Qed.

  Lemma says_is_value : is_value_of_any g v (fun c x => says l c (some_word x)).
  Proof.
    intros c x Hc N. refine (calls_for_same v _ _ _ _ (word_value c x (some_word x) Hc (some_word_denotes x N))).
    intro o. split.
    - intros (c' & y & u & O & Du & _ & V). exists c', y. split; [exact O|]. rewrite <- V.
      destruct (option_smaller c x c' y Hc O) as (Hc' & Ny & _).
      apply (says_alike c' y Hc' Ny); [apply some_word_denotes, Ny|exact Du].
    - intros (c' & y & O & V). destruct (option_smaller c x c' y Hc O) as (Hc' & Ny & _).
      destruct (padded_option c x c' y _ (some_word_denotes x N) O) as (u & Du & Lu).
      exists c', y, u. split; [exact O|]. split; [exact Du|]. split; [exact Lu|]. rewrite <- V.
      apply (says_alike c' y Hc' Ny); [exact Du|apply some_word_denotes, Ny].
  Qed.

  Lemma says_unique f : is_value_of_any g v f -> forall c x, (c < states_of_play g)%nat -> natural x ->
    forall w, denotes binary w x -> says l c w = f c x.
  Proof.
    intro F. refine (any_induction (fun c x => forall w, denotes binary w x -> says l c w = f c x) _).
    intros c x Hc N IH w D.
    apply (calls_for_unique v (fun a => exists c' y, option_of_any g c x c' y /\ f c' y = a)); [|apply F; assumption].
    refine (calls_for_same v _ _ _ _ (word_value c x w Hc D)). intro o. split.
    - intros (c' & y & u & O & Du & _ & V). exists c', y. split; [exact O|]. rewrite <- V. symmetry. apply (IH c' y O u Du).
    - intros (c' & y & O & V). destruct (padded_option c x c' y w D O) as (u & Du & Lu).
      exists c', y, u. split; [exact O|]. split; [exact Du|]. split; [exact Lu|]. rewrite <- V. apply (IH c' y O u Du).
  Qed.

  Lemma columns_hold : law_of_any_holds g v l.
  Proof.
    split; [exists (fun c x => says l c (some_word x)); apply says_is_value|].
    intros f F c x Hc N. split; [exists (some_word x); apply some_word_denotes, N|].
    intros w D. apply says_unique; assumption.
  Qed.
End Columns.

Theorem check_columns_sound strategies g v t p starts table :
  check_columns g v t p starts table strategies = true -> law_of_any_holds g v (counting t p starts table).
Proof.
  intro K. apply (columns_hold g v t p starts table) with (strategies := strategies); [|exact K].
  unfold check_columns in K. rewrite !andb_true_iff in K. apply Nat.ltb_lt, K.
Qed.
