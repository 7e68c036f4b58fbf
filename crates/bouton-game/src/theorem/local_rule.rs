//! The rule that determines the values of positions by those of their options, in words.

use bouton_core::Valuation;

/// The rule in two halves: what no move does, and which moves there are.
pub(crate) struct LocalRule {
    /// What the rule determines.
    of: &'static str,
    /// Whether a Nim heap stands beside the positions.
    nim_heap: bool,
    /// The moves that do not exist, as a sentence.
    pub(super) closed: String,
    /// The moves that exist, as a sentence.
    pub(super) reply: String,
}

impl LocalRule {
    /// The rule of a valuation; with `nim_heap` the values are Grundy values, as the sizes of a Nim heap beside the position.
    pub(crate) fn new(valuation: Valuation, nim_heap: bool) -> Self {
        let (of, closed, reply): (_, &str, &str) = match valuation {
            _ if nim_heap => (
                "the outcomes of positions with a Nim heap beside them",
                "With a Nim heap beside each position, no move in the position or in the Nim heap leads from a P-position to a P-position",
                "From every N-position with a Nim heap beside it some move leads to a P-position",
            ),
            Valuation::NormalOutcome => (
                "the outcomes",
                "No move leads from a P-position to a P-position",
                "From every N-position some move leads to a P-position",
            ),
            Valuation::MisereOutcome | Valuation::MisereOutcomeAndEnd => (
                "the outcomes",
                "No move leads from a P-position to a P-position, and from every P-position there is a move",
                "From every N-position that has a move some move leads to a P-position",
            ),
            Valuation::Podium { players: 3 } => (
                "the outcomes",
                "No move leads from a P-position to a P- or an N-position, or from an O-position to a P-position",
                "From every N-position some move leads to a P-position, and from every O-position some move leads to an N-position",
            ),
            Valuation::Podium { players } => {
                return Self {
                    of: "the values",
                    nim_heap,
                    closed: format!(
                        "No move leads from a position of value 0 to one of a value below {}, or from a position of a value v ≥ 2 to one of a value below v − 1",
                        i32::from(players) - 1
                    ),
                    reply:
                        "From every position of a value v ≥ 1 some move leads to a position of value v − 1"
                            .to_owned(),
                };
            }
            Valuation::Coalition => (
                "the outcomes",
                "Every move from a P-position leads to an O-position, every move from an O-position leads to an N-position, and no move leads from a Q-position to a P-position",
                "From every N-position some move leads to a P-position, from every O-position there is a move, and from every Q-position some move leads to an N- or a Q-position and some move to an O- or a Q-position",
            ),
            Valuation::Grundy => (
                "the Grundy values",
                "No move leads from a position to a position with the same Grundy value",
                "From every position of Grundy value g and for every k < g some move leads to a position of Grundy value k",
            ),
            Valuation::Remoteness => (
                "the lengths of play",
                "No move leads from a position of an even length to one of an even or of a greater length, or from a position of an odd length d to one of an even length below d − 1",
                "From every position of a length d ≥ 1 some move leads to a position of length d − 1",
            ),
        };
        Self { of, nim_heap, closed: closed.to_owned(), reply: reply.to_owned() }
    }

    /// The values that follow from those with a Nim heap, if the rule is about these, as a sentence.
    pub(super) fn values_of_nim_heaps(&self) -> &'static str {
        match self.nim_heap {
            true => " The Grundy value of a position is the size of the Nim heap beside which it is P.",
            false => "",
        }
    }

    /// The reason why a law with both properties is right, as a sentence.
    pub(crate) fn determines(&self) -> String {
        let continued = |text: &str| {
            let mut characters = text.chars();
            characters
                .next()
                .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
        };
        format!(
            "Every play ends, so only {} have these properties: {}; {}.",
            self.of,
            continued(&self.closed),
            continued(&self.reply)
        )
    }
}
