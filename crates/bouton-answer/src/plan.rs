//! The choice of the engine that answers, with its cost, before any work is done.

use std::{fmt, str::FromStr};

use bouton_document::{self as document, Number, PlannedTiles};
use bouton_solve::{Cost, Engine, Question, Watch};

/// The choice of the engine that answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The cheapest possible engine.
    #[default]
    Auto,
    /// This engine only.
    Only(Engine),
}

impl Choice {
    /// Whether an engine may answer.
    #[must_use]
    pub fn admits(self, engine: Engine) -> bool {
        self == Self::Auto || self == Self::Only(engine)
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "law" => Ok(Self::Only(Engine::Law)),
            "tables" => Ok(Self::Only(Engine::Tables)),
            "reference" => Ok(Self::Only(Engine::Reference)),
            other => Err(format!("there is no engine `{other}`: expected auto, law, tables or reference")),
        }
    }
}

/// The plan of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The engine that answers.
    pub engine: Engine,
    /// The reason for this engine, as a sentence without its full stop.
    pub reason: String,
    /// The estimated cost.
    pub cost: Cost,
    /// Further notes, each a sentence without its full stop: for example, whether interchangeable
    /// coordinates are used.
    pub notes: Vec<String>,
    /// The tiles, if the table is stored in a folder.
    pub tiles: Option<PlannedTiles>,
}

impl Plan {
    pub(crate) fn new(engine: Engine, reason: String, cost: Cost) -> Self {
        Self { engine, reason, cost, notes: Vec::new(), tiles: None }
    }
}

/// Writes the plan: two lines, one for the tiles, and one for each note.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { positions, bytes, seconds, .. } = &self.cost;
        writeln!(f, "engine {}: {}", self.engine, self.reason)?;
        write!(f, "about {} positions, {}, {seconds:.3} s", count(*positions), memory(*bytes))?;
        if let Some(tiles) = &self.tiles {
            let bytes = |number: &Number| memory(number.to_string().parse().unwrap_or(f64::INFINITY));
            let PlannedTiles { side, tiles, done, damaged, bytes_of_tile, bytes_on_disk, .. } = tiles;
            write!(
                f,
                "\n{tiles} tiles of side {side}: {done} done, {damaged} damaged; one takes {} of memory, all take about {} on disk",
                bytes(bytes_of_tile),
                bytes(bytes_on_disk),
            )?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

impl From<&Plan> for document::Plan {
    fn from(plan: &Plan) -> Self {
        Self {
            engine: plan.engine.name().to_owned(),
            reason: plan.reason.clone(),
            positions: Some(plan.cost.positions.round()),
            bytes: Some(plan.cost.bytes.round()),
            seconds: Some(plan.cost.seconds),
            notes: plan.notes.clone(),
            tiles: plan.tiles.clone(),
        }
    }
}

/// The reason why an answer is not even tried.
#[derive(Clone, Debug, PartialEq)]
pub enum TooMuch {
    /// Every way needs more memory than is available.
    Memory {
        /// The cost of the way that needs least memory.
        cost: Cost,
        /// The limit in bytes.
        limit: u64,
    },
    /// The cheapest way takes too long, and there is no time limit.
    Work {
        /// The cost of the cheapest way.
        cost: Cost,
    },
    /// No engine supports numbers of this size.
    Numbers,
    /// The requested engine cannot answer this question.
    NoSuch(Engine),
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { cost, limit } => write!(
                f,
                "{} positions would have to be solved, which takes {} of memory, and the limit is {}",
                about(cost.positions),
                memory(cost.bytes),
                memory(f64_of(*limit)),
            ),
            Self::Work { cost } => write!(
                f,
                "{} positions would have to be solved in {} steps, which takes {}",
                about(cost.positions),
                about(cost.steps),
                duration(cost.seconds),
            ),
            Self::Numbers => f.write_str("its numbers are beyond any table"),
            Self::NoSuch(Engine::Law) => f.write_str("no law of this game is known"),
            Self::NoSuch(engine) => write!(f, "the engine `{engine}` cannot answer this"),
        }
    }
}

