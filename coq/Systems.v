(** * Systems of linear conditions on integers

    Shown to have no solution, projected, or divided into cases, by the elimination of Fourier and Motzkin. *)

From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** ** Rows

    The numbers of variables: [environment].  A row is a sum of multiples of variables, and a constant. *)

Definition environment := nat -> Z.

Record row := Row { terms : list Z; free : Z }.

Fixpoint weigh (ts : list Z) (i : nat) (e : environment) : Z :=
  match ts with [] => 0 | a :: ts => a * e i + weigh ts (S i) e end.

Definition eval (r : row) (e : environment) : Z := weigh (terms r) 0 e + free r.

Fixpoint weighted (k : Z) (a b : list Z) : list Z :=
  match a, b with
  | p :: a, q :: b => match q with Z0 => p | _ => p + k * q end :: weighted k a b
  | [], b => map (Z.mul k) b
  | a, [] => a
  end.

Lemma weigh_scale k b : forall i e, weigh (map (Z.mul k) b) i e = k * weigh b i e.
Proof. induction b as [|q b IH]; intros i e; cbn; [lia|]. rewrite IH. lia. Qed.

Lemma weigh_weighted k a : forall b i e, weigh (weighted k a b) i e = weigh a i e + k * weigh b i e.
Proof.
  induction a as [|p a IH]; intros [|q b] i e; cbn [weighted]; try (cbn; lia).
  - rewrite weigh_scale. cbn. lia.
  - cbn [weigh]. rewrite IH. destruct q; nia.
Qed.

Definition add (r : row) (k : Z) (q : row) : row := Row (weighted k (terms r) (terms q)) (free r + k * free q).
Definition constant_row (k : Z) : row := Row [] k.
Definition var (i : nat) : row := Row (repeat 0 i ++ [1]) 0.
Definition opposite (r : row) : row := add (constant_row (-1)) (-1) r.
Definition coefficient (r : row) (i : nat) : Z := nth i (terms r) 0.

Lemma eval_add r k q e : eval (add r k q) e = eval r e + k * eval q e.
Proof. unfold eval, add. cbn [terms free]. rewrite weigh_weighted. lia. Qed.

Lemma eval_constant k e : eval (constant_row k) e = k.
Proof. reflexivity. Qed.

Lemma weigh_var i : forall j e, weigh (repeat 0 i ++ [1]) j e = e (j + i)%nat.
Proof.
  induction i as [|i IH]; intros j e; cbn [repeat app weigh].
  - rewrite Nat.add_0_r. lia.
  - rewrite IH. replace (S j + i)%nat with (j + S i)%nat by lia. lia.
Qed.

Lemma eval_var i e : eval (var i) e = e i.
Proof. unfold eval. cbn [var terms free]. rewrite weigh_var. cbn. lia. Qed.

Lemma eval_opposite r e : eval (opposite r) e = - 1 - eval r e.
Proof. unfold opposite. rewrite eval_add, eval_constant. lia. Qed.

Definition changed (e : environment) (x : nat) (v : Z) : environment := fun i => if Nat.eqb i x then v else e i.

