//! Encoding of certificates as text.

mod local;

use std::fmt::{Display, Write};

use bouton_core::{ControlState, Law, Period, State, Valuation, Value};

use crate::{
    Certificate, Claim, ColumnClaim, ColumnStrategy, ColumnThread, Identity, LOCAL_VERSION, LawClaim,
    OPEN_VERSION, OpenClaim, QuotientClaim, StoredPeriod, Strategy, VERSION, seal,
};

/// Appends to a `String`, which cannot fail.
macro_rules! put {
    ($text:expr, $($rest:tt)*) => {{ let _ = write!($text, $($rest)*); }};
}
use put;

impl Certificate {
    /// The canonical text of the certificate.
    ///
    /// [`decode`](Self::decode) returns the certificate from this text if every prefix of its
    /// strategies has one number for each track, and the table of its automaton is within the
    /// limits of the format.
    ///
    /// ```
    /// use bouton_cert::{Certificate, Claim, Period};
    ///
    /// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    /// let text = Certificate { game: "octal 0.3".to_owned(), order: None, claim }.encode();
    /// assert!(text.starts_with("bouton certificate 1\n| octal 0.3\n"));
    /// ```
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
        let version = match self.open() {
            None => VERSION,
            Some(OpenClaim::Local(_)) => LOCAL_VERSION,
            Some(OpenClaim::Sum(_) | OpenClaim::Columns(_)) => OPEN_VERSION,
        };
        let mut text = format!("bouton certificate {version}\n");
        for line in self.game.split('\n') {
            text.extend(["| ", line, "\n"]);
        }
        if let (Some(order), Some(_)) = (&self.order, self.law()) {
            put!(text, "{ORDER}{order}\n");
        }
        write_claim(&mut text, &self.claim);
        text
    }
}

fn write_claim(text: &mut String, claim: &Claim) {
    match claim {
        Claim::Law(LawClaim { law, strategies }) => {
            write_law(text, law);
            strategies.iter().for_each(|strategy| write_strategy(text, strategy));
        }
        Claim::Windows(law) => {
            write_law(text, law);
            text.extend([WINDOWS, "\n"]);
        }
        Claim::Period(period) => write_period(text, period),
        Claim::StoredPeriod(period) => write_stored(text, period),
        Claim::Quotient(claim) => write_quotient(text, claim),
        Claim::Open(OpenClaim::Sum(one)) => {
            text.extend([EVERY_NUMBER, "\n", SUM, "\n"]);
            write_claim(text, one);
        }
        Claim::Open(OpenClaim::Columns(claim)) => {
            text.extend([EVERY_NUMBER, "\n"]);
            write_columns(text, claim);
        }
        Claim::Open(OpenClaim::Local(claim)) => local::write_local(text, claim),
    }
}

fn write_columns(text: &mut String, ColumnClaim { law, strategies }: &ColumnClaim) {
    let (threshold, period) = law.counts();
    put!(text, "columns from {threshold} period {period}\nlaw {}\n", valuation_name(law.valuation()));
    put!(text, "starts {}\n", list(law.starts(), " "));
    for (state, &output) in (0..).zip(law.outputs()) {
        write_state(text, state, output, law.row(state));
    }
    for ColumnStrategy { control: ControlState(control), value, requirement, elements } in strategies {
        put!(text, "strategy control {control} value {value} requirement {requirement}\n");
        for element in elements {
            put!(text, "at {} {}", element.state, element.marked);
            for ColumnThread { kind, less, state } in &element.threads {
                put!(text, " {kind}:{less}:{state}");
            }
            text.push('\n');
        }
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
    for (state, &output) in (0..).zip(automaton.outputs()) {
        let row = &automaton.transitions()[state as usize * automaton.letters()..][..automaton.letters()];
        write_state(text, state, output, row);
    }
}

fn write_state(text: &mut String, state: State, output: Value, row: &[State]) {
    put!(text, "state {state} output {output} to");
    write_runs(text, row);
}

/// A space and each run of a row, to the end of the line.
fn write_runs(text: &mut String, row: &[State]) {
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

/// The line of a claim for every number of heaps.
pub(crate) const EVERY_NUMBER: &str = "for every number of heaps";

/// The line before the claim about one heap of a sum.
pub(crate) const SUM: &str = "sum of heaps";

/// The beginnings of the lines of elements of laws with heap states, without and with a witness.
pub(crate) const LOCAL_ELEMENTS: [&str; 2] = ["at ", "with "];

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
