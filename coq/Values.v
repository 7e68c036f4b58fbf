(** * The value of a position, given the list of the values of its options *)

From Coq Require Import List NArith Bool Lia FinFun.
From Bouton Require Import Statement.
Import ListNotations.
Open Scope N_scope.

Definition has (a : N) (l : list N) : bool := existsb (N.eqb a) l.

Lemma has_In a l : has a l = true <-> In a l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (b & I & E). apply N.eqb_eq in E. congruence.
  - intro I. exists a. split; [exact I|apply N.eqb_refl].
Qed.

Lemma has_not a l : has a l = false <-> ~ In a l.
Proof. rewrite <- has_In. destruct (has a l); split; congruence || intro H; exfalso; apply H; reflexivity. Qed.

Definition minimum (l : list N) : option N :=
  fold_right (fun a r => Some (match r with Some b => N.min a b | None => a end)) None l.
Definition maximum (l : list N) : option N :=
  fold_right (fun a r => Some (match r with Some b => N.max a b | None => a end)) None l.

Lemma minimum_least l : match minimum l with Some a => least (fun b => In b l) a | None => l = [] end.
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|].
  destruct (minimum l) as [b|].
  - destruct IH as [I H]. split.
    + destruct (N.min_spec a b) as [[_ ->]|[_ ->]]; auto.
    + intros c [<-|J]; [lia|]. pose proof (H c J). lia.
  - subst. split; [left; reflexivity|]. intros c [<-|[]]. lia.
Qed.

Lemma maximum_greatest l : match maximum l with Some a => greatest (fun b => In b l) a | None => l = [] end.
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|].
  destruct (maximum l) as [b|].
  - destruct IH as [I H]. split.
    + destruct (N.max_spec a b) as [[_ ->]|[_ ->]]; auto.
    + intros c [<-|J]; [lia|]. pose proof (H c J). lia.
  - subst. split; [left; reflexivity|]. intros c [<-|[]]. lia.
Qed.

Fixpoint mex (k : nat) (a : N) (l : list N) : N :=
  match k with
  | O => a
  | S k => if has a l then mex k (a + 1) l else a
  end.

Lemma mex_below k : forall a l, (forall b, b < a -> In b l) -> forall b, b < mex k a l -> In b l.
Proof.
  induction k as [|k IH]; intros a l H b L; simpl in L; [apply H, L|].
  destruct (has a l) eqn:E; [|apply H, L].
  apply (IH (a + 1) l); [|exact L]. intros c Lc.
  destruct (N.eq_dec c a) as [->|N]; [apply has_In, E|]. apply H. lia.
Qed.

(** Not all of [0, ..., length l] are in [l]. *)
Lemma mex_not k : forall a l, has (mex k a l) l = true -> mex k a l = a + N.of_nat k.
Proof.
  induction k as [|k IH]; intros a l H; simpl in *; [lia|].
  destruct (has a l) eqn:E.
  - rewrite (IH _ _ H). lia.
  - congruence.
Qed.

Lemma mex_free l : ~ In (mex (length l) 0 l) l.
Proof.
  intro I. pose proof (proj2 (has_In _ _) I) as H. apply mex_not in H.
  assert (forall b, b < mex (length l) 0 l -> In b l) as B by (apply mex_below; intros; lia).
  set (m := mex (length l) 0 l) in *.
  assert (incl (map N.of_nat (seq 0 (S (length l)))) l) as C.
  { intros b J. apply in_map_iff in J as (i & <- & J). apply in_seq in J.
    destruct (N.eq_dec (N.of_nat i) m) as [->|N]; [exact I|]. apply B. lia. }
  apply NoDup_incl_length in C.
  - rewrite map_length, seq_length in C. lia.
  - apply Injective_map_NoDup; [intros x y; lia|]. apply seq_NoDup.
Qed.

Definition phi (v : valuation) (l : list N) : N :=
  match v with
  | Normal => if has 0 l then 1 else 0
  | Misere => match l with [] => 1 | _ => if has 0 l then 1 else 0 end
  | MisereAndEnd => match l with [] => 2 | _ => if has 0 l then 1 else 0 end
  | Podium n => match minimum l with Some a => (a + 1) mod n | None => 0 end
  | Coalition =>
      if has 0 l then 1
      else if has 1 l && negb (has 2 l) && negb (has 3 l) then 2
      else if negb (has 1 l) && negb (has 3 l) then 0 else 3
  | Grundy => mex (length l) 0 l
  | Remoteness =>
      match minimum (filter N.even l) with
      | Some a => a + 1
      | None => match maximum l with Some a => a + 1 | None => 0 end
      end
  end.

