//! The 𝒢ₙ-value: binary representations added modulo n without carrying.

use std::fmt;

use super::PileForm;

/// 𝒢ₙ of a form (Definition 2.5 for n = 3): each binary place of the piles
/// summed modulo n. Serialised as `{"players": 3, "digits": [1,2,1,0,0]}`, most
/// significant digit first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DigitSum {
    players: u32,
    /// Least significant first, without leading zeros.
    places: Vec<u32>,
}

/// The 𝒢ₙ-value of a form for n = `players` (Definition 2.5; Li 1978). Cost:
/// linear in the digits.
///
/// With fewer than 1 player the value is that of one player, 0.
///
/// ```
/// use bouton_theory::podium::{PileForm, digit_sum};
///
/// // Example 2.6
/// let value = digit_sum(&"15,14,23,5".parse::<PileForm>().unwrap(), 3);
/// assert_eq!(value.to_string(), "12100");
/// ```
#[must_use]
pub fn digit_sum(form: &PileForm, players: u32) -> DigitSum {
    let players = players.max(1);
    let mut places = vec![0; usize::try_from(form.digits()).unwrap_or(usize::MAX)];
    for pile in form.piles() {
        for (bit, place) in (0u64..pile.bits()).zip(&mut places) {
            if pile.bit(bit) {
                *place = (*place + 1) % players;
            }
        }
    }
    DigitSum::from_places(players, places)
}

impl DigitSum {
    fn from_places(players: u32, mut places: Vec<u32>) -> Self {
        while places.last() == Some(&0) {
            places.pop();
        }
        Self { players, places }
    }

    /// The number of players: the base of the representation.
    #[must_use]
    pub fn players(&self) -> u32 {
        self.players
    }

    /// The digits, least significant first; empty for 0.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The digits as they are written, most significant first; `[0]` for 0.
    #[must_use]
    pub fn digits(&self) -> Vec<u32> {
        if self.places.is_empty() { vec![0] } else { self.places.iter().rev().copied().collect() }
    }

    /// The digit at a place, counted from 0 for the units.
    #[must_use]
    pub fn place(&self, place: usize) -> u32 {
        self.places.get(place).copied().unwrap_or(0)
    }

    /// Whether all digits are 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.places.is_empty()
    }

    /// The place and the digit of the left-most non-zero digit (lmd of
    /// Section 2), if there is one.
    #[must_use]
    pub fn leading(&self) -> Option<(usize, u32)> {
        self.places.last().map(|&digit| (self.places.len() - 1, digit))
    }

    /// The sum without carrying with another value for as many players.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let places = (0..self.places.len().max(other.places.len()))
            .map(|place| self.add(self.place(place), other.place(place)))
            .collect();
        Self::from_places(self.players, places)
    }

    fn add(&self, one: u32, other: u32) -> u32 {
        let sum = (u64::from(one) + u64::from(other)) % u64::from(self.players);
        u32::try_from(sum).unwrap_or(0)
    }

    /// The value that must be added to get 0.
    #[must_use]
    pub fn negated(&self) -> Self {
        let places = self.places.iter().map(|digit| (self.players - digit) % self.players).collect();
        Self::from_places(self.players, places)
    }

    /// The value with these digits, least significant first, each below
    /// `players`.
    pub(crate) fn of_places(players: u32, places: Vec<u32>) -> Self {
        Self::from_places(players, places)
    }

    /// The addition written in columns as in Example 2.6: one row of binary digits for each pile,
    /// right-aligned, then the sum.
    ///
    /// ```
    /// use bouton_theory::podium::{PileForm, digit_sum};
    ///
    /// let form: PileForm = "2,3".parse().unwrap();
    /// assert_eq!(digit_sum(&form, 3).columns(&form), ["11", "10", "21"]);
    /// ```
    #[must_use]
    pub fn columns(&self, form: &PileForm) -> Vec<String> {
        let mut rows: Vec<String> = form.piles().iter().map(|pile| pile.to_str_radix(2)).collect();
        let sum = self.to_string();
        let width = rows.iter().map(String::len).max().unwrap_or(1).max(sum.len());
        rows.push(format!("{sum:0>width$}"));
        rows.iter().map(|row| format!("{row:>width$}")).collect()
    }
}

impl fmt::Display for DigitSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = if self.players > 10 { "." } else { "" };
        let digits: Vec<String> = self.digits().iter().map(ToString::to_string).collect();
        f.write_str(&digits.join(part))
    }
}
