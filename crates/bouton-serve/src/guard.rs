//! The check of the origin of requests, and the headers that restrict browsers.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{App, failure::Failure, hosts::Hosts, routes::is_computed, views::asking, written::Written};

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
}
