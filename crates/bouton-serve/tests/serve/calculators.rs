//! The calculators, the sums, the sequences and the questions: what they say is true of what was entered.

use crate::harness::{Running, quoted};

/// A page as a browser asks for it, without its tags.
fn page(server: &Running, path: &str) -> (String, String) {
    let html = server.request("GET", path, "Accept: text/html\r\n", b"").text();
    let words = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text = words.collect::<String>().replace("&gt;", ">").replace("&lt;", "<");
    (html, text)
}

#[test]
fn good_starting_positions_are_given_with_the_criteria_that_choose_them() {
    let server = Running::start();
    let (html, text) = page(&server, "/nim?count=4");
    let criteria = "the fewest objects (14), of those the least largest heap (5), and of those the greatest smallest heap (2):";
    assert!(text.contains(criteria), "{text}");
    let listed = html.split("id=\"suggest\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert_eq!(listed.matches("<li>").count(), 1, "{listed}");
    assert!(listed.contains(">2,3,4,5<"), "{listed}");
}

#[test]
fn where_no_position_is_listed_the_calculator_says_so_and_keeps_what_was_entered() {
    let server = Running::start();
    let (_, text) = page(&server, "/nim?of=4&largest=3");
    assert!(text.contains("There are none with 4 heaps of at most 3 objects each."), "{text}");
    assert!(page(&server, "/nim?of=2&largest=9").1.contains("There are none with 2 heaps"));
    assert!(page(&server, "/nim?of=1&largest=9").1.contains("There are none with one heap"));
    assert!(!page(&server, "/nim?of=3&largest=7").1.contains("There are none"));
    // Each form keeps what was entered in the others.
    let (html, text) = page(&server, "/nim?heaps=1,2,9&most=1&count=5&of=3&largest=9");
    assert!(text.contains("At most 1 object a move") && !text.contains("1 objects"), "{text}");
    let all = [
        "name=\"heaps\" value=\"1,2,9\"",
        "name=\"most\" value=\"1\"",
        "name=\"count\"",
        "name=\"of\"",
        "name=\"largest\"",
    ];
    let forms: Vec<&str> =
        html.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap()).collect();
    assert_eq!(forms.len(), 3);
    for form in forms {
        for name in all {
            assert_eq!(form.matches(name).count(), 1, "{name}: {form}");
        }
    }
}

#[test]
fn rules_without_moves_are_named_and_suggestions_are_sentences() {
    let server = Running::start();
    let read = |rules: &str| page(&server, &format!("/rules?game={}", quoted(rules))).1;
    assert!(
        read("heaps 2; move take any from 3 heaps").contains("the last move wins; no position has a move.")
    );
    for rules in ["heaps 2; move take any from 2 heaps", "heaps any; move take any from 3 heaps", "kayles"] {
        assert!(!read(rules).contains("no position has a move"), "{rules}");
    }
    let text = read("heaps 2; mvoe take any from 1 heap");
    assert!(text.contains(". Did you mean") && !text.contains("; did you mean"), "{text}");
}

#[test]
fn values_that_all_occur_equally_often_are_not_listed() {
    let server = Running::start();
    let (html, text) = page(&server, "/sequence?game=nim");
    assert!(
        text.contains("Each of the 201 values occurs once.") && !html.contains("How often</th>"),
        "{text}"
    );
    let (_, text) = page(&server, "/sequence?game=take-three&upto=199");
    assert!(text.contains("Each of the 4 values occurs 50 times."), "{text}");
    assert!(page(&server, "/sequence?game=take-three&upto=200").0.contains("How often</th>"));
}

