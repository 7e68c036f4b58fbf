//! The common parts of all pages: head, links to the other views, foot.

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
    response::{Html, IntoResponse, Response},
};
use bouton::{Game, Watch, with_one_heap};
use maud::{DOCTYPE, Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::field::Field;
use crate::{
    App,
    failure::Failure,
    letters,
    query::{Query, escaped},
    texts::{message, sentence, shown, stopped, t, with},
    written::Written,
};

/// A game as named in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameLink {
    /// A name, a code, or rules.
    pub(crate) game: String,
    /// The number of heaps, if given.
    pub(crate) heaps: Option<usize>,
    /// Numbers for names of the rules, if given: `a=3,b=5`.
    pub(crate) set: Option<String>,
}

impl GameLink {
    /// A game without settings.
    pub(crate) fn new(game: &str, heaps: Option<usize>) -> Self {
        Self { game: game.to_owned(), heaps, set: None }
    }

    /// The game of a query, which may be invalid.
    pub(crate) fn of(query: &Query) -> Option<Self> {
        let heaps = query.get("heaps").and_then(|heaps| heaps.parse().ok());
        Some(Self { game: query.get("game")?.to_owned(), heaps, set: query.get("set").map(str::to_owned) })
    }

    /// A link to a view of the game from another view; empty values are left out.
    pub(crate) fn to(&self, view: &str, more: &[(&str, &str)]) -> String {
        let mut link = format!("{}?game={}", near(view), escaped(&self.game));
        if let Some(heaps) = self.heaps {
            link.push_str(&format!("&heaps={heaps}"));
        }
        if let Some(set) = &self.set {
            link.push_str(&format!("&set={}", escaped(set)));
        }
        for (name, value) in more.iter().filter(|(_, value)| !value.is_empty()) {
            link.push_str(&format!("&{name}={}", escaped(value)));
        }
        link
    }

    /// The game in one line.
    pub(crate) fn title(&self) -> String {
        shown(&self.game.trim().replace('\n', "; "))
    }

    /// The game in one line, with the numbers that were chosen.
    pub(crate) fn title_with_numbers(&self) -> String {
        self.followed_by_numbers(self.title())
    }

    /// The whole rules in one line.
    pub(crate) fn rules(&self) -> String {
        const MOST: usize = 2000;
        let rules = self.game.trim().replace('\n', "; ");
        if rules.chars().count() <= MOST { rules } else { rules.chars().take(MOST).chain(['…']).collect() }
    }

    /// The numbers that were chosen for names of the rules, as they are read: `a = 3, b = 5`.
    pub(crate) fn numbers(&self) -> Option<String> {
        let parts = self.set.as_ref()?.split(',').map(str::trim).filter(|part| !part.is_empty());
        let read = |part: &str| match part.split_once('=') {
            Some((name, number)) => format!("{} = {}", name.trim(), number.trim()),
            None => part.to_owned(),
        };
        let read: Vec<String> = parts.map(read).collect();
        (!read.is_empty()).then(|| shown(&read.join(", ")))
    }

    /// The name, or words for a game without one, with the numbers that were chosen.
    pub(crate) fn called_with_numbers(&self) -> String {
        self.followed_by_numbers(self.called())
    }

    fn followed_by_numbers(&self, words: String) -> String {
        match self.numbers() {
            None => words,
            Some(numbers) => with("page.with-numbers", &[&words, &numbers]),
        }
    }

    /// The name of the game: a built-in one, a code, or the name in its rules.
    pub(crate) fn name(&self) -> Option<String> {
        let mut lines = self.game.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next()?;
        let named = |line: &str| line.strip_prefix("game ").map(|name| shown(name.trim()));
        match lines.next() {
            None => Some(shown(first)),
            Some(_) => self.game.split(['\n', ';']).find_map(|line| named(line.trim())),
        }
    }

    /// The name, or a title for a game without one.
    pub(crate) fn headline(&self) -> String {
        self.name().unwrap_or_else(|| t("page.unnamed-title").to_owned())
    }

