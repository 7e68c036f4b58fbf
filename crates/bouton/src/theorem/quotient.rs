//! Misère quotients in words.

use bouton_cert::QuotientClaim;
use bouton_core::QuotientElement;

use crate::document;

/// The theorem in a sentence.
pub(super) fn sentence(claim: &QuotientClaim) -> String {
    let QuotientClaim { quotient, period } = claim;
    let order = quotient.order();
    let lost = quotient.lost_elements().count();
    let heaps = match period {
        Some((length, from)) => format!("of all heaps (Φ(n + {length}) = Φ(n) for all n ≥ {from})"),
        None => format!("of heaps of at most {} objects", quotient.largest()),
    };
    let verdict = if quotient.is_tame() { "tame, as in Nim" } else { "wild" };
    format!("the misère quotient {heaps} has {order} elements, {lost} of them P; it is {verdict}.")
}

/// The rule that decides a position.
const DECIDES: &str = "In misère play a position is P exactly when the product of its heaps' values is an element of P, else N.";

pub(super) fn text(title: &str, claim: &QuotientClaim) -> String {
    let quotient = &claim.quotient;
    let width = (quotient.order() - 1).to_string().len();
    let line = |elements: Vec<QuotientElement>| {
        elements.iter().map(|element| format!("{element:>width$}")).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!(
        "{title}: {}\n\n{DECIDES}\n\nP: {}\n",
        sentence(claim),
        line(quotient.lost_elements().collect())
    );
    text.push_str("\nΦ(0), Φ(1), …, the values of single heaps:\n\n");
    for values in quotient.values().chunks(20) {
        text.push_str(&format!("    {}\n", line(values.to_vec())));
    }
    text.push_str("\nThe products, 0 being the identity:\n\n");
    for x in (0..).take(quotient.order()) {
        let row = (0..).take(quotient.order()).map(|y| quotient.product(x, y)).collect();
        text.push_str(&format!("    {}\n", line(row)));
    }
    text
}

pub(super) fn latex(title: &str, claim: &QuotientClaim) -> String {
    let quotient = &claim.quotient;
    let list = |elements: &mut dyn Iterator<Item = QuotientElement>, between: &str| {
        elements.map(|element| element.to_string()).collect::<Vec<_>>().join(between)
    };
    let all = || (0..).take(quotient.order());
    let rows: Vec<String> = all().map(|x| list(&mut all().map(|y| quotient.product(x, y)), " & ")).collect();
    let values = list(&mut quotient.values().iter().copied(), ", ");
    let lost = list(&mut quotient.lost_elements(), ", ");
    let columns = "c".repeat(quotient.order());
    let sentence = match claim.period {
        Some((length, from)) => format!("\\[ \\Phi(n + {length}) = \\Phi(n) \\quad (n \\ge {from}) \\]"),
        None => format!("Heaps have at most {} objects.", quotient.largest()),
    };
    format!(
        "{title}: the mis\\`ere quotient, of order {}.\n\n{sentence}\n\nFor $n = 0, 1, \\ldots$ the values $\\Phi(n)$ begin ${values}$, and $\\mathcal{{P}} = \\{{{lost}\\}}$. A position is P exactly when the product of its heaps' values lies in $\\mathcal{{P}}$. The products are\n\n\\[ \\begin{{array}}{{{columns}}}\n{}\n\\end{{array}} \\]\n",
        quotient.order(),
        rows.join(" \\\\\n")
    )
}

/// The data of a quotient.
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
