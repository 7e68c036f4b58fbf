//! A box cut into tiles: the data that each tile needs, and the computation of a single tile.
//!
//! No move raises a coordinate, so a tile needs only the data that its moves reach beyond its lower
//! sides: the **faces** of the tiles below it. A move of bounded size reads outcomes there, up to
//! its size. A move of any size reads the marks ("a P-position is here, or further along the ray")
//! that the table carries forward anyway, one step back. So a face is as deep as the longest step,
//! and a table is computed tile by tile with no more in memory than one tile and the faces that it
//! needs. Grundy values and remoteness are numbers: their faces hold the binary digits, and moves
//! must be of bounded size.

mod steps;

use std::{fmt, str::FromStr};

use bouton_core::{LimitReached, Ruleset, Valuation, Watch};

use self::steps::Steps;
use crate::{
    Unfit,
    bits::{Bits, bits_from, each_point, ones, words_of},
    geometry::LANES,
    keeping::{Keeping, Retention},
    kernel::Arena,
    plan::{Crossing, Window},
    view::{BoxPlan, Filled},
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
    ruleset: Ruleset,
    valuation: Valuation,
    last: Vec<i64>,
    side: i64,
    crossing: Crossing,
    /// The computation of numbers, if values are numbers.
    numbers: Option<Steps>,
}

/// Returns the face of a tile along a coordinate, plane by plane.
type FaceOf<'a, E> = &'a mut dyn FnMut(&TileId, usize) -> Result<Vec<Bits>, E>;

