(** * Grundy values by an added Nim heap *)

From Coq Require Import List ZArith Bool Lia.
From Coq Require Import ConstructiveEpsilon.
From Bouton Require Import Statement Vectors Residual Words Explore Threads Subsets Play Refute Check.
Import ListNotations.
Open Scope Z_scope.

(** ** Conditions that do not mention the added coordinate *)

Definition narrow_linear (d : nat) (e : linear) : bool :=
  match e with Linear a _ _ => Nat.leb (length a) d end.

Fixpoint narrow (d : nat) (f : formula) : bool :=
  match f with
  | Always | Never => true
  | AtMostZero e | IsZero e | Congruent e _ _ => narrow_linear d e
  | Not f => narrow d f
  | And f h | Or f h => narrow d f && narrow d h
  end.

Lemma dot_narrow a : forall x z, (length a <= length x)%nat -> dot a (x ++ z) = dot a x.
Proof.
  induction a as [|p a IH]; intros [|q x] z L; simpl in *; try lia. rewrite IH; lia.
Qed.

Lemma value_narrow d e x z t : narrow_linear d e = true -> length x = d -> value e (x ++ z) t = value e x t.
Proof.
  destruct e as [a b c]. simpl. intros L Lx. apply Nat.leb_le in L. rewrite dot_narrow; [reflexivity|lia].
Qed.

Lemma holds_narrow d f x z t : narrow d f = true -> length x = d -> holds f (x ++ z) t = holds f x t.
Proof.
  intros N L. induction f as [| |e|e|e m r|f IH|f IHf h IHh|f IHf h IHh]; cbn [narrow holds] in *;
    try (apply andb_prop in N as [N1 N2]);
    rewrite ?(value_narrow d) by assumption; rewrite ?IH, ?IHf, ?IHh by assumption; reflexivity.
Qed.

