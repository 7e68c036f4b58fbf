//! Certificates of laws with letters.
//!
//! They have a version line of their own, and need no evidence besides the law.

use std::str::FromStr;

use bouton_core::letters::{
    HeapsCase, LetterCase, LetterForm, LetterLaw, LetterRows, LetterValue, Piece, RowCase, RowRegion,
};

use crate::{DecodeError, decode::Reader, encode::valuation_name, seal};

/// The first line of the certificate of a law of one heap.
pub const LETTERS: &str = "bouton certificate with letters 1";
/// The first line of the certificate of other laws with letters.
const MORE_LETTERS: &str = "bouton certificate with letters 2";
/// The first line of the certificate of a law of several heaps.
const HEAPS: &str = "bouton certificate with letters 3";
/// The line after the rules if the law is about each heap of a sum.
const SUM: &str = "sum of heaps";
/// The most cases, blocks, pieces and values that repeat, together.
const MAX_PARTS: usize = 1 << 14;

/// A law with letters, and the rules that it is about.
///
/// ```
/// use bouton_cert::LetterCertificate;
/// use bouton_core::{
///     Valuation,
///     letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
/// };
///
/// // for all m: lost exactly if n mod (m + 1) = 0
/// let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
/// let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
/// let case = LetterCase {
///     conditions: vec![],
///     length: one_m(1, 1),
///     blocks: vec![vec![vec![piece(one_m(0, 1), 0), piece(one_m(1, 1), 1)]]],
/// };
/// let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
/// let game = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap".to_owned();
/// let certificate = LetterCertificate { game, law };
/// assert_eq!(LetterCertificate::decode(&certificate.encode())?, certificate);
/// # Ok::<(), bouton_cert::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterCertificate {
    /// The canonical text of the rules.
    pub game: String,
    /// The law.
    pub law: LetterLaw,
}

/// Whether a text begins as the certificate of a law with letters does.
///
/// ```
/// assert!(bouton_cert::has_letters("bouton certificate with letters 1\n| heaps 1\n"));
/// assert!(!bouton_cert::has_letters("bouton certificate 1\n| heaps 1\n"));
/// ```
#[must_use]
pub fn has_letters(text: &str) -> bool {
    matches!(text.lines().next(), Some(LETTERS | MORE_LETTERS | HEAPS))
}

impl LetterCertificate {
    /// The canonical text of the certificate.
    #[must_use]
    pub fn encode(&self) -> String {
        let version = match &self.law {
            law if !law.heaps.is_empty() => HEAPS,
            law if law.sum || law.rows.is_some() => MORE_LETTERS,
            _ => LETTERS,
        };
        let mut lines = vec![version.to_owned()];
        lines.extend(self.game.split('\n').map(|line| format!("| {line}")));
        lines.extend(self.law.sum.then(|| SUM.to_owned()));
        lines.push(format!("law {}", valuation_name(self.law.valuation)));
        for case in &self.law.cases {
            lines.push(format!("case {} length {}", list(&case.conditions), case.length));
            for (control, blocks) in case.blocks.iter().enumerate() {
                for (block, pieces) in blocks.iter().enumerate() {
                    lines.push(format!("control {control} block {block}"));
                    for piece in pieces {
                        let value = |value: &LetterValue| format!("{},{}", value.remainder, value.form);
                        let values: Vec<String> = piece.values.iter().map(value).collect();
                        lines.push(format!("to {} value {}", piece.end, values.join(" ")));
                    }
                }
            }
        }
        if let Some(rows) = &self.law.rows {
            lines.push(format!("rows {} by {}", rows.dividend, rows.divisor));
            for case in &rows.cases {
                lines.push(format!(
                    "case {} length {} step {} modulo {} longer {}",
                    list(&case.conditions),
                    case.length,
                    case.step,
                    case.modulus,
                    case.longer
                ));
                lines.extend(case.regions.iter().map(region));
            }
        }
        for case in &self.law.heaps {
            lines.push(format!("case {} length {}", list(&case.conditions), case.length));
            lines.extend(case.regions.iter().map(region));
        }
        seal(&(lines.join("\n") + "\n"))
    }

