//! The families: each of their games with its rules, and with the limits of the search for its law.

use std::collections::BTreeSet;

/// One game, and the row of the page that it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) family: &'static str,
    pub(crate) play: &'static str,
    pub(crate) rules: String,
}

/// The nonempty sets of numbers below `most`, as bits.
fn sets(most: u32) -> impl Iterator<Item = u32> {
    1..1 << most
}

/// All possible edges on `heaps` heaps.
fn all_of(heaps: u32) -> Vec<u32> {
    sets(heaps).collect()
}

fn members_of(set: u32) -> Vec<u32> {
    (0..32).filter(|member| set >> member & 1 == 1).collect()
}

/// The names of the heaps of an edge.
fn heaps_of(edge: u32) -> Vec<String> {
    members_of(edge).iter().map(|heap| format!("h{}", heap + 1)).collect()
}

/// The sets of at most `most` of these edges, each edge as bits.
fn choices(edges: &[u32], most: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &edge in edges {
        for known in 0..all.len() {
            if all[known].len() < most {
                let with: Vec<u32> = [&all[known][..], &[edge]].concat();
                all.push(with);
            }
        }
    }
    all
}

/// The sets of edges none of which contains another one: the facets of complexes.
fn clutters(heaps: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for edge in sets(heaps) {
        for known in 0..all.len() {
            if all[known].iter().all(|&other: &u32| ![edge, other].contains(&(edge & other))) {
                all.push([&all[known][..], &[edge]].concat());
            }
        }
    }
    all
}

