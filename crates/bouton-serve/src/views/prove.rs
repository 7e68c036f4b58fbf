//! The theorem of a game: its search, text, trial and downloads.

mod at_once;
mod run;
mod words;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{body::Body, extract::State, http::StatusCode, response::Response};
use bouton::{
    Convention, DigitOrder, Ending, Game, Goal, Language, Playable, ProveOptions, Theorem, TheoremError,
    Tool, Watch, Wording,
    ask::{self, NumberOfHeaps, ProvedValue, Question as _, question},
    bundled_theorem,
    explain::Diagram,
    looks_like_a_claim,
    picture::{PictureError, Theme, automaton as drawing, undrawn_state},
    prose::{HtmlOptions, Prose},
    prove_every_number,
};
use maud::{Markup, PreEscaped, html};

use crate::{
    App, ProofState,
    api::{
        asked::COMMANDS,
        proofs::wish,
        rules::text,
        theorem::{digits, file_name},
    },
    failure::Failure,
    proofs::{Proof, Wish},
    query::{DEFAULT_HEAPS, Query, escaped},
    texts::{message, sentence, t, with},
    views::{
        field::Field,
        layout::{GameLink, OnPage, Page, answer, heading, picture, see_other, sent, share},
    },
};

/// The known theorems.
pub(crate) struct Known(App);

impl Known {
    pub(crate) fn new(app: &App) -> Self {
        Self(app.clone())
    }

    /// The theorem about the outcomes of a game that a search has found.
    pub(crate) fn of_game(&self, game: &Game, heaps: Option<usize>, watch: &Watch) -> Option<Arc<Theorem>> {
        let rules = game.rules();
        let heaps = heaps.filter(|_| game.is_open());
        let playable = Playable::within(rules, heaps, watch).ok()?;
        self.found(&playable)
    }

    fn found(&self, playable: &Playable) -> Option<Arc<Theorem>> {
        let wish = Wish {
            question: ask::Prove::default(),
            rules: playable.game().text(),
            title: String::new(),
            goal: ProvedValue::of(playable.game()).goal(),
        };
        self.0.proofs().of(&wish)?.theorem().cloned()
    }

    /// Searches for the theorem about the position of a game: that of every number of heaps if there is one, else that of
    /// this number, which is begun as a job. `Err` is the job, if it takes longer than a moment.
    pub(crate) fn search(
        &self,
        link: &GameLink,
        playable: &Playable,
        watch: &Watch,
    ) -> Result<Option<Arc<Theorem>>, Arc<Proof>> {
        if link.set.is_some() {
            return Ok(None);
        }
        let goal = ProvedValue::of(playable.game()).goal();
        if let Ok(game) = Game::named_within(&link.game, &[], watch)
            && game.is_open()
            && let Ok(Ending::Proved(found)) =
                prove_every_number(game.rules(), goal, &ProveOptions::default(), watch)
        {
            return Ok(Some(Arc::new(found.theorem)));
        }
        let subject = ask::OpenSubject { game: playable.game().text(), ..ask::OpenSubject::default() };
        let wish = wish(&ask::Prove { subject, ..ask::Prove::default() }, watch);
        let Some(job) = wish.and_then(|wish| self.0.proofs().start(wish)).ok() else { return Ok(None) };
        let finished = || job.state().is_finished();
        let began = Instant::now();
        while !finished() && began.elapsed() < MOMENT && watch.check().is_ok() {
            std::thread::sleep(STEP);
        }
        if finished() { Ok(job.theorem().cloned()) } else { Err(job) }
    }

    /// The theorem about a game: one that was found, a bundled one, or that of a period that is quickly proved.
    pub(crate) fn of_playable_at_once(&self, playable: &Playable, watch: &Watch) -> Option<Arc<Theorem>> {
        let period = || at_once::theorem_of_period(playable, watch).ok().flatten();
        self.of_playable(playable).or_else(|| period().map(|(theorem, _)| Arc::new(theorem)))
    }

    /// The theorem about a game: one that was found, or a bundled one.
    pub(crate) fn of_playable(&self, playable: &Playable) -> Option<Arc<Theorem>> {
        self.found(playable).or_else(|| bundled_theorem(playable, false))
    }
}