#[test]
fn a_limit_on_moves_is_answered_first() {
    let server = Running::start();
    let (html, text) = page(&server, "/nim?heaps=3,4,5&most=2");
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("no {part}"));
    assert!(at("id=\"bounded\"") < at("id=\"sum\""));
    // Grundy values 0, 1, 2: the heaps of 4 and 5 are the ones to move in.
    assert!(text.contains("take 2 from heap 2, leaving 2") && text.contains("take 1 from heap 3, leaving 4"));
    assert!(text.contains("For comparison, Nim without a limit: nim-sum 2"), "{text}");
    let game = quoted("heaps any\nmove take 1..2 from 1 heap");
    let played = server.get(&format!("/api/v1/solve?game={game}&position=3,4,5")).json();
    let winning: Vec<&str> = played["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|option| option["winning"] == true)
        .map(|option| option["to"].as_str().unwrap())
        .collect();
    assert_eq!(winning, ["3,2,5", "3,4,4"]);
    let (_, unlimited) = page(&server, "/nim?heaps=3,4,5");
    assert!(unlimited.contains("Nim-sum 2") && !unlimited.contains("without a limit"));
}

#[test]
fn a_field_that_was_emptied_is_not_answered_with_an_example() {
    let server = Running::start();
    for (path, example) in [
        ("/nim?heaps=", "3,4,5"),
        ("/podium?form=", "15,14,23,5"),
        ("/pass?position=", "1,1,0,1"),
        ("/in-total?row=", "0,1,2"),
        ("/sum?game-1=&position-1=&game-2=&position-2=", "kayles\""),
    ] {
        let (html, _) = page(&server, path);
        assert!(html.contains("role=\"alert\""), "{path}: {html}");
        assert!(!html.contains(&format!("value=\"{example}")) || path.starts_with("/sum"), "{path}: {html}");
    }
    let sum = |query: &str| page(&server, &format!("/sum?{query}"));
    let (html, text) = sum("game-1=&position-1=&game-2=&position-2=");
    assert!(text.contains("Enter a game and its position") && !html.contains("class=\"sum\""), "{text}");
    let (html, text) = sum("game-1=&position-1=3&game-2=&position-2=");
    assert!(text.contains("Position 1 needs a game") && !html.contains("class=\"sum\""), "{text}");
    // Without a question there is an example.
    assert!(page(&server, "/sum").0.contains("class=\"sum\""));
    // A similar name is offered, and the other rows stay.
    let (html, _) = sum("game-1=nim&position-1=3,5&game-2=kaylse&position-2=7");
    assert!(
        html.contains("sum?game-1=nim&amp;position-1=3,5&amp;game-2=kayles&amp;position-2=7#answer"),
        "{html}"
    );
}

#[test]
fn a_proved_period_is_stated_however_few_values_are_shown() {
    let server = Running::start();
    for (path, period) in [
        ("/sequence?game=kayles&upto=0", "Period 12 from 71 on. Proved. Show heaps up to 107"),
        ("/sequence?game=kayles&upto=60", "Period 12 from 71 on. Proved. Show heaps up to 107"),
        ("/sequence?game=take-three&upto=2", "Period 4 from 0 on. Proved. Show heaps up to 12"),
    ] {
        let (html, text) = page(&server, path);
        assert!(text.contains(period) && !text.contains("No period"), "{path}: {text}");
        assert!(html.contains("sequence?game="), "{path}");
    }
    // The values up to 155 show the period, and those up to 168 are needed for its proof.
    let (_, text) = page(&server, "/sequence?game=kayles&upto=155");
    assert!(text.contains("Period 12 from 71 on. Proved.") && !text.contains("not proved"), "{text}");
    assert!(!text.contains("Show heaps up to"), "{text}");
    let (_, text) = page(&server, "/sequence?game=0.16&upto=50");
    assert!(text.contains("No period is seen in the values of heaps up to 2000."), "{text}");
}

