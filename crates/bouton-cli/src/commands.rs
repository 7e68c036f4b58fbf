//! The commands, one a file.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod genus;
pub(crate) mod letters;
pub(crate) mod list;
pub(crate) mod lower;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod sequence;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod sum;
pub(crate) mod table;
pub(crate) mod theorem;

use crate::{
    arguments::Command,
    failure::{Answer, Failure},
    session::Session,
    theory,
};

/// Does what the command line says.
///
/// # Errors
///
/// If the input is wrong, or a limit was reached.
pub(crate) fn run(command: Command, session: &Session) -> Result<Answer, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments, session),
        Command::Table(arguments) => table::run(&arguments, session),
        Command::List(arguments) => list::run(&arguments, session),
        Command::Count(arguments) => count::run(&arguments, session),
        Command::Sequence(arguments) => sequence::run(&arguments, session),
        Command::Prove(arguments) => prove::run(&arguments, session),
        Command::Check(arguments) => check::run(&arguments, session),
        Command::Explain(arguments) => explain::run(&arguments, session),
        Command::Emit(arguments) => emit::run(&arguments, session),
        Command::Lower(arguments) => lower::run(&arguments, session),
        Command::Play(arguments) => play::run(&arguments, session),
        Command::Genus(arguments) => genus::run(&arguments, session),
        Command::Sum(arguments) => sum::run(&arguments, session),
        Command::Compare(arguments) => compare::run(&arguments, session),
        Command::Fmt(arguments) => fmt::run(&arguments, session),
        Command::Podium(arguments) => theory::podium::run(&arguments, session),
        Command::Nim(arguments) => theory::nim::run(&arguments, session),
        Command::Pass(arguments) => theory::pass::run(&arguments, session),
        Command::InTotal(arguments) => theory::in_total::run(&arguments, session),
        Command::Suggest(arguments) => theory::nim::suggest(&arguments, session),
        Command::Serve(arguments) => serve::run(&arguments, session),
        Command::Games(arguments) => games::run(&arguments, session),
        Command::Completions(arguments) => completions::run(&arguments, session),
        Command::Man(arguments) => man::run(&arguments, session),
    }
}
