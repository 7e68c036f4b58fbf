//! Questions of first order about proved laws: a form, the answer, and questions of the literature.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use bouton::{
    Game, Playable, Watch,
    ask::{self, AskAnswer, Buffer, BufferError},
    bundled_theorem, document,
    picture::{Theme, automaton},
    rules::built_in_games,
};
use maud::{Markup, html};

use crate::{
    App,
    failure::Failure,
    letters,
    query::{DEFAULT_HEAPS, Query},
    questions::{Typed, questions},
    texts::{message, sentence, stopped, t, with},
    views::{
        field::Field,
        layout::{self, GameLink, OnPage, Page, encoded_picture, in_a_line, told, written},
        prove::{counted, drawn_states, left_out},
        rules::{fault_words, marked},
    },
};

/// The question of a page without one.
const GAME: &str = "wythoff";
const SENTENCE: &str = "exists b: P(n, b) and n < b";

/// The most states of a picture.
const MOST_STATES: usize = 40;

/// Answers `GET /ask?game=…&sentence=…`.
pub(crate) async fn ask(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let form = form_without_answer(&query);
    let frame = Page { form: Some(form), ..Page::of_game("/ask", "prove.js", &query) };
    let (all, around, asked) = (app.clone(), frame.clone(), query.clone());
    let made = app.workers().run(move |watch| written(&all, &around, &body(&asked, watch), watch)).await;
    match made {
        Ok(written) => written.into_response(),
        Err(failure) => {
            // The reason is found under limits of its own.
            let reason = app.workers().read(move |watch| Ok(unknown_values(&query, watch)));
            let after_limit = if failure.ended { reason.await.ok().flatten() } else { None };
            layout::refused(&app, &Page { after_limit, ..frame }, failure).await
        }
    }
}

/// The words of the help about Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrundyHelp {
    /// A law of them is known.
    Known,
    /// A law of them may be found.
    Searched,
    /// None is known, or none exists.
    None,
}

impl GrundyHelp {
    /// The help for the game of a query.
    fn of(query: &Query, watch: &Watch) -> Self {
        match game_of(query, watch) {
            Some(game) => Self::of_game(&game, watch),
            None => Self::None,
        }
    }

    fn of_game(game: &Game, watch: &Watch) -> Self {
        let rules = game.rules();
        if rules.code().is_some() || rules.sprague_grundy().is_err() {
            return Self::None;
        }
        let heaps = game.is_open().then_some(DEFAULT_HEAPS);
        let Ok(playable) = Playable::within(rules, heaps, watch) else { return Self::None };
        match (bundled_theorem(&playable, true), bundled_theorem(&playable, false)) {
            (Some(_), _) => Self::Known,
            // Of a game whose outcomes have a law here, a law of the values was looked for, too.
            (None, Some(_)) => Self::None,
            (None, None) => Self::Searched,
        }
    }
}

/// Whether a question is about Grundy values: of its own game, or of the other one.
fn is_about_values(question: &str) -> (bool, bool) {
    let (mut own, mut other) = (false, false);
    for (place, _) in question.match_indices("g(").chain(question.match_indices("g (")) {
        let before = question[..place].chars().next_back();
        match before {
            Some('.') => other = true,
            Some(letter) if letter.is_alphanumeric() || letter == '_' || letter == '-' => {}
            _ => own = true,
        }
    }
    (own, other)
}

