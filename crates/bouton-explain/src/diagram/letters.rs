//! Sets of letters in few words.

use bouton_core::Numeration;

/// The number of letters for `tracks` coordinates.
///
/// # Panics
///
/// If no law has this number of coordinates.
pub(super) fn letters_of(numeration: &Numeration, tracks: usize) -> usize {
    numeration.alphabet(tracks).expect("as many coordinates as a law may have").letters()
}

/// A set of letters, described by digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// All letters, of this number of coordinates.
    Any(usize),
    /// The letters with these numbers of ones.
    Ones(Vec<usize>),
    /// Boxes: for each a set of digits of each coordinate.
    Boxes(Vec<Vec<Vec<u8>>>),
}

impl Letters {
    /// The description of a set of letters.
    pub(crate) fn of(numeration: &Numeration, letters: &[usize], tracks: usize) -> Self {
        if letters.len() == letters_of(numeration, tracks) {
            return Self::Any(tracks);
        }
        if let Some(ones) = numbers_of_ones(numeration, letters, tracks) {
            return Self::Ones(ones);
        }
        // The boxes are merged greedily, two by two.
        let digit = |letter, track| vec![numeration.digit(letter, track)];
        let mut boxes: Vec<Vec<Vec<u8>>> =
            letters.iter().map(|&letter| (0..tracks).map(|track| digit(letter, track)).collect()).collect();
        while let Some((i, j, merged)) = mergeable(&boxes) {
            boxes.remove(i);
            boxes.remove(j);
            boxes.push(merged);
        }
        // The last coordinate has the highest weight, as in the numbers of letters.
        boxes.sort_by_cached_key(|digits| {
            let least = digits.iter().rev().map(|digits| digits[0]);
            let counts = digits.iter().rev().map(Vec::len);
            (least.collect::<Vec<_>>(), counts.collect::<Vec<_>>())
        });
        Self::Boxes(boxes)
    }

    /// The set in few words: the digits of the coordinates in their order, `*` for any digit; or the
    /// number of ones.
    pub(crate) fn text(&self, numeration: &Numeration) -> String {
        match self {
            Self::Any(1) => "any digit".to_owned(),
            Self::Any(_) => "any digits".to_owned(),
            Self::Ones(ones) => {
                let numbers: Vec<String> = ones.iter().map(ToString::to_string).collect();
                let plural = if *ones == [1] { "one" } else { "ones" };
                format!("{} {plural}", numbers.join(" or "))
            }
            Self::Boxes(boxes) => {
                let word =
                    |digits: &Vec<Vec<u8>>| digits.iter().map(|digits| word(numeration, digits)).collect();
                boxes.iter().map(word).collect::<Vec<String>>().join(", ")
            }
        }
    }

    /// The first set of several digits, but not all, of a coordinate.
    pub(crate) fn several(&self, numeration: &Numeration) -> Option<&[u8]> {
        let Self::Boxes(boxes) = self else { return None };
        let several = |digits: &&Vec<u8>| digits.len() > 1 && digits.len() < numeration.digits();
        boxes.iter().flatten().find(several).map(Vec::as_slice)
    }
}

/// A set of letters in few words, see [`Letters::text`].
pub(crate) fn letters(numeration: &Numeration, letters: &[usize], tracks: usize) -> String {
    Letters::of(numeration, letters, tracks).text(numeration)
}

/// The numbers of ones of the letters, if the set consists of all letters with these numbers.
fn numbers_of_ones(numeration: &Numeration, letters: &[usize], tracks: usize) -> Option<Vec<usize>> {
    if tracks < 2 || numeration.largest_digit() > 1 {
        return None;
    }
    let mut by_ones = vec![0usize; tracks + 1];
    for &letter in letters {
        *by_ones.get_mut(usize::try_from(numeration.digit_sum(letter)).ok()?)? += 1;
    }
    let mut binomial = 1usize;
    for (ones, &count) in by_ones.iter().enumerate() {
        if count != 0 && count != binomial {
            return None;
        }
        binomial = binomial * (tracks - ones) / (ones + 1);
    }
    Some((0..=tracks).filter(|&ones| by_ones[ones] > 0).collect())
}

/// Two boxes that differ in one coordinate only, the later first, and their union.
fn mergeable(boxes: &[Vec<Vec<u8>>]) -> Option<(usize, usize, Vec<Vec<u8>>)> {
    for i in 0..boxes.len() {
        for j in 0..i {
            let mut differ = (0..boxes[i].len()).filter(|&track| boxes[i][track] != boxes[j][track]);
            if let (Some(track), None) = (differ.next(), differ.next()) {
                let mut merged = boxes[i].clone();
                merged[track].extend(&boxes[j][track]);
                merged[track].sort_unstable();
                return Some((i, j, merged));
            }
        }
    }
    None
}

/// A set of digits: a single digit, `*` for all, else in brackets.
fn word(numeration: &Numeration, digits: &[u8]) -> String {
    match digits {
        &[digit] => sign(digit).to_string(),
        _ if digits.len() == numeration.digits() => "*".to_owned(),
        _ => format!("[{}]", digits.iter().map(|&digit| sign(digit)).collect::<String>()),
    }
}

/// A digit as one character, so that several in a row can be distinguished: A is ten, F fifteen.
pub(crate) fn sign(digit: u8) -> char {
    char::from_digit(u32::from(digit), 36).map_or('?', |sign| sign.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use bouton_core::Numeration;

    fn letters(letters: &[usize], tracks: usize) -> String {
        super::letters(&Numeration::binary(), letters, tracks)
    }

    #[test]
    fn letters_are_cubes_or_numbers_of_ones() {
        assert_eq!(letters(&[0, 1, 2, 3], 2), "any digits");
        assert_eq!(letters(&[0, 1], 1), "any digit");
        assert_eq!(letters(&[0, 3, 5, 6], 3), "0 or 2 ones");
        assert_eq!(letters(&[1, 2], 2), "1 ones".replace("ones", "one"));
        assert_eq!(letters(&[0, 2], 2), "0*");
        assert_eq!(letters(&[0, 1, 7], 3), "*00, 111");
    }

    #[test]
    fn each_digit_is_one_sign() {
        let hexadecimal: Numeration = "16".parse().unwrap();
        // 1 of the first and 11 of the second coordinate, 11 of the first and 1 of the second.
        assert_eq!(super::letters(&hexadecimal, &[1 + 16 * 11], 2), "1B");
        assert_eq!(super::letters(&hexadecimal, &[11 + 16], 2), "B1");
        assert_eq!(super::letters(&hexadecimal, &[10, 11], 1), "[AB]");
    }
}
