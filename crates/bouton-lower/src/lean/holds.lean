/-- The law is true of a game: its positions have values, every position has digits, and from any digits of it the law says
its value. -/
def LawHolds (g : Game) (n : Numeration) (l : Law) : Prop :=
  (∃ f, g.IsValue f) ∧
    ∀ (f : Position → Nat), g.IsValue f → ∀ (p : Position), g.IsPosition p →
      (∃ w, n.Denotes w p.coordinates) ∧ ∀ w, n.Denotes w p.coordinates → l.says p.control w = f p

