//! Misère quotients: finite commutative monoids with a part P.

/// The number of an element of a quotient; 0 is the identity.
pub type QuotientElement = u16;

/// A misère quotient: the values of sums of heaps in misère play, for heaps up to some size.
///
/// Two positions have the same value, an element, if they have the same outcome in every sum with a
/// third one (Plambeck, *Taming the wild in impartial combinatorial games*, 2005; Plambeck and
/// Siegel, *Misère quotients for impartial games*, 2008).
///
/// ```
/// use bouton_core::Quotient;
///
/// // Heaps of one object: an even number of them is won, an odd number lost.
/// let ones = Quotient::new(vec![0, 1, 1, 0], vec![false, true], vec![0, 1])?;
/// assert!(ones.is_lost(&[1, 1, 1]) && !ones.is_lost(&[1, 1]));
/// assert!(ones.is_tame());
/// # Ok::<(), bouton_core::QuotientFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    products: Vec<QuotientElement>,
    lost: Vec<bool>,
    values: Vec<QuotientElement>,
}

/// An error in the tables of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuotientFault {
    /// There are no elements, or more than can be numbered.
    #[error("{0} elements: there must be 1 to 65,535")]
    Order(usize),
    /// The table of products has another number of entries.
    #[error("{found} products of {order} elements")]
    Products {
        /// The number of entries found.
        found: usize,
        /// The number of elements.
        order: usize,
    },
    /// A number is not an element.
    #[error("{element} is not one of the {order} elements")]
    Element {
        /// The number.
        element: QuotientElement,
        /// The number of elements.
        order: usize,
    },
    /// The value of the empty heap is not the identity.
    #[error("the heap of 0 objects is worth the identity, 0")]
    Empty,
}

impl Quotient {
    /// Creates a quotient from its table of products (a row for each element), the elements that
    /// are lost, and the values of the heaps of 0, 1, … objects. It does not check that this is a
    /// monoid, or the quotient of a game.
    ///
    /// # Errors
    ///
    /// [`QuotientFault`] for tables that do not fit together.
    pub fn new(
        products: Vec<QuotientElement>,
        lost: Vec<bool>,
        values: Vec<QuotientElement>,
    ) -> Result<Self, QuotientFault> {
        let order = lost.len();
        if order == 0 || order > usize::from(QuotientElement::MAX) {
            return Err(QuotientFault::Order(order));
        }
        if products.len() != order * order {
            return Err(QuotientFault::Products { found: products.len(), order });
        }
        if let Some(&element) = products.iter().chain(&values).find(|&&element| usize::from(element) >= order)
        {
            return Err(QuotientFault::Element { element, order });
        }
        if values.first() != Some(&0) {
            return Err(QuotientFault::Empty);
        }
        Ok(Self { order, products, lost, values })
    }

    /// Returns the quotient of a game without heaps: its only position is empty, and the player to
    /// move wins it.
    #[must_use]
    pub fn trivial() -> Self {
        Self { order: 1, products: vec![0], lost: vec![false], values: vec![0] }
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements: the value of the sum of two positions.
    ///
    /// # Panics
    ///
    /// If one is not an element.
    #[must_use]
    pub fn product(&self, x: QuotientElement, y: QuotientElement) -> QuotientElement {
        self.products[usize::from(x) * self.order + usize::from(y)]
    }

    /// The elements of lost positions.
    pub fn lost_elements(&self) -> impl Iterator<Item = QuotientElement> + '_ {
        (0..).zip(&self.lost).filter(|(_, lost)| **lost).map(|(element, _)| element)
    }

    /// Whether the positions with this value are lost for the player to move.
    ///
    /// # Panics
    ///
    /// If it is not an element.
    #[must_use]
    pub fn is_lost_element(&self, element: QuotientElement) -> bool {
        self.lost[usize::from(element)]
    }

    /// The largest heap whose value is known.
    #[must_use]
    pub fn largest(&self) -> u32 {
        u32::try_from(self.values.len() - 1).unwrap_or(u32::MAX)
    }

    /// The values Φ of the heaps of 0, 1, … objects.
    #[must_use]
    pub fn values(&self) -> &[QuotientElement] {
        &self.values
    }

    /// The value of a position.
    ///
    /// # Panics
    ///
    /// If a heap is above [`largest`](Self::largest).
    #[must_use]
    pub fn value(&self, position: &[u32]) -> QuotientElement {
        position.iter().fold(0, |all, &heap| self.product(all, self.values[heap as usize]))
    }

    /// Whether the player to move loses.
    ///
    /// # Panics
    ///
    /// As [`value`](Self::value).
    #[must_use]
    pub fn is_lost(&self, position: &[u32]) -> bool {
        self.is_lost_element(self.value(position))
    }

    /// Returns the same quotient with the values of fewer heaps: those below `count`, and the value
    /// of 0.
    #[must_use]
    pub fn first(mut self, count: usize) -> Self {
        self.values.truncate(count.max(1));
        self
    }

    /// Adds the value of the next heap.
    ///
    /// # Panics
    ///
    /// If it is not an element.
    pub fn push(&mut self, value: QuotientElement) {
        assert!(usize::from(value) < self.order, "{value} is one of {} elements", self.order);
        self.values.push(value);
    }

    /// Whether this is the quotient of misère Nim with heaps below some power of two. Then the
    /// strategy of Nim wins the game: play Nim until that would leave only heaps of one object.
    ///
    /// These quotients are the monoid of one element; two elements 1 and a with a² = 1, of which a
    /// is lost; and for n ≥ 2 a group of 2ⁿ elements, each of which is its own inverse, beside 1
    /// and a, where a and the identity of that group are lost (Plambeck and Siegel's 𝒯ₙ).
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let lost: Vec<QuotientElement> = self.lost_elements().collect();
        let involution = |a: QuotientElement| a != 0 && self.product(a, a) == 0;
        match (self.order, &lost[..]) {
            (1, []) => true,
            (2, &[a]) => involution(a),
            (6.., &[x, y]) if (self.order - 2).is_power_of_two() => {
                let Some((a, e)) = [(x, y), (y, x)].into_iter().find(|&(a, _)| involution(a)) else {
                    return false;
                };
                let group = (0..).take(self.order).filter(|&x| x != 0 && x != a);
                let in_group = |x: QuotientElement| self.product(x, x) == e && self.product(x, e) == x;
                group.into_iter().all(in_group)
                    && !matches!(self.product(e, a), x if x == 0 || x == a || x == e)
            }
            _ => false,
        }
    }
}
