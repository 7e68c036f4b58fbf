//! The faults, as data, of rules whose lines can be read.

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
            /// The code in its written form, for example `E0201`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code),+
                }
            }
        }
    };
}

/// Passes the codes, each with its meaning and its name, to the macro `$then`. So `bouton-rules`,
/// which has further codes, does not repeat these.
#[doc(hidden)]
#[macro_export]
macro_rules! fault_codes {
    ($then:ident { $($before:tt)* }) => {
        $then! { $($before)*
            /// The text, or its canonical form, is too long.
            TextTooLong = "E0001",
            /// A name is not a coordinate, a named parameter, or limited by `where`.
            UnknownName = "E0103",
            /// Two lines contradict each other, or repeat each other.
            Contradiction = "E0201",
            /// No line defines what a position is.
            NoSpace = "E0202",
            /// No line defines a move.
            NoMoves = "E0203",
            /// A line or a word does not make sense in this kind of game.
            WrongKind = "E0204",
            /// A heap does not exist, or is named in a game with any number of heaps.
            NoSuchHeap = "E0205",
            /// There are too many or too few heaps, heap sizes, counters or players.
            SizeLimit = "E0206",
            /// A name is taken or reserved.
            NameTaken = "E0207",
            /// An amount takes nothing, or a range does not have members.
            EmptyAmount = "E0301",
            /// There are more amounts than the limit.
            TooManyAmounts = "E0302",
            /// Two quantities of a product or quotient both vary.
            NotLinear = "E0303",
            /// A divisor is zero or too large.
            Divisor = "E0304",
            /// A parameter does not have an upper bound, so that there are infinitely many moves
            /// from one position.
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
            /// Players and winning convention do not fit together.
            Players = "E0403",
            /// A code is not the code of a take-and-break game.
            BadCode = "E0404",
            /// There is no pass, or there are too many passes.
            Passes = "E0405",
            /// A move leads to a position that does not exist.
            NotClosed = "E0406",
            /// It could not be decided whether a move leads to a position that does not exist.
            ClosureUndecided = "E0407",
            /// The letters cannot have any numbers, or are set to numbers that they cannot have.
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
    /// The place in the text.
    pub place: Place,
    /// The numbers of the letters for which the rules have the fault, such as `with a = 3: `, or an
    /// empty text.
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
    /// A name is unknown; there are similar ones.
    Near {
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A name is unknown where a number is expected.
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

    /// Returns the fault for the part that was not read after a limit. It is never shown, because
    /// the reading ends with the limit.
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
