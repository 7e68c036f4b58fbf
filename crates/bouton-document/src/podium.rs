//! Three-player Nim with podium rule.

use bouton_theory::podium::{
    self, CoalitionSums, DigitSum, EquivalenceClass, LinkedOption, Outcome, PileForm, Representation,
};

use super::Number;

documents! {
    /// The value of a sum of piles.
    pub struct PodiumValue {
        /// The piles, largest first.
        pub form: Vec<Number>,
        /// The number of players.
        pub players: u32,
        /// The digit sum, most significant place first.
        pub digits: Vec<u32>,
        /// The outcome; for other than three players `P` or null.
        pub outcome: Option<String>,
        /// The linked options, for three players.
        pub linked: Option<Vec<PodiumLink>>,
    }

    /// A linked option.
    pub struct PodiumLink {
        /// The pile.
        pub pile: Number,
        /// The size of the pile after the move.
        pub to: Number,
    }

    /// The outcome of a sum of piles.
    pub struct PodiumOutcome {
        /// The piles.
        pub form: Vec<Number>,
        /// The outcome.
        pub outcome: String,
    }

    /// The linked options of a sum of piles.
    pub struct PodiumLinkedPiles {
        /// The piles.
        pub form: Vec<Number>,
        /// The linked options: the moves that win.
        pub linked: Vec<PodiumLink>,
        /// A move that brings the second place.
        pub second_place: Option<PodiumSecondPlace>,
        /// The outcome.
        pub outcome: String,
    }

    /// A move that brings the second place.
    pub struct PodiumSecondPlace {
        /// The pile.
        pub from: Number,
        /// The size of the pile after the move.
        pub to: Number,
    }

    /// Whether two sums of piles are equal.
    pub struct PodiumEqual {
        /// Whether they are equal.
        pub equal: bool,
        /// The reason.
        pub reason: String,
        /// A sum that distinguishes them when added to both.
        pub distinguisher: Option<Vec<Number>>,
        /// The outcomes of the two sums.
        pub outcomes: Option<[String; 2]>,
    }

    /// The canonical form of a sum of piles.
    pub struct PodiumCanonical {
        /// The piles.
        pub form: Vec<Number>,
        /// The canonical form, largest pile first.
        pub canonical: Vec<Number>,
    }

    /// The reductions of a sum of piles.
    pub struct PodiumReduce {
        /// The piles.
        pub form: Vec<Number>,
        /// The reductions, one after the other.
        pub steps: Vec<PodiumStep>,
        /// The result of the last reduction.
        pub last: Vec<Number>,
        /// The canonical form.
        pub canonical: Vec<Number>,
        /// Whether they end there.
        pub reaches_canonical: bool,
    }

    /// A reduction.
    pub struct PodiumStep {
        /// `R1` or `R2`.
        pub rule: String,
        /// The piles before.
        pub from: Vec<Number>,
        /// The piles after.
        pub to: Vec<Number>,
    }

    /// The classes of equal sums of piles.
    pub struct PodiumClasses {
        /// The classes.
        pub classes: Vec<PodiumClass>,
    }

    /// A class of equal sums of piles.
    pub struct PodiumClass {
        /// Its canonical form.
        pub canonical: Vec<Number>,
        /// Its digit sum.
        pub digits: Vec<u32>,
        /// Its outcome.
        pub outcome: String,
        /// Its members.
        pub members: Vec<Vec<Number>>,
    }

    /// An impartial form for three players.
    pub struct PodiumForm {
        /// The form.
        pub form: String,
        /// Its outcome.
        pub outcome: String,
        /// Whether it equals a sum of piles, and what shows it; under the podium rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub equal_to_piles: Option<PodiumRepresentation>,
    }

    /// Whether a form equals a sum of piles.
    #[serde(tag = "status", rename_all = "kebab-case")]
    pub enum PodiumRepresentation {
        /// The form equals a sum of piles.
        Equal {
            /// The canonical form.
            form: Vec<Number>,
        },
        /// The form equals no sum of piles: it has an outcome that no sum of piles has.
        NoneProved {
            /// A sum that makes it a P-position when added.
            zero_with: Vec<Number>,
            /// The value that an equal sum of piles would have.
            value: PodiumDigitSum,
            /// A sum that shows the contradiction when added.
            added: Vec<Number>,
            /// The outcome with that added.
            outcome: String,
            /// The outcomes that a sum of piles of that value may have.
            possible: Vec<String>,
        },
        /// The form equals no sum of piles: the required links contradict each other.
        NoneProvedByLinks {
            /// A sum that makes it a P-position when added.
            zero_with: Vec<Number>,
            /// The value that an equal sum of piles would have.
            value: PodiumDigitSum,
            /// A sum with which some pile must be linked.
            linked_with: Option<Vec<Number>>,
            /// Sums with which no pile may be linked.
            not_linked_with: Vec<Vec<Number>>,
        },
        /// The question is not decided.
        Candidates {
            /// The forms that agree with it in all sums tried.
            forms: Vec<Vec<Number>>,
            /// The sums that were tried.
            bounds: PodiumBounds,
        },
        /// No sum of piles within the bounds is equal to the form.
        NoneWithin {
            /// The sums that were tried.
            bounds: PodiumBounds,
        },
    }

    /// A digit sum.
    pub struct PodiumDigitSum {
        /// The number of players.
        pub players: u32,
        /// The digits, most significant place first.
        pub digits: Vec<u32>,
    }

    /// The sums of piles that were tried.
    pub struct PodiumBounds {
        /// The most piles.
        pub piles: usize,
        /// The largest pile.
        pub largest: u64,
        /// The most positions examined.
        pub positions: usize,
    }

    /// The classes of Propp that a sum of two forms can have.
    pub struct PodiumCoalitions {
        /// The number of forms examined.
        pub forms: usize,
        /// The classes that were found.
        pub sums: Vec<PodiumCoalitionSum>,
    }

    /// Classes of two forms and of their sum, with an example.
    pub struct PodiumCoalitionSum {
        /// The class of one form.
        pub left: String,
        /// The class of the other.
        pub right: String,
        /// The class of the sum.
        pub sum: String,
        /// The forms.
        pub example: [String; 2],
    }

    /// Whether a sum of piles is a P-position of Moore's game of several players.
    pub struct PodiumMoore {
        /// The piles.
        pub form: Vec<Number>,
        /// The number of players.
        pub players: u32,
        /// The number of piles from which a move may take.
        pub piles: u32,
        /// Whether it is a P-position.
        pub p_position: bool,
    }
}

