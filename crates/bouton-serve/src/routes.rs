//! All routes: each path once, with its cost.

use axum::{Router, routing::MethodRouter};

use crate::{App, api, assets, views};

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
        methods: impl Fn() -> MethodRouter<App> + Send + Sync + 'static,
    ) -> Self {
        Self { path, cost: Cost::Computed, methods: Methods::Asked(Box::new(methods)) }
    }

    fn methods(&self) -> MethodRouter<App> {
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

fn all() -> impl Iterator<Item = &'static Route> {
    views::ROUTES
        .iter()
        .chain(api::asked::ROUTES.iter())
        .chain(api::REMEMBERED)
        .chain(api::ROUTES)
        .chain(assets::ROUTES)
}

/// The paths that a server answers, `{…}` standing for anything: `/play`, `/api/v1/solve`, `/api/v1/proofs/{id}`.
///
/// ```
/// assert!(bouton_serve::paths().any(|path| path == "/api/v1/solve"));
/// ```
pub fn paths() -> impl Iterator<Item = &'static str> {
    all().map(|route| route.path)
}

/// Whether a path needs a computation; unknown paths do not.
pub(crate) fn is_computed(path: &str) -> bool {
    let stands_at = |route: &Route| match route.path.split_once('{') {
        Some((folder, _)) => path.starts_with(folder),
        None => route.path == path,
    };
    all().any(|route| route.cost == Cost::Computed && stands_at(route))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_costs_nothing_is_known_by_its_path() {
        for path in ["/", "/check", "/api/v1/games", "/assets/style.css", "/nowhere", "/\\play", "//play", ""]
        {
            assert!(!is_computed(path), "{path}");
        }
        for path in ["/play", "/api/v1/solve", "/rules", "/api/v1/proofs", "/api/v1/proofs/7/events"] {
            assert!(is_computed(path), "{path}");
        }
    }

    #[test]
    fn the_description_has_every_route_of_the_api() {
        let described: BTreeSet<String> = api::openapi::description().paths.paths.into_keys().collect();
        let routes: BTreeSet<String> = paths()
            .filter(|path| path.starts_with("/api/") && !path.contains("openapi"))
            .map(str::to_owned)
            .collect();
        assert_eq!(described, routes);
    }
}
