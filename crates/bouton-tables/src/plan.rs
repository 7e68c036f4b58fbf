//! A ruleset compiled into shift-ORs over words.

use bouton_core::{Formula, Ruleset, Valuation};

use crate::{
    geometry::{Columns, Geometry, Reach, Roles},
    kernel::{Finish, MOST_CLASSES},
    shape::{Jump, Shape, Unfit},
};

/// Coordinates beyond this are left to other engines.
pub(crate) const LARGEST: u64 = 1 << 20;

/// More coordinates than this are left to other engines.
pub(crate) const MOST_COORDINATES: usize = 16;

/// A sheet seen from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// By how much each outer coordinate differs; none is positive.
    pub(crate) outer: Vec<i64>,
    /// By how many blocks; not positive.
    pub(crate) block: i64,
}

/// Words read for each row.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// From which sheet, by number; 0 is the sheet itself.
    pub(crate) neighbour: usize,
    pub(crate) plane: usize,
    pub(crate) reach: Reach,
    /// How many bits up, down if negative.
    pub(crate) shift: i64,
}

/// Moves with a common guard.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) guard: Formula,
    /// What is read for each class asked about.
    pub(crate) reads: Vec<Vec<Read>>,
}

/// A plane of "here or further along a ray".
#[derive(Clone, Debug)]
pub(crate) struct TrailPlan {
    pub(crate) plane: usize,
    pub(crate) source: usize,
    pub(crate) reads: Vec<Read>,
}

/// What is done in each row for one control state.
#[derive(Clone, Debug)]
pub(crate) struct ControlPlan {
    pub(crate) groups: Vec<Group>,
    pub(crate) movable: Option<Formula>,
    /// The planes of its classes.
    pub(crate) classes: std::ops::Range<usize>,
    pub(crate) trails: Vec<TrailPlan>,
}

/// All that is done for a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) geometry: Geometry,
    pub(crate) controls: Vec<ControlPlan>,
    pub(crate) neighbours: Vec<Neighbour>,
    /// Planes of a sheet.
    pub(crate) planes: usize,
    pub(crate) finish: Finish,
    /// Classes of options that are asked about.
    pub(crate) asked: usize,
    /// How many values there are.
    pub(crate) values: usize,
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
    /// Compiles the outcomes of a box.
    pub(crate) fn new(ruleset: &Ruleset, valuation: Valuation, last: &[u64]) -> Result<Self, Unfit> {
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
        let roles = roles(&last);
        let jumps: Vec<&Jump> = shape
            .jumps
            .iter()
            .filter(|jump| jump.vector.iter().zip(&last).all(|(&by, &last)| -by <= last))
            .collect();
        let mut compiler = Compiler {
            roles: &roles,
            last: &last,
            stored,
            trails: Vec::new(),
            first_trail: shape.controls * stored,
            neighbours: vec![Neighbour { outer: vec![0; roles.outer.len()], block: 0 }],
        };
        let mut controls = Vec::new();
        for control in 0..shape.controls {
            let mut groups: Vec<Group> = Vec::new();
            for jump in jumps.iter().filter(|jump| jump.from == control) {
                let known = groups.iter().position(|group| group.guard == jump.guard);
                let number = known.unwrap_or_else(|| {
                    groups.push(Group { guard: jump.guard.clone(), reads: vec![Vec::new(); asked] });
                    groups.len() - 1
                });
                for class in 0..asked {
                    let plane = compiler.plane(jump.to, class, &jump.generators);
                    let reads = compiler.reads(plane, &jump.vector);
                    groups[number].reads[class].extend(reads);
                }
            }
            let movable = if misere { Some(shape.can_move(control)?) } else { None };
            let classes = control * stored..(control + 1) * stored;
            controls.push(ControlPlan { groups, movable, classes, trails: Vec::new() });
        }
        let mut number = 0;
        while let Some(key) = compiler.trails.get(number).cloned() {
            let plane = compiler.first_trail + number;
            let mut shorter = key.generators.clone();
            let generator = shorter.pop().ok_or(Unfit::Target)?;
            let source = compiler.plane(key.control, key.class, &shorter);
            let reads = compiler.reads(plane, &generator);
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
        let neighbours = compiler.neighbours;
        let mut reaches: Vec<(i64, i64)> = vec![(0, 0)];
        for read in controls.iter().flat_map(ControlPlan::all_reads) {
            reaches.push((read.reach.rows, read.reach.columns));
        }
        reaches.sort_unstable();
        reaches.dedup();
        let sorted = shape.interchangeable;
        let skew = match roles.columns {
            Columns::Coordinate(_) => 1,
            Columns::Blocks => 64,
        };
        // The geometry wants rows without the part of the columns.
        let reaches: Vec<_> =
            reaches.iter().map(|&(rows, columns)| (rows - skew * columns, columns)).collect();
        let geometry = Geometry::new(&last, roles, &reaches);
        Ok(Self { geometry, controls, neighbours, planes, finish, asked, values, sorted })
    }

    /// Whether some guard may need masks.
    pub(crate) fn is_guarded(&self) -> bool {
        self.controls.iter().any(|control| {
            control.movable.is_some() || control.groups.iter().any(|group| group.guard != Formula::True)
        })
    }
}

