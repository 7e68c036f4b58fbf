//! The pattern of a game: two coordinates as a picture.

use axum::{extract::State, response::Response};
use bouton::{Convention, Game, Playable, Space, Watch, picture::MAX_SIDE, words};
use maud::{Markup, html};

use crate::{
    App,
    failure::Failure,
    query::Query,
    texts::{sentence, shown, t, with},
    views::{
        layout::{GameLink, OnPage, Page, heading, picture, read, share},
        mathematics::symbol,
    },
};

/// The default bound of the picture.
const UPTO: &str = "63";
/// The default bound where other coordinates are fixed: the whole box below has to be solved.
const UPTO_OF_MANY: &str = "31";

/// The plane that is shown by default.
#[derive(Debug, Default)]
pub(crate) struct Slice {
    /// The number of heaps, where it is open.
    pub(crate) heaps: Option<usize>,
    /// The coordinates beyond two, with their numbers. They differ from 0, so that the picture shows more
    /// than two heaps alone.
    pub(crate) fixed: Vec<(String, u32)>,
    /// Whether several players play, so that nearly all larger positions have one outcome.
    pub(crate) of_several: bool,
}

/// The default plane of a game.
pub(crate) fn slice(game: &Game, heaps: Option<usize>, watch: &Watch) -> Result<Slice, Failure> {
    let rules = game.rules();
    let of_several = matches!(rules.convention(), Convention::Podium { .. } | Convention::Coalition);
    let whole = |heaps| Slice { heaps, of_several, ..Slice::default() };
    if rules.code().is_some() {
        return Ok(whole(heaps));
    }
    let heaps = heaps.or(game.is_open().then_some(if of_several { 3 } else { 2 }));
    let playable = Playable::within(rules, heaps, watch)?;
    let Some(ruleset) = playable.ruleset() else { return Ok(whole(heaps)) };
    let names = ruleset.coordinates();
    let number = |place: usize| match (ruleset.space(), ruleset.exists_text()) {
        // Where not all positions exist, the empty ones are likely to.
        (_, Some(_)) => 0,
        // With larger heaps, a coalition of the others wins nearly always.
        (Space::Heaps, _) if rules.convention() == Convention::Coalition => 1,
        (Space::Heaps, _) if of_several => 3,
        (Space::Heaps, _) if names.len() == 3 => 5,
        // Two equal heaps leave the other two the most freedom.
        (Space::Heaps, _) if names.len() == 4 => 7,
        (Space::Heaps, _) => u32::try_from(place).unwrap_or(0) - 1,
        (Space::HeapSizes, _) => 2,
        (Space::Counters, _) => 1,
    };
    let fixed = names.iter().enumerate().skip(2).map(|(place, name)| (name.clone(), number(place))).collect();
    Ok(Slice { heaps, fixed, of_several })
}

/// The name of a coordinate in words.
pub(crate) fn axis(name: &str, space: Option<&Space>) -> String {
    let number = || name.get(1..).filter(|rest| rest.parse::<u32>().is_ok());
    match (space, number()) {
        (Some(Space::Heaps) | None, Some(number)) if name.starts_with('h') => {
            with("explore.heap", &[number, name])
        }
        (Some(Space::HeapSizes), Some(number)) => with("explore.size", &[number, name]),
        _ => name.to_owned(),
    }
}

/// The options of the picture.
struct View {
    /// The game as it was asked for.
    asked: GameLink,
    /// The game with the number of heaps that the picture shows.
    link: GameLink,
    names: Vec<String>,
    controls: Vec<String>,
    axes: (String, String),
    /// Fixed coordinates, with their numbers.
    fixed: Vec<(String, String)>,
    control: Option<String>,
    upto: String,
    value: String,
    /// Whether the rules leave the number of heaps open.
    open: bool,
    values: Vec<(&'static str, &'static str)>,
    /// The meaning of each outcome, from P on.
    meanings: Vec<String>,
    /// The coordinates in words, in their order.
    words: Vec<String>,
}

