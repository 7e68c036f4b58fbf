//! Numbers for the letters of rules, from form to form and from view to view.

use std::time::Duration;

use bouton_serve::Bounds;

use crate::harness::{Running, quoted};

const ONE: &str = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap";
const TWO: &str = "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap";

/// The views of a game, each with a question.
const VIEWS: [(&str, &str); 7] = [
    ("rules", ""),
    ("play", "&start=9&hint=1&why=1&eval=1"),
    ("tree", "&position=7"),
    ("explore", "&upto=9"),
    ("prove", "&position=7"),
    ("ask", "&sentence=P%28n%29"),
    ("sequence", "&upto=20"),
];

/// The part of a page between two texts.
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start} in {page}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {start} in {page}")).0
}

/// The values of an attribute.
fn values(page: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    let found = page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap());
    found.map(|value| value.replace("&amp;", "&")).collect()
}

/// The forms and links of a page that are about its game and have lost its numbers.
fn losing(page: &str, game: &str) -> Vec<String> {
    let mut found = Vec::new();
    for form in page.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap()) {
        if form.contains(" name=\"game\"") && !form.contains(" name=\"set\"") {
            found.push(form.to_owned());
        }
    }
    let plain = |text: &str| {
        let text = text.replace('+', " ");
        let mut pieces = text.split('%');
        let first = pieces.next().unwrap().as_bytes().to_vec();
        let bytes = pieces.fold(first, |mut bytes, piece| {
            bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
            bytes.extend_from_slice(&piece.as_bytes()[2..]);
            bytes
        });
        String::from_utf8(bytes).unwrap()
    };
    let names = ["href", "src", "srcset", "data-plane", "data-play", "data-sequence", "data-tree"];
    for link in names.iter().flat_map(|name| values(page, name)) {
        // A link to the code for phones has the link of a view within it.
        let link = link.strip_prefix("link?to=").map_or(link.clone(), plain);
        let Some((_, query)) = link.split_once('?') else { continue };
        let query = query.split('#').next().unwrap();
        let of = |name: &str| {
            query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).map(plain)
        };
        let same = |text: &str| text.replace("; ", "\n").trim() == game.replace("; ", "\n").trim();
        if of("game").is_some_and(|text| same(&text)) && of("set").is_none() {
            found.push(link);
        }
    }
    found
}

