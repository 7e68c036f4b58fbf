//! A server for a test, and a client that sends exact bytes.

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Child,
    thread::JoinHandle,
    time::Duration,
};

use bouton_serve::{Bounds, Options, Server};
use serde_json::Value;
use tokio::sync::oneshot;

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    process: Option<Child>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with(Bounds::default())
    }

    pub(crate) fn with(bounds: Bounds) -> Self {
        Self::of(&Options { port: 0, bounds, ..Options::default() })
    }

    pub(crate) fn of(options: &Options) -> Self {
        let server = Server::bind(options).unwrap();
        let address = server.address().to_string();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            server
                .run_until(async {
                    let _ = stopped.await;
                })
                .unwrap();
        });
        Self { address, stop: Some(stop), thread: Some(thread), process: None }
    }

    /// A server in another process.
    pub(crate) fn in_process(process: Child, address: String) -> Self {
        Self { address, stop: None, thread: None, process: Some(process) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes verbatim, and reads to the end of the connection.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses a body may close before the whole body is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        read(&answer)
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.address,
            body.len()
        );
        self.raw(&[head.as_bytes(), body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.request("POST", path, "", body.as_bytes())
    }

    /// Stops the server, and returns the time that took.
    pub(crate) fn stop(mut self) -> Duration {
        let began = std::time::Instant::now();
        self.end();
        began.elapsed()
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn read(answer: &[u8]) -> Reply {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.get(end + 4..).unwrap_or_default().to_vec();
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Reply { status, head, body: if chunked { unchunked(&body) } else { body } }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&body[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let (size, rest) = (size.unwrap_or(0), &body[end + 2..]);
        if size == 0 || rest.len() < size + 2 {
            break;
        }
        whole.extend_from_slice(&rest[..size]);
        body = &rest[size + 2..];
    }
    whole
}

/// A text as escaped in a query.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let quote = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(quote).collect()
}
