//! Heaps of consecutive sizes: triangles and trapezoids.

/// The nim-sum 1 ⊕ 2 ⊕ … ⊕ n: n, 1, n + 1, 0 as n ≡ 0, 1, 2, 3 (mod 4).
///
/// ```
/// use bouton_theory::nim::nim_sum_up_to;
///
/// assert_eq!(nim_sum_up_to(6), 1 ^ 2 ^ 3 ^ 4 ^ 5 ^ 6);
/// ```
#[must_use]
pub fn nim_sum_up_to(n: u64) -> u64 {
    match n % 4 {
        0 => n,
        1 => 1,
        // No overflow: 2⁶⁴ - 1 is ≡ 3.
        2 => n + 1,
        _ => 0,
    }
}

/// Whether one heap of each size from `smallest` to `largest` is a lost
/// position.
///
/// By [`nim_sum_up_to`], exactly if the smallest heap is even and the number of heaps is a multiple
/// of 4, or the smallest heap is 1 and the largest is ≡ 3 (mod 4). "Nim", blog post of 9 April
/// 2021, notes the first as an observation; it is a theorem. No heaps at all (`smallest > largest`)
/// are lost.
///
/// ```
/// use bouton_theory::nim::consecutive_heaps_are_lost;
///
/// assert!(consecutive_heaps_are_lost(2, 9));
/// assert!(!consecutive_heaps_are_lost(3, 6));
/// ```
#[must_use]
pub fn consecutive_heaps_are_lost(smallest: u64, largest: u64) -> bool {
    if smallest > largest {
        return true;
    }
    match smallest {
        0 | 1 => largest % 4 == 3 || largest == 0,
        _ => smallest.is_multiple_of(2) && (largest - smallest) % 4 == 3,
    }
}

/// The sizes n ≤ `upto` for which the triangle 1, 2, …, n is a lost position:
/// 0 and the numbers 4k - 1.
pub fn triangles(upto: u64) -> impl Iterator<Item = u64> {
    std::iter::once(0).chain((3..=upto).step_by(4))
}

/// The lost trapezoids (smallest and largest heap; consecutive sizes, none
/// below 2 and none above `upto`), in the order of smallest, then largest heap.
///
/// ```
/// use bouton_theory::nim::trapezoids;
///
/// assert_eq!(trapezoids(20).count(), 20);
/// assert_eq!(trapezoids(9).collect::<Vec<_>>(), [(2, 5), (2, 9), (4, 7), (6, 9)]);
/// ```
pub fn trapezoids(upto: u64) -> impl Iterator<Item = (u64, u64)> {
    (2..=upto).step_by(2).flat_map(move |smallest| {
        let first = smallest.saturating_add(3);
        (first..=upto).step_by(4).map(move |largest| (smallest, largest))
    })
}
