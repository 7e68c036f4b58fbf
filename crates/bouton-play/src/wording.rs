//! Moves in words, as a player may type them.

use bouton_core::{Position, Space};
use bouton_game::{Arena, Playable};
use num_bigint::BigUint;

/// A move in words: the amounts and the heaps that they are taken from, where the move only takes.
/// [`understand`] reads these words as the same move.
///
/// ```
/// use bouton::{Game, play::move_words};
///
/// let nim = Game::named("nim")?.with_heaps(3)?.playable()?;
/// assert_eq!(move_words(&nim, &"3,4,5".parse()?, &"1,4,5".parse()?), "take 2 from heap 1");
/// let sizes = Game::named("small-pass")?.playable()?;
/// assert_eq!(move_words(&sizes, &"0,1,0,0".parse()?, &"1,0,0,0".parse()?), "take 1 from a heap of 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`understand`]: crate::understand
#[must_use]
pub fn move_words(playable: &Playable, from: &Position, to: &Position) -> String {
    if from.coordinates == to.coordinates && from.control != to.control {
        return "pass".to_owned();
    }
    let (before, after) = (&from.coordinates, &to.coordinates);
    match (playable.arena(), playable.ruleset().map(bouton_core::Ruleset::space)) {
        (Arena::Code(_), _) => split(before, after),
        (_, Some(Space::HeapSizes)) => of_sizes(before, after),
        (_, None | Some(Space::Heaps)) => of_heaps(before, after),
        (_, Some(_)) => of_counters(playable, before, after),
    }
}

