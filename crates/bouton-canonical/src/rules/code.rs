//! Codes of take-and-break games.

use bouton_core::TakeAndBreakCode;

use crate::{
    fault::{Fault, FaultCode as Code},
    place::Place,
    scope::Elaborated,
};

/// The most digits after the point: one for each amount up to 10,000, and two that repeat.
const MOST_DIGITS: usize = 10_002;

/// Reads a code such as `0.77`, `4.0`, `0.3[30]`, `0.77 unequal`.
pub(super) fn read_code(text: &str, base: u32, place: Place) -> Elaborated<TakeAndBreakCode> {
    let bad = |message: String| {
        let expected = if base == 8 {
            "a code such as 0.77 or 0.[3], digits 0 to 7"
        } else {
            "a code such as 0.f, digits 0 to f"
        };
        Box::new(Fault::new(Code::BadCode, place, message).expected(expected))
    };
    let whole = text;
    let (text, unequal) = match text.strip_suffix("unequal") {
        Some(code) if code.ends_with(char::is_whitespace) => (code.trim_end(), true),
        _ => (text, false),
    };
    let Some((before, after)) = text.split_once('.') else {
        return Err(bad("a code has a point".to_owned()));
    };
    let (after, tail) = match after.split_once('[') {
        None => (after, ""),
        Some((after, tail)) => match tail.strip_suffix(']') {
            Some(tail) if !tail.is_empty() => (after, tail),
            _ => return Err(bad("the digits that repeat stand in brackets at the end".to_owned())),
        },
    };
    if before.chars().count() != 1 || !(1..=MOST_DIGITS).contains(&(after.len() + tail.len())) {
        return Err(bad("a code has one digit before the point and some after it".to_owned()));
    }
    let digits = |text: &str| -> Elaborated<Vec<u8>> {
        text.chars()
            .map(|c| match c.to_digit(base).and_then(|digit| u8::try_from(digit).ok()) {
                Some(digit) => Ok(digit),
                None if base == 8 && c.is_ascii_hexdigit() => {
                    let digit = format!("`{c}` is not an octal digit");
                    Err(Box::new(
                        bad(digit).suggest(format!("write `hexadecimal {whole}`, if that is meant")),
                    ))
                }
                None => Err(bad(format!("`{c}` is not a digit of a code"))),
            })
            .collect()
    };
    let mut head = digits(before)?;
    head.extend(digits(after)?);
    let code = TakeAndBreakCode::repeating(head, digits(tail)?);
    let code = code.and_then(|code| if unequal { code.with_unequal_parts() } else { Ok(code) });
    code.map_err(|fault| bad(fault.to_string()))
}