/// The time for which a page waits for a proof. It decides alone whether the page has the law at once or a link to the
/// search.
const MOMENT: Duration = Duration::from_secs(3);
/// The time between two looks at a search.
const STEP: Duration = Duration::from_millis(20);

/// The parameters of the question that the page has.
const PARAMETERS: [&str; 6] = ["game", "heaps", "set", "value", "numeration", "claim"];

/// The search that the page is about: for a fixed number of heaps.
fn search_of(query: &Query, watch: &Watch) -> Result<(Wish, Playable), Failure> {
    let command = COMMANDS.iter().find(|command| command.name == ask::Prove::NAME);
    let pairs = query
        .pairs()
        .filter(|(name, text)| PARAMETERS.contains(name) && (*name != "claim" || !text.trim().is_empty()));
    let fields = command.map(|command| command.read(pairs)).transpose()?.unwrap_or_default();
    let mut question: ask::Prove = question(fields)?;
    let game = query.game(watch)?;
    if game.rules().code().is_some() {
        question.subject.heaps = None;
    } else if question.subject.any_heaps(game.rules()) && question.claim.is_none() {
        question.subject.heaps = u8::try_from(DEFAULT_HEAPS).ok().map(NumberOfHeaps::Fixed);
    }
    let heaps = question.subject.heaps().or(game.is_open().then_some(DEFAULT_HEAPS));
    let playable = Playable::within(game.rules(), heaps, watch)?;
    Ok((wish(&question, watch)?, playable))
}

/// The parameter of a page whose search was refused because too many wait.
const REFUSED: &str = "refused";

/// Answers `POST /prove`, the form that starts or cancels a search.
pub(crate) async fn begin(State(app): State<App>, body: Body) -> Response {
    let digits = app.bounds().digits;
    let read = text(&app, body, app.bounds().body).await;
    let query = match read.and_then(|text| Query::read(text.trim(), digits)) {
        Ok(query) => query,
        Err(failure) => {
            let frame = Page { title: t("nav.prove").to_owned(), view: "/prove", ..Page::default() };
            return sent(&frame, Err(failure));
        }
    };
    let link = GameLink::of(&query).unwrap_or_default();
    let (value, claim) = (query.get("value").unwrap_or(""), query.get("claim").unwrap_or(""));
    let to =
        |name: &str, of_name: &str| link.to("/prove", &[("value", value), ("claim", claim), (name, of_name)]);
    let begun: Result<String, Failure> = async {
        if let Some(id) = query.get("cancel") {
            app.proofs().cancel(id).ok_or_else(|| Failure::unknown("no such search is known here"))?;
            return Ok(to("job", id));
        }
        let asked = query.clone();
        let (wish, _) = app.workers().read(move |watch| search_of(&asked, watch)).await?;
        Ok(to("job", &app.proofs().start(wish)?.id))
    }
    .await;
    match begun {
        Ok(link) => see_other(&link),
        // The page has the game and what was typed, and its address has them, too.
        Err(failure) if failure.status == StatusCode::TOO_MANY_REQUESTS => see_other(&to(REFUSED, "1")),
        Err(failure) => sent(&frame(&query), Err(failure)),
    }
}

/// The frame of the page, whose form stays if a limit is reached.
fn frame(query: &Query) -> Page {
    let claimed = query.get("claim").is_some_and(|claim| !claim.trim().is_empty());
    let form = GameLink::of(query).filter(|_| claimed).map(
        |link| html! { (heading(&link, t("prove.title"), "")) (claim_form(&link, query, words::SOME_CLAIM)) },
    );
    Page { form, ..Page::of_game("/prove", "prove.js", query) }
}

/// The form that asks again for a search that was refused; scripts send it after a while.
fn refused(link: &GameLink, query: &Query) -> Markup {
    let typed = |name: &str| html! { @if let Some(value) = query.get(name) { input type="hidden" name=(name) value=(value); } };
    html! {
        section.failure {
            // The seconds that are counted below are not read aloud.
            div role="alert" { h2 { (t("prove.refused")) } p { (t("prove.refused-why")) } }
            form action=(link.to("/prove", &[])) method="post" data-retry {
                (link.fields()) (typed("value")) (typed("claim"))
                p.row { button.main { (t("failed.again")) } span.note data-wait {} }
            }
        }
    }
}