    /// Reads a certificate: only the exact bytes that [`encode`](Self::encode) writes.
    ///
    /// # Errors
    ///
    /// [`DecodeError`]: the first wrong line, and what was expected.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_cert::LetterCertificate;
    ///
    /// let error = LetterCertificate::decode("bouton certificate 1\n").unwrap_err();
    /// assert!(error.to_string().contains("line 1"));
    /// ```
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(text)?;
        let of_heaps = reader.peek() == Some(HEAPS);
        if of_heaps || reader.peek() == Some(MORE_LETTERS) {
            reader.advance();
        } else {
            reader.exact(LETTERS)?;
        }
        let mut game = Vec::new();
        while let Some(line) = reader.peek().and_then(|line| line.strip_prefix("| ")) {
            game.push(line);
            reader.advance();
        }
        if game.is_empty() {
            return Err(reader.wrong("the rules, each line after `| `"));
        }
        let sum = reader.peek() == Some(SUM);
        if sum {
            reader.advance();
        }
        let mut law = LetterLaw { sum, ..LetterLaw::new(reader.valuation()?, Vec::new()) };
        let (mut letters, mut parts) = (None, 0);
        if of_heaps {
            law.heaps = heaps(&mut reader, &mut letters, &mut parts)?;
        } else {
            law.rows = rows(&mut reader, &mut parts)?;
        }
        while !of_heaps && law.rows.is_none() && reader.peek().is_some() {
            law.cases.push(case(&mut reader, &mut letters, &mut parts)?);
        }
        if law.cases.is_empty() && law.rows.is_none() && law.heaps.is_empty() {
            return Err(reader.wrong("`case`, its conditions, `length` and a form"));
        }
        let certificate = Self { game: game.join("\n"), law };
        let canonical = certificate.encode();
        if canonical == text {
            return Ok(certificate);
        }
        let same = canonical.split('\n').zip(text.split('\n')).take_while(|(left, right)| left == right);
        Err(DecodeError::NotCanonical { line: same.count() + 1 })
    }
}

/// The number of letters, as soon as one form has been read: all others have as many.
type Letters = Option<usize>;

fn case(
    reader: &mut Reader<'_>,
    letters: &mut Letters,
    parts: &mut usize,
) -> Result<LetterCase, DecodeError> {
    let line = reader.peek().and_then(|line| line.strip_prefix("case "));
    let read = line.and_then(|line| line.split_once(" length ")).and_then(|(conditions, length)| {
        let length = form(length, letters)?;
        Some((read_list(conditions, letters)?, length))
    });
    let Some((conditions, length)) = read else {
        return Err(reader.wrong("`case`, its conditions or `-`, `length` and a form such as 1,1,0"));
    };
    reader.advance();
    let mut blocks: Vec<Vec<Vec<Piece>>> = Vec::new();
    while reader.peek().is_some_and(|line| line.starts_with("control ")) {
        let next = |control: usize, block: usize| Some(format!("control {control} block {block}"));
        let line = reader.peek().map(str::to_owned);
        let (control, block) = (blocks.len(), blocks.last().map_or(0, Vec::len));
        if line == next(control, 0) {
            blocks.push(Vec::new());
        } else if control == 0 || line != next(control - 1, block) {
            return Err(reader.wrong("the next block of this control state, or the first of the next one"));
        }
        reader.advance();
        let mut pieces = Vec::new();
        while let Some(line) = reader.peek().and_then(|line| line.strip_prefix("to ")) {
            let read = line.split_once(" value ").and_then(|(end, values)| {
                let values =
                    values.split(' ').map(|text| value(text, letters)).collect::<Option<Vec<_>>>()?;
                Some(Piece { end: form(end, letters)?, values })
            });
            let Some(piece) = read else {
                return Err(reader.wrong("`to`, a form, `value` and values such as 0,0,0,1"));
            };
            *parts += 1 + piece.values.len();
            if *parts > MAX_PARTS {
                return Err(reader.wrong("fewer pieces"));
            }
            pieces.push(piece);
            reader.advance();
        }
        if let Some(of) = blocks.last_mut() {
            of.push(pieces);
        }
    }
    Ok(LetterCase { conditions, length, blocks })
}

/// The cases of a law of several heaps.
fn heaps(
    reader: &mut Reader<'_>,
    letters: &mut Letters,
    parts: &mut usize,
) -> Result<Vec<HeapsCase>, DecodeError> {
    let mut cases: Vec<HeapsCase> = Vec::new();
    // Forms of a region are about the heaps and their remainders, too.
    let mut of_region = None;
    while let Some(line) = reader.peek() {
        let read = if let Some(line) = line.strip_prefix("in ") {
            read_region(line, &mut of_region).and_then(|region| {
                *parts += 1 + region.conditions.len();
                cases.last_mut()?.regions.push(region);
                Some(())
            })
        } else {
            let parted = line.strip_prefix("case ").and_then(|line| line.split_once(" length "));
            parted.and_then(|(conditions, length)| {
                let (conditions, length) = (read_list(conditions, letters)?, form(length, letters)?);
                *parts += 1 + conditions.len();
                cases.push(HeapsCase { conditions, length, regions: Vec::new() });
                Some(())
            })
        };
        if read.is_none() || *parts > MAX_PARTS {
            return Err(reader.wrong(
                "`case`, conditions or `-`, `length` and a form; or `in`, conditions, `value` and a number",
            ));
        }
        reader.advance();
    }
    Ok(cases)
}

