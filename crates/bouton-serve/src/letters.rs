//! Numbers for the letters of rules as they are typed on the page: `3`, `2, 5` or `a=2, b=5`.

use bouton::{Game, Watch, letter_settings};

use crate::{
    failure::Failure,
    texts::{shown, with},
};

/// The numbers with their letters, as in `a=2,b=5`. A number without a letter belongs to the letter in its place. Names
/// that `let` defines in the rules may have numbers, too.
///
/// # Errors
///
/// If a name is not in the rules, a letter has no number or two, or what is written is not a number.
pub(crate) fn named(written: &str, game: &Game) -> Result<String, Failure> {
    let letters = game.rules().letters();
    let wrong = |message: String| Failure { letters: letters.into(), ..Failure::input("usage", &message) };
    let all = letters.join(", ");
    let missing = || {
        wrong(match letters {
            [letter] => with("letters.one-number", &[letter]),
            _ => with("letters.numbers", &[&letters.len().to_string(), &all]),
        })
    };
    let parts = parts(written, letters.len());
    let pairs: Vec<(&str, &str)> = if written.contains('=') {
        parts.iter().map(|part| part.split_once('=').ok_or_else(missing)).collect::<Result<_, _>>()?
    } else if parts.len() == letters.len() {
        letters.iter().map(String::as_str).zip(parts).collect()
    } else {
        return Err(missing());
    };
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (name, number) in pairs {
        let (name, number) = (name.trim(), number.trim());
        if !letters.iter().any(|letter| letter == name) && !is_defined(game, name) {
            let key = if letters.len() == 1 { "letters.not-the-letter" } else { "letters.no-letter" };
            return Err(wrong(with(key, &[&shown(name), &all])));
        }
        if letter_settings(&[format!("{name}={number}")]).is_err() {
            return Err(wrong(with("letters.no-number", &[&shown(number), name])));
        }
        if found.iter().any(|(known, _)| *known == name) {
            return Err(wrong(with("letters.twice", &[name])));
        }
        found.push((name, number));
    }
    if letters.iter().any(|letter| found.iter().all(|(name, _)| name != letter)) {
        return Err(missing());
    }
    let found: Vec<String> = found.into_iter().map(|(name, number)| format!("{name}={number}")).collect();
    Ok(found.join(","))
}

/// The numbers between commas; between spaces where there are no commas and several letters.
fn parts(written: &str, letters: usize) -> Vec<&str> {
    let parts: Vec<&str> = if written.contains([',', ';', '=']) || letters == 1 {
        written.split([',', ';']).map(str::trim).collect()
    } else {
        written.split_whitespace().collect()
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// Whether a line of the rules defines a name: `let k = 2`.
fn is_defined(game: &Game, name: &str) -> bool {
    let text = game.rules().text();
    text.lines()
        .filter_map(|line| line.strip_prefix("let "))
        .any(|line| line.split_once('=').is_some_and(|(defined, _)| defined.trim() == name))
}

/// Numbers that the letters of rules may have, as they are typed: `3, 5`. `None` if none were found.
pub(crate) fn example(game: &Game, watch: &Watch) -> Option<String> {
    const MOST_TRIED: usize = 200;
    const WORK: u64 = 1 << 22;
    let watch = &watch.within(WORK);
    let count = game.rules().letters().len();
    let usual: Vec<i64> = (0i64..).map(|place| 3 + 2 * place).take(count).collect();
    let one_after_the_other = (1i64..=12).map(|first| (first..).take(count).collect::<Vec<i64>>());
    let apart = (1i64..=12).flat_map(|first| {
        (0i64..=12).map(move |step| (0i64..).map(|place| first + step * place).take(count).collect())
    });
    let powers = (4u32..20).map(|power| vec![1 << power; count]);
    let tried = std::iter::once(usual).chain(one_after_the_other).chain(apart).chain(powers).take(MOST_TRIED);
    let fits = |numbers: &Vec<i64>| {
        watch.check().is_ok() && matches!(game.rules().instance_within(numbers, watch), Ok(Ok(_)))
    };
    let numbers = tried.into_iter().find(fits)?;
    Some(numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str) -> Game {
        Game::named(rules).unwrap()
    }

    const TWO: &str =
        "for all a, b where 1 <= a, a < b; let k = 2; heaps 1; move take {a, b} from 1 heap when h1 > k";

    #[test]
    fn numbers_belong_to_the_letters_in_their_places() {
        let one = game("for all m where m >= 1; heaps 1; move take 1..m from 1 heap");
        for (typed, read) in [("3", "m=3"), (" 3 ", "m=3"), ("m = 3", "m=3"), ("10^20+7", "m=10^20+7")] {
            assert_eq!(named(typed, &one).unwrap(), read);
        }
        for (typed, read) in [
            ("2, 5", "a=2,b=5"),
            ("2 5", "a=2,b=5"),
            ("2;5", "a=2,b=5"),
            ("b=5, a = 2", "b=5,a=2"),
            ("a=2,b=5,k=1", "a=2,b=5,k=1"),
        ] {
            assert_eq!(named(typed, &game(TWO)).unwrap(), read);
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_letters() {
        let one = game("for all m where m >= 1; heaps 1; move take 1..m from 1 heap");
        for typed in ["x=3", "m=1..4", "1..4", "three", "3, 4", "m", "m=3,m=4", "m=", ",", "m=-1"] {
            let failure = named(typed, &one).unwrap_err();
            assert_eq!(*failure.letters, ["m"], "{typed}");
            assert!(failure.message().contains('m') && !failure.message().contains("let "), "{typed}");
        }
        for typed in ["3", "1,2,3", "a=3", "a=3,c=4", "3,b=4"] {
            let failure = named(typed, &game(TWO)).unwrap_err();
            assert!(failure.message().contains("a, b"), "{typed}: {}", failure.message());
        }
    }

    #[test]
    fn examples_are_numbers_that_the_rules_allow() {
        for rules in [
            TWO,
            "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap",
            "for all m where m >= 30; heaps 1; move take 1..m from 1 heap",
            "for all a, b where 1 <= b, 5 * b <= a; heaps 1; move take {a, b} from 1 heap",
        ] {
            let game = game(rules);
            let Some(example) = example(&game, &Watch::unlimited()) else { continue };
            let settings = bouton::settings(&[named(&example, &game).unwrap()]).unwrap();
            assert!(
                Game::named_within(rules, &settings[0], &Watch::unlimited()).is_ok(),
                "{rules}: {example}"
            );
        }
        assert_eq!(example(&game(TWO), &Watch::unlimited()).unwrap(), "3, 5");
        let large = game("for all m where m >= 30; heaps 1; move take 1..m from 1 heap");
        assert_eq!(example(&large, &Watch::unlimited()).unwrap(), "32");
    }
}
