//! The reason for the value of a position: the law traced on it.

use bouton::{
    Answer, Convention, Source, Watch,
    play::{best_move, move_words},
    prose::HtmlOptions,
    why, words,
};
use maud::{Markup, PreEscaped, html};

use crate::{
    failure::Failure,
    texts::{t, with},
    views::prove::Known,
};

use super::{
    evaluation,
    score::{Opponent, Score},
};

/// The most winning moves that are named.
const MOST_MOVES: usize = 6;

/// Winning moves, in words, each a link that makes it.
fn winning_moves(score: &Score, known: &Answer) -> Markup {
    let playable = score.partner().playable();
    let more = known.winning_moves().nth(MOST_MOVES).is_some();
    html! {
        @for (place, to) in known.winning_moves().take(MOST_MOVES).enumerate() {
            @let (words, to) = (move_words(playable, &known.position, to), to.to_string());
            @if place > 0 { "; " }
            @if score.humans_turn() { a href=(score.after(&to)) { (words) } } @else { (words) }
            " → " span.mono { (to) }
        }
        @if more { "; …" }
    }
}

/// The answer at the end of a game: who made the last move, and what that means.
fn at_the_end(score: &Score, known: &Answer) -> Markup {
    let position = known.position.to_string();
    let rule = match score.partner().convention() {
        Convention::Normal | Convention::Coalition => "play.end-last-wins",
        Convention::Misere => "play.end-last-loses",
        Convention::Podium { .. } => "play.end-podium",
    };
    html! {
        p { (with("play.end", &[&position])) " " (t(rule)) " " (score.result()) }
        @if score.shown() > 0 {
            (first_mistake(score))
            @if !score.is_evaluated() { p { (t("play.end-mistakes")) " " a href=(score.evaluated_or_not()) data-shows=".moves" { (t("play.eval-over")) } "." } }
        }
    }
}

/// The first mistake of the user, or of any player where the user plays for all, with a move that was better.
fn first_mistake(score: &Score) -> Markup {
    let is_users =
        |index: usize| score.opponent() == Opponent::Nobody || index % score.players() == score.human();
    let judged = evaluation::along(score);
    let Some(index) = judged.iter().enumerate().position(|(index, judged)| judged.mistake && is_users(index))
    else {
        return html! {};
    };
    let better = || {
        let known = score.partner().answer(score.reached().get(index)?).ok()?;
        let to = best_move(&known)?;
        Some((move_words(score.partner().playable(), &known.position, to), to.to_string()))
    };
    let Some((better, to)) = better() else { return html! {} };
    let (number, made) = ((index + 1).to_string(), super::move_in_words(score, index));
    let (which, made) = if score.opponent() == Opponent::Nobody {
        let name = score.name(index % score.players());
        (with("play.first-mistake", &[&number]), with("play.takes", &[&name, &made]))
    } else {
        (with("play.your-first-mistake", &[&number]), made)
    };
    html! {
        p {
            a href=(score.at(index)) { (which) } ": " (made) ". "
            (with("play.better-there", &[&better])) " → " span.mono { (super::breakable(&to)) } "."
        }
    }
}

/// The reasons, with a link to the theorem of the game.
pub(super) fn why_of(
    score: &Score,
    known: &Answer,
    theorems: &Known,
    watch: &Watch,
) -> Result<Markup, Failure> {
    if known.is_over() {
        return Ok(at_the_end(score, known));
    }
    let (game, partner) = (score.link_to_game(), score.partner());
    let convention = partner.convention();
    let winning = known.winning_moves().count();
    let mut theorem = theorems.of_playable_at_once(partner.playable(), watch);
    let mut reasons = match &theorem {
        Some(theorem) => why(partner.playable(), known, theorem).ok(),
        None => partner.reasons(known),
    };
    let mut job = None;
    if theorem.is_none() && reasons.is_none() {
        match theorems.search(game, partner.playable(), watch) {
            Ok(found) => theorem = found,
            Err(begun) => job = Some(begun),
        }
        reasons = theorem.as_ref().and_then(|theorem| why(partner.playable(), known, theorem).ok());
    }
    // A search that was ended with the answer is not the reason for which there is no law.
    watch.check()?;
    let options = HtmlOptions { table: t("play.why"), formula: t("play.why") };
    Ok(html! {
        p {
            strong { (known.position) } " " (with("play.is", &[&known.outcome, &words::meaning(convention, known.value)]))
            @if let Some(grundy) = &known.grundy { " " (with("play.grundy", &[&grundy.to_string()])) }
            @if let Some(remoteness) = known.remoteness { " " (with("play.remoteness", &[&remoteness.to_string()])) }
        }
        @if winning == 0 && known.all_winning_moves {
            @match super::best_place(convention, known) {
                Some(place) => p { (with("play.none-first", &[&place])) },
                // The reasons say it, too.
                None if reasons.is_some() => {},
                None => p { (t("play.none-wins")) },
            }
        } @else if winning > 0 {
            p { (with(if known.all_winning_moves { "play.winning" } else { "play.winning-or-more" }, &[&winning.to_string()])) " " (winning_moves(score, known)) }
        }
        @if let Some(reasons) = &reasons {
            (PreEscaped(reasons.details().html_with(&options)))
            p.note { a href=(game.to("/prove", &[])) { (t("play.whole-law")) } }
        } @else if let Some(theorem) = &theorem {
            p { strong { (t("play.law")) } " " (PreEscaped(theorem.in_a_sentence().html())) }
        } @else {
            p.source {
                @if known.source == Source::Solved && partner.law().is_none() { (t("play.no-law")) " " }
                (with("play.known", &[&partner.source(known)]))
            }
            @if let Some(job) = &job {
                p.note { (t("play.searching")) " " a href=(game.to("/prove", &[("job", &job.id)])) { (t("play.follow")) } "." }
            } @else {
                p.note { a href=(game.to("/prove", &[])) { (t("explore.prove")) } }
            }
        }
    })
}
