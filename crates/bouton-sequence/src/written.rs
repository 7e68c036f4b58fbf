//! Values as text, written in few pieces.

use std::fmt::{self, Write};

use bouton_core::Value;

/// The bytes of a piece, apart from its last line.
const PIECE: usize = 1 << 15;

/// Writes a line `n g(n)` for each heap n from 0 on, the format of the OEIS.
///
/// ```
/// let mut text = String::new();
/// bouton_sequence::write_b_file(&[0, 1, 2, 10], &mut text)?;
/// assert_eq!(text, "0 0\n1 1\n2 2\n3 10\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
///
/// The errors of `out`.
pub fn write_b_file(values: &[Value], out: &mut dyn Write) -> fmt::Result {
    let mut heap = itoa::Buffer::new();
    in_pieces(values.iter().enumerate(), out, |text, digits, (n, &value)| {
        text.push_str(heap.format(n));
        text.push(' ');
        text.push_str(digits.format(value));
        text.push('\n');
    })
}

/// Writes values in lines of `width` values, with blanks between them.
///
/// ```
/// let mut text = String::new();
/// bouton_sequence::write_in_lines(&[0, 1, 2, 10, 3], 2, &mut text)?;
/// assert_eq!(text, "0 1\n2 10\n3\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
///
/// The errors of `out`.
///
/// # Panics
///
/// If `width` is 0.
pub fn write_in_lines(values: &[Value], width: usize, out: &mut dyn Write) -> fmt::Result {
    in_pieces(values.chunks(width), out, |text, digits, line| {
        for (place, &value) in line.iter().enumerate() {
            if place > 0 {
                text.push(' ');
            }
            text.push_str(digits.format(value));
        }
        text.push('\n');
    })
}

/// Writes what `put` appends for each item.
fn in_pieces<I>(
    items: impl Iterator<Item = I>,
    out: &mut dyn Write,
    mut put: impl FnMut(&mut String, &mut itoa::Buffer, I),
) -> fmt::Result {
    let mut text = String::with_capacity(PIECE + 64);
    let mut digits = itoa::Buffer::new();
    for item in items {
        put(&mut text, &mut digits, item);
        if text.len() >= PIECE {
            out.write_str(&text)?;
            text.clear();
        }
    }
    out.write_str(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_same_text_as_single_values() {
        let values: Vec<Value> = (0..20_003).map(|n| n * 7919 % 1013 + n / 19_999 * 4_000_000_000).collect();
        let mut text = String::new();
        write_b_file(&values, &mut text).unwrap();
        let expected: String = values.iter().enumerate().map(|(n, value)| format!("{n} {value}\n")).collect();
        assert!(text == expected && text.len() > 3 * PIECE);
        text.clear();
        write_in_lines(&values, 20, &mut text).unwrap();
        let line = |line: &[Value]| line.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n";
        assert!(text == values.chunks(20).map(line).collect::<String>());
        text.clear();
        write_in_lines(&[], 20, &mut text).unwrap();
        assert_eq!(text, "");
    }
}
