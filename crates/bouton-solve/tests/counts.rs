//! Counts of whole boxes.

use bouton_core::StandardValuation;
use bouton_rules::Game;
use bouton_solve::{Limits, Table, count};

#[test]
fn nim_has_one_lost_position_for_each_choice_of_all_heaps_but_one() {
    let ruleset = Game::parse("heaps 3; move take any from 1 heap").unwrap().ruleset().unwrap();
    let mut table = Table::new(&ruleset, StandardValuation::NormalOutcome, Limits::default());
    assert_eq!(count(&ruleset, &mut table, 7, None).unwrap(), [64, 448]);
}