    /// The name, or words for a game without one.
    pub(crate) fn called(&self) -> String {
        self.name().unwrap_or_else(|| t("page.unnamed").to_owned())
    }

    /// The hidden fields of a form that keeps the game.
    pub(crate) fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="game" value=(self.game);
            @if let Some(heaps) = self.heaps { input type="hidden" name="heaps" value=(heaps); }
            @if let Some(set) = &self.set { input type="hidden" name="set" value=(set); }
        }
    }
}

/// A game in a line, without comments, since a field of a form has only one line.
pub(crate) fn in_a_line(game: &str) -> String {
    let lines = game.lines().map(|line| line.split('#').next().unwrap_or(line).trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

/// The heading of a view of a game: its name between other words, and its rules where it has none.
pub(crate) fn heading(link: &GameLink, before: &str, after: &str) -> Markup {
    html! {
        h1 {
            @if !before.is_empty() { (before) " " }
            (if before.is_empty() { link.headline() } else { link.called() })
            @if let Some(numbers) = link.numbers().filter(|_| link.name().is_some()) { " " span.numbers { (with("page.numbers", &[&numbers])) } }
            @if !after.is_empty() { span.convention { " " (after) } }
        }
        @if link.name().is_none() { p.note.mono { (link.rules()) @if let Some(numbers) = link.numbers() { ", " (with("page.numbers", &[&numbers])) } } }
    }
}

/// A path of this server as a link from a view. All links are relative: a server behind a proxy may have any
/// address.
fn near(path: &str) -> &str {
    match path.trim_start_matches('/') {
        "" => "./",
        near => near,
    }
}

/// The frame of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// The title.
    pub(crate) title: String,
    /// The path of the view.
    pub(crate) view: &'static str,
    /// The script of the page, if it has one.
    pub(crate) script: Option<&'static str>,
    /// The game of the page.
    pub(crate) game: Option<GameLink>,
    /// The position that the page shows, if it shows one.
    pub(crate) position: Option<String>,
    /// The number of folders between the first page and this page.
    pub(crate) depth: usize,
    /// Whether the documentation is a site of its own, without the other views.
    pub(crate) alone: bool,
    /// The heading and the form of the view, which remain if a limit ends the computation.
    pub(crate) form: Option<Markup>,
    /// What a page about the same game with other numbers for its letters keeps of the question.
    pub(crate) kept: Vec<(String, String)>,
    /// What the view advises after a limit, in place of the usual advice.
    pub(crate) after_limit: Option<Markup>,
}

/// The parameters that other numbers for letters change or make void: the game itself, the moves of a game in play, and
/// what was asked about a position of it.
const VOID: &[&str] = &[
    "game", "heaps", "set", "line", "at", "others", "left", "move", "hint", "why", "eval", "job", "cancel",
    "seed",
];

impl Page {
    /// The frame of a view of a game.
    pub(crate) fn of_game(view: &'static str, script: &'static str, query: &Query) -> Self {
        let game = GameLink::of(query);
        let name = VIEWS.iter().find(|(path, _)| *path == view).map_or("", |(_, name)| name());
        let title = game
            .as_ref()
            .map_or_else(|| name.to_owned(), |game| format!("{name} · {}", game.called_with_numbers()));
        Self { title, view, script: Some(script), game, kept: Self::kept(query), ..Self::default() }
    }

    /// What a page about the same game with other numbers keeps of a query.
    pub(crate) fn kept(query: &Query) -> Vec<(String, String)> {
        let kept = query.pairs().filter(|(name, value)| !VOID.contains(name) && !value.is_empty());
        kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The frame of a question that cannot be read: that of its view, with its game.
    fn of_unread(path: &str, text: &str) -> Self {
        let query = Query::of_refused(text);
        let views = || VIEWS.iter().chain(SITE).chain(CHAPTER).filter(|(view, _)| *view == path);
        match (VIEWS.iter().find(|(view, _)| *view == path), views().next()) {
            (Some((view, _)), _) => {
                let form = (*view == ASK).then(|| super::ask::form_without_answer(&query));
                Self { form, ..Self::of_game(view, "page.js", &query) }
            }
            (None, Some((view, name))) => Self { title: name().to_owned(), view, ..Self::default() },
            (None, None) => Self::default(),
        }
    }

    /// A link from this page to a path of the server.
    pub(crate) fn to(&self, path: &str) -> String {
        let path = match path.strip_prefix("/docs/").filter(|_| self.alone) {
            Some("") => "index.html",
            Some(page) => page,
            None if self.alone && path == "/" => "index.html",
            None => path,
        };
        if self.depth == 0 {
            near(path).to_owned()
        } else {
            "../".repeat(self.depth) + path.trim_start_matches('/')
        }
    }
}

/// The query of a page; an error in it gives a page.
pub(crate) struct OnPage(pub(crate) Query);

/// A failure that is answered with a page.
pub(crate) struct FailedPage(Page, Failure);

impl IntoResponse for FailedPage {
    fn into_response(self) -> Response {
        sent(&self.0, Err(self.1))
    }
}

impl FromRequestParts<App> for OnPage {
    type Rejection = FailedPage;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, FailedPage> {
        match Query::from_request_parts(parts, app).await {
            Ok(query) => Ok(Self(with_letters(app, query).await)),
            Err(failure) => {
                let text = parts.uri.query().filter(|text| text.len() <= app.bounds().query).unwrap_or("");
                Err(FailedPage(Page::of_unread(parts.uri.path(), text), failure))
            }
        }
    }
}

/// The query with the letters of its numbers, which links keep: `set=3` is `set=m=3`. Numbers that cannot be read stay as
/// they were typed; the view says why.
async fn with_letters(app: &App, query: Query) -> Query {
    let is_plain =
        |set: &str| set.contains(char::is_whitespace) || !set.split(',').all(|one| one.contains('='));
    let Some(set) = query.get("set").filter(|set| is_plain(set)).map(str::to_owned) else { return query };
    let Some(text) = query.get("game").map(str::to_owned) else { return query };
    let read = move |watch: &Watch| -> Result<Option<String>, Failure> {
        let game = Game::named_within(&text, &[], watch)?;
        if game.rules().letters().is_empty() { Ok(None) } else { letters::named(&set, &game).map(Some) }
    };
    match app.workers().read(read).await {
        Ok(Some(named)) => query.with("set", &named),
        _ => query,
    }
}

/// The path of a view, and its name.
type View = (&'static str, fn() -> &'static str);

/// Views of a game; some games have no law of positions to ask about, or no sequence.
const VIEWS: &[View] = &[
    ("/rules", || t("nav.rules")),
    ("/play", || t("nav.play")),
    ("/tree", || t("nav.tree")),
    ("/explore", || t("nav.explore")),
    ("/prove", || t("nav.prove")),
    (ASK, || t("nav.questions")),
    (SEQUENCE, || t("nav.sequence")),
];
const ASK: &str = "/ask";
const SEQUENCE: &str = "/sequence";
/// Views without a game.
const SITE: &[View] = &[
    ("/", || t("nav.gallery")),
    ("/mine", || t("nav.mine")),
    ("/sum", || t("nav.sum")),
    (ASK, || t("nav.questions")),
    ("/check", || t("nav.check")),
    ("/docs/", || t("nav.docs")),
];
/// Views of the games of the literature that have closed forms: a chapter.
pub(crate) const CHAPTER: &[View] = &[
    ("/nim", || t("nav.nim")),
    ("/podium", || t("nav.podium")),
    ("/pass", || t("nav.pass")),
    ("/in-total", || t("nav.in-total")),
];
/// Whether a path, as relative links have it, is that of a view.
pub(crate) fn is_view(path: &str) -> bool {
    let all = || VIEWS.iter().chain(SITE).chain(CHAPTER);
    all().any(|(view, _)| view.strip_prefix('/').is_some_and(|view| !view.is_empty() && view == path))
}

/// Views, and the page of the documentation about each.
pub(crate) const ABOUT: &[(&str, &str)] = &[
    ("/", "serve"),
    ("/rules", "rules"),
    ("/play", "playing"),
    ("/tree", "serve"),
    ("/mine", "serve"),
    ("/sum", "cli/positions"),
    ("/explore", "cli/pictures"),
    ("/prove", "cli/proving"),
    ("/ask", "claims"),
    ("/sequence", "theory/sequences"),
    ("/check", "certificate"),
    ("/nim", "theory/nim"),
    ("/podium", "theory/podium"),
    ("/pass", "theory/pass"),
    ("/in-total", "theory/in-total"),
];

/// The views of a game that not every game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offered {
    sequence: bool,
    questions: bool,
}

impl Offered {
    fn has(self, view: &str) -> bool {
        match view {
            SEQUENCE => self.sequence,
            ASK => self.questions,
            _ => true,
        }
    }
}

fn ways(page: &Page, offered: Offered) -> Markup {
    let links = |views: &[View]| {
        html! {
            @for (view, name) in views {
                a href=(page.to(view)) aria-current=[(*view == page.view).then_some("page")] { (name()) }
            }
        }
    };
    html! {
        header.site {
            a.brand href=(page.to("/")) { "Bouton" }
            // Where the views have no room beside each other, they are a menu; browsers open it without scripts.
            @if !page.alone {
                button.menu type="button" popovertarget="site-views" { (t("nav.menu")) }
                nav.site-views id="site-views" popover aria-label=(t("nav.all")) { (links(SITE)) }
            }
        }
        @if let Some(game) = &page.game {
            nav.game aria-label=(t("nav.game")) data-game=(game.game) data-name=(game.headline()) data-heaps=[game.heaps] data-set=[&game.set] {
                span.name.unnamed[game.name().is_none()] title=(game.title()) { (game.headline()) }
                (chosen_numbers(page, game))
                div.views {
                    // The view of the page is offered even if it has no answer.
                    @for (view, name) in VIEWS.iter().filter(|(view, _)| offered.has(view) || *view == page.view) {
                        a href=(game.to(view, &position_for(page, view))) aria-current=[(*view == page.view).then_some("page")] { (name()) }
                    }
                }
            }
        }
        @if CHAPTER.iter().any(|(view, _)| *view == page.view) {
            nav.game aria-label=(t("nav.chapter")) { span.name { (t("nav.chapter")) } div.views { (links(CHAPTER)) } }
        }
    }
}

/// The numbers that were chosen for names of the rules, and the form for other ones.
fn chosen_numbers(page: &Page, game: &GameLink) -> Markup {
    let Some((numbers, set)) = game.numbers().zip(game.set.as_deref()) else { return html! {} };
    let names: Vec<&str> =
        set.split(',').filter_map(|one| Some(shown_name(one.split_once('=')?.0))).collect();
    let label = numbers_for(&names);
    let field = Field { name: "set", id: Some("numbers"), value: set, required: true, ..Field::default() };
    html! {
        details.numbers {
            summary title=(t("page.change-numbers")) { (with("page.numbers", &[&numbers])) }
            form action=(near(page.view)) method="get" {
                (GameLink { set: None, ..game.clone() }.fields())
                (kept_fields(page))
                p.row { (field.labelled(&label)) button { (t("nim.show")) } }
            }
        }
    }
}

/// A name in a label.
fn shown_name(name: &str) -> &str {
    const MOST: usize = 64;
    let name = name.trim();
    name.char_indices().nth(MOST).map_or(name, |(end, _)| &name[..end])
}

/// The label of a field for the numbers of these names.
pub(crate) fn numbers_for(names: &[impl AsRef<str>]) -> String {
    let all: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    with(if all.len() == 1 { "prove.letter" } else { "prove.letters" }, &[&all.join(", ")])
}

/// The frame around the page of a failure: numbers that were refused are not kept.
fn without_refused_numbers(frame: &Page, failure: &Failure) -> Page {
    let game = frame.game.clone();
    let set = |game: &GameLink| game.set.clone().filter(|_| failure.letters.is_empty());
    Page { game: game.map(|game| GameLink { set: set(&game), ..game }), ..frame.clone() }
}

/// The hidden fields of a form that asks the question of the page with other numbers.
fn kept_fields(page: &Page) -> Markup {
    html! { @for (name, value) in &page.kept { input type="hidden" name=(name) value=(value); } }
}

/// The parameter for the position of a page in the link to another view of its game.
fn position_for<'a>(page: &'a Page, view: &str) -> Vec<(&'static str, &'a str)> {
    let name = match view {
        _ if view == page.view => None,
        "/play" => Some("start"),
        "/tree" => Some("position"),
        _ => None,
    };
    name.zip(page.position.as_deref()).into_iter().collect()
}

