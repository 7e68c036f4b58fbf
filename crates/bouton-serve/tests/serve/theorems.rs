//! Theorems on the page: for readers who do not know their letters, and as claims.

use std::time::Duration;

use bouton_serve::Bounds;

use crate::harness::{Running, quoted};

/// The section of the theorem in a page.
fn theorem(page: &str) -> &str {
    let rest =
        page.split("<section class=\"theorem\"").nth(1).unwrap_or_else(|| panic!("no theorem: {page}"));
    rest.split("class=\"identity\"").next().unwrap()
}

#[test]
fn a_law_of_a_fixed_number_of_heaps_says_that_none_for_every_number_was_found() {
    let server = Running::start();
    let game = quoted("heaps any; move take 1 from 1 heap; move take 2 from 2 heaps");
    let begun = server.post("/prove", &format!("game={game}"));
    let place = format!("/{}", begun.header("location").unwrap());
    let mut page = server.get(&place).text();
    for _ in 0..400 {
        if !page.contains("data-job") {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        page = server.get(&place).text();
    }
    let words = "No law for every number of heaps was found. This is the law of 3 heaps.";
    assert!(page.contains(words) && page.contains("(3 heaps"), "{page}");
    // A number that was chosen needs no such words, nor does a game with a law for every number.
    assert!(!server.get("/prove?game=nim&heaps=3").text().contains("No law for every number"));
    assert!(!server.get("/prove?game=wythoff").text().contains("No law for every number"));
}

#[test]
fn a_theorem_says_what_its_letters_mean_how_to_play_and_why() {
    let server = Running::start();
    let page = server.get("/prove?game=take-three").text();
    let shown = theorem(&page);
    for words in [
        "is the size of the heap.",
        "the player to move loses",
        "the player to move wins",
        "To win, always move to a P-position",
        "The smallest are 0, 4, 8, 12, 16, 20, …",
        "<summary>The proof in words</summary>",
        "Answer by taking <math><mn>4</mn><mo>−</mo><mi>k</mi></math>",
        "<summary>How the program proves it</summary>",
        "href=\"docs/certificate.html\"",
        "No move leads from a P-position to a P-position.",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // Nim has a proof in words, for every number of heaps and for a fixed one, and so has Wythoff's game.
    for (game, has_it) in [("nim", true), ("nim&heaps=3", true), ("wythoff", true), ("moore", false)] {
        let page = server.get(&format!("/prove?game={game}")).text();
        assert!(page.contains("<summary>How the program proves it</summary>"), "{game}: {page}");
        assert_eq!(page.contains("<summary>The proof in words</summary>"), has_it, "{game}: {page}");
    }
    // The statement is there once.
    assert!(!shown.contains("In the game of take-three"), "{shown}");
    for (game, meaning) in [
        ("nim", "the player to move loses"),
        ("wythoff&value=grundy", "A position is P exactly when its Grundy value is 0."),
        ("kayles&value=grundy", "To win, always move to a P-position"),
        ("podium-nim&heaps=3", "the player after the one to move makes the last move"),
        ("misere-nim&heaps=3", "from every N-position that has a move"),
    ] {
        let page = server.get(&format!("/prove?game={game}")).text();
        if page.contains("class=\"theorem\"") {
            assert!(theorem(&page).contains(meaning), "{game}: {page}");
        } else {
            assert_eq!(game, "wythoff&value=grundy", "{page}");
        }
    }
    // Of three players each wants something else.
    let podium = server.get("/prove?game=podium-nim&heaps=3").text();
    assert!(!podium.contains("To win, always"), "{podium}");
}

#[test]
fn grundy_values_are_offered_where_there_are_some() {
    let server = Running::start();
    for (game, has_some) in
        [("nim&heaps=3", true), ("misere-nim&heaps=3", false), ("podium-nim&heaps=3", false)]
    {
        let page = server.get(&format!("/prove?game={game}")).text();
        assert!(page.contains("class=\"theorem\""), "{game}: {page}");
        assert_eq!(page.contains("Its Grundy values"), has_some, "{game}");
    }
}

#[test]
fn a_theorem_is_written_as_a_claim_and_examples_have_the_names_of_the_game() {
    let server = Running::start();
    let page = server.get("/prove?game=take-three").text();
    assert!(page.contains("<code>P iff h1 mod 4 = 0</code>"), "{page}");
    assert!(page.contains("placeholder=\"P iff h1 mod 4 = 0\""), "{page}");
    for (game, example) in [
        ("heaps 1; move take 1..2 from 1 heap when h1 > 3; move take 1 from 1 heap", "P iff h1 mod 4 = 0"),
        ("counters a, b; move a, b -> a - 1, b - 2; move a -> a - 1", "P iff a = b"),
    ] {
        let page = server.get(&format!("/prove?game={}", quoted(game))).text();
        assert!(page.contains(&format!("placeholder=\"{example}\"")), "{game}: {page}");
    }
}

#[test]
fn a_theorem_found_by_its_rules_says_whose_it_is() {
    let server = Running::start();
    let known = server.get("/rules?game=podium-subtraction").text();
    let rules = known.split("</textarea>").next().unwrap().rsplit('>').next().unwrap();
    let lines: Vec<&str> =
        rules.lines().filter(|line| !line.starts_with("game ") && !line.starts_with('#')).collect();
    let same = |rules: &str| server.get(&format!("/prove?game={}&heaps=3", quoted(rules))).text();
    let nameless = same(&lines.join("\n"));
    assert!(
        nameless.contains("The game podium-subtraction of this program has the same rules"),
        "{rules}: {nameless}"
    );
    let named = server.get("/prove?game=podium-subtraction&heaps=3").text();
    assert!(!named.contains("has the same rules"), "{named}");
}

#[test]
fn a_search_that_has_ended_is_reported_to_those_who_come_back() {
    let bounds = Bounds { proof_time: Duration::from_millis(50), ..Bounds::default() };
    let server = Running::with(bounds);
    let game = quoted("heaps 3; move take any from 1 heap; move take the same any from 2 heaps");
    let place = format!("/prove?game={game}");
    assert!(!server.get(&place).text().contains("has ended"));
    assert_eq!(server.post("/prove", &format!("game={game}&value=outcome")).status, 303);
    let ended = || server.get(&place).text();
    let page = (0..600)
        .map(|_| {
            std::thread::sleep(Duration::from_millis(50));
            ended()
        })
        .find(|page| page.contains("has ended"))
        .expect("the search ends");
    assert!(page.contains("Nothing is claimed about the game."), "{page}");
    // Another question was not asked.
    assert!(!server.get(&format!("{place}&value=grundy")).text().contains("has ended"));
}

#[test]
fn an_accepted_certificate_has_its_law_in_words() {
    let server = Running::start();
    let page = server.get("/prove?game=take-three").text();
    let link =
        page.split("href=\"api/v1/theorem?").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
    let certificate = server.get(&format!("/api/v1/theorem?{link}")).text();
    let checked = server.post("/check", &format!("certificate={certificate}\n")).text();
    assert!(checked.contains("Accepted: this is proved."), "{checked}");
    assert!(theorem(&checked).contains("P-position"), "{checked}");
    assert!(checked.contains("For the game <code>take-three;"), "{checked}");
    let refused =
        server.post("/check", &format!("certificate={}\n", certificate.replace("1..3", "1..4"))).text();
    assert!(!refused.contains("class=\"theorem\""), "{refused}");
}

#[test]
fn answers_have_a_button_that_copies_their_link() {
    let server = Running::start();
    for view in [
        "/prove?game=take-three",
        "/prove?game=nim",
        "/prove?game=kayles&value=grundy",
        "/explore?game=nim",
        "/tree?game=nim&position=1,2",
        "/sequence?game=kayles",
    ] {
        assert!(server.get(view).text().contains("data-share"), "{view}");
    }
}

#[test]
fn games_with_one_heap_are_explored_from_the_first_page() {
    let server = Running::start();
    let home = server.get("/").text();
    for game in ["take-three", "podium-subtraction", "nim"] {
        assert!(home.contains(&format!("href=\"explore?game={game}\"")), "{game}");
        assert_eq!(server.get(&format!("/explore?game={game}")).status, 200);
    }
}

/// The numbers of states beside a picture, and in its description.
#[test]
fn a_picture_with_fewer_states_says_which_are_left_out() {
    let server = Running::start();
    let sentence = quoted("P(a, b) and wythoff.P(a, b)");
    let none = "Digits that no number has, and the state to which they lead, are not drawn.";
    for (link, both, described, reasons) in [
        (
            "/prove?game=wythoff".to_owned(),
            "The automaton has 14 states, and its picture 13 states.",
            "law, with 13 states",
            none.to_owned(),
        ),
        (
            "/prove?game=wythoff&digits=least".to_owned(),
            "Read in this order, the automaton has 13 states, and its picture 12 states.",
            "law, with 12 states",
            none.to_owned(),
        ),
        (
            "/ask".to_owned(),
            "The automaton has 5 states, and its picture 4 states.",
            "solutions, with 4 states",
            none.to_owned(),
        ),
        (
            format!("/ask?game=nim&with=wythoff&sentence={sentence}"),
            "The automaton has 2 states, and its picture 5 states.",
            "solutions, with 5 states",
            format!("{none} The picture also shows which digits may follow which."),
        ),
        (
            format!("/ask?game=nim&sentence={}", quoted("P(a, b, c) and a < 5")),
            "The automaton has 5 states, and its picture 4 states.",
            "solutions, with 4 states",
            "One state, whose value stays no for ever, is not drawn: digits that no arrow reads lead there."
                .to_owned(),
        ),
    ] {
        let page = server.get(&link).text();
        assert!(page.contains(&format!("{both} {reasons}</p>")), "{link}: {page}");
        assert_eq!(page.matches(described).count(), 2, "{link}: {page}");
    }
    // A picture of the whole automaton needs no such words.
    let whole = server.get("/prove?game=nim&heaps=3").text();
    assert!(whole.contains("law, with 2 states") && !whole.contains("its picture"), "{whole}");
}
