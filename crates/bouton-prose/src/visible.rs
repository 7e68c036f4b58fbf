//! Texts without characters that a terminal would interpret.

use std::borrow::Cow;

/// Replaces the characters of a text that a terminal would interpret, or that reverse the order of
/// others. Each is replaced by its number, `\\u{1b}`. Line ends and tabs remain.
///
/// ```
/// assert_eq!(bouton_prose::visible("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\n");
/// assert_eq!(bouton_prose::visible("⌊a/2⌋"), "⌊a/2⌋");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    // Nearly all of a long answer is plain.
    if is_plain(text.as_bytes()) || !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let written = |letter: char| match is_obeyed(letter) {
        true => letter.escape_unicode().to_string(),
        false => letter.to_string(),
    };
    Cow::Owned(text.chars().map(written).collect())
}

fn is_obeyed(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\t')
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The highest bits of eight bytes.
const HIGH: u64 = each(0x80);

/// Eight times the same byte.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Whether a text has only visible characters of ASCII, blanks, line ends and tabs.
fn is_plain(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks::<8>();
    words.iter().all(|&word| is_plain_word(u64::from_le_bytes(word)))
        && rest.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// Whether eight bytes are plain. Without highest bits, no byte affects the one beside it.
fn is_plain_word(word: u64) -> bool {
    let below = |word: u64, bound: u8| !((word | HIGH) - each(bound)) & HIGH;
    let equal = |byte: u8| below(word ^ each(byte), 1);
    word & HIGH == 0
        && (word + each(1)) & HIGH == 0
        && below(word, b' ') & !(equal(b'\n') | equal(b'\t')) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_counts_wherever_it_is() {
        for byte in 0..=127u8 {
            let plain = matches!(byte, 9 | 10 | 32..=126);
            assert_eq!(!is_obeyed(byte.into()), plain);
            for place in 0..19 {
                for other in [b'\n', b'\t', b' ', b'~'] {
                    let mut text = vec![other; 19];
                    text[place] = byte;
                    assert_eq!(is_plain(&text), plain, "{byte} at {place}");
                }
            }
        }
        assert!(is_plain(b"") && !is_plain("aaaaaaé".as_bytes()) && !is_plain("é".as_bytes()));
        assert_eq!(visible("12345678\n\u{202e}é\u{7f}"), "12345678\n\\u{202e}é\\u{7f}");
    }
}
