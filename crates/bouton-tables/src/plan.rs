//! A ruleset compiled into shift-ORs over words.

use bouton_core::{Formula, LinearExpression, Ruleset, Valuation, Variable};

use crate::{
    geometry::{Columns, Geometry, Reach, Roles},
    kernel::{Finish, MOST_CLASSES},
    shape::{Jump, Shape, Unfit},
};

/// Larger steps from column to column are left to other engines.
const MOST_MARGIN: i64 = 512;

/// Coordinates beyond this are left to other engines.
pub(crate) const LARGEST: u64 = 1 << 20;

/// More coordinates than this are left to other engines.
pub(crate) const MOST_COORDINATES: usize = 16;

/// Words read for each row.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// From which sheet, by number; 0 is the sheet itself.
    pub(crate) neighbour: usize,
    pub(crate) plane: usize,
    pub(crate) reach: Reach,
    /// How many bits up, down if negative.
    pub(crate) shift: i64,
    /// How many blocks earlier.
    pub(crate) blocks: i64,
}

/// Moves with a common guard.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Which guard; `None` always holds.
    pub(crate) guard: Option<usize>,
    /// What is read for each class asked about.
    pub(crate) reads: Vec<Vec<Read>>,
}

/// A plane of "here or further along a ray".
#[derive(Clone, Debug)]
pub(crate) struct TrailPlan {
    pub(crate) plane: usize,
    pub(crate) source: usize,
    /// What is read, with where.
    pub(crate) reads: Vec<(Option<usize>, Read)>,
}

/// What is done in each row for one control state.
#[derive(Clone, Debug)]
pub(crate) struct ControlPlan {
    pub(crate) groups: Vec<Group>,
    pub(crate) movable: Option<usize>,
    /// The planes of its classes.
    pub(crate) classes: std::ops::Range<usize>,
    pub(crate) trails: Vec<TrailPlan>,
}

/// All that is done for a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) geometry: Geometry,
    /// All guards, each once.
    pub(crate) guards: Vec<Formula>,
    pub(crate) controls: Vec<ControlPlan>,
    /// By how much the outer coordinates of the sheets that are read differ; none is positive.
    pub(crate) neighbours: Vec<Vec<i64>>,
    /// Planes of a sheet.
    pub(crate) planes: usize,
    pub(crate) finish: Finish,
    /// Classes of options that are asked about.
    pub(crate) asked: usize,
    /// How many values there are.
    pub(crate) values: usize,
    /// Planes that are read in other columns.
    pub(crate) handed_on: Vec<usize>,
    /// Whether outer coordinates are kept sorted, the largest first.
    pub(crate) sorted: bool,
}

/// A trail: which class, from which control state, along which rays.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TrailKey {
    control: usize,
    class: usize,
    generators: Vec<Vec<i64>>,
}

