//! The content of answers. A test of the program compares it with the program's output.

use std::collections::BTreeSet;

use bouton::{Game, Watch, ask::Buffer, document};
use serde_json::Value;

use crate::harness::{Running, quoted};

#[test]
fn positions_tables_counts_and_sequences_are_answered() {
    let server = Running::start();
    let solved = server.get("/api/v1/solve?game=nim&position=3,4,5&explain-plan=true");
    assert_eq!(solved.status, 200, "{}", solved.text());
    let solved: document::Solve = serde_json::from_slice(&solved.body).unwrap();
    assert_eq!((solved.outcome.as_str(), solved.grundy), ("N", Some(2u64.into())));
    assert!(
        solved.moves.iter().any(|option| option.winning && option.to == "1,4,5") && solved.plan.is_some()
    );

    let table = server.get("/api/v1/table?game=nim&heaps=2&upto=1").json();
    assert_eq!(table["rows"], serde_json::json!([[0, 0, "P"], [0, 1, "N"], [1, 1, "P"]]));
    let csv = server.get("/api/v1/table?game=nim&heaps=2&upto=1&format=csv");
    assert_eq!(csv.text(), "h1,h2,outcome\n0,0,P\n0,1,N\n1,1,P\n");
    let count = server.get("/api/v1/count?game=nim&heaps=2&upto=9").json();
    assert_eq!(count["counts"], serde_json::json!({"P": 10, "N": 90}));
    let sequence = server.get("/api/v1/sequence?game=take-three&upto=11").json();
    assert_eq!(sequence["period"]["length"], 4);
    let bfile = server.get("/api/v1/sequence?game=take-three&upto=4&format=bfile");
    assert_eq!(bfile.text(), "0 0\n1 1\n2 2\n3 3\n4 0\n");
    let law = server.get("/api/v1/explain?game=take-three").json();
    assert_eq!(law["theorem"], "P if h1 mod 4 is 0, else N.");
    for (format, part) in [("walnut", "msd_2\n\n0 0\n0 -> 0\n"), ("hoa", "HOA: v1"), ("mona", "ws1s;")] {
        let text = server.get(&format!("/api/v1/explain?game=take-three&format={format}"));
        assert!(text.status == 200 && text.text().contains(part), "{}", text.text());
        // The same law by the identity of its certificate, to be stored.
        let identity = law["certificate"].as_str().unwrap();
        let stored =
            server.get(&format!("/api/v1/theorem?certificate={identity}&form={format}&download=true"));
        assert_eq!((stored.status, stored.text()), (200, text.text()));
    }
    for faulty in ["format=smt", "control=used", "format=walnut&control=used", "format=mona&control=used"] {
        assert_eq!(server.get(&format!("/api/v1/explain?game=take-three&{faulty}")).status, 400, "{faulty}");
    }
    let used = server.get("/api/v1/explain?game=small-pass&format=walnut&control=used").text();
    assert_ne!(used, server.get("/api/v1/explain?game=small-pass&format=walnut").text());
    assert_eq!(
        server.get("/api/v1/games").json()["games"].as_array().unwrap().len(),
        bouton::rules::built_in_games().len()
    );
}

#[test]
fn lists_genera_sums_and_comparisons_are_answered() {
    let server = Running::start();
    let list = server.get("/api/v1/list?game=nim&heaps=2&largest=2&lost=true").json();
    assert_eq!(list["positions"][2], serde_json::json!({"position": "2,2", "outcome": "P"}));
    let bfile = server.get("/api/v1/list?game=take-three&largest=9&lost=true&format=bfile");
    assert!(bfile.text().ends_with("# offset 1\n1 0\n2 4\n3 8\n"), "{}", bfile.text());
    let genus = server.get("/api/v1/genus?game=kayles&position=5,3").json();
    assert_eq!(genus["genus"], "7^{57}");
    let sum = server.get("/api/v1/sum?terms=%5B%22nim%22,%223,4%22,%22kayles%22,%227%22%5D").json();
    assert_eq!((&sum["outcome"], &sum["grundy"]), (&"N".into(), &5.into()));
    let values = server.get("/api/v1/grundy?game=nim&positions=3,4,5;7,7").json();
    assert_eq!(values["values"][0], serde_json::json!({"position": "3,4,5", "grundy": 2}));
    let same = server.get("/api/v1/compare?game=nim&heaps=2&other=heaps+2;+move+take+any+from+1+heap").json();
    assert_eq!(same["equal"], true);
}

