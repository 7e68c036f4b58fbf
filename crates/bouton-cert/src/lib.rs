//! Certificates: a claim about a game, the data that shows it, and its canonical text.
//!
//! A [`Certificate`] holds the canonical text of the rules, and a claim: a law of the whole game
//! with strategies that show it ([`LawClaim`]), the period of a take-and-break game ([`Period`]),
//! or its misère quotient ([`QuotientClaim`]); or one for every number of heaps ([`OpenClaim`]). It has
//! exactly one text ([`Certificate::encode`]).
//! [`Certificate::decode`] refuses every other text, so that any change of a single byte is
//! refused. The file `docs/certificate.md` specifies the format and the checks of a checker.
//!
//! ```
//! use bouton_cert::{Certificate, Claim, Period};
//!
//! let claim = Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] });
//! let certificate = Certificate { game: "subtraction {1, 2}".to_owned(), order: None, claim };
//! let text = certificate.encode();
//! assert!(text.starts_with("bouton certificate 1\n| subtraction {1, 2}\nperiod 3 from 0 saltus 0\n"));
//! assert_eq!(Certificate::decode(&text).unwrap(), certificate);
//! ```
//!
//! One changed byte is enough for a refusal:
//!
//! ```
//! # use bouton_cert::{Certificate, Claim, Period};
//! # let claim = Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] });
//! # let text = Certificate { game: "subtraction {1, 2}".to_owned(), order: None, claim }.encode();
//! let error = Certificate::decode(&text.replace("period 3", "period 4")).unwrap_err();
//! assert!(error.to_string().contains("sha256"));
//! ```
//!
//! A certificate that can be decoded is not yet a proof: `bouton-check` checks it.

mod certificate;
mod decode;
mod encode;
mod identity;
mod letters;
mod local;
mod stored;

pub use bouton_core::{Law, Period};
pub use certificate::{
    Certificate, Claim, ColumnClaim, ColumnElement, ColumnStrategy, ColumnThread, Element, LawClaim,
    OpenClaim, QuotientClaim, Strategy,
};
pub use decode::{DecodeError, MAX_ENTRIES_PER_BYTE, MAX_FREE_ENTRIES};
pub use identity::{Identity, seal};
pub use letters::{LETTERS, LetterCertificate, has_letters};
pub use local::{LocalClaim, LocalElement, LocalStrategy, LocalThread, NumbersOfHeaps};
pub use stored::StoredPeriod;

/// The version of the format that this crate writes and reads.
pub const VERSION: u32 = 1;
/// The version of claims for every number of heaps ([`OpenClaim`]), which earlier readers do not know.
pub const OPEN_VERSION: u32 = 2;
/// The version of claims for every number of heaps in which heaps have states ([`LocalClaim`]).
pub const LOCAL_VERSION: u32 = 3;
