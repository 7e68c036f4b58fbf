//! Formulas on the page: all are written by the writer of theorems, so that they look alike.

use bouton::{
    Convention, Valuation, Value,
    prose::{Formula, Text},
    words,
};
use maud::{Markup, PreEscaped, html};

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

/// What the letters of the outcomes mean.
pub(crate) fn letters(convention: Convention) -> Markup {
    let outcomes: Value = match convention {
        Convention::Normal | Convention::Misere => 2,
        Convention::Podium { players } => players.into(),
        Convention::Coalition => 4,
    };
    html! {
        @for value in 0..outcomes {
            @let outcome = Valuation::provable(convention).outcome_of(value).to_string();
            " " span.outcome data-outcome=(outcome) { (outcome) } " " (words::meaning(convention, value)) "."
        }
    }
}
