//! Statements for Lean 4: definitions and data, without a proof.

use std::fmt::Display;

use bouton_cert::{Certificate, LetterCertificate, has_letters};
use bouton_core::{
    Convention, Formula, Law, LinearExpression, MoveSchema, Numeration, RulesetParts, Target, Valuation,
    letters::{LetterCase, LetterForm, LetterValue, Piece},
};

use crate::{
    LowerError, letters, positions,
    terms::{Constructors, coefficients},
    text,
};

const GAME: &str = include_str!("lean/game.lean");
const MOVES: &str = include_str!("lean/moves.lean");
const VALUES: &str = include_str!("lean/values.lean");
const HOLDS: &str = include_str!("lean/holds.lean");
const NIM_HEAP: &str = include_str!("lean/nim_heap.lean");
const LETTERS: &str = include_str!("lean/letters.lean");
const PIECES: &str = include_str!("lean/pieces.lean");

/// Returns the text of a file for Lean 4 without other libraries, whose theorem is the claim of the
/// certificate. Its proof is left to the reader: the theorem is declared with `sorry`.
///
/// # Errors
///
/// If the text is not a certificate, or its claim has no such statement: those of take-and-break games, and
/// those for every number of heaps.
///
/// # Examples
///
/// ```
/// use bouton_cert::{Certificate, Claim};
/// use bouton_core::{DigitAutomaton, Law, Valuation};
///
/// let automaton = DigitAutomaton::new(1, vec![0], vec![0, 1, 1], vec![0, 1, 2, 0, 1, 2]).unwrap();
/// let game = "heaps 1\nmove take 1..2 from 1 heap".to_owned();
/// let claim = Claim::Windows(Law::new(Valuation::NormalOutcome, automaton));
/// let text = Certificate { game, order: None, claim }.encode();
/// let lean = bouton_lower::lower_to_lean(&text)?;
/// assert!(lean.contains("theorem law_is_true : LawHolds rules digits theLaw := sorry"));
/// # Ok::<(), bouton_lower::LowerError>(())
/// ```
pub fn lower_to_lean(text: &str) -> Result<String, LowerError> {
    if has_letters(text) {
        return of_letters(&LetterCertificate::decode(text)?);
    }
    let certificate = Certificate::decode(text)?;
    let law = certificate.law().ok_or(LowerError::NotInLean)?;
    let ruleset = positions::ruleset(&certificate, law)?;
    let mut file = begin(ruleset.text(), &text::coordinates(ruleset.parts()));
    file.push_str(GAME);
    file.push_str(MOVES);
    file.push_str(
        calls_for(ruleset.convention(), if law.nim_heap { Valuation::Grundy } else { law.valuation })?
            .as_str(),
    );
    file.push_str(VALUES);
    file.push_str(if law.nim_heap { NIM_HEAP } else { HOLDS });
    file.push_str(&rules(ruleset.parts(), &[]));
    file.push_str(&numeration(law.numeration()));
    file.push_str(&automaton(law));
    let claim = if law.nim_heap { "NimHeapLawHolds" } else { "LawHolds" };
    file.push_str(&theorem(&format!("{claim} rules digits theLaw")));
    Ok(file)
}

/// A law with letters.
fn of_letters(certificate: &LetterCertificate) -> Result<String, LowerError> {
    let (game, written) = letters::rules(certificate)?;
    let (valuation, cases) = letters::law(certificate)?;
    let mut file = begin(&game.text(), &letters::remark(&written));
    file.push_str(GAME);
    file.push_str(LETTERS);
    file.push_str(&calls_for(written.parts.convention, valuation)?);
    file.push_str(PIECES);
    let count = written.letters.len();
    file.push_str(&format!(
        "/-! ## The game and its law -/\n\n/-- The numbers that the letters may be. -/\ndef cone : Condition :=\n  {}\n\n",
        condition(&written.cone, 1, count)
    ));
    file.push_str(&rules(&written.parts, &written.letters));
    let cases: Vec<String> = cases.iter().map(case).collect();
    file.push_str(&format!("def theLaw : List LetterCase :=\n  [{}]\n\n", cases.join(",\n   ")));
    file.push_str(&theorem(&format!("LetterLawHolds {count} cone rules theLaw")));
    Ok(file)
}

