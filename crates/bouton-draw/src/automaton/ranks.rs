//! The columns of the states of a picture: states joined by an edge are in different columns.

/// The rank of each of `count` nodes: edges lead from lower to higher ranks where cycles allow it,
/// and never from one node to another of the same rank.
///
/// The edges that lead back are found by a depth-first search, or are those against the order of a
/// breadth-first search (whichever gives shorter edges); the rest is ranked by longest paths
/// (Sugiyama, Tagawa and Toda, *Methods for visual understanding of hierarchical system
/// structures*, 1981).
pub(super) fn ranks(count: usize, starts: &[usize], edges: &[(usize, usize)]) -> Vec<usize> {
    let roots: Vec<usize> = starts.iter().copied().chain(0..count).collect();
    let in_depth = rank_by(count, edges, &finished_last(count, &roots, edges));
    let in_breadth = rank_by(count, edges, &met_first(count, &roots, edges));
    let cost = |ranks: &[usize]| -> usize {
        // An edge that leads back costs one rank more, since it is read against the direction.
        edges
            .iter()
            .map(|&(from, to)| ranks[from].abs_diff(ranks[to]) + usize::from(ranks[from] > ranks[to]))
            .sum()
    };
    if cost(&in_depth) <= cost(&in_breadth) { in_depth } else { in_breadth }
}

/// The reverse of the order in which a depth-first search leaves the nodes.
fn finished_last(count: usize, roots: &[usize], edges: &[(usize, usize)]) -> Vec<usize> {
    let mut order = vec![usize::MAX; count];
    let mut met = vec![false; count];
    let mut place = count;
    for &root in roots {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            if next == 0 {
                if met[node] {
                    continue;
                }
                met[node] = true;
            }
            let onward = edges.iter().enumerate().skip(next).find(|(_, edge)| edge.0 == node && !met[edge.1]);
            if let Some((index, &(_, to))) = onward {
                stack.push((node, index + 1));
                stack.push((to, 0));
            } else {
                place -= 1;
                order[node] = place;
            }
        }
    }
    order
}

/// The order in which a breadth-first search meets the nodes.
fn met_first(count: usize, roots: &[usize], edges: &[(usize, usize)]) -> Vec<usize> {
    let mut order = vec![usize::MAX; count];
    let mut queue = Vec::new();
    let mut done = 0;
    for &root in roots {
        if order[root] == usize::MAX {
            order[root] = queue.len();
            queue.push(root);
        }
        while done < queue.len() {
            let node = queue[done];
            for &(_, to) in edges.iter().filter(|edge| edge.0 == node) {
                if order[to] == usize::MAX {
                    order[to] = queue.len();
                    queue.push(to);
                }
            }
            done += 1;
        }
    }
    order
}

/// Ranks by longest paths, with every edge directed by the order; then moves nodes where that
/// shortens their edges.
fn rank_by(count: usize, edges: &[(usize, usize)], order: &[usize]) -> Vec<usize> {
    let turned: Vec<(usize, usize)> = edges
        .iter()
        .map(|&(from, to)| if order[from] < order[to] { (from, to) } else { (to, from) })
        .collect();
    let mut nodes: Vec<usize> = (0..count).collect();
    nodes.sort_by_key(|&node| order[node]);
    let mut ranks = vec![0; count];
    for &node in &nodes {
        for &(_, to) in turned.iter().filter(|edge| edge.0 == node) {
            ranks[to] = ranks[to].max(ranks[node] + 1);
        }
    }
    for &node in nodes.iter().rev() {
        let entering = turned.iter().filter(|edge| edge.1 == node).count();
        let leaving: Vec<usize> =
            turned.iter().filter(|edge| edge.0 == node).map(|edge| ranks[edge.1]).collect();
        if leaving.len() > entering
            && let Some(&nearest) = leaving.iter().min()
        {
            ranks[node] = nearest - 1;
        }
    }
    let mut used: Vec<usize> = ranks.clone();
    used.sort_unstable();
    used.dedup();
    ranks.iter().map(|rank| used.binary_search(rank).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_edge_stays_within_a_rank_and_few_lead_back() {
        assert_eq!(ranks(1, &[0], &[]), [0]);
        assert_eq!(ranks(3, &[0], &[(0, 1), (1, 2), (0, 2)]), [0, 1, 2]);
        assert_eq!(ranks(2, &[0], &[(0, 1), (1, 0)]), [0, 1]);
        // All pairs among seven nodes give a line, with half of the edges leading back.
        let all: Vec<(usize, usize)> =
            (0..7).flat_map(|a| (0..7).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
        let line = ranks(7, &[0], &all);
        assert!(all.iter().all(|&(a, b)| line[a] != line[b]));
        assert_eq!(line[0], 0);
        // A cycle with a start has one edge back.
        let cycle: Vec<(usize, usize)> = (0..5).map(|node| (node, (node + 1) % 5)).collect();
        let of_cycle = ranks(5, &[2], &cycle);
        assert_eq!(cycle.iter().filter(|&&(a, b)| of_cycle[a] > of_cycle[b]).count(), 1);
        assert_eq!(of_cycle[2], 0);
    }
}