/// A whole page; `others` is the address of the first page for other machines.
pub(crate) fn page(page: &Page, body: &Markup, offered: Offered, others: Option<&str>) -> Markup {
    let about = ABOUT.iter().find(|(view, _)| *view == page.view);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · Bouton" }
                link rel="stylesheet" href=(page.to("/assets/style.css"));
                link rel="icon" href=(page.to("/assets/icon.svg")) type="image/svg+xml";
                @if let Some(script) = page.script { script type="module" src=(page.to(&format!("/assets/{script}"))) {} }
            }
            body {
                a.skip href="#main" { (t("nav.skip")) }
                (ways(page, offered))
                main id="main" tabindex="-1" data-address=[others] { (body) }
                @if !page.alone { footer { p {
                    @if let Some((_, about)) = about { a href=(page.to(&format!("/docs/{about}.html"))) { (t("foot.this-view")) } " · " }
                    (t("foot.about")) " " a href=(page.to("/api/v1/openapi.json")) { (t("foot.api")) }
                } } }
            }
        }
    }
}

/// The page of a failure.
pub(crate) fn failed(failure: &Failure, depth: usize) -> Markup {
    let frame = Page { title: t("failed.title").to_owned(), depth, ..Page::default() };
    page(&frame, &failure_body(&frame, failure, None), Offered::default(), None)
}

