//! Upper bounds of coordinates that the condition of existing positions states.

use bouton_core::Formula;

/// The largest number that each coordinate may be, where a part of the condition bounds it alone.
///
/// Other conditions may bound it, too: these bounds are correct, but not all that there are. If no position
/// exists at all, there may be no bounds.
///
/// ```
/// use bouton_solve::upper_bounds;
///
/// let text = "heaps 2; positions where 2 * h1 <= 7; move take any from h1; move take any from h2";
/// let game = bouton_rules::Game::parse(text).unwrap().ruleset().unwrap();
/// assert_eq!(upper_bounds(game.exists(), 2), [Some(3), None]);
/// ```
#[must_use]
pub fn upper_bounds(exists: &Formula, dimension: usize) -> Vec<Option<u64>> {
    let mut bounds = vec![None; dimension];
    collect(exists, &mut bounds);
    bounds
}

fn collect(exists: &Formula, bounds: &mut [Option<u64>]) {
    match exists {
        Formula::And(parts) => parts.iter().for_each(|part| collect(part, bounds)),
        Formula::NotPositive(expression) | Formula::Zero(expression) => {
            // c x + d <= 0, or = 0
            let &[(variable, coefficient @ 1..)] = expression.terms() else { return };
            let largest = expression.constant_term().saturating_neg().div_euclid(coefficient);
            let (Some(bound), Ok(largest)) = (bounds.get_mut(variable.index()), u64::try_from(largest))
            else {
                return;
            };
            *bound = Some(bound.map_or(largest, |known| known.min(largest)));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_single_coordinates() {
        let moves =
            "move take any from h1; move take any from h2; move take any from h3; move take any from h4";
        let bounds = |condition: &str| {
            let game = bouton_rules::Game::parse(&format!("heaps 4; positions where {condition}; {moves}"));
            upper_bounds(game.unwrap().ruleset().unwrap().exists(), 4)
        };
        let condition = "h1 <= 4, 3 * h2 < 9, h2 <= 7, h3 <= 5 or h4 <= 2";
        assert_eq!(bounds(condition), [Some(4), Some(2), None, None]);
        assert_eq!(bounds("h1 <= 1, h2 <= 0, h1 + h3 <= 5"), [Some(1), Some(0), None, None]);
    }
}
