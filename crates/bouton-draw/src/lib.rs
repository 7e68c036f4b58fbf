//! Pictures of heap games: shapes at known places, written as SVG or painted as PNG.
//!
//! * [`automaton()`]: the automaton of a law, state by state;
//! * [`SequencePlot`]: the Grundy values of one heap with their period, and the frequency of each;
//! * [`Picture`] with [`shape`], [`legend`], [`axis`] and [`font`]: the parts of further pictures.
//!
//! The same question gives the same bytes. Texts are measured with the embedded font, and the SVG
//! requests fonts of the same widths, so texts that fit here do not overlap elsewhere.
//!
//! ```
//! use bouton_core::Watch;
//! use bouton_draw::{SequencePlot, Theme};
//!
//! let (values, watch) = ([0, 1, 2, 3, 0, 1, 2, 3], Watch::unlimited());
//! let picture = SequencePlot::new("take-three", &values, None).picture(&Theme::LIGHT, &watch)?;
//! assert!(picture.svg(&watch)?.starts_with("<svg "));
//! # Ok::<(), bouton_core::LimitReached>(())
//! ```
//!
//! # Features
//!
//! `png`: pictures as PNG files ([`Picture::png`]). It is off by default.
//!
//! # Should I use this?
//!
//! The crate `bouton` draws heat maps of games as well, and makes the pictures of its theorems; it
//! re-exports this crate as `bouton::picture`.

mod automaton;
pub mod axis;
pub mod font;
pub mod legend;
mod palette;
#[cfg(feature = "png")]
mod raster_image;
mod sequence_plot;
pub mod shape;
mod svg;

pub use automaton::{AutomatonTooLarge, automaton, undrawn_state};
pub use palette::{Colour, Theme};
pub use sequence_plot::{MarkedPeriod, SequencePlot};
pub use shape::{Area, Picture, Text};

use std::{fmt, io};

use bouton_core::{LimitReached, Watch};

/// The reason why a picture is not painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The picture has no pixels, or too many.
    #[error("a picture of {width} × {height} pixels cannot be painted")]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// This library was built without PNG.
    #[error("this was built without PNG, that is, without the feature `png`; SVG is always there")]
    NotBuilt,
    /// An automaton with too many states for a picture.
    #[error(transparent)]
    States(#[from] AutomatonTooLarge),
    /// A limit was reached while it was drawn.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The reason why a picture is not written completely.
enum Stopped {
    Limit(LimitReached),
    /// A writer stopped accepting bytes, at a limit of its own.
    Unwritten,
}

impl From<LimitReached> for Stopped {
    fn from(limit: LimitReached) -> Self {
        Self::Limit(limit)
    }
}

impl From<fmt::Error> for Stopped {
    fn from(_: fmt::Error) -> Self {
        Self::Unwritten
    }
}

impl From<io::Error> for Stopped {
    fn from(_: io::Error) -> Self {
        Self::Unwritten
    }
}

impl From<png::EncodingError> for Stopped {
    fn from(_: png::EncodingError) -> Self {
        Self::Unwritten
    }
}

impl Picture {
    /// The picture as a PNG file, with `scale` pixels (1 to 4) to a unit.
    ///
    /// # Errors
    ///
    /// [`PictureError`] beyond 20,000 pixels a side, at a limit, and without the feature `png`.
    pub fn png(&self, scale: u32, watch: &Watch) -> Result<Vec<u8>, PictureError> {
        #[cfg(feature = "png")]
        return self.painted(scale, watch);
        #[cfg(not(feature = "png"))]
        {
            let _ = (scale, watch);
            Err(PictureError::NotBuilt)
        }
    }
}
