//! Misère quotients: true ones are accepted, others refused.

use bouton_cert::{Certificate, Claim, QuotientClaim};
use bouton_check::{Step, check};
use bouton_core::Quotient;

/// Taking one or two objects: 1, a, b, ab, b², ab² with a² = 1, b³ = b, as elements 0 to 5; heaps
/// of 0, 1, 2 objects have the values 1, a, b. The lost elements are a and b².
fn one_or_two(values: Vec<u16>, period: Option<(u64, u64)>) -> Certificate {
    let exponent = [0, 1, 2, 1, 2];
    let product = |x: u16, y: u16| 2 * exponent[usize::from(x / 2 + y / 2)] + (x + y) % 2;
    let products = (0..6).flat_map(|x| (0..6).map(move |y| product(x, y))).collect();
    let lost = vec![false, true, false, false, true, false];
    let quotient = Quotient::new(products, lost, values).unwrap();
    let claim = Claim::Quotient(QuotientClaim { quotient, period });
    Certificate { game: "octal 0.33".to_owned(), order: None, claim }
}

fn step(certificate: &Certificate) -> Step {
    check(&certificate.encode()).unwrap_err().step
}

#[test]
fn a_true_quotient_is_accepted() {
    let all = check(&one_or_two(vec![0, 1, 2, 0], Some((3, 1))).encode()).unwrap();
    assert_eq!(
        all.claim,
        "For the game `octal 0.33`, the misère quotient has 6 elements, 2 of them lost, with all heaps, and a heap of n ≥ 1 objects has the value of one of n + 3."
    );
    let some = check(&one_or_two(vec![0, 1, 2, 0, 1], None).encode()).unwrap();
    assert!(some.claim.ends_with("with heaps of at most 4 objects."), "{}", some.claim);
}

#[test]
fn false_periods_and_values_are_refused() {
    for (values, period) in [
        (vec![0, 1, 2, 1], None),
        (vec![0, 1, 2, 0, 2], None),
        (vec![0, 1, 2, 4], None),
        (vec![0, 1, 2], Some((2, 1))),
        (vec![0, 1, 2, 0, 1], Some((4, 1))),
        // From the empty heap on: no theorem covers this.
        (vec![0, 1, 2], Some((3, 0))),
        (vec![0, 1, 2, 0], Some((4, 1))),
        (vec![0, 1, 2, 0], Some((0, 4))),
        // A heap of two is missing, so most elements are values of nothing.
        (vec![0, 1], None),
    ] {
        assert_eq!(step(&one_or_two(values.clone(), period)), Step::Quotient, "{values:?} {period:?}");
    }
}

/// Whether the values of heaps of one and of two objects give the outcomes of misère Nim for their
/// sums.
fn tells_the_outcomes(quotient: &Quotient) -> bool {
    (0..5).flat_map(|ones| (0..5).map(move |twos| (ones, twos))).all(|(ones, twos)| {
        let position: Vec<u32> = [vec![1; ones], vec![2; twos]].concat();
        let lost = if twos == 0 { ones % 2 == 1 } else { ones % 2 == 0 && twos % 2 == 0 };
        quotient.is_lost(&position) == lost
    })
}

/// Every table that differs in one product, one lost element or one value. A heap of two objects
/// may have the value ab instead of b: that only renames the elements.
#[test]
fn changes_of_the_table_are_refused_or_still_true() {
    let text = one_or_two(vec![0, 1, 2, 0], Some((3, 1))).encode();
    let body = &text[..text.rfind("id sha256:").unwrap()];
    let tables = body.find("lost").unwrap()..body.find("period").unwrap();
    let (mut refused, mut accepted) = (0, 0);
    for place in tables.filter(|&place| body.as_bytes()[place].is_ascii_digit()) {
        for digit in b'0'..b'6' {
            let mut bytes = body.as_bytes().to_vec();
            if bytes[place] == digit {
                continue;
            }
            bytes[place] = digit;
            let changed = bouton_cert::seal(std::str::from_utf8(&bytes).unwrap());
            match check(&changed) {
                Ok(checked) => {
                    let Claim::Quotient(claim) = &checked.certificate.claim else { panic!("{changed}") };
                    assert!(tells_the_outcomes(&claim.quotient), "{changed}");
                    accepted += 1;
                }
                Err(found) => {
                    assert!(matches!(found.step, Step::Quotient | Step::Decode), "{found}\n{changed}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 200 && accepted == 1, "{refused} refused, {accepted} accepted");
}

#[test]
fn quotients_are_those_of_codes_alone() {
    let certificate = one_or_two(vec![0, 1, 2, 0], Some((3, 1)));
    for (game, expected) in [
        ("heaps 1\nmove take any from 1 heap", Step::Rules),
        ("octal 0.37", Step::Quotient),
        ("octal 0.333", Step::Quotient),
        ("octal 0.31", Step::Quotient),
    ] {
        assert_eq!(step(&Certificate { game: game.to_owned(), ..certificate.clone() }), expected, "{game}");
    }
    // A code with a repeating tail has no such period, whatever the values.
    assert_eq!(step(&Certificate { game: "octal 0.[3]".to_owned(), ..certificate }), Step::Quotient);
}

/// Two elements that nothing distinguishes: a correct table that is not the quotient.
#[test]
fn elements_must_differ() {
    let quotient = Quotient::new(
        (0..4).flat_map(|x: u16| (0..4).map(move |y| (x + y) % 4)).collect(),
        vec![false, true, false, true],
        vec![0, 1],
    )
    .unwrap();
    let claim = Claim::Quotient(QuotientClaim { quotient, period: None });
    let certificate = Certificate { game: "octal 0.3".to_owned(), order: None, claim };
    assert!(check(&certificate.encode()).unwrap_err().reason.contains("outcomes of another element"));
}
