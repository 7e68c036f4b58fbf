//! The commands, one a file.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod in_total;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod nim;
pub(crate) mod pass;
pub(crate) mod play;
pub(crate) mod podium;
pub(crate) mod prove;
pub(crate) mod sequence;
pub(crate) mod solve;
pub(crate) mod sum;
pub(crate) mod table;

use crate::{
    arguments::Command,
    failure::{Answer, Failure},
    output::Output,
};

/// Does what the command line says.
///
/// # Errors
///
/// If the input is wrong, or a limit was reached.
pub(crate) fn run(command: Command, output: &Output) -> Result<Answer, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments, output),
        Command::Table(arguments) => table::run(&arguments, output),
        Command::List(arguments) => list::run(&arguments, output),
        Command::Count(arguments) => count::run(&arguments, output),
        Command::Sequence(arguments) => sequence::run(&arguments, output),
        Command::Prove(arguments) => prove::run(&arguments, output),
        Command::Check(arguments) => check::run(&arguments, output),
        Command::Explain(arguments) => explain::run(&arguments, output),
        Command::Emit(arguments) => emit::run(&arguments, output),
        Command::Play(arguments) => play::run(&arguments, output),
        Command::Sum(arguments) => sum::run(&arguments, output),
        Command::Podium(arguments) => podium::run(&arguments, output),
        Command::Nim(arguments) => nim::run(&arguments, output),
        Command::Pass(arguments) => pass::run(&arguments, output),
        Command::InTotal(arguments) => in_total::run(&arguments, output),
        Command::Suggest(arguments) => nim::suggest(&arguments, output),
        Command::Games(arguments) => games::run(&arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
        Command::Man(arguments) => man::run(&arguments, output),
    }
}