fn piles(form: &PileForm) -> Vec<Number> {
    form.piles().iter().map(Number::from).collect()
}

fn links(options: &[LinkedOption]) -> Vec<PodiumLink> {
    let link = |option: &LinkedOption| PodiumLink { pile: (&option.pile).into(), to: (&option.to).into() };
    options.iter().map(link).collect()
}

impl PodiumValue {
    /// The value of a sum of piles; for three players, with outcome and linked options.
    #[must_use]
    pub fn new(form: &PileForm, players: u32) -> Self {
        let three = players == 3;
        // Li's theorem states when the value is 0, and no more.
        let lost = podium::is_p_position(form, players).then(|| "P".to_owned());
        Self {
            form: piles(form),
            players,
            digits: podium::digit_sum(form, players).digits(),
            outcome: if three { Some(podium::outcome(form).to_string()) } else { lost },
            linked: three.then(|| links(&podium::linked_options(form))),
        }
    }
}

impl PodiumOutcome {
    /// The outcome of a sum of piles.
    #[must_use]
    pub fn new(form: &PileForm) -> Self {
        Self { form: piles(form), outcome: podium::outcome(form).to_string() }
    }
}

impl PodiumLinkedPiles {
    /// The linked options of a sum of piles.
    #[must_use]
    pub fn new(form: &PileForm) -> Self {
        let second = podium::second_place_move(form);
        Self {
            form: piles(form),
            linked: links(&podium::linked_options(form)),
            second_place: second
                .map(|found| PodiumSecondPlace { from: found.from.into(), to: found.to.into() }),
            outcome: podium::outcome(form).to_string(),
        }
    }
}

