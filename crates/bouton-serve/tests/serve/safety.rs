//! Nothing that is asked stops the server, and nobody asks through somebody else's page.

use std::{
    io::{Read, Write},
    time::{Duration, Instant},
};

use bouton_serve::Bounds;

use crate::harness::{Running, quoted};

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Running::start();
    let own = server.address.clone();
    let raw = |lines: &str| {
        server
            .raw(format!("GET /api/v1/games HTTP/1.1\r\nConnection: close\r\n{lines}\r\n").as_bytes())
            .status
    };
    assert_eq!(raw(&format!("Host: {own}\r\n")), 200);
    assert_eq!(raw(&format!("Host: {own}\r\nOrigin: http://{own}\r\n")), 200);
    assert_eq!(raw("Host: evil.example\r\n"), 403);
    assert_eq!(raw("Host: evil.example:7001\r\n"), 403);
    assert_eq!(raw(&format!("Host: {own}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(raw(&format!("Host: {own}\r\nOrigin: null\r\n")), 403);
    assert_eq!(
        raw(&format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n")),
        403
    );
    assert_eq!(
        raw(&format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n")),
        200
    );
    assert_eq!(raw(&format!("Host: {own}\r\nHost: evil.example\r\n")), 403);
    let posted =
        server.request("POST", "/api/v1/proofs", "Origin: http://evil.example\r\n", b"{\"game\":\"nim\"}");
    assert_eq!(posted.status, 403);
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let server = Running::start();
    for path in
        ["/", "/rules?game=nim", "/nowhere", "/api/v1/games", "/api/v1/solve?game=nim", "/assets/page.js"]
    {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
        // Nothing inline: no script, no style, no handler.
        let text = reply.text();
        if reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            assert!(
                !text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick"),
                "{path}"
            );
            for script in text.split("<script").skip(1) {
                assert!(script.starts_with(" type=\"module\" src=\"/assets/"), "{path}");
            }
        }
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Running::start();
    let digits = "9".repeat(1001);
    assert_eq!(server.get(&format!("/api/v1/solve?game=nim&position={digits}")).status, 413);
    assert_eq!(server.get(&format!("/api/v1/solve?game=nim&position={},1", &digits[..999])).status, 200);
    let long = "x".repeat(17 << 10);
    assert_eq!(server.get(&format!("/api/v1/solve?game={long}&position=1")).status, 413);
    assert_eq!(server.post("/api/v1/rules", &"# \n".repeat(30_000)).status, 413);
    assert_eq!(server.post("/api/v1/check", &"x".repeat((8 << 20) + 1)).status, 413);
    assert_eq!(server.post("/api/v1/check", &"x".repeat(1 << 20)).status, 200);
}

#[test]
fn wrong_questions_get_sentences() {
    let server = Running::start();
    let rules = quoted("heaps 2; mvoe take any from 1 heap");
    for (path, status, code) in [
        ("/api/v1/solve?game=nim".to_owned(), 400, "usage"),
        ("/api/v1/solve?game=nim&position=3,x".to_owned(), 400, "position"),
        ("/api/v1/solve?game=nmi&position=3".to_owned(), 400, "game"),
        ("/api/v1/solve?game=..%2F..%2Fetc%2Fpasswd&position=3".to_owned(), 400, "game"),
        (format!("/api/v1/solve?game={rules}&position=3"), 400, "rules"),
        ("/api/v1/solve?game=nim&position=1&colour=red".to_owned(), 400, "usage"),
        ("/api/v1/table?game=nim&upto=many".to_owned(), 400, "usage"),
        ("/api/v1/table?game=nim&heaps=65&upto=1".to_owned(), 400, "heaps"),
        ("/api/v1/solve?game=misere-nim&position=1,2&value=grundy".to_owned(), 400, "hypothesis"),
        ("/api/v1/solve?game=wythoff&value=grundy&position=1000000000000,5".to_owned(), 422, "limit"),
        ("/api/v1/table?game=nim&heaps=9&upto=100".to_owned(), 422, "limit"),
        ("/api/v1/picture.svg?game=nim&heaps=2&upto=99999".to_owned(), 400, "position"),
        ("/api/v1/theorem?certificate=sha256:0".to_owned(), 404, "unknown"),
        ("/api/v1/proofs/none".to_owned(), 404, "unknown"),
        ("/api/v1/nothing".to_owned(), 404, "unknown"),
        ("/assets/..%2fCargo.toml".to_owned(), 404, "unknown"),
    ] {
        let reply = server.get(&path);
        let code_found = reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned();
        assert_eq!((reply.status, code_found.as_str()), (status, code), "{path}: {}", reply.text());
    }
    for path in ["/api/v1/solve", "/play", "/assets/page.js"] {
        let reply = server.post(path, "");
        let error = &reply.json()["error"];
        assert_eq!((reply.status, error["code"].as_str()), (405, Some("method")), "{path}: {}", reply.text());
        assert!(error["message"].as_str().unwrap().starts_with("POST is not answered at "), "{error}");
    }
    assert_eq!(server.raw(b"nonsense\r\n\r\n").status, 400);
}

#[test]
fn slow_and_half_open_clients_do_not_block_others_and_are_sent_away() {
    let server = Running::with(Bounds { stall: Duration::from_millis(500), ..Bounds::default() });
    let mut slow: Vec<_> = (0..50).map(|_| server.connect()).collect();
    for (index, stream) in slow.iter_mut().enumerate() {
        let part = ["", "GET /api/v1/ga", "POST /api/v1/rules HTTP/1.1\r\nContent-Length: 9\r\n"][index % 3];
        stream.write_all(part.as_bytes()).unwrap();
    }
    let began = Instant::now();
    assert_eq!(server.get("/api/v1/solve?game=nim&position=1,2").status, 200);
    assert!(began.elapsed() < Duration::from_secs(5));
    // A body that does not come.
    let mut half = server.connect();
    let head =
        format!("POST /api/v1/rules HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\nhe", server.address);
    half.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 16];
    let read = half.read(&mut answer).unwrap();
    assert!(read == 0 || answer.starts_with(b"HTTP/1.1 408"), "{:?}", String::from_utf8_lossy(&answer));
    for stream in &mut slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"));
    }
}

#[test]
fn it_ends_within_two_seconds_whatever_is_going_on() {
    let server = Running::start();
    let rules = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";
    let begun = server.post("/api/v1/proofs", &format!("{{\"game\":\"{rules}\"}}"));
    assert_eq!(begun.status, 202);
    let events = format!("/api/v1/proofs/{}/events", begun.json()["id"].as_str().unwrap());
    let (mut follower, _idle) = (server.connect(), server.connect());
    write!(follower, "GET {events} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    let mut asker = server.connect();
    let heavy = format!("/api/v1/count?game={}&heaps=3&upto=400", quoted(rules));
    write!(asker, "GET {heavy} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let took = server.stop();
    assert!(took < Duration::from_secs(2), "{took:?}");
}
