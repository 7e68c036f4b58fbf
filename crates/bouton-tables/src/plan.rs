//! A ruleset compiled into shift-ORs over words.

use std::collections::BTreeSet;

use bouton_core::{Formula, LinearExpression, Ruleset, Valuation, Variable};

use crate::{
    geometry::{Columns, Geometry, Reach, Roles},
    kernel::{Finish, MOST_CLASSES},
    shape::{Jump, Shape, Unfit, from_origin, reduced},
};

/// The largest step from column to column that is supported.
const MOST_MARGIN: i64 = 512;

/// The largest coordinate that is supported.
pub(crate) const LARGEST: u64 = 1 << 20;

/// The most coordinates that are supported.
pub(crate) const MOST_COORDINATES: usize = 16;

/// Words read for each row.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// The number of the sheet that is read; 0 is the sheet itself.
    pub(crate) neighbour: usize,
    pub(crate) plane: usize,
    pub(crate) reach: Reach,
    /// The shift in bits, up, or down if negative.
    pub(crate) shift: i64,
    /// The number of blocks earlier.
    pub(crate) blocks: i64,
}

/// Moves with a common guard.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The index of the guard; `None` always holds.
    pub(crate) guard: Option<usize>,
    /// The reads for each class.
    pub(crate) reads: Vec<Vec<Read>>,
}

/// A plane whose bits mean "here or further along a ray".
#[derive(Clone, Debug)]
pub(crate) struct TrailPlan {
    pub(crate) plane: usize,
    pub(crate) source: usize,
    /// The reads, each with its plane.
    pub(crate) reads: Vec<(Option<usize>, Read)>,
}

/// The work in each row for one control state.
#[derive(Clone, Debug)]
pub(crate) struct ControlPlan {
    pub(crate) groups: Vec<Group>,
    pub(crate) movable: Option<usize>,
    /// The planes of its classes.
    pub(crate) classes: std::ops::Range<usize>,
    pub(crate) trails: Vec<TrailPlan>,
}

/// The whole program of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) geometry: Geometry,
    /// All guards, each once.
    pub(crate) guards: Vec<Formula>,
    pub(crate) controls: Vec<ControlPlan>,
    /// The differences of the outer coordinates of the sheets that are read; none is positive.
    pub(crate) neighbours: Vec<Vec<i64>>,
    /// The number of planes of a sheet.
    pub(crate) planes: usize,
    pub(crate) finish: Finish,
    /// The number of classes of options that are read.
    pub(crate) asked: usize,
    /// The number of values.
    pub(crate) values: usize,
    /// Planes that are read in other columns.
    pub(crate) handed_on: Vec<usize>,
    /// Whether outer coordinates are kept sorted, the largest first.
    pub(crate) sorted: bool,
    /// Whether the coordinates are interchangeable.
    pub(crate) interchangeable: bool,
    /// The guard of the positions that are computed: at other positions bits are given.
    pub(crate) computed: Option<usize>,
    pub(crate) crossing: Crossing,
}

/// The positions that are computed: a part of a box, after some positions that are given.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// The greatest value of each coordinate of the whole box.
    pub(crate) all: Vec<i64>,
    /// The point that is 0 in the window.
    pub(crate) origin: Vec<i64>,
    /// The greatest value of each coordinate, from the origin on.
    pub(crate) last: Vec<i64>,
    /// The number of values of each coordinate, from the origin on, that are given.
    pub(crate) given: Vec<i64>,
}

impl Window {
    /// Creates the window that is a whole box.
    fn whole(last: Vec<i64>) -> Self {
        let zero = vec![0; last.len()];
        Self { all: last.clone(), origin: zero.clone(), last, given: zero }
    }
}

/// The conditions of the moves of a shape at the points of a window, without the parts that are constant there.
/// Windows with the same sides and the same conditions have the same program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// The guard of each jump.
    jumps: Vec<Formula>,
    /// For each control state, the condition under which a move is possible, if that matters.
    movable: Vec<Formula>,
}

impl Conditions {
    /// Reads the conditions of a shape.
    pub(crate) fn new(shape: &Shape, valuation: Valuation, window: &Window) -> Result<Self, Unfit> {
        Self::read(shape, valuation, window, reduced)
    }

    /// Reads the conditions of a shape, with the parts that are constant in this window: they are not constant in every
    /// window with these sides.
    pub(crate) fn complete(shape: &Shape, valuation: Valuation, window: &Window) -> Result<Self, Unfit> {
        Self::read(shape, valuation, window, |formula, _| formula)
    }