/// The answer to the example of each command is that of the library, by a query and by an object; the
/// description has the parameters of the register.
#[test]
fn every_command_of_the_register_is_answered() {
    let server = Running::start();
    let description = server.get("/api/v1/openapi.json").json();
    for command in bouton::ask::commands::<Buffer>() {
        let path = format!("/api/v1/{}", command.path());
        let mut buffer = Buffer::new(&Watch::unlimited());
        command.answer(command.example(), &mut buffer).unwrap();
        let without_times = |bytes: &[u8]| {
            let mut document: Value = serde_json::from_slice(bytes).unwrap();
            document.as_object_mut().unwrap().remove("statistics");
            document
        };
        let expected = without_times(&buffer.answer());
        let posted = server.post(&path, &Value::from(command.example()).to_string());
        assert_eq!(posted.status, 200, "{path}: {}", posted.text());
        assert_eq!(without_times(&posted.body), expected, "{path}");
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let example = command.example();
        let pairs = example.iter().map(|(name, value)| format!("{name}={}", quoted(&text(value))));
        let asked = server.get(&format!("{path}?{}", pairs.collect::<Vec<_>>().join("&")));
        assert_eq!(asked.status, 200, "{path}: {}", asked.text());
        assert_eq!(without_times(&asked.body), expected, "{path}");
        let named = description["paths"][&path]["get"]["parameters"].as_array().unwrap();
        let named: BTreeSet<&str> = named.iter().filter_map(|known| known["name"].as_str()).collect();
        let known = command.parameters().iter().map(|known| known.name.as_str()).chain(["format"]);
        assert_eq!(named, known.collect(), "{path}");
    }
}

/// A certificate may be the whole body, the other parameters in the query.
#[test]
fn a_certificate_is_a_body() {
    let server = Running::start();
    let certificate = Game::named("take-three").unwrap().prove().unwrap().certificate().to_owned();
    let lowered = server.post("/api/v1/lower?format=text", &certificate);
    assert!(lowered.status == 200 && lowered.text().contains("Theorem"), "{}", lowered.text());
    let several = serde_json::json!({"certificates": [&certificate, "bouton certificate 1"], "rules": true});
    let checks = server.post("/api/v1/check", &several.to_string()).json();
    let accepted: Vec<&Value> =
        checks["checks"].as_array().unwrap().iter().map(|one| &one["accepted"]).collect();
    assert_eq!(accepted, [true, false]);
    assert_eq!(server.post("/api/v1/check?colour=red", &certificate).status, 400);
    let judged = serde_json::json!({"game": "heaps 1; move take 1..4 from 1 heap", "claim": certificate});
    assert_eq!(server.post("/api/v1/prove", &judged.to_string()).json()["status"], "refuted");
    let all = server.get("/api/v1/prove?game=nim&heaps=all").json();
    assert_eq!((&all["status"], &all["heaps"]), (&"proved".into(), &"all".into()));
    let python = server.get("/api/v1/emit?game=take-three&lang=python&format=text").text();
    assert!(python.contains("def winning_move"), "{python}");
}

/// Positions are answered from a certificate, and rules with letters with numbers, as in the program.
#[test]
fn certificates_and_numbers_for_letters_answer_positions() {
    let server = Running::start();
    let rules = "heaps 1; move take 1..3 from 1 heap";
    let theorem = Game::named(rules).unwrap().prove().unwrap();
    let (certificate, identity) = (theorem.certificate(), theorem.identity().to_string());
    let asked = serde_json::json!({"game": rules, "position": "9", "using": certificate});
    let solved = server.post("/api/v1/solve", &asked.to_string()).json();
    assert_eq!((&solved["outcome"], &solved["certificate"]), (&"N".into(), &identity.as_str().into()));
    let other = serde_json::json!({"game": "heaps 1; move take 1..4 from 1 heap", "position": "9", "using": certificate});
    assert_eq!(server.post("/api/v1/solve", &other.to_string()).status, 400);
    let letters = "for all a, b where 1 <= a, a < b, b <= 2 * a; heaps 1; move take {a, b} from 1 heap";
    // 10^40 mod (a + b) is less than a; such numbers are for the theorem alone.
    let asked = serde_json::json!({"game": letters, "position": "10^40", "set": ["a=10^20", "b=10^20+7"]});
    let solved = server.post("/api/v1/solve", &asked.to_string()).json();
    assert!(solved["outcome"] == "P" && solved["certificate"].is_string(), "{solved}");
    let asked = serde_json::json!({"game": letters, "position": "9", "set": ["a=3", "b=5"]});
    assert_eq!(server.post("/api/v1/solve", &asked.to_string()).json()["outcome"], "P");
    let unset = serde_json::json!({"game": letters, "position": "9"});
    assert_eq!(server.post("/api/v1/solve", &unset.to_string()).json()["error"]["code"], "game");
}