Section SpragueGrundy.
  Variable g : game.

  (** The Nim heap is the last coordinate. It may become any smaller number, even where play of the game
      itself has stopped. *)
  Definition lowered (c : nat) : schema :=
    Schema c c 1 (AtMostZero (add (times (-1) (coordinate (dimension g))) (Linear [] [1] 1)))
      (repeat Same (dimension g) ++ [Becomes (Linear [] [1] 0)]).

  Definition beside (s : schema) : schema :=
    Schema (from s) (to s) (parameters s) (And (guard s) (Not (forget (stop g)))) (targets s ++ [Same]).

  Definition with_nim_heap : game :=
    Game (S (dimension g)) (controls g) (existing g) Never
      (map beside (moves g) ++ map lowered (seq 0 (controls g))).

  Definition narrow_game : bool :=
    narrow (dimension g) (existing g) && narrow (dimension g) (stop g)
    && forallb (fun s => narrow (dimension g) (guard s) && Nat.eqb (length (targets s)) (dimension g)
      && forallb (fun T => match T with Same => true | Becomes e => narrow_linear (dimension g) e end) (targets s))
      (moves g).

  Hypothesis W : narrow_game = true.

  Lemma narrow_parts :
    narrow (dimension g) (existing g) = true /\ narrow (dimension g) (stop g) = true /\
    forall s, In s (moves g) -> narrow (dimension g) (guard s) = true /\ length (targets s) = dimension g /\
      forall T e, In T (targets s) -> T = Becomes e -> narrow_linear (dimension g) e = true.
  Proof.
    unfold narrow_game in W. rewrite !andb_true_iff in W. destruct W as [[A B] C].
    repeat split; try assumption; rewrite forallb_forall in C; specialize (C s H);
      rewrite !andb_true_iff in C; destruct C as [[C1 C2] C3].
    - exact C1.
    - apply Nat.eqb_eq, C2.
    - intros T e I ->. rewrite forallb_forall in C3. apply (C3 _ I).
  Qed.

  Lemma zip_app {A B C} (f : A -> B -> C) l m l' m' : length l = length m ->
    zip f (l ++ l') (m ++ m') = zip f l m ++ zip f l' m'.
  Proof.
    revert m. induction l as [|a l IH]; intros [|b m] L; simpl in *; try discriminate; [reflexivity|].
    rewrite IH; congruence.
  Qed.

  Lemma moved_beside s x h t : In s (moves g) -> length x = dimension g ->
    moved (beside s) (x ++ [h]) t = moved s x t ++ [h].
  Proof.
    intros I L. destruct narrow_parts as (_ & _ & N). destruct (N s I) as (_ & Lt & N').
    unfold moved, beside. cbn [targets]. rewrite zip_app by congruence. cbn [zip]. f_equal.
    assert (forall Ts x', (forall T e, In T Ts -> T = Becomes e -> narrow_linear (dimension g) e = true) ->
      zip (fun T a => match T with Same => a | Becomes e => value e (x ++ [h]) t end) Ts x'
      = zip (fun T a => match T with Same => a | Becomes e => value e x t end) Ts x') as P.
    { induction Ts as [|T Ts IH]; intros [|a x'] M; simpl; try reflexivity.
      rewrite IH by (intros T' e J; apply M; right; exact J). f_equal.
      destruct T; [reflexivity|]. apply (value_narrow (dimension g)); [|exact L].
      apply (M _ _ (or_introl eq_refl) eq_refl). }
    apply P, N'.
  Qed.

  Lemma moved_lowered c x h t : length x = dimension g ->
    moved (lowered c) (x ++ [h]) [t] = x ++ [t].
  Proof.
    intro L. unfold moved, lowered. cbn [targets].
    rewrite zip_app by (rewrite repeat_length; congruence). cbn [zip value dot].
    f_equal.
    - rewrite <- L. clear. generalize (x ++ [h]). intro z. induction x as [|a x IH]; simpl; [reflexivity|]. f_equal. exact IH.
    - f_equal. lia.
  Qed.

  Lemma at_last (x : list Z) h d : length x = d -> at_ (x ++ [h]) d = h.
  Proof. intro L. rewrite app_nth2, L, Nat.sub_diag by lia. reflexivity. Qed.

  Lemma lowered_holds c x h t : length x = dimension g ->
    holds (guard (lowered c)) (x ++ [h]) [t] = (t <? h).
  Proof.
    intro L. unfold lowered. cbn [guard holds]. rewrite add_value, times_value, coordinate_value.
    rewrite at_last by exact L. cbn [value dot].
    destruct (Z.leb_spec (-1 * h + (0 + (1 * t + 0) + 1)) 0), (Z.ltb_spec t h); lia.
  Qed.

  Lemma natural_app x h : natural (x ++ [h]) <-> natural x /\ 0 <= h.
  Proof.
    unfold natural. rewrite Forall_app. split; intros [A B]; split; try assumption.
    - inversion B; assumption.
    - constructor; [exact B|constructor].
  Qed.

  (** The options of a position and a Nim heap. *)
  Lemma options_beside c x h c' z : position g c x -> 0 <= h ->
    (option_of with_nim_heap c (x ++ [h]) c' z <->
     (exists y, option_of g c x c' y /\ z = y ++ [h]) \/ (exists t, 0 <= t < h /\ c' = c /\ z = x ++ [t])).
  Proof.
    intros (Pc & L & Nx & Pe) Hh. destruct narrow_parts as (_ & Ns & N). split.
    - intros (s & t & I & F & T & Lt & Nt & G & _ & -> & Ny).
      cbn [with_nim_heap moves] in I. apply in_app_iff in I as [I|I]; apply in_map_iff in I as (s' & <- & I).
      + left. destruct (N s' I) as (Ng & _ & _). cbn [beside from to parameters guard] in F, T, Lt, G.
        cbn [holds] in G. rewrite forget_holds, !(holds_narrow (dimension g)) in G by assumption.
        apply andb_prop in G as [G1 G2].
        rewrite moved_beside in * by assumption. apply natural_app in Ny as [Ny _].
        exists (moved s' x t). split; [|reflexivity].
        exists s', t. repeat split; try assumption. destruct (holds (stop g) x []); [discriminate|reflexivity].
      + right. cbn [lowered from to parameters] in F, T, Lt.
        destruct t as [|t [|]]; try discriminate.
        rewrite lowered_holds in G by exact L. rewrite moved_lowered by exact L.
        inversion Nt; subst. exists t. repeat split; [assumption|lia].
    - intros [(y & (s & t & I & F & T & Lt & Nt & G & St & -> & Ny) & ->)|(t & Ht & -> & ->)].
      + destruct (N s I) as (Ng & _ & _).
        exists (beside s), t. repeat split; try assumption.
        * cbn [with_nim_heap moves]. apply in_app_iff. left. apply in_map, I.
        * cbn [beside guard holds]. rewrite forget_holds, !(holds_narrow (dimension g)) by assumption.
          rewrite G, St. reflexivity.
        * symmetry. apply moved_beside; assumption.
        * apply natural_app. auto.
      + exists (lowered c), [t]. repeat split.
        * cbn [with_nim_heap moves]. apply in_app_iff. right. apply in_map, in_seq. lia.
        * constructor; [lia|constructor].
        * rewrite lowered_holds by exact L. lia.
        * symmetry. apply moved_lowered, L.
        * apply natural_app. split; [exact Nx|lia].
  Qed.

  Variable f : nat -> list Z -> N.
  Hypothesis F : is_value g Grundy f.

  Definition outcome_beside (c : nat) (z : list Z) : N :=
    if N.eqb (f c (firstn (dimension g) z)) (Z.to_N (at_ z (dimension g))) then 0%N else 1%N.

  Lemma outcome_beside_app c x h : length x = dimension g -> 0 <= h ->
    outcome_beside c (x ++ [h]) = if N.eqb (f c x) (Z.to_N h) then 0%N else 1%N.
  Proof.
    intros L H. unfold outcome_beside. rewrite firstn_app, L, Nat.sub_diag.
    cbn [firstn]. rewrite app_nil_r, at_last by exact L. rewrite <- L, firstn_all. reflexivity.
  Qed.

  Lemma option_length c x c' y : position g c x -> option_of g c x c' y -> length y = dimension g.
  Proof.
    intros (_ & L & _) (s & t & I & _ & _ & _ & _ & _ & _ & -> & _).
    destruct narrow_parts as (_ & _ & N). destruct (N s I) as (_ & Lt & _).
    unfold moved. rewrite zip_length; congruence.
  Qed.

  Lemma outcome_beside_is_value : is_value with_nim_heap Normal outcome_beside.
  Proof.
    intros c z (Pc & L & Nz & Pe). cbn [with_nim_heap controls dimension existing] in *.
    assert (exists x h, z = x ++ [h] /\ length x = dimension g) as (x & h & -> & Lx).
    { destruct (exists_last (l := z)) as (x & h & ->); [destruct z; discriminate|].
      exists x, h. split; [reflexivity|]. rewrite app_length in L. simpl in L. lia. }
    apply natural_app in Nz as [Nx Nh].
    rewrite (holds_narrow (dimension g)) in Pe; [|apply narrow_parts|exact Lx].
    assert (position g c x) as P by (repeat split; assumption).
    rewrite outcome_beside_app by assumption.
    pose proof (F c x P) as [M1 M2].
    destruct (N.eqb_spec (f c x) (Z.to_N h)) as [E|E].
    - left. split; [reflexivity|]. intros (c' & z & O & V).
      apply options_beside in O as [(y & O & ->)|(t & Ht & -> & ->)]; try assumption.
      + rewrite outcome_beside_app in V by (try assumption; apply (option_length c x c' y P O)).
        destruct (N.eqb_spec (f c' y) (Z.to_N h)) as [E'|]; [|discriminate].
        apply M1. exists c', y. split; [exact O|congruence].
      + rewrite outcome_beside_app in V by (try assumption; lia).
        destruct (N.eqb_spec (f c x) (Z.to_N t)) as [E'|]; [|discriminate]. lia.
    - right. split; [reflexivity|].
      destruct (N.lt_ge_cases (f c x) (Z.to_N h)) as [H|H].
      + exists c, (x ++ [Z.of_N (f c x)]). split.
        * apply options_beside; try assumption. right. exists (Z.of_N (f c x)). repeat split; lia.
        * rewrite outcome_beside_app by (try assumption; lia). rewrite N2Z.id, N.eqb_refl. reflexivity.
      + destruct (M2 (Z.to_N h) ltac:(lia)) as (c' & y & O & V).
        exists c', (y ++ [h]). split.
        * apply options_beside; try assumption. left. exists y. auto.
        * rewrite outcome_beside_app by (try assumption; apply (option_length c x c' y P O)).
          rewrite V, N.eqb_refl. reflexivity.
  Qed.
End SpragueGrundy.

(** ** Existence of Grundy values

    For each position, the law has to give P with some Nim heap. The set of all states after the digits of
    the position, with any digits of the Nim heap beside them, follows from the set before the last digits.
    Each state of the law is paired with the state of the words of the Nim heap. *)

Record heap_sets := HeapSets { sets : list (list (N * nat)); there : residual; spoken : list nat }.

Definition pair_eqb (a b : N * nat) : bool := N.eqb (fst a) (fst b) && Nat.eqb (snd a) (snd b).

Lemma pair_eqb_eq a b : pair_eqb a b = true -> a = b.
Proof.
  unfold pair_eqb. destruct a, b. cbn [fst snd]. intro E. apply andb_prop in E as [E1 E2].
  apply N.eqb_eq in E1. apply Nat.eqb_eq in E2. congruence.
Qed.

Definition heap_sets_eqb (a b : heap_sets) : bool :=
  list_eqb (list_eqb pair_eqb) (sets a) (sets b) && residual_eqb (there a) (there b)
  && list_eqb Nat.eqb (spoken a) (spoken b).

Lemma heap_sets_eqb_eq a b : heap_sets_eqb a b = true -> a = b.
Proof.
  unfold heap_sets_eqb. destruct a, b; cbn [sets there spoken]. rewrite !andb_true_iff. intros [[E1 E2] E3].
  apply residual_eqb_eq in E2. apply (list_eqb_eq _ (list_eqb_eq _ pair_eqb_eq)) in E1.
  apply (list_eqb_eq _ (fun p q => proj1 (Nat.eqb_eq p q))) in E3. congruence.
Qed.

Definition heap_sets_key (a : heap_sets) : positive :=
  fold_left (fun k set => fold_left (fun k p => push_bits 8 (N.succ_pos (fst p)) (push_number k (Z.of_nat (snd p)))) set k) (sets a)
    (fold_left (fun k s => push_number k (Z.of_nat s)) (spoken a) (residual_key 1 (there a))).

Fixpoint into (a : N) (l : list N) : list N :=
  match l with
  | [] => [a]
  | b :: r => match N.compare a b with Lt => a :: l | Eq => l | Gt => b :: into a r end
  end.

Lemma into_In a l b : In b (into a l) -> b = a \/ In b l.
Proof.
  induction l as [|c l IH]; cbn [into]; [intros [<-|[]]; auto|].
  destruct (N.compare a c); [auto| |].
  - intros [<-|I]; auto.
  - intros [<-|I]; [right; left; reflexivity|]. destruct (IH I); [auto|right; right; assumption].
Qed.

Definition pair_compare (a b : N * nat) : comparison :=
  match N.compare (fst a) (fst b) with Eq => Nat.compare (snd a) (snd b) | c => c end.

Fixpoint pair_into (a : N * nat) (l : list (N * nat)) : list (N * nat) :=
  match l with
  | [] => [a]
  | b :: r => match pair_compare a b with Lt => a :: l | Eq => l | Gt => b :: pair_into a r end
  end.

Lemma pair_into_In a l b : In b (pair_into a l) -> b = a \/ In b l.
Proof.
  induction l as [|c l IH]; cbn [pair_into]; [intros [<-|[]]; auto|].
  destruct (pair_compare a c); [auto| |].
  - intros [<-|I]; auto.
  - intros [<-|I]; [right; left; reflexivity|]. destruct (IH I); [auto|right; right; assumption].
Qed.

Section SomeHeap.
  Variables (n : numeration) (cone : list Z) (g : game) (l : law).
  Hypothesis Stable : stable n cone = true.
  Hypothesis Zero : zero_is_zero n = true.

  Definition with_heap (us : list letter) (hs : list nat) : list letter := zip (@app nat) us (map (fun e => [e]) hs).

  Definition pairs_after (b : letter) (set : list (N * nat)) : list (N * nat) :=
    flat_map (fun p => flat_map (fun e => match follow n (snd p) e with
      | Some q => [(next l (fst p) (b ++ [e]), q)] | None => [] end) (seq 0 (length (vectors n)))) set.

  Definition set_after (b : letter) (set : list (N * nat)) : list (N * nat) := fold_right pair_into [] (pairs_after b set).

  Lemma set_after_In b set p' : In p' (set_after b set) ->
    exists p e, In p set /\ follow n (snd p) e = Some (snd p') /\ fst p' = next l (fst p) (b ++ [e]).
  Proof.
    unfold set_after. intro I.
    assert (In p' (pairs_after b set)) as J.
    { revert I. generalize (pairs_after b set).
      induction l0 as [|a r IH]; intro I; [destruct I|]. apply pair_into_In in I as [->|I]; [left; reflexivity|right; apply IH, I]. }
    apply in_flat_map in J as (p & I' & J). apply in_flat_map in J as (e & _ & J). exists p, e. split; [exact I'|].
    destruct (follow n (snd p) e) as [q|]; [destruct J as [<-|[]]|destruct J]. split; reflexivity.
  Qed.

  Fixpoint grown (k : nat) (set : list (N * nat)) : list (N * nat) :=
    match k with
    | O => set
    | S k => let set' := set_after (zero_letter g) set in if list_eqb pair_eqb set set' then set else grown k set'
    end.

  (** The word [hs] leads from state [q] of the words to state [q']. *)
  Fixpoint leads (q : nat) (hs : list nat) (q' : nat) : Prop :=
    match hs with
    | [] => q = q'
    | e :: hs => exists q1, follow n q e = Some q1 /\ leads q1 hs q'
    end.

  Lemma leads_word hs es : forall q q', leads q hs q' -> word n q' es = true -> word n q (hs ++ es) = true.
  Proof.
    induction hs as [|e hs IH]; intros q q' H W; cbn [leads app word] in *; [congruence|].
    destruct H as (q1 & F & H). rewrite F. apply (IH q1 q' H W).
  Qed.

  Lemma grown_In k : forall set p, In p (grown k set) -> exists m hs p0, In p0 set /\ length hs = m /\
    leads (snd p0) hs (snd p) /\ fst p = fold_left (next l) (with_heap (zeros g m) hs) (fst p0).
  Proof.
    assert (forall set p, In p set -> exists m hs p0, In p0 set /\ length hs = m /\
      leads (snd p0) hs (snd p) /\ fst p = fold_left (next l) (with_heap (zeros g m) hs) (fst p0)) as Z.
    { intros set p I. exists O, [], p. repeat split. exact I. }
    induction k as [|k IH]; intros set p I; [apply Z, I|]. cbn [grown] in I.
    destruct (list_eqb pair_eqb set _); [apply Z, I|].
    apply IH in I as (m & hs & p1 & I & L & F & E).
    apply set_after_In in I as (p0 & e & I & Fe & E1).
    exists (S m), (e :: hs), p0. split; [exact I|]. split; [simpl; congruence|]. split; [exists (snd p1); auto|].
    rewrite E, E1. reflexivity.
  Qed.

  Definition heaps_first : heap_sets :=
    HeapSets (map (fun c => grown 64 [(start l c, 0%nat)]) (seq 0 (controls g)))
      (compile n cone (dimension g) 0 (existing g)) (repeat 0%nat (dimension g)).

  Definition heaps_follow (a : heap_sets) : option (list heap_sets) :=
    if (if meaning n (there a) [] then forallb (existsb (fun p => N.eqb (output l (fst p)) 0)) (sets a) else true) then
      Some (flat_map (fun b => match follow_all n (spoken a) b with
        | None => []
        | Some ss => match after n cone (there a) b with
            | RFalse => []
            | r => [HeapSets (map (set_after b) (sets a)) r ss] end
        end) (every n g))
    else None.

  Definition some_heap : bool := explore heap_sets heap_sets_eqb heap_sets_key heaps_follow [heaps_first].

  Lemma heaps_right (P : heap_sets -> Prop) :
    (forall a, P a -> exists k, heaps_follow a = Some k /\ forall b, In b k -> P b) ->
    forall u a, P a -> Forall (fun b => In b (every n g)) u -> words n (spoken a) u = true ->
    meaning n (there a) u = true -> forall c, (c < length (sets a))%nat ->
    exists p es, In p (nth c (sets a) []) /\ length es = length u /\ word n (snd p) es = true /\
      output l (fold_left (next l) (with_heap u es) (fst p)) = 0%N.
  Proof.
    intro H. induction u as [|b u IH]; intros a Pa F Wu M c Hc;
      destruct (H a Pa) as (k & E & Q); unfold heaps_follow in E.
    - rewrite M in E. destruct (forallb _ (sets a)) eqn:T; [|discriminate].
      rewrite forallb_forall in T. specialize (T _ (nth_In (sets a) [] Hc)).
      apply existsb_exists in T as (p & I & O). apply N.eqb_eq in O.
      exists p, []. repeat split; [exact I|exact O].
    - destruct (if meaning n (there a) [] then _ else true); [|discriminate]. injection E as <-.
      apply Forall_inv2 in F as [Ib F]. cbn [words] in Wu.
      destruct (follow_all n (spoken a) b) as [ss|] eqn:Fa; [|discriminate].
      rewrite <- (after_meaning n cone Stable) in M.
      set (a' := HeapSets (map (set_after b) (sets a)) (after n cone (there a) b) ss).
      assert (P a') as Pa'.
      { apply Q, in_flat_map. exists b. split; [exact Ib|]. rewrite Fa. unfold a'.
        destruct (after n cone (there a) b); try discriminate; left; reflexivity. }
      destruct (IH a' Pa' F Wu M c) as (p' & es & I & L & We & O).
      { unfold a'. cbn [sets]. rewrite map_length. exact Hc. }
      unfold a' in I. cbn [sets] in I.
      rewrite (nth_indep _ [] (set_after b [])) in I by (rewrite map_length; exact Hc).
      rewrite map_nth in I. apply set_after_In in I as (p & e & I & Fe & Ep).
      exists p, (e :: es). split; [exact I|]. split; [simpl; congruence|]. split.
      + cbn [word]. rewrite Fe. exact We.
      + rewrite Ep in O. exact O.
  Qed.

  Hypothesis H : some_heap = true.

  Lemma some_heap_word c x w : position g c x -> denotes n w x ->
    exists w' h, denotes n w' (x ++ [Z.of_N h]) /\ says l c w' = 0%N.
  Proof.
    intros (Pc & L & Nx & Pe) [W E]. rewrite L in W, E.
    destruct (explore_closed _ _ _ heap_sets_eqb_eq _ _ H) as (P & P0 & Q).
    pose proof (words_letters_of n w _ W) as LW. rewrite repeat_length in LW.
    destruct (columns w _ LW) as (xs & Lxs & Oxs & Ew).
    assert (Forall (fun v => word n 0 v = true) xs) as Wxs.
    { rewrite Ew, <- Lxs in W. apply words_columns in W; assumption. }
    destruct (heaps_right P Q w heaps_first (P0 _ (or_introl eq_refl))) with (c := c)
      as (p & es & I & Le & We & O).
    - unfold every. rewrite Ew, <- Lxs. apply (letters_digits n); [exact Oxs|].
      apply Forall_forall. intros v I. rewrite Forall_forall in Wxs.
      apply (word_digits n cone Stable v 0%nat), Wxs, I.
    - exact W.
    - cbn [heaps_first there]. rewrite (compile_meaning n cone Stable _ 0 _ w x []).
      + exact Pe.
      + rewrite Nat.add_0_r. exact LW.
      + rewrite Nat.add_0_r, app_nil_r. exact E.
      + exact L.
      + reflexivity.
    - cbn [heaps_first sets]. rewrite map_length, seq_length. exact Pc.
    - cbn [heaps_first sets] in I.
      rewrite (nth_indep _ [] (grown 64 [(start l 0%nat, 0%nat)])) in I by (rewrite map_length, seq_length; exact Pc).
      rewrite (map_nth (fun c => grown 64 [(start l c, 0%nat)])), seq_nth in I by exact Pc. cbn [Nat.add] in I.
      apply grown_In in I as (k & hs & p0 & [<-|[]] & Lh & Fh & Es). cbn [fst snd] in Fh, Es. rewrite Es in O.
      set (xs' := map (app (repeat 0%nat k)) xs).
      set (v := hs ++ es).
      assert (of_length (k + length w) (xs' ++ [v])) as O'.
      { apply Forall_app. split.
        - apply Forall_forall. intros v' I. apply in_map_iff in I as (v0 & <- & I).
          unfold of_length in Oxs. rewrite Forall_forall in Oxs. rewrite app_length, repeat_length, (Oxs v0 I). reflexivity.
        - constructor; [|constructor]. unfold v. rewrite app_length. congruence. }
      assert (with_heap (zeros g k ++ w) v = letters (k + length w) (xs' ++ [v])) as Ez.
      { rewrite letters_app_columns. unfold xs'. rewrite <- (zeros_columns g) by exact Lxs. rewrite <- Ew.
        unfold with_heap. f_equal.
        assert (forall m v, length v = m -> letters m [v] = map (fun e => [e]) v) as Z.
        { clear. induction m as [|m IH]; intros [|e v] L; try discriminate; [reflexivity|].
          cbn [letters map hd tl]. f_equal. apply IH. simpl in L. congruence. }
        symmetry. apply Z. unfold v. rewrite app_length. congruence. }
      assert (Forall (fun w => word n 0 w = true) (xs' ++ [v])) as Wa.
      { apply Forall_app. split.
        - apply Forall_forall. intros v' I. apply in_map_iff in I as (v0 & <- & I).
          rewrite Forall_forall in Wxs. rewrite word_zeros by exact Zero. apply Wxs, I.
        - constructor; [|constructor]. apply (leads_word hs es 0 (snd p) Fh We). }
      assert (x ++ [number n v] = map (number n) (xs' ++ [v])) as Ex.
      { rewrite map_app. f_equal. unfold xs'. rewrite map_map, <- E, Ew at 1.
        rewrite <- Lxs, numbers_letters by exact Oxs. symmetry. apply map_ext. intro v0. apply number_zeros, Zero. }
      exists (with_heap (zeros g k ++ w) v), (Z.to_N (number n v)).
      rewrite Z2N.id by apply (number_natural n cone Stable).
      split; [|].
      + split; rewrite Ex, Ez, map_length; [apply words_columns; assumption|apply numbers_letters, O'].
      + unfold says. unfold with_heap, v. rewrite map_app.
        assert (forall (a b : list letter) (c d : list letter), length a = length c ->
          zip (@app nat) (a ++ b) (c ++ d) = zip (@app nat) a c ++ zip (@app nat) b d) as Z.
        { clear. induction a as [|p a IH]; intros b [|q c] d L; simpl in *; try discriminate; [reflexivity|].
          rewrite IH; congruence. }
        rewrite Z by (unfold zeros; rewrite repeat_length, map_length; congruence).
        rewrite fold_left_app. exact O.
  Qed.
End SomeHeap.

Section Existence.
  Variables (g : game) (order : list (list Z)).
  Hypothesis W : narrow_game g = true.
  Hypothesis E : play_ends (with_nim_heap g) order = true.
  Variable f0 : nat -> list Z -> N.
  Hypothesis F0 : is_value (with_nim_heap g) Normal f0.
  Hypothesis X : forall c x, position g c x -> exists h, f0 c (x ++ [Z.of_N h]) = 0%N.

  Lemma position_beside c x h : length x = dimension g ->
    (position (with_nim_heap g) c (x ++ [Z.of_N h]) <-> position g c x).
  Proof.
    intro L. destruct (narrow_parts g W) as (N1 & _ & _). unfold position.
    cbn [with_nim_heap controls dimension existing]. rewrite app_length, natural_app.
    rewrite (holds_narrow (dimension g)) by assumption. simpl length. split.
    - intros (A & _ & [B _] & D). auto.
    - intros (A & _ & B & D). repeat split; try assumption; lia.
  Qed.

  Lemma position_dec c x : {position g c x} + {~ position g c x}.
  Proof.
    unfold position. destruct (lt_dec c (controls g)); [|right; tauto].
    destruct (Nat.eq_dec (length x) (dimension g)); [|right; tauto].
    destruct (Forall_dec (fun a => 0 <= a) (fun a => Z_le_dec 0 a) x); [|right; tauto].
    destruct (bool_dec (holds (existing g) x []) true); [left|right]; tauto.
  Qed.

  Lemma some_heap_nat c x : position g c x -> exists k, f0 c (x ++ [Z.of_nat k]) = 0%N.
  Proof.
    intro P. destruct (X c x P) as (h & Eh). exists (N.to_nat h).
    replace (Z.of_nat (N.to_nat h)) with (Z.of_N h) by lia. exact Eh.
  Qed.

  Definition found (c : nat) (x : list Z) : N :=
    match position_dec c x with
    | Coq.Init.Specif.left P => N.of_nat (proj1_sig (constructive_indefinite_ground_description_nat _
        (fun k => N.eq_dec (f0 c (x ++ [Z.of_nat k])) 0) (some_heap_nat c x P)))
    | Coq.Init.Specif.right _ => 0%N
    end.

  Lemma found_right c x : position g c x -> f0 c (x ++ [Z.of_N (found c x)]) = 0%N.
  Proof.
    intro P. unfold found. destruct (position_dec c x) as [P'|N]; [|contradiction].
    destruct (constructive_indefinite_ground_description_nat _ _ _) as (k & Ek). cbn [proj1_sig].
    replace (Z.of_N (N.of_nat k)) with (Z.of_nat k) by lia. exact Ek.
  Qed.

  (** No option of a position of value 0 has value 0. *)
  Lemma zero_options c x h c' z : position g c x -> f0 c (x ++ [Z.of_N h]) = 0%N ->
    option_of (with_nim_heap g) c (x ++ [Z.of_N h]) c' z -> f0 c' z <> 0%N.
  Proof.
    intros P Z O V. assert (length x = dimension g) as L by apply P.
    destruct (F0 c (x ++ [Z.of_N h])) as [[_ N]|[N _]]; [apply position_beside; assumption| |congruence].
    apply N. exists c', z. auto.
  Qed.

  Lemma lower_heap c x a b : position g c x -> f0 c (x ++ [Z.of_N a]) = 0%N -> (b < a)%N ->
    f0 c (x ++ [Z.of_N b]) <> 0%N.
  Proof.
    intros P Z H. apply (zero_options c x a); [exact P|exact Z|].
    apply options_beside; try assumption; [lia|]. right. exists (Z.of_N b). repeat split; lia.
  Qed.

  Lemma found_unique c x h : position g c x -> f0 c (x ++ [Z.of_N h]) = 0%N -> found c x = h.
  Proof.
    intros P Z. pose proof (found_right c x P) as Z'.
    destruct (N.lt_trichotomy (found c x) h) as [H|[H|H]]; [|exact H|].
    - destruct (lower_heap c x h _ P Z H Z').
    - destruct (lower_heap c x _ h P Z' H Z).
  Qed.

  Lemma option_position_beside c x c' y : position g c x -> option_of g c x c' y -> position g c' y.
  Proof.
    intros P O. assert (length x = dimension g) as L by apply P.
    pose proof (option_length g W c x c' y P O) as Ly.
    apply (position_beside c' y 0 Ly).
    apply (option_position (with_nim_heap g) order E c (x ++ [Z.of_N 0])).
    - apply position_beside; assumption.
    - apply options_beside; try assumption; [lia|]. left. exists y. auto.
  Qed.

  Theorem found_is_value : is_value g Grundy found.
  Proof.
    intros c x P. assert (length x = dimension g) as L by apply P.
    pose proof (found_right c x P) as Z. split.
    - intros (c' & y & O & V). pose proof (option_position_beside c x c' y P O) as Py.
      apply (zero_options c x (found c x) c' (y ++ [Z.of_N (found c x)]) P Z).
      + apply options_beside; try assumption; [lia|]. left. exists y. auto.
      + rewrite <- V. apply found_right, Py.
    - intros b Hb. pose proof (lower_heap c x _ b P Z Hb) as Nb.
      destruct (F0 c (x ++ [Z.of_N b])) as [[N _]|[_ (c' & z & O & V)]];
        [apply position_beside; assumption|congruence|].
      apply options_beside in O as [(y & O & ->)|(t & Ht & -> & ->)]; try assumption; [| |lia].
      + exists c', y. split; [exact O|]. apply found_unique; [apply (option_position_beside c x c' y P O)|exact V].
      + exfalso. replace t with (Z.of_N (Z.to_N t)) in V by lia.
        apply (lower_heap c x _ (Z.to_N t) P Z); [lia|exact V].
  Qed.
End Existence.

(** The order of play, with the Nim heap last. *)
Definition order_beside (d : nat) (order : list (list Z)) : list (list Z) :=
  map (pad d) order ++ [repeat 0 d ++ [1]].

Definition check_beside (n : numeration) (cone : list Z) (order : list (list Z)) (halves : bool) (g : game) (l : law) : bool :=
  narrow_game g && check n cone (order_beside (dimension g) order) halves (with_nim_heap g) Normal l
  && some_heap n cone g l.

Theorem check_beside_sound n cone order halves g l digits :
  (forall a, 0 <= a -> word n 0 (digits a) = true /\ number n (digits a) = a) ->
  check_beside n cone order halves g l = true -> nim_heap_law_holds g n l.
Proof.
  intros C K. unfold check_beside in K. rewrite !andb_true_iff in K. destruct K as [[W K] H].
  assert (play_ends (with_nim_heap g) (order_beside (dimension g) order) = true) as E.
  { unfold check in K. rewrite !andb_true_iff in K. apply K. }
  assert (stable n cone = true /\ zero_is_zero n = true) as [St Z0].
  { unfold check in K. rewrite !andb_true_iff in K. split; apply K. }
  apply (check_sound n cone _ halves _ Normal l digits C) in K as [(f0 & F0) K]. split.
  - assert (forall c x, position g c x -> exists h, f0 c (x ++ [Z.of_N h]) = 0%N) as X.
    { intros c x P. pose proof P as (_ & L & Nx & _).
      assert (exists w, denotes n w x) as (w & D).
      { destruct (complete_list n Z0 (fun a Ha => ex_intro _ (digits a) (C a Ha)) x Nx) as (m & Cm).
        destruct (Cm m (le_n m)) as (ws & Lw & O & F & Ex). exists (letters m ws).
        split; rewrite <- Lw; [apply words_columns; assumption|].
        rewrite numbers_letters by exact O. exact Ex. }
      destruct (some_heap_word n cone g l St Z0 H c x w P D) as (w' & h & D' & Z). exists h. rewrite <- Z. symmetry.
      apply (K f0 F0 c (x ++ [Z.of_N h])); [|exact D']. apply position_beside; assumption. }
    exists (found g f0 X). apply (found_is_value g _ W E f0 F0 X).
  - intros f F c x h P. specialize (K _ (outcome_beside_is_value g W f F) c (x ++ [Z.of_N h])).
    pose proof P as (_ & L & _).
    destruct K as [K1 K2]; [apply position_beside; assumption|].
    split; [exact K1|]. intros w D. rewrite (K2 w D), outcome_beside_app by (try assumption; lia).
    rewrite N2Z.id. destruct (N.eqb_spec (f c x) h) as [Eh|Eh]; split; intro Q; congruence.
Qed.

(** In base 2. *)
Definition check_nim_heap (order : list (list Z)) (halves : bool) (g : game) (l : law) : bool :=
  check_beside binary binary_cone order halves g l.

Theorem check_nim_heap_sound order halves g l :
  check_nim_heap order halves g l = true -> nim_heap_law_holds g binary l.
Proof. apply (check_beside_sound binary binary_cone order halves g l binary_digits binary_digits_right). Qed.
