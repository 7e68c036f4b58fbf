//! The serialised results have the structure that programs rely on.

use bouton_theory::{
    nim::winning_moves,
    podium::{PileForm, digit_sum, equality, reduce},
    two_in_total::outcome,
};
use serde_json::{json, to_value};

#[test]
fn numbers_are_numbers_while_they_fit_and_strings_beyond() {
    let large: num_bigint::BigUint = "100000000000000000000".parse().unwrap();
    let moves = winning_moves(&[3u32.into(), large]);
    assert_eq!(to_value(moves).unwrap(), json!([{ "heap": 1, "from": "100000000000000000000", "to": 3 }]));
}

#[test]
fn forms_are_lists_and_values_are_digits() {
    let form: PileForm = "5,14,23,15".parse().unwrap();
    assert_eq!(to_value(&form).unwrap(), json!([23, 15, 14, 5]));
    assert_eq!(to_value(digit_sum(&form, 3)).unwrap(), json!({ "players": 3, "digits": [1, 2, 1, 0, 0] }));
    let different = to_value(equality(&"2,2,2".parse().unwrap(), &"0".parse().unwrap())).unwrap();
    assert_eq!(different["equal"], json!(false));
    assert_eq!(different["distinguisher"], json!([3, 1]));
    assert_eq!(different["outcomes"], json!(["N", "O"]));
    let reduction = to_value(reduce(&"7,7,6,2".parse().unwrap()).unwrap()).unwrap();
    assert_eq!(reduction["steps"], json!([{ "rule": "R2", "from": [7, 7, 6, 2], "to": [7, 6, 6, 3] }]));
}

#[test]
fn verdicts_say_why() {
    let verdict = outcome(&[1u32, 1, 1, 4].map(Into::into));
    assert_eq!(
        to_value(verdict).unwrap(),
        json!({ "lost": true, "reason": "exceptional-row", "remainder": 1, "row": [1, 1, 1] })
    );
}
