//! The page: the answers of Bouton over HTTP, for people and for programs.
//!
//! A [`Server`] answers on an address of this machine: views at readable URLs, and under `/api/v1`
//! the documents of [`bouton::document`], the same as the program's `--json`. It does not compute
//! anything itself; it ensures that no request can stop the server ([`Bounds`]).
//!
//! ```
//! use bouton_serve::{Options, Server};
//!
//! let server = Server::bind(&Options { port: 0, ..Options::default() })?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! # std::io::Result::Ok(())
//! ```
//!
//! # Should I use this?
//!
//! To have the page, call `bouton serve`. To serve it from a program of your own, use this crate as
//! above. To compute, use `bouton`, which has everything except the server.

mod api;
mod assets;
mod bounds;
mod connections;
mod docs;
mod documentation;
mod failure;
mod guard;
mod hosts;
mod kept;
mod letters;
mod open;
mod players;
mod proofs;
mod public_url;
mod query;
mod questions;
mod remembered;
mod route;
mod routes;
mod server;
mod server_document;
mod system;
mod texts;
mod views;
mod work;
mod written;

use std::sync::Arc;

use axum::{Router, middleware};

pub use self::api::openapi::description;
pub use self::{
    bounds::Bounds,
    docs::site,
    public_url::{InvalidUrl, PublicUrl},
    routes::paths,
    server::{Address, Options, Server},
    server_document::{PlaneHead, ProofProgress, ProofState, RulesRead, ServedTheorem},
};
use self::{
    hosts::Hosts, players::Players, proofs::Proofs, remembered::Answers, work::Workers, written::Room,
};

/// The state that all requests share.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    bounds: Bounds,
    hosts: Hosts,
    workers: Workers,
    proofs: Proofs,
    players: Players,
    answers: Answers,
    room: Room,
}

impl App {
    pub(crate) fn new(bounds: Bounds, hosts: Hosts) -> Self {
        crate::system::keep_little();
        let (workers, proofs) = (Workers::new(&bounds), Proofs::new(&bounds));
        let (players, answers) = (Players::new(&bounds), Answers::new(&bounds));
        let room = Room::new(&bounds);
        Self(Arc::new(Shared { bounds, hosts, workers, proofs, players, answers, room }))
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.0.bounds
    }

    pub(crate) fn hosts(&self) -> &Hosts {
        &self.0.hosts
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
    }

    pub(crate) fn proofs(&self) -> &Proofs {
        &self.0.proofs
    }

    pub(crate) fn players(&self) -> &Players {
        &self.0.players
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.0.answers
    }

    pub(crate) fn room(&self) -> &Room {
        &self.0.room
    }
}

/// All routes, with the layers that guard them.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .merge(api::router(&app, views::REMEMBERED))
        .merge(route::router(views::ROUTES.iter().chain(docs::ROUTES).chain(assets::ROUTES)))
        .fallback(views::unknown)
        .method_not_allowed_fallback(views::other_method)
        .layer(middleware::from_fn(guard::catch_panics))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
