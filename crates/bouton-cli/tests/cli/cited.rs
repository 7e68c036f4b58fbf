//! Statements of printed sources (`testdata/*.toml`), confirmed by the program.

use bouton_testdata::cases;

use crate::program::json;

/// The number of positions of each claim that are tested: each is a run of the program.
const MOST: usize = 2;

#[test]
fn the_program_says_what_the_sources_say() {
    for case in cases() {
        for claim in &case.positions {
            let small =
                |at: &&bouton::Position| at.to_small().is_some_and(|x| x.iter().all(|heap| *heap < 30));
            for at in claim.at.iter().filter(small).rev().take(MOST) {
                let (status, document) = json(&["solve", &case.rules, &at.to_string()]);
                let context = format!("{}: {at}, {}", case.name, claim.source);
                assert_eq!(status, 0, "{context}");
                if let Some(outcome) = claim.outcome {
                    assert_eq!(document["outcome"], outcome.to_string(), "{context}");
                }
                for (field, said) in [("grundy", claim.grundy), ("remoteness", claim.remoteness)] {
                    if let Some(said) = said {
                        assert_eq!(document[field], said, "{field}, {context}");
                    }
                }
            }
        }
        let Some(said) = case.sequence else { continue };
        let (status, document) = json(&["sequence", &case.rules, "--upto", "300"]);
        assert_eq!(status, 0, "{}", case.name);
        for (n, value) in said.values.iter().enumerate() {
            assert_eq!(document["values"][n], *value, "g({n}) of {}: {}", case.name, said.source);
        }
        if let Some(period) = said.period {
            let found = &document["period"];
            assert_eq!(found["length"], period.length, "{}: {}", case.name, said.source);
            assert_eq!(found["preperiod"], period.preperiod, "{}: {}", case.name, said.source);
            assert_eq!(found["proved"], true, "{}: {}", case.name, said.source);
        }
    }
}
