//! The values of a game in play: of the options of a position, and along the game.

use std::collections::BTreeMap;

use bouton::{Answer, AnsweredMove, Value, play::move_words, words};
use maud::{Markup, html};

use super::score::Score;
use crate::{
    failure::Failure,
    query::Query,
    texts::{t, with},
};

/// The options that are listed at first, and those that are added at a time.
const STEP: usize = 100;
/// The most options that are listed.
const MOST: usize = 2000;

/// The number of options to list.
pub(super) fn wanted(query: &Query) -> Result<usize, Failure> {
    let wanted = query.number("options")?.and_then(|wanted| usize::try_from(wanted).ok());
    Ok(wanted.unwrap_or(STEP).clamp(1, MOST))
}

fn row(score: &Score, known: &Answer, (place, option): (usize, &AnsweredMove)) -> Markup {
    let evaluated = score.is_evaluated();
    let to = option.to.to_string();
    let told = move_words(score.partner().playable(), &known.position, &option.to);
    // The links to more options lead to the first of them.
    let id = (place > 0 && place.is_multiple_of(STEP)).then(|| format!("option-{}", place + 1));
    html! {
        tr id=[id.as_ref()] tabindex=[id.as_ref().map(|_| "-1")] data-to=(to) data-wins[evaluated && option.winning] {
            @if evaluated {
                td.worth { @if option.winning { strong.good { (t("play.wins")) } } @else if score.players() == 2 { (t("play.loses")) } @else if option.best { (t("play.best")) } }
            }
            td {
                @if score.humans_turn() { a.option href=(score.after(&to)) { (told) } } @else { (told) }
            }
            td { span.mono { (super::breakable(&to)) } @if evaluated { " " (badge(&option.outcome)) } }
        }
    }
}

/// The letter of an outcome.
fn badge(outcome: &str) -> Markup {
    html! { span.outcome data-outcome=(outcome) { (outcome) } }
}

/// What the letters beside positions mean: of the options, and of the positions along the game.
fn letters(score: &Score, options: &[AnsweredMove], judged: &[Judged]) -> Markup {
    let convention = score.partner().convention();
    let of_options = options.iter().map(|option| (option.value, option.outcome.as_str()));
    let of_game = judged.iter().map(|position| (position.value, position.outcome.as_str()));
    let outcomes: BTreeMap<Value, &str> = of_options.chain(of_game).collect();
    html! {
        p.note.letters {
            (t("play.letters"))
            @for (value, outcome) in &outcomes { " " (badge(outcome)) " " (words::meaning(convention, *value)) "." }
        }
    }
}

/// The first `wanted` options, with their values if requested: then the winning ones come first.
///
/// # Errors
///
/// If a limit is reached while options are evaluated.
pub(super) fn options(
    score: &Score,
    known: &Answer,
    judged: &[Judged],
    wanted: usize,
) -> Result<Markup, Failure> {
    let evaluated = score.is_evaluated();
    // One more tells whether there are more.
    let options = score.partner().options(score.placed(), known, (wanted + 1, evaluated))?;
    let too_many = options.is_none();
    let mut listed = options.unwrap_or_default();
    let more = listed.len() > wanted;
    listed.truncate(wanted);
    let count = listed.len();
    let all = match known.all_moves {
        true => Some(known.moves.len()),
        false => score.partner().count_options(score.placed(), MOST),
    };
    let heard = match all {
        Some(all) if !more => all.to_string(),
        Some(all) => with("play.first-of", &[&count.to_string(), &all.to_string()]),
        None => with("play.some", &[&count.to_string()]),
    };
    let next = (wanted + STEP).min(MOST);
    let link = score.link_with(&[("options", &next.to_string())]);
    Ok(html! {
        section.options aria-label=(t("play.options")) data-complete[known.all_moves && !more] {
            @if count > 0 || too_many { h2 { (t("play.options")) " " @if !too_many { span.note { (heard) } } } }
            @if evaluated && (count > 0 || too_many) {
                p { (badge(&known.outcome)) " " (words::meaning(score.partner().convention(), known.value)) "." }
            }
            @if too_many {
                p.note { (t("play.too-many")) }
            } @else if count > 0 {
                div.scroll.tall tabindex="0" role="group" aria-label=(t("play.options")) {
                    table {
                        thead { tr {
                            @if evaluated { th scope="col" { (t("play.worth")) } }
                            th scope="col" { (t("play.move")) } th scope="col" { (t("play.leads-to")) }
                        } }
                        tbody { @for option in listed.iter().enumerate() { (row(score, known, option)) } }
                    }
                    @if more && wanted < MOST { p { a.button href={ (link) "#option-" (wanted + 1) } rel="nofollow" { (t("play.more")) } } }
                }
            }
            @if evaluated { (letters(score, &listed, judged)) }
        }
    })
}

