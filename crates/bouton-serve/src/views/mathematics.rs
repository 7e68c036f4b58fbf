//! Formulas on the page: all are written by the writer of theorems, so that they look alike.

use bouton::prose::{Formula, Text};
use maud::{Markup, PreEscaped};

/// A formula in a line.
pub(crate) fn formula(formula: Formula) -> Markup {
    PreEscaped(Text::from(formula).html())
}

/// The name of a coordinate: `h1` with its number as an index.
pub(crate) fn symbol(name: &str) -> Markup {
    formula(Formula::name(name))
}

/// A Grundy value: `g = 3`, or `g(7) = 3` for a heap.
pub(crate) fn grundy(heap: Option<&str>, value: &str) -> Markup {
    let number = |text: &str| Formula::Number(text.to_owned());
    let left = heap.map_or_else(|| Formula::name("g"), |heap| Formula::of("g", number(heap)));
    formula(left.equals(number(value)))
}
