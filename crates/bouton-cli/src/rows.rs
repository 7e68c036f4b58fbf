//! The positions of a box with their values, one after the other.

use bouton::{
    Arena, ControlState, Convention, Playable, Valuation, Value,
    rules::Game,
    solve::{Node, Solver, Table, TakeAndBreak, Watch, for_each_row},
};
use clap::ValueEnum;

use crate::failure::Failure;

/// Which value of a position is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// Who wins: P, N, O, Q
    Outcome,
    /// The Grundy value (two players, normal play, impartial rules)
    Grundy,
    /// How long play lasts when both play well (two players, normal play)
    Remoteness,
}

impl Asked {
    /// The name of the value, as it heads a column.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Grundy => "grundy",
            Self::Remoteness => "remoteness",
        }
    }

    /// The valuation for a game.
    ///
    /// # Errors
    ///
    /// If the game has no such value.
    fn valuation(self, game: &Game) -> Result<Valuation, Failure> {
        let convention = game.convention();
        match self {
            Self::Outcome => Ok(Valuation::outcome(convention)),
            Self::Grundy => {
                game.sprague_grundy()?;
                Ok(Valuation::Grundy)
            }
            Self::Remoteness if convention == Convention::Normal => Ok(Valuation::Remoteness),
            Self::Remoteness => {
                Err(Failure::input("value", "remoteness is for games of two players under normal play"))
            }
        }
    }
}

/// One position of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) coordinates: &'a [u64],
    pub(crate) control: ControlState,
    pub(crate) value: Value,
}

/// The positions with every coordinate up to a bound: only sorted ones where coordinates are interchangeable.
pub(crate) struct Rows<'a> {
    playable: &'a Playable,
    /// How many heaps the positions of a take-and-break game have.
    heaps: usize,
    upto: u64,
    valuation: Valuation,
    watch: Watch,
}

impl<'a> Rows<'a> {
    /// # Errors
    ///
    /// If the game has no such value.
    pub(crate) fn new(
        playable: &'a Playable,
        heaps: Option<usize>,
        upto: u64,
        asked: Asked,
        watch: Watch,
    ) -> Result<Self, Failure> {
        let valuation = asked.valuation(playable.game())?;
        Ok(Self { playable, heaps: heaps.unwrap_or(1), upto, valuation, watch })
    }

    /// The names of the coordinates.
    pub(crate) fn names(&self) -> Vec<String> {
        match self.playable.ruleset() {
            Some(ruleset) => ruleset.coordinates().to_vec(),
            None => (1..=self.heaps).map(|heap| format!("h{heap}")).collect(),
        }
    }

    /// The names of the control states, none if there is but one.
    pub(crate) fn controls(&self) -> &[String] {
        match self.playable.ruleset() {
            Some(ruleset) if self.playable.has_controls() => ruleset.controls(),
            _ => &[],
        }
    }

    /// Whether only sorted positions are visited.
    pub(crate) fn sorted(&self) -> bool {
        self.playable.ruleset().is_none_or(bouton::Ruleset::interchangeable)
    }

    /// How a value is written.
    pub(crate) fn name_of(&self, value: Value) -> String {
        self.valuation.value_name(value)
    }

    /// Every value there is, if they are outcomes.
    pub(crate) fn all_values(&self) -> Vec<Value> {
        (0..self.valuation.value_count().unwrap_or(0)).collect()
    }

    /// Visits every row until `visit` says `false`.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(Row<'_>) -> bool) -> Result<(), Failure> {
        match self.playable.arena() {
            Arena::Rules(ruleset) => {
                let mut table = Table::new(ruleset, self.valuation, &self.watch);
                for_each_row(ruleset, &mut table, self.upto, &mut |row| {
                    visit(Row { coordinates: &row.coordinates, control: row.control, value: row.value })
                })?;
            }
            Arena::Code(code) => {
                let mut solver = Solver::new(TakeAndBreak::new(code), self.valuation, &self.watch);
                let mut heaps = vec![0; self.heaps];
                loop {
                    let node = Node { coordinates: heaps.clone(), control: ControlState(0) };
                    let value = solver.value(&node)?;
                    if !visit(Row { coordinates: &heaps, control: ControlState(0), value }) {
                        break;
                    }
                    let Some(place) = heaps.iter().rposition(|&heap| heap < self.upto) else { break };
                    let next = heaps[place] + 1;
                    heaps[place..].fill(next);
                }
            }
        }
        Ok(())
    }
}
