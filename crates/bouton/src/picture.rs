//! Pictures that the program, a page and a notebook share.
//!
//! * [`HeatMap`]: the values of a game over two of its coordinates;
//! * [`automaton`]: the automaton of a law, state by state;
//! * [`SequencePlot`]: the Grundy values of one heap with their period, and the frequency of each.
//!
//! Each of them makes a [`Picture`]: shapes at known places. A picture is written as SVG
//! ([`Picture::svg`]) or, with the feature `png`, as PNG ([`Picture::png`]); the two show the same
//! thing, and the same question gives the same bytes. Texts are measured with the embedded font,
//! and the SVG requests fonts of the same widths, so texts that fit here do not overlap elsewhere.
//!
//! ```
//! use bouton::picture::{HeatMap, Plane, HeatMapValue, Theme};
//!
//! let game = bouton::Playable::new(&bouton::rules::resolve("wythoff")?, None)?;
//! let plane = Plane::new(&game, 20, None, &[""; 0])?;
//! let watch = bouton::Watch::unlimited();
//! let map = HeatMap::new(&game, plane, HeatMapValue::Outcome, &watch)?;
//! assert_eq!(map.value(1, 2), Some(0)); // 1,2 is a P-position
//! let svg = map.picture(&Theme::LIGHT, &watch)?.svg(&watch)?;
//! assert!(svg.starts_with("<svg ") && svg.contains("wythoff"));
//! assert!(map.half_blocks(&watch)?.lines().count() >= 11); // two rows of heaps in each line
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    LimitReached, Watch,
    document::{Sequence, SequencePeriod},
};

pub use bouton_answer::{HeatMap, HeatMapError, HeatMapValue, MAX_SIDE, Plane, PlaneError, heaps_mentioned};
pub use bouton_draw::{
    Area, AutomatonTooLarge, Colour, MarkedPeriod, Picture, PictureError, SequencePlot, Text, Theme,
    automaton, undrawn_state,
};

/// The period of a sequence, as it is marked in a picture.
#[must_use]
pub fn marked(period: &SequencePeriod) -> MarkedPeriod {
    let SequencePeriod { length, preperiod, saltus, proved, .. } = *period;
    MarkedPeriod { length, preperiod, saltus, proved }
}

/// The values of a sequence as a picture, the period marked.
///
/// # Errors
///
/// Any [`LimitReached`] while it is drawn.
pub fn of_sequence(sequence: &Sequence, theme: &Theme, watch: &Watch) -> Result<Picture, LimitReached> {
    let period = sequence.period.as_ref().map(marked);
    SequencePlot::new(&sequence.game, &sequence.values, period).picture(theme, watch)
}
