//! Plays a game between the perfect player and a player who always makes the first move of the
//! list.
//!
//! `cargo run -p bouton --example play -- GAME POSITION`

use bouton::{
    Game, Limits, Oracle, Playable, Watch,
    play::{Match, Partner},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = Game::named(&arguments.next().unwrap_or_else(|| "nim".to_owned()))?;
    let position = arguments.next().unwrap_or_else(|| "3,4,5".to_owned()).parse()?;
    let playable = Playable::for_position(game.rules(), None, &position, &Watch::unlimited())?;
    let start = playable.place(&position)?;
    let watch = Watch::new(&Limits::default());
    let partner = Partner::new(Oracle::new(playable, &watch));
    let mut game = Match::new(partner, start, 0);
    loop {
        let known = game.known()?;
        let Some(first) = known.moves.first() else { break };
        if game.is_humans_turn() {
            let to = game.partner().playable().place(&first.to)?;
            game.offer(&[to], &known);
            println!("the first move: {}", game.written());
        } else {
            game.reply(&known)?;
            println!("the best move:  {}", game.written());
        }
    }
    game.finish();
    println!("the winner is {}", game.document().winner.unwrap_or_default());
    Ok(())
}
