//! Owns the page: what Bouton says, over HTTP, for people and for programs.
//!
//! A [`Server`] answers on an address of this machine: views at readable URLs, and under
//! `/api/v1` the documents of [`bouton::document`], the same as the program's `--json`. It
//! computes nothing itself; it sees to it that nothing that is asked can stop it ([`Bounds`]).
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
//! To have the page, call `bouton serve`. To serve it from a program of your own, as here. To
//! compute, take `bouton`: nothing here knows more than that.

mod api;
mod assets;
mod bounds;
mod connections;
mod failure;
mod guard;
mod kept;
mod open;
mod players;
mod proofs;
mod query;
mod remembered;
mod server;
mod texts;
mod theorems;
mod views;
mod work;

use std::sync::Arc;

use axum::{Router, middleware, routing::get};
use tower_http::catch_panic::CatchPanicLayer;

pub use self::{
    api::document::{PlaneHead, ProofProgress, ProofRequest, ProofState, RulesRead, ServedTheorem},
    bounds::Bounds,
    server::{Address, Options, Server},
};
use self::{
    guard::Hosts, players::Players, proofs::Proofs, remembered::Answers, theorems::Theorems, work::Workers,
};

/// What all requests share.
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
    theorems: Theorems,
}

impl App {
    pub(crate) fn new(bounds: Bounds, hosts: Hosts) -> Self {
        let (workers, proofs) = (Workers::new(&bounds), Proofs::new(&bounds));
        let (players, answers) = (Players::new(&bounds), Answers::new(&bounds));
        Self(Arc::new(Shared {
            bounds,
            hosts,
            workers,
            proofs,
            players,
            answers,
            theorems: Theorems::default(),
        }))
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

    pub(crate) fn theorems(&self) -> &Theorems {
        &self.0.theorems
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.0.answers
    }
}

/// All routes, with everything that guards them.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .nest("/api/v1", api::routes(&app))
        .merge(views::routes())
        .route("/assets/{name}", get(assets::serve))
        .fallback(views::unknown)
        .method_not_allowed_fallback(views::other_method)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