fn begin(rules: &str, remark: &str) -> String {
    let mut text = String::from("/-\nThe rules:\n\n");
    for line in rules.lines() {
        text.push_str(&format!("    {}\n", comment(line)));
    }
    text.push_str(&format!(
        "\n{}\n\nA statement for Lean 4, without other libraries: definitions, the game, its law, and the theorem that the law is\n\
         true. The proof is left to the reader.\n-/\n\nset_option maxRecDepth 65536\n\nnamespace Bouton\n\n",
        comment(remark).replace("\n   ", "\n"),
    ));
    text
}

fn theorem(claim: &str) -> String {
    format!("/-- The claim of the certificate. -/\ntheorem law_is_true : {claim} := sorry\n\nend Bouton\n")
}

/// A line that neither ends a comment nor begins one within it.
fn comment(line: &str) -> String {
    line.replace("/-", "/ -").replace("-/", "- /")
}

/// The value of a position, as a function of the set of the values of its options.
fn calls_for(convention: Convention, valuation: Valuation) -> Result<String, LowerError> {
    let (meaning, definition) = match (convention, valuation) {
        (Convention::Normal, Valuation::NormalOutcome) => (
            "0 (P): the player who just moved wins; 1 (N): the next player wins.",
            "  (a = 0 ∧ ¬ S 0) ∨ (a = 1 ∧ S 0)".to_owned(),
        ),
        (Convention::Normal, Valuation::Grundy) => (
            "The Grundy value: the minimal excludant (mex), the least number that is not a value of an option.",
            "  ¬ S a ∧ ∀ b, b < a → S b".to_owned(),
        ),
        (Convention::Misere, Valuation::MisereOutcome) => (
            "0 (P): the player who just moved wins; 1 (N): the next player wins. The last player to move loses.",
            "  (a = 1 ∧ ((∀ b, ¬ S b) ∨ S 0)) ∨ (a = 0 ∧ ¬ S 0 ∧ ∃ b, S b)".to_owned(),
        ),
        (Convention::Misere, Valuation::MisereOutcomeAndEnd) => (
            "0 (P): the player who just moved wins; 1 (N): the next player wins; 2: play has ended. The last player to move \
             loses.",
            "  (a = 2 ∧ ∀ b, ¬ S b) ∨ (a = 1 ∧ S 0) ∨ (a = 0 ∧ ¬ S 0 ∧ ∃ b, S b)".to_owned(),
        ),
        (Convention::Podium { players }, Valuation::Podium { players: n }) if players == n => (
            "The player who moves last, counted from the one who just moved.",
            format!(
                "  (a = 0 ∧ ∀ b, ¬ S b) ∨ (∃ b, S b ∧ (∀ c, S c → b ≤ c) ∧ a = (b + 1) % {players})"
            ),
        ),
        (Convention::Coalition, Valuation::Coalition) => (
            "Three players, two of whom may conspire: 0 P, 1 N, 2 O, 3 Q.",
            "  (a = 1 ∧ S 0) ∨\n    (a = 2 ∧ ¬ S 0 ∧ S 1 ∧ ¬ S 2 ∧ ¬ S 3) ∨\n    (a = 0 ∧ ¬ S 0 ∧ ¬ S 1 ∧ ¬ S 3) ∨\n    \
             (a = 3 ∧ ¬ S 0 ∧ ((S 1 ∧ S 2) ∨ S 3))"
                .to_owned(),
        ),
        (Convention::Normal, Valuation::Remoteness) => (
            "The remoteness: how long play lasts if the winner hurries and the loser delays.",
            "  (a = 0 ∧ ∀ b, ¬ S b) ∨\n    (∃ b, S b ∧ b % 2 = 0 ∧ (∀ c, S c → c % 2 = 0 → b ≤ c) ∧ a = b + 1) ∨\n    \
             (∃ b, S b ∧ (∀ c, S c → c % 2 = 1 ∧ c ≤ b) ∧ a = b + 1)"
                .to_owned(),
        ),
        _ => return Err(LowerError::NotCovered("a valuation that is not that of the rules")),
    };
    Ok(format!("/-- {meaning} -/\ndef CallsFor (S : Nat → Prop) (a : Nat) : Prop :=\n{definition}\n\n"))
}

