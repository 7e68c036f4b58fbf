//! Misère quotients in words.

use bouton_cert::QuotientClaim;
use bouton_document as document;
use bouton_prose::{Block, Formula, Prose, Sign, Text, say};

/// Writes the value of a heap.
fn phi(of: impl Into<Formula>) -> Formula {
    Formula::of("Φ", of)
}

/// Writes the theorem in a sentence.
pub(super) fn sentence(claim: &QuotientClaim) -> Text {
    let QuotientClaim { quotient, period } = claim;
    let n = || Formula::name("n");
    let heaps = match *period {
        Some((length, from)) => {
            let later = Formula::sum([n(), length.into()]);
            let from = n().related(Sign::AtLeast, from);
            say!["of all heaps (", phi(later).equals(phi(n())), " for all ", from, ")"]
        }
        None => say!["of heaps of at most ", quotient.largest(), " objects"],
    };
    let verdict = if quotient.is_tame() { "tame, as in Nim" } else { "wild" };
    say![
        "the misère quotient ",
        heaps,
        " has ",
        quotient.order(),
        " elements, ",
        quotient.lost_elements().count(),
        format!(" of them P; it is {verdict}.")
    ]
}

/// The rule that decides a position.
const DECIDES: &str = "In misère play a position is P exactly when the product of its heaps' values is an element of P, else N.";

/// Writes the whole explanation, about a subject.
pub(super) fn prose(subject: Text, claim: &QuotientClaim) -> Prose {
    let mut prose = begun(say![subject, ": ", sentence(claim)], claim);
    prose.extend(products(claim));
    prose
}

/// Writes the statement as a paper prints it, which lists the products of a small quotient alone.
pub(super) fn in_print(claim: &QuotientClaim) -> Prose {
    let mut prose = begun(sentence(claim).capitalised(), claim);
    if claim.quotient.order() <= MOST_PRINTED {
        prose.extend(products(claim));
    } else {
        prose.extend([Block::Paragraph(
            "The certificate lists the products of all pairs of elements.".into(),
        )]);
    }
    prose
}

/// The most elements of a quotient whose products are printed.
const MOST_PRINTED: usize = 16;

/// Writes a first sentence, the rule that decides a position, the elements of P and the values of heaps.
fn begun(first: Text, claim: &QuotientClaim) -> Prose {
    let quotient = &claim.quotient;
    let lost = quotient.lost_elements().map(|element| Formula::from(u64::from(element)));
    let values = Formula::List(vec![phi(0u32), phi(1u32), Formula::Dots]);
    Prose::from(vec![
        Block::Paragraph(first),
        Block::Paragraph(DECIDES.into()),
        Block::Paragraph(say!["Elements of P: ", Formula::Set(lost.collect()), "."]),
        Block::Paragraph(say![values, ", the values of single heaps:"]),
        Block::Values {
            values: quotient.values().iter().map(|&element| u64::from(element)).collect(),
            of: None,
        },
    ])
}

/// Writes the table of products.
fn products(claim: &QuotientClaim) -> [Block; 2] {
    let quotient = &claim.quotient;
    let all = || (0..).take(quotient.order());
    [
        Block::Paragraph(say!["The products, ", 0u32, " being the identity:"]),
        Block::Grid(all().map(|x| all().map(|y| u64::from(quotient.product(x, y))).collect()).collect()),
    ]
}

/// Returns the data of a quotient.
pub(super) fn table(claim: &QuotientClaim) -> document::Quotient {
    let QuotientClaim { quotient, period } = claim;
    let all = || (0..).take(quotient.order());
    document::Quotient {
        order: quotient.order(),
        p_elements: quotient.lost_elements().collect(),
        table: all().map(|x| all().map(|y| quotient.product(x, y)).collect()).collect(),
        phi: quotient.values().to_vec(),
        periodic_from: period.map(|(_, from)| from),
        period: period.map(|(length, _)| length),
        tame: quotient.is_tame(),
    }
}
