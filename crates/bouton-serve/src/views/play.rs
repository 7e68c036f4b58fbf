//! A game in play: its moves are in the URL, the server answers for the computer.

mod board;
mod evaluation;
mod score;
mod why;

use axum::{extract::State, http::StatusCode, response::Response};
use bouton::{
    Answer, AnsweredMove, Arena, Convention, Outcome, Position, Watch,
    play::{Fairness, best_move, move_words},
    rules::built_in,
    words,
};
use maud::{Markup, html};

pub(crate) use self::score::first;
use self::score::{Opponent, Score, Step, USUAL};
use crate::{
    App,
    failure::Failure,
    query::{Query, escaped},
    texts::{sentence, shown, stopped, t, with},
    views::{
        field::{Field, Keyboard},
        layout::{GameLink, OnPage, Page, heading, refused as failed, see_other, sent, written},
    },
    written::Written,
};

/// The answer to a request.
enum Sent {
    /// A page about the game.
    Page(Written),
    /// The link to the same game, some moves later.
    Later(String),
}

/// Answers `GET /play?game=…&start=…&line=…`.
pub(crate) async fn play(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let frame = Page { form: Some(start_form(&query)), ..Page::of_game("/play", "play.js", &query) };
    let theorems = super::prove::Known::new(&app);
    let (all, around) = (app.clone(), frame.clone());
    match app.workers().run(move |watch| answered(&all, &around, &query, &theorems, watch)).await {
        Ok(Sent::Later(link)) => see_other(&link),
        Ok(Sent::Page(page)) => sent(&frame, Ok(page)),
        Err(failure) => failed(&app, &frame, failure).await,
    }
}

/// The heading and a form for the start, where the game at the requested start cannot be shown.
fn start_form(query: &Query) -> Markup {
    let link = GameLink::of(query).unwrap_or_default();
    html! {
        (heading(&link, "", ""))
        form.controls action="play" method="get" {
            (link.fields())
            p.row {
                (start_field(query.get("start").unwrap_or("")).labelled(t("play.start")))
                button.main { (t("play.new")) }
            }
        }
    }
}

/// The field for the start.
fn start_field(value: &str) -> Field<'_> {
    Field { name: "start", value, keyboard: Keyboard::of(value), ..Field::default() }
}

/// The most moves of the computers in a row.
const MOST_REPLIES: usize = 16;

fn answered(
    app: &App,
    frame: &Page,
    query: &Query,
    theorems: &super::prove::Known,
    watch: &Watch,
) -> Result<Sent, Failure> {
    let read = |query: &Query| Score::read(query, app.bounds().digits, (theorems, app.players()), watch);
    let mut score = match read(query) {
        Err(failure) if is_about_start(&failure, query) => {
            return refused(app, frame, (query, failure.message()), read, watch);
        }
        Err(failure) => {
            let Some((query, score)) = before_fault(query, &failure, read) else { return Err(failure) };
            let known = score.known()?;
            let body =
                body(&score, &known, &query, Told::default(), (theorems, watch), app.hosts().others())?;
            let body = html! { p.bad role="alert" id="refused" data-here=(score.link()) { (sentence(&stopped(failure.message()))) " " a href=(score.link()) { (t("play.before-fault")) } "." } (body) };
            let page = written(app, &framed(frame, &score, &known), &body, watch)?;
            return Ok(Sent::Page(page.with_status(failure.status)));
        }
        Ok(score) => score,
    };
    let mut refusal = None;
    if let Some(text) = query.get("move") {
        match score.offer(text) {
            Ok(()) => {}
            Err(Step::Wrong(message)) => refusal = Some((text, Unmade::Wrong(message))),
            Err(Step::Several(positions)) => refusal = Some((text, Unmade::Several(positions))),
            Err(Step::Failed(failure)) => return Err(failure),
        }
    }
    let mut grown = query.get("move").is_some() && refusal.is_none();
    if score.is_latest() && refusal.is_none() {
        for _ in 0..MOST_REPLIES {
            if !score.computer_moves()? {
                break;
            }
            grown = true;
        }
    }
    let sent = if grown || query.get("left").is_some() {
        Sent::Later(score.link())
    } else {
        let known = score.known()?;
        let told = Told { unmade: refusal.as_ref().map(|(text, why)| (*text, why)), start: None };
        let body = body(&score, &known, query, told, (theorems, watch), app.hosts().others())?;
        let frame = framed(frame, &score, &known);
        Sent::Page(written(app, &frame, &body, watch)?)
    };
    // Only a player that has answered is stored.
    app.players().keep(score.into_player());
    Ok(sent)
}

