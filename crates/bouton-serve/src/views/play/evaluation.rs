//! The values of a game in play: of the options of a position, and along the game.

use std::collections::BTreeMap;

use bouton::{Answer, AnsweredMove, Value, play::move_words, words};
use maud::{Markup, html};

use super::score::Score;
use crate::texts::{t, with};

/// The most options that are listed.
const MOST: usize = 200;

fn row(score: &Score, known: &Answer, option: &AnsweredMove, evaluated: bool) -> Markup {
    let to = option.to.to_string();
    let told = move_words(score.partner().playable(), &known.position, &option.to);
    html! {
        tr data-to=(to) data-wins[evaluated && option.winning] {
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
fn letters(score: &Score, known: &Answer, judged: &[Judged]) -> Markup {
    let convention = score.partner().convention();
    let of_options = known.moves.iter().map(|option| (option.value, option.outcome.as_str()));
    let of_game = judged.iter().map(|position| (position.value, position.outcome.as_str()));
    let outcomes: BTreeMap<Value, &str> = of_options.chain(of_game).collect();
    html! {
        p.note.letters {
            (t("play.letters"))
            @for (value, outcome) in &outcomes { " " (badge(outcome)) " " (words::meaning(convention, *value)) "." }
        }
    }
}

/// All options, with their values if requested: then the winning ones come first.
pub(super) fn options(score: &Score, known: &Answer, judged: &[Judged]) -> Markup {
    let evaluated = score.is_evaluated();
    let count = known.moves.len();
    let mut listed: Vec<&AnsweredMove> = known.moves.iter().collect();
    if evaluated {
        // A stable sort: equal ones stay in their order.
        listed.sort_by_key(|option| (!option.winning, !option.best));
    }
    // Of very many options the best ones are known: a list of these would give the answer away.
    let gives_away = !known.all_moves && !evaluated;
    html! {
        section.options aria-label=(t("play.options")) data-complete[known.all_moves && count <= MOST] {
            @if count > 0 { h2 { (t("play.options")) " " @if !gives_away { span.note { (if known.all_moves { count.to_string() } else { with("play.some", &[&count.to_string()]) }) } } } }
            @if evaluated && count > 0 {
                p { (badge(&known.outcome)) " " (words::meaning(score.partner().convention(), known.value)) "." }
            }
            @if gives_away {
                p.note { (t("play.too-many")) }
            } @else if count > 0 {
                div.scroll.tall tabindex="0" role="group" aria-label=(t("play.options")) {
                    table {
                        thead { tr {
                            @if evaluated { th scope="col" { (t("play.worth")) } }
                            th scope="col" { (t("play.move")) } th scope="col" { (t(if evaluated { "play.leads-to" } else { "play.position" })) }
                        } }
                        tbody { @for option in listed.into_iter().take(MOST) { (row(score, known, option, evaluated)) } }
                    }
                }
                @if count > MOST { p.note { (with("play.first-of", &[&MOST.to_string(), &count.to_string()])) } }
            }
            @if evaluated { (letters(score, known, judged)) }
        }
    }
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
            let made = answer.moves.iter().find(|option| option.to.to_string() == *made);
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
