def Game.IsPosition (g : Game) (p : Position) : Prop :=
  p.control < g.controls ∧ p.coordinates.length = g.dimension ∧ Natural p.coordinates ∧
    g.existing.Holds p.coordinates []

/-- There is a move from `p` to `q`. -/
def Game.Moves (g : Game) (p q : Position) : Prop :=
  ∃ (s : Schema) (t : List Int), s ∈ g.moves ∧ s.source = p.control ∧ s.target = q.control ∧
    t.length = s.parameters ∧ Natural t ∧ s.guard.Holds p.coordinates t ∧
    ¬ g.stop.Holds p.coordinates [] ∧
    q.coordinates = List.zipWith (fun (T : Target) (a : Int) => T.after a p.coordinates t) s.targets p.coordinates ∧
    Natural q.coordinates

/-! ## Values -/

