//! `bouton pass …`: Nim with a pass on heaps of size at most four.

use bouton::{
    Sheet,
    ask::{Format, joined},
    document::{PassComparison, PassSmallSizes, PassTable, PassTheorem},
    theory::nim_with_a_pass::{compare_table, outcome, printed_table},
    words::pass as render,
};
use num_bigint::BigUint;

use crate::{
    arguments::{
        game::parse_position,
        pass::{Arguments, Question},
    },
    failure::{Answer, Failure},
    session::Session,
};

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    match &arguments.question {
        Question::Table1 => small_sizes(false, session)?,
        Question::Table2 => small_sizes(true, session)?,
        Question::Table3 { upto, compare: true, .. } => {
            let printed = printed_table().map_err(|error| Failure::input("defect", error.to_string()))?;
            let found = PassComparison::from(&compare_table(&printed, *upto, &session.watch())?);
            session.say(&render::comparison(&found), &found)?;
        }
        Question::Table3 { upto, .. } => {
            let found = PassTable::new(*upto, &session.watch())?;
            if session.output.is_json() || session.format == Format::Text {
                session.say(&render::table(&found), &found)?;
            } else {
                // The columns of the printed table.
                session.sheet(&Sheet::within(&found.lines(), &session.watch())?)?;
            }
        }
        Question::Theorem { position } => theorem(&joined(position)?, session)?,
    }
    Ok(Answer::Done)
}

/// Tables 1 and 2: each line as printed, with remarks.
fn small_sizes(nim_sums: bool, session: &Session) -> Result<(), Failure> {
    let found = PassSmallSizes::new();
    session.say(&render::small_sizes(&found, nim_sums), &found)
}

fn theorem(text: &str, session: &Session) -> Result<(), Failure> {
    let position = parse_position(text)?;
    let heaps: [BigUint; 4] = position.coordinates.try_into().map_err(|found: Vec<BigUint>| {
        let count = found.len();
        Failure::input("position", format!("position `{text}` has {count} numbers, expected 4 (m1,m2,m3,m4)"))
    })?;
    let found = PassTheorem::new(&heaps, outcome(&heaps));
    session.say(&format!("{}, by the case `{}` of Theorem 1\n", found.outcome, found.case), &found)
}
