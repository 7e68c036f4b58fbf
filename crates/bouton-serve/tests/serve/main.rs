//! The server as its clients see it: over TCP, byte for byte.

mod calculators;
mod documents;
mod forms;
mod fuzz;
mod harness;
mod hostile;
mod jobs;
mod letters;
mod load;
mod pages;
mod proxy;
mod safety;
mod theorems;
