//! Numerations whose digits have vectors of their own: those of Ostrowski with longer periods, and
//! those of Fraenkel for two parameters.

use super::{Arithmetic, MAX_DIGITS, Numeration};

impl Numeration {
    /// Returns the p-system of the slope [1; a₁, …, a_r, a₁, …] with a period (Ostrowski, 1922;
    /// Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982). It has
    /// p₋₁ = p₀ = 1 and pₙ = aₙpₙ₋₁ + pₙ₋₂. The places eₙ of a number are at most aₙ₊₁, and a place that is
    /// aₙ₊₁ is followed by 0.
    /// A *digit* is a block of r places, e_{r−1} … e₀. The blocks are numbered in lexicographic
    /// order, so that the value of a last block is its number.
    ///
    /// A period that repeats a shorter one gives the same numeration as the shorter one, and one of
    /// a single coefficient is [`ostrowski`](Self::ostrowski). `None` if there is no period, a
    /// coefficient is 0, or there are more than 16 blocks (that is, if p_r > 16).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// // √3 = [1; 1, 2, 1, 2, …]: 1, 2 | 5, 7 | 19, 26 | …, and 6 = 5 + 1.
    /// let root = Numeration::ostrowski_period(&[1, 2]).unwrap();
    /// assert_eq!(root.word_small(6), [1, 1]);
    /// assert_eq!(root.digits(), 5);
    /// assert_eq!(Numeration::ostrowski_period(&[3, 3]), Numeration::ostrowski(3));
    /// ```
    #[must_use]
    pub fn ostrowski_period(period: &[u32]) -> Option<Self> {
        let whole = |&length: &usize| {
            period.len().is_multiple_of(length) && period.iter().zip(&period[length..]).all(|(a, b)| a == b)
        };
        let period = &period[..(1..=period.len()).find(whole)?];
        if let &[a] = period {
            return Self::ostrowski(a);
        }
        let limit = u32::try_from(MAX_DIGITS).ok()?;
        if period.contains(&0) || period.len() > MAX_DIGITS {
            return None;
        }
        // pₙ = x p₀ + y p₋₁, for n from −1 on.
        let mut places: Vec<[u32; 2]> = vec![[0, 1], [1, 0]];
        for &a in period {
            let [.., [x2, y2], [x1, y1]] = places[..] else { return None };
            let next = [a.checked_mul(x1)?.checked_add(x2)?, a.checked_mul(y1)?.checked_add(y2)?];
            places.push(next);
            if next[0].checked_add(next[1])? > limit {
                return None;
            }
        }
        let [.., [c, d], [a, b]] = places[..] else { return None };
        // The running values are x p₀ + y p₋₁ and x, summed over the places.
        let rows = [[c + d, a + b - c - d], [c, a - c]];
        let blocks = blocks(period);
        let means = |block: &Vec<u32>| block.iter().zip(&places[1..]).map(|(e, place)| e * place[0]).sum();
        let second = blocks.iter().map(means).collect();
        let row = |state: u8| {
            let after = |block: &Vec<u32>| {
                let follows = state == 0 || block.last() == Some(&0);
                follows.then(|| u8::from(block[0] == period[0]))
            };
            blocks.iter().map(after).collect()
        };
        Self::from_matrix(rows, second, vec![row(0), row(1)]).ok()
    }

    /// Returns the numeration of Fraenkel's games with two parameters (*Heap games, numeration
    /// systems and sequences*, Annals of Combinatorics 2, 1998), for s, t ≥ 1 with s + t ≤ 16. It
    /// has U₀ = 1, U₁ = s + t, Uₙ = (s + t − 1)Uₙ₋₁ + s Uₙ₋₂, digits up to s + t − 1, and after the
    /// largest one only digits below s. With s = 1 it is [`ostrowski(t)`](Self::ostrowski).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// // 1, 4, 14: 13 = 3 · 4 + 1, as 3 · 4 + 2 would be 14.
    /// let numeration = Numeration::fraenkel(2, 2).unwrap();
    /// assert_eq!(numeration.word_small(13), [3, 1]);
    /// assert_eq!(numeration.word_small(14), [1, 0, 0]);
    /// ```
    #[must_use]
    pub fn fraenkel(s: u32, t: u32) -> Option<Self> {
        let digits = s.checked_add(t).filter(|&digits| s > 0 && t > 0 && digits <= 16)?;
        let row = |state: u32| {
            let after = |digit: u32| match state {
                0 => Some(u8::from(digit + 1 == digits)),
                _ => (digit < s).then_some(0),
            };
            (0..digits).map(after).collect()
        };
        Self::from_matrix([[digits - 1, 1], [s, 0]], (0..digits).collect(), vec![row(0), row(1)]).ok()
    }

    /// The period of the slope, if this is a p-system whose digits are blocks of places.
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// let numeration: Numeration = "ostrowski(1,2)".parse().unwrap();
    /// assert_eq!(numeration.as_ostrowski_period(), Some(vec![1, 2]));
    /// assert_eq!(Numeration::ostrowski(2).unwrap().as_ostrowski_period(), None);
    /// ```
    #[must_use]
    pub fn as_ostrowski_period(&self) -> Option<Vec<u32>> {
        let Some(Arithmetic::Matrix(matrix)) = self.arithmetic() else { return None };
        let [[_, _], [c, d]] = matrix.rows;
        // (d + c) / c = [a_r; …, a₁], where the last coefficient may also be one less and a 1.
        let (mut above, mut below, mut period) = (c + d, c, Vec::new());
        while below > 0 {
            period.insert(0, above / below);
            (above, below) = (below, above % below);
        }
        let mut split = period.clone();
        split[0] = split[0].saturating_sub(1);
        split.insert(0, 1);
        [period, split].into_iter().find(|period| Self::ostrowski_period(period).as_ref() == Some(self))
    }

    /// The places of each digit, the most significant one first, if digits are the [blocks of a
    /// period](Self::ostrowski_period).
    ///
    /// ```
    /// use bouton_core::Numeration;
    ///
    /// let root = Numeration::ostrowski_period(&[1, 2]).unwrap();
    /// assert_eq!(root.blocks().unwrap(), [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]]);
    /// ```
    #[must_use]
    pub fn blocks(&self) -> Option<Vec<Vec<u32>>> {
        let all = blocks(&self.as_ostrowski_period()?).into_iter();
        Some(all.map(|block| block.into_iter().rev().collect()).collect())
    }

    /// Returns (s, t), if this numeration has the digits of [Fraenkel's games](Self::fraenkel) and
    /// s ≥ 2.
    #[must_use]
    pub fn as_fraenkel(&self) -> Option<(u32, u32)> {
        let Some(Arithmetic::Matrix(matrix)) = self.arithmetic() else { return None };
        let [[a, _], [s, _]] = matrix.rows;
        let t = (a + 1).checked_sub(s)?;
        (Self::fraenkel(s, t).as_ref() == Some(self)).then_some((s, t))
    }
}

/// The blocks e₀, …, e_{r−1} of places, in lexicographic order of e_{r−1}, …, e₀.
fn blocks(period: &[u32]) -> Vec<Vec<u32>> {
    let mut blocks: Vec<Vec<u32>> = vec![Vec::new()];
    for &most in period.iter().rev() {
        let longer = blocks.iter().flat_map(|above: &Vec<u32>| {
            // The place that follows a place of the largest value.
            let place_above = period.len() - above.len();
            let full = above.first().is_some_and(|&e| period.get(place_above) == Some(&e));
            (0..=if full { 0 } else { most }).map(|e| [&[e], &above[..]].concat())
        });
        blocks = longer.collect();
    }
    blocks
}
