//! Table 3.

use bouton_core::{LimitReached, Watch};
use serde::Deserialize;

use super::super::{
    Asker, Document, Format, Question, Verdict,
    found::{Found, Visit},
};
use crate::{
    Error, ErrorKind,
    document::{PassComparison, PassRow, PassTable, PassTableLine},
    theory::nim_with_a_pass::{compare_table, positions_with_objects, printed_table},
    words::pass as render,
};

/// Table 3 of Wong Oi Lin (2015), regenerated for any number of objects
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Table {
    /// The most objects
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = upto(), value_parser = clap::value_parser!(u64).range(1..=400))
    )]
    #[serde(default = "upto")]
    #[schemars(range(min = 1, max = 400))]
    pub upto: u64,
    /// Compare with the printed table
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub compare: bool,
}

/// The number of objects of the printed table.
fn upto() -> u64 {
    19
}

/// A `PassTable` whose rows are found while they are written.
#[derive(serde::Serialize)]
struct RowList<'a> {
    upto: u64,
    rows: &'a Found<'a, PassRow>,
}

impl Question for Table {
    const NAME: &'static str = "pass table3";
    const EXAMPLE: &'static str = r#"{"upto": 5}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"upto": 400}"#, r#"{"upto": 400, "compare": true}"#];
    const LARGE: &'static [&'static str] = &[r#"{"upto": 100}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<PassTable>(), Document::of::<PassComparison>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let watch = asker.watch();
        if self.compare {
            let printed = printed_table()
                .map_err(|error| Error::question(error.to_string()).of_kind(ErrorKind::Defect))?;
            let compared = compare_table(&printed, self.upto, &watch).map_err(Error::from)?;
            let found = PassComparison::from(&compared);
            asker.say(&render::comparison(&found), &found)?;
            return Ok(Verdict::Done);
        }
        if matches!(asker.format(), Format::Text | Format::Json) {
            let rows = Found::new(|visit: &mut Visit<'_, PassRow>| self.search(&watch, visit));
            let text = rows.text(|row, f| writeln!(f, "{}", render::line(row)));
            let said = asker.say(&text, &RowList { upto: self.upto, rows: &rows });
            rows.ended(said)?;
        } else {
            // The columns of the printed table.
            let lines = Found::new(|visit: &mut Visit<'_, PassTableLine>| self.search(&watch, visit));
            let said = asker.rows(&lines);
            lines.ended(said)?;
        }
        Ok(Verdict::Done)
    }
}

impl Table {
    /// Visits the rows of the table.
    fn search<R: From<PassRow>>(&self, watch: &Watch, visit: &mut Visit<'_, R>) -> Result<(), LimitReached> {
        for row in (1..=self.upto).flat_map(positions_with_objects) {
            watch.spend(8)?;
            if !visit(PassRow::from(&row).into()) {
                break;
            }
        }
        Ok(())
    }
}
