//! A link for others: its address, and a QR code that phones read from a screen or a wall.

use axum::{extract::State, response::Response};
use bouton::Watch;
use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};

use crate::{
    App,
    failure::Failure,
    hosts::{Hosts, PORT},
    query::Query,
    texts::t,
    views::layout::{self, OnPage, Page, sent, written},
};

/// Squares of the empty border of a code.
const BORDER: usize = 4;

/// Answers `GET /link?to=…`, where `to` is a view of this server with its query.
pub(crate) async fn link(State(app): State<App>, OnPage(query): OnPage) -> Response {
    let frame = Page { title: t("link.title").to_owned(), ..Page::default() };
    let made = body(&query, app.hosts()).and_then(|body| written(&app, &frame, &body, &Watch::unlimited()));
    sent(&frame, made)
}

/// The command that starts a server like this one for other machines.
fn command(port: u16) -> String {
    let command = "bouton serve --host 0.0.0.0";
    if port == PORT { command.to_owned() } else { format!("{command} --port {port}") }
}

fn body(query: &Query, hosts: &Hosts) -> Result<Markup, Failure> {
    let to = query.get("to").unwrap_or("");
    // Links lead to views of this server alone; without one, to its first page.
    let view = to.split(['?', '#']).next().unwrap_or_default();
    if !(to.is_empty() || layout::is_view(view)) || to.chars().any(char::is_control) {
        return Err(Failure::input("usage", t("link.wrong")));
    }
    let near = if to.is_empty() { "./" } else { to };
    Ok(html! {
        h1 { (t("link.title")) }
        @match hosts.others() {
            Some(address) => {
                @let whole = format!("{address}{to}");
                p.lead { (t("link.lead")) }
                div.code-and-link {
                    @match QrCode::with_error_correction_level(&whole, EcLevel::L) {
                        Ok(code) => (drawn(&code)),
                        Err(_) => p.note { (t("link.long")) },
                    }
                    p.link.mono { a href=(near) { (whole) } }
                }
            }
            None => {
                p.lead { (t("link.alone")) }
                pre.wrapped tabindex="0" { (command(hosts.port())) }
            }
        }
        p { a.button href=(near) { (t("link.back")) } }
    })
}

/// The dark squares of a code, row by row.
fn drawn(code: &QrCode) -> Markup {
    let side = code.width();
    let mut path = String::new();
    for (place, _) in code.to_colors().iter().enumerate().filter(|(_, colour)| **colour == Color::Dark) {
        path.push_str(&format!("M{} {}h1v1h-1z", place % side + BORDER, place / side + BORDER));
    }
    let all = side + 2 * BORDER;
    html! {
        svg.qr viewBox={ "0 0 " (all) " " (all) } role="img" aria-label=(t("link.code")) shape-rendering="crispEdges" {
            rect width=(all) height=(all) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}
