//! Theorems that need no long search: for all numbers of the letters in the rules, and for every number of
//! heaps.

use bouton::{
    DigitOrder, Ending, Error, Game, Goal, Language, LetterTheorem, LettersError, Oracles, Playable,
    ProveOptions, Query as SolveQuery, Reasons, Theorem, TheoremError, Tool, Watch, Wording, ask,
    letter_settings,
    picture::{HeatMap, Theme},
    prove_every_number, prove_law, prove_letters, sequence as values_of, why, why_letters,
};
use maud::{Markup, PreEscaped, html};

use super::{MOST_STATES, TOOLS, counted, drawn_states, labels, left_out, run, statement, texts, words};
use crate::{
    api::theorem::file_name,
    failure::Failure,
    letters as numbers,
    query::Query,
    texts::{sentence, stopped, t, with},
    views::{
        field::Field,
        layout::{GameLink, encoded_picture, heading, numbers_for, picture, share},
        mathematics::{letters as meanings, symbol},
    },
};

/// The maximum number of moves that are examined for a best one.
const MOVES: usize = 100;

const LANGUAGES: [(&str, &str, Language); 4] = [
    ("Python", "python", Language::Python),
    ("Rust", "rust", Language::Rust),
    ("C", "c", Language::C),
    ("JavaScript", "javascript", Language::JavaScript),
];

/// The game of the page, if its rules have letters.
pub(super) fn with_letters(query: &Query, watch: &Watch) -> Result<Option<Game>, Failure> {
    let game = Game::named_within(query.need("game")?, &[], watch)?;
    Ok((!game.rules().letters().is_empty()).then_some(game))
}

/// A button that saves the certificate, whose text the page has, in a file with the name of its game.
fn save(game: &str) -> Markup {
    html! { button.main.scripted-only type="button" data-save="certificate" data-name={ (file_name(game)) ".cert" } { (t("prove.certificate")) } }
}

/// The heading of the page.
fn title(query: &Query) -> Markup {
    heading(&GameLink::of(query).unwrap_or_default(), t("prove.title"), "")
}

/// Whether the sentence of a theorem has a letter for the heap that it does not introduce.
fn is_about_one_heap(theorem: &LetterTheorem) -> bool {
    let law = theorem.law();
    !law.sum && law.heaps.is_empty() && matches!(theorem.heap().as_str(), "n" | "h1")
}

