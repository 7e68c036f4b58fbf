(** * Residuals of conditions after some digits

    A residual is a condition on the digits that follow. A comparison keeps the vector of its sum, and
    becomes true or false as soon as no digits can change it. *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors.
Import ListNotations.
Open Scope Z_scope.

Inductive kind := KAtMost | KZero | KCongruent (modulus residue : Z).

Definition decide (k : kind) (a : Z) : bool :=
  match k with
  | KAtMost => a <=? 0
  | KZero => a =? 0
  | KCongruent m r => a mod m =? r
  end.

Inductive residual :=
| RTrue
| RFalse
| RAtom (k : kind) (cs : list Z) (c : Z) (v : list Z)
| RNot (f : residual)
| RAnd (f g : residual)
| ROr (f g : residual).

(** ** Numbers of words *)

Section Numbers.
  Variable n : numeration.

  Definition track (w : list nat) : list Z := fold_left (append n) w [].
  Definition letters_of (d : nat) (w : list letter) := Forall (fun a => length a = d) w.

  Lemma fold_zip_length w : forall d vs, letters_of d w -> length vs = d ->
    length (fold_left (zip (append n)) w vs) = d.
  Proof.
    induction w as [|a w IH]; intros d vs F L; simpl; [exact L|].
    inversion F; subst. apply IH; [assumption|]. rewrite zip_length; congruence.
  Qed.

  Lemma run_sum cs w : forall d vs, letters_of d w -> length vs = d ->
    same (run n cs (sum cs vs) w) (sum cs (fold_left (zip (append n)) w vs)).
  Proof.
    induction w as [|a w IH]; intros d vs F L i; [reflexivity|].
    assert (length a = d /\ letters_of d w) as [La Fw] by (inversion F; auto). simpl.
    rewrite <- (IH d); [|exact Fw|rewrite zip_length; congruence].
    apply run_same. apply sum_append. congruence.
  Qed.

  Lemma run_numbers cs w d : letters_of d w -> at_ (run n cs [] w) 0 = dot cs (numbers n d w).
  Proof.
    intro F. unfold numbers. rewrite <- at_sum.
    rewrite <- (run_sum cs w d); [|exact F|apply repeat_length].
    apply run_same. intro i. symmetry. apply sum_nil.
  Qed.

  Lemma fold_zip_app us : forall es (xs ts : list (list Z)), length es = length us ->
    letters_of (length xs) us ->
    fold_left (zip (append n)) (zip (@app nat) us es) (xs ++ ts)
    = fold_left (zip (append n)) us xs ++ fold_left (zip (append n)) es ts.
  Proof.
    induction us as [|a us IH]; intros [|e es] xs ts L F; simpl in *; try discriminate; [reflexivity|].
    assert (length a = length xs /\ letters_of (length xs) us) as [La Fw] by (inversion F; auto).
    rewrite <- IH; [|congruence|rewrite zip_length, La by congruence; exact Fw].
    f_equal.
    assert (forall (xs : list (list Z)) a, length a = length xs ->
      zip (append n) (xs ++ ts) (a ++ e) = zip (append n) xs a ++ zip (append n) ts e) as Z.
    { clear. induction xs as [|x xs IH]; intros [|b a] H; simpl in *; try discriminate; [reflexivity|].
      rewrite IH; congruence. }
    apply Z. exact La.
  Qed.

  Lemma numbers_app us es d p : length es = length us -> letters_of d us ->
    numbers n (d + p) (zip (@app nat) us es) = numbers n d us ++ numbers n p es.
  Proof.
    intros L F. unfold numbers. rewrite repeat_app, fold_zip_app.
    - apply map_app.
    - exact L.
    - rewrite repeat_length. exact F.
  Qed.

  Lemma fold_zip_cons bs : forall zs v (vs : list (list Z)), length bs = length zs ->
    fold_left (zip (append n)) (zip cons bs zs) (v :: vs)
    = fold_left (append n) bs v :: fold_left (zip (append n)) zs vs.
  Proof.
    induction bs as [|b bs IH]; intros [|z zs] v vs L; simpl in *; try discriminate; [reflexivity|].
    rewrite IH; congruence.
  Qed.

  Lemma numbers_cons bs zs d : length bs = length zs ->
    numbers n (S d) (zip cons bs zs) = hd 0 (track bs) :: numbers n d zs.
  Proof. intro L. unfold numbers. simpl. rewrite fold_zip_cons by exact L. reflexivity. Qed.

  Lemma letters_app us : forall es d p, letters_of d us -> letters_of p es ->
    letters_of (d + p) (zip (@app nat) us es).
  Proof.
    induction us as [|a us IH]; intros [|e es] d p F G; simpl; try constructor;
      inversion F; inversion G; subst.
    - apply app_length.
    - apply IH; assumption.
  Qed.

  Lemma letters_cons bs : forall zs d, letters_of d zs -> letters_of (S d) (zip cons bs zs).
  Proof.
    induction bs as [|b bs IH]; intros [|z zs] d F; simpl; try constructor; inversion F; subst.
    - reflexivity.
    - apply IH. assumption.
  Qed.
End Numbers.

(** ** Residuals *)

Section Residual.
  Variables (n : numeration) (cone : list Z).
  Hypothesis S : stable n cone = true.

  Fixpoint meaning (f : residual) (w : list letter) : bool :=
    match f with
    | RTrue => true
    | RFalse => false
    | RAtom k cs c v => decide k (hd 0 (run n cs v w) + c)
    | RNot f => negb (meaning f w)
    | RAnd f g => meaning f w && meaning g w
    | ROr f g => meaning f w || meaning g w
    end.

  Definition rises (cs v : list Z) := belowb (scale (negative cs) cone) v.
  Definition falls (cs v : list Z) := belowb (scale (negative (opposite cs)) cone) (opposite v).

  Definition settle (k : kind) (cs : list Z) (c : Z) (v : list Z) : residual :=
    let a := hd 0 v + c in
    match k with
    | KAtMost =>
        if 0 <? a then if rises cs v then RFalse else RAtom k cs c v
        else if falls cs v then RTrue else RAtom k cs c v
    | KZero =>
        if 0 <? a then if rises cs v then RFalse else RAtom k cs c v
        else if a <? 0 then if falls cs v then RFalse else RAtom k cs c v
        else RAtom k cs c v
    | KCongruent m _ => RAtom k cs c (map (fun p => p mod m) v)
    end.

  Lemma rises_run cs v w : rises cs v = true -> hd 0 v <= hd 0 (run n cs v w).
  Proof.
    intro R. rewrite !at_hd. apply (cone_run n cone S). apply belowb_below, R.
  Qed.

  Lemma falls_run cs v w : falls cs v = true -> hd 0 (run n cs v w) <= hd 0 v.
  Proof.
    intro R. rewrite !at_hd. apply (cone_run_above n cone S). apply belowb_below, R.
  Qed.

  Definition congruent (m : Z) (a b : list Z) := forall i, at_ a i mod m = at_ b i mod m.

  Lemma dot_congruent m r : forall a b, congruent m a b -> dot r a mod m = dot r b mod m.
  Proof.
    induction r as [|p r IH]; intros a b H; [reflexivity|].
    rewrite !dot_cons.
    assert (dot r (tl a) mod m = dot r (tl b) mod m) as E.
    { apply IH. intro i. rewrite !at_tl. apply H. }
    rewrite (Zplus_mod (p * at_ a 0)), (Zplus_mod (p * at_ b 0)), E.
    rewrite (Zmult_mod p (at_ a 0)), (Zmult_mod p (at_ b 0)), (H 0%nat). reflexivity.
  Qed.

  Lemma run_congruent m cs w : forall a b, congruent m a b -> congruent m (run n cs a w) (run n cs b w).
  Proof.
    induction w as [|z w IH]; intros a b H; [exact H|].
    apply IH. intro i. rewrite !at_plus, !at_step.
    rewrite Zplus_mod, (dot_congruent m _ _ _ H), <- Zplus_mod. reflexivity.
  Qed.

  Lemma map_mod_congruent m v : congruent m (map (fun p => p mod m) v) v.
  Proof.
    intro i. revert i. induction v as [|p v IH]; intros [|i]; simpl; try reflexivity.
    - apply Zmod_mod.
    - apply IH.
  Qed.

  Lemma settle_meaning k cs c v w : meaning (settle k cs c v) w = meaning (RAtom k cs c v) w.
  Proof.
    destruct k as [| |m r]; simpl.
    - destruct (Z.ltb_spec 0 (hd 0 v + c)).
      + destruct (rises cs v) eqn:R; [|reflexivity].
        pose proof (rises_run cs v w R). simpl. symmetry. apply Z.leb_gt. lia.
      + destruct (falls cs v) eqn:R; [|reflexivity].
        pose proof (falls_run cs v w R). simpl. symmetry. apply Z.leb_le. lia.
    - destruct (Z.ltb_spec 0 (hd 0 v + c)).
      + destruct (rises cs v) eqn:R; [|reflexivity].
        pose proof (rises_run cs v w R). simpl. symmetry. apply Z.eqb_neq. lia.
      + destruct (Z.ltb_spec (hd 0 v + c) 0); [|reflexivity].
        destruct (falls cs v) eqn:R; [|reflexivity].
        pose proof (falls_run cs v w R). simpl. symmetry. apply Z.eqb_neq. lia.
    - rewrite !at_hd. f_equal.
      rewrite Zplus_mod, (run_congruent m cs w _ _ (map_mod_congruent m v)), <- Zplus_mod.
      reflexivity.
  Qed.

  Definition rnot f := match f with RTrue => RFalse | RFalse => RTrue | _ => RNot f end.
  Definition rand f g :=
    match f, g with
    | RFalse, _ | _, RFalse => RFalse
    | RTrue, h | h, RTrue => h
    | _, _ => RAnd f g
    end.
  Definition ror f g :=
    match f, g with
    | RTrue, _ | _, RTrue => RTrue
    | RFalse, h | h, RFalse => h
    | _, _ => ROr f g
    end.

  Lemma rnot_meaning f w : meaning (rnot f) w = negb (meaning f w).
  Proof. destruct f; reflexivity. Qed.

  Lemma rand_meaning f g w : meaning (rand f g) w = meaning f w && meaning g w.
  Proof. destruct f, g; simpl; rewrite ?andb_true_r, ?andb_false_r; reflexivity. Qed.

  Lemma ror_meaning f g w : meaning (ror f g) w = meaning f w || meaning g w.
  Proof. destruct f, g; simpl; rewrite ?orb_true_r, ?orb_false_r; reflexivity. Qed.

  Fixpoint after (f : residual) (z : letter) : residual :=
    match f with
    | RTrue => RTrue
    | RFalse => RFalse
    | RAtom k cs c v => settle k cs c (plus (step n v) (digits_sum n cs z))
    | RNot f => rnot (after f z)
    | RAnd f g => match after f z with RFalse => RFalse | f => rand f (after g z) end
    | ROr f g => match after f z with RTrue => RTrue | f => ror f (after g z) end
    end.

  Lemma after_meaning f z w : meaning (after f z) w = meaning f (z :: w).
  Proof.
    induction f as [| |k cs c v|f IH|f IHf g IHg|f IHf g IHg]; cbn [after].
    - reflexivity.
    - reflexivity.
    - rewrite settle_meaning. reflexivity.
    - rewrite rnot_meaning, IH. reflexivity.
    - cbn [meaning]. rewrite <- IHf, <- IHg.
      destruct (after f z); rewrite ?rand_meaning; reflexivity.
    - cbn [meaning]. rewrite <- IHf, <- IHg.
      destruct (after f z); rewrite ?ror_meaning; reflexivity.
  Qed.

  (** ** From conditions *)

  Fixpoint pad (d : nat) (a : list Z) : list Z :=
    match d with O => [] | Datatypes.S d => hd 0 a :: pad d (tl a) end.

  Lemma pad_length d : forall a, length (pad d a) = d.
  Proof. induction d; intro a; simpl; congruence. Qed.

  Lemma dot_pad d : forall a x, length x = d -> dot (pad d a) x = dot a x.
  Proof.
    induction d as [|d IH]; intros a [|q x] L; simpl in *; try discriminate.
    - destruct a; reflexivity.
    - rewrite IH by congruence. destruct a; reflexivity.
  Qed.

  Definition dense (d p : nat) (e : linear) : list Z :=
    match e with Linear a b _ => pad d a ++ pad p b end.
  Definition constant (e : linear) : Z := match e with Linear _ _ c => c end.

  Lemma dense_value d p e x t : length x = d -> length t = p ->
    dot (dense d p e) (x ++ t) + constant e = value e x t.
  Proof.
    intros Lx Lt. destruct e as [a b c]. simpl.
    rewrite dot_app by (rewrite pad_length; congruence). rewrite !dot_pad by assumption. reflexivity.
  Qed.

  (** No digits yet. *)
  Definition zero_vector : list Z := repeat 0 (length (matrix n)).

  Lemma run_zero_vector cs w : hd 0 (run n cs zero_vector w) = hd 0 (run n cs [] w).
  Proof.
    rewrite !at_hd. apply run_same. intro i. rewrite at_nil. unfold zero_vector.
    revert i. induction (length (matrix n)) as [|k IH]; intros [|i]; simpl; try reflexivity. apply IH.
  Qed.

  Definition atom k d p e := settle k (dense d p e) (constant e) zero_vector.

  Fixpoint compile (d p : nat) (f : formula) : residual :=
    match f with
    | Always => RTrue
    | Never => RFalse
    | AtMostZero e => atom KAtMost d p e
    | IsZero e => atom KZero d p e
    | Congruent e m r => atom (KCongruent m r) d p e
    | Not f => rnot (compile d p f)
    | And f g => rand (compile d p f) (compile d p g)
    | Or f g => ror (compile d p f) (compile d p g)
    end.

  Lemma atom_meaning k d p e w x t : letters_of (d + p) w -> numbers n (d + p) w = x ++ t ->
    length x = d -> length t = p -> meaning (atom k d p e) w = decide k (value e x t).
  Proof.
    intros F E Lx Lt. unfold atom. rewrite settle_meaning. cbn [meaning].
    rewrite run_zero_vector, at_hd, (run_numbers n _ w (d + p) F), E, dense_value by assumption. reflexivity.
  Qed.

  Lemma compile_meaning d p f w x t : letters_of (d + p) w -> numbers n (d + p) w = x ++ t ->
    length x = d -> length t = p -> meaning (compile d p f) w = holds f x t.
  Proof.
    intros F E Lx Lt.
    induction f as [| |e|e|e m r|f IH|f IHf g IHg|f IHf g IHg]; cbn [compile holds];
      rewrite ?rnot_meaning, ?rand_meaning, ?ror_meaning, ?IH, ?IHf, ?IHg; try reflexivity;
      rewrite (atom_meaning _ d p e w x t) by assumption; reflexivity.
  Qed.
End Residual.

(** ** Equality *)

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | p :: a, q :: b => eqb p q && list_eqb eqb a b
  | _, _ => false
  end.

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) (H : forall p q, eqb p q = true -> p = q) a :
  forall b, list_eqb eqb a b = true -> a = b.