    fn read(
        shape: &Shape,
        valuation: Valuation,
        window: &Window,
        reduced: fn(Formula, &[(i128, i128)]) -> Formula,
    ) -> Result<Self, Unfit> {
        let range = |(&given, &last): (&i64, &i64)| (i128::from(given), i128::from(last));
        let ranges = || window.given.iter().zip(&window.last).map(range);
        let here = |formula: &Formula, ranges: &[(i128, i128)]| -> Result<Formula, Unfit> {
            Ok(reduced(from_origin(formula, &window.origin)?, ranges))
        };
        let whole: Vec<(i128, i128)> = ranges().collect();
        let movable: Result<Vec<Formula>, Unfit> = match valuation {
            Valuation::MisereOutcome => {
                (0..shape.controls).map(|control| here(&shape.can_move(control)?, &whole)).collect()
            }
            _ => Ok(Vec::new()),
        };
        let jump = |jump: &Jump| {
            // Where a coordinate is too small for the move, nothing is read, whether the guard holds or not.
            let from = jump.vector.iter().zip(&window.origin).map(|(by, origin)| i128::from(-by - origin));
            let ranges = ranges().zip(from).map(|((least, last), from)| (least.max(from).min(last), last));
            here(&jump.guard, &ranges.collect::<Vec<_>>())
        };
        let jumps = shape.jumps.iter().map(jump).collect::<Result<_, Unfit>>();
        Ok(Self { jumps: jumps?, movable: movable? })
    }
}

/// The reads at other positions than the computed one; they are the same for all windows of a box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// The distance back along each coordinate.
    pub(crate) reach: Vec<i64>,
    /// The sets of coordinates along which something is read at once, as bits.
    pub(crate) along: BTreeSet<u32>,
    /// The coordinates along which each plane is read, as bits.
    pub(crate) planes: Vec<u32>,
}

impl Crossing {
    pub(crate) fn note(&mut self, plane: usize, by: &[i64]) {
        let mut along = 0;
        self.reach.resize(by.len(), 0);
        for (coordinate, &by) in by.iter().enumerate().filter(|(_, by)| **by < 0) {
            along |= 1 << coordinate;
            self.reach[coordinate] = self.reach[coordinate].max(-by);
        }
        self.along.insert(along);
        self.planes.resize(self.planes.len().max(plane + 1), 0);
        self.planes[plane] |= along;
    }
}

/// Whether a step back stays inside a box.
fn fits(by: &[i64], last: &[i64]) -> bool {
    by.iter().zip(last).all(|(&by, &last)| -by <= last)
}

/// A trail: its class, its control state, and its rays.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TrailKey {
    control: usize,
    class: usize,
    generators: Vec<Vec<i64>>,
}