/// The most seconds of estimated work for a position without a time limit: an answer about one
/// position should not take long.
const PATIENCE: f64 = 20.0;
/// The most seconds of estimated work for a box without a time limit: the user knows how large the
/// box is. A request of more than a day is considered a mistake.
const PATIENCE_FOR_A_BOX: f64 = 86_400.0;

/// The most seconds of estimated work for a question without a time limit.
pub(crate) fn patience(question: &Question<'_>) -> f64 {
    match question {
        Question::Position(..) => PATIENCE,
        Question::Box { .. } => PATIENCE_FOR_A_BOX,
    }
}

/// The bytes of memory that no machine of a user has, and the seconds that no user waits: a TiB, and a year.
const HOPELESS_BYTES: f64 = 1_099_511_627_776.0;
const HOPELESS_SECONDS: f64 = 31_536_000.0;

/// The number of seconds below which costs are considered equal.
const NO_MATTER: f64 = 1e-6;

/// Orders the ways as they are tried: the cheapest first, and ways of equal cost in their given
/// order. Ways that would exceed a limit are left out.
///
/// # Errors
///
/// The least requirement, if no way is left.
pub(crate) fn in_order<W>(
    ways: Vec<(W, Option<Cost>)>,
    patience: f64,
    watch: &Watch,
) -> Result<Vec<(W, Cost)>, TooMuch> {
    let mut least: Option<TooMuch> = None;
    let mut kept: Vec<(W, Cost)> = Vec::new();
    for (way, cost) in ways {
        let Some(cost) = cost else { continue };
        match refusal(cost, patience, watch) {
            Some(refusal) => least = Some(least.map_or(refusal.clone(), |least| least.or_less(refusal))),
            None => kept.push((way, cost)),
        }
    }
    if kept.is_empty() {
        return Err(least.unwrap_or(TooMuch::Numbers));
    }
    let class = |cost: &Cost| if cost.seconds < NO_MATTER { 0.0 } else { cost.seconds };
    kept.sort_by(|left, right| class(&left.1).total_cmp(&class(&right.1)));
    Ok(kept)
}

/// Returns the reason for leaving out a way of this cost, if there is one.
pub(crate) fn refusal(cost: Cost, patience: f64, watch: &Watch) -> Option<TooMuch> {
    let slow = cost.seconds > patience && watch.remaining().is_none();
    let (left, limit) = (watch.memory_left(), watch.memory_limit());
    if cost.bytes <= f64_of(left) {
        return slow.then_some(TooMuch::Work { cost });
    }
    // Memory that is held already is needed as well.
    let cost = Cost { bytes: cost.bytes + f64_of(limit.saturating_sub(left)), ..cost };
    Some(TooMuch::Memory { cost, limit })
}

impl TooMuch {
    /// Returns the refusal with the smaller requirement: of memory if only memory is missing,
    /// otherwise of time.
    pub(crate) fn or_less(self, other: Self) -> Self {
        let less = match (&self, &other) {
            (Self::Memory { cost, .. }, Self::Memory { cost: others, .. })
                if cost.seconds.max(others.seconds) <= PATIENCE_FOR_A_BOX =>
            {
                others.bytes < cost.bytes
            }
            _ => other.seconds() < self.seconds(),
        };
        if less { other } else { self }
    }

    /// Whether the memory or the time that is missing is more than any user has.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        match self {
            Self::Memory { cost, .. } => cost.bytes > HOPELESS_BYTES || cost.seconds > HOPELESS_SECONDS,
            Self::Work { cost } => cost.seconds > HOPELESS_SECONDS,
            Self::Numbers | Self::NoSuch(_) => false,
        }
    }

    fn seconds(&self) -> f64 {
        match self {
            Self::Memory { cost, .. } | Self::Work { cost } => cost.seconds,
            Self::Numbers | Self::NoSuch(_) => f64::INFINITY,
        }
    }
}

/// Writes an estimate, which may be beyond floating-point numbers.
fn about(number: f64) -> String {
    if number.is_finite() { format!("about {}", count(number)) } else { "more than 1e308".to_owned() }
}

