//! The columns of binary digits of some numbers.

use num_bigint::BigUint;

use bouton_prose::{Block, Formula, Text, say};

/// A column of binary digits.
///
/// ```
/// let columns = bouton_explain::columns(&[6u32, 2].map(Into::into)); // 110 and 010
/// assert_eq!((columns[0].place, columns[0].ones), (2, 1));
/// assert_eq!((columns[1].place, columns[1].ones), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The place, from 0 for the digit of 1.
    pub place: u64,
    /// The number of ones.
    pub ones: usize,
}

/// The columns of the digits of some numbers, from the most significant one on.
///
/// ```
/// use bouton_explain::columns;
///
/// let ones: Vec<usize> = columns(&[3u32, 4, 5].map(Into::into)).iter().map(|column| column.ones).collect();
/// assert_eq!(ones, [2, 1, 2]);
/// ```
#[must_use]
pub fn columns(numbers: &[BigUint]) -> Vec<Column> {
    let places = numbers.iter().map(BigUint::bits).max().unwrap_or(0);
    let mut ones = vec![0usize; usize::try_from(places).unwrap_or(usize::MAX)];
    for number in numbers {
        let digits = number.iter_u64_digits().enumerate();
        for (at, mut digit) in digits {
            while digit != 0 {
                ones[at * 64 + digit.trailing_zeros() as usize] += 1;
                digit &= digit - 1;
            }
        }
    }
    (0..places).rev().zip(ones.into_iter().rev()).map(|(place, ones)| Column { place, ones }).collect()
}

/// The most columns and the most rows of a table of digits.
const MOST_COLUMNS: usize = 16;
const MOST_ROWS: usize = 12;

/// The columns of digits as a table, with the number of ones below, and its remainder by a modulus of more
/// than 2. Where there are many columns, those that `matters` are shown, or the first ones, with dots before and
/// after them for the others. `None` if all numbers are 0.
///
/// ```
/// use bouton_explain::columns_table;
/// use bouton_prose::{Formula, Prose};
///
/// let names = [Formula::name("h1"), Formula::name("h2")];
/// let table = columns_table(&names, &[3u32, 4].map(Into::into), 2, &mut |_| false).unwrap();
/// assert_eq!(Prose::from(vec![table]).text(), "  place  4  2  1\n  h1     0  1  1\n  h2     1  0  0\n  ones   1  1  1\n");
/// ```
#[must_use]
pub fn columns_table(
    names: &[Formula],
    numbers: &[BigUint],
    modulus: u32,
    matters: &mut dyn FnMut(&Column) -> bool,
) -> Option<Block> {
    let all = columns(numbers);
    if all.is_empty() {
        return None;
    }
    let mut shown = all.clone();
    if all.len() > MOST_COLUMNS {
        let mattering: Vec<Column> = all.iter().copied().filter(|column| matters(column)).collect();
        shown = if mattering.is_empty() { all.clone() } else { mattering };
    }
    shown.truncate(MOST_COLUMNS);
    let place = |column: Option<&Column>| column.map(|column| column.place);
    let dots = |left_out: bool| left_out.then(|| Text::from(Formula::Dots));
    let before = place(shown.first()) != place(all.first());
    let after = place(shown.last()) != place(all.last());
    let row = |name: Text, cell: &dyn Fn(&Column) -> Text| -> Vec<Text> {
        [name].into_iter().chain(dots(before)).chain(shown.iter().map(cell)).chain(dots(after)).collect()
    };
    let mut rows = Vec::new();
    if numbers.len() <= MOST_ROWS {
        for (name, number) in names.iter().zip(numbers) {
            rows.push(row(name.into(), &|column| Text::from(u32::from(number.bit(column.place)))));
        }
    }
    rows.push(row("ones".into(), &|column| column.ones.into()));
    if modulus > 2 {
        let cell = |column: &Column| Text::from(column.ones % modulus as usize);
        rows.push(row(say!["modulo ", modulus], &cell));
    }
    Some(Block::Table { head: row("place".into(), &|column| place_of(column.place)), rows })
}

/// A place by the number that a 1 there counts.
///
/// ```
/// assert_eq!(bouton_explain::place_of(3).to_string(), "8");
/// assert_eq!(bouton_explain::place_of(80).to_string(), "2^80");
/// ```
#[must_use]
pub fn place_of(place: u64) -> Text {
    match place {
        small @ ..=20 => (1u64 << small).into(),
        large => format!("2^{large}").into(),
    }
}
