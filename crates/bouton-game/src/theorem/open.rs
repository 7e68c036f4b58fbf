//! Theorems for every number of heaps in words.

use bouton_cert::{ColumnClaim, Identity, NumbersOfHeaps, OpenClaim, QuotientClaim};
use bouton_check::CheckedCertificate;
use bouton_core::{ColumnLaw, ControlState, DigitAutomaton, HeapStates, Law, LocalLaw, State, Value};
use bouton_explain::NoClaim;
use bouton_prose::{Block, Formula, Prose, Text, say};
use bouton_rules::Game;
use num_bigint::BigUint;

use super::{LawInWords, TheoremError, local, local_rule::LocalRule, quotient};
use crate::{CheckedLaw, LawError};

/// A theorem for every number of heaps.
#[derive(Clone, Debug)]
pub(super) struct OpenTheorem {
    pub(super) game: Game,
    pub(super) identity: Identity,
    pub(super) claim: OpenClaim,
    /// The law of one heap, if the game is the sum of its heaps.
    one: Option<LawInWords>,
}

/// The beginning of all theorems of this kind.
const EVERY: &str = "For every number of heaps,";

impl OpenTheorem {
    pub(super) fn of(checked: CheckedCertificate) -> Result<Self, LawError> {
        let (game, identity) = (Game::from(checked.game), checked.certificate.id());
        let words = checked.claim;
        let bouton_cert::Claim::Open(claim) = checked.certificate.claim else { return Err(LawError::Period) };
        let one = match &claim {
            OpenClaim::Sum(one) => {
                let law = match &**one {
                    bouton_cert::Claim::Law(claim) => Some(claim.law.clone()),
                    bouton_cert::Claim::Windows(law) => Some(law.clone()),
                    _ => None,
                };
                // The checker has verified that this game exists.
                let of_heap = law.zip(game.one_heap().ok());
                let of_heap = of_heap.map(|(law, one)| CheckedLaw::of_a_heap(law, one, (identity, words)));
                of_heap.transpose()?.map(LawInWords::new)
            }
            OpenClaim::Columns(_) | OpenClaim::Local(_) => None,
        };
        Ok(Self { game, identity, claim, one })
    }

    /// The quotient of all heaps, in misère play.
    pub(super) fn quotient(&self) -> Option<&QuotientClaim> {
        match &self.claim {
            OpenClaim::Sum(one) => match &**one {
                bouton_cert::Claim::Quotient(claim) => Some(claim),
                _ => None,
            },
            OpenClaim::Columns(_) | OpenClaim::Local(_) => None,
        }
    }

    /// The law of one heap with its words, if the game is the sum of its heaps in normal play.
    pub(super) fn one(&self) -> Option<&LawInWords> {
        self.one.as_ref()
    }

    /// Whether the Grundy value of a heap is its size.
    pub(super) fn is_nim(&self) -> bool {
        self.one.as_ref().is_some_and(|one| is_its_size(one.law.law()))
    }

