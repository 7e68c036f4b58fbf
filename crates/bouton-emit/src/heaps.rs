//! Programs for laws of positions with any number of heaps.

use bouton_core::{LocalLaw, State, Valuation, Value};

use crate::{
    EmitError, Language,
    emit::{head, is_plain, names},
    literal::Literal,
    template::{self, Filling},
};

/// The numbers of heaps that a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapNumbers {
    /// Every number.
    All,
    /// Every odd number.
    Odd,
    /// Every even number.
    Even,
}

/// Returns a program with the outcome of every position of a game with any number of heaps of any size.
///
/// `name` and `rules` identify the game, and `certificate_id` is the name of the certificate in the program.
/// The law has to have one start: a game with passes has several.
///
/// The program has no dependencies and is plain ASCII. It has `value(position)` and `outcome_name(value)`
/// (`outcomeName`). It finds no moves. The cost is linear in the digits of the position.
///
/// # Errors
///
/// [`EmitError::Starts`], [`EmitError::CertificateId`].
///
/// # Examples
///
/// ```
/// use bouton_core::{ColumnLaw, HeapStates, LocalLaw, Valuation};
/// use bouton_emit::{HeapNumbers, Language, emit_heaps};
///
/// // Nim: the number of ones is even in each place.
/// let nim = ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0], vec![0, 1], vec![0, 1, 1, 1])?;
/// let nim = LocalLaw::new(nim, vec![0, 1], HeapStates::none(2))?;
/// let rules = "heaps any\nmove take any from 1 heap";
/// let program = emit_heaps(&nim, HeapNumbers::All, "nim", rules, "nim.cert", Language::Python)?;
/// assert!(program.contains("def value(position):"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn emit_heaps(
    law: &LocalLaw,
    numbers: HeapNumbers,
    name: &str,
    rules: &str,
    certificate_id: &str,
    language: Language,
) -> Result<String, EmitError> {
    if certificate_id.len() > 200 || !is_plain(certificate_id) {
        return Err(EmitError::CertificateId);
    }
    let columns = law.columns();
    let [start] = *columns.starts() else { return Err(EmitError::Starts(columns.starts().len())) };
    let states = columns.outputs().len();
    let next: Vec<State> = (0..).take(states).flat_map(|state| columns.row(state).to_vec()).collect();
    let valuation: Valuation = columns.valuation();
    let coarse = |values: &[Value]| values.iter().map(|&value| valuation.coarse(value)).collect::<Vec<_>>();
    let heap = law.heap();
    let good: Vec<u32> = heap.good.iter().map(|&good| good.into()).collect();
    let outcomes = names(valuation);
    let data = |literal: Literal| literal.render(language);
    let (threshold, period) = columns.counts();
    let (words, parts) = match numbers {
        HeapNumbers::All => ("for every number of heaps", vec![]),
        HeapNumbers::Odd => ("for every odd number of heaps", vec!["odd"]),
        HeapNumbers::Even => ("for every even number of heaps", vec!["even"]),
    };
    let filling = Filling {
        parts,
        gaps: vec![
            ("HEADER", head(name, rules, certificate_id, language)),
            ("NUMBERS", words.to_owned()),
            ("CERTIFICATE", data(Literal::Text(certificate_id.to_owned()))),
            ("THRESHOLD", threshold.to_string()),
            ("PERIOD", period.to_string()),
            ("START", start.to_string()),
            ("NEXT_COUNT", next.len().to_string()),
            ("NEXT", data(Literal::table(&next))),
            ("STATE_COUNT", states.to_string()),
            ("GOOD_VALUES", data(Literal::table(&coarse(columns.outputs())))),
            ("OTHER_VALUES", data(Literal::table(&coarse(law.otherwise())))),
            ("HEAP_NEXT_COUNT", heap.transitions.len().to_string()),
            ("HEAP_NEXT", data(Literal::table(&heap.transitions))),
            ("HEAP_COUNT", good.len().to_string()),
            ("HEAP_GOOD", data(Literal::table(&good))),
            ("OUTCOME_COUNT", outcomes.len().to_string()),
            ("OUTCOMES", data(Literal::texts(outcomes))),
        ],
    };
    Ok(template::fill(template::heaps_template(language), &filling))
}