/// The frame with the game and its position, which the links to other views keep.
fn framed(frame: &Page, score: &Score, known: &Answer) -> Page {
    Page {
        game: Some(score.link_to_game().clone()),
        position: Some(known.position.to_string()),
        ..frame.clone()
    }
}

/// Whether a failure concerns the start that was entered, rather than the game or its moves.
fn is_about_start(failure: &Failure, query: &Query) -> bool {
    failure.document.error.code == "position"
        && query.get("start").is_some()
        && ["line", "move"].iter().all(|name| query.get(name).is_none())
}

/// The game up to the first move of its link that is not legal, with its query.
fn before_fault(
    query: &Query,
    failure: &Failure,
    read: impl Fn(&Query) -> Result<Score, Failure>,
) -> Option<(Query, Score)> {
    let line = query.get("line").filter(|_| failure.document.error.code == "position")?;
    let moves: Vec<&str> = line.split(';').filter(|text| !text.trim().is_empty()).collect();
    let query = query.without(&["at", "move", "others", "hint", "why"]);
    // The legal moves come first.
    let (mut legal, mut wrong) = (0, moves.len());
    let shorter = |count: usize| query.with("line", &moves[..count].join(";"));
    let mut found = read(&shorter(0)).ok()?;
    while wrong - legal > 1 {
        let middle = legal.midpoint(wrong);
        match read(&shorter(middle)) {
            Ok(score) => (legal, found) = (middle, score),
            Err(_) => wrong = middle,
        }
    }
    Some((shorter(legal), found))
}

/// The page about a game with a start that cannot be read: the game that was left, or one from the default
/// start, and the form as it was filled in, with the reason beside it.
fn refused(
    app: &App,
    frame: &Page,
    (query, message): (&Query, &str),
    read: impl Fn(&Query) -> Result<Score, Failure>,
    watch: &Watch,
) -> Result<Sent, Failure> {
    let left = query.get("left").map(|left| Query::read(left, app.bounds().digits)).transpose()?;
    let left = left.unwrap_or_else(|| query.without(&["start", "position", "at", "others"]));
    let theorems = super::prove::Known::new(app);
    let score = read(&left)?;
    let known = score.known()?;
    let told = Told { unmade: None, start: Some((query, message)) };
    let body = body(&score, &known, &left, told, (&theorems, watch), app.hosts().others())?;
    let frame = framed(frame, &score, &known);
    let page = written(app, &frame, &body, watch)?;
    app.players().keep(score.into_player());
    Ok(Sent::Page(page.with_status(StatusCode::BAD_REQUEST)))
}

/// The reason why an entered move was not made.
enum Unmade {
    /// It is not a move.
    Wrong(String),
    /// It may be each of the moves to these positions.
    Several(Vec<String>),
}

/// The messages about entries that were refused.
#[derive(Clone, Copy, Default)]
struct Told<'a> {
    /// The move that was entered, and the reason why it was not made.
    unmade: Option<(&'a str, &'a Unmade)>,
    /// The form for another start as it was filled in, and the reason why it was refused.
    start: Option<(&'a Query, &'a str)>,
}

/// The rules under the heading: the summary of a game of the program, the amounts of a code, or the rules of one's own
/// under a name. Those without a name are the heading.
fn rules_in_short(score: &Score) -> Markup {
    let link = score.link_to_game();
    if let Some(game) = built_in(link.game.trim()) {
        return html! { p.note { (sentence(game.summary)) } };
    }
    match score.partner().playable().arena() {
        Arena::Code(code) if board::is_a_code(link) => {
            html! { @if let Some(amounts) = board::amounts(code) { p.note { (amounts) } } }
        }
        _ => html! { @if link.name().is_some() { p.note.mono { (link.rules()) } } },
    }
}

