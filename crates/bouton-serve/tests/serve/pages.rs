//! The content of the pages: links, headings, the lists of options.

use std::time::Duration;

use bouton_serve::{Bounds, Options};

use crate::harness::{Running, quoted};

/// Every view, with a question where it takes one.
const VIEWS: &[&str] = &[
    "/",
    "/mine",
    "/link?to=play%3Fgame%3Dnim",
    "/rules?game=nim",
    "/play?game=nim&start=3,4,5&eval=1&why=1&hint=1",
    "/play?game=small-pass&start=1,0,2,1&eval=1",
    "/tree?game=nim&position=1,2",
    "/explore?game=nim&heaps=3",
    "/prove?game=nim",
    "/prove?game=heaps+3;+move+take+1..9+from+1+heap+when+h1+%3E+2",
    "/sequence?game=kayles",
    "/sum",
    "/ask",
    "/ask?game=nim&sentence=P%28a,b%29",
    "/check",
    "/nim",
    "/podium",
    "/pass",
    "/in-total",
    "/docs/",
    "/docs/cli/playing.html",
    "/no/such/page",
    "/play?game=nmi",
];

/// The values of some attributes in a page.
fn links(page: &str) -> Vec<String> {
    let names = [
        "href",
        "src",
        "srcset",
        "action",
        "formaction",
        "data-plane",
        "data-play",
        "data-sequence",
        "data-tree",
    ];
    let of = |name: &str| {
        let start = format!(" {name}=\"");
        page.split(&start)
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
            .collect::<Vec<_>>()
    };
    names.into_iter().flat_map(of).collect()
}