/// Joins `1`, `2`, `3` to `1, 2 and 3`.
fn and(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

fn of_heaps(before: &[BigUint], after: &[BigUint]) -> String {
    let pairs = || before.iter().zip(after).enumerate();
    let taken: Vec<(usize, BigUint)> =
        pairs().filter(|(_, (from, to))| to < from).map(|(heap, (from, to))| (heap + 1, from - to)).collect();
    let grown = pairs().filter(|(_, (from, to))| to > from);
    let grown = grown.map(|(heap, (_, to))| format!("heap {} grows to {to}", heap + 1));
    let take = match taken.as_slice() {
        [] => None,
        [(_, amount)] if before.len() == 1 => Some(format!("take {amount}")),
        [(heap, amount)] => Some(format!("take {amount} from heap {heap}")),
        [(_, amount), rest @ ..] if rest.iter().all(|(_, other)| other == amount) => {
            Some(if taken.len() == before.len() {
                format!("take {amount} from each")
            } else {
                let heaps = taken.iter().map(|(heap, _)| heap.to_string()).collect();
                format!("take {amount} from each of heaps {}", and(heaps))
            })
        }
        different => {
            let parts: Vec<String> =
                different.iter().map(|(heap, amount)| format!("{amount} from heap {heap}")).collect();
            Some(format!("take {}", parts.join(", ")))
        }
    };
    take.into_iter().chain(grown).collect::<Vec<_>>().join(", ")
}

/// Heaps by their sizes: which heaps are smaller afterwards.
fn of_sizes(before: &[BigUint], after: &[BigUint]) -> String {
    // From the largest to the smallest; a move changes few heaps.
    const MOST: u32 = 64;
    let (mut gone, mut come): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for (place, (from, to)) in before.iter().zip(after).enumerate().rev() {
        let (changed, more) = if from > to { (&mut gone, from - to) } else { (&mut come, to - from) };
        let Ok(more) = u32::try_from(&more) else { return String::new() };
        changed.extend((0..more.min(MOST)).map(|_| place + 1));
    }
    come.resize(gone.len().max(come.len()), 0);
    if gone.len() == come.len() && gone.iter().zip(&come).all(|(from, to)| to < from) {
        let parts: Vec<String> =
            gone.iter().zip(&come).map(|(from, to)| format!("{} from a heap of {from}", from - to)).collect();
        return format!("take {}", parts.join(", "));
    }
    let list = |sizes: &[usize]| {
        sizes.iter().filter(|&&size| size > 0).map(ToString::to_string).collect::<Vec<_>>().join(" + ")
    };
    format!("{} becomes {}", list(&gone), list(&come))
}

fn of_counters(playable: &Playable, before: &[BigUint], after: &[BigUint]) -> String {
    let names = playable.ruleset().map_or(&[][..], |ruleset| ruleset.coordinates());
    let changed = names.iter().zip(before.iter().zip(after)).filter(|(_, (from, to))| from != to);
    changed.map(|(name, (from, to))| format!("{name} from {from} to {to}")).collect::<Vec<_>>().join(", ")
}

/// The heaps of a take-and-break game that are not on both sides.
fn split(before: &[BigUint], after: &[BigUint]) -> String {
    let (mut gone, mut come): (Vec<BigUint>, Vec<BigUint>) = (before.to_vec(), Vec::new());
    for heap in after {
        match gone.iter().position(|other| other == heap) {
            Some(place) => drop(gone.remove(place)),
            None => come.push(heap.clone()),
        }
    }
    gone.retain(|heap| *heap != BigUint::ZERO);
    come.retain(|heap| *heap != BigUint::ZERO);
    let list = |heaps: &[BigUint]| heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
    if come.is_empty() {
        return format!("{} is taken whole", list(&gone));
    }
    format!("{} becomes {}", list(&gone), list(&come))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, understand};
    use bouton::{Game, Oracle, Query, Watch};
    use bouton_game::BigPosition;

    /// Words of all moves from a position.
    fn all_words(rules: &str, heaps: Option<usize>, start: &str) -> Vec<String> {
        let mut game = Game::named(rules).unwrap();
        if let Some(heaps) = heaps {
            game = game.with_heaps(heaps).unwrap();
        }
        let playable = game.playable().unwrap();
        let position: Position = start.parse().unwrap();
        let mut oracle = Oracle::new(playable.clone(), &Watch::unlimited());
        let answer = oracle.answer(&position, &Query::default()).unwrap();
        let from = playable.place(&answer.position).unwrap();
        let words = |to: &Position| {
            let words = move_words(&playable, &answer.position, to);
            // The words are understood as the same move.
            let Ok(Entry::Move(targets)) = understand(&words, &playable, &from) else {
                panic!("`{words}` is not understood")
            };
            // The order of the heaps of a code does not matter.
            let to = playable.place(to).unwrap();
            let is_code = matches!(playable.arena(), Arena::Code(_));
            let sorted = |position: &BigPosition| {
                let mut heaps = position.0.clone();
                if is_code {
                    heaps.retain(|heap| *heap != BigUint::ZERO);
                    heaps.sort();
                }
                (heaps, position.1)
            };
            assert!(
                targets.iter().any(|target| sorted(target) == sorted(&to)),
                "`{words}` is not a move to {to:?} but {targets:?}"
            );
            words
        };
        answer.moves.iter().map(|option| words(&option.to)).collect()
    }

    #[test]
    fn heaps_by_their_sizes() {
        let words = all_words("small-pass", None, "0,1,1,0");
        for expected in
            ["take 1 from a heap of 2", "take 2 from a heap of 2", "take 3 from a heap of 3", "pass"]
        {
            assert!(words.iter().any(|words| words == expected), "{expected} is not in {words:?}");
        }
        let words = all_words("heap sizes 1..3; move take any from at most 2 heaps", None, "1,1,1");
        assert!(
            words.iter().any(|words| words == "take 2 from a heap of 3, 2 from a heap of 2"),
            "{words:?}"
        );
    }

    #[test]
    fn the_same_from_several() {
        let words = all_words("wythoff", None, "7,9");
        assert!(words.iter().any(|words| words == "take 7 from each"), "{words:?}");
        let words = all_words("heaps 3; move take the same any from 2 heaps", None, "2,3,4");
        assert!(words.iter().any(|words| words == "take 2 from each of heaps 1 and 3"), "{words:?}");
        let words = all_words("heaps 3; move take the same any from 2 heaps", None, "0,3,4");
        assert!(words.iter().any(|words| words == "take 3 from each of heaps 2 and 3"), "{words:?}");
        let words = all_words("heaps 3; move take any from at most 2 heaps", None, "2,0,1");
        assert!(words.iter().any(|words| words == "take 2 from heap 1, 1 from heap 3"), "{words:?}");
        assert_eq!(all_words("take-three", None, "2"), ["take 2", "take 1"]);
    }

    #[test]
    fn other_moves() {
        assert!(all_words("kayles", None, "9,5").iter().any(|words| words == "9 becomes 4 + 4"));
        assert!(all_words("kayles", None, "4,2").iter().any(|words| words == "2 is taken whole"));
        assert!(
            all_words("counters a, b; move a -> a - t where t >= 1, t <= 2", None, "3,1")
                .contains(&"a from 3 to 1".to_owned())
        );
        assert!(
            all_words("heaps 2; move h1, h2 -> h1 - 2, h2 + 1", None, "5,1")
                .iter()
                .any(|words| words == "take 2 from heap 1, heap 2 grows to 2")
        );
    }

    /// What a line means at a position: the coordinates of the likeliest move, or the message.
    fn meaning(rules: &str, heaps: Option<usize>, start: &str, line: &str) -> Result<String, String> {
        let mut game = Game::named(rules).unwrap();
        if let Some(heaps) = heaps {
            game = game.with_heaps(heaps).unwrap();
        }
        let playable = game.playable().unwrap();
        let from = playable.place(&start.parse().unwrap()).unwrap();
        match understand(line, &playable, &from)? {
            Entry::Move(targets) => {
                Ok(targets[0].0.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn counters_are_told_apart() {
        let two = "counters A, a; move A -> t where t < A; move a -> t where t < a";
        for (line, to) in [
            ("a from 4 to 1", "4,1"),
            ("A from 4 to 1", "1,4"),
            ("a to 1", "4,1"),
            ("A = 2", "2,4"),
            ("a From 4 TO 0", "4,0"),
        ] {
            assert_eq!(meaning(two, None, "4,4", line).as_deref(), Ok(to), "{line}");
        }
        assert_eq!(meaning(two, None, "3,4", "a from 4 to 1").as_deref(), Ok("3,1"));
        assert!(
            meaning(two, None, "4,4", "a from 4 to 1, a from 4 to 2").unwrap_err().contains("named twice")
        );
        // The names of commands; the capitals of a name that no other one has do not matter.
        let commands =
            "counters level, save, new; move level -> t where t < level; move save -> t where t < save";
        assert_eq!(meaning(commands, None, "3,4,5", "save from 4 to 1").as_deref(), Ok("3,1,5"));
        assert_eq!(meaning(commands, None, "3,4,5", "Level to 1").as_deref(), Ok("1,4,5"));
        assert_eq!(meaning(commands, None, "3,4,5", "new = 1").as_deref(), Ok("3,4,1"));
        assert!(meaning(commands, None, "3,4,5", "save here").unwrap_err().contains("Save"));
    }

    #[test]
    fn the_heap_may_come_first() {
        for (line, to) in [
            ("heap 3 take 2", "3,5,5"),
            ("from heap 3 take 2", "3,5,5"),
            ("Heap 1: take all", "0,5,7"),
            ("heap h2 take 4", "3,1,7"),
            ("heap 1 take 1, heap 3 take 2", "2,5,5"),
        ] {
            assert_eq!(meaning("nim", Some(3), "3,5,7", line).as_deref(), Ok(to), "{line}");
        }
        assert!(
            meaning("nim", Some(3), "3,5,7", "heap 9 take 2").unwrap_err().contains("there is no heap 9")
        );
        assert!(meaning("nim", Some(3), "3,5,7", "heap 1 take 4").is_err());
        // Only a dialogue has a word for help.
        let message = meaning("nim", Some(3), "3,5,7", "something else").unwrap_err();
        assert!(message.contains("is not a move") && !message.contains("help"), "{message}");
    }

    #[test]
    fn numbers_of_heaps_are_not_heaps() {
        for line in [
            "take 1 from each of 2 heaps",
            "take 1 from 2 heaps",
            "take 1 from each of 2",
            "take 1 from heaps 1, 2",
        ] {
            assert_eq!(meaning("wythoff", None, "4,5", line).as_deref(), Ok("3,4"), "{line}");
        }
        let any = "heaps 4; move take any from any heaps";
        for (line, to) in [
            ("take 1 from each of heaps 1, 2 and 4", "1,1,3,3"),
            ("take 1 from heaps 1,3", "1,2,2,4"),
            ("take 1 from h1, 2 from each of heaps 2, 3, and 4", "1,0,1,2"),
        ] {
            assert_eq!(meaning(any, None, "2,2,3,4", line).as_deref(), Ok(to), "{line}");
        }
        let which = meaning("nim", Some(3), "3,4,5", "take 1 from 2 heaps").unwrap_err();
        assert!(which.contains("which 2 of the 3 heaps"), "{which}");
        assert!(all_words(any, None, "2,2,2,2").contains(&"take 1 from each of heaps 1, 2 and 4".to_owned()));
    }

    #[test]
    fn words_that_contradict_each_other_are_refused() {
        for (line, said) in [
            ("heap 2 grows to 1", "heap 2 has 4 already"),
            ("take 0 from 1, 1 from 2", "`0` is not an amount"),
            ("taketake 1 from 2", "is not a move"),
            ("take 1 from 1, 1 from 1", "heap 1 is named twice"),
        ] {
            let message = meaning("nim", Some(3), "3,4,5", line).unwrap_err();
            assert!(message.contains(said), "{line}: {message}");
        }
        assert_eq!(meaning("kayles", None, "9,5", "9 becomes 4 + 4 + 0").as_deref(), Ok("4,4,5"));
    }
}
