//! The requests: for each route, and for any rules.

use crate::harness::quoted;

/// One request.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: &'static str,
    pub(super) link: String,
    pub(super) body: String,
}

fn get(link: impl Into<String>) -> Request {
    Request { method: "GET", link: link.into(), body: String::new() }
}

fn post(link: &str, body: impl Into<String>) -> Request {
    Request { method: "POST", link: link.to_owned(), body: body.into() }
}

/// Links of a path with each of these queries.
fn with(path: &str, queries: &[&str]) -> Vec<Request> {
    queries.iter().map(|query| get(format!("{path}?{query}"))).collect()
}

/// Values that no parameter expects.
fn absurd() -> Vec<String> {
    let nines = "9".repeat(1001);
    [
        "18446744073709551615",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "-1",
        "9^99999",
        "9^99999,9^99999,9^99999",
        "2^1048576",
        "1^99999999999999999999",
        "0",
        "%00",
        "h1,h1",
        "h3=9^99999",
        "h3=99999999999999999999,h3=1",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain([nines.clone(), format!("h3={nines}"), "1,".repeat(4000), "1;".repeat(4000), "((".repeat(2000)])
    .collect()
}

/// Each parameter of a path with absurd values, besides a valid query.
fn absurdly(path: &str, right: &str, names: &[&str]) -> Vec<Request> {
    let kept = |name: &str| {
        let parts = right.split('&').filter(|part| part.split('=').next() != Some(name));
        parts.collect::<Vec<_>>().join("&")
    };
    let all = absurd();
    // A few of them for each name, all of them for all names together.
    let values = |place: usize| all.iter().skip(place % 3).step_by(3);
    let each = |(place, name): (usize, &&str)| -> Vec<Request> {
        values(place).map(|value| get(format!("{path}?{}&{name}={}", kept(name), quoted(value)))).collect()
    };
    names.iter().enumerate().flat_map(each).collect()
}

/// A set of odd numbers: many moves.
fn odd() -> String {
    let odd: Vec<String> = (1..2000).step_by(2).map(|number| number.to_string()).collect();
    format!("subtraction {{{}}}", odd.join(","))
}

/// Rules of the greatest length.
fn long_rules() -> Vec<String> {
    vec![
        format!("heaps 64{}", "; move take any from 1 heap".repeat(400)),
        format!("heaps 3; move take any from 1 heap when {}h1 > 0{}", "(".repeat(3000), ")".repeat(3000)),
        format!(
            "heaps 3; move take {{{}}} from 2 heaps",
            (1..3000).map(|n| n.to_string()).collect::<Vec<_>>().join(",")
        ),
        format!("0.{}", "7".repeat(999)),
        format!("0.{}", "7".repeat(15_000)),
        format!("hexadecimal 0.{}", "f".repeat(15_000)),
        "heaps 2; move take 9^99999 from 1 heap".to_owned(),
        format!("heaps 2; move take {} from 1 heap", "9".repeat(15_000)),
        "x ".repeat(8000),
    ]
}

const SAME: &str = "heaps 4; move take any from 1 heap; move take the same any from 3 heaps";

/// The requests for a route; empty for an unknown one.
#[allow(clippy::too_many_lines)]
pub(super) fn cases(path: &str) -> Vec<Request> {
    let same = quoted(SAME);
    match path {
        "/" | "/mine" | "/docs" | "/docs/" | "/docs/{*page}" | "/api/v1/openapi.json" | "/assets/{name}" => {
            let path = path.replace("{name}", "style.css").replace("{*page}", "new-results.html");
            vec![get(path.clone()), get(format!("{path}?{}", "&x".repeat(7000))), get(format!("{path}?{}", "x".repeat(20_000)))]
        }
        "/link" => [
            with(path, &["to=//elsewhere.example", "to=https://elsewhere.example", "to=", &format!("to=play%3Fgame%3D{}", "x".repeat(15_000))]),
            absurdly(path, "to=play%3Fgame%3Dnim", &["to"]),
        ]
        .concat(),
        "/rules" => long_rules().iter().map(|rules| get(format!("/rules?game={}", quoted(rules)))).collect(),
        "/api/v1/rules" => {
            let long = [format!("heaps 2{}", "\nmove take 1..3 from 1 heap".repeat(2000)), "(".repeat(60_000)];
            long_rules().into_iter().chain(long).map(|rules| post(path, rules)).collect()
        }
        "/play" => [
            with(path, &[
                "game=nim&start=9^99999,9^99999,9^99999,9^99999",
                "game=nim&start=10^30,10^30&eval=1&why=1&hint=1",
                "game=nim&start=10^999&move=9^99999",
                "game=kayles&start=100000000,77777777&eval=1&why=1",
                "game=nim-with-a-pass&heaps=32&start=3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35,37,39,41,43,45,47,49,51,53,55,57,59,61,63,65",
                &format!("game={same}&start=400,300,200,100&eval=1"),
                &format!("game=nim&start=500&opponent=nobody&line={}&eval=1&at=0", (1..500).rev().map(|n| n.to_string()).collect::<Vec<_>>().join(";")),
            ]),
            absurdly(path, "game=nim&start=3,4,5", &["start", "line", "others", "move", "at", "you", "seed", "rate", "heaps", "position"]),
        ]
        .concat(),
        "/tree" => [
            with(path, &[
                "game=nim&position=9^99999,3",
                "game=nim&position=10^30,10^30",
                "game=nim&position=300,200,100",
                "game=kayles&position=100000000,77777777",
                &format!("game={same}&position=40,30,20,10"),
            ]),
            absurdly(path, "game=nim&position=3,4,5", &["position", "heaps"]),
        ]
        .concat(),
        "/ask" => [
            with(path, &[
                &format!("game=nim&sentence={}", quoted("bits(a) mod 4000 = 3 and bits(b) mod 4001 = 5")),
                &format!("game=nim&sentence={}", quoted("P(a, b, c, d, e, f, h, i, j, k, l, m, n, o, p, q)")),
                &format!("game=nim&sentence={}", quoted("a xor b xor c xor d xor e xor f xor h xor i xor j xor k xor l xor m = 0 and z >= 0")),
                &format!("game={same}&sentence={}", quoted("P(a, b, c, d)")),
                &format!("game=nim&with={same}&upto=10^900&sentence={}", quoted("exists c: P(a, b, c)")),
            ]),
            absurdly(path, "game=nim&sentence=P%28a,b%29", &["game", "with", "sentence", "set", "upto"]),
        ]
        .concat(),
        "/sum" => [
            with(path, &[
                "game-1=nim&position-1=9^99999",
                "game-1=wythoff&position-1=900,901&game-2=wythoff&position-2=1900,1901&game-3=kayles&position-3=10^30",
                &format!("game-1={same}&position-1=400,300,200,100&game-2=0.16&position-2=10^9"),
            ]),
            absurdly(path, "game-1=nim&position-1=3", &["game-1", "position-1", "game-2", "position-4"]),
        ]
        .concat(),
        "/thumbnail.svg" => [
            with(path, &["game=nim&dark=true", &format!("game={same}"), "game=0.16", "game=heaps+64;+move+take+any+from+1+heap"]),
            absurdly(path, "game=nim", &["dark", "upto", "value"]),
        ]
        .concat(),
        "/explore" => absurdly(path, "game=nim&heaps=3", &["heaps", "upto", "axes", "fix", "fix-h3", "value", "across"]),
        "/prove" => [
            with(path, &["game=nim&heaps=64", "game=two-in-total&run=9^99999,1,1,1", "game=nim&heaps=16&value=grundy"]),
            absurdly(path, "game=nim&heaps=3", &["heaps", "run", "value", "digits", "job", "numeration", "refused"]),
            vec![
                post(path, "game=nim&heaps=3&numeration=ostrowski(9^99999,1)"),
                post(path, format!("game={}", "9".repeat(60_000))),
                post(path, "&x".repeat(30_000)),
            ],
        ]
        .concat(),
        "/sequence" => [
            with(path, &["game=kayles&upto=1000000", "game=0.16&upto=1000000"]),
            absurdly(path, "game=kayles&upto=9", &["upto"]),
        ]
        .concat(),
        "/nim" => [
            with(path, &[
                &format!("heaps={}", vec!["1"; 1000].join(",")),
                &format!("heaps={}", (1..300).map(|n| n.to_string()).collect::<Vec<_>>().join(",")),
                "heaps=63,62,61,60,59,58,57,56,55,54&most=3",
                "heaps=18446744073709551615,18446744073709551614,3,2,1",
                "of=8&largest=64",
                "count=10000000",
                "count=13",
            ]),
            absurdly(path, "heaps=3,4,5&most=3", &["heaps", "most", "count", "of", "largest"]),
        ]
        .concat(),
        "/podium" => [
            with(path, &[
                &format!("form={}&other={}", vec!["15"; 200].join(","), vec!["14"; 199].join(",")),
                &format!("form={}&other=3", (1..200).map(|n| n.to_string()).collect::<Vec<_>>().join(",")),
                "form=2^3000,2^2999,2^2998,7,7&other=2^2997",
                "form=10^300,10^299,10^298&other=10^297,3",
            ]),
            absurdly(path, "form=15,14,23,5", &["form", "other"]),
        ]
        .concat(),
        "/pass" => absurdly(path, "position=1,1,0,1", &["position", "upto"]),
        "/in-total" => absurdly(path, "row=0,1,2", &["row", "value"]),
        "/check" | "/api/v1/check" => {
            let law = bouton::bundled().iter().max_by_key(|known| known.text.len()).unwrap().text;
            let windows = "bouton certificate 1\nheaps 2; move take 1 from 1 heap when h1 mod 4093 = 1";
            ["?rules", ""].into_iter().flat_map(|query| {
                [law.to_owned(), law.replace('1', "9"), windows.to_owned(), "9".repeat(1 << 20), "certificate=\n".repeat(90_000)]
                    .map(|body| post(&format!("{path}{query}"), body))
            }).chain([get("/check?x=1")]).chain(of_register(path)).collect()
        }
        "/api/v1/solve" => [
            with(path, &[
                "game=nim&position=10^30,10^30&moves=1000000",
                "game=nim&position=10^30,10^30&moves=18446744073709551615",
                "game=nim&position=1000000&moves=1000000&engine=law",
                "game=kayles&position=100000&moves=1000000",
                "game=wythoff&position=9^999,9^999",
                "game=wythoff&position=5000,4999&value=grundy&verify=true&explain-plan=true",
                &format!("game={same}&position=400,300,200,100"),
                "game=nim&heaps=64&position=9,8,7",
                "game=nim-with-a-pass&position=31,30,29,28,27,26,25,24,23,22,21,20,19,18,17,16&moves=100000",
            ]),
            absurdly(path, "game=nim&position=3,4,5", &["position", "heaps", "set", "value", "moves", "engine", "explain-plan", "verify", "using", "format"]),
            of_register(path),
        ]
        .concat(),
        "/api/v1/table" => [
            with(path, &[
                "game=nim&heaps=2&upto=3000&rows-by-largest=1",
                "game=nim&heaps=2&upto=3000&rows-by-largest=1&format=text",
                "game=nim&heaps=2&upto=3000&rows-by-largest=1&format=latex",
                "game=nim&heaps=4&upto=60&rows-by-largest=1&format=csv&value=grundy",
                "game=nim&heaps=2&upto=3000",
                "game=nim&heaps=3&upto=200&format=csv&value=grundy",
                "game=nim&heaps=3&upto=200&format=latex&value=remoteness",
                "game=nim&heaps=64&upto=1",
                "game=wythoff&upto=2000&format=text&verify=true&explain-plan=true",
                &format!("game={same}&upto=60"),
            ]),
            absurdly(path, "game=nim&heaps=2&upto=3", &["upto", "heaps", "set", "value", "format", "engine", "explain-plan", "verify", "square", "fix", "rows-by-largest"]),
        ]
        .concat(),
        "/api/v1/list" => [
            with(path, &[
                "game=nim&heaps=3&largest=300&lost=true",
                "game=nim&heaps=4&total=200&format=csv",
                "game=nim&heaps=2&largest=18446744073709551615&lost=true&format=text",
                "game=wythoff&largest=3000&format=bfile&column=h1&outcome=P",
                &format!("game={same}&largest=60&not-paired=true&format=latex"),
            ]),
            absurdly(path, "game=nim&heaps=2&largest=3", &[
                "largest", "total", "smallest", "limit", "outcome", "control", "column", "heaps", "format", "engine", "set", "lost", "distinct", "nonempty", "not-paired", "explain-plan", "verify",
            ]),
            vec![post(path, "{\"game\": \"nim\", \"heaps\": 3, \"largest\": 300}"), post(path, "[".repeat(60_000))],
        ]
        .concat(),
        "/api/v1/genus" => [
            with(path, &["game=kayles&position=40,39,38", "game=0.137&position=10000", "game=nim&position=3,4"]),
            absurdly(path, "game=kayles&position=3,4", &["position", "heaps", "format", "set"]),
        ]
        .concat(),
        "/api/v1/grundy" => [
            with(path, &[
                "game=nim&positions=10^30,10^29;3,4",
                &format!("game=kayles&positions={}", vec!["100000"; 1000].join(";")),
                "game=wythoff&positions=5000,4999",
            ]),
            of_register(path),
            vec![post(path, format!("{{\"game\": \"wythoff\", \"positions\": [{}]}}", vec!["\"900,901\""; 4000].join(",")))],
        ]
        .concat(),
        "/api/v1/sum" => [
            with(path, &["terms=nim,7", "terms=nim", "terms=[1,2]", &format!("terms={}", quoted("[\"nim\",\"9^99999\"]"))]),
            absurdly(path, "terms=nim,7", &["terms", "format", "set"]),
            vec![
                post(path, format!("{{\"terms\": [{}]}}", vec!["\"wythoff\", \"900,901\""; 500].join(","))),
                post(path, "{\"terms\": [\"nim\", \"9^99999\"]}"),
            ],
        ]
        .concat(),
        "/api/v1/compare" => [
            with(path, &[
                "game=nim&other=nim&heaps=16",
                &format!("game={same}&other=nim&heaps=4"),
                "game=wythoff&other=nim&heaps=2&value=grundy&numeration=ostrowski(9^99999)",
            ]),
            absurdly(path, "game=nim&other=nim&heaps=2", &["game", "other", "heaps", "value", "numeration", "format"]),
        ]
        .concat(),
        "/api/v1/count" => [
            with(path, &[
                "game=nim&heaps=64&upto=18446744073709551615",
                "game=wythoff&upto=100000",
                "game=nim&heaps=8&lost=true&upto=10%5E900",
                "game=wythoff&lost=true&upto=9%5E99999",
                "game=wythoff&upto=3000&verify=true&explain-plan=true&engine=reference",
                &format!("game={same}&upto=300"),
            ]),
            absurdly(path, "game=nim&heaps=2&upto=3", &["upto", "lost", "heaps", "set", "value", "each", "outcome", "format", "engine", "explain-plan", "verify"]),
        ]
        .concat(),
        "/api/v1/sequence" => [
            with(path, &[
                "game=kayles&upto=1000000&format=csv",
                "game=kayles&upto=9&format=svg&dark=true",
                "game=kayles&upto=1000000&format=bfile",
                "game=kayles&upto=4000000",
                "game=0.16&upto=1000000",
                "game=grundy&upto=1000000&format=svg",
            ]),
            absurdly(path, "game=kayles&upto=9", &["upto", "format", "heaps", "set", "statistics", "engine", "dark"]),
        ]
        .concat(),
        "/api/v1/explain" => [
            with(path, &[
                "game=nim&heaps=16",
                "game=nim&heaps=16&format=mona",
                "game=nim&heaps=16&format=hoa",
                "game=nim&heaps=16&format=walnut&control=used",
                "game=nim&heaps=64&format=mona",
                "game=nim&heaps=6&value=grundy&format=mona",
                "game=0.16",
                "game=kayles",
                &format!("game={same}"),
            ]),
            of_register(path),
        ]
        .concat(),
        "/api/v1/prove" | "/api/v1/emit" => [
            with(path, &[
                "game=nim&heaps=16",
                "game=nim&heaps=all&value=grundy",
                "game=0.16",
                "game=wythoff&numeration=ostrowski(9^99999)",
                "game=for+all+a,+b+where+1+<=+a,+a+<+b;+heaps+1;+move+take+a..b+from+1+heap&cones=true",
                &format!("game={same}"),
            ]),
            of_register(path),
        ]
        .concat(),
        "/api/v1/picture.svg" | "/api/v1/picture.png" | "/api/v1/plane" => [
            with(path, &[
                "game=nim&heaps=2&upto=1023&value=grundy&dark=true",
                "game=nim&heaps=2&upto=1023&value=remoteness",
                "game=nim&heaps=3&upto=1023&value=grundy&fix=h3=1000",
                "game=wythoff&upto=1023&value=grundy",
                "game=kayles&upto=1023&value=grundy",
                "game=nim-with-a-pass&heaps=3&upto=1023&fix=h3=1,control=used",
                &format!("game={same}&upto=1023&fix=h3=1023,h4=1023"),
                "game=nim&heaps=2&upto=1023&value=grundy&format=csv",
            ]),
            absurdly(path, "game=nim&heaps=3&upto=9", &["upto", "heaps", "set", "axes", "fix", "value"]),
        ]
        .concat(),
        "/api/v1/theorem" => {
            // The law with the longest texts, in every form.
            let law = bouton::bundled().iter().max_by_key(|known| known.text.len()).unwrap().text;
            let identity = quoted(law.trim_end().rsplit(char::is_whitespace).next().unwrap());
            let forms = ["certificate", "text", "markdown", "latex", "rust", "python", "c", "javascript", "hoa", "walnut", "mona", "svg"];
            forms
                .iter()
                .map(|form| get(format!("{path}?certificate={identity}&form={form}&digits=least&dark&download")))
                .chain(absurdly(path, "certificate=sha256:0", &["certificate", "form", "digits"]))
                .collect()
        }
        "/api/v1/proofs" => {
            let request = |game: &str, more: &str| post(path, format!("{{\"game\":\"{game}\"{more}}}"));
            vec![
                request(SAME, ""),
                request("nim", ",\"heaps\":64"),
                request("nim", ",\"heaps\":8,\"value\":\"grundy\""),
                request("0.16", ""),
                request("wythoff", ",\"numeration\":\"fraenkel(9^99999,1)\""),
                request("wythoff", ",\"numeration\":\"fraenkel(9\\u005e99999,1)\""),
                request("wythoff", ",\"numeration\":\"ostrowski(1000000000,1000000000)\""),
                request("wythoff", ",\"numeration\":\"1000000\""),
                request("heaps 2; move take 9^99999 from 1 heap", ""),
                request(&"9".repeat(60_000), ""),
                post(path, "[".repeat(60_000)),
            ]
        }
        "/api/v1/proofs/{id}" | "/api/v1/proofs/{id}/events" => {
            let with_id = |id: &str| path.replace("{id}", id);
            let delete = Request { method: "DELETE", link: with_id("0"), body: String::new() };
            vec![get(with_id("0")), get(with_id(&"9".repeat(9000))), delete]
        }
        _ => of_register(path),
    }
}

/// The example of a command of the register, and absurd values of each of its parameters.
fn of_register(path: &str) -> Vec<Request> {
    let all = bouton::ask::commands::<bouton::ask::Buffer>();
    let Some(command) = all.into_iter().find(|command| format!("/api/v1/{}", command.path()) == path) else {
        return Vec::new();
    };
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let example = command.example();
    let pairs = example.iter().map(|(name, value)| format!("{name}={}", quoted(&text(value))));
    let right = pairs.collect::<Vec<_>>().join("&");
    let names: Vec<&str> =
        command.parameters().iter().map(|known| known.name.as_str()).chain(["format"]).collect();
    [
        with(path, &[&right]),
        absurdly(path, &right, &names),
        [vec![example], command.variants(), command.hostile(), command.large()]
            .concat()
            .into_iter()
            .map(|question| post(path, serde_json::Value::from(question).to_string()))
            .collect(),
        vec![post(path, "[".repeat(60_000))],
    ]
    .concat()
}

/// Questions that run in loops of the library, which have to check whether anyone still waits.
pub(super) fn of_loops() -> Vec<Request> {
    let odd = quoted(&odd());
    [
        format!("/play?game={odd}&start=4000000"),
        format!("/sequence?game={odd}&upto=1000000"),
        format!("/api/v1/solve?game={odd}&position=4000000&value=remoteness"),
        format!("/api/v1/sequence?game={odd}&upto=4000000"),
        format!("/api/v1/sequence?game={odd}&upto=300000&format=svg"),
        "/api/v1/sequence?game=kayles&upto=300000&format=svg".to_owned(),
        "/api/v1/sequence?game=kayles&upto=300000&format=svg&dark=true".to_owned(),
    ]
    .map(get)
    .into()
}

/// Every route that takes rules, with these rules.
pub(super) fn of_rules(rules: &str, coordinates: usize) -> Vec<Request> {
    let (game, position) = (quoted(rules), vec!["37"; coordinates].join(","));
    let api = |route: &str, more: &str| get(format!("/api/v1/{route}?game={game}{more}"));
    vec![
        api("solve", &format!("&position={position}&moves=100000")),
        api("solve", &format!("&position={position}&value=grundy&verify=true")),
        api("table", "&upto=40&value=grundy"),
        api("table", "&upto=60&rows-by-largest=1"),
        api("count", "&upto=300"),
        api("sequence", "&upto=200000"),
        api("sequence", "&upto=200000&format=svg"),
        api("explain", ""),
        api("explain", "&format=mona"),
        api("picture.svg", "&upto=200"),
        api("picture.png", "&upto=200"),
        api("plane", "&upto=200&value=grundy"),
        post("/api/v1/rules", rules),
        post("/api/v1/proofs", format!("{{\"game\":\"{rules}\"}}")),
        post("/api/v1/proofs", format!("{{\"game\":\"{rules}\",\"value\":\"grundy\"}}")),
        get(format!("/rules?game={game}")),
        get(format!("/play?game={game}&start={position}&eval=1&why=1&hint=1")),
        get(format!("/play?game={game}&you=1")),
        get(format!("/tree?game={game}&position={position}")),
        get(format!("/explore?game={game}")),
        get(format!("/ask?game={game}&sentence={}", quoted("exists a, b: P(a, b, a + b)"))),
        get(format!("/thumbnail.svg?game={game}")),
        get(format!("/prove?game={game}")),
        get(format!("/sequence?game={game}&upto=100000")),
    ]
}
