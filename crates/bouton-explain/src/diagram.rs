//! Diagrams of automata.

use std::{collections::BTreeMap, f64::consts::TAU, fmt::Write};

use bouton_core::{DigitAutomaton, StandardValuation, Valuation};

/// A set of letters in few words: digits of the coordinates, the first first,
/// `*` for either digit; or by the number of ones.
pub(crate) fn letters(letters: &[usize], tracks: usize) -> String {
    if letters.len() == 1 << tracks {
        return "any digits".to_owned();
    }
    // All letters with certain numbers of ones?
    let mut by_ones = vec![0usize; tracks + 1];
    for letter in letters {
        by_ones[letter.count_ones() as usize] += 1;
    }
    let mut binomial = 1usize;
    let mut whole = true;
    for (ones, &count) in by_ones.iter().enumerate() {
        whole &= count == 0 || count == binomial;
        binomial = binomial * (tracks - ones) / (ones + 1);
    }
    if whole && tracks > 1 {
        let numbers: Vec<String> =
            (0..=tracks).filter(|&ones| by_ones[ones] > 0).map(|ones| ones.to_string()).collect();
        let plural = if numbers == ["1"] { "one" } else { "ones" };
        return format!("{} {plural}", numbers.join(" or "));
    }
    // Cubes, merged greedily two by two.
    let mut cubes: Vec<(usize, usize)> = letters.iter().map(|&letter| (letter, 0)).collect();
    loop {
        let mut merged = None;
        'search: for i in 0..cubes.len() {
            for j in 0..i {
                let (a, b) = (cubes[i], cubes[j]);
                if a.1 == b.1 && (a.0 ^ b.0).is_power_of_two() {
                    merged = Some((i, j, (a.0 & b.0, a.1 | (a.0 ^ b.0))));
                    break 'search;
                }
            }
        }
        let Some((i, j, cube)) = merged else { break };
        cubes.remove(i);
        cubes.remove(j);
        cubes.push(cube);
    }
    cubes.sort_unstable();
    let words: Vec<String> = cubes
        .iter()
        .map(|&(value, free)| {
            (0..tracks)
                .map(|track| match (free >> track & 1, value >> track & 1) {
                    (1, _) => '*',
                    (_, 1) => '1',
                    _ => '0',
                })
                .collect()
        })
        .collect();
    words.join(", ")
}

/// Each state with the smallest position that leads to it, from some start.
fn access(law: &DigitAutomaton) -> Vec<String> {
    let mut words: Vec<Option<Vec<u64>>> = vec![None; law.states()];
    let mut queue = Vec::new();
    for &start in law.starts() {
        if words[start as usize].is_none() {
            words[start as usize] = Some(vec![0; law.tracks()]);
            queue.push(start);
        }
    }
    let mut done = 0;
    while done < queue.len() {
        let state = queue[done];
        done += 1;
        let Some(word) = words[state as usize].clone() else { continue };
        if word.iter().any(|x| x >> 62 != 0) {
            continue;
        }
        for letter in 0..law.letters() {
            let next = law.next(state, letter);
            if words[next as usize].is_none() {
                words[next as usize] = Some(
                    word.iter().enumerate().map(|(track, x)| 2 * x + (letter as u64 >> track & 1)).collect(),
                );
                queue.push(next);
            }
        }
    }
    words
        .into_iter()
        .map(|word| {
            let list: Vec<String> = word.unwrap_or_default().iter().map(ToString::to_string).collect();
            list.join(",")
        })
        .collect()
}

fn edges(law: &DigitAutomaton) -> BTreeMap<(u32, u32), Vec<usize>> {
    let mut edges: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (state, _) in (0u32..).zip(law.outputs()) {
        for letter in 0..law.letters() {
            edges.entry((state, law.next(state, letter))).or_default().push(letter);
        }
    }
    edges
}

/// The automaton of a law for Graphviz: states with their value and the
/// smallest position that leads to them, edges with the digits they read.
#[must_use]
pub fn diagram_dot(valuation: StandardValuation, law: &DigitAutomaton) -> String {
    let mut text = String::from("digraph law {\n  rankdir=LR;\n  node [shape=circle];\n");
    for (control, start) in law.starts().iter().enumerate() {
        let _ = writeln!(text, "  start{control} [shape=point]; start{control} -> {start};");
    }
    for (state, (&value, access)) in law.outputs().iter().zip(access(law)).enumerate() {
        let _ = writeln!(text, "  {state} [label=\"{}\\n{access}\"];", valuation.value_name(value));
    }
    for ((from, to), read) in edges(law) {
        let _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", letters(&read, law.tracks()));
    }
    text.push_str("}\n");
    text
}

/// The automaton of a law as a picture: states on a circle, edges bent to the
/// left, labels where there is room.
#[must_use]
pub fn diagram_svg(valuation: StandardValuation, law: &DigitAutomaton) -> String {
    let states = law.states();
    #[allow(clippy::cast_precision_loss, reason = "pixels")]
    let count = states as f64;
    let ring = (count * 34.0).max(110.0);
    let centre = ring + 110.0;
    let size = 2.0 * centre;
    let at = |state: u32| {
        let angle = TAU * f64::from(state) / count - TAU / 4.0;
        (centre + ring * angle.cos(), centre + ring * angle.sin())
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let labelled = states <= 12;
    for ((from, to), read) in edges(law) {
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        let label = letters(&read, law.tracks());
        let label = if label.chars().count() > 24 { format!("{} columns", read.len()) } else { label };
        if from == to {
            let (dx, dy) = ((x1 - centre) / ring, (y1 - centre) / ring);
            let (cx, cy) = (x1 + dx * 42.0, y1 + dy * 42.0);
            let _ = writeln!(
                text,
                "<path d=\"M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"/>",
                x1 + dx * 17.0 - dy * 10.0,
                y1 + dy * 17.0 + dx * 10.0,
                cx - dy * 26.0,
                cy + dx * 26.0,
                cx + dy * 26.0,
                cy - dx * 26.0,
                x1 + dx * 17.0 + dy * 10.0,
                y1 + dy * 17.0 - dx * 10.0
            );
            if labelled {
                let _ = writeln!(
                    text,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333\">{label}</text>",
                    x1 + dx * 62.0,
                    y1 + dy * 62.0 + 4.0
                );
            }
            continue;
        }
        let length = ((x2 - x1).powi(2) + (y2 - y1).powi(2)).sqrt().max(1.0);
        let (ux, uy) = ((x2 - x1) / length, (y2 - y1) / length);
        let bend = 0.14 * length;
        let (mx, my) = (f64::midpoint(x1, x2) + uy * bend, f64::midpoint(y1, y2) - ux * bend);
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {:.1} Q{mx:.1} {my:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"/>",
            x1 + ux * 18.0,
            y1 + uy * 18.0,
            x2 - ux * 20.0,
            y2 - uy * 20.0
        );
        if labelled {
            let _ = writeln!(
                text,
                "<text x=\"{mx:.1}\" y=\"{my:.1}\" text-anchor=\"middle\" fill=\"#333\">{label}</text>"
            );
        }
    }
    for (state, (&value, access)) in (0u32..).zip(law.outputs().iter().zip(access(law))) {
        let (x, y) = at(state);
        let start = law.starts().contains(&state);
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"18\" fill=\"{}\" stroke=\"black\" stroke-width=\"{}\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"8\">{access}</text>",
            if value == 0 { "#cfe8cf" } else { "#f3e6c4" },
            if start { 2.5 } else { 1.0 },
            y + 2.0,
            valuation.value_name(value),
            y + 12.0
        );
    }
    text.push_str("</svg>\n");
    text
}