/// The last moves, and the player to move or the result.
fn standing(score: &Score, known: &Answer) -> Markup {
    let over = known.is_over();
    let turn = html! { strong { (with("play.turn", &[&score.name(score.mover())])) } };
    let moves = || [score.shown().to_string(), score.moves().len().to_string()];
    html! {
        (last_moves(score))
        @if over {
            @let places = score.places();
            p.standing { strong { (t("play.over")) " " } @if places.is_empty() { span.result data-lost[score.human_lost()] { (score.result()) } } }
            @if !places.is_empty() {
                ol.result data-lost[score.human_lost()] { @for place in &places { li { (place) } } }
            }
        } @else if score.is_latest() {
            p.standing { (turn) }
        } @else {
            @let [shown, all] = moves();
            p.standing { (turn) " " span.note { (with(if score.humans_turn() { "play.looking-back" } else { "play.looking-on" }, &[&shown, &all])) } }
        }
    }
}

/// The ways to play once more, at the end of a game.
fn once_more(score: &Score) -> Markup {
    html! {
        p.row.controls {
            a.button.main href=(score.again(false)) data-key="n" { (t("play.again")) }
            @if score.opponent() != Opponent::Nobody { a.button href=(score.again(true)) { (t(if score.players() > 2 { "play.swap-next" } else { "play.swap" })) } }
        }
    }
}

/// A note about a start that is not fair, at the beginning of a game that the program has chosen.
fn unfair(score: &Score, known: &Answer) -> Option<&'static str> {
    if !score.moves().is_empty() {
        return None;
    }
    Some(match score.fairness() {
        Fairness::Fair | Fairness::Loose => return None,
        Fairness::Lost if known.is_over() => t("play.unfair-over"),
        Fairness::Won => t("play.unfair-easy"),
        Fairness::Lost if score.players() == 2 => t("play.unfair-lost"),
        Fairness::Lost => t("play.unfair-of-several"),
    })
}

/// A position, which breaks after its numbers where it is too long for a line.
fn breakable(position: &str) -> Markup {
    html! { @for (place, number) in position.split(',').enumerate() { @if place > 0 { "," wbr; } (number) } }
}

/// The passes that are left in a control state, in words; `None` if it counts no passes.
fn passes_left(control: &str) -> Option<String> {
    match control {
        "used" => Some(t("play.pass-none").to_owned()),
        "pass" => Some(t("play.pass-one").to_owned()),
        _ => {
            let number = control.strip_prefix("pass").filter(|number| number.parse::<u32>().is_ok())?;
            Some(with("play.pass-several", &[number]))
        }
    }
}

/// A position in a sentence: `3,5,2, one pass is left` rather than `3,5,2:pass`.
fn read_out(position: &Position) -> String {
    let passes = position.control.as_deref().and_then(passes_left);
    let Some(passes) = passes else { return position.to_string() };
    format!("{}, {passes}", Position { control: None, ..position.clone() })
}

/// The moves that led to the displayed position, in words: those of the computers since the last move of the user, or
/// the last one.
fn last_moves(score: &Score) -> Markup {
    let (at, players) = (score.shown(), score.players());
    let first = score.first_reply();
    let first = if first == at { at.saturating_sub(1) } else { first };
    html! {
        @if at > 0 {
            p.last tabindex="-1" { @for index in first..at {
                @if index > first { br; }
                (with("play.takes", &[&score.name(index % players), &move_in_words(score, index)]))
            } }
        }
    }
}

/// A move of the game in words, by its number from 0 on.
fn move_in_words(score: &Score, index: usize) -> String {
    let partner = score.partner();
    let reached = score.reached();
    match (reached.get(index), reached.get(index + 1)) {
        (Some(from), Some(to)) => move_words(partner.playable(), &partner.write(from), &partner.write(to)),
        _ => String::new(),
    }
}

/// The details that were requested about a position.
fn questions(
    score: &Score,
    known: &Answer,
    query: &Query,
    theorems: (&super::prove::Known, &Watch),
) -> Result<Markup, Failure> {
    Ok(html! {
        @if query.flag("hint") {
            div.hint role="status" {
                (hint(score, known))
                @if let Some(to) = best_move(known).filter(|_| score.humans_turn()) {
                    " " a.button href=(score.after(&to.to_string())) { (t("play.hint-make")) }
                }
            }
        }
        @if query.flag("why") {
            section.why aria-label=(t("play.why")) { (why::why_of(score, known, theorems.0, theorems.1)?) }
        }
    })
}

