//! Proves the law of a game, and checks its certificate, which needs only the text of the
//! certificate.
//!
//! `cargo run -p bouton --example prove_and_check -- RULES`

use bouton::{Game, check::check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = std::env::args().nth(1).unwrap_or_else(|| "heaps 2; move take 1..3 from 1 heap".to_owned());
    let theorem = Game::named(&rules)?.prove()?;
    println!("{}", theorem.text());
    let checked = check(theorem.certificate())?;
    println!("\naccepted: {}", checked.claim);
    Ok(())
}
