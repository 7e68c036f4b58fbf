//! Prints a law in LaTeX, for a paper.
//!
//! `cargo run -p bouton --example explain_to_latex -- GAME HEAPS`

use bouton::{Game, Wording};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut game = Game::named(&arguments.next().unwrap_or_else(|| "two-in-total".to_owned()))?;
    if let Some(heaps) = arguments.next() {
        game = game.with_heaps(heaps.parse()?)?;
    }
    print!("{}", game.prove()?.explain(Wording::Latex));
    Ok(())
}