/// `def rules : Game := …`.
fn rules(parts: &RulesetParts, letters: &[String]) -> String {
    let dimension = parts.coordinates.len();
    let lines = parts.written_out(letters);
    let moves: Vec<String> = parts
        .moves
        .iter()
        .zip(&lines)
        .map(|(schema, line)| format!("    -- {line}\n    {}", written(schema, dimension)))
        .collect();
    let position = |formula: &Formula| condition(formula, dimension, letters.len());
    let heading = if letters.is_empty() { "/-! ## The game and its law -/\n\n" } else { "" };
    format!(
        "{heading}def rules : Game :=\n  {{ dimension := {dimension}, controls := {},\n    existing := {},\n    stop := {},\n    \
         moves := [\n{}] }}\n\n",
        parts.controls.len(),
        position(&parts.exists),
        position(&parts.stop),
        moves.join(",\n"),
    )
}

fn written(schema: &MoveSchema, dimension: usize) -> String {
    let parameters = usize::from(schema.parameters);
    let target = |target: &Target| match target {
        Target::Same => ".same".to_owned(),
        Target::Becomes(expression) => format!(".becomes {}", linear(expression, dimension, parameters)),
    };
    format!(
        "⟨{}, {}, {parameters}, {}, {}⟩",
        schema.from.index(),
        schema.to.index(),
        condition(&schema.guard, dimension, parameters),
        list(schema.targets.iter().map(target)),
    )
}

const CONDITIONS: Constructors = Constructors {
    always: ".always",
    never: ".never",
    not_positive: ".atMostZero",
    zero: ".isZero",
    congruent: ".congruent",
    not: ".not",
    and: ".and",
    or: ".or",
};

fn condition(formula: &Formula, dimension: usize, parameters: usize) -> String {
    CONDITIONS.condition(formula, &|e| linear(e, dimension, parameters), false)
}

/// The coefficients of the coordinates, those of the parameters, and the constant.
fn linear(expression: &LinearExpression, dimension: usize, parameters: usize) -> String {
    let (coordinates, parameters) = coefficients(expression, dimension, parameters);
    format!("⟨{}, {}, {}⟩", list(coordinates), list(parameters), expression.constant_term())
}

/// `def digits : Numeration := …`.
fn numeration(numeration: &Numeration) -> String {
    let digits = || 0..=numeration.largest_digit();
    let row = |state: usize| {
        list(digits().map(|digit| match u8::try_from(state).ok().and_then(|s| numeration.follow(s, digit)) {
            Some(next) => format!("some {next}"),
            None => "none".to_owned(),
        }))
    };
    format!(
        "def digits : Numeration :=\n  {{ matrix := {}, vectors := {},\n    rows := {} }}\n\n",
        list(numeration.matrix().into_iter().map(list)),
        list(digits().map(|digit| list(numeration.vector(digit)))),
        list((0..numeration.word_states()).map(row)),
    )
}

/// `def theLaw : Law := …`.
fn automaton(law: &Law) -> String {
    let automaton = &law.automaton;
    let row = |state: u32| {
        let next = (0..automaton.letters()).map(|letter| automaton.next(state, letter));
        format!("({}, {})", automaton.output(state), list(next))
    };
    let rows: Vec<String> = (0..).take(automaton.states()).map(row).collect();
    format!(
        "/-- For each state its output, and its successors under the letters 0, 1, …. -/\ndef theLaw : Law :=\n  \
         {{ digits := {}, starts := {},\n    states := [\n    {}] }}\n\n",
        law.numeration().digits(),
        list(automaton.starts()),
        rows.join(",\n    "),
    )
}

fn case(case: &LetterCase) -> String {
    let blocks = |blocks: &Vec<Vec<Piece>>| {
        let blocks: Vec<String> = blocks.iter().map(|pieces| list(pieces.iter().map(piece))).collect();
        format!("[{}]", blocks.join(",\n       "))
    };
    let controls: Vec<String> = case.blocks.iter().map(blocks).collect();
    format!(
        "{{ conditions := {}, period := {},\n     blocks := [\n      {}] }}",
        list(case.conditions.iter().map(form)),
        form(&case.length),
        controls.join(",\n      "),
    )
}

fn piece(piece: &Piece) -> String {
    let value = |value: &LetterValue| format!("({}, {})", value.remainder, form(&value.form));
    format!("⟨{}, {}⟩", form(&piece.end), list(piece.values.iter().map(value)))
}

fn form(form: &LetterForm) -> String {
    format!("⟨{}, {}⟩", list(&form.coefficients), form.constant)
}

/// `[1, 2]`.
fn list(members: impl IntoIterator<Item = impl Display>) -> String {
    let members: Vec<String> = members.into_iter().map(|member| member.to_string()).collect();
    format!("[{}]", members.join(", "))
}
