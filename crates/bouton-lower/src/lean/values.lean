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

