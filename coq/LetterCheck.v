(** * Checking laws with letters *)

From Coq Require Import List ZArith Bool Lia Wf_nat Zwf.
From Bouton Require Import Statement Values Letters Systems.
Import ListNotations.
Open Scope Z_scope.

(** ** Conditions as lists of cases *)

Inductive atom :=
| AtLeast (e : linear)
| Vanishes (e : linear)
| Leaves (e : linear) (m r : Z).

Definition atom_holds (x t : list Z) (c : atom) : Prop :=
  match c with
  | AtLeast e => 0 <= value e x t
  | Vanishes e => value e x t = 0
  | Leaves e m r => exists q, value e x t = m * q + r
  end.

Definition scaled (k c : Z) (e : linear) : linear :=
  match e with Linear x t d => Linear (map (Z.mul k) x) (map (Z.mul k) t) (k * d + c) end.

Definition crossed {A} (a b : list (list A)) : list (list A) := flat_map (fun c => map (app c) b) a.

(** The cases in which the truth of a formula is [sign]. *)
Fixpoint cases (f : formula) (sign : bool) : option (list (list atom)) :=
  let two (one : bool) (a b : option (list (list atom))) :=
    match a, b with
    | Some a, Some b => Some (if one then crossed a b else a ++ b)
    | _, _ => None
    end in
  match f with
  | Always => Some (if sign then [[]] else [])
  | Never => Some (if sign then [] else [[]])
  | AtMostZero e => Some [[AtLeast (if sign then scaled (-1) 0 e else scaled 1 (-1) e)]]
  | IsZero e =>
      Some (if sign then [[Vanishes e]] else [[AtLeast (scaled 1 (-1) e)]; [AtLeast (scaled (-1) (-1) e)]])
  | Congruent e m r =>
      if (0 <=? r) && (r <? m) then
        Some (map (fun k => [Leaves e m k]) (filter (fun k => Bool.eqb (k =? r) sign) (map Z.of_nat (seq 0 (Z.to_nat m)))))
      else None
  | Not f => cases f (negb sign)
  | And f g => two sign (cases f sign) (cases g sign)
  | Or f g => two (negb sign) (cases f sign) (cases g sign)
  end.

Lemma dot_scaled k a : forall x, dot (map (Z.mul k) a) x = k * dot a x.
Proof. induction a as [|p a IH]; intros [|q x]; cbn; rewrite ?IH; lia. Qed.

Lemma value_scaled k c e x t : value (scaled k c e) x t = k * value e x t + c.
Proof. destruct e as [a b d]. cbn [scaled value]. rewrite !dot_scaled. lia. Qed.

Definition some_case (x t : list Z) (cs : list (list atom)) : Prop := Exists (Forall (atom_holds x t)) cs.

Lemma some_case_app x t a b : some_case x t (a ++ b) <-> some_case x t a \/ some_case x t b.
Proof. apply Exists_app. Qed.

Lemma some_case_crossed x t a b : some_case x t (crossed a b) <-> some_case x t a /\ some_case x t b.
Proof.
  unfold some_case, crossed. rewrite !Exists_exists. split.
  - intros (c & I & F). apply in_flat_map in I as (d & D & I). apply in_map_iff in I as (e & <- & E).
    apply Forall_app in F as [F G]. split; eauto.
  - intros [(d & D & F) (e & E & G)]. exists (d ++ e). split; [|apply Forall_app; auto].
    apply in_flat_map. exists d. split; [exact D|]. apply in_map, E.
Qed.

Lemma some_case_one x t c : some_case x t [[c]] <-> atom_holds x t c.
Proof.
  unfold some_case. rewrite Exists_cons, Exists_nil, Forall_cons_iff.
  split; [intros [[H _]|[]]; exact H|intro H; left; auto].
Qed.

Lemma cases_holds x t f : forall sign cs, cases f sign = Some cs -> (holds f x t = sign <-> some_case x t cs).
Proof.
  assert (some_case x t [[]] <-> True) as T.
  { unfold some_case. rewrite Exists_cons. split; auto. }
  assert (some_case x t [] <-> False) as N by apply Exists_nil.
  induction f as [| |e|e|e m r|f IH|f IHf g IHg|f IHf g IHg]; intros sign cs C; cbn [cases] in C.
  - inversion C; subst. destruct sign; cbn [holds]; rewrite ?T, ?N; intuition congruence.
  - inversion C; subst. destruct sign; cbn [holds]; rewrite ?T, ?N; intuition congruence.
  - inversion C; subst. rewrite some_case_one. cbn [holds atom_holds].
    destruct sign; rewrite value_scaled; destruct (Z.leb_spec (value e x t) 0); intuition (lia || congruence).
  - inversion C; subst. cbn [holds]. destruct sign.
    + rewrite some_case_one. cbn [atom_holds]. apply Z.eqb_eq.
    + change [[AtLeast (scaled 1 (-1) e)]; [AtLeast (scaled (-1) (-1) e)]]
        with ([[AtLeast (scaled 1 (-1) e)]] ++ [[AtLeast (scaled (-1) (-1) e)]]).
      rewrite some_case_app, !some_case_one. cbn [atom_holds]. rewrite !value_scaled.
      destruct (Z.eqb_spec (value e x t) 0); intuition (lia || congruence).
  - destruct ((0 <=? r) && (r <? m)) eqn:B; [|discriminate]. inversion C; subst. clear C.
    apply andb_prop in B as [B1 B2]. apply Z.leb_le in B1. apply Z.ltb_lt in B2. cbn [holds].
    unfold some_case. rewrite Exists_map, Exists_exists. split.
    + intro H. exists (value e x t mod m). pose proof (Z.mod_pos_bound (value e x t) m) as M. split.
      * apply filter_In. split.
        -- apply in_map_iff. exists (Z.to_nat (value e x t mod m)). split; [lia|]. apply in_seq. lia.
        -- rewrite H. apply Bool.eqb_reflx.
      * constructor; [|constructor]. exists (value e x t / m). apply Z.div_mod. lia.
    + intros (k & I & F). inversion_clear F as [|? ? F0 _]. destruct F0 as [q Q].
      apply filter_In in I as [I E]. apply in_map_iff in I as (i & <- & I). apply in_seq in I.
      apply Bool.eqb_prop in E. rewrite <- E. f_equal. rewrite Q.
      rewrite Z.add_comm, Z.mul_comm, Z_mod_plus_full. apply Z.mod_small. lia.
  - cbn [holds]. rewrite <- (IH _ _ C). destruct (holds f x t), sign; cbn; intuition congruence.
  - destruct (cases f sign) as [a|] eqn:Ef; [|discriminate]. destruct (cases g sign) as [b|] eqn:Eg; [|discriminate].
    inversion C; subst. apply IHf in Ef. apply IHg in Eg. cbn [holds].
    destruct sign; rewrite ?some_case_crossed, ?some_case_app, <- Ef, <- Eg;
      destruct (holds f x t), (holds g x t); cbn; intuition congruence.
  - destruct (cases f sign) as [a|] eqn:Ef; [|discriminate]. destruct (cases g sign) as [b|] eqn:Eg; [|discriminate].
    inversion C; subst. apply IHf in Ef. apply IHg in Eg. cbn [holds].
    destruct sign; cbn [negb]; rewrite ?some_case_crossed, ?some_case_app, <- Ef, <- Eg;
      destruct (holds f x t), (holds g x t); cbn; intuition congruence.
Qed.

(** ** Conditions as systems *)

Fixpoint combined (r : row) (ks : list Z) (vs : list row) : row :=
  match ks, vs with
  | k :: ks, v :: vs => combined (match k with Z0 => r | _ => add r k v end) ks vs
  | _, _ => r
  end.

Definition at_rows (e : environment) (vs : list row) : list Z := map (fun v => eval v e) vs.

Lemma combined_eval e ks : forall r vs, eval (combined r ks vs) e = eval r e + dot ks (at_rows e vs).
Proof.
  induction ks as [|k ks IH]; intros r [|v vs]; cbn [combined at_rows map dot]; try lia.
  rewrite IH. unfold at_rows. destruct k; rewrite ?eval_add; lia.
Qed.

Definition linear_row (hs vs : list row) (f : linear) : row :=
  match f with Linear x t c => combined (combined (constant_row c) x hs) t vs end.

Lemma linear_row_eval e hs vs f : eval (linear_row hs vs f) e = value f (at_rows e hs) (at_rows e vs).
Proof. destruct f as [x t c]. cbn [linear_row value]. rewrite !combined_eval, eval_constant. lia. Qed.

(** The quotients of congruences are the variables from [next] on, one for each condition. *)
Fixpoint atoms_system (hs vs : list row) (next : nat) (cs : list atom) : system :=
  match cs with
  | [] => System [] []
  | AtLeast f :: cs => with_row (atoms_system hs vs (S next) cs) (linear_row hs vs f)
  | Vanishes f :: cs => with_zero (atoms_system hs vs (S next) cs) (linear_row hs vs f)
  | Leaves f m r :: cs =>
      with_zero (atoms_system hs vs (S next) cs)
        (add (add (linear_row hs vs f) (- m) (var next)) (-1) (constant_row r))
  end.

Lemma atoms_backward e hs vs cs : forall next, sat (atoms_system hs vs next cs) e ->
  Forall (atom_holds (at_rows e hs) (at_rows e vs)) cs.
Proof.
  induction cs as [|c cs IH]; intros next S; [constructor|].
  destruct c; cbn [atoms_system] in S; rewrite ?sat_with_row, ?sat_with_zero in S; destruct S as [A S];
    (constructor; [|exact (IH _ S)]); cbn [atom_holds]; rewrite <- linear_row_eval; try exact A.
  rewrite !eval_add, eval_var, eval_constant in A. exists (e next). lia.
Qed.

Lemma atoms_forward x t cs : Forall (atom_holds x t) cs -> exists qs, length qs = length cs /\
  forall hs vs next e, at_rows e hs = x -> at_rows e vs = t -> map e (seq next (length cs)) = qs ->
    sat (atoms_system hs vs next cs) e.
Proof.
  induction 1 as [|c cs A F IH].
  - exists []. split; [reflexivity|]. intros. split; constructor.
  - destruct IH as (qs & L & H).
    assert (exists q, forall hs vs e next, at_rows e hs = x -> at_rows e vs = t -> e next = q ->
      match c with
      | AtLeast f => 0 <= eval (linear_row hs vs f) e
      | Vanishes f => eval (linear_row hs vs f) e = 0
      | Leaves f m r => eval (add (add (linear_row hs vs f) (- m) (var next)) (-1) (constant_row r)) e = 0
      end) as (q & Q).
    { destruct c as [f|f|f m r]; [exists 0|exists 0|destruct A as [q A]; exists q]; intros hs vs e next Ex Et Eq;
        rewrite ?eval_add, ?linear_row_eval, ?Ex, ?Et; [exact A|exact A|].
      rewrite eval_var, eval_constant, Eq. lia. }
    exists (q :: qs). split; [cbn; lia|]. intros hs vs next e Ex Et E. cbn [length seq map] in E. inversion E as [[E0 E1]].
    specialize (Q hs vs e next Ex Et E0). specialize (H hs vs (S next) e Ex Et E1).
    destruct c; cbn [atoms_system]; rewrite ?sat_with_row, ?sat_with_zero; split; assumption.
Qed.

(** ** Parts of an environment *)

Definition of_list (l : list Z) : environment := fun i => nth i l 0.

Lemma of_list_part (xs ys zs : list Z) n k : length xs = n -> length ys = k ->
  map (of_list (xs ++ ys ++ zs)) (seq n k) = ys.
Proof.
  intros <- <-. revert xs. induction ys as [|y ys IH]; intro xs; cbn [length seq map]; [reflexivity|]. f_equal.
  - unfold of_list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (xs ++ [y])). rewrite app_length, <- app_assoc in IH. cbn [length] in IH.
    rewrite Nat.add_1_r in IH. exact IH.
Qed.

Lemma of_list_at (xs zs : list Z) y n : length xs = n -> of_list (xs ++ y :: zs) n = y.
Proof. intros <-. unfold of_list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. Qed.

Definition vars (first count : nat) : list row := map var (seq first count).

Lemma at_rows_vars e first count : at_rows e (vars first count) = map e (seq first count).
Proof. unfold at_rows, vars. rewrite map_map. apply map_ext. intro. apply eval_var. Qed.

(** ** Choices of a player *)

Record choice := Choice
  { leaves : nat; enters : nat; chosen : nat; unless_stopped : list atom; guarded : list atom; becomes : target }.

(** Of each kind of move, in each case of its conditions. *)
Definition choices_of (letters : nat) (stopped : list (list atom)) (s : schema) : option (list choice) :=
  match cases (guard s) true, targets s with
  | Some gs, [T] =>
      if Nat.leb letters (parameters s) then
        Some (flat_map (fun b => map (fun c => Choice (from s) (to s) (parameters s - letters) b c T) gs) stopped)
      else None
  | _, _ => None
  end.

