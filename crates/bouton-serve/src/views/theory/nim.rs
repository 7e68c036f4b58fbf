//! Nim: sums, moves, lost positions, good starting positions.

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    document::{NimBoundedPosition, NimClass, NimClasses, NimLost, NimMoves, NimSum, Suggest},
    theory::nim,
};
use maud::{Markup, html};
use num_bigint::BigUint;

use super::{field, list, part, theory};
use crate::{
    App,
    failure::Failure,
    query::Query,
    texts::{t, with},
    views::{
        digits::columns,
        field::{Field, Keyboard},
        layout::{GameLink, OnPage},
    },
};

/// Answers `GET /nim?heaps=…`.
pub(crate) async fn page(State(app): State<App>, OnPage(query): OnPage) -> Response {
    theory(&app, query, ("/nim", t("nav.nim")), body).await
}

/// The most positions in a search for the distance, fewer where there are many heaps: each position
/// includes all heaps, and has moves from each.
const MOST_POSITIONS: usize = 50_000;

fn most_positions(heaps: usize) -> usize {
    (16 * MOST_POSITIONS / (heaps * heaps).max(1)).min(MOST_POSITIONS)
}

fn body(query: &Query, limit: usize, watch: &Watch) -> Result<Markup, Failure> {
    let written = query.given("heaps").unwrap_or("3,4,5");
    let entered = crate::query::typed_position(written, limit).map(|heaps| heaps.coordinates);
    let heaps = entered.and_then(|heaps| {
        if heaps.is_empty() { Err(Failure::input("heaps", t("nim.no-heaps"))) } else { Ok(heaps) }
    });
    let most = query.get("most").unwrap_or("");
    Ok(html! {
        h1 { (t("nim.title")) }
        p.lead { (t("nim.lead")) }
        form.controls action="nim" method="get" {
            (others(query, &["heaps", "most"]))
            p.row { (field("heaps", t("nim.heaps"), written, Keyboard::Position)) (Field { name: "most", value: most, placeholder: Some(t("nim.no-limit")), keyboard: Keyboard::Number, ..Field::default() }.labelled(t("nim.most"))) button.main { (t("nim.show")) } }
        }
        div data-answers {
            (part(heaps.map(|heaps| html! {
                // What was asked for comes first.
                @if !most.is_empty() { (part(bounded(&heaps, most, written))) }
                (sum(&heaps, written, !most.is_empty()))
                (distance(&heaps))
            })))
        }
        (part(suggestions(query, watch)))
        (part(lost(query, watch)))
    })
}

/// The hidden fields of a form that keeps what was entered in the other forms of the page.
fn others(query: &Query, own: &[&str]) -> Markup {
    const ALL: [&str; 5] = ["heaps", "most", "count", "of", "largest"];
    html! {
        @for name in ALL.iter().filter(|name| !own.contains(name)) {
            @if let Some(value) = query.get(name) { input type="hidden" name=(name) value=(value); }
        }
    }
}

/// The theory of Nim without a limit on moves, which the heading says where there is one on the page.
fn sum(heaps: &[BigUint], written: &str, limited: bool) -> Markup {
    let (found, moves) = (NimSum::new(heaps), NimMoves::new(heaps));
    let classes = NimClasses::new(heaps, &nim::lost_classes(heaps)).classes;
    let standing = match found.standing.as_str() {
        "won" => t("nim.won"),
        "obviously-lost" => t("nim.obviously"),
        _ => t("nim.hidden"),
    };
    let play = GameLink::new("nim", None);
    html! {
        section aria-labelledby="sum" {
            h2 id="sum" { (with(if limited { "nim.sum-unlimited" } else { "nim.sum" }, &[&found.nim_sum.to_string()])) }
            (columns(heaps, 2))
            p { span.mono { (written) } ": " strong { (standing) } " " (t("nim.bouton")) " " a href=(play.to("/play", &[("start", written)])) { (t("nim.play")) } }
            @if !moves.moves.is_empty() {
                p { (with("nim.moves", &[&moves.moves.len().to_string(), &moves.most.to_string()])) }
                ul { @for one in &moves.moves { li {
                    a href=(play.to("/play", &[("start", &changed(heaps, one.heap, &one.to.to_string()))])) { (with("nim.move", &[&one.heap.to_string(), &one.from.to_string(), &one.to.to_string()])) }
                } } }
            }
            @if !classes.is_empty() { ul { @for class in &classes { li { (class_words(class)) } } } }
        }
    }
}

/// The heaps after a move in one of them, as a position is written.
fn changed(heaps: &[BigUint], heap: usize, to: &str) -> String {
    let written = heaps
        .iter()
        .zip(1..)
        .map(|(size, number)| if number == heap { to.to_owned() } else { size.to_string() });
    written.collect::<Vec<_>>().join(",")
}

/// The class by which a lost position is recognised, in words.
fn class_words(class: &NimClass) -> String {
    match class {
        NimClass::PairedUp => t("nim.paired").to_owned(),
        NimClass::OneAndTwins { n } => with("nim.one-and-twins", &[&n.to_string()]),
        NimClass::Twins { twins } => with("nim.twins", &[&twins.to_string()]),
        NimClass::SumWithoutCarry => t("nim.no-carry").to_owned(),
        NimClass::Consecutive { smallest, largest } => {
            with("nim.consecutive", &[&smallest.to_string(), &largest.to_string()])
        }
        NimClass::Multiple { factor, of } => {
            let of: Vec<String> = of.iter().map(class_words).collect();
            with("nim.multiple", &[&factor.to_string(), &of.join("; ")])
        }
    }
}

