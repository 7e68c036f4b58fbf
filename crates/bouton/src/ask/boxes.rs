//! The positions of a box: tables, lists, counts.

mod by_law;

use serde::Deserialize;

use super::{Asker, Document, Engines, Format, Question, Subject, Verdict, parameter};
use crate::{
    ByLargest, Choice, Engine, Error, ErrorKind, PositionBox, PositionFilter, RowForm, ValueKind, document,
    words::list as words,
};

/// Tabulate the values of all positions in a box
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The largest coordinate
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub upto: u64,
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: ValueKind,
    /// Put the smaller heaps into rows and the largest heap into columns
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub rows_by_largest: bool,
    /// Tabulate all positions, not only the sorted ones
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "rows_by_largest"))]
    #[serde(default)]
    pub square: bool,
    /// Show a slice: fix another coordinate, `h3=5` (in a picture 0 by default), or `control=used`
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME=NUMBER", value_delimiter = ','))]
    #[serde(default, deserialize_with = "parameter::list")]
    pub fix: Vec<String>,
    /// The engine.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub engines: Engines,
}

impl Question for Table {
    const NAME: &'static str = "table";
    const EXAMPLE: &'static str = r#"{"game": "nim", "heaps": 2, "upto": 3}"#;
    const VARIANTS: &'static [&'static str] = &[r#"{"game": "nim", "upto": 3, "fix": "h2=2"}"#];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take at most h1 from 2 heaps", "upto": 40, "value": "grundy"}"#,
    ];
    const LARGE: &'static [&'static str] =
        &[r#"{"game": "nim", "heaps": 3, "upto": 200, "value": "grundy"}"#];
    const DOCUMENTS: &'static [Document] = &[
        Document::of::<document::Table>(),
        Document::of::<document::TableByLargest>(),
        Document::of::<document::Tiles>(),
        Document::of::<document::Tile>(),
    ];
    const FORMATS: &'static [Format] = Format::ROWS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        self.with_rows(asker, |rows, asker| {
            let form = match asker.format() {
                Format::Text => RowForm::Text,
                Format::Json => RowForm::Json,
                format => match format.of_rows() {
                    Some(form) => form,
                    None if self.rows_by_largest => {
                        let why = "{rows-by-largest} is written as text, csv, json, jsonl or latex; leave it out, or say {format csv}";
                        return Err(Error::usage(why).into());
                    }
                    None => return asker.stream(|out| rows.write_parquet(out)),
                },
            };
            if self.rows_by_largest {
                let needs = "{rows-by-largest} needs two or more interchangeable heaps and no control states";
                let table = ByLargest::new(&rows).ok_or_else(|| Error::usage(needs))?;
                return asker.stream(|out| table.write(form, out));
            }
            if form == RowForm::Text
                && let Some(grid) = rows.grid().map_err(Error::from)?
            {
                return asker.text(&grid);
            }
            asker.stream(|out| rows.write(form, out))
        })
    }
}

impl Table {
    /// Gives the box of positions to `write`.
    ///
    /// # Errors
    ///
    /// If there is no such box, it takes too long for the interface, or as `write`.
    pub fn with_rows<A: Asker>(
        &self,
        asker: &mut A,
        write: impl FnOnce(PositionBox<'_>, &mut A) -> Result<(), A::Failure>,
    ) -> Result<Verdict, A::Failure> {
        let (playable, watch) = (self.subject.playable(asker)?, asker.watch());
        asker.begin("tabulating");
        let rows = PositionBox::new(&playable, self.subject.heaps(), self.upto, self.value, &watch);
        let stored = asker.stored(rows.map_err(Error::from)?, self.engines.explain_plan)?;
        let Some((rows, planned)) = stored else { return Ok(Verdict::Done) };
        let rows = rows.square(self.square).slice(&self.fix).map_err(Error::from)?;
        let (rows, report) =
            self.engines.on((rows, planned), PositionBox::plan, PositionBox::verify, asker)?;
        asker.beside(&report);
        write(rows, asker)?;
        Ok(Verdict::Done)
    }
}

/// Count the positions of a box by outcome
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Count {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// The largest coordinate N: the box is 0..N in every coordinate, unsorted; a law counts for any N, as in
    /// 10^30
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(deserialize_with = "parameter::number_or_text")]
    #[schemars(with = "String")]
    pub upto: String,
    /// Count the lost positions alone, from the proved law, with the recurrence of their number
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["each", "outcome", "value"]))]
    #[serde(default)]
    pub lost: bool,
    /// The value
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "outcome"))]
    #[serde(default)]
    pub value: ValueKind,
    /// Count all boxes 0..n, for n from 0 to the bound
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub each: bool,
    /// The outcome or number that a b-file counts [default: P]
    #[cfg_attr(feature = "clap", arg(long, value_name = "P|N|O|Q|NUMBER"))]
    #[serde(default)]
    pub outcome: Option<String>,
    /// The engine.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub engines: Engines,
}