/// The result of computing a tile.
#[derive(Debug)]
pub(crate) struct Tile {
    /// The counts of positions by control state and value.
    pub(crate) counts: Vec<Vec<u64>>,
    /// The bits of each class of each control state.
    pub(crate) classes: Vec<Bits>,
    /// The planes that the next tile reads, for each coordinate.
    pub(crate) faces: Vec<Vec<Bits>>,
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
            ruleset: ruleset.clone(),
            valuation,
            last,
            side: small(side)?,
            crossing: Crossing::default(),
            numbers: None,
        };
        tiling.crossing = match Steps::new(ruleset, valuation, &tiling.last)? {
            Some((steps, crossing)) => {
                tiling.numbers = Some(steps);
                crossing
            }
            None => tiling.plan(&vec![0; tiling.last.len()])?.program.crossing,
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
    /// [`TilingError`] if there is no such side.
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
        let planes = self.kept_planes() as u128;
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

    /// The number of planes of a tile that are kept.
    fn kept_planes(&self) -> usize {
        match &self.numbers {
            Some(steps) => steps.controls() * steps.digits(),
            None => self.plan(&vec![0; self.last.len()]).map_or(0, |plan| classes_of(&plan)),
        }
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

    fn window(&self, tile: &[u64]) -> Window {
        let given = |(at, &place): (usize, &u64)| {
            if place > 0 { self.crossing.reach.get(at).copied().unwrap_or(0) } else { 0 }
        };
        let given: Vec<i64> = tile.iter().enumerate().map(given).collect();
        let first = tile.iter().map(|&place| i64::try_from(place).unwrap_or(0) * self.side);
        let origin: Vec<i64> = first.zip(&given).map(|(first, given)| first - given).collect();
        let sides = self.sides(&TileId(tile.to_vec()));
        let sides = sides.iter().map(|&side| i64::try_from(side).unwrap_or(0));
        let last = sides.zip(&given).map(|(side, given)| side + given - 1).collect();
        Window { all: self.last.clone(), origin, last, given }
    }

    fn plan(&self, tile: &[u64]) -> Result<BoxPlan, Unfit> {
        BoxPlan::of_window(&self.ruleset, self.valuation, &self.window(tile))
    }

    /// The number of bytes that the largest tile takes while it is computed.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        // The first tile is as long as any. It may have a tile below along each coordinate with
        // several tiles.
        let mut window = self.window(&vec![0; self.last.len()]);
        let sides = self.sides(&TileId(vec![0; self.last.len()]));
        for (at, _) in self.along().iter().enumerate().filter(|(_, along)| **along > 1) {
            let given = self.crossing.reach.get(at).copied().unwrap_or(0);
            (window.given[at], window.origin[at]) = (given, self.side - given);
            window.last[at] += given;
        }
        if let Some(steps) = &self.numbers {
            return steps
                .bytes(&window)
                .saturating_add(self.bytes_beside(steps.controls() * steps.digits(), &sides));
        }
        let plan = BoxPlan::of_window(&self.ruleset, self.valuation, &window);
        plan.map_or(u128::MAX, |plan| {
            let table =
                plan.keeping(Retention::Planes, 1).map_or(u128::MAX, |keeping| plan.bytes_of(&keeping));
            table.saturating_add(self.bytes_beside(classes_of(&plan), &sides))
        })
    }

    /// The bytes that are held beside the table itself: the bits of all classes and of one more
    /// plane, and the faces that are read and written.
    fn bytes_beside(&self, classes: usize, sides: &[usize]) -> u128 {
        let words = |sides: &[usize]| words_of(sides).map_or(u128::MAX, |words| words as u128);
        let mut sum = words(sides).saturating_mul(classes as u128 + 1);
        for coordinate in 0..self.last.len() {
            let mut face = sides.to_vec();
            face[coordinate] = self.reach(coordinate);
            let planes = self.planes_across(coordinate).len() as u128;
            sum = sum.saturating_add(words(&face).saturating_mul(3 * planes));
        }
        sum.saturating_mul(8)
    }

    /// Computes a tile. For each tile [below](Self::below), `face` returns its face along the first
    /// of the coordinates given there.
    pub(crate) fn compute<E: From<LimitReached> + From<TilingError>>(
        &self,
        tile: &TileId,
        face: FaceOf<'_, E>,
        watch: &Watch,
    ) -> Result<Tile, E> {
        if let Some(steps) = &self.numbers {
            return self.compute_numbers(steps, tile, face, watch);
        }
        let plan = self.plan(&tile.0).map_err(TilingError::from)?;
        let window = self.window(&tile.0);
        let beside = self.bytes_beside(classes_of(&plan), &self.sides(tile));
        let _held = watch.hold(u64::try_from(beside).unwrap_or(u64::MAX))?;
        let given = self.given(tile, &window, face)?;
        let give = |arena: &mut Arena, keeping: &Keeping| {
            given.iter().for_each(|(plane, start, bits)| plan.give(arena, keeping, *plane, start, bits));
        };
        let filled = plan.fill(Retention::Planes, false, &give, watch)?;
        drop(given);
        let (sides, given) = (self.sides(tile), &window.given);
        let positions = sides.iter().map(|&side| side as u64).product::<u64>();
        let faces: Vec<Option<Vec<usize>>> = (0..sides.len()).map(|at| self.face(tile, at)).collect();
        let mut result =
            Tile { counts: Vec::new(), classes: Vec::new(), faces: vec![Vec::new(); sides.len()] };
        let classes: Vec<std::ops::Range<usize>> =
            plan.program.controls.iter().map(|control| control.classes.clone()).collect();
        for plane in 0..plan.program.planes {
            let is_class = classes.iter().any(|classes| classes.contains(&plane));
            let across = self.crossing.planes.get(plane).copied().unwrap_or(0);
            if !is_class && across == 0 {
                continue;
            }
            watch.check()?;
            let bits = plan.plane(&filled, plane, given, &sides).ok_or(TilingError::TooMany)?;
            for (at, face) in faces.iter().enumerate().filter(|(at, _)| across >> at & 1 == 1) {
                let Some(shown) = face else { continue };
                let low: Vec<usize> = sides.iter().zip(shown).map(|(side, shown)| side - shown).collect();
                result.faces[at].push(bits.cut(&low, shown.clone()));
            }
            if is_class {
                result.classes.push(bits);
            }
        }
        for classes in classes {
            let stored = result.classes[classes].iter().map(|bits| u128::from(bits.count())).collect();
            let counts = plan.all_values(stored, positions.into()).into_iter();
            result.counts.push(counts.map(|count| u64::try_from(count).unwrap_or(u64::MAX)).collect());
        }
        Ok(result)
    }

    /// The data of the tiles below: bits of planes, each with its location in the window.
    fn given<E: From<LimitReached> + From<TilingError>>(
        &self,
        tile: &TileId,
        window: &Window,
        face: FaceOf<'_, E>,
    ) -> Result<Vec<(usize, Vec<usize>, Bits)>, E> {
        let mut given: Vec<(usize, Vec<usize>, Bits)> = Vec::new();
        for (below, along) in self.below(tile) {
            let first = along.trailing_zeros() as usize;
            let shown = self.face(&below, first).ok_or(TilingError::Positions)?;
            // The data lie at the upper end of the tile below in each of these coordinates.
            let ends = |at: usize| at != first && along >> at & 1 == 1;
            let sides = |at: usize| if ends(at) { self.reach(at) } else { shown[at] };
            let sides: Vec<usize> = (0..shown.len()).map(sides).collect();
            let low: Vec<usize> = shown.iter().zip(&sides).map(|(shown, side)| shown - side).collect();
            let start = |at: usize| {
                if along >> at & 1 == 1 { 0 } else { usize::try_from(window.given[at]).unwrap_or(0) }
            };
            let start: Vec<usize> = (0..shown.len()).map(start).collect();
            for (plane, bits) in self.planes_across(first).into_iter().zip(face(&below, first)?) {
                let bits = if sides == shown { bits } else { bits.cut(&low, sides.clone()) };
                given.push((plane, start.clone(), bits));
            }
        }
        Ok(given)
    }

    /// Computes a tile of numbers as [`compute`](Self::compute) does.
    fn compute_numbers<E: From<LimitReached> + From<TilingError>>(
        &self,
        steps: &Steps,
        tile: &TileId,
        face: FaceOf<'_, E>,
        watch: &Watch,
    ) -> Result<Tile, E> {
        let (window, sides) = (self.window(&tile.0), self.sides(tile));
        let beside = self.bytes_beside(steps.controls() * steps.digits(), &sides);
        let needed = steps.bytes(&window).saturating_add(beside);
        let _held = watch.hold(u64::try_from(needed).unwrap_or(u64::MAX))?;
        let given = self.given(tile, &window, face)?;
        let classes = steps.fill(&window, &given, &sides, watch)?;
        drop(given);
        let cut = |at: usize| -> Vec<Bits> {
            let Some(shown) = self.face(tile, at) else { return Vec::new() };
            let low: Vec<usize> = sides.iter().zip(&shown).map(|(side, shown)| side - shown).collect();
            self.planes_across(at).into_iter().map(|plane| classes[plane].cut(&low, shown.clone())).collect()
        };
        let faces = (0..sides.len()).map(cut).collect();
        Ok(Tile { counts: steps.counts(&classes, &sides), classes, faces })
    }
}

