//! Certificates become theorems of Coq and statements of Lean.
//!
//! One program for all of these tests: the theory is compiled once, and while one test waits for Coq another runs.

mod lean;
mod letters;
mod other_claims;
mod support;
mod theorems;
mod verified;
