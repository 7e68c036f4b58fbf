//! The guarantees of the construction, measured on the bundled laws.

use std::fs;

use bouton_cert::Certificate;
use bouton_explain::{DiagramEdge, DiagramState};

use super::{super::shape::Shape, *};

/// The automata of all bundled laws that are small enough, in both digit orders.
fn diagrams() -> Vec<Diagram> {
    let mut diagrams = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bouton-game/certificates");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "cert"));
    files.sort();
    assert!(files.len() > 30, "{} certificates in {folder}", files.len());
    for file in files {
        let certificate = Certificate::decode(&fs::read_to_string(file).unwrap()).unwrap();
        let Some(law) = certificate.law() else { continue };
        let ruleset = bouton_rules::Game::parse(&certificate.game).unwrap().ruleset().unwrap();
        diagrams.push(Diagram::most_significant_first(&ruleset, law.valuation, &law.automaton));
        diagrams.extend(Diagram::least_significant_first(&ruleset, law.valuation, &law.automaton, 40));
    }
    diagrams.retain(|diagram| diagram.states() <= MOST_STATES);
    diagrams
}

/// The texts of a picture, in one.
fn texts(diagram: &Diagram) -> String {
    let picture = automaton(diagram, &Theme::LIGHT, &Watch::unlimited()).unwrap();
    picture.texts().map(|text| text.content().to_owned()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_legend_explains_what_occurs() {
    let (mut without, mut repeated) = (0, 0);
    for diagram in diagrams() {
        let texts = texts(&diagram);
        let is_explained = texts.contains("* is either digit");
        let marks = texts.matches('*').count() - usize::from(is_explained);
        assert_eq!(marks > 0, is_explained, "{texts}");
        without += usize::from(marks == 0);
        let hidden = undrawn_state(&diagram);
        let states: Vec<_> = (0..diagram.states()).filter(|&state| hidden != Some(state)).collect();
        let of = |state: usize| (&diagram.states[state].value, &diagram.states[state].position);
        let kinds: std::collections::BTreeSet<_> = states.iter().map(|&state| of(state)).collect();
        if diagram.states.iter().filter(|state| !state.starts.is_empty()).count() == 1 {
            assert_eq!(kinds.len() < states.len(), texts.contains("differ by the zeros"), "{texts}");
            repeated += usize::from(kinds.len() < states.len());
        }
    }
    assert!(without > 5 && repeated > 0, "{without} without marks, {repeated} with equal states");
}

/// Edges from every state to every other: more than any law has.
fn complete(count: usize) -> Diagram {
    let state = |index: usize| DiagramState {
        value: ["P", "N"][index % 2].to_owned(),
        position: format!("{index},{},{}", u64::MAX, index * index),
        lost: index.is_multiple_of(2),
        starts: if index < 9 {
            vec![format!("control-state-with-a-long-name-{index}"); 4]
        } else {
            Vec::new()
        },
    };
    let edge = |from: usize, to: usize| DiagramEdge {
        from,
        to,
        label: format!("{from}*{to}, 01, 1*0, 0011, 1100, 00*"),
    };
    Diagram {
        caption: "a caption that is much longer than the picture is wide, ".repeat(5),
        two_players: true,
        reads_counts: false,
        of_law: None,
        leaves_out_other_input: false,
        states: (0..count).map(state).collect(),
        edges: (0..count).flat_map(|from| (0..count).map(move |to| edge(from, to))).collect(),
    }
}

/// Points along the lines of a path.
fn points(steps: &[Step]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for step in steps {
        let from = points.last().copied().unwrap_or((0.0, 0.0));
        let curve = match *step {
            Step::Move(to) => {
                points.push(to);
                continue;
            }
            Step::Line(to) => (from, to, to),
            Step::Cubic(a, b, to) => (a, b, to),
            Step::Close => continue,
        };
        for part in 1..=40 {
            let t = f64::from(part) / 40.0;
            let s = 1.0 - t;
            let mix = |p: f64, a: f64, b: f64, q: f64| {
                s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q
            };
            points.push((
                mix(from.0, curve.0.0, curve.1.0, curve.2.0),
                mix(from.1, curve.0.1, curve.1.1, curve.2.1),
            ));
        }
    }
    points
}

fn is_inside(area: &Area, point: Point) -> bool {
    point.0 > area.left + 0.5
        && point.0 < area.right - 0.5
        && point.1 > area.top + 0.5
        && point.1 < area.bottom - 0.5
}

fn check(diagram: &Diagram) {
    let caption = &diagram.caption;
    let picture = automaton(diagram, &Theme::LIGHT, &Watch::unlimited()).unwrap();
    let page = Area::sized(0.0, 0.0, picture.width, picture.height);
    let texts: Vec<_> = picture.texts().map(|text| (text.content().to_owned(), text.area())).collect();
    for (index, (text, area)) in texts.iter().enumerate() {
        assert!(page.contains(area), "{caption}: {text} is cut");
        for (other, beside) in &texts[..index] {
            assert!(!area.overlaps(beside), "{caption}: {text} overlaps {other}");
        }
    }
    let (mut states, mut labels, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for shape in &picture.shapes {
        match shape {
            Shape::Rectangle { area, radius, .. } if *radius > 10.0 => states.push(*area),
            Shape::Rectangle { area, fill, .. } if *fill == Some(picture.page) => labels.push(*area),
            Shape::Path { steps, stroke: Some(_), .. } => edges.push(points(steps)),
            _ => {}
        }
    }
    for (index, state) in states.iter().enumerate() {
        assert!(page.contains(state));
        assert!(states[..index].iter().chain(&labels).all(|other| !state.overlaps(other)), "{caption}");
        for edge in &edges {
            assert!(
                !edge.iter().any(|&point| is_inside(state, point)),
                "{caption}: an edge runs through a state"
            );
        }
    }
    for label in &labels {
        // Only its own edge runs through a label, horizontally.
        let middle = f64::midpoint(label.top, label.bottom);
        for edge in &edges {
            let through = edge.iter().filter(|&&point| is_inside(label, point));
            for point in through {
                assert!((point.1 - middle).abs() < 1e-6, "{caption}: an edge runs through a label");
            }
        }
    }
}

#[test]
fn nothing_overlaps_in_the_bundled_laws() {
    let diagrams = diagrams();
    assert!(diagrams.len() > 40, "{}", diagrams.len());
    assert!(diagrams.iter().map(Diagram::states).max() > Some(30));
    assert!(diagrams.iter().map(Diagram::states).min() == Some(2));
    diagrams.iter().for_each(check);
}

#[test]
fn nothing_overlaps_where_every_state_leads_to_every_other() {
    [1, 2, 7, 12].into_iter().map(complete).for_each(|diagram| check(&diagram));
}

#[test]
fn every_state_shows_its_value_and_its_witness() {
    for diagram in diagrams() {
        let picture = automaton(&diagram, &Theme::DARK, &Watch::unlimited()).unwrap();
        let hidden = undrawn_state(&diagram);
        for (index, state) in diagram.states.iter().enumerate().filter(|&(index, _)| hidden != Some(index)) {
            let words = witness(&state.position).concat();
            assert_eq!(words.replace(' ', ""), state.position, "{index}");
            assert!(picture.texts().any(|text| text.content() == state.value));
            assert!(
                witness(&state.position)
                    .iter()
                    .all(|line| picture.texts().any(|text| text.content() == line))
            );
        }
        if let Some(hidden) = hidden {
            let told =
                format!("Digits that no arrow reads lead to {} for ever.", diagram.states[hidden].value);
            assert!(picture.texts().any(|text| told.contains(text.content())));
        }
    }
}

#[test]
fn forty_states_are_the_most() {
    let mut diagram = complete(2);
    let state = diagram.states[1].clone();
    diagram.states.resize(40, state.clone());
    assert!(automaton(&diagram, &Theme::LIGHT, &Watch::unlimited()).is_ok());
    diagram.states.push(state);
    assert_eq!(
        automaton(&diagram, &Theme::LIGHT, &Watch::unlimited()),
        Err(AutomatonTooLarge { states: 41 }.into())
    );
}
