//! A proved law as a sentence.

use bouton::CheckedLaw;

use crate::words;

/// The theorem of a checked law, whole, with its table if it has one.
pub(crate) fn whole(law: &CheckedLaw) -> String {
    let text = bouton::explain::explain(law.ruleset(), law.law()).text();
    // The first paragraph names the game and the value; the subject says it with the number of heaps.
    let (head, body) = text.split_once("\n\n").unwrap_or(("", &text));
    let about = head.split_once("): ").map_or("", |(_, about)| about);
    format!("Theorem. {}: {about}\n\n{}", subject(law), body.trim_end())
}

/// The theorem of a checked law in a sentence or two.
pub(crate) fn of_law(law: &CheckedLaw) -> String {
    bouton::explain::explain(law.ruleset(), law.law()).theorem()
}

/// The theorem of a period of single heaps.
pub(crate) fn of_period(length: u64, preperiod: u64) -> String {
    format!("g(n + {length}) = g(n) for all n ≥ {preperiod}, g(n) being the Grundy value of a heap of n.")
}

/// The name of the game and how it is won, as theorems begin.
pub(crate) fn subject(law: &CheckedLaw) -> String {
    let name = words::title(law.game());
    let ruleset = law.ruleset();
    let size = match ruleset.space() {
        bouton::Space::Heaps => words::counted(ruleset.dimension(), "heap"),
        bouton::Space::HeapSizes => format!("heap sizes 1..{}", ruleset.dimension()),
        bouton::Space::Counters => format!("counters {}", ruleset.coordinates().join(", ")),
    };
    format!("{name} ({size}, {})", words::convention_name(ruleset.convention()))
}
