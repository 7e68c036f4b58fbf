//! Pictures: what the program, a page and a notebook show, drawn once.
//!
//! * [`HeatMap`]: the values of a game over two of its coordinates;
//! * [`automaton`]: the automaton of a law, state by state;
//! * [`SequencePlot`]: the Grundy values of one heap with their period, and how often each occurs.
//!
//! Each of them makes a [`Picture`]: shapes at known places. A picture is written as SVG
//! ([`Picture::svg`]) or, with the feature `png`, as PNG ([`Picture::png`]); the two show the same
//! thing, and the same question gives the same bytes. Texts are measured with the embedded font, and
//! the SVG asks for fonts of the same widths, so that nothing that fits here overlaps elsewhere.
//!
//! ```
//! use bouton::picture::{HeatMap, Plane, Shown, Theme};
//!
//! let game = bouton::Playable::new(&bouton::rules::resolve("wythoff")?, None)?;
//! let plane = Plane::new(&game, 20, None, &[""; 0])?;
//! let map = HeatMap::new(&game, plane, Shown::Outcome, &bouton::Watch::unlimited())?;
//! assert_eq!(map.value(1, 2), Some(0)); // 1,2 is a P-position
//! let svg = map.picture(&Theme::LIGHT).svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("wythoff"));
//! assert!(map.half_blocks().lines().count() >= 11); // two rows of heaps in each line
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod axis;
mod font;
mod half_blocks;
mod heat_map;
mod legend;
mod palette;
mod plane;
#[cfg(feature = "png")]
mod raster_image;
mod sequence_plot;
mod shape;
mod svg;

pub use automaton::{AutomatonTooLarge, automaton};
pub use heat_map::{HeatMap, HeatMapError, Shown};
pub use palette::{Colour, Theme};
pub use plane::{MAX_SIDE, Plane, PlaneError, heaps_mentioned};
pub use sequence_plot::{MarkedPeriod, SequencePlot};
pub use shape::{Area, Picture, Text};

/// Why a picture is not painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// It has no pixel, or too many.
    #[error("a picture of {width} × {height} pixels cannot be painted")]
    TooLarge {
        /// How wide it would be.
        width: u32,
        /// How high it would be.
        height: u32,
    },
    /// This library was built without it.
    #[error("this was built without PNG, that is, without the feature `png`; SVG is always there")]
    NotBuilt,
}

impl Picture {
    /// The picture as a PNG file, `scale` pixels (1 to 4) to a unit.
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
