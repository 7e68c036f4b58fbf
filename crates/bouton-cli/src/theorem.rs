//! A proved law as a sentence.

use bouton::CheckedLaw;

use crate::words;

/// The theorem that a checked law states, in words.
pub(crate) fn of_law(law: &CheckedLaw) -> String {
    let claimed = law.law();
    bouton::explain::explain(law.ruleset(), claimed.valuation, &claimed.automaton).theorem()
}

/// The name of the game and how it is won, as theorems begin.
pub(crate) fn subject(law: &CheckedLaw) -> String {
    let name = if law.game().name().is_empty() {
        format!("`{}`", words::one_line(&law.game().text()))
    } else {
        law.game().name().to_owned()
    };
    let ruleset = law.ruleset();
    let size = match ruleset.space() {
        bouton::Space::Heaps => words::counted(ruleset.dimension(), "heap"),
        bouton::Space::HeapSizes => format!("heap sizes 1..{}", ruleset.dimension()),
        bouton::Space::Counters => format!("counters {}", ruleset.coordinates().join(", ")),
    };
    format!("{name} ({size}, {})", words::convention_name(ruleset.convention()))
}
