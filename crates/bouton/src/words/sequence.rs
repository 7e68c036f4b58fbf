//! Sequences in text.

use std::fmt::Write;

use crate::document::Sequence;

/// The values in lines of twenty and the period, or a b-file: a line `n g(n)` for each heap.
#[must_use]
pub fn sequence(found: &Sequence, bfile: bool) -> String {
    let mut text = String::new();
    match bfile {
        true => {
            for (heap, value) in found.values.iter().enumerate() {
                let _ = writeln!(text, "{heap} {value}");
            }
        }
        false => {
            for line in found.values.chunks(20) {
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{}", line.join(" "));
            }
            text.push_str(&match &found.period {
                None => "no period is seen; `bouton prove` looks further\n".to_owned(),
                Some(period) => {
                    let saltus = if period.saltus == 0 {
                        String::new()
                    } else {
                        format!(", saltus {}", period.saltus)
                    };
                    let (length, preperiod) = (period.length, period.preperiod);
                    format!("period {length} from {preperiod}{saltus}\n{}\n", period.theorem)
                }
            });
        }
    }
    text
}
