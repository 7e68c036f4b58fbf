//! The check of certificates: independent, small, and without trust in the origin of a certificate.
//!
//! The checker reads the rules that stand in the certificate, derives from them
//! by itself what the options of a position are, and verifies two finite facts:
//! no move leads to a forbidden value (a product is explored), and every
//! position has the options that its value requires (a strategy is closed under
//! appending digits). `docs/certificate.md` explains why they suffice. It shares no
//! algorithm with the prover.
//!
//! ```
//! use bouton_cert::{Certificate, Claim, Period};
//!
//! let claim = Claim::Period(Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] });
//! let certificate = Certificate { game: "octal 0.33".to_owned(), order: None, claim };
//! let checked = bouton_check::check(&certificate.encode()).unwrap();
//! assert!(checked.claim.ends_with("the Grundy value of a heap of n ≥ 0 objects is that of n + 3 objects."));
//! assert_eq!(bouton_check::check("").unwrap_err().step, bouton_check::Step::Decode);
//! ```

#![forbid(unsafe_code)]

mod atom;
mod by_strategies;
mod check;
mod closed;
mod conflicts;
mod digits;
mod exchange;
mod existing;
mod family;
mod game;
mod law;
mod letters;
mod limits;
mod numeration;
mod open;
mod period;
mod quotient;
mod refused;
mod rows;
mod strategy;
mod universal;
mod window;
mod words;

pub use check::{CheckedCertificate, check, check_beside, check_with};
pub use law::{check_law, check_windows};
pub use letters::{CheckedLetters, check_case, check_law_with_letters, check_letters};
pub use limits::Limits;
pub use period::{check_period, check_stored_period};
pub use quotient::check_quotient;
pub use refused::{Refusal, Step};
pub use window::has_windows;
