//! A row of values as a few segments.

use bouton_core::Value;

/// The shape of the values of a segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// These values in turns; usually one.
    Values(Vec<i64>),
    /// Each is one more than the one before.
    Rising,
    /// Each is one less than the one before.
    Falling,
}

/// A segment of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) kind: Kind,
    /// The first place after the segment.
    pub(super) end: i64,
    /// The value minus the place, or plus it, for rising or falling values.
    pub(super) offset: i64,
}

/// Rows that rise or fall are at least as long.
const LEAST: usize = 4;
/// The most values that may alternate.
const TURNS: usize = 3;

/// The segments of a row, each as long as can be, from the left.
pub(super) fn segments(row: &[Value], slopes: bool) -> Vec<Segment> {
    let row: Vec<i64> = row.iter().map(|&value| i64::from(value)).collect();
    let mut segments = Vec::new();
    let mut begin = 0;
    while begin < row.len() {
        let run = |same: &dyn Fn(usize) -> bool, from: usize| {
            (begin + from..row.len()).take_while(|&place| same(place)).count() + from
        };
        let mut best = (run(&|place| row[place] == row[begin], 1), Kind::Values(vec![row[begin]]));
        for turns in 2..=TURNS.min(row.len() - begin) {
            let length = run(&|place| row[place] == row[place - turns], turns);
            if length > 2 * turns && length > best.0 + turns {
                best = (length, Kind::Values(row[begin..begin + turns].to_vec()));
            }
        }
        for (step, kind) in [(1, Kind::Rising), (-1, Kind::Falling)] {
            let length = run(&|place| row[place] == row[place - 1] + step, 1);
            if slopes && length >= LEAST && length > best.0 {
                best = (length, kind);
            }
        }
        let (length, kind) = best;
        // The callers' rows are short.
        let place = i64::try_from(begin).unwrap_or(i64::MAX);
        let offset = match kind {
            Kind::Values(_) => 0,
            Kind::Rising => row[begin] - place,
            Kind::Falling => row[begin] + place,
        };
        begin += length;
        segments.push(Segment { kind, end: i64::try_from(begin).unwrap_or(i64::MAX), offset });
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_parted_from_the_left() {
        let kinds = |row: &[Value]| -> Vec<(Kind, i64)> {
            segments(row, true).into_iter().map(|segment| (segment.kind, segment.end)).collect()
        };
        let constant = |value| Kind::Values(vec![value]);
        assert_eq!(kinds(&[0, 0, 1, 1, 1]), [(constant(0), 2), (constant(1), 5)]);
        assert_eq!(kinds(&[0, 1, 2, 3, 4]), [(Kind::Rising, 5)]);
        assert_eq!(kinds(&[0, 1, 0, 1, 0, 1, 2]), [(Kind::Values(vec![0, 1]), 6), (constant(2), 7)]);
        assert_eq!(segments(&[7, 6, 5, 4], true)[0].offset, 7);
    }
}
