//! Questions of first order about proved laws: a form, the answer, and questions of the literature.

use axum::{extract::State, response::Response};
use bouton::{
    Watch,
    ask::{self, AskAnswer, Buffer, BufferError},
    document,
    picture::{Theme, automaton},
    rules::built_in_games,
};
use maud::{Markup, html};

use crate::{
    App,
    failure::Failure,
    query::Query,
    questions::questions,
    texts::{message, sentence, t, with},
    views::{
        layout::{GameLink, OnPage, Page, answer, encoded_picture, in_a_line},
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
    let frame = Page { form: Some(form(&query)), ..Page::of_game("/ask", "prove.js", &query) };
    answer(&app, frame, move |watch| Ok(body(&query, watch))).await
}

/// The game and the question of a query.
fn asked(query: &Query) -> (&str, &str) {
    let usual = if query.get("game").is_none() { SENTENCE } else { "" };
    (query.get("game").unwrap_or(GAME), query.get("sentence").unwrap_or(usual))
}

/// The heading and the form, filled in as in the query.
fn form(query: &Query) -> Markup {
    let (game, sentence) = asked(query);
    let other = query.get("with").unwrap_or("");
    let upto = query.get("upto").unwrap_or("");
    html! {
        h1 { (t("ask.title")) }
        p.lead { (t("ask.lead")) }
        form.controls action="ask#answer" method="get" {
            p.row {
                span.field.wide {
                    label for="game" { (t("ask.game")) } " "
                    input.wide id="game" name="game" value=(in_a_line(game)) list="games" autocomplete="off" autocapitalize="none" spellcheck="false" required;
                }
                span.field.wide {
                    label for="with" { (t("ask.with")) } " "
                    input.wide id="with" name="with" value=(in_a_line(other)) list="games" autocomplete="off" autocapitalize="none" spellcheck="false";
                }
            }
            datalist id="games" { @for game in built_in_games() { option value=(game.name) {} } }
            @if let Some(set) = query.get("set") { input type="hidden" name="set" value=(set); }
            label for="sentence" { (t("ask.sentence")) }
            textarea id="sentence" name="sentence" rows="3" spellcheck="false" autocomplete="off" autocapitalize="none" required { (sentence) }
            p.note { (message(t("ask.help"))) " " a href="docs/claims.html#questions" { (t("ask.language")) } }
            p.row {
                button.main { (t("ask.ask")) }
                span.field {
                    label for="upto" { (t("ask.upto")) } " "
                    input id="upto" name="upto" value=(upto) autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="10^30";
                }
            }
        }
    }
}

fn body(query: &Query, watch: &Watch) -> Markup {
    let (game, sentence) = asked(query);
    let found = (!sentence.is_empty()).then(|| found(query, game, sentence, watch));
    html! {
        (form(query))
        @match found {
            Some(Ok(answer)) => (answer),
            Some(Err(failure)) => (refused(&failure, sentence)),
            None => {}
        }
        (examples())
    }
}

/// Shows why there is no answer, and marks the fault in the question.
fn refused(failure: &Failure, question: &str) -> Markup {
    let fault = failure.document.error.faults.as_ref().filter(|_| failure.document.error.code != "rules");
    html! {
        div id="answer" role="alert" {
            @match fault.and_then(|faults| faults.first()) {
                Some(fault) => {
                    p.bad { (sentence(&fault.message)) }
                    (marked(question, std::slice::from_ref(fault)))
                    @if let Some(help) = &fault.suggestion { p { (sentence(help)) } }
                }
                None => {
                    p.bad { (sentence(failure.message())) }
                    @if let Some(remedy) = failure.remedy() { p { (message(remedy)) } }
                    @if let Some(faults) = &failure.document.error.faults { ul.faults { @for fault in faults { li { (fault_words(fault)) } } } }
                }
            }
        }
    }
}

fn found(query: &Query, game: &str, sentence: &str, watch: &Watch) -> Result<Markup, Failure> {
    let set = query.get("set");
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
    Ok(shown(&answer, (game, set), query.get("with"), watch))
}

fn shown(
    answer: &AskAnswer,
    (game, set): (&str, Option<&str>),
    other: Option<&str>,
    watch: &Watch,
) -> Markup {
    let found = &answer.document;
    let first = GameLink { set: set.map(str::to_owned), ..GameLink::new(game, None) };
    let games = std::iter::once(first).chain(other.map(|game| GameLink::new(game, None)));
    html! {
        section.theorem aria-labelledby="answer" role="status" {
            h2 id="answer" { (t("ask.answer")) }
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
                @if found.states == 1 { (t("ask.decided-one")) } @else { (with("ask.decided", &[&found.states.to_string()])) } " "
                @for (place, link) in games.enumerate() {
                    @if place > 0 { ", " }
                    a href=(link.to("/prove", &[])) { (with("ask.law", &[&link.called()])) }
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
        @if let Some(condition) = &solved.condition {
            @let words = html! { p { (t("ask.holds")) " " span.mono { (condition) } "." (meanings(condition, &solved.names)) } };
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
    let words = with("ask.drawn", &[&diagram.states().to_string()]);
    html! {
        section aria-labelledby="automaton" {
            h2 id="automaton" { (t("prove.automaton")) " " span.note { (t("prove.most")) } }
            div.picture.scroll data-zoom tabindex="0" role="group" aria-label=(words) { (encoded_picture(&light, &dark, &words)) }
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
                    @for typed in &question.typed { br; a.mono href=(typed.link()) { (typed.sentence) } }
                } } }
            }
        }
    }
}