#[test]
fn no_form_or_link_of_a_view_loses_the_numbers() {
    let server = Running::start();
    // A letter, and a name that the rules define.
    let defined = "let m = 2\nheaps 1\nmove take 1..m from 1 heap";
    let searched = "let m = 9; heaps 2; move take 1..m from 1 heap when h1 > 2";
    for (game, set) in [(ONE, "m=3"), (defined, "m=3"), (searched, "m=4")] {
        for (view, question) in VIEWS {
            let path = format!("/{view}?game={}&set={}{question}", quoted(game), quoted(set));
            let reply = server.get(&path);
            let is_unknown = game == searched && ["sequence", "ask", "play", "tree"].contains(&view);
            if reply.status != 200 && is_unknown {
                continue;
            }
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            let page = reply.text();
            let lost = losing(&page, game);
            assert!(lost.is_empty(), "{path}: {lost:#?}");
            assert!(page.contains("name=\"set\""), "{path}");
        }
    }
    // The Grundy values of a theorem, whose link is written where there is a law.
    let begun = server.post("/prove", &format!("game={}&set=m%3D3&value=grundy", quoted(defined)));
    let place = format!("/{}", begun.header("location").unwrap());
    let mut page = server.get(&place).text();
    for _ in 0..200 {
        if !page.contains("data-job") {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        page = server.get(&place).text();
    }
    assert!(losing(&page, defined).is_empty() && page.contains("Its outcomes"), "{place}: {page}");
    let begun = server
        .post("/prove", &format!("game={}&set=m%3D4&claim={}", quoted(searched), quoted("P iff h1 = h2")));
    assert!(begun.header("location").unwrap().contains("set=m%3D4"), "{:?}", begun.head);
    // The test sees what is lost.
    assert_eq!(losing("<a href=\"play?game=nim\"><form><input name=\"game\"></form>", "nim").len(), 2);
}

#[test]
fn the_chosen_numbers_stand_in_title_bar_and_heading() {
    let server = Running::start();
    let named = format!("game mine; {}", ONE.replace('\n', "; "));
    for (view, question) in VIEWS {
        for game in [ONE, named.as_str()] {
            let of = |set: &str| {
                server.get(&format!("/{view}?game={}&set={}{question}", quoted(game), quoted(set))).text()
            };
            let page = of("m=3");
            assert!(between(&page, "<title>", "</title>").contains("with m = 3"), "{view}: {page}");
            let bar = between(&page, "<nav class=\"game\"", "</nav>");
            assert!(bar.contains("with m = 3"), "{view}: {bar}");
            // The form for other numbers keeps the question.
            let form = between(bar, "<form", "</form>");
            assert!(form.contains(&format!("action=\"{view}\"")) && form.contains("name=\"game\""), "{form}");
            for pair in question.split('&').filter(|pair| {
                ["start=", "position=", "upto=", "sentence="].iter().any(|name| pair.starts_with(name))
            }) {
                assert!(form.contains(&format!("name=\"{}\"", pair.split('=').next().unwrap())), "{form}");
            }
            let main = page.split("<main").nth(1).unwrap();
            // The rules and the form for questions have a field of their own.
            let told = main.contains("with m = 3") || main.contains("name=\"set\" value=\"m=3\"");
            assert!(told && !of("m=4").contains("m = 3"), "{view}: {main}");
        }
    }
    let answer = server.get(&format!("/ask?game={}&set=m%3D3&sentence=P%28n%29", quoted(ONE))).text();
    let answer = between(&answer, "id=\"answer\"", "</section>");
    assert!(
        answer.contains("about a game without a name with m = 3") && answer.contains("n mod 4 = 0"),
        "{answer}"
    );
}

#[test]
fn plain_numbers_are_accepted_wherever_numbers_are_asked_for() {
    let server = Running::start();
    for (view, question) in VIEWS {
        for (game, typed, named) in [
            (ONE, "3", "set=m%3D3"),
            (ONE, "m = 3", "set=m%3D3"),
            (TWO, "2, 5", "set=a%3D2,b%3D5"),
            (TWO, "2 5", "set=a%3D2,b%3D5"),
        ] {
            let path = format!("/{view}?game={}&set={}{question}", quoted(game), quoted(typed));
            let page = server.get(&path);
            assert_eq!(page.status, 200, "{path}: {}", page.text());
            let page = page.text();
            assert!(!page.contains("class=\"bad\" role=\"alert\""), "{path}: {page}");
            // Links have the letters.
            assert!(values(&page, "href").iter().any(|link| link.contains(named)), "{path}: {page}");
        }
    }
    let tried = server.get(&format!("/prove?game={}&set=3&position=8", quoted(ONE))).text();
    assert!(tried.contains("class=\"reasons\""), "{tried}");
}

#[test]
fn wrong_numbers_are_refused_beside_their_form_with_the_letters() {
    let server = Running::start();
    for view in ["play", "tree", "explore", "sequence", "ask", "prove"] {
        for (game, typed, words) in [
            (ONE, "x=3", "is not a letter of these rules; their letter is m."),
            (ONE, "m=1..4", "is not a whole number: write one for m."),
            (ONE, "3, 4", "The rules have one letter, m: write one number for it."),
            (ONE, "m=0", "m &gt;= 1"),
            (
                TWO,
                "3",
                "The rules have 2 letters, a, b: write one number for each, with commas between them.",
            ),
            (TWO, "a=3,c=4", "is not a letter of these rules; their letters are a, b."),
        ] {
            // The theorem says itself for which numbers it holds.
            if view == "prove" && typed == "m=0" {
                continue;
            }
            let path =
                format!("/{view}?game={}&set={}&position=8&sentence=P%28n%29", quoted(game), quoted(typed));
            let page = server.get(&path).text();
            let main = page.split("<main").nth(1).unwrap();
            assert!(main.contains(words), "{path}: {main}");
            let forms = main.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap());
            let kept = forms
                .filter(|form| form.contains("name=\"set\"") && form.contains(&format!("value=\"{typed}\"")));
            assert_eq!(kept.count(), 1, "{path}: {main}");
            assert!(!main.contains("let x") && !main.contains("NAME="), "{path}: {main}");
        }
    }
    // What is advertised is accepted.
    for rules in [ONE, TWO, "for all m where m >= 20; heaps 1; move take 1..m from 1 heap"] {
        for view in ["play", "prove", "ask", "rules"] {
            let page = server.get(&format!("/{view}?game={}&sentence=P%28n%29", quoted(rules))).text();
            let field = page.split("<input").find(|field| field.contains(" name=\"set\"")).unwrap();
            let example = values(field.split('>').next().unwrap(), "placeholder").remove(0);
            let path = format!("/play?game={}&set={}", quoted(rules), quoted(&example));
            assert_eq!(server.get(&path).status, 200, "{view}: {path}");
        }
    }
}

