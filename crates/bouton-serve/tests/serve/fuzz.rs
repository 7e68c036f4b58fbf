//! Whatever the request, the answer is never 5xx, and the server is available afterwards.

use std::sync::LazyLock;

use bouton_serve::Bounds;
use proptest::prelude::*;

use crate::harness::{Running, quoted};

/// One server for all requests, so that the traces of one request would affect the next.
static SERVER: LazyLock<Running> = LazyLock::new(|| {
    let second = std::time::Duration::from_secs(1);
    Running::with(Bounds { time: second, proof_time: second, memory: 64 << 20, ..Bounds::default() })
});

fn game() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(bouton::rules::built_in_games()).prop_map(|game| game.name.to_owned()),
        prop::sample::select(vec![
            "0.77",
            "0.3[3]",
            "4.0",
            "subtraction {1,4}",
            "grundy",
            "hexadecimal 0.8",
            "/etc/passwd",
            ""
        ])
        .prop_map(str::to_owned),
        "(heaps [0-4any]{1,3}|heap sizes 1\\.\\.[0-9]|counters a, b|move take [0-9a-z{}., ]{1,12} from [0-9a-z ]{1,12}|players 3 (podium|coalition)|play misere|pass [0-9]|stop when [a-z0-9 ]{1,20}|\n|; ){1,6}",
        "\\PC{0,40}",
    ]
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}(,[0-9]{1,3}){0,4}(:pass|:used)?",
        "[0-9]{0,40}",
        prop::sample::select(vec![
            "outcome",
            "grundy",
            "remoteness",
            "p-positions",
            "h1,h2",
            "h3=5",
            "true",
            "-1",
            "18446744073709551616",
            "json",
            "csv",
            "least",
            "sha256:00",
            "1,2,3;1,2,2"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ]
}

const NAMES: &[&str] = &[
    "position",
    "heaps",
    "upto",
    "value",
    "axes",
    "fix",
    "format",
    "moves",
    "line",
    "start",
    "you",
    "opponent",
    "rate",
    "seed",
    "at",
    "job",
    "run",
    "digits",
    "form",
    "a",
    "b",
    "certificate",
    "engine",
    "rows-by-largest",
    "verify",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn no_request_gets_a_five_hundred(
        path in prop::sample::select(bouton_serve::paths().map(|path| path.replace("{id}", "1").replace("{name}", "x").replace("{*page}", "rules.html")).collect::<Vec<_>>()),
        method in prop::sample::select(vec!["GET", "GET", "GET", "POST", "DELETE", "PUT"]),
        game in game(),
        options in prop::collection::vec((prop::sample::select(NAMES), value()), 0..4),
        body in prop_oneof![Just(String::new()), game(), "\\{\"game\": ?\"(nim|wythoff|0\\.77)\"(, ?\"heaps\": ?[0-9])?\\}"],
    ) {
        let mut link = format!("{path}?game={}", quoted(&game));
        options.iter().for_each(|(name, value)| link.push_str(&format!("&{name}={}", quoted(value))));
        let reply = SERVER.request(method, &link, "Accept: text/html\r\n", body.as_bytes());
        prop_assert!((200..500).contains(&reply.status), "{} {link}: {} {}", method, reply.status, reply.text());
    }

    #[test]
    fn no_bytes_get_a_five_hundred(bytes in prop::collection::vec(any::<u8>(), 1..200), tail in prop::bool::ANY) {
        let mut request = bytes;
        request.extend_from_slice(if tail { b"\r\n\r\n" } else { b" / HTTP/1.1\r\n\r\n" });
        let reply = SERVER.raw(&request);
        prop_assert!(reply.status < 500, "{}", reply.status);
    }
}
