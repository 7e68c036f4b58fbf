//! Automata for Graphviz.

use std::fmt::Write;

use super::Diagram;

impl Diagram {
    /// The automaton for Graphviz: states with their values and the smallest positions that lead to
    /// them, edges with their digits.
    ///
    /// ```
    /// use bouton_core::Valuation;
    /// use bouton_explain::Diagram;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let diagram = Diagram::most_significant_first(&rules, Valuation::NormalOutcome, &law);
    /// assert!(diagram.dot().starts_with("digraph"));
    /// ```
    #[must_use]
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph law {\n  rankdir=LR;\n  node [shape=circle];\n");
        let _ = writeln!(text, "  label=\"{}\";", escaped(&self.caption));
        let mut starts = 0;
        for (index, state) in self.states.iter().enumerate() {
            for control in &state.starts {
                let _ = writeln!(
                    text,
                    "  start{starts} [shape=plaintext, label=\"{}\"]; start{starts} -> {index};",
                    escaped(control)
                );
                starts += 1;
            }
        }
        for (index, state) in self.states.iter().enumerate() {
            let style = if state.lost { ", style=filled, fillcolor=\"#cfe8cf\"" } else { "" };
            let _ = writeln!(
                text,
                "  {index} [label=\"{}\\n{}\"{style}];",
                escaped(&state.value),
                state.position
            );
        }
        for edge in &self.edges {
            let _ = writeln!(text, "  {} -> {} [label=\"{}\"];", edge.from, edge.to, escaped(&edge.label));
        }
        text.push_str("}\n");
        text
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