#[test]
fn questions_that_cannot_be_read_are_answered_with_ones_that_can() {
    let server = Running::start();
    let ask = |game: &str, question: &str| {
        page(&server, &format!("/ask?game={}&sentence={}", quoted(game), quoted(question)))
    };
    let (html, text) = ask("take-three", "who wins with 21 stones?");
    assert!(text.contains("A question is written as a statement"), "{text}");
    assert!(html.contains("ask?game=take-three&amp;sentence=P%2821%29#answer"), "{html}");
    // The example has the numbers of a position of the game, and there is no other one.
    let (_, text) = ask("wythoff", "who wins?");
    assert!(text.contains("P(21, 5)") && !text.contains("P(21)"), "{text}");
    let (_, text) = ask("nim", "Is 3,5 lost");
    assert!(text.contains("P(21, 5, 7)") && text.contains("P(a, b, c)"), "{text}");
    let (_, text) = ask("nim", "other.P(a, b)");
    assert!(text.contains("is called by its name"), "{text}");
    // Conditions that hold always or never are not written as conditions.
    let (_, text) = ask("nim", "P(n, n)");
    assert!(text.contains("It holds for all numbers.") && !text.contains("exactly when"), "{text}");
    let (_, text) = ask("nim", "P(n, n + 1)");
    assert!(text.contains("No numbers satisfy it.") && !text.contains("exactly when"), "{text}");
    // The rules of a game of one's own stand beside the question about it.
    assert!(text.contains("about take-three and four (heaps 1; move take 1..4 from 1 heap)"), "{text}");
}

#[test]
fn one_view_has_one_name() {
    let (html, _) = page(&Running::start(), "/ask?game=nim&sentence=P%28a,b%29");
    let bars = html.split("<main").next().unwrap();
    assert_eq!((bars.matches(">Questions</a>").count(), bars.matches(">Ask</a>").count()), (2, 0), "{bars}");
}

#[test]
fn letters_in_a_proof_are_explained_where_there_are_letters() {
    let server = Running::start();
    let explained =
        |row: &str| page(&server, &format!("/in-total?row={row}")).1.contains("A letter stands for");
    assert!(!explained("0,1,2"));
    assert!(explained("2,4,5"));
}

/// Tests that input that is nearly right is read, or is answered with what to enter instead.
#[test]
fn input_that_is_nearly_right_is_read_or_answered_with_what_to_enter() {
    let server = Running::start();
    let text = |path: &str| page(&server, path).1;
    assert!(text("/pass?position=1,2,4").contains("The heaps 1,2,4 are written 1,1,0,1"));
    assert!(!text("/pass?position=2,3,5").contains("are written"));
    assert!(text("/podium?form=3,,5").contains("Heap 2 is missing"));
    assert!(text("/in-total?row=5,2,1").contains("Row 1,2,5"));
    assert!(text("/sum?game-1=misere-nim&position-1=3,5").contains("cannot be added to other games"));
    let (html, text) = page(&server, "/ask?game=nim&sentence=g%2812,25%29");
    assert!(text.contains("g(12,25) = n") && html.contains("data-answers"), "{text}");
    let (html, text) = page(&server, "/ask?game=grundys-game&sentence=P%287%29");
    assert!(
        text.contains("No question can be asked") && html.contains("href=\"sequence?game=grundys"),
        "{html}"
    );
    let (_, text) = page(&server, "/ask?game=nim&sentence=P%283,5,6%29");
    assert!(text.contains("P(3,5,6) about nim"), "{text}");
}

#[test]
fn a_winning_move_of_three_players_is_played_from_its_calculator() {
    let server = Running::start();
    let (html, _) = page(&server, "/podium?form=15,14,23,5");
    let listed = html.split("id=\"value\"").nth(1).unwrap().split("</section>").next().unwrap();
    let links: Vec<String> = listed
        .split("<li><a href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
        .collect();
    assert!(!links.is_empty(), "{listed}");
    for link in links {
        // The computers answer first.
        let reply = server.request("GET", &format!("/{link}"), "Accept: text/html\r\n", b"");
        assert_eq!(reply.status, 303, "{link}: {}", reply.text());
        let (html, text) = page(&server, &format!("/{}&hint=1", reply.header("location").unwrap()));
        assert!(html.contains("15,14,23,5") || html.contains("15,<wbr>14,<wbr>23,<wbr>5"), "{link}: {html}");
        assert!(text.contains("A winning move:"), "{link}: {text}");
    }
}
