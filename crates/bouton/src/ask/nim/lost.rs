//! Lists of lost positions of Nim.

use std::cell::Cell;

use serde::Deserialize;

use super::{
    super::{Asker, Document, Format, Question, Verdict, found::Found},
    million,
};
use crate::{
    Error,
    document::NimLost,
    theory::nim::{LostFilter, for_each_lost_position},
    words::nim as render,
};

/// List lost positions
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Lost {
    /// The number of heaps, none empty
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64)))]
    #[schemars(range(min = 1, max = 64))]
    pub heaps: u8,
    /// The largest heap
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub largest: u64,
    /// The smallest heap has this size
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub smallest: Option<u64>,
    /// At most this many objects
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub total: Option<u64>,
    /// All heaps are different
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub distinct: bool,
    /// Also positions whose heaps are paired up
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub paired: bool,
    /// The order of the list
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "smallest"))]
    #[serde(default)]
    pub order: Order,
    /// The most positions to list
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = million()))]
    #[serde(default = "million")]
    pub limit: usize,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Order {
    /// By the smallest heap, then the second smallest, and so on
    #[default]
    Smallest,
    /// By the largest heap, then the second largest, and so on
    Largest,
}

/// A `NimLost` whose list is found while it is written.
#[derive(serde::Serialize)]
struct PositionList<'a> {
    count: usize,
    complete: bool,
    positions: &'a Found<'a, Vec<u64>>,
}

impl Question for Lost {
    const NAME: &'static str = "nim lost";
    const EXAMPLE: &'static str = r#"{"heaps": 3, "largest": 7}"#;
    const HOSTILE: &'static [&'static str] = &[r#"{"heaps": 20, "largest": 100}"#];
    const LARGE: &'static [&'static str] = &[r#"{"heaps": 4, "largest": 150, "paired": true}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<NimLost>()];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let (filter, watch, complete) = (self.filter(), asker.watch(), Cell::new(true));
        let positions = Found::new(|visit| {
            let found = for_each_lost_position(&filter, &watch, &mut |position| Ok(visit(position)))?;
            complete.set(found);
            Ok(())
        });
        if asker.format() == Format::Text {
            let lines = positions.text(|position, f| writeln!(f, "{}", render::position(position)));
            let said = asker.text(&render::counted_after(&lines, || (positions.count(), complete.get())));
            positions.ended(said)?;
            return Ok(Verdict::Done);
        }
        // The number is written before the list.
        let count = positions.find_count().map_err(Error::from)?;
        let listed = PositionList { count, complete: complete.get(), positions: &positions };
        let said = asker.say(&"", &listed);
        positions.ended(said)?;
        Ok(Verdict::Done)
    }
}

impl Lost {
    fn filter(&self) -> LostFilter {
        use crate::theory::nim::Order as By;
        LostFilter {
            smallest: self.smallest,
            total: self.total,
            distinct: self.distinct,
            not_paired_up: !self.paired,
            order: match self.order {
                Order::Smallest => By::SmallestHeap,
                Order::Largest => By::LargestHeap,
            },
            limit: self.limit,
            ..LostFilter::new(usize::from(self.heaps), self.largest)
        }
    }
}
