//! Numbers below each other in binary digits, with the sums of the columns.

use maud::{Markup, html};
use num_bigint::BigUint;

use crate::texts::{t, with};

/// The most digits of numbers that are written out.
const MOST_PLACES: u64 = 128;

/// The digit columns of numbers, and the number of ones in each column modulo `modulus`.
pub(crate) fn columns(numbers: &[BigUint], modulus: u32) -> Markup {
    let places = numbers.iter().map(BigUint::bits).max().unwrap_or(0).max(1);
    if places > MOST_PLACES {
        return html! { p.note { (with("digits.too-long", &[&places.to_string()])) } };
    }
    let order: Vec<u64> = (0..places).rev().collect();
    let ones = |place: u64| numbers.iter().filter(|number| number.bit(place)).count();
    let rests: Vec<usize> = order.iter().map(|&place| ones(place) % modulus as usize).collect();
    let title = t(if modulus == 2 { "digits.title-nim" } else { "digits.title" });
    html! {
        p.note { (title) }
        div.scroll tabindex="0" role="group" aria-label=(title) {
            table.digits {
                tbody {
                    @for number in numbers {
                        tr {
                            th.number scope="row" { (number) }
                            @for (&place, &rest) in order.iter().zip(&rests) {
                                td.one[number.bit(place)].odd[rest != 0] { (u8::from(number.bit(place))) }
                            }
                        }
                    }
                }
                tfoot {
                    tr {
                        th.number scope="row" { (if modulus == 2 { t("digits.nim-sum").to_owned() } else { with("digits.modulo", &[&modulus.to_string()]) }) }
                        @for &rest in &rests { td.odd[rest != 0] { strong { (rest) } } }
                    }
                }
            }
        }
    }
}
