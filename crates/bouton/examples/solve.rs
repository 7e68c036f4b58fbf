//! Solves a position: prints the winner and the winning moves.
//!
//! `cargo run -p bouton --example solve -- GAME POSITION`

use bouton::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = Game::named(&arguments.next().unwrap_or_else(|| "nim".to_owned()))?;
    let position = arguments.next().unwrap_or_else(|| "3,4,5".to_owned());
    let answer = game.solve(&position)?;
    println!("{} {position}: {}", game.title(), answer.outcome);
    for to in answer.winning_moves() {
        println!("move to {to}");
    }
    Ok(())
}