/// A game with numbers for its letters keeps them in all links, and its theorem gives the reasons.
#[test]
fn numbers_for_letters_stay_in_play() {
    let server = Running::start();
    let rules = "for all m where m >= 1; heaps any; move take 1..m from 1 heap; play misere";
    let query = format!("game={}&set=m%3D3", quoted(rules));
    let page = server.get(&format!("/play?{query}&start=5,6,8&why")).text();
    assert!(page.contains("For all") && page.contains("heaps=3&amp;set=m%3D3&amp;start=5,6,8"), "{page}");
    assert!(page.contains("name=\"set\" value=\"m=3\""), "{page}");
    let moved = server.get(&format!("/play?{query}&start=5,6,8&move=2,6,8"));
    assert_eq!(moved.status, 303);
    for view in ["tree", "explore", "prove"] {
        let position = if view == "explore" { "" } else { "&position=5,6" };
        let page = server.get(&format!("/{view}?{query}&heaps=2{position}"));
        assert_eq!(page.status, 200, "{view}: {}", page.text());
    }
    let proved = server.get(&format!("/prove?{query}&position=5,6,8")).text();
    assert!(proved.contains("set=m%3D3&amp;start=5,6,8"), "{proved}");
}

/// A question is a query, or a JSON object.
#[test]
fn questions_are_objects_as_well() {
    let server = Running::start();
    let counted =
        server.post("/api/v1/count", r#"{"game": "nim", "heaps": 2, "upto": 2, "value": "grundy"}"#);
    assert_eq!(counted.json()["counts"], serde_json::json!({"0": 3, "1": 2, "2": 2, "3": 2}));
    let each = server.get("/api/v1/count?game=nim&heaps=2&upto=1&each&format=csv").text();
    assert_eq!(each, "upto,P,N\n0,1,0\n1,2,2\n");
    let rules = "let k = 2; heaps 1; move take 1..k from 1 heap";
    let three = server.get(&format!("/api/v1/sequence?game={}&set=k%3D3&upto=4", quoted(rules))).json();
    assert_eq!(three["values"], serde_json::json!([0, 1, 2, 3, 0]));
    let body = serde_json::json!({"game": rules, "set": ["k=3"], "upto": 4, "format": "bfile"});
    assert_eq!(server.post("/api/v1/sequence", &body.to_string()).text(), "0 0\n1 1\n2 2\n3 3\n4 0\n");
    for (body, part) in [
        ("{\"game\": \"nim\"}", "`upto` is missing"),
        ("{\"game\": \"nim\", \"upto\": \"many\"}", "many"),
        ("{\"game\": \"nim\", \"upto\": 3, \"colour\": 1}", "unknown parameter `colour`"),
        ("{\"game\": \"nim\", \"upto\": 3, \"value\": \"price\"}", "expected outcome, grundy or remoteness"),
        ("{\"game\": \"nim\", \"upto\": 3, \"format\": \"svg\"}", "has the formats"),
        ("[]", "is not a JSON object"),
    ] {
        let refused = server.post("/api/v1/count", body);
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.text().contains(part), "{body}: {}", refused.text());
    }
}

/// Wong Oi Lin, 2015: Table 3 prints N for two positions that are P.
#[test]
fn the_page_of_the_printed_table_says_what_is_printed_and_what_is_true() {
    let page = Running::start().get("/pass").text();
    let errors = page.split("id=\"errors\"").nth(1).unwrap();
    assert!(errors.contains(">Printed</th>") && errors.contains(">True</th>"), "{errors}");
    let rows: Vec<Vec<&str>> = errors
        .split("<tr><td")
        .skip(1)
        .map(|row| {
            row.split("</td>")
                .map(|cell| cell.trim_end_matches("</span>").rsplit('>').next().unwrap())
                .collect()
        })
        .collect();
    assert_eq!(rows[0][..7], ["5", "5", "0", "0", "0", "N", "P"], "{errors}");
    assert_eq!(rows[1][..7], ["9", "4", "1", "1", "0", "N", "P"], "{errors}");
    assert_eq!(rows.len(), 2);
}

