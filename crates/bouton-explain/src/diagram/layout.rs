//! Where the states of a picture stand: in columns, so that most edges lead to the right.
//!
//! States that reach each other stand together (in one column if they are few, else
//! by their distance from where they are entered), after all that lead to them.
//! Within a column the order is improved by barycentres (Sugiyama, Tagawa and Toda,
//! *Methods for visual understanding of hierarchical system structures*, 1981).

/// States that reach each other stand in one column if they are no more than this.
const MOST_TOGETHER: usize = 3;
/// How often the orders are improved, forth and back.
const SWEEPS: usize = 12;

/// For each state its layer and its place in it.
pub(super) struct Layout {
    /// The states of each layer, top to bottom.
    pub(super) layers: Vec<Vec<usize>>,
}

impl Layout {
    /// The layers of a graph of `count` nodes, all of them reachable from the starts.
    pub(super) fn new(count: usize, starts: &[usize], edges: &[(usize, usize)]) -> Self {
        let component = components(count, edges);
        let number = component.iter().max().map_or(0, |&last| last + 1);
        // The distance of each node from where its component is entered.
        let mut depth = vec![usize::MAX; count];
        for one in 0..number {
            let members: Vec<usize> = (0..count).filter(|&node| component[node] == one).collect();
            let entered = |node: usize| {
                starts.contains(&node) || edges.iter().any(|&(from, to)| to == node && component[from] != one)
            };
            let together = members.len() <= MOST_TOGETHER;
            let mut queue: Vec<usize> =
                members.iter().copied().filter(|&node| together || entered(node)).collect();
            queue.iter().for_each(|&node| depth[node] = 0);
            let mut done = 0;
            while done < queue.len() {
                let node = queue[done];
                done += 1;
                for &(_, to) in edges.iter().filter(|&&(from, _)| from == node) {
                    if component[to] == one && depth[to] == usize::MAX {
                        depth[to] = depth[node] + 1;
                        queue.push(to);
                    }
                }
            }
        }
        // What nothing leads to stands first.
        depth.iter_mut().filter(|depth| **depth == usize::MAX).for_each(|depth| *depth = 0);
        let length = |one: usize| {
            (0..count).filter(|&node| component[node] == one).map(|node| depth[node] + 1).max().unwrap_or(1)
        };
        let mut first = vec![0usize; number];
        for _ in 0..number {
            for &(from, to) in edges {
                let (one, other) = (component[from], component[to]);
                if one != other {
                    first[other] = first[other].max(first[one] + length(one));
                }
            }
        }
        let columns = (0..count).map(|node| first[component[node]] + depth[node] + 1).max().unwrap_or(0);
        let mut layers = vec![Vec::new(); columns];
        for node in 0..count {
            layers[first[component[node]] + depth[node]].push(node);
        }
        let mut layout = Self { layers };
        for sweep in 0..SWEEPS {
            layout.improve(edges, sweep % 2 == 0);
        }
        layout
    }

    /// The layer of a node.
    pub(super) fn layer(&self, node: usize) -> usize {
        self.layers.iter().position(|layer| layer.contains(&node)).unwrap_or(0)
    }

    /// Orders each layer by the mean place of its neighbours in the one before
    /// (or after).
    fn improve(&mut self, edges: &[(usize, usize)], forth: bool) {
        let count = self.layers.len();
        let order: Vec<usize> =
            if forth { (1..count).collect() } else { (0..count.saturating_sub(1)).rev().collect() };
        for index in order {
            let other = if forth { index - 1 } else { index + 1 };
            // Places from the middle, so that layers of different sizes agree.
            let place = |node: usize| {
                let at = self.layers[other].iter().position(|&one| one == node)?;
                Some(centred(at, self.layers[other].len()))
            };
            let mut keys: Vec<(f64, usize)> = Vec::new();
            for (at, &node) in self.layers[index].iter().enumerate() {
                let near: Vec<f64> = edges
                    .iter()
                    .filter_map(|&(from, to)| match (from == node, to == node) {
                        (true, false) => place(to),
                        (false, true) => place(from),
                        _ => None,
                    })
                    .collect();
                #[allow(clippy::cast_precision_loss, reason = "a mean of places")]
                let mean = if near.is_empty() {
                    centred(at, self.layers[index].len())
                } else {
                    near.iter().sum::<f64>() / near.len() as f64
                };
                keys.push((mean, node));
            }
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.layers[index] = keys.into_iter().map(|(_, node)| node).collect();
        }
    }
}

/// For each node the number of its strongly connected component.
pub(super) fn components(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    // Few nodes: the transitive closure (Warshall) is simple.
    let mut reaches = vec![vec![false; count]; count];
    for &(from, to) in edges {
        reaches[from][to] = true;
    }
    for middle in 0..count {
        let onward = reaches[middle].clone();
        for row in reaches.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(to, &reached)| *to |= reached);
        }
    }
    let mut component = vec![usize::MAX; count];
    let mut number = 0;
    for node in 0..count {
        if component[node] == usize::MAX {
            for other in node..count {
                if other == node || reaches[node][other] && reaches[other][node] {
                    component[other] = number;
                }
            }
            number += 1;
        }
    }
    component
}

/// A place in a column of `count`, from its middle.
#[allow(clippy::cast_precision_loss, reason = "places of at most some dozens")]
pub(super) fn centred(place: usize, count: usize) -> f64 {
    place as f64 - (count as f64 - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lead_to_the_right_but_in_cycles() {
        // 1 and 2 reach each other; 3 is behind both, 0 before.
        let layout = Layout::new(4, &[0], &[(0, 1), (0, 3), (1, 2), (2, 1), (2, 3), (3, 3)]);
        assert_eq!(layout.layers, [vec![0], vec![1, 2], vec![3]]);
        // A long cycle is laid out by distance.
        let cycle: Vec<(usize, usize)> = (0..5).map(|node| (node, (node + 1) % 5)).collect();
        assert_eq!(Layout::new(5, &[0], &cycle).layers.len(), 5);
    }

    #[test]
    fn crossings_are_removed() {
        let layout = Layout::new(5, &[0], &[(0, 1), (0, 2), (2, 3), (1, 4)]);
        let place = |layer: usize, node: usize| layout.layers[layer].iter().position(|&one| one == node);
        assert_eq!(place(1, 1) < place(1, 2), place(2, 4) < place(2, 3));
    }
}
