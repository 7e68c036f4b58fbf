//! A theorem for readers who are new to it: what its letters mean, how to play by it, and its proof.

use bouton::{
    Convention, Game, Playable, Space, Theorem,
    prose::{Block, Named, Prose},
};
use maud::{Markup, PreEscaped, html};
use num_bigint::BigUint;

use super::labels;
use crate::{
    texts::{t, with},
    views::{
        explore::axis,
        mathematics::{letters, symbol},
    },
};

/// The heaps among which the smallest lost ones are looked for.
const SEARCHED: u32 = 1000;
/// The number of lost heaps that are listed.
const LISTED: usize = 6;

/// The meaning of the letters of a theorem, and the rule by which to play.
pub(super) fn for_readers(theorem: &Theorem) -> Markup {
    // A quotient is about misère play, whatever the rules state.
    let convention =
        if theorem.quotient().is_some() { Convention::Misere } else { theorem.game().convention() };
    let is_grundy = theorem.law().is_some_and(|law| law.is_grundy());
    html! {
        (coordinates(theorem))
        p.note { (letters(convention)) }
        @if is_grundy { p.note { (t("prove.of-grundy")) } }
        @if let Some(strategy) = strategy(convention) {
            p.strategy { (t(strategy)) @if let Some(heaps) = smallest_lost(theorem) { " " (with("prove.smallest-lost", &[&heaps])) } }
        }
    }
}

/// The meaning of each coordinate.
fn coordinates(theorem: &Theorem) -> Markup {
    let Some(law) = theorem.law() else { return html! {} };
    let (ruleset, names) = (law.ruleset(), law.ruleset().coordinates());
    let said = |name: &str| axis(name, Some(ruleset.space())).replace(&format!(" ({name})"), "");
    let name = match ruleset.space() {
        Space::Heaps => "prove.size-of",
        Space::HeapSizes => "prove.number-of",
        Space::Counters => return html! {},
    };
    html! {
        @if names.iter().all(|name| name.starts_with('h')) {
            p.note {
                @match names {
                    [] => {}
                    [only] if *ruleset.space() == Space::Heaps => { (symbol(only)) " " (t("prove.size-of-heap")) }
                    [first, ..] => { (symbol(first)) " " (with(name, &[&said(first)])) @if names.len() > 1 { " " (t("prove.and-so-on")) } "." }
                }
            }
        }
    }
}

/// The name of the rule by which two players play.
pub(super) fn strategy(convention: Convention) -> Option<&'static str> {
    match convention {
        Convention::Normal => Some("prove.strategy"),
        Convention::Misere => Some("prove.strategy-misere"),
        Convention::Podium { .. } | Convention::Coalition => None,
    }
}

/// The smallest lost heaps, where positions are single heaps.
fn smallest_lost(theorem: &Theorem) -> Option<String> {
    let law = theorem.law()?;
    let ruleset = law.ruleset();
    if ruleset.dimension() != 1 || *ruleset.space() != Space::Heaps || ruleset.controls().len() > 1 {
        return None;
    }
    let control = ruleset.control_named(None)?;
    let is_lost = |heap: &u32| {
        let heaps = [BigUint::from(*heap)];
        ruleset.has_big(&heaps) && law.law().outcome(control, &heaps).is_lost()
    };
    let heaps: Vec<String> =
        (0..SEARCHED).filter(is_lost).take(LISTED + 1).map(|heap| heap.to_string()).collect();
    match heaps.len() {
        0 => None,
        all if all <= LISTED => Some(heaps.join(", ") + &with("prove.below", &[&SEARCHED.to_string()]) + "."),
        _ => Some(heaps[..LISTED].join(", ") + ", …"),
    }
}

/// The short proof, if there is one, and the definitions and the proof of a theorem, whose statement the page has.
pub(super) fn proof(short: Option<Prose>, paper: Prose) -> Markup {
    let is_shown = |block: &Block| match block {
        Block::Named { kind: Named::Proof, body, .. } => Some(body) != short.as_ref(),
        block => !matches!(block, Block::Named { kind: Named::Theorem, .. }),
    };
    let proof = Prose::from(paper.into_iter().filter(is_shown).collect::<Vec<_>>());
    html! {
        @if let Some(short) = &short { details.proof { summary { (t("prove.in-words")) } (PreEscaped(short.html_with(&labels()))) } }
        details.proof {
            summary { (t("prove.by-program")) }
            (PreEscaped(proof.html_with(&labels())))
            p { a href="docs/certificate.html" { (t("prove.by-program-docs")) } "." }
        }
    }
}

/// An example of a claim about a game with any number of heaps.
pub(super) const SOME_CLAIM: &str = "P iff nimsum(heap) = 0";

/// An example of a claim about a game, by the names of its coordinates.
pub(super) fn example(game: &Game, playable: &Playable) -> String {
    // A claim about a code is about the Grundy values of a single heap.
    if playable.game().code().is_some() {
        return "g = h1 mod 3".to_owned();
    }
    let of_convention = match game.rules().convention() {
        Convention::Normal | Convention::Misere => 4,
        Convention::Podium { .. } | Convention::Coalition => 3,
    };
    let names = playable.ruleset().map_or(&[][..], |ruleset| ruleset.coordinates());
    match names {
        [first, second, ..] => format!("P iff {first} = {second}"),
        [only] => format!("P iff {only} mod {of_convention} = 0"),
        [] => format!("P iff h1 mod {of_convention} = 0"),
    }
}