/// Answers `GET /prove?game=…`.
pub(crate) async fn prove(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let frame = frame(&query);
    let (all, limit) = (app.clone(), app.bounds().digits);
    answer(&app, frame, move |watch| body(&all, &query, limit, watch)).await
}

fn body(app: &App, query: &Query, limit: usize, watch: &Watch) -> Result<Markup, Failure> {
    query.need("game")?;
    if let Some(game) = at_once::with_letters(query, watch)? {
        return at_once::letters(&game, query, limit, watch);
    }
    let game = query.game(watch)?;
    let link = GameLink::of(query).unwrap_or_default();
    let claim = query.get("claim").filter(|claim| !claim.trim().is_empty());
    let is_asked = query.get("job").is_some() || query.get(REFUSED).is_some();
    let is_open = game.is_open() && query.heaps()?.is_none();
    let of_every_number =
        || if is_open { at_once::every_number(&game, query, limit, watch) } else { Ok(None) };
    if claim.is_none()
        && !is_asked
        && let Some(found) = of_every_number()?
    {
        let example = found.example();
        return Ok(
            html! { (heading(&link, t("prove.title"), "")) (found.shown) (claim_form(&link, query, &example)) },
        );
    }
    let (wish, playable) = search_of(query, watch)?;
    let job = match query.get("job") {
        Some(id) => app.proofs().find(id).filter(|proof| proof.wish.rules == wish.rules),
        None => None,
    };
    let job = job.or_else(|| app.proofs().of(&wish)).or_else(|| app.proofs().ended(&wish));
    let found = job.as_ref().and_then(|job| job.theorem().cloned());
    let goes_on = job.as_ref().is_some_and(|job| !job.state().is_finished());
    let is_refused = query.get(REFUSED).is_some() && found.is_none() && !goes_on;
    let is_proved = found.is_some();
    let grundy = wish.goal == Some(Goal::Grundy);
    // Beside the verdict on a claim, the page has what is known about the game: first of every number of heaps.
    let known = match found {
        Some(theorem) => Some(Ok(theorem)),
        None if goes_on => None,
        None => match claim.map(|_| of_every_number()).transpose()?.flatten() {
            Some(found) => Some(Err(found)),
            None => {
                let earlier = || Known::new(app).found(&playable).filter(|_| claim.is_some());
                match bundled_theorem(&playable, grundy).or_else(earlier) {
                    Some(theorem) => Some(Ok(theorem)),
                    None if grundy => at_once::period(&playable, &link, query, limit, watch)?.map(Err),
                    None => None,
                }
            }
        },
    };
    let law = match &known {
        Some(Ok(theorem)) => claim_of(theorem, grundy, watch),
        Some(Err(found)) => found.law.clone(),
        None => None,
    };
    let example = match (&law, &known) {
        (None, Some(Err(found))) if found.of_every_number => found.example(),
        _ => law.clone().unwrap_or_else(|| words::example(&game, &playable)),
    };
    let judged = job.as_ref().filter(|_| !is_proved && !goes_on);
    Ok(html! {
        (heading(&link, t("prove.title"), ""))
        @if let Some(claim) = claim {
            @if let Some(job) = judged {
                p { (t("prove.claim-yours")) " " span.mono { (claim) } " " a href="#claim-title" { (t("prove.claim-change")) } }
                @match unreadable(job, &example) {
                    Some(fault) => (fault),
                    None => (without_law(&job.state(), Some(&about_heaps(&game, &job.state())))),
                }
            } @else if let Some(job) = job.as_ref().filter(|_| is_proved) {
                p.good role="status" { (with("prove.claim-proved", &[&about_heaps(&game, &job.state())])) " " span.mono { (claim) } }
            } @else if job.is_none() && !is_refused {
                p.note role="status" { (t("prove.claim-unjudged")) " " span.mono { (claim) } }
            }
        }
        @if is_refused { (refused(&link, query)) }
        @match &known {
            Some(Ok(theorem)) => {
                (shown(app, theorem, (&game, &link), query, limit, watch)?)
                @if let Some(law) = &law { p.as-claim { (t("prove.as-claim")) " " code { (law) } } }
            }
            Some(Err(found)) => (found.shown),
            None => (search(job.as_deref().filter(|_| claim.is_none() || goes_on), &link, query, &playable, app.bounds().proof_time)),
        }
        (claim_form(&link, query, &example))
        (super::check::drop_zone())
    })
}