Fixpoint all_of {A B} (f : A -> option (list B)) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => match f a, all_of f l with Some b, Some c => Some (b ++ c) | _, _ => None end
  end.

Lemma all_of_In {A B} (f : A -> option (list B)) l : forall bs, all_of f l = Some bs ->
  forall b, In b bs <-> exists a c, In a l /\ f a = Some c /\ In b c.
Proof.
  induction l as [|a l IH]; intros bs H b; cbn [all_of] in H.
  - inversion H. split; [intros []|intros (? & ? & [] & _)].
  - destruct (f a) as [c|] eqn:E; [|discriminate]. destruct (all_of f l) as [d|]; [|discriminate].
    inversion H; subst. rewrite in_app_iff, (IH _ eq_refl). split.
    + intros [I|(a' & c' & I & F & J)]; [exists a, c|exists a', c']; cbn; auto.
    + intros (a' & c' & [<-|I] & F & J); [left; congruence|right; eauto].
Qed.

Definition choices (letters : nat) (g : game) : option (list choice) :=
  match cases (stop g) false with
  | Some stopped => all_of (choices_of letters stopped) (moves g)
  | None => None
  end.

Definition after (T : target) (n : Z) (t : list Z) : Z :=
  match T with Same => n | Becomes e => value e [n] t end.

(** The choice may be made at a heap of [n], with the letters [a] and the numbers [t]. *)
Definition may (h : choice) (a t : list Z) (n : Z) : Prop :=
  length t = chosen h /\ natural t /\ Forall (atom_holds [n] a) (unless_stopped h) /\
  Forall (atom_holds [n] (a ++ t)) (guarded h) /\ 0 <= after (becomes h) n (a ++ t).

Lemma dot_at (a : list Z) : forall b t, dot b (a ++ t) = dot a b + dot (skipn (length a) b) t.
Proof. induction a as [|p a IH]; intros [|q b] t; cbn; try lia. rewrite IH. lia. Qed.

Lemma value_at a e x t : value (linear_at a e) x t = value e x (a ++ t).
Proof. destruct e as [b c d]. cbn [linear_at value]. rewrite dot_at. lia. Qed.

Lemma holds_at a f x t : holds (formula_at a f) x t = holds f x (a ++ t).
Proof.
  induction f as [| |e|e|e m r|f IH|f IHf g IHg|f IHf g IHg]; cbn [formula_at holds]; rewrite ?value_at; congruence.
Qed.

Lemma all_of_Some {A B} (f : A -> option (list B)) l bs a : all_of f l = Some bs -> In a l -> exists c, f a = Some c.
Proof.
  revert bs. induction l as [|b l IH]; intros bs H I; [destruct I|]. cbn [all_of] in H.
  destruct (f b) as [c|] eqn:E; [|discriminate]. destruct (all_of f l) as [d|]; [|discriminate].
  destruct I as [->|I]; eauto.
Qed.

Lemma after_at a T n t : after (target_at a T) n t = after T n (a ++ t).
Proof. destruct T; cbn [target_at after]; [reflexivity|apply value_at]. Qed.

