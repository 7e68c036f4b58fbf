//! A client that waits for the whole answer.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

/// Requests a link, reads the whole answer, and returns its status.
pub(crate) fn ask(address: &str, link: &str) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    write!(stream, "GET {link} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let status = answer.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    status.ok_or_else(|| std::io::ErrorKind::InvalidData.into())
}
