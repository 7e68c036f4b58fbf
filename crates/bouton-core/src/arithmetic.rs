//! Linear arithmetic over the integers: what follows from linear conditions.
//!
//! [`rows`] holds systems of inequalities and eliminates variables from them (Fourier and Motzkin).
//! [`bounds`] uses them to find the bounds of a parameter. [`satisfy`] decides whether a condition
//! can be satisfied. [`reader`] reads linear forms digit by digit, in any numeration.

pub(crate) mod bounds;
pub(crate) mod reader;
pub(crate) mod rows;
pub(crate) mod satisfy;
