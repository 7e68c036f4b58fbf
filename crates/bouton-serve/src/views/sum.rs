//! Sums of positions of several games: a move is made in one of them.

use axum::{extract::State, response::Response};
use bouton::{Convention, Game, Playable, Position, Watch, rules::built_in_games, sum as solved};
use maud::{Markup, html};

use crate::{
    App,
    failure::Failure,
    query::{Query, escaped, typed_position},
    texts::{message, t, with},
    views::{
        field::Field,
        layout::{GameLink, OnPage, Page, answer, in_a_line, told},
    },
};

/// The rows of the form, by the names of their inputs.
const ROWS: [(&str, &str); 4] =
    [("game-1", "position-1"), ("game-2", "position-2"), ("game-3", "position-3"), ("game-4", "position-4")];

/// Answers `GET /sum?game-1=…&position-1=…`.
pub(crate) async fn sum(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let frame = Page {
        title: t("nav.sum").to_owned(),
        view: "/sum",
        script: Some("page.js"),
        form: Some(form(&rows(&query))),
        ..Page::default()
    };
    let digits = app.bounds().digits;
    answer(&app, frame, move |watch| Ok(body(&rows(&query), digits, watch))).await
}

/// The games of a query and their positions; an example if it has none.
fn rows(query: &Query) -> Vec<(&str, &str)> {
    let asked = ROWS.iter().any(|(game, at)| query.given(game).is_some() || query.given(at).is_some());
    let example = [("nim", "3,5"), ("kayles", "7"), ("", ""), ("", "")];
    let of_row = |((game, place), (one, at))| {
        let said = |name: &str, other| query.get(name).unwrap_or(if asked { "" } else { other }).trim();
        (said(game, one), said(place, at))
    };
    ROWS.into_iter().zip(example).map(of_row).collect()
}

/// The rows that are in sight if the others are empty.
const SHOWN: usize = 2;

/// A row of the form.
fn one_row(rows: &[(&str, &str)], row: usize) -> Markup {
    let ((game_name, place_name), (game, place)) = (ROWS[row], rows[row]);
    html! {
        p.row {
            (Field { name: game_name, value: &in_a_line(game), wide: true, list: Some("games"), ..Field::default() }.labelled(&with("sum.game", &[&(row + 1).to_string()])))
            (Field { name: place_name, value: place, wide: true, ..Field::default() }.labelled(t("play.position")))
        }
    }
}

/// The heading and the form.
fn form(rows: &[(&str, &str)]) -> Markup {
    html! {
        h1 { (t("sum.title")) }
        p.lead { (t("sum.lead")) }
        form.controls action="sum#answer" method="get" {
            @for row in 0..SHOWN { (one_row(rows, row)) }
            details open[rows.iter().skip(SHOWN).any(|(game, place)| !game.is_empty() || !place.is_empty())] {
                summary { (t("sum.more")) }
                @for row in SHOWN..ROWS.len() { (one_row(rows, row)) }
            }
            datalist id="games" { @for game in built_in_games() { option value=(game.name) {} } }
            p.note { (t("sum.help")) }
            p.row { button.main { (t("nim.show")) } }
        }
    }
}

/// The link to a sum with other games in these rows.
fn link_with<'r>(rows: &[(&'r str, &str)], other: impl Fn(&'r str) -> &'r str) -> String {
    let rows = rows.iter().zip(&ROWS).filter(|((game, _), _)| !game.is_empty());
    let rows = rows.map(|((game, place), (name, at))| {
        format!("{name}={}&{at}={}", escaped(other(game)), escaped(place))
    });
    format!("sum?{}#answer", rows.collect::<Vec<_>>().join("&"))
}

