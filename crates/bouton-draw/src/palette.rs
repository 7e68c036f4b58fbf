//! Colours that (nearly) all readers can distinguish.
//!
//! Classes have the colours of Okabe and Ito, *Color Universal Design: how to make figures and
//! presentations that are friendly to colorblind people*, 2008. Grundy values have the shades of
//! *viridis* (Smith and van der Walt, matplotlib 2.0, 2015), remoteness the single hues of
//! ColorBrewer (Brewer, Hatchard and Harrower, *ColorBrewer in print*, 2003), as the crate
//! `colorous` has them.

use std::fmt;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Colour {
    /// The relative luminance, 0 (black) to 1 (white) (Web Content Accessibility Guidelines 2.2).
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, 1 to 21; a text needs 4.5.
    ///
    /// ```
    /// use bouton_draw::Theme;
    ///
    /// assert!(Theme::LIGHT.ink.contrast(Theme::LIGHT.page) > 4.5);
    /// assert!(Theme::DARK.ink.contrast(Theme::DARK.page) > 4.5);
    /// ```
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Black or white, whichever is more legible on this colour.
    #[must_use]
    pub fn ink(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }
}

const BLACK: Colour = Colour([0, 0, 0]);
const WHITE: Colour = Colour([255, 255, 255]);

// The names are those of Okabe and Ito.
const ORANGE: Colour = Colour([230, 159, 0]);
const SKY_BLUE: Colour = Colour([86, 180, 233]);
const BLUISH_GREEN: Colour = Colour([0, 158, 115]);
const YELLOW: Colour = Colour([240, 228, 66]);
const BLUE: Colour = Colour([0, 114, 178]);
const VERMILION: Colour = Colour([213, 94, 0]);
const REDDISH_PURPLE: Colour = Colour([204, 121, 167]);

/// Light or dark: all colours except those of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The background.
    pub page: Colour,
    /// Texts.
    pub ink: Colour,
    /// Less important texts.
    pub muted: Colour,
    /// Axes, borders, arrows.
    pub line: Colour,
    /// Lines that only guide the eye.
    pub guide: Colour,
    /// The N-positions of two players, which are unobtrusive.
    pub plain: Colour,
    /// P-positions: where the player to move loses.
    pub lost: Colour,
}

impl Theme {
    /// The theme for white paper.
    pub const LIGHT: Self = Self {
        page: WHITE,
        ink: Colour([26, 28, 32]),
        muted: Colour([84, 90, 100]),
        line: Colour([96, 102, 112]),
        guide: Colour([206, 210, 216]),
        plain: Colour([233, 236, 240]),
        lost: BLUE,
    };

    /// The theme for dark pages.
    pub const DARK: Self = Self {
        page: Colour([22, 25, 30]),
        ink: Colour([232, 234, 238]),
        muted: Colour([168, 174, 184]),
        line: Colour([150, 157, 168]),
        guide: Colour([62, 68, 78]),
        plain: Colour([46, 51, 60]),
        lost: SKY_BLUE,
    };

    /// The dark or the light theme.
    ///
    /// ```
    /// use bouton_draw::Theme;
    ///
    /// assert_eq!(Theme::new(true), Theme::DARK);
    /// ```
    #[must_use]
    pub const fn new(dark: bool) -> Self {
        if dark { Self::DARK } else { Self::LIGHT }
    }

    /// The colour of the `index`-th class of outcomes under a convention for three or more players.
    #[must_use]
    pub fn class(&self, index: usize) -> Colour {
        let classes = [self.lost, ORANGE, BLUISH_GREEN, REDDISH_PURPLE, VERMILION, YELLOW, self.muted];
        classes[index.min(classes.len() - 1)]
    }

    /// A shade of Grundy values: `part` 0 is the least, 1 the greatest value other than 0.
    #[must_use]
    pub fn shade(part: f64) -> Colour {
        let colour = colorous::VIRIDIS.eval_continuous(part.clamp(0.0, 1.0));
        Colour([colour.r, colour.g, colour.b])
    }

    /// The colour of Grundy value 0, far from all shades.
    #[must_use]
    pub fn zero() -> Colour {
        VERMILION
    }

    /// A shade of remoteness: even ones (P-positions) blue, odd ones orange, long ones stronger.
    #[must_use]
    pub fn remoteness(even: bool, part: f64) -> Colour {
        let gradient = if even { colorous::BLUES } else { colorous::ORANGES };
        // The palest shades hardly differ from paper.
        let colour = gradient.eval_continuous(0.25 + 0.75 * part.clamp(0.0, 1.0));
        Colour([colour.r, colour.g, colour.b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_readable_on_every_ground() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            for text in [theme.ink, theme.muted] {
                assert!(text.contrast(theme.page) >= 4.5, "{text} on {}", theme.page);
            }
            // Lines are not text, so a contrast of 3 suffices.
            assert!(theme.line.contrast(theme.page) >= 3.0);
            assert!(theme.lost.contrast(theme.plain) >= 3.0);
            for ground in (0..7).map(|class| theme.class(class)).chain([theme.plain, theme.lost]) {
                assert!(ground.ink().contrast(ground) >= 4.5, "{ground}");
            }
        }
        for part in (0..=100).map(|percent| f64::from(percent) / 100.0) {
            for ground in [Theme::shade(part), Theme::remoteness(true, part), Theme::remoteness(false, part)]
            {
                assert!(ground.ink().contrast(ground) >= 4.5, "{ground}");
            }
        }
    }

    #[test]
    fn luminance_is_that_of_the_guidelines() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        assert!((Colour([119, 119, 119]).contrast(WHITE) - 4.48).abs() < 0.01);
        assert_eq!(BLUE.to_string(), "#0072b2");
    }
}
