//! Laws in rows: those of all sets {a, b} and {a, b, a + b}, and changes of them.

use bouton_cert::{LetterCertificate, seal};
use bouton_check::{Limits, Step, check_letters};
use bouton_core::ControlState;
use bouton_testdata::changes::changed_numbers;

const FORALL: &str = "| for all a, b where 1 <= a, a < b\n| heaps 1\n";

/// P exactly when n mod (a + b) < b and (n mod (a + b)) mod 2a < a.
fn two() -> String {
    format!(
        "bouton certificate with letters 2\n{FORALL}| move take {{a,b}} from 1 heap\nlaw normal outcome\n\
         rows 0,1,0 by 2,0,0\n\
         case - length 1,1,0,0 step 0,0,0,0 modulo 0,0,0,1 longer 0,0,0,0\n\
         in 0,1,0,0,-1,0,-1 1,0,0,0,0,-1,-1 value 0\n\
         in 0,1,0,0,-1,0,-1 -1,0,0,0,0,1,0 value 1\n\
         in 0,-1,0,0,1,0,0 value 1\n"
    )
}

/// Rows of length 2b, or 2b + a where the phase passes a, if b mod 2a < a; else a period.
fn additive() -> String {
    format!(
        "bouton certificate with letters 2\n{FORALL}| move take {{a,b,a + b}} from 1 heap\nlaw normal outcome\n\
         rows 0,1,0 by 2,0,0\n\
         case 1,0,-1,-1 length 0,2,0,0 step 0,0,1,0 modulo 1,0,0,0 longer 1,0,0,0\n\
         in 1,0,-1,-1,0,0,-1 0,1,0,0,-1,0,-1 1,0,0,0,0,-1,-1 value 0\n\
         in 1,0,-1,-1,0,0,-1 0,1,0,0,-1,0,-1 -1,0,0,0,0,1,0 value 1\n\
         in 1,0,-1,-1,0,0,-1 0,-1,0,0,1,0,0 value 1\n\
         in -1,0,1,1,0,0,0 1,1,0,0,-1,0,-1 1,0,0,0,0,-1,-1 value 0\n\
         in -1,0,1,1,0,0,0 1,1,0,0,-1,0,-1 -1,0,0,0,0,1,0 value 1\n\
         in -1,0,1,1,0,0,0 -1,-1,0,0,1,0,0 value 1\n\
         case -1,0,1,0 length 2,2,-1,0 step 0,0,0,0 modulo 0,0,0,1 longer 0,0,0,0\n\
         in 0,1,0,0,-1,0,-1 1,0,0,0,0,-1,-1 value 0\n\
         in 0,1,0,0,-1,0,-1 -1,0,0,0,0,1,0 value 1\n\
         in 0,-1,0,0,1,0,0 value 1\n"
    )
}

/// The Grundy values of all sets {a, b}.
fn two_grundy() -> String {
    format!(
        "bouton certificate with letters 2\n{FORALL}| move take {{a,b}} from 1 heap\nlaw grundy\n\
         rows 0,1,0 by 2,0,0\n\
         case - length 1,1,0,0 step 0,0,0,0 modulo 0,0,0,1 longer 0,0,0,0\n\
         in 0,1,0,0,-1,0,-1 1,0,0,0,0,-1,-1 value 0\n\
         in 0,1,0,0,-1,0,-1 -1,0,0,0,0,1,0 value 1\n\
         in 0,-1,0,0,1,0,0 1,0,0,0,0,-1,-1 value 2\n\
         in 0,-1,0,0,1,0,0 -1,0,0,0,0,1,0 value 1\n"
    )
}

/// The Grundy values of all additive sets.
fn additive_grundy() -> String {
    let (less, more) = ("1,0,0,0,0,-1,-1", "-1,0,0,0,0,1,0");
    let band = |condition: &str, from: &str, to: &str, values: [i64; 2]| {
        let conditions: Vec<&str> =
            [condition, from, to].into_iter().filter(|form| !form.is_empty()).collect();
        let conditions = conditions.join(" ");
        format!("in {conditions} {less} value {}\nin {conditions} {more} value {}\n", values[0], values[1])
    };
    let (short, long) = ("1,0,-1,-1,0,0,-1", "-1,0,1,1,0,0,0");
    let first = format!(
        "in {long} 1,0,0,0,-1,0,-1 {less} value 0\n\
         in {long} 1,0,0,0,-1,0,-1 {more} 2,0,-1,0,0,-1,-1 value 3\n\
         in {long} 1,0,0,0,-1,0,-1 -2,0,1,0,0,1,0 value 2\n"
    );
    [
        format!(
            "bouton certificate with letters 2\n{FORALL}| move take {{a,b,a + b}} from 1 heap\nlaw grundy\n"
        ),
        "rows 0,1,0 by 2,0,0\n".to_owned(),
        "case 1,0,-1,-1 length 0,2,0,0 step 0,0,1,0 modulo 1,0,0,0 longer 1,0,0,0\n".to_owned(),
        band(short, "", "1,0,0,0,-1,0,-1", [0, 3]),
        band(short, "-1,0,0,0,1,0,0", "0,1,0,0,-1,0,-1", [0, 1]),
        band(short, "0,-1,0,0,1,0,0", "1,1,0,0,-1,0,-1", [2, 1]),
        band(short, "-1,-1,0,0,1,0,0", "", [2, 3]),
        first,
        band(long, "-1,0,0,0,1,0,0", "1,1,0,0,-1,0,-1", [0, 1]),
        band(long, "-1,-1,0,0,1,0,0", "2,1,0,0,-1,0,-1", [2, 1]),
        band(long, "-2,-1,0,0,1,0,0", "", [2, 3]),
        "case -1,0,1,0 length 2,2,-1,0 step 0,0,0,0 modulo 0,0,0,1 longer 0,0,0,0\n".to_owned(),
        band("", "", "2,1,-1,0,-1,0,-1", [0, 1]),
        band("", "-2,-1,1,0,1,0,0", "", [2, 3]),
    ]
    .concat()
}

