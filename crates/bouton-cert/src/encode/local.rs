//! The text of laws in which each heap has a state.

use std::fmt::Write;

use bouton_core::ControlState;

use super::{LOCAL_ELEMENTS, list, numbers, put, valuation_name, write_runs, write_state};
use crate::{LocalClaim, LocalElement, LocalStrategy, LocalThread};

pub(super) fn write_local(text: &mut String, LocalClaim { numbers: of, law, strategies }: &LocalClaim) {
    let (columns, heap) = (law.columns(), law.heap());
    let (threshold, period) = columns.counts();
    put!(text, "for {of}\ncolumns from {threshold} period {period}\n");
    let good: Vec<usize> = (0..heap.good.len()).filter(|&state| heap.good[state]).collect();
    put!(text, "heap states {} good {}\n", heap.good.len(), numbers(&good));
    for (state, row) in heap.transitions.chunks(2 * columns.letters()).enumerate() {
        put!(text, "heap state {state} to");
        write_runs(text, row);
    }
    put!(text, "law {}\n", valuation_name(columns.valuation()));
    put!(text, "starts {}\n", list(columns.starts(), " "));
    for (state, &output) in (0..).zip(columns.outputs()) {
        write_state(text, state, output, columns.row(state));
    }
    put!(text, "otherwise {}\n", list(law.otherwise(), " "));
    for LocalStrategy { control: ControlState(control), value, requirement, elements } in strategies {
        put!(text, "strategy control {control} value {value} requirement {requirement}\n");
        for LocalElement { state, witness, marks, threads } in elements {
            put!(text, "{}{state} {}", LOCAL_ELEMENTS[usize::from(*witness)], numbers(marks));
            for LocalThread { to: ControlState(to), state, lowered, marks } in threads {
                put!(text, " {to}:{state}:{}:{}", numbers(lowered), numbers(marks));
            }
            text.push('\n');
        }
    }
}
