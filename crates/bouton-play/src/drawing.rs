//! Drawings of heaps in characters.

use bouton_core::Space;
use bouton_game::{BigPosition, Playable};

/// The largest heap that is drawn completely, and the most rows.
const WIDEST: usize = 40;
const MOST_ROWS: usize = 12;

/// The heaps of a position, a row each, in groups of five; empty if there are too many.
///
/// ```
/// use bouton::{Game, play::drawing};
///
/// let playable = Game::named("nim")?.with_heaps(2)?.playable()?;
/// let position = playable.place(&"3,7".parse()?)?;
/// assert_eq!(drawing(&playable, &position), "1  ●●●       3\n2  ●●●●● ●●  7\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn drawing(playable: &Playable, position: &BigPosition) -> String {
    if position.0.len() > MOST_ROWS {
        return String::new();
    }
    let space = playable.ruleset().map_or(Space::Heaps, |ruleset| ruleset.space().clone());
    let names = playable.ruleset().map(|ruleset| ruleset.coordinates().to_vec());
    let rows: Vec<(String, String, String)> = position
        .0
        .iter()
        .enumerate()
        .map(|(place, count)| {
            let number = count.to_string();
            let small = usize::try_from(count).ok();
            let name = names.as_ref().map_or_else(|| (place + 1).to_string(), |names| names[place].clone());
            match space {
                Space::Heaps => ((place + 1).to_string(), pile(small), number),
                Space::HeapSizes => (name, piles(small, place + 1), number),
                Space::Counters => (name, pile(small), number),
            }
        })
        .collect();
    let width = |part: fn(&(String, String, String)) -> &String| {
        rows.iter().map(|row| part(row).chars().count()).max().unwrap_or(0)
    };
    let (first, second, third) = (width(|row| &row.0), width(|row| &row.1), width(|row| &row.2));
    rows.iter()
        .map(|(name, pile, number)| format!("{name:<first$}  {pile:<second$}  {number:>third$}\n"))
        .collect()
}

/// A row of `count` objects, or its beginning if there are too many.
fn pile(count: Option<usize>) -> String {
    let shown = count.filter(|&count| count <= WIDEST);
    let groups = vec!["●●●●●"; shown.unwrap_or(20) / 5];
    let rest = "●".repeat(shown.unwrap_or(0) % 5);
    let end = if shown.is_none() { "…" } else { rest.as_str() };
    groups.into_iter().chain(Some(end).filter(|end| !end.is_empty())).collect::<Vec<_>>().join(" ")
}

/// A row of `count` heaps of one size.
fn piles(count: Option<usize>, size: usize) -> String {
    let shown = count.filter(|&count| count * (size + 1) <= WIDEST);
    let heap = "●".repeat(size);
    match shown {
        Some(count) => vec![heap; count].join(" "),
        None => format!("{heap} {heap} …"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::Game;

    fn drawn(game: &str, position: &str) -> String {
        let playable = Game::named(game).unwrap().playable().unwrap();
        let placed = playable.place(&position.parse().unwrap()).unwrap();
        drawing(&playable, &placed)
    }

    #[test]
    fn heaps_are_counted_in_fives() {
        assert_eq!(
            drawn("heaps 2; move take any from 1 heap", "0,11"),
            "1                  0\n2  ●●●●● ●●●●● ●  11\n"
        );
        assert_eq!(drawn("take-three", "1000"), "1  ●●●●● ●●●●● ●●●●● ●●●●● …  1000\n");
    }

    #[test]
    fn sizes_and_counters_have_their_names() {
        assert_eq!(drawn("small-pass", "2,0,1,0"), "m1  ● ●  2\nm2       0\nm3  ●●●  1\nm4       0\n");
        assert_eq!(drawn("counters-and-guards", "2,1"), "a  ●●  2\nb  ●   1\n");
        assert_eq!(drawn("kayles", "7,3"), "1  ●●●●● ●●  7\n2  ●●●       3\n");
    }

    #[test]
    fn too_many_heaps_are_not_drawn() {
        assert_eq!(drawn("heaps 13; move take 1 from 1 heap", &["1"; 13].join(",")), "");
    }
}
