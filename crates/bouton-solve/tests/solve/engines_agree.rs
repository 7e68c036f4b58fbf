//! The table agrees with the reference solver, for every valuation.

use bouton_core::{ControlState, Valuation};
use bouton_rules::Game;
use bouton_solve::{Node, RulesetOptions, Solver, Table, Watch};
use proptest::prelude::*;

const GAMES: &[&str] = &[
    "heaps 3; move take any from 1 heap",
    "heaps 4; move take 1..2 in total from at most 2 heaps; stop when at most 1 heap is nonempty",
    "heaps 3; move take any from at most 2 heaps; play misere",
    "heaps 2; move take any from 1 heap; move take the same any from 2 heaps",
    "heap sizes 1..4; move take any from 1 heap; pass 1 unless empty",
    "heaps 3; move take any from 1 heap; pass 2 unless empty",
    "heaps 2; move take any from 1 heap; pass 1 each unless empty",
    "heaps 2; move take at most half from a largest heap; move take odd from a smallest heap",
    "counters a, b; move a -> a - t where t >= 1, t <= 3, t != b; move a, b -> b, a - 1 when a > b; move a -> a div 2 when a >= 1",
    "heaps 2; move take {1,3,4} from h1; move take even from h2 when h1 > 2",
];

const VALUATIONS: &[Valuation] = &[
    Valuation::NormalOutcome,
    Valuation::MisereOutcome,
    Valuation::MisereOutcomeAndEnd,
    Valuation::Podium { players: 3 },
    Valuation::Podium { players: 4 },
    Valuation::Coalition,
    Valuation::Grundy,
    Valuation::Remoteness,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn table_and_solver_agree(game in 0..GAMES.len(), valuation in 0..VALUATIONS.len(), seed in prop::collection::vec(0u64..7, 4), control in 0u8..8) {
        let ruleset = Game::parse(GAMES[game]).unwrap().ruleset().unwrap();
        let control = ControlState(control % u8::try_from(ruleset.controls().len()).unwrap());
        let coordinates = seed[..ruleset.dimension()].to_vec();
        let mut table = Table::new(&ruleset, VALUATIONS[valuation], &Watch::unlimited()).unwrap();
        let mut solver = Solver::new(RulesetOptions::new(&ruleset, &Watch::unlimited()).unwrap(), VALUATIONS[valuation], &Watch::unlimited());
        let expected = solver.value(&Node { coordinates: coordinates.clone(), control }).unwrap();
        prop_assert_eq!(table.value(&coordinates, control).unwrap(), expected);
        prop_assert_eq!(table.known(&coordinates, control), Some(expected));
    }
}
