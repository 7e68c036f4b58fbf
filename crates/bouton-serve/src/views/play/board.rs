//! Heaps as objects that can be clicked and dragged.

use bouton::{Answer, Arena, Space};
use maud::{Markup, html};
use num_bigint::BigUint;

use super::score::Score;
use crate::texts::{t, with};

/// The most objects of a heap that are drawn; larger heaps are a bar with a number.
const MOST_OBJECTS: u64 = 40;

/// Whether there is a move that takes nothing.
pub(super) fn can_pass(known: &Answer) -> bool {
    known.moves.iter().any(|option| option.to.coordinates == known.position.coordinates)
}

/// One heap.
fn heap(index: usize, name: &str, size: &BigUint, live: bool, row: bool) -> Markup {
    let objects = u64::try_from(size).ok().filter(|&objects| objects <= MOST_OBJECTS);
    let words = with("play.heap", &[name, &size.to_string()]);
    html! {
        li.heap.line[row] data-heap=(index) data-size=(size) data-objects[objects.is_some()] {
            div.pieces data-live[live] aria-label=(words) role="img" {
                @match objects {
                    Some(objects) => @for object in 0..objects { span.piece data-index=(object) {} },
                    None => span.bar { (shortened(size)) },
                }
            }
            p.label { span.name { (name) } " " span.size { (shortened(size)) } }
        }
    }
}

/// A long number, shortened to its ends.
fn shortened(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 12 {
        return digits;
    }
    with("play.long", &[&digits[..4], &digits[digits.len() - 4..], &digits.len().to_string()])
}

/// The heaps of the displayed position.
pub(super) fn board(score: &Score, known: &Answer) -> Markup {
    let playable = score.partner().playable();
    let (placed, live) = (score.placed(), score.humans_turn() && !known.moves.is_empty());
    let names: Vec<String> = match playable.ruleset() {
        Some(ruleset) => ruleset.coordinates().to_vec(),
        None => (1..=placed.0.len()).map(|heap| format!("h{heap}")).collect(),
    };
    let kind = match (playable.arena(), playable.ruleset().map(bouton::Ruleset::space)) {
        (Arena::Code(_) | Arena::Open(_), _) => "row",
        (_, Some(Space::Heaps)) => "heaps",
        (_, Some(Space::HeapSizes)) => "sizes",
        _ => "counters",
    };
    html! {
        @if kind == "sizes" {
            ul.heaps.small data-kind=(kind) {
                @for (size, count) in (1u32..).zip(&placed.0) {
                    @for _ in 0..u64::try_from(count).unwrap_or(u64::MAX).min(12) {
                        (heap(usize::try_from(size).unwrap_or(0), &size.to_string(), &size.into(), false, false))
                    }
                    @if *count > 12u32.into() { li.more { (with("play.more-heaps", &[&count.to_string(), &size.to_string()])) } }
                }
            }
        } @else {
            ul.heaps data-kind=(kind) {
                @for (index, size) in placed.0.iter().enumerate() {
                    (heap(index, names.get(index).map_or("", String::as_str), size, live && kind != "counters", kind == "row"))
                }
            }
        }
        @if live && (kind == "heaps" || kind == "row") { p.note.scripted-only { (t(if kind == "row" { "play.how-row" } else { "play.how" })) } }
    }
}
