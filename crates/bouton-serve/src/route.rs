//! One route: a path, its cost and its handlers.

use axum::{Router, routing::MethodRouter};

use crate::App;

/// The cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Free: it does not depend on a question, does not wait for a worker, and links of other sites
    /// may request it.
    Free,
    /// Work.
    Computed,
}

/// The handlers of a path, by method.
pub(crate) enum Methods {
    /// Handlers of fixed questions.
    Fixed(fn() -> MethodRouter<App>),
    /// Handlers of a command of the register.
    Asked(Box<dyn Fn() -> MethodRouter<App> + Send + Sync>),
}

/// A path with its handlers.
pub(crate) struct Route {
    /// The path from the root; `{…}` stands for anything.
    pub(crate) path: &'static str,
    /// The cost of an answer.
    pub(crate) cost: Cost,
    /// The handlers, by method.
    pub(crate) methods: Methods,
}

impl Route {
    pub(crate) const fn free(path: &'static str, methods: fn() -> MethodRouter<App>) -> Self {
        Self { path, cost: Cost::Free, methods: Methods::Fixed(methods) }
    }

    pub(crate) const fn computed(path: &'static str, methods: fn() -> MethodRouter<App>) -> Self {
        Self { path, cost: Cost::Computed, methods: Methods::Fixed(methods) }
    }
}

impl Route {
    /// The route of a command.
    pub(crate) fn asked(
        path: &'static str,
        cost: Cost,
        methods: impl Fn() -> MethodRouter<App> + Send + Sync + 'static,
    ) -> Self {
        Self { path, cost, methods: Methods::Asked(Box::new(methods)) }
    }

    pub(crate) fn methods(&self) -> MethodRouter<App> {
        match &self.methods {
            Methods::Fixed(methods) => methods(),
            Methods::Asked(methods) => methods(),
        }
    }
}

/// A router of some routes.
pub(crate) fn router<'a>(routes: impl Iterator<Item = &'a Route>) -> Router<App> {
    routes.fold(Router::new(), |router, route| router.route(route.path, route.methods()))
}