impl Program {
    /// Compiles the outcomes of a box, in panels of about `panel` vectors.
    pub(crate) fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        panel: usize,
    ) -> Result<Self, Unfit> {
        let last = last.iter().map(|&last| i64::try_from(last)).collect::<Result<Vec<_>, _>>();
        let last = last.map_err(|_| Unfit::Dimension)?;
        let roles = Roles::new(&last);
        let (shape, window) = (Shape::new(ruleset)?, Window::whole(last));
        let conditions = Conditions::new(&shape, valuation, &window)?;
        Self::of_window(&shape, valuation, &window, &conditions, roles, panel)
    }

    /// Compiles the outcomes of a window of a box.
    pub(crate) fn of_window(
        shape: &Shape,
        valuation: Valuation,
        window: &Window,
        conditions: &Conditions,
        roles: Roles,
        panel: usize,
    ) -> Result<Self, Unfit> {
        let Window { all, last, .. } = window;
        if !(2..=MOST_COORDINATES).contains(&shape.dimension)
            || last.iter().any(|last| last.unsigned_abs() > LARGEST)
        {
            return Err(Unfit::Dimension);
        }
        let (finish, asked, stored) = match valuation {
            Valuation::NormalOutcome | Valuation::MisereOutcome => (Finish::Lost, 1, 1),
            Valuation::Podium { players } => {
                let classes = usize::from(players) - 1;
                (Finish::Least, classes, classes)
            }
            Valuation::Coalition => (Finish::Coalition, 4, 4),
            _ => return Err(Unfit::Values),
        };
        if asked > MOST_CLASSES {
            return Err(Unfit::Values);
        }
        let values =
            valuation.value_count().and_then(|count| usize::try_from(count).ok()).ok_or(Unfit::Values)?;
        let jumps = shape.jumps.iter().zip(&conditions.jumps).filter(|(jump, _)| fits(&jump.vector, all));
        let jumps: Vec<(&Jump, &Formula)> = jumps.collect();
        let inside = |by: &&Vec<i64>| fits(by, last);
        let steps =
            || jumps.iter().flat_map(|(jump, _)| jump.generators.iter().chain([&jump.vector])).filter(inside);
        let gap = steps().map(|by| -by[roles.time]).max().unwrap_or(0);
        let margin = steps().map(|by| match roles.columns {
            Columns::Coordinate(column) => -by[column],
            Columns::Blocks => -by[roles.bit].div_euclid(64),
        });
        let margin = margin.max().unwrap_or(0);
        if margin > MOST_MARGIN {
            return Err(Unfit::TooMany);
        }
        let geometry = Geometry::new(last, roles, gap, usize::try_from(margin).unwrap_or(0), panel);
        let mut compiler = Compiler {
            geometry: &geometry,
            all,
            crossing: Crossing { reach: vec![0; all.len()], ..Crossing::default() },
            stored,
            trails: Vec::new(),
            first_trail: shape.controls * stored,
            neighbours: vec![vec![0; geometry.roles.outer.len()]],
            guards: Vec::new(),
        };
        let mut controls = Vec::new();
        for control in 0..shape.controls {
            let mut groups: Vec<Group> = Vec::new();
            for (jump, holds) in jumps.iter().filter(|(jump, _)| jump.from == control) {
                for class in 0..asked {
                    let plane = compiler.plane(jump.to, class, &jump.generators);
                    for read in compiler.reads(plane, &jump.vector) {
                        let guard = compiler.guard(holds, &read)?;
                        let known = groups.iter().position(|group| group.guard == guard);
                        let number = known.unwrap_or_else(|| {
                            groups.push(Group { guard, reads: vec![Vec::new(); asked] });
                            groups.len() - 1
                        });
                        groups[number].reads[class].push(read);
                    }
                }
            }
            let movable = conditions.movable.get(control).and_then(|movable| compiler.known(movable.clone()));
            let classes = control * stored..(control + 1) * stored;
            controls.push(ControlPlan { groups, movable, classes, trails: Vec::new() });
        }
        let mut number = 0;
        while let Some(key) = compiler.trails.get(number).cloned() {
            let plane = compiler.first_trail + number;
            let mut shorter = key.generators.clone();
            let generator = shorter.pop().ok_or(Unfit::Target)?;
            let source = compiler.plane(key.control, key.class, &shorter);
            let reads = compiler.reads(plane, &generator).into_iter();
            let reads = reads.map(|read| Ok((compiler.guard(&Formula::True, &read)?, read)));
            let reads = reads.collect::<Result<_, Unfit>>()?;
            controls[key.control].trails.push(TrailPlan { plane, source, reads });
            number += 1;
        }
        for control in &mut controls {
            // The planes that a trail reads come before it.
            let mut done: Vec<usize> = control.classes.clone().collect();
            let mut waiting = std::mem::take(&mut control.trails);
            while !waiting.is_empty() {
                let ready =
                    waiting.iter().position(|trail| done.contains(&trail.source)).ok_or(Unfit::Target)?;
                let trail = waiting.remove(ready);
                done.push(trail.plane);
                control.trails.push(trail);
            }
        }
        let computed = compiler.beyond(&window.given)?;
        let planes = compiler.first_trail + compiler.trails.len();
        let (neighbours, guards, mut crossing) = (compiler.neighbours, compiler.guards, compiler.crossing);
        crossing.planes.resize(planes, 0);
        // Marks along one coordinate would be read along another coordinate that has taken its
        // place.
        let outward = |trail: &TrailKey| {
            let outer = |generator: &Vec<i64>| geometry.roles.outer.iter().any(|&outer| generator[outer] < 0);
            trail.generators.iter().any(outer)
        };
        let interchangeable = shape.interchangeable;
        let sorted = interchangeable && !compiler.trails.iter().any(outward);
        let reads = || controls.iter().flat_map(ControlPlan::all_reads);
        let handed_on =
            (0..planes).filter(|&plane| reads().any(|read| read.plane == plane && read.reach.columns < 0));
        let handed_on = handed_on.collect();
        Ok(Self {
            geometry,
            guards,
            controls,
            neighbours,
            planes,
            finish,
            asked,
            values,
            handed_on,
            sorted,
            interchangeable,
            computed,
            crossing,
        })
    }
}

impl ControlPlan {
    /// Everything that is read.
    pub(crate) fn all_reads(&self) -> impl Iterator<Item = &Read> {
        let groups = self.groups.iter().flat_map(|group| group.reads.iter().flatten());
        groups.chain(self.trails.iter().flat_map(|trail| trail.reads.iter().map(|(_, read)| read)))
    }
}