/// The most positions of a game that are evaluated.
const MOST_POSITIONS: usize = 60;

/// The evaluation of a position of the game.
pub(super) struct Judged {
    outcome: String,
    value: Value,
    /// Whether the player to move wins, in games of two.
    wins: bool,
    /// Whether the move from here was worse than another one.
    pub(super) mistake: bool,
}

impl Judged {
    pub(super) fn badge(&self) -> Markup {
        badge(&self.outcome)
    }
}

/// The positions along the game, from the start on: as many as are evaluated.
pub(super) fn along(score: &Score) -> Vec<Judged> {
    let mut judged: Vec<Judged> = Vec::new();
    for (index, placed) in score.reached().iter().enumerate().take(MOST_POSITIONS) {
        // A position without an answer ends the evaluation, not the page.
        let Ok(answer) = score.partner().answer(placed) else { break };
        let mistake = score.moves().get(index).is_some_and(|made| {
            let made = answer.moves.iter().find(|option| is_same(score, &option.to, made));
            // A move that is not among the winning ones does not win.
            let is_best = made.map_or(!answer.all_winning_moves, |made| made.best);
            !is_best && answer.moves.iter().any(|option| option.best)
        });
        judged.push(Judged {
            wins: answer.outcome == "N",
            value: answer.value,
            outcome: answer.outcome,
            mistake,
        });
    }
    judged
}

/// Whether an option is the position that was moved to. Rows have no order.
fn is_same(score: &Score, option: &bouton::Position, made: &str) -> bool {
    if !matches!(score.partner().playable().arena(), bouton::Arena::Code(_)) {
        return option.to_string() == made;
    }
    let heaps = |position: &bouton::Position| {
        let mut heaps = position.coordinates.clone();
        heaps.retain(|heap| heap.bits() > 0);
        heaps.sort();
        heaps
    };
    made.parse().is_ok_and(|made| heaps(option) == heaps(&made))
}

/// Whether all moves of the user, or of all players where the user plays for all, are evaluated and none is a mistake.
pub(super) fn is_faultless(score: &Score, judged: &[Judged]) -> bool {
    let of_user = |index: &usize| {
        score.opponent() == super::Opponent::Nobody || index % score.players() == score.human()
    };
    let mut made = (0..score.moves().len()).filter(of_user).peekable();
    judged.len() > score.moves().len() && made.peek().is_some() && made.all(|index| !judged[index].mistake)
}

/// A strip of the winners along the game, for two players.
pub(super) fn strip(score: &Score, judged: &[Judged]) -> Markup {
    if score.players() != 2 || judged.len() < 2 {
        return html! {};
    }
    let (width, height) = (12, 28);
    let view = format!("0 0 {} {}", judged.len() * width, 2 * height);
    let words = with("play.along-words", &[&score.name(0), &score.name(1)]);
    html! {
        figure.along {
            svg viewBox=(view) role="img" aria-label=(words) preserveAspectRatio="none" {
                @for (index, position) in judged.iter().enumerate() {
                    @let first = position.wins == (index % 2 == 0);
                    rect.first[first].second[!first].here[index == score.shown()] x=(index * width) y=(if first { 0 } else { height }) width=(width - 1) height=(height) {}
                }
                line.middle x1="0" y1=(height) x2=(judged.len() * width) y2=(height) {}
            }
            figcaption { (words) }
        }
    }
}