fn body(rows: &[(&str, &str)], digits: usize, watch: &Watch) -> Markup {
    html! {
        (form(rows))
        div data-answers {
            @match result(rows, digits, watch) {
                Ok(markup) => (markup),
                Err(failure) => div id="answer" role="alert" {
                    p.bad {
                        (told(&failure))
                        @if let Some(unknown) = failure.unknown.as_ref() && let Some(similar) = unknown.similar { " " (t("failed.similar")) " " a href=(link_with(rows, |game| if game == unknown.name { similar } else { game })) { (similar) } }
                    }
                    @if let Some(remedy) = failure.remedy() { p { (message(remedy)) } }
                },
            }
        }
    }
}

fn result(rows: &[(&str, &str)], digits: usize, watch: &Watch) -> Result<Markup, Failure> {
    let mut terms: Vec<(Position, Playable)> = Vec::new();
    let mut links: Vec<GameLink> = Vec::new();
    let asked: Vec<&(&str, &str)> = rows.iter().filter(|(game, _)| !game.is_empty()).collect();
    for ((game, place), number) in rows.iter().zip(1..) {
        let missing = match (game.is_empty(), place.is_empty()) {
            (true, false) => "sum.no-game",
            (false, true) => "sum.no-position",
            _ => continue,
        };
        return Err(Failure::input("position", &with(missing, &[&number.to_string()])));
    }
    if asked.is_empty() {
        return Err(Failure::input("game", t("sum.no-games")));
    }
    for (game, place) in &asked {
        let named = Game::named_within(game, &[], watch)?;
        let convention = named.rules().convention();
        if convention != Convention::Normal {
            let why = if convention == Convention::Misere { "sum.misere" } else { "sum.players" };
            return Err(Failure::input("game", &with(why, &[&GameLink::new(game, None).called()])));
        }
        let position = typed_position(place, digits)?;
        terms.push((position.clone(), Playable::for_position(named.rules(), None, &position, watch)?));
        links.push(GameLink::new(game, None));
    }
    let (found, unsearched) = solved(&terms, watch)?;
    // The sum after a move in one of its games.
    let after = |term: usize, to: &str| {
        let rows = asked.iter().zip(&ROWS).zip(1..).map(|(((game, place), (name, at)), number)| {
            let place = if number == term { to } else { *place };
            format!("{name}={}&{at}={}", escaped(game), escaped(place))
        });
        format!("sum?{}", rows.collect::<Vec<_>>().join("&"))
    };
    Ok(html! {
        section.sum id="answer" aria-label=(t("nav.sum")) {
            p {
                @for (place, (term, link)) in found.terms.iter().zip(&links).enumerate() { @if place > 0 { " + " } (link.called()) " " span.mono { (term.position) } }
                ": " span.outcome data-outcome=(found.outcome) { (found.outcome) } " "
                strong { (t(if found.outcome == "P" { "nim.lost" } else { "nim.won" })) } }
            div.scroll tabindex="0" role="group" aria-label=(t("sum.values")) {
                table {
                    thead { tr { th scope="col" { (t("sum.term")) } th scope="col" { (t("play.position")) } th.number scope="col" { (t("sum.grundy")) } th scope="col" { (t("sum.winning")) } } }
                    tbody { @for ((term, link), number) in found.terms.iter().zip(&links).zip(1usize..) {
                        tr {
                            td { (link.called()) } td { a.mono href=(link.to("/play", &[("start", &term.position.to_string())])) { (term.position) } } td.number { (term.grundy) }
                            td { @for (place, made) in found.winning_moves.iter().filter(|made| made.term == number).enumerate() {
                                @if place > 0 { ", " } a.mono href=(after(number, &made.to)) { (made.to) }
                            }
                            @if found.winning_moves_complete && found.winning_moves.iter().all(|made| made.term != number) { (t("sum.none")) } }
                        }
                    } }
                    tfoot { tr { th scope="row" colspan="2" { (t("sum.total")) } td.number { (found.grundy) } td {} } }
                }
            }
            @if !found.winning_moves_complete || !unsearched.is_empty() { p.note { (t("sum.incomplete")) } }
            p.note { (t("sum.why")) }
        }
    })
}
