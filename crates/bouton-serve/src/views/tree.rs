//! The tree of a game: the options of a position, folded, each with its value; and their options.

use axum::{extract::State, response::Response};
use bouton::{
    Answer, BigPosition, Position, Watch,
    play::{Partner, move_words},
};
use maud::{Markup, html};
use num_bigint::BigUint;

use crate::{
    App,
    failure::Failure,
    players::WithLetters,
    query::{Query, typed_position},
    texts::{sentence, t, with},
    views::{
        field::{Field, Keyboard},
        layout::{GameLink, OnPage, Page, answer, heading, share},
        mathematics::{grundy as grundy_value, letters},
        play::first,
        prove::Known,
    },
};

/// The most options of a position that are shown.
const MOST: usize = 100;
/// The most options that are shown as examples, where there are too many to list them.
const MOST_EXAMPLES: usize = 24;

/// Answers `GET /tree?game=…&position=…`.
pub(crate) async fn tree(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let link = GameLink::of(&query).unwrap_or_default();
    let position = query.get("position").unwrap_or("");
    let top = html! { (heading(&link, t("tree.title"), "")) (form(&link, position, &html! {})) };
    let shown = Some(position).filter(|text| text.parse::<Position>().is_ok()).map(str::to_owned);
    let frame = Page { form: Some(top), position: shown, ..Page::of_game("/tree", "tree.js", &query) };
    let all = app.clone();
    answer(&app, frame, move |watch| body(&all, &query, watch)).await
}

fn body(app: &App, query: &Query, watch: &Watch) -> Result<Markup, Failure> {
    let (game, heaps) = (query.game(watch)?, query.heaps()?);
    let written = query.get("position");
    let start = match written {
        Some(text) => typed_position(text, app.bounds().digits),
        None => first(&game, heaps, watch),
    };
    let view = start.and_then(|start| {
        // A game with any number of heaps has those of its position.
        let heaps = if game.is_open() { Some(start.coordinates.len()) } else { heaps };
        let theorem = Known::new(app).of_game(&game, heaps, watch);
        let letters = WithLetters::of(query);
        let player =
            app.players().for_game(&game, heaps, (theorem.as_deref(), letters.as_ref()), &start, watch)?;
        let link = GameLink { heaps, ..GameLink::of(query).unwrap_or_default() };
        let made = view(player.partner(), &link, &start)?;
        app.players().keep(player);
        Ok(made)
    });
    match (view, written) {
        // The position that was entered stays in the form, with the reason beside it.
        (Err(failure), Some(written)) if failure.document.error.code == "position" => {
            let link = GameLink::of(query).unwrap_or_default();
            let reason = html! { p.bad role="alert" { (sentence(failure.message())) } };
            Ok(html! { (heading(&link, t("tree.title"), "")) (form(&link, written, &reason)) })
        }
        (view, _) => view,
    }
}

/// The form for the position, with a message about the last entry.
fn form(link: &GameLink, written: &str, note: &Markup) -> Markup {
    html! {
        form.controls action="tree" method="get" {
            // The position says how many heaps there are.
            (GameLink { heaps: None, ..link.clone() }.fields())
            p.row {
                (Field { name: "position", value: written, keyboard: Keyboard::of(written), ..Field::default() }.labelled(t("play.position")))
                button.main { (t("nim.show")) }
            }
        }
        (note)
    }
}

fn view(partner: &Partner, link: &GameLink, start: &Position) -> Result<Markup, Failure> {
    let placed = partner.playable().place(start)?;
    let root = partner.answer(&placed)?;
    let written = root.position.to_string();
    Ok(html! {
        (heading(link, t("tree.title"), ""))
        (form(link, &written, &html! { p.note { (t("tree.lead")) " " (letters(partner.convention())) } }))
        ul.tree data-root=(written) {
            li { details open { summary { (node(&root)) } (options(partner, link, &root)?) } }
        }
        p.row { (share()) }
    })
}

/// A position with its values.
fn node(known: &Answer) -> Markup {
    html! {
        span.mono { (known.position) } " " span.outcome data-outcome=(known.outcome) { (known.outcome) }
        @if let Some(grundy) = &known.grundy { " " (grundy_value(None, &grundy.to_string())) }
        @if let Some(remoteness) = known.remoteness { " " span.note { "· " (with("tree.remoteness", &[&remoteness.to_string()])) } }
    }
}

/// The options of a position. Those with options of their own are folded, and their options are requested
/// when they are opened.
fn options(partner: &Partner, link: &GameLink, known: &Answer) -> Result<Markup, Failure> {
    let playable = partner.playable();
    let mut answers = Vec::new();
    for option in known.moves.iter().take(MOST) {
        answers.push((option.to.clone(), partner.answer(&playable.place(&option.to)?)?));
    }
    if !known.all_moves {
        for to in examples(partner, &playable.place(&known.position)?) {
            let written = partner.write(&to);
            if !answers.iter().any(|(other, _)| *other == written) {
                answers.push((written, partner.answer(&to)?));
            }
        }
    }
    Ok(html! {
        ul {
            @if known.moves.is_empty() {
                li.note { (t("tree.end")) }
            } @else {
                @let here = known.position.to_string();
                li.from { a href=(link.to("/play", &[("start", &here)])) { (with("explore.play-here", &[&here])) } }
            }
            @for (option, below) in &answers {
                @let to = option.to_string();
                @let told = move_words(playable, &known.position, option);
                li {
                    @if below.is_over() {
                        p.leaf { (node(below)) " " span.note { "· " (told) } }
                    } @else {
                        @let own = link.to("/tree", &[("position", &to)]);
                        details data-tree=(own) {
                            summary { (node(below)) " " span.note { "· " (told) } }
                            p.unscripted { a href=(own) { (t("tree.open")) } }
                        }
                    }
                }
            }
            @if !known.all_moves {
                li.note { (t("tree.some")) }
            } @else if known.moves.len() > answers.len() {
                li.note { (with("tree.first", &[&answers.len().to_string(), &known.moves.len().to_string()])) }
            }
        }
    })
}

/// Some options of a position that has very many: those in which one number falls by little, or to little.
fn examples(partner: &Partner, from: &BigPosition) -> Vec<BigPosition> {
    let mut found: Vec<BigPosition> = Vec::new();
    for (place, size) in from.0.iter().enumerate() {
        let little = || (0u32..3).map(BigUint::from);
        let fallen = little().map(|less| less + 1u32).filter(|less| less <= size).map(|less| size - less);
        for number in fallen.chain(little().filter(|number| number < size)) {
            let mut to = from.clone();
            to.0[place] = number;
            if !found.contains(&to) && partner.permits(from, &to) == Some(true) {
                found.push(to);
            }
        }
    }
    found.truncate(MOST_EXAMPLES);
    found
}
