//! Suggestions of the form "did you mean …?".

/// Returns the text `did you mean …?` for the known word nearest to `word`, if one is near.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|near| format!("did you mean `{near}`?"))
}

/// Returns the known word nearest to `word` by edit distance, if one is near.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.to_lowercase().chars().take(40).collect();
    let allowed = 1 + letters.len() / 4;
    known
        .into_iter()
        // The edit distance is at least the difference of the lengths.
        .filter(|candidate| candidate.chars().count().abs_diff(letters.len()) <= allowed)
        .map(|candidate| (distance(&letters, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= allowed && distance < candidate.chars().count().max(letters.len())
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns Damerau's edit distance in its restricted form: insertions, deletions, replacements and
/// exchanges of adjacent letters.
fn distance(word: &[char], candidate: &str) -> usize {
    let candidate: Vec<char> = candidate.chars().collect();
    let width = candidate.len() + 1;
    let mut table = vec![0; (word.len() + 1) * width];
    for row in 0..=word.len() {
        for column in 0..width {
            let at = row * width + column;
            if row == 0 || column == 0 {
                table[at] = row + column;
                continue;
            }
            let replaced = table[at - width - 1] + usize::from(word[row - 1] != candidate[column - 1]);
            let mut best = replaced.min(table[at - 1] + 1).min(table[at - width] + 1);
            if row > 1
                && column > 1
                && word[row - 1] == candidate[column - 2]
                && word[row - 2] == candidate[column - 1]
            {
                best = best.min(table[at - 2 * width - 2] + 1);
            }
            table[at] = best;
        }
    }
    table[table.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["move", "heaps", "players"];
        assert_eq!(nearest("mvoe", known), Some("move"));
        assert_eq!(nearest("heap", known), Some("heaps"));
        assert_eq!(nearest("Player", known), Some("players"));
        assert_eq!(nearest("kayles", known), None);
        assert_eq!(nearest("", known), None);
    }
}
