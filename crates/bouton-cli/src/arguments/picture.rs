//! The options of pictures.

use bouton::picture::Theme;
use clap::Args;

use crate::failure::Failure;

/// Options of pictures.
#[derive(Args, Clone, Debug)]
pub(crate) struct PictureOptions {
    /// Use the colours of a dark page (pictures)
    #[arg(long)]
    dark: bool,
}

/// The positions of a heat map.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlaneOptions {
    /// The two coordinates of a picture, as in `h1,h2` [default: the first two that are not fixed]
    #[arg(long, value_name = "NAMES")]
    pub(crate) axes: Option<String>,
    /// Draw only the P-positions (pictures)
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
