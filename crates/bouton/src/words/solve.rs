//! What a position is worth, in text.

use std::fmt::Write;

use crate::{
    Answer, Convention, Playable, Source, UnsearchedTerm,
    document::{Genus, Sum},
};

use super::counted;

/// Outcome, values, winning moves, and where they come from.
#[must_use]
pub fn solve(playable: &Playable, answer: &Answer) -> String {
    let convention = playable.game().convention();
    let meaning = super::meaning(convention, answer.value);
    let mut text = format!("{} {}: {}, {meaning}\n", playable.title(), answer.position, answer.outcome);
    let mut facts = Vec::new();
    facts.extend(answer.grundy.as_ref().map(|grundy| format!("Grundy value {grundy}")));
    facts.extend(answer.remoteness.map(|remoteness| format!("remoteness {remoteness}")));
    if !facts.is_empty() {
        let _ = writeln!(text, "{}", facts.join(", "));
    }
    let _ = writeln!(
        text,
        "{}",
        match answer.moves.is_empty() {
            true if answer.all_moves => "there is no move".to_owned(),
            true => "no move was found: not all of them were looked at".to_owned(),
            false => moves(answer),
        }
    );
    match &answer.source {
        Source::Solved => {}
        Source::Heaps { periods } => periods.iter().for_each(|period| {
            let _ = writeln!(text, "from the period of {period}");
        }),
        Source::Quotient { known } => {
            let _ = writeln!(text, "{known}");
        }
        Source::Law { certificate } => {
            let _ = writeln!(text, "from the proved law {certificate}");
        }
        Source::Table { folder } => {
            let _ = writeln!(text, "from the table in {folder}");
        }
    }
    text
}

fn moves(answer: &Answer) -> String {
    let winning: Vec<String> = answer.winning_moves().map(ToString::to_string).collect();
    let or_more = |complete: bool| if complete { "" } else { " or more" };
    if !winning.is_empty() {
        let more = or_more(answer.all_winning_moves);
        return format!("{}{more}: {}", counted(winning.len(), "winning move"), winning.join(" "));
    }
    // A list of all the moves of a lost position helps nobody; under the podium rule the better places do.
    let best: Vec<String> =
        answer.moves.iter().filter(|option| option.best).map(|option| option.to.to_string()).collect();
    if best.is_empty() || best.len() == answer.moves.len() {
        format!("no winning move among {}{}", answer.moves.len(), or_more(answer.all_moves))
    } else {
        format!("no winning move; best: {}", best.join(" "))
    }
}

/// The genus of a position, whether Nim has it, and the misère outcome.
#[must_use]
pub fn genus(found: &Genus) -> String {
    let Genus { position, game, genus, outcome, .. } = found;
    let kind = if found.tame { "a position of Nim has it, too" } else { "no position of Nim has it" };
    format!("{position} of {game}: genus {genus}, {kind}\nmisère outcome: {outcome}\n")
}

/// The terms of a sum, its outcome and the moves that win.
#[must_use]
pub fn sum(found: &Sum, unsearched: &[UnsearchedTerm]) -> String {
    let mut text = String::new();
    for term in &found.terms {
        let _ = writeln!(text, "{} {}: Grundy value {}", term.game, term.position, term.grundy);
    }
    let meaning = super::meaning(Convention::Normal, u32::from(found.outcome != "P"));
    let _ = writeln!(text, "sum: {}, {meaning}; Grundy value {}", found.outcome, found.grundy);
    for (index, term) in found.terms.iter().enumerate() {
        for winning in found.winning_moves.iter().filter(|winning| winning.term == index + 1) {
            let _ = writeln!(text, "winning move: {} to {}", term.game, winning.to);
        }
        for skipped in unsearched.iter().filter(|skipped| skipped.term == index + 1) {
            let _ = writeln!(
                text,
                "moves in {} {} were not looked through: it is too large to be solved; a move to Grundy value {} wins",
                term.game, term.position, skipped.wanted
            );
        }
    }
    text
}
