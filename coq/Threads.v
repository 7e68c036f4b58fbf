(** * Partial moves

    A thread is a move of which some digits have been read: the residuals of its conditions, and the state
    of the law after the digits of the position it leads to. *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual Words.
Import ListNotations.
Open Scope Z_scope.

(** The new value of a coordinate: the digits of number [j] of the coordinates and parameters, or digits
    of the number for which a sum is 0; and the state of the words of its digits. *)
Inductive goal := Copy (j s : nat) | Solve (cs : list Z) (c : Z) (v : list Z) (s : nat).

Record thread := Thread
  { origin : nat; count : nat; left : residual; goals : list goal; reached : N }.

(** One member of each list. *)
Fixpoint product {A} (l : list (list A)) : list (list A) :=
  match l with
  | [] => [[]]
  | c :: l => let r := product l in flat_map (fun x => map (cons x) r) c
  end.

Lemma product_In {A} (l : list (list A)) : forall ch, In ch (product l) <-> Forall2 (fun x c => In x c) ch l.
Proof.
  induction l as [|c l IH]; intro ch; simpl.
  - split; [intros [<-|[]]; constructor|]. inversion 1. left. reflexivity.
  - rewrite in_flat_map. split.
    + intros (x & I & J). apply in_map_iff in J as (r & <- & J). constructor; [exact I|]. apply IH, J.
    + inversion 1; subst. exists x. split; [assumption|]. apply in_map, IH. assumption.
Qed.

Lemma Forall2_inv {A B} (R : A -> B -> Prop) a l m : Forall2 R (a :: l) m ->
  exists b m', m = b :: m' /\ R a b /\ Forall2 R l m'.
Proof. inversion 1; subst. eauto. Qed.

Lemma Forall_inv2 {A} (P : A -> Prop) a l : Forall P (a :: l) -> P a /\ Forall P l.
Proof. inversion 1; auto. Qed.

Section Threads.
  Variables (n : numeration) (cone : list Z) (l : law).
  Hypothesis S : stable n cone = true.

  Definition base := length (vectors n).

  Definition candidates (T : goal) (z : letter) : list (nat * goal) :=
    match T with
    | Copy j s =>
        let b := nth j z 0%nat in
        match follow n s b with Some s => [(b, Copy j s)] | None => [] end
    | Solve cs c v s =>
        flat_map (fun b =>
          match follow n s b with
          | Some s =>
              let v := plus (step n v) (digits_sum n cs (b :: z)) in
              match settle cone KZero cs c v with RFalse => [] | _ => [(b, Solve cs c v s)] end
          | None => []
          end) (seq 0 base)
    end.

  (** The digits [bs] reach the goal if [zs] are those of coordinates and parameters. *)
  Definition met (T : goal) (bs : list nat) (zs : list letter) : Prop :=
    match T with
    | Copy j s => bs = map (fun z => nth j z 0%nat) zs /\ word n s bs = true
    | Solve cs c v s => meaning n (RAtom KZero cs c v) (zip cons bs zs) = true /\ word n s bs = true
    end.

  Lemma candidates_met T b bs z zs :
    met T (b :: bs) (z :: zs) <-> exists T', In (b, T') (candidates T z) /\ met T' bs zs.
  Proof.
    destruct T as [j s|cs c v s]; cbn [met candidates map word zip].
    - split.
      + intros [E W]. inversion E; subst. destruct (follow n s (nth j z 0%nat)) as [s'|]; [|discriminate].
        exists (Copy j s'). split; [left; reflexivity|]. split; [reflexivity|exact W].
      + intros (T' & I & M). destruct (follow n s (nth j z 0%nat)) as [s'|] eqn:F; [|destruct I].
        destruct I as [I|[]]. inversion I; subst. destruct M as [-> W]. rewrite F. auto.
    - split.
      + intros [M W]. destruct (follow n s b) as [s'|] eqn:F; [|discriminate].
        exists (Solve cs c (plus (step n v) (digits_sum n cs (b :: z))) s').
        change (meaning n (RAtom KZero cs c (plus (step n v) (digits_sum n cs (b :: z)))) (zip cons bs zs) = true) in M.
        split; [|split; assumption].
        apply in_flat_map. exists b. split.
        * apply in_seq. destruct (stable_parts n cone S) as (_ & _ & _ & _ & _ & _ & D).
          pose proof (D s b s' F). unfold base. lia.
        * rewrite F. cbn zeta.
          rewrite <- (settle_meaning n cone S) in M.
          destruct (settle cone KZero cs c _) eqn:E; try discriminate; left; reflexivity.
      + intros (T' & I & M). apply in_flat_map in I as (b' & I & J).
        destruct (follow n s b') as [s'|] eqn:F; [|destruct J]. cbn zeta in J.
        assert ((b', Solve cs c (plus (step n v) (digits_sum n cs (b' :: z))) s') = (b, T')) as J'.
        { destruct (settle cone KZero cs c _); destruct J as [J|[]] || destruct J; exact J. }
        inversion J'; subst; destruct M as [M W]; rewrite F; split; assumption.
  Qed.

  Definition posts (t : thread) (a : letter) : list thread :=
    flat_map (fun e =>
      let z := a ++ e in
      match after n cone (left t) z with
      | RFalse => []
      | r =>
          map (fun ch => Thread (origin t) (count t) r (map snd ch) (next l (reached t) (map fst ch)))
            (product (map (fun T => candidates T z) (goals t)))
      end) (all_letters base (count t)).

  (** If the digits [u] of the position follow, a thread becomes a move to a position to which the law
      gives [o]. *)
  Definition accepts (t : thread) (u : list letter) (o : N) : Prop :=
    exists es bss,
      length es = length u /\ Forall (fun e => In e (all_letters base (count t))) es /\
      of_length (length u) bss /\ meaning n (left t) (zip (@app nat) u es) = true /\
      Forall2 (fun T bs => met T bs (zip (@app nat) u es)) (goals t) bss /\
      o = output l (fold_left (next l) (letters (length u) bss) (reached t)).

  Definition final (t : thread) : bool :=
    meaning n (left t) [] &&
    forallb (fun T => match T with Copy _ _ => true | Solve cs c v _ => hd 0 v + c =? 0 end) (goals t).

  Lemma accepts_nil t o : accepts t [] o <-> final t = true /\ o = output l (reached t).
  Proof.
    unfold accepts, final. split.
    - intros (es & bss & L & _ & O & M & F & E). destruct es; [|discriminate].
      change (zip (@app nat) [] []) with (@nil letter) in *. split; [|exact E]. rewrite M. cbn [andb]. clear -O F.
      unfold of_length in O. revert O. induction F as [|T bs Ts bss H F IH]; intro O; [reflexivity|].
      inversion O; subst. destruct bs; [|discriminate]. cbn [forallb]. rewrite IH by assumption.
      rewrite andb_true_r. destruct T; [reflexivity|]. destruct H as [H _]. exact H.
    - intros [H ->]. apply andb_prop in H as [M F].
      exists [], (map (fun _ => []) (goals t)). change (zip (@app nat) [] []) with (@nil letter).
      repeat split; try constructor; try exact M.
      + unfold of_length. apply Forall_forall. intros w I. apply in_map_iff in I as (T & <- & _). reflexivity.
      + clear M. induction (goals t) as [|T Ts IH]; simpl; [constructor|].
        cbn [forallb] in F. apply andb_prop in F as [F1 F2]. constructor; [|exact (IH F2)].
        destruct T; cbn [met]; split; try reflexivity. exact F1.
  Qed.

  (** No digits complete the move. *)
  Definition dead (t : thread) : bool :=
    match left t with RFalse => true | _ => false end
    || existsb (fun T => match T with
         | Solve cs c v _ => match settle cone KZero cs c v with RFalse => true | _ => false end
         | Copy _ _ => false end) (goals t).

  Lemma dead_accepts t u o : dead t = true -> ~ accepts t u o.
  Proof.
    unfold dead. intros D (es & bss & _ & _ & _ & M & F & _). apply orb_prop in D as [D|D].
    - destruct (left t); discriminate.
    - induction F as [|T bs Ts bss H F IH]; [discriminate|].
      cbn [existsb] in D. apply orb_prop in D as [D|D]; [|exact (IH D)].
      destruct T as [|cs c v s]; [discriminate|]. destruct H as [H _].
      rewrite <- (settle_meaning n cone S) in H.
      destruct (settle cone KZero cs c v); discriminate.
  Qed.

  Lemma choices Ts z zs m : forall bss, of_length (Datatypes.S m) bss ->
    Forall2 (fun T bs => met T bs (z :: zs)) Ts bss ->
    exists ch, In ch (product (map (fun T => candidates T z) Ts)) /\
      map fst ch = map (hd 0%nat) bss /\
      Forall2 (fun T bs => met T bs zs) (map snd ch) (map (@tl nat) bss).
  Proof.
    intros bss O F. revert O. induction F as [|T bs Ts bss H F IH]; intro O.
    - exists []. repeat split; [left; reflexivity|constructor].
    - inversion O; subst. destruct bs as [|b bs]; [discriminate|].
      apply candidates_met in H as (T' & I & M).
      destruct IH as (ch & J & E & G); [assumption|].
      exists ((b, T') :: ch). simpl. repeat split.
      + apply in_flat_map. exists (b, T'). split; [exact I|]. apply in_map, J.
      + rewrite E. reflexivity.
      + constructor; assumption.
  Qed.

  Lemma choices_back z zs m : forall Ts ch bss,
    In ch (product (map (fun T => candidates T z) Ts)) -> of_length m bss ->
    Forall2 (fun T bs => met T bs zs) (map snd ch) bss ->
    Forall2 (fun T bs => met T bs (z :: zs)) Ts (zip cons (map fst ch) bss) /\
    of_length (Datatypes.S m) (zip cons (map fst ch) bss) /\ length (map fst ch) = length bss.
  Proof.
    induction Ts as [|T Ts IH]; intros ch bss I O F; apply product_In in I.
    - inversion I; subst. inversion F; subst. repeat split; constructor.
    - inversion I as [|[b T'] c ch' cs' Ic Ich]; subst. inversion F as [|? bs ? bss' M F']; subst.
      inversion O; subst.
      destruct (IH ch' bss') as (I1 & I2 & I3); [apply product_In; assumption|assumption|assumption|].
      cbn [map zip fst]. repeat split.
      + constructor; [|exact I1]. apply candidates_met. exists T'. auto.
      + constructor; [simpl; congruence|exact I2].
      + simpl. congruence.
  Qed.

  Lemma accepts_cons t a u o : accepts t (a :: u) o <-> exists t', In t' (posts t a) /\ accepts t' u o.
  Proof.
    split.
    - intros (es & bss & L & D & O & M & F & E). destruct es as [|e es]; [discriminate|].
      cbn [zip] in *. inversion D; subst.
      rewrite <- (after_meaning n cone S) in M.
      destruct (choices _ _ _ (length u) bss O F) as (ch & I & E & G).
      exists (Thread (origin t) (count t) (after n cone (left t) (a ++ e)) (map snd ch)
        (next l (reached t) (map fst ch))).
      split.
      + unfold posts. apply in_flat_map. exists e. split; [assumption|]. cbn zeta.
        destruct (after n cone (left t) (a ++ e)) eqn:A; try discriminate;
          apply in_map_iff; exists ch; auto.
      + exists es, (map (@tl nat) bss). cbn [count left goals reached].
        repeat split; try assumption.
        * simpl in L. congruence.
        * destruct (zip_hd_tl (length u) bss O) as [_ T]. exact T.
        * cbn [length letters fold_left]. rewrite <- E. reflexivity.
    - intros (t' & I & (es & bss & L & D & O & M & F & E)).
      unfold posts in I. apply in_flat_map in I as (e & Ie & I). cbn zeta in I.
      assert (exists ch, t' = Thread (origin t) (count t) (after n cone (left t) (a ++ e)) (map snd ch)
          (next l (reached t) (map fst ch)) /\
        In ch (product (map (fun T => candidates T (a ++ e)) (goals t)))) as (ch & -> & J).
      { destruct (after n cone (left t) (a ++ e)); try destruct I;
          apply in_map_iff in I as (ch & <- & J); exists ch; auto. }
      cbn [count left goals reached] in *.
      destruct (choices_back (a ++ e) (zip (@app nat) u es) (length u) (goals t) ch bss J O F)
        as (F' & O' & L').
      exists (e :: es), (zip cons (map fst ch) bss). cbn [zip length].
      repeat split; try assumption.
      + congruence.
      + constructor; assumption.
      + rewrite (after_meaning n cone S) in M. exact M.
      + rewrite letters_cons by exact L'. cbn [fold_left]. exact E.
  Qed.

  (** ** The beginning of a move *)

  Variable g : game.

  Definition unit (j k : nat) : list Z := map (fun i => if Nat.eqb i j then 1 else 0) (seq 0 k).

  Definition goal_of (p : nat) (i : nat) (T : target) : goal :=
    match T with
    | Same => Copy i 0
    | Becomes e =>
        let k := (dimension g + p)%nat in
        let cs := dense (dimension g) p e in
        match (if constant e =? 0 then find (fun j => zs_eqb cs (unit j k)) (seq 0 k) else None) with
        | Some j => Copy j 0
        | None => Solve (1 :: opposite cs) (- constant e) (zero_vector n) 0
        end
    end.

  (** A condition without its parameters. *)
  Fixpoint forget (f : formula) : formula :=
    let no e := match e with Linear a _ c => Linear a [] c end in
    match f with
    | Always => Always
    | Never => Never
    | AtMostZero e => AtMostZero (no e)
    | IsZero e => IsZero (no e)
    | Congruent e m r => Congruent (no e) m r
    | Not f => Not (forget f)
    | And f h => And (forget f) (forget h)
    | Or f h => Or (forget f) (forget h)
    end.

  Lemma forget_holds f x t : holds (forget f) x t = holds f x [].
  Proof.
    induction f as [| |e|e|e m r|f IH|f IHf h IHh|f IHf h IHh]; simpl; try congruence;
      destruct e as [a b c]; simpl; rewrite dot_nil_r; reflexivity.
  Qed.

  Definition conditions (s : schema) : formula := And (guard s) (Not (forget (stop g))).

  Definition begin (s : schema) : thread :=
    Thread (from s) (parameters s) (compile n cone (dimension g) (parameters s) (conditions s))
      (zip (goal_of (parameters s)) (seq 0 (length (targets s))) (targets s)) (start l (to s)).

  Lemma dot_unit k : forall j z, length z = k -> dot (unit j k) z = at_ z j.
  Proof.
    unfold unit. intros j z L.
    assert (forall i, dot (map (fun i => if Nat.eqb i j then 1 else 0) (seq i (length z))) z
      = if Nat.leb i j then at_ z (j - i) else 0) as P.
    { clear. induction z as [|q z IH]; intro i; simpl.
      - destruct (i <=? j)%nat, (j - i)%nat; reflexivity.
      - rewrite IH. destruct (Nat.eqb_spec i j) as [->|N].
        + rewrite Nat.leb_refl, Nat.sub_diag.
          destruct (Nat.leb_spec (Datatypes.S j) j); [lia|]. cbn [nth]. lia.
        + destruct (Nat.leb_spec (Datatypes.S i) j), (Nat.leb_spec i j); try lia.
          replace (j - i)%nat with (Datatypes.S (j - Datatypes.S i)) by lia. cbn [nth]. lia. }
    specialize (P 0%nat). rewrite L in P. rewrite P. simpl. f_equal. lia.
  Qed.

  Definition becomes (T : target) (a : Z) (x t : list Z) : Z :=
    match T with Same => a | Becomes e => value e x t end.

  Section Columns.
    Variables (m : nat) (xs ts : list (list nat)) (x t : list Z).
    Hypotheses (Lx : length xs = dimension g) (Ox : of_length m xs) (Ot : of_length m ts)
      (Ex : map (number n) xs = x) (Et : map (number n) ts = t).

    Let zs := letters m (xs ++ ts).

    Lemma columns_numbers : numbers n (dimension g + length ts) zs = x ++ t.
    Proof.
      rewrite <- Lx, <- app_length. unfold zs. rewrite numbers_letters.
      - rewrite map_app, Ex, Et. reflexivity.
      - apply Forall_app. split; assumption.
    Qed.

    Lemma columns_letters : letters_of (dimension g + length ts) zs.
    Proof. rewrite <- Lx, <- app_length. apply letters_letters. Qed.

    Lemma number_column j : number n (nth j (xs ++ ts) []) = nth j (x ++ t) 0.
    Proof.
      rewrite <- Ex, <- Et, <- map_app.
      change 0 with (number n []). rewrite map_nth. reflexivity.
    Qed.

    Lemma length_x : length x = dimension g.
    Proof. rewrite <- Ex, map_length. exact Lx. Qed.

    Lemma length_t : length t = length ts.
    Proof. rewrite <- Et, map_length. reflexivity. Qed.

    (** Whether a goal copies the digits of a number. *)
    Lemma goal_cases i T a : (i < dimension g)%nat -> at_ x i = a ->
      (exists j, goal_of (length ts) i T = Copy j 0 /\ (j < length (xs ++ ts))%nat /\
        becomes T a x t = nth j (x ++ t) 0) \/
      (exists e, T = Becomes e /\
        goal_of (length ts) i T = Solve (1 :: opposite (dense (dimension g) (length ts) e)) (- constant e) (zero_vector n) 0).
    Proof.
      intros Hi Ha. destruct T as [|e]; cbn [goal_of becomes].
      - left. exists i. split; [reflexivity|]. rewrite app_length, Lx. split; [lia|].
        rewrite app_nth1 by (rewrite length_x; exact Hi). congruence.
      - destruct (constant e =? 0) eqn:C.
        + destruct (find _ _) as [j|] eqn:F.
          * left. exists j. split; [reflexivity|].
            apply find_some in F as [F1 F2]. apply in_seq in F1. apply zs_eqb_eq in F2.
            rewrite app_length, Lx. split; [lia|].
            rewrite <- (dense_value (dimension g) (length ts) e x t length_x length_t), F2.
            rewrite dot_unit by (rewrite app_length, length_x, length_t; reflexivity).
            apply Z.eqb_eq in C. rewrite C. apply Z.add_0_r.
          * right. exists e. auto.
        + right. exists e. auto.
    Qed.

    Lemma solve_met e bs : length bs = m ->
      (meaning n (RAtom KZero (1 :: opposite (dense (dimension g) (length ts) e)) (- constant e) (zero_vector n)) (zip cons bs zs) = true
       <-> number n bs = value e x t).
    Proof.
      intro L. cbn [meaning decide]. rewrite run_zero_vector, at_hd.
      rewrite (run_numbers n _ _ (Datatypes.S (dimension g + length ts))).
      - rewrite numbers_cons by (unfold zs; rewrite letters_length; exact L).
        rewrite columns_numbers. cbn [dot]. unfold opposite.
        assert (forall a b, dot (scale (-1) a) b = - dot a b) as P.
        { unfold scale. induction a as [|p a IH]; intros [|q b]; cbn [map dot]; try reflexivity.
          rewrite IH. lia. }
        rewrite P. change (hd 0 (track n bs)) with (number n bs).
        rewrite <- (dense_value (dimension g) (length ts) e x t length_x length_t).
        rewrite Z.eqb_eq. lia.
      - apply Residual.letters_cons, columns_letters.
    Qed.

    Lemma goals_numbers Ts : forall i x' bss,
      (i + length Ts <= dimension g)%nat -> length x' = length Ts ->
      (forall k, (k < length Ts)%nat -> at_ x (i + k) = at_ x' k) ->
      of_length m bss ->
      Forall2 (fun T bs => met T bs zs) (zip (goal_of (length ts)) (seq i (length Ts)) Ts) bss ->
      map (number n) bss = zip (fun T a => becomes T a x t) Ts x' /\ Forall (fun w => word n 0 w = true) bss.
    Proof.
      induction Ts as [|T Ts IH]; intros i x' bss B L H O F; simpl in *.
      - inversion F. destruct x'; [|discriminate]. split; [reflexivity|constructor].
      - destruct x' as [|a x']; [discriminate|].
        apply Forall2_inv in F as (bs & bss' & -> & M & F'). apply Forall_inv2 in O as [Lb O].
        destruct (IH (Datatypes.S i) x' bss') as [E W]; [lia|simpl in L; congruence| |assumption|assumption|].
        { intros k K. replace (Datatypes.S i + k)%nat with (i + Datatypes.S k)%nat by lia.
          apply (H (Datatypes.S k)). lia. }
        assert (number n bs = becomes T a x t /\ word n 0 bs = true) as [E1 W1].
        { pose proof (H 0%nat ltac:(lia)) as H0. rewrite Nat.add_0_r in H0. cbn [nth] in H0.
          destruct (goal_cases i T a ltac:(lia) H0) as [(j & Ej & Lj & V)|(e & -> & Ee)].
          - rewrite Ej in M. destruct M as [M W1]. split; [|exact W1].
            unfold zs in M. rewrite letters_track in M.
            + rewrite M, V. apply number_column.
            + apply Forall_app. split; assumption.
            + exact Lj.
          - rewrite Ee in M. destruct M as [M W1]. split; [|exact W1].
            apply solve_met in M; assumption. }
        cbn [map zip]. rewrite E1, E. split; [reflexivity|constructor; assumption].
    Qed.

    Hypotheses (Wx : Forall (fun w => word n 0 w = true) xs) (Wt : Forall (fun w => word n 0 w = true) ts).

    Lemma goals_reached Ts : forall i x' ys,
      (i + length Ts <= dimension g)%nat -> length x' = length Ts ->
      (forall k, (k < length Ts)%nat -> at_ x (i + k) = at_ x' k) ->
      of_length m ys -> Forall (fun w => word n 0 w = true) ys ->
      map (number n) ys = zip (fun T a => becomes T a x t) Ts x' ->
      exists bss, of_length m bss /\
        Forall2 (fun T bs => met T bs zs) (zip (goal_of (length ts)) (seq i (length Ts)) Ts) bss.
    Proof.
      induction Ts as [|T Ts IH]; intros i x' ys B L H O W E; simpl in *.
      - exists []. split; constructor.
      - destruct x' as [|a x']; [discriminate|]. destruct ys as [|y ys]; [discriminate|].
        cbn [map zip] in E. injection E as E1 E.
        apply Forall_inv2 in O as [Ly O]. apply Forall_inv2 in W as [Wy W].
        destruct (IH (Datatypes.S i) x' ys) as (bss & O' & F); [lia|simpl in L; congruence| | | | |];
          try assumption.
        { intros k K. replace (Datatypes.S i + k)%nat with (i + Datatypes.S k)%nat by lia.
          apply (H (Datatypes.S k)). lia. }
        assert (exists bs, length bs = m /\ met (goal_of (length ts) i T) bs zs) as (bs & Lb & M).
        { pose proof (H 0%nat ltac:(lia)) as H0. rewrite Nat.add_0_r in H0. cbn [nth] in H0.
          destruct (goal_cases i T a ltac:(lia) H0) as [(j & Ej & Lj & V)|(e & -> & Ee)].
          - exists (nth j (xs ++ ts) []). rewrite Ej. cbn [met]. unfold zs.
            assert (of_length m (xs ++ ts)) as Oa by (apply Forall_app; split; assumption).
            rewrite letters_track by assumption.
            assert (In (nth j (xs ++ ts) []) (xs ++ ts)) as I by (apply nth_In, Lj).
            unfold of_length in Oa. rewrite Forall_forall in Oa. split; [apply Oa, I|].
            split; [reflexivity|].
            assert (Forall (fun w => word n 0 w = true) (xs ++ ts)) as Wa by (apply Forall_app; split; assumption).
            rewrite Forall_forall in Wa. apply Wa, I.
          - exists y. split; [assumption|]. rewrite Ee. cbn [met]. split; [|assumption].
            apply solve_met; assumption. }
        exists (bs :: bss). split; constructor; assumption.
    Qed.
  End Columns.
End Threads.
