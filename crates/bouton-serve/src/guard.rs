//! The check of the origin of requests, and the headers that restrict browsers.

use std::{
    future::poll_fn,
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    App, failure::Failure, public_url::PublicUrl, routes::is_computed, views::asking, written::Written,
};

/// The names of the server that requests may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts {
    /// The address as given.
    named: String,
    /// Whether the server listens on every address of the machine.
    everywhere: bool,
    port: u16,
    /// The address that a proxy has for this server.
    public: Option<PublicUrl>,
    /// The address of the first page for other machines, if they can reach it.
    others: Option<String>,
}

impl Hosts {
    pub(crate) fn new(named: &str, address: IpAddr, port: u16, public: Option<PublicUrl>) -> Self {
        let named = named.trim_matches(['[', ']']).to_owned();
        Self { named, everywhere: address.is_unspecified(), port, public, others: None }
    }

    /// The same for a server whose first page has this address for other machines, if they can reach it.
    pub(crate) fn with_others(self, others: Option<String>) -> Self {
        Self { others, ..self }
    }

    /// The address of the first page for other machines, if they can reach it.
    pub(crate) fn others(&self) -> Option<&str> {
        self.others.as_deref()
    }

    /// The port that the server listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Whether a page of this origin is one of this server: of the host that was asked, or of the public
    /// address.
    fn is_own(&self, origin: &str, host: &str) -> bool {
        let own = origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        own || self.public.as_ref().is_some_and(|public| public.is_origin(origin))
    }

    /// Whether browsers trust pages of this host: those of this machine, and encrypted ones.
    fn is_trusted(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_matches(['[', ']']);
        let is_own = name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let public = self.public.as_ref();
        is_own || public.is_some_and(|public| public.is_encrypted() && public.is_host(&authority))
    }

    /// Whether a Host is this server. A name that merely resolves to this machine is not: the
    /// request may come from a page of another site (DNS rebinding).
    fn admits(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if self.public.as_ref().is_some_and(|public| public.is_host(&authority)) {
            return true;
        }
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

/// The policy of pages: only resources of this server, nothing inline, not in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The policy of a picture as a document: its own styles only.
const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    if values.next().is_some() { None } else { value }
}

/// The verdict on a request.
#[derive(Debug)]
enum Verdict {
    /// The request is answered.
    Answer,
    /// The request follows a link of another site to a computation: the user is asked first.
    Ask,
    /// The request is refused.
    Refuse(Failure),
}

/// Whether a page of another site caused the request, by the headers of the browser; other programs
/// do not send these.
fn is_foreign(headers: &HeaderMap, host: &str, hosts: &Hosts) -> bool {
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        Some(site) => !matches!(site, b"same-origin" | b"none"),
        // Browsers omit this header for addresses that are neither this machine nor encrypted. Some
        // send the page instead.
        None => headers.get(header::REFERER).is_some_and(|page| {
            let origin = page.to_str().ok().and_then(|page| {
                let (scheme, rest) = page.split_once("://")?;
                Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or(rest)))
            });
            !origin.is_some_and(|origin| hosts.is_own(&origin, host))
        }),
    }
}

fn verdict(request: &Request, hosts: &Hosts) -> Verdict {
    let headers = request.headers();
    let refuse = |message| Verdict::Refuse(Failure::new(StatusCode::FORBIDDEN, "forbidden", message));
    let Some(host) = one(headers, &header::HOST).filter(|host| hosts.admits(host)) else {
        return refuse("the Host of the request is not the address of this page");
    };
    let is_own = || one(headers, &header::ORIGIN).is_some_and(|origin| hosts.is_own(origin, host));
    if headers.contains_key(header::ORIGIN) && !is_own() {
        return refuse("the request comes from another site");
    }
    if !is_foreign(headers, host, hosts) {
        return Verdict::Answer;
    }
    // A link of another site may be followed in a window of its own; all other requests from
    // another site are refused.
    let says = |name: &str, expected: &str| headers.get(name).is_none_or(|said| said == expected);
    let follows = says("sec-fetch-mode", "navigate") && says("sec-fetch-dest", "document");
    if !follows || !request.method().is_safe() {
        return refuse("the request comes from another site");
    }
    let path = request.uri().path();
    if !is_computed(path) {
        Verdict::Answer
    } else if path.starts_with("/api/") {
        refuse("the request comes from another site; ask from a program, or type the address")
    } else {
        Verdict::Ask
    }
}

/// Refuses foreign requests, and adds the headers that restrict the use of answers.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_trusted = one(request.headers(), &header::HOST).is_some_and(|host| app.hosts().is_trusted(host));
    let mut response = match verdict(&request, app.hosts()) {
        Verdict::Refuse(failure) => failure.into_response(),
        Verdict::Ask => asking::page(&app, request.uri()),
        Verdict::Answer => next.run(request).await,
    };
    // The answer has been remembered by now: its bytes are released as they are sent.
    response.extensions_mut().remove::<Written>();
    let headers = response.headers_mut();
    let is_picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, if is_picture { PICTURE_POLICY } else { POLICY }),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::VARY, "Sec-Fetch-Site"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Elsewhere browsers ignore this policy, and complain about it.
    if is_trusted {
        let name = HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

/// Answers a request that panics.
pub(crate) async fn catch_panics(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    poll_fn(|context| {
        // After a panic, the rest of the request is dropped.
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Failure::defect().into_response()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, routing::get};
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    use super::*;

    #[tokio::test]
    async fn a_request_that_panics_is_answered() {
        async fn at_once() -> &'static str {
            panic!("a defect of this test");
        }
        async fn later() -> &'static str {
            tokio::task::yield_now().await;
            panic!("a defect of this test");
        }
        let routes =
            [("/at-once", get(at_once)), ("/later", get(later)), ("/well", get(|| async { "well" }))];
        let router = routes.into_iter().fold(Router::new(), |router, (path, to)| router.route(path, to));
        let service = TowerToHyperService::new(router.layer(axum::middleware::from_fn(catch_panics)));
        for (path, status) in [("/at-once", 422), ("/well", 200), ("/later", 422)] {
            let request = axum::http::Request::get(path).body(Body::empty()).unwrap();
            assert_eq!(service.call(request).await.unwrap().status(), status, "{path}");
        }
    }

    #[test]
    fn only_the_own_address_is_a_host() {
        let own = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap(), 7001, None);
        for host in ["127.0.0.1:7001", "localhost:7001", "LOCALHOST:7001", "[::1]:7001"] {
            assert!(own.admits(host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:7001", "10.0.0.1:7001", "", "a@localhost:7001", "x y"]
        {
            assert!(!own.admits(host), "{host}");
        }
        let everywhere = Hosts::new("0.0.0.0", "0.0.0.0".parse().unwrap(), 80, None);
        assert!(everywhere.admits("192.168.1.7") && everywhere.admits("192.168.1.7:80"));
        assert!(!everywhere.admits("rebound.example"));
        let named = Hosts::new("games.example", "10.0.0.7".parse().unwrap(), 8080, None);
        assert!(named.admits("games.example:8080") && !named.admits("10.0.0.9:8080"));
        let public = "https://games.example/bouton/".parse().ok();
        let behind = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap(), 7001, public);
        for host in ["games.example", "games.example:443", "127.0.0.1:7001"] {
            assert!(behind.admits(host), "{host}");
        }
        assert!(!behind.admits("games.example:7001") && !behind.admits("other.example"));
        assert!(behind.is_own("https://games.example", "127.0.0.1:7001"));
        assert!(!behind.is_own("http://games.example", "127.0.0.1:7001"));
    }
}