#[test]
fn a_question_about_grundy_values_without_a_law_names_the_reason() {
    let bounds = Bounds { time: Duration::from_millis(1500), ..Bounds::default() };
    let server = Running::with(bounds);
    let asked = |game: &str, sentence: &str| {
        server.get(&format!("/ask?game={}&sentence={}", quoted(game), quoted(sentence))).text()
    };
    // Help offers what can be asked.
    assert!(!asked("wythoff", "P(3, 5)").contains("<code>g("));
    assert!(!asked("misere-nim", "P(3, 5)").contains("<code>g("));
    assert!(asked("nim", "P(3, 5)").contains("<code>g(3, 5)</code> is its Grundy value."));
    assert!(
        asked("heaps 1; move take {1, 4} from 1 heap", "P(3)")
            .contains("if a law of the Grundy values is found")
    );
    let page = asked("wythoff", "g(3, 4) = 2");
    let reason = "no law of the Grundy values of wythoff is known here";
    assert!(page.contains(reason) && page.contains("The time limit"), "{page}");
    for kept in [
        "href=\"explore?game=wythoff&amp;value=grundy\"",
        "href=\"tree?game=wythoff\"",
        ">g(3, 4) = 2</textarea>",
    ] {
        assert!(page.contains(kept), "{kept}: {page}");
    }
    assert!(!page.contains("simpler question may help") && !page.contains("<code>g("), "{page}");
    let bar = between(&page, "<nav class=\"game\"", "</nav>");
    assert!(bar.contains("aria-current=\"page\"") && bar.contains("href=\"play?game=wythoff\""), "{bar}");
    // A value alone is no question, and none that cannot be answered is offered instead.
    let page = asked("wythoff", "g(3, 4)");
    assert!(page.contains(reason) && !page.contains("g(3, 4) = n"), "{page}");
    assert!(asked("nim", "g(3, 4)").contains("g(3, 4) = n"));
    assert!(!asked("misere-nim", "g(3, 4)").contains("g(3, 4) = n"));
    // A law that is known answers.
    assert!(!asked("nim", "g(3, 4) = 7").contains("no law"));
}

#[test]
fn a_question_that_cannot_be_read_keeps_its_form_and_its_views() {
    let server = Running::start();
    let long = "9".repeat(5000);
    for (query, status) in
        [(format!("sentence=P%28{long},1%29"), 413), ("sentence=P%28a,b%29&upto=1&upto=2".to_owned(), 400)]
    {
        let reply = server.get(&format!("/ask?game=wythoff&{query}"));
        let page = reply.text();
        assert_eq!(reply.status, status, "{page}");
        let bar = between(&page, "<nav class=\"game\"", "</nav>");
        assert!(bar.contains("href=\"tree?game=wythoff\"") && bar.contains("aria-current=\"page\""), "{bar}");
        assert!(page.contains("id=\"sentence\""), "{page}");
    }
    // A game that fails keeps its views.
    let page = server.get("/tree?game=kayles&heaps=99").text();
    assert!(between(&page, "<nav class=\"game\"", "</nav>").contains("sequence?game=kayles"), "{page}");
}
