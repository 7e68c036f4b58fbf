(** * Exploration of everything that follows from a beginning *)

From Coq Require Import List ZArith Bool FMapPositive Lia.
Import ListNotations.

(** Up to 2^k steps. *)
Fixpoint loop {A B} (k : nat) (f : A -> A + B) (a : A) : A + B :=
  match k with
  | O => f a
  | S k => match loop k f a with inl a => loop k f a | inr b => inr b end
  end.

Lemma loop_invariant {A B} (f : A -> A + B) (P : A -> Prop) (Q : B -> Prop) :
  (forall a, P a -> match f a with inl a => P a | inr b => Q b end) ->
  forall k a, P a -> match loop k f a with inl a => P a | inr b => Q b end.
Proof.
  intros H k. induction k as [|k IH]; intros a Pa; simpl; [apply H, Pa|].
  specialize (IH a Pa) as I. destruct (loop k f a); [apply IH, I|exact I].
Qed.

Section Explore.
  Variables (A : Type) (eqb : A -> A -> bool) (key : A -> positive).
  Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.
  (** The successors; [None] if one of them is wrong. *)
  Variable follows : A -> option (list A).

  Notation met := (PositiveMap.t (list A)).

  Definition mem (a : A) (m : met) : bool :=
    match PositiveMap.find (key a) m with Some l => existsb (eqb a) l | None => false end.

  Definition insert (a : A) (m : met) : met :=
    let k := key a in
    PositiveMap.add k (a :: match PositiveMap.find k m with Some l => l | None => [] end) m.

  Definition push (s : list A * met) (a : A) : list A * met :=
    if mem a (snd s) then s else (a :: fst s, insert a (snd s)).

  Definition work (s : list A * met) : (list A * met) + option met :=
    match fst s with
    | [] => inr (Some (snd s))
    | a :: queue =>
        match follows a with
        | Some l => inl (fold_left push l (queue, snd s))
        | None => inr None
        end
    end.

  Definition depth : nat := 26.

  (** Everything that is reached from [starts]; [None] if something is wrong, or there are too many. *)
  Definition explored (starts : list A) : option met :=
    match loop depth work (fold_left push starts ([], PositiveMap.empty _)) with
    | inr (Some m) => Some m
    | _ => None
    end.

  Definition explore (starts : list A) : bool :=
    match explored starts with Some _ => true | None => false end.

  Definition In_met (a : A) (m : met) : Prop :=
    exists l, PositiveMap.find (key a) m = Some l /\ In a l.

  Lemma mem_In a m : mem a m = true -> In_met a m.
  Proof.
    unfold mem, In_met. destruct (PositiveMap.find (key a) m) as [l|]; [|discriminate].
    intro E. exists l. split; [reflexivity|].
    apply existsb_exists in E as (b & I & E). apply eqb_eq in E. subst. exact I.
  Qed.

  Lemma insert_In a b m : In_met a (insert b m) <-> a = b \/ In_met a m.
  Proof.
    unfold In_met, insert.
    destruct (Pos.eq_dec (key a) (key b)) as [E|E].
    - rewrite E, PositiveMap.gss. split.
      + intros (l & H & I). inversion H; subst. destruct I as [I|I]; [left; congruence|].
        destruct (PositiveMap.find (key b) m) as [l|]; [|destruct I].
        right. exists l. split; [reflexivity|exact I].
      + intros [->|(l & H & I)].
        * eexists. split; [reflexivity|left; reflexivity].
        * rewrite H. eexists. split; [reflexivity|right; exact I].
    - rewrite PositiveMap.gso by congruence. split.
      + intro H. right. exact H.
      + intros [->|H]; [congruence|exact H].
  Qed.

  Definition invariant (s : list A * met) : Prop :=
    forall a, In_met a (snd s) ->
      In a (fst s) \/ exists l, follows a = Some l /\ forall b, In b l -> In_met b (snd s).

  Lemma push_all l : forall s,
    (forall a, In_met a (snd s) -> In_met a (snd (fold_left push l s))) /\
    (forall a, In a l -> In_met a (snd (fold_left push l s))) /\
    (forall a, In a (fst s) -> In a (fst (fold_left push l s))) /\
    (forall a, In_met a (snd (fold_left push l s)) ->
      In_met a (snd s) \/ In a (fst (fold_left push l s))).
  Proof.
    induction l as [|b l IH]; intro s.
    - simpl. repeat split; auto. intros a [].
    - simpl. destruct (IH (push s b)) as (I1 & I2 & I3 & I4).
      assert (forall a, In_met a (snd s) -> In_met a (snd (push s b))) as P1.
      { intros a H. unfold push. destruct (mem b (snd s)); [exact H|]. apply insert_In. right. exact H. }
      assert (In_met b (snd (push s b))) as P2.
      { unfold push. destruct (mem b (snd s)) eqn:E; [apply mem_In, E|]. apply insert_In. left. reflexivity. }
      repeat split.
      + intros a H. apply I1, P1, H.
      + intros a [<-|H]; [apply I1, P2|apply I2, H].
      + intros a H. apply I3. unfold push. destruct (mem b (snd s)); [exact H|right; exact H].
      + intros a H. destruct (I4 a H) as [K|K]; [|right; exact K].
        unfold push in K. destruct (mem b (snd s)) eqn:E; [left; exact K|].
        apply insert_In in K as [->|K]; [|left; exact K].
        right. apply I3. unfold push. rewrite E. left. reflexivity.
  Qed.

  Lemma work_invariant s : invariant s ->
    match work s with
    | inl s => invariant s
    | inr (Some m) => forall a, In_met a m -> exists l, follows a = Some l /\ forall b, In b l -> In_met b m
    | inr None => True
    end.
  Proof.
    intro H. unfold work. destruct s as [[|a queue] m]; simpl in *.
    - intros a I. destruct (H a I) as [[]|K]. exact K.
    - destruct (follows a) as [l|] eqn:E; [|exact Logic.I].
      destruct (push_all l (queue, m)) as (P1 & P2 & P3 & P4). simpl in *.
      intros b I. destruct (P4 b I) as [K|K]; [|left; exact K].
      destruct (H b K) as [[<-|Q]|(k & Q & R)].
      + right. exists l. split; [exact E|exact P2].
      + left. apply P3, Q.
      + right. exists k. split; [exact Q|]. intros c J. apply P1, R, J.
  Qed.

  Theorem explored_closed starts m : explored starts = Some m ->
    (forall a, In a starts -> In_met a m) /\
    (forall a, In_met a m -> exists l, follows a = Some l /\ forall b, In b l -> In_met b m).
  Proof.
    unfold explored. generalize depth. intro depth. set (s := fold_left push starts ([], PositiveMap.empty _)).
    destruct (push_all starts ([], PositiveMap.empty _)) as (P1 & P2 & P3 & P4). fold s in P1, P2, P3, P4.
    intro E.
    assert (forall t, (invariant t /\ forall a, In a starts -> In_met a (snd t)) ->
      match work t with
      | inl t => invariant t /\ forall a, In a starts -> In_met a (snd t)
      | inr r => match r with
        | Some m => (forall a, In a starts -> In_met a m) /\
            (forall a, In_met a m -> exists l, follows a = Some l /\ forall b, In b l -> In_met b m)
        | None => True end
      end) as W.
    { intros t [I J]. pose proof (work_invariant t I) as W. unfold work in *.
      destruct t as [[|a queue] m']; cbn [fst snd] in *; [split; assumption|].
      destruct (follows a) as [l|]; [|exact Logic.I].
      split; [exact W|]. intros b K. destruct (push_all l (queue, m')) as (Q1 & _). apply Q1, J, K. }
    pose proof (loop_invariant work _ _ W depth s) as L.
    destruct (loop depth work s) as [t|[m'|]]; try discriminate. injection E as ->.
    apply L. split; [|exact P2].
    intros a I. left. destruct (P4 a I) as [(l & F & _)|K]; [|exact K].
    cbn in F. rewrite PositiveMap.gempty in F. discriminate.
  Qed.

  (** A property holds everywhere if it holds at each item whose successors have it. *)
  Theorem explore_closed starts : explore starts = true ->
    exists P : A -> Prop, (forall a, In a starts -> P a) /\
      forall a, P a -> exists l, follows a = Some l /\ forall b, In b l -> P b.
  Proof.
    unfold explore. destruct (explored starts) as [m|] eqn:E; [|discriminate]. intros _.
    exists (fun a => In_met a m). apply explored_closed, E.
  Qed.
End Explore.

(** Proofs never unfold these. *)
Strategy 1000 [loop explored explore].
