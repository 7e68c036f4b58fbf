//! Sets of letters in few words.

/// A set of letters in few words: digits of the coordinates, the first first,
/// `*` for either digit; or by the number of ones.
pub(crate) fn letters(letters: &[usize], tracks: usize) -> String {
    if letters.len() == 1 << tracks {
        return "any digits".to_owned();
    }
    // All letters with certain numbers of ones?
    let mut by_ones = vec![0usize; tracks + 1];
    for letter in letters {
        by_ones[letter.count_ones() as usize] += 1;
    }
    let mut binomial = 1usize;
    let mut whole = true;
    for (ones, &count) in by_ones.iter().enumerate() {
        whole &= count == 0 || count == binomial;
        binomial = binomial * (tracks - ones) / (ones + 1);
    }
    if whole && tracks > 1 {
        let numbers: Vec<String> =
            (0..=tracks).filter(|&ones| by_ones[ones] > 0).map(|ones| ones.to_string()).collect();
        let plural = if numbers == ["1"] { "one" } else { "ones" };
        return format!("{} {plural}", numbers.join(" or "));
    }
    // Cubes, merged greedily two by two.
    let mut cubes: Vec<(usize, usize)> = letters.iter().map(|&letter| (letter, 0)).collect();
    loop {
        let mut merged = None;
        'search: for i in 0..cubes.len() {
            for j in 0..i {
                let (a, b) = (cubes[i], cubes[j]);
                if a.1 == b.1 && (a.0 ^ b.0).is_power_of_two() {
                    merged = Some((i, j, (a.0 & b.0, a.1 | (a.0 ^ b.0))));
                    break 'search;
                }
            }
        }
        let Some((i, j, cube)) = merged else { break };
        cubes.remove(i);
        cubes.remove(j);
        cubes.push(cube);
    }
    cubes.sort_unstable();
    let words: Vec<String> = cubes
        .iter()
        .map(|&(value, free)| {
            (0..tracks)
                .map(|track| match (free >> track & 1, value >> track & 1) {
                    (1, _) => '*',
                    (_, 1) => '1',
                    _ => '0',
                })
                .collect()
        })
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_are_cubes_or_numbers_of_ones() {
        assert_eq!(letters(&[0, 1, 2, 3], 2), "any digits");
        assert_eq!(letters(&[0, 3, 5, 6], 3), "0 or 2 ones");
        assert_eq!(letters(&[1, 2], 2), "1 ones".replace("ones", "one"));
        assert_eq!(letters(&[0, 2], 2), "0*");
        assert_eq!(letters(&[0, 1, 7], 3), "*00, 111");
    }
}
