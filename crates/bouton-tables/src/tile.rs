//! A box cut into tiles: the data that each tile needs, and the computation of a single tile.
//!
//! No move raises a coordinate, so a tile needs only the data that its moves reach beyond its lower
//! sides: the **faces** of the tiles below it. A move of bounded size reads outcomes there, up to
//! its size. A move of any size reads the marks ("a P-position is here, or further along the ray")
//! that the table carries forward anyway, one step back. So a face is as deep as the longest step,
//! and a table is computed tile by tile with no more in memory than one tile and the faces that it
//! needs. Grundy values and remoteness are numbers: their faces hold the binary digits, and moves
//! must be of bounded size.

mod fill;
mod planes;
mod steps;

use std::{fmt, ops::Range, str::FromStr};

use bouton_core::{Ruleset, Valuation};

pub(crate) use self::fill::{Filler, Tile};
use self::steps::Steps;
use crate::{
    Unfit,
    bits::words_of,
    keeping::Retention,
    plan::{Conditions, Crossing, Window},
    shape::Shape,
    view::BoxPlan,
};

/// The largest coordinate of a table.
const LARGEST: u64 = 1 << 40;
/// The most tiles that can be listed.
const MOST_TILES: u64 = 1 << 24;
/// The approximate number of bytes of the header of a file.
const HEADER_BYTES: u128 = 480;
/// The most bytes of a tile by default.
const USUAL_BYTES: u64 = 64 << 20;

/// The place of a tile along each coordinate, counted from 0. Written `2-0-1`.
///
/// ```
/// use bouton_tables::TileId;
///
/// let tile: TileId = "2-0-1".parse()?;
/// assert_eq!(tile.places(), [2, 0, 1]);
/// assert_eq!(tile.to_string(), "2-0-1");
/// assert!("2-x".parse::<TileId>().is_err());
/// # Ok::<(), bouton_tables::ParseTileIdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub(crate) Vec<u64>);

impl TileId {
    /// The place along each coordinate.
    #[must_use]
    pub fn places(&self) -> &[u64] {
        &self.0
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&places.join("-"))
    }
}

/// The error that a text is not the place of a tile.
///
/// ```
/// use bouton_tables::{ParseTileIdError, TileId};
///
/// assert_eq!("2.0".parse::<TileId>(), Err(ParseTileIdError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile is written as its place along each coordinate, for example 2-0-1")]
pub struct ParseTileIdError;

impl FromStr for TileId {
    type Err = ParseTileIdError;

    fn from_str(text: &str) -> Result<Self, ParseTileIdError> {
        let places = text.split('-').map(|place| place.parse().map_err(|_| ParseTileIdError));
        Ok(Self(places.collect::<Result<_, _>>()?))
    }
}

/// The reason why a box cannot be cut into tiles.
///
/// ```
/// use bouton_core::{Valuation, Watch};
/// use bouton_tables::{Tiling, TilingError};
///
/// let game = bouton_rules::Game::parse("heaps 2; move take 1..9 from 1 heap").unwrap().ruleset().unwrap();
/// let tiling = Tiling::new(&game, Valuation::NormalOutcome, &[99, 99], 0);
/// assert!(matches!(tiling, Err(TilingError::NoSide)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilingError {
    /// Such moves do not have faces.
    #[error("no tile can be computed from the faces of others: {0}")]
    Moves(#[from] Unfit),
    /// A position may have any number of heaps.
    #[error("a position of a take-and-break game has any number of heaps, so there is no box of positions")]
    Code,
    /// Numbers along a line of any length do not fit into a face.
    #[error(
        "a tile of numbers is computed from values within reach of moves of bounded size, and these rules have moves of any size; ask for outcomes, or for the whole table in memory"
    )]
    Rays,
    /// The rules exclude positions.
    #[error("the rules exclude some positions, and tiles are whole boxes")]
    Positions,
    /// A step is longer than a tile.
    #[error("a move reaches {reach} back along a coordinate, a side of {side} is too short for that")]
    Side {
        /// The length of the longest step.
        reach: u64,
        /// The requested side.
        side: u64,
    },
    /// The side is 0.
    #[error("the side of a tile is a positive number")]
    NoSide,
    /// The number of tiles, or a coordinate, is too large for any table.
    #[error("there would be more than {MOST_TILES} tiles; take a longer side, or a smaller box")]
    TooMany,
    /// No tile fits into memory.
    #[error(
        "no tile of this table fits the memory limit of {limit} bytes: the smallest takes {needed} bytes"
    )]
    Memory {
        /// The bytes of the smallest tile.
        needed: u128,
        /// The limit.
        limit: u64,
    },
}

