(** * Grundy values by an added Nim heap *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual Words Threads Play Refute Check.
Import ListNotations.
Open Scope Z_scope.

(** ** Conditions that speak of no further coordinate *)

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

  (** The Nim heap is the last coordinate.  It may become any smaller number, also where play of the
      game proper has stopped. *)
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

(** The order of play, with the Nim heap last. *)
Definition order_beside (d : nat) (order : list (list Z)) : list (list Z) :=
  map (pad d) order ++ [repeat 0 d ++ [1]].

Definition check_nim_heap (order : list (list Z)) (halves : bool) (g : game) (l : law) : bool :=
  narrow_game g && check_binary (order_beside (dimension g) order) halves (with_nim_heap g) Normal l.

Theorem check_nim_heap_sound order halves g l : check_nim_heap order halves g l = true -> nim_heap_law_holds g binary l.
Proof.
  intro K. apply andb_prop in K as [W K]. apply check_binary_sound in K as [_ K].
  intros f F c x h P. specialize (K _ (outcome_beside_is_value g W f F) c (x ++ [Z.of_N h])).
  destruct P as (Pc & L & Nx & Pe).
  destruct K as [K1 K2].
  { repeat split.
    - exact Pc.
    - cbn [with_nim_heap dimension]. rewrite app_length, L. simpl. lia.
    - apply natural_app. split; [exact Nx|lia].
    - cbn [with_nim_heap existing]. rewrite (holds_narrow (dimension g)); [exact Pe|apply narrow_parts, W|exact L]. }
  split; [exact K1|]. intros w D. rewrite (K2 w D), outcome_beside_app by (try assumption; lia).
  rewrite N2Z.id. destruct (N.eqb_spec (f c x) h) as [E|E]; split; intro H; congruence.
Qed.
