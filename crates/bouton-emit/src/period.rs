//! Programs for sums of heaps whose Grundy values have a period.

use bouton_core::{Period, TakeAndBreakCode};

use crate::{
    EmitError, Language,
    emit::{head, is_plain},
    literal::Literal,
    template::{self, Filling},
};

/// Returns a program with the Grundy value of every position of a take-and-break game, of any
/// number of heaps of any size, and a winning move.
///
/// `period` is the period of single heaps; `name` and `rules` identify the game, and
/// `certificate_id` is the name of the certificate in the program.
///
/// The program has no dependencies and is plain ASCII. It has `grundy(heap)`, `value(position)`,
/// `outcome_name(value)` (`outcomeName`) and `winning_move(position)` (`winningMove`). Of the parts
/// into which a heap may be split and that repeat with the period, one of each kind is tried: the
/// cost of a move does not grow with the heaps.
///
/// # Errors
///
/// [`EmitError::Period`], [`EmitError::CertificateId`].
///
/// # Examples
///
/// ```
/// use bouton_core::{Period, TakeAndBreakCode};
/// use bouton_emit::{Language, emit_period};
///
/// // Take one or two: the values are n mod 3.
/// let code = TakeAndBreakCode::new(vec![0, 3, 3]).unwrap();
/// let period = Period { length: 3, preperiod: 0, saltus: 0, values: vec![0, 1, 2] };
/// let program = emit_period(&code, &period, "", "octal 0.33", "two.cert", Language::Python).unwrap();
/// assert!(program.contains("def winning_move(position):"));
/// ```
pub fn emit_period(
    code: &TakeAndBreakCode,
    period: &Period,
    name: &str,
    rules: &str,
    certificate_id: &str,
    language: Language,
) -> Result<String, EmitError> {
    if !period.is_whole() || period.saltus != 0 || code.parts_are_unequal() || !code.is_finite() {
        return Err(EmitError::Period);
    }
    if certificate_id.len() > 200 || !is_plain(certificate_id) {
        return Err(EmitError::CertificateId);
    }
    let digits: Vec<u32> = code.digits().iter().map(|&digit| digit.into()).collect();
    let data = |literal: Literal| literal.render(language);
    let filling = Filling {
        parts: Vec::new(),
        gaps: vec![
            ("HEADER", head(name, rules, certificate_id, language)),
            ("CERTIFICATE", data(Literal::Text(certificate_id.to_owned()))),
            ("PREPERIOD", period.preperiod.to_string()),
            ("LENGTH", period.length.to_string()),
            ("DIGIT_COUNT", digits.len().to_string()),
            ("DIGITS", data(Literal::table(&digits))),
            ("VALUE_COUNT", period.values.len().to_string()),
            ("VALUES", data(Literal::table(&period.values))),
        ],
    };
    Ok(template::fill(template::period_template(language), &filling))
}
