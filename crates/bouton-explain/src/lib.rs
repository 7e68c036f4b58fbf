//! Laws of heap games that a person can read.
mod cases;
mod condition;
mod construct;
mod linear_form;
mod region;
mod rule;
mod sample;