/// The number of planes of classes.
fn classes_of(plan: &BoxPlan) -> usize {
    plan.program.controls.iter().map(|control| control.classes.len()).sum()
}

impl BoxPlan {
    /// Sets bits of a plane before the table is filled: the bits of a part of the box that begins
    /// at `start`. The bits of words are those of the last coordinate, and time is the one before.
    fn give(&self, arena: &mut Arena, keeping: &Keeping, plane: usize, start: &[usize], bits: &Bits) {
        let (stride, last) = (self.program.geometry.stride(), start.len() - 1);
        let (first, end) = (start[last], start[last] + bits.sides()[last]);
        let mut at = vec![0i64; start.len()];
        let mut blocks = Vec::new();
        let times = bits.sides()[last - 1];
        let mut column = vec![0u64; times + 63];
        bits.for_each_plane(|others, rows| {
            for (at, (other, start)) in at.iter_mut().zip(others.iter().zip(start)) {
                *at = i64::try_from(other + start).unwrap_or(0);
            }
            // Blocks of 64 positions, with the words of their rows.
            blocks.clear();
            for block in first / 64..end.div_ceil(64) {
                at[last] = i64::try_from(64 * block).unwrap_or(0);
                let (low, high) = (first.max(64 * block), end.min(64 * block + 64));
                blocks.push((self.word_of(keeping, plane, &at).0, low, high - low));
            }
            for &(word, low, count) in &blocks {
                for (to, row) in column.iter_mut().zip(rows.clone()) {
                    *to = (bits_from(row, low - first) & ones(count)) << (low % 64);
                }
                column[times..].fill(0);
                // The row of a bit is later by as many rows as the bit is higher.
                skewed(&mut column);
                for (time, &bits) in (start[last - 1]..).zip(&column).filter(|(_, bits)| **bits != 0) {
                    arena.set(word + time * stride, bits);
                }
            }
        });
    }

    /// Returns the word and the bit of a position in a plane that is kept.
    fn word_of(&self, keeping: &Keeping, plane: usize, at: &[i64]) -> (usize, u32) {
        let geometry = &self.program.geometry;
        let tuple: Vec<i64> = geometry.roles.outer.iter().map(|&outer| at[outer]).collect();
        let place = geometry.place(at);
        let slab = self.outer.slab(&tuple);
        let within = self.outer.number(&tuple) - self.outer.first_of_slab(slab);
        let row = keeping.word(0, place.panel, Some((slab, within)), plane, place.row);
        (row - geometry.margin * LANES + place.word, place.bit)
    }

