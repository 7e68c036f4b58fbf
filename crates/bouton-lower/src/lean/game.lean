/-! ## Conditions -/

def dot : List Int → List Int → Int
  | p :: a, q :: b => p * q + dot a b
  | _, _ => 0

/-- The coefficients of the coordinates of a position and of the parameters of a move, and a constant. Coefficients that
are left out are 0. -/
structure Linear where
  coordinates : List Int
  parameters : List Int
  constant : Int

def Linear.value (e : Linear) (x t : List Int) : Int :=
  dot e.coordinates x + dot e.parameters t + e.constant

inductive Condition where
  | always
  | never
  | atMostZero (e : Linear)
  | isZero (e : Linear)
  | congruent (e : Linear) (modulus residue : Int)
  | not (f : Condition)
  | and (f g : Condition)
  | or (f g : Condition)

def Condition.Holds : Condition → List Int → List Int → Prop
  | .always, _, _ => True
  | .never, _, _ => False
  | .atMostZero e, x, t => e.value x t ≤ 0
  | .isZero e, x, t => e.value x t = 0
  | .congruent e m r, x, t => e.value x t % m = r
  | .not f, x, t => ¬ f.Holds x t
  | .and f g, x, t => f.Holds x t ∧ g.Holds x t
  | .or f g, x, t => f.Holds x t ∨ g.Holds x t

/-! ## Games -/

/-- A position: a control state (0, 1, …), and natural numbers, the coordinates. -/
structure Position where
  control : Nat
  coordinates : List Int

/-- The value of a coordinate after a move. -/
inductive Target where
  | same
  | becomes (e : Linear)

def Target.after : Target → Int → List Int → List Int → Int
  | .same, a, _, _ => a
  | .becomes e, _, x, t => e.value x t

/-- The moves from the control state `source` to the control state `target`: for all natural parameters for which the guard
holds, if every coordinate becomes a natural number. -/
structure Schema where
  source : Nat
  target : Nat
  parameters : Nat
  guard : Condition
  targets : List Target

structure Game where
  /-- The number of coordinates. -/
  dimension : Nat
  /-- The number of control states. -/
  controls : Nat
  /-- The positions that exist. -/
  existing : Condition
  /-- The positions without moves. -/
  stop : Condition
  moves : List Schema

def Natural (x : List Int) : Prop := ∀ a, a ∈ x → 0 ≤ a