/// The distance of a position from being obviously lost, where a search is possible.
fn distance(heaps: &[BigUint]) -> Markup {
    let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
    let found = small.and_then(|heaps| nim::distance(&heaps, most_positions(heaps.len())).ok());
    html! {
        // Heaps that pair up are not on their way.
        @if let Some(found) = found.filter(|found| found.heaps > 0) {
            p { (t("nim.distance")) }
            ul {
                li { (with("nim.distance-moves", &[&found.moves.to_string()])) }
                li { (with("nim.distance-heaps", &[&found.heaps.to_string()])) }
                li { (with("nim.distance-objects", &[&found.objects.to_string()])) }
            }
        }
    }
}

/// The greatest limit on the objects of a move with which a game is offered for play.
const MOST_PLAYED: u32 = 1000;

/// Nim with at most `most` objects in a move.
fn bounded(heaps: &[BigUint], most: &str, written: &str) -> Result<Markup, Failure> {
    let number: BigUint = most.trim().parse().map_err(|_| Failure::input("most", t("nim.wrong-most")))?;
    if number == BigUint::ZERO {
        return Err(Failure::input("most", t("nim.wrong-most")));
    }
    let found = NimBoundedPosition::new(heaps, &number);
    let rests: Vec<BigUint> = heaps.iter().map(|heap| heap % (&number + 1u32)).collect();
    let rules = format!("heaps any\nmove take 1..{number} from 1 heap");
    let play = (number <= BigUint::from(MOST_PLAYED)).then(|| GameLink::new(&rules, None));
    Ok(html! {
        section aria-labelledby="bounded" {
            h2 id="bounded" { (with(if number == BigUint::from(1u32) { "nim.bounded-one" } else { "nim.bounded" }, &[&found.most.to_string()])) }
            p {
                strong { (if found.lost { t("nim.lost") } else { t("nim.won") }) }
                @if let Some(play) = &play { " " a href=(play.to("/play", &[("start", written)])) { (t("nim.play")) } }
            }
            @if !found.moves.is_empty() {
                p { (with("nim.bounded-moves", &[&found.moves.len().to_string()])) }
                ul { @for one in &found.moves { li { (with("nim.take", &[&one.take.to_string(), &one.heap.to_string(), &one.to.to_string()])) } } }
            }
            p { (with("nim.rests", &[&(&number + 1u32).to_string(), &rests.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")])) }
            (columns(&rests, 2))
            @if found.lost != found.closing_sentence_says_lost { p.note { (t("nim.closing")) } }
        }
    })
}

/// Good starting positions.
fn suggestions(query: &Query, watch: &Watch) -> Result<Markup, Failure> {
    let count = query.number("count")?.unwrap_or(3);
    let heaps = usize::try_from(count).unwrap_or(usize::MAX);
    let found =
        nim::suggest_within(heaps, 10, watch).map_err(|error| Failure::input("heaps", &error.to_string()))?;
    let found = Suggest::from(&found);
    let play = GameLink::new("nim", None);
    Ok(html! {
        section aria-labelledby="suggest" {
            h2 id="suggest" { (t("nim.suggest")) }
            form.controls action="nim#suggest" method="get" {
                (others(query, &["count"]))
                p.row { span.field { label for="count" { (t("nim.count")) } " " input id="count" name="count" type="number" min="3" max="13" value=(count); } button { (t("nim.show")) } }
            }
            @if let Some((least, largest)) = found.positions.first().and_then(|first| first.first().zip(first.last())) {
                p { (t("nim.good")) " " (with("nim.criteria", &[&found.total.to_string(), &largest.to_string(), &least.to_string()])) }
            }
            ul { @for lost in &found.positions {
                @let written = lost.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                li { a.mono href=(play.to("/play", &[("start", &written), ("you", "1")])) { (written) } }
            } @if !found.complete { li { "…" } } }
        }
    })
}

/// Lost positions that are not obviously lost.
fn lost(query: &Query, watch: &Watch) -> Result<Markup, Failure> {
    let heaps = query.number("of")?.unwrap_or(3).clamp(1, 8);
    let largest = query.number("largest")?.unwrap_or(7).min(64);
    let mut filter = nim::LostFilter::new(usize::try_from(heaps).unwrap_or(3), largest);
    filter.not_paired_up = true;
    filter.limit = 200;
    let found = NimLost::from(&nim::lost_positions_within(&filter, watch)?);
    let play = GameLink::new("nim", None);
    Ok(html! {
        section aria-labelledby="lost" {
            h2 id="lost" { (t("nim.listing")) }
            form.controls action="nim#lost" method="get" {
                (others(query, &["of", "largest"]))
                p.row {
                    span.field { label for="of" { (t("nim.of")) } " " input id="of" name="of" type="number" min="1" max="8" value=(heaps); }
                    span.field { label for="largest" { (t("nim.largest")) } " " input id="largest" name="largest" type="number" min="1" max="64" value=(largest); }
                    button { (t("nim.show")) }
                }
            }
            @if found.positions.is_empty() && found.complete { p { (with(if heaps == 1 { "nim.none-lost-one" } else { "nim.none-lost" }, &[&heaps.to_string(), &largest.to_string()])) } }
            p.values { @for position in &found.positions {
                a.mono href=(play.to("/play", &[("start", &list(position).replace(' ', "")), ("you", "1")])) { "(" (list(position)) ")" } " "
            } @if !found.complete { "…" } }
        }
    })
}
