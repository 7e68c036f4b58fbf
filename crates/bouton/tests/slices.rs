//! The laws of slices are those of the game, and a search for them continues from its checkpoint.

use std::collections::HashMap;

use bouton::{Ending, Game, Goal, ProveError, ProveOptions, Slice, SliceError, Slices, Watch};

const PASS: &str = "heaps 3; move take any from 1 heap; pass 1 unless empty";

/// Whether the player who moves next loses, by definition.
fn is_lost(x: [u64; 3], pass: bool, memo: &mut HashMap<([u64; 3], bool), bool>) -> bool {
    if let Some(&known) = memo.get(&(x, pass)) {
        return known;
    }
    let mut wins = pass && x != [0; 3] && is_lost(x, false, memo);
    for at in 0..3 {
        for left in 0..x[at] {
            let mut to = x;
            to[at] = left;
            wins |= is_lost(to, pass, memo);
        }
    }
    memo.insert((x, pass), !wins);
    !wins
}

fn slices(names: &[&str]) -> Slices {
    let playable = Game::named(PASS).unwrap().playable().unwrap();
    Slices::new(&playable, &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).unwrap()
}

fn next(slices: &mut Slices, options: &ProveOptions) -> Slice {
    slices.prove_next(Goal::Outcome, options, &Watch::unlimited()).unwrap()
}

#[test]
fn laws_of_slices_are_right() {
    let (mut slices, mut memo) = (slices(&["h1"]), HashMap::new());
    for bound in 0..=3 {
        let slice = next(&mut slices, &ProveOptions::default());
        assert_eq!(slice.bounds, [bound]);
        let Ending::Proved(proved) = slice.ending else { panic!("no law for h1 <= {bound}") };
        let law = &proved.theorem.law().unwrap().law().automaton;
        for (a, b, c) in (0..=bound).flat_map(|a| (0..20).flat_map(move |b| (0..20).map(move |c| (a, b, c))))
        {
            for (control, pass) in [(0, true), (1, false)] {
                let lost = is_lost([a, b, c], pass, &mut memo);
                assert_eq!(law.evaluate_small(control, &[a, b, c]) == 0, lost, "{a},{b},{c} {pass}");
            }
        }
    }
}

/// Slices that contain one without a law are left out; all others are searched, in their order.
#[test]
fn slices_beside_one_without_a_law_are_searched() {
    let mut slices = slices(&["h1", "h2"]);
    let options = ProveOptions { states: 12, ..ProveOptions::default() };
    let (mut proved, mut open): (Vec<Vec<u64>>, Vec<Vec<u64>>) = Default::default();
    while !slices.is_done() && slices.bounds()[1] <= 3 {
        let slice = next(&mut slices, &options);
        match slice.ending {
            Ending::Proved(_) => proved.push(slice.bounds),
            _ => open.push(slice.bounds),
        }
    }
    assert_eq!(open, [[2, 2]]);
    assert_eq!(proved, [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [0, 3], [1, 3]]);
    assert!(!slices.is_done());
    let few = ProveOptions { states: 1, ..ProveOptions::default() };
    let mut none = self::slices(&["h1", "h2"]);
    assert!(matches!(next(&mut none, &few).ending, Ending::NoLaw(_)));
    assert!(none.is_done());
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = std::env::temp_dir().join(format!("bouton-slices-{}", std::process::id()));
    let options = ProveOptions { checkpoint: Some(folder.clone()), ..ProveOptions::default() };
    let certificate = |slice: &Slice| match &slice.ending {
        Ending::Proved(proved) => (proved.theorem.certificate().to_owned(), proved.statistics.is_some()),
        other => panic!("{other:?}"),
    };
    let mut first = slices(&["h1"]);
    let found: Vec<_> = (0..2).map(|_| certificate(&next(&mut first, &options))).collect();
    let mut again = slices(&["h1"]);
    for (text, searched) in &found {
        // Nothing is searched again.
        assert_eq!((certificate(&next(&mut again, &options)), *searched), ((text.clone(), false), true));
    }
    // The third slice is the same after a stop and without one.
    let [stopped, whole] = [&mut again, &mut first].map(|slices| certificate(&next(slices, &options)));
    assert_eq!(stopped.0, whole.0);
    // The slices of another game are not those of this one.
    let other = Game::named("heaps 3; move take any from at most 2 heaps").unwrap().playable().unwrap();
    let mut other = Slices::new(&other, &["h1".to_owned()]).unwrap();
    let refused = other.prove_next(Goal::Outcome, &options, &Watch::unlimited()).unwrap_err();
    assert!(matches!(refused, SliceError::Prove(ProveError::Checkpoint(_))), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}
