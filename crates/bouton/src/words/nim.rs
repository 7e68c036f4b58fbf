//! The theory of Nim, in text.

use std::fmt::Display;

use crate::{
    document::{NimBoundedPosition, NimFarthest, NimMoves, NimSum},
    theory::nim::{ClosingSentence, Distance, LostClass, Suggestion},
};

use super::{
    counted,
    lazily::{joined, lazily},
};

/// The nim-sum, and whether the position is won, lost, or obviously lost.
#[must_use]
pub fn sum(found: &NimSum) -> String {
    let meaning = match found.standing.as_str() {
        "won" => "won",
        "obviously-lost" => "lost, and obviously: the heaps fall into pairs of equal ones",
        _ => "lost, but not obviously",
    };
    format!("nim-sum {}: {meaning}\n", found.nim_sum)
}

/// The winning moves, one on each line.
#[must_use]
pub fn moves(found: &NimMoves) -> impl Display {
    lazily(move |f| {
        for winning in &found.moves {
            writeln!(f, "heap {}: {} -> {}", winning.heap, winning.from, winning.to)?;
        }
        writeln!(
            f,
            "{}; {} can have at most {}",
            counted(found.moves.len(), "winning move"),
            counted(found.heaps.len(), "heap"),
            found.most
        )
    })
}

fn listed<T: Display>(heaps: &[T]) -> impl Display {
    joined(move || heaps, ",")
}

fn lines<T: Display>(positions: &[Vec<T>]) -> impl Display {
    lazily(move |f| positions.iter().try_for_each(|position| writeln!(f, "{}", listed(position))))
}

/// A position.
pub(crate) fn position(heaps: &[u64]) -> impl Display {
    listed(heaps)
}

/// Positions, one on each line, and their number, which is known after they were written.
pub(crate) fn counted_after(lines: &impl Display, count: impl Fn() -> (usize, bool)) -> impl Display {
    lazily(move |f| {
        write!(f, "{lines}")?;
        let (count, complete) = count();
        let more = if complete { "" } else { ", and there are more" };
        writeln!(f, "{}{more}", counted(count, "position"))
    })
}

/// Starting positions, and their number of objects.
#[must_use]
pub fn suggestion(found: &Suggestion) -> impl Display {
    let more = if found.complete { "" } else { ", and there are more" };
    let count = counted(found.positions.len(), "position");
    let best = found.positions.first();
    let end = |heap: Option<&u64>| heap.copied().unwrap_or(0);
    let (least, largest) = (end(best.and_then(|best| best.first())), end(best.and_then(|best| best.last())));
    lazily(move |f| {
        write!(f, "{}", lines(&found.positions))?;
        writeln!(
            f,
            "{count} with the fewest objects ({}), then the least largest heap ({largest}), then the greatest smallest heap ({least}){more}",
            found.total
        )
    })
}

/// The distance of a position from being obviously lost.
#[must_use]
pub fn distance(found: &Distance) -> String {
    format!(
        "{}, {} to change, {} to take away until all heaps are paired up\n",
        counted(usize::try_from(found.moves).unwrap_or(usize::MAX), "move"),
        counted(found.heaps, "heap"),
        counted(usize::try_from(found.objects).unwrap_or(usize::MAX), "object"),
    )
}

/// The positions that are farthest from being obviously lost.
#[must_use]
pub fn farthest(found: &NimFarthest) -> impl Display {
    lazily(move |f| writeln!(f, "{}{} moves from being obviously lost", lines(&found.positions), found.moves))
}

/// The classes of lost positions that a position is recognised to belong to.
#[must_use]
pub fn classes(found: &[LostClass]) -> String {
    if found.is_empty() {
        return "in no class that is recognised at once\n".to_owned();
    }
    found.iter().map(|class| format!("lost: {class}\n")).collect()
}

/// The value of a position where a move takes a bounded number of objects.
#[must_use]
pub fn bounded(found: &NimBoundedPosition) -> impl Display {
    lazily(move |f| {
        writeln!(f, "Grundy value {}: {}", found.grundy, if found.lost { "lost" } else { "won" })?;
        for step in &found.moves {
            writeln!(f, "heap {}: take {}, leave {}", step.heap, step.take, step.to)?;
        }
        if found.closing_sentence_says_lost != found.lost {
            f.write_str("\"compute nim sum mod (k+1)\", taken literally, is wrong here\n")?;
        }
        Ok(())
    })
}

/// Whether the closing sentence about moves of at most `most` objects holds.
#[must_use]
pub fn closing_sentence(most: u64, found: &ClosingSentence) -> String {
    let modulus = u128::from(most) + 1;
    match found {
        ClosingSentence::Fails { heaps, lost } => {
            let (says, is) = if *lost { ("won", "lost") } else { ("lost", "won") };
            format!(
                "\"compute nim sum mod {modulus}\", taken literally, is wrong at {}: it calls the position {says}, but it is {is}\n",
                listed(heaps)
            )
        }
        _ => format!("k + 1 is a power of 2: \"compute nim sum mod {modulus}\" holds\n"),
    }
}
