/-! ## Letters

A letter is a natural number that no move changes. The first parameters of every condition and of every move stand for the
letters `a`; what a player chooses comes after them. -/

def Game.IsPosition (g : Game) (a : List Int) (p : Position) : Prop :=
  p.control < g.controls ∧ p.coordinates.length = g.dimension ∧ Natural p.coordinates ∧
    g.existing.Holds p.coordinates a

/-- There is a move from `p` to `q`. -/
def Game.Moves (g : Game) (a : List Int) (p q : Position) : Prop :=
  ∃ (s : Schema) (t : List Int), s ∈ g.moves ∧ s.source = p.control ∧ s.target = q.control ∧
    a.length + t.length = s.parameters ∧ Natural t ∧ s.guard.Holds p.coordinates (a ++ t) ∧
    ¬ g.stop.Holds p.coordinates a ∧
    q.coordinates = List.zipWith (fun (T : Target) (x : Int) => T.after x p.coordinates (a ++ t)) s.targets p.coordinates ∧
    Natural q.coordinates

/-! ## Values -/