fn region(region: &RowRegion) -> String {
    format!("in {} value {}", list(&region.conditions), region.value)
}

fn read_region(line: &str, numbers: &mut Letters) -> Option<RowRegion> {
    let (conditions, value) = line.split_once(" value ")?;
    Some(RowRegion { conditions: read_list(conditions, numbers)?, value: number(value)? })
}

/// Forms with a space between them, or `-`.
fn list(forms: &[LetterForm]) -> String {
    let forms: Vec<String> = forms.iter().map(ToString::to_string).collect();
    if forms.is_empty() { "-".to_owned() } else { forms.join(" ") }
}

fn read_list(text: &str, letters: &mut Letters) -> Option<Vec<LetterForm>> {
    match text {
        "-" => Some(Vec::new()),
        list => list.split(' ').map(|text| form(text, letters)).collect(),
    }
}

/// The law in rows, if there is one.
fn rows(reader: &mut Reader<'_>, parts: &mut usize) -> Result<Option<LetterRows>, DecodeError> {
    let Some(line) = reader.peek().and_then(|line| line.strip_prefix("rows ")) else { return Ok(None) };
    let mut letters = None;
    let read = line.split_once(" by ");
    let read =
        read.and_then(|(first, second)| Some((form(first, &mut letters)?, form(second, &mut letters)?)));
    let Some((dividend, divisor)) = read else {
        return Err(reader.wrong("`rows`, a form, `by` and a form"));
    };
    reader.advance();
    // Forms of a case are about the remainder, too, and those of a region about three more numbers.
    let count = divisor.coefficients.len();
    let (mut of_case, mut of_region) = (Some(count + 1), Some(count + 4));
    let mut cases: Vec<RowCase> = Vec::new();
    while let Some(line) = reader.peek() {
        let read = if let Some(line) = line.strip_prefix("in ") {
            read_region(line, &mut of_region).and_then(|region| {
                *parts += 1 + region.conditions.len();
                cases.last_mut()?.regions.push(region);
                Some(())
            })
        } else {
            row_case(line, &mut of_case).map(|case| {
                *parts += 1 + case.conditions.len();
                cases.push(case);
            })
        };
        if read.is_none() || *parts > MAX_PARTS {
            return Err(reader.wrong(
                "`case`, conditions or `-`, `length`, `step`, `modulo` and `longer`, each with a form; or `in`, conditions, `value` and a number",
            ));
        }
        reader.advance();
    }
    if cases.is_empty() {
        return Err(reader.wrong("`case`"));
    }
    Ok(Some(LetterRows { dividend, divisor, cases }))
}

fn row_case(line: &str, letters: &mut Letters) -> Option<RowCase> {
    let (conditions, rest) = line.strip_prefix("case ")?.split_once(" length ")?;
    let (length, rest) = rest.split_once(" step ")?;
    let (step, rest) = rest.split_once(" modulo ")?;
    let (modulus, longer) = rest.split_once(" longer ")?;
    Some(RowCase {
        conditions: read_list(conditions, letters)?,
        length: form(length, letters)?,
        step: form(step, letters)?,
        modulus: form(modulus, letters)?,
        longer: form(longer, letters)?,
        regions: Vec::new(),
    })
}

fn number(text: &str) -> Option<i64> {
    // The whole text is compared with its canonical form.
    i64::from_str(text).ok().filter(|number| number.unsigned_abs() <= 1 << 40)
}

fn form(text: &str, letters: &mut Letters) -> Option<LetterForm> {
    let mut numbers = text.split(',').map(number).collect::<Option<Vec<i64>>>()?;
    let constant = numbers.pop()?;
    (*letters.get_or_insert(numbers.len()) == numbers.len())
        .then_some(LetterForm { coefficients: numbers, constant })
}

fn value(text: &str, letters: &mut Letters) -> Option<LetterValue> {
    let (remainder, rest) = text.split_once(',')?;
    Some(LetterValue { remainder: number(remainder)?, form: form(rest, letters)? })
}