    /// The numbers of heaps that the theorem is about, as its first words.
    pub(super) fn numbers(&self) -> &'static str {
        match self.numbers_of_heaps() {
            NumbersOfHeaps::All => "any number of heaps",
            NumbersOfHeaps::Odd => "any odd number of heaps",
            NumbersOfHeaps::Even => "any even number of heaps",
        }
    }

    /// The numbers of heaps that the theorem is about.
    pub(super) fn numbers_of_heaps(&self) -> NumbersOfHeaps {
        match &self.claim {
            OpenClaim::Local(claim) => claim.numbers,
            OpenClaim::Sum(_) | OpenClaim::Columns(_) => NumbersOfHeaps::All,
        }
    }

    /// Returns the value of a position: the Grundy value of a sum in normal play, otherwise the
    /// outcome by number. `None` if the theorem is about other numbers of heaps.
    pub(super) fn value(&self, heaps: &[BigUint], control: ControlState) -> Option<BigUint> {
        if !self.numbers_of_heaps().has(heaps.len()) {
            return None;
        }
        let coarse = |law: &ColumnLaw, value: Value| BigUint::from(law.valuation().coarse(value));
        match &self.claim {
            OpenClaim::Columns(claim) => Some(coarse(&claim.law, claim.law.value(heaps, control)?)),
            OpenClaim::Local(claim) => {
                let value = claim.law.value(heaps, control)?;
                Some(coarse(claim.law.columns(), value))
            }
            OpenClaim::Sum(_) => {
                let law = self.one.as_ref()?.law.law();
                let value = |heap: &BigUint| law.value(ControlState(0), std::slice::from_ref(heap));
                heaps.iter().try_fold(BigUint::ZERO, |sum, heap| Some(sum ^ value(heap)?))
            }
        }
    }

    /// The rule that the law obeys, and whether it is the law of a single heap; `None` for a misère quotient.
    pub(super) fn local_rule(&self) -> Option<(LocalRule, bool)> {
        Some(match &self.claim {
            OpenClaim::Columns(claim) => (LocalRule::new(claim.law.valuation(), false), false),
            OpenClaim::Local(claim) => (LocalRule::new(claim.law.columns().valuation(), false), false),
            OpenClaim::Sum(_) => {
                let law = self.one.as_ref()?.law.law();
                (LocalRule::new(law.valuation, law.nim_heap), true)
            }
        })
    }

    /// Writes the theorem in a sentence or two.
    pub(super) fn sentence(&self) -> Text {
        match (&self.claim, &self.one, self.quotient()) {
            (OpenClaim::Columns(claim), ..) => say![EVERY, " ", columns(claim, &self.game)],
            (OpenClaim::Local(claim), ..) => local::sentence(claim, &self.game),
            (_, Some(_), _) if self.is_nim() => say![
                EVERY,
                " a position is P exactly when the nim-sum of its heaps is ",
                0u32,
                " (every binary digit occurs an even number of times), else N."
            ],
            (_, Some(one), _) => {
                say![
                    of_values(),
                    " For a single heap, of ",
                    heap_of(one),
                    " objects: ",
                    one.explanation().sentence().continued()
                ]
            }
            (_, None, Some(claim)) => say![EVERY, " ", quotient::sentence(claim)],
            (_, None, None) => Text::new(),
        }
    }

    /// Writes the statement with its tables.
    pub(super) fn statement(&self) -> Prose {
        let sentence = Block::Paragraph(self.sentence());
        match (&self.claim, &self.one) {
            (OpenClaim::Columns(claim), _) if form(&claim.law).is_none() => {
                let mut prose = Prose::from(vec![sentence]);
                prose.extend(table(&claim.law, &self.game.controls()));
                prose
            }
            (OpenClaim::Local(claim), _) => {
                let mut prose = Prose::from(vec![sentence]);
                prose.extend(local::tables(claim, &self.game.controls()));
                prose
            }
            (_, Some(one)) if !self.is_nim() => {
                let explanation = one.explanation();
                let mut prose = Prose::from(of_single_heap(one));
                prose.extend(explanation.statements());
                prose.extend(explanation.remark().map(|remark| Block::Paragraph(remark.into())));
                prose
            }
            (_, Some(_)) => say![self.sentence(), " The Grundy value of a position is that nim-sum."].into(),
            _ => self.sentence().into(),
        }
    }

    /// Writes the theorem as a claim about every number of heaps: its outcomes, or the Grundy values of a sum.
    pub(super) fn as_claim(&self, grundy: bool) -> Result<String, TheoremError> {
        match (&self.claim, &self.one) {
            (OpenClaim::Local(claim), _) => local::as_claim(claim),
            (OpenClaim::Columns(claim), _) => {
                let unread = "one of an automaton that reads the numbers of ones in each place";
                let form = form(&claim.law).ok_or(NoClaim::NoWords(unread))?;
                Ok(columns_as_claim(&form, claim.law.counts()))
            }
            (_, Some(one)) => Ok(one.explanation().claim_of_sum(grundy)?),
            (_, None) => Err(TheoremError::NoClaim("the misère quotient of heaps")),
        }
    }

    /// Writes the statement as a paper prints it.
    pub(super) fn statement_in_print(&self) -> Prose {
        match &self.one {
            Some(one) if !self.is_nim() => {
                let mut prose = Prose::from(of_single_heap(one));
                prose.extend(one.explanation().statements_in_print());
                prose
            }
            _ => self.statement(),
        }
    }

    /// Writes the whole explanation.
    pub(super) fn prose(&self, title: &str) -> Prose {
        let title = Text::rules(title);
        if let Some(claim) = self.quotient() {
            return quotient::prose(say![EVERY, " of ", title], claim);
        }
        let mut prose = Prose::from(say![title, format!(", {}.", self.numbers())]);
        prose.extend(self.statement());
        prose
    }
}

