//! Pictures: their options, and their output.

use std::io::Write;

use bouton::picture::{Picture, Theme};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    output::Output,
    session::Session,
};

/// What concerns pictures alone.
#[derive(Args, Clone, Debug)]
pub(crate) struct PictureOptions {
    /// For a picture: the colours of a dark page
    #[arg(long)]
    dark: bool,
}

/// Which positions a heat map shows.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlaneOptions {
    /// For a picture: the two coordinates that run, as in `h1,h2` [default: the first two that are not fixed]
    #[arg(long, value_name = "NAMES")]
    pub(crate) axes: Option<String>,
    /// For a picture: the P-positions by themselves
    #[arg(long)]
    pub(crate) p_positions: bool,
}

impl PictureOptions {
    pub(crate) fn theme(&self) -> Theme {
        Theme::new(self.dark)
    }

    /// Refuses options for pictures only.
    pub(crate) fn refuse(&self, plane: Option<&PlaneOptions>) -> Result<(), Failure> {
        let plane = plane.is_some_and(|plane| plane.axes.is_some() || plane.p_positions);
        if !self.dark && !plane {
            return Ok(());
        }
        Err(Failure::input(
            "usage",
            "--dark, --axes and --p-positions are for pictures; say --format svg, too",
        ))
    }

    /// Writes a picture, as PNG or as SVG.
    pub(crate) fn put(picture: &Picture, png: bool, session: &Session) -> Result<Answer, Failure> {
        let (output, watch) = (&session.output, session.watch());
        if png && output.is_terminal() {
            return Err(Failure::input(
                "output",
                "a PNG is not for a terminal; say -o FILE, or send it elsewhere with `>`",
            ));
        }
        // Screens of today have two pixels where a page has one.
        Self::write(&if png { picture.png(2, &watch)? } else { picture.svg(&watch)?.into_bytes() }, output)
    }

    /// Writes a picture that is drawn already.
    pub(crate) fn write(bytes: &[u8], output: &Output) -> Result<Answer, Failure> {
        let mut out = output.writer();
        out.write_all(bytes)?;
        out.flush()?;
        Ok(Answer::Done)
    }
}
