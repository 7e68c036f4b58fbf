//! Sequences in text.

use std::fmt::Display;

use bouton_sequence::{write_b_file, write_in_lines};

use super::lazily::lazily;
use crate::document::{Against, Difference, Sequence, SequenceStatistics};

/// The values in lines of twenty and the period, or a b-file: a line `n g(n)` for each heap.
#[must_use]
pub fn sequence(found: &Sequence, bfile: bool) -> impl Display {
    lazily(move |f| match bfile {
        true => write_b_file(&found.values, f),
        false => {
            write_in_lines(&found.values, 20, f)?;
            f.write_str(&match &found.period {
                None => "no period is seen in these values; `bouton prove` looks further where a theorem covers the game\n".to_owned(),
                Some(period) => {
                    let saltus = if period.saltus == 0 {
                        String::new()
                    } else {
                        format!(", saltus {}", period.saltus)
                    };
                    let (length, preperiod) = (period.length, period.preperiod);
                    format!("period {length} from {preperiod}{saltus}\n{}\n", period.theorem)
                }
            })?;
            found.statistics.as_ref().map_or(Ok(()), |found| f.write_str(&statistics(found)))
        }
    })
}

fn statistics(of: &SequenceStatistics) -> String {
    let SequenceStatistics { largest, largest_at, mask, rare, last_rare } = of;
    let last = last_rare.map_or(String::new(), |last| format!(", the last at {last}"));
    let (heaps, are) = if *rare == 1 { ("heap", "is") } else { ("heaps", "are") };
    format!(
        "largest value {largest}, first at {largest_at}\nsparse space of the mask {mask:b}: {rare} {heaps} beside the empty one {are} rare{last}\n"
    )
}

/// The comparison of values with a list.
#[must_use]
pub fn against(found: &Against) -> String {
    let Against { list, first, last, difference } = found;
    match difference {
        None => format!("{list} agrees from n = {first} to n = {last}\n"),
        Some(Difference { n, grundy, listed }) => {
            format!("{list} differs first at n = {n}: g({n}) = {grundy}, and the list has {listed}\n")
        }
    }
}
