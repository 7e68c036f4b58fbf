/-
The rules:

    for all m where m >= 1
    heaps 1
    move take 1..m from 1 heap

The coordinate is h1.
The first parameters of conditions and moves are the letters m.

A statement for Lean 4, without other libraries: definitions, the game, its law, and the theorem that the law is
true. The proof is left to the reader.
-/

set_option maxRecDepth 65536

namespace Bouton

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

/-- 0 (P): the player who just moved wins; 1 (N): the next player wins. -/
def CallsFor (S : Nat → Prop) (a : Nat) : Prop :=
  (a = 0 ∧ ¬ S 0) ∨ (a = 1 ∧ S 0)

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

/-! ## The game and its law -/

/-- The numbers that the letters may be. -/
def cone : Condition :=
  .atMostZero ⟨[0], [-1], 1⟩

def rules : Game :=
  { dimension := 1, controls := 1,
    existing := .always,
    stop := .never,
    moves := [
    -- h1 -> t1 for some t1 when t1 + 1 <= h1 and t1 + 1 <= h1 and h1 <= m + t1
    ⟨0, 0, 2, .and (.atMostZero ⟨[-1], [0, 1], 1⟩) (.and (.atMostZero ⟨[-1], [0, 1], 1⟩) (.atMostZero ⟨[1], [-1, -1], 0⟩)), [.becomes ⟨[0], [0, 1], 0⟩]⟩] }

def theLaw : List LetterCase :=
  [{ conditions := [], period := ⟨[1], 1⟩,
     blocks := [
      [[⟨⟨[0], 1⟩, [(0, ⟨[0], 0⟩)]⟩, ⟨⟨[1], 1⟩, [(0, ⟨[0], 1⟩)]⟩]]] }]

/-- The claim of the certificate. -/
theorem law_is_true : LetterLawHolds 1 cone rules theLaw := sorry

end Bouton