/// The theorem of a game with letters.
pub(super) fn letters(game: &Game, query: &Query, limit: usize, watch: &Watch) -> Result<Markup, Failure> {
    let goal = if query.get("value") == Some("grundy") { Goal::Grundy } else { Goal::Outcome };
    let prove = |cones| prove_letters(game.rules(), goal, cones, watch).map_err(Error::from);
    let one = prove(false)?;
    let ending = if one.theorem.is_some() { one } else { prove(true)? };
    let Some(theorem) = &ending.theorem else {
        let reason = ending.reason.unwrap_or_default();
        return Ok(html! {
            (title(query))
            p.bad { (t("prove.no-law")) }
            p { (sentence(&reason)) }
        });
    };
    let found = entered(query).then(|| of_letters(game, theorem, query, limit));
    // The numbers for the letters are an input of the form.
    let with_numbers = GameLink::of(query).unwrap_or_default();
    let link = GameLink { set: None, ..with_numbers.clone() };
    let (set, value) = (query.get("set").unwrap_or(""), query.get("value").unwrap_or(""));
    let example = numbers::example(game, watch);
    let is_chosen = with_numbers.set.is_some() && query.game(watch).is_ok();
    let chosen = with_numbers.numbers().filter(|_| is_chosen);
    let required = Field { required: true, ..Field::default() };
    let codes = LANGUAGES
        .into_iter()
        .filter_map(|(name, form, language)| Some((name, form, theorem.emit(language).ok()?)));
    let codes = codes.chain([
        ("LaTeX", "latex", theorem.written(Wording::Latex)),
        (t("prove.of-certificate"), "certificate", theorem.certificate().to_owned()),
    ]);
    let other = if goal == Goal::Grundy {
        ("outcome", t("prove.to-outcomes"))
    } else {
        ("grundy", t("prove.to-grundy"))
    };
    let named = query.get("set").is_some_and(|set| numbers::named(set, game).is_ok());
    Ok(html! {
        (heading(if named { &with_numbers } else { &link }, t("prove.title"), ""))
        section.theorem aria-label=(t("prove.theorem")) {
            h2 { (t("prove.theorem")) }
            p { (PreEscaped(theorem.in_a_sentence().html())) }
            @if let Some(chosen) = &chosen { p.note { (with("prove.also-for", &[chosen])) } }
            @if is_about_one_heap(theorem) { p { (symbol(&theorem.heap())) " " (t("prove.letter-of-heap")) } }
            p.note { (meanings(game.rules().convention())) }
            @if let Some(strategy) = words::strategy(game.rules().convention()) { p.strategy { (t(strategy)) } }
            (words::proof(None, theorem.paper()))
            p.note { (t("prove.checked")) " " code.identity { (theorem.identity()) } }
        }
        p.row.controls {
            (save(game.rules().name()))
            @if goal == Goal::Grundy || game.rules().sprague_grundy().is_ok() { a.button href=(with_numbers.to("/prove", &[("value", other.0)])) { (other.1) } }
            (share())
        }
        section aria-labelledby="run" {
            h2 id="run" { (t("prove.run")) }
            form action="prove" method="get" {
                (link.fields())
                input type="hidden" name="value" value=(value);
                p.row {
                    (Field { name: "set", value: set, placeholder: example.as_deref(), ..required }.labelled(&numbers_for(game.rules().letters())))
                    (Field { name: "position", value: query.get("position").unwrap_or(""), ..required }.labelled(t("prove.position")))
                    button.main { (t("prove.try")) }
                }
            }
            @match &found {
                Some(Ok(found)) => {
                    (reasons(found))
                    p.row.controls { a.button href=(with_numbers.to("/play", &[("start", &found.document.position)])) { (t("prove.play-it")) } }
                }
                Some(Err(failure)) => (refused(failure)),
                None => {}
            }
        }
        (map_of_letters(theorem, watch)?)
        (texts(&codes.collect::<Vec<_>>(), None))
    })
}

/// The values over the heap and one letter as a picture, with examples for other letters.
fn map_of_letters(theorem: &LetterTheorem, watch: &Watch) -> Result<Markup, Failure> {
    let set = match HeatMap::example_letters(theorem, ask::SIDE_OF_LETTERS, watch) {
        Ok(set) => set,
        // The law of several heaps has more coordinates.
        Err(LettersError::Setting(_)) => return Ok(html! {}),
        Err(error) => return Err(Error::from(error).into()),
    };
    let map = HeatMap::of_letters(theorem, &set, ask::SIDE_OF_LETTERS, watch).map_err(Error::from)?;
    let drawn = |theme| -> Result<String, Error> {
        Ok(map.narrow_picture(theme, watch).and_then(|picture| picture.svg(watch))?)
    };
    let (light, dark) = (drawn(&Theme::LIGHT)?, drawn(&Theme::DARK)?);
    let letters =
        set.iter().map(|(name, number)| format!("{name} = {number}")).collect::<Vec<_>>().join(", ");
    let words = with("prove.map-of-letters", &[&theorem.game().letters().join(", ")]);
    Ok(html! {
        section aria-labelledby="map" {
            h2 id="map" { (t("prove.map")) }
            p { (words) @if !set.is_empty() { " " (with("prove.map-set", &[&letters])) } }
            div.picture.narrow { (encoded_picture(&light, &dark, &words)) }
        }
    })
}

/// Whether a position was entered.
fn entered(query: &Query) -> bool {
    query.get("position").is_some_and(|text| !text.trim().is_empty())
}

/// The reason why a position has no answer, beside the form.
fn refused(failure: &Failure) -> Markup {
    html! { p.bad role="alert" { (sentence(&stopped(failure.message()))) } }
}

fn of_letters(game: &Game, theorem: &LetterTheorem, query: &Query, limit: usize) -> Result<Reasons, Failure> {
    let settings = letter_settings(&[numbers::named(query.need("set")?, game)?]).map_err(Error::from)?;
    let position = query.position("position", limit)?;
    let solved = theorem.answer(&settings, &position, MOVES).map_err(Error::from)?;
    Ok(why_letters(theorem, &settings, &solved)?)
}