/// The law as a claim, if it has at most one line.
fn claim_of(theorem: &Theorem, grundy: bool, watch: &Watch) -> Option<String> {
    const LONGEST: usize = 160;
    theorem.as_claim(grundy, watch).ok().map(|claim| claim.text).filter(|text| text.len() <= LONGEST)
}

/// The form for a law that the user states.
fn claim_form(link: &GameLink, query: &Query, example: &str) -> Markup {
    let value = query.get("claim").unwrap_or("");
    let placeholder = Some(example);
    let claim = Field { name: "claim", value, wide: true, placeholder, required: true, ..Field::default() };
    html! {
        section.claim aria-labelledby="claim-title" {
            h2 id="claim-title" { (t("prove.claim-title")) }
            p { (t("prove.claim-lead")) " " a href="docs/claims.html" { (t("prove.claim-language")) } }
            form.controls action=(link.to("/prove", &[])) method="post" {
                (link.fields())
                p.row {
                    (claim.labelled(t("prove.claim")))
                    button { (t("prove.claim-judge")) }
                }
            }
        }
    }
}

/// The number of heaps that a claim was judged for, in words, where the game has any number of them.
fn about_heaps(game: &Game, state: &ProofState) -> String {
    let heaps = state.document.as_ref().and_then(|document| document["heaps"].as_u64());
    match heaps.filter(|_| game.is_open()) {
        Some(1) => t("prove.for-heap").to_owned(),
        Some(heaps) => with("prove.for-heaps", &[&heaps.to_string()]),
        None => String::new(),
    }
}

/// The fault of a claim that cannot be read, with an example.
fn unreadable(job: &Proof, example: &str) -> Option<Markup> {
    let claim = job.wish.question.claim.as_deref()?;
    let no_claim = !looks_like_a_claim(claim) && !claim.starts_with("bouton certificate");
    let fault = job.fault();
    (no_claim || fault.is_some()).then(|| {
        html! {
            div role="status" {
                p.bad { (t("prove.claim-unreadable")) }
                @if let Some(fault) = fault {
                    (super::rules::marked(claim, std::slice::from_ref(fault)))
                    p { (sentence(&fault.message)) @if let Some(help) = &fault.suggestion { "; " em { (message(help)) } } "." }
                } @else {
                    p { (message(t("prove.claim-none"))) }
                }
                p { (t("prove.claim-example")) " " code { (example) } }
            }
        }
    })
}

/// The end of a search without a theorem; with the words about the number of heaps if it was about a claim.
fn without_law(state: &ProofState, of_claim: Option<&str>) -> Markup {
    let claimed = of_claim.is_some();
    let text =
        |name: &str| state.document.as_ref().and_then(|document| document["counterexample"][name].as_str());
    html! {
        @let refuted = with("prove.refuted", &[of_claim.unwrap_or_default()]);
        p.bad role="status" { (match state.status.as_str() {
            "cancelled" => t("prove.cancelled"),
            "refuted" => refuted.as_str(),
            _ if claimed => t("prove.claim-open"),
            "limit" => t("prove.limit"),
            _ => t("prove.no-law"),
        }) }
        @if let (Some(position), Some(claimed), Some(value)) = (text("position"), text("claimed"), text("value")) {
            p { (with("prove.refuted-at", &[position, claimed, value])) }
        } @else if let Some(document) = &state.document {
            @if claimed { (tried(document)) } @else {
                details open[state.status != "cancelled"] { summary { (t("prove.what-was-tried")) } (tried(document)) }
            }
        }
    }
}