impl From<&podium::Equality> for PodiumEqual {
    fn from(found: &podium::Equality) -> Self {
        Self {
            equal: found.equal,
            reason: found.reason.to_string(),
            distinguisher: found.distinguisher.as_ref().map(piles),
            outcomes: found.outcomes.map(|both| both.map(|outcome| outcome.to_string())),
        }
    }
}

impl PodiumCanonical {
    /// A sum of piles and its canonical form.
    #[must_use]
    pub fn new(form: &PileForm, canonical: &PileForm) -> Self {
        Self { form: piles(form), canonical: piles(canonical) }
    }
}

impl PodiumReduce {
    /// A sum of piles and its reductions.
    #[must_use]
    pub fn new(form: &PileForm, found: &podium::Reduction) -> Self {
        let step = |step: &podium::ReductionStep| PodiumStep {
            rule: step.rule.to_string(),
            from: piles(&step.from),
            to: piles(&step.to),
        };
        Self {
            form: piles(form),
            steps: found.steps.iter().map(step).collect(),
            last: piles(&found.last),
            canonical: piles(&found.canonical),
            reaches_canonical: found.reaches_canonical,
        }
    }
}

impl From<&[EquivalenceClass]> for PodiumClasses {
    fn from(found: &[EquivalenceClass]) -> Self {
        let class = |class: &EquivalenceClass| PodiumClass {
            canonical: piles(&class.canonical),
            digits: class.value.digits(),
            outcome: class.outcome.to_string(),
            members: class.members.iter().map(piles).collect(),
        };
        Self { classes: found.iter().map(class).collect() }
    }
}

impl From<&DigitSum> for PodiumDigitSum {
    fn from(sum: &DigitSum) -> Self {
        Self { players: sum.players(), digits: sum.digits() }
    }
}

impl From<&podium::RepresentationBounds> for PodiumBounds {
    fn from(bounds: &podium::RepresentationBounds) -> Self {
        Self { piles: bounds.piles, largest: bounds.largest, positions: bounds.positions }
    }
}

impl From<&Representation> for PodiumRepresentation {
    fn from(found: &Representation) -> Self {
        let all = |forms: &[PileForm]| forms.iter().map(piles).collect();
        match found {
            Representation::Equal { form } => Self::Equal { form: piles(form) },
            Representation::NoneProved { zero_with, value, added, outcome, possible } => Self::NoneProved {
                zero_with: piles(zero_with),
                value: value.into(),
                added: piles(added),
                outcome: outcome.to_string(),
                possible: possible.iter().map(Outcome::to_string).collect(),
            },
            Representation::NoneProvedByLinks { zero_with, value, linked_with, not_linked_with } => {
                Self::NoneProvedByLinks {
                    zero_with: piles(zero_with),
                    value: value.into(),
                    linked_with: linked_with.as_ref().map(piles),
                    not_linked_with: all(not_linked_with),
                }
            }
            Representation::Candidates { forms, bounds } => {
                Self::Candidates { forms: all(forms), bounds: bounds.into() }
            }
            Representation::NoneWithin { bounds } => Self::NoneWithin { bounds: bounds.into() },
        }
    }
}

impl From<&CoalitionSums> for PodiumCoalitions {
    fn from(found: &CoalitionSums) -> Self {
        let sums = found.sums.iter().map(|sum| PodiumCoalitionSum {
            left: sum.left.clone(),
            right: sum.right.clone(),
            sum: sum.sum.clone(),
            example: sum.example.each_ref().map(ToString::to_string),
        });
        Self { forms: found.forms, sums: sums.collect() }
    }
}

impl PodiumMoore {
    /// The document of whether a sum of piles is a P-position; `None` if the modulus exceeds 2³².
    #[must_use]
    pub fn new(form: &PileForm, players: u32, from: u32) -> Option<Self> {
        let p_position = podium::moore_is_p_position(form, players, from)?;
        Some(Self { form: piles(form), players, piles: from, p_position })
    }
}