#[test]
fn rules_are_read_while_they_are_typed() {
    let server = Running::start();
    let good = server.post("/api/v1/rules", "heaps 1\nmove take 1..3 from 1 heap").json();
    assert_eq!((good["convention"].as_str(), good["heaps"].as_u64()), (Some("normal play"), Some(1)));
    let faulty = server.post("/api/v1/rules", "heaps 2\nmvoe take any from 1 heap");
    assert_eq!(faulty.status, 200);
    let fault = &faulty.json()["faults"][0];
    assert_eq!(
        (fault["line"].as_u64(), fault["suggestion"].as_str()),
        (Some(2), Some("did you mean `move`?"))
    );
    assert_eq!(
        good["words"], "one heap of any size; a move takes 1 to 3 from one heap; the last move wins",
        "{good}"
    );
    // A name that is nearly one of a game, and the name of a game in capital letters.
    let unknown = server.post("/api/v1/rules", "wythof").json();
    assert_eq!(
        (unknown["similar"].as_str(), unknown["message"].as_str()),
        (Some("wythoff"), Some("There is no game called `wythof`."))
    );
    assert_eq!(server.post("/api/v1/rules", "Kayles").json()["rules"], "game kayles\noctal 0.77");
}

#[test]
fn rules_are_read_without_scripts() {
    let server = Running::start();
    let unknown = server.get("/rules?game=wythof").text();
    assert!(
        unknown.contains("href=\"rules?game=wythoff\"") && !unknown.contains("lists the built-in"),
        "{unknown}"
    );
    let many = server.get("/rules?game=heaps+21%3B+move+take+1..3+from+1+heap").text();
    assert!(many.contains("21 heaps of any size") && many.contains("For one heap of 21 objects"), "{many}");
    let few = server.get("/rules?game=heaps+3%3B+move+take+1..3+from+1+heap").text();
    assert!(few.contains("3 heaps of any size") && !few.contains("For one heap"), "{few}");
    let counters = server.get("/rules?game=counters+a,b,c,d,e,f,g,i%3B+move+a+-%3E+a+-+1").text();
    assert!(counters.contains("in order") && !counters.contains("For one heap"), "{counters}");
    let empty = server.get("/play?game=").text();
    assert!(empty.contains("write rules, or the name of a game"), "{empty}");
}

#[test]
fn pictures_are_drawn_and_planes_told_as_numbers() {
    let server = Running::start();
    let svg = server.get("/api/v1/picture.svg?game=wythoff&upto=15&value=p-positions");
    assert_eq!((svg.status, svg.header("content-type")), (200, Some("image/svg+xml")));
    assert!(svg.text().starts_with("<svg"));
    #[cfg(feature = "png")]
    assert!(server.get("/api/v1/picture.png?game=wythoff&upto=15").body.starts_with(b"\x89PNG"));
    let plane = server.get("/api/v1/plane?game=nim&heaps=3&upto=9&value=grundy&fix=h3=5");
    let end = plane.body.iter().position(|&byte| byte == b'\n').unwrap();
    let head: Value = serde_json::from_slice(&plane.body[..end]).unwrap();
    assert_eq!((head["columns"].as_u64(), head["bytes"].as_u64()), (Some(10), Some(1)));
    let values = &plane.body[end + 1..];
    for (place, &value) in values.iter().enumerate() {
        assert_eq!(usize::from(value), (place % 10) ^ (place / 10) ^ 5);
    }
    assert_eq!(values.len(), 100);
}

