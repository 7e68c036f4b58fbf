//! Searches for proofs: starting, following, finding again, cancelling.

use std::{
    io::{BufRead, BufReader, Write},
    time::{Duration, Instant},
};

use bouton_serve::{Bounds, ProofState};

use crate::harness::{Running, quoted};

/// Three heaps in which the same may be taken from two: a long search.
const LONG: &str = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";

fn state(server: &Running, id: &str) -> ProofState {
    serde_json::from_slice(&server.get(&format!("/api/v1/proofs/{id}")).body).unwrap()
}

fn begin(server: &Running, body: &str) -> ProofState {
    let begun = server.post("/api/v1/proofs", body);
    assert_eq!(begun.status, 202, "{}", begun.text());
    serde_json::from_slice(&begun.body).unwrap()
}

fn wait(server: &Running, id: &str) -> ProofState {
    let began = Instant::now();
    loop {
        let state = state(server, id);
        if state.is_finished() {
            return state;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{state:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_proof_is_followed_to_its_certificate() {
    let server = Running::start();
    let begun = begin(&server, r#"{"game":"heaps 2; move take 1..4 from 1 heap"}"#);
    let mut stream = server.connect();
    write!(stream, "GET /api/v1/proofs/{}/events HTTP/1.1\r\nHost: {}\r\n\r\n", begun.id, server.address)
        .unwrap();
    let mut names = Vec::new();
    let mut last = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        if let Some(name) = line.strip_prefix("event: ") {
            names.push(name.to_owned());
        }
        if let Some(data) = line.strip_prefix("data: ") {
            data.clone_into(&mut last);
            if names.last().is_some_and(|name| name == "done") {
                break;
            }
        }
    }
    assert!(names.iter().rev().skip(1).all(|name| name == "progress"));
    let ended: ProofState = serde_json::from_str(&last).unwrap();
    assert_eq!((ended.status.as_str(), ended.id.as_str()), ("proved", begun.id.as_str()));
    let certificate = ended.document.unwrap()["certificate"].as_str().unwrap().to_owned();
    assert!(bouton::check::check(&certificate).is_ok());
    // A finished search stays, and the same question is not searched again.
    assert_eq!(state(&server, &begun.id).status, "proved");
    assert_eq!(begin(&server, r#"{"game":"heaps 2; move take 1..4 from 1 heap"}"#).id, begun.id);
    assert_eq!(
        server.request("DELETE", &format!("/api/v1/proofs/{}", begun.id), "", b"").json()["status"],
        "proved"
    );
}

#[test]
fn a_search_is_cancelled_and_another_takes_its_turn() {
    let server = Running::with(Bounds { proofs: 1, ..Bounds::default() });
    let long = begin(&server, &format!("{{\"game\":\"{LONG}\"}}"));
    let next = begin(&server, r#"{"game":"take-three","value":"grundy"}"#);
    assert_eq!(state(&server, &next.id).status, "queued");
    let waits = begin(&server, r#"{"game":"heaps 1; move take 1..7 from 1 heap"}"#);
    let cancelled = server.request("DELETE", &format!("/api/v1/proofs/{}", waits.id), "", b"");
    assert_eq!(cancelled.json()["status"], "cancelled");
    let cancelled = server.request("DELETE", &format!("/api/v1/proofs/{}", long.id), "", b"");
    assert_eq!(cancelled.status, 200);
    assert_eq!(wait(&server, &long.id).status, "cancelled");
    assert_eq!(wait(&server, &next.id).status, "proved");
    assert_eq!(state(&server, &waits.id).status, "cancelled");
}

/// A search of a class for each of `count` pupils, begun one after the other.
fn of_a_class(server: &Running, count: u32) -> Vec<ProofState> {
    let body = |most: u32| format!("{{\"game\":\"heaps 1; move take 1..{most} from 1 heap\"}}");
    (2..count + 2).map(|most| begin(server, &body(most))).collect()
}

#[test]
fn the_searches_of_a_class_wait_in_the_order_of_their_requests() {
    let server = Running::with(Bounds { proofs: 1, ..Bounds::default() });
    let long = begin(&server, &format!("{{\"game\":\"{LONG}\"}}"));
    assert_eq!((long.status.as_str(), long.place), ("running", None));
    let waiting = of_a_class(&server, 40);
    for (state, place) in waiting.iter().zip(1..) {
        assert_eq!((state.status.as_str(), state.place), ("queued", Some(place)));
    }
    // The page shows the place, and those behind a search that leaves move up.
    let page = |place: usize| {
        let game = quoted(&format!("heaps 1; move take 1..{} from 1 heap", place + 1));
        server.get(&format!("/prove?game={game}&job={}", waiting[place - 1].id)).text()
    };
    assert!(page(9).contains("data-field=\"place\">9<"), "{}", page(9));
    server.request("DELETE", &format!("/api/v1/proofs/{}", waiting[4].id), "", b"");
    assert_eq!(state(&server, &waiting[3].id).place, Some(4));
    assert!(page(9).contains("data-field=\"place\">8<"), "{}", page(9));
    server.request("DELETE", &format!("/api/v1/proofs/{}", long.id), "", b"");
    for (place, one) in waiting.iter().enumerate() {
        let ended = wait(&server, &one.id);
        assert_eq!(
            (ended.status.as_str(), ended.place),
            (if place == 4 { "cancelled" } else { "proved" }, None)
        );
    }
}

#[test]
fn searches_that_have_ended_are_forgotten_and_those_that_wait_are_not() {
    let server = Running::with(Bounds { proofs: 1, proofs_kept: 3, ..Bounds::default() });
    let ended = of_a_class(&server, 5);
    wait(&server, &ended[4].id);
    let long = begin(&server, &format!("{{\"game\":\"{LONG}\"}}"));
    let waiting: Vec<ProofState> = ["nim", "wythoff", "moore", "take-three", "podium-nim"]
        .iter()
        .map(|game| begin(&server, &format!("{{\"game\":\"{game}\"}}")))
        .collect();
    let known = |one: &ProofState| server.get(&format!("/api/v1/proofs/{}", one.id)).status == 200;
    assert_eq!(ended.iter().map(known).collect::<Vec<_>>(), [false, false, true, true, true]);
    assert!(known(&long) && waiting.iter().all(known));
}

#[test]
fn a_search_that_is_refused_keeps_its_game_and_what_was_typed() {
    let server = Running::with(Bounds { proofs: 1, proofs_waiting: 1, ..Bounds::default() });
    let long = begin(&server, &format!("{{\"game\":\"{LONG}\"}}"));
    begin(&server, r#"{"game":"take-three"}"#);
    let game = "game lea\nheaps 3\nmove take 1 or 4 from 1 heap\nmove take 1 from 2 heaps";
    for (typed, kept) in [
        ("&value=grundy", "name=\"value\" value=\"grundy\""),
        ("&claim=P+iff+h1+%3D+h2", "value=\"P iff h1 = h2\""),
    ] {
        let form = format!("game={}{typed}", quoted(game));
        let place = |reply: crate::harness::Reply| {
            assert_eq!(reply.status, 303, "{}", reply.text());
            format!("/{}", reply.header("location").unwrap().trim_start_matches('/'))
        };
        // The address has the game, so the page can be read again.
        let refused = place(server.post("/prove", &form));
        let page = server.get(&refused).text();
        assert!(page.contains("Too many searches at once"), "{page}");
        assert!(page.contains("nav class=\"game\"") && page.contains("href=\"play?game="), "{page}");
        assert!(page.contains("id=\"claim\"") && page.contains(kept), "{page}");
        // The button sends the same question again.
        let (_, again) = page.split_once("data-retry").unwrap();
        let again = again.split("</form>").next().unwrap();
        assert!(again.contains("move take 1 or 4 from 1 heap") && again.contains(kept), "{again}");
        assert!(!refused.contains("job="), "{refused}");
    }
    server.request("DELETE", &format!("/api/v1/proofs/{}", long.id), "", b"");
    let began = Instant::now();
    let form = format!("game={}&value=outcome", quoted(game));
    while server.post("/prove", &form).header("location").is_none_or(|place| !place.contains("job=")) {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Where no worker is free, too, the page keeps its game and what was typed, and has a button.
#[test]
fn a_page_without_a_worker_is_asked_for_again() {
    let server = Running::with(Bounds { waiting: 0, ..Bounds::default() });
    let page = server.get("/prove?game=nim&heaps=3&claim=P+iff+h1+%3D+h2");
    assert_eq!(page.status, 429);
    let page = page.text();
    for part in ["data-game=\"nim\"", "value=\"P iff h1 = h2\"", "href=\"\">Try again</a>"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let refused = server.post("/prove", "game=nim&heaps=3&claim=P+iff+h1+%3D+h2");
    assert_eq!(refused.header("location"), Some("prove?game=nim&heaps=3&claim=P+iff+h1+%3D+h2&refused=1"));
}

/// A form that cannot be answered leaves a page of its game.
#[test]
fn a_refused_form_has_the_bar_of_its_game() {
    let server = Running::start();
    let page = server.post("/prove", "game=nim&heaps=3&cancel=0123456789abcdef");
    assert_eq!(page.status, 404);
    assert!(page.text().contains("data-game=\"nim\""), "{}", page.text());
    assert!(server.get("/prove?game=nim&heaps=3").text().contains("action=\"prove?game=nim&amp;heaps=3\""));
}

#[test]
fn too_many_searches_are_refused_and_time_ends_one() {
    let bounds =
        Bounds { proofs: 1, proofs_waiting: 1, proof_time: Duration::from_secs(1), ..Bounds::default() };
    let server = Running::with(bounds);
    let first = begin(&server, &format!("{{\"game\":\"{LONG}\"}}"));
    begin(&server, r#"{"game":"take-three"}"#);
    let third = server.post("/api/v1/proofs", r#"{"game":"nim","heaps":2}"#);
    assert_eq!((third.status, third.json()["error"]["code"].as_str()), (429, Some("busy")));
    let ended = wait(&server, &first.id);
    assert_eq!(ended.status, "limit");
    assert_eq!(ended.document.unwrap()["reason"], "the time limit of 1 s was reached");
}

#[test]
fn wishes_that_make_no_sense_are_refused_at_once() {
    let server = Running::start();
    for (body, code) in [
        ("", "usage"),
        ("{\"game\":\"nim\",\"colour\":1}", "usage"),
        ("{\"game\":\"nmi\"}", "game"),
        ("{\"game\":\"nim\",\"heaps\":0}", "heaps"),
        ("{\"game\":\"kayles\",\"value\":\"outcome\"}", "value"),
        ("{\"game\":\"misere-nim\",\"value\":\"grundy\"}", "hypothesis"),
        ("{\"game\":\"nim\",\"value\":\"luck\"}", "value"),
        ("{\"game\":\"nim\",\"numeration\":\"roman\"}", "usage"),
    ] {
        let reply = server.post("/api/v1/proofs", body);
        assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (400, Some(code)), "{body}");
    }
}

/// A search takes every parameter of `prove`, and its document is the same.
#[test]
fn a_search_answers_the_question_of_prove() {
    let server = Running::start();
    let take = "heaps 1; move take 1..4 from 1 heap";
    let certificate = bouton::Game::named("take-three").unwrap().prove().unwrap().certificate().to_owned();
    let letters = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap";
    let named = "let k = 2; heaps 1; move take 1..k from 1 heap";
    for (question, status) in [
        (serde_json::json!({"game": "nim"}), "proved"),
        (serde_json::json!({"game": "nim", "heaps": 2, "numeration": "3"}), "proved"),
        (serde_json::json!({"game": take, "claim": certificate}), "refuted"),
        (serde_json::json!({"game": letters}), "proved"),
        (serde_json::json!({"game": named, "set": ["k=3"]}), "proved"),
        (serde_json::json!({"game": "octal 0.123", "value": "quotient", "upto": 5}), "proved"),
    ] {
        let ended = wait(&server, &begin(&server, &question.to_string()).id);
        assert_eq!(ended.status, status, "{question}: {ended:?}");
        let asked = server.post("/api/v1/prove", &question.to_string()).json();
        let mut found = ended.document.unwrap();
        assert_eq!(found["status"], asked["status"], "{question}");
        assert_eq!(found["theorem"], asked["theorem"], "{question}");
        assert_eq!(found["heaps"].take(), asked["heaps"], "{question}");
    }
    let range =
        server.post("/api/v1/proofs", &serde_json::json!({"game": named, "set": ["k=3..5"]}).to_string());
    assert_eq!((range.status, range.json()["error"]["code"].as_str()), (400, Some("usage")));
}
