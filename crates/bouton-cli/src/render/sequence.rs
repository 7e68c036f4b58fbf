//! Sequences in text.

use std::fmt::Write;

use bouton::document::Sequence;

use crate::commands::sequence::Format;

pub(crate) fn sequence(found: &Sequence, format: Format) -> String {
    let mut text = String::new();
    match format {
        Format::Bfile => {
            for (heap, value) in found.values.iter().enumerate() {
                let _ = writeln!(text, "{heap} {value}");
            }
        }
        Format::Csv => {
            text.push_str("n,grundy\n");
            for (heap, value) in found.values.iter().enumerate() {
                let _ = writeln!(text, "{heap},{value}");
            }
        }
        _ => {
            for line in found.values.chunks(20) {
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{}", line.join(" "));
            }
            text.push_str(&match &found.period {
                None => "no period is seen\n".to_owned(),
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
