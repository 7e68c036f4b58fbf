(** * All partial moves at once

    The set of all threads after some digits of a position is determined by the set before the last of these
    digits and that digit. So exploring from the beginning meets the set of every position, and the values
    of its options are the outputs at the threads that are complete. *)

From Coq Require Import List ZArith Bool FMapPositive Lia.
From Bouton Require Import Statement Vectors Residual Words Explore Threads Values.
Import ListNotations.
Open Scope Z_scope.

(** ** Sets of numbers, as lists *)

Fixpoint merge (a : list positive) : list positive -> list positive :=
  match a with
  | [] => fun b => b
  | x :: a' =>
      let fix with_b b :=
        match b with
        | [] => x :: a'
        | y :: b' =>
            match Pos.compare x y with
            | Lt => x :: merge a' b
            | Eq => x :: merge a' b'
            | Gt => y :: with_b b'
            end
        end in with_b
  end.

Lemma merge_In a : forall b x, In x (merge a b) <-> In x a \/ In x b.
Proof.
  induction a as [|y a IH]; intro b; [simpl; tauto|].
  induction b as [|z b IHb]; intro x; [simpl; tauto|].
  cbn [merge]. destruct (Pos.compare_spec y z) as [->|C|C].
  - simpl. rewrite IH. tauto.
  - simpl. rewrite IH. simpl. tauto.
  - simpl in *. rewrite IHb. tauto.
Qed.

Fixpoint merge_pairs (l : list (list positive)) : list (list positive) :=
  match l with
  | a :: b :: l => merge a b :: merge_pairs l
  | l => l
  end.

Lemma merge_pairs_In x l : (exists a, In a (merge_pairs l) /\ In x a) <-> (exists a, In a l /\ In x a).
Proof.
  assert (forall k l, (length l <= k)%nat ->
    (exists a, In a (merge_pairs l) /\ In x a) <-> (exists a, In a l /\ In x a)) as P.
  { clear. induction k as [|k IH]; intros [|a [|b l]] L; simpl in L; try lia; try tauto.
    specialize (IH l ltac:(lia)). cbn [merge_pairs]. split.
    - intros (c & [<-|I] & J).
      + apply merge_In in J as [J|J]; eexists; split; try eassumption; simpl; auto.
      + destruct (proj1 IH (ex_intro _ c (conj I J))) as (d & K & M). exists d. simpl. auto.
    - intros (c & [<-|[<-|I]] & J).
      + exists (merge a b). split; [left; reflexivity|]. apply merge_In. auto.
      + exists (merge a b). split; [left; reflexivity|]. apply merge_In. auto.
      + destruct (proj2 IH (ex_intro _ c (conj I J))) as (d & K & M). exists d. simpl. auto. }
  apply (P (length l)). lia.
Qed.

(** The members of all lists, each once if the lists are sorted. *)
Definition union (l : list (list positive)) : list positive :=
  fold_left merge (Nat.iter 12 merge_pairs l) [].

Lemma union_In l x : In x (union l) <-> exists a, In a l /\ In x a.
Proof.
  assert (forall k, (exists a, In a (Nat.iter k merge_pairs l) /\ In x a) <-> exists a, In a l /\ In x a) as Q.
  { induction k as [|k IH]; [reflexivity|]. cbn [Nat.iter nat_rect].
    rewrite merge_pairs_In. exact IH. }
  unfold union. rewrite <- (Q 12%nat). generalize (Nat.iter 12 merge_pairs l). clear.
  assert (forall l b, In x (fold_left merge l b) <-> In x b \/ exists a, In a l /\ In x a) as P.
  { induction l as [|a l IH]; intro b; simpl.
    - split; [auto|intros [H|(a & [] & _)]; exact H].
    - rewrite IH, merge_In. split.
      + intros [[H|H]|(c & I & J)]; [left; exact H|right; exists a; auto|right; exists c; auto].
      + intros [H|(c & [<-|I] & J)]; [left; left; exact H|left; right; exact J|right; exists c; auto]. }
  intro m. rewrite P. simpl. split; [intros [[]|H]; exact H|auto].
Qed.

(** ** Nodes *)

Record entry := Entry { thread_of : thread; row : list (list positive) }.

Record node := Node { states : list N; exist : residual; read : list nat; ids : list positive }.

