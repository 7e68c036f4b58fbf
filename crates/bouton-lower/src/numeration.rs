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

/// A number D; for each digit the numbers c₀, c₁, … with D a(e) = Σ cⱼ Mʲ a(1), a(e) being its vector; and
/// for each state of the words the row whose product with Mᵏ a(1) is D times the number of words of k digits
/// from there. Coq verifies them.
pub(crate) fn counts(numeration: &Numeration) -> Result<String, LowerError> {
    found(numeration).ok_or(LowerError::NotCovered("digits of this numeration"))
}

fn found(numeration: &Numeration) -> Option<String> {
    let matrix: Vec<Vec<i128>> = numeration.matrix().iter().map(|row| widened(row)).collect();
    let states = numeration.word_states();
    let digits = || 0..=numeration.largest_digit();
    let mut power = widened(&numeration.vector(1));
    let mut words = vec![1_i128; states];
    let mut equations = Vec::new();
    for _ in 0..matrix.len() {
        equations.push((power.clone(), words.clone()));
        power = matrix.iter().map(|row| row.iter().zip(&power).map(|(a, b)| a * b).sum()).collect();
        let after = |state: usize| {
            let next = digits()
                .filter_map(|digit| u8::try_from(state).ok().and_then(|s| numeration.follow(s, digit)));
            next.map(|next| words[usize::from(next)]).sum()
        };
        words = (0..states).map(after).collect();
    }
    let combination = |digit: u8| {
        let vector = widened(&numeration.vector(digit));
        let system = (0..matrix.len()).map(|entry| {
            let row = equations.iter().map(|(power, _)| power[entry]);
            row.chain([vector[entry]]).collect()
        });
        solved(system.collect())
    };
    let row = |state: usize| {
        let system = equations.iter().map(|(power, words)| {
            let mut row = power.clone();
            row.push(words[state]);
            row
        });
        solved(system.collect())
    };
    let combinations: Vec<Vec<Fraction>> = digits().map(combination).collect::<Option<_>>()?;
    let rows: Vec<Vec<Fraction>> = (0..states).map(row).collect::<Option<_>>()?;
    let all = combinations.iter().chain(&rows).flatten();
    let scaled = all.fold(1, |scaled, &(_, below)| scaled / common(scaled, below) * below);
    let written = |rows: &[Vec<Fraction>]| {
        list(rows.iter().map(|row| list(row.iter().map(|&(above, below)| above * (scaled / below)))))
    };
    Some(format!("{scaled} {} {}", written(&combinations), written(&rows)))
}

/// Numerator, and denominator above 0, without a common divisor.
type Fraction = (i128, i128);

fn common(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { common(b, a % b) }
}

fn widened(numbers: &[u32]) -> Vec<i128> {
    numbers.iter().map(|&number| i128::from(number)).collect()
}

/// The solution of a square system of equations, the right sides last, if it is unique.
fn solved(mut rows: Vec<Vec<i128>>) -> Option<Vec<Fraction>> {
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
    let quotient = |(column, row): (usize, &Vec<i128>)| {
        let divisor = common(row[size], row[column]) * row[column].signum();
        (row[size] / divisor, row[column] / divisor)
    };
    Some(rows.iter().enumerate().map(quotient).collect())
}
