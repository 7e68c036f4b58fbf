//! No request stops the server, and pages of other sites cannot send requests.

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
    assert_eq!(raw(&format!("Host: {own}\r\nHost: evil.example\r\n")), 403);
    let posted =
        server.request("POST", "/api/v1/proofs", "Origin: http://evil.example\r\n", b"{\"game\":\"nim\"}");
    assert_eq!(posted.status, 403);
}

/// The headers of a browser about a request.
fn fetched(site: &str, mode: &str, destination: &str) -> String {
    format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {destination}\r\n")
}

#[test]
fn what_other_sites_cause_is_not_computed() {
    let server = Running::start();
    let asked = |path: &str, headers: &str| server.request("GET", path, headers, b"");
    let costs_nothing = [
        "/",
        "/check",
        "/mine",
        "/docs",
        "/link",
        "/docs/",
        "/docs/index.html",
        "/api/v1/games",
        "/api/v1/openapi.json",
        "/assets/style.css",
    ];
    for path in bouton_serve::paths() {
        let path = path.replace("{id}", "1").replace("{name}", "style.css").replace("{*page}", "index.html");
        let link = format!("{path}?game=nim&position=3,4,5&upto=2&certificate=1");
        for site in ["cross-site", "same-site"] {
            // Pictures, scripts, frames, a window that is opened in the background to be read.
            for (mode, destination) in
                [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("navigate", "embed")]
            {
                let reply = asked(&link, &fetched(site, mode, destination));
                assert_eq!(reply.status, 403, "{site} {mode} {destination} {path}");
            }
            // A link that is followed.
            let reply = asked(&link, &fetched(site, "navigate", "document"));
            if costs_nothing.contains(&path.as_str()) {
                assert!(matches!(reply.status, 200 | 303 | 400), "{path}: {}", reply.status);
            } else if path.starts_with("/api/") {
                assert_eq!(reply.status, 403, "{path}");
            } else {
                let text = reply.text();
                assert!(reply.status == 200 && text.contains("A link from another site"), "{path}: {text}");
                assert!(
                    text.contains(&format!(
                        "href=\"{}\"",
                        link.trim_start_matches('/').replace('&', "&amp;")
                    )),
                    "{path}: {text}"
                );
                assert_eq!(reply.header("cache-control"), Some("no-store"));
            }
        }
        for site in ["same-origin", "none"] {
            let reply = asked(&link, &fetched(site, "navigate", "document"));
            assert!(reply.status != 403 && !reply.text().contains("A link from another site"), "{path}");
        }
    }
    // Where a browser does not send the site, it may send the referring page.
    let named = |page: &str| asked("/play?game=nim", &format!("Referer: {page}\r\n")).text();
    assert!(named("https://other.example/a").contains("A link from another site"));
    assert!(named(&format!("http://{}.other.example/", server.address)).contains("A link from another site"));
    assert!(
        !named(&format!("http://{}/rules?game=nim", server.address)).contains("A link from another site")
    );
}

/// Three heaps in which the same may be taken from two: a long count.
fn heavy(upto: usize) -> String {
    let rules = "heaps 3; move take any from 1 heap; move take the same any from 2 heaps";
    format!("/api/v1/count?game={}&upto={upto}", quoted(rules))
}

#[test]
fn nobody_computes_for_a_client_that_has_gone() {
    let minute = Duration::from_secs(60);
    let bounds = Bounds {
        workers: 1,
        long_workers: 1,
        short: minute,
        time: minute,
        patience: minute,
        ..Bounds::default()
    };
    let server = Running::with(bounds);
    let mut gone = server.connect();
    write!(gone, "GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", heavy(500), server.address).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    // The only worker is busy, and becomes free as soon as nobody waits for its answer.
    drop(gone);
    let began = Instant::now();
    assert_eq!(server.get("/api/v1/solve?game=nim&position=1,2").status, 200);
    assert!(began.elapsed() < minute / 2, "{:?}", began.elapsed());
}

