//! Options of a proof: the goal, the most states, the digits, the folder of the checkpoint.

use std::{fmt, path::PathBuf, str::FromStr};

use bouton_core::{DigitAutomaton, Numeration, ParseNumerationError};

/// The valuation to be proved.
///
/// ```
/// use bouton_core::Watch;
/// use bouton_prove::{Goal, ProveOptions, prove};
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let proof = prove(&nim, Goal::Grundy, &ProveOptions::default(), &Watch::unlimited())?;
/// assert!(proof.law().nim_heap); // Grundy values without a bound: outcomes with an added Nim heap
/// # Ok::<(), bouton_prove::NoLaw>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The outcome.
    Outcome,
    /// The Grundy value: by an automaton that has it as output while the values seen are few, else
    /// as the outcome of the game with a Nim heap added.
    Grundy,
}

/// Options of the search for a proof, except its limits, which the [`Watch`](bouton_core::Watch) has.
///
/// ```
/// use bouton_core::{DigitAutomaton, Numeration, Watch};
/// use bouton_prove::{Goal, NumerationChoice, ProveOptions, prove};
///
/// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let options = ProveOptions {
///     numeration: NumerationChoice::Only(Numeration::fibonacci()),
///     ..ProveOptions::default()
/// };
/// let proof = prove(&wythoff, Goal::Outcome, &options, &Watch::unlimited())?;
/// assert_eq!(proof.law().automaton.evaluate_small(0, &[3, 5]), 0);
/// # Ok::<(), bouton_prove::NoLaw>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// The most states of the law.
    pub states: usize,
    /// The numeration in which the law may read numbers.
    pub numeration: NumerationChoice,
    /// The folder in which the search saves its state, to continue from it when it is started
    /// again; see [`checkpoint`](crate::checkpoint).
    pub checkpoint: Option<PathBuf>,
    /// The law of a part of the positions, or of a similar game: the search asks from the beginning what
    /// distinguishes its states. It changes nothing about what is proved.
    pub beginning: Option<DigitAutomaton>,
}

impl Default for ProveOptions {
    fn default() -> Self {
        Self { states: 4_000, numeration: NumerationChoice::Auto, checkpoint: None, beginning: None }
    }
}

/// The numeration in which a law is sought.
///
/// ```
/// use bouton_prove::NumerationChoice;
///
/// assert_eq!("auto".parse(), Ok(NumerationChoice::Auto));
/// let fibonacci: NumerationChoice = "fibonacci".parse().unwrap();
/// assert_eq!(fibonacci.to_string(), "fibonacci");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NumerationChoice {
    /// In base 2, and if that does not lead to a law soon, in others that the values suggest.
    #[default]
    Auto,
    /// In this one.
    Only(Numeration),
}

impl fmt::Display for NumerationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Only(numeration) => numeration.fmt(f),
        }
    }
}

impl FromStr for NumerationChoice {
    type Err = ParseNumerationError;

    fn from_str(text: &str) -> Result<Self, ParseNumerationError> {
        if text.trim() == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Only) }
    }
}
