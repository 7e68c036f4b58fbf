//! Tests that rules with letters are read, printed, formatted, refused with an example, and become
//! games with numbers.

use bouton_core::{Formula, Target};
use bouton_rules::{Game, HeapCount, RulesetError, format};

const TWO: &str =
    "game two-amounts\nfor all a, b where 1 <= a, a < b, b <= 2 * a\nheaps 1\nmove take {a,b} from 1 heap";

fn faults(text: &str) -> String {
    Game::parse(text).expect_err(text).to_string()
}

#[test]
fn rules_with_letters_are_read_and_printed() {
    let game = Game::parse(TWO).unwrap();
    assert_eq!(game.text(), TWO);
    assert_eq!(Game::parse(&TWO.replace('\n', "; ")).unwrap(), game);
    assert_eq!(format(TWO).unwrap(), format!("{TWO}\n"));
    assert_eq!((game.letters().join(" "), game.heaps()), ("a b".to_owned(), HeapCount::Fixed(1)));
    assert_eq!(game.where_letters(), "1 <= a, a < b, b <= 2 * a");
    for text in [
        "for all m; heaps 1; move take 1..m + 1 from 1 heap",
        "for all a; heaps 1; move take any from 1 heap when heap >= 2 * a; stop when total <= a",
        "for all a where a >= 1; heaps 2; move take a from 1 heap; move take the same a + 1 from 2 heaps; pass 1 unless h1 <= a",
        "for all a where a >= 1; heaps any; move take at most a from 1 heap",
        "for all k; counters x; move x -> x - t where t >= 1, t <= k; play misere",
    ] {
        let game = Game::parse(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        assert_eq!(Game::parse(&game.text()).unwrap(), game, "{text}");
        assert!(format(text).unwrap().contains("for all "), "{text}");
    }
}

#[test]
fn numbers_for_the_letters_make_a_game() {
    let set = |text: &str, pairs: &[(&str, i64)]| {
        let settings: Vec<(String, i64)> =
            pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Game::parse_with(text, &settings)
    };
    let three = set(TWO, &[("a", 3), ("b", 5)]).unwrap();
    assert_eq!(three.text(), "game two-amounts\nheaps 1\nlet a = 3\nlet b = 5\nmove take {a,b} from 1 heap");
    let plain = Game::parse("heaps 1; move take {3,5} from 1 heap").unwrap();
    assert_eq!(three.ruleset().unwrap().moves(), plain.ruleset().unwrap().moves());
    let one = set(TWO, &[("a", 3)]).unwrap();
    assert_eq!(one.letters(), ["b"]);
    assert_eq!(set(&one.text(), &[("b", 6)]).unwrap().ruleset().unwrap().moves().len(), 2);
    assert!(set(TWO, &[("a", 3), ("b", 7)]).unwrap_err().to_string().contains("E0408"));
    assert!(set(TWO, &[("a", 0)]).unwrap_err().to_string().contains("E0408"));
    assert!(set(TWO, &[("c", 1)]).unwrap_err().to_string().contains("E0103"));
    let error = Game::parse(TWO).unwrap().ruleset().unwrap_err();
    assert!(error.to_string().contains("--set a=3 --set b=5"), "{error}");
}

#[test]
fn faults_name_letters_for_which_they_show() {
    for (text, code, words) in [
        ("for all a, b; heaps 1; move take {a, b} from 1 heap", "E0301", "with a = 0, b = 0"),
        (
            "for all a, b where 1 <= a, 1 <= b; heaps 1; move take a..b from 1 heap",
            "E0301",
            "a range runs backwards",
        ),
        ("for all a where a >= 1; heaps 1; move take 1..a - 5 from 1 heap", "E0301", "with a = "),
        ("for all a where 1 <= a; heaps 1; move take a * a from 1 heap", "E0303", "both vary"),
        ("for all a where 1 <= a; heaps 1; move take 1 from 1 heap when h1 > a * h1", "E0303", "both vary"),
        ("for all a where a < 0; heaps 1; move take 1 from 1 heap", "E0408", "no numbers"),
        ("for all a where a < h1; heaps 1; move take 1 from 1 heap", "E0205", "h1"),
        ("for all a where a < total; heaps 1; move take 1 from 1 heap", "E0204", "position"),
        ("for all h1; heaps 1; move take 1 from 1 heap", "E0207", "heap"),
        ("for all a, a; heaps 1; move take 1 from 1 heap", "E0207", "taken"),
        ("for all any; heaps 1; move take 1 from 1 heap", "E0207", "name"),
        ("let a = 3; for all a; heaps 1; move take 1 from 1 heap", "E0207", "taken"),
        ("for all a; counters a; move a -> a - 1", "E0207", "taken"),
        ("for all a; for all b; heaps 1; move take 1 from 1 heap", "E0201", "second"),
        ("for all a, b, c, d, e, f, g; heaps 1; move take 1 from 1 heap", "E0206", "letters"),
        ("for all a where a >= 1; heaps a; move take 1 from 1 heap", "E0308", "fixed"),
        ("for all p where p >= 1; heaps 1; move take 1 from 1 heap; pass p + 1", "E0308", "fixed"),
        ("for all a; counters x; move x -> x + a - 3 when x > a", "E0401", "with a = "),
        ("for any a; heaps 1; move take 1 from 1 heap", "E0102", "all"),
    ] {
        let found = faults(text);
        assert!(found.contains(code) && found.contains(words), "{text}\n{found}");
    }
}

#[test]
fn the_moves_of_one_heap_have_letters_as_first_parameters() {
    let rules = Game::parse(TWO).unwrap().with_letters().unwrap();
    assert_eq!(rules.letters, ["a", "b"]);
    assert!(rules.cone.holds(&[0, 3, 5]) && !rules.cone.holds(&[0, 3, 7]) && !rules.cone.holds(&[0, 0, 0]));
    for (a, b, heap) in [(3i128, 5i128, 9i128), (2, 3, 2), (4, 5, 0)] {
        let mut options = Vec::new();
        for schema in &rules.parts.moves {
            assert!(schema.parameters >= 2);
            for choice in 0..=heap {
                let values = [heap, a, b, choice];
                let Target::Becomes(target) = &schema.targets[0] else { panic!() };
                if schema.guard.holds(&values) && target.evaluate(&values) >= 0 {
                    options.push(target.evaluate(&values));
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        let mut expected: Vec<i128> = [heap - b, heap - a].into_iter().filter(|rest| *rest >= 0).collect();
        expected.sort_unstable();
        assert_eq!(options, expected);
    }
    assert_eq!(rules.parts.exists, Formula::True);
    let two = Game::parse(&TWO.replace("heaps 1", "heaps 2")).unwrap().with_letters().unwrap();
    assert_eq!((two.sum, rules.sum, &two.parts), (true, false, &rules.parts));
    let tied = TWO.replace("heaps 1", "heaps 2").replace("from 1 heap", "from 2 heaps");
    let error = Game::parse(&tied).unwrap().with_letters().unwrap_err();
    assert!(matches!(error, RulesetError::LettersAndHeaps(_)), "{error}");
}

/// With a letter for their number, passes are one more coordinate; with a number for the letter they are control states.
#[test]
fn a_letter_may_be_the_number_of_passes() {
    for (rules, pass, dimension) in [
        ("heaps 2; move take 1..2 in total from at most 2 heaps", " unless empty", 2),
        ("heaps 1; move take 1..3 from 1 heap; stop when total <= 1", " when total mod 3 = 1", 1),
        ("heap sizes 1..2; move take any from 1 heap; play misere", " unless empty", 2),
        (
            "counters a, b; positions where a <= b; move b -> t where t < b, t >= a; move a -> t where t < a",
            "",
            2,
        ),
        ("heaps 2; players 3 podium; move take 1 from 1 heap", " when some heap is odd", 2),
    ] {
        let text = format!("for all p; {rules}; pass p{pass}");
        let game = Game::parse(&text).unwrap();
        assert_eq!((game.counted_passes(), game.letters()), (Some("p"), &[][..]), "{text}");
        let canonical = game.text();
        assert_eq!(bouton_canonical::Rules::read(&canonical).unwrap(), *game, "{canonical}");
        assert!(canonical.starts_with("for all p\n") && canonical.contains("\npass p"), "{canonical}");
        let counted = game.ruleset().unwrap();
        assert_eq!((counted.dimension(), counted.controls().len()), (dimension + 1, 1));
        assert!(!counted.interchangeable() && counted.coordinates()[dimension] == "p");
        for passes in 0..=3usize {
            let fixed = Game::parse_with(&text, &[("p".to_owned(), passes as i64)]).unwrap();
            assert_eq!(bouton_canonical::Rules::read(&fixed.text()).unwrap(), *fixed);
            let same = match passes {
                0 => rules.to_owned(),
                _ => format!("{rules}; pass {passes}{pass}"),
            };
            let (fixed, same) = (fixed.ruleset().unwrap(), Game::parse(&same).unwrap().ruleset().unwrap());
            assert_eq!(
                (fixed.moves(), fixed.controls()),
                (same.moves(), same.controls()),
                "{text}: {passes}"
            );
        }
    }
    for open in [
        "for all p where p >= 1; heaps 2; move take 1..p from 1 heap; pass p",
        "for all m, p where m >= 1; heaps 1; move take 1..m from 1 heap; pass p",
        "for all p; heaps any; move take any from 1 heap; pass p",
        "for all p; heaps 1; move take any from 1 heap; pass p each unless empty",
        "for all p; heaps 1; move take any from 1 heap; pass p when total > p",
        "for all p; heaps 1; move take any from 1 heap; pass p; stop when total = p",
    ] {
        let game = Game::parse(open).unwrap();
        assert!(game.counted_passes().is_none() && !game.letters().is_empty(), "{open}");
        let error = game.with_letters().unwrap_err();
        assert!(matches!(error, RulesetError::LetterOfPasses(_)), "{open}: {error}");
        let numbers: Vec<i64> = game.letters().iter().map(|_| 2).collect();
        assert!(game.instance(&numbers).unwrap().ruleset().is_ok() || open.contains("any;"), "{open}");
    }
    for (wrong, code) in [
        ("for all p; heaps 1; move take 1 from 1 heap; pass 2 * p", "E0308"),
        ("for all p; heaps 1; move take 1 from 1 heap; pass q", "E0103"),
        ("for all p; heaps 1; pass p; move h1 -> h1 + 1", "E0402"),
        ("for all h1; heaps 1; move take 1 from 1 heap; pass h1", "E0207"),
    ] {
        let faults = Game::parse(wrong).unwrap_err().to_string();
        assert!(faults.contains(code), "{wrong}: {faults}");
    }
    let many =
        Game::parse_with("for all p; heaps 1; move take 1 from 1 heap; pass p", &[("p".to_owned(), 64)]);
    assert!(many.unwrap_err().to_string().contains("E0405"));
}
