//! The value of a position, as text.

use std::fmt::{Display, Write};

use crate::{
    Answer, Convention, Playable, Source, UnsearchedTerm,
    document::{self, Genus, Sum},
};

use super::{
    counted,
    lazily::{joined, lazily},
};

/// The outcome, the values, the winning moves, and their source.
#[must_use]
pub fn solve(playable: &Playable, answer: &Answer) -> impl Display {
    lazily(move |f| {
        let convention = playable.game().convention();
        let meaning = super::meaning(convention, answer.value);
        writeln!(f, "{} {}: {}, {meaning}", playable.title(), answer.position, answer.outcome)?;
        let mut facts = Vec::new();
        facts.extend(answer.grundy.as_ref().map(|grundy| format!("Grundy value {grundy}")));
        facts.extend(answer.remoteness.map(|remoteness| format!("remoteness {remoteness}")));
        if !facts.is_empty() {
            writeln!(f, "{}", facts.join(", "))?;
        }
        if answer.moves.is_empty() {
            f.write_str(match answer.all_moves {
                true => "there is no move\n",
                false => "no move was found: not all moves were tried\n",
            })?;
        } else {
            writeln!(f, "{}", moves(answer))?;
        }
        match &answer.source {
            Source::Solved => Ok(()),
            Source::Heaps { periods } => {
                periods.iter().try_for_each(|period| writeln!(f, "from the period of {period}"))
            }
            Source::Quotient { known } => writeln!(f, "{known}"),
            Source::Law { certificate } => writeln!(f, "from the proved law {certificate}"),
            Source::Table { folder } => writeln!(f, "from the table in {folder}"),
        }
    })
}

fn moves(answer: &Answer) -> impl Display {
    lazily(move |f| {
        let winning = answer.winning_moves().count();
        let or_more = |complete: bool| if complete { "" } else { " or more" };
        if winning > 0 {
            let more = or_more(answer.all_winning_moves);
            return write!(
                f,
                "{}{more}: {}",
                counted(winning, "winning move"),
                joined(|| answer.winning_moves(), " ")
            );
        }
        // A list of all moves of a lost position is not helpful; under the podium rule the best
        // moves are.
        let best = || answer.moves.iter().filter(|option| option.best).map(|option| &option.to);
        let count = best().count();
        if count == 0 || count == answer.moves.len() {
            write!(f, "no winning move among {}{}", answer.moves.len(), or_more(answer.all_moves))
        } else {
            write!(f, "no winning move; best: {}", joined(best, " "))
        }
    })
}

/// The genus of a position, whether some position of Nim has it, and the misère outcome.
#[must_use]
pub fn genus(found: &Genus) -> String {
    let Genus { position, game, genus, outcome, .. } = found;
    let kind = if found.tame { "a position of Nim has it, too" } else { "no position of Nim has it" };
    format!("{position} of {game}: genus {genus}, {kind}\nmisère outcome: {outcome}\n")
}

/// The terms of a sum, its outcome and the winning moves.
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
                "moves in {} {} were not searched: it is too large to be solved; a move to Grundy value {} wins",
                term.game, term.position, skipped.wanted
            );
        }
    }
    text
}

/// The answer of a theorem with letters.
#[must_use]
pub fn by_letters(answer: &document::Solve) -> String {
    let mut text = format!("{} {}: {}\n", answer.game, answer.position, answer.outcome);
    if let Some(grundy) = &answer.grundy {
        text.push_str(&format!("Grundy value {grundy}\n"));
    }
    let winning: Vec<&str> =
        answer.moves.iter().filter(|option| option.winning).map(|option| &*option.to).collect();
    let more = if answer.winning_moves_complete { "" } else { " or more" };
    if !winning.is_empty() {
        let count = counted(winning.len(), "winning move");
        text.push_str(&format!("{count}{more}: {}\n", winning.join(" ")));
    } else if answer.moves.is_empty() && answer.moves_complete {
        text.push_str("there is no move\n");
    } else if answer.winning_moves_complete {
        text.push_str("no winning move\n");
    } else {
        text.push_str("no winning move was found: not all moves were tried\n");
    }
    if let Some(certificate) = &answer.certificate {
        text.push_str(&format!("from the theorem with letters {certificate}\n"));
    }
    text
}
