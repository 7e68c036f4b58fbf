//! Genera: the Grundy values of a position and its sums with heaps of Nim, in normal and misère
//! play.

use std::fmt;

use bouton_core::{LimitReached, MemoryShare, Value, ValueSet, Watch};
use rustc_hash::FxHashMap;

use crate::{
    OptionTable,
    heaps::{Heaps, bytes},
};

/// The memory of an entry of the memo beside its position: the table is half empty, and doubles.
const ENTRY: u64 = 192;

/// The genus g^{g₀g₁g₂…} of a position G: g is its Grundy value, gₙ the misère Grundy value of the
/// sum of G and n heaps of two objects of Nim (Conway, *On Numbers and Games*, chapter 12;
/// Berlekamp, Conway and Guy, *Winning Ways*, chapter 13). The misère Grundy value of the end is 1;
/// otherwise it is the mex of those of the options.
///
/// From some n on, gₙ and gₙ₊₁ always differ by nim-adding 2; the digits are written up to the
/// first two of these.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{Genera, OptionTable};
///
/// let watch = Watch::unlimited();
/// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 9, &watch)?;
/// let mut genera = Genera::new(&kayles, &watch);
/// assert_eq!(genera.of(&[5])?.to_string(), "4^{146}");
/// assert_eq!(genera.of(&[2, 3])?.to_string(), "1^{13}");
/// assert!(genera.of(&[5])?.is_lost() == false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy value in normal play.
    pub grundy: Value,
    /// g₀, g₁, …: the last two alternate for ever.
    pub misere: Vec<Value>,
}

impl Genus {
    /// The misère Grundy value of the sum with n heaps of two objects of Nim.
    ///
    /// ```
    /// use bouton_misere::Genus;
    ///
    /// let genus = Genus { grundy: 2, misere: vec![2, 0] };
    /// assert_eq!([0, 1, 2, 3].map(|n| genus.digit(n)), [2, 0, 2, 0]);
    /// ```
    #[must_use]
    pub fn digit(&self, n: usize) -> Value {
        let last = self.misere.len() - 2;
        self.misere[if n < last { n } else { last + (n - last) % 2 }]
    }

    /// Whether the player to move loses in misère play.
    ///
    /// ```
    /// use bouton_misere::Genus;
    ///
    /// let one = Genus { grundy: 1, misere: vec![0, 3, 1] }; // a heap of one object
    /// assert!(one.is_lost());
    /// ```
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.misere[0] == 0
    }

    /// Whether a position of Nim has this genus: 0^{120}, 1^{031}, or g^{g(g⊕2)}.
    ///
    /// ```
    /// use bouton_misere::Genus;
    ///
    /// assert!(Genus { grundy: 2, misere: vec![2, 0] }.is_of_nim());
    /// assert!(!Genus { grundy: 4, misere: vec![1, 4, 6] }.is_of_nim()); // five pins of Kayles
    /// ```
    #[must_use]
    pub fn is_of_nim(&self) -> bool {
        match (self.grundy, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (g, &[first, second]) => g == first && second == g ^ 2,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{{", self.grundy)?;
        let wide = self.misere.iter().any(|digit| *digit > 9);
        for (index, digit) in self.misere.iter().enumerate() {
            let between = if wide && index > 0 { "," } else { "" };
            write!(f, "{between}{digit}")?;
        }
        f.write_str("}")
    }
}

/// Genera of the positions of a game, with a memo.
///
/// ```
/// use bouton_core::{TakeAndBreakCode, Watch};
/// use bouton_misere::{Genera, OptionTable};
///
/// let watch = Watch::unlimited();
/// let options = OptionTable::new(&TakeAndBreakCode::new(vec![0, 1, 3, 7])?, 10, &watch)?;
/// let genus = Genera::new(&options, &watch).of(&[3, 4])?;
/// assert_eq!(genus.to_string(), "2^{20}");
/// assert!(genus.is_of_nim() && !genus.is_lost());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Genera<'a> {
    options: &'a OptionTable,
    known: FxHashMap<Box<[u32]>, Genus>,
    watch: &'a Watch,
    held: MemoryShare,
}

impl<'a> Genera<'a> {
    /// Creates an empty memo.
    #[must_use]
    pub fn new(options: &'a OptionTable, watch: &'a Watch) -> Self {
        Self { options, known: FxHashMap::default(), watch, held: watch.hold_none() }
    }

    /// The genus of a position.
    ///
    /// # Errors
    ///
    /// A limit was reached: every reachable position is visited.
    ///
    /// # Panics
    ///
    /// If a heap is larger than those whose options are known.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::{TakeAndBreakCode, Watch};
    /// use bouton_misere::{Genera, OptionTable};
    ///
    /// let watch = Watch::unlimited();
    /// let kayles = OptionTable::new(&TakeAndBreakCode::new(vec![0, 7, 7])?, 5, &watch)?;
    /// assert_eq!(Genera::new(&kayles, &watch).of(&[1, 1])?.to_string(), "0^{120}"); // as no heaps
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&mut self, position: &[u32]) -> Result<Genus, LimitReached> {
        let start = self.options.simplest(position);
        let mut waiting = vec![start.clone()];
        // The most that positions waiting for their options have needed.
        let (mut stack, mut most) = (bytes(&start), 0);
        while let Some(position) = waiting.last() {
            if self.known.contains_key(&position[..]) {
                stack -= bytes(position);
                waiting.pop();
                continue;
            }
            let mut options: Vec<Heaps> = Vec::new();
            self.options.each(position, |option| options.push(self.options.simplest(option)));
            options.sort_unstable();
            options.dedup();
            self.watch.spend(1 + options.len() as u64)?;
            let before = waiting.len();
            for option in options.iter().filter(|option| !self.known.contains_key(&option[..])) {
                stack += bytes(option);
                waiting.push(option.clone());
            }
            // The options themselves are in memory, too.
            let now = stack + options.iter().map(|option| bytes(option)).sum::<u64>();
            if now > most {
                self.held.grow(now - most)?;
                most = now;
            }
            if waiting.len() > before {
                continue;
            }
            let position = waiting.pop().unwrap_or_default();
            stack -= bytes(&position);
            let genus = genus(options.iter().map(|option| &self.known[&option[..]]));
            self.held.grow(ENTRY + bytes(&position) + 4 * genus.misere.len() as u64)?;
            self.known.insert(position.into(), genus);
        }
        Ok(self.known[&start[..]].clone())
    }
}

