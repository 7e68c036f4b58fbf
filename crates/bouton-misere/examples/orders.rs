//! Prints the order of a code's misère quotient by the largest heap:
//! `cargo run --example orders -- 0.77 27`.

use bouton_core::{TakeAndBreakCode, Watch};
use bouton_misere::{OptionTable, period, quotient};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "0.123".to_owned());
    let most: u32 = arguments.next().map_or(Ok(20), |most| most.parse())?;
    let digits = text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
    let code = TakeAndBreakCode::new(digits)?;
    let watch = Watch::unlimited();
    let mut order = 0;
    for largest in 1..=most {
        let found = quotient(&OptionTable::new(&code, largest, &watch)?, &watch)?;
        if found.order() != order {
            order = found.order();
            println!(
                "heaps up to {largest}: {order} elements, {} of them lost",
                found.lost_elements().count()
            );
        }
        if let Some((length, from)) = period(&found, &code) {
            println!("with all heaps: Φ(n + {length}) = Φ(n) for n ≥ {from}");
            break;
        }
    }
    Ok(())
}