/// The games whose Grundy values a question is about although no law of them is known here, with the views that have
/// single values.
fn unknown_values(query: &Query, watch: &Watch) -> Option<Markup> {
    let (own, other) = is_about_values(asked(query).1);
    if !own && !other {
        return None;
    }
    let with_other = query.get("with").filter(|_| other);
    let other = with_other
        .and_then(|name| Some((GameLink::new(name, None), Game::named_within(name, &[], watch).ok()?)));
    let own = game_of(query, watch).filter(|_| own).map(|game| (link(query), game));
    let of_positions = |game: &Game| game.rules().code().is_none() && game.rules().sprague_grundy().is_ok();
    let unknown: Vec<(GameLink, Game)> = [own, other]
        .into_iter()
        .flatten()
        .filter(|(_, game)| of_positions(game) && GrundyHelp::of_game(game, watch) != GrundyHelp::Known)
        .collect();
    (!unknown.is_empty()).then(|| {
        html! {
            @for (link, _) in &unknown {
                p {
                    (with("ask.no-values", &[&link.called_with_numbers()])) " "
                    a.button href=(link.to("/explore", &[("value", "grundy")])) { (t("nav.explore")) } " "
                    a.button href=(link.to("/tree", &[])) { (t("nav.tree")) }
                }
            }
        }
    })
}

/// The game and the question of a query.
fn asked(query: &Query) -> (&str, &str) {
    let usual = if query.get("game").is_none() { SENTENCE } else { "" };
    (query.get("game").unwrap_or(GAME), query.get("sentence").unwrap_or(usual))
}

/// The heading and the form where there is no answer.
pub(crate) fn form_without_answer(query: &Query) -> Markup {
    form(query, GrundyHelp::None)
}

/// The heading and the form, filled in as in the query.
fn form(query: &Query, values: GrundyHelp) -> Markup {
    let (game, sentence) = asked(query);
    let other = query.get("with").unwrap_or("");
    let upto = query.get("upto").unwrap_or("");
    let of_game = Field { wide: true, list: Some("games"), ..Field::default() };
    html! {
        h1 { (t("ask.title")) }
        p.lead { (t("ask.lead")) }
        form.controls action="ask#answer" method="get" {
            p.row {
                (Field { name: "game", value: &in_a_line(game), required: true, ..of_game }.labelled(t("ask.game")))
                (Field { name: "with", value: &in_a_line(other), ..of_game }.labelled(t("ask.with")))
            }
            datalist id="games" { @for game in built_in_games() { option value=(game.name) {} } }
            @if let Some(set) = query.get("set") { p.row { (Field { name: "set", value: set, ..Field::default() }.labelled(t("ask.set"))) } }
            label for="sentence" { (t("ask.sentence")) }
            (Field { name: "sentence", value: sentence, rows: Some(3), required: true, ..Field::default() })
            p.note {
                (message(t("ask.help"))) " "
                @match values { GrundyHelp::Known => { (message(t("ask.help-values"))) " " } GrundyHelp::Searched => { (message(t("ask.help-values-searched"))) " " } GrundyHelp::None => {} }
                (message(t("ask.help-letters"))) " " a href="docs/claims.html#questions" { (t("ask.language")) }
            }
            p.row {
                button.main { (t("ask.ask")) }
                (Field { name: "upto", value: upto, placeholder: Some("10^30"), ..Field::default() }.labelled(t("ask.upto")))
            }
        }
    }
}

fn body(query: &Query, watch: &Watch) -> Markup {
    let (game, sentence) = asked(query);
    let found = (!sentence.is_empty()).then(|| found(query, game, sentence, watch));
    let not_found = found.as_ref().is_some_and(|found| found.as_ref().is_err_and(|failure| failure.ended));
    // At a limit there is no time for more.
    let values = if not_found { GrundyHelp::None } else { GrundyHelp::of(query, watch) };
    html! {
        (form(query, values))
        @if let Some(found) = found {
            div data-answers {
                @match found {
                    Ok(answer) => (answer),
                    Err(failure) => (refused(&failure, query, watch)),
                }
            }
        }
        (examples())
    }
}

