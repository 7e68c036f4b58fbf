//! The program from outside: arguments, standard output, standard error and exit status.

mod check;
mod cited;
mod codes;
mod emit;
mod endings;
mod explain;
mod in_total;
mod letters;
mod limits;
mod list;
mod malformed;
mod messages;
mod options;
mod play;
mod program;
mod prove;
mod rows;
mod sequence;
mod serve;
mod solve;
mod store;
mod table;
#[cfg(target_os = "linux")]
mod terminal;
mod theory;
