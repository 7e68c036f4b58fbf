//! Who may ask, and what an answer lets a browser do.

use std::{any::Any, net::IpAddr};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{App, failure::Failure};

/// The names under which the server is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts {
    /// The address as it was given.
    named: String,
    /// Whether it listens on every address of the machine.
    everywhere: bool,
    port: u16,
}

impl Hosts {
    pub(crate) fn new(named: &str, address: IpAddr, port: u16) -> Self {
        Self { named: named.trim_matches(['[', ']']).to_owned(), everywhere: address.is_unspecified(), port }
    }

    /// Whether a Host is this server. A name that merely resolves to this machine is not: behind
    /// it may be a page of somebody else (DNS rebinding).
    fn admits(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') || authority.port_u16().unwrap_or(80) != self.port {
            return false;
        }
        let name = authority.host().trim_matches(['[', ']']);
        let address = name.parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost")
            || name.eq_ignore_ascii_case(&self.named)
            || address.is_ok_and(|address| address.is_loopback() || self.everywhere)
    }
}

/// What a page may do: nothing but what this server serves, nothing inline, in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A picture as a document: its own styles, and nothing else.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    if values.next().is_some() { None } else { value }
}

/// Why a request is not answered, if it is not.
fn refused(request: &Request, hosts: &Hosts) -> Option<Failure> {
    let headers = request.headers();
    let forbidden = |message: &str| Some(Failure::new(StatusCode::FORBIDDEN, "forbidden", message));
    let Some(host) = one(headers, &header::HOST).filter(|host| hosts.admits(host)) else {
        return forbidden("the Host of the request is not the address of this page");
    };
    if headers.contains_key(header::ORIGIN) {
        let origin = one(headers, &header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
            return forbidden("the request comes from another site");
        }
    }
    // A link from another site may be followed; nothing else is done for it.
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok()).unwrap_or("none");
    let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    if matches!(site, "cross-site" | "same-site") && !(navigates && request.method().is_safe()) {
        return forbidden("the request comes from another site");
    }
    None
}

/// Refuses foreign requests, and says with every answer what it may be used for.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = match refused(&request, app.hosts()) {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let is_picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, if is_picture { PICTURE_POLICY } else { POLICY }),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

/// The answer where making one has panicked.
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    Failure::defect().into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_address_is_a_host() {
        let own = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap(), 7001);
        for host in ["127.0.0.1:7001", "localhost:7001", "LOCALHOST:7001", "[::1]:7001"] {
            assert!(own.admits(host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:7001", "10.0.0.1:7001", "", "a@localhost:7001", "x y"]
        {
            assert!(!own.admits(host), "{host}");
        }
        let everywhere = Hosts::new("0.0.0.0", "0.0.0.0".parse().unwrap(), 80);
        assert!(everywhere.admits("192.168.1.7") && everywhere.admits("192.168.1.7:80"));
        assert!(!everywhere.admits("rebound.example"));
        let named = Hosts::new("games.example", "10.0.0.7".parse().unwrap(), 8080);
        assert!(named.admits("games.example:8080") && !named.admits("10.0.0.9:8080"));
    }
}