/// The method that fills tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilledBy {
    /// Words of bits, for outcomes.
    Bits,
    /// Numbers with `digits` binary digits, position by position.
    Numbers {
        /// The number of binary digits.
        digits: usize,
    },
}

/// Writes the method in words.
impl fmt::Display for FilledBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits => f.write_str("words of bits"),
            Self::Numbers { digits } => write!(f, "numbers of {digits} binary digits, position by position"),
        }
    }
}

/// A box cut into tiles.
///
/// ```
/// use bouton_core::Valuation;
/// use bouton_tables::Tiling;
///
/// let ruleset = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
/// let tiling = Tiling::new(&ruleset, Valuation::NormalOutcome, &[99, 99], 64).unwrap();
/// let needs = tiling.needs(&"1-1".parse().unwrap());
/// let needs: Vec<String> = needs.iter().map(ToString::to_string).collect();
/// assert_eq!((tiling.tiles(), needs.join(" ")), (4, "0-0 0-1 1-0".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct Tiling {
    shape: Shape,
    valuation: Valuation,
    last: Vec<i64>,
    side: i64,
    crossing: Crossing,
    /// The computation of numbers, if values are numbers.
    numbers: Option<Steps>,
    /// The number of planes of a tile that are kept.
    kept: usize,
}

/// The words of a tile: those of its faces, then those of its bits. Each part begins at a multiple of eight words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The faces that the next tiles read.
    pub(crate) faces: Vec<FacePart>,
    /// The words of the planes that are kept.
    pub(crate) bits: Range<usize>,
    /// The number of words.
    pub(crate) words: usize,
}

/// The words of a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FacePart {
    /// The coordinate along which the next tile reads it.
    pub(crate) coordinate: usize,
    pub(crate) sides: Vec<usize>,
    pub(crate) planes: Vec<usize>,
    pub(crate) words: Range<usize>,
}