/// The moves that are marked on the board: the one of a hint, or all winning ones.
fn marked<'a>(score: &Score, known: &'a Answer, query: &Query) -> Vec<&'a AnsweredMove> {
    if query.flag("hint") {
        let chosen = best_move(known);
        return known.moves.iter().filter(|option| option.best && Some(&option.to) == chosen).collect();
    }
    known.moves.iter().filter(|option| option.winning && score.is_evaluated()).collect()
}

/// The place that a best move gives its player under the podium rule, where no move makes this player the first.
fn best_place(convention: Convention, known: &Answer) -> Option<String> {
    let Convention::Podium { .. } = convention else { return None };
    let best = known.moves.iter().find(|option| option.best && !option.winning)?;
    // The player before the one who makes the last move is second.
    Some(match best.value {
        1 => t("play.second").to_owned(),
        2 => t("play.third").to_owned(),
        value => with("play.nth", &[&(u64::from(value) + 1).to_string()]),
    })
}

/// A best move, in words.
fn hint(score: &Score, known: &Answer) -> String {
    let Some(to) = best_move(known) else { return t("play.no-move").to_owned() };
    let told = move_words(score.partner().playable(), &known.position, to);
    let to = read_out(to);
    if known.moves.iter().any(|option| option.winning) {
        return with("play.hint-wins", &[&told, &to]);
    }
    let differ =
        known.moves.iter().any(|option| option.best) && known.moves.iter().any(|option| !option.best);
    let convention = score.partner().convention();
    if let Some(place) = best_place(convention, known).filter(|_| known.all_winning_moves) {
        return with("play.hint-place", &[&place, &told, &to]);
    }
    if convention == Convention::Coalition && known.all_moves {
        // Without a winning move, the best ones are those after which nobody can force a win.
        let is_open = known.moves.iter().any(|option| option.best && option.value == Outcome::Q.number());
        return with(if is_open { "play.hint-open" } else { "play.hint-others" }, &[&told, &to]);
    }
    let key = match (differ, score.players()) {
        (true, _) => "play.hint-best",
        // Without a winning move, moves that are equally good all lose.
        (false, 2) if known.all_winning_moves => "play.hint-none",
        (false, _) => "play.hint-any",
    };
    with(key, &[&told, &to])
}

/// The winning convention, with its meaning where one line gives it.
fn in_words(convention: Convention) -> String {
    let name = words::convention_name(convention);
    match convention {
        Convention::Normal => format!("{name}: {}", t("play.last-wins")),
        Convention::Misere => format!("{name}: {}", t("play.last-loses")),
        Convention::Podium { .. } => format!("{name}: {}", t("play.podium-rule")),
        Convention::Coalition => format!("{name}: {}", t("play.coalition-rule")),
    }
}

fn body(
    score: &Score,
    known: &Answer,
    query: &Query,
    told: Told<'_>,
    theorems: (&super::prove::Known, &Watch),
    address: Option<&str>,
) -> Result<Markup, Failure> {
    let convention = score.partner().convention();
    let position = known.position.to_string();
    let judged = if score.is_evaluated() { evaluation::along(score) } else { Vec::new() };
    let options = evaluation::options(score, known, &judged, evaluation::wanted(query)?)?;
    let passes = known.position.control.as_deref().and_then(passes_left);
    let over = known.is_over();
    Ok(html! {
        (heading(score.link_to_game(), "", &in_words(convention)))
        (rules_in_short(score))
        @if told.start.is_some() { (settings(score, told.start)) }
        @if let Some(note) = unfair(score, known) { p.note.unfair role="status" { (note) } }
        div.table data-position=(position) data-latest[score.is_latest()] {
            section.board aria-label=(t("play.board")) {
                p.position aria-live="polite" { span.visually { (t("play.position")) " " } span.mono { (breakable(if passes.is_some() { position.split(':').next().unwrap_or_default() } else { &position })) } @if let Some(passes) = passes { ", " span.note { (passes) } } }
                (standing(score, known))
                (board::board(score, known, &marked(score, known, query)))
                (controls(score, known, told.unmade, address))
                (questions(score, known, query, theorems)?)
            }
            aside {
                // At the end there are no options: the mistakes come first.
                @if over { (moves(score, &judged, over)) }
                (options)
                @if !over { (moves(score, &judged, over)) }
                (variations(score))
            }
        }
        @if told.start.is_none() { (settings(score, None)) }
    })
}