/// The reason why numbers for letters are refused.
pub(crate) fn numbers_refused(failure: &Failure) -> Markup {
    html! {
        @match &failure.document.error.faults {
            Some(faults) => @for fault in faults { p.bad { (sentence(&with("letters.not-these", &[&fault.message, &fault.expected]))) } },
            None => p.bad { (sentence(&stopped(failure.message()))) },
        }
    }
}

/// The form for the numbers of rules with letters, without which they cannot be played; with the reason if those that
/// were typed are wrong.
pub(crate) fn numbers_for_letters(
    page: &Page,
    game: &GameLink,
    failure: &Failure,
    example: Option<&str>,
) -> Markup {
    let letters: Vec<&str> = failure.letters.iter().map(String::as_str).collect();
    let typed = game.set.as_deref().unwrap_or("");
    let field = Field {
        name: "set",
        value: typed,
        placeholder: example,
        required: true,
        refused: !typed.is_empty(),
        described_by: (!typed.is_empty()).then_some("wrong-numbers"),
        ..Field::default()
    };
    html! {
        @if typed.is_empty() { p { (with("failed.letters", &[&letters.join(", ")])) } } @else {
            div id="wrong-numbers" role="alert" { (numbers_refused(failure)) }
        }
        form action=(near(page.view)) method="get" {
            (GameLink { set: None, ..game.clone() }.fields())
            (kept_fields(page))
            p.row {
                (field.labelled(&numbers_for(&letters)))
                button.main { (t("nim.show")) }
            }
        }
    }
}

