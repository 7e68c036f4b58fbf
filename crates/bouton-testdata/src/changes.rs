//! Certificates with changes, which a checker has to refuse unless what they claim is true.

/// The lines of a certificate after a change of each, without its identity.
///
/// ```
/// use bouton_testdata::changes::changed_lines;
///
/// let changed = changed_lines("law 1\nid sha256:0\n", |line| line.replace('1', "2"));
/// assert_eq!(changed, "law 2\n");
/// ```
#[must_use]
pub fn changed_lines(certificate: &str, change: impl Fn(&str) -> String) -> String {
    let body = certificate.lines().filter(|line| !line.starts_with("id "));
    body.map(|line| change(line) + "\n").collect()
}

/// The certificate of a law with letters, without its identity, with one number of the law changed by one: each number,
/// once lowered and once raised.
///
/// ```
/// use bouton_testdata::changes::changed_numbers;
///
/// let law = "bouton certificate with letters 1\n| heaps 1\nin 4,-1 value 0\n";
/// let changed = changed_numbers(law);
/// assert_eq!(changed.len(), 6);
/// assert!(changed[2].ends_with("| heaps 1\nin 4,-2 value 0\n"));
/// ```
#[must_use]
pub fn changed_numbers(certificate: &str) -> Vec<String> {
    let lines: Vec<String> = changed_lines(certificate, str::to_owned).lines().map(str::to_owned).collect();
    (0..lines.len())
        .filter(|&number| is_of_law(&lines[number]))
        .flat_map(|number| of_line(&lines, number))
        .collect()
}

/// Whether a line has numbers of the law, and not of the rules or the heading.
fn is_of_law(line: &str) -> bool {
    !["|", "law", "bouton"].iter().any(|word| line.starts_with(word))
}

/// The certificates in which one number of a line is another.
fn of_line(lines: &[String], number: usize) -> Vec<String> {
    let words: Vec<&str> = lines[number].split_inclusive([' ', ',']).collect();
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let digits = word.trim_end_matches([' ', ',']);
        let Ok(value) = digits.parse::<i64>() else { continue };
        for step in [-1, 1] {
            let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            words[at] = format!("{}{}", value + step, &word[digits.len()..]);
            let mut lines = lines.to_vec();
            lines[number] = words.concat();
            all.push(lines.join("\n") + "\n");
        }
    }
    all
}