impl Program {
    /// Compiles the outcomes of a box, in panels of about so many vectors.
    pub(crate) fn new(
        ruleset: &Ruleset,
        valuation: Valuation,
        last: &[u64],
        panel: usize,
    ) -> Result<Self, Unfit> {
        let shape = Shape::new(ruleset)?;
        if !(2..=MOST_COORDINATES).contains(&shape.dimension) || last.iter().any(|&last| last > LARGEST) {
            return Err(Unfit::Dimension);
        }
        let (finish, asked, stored, misere) = match valuation {
            Valuation::NormalOutcome => (Finish::Lost, 1, 1, false),
            Valuation::MisereOutcome => (Finish::Lost, 1, 1, true),
            Valuation::Podium { players } => {
                let classes = usize::from(players) - 1;
                (Finish::Least, classes, classes, false)
            }
            Valuation::Coalition => (Finish::Coalition, 4, 4, false),
            _ => return Err(Unfit::Values),
        };
        if asked > MOST_CLASSES {
            return Err(Unfit::Values);
        }
        let values =
            valuation.value_count().and_then(|count| usize::try_from(count).ok()).ok_or(Unfit::Values)?;
        let last: Vec<i64> = last
            .iter()
            .map(|&last| i64::try_from(last))
            .collect::<Result<_, _>>()
            .map_err(|_| Unfit::Dimension)?;
        let roles = Roles::new(&last);
        let jumps: Vec<&Jump> = shape
            .jumps
            .iter()
            .filter(|jump| jump.vector.iter().zip(&last).all(|(&by, &last)| -by <= last))
            .collect();
        let inside = |by: &&Vec<i64>| by.iter().zip(&last).all(|(&by, &last)| -by <= last);
        let steps =
            || jumps.iter().flat_map(|jump| jump.generators.iter().chain([&jump.vector])).filter(inside);
        let gap = steps().map(|by| -by[roles.time]).max().unwrap_or(0);
        let margin = steps().map(|by| match roles.columns {
            Columns::Coordinate(column) => -by[column],
            Columns::Blocks => -by[roles.bit].div_euclid(64),
        });
        let margin = margin.max().unwrap_or(0);
        if margin > MOST_MARGIN {
            return Err(Unfit::TooMany);
        }
        let geometry = Geometry::new(&last, roles, gap, usize::try_from(margin).unwrap_or(0), panel);
        let mut compiler = Compiler {
            geometry: &geometry,
            stored,
            trails: Vec::new(),
            first_trail: shape.controls * stored,
            neighbours: vec![vec![0; geometry.roles.outer.len()]],
            guards: Vec::new(),
        };
        let mut controls = Vec::new();
        for control in 0..shape.controls {
            let mut groups: Vec<Group> = Vec::new();
            for jump in jumps.iter().filter(|jump| jump.from == control) {
                for class in 0..asked {
                    let plane = compiler.plane(jump.to, class, &jump.generators);
                    for read in compiler.reads(plane, &jump.vector) {
                        let guard = compiler.guard(&jump.guard, &read)?;
                        let known = groups.iter().position(|group| group.guard == guard);
                        let number = known.unwrap_or_else(|| {
                            groups.push(Group { guard, reads: vec![Vec::new(); asked] });
                            groups.len() - 1
                        });
                        groups[number].reads[class].push(read);
                    }
                }
            }
            let movable = if misere { compiler.known(shape.can_move(control)?) } else { None };
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
            // What a trail gathers comes before it.
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
        let planes = compiler.first_trail + compiler.trails.len();
        let (neighbours, guards) = (compiler.neighbours, compiler.guards);
        let sorted = shape.interchangeable;
        let reads = || controls.iter().flat_map(ControlPlan::all_reads);
        let handed_on =
            (0..planes).filter(|&plane| reads().any(|read| read.plane == plane && read.reach.columns < 0));
        let handed_on = handed_on.collect();
        Ok(Self { geometry, guards, controls, neighbours, planes, finish, asked, values, handed_on, sorted })
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
    stored: usize,
    trails: Vec<TrailKey>,
    first_trail: usize,
    neighbours: Vec<Vec<i64>>,
    guards: Vec<Formula>,
}

impl Compiler<'_> {
    /// The plane of a class, or of its trail along some rays.
    fn plane(&mut self, control: usize, class: usize, generators: &[Vec<i64>]) -> usize {
        // A ray along which the box has no second point gathers nothing.
        let last = &self.geometry.last;
        let generators: Vec<Vec<i64>> = generators
            .iter()
            .filter(|generator| generator.iter().zip(last).all(|(&by, &last)| -by <= last))
            .cloned()
            .collect();
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

    /// The reads that bring x + vector of a plane to x.
    fn reads(&mut self, plane: usize, vector: &[i64]) -> Vec<Read> {
        let Geometry { roles, last, period, blocks, skew, .. } = self.geometry;
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

    /// The guard of a move where it is read so: from a block before the first there is nothing to
    /// read but the last block of the slab before.
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

    /// The number of a guard.
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