/// Writes a large number in readable form.
pub(crate) fn count(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Writes a number of bytes, rounded up, so that a limit of this amount suffices.
pub(crate) fn memory(bytes: f64) -> String {
    let mut amount = bytes;
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB"] {
        if amount < 10_000.0 {
            return format!("{:.0} {unit}", amount.ceil());
        }
        amount /= 1024.0;
    }
    "more than 10000 TiB".to_owned()
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("about {s:.0} seconds"),
        s if s < 6_000.0 => format!("about {:.0} minutes", s / 60.0),
        s if s < 360_000.0 => format!("about {:.0} hours", s / 3_600.0),
        s if s < 3e8 => format!("about {:.0} days", s / 86_400.0),
        _ => "more than ten years".to_owned(),
    }
}

#[allow(clippy::cast_precision_loss, reason = "an estimate needs no last digit")]
fn f64_of(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use bouton_solve::Limits;

    use super::*;

    fn cost(seconds: f64, bytes: f64) -> Option<Cost> {
        Some(Cost { positions: 1.0, steps: 1.0, bytes, seconds })
    }

    #[test]
    fn the_cheapest_comes_first_and_limits_leave_ways_out() {
        let watch = Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
        let ways = vec![
            ("slow", cost(2.0, 10.0)),
            ("none", None),
            ("large", cost(0.1, 2e6)),
            ("fast", cost(0.5, 10.0)),
        ];
        let order: Vec<&str> =
            in_order(ways, PATIENCE, &watch).unwrap().into_iter().map(|way| way.0).collect();
        assert_eq!(order, ["fast", "slow"]);
        // Ways whose costs hardly differ stay in their order.
        let ways = vec![("first", cost(2e-8, 0.0)), ("second", cost(1e-8, 0.0))];
        assert_eq!(in_order(ways, PATIENCE, &watch).unwrap()[0].0, "first");
    }

    #[test]
    fn the_cheapest_refusal_is_told() {
        let watch = Watch::new(&Limits { memory: 1 << 20, ..Limits::default() });
        let ways = vec![("a", cost(50.0, 2e6)), ("b", cost(30.0, 10.0))];
        assert_eq!(in_order(ways, PATIENCE, &watch), Err(TooMuch::Work { cost: cost(30.0, 10.0).unwrap() }));
        // A box may take longer; with a time limit it is tried.
        let patience = patience(&Question::Box { upto: 5, dimension: 2 });
        assert_eq!(in_order(vec![("b", cost(30.0, 10.0))], patience, &watch).unwrap()[0].0, "b");
        let watch =
            Watch::new(&Limits { time: Some(std::time::Duration::from_secs(9)), ..Limits::default() });
        assert_eq!(in_order(vec![("b", cost(30.0, 10.0))], PATIENCE, &watch).unwrap()[0].0, "b");
        assert_eq!(in_order(vec![("c", None)], PATIENCE, &watch), Err(TooMuch::Numbers));
    }

    #[test]
    fn no_limit_is_advised_that_nobody_has() {
        let memory = |seconds, bytes| TooMuch::Memory { cost: cost(seconds, bytes).unwrap(), limit: 1 };
        assert!(!memory(1.0, 1e10).is_hopeless());
        assert!(memory(1.0, 1e14).is_hopeless() && memory(1e9, 1e10).is_hopeless());
        let work = |seconds| TooMuch::Work { cost: cost(seconds, 1.0).unwrap() };
        assert!(!work(1e5).is_hopeless() && work(1e9).is_hopeless());
        let endless = Cost { positions: f64::INFINITY, ..Cost::NOTHING };
        let text = TooMuch::Memory { cost: endless, limit: 1 }.to_string();
        assert!(text.starts_with("more than 1e308 positions would have to be solved"), "{text}");
    }

    #[test]
    fn engines_have_names() {
        for engine in [Engine::Law, Engine::Tables, Engine::Reference] {
            assert_eq!(engine.name().parse(), Ok(Choice::Only(engine)));
        }
        assert!("fast".parse::<Choice>().is_err());
    }
}
