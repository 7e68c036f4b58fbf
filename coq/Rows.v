(** * Rows of digits, and the required values of options

    The digits of each heap, and of the heap after a move, are read in step. *)

From Coq Require Import List ZArith NArith Nnat Bool Lia Permutation.
From Bouton Require Import Statement Every Vectors Residual Words Explore Refute Threads Subsets Values Check SpragueGrundy.
Import ListNotations.
Open Scope Z_scope.

(** ** Rows of binary digits *)

Definition is_row (m : nat) (r : list nat) : Prop := length r = m /\ Forall (fun e => (e < 2)%nat) r.

Lemma number_cons_binary e r : number binary (e :: r) = Z.of_nat (Nat.min e 1) * 2 ^ Z.of_nat (length r) + number binary r \/ (2 <= e)%nat.
Proof.
  destruct (Nat.lt_ge_cases e 2) as [H|H]; [left|right; exact H].
  unfold number, track. rewrite !at_hd.
  assert (forall r v w, fold_left (append binary) r [v + w] = 
    map (Z.add (v * 2 ^ Z.of_nat (length r))) (fold_left (append binary) r [w])) as P.
  { clear. induction r as [|d r IH]; intros v w; [simpl; f_equal; lia|].
    cbn [fold_left length].
    assert (forall u, append binary [u] d = [2 * u + nth 0 (nth d (vectors binary) []) 0]) as A.
    { intro u. unfold append. cbn [matrix binary map dot vectors].
      destruct d as [|[|d]]; cbn; try (f_equal; lia). destruct d; cbn; f_equal; lia. }
    rewrite !A. replace (2 * (v + w) + _) with (2 * v + (2 * w + nth 0 (nth d (vectors binary) []) 0)) by lia.
    rewrite IH. f_equal. f_equal. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia. }
  cbn [fold_left].
  assert (append binary [] e = [Z.of_nat (Nat.min e 1)]) as -> by (destruct e as [|[|e]]; [reflexivity|reflexivity|lia]).
  destruct r as [|d r].
  - simpl. destruct e as [|[|e]]; simpl; lia.
  - replace [Z.of_nat (Nat.min e 1)] with [Z.of_nat (Nat.min e 1) + 0] by (f_equal; lia).
    rewrite P. 
    assert (fold_left (append binary) (d :: r) [0] = fold_left (append binary) (d :: r) []) as ->.
    { destruct d as [|[|[|d]]]; reflexivity. }
    assert (forall w u, exists u', fold_left (append binary) w [u] = [u']) as One.
    { clear. induction w as [|d w IH]; intro u; [exists u; reflexivity|]. cbn [fold_left].
      assert (exists u', append binary [u] d = [u']) as (u' & ->); [|apply IH].
      destruct d as [|[|[|d]]]; eexists; reflexivity. }
    assert (exists u, fold_left (append binary) (d :: r) [] = [u]) as (u & ->).
    { cbn [fold_left]. destruct d as [|[|[|d]]]; apply One. }
    reflexivity.
Qed.

Lemma number_cons m e r : is_row (S m) (e :: r) -> number binary (e :: r) = Z.of_nat e * 2 ^ Z.of_nat m + number binary r /\ is_row m r.
Proof.
  intros [L F]. apply Forall_cons_iff in F as [H F]. cbn [length] in L. injection L as L.
  split; [|split; assumption]. destruct (number_cons_binary e r) as [->|G]; [|lia].
  rewrite L. destruct e as [|[|e]]; [reflexivity|reflexivity|lia].
Qed.

Lemma number_bounds m : forall r, is_row m r -> 0 <= number binary r < 2 ^ Z.of_nat m.
Proof.
  induction m as [|m IH]; intros r R; pose proof R as [L F].
  - destruct r; [|discriminate]. cbv. split; congruence.
  - destruct r as [|e r]; [discriminate|]. apply number_cons in R as [-> R].
    specialize (IH r R). apply Forall_cons_iff in F as [He _].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. destruct e as [|[|e]]; lia.
Qed.

Fixpoint places (m : nat) (a : Z) : list nat :=
  match m with
  | O => []
  | S m => if 2 ^ Z.of_nat m <=? a then 1%nat :: places m (a - 2 ^ Z.of_nat m) else 0%nat :: places m a
  end.

Lemma places_row m : forall a, is_row m (places m a).
Proof.
  induction m as [|m IH]; intro a; cbn [places]; [split; constructor|].
  destruct (2 ^ Z.of_nat m <=? a);
    [destruct (IH (a - 2 ^ Z.of_nat m))|destruct (IH a)]; split; simpl; try congruence; constructor; auto.
Qed.

Lemma number_places m : forall a, 0 <= a < 2 ^ Z.of_nat m -> number binary (places m a) = a.
Proof.
  induction m as [|m IH]; intros a H.
  - change (2 ^ Z.of_nat 0) with 1 in H. replace a with 0 by lia. reflexivity.
  - pose proof (places_row (S m) a) as R. rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia.
    cbn [places] in *. destruct (Z.leb_spec (2 ^ Z.of_nat m) a);
      apply number_cons in R as [-> R]; rewrite IH by lia; lia.
