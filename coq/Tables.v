(** * Laws by tables *)

From Coq Require Import List ZArith NArith Bool FMapPositive Lia.
From Bouton Require Import Statement.
Import ListNotations.

(** The members of a list, by number. *)
Fixpoint fill {A} (p : positive) (l : list A) : PositiveMap.t A :=
  match l with
  | [] => PositiveMap.empty A
  | a :: l => PositiveMap.add p a (fill (Pos.succ p) l)
  end.

Lemma fill_find {A} (l : list A) : forall p k,
  PositiveMap.find (Pos.of_nat (Pos.to_nat p + k)) (fill p l) = nth_error l k.
Proof.
  induction l as [|a l IH]; intros p k; cbn [fill].
  - rewrite PositiveMap.gempty. destruct k; reflexivity.
  - destruct k as [|k].
    + rewrite Nat.add_0_r, Pos2Nat.id, PositiveMap.gss. reflexivity.
    + cbn [nth_error]. rewrite <- (IH (Pos.succ p)), PositiveMap.gso.
      * f_equal. f_equal. lia.
      * intro E. apply (f_equal Pos.to_nat) in E. rewrite Nat2Pos.id in E by lia. lia.
Qed.

Definition member {A} (m : PositiveMap.t A) (default : A) (i : N) : A :=
  match PositiveMap.find (N.succ_pos i) m with Some a => a | None => default end.

Lemma member_nth {A} (l : list A) default i : member (fill 1 l) default i = nth (N.to_nat i) l default.
Proof.
  unfold member. replace (N.succ_pos i) with (Pos.of_nat (Pos.to_nat 1 + N.to_nat i)).
  - rewrite fill_find. revert default. generalize (N.to_nat i). intro k. revert k.
    induction l as [|a l IH]; intros [|k] default; simpl; try reflexivity. apply IH.
  - apply Pos2Nat.inj. rewrite Nat2Pos.id by lia. destruct i; simpl; lia.
Qed.

Definition of_table (b : N) (starts : list N) (table : list (N * list N)) : law :=
  let rows := fill 1 (map (fun r => (fst r, fill 1 (snd r))) table) in
  let none := (0%N, PositiveMap.empty N) in
  Law (fun c => nth c starts 0%N)
    (fun s a => member (snd (member rows none s)) 0%N (letter_number b a))
    (fun s => fst (member rows none s)).

Theorem of_table_by_table b starts table : by_table (of_table b starts table) b starts table.
Proof.
  unfold by_table, of_table. cbn [start next output].
  assert (forall s, member (fill 1 (map (fun r => (fst r, fill 1 (snd r))) table)) (0%N, PositiveMap.empty N) s
    = let r := nth (N.to_nat s) table (0%N, []) in (fst r, fill 1 (snd r))) as M.
  { intro s. rewrite member_nth.
    change (0%N, PositiveMap.empty N) with ((fun r : N * list N => (fst r, fill 1 (snd r))) (0%N, [])).
    rewrite map_nth. reflexivity. }
  repeat split.
  - intro s. rewrite M. reflexivity.
  - intros s a. rewrite M. cbn [snd]. apply member_nth.
Qed.