/// The controls: a typed move, hints, why, undo and redo.
fn controls(score: &Score, known: &Answer, unmade: Option<(&str, &Unmade)>, address: Option<&str>) -> Markup {
    let over = known.is_over();
    let here = |name: &str| score.link_with(&[(name, "1")]);
    let evaluate = match (score.is_evaluated(), over && !score.moves().is_empty()) {
        (true, _) => "play.eval-off",
        (false, true) => "play.eval-over",
        (false, false) => "play.eval",
    };
    // An example must not be an answer.
    let (example, help) = match board::Kind::of(score) {
        board::Kind::Heaps if score.placed().0.len() == 1 => ("take 1", "play.write-help-one"),
        board::Kind::Heaps => ("take 1 from heap 2", "play.write-help"),
        board::Kind::Sizes => ("take 1 from a heap of 2", "play.write-help-sizes"),
        board::Kind::Row | board::Kind::Counters => ("", "play.write-help-position"),
    };
    let is_typed = !over && score.humans_turn();
    let entered = unmade.map_or("", |(text, _)| text);
    html! {
        @if over { (once_more(score)) }
        @if !is_typed { (refused_move(score, known, unmade)) }
        @if is_typed {
            form.move.controls action="play" method="get" {
                (score.fields())
                label for="move" { (t("play.write")) }
                (Field { name: "move", value: entered, placeholder: Some(example), described_by: Some(if unmade.is_some() { "wrong write-help" } else { "write-help" }), refused: unmade.is_some(), ..Field::default() })
                button.main { (t("play.move")) }
                @if board::can_pass(known) { button name="move" value="pass" formnovalidate { (t("play.pass")) } }
                (refused_move(score, known, unmade))
                p.note id="write-help" { (t(help)) }
            }
        }
        p.row.controls {
            @if !over { a.button href=(here("hint")) data-key="h" { (t("play.hint")) } }
            a.button href=(here("why")) data-key="w" { (t("play.why")) }
            a.button href=(score.evaluated_or_not()) data-key="e" data-shows=[(!score.is_evaluated()).then_some(if over { ".moves" } else { ".options" })] { (t(evaluate)) }
            @if let Some(link) = score.undone() { a.button href=(link) data-key="u" rel="nofollow" { (t("play.undo")) } }
            @if let Some(link) = score.redone() { a.button href=(link) data-key="r" { (t("play.redo")) } }
            span.pair {
                button.scripted-only type="button" data-copy-link=(address.unwrap_or("")) { (t("page.copy-link")) }
                a.button href={ "link?to=" (escaped(&score.link_for_others())) } aria-label=(t("page.code")) title=(t("page.code")) { (t("page.code-short")) }
            }
        }
    }
}

/// The reason why a move was not made, or the moves that it may mean.
fn refused_move(score: &Score, known: &Answer, unmade: Option<(&str, &Unmade)>) -> Markup {
    let words = |to: &str| {
        to.parse()
            .map_or_else(|_| to.to_owned(), |to| move_words(score.partner().playable(), &known.position, &to))
    };
    html! {
        @match unmade {
            None => {}
            Some((_, Unmade::Wrong(message))) => p.bad role="alert" id="wrong" { (sentence(&stopped(message))) },
            Some((text, Unmade::Several(positions))) => {
                p role="alert" id="wrong" { (with(if positions.len() > 1 { "play.several-meant" } else { "play.one-meant" }, &[&shown(text)])) }
                p.row.several { @for to in positions {
                    a.button href=(score.after(to)) { (words(to)) @if known.position.coordinates.len() == 1 { " → " span.mono { (to) } } }
                } }
            }
        }
    }
}