/// Shows why there is no answer, and marks the fault in the question.
fn refused(failure: &Failure, query: &Query, watch: &Watch) -> Markup {
    let question = asked(query).1;
    let fault = failure.document.error.faults.as_ref().filter(|_| failure.document.error.code != "rules");
    let after_limit = failure.remedy().and_then(|_| unknown_values(query, watch));
    if let Some(game) = GameLink::of(query).filter(|_| !failure.letters.is_empty()) {
        let page = Page { view: "/ask", kept: Page::kept(query), ..Page::default() };
        let example =
            game_of(&query.without(&["set"]), watch).and_then(|game| letters::example(&game, watch));
        return html! {
            div id="answer" role="alert" {
                @if query.get("set").is_some() { (layout::numbers_refused(failure)) } @else {
                    (layout::numbers_for_letters(&page, &game, failure, example.as_deref()))
                }
            }
        };
    }
    html! {
        div id="answer" role="alert" {
            @match fault.and_then(|faults| faults.first()) {
                Some(fault) => {
                    p.bad { (sentence(&fault.message)) }
                    (marked(question, std::slice::from_ref(fault)))
                    @if let Some(help) = &fault.suggestion { p { (sentence(&stopped(help))) } }
                    @if let Some(equation) = as_equation(question) {
                        @if GrundyHelp::of(query, watch) == GrundyHelp::None { @if let Some(words) = unknown_values(query, watch) { (words) } } @else { p { (t("ask.value")) " " a.mono href=(link(query).to("/ask", &[("sentence", &equation)]) + "#answer") { (equation) } } }
                    }
                    (example(query, watch))
                }
                None if failure.document.error.faults.is_none() && game_of(query, watch).is_some_and(|game| game.rules().code().is_some()) => {
                    p.bad { (t("ask.code")) }
                    p {
                        (t("ask.code-instead"))
                        @for (view, name) in [("/sequence", "nav.sequence"), ("/prove", "nav.prove"), ("/play", "nav.play")] { " " a.button href=(link(query).to(view, &[])) { (t(name)) } }
                    }
                }
                None => {
                    p.bad { (told(failure)) }
                    @if let Some(similar) = failure.unknown.as_ref().and_then(|unknown| unknown.similar).filter(|_| query.get("with").is_none()) {
                        p { (t("failed.similar")) " " a.button href=(GameLink::new(similar, None).to("/ask", &[("sentence", question)]) + "#answer") { (similar) } }
                    }
                    @match (failure.remedy(), &after_limit) {
                        (Some(_), Some(words)) => (words),
                        (Some(remedy), None) => p { (message(remedy)) },
                        (None, _) => {}
                    }
                    @if let Some(faults) = &failure.document.error.faults { ul.faults { @for fault in faults { li { (fault_words(fault)) } } } }
                }
            }
        }
    }
}

/// The game of a query as a link.
fn link(query: &Query) -> GameLink {
    GameLink { set: query.get("set").map(str::to_owned), ..GameLink::new(asked(query).0, None) }
}

/// The equation that asks for the Grundy value that a question names alone: `g(3, 5) = n` for `g(3, 5)`.
fn as_equation(question: &str) -> Option<String> {
    let question = question.trim().trim_end_matches('?').trim_end();
    let (name, inner) = question.strip_suffix(')')?.split_once('(')?;
    let is_value = name.trim().rsplit('.').next().is_some_and(|name| name.trim() == "g");
    let letter = ["n", "v", "x", "y"].into_iter().find(|letter| !question.contains(letter))?;
    (is_value && !inner.contains(['(', ')'])).then(|| format!("{question} = {letter}"))
}

/// The game of a query, or that of a page without one.
fn game_of(query: &Query, watch: &Watch) -> Option<Game> {
    if query.get("game").is_some() {
        query.game(watch).ok()
    } else {
        Game::named_within(GAME, &[], watch).ok()
    }
}