/// The genus of a position by those of its options.
fn genus<'a>(options: impl Iterator<Item = &'a Genus> + Clone) -> Genus {
    let mex = |values: &mut dyn Iterator<Item = Value>| {
        let mut set = ValueSet::new();
        values.for_each(|value| set.insert(value));
        set.mex()
    };
    let grundy = mex(&mut options.clone().map(|option| option.grundy));
    let first = match options.clone().next() {
        None => 1,
        Some(_) => mex(&mut options.clone().map(|option| option.digit(0))),
    };
    let mut misere = vec![first];
    // From here on the digits of the options alternate.
    let settled = options.clone().map(|option| option.misere.len()).max().unwrap_or(0);
    loop {
        let n = misere.len();
        let last = misere[n - 1];
        // One of the heaps of two is left alone, or reduced to one object or none: with an
        // additional heap of one, the misère Grundy value is nim-added 1.
        let mut values = options.clone().map(|option| option.digit(n)).chain([last, last ^ 1]);
        misere.push(mex(&mut values));
        // The next digit follows from the last one and from n modulo 2 alone, so both alternate for
        // ever.
        if n > settled + 1 && misere[n] == misere[n - 2] && misere[n - 1] == misere[n - 3] {
            break;
        }
    }
    // The shortest form: the alternating digits are written once.
    while let &[.., before, _, last] = &misere[..] {
        if misere.len() == 2 || before != last {
            break;
        }
        misere.pop();
    }
    Genus { grundy, misere }
}

#[cfg(test)]
mod tests {
    use bouton_core::TakeAndBreakCode;

    use super::*;
    use crate::MisereOutcomes;

    #[test]
    fn genera_of_nim_are_those_of_the_books() {
        let watch = Watch::unlimited();
        let nim = TakeAndBreakCode::repeating(vec![0], vec![3]).unwrap();
        let options = OptionTable::new(&nim, 5, &watch).unwrap();
        let mut genera = Genera::new(&options, &watch);
        for (position, expected) in [
            (vec![], "0^{120}"),
            (vec![1], "1^{031}"),
            (vec![2], "2^{20}"),
            (vec![3], "3^{31}"),
            (vec![4], "4^{46}"),
            (vec![2, 2], "0^{02}"),
            (vec![2, 3], "1^{13}"),
            (vec![1, 2, 3], "0^{02}"),
        ] {
            let genus = genera.of(&position).unwrap();
            assert_eq!(genus.to_string(), expected, "{position:?}");
            assert!(genus.is_of_nim());
        }
    }

    /// The definition: sums with heaps of two of Nim, in one game.
    #[test]
    fn digits_are_misere_grundy_values_of_sums() {
        fn misere(options: &OptionTable, position: &[u32], twos: u32, one: bool) -> Value {
            let mut set = ValueSet::new();
            let mut any = twos > 0 || one;
            if one {
                set.insert(misere(options, position, twos, false));
            }
            if twos > 0 {
                // Two heaps of one are equivalent to none.
                set.insert(misere(options, position, twos - 1, one));
                set.insert(misere(options, position, twos - 1, !one));
            }
            options.each(position, |option| {
                any = true;
                set.insert(misere(options, option, twos, one));
            });
            if any { set.mex() } else { 1 }
        }
        let watch = Watch::unlimited();
        for digits in [vec![0, 7, 7], vec![4, 3], vec![0, 3, 1, 0, 2], vec![0, 1, 7]] {
            let options = OptionTable::new(&TakeAndBreakCode::new(digits).unwrap(), 5, &watch).unwrap();
            let mut genera = Genera::new(&options, &watch);
            let mut outcomes = MisereOutcomes::new(&options, &watch);
            for position in (0..=4).flat_map(|a| (0..=5 - a.max(2)).map(move |b| vec![a, b])) {
                let position: Heaps = position.into_iter().filter(|&heap| heap > 0).collect();
                let genus = genera.of(&position).unwrap();
                for n in 0..2 {
                    let value = misere(&options, &position, n, false);
                    assert_eq!(genus.digit(n as usize), value, "{position:?} {n}");
                }
                assert_eq!(genus.is_lost(), outcomes.is_lost(&position).unwrap());
            }
        }
    }
}