impl Question for Count {
    const NAME: &'static str = "count";
    const EXAMPLE: &'static str = r#"{"game": "nim", "heaps": 2, "upto": 3}"#;
    const VARIANTS: &'static [&'static str] =
        &[r#"{"game": "nim", "heaps": 2, "lost": true, "upto": "10^30"}"#];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "moore", "lost": true, "upto": "9^99999"}"#,
        r#"{"game": "nim", "heaps": 12, "lost": true, "upto": "10^900"}"#,
        r#"{"game": "nim", "heaps": 2, "upto": 3000000, "each": true}"#,
        r#"{"game": "heaps 5; move take 1..40 from 2 heaps when h1 div 3 > 1; move take at most h1 from 2 heaps", "upto": 300}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "heaps": 2, "upto": 100000, "each": true}"#];
    const DOCUMENTS: &'static [Document] = &[
        Document::of::<document::Count>(),
        Document::of::<document::Tiles>(),
        Document::of::<document::Tile>(),
    ];
    const FORMATS: &'static [Format] = Format::NUMBERS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let numbers = asker.format() == Format::Bfile;
        if self.outcome.is_some() && !numbers {
            let why = "{outcome} is for a b-file, other forms count every outcome; say {format bfile}, or leave it out";
            return Err(Error::usage(why).into());
        }
        if self.each && numbers {
            let why = "a b-file has the counts of all boxes by itself; leave out {each}";
            return Err(Error::usage(why).into());
        }
        if self.lost && (self.each || numbers || self.value != ValueKind::Outcome) {
            let why = "{lost} counts lost positions alone; leave out {each}, {value} and {format bfile}";
            return Err(Error::usage(why).into());
        }
        let large = parameter::natural("upto", &self.upto)?;
        let (playable, watch) = (self.subject.playable(asker)?, asker.watch());
        asker.begin("counting");
        let law = self.no_law(&playable, numbers);
        let Ok(upto) = u64::try_from(&large) else {
            let count = match law {
                None => self.by_law(&playable, &large, None, &asker.watch_for_proof(), asker)?,
                Some(why) => return Err(Error::usage(why).into()),
            };
            return say(count, asker);
        };
        let rows = PositionBox::new(&playable, self.subject.heaps(), upto, self.value, &watch);
        let stored = asker.stored(rows.map_err(Error::from)?, self.engines.explain_plan)?;
        let Some((rows, stored)) = stored else { return Ok(Verdict::Done) };
        let rows = rows.by(self.engines.engine);
        if law.is_none() && stored.is_none() {
            let is_last = self.engines.engine == Choice::Only(Engine::Law) && rows.plan_to_count().is_err();
            let most = asker.most_seconds().unwrap_or(f64::INFINITY);
            if let Some(work) = self.work_for_law(&rows, most) {
                let watch = asker.watch_for_proof().within(work);
                match self.by_law(&playable, &large, Some(&rows), &watch, asker) {
                    Ok(count) => return say(count, asker),
                    // The cost of the box is what the user may change.
                    Err(error)
                        if !self.lost
                            && !is_last
                            && (error.kind() == ErrorKind::Limit || matches!(error, Error::Usage { .. })) => {
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        }
        let more = self.each || numbers || self.value != ValueKind::Outcome;
        if more && self.engines.engine == Choice::Only(Engine::Law) && rows.plan_to_count().is_err() {
            let why = "no law of these values is known, and a law that is sought counts the outcomes of one box; leave out {engine}, or {each}, {value} and {format bfile}";
            return Err(Error::usage(why).into());
        }
        let (rows, report) =
            self.engines.on((rows, stored), PositionBox::plan_to_count, PositionBox::verify_count, asker)?;
        if numbers {
            let outcome = self.outcome.as_deref().unwrap_or("P");
            asker.stream(|out| rows.write_counts(outcome, out))?;
            return Ok(Verdict::Done);
        }
        let mut count = rows.count().map_err(Error::from)?;
        if self.lost {
            retain_lost(&mut count);
        }
        count.each = self.each.then(|| rows.count_each()).transpose().map_err(Error::from)?;
        say((count, report), asker)
    }

    fn ranges(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.subject.set)
    }
}

/// Writes the counts and the report on engines.
fn say<A: Asker>((count, report): (document::Count, String), asker: &mut A) -> Result<Verdict, A::Failure> {
    match asker.format() {
        Format::Text => asker.text(&format_args!("{}{report}", words::count(&count)))?,
        Format::Json => asker.document(&count)?,
        _ => asker.rows(&count.bounds())?,
    }
    Ok(Verdict::Done)
}

