/-
The rules:

    game nim
    heaps 2
    move take any from 1 heap

The coordinates are h1, h2

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

/-- The Grundy value: the minimal excludant (mex), the least number that is not a value of an option. -/
def CallsFor (S : Nat → Prop) (a : Nat) : Prop :=
  ¬ S a ∧ ∀ b, b < a → S b

/-- `f` is the value of all positions. -/
def Game.IsValue (g : Game) (f : Position → Nat) : Prop :=
  ∀ (p : Position), g.IsPosition p → CallsFor (fun a => ∃ q, g.Moves p q ∧ f q = a) (f p)

/-! ## Numbers in digits

A number is the first entry of a vector. The digit `e` takes the vector of the digits before it to `matrix` times this vector
plus the `e`-th of `vectors`; before the first digit it is 0. (In base 2 the matrix is 2, and the vectors are 0 and 1.) The
rows say which sequences of digits are words: from state `s`, 0 at first, the digit `e` leads to the state that stands at place
`e` of row `s`, if there is one. -/

structure Numeration where
  matrix : List (List Int)
  vectors : List (List Int)
  rows : List (List (Option Nat))

def plus : List Int → List Int → List Int
  | p :: a, q :: b => (p + q) :: plus a b
  | [], b => b
  | a, [] => a

def Numeration.append (n : Numeration) (v : List Int) (e : Nat) : List Int :=
  plus (n.matrix.map (fun row => dot row v)) (n.vectors.getD e [])

/-- The numbers of a word: a list of letters, of one digit for each of `d` coordinates. -/
def Numeration.numbers (n : Numeration) (d : Nat) (w : List (List Nat)) : List Int :=
  (w.foldl (fun vs letter => List.zipWith n.append vs letter) (List.replicate d [])).map (fun v => v.headD 0)

def Numeration.follow (n : Numeration) (s e : Nat) : Option Nat := (n.rows.getD s []).getD e none

def Numeration.followAll (n : Numeration) : List Nat → List Nat → Option (List Nat)
  | [], [] => some []
  | s :: ss, e :: letter =>
    match n.follow s e, n.followAll ss letter with
    | some s', some ss' => some (s' :: ss')
    | _, _ => none
  | _, _ => none

def Numeration.isWord (n : Numeration) : List (List Nat) → List Nat → Bool
  | [], _ => true
  | letter :: w, ss =>
    match n.followAll ss letter with
    | some ss' => n.isWord w ss'
    | none => false

/-- The letters of `w` are the digits of the numbers `x`. -/
def Numeration.Denotes (n : Numeration) (w : List (List Nat)) (x : List Int) : Prop :=
  n.isWord w (List.replicate x.length 0) = true ∧ n.numbers x.length w = x

/-! ## Laws -/

/-- An automaton with output: its start for each control state; for each state its output, and its successor under each
letter. The letter of the digits e₀, e₁, … of `digits` different ones has the number e₀ + e₁ · digits + …. -/
structure Law where
  digits : Nat
  starts : List Nat
  states : List (Nat × List Nat)

def letterNumber (digits : Nat) : List Nat → Nat
  | [] => 0
  | e :: letter => e + digits * letterNumber digits letter

def Law.next (l : Law) (s : Nat) (letter : List Nat) : Nat :=
  (l.states.getD s (0, [])).2.getD (letterNumber l.digits letter) 0

def Law.says (l : Law) (control : Nat) (w : List (List Nat)) : Nat :=
  (l.states.getD (w.foldl l.next (l.starts.getD control 0)) (0, [])).1

/-- The law with an added Nim heap, of `h` objects, is true of a game: its positions have Grundy values, and the outcome that
the law says is P (0) if and only if `h` is the Grundy value. -/
def NimHeapLawHolds (g : Game) (n : Numeration) (l : Law) : Prop :=
  (∃ f, g.IsValue f) ∧
    ∀ (f : Position → Nat), g.IsValue f → ∀ (p : Position) (h : Nat), g.IsPosition p →
      (∃ w, n.Denotes w (p.coordinates ++ [Int.ofNat h])) ∧
        ∀ w, n.Denotes w (p.coordinates ++ [Int.ofNat h]) → (l.says p.control w = 0 ↔ h = f p)

/-! ## The game and its law -/

def rules : Game :=
  { dimension := 2, controls := 1,
    existing := .always,
    stop := .never,
    moves := [
    -- h1 -> t1 for some t1 when t1 + 1 <= h1
    ⟨0, 0, 1, .atMostZero ⟨[-1, 0], [1], 1⟩, [.becomes ⟨[0, 0], [1], 0⟩, .same]⟩,
    -- h2 -> t1 for some t1 when t1 + 1 <= h2
    ⟨0, 0, 1, .atMostZero ⟨[0, -1], [1], 1⟩, [.same, .becomes ⟨[0, 0], [1], 0⟩]⟩] }

def digits : Numeration :=
  { matrix := [[2]], vectors := [[0], [1]],
    rows := [[some 0, some 0]] }

/-- For each state its output, and its successors under the letters 0, 1, …. -/
def theLaw : Law :=
  { digits := 2, starts := [0],
    states := [
    (0, [0, 1, 1, 0, 1, 0, 0, 1]),
    (1, [1, 1, 1, 1, 1, 1, 1, 1])] }

/-- The claim of the certificate. -/
theorem law_is_true : NimHeapLawHolds rules digits theLaw := sorry

end Bouton