#[test]
fn many_who_ask_for_much_do_not_keep_others_from_an_answer() {
    let server = Running::with(Bounds { short: Duration::from_millis(200), ..Bounds::default() });
    let mut greedy = Vec::new();
    for number in 0..16 {
        let mut stream = server.connect();
        let link = heavy(400 + number);
        write!(stream, "GET {link} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
        greedy.push(stream);
    }
    std::thread::sleep(Duration::from_millis(300));
    for link in ["/", "/check", "/rules", "/rules?game=nim", "/assets/style.css", "/api/v1/games"] {
        let began = Instant::now();
        assert_eq!(server.get(link).status, 200, "{link}");
        assert!(began.elapsed() < Duration::from_secs(5), "{link}: {:?}", began.elapsed());
    }
    for link in [
        "/rules?game=heaps+2;+move+take+1+from+1+heap",
        "/explore?game=nim",
        "/play?game=nim&start=3,4,5",
        "/nim",
        "/api/v1/solve?game=nim&position=1,2",
    ] {
        assert_eq!(server.get(link).status, 200, "{link}");
    }
}

#[test]
fn no_number_is_longer_than_it_may_be_wherever_it_stands() {
    let server = Running::start();
    let long = "9".repeat(1001);
    for number in ["9^99999", "2^1048576", &long] {
        for link in [
            "/play?game=nim&start=#,5",
            "/play?game=nim&start=3,4&move=#,4",
            "/play?game=nim&start=3,4&line=#,4",
            "/play?game=nim&start=3,4&move=take+#+from+1",
            "/play?game=heaps+2;+move+take+#+from+1+heap",
            "/explore?game=nim&heaps=3&fix=h3=#",
            "/explore?game=nim&heaps=3&fix-h3=#",
            "/explore?game=nim&heaps=#",
            "/prove?game=nim&heaps=3&run=#,1,1",
            "/sequence?game=kayles&upto=#",
            "/nim?heaps=#,1",
            "/nim?heaps=1,1&most=#",
            "/podium?form=#,1",
            "/podium?form=1&other=#",
            "/pass?position=#,0,0,0",
            "/in-total?row=#,0,0",
            "/rules?game=0.%23&heaps=#",
            "/api/v1/solve?game=nim&position=#,5",
            "/api/v1/solve?game=nim&position=5&moves=#",
            "/api/v1/table?game=nim&heaps=2&upto=#",
            "/api/v1/count?game=subtraction+{1,#}&upto=9",
            "/api/v1/picture.svg?game=nim&heaps=3&fix=h3=#",
            "/api/v1/plane?game=nim&heaps=3&fix=h3=#",
            "/api/v1/sequence?game=0.#&upto=9",
        ] {
            let link = link.replace('#', &quoted(number)).replace('{', "%7B").replace('}', "%7D");
            assert_eq!(server.get(&link).status, 413, "{link}");
        }
        assert_eq!(
            server.post("/api/v1/rules", &format!("heaps 2\nmove take {number} from 1 heap")).status,
            413
        );
        let game = format!("heaps 2; move take {number} from 1 heap");
        assert_eq!(server.post("/api/v1/proofs", &format!("{{\"game\":\"{game}\"}}")).status, 413);
        let body = format!("{{\"game\":\"nim\",\"numeration\":\"fraenkel({number},1)\"}}");
        assert_eq!(server.post("/api/v1/proofs", &body).status, 413);
        let escaped = body.replace('^', "\\u005e").replace('9', "\\u0039");
        assert_eq!(server.post("/api/v1/proofs", &escaped).status, 413);
        let body = format!("{{\"game\":\"{game}\",\"upto\":3}}");
        let escaped = body.replace('^', "\\u005e").replace('9', "\\u0039");
        assert_eq!(server.post("/api/v1/count", &escaped).status, 413);
        assert_eq!(server.post("/prove", &format!("game={}", quoted(&game))).status, 413);
    }
    // Positions with the greatest number of digits are accepted, written out or not.
    assert_eq!(server.get("/api/v1/solve?game=nim&position=10%5E998,1").status, 200);
    assert_eq!(server.get("/play?game=nim&start=10%5E998,1").status, 200);
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
        // Nothing is inline: no script, no style, no handler.
        let text = reply.text();
        if reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            assert!(
                !text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick"),
                "{path}"
            );
            for script in text.split("<script").skip(1) {
                assert!(script.starts_with(" type=\"module\" src=\"assets/"), "{path}");
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
    for path in ["/api/v1/plane", "/play", "/assets/page.js"] {
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
    // A body that never arrives.
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
