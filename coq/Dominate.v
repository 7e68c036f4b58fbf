(** * The partial moves that are kept

    Where some option has to have a value, a partial move can be left out if another one does all that it may
    do. Nothing is proved about the choice made here: a choice is right if the exploration of the moves
    that are kept meets all that is needed. *)

From Coq Require Import List ZArith Bool FMapPositive.
From Bouton Require Import Statement Vectors Residual Words Explore Threads Values Subsets.
Import ListNotations.
Open Scope Z_scope.

Notation numbers_set := (PositiveMap.t Datatypes.unit).

Definition in_set (i : positive) (s : numbers_set) : bool :=
  match PositiveMap.find i s with Some _ => true | None => false end.

Definition set_of (l : list positive) : numbers_set :=
  fold_left (fun s i => PositiveMap.add i tt s) l (PositiveMap.empty Datatypes.unit).

(** The part of the needed values that a single partial move reaches if the digits end; and its successors,
    for each letter. *)
Record reach := Reach { gives : list (nat * N); leads : list (list positive) }.

(** A number for each single move, and the other moves of the same position that it can replace. *)
Record domination := Domination
  { index : PositiveMap.t (list (node * positive)); stands_for : PositiveMap.t (list positive * numbers_set) }.

Definition no_domination : domination := Domination (PositiveMap.empty _) (PositiveMap.empty _).

Definition number_in (m : PositiveMap.t (list (node * positive))) (a : node) : option positive :=
  match PositiveMap.find (node_key a) m with
  | Some l => option_map snd (find (fun p => node_eqb a (fst p)) l)
  | None => None
  end.

Definition put {A} (k : positive) (x : A) (m : PositiveMap.t (list A)) : PositiveMap.t (list A) :=
  PositiveMap.add k (x :: match PositiveMap.find k m with Some l => l | None => [] end) m.

Section Dominate.
  Variables (n : numeration) (cone : list Z) (l : law) (g : game) (v : valuation).
  Variable table : PositiveMap.t entry.

  Definition needed_here (a : node) : list (nat * N) :=
    if meaning n (exist a) [] then
      filter (fun o => match needs v (output l (nth (fst o) (states a) 0%N)) with
        | Some rs => has (snd o) rs | None => false end)
        (complete_ones n l (entries table (ids a)))
    else [].

  Definition listed (m : PositiveMap.t (list (node * positive))) (a : node) : list positive :=
    flat_map (fun s => match number_in m s with Some i => [i] | None => [] end) (singles a).

  (** The moves that lead to a needed value. *)
  Definition useful_round (all : list (positive * reach)) (u : numbers_set) : numbers_set + numbers_set :=
    let more := filter (fun p => negb (in_set (fst p) u) && existsb (existsb (fun i => in_set i u)) (leads (snd p))) all in
    match more with
    | [] => inr u
    | _ => inl (fold_left (fun u p => PositiveMap.add (fst p) tt u) more u)
    end.

  Definition stands (d : PositiveMap.t (list positive * numbers_set)) (i j : positive) : bool :=
    Pos.eqb i j || match PositiveMap.find i d with Some e => in_set j (snd e) | None => false end.

  Fixpoint leads_stand (d : PositiveMap.t (list positive * numbers_set)) (a b : list (list positive)) : bool :=
    match a, b with
    | is :: a, js :: b =>
        match js with
        | [] => leads_stand d a b
        | _ => if forallb (fun j => existsb (fun i => stands d i j) is) js then leads_stand d a b else false
        end
    | _, _ => true
    end.

  Definition stands_round (reaches : PositiveMap.t reach) (all : list (positive * reach))
      (d : PositiveMap.t (list positive * numbers_set)) :
      PositiveMap.t (list positive * numbers_set) + PositiveMap.t (list positive * numbers_set) :=
    let '(d, changed) := fold_left (fun s p =>
      let '(d, changed) := s in
      let js := match PositiveMap.find (fst p) d with Some e => fst e | None => [] end in
      let kept := filter (fun j => match PositiveMap.find j reaches with
        | Some r => leads_stand d (leads (snd p)) (leads r) | None => false end) js in
      if Nat.eqb (length kept) (length js) then s else (PositiveMap.add (fst p) (kept, set_of kept) d, true))
      all (d, false) in
    if changed then inl d else inr d.

  Definition domination_from (a : node) : domination :=
    let met := match explored node node_eqb node_key (follows_safe n cone l g v table) (singles a) with
      | Some m => flat_map snd (PositiveMap.elements m) | None => [] end in
    let numbered := combine met (map Pos.of_nat (seq 1 (length met))) in
    let index := fold_left (fun m p => put (node_key (fst p)) p m) numbered (PositiveMap.empty _) in
    let reached := map (fun p => (snd p, Reach (needed_here (fst p))
      (map (listed index) (next_nodes n cone l g table (fst p))))) numbered in
    let ending := set_of (flat_map (fun p => match gives (snd p) with [] => [] | _ => [fst p] end) reached) in
    let useful := match loop 8 (useful_round reached) ending with inl u => u | inr u => u end in
    let is_useful i := in_set i useful in
    let reached := map (fun p => (fst p, Reach (gives (snd p)) (map (filter is_useful) (leads (snd p)))))
      (filter (fun p => is_useful (fst p)) reached) in
    let reaches := fold_left (fun m p => PositiveMap.add (fst p) (snd p) m) reached (PositiveMap.empty _) in
    let whose (a : node) := Node (states a) (exist a) (read a) [] in
    let groups := fold_left (fun m p => if is_useful (snd p) then put (node_key (whose (fst p))) p m else m)
      numbered (PositiveMap.empty _) in
    let others (p : node * positive) :=
      match PositiveMap.find (node_key (whose (fst p))) groups with
      | Some l => flat_map (fun o => if negb (Pos.eqb (snd o) (snd p)) && node_eqb (whose (fst o)) (whose (fst p)) then [snd o] else []) l
      | None => [] end in
    let given i := match PositiveMap.find i reaches with Some r => gives r | None => [] end in
    let all_given i j := forallb (fun o => existsb (fun o' => Nat.eqb (fst o) (fst o') && N.eqb (snd o) (snd o')) (given i)) (given j) in
    let d := fold_left (fun d p => if is_useful (snd p) then
        let js := filter (all_given (snd p)) (others p) in PositiveMap.add (snd p) (js, set_of js) d else d)
      numbered (PositiveMap.empty _) in
    Domination index (match loop 8 (stands_round reaches reached) d with inl d => d | inr d => d end).

  (** The useful moves that no other one replaces. *)
  Fixpoint thinned (d : PositiveMap.t (list positive * numbers_set)) (kept rest : list (positive * positive)) : list positive :=
    match rest with
    | [] => map fst kept
    | p :: rest =>
        let stood := existsb (fun q => stands d (snd q) (snd p)) in
        if stood kept || stood rest then thinned d kept rest else thinned d (p :: kept) rest
    end.

  Definition choose_by (d : domination) (a : node) : list positive :=
    thinned (stands_for d) [] (flat_map (fun i =>
      match number_in (index d) (single a i) with
      | Some p => if PositiveMap.mem p (stands_for d) then [(i, p)] else []
      | None => [] end) (ids a)).
End Dominate.
