//! Numerations other than base 2.

use bouton_core::Numeration;

use crate::{LowerError, text::list};

/// `Definition digits : numeration := …`.
pub(crate) fn definition(numeration: &Numeration) -> String {
    let digits = || 0..=numeration.largest_digit();
    let row = |state: usize| {
        list(digits().map(|digit| match u8::try_from(state).ok().and_then(|s| numeration.follow(s, digit)) {
            Some(next) => format!("Some {next}%nat"),
            None => "None".to_owned(),
        }))
    };
    format!(
        "Definition digits : numeration :=\n  {{| matrix := {}; vectors := {};\n     rows := {} |}}.\n\n",
        list(numeration.matrix().into_iter().map(list)),
        list(digits().map(|digit| list(numeration.vector(digit)))),
        list((0..numeration.word_states()).map(row)),
    )
}

/// For each state of the words the row vector whose product with M^k a(1) is the number of
/// words of k digits from there. Coq verifies them.
pub(crate) fn counts(numeration: &Numeration) -> Result<String, LowerError> {
    let unknown = || LowerError::NotCovered("digits of this numeration");
    numeration.recurrence().ok_or_else(unknown)?;
    let matrix: Vec<Vec<i128>> = numeration.matrix().iter().map(|row| widened(row)).collect();
    let states = numeration.word_states();
    let mut power = widened(&numeration.vector(1));
    let mut words = vec![1_i128; states];
    let mut equations = Vec::new();
    for _ in 0..matrix.len() {
        equations.push((power.clone(), words.clone()));
        power = matrix.iter().map(|row| row.iter().zip(&power).map(|(a, b)| a * b).sum()).collect();
        let after = |state: usize| {
            let next = (0..=numeration.largest_digit())
                .filter_map(|digit| u8::try_from(state).ok().and_then(|s| numeration.follow(s, digit)));
            next.map(|next| words[usize::from(next)]).sum()
        };
        words = (0..states).map(after).collect();
    }
    let rows = (0..states).map(|state| {
        let system = equations.iter().map(|(power, words)| {
            let mut row = power.clone();
            row.push(words[state]);
            row
        });
        solved(system.collect()).map(list)
    });
    Ok(list(rows.collect::<Option<Vec<_>>>().ok_or_else(unknown)?))
}

fn widened(numbers: &[u32]) -> Vec<i128> {
    numbers.iter().map(|&number| i128::from(number)).collect()
}

/// The integer solution of a square system of equations, whose right sides are the last column; `None` if it
/// does not have exactly one.
fn solved(mut rows: Vec<Vec<i128>>) -> Option<Vec<i128>> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| rows[row][column] != 0)?;
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != column && row[column] != 0 {
                let factor = row[column];
                for (entry, of_pivot) in row.iter_mut().zip(&pivot) {
                    *entry = entry.checked_mul(pivot[column])?.checked_sub(of_pivot.checked_mul(factor)?)?;
                }
            }
        }
    }
    let quotient =
        |(column, row): (usize, &Vec<i128>)| (row[size] % row[column] == 0).then(|| row[size] / row[column]);
    rows.iter().enumerate().map(quotient).collect()
}
