//! Writes a table of Grundy values as Arrow record batches.
//!
//! `cargo run -p bouton --features arrow --example table_as_arrow`

use bouton::{Game, Limits, PositionBox, ValueKind, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let playable = Game::named("wythoff")?.playable()?;
    let watch = Watch::new(&Limits::default());
    let table = PositionBox::new(&playable, None, 50, ValueKind::Grundy, &watch)?;
    println!("{:?}", table.arrow_schema().fields().iter().map(|field| field.name()).collect::<Vec<_>>());
    table.for_each_batch(&mut |batch| {
        println!("{} rows, {} columns", batch.num_rows(), batch.num_columns());
        Ok(())
    })?;
    Ok(())
}
