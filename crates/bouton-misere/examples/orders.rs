//! Prints how the misère quotient of a code grows with the largest heap: `orders 0.77 27`.
use bouton_core::{TakeAndBreakCode, Watch};
use bouton_misere::{HeapOptions, period, quotient};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let digits = arguments[1].bytes().filter(|b| *b != b'.').map(|b| b - b'0').collect();
    let code = TakeAndBreakCode::new(digits)?;
    let watch = Watch::unlimited();
    let mut last = 0;
    let start = std::time::Instant::now();
    for largest in 1..=arguments[2].parse()? {
        if last > 0 && largest < arguments[2].parse::<u32>()? && arguments.len() > 3 {
            continue;
        }
        let quotient = quotient(&HeapOptions::new(&code, largest, &watch)?, &watch)?;
        if quotient.order() != last {
            println!(
                "{largest}: {} {} tame {} {:?}",
                quotient.order(),
                quotient.lost_elements().count(),
                quotient.is_tame(),
                start.elapsed()
            );
            last = quotient.order();
        }
        if let Some(p) = period(&quotient, &code) {
            println!("{largest}: period {p:?} {:?}", start.elapsed());
            break;
        }
    }
    Ok(())
}