/// The state of a search, or the form for starting one.
fn search(
    job: Option<&Proof>,
    link: &GameLink,
    query: &Query,
    playable: &Playable,
    limit: Duration,
) -> Markup {
    let state = job.map(Proof::state);
    let value = query.get("value").unwrap_or("");
    let is_code = playable.game().code().is_some();
    html! {
        @match &state {
            Some(state) if !state.is_finished() => {
                // Without scripts the page reloads by itself.
                noscript { meta http-equiv="refresh" content="2"; }
                section.search data-job=(state.id) aria-label=(t("prove.search")) {
                    p.lead role="status" { (t("prove.running")) }
                    p data-place hidden[state.place.is_none()] { (t("prove.place")) " " strong data-field="place" { @if let Some(place) = state.place { (place) } } }
                    (progress(state, limit, job.is_some_and(|job| job.wish.goal.is_some()), is_code))
                    form action=(link.to("/prove", &[])) method="post" {
                        (link.fields())
                        input type="hidden" name="value" value=(value);
                        input type="hidden" name="claim" value=(query.get("claim").unwrap_or(""));
                        button name="cancel" value=(state.id) { (t("prove.cancel")) }
                    }
                }
            }
            other => {
                @if let Some(state) = other { (without_law(state, None)) }
                p.lead { (t(if is_code { "prove.lead-heaps" } else { "prove.lead" })) }
                form action=(link.to("/prove", &[])) method="post" {
                    (link.fields())
                    p.row {
                        label for="value" { (t("prove.about")) }
                        select id="value" name="value" {
                            @if playable.ruleset().is_some() { option value="outcome" selected[value != "grundy"] { (t("prove.outcomes")) } }
                            @if playable.game().sprague_grundy().is_ok() { option value="grundy" selected[value == "grundy"] { (t("prove.grundy")) } }
                            @if is_misere_code(playable) { option value="quotient" { (t("prove.quotient")) } }
                        }
                        button.main { (t("prove.begin")) }
                    }
                }
            }
        }
    }
}

/// Whether this is a take-and-break game in misère play, whose theorem is about its quotient.
fn is_misere_code(playable: &Playable) -> bool {
    playable.ruleset().is_none() && playable.game().convention() == Convention::Misere
}

/// The progress of a search, and how much of its time has passed; `of_law` if it tries laws, `of_heaps` if it looks for a
/// period of the values of heaps.
fn progress(state: &ProofState, limit: Duration, of_law: bool, of_heaps: bool) -> Markup {
    let progress = &state.progress;
    let number = |name: &'static str, value: String| html! { strong data-field=(name) { (value) } };
    html! {
        label for="bar" { (with("prove.bar", &[&limit.as_secs().to_string()])) }
        progress id="bar" max=(limit.as_secs_f64()) value=(format!("{:.1}", progress.seconds)) {}
        p { (t("prove.phase")) ": " strong data-field="phase" { (if progress.phase.is_empty() { state.status.as_str() } else { progress.phase.as_str() }) } }
        ul.steps {
            // The search for a quotient does not learn laws from positions.
            @if of_law && of_heaps {
                li { (number("positions", progress.positions.to_string())) " " (t("prove.heaps-computed")) }
            } @else if of_law {
                li { (number("positions", progress.positions.to_string())) " " (t("prove.positions")) }
                li { (number("hypotheses", progress.hypotheses.to_string())) " " (t("prove.hypotheses")) }
                li { (number("states", progress.states.to_string())) " " (t("prove.states")) }
            }
            li { (number("seconds", format!("{:.1}", progress.seconds))) " " (t("prove.seconds")) }
        }
        ol.log.scripted-only aria-label=(t("prove.log")) {}
    }
}