/// The reason of a failure, with a link to the game that may be meant.
fn reason(page: &Page, failure: &Failure) -> Markup {
    let similar =
        failure.unknown.as_ref().and_then(|unknown| unknown.similar).filter(|_| !page.view.is_empty());
    html! {
        p { (told(failure)) }
        @if let Some(similar) = similar {
            p { (t("failed.similar")) " " a.button href=(GameLink::new(similar, None).to(page.view, &[])) { (similar) } }
        }
    }
}

/// The message of a failure, in the words of the page.
pub(crate) fn told(failure: &Failure) -> Markup {
    match &failure.unknown {
        Some(unknown) => message(&with("failed.unknown-game", &[&shown(&unknown.name)])),
        None => sentence(failure.message()),
    }
}

/// The text of a failure, with the faults of rules if there are any. If the input is not at fault, the form of the
/// view stays above it.
fn failure_body(page: &Page, failure: &Failure, example: Option<&str>) -> Markup {
    let of_letters = page.game.as_ref().filter(|_| !failure.letters.is_empty());
    let title = t(if of_letters.is_none() { "failed.title" } else { "failed.letters-title" });
    // The form for questions has a field for the game, so that it is of use whatever is wrong.
    let is_of_use = failure.status != StatusCode::BAD_REQUEST || page.view == ASK;
    let form = page.form.as_ref().filter(|_| is_of_use);
    let faults = failure.document.error.faults.as_ref().filter(|_| of_letters.is_none());
    html! {
        @if let Some(form) = form { (form) }
        section.failure role="alert" {
            @if form.is_some() { h2 { (title) } } @else { h1 { (title) } }
            @match of_letters {
                Some(game) => (numbers_for_letters(page, game, failure, example)),
                None => (reason(page, failure)),
            }
            @match (failure.remedy(), &page.after_limit) {
                (Some(_), Some(words)) => (words),
                (Some(remedy), None) => p { (message(remedy)) },
                (None, _) => {}
            }
            // The address of the page has the question.
            @if failure.status == StatusCode::TOO_MANY_REQUESTS { p { a.button.main href="" { (t("failed.again")) } } }
            @if let Some(faults) = faults {
                @if let Some(rules) = &failure.rules { (super::rules::marked(rules, faults)) }
                ul { @for fault in faults { li { (super::rules::fault_words(fault)) } } }
            }
            p {
                a href=(page.to("/")) { (t("failed.games")) } " · "
                @match page.game.as_ref().filter(|_| failure.rules.is_some() || of_letters.is_some()) {
                    Some(game) if of_letters.is_some() => a href=(game.to("/rules", &[])) { (t("nav.rules")) },
                    Some(game) => a href=(game.to("/rules", &[])) { (t("failed.mend")) },
                    None => a href=(page.to("/rules")) { (t("failed.rules")) },
                }
                @if let Some(about) = failure.page() { " · " a href=(page.to(&format!("/docs/{about}"))) { (t("failed.docs")) } }
            }
        }
    }
}

