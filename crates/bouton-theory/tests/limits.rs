//! Long searches run under a watch: they end by time, by cancelling, and before memory is
//! allocated.

use bouton_core::{LimitReached, Limits, Watch};
use bouton_theory::{
    nim::{DistanceError, distance_within, farthest_positions_within},
    podium::{
        CanonicalError, ClassesError, EvaluateError, Evaluator, ImpartialForm, PileForm, Play,
        ReductionError, RepresentError, RepresentationBounds, canonical_form_within, coalition_sums_within,
        equivalence_classes_within, reduce_within, represent_within,
    },
};

const MANY: usize = 100_000_000;

fn form(text: &str) -> ImpartialForm {
    text.parse().unwrap()
}

/// The limits reached by long or large searches under this watch.
fn searches(watch: &Watch) -> Vec<LimitReached> {
    let bounds = RepresentationBounds { piles: 9, largest: 9, positions: MANY };
    let podium = Play::Podium { players: 3 };
    let mut found = Vec::new();
    match distance_within(&[90, 91, 92, 93, 94, 95], MANY, watch) {
        Err(DistanceError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    match farthest_positions_within(6, 63, MANY, watch) {
        Err(DistanceError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    match equivalence_classes_within(6, 40, MANY, watch) {
        Err(ClassesError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    match represent_within(&form("{9,{2}}+12"), bounds, watch) {
        Err(RepresentError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    match Evaluator::watched(podium, MANY, watch).outcome(&form("{2,{3,{4}}}+{90,{2}}+70+80")) {
        Err(EvaluateError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    match coalition_sums_within(MANY, watch) {
        Err(EvaluateError::Stopped(limit)) => found.push(limit),
        other => panic!("{other:?}"),
    }
    found
}

#[test]
fn searches_end_when_they_are_cancelled() {
    let watch = Watch::unlimited();
    watch.cancel();
    assert!(searches(&watch).iter().all(|limit| *limit == LimitReached::Cancelled));
    let wide: PileForm = "1000,1037,1074,1111,1148,1185,3,3,2,2,1".parse().unwrap();
    let stopped = CanonicalError::Stopped(LimitReached::Cancelled);
    assert_eq!(canonical_form_within(&wide, &watch).unwrap_err(), stopped);
    assert_eq!(reduce_within(&wide, &watch).unwrap_err(), ReductionError::Stopped(LimitReached::Cancelled));
}

#[test]
fn searches_answer_for_memory_before_it_is_taken() {
    let watch = Watch::new(&Limits { memory: 10_000, ..Limits::default() });
    assert!(searches(&watch).iter().all(|limit| matches!(limit, LimitReached::Memory { .. })));
    // All memory is released.
    assert_eq!(watch.memory_left(), 10_000);
}