    /// Returns the bits of a plane, without the given part.
    fn plane(&self, filled: &Filled, plane: usize, given: &[i64], sides: &[usize]) -> Option<Bits> {
        let geometry = &self.program.geometry;
        let (bit, time) = (geometry.roles.bit, geometry.roles.time);
        let [times, last] = [time, bit].map(|at| usize::try_from(geometry.last[at]).unwrap_or(0));
        let first = |at: usize| usize::try_from(given[at]).unwrap_or(0);
        let blocks = last / 64 + 1;
        let mut words = Vec::with_capacity(words_of(sides)?);
        // Rows along the bits, one for each time.
        let mut rows = vec![0u64; (times + 1) * blocks];
        let mut column = vec![0u64; times + 1 + 64];
        let mut at = vec![0i64; sides.len()];
        each_point(&sides[..time], &mut |point| {
            for (place, (point, given)) in at.iter_mut().zip(point.iter().zip(given)) {
                *place = i64::try_from(*point).unwrap_or(0) + given;
            }
            for block in 0..blocks {
                at[bit] = i64::try_from(64 * block).unwrap_or(0);
                let (word, _) = self.word_of(&filled.keeping, plane, &at);
                column.fill(0);
                // The row of a bit is later by as many rows as the bit is higher.
                let length = times + 1 + (last - 64 * block).min(63);
                for (row, slot) in column[..length].iter_mut().enumerate() {
                    *slot = filled.arena.word(word + row * geometry.stride());
                }
                upright(&mut column);
                for (time, word) in column[..=times].iter().enumerate() {
                    rows[time * blocks + block] = *word;
                }
            }
            for row in rows.chunks(blocks).skip(first(time)) {
                for word in 0..sides[bit].div_ceil(64) {
                    words.push(bits_from(row, first(bit) + 64 * word) & ones(sides[bit] - 64 * word));
                }
            }
        });
        Bits::new(sides.to_vec(), words)
    }
}

/// The bits b whose binary digit of the weight `by` is 1.
const fn later(by: usize) -> u64 {
    let (mut bit, mut later) = (0, 0);
    while bit < 64 {
        if bit & by != 0 {
            later |= 1 << bit;
        }
        bit += 1;
    }
    later
}

/// Brings bit b of word t + b to word t, for all b, one power of two after the other. Bits are lost from which no
/// word is so far away.
fn upright(words: &mut [u64]) {
    /// The distance is constant, so that the compiler takes several words at once.
    fn step<const BY: usize>(words: &mut [u64]) {
        let later = const { later(BY) };
        for place in 0..words.len().saturating_sub(BY) {
            words[place] = words[place] & !later | words[place + BY] & later;
        }
    }
    step::<1>(words);
    step::<2>(words);
    step::<4>(words);
    step::<8>(words);
    step::<16>(words);
    step::<32>(words);
}

/// Brings bit b of word t to word t + b, for all b. The last 63 words are to be 0.
fn skewed(words: &mut [u64]) {
    fn step<const BY: usize>(words: &mut [u64]) {
        let later = const { later(BY) };
        for place in (BY..words.len()).rev() {
            words[place] = words[place] & !later | words[place - BY] & later;
        }
        words.iter_mut().take(BY).for_each(|word| *word &= !later);
    }
    step::<1>(words);
    step::<2>(words);
    step::<4>(words);
    step::<8>(words);
    step::<16>(words);
    step::<32>(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_upright() {
        let mut words: Vec<u64> = (0..100u64).map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        let skewed = words.clone();
        upright(&mut words);
        for time in 0..30 {
            for bit in 0..64 {
                assert_eq!(words[time] >> bit & 1, skewed[time + bit] >> bit & 1);
            }
        }
    }

    #[test]
    fn skewed_bits_stand_upright_again() {
        let upright_words: Vec<u64> =
            (0..70u64).map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15)).chain([0; 63]).collect();
        let mut words = upright_words.clone();
        skewed(&mut words);
        for (time, word) in words.iter().enumerate() {
            for bit in 0..64 {
                let from = time.checked_sub(bit).map_or(0, |from| upright_words[from]);
                assert_eq!(word >> bit & 1, from >> bit & 1);
            }
        }
        upright(&mut words);
        assert_eq!(words[..70], upright_words[..70]);
    }

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
