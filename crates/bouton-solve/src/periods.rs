//! Assumed periods of coordinates.

use std::collections::BTreeMap;

/// A coordinate that is reduced modulo `period` from `preperiod` on.
///
/// ```
/// use bouton_solve::PeriodicCoordinate;
///
/// let odd_or_even = PeriodicCoordinate { preperiod: 3, period: 2 };
/// assert_eq!(odd_or_even.reduce(2), 2);
/// assert_eq!(odd_or_even.reduce(100), 4);
/// assert_eq!(odd_or_even.classes(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodicCoordinate {
    /// The first periodic value.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
}

impl PeriodicCoordinate {
    /// The common period of both: the later preperiod, the least common multiple of the periods.
    ///
    /// ```
    /// use bouton_solve::PeriodicCoordinate;
    ///
    /// let (two, three) = (
    ///     PeriodicCoordinate { preperiod: 1, period: 2 },
    ///     PeriodicCoordinate { preperiod: 4, period: 3 },
    /// );
    /// assert_eq!(two.with(three), PeriodicCoordinate { preperiod: 4, period: 6 });
    /// ```
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (mut divisor, mut rest) = (self.period, other.period);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self {
            preperiod: self.preperiod.max(other.preperiod),
            period: (self.period / divisor.max(1)).saturating_mul(other.period),
        }
    }

    /// The number of classes: they are 0, 1, …, preperiod + period − 1.
    ///
    /// ```
    /// use bouton_solve::PeriodicCoordinate;
    ///
    /// let parity = PeriodicCoordinate { preperiod: 3, period: 2 }; // 0, 1, 2, then odd or even
    /// assert_eq!(parity.classes(), 5);
    /// ```
    #[must_use]
    pub fn classes(self) -> u64 {
        self.preperiod.saturating_add(self.period)
    }

    /// The least value of the same class.
    ///
    /// ```
    /// use bouton_solve::PeriodicCoordinate;
    ///
    /// let parity = PeriodicCoordinate { preperiod: 3, period: 2 }; // 0, 1, 2, then odd or even
    /// assert_eq!([2, 3, 99, 100].map(|n| parity.reduce(n)), [2, 3, 3, 4]);
    /// ```
    #[must_use]
    pub fn reduce(self, value: u64) -> u64 {
        if value < self.preperiod + self.period {
            value
        } else {
            self.preperiod + (value - self.preperiod) % self.period
        }
    }
}

/// The periods that are assumed in a game's values.
///
/// ```
/// use bouton_solve::{PeriodicCoordinate, Periods};
///
/// let mut periods = Periods::none(2, 1); // two coordinates, one control state
/// assert!(!periods.is_closed(0));
/// periods.controls[0] = vec![Some(PeriodicCoordinate { preperiod: 0, period: 4 }); 2];
/// assert!(periods.is_closed(0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Periods {
    /// For each control state, the period of each coordinate.
    pub controls: Vec<Vec<Option<PeriodicCoordinate>>>,
    /// Further periods within some classes of the coordinates that are [in
    /// common](Self::in_common). The key is the representative of the class, with 0 for the other
    /// coordinates.
    pub within: BTreeMap<Vec<u64>, Vec<Option<PeriodicCoordinate>>>,
}

impl Periods {
    /// No periods, in a game with these numbers of coordinates and control states.
    ///
    /// ```
    /// let periods = bouton_solve::Periods::none(2, 1);
    /// assert_eq!(periods.controls, [[None, None]]);
    /// ```
    #[must_use]
    pub fn none(dimension: usize, controls: usize) -> Self {
        Self { controls: vec![vec![None; dimension]; controls], within: BTreeMap::new() }
    }

    /// Whether each coordinate is periodic in a control state.
    #[must_use]
    pub fn is_closed(&self, control: usize) -> bool {
        self.controls[control].iter().all(Option::is_some)
    }

    /// The periods common to all control states that are not periodic in all coordinates.
    ///
    /// ```
    /// use bouton_solve::{PeriodicCoordinate, Periods};
    ///
    /// let mut periods = Periods::none(2, 2);
    /// let odd = Some(PeriodicCoordinate { preperiod: 0, period: 2 });
    /// periods.controls[0] = vec![odd, odd];
    /// periods.controls[1] = vec![odd, None];
    /// assert_eq!(periods.in_common(), [odd, None]); // the first control state is closed
    /// ```
    #[must_use]
    pub fn in_common(&self) -> Vec<Option<PeriodicCoordinate>> {
        let open = (0..self.controls.len()).filter(|&control| !self.is_closed(control));
        combined(open.map(|control| &self.controls[control]))
    }

    /// The periods common to all control states.
    ///
    /// ```
    /// use bouton_solve::{PeriodicCoordinate, Periods};
    ///
    /// let mut periods = Periods::none(2, 2);
    /// let odd = Some(PeriodicCoordinate { preperiod: 0, period: 2 });
    /// periods.controls[0] = vec![odd, odd];
    /// periods.controls[1] = vec![odd, None];
    /// assert_eq!(periods.common_to_all(), [odd, None]);
    /// ```
    #[must_use]
    pub fn common_to_all(&self) -> Vec<Option<PeriodicCoordinate>> {
        combined(self.controls.iter())
    }
}

/// The periods common to all of these lists; none if there are no lists.
pub(crate) fn combined<'a>(
    mut lists: impl Iterator<Item = &'a Vec<Option<PeriodicCoordinate>>>,
) -> Vec<Option<PeriodicCoordinate>> {
    let mut common = lists.next().cloned().unwrap_or_default();
    for other in lists {
        for (common, other) in common.iter_mut().zip(other) {
            *common = (*common).zip(*other).map(|(one, other)| one.with(other));
        }
    }
    common
}

/// Appends the representative of a class of these coordinates, with 0 for the others.
///
/// ```
/// use bouton_solve::{PeriodicCoordinate, class_of};
///
/// let (parity, mut class) = (Some(PeriodicCoordinate { preperiod: 0, period: 2 }), Vec::new());
/// class_of(&[parity, None, parity], &[7, 7, 6], &mut class);
/// assert_eq!(class, [1, 0, 0]);
/// ```
pub fn class_of(common: &[Option<PeriodicCoordinate>], coordinates: &[u64], class: &mut Vec<u64>) {
    let of = |(&x, periodic): (&u64, &Option<PeriodicCoordinate>)| periodic.map_or(0, |p| p.reduce(x));
    class.extend(coordinates.iter().zip(common).map(of));
}