/// The report of a search without a law: the reason, and the states that the digits of each numeration
/// needed.
fn tried(document: &serde_json::Value) -> Markup {
    let text = |name: &str| document[name].as_str().map(str::to_owned);
    let rows: Vec<(String, String)> = document["tried"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tried| {
            let states = tried["states_by_depth"].as_array().filter(|states| !states.is_empty())?;
            let states: Vec<String> = states.iter().map(ToString::to_string).collect();
            Some((digits_in_words(tried["numeration"].as_str()?), states.join(", ")))
        })
        .collect();
    html! {
        @if let Some(reason) = text("reason") { @for line in reason.lines() { p { (sentence(line)) } } }
        @if !rows.is_empty() {
            p { (t("prove.tried")) }
            div.scroll tabindex="0" role="group" aria-label=(t("prove.tried")) {
                table {
                    thead { tr { th scope="col" { (t("prove.numeration")) } th scope="col" { (t("prove.by-depth")) } } }
                    tbody { @for (numeration, states) in &rows { tr { td { (numeration) } td.mono { (states) } } } }
                }
            }
        }
    }
}

/// The digits of a numeration in words: its name alone says little.
fn digits_in_words(numeration: &str) -> String {
    let slope = numeration.strip_prefix("ostrowski(").and_then(|rest| rest.strip_suffix(')'));
    match (numeration, slope) {
        ("2", _) => t("prove.binary").to_owned(),
        ("fibonacci", _) => t("prove.fibonacci").to_owned(),
        ("tribonacci", _) => t("prove.tribonacci").to_owned(),
        (_, Some(period)) => with("prove.slope", &[&period.replace(',', ", "), numeration]),
        (base, None) if base.bytes().all(|byte| byte.is_ascii_digit()) => with("prove.base", &[base]),
        (other, None) => other.to_owned(),
    }
}

fn shown(
    app: &App,
    theorem: &Theorem,
    (game, link): (&Game, &GameLink),
    query: &Query,
    limit: usize,
    watch: &Watch,
) -> Result<Markup, Failure> {
    let identity = theorem.identity().to_string();
    let of = |form: &str| format!("api/v1/theorem?certificate={}&form={form}", escaped(&identity));
    // Words, formula, picture and code of a large law take longer than everything else here.
    let order = digits(query.get("digits"))?;
    let about = link.to("/prove", &[("value", query.get("value").unwrap_or(""))]);
    let part = |name: &str| format!("{name} {identity} {order:?} {about}");
    let answers = app.answers();
    // Remembered parts need no words.
    let in_words = || theorem.find_words(watch).map_err(Failure::from);
    Ok(html! {
        (answers.part(part("statement"), || in_words().map(|()| statement(theorem, &identity, link)))?)
        p.row.controls {
            a.button.main href={ (of("certificate")) "&download" } download={ (file_name(theorem.game().name())) ".cert" } { (t("prove.certificate")) }
            (answers.part(part("any number"), || any_number(game, link, query, watch))?)
            a.button href=(link.to("/play", &[])) { (t("prove.play")) }
            (share())
            @if theorem.law().is_some() && (game.rules().sprague_grundy().is_ok() || query.get("value") == Some("grundy")) { a.button href=(link.to("/prove", &[("value", if query.get("value") == Some("grundy") { "outcome" } else { "grundy" })])) { (if query.get("value") == Some("grundy") { t("prove.to-outcomes") } else { t("prove.to-grundy") }) } }
        }
        (run::run(theorem, link, query, limit)?)
        (answers.part(part("automaton"), || automaton(theorem, link, query, &of("svg"), watch))?)
        (answers.part(part("code"), || in_words().and_then(|()| code(theorem, &of)))?)
    })
}

/// The most work for the law of any number of heaps beside that of a fixed number.
const WORK_OF_LINK: u64 = 1 << 26;

/// A link to the law of any number of heaps, where the game has one.
fn any_number(game: &Game, link: &GameLink, query: &Query, watch: &Watch) -> Result<Markup, Failure> {
    if !game.is_open() {
        return Ok(html! {});
    }
    let value = query.get("value").unwrap_or("");
    let goal = if value == "grundy" { Goal::Grundy } else { Goal::Outcome };
    let within = watch.within(WORK_OF_LINK);
    let ending = prove_every_number(game.rules(), Some(goal), &ProveOptions::default(), &within);
    watch.check()?;
    let open = GameLink { heaps: None, ..link.clone() };
    Ok(html! {
        @if let Ok(Ending::Proved(_)) = ending {
            a.button href=(open.to("/prove", &[("value", value)])) { (t("prove.any-number")) }
        } @else if link.heaps.is_none() {
            span.note { (with("prove.no-any-number", &[&DEFAULT_HEAPS.to_string()])) }
        }
    })
}