impl ControlPlan {
    /// Everything that is read.
    pub(crate) fn all_reads(&self) -> impl Iterator<Item = &Read> {
        let groups = self.groups.iter().flat_map(|group| group.reads.iter().flatten());
        groups.chain(self.trails.iter().flat_map(|trail| &trail.reads))
    }
}

/// Which coordinate does what: the last three make the sheets.
fn roles(last: &[i64]) -> Roles {
    let dimension = last.len();
    let time = dimension - 1;
    let bit = Some(dimension - 2);
    if dimension == 2 {
        return Roles { time, bit, columns: Columns::Blocks, outer: Vec::new() };
    }
    Roles { time, bit, columns: Columns::Coordinate(dimension - 3), outer: (0..dimension - 3).collect() }
}

struct Compiler<'a> {
    roles: &'a Roles,
    last: &'a [i64],
    stored: usize,
    trails: Vec<TrailKey>,
    first_trail: usize,
    neighbours: Vec<Neighbour>,
}

impl Compiler<'_> {
    /// The plane of a class, or of its trail along some rays.
    fn plane(&mut self, control: usize, class: usize, generators: &[Vec<i64>]) -> usize {
        // A ray along which the box has no second point gathers nothing.
        let generators: Vec<Vec<i64>> = generators
            .iter()
            .filter(|generator| generator.iter().zip(self.last).all(|(&by, &last)| -by <= last))
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
        let outer: Vec<i64> = self.roles.outer.iter().map(|&coordinate| vector[coordinate]).collect();
        let time = vector[self.roles.time];
        let by = self.roles.bit.map_or(0, |bit| vector[bit]);
        let bits = self.roles.bit.map_or(0, |bit| self.last[bit]);
        let mut reads = Vec::new();
        // Bit i comes from bit i + by of this block or of an earlier one.
        for block in [by.div_euclid(64), by.div_euclid(64) + 1] {
            let shift = 64 * block - by;
            if shift.abs() >= 64 || block > 0 || -block > bits / 64 {
                continue;
            }
            let (neighbour, columns) = match self.roles.columns {
                Columns::Coordinate(column) => (Neighbour { outer: outer.clone(), block }, vector[column]),
                Columns::Blocks => (Neighbour { outer: outer.clone(), block: 0 }, block),
            };
            let skew = if self.roles.columns == Columns::Blocks { 64 } else { 1 };
            let rows = time + by - 64 * block + skew * columns;
            let known = self.neighbours.iter().position(|known| *known == neighbour);
            let neighbour = known.unwrap_or_else(|| {
                self.neighbours.push(neighbour);
                self.neighbours.len() - 1
            });
            reads.push(Read { neighbour, plane, reach: Reach { rows, columns }, shift });
        }
        reads
    }
}