/// A theorem that was found at once.
pub(super) struct AtOnce {
    /// The theorem, its trial and its downloads.
    pub(super) shown: Markup,
    /// Its law as a claim, if that is short.
    pub(super) law: Option<String>,
    /// Whether it is about every number of heaps.
    pub(super) of_every_number: bool,
}

impl AtOnce {
    /// An example of a claim about every number of heaps.
    pub(super) fn example(&self) -> String {
        self.law.clone().unwrap_or_else(|| words::SOME_CLAIM.to_owned())
    }
}

/// The theorem for every number of heaps of an open game, if there is one.
pub(super) fn every_number(
    game: &Game,
    query: &Query,
    limit: usize,
    watch: &Watch,
) -> Result<Option<AtOnce>, Failure> {
    let goal = if query.get("value") == Some("grundy") { Goal::Grundy } else { Goal::Outcome };
    let options = ProveOptions::default();
    let ending = prove_every_number(game.rules(), Some(goal), &options, watch).map_err(Error::from)?;
    let Ending::Proved(proved) = ending else { return Ok(None) };
    let theorem = &proved.theorem;
    let found = entered(query).then(|| of_heaps(game, theorem, query, limit, watch));
    let link = GameLink::of(query).unwrap_or_default();
    let identity = theorem.identity().to_string();
    let codes = LANGUAGES
        .into_iter()
        .filter_map(|(name, form, language)| Some((name, form, theorem.emit(language).ok()?)));
    // For a sum of heaps, the law of a single heap is written.
    let tools = TOOLS.into_iter().filter_map(|(name, form, tool)| {
        let document = theorem.export(tool, None).ok()?;
        Some((name, form, document.text))
    });
    let codes = codes.chain([("LaTeX", "latex", theorem.explain(Wording::Latex))]).chain(tools);
    let codes = codes.chain([(t("prove.of-certificate"), "certificate", theorem.certificate().to_owned())]);
    let of_any_number = matches!(theorem.export(Tool::Walnut, None), Err(TheoremError::AnyNumber));
    let position = Field {
        name: "position",
        value: query.get("position").unwrap_or(""),
        wide: true,
        placeholder: Some(t("prove.any-heaps")),
        required: true,
        ..Field::default()
    };
    let fixed = GameLink { heaps: Some(ask::DEFAULT_HEAPS), ..link.clone() };
    let law = super::claim_of(theorem, goal == Goal::Grundy, watch);
    let shown = html! {
        (statement(theorem, &identity, &link))
        p.row.controls {
            (save(theorem.game().name()))
            a.button href=(fixed.to("/prove", &[("value", query.get("value").unwrap_or(""))])) { (with("prove.fixed", &[&ask::DEFAULT_HEAPS.to_string()])) }
            a.button href=(link.to("/play", &[])) { (t("prove.play")) }
            (share())
        }
        section aria-labelledby="run" {
            h2 id="run" { (t("prove.run")) }
            form action="prove" method="get" {
                (link.fields())
                input type="hidden" name="value" value=(query.get("value").unwrap_or(""));
                p.row {
                    (position.labelled(t("prove.position")))
                    button.main { (t("prove.try")) }
                }
            }
            @match &found {
                Some(Ok(found)) => (reasons(found)),
                Some(Err(failure)) => (refused(failure)),
                None => {}
            }
        }
        (automaton(theorem, &link, query.get("value").unwrap_or(""), watch)?)
        (texts(&codes.collect::<Vec<_>>(), None))
        @if of_any_number { p.note { (t("prove.no-tools")) } }
        @if let Some(law) = &law { p.as-claim { (t("prove.as-claim")) " " code { (law) } } }
    };
    Ok(Some(AtOnce { shown, law, of_every_number: true }))
}

/// The greatest heap whose value is computed to see whether a period is proved at once.
const MOST_VALUES: u64 = 2000;

/// The heaps of the plot of a period.
const PLOTTED: u64 = 200;

