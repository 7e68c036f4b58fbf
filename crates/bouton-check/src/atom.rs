//! One linear condition, decided digit by digit.

/// What is asked of L + c, where L is a linear form and c a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    NotPositive,
    Zero,
    Congruent { modulus: i64, residue: i64 },
}

/// A condition on numbers whose digits are read most significant first.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    kind: Kind,
    /// The homogeneous part L: slots of the letter, and coefficients.
    terms: Vec<(usize, i64)>,
    constant: i64,
    /// A: what L can lose with one digit at most.
    loss: i64,
    /// B: what L can gain with one digit at most.
    gain: i64,
}

/// What is known of an atom at some prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Running {
    /// L at the prefixes (reduced, for a congruence).
    Number(i64),
    /// The condition holds whatever digits follow.
    True,
    /// The condition fails whatever digits follow.
    False,
}

impl Atom {
    pub(crate) fn new(kind: Kind, terms: Vec<(usize, i64)>, constant: i64) -> Self {
        let gain = terms.iter().map(|term| term.1.max(0)).sum();
        let loss = terms.iter().map(|term| (-term.1).max(0)).sum();
        Self { kind, terms, constant, loss, gain }
    }

    /// At the prefix 0 of everything.
    pub(crate) fn start(&self) -> Running {
        self.settle(0)
    }

    /// After one more digit of everything: bit k of `letter` is the digit of slot k.
    pub(crate) fn append(&self, running: Running, letter: usize) -> Running {
        match running {
            Running::Number(value) => self.settle(
                self.terms
                    .iter()
                    .filter(|(slot, _)| letter >> slot & 1 == 1)
                    .fold(2 * value, |sum, (_, coefficient)| sum + coefficient),
            ),
            mark => mark,
        }
    }

    /// Whether the condition holds if no digit follows.
    pub(crate) fn holds(&self, running: Running) -> bool {
        match (running, self.kind) {
            (Running::True, _) => true,
            (Running::False, _) => false,
            (Running::Number(value), Kind::NotPositive) => value + self.constant <= 0,
            (Running::Number(value), Kind::Zero) => value + self.constant == 0,
            (Running::Number(value), Kind::Congruent { modulus, residue }) => {
                (value + self.constant).rem_euclid(modulus) == residue
            }
        }
    }

    /// Puts a mark where later digits cannot change the truth: from `loss` on a
    /// value does not fall, from `-gain` down it does not rise. So undecided
    /// values stay between the extremes of `loss`, `-gain` and `-constant`.
    fn settle(&self, value: i64) -> Running {
        let sum = value + self.constant;
        let above = value >= self.loss && sum > 0;
        match self.kind {
            Kind::Congruent { modulus, .. } => Running::Number(value.rem_euclid(modulus)),
            Kind::NotPositive if above => Running::False,
            Kind::NotPositive if value <= -self.gain && sum <= 0 => Running::True,
            Kind::Zero if above || (value <= -self.gain && sum < 0) => Running::False,
            _ => Running::Number(value),
        }
    }
}
