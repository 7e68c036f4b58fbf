use super::*;

fn write(language: Language, test: &Test) -> String {
    let names: Vec<String> = ["a1", "a2", "a3"].map(ToOwned::to_owned).to_vec();
    Writer::new(language, &names, false).test(test).expect("it has code")
}

#[test]
fn differences_never_become_negative_where_they_cannot_be() {
    let near = Test::AtMost(vec![1, -1, 0], 3);
    assert_eq!(write(Language::Python, &near), "a1 <= a2 + 3");
    assert_eq!(write(Language::JavaScript, &near), "a1 <= a2 + 3n");
    assert_eq!(write(Language::C, &near), "(a1 <= a2 || a1 - a2 <= 3)");
    let far = Test::AtMost(vec![1, -1, 0], -3);
    assert_eq!(write(Language::Python, &far), "a1 + 3 <= a2");
    assert_eq!(write(Language::Rust, &far), "(a1 < a2 && a2 - a1 >= 3)");
    let equal = Test::Equal(vec![-1, 0, 1], -2);
    assert_eq!(write(Language::Rust, &equal), "(a1 >= a3 && a1 - a3 == 2)");
}

#[test]
fn sums_are_taken_of_small_numbers_or_remainders() {
    let few = Test::AtMost(vec![1, 1, 0], 4);
    assert_eq!(write(Language::C, &few), "(a1 <= 4 && a2 <= 4 && a1 + a2 <= 4)");
    let some = Test::AtMost(vec![-1, -1, 0], -1);
    assert_eq!(write(Language::Python, &some), "not (a1 + a2 <= 0)");
    let congruent = Test::Congruent { coefficients: vec![1, 0, -1], constant: -1, modulus: 3, residue: 2 };
    assert_eq!(write(Language::Rust, &congruent), "(a1 % 3 + 2 * (a3 % 3) + 2) % 3 == 2");
    assert_eq!(write(Language::JavaScript, &congruent), "(a1 + 2n * a3 + 2n) % 3n === 2n");
}

#[test]
fn parentheses_around_everything_go() {
    assert_eq!(bare("(a && b)"), "a && b");
    assert_eq!(bare("(a) && (b)"), "(a) && (b)");
}
