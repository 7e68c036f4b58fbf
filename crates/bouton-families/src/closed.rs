//! Closed sets of elements: after each element of the set, every place has a reply in the set.

use std::{collections::BTreeSet, hash::Hash};

use bouton_automata::{TooManyStates, Worklist};
use bouton_core::{LimitReached, State};

/// A game between a player who reads places and one who replies with an element.
pub(crate) trait Replies {
    /// Knowledge about a position, and about partial moves from it.
    type Element: Clone + Eq + Hash + Ord;

    /// For each place that may follow an element, the elements that may be replied.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    fn replies(&self, element: &Self::Element) -> Result<Vec<Vec<Self::Element>>, LimitReached>;

    /// Whether an option is as required if no places follow.
    fn is_answered(&self, element: &Self::Element) -> bool;

    /// The size of an element; small ones are preferred.
    fn size(&self, element: &Self::Element) -> (usize, usize);
}

/// A closed set that contains one of `begins`, sorted; `None` if there is none, or more than `most` elements
/// would be examined.
///
/// Elements are removed as long as some place has no reply to one of them.
///
/// # Errors
///
/// If a limit is reached.
pub(crate) fn closed_set<R: Replies>(
    game: &R,
    begins: Vec<R::Element>,
    most: usize,
    check: &dyn Fn() -> Result<(), LimitReached>,
) -> Result<Option<Vec<R::Element>>, LimitReached> {
    let mut work = Worklist::new(most);
    let Ok(begins) = begins.into_iter().map(|begin| work.meet(begin)).collect::<Result<Vec<_>, _>>() else {
        return Ok(None);
    };
    // For each element and each place the replies.
    let mut replies: Vec<Vec<Vec<State>>> = Vec::new();
    while let Some((taken, element)) = work.take() {
        if taken % 16 == 0 {
            check()?;
        }
        let mut number = |place: Vec<R::Element>| -> Result<Vec<State>, TooManyStates> {
            place.into_iter().map(|reply| work.meet(reply)).collect()
        };
        let of_element = game.replies(&element)?.into_iter().map(&mut number).collect::<Result<Vec<_>, _>>();
        let Ok(of_element) = of_element else { return Ok(None) };
        replies.push(of_element);
    }
    let elements = work.into_met();
    let mut holds: Vec<bool> = elements.iter().map(|element| game.is_answered(element)).collect();
    loop {
        check()?;
        let has_replies =
            |of: &[Vec<State>]| of.iter().all(|place| place.iter().any(|&reply| holds[reply as usize]));
        let lost: Vec<usize> =
            (0..elements.len()).filter(|&number| holds[number] && !has_replies(&replies[number])).collect();
        if lost.is_empty() {
            break;
        }
        lost.into_iter().for_each(|number| holds[number] = false);
    }
    let Some(&begin) = begins.iter().find(|&&begin| holds[begin as usize]) else { return Ok(None) };
    // Prefers a reply that is kept already, then a small one.
    let (mut kept, mut waiting) = (BTreeSet::from([begin]), vec![begin]);
    while let Some(number) = waiting.pop() {
        for place in &replies[number as usize] {
            let held = || place.iter().copied().filter(|&reply| holds[reply as usize]);
            if held().any(|reply| kept.contains(&reply)) {
                continue;
            }
            if let Some(reply) = held().min_by_key(|&reply| (game.size(&elements[reply as usize]), reply)) {
                kept.insert(reply);
                waiting.push(reply);
            }
        }
    }
    let mut kept: Vec<R::Element> =
        kept.into_iter().map(|number| elements[number as usize].clone()).collect();
    kept.sort_unstable();
    Ok(Some(kept))
}