/// Two questions about the game that can be read: about one position, and about all of them.
fn example(query: &Query, watch: &Watch) -> Markup {
    let playable = game_of(query, watch).and_then(|game| {
        let heaps = game.is_open().then_some(DEFAULT_HEAPS);
        Playable::within(game.rules(), heaps, watch).ok()
    });
    let Some(ruleset) =
        playable.as_ref().filter(|playable| !playable.has_controls()).and_then(Playable::ruleset)
    else {
        return html! {};
    };
    let numbers = ruleset.dimension();
    let of = |parts: &[&str]| Some(format!("P({})", parts.get(..numbers)?.join(", ")));
    let (Some(one), Some(all)) = (of(&["21", "5", "7", "9", "2"]), of(&["a", "b", "c", "d", "e"])) else {
        return html! {};
    };
    let to = |question: &str| link(query).to("/ask", &[("sentence", question)]) + "#answer";
    html! {
        p { (t("ask.for-example")) }
        ul {
            li { a.mono href=(to(&one)) { (one) } " " (t("ask.example-one")) }
            li { a.mono href=(to(&all)) { (all) } " " (t("ask.example-all")) }
        }
    }
}

fn found(query: &Query, game: &str, sentence: &str, watch: &Watch) -> Result<Markup, Failure> {
    let set = query.get("set");
    // Numbers for letters are named with their letters where they are wrong.
    if set.is_some() && query.get("game").is_some() {
        query.game(watch)?;
    }
    let question = ask::Ask {
        game: game.to_owned(),
        sentence: sentence.to_owned(),
        with: query.get("with").map(str::to_owned).into_iter().collect(),
        set: set.into_iter().flat_map(|set| set.split(',')).map(str::to_owned).collect(),
        upto: query.get("upto").map(str::to_owned),
        limit: None,
    };
    let answer = question.found(&mut Buffer::new(watch)).map_err(|error| match error {
        BufferError::Error(error) => error.into(),
        _ => Failure::defect(),
    })?;
    Ok(shown(&answer, sentence, (game, set), query.get("with"), watch))
}

fn shown(
    answer: &AskAnswer,
    asked: &str,
    (game, set): (&str, Option<&str>),
    other: Option<&str>,
    watch: &Watch,
) -> Markup {
    let found = &answer.document;
    let first = GameLink { set: set.map(str::to_owned), ..GameLink::new(game, None) };
    let games = std::iter::once(first.clone()).chain(other.map(|game| GameLink::new(game, None)));
    html! {
        section.theorem aria-labelledby="answer" role="status" {
            h2 id="answer" { (t("ask.answer")) }
            p { span.mono { (asked) } " " span.note { (about_games(&first.called_with_numbers(), other)) } }
            @match found.answer {
                Some(true) => p.good { (t("ask.true")) },
                Some(false) => p.bad { (t("ask.false")) },
                None => {}
            }
            @if let Some(witness) = &found.witness {
                @let numbers: Vec<String> = witness.iter().map(|(name, number)| format!("{name} = {number}")).collect();
                p { (t(if found.answer == Some(true) { "ask.witness" } else { "ask.counterexample" })) " " span.mono { (numbers.join(", ")) } "." }
            }
            @if let Some(solved) = &found.solutions { (solutions(solved)) }
            p.note {
                (with("ask.decided", &[&counted(found.states)])) " "
                @for (place, link) in games.enumerate() {
                    @if place > 0 { ", " }
                    a href=(link.to("/prove", &[])) { (with("ask.law", &[&link.called_with_numbers()])) }
                }
            }
        }
        (picture(answer, watch))
    }
}

/// One name or number as it is, several in brackets.
fn tuple(parts: &[impl ToString]) -> String {
    let all: Vec<String> = parts.iter().map(ToString::to_string).collect();
    if let [one] = &all[..] { one.clone() } else { format!("({})", all.join(", ")) }
}

/// The conditions that hold for all numbers, and for none.
const ALWAYS: &str = "true";
const NEVER: &str = "false";

/// The most letters of a condition that is shown at once.
const LONG: usize = 300;