/// The amounts for given letters.
type Amounts = fn(i64, i64) -> Vec<i64>;

/// The laws, with the amounts that they are about.
fn laws() -> [(String, Amounts); 4] {
    [
        (two(), |a, b| vec![a, b]),
        (additive(), |a, b| vec![a, b, a + b]),
        (two_grundy(), |a, b| vec![a, b]),
        (additive_grundy(), |a, b| vec![a, b, a + b]),
    ]
}

/// The first small instance in which the law differs from play.
fn wrong(text: &str, amounts: impl Fn(i64, i64) -> Vec<i64>, largest: i64) -> Option<(i64, i64, i64)> {
    let law = LetterCertificate::decode(text).unwrap().law;
    for (a, b) in (1..=largest).flat_map(|a| (a + 1..=2 * largest + 3).map(move |b| (a, b))) {
        let mut values: Vec<i64> = Vec::new();
        for heap in 0..6 * (a + b) + 5 {
            let options: Vec<i64> = amounts(a, b)
                .into_iter()
                .filter_map(|amount| values.get(usize::try_from(heap - amount).ok()?).copied())
                .collect();
            let value = (0..).find(|value| !options.contains(value)).unwrap();
            values.push(value);
            let value = if text.contains("law grundy") { value } else { value.min(1) };
            let claimed = law.value(&[a.into(), b.into()], &heap.into(), ControlState(0));
            if claimed != Some(value.into()) {
                return Some((a, b, heap));
            }
        }
    }
    None
}

#[test]
fn all_sets_of_two_and_all_additive_sets_have_one_law_each() {
    for (text, amounts) in laws() {
        let sealed = seal(&text);
        let began = std::time::Instant::now();
        let checked =
            check_letters(&sealed, &Limits::default()).unwrap_or_else(|refused| panic!("{refused}"));
        eprintln!("{:?}, {} bytes: {}", began.elapsed(), sealed.len(), checked.claim);
        assert_eq!(checked.certificate.encode(), sealed);
        assert_eq!(wrong(&sealed, amounts, 7), None);
    }
}

/// Each number of a law is changed by one, in every place: every accepted law is true.
#[test]
fn changed_laws_in_rows_are_refused_or_true() {
    let (mut refused, mut accepted) = (0, 0);
    for (law, (text, amounts)) in laws().into_iter().enumerate() {
        // The longer laws have more lines of each kind.
        let every = [3, 15, 5, 45][law];
        for other in changed_numbers(&text).iter().skip(every - 1).step_by(every) {
            let sealed = seal(other);
            match check_letters(&sealed, &Limits::default()) {
                Ok(_) => {
                    accepted += 1;
                    assert_eq!(wrong(&sealed, amounts, 4), None, "{sealed}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 40 && refused > 4 * accepted, "{refused} {accepted}");
}

/// The checker refuses, at a named step, laws in rows about other games, and those with parts left out.
#[test]
fn other_laws_in_rows_are_refused() {
    let step = |from: &str, to: &str| {
        let text = additive().replacen(from, to, 1);
        assert_ne!(text, additive(), "{from}");
        check_letters(&seal(&text), &Limits::default()).map(|checked| checked.claim).unwrap_err()
    };
    let mut other = Vec::new();
    for (from, to, expected) in [
        ("a + b}", "a + b + 1}", Step::Existential),
        ("{a,b,a + b}", "{a,b}", Step::Existential),
        ("{a,b,a + b}", "{a,b,a + b,3 * b + 2 * a}", Step::Descent),
        ("{a,b,a + b}", "a..b", Step::Rules),
        ("where 1 <= a, a < b", "where 1 <= a, 1 <= b", Step::Descent),
        ("where 1 <= a, a < b", "where 1 <= a", Step::Rules),
        ("from 1 heap", "from 1 heap when h1 >= 3 * b", Step::Rules),
        ("from 1 heap", "from 1 heap when a < b - 1", Step::Rules),
        ("from 1 heap", "from 1 heap\n| stop when h1 <= a", Step::Rules),
        ("from 1 heap", "from 1 heap\n| pass 1", Step::Rules),
        ("from 1 heap\n", "from 1 heap\n| play misere\n", Step::Valuation),
        ("heaps 1", "heaps 2", Step::Rules),
        ("rows 0,1,0 by 2,0,0", "rows 0,1,0 by 0,0,0", Step::Cases),
        ("rows 0,1,0 by 2,0,0", "rows 0,-1,0 by 2,0,0", Step::Cases),
        ("rows 0,1,0 by 2,0,0", "rows 0,1,0,0 by 2,0,0,0", Step::Decode),
        ("case -1,0,1,0", "case -1,0,1,-1", Step::Cases),
        ("modulo 1,0,0,0", "modulo 0,0,1,0", Step::Cases),
        ("length 0,2,0,0", "length 0,0,0,0", Step::Cases),
        ("in 0,-1,0,0,1,0,0 value 1", "in 0,-1,0,0,1,0,0 0,0,0,0,0,0,-1 value 1", Step::Cases),
        ("value 0", "value 2", Step::Cases),
    ] {
        let refused = step(from, to);
        if refused.step != expected {
            other.push(format!("{from} -> {to}: {refused}, not {expected}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
    let refused = step("a + b}", "a + b + 1}");
    assert!(refused.reason.contains("with a = "), "{refused}");
}