/// The labels of parts that may be scrolled.
fn labels() -> HtmlOptions<'static> {
    HtmlOptions { table: t("prove.table"), formula: t("prove.theorem") }
}

/// The theorem in words and as a formula, what its letters mean, and its proof.
pub(super) fn statement(theorem: &Theorem, identity: &str, link: &GameLink) -> Markup {
    // A theorem that the program includes is found by the rules: it has the name of its own game.
    let other =
        Some(theorem.game().name()).filter(|name| !name.is_empty() && link.name().as_deref() != Some(*name));
    // The first block repeats the heading of the page.
    let statement = Prose::from(theorem.prose().into_iter().skip(1).collect::<Vec<_>>());
    html! {
        section.theorem aria-label=(t("prove.theorem")) {
            h2 { (t("prove.theorem")) " " span.note { (theorem.subject()) } }
            @if let Some(name) = other { p.note { (with("prove.same-rules", &[name])) } }
            (PreEscaped(statement.html_with(&labels())))
            (words::for_readers(theorem))
            (words::proof(theorem.short_proof(), theorem.paper()))
            p.note { (t("prove.checked")) " " code.identity { (identity) } }
        }
    }
}

/// The most states of an automaton in the other digit order.
const MOST_STATES: usize = 20_000;

/// The automaton as a picture, in the requested digit order.
fn automaton(
    theorem: &Theorem,
    link: &GameLink,
    query: &Query,
    source: &str,
    watch: &Watch,
) -> Result<Markup, Failure> {
    let Some(law) = theorem.law() else { return Ok(html! {}) };
    let order = digits(query.get("digits"))?;
    let least = order == DigitOrder::Least;
    let drawn = drawn(theorem, order, watch)?;
    let in_other_order =
        self::drawn(theorem, if least { DigitOrder::Most } else { DigitOrder::Least }, watch)?.is_some();
    let states = law.law().automaton.states();
    let other =
        [("value", query.get("value").unwrap_or("")), ("digits", if least { "most" } else { "least" })];
    Ok(html! {
        section aria-labelledby="automaton" {
            h2 id="automaton" { (t("prove.automaton")) " " span.note { (t(if least { "prove.least" } else { "prove.most" })) } }
            @if in_other_order { p { a href={ (link.to("/prove", &other)) "#automaton" } { (t(if least { "prove.show-most" } else { "prove.show-least" })) } } }
            @match &drawn {
                Some(diagram) => {
                    @let words = with("prove.drawn", &[&counted(drawn_states(diagram))]);
                    @if least { (in_this_order(diagram, states)) } @else { (left_out(diagram, states)) }
                    div.picture.scroll data-zoom tabindex="0" role="group" aria-label=(words) { (picture(&format!("{source}&digits={}", if least { "least" } else { "most" }), &words)) }
                }
                None => p.note { @if least { (t("prove.too-large-least")) } @else { (with("prove.too-large", &[&states.to_string()])) } },
            }
        }
    })
}

