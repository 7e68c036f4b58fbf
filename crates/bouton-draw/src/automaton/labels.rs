//! The labels of edges: short ones verbatim, long ones as numbers that the legend explains.

use super::super::font;

/// The size of labels, and the height of a line.
pub(super) const SIZE: f64 = 11.0;
pub(super) const LINE: f64 = 13.0;
/// The greatest width and number of lines of a label outside the legend.
const WIDEST: f64 = 96.0;
const MOST_LINES: usize = 2;

/// The labels of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// The meanings of the numbers, 1 first.
    pub(super) long: Vec<String>,
}

impl Labels {
    /// The lines of a label.
    pub(super) fn lines(&mut self, label: &str) -> Vec<String> {
        let lines = broken(label);
        if lines.len() <= MOST_LINES {
            return lines;
        }
        let known = self.long.iter().position(|one| one == label);
        let index = known.unwrap_or_else(|| {
            self.long.push(label.to_owned());
            self.long.len() - 1
        });
        vec![name(index)]
    }
}

/// The name of a long label.
pub(super) fn name(index: usize) -> String {
    format!("[{}]", index + 1)
}

/// A label in lines, broken after commas.
fn broken(label: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let parts: Vec<&str> = label.split(", ").collect();
    for (index, part) in parts.iter().enumerate() {
        let part = if index + 1 < parts.len() { format!("{part},") } else { (*part).to_owned() };
        let longer = lines.last().map(|last| format!("{last} {part}"));
        match (lines.last_mut(), longer) {
            (Some(last), Some(longer)) if font::width(&longer, SIZE) <= WIDEST => *last = longer,
            _ => lines.push(part),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_broken_and_long_ones_named() {
        let mut labels = Labels::default();
        assert_eq!(labels.lines("*00, 111"), ["*00, 111"]);
        assert_eq!(labels.lines("**01*, 1*110, 0*011, 00000").len(), 2);
        let long = vec!["01010"; 40].join(", ");
        assert_eq!(labels.lines(&long), ["[1]"]);
        assert_eq!(labels.lines("1 one"), ["1 one"]);
        assert_eq!(labels.lines(&long), ["[1]"]);
        assert_eq!(labels.lines(&vec!["11010"; 40].join(", ")), ["[2]"]);
        assert_eq!(labels.long.len(), 2);
    }
}
