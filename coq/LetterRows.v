(** * Laws with letters in rows

    A move takes one of finitely many amounts, which are forms of the letters, so a position has at most as many options.
    For each place of a block, each of these options is in one of finitely many parts of the game, or does not exist.  All
    combinations of parts are examined: either no numbers satisfy all conditions of a combination, or the values of its
    parts call for the value of the place. *)

From Coq Require Import List ZArith NArith Bool Lia Zwf.
From Bouton Require Import Statement Values Letters Systems LetterCheck.
Import ListNotations.
Open Scope Z_scope.

Definition with_rows (s : system) (rs : list row) : system := System (rs ++ bounds s) (equations s).

Lemma sat_with_rows s rs e : sat (with_rows s rs) e <-> Forall (nonneg e) rs /\ sat s e.
Proof. unfold sat. cbn [with_rows bounds equations]. rewrite Forall_app. tauto. Qed.

Lemma not_refuted_sat s e : sat s e -> refuted s = false.
Proof. intro S. destruct (refuted s) eqn:R; [|reflexivity]. destruct (refuted_sound _ _ R S). Qed.

(** ** Multiples of a number

    The parts of a system in which a multiple of [d] is at most [-2 d], or [-d], 0 or [d], or at least [2 d]. *)

Definition multiples (s : system) (m d : row) (negative : bool) : list system :=
  filter (fun s => negb (refuted s))
    (with_row s (add m (-2) d)
     :: (if negative then [with_row s (add (add (constant_row 0) (-1) m) (-2) d); with_zero s (add m 1 d)] else [])
     ++ [with_zero s m; with_zero s (add m (-1) d)]).

Lemma multiples_some s m d negative h e : sat s e -> 1 <= eval d e -> eval m e = h * eval d e ->
  (negative = false -> 0 <= h) -> exists s', In s' (multiples s m d negative) /\ sat s' e.