Definition goal_eqb (a b : goal) : bool :=
  match a, b with
  | Copy j s, Copy j' s' => Nat.eqb j j' && Nat.eqb s s'
  | Solve cs c v s, Solve cs' c' v' s' => zs_eqb v v' && Nat.eqb s s' && (c =? c') && zs_eqb cs cs'
  | _, _ => false
  end.

Lemma goal_eqb_eq a b : goal_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; rewrite !andb_true_iff, ?Nat.eqb_eq, ?Z.eqb_eq.
  - intuition congruence.
  - intros [[[H1 H2] H3] H4]. apply zs_eqb_eq in H1. apply zs_eqb_eq in H4. congruence.
Qed.

Definition thread_eqb (a b : thread) : bool :=
  N.eqb (reached a) (reached b) && Nat.eqb (origin a) (origin b) && Nat.eqb (count a) (count b)
  && list_eqb goal_eqb (goals a) (goals b) && residual_eqb (left a) (left b).

Lemma thread_eqb_eq a b : thread_eqb a b = true -> a = b.
Proof.
  unfold thread_eqb. destruct a, b; simpl. rewrite !andb_true_iff, !Nat.eqb_eq, N.eqb_eq.
  intros [[[[H1 H2] H3] H4] H5].
  apply (list_eqb_eq _ goal_eqb_eq) in H4. apply residual_eqb_eq in H5. congruence.
Qed.

Definition node_eqb (a b : node) : bool :=
  list_eqb Pos.eqb (ids a) (ids b) && list_eqb N.eqb (states a) (states b)
  && list_eqb Nat.eqb (read a) (read b) && residual_eqb (exist a) (exist b).

Lemma node_eqb_eq a b : node_eqb a b = true -> a = b.
Proof.
  unfold node_eqb. destruct a, b; simpl. rewrite !andb_true_iff.
  intros [[[H1 H2] H3] H4].
  apply (list_eqb_eq _ (fun p q => proj1 (Pos.eqb_eq p q))) in H1.
  apply (list_eqb_eq _ (fun p q => proj1 (N.eqb_eq p q))) in H2.
  apply (list_eqb_eq _ (fun p q => proj1 (Nat.eqb_eq p q))) in H3.
  apply residual_eqb_eq in H4. congruence.
Qed.

Definition node_key (a : node) : positive :=
  fold_left (fun k i => push_bits 4 i k) (ids a)
    (fold_left (fun k s => push_bits 8 (N.succ_pos s) k) (states a) (residual_key 1 (exist a))).

Section Subsets.
  Variables (n : numeration) (cone : list Z) (l : law) (g : game) (v : valuation).
  Hypothesis S : stable n cone = true.
  Hypothesis Z0 : zero_is_zero n = true.
  Hypothesis C : complete n.

  Variable table : PositiveMap.t entry.

  Definition every : list letter := all_letters (base n) (dimension g).

  Definition thread_at (i : positive) : option thread := option_map thread_of (PositiveMap.find i table).

  (** The successors in the table are right. *)
  Definition is_thread (t : thread) (x : option thread) : bool :=
    match x with Some x => thread_eqb x t | None => false end.

  (** The same threads, in any order. *)
  Definition options_eqb (a : list (option thread)) (b : list thread) : bool :=
    forallb (fun t => existsb (is_thread t) a) b && forallb (fun x => existsb (fun t => is_thread t x) b) a.

  Fixpoint row_right (t : thread) (ls : list letter) (r : list (list positive)) : bool :=
    match ls, r with
    | [], [] => true
    | a :: ls, i :: r => options_eqb (map thread_at i) (posts n cone l t a) && row_right t ls r
    | _, _ => false
    end.

  Definition table_right : bool :=
    forallb (fun e => row_right (thread_of (snd e)) every (row (snd e))) (PositiveMap.elements table).

  Hypothesis R : table_right = true.

  Lemma is_thread_eq t x : is_thread t x = true -> x = Some t.
  Proof. destruct x as [x|]; [|discriminate]. intro H. f_equal. apply thread_eqb_eq, H. Qed.

  Lemma options_eqb_eq a b : options_eqb a b = true -> forall t, In (Some t) a <-> In t b.
  Proof.
    unfold options_eqb. intros E t. apply andb_prop in E as [E1 E2]. rewrite forallb_forall in E1, E2. split.
    - intro I. apply E2 in I. apply existsb_exists in I as (y & I & Y).
      apply is_thread_eq in Y. congruence.
    - intro I. apply E1 in I. apply existsb_exists in I as (y & I & Y).
      apply is_thread_eq in Y. congruence.
  Qed.

  Lemma entry_right i e : PositiveMap.find i table = Some e -> row_right (thread_of e) every (row e) = true.
  Proof.
    intro F. unfold table_right in R. rewrite forallb_forall in R.
    apply (R (i, e)). apply PositiveMap.elements_correct, F.
  Qed.

  (** The options of a position whose digits [u] follow, in control state [c]. *)
  Definition opts (is : list positive) (c : nat) (u : list letter) (o : N) : Prop :=
    exists i t, In i is /\ thread_at i = Some t /\ origin t = c /\ accepts n l t u o.

  Definition entries (is : list positive) : list entry :=
    flat_map (fun i => match PositiveMap.find i table with Some e => [e] | None => [] end) is.

  Lemma entries_In is e : In e (entries is) <-> exists i, In i is /\ PositiveMap.find i table = Some e.
  Proof.
    unfold entries. rewrite in_flat_map. split.
    - intros (i & I & J). exists i. split; [exact I|].
      destruct (PositiveMap.find i table); [|destruct J]. destruct J as [->|[]]. reflexivity.
    - intros (i & I & E). exists i. rewrite E. split; [exact I|left; reflexivity].
  Qed.

  Lemma posts_origin t a t' : In t' (posts n cone l t a) -> origin t' = origin t.
  Proof.
    unfold posts. rewrite in_flat_map. intros (e & _ & I).
    destruct (after n cone (left t) (a ++ e)); try destruct I;
      apply in_map_iff in I as (ch & <- & _); reflexivity.
  Qed.

  (** One entry of the table of each entry, for the letter [a]. *)
  Definition heads_right (a : letter) (es : list entry) (rs : list (list (list positive))) : Prop :=
    Forall2 (fun e r => options_eqb (map thread_at (hd [] r)) (posts n cone l (thread_of e) a) = true) es rs.

  Lemma opts_heads is a rs c u o : heads_right a (entries is) rs ->
    (opts is c (a :: u) o <-> opts (union (map (hd []) rs)) c u o).
  Proof.
    intro H. unfold opts. split.
    - intros (i & t & I & E & O & A).
      apply (accepts_cons n cone l S) in A as (t' & Q & A).
      unfold thread_at in E. destruct (PositiveMap.find i table) as [e|] eqn:F; [|discriminate].
      injection E as <-.
      assert (In e (entries is)) as J by (apply entries_In; exists i; auto).
      assert (exists r, In r rs /\ forall t, In (Some t) (map thread_at (hd [] r)) <-> In t (posts n cone l (thread_of e) a)) as (r & K & M).
      { clear -H J. induction H as [|e' r es rs H F IH]; [destruct J|].
        destruct J as [->|J].
        - exists r. split; [left; reflexivity|]. apply options_eqb_eq, H.
        - destruct (IH J) as (r' & K & M). exists r'. split; [right; exact K|exact M]. }
      assert (In (Some t') (map thread_at (hd [] r))) as T by (apply M, Q).
      apply in_map_iff in T as (i' & T & I').
      exists i', t'. repeat split; [|exact T|rewrite (posts_origin _ _ _ Q); exact O|exact A].
      apply union_In. exists (hd [] r). split; [apply in_map, K|exact I'].
    - intros (i' & t' & I & T & O & A).
      apply union_In in I as (is' & I & I').
      apply in_map_iff in I as (r & <- & K).
      assert (exists e, In e (entries is) /\ forall t, In (Some t) (map thread_at (hd [] r)) <-> In t (posts n cone l (thread_of e) a)) as (e & J & M).
      { clear -H K. induction H as [|e' r' es rs H F IH]; [destruct K|].
        destruct K as [->|K].
        - exists e'. split; [left; reflexivity|]. apply options_eqb_eq, H.
        - destruct (IH K) as (e & J & M). exists e. split; [right; exact J|exact M]. }
      apply entries_In in J as (i & J & F).
      assert (In t' (posts n cone l (thread_of e) a)) as Q.
      { apply M. rewrite <- T. apply in_map, I'. }
      exists i, (thread_of e). repeat split.
      + exact J.
      + unfold thread_at. rewrite F. reflexivity.
      + rewrite <- (posts_origin _ _ _ Q). exact O.
      + apply (accepts_cons n cone l S). exists t'. auto.
  Qed.

  (** ** The local rule *)

  (** The outputs at the threads that are complete, with their control states. *)
  Definition complete_ones (es : list entry) : list (nat * N) :=
    flat_map (fun e => let t := thread_of e in
      if final n t then [(origin t, output l (reached t))] else []) es.

  Definition outputs (c : nat) (os : list (nat * N)) : list N :=
    flat_map (fun o => if Nat.eqb (fst o) c then [snd o] else []) os.

  Definition local (a : node) (es : list entry) : bool :=
    if meaning n (exist a) [] then
      let os := complete_ones es in
      forallb (fun c => N.eqb (phi v (outputs c os)) (output l (nth c (states a) 0%N))) (seq 0 (controls g))
    else true.

  Lemma outputs_opts is c o : In o (outputs c (complete_ones (entries is))) <-> opts is c [] o.
  Proof.
    unfold outputs, complete_ones, opts. rewrite in_flat_map. split.
    - intros ((c' & o') & I & J). cbn [fst snd] in J.
      destruct (Nat.eqb_spec c' c) as [->|]; [|destruct J]. destruct J as [->|[]].
      apply in_flat_map in I as (e & I & J). cbn zeta in J.
      destruct (final n (thread_of e)) eqn:F; [|destruct J]. destruct J as [J|[]]. inversion J; subst.
      apply entries_In in I as (i & I & E).
      exists i, (thread_of e). repeat split; [exact I| |].
      + unfold thread_at. rewrite E. reflexivity.
      + apply accepts_nil. auto.
    - intros (i & t & I & E & O & A). apply accepts_nil in A as [F ->].
      unfold thread_at in E. destruct (PositiveMap.find i table) as [e|] eqn:G; [|discriminate].
      injection E as <-. exists (c, output l (reached (thread_of e))). cbn [fst snd].
      rewrite Nat.eqb_refl. split; [|left; reflexivity].
      apply in_flat_map. exists e. split; [apply entries_In; exists i; auto|]. cbn zeta.
      rewrite F, O. left. reflexivity.
  Qed.

  (** ** Exploring *)

  Fixpoint followers (a : node) (ls : list letter) (rs : list (list (list positive))) : list node :=
    match ls with
    | [] => []
    | b :: ls =>
        let rest := followers a ls (map (@tl _) rs) in
        match follow_all n (read a) b with
        | None => rest
        | Some read =>
            match after n cone (exist a) b with
            | RFalse => rest
            | r => Node (map (fun s => next l s b) (states a)) r read (union (map (hd []) rs)) :: rest
            end
        end
    end.

  Definition node_follows (a : node) : option (list node) :=
    let es := entries (ids a) in
    if local a es then Some (followers a every (map row es)) else None.

  Definition holds_at (a : node) (u : list letter) : Prop :=
    meaning n (exist a) u = true -> forall c, (c < controls g)%nat ->
    calls_for v (opts (ids a) c u) (output l (fold_left (next l) u (nth c (states a) 0%N))).

  Definition well (a : node) := length (states a) = controls g /\ length (read a) = dimension g.

  Lemma followers_right a ls : forall rs,
    Forall2 (fun e r => row_right (thread_of e) ls r = true) (entries (ids a)) rs ->
    forall b read r, In b ls -> follow_all n (Subsets.read a) b = Some read ->
    after n cone (exist a) b = r -> r <> RFalse ->
    exists a', In a' (followers a ls rs) /\
      states a' = map (fun s => next l s b) (states a) /\ exist a' = r /\ Subsets.read a' = read /\
      forall c u o, opts (ids a) c (b :: u) o <-> opts (ids a') c u o.
  Proof.
    induction ls as [|b ls IH]; intros rs H b' rd r I F A N; [destruct I|].
    assert (heads_right b (entries (ids a)) rs /\
      Forall2 (fun e r => row_right (thread_of e) ls r = true) (entries (ids a)) (map (@tl _) rs)) as [Hh Ht].
    { unfold heads_right. clear -H. induction H as [|e r es rs H F IH]; [split; constructor|].
      destruct IH as [I1 I2]. cbn [row_right] in H. destruct r as [|i r]; [discriminate|].
      apply andb_prop in H as [H1 H2]. split; constructor; assumption. }
    destruct I as [->|I].
    - cbn [followers]. rewrite F, A.
      exists (Node (map (fun s => next l s b') (states a)) r rd (union (map (hd []) rs))). cbn [states exist Subsets.read ids].
      repeat split; try (apply opts_heads; assumption).
      destruct r; try congruence; left; reflexivity.
    - destruct (IH _ Ht b' rd r I F A N) as (a' & J & K). exists a'. split; [|exact K].
      cbn [followers].
      destruct (follow_all n (Subsets.read a) b); [|exact J].
      destruct (after n cone (exist a) b); try right; exact J.
  Qed.

  Lemma follow_all_digits ss b ss' : follow_all n ss b = Some ss' -> length ss = dimension g ->
    In b every /\ length ss' = dimension g.
  Proof.
    intros F L. pose proof (follow_all_spec n ss b) as Q. rewrite F in Q. destruct Q as (Q1 & Q2 & Q3).
    split; [|congruence]. apply all_letters_In. split; [congruence|].
    apply Forall_forall. intros e I. apply (In_nth _ _ 0%nat) in I as (i & Hi & <-).
    destruct (stable_parts n cone S) as (_ & _ & _ & _ & _ & _ & D).
    apply (D _ _ _ (Q3 i ltac:(lia))).
  Qed.

  Lemma rows_right is : Forall2 (fun e r => row_right (thread_of e) every r = true) (entries is) (map row (entries is)).
  Proof.
    assert (forall e, In e (entries is) -> row_right (thread_of e) every (row e) = true) as P.
    { intros e I. apply entries_In in I as (i & _ & E). apply (entry_right i), E. }
    induction (entries is) as [|e es IH]; simpl; constructor.
    - apply P. left. reflexivity.
    - apply IH. intros e' I. apply P. right. exact I.
  Qed.

  Theorem nodes_right (P : node -> Prop) :
    (forall a, P a -> exists k, node_follows a = Some k /\ forall b, In b k -> P b) ->
    forall u a, P a -> well a -> words n (read a) u = true -> holds_at a u.
  Proof.
    intro H. induction u as [|b u IH]; intros a Pa [W1 W2] W M c Hc;
      destruct (H a Pa) as (k & E & Q); unfold node_follows in E;
      destruct (local a (entries (ids a))) eqn:L; try discriminate.
    - unfold local in L. rewrite M in L. rewrite forallb_forall in L.
      specialize (L c). rewrite in_seq in L. specialize (L ltac:(lia)). apply N.eqb_eq in L.
      cbn [fold_left]. rewrite <- L.
      apply (calls_for_same v (fun o => In o (outputs c (complete_ones (entries (ids a)))))).
      + intro o. apply outputs_opts.
      + apply phi_calls.
    - injection E as <-. cbn [words] in W.
      destruct (follow_all n (read a) b) as [rd|] eqn:F; [|discriminate].
      destruct (follow_all_digits _ _ _ F W2) as [D Lr].
      rewrite <- (after_meaning n cone S) in M.
      destruct (followers_right a every _ (rows_right (ids a)) b rd _ D F eq_refl) as (a' & I & E1 & E2 & E3 & O).
      { intro X. rewrite X in M. discriminate. }
      assert (holds_at a' u) as G.
      { apply IH; [apply Q, I| |rewrite E3; exact W].
        split; [rewrite E1, map_length; exact W1|rewrite E3; exact Lr]. }
      unfold holds_at in G. rewrite E2 in G. specialize (G M c Hc).
      apply (calls_for_same v (opts (ids a') c u)); [intro o; symmetry; apply O|].
      cbn [fold_left]. rewrite E1 in G.
      rewrite (nth_indep (map (fun s => next l s b) (states a)) 0%N (next l 0%N b)) in G;
        [rewrite (map_nth (fun s => next l s b)) in G; exact G|].
      rewrite map_length. congruence.
  Qed.

  (** ** Two halves

      Some valuations are given by the values that no option may have, and those that some option must have.
      The first half concerns one partial move at a time. For the second half some of the moves are
      enough: any choice of moves that have the values needed. (All moves together may have very many sets,
      the chosen ones few.) *)

  Definition safe (a o : N) : bool :=
    match v with
    | Normal => (1 <=? a)%N || negb (o =? 0)%N
    | Podium k => if (a =? 0)%N then ((o + 1) mod k =? 0)%N else (a <=? o + 1)%N
    | Grundy => negb (o =? a)%N
    | _ => false
    end.

  Definition needs (a : N) : option (list N) :=
    match v with
    | Normal => if (a =? 0)%N then Some [] else if (a =? 1)%N then Some [0%N] else None
    | Podium k => if (a =? 0)%N then Some [] else if (a <? k)%N then Some [N.pred a] else None
    | Grundy => Some (map N.of_nat (seq 0 (N.to_nat a)))
    | _ => None
    end.

  Lemma halves_call a rs (L : list N) : needs a = Some rs ->
    (forall o, In o L -> safe a o = true) -> (forall r, In r rs -> In r L) -> calls_for v (fun o => In o L) a.
  Proof.
    unfold needs, safe, calls_for. destruct v as [| | |k| | |]; try discriminate.
    - destruct (N.eqb_spec a 0) as [->|].
      + intros _ H _. left. split; [reflexivity|]. intro I. specialize (H _ I). discriminate.
      + destruct (N.eqb_spec a 1) as [->|]; [|discriminate]. intros [= <-] _ H.
        right. split; [reflexivity|]. apply H. left. reflexivity.
    - destruct (N.eqb_spec a 0) as [->|].
      + intros _ H _. pose proof (minimum_least L) as M. destruct (minimum L) as [b|].
        * right. exists b. split; [exact M|]. symmetry. apply N.eqb_eq, H, M.
        * subst L. left. split; [reflexivity|]. intros b [].
      + destruct (N.ltb_spec a k) as [L1|]; [|discriminate]. intros [= <-] H1 H2.
        right. exists (N.pred a). split; [split|].
        * apply H2. left. reflexivity.
        * intros b I. specialize (H1 b I). apply N.leb_le in H1. lia.
        * rewrite N.mod_small; lia.
    - intros [= <-] H1 H2. split.
      + intro I. specialize (H1 a I). rewrite N.eqb_refl in H1. discriminate.
      + intros b Hb. apply H2. apply in_map_iff. exists (N.to_nat b). split; [lia|]. apply in_seq. lia.
  Qed.

  (** A position has finitely many options. *)
  Lemma opts_list u : Forall (fun b => In b every) u -> forall is c, exists L, forall o, opts is c u o <-> In o L.
  Proof.
    induction 1 as [|b u I _ IH]; intros is c.
    - exists (outputs c (complete_ones (entries is))). intro o. symmetry. apply outputs_opts.
    - assert (forall ls es rs, In b ls ->
        Forall2 (fun e r => row_right (thread_of e) ls r = true) es rs -> exists rs', heads_right b es rs') as P.
      { clear. induction ls as [|b' ls IH]; intros es rs I F; [destruct I|].
        assert (heads_right b' es rs /\
          Forall2 (fun e r => row_right (thread_of e) ls r = true) es (map (@tl _) rs)) as [Hh Ht].
        { unfold heads_right. clear -F. induction F as [|e r es rs H F IH]; [split; constructor|].
          destruct IH as [I1 I2]. cbn [row_right] in H. destruct r as [|i r]; [discriminate|].
          apply andb_prop in H as [H1 H2]. split; constructor; assumption. }
        destruct I as [->|I]; [exists rs; exact Hh|]. apply (IH es _ I Ht). }
      destruct (P every (entries is) _ I (rows_right is)) as (rs & H).
      destruct (IH (union (map (hd []) rs)) c) as (L & HL). exists L. intro o.
      rewrite (opts_heads _ _ _ c u o H). apply HL.
  Qed.

  Lemma opts_some is c u o : opts is c u o <-> exists i, In i is /\ opts [i] c u o.
  Proof.
    unfold opts. split.
    - intros (i & t & I & H). exists i. split; [exact I|]. exists i, t. split; [left; reflexivity|exact H].
    - intros (i & I & (j & t & [<-|[]] & H)). exists i, t. split; [exact I|exact H].
  Qed.

  Definition single (a : node) (i : positive) : node := Node (states a) (exist a) (read a) [i].
  Definition singles (a : node) : list node := map (single a) (ids a).

  Definition next_nodes (a : node) : list node := followers a every (map row (entries (ids a))).

  (** The result of a test of the outputs where the digits end, for each control state. *)
  Definition here (test : N -> list N -> bool) (a : node) : bool :=
    if meaning n (exist a) [] then
      let os := complete_ones (entries (ids a)) in
      forallb (fun c => test (output l (nth c (states a) 0%N)) (outputs c os)) (seq 0 (controls g))
    else true.

  Definition follows_safe (a : node) : option (list node) :=
    if here (fun a os => forallb (safe a) os) a then Some (flat_map singles (next_nodes a)) else None.

  Variable choose : node -> list positive.

  Definition chosen (a : node) : node :=
    let is := choose a in
    Node (states a) (exist a) (read a) (filter (fun i => existsb (Pos.eqb i) is) (ids a)).

  Definition has_needed (a : N) (os : list N) : bool :=
    match needs a with Some rs => forallb (fun r => has r os) rs | None => false end.

  Definition follows_chosen (a : node) : option (list node) :=
    if here has_needed a then Some (map chosen (next_nodes a)) else None.

  Definition both_right (a : node) : bool :=
    explore node node_eqb node_key follows_safe (singles a)
    && explore node node_eqb node_key follows_chosen [chosen a].

  Lemma here_at test a c : here test a = true -> meaning n (exist a) [] = true -> (c < controls g)%nat ->
    test (output l (nth c (states a) 0%N)) (outputs c (complete_ones (entries (ids a)))) = true.
  Proof.
    unfold here. intros H M Hc. rewrite M in H. rewrite forallb_forall in H. apply H, in_seq. lia.
  Qed.

  (** One digit further. *)
  Lemma step_down a b u rd : well a -> follow_all n (read a) b = Some rd ->
    meaning n (exist a) (b :: u) = true -> exists a', In a' (next_nodes a) /\
      meaning n (exist a') u = true /\ read a' = rd /\ well a' /\ In b every /\
      (forall c, (c < controls g)%nat -> nth c (states a') 0%N = next l (nth c (states a) 0%N) b) /\
      forall c o, opts (ids a) c (b :: u) o <-> opts (ids a') c u o.
  Proof.
    intros [W1 W2] F M. destruct (follow_all_digits _ _ _ F W2) as [D Lr].
    rewrite <- (after_meaning n cone S) in M.
    destruct (followers_right a every _ (rows_right (ids a)) b rd _ D F eq_refl) as (a' & I & E1 & E2 & E3 & O).
    { intro X. rewrite X in M. discriminate. }
    exists a'. split; [exact I|]. split; [rewrite E2; exact M|]. split; [exact E3|].
    split; [split; [rewrite E1, map_length; exact W1|rewrite E3; exact Lr]|].
    split; [exact D|]. split; [|intros c o; apply O].
    intros c Hc. rewrite E1.
    rewrite (nth_indep (map (fun s => next l s b) (states a)) 0%N (next l 0%N b)) by (rewrite map_length; congruence).
    apply (map_nth (fun s => next l s b)).
  Qed.

  Definition says_at (a : node) (c : nat) (u : list letter) : N :=
    output l (fold_left (next l) u (nth c (states a) 0%N)).

  Lemma safe_right (P : node -> Prop) :
    (forall a, P a -> exists k, follows_safe a = Some k /\ forall b, In b k -> P b) ->
    forall u a, P a -> well a -> words n (read a) u = true -> meaning n (exist a) u = true ->
    forall c o, (c < controls g)%nat -> opts (ids a) c u o -> safe (says_at a c u) o = true.
  Proof.
    intro H. induction u as [|b u IH]; intros a Pa Wa W M c o Hc O;
      destruct (H a Pa) as (k & E & Q); unfold follows_safe in E;
      destruct (here _ a) eqn:T; try discriminate.
    - pose proof (here_at _ a c T M Hc) as K. cbv beta in K. rewrite forallb_forall in K.
      apply K. apply outputs_opts. exact O.
    - injection E as <-. cbn [words] in W.
      destruct (follow_all n (read a) b) as [rd|] eqn:F; [|discriminate].
      destruct (step_down a b u rd Wa F M) as (a' & I & M' & E3 & W' & _ & Es & Os).
      rewrite Os, opts_some in O. destruct O as (i & J & O).
      unfold says_at. cbn [fold_left]. rewrite <- Es by exact Hc.
      apply (IH (single a' i)).
      + apply Q. apply in_flat_map. exists a'. split; [exact I|]. apply in_map, J.
      + exact W'.
      + cbn [single read]. rewrite E3. exact W.
      + exact M'.
      + exact Hc.
      + exact O.
  Qed.

  Lemma opts_incl is js c u o : (forall i, In i is -> In i js) -> opts is c u o -> opts js c u o.
  Proof. intros H (i & t & I & K). exists i, t. split; [apply H, I|exact K]. Qed.

  Lemma chosen_ids a i : In i (ids (chosen a)) -> In i (ids a).
  Proof. intro I. apply filter_In in I. apply I. Qed.

  Lemma chosen_right (P : node -> Prop) :
    (forall a, P a -> exists k, follows_chosen a = Some k /\ forall b, In b k -> P b) ->
    forall u a, P a -> well a -> words n (read a) u = true -> meaning n (exist a) u = true ->
    forall c, (c < controls g)%nat -> exists rs, needs (says_at a c u) = Some rs /\
      forall r, In r rs -> opts (ids a) c u r.
  Proof.
    intro H. induction u as [|b u IH]; intros a Pa Wa W M c Hc;
      destruct (H a Pa) as (k & E & Q); unfold follows_chosen in E;
      destruct (here _ a) eqn:T; try discriminate.
    - pose proof (here_at _ a c T M Hc) as K. unfold has_needed in K. unfold says_at. cbn [fold_left].
      destruct (needs _) as [rs|]; [|discriminate]. exists rs. split; [reflexivity|].
      intros r I. rewrite forallb_forall in K. apply outputs_opts, has_In, K, I.
    - injection E as <-. cbn [words] in W.
      destruct (follow_all n (read a) b) as [rd|] eqn:F; [|discriminate].
      destruct (step_down a b u rd Wa F M) as (a' & I & M' & E3 & W' & _ & Es & Os).
      unfold says_at. cbn [fold_left]. rewrite <- Es by exact Hc.
      destruct (IH (chosen a') (Q _ (in_map chosen _ _ I)) W') with (c := c) as (rs & N & K).
      + cbn [chosen read]. rewrite E3. exact W.
      + exact M'.
      + exact Hc.
      + exists rs. split; [exact N|]. intros r J. apply Os.
        apply (opts_incl (ids (chosen a'))); [apply chosen_ids|]. apply K, J.
  Qed.

  Lemma words_every u : forall ss, length ss = dimension g -> words n ss u = true -> Forall (fun b => In b every) u.
  Proof.
    induction u as [|b u IH]; intros ss L W; constructor; cbn [words] in W;
      destruct (follow_all n ss b) as [ss'|] eqn:F; try discriminate;
      destruct (follow_all_digits _ _ _ F L) as [D L']; [exact D|apply (IH ss' L' W)].
  Qed.

  Theorem both_right_holds a : both_right a = true -> well a ->
    forall u, words n (read a) u = true -> holds_at a u.
  Proof.
    unfold both_right. intros B Wa u W M c Hc. apply andb_prop in B as [B1 B2].
    destruct (explore_closed _ _ _ node_eqb_eq _ _ B1) as (P1 & S1 & Q1).
    destruct (explore_closed _ _ _ node_eqb_eq _ _ B2) as (P2 & S2 & Q2).
    destruct (opts_list u (words_every u _ (proj2 Wa) W) (ids a) c) as (L & HL).
    destruct (chosen_right P2 Q2 u (chosen a) (S2 _ (or_introl eq_refl)) Wa W M c Hc) as (rs & N & K).
    apply (calls_for_same v (fun o => In o L)); [intro o; symmetry; apply HL|].
    apply (halves_call _ rs); [exact N| |].
    - intros o I. apply HL in I. apply opts_some in I as (i & J & O).
      apply (safe_right P1 Q1 u (single a i)); try assumption. apply S1, in_map, J.
    - intros r I. apply HL. apply (opts_incl (ids (chosen a))); [apply chosen_ids|]. apply K, I.
  Qed.

  (** ** The beginning *)

  Definition zero_letter : letter := repeat 0%nat (dimension g).

  Definition after_zero (is : list positive) : list positive :=
    union (map (fun e => hd [] (row e)) (entries is)).

  Fixpoint settled (k : nat) (is : list positive) : list positive :=
    match k with
    | O => is
    | Datatypes.S k => let is' := after_zero is in
        if list_eqb Pos.eqb is is' then is else settled k is'
    end.

  Definition first (is : list positive) : node :=
    Node (map (start l) (seq 0 (controls g))) (compile n cone (dimension g) 0 (existing g))
      (repeat 0%nat (dimension g)) is.

  Definition schemas_right : bool :=
    forallb (fun s => Nat.eqb (length (targets s)) (dimension g)) (moves g).

  (** All sets are explored, or the two halves. *)
  Variable halves : bool.

  Definition all_right (a : node) : bool :=
    if halves then both_right a else explore node node_eqb node_key node_follows [a].

  (** The sets at 0, and then all others. *)
  Definition subsets_right (begins : list positive) : bool :=
    let is := settled 64 begins in
    schemas_right
    && options_eqb (map thread_at begins) (map (begin n cone l g) (moves g))
    && list_eqb Nat.eqb (hd [] every) zero_letter
    && list_eqb Pos.eqb (after_zero is) is
    && forallb (fun i => existsb (Pos.eqb i) is
         || match thread_at i with Some t => dead cone t | None => false end) begins
    && forallb (fun c => N.eqb (next l (start l c) zero_letter) (start l c)) (seq 0 (controls g))
    && all_right (first is).

  Lemma opts_zero is c u o : list_eqb Nat.eqb (hd [] every) zero_letter = true ->
    (opts is c (zero_letter :: u) o <-> opts (after_zero is) c u o).
  Proof.
    intro E. apply (list_eqb_eq _ (fun p q => proj1 (Nat.eqb_eq p q))) in E.
    unfold after_zero.
    replace (map (fun e => hd [] (row e)) (entries is)) with (map (hd []) (map row (entries is)))
      by (rewrite map_map; reflexivity).
    apply opts_heads. unfold heads_right.
    pose proof (rows_right is) as F. remember every as ls eqn:Els.
    destruct ls as [|z ls].
    - exfalso. cbn [hd] in E.
      assert (In zero_letter every) as I.
      { apply all_letters_In. unfold zero_letter. split; [apply repeat_length|].
        apply Forall_forall. intros e I. apply repeat_spec in I. subst.
        destruct (stable_parts n cone S) as (_ & _ & _ & _ & _ & B & _). unfold base. lia. }
      rewrite <- Els in I. destruct I.
    - cbn [hd] in E. subst z. clear Els.
      induction F as [|e r es rs H F IH]; constructor; [|exact IH].
      cbn [row_right] in H. destruct r as [|i r]; [discriminate|]. apply andb_prop in H as [H _]. exact H.
  Qed.

  Lemma settled_iter k : forall is, exists m, settled k is = Nat.iter m after_zero is.
  Proof.
    induction k as [|k IH]; intro is; [exists O; reflexivity|]. simpl.
    destruct (list_eqb Pos.eqb is (after_zero is)); [exists O; reflexivity|].
    destruct (IH (after_zero is)) as (m & ->). exists (Datatypes.S m).
    clear. induction m as [|m IH]; [reflexivity|].
    cbn [Nat.iter nat_rect] in *. rewrite <- IH. reflexivity.
  Qed.

  Definition zeros (k : nat) : list letter := repeat zero_letter k.

  Variable begins : list positive.
  Hypothesis B : subsets_right begins = true.

  Lemma begins_right : schemas_right = true /\
    (forall t, In (Some t) (map thread_at begins) <-> In t (map (begin n cone l g) (moves g))) /\
    (forall c, (c < controls g)%nat -> next l (start l c) zero_letter = start l c) /\
    (forall c u o, opts (settled 64 begins) c u o <-> exists k, opts begins c (zeros k ++ u) o) /\
    forall u, words n (repeat 0%nat (dimension g)) u = true -> holds_at (first (settled 64 begins)) u.
  Proof.
    unfold subsets_right in B. cbn zeta in B. rewrite !andb_true_iff in B.
    destruct B as [[[[[[B1 B2] B3] B4] B5] B6] B7].
    pose proof (options_eqb_eq _ _ B2) as B2'.
    split; [exact B1|]. split; [exact B2'|]. split.
    { intros c Hc. rewrite forallb_forall in B6. apply N.eqb_eq, B6, in_seq. lia. }
    split.
    - intros c u o. split.
      + destruct (settled_iter 64 begins) as (m & ->). intro H. exists m. clear -H B3 R S.
        revert u H. induction m as [|m IH]; intros u H; [exact H|].
        cbn [Nat.iter nat_rect] in H. rewrite <- opts_zero in H by exact B3.
        apply IH in H. unfold zeros in *.
        replace (repeat zero_letter (Datatypes.S m) ++ u) with (repeat zero_letter m ++ zero_letter :: u); [exact H|].
        clear. induction m as [|m IH]; simpl in *; [reflexivity|]. f_equal. exact IH.
      + intros (k & H).
        assert (opts (settled 64 begins) c (zeros k ++ u) o) as H'.
        { destruct H as (i & t & I & T). exists i, t. split; [|exact T].
          rewrite forallb_forall in B5. apply B5 in I. apply orb_prop in I as [I|I].
          - apply existsb_exists in I as (j & I & E). apply Pos.eqb_eq in E. subst. exact I.
          - destruct T as (E & _ & A). rewrite E in I. destruct (dead_accepts n cone l S _ _ _ I A). }
        clear H. apply (list_eqb_eq _ (fun p q => proj1 (Pos.eqb_eq p q))) in B4.
        induction k as [|k IH]; [exact H'|].
        apply IH. rewrite <- B4 at 1. apply opts_zero; [exact B3|]. exact H'.
    - intros u W.
      assert (well (first (settled 64 begins))) as Wf.
      { split; cbn [first states read]; [rewrite map_length; apply seq_length|apply repeat_length]. }
      unfold all_right in B7. destruct halves; [apply both_right_holds; assumption|].
      destruct (explore_closed _ _ _ node_eqb_eq _ _ B7) as (P & P0 & Q).
      apply (nodes_right P Q); [apply P0; left; reflexivity|exact Wf|exact W].
  Qed.

  (** ** Threads are moves *)

  Lemma words_columns m ws : of_length m ws ->
    words n (repeat 0%nat (length ws)) (letters m ws) = true <-> Forall (fun w => word n 0 w = true) ws.
  Proof.
    intro O. assert (forall ws, Forall2 (fun s w => word n s w = true) (repeat 0%nat (length ws)) ws
      <-> Forall (fun w => word n 0 w = true) ws) as P.
    { clear. induction ws as [|w ws IH]; simpl; split; intro H; try constructor; inversion H; subst; try assumption;
        apply IH; assumption. }
    rewrite <- P, <- (words_letters n m _ _ O). rewrite repeat_length. intuition.
  Qed.

  Lemma zeros_columns k : forall m ws, length ws = dimension g ->
    zeros k ++ letters m ws = letters (k + m) (map (app (repeat 0%nat k)) ws).
  Proof.
    induction k as [|k IH]; intros m ws L.
    - simpl. f_equal. symmetry. apply map_id.
    - cbn [zeros repeat app Nat.add letters]. fold (zeros k).
      rewrite !map_map. cbn [hd tl repeat app]. f_equal.
      + unfold zero_letter. rewrite <- L. clear. induction ws as [|w ws IH]; simpl; [reflexivity|].
        f_equal. exact IH.
      + apply IH, L.
  Qed.

  Lemma zip_seq_goals p Ts : forall i, length (zip (goal_of n g p) (seq i (length Ts)) Ts) = length Ts.
  Proof. induction Ts as [|T Ts IH]; intro i; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

  Lemma words_letters_of w : forall ss, words n ss w = true -> letters_of (length ss) w.
  Proof.
    induction w as [|a w IH]; intros ss W; constructor; cbn [words] in W;
      pose proof (follow_all_spec n ss a) as Q; destruct (follow_all n ss a) as [ss'|]; try discriminate;
      destruct Q as (Q1 & Q2 & _).
    - exact Q2.
    - rewrite <- Q1. apply IH, W.
  Qed.

  (** A thread from the beginning is a move. *)
  Lemma begin_sound s x w k o : In s (moves g) -> length (targets s) = dimension g ->
    length x = dimension g -> denotes n w x -> accepts n l (begin n cone l g s) (zeros k ++ w) o ->
    exists y y', option_of g (from s) x (to s) y /\ length y = dimension g /\ denotes n y' y /\ o = says l (to s) y'.
  Proof.
    intros Is Lt Lx [W E] (es & bss & Le & De & O & M & F & Eo).
    rewrite Lx in W, E.
    pose proof (words_letters_of w _ W) as LW. rewrite repeat_length in LW.
    destruct (columns w _ LW) as (xs & Lxs & Oxs & Ew).
    assert (exists m, m = length (zeros k ++ w)) as (m & Hm) by eauto.
    assert (zeros k ++ w = letters m (map (app (repeat 0%nat k)) xs)) as Ez.
    { rewrite Ew at 1. rewrite zeros_columns by exact Lxs. f_equal.
      rewrite Hm, app_length. unfold zeros. rewrite repeat_length. reflexivity. }
    set (xs' := map (app (repeat 0%nat k)) xs) in *.
    assert (length xs' = dimension g) as Lxs' by (unfold xs'; rewrite map_length; exact Lxs).
    assert (of_length m xs') as Oxs'.
    { unfold of_length, xs' in *. apply Forall_forall. intros v' I. apply in_map_iff in I as (v0 & <- & I).
      rewrite Forall_forall in Oxs. rewrite app_length, repeat_length, (Oxs v0 I), Hm, app_length.
      unfold zeros. rewrite repeat_length. reflexivity. }
    assert (map (number n) xs' = x) as Exs.
    { unfold xs'. rewrite map_map. rewrite <- E, Ew at 1. rewrite <- Lxs, numbers_letters by exact Oxs.
      apply map_ext. intro v0. apply number_zeros, Z0. }
    cbn [begin count goals left reached] in *.
    assert (letters_of (parameters s) es) as Les.
    { unfold letters_of. clear -De. induction De as [|e es H De IH]; constructor; [|exact IH].
      apply all_letters_In in H as [H _]. exact H. }
    destruct (columns es _ Les) as (ts & Lts & Ots & Ets).
    rewrite Le, <- Hm in Ots, Ets. rewrite <- Hm in O, Eo.
    set (t := map (number n) ts).
    assert (zip (@app nat) (zeros k ++ w) es = letters m (xs' ++ ts)) as Ezs.
    { rewrite letters_app_columns, <- Ez, <- Ets. reflexivity. }
    rewrite Ezs in M, F.
    rewrite <- Lts in M, F.
    rewrite (compile_meaning n cone S _ _ _ _ x t) in M;
      [|apply columns_letters; assumption|apply columns_numbers; try assumption; reflexivity|exact Lx
       |unfold t; apply map_length].
    unfold conditions in M. cbn [holds] in M. rewrite forget_holds in M. apply andb_prop in M as [M1 M2].
    destruct (goals_numbers n g m xs' ts x t Lxs' Oxs' Ots Exs eq_refl (targets s) 0 x bss) as [Ey Wy].
    { lia. } { congruence. } { intros j _. reflexivity. } { exact O. } { exact F. }
    exists (moved s x t), (letters m bss).
    assert (length bss = dimension g) as Lb.
    { rewrite <- (map_length (number n)), Ey, zip_length; congruence. }
    assert (length (moved s x t) = dimension g) as Lm.
    { unfold moved. rewrite zip_length; congruence. }
    repeat split.
    - exists s, t. repeat split; auto.
      + unfold t. rewrite map_length. exact Lts.
      + apply Forall_forall. intros a I. apply in_map_iff in I as (w0 & <- & _). apply (number_natural n cone S).
      + destruct (holds (stop g) x []); [discriminate|reflexivity].
      + unfold natural, moved. 
        change (Forall (fun a => 0 <= a) (zip (fun T a => becomes T a x t) (targets s) x)).
        rewrite <- Ey. apply Forall_forall. intros a I. apply in_map_iff in I as (w0 & <- & _).
        apply (number_natural n cone S).
    - exact Lm.
    - rewrite Lm, <- Lb. apply words_columns; assumption.
    - rewrite Lm, <- Lb, numbers_letters by exact O. rewrite Ey. reflexivity.
    - rewrite Eo. reflexivity.
  Qed.

  (** A move is a thread from the beginning, for some digits. *)
  Lemma begin_complete s x w t : In s (moves g) -> length (targets s) = dimension g ->
    length x = dimension g -> denotes n w x ->
    length t = parameters s -> natural t -> holds (guard s) x t = true -> holds (stop g) x [] = false ->
    natural (moved s x t) ->
    exists k y' o, accepts n l (begin n cone l g s) (zeros k ++ w) o /\
      denotes n y' (moved s x t) /\ o = says l (to s) y'.
  Proof.
    intros Is LT Lx [W E] Lt Nt G St Ny.
    rewrite Lx in W, E.
    pose proof (words_letters_of w _ W) as LW. rewrite repeat_length in LW.
    destruct (columns w _ LW) as (xs & Lxs & Oxs & Ew).
    destruct (complete_list n Z0 C t Nt) as (m1 & C1).
    destruct (complete_list n Z0 C _ Ny) as (m2 & C2).
    set (k := (m1 + m2)%nat). set (m := (k + length w)%nat).
    destruct (C1 m ltac:(lia)) as (ts & Lts & Ots & Wts & Ets).
    destruct (C2 m ltac:(lia)) as (ys & Lys & Oys & Wys & Eys).
    set (xs' := map (app (repeat 0%nat k)) xs).
    assert (zeros k ++ w = letters m xs') as Ez by (rewrite Ew at 1; apply zeros_columns, Lxs).
    assert (length xs' = dimension g) as Lxs' by (unfold xs'; rewrite map_length; exact Lxs).
    assert (of_length m xs') as Oxs'.
    { unfold of_length, xs' in *. apply Forall_forall. intros v' I. apply in_map_iff in I as (v0 & <- & I).
      rewrite Forall_forall in Oxs. rewrite app_length, repeat_length, (Oxs v0 I). reflexivity. }
    assert (map (number n) xs' = x) as Exs.
    { unfold xs'. rewrite map_map. rewrite <- E, Ew at 1. rewrite <- Lxs, numbers_letters by exact Oxs.
      apply map_ext. intro v0. apply number_zeros, Z0. }
    assert (Forall (fun w => word n 0 w = true) xs) as Wxs.
    { rewrite Ew, <- Lxs in W. apply words_columns in W; assumption. }
    assert (Forall (fun w => word n 0 w = true) xs') as Wxs'.
    { unfold xs'. apply Forall_forall. intros v' I. apply in_map_iff in I as (v0 & <- & I).
      rewrite Forall_forall in Wxs. rewrite word_zeros by exact Z0. apply Wxs, I. }
    destruct (goals_reached n g m xs' ts x t Lxs' Oxs' Ots Exs Ets Wxs' Wts (targets s) 0 x ys) as (bss & Ob & Fb).
    { lia. } { congruence. } { intros j _. reflexivity. } { exact Oys. } { exact Wys. } { exact Eys. }
    destruct (goals_numbers n g m xs' ts x t Lxs' Oxs' Ots Exs Ets (targets s) 0 x bss) as [Ey Wy].
    { lia. } { congruence. } { intros j _. reflexivity. } { exact Ob. } { exact Fb. }
    assert (length bss = dimension g) as Lb.
    { rewrite <- (map_length (number n)), Ey, zip_length; congruence. }
    assert (length (moved s x t) = dimension g) as Lm.
    { unfold moved. rewrite zip_length; congruence. }
    exists k, (letters m bss), (says l (to s) (letters m bss)).
    assert (length (zeros k ++ w) = m) as Lz.
    { rewrite app_length. unfold zeros. rewrite repeat_length. reflexivity. }
    split; [|split; [split|reflexivity]].
    - exists (letters m ts), bss. cbn [begin count goals left reached].
      rewrite Lz, Ez, <- letters_app_columns. rewrite <- Lt, <- Lts.
      repeat split.
      + apply letters_length.
      + apply (letters_digits n); [exact Ots|].
        apply Forall_forall. intros w0 I. rewrite Forall_forall in Wts.
        apply (word_digits n cone S w0 0%nat), Wts, I.
      + exact Ob.
      + rewrite (compile_meaning n cone S _ _ _ _ x t);
          [|apply columns_letters; assumption|apply columns_numbers; assumption|exact Lx|congruence].
        unfold conditions. cbn [holds]. rewrite forget_holds, G, St. reflexivity.
      + exact Fb.
    - rewrite Lm, <- Lb. apply words_columns; assumption.
    - rewrite Lm, <- Lb, numbers_letters by exact Ob. rewrite Ey. reflexivity.
  Qed.
End Subsets.
