//! Games of the family.

use std::time::Duration;

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, Work},
    range::{Range, range},
};
use crate::{
    Error, ErrorKind,
    document::{InTotalFamily, InTotalMember},
    in_total::Member,
    theory::two_in_total::{self, Ending, MAX_HEAPS},
    words::in_total as render,
};

/// Games with k heaps, at most t objects in total from at most j heaps: is it a Nim?
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Family {
    /// The number of heaps, as 4 or 2..4 [default: 2..3]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[serde(default, deserialize_with = "range")]
    #[schemars(with = "Option<String>")]
    pub heaps: Option<Range>,
    /// The most objects a move, in total [default: 1..3]
    #[cfg_attr(feature = "clap", arg(long, value_name = "T"))]
    #[serde(default, deserialize_with = "range")]
    #[schemars(with = "Option<String>")]
    pub total: Option<Range>,
    /// The most heaps a move takes from [default: all that differ: 1 to the smaller of K and T]
    #[cfg_attr(feature = "clap", arg(long, value_name = "J"))]
    #[serde(default, deserialize_with = "range")]
    #[schemars(with = "Option<String>")]
    pub from: Option<Range>,
    /// The end of play [default: both]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default)]
    pub ending: Option<EndingName>,
}

/// The end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum EndingName {
    /// At most one heap is nonempty
    Stop,
    /// Nothing is left
    Empty,
}

impl From<EndingName> for Ending {
    fn from(name: EndingName) -> Self {
        match name {
            EndingName::Stop => Self::Stop,
            EndingName::Empty => Self::Empty,
        }
    }
}

/// The time of each game of a table.
const TIME_IN_A_TABLE: Duration = Duration::from_secs(2);

impl Question for Family {
    const NAME: &'static str = "in-total family";
    const EXAMPLE: &'static str = r#"{"heaps": "2", "total": "2", "from": "2", "ending": "stop"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"heaps": "2", "total": "1..2"}"#,
        r#"{"heaps": "2", "total": "2", "from": "2"}"#,
        r#"{"heaps": "2", "total": "1", "ending": "empty"}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"heaps": "2..5", "total": "1..4"}"#,
        r#"{"heaps": "6", "total": "3", "from": "3", "ending": "stop"}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"heaps": "2"}"#];
    const DOCUMENTS: &'static [Document] =
        &[Document::of::<InTotalFamily>(), Document::of::<InTotalMember>()];
    const FORMATS: &'static [Format] = Format::ROWS;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let single = |range: Option<Range>| range.and_then(Range::single);
        if let (Some(heaps), Some(total), Some(from), Some(ending)) =
            (single(self.heaps), single(self.total), single(self.from), self.ending)
        {
            let family = family(heaps, total, from, ending.into())?;
            asker.begin("proving");
            let found = Member::examine(family, asker.states(), &asker.watch_for_proof());
            let member = found.map_err(Error::from)?;
            asker.say(&render::member(&member), &member.document_with_law())?;
            return Ok(if member.is_decided() { Verdict::Done } else { Verdict::Limit });
        }
        asker.begin("proving");
        let families = self.families()?;
        let (whole, mut members) = (asker.watch(), Vec::new());
        for (done, &family) in families.iter().enumerate() {
            let watch = asker.watch_for_each(TIME_IN_A_TABLE, families.len() - done);
            members.push(match whole.check() {
                Ok(()) => Member::examine(family, asker.states(), &watch).map_err(Error::from)?,
                Err(limit) => Member::unexamined(family, &limit),
            });
        }
        let document = InTotalFamily { members: members.iter().map(Member::document).collect() };
        asker.say(&render::members(&members), &document)?;
        Ok(if members.iter().all(Member::is_decided) { Verdict::Done } else { Verdict::Limit })
    }
}

impl Family {
    /// The games of the table, with both endings next to each other.
    fn families(&self) -> Result<Vec<two_in_total::Family>, Error> {
        let wrong = |why: String| Error::question(why).of_kind(ErrorKind::Game);
        let endings = self.ending.map_or(vec![Ending::Stop, Ending::Empty], |one| vec![one.into()]);
        let heaps = self.heaps.unwrap_or(Range { first: 2, last: 3 });
        let totals = self.total.unwrap_or(Range { first: 1, last: 3 });
        if usize::try_from(heaps.last).map_or(true, |last| last > MAX_HEAPS) {
            return Err(wrong(format!("there are 1 to {MAX_HEAPS} heaps, not {}", heaps.last)));
        }
        let mut families = Vec::new();
        for heaps in heaps.numbers() {
            for total in totals.numbers() {
                let from = self.from.unwrap_or(Range { first: 1, last: heaps.min(total) });
                for from in from.numbers().take_while(|&from| from <= heaps) {
                    for &ending in &endings {
                        // With one heap play would stop before it begins.
                        if heaps > 1 || ending == Ending::Empty {
                            families.push(family(heaps, total, from, ending)?);
                        }
                    }
                }
            }
        }
        if families.is_empty() {
            return Err(wrong("no game has these numbers: a move takes from at most all heaps".to_owned()));
        }
        Ok(families)
    }
}

/// A game with these numbers of heaps, of objects in total, and of heaps that a move takes from.
fn family(heaps: u64, total: u64, from: u64, ending: Ending) -> Result<two_in_total::Family, Error> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let found = two_in_total::Family::new(size(heaps), total, size(from), ending);
    found.map_err(|fault| Error::question(fault.to_string()).of_kind(ErrorKind::Game))
}
