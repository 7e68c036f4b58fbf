//! The options of pictures.

use bouton::picture::Theme;
use clap::Args;

use crate::failure::Failure;

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
}
