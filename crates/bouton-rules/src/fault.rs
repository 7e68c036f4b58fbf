//! Faults of rules whose lines can be read, as diagnostics with suggestions.

use bouton_canonical::{Fault, Hint};
use bouton_core::{LimitReached, Watch};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    endless,
    suggestion::did_you_mean,
    words::numeral,
};

/// The most known names that are listed when an unknown name is found.
const MOST_NAMED: usize = 64;

impl From<Fault> for Diagnostic {
    fn from(fault: Fault) -> Self {
        let message = format!("{}{}", fault.instance, fault.message);
        let diagnostic = Self::new(fault.code.into(), fault.place, message).expected(fault.expected);
        match fault.hint.map(|hint| *hint) {
            None if fault.code == bouton_canonical::FaultCode::NoSpace => {
                diagnostic.suggest("write `heaps 1`, in a line of its own, for one heap")
            }
            None => diagnostic,
            Some(Hint::Write(advice)) => diagnostic.suggest(advice),
            Some(Hint::Near { name, known }) => {
                diagnostic.suggest_maybe(did_you_mean(&name, known.iter().map(String::as_str)))
            }
            Some(Hint::Number { name, known, coordinate, chooses }) => {
                let known: Vec<&str> =
                    known.iter().map(String::as_str).filter(|known| !known.is_empty()).collect();
                let expected = match known.len() {
                    0 => "a number".to_owned(),
                    1..=MOST_NAMED => format!("one of {}", known.join(", ")),
                    _ => format!("one of {}, …", known[..MOST_NAMED].join(", ")),
                };
                let near = did_you_mean(&name, known.iter().copied());
                diagnostic
                    .expected(expected)
                    .suggest_maybe(near.or_else(|| meant(&name, coordinate, chooses)))
            }
            // The hint is not used; see [`Diagnostic::of`].
            Some(Hint::Moves(_)) => diagnostic,
        }
    }
}

impl Diagnostic {
    /// Creates the diagnostic of a fault. If moves could not be shown to end, an endless play is
    /// sought.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`].
    pub(crate) fn of(fault: Fault, watch: &Watch) -> Result<Self, LimitReached> {
        if let Some(Hint::Moves(parts)) = fault.hint.as_deref()
            && let Some(cycle) = endless::cycle(parts, watch)?
        {
            let message = format!("{}play could go on for ever: {cycle}", fault.instance);
            return Ok(Self::new(Code::Endless, fault.place, message)
                .expected("moves that lower the sum of the counters, or another weighted sum of them"));
        }
        Ok(fault.into())
    }
}

/// Lists the names that an unknown name may be a misspelling of.
fn meant(name: &str, coordinate: Option<String>, chooses: bool) -> Option<String> {
    if let Some(number) = numeral(name) {
        return Some(format!("write `{number}`"));
    }
    match name {
        "either" => return Some("write `1 heap`".to_owned()),
        "both" => return Some("write `2 heaps`".to_owned()),
        _ => {}
    }
    let coordinate = coordinate?;
    let chosen = if chooses {
        format!("; `where {name} < {coordinate}` after `->` lets the player choose one")
    } else {
        String::new()
    };
    Some(format!(
        "if `{name}` stands for a number, add a line: `let {name} = 3` for one number, `for all {name} where {name} >= 1` for \
         every number{chosen}"
    ))
}
