//! Tests the reasons why rules have no theorem for every number of heaps.

use bouton_rules::Game;

#[test]
fn a_refusal_names_the_reason() {
    for (rules, why) in [
        ("take at most heap div 2 from 1 heap", "does not allow every amount"),
        ("take 1 from at most 2 heaps", "does not allow every amount"),
        ("take the same any from 2 heaps", "takes amounts from several heaps that depend on each other"),
        ("take any in total from 2 heaps", "takes amounts from several heaps that depend on each other"),
        ("take any from 1 even heap", "is not allowed for heaps of every size"),
        ("take any from 1 heap when heap >= 5", "is not allowed for heaps of every size"),
        ("take any from 1 heap when total is even", "depends on other heaps than those that it changes"),
        ("take at most total from 1 heap", "depends on other heaps than those that it changes"),
        ("take any from any heaps", "may change more heaps if there are more"),
    ] {
        let game = Game::parse(&format!("heaps any; move {rules}")).unwrap();
        let refused = game.free_takes().unwrap_err().to_string();
        assert!(refused.ends_with(why), "{refused}");
    }
}
