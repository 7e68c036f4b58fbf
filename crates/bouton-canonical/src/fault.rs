//! The faults of rules whose lines can be read, as data.

use std::fmt;

use bouton_core::RulesetParts;

use crate::place::Place;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal),+ $(,)?) => {
        /// The kind of a fault. `docs/rules.md` lists the codes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FaultCode {
            $($(#[doc = $doc])+ $name),+
        }

        impl FaultCode {
            /// The code as it is written, for example `E0201`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code),+
                }
            }
        }
    };
}

/// Passes the codes, each with its meaning and its name, on to the macro `$then`. So `bouton-rules`, which has further
/// codes, does not write these again.
#[doc(hidden)]
#[macro_export]
macro_rules! fault_codes {
    ($then:ident { $($before:tt)* }) => {
        $then! { $($before)*
            /// The text, or its canonical form, is too long.
            TextTooLong = "E0001",
            /// A name that is not a coordinate, a named parameter, or limited by `where`.
            UnknownName = "E0103",
            /// Two lines contradict each other, or say the same thing twice.
            Contradiction = "E0201",
            /// No line defines what a position is.
            NoSpace = "E0202",
            /// No line says what a move is.
            NoMoves = "E0203",
            /// A line or a word that makes no sense in this kind of game.
            WrongKind = "E0204",
            /// A heap is named that does not exist, or in a game with any number of heaps.
            NoSuchHeap = "E0205",
            /// Too many heaps, heap sizes, counters or players, or too few.
            SizeLimit = "E0206",
            /// A name is taken or reserved.
            NameTaken = "E0207",
            /// An amount that takes nothing, or a range without members.
            EmptyAmount = "E0301",
            /// More amounts than the limit.
            TooManyAmounts = "E0302",
            /// A product or quotient of two quantities that both vary.
            NotLinear = "E0303",
            /// A divisor that is zero or too large.
            Divisor = "E0304",
            /// A parameter without an upper bound: infinitely many moves from one position.
            Unbounded = "E0305",
            /// A coefficient or constant is too large.
            LinearOverflow = "E0306",
            /// The two sides of `->` do not fit together.
            AssignmentSides = "E0307",
            /// A number that has to be fixed depends on the position.
            NotConstant = "E0308",
            /// The condition becomes too large when it is written out.
            TooManyCases = "E0309",
            /// It could not be shown that play ends.
            NotShownToEnd = "E0402",
            /// Players and winning convention that do not fit together.
            Players = "E0403",
            /// A code that is not the code of a take-and-break game.
            BadCode = "E0404",
            /// No pass, or too many passes.
            Passes = "E0405",
            /// A move leads to a position that does not exist.
            NotClosed = "E0406",
            /// It could not be decided whether a move leads to a position that does not exist.
            ClosureUndecided = "E0407",
            /// The letters cannot have any numbers, or numbers are set that they cannot have.
            NoSuchNumbers = "E0408",
        }
    };
}

fault_codes!(codes {});

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One fault of a rules text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub code: FaultCode,
    /// Its place in the text.
    pub place: Place,
    /// The numbers of the letters for which the rules have the fault, such as `with a = 3: `, or empty.
    pub instance: String,
    /// The fault, in lower case, in one line.
    pub message: String,
    /// The expected text.
    pub expected: String,
    /// A hint about the intended text.
    pub hint: Option<Box<Hint>>,
}

/// A hint about the intended text of rules with a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The text to write instead.
    Write(String),
    /// A name that is not known, and those that are.
    Near {
        /// The unknown name.
        name: String,
        /// The known ones.
        known: Vec<String>,
    },
    /// An unknown name where a number is expected, and what the name could have been.
    Number {
        /// The unknown name.
        name: String,
        /// The first of the known names.
        known: Vec<String>,
        /// The first coordinate.
        coordinate: Option<String>,
        /// Whether the player may choose a number here, by `where`.
        chooses: bool,
    },
    /// The moves that could not be shown to end.
    Moves(Box<RulesetParts>),
}

impl Fault {
    pub(crate) fn new(code: FaultCode, place: Place, message: impl Into<String>) -> Self {
        let (instance, expected) = (String::new(), String::new());
        Self { code, place, instance, message: message.into(), expected, hint: None }
    }

    /// The fault in place of what was not read after a limit. Nobody sees it: the reading ends with the limit.
    pub(crate) fn stopped(place: Place) -> Box<Self> {
        Box::new(Self::new(FaultCode::TooManyCases, place, "a limit was reached"))
    }

    pub(crate) fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    pub(crate) fn suggest(self, suggestion: impl Into<String>) -> Self {
        self.hint(Hint::Write(suggestion.into()))
    }

    pub(crate) fn hint(mut self, hint: Hint) -> Self {
        self.hint = Some(Box::new(hint));
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.code, self.instance, self.message)
    }
}