struct Compiler<'a> {
    geometry: &'a Geometry,
    /// The greatest value of each coordinate of the whole box.
    all: &'a [i64],
    crossing: Crossing,
    stored: usize,
    trails: Vec<TrailKey>,
    first_trail: usize,
    neighbours: Vec<Vec<i64>>,
    guards: Vec<Formula>,
}

impl Compiler<'_> {
    /// Returns the plane of a class, or of its trail along some rays.
    fn plane(&mut self, control: usize, class: usize, generators: &[Vec<i64>]) -> usize {
        // A ray along which the box has no second point has no effect.
        let generators: Vec<Vec<i64>> =
            generators.iter().filter(|generator| fits(generator, self.all)).cloned().collect();
        if generators.is_empty() {
            return control * self.stored + class;
        }
        let key = TrailKey { control, class, generators };
        let known = self.trails.iter().position(|trail| *trail == key);
        let number = known.unwrap_or_else(|| {
            self.trails.push(key);
            self.trails.len() - 1
        });
        self.first_trail + number
    }

    /// Returns the reads that bring x + vector of a plane to x.
    fn reads(&mut self, plane: usize, vector: &[i64]) -> Vec<Read> {
        let Geometry { roles, last, period, blocks, skew, .. } = self.geometry;
        self.crossing.note(plane, vector);
        if !fits(vector, last) {
            // This window has no data at that distance back.
            return Vec::new();
        }
        let outer: Vec<i64> = roles.outer.iter().map(|&coordinate| vector[coordinate]).collect();
        let (time, by, bits) = (vector[roles.time], vector[roles.bit], last[roles.bit]);
        let slabs = roles.slab.map_or(0, |slab| vector[slab]);
        let known = self.neighbours.iter().position(|known| *known == outer);
        let neighbour = known.unwrap_or_else(|| {
            self.neighbours.push(outer);
            self.neighbours.len() - 1
        });
        let mut reads = Vec::new();
        // Bit i comes from bit i + by of this block or of an earlier one.
        for block in [by.div_euclid(64), by.div_euclid(64) + 1] {
            let shift = 64 * block - by;
            if shift.abs() >= 64 || block > 0 || -block > bits / 64 {
                continue;
            }
            let (columns, turns) = match roles.columns {
                Columns::Coordinate(column) => (vector[column], slabs * blocks + block),
                Columns::Blocks => (block, 0),
            };
            let rows = time + by - 64 * block + skew * columns + period * turns;
            let earlier = if roles.columns == Columns::Blocks { 0 } else { -block };
            reads.push(Read { neighbour, plane, reach: Reach { rows, columns }, shift, blocks: earlier });
        }
        reads
    }

    /// Returns the guard of a move for this read. Before the first block the only data are the last
    /// block of the preceding slab.
    fn guard(&mut self, guard: &Formula, read: &Read) -> Result<Option<usize>, Unfit> {
        let Geometry { roles, blocks, .. } = self.geometry;
        if read.blocks == 0 || *blocks == 1 || roles.slab.is_none() {
            return Ok(self.known(guard.clone()));
        }
        // bit ≥ 64 · later
        let bit = u16::try_from(roles.bit).map(Variable).map_err(|_| Unfit::Dimension)?;
        let short =
            LinearExpression::variable(bit).scaled(-1).and_then(|e| e.with_constant(64 * read.blocks));
        Ok(self.known(guard.clone().and(Formula::NotPositive(short.map_err(|_| Unfit::Dimension)?))))
    }

    /// Returns the guard that holds from `given` on, in every coordinate.
    fn beyond(&mut self, given: &[i64]) -> Result<Option<usize>, Unfit> {
        let mut guard = Formula::True;
        for (coordinate, &given) in given.iter().enumerate().filter(|(_, given)| **given > 0) {
            let coordinate = u16::try_from(coordinate).map(Variable).map_err(|_| Unfit::Dimension)?;
            let short =
                LinearExpression::variable(coordinate).scaled(-1).and_then(|e| e.with_constant(given));
            guard = guard.and(Formula::NotPositive(short.map_err(|_| Unfit::Dimension)?));
        }
        Ok(self.known(guard))
    }

    /// Returns the number of a guard.
    fn known(&mut self, guard: Formula) -> Option<usize> {
        if guard == Formula::True {
            return None;
        }
        let known = self.guards.iter().position(|known| *known == guard);
        Some(known.unwrap_or_else(|| {
            self.guards.push(guard);
            self.guards.len() - 1
        }))
    }
}
