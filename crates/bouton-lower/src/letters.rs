//! Laws with letters.

use bouton_canonical::{Rules, RulesWithLetters};
use bouton_cert::LetterCertificate;
use bouton_core::{
    Convention, Formula, Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterRows, LetterValue, Piece, RowCase, RowRegion},
};

use crate::{
    LowerError, game,
    text::{begin, by_computation, coordinates, list},
    valuation,
};

/// The rules of a certificate about one heap, read and with the moves written out.
pub(crate) fn rules(certificate: &LetterCertificate) -> Result<(Rules, RulesWithLetters), LowerError> {
    let (game, written) = any_rules(certificate)?;
    if written.sum {
        return Err(LowerError::NotCovered("sums of heaps with letters"));
    }
    Ok((game, written))
}

/// The rules of a certificate, read and with the moves of one heap written out.
fn any_rules(certificate: &LetterCertificate) -> Result<(Rules, RulesWithLetters), LowerError> {
    let rules = |reason: String| LowerError::Rules(reason);
    let game = Rules::read(&certificate.game).map_err(|error| rules(error.to_string()))?;
    if game.letters().is_empty() {
        return Err(rules("they have no letters".to_owned()));
    }
    if !certificate.law.heaps.is_empty() {
        return Err(LowerError::NotCovered("several heaps with letters"));
    }
    let written = game.with_letters().map_err(|error| rules(error.to_string()))?;
    Ok((game, written))
}

/// The valuation and the cases of a law of one heap.
pub(crate) fn law(certificate: &LetterCertificate) -> Result<(Valuation, &[LetterCase]), LowerError> {
    let (valuation, sum, cases) = any_law(certificate)?;
    if sum {
        return Err(LowerError::NotCovered("sums of heaps with letters"));
    }
    Ok((valuation, cases))
}

/// The valuation of a law in cases, whether it is that of each heap of a sum, and its cases.
fn any_law(certificate: &LetterCertificate) -> Result<(Valuation, bool, &[LetterCase]), LowerError> {
    // All fields are named, so that a law of another form cannot be taken for one of these.
    let LetterLaw { valuation, sum, cases, rows, heaps } = &certificate.law;
    if !heaps.is_empty() {
        return Err(LowerError::NotCovered("several heaps with letters"));
    }
    if rows.is_some() {
        return Err(LowerError::NotCovered("laws in rows"));
    }
    no_remoteness(*valuation)?;
    Ok((*valuation, *sum, cases))
}

fn no_remoteness(valuation: Valuation) -> Result<(), LowerError> {
    if valuation == Valuation::Remoteness {
        return Err(LowerError::NotCovered("the remoteness of positions with letters"));
    }
    Ok(())
}

/// The file of a law with letters.
pub(crate) fn lowered(certificate: &LetterCertificate) -> Result<String, LowerError> {
    let (game, written) = any_rules(certificate)?;
    if written.parts.exists != Formula::True {
        return Err(LowerError::NotCovered("`positions where` and letters together"));
    }
    if let Some(law) = &certificate.law.rows {
        return in_rows(&game, &written, &certificate.law, law);
    }
    let (of, sum, cases) = any_law(certificate)?;
    if sum != written.sum {
        return Err(LowerError::Rules("of the law and the rules, one is about a single heap".to_owned()));
    }
    let letters = written.letters.len();
    let (claim, lemma, remark, statement) = if sum {
        let misere = match (written.parts.convention, of) {
            (Convention::Normal, Valuation::Grundy) => false,
            (Convention::Misere, Valuation::Grundy) => true,
            _ => return Err(LowerError::NotCovered("sums of heaps by other than their Grundy values")),
        };
        let remark = format!(
            "A position is the sum of any number of heaps; [rules] is the game with one of them.\n   {}",
            remark(&written)
        );
        let claim = format!("letter_sum_law_holds {letters} cone rules {misere} the_law");
        (claim, "check_letter_sum_sound", remark, "Statement Every Letters")
    } else {
        let valuation = valuation(written.parts.convention, of)?;
        let claim = format!("letter_law_holds {letters} cone rules {valuation} the_law");
        (claim, "check_letters_sound", remark(&written), "Statement Letters")
    };
    let mut file = begin(&game.text(), &remark, statement);
    file.push_str(&definitions(&written));
    let cases: Vec<String> = cases.iter().map(case).collect();
    file.push_str(&format!("Definition the_law : list letter_case :=\n [{}].\n\n", cases.join(";\n  ")));
    file.push_str(&by_computation("law_is_true", &claim, lemma));
    Ok(file)
}