#[test]
fn links_are_relative_and_lead_somewhere() {
    let server = Running::start();
    let (mut seen, mut wrong) = (0, Vec::new());
    for view in VIEWS {
        let page = server.request("GET", view, "Accept: text/html\r\n", b"").text();
        let folder = view.split('?').next().unwrap().rsplit_once('/').unwrap().0;
        for link in links(&page) {
            assert!(!link.starts_with('/'), "{view}: {link} does not work below another path");
            let elsewhere = link.starts_with('#') || link.contains("://");
            // A picture that is part of the page.
            if elsewhere || link.starts_with("data:image/svg+xml,") {
                continue;
            }
            seen += 1;
            // Computations are tested elsewhere; this only tests whether the path exists.
            let path = link.split(['?', '#']).next().unwrap();
            let mut folders: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in path.split('/') {
                match part {
                    "." | "" => {}
                    ".." => drop(folders.pop()),
                    part => folders.push(part),
                }
            }
            let target = format!("/{}", folders.join("/"));
            let known = bouton_serve::paths().any(|known| match known.split_once('{') {
                Some((start, _)) => target.starts_with(start),
                None => known.trim_end_matches('/') == target.trim_end_matches('/'),
            });
            let is_file = target.starts_with("/docs/") || target.starts_with("/assets/");
            if !known || (is_file && server.get(&target).status != 200) {
                wrong.push(format!("{view}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 400, "only {seen} links were seen");
}

#[test]
fn a_sequence_is_linked_where_there_is_one() {
    let server = Running::start();
    for (game, has_one) in [
        ("kayles", true),
        ("take-three", true),
        ("nim", true),
        ("heaps 1; move take 1..3 from 1 heap", true),
        ("wythoff", false),
        ("small-pass", false),
        ("misere-nim", false),
        ("podium-nim", false),
        ("nim-with-a-pass", false),
    ] {
        let page = server.get(&format!("/rules?game={}", quoted(game))).text();
        assert_eq!(page.contains("href=\"sequence?game="), has_one, "{game}");
        let status = server.get(&format!("/sequence?game={}&upto=9", quoted(game))).status;
        assert_eq!(status == 200, has_one, "{game}");
    }
}

#[test]
fn games_without_names_have_a_heading() {
    let server = Running::start();
    let rules = quoted("heaps 2; move take 1..3 from 1 heap");
    for view in ["play", "explore", "prove", "tree"] {
        let page = server.get(&format!("/{view}?game={rules}")).text();
        let heading = page.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap();
        assert!(heading.to_lowercase().contains("a game without a name"), "{view}: {heading}");
        assert!(page.contains("heaps 2; move take 1..3 from 1 heap"), "{view}");
    }
    let named = server
        .get(&format!("/play?game={}", quoted("game mine\nheaps 1\nmove take 1..3 from 1 heap")))
        .text();
    assert!(named.contains("<h1>mine"), "{named}");
}

/// The rows of the list of options: their destinations, and the words of the move.
fn options(page: &str) -> Vec<(String, String)> {
    let rows = page.split("<tr data-to=\"").skip(1).map(|row| row.split("</tr>").next().unwrap());
    rows.map(|row| {
        let to = row.split('"').next().unwrap().to_owned();
        let words = row.split("class=\"option\"").nth(1).unwrap().split('>').nth(1).unwrap();
        (to, words.split('<').next().unwrap().to_owned())
    })
    .collect()
}

#[test]
fn moves_of_heaps_by_size_are_told_and_understood() {
    let server = Running::start();
    let page = server.get("/play?game=small-pass&start=0,1,1,0&opponent=nobody").text();
    let options = options(&page);
    assert!(
        options.contains(&("1,0,1,0:pass".to_owned(), "take 1 from a heap of 2".to_owned())),
        "{options:?}"
    );
    assert!(page.contains("data-live"), "heaps can be clicked");
    for (to, words) in options {
        let made = server
            .get(&format!("/play?game=small-pass&start=0,1,1,0&opponent=nobody&move={}", quoted(&words)));
        assert_eq!(made.status, 303, "{words}: {}", made.text());
        let place = made.header("location").unwrap();
        assert!(
            place.contains(&format!("line={}", quoted(&to).replace("%2C", ",").replace("%3A", ":")))
                || place.contains(&quoted(&to)),
            "{words}: {place}, not {to}"
        );
    }
}

#[test]
fn winning_moves_come_first_and_only_if_they_are_asked_for() {
    let server = Running::start();
    let plain = server.get("/play?game=nim&start=3,4,5").text();
    for answer in ["data-wins", "piece wins", "it wins", "data-outcome"] {
        assert!(!plain.contains(answer), "{answer} is seen before it is asked for");
    }
    assert!(!plain.contains("placeholder=\"1,4,5\""));
    let evaluated = server.get("/play?game=nim&start=3,4,5&eval=1").text();
    assert_eq!(options(&evaluated)[0].0, "1,4,5");
    assert!(evaluated.contains("<tr data-to=\"1,4,5\" data-wins>"));
    // On the board: two of three objects are taken from heap 1.
    assert!(evaluated.contains("<span class=\"piece wins\" data-index=\"1\">"), "{evaluated}");
    assert_eq!(evaluated.matches("piece wins").count(), 1);
    // For large positions only the best moves are known.
    let large = server.get("/play?game=nim&start=10^30,5,7").text();
    assert!(large.contains("There are too many options"));
    assert!(!large.contains("2,5,7"), "the winning move is given away: {large}");
    assert!(!large.contains("class=\"option\""));
}

#[test]
fn a_game_has_variations_and_is_played_again() {
    let server = Running::start();
    let line = "/play?game=nim&start=1,2&opponent=nobody&line=0,2;0,0&at=0";
    // A move of the line follows the line; another move stores the line as a variation.
    let same = server.get(&format!("{line}&move=0,2"));
    assert!(
        same.header("location").unwrap().contains("line=0%2C2%3B0%2C0&at=1")
            || same.header("location").unwrap().contains("at=1"),
        "{:?}",
        same.header("location")
    );
    let other = server.get(&format!("{line}&move=1,1"));
    let place = other.header("location").unwrap().to_owned();
    assert!(place.contains("others="), "{place}");
    let page = server.get(&format!("/{place}")).text();
    assert!(page.contains("Variations") && page.contains("0,2  0,0"), "{page}");
    let over = server.get("/play?game=nim&start=1,2&opponent=nobody&line=0,2;0,0&eval=1").text();
    assert!(over.contains("Again"), "{over}");
    // From 1,2 the move to 1,1 wins.
    assert!(over.contains("a mistake"), "{over}");
    assert!(over.contains("<svg"), "who wins along the game is drawn");
}

#[test]
fn a_tree_has_values_and_a_sum_its_winning_moves() {
    let server = Running::start();
    let tree = server.get("/tree?game=nim&position=1,2").text();
    assert_eq!(tree.matches("data-tree=").count(), 3, "1,0 and 1,1 and 0,2 have options: {tree}");
    assert!(tree.contains("<mi>g</mi>") && tree.contains("take 1 from heap 2"));
    let sum = server.get("/sum?game-1=nim&position-1=3,4&game-2=kayles&position-2=7").text();
    assert!(sum.contains("Nim-sum</th><td class=\"number\">5</td>"), "{sum}");
    let lost = server.get("/sum?game-1=nim&position-1=3&game-2=nim&position-2=3").text();
    assert!(lost.contains("Lost for the player to move."), "{lost}");
}

#[test]
fn other_slices_and_small_pictures() {
    let server = Running::start();
    let page = server.get("/explore?game=nim&heaps=3").text();
    assert!(page.contains("name=\"fix-h3\"") && page.contains("value=\"5\" data-fixed=\"h3\""), "{page}");
    assert!(
        page.contains("data-across=\"heap 1 (h1)\"")
            && page.contains("the player to move loses|the player to move wins")
    );
    let home = server.get("/").text();
    for link in links(&home).iter().filter(|link| link.starts_with("thumbnail.svg")) {
        let picture = server.get(&format!("/{link}"));
        assert!(picture.status == 200 && picture.text().contains("<rect"), "{link}: {}", picture.text());
    }
    assert!(home.matches("thumbnail.svg").count() >= 20);
}

#[test]
fn a_link_for_others_has_the_address_that_they_can_reach() {
    let to = "/link?to=play%3Fgame%3Dnim%26start%3D3%2C4%2C5";
    let alone = Running::start().get(to).text();
    assert!(alone.contains("--host 0.0.0.0") && !alone.contains("<svg"), "{alone}");
    let public_url = "https://games.example/bouton/".parse().ok();
    let server = Running::of(&Options { port: 0, public_url, ..Options::default() });
    let page = server.get(to).text();
    assert!(page.contains("https://games.example/bouton/play?game=nim&amp;start=3,4,5"), "{page}");
    assert!(page.contains("<svg class=\"qr\"") && !page.contains("--host"), "{page}");
    // The first page is meant without a view.
    let first = server.get("/link").text();
    assert!(first.contains("href=\"./\">https://games.example/bouton/</a>"), "{first}");
    let play = server.get("/play?game=nim&start=3,4,5").text();
    assert!(play.contains("data-copy-link=\"https://games.example/bouton/\""), "{play}");
    for wrong in ["//elsewhere.example", "https://elsewhere.example", "docs/x", "play%0Aset-cookie:x"] {
        assert_eq!(server.get(&format!("/link?to={wrong}")).status, 400, "{wrong}");
    }
    // The games of a person are in the part of a link that browsers do not send.
    let games = server.get("/link?to=mine%23games%3D%255B%257B%257D%255D").text();
    assert!(games.contains("https://games.example/bouton/mine#games=%5B%7B%7D%5D</a>"), "{games}");
    assert!(games.contains("<svg class=\"qr\""), "{games}");
    // A link that no code can hold is still written.
    let long = format!("/link?to=play%3Fgame%3Dnim%26line%3D{}", "1%3B".repeat(2000));
    let page = server.get(&long).text();
    assert!(page.contains("too long for a code") && !page.contains("<svg"), "{page}");
}

#[test]
fn an_answer_of_many_players_says_what_its_letters_mean() {
    let server = Running::start();
    let page = server.get("/play?game=podium-nim&start=3,5,7&eval=1").text();
    assert_eq!(page.matches("the player after the one to move makes the last move").count(), 2, "{page}");
    assert!(page.contains("best available"), "{page}");
    // Heaps have the names that moves use.
    assert!(page.contains("heap 1") && !page.contains("<msub><mi>h</mi>"), "{page}");
    let counters = server.get("/play?game=counters-and-guards").text();
    assert!(!counters.contains("heap 1"), "{counters}");
}

#[test]
fn with_coalitions_a_move_that_hands_another_player_the_win_is_not_among_the_best() {
    let server = Running::start();
    let page = server.get("/play?game=coalition-nim&start=1,2,3&eval=1&hint=1").text();
    let rated: Vec<(&str, bool)> = page
        .split("<tr data-to=\"")
        .skip(1)
        .map(|row| {
            let row = row.split("</tr>").next().unwrap();
            (row.split('"').next().unwrap(), row.contains("best available"))
        })
        .collect();
    assert_eq!(rated.len(), 6, "{page}");
    for (to, is_best) in rated {
        let moves = server.get(&format!("/api/v1/solve?game=coalition-nim&position={to}")).json();
        assert_eq!(is_best, moves["outcome"] == "Q", "{to}");
        assert!(is_best || moves["outcome"] == "N", "{to}");
    }
    assert!(page.contains("After this one nobody can force a win alone"), "{page}");
    // Every move from two single objects leaves the last one to the next player.
    let lost = server.get("/play?game=coalition-nim&start=1,1,0&hint=1").text();
    assert!(lost.contains("after each of them another player can force one"), "{lost}");
}

#[test]
fn a_game_begins_where_the_first_player_wins() {
    let server = Running::start();
    for game in
        ["nim", "wythoff", "two-in-total", "take-three", "counters-and-guards", "kayles", "dawsons-chess"]
    {
        let page = server.get(&format!("/play?game={game}&hint=1")).text();
        assert!(page.contains("A winning move: "), "{game}: {page}");
    }
}

#[test]
fn rules_with_letters_ask_for_numbers() {
    let server = Running::start();
    let game = quoted("for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap");
    for view in ["play", "tree", "explore"] {
        let page = server.get(&format!("/{view}?game={game}"));
        assert_eq!(page.status, 400);
        let page = page.text();
        assert!(
            page.contains(&format!("<form action=\"{view}\"")) && page.contains("placeholder=\"3, 5\""),
            "{page}"
        );
        assert!(!page.contains("--set"), "{page}");
        assert_eq!(server.get(&format!("/{view}?game={game}&set=a%3D3,b%3D5")).status, 200, "{view}");
    }
    // The heading has the rules as a whole.
    assert!(server.get(&format!("/prove?game={game}")).text().contains("move take {a, b} from 1 heap</p>"));
}

#[test]
fn a_wrong_entry_is_answered_beside_its_form() {
    let server = Running::start();
    let play = server.get("/play?game=nim&start=3,x,5&you=1&opponent=nobody");
    assert_eq!(play.status, 400);
    let page = play.text();
    assert!(page.contains("id=\"refused\"") && page.contains("value=\"3,x,5\""), "{page}");
    assert!(
        page.contains("data-position=\"3,5,7\"") && page.contains("<option value=\"1\" selected"),
        "{page}"
    );
    // The game that the form would leave is still there.
    let left = quoted("game=nim&start=1,2&opponent=nobody&line=0,2;0,1");
    let page = server.get(&format!("/play?game=nim&start=1,,2&left={left}")).text();
    assert!(page.contains("data-position=\"0,1\"") && page.contains("value=\"1,,2\""), "{page}");
    let new = server.get(&format!("/play?game=nim&start=4,4&opponent=nobody&left={left}"));
    assert_eq!(new.status, 303);
    for (view, kept) in [
        ("/tree?game=nim&position=1,x", "value=\"1,x\""),
        ("/nim?heaps=3,x", "value=\"3,x\""),
        ("/podium?form=7,x", "value=\"7,x\""),
        ("/prove?game=nim&position=1,x", "value=\"1,x\""),
        ("/prove?game=nim&heaps=3&run=1,x", "value=\"1,x\""),
    ] {
        let page = server.get(view).text();
        assert!(page.contains("class=\"bad\"") && page.contains(kept), "{view}: {page}");
        assert!(!page.contains("class=\"failure\""), "{view}: {page}");
    }
}

#[test]
fn a_question_that_reaches_a_limit_keeps_its_form() {
    // Every computation reaches this limit.
    let server = Running::with(Bounds { time: Duration::ZERO, ..Bounds::default() });
    for (path, filled_in) in [
        (
            "/ask?game=wythoff&sentence=P%28a,b%29&upto=99",
            &["\"wythoff\"", ">P(a,b)</textarea>", "\"99\""][..],
        ),
        ("/sum?game-1=nim&position-1=3,4,5", &["\"nim\"", "\"3,4,5\""]),
        ("/sequence?game=kayles&upto=77", &["\"kayles\"", "\"77\""]),
        ("/tree?game=nim&position=7,8", &["\"nim\"", "\"7,8\""]),
        ("/play?game=wythoff&start=6,9", &["\"wythoff\"", "\"6,9\""]),
    ] {
        let reply = server.get(path);
        let page = reply.text();
        assert_eq!(reply.status, 422, "{path}: {page}");
        let form = page.split("<form").nth(1).unwrap_or_else(|| panic!("{path}: no form in {page}"));
        for text in filled_in {
            assert!(form.contains(text), "{path}: {text} is not in {form}");
        }
        assert!(page.contains("The time limit of 0 s was reached"), "{path}: {page}");
        assert!(page.contains("<code>bouton serve --time"), "{path}: {page}");
        assert_eq!(page.matches("<h1").count(), 1, "{path}: {page}");
    }
    // A wrong game is not mended by such a form.
    assert!(!server.get("/play?game=nmi&start=6,9").text().contains("id=\"start\""));
}

#[test]
fn rules_of_several_lines_fit_into_a_field() {
    let server = Running::start();
    let rules = "heaps 2 # any number would do\n\nmove take 1..2 from 1 heap\n";
    let page = server.get(&format!("/ask?game={}&sentence={}", quoted(rules), quoted("P(a, b)"))).text();
    assert!(page.contains("value=\"heaps 2; move take 1..2 from 1 heap\""), "{page}");
    assert!(page.contains("The least solutions"), "{page}");
    let page = server.get(&format!("/sum?game-1={}&position-1=2,2", quoted(rules))).text();
    assert!(page.contains("value=\"heaps 2; move take 1..2 from 1 heap\""), "{page}");
}

#[test]
fn winning_moves_are_named_where_no_law_is_known() {
    let server = Running::start();
    let page = server.get("/play?game=nim-with-a-pass&start=3,4,5&why=1").text();
    assert!(
        page.contains(" in all: <a href=") && page.contains("</a> → <span class=\"mono\">3,2,5:pass"),
        "{page}"
    );
    assert!(page.contains("No law of this game is known here."), "{page}");
    assert!(page.contains("The answer is known by solving every position below."), "{page}");
    // The period of Kayles is proved at once.
    let page = server.get("/play?game=kayles&start=9,5&why=1").text();
    assert!(page.contains("The nim-sum of the values of the heaps is"), "{page}");
    assert!(!page.contains("No law of this game"), "{page}");
    let page = server.get("/play?game=two-in-total&start=1,2,3,5&why=1").text();
    assert!(page.contains("<a href=\"prove?game=two-in-total\">The whole law, and its proof</a>"), "{page}");
}

#[test]
fn the_theorem_of_a_misere_code_is_about_its_quotient() {
    let page = Running::start().get(&format!("/prove?game={}", quoted("octal 0.77; play misere"))).text();
    assert!(page.contains("<option value=\"quotient\">Misère quotient</option></select>"), "{page}");
}

#[test]
fn code_in_messages_is_marked() {
    let server = Running::start();
    let page = server.request("GET", "/play?game=nmi", "Accept: text/html\r\n", b"").text();
    assert!(page.contains("<code>nmi</code>") && !page.contains('`'), "{page}");
}

#[test]
fn a_period_that_is_quickly_proved_needs_no_search() {
    let server = Running::start();
    let page = server.get("/prove?game=kayles").text();
    assert!(page.contains("Guy and Smith") && page.contains("bouton certificate"), "{page}");
    assert!(!page.contains("<form action=\"prove?game=kayles\" method=\"post\""), "{page}");
    // A position is tried by the values of its heaps.
    let page = server.get("/prove?game=kayles&run=100,5").text();
    assert!(page.contains("The nim-sum is"), "{page}");
    // No period of this game is known.
    assert!(
        server.get("/prove?game=0.16").text().contains("<form action=\"prove?game=0.16\" method=\"post\"")
    );
}

#[test]
fn a_theorem_with_letters_has_a_picture() {
    let server = Running::start();
    let game = quoted("for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap");
    let page = server.get(&format!("/prove?game={game}")).text();
    // The picture is in the page: for light colours, and for dark ones.
    for attribute in ["src", "srcset"] {
        let picture = page.split(&format!(" {attribute}=\"data:image/svg+xml,")).nth(1);
        let picture = picture.and_then(|rest| rest.split('"').next()).unwrap_or_else(|| panic!("{page}"));
        assert!(picture.contains(&quoted("a = 2")), "{picture}");
    }
}

#[test]
fn the_readme_is_a_page_of_the_documentation() {
    let server = Running::start();
    assert!(server.get("/docs/").text().contains("href=\"README.html\""));
    let readme = server.get("/docs/README.html").text();
    assert!(
        readme.contains("href=\"tutorial.html\"") && readme.contains("src=\"pictures/page-play.png\""),
        "{readme}"
    );
}

/// The share of a thumbnail that has its most frequent colour.
fn share_of_one_colour(picture: &str) -> f64 {
    let number = |rectangle: &str, name: &str| -> f64 {
        rectangle.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let mut areas = std::collections::BTreeMap::<String, f64>::new();
    for rectangle in picture.split("<rect").skip(1) {
        let colour = rectangle.split(" fill=\"").nth(1).unwrap().split('"').next().unwrap();
        *areas.entry(colour.to_owned()).or_default() +=
            number(rectangle, "width") * number(rectangle, "height");
    }
    areas.values().fold(0.0, |most: f64, area| most.max(*area)) / areas.values().sum::<f64>()
}

#[test]
fn thumbnails_of_games_of_several_players_have_a_pattern() {
    let server = Running::start();
    for game in ["podium-nim", "coalition-nim", "podium-subtraction"] {
        let picture = server.get(&format!("/thumbnail.svg?game={game}")).text();
        let share = share_of_one_colour(&picture);
        assert!(share < 0.85, "{game}: {share}");
    }
    // The picture of the view is the same slice.
    let page = server.get("/explore?game=podium-nim").text();
    assert!(page.contains("heaps=3") && page.contains("h3%3D3"), "{page}");
}

#[test]
fn questions_are_linked_where_a_game_has_a_law_of_positions() {
    let server = Running::start();
    for (game, has_one) in [
        ("nim", true),
        ("wythoff", true),
        ("small-pass", true),
        ("heaps 1; move take 1..3 from 1 heap", true),
        ("kayles", false),
        ("for all k where k >= 1; heaps 1; move take 1..k from 1 heap", false),
        ("nmi", false),
    ] {
        let page = server.get(&format!("/rules?game={}", quoted(game))).text();
        assert_eq!(page.contains("href=\"ask?game="), has_one, "{game}");
    }
    let numbers = quoted("for all k where k >= 1; heaps 1; move take 1..k from 1 heap");
    let page = server.get(&format!("/ask?game={numbers}&set=k%3D3&sentence=P%28n%29")).text();
    assert!(page.contains("n mod 4 = 0"), "{page}");
    // Without numbers, and for a code, the reason is told beside the form.
    for game in [numbers.as_str(), "kayles"] {
        let page = server.get(&format!("/ask?game={game}&sentence=P%28n%29")).text();
        assert!(page.contains("role=\"alert\"") && page.contains("id=\"sentence\""), "{page}");
    }
}

#[test]
fn faulty_rules_are_marked_and_mended_in_the_editor() {
    let server = Running::start();
    let rules = quoted("heaps 2\nmove double one heap");
    let page = server.get(&format!("/play?game={rules}"));
    assert_eq!(page.status, 400);
    let page = page.text();
    assert!(page.contains("<mark>double</mark>"), "the fault is marked: {page}");
    assert!(page.contains("<strong>Line 2"), "{page}");
    let link =
        links(&page).into_iter().find(|link| link.starts_with("rules?game=")).expect("a link to the editor");
    let editor = server.get(&format!("/{}", link.replace("&amp;", "&"))).text();
    assert!(editor.contains("move double one heap</textarea>"), "{editor}");
}

/// The page about a claim, when it has been judged.
fn judged(server: &Running, game: &str, claim: &str) -> String {
    let begun = server.post("/prove", &format!("game={game}&claim={}", quoted(claim)));
    assert_eq!(begun.status, 303, "{}", begun.text());
    let place = format!("/{}", begun.header("location").unwrap().trim_start_matches('/'));
    for _ in 0..200 {
        let page = server.get(&place).text();
        if !page.contains("data-job") {
            return page;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{claim} is not judged");
}

#[test]
fn the_verdict_on_a_claim_says_for_how_many_heaps() {
    let server = Running::start();
    assert!(judged(&server, "nim", "P iff h1 = h2").contains("The claim is proved for 2 heaps:"));
    assert!(judged(&server, "nim", "P iff h1 = 0").contains("The claim is proved for one heap:"));
    assert!(judged(&server, "nim", "P iff h1 = h3").contains("The claim is wrong for 3 heaps."));
    // The rules of Wythoff's game leave no choice.
    assert!(judged(&server, "wythoff", "P iff h1 = h2").contains("The claim is wrong."));
}

#[test]
fn a_claim_about_a_game_with_a_known_period_gets_a_verdict() {
    let server = Running::start();
    let unaccepted = "A claim about a take-and-break code is about the Grundy values of a single heap";
    for (game, claim, verdict) in [
        ("kayles", "g = h1 mod 4", "At 4 the claim says Grundy value 0, but it is Grundy value 1."),
        ("0.137", "g = 0", "At 1 the claim says Grundy value 0, but it is Grundy value 1."),
        ("kayles", "P iff h1 = 0", unaccepted),
        ("laskers-nim", "P iff h1 = 0", unaccepted),
        ("grundys-game", "P iff h1 = 0", unaccepted),
    ] {
        let page = judged(&server, game, claim);
        let has_theorem = game != "grundys-game";
        assert!(page.contains(verdict), "{game}: {page}");
        assert_eq!(page.contains("class=\"theorem\""), has_theorem, "{game}: {page}");
        // The claim stands once, and in the field.
        assert_eq!(
            page.matches(&format!("<span class=\"mono\">{claim}</span>")).count(),
            1,
            "{game}: {page}"
        );
        assert!(page.contains(&format!("value=\"{claim}\"")), "{game}: {page}");
    }
    // The example of a claim is one that the game accepts.
    for game in ["kayles", "grundys-game"] {
        let page = server.get(&format!("/prove?game={game}")).text();
        let example = page.split("placeholder=\"g =").nth(1).and_then(|rest| rest.split('"').next());
        let claim = format!("g ={}", example.unwrap_or_else(|| panic!("{game}: {page}")));
        assert!(judged(&server, game, &claim).contains("The claim is wrong."), "{game}: {claim}");
    }
}

#[test]
fn the_theorem_of_every_number_of_heaps_stays_after_a_refuted_claim() {
    let server = Running::start();
    let theorem = |page: &str| {
        let begin = page.find("<section class=\"theorem\"").unwrap_or_else(|| panic!("no theorem: {page}"));
        page[begin..].split("</section>").next().unwrap_or_default().to_owned()
    };
    for (game, claim, verdict) in [
        ("subtraction {1,3,4}", "P iff h1 = 0", "At 2 the claim says N, but it is P."),
        ("subtraction {2,5,7}", "g = 1", "The claim is wrong"),
        ("heaps any; move take 1..3 from 1 heap", "g = 1", "The claim is wrong"),
        ("nim", "P iff h1 = 1", "The claim is wrong"),
    ] {
        let known = theorem(&server.get(&format!("/prove?game={}", quoted(game))).text());
        let page = judged(&server, &quoted(game), claim);
        assert!(page.contains(verdict), "{game}: {page}");
        assert_eq!(theorem(&page), known, "{game}");
        assert!(!page.contains("No law of this game is known"), "{game}: {page}");
        // Without the number of the search, too.
        let again = server.get(&format!("/prove?game={}&claim={}", quoted(game), quoted(claim))).text();
        assert!(again.contains(verdict) && theorem(&again) == known, "{game}: {again}");
    }
}

#[test]
fn a_claim_that_cannot_be_read_is_answered_with_an_example() {
    let server = Running::start();
    let page = judged(&server, "nim", "P iff h1 = = h2");
    assert!(page.contains("This claim cannot be read.") && page.contains("<mark>=</mark> h2"), "{page}");
    assert!(
        page.contains("expected a number")
            && page.contains("For example: <code>P iff nimsum(heap) = 0</code>"),
        "{page}"
    );
    let page = judged(&server, "nim", "banana");
    assert!(page.contains("This claim cannot be read.") && !page.contains("line end"), "{page}");
    for page in [page, judged(&server, "nim", "P iff h1 = h2")] {
        assert!(!page.contains("neither proved nor refuted"), "{page}");
    }
}

#[test]
fn the_law_of_a_fixed_number_leads_to_that_of_any_number() {
    let server = Running::start();
    let words = "The law of any number of heaps";
    let page = server.get("/prove?game=nim&heaps=3").text();
    let link = page.split(words).next().unwrap().rsplit("href=\"").next().unwrap().split('"').next().unwrap();
    assert_eq!(link, "prove?game=nim");
    let any = server.get(&format!("/{link}")).text();
    assert!(any.contains("The law of 3 heaps") && !any.contains(words), "{any}");
    assert!(!server.get("/prove?game=wythoff").text().contains(words));
}

#[test]
fn messages_are_about_the_page() {
    let server = Running::start();
    let page = server.get("/play?game=wythoff&start=3,5&opponent=nobody&move=3").text();
    assert!(page.contains("alone is not a position") && !page.contains("<code>moves</code>"), "{page}");
    let page = server.get("/sum?game-1=nmi&position-1=3").text();
    assert!(page.contains("There is no game called <code>nmi</code>."), "{page}");
    assert!(page.contains(">nim</a>") && !page.contains("<code>games</code>"), "{page}");
}

#[test]
fn of_three_players_the_next_seat_is_taken_and_a_place_is_told() {
    let server = Running::start();
    let podium = quoted("heaps 2; move take any from 1 heap; players 3 podium");
    let over = server.get(&format!("/play?game={podium}&start=0,0&opponent=perfect")).text();
    assert!(over.contains("Again, from the next seat") && !over.contains("other seat"), "{over}");
    let two = server.get("/play?game=nim&start=0,0&opponent=perfect").text();
    assert!(two.contains("Again, from the other seat"), "{two}");
    // In every play from here each of two players takes one object: the first to move is second.
    let told = server.get(&format!("/play?game={podium}&start=1,1&hint=1&why=1&opponent=nobody")).text();
    assert!(told.contains("No move makes you first; this one makes you second:"), "{told}");
    assert!(told.contains("the best ones make you second"), "{told}");
}

#[test]
fn a_default_start_can_be_won_but_not_by_every_move() {
    let server = Running::start();
    for (rules, usual) in [
        ("heaps 1; move take at most half from 1 heap", "15"),
        ("players 3 podium; heaps 2; move take 1..2 from 1 heap", "3,6"),
        ("counters a, b; move a, b -> a - 1, b - 2; move a -> a - 1", "3,6"),
    ] {
        let page = server.get(&format!("/play?game={}", quoted(rules))).text();
        let start = page.split("data-position=\"").nth(1).unwrap().split('"').next().unwrap();
        let unfair = page.contains("No start was found");
        assert!(start != usual || unfair, "{rules}: {start}");
    }
    // The usual start remains where it is fair; a start that was entered has no note.
    assert!(server.get("/play?game=nim").text().contains("data-position=\"3,5,7\""));
    assert!(!server.get("/play?game=nim&start=1,1").text().contains("No start was found"));
    let easy = quoted("heaps 1; move take 1 from 1 heap when h1 is odd");
    assert!(server.get(&format!("/play?game={easy}")).text().contains("here every move wins"));
}

/// The amounts that lead from one heap to a heap at which the player to move loses, by play.
fn winning_amounts(amounts: &[usize], misere: bool, size: usize) -> Vec<usize> {
    let wins = |rest: usize| match amounts.iter().all(|&amount| amount > rest) {
        true => misere,
        false => !winning_amounts(amounts, misere, rest).is_empty(),
    };
    amounts.iter().copied().filter(|&amount| amount <= size && !wins(size - amount)).collect()
}

#[test]
fn what_is_said_about_the_start_is_true_by_play() {
    let server = Running::start();
    let games: [(&[usize], bool); 6] = [
        (&[1, 2], false),
        (&[1, 2], true),
        (&[1, 4], false),
        (&[1, 4], true),
        (&[1, 3], false),
        (&[1], false),
    ];
    for (amounts, misere) in games {
        let taken: Vec<String> = amounts.iter().map(ToString::to_string).collect();
        let play = if misere { "; play misere" } else { "" };
        let rules = format!("heaps 1; move take {{{}}} from 1 heap{play}", taken.join(", "));
        let page = server.get(&format!("/play?game={}", quoted(&rules))).text();
        let start = page.split("data-position=\"").nth(1).unwrap().split('"').next().unwrap();
        let chosen = |size: usize| {
            let winning = winning_amounts(amounts, misere, size).len();
            winning > 0 && winning < amounts.iter().filter(|&&amount| amount <= size).count()
        };
        let size: usize = start.parse().unwrap();
        if (2..=18).any(chosen) {
            assert!(chosen(size) && !page.contains("No start was found"), "{rules}: {start}");
        } else {
            let every = !winning_amounts(amounts, misere, size).is_empty();
            assert!(every && page.contains("here every move wins"), "{rules}: {start}");
        }
    }
}

#[test]
fn a_refused_move_stays_in_its_field_and_a_wrong_start_is_named_first() {
    let server = Running::start();
    let page = server.get("/play?game=nim&start=3,4,5&opponent=nobody&move=take%209%20from%202").text();
    assert!(page.contains("value=\"take 9 from 2\"") && page.contains("Heap 2 has only 4."), "{page}");
    let page = server.get("/play?game=take-three&start=3,5").text();
    let (told, board) = (page.find("id=\"refused\"").unwrap(), page.find("class=\"board\"").unwrap());
    assert!(told < board && page.contains("The game below begins at 15 instead."), "{page}");
}

#[test]
fn at_the_end_and_at_a_turn_of_the_computer_the_page_says_what_is_possible() {
    let server = Running::start();
    let why = server.get("/play?game=take-three&start=3&line=0&why=1").text();
    assert!(why.contains("At 0 there is no move") && why.contains("Who makes the last move wins."), "{why}");
    let back = server.get("/play?game=nim&start=3,4,5&line=1,4,5;0,4,5;0,4,4&at=1").text();
    assert!(back.contains("To move: Computer") && back.contains("at which it was your turn"), "{back}");
}

#[test]
fn a_number_alone_is_moved_only_where_it_means_one_thing() {
    let server = Running::start();
    let made = |query: &str| server.get(&format!("/play?opponent=nobody&{query}"));
    // To 3, or 3 of 5: the page asks.
    let asked = made("game=take-three&start=5&move=3").text();
    assert!(asked.contains("“3” may be one of these moves:"), "{asked}");
    for words in ["take 3 → <span class=\"mono\">2</span>", "take 2 → <span class=\"mono\">3</span>"] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    // The board says that it means a position.
    assert!(made("game=take-three&start=5&move=to%203").header("location").unwrap().contains("line=3"));
    // Only an amount, only a position, and both at once.
    let one = made("game=take-three&start=12&move=1").text();
    assert!(one.contains("Does “1” mean this move?") && one.contains("take 1 → "), "{one}");
    assert!(made("game=take-three&start=12&move=9,").header("location").unwrap().contains("line=9"));
    assert!(made("game=take-three&start=6&move=3").header("location").unwrap().contains("line=3"));
    // Neither: what may be taken is told.
    let neither = made("game=take-three&start=12&move=5").text();
    assert!(neither.contains("you may take 1 to 3, as in “take 1”"), "{neither}");
}

#[test]
fn why_a_heap_cannot_be_divided_so_is_told() {
    let server = Running::start();
    let made = |text: &str| {
        server.get(&format!("/play?game=grundys-game&start=9,4&opponent=nobody&move={}", quoted(text)))
    };
    let equal = made("split heap 2 into 2 and 2").text();
    assert!(equal.contains("The two parts must have different sizes."), "{equal}");
    let other = made("split heap 1 into 3 and 4").text();
    assert!(other.contains("3 and 4 are 7 together, not 9."), "{other}");
    assert!(made("split heap 3 into 3 and 4").text().contains("There is no heap 3"), "an absent heap");
    let split = made("split heap 1 into 3 and 6");
    let link = split.header("location").unwrap().replace("%2C", ",");
    assert!(link.contains("line=3,6,4"), "{link}");
}

#[test]
fn a_link_with_a_wrong_move_leads_to_the_position_before_it() {
    let server = Running::start();
    let broken = server.get("/play?game=nim&start=3,4,5&opponent=nobody&line=1,4,5;1,4,4;1,5,4;0,5,4");
    assert_eq!(broken.status, 400);
    let page = broken.text();
    assert!(page.contains("Move 3 in this link is not legal"), "{page}");
    assert!(page.contains("data-position=\"1,4,4\"") && page.contains("Play on from the position"), "{page}");
}

#[test]
fn a_new_game_begins_without_values_and_a_faultless_one_is_praised() {
    let server = Running::start();
    let over = |line: &str| {
        server.get(&format!("/play?game=nim&start=1,2&opponent=nobody&line={line}&eval=1")).text()
    };
    let wrong = over("0,2;0,0");
    assert!(wrong.contains("a mistake") && !wrong.contains("No move was a mistake."), "{wrong}");
    let faultless = over("1,1;0,1;0,0");
    assert!(faultless.contains("No move was a mistake."), "{faultless}");
    let again = faultless.split("data-key=\"n\"").next().unwrap().rsplit("href=\"").next().unwrap();
    assert!(again.starts_with("play?") && !again.contains("eval"), "{again}");
    let computer = server.get("/play?game=nim&start=1,2&line=1,1;0,1;0,0&eval=1").text();
    assert!(computer.contains("You made no mistake."), "{computer}");
    // Rows have no order: a best move written the other way round is no mistake.
    let row = server.get("/play?game=grundys-game&start=4&opponent=nobody&line=3,1;2,1,1&eval=1").text();
    let other = server.get("/play?game=grundys-game&start=4&opponent=nobody&line=1,3;1,2,1&eval=1").text();
    assert_eq!(row.contains("a mistake"), other.contains("a mistake"), "{other}");
}

#[test]
fn the_number_of_options_and_the_passes_left_are_told() {
    let server = Running::start();
    let many = server.get("/play?game=nim&heaps=2&start=500,400&opponent=nobody").text();
    assert!(many.contains("the first 100 of 900"), "{many}");
    let pass = server.get("/play?game=nim-with-a-pass&start=3,5,7&hint=1").text();
    let hint = pass.split("class=\"hint\"").nth(1).unwrap().split("</div>").next().unwrap();
    assert!(!hint.contains(":pass (") && !hint.contains(":pass)."), "{hint}");
    let board = pass.split("class=\"position\"").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(board.contains("one pass is left") && !board.contains(":pass"), "{board}");
    let both = server.get("/play?game=wythoff").text();
    assert!(both.contains("Some moves take from several heaps"), "{both}");
}

/// The rules of games in which the usual starts do not exist, or have no move.
const FAR: &[&str] = &[
    "game my-chomp\ncounters a, b\npositions where a >= b\nmove b -> t where t < b\nmove a -> t where t < a, t >= b\n\
     move a, b -> t, t where t < b",
    "counters x, y, z; positions where y <= z div 4; move x -> t where t < x; move y -> t where t < y; \
     move z -> t where t < z, y <= t div 4",
    "heaps 3; move take 12 or 15 from 1 heap",
    "heaps 2; move take 10 from 1 heap",
    "heaps 1; move take 50 or 100 from 1 heap",
    "heaps 2; move take 100 from 1 heap",
];

#[test]
fn a_game_begins_at_a_position_that_exists_and_has_a_move() {
    let server = Running::start();
    let page = |view: &str, rules: &str| {
        let page =
            server.request("GET", &format!("{view}?game={}", quoted(rules)), "Accept: text/html\r\n", b"");
        assert_eq!(page.status, 200, "{view} {rules}: {}", page.text());
        page.text()
    };
    for rules in FAR {
        let play = page("/play", rules);
        assert!(!play.contains("here you lose") && !play.contains("The game is over"), "{rules}: {play}");
        assert!(play.contains("data-to="), "{rules}: {play}");
        let tree = page("/tree", rules);
        assert!(
            tree.contains("data-root=") && !tree.contains("class=\"note\">There is no move"),
            "{rules}: {tree}"
        );
    }
    // Of a game without any move this is said, rather than who loses it.
    let play = page("/play", "heaps 2; move take any from 3 heaps");
    assert!(play.contains("No position with a move was found") && !play.contains("here you lose"), "{play}");
}

#[test]
fn the_games_of_the_documentation_are_played() {
    let server = Running::start();
    let mut seen = 0;
    for page in ["/docs/rules.html", "/docs/gallery.html"] {
        for link in links(&server.get(page).text()) {
            let Some(link) = link.strip_prefix("../play?game=") else { continue };
            // Letters need numbers first.
            if link.starts_with("for+all") {
                continue;
            }
            let play = server.request("GET", &format!("/play?game={link}"), "Accept: text/html\r\n", b"");
            assert_eq!(play.status, 200, "{page}: {link}: {}", play.text());
            assert!(!play.text().contains("The game is over"), "{page}: {link}");
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_written_move_may_name_its_heap_first_and_no_word_of_the_terminal_is_offered() {
    let server = Running::start();
    let page = |written: &str| {
        let link = format!("/play?game=nim&start=3,5,7&opponent=nobody&move={}", quoted(written));
        server.request("GET", &link, "Accept: text/html\r\n", b"")
    };
    let moved = page("heap 3 take 2");
    assert_eq!(
        (moved.status, moved.header("location").unwrap().contains("line=3,5,5")),
        (303, true),
        "{moved:?}"
    );
    for written in ["heap three take 2", "take 2 from heap three", "take", "help", "3,5,x", "1 taken"] {
        let refused = page(written).text();
        let message = refused.split("id=\"wrong\">").nth(1).unwrap().split("</p>").next().unwrap();
        assert!(!message.replace(&format!("“{written}”"), "").contains("help"), "{written}: {message}");
    }
}

#[test]
fn the_rules_of_a_game_stand_on_its_board() {
    let server = Running::start();
    let page = |game: &str| server.get(&format!("/play?game={}", quoted(game))).text();
    let own = page("game mia\nheaps 2\nmove take 1..3 from 1 heap\nplay misere");
    assert!(own.contains("game mia; heaps 2; move take 1..3 from 1 heap; play misere"), "{own}");
    for code in ["0.77", "0.07"] {
        assert_eq!(page(code).matches("You may take: ").count(), 1, "{code}");
    }
    assert_eq!(page("kayles").matches("You may take: ").count(), 1);
    let nameless = page("heaps 2; move take 1..3 from 1 heap");
    assert_eq!(nameless.matches("class=\"note mono\">heaps 2; move").count(), 1, "{nameless}");
}

#[test]
fn the_reason_at_the_end_names_the_first_mistake_of_the_user() {
    let server = Running::start();
    let why = |query: &str| {
        let page = server.get(&format!("/play?why=1&{query}")).text();
        page.split("<section class=\"why\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned()
    };
    let lost = why("game=nim&start=3,4&line=2,4;2,2;1,2;1,1;0,1;0,0");
    assert!(lost.contains(">Your first mistake was move 1</a>: take 1 from heap 1. "), "{lost}");
    assert!(lost.contains("Better: take 1 from heap 2 → <span class=\"mono\">3,<wbr>3</span>"), "{lost}");
    // The first mistake may be a later one, and where the user plays for all it has a player.
    let all = why("game=nim&start=2,2&opponent=nobody&line=1,2;0,2;0,1;0,0");
    assert!(all.contains(">The first mistake was move 2</a>: Player 2: take 1 from heap 1. "), "{all}");
    let won = why("game=nim&start=1,2&line=1,1;0,1;0,0");
    assert!(!won.contains("mistake was"), "{won}");
}

#[test]
fn who_wins_among_coalitions_is_said_and_a_lost_game_is_marked() {
    let server = Running::start();
    let page = |you: &str| {
        server.get(&format!("/play?game=coalition-nim&start=1,1,1&line=0,1,1;0,0,1;0,0,0&you={you}")).text()
    };
    for (you, lost) in [("0", true), ("1", true), ("2", false)] {
        let page = page(you);
        assert_eq!(page.contains("class=\"result\" data-lost>"), lost, "{you}: {page}");
        assert!(page.contains("who makes the last move wins alone"), "{page}");
        assert!(page.contains("Show the mistakes"), "{page}");
    }
}
