//! The values of a heat map as numbers, for a page that draws it itself.

use std::io::{self, Write};

use axum::extract::State;
use bouton::picture::{HeatMap, HeatMapValue, Theme};

use super::described::{Content, Described, Named, Place::Optional};
use crate::{
    App,
    api::{
        computed,
        picture::{self, map},
    },
    failure::Failure,
    query::Query,
    server_document::PlaneHead,
    written::{Writer, Written},
};

/// The parameters of a heat map, and a format.
const PARAMETERS: [Named; picture::PARAMETERS.len() + 1] = {
    let mut all = [Named(Optional, "string", "format", "csv, or nothing"); picture::PARAMETERS.len() + 1];
    // The format is the last one.
    all.split_at_mut(picture::PARAMETERS.len()).0.copy_from_slice(&picture::PARAMETERS);
    all
};

/// The description of [`plane`].
pub(crate) const PLANE: Described = Described {
    method: "get",
    path: "/api/v1/plane",
    id: "plane",
    summary: "Values of a plane of positions: a line of JSON, then numbers (see the schema `PlaneHead`)",
    parameters: &PARAMETERS,
    body: None,
    answer: (200, Content::Bytes("application/octet-stream")),
    errors: &[400, 422, 429],
};

/// Values of a plane of positions: a line of JSON, then numbers (see the schema `PlaneHead`).
pub(crate) async fn plane(State(app): State<App>, query: Query) -> Result<Written, Failure> {
    PLANE.read(&query)?;
    let csv_wanted = match query.get("format") {
        None => false,
        Some("csv") => true,
        Some(_) => return Err(Failure::input("format", "a plane has no format but csv")),
    };
    computed(&app, move |watch, mut out: Writer| {
        let map = map(&query, watch)?;
        let written =
            if csv_wanted { csv(&map, &mut out) } else { encoded(&map, query.flag("dark"), &mut out) };
        match written {
            Ok(()) if csv_wanted => out.finish("text/csv; charset=utf-8"),
            Ok(()) => out.finish("application/octet-stream"),
            Err(_) => Err(out.failure()),
        }
    })
    .await
}

/// Writes a line for each position: all coordinates, and the value.
fn csv(map: &HeatMap, out: &mut Writer) -> io::Result<()> {
    let plane = map.plane();
    writeln!(out, "{},{}", plane.names().join(","), map.shown().name())?;
    for up in 0..plane.rows() {
        for across in 0..plane.columns() {
            let Some(value) = map.value(across, up) else { continue };
            for number in plane.position(across as u64, up as u64) {
                write!(out, "{number},")?;
            }
            writeln!(out, "{}", map.value_name(value))?;
        }
    }
    Ok(())
}

/// The most colours in an answer.
const MOST_COLOURS: u32 = 1024;

fn encoded(map: &HeatMap, dark: bool, out: &mut Writer) -> io::Result<()> {
    let (greatest, theme, plane) = (map.greatest(), Theme::new(dark), map.plane());
    let bytes = match greatest {
        0..0xff => 1,
        0xff..0xffff => 2,
        _ => 4u8,
    };
    let outcomes = match map.shown() {
        HeatMapValue::Outcome | HeatMapValue::PPositions => {
            (0..=greatest).map(|value| map.value_name(value)).collect()
        }
        HeatMapValue::Grundy | HeatMapValue::Remoteness => Vec::new(),
    };
    let count = greatest.min(MOST_COLOURS - 1);
    // Integer arithmetic ensures that the last of them is the greatest value.
    let spread = |index: u32| u64::from(index) * u64::from(greatest) / u64::from(count.max(1));
    let colours = |theme: &Theme| -> Vec<String> {
        let value = |index| u32::try_from(spread(index)).unwrap_or(greatest);
        (0..=count).map(|index| map.colour(value(index), greatest, theme).to_string()).collect()
    };
    let (across, up) = plane.axes();
    let head = PlaneHead {
        game: map.title().to_owned(),
        value: map.shown().name().to_owned(),
        names: plane.names().to_vec(),
        axes: std::iter::once(across).chain(up).map(str::to_owned).collect(),
        fixed: plane.fixed(),
        columns: plane.columns(),
        rows: plane.rows(),
        greatest,
        bytes,
        outcomes,
        colours: colours(&theme),
        paper: if dark { colours(&Theme::LIGHT) } else { Vec::new() },
    };
    serde_json::to_writer(&mut *out, &head)?;
    out.write_all(b"\n")?;
    for up in 0..plane.rows() {
        for across in 0..plane.columns() {
            let value = map.value(across, up).unwrap_or(u32::MAX).to_le_bytes();
            out.write_all(&value[..usize::from(bytes)])?;
        }
    }
    Ok(())
}