Proof.
  induction a as [|p a IH]; intros [|q b] E; simpl in E; try discriminate; [reflexivity|].
  apply andb_prop in E as [E1 E2]. rewrite (H _ _ E1), (IH _ E2). reflexivity.
Qed.

Definition zs_eqb := list_eqb Z.eqb.

Lemma zs_eqb_eq a b : zs_eqb a b = true -> a = b.
Proof. apply list_eqb_eq. intros p q. apply Z.eqb_eq. Qed.

Definition kind_eqb (a b : kind) : bool :=
  match a, b with
  | KAtMost, KAtMost | KZero, KZero => true
  | KCongruent m r, KCongruent m' r' => (m =? m') && (r =? r')
  | _, _ => false
  end.

Fixpoint residual_eqb (f g : residual) : bool :=
  match f, g with
  | RTrue, RTrue | RFalse, RFalse => true
  | RAtom k cs c v, RAtom k' cs' c' v' =>
      zs_eqb v v' && (c =? c') && kind_eqb k k' && zs_eqb cs cs'
  | RNot f, RNot g => residual_eqb f g
  | RAnd f f', RAnd g g' | ROr f f', ROr g g' => residual_eqb f g && residual_eqb f' g'
  | _, _ => false
  end.

Lemma residual_eqb_eq f : forall g, residual_eqb f g = true -> f = g.
Proof.
  induction f as [| |k cs c v|f IH|f IHf g IHg|f IHf g IHg]; intros [| |k' cs' c' v'|f'|f' g'|f' g'] E;
    simpl in E; try discriminate; try reflexivity.
  - rewrite !andb_true_iff in E. destruct E as [[[E1 E2] E3] E4].
    apply zs_eqb_eq in E1. apply zs_eqb_eq in E4. apply Z.eqb_eq in E2. subst.
    f_equal. destruct k, k'; simpl in E3; try discriminate; try reflexivity.
    apply andb_prop in E3 as [E3 E5]. apply Z.eqb_eq in E3. apply Z.eqb_eq in E5. congruence.
  - rewrite (IH _ E). reflexivity.
  - apply andb_prop in E as [E1 E2]. rewrite (IHf _ E1), (IHg _ E2). reflexivity.
  - apply andb_prop in E as [E1 E2]. rewrite (IHf _ E1), (IHg _ E2). reflexivity.
Qed.

(** Keys of residuals in tables; different residuals may have the same key, made of a few bits of each
    number. *)
Fixpoint push_bits (bits : nat) (p k : positive) : positive :=
  match bits with
  | O => k
  | S bits =>
      match p with
      | xH => xI k
      | xO p => push_bits bits p (xO k)
      | xI p => push_bits bits p (xI k)
      end
  end.

Definition push_number (k : positive) (a : Z) : positive :=
  match a with Z0 => xO k | Zpos p => push_bits 4 p (xI k) | Zneg p => push_bits 4 p (xO (xI k)) end.

Fixpoint residual_key (k : positive) (f : residual) : positive :=
  match f with
  | RTrue => xI k
  | RFalse => xO k
  | RAtom _ _ c v => fold_left push_number v (push_number k c)
  | RNot f => residual_key k f
  | RAnd f g => residual_key (residual_key (xI k) f) g
  | ROr f g => residual_key (residual_key (xO k) f) g
  end.
