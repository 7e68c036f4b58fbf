(** * Conditions that never hold *)

From Coq Require Import List ZArith Bool Lia.
From Bouton Require Import Statement Vectors Residual Words Explore.
Import ListNotations.
Open Scope Z_scope.

(** ** Base 2 *)

Definition binary_cone : list Z := [1].

Lemma binary_stable : stable binary binary_cone = true.
Proof. reflexivity. Qed.

Lemma binary_zero : zero_is_zero binary = true.
Proof. reflexivity. Qed.

Lemma binary_word w : Forall (fun e => (e < 2)%nat) w -> word binary 0 w = true.
Proof.
  induction 1 as [|e w H F IH]; [reflexivity|].
  destruct e as [|[|e]]; [exact IH|exact IH|lia].
Qed.

Lemma binary_complete : complete binary.
Proof.
  intros a P0.
  refine (Z_lt_induction (fun a => 0 <= a -> exists w, word binary 0 w = true /\ number binary w = a) _ a P0 P0).
  clear. intros a IH P. destruct (Z.eq_dec a 0) as [->|N].
    + exists []. split; reflexivity.
    + destruct (IH (a / 2)) as (w & W & E).
      { split; [apply Z.div_pos; lia|apply Z.div_lt; lia]. }
      { apply Z.div_pos; lia. }
      exists (w ++ [if Z.odd a then 1%nat else 0%nat]). split.
      * apply binary_word. apply Forall_app. split.
        -- apply (word_digits binary binary_cone binary_stable w 0%nat W).
        -- constructor; [destruct (Z.odd a); lia|constructor].
      * unfold number, track in *. rewrite fold_left_app. simpl.
        set (v := fold_left (append binary) w []) in *.
        rewrite at_hd, append_step, at_plus, at_step. cbn [matrix binary nth].
        rewrite dot_cons. cbn [dot]. rewrite <- at_hd, E.
        pose proof (Z_div_mod_eq_full a 2) as D. rewrite Zmod_odd in D.
        destruct (Z.odd a);
          [change (at_ (vector binary 1) 0) with 1|change (at_ (vector binary 0) 0) with 0]; lia.
Qed.

(** ** All numbers at once *)

Section Refute.
  Variables d p : nat.

  Definition after_all (f : residual) : option (list residual) :=
    if meaning binary f [] then None
    else Some (filter (fun g => match g with RFalse => false | _ => true end)
      (map (after binary binary_cone f) (all_letters 2 (d + p)))).

  Definition refute (f : formula) : bool :=
    explore residual residual_eqb (residual_key 1) after_all
      [compile binary binary_cone d p f].

  Theorem refute_sound f : refute f = true ->
    forall x t, length x = d -> length t = p -> natural x -> natural t -> holds f x t = false.
  Proof.
    intros R x t Lx Lt Nx Nt. unfold refute in R.
    destruct (explore_closed _ _ _ residual_eqb_eq _ _ R) as (P & P0 & PF).
    assert (forall w, Forall (fun a => In a (all_letters 2 (d + p))) w ->
      forall f, P f -> meaning binary f w = false) as H.
    { induction w as [|a w IH]; intros F g Pg; destruct (PF g Pg) as (l & E & Q);
        unfold after_all in E; destruct (meaning binary g []) eqn:M; try discriminate.
      - reflexivity.
      - rewrite <- (after_meaning binary binary_cone binary_stable).
        inversion_clear F. inversion E; subst.
        destruct (after binary binary_cone g a) eqn:A; try reflexivity;
          rewrite <- A; apply IH; try assumption; apply Q; apply filter_In; (split; [|rewrite A; reflexivity]);
          apply in_map; assumption. }
    destruct (complete_list binary binary_zero binary_complete (x ++ t)) as (m & C).
    { apply Forall_app. split; assumption. }
    destruct (C m (le_n m)) as (ws & L & O & W & E).
    rewrite app_length, Lx, Lt in L.
    rewrite <- (compile_meaning binary binary_cone binary_stable d p f (letters m ws) x t).
    - apply H; [|apply P0; left; reflexivity].
      rewrite <- L. apply (letters_digits binary); [exact O|].
      apply Forall_forall. intros w I. rewrite Forall_forall in W.
      apply (word_digits binary binary_cone binary_stable w 0%nat), W, I.
    - rewrite <- L. apply letters_letters.
    - rewrite <- L, numbers_letters by exact O. exact E.
    - exact Lx.
    - exact Lt.
  Qed.
End Refute.