/// Leaves out the counts of positions that are not lost.
fn retain_lost(count: &mut document::Count) {
    let all = count.controls.iter_mut().flat_map(|controls| controls.values_mut());
    all.chain([&mut count.counts]).for_each(|counts| counts.retain(|outcome, _| outcome == "P"));
}

/// List positions by outcome and other properties
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct List {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: Subject,
    /// Only lost positions: outcome P
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "outcome"))]
    #[serde(default)]
    pub lost: bool,
    /// Only positions with this outcome
    #[cfg_attr(feature = "clap", arg(long, value_name = "P|N|O|Q"))]
    #[serde(default)]
    pub outcome: Option<String>,
    /// No coordinate is larger
    #[cfg_attr(
        feature = "clap",
        arg(long, visible_alias = "upto", value_name = "N", required_unless_present = "total")
    )]
    #[serde(default)]
    pub largest: Option<u64>,
    /// The coordinates add up to this
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub total: Option<u64>,
    /// The smallest coordinate is this
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub smallest: Option<u64>,
    /// All coordinates are different
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub distinct: bool,
    /// No heap is empty
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub nonempty: bool,
    /// Leave out positions whose heaps form pairs of equal ones
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub not_paired: bool,
    /// Only positions in this control state
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[serde(default)]
    pub control: Option<String>,
    /// The most positions to list
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default)]
    pub limit: Option<usize>,
    /// The coordinate that a b-file lists [default: the only one]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[serde(default)]
    pub column: Option<String>,
    /// The engine.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub engines: Engines,
}

impl Question for List {
    const NAME: &'static str = "list";
    const EXAMPLE: &'static str = r#"{"game": "nim", "heaps": 2, "largest": 3}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "nim", "largest": 3, "outcome": "N"}"#,
        r#"{"game": "small-pass", "largest": 1, "control": "used"}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "nim", "heaps": 5, "total": 100000}"#,
        r#"{"game": "heaps 4; move take any from 1 heap; move take the same any from 3 heaps", "lost": true, "largest": 3000}"#,
    ];
    const LARGE: &'static [&'static str] = &[r#"{"game": "nim", "heaps": 3, "largest": 400}"#];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::List>()];
    const FORMATS: &'static [Format] = Format::NUMBERS;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let format = asker.format();
        if self.column.is_some() && format != Format::Bfile {
            let why = "{column} is for a b-file, other forms have every coordinate; say {format bfile}, or leave it out";
            return Err(Error::usage(why).into());
        }
        if self.lost && self.outcome.is_some() {
            return Err(Error::usage("{lost} is the outcome P; leave out {outcome}, or {lost}").into());
        }
        let bound = [self.largest, self.total].into_iter().flatten().min();
        let Some(upto) = bound else {
            return Err(Error::usage("a list has a bound: {largest} or {total} is missing").into());
        };
        let (playable, watch) = (self.subject.playable(asker)?, asker.watch());
        let rows = PositionBox::new(&playable, self.subject.heaps(), upto, ValueKind::Outcome, &watch);
        asker.begin("listing");
        let (filter, limit) = (self.filter(), self.limit);
        let (rows, report) = self.engines.on(
            (rows.map_err(Error::from)?, None),
            |rows| rows.plan_to_list(&filter),
            |rows| rows.verify_list(&filter),
            asker,
        )?;
        match format {
            Format::Json => asker.document(&rows.list(&filter, limit).map_err(Error::from)?)?,
            Format::Text => asker.stream(|out| {
                let (count, complete) = rows.write_lines(&filter, limit, out)?;
                let interchangeable = rows.sorted() && rows.names().len() > 1;
                let listed = words::listed(count, complete, interchangeable);
                Ok(out.write_all(format!("{listed}{report}").as_bytes())?)
            })?,
            Format::Bfile => {
                asker.stream(|out| rows.write_numbers(&filter, limit, self.column.as_deref(), out))?;
            }
            _ => asker.stream(|out| match format.of_rows() {
                Some(form) => rows.write_list(&filter, limit, form, out),
                None => rows.write_list_parquet(&filter, limit, out),
            })?,
        }
        Ok(Verdict::Done)
    }
}

impl List {
    fn filter(&self) -> PositionFilter {
        PositionFilter {
            outcome: if self.lost { Some("P".to_owned()) } else { self.outcome.clone() },
            control: self.control.clone(),
            total: self.total,
            smallest: self.smallest,
            nonempty: self.nonempty,
            distinct: self.distinct,
            not_paired: self.not_paired,
        }
    }
}
