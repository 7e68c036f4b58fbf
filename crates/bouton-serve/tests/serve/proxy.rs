//! A server behind a proxy that publishes it below a path, as in docs/serve.md.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
};

use bouton_serve::Options;

use crate::harness::Running;

/// What the proxy adds to a request.
const PUBLIC: &str = "games.example";

/// A proxy that takes `/bouton/…` and asks the server for `/…`, with the `Host` of the public address.
fn proxy(server: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, server) = (listener.local_addr().unwrap().to_string(), server.to_owned());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut client = stream.unwrap();
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && client.read(&mut byte).unwrap_or(0) == 1 {
                request.push(byte[0]);
            }
            let request = String::from_utf8(request).unwrap().replacen(" /bouton/", " /", 1);
            let mut behind = TcpStream::connect(&server).unwrap();
            behind.write_all(request.as_bytes()).unwrap();
            let mut answer = Vec::new();
            behind.read_to_end(&mut answer).unwrap();
            let _ = client.write_all(&answer);
        }
    });
    address
}

fn get(address: &str, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {PUBLIC}\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[test]
fn a_server_behind_a_proxy_answers_below_a_path() {
    let public_url = format!("https://{PUBLIC}/bouton/").parse().ok();
    let server = Running::of(&Options { port: 0, public_url, ..Options::default() });
    let proxy = proxy(&server.address);
    let (status, page) = get(&proxy, "/bouton/play?game=nim&start=3,4,5", "");
    assert_eq!(status, 200, "{page}");
    // Links stay below the path: they are relative.
    let script = page.split("src=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(!script.starts_with('/'), "{script}");
    assert_eq!(get(&proxy, &format!("/bouton/{script}"), "").0, 200);
    // A move is a redirection below the path.
    let (status, moved) = get(&proxy, "/bouton/play?game=nim&start=3,4,5&move=1,4,5", "");
    assert_eq!(status, 303);
    assert!(moved.to_lowercase().contains("\nlocation: play?game=nim"), "{moved}");
    // Pages of the public address may ask; others may not.
    let own = format!("Origin: https://{PUBLIC}\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(get(&proxy, "/bouton/api/v1/games", &own).0, 200);
    assert_eq!(get(&proxy, "/bouton/api/v1/games", "Origin: https://evil.example\r\n").0, 403);
    // Windows are kept apart where browsers trust the page.
    assert!(page.to_lowercase().contains("cross-origin-opener-policy: same-origin"), "{page}");
    // Without `--public-url` the name is foreign.
    let plain = Running::start();
    assert_eq!(get(&plain.address, "/api/v1/games", "").0, 403);
}
