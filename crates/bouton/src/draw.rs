//! Pictures as shapes at known places: automata, sequences, legends; as SVG or PNG.

mod automaton;
pub(crate) mod axis;
pub(crate) mod font;
pub(crate) mod legend;
mod palette;
#[cfg(feature = "png")]
mod raster_image;
mod sequence_plot;
pub(crate) mod shape;
mod svg;

pub use automaton::{AutomatonTooLarge, automaton};
pub use palette::{Colour, Theme};
pub use sequence_plot::{MarkedPeriod, SequencePlot};
pub use shape::{Area, Picture, Text};

/// The error of a picture that is not painted.
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
}

impl Picture {
    /// The picture as a PNG file, with `scale` pixels (1 to 4) to a unit.
    ///
    /// # Errors
    ///
    /// [`PictureError`] beyond 20,000 pixels a side, and without the feature `png`.
    pub fn png(&self, scale: u32) -> Result<Vec<u8>, PictureError> {
        #[cfg(feature = "png")]
        return self.painted(scale);
        #[cfg(not(feature = "png"))]
        {
            let _ = scale;
            Err(PictureError::NotBuilt)
        }
    }
}
