//! Encoding of certificates as text.

use std::fmt::{Display, Write};

use bouton_core::{ControlState, DigitAutomaton, Law, Period, Valuation};

use crate::{Certificate, Claim, Identity, LawClaim, QuotientClaim, StoredPeriod, Strategy, VERSION, seal};

/// Appends to a `String`, which cannot fail.
macro_rules! put {
    ($text:expr, $($rest:tt)*) => {{ let _ = write!($text, $($rest)*); }};
}

impl Certificate {
    /// The canonical text of the certificate.
    ///
    /// [`decode`](Self::decode) returns the certificate from this text if every prefix of its
    /// strategies has one number for each track, and the table of its automaton is within the
    /// limits of the format.
    #[must_use]
    pub fn encode(&self) -> String {
        seal(&self.body())
    }

    /// The identity of the certificate, as in the last line of its text.
    ///
    /// ```
    /// use bouton_cert::{Certificate, Claim, Period};
    ///
    /// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    /// let certificate = Certificate { game: "subtraction {1}".to_owned(), order: None, claim };
    /// assert!(certificate.encode().ends_with(&format!("id {}\n", certificate.id())));
    /// ```
    #[must_use]
    pub fn id(&self) -> Identity {
        Identity::of(&self.body())
    }

    fn body(&self) -> String {
        let mut text = format!("bouton certificate {VERSION}\n");
        for line in self.game.split('\n') {
            text.extend(["| ", line, "\n"]);
        }
        if let (Some(order), Some(_)) = (&self.order, self.law()) {
            put!(text, "{ORDER}{order}\n");
        }
        match &self.claim {
            Claim::Law(LawClaim { law, strategies }) => {
                write_law(&mut text, law);
                strategies.iter().for_each(|strategy| write_strategy(&mut text, strategy));
            }
            Claim::Windows(law) => {
                write_law(&mut text, law);
                text.extend([WINDOWS, "\n"]);
            }
            Claim::Period(period) => write_period(&mut text, period),
            Claim::StoredPeriod(period) => write_stored(&mut text, period),
            Claim::Quotient(claim) => write_quotient(&mut text, claim),
        }
        text
    }
}

fn write_law(text: &mut String, law: &Law) {
    put!(text, "law {}\n", valuation_name(law.valuation));
    if law.nim_heap {
        text.push_str("with a nim heap\n");
    }
    let automaton = &law.automaton;
    if !law.numeration().is_binary() {
        put!(text, "{NUMERATION}{}\n", law.numeration().parts());
    }
    put!(text, "tracks {}\nstarts {}\n", automaton.tracks(), list(automaton.starts(), " "));
    for state in 0..automaton.states() {
        write_state(text, automaton, state);
    }
}

fn write_state(text: &mut String, automaton: &DigitAutomaton, state: usize) {
    put!(text, "state {state} output {} to", automaton.outputs()[state]);
    let row = &automaton.transitions()[state * automaton.letters()..][..automaton.letters()];
    for run in row.chunk_by(|left, right| left == right) {
        put!(text, " {}", run[0]);
        if run.len() > 1 {
            put!(text, "*{}", run.len());
        }
    }
    text.push('\n');
}

fn write_strategy(text: &mut String, strategy: &Strategy) {
    let Strategy { control: ControlState(control), value, requirement, elements } = strategy;
    put!(text, "strategy control {control} value {value} requirement {requirement}\n");
    for element in elements {
        put!(text, "at {}", numbers(&element.prefix));
        for (ControlState(control), target) in &element.partial_moves {
            put!(text, " {control}:{}", numbers(target));
        }
        text.push('\n');
    }
}

fn write_period(text: &mut String, period: &Period) {
    let Period { length, preperiod, saltus, values } = period;
    put!(text, "period {length} from {preperiod} saltus {saltus}\nvalues {}\n", numbers(values));
}

fn write_stored(text: &mut String, period: &StoredPeriod) {
    let StoredPeriod { length, preperiod, values, .. } = period;
    let bytes = period.bytes().unwrap_or(u64::MAX);
    put!(text, "period {length} from {preperiod} saltus 0\nstored {values} {bytes}\n");
}

fn write_quotient(text: &mut String, claim: &QuotientClaim) {
    let QuotientClaim { quotient, period } = claim;
    let lost: Vec<_> = quotient.lost_elements().collect();
    put!(text, "misere quotient {}\nlost {}\n", quotient.order(), numbers(&lost));
    for x in (0..).take(quotient.order()) {
        let row: Vec<_> = (0..).take(quotient.order()).map(|y| quotient.product(x, y)).collect();
        put!(text, "row {}\n", numbers(&row));
    }
    put!(text, "heaps {}\n", numbers(quotient.values()));
    if let Some((length, from)) = period {
        put!(text, "period {length} from {from}\n");
    }
}

/// The numbers with commas, or `-` if there are none.
fn numbers<T: Display>(numbers: &[T]) -> String {
    if numbers.is_empty() { "-".to_owned() } else { list(numbers, ",") }
}

fn list<T: Display>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// The beginning of a line with the order by which play ends.
pub(crate) const ORDER: &str = "play ends by ";

/// The beginning of a line with a numeration other than base 2.
pub(crate) const NUMERATION: &str = "numeration ";

/// The line that replaces the strategies where there are none.
pub(crate) const WINDOWS: &str = "windows";

/// The words for a valuation in a certificate.
pub(crate) fn valuation_name(valuation: Valuation) -> String {
    match valuation {
        Valuation::NormalOutcome => "normal outcome".to_owned(),
        Valuation::MisereOutcome => "misere outcome".to_owned(),
        Valuation::MisereOutcomeAndEnd => "misere outcome and end".to_owned(),
        Valuation::Podium { players } => format!("podium {players}"),
        Valuation::Coalition => "coalition".to_owned(),
        Valuation::Grundy => "grundy".to_owned(),
        Valuation::Remoteness => "remoteness".to_owned(),
    }
}
