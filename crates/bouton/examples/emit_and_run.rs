//! Writes a proved strategy as a Python program, and runs it for a heap that no table could
//! contain.
//!
//! `cargo run -p bouton --example emit_and_run`

use std::{io::Write, process::Command};

use bouton::{Game, Language};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let theorem = Game::named("take-three")?.prove()?;
    let mut program = theorem.emit(Language::Python)?;
    program.push_str("\nprint(winning_move((10**30 + 1,)))\n");
    match Command::new("python3").args(["-c", &program]).output() {
        Ok(run) if run.status.success() => std::io::stdout().write_all(&run.stdout)?,
        Ok(run) => return Err(String::from_utf8_lossy(&run.stderr).into_owned().into()),
        Err(_) => println!("python3 is not installed; the program:\n\n{program}"),
    }
    Ok(())
}
