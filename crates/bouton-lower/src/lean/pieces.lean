/-- `f` is the value of all positions, where the letters are `a`. -/
def Game.IsValue (g : Game) (a : List Int) (f : Position → Nat) : Prop :=
  ∀ (p : Position), g.IsPosition a p → CallsFor (fun b => ∃ q, g.Moves a p q ∧ f q = b) (f p)

/-! ## Laws -/

/-- A linear form of the letters: a coefficient for each of them, and a constant. -/
structure Form where
  coefficients : List Int
  constant : Int

def Form.eval (f : Form) (a : List Int) : Int := dot f.coefficients a + f.constant

/-- A piece ends before a remainder `r`. Its values are multiples of `r` plus forms; they repeat from its beginning on. -/
structure Piece where
  bound : Form
  values : List (Int × Form)

/-- Where none of the conditions is negative, a heap of `n` is `q` periods and a remainder. For each control state, the pieces
for `q` = 0, 1, …; the last ones are for all further `q`, too. -/
structure LetterCase where
  conditions : List Form
  period : Form
  blocks : List (List (List Piece))

def LetterCase.Applies (k : LetterCase) (a : List Int) : Prop := ∀ f, f ∈ k.conditions → 0 ≤ f.eval a

def valueInPieces (a : List Int) (r : Int) : List Piece → Int → Int
  | [], _ => 0
  | p :: ps, b =>
    if r < p.bound.eval a then
      let v := p.values.getD ((r - b) % Int.ofNat p.values.length).toNat (0, ⟨[], 0⟩)
      v.1 * r + v.2.eval a
    else valueInPieces a r ps (p.bound.eval a)

def LetterCase.value (k : LetterCase) (a : List Int) (control : Nat) (n : Int) : Int :=
  let l := k.period.eval a
  let blocks := k.blocks.getD control []
  valueInPieces a (n % l) (blocks.getD (min (n / l).toNat (blocks.length - 1)) []) 0

/-- For all letters that satisfy the condition `cone`, the positions of the game have values, some case applies, and the values
of each case that applies are those of the positions. -/
def LetterLawHolds (letters : Nat) (cone : Condition) (g : Game) (law : List LetterCase) : Prop :=
  ∀ a : List Int, a.length = letters → Natural a → cone.Holds [] a →
    (∃ f, g.IsValue a f) ∧ (∃ k, k ∈ law ∧ k.Applies a) ∧
      ∀ (f : Position → Nat), g.IsValue a f → ∀ k, k ∈ law → k.Applies a → ∀ (p : Position), g.IsPosition a p →
        Int.ofNat (f p) = k.value a p.control (p.coordinates.headD 0)