/// Writes the law of a sum of heaps.
fn of_values() -> Text {
    let law = " a position is P exactly when the nim-sum of the Grundy values of its heaps is ";
    say![EVERY, law, 0u32, ", else N."]
}

/// Writes what introduces the values of a single heap.
fn of_single_heap(one: &LawInWords) -> Text {
    say![of_values(), " For a single heap, of ", heap_of(one), " objects:"]
}

/// The name of the single heap of a law.
fn heap_of(one: &LawInWords) -> Formula {
    Formula::name(one.law.ruleset().coordinates().first().map_or("n", String::as_str))
}

/// Whether the law states that the Grundy value of a heap is its size.
fn is_its_size(law: &Law) -> bool {
    let automaton: &DigitAutomaton = &law.automaton;
    law.nim_heap
        && law.numeration().is_binary()
        && automaton.tracks() == 2
        && automaton.starts() == [0]
        && automaton.outputs() == [0, 1]
        && automaton.transitions() == [0, 1, 1, 0, 1, 1, 1, 1]
}

/// The form of a law, if the form is recognised.
pub(super) struct Form {
    /// The least period of the columns of P.
    pub(super) period: usize,
    /// The values by the number of ones at positions without a heap of two objects, if they are an exception.
    pub(super) ones: Option<Vec<Value>>,
}

/// Recognises a law that is 0 exactly where in each place the number of ones is divisible by a
/// number, with a possible exception at positions of heaps of at most one object.
pub(super) fn form(law: &ColumnLaw) -> Option<Form> {
    let [start] = *law.starts() else { return None };
    let output = |state: State| law.outputs()[state as usize].min(1);
    let coarse = law.valuation().value_count().is_some_and(|count| count <= 3)
        && !matches!(law.valuation(), bouton_core::Valuation::Podium { players: 3.. });
    if !coarse {
        return None;
    }
    let period = law.counts().1;
    // Pairs of a state and the part that the form has read: only leading zeros, one place, all
    // places even, or not.
    let mut met = std::collections::BTreeSet::from([(start, 0u8)]);
    let mut waiting = vec![(start, 0u8)];
    let small: Vec<Value> = (0..law.letters()).map(|ones| output(law.next(start, ones))).collect();
    let exception = (0..law.letters()).any(|ones| (small[ones] == 0) != (ones % period == 0));
    while let Some((state, read)) = waiting.pop() {
        for ones in 0..law.letters() {
            let even = ones % period == 0;
            // The parts are 0: zeros only; 1, 2: one place that was not 0, even or odd; 3, 4: more
            // places, all even or not.
            let next = match (read, even) {
                (0, _) if ones == 0 => 0,
                (0, true) => 1,
                (0, false) => 2,
                (1 | 3, true) => 3,
                _ => 4,
            };
            let to = law.next(state, ones);
            let said = match next {
                0..=2 => continue_small(&mut met, &mut waiting, (to, next)),
                3 => Some(0),
                _ => Some(1),
            };
            if let Some(said) = said {
                if output(to) != said {
                    return None;
                }
                if met.insert((to, next)) {
                    waiting.push((to, next));
                }
            }
        }
    }
    Some(Form { period, ones: exception.then_some(small) })
}

/// Writes a form as a claim; the counts are the threshold and the period of the numbers of ones.
fn columns_as_claim(form: &Form, (threshold, period): (usize, usize)) -> String {
    let usual = format!("columns mod {} = 0", form.period);
    let Some(ones) = &form.ones else { return format!("P iff {usual}") };
    // Where no heap has two objects, the odd heaps are those of one object.
    let odd = "count(heap mod 2 = 1)";
    let lost = ones.iter().enumerate().filter(|(_, value)| **value == 0).map(|(number, _)| {
        if number < threshold {
            return format!("{odd} = {number}");
        }
        let (at_least, rest) = (format!("{odd} >= {threshold}"), number % period);
        let rest = format!("{odd} mod {period} = {rest}");
        match (threshold, period) {
            (0, _) => rest,
            (_, 1) => at_least,
            _ => format!("{at_least} and {rest}"),
        }
    });
    let lost: Vec<String> = lost.collect();
    let small = if lost.is_empty() { "false".to_owned() } else { format!("({})", lost.join(" or ")) };
    format!("P iff count(heap >= 2) > 0 and {usual} or count(heap >= 2) = 0 and {small}")
}

