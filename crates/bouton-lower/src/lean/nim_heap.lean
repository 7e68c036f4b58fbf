/-- The law with an added Nim heap, of `h` objects, is true of a game: its positions have Grundy values, and the outcome that
the law says is P (0) if and only if `h` is the Grundy value. -/
def NimHeapLawHolds (g : Game) (n : Numeration) (l : Law) : Prop :=
  (∃ f, g.IsValue f) ∧
    ∀ (f : Position → Nat), g.IsValue f → ∀ (p : Position) (h : Nat), g.IsPosition p →
      (∃ w, n.Denotes w (p.coordinates ++ [Int.ofNat h])) ∧
        ∀ w, n.Denotes w (p.coordinates ++ [Int.ofNat h]) → (l.says p.control w = 0 ↔ h = f p)