/// The meaning of the words of a condition that stand for several of its numbers.
fn meanings(condition: &str, names: &[String]) -> Markup {
    let words = [("heap", "ask.heap"), ("total", "ask.total"), ("sorted(", "ask.sorted")];
    html! {
        @for (word, key) in words {
            @if condition.contains(word) && !names.iter().any(|name| name == word) { " " (message(&with(key, &[&names.join(", ")]))) }
        }
    }
}

/// The solutions of a question with free names.
fn solutions(solved: &document::Solutions) -> Markup {
    let none = solved.complete && solved.least.is_empty();
    html! {
        @if let Some(condition) = solved.condition.as_ref().filter(|condition| *condition != NEVER) {
            @let words = html! { p { @if condition == ALWAYS { (t("ask.always")) } @else { (t("ask.holds")) " " span.mono { (condition) } "." (meanings(condition, &solved.names)) } } };
            @if condition.len() <= LONG { (words) } @else {
                @let comparisons = 1 + condition.matches(" and ").count() + condition.matches(" or ").count();
                details { summary { (with("ask.long", &[&comparisons.to_string()])) } (words) }
            }
        }
        @if none { p.bad { (t("ask.none")) } } @else {
            p { (t(if solved.complete { "ask.all" } else { "ask.least" })) }
            p.mono { (tuple(&solved.names)) " = " @for (place, one) in solved.least.iter().enumerate() {
                @if place > 0 { ", " } (tuple(one))
            } @if !solved.complete { ", …" } }
        }
        @if let Some(count) = &solved.count { p { (with("ask.count", &[&count.number.to_string(), &count.upto.to_string()])) } }
    }
}

/// The automaton that accepts the solutions, where it is small; nothing where drawing it meets a limit, because the
/// question is answered without it.
fn picture(answer: &AskAnswer, watch: &Watch) -> Markup {
    let Some(diagram) = answer.diagram(MOST_STATES) else { return html! {} };
    let drawn = |theme| automaton(&diagram, &theme, watch).and_then(|picture| Ok(picture.svg(watch)?));
    let (Ok(light), Ok(dark)) = (drawn(Theme::LIGHT), drawn(Theme::new(true))) else { return html! {} };
    let words = with("ask.drawn", &[&counted(drawn_states(&diagram))]);
    html! {
        section aria-labelledby="automaton" {
            h2 id="automaton" { (t("prove.automaton")) " " span.note { (t("prove.most")) } }
            (left_out(&diagram, answer.document.states))
            div.picture.scroll data-zoom tabindex="0" role="group" aria-label=(words) { (encoded_picture(&light, &dark, &words)) }
        }
    }
}

/// The games of a question of the literature, in words.
fn about(typed: &Typed) -> String {
    about_games(&typed.game, typed.with.as_deref())
}

/// The games of a question, in words: its own, and the other one with its rules.
fn about_games(game: &str, other: Option<&str>) -> String {
    match other {
        None => with("ask.about", &[game]),
        Some(other) => {
            let other = GameLink::new(other, None);
            let rules = match other.game.split_once(';') {
                Some((_, rules)) => with("ask.other-rules", &[&other.headline(), rules.trim()]),
                None => other.headline(),
            };
            with("ask.about-two", &[game, &rules])
        }
    }
}

/// The questions of the literature, each a link to its answer.
fn examples() -> Markup {
    let all = questions();
    let headings = all.chunk_by(|one, next| one.heading == next.heading);
    html! {
        section aria-labelledby="examples" {
            h2 id="examples" { (t("ask.examples")) }
            p { (t("ask.examples-lead")) " " a href="docs/questions.html" { (t("ask.sources")) } }
            @for group in headings {
                h3 { (group[0].heading) }
                ul.questions { @for question in group { li {
                    (question.words)
                    @for typed in &question.typed {
                        br; a.mono href=(typed.link()) { (typed.sentence) } " "
                        span.note { (about(typed)) }
                    }
                } } }
            }
        }
    }
}