/// The theorem of the period of a take-and-break game, if few values are enough for its proof, and the theorem by which
/// the period continues.
pub(crate) fn theorem_of_period(
    playable: &Playable,
    watch: &Watch,
) -> Result<Option<(Theorem, String)>, Failure> {
    if playable.game().code().is_none() || playable.game().sprague_grundy().is_err() {
        return Ok(None);
    }
    let seen = values_of(playable, MOST_VALUES, watch)?;
    let Some(period) = seen.period.filter(|period| period.proved) else { return Ok(None) };
    let ending = prove_law(playable, Goal::Grundy, None, watch).map_err(Error::from)?;
    let Ending::Proved(proved) = ending else { return Ok(None) };
    Ok(Some((proved.theorem, period.theorem.to_string())))
}

/// The theorem of a period, if few values are enough for its proof.
pub(super) fn period(
    playable: &Playable,
    link: &GameLink,
    query: &Query,
    limit: usize,
    watch: &Watch,
) -> Result<Option<AtOnce>, Failure> {
    let Some((theorem, reason)) = theorem_of_period(playable, watch)? else { return Ok(None) };
    let theorem = &theorem;
    let upto = PLOTTED.to_string();
    let plot = link.to("/api/v1/sequence", &[("upto", &upto), ("format", "svg")]);
    let codes = LANGUAGES
        .into_iter()
        .filter_map(|(name, form, language)| Some((name, form, theorem.emit(language).ok()?)));
    let codes = codes.chain([
        ("LaTeX", "latex", theorem.explain(Wording::Latex)),
        (t("prove.of-certificate"), "certificate", theorem.certificate().to_owned()),
    ]);
    let shown = html! {
        (statement(theorem, &theorem.identity().to_string(), link))
        p.note { (sentence(&reason)) "." }
        p.row.controls {
            (save(theorem.game().name()))
            a.button href=(link.to("/play", &[])) { (t("prove.play")) }
            a.button href=(link.to("/sequence", &[])) { (t("prove.to-sequence")) }
            (share())
        }
        div.picture.scroll data-zoom tabindex="0" role="group" aria-label=(with("sequence.plot", &[&link.called(), &upto])) { (picture(&plot, &with("sequence.plot", &[&link.called(), &upto]))) }
        (run::run(theorem, link, query, limit)?)
        (texts(&codes.collect::<Vec<_>>(), None))
    };
    Ok(Some(AtOnce { shown, law: None, of_every_number: false }))
}

/// The automaton as a picture: of the numbers of ones, or of a single heap if the theorem is about sums.
fn automaton(theorem: &Theorem, link: &GameLink, value: &str, watch: &Watch) -> Result<Markup, Failure> {
    if let Err(TheoremError::NoAutomaton) = theorem.diagram(DigitOrder::Most, MOST_STATES) {
        return Ok(html! {});
    }
    let drawn = super::drawn(theorem, DigitOrder::Most, watch)?;
    let source = link.to("/api/v1/explain", &[("heaps", "all"), ("value", value), ("format", "svg")]);
    Ok(html! {
        section aria-labelledby="automaton" {
            h2 id="automaton" { (t("prove.automaton")) " " span.note { (t("prove.most")) } }
            @match &drawn {
                Some(diagram) => {
                    @let states = diagram.of_law.unwrap_or(diagram.states());
                    @let words = |states| with(if theorem.reads_counts() { "prove.drawn-counts" } else { "prove.drawn-heap" }, &[&counted(states)]);
                    p { (words(states)) }
                    (left_out(diagram, states))
                    @let words = words(drawn_states(diagram));
                    div.picture.scroll data-zoom tabindex="0" role="group" aria-label=(words) { (picture(&source, &words)) }
                }
                None => p.note { (t("prove.too-large-here")) },
            }
        }
    })
}

fn of_heaps(
    game: &Game,
    theorem: &Theorem,
    query: &Query,
    limit: usize,
    watch: &Watch,
) -> Result<Reasons, Failure> {
    let position = query.position("position", limit)?;
    let mut oracles = Oracles::new(game.rules(), None, Some(theorem.clone()), watch);
    let oracle = oracles.at(&position)?;
    let asked = SolveQuery { moves: Some(MOVES), ..SolveQuery::default() };
    let answer = oracle.answer(&position, &asked).map_err(Error::from)?;
    Ok(why(oracle.playable(), &answer, theorem)?)
}

/// The law traced on a position.
fn reasons(found: &Reasons) -> Markup {
    html! { div.reasons role="status" { (PreEscaped(found.prose.html_with(&labels()))) } }
}
