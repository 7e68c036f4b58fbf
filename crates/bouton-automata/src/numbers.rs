//! The numbers of items by their hashes.

use bouton_core::State;

/// The error that there are more states than allowed, or more than can be numbered.
///
/// ```
/// use bouton_automata::{TooManyStates, Worklist};
///
/// let mut work = Worklist::new(1);
/// work.meet('a').unwrap();
/// assert_eq!(work.meet('b'), Err(TooManyStates { limit: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} states are needed")]
pub struct TooManyStates {
    /// The most states allowed.
    pub limit: usize,
}

/// A hash table from items to their numbers. It does not contain the items, so it is compiled once for items of every type.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// For each place, a part of the hash of an item and the item's number plus 1; twice 0 if the place is free. The length
    /// is 0 or a power of two.
    places: Vec<(u32, u32)>,
    count: usize,
}

/// The length of the first table.
const FIRST: usize = 16;

impl Numbers {
    /// Returns the number of an item, and whether the number is new.
    ///
    /// # Errors
    ///
    /// [`TooManyStates`] if the item is new and there are as many items as allowed.
    pub(crate) fn meet(
        &mut self,
        hash: u64,
        limit: usize,
        is_item: &dyn Fn(usize) -> bool,
    ) -> Result<(State, bool), TooManyStates> {
        // At least half of the places are free.
        if self.places.len() <= 2 * self.count {
            self.grow();
        }
        let place = match self.find(hash, is_item) {
            Ok(number) => return Ok((number, false)),
            Err(place) => place,
        };
        let too_many = TooManyStates { limit };
        if self.count >= limit {
            return Err(too_many);
        }
        let after = u32::try_from(self.count + 1).map_err(|_| too_many)?;
        self.places[place] = (tag(hash), after);
        self.count += 1;
        Ok((after - 1, true))
    }

    /// Returns the number of an item, or the place for it.
    pub(crate) fn find(&self, hash: u64, is_item: &dyn Fn(usize) -> bool) -> Result<State, usize> {
        let tag = tag(hash);
        let mut place = tag as usize;
        loop {
            place &= self.places.len().wrapping_sub(1);
            match self.places.get(place) {
                None | Some((_, 0)) => return Err(place),
                Some(&(other, after)) if other == tag && is_item(after as usize - 1) => return Ok(after - 1),
                Some(_) => place += 1,
            }
        }
    }

    /// The number of items.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    fn grow(&mut self) {
        let length = (2 * self.places.len()).max(FIRST);
        let places = std::mem::replace(&mut self.places, vec![(0, 0); length]);
        for (tag, after) in places.into_iter().filter(|place| place.1 > 0) {
            let mut place = tag as usize & (length - 1);
            while self.places[place].1 > 0 {
                place = (place + 1) & (length - 1);
            }
            self.places[place] = (tag, after);
        }
    }
}

/// The part of a hash that determines the place.
fn tag(hash: u64) -> u32 {
    let [a, b, c, d, e, f, g, h] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes([e, f, g, h])
}