Lemma option_of_choice letters g hs a c n c' y : choices letters g = Some hs -> length a = letters ->
  (option_of (instance a g) c [n] c' y <->
   exists h t, In h hs /\ leaves h = c /\ enters h = c' /\ may h a t n /\ y = [after (becomes h) n (a ++ t)]).
Proof.
  intros H L. unfold choices in H. destruct (cases (stop g) false) as [stopped|] eqn:St; [|discriminate].
  assert (holds (formula_at a (stop g)) [n] [] = false <-> some_case [n] a stopped) as Sp.
  { rewrite holds_at, app_nil_r. apply cases_holds, St. }
  split.
  - intros (s & t & I & F & T & Lt & Nt & G & P & Y & Ny). cbn [instance moves stop] in I, P.
    apply in_map_iff in I as (s' & <- & I). cbn [schema_at from to parameters guard] in F, T, Lt, G.
    rewrite holds_at in G. apply Sp in P.
    destruct (all_of_Some _ _ _ _ H I) as (hs' & C). pose proof C as C'. unfold choices_of in C.
    destruct (cases (guard s') true) as [gs|] eqn:Gs; [|discriminate].
    destruct (targets s') as [|T0 [|]] eqn:Ts; try discriminate.
    destruct (Nat.leb letters (parameters s')); [|discriminate]. inversion C; subst hs'. clear C.
    apply (cases_holds _ _ _ _ _ Gs) in G. apply Exists_exists in G as (cg & Ig & G), P as (cs & Is & P).
    exists (Choice (from s') (to s') (parameters s' - letters) cs cg T0), t.
    cbn [leaves enters chosen unless_stopped guarded becomes].
    assert (y = [after T0 n (a ++ t)]) as Y'.
    { rewrite Y. unfold moved. cbn [schema_at targets]. rewrite Ts. cbn [map zip]. f_equal.
      rewrite <- after_at. reflexivity. }
    repeat split; auto.
    + apply (all_of_In _ _ _ H). exists s', (flat_map (fun b => map (fun c => Choice (from s') (to s') (parameters s' - letters) b c T0) gs) stopped).
      split; [exact I|split; [exact C'|]]. apply in_flat_map. exists cs. split; [exact Is|].
      apply in_map_iff. exists cg. auto.
    + cbn [chosen]. lia.
    + rewrite Y' in Ny. inversion_clear Ny. assumption.
  - intros (h & t & I & F & T & (Lt & Nt & P & G & A) & Y).
    apply (all_of_In _ _ _ H) in I as (s' & hs' & I & C & J). unfold choices_of in C.
    destruct (cases (guard s') true) as [gs|] eqn:Gs; [|discriminate].
    destruct (targets s') as [|T0 [|]] eqn:Ts; try discriminate.
    destruct (Nat.leb letters (parameters s')); [|discriminate]. inversion C; subst hs'. clear C.
    apply in_flat_map in J as (cs & Is & J). apply in_map_iff in J as (cg & <- & Ig).
    cbn [leaves enters chosen unless_stopped guarded becomes] in *.
    exists (schema_at a s'), t. cbn [instance moves stop schema_at from to parameters guard targets].
    repeat split; auto.
    + apply in_map, I.
    + lia.
    + rewrite holds_at. apply (cases_holds _ _ _ _ _ Gs), Exists_exists. eauto.
    + apply Sp, Exists_exists. eauto.
    + rewrite Y. unfold moved. cbn [schema_at targets]. rewrite Ts. cbn [map zip]. f_equal. rewrite <- after_at. reflexivity.
    + rewrite Y. constructor; [exact A|constructor].
Qed.

(** ** Pieces as regions *)

Definition form_row (letters : nat) (f : form) : row :=
  match f with Form cs c => combined (constant_row c) cs (vars 1 letters) end.

(** The condition that a remainder is in a piece, and its value there. *)
Record region := Region { inside : system; worth : row }.

Definition region_of (letters count at_ u : nat) (begin : row) (p : piece) (i : nat) : region :=
  let (m, f) := nth (Nat.modulo i (length (piece_values p))) (piece_values p) (0, Form [] 0) in
  Region
    (System
       [add (var at_) (-1) begin; add (add (form_row letters (piece_end p)) (-1) (var at_)) 1 (constant_row (-1))]
       (if Nat.eqb count 1 then []
        else [add (add (add (var at_) (-1) begin) (-1) (constant_row (Z.of_nat i))) (- Z.of_nat count) (var u)]))
    (add (form_row letters f) m (var at_)).

(** Each piece is divided by the residues modulo the number of its values, or [turns] times as many. *)
Fixpoint regions (letters turns at_ u : nat) (begin : row) (ps : list piece) : list region :=
  match ps with
  | [] => []
  | p :: ps =>
      let count := (turns * length (piece_values p))%nat in
      map (region_of letters count at_ u begin p) (seq 0 count)
      ++ regions letters turns at_ u (form_row letters (piece_end p)) ps
  end.

Fixpoint line_ok (a : list Z) (l b : Z) (ps : list piece) : Prop :=
  match ps with
  | [] => b = l
  | p :: ps =>
      let e := at_letters (piece_end p) a in b <= e /\ piece_values p <> [] /\ line_ok a l e ps
  end.

Lemma line_ok_le a l ps : forall b, line_ok a l b ps -> b <= l.
Proof.
  induction ps as [|p ps IH]; intros b H; cbn in H; [lia|].
  destruct H as (A & _ & H). specialize (IH _ H). lia.
Qed.

Section Regions.
  Variables (letters : nat) (a cq : list Z).
  Hypothesis La : length a = letters.

  Definition good (e : environment) : Prop :=
    map e (seq 1 letters) = a /\ map e (seq (S letters) (length cq)) = cq.

  Lemma form_row_eval f e : good e -> eval (form_row letters f) e = at_letters f a.
  Proof.
    intros [G _]. destruct f as [cs c]. cbn [form_row at_letters].
    rewrite combined_eval, eval_constant, at_rows_vars, G. lia.
  Qed.

  Lemma turns_residue (x : Z) (turns k : nat) : turns <> 0%nat -> k <> 0%nat ->
    Nat.modulo (Z.to_nat (x mod Z.of_nat (turns * k))) k = Z.to_nat (x mod Z.of_nat k).
  Proof.
    intros T K. apply Nat2Z.inj. rewrite Nat2Z.inj_mod.
    pose proof (Z.mod_pos_bound x (Z.of_nat (turns * k))) as B. pose proof (Z.mod_pos_bound x (Z.of_nat k)) as C.
    rewrite !Z2Nat.id by lia.
    rewrite (Z.mod_eq x (Z.of_nat (turns * k))) by lia. rewrite Nat2Z.inj_mul.
    replace (x - Z.of_nat turns * Z.of_nat k * (x / (Z.of_nat turns * Z.of_nat k)))
      with (x + (- (Z.of_nat turns * (x / (Z.of_nat turns * Z.of_nat k)))) * Z.of_nat k) by ring.
    apply Z_mod_plus_full.
  Qed.

  Lemma regions_some turns at_ u l : turns <> 0%nat -> forall ps begin b,
    (forall e, good e -> eval begin e = b) -> line_ok a l b ps -> forall r, b <= r < l ->
    exists g w, In g (regions letters turns at_ u begin ps) /\
      forall e, good e -> e at_ = r -> e u = w ->
        sat (inside g) e /\ eval (worth g) e = value_in_pieces a r b ps.
  Proof.
    intros T. induction ps as [|p ps IH]; intros begin b B K r R; cbn [line_ok] in K; [lia|].
    destruct K as (E & V & K). cbn [regions value_in_pieces].
    destruct (Z.ltb_spec r (at_letters (piece_end p) a)) as [Lt|Ge].
    - set (k := length (piece_values p)). assert (k <> 0%nat) as K0.
      { unfold k. destruct (piece_values p); [congruence|cbn; lia]. }
      set (count := (turns * k)%nat). assert (count <> 0%nat) as C0 by (unfold count; lia).
      set (i := Z.to_nat ((r - b) mod Z.of_nat count)).
      pose proof (Z.mod_pos_bound (r - b) (Z.of_nat count)) as M.
      pose proof (turns_residue (r - b) turns k T K0) as I. fold count in I. fold i in I.
      exists (region_of letters count at_ u begin p i), ((r - b) / Z.of_nat count). split.
      + apply in_app_iff. left. apply in_map, in_seq. lia.
      + intros e G Er Eu. unfold region_of. fold k. rewrite I. destruct (nth _ _ _) as [m f]. cbn [inside worth].
        split; [split; cbn [bounds equations]|].
        * constructor; [|constructor; [|constructor]]; unfold nonneg;
            rewrite !eval_add, ?eval_constant, ?form_row_eval, ?eval_var, ?B, ?Er by exact G; lia.
        * destruct (Nat.eqb count 1); [constructor|]. constructor; [|constructor]. unfold null.
          rewrite !eval_add, eval_constant, !eval_var, B, Er, Eu by exact G.
          pose proof (Z.div_mod (r - b) (Z.of_nat count)). unfold i. rewrite Z2Nat.id by lia. lia.
        * rewrite eval_add, eval_var, form_row_eval, Er by exact G. lia.
    - destruct (IH (form_row letters (piece_end p)) (at_letters (piece_end p) a)) with (r := r) as (g & w & I & H).
      + intros e G. apply form_row_eval, G.
      + exact K.
      + lia.
      + exists g, w. split; [apply in_app_iff; right; exact I|exact H].
  Qed.

  Lemma regions_all turns at_ u l : forall ps begin b,
    (forall e, good e -> eval begin e = b) -> line_ok a l b ps ->
    forall g e, In g (regions letters turns at_ u begin ps) -> good e -> sat (inside g) e ->
    b <= e at_ < l /\ eval (worth g) e = value_in_pieces a (e at_) b ps.
  Proof.
    induction ps as [|p ps IH]; intros begin b B K g e I G S; [destruct I|]. cbn [line_ok] in K.
    destruct K as (E & V & K). cbn [regions value_in_pieces] in *. pose proof (line_ok_le _ _ _ _ K) as Le.
    apply in_app_iff in I as [I|I].
    - apply in_map_iff in I as (i & <- & I). apply in_seq in I. unfold region_of in *.
      set (k := length (piece_values p)) in *. set (count := (turns * k)%nat) in *.
      assert (k <> 0%nat /\ turns <> 0%nat) as [K0 T] by (unfold count in I; split; intro Z; rewrite Z in I; lia).
      destruct (nth (Nat.modulo i k) (piece_values p) (0, Form [] 0)) as [m f] eqn:N. cbn [inside worth] in *.
      destruct S as [R Z]. cbn [bounds equations] in R, Z.
      inversion_clear R as [|? ? R1 R2]. inversion_clear R2 as [|? ? R3 _]. unfold nonneg in R1, R3.
      rewrite eval_add, eval_var, B in R1 by exact G.
      rewrite !eval_add, eval_constant, eval_var, form_row_eval in R3 by exact G.
      split; [lia|].
      destruct (Z.ltb_spec (e at_) (at_letters (piece_end p) a)); [|lia].
      assert (Z.to_nat ((e at_ - b) mod Z.of_nat k) = Nat.modulo i k) as J.
      { assert (exists z, e at_ - b = Z.of_nat i + Z.of_nat count * z) as (z & Ez).
        { destruct (Nat.eqb_spec count 1) as [C|C].
          - exists (e at_ - b). lia.
          - inversion_clear Z as [|? ? Z0 _]. unfold null in Z0.
            rewrite !eval_add, eval_constant, !eval_var, B in Z0 by exact G. exists (e u). lia. }
        apply Nat2Z.inj. rewrite Nat2Z.inj_mod. pose proof (Z.mod_pos_bound (e at_ - b) (Z.of_nat k)).
        rewrite Z2Nat.id by lia. rewrite Ez. unfold count. rewrite Nat2Z.inj_mul.
        replace (Z.of_nat i + Z.of_nat turns * Z.of_nat k * z) with (Z.of_nat i + (Z.of_nat turns * z) * Z.of_nat k) by ring.
        apply Z_mod_plus_full. }
      rewrite J, N. rewrite eval_add, eval_var, form_row_eval by exact G. lia.
    - destruct (IH (form_row letters (piece_end p)) (at_letters (piece_end p) a)) with (g := g) (e := e) as [D F];
        [intros e' G'; apply form_row_eval, G'|exact K|exact I|exact G|exact S|].
      split; [lia|]. destruct (Z.ltb_spec (e at_) (at_letters (piece_end p) a)); [lia|exact F].
  Qed.
End Regions.

(** ** The requirements of a value on the values of options

    No option has a value of [forbidden]. Some option has a value of each list of [required], and of each list
    of [required_if_any] unless there are no options. *)
Record demand := Demand { forbidden : list N; required : list (list N); required_if_any : list (list N) }.

Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Definition bound (v : valuation) : option N :=
  match v with
  | Normal | Misere => Some 2%N
  | MisereAndEnd => Some 3%N
  | Podium n => Some n
  | Coalition => Some 4%N
  | Grundy | Remoteness => None
  end.

Definition demands (v : valuation) (a : N) : option demand :=
  match v, a with
  | Normal, 0%N => Some (Demand [0%N] [] [])
  | Normal, 1%N => Some (Demand [] [[0%N]] [])
  | Misere, 0%N => Some (Demand [0%N] [[1%N]] [])
  | Misere, 1%N => Some (Demand [] [] [[0%N]])
  | MisereAndEnd, 0%N => Some (Demand [0%N] [[1%N; 2%N]] [])
  | MisereAndEnd, 1%N => Some (Demand [] [[0%N]] [])
  | MisereAndEnd, 2%N => Some (Demand [0%N; 1%N; 2%N] [] [])
  | Podium n, 0%N => Some (Demand (below (n - 1)) [] [[(n - 1)%N]])
  | Podium n, _ => if (a <? n)%N then Some (Demand (below (a - 1)) [[(a - 1)%N]] []) else None
  | Coalition, 0%N => Some (Demand [0%N; 1%N; 3%N] [] [])
  | Coalition, 1%N => Some (Demand [] [[0%N]] [])
  | Coalition, 2%N => Some (Demand [0%N; 2%N; 3%N] [[1%N]] [])
  | Coalition, 3%N => Some (Demand [0%N] [[1%N; 3%N]; [2%N; 3%N]] [])
  | _, _ => None
  end.

Lemma below_In n b : In b (below n) <-> (b < n)%N.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intro H. exists (N.to_nat b). split; [lia|]. apply in_seq. lia.
Qed.

Definition meets (S : N -> Prop) (d : demand) : Prop :=
  Forall (fun b => ~ S b) (forbidden d) /\ Forall (Exists S) (required d) /\
  Forall (fun l => none S \/ Exists S l) (required_if_any d).

Lemma demands_calls v n a d (S : N -> Prop) : bound v = Some n -> demands v a = Some d -> (forall b, S b -> (b < n)%N) -> meets S d ->
  calls_for v S a.
Proof.
  intros B D R (F & Q & E).
  assert (forall l, Exists S l -> exists b, In b l /\ S b) as X.
  { intros l H. apply Exists_exists in H. exact H. }
  assert (forall m, Forall (fun b => ~ S b) (below m) -> forall b, (b < m)%N -> ~ S b) as Y.
  { intros m H b Lb. rewrite Forall_forall in H. apply H, below_In, Lb. }
  destruct v; cbn [bound] in B; try discriminate; inversion B; subst; clear B.
  - destruct a as [|[p|p|]]; cbn [demands] in D; try discriminate; inversion D; subst; cbn [forbidden required required_if_any] in *.
    + inversion_clear F. left. auto.
    + inversion_clear Q as [|? ? Q0 _]. inversion_clear Q0 as [? ? H|? ? H]; [|inversion H]. right. auto.
  - destruct a as [|[p|p|]]; cbn [demands] in D; try discriminate; inversion D; subst; cbn [forbidden required required_if_any] in *.
    + inversion_clear F. inversion_clear Q as [|? ? Q0 _]. inversion_clear Q0 as [? ? Q1|? ? Q1]; [|inversion Q1]. right. eauto.
    + inversion_clear E as [|? ? E0 _]. left. split; [reflexivity|]. destruct E0 as [E0|E0]; [left; exact E0|right].
      inversion_clear E0 as [? ? H|? ? H]; [exact H|inversion H].
  - destruct a as [|[[p|p|]|[p|p|]|]]; cbn [demands] in D; try discriminate; inversion D; subst; cbn [forbidden required required_if_any] in *.
    + right. right. inversion_clear F. inversion_clear Q as [|? ? Q0 _]. destruct (X _ Q0) as (b & _ & Q1). eauto.
    + left. split; [reflexivity|]. inversion_clear F as [|? ? F0 F1]. inversion_clear F1 as [|? ? F2 F3]. inversion_clear F3 as [|? ? F4 _].
      intros b Sb. specialize (R b Sb). destruct b as [|[p|[p|p|]|]]; try lia; auto.
    + right. left. inversion_clear Q as [|? ? Q0 _]. inversion_clear Q0 as [? ? H|? ? H]; [auto|inversion H].
  - destruct (N.eq_dec a 0) as [->|A].
    + cbn [demands] in D. inversion D; subst; cbn [forbidden required required_if_any] in *.
      inversion_clear E as [|? ? E0 _]. destruct E0 as [E0|E0]; [left; auto|right].
      inversion_clear E0 as [? ? H|? ? H]; [|inversion H]. exists (n - 1)%N. split.
      * split; [exact H|]. intros b Sb. destruct (N.le_gt_cases (n - 1) b) as [|L]; [assumption|destruct (Y _ F b L Sb)].
      * specialize (R _ H). replace (n - 1 + 1)%N with n by lia. symmetry. apply N.mod_same. lia.
    + assert ((if (a <? n)%N then Some (Demand (below (a - 1)) [[(a - 1)%N]] []) else None) = Some d) as D'.
      { destruct a; [congruence|exact D]. }
      destruct (N.ltb_spec a n) as [L|]; [|discriminate]. inversion D'; subst; cbn [forbidden required required_if_any] in *.
      inversion_clear Q as [|? ? Q0 _]. inversion_clear Q0 as [? ? H|? ? H]; [|inversion H]. right. exists (a - 1)%N. split.
      * split; [exact H|]. intros b Sb. destruct (N.le_gt_cases (a - 1) b) as [|L']; [assumption|destruct (Y _ F b L' Sb)].
      * replace (a - 1 + 1)%N with a by lia. symmetry. apply N.mod_small, L.
  - destruct a as [|[[p|p|]|[p|p|]|]]; cbn [demands] in D; try discriminate; inversion D; subst; cbn [forbidden required required_if_any] in *.
    + right. right. left. rewrite Forall_forall in F. repeat split; try reflexivity; apply F; cbn; auto.
    + right. right. right. split; [reflexivity|]. inversion_clear F as [|? ? F0 _].
      inversion_clear Q as [|? ? Q0 Q1]. inversion_clear Q1 as [|? ? Q2 _].
      destruct (X _ Q0) as (b & I & H), (X _ Q2) as (c & J & H'). split; [exact F0|].
      destruct I as [<-|[<-|[]]], J as [<-|[<-|[]]]; auto.
    + right. left. rewrite Forall_forall in F. inversion_clear Q as [|? ? Q0 _]. destruct (X _ Q0) as (b & [<-|[]] & H).
      repeat split; try exact H; try reflexivity; apply F; cbn; auto.
    + left. inversion_clear Q as [|? ? Q0 _]. destruct (X _ Q0) as (b & [<-|[]] & H). auto.
Qed.

(** ** The check of a case

    The variables: the remainder, the letters, the quotients of the conditions on letters; then, from [first] on, how far a
    heap is beyond the blocks, the remainder after a move, a smaller value, two quotients, what a player chooses, and the
    quotients of the conditions of moves. *)

Definition fuel : nat := 40.

Record part := Part { way : choice; arrives : system; gets : row }.

Definition constant_of (r : row) : option Z := if forallb (Z.eqb 0) (terms r) then Some (free r) else None.

Lemma constant_of_eval r z e : constant_of r = Some z -> eval r e = z.
Proof.
  unfold constant_of, eval. destruct (forallb (Z.eqb 0) (terms r)) eqn:F; [|discriminate]. intro E. inversion E. subst.
  enough (forall i, weigh (terms r) i e = 0) as W by (rewrite W; lia).
  revert F. generalize (terms r). induction l as [|a l IH]; intros F i; cbn in *; [reflexivity|].
  destruct a; try discriminate. rewrite IH by exact F. lia.
Qed.

Lemma map_seq_app (e : environment) n q1 q2 : map e (seq n (length (q1 ++ q2))) = q1 ++ q2 ->
  map e (seq n (length q1)) = q1 /\ map e (seq (n + length q1) (length q2)) = q2.
Proof.
  revert n. induction q1 as [|q q1 IH]; intros n H; cbn [app length seq map] in *.
  - rewrite Nat.add_0_r. auto.
  - inversion H as [[H0 H1]]. rewrite H0. destruct (IH (S n)) as [A B]; [congruence|].
    split; [congruence|]. rewrite <- B at 2. f_equal. f_equal. lia.
Qed.

Section Case.
  (** With [replies], a heap of value 0 must have no moves, or one to value 1. *)
  Variables (letters : nat) (v : valuation) (replies : bool) (controls : nat) (hs : list choice) (width : nat) (base : system)
    (k : letter_case).

  Let first : nat := (S letters + width)%nat.
  Let letter : list row := vars 1 letters.

  Definition period_row : row := form_row letters (case_period k).
  Definition pieces_of (c q : nat) : list piece :=
    let blocks := nth c (case_blocks k) [] in nth (Nat.min q (length blocks - 1)) blocks [].

  Definition choice_vars (h : choice) : list row := vars (first + 5) (chosen h).
  Definition choice_system (heap : row) (h : choice) : system :=
    let next := (first + 5 + chosen h)%nat in
    both (System (choice_vars h) [])
      (both (atoms_system [heap] letter next (unless_stopped h))
        (atoms_system [heap] (letter ++ choice_vars h) (next + length (unless_stopped h)) (guarded h))).
  Definition after_row (heap : row) (h : choice) : row :=
    match becomes h with Same => heap | Becomes e => linear_row [heap] (letter ++ choice_vars h) e end.
  Definition hidden_of (h : choice) : list nat :=
    (first + 1)%nat :: (first + 4)%nat
    :: seq (first + 5) (chosen h + (length (unless_stopped h) + length (guarded h))).

  (** Play ends, and a move lowers a heap by at most some periods. *)
  Definition moved_system (h : choice) : system :=
    both base (with_row (with_row (choice_system (var 0) h) (var 0)) (after_row (var 0) h)).
  Definition lowered (h : choice) : row := add (var 0) (-1) (after_row (var 0) h).
  Definition at_most (j : nat) (h : choice) : bool :=
    implied (moved_system h) (add (add (constant_row 0) (Z.of_nat j) period_row) (-1) (lowered h)).
  Definition still (h : choice) : bool := negb (implied (moved_system h) (add (lowered h) 1 (constant_row (-1)))).
  Definition ranks_of (edges : list choice) : list nat :=
    Nat.iter controls (fun l => map (fun c => fold_right (fun h m =>
      if Nat.eqb (leaves h) c then Nat.max m (S (nth (enters h) l 0%nat)) else m) 0%nat edges) (seq 0 controls))
      (repeat 0%nat controls).
  Definition descends (edges : list choice) : bool :=
    let ranks := ranks_of edges in
    forallb (fun h => Nat.ltb (nth (enters h) ranks 0%nat) (nth (leaves h) ranks 0%nat)) edges.

  (** Pieces divide the line of remainders. *)
  Fixpoint line (begin : row) (ps : list piece) : bool :=
    match ps with
    | [] => implied base (add period_row (-1) begin) && implied base (add begin (-1) period_row)
    | p :: ps =>
        let e := form_row letters (piece_end p) in
        implied base (add e (-1) begin) && negb (Nat.eqb (length (piece_values p)) 0) && line e ps
    end.

  Definition value_fine (r : region) : bool :=
    match bound v with
    | None => implied (both base (inside r)) (worth r)
    | Some n => match constant_of (worth r) with Some z => (0 <=? z) && (z <? Z.of_N n) | None => false end
    end.

  (** Heaps of the block [q], and of all further ones. *)
  Definition slack (further : bool) : row := if further then var first else constant_row 0.
  Definition here_in (further : bool) : system := if further then with_row base (var first) else base.
  Definition heap_row (at_ q : nat) (further : bool) : row :=
    add (add (var at_) 1 (slack further)) (Z.of_nat q) period_row.

  Definition arrivals (J c q : nat) (further : bool) : list part :=
    flat_map (fun h =>
      if Nat.eqb (leaves h) c then
        let heap := heap_row 0 q further in
        let moved := choice_system heap h in
        let y := after_row heap h in
        flat_map (fun j =>
          let s := with_zero moved (add y (-1) (heap_row (first + 1) (q - j) further)) in
          map (fun r => Part h (both s (inside r)) (worth r))
            (regions letters 1 (first + 1) (first + 4) (constant_row 0) (pieces_of (enters h) (q - j))))
          (seq 0 (S (Nat.min J q)))
      else []) hs.
  Definition parts (J c q : nat) (further : bool) : list part :=
    filter (fun p => negb (refuted (both (here_in further) (arrives p)))) (arrivals J c q further).

  Definition reach (here : system) (h : choice) (s : system) : list (list row) :=
    if refuted (both here s) then []
    else match reachable (hidden_of h) (S letters) (equations here) s with Some rs => [rs] | None => [] end.

  Definition is_in (S : list N) (unknown : bool) (p : part) : bool :=
    match constant_of (gets p) with Some z => has (Z.to_N z) S | None => unknown end.

  Definition local (ps : list part) (further : bool) (r : region) : bool :=
    let here := both (here_in further) (inside r) in
    refuted here ||
    match bound v with
    | None =>
        let m := var (first + 2) in
        let lower := with_row (with_row here m) (add (add (worth r) (-1) m) 1 (constant_row (-1))) in
        forallb (fun p => refuted (with_zero (both here (arrives p)) (add (gets p) (-1) (worth r)))) ps &&
        covered fuel lower (flat_map (fun p => reach lower (way p) (with_zero (arrives p) (add (gets p) (-1) m))) ps) &&
        (negb replies ||
         (let zero := with_zero here (worth r) in
          let ways := flat_map (fun p => reach zero (way p) (with_zero (arrives p) (add (gets p) 1 (constant_row (-1))))) ps in
          forallb (fun p => covered fuel (both zero (arrives p)) ways &&
            forallb (forallb (fun r => negb (mentions (hidden_of (way p)) r))) ways) ps))
    | Some _ =>
        match constant_of (worth r) with
        | None => false
        | Some z =>
            match demands v (Z.to_N z) with
            | None => false
            | Some d =>
                let some_of S :=
                  covered fuel here (flat_map (fun p => reach here (way p) (arrives p)) (filter (is_in S false) ps)) in
                forallb (fun p => refuted (both here (arrives p))) (filter (is_in (forbidden d) true) ps) &&
                forallb some_of (required d) &&
                forallb (fun S =>
                  let ways := flat_map (fun p => reach here (way p) (arrives p)) (filter (is_in S false) ps) in
                  forallb (fun p => covered fuel (both here (arrives p)) ways &&
                    forallb (forallb (fun r => negb (mentions (hidden_of (way p)) r))) ways) ps) (required_if_any d)
            end
        end
    end.

  Definition turns : nat :=
    let counts := flat_map (map (fun p => length (piece_values p))) (concat (case_blocks k)) in
    Nat.max 1 (Nat.min 6 (fold_right Nat.mul 1%nat (nodup Nat.eq_dec (filter (fun n => Nat.leb n 6) counts)))).

  Definition count_of_blocks : nat := length (nth 0 (case_blocks k) []).

  Definition check_case : bool :=
    refuted base ||
    (let B := count_of_blocks in
     let edges := filter still hs in
     implied base (add period_row 1 (constant_row (-1))) &&
     Nat.eqb (length (case_blocks k)) controls && negb (Nat.eqb B 0) &&
     forallb (fun blocks => Nat.eqb (length blocks) B) (case_blocks k) &&
     forallb (forallb (line (constant_row 0))) (case_blocks k) &&
     forallb (forallb (fun ps => forallb value_fine (regions letters 1 0 (first + 3) (constant_row 0) ps))) (case_blocks k) &&
     forallb (fun h => Nat.ltb (enters h) controls) hs &&
     forallb (fun h => implied (moved_system h) (lowered h)) hs && descends edges &&
     match find (fun j => forallb (at_most j) hs) (seq 0 17) with
     | None => false
     | Some J =>
         forallb (fun c => forallb (fun q =>
           let further := Nat.eqb q (B - 1 + J) in
           let ps := parts J c q further in
           forallb (local ps further) (regions letters turns 0 (first + 3) (constant_row 0) (pieces_of c q)))
           (seq 0 (B + J))) (seq 0 controls)
     end).

  (** *** The result of the check, for some letters *)

  Variables (a cq : list Z) (g : game).
  Hypothesis La : length a = letters.
  Hypothesis Na : natural a.
  Hypothesis Lcq : length cq = width.
  Hypothesis Base : forall e, good letters a cq e -> sat base e.
  Hypothesis Hs : choices letters g = Some hs.
  Hypothesis Controls : Statement.controls g = controls.
  Hypothesis One : dimension g = 1%nat.
  Hypothesis All : existing g = Always.
  Hypothesis Check : check_case = true.

  Let L : Z := at_letters (case_period k) a.
  Let F (c : nat) (n : Z) : Z := letter_value k a c n.

  Definition world (r s r' m u u' : Z) (t qs : list Z) : environment :=
    of_list (r :: a ++ cq ++ s :: r' :: m :: u :: u' :: t ++ qs).

  Lemma world_good r s r' m u u' t qs : good letters a cq (world r s r' m u u' t qs).
  Proof.
    split.
    - apply (of_list_part [r] a); [reflexivity|exact La].
    - unfold world. change (r :: a ++ cq ++ s :: r' :: m :: u :: u' :: t ++ qs)
        with ((r :: a) ++ cq ++ s :: r' :: m :: u :: u' :: t ++ qs).
      apply of_list_part; [cbn; lia|reflexivity].
  Qed.

  Lemma world_at r s r' m u u' t qs : let e := world r s r' m u u' t qs in
    e 0%nat = r /\ e first = s /\ e (first + 1)%nat = r' /\ e (first + 2)%nat = m /\ e (first + 3)%nat = u /\
    e (first + 4)%nat = u' /\ map e (seq (first + 5) (length t)) = t /\
    map e (seq (first + 5 + length t) (length qs)) = qs.
  Proof.
    cbv zeta. set (p := r :: a ++ cq). assert (length p = first) as P.
    { unfold p, first. cbn. rewrite app_length. lia. }
    assert (world r s r' m u u' t qs = of_list (p ++ s :: r' :: m :: u :: u' :: t ++ qs)) as W.
    { unfold world, p. cbn [app]. rewrite <- app_assoc. reflexivity. }
    rewrite W. repeat split.
    - apply of_list_at, P.
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s] ++ r' :: m :: u :: u' :: t ++ qs). rewrite app_assoc.
      apply of_list_at. rewrite app_length, P. reflexivity.
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s; r'] ++ m :: u :: u' :: t ++ qs). rewrite app_assoc.
      apply of_list_at. rewrite app_length, P. reflexivity.
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s; r'; m] ++ u :: u' :: t ++ qs). rewrite app_assoc.
      apply of_list_at. rewrite app_length, P. reflexivity.
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s; r'; m; u] ++ u' :: t ++ qs). rewrite app_assoc.
      apply of_list_at. rewrite app_length, P. reflexivity.
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s; r'; m; u; u'] ++ t ++ qs). rewrite app_assoc.
      apply of_list_part; [rewrite app_length, P; reflexivity|reflexivity].
    - change (s :: r' :: m :: u :: u' :: t ++ qs) with ([s; r'; m; u; u'] ++ t ++ qs).
      assert (p ++ [s; r'; m; u; u'] ++ t ++ qs = (p ++ [s; r'; m; u; u'] ++ t) ++ qs ++ []) as ->
        by (rewrite app_nil_r, <- !app_assoc; reflexivity).
      apply of_list_part; [rewrite !app_length, P; cbn; lia|reflexivity].
  Qed.

  Lemma world_agrees r s r' m u u' t qs h i : length t = chosen h ->
    length qs = (length (unless_stopped h) + length (guarded h))%nat -> ~ In i (hidden_of h) ->
    world r s r' m u u' t qs i = world r s 0 m u 0 [] [] i.
  Proof.
    intros Lt Lq N. unfold world, of_list. set (p := r :: a ++ cq). assert (length p = first) as P.
    { unfold p, first. cbn. rewrite app_length. lia. }
    assert (forall l, r :: a ++ cq ++ l = p ++ l) as W by (intro l; unfold p; cbn [app]; rewrite <- app_assoc; reflexivity).
    rewrite !W. destruct (Nat.lt_ge_cases i first) as [Lt'|Ge].
    - rewrite !app_nth1 by lia. reflexivity.
    - rewrite !app_nth2 by lia. rewrite P. unfold hidden_of in N.
      destruct (i - first)%nat as [|[|[|[|[|j]]]]] eqn:E; cbn [nth app]; try reflexivity.
      + destruct N. left. lia.
      + destruct N. right. left. lia.
      + transitivity 0; [|destruct j; reflexivity]. apply nth_overflow. rewrite app_length.
        destruct (Nat.le_gt_cases (length t + length qs) j) as [|Lj]; [assumption|]. destruct N. right. right. apply in_seq. lia.
  Qed.

  Lemma letters_at e : good letters a cq e -> at_rows e letter = a.
  Proof. intros [G _]. unfold letter. rewrite at_rows_vars. exact G. Qed.

  Lemma choice_forward h t n : may h a t n ->
    exists qs, length qs = (length (unless_stopped h) + length (guarded h))%nat /\
      forall heap e, good letters a cq e -> eval heap e = n ->
      map e (seq (first + 5) (length t)) = t -> map e (seq (first + 5 + length t) (length qs)) = qs ->
      sat (choice_system heap h) e /\ eval (after_row heap h) e = after (becomes h) n (a ++ t).
  Proof.
    intros (Lt & Nt & Hu & Hg & Pos).
    destruct (atoms_forward _ _ _ Hu) as (q1 & L1 & A1), (atoms_forward _ _ _ Hg) as (q2 & L2 & A2).
    exists (q1 ++ q2). split; [rewrite app_length; lia|]. intros heap e G Eh Et Eq.
    assert (at_rows e (choice_vars h) = t) as Ev by (unfold choice_vars; rewrite at_rows_vars, <- Lt; exact Et).
    assert (at_rows e (letter ++ choice_vars h) = a ++ t) as Ea.
    { unfold at_rows. rewrite map_app. fold (at_rows e letter) (at_rows e (choice_vars h)). rewrite letters_at, Ev by exact G. reflexivity. }
    assert (at_rows e [heap] = [n]) as En by (cbn; rewrite Eh; reflexivity).
    apply map_seq_app in Eq as [E1 E2]. rewrite L1 in E1, E2. rewrite L2 in E2. rewrite Lt in E1, E2. split.
    - unfold choice_system. rewrite !sat_both. split; [|split].
      + split; [|constructor]. unfold choice_vars, vars. cbn [bounds]. apply Forall_map, Forall_forall. intros i I.
        unfold nonneg. rewrite eval_var. rewrite Lt in Et. rewrite <- Et in Nt. unfold natural in Nt.
        rewrite Forall_map, Forall_forall in Nt. apply Nt, I.
      + apply A1; [exact En|apply letters_at, G|exact E1].
      + apply A2; [exact En|exact Ea|exact E2].
    - unfold after_row. destruct (becomes h); cbn [after]; [exact Eh|]. rewrite linear_row_eval, En, Ea. reflexivity.
  Qed.

  Lemma choice_backward heap h e : good letters a cq e -> sat (choice_system heap h) e -> 0 <= eval (after_row heap h) e ->
    exists t, may h a t (eval heap e) /\ eval (after_row heap h) e = after (becomes h) (eval heap e) (a ++ t).
  Proof.
    intros G S Pos. exists (at_rows e (choice_vars h)). unfold choice_system in S. rewrite !sat_both in S.
    destruct S as ([N _] & S1 & S2).
    assert (at_rows e (letter ++ choice_vars h) = a ++ at_rows e (choice_vars h)) as Ea.
    { unfold at_rows at 1. rewrite map_app. fold (at_rows e letter) (at_rows e (choice_vars h)). rewrite letters_at by exact G. reflexivity. }
    apply atoms_backward in S1, S2. rewrite letters_at in S1 by exact G. rewrite Ea in S2. cbn [at_rows map] in S1, S2.
    assert (eval (after_row heap h) e = after (becomes h) (eval heap e) (a ++ at_rows e (choice_vars h))) as A.
    { unfold after_row. destruct (becomes h); cbn [after]; [reflexivity|]. rewrite linear_row_eval, Ea. reflexivity. }
    split; [|exact A]. unfold may. rewrite <- A. repeat split; auto.
    - unfold at_rows, choice_vars, vars. rewrite !map_length, seq_length. reflexivity.
    - unfold natural, at_rows. apply Forall_map. exact N.
  Qed.

  (** The parts of the check. *)

  Let origin : environment := world 0 0 0 0 0 0 [] [].

  Lemma origin_base : sat base origin.
  Proof. apply Base, world_good. Qed.

  Lemma not_refuted : refuted base = false.
  Proof. destruct (refuted base) eqn:R; [|reflexivity]. destruct (refuted_sound _ _ R origin_base). Qed.

  Lemma base_implies r : implied base r = true -> 0 <= eval r origin.
  Proof. intro I. apply (implied_sound _ _ _ I origin_base). Qed.

  Lemma period_eval e : good letters a cq e -> eval period_row e = L.
  Proof. intro G. apply (form_row_eval letters a cq La), G. Qed.

  Lemma line_sound ps : forall begin b, (forall e, good letters a cq e -> eval begin e = b) -> line begin ps = true ->
    line_ok a L b ps.
  Proof.
    assert (good letters a cq origin) as G by apply world_good.
    induction ps as [|p ps IH]; intros begin b B K; cbn [line line_ok] in *.
    - apply andb_prop in K as [K1 K2]. apply base_implies in K1, K2. rewrite eval_add, period_eval, B in K1, K2 by exact G. lia.
    - apply andb_prop in K as [K K3]. apply andb_prop in K as [K1 K2]. apply base_implies in K1.
      rewrite eval_add, (form_row_eval letters a cq La), B in K1 by exact G. split; [lia|split].
      + intro E. rewrite E in K2. discriminate.
      + apply (IH (form_row letters (piece_end p))); [|exact K3]. intros e Ge. apply (form_row_eval letters a cq La), Ge.
  Qed.

  Lemma checked : let B := count_of_blocks in let edges := filter still hs in
    1 <= L /\ length (case_blocks k) = controls /\ B <> 0%nat /\
    Forall (fun blocks => length blocks = B) (case_blocks k) /\
    Forall (Forall (line_ok a L 0)) (case_blocks k) /\
    Forall (Forall (fun ps => Forall (fun r => value_fine r = true) (regions letters 1 0 (first + 3) (constant_row 0) ps))) (case_blocks k) /\
    Forall (fun h => (enters h < controls)%nat) hs /\
    Forall (fun h => implied (moved_system h) (lowered h) = true) hs /\ descends edges = true /\
    exists J, Forall (fun h => at_most J h = true) hs /\
      forall c q, (c < controls)%nat -> (q < B + J)%nat -> let further := Nat.eqb q (B - 1 + J) in
        Forall (fun r => local (parts J c q further) further r = true)
          (regions letters turns 0 (first + 3) (constant_row 0) (pieces_of c q)).
  Proof.
    cbv zeta. pose proof Check as K. unfold check_case in K. rewrite not_refuted in K. cbn [orb] in K. cbv zeta in K.
    repeat (apply andb_prop in K as [K ?]).
    apply base_implies in K. rewrite eval_add, period_eval, eval_constant in K by apply world_good.
    assert (forall {A} (f : A -> bool) l, forallb f l = true -> Forall (fun a => f a = true) l) as FF.
    { intros A f l E. apply Forall_forall. apply forallb_forall. exact E. }
    destruct (find _ _) as [J|] eqn:Fi; [|discriminate]. apply find_some in Fi as [_ Fi].
    assert (forall f : list piece -> bool, forallb (forallb f) (case_blocks k) = true ->
      Forall (Forall (fun ps => f ps = true)) (case_blocks k)) as FFF.
    { intros f E. eapply Forall_impl; [|apply FF, E]. cbn. intros b E'. apply FF, E'. }
    split; [lia|]. split; [apply Nat.eqb_eq, H7|]. split; [apply Nat.eqb_neq, negb_true_iff, H6|].
    split; [eapply Forall_impl; [|apply FF, H5]; intros b E; apply Nat.eqb_eq, E|].
    split.
    { eapply Forall_impl; [|apply FFF, H4]. intros b. apply Forall_impl. intros ps. apply line_sound. intros. apply eval_constant. }
    split; [eapply Forall_impl; [|apply FFF, H3]; intros b; apply Forall_impl; intros ps; apply FF|].
    split; [eapply Forall_impl; [|apply FF, H2]; intros h E; apply Nat.ltb_lt, E|].
    split; [apply FF, H1|]. split; [exact H0|].
    exists J. split; [apply FF, Fi|]. intros c q Hc Hq. rewrite forallb_forall in H. specialize (H c).
    rewrite forallb_forall in H. apply FF. apply H; apply in_seq; lia.
  Qed.

  Section Facts.
    Let B : nat := count_of_blocks.
    Hypothesis L1 : 1 <= L.
    Hypothesis Length : length (case_blocks k) = controls.
    Hypothesis B0 : B <> 0%nat.
    Hypothesis Blocks : Forall (fun blocks => length blocks = B) (case_blocks k).
    Hypothesis Lines : Forall (Forall (line_ok a L 0)) (case_blocks k).
    Hypothesis Fine : Forall (Forall (fun ps =>
      Forall (fun r => value_fine r = true) (regions letters 1 0 (first + 3) (constant_row 0) ps))) (case_blocks k).
    Hypothesis Enters : Forall (fun h => (enters h < controls)%nat) hs.
    Hypothesis Lower : Forall (fun h => implied (moved_system h) (lowered h) = true) hs.
    Hypothesis Descends : descends (filter still hs) = true.
    Variable J : nat.
    Hypothesis AtMost : Forall (fun h => at_most J h = true) hs.
    Hypothesis Local : forall c q, (c < controls)%nat -> (q < B + J)%nat -> let further := Nat.eqb q (B - 1 + J) in
      Forall (fun r => local (parts J c q further) further r = true)
        (regions letters turns 0 (first + 3) (constant_row 0) (pieces_of c q)).

    Lemma blocks_at c : (c < controls)%nat -> In (nth c (case_blocks k) []) (case_blocks k) /\
      length (nth c (case_blocks k) []) = B.
    Proof.
      intro C. assert (In (nth c (case_blocks k) []) (case_blocks k)) as I by (apply nth_In; lia).
      split; [exact I|]. rewrite Forall_forall in Blocks. apply Blocks, I.
    Qed.

    Lemma pieces_in c q : (c < controls)%nat -> In (pieces_of c q) (nth c (case_blocks k) []).
    Proof. intro C. destruct (blocks_at c C) as [_ E]. unfold pieces_of. rewrite E. apply nth_In. lia. Qed.

    Lemma pieces_line c q : (c < controls)%nat -> line_ok a L 0 (pieces_of c q).
    Proof.
      intro C. destruct (blocks_at c C) as [I _]. rewrite Forall_forall in Lines. specialize (Lines _ I).
      rewrite Forall_forall in Lines. apply Lines, pieces_in, C.
    Qed.

    Lemma same_block c q q' : (c < controls)%nat -> (q = q' \/ B - 1 <= q /\ B - 1 <= q')%nat -> pieces_of c q = pieces_of c q'.
    Proof.
      intros C [->|[H H']]; [reflexivity|]. destruct (blocks_at c C) as [_ E]. unfold pieces_of. rewrite E.
      f_equal. lia.
    Qed.

    Lemma zero_row e : good letters a cq e -> eval (constant_row 0) e = 0.
    Proof. reflexivity. Qed.

    Lemma value_of c n : F c n = value_in_pieces a (n mod L) 0 (pieces_of c (Z.to_nat (n / L))).
    Proof. reflexivity. Qed.

    Lemma F_fine c n : (c < controls)%nat -> 0 <= n ->
      match bound v with None => 0 <= F c n | Some m => 0 <= F c n < Z.of_N m end.
    Proof.
      intros C P. pose proof (Z.mod_pos_bound n L) as M.
      destruct (regions_some letters a cq La 1 0 (first + 3) L) with (ps := pieces_of c (Z.to_nat (n / L)))
        (begin := constant_row 0) (b := 0) (r := n mod L) as (r & w & I & H);
        [discriminate|apply zero_row|apply pieces_line, C|lia|].
      set (e := world (n mod L) 0 0 0 w 0 [] []).
      destruct (world_at (n mod L) 0 0 0 w 0 [] []) as (E0 & _ & _ & _ & E3 & _).
      destruct (H e) as [S V]; [apply world_good|exact E0|exact E3|]. rewrite value_of, <- V.
      destruct (blocks_at c C) as [Ib _]. rewrite Forall_forall in Fine. specialize (Fine _ Ib).
      rewrite Forall_forall in Fine. specialize (Fine _ (pieces_in c (Z.to_nat (n / L)) C)).
      rewrite Forall_forall in Fine. specialize (Fine _ I). unfold value_fine in Fine.
      destruct (bound v) as [m|].
      - destruct (constant_of (worth r)) as [z|] eqn:K; [|discriminate]. rewrite (constant_of_eval _ _ _ K).
        apply andb_prop in Fine as [A A']. apply Z.leb_le in A. apply Z.ltb_lt in A'. lia.
      - apply (implied_sound _ _ _ Fine). apply sat_both. split; [apply Base, world_good|exact S].
    Qed.

    Definition rank (c : nat) : nat := nth c (ranks_of (filter still hs)) 0%nat.

    Lemma descent h t n : In h hs -> may h a t n -> 0 <= n -> let n' := after (becomes h) n (a ++ t) in
      0 <= n' <= n /\ n - n' <= Z.of_nat J * L /\ (n' = n -> (rank (enters h) < rank (leaves h))%nat).
    Proof.
      intros I M P n'. destruct (choice_forward h t n M) as (qs & _ & Q).
      set (e := world n 0 0 0 0 0 t qs). destruct (world_at n 0 0 0 0 0 t qs) as (E0 & _ & _ & _ & _ & _ & Et & Eq).
      assert (good letters a cq e) as G by apply world_good.
      destruct (Q (var 0) e) as [S A]; [exact G|rewrite eval_var; exact E0|exact Et|exact Eq|].
      fold n' in A. destruct M as (_ & _ & _ & _ & Pos). fold n' in Pos.
      assert (sat (moved_system h) e) as S'.
      { unfold moved_system. rewrite sat_both, !sat_with_row, A, eval_var.
        split; [apply Base, G|]. split; [exact Pos|split; [|exact S]]. unfold e. rewrite E0. exact P. }
      assert (eval (lowered h) e = n - n') as Lo.
      { unfold lowered. rewrite eval_add, A, eval_var. unfold e. rewrite E0. lia. }
      rewrite Forall_forall in Lower, AtMost. pose proof (implied_sound _ _ _ (Lower h I) S') as H1.
      pose proof (implied_sound _ _ _ (AtMost h I) S') as H2. unfold nonneg in H1, H2.
      rewrite Lo in H1. rewrite !eval_add, Lo, eval_constant, period_eval in H2 by exact G.
      split; [lia|split; [lia|]]. intro E. unfold descends in Descends. rewrite forallb_forall in Descends.
      apply Nat.ltb_lt. apply Descends, filter_In. split; [exact I|]. unfold still. apply negb_true_iff.
      destruct (implied (moved_system h) (add (lowered h) 1 (constant_row (-1)))) eqn:K; [|reflexivity].
      pose proof (implied_sound _ _ _ K S') as H3. unfold nonneg in H3. rewrite eval_add, Lo, eval_constant in H3. lia.
    Qed.

    (** The heap of [n]. *)
    Section Heap.
      Variables (c : nat) (n : Z).
      Hypothesis C : (c < controls)%nat.
      Hypothesis P : 0 <= n.
      Let Q : Z := n / L.
      Let r : Z := n mod L.
      Let q : nat := Nat.min (Z.to_nat Q) (B - 1 + J).
      Let further : bool := Nat.eqb q (B - 1 + J).
      Let s : Z := (Q - Z.of_nat q) * L.
      Let ps : list part := parts J c q further.

      Lemma Q_nonneg : 0 <= Q.
      Proof. apply Z.div_pos; lia. Qed.

      Lemma n_is : n = Q * L + r.
      Proof. unfold Q, r. rewrite Z.mul_comm. apply Z.div_mod. lia. Qed.

      Lemma q_le : Z.of_nat q <= Q.
      Proof. pose proof Q_nonneg. unfold q. lia. Qed.

      Lemma q_further : if further then (q = B - 1 + J)%nat else Z.of_nat q = Q.
      Proof.
        pose proof Q_nonneg. unfold further. destruct (Nat.eqb_spec q (B - 1 + J)) as [E|E]; [exact E|].
        unfold q in *. lia.
      Qed.

      Definition at_heap (e : environment) : Prop := good letters a cq e /\ e 0%nat = r /\ e first = s.

      Lemma here_sat e : at_heap e -> sat (here_in further) e.
      Proof.
        intros (G & _ & E). unfold here_in. destruct further; [|apply Base, G].
        rewrite sat_with_row, eval_var, E. split; [|apply Base, G]. pose proof q_le. unfold s. nia.
      Qed.

      Lemma heap_row_eval at_ q' e : at_heap e -> eval (heap_row at_ q' further) e = e at_ + s + Z.of_nat q' * L.
      Proof.
        intros (G & _ & E). unfold heap_row. rewrite !eval_add, eval_var, period_eval by exact G. pose proof q_further as K.
        unfold slack. destruct further; [rewrite eval_var, E; lia|]. rewrite eval_constant. unfold s. rewrite K. lia.
      Qed.

      Lemma heap_eval e : at_heap e -> eval (heap_row 0 q further) e = n.
      Proof.
        intro H. rewrite heap_row_eval by exact H. destruct H as (_ & E & _). rewrite E, n_is at 1. unfold s. lia.
      Qed.

      Lemma block_of j c' Q' : (c' < controls)%nat -> (j <= Nat.min J q)%nat -> Q' = Q - Z.of_nat j ->
        pieces_of c' (q - j) = pieces_of c' (Z.to_nat Q').
      Proof.
        intros C' Hj ->. apply same_block; [exact C'|]. pose proof q_further as K. pose proof q_le. destruct further; lia.
      Qed.

      Lemma arrivals_some h t : In h hs -> leaves h = c -> may h a t n ->
        exists p r' u' qs, In p (arrivals J c q further) /\ way p = h /\
          length qs = (length (unless_stopped h) + length (guarded h))%nat /\ forall m u, let e := world r s r' m u u' t qs in
          sat (arrives p) e /\ eval (gets p) e = F (enters h) (after (becomes h) n (a ++ t)).
      Proof.
        intros I Hc M. pose proof (descent h t n I M P) as D. cbv zeta in D. set (n' := after (becomes h) n (a ++ t)) in *.
        destruct D as (D1 & D2 & _). set (Q' := n' / L). set (r' := n' mod L).
        assert (0 <= Q' <= Q) as HQ.
        { split; [apply Z.div_pos; lia|apply Z.div_le_mono; lia]. }
        assert (Q - Z.of_nat J <= Q') as HJ.
        { unfold Q, Q'. replace (n / L - Z.of_nat J) with ((n + (- Z.of_nat J) * L) / L) by (rewrite Z.div_add by lia; lia).
          apply Z.div_le_mono; lia. }
        set (j := Z.to_nat (Q - Q')).
        assert (j <= Nat.min J q)%nat as Hj.
        { pose proof q_further as K. destruct further; unfold j; lia. }
        assert (enters h < controls)%nat as C' by (rewrite Forall_forall in Enters; apply Enters, I).
        pose proof (Z.mod_pos_bound n' L) as M'. fold r' in M'.
        destruct (regions_some letters a cq La 1 (first + 1) (first + 4) L) with (ps := pieces_of (enters h) (q - j))
          (begin := constant_row 0) (b := 0) (r := r') as (g' & u' & I' & H);
          [discriminate|apply zero_row|apply pieces_line, C'|lia|].
        destruct (choice_forward h t n M) as (qs & Lq & A).
        exists (Part h (both (with_zero (choice_system (heap_row 0 q further) h)
          (add (after_row (heap_row 0 q further) h) (-1) (heap_row (first + 1) (q - j) further))) (inside g')) (worth g')), r', u', qs.
        split.
        - unfold arrivals. apply in_flat_map. exists h. split; [exact I|]. rewrite Hc, Nat.eqb_refl. apply in_flat_map.
          exists j. split; [apply in_seq; lia|]. apply in_map_iff. exists g'. split; [reflexivity|exact I'].
        - split; [reflexivity|split; [exact Lq|]]. intros m u e. destruct (world_at r s r' m u u' t qs) as (E0 & Es & Er & _ & _ & Eu & Et & Eq). fold e in E0, Es, Er, Eu, Et, Eq.
          assert (at_heap e) as Ah by (split; [apply world_good|split; [exact E0|exact Es]]). destruct Ah as (G & Ah').
          assert (at_heap e) as Ah by (split; assumption).
          destruct (A (heap_row 0 q further) e) as [S Y]; [exact G|apply heap_eval, Ah|exact Et|exact Eq|]. fold n' in Y.
          destruct (H e G Er Eu) as [S' V]. cbn [arrives gets]. split.
          + rewrite sat_both, sat_with_zero. split; [|exact S']. split; [|exact S].
            rewrite eval_add, Y, heap_row_eval, Er by exact Ah.
            pose proof (Z.div_mod n' L) as X. fold Q' r' in X. unfold s, j.
            assert (Z.of_nat (q - Z.to_nat (Q - Q')) = Z.of_nat q - (Q - Q')) as -> by (unfold j in Hj; lia). lia.
          + rewrite V, value_of. fold r' Q'. rewrite (block_of j (enters h) Q' C' Hj); [reflexivity|unfold j; lia].
      Qed.

      Lemma parts_some h t : In h hs -> leaves h = c -> may h a t n ->
        exists p r' u' qs, In p ps /\ way p = h /\
          length qs = (length (unless_stopped h) + length (guarded h))%nat /\ forall m u, let e := world r s r' m u u' t qs in
          sat (arrives p) e /\ eval (gets p) e = F (enters h) (after (becomes h) n (a ++ t)).
      Proof.
        intros I Hc M. destruct (arrivals_some h t I Hc M) as (p & r' & u' & qs & Ip & Wp & Lq & H).
        exists p, r', u', qs. split; [|split; [exact Wp|split; [exact Lq|exact H]]]. apply filter_In. split; [exact Ip|]. apply negb_true_iff.
        destruct (refuted _) eqn:R; [|reflexivity]. exfalso. specialize (H 0 0). cbv zeta in H.
        apply (refuted_sound _ (world r s r' 0 0 u' t qs) R). apply sat_both. split; [|apply H]. apply here_sat.
        destruct (world_at r s r' 0 0 u' t qs) as (E0 & Es & _). split; [apply world_good|split; assumption].
      Qed.

      Lemma arrival_option p e : In p ps -> at_heap e -> sat (arrives p) e ->
        exists t, In (way p) hs /\ leaves (way p) = c /\ may (way p) a t n /\
          F (enters (way p)) (after (becomes (way p)) n (a ++ t)) = eval (gets p) e.
      Proof.
        intros I H S. apply filter_In in I as [I _]. unfold arrivals in I. apply in_flat_map in I as (h & Ih & I).
        destruct (Nat.eqb_spec (leaves h) c) as [Hc|]; [|destruct I]. apply in_flat_map in I as (j & Ij & I).
        apply in_map_iff in I as (g' & <- & Ig). apply in_seq in Ij. cbn [way arrives gets] in *.
        rewrite sat_both, sat_with_zero in S. destruct S as [[Z0 S] S'].
        assert (enters h < controls)%nat as C' by (rewrite Forall_forall in Enters; apply Enters, Ih).
        pose proof H as (G & E0 & Es).
        destruct (regions_all letters a cq La 1 (first + 1) (first + 4) L (pieces_of (enters h) (q - j)) (constant_row 0) 0
          zero_row (pieces_line _ _ C') g' e Ig G S') as [Rb V].
        rewrite eval_add, heap_row_eval in Z0 by exact H. set (y := eval (after_row _ h) e) in *. set (r' := e (first + 1)%nat) in *.
        assert (y = (Q - Z.of_nat j) * L + r') as Y.
        { assert (Z.of_nat (q - j) = Z.of_nat q - Z.of_nat j) as W by lia. rewrite W in Z0. unfold s in Z0. lia. }
        assert (0 <= Q - Z.of_nat j) as Qj by (pose proof q_le; lia).
        assert (0 <= y) as Py by nia.
        destruct (choice_backward _ h e G S Py) as (t & M & A). rewrite heap_eval in M, A by exact H.
        exists t. split; [exact Ih|split; [exact Hc|split; [exact M|]]].
        fold y in A. rewrite <- A, value_of, V.
        assert (y / L = Q - Z.of_nat j) as ->.
        { rewrite Y, Z.add_comm, Z.div_add, Z.div_small by lia. lia. }
        assert (y mod L = r') as ->.
        { rewrite Y, Z.add_comm, Z_mod_plus_full, Z.mod_small by lia. reflexivity. }
        rewrite (block_of j (enters h) (Q - Z.of_nat j) C'); [reflexivity|lia|reflexivity].
      Qed.

      Lemma not_hidden h i : (i <= first \/ i = first + 2 \/ i = first + 3)%nat -> ~ In i (hidden_of h).
      Proof. intros H I. cbn [hidden_of In] in I. destruct I as [I|[I|I]]; [lia|lia|]. apply in_seq in I. lia. Qed.

      Lemma reach_option here p s' rs e : In p ps -> at_heap e -> sat here e ->
        (forall e', sat s' e' -> sat (arrives p) e') ->
        In rs (reach here (way p) s') -> Forall (nonneg e) rs ->
        exists e' t, e' (first + 2)%nat = e (first + 2)%nat /\ sat s' e' /\
          In (way p) hs /\ leaves (way p) = c /\ may (way p) a t n /\
          F (enters (way p)) (after (becomes (way p)) n (a ++ t)) = eval (gets p) e'.
      Proof.
        intros I H Sh W R N. unfold reach in R. destruct (refuted _); [destruct R|].
        destruct (reachable _ _ _ _) as [rs'|] eqn:E; [|destruct R]. destruct R as [<-|[]].
        destruct (reachable_sound _ _ _ _ _ e E (proj2 Sh) N) as (e' & A & S).
        assert (at_heap e') as H'.
        { destruct H as ((G1 & G2) & E0 & Es). split; [split|split].
          - etransitivity; [|exact G1]. apply map_ext_in. intros i Ii. apply in_seq in Ii. apply A, not_hidden. unfold first. lia.
          - etransitivity; [|exact G2]. apply map_ext_in. intros i Ii. apply in_seq in Ii. apply A, not_hidden. unfold first. lia.
          - rewrite <- E0. apply A, not_hidden. lia.
          - rewrite <- Es. apply A, not_hidden. lia. }
        destruct (arrival_option p e' I H' (W e' S)) as (t & T). exists e', t.
        split; [apply A, not_hidden; lia|]. split; [exact S|exact T].
      Qed.

      Definition reached (b : N) : Prop :=
        exists h t, In h hs /\ leaves h = c /\ may h a t n /\ Z.to_N (F (enters h) (after (becomes h) n (a ++ t))) = b.

      Lemma option_fine h t : In h hs -> may h a t n ->
        match bound v with
        | None => 0 <= F (enters h) (after (becomes h) n (a ++ t))
        | Some m => 0 <= F (enters h) (after (becomes h) n (a ++ t)) < Z.of_N m
        end.
      Proof.
        intros I M. apply F_fine; [rewrite Forall_forall in Enters; apply Enters, I|].
        apply (descent h t n I M P).
      Qed.

      Lemma here_some : exists g0 u, local ps further g0 = true /\
        forall r' m u' t qs, let e := world r s r' m u u' t qs in
          at_heap e /\ sat (both (here_in further) (inside g0)) e /\ eval (worth g0) e = F c n /\ e (first + 2)%nat = m.
      Proof.
        pose proof (Z.mod_pos_bound n L) as Mb.
        assert (turns <> 0%nat) as T0 by (unfold turns; lia).
        destruct (regions_some letters a cq La turns 0 (first + 3) L T0) with (ps := pieces_of c q)
          (begin := constant_row 0) (b := 0) (r := r) as (g0 & u & I0 & H0);
          [apply zero_row|apply pieces_line, C|unfold r; lia|].
        assert (q < B + J)%nat as Hq by (unfold q; lia).
        pose proof (Local c q C Hq) as K. cbv zeta in K. fold further in K. fold ps in K. rewrite Forall_forall in K.
        exists g0, u. split; [apply K, I0|].
        assert (value_in_pieces a r 0 (pieces_of c q) = F c n) as V.
        { rewrite value_of. fold r Q. rewrite <- (block_of 0 c Q C); [rewrite Nat.sub_0_r; reflexivity|lia|lia]. }
        intros r' m u' t qs e. destruct (world_at r s r' m u u' t qs) as (E0 & Es & _ & Em & Eu & _).
        assert (at_heap e) as H by (split; [apply world_good|split; assumption]).
        destruct (H0 e (proj1 H) E0 Eu) as [S0 V0]. split; [exact H|]. rewrite sat_both.
        split; [split; [apply here_sat, H|exact S0]|]. split; [congruence|exact Em].
      Qed.

      Theorem local_rule : v <> Remoteness -> calls_for v reached (Z.to_N (F c n)).
      Proof.
        intro NR. destruct here_some as (g0 & u & K & W).
        unfold local in K. set (here := both (here_in further) (inside g0)) in *.
        destruct (refuted here) eqn:Rh.
        { destruct (W 0 0 0 [] []) as (_ & S & _). destruct (refuted_sound _ _ Rh S). }
        cbn [orb] in K. pose proof (F_fine c n C P) as Fn.
        destruct (bound v) as [bd|] eqn:Bd.
        - destruct (constant_of (worth g0)) as [z|] eqn:Cz; [|discriminate].
          assert (z = F c n) as Ez.
          { destruct (W 0 0 0 [] []) as (_ & _ & E & _). rewrite <- E. symmetry. apply constant_of_eval, Cz. }
          rewrite Ez in K. destruct (demands v (Z.to_N (F c n))) as [d|] eqn:Dm; [|discriminate].
          apply andb_prop in K as [K K3]. apply andb_prop in K as [K1 K2]. rewrite forallb_forall in K1, K2, K3.
          assert (forall h t, In h hs -> leaves h = c -> may h a t n -> exists p r' u' qs, In p ps /\ way p = h /\
            length qs = (length (unless_stopped h) + length (guarded h))%nat /\ let e := world r s r' 0 u u' t qs in sat (both here (arrives p)) e /\
            eval (gets p) e = F (enters h) (after (becomes h) n (a ++ t))) as Op.
          { intros h t I Hc M. destruct (parts_some h t I Hc M) as (p & r' & u' & qs & Ip & Wp & Lq & H).
            exists p, r', u', qs. split; [exact Ip|split; [exact Wp|split; [exact Lq|]]]. destruct (H 0 u) as [S E]. split; [|exact E]. apply sat_both.
            split; [apply W|exact S]. }
          assert (forall S rs e, at_heap e -> sat here e ->
            In rs (flat_map (fun p => reach here (way p) (arrives p)) (filter (is_in S false) ps)) ->
            Forall (nonneg e) rs -> Exists reached S) as Way.
          { intros S rs e Ah Sh Irs N.
            apply in_flat_map in Irs as (p & Ip & Irs). apply filter_In in Ip as [Ip In_].
            destruct (reach_option here p (arrives p) rs _ Ip Ah Sh (fun _ H => H) Irs N) as (e' & t & _ & _ & I & Hc & M & E).
            unfold is_in in In_. destruct (constant_of (gets p)) as [y|] eqn:Cy; [|discriminate]. apply has_In in In_.
            rewrite (constant_of_eval _ _ e' Cy) in E. apply Exists_exists. exists (Z.to_N y). split; [exact In_|].
            exists (way p), t. rewrite E. auto. }
          assert (forall S, covered fuel here (flat_map (fun p => reach here (way p) (arrives p)) (filter (is_in S false) ps)) = true ->
            Exists reached S) as Some_of.
          { intros S Cv. destruct (W 0 0 0 [] []) as (Ah & Sh & _).
            destruct (covered_sound _ _ _ _ Cv Sh) as (rs & Irs & N). apply (Way S rs _ Ah Sh Irs N). }
          apply (demands_calls v bd _ d); [exact Bd|exact Dm| |].
          + intros b (h & t & I & Hc & M & <-). pose proof (option_fine h t I M) as O. rewrite Bd in O. lia.
          + split; [|split].
            * apply Forall_forall. intros b Ib (h & t & I & Hc & M & E).
              destruct (Op h t I Hc M) as (p & r' & u' & qs & Ip & _ & _ & S & Eg).
              assert (is_in (forbidden d) true p = true) as Ii.
              { unfold is_in. destruct (constant_of (gets p)) as [y|] eqn:Cy; [|reflexivity]. apply has_In.
                rewrite (constant_of_eval _ _ (world r s r' 0 u u' t qs) Cy) in Eg. rewrite Eg, E. exact Ib. }
              apply (refuted_sound _ _ (K1 p (proj2 (filter_In _ _ _) (conj Ip Ii))) S).
            * apply Forall_forall. intros S IS. apply Some_of, K2, IS.
            * apply Forall_forall. intros S IS. specialize (K3 S IS). cbv zeta in K3. rewrite forallb_forall in K3.
              set (ways := flat_map _ _) in *. set (e := world r s 0 0 u 0 [] []).
              destruct (existsb (forallb (fun w => 0 <=? eval w e)) ways) eqn:X.
              -- right. apply existsb_exists in X as (rs & Irs & X). rewrite forallb_forall in X.
                 assert (Forall (nonneg e) rs) as N by (apply Forall_forall; intros w Iw; apply Z.leb_le, X, Iw).
                 apply (Way S rs e); [apply (W 0 0 0 [] [])|apply (W 0 0 0 [] [])|exact Irs|exact N].
              -- left. intros b (h & t & I & Hc & M & E).
                 destruct (Op h t I Hc M) as (p & r' & u' & qs & Ip & Wp & Lq & S' & Eg).
                 specialize (K3 p Ip). apply andb_prop in K3 as [K3 K4]. rewrite forallb_forall in K4.
                 destruct (covered_sound _ _ _ _ K3 S') as (rs & Irs & N).
                 enough (existsb (forallb (fun w => 0 <=? eval w e)) ways = true) by congruence.
                 apply existsb_exists. exists rs. split; [exact Irs|]. apply forallb_forall. intros w Iw.
                 specialize (K4 rs Irs). rewrite forallb_forall in K4. specialize (K4 w Iw). apply negb_true_iff in K4.
                 rewrite Forall_forall in N. specialize (N w Iw). unfold nonneg in N. apply Z.leb_le.
                 rewrite Wp in K4. rewrite (mentions_eval _ w e _ K4) in N; [exact N|].
                 intros i Ni. apply (world_agrees r s r' 0 u u' t qs h i); [apply M|exact Lq|exact Ni].
        - assert (forall h t, In h hs -> may h a t n -> 0 <= F (enters h) (after (becomes h) n (a ++ t))) as Of.
          { intros h t I M. pose proof (option_fine h t I M) as O. rewrite Bd in O. exact O. }
          destruct v; try discriminate; try congruence. apply andb_prop in K as [K _]. apply andb_prop in K as [K1 K2].
          rewrite forallb_forall in K1.
          split.
          + intros (h & t & I & Hc & M & E). pose proof (Of h t I M) as O.
            destruct (parts_some h t I Hc M) as (p & r' & u' & qs & Ip & _ & _ & H). destruct (H 0 u) as [S Eg].
            destruct (W r' 0 u' t qs) as (_ & Sh & Ew & _).
            apply (refuted_sound _ (world r s r' 0 u u' t qs) (K1 p Ip)). rewrite sat_with_zero, sat_both, eval_add, Eg, Ew.
            split; [|split; [exact Sh|exact S]]. lia.
          + intros b Hb. destruct (W 0 (Z.of_N b) 0 [] []) as (Ah & Sh & Ew & Em).
            set (e := world r s 0 (Z.of_N b) u 0 [] []) in *.
            set (lower := with_row (with_row here (var (first + 2))) (add (add (worth g0) (-1) (var (first + 2))) 1 (constant_row (-1)))) in *.
            assert (sat lower e) as Sl.
            { unfold lower. rewrite !sat_with_row, !eval_add, eval_var, eval_constant, Ew, Em. split; [lia|split; [lia|exact Sh]]. }
            destruct (covered_sound _ _ _ _ K2 Sl) as (rs & Irs & N).
            apply in_flat_map in Irs as (p & Ip & Irs).
            destruct (reach_option lower p (with_zero (arrives p) (add (gets p) (-1) (var (first + 2)))) rs e Ip Ah Sl) as (e' & t & E2 & S' & I & Hc & M & E);
              [intros e' H; apply sat_with_zero in H; apply H|exact Irs|exact N|].
            exists (way p), t. split; [exact I|split; [exact Hc|split; [exact M|]]]. rewrite E.
            apply sat_with_zero in S' as [Z0 _]. rewrite eval_add, eval_var, E2, Em in Z0. lia.
      Qed.

      Theorem replied : v = Grundy -> replies = true -> F c n = 0 ->
        (forall h t, In h hs -> leaves h = c -> ~ may h a t n) \/
        exists h t, In h hs /\ leaves h = c /\ may h a t n /\ F (enters h) (after (becomes h) n (a ++ t)) = 1.
      Proof.
        intros Ev Er F0. destruct here_some as (g0 & u & K & W).
        unfold local in K. set (here := both (here_in further) (inside g0)) in *.
        destruct (refuted here) eqn:Rh.
        { destruct (W 0 0 0 [] []) as (_ & S & _). destruct (refuted_sound _ _ Rh S). }
        rewrite Ev, Er in K. cbn [orb bound negb] in K. apply andb_prop in K as [_ K]. cbv zeta in K.
        set (zero := with_zero here (worth g0)) in *. set (ways := flat_map _ ps) in *.
        assert (forall r' u' t qs, sat zero (world r s r' 0 u u' t qs)) as Sz.
        { intros r' u' t qs. destruct (W r' 0 u' t qs) as (_ & S & E & _). unfold zero. rewrite sat_with_zero, E. auto. }
        set (e := world r s 0 0 u 0 [] []).
        destruct (existsb (forallb (fun w => 0 <=? eval w e)) ways) eqn:X.
        - right. apply existsb_exists in X as (rs & Irs & X). rewrite forallb_forall in X.
          assert (Forall (nonneg e) rs) as N by (apply Forall_forall; intros w Iw; apply Z.leb_le, X, Iw).
          apply in_flat_map in Irs as (p' & Ip' & Irs).
          destruct (reach_option zero p' (with_zero (arrives p') (add (gets p') 1 (constant_row (-1)))) rs e Ip') as
            (e' & t & _ & S' & I & Hc & M & E);
            [apply (W 0 0 0 [] [])|apply Sz|intros e' H'; apply sat_with_zero in H'; apply H'|exact Irs|exact N|].
          exists (way p'), t. split; [exact I|split; [exact Hc|split; [exact M|]]]. rewrite E.
          apply sat_with_zero in S' as [Z0 _]. rewrite eval_add, eval_constant in Z0. lia.
        - left. intros h t I Hc M. destruct (parts_some h t I Hc M) as (p & r' & u' & qs & Ip & Wp & Lq & H). destruct (H 0 u) as [S _].
          rewrite forallb_forall in K. specialize (K p Ip). apply andb_prop in K as [K3 K4]. rewrite forallb_forall in K4.
          destruct (covered_sound _ _ _ (world r s r' 0 u u' t qs) K3) as (rs & Irs & N); [apply sat_both; auto|].
          enough (existsb (forallb (fun w => 0 <=? eval w e)) ways = true) by congruence.
          apply existsb_exists. exists rs. split; [exact Irs|]. apply forallb_forall. intros w Iw.
          specialize (K4 rs Irs). rewrite forallb_forall in K4. specialize (K4 w Iw). apply negb_true_iff in K4.
          rewrite Forall_forall in N. specialize (N w Iw). unfold nonneg in N. apply Z.leb_le.
          rewrite Wp in K4. rewrite (mentions_eval _ w e _ K4) in N; [exact N|].
          intros i Ni. apply (world_agrees r s r' 0 u u' t qs h i); [apply M|exact Lq|exact Ni].
      Qed.
    End Heap.

    Hypothesis NR : v <> Remoteness.

    Lemma one_heap c x : position (instance a g) c x -> exists n, x = [n] /\ 0 <= n /\ (c < controls)%nat.
    Proof.
      intros (Hc & Hl & Hn & _). cbn [instance Statement.controls dimension] in Hc, Hl. rewrite Controls in Hc. rewrite One in Hl.
      destruct x as [|n [|]]; try discriminate. inversion_clear Hn. eauto.
    Qed.

    Lemma values_here : is_value (instance a g) v (fun c x => Z.to_N (F c (hd 0 x))).
    Proof.
      intros c x Px. destruct (one_heap c x Px) as (n & -> & P & C). cbn [hd].
      eapply calls_for_same; [|apply (local_rule c n C P NR)]. intro b. unfold reached. split.
      - intros (h & t & I & Hc & M & E). exists (enters h), [after (becomes h) n (a ++ t)]. split; [|exact E].
        apply (option_of_choice letters g hs a c n _ _ Hs La). exists h, t. auto.
      - intros (c' & y & O & E). apply (option_of_choice letters g hs a c n _ _ Hs La) in O as (h & t & I & Hc & He & M & ->).
        exists h, t. subst c'. auto.
    Qed.

    Lemma values_only f : is_value (instance a g) v f -> forall c x, position (instance a g) c x -> Z.of_N (f c x) = F c (hd 0 x).
    Proof.
      intros Hf.
      assert (forall n, 0 <= n -> forall i c, (rank c <= i)%nat -> (c < controls)%nat -> f c [n] = Z.to_N (F c n)) as H.
      { intros n P. pattern n. apply Zlt_0_ind; [|exact P]. clear n P. intros n IHn P i.
        induction i as [i IHi] using lt_wf_ind. intros c Ri C.
        assert (position (instance a g) c [n]) as Px.
        { repeat split; cbn [instance Statement.controls dimension existing].
          - rewrite Controls. exact C.
          - rewrite One. reflexivity.
          - constructor; [exact P|constructor].
          - rewrite All. reflexivity. }
        eapply calls_for_unique; [apply (Hf c [n] Px)|].
        eapply calls_for_same; [|apply (values_here c [n] Px)]. intro b. cbn [hd].
        assert (forall c' y, option_of (instance a g) c [n] c' y -> f c' y = Z.to_N (F c' (hd 0 y))) as S.
        { intros c' y O. apply (option_of_choice letters g hs a c n _ _ Hs La) in O as (h & t & I & Hc & He & M & ->). cbn [hd].
          subst c c'. pose proof (descent h t n I M P) as (D1 & _ & D3).
          assert (enters h < controls)%nat as C' by (rewrite Forall_forall in Enters; apply Enters, I).
          destruct (Z.eq_dec (after (becomes h) n (a ++ t)) n) as [E|E].
          - rewrite E. specialize (D3 E). apply (IHi (rank (enters h))); [lia|lia|exact C'].
          - apply (IHn (after (becomes h) n (a ++ t))) with (i := rank (enters h)); [lia|lia|exact C']. }
        split; intros (c' & y & O & E); exists c', y; (split; [exact O|]); rewrite <- E, (S c' y O); reflexivity. }
      intros c x Px. destruct (one_heap c x Px) as (n & -> & P & C). cbn [hd]. rewrite (H n P (rank c) c (le_n _) C).
      pose proof (F_fine c n C P) as Fn. rewrite Z2N.id; [reflexivity|]. destruct (bound v); lia.
    Qed.

    Lemma one_control : controls = 1%nat -> forall n c y, 0 <= n -> option_of (instance a g) 0 [n] c y ->
      c = 0%nat /\ exists m, y = [m] /\ 0 <= m < n.
    Proof.
      intros C1 n c y P O. apply (option_of_choice letters g hs a 0%nat n _ _ Hs La) in O as (h & t & I & Hc & He & M & ->).
      assert (enters h < controls)%nat as Ce by (rewrite Forall_forall in Enters; apply Enters, I).
      destruct (descent h t n I M P) as (D1 & _ & D3). split; [lia|]. eexists. split; [reflexivity|].
      enough (after (becomes h) n (a ++ t) <> n) by lia. intro E. specialize (D3 E).
      assert (leaves h = enters h) as Eq by lia. rewrite Eq in D3. lia.
    Qed.

    Lemma answered_here : v = Grundy -> replies = true -> forall c n, (c < controls)%nat -> 0 <= n -> F c n = 0 ->
      (forall c' y, ~ option_of (instance a g) c [n] c' y) \/
      exists c' m, option_of (instance a g) c [n] c' [m] /\ F c' m = 1.
    Proof.
      intros Ev Er c n C P F0. destruct (replied c n C P Ev Er F0) as [N|(h & t & I & Hc & M & E)]; [left|right].
      - intros c' y O. apply (option_of_choice letters g hs a c n _ _ Hs La) in O as (h & t & I & Hc & _ & M & _).
        apply (N h t I Hc M).
      - exists (enters h), (after (becomes h) n (a ++ t)). split; [|exact E].
        apply (option_of_choice letters g hs a c n _ _ Hs La). exists h, t. auto.
    Qed.
  End Facts.

  (** The values are those of the case; a game of one control state lowers heaps; and the replies are there. *)
  Theorem check_case_sound : v <> Remoteness ->
    is_value (instance a g) v (fun c x => Z.to_N (letter_value k a c (hd 0 x))) /\
    (forall f, is_value (instance a g) v f ->
      forall c x, position (instance a g) c x -> Z.of_N (f c x) = letter_value k a c (hd 0 x)) /\
    (controls = 1%nat -> forall n c y, 0 <= n -> option_of (instance a g) 0 [n] c y ->
      c = 0%nat /\ exists m, y = [m] /\ 0 <= m < n) /\
    (v = Grundy -> replies = true -> forall c n, (c < controls)%nat -> 0 <= n -> letter_value k a c n = 0 ->
      (forall c' y, ~ option_of (instance a g) c [n] c' y) \/
      exists c' m, option_of (instance a g) c [n] c' [m] /\ letter_value k a c' m = 1).
  Proof.
    intro NR. destruct checked as (L1 & Le & B0 & Bl & Li & Fi & En & Lo & De & J & AM & Lc). split; [|split; [|split]].
    - eapply values_here; eassumption.
    - intros f Hf. eapply values_only; eassumption.
    - intro C1. eapply one_control; eassumption.
    - intros Ev Er. eapply answered_here; eassumption.
  Qed.
End Case.

(** ** The check of a law *)

Definition cone_system (letters : nat) (branch : list atom) : system :=
  both (System (vars 1 letters) []) (atoms_system [] (vars 1 letters) (S letters) branch).

Definition conditions_of (letters : nat) (k : letter_case) : list row := map (form_row letters) (case_conditions k).

Definition case_system (letters : nat) (branch : list atom) (k : letter_case) : system :=
  with_equations (both (cone_system letters branch) (System (conditions_of letters k) [])).

Definition check_cases (replies : bool) (letters : nat) (cone : formula) (g : game) (v : valuation) (l : list letter_case) : bool :=
  match existing g, v with Always, Remoteness => false | Always, _ => true | _, _ => false end &&
  Nat.eqb (dimension g) 1 &&
  match choices letters g, cases cone true with
  | Some hs, Some branches =>
      forallb (fun b =>
        covered fuel (cone_system letters b) (map (conditions_of letters) l) &&
        forallb (fun k => check_case letters v replies (controls g) hs (length b) (case_system letters b k) k) l) branches
  | _, _ => false
  end.

Lemma check_cases_sound replies letters cone g v l : check_cases replies letters cone g v l = true ->
  existing g = Always /\ dimension g = 1%nat /\
  forall a, length a = letters -> natural a -> holds cone [] a = true ->
  (exists k, In k l /\ in_case k a) /\
  forall k, In k l -> in_case k a ->
    is_value (instance a g) v (fun c x => Z.to_N (letter_value k a c (hd 0 x))) /\
    (forall f, is_value (instance a g) v f ->
      forall c x, position (instance a g) c x -> Z.of_N (f c x) = letter_value k a c (hd 0 x)) /\
    (controls g = 1%nat -> forall n c y, 0 <= n -> option_of (instance a g) 0 [n] c y ->
      c = 0%nat /\ exists m, y = [m] /\ 0 <= m < n) /\
    (v = Grundy -> replies = true -> forall c n, (c < controls g)%nat -> 0 <= n -> letter_value k a c n = 0 ->
      (forall c' y, ~ option_of (instance a g) c [n] c' y) \/
      exists c' m, option_of (instance a g) c [n] c' [m] /\ letter_value k a c' m = 1).
Proof.
  unfold check_cases. intros K. apply andb_prop in K as [K K1]. apply andb_prop in K as [K K2].
  apply Nat.eqb_eq in K2. assert (existing g = Always /\ v <> Remoteness) as [Ex NR].
  { destruct (existing g); try discriminate. split; [reflexivity|]. destruct v; discriminate. }
  split; [exact Ex|split; [exact K2|]]. intros a La Na Hc.
  destruct (choices letters g) as [hs|] eqn:Hs; [|discriminate].
  destruct (cases cone true) as [branches|] eqn:Br; [|discriminate].
  apply (cases_holds _ _ _ _ _ Br) in Hc. apply Exists_exists in Hc as (b & Ib & Hb).
  rewrite forallb_forall in K1. specialize (K1 b Ib). apply andb_prop in K1 as [Co Ch].
  destruct (atoms_forward _ _ _ Hb) as (cq & Lq & Hq).
  assert (forall e, good letters a cq e -> sat (cone_system letters b) e) as Cone.
  { intros e [G1 G2]. unfold cone_system. apply sat_both. split.
    - split; [|constructor]. cbn [bounds]. unfold vars. apply Forall_map, Forall_forall. intros i I. unfold nonneg.
      rewrite eval_var. unfold natural in Na. rewrite <- G1, Forall_map, Forall_forall in Na. apply Na, I.
    - apply Hq; [reflexivity|rewrite at_rows_vars; exact G1|]. rewrite <- Lq. exact G2. }
  assert (forall e k, good letters a cq e -> (Forall (nonneg e) (conditions_of letters k) <-> in_case k a)) as In_case.
  { intros e k G. unfold conditions_of, in_case. rewrite Forall_map, !Forall_forall. unfold nonneg.
    split; intros H f I; specialize (H f I); rewrite (form_row_eval letters a cq La f e G) in *; exact H. }
  set (origin := of_list (0 :: a ++ cq ++ [])).
  assert (good letters a cq origin) as G.
  { split; [apply (of_list_part [0] a); [reflexivity|exact La]|].
    unfold origin. change (0 :: a ++ cq ++ []) with ((0 :: a) ++ cq ++ []). apply of_list_part; [cbn; lia|reflexivity]. }
  split.
  - destruct (covered_sound _ _ _ _ Co (Cone _ G)) as (c & Ic & F). apply in_map_iff in Ic as (k & <- & I).
    exists k. split; [exact I|]. apply (In_case _ k G), F.
  - intros k I H. rewrite forallb_forall in Ch.
    apply (check_case_sound letters v replies (controls g) hs (length b) (case_system letters b k) k a cq g La Lq); auto.
    intros e Ge. apply with_equations_sat, sat_both. split; [apply Cone, Ge|]. split; [|constructor].
    apply (In_case e k Ge), H.
Qed.

Definition check_letters (letters : nat) (cone : formula) (g : game) (v : valuation) (l : list letter_case) : bool :=
  check_cases false letters cone g v l.

Theorem check_letters_sound letters cone g v l :
  check_letters letters cone g v l = true -> letter_law_holds letters cone g v l.
Proof.
  intros K a La Na Hc. destruct (check_cases_sound _ _ _ _ _ _ K) as (_ & _ & H).
  destruct (H a La Na Hc) as [(k & I & Hk) Each]. split; [|split].
  - eexists. apply (Each k I Hk).
  - exists k. auto.
  - intros f Hf k' I' H'. apply (Each k' I' H'), Hf.
Qed.
