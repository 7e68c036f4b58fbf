//! Amounts of memory and time in readable form.

use std::time::Duration;

/// The longest time: a hundred years.
const MAX_SECONDS: f64 = 3_155_760_000.0;

/// A number of bytes: `500M`, `2G`, `1.5GiB`, `65536`.
///
/// # Errors
///
/// A message about the expected form.
///
/// # Examples
///
/// ```
/// assert_eq!(bouton::units::parse_bytes("1.5GiB"), Ok(3 << 29));
/// ```
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let expected = "expected a number of bytes such as 500M, 2G or 65536";
    let (number, unit) = split(text).ok_or(expected)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => return Err(format!("unknown unit `{unit}`: {expected}")),
    };
    scaled(number, factor).filter(|&bytes| usize::try_from(bytes).is_ok()).ok_or_else(|| {
        format!("`{number}` is not a number of bytes that this machine can address: {expected}")
    })
}

/// A time: `30s`, `2m`, `1h`, `500ms`, `45` (seconds).
///
/// # Errors
///
/// A message about the expected form.
///
/// # Examples
///
/// ```
/// assert_eq!(bouton::units::parse_time("2m"), Ok(std::time::Duration::from_secs(120)));
/// ```
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let expected = "expected a time such as 30s, 2m, 1h or 500ms";
    let (number, unit) = split(text).ok_or(expected)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: {expected}")),
    };
    let seconds = number.parse::<f64>().map_err(|_| expected)? * factor;
    if !seconds.is_finite() || seconds <= 0.0 || seconds > MAX_SECONDS {
        return Err(format!("`{text}` is not a possible time limit: {expected}"));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A number with at most one point in it, and its unit.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let well_formed = number.starts_with(|c: char| c.is_ascii_digit()) && number.matches('.').count() <= 1;
    well_formed.then(|| (number, unit.trim()))
}

/// The product number · factor, exact and rounded down; `None` for zero, which is not a limit.
fn scaled(number: &str, factor: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut result = whole.parse::<u64>().ok()?.checked_mul(factor)?;
    let mut part = factor;
    for digit in fraction.bytes() {
        let of_ten = part;
        part = of_ten / 10;
        result = result.checked_add(of_ten.checked_mul(u64::from(digit - b'0'))? / 10)?;
    }
    (result > 0).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_bytes("500M"), Ok(500 << 20));
        assert_eq!(parse_bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("65536"), Ok(65536));
        for wrong in ["", "M", "1.2.3M", "5X", "-1", "0", "99999999999999999999", "20000000T", "1e3", "٣M"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("45"), Ok(Duration::from_secs(45)));
        for wrong in ["", "s", "0s", "-3s", "3y", "1e400", "99999999999999999999h", ".5"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