/// Has the body of a page generated by a worker, and puts it into its frame. A failure gives a page
/// with its status.
pub(crate) async fn answer<Q>(app: &App, frame: Page, body: Q) -> Response
where
    Q: Fn(&Watch) -> Result<Markup, Failure> + Send + Sync + 'static,
{
    let (all, around) = (app.clone(), frame.clone());
    match app.workers().run(move |watch| written(&all, &around, &body(watch)?, watch)).await {
        Ok(written) => written.into_response(),
        Err(failure) => refused(app, &frame, failure).await,
    }
}

/// Like [`answer`], for bodies that need only the query to be read.
pub(crate) async fn read<Q>(app: &App, frame: Page, body: Q) -> Response
where
    Q: Fn(&Watch) -> Result<Markup, Failure> + Send + Sync + 'static,
{
    let (all, around) = (app.clone(), frame.clone());
    match app.workers().read(move |watch| written(&all, &around, &body(watch)?, watch)).await {
        Ok(written) => written.into_response(),
        Err(failure) => refused(app, &frame, failure).await,
    }
}

/// The most work for what the page of a failure offers.
const WORK_OF_REFUSAL: u64 = 1 << 16;

/// The page of a failure of a view: it offers the other views of the game, and numbers for letters that have none.
pub(crate) async fn refused(app: &App, frame: &Page, failure: Failure) -> Response {
    // Where all workers are busy, nothing more is asked of them.
    let game = frame.game.clone().filter(|_| failure.status != StatusCode::TOO_MANY_REQUESTS);
    let Some(game) = game else { return sent(frame, Err(failure)) };
    let (all, has_letters) = (app.clone(), !failure.letters.is_empty());
    let found = app.workers().read(move |watch| {
        let example = has_letters.then(|| {
            Game::named_within(&game.game, &[], watch).ok().and_then(|game| letters::example(&game, watch))
        });
        Ok((offered(&all, &game, &watch.within(WORK_OF_REFUSAL)), example.flatten()))
    });
    let (offered, example) = found.await.unwrap_or_default();
    let body = failure_body(frame, &failure, example.as_deref());
    let frame = without_refused_numbers(frame, &failure);
    (failure.status, Html(page(&frame, &body, offered, app.hosts().others()).into_string())).into_response()
}

