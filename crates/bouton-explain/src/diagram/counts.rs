//! Diagrams of laws for every number of heaps, which read how many heaps have a 1 in each place.

use std::collections::BTreeMap;

use bouton_core::{LocalLaw, State};

use super::{Diagram, DiagramEdge, DiagramState, of_two_players};

impl Diagram {
    /// The automaton of a law for every number of heaps. Its letters are numbers of ones; where the value
    /// depends on the states of heaps, a state has both values.
    ///
    /// ```
    /// use bouton_core::{ColumnLaw, HeapStates, LocalLaw, Valuation};
    /// use bouton_explain::Diagram;
    ///
    /// let nim = ColumnLaw::new(Valuation::NormalOutcome, (0, 2), vec![0], vec![0, 1], vec![0, 1, 1, 1])?;
    /// let nim = LocalLaw::new(nim.clone(), nim.outputs().to_vec(), HeapStates::none(2))?;
    /// let diagram = Diagram::of_counts("nim", &[String::new()], &nim);
    /// assert_eq!(diagram.states(), 2);
    /// assert_eq!(diagram.edges[0].label, "0, 2, … ones");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_counts(title: &str, controls: &[String], law: &LocalLaw) -> Self {
        let columns = law.columns();
        let valuation = columns.valuation();
        let name = |state: State, good: bool| valuation.value_name(valuation.coarse(law.output(state, good)));
        let mut depends = false;
        let words = access(law);
        let mut states: Vec<DiagramState> = Vec::new();
        for (state, word) in (0..).zip(&words) {
            let (good, otherwise) = (name(state, true), name(state, false));
            depends |= good != otherwise;
            states.push(DiagramState {
                lost: [true, false].iter().all(|&good| valuation.coarse(law.output(state, good)) == 0),
                value: if good == otherwise { good } else { format!("{good}/{otherwise}") },
                position: position(word),
                starts: Vec::new(),
            });
        }
        for (place, &start) in columns.starts().iter().enumerate() {
            states[start as usize].starts.push(controls.get(place).cloned().unwrap_or_default());
        }
        let mut read: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for state in 0..states.len() {
            let row = columns.row(u32::try_from(state).unwrap_or(0));
            for (letter, &to) in row.iter().enumerate() {
                read.entry((state, to as usize)).or_default().push(letter);
            }
        }
        let edges = read.into_iter().map(|((from, to), letters)| DiagramEdge {
            from,
            to,
            label: label(columns.counts(), &letters),
        });
        let of_good = if depends { "; X/Y is X if some heap is good at the end, else Y" } else { "" };
        Self {
            caption: format!(
                "{title}, any number of heaps: reads how many heaps have a 1 in each place, most significant first{of_good}."
            ),
            two_players: of_two_players(valuation),
            reads_counts: true,
            of_law: None,
            leaves_out_other_input: false,
            edges: edges.collect(),
            states,
        }
    }
}

/// The letters that first lead to each state, breadth first.
fn access(law: &LocalLaw) -> Vec<Vec<usize>> {
    let columns = law.columns();
    let mut words: Vec<Option<Vec<usize>>> = vec![None; columns.outputs().len()];
    let mut queue = Vec::new();
    for &start in columns.starts() {
        if words[start as usize].replace(Vec::new()).is_none() {
            queue.push(start);
        }
    }
    let mut done = 0;
    while let Some(&state) = queue.get(done) {
        done += 1;
        for (letter, &to) in columns.row(state).iter().enumerate() {
            if words[to as usize].is_none() {
                let mut word = words[state as usize].clone().unwrap_or_default();
                word.push(letter);
                words[to as usize] = Some(word);
                queue.push(to);
            }
        }
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// A position with these numbers of ones in its places: as few heaps as possible, the largest first.
fn position(word: &[usize]) -> String {
    /// The most places, and the most heaps, that fit into the drawing of a state.
    const LONGEST: usize = 16;
    let heaps = word.iter().copied().max().unwrap_or(0);
    if heaps > LONGEST || word.len() > LONGEST {
        return "…".to_owned();
    }
    let heap = |heap: usize| word.iter().fold(0u32, |number, &ones| 2 * number + u32::from(heap < ones));
    let heaps: Vec<String> = (0..heaps.max(1)).map(|of| heap(of).to_string()).collect();
    heaps.join(",")
}

/// A set of numbers of ones in few words; numbers from t on are the same if they differ by a multiple of p.
fn label((threshold, period): (usize, usize), letters: &[usize]) -> String {
    if letters.len() == threshold + period {
        return "any number of ones".to_owned();
    }
    let item = |&letter: &usize| match (letter < threshold, period) {
        (true, _) => letter.to_string(),
        (false, 1) => format!("{letter} or more"),
        (false, _) => format!("{letter}, {}, …", letter + period),
    };
    let items: Vec<String> = letters.iter().map(item).collect();
    let plural = if threshold > 1 && letters == [1] { "one" } else { "ones" };
    format!("{} {plural}", items.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_ones_are_few_words() {
        assert_eq!(label((0, 3), &[1, 2]), "1, 4, … or 2, 5, … ones");
        assert_eq!(label((2, 1), &[1]), "1 one");
        assert_eq!(label((2, 1), &[0, 2]), "0 or 2 or more ones");
        assert_eq!(label((1, 2), &[0, 1, 2]), "any number of ones");
    }

    #[test]
    fn positions_have_the_numbers_of_ones() {
        assert_eq!(position(&[]), "0");
        assert_eq!(position(&[1, 3]), "3,1,1");
        assert_eq!(position(&[17]), "…");
    }
}