/// Lists positions of heaps of at most one object; they are not compared.
fn continue_small(
    met: &mut std::collections::BTreeSet<(State, u8)>,
    waiting: &mut Vec<(State, u8)>,
    next: (State, u8),
) -> Option<Value> {
    if met.insert(next) {
        waiting.push(next);
    }
    None
}

/// Returns a law that counts ones, as one with states of heaps that do not matter.
pub(super) fn plain(law: &ColumnLaw) -> Option<LocalLaw> {
    LocalLaw::new(law.clone(), law.outputs().to_vec(), HeapStates::none(law.letters())).ok()
}

/// Writes the classes of numbers of ones.
pub(super) fn counted(law: &ColumnLaw) -> Text {
    match law.counts() {
        (threshold, 1) => say!["where numbers from ", threshold, " on are alike"],
        (0, period) => say!["modulo ", period],
        (threshold, period) => say!["modulo ", period, " from ", threshold, " on"],
    }
}

/// Writes the statement about a law that counts ones.
fn columns(ColumnClaim { law, .. }: &ColumnClaim, game: &Game) -> Text {
    let (threshold, _) = law.counts();
    let Some(form) = form(law) else {
        let states = law.outputs().len();
        let counted = counted(law);
        let from = if game.controls().len() > 1 { " and on the passes that are left" } else { "" };
        return say![
            "the outcome depends on how many heaps have a 1 in each binary place, ",
            counted,
            from,
            ": it is the output of an automaton with ",
            states,
            " states."
        ];
    };
    let even = match form.period {
        2 => {
            say!["the nim-sum of its heaps is ", 0u32, " (every binary digit occurs an even number of times)"]
        }
        period => {
            say!["in each binary place the number of heaps that have a 1 is divisible by ", period]
        }
    };
    let Some(small) = form.ones else {
        return say!["a position is P exactly when ", even, ", else N."];
    };
    let lost = (0..form.period).filter(|residue| {
        (threshold..law.letters()).any(|ones| ones % form.period == *residue && small[ones] == 0)
    });
    let before: Vec<Text> = (0..threshold)
        .filter(|&ones| {
            let like = (threshold..law.letters()).find(|other| other % form.period == ones % form.period);
            like.is_some_and(|like| small[ones] != small[like])
        })
        .map(|ones| say!["but ", ones, if small[ones] == 0 { " heaps: P" } else { " heaps: N" }])
        .collect();
    let before = if before.is_empty() { Text::new() } else { say![" (", Text::joined(before, ", "), ")"] };
    say![
        "a position with a heap of two or more objects is P exactly when ",
        even,
        ", else N. If no heap has more than one object, it is P exactly when the number of heaps modulo ",
        form.period,
        " is ",
        Text::joined(lost, " or "),
        before,
        ", else N; empty heaps are not counted."
    ]
}

/// Writes the automaton as a table, and its start states.
fn table(law: &ColumnLaw, controls: &[String]) -> Vec<Block> {
    let outcome = |state: State| {
        let value = law.valuation().coarse(law.outputs()[state as usize]);
        law.valuation().outcome_of(value).to_string()
    };
    let first = Formula::List(vec![0u32.into(), 1u32.into(), Formula::Dots]);
    let lead =
        say!["The states, each with its outcome and the states that follow it under ", first, " ones:"];
    let head = ["state", "outcome"].map(Text::from).into_iter().chain((0..law.letters()).map(Text::from));
    let row = |state: State| -> Vec<Text> {
        let next = law.row(state).iter().map(|&next| Text::from(u64::from(next)));
        [Text::from(u64::from(state)), outcome(state).into()].into_iter().chain(next).collect()
    };
    let begins = (0u8..).zip(law.starts()).map(|(control, &start)| {
        let of = controls.get(ControlState(control).index()).filter(|name| !name.is_empty());
        let of = of.map_or(String::new(), |name| format!(" with {name}"));
        say![format!("It begins{of} in state "), u64::from(start), "."]
    });
    vec![
        Block::Paragraph(lead),
        Block::Table { head: head.collect(), rows: (0..).take(law.outputs().len()).map(row).collect() },
        Block::Paragraph(Text::joined(begins, " ")),
    ]
}