impl Tiling {
    /// Cuts the box of all positions with no coordinate above `last` into tiles with this side; the
    /// last ones along a coordinate are shorter.
    ///
    /// # Errors
    ///
    /// [`TilingError`] if the box cannot be cut.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::Tiling;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let tiling = Tiling::new(&wythoff, Valuation::NormalOutcome, &[99, 99], 50)?;
    /// assert_eq!((tiling.tiles(), tiling.side(), tiling.last()), (4, 50, vec![99, 99]));
    /// # Ok::<(), bouton_tables::TilingError>(())
    /// ```
    pub fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        side: u64,
    ) -> Result<Self, TilingError> {
        assert_eq!(last.len(), ruleset.dimension(), "one bound for each coordinate");
        if *ruleset.exists() != bouton_core::Formula::True {
            return Err(TilingError::Positions);
        }
        if last.len() < 2 {
            return Err(Unfit::Dimension.into());
        }
        if side == 0 {
            return Err(TilingError::NoSide);
        }
        if last.iter().any(|&last| last > LARGEST) {
            return Err(TilingError::TooMany);
        }
        let side = side.min(LARGEST + 1);
        let tiles = last.iter().try_fold(1u64, |tiles, last| tiles.checked_mul(last / side + 1));
        if tiles.is_none_or(|tiles| tiles > MOST_TILES) {
            return Err(TilingError::TooMany);
        }
        let small = |number: u64| i64::try_from(number).map_err(|_| TilingError::TooMany);
        let last = last.iter().map(|&last| small(last)).collect::<Result<Vec<_>, _>>()?;
        let mut tiling = Self {
            shape: Shape::new(ruleset)?,
            valuation,
            last,
            side: small(side)?,
            crossing: Crossing::default(),
            numbers: None,
            kept: 0,
        };
        tiling.crossing = match Steps::new(&tiling.shape, valuation, &tiling.last)? {
            Some((steps, crossing)) => {
                tiling.kept = steps.controls() * steps.digits();
                tiling.numbers = Some(steps);
                crossing
            }
            None => {
                let plan = tiling.plan(&vec![0; tiling.last.len()])?;
                tiling.kept = plan.program.controls.iter().map(|control| control.classes.len()).sum();
                plan.program.crossing
            }
        };
        let longest =
            tiling.crossing.reach.iter().zip(&tiling.last).filter(|(_, last)| **last >= tiling.side);
        if let Some((&reach, _)) = longest.max().filter(|(reach, _)| **reach > tiling.side) {
            return Err(TilingError::Side { reach: reach.unsigned_abs(), side });
        }
        Ok(tiling)
    }

    /// Cuts the box into tiles with the longest side whose tiles take no more than half of the
    /// memory, and 64 MiB. If there is no such side, the side is chosen whose tiles take the fewest
    /// bytes, if they fit at all.
    ///
    /// # Errors
    ///
    /// [`TilingError`] if no side is allowed.
    ///
    /// # Panics
    ///
    /// If there is not one bound for each coordinate.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::Tiling;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let tiling = Tiling::within(&wythoff, Valuation::NormalOutcome, &[100_000, 100_000], 64 << 20)?;
    /// assert!(tiling.bytes() <= 32 << 20); // half of the memory
    /// # Ok::<(), bouton_tables::TilingError>(())
    /// ```
    pub fn within(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        memory: u64,
    ) -> Result<Self, TilingError> {
        let most = (memory / 2).min(USUAL_BYTES);
        let longest = last.iter().copied().max().unwrap_or(0).saturating_add(1);
        let mut sides = vec![longest];
        let power = |power: u32| 1u64 << power;
        sides.extend(
            (0..18).rev().flat_map(|p| [power(p) + power(p) / 2, power(p)]).filter(|&side| side < longest),
        );
        let mut reason = None;
        let mut whole = None;
        let mut smallest: Option<(u128, Self)> = None;
        for side in sides {
            // The data that a tile gets from below are stored in the same words.
            let given = whole
                .as_ref()
                .map_or(0, |whole: &Self| whole.crossing.reach.iter().copied().max().unwrap_or(0));
            let given = u64::try_from(given).unwrap_or(0);
            let side = if side < longest && side >= 64 && side > 2 * given { side - given } else { side };
            match Self::new(ruleset, valuation, last, side) {
                Ok(tiling) if tiling.bytes() <= u128::from(most) => return Ok(tiling),
                Ok(tiling) => {
                    let bytes = tiling.bytes();
                    if smallest.as_ref().is_none_or(|(least, _)| bytes < *least) {
                        smallest = Some((bytes, tiling.clone()));
                    }
                    whole = whole.or(Some(tiling));
                }
                Err(TilingError::Side { .. } | TilingError::TooMany) if whole.is_some() => break,
                // Long sides may be beyond all tables.
                Err(error) => reason = Some(error),
            }
        }
        match smallest {
            Some((bytes, tiling)) if bytes <= u128::from(memory) => Ok(tiling),
            Some((needed, _)) => Err(TilingError::Memory { needed, limit: memory }),
            None => Err(reason.unwrap_or(TilingError::Memory { needed: u128::MAX, limit: memory })),
        }
    }

    /// The valuation of the table.
    #[must_use]
    pub fn valuation(&self) -> Valuation {
        self.valuation
    }

    /// The approximate number of seconds that one thread takes for a tile. It follows from the
    /// plan, never from the clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
    pub fn seconds_a_tile(&self) -> f64 {
        let first = vec![0; self.last.len()];
        let words = words_of(&self.sides(&TileId(first.clone()))).unwrap_or(usize::MAX) as f64;
        match &self.numbers {
            Some(steps) => 64.0 * words * steps.seconds_a_position(),
            None => self.plan(&first).map_or(0.0, |plan| plan.seconds()) + words * 1e-8,
        }
    }

    /// The method that fills the tiles.
    #[must_use]
    pub fn filled_by(&self) -> FilledBy {
        match &self.numbers {
            None => FilledBy::Bits,
            Some(steps) => FilledBy::Numbers { digits: steps.digits() },
        }
    }

    /// The approximate number of bytes of the files of all tiles.
    #[must_use]
    pub fn bytes_on_disk(&self) -> u128 {
        let (along, dimension) = (self.along(), self.last.len());
        let planes = self.kept as u128;
        let mut sum = 0u128;
        // The size of a tile depends on whether it is the last one along each coordinate.
        for ends in 0..1u32 << dimension {
            let ends = |at: usize| ends >> at & 1 == 1;
            let each = |at: usize| if ends(at) { 1 } else { u128::from(along[at] - 1) };
            let tiles = (0..dimension).fold(1u128, |tiles, at| tiles.saturating_mul(each(at)));
            if tiles == 0 {
                continue;
            }
            let tile = TileId((0..dimension).map(|at| if ends(at) { along[at] - 1 } else { 0 }).collect());
            let section = |planes: u128, sides: &[usize]| {
                let words = words_of(sides).map_or(u128::MAX, |words| words as u128);
                words.saturating_mul(8 * planes)
            };
            let faces = (0..dimension)
                .filter_map(|at| Some(section(self.planes_across(at).len() as u128, &self.face(&tile, at)?)));
            let bytes = faces.fold(section(planes, &self.sides(&tile)), u128::saturating_add);
            sum = sum.saturating_add(tiles.saturating_mul(bytes.saturating_add(HEADER_BYTES)));
        }
        sum
    }

    /// The number of binary digits of a value, if values are numbers.
    pub(crate) fn digits(&self) -> Option<usize> {
        self.numbers.as_ref().map(Steps::digits)
    }

    /// The greatest value of each coordinate.
    #[must_use]
    pub fn last(&self) -> Vec<u64> {
        self.last.iter().map(|last| last.unsigned_abs()).collect()
    }

    /// The side of a tile.
    #[must_use]
    pub fn side(&self) -> u64 {
        self.side.unsigned_abs()
    }

    /// The number of tiles along each coordinate.
    fn along(&self) -> Vec<u64> {
        self.last.iter().map(|last| (last / self.side).unsigned_abs() + 1).collect()
    }

    /// The number of tiles.
    #[must_use]
    pub fn tiles(&self) -> u64 {
        self.along().iter().product()
    }

    /// Returns all tiles in lexicographic order: each comes after those that it needs.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::Tiling;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let tiling = Tiling::new(&wythoff, Valuation::NormalOutcome, &[99, 99], 50)?;
    /// assert_eq!(tiling.ids().map(|id| id.to_string()).collect::<Vec<_>>(), ["0-0", "0-1", "1-0", "1-1"]);
    /// # Ok::<(), bouton_tables::TilingError>(())
    /// ```
    pub fn ids(&self) -> impl Iterator<Item = TileId> + use<> {
        let along = self.along();
        (0..along.iter().product()).map(move |number: u64| {
            let mut rest = number;
            let mut places: Vec<u64> = along
                .iter()
                .rev()
                .map(|along| {
                    let place = rest % along;
                    rest /= along;
                    place
                })
                .collect();
            places.reverse();
            TileId(places)
        })
    }

    /// Whether the table has this tile.
    #[must_use]
    pub fn has(&self, tile: &TileId) -> bool {
        let along = self.along();
        tile.0.len() == along.len() && tile.0.iter().zip(&along).all(|(place, along)| place < along)
    }

    /// The tile of a position; `None` outside of the box.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::Tiling;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let tiling = Tiling::new(&wythoff, Valuation::NormalOutcome, &[99, 99], 50)?;
    /// assert_eq!(tiling.tile_of(&[7, 60]).unwrap().to_string(), "0-1");
    /// assert_eq!(tiling.tile_of(&[7, 100]), None);
    /// # Ok::<(), bouton_tables::TilingError>(())
    /// ```
    #[must_use]
    pub fn tile_of(&self, coordinates: &[u64]) -> Option<TileId> {
        let inside = coordinates.iter().zip(&self.last).all(|(at, last)| *at <= last.unsigned_abs());
        let places = || coordinates.iter().map(|at| at / self.side()).collect();
        (inside && coordinates.len() == self.last.len()).then(|| TileId(places()))
    }

    /// Returns the tiles from whose faces a tile is computed, in order.
    ///
    /// # Panics
    ///
    /// If the table does not have this tile.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_tables::Tiling;
    ///
    /// let wythoff = bouton_rules::resolve("wythoff").unwrap().ruleset().unwrap();
    /// let tiling = Tiling::new(&wythoff, Valuation::NormalOutcome, &[99, 99], 50)?;
    /// let needs = tiling.needs(&"1-1".parse()?);
    /// assert_eq!(needs.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0-0", "0-1", "1-0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn needs(&self, tile: &TileId) -> Vec<TileId> {
        assert!(self.has(tile), "a tile of the box");
        let mut needs: Vec<TileId> = self.below(tile).into_iter().map(|(below, _)| below).collect();
        needs.sort();
        needs
    }

    /// Returns the tiles below that a tile reads, each with the coordinates in which its place is
    /// one less.
    pub(crate) fn below(&self, tile: &TileId) -> Vec<(TileId, u32)> {
        let can = tile.0.iter().enumerate().fold(0u32, |can, (at, &place)| can | u32::from(place > 0) << at);
        let mut met = std::collections::BTreeSet::new();
        for along in &self.crossing.along {
            let all = along & can;
            // All non-empty sets of these coordinates are visited.
            let mut some = all;
            while some != 0 {
                met.insert(some);
                some = (some - 1) & all;
            }
        }
        let below =
            |some: u32| tile.0.iter().enumerate().map(move |(at, place)| place - u64::from(some >> at & 1));
        met.into_iter().map(|some| (TileId(below(some).collect()), some)).collect()
    }

    /// The sides of a tile.
    pub(crate) fn sides(&self, tile: &TileId) -> Vec<usize> {
        let side = |(place, last): (&u64, &i64)| {
            let first = i64::try_from(*place).unwrap_or(0) * self.side;
            usize::try_from((last - first + 1).min(self.side)).unwrap_or(0)
        };
        tile.0.iter().zip(&self.last).map(side).collect()
    }

    fn reach(&self, coordinate: usize) -> usize {
        self.crossing.reach.get(coordinate).map_or(0, |&reach| usize::try_from(reach).unwrap_or(0))
    }

    /// The planes that the next tile along a coordinate reads.
    pub(crate) fn planes_across(&self, coordinate: usize) -> Vec<usize> {
        let planes = self.crossing.planes.iter().enumerate();
        planes.filter(|(_, along)| **along >> coordinate & 1 == 1).map(|(plane, _)| plane).collect()
    }

    /// The sides of a tile's face to the next one along a coordinate; `None` if there is no next
    /// tile, or nothing is read.
    pub(crate) fn face(&self, tile: &TileId, coordinate: usize) -> Option<Vec<usize>> {
        let is_last = tile.0[coordinate] + 1 == self.along()[coordinate];
        let mut sides = self.sides(tile);
        sides[coordinate] = self.reach(coordinate);
        (!is_last && sides[coordinate] > 0).then_some(sides)
    }

    /// Returns the window of a tile with these sides, whose first point is `first`, in which something is given along the
    /// coordinates for which `has` returns true.
    fn window_of(&self, sides: &[usize], first: &[i64], has: &dyn Fn(usize) -> bool) -> Window {
        let sides = || sides.iter().map(|&side| i64::try_from(side).unwrap_or(i64::MAX));
        let given = sides().enumerate().map(|(at, side)| {
            let reach = self.crossing.reach.get(at).copied().unwrap_or(0);
            // The bits of a tile are those of whole words, if that takes no more words.
            let whole = (reach + 63) / 64 * 64;
            let is_whole = at + 1 == first.len()
                && self.numbers.is_none()
                && (whole + side + 63) / 64 == (reach + side + 63) / 64;
            match () {
                () if !has(at) => 0,
                () if is_whole => whole,
                () => reach,
            }
        });
        let given: Vec<i64> = given.collect();
        let origin: Vec<i64> = first.iter().zip(&given).map(|(first, given)| first - given).collect();
        let last = sides().zip(&given).map(|(side, given)| side + given - 1).collect();
        Window { all: self.last.clone(), origin, last, given }
    }

    fn window(&self, tile: &[u64]) -> Window {
        let first: Vec<i64> =
            tile.iter().map(|&place| i64::try_from(place).unwrap_or(0) * self.side).collect();
        let (along, bit) = (self.along(), self.last.len() - 1);
        // Bits before the first positions are 0: they are no options. So the first tiles have the plan of the others, but
        // in the coordinate along which it would often take one more word. Numbers have no such value.
        let has = |at: usize| tile[at] > 0 || self.numbers.is_none() && along[at] > 1 && at != bit;
        self.window_of(&self.sides(&TileId(tile.to_vec())), &first, &has)
    }

    fn plan(&self, tile: &[u64]) -> Result<BoxPlan, Unfit> {
        let window = self.window(tile);
        let conditions = Conditions::new(&self.shape, self.valuation, &window)?;
        BoxPlan::of_window(&self.shape, self.valuation, &window, &conditions)
    }

    /// The bytes of the outcomes of a window while they are computed, wherever it is; `None` if they are beyond all memory.
    fn bytes_of_outcomes(&self, window: &Window) -> Option<u128> {
        let conditions = Conditions::complete(&self.shape, self.valuation, window).ok()?;
        let plan = BoxPlan::of_window(&self.shape, self.valuation, window, &conditions).ok()?;
        Some(plan.bytes_of(&plan.keeping(Retention::Planes, 1)?))
    }

    /// Returns the words of a tile; `None` if they are beyond all memory.
    pub(crate) fn layout(&self, tile: &TileId) -> Option<Layout> {
        let mut words = 0usize;
        let mut part = |planes: usize, sides: &[usize]| -> Option<Range<usize>> {
            let first = words;
            let end = first.checked_add(words_of(sides)?.checked_mul(planes)?)?;
            words = end.checked_next_multiple_of(8)?;
            Some(first..end)
        };
        let mut faces = Vec::new();
        for coordinate in 0..self.last.len() {
            let planes = self.planes_across(coordinate);
            let Some(sides) = self.face(tile, coordinate).filter(|_| !planes.is_empty()) else { continue };
            let words = part(planes.len(), &sides)?;
            faces.push(FacePart { coordinate, sides, planes, words });
        }
        let bits = part(self.kept, &self.sides(tile))?;
        Some(Layout { faces, bits, words })
    }

    /// The number of bytes that the largest tile takes while it is computed.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        // The first tile is as long as any. It may have a tile below along each coordinate with
        // several tiles.
        let (along, first) = (self.along(), vec![0; self.last.len()]);
        let sides = self.sides(&TileId(first));
        let origin = vec![self.side; self.last.len()];
        let bit = self.last.len() - 1;
        let window =
            |with_bit: bool| self.window_of(&sides, &origin, &|at| along[at] > 1 && (with_bit || at != bit));
        let table = |window: &Window| match &self.numbers {
            Some(steps) => steps.bytes(window),
            None => self.bytes_of_outcomes(window).unwrap_or(u128::MAX),
        };
        table(&window(true)).max(table(&window(false))).saturating_add(self.bytes_beside(&sides))
    }

    /// The bytes that are held beside the table itself: the words of the tile, and the faces that are read.
    fn bytes_beside(&self, sides: &[usize]) -> u128 {
        let words = |sides: &[usize]| words_of(sides).map_or(u128::MAX, |words| words as u128);
        let mut sum = words(sides).saturating_mul(self.kept as u128).saturating_add(planes::SCRATCH_WORDS);
        for coordinate in 0..self.last.len() {
            let mut face = sides.to_vec();
            face[coordinate] = self.reach(coordinate);
            let planes = self.planes_across(coordinate).len() as u128;
            sum = sum.saturating_add(words(&face).saturating_mul(3 * planes));
        }
        sum.saturating_mul(8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_needs_those_below_along_its_moves() {
        let needs = |rules: &str, tile: &str| {
            let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
            let last = vec![30; ruleset.dimension()];
            let tiling = Tiling::new(&ruleset, Valuation::NormalOutcome, &last, 8).unwrap();
            let needs = tiling.needs(&tile.parse().unwrap());
            needs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(needs("heaps 2; move take any from 1 heap", "2-1"), "1-1 2-0");
        assert_eq!(needs("wythoff", "2-1"), "1-0 1-1 2-0");
        assert_eq!(needs("heaps 3; move take 1..3 from 1 heap", "2-0-1"), "1-0-1 2-0-0");
        assert_eq!(
            needs("heaps 3; move take any from exactly 2 heaps", "1-1-1"),
            "0-0-1 0-1-0 0-1-1 1-0-0 1-0-1 1-1-0"
        );
        assert_eq!(needs("heaps 2; move take 31 from 1 heap", "2-1"), "");
    }

    #[test]
    fn memory_for_conditions_is_counted_wherever_they_matter() {
        let bytes = |condition: &str| {
            let rules = format!("counters a, b; move a -> a - 1; move b -> b - 1{condition}");
            let ruleset = bouton_rules::resolve(&rules).unwrap().ruleset().unwrap();
            Tiling::new(&ruleset, Valuation::NormalOutcome, &[63, 63], 64).unwrap().bytes()
        };
        for condition in [" when a >= 9", " when a <= 9"] {
            assert!(bytes(condition) > bytes(""));
        }
    }

    #[test]
    fn what_cannot_be_cut_is_refused() {
        let refused = |rules: &str, side| {
            let ruleset = bouton_rules::resolve(rules).unwrap().ruleset().unwrap();
            Tiling::new(&ruleset, Valuation::NormalOutcome, &vec![30; ruleset.dimension()], side).unwrap_err()
        };
        assert_eq!(
            refused("heaps 2; move take {1,9} from 1 heap", 8),
            TilingError::Side { reach: 9, side: 8 }
        );
        assert_eq!(refused("heaps 2; move take any from 1 heap", 0), TilingError::NoSide);
        assert_eq!(refused("heaps 1; move take any from 1 heap", 8), TilingError::Moves(Unfit::Dimension));
        let half = refused("counters a, b; move a -> a div 2 when a >= 1; move b -> b - 1", 8);
        assert_eq!(half, TilingError::Moves(Unfit::Amounts));
    }
}