/// The condition of the letters, and the game.
fn definitions(rules: &RulesWithLetters) -> String {
    format!(
        "(* The numbers that the letters may be. *)\nDefinition cone : formula :=\n  {}.\n\n{}",
        game::condition(&rules.cone, 1, rules.letters.len(), false),
        game::of_parts(&rules.parts, &rules.letters)
    )
}

/// The file of a law in rows.
fn in_rows(
    game: &Rules,
    written: &RulesWithLetters,
    law: &LetterLaw,
    rows: &LetterRows,
) -> Result<String, LowerError> {
    if law.sum || written.sum || !law.cases.is_empty() {
        return Err(LowerError::Rules("a law in rows is about one heap, and has no other cases".to_owned()));
    }
    no_remoteness(law.valuation)?;
    let valuation = valuation(written.parts.convention, law.valuation)?;
    let cases: Vec<String> = rows.cases.iter().map(row_case).collect::<Result<_, _>>()?;
    let mut file = begin(&game.text(), &remark(written), "Statement Letters");
    file.push_str(&definitions(written));
    file.push_str(&format!("Definition the_law : list row_case :=\n [{}].\n\n", cases.join(";\n  ")));
    let claim = format!(
        "letter_rows_hold {} cone rules {valuation} ({}) ({}) the_law",
        written.letters.len(),
        form(&rows.dividend),
        form(&rows.divisor)
    );
    file.push_str(&by_computation("law_is_true", &claim, "check_letter_rows_sound"));
    Ok(file)
}

fn row_case(case: &RowCase) -> Result<String, LowerError> {
    let RowCase { conditions, length, step, modulus, longer, regions } = case;
    let regions: Vec<String> = regions.iter().map(region).collect::<Result<_, _>>()?;
    Ok(format!(
        "RowCase {} ({}) ({}) ({}) ({})\n   [{}]",
        list(conditions.iter().map(form)),
        form(length),
        form(step),
        form(modulus),
        form(longer),
        regions.join(";\n    "),
    ))
}

fn region(region: &RowRegion) -> Result<String, LowerError> {
    let value = u64::try_from(region.value)
        .map_err(|_| LowerError::Rules("a value of the law is negative".to_owned()))?;
    Ok(format!("RowRegion {} {value}%N", list(region.conditions.iter().map(form))))
}

pub(crate) fn remark(rules: &RulesWithLetters) -> String {
    let letters = rules.letters.join(", ");
    format!(
        "{}.\n   The first parameters of conditions and moves are the letters {letters}.",
        coordinates(&rules.parts)
    )
}

fn case(case: &LetterCase) -> String {
    let controls = case.blocks.iter().map(|blocks| {
        let blocks: Vec<String> = blocks
            .iter()
            .map(|pieces| format!("[{}]", pieces.iter().map(piece).collect::<Vec<_>>().join(";\n      ")))
            .collect();
        format!("[{}]", blocks.join(";\n     "))
    });
    let controls: Vec<String> = controls.collect();
    format!(
        "LetterCase {} ({})\n   [{}]",
        list(case.conditions.iter().map(form)),
        form(&case.length),
        controls.join(";\n    "),
    )
}

fn piece(piece: &Piece) -> String {
    let value = |value: &LetterValue| format!("({}, {})", integer(value.remainder), form(&value.form));
    format!("PieceTo ({}) {}", form(&piece.end), list(piece.values.iter().map(value)))
}

fn form(form: &LetterForm) -> String {
    format!("Form {} {}", list(form.coefficients.iter().map(|&c| integer(c))), integer(form.constant))
}

fn integer(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}