Lemma weigh_same ts : forall i e e', (forall j, (i <= j)%nat -> e j = e' j) -> weigh ts i e = weigh ts i e'.
Proof.
  induction ts as [|a ts IH]; intros i e e' H; cbn; [reflexivity|].
  rewrite (IH (S i) e e'), (H i); [reflexivity|lia|]. intros; apply H; lia.
Qed.

Lemma weigh_changed ts x v : forall i e,
  weigh ts i (changed e (i + x) v) = weigh ts i e + nth x ts 0 * (v - e (i + x)%nat).
Proof.
  revert x. induction ts as [|a ts IH]; intros x i e; cbn [weigh].
  - destruct x; cbn; lia.
  - destruct x as [|x].
    + rewrite Nat.add_0_r. unfold changed at 1. rewrite Nat.eqb_refl.
      rewrite (weigh_same ts (S i) (changed e i v) e).
      * cbn. lia.
      * intros j H. unfold changed. destruct (Nat.eqb_spec j i); [lia|reflexivity].
    + replace (i + S x)%nat with (S i + x)%nat by lia. rewrite IH. cbn [nth].
      unfold changed at 1. destruct (Nat.eqb_spec i (S i + x)); [lia|]. lia.
Qed.

Lemma eval_changed r e x v : eval r (changed e x v) = eval r e + coefficient r x * (v - e x).
Proof. unfold eval, coefficient. pose proof (weigh_changed (terms r) x v 0 e) as H. cbn in H. rewrite H. lia. Qed.

(** ** Tightening *)

Fixpoint divisor (g : Z) (ts : list Z) : Z :=
  match ts with
  | [] => g
  | a :: ts => match g with Zpos xH => 1 | _ => divisor (Z.gcd g a) ts end
  end.

Lemma divisor_divides ts : forall g, (divisor g ts | g) /\ Forall (fun a => (divisor g ts | a)) ts.
Proof.
  induction ts as [|a ts IH]; intros g; cbn [divisor].
  - split; [apply Z.divide_refl|constructor].
  - assert ((divisor (Z.gcd g a) ts | g) /\ Forall (fun b => (divisor (Z.gcd g a) ts | b)) (a :: ts)) as H.
    { destruct (IH (Z.gcd g a)) as [D F]. split.
      - eapply Z.divide_trans; [exact D|apply Z.gcd_divide_l].
      - constructor; [|exact F]. eapply Z.divide_trans; [exact D|apply Z.gcd_divide_r]. }
    destruct g as [|[g|g|]|g]; try exact H.
    split; [apply Z.divide_1_l|]. apply Forall_forall. intros. apply Z.divide_1_l.
Qed.

Lemma weigh_divided g ts : g <> 0 -> Forall (fun a => (g | a)) ts ->
  forall i e, weigh ts i e = g * weigh (map (fun a => a / g) ts) i e.
Proof.
  intros N F. induction F as [|a ts D F IH]; intros i e; cbn; [lia|].
  rewrite IH. destruct D as [b ->]. rewrite Z.div_mul by exact N. lia.
Qed.

Definition trim (ts : list Z) : list Z := fold_right (fun a l => match a, l with 0, [] => [] | _, _ => a :: l end) [] ts.

Lemma weigh_trim ts : forall i e, weigh (trim ts) i e = weigh ts i e.
Proof.
  induction ts as [|a ts IH]; intros i e; [reflexivity|].
  cbn [weigh]. rewrite <- IH. unfold trim. cbn [fold_right]. fold (trim ts).
  destruct a; destruct (trim ts); cbn; lia.
Qed.

Definition tighten (r : row) : row :=
  let ts := trim (terms r) in
  let g := divisor 0 ts in
  if 1 <? g then Row (map (fun a => a / g) ts) (free r / g) else Row ts (free r).

Lemma tighten_holds r e : 0 <= eval (tighten r) e <-> 0 <= eval r e.
Proof.
  unfold tighten. destruct (Z.ltb_spec 1 (divisor 0 (trim (terms r)))) as [L|L]; unfold eval; cbn [terms free].
  - destruct (divisor_divides (trim (terms r)) 0) as [_ F]. set (g := divisor _ _) in *.
    rewrite <- (weigh_trim (terms r)), (weigh_divided g (trim (terms r))) by (lia || exact F).
    set (w := weigh _ _ _). pose proof (Z.div_mod (free r) g) as D. pose proof (Z.mod_pos_bound (free r) g) as B.
    split; intro H; nia.
  - rewrite weigh_trim. reflexivity.
Qed.

(** An equation divided; [None] if it has no solution. *)
Definition normal (z : row) : option row :=
  let ts := trim (terms z) in
  let g := Z.abs (divisor 0 ts) in
  if g =? 0 then if (free z =? 0) then Some (Row ts 0) else None
  else if free z mod g =? 0 then Some (Row (map (fun a => a / g) ts) (free z / g)) else None.

Lemma divided_abs ts : Forall (fun a => (Z.abs (divisor 0 ts) | a)) ts.
Proof.
  destruct (divisor_divides ts 0) as [_ F]. eapply Forall_impl; [|exact F].
  intros a D. apply Z.divide_abs_l. exact D.
Qed.

Lemma normal_holds z e : match normal z with Some z' => eval z' e = 0 <-> eval z e = 0 | None => eval z e <> 0 end.
Proof.
  unfold normal. pose proof (divided_abs (trim (terms z))) as F. set (g := Z.abs _) in *.
  unfold eval. rewrite <- (weigh_trim (terms z)).
  destruct (Z.eqb_spec g 0) as [E|E].
  - assert (weigh (trim (terms z)) 0 e = 0) as W.
    { rewrite E in F. revert F. generalize (trim (terms z)) 0%nat. induction l as [|a l IH]; intros i F; [reflexivity|].
      inversion_clear F. apply Z.divide_0_l in H. subst. cbn [weigh]. rewrite IH by assumption. reflexivity. }
    destruct (Z.eqb_spec (free z) 0) as [->|N]; cbn [terms free]; [reflexivity|]. lia.
  - pose proof (weigh_divided g _ E F 0 e) as W. rewrite W.
    pose proof (Z.div_mod (free z) g E) as D.
    destruct (Z.eqb_spec (free z mod g) 0) as [M|M]; cbn [terms free].
    + rewrite M in D. split; intro H; nia.
    + intro H. apply M. replace (free z) with ((- weigh (map (fun a => a / g) (trim (terms z))) 0 e) * g) by lia.
      apply Z.mod_mul. exact E.
Qed.

(** ** Equations *)

Definition nonneg (e : environment) (r : row) : Prop := 0 <= eval r e.
Definition null (e : environment) (r : row) : Prop := eval r e = 0.

(** With the equation [z], which has the coefficient [s], 1 or -1, at [i]: without this variable. *)
Definition without (z : row) (i : nat) (s : Z) (r : row) : row :=
  match coefficient r i with Z0 => r | c => add r (- c * s) z end.

Lemma without_eval z i s r e : eval z e = 0 -> eval (without z i s r) e = eval r e.
Proof. intro Z. unfold without. destruct (coefficient r i); rewrite ?eval_add, ?Z; lia. Qed.

Lemma coefficient_add r k q i : coefficient (add r k q) i = coefficient r i + k * coefficient q i.
Proof.
  unfold coefficient, add. cbn [terms]. generalize (terms r) (terms q). revert i.
  assert (forall b i, nth i (map (Z.mul k) b) 0 = k * nth i b 0) as S.
  { intros b i. replace 0 with (k * 0) at 1 by lia. apply map_nth. }
  induction i as [|i IH]; intros [|p a] [|q' b]; cbn [weighted map nth]; try lia.
  - destruct q'; lia.
  - rewrite S. lia.
  - apply IH.
Qed.

Lemma without_coefficient z i s r : coefficient z i = s -> s * s = 1 -> coefficient (without z i s r) i = 0.
Proof.
  intros C S. unfold without. destruct (coefficient r i) eqn:E; [exact E| |];
    rewrite coefficient_add, E, C; nia.
Qed.

Fixpoint unit_at (allowed : nat -> bool) (i : nat) (ts : list Z) : option nat :=
  match ts with
  | [] => None
  | a :: ts =>
      match a with
      | Zpos xH | Zneg xH => if allowed i then Some i else unit_at allowed (S i) ts
      | _ => unit_at allowed (S i) ts
      end
  end.

Lemma unit_at_unit allowed ts : forall i j, unit_at allowed i ts = Some j ->
  allowed j = true /\ (i <= j)%nat /\ nth (j - i) ts 0 * nth (j - i) ts 0 = 1.
Proof.
  induction ts as [|a ts IH]; intros i j H; cbn in H; [discriminate|].
  assert (unit_at allowed (S i) ts = Some j ->
    allowed j = true /\ (i <= j)%nat /\ nth (j - i) (a :: ts) 0 * nth (j - i) (a :: ts) 0 = 1) as K.
  { intro E. destruct (IH _ _ E) as (A & L & M). split; [exact A|split; [lia|]].
    replace (j - i)%nat with (S (j - S i)) by lia. exact M. }
  destruct a as [|[p|p|]|[p|p|]]; try (apply K; exact H); destruct (allowed i) eqn:E; try (apply K; exact H);
    inversion H; subst; (split; [exact E|split; [lia|]]); rewrite Nat.sub_diag; reflexivity.
Qed.

(** Uses equations to remove variables that are [allowed]; [None] if one has no solution. *)
Fixpoint solve (fuel : nat) (allowed : nat -> bool) (rows zeros done : list row) : option (list row * list row) :=
  match fuel, zeros with
  | S fuel, z :: zeros =>
      match normal z with
      | None => None
      | Some z =>
          match unit_at allowed 0 (terms z) with
          | None => solve fuel allowed rows zeros (z :: done)
          | Some i =>
              let w := without z i (coefficient z i) in
              solve fuel allowed (map w rows) (map w zeros ++ map w done) []
          end
      end
  | _, _ => Some (rows, zeros ++ done)
  end.

Lemma solve_forward fuel allowed e : forall rows zeros done,
  Forall (nonneg e) rows -> Forall (null e) (zeros ++ done) ->
  match solve fuel allowed rows zeros done with
  | Some (rows', zeros') => Forall (nonneg e) rows' /\ Forall (null e) zeros'
  | None => False
  end.
Proof.
  induction fuel as [|fuel IH]; intros rows zeros done R Z; cbn [solve]; [auto|].
  destruct zeros as [|z zeros]; [auto|]. inversion_clear Z as [|? ? Z0 Z1].
  pose proof (normal_holds z e) as N. destruct (normal z) as [z'|]; [|apply N, Z0].
  apply N in Z0. destruct (unit_at allowed 0 (terms z')) as [i|].
  - apply Forall_app in Z1 as [Z1 Z2].
    apply IH; [|rewrite app_nil_r; apply Forall_app; split]; apply Forall_map;
      (eapply Forall_impl; [|eassumption]); intros r Hr; unfold nonneg, null in *; rewrite without_eval; assumption.
  - apply Forall_app in Z1 as [Z1 Z2]. apply IH; [exact R|]. apply Forall_app. split; [|constructor]; assumption.
Qed.

Lemma solve_backward fuel allowed : forall e rows zeros done rows' zeros',
  solve fuel allowed rows zeros done = Some (rows', zeros') ->
  Forall (nonneg e) rows' -> Forall (null e) zeros' ->
  exists e', (forall i, allowed i = false -> e' i = e i) /\ Forall (nonneg e') rows /\ Forall (null e') (zeros ++ done).
Proof.
  induction fuel as [|fuel IH]; intros e rows zeros done rows' zeros' S R Z; cbn [solve] in S.
  { inversion S; subst. exists e. auto. }
  destruct zeros as [|z zeros].
  { inversion S; subst. exists e. auto. }
  pose proof (normal_holds z) as N. destruct (normal z) as [z'|]; [|discriminate].
  destruct (unit_at allowed 0 (terms z')) as [i|] eqn:U.
  - apply unit_at_unit in U as (A & _ & M). rewrite Nat.sub_0_r in M. fold (coefficient z' i) in M.
    destruct (IH _ _ _ _ _ _ S R Z) as (e' & A' & R' & Z'). rewrite app_nil_r in Z'.
    set (s := coefficient z' i) in *.
    set (e'' := changed e' i (e' i - s * eval z' e')).
    assert (eval z' e'' = 0) as E.
    { unfold e''. rewrite eval_changed. fold s. replace (s * _) with (- (s * s) * eval z' e') by ring. rewrite M. lia. }
    assert (forall r, eval r e'' = eval (without z' i s r) e') as W.
    { intro r. rewrite <- (without_eval z' i s r e'' E). unfold e''. rewrite eval_changed.
      rewrite without_coefficient by (reflexivity || exact M). lia. }
    exists e''. split.
    + intros j J. unfold e'', changed. destruct (Nat.eqb_spec j i) as [->|_]; [congruence|apply A', J].
    + apply Forall_app in Z' as [Z1 Z2]. rewrite Forall_map in R', Z1, Z2. split.
      * eapply Forall_impl; [|exact R']. intros r. unfold nonneg. rewrite W. auto.
      * constructor; [apply N, E|]. apply Forall_app.
        split; (eapply Forall_impl; [|eassumption]); intros r; unfold null; rewrite W; auto.
  - destruct (IH _ _ _ _ _ _ S R Z) as (e' & A' & R' & Z'). exists e'. split; [exact A'|split; [exact R'|]].
    apply Forall_app in Z' as [Z1 Z2]. inversion_clear Z2 as [|? ? Z0 Z3].
    constructor; [apply N, Z0|apply Forall_app; auto].
Qed.

(** ** Inequalities *)

Fixpoint compare_terms (a b : list Z) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | p :: a, q :: b => match Z.compare p q with Eq => compare_terms a b | c => c end
  end.

Lemma compare_terms_eq a : forall b, compare_terms a b = Eq -> a = b.
Proof.
  induction a as [|p a IH]; intros [|q b] H; cbn in H; try discriminate; [reflexivity|].
  destruct (Z.compare_spec p q); try discriminate. subst. f_equal. apply IH, H.
Qed.

Fixpoint insert (r : row) (l : list row) : list row :=
  match l with
  | [] => [r]
  | q :: l =>
      match compare_terms (terms r) (terms q) with
      | Eq => (if free r <? free q then r else q) :: l
      | Lt => r :: q :: l
      | Gt => q :: insert r l
      end
  end.

Lemma insert_holds e r l : Forall (nonneg e) (insert r l) <-> nonneg e r /\ Forall (nonneg e) l.
Proof.
  induction l as [|q l IH]; cbn [insert].
  - rewrite Forall_cons_iff. reflexivity.
  - destruct (compare_terms (terms r) (terms q)) eqn:C.
    + apply compare_terms_eq in C. rewrite !Forall_cons_iff. unfold nonneg, eval.
      destruct (Z.ltb_spec (free r) (free q)) as [L|L]; rewrite C; intuition lia.
    + rewrite !Forall_cons_iff. tauto.
    + rewrite !Forall_cons_iff, IH. tauto.
Qed.

(** Tightened rows without those that follow from others of the same terms; [None] if one never holds. *)
Fixpoint simplify (rows : list row) : option (list row) :=
  match rows with
  | [] => Some []
  | r :: rows =>
      let r := tighten r in
      match terms r with
      | [] => if free r <? 0 then None else simplify rows
      | _ => match simplify rows with Some l => Some (insert r l) | None => None end
      end
  end.

Lemma simplify_holds e rows : match simplify rows with
  | Some l => Forall (nonneg e) l <-> Forall (nonneg e) rows
  | None => ~ Forall (nonneg e) rows
  end.
Proof.
  induction rows as [|r rows IH]; cbn [simplify]; [reflexivity|].
  pose proof (tighten_holds r e) as T. destruct (terms (tighten r)) eqn:E.
  - assert (eval (tighten r) e = free (tighten r)) as V by (unfold eval; rewrite E; reflexivity).
    rewrite V in T. destruct (Z.ltb_spec (free (tighten r)) 0) as [L|L].
    + intro F. inversion_clear F. unfold nonneg in *. lia.
    + destruct (simplify rows); rewrite Forall_cons_iff; unfold nonneg at 2; tauto.
  - destruct (simplify rows) as [l'|]; rewrite ?insert_holds, Forall_cons_iff; unfold nonneg at 1 3 || unfold nonneg at 1; tauto.
Qed.

Definition joined (x : nat) (low high : row) : row :=
  add (add (constant_row 0) (- coefficient high x) low) (coefficient low x) high.

Definition lows (x : nat) (rows : list row) := filter (fun r => 0 <? coefficient r x) rows.
Definition highs (x : nat) (rows : list row) := filter (fun r => coefficient r x <? 0) rows.
Definition others (x : nat) (rows : list row) := filter (fun r => coefficient r x =? 0) rows.

(** The rows without a variable, and the joint consequences of those with it. *)
Definition eliminated (x : nat) (rows : list row) : list row :=
  others x rows ++ flat_map (fun l => map (joined x l) (highs x rows)) (lows x rows).

Lemma eliminated_forward x rows e : Forall (nonneg e) rows -> Forall (nonneg e) (eliminated x rows).
Proof.
  intro F. rewrite Forall_forall in F |- *. intros r I. apply in_app_iff in I as [I|I].
  - apply filter_In in I as [I _]. apply F, I.
  - apply in_flat_map in I as (l & L & I). apply in_map_iff in I as (h & <- & H).
    apply filter_In in L as [L Lc], H as [H Hc]. apply Z.ltb_lt in Lc, Hc.
    pose proof (F l L) as Fl. pose proof (F h H) as Fh. unfold nonneg, joined in *.
    rewrite !eval_add, eval_constant. nia.
Qed.

(** Between lower and upper bounds lies an integer if all lower ones are exact: [v + a >= 0], [b >= k v]. *)
Lemma between (ls : list Z) (hs : list (Z * Z)) :
  Forall (fun h => 0 < fst h) hs ->
  Forall (fun a => Forall (fun h => 0 <= snd h + fst h * a) hs) ls ->
  exists v, Forall (fun a => 0 <= v + a) ls /\ Forall (fun h => 0 <= snd h - fst h * v) hs.
Proof.
  intros P. induction ls as [|a ls IH]; intro F.
  - clear F. induction P as [|h hs Ph P IH].
    + exists 0. split; constructor.
    + destruct IH as (v & _ & H). exists (Z.min v (- Z.abs (snd h))). split; [constructor|].
      constructor; [nia|]. rewrite Forall_forall in H, P |- *. intros g G. specialize (H g G). specialize (P g G). nia.
  - inversion_clear F as [|? ? Fa Fl]. destruct (IH Fl) as (v & L & H).
    exists (Z.max v (- a)). split.
    + constructor; [lia|]. eapply Forall_impl; [|exact L]. cbn. intros; lia.
    + rewrite Forall_forall in *. intros h I. specialize (Fa h I). specialize (H h I).
      destruct (Z.max_spec v (- a)) as [[_ ->]|[_ ->]]; nia.
Qed.

Definition exact (x : nat) (rows : list row) : bool :=
  forallb (fun r => coefficient r x <=? 1) rows || forallb (fun r => -1 <=? coefficient r x) rows.

Lemma eliminated_backward x rows e : exact x rows = true -> Forall (nonneg e) (eliminated x rows) ->
  exists v, Forall (nonneg (changed e x v)) rows.
Proof.
  intros X F. apply Forall_app in F as [O J].
  assert (forall l h, In l (lows x rows) -> In h (highs x rows) ->
    0 <= - coefficient h x * eval l e + coefficient l x * eval h e) as K.
  { intros l h L H. rewrite Forall_forall in J. assert (nonneg e (joined x l h)) as N.
    { apply J, in_flat_map. exists l. split; [exact L|]. apply in_map, H. }
    unfold nonneg, joined in N. rewrite !eval_add, eval_constant in N. exact N. }
  clear J. unfold lows, highs in K.
  set (rest r := eval r e - coefficient r x * e x).
  assert (exists v, forall r, In r rows -> coefficient r x <> 0 -> 0 <= coefficient r x * v + rest r) as (v & V).
  { apply orb_prop in X as [X|X]; rewrite forallb_forall in X.
    - destruct (between (map rest (filter (fun r => 0 <? coefficient r x) rows))
        (map (fun r => (- coefficient r x, rest r)) (filter (fun r => coefficient r x <? 0) rows))) as (v & L & H).
      + apply Forall_map, Forall_forall. intros r I. apply filter_In in I as [_ I]. apply Z.ltb_lt in I. cbn. lia.
      + apply Forall_map, Forall_forall. intros l L. apply Forall_map, Forall_forall. intros h H. cbn.
        pose proof (K l h L H) as Q. apply filter_In in L as [L Lc], H as [H Hc]. apply Z.ltb_lt in Lc, Hc.
        specialize (X l L). apply Z.leb_le in X. unfold rest.
        assert (coefficient l x = 1) as E by lia. rewrite E in *. lia.
      + exists v. rewrite Forall_map, Forall_forall in L, H. intros r I N.
        destruct (Z.ltb_spec (coefficient r x) 0) as [S|S].
        * assert (0 <= snd (- coefficient r x, rest r) - fst (- coefficient r x, rest r) * v) as Q.
          { apply H, filter_In. split; [exact I|]. apply Z.ltb_lt. exact S. }
          cbn in Q. lia.
        * assert (0 <= v + rest r) as Q.
          { apply L, filter_In. split; [exact I|]. apply Z.ltb_lt. lia. }
          specialize (X r I). apply Z.leb_le in X. replace (coefficient r x) with 1 by lia. lia.
    - destruct (between (map rest (filter (fun r => coefficient r x <? 0) rows))
        (map (fun r => (coefficient r x, rest r)) (filter (fun r => 0 <? coefficient r x) rows))) as (v & L & H).
      + apply Forall_map, Forall_forall. intros r I. apply filter_In in I as [_ I]. apply Z.ltb_lt in I. exact I.
      + apply Forall_map, Forall_forall. intros h H. apply Forall_map, Forall_forall. intros l L. cbn.
        pose proof (K l h L H) as Q. apply filter_In in L as [L Lc], H as [H Hc]. apply Z.ltb_lt in Lc, Hc.
        specialize (X h H). apply Z.leb_le in X. unfold rest.
        assert (coefficient h x = -1) as E by lia. rewrite E in *. lia.
      + exists (- v). rewrite Forall_map, Forall_forall in L, H. intros r I N.
        destruct (Z.ltb_spec (coefficient r x) 0) as [S|S].
        * assert (0 <= v + rest r) as Q.
          { apply L, filter_In. split; [exact I|]. apply Z.ltb_lt. exact S. }
          specialize (X r I). apply Z.leb_le in X. replace (coefficient r x) with (-1) by lia. lia.
        * assert (0 <= snd (coefficient r x, rest r) - fst (coefficient r x, rest r) * v) as Q.
          { apply H, filter_In. split; [exact I|]. apply Z.ltb_lt. lia. }
          cbn in Q. lia. }
  exists v. apply Forall_forall. intros r I. unfold nonneg. rewrite eval_changed.
  destruct (Z.eq_dec (coefficient r x) 0) as [E|E].
  - rewrite Forall_forall in O. pose proof (O r) as Q. unfold nonneg in Q.
    rewrite E. enough (0 <= eval r e) by lia. apply Q, filter_In. split; [exact I|]. apply Z.eqb_eq, E.
  - pose proof (V r I E) as Q. unfold rest in Q. lia.
Qed.

(** ** Systems *)

Record system := System { bounds : list row; equations : list row }.

Definition sat (s : system) (e : environment) : Prop := Forall (nonneg e) (bounds s) /\ Forall (null e) (equations s).

Definition both (s t : system) : system := System (bounds s ++ bounds t) (equations s ++ equations t).
Definition with_row (s : system) (r : row) : system := System (r :: bounds s) (equations s).
Definition with_zero (s : system) (z : row) : system := System (bounds s) (z :: equations s).

Lemma sat_both s t e : sat (both s t) e <-> sat s e /\ sat t e.
Proof. unfold sat. cbn [both bounds equations]. rewrite !Forall_app. tauto. Qed.

Lemma sat_with_row s r e : sat (with_row s r) e <-> 0 <= eval r e /\ sat s e.
Proof. unfold sat. cbn [with_row bounds equations]. rewrite Forall_cons_iff. unfold nonneg at 1. tauto. Qed.

Lemma sat_with_zero s z e : sat (with_zero s z) e <-> eval z e = 0 /\ sat s e.
Proof. unfold sat. cbn [with_zero bounds equations]. rewrite Forall_cons_iff. unfold null at 1. tauto. Qed.

Definition pairs (zs : list row) : list row := zs ++ map (add (constant_row 0) (-1)) zs.

Lemma pairs_hold e zs : Forall (nonneg e) (pairs zs) <-> Forall (null e) zs.
Proof.
  unfold pairs. rewrite Forall_app, Forall_map, !Forall_forall. unfold nonneg, null. split.
  - intros [A B] z I. specialize (A z I). specialize (B z I). rewrite eval_add, eval_constant in B. lia.
  - intro H. split; intros z I; rewrite ?eval_add, ?eval_constant; rewrite (H z I); lia.
Qed.

(** Occurrences of each variable as a lower and an upper bound. *)
Fixpoint counted (ts : list Z) (c : list (Z * Z)) : list (Z * Z) :=
  match ts with
  | [] => c
  | a :: ts =>
      let (p, n) := hd (0, 0) c in
      (match a with Z0 => (p, n) | Zpos _ => (p + 1, n) | Zneg _ => (p, n + 1) end) :: counted ts (tl c)
  end.

Fixpoint cheapest (i : nat) (c : list (Z * Z)) (best : option (Z * nat)) : option (Z * nat) :=
  match c with
  | [] => best
  | (p, n) :: c =>
      cheapest (S i) c
        (if p + n =? 0 then best
         else match best with Some (b, _) => if p * n <? b then Some (p * n, i) else best | None => Some (p * n, i) end)
  end.

Definition most_rows : Z := 1000.

(** Whether two rows with opposite terms exclude each other. *)
Definition excluded (rs : list row) : bool :=
  existsb (fun r =>
    let ts := map Z.opp (terms r) in
    existsb (fun q => match compare_terms (terms q) ts with Eq => free r + free q <? 0 | _ => false end) rs) rs.

Lemma weigh_opp ts : forall i e, weigh (map Z.opp ts) i e = - weigh ts i e.
Proof. induction ts as [|a ts IH]; intros i e; cbn; [reflexivity|]. rewrite IH. lia. Qed.

Lemma excluded_sound e rs : excluded rs = true -> ~ Forall (nonneg e) rs.
Proof.
  intros X F. apply existsb_exists in X as (r & Ir & X). apply existsb_exists in X as (q & Iq & X).
  destruct (compare_terms _ _) eqn:C; try discriminate. apply compare_terms_eq in C. apply Z.ltb_lt in X.
  rewrite Forall_forall in F. pose proof (F r Ir) as Hr. pose proof (F q Iq) as Hq. unfold nonneg, eval in *.
  rewrite C, weigh_opp in Hq. lia.
Qed.

Fixpoint contradict (fuel : nat) (rs : list row) : bool :=
  match simplify rs with
  | None => true
  | Some rs =>
      excluded rs ||
      match fuel with
      | O => false
      | S fuel =>
          match cheapest 0 (fold_left (fun c r => counted (terms r) c) rs []) None with
          | None => false
          | Some (cost, x) => if most_rows <? cost then false else contradict fuel (eliminated x rs)
          end
      end
  end.

Lemma contradict_sound fuel e : forall rs, contradict fuel rs = true -> ~ Forall (nonneg e) rs.
Proof.
  induction fuel as [|fuel IH]; intros rs C F; cbn [contradict] in C;
    pose proof (simplify_holds e rs) as S; destruct (simplify rs) as [l|]; try (apply S, F);
    apply orb_prop in C as [C|C]; try (apply (excluded_sound e l C), S, F); try discriminate.
  destruct (cheapest _ _ _) as [[cost x]|]; [|discriminate]. destruct (most_rows <? cost); [discriminate|].
  apply (IH _ C), eliminated_forward, S, F.
Qed.

Definition steps (s : system) : nat := let n := S (length (equations s)) in n * n.

(** Whether the system is known to have no solution. *)
Definition refuted (s : system) : bool :=
  match solve (steps s) (fun _ => true) (bounds s) (equations s) [] with
  | None => true
  | Some (rs, zs) => contradict 60 (pairs zs ++ rs)
  end.

Theorem refuted_sound s e : refuted s = true -> ~ sat s e.
Proof.
  unfold refuted. intros R [F Z].
  pose proof (solve_forward (steps s) (fun _ => true) e (bounds s) (equations s) [] F) as S.
  rewrite app_nil_r in S. specialize (S Z).
  destruct (solve _ _ _ _ _) as [[rs zs]|]; [|exact S]. destruct S as [S T].
  apply (contradict_sound _ e _ R). apply Forall_app. split; [apply pairs_hold, T|exact S].
Qed.

(** ** Projection

    The condition that remains for the other variables: integers exist for those that are [hidden].  [None] if that
    is not found. *)

Fixpoint project_rows (hidden : list nat) (rs : list row) : option (list row) :=
  match simplify rs with
  | None => Some [constant_row (-1)]
  | Some rs =>
      match hidden with
      | [] => Some rs
      | x :: hidden =>
          if exact x rs && (Z.of_nat (length (lows x rs)) * Z.of_nat (length (highs x rs)) <=? most_rows)
          then project_rows hidden (eliminated x rs) else None
      end
  end.

Lemma project_rows_sound hidden : forall rs rs' e, project_rows hidden rs = Some rs' -> Forall (nonneg e) rs' ->
  exists e', (forall i, ~ In i hidden -> e' i = e i) /\ Forall (nonneg e') rs.
Proof.
  assert (forall e, ~ Forall (nonneg e) [constant_row (-1)]) as Never.
  { intros e F. inversion_clear F. unfold nonneg in H. rewrite eval_constant in H. lia. }
  induction hidden as [|x hidden IH]; intros rs rs' e P F; cbn [project_rows] in P;
    pose proof (simplify_holds e rs) as S; destruct (simplify rs) as [l|] eqn:E;
    try (inversion P; subst; destruct (Never e F)).
  - inversion P; subst. exists e. split; [reflexivity|apply S, F].
  - destruct (exact x l) eqn:X; [|discriminate]. cbn [andb] in P. destruct (_ <=? _); [|discriminate].
    destruct (IH _ _ _ P F) as (e' & A & F'). destruct (eliminated_backward x l e' X F') as (v & V).
    exists (changed e' x v). split.
    + intros i I. unfold changed. destruct (Nat.eqb_spec i x) as [->|_]; [destruct I; left; reflexivity|].
      apply A. intro J. apply I. right. exact J.
    + pose proof (simplify_holds (changed e' x v) rs) as S'. rewrite E in S'. apply S', V.
Qed.

Definition member (i : nat) (l : list nat) : bool := existsb (Nat.eqb i) l.

Lemma member_In i l : member i l = false -> ~ In i l.
Proof.
  unfold member. intros H I. enough (existsb (Nat.eqb i) l = true) by congruence.
  apply existsb_exists. exists i. split; [exact I|apply Nat.eqb_refl].
Qed.

Definition project (hidden : list nat) (s : system) : option (list row) :=
  match solve (steps s) (fun i => member i hidden) (bounds s) (equations s) [] with
  | None => None
  | Some (rs, zs) => project_rows hidden (pairs zs ++ rs)
  end.

Theorem project_sound hidden s rs e : project hidden s = Some rs -> Forall (nonneg e) rs ->
  exists e', (forall i, ~ In i hidden -> e' i = e i) /\ sat s e'.
Proof.
  unfold project. intros P F.
  destruct (solve _ _ _ _ _) as [[rs' zs']|] eqn:S; [|discriminate].
  destruct (project_rows_sound _ _ _ _ P F) as (e' & A & F'). apply Forall_app in F' as [Z R]. apply pairs_hold in Z.
  destruct (solve_backward _ _ _ _ _ _ _ _ S R Z) as (e'' & A' & R' & Z'). rewrite app_nil_r in Z'.
  exists e''. split; [|split; assumption].
  intros i I. rewrite A'; [apply A, I|]. destruct (member i hidden) eqn:M; [|reflexivity].
  destruct I. unfold member in M. apply existsb_exists in M as (j & J & E). apply Nat.eqb_eq in E. subst. exact J.
Qed.

(** The conditions where some equations hold that do not mention what is hidden: these replace variables before
    [last] by others. *)
Fixpoint within (fuel : nat) (last : nat) (known : list row) (s : system) : system :=
  match fuel, known with
  | S fuel, z :: known =>
      match unit_at (fun i => Nat.ltb i last) 0 (terms z) with
      | None => within fuel last known s
      | Some i =>
          let w := without z i (coefficient z i) in
          within fuel last (map w known) (System (map w (bounds s)) (map w (equations s)))
      end
  | _, _ => s
  end.

Lemma within_sat fuel last e : forall known s, Forall (null e) known -> (sat (within fuel last known s) e <-> sat s e).
Proof.
  induction fuel as [|fuel IH]; intros known s K; cbn [within]; [reflexivity|].
  destruct known as [|z known]; [reflexivity|]. inversion_clear K as [|? ? Z Ks].
  destruct (unit_at _ _ _) as [i|]; [|apply IH, Ks].
  assert (forall r, eval (without z i (coefficient z i) r) e = eval r e) as W by (intro; apply without_eval, Z).
  rewrite IH.
  - unfold sat. cbn [bounds equations]. rewrite !Forall_map. unfold nonneg, null.
    split; intros [A B]; (split; eapply Forall_impl; [|eassumption| |eassumption]); intros r; cbn; rewrite W; auto.
  - apply Forall_map. eapply Forall_impl; [|exact Ks]. intros r; unfold null; rewrite W; auto.
Qed.

Definition mentions (hidden : list nat) (r : row) : bool :=
  existsb (fun i => negb (coefficient r i =? 0)) hidden.

Lemma weigh_agree ts : forall i e e', (forall j, nth j ts 0 <> 0 -> e (i + j)%nat = e' (i + j)%nat) -> weigh ts i e = weigh ts i e'.
Proof.
  induction ts as [|a ts IH]; intros i e e' H; cbn [weigh]; [reflexivity|].
  rewrite (IH (S i) e e').
  - destruct (Z.eq_dec a 0) as [->|N]; [lia|]. specialize (H 0%nat N). rewrite Nat.add_0_r in H. lia.
  - intros j J. specialize (H (S j) J). replace (S i + j)%nat with (i + S j)%nat by lia. exact H.
Qed.

Lemma mentions_eval hidden r e e' : mentions hidden r = false -> (forall i, ~ In i hidden -> e' i = e i) ->
  eval r e' = eval r e.
Proof.
  intros M A. unfold eval. f_equal. apply weigh_agree. intros j J. cbn. apply A. intro I.
  enough (mentions hidden r = true) by congruence.
  apply existsb_exists. exists j. split; [exact I|]. apply negb_true_iff, Z.eqb_neq, J.
Qed.

(** The condition under which [s] has a solution, where the equations [known] hold. *)
Definition reachable (hidden : list nat) (last : nat) (known : list row) (s : system) : option (list row) :=
  let known := filter (fun z => negb (mentions hidden z)) known in
  project hidden (within (length known) last known s).

Theorem reachable_sound hidden last known s rs e :
  reachable hidden last known s = Some rs -> Forall (null e) known -> Forall (nonneg e) rs ->
  exists e', (forall i, ~ In i hidden -> e' i = e i) /\ sat s e'.
Proof.
  unfold reachable. intros P K F. destruct (project_sound _ _ _ _ P F) as (e' & A & S).
  exists e'. split; [exact A|]. apply within_sat in S; [exact S|].
  apply Forall_forall. intros z I. apply filter_In in I as [I M]. apply negb_true_iff in M.
  unfold null. rewrite (mentions_eval hidden z e e' M A). rewrite Forall_forall in K. apply K, I.
Qed.

(** ** Covering

    Whether each solution of a system satisfies all rows of one of the [cases]. *)

Definition implied (s : system) (r : row) : bool := refuted (with_row s (opposite r)).

Lemma implied_sound s r e : implied s r = true -> sat s e -> nonneg e r.
Proof.
  intros I S. unfold nonneg. destruct (Z_lt_ge_dec (eval r e) 0) as [L|L]; [|lia].
  destruct (refuted_sound _ e I). apply sat_with_row. rewrite eval_opposite. split; [lia|exact S].
Qed.

Definition left_over (s : system) (rs : list row) : list row := filter (fun r => negb (implied s r)) rs.

(** The case with the fewest remaining rows: its number and these rows; a case that cannot hold is left
    out. *)
Fixpoint best (s : system) (n : nat) (cases : list (list row)) (found : option (nat * list row)) : option (nat * list row) :=
  match cases with
  | [] => found
  | c :: cases =>
      let l := left_over s c in
      match l with
      | [] => Some (n, [])
      | _ =>
          let fewer := match found with Some (_, k) => Nat.ltb (length l) (length k) | None => true end in
          best s (S n) cases (if fewer && negb (refuted (System (l ++ bounds s) (equations s))) then Some (n, l) else found)
      end
  end.

Fixpoint removed {A} (n : nat) (l : list A) : list A :=
  match l, n with
  | [], _ => []
  | _ :: l, O => l
  | a :: l, S n => a :: removed n l
  end.

Lemma removed_In {A} n : forall (l : list A) a, In a (removed n l) -> In a l.
Proof.
  induction n as [|n IH]; intros [|b l] a I; cbn in *; auto. destruct I as [->|I]; auto.
Qed.

Fixpoint covered (fuel : nat) (s : system) (cases : list (list row)) : bool :=
  refuted s ||
  match fuel with
  | O => false
  | S fuel =>
      match best s 0 cases None with
      | None => false
      | Some (n, _) =>
          let c := nth n cases [constant_row (-1)] in
          (fix split (s : system) (ls : list row) : bool :=
             match ls with
             | [] => forallb (implied s) c
             | r :: ls => covered fuel (with_row s (opposite r)) (removed n cases) && split (with_row s r) ls
             end) s (left_over s c)
      end
  end.

Theorem covered_sound fuel : forall s cases e, covered fuel s cases = true -> sat s e ->
  exists c, In c cases /\ Forall (nonneg e) c.
Proof.
  induction fuel as [|fuel IH]; intros s cases e C S; cbn [covered] in C; apply orb_prop in C as [C|C];
    try (destruct (refuted_sound _ e C S)); try discriminate.
  destruct (best s 0 cases None) as [[n l]|]; [|discriminate].
  set (c := nth n cases [constant_row (-1)]) in *. generalize dependent (left_over s c). revert S. revert s.
  intros s S ls. revert s S. induction ls as [|r ls IHl]; intros s S C.
  - exists c. rewrite forallb_forall in C. assert (Forall (nonneg e) c) as F.
    { apply Forall_forall. intros r I. apply (implied_sound s); [apply C, I|exact S]. }
    split; [|exact F]. destruct (nth_in_or_default n cases [constant_row (-1)]) as [I|I]; [exact I|].
    exfalso. fold c in I. rewrite I in F. inversion_clear F. unfold nonneg in H. rewrite eval_constant in H. lia.
  - apply andb_prop in C as [C1 C2]. destruct (Z_lt_ge_dec (eval r e) 0) as [L|L].
    + destruct (IH _ _ e C1) as (d & I & F).
      * apply sat_with_row. rewrite eval_opposite. split; [lia|exact S].
      * exists d. split; [apply (removed_In n), I|exact F].
    + apply (IHl (with_row s r)); [|exact C2]. apply sat_with_row. split; [lia|exact S].
Qed.

(** Equations that two opposite rows make. *)
Definition with_equations (s : system) : system :=
  let ts := map (fun r => Row (trim (terms r)) (free r)) (bounds s) in
  let opposed r := existsb (fun q =>
    match compare_terms (terms q) (map Z.opp (terms r)) with Eq => free q =? - free r | _ => false end) ts in
  System (bounds s) (filter opposed ts ++ equations s).

Lemma with_equations_sat s e : sat s e -> sat (with_equations s) e.
Proof.
  intros [R Z]. split; [exact R|]. apply Forall_app. split; [|exact Z].
  apply Forall_forall. intros r I. apply filter_In in I as [I O]. apply existsb_exists in O as (q & Q & E).
  destruct (compare_terms _ _) eqn:C; try discriminate. apply compare_terms_eq in C. apply Z.eqb_eq in E.
  assert (forall r, In r (map (fun r => Row (trim (terms r)) (free r)) (bounds s)) -> 0 <= eval r e) as N.
  { intros p P. apply in_map_iff in P as (p' & <- & P). rewrite Forall_forall in R. specialize (R p' P).
    unfold nonneg, eval in *. cbn [terms free]. rewrite weigh_trim. exact R. }
  pose proof (N r I) as Hr. pose proof (N q Q) as Hq. unfold null, eval in *. rewrite C, weigh_opp in Hq. lia.
Qed.
