//! The reason for the value of a position: the law traced on it.

use bouton::{Answer, Source, Watch, play::Partner, prose::HtmlOptions, why, words};
use maud::{Markup, PreEscaped, html};

use crate::{
    failure::Failure,
    texts::{t, with},
    views::{layout::GameLink, prove::Known},
};

/// The most winning moves that are named.
const MOST_MOVES: usize = 6;

/// The positions that winning moves lead to.
fn winning_moves(known: &Answer) -> Markup {
    let moves = known.winning_moves().take(MOST_MOVES).map(ToString::to_string).collect::<Vec<_>>();
    let more = known.winning_moves().nth(MOST_MOVES).is_some();
    html! { span.mono { (moves.join("  ")) @if more { "  …" } } }
}

/// The reasons, with a link to the theorem of the game.
pub(super) fn why_of(
    game: &GameLink,
    partner: &Partner,
    known: &Answer,
    theorems: &Known,
    watch: &Watch,
) -> Result<Markup, Failure> {
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
            p { (with(if known.all_winning_moves { "play.winning" } else { "play.winning-or-more" }, &[&winning.to_string()])) " " (winning_moves(known)) }
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