Qed.

Lemma places_number m : forall r, is_row m r -> places m (number binary r) = r.
Proof.
  induction m as [|m IH]; intros r R; pose proof R as [L F].
  - destruct r; [reflexivity|discriminate].
  - destruct r as [|e r]; [discriminate|]. apply number_cons in R as [E R]. rewrite E.
    pose proof (number_bounds m r R) as B. apply Forall_cons_iff in F as [He _]. cbn [places].
    destruct e as [|[|e]]; [| |lia].
    + replace (Z.of_nat 0 * 2 ^ Z.of_nat m + number binary r) with (number binary r) by lia.
      destruct (Z.leb_spec (2 ^ Z.of_nat m) (number binary r)); [lia|]. rewrite IH by exact R. reflexivity.
    + replace (Z.of_nat 1 * 2 ^ Z.of_nat m + number binary r) with (2 ^ Z.of_nat m + number binary r) by lia.
      destruct (Z.leb_spec (2 ^ Z.of_nat m) (2 ^ Z.of_nat m + number binary r)); [|lia].
      replace (2 ^ Z.of_nat m + number binary r - 2 ^ Z.of_nat m) with (number binary r) by lia.
      rewrite IH by exact R. reflexivity.
Qed.

(** ** Heaps of a partial move

    The knowledge about a heap: whether it is less already, the digits that follow, and those of the heap
    after the move. *)

Definition heap := (bool * list nat * list nat)%type.
Definition before (h : heap) : bool * list nat := fst h.
Definition after (h : heap) : list nat := snd h.

Fixpoint less_at_end (less : bool) (x y : list nat) : option bool :=
  match x, y with
  | [], [] => Some less
  | d :: x, e :: y =>
      if less then less_at_end true x y
      else if Nat.eqb d e then less_at_end false x y
      else if Nat.ltb e d then less_at_end true x y else None
  | _, _ => None
  end.

Definition ends (h : heap) : option bool := less_at_end (fst (fst h)) (snd (fst h)) (snd h).
Definition fits (m : nat) (h : heap) : Prop :=
  is_row m (snd (fst h)) /\ is_row m (snd h) /\ ends h <> None.
Definition is_less (h : heap) : bool := match ends h with Some b => b | None => false end.
Definition count {A} (f : A -> bool) (l : list A) : nat := length (filter f l).

Lemma less_stays m : forall x y, is_row m x -> is_row m y -> less_at_end true x y = Some true.
Proof.
  induction m as [|m IH]; intros [|d x] [|e y] [L F] [L' F']; try discriminate; [reflexivity|].
  cbn [less_at_end]. apply Forall_cons_iff in F as [_ F]. apply Forall_cons_iff in F' as [_ F'].
  apply IH; split; try assumption; simpl in *; congruence.
Qed.

Lemma less_at_end_numbers m : forall x y, is_row m x -> is_row m y ->
  match less_at_end false x y with
  | Some b => number binary y <= number binary x /\ b = (number binary y <? number binary x)
  | None => number binary x < number binary y
  end.
Proof.
  induction m as [|m IH]; intros [|d x] [|e y] X Y; pose proof X as [L F]; pose proof Y as [L' F']; try discriminate.
  - cbv. split; congruence.
  - apply number_cons in X as [-> X]. apply number_cons in Y as [-> Y].
    pose proof (number_bounds m x X). pose proof (number_bounds m y Y). specialize (IH x y X Y).
    apply Forall_cons_iff in F as [Hd _]. apply Forall_cons_iff in F' as [He _]. cbn [less_at_end].
    destruct (Nat.eqb_spec d e) as [->|N].
    + destruct (less_at_end false x y); [|lia]. destruct IH as [I ->]. split; [lia|].
      destruct (Z.ltb_spec (number binary y) (number binary x)),
        (Z.ltb_spec (Z.of_nat e * 2 ^ Z.of_nat m + number binary y) (Z.of_nat e * 2 ^ Z.of_nat m + number binary x)); lia.
    + destruct (Nat.ltb_spec e d).
      * rewrite (less_stays m) by assumption. assert (d = 1%nat /\ e = 0%nat) as [-> ->] by lia.
        split; [lia|]. symmetry. apply Z.ltb_lt. lia.
      * assert (d = 0%nat /\ e = 1%nat) as [-> ->] by lia. lia.
Qed.

(** ** Required and forbidden values of options *)

Definition value_bound (v : valuation) : N :=
  match v with Normal => 2 | MisereAndEnd => 3 | Podium n => n | Coalition => 4 | _ => 0 end%N.

Fixpoint numbers_below (k : nat) : list N :=
  match k with O => [] | S k => numbers_below k ++ [N.of_nat k] end.