Lemma phi_calls v l : calls_for v (fun a => In a l) (phi v l).
Proof.
  destruct v; simpl.
  - destruct (has 0 l) eqn:E; [right|left]; (split; [reflexivity|]).
    + apply has_In, E. + apply has_not, E.
  - destruct l as [|a l]; [left; split; [reflexivity|left; intros b []]|].
    destruct (has 0 (a :: l)) eqn:E; [left|right]; (split; [reflexivity|]).
    + right. apply has_In, E.
    + split; [apply has_not, E|]. exists a. left. reflexivity.
  - destruct l as [|a l]; [left; split; [reflexivity|intros b []]|right].
    destruct (has 0 (a :: l)) eqn:E; [left|right]; (split; [reflexivity|]).
    + apply has_In, E.
    + split; [apply has_not, E|]. exists a. left. reflexivity.
  - pose proof (minimum_least l) as M. destruct (minimum l) as [a|].
    + right. exists a. auto.
    + subst. left. split; [reflexivity|]. intros b [].
  - destruct (has 0 l) eqn:E0; [left; split; [reflexivity|apply has_In, E0]|right].
    apply has_not in E0.
    destruct (has 1 l) eqn:E1, (has 2 l) eqn:E2, (has 3 l) eqn:E3; simpl;
      rewrite ?has_In, ?has_not in *; tauto.
  - split; [apply mex_free|]. apply mex_below. intros; lia.
  - pose proof (minimum_least (filter N.even l)) as M.
    destruct (minimum (filter N.even l)) as [a|].
    + right. left. exists a. split; [|reflexivity]. destruct M as [I H].
      apply filter_In in I. split; [exact I|]. intros b J. apply H, filter_In, J.
    + pose proof (maximum_greatest l) as G. destruct (maximum l) as [a|].
      * right. right. exists a. split; [|auto]. intros b I.
        destruct (N.even b) eqn:E; [|reflexivity].
        assert (In b (filter N.even l)) as J by (apply filter_In; auto). rewrite M in J. destruct J.
      * subst. left. split; [reflexivity|]. intros b [].
Qed.

Lemma calls_for_same v S T a : (forall b, S b <-> T b) -> calls_for v S a -> calls_for v T a.
Proof.
  intros E. destruct v; simpl; unfold least, greatest, none; intro H; firstorder.
Qed.

Lemma calls_for_unique v S a b : calls_for v S a -> calls_for v S b -> a = b.
Proof.
  assert (forall S a b, least S a -> least S b -> a = b) as L.
  { intros T x y [I H] [J K]. pose proof (H y J). pose proof (K x I). lia. }
  assert (forall S a b, greatest S a -> greatest S b -> a = b) as G.
  { intros T x y [I H] [J K]. pose proof (H y J). pose proof (K x I). lia. }
  destruct v; simpl; intros A B.
  - intuition congruence.
  - destruct A as [[-> A]|[-> [A [c C]]]], B as [[-> B]|[-> [B [e E]]]]; try reflexivity.
    + destruct A as [A|A]; [destruct (A e E)|destruct (B A)].
    + destruct B as [B|B]; [destruct (B c C)|destruct (A B)].
  - destruct A as [[-> A]|[[-> A]|[-> [A [c C]]]]], B as [[-> B]|[[-> B]|[-> [B [e E]]]]];
      try reflexivity; exfalso; unfold none, not in *; eauto.
  - destruct A as [[-> A]|(c & A & ->)], B as [[-> B]|(e & B & ->)]; try reflexivity.
    + destruct B as [I _]. destruct (A _ I).
    + destruct A as [I _]. destruct (B _ I).
    + rewrite (L _ _ _ A B). reflexivity.
  - intuition congruence.
  - destruct A as [A A'], B as [B B'].
    destruct (N.lt_trichotomy a b) as [H|[H|H]]; [|exact H|]; exfalso; auto.
  - destruct A as [[-> A]|[(c & A & ->)|(c & A0 & A & ->)]], B as [[-> B]|[(e & B & ->)|(e & B0 & B & ->)]];
      try reflexivity; try (exfalso; firstorder; fail).
    + rewrite (L _ _ _ A B). reflexivity.
    + exfalso. destruct A as [[I E] _]. rewrite (B0 _ I) in E. discriminate.
    + exfalso. destruct B as [[I E] _]. rewrite (A0 _ I) in E. discriminate.
    + rewrite (G _ _ _ A B). reflexivity.
Qed.
