@HEADER@
//
// The value of a position, and a move that achieves it.
//
// A position has @COORDINATES@ natural numbers: @NAMES_OF_COORDINATES@.
// A control state is a number: @NAMES_OF_CONTROLS@.
@MEANING@

/// The certificate that proves the law.
pub const CERTIFICATE: &str = @CERTIFICATE@;
/// The number of numbers in a position.
pub const COORDINATES: usize = @COORDINATES@;
/// The names of the control states.
pub const CONTROLS: [&str; @CONTROL_COUNT@] = @CONTROLS@;

/// A position.
pub type Position = [u128; COORDINATES];
/// A value of the law.
pub type Value = @VALUE_TYPE@;

/// The reason why a position has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such control state.
    Control,
    /// A number of the answer may not fit the type `u128`.
    TooLarge,
}
//@if changes

/// The control states before and after each move, a condition (-1: none) and
/// what is added to each number.
static MOVES: [(usize, usize, i32, [i128; COORDINATES]); @MOVE_COUNT@] = @MOVES@;
//@end

/// The value of the position.
pub fn value(position: &Position, control: usize) -> Result<Value, Fault> {
    if control >= CONTROLS.len() {
        return Err(Fault::Control);
    }
@VALUE_BODY@
}

/// The name of the outcome that a value stands for.
pub fn outcome_name(value: Value) -> &'static str {
//@if names
    let names: &[&'static str] = &@OUTCOME_NAMES@;
    names.get(value as usize).copied().unwrap_or("?")
//@end
//@if grundy
    if value == 0 { "P" } else { "N" }
//@end
}

/// A best move as (position to move to, its control state), if there is one.
/// @MOVE_DOC@
pub fn winning_move(position: &Position, control: usize) -> Result<Option<(Position, usize)>, Fault> {
    let value_now = value(position, control)?;
//@if decisive
    if value_now != 1 {
        return Ok(None);
    }
    let wanted = 0;
//@end
//@if grundy
    if value_now == 0 {
        return Ok(None);
    }
    let wanted = 0;
//@end
//@if podium
    let wanted = (value_now + @PLAYERS@ - 1) % @PLAYERS@;
//@end
//@if stop
    if holds(0, position) {
        return Ok(None);
    }
//@end
//@if changes
    for &(before, after, condition, change) in &MOVES {
        if before != control@HOLDS@ {
            continue;
        }
        let mut target = *position;
        let mut negative = false;
        for (number, change) in target.iter_mut().zip(change) {
            match number.checked_add_signed(change) {
                Some(sum) => *number = sum,
                None if change < 0 => negative = true,
                None => return Err(Fault::TooLarge),
            }
        }
        if !negative && value(&target, after)? == wanted {
            return Ok(Some((target, after)));
        }
    }
    Ok(None)
//@end
//@if nim
    let total = position.iter().fold(0, |sum, heap| sum ^ heap);
    for (index, &heap) in position.iter().enumerate() {
        // Bouton: the size that makes the nim-sum 0; at the end of misere play 0 or 1.
        for rest in [heap ^ total, 0, 1] {
            let mut target = *position;
            target[index] = rest;
            if rest < heap && value(&target, control)? == wanted {
                return Ok(Some((target, control)));
            }
        }
    }
    Ok(None)
//@end
}
//@if conditions

/// Whether a condition holds.
fn holds(condition: i32, position: &Position) -> bool {
@CONDITIONS@
}
//@end
//@if columns

/// Whether in each binary place the number of ones is a multiple of the divisor.
fn columns(position: &Position, divisor: u128) -> bool {
    (0..u128::BITS).all(|place| position.iter().map(|x| x >> place & 1).sum::<u128>() % divisor == 0)
}
//@end