/// A body in its frame, as an answer.
pub(crate) fn written(app: &App, frame: &Page, body: &Markup, watch: &Watch) -> Result<Written, Failure> {
    let offered = frame.game.as_ref().map_or(Offered::default(), |game| offered(app, game, watch));
    // After a limit the page would have fewer links.
    watch.check()?;
    app.room()
        .writer()
        .typed("text/html; charset=utf-8", page(frame, body, offered, app.hosts().others()).0.as_bytes())
}

/// The longest rules whose sequence and questions are linked.
const MOST_RULES: usize = 4096;

/// The views that a game has, beside those of every game: Grundy values of one heap, and questions about its law.
fn offered(app: &App, link: &GameLink, watch: &Watch) -> Offered {
    if link.game.len() > MOST_RULES {
        return Offered::default();
    }
    let set = link.set.as_deref().unwrap_or("");
    let found = app.answers().part(format!("views of {:?} {set:?}", link.game), || {
        let game = Game::named_within(&link.game, &[], watch)?;
        let one = with_one_heap(game.rules(), watch);
        watch.check()?;
        let lawful = game.rules().code().is_none() && (game.rules().letters().is_empty() || !set.is_empty());
        Ok(html! { @if one.is_ok() { (SEQUENCE) } @if lawful { (ASK) } })
    });
    found.map_or(Offered::default(), |found| Offered {
        sequence: found.0.contains(SEQUENCE),
        questions: found.0.contains(ASK),
    })
}

/// A page, or the page of its failure.
pub(crate) fn sent(frame: &Page, made: Result<Written, Failure>) -> Response {
    match made {
        Ok(written) => written.into_response(),
        Err(failure) => {
            let body = failure_body(frame, &failure, None);
            let frame = without_refused_numbers(frame, &failure);
            (failure.status, Html(page(&frame, &body, Offered::default(), None).into_string()))
                .into_response()
        }
    }
}

/// A redirection, after a form was read.
pub(crate) fn see_other(link: &str) -> Response {
    match axum::http::HeaderValue::from_str(link) {
        Ok(place) => (StatusCode::SEE_OTHER, [(axum::http::header::LOCATION, place)]).into_response(),
        Err(_) => Failure::input("usage", "this cannot be a link").into_response(),
    }
}

/// The button that copies the link of the page.
pub(crate) fn share() -> Markup {
    html! { button.scripted-only type="button" data-share { (t("page.copy-link")) } }
}

/// A picture drawn by this server, in the colours of the page.
pub(crate) fn picture(link: &str, words: &str) -> Markup {
    html! {
        picture {
            source media="screen and (prefers-color-scheme: dark)" srcset={ (link) "&dark=true" };
            img src=(link) alt=(words) loading="lazy";
        }
    }
}

/// The same for a picture that is drawn with the page: its text for a light page, and for a dark one.
pub(crate) fn encoded_picture(light: &str, dark: &str, words: &str) -> Markup {
    let link = |text: &str| format!("data:image/svg+xml,{}", utf8_percent_encode(text, NON_ALPHANUMERIC));
    html! {
        picture {
            source media="screen and (prefers-color-scheme: dark)" srcset=(link(dark));
            img src=(link(light)) alt=(words);
        }
    }
}