/// The sets of edges among these that cover all heaps, each once up to the names of heaps.
fn up_to_names(heaps: u32, choices: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut permutations = vec![Vec::new()];
    for _ in 0..heaps {
        permutations = permutations
            .into_iter()
            .flat_map(|known: Vec<u32>| {
                (0..heaps)
                    .filter(|heap| !known.contains(heap))
                    .map(|heap| [&known[..], &[heap]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let moved =
        |edge: u32, to: &[u32]| members_of(edge).iter().fold(0, |all, &heap| all | 1 << to[heap as usize]);
    let mut found = BTreeSet::new();
    for chosen in choices {
        if chosen.iter().fold(0, |all, edge| all | edge) != (1 << heaps) - 1 {
            continue;
        }
        let names = permutations.iter().map(|to| {
            let mut renamed: Vec<u32> = chosen.iter().map(|&edge| moved(edge, to)).collect();
            renamed.sort_unstable();
            renamed
        });
        found.insert(names.min().unwrap());
    }
    found.into_iter().collect()
}

/// The sets of at most `most` edges that cover all heaps, up to the names of heaps; `edges` lists
/// the possible edges, each as bits.
fn hypergraphs(heaps: u32, edges: &[u32], most: usize) -> Vec<Vec<u32>> {
    up_to_names(heaps, choices(edges, most))
}

/// The move that takes from each heap of an edge, any amount or one object.
fn edge_move(edge: u32, slow: bool) -> String {
    let heaps: Vec<u32> = members_of(edge).iter().map(|heap| heap + 1).collect();
    let join = |part: &dyn Fn(&u32) -> String| heaps.iter().map(part).collect::<Vec<_>>().join(", ");
    let left = join(&|heap| format!("h{heap}"));
    if slow {
        format!("move {left} -> {}", join(&|heap| format!("h{heap} - 1")))
    } else {
        format!(
            "move {left} -> {} where {}",
            join(&|heap| format!("t{heap}")),
            join(&|heap| format!("t{heap} < h{heap}"))
        )
    }
}

fn first_members() -> Vec<Member> {
    let mut all = Vec::new();
    for (family, amount) in [("exact A-Nim", "any"), ("slow A-Nim", "1")] {
        for heaps in 1..=5u32 {
            for set in sets(heaps) {
                let numbers: Vec<u32> = members_of(set).iter().map(|number| number + 1).collect();
                let moves: Vec<String> = numbers
                    .iter()
                    .map(|number| {
                        let heaps = if *number == 1 { "heap" } else { "heaps" };
                        format!("move take {amount} from exactly {number} {heaps}")
                    })
                    .collect();
                let rules = format!("heaps {heaps}; {}", moves.join("; "));
                // Play has ended when fewer heaps are left than the least number of A.
                let pass = match numbers[0] {
                    1 => "pass 1 unless empty".to_owned(),
                    2 => "pass 1 unless at most 1 heap is nonempty".to_owned(),
                    least => format!("pass 1 unless at most {} heaps are nonempty", least - 1),
                };
                for (play, line) in [
                    ("normal", None),
                    ("misère", Some("play misere")),
                    ("a pass", Some(pass.as_str())),
                    ("podium, 3 players", Some("players 3 podium")),
                ] {
                    let rules = line.map_or(rules.clone(), |line| format!("{rules}; {line}"));
                    all.push(Member { family, play, rules });
                }
            }
        }
    }
    let pairs = |heaps: u32| (0..1 << heaps).filter(|edge: &u32| edge.count_ones() == 2).collect::<Vec<_>>();
    let graphs = (2..=5).flat_map(|heaps| {
        hypergraphs(heaps, &pairs(heaps), usize::MAX).into_iter().map(move |edges| (heaps, edges))
    });
    let small = (2..=3).flat_map(|heaps| {
        hypergraphs(heaps, &all_of(heaps), usize::MAX).into_iter().map(move |edges| (heaps, edges))
    });
    let graphs = graphs
        .map(|graph| ("graph Nim", graph))
        .chain(small.map(|graph| ("hypergraph Nim, ≤ 3 heaps", graph)));
    for (family, (heaps, edges)) in graphs {
        for slow in [false, true] {
            let moves: Vec<String> = edges.iter().map(|&edge| edge_move(edge, slow)).collect();
            let rules = format!("heaps {heaps}; {}", moves.join("; "));
            let family = match (family, slow) {
                ("graph Nim", true) => "slow graph Nim",
                (_, true) => "slow hypergraph Nim, ≤ 3 heaps",
                (family, false) => family,
            };
            all.push(Member { family, play: "normal", rules: rules.clone() });
            all.push(Member { family, play: "misère", rules: format!("{rules}; play misere") });
        }
    }
    all
}

/// The move that takes from each heap of a nonempty part of an edge, any amount or one object.
fn face_move(edge: u32, slow: bool) -> String {
    let heaps = heaps_of(edge);
    let amount = if slow { "1" } else { "any" };
    match &heaps[..] {
        [heap] => format!("move take {amount} from {heap}"),
        heaps => format!("move take {amount} from {{{}}}", heaps.join(", ")),
    }
}

/// Simplicial complexes with four and five vertices.
fn further_members() -> Vec<Member> {
    let mut all = Vec::new();
    let names = [
        (4, false, "simplicial Nim, 4 heaps"),
        (4, true, "slow simplicial Nim, 4 heaps"),
        (5, false, "simplicial Nim, 5 heaps"),
        (5, true, "slow simplicial Nim, 5 heaps"),
    ];
    for (heaps, slow, family) in names {
        for facets in up_to_names(heaps, clutters(heaps)) {
            let moves: Vec<String> = facets.iter().map(|&facet| face_move(facet, slow)).collect();
            for (play, line) in [("normal", ""), ("misère", "; play misere")] {
                let rules = format!("heaps {heaps}; {}{line}", moves.join("; "));
                all.push(Member { family, play, rules });
            }
        }
    }
    all
}

/// The move that takes from each heap of an edge, any amount or one object, in words.
fn edge_move_in_words(edge: u32, slow: bool) -> String {
    format!("move take {} from {}", if slow { "1" } else { "any" }, heaps_of(edge).join(" and "))
}

/// Three players on hypergraphs and in subtraction games, and hypergraphs on four and five heaps.
fn wide_members() -> Vec<Member> {
    let mut all = Vec::new();
    let mut with = |family, play, heaps: u32, moves: &[String], line: &str| {
        all.push(Member { family, play, rules: format!("heaps {heaps}; {}{line}", moves.join("; ")) });
    };
    let said = |edges: &[u32], slow: bool| -> Vec<String> {
        edges.iter().map(|&edge| edge_move_in_words(edge, slow)).collect()
    };
    let podium = ("podium, 3 players", "; players 3 podium");
    let families = [(false, "hypergraph Nim, ≤ 3 heaps"), (true, "slow hypergraph Nim, ≤ 3 heaps")];
    for (slow, family) in families {
        for heaps in 2..=3 {
            for edges in hypergraphs(heaps, &all_of(heaps), usize::MAX) {
                with(family, podium.0, heaps, &said(&edges, slow), podium.1);
            }
        }
    }
    for heaps in 1..=3 {
        for set in sets(4) {
            let amounts: Vec<String> = members_of(set).iter().map(|one| (one + 1).to_string()).collect();
            let moves = [format!("move take {{{}}} from 1 heap", amounts.join(","))];
            with("subtraction game, ≤ 3 heaps", podium.0, heaps, &moves, podium.1);
        }
    }
    let families = [(false, "hypergraph Nim, 4 heaps"), (true, "slow hypergraph Nim, 4 heaps")];
    for (slow, family) in families {
        for edges in hypergraphs(4, &all_of(4), usize::MAX) {
            with(family, "normal", 4, &said(&edges, slow), "");
        }
    }
    let families =
        [(false, "hypergraph Nim, 5 heaps, ≤ 3 edges"), (true, "slow hypergraph Nim, 5 heaps, ≤ 3 edges")];
    for (slow, family) in families {
        for edges in hypergraphs(5, &all_of(5), 3) {
            with(family, "normal", 5, &said(&edges, slow), "");
        }
    }
    all
}

/// All games, in the order of the table.
pub(crate) fn members() -> Vec<Member> {
    [first_members(), further_members(), wide_members()].concat()
}