impl View {
    fn read(query: &Query, watch: &Watch) -> Result<Self, Failure> {
        let game = query.game(watch)?;
        let rules = game.rules();
        let Slice { heaps, fixed: usual, .. } = slice(&game, query.heaps()?, watch)?;
        let mut space = None;
        let (names, controls): (Vec<String>, Vec<String>) = if rules.code().is_some() {
            ((1..=heaps.unwrap_or(2).max(2)).map(|heap| format!("h{heap}")).collect(), Vec::new())
        } else {
            let playable = Playable::within(rules, heaps, watch)?;
            let ruleset = playable.ruleset();
            space = ruleset.map(|ruleset| ruleset.space().clone());
            let controls = ruleset
                .filter(|_| playable.has_controls())
                .map_or(Vec::new(), |ruleset| ruleset.controls().to_vec());
            (ruleset.map_or(Vec::new(), |ruleset| ruleset.coordinates().to_vec()), controls)
        };
        let named = |name: &str| {
            query.get(name).filter(|axis| names.iter().any(|known| known == axis)).map(str::to_owned)
        };
        let both = query.get("axes").and_then(|axes| axes.split_once(','));
        let first = named("across")
            .or(both.map(|(across, _)| across.to_owned()))
            .unwrap_or_else(|| names.first().cloned().unwrap_or_default());
        let second = named("up").or(both.map(|(_, up)| up.to_owned()));
        let second = second
            .filter(|up| *up != first)
            .or_else(|| names.iter().find(|name| **name != first).cloned())
            .unwrap_or_default();
        let told: Vec<(&str, &str)> = query
            .get("fix")
            .into_iter()
            .flat_map(|fix| fix.split(','))
            .filter_map(|one| one.split_once('='))
            .collect();
        let of = |name: &str| -> String {
            let said = told.iter().find(|(known, _)| *known == name).map(|(_, number)| *number);
            let own = query.get(&format!("fix-{name}")).or(said).map(str::to_owned);
            own.unwrap_or_else(|| {
                usual.iter().find(|(known, _)| known == name).map_or(0, |(_, number)| *number).to_string()
            })
        };
        let fixed = names
            .iter()
            .filter(|name| **name != first && **name != second)
            .map(|name| (name.clone(), of(name)))
            .collect();
        let control =
            controls.first().map(|start| if of("control") == "0" { start.clone() } else { of("control") });
        let many = names.len() > 2;
        let convention = rules.convention();
        let outcomes = match convention {
            Convention::Normal | Convention::Misere => 2,
            Convention::Podium { players } => players.into(),
            Convention::Coalition => 4,
        };
        let mut values = vec![("outcome", t("explore.outcome")), ("p-positions", t("explore.p"))];
        if rules.sprague_grundy().is_ok() {
            values.push(("grundy", t("explore.grundy")));
        }
        if rules.convention() == Convention::Normal {
            values.push(("remoteness", t("explore.remoteness")));
        }
        let words = names.iter().map(|name| axis(name, space.as_ref())).collect();
        let asked = GameLink::of(query).unwrap_or_default();
        Ok(Self {
            link: GameLink { heaps, ..asked.clone() },
            asked,
            names,
            controls,
            axes: (first, second),
            fixed,
            control,
            upto: query.get("upto").unwrap_or(if many { UPTO_OF_MANY } else { UPTO }).to_owned(),
            value: query.get("value").unwrap_or("outcome").to_owned(),
            open: rules.code().is_none() && game.is_open(),
            values,
            meanings: (0..outcomes).map(|outcome| words::meaning(convention, outcome)).collect(),
            words,
        })
    }

    /// Returns the reason for which a query has no picture, if that can be told without computing one.
    fn refusal(&self, query: &Query) -> Option<Failure> {
        let most = MAX_SIDE.to_string();
        if !query.number("upto").is_ok_and(|upto| upto.is_none_or(|upto| upto <= MAX_SIDE)) {
            return Some(Failure::input("upto", &with("explore.too-far", &[&most])));
        }
        let is_value = self.values.iter().any(|(value, _)| *value == self.value);
        if !is_value {
            let known: Vec<&str> = self.values.iter().map(|(value, _)| *value).collect();
            let value = shown(&self.value);
            return Some(Failure::input("value", &with("explore.no-value", &[&value, &known.join(", ")])));
        }
        let wrong = self.fixed.iter().find(|(_, number)| number.parse::<u64>().is_err())?;
        Some(Failure::input("fix", &with("explore.no-number", &[&wrong.0, &shown(&wrong.1)])))
    }

    /// The parameters of the picture.
    fn options(&self) -> Vec<(&'static str, String)> {
        let mut fix: Vec<String> =
            self.fixed.iter().map(|(name, number)| format!("{name}={number}")).collect();
        fix.extend(self.control.iter().map(|control| format!("control={control}")));
        let axes = if self.axes.1.is_empty() {
            self.axes.0.clone()
        } else {
            format!("{},{}", self.axes.0, self.axes.1)
        };
        vec![
            ("upto", self.upto.clone()),
            ("value", self.value.clone()),
            ("axes", axes),
            ("fix", fix.join(",")),
        ]
    }

