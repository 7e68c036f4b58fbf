//! The reason for the value of a position: the law applied to it, digit by digit where that is the
//! reason.

use bouton::{
    Answer, Theorem,
    explain::{Columns, Form, Formula, Text, explain},
    play::Partner,
    words,
};
use maud::{Markup, PreEscaped, html};
use num_bigint::BigUint;

use crate::{
    failure::Failure,
    texts::{t, with},
    views::{digits::columns, prove::Known},
};

pub(super) fn why(partner: &Partner, known: &Answer, theorems: &Known) -> Result<Markup, Failure> {
    let convention = partner.convention();
    let winning = known.winning_moves().count();
    let theorem = theorems.of_playable(partner.playable());
    Ok(html! {
        p {
            strong { (known.position) } " " (with("play.is", &[&known.outcome, &words::meaning(convention, known.value)]))
            @if let Some(grundy) = &known.grundy { " " (with("play.grundy", &[&grundy.to_string()])) }
            @if let Some(remoteness) = known.remoteness { " " (with("play.remoteness", &[&remoteness.to_string()])) }
        }
        p { (with(if known.all_winning_moves { "play.winning" } else { "play.winning-or-more" }, &[&winning.to_string()])) }
        @if let Some(theorem) = &theorem {
            p { strong { (t("play.law")) } " " (PreEscaped(theorem.in_a_sentence().html())) }
            (reason(theorem, known))
        } @else {
            p.source { (partner.source(known)) }
        }
    })
}

/// The law evaluated for the numbers of this position.
fn reason(theorem: &Theorem, known: &Answer) -> Markup {
    let Some(checked) = theorem.law() else { return html! {} };
    let explanation = explain(checked.ruleset(), checked.law());
    let control = known.position.control.clone().unwrap_or_default();
    let law = explanation.laws.iter().find(|law| law.controls.len() == 1 || law.controls.contains(&control));
    let heaps = &known.position.coordinates;
    match law.map(|law| &law.form) {
        Some(Form::Digits(digits)) => match digits.columns {
            Columns::Multiple { modulus } if modulus as usize <= heaps.len() => columns(heaps, modulus),
            _ => html! {},
        },
        Some(Form::LinkedPiles) => columns(heaps, 3),
        Some(Form::Remainders(found)) => {
            let rests: Vec<BigUint> = heaps.iter().map(|heap| heap % found.modulus).collect();
            let all = heaps.iter().zip(&rests).map(|(heap, rest)| reduced(heap, found.modulus.into(), rest));
            html! { p { (PreEscaped(Text::joined(all, ", ").html())) } (columns(&rests, 2)) }
        }
        Some(Form::Periodic(found)) => match heaps.first() {
            Some(heap) if *heap >= found.preperiod.into() => {
                let rest = heap % found.period;
                html! { p { (PreEscaped(Text::from(reduced(heap, found.period, &rest)).html())) } }
            }
            _ => html! {},
        },
        _ => html! {},
    }
}

/// `13 mod 4 = 1`.
fn reduced(heap: &BigUint, modulus: u64, rest: &BigUint) -> Formula {
    let number = |number: &BigUint| Formula::Number(number.to_string());
    Formula::remainder(number(heap), modulus).equals(number(rest))
}
