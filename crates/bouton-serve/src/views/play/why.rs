//! The reason for the value of a position: the law traced on it.

use bouton::{Answer, play::Partner, prose::HtmlOptions, why, words};
use maud::{Markup, PreEscaped, html};

use crate::{
    failure::Failure,
    texts::{t, with},
    views::prove::Known,
};

pub(super) fn why_of(partner: &Partner, known: &Answer, theorems: &Known) -> Result<Markup, Failure> {
    let convention = partner.convention();
    let winning = known.winning_moves().count();
    let theorem = theorems.of_playable(partner.playable());
    let reasons = match &theorem {
        Some(theorem) => why(partner.playable(), known, theorem).ok(),
        None => partner.reasons(known),
    };
    let options = HtmlOptions { table: t("play.why"), formula: t("play.why") };
    Ok(html! {
        p {
            strong { (known.position) } " " (with("play.is", &[&known.outcome, &words::meaning(convention, known.value)]))
            @if let Some(grundy) = &known.grundy { " " (with("play.grundy", &[&grundy.to_string()])) }
            @if let Some(remoteness) = known.remoteness { " " (with("play.remoteness", &[&remoteness.to_string()])) }
        }
        @if winning == 0 && known.all_winning_moves {
            p { (t("play.none-wins")) }
        } @else {
            p { (with(if known.all_winning_moves { "play.winning" } else { "play.winning-or-more" }, &[&winning.to_string()])) }
        }
        @if let Some(reasons) = &reasons {
            (PreEscaped(reasons.details().html_with(&options)))
        } @else if let Some(theorem) = &theorem {
            p { strong { (t("play.law")) } " " (PreEscaped(theorem.in_a_sentence().html())) }
        } @else {
            p.source { (partner.source(known)) }
        }
    })
}