    /// A coordinate in words.
    fn words_of(&self, name: &str) -> &str {
        let place = self.names.iter().position(|known| known == name);
        place.and_then(|place| self.words.get(place)).map_or("", String::as_str)
    }

    fn picture(&self, path: &str) -> String {
        let options = self.options();
        let options: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.link.to(path, &options)
    }
}

/// Answers `GET /explore?game=…`.
pub(crate) async fn explore(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let frame = Page::of_game("/explore", "explore.js", &query);
    read(&app, frame, move |watch| {
        let view = View::read(&query, watch)?;
        Ok(body(&view, view.refusal(&query).as_ref()))
    })
    .await
}

/// A coordinate in words with its name as in formulas.
fn named(words: &str, name: &str) -> Markup {
    match words.split_once(name) {
        Some((before, after)) => html! { (before) (symbol(name)) (after) },
        None => html! { (words) },
    }
}

/// A name with its number below the line, where there is no place for a formula: `h₁`.
fn indexed(name: &str) -> String {
    let below =
        |c: char| c.to_digit(10).and_then(|digit| char::from_u32(u32::from('₀') + digit)).unwrap_or(c);
    name.chars().map(below).collect()
}

fn body(view: &View, refusal: Option<&Failure>) -> Markup {
    let words = with("explore.words", &[&view.link.called(), &view.axes.0, &view.axes.1, &view.upto]);
    let choice = |id: &'static str, label: &str, chosen: &str| {
        html! {
            span.field {
                label for=(id) { (label) } " "
                select id=(id) name=(id) { @for name in &view.names { option value=(name) selected[name == chosen] { (view.words_of(name).replace(name.as_str(), &indexed(name))) } } }
            }
        }
    };
    html! {
        (heading(&view.link, t("explore.title"), ""))
        form.controls.explore action="explore" method="get" {
            (GameLink { heaps: view.link.heaps.filter(|_| !view.open), ..view.link.clone() }.fields())
            p.row {
                @if view.open {
                    span.field {
                        label for="heaps" { (t("explore.heaps")) } " "
                        input id="heaps" name="heaps" type="number" min="1" max="8" value=[view.link.heaps];
                    }
                }
                span.field {
                    label for="value" { (t("explore.value")) } " "
                    select id="value" name="value" { @for (value, name) in &view.values { option value=(value) selected[*value == view.value] { (name) } } }
                }
                span.field {
                    label for="upto" { (t("explore.upto")) } " "
                    input id="upto" name="upto" type="number" min="0" max=(MAX_SIDE) value=(view.upto);
                }
                @if view.names.len() > 2 { (choice("across", t("explore.across"), &view.axes.0)) (choice("up", t("explore.up"), &view.axes.1)) }
                @if let Some(control) = &view.control {
                    span.field {
                        label for="control" { (t("explore.control")) } " "
                        select id="control" name="fix-control" { @for name in &view.controls { option value=(name) selected[name == control] { (name) } } }
                    }
                }
                button.main { (t("explore.draw")) }
            }
            @if !view.fixed.is_empty() {
                p.row.fixed { @for (name, number) in &view.fixed {
                    span.field {
                        label for={ "fix-" (name) } { (named(view.words_of(name), name)) }
                        input id={ "fix-" (name) } name={ "fix-" (name) } type="number" min="0" max="1024" value=(number) data-fixed=(name);
                    }
                } }
            }
        }
        @if let Some(refusal) = refusal { p.bad role="alert" { (sentence(refusal.message())) } } @else { (pattern(view, &words)) }
    }
}

/// The picture, and the files with it.
fn pattern(view: &View, words: &str) -> Markup {
    html! {
        div.pattern data-plane=(view.picture("/api/v1/plane")) data-play=(view.link.to("/play", &[])) data-across=(view.words_of(&view.axes.0)) data-up=(view.words_of(&view.axes.1)) data-meanings=(view.meanings.join("|")) {
            noscript { div.picture { (picture(&view.picture("/api/v1/picture.svg"), words)) } }
        }
        p.row {
            a.button data-export="png" href=(view.picture("/api/v1/picture.png")) download="pattern.png" { "PNG" }
            a.button data-export="svg" href=(view.picture("/api/v1/picture.svg")) download="pattern.svg" { "SVG" }
            a.button data-export="csv" href={ (view.picture("/api/v1/plane")) "&format=csv" } download="pattern.csv" { "CSV" }
            a.button href=(view.asked.to("/prove", &[])) { (t("explore.prove")) }
            (share())
        }
    }
}
