//! The relation automaton accepts exactly the enumerated options.

use std::collections::BTreeSet;

use bouton_core::{ControlState, Numeration, Ruleset, Watch};
use bouton_prove::{MoveRelation, Relations};
use bouton_solve::Moves;

const GAMES: &[&str] = &[
    "heaps 3; move take any from 1 heap",
    "heaps 3; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
    "heaps 3; move take any from at most 2 heaps",
    "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
    "heaps 3; move take any from h1 and h3; move take odd from {h2, h3}",
    "heaps 3; move take any from at most 2 consecutive heaps of a circle",
    "heaps 3; move take 1..2 in total from at most 2 consecutive heaps of a path; pass 1",
    "heap sizes 1..3; move take any from 1 heap; pass 1 unless empty",
    "heaps 2; move take at most half from a largest heap; move take odd from a smallest heap",
    "heaps 2; move take at least 3 from 1 heap; move take even in total from exactly 2 heaps",
    "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b; move a, b -> b, a - 1 when a > b; move a -> a div 2 when a >= 1",
    "counters a, b; move a -> a - 2 * t where t >= 1; move a, b -> a - 1, b + 3 when a is odd",
    "heaps 2; move take {1,3,4} from h1 when h2 mod 3 = 1; move take all from h2 when h1 < 2 or not h1 = h2",
];

/// Whether the relation leads from x to y, reading `digits` digits of each.
fn accepts(numeration: &Numeration, relation: &MoveRelation, x: &[u64], y: &[u64], digits: usize) -> bool {
    let letters = |position: &[u64]| {
        let word: Vec<usize> = numeration.letters_of_small(position).collect();
        [vec![0; digits - word.len()], word].concat()
    };
    let mut states = relation.starts().to_vec();
    assert!(!relation.is_deterministic() || states.len() == 1);
    for (letter, wanted) in letters(x).into_iter().zip(letters(y)) {
        let ways = |&state: &_| relation.next(state, letter);
        let fitting = states.iter().flat_map(ways).filter(|way| usize::from(way.0) == wanted);
        let next: BTreeSet<_> = fitting.map(|way| way.1).collect();
        assert!(!relation.is_deterministic() || next.len() <= 1, "the relation is not deterministic");
        states = next.into_iter().collect();
    }
    states.iter().any(|&state| relation.accepts(state))
}

fn for_each_position(ruleset: &Ruleset, upto: u64, visit: &mut dyn FnMut(&[u64])) {
    let mut position = vec![0; ruleset.dimension()];
    loop {
        visit(&position);
        let Some(place) = (0..position.len()).find(|&place| position[place] < upto) else { return };
        position[place] += 1;
        position[..place].fill(0);
    }
}

#[test]
fn relation_and_enumeration_agree_on_boxes() {
    GAMES.iter().for_each(|game| agree(game, &Numeration::binary(), 5));
}

/// Numerations whose digits have vectors of their own.
#[test]
fn relation_and_enumeration_agree_in_blocks() {
    for name in ["ostrowski(1,2)", "fraenkel(2,1)"] {
        let numeration = name.parse().unwrap();
        let two =
            GAMES.iter().filter(|game| game.starts_with("heaps 2") || game.starts_with("counters a, b"));
        two.for_each(|game| agree(game, &numeration, 4));
    }
}

fn agree(game: &str, numeration: &Numeration, digits: usize) {
    let ruleset =
        bouton_rules::Game::parse(game).unwrap_or_else(|f| panic!("{game}: {f}")).ruleset().unwrap();
    let watch = Watch::unlimited();
    let both = [
        Relations::new(&ruleset, numeration, 1 << 22, &watch).unwrap(),
        Relations::of_single_moves(&ruleset, numeration, 1 << 22, &watch).unwrap(),
    ];
    let moves = Moves::within(&ruleset, &Watch::unlimited()).unwrap();
    let controls: Vec<ControlState> =
        (0..ruleset.controls().len()).map(|c| ControlState(u8::try_from(c).unwrap())).collect();
    for_each_position(&ruleset, 6, &mut |x| {
        for &from in &controls {
            let mut options = BTreeSet::new();
            moves.for_each_option(x, from, &mut |y, to| {
                options.insert((y.to_vec(), to));
            });
            for &to in &controls {
                for_each_position(&ruleset, 7, &mut |y| {
                    let expected = options.contains(&(y.to_vec(), to));
                    for relations in &both {
                        let relation = relations.between(from, to);
                        let accepted =
                            relation.is_some_and(|relation| accepts(numeration, relation, x, y, digits));
                        assert_eq!(accepted, expected, "{game}: {x:?} to {y:?}");
                    }
                });
            }
        }
    });
}