#[test]
fn a_question_has_one_answer_whatever_was_asked_before() {
    let (server, fresh) = (Running::start(), Running::start());
    let open = quoted("heaps 3; move take any from 1 heap; move take the same any from 2 heaps");
    // Tables that are larger than the next request needs, a law that was checked, the same question
    // twice.
    for before in [
        format!("/play?game={open}&start=20,30,40&eval=1"),
        "/play?game=two-in-total&start=1000000000000000000000,5,7,9".to_owned(),
        "/api/v1/solve?game=wythoff&position=90,70&explain-plan=true".to_owned(),
    ] {
        assert_eq!(server.get(&before).status, 200, "{before}");
    }
    for link in [
        format!("/play?game={open}&start=20,30,40&move=20,30,35"),
        format!("/play?game={open}&start=5,6,7&move=5,6,6"),
        "/play?game=two-in-total&start=1000000000000000000000,5,7,9&move=1000000000000000000000,5,7,8"
            .to_owned(),
        "/play?game=two-in-total&start=3,5,7,9&move=3,5,7,8".to_owned(),
        "/api/v1/solve?game=wythoff&position=90,70&explain-plan=true".to_owned(),
        "/api/v1/solve?game=wythoff&position=9,7&explain-plan=true".to_owned(),
        "/api/v1/table?game=wythoff&upto=9&value=grundy".to_owned(),
    ] {
        let answers = [&server, &server, &fresh].map(|server| {
            let reply = server.get(&link);
            let place = reply.header("location").map(str::to_owned);
            assert!(matches!(reply.status, 200 | 303), "{link}: {}", reply.text());
            (reply.status, place, reply.body, reply.head.contains("content-type: "))
        });
        assert_eq!(answers[0], answers[1], "{link}");
        assert_eq!(answers[0], answers[2], "{link}");
    }
}

#[test]
fn certificates_are_checked_and_theorems_written_in_every_form() {
    let server = Running::start();
    let theorem = Game::named("take-three").unwrap().prove().unwrap();
    let accepted = server.post("/api/v1/check?rules", theorem.certificate());
    assert_eq!((accepted.status, accepted.json()["accepted"].as_bool()), (200, Some(true)));
    let changed = theorem.certificate().replace("take 1..3", "take 1..4");
    assert_eq!(server.post("/api/v1/check", &changed).json()["accepted"], false);
    let identity = quoted(&theorem.identity().to_string());
    for form in
        ["certificate", "text", "markdown", "latex", "html", "typst", "rust", "python", "c", "javascript"]
    {
        let written = server.get(&format!("/api/v1/theorem?certificate={identity}&form={form}"));
        assert_eq!(written.status, 200, "{form}: {}", written.text());
        assert!(written.json()["text"].as_str().unwrap().len() > 40);
    }
    let drawn = server.get(&format!("/api/v1/theorem?certificate={identity}&form=svg&digits=least"));
    assert!(drawn.text().starts_with("<svg"));
    let stored = server.get(&format!("/api/v1/theorem?certificate={identity}&download"));
    assert_eq!(stored.text(), theorem.certificate());
    assert!(stored.header("content-disposition").unwrap().contains("\"take-three.cert\""));
}

#[test]
fn a_page_shows_its_theorem_as_paragraphs_tables_and_mathematics() {
    let server = Running::start();
    for (query, parts) in [
        ("game=nim&heaps=3", &["<math display=\"block\">", "<mo>⊕</mo>", "aria-label=\"Theorem\""][..]),
        (
            "game=two-in-total",
            &["<table><thead><tr><th scope=\"col\">smaller heaps", "<td>P</td>", "<mi>z</mi>"],
        ),
        ("game=small-pass", &["<ul><li>if <math>", "<mo>≤</mo>"]),
        ("game=wythoff", &["<msqrt><mn>5</mn></msqrt>", "<mi>φ</mi>"]),
    ] {
        let page = server.get(&format!("/prove?{query}")).text();
        let (_, theorem) = page.split_once("<section class=\"theorem\"").unwrap();
        let theorem = theorem.split("</section>").next().unwrap();
        for part in parts {
            assert!(theorem.contains(part), "{part} is not in {theorem}");
        }
        assert!(!theorem.contains('`') && !theorem.contains("| ") && !theorem.contains("\n- "), "{theorem}");
    }
    let why = server.get("/play?game=nim&heaps=3&start=3,4,5").text();
    assert!(!why.contains("&lt;math") && !why.contains("&lt;p"), "markup is not escaped twice");
}

#[test]
fn the_description_names_every_route_and_type() {
    let server = Running::start();
    let description = server.get("/api/v1/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "games",
        "solve",
        "table",
        "count",
        "sequence",
        "explain",
        "check",
        "picture.png",
        "picture.svg",
        "proofs",
        "proofs/{id}",
        "proofs/{id}/events",
    ] {
        assert!(paths.contains_key(&format!("/api/v1/{path}")), "{path}");
    }
    for schema in ["Solve", "Table", "Count", "Sequence", "Explain", "Check", "ProofState", "Error"] {
        assert!(description["components"]["schemas"].get(schema).is_some(), "{schema}");
    }
    // Every referenced type is described.
    let text = description.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name: String = reference.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        assert!(description["components"]["schemas"].get(&name).is_some(), "{name}");
    }
}
