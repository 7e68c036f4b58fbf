//! Laws with letters.

use bouton_canonical::{Rules, RulesWithLetters};
use bouton_cert::LetterCertificate;
use bouton_core::{
    Formula, Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
};

use crate::{
    LowerError, game,
    text::{begin, by_computation, coordinates, list},
    valuation,
};

/// The rules of a certificate, read and with the moves written out.
pub(crate) fn rules(certificate: &LetterCertificate) -> Result<(Rules, RulesWithLetters), LowerError> {
    let rules = |reason: String| LowerError::Rules(reason);
    let game = Rules::read(&certificate.game).map_err(|error| rules(error.to_string()))?;
    if game.letters().is_empty() {
        return Err(rules("they have no letters".to_owned()));
    }
    if !certificate.law.heaps.is_empty() {
        return Err(LowerError::NotCovered("several heaps with letters"));
    }
    let written = game.with_letters().map_err(|error| rules(error.to_string()))?;
    if written.sum {
        return Err(LowerError::NotCovered("sums of heaps with letters"));
    }
    Ok((game, written))
}

/// The valuation and the cases of a law of one heap.
pub(crate) fn law(certificate: &LetterCertificate) -> Result<(Valuation, &[LetterCase]), LowerError> {
    // All fields are named, so that a law of another form cannot be taken for one of these.
    let LetterLaw { valuation, sum, cases, rows, heaps } = &certificate.law;
    if !heaps.is_empty() {
        return Err(LowerError::NotCovered("several heaps with letters"));
    }
    if *sum {
        return Err(LowerError::NotCovered("sums of heaps with letters"));
    }
    if rows.is_some() {
        return Err(LowerError::NotCovered("laws in rows"));
    }
    if *valuation == Valuation::Remoteness {
        return Err(LowerError::NotCovered("the remoteness of positions with letters"));
    }
    Ok((*valuation, cases))
}

/// The file of a law with letters.
pub(crate) fn lowered(certificate: &LetterCertificate) -> Result<String, LowerError> {
    let (game, written) = rules(certificate)?;
    if written.parts.exists != Formula::True {
        return Err(LowerError::NotCovered("`positions where` and letters together"));
    }
    let (of, cases) = law(certificate)?;
    let valuation = valuation(written.parts.convention, of)?;
    let letters = written.letters.len();
    let mut file = begin(&game.text(), &remark(&written), "Statement Letters");
    file.push_str(&format!(
        "(* The numbers that the letters may be. *)\nDefinition cone : formula :=\n  {}.\n\n",
        game::condition(&written.cone, 1, letters, false)
    ));
    file.push_str(&game::of_parts(&written.parts, &written.letters));
    let cases: Vec<String> = cases.iter().map(case).collect();
    file.push_str(&format!("Definition the_law : list letter_case :=\n [{}].\n\n", cases.join(";\n  ")));
    let claim = format!("letter_law_holds {letters} cone rules {valuation} the_law");
    file.push_str(&by_computation("law_is_true", &claim, "check_letters_sound"));
    Ok(file)
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