/// The automaton in a digit order, unless it is too large for a picture.
fn drawn(theorem: &Theorem, order: DigitOrder, watch: &Watch) -> Result<Option<Diagram>, Failure> {
    match theorem.diagram(order, MOST_STATES) {
        Ok(diagram) => match drawing(&diagram, &Theme::LIGHT, watch) {
            Ok(_) => Ok(Some(diagram)),
            Err(PictureError::States(_)) => Ok(None),
            Err(error) => Err(TheoremError::from(error).into()),
        },
        Err(TheoremError::Reverse(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A number of states in words.
pub(super) fn counted(states: usize) -> String {
    if states == 1 { t("drawn.one").to_owned() } else { with("drawn.states", &[&states.to_string()]) }
}

/// The number of states in the picture of an automaton.
pub(super) fn drawn_states(diagram: &Diagram) -> usize {
    diagram.states() - usize::from(undrawn_state(diagram).is_some())
}

/// The number of states of the automaton of a diagram, with the one for digits that no number has.
fn with_other_input(diagram: &Diagram) -> usize {
    diagram.states() + usize::from(diagram.leaves_out_other_input)
}

/// Why the picture of an automaton has another number of states than the page names for the automaton, if it has.
pub(super) fn left_out(diagram: &Diagram, states: usize) -> Markup {
    let drawn = drawn_states(diagram);
    html! {
        @if states != drawn { p.note { (with("drawn.both", &[&counted(states), &counted(drawn)])) (reasons(diagram, states)) } }
    }
}

/// The same for the automaton in the other digit order, where it has other states than that of the law.
fn in_this_order(diagram: &Diagram, of_law: usize) -> Markup {
    let (states, drawn) = (with_other_input(diagram), drawn_states(diagram));
    html! {
        @if states != drawn {
            p.note { (with("drawn.both-in-order", &[&counted(states), &counted(drawn)])) (reasons(diagram, states)) }
        } @else if states != of_law {
            p.note { (with("drawn.in-order", &[&counted(states)])) }
        }
    }
}

/// Why a picture of an automaton does not have this number of states.
fn reasons(diagram: &Diagram, states: usize) -> Markup {
    let whole = with_other_input(diagram);
    html! {
        @if let Some(state) = undrawn_state(diagram) { " " (with("drawn.sink", &[&diagram.states[state].value])) }
        @if diagram.leaves_out_other_input { " " (t("drawn.other-input")) }
        @if states > whole { " " (t("drawn.suffice")) }
        @if states < whole { " " (t("drawn.more")) }
    }
}

/// The greatest length of a program that is displayed.
const MOST_SHOWN: usize = 48 << 10;

/// The most transitions of a law that is written for other tools without a request.
const MOST_EXPORTED: usize = 1 << 14;

/// The tools for which laws are written.
const TOOLS: [(&str, &str, Tool); 3] =
    [("Walnut", "walnut", Tool::Walnut), ("HOA", "hoa", Tool::Hoa), ("MONA", "mona", Tool::Mona)];

/// The strategy as code, and the theorem as LaTeX and for other tools.
fn code(theorem: &Theorem, of: &dyn Fn(&str) -> String) -> Result<Markup, Failure> {
    let languages = [
        ("Python", "python", Language::Python),
        ("Rust", "rust", Language::Rust),
        ("C", "c", Language::C),
        ("JavaScript", "javascript", Language::JavaScript),
    ];
    let mut texts: Vec<(&str, &str, String)> = Vec::new();
    for (name, form, language) in languages {
        if let Ok(text) = theorem.emit(language) {
            texts.push((name, form, text));
        }
    }
    texts.push(("LaTeX", "latex", theorem.explain(Wording::Latex)));
    let is_small = theorem.law().is_some_and(|checked| {
        let law = &checked.law().automaton;
        law.states().saturating_mul(law.letters()) <= MOST_EXPORTED
    });
    for (name, form, tool) in TOOLS.into_iter().filter(|_| is_small) {
        // A tool that does not support the numeration is not offered.
        if let Ok(document) = theorem.export(tool, None) {
            texts.push((name, form, document.text));
        }
    }
    Ok(self::texts(&texts, Some(of)))
}

/// Programs or theorems to download, each with its name and its format; `of` is the address of a format.
fn texts(texts: &[(&str, &str, String)], of: Option<&dyn Fn(&str) -> String>) -> Markup {
    html! {
        section aria-labelledby="code" {
            h2 id="code" { (t("prove.code")) }
            @for (name, form, text) in texts {
                details.code-block {
                    summary { (name) }
                    p.row {
                        button.scripted-only type="button" data-copy=(form) { (t("prove.copy")) }
                        @if let Some(of) = of { a.button href={ (of(form)) "&download" } download { (t("prove.download")) } }
                    }
                    @if text.len() <= MOST_SHOWN { pre tabindex="0" data-text=(form) { code { (text) } } } @else { p.note { (t("prove.long")) } }
                }
            }
        }
    }
}