Proof.
  intros S D M N. unfold multiples.
  assert (forall s' l, In s' l -> sat s' e -> exists s', In s' (filter (fun s => negb (refuted s)) l) /\ sat s' e) as F.
  { intros s' l I S'. exists s'. split; [|exact S']. apply filter_In. split; [exact I|]. rewrite (not_refuted_sat _ _ S'). reflexivity. }
  assert (2 <= h \/ h = 1 \/ h = 0 \/ (h = -1 \/ h <= -2) /\ negative = true) as C.
  { destruct negative; [|specialize (N eq_refl)]; lia. }
  destruct C as [C|[C|[C|[C Ng]]]].
  - apply (F (with_row s (add m (-2) d))); [left; reflexivity|]. rewrite sat_with_row, eval_add, M. split; [nia|exact S].
  - apply (F (with_zero s (add m (-1) d))); [right; apply in_or_app; right; cbn; auto|]. rewrite sat_with_zero, eval_add, M. split; [subst; lia|exact S].
  - apply (F (with_zero s m)); [right; apply in_or_app; right; cbn; auto|]. rewrite sat_with_zero, M. split; [subst; lia|exact S].
  - rewrite Ng. destruct C as [C|C].
    + apply (F (with_zero s (add m 1 d))); [cbn; auto|]. rewrite sat_with_zero, eval_add, M. split; [subst; lia|exact S].
    + apply (F (with_row s (add (add (constant_row 0) (-1) m) (-2) d))); [cbn; auto|].
      rewrite sat_with_row, !eval_add, eval_constant, M. split; [nia|exact S].
Qed.

(** ** Combinations of the values of options *)

Definition alternative : Type := list row * option N.

Definition joined (got : list N) (o : option N) : list N := match o with Some b => b :: got | None => got end.

Fixpoint combine_all (v : valuation) (value : N) (s : system) (options : list (list alternative)) (got : list N) : bool :=
  if refuted s then true
  else match options with
  | [] => N.eqb (phi v got) value
  | alternatives :: options =>
      forallb (fun c : alternative => combine_all v value (with_rows s (fst c)) options (joined got (snd c))) alternatives
  end.

Lemma combine_all_sound v value e options : forall s got vs, combine_all v value s options got = true -> sat s e ->
  Forall2 (fun (alternatives : list alternative) o => exists rs, In (rs, o) alternatives /\ Forall (nonneg e) rs) options vs ->
  phi v (fold_left joined vs got) = value.
Proof.
  induction options as [|alternatives options IH]; intros s got vs C S F; inversion F as [|? o ? vs' (rs & I & N) F']; subst;
    cbn [combine_all] in C; rewrite (not_refuted_sat _ _ S) in C; cbn [fold_left] in *.
  - apply N.eqb_eq, C.
  - rewrite forallb_forall in C. specialize (C _ I). cbn [fst snd] in C.
    apply (IH _ _ _ C); [apply sat_with_rows; auto|exact F'].
Qed.

Lemma fold_joined vs : forall got b, In b (fold_left joined vs got) <-> In b got \/ In (Some b) vs.
Proof.
  induction vs as [|o vs IH]; intros got b; cbn [fold_left In]; [tauto|]. rewrite IH.
  destruct o as [c|]; cbn [joined In]; intuition congruence.
Qed.

(** ** Blocks *)

Section Blocks.
  Variables (length_ step modulus longer : Z).

  Definition passes (u : Z) : bool := modulus <=? u + step.
  Definition length_at (u : Z) : Z := if passes u then length_ + longer else length_.
  Definition phase_after (u : Z) : Z := if passes u then u + step - modulus else u + step.

  Hypothesis L0 : 1 <= length_.
  Hypothesis L1 : 1 <= length_ + longer.
  Hypothesis St : 0 <= step < modulus.

  Definition valid (u t : Z) : Prop := 0 <= u < modulus /\ 0 <= t < length_at u.

  Fixpoint phase (i : nat) : Z := match i with O => 0 | S i => phase_after (phase i) end.
  Fixpoint begin (i : nat) : Z := match i with O => 0 | S i => begin i + length_at (phase i) end.

  Lemma length_positive u : 1 <= length_at u.
  Proof. unfold length_at. destruct (passes u); assumption. Qed.

  Lemma phase_range i : 0 <= phase i < modulus.
  Proof.
    induction i as [|i IH]; cbn [phase]; [lia|]. unfold phase_after, passes.
    destruct (Z.leb_spec modulus (phase i + step)); lia.
  Qed.

  Lemma begin_grows i j : (i < j)%nat -> begin i + 1 <= begin j.
  Proof.
    induction 1 as [|j H IH]; cbn [begin]; [|pose proof (length_positive (phase j)); lia].
    pose proof (length_positive (phase i)). lia.
  Qed.

  Lemma place_from_spec fuel : forall i t, 0 <= t <= Z.of_nat fuel ->
    exists j, place_from fuel length_ step modulus longer (phase i) t = (phase j, begin i + t - begin j) /\
      begin j <= begin i + t < begin (S j).
  Proof.
    induction fuel as [|fuel IH]; intros i t H; cbn [place_from].
    - exists i. replace (begin i + t - begin i) with t by lia. split; [reflexivity|]. cbn [begin].
      pose proof (length_positive (phase i)). lia.
    - fold (passes (phase i)). fold (length_at (phase i)). fold (phase_after (phase i)).
      destruct (Z.ltb_spec t (length_at (phase i))) as [Lt|Ge].
      + exists i. replace (begin i + t - begin i) with t by lia. split; [reflexivity|]. cbn [begin]. lia.
      + pose proof (length_positive (phase i)). destruct (IH (S i) (t - length_at (phase i))) as (j & E & B); [lia|].
        cbn [phase begin] in E, B. replace (begin i + length_at (phase i) + (t - length_at (phase i))) with (begin i + t) in * by lia.
        exists j. auto.
  Qed.

  Definition place (n : Z) : Z * Z := place_from (Z.to_nat n) length_ step modulus longer 0 n.

  Lemma place_some n : 0 <= n -> exists i, begin i <= n < begin (S i).
  Proof.
    intro P. destruct (place_from_spec (Z.to_nat n) 0 n) as (j & _ & B); [lia|]. exists j. exact B.
  Qed.

  Lemma place_is i n : 0 <= n -> begin i <= n < begin (S i) -> place n = (phase i, n - begin i).
  Proof.
    intros P B. destruct (place_from_spec (Z.to_nat n) 0 n) as (j & E & B'); [lia|]. change (phase 0) with 0 in E.
    change (begin 0) with 0 in E, B'. unfold place. rewrite E. cbn [Z.add] in *.
    enough (i = j) as -> by reflexivity. destruct (Nat.lt_trichotomy i j) as [H|[H|H]]; [|exact H|]; exfalso.
    - assert (begin (S i) <= begin j); [|lia]. destruct (Nat.eq_dec (S i) j) as [<-|]; [lia|]. pose proof (begin_grows (S i) j). lia.
    - assert (begin (S j) <= begin i); [|lia]. destruct (Nat.eq_dec (S j) i) as [<-|]; [lia|]. pose proof (begin_grows (S j) i). lia.
  Qed.

  Lemma place_valid n : 0 <= n -> valid (fst (place n)) (snd (place n)).
  Proof.
    intro P. destruct (place_some n P) as (i & B). rewrite (place_is i n P B). cbn [fst snd]. split; [apply phase_range|].
    cbn [begin] in B. lia.
  Qed.

  (** The place of [n - e], from that of [n]: in the same block or in the one before. *)
  Lemma place_less n : 0 <= n ->
    exists before : option Z,
      match before with None => fst (place n) = 0 | Some u' => 0 <= u' < modulus /\ fst (place n) = phase_after u' end /\
      forall e, 1 <= e -> (forall u, e <= length_at u) ->
        let t := snd (place n) - e in
        if 0 <=? t then 0 <= n - e /\ place (n - e) = (fst (place n), t)
        else match before with
          | None => n - e < 0
          | Some u' => 0 <= n - e /\ place (n - e) = (u', t + length_at u')
          end.
  Proof.
    intros P. destruct (place_some n P) as (i & B). rewrite (place_is i n P B). cbn [fst snd].
    assert (forall i, 0 <= begin i) as B0.
    { intros [|j]; [cbn; lia|]. pose proof (begin_grows 0 (S j)). change (begin 0) with 0 in *. lia. }
    pose proof (B0 i) as Bi.
    assert (forall e, 1 <= e -> 0 <= n - begin i - e -> 0 <= n - e /\ place (n - e) = (phase i, n - begin i - e)) as Same.
    { intros e E H. split; [lia|]. rewrite (place_is i (n - e)) by lia. f_equal. lia. }
    destruct i as [|i].
    - exists None. split; [reflexivity|]. intros e E Le. cbv zeta. destruct (Z.leb_spec 0 (n - begin 0 - e)) as [H|H]; [apply Same; assumption|].
      change (begin 0) with 0 in H. lia.
    - exists (Some (phase i)). split; [split; [apply phase_range|reflexivity]|]. intros e E Le. cbv zeta.
      destruct (Z.leb_spec 0 (n - begin (S i) - e)) as [H|H]; [apply Same; assumption|].
      specialize (Le (phase i)). specialize (B0 i). assert (begin (S i) = begin i + length_at (phase i)) as Bs by reflexivity.
      split; [lia|]. rewrite (place_is i (n - e)) by lia. f_equal. lia.
  Qed.
End Blocks.

(** ** The check of a case

    The variables: the place in a block, the letters, the quotients of the conditions on letters; then, from [first] on,
    the remainder of the dividend by the divisor, the phase of the block, and the remainder of place and phase together. *)

Section Rows.
  Variables (letters : nat) (v : valuation) (width : nat) (D E : form) (amounts : list form).

  Let first : nat := (S letters + width)%nat.
  Let letter : list row := vars 1 letters.
  Let rest : row := var first.
  Let phase_row : row := var (first + 1).
  Let line_row : row := var (first + 2).
  Let D_row : row := form_row letters D.
  Let E_row : row := form_row letters E.
  Let quotient : row := add D_row (-1) rest.

  Definition less (r m : row) : row := add (add m (-1) r) 1 (constant_row (-1)).
  Definition minus (r m : row) : row := add r (-1) m.
  Definition plus_row (r m : row) : row := add r 1 m.

  (** A form of letters and remainder, and of further rows. *)
  Definition wide_row (further : list row) (f : form) : row :=
    match f with Form cs c => combined (constant_row c) cs (letter ++ rest :: further) end.

  Definition with_rest (base : system) : system := with_rows base [rest; less rest E_row].

  Section Case.
    Variable k : row_case.

    Let l : row := wide_row [] (row_length k).
    Let s : row := wide_row [] (row_step k).
    Let m : row := wide_row [] (row_modulus k).
    Let o : row := wide_row [] (row_longer k).

    Definition length_row (passes : bool) : row := if passes then plus_row l o else l.

    Definition at_row (u t y : row) (r : row_region) : list row := map (wide_row [u; t; y]) (region_conditions r).
    Definition here_rows (r : row_region) : list row := at_row phase_row (var 0) line_row r.

    Definition block_system (here : system) (passes : bool) : system :=
      let after := minus (plus_row phase_row s) m in
      with_rows here
        [phase_row; less phase_row m; if passes then after else opposite after; var 0; less (var 0) (length_row passes);
         line_row; less line_row E_row].

    (** Place and phase together less the remainder are a multiple of the divisor, and so is the quotient. *)
    Definition parts_of (block : system) : list system :=
      let whole := minus (plus_row (var 0) phase_row) line_row in
      fold_left (fun parts i => flat_map (fun p => multiples p (add whole (- i) quotient) E_row true) parts) [0; 1; 2] [block].

    (** The multiple of the quotient by which a change of place and phase nearly is a multiple of the divisor. *)
    Definition scale (change : row) : Z :=
      match find (fun i => negb (coefficient D_row i =? 0)) (seq 1 letters) with
      | Some i => coefficient change i ÷ coefficient D_row i
      | None => 0
      end.

    Definition arrivals_in (guard : list row) (u t : row) : row * (Z -> list alternative) :=
      let change := minus (minus (plus_row t u) (var 0)) phase_row in
      let line := add (plus_row line_row change) (- scale change) quotient in
      (line, fun times =>
        let y := add line (- times) E_row in
        map (fun r => (guard ++ y :: less y E_row :: at_row u t y r, Some (region_value r))) (row_regions k)).

    Definition times_tried : list Z := map (fun i => Z.of_nat i - 6) (seq 0 13).

    Definition known_in (here : system) (guard : list row) (line : row) : bool :=
      let within := with_rows here guard in
      refuted within ||
      implied within (add line 6 E_row) && implied within (less line (add (constant_row 0) 7 E_row)).

    (** The place to which an amount leads: in its own block, in the block before it, or none. *)
    Definition ways (before : bool) (e : form) : list (list row * row * row) :=
      let t := minus (var 0) (form_row letters e) in
      ([t], phase_row, t)
      :: (if before then
            map (fun passes : bool =>
              let u := if passes then plus_row (minus phase_row s) m else minus phase_row s in
              ([opposite t; u; less u m], u, plus_row t (length_row passes))) [false; true]
          else []).

    Definition alternatives (here : system) (before : bool) (e : form) : list alternative :=
      filter (fun c : alternative => negb (refuted (with_rows here (fst c))))
        ((if before then [] else [([opposite (minus (var 0) (form_row letters e))], None)])
         ++ flat_map (fun w => flat_map (snd (arrivals_in (fst (fst w)) (snd (fst w)) (snd w))) times_tried) (ways before e)).

    Definition rule_holds (here : system) (before : bool) (value : N) : bool :=
      if refuted here then true
      else
      forallb (fun e => forallb (fun w =>
        known_in here (fst (fst w)) (fst (arrivals_in (fst (fst w)) (snd (fst w)) (snd w)))) (ways before e)) amounts &&
      combine_all v value here (map (alternatives here before) amounts) [].

    Definition part_holds (part : system) : bool :=
      covered fuel part (map here_rows (row_regions k)) &&
      forallb (fun r =>
        let here := with_rows part (here_rows r) in
        if refuted here then true
        else
        forallb (fun r' => N.eqb (region_value r') (region_value r) || refuted (with_rows here (here_rows r'))) (row_regions k) &&
        rule_holds (with_zero here phase_row) false (region_value r) && rule_holds here true (region_value r))
        (row_regions k).

    Definition check_row_case (here : system) : bool :=
      if refuted here then true
      else
      forallb (fun passes => implied here (minus (length_row passes) (constant_row 1)) &&
        forallb (fun e => implied here (minus (length_row passes) (form_row letters e))) amounts) [false; true] &&
      implied here s && implied here (less s m) &&
      forallb (fun passes => forallb part_holds (parts_of (block_system here passes))) [false; true].
  End Case.

  Definition check_rows (base : system) (cases : list row_case) : bool :=
    if refuted base then true
    else
    implied base (minus E_row (constant_row 1)) && implied base D_row &&
    forallb (fun e => implied base (minus (form_row letters e) (constant_row 1))) amounts &&
    forallb (fun s =>
      covered fuel s (map (fun k => map (wide_row []) (row_conditions k)) cases) &&
      forallb (fun k => check_row_case k (with_rows s (map (wide_row []) (row_conditions k)))) cases)
      (multiples (with_rest base) quotient E_row false).

  (** *** The result of the check, for some letters *)

  Variables (base : system) (cases : list row_case) (a cq : list Z).
  Hypothesis La : length a = letters.
  Hypothesis Lcq : length cq = width.
  Hypothesis Base : forall e, good letters a cq e -> sat base e.
  Hypothesis Check : check_rows base cases = true.

  Let e_ : Z := at_letters E a.
  Let d : Z := at_letters D a.
  Let rho : Z := d mod e_.
  Let b : list Z := a ++ [rho].

  Definition row_world (u t y : Z) : environment := of_list (t :: a ++ cq ++ [rho; u; y]).
  Definition at_world (e : environment) : Prop := good letters a cq e /\ e first = rho.

  Lemma row_world_at u t y : let e := row_world u t y in
    at_world e /\ e 0%nat = t /\ e (first + 1)%nat = u /\ e (first + 2)%nat = y.
  Proof.
    cbv zeta. set (p := t :: a ++ cq). assert (length p = first) as P.
    { unfold p, first. cbn. rewrite app_length. lia. }
    assert (row_world u t y = of_list (p ++ [rho; u; y])) as W.
    { unfold row_world, p. cbn [app]. rewrite <- app_assoc. reflexivity. }
    rewrite W. repeat split.
    - rewrite <- W. apply (of_list_part [t] a); [reflexivity|exact La].
    - rewrite <- W. unfold row_world. change (t :: a ++ cq ++ [rho; u; y]) with ((t :: a) ++ cq ++ [rho; u; y]).
      apply of_list_part; [cbn; lia|reflexivity].
    - apply of_list_at, P.
    - change [rho; u; y] with ([rho] ++ [u; y]). rewrite app_assoc. apply of_list_at. rewrite app_length, P. reflexivity.
    - change [rho; u; y] with ([rho; u] ++ [y]). rewrite app_assoc. apply of_list_at. rewrite app_length, P. reflexivity.
  Qed.

  Lemma E_eval e : at_world e -> eval E_row e = e_.
  Proof. intros [G _]. apply (form_row_eval letters a cq La), G. Qed.

  Lemma D_eval e : at_world e -> eval D_row e = d.
  Proof. intros [G _]. apply (form_row_eval letters a cq La), G. Qed.

  Lemma amount_eval f e : at_world e -> eval (form_row letters f) e = at_letters f a.
  Proof. intros [G _]. apply (form_row_eval letters a cq La), G. Qed.

  Lemma rest_eval e : at_world e -> eval rest e = rho.
  Proof. intros [_ R]. unfold rest. rewrite eval_var. exact R. Qed.

  Lemma wide_row_eval further f e : at_world e -> eval (wide_row further f) e = at_letters f (b ++ at_rows e further).
  Proof.
    intros [[G _] R]. destruct f as [cs c]. cbn [wide_row at_letters]. rewrite combined_eval, eval_constant.
    assert (at_rows e (letter ++ rest :: further) = b ++ at_rows e further) as ->; [|lia].
    unfold at_rows, letter, vars, b, rest. rewrite map_app. cbn [map]. rewrite map_map, eval_var, R, <- app_assoc. cbn [app].
    f_equal. rewrite <- G. apply map_ext. intro i. apply eval_var.
  Qed.

  Lemma less_eval r m e : eval (less r m) e = eval m e - eval r e - 1.
  Proof. unfold less. rewrite !eval_add, eval_constant. lia. Qed.

  Lemma minus_eval r m e : eval (minus r m) e = eval r e - eval m e.
  Proof. unfold minus. rewrite eval_add. lia. Qed.

  Lemma plus_eval r m e : eval (plus_row r m) e = eval r e + eval m e.
  Proof. unfold plus_row. rewrite eval_add. lia. Qed.

  Let origin : environment := row_world 0 0 0.

  Lemma parts_checked : 1 <= e_ /\ 0 <= d /\ Forall (fun f => 1 <= at_letters f a) amounts /\
    Forall (fun s => covered fuel s (map (fun k => map (wide_row []) (row_conditions k)) cases) = true /\
      Forall (fun k => check_row_case k (with_rows s (map (wide_row []) (row_conditions k))) = true) cases)
      (multiples (with_rest base) quotient E_row false).
  Proof.
    destruct (row_world_at 0 0 0) as (W & _). fold origin in W.
    assert (sat base origin) as S by apply Base, W. pose proof Check as K. unfold check_rows in K.
    rewrite (not_refuted_sat _ _ S) in K. cbv iota in K. rewrite !andb_true_iff in K. destruct K as [[[K1 K2] K3] K4].
    pose proof (implied_sound _ _ _ K1 S) as H1. pose proof (implied_sound _ _ _ K2 S) as H2. unfold nonneg in H1, H2.
    rewrite minus_eval, eval_constant, E_eval in H1 by exact W. rewrite D_eval in H2 by exact W.
    split; [lia|split; [lia|split]].
    - apply Forall_forall. intros f I. rewrite forallb_forall in K3. pose proof (implied_sound _ _ _ (K3 f I) S) as H. unfold nonneg in H.
      rewrite minus_eval, eval_constant, amount_eval in H by exact W. lia.
    - apply Forall_forall. intros s I. rewrite forallb_forall in K4. specialize (K4 s I). apply andb_prop in K4 as [A B].
      split; [exact A|]. apply Forall_forall. apply forallb_forall, B.
  Qed.

  Lemma E1 : 1 <= e_.
  Proof. apply parts_checked. Qed.

  Lemma rho_range : 0 <= rho < e_.
  Proof. apply Z.mod_pos_bound. pose proof E1. lia. Qed.

  Lemma quotient_eval e : at_world e -> eval quotient e = (d / e_) * e_.
  Proof.
    intro W. unfold quotient. rewrite eval_add, D_eval, rest_eval by exact W. pose proof (Z.div_mod d e_) as X. pose proof E1.
    unfold rho. lia.
  Qed.

  Lemma base_part e : at_world e -> exists s, In s (multiples (with_rest base) quotient E_row false) /\ sat s e.
  Proof.
    intro W. destruct parts_checked as (_ & D0 & _). pose proof E1 as P. apply (multiples_some _ _ _ _ (d / e_)).
    - unfold with_rest. apply sat_with_rows. pose proof rho_range as R. split; [|apply Base, W].
      constructor; [|constructor; [|constructor]]; unfold nonneg; rewrite ?less_eval, ?E_eval, rest_eval by exact W; lia.
    - rewrite E_eval by exact W. exact P.
    - rewrite quotient_eval, E_eval by exact W. reflexivity.
    - intros _. apply Z.div_pos; lia.
  Qed.

  Lemma conditions_eval e k : at_world e -> Forall (nonneg e) (map (wide_row []) (row_conditions k)) <-> in_row_case k b.
  Proof.
    intro W. unfold in_row_case. rewrite Forall_map, !Forall_forall. unfold nonneg.
    split; intros H f I; specialize (H f I); rewrite wide_row_eval in * by exact W; cbn [at_rows map] in *; rewrite app_nil_r in *; exact H.
  Qed.

  Lemma some_row_case : exists k, In k cases /\ in_row_case k b.
  Proof.
    destruct (row_world_at 0 0 0) as (W & _). destruct (base_part _ W) as (s & I & S).
    destruct parts_checked as (_ & _ & _ & F). rewrite Forall_forall in F. destruct (F s I) as [C _].
    destruct (covered_sound _ _ _ _ C S) as (rs & Irs & N). apply in_map_iff in Irs as (k & <- & Ik). exists k. split; [exact Ik|].
    apply (conditions_eval _ _ W), N.
  Qed.

  Section Facts.
    Variable k : row_case.
    Hypothesis Ik : In k cases.
    Hypothesis Hk : in_row_case k b.

    Let L : Z := at_letters (row_length k) b.
    Let S_ : Z := at_letters (row_step k) b.
    Let M : Z := at_letters (row_modulus k) b.
    Let O_ : Z := at_letters (row_longer k) b.

    Lemma case_part e : at_world e -> exists here, check_row_case k here = true /\ sat here e.
    Proof.
      intro W. destruct (base_part e W) as (s & I & S). destruct parts_checked as (_ & _ & _ & F). rewrite Forall_forall in F.
      destruct (F s I) as [_ C]. rewrite Forall_forall in C. eexists. split; [apply C, Ik|]. apply sat_with_rows.
      split; [apply (conditions_eval _ _ W), Hk|exact S].
    Qed.

    Lemma wide_eval f e : at_world e -> eval (wide_row [] f) e = at_letters f b.
    Proof. intro W. rewrite wide_row_eval by exact W. cbn [at_rows map]. rewrite app_nil_r. reflexivity. Qed.

    Lemma length_row_eval p e : at_world e -> eval (length_row k p) e = if p then L + O_ else L.
    Proof. intro W. unfold length_row. destruct p; rewrite ?plus_eval, !wide_eval by exact W; reflexivity. Qed.

    Lemma case_checked here e : at_world e -> check_row_case k here = true -> sat here e ->
      (forall p : bool, 1 <= (if p then L + O_ else L) /\ Forall (fun f => at_letters f a <= if p then L + O_ else L) amounts) /\
      0 <= S_ < M /\ forall p, Forall (fun part => part_holds k part = true) (parts_of (block_system k here p)).
    Proof.
      intros W K S. unfold check_row_case in K. rewrite (not_refuted_sat _ _ S) in K. cbv iota in K.
      rewrite !andb_true_iff in K. destruct K as [[[K1 K2] K3] K4]. rewrite forallb_forall in K1, K4.
      assert (forall p : bool, In p [false; true]) as P by (intros []; cbn; auto). split; [|split].
      - intro p. specialize (K1 p (P p)). apply andb_prop in K1 as [K1 K5].
        pose proof (implied_sound _ _ _ K1 S) as H. unfold nonneg in H. rewrite minus_eval, length_row_eval, eval_constant in H by exact W.
        split; [lia|]. apply Forall_forall. intros f I. rewrite forallb_forall in K5. pose proof (implied_sound _ _ _ (K5 f I) S) as H'.
        unfold nonneg in H'. rewrite minus_eval, length_row_eval, amount_eval in H' by exact W. lia.
      - pose proof (implied_sound _ _ _ K2 S) as H2. pose proof (implied_sound _ _ _ K3 S) as H3. unfold nonneg in H2, H3.
        rewrite less_eval in H3. rewrite !wide_eval in * by exact W. fold S_ in H2, H3. fold M in H3. lia.
      - intro p. apply Forall_forall, forallb_forall, K4, P.
    Qed.

    Lemma numbers_of_case : 1 <= L /\ 1 <= L + O_ /\ 0 <= S_ < M /\
      forall f u, In f amounts -> 1 <= at_letters f a <= length_at L S_ M O_ u.
    Proof.
      destruct (row_world_at 0 0 0) as (W & _). destruct (case_part _ W) as (here & K & S).
      destruct (case_checked _ _ W K S) as (A & B & _). destruct (A false) as [A1 A2], (A true) as [B1 B2].
      split; [exact A1|split; [exact B1|split; [exact B|]]]. intros f u I. destruct parts_checked as (_ & _ & P & _).
      rewrite Forall_forall in P, A2, B2. specialize (P f I). specialize (A2 f I). specialize (B2 f I). unfold length_at.
      destruct (passes _ _ u); lia.
    Qed.

    Definition in_at (u t : Z) (r : row_region) : Prop :=
      Forall (fun f => 0 <= at_letters f (b ++ [u; t; (t + u) mod e_])) (region_conditions r).

    Lemma at_row_eval e u t y r (ur tr yr : row) : at_world e -> eval ur e = u -> eval tr e = t -> eval yr e = y -> y = (t + u) mod e_ ->
      Forall (nonneg e) (at_row ur tr yr r) <-> in_at u t r.
    Proof.
      intros W Eu Et Ey Y. unfold at_row, in_at. rewrite Forall_map, !Forall_forall. unfold nonneg.
      split; intros H f I; specialize (H f I); rewrite wide_row_eval in * by exact W; cbn [at_rows map] in *; rewrite Eu, Et, Ey, Y in *; exact H.
    Qed.

    Section Place.
      Variables u t : Z.
      Hypothesis V : valid L S_ M O_ u t.

      Let y : Z := (t + u) mod e_.
      Let w : environment := row_world u t y.

      Lemma w_world : at_world w.
      Proof. apply (row_world_at u t y). Qed.
      Lemma w_place : eval (var 0) w = t.
      Proof. rewrite eval_var. apply (row_world_at u t y). Qed.
      Lemma w_phase : eval phase_row w = u.
      Proof. unfold phase_row. rewrite eval_var. apply (row_world_at u t y). Qed.
      Lemma w_line : eval line_row w = y.
      Proof. unfold line_row. rewrite eval_var. apply (row_world_at u t y). Qed.

      Lemma here_eval r : Forall (nonneg w) (here_rows r) <-> in_at u t r.
      Proof. apply (at_row_eval w u t y); [apply w_world|apply w_phase|apply w_place|apply w_line|reflexivity]. Qed.

      Lemma parts_some block : sat block w -> exists part, In part (parts_of block) /\ sat part w.
      Proof.
        intro S0. unfold parts_of. set (whole := minus _ _).
        assert (forall is parts, (exists p, In p parts /\ sat p w) ->
          exists p, In p (fold_left (fun parts i => flat_map (fun p => multiples p (add whole (- i) quotient) E_row true) parts) is parts) /\ sat p w) as F.
        { induction is as [|i is IH]; intros parts (p & I & S); cbn [fold_left]; [eauto|]. apply IH.
          destruct (multiples_some p (add whole (- i) quotient) E_row true ((t + u) / e_ - i * (d / e_)) w S) as (p' & I' & S').
          - rewrite E_eval by apply w_world. apply E1.
          - unfold whole. rewrite eval_add, minus_eval, plus_eval, w_place, w_phase, w_line, quotient_eval, E_eval by apply w_world.
            unfold y. pose proof E1. pose proof (Z.div_mod (t + u) e_) as X. lia.
          - discriminate.
          - exists p'. split; [|exact S']. apply in_flat_map. eauto. }
        apply F. exists block. split; [left; reflexivity|exact S0].
      Qed.

      Lemma part_here : exists part, part_holds k part = true /\ sat part w.
      Proof.
        destruct (case_part _ w_world) as (here & K & S). destruct (case_checked _ _ w_world K S) as (_ & _ & P).
        set (p := passes S_ M u). destruct (parts_some (block_system k here p)) as (part & I & S').
        - unfold block_system. apply sat_with_rows. split; [|exact S]. destruct V as [V1 V2]. unfold length_at in V2. fold p in V2.
          pose proof (Z.mod_pos_bound (t + u) e_) as Y. pose proof E1. fold y in Y.
          repeat (apply Forall_cons); try apply Forall_nil; unfold nonneg;
            rewrite ?less_eval, ?w_phase, ?w_place, ?w_line, ?length_row_eval, ?wide_eval, ?E_eval by apply w_world; fold M; try lia.
          unfold p, passes in *. destruct (Z.leb_spec M (u + S_));
            rewrite ?eval_opposite, minus_eval, plus_eval, w_phase, !wide_eval by apply w_world; fold S_ M; lia.
        - exists part. split; [|exact S']. specialize (P p). rewrite Forall_forall in P. apply P, I.
      Qed.

      Lemma region_exists : exists r, In r (row_regions k) /\ in_at u t r.
      Proof.
        destruct part_here as (part & K & S). unfold part_holds in K. apply andb_prop in K as [K _].
        destruct (covered_sound _ _ _ _ K S) as (rs & I & N). apply in_map_iff in I as (r & <- & I). exists r. split; [exact I|].
        apply here_eval, N.
      Qed.

      Lemma region_checked r : In r (row_regions k) -> in_at u t r -> exists here, sat here w /\
        (forall r', In r' (row_regions k) -> in_at u t r' -> region_value r' = region_value r) /\
        rule_holds k (with_zero here phase_row) false (region_value r) = true /\ rule_holds k here true (region_value r) = true.
      Proof.
        intros I H. destruct part_here as (part & K & S). unfold part_holds in K. apply andb_prop in K as [_ K].
        rewrite forallb_forall in K. specialize (K r I). set (here := with_rows part (here_rows r)) in *.
        assert (sat here w) as S' by (apply sat_with_rows; split; [apply here_eval, H|exact S]).
        rewrite (not_refuted_sat _ _ S') in K. cbv iota in K. rewrite !andb_true_iff in K. destruct K as [[K1 K2] K3].
        exists here. split; [exact S'|split; [|auto]]. intros r' I' H'. rewrite forallb_forall in K1. specialize (K1 r' I').
        apply orb_prop in K1 as [K1|K1]; [apply N.eqb_eq, K1|]. destruct (refuted_sound _ w K1). apply sat_with_rows.
        split; [apply here_eval, H'|exact S'].
      Qed.

      (** The options. *)
      Variable F : Z -> Z -> N.
      Hypothesis HF : forall u t, valid L S_ M O_ u t -> exists r, In r (row_regions k) /\ in_at u t r /\ F u t = region_value r.

      Lemma arrive here guard ur tr u1 t1 : sat here w -> Forall (nonneg w) guard -> eval ur w = u1 -> eval tr w = t1 ->
        valid L S_ M O_ u1 t1 -> known_in here guard (fst (arrivals_in k guard ur tr)) = true ->
        exists rs, In (rs, Some (F u1 t1)) (flat_map (snd (arrivals_in k guard ur tr)) times_tried) /\ Forall (nonneg w) rs.
      Proof.
        intros Sh G Eu Et V1 K. unfold arrivals_in in *. cbn [fst snd] in *. set (line := add _ _ quotient) in *.
        set (alpha := scale _) in *. assert (eval line w = y + (t1 + u1 - t - u) - alpha * ((d / e_) * e_)) as El.
        { unfold line. rewrite eval_add, plus_eval, !minus_eval, plus_eval, Eu, Et, w_place, w_phase, w_line, quotient_eval by apply w_world. lia. }
        assert (sat (with_rows here guard) w) as Sg by (apply sat_with_rows; auto).
        unfold known_in in K. rewrite (not_refuted_sat _ _ Sg) in K. cbv iota in K. apply andb_prop in K as [K1 K2].
        pose proof (implied_sound _ _ _ K1 Sg) as B1. pose proof (implied_sound _ _ _ K2 Sg) as B2. unfold nonneg in B1, B2.
        rewrite eval_add, E_eval in B1 by apply w_world. rewrite less_eval, eval_add, eval_constant, E_eval in B2 by apply w_world.
        pose proof E1 as P. set (times := eval line w / e_). assert (-6 <= times <= 6) as T.
        { unfold times. split; [apply Z.div_le_lower_bound; lia|]. apply Z.lt_succ_r, Z.div_lt_upper_bound; lia. }
        assert (eval line w mod e_ = (t1 + u1) mod e_) as Y.
        { rewrite El. unfold y. pose proof (Z.div_mod (t + u) e_) as X.
          replace ((t + u) mod e_ + (t1 + u1 - t - u) - alpha * (d / e_ * e_)) with (t1 + u1 + (- ((t + u) / e_) - alpha * (d / e_)) * e_) by lia.
          apply Z_mod_plus_full. }
        pose proof (Z.div_mod (eval line w) e_) as X. fold times in X.
        assert (eval (add line (- times) E_row) w = (t1 + u1) mod e_) as Ey.
        { rewrite eval_add, E_eval by apply w_world. lia. }
        destruct (HF u1 t1 V1) as (r & I & H & ->).
        exists (guard ++ add line (- times) E_row :: less (add line (- times) E_row) E_row :: at_row ur tr (add line (- times) E_row) r). split.
        - apply in_flat_map. exists times. split.
          + unfold times_tried. apply in_map_iff. exists (Z.to_nat (times + 6)). split; [lia|]. apply in_seq. lia.
          + apply in_map_iff. exists r. split; [reflexivity|exact I].
        - pose proof (Z.mod_pos_bound (t1 + u1) e_) as Yb. apply Forall_app. split; [exact G|]. constructor; [|constructor].
          + unfold nonneg. rewrite Ey. lia.
          + unfold nonneg. rewrite less_eval, Ey, E_eval by apply w_world. lia.
          + apply (at_row_eval w u1 t1 ((t1 + u1) mod e_)); auto. apply w_world.
      Qed.

      Variable before : option Z.
      Hypothesis Before : match before with None => u = 0 | Some u' => 0 <= u' < M /\ u = phase_after S_ M u' end.

      Definition option_at (f : form) : option N :=
        let t' := t - at_letters f a in
        if 0 <=? t' then Some (F u t')
        else match before with None => None | Some u' => Some (F u' (t' + length_at L S_ M O_ u')) end.

      Let bf : bool := match before with None => false | Some _ => true end.

      Lemma alternative_there here f : In f amounts -> sat here w ->
        forallb (fun wy => known_in here (fst (fst wy)) (fst (arrivals_in k (fst (fst wy)) (snd (fst wy)) (snd wy)))) (ways k bf f) = true ->
        exists rs, In (rs, option_at f) (alternatives k here bf f) /\ Forall (nonneg w) rs.
      Proof.
        intros If Sh K. destruct numbers_of_case as (L1 & L2 & St & Am). rewrite forallb_forall in K.
        assert (eval (minus (var 0) (form_row letters f)) w = t - at_letters f a) as Et.
        { rewrite minus_eval, w_place, amount_eval by apply w_world. reflexivity. }
        enough (exists rs, In (rs, option_at f)
          ((if bf then [] else [([opposite (minus (var 0) (form_row letters f))], None)])
           ++ flat_map (fun wy => flat_map (snd (arrivals_in k (fst (fst wy)) (snd (fst wy)) (snd wy))) times_tried) (ways k bf f)) /\
          Forall (nonneg w) rs) as (rs & I & N).
        { exists rs. split; [|exact N]. unfold alternatives. apply filter_In. split; [exact I|]. cbn [fst].
          rewrite (not_refuted_sat _ w); [reflexivity|]. apply sat_with_rows. auto. }
        assert (forall guard ur tr u1 t1, In (guard, ur, tr) (ways k bf f) -> Forall (nonneg w) guard -> eval ur w = u1 -> eval tr w = t1 ->
          valid L S_ M O_ u1 t1 -> option_at f = Some (F u1 t1) -> exists rs, In (rs, option_at f)
          ((if bf then [] else [([opposite (minus (var 0) (form_row letters f))], None)])
           ++ flat_map (fun wy => flat_map (snd (arrivals_in k (fst (fst wy)) (snd (fst wy)) (snd wy))) times_tried) (ways k bf f)) /\
          Forall (nonneg w) rs) as Arrive.
        { intros guard ur tr u1 t1 Iw G Eu1 Et1 V1 ->. destruct (arrive here guard ur tr u1 t1 Sh G Eu1 Et1 V1) as (rs & I & N).
          - apply (K _ Iw).
          - exists rs. split; [|exact N]. apply in_or_app. right. apply in_flat_map. exists (guard, ur, tr). auto. }
        destruct V as [V1 V2]. pose proof (Am f u If) as Af. destruct (Z_lt_ge_dec (t - at_letters f a) 0) as [Lt|Ge].
        - assert (option_at f = match before with None => None | Some u' => Some (F u' (t - at_letters f a + length_at L S_ M O_ u')) end) as Oa.
          { unfold option_at. destruct (Z.leb_spec 0 (t - at_letters f a)); [lia|reflexivity]. }
          unfold bf in *. destruct before as [u'|] eqn:Eb.
          + destruct Before as [B1 B2]. pose proof (Am f u' If) as Af'. set (p := passes S_ M u').
            apply (Arrive [opposite (minus (var 0) (form_row letters f));
                (if p then plus_row (minus phase_row (wide_row [] (row_step k))) (wide_row [] (row_modulus k)) else minus phase_row (wide_row [] (row_step k)));
                less (if p then plus_row (minus phase_row (wide_row [] (row_step k))) (wide_row [] (row_modulus k)) else minus phase_row (wide_row [] (row_step k))) (wide_row [] (row_modulus k))]
              (if p then plus_row (minus phase_row (wide_row [] (row_step k))) (wide_row [] (row_modulus k)) else minus phase_row (wide_row [] (row_step k)))
              (plus_row (minus (var 0) (form_row letters f)) (length_row k p)) u' (t - at_letters f a + length_at L S_ M O_ u')).
            * unfold ways. right. apply in_map_iff. exists p. split; [reflexivity|]. destruct p; cbn; auto.
            * assert (eval (if p then plus_row (minus phase_row (wide_row [] (row_step k))) (wide_row [] (row_modulus k))
                else minus phase_row (wide_row [] (row_step k))) w = u') as Eu.
              { unfold phase_after in B2. fold p in B2. destruct p;
                  rewrite ?plus_eval, minus_eval, w_phase, !wide_eval by apply w_world; fold S_ M; lia. }
              repeat (apply Forall_cons); try apply Forall_nil; unfold nonneg; rewrite ?less_eval, ?Eu, ?eval_opposite, ?Et, ?wide_eval by apply w_world; fold M; lia.
            * unfold phase_after in B2. fold p in B2. destruct p;
                rewrite ?plus_eval, minus_eval, w_phase, !wide_eval by apply w_world; fold S_ M; lia.
            * rewrite plus_eval, Et, length_row_eval by apply w_world. reflexivity.
            * split; [exact B1|lia].
            * exact Oa.
          + exists [opposite (minus (var 0) (form_row letters f))]. rewrite Oa. split; [left; reflexivity|].
            constructor; [|constructor]. unfold nonneg. rewrite eval_opposite, Et. lia.
        - apply (Arrive [minus (var 0) (form_row letters f)] phase_row (minus (var 0) (form_row letters f)) u (t - at_letters f a)).
          + left. reflexivity.
          + constructor; [|constructor]. unfold nonneg. rewrite Et. lia.
          + apply w_phase.
          + exact Et.
          + split; [exact V1|lia].
          + unfold option_at. destruct (Z.leb_spec 0 (t - at_letters f a)); [reflexivity|lia].
      Qed.

      Lemma place_rule r : In r (row_regions k) -> in_at u t r ->
        calls_for v (fun x => exists f, In f amounts /\ option_at f = Some x) (region_value r).
      Proof.
        intros I H. destruct (region_checked r I H) as (here0 & S0 & _ & K0 & K1).
        assert (exists here, sat here w /\ rule_holds k here bf (region_value r) = true) as (here & S & K).
        { unfold bf. destruct before as [u'|]; [eauto|]. eexists. split; [|exact K0]. apply sat_with_zero. split; [|exact S0].
          rewrite w_phase. exact Before. }
        unfold rule_holds in K. rewrite (not_refuted_sat _ _ S) in K. cbv iota in K. apply andb_prop in K as [K2 K3].
        rewrite forallb_forall in K2.
        assert (phi v (fold_left joined (map option_at amounts) []) = region_value r) as P.
        { apply (combine_all_sound _ _ w _ _ _ _ K3 S). clear K3.
          assert (forall fs, incl fs amounts -> Forall2 (fun (alternatives : list alternative) o =>
            exists rs, In (rs, o) alternatives /\ Forall (nonneg w) rs) (map (alternatives k here bf) fs) (map option_at fs)) as X.
          { induction fs as [|f fs IH]; intro Inc; cbn [map]; constructor.
            - assert (In f amounts) as If by (apply Inc; left; reflexivity). apply (alternative_there here f If S), (K2 f If).
            - apply IH. intros g Ig. apply Inc. right. exact Ig. }
          apply X. intros f If. exact If. }
        rewrite <- P. eapply calls_for_same; [|apply phi_calls]. intro x. rewrite fold_joined, in_map_iff. cbn [In].
        split; [intros [[]|(f & Ef & If)]|intros (f & If & Ef)]; eauto.
      Qed.
    End Place.
  End Facts.
End Rows.

(** ** Moves that take fixed amounts *)

(** The candidates for the amount: a constant of a move, or a bound of the number that a player chooses and
    that the heap becomes. *)
Definition candidates (letters : nat) (h : choice) : list form :=
  match becomes h with
  | Becomes (Linear [1] t c) => [Form (map (Z.mul (-1)) t) (- c)]
  | _ =>
      flat_map (fun c => match c with AtLeast (Linear [-1] t c) => [Form (firstn letters t) c] | _ => [] end) (guarded h)
  end.

Definition zero_in (s : system) (r : row) : bool := implied s r && implied s (add (constant_row 0) (-1) r).

Lemma zero_in_sound s r e : zero_in s r = true -> sat s e -> eval r e = 0.
Proof.
  unfold zero_in. intros K S. apply andb_prop in K as [K1 K2]. pose proof (implied_sound _ _ _ K1 S) as H1.
  pose proof (implied_sound _ _ _ K2 S) as H2. unfold nonneg in H1, H2. rewrite eval_add, eval_constant in H2. lia.
Qed.

(** The condition holds, with these numbers of a player. *)
Definition atom_implied (letters : nat) (s : system) (numbers : list row) (c : atom) : bool :=
  match c with
  | AtLeast f => implied s (linear_row [var 0] (vars 1 letters ++ numbers) f)
  | Vanishes f => zero_in s (linear_row [var 0] (vars 1 letters ++ numbers) f)
  | Leaves _ _ _ => false
  end.

(** Each of these moves takes the amount, which may be taken from every heap that is not smaller. *)
Definition takes (letters width : nat) (base : system) (h : choice) (f : form) : bool :=
  let rest := add (var 0) (-1) (form_row letters f) in
  let numbers := match chosen h with O => [] | _ => [rest] end in
  let allowed := with_row base rest in
  Nat.eqb (chosen h) (length numbers) && Nat.eqb (leaves h) 0 && Nat.eqb (enters h) 0 &&
  zero_in (moved_system letters width base h) (add (lowered letters width h) (-1) (form_row letters f)) &&
  forallb (atom_implied letters allowed []) (unless_stopped h) && forallb (atom_implied letters allowed numbers) (guarded h) &&
  match becomes h with
  | Same => false
  | Becomes e => zero_in allowed (add (linear_row [var 0] (vars 1 letters ++ numbers) e) (-1) rest)
  end.

Definition amount_of (letters width : nat) (base : system) (h : choice) : option form :=
  find (takes letters width base h) (candidates letters h).

Fixpoint amounts_of (letters width : nat) (base : system) (hs : list choice) : option (list form) :=
  match hs with
  | [] => Some []
  | h :: hs =>
      match amount_of letters width base h, amounts_of letters width base hs with
      | Some f, Some fs => Some (f :: fs)
      | _, _ => None
      end
  end.

Lemma amounts_of_In letters width base hs : forall fs, amounts_of letters width base hs = Some fs ->
  (forall h, In h hs -> exists f, takes letters width base h f = true /\ In f fs) /\
  forall f, In f fs -> exists h, In h hs /\ takes letters width base h f = true.
Proof.
  induction hs as [|h hs IH]; intros fs E; cbn [amounts_of] in E.
  - inversion E. split; intros ? [].
  - destruct (amount_of letters width base h) as [f|] eqn:A; [|discriminate].
    destruct (amounts_of letters width base hs) as [gs|]; [|discriminate]. inversion E; subst.
    destruct (IH gs eq_refl) as [P Q]. apply find_some in A as [_ A]. split.
    + intros h' [<-|I]; [exists f; cbn; auto|]. destruct (P h' I) as (f' & A' & I'). exists f'. cbn. auto.
    + intros f' [<-|I]; [exists h; cbn; auto|]. destruct (Q f' I) as (h' & I' & A'). exists h'. cbn. auto.
Qed.

Section Takes.
  Variables (letters width : nat) (base : system) (a cq : list Z) (g : game).
  Hypothesis La : length a = letters.
  Hypothesis Lcq : length cq = width.
  Hypothesis One : dimension g = 1%nat.
  Hypothesis Base : forall e, good letters a cq e -> sat base e.

  Variables (h : choice) (f : form).
  Hypothesis T : takes letters width base h f = true.

  Lemma takes_forward t n : may h a t n -> 0 <= n -> after (becomes h) n (a ++ t) = n - at_letters f a.
  Proof.
    intros M P. unfold takes in T. rewrite !andb_true_iff in T. destruct T as [[[[_ Z0] _] _] _].
    set (k := LetterCase [] (Form [] 0) []).
    destruct (choice_forward letters (controls g) width k a cq g La Lcq eq_refl One h t n M) as (qs & _ & Q).
    set (e := world a cq n 0 0 0 0 0 t qs).
    assert (good letters a cq e) as G by (apply (world_good letters (controls g) width k a cq g La Lcq eq_refl One)).
    destruct (world_at letters (controls g) width k a cq g La Lcq eq_refl One n 0 0 0 0 0 t qs) as (E0 & _ & _ & _ & _ & _ & Et & Eq).
    destruct (Q (var 0) e) as [S A]; [exact G|rewrite eval_var; exact E0|exact Et|exact Eq|].
    assert (sat (moved_system letters width base h) e) as S'.
    { unfold moved_system. rewrite sat_both, !sat_with_row, A, eval_var. split; [apply Base, G|].
      split; [apply M|]. split; [|exact S]. unfold e. rewrite E0. exact P. }
    pose proof (zero_in_sound _ _ _ Z0 S') as Z. unfold lowered in Z.
    rewrite !eval_add, A, eval_var, (form_row_eval letters a cq La) in Z by exact G. unfold e in Z. rewrite E0 in Z. lia.
  Qed.

  Lemma takes_backward n : 0 <= n - at_letters f a -> exists t, may h a t n.
  Proof.
    intros P. unfold takes in T. cbv zeta in T. set (rest := add (var 0) (-1) (form_row letters f)) in *.
    set (numbers := match chosen h with O => [] | _ => [rest] end) in *. rewrite !andb_true_iff in T.
    destruct T as [[[[[[Ch _] _] _] A1] A2] A3]. apply Nat.eqb_eq in Ch. rewrite forallb_forall in A1, A2.
    set (e := of_list (n :: a ++ cq ++ [])).
    assert (good letters a cq e) as G.
    { split; [apply (of_list_part [n] a); [reflexivity|exact La]|]. unfold e.
      change (n :: a ++ cq ++ []) with ((n :: a) ++ cq ++ []). apply of_list_part; [cbn; lia|reflexivity]. }
    assert (eval rest e = n - at_letters f a) as R.
    { unfold rest. rewrite eval_add, eval_var, (form_row_eval letters a cq La) by exact G. change (e 0%nat) with n. lia. }
    assert (sat (with_row base rest) e) as S by (rewrite sat_with_row, R; split; [exact P|apply Base, G]).
    assert (at_rows e (vars 1 letters) = a) as Ea by (rewrite at_rows_vars; apply G).
    exists (at_rows e numbers). unfold may.
    assert (forall vs f, eval (linear_row [var 0] (vars 1 letters ++ vs) f) e = value f [n] (a ++ at_rows e vs)) as V.
    { intros vs f'. rewrite linear_row_eval. unfold at_rows at 2. rewrite map_app. fold (at_rows e (vars 1 letters)) (at_rows e vs).
      rewrite Ea. cbn [at_rows map]. rewrite eval_var. reflexivity. }
    assert (forall vs c, atom_implied letters (with_row base rest) vs c = true -> atom_holds [n] (a ++ at_rows e vs) c) as H.
    { intros vs c K. destruct c as [f'|f'|]; cbn [atom_implied atom_holds] in *; [| |discriminate].
      - pose proof (implied_sound _ _ _ K S) as N. unfold nonneg in N. rewrite V in N. exact N.
      - rewrite <- V. apply (zero_in_sound _ _ _ K S). }
    repeat split.
    - unfold at_rows. rewrite map_length. congruence.
    - unfold natural, at_rows. apply Forall_map, Forall_forall. intros r I. unfold numbers in I.
      destruct (chosen h); [destruct I|]. destruct I as [<-|[]]. rewrite R. exact P.
    - apply Forall_forall. intros c I. specialize (H [] c (A1 c I)). cbn [at_rows map] in H. rewrite app_nil_r in H. exact H.
    - apply Forall_forall. intros c I. apply H, A2, I.
    - destruct (becomes h) as [|e0]; [discriminate|]. cbn [after]. pose proof (zero_in_sound _ _ _ A3 S) as Z.
      rewrite eval_add, V, R in Z. lia.
  Qed.
End Takes.

(** ** The check of a law in rows *)

Definition check_letter_rows (letters : nat) (cone : formula) (g : game) (v : valuation) (D E : form) (l : list row_case) : bool :=
  match existing g with Always => true | _ => false end && Nat.eqb (dimension g) 1 && Nat.eqb (controls g) 1 &&
  match choices letters g, LetterCheck.cases cone true with
  | Some hs, Some branches =>
      forallb (fun b =>
        let base := cone_system letters b in
        if refuted base then true
        else
        match amounts_of letters (length b) base hs with
        | Some amounts => check_rows letters v (length b) D E amounts base l
        | None => false
        end) branches
  | _, _ => false
  end.

Theorem check_letter_rows_sound letters cone g v D E l :
  check_letter_rows letters cone g v D E l = true -> letter_rows_hold letters cone g v D E l.
Proof.
  unfold check_letter_rows. intros K a La Na Hc. rewrite !andb_true_iff in K. destruct K as [[[Ex K2] K3] K].
  apply Nat.eqb_eq in K2, K3. destruct (existing g) eqn:Eg; try discriminate. clear Ex.
  destruct (choices letters g) as [hs|] eqn:Hs; [|discriminate].
  destruct (LetterCheck.cases cone true) as [branches|] eqn:Br; [|discriminate].
  apply (cases_holds _ _ _ _ _ Br) in Hc. apply Exists_exists in Hc as (br & Ib & Hb).
  rewrite forallb_forall in K. specialize (K br Ib). cbv zeta in K.
  destruct (atoms_forward _ _ _ Hb) as (cq & Lq & Hq).
  set (base := cone_system letters br) in *.
  assert (forall e, good letters a cq e -> sat base e) as Base.
  { intros e [G1 G2]. unfold base, cone_system. apply sat_both. split.
    - split; [|constructor]. cbn [bounds]. unfold vars. apply Forall_map, Forall_forall. intros i I. unfold nonneg.
      rewrite eval_var. unfold natural in Na. rewrite <- G1, Forall_map, Forall_forall in Na. apply Na, I.
    - apply Hq; [reflexivity|rewrite at_rows_vars; exact G1|]. rewrite <- Lq. exact G2. }
  destruct (row_world_at letters (length br) D E a cq La Lq 0 0 0) as ((G & _) & _).
  rewrite (not_refuted_sat _ _ (Base _ G)) in K. cbv iota in K.
  destruct (amounts_of letters (length br) base hs) as [amounts|] eqn:Am; [|discriminate].
  destruct (amounts_of_In _ _ _ _ _ Am) as [Am1 Am2]. rename K into Ck.
  set (e := at_letters E a). set (b := a ++ [at_letters D a mod e]). cbv zeta.
  assert (forall n, position (instance a g) 0 [n] <-> 0 <= n) as At.
  { intro n. unfold position. cbn [instance controls dimension existing]. rewrite K2, K3, Eg. cbn. split.
    - intros (_ & _ & N & _). inversion N. assumption.
    - intro P. repeat split; [lia|]. constructor; [exact P|constructor]. }
  assert (forall c x, position (instance a g) c x -> c = 0%nat /\ exists n, x = [n] /\ 0 <= n) as One.
  { intros c x P. pose proof P as (Hc & Hl & Hn & _). cbn [instance controls dimension] in Hc, Hl. rewrite K3 in Hc. rewrite K2 in Hl.
    split; [lia|]. destruct x as [|n [|]]; try discriminate. inversion_clear Hn. eauto. }
  assert (forall n c' y, 0 <= n -> option_of (instance a g) 0 [n] c' y <->
    exists f, In f amounts /\ 0 <= n - at_letters f a /\ c' = 0%nat /\ y = [n - at_letters f a]) as Options.
  { intros n c' y Pn. rewrite (option_of_choice letters g hs a 0%nat n c' y Hs La). split.
    - intros (h & t & I & Hl & He & M & ->). destruct (Am1 h I) as (f & T & If).
      pose proof (takes_forward letters (length br) base a cq g La Lq K2 Base h f T t n M Pn) as A.
      exists f. split; [exact If|]. rewrite A. split; [rewrite <- A; apply M|]. split; [|reflexivity].
      unfold takes in T. rewrite !andb_true_iff in T. destruct T as [[[[[_ Fe] _] _] _] _]. apply Nat.eqb_eq in Fe. congruence.
    - intros (f & If & P & -> & ->). destruct (Am2 f If) as (h & I & T).
      destruct (takes_backward letters (length br) base a cq g La Lq K2 Base h f T n P) as (t & M). exists h, t.
      rewrite (takes_forward letters (length br) base a cq g La Lq K2 Base h f T t n M Pn).
      unfold takes in T. rewrite !andb_true_iff in T. destruct T as [[[[[[_ Fl] Fe] _] _] _] _]. apply Nat.eqb_eq in Fl, Fe. auto. }
  assert (forall k, In k l -> in_row_case k b -> exists F : Z -> N,
    is_value (instance a g) v (fun _ x => F (hd 0 x)) /\
    (forall f, is_value (instance a g) v f -> forall n, 0 <= n -> f 0%nat [n] = F n) /\
    forall n, 0 <= n -> (exists r, In r (row_regions k) /\ in_region k b e n r) /\
      forall r, In r (row_regions k) -> in_region k b e n r -> F n = region_value r) as Each.
  { intros k Ik Hk.
    set (L := at_letters (row_length k) b). set (S_ := at_letters (row_step k) b). set (M := at_letters (row_modulus k) b).
    set (O_ := at_letters (row_longer k) b).
    destruct (numbers_of_case letters v (length br) D E amounts base l a cq La Lq Base Ck k Ik Hk) as (L1 & L2 & St & Le).
    set (inside := in_at D E a).
    set (value_at := fun u t : Z => match find (fun r => forallb (fun f => 0 <=? at_letters f (b ++ [u; t; (t + u) mod e])) (region_conditions r)) (row_regions k) with
      | Some r => region_value r | None => 0%N end).
    assert (forall u t, valid L S_ M O_ u t -> exists r, In r (row_regions k) /\ inside u t r /\ value_at u t = region_value r) as HF.
    { intros u t V. unfold value_at.
      destruct (region_exists letters v (length br) D E amounts base l a cq La Lq Base Ck k Ik Hk u t V) as (r & I & H).
      destruct (find _ _) as [r'|] eqn:Fi.
      - apply find_some in Fi as [I' H']. exists r'. split; [exact I'|split; [|reflexivity]]. unfold inside, in_at.
        apply Forall_forall. intros f If. rewrite forallb_forall in H'. apply Z.leb_le, H', If.
      - exfalso. pose proof (find_none _ _ Fi r I) as N. cbv beta in N. rewrite <- not_true_iff_false in N. apply N.
        apply forallb_forall. intros f If. unfold in_at in H. rewrite Forall_forall in H. apply Z.leb_le, H, If. }
    set (F := fun n : Z => let (u, t) := place L S_ M O_ n in value_at u t).
    assert (forall n, 0 <= n -> exists r, In r (row_regions k) /\ inside (fst (place L S_ M O_ n)) (snd (place L S_ M O_ n)) r /\ F n = region_value r) as FR.
    { intros n P. pose proof (place_valid L S_ M O_ L1 L2 St n P) as V. unfold F. destruct (place L S_ M O_ n) as [u t]. apply HF, V. }
    assert (is_value (instance a g) v (fun _ x => F (hd 0 x))) as Values.
    { intros c x Px. destruct (One c x Px) as (-> & n & -> & P). cbn [hd]. destruct (FR n P) as (r & I & H & ->).
      pose proof (place_valid L S_ M O_ L1 L2 St n P) as V. destruct (place_less L S_ M O_ L1 L2 St n P) as (before & Bf & Less).
      eapply calls_for_same; [|apply (place_rule letters v (length br) D E amounts base l a cq La Lq Base Ck k Ik Hk _ _ V value_at HF before Bf r I H)].
      intro x. split.
      - intros (f & If & O). destruct (Le f 0 If) as [A1 _]. specialize (Less _ A1 (fun u => proj2 (Le f u If))). cbv zeta in Less.
        exists 0%nat, [n - at_letters f a]. unfold option_at in O. cbv zeta in O. cbn [hd]. unfold F.
        destruct (0 <=? _).
        + destruct Less as [P' ->]. split; [apply Options; [exact P|eauto]|congruence].
        + destruct before as [u'|]; [|discriminate]. destruct Less as [P' ->]. split; [apply Options; [exact P|eauto]|]. injection O as <-. reflexivity.
      - intros (c' & y & O & <-). apply Options in O as (f & If & P' & -> & ->); [|exact P]. exists f. split; [exact If|]. cbn [hd].
        destruct (Le f 0 If) as [A1 _]. specialize (Less _ A1 (fun u => proj2 (Le f u If))). cbv zeta in Less.
        unfold option_at. cbv zeta. unfold F. destruct (0 <=? _).
        + destruct Less as [_ ->]. reflexivity.
        + destruct before as [u'|]; [|lia]. destruct Less as [_ ->]. reflexivity. }
    exists F. split; [exact Values|split].
    - intros f Hf n P. revert P. pattern n. apply (well_founded_induction (Zwf_well_founded 0)). clear n. intros n IH P.
      eapply calls_for_unique; [apply (Hf 0%nat [n]), At, P|].
      eapply calls_for_same; [|apply (Values 0%nat [n]), At, P]. intro x. cbn [hd].
      split; intros (c' & y & O & V); exists c', y; (split; [exact O|]); apply Options in O as (g' & Ig & P' & -> & ->); try exact P; cbn [hd] in *;
        destruct (Le g' 0 Ig) as [A1 _]; rewrite <- V, IH; unfold Zwf; try reflexivity; lia.
    - intros n P. pose proof (place_valid L S_ M O_ L1 L2 St n P) as V. destruct (FR n P) as (r & I & H & Er).
      assert (forall r, in_region k b e n r <-> inside (fst (place L S_ M O_ n)) (snd (place L S_ M O_ n)) r) as Same.
      { intro r'. unfold in_region. change (place_in_rows k b n) with (place L S_ M O_ n). destruct (place L S_ M O_ n). reflexivity. }
      split; [exists r; split; [exact I|apply Same, H]|]. intros r' I' H'. apply Same in H'. rewrite Er.
      destruct (region_checked letters v (length br) D E amounts base l a cq La Lq Base Ck k Ik Hk _ _ V r I H) as (_ & _ & U & _).
      symmetry. apply U; assumption. }
  destruct (some_row_case letters v (length br) D E amounts base l a cq La Lq Base Ck) as (k0 & I0 & H0).
  split; [|split].
  - destruct (Each k0 I0 H0) as (F & Vs & _). eauto.
  - exists k0. auto.
  - intros f Hf k Ik Hk c n Px. destruct (Each k Ik Hk) as (F & _ & Only & Rg).
    destruct (One c [n] Px) as (-> & n' & En & P). injection En as <-. destruct (Rg n P) as [Ex Un].
    split; [exact Ex|]. intros r I H. rewrite (Only f Hf n P). apply Un; assumption.
Qed.