Lemma numbers_below_In k a : In a (numbers_below k) <-> (a < N.of_nat k)%N.
Proof.
  induction k as [|k IH]; cbn [numbers_below]; [split; [intros []|lia]|].
  rewrite in_app_iff, IH. simpl. split; [intros [H|[H|[]]]; lia|]. intro H.
  destruct (N.eq_dec a (N.of_nat k)) as [->|]; [right; left; reflexivity|left; lia].
Qed.

Definition forbidden (v : valuation) (a : N) : list N :=
  match v with
  | Normal => if N.eqb a 0 then [0] else []
  | MisereAndEnd => if N.eqb a 0 then [0] else if N.eqb a 1 then [] else [0; 1; 2]
  | Podium n => numbers_below (N.to_nat (if N.eqb a 0 then n - 1 else a - 1))
  | Coalition => if N.eqb a 0 then [0; 1; 3] else if N.eqb a 1 then [] else if N.eqb a 2 then [0; 2; 3] else [0]
  | _ => []
  end%N.

Definition required (v : valuation) (a : N) : list (list N) :=
  match v with
  | Normal => if N.eqb a 0 then [] else [[0]]
  | MisereAndEnd => if N.eqb a 0 then [[1; 2]] else if N.eqb a 1 then [[0]] else []
  | Podium n => if N.eqb a 0 then [] else [[a - 1]]
  | Coalition => if N.eqb a 0 then [] else if N.eqb a 1 then [[0]] else if N.eqb a 2 then [[1]] else [[1; 3]; [2; 3]]
  | _ => []
  end%N.

Lemma conditions_call v a S : (a < value_bound v)%N -> (forall o, In o S -> (o < value_bound v)%N) ->
  (forall o, In o S -> has o (forbidden v a) = false) ->
  (forall r, In r (required v a) -> exists o, In o S /\ In o r) ->
  calls_for v (fun o => In o S) a.
Proof.
  intros A B F R. destruct v as [| | |n| | |]; cbn [value_bound] in *; try lia.
  - unfold forbidden, required in *. assert (a = 0 \/ a = 1)%N as [-> | ->] by lia; cbn in *.
    + left. split; [reflexivity|]. intro I. specialize (F _ I). discriminate.
    + right. split; [reflexivity|]. destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[]]). exact I.
  - unfold forbidden, required in *. assert (a = 0 \/ a = 1 \/ a = 2)%N as [->|[->| ->]] by lia; cbn in *.
    + right. right. split; [reflexivity|]. split; [intro I; specialize (F _ I); discriminate|].
      destruct (R _ (or_introl eq_refl)) as (o & I & _). eauto.
    + right. left. split; [reflexivity|]. destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[]]). exact I.
    + left. split; [reflexivity|]. intros o I. specialize (B o I). specialize (F o I).
      assert (o = 0 \/ o = 1 \/ o = 2)%N as [->|[->| ->]] by lia; discriminate.
  - unfold forbidden, required in *. cbn [calls_for]. destruct (N.eqb_spec a 0) as [->|N].
    + destruct S as [|o S]; [left; split; [reflexivity|intros b []]|right].
      assert (forall b, In b (o :: S) -> b = n - 1)%N as Q.
      { intros b I. specialize (F b I). apply has_not in F. rewrite numbers_below_In, N2Nat.id in F.
        specialize (B b I). lia. }
      exists (n - 1)%N. split.
      * split; [rewrite <- (Q o (or_introl eq_refl)); left; reflexivity|]. intros b I. rewrite (Q b I). lia.
      * replace (n - 1 + 1)%N with n by lia. rewrite N.mod_same by lia. reflexivity.
    + right. exists (a - 1)%N. split; [split|].
      * destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[]]). exact I.
      * intros b I. specialize (F b I). apply has_not in F. rewrite numbers_below_In, N2Nat.id in F. lia.
      * replace (a - 1 + 1)%N with a by lia. rewrite N.mod_small by lia. reflexivity.
  - assert (forall o, has o (forbidden Coalition a) = true -> ~ In o S) as F'.
    { intros o H I. rewrite (F o I) in H. discriminate. }
    unfold forbidden, required in *. cbn [calls_for].
    assert (a = 0 \/ a = 1 \/ a = 2 \/ a = 3)%N as [->|[->|[->| ->]]] by lia; cbn in R, F'.
    + right. right. left. repeat split; apply F'; reflexivity.
    + left. split; [reflexivity|]. destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[]]). exact I.
    + right. left. destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[]]).
      repeat split; try exact I; apply F'; reflexivity.
    + right. right. right. split; [reflexivity|]. split; [apply F'; reflexivity|].
      destruct (R _ (or_introl eq_refl)) as (o & I & [<-|[<-|[]]]); [|right; exact I].
      destruct (R _ (or_intror (or_introl eq_refl))) as (o & J & [<-|[<-|[]]]); auto.
Qed.