/// The moves made so far, each a link back to its position; with the values along the game, if they are
/// requested.
fn moves(score: &Score, judged: &[evaluation::Judged], over: bool) -> Markup {
    let players = score.players();
    let worth = |index: usize| judged.get(index).map(evaluation::Judged::badge);
    html! {
        section.moves aria-label=(t("play.moves")) {
            h2 { (t("play.moves")) }
            (evaluation::strip(score, judged))
            @if over && evaluation::is_faultless(score, judged) {
                p.good { strong { (t(if score.opponent() == Opponent::Nobody { "play.no-mistakes" } else { "play.no-mistake" })) } }
            }
            ol start="0" {
                li { a href=(score.at(0)) aria-current=[(score.shown() == 0).then_some("step")] { (t("play.start")) " " span.mono { (breakable(score.start())) } } " " @if let Some(worth) = worth(0) { (worth) } }
                @for (index, to) in score.moves().iter().enumerate() {
                    li {
                        a href=(score.at(index + 1)) aria-current=[(score.shown() == index + 1).then_some("step")] {
                            (with("play.takes", &[&score.name(index % players), ""])) (breakable(to))
                        }
                        " " @if let Some(worth) = worth(index + 1) { (worth) }
                        @if judged.get(index).is_some_and(|from| from.mistake) { " " strong.bad { (t("play.mistake")) } }
                        " " span.note { (move_in_words(score, index)) }
                    }
                }
            }
        }
    }
}

/// The lines that were left for another move.
fn variations(score: &Score) -> Markup {
    let all: Vec<_> = score.variations().collect();
    html! {
        @if !all.is_empty() {
            section.moves aria-label=(t("play.variations")) {
                h2 { (t("play.variations")) }
                ul { @for (shared, rest, link) in &all {
                    li { a href=(link) { (with("play.variation", &[&(shared + 1).to_string()])) " " span.mono { (rest.join("  ")) } } }
                } }
            }
        }
    }
}

/// The settings: another start, another opponent. If the form was refused, it is as it was filled in, with the
/// reason.
fn settings(score: &Score, refused: Option<(&Query, &str)>) -> Markup {
    let players = score.players();
    let filled = |name: &str| refused.and_then(|(query, _)| query.get(name));
    let opponent = filled("opponent").unwrap_or(match score.opponent() {
        Opponent::Perfect => "perfect",
        Opponent::Errs(_) => "errs",
        Opponent::Nobody => "nobody",
    });
    let rate = filled("rate").map(str::to_owned).unwrap_or_else(|| match score.opponent() {
        Opponent::Errs(level) => level.percent().to_string(),
        _ => USUAL.replace('%', ""),
    });
    let human = filled("you").map_or_else(|| score.human().to_string(), str::to_owned);
    let start = Field {
        refused: refused.is_some(),
        described_by: refused.map(|_| "refused"),
        ..start_field(filled("start").unwrap_or(score.start()))
    };
    let opponents = [("perfect", t("play.perfect")), ("errs", t("play.errs")), ("nobody", t("play.nobody"))];
    // The game that a wrong start would leave.
    let left = score.link();
    let left = left.split_once('?').map(|(_, query)| query).filter(|_| !score.moves().is_empty());
    html! {
        details.settings open[score.moves().is_empty() || refused.is_some()] {
            summary { (t("play.settings")) }
            form action="play" method="get" {
                (score.link_to_game().fields())
                @if let Some(left) = left { input type="hidden" name="left" value=(left); }
                @if let Some((_, reason)) = refused { p.bad role="alert" id="refused" data-here=(score.link()) { (sentence(&stopped(reason))) " " (with("play.instead", &[score.start()])) } }
                p.row {
                    (start.labelled(t("play.start")))
                    span.field {
                        label for="you" { (t("play.you")) } " "
                        select id="you" name="you" {
                            @for player in 0..players {
                                option value=(player) selected[human == player.to_string()] { (with("play.nth", &[&(player + 1).to_string()])) }
                            }
                        }
                    }
                    span.field {
                        label for="opponent" { (t("play.opponent")) } " "
                        select id="opponent" name="opponent" {
                            @for (value, name) in opponents { option value=(value) selected[value == opponent] { (name) } }
                        }
                    }
                    span.field.rate {
                        label for="rate" { (t("play.rate")) } " "
                        input id="rate" name="rate" type="number" min="0" max="100" value=(rate);
                    }
                    button { (t("play.new")) }
                }
            }
        }
    }
}
