//! All routes: each path once, with its cost.

use crate::{
    api, assets, docs,
    route::{Cost, Route},
    views,
};

fn all() -> impl Iterator<Item = &'static Route> {
    views::ROUTES
        .iter()
        .chain(views::REMEMBERED)
        .chain(api::asked::ROUTES.iter())
        .chain(api::REMEMBERED)
        .chain(api::ROUTES)
        .chain(docs::ROUTES)
        .chain(assets::ROUTES)
}

/// The paths that a server answers, `{…}` standing for anything: `/play`, `/api/v1/solve`,
/// `/api/v1/proofs/{id}`.
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
        let described: BTreeSet<String> = {
            let description = api::openapi::description();
            let paths = description["paths"].as_object().unwrap();
            paths.keys().cloned().collect()
        };
        let routes: BTreeSet<String> = paths()
            .filter(|path| path.starts_with("/api/") && !path.contains("openapi"))
            .map(str::to_owned)
            .collect();
        assert_eq!(described, routes);
    }
}
