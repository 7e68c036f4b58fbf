//! Slices of a game, proved one after the other until a limit.

use bouton_core::{Convention, Formula};

use super::{Asker, Format, Prove, ProvedValue, Verdict};
use crate::{
    Ending, Error, Goal, ProveOptions, Slice, Slices, Theorem, Watch,
    asking::{Known, asked},
    document,
    rules::Game,
    words,
};

/// The numbers among which a period is sought, with one free coordinate and with two.
const UPTO: [u64; 2] = [4096, 192];
/// The maximum number of candidate periods that are tried.
const MOST_TRIED: usize = 3;

impl Prove {
    /// Searches for the laws of the slices of a game, and gives a row for each.
    pub(super) fn slices<A: Asker>(
        &self,
        game: &Game,
        names: &str,
        asker: &mut A,
    ) -> Result<Verdict, A::Failure> {
        let watch = asker.watch_for_proof();
        watch.check().map_err(Error::from)?;
        asker.begin("proving");
        let Some(goal) = self.value.unwrap_or(ProvedValue::of(game)).goal() else {
            return Err(
                Error::usage("{slice} is about outcomes or Grundy values, not about quotients").into()
            );
        };
        let playable = self.subject.playable_of(game, asker)?;
        let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
        let mut slices = Slices::new(&playable, &names).map_err(Error::from)?;
        let options = ProveOptions {
            states: asker.states().unwrap_or(ProveOptions::default().states),
            numeration: self.numeration.clone(),
            checkpoint: asker.checkpoint().map(std::path::Path::to_owned),
            ..ProveOptions::default()
        };
        let output = asker.output().map(str::to_owned);
        let mut rows: Vec<document::Slice> = Vec::new();
        let mut certificate = None;
        let within =
            |bounds: &[u64]| self.upto.is_none_or(|most| bounds.iter().all(|&bound| bound <= most.into()));
        while !slices.is_done() && within(slices.bounds()) {
            let slice = slices.prove_next(goal, &options, &watch).map_err(Error::from)?;
            let row = row(&slices, &slice, goal, &watch)?;
            let text = words::slices::row(&row);
            match output.as_deref() {
                Some("-") => asker.beside(&text),
                _ if asker.format() == Format::Text => asker.text(&text)?,
                _ => {}
            }
            let Ending::Proved(proved) = &slice.ending else {
                rows.push(row);
                if watch.check().is_err() {
                    break;
                }
                continue;
            };
            if let Some(path) = output.as_deref().filter(|&path| path != "-") {
                asker.write_file(path, proved.theorem.certificate().as_bytes())?;
            }
            certificate = Some(proved.theorem.certificate().to_owned());
            rows.push(row);
        }
        let verdict = if certificate.is_some() || rows.is_empty() { Verdict::Done } else { Verdict::Limit };
        let document = document::ProveSlices { game: playable.title(), slices: rows };
        match output.as_deref() {
            Some("-") => asker.say(&certificate.unwrap_or_default(), &document)?,
            _ if asker.format() == Format::Text => {}
            _ => asker.say(&"", &document)?,
        }
        Ok(verdict)
    }
}

/// The row of a slice.
fn row(slices: &Slices, slice: &Slice, goal: Goal, watch: &Watch) -> Result<document::Slice, Error> {
    let document = slice.ending.document(&slice.playable.title(), None);
    let law = match &slice.ending {
        Ending::Proved(proved) if goal == Goal::Outcome => Some(&proved.theorem),
        _ => None,
    };
    let period = law.map(|theorem| period(theorem, slices.names(), &slice.bounds, watch)).transpose()?;
    let (period, offset) = period.flatten().unzip();
    Ok(document::Slice {
        bounds: slices.names().iter().cloned().zip(slice.bounds.iter().copied()).collect(),
        status: document.status,
        states: document.states,
        numeration: document.numeration,
        period,
        offset,
        theorem: document.theorem,
        reason: document.reason,
        certificate: document.certificate,
        statistics: document.statistics,
    })
}

/// The period p of the outcomes at the bounds of a slice, and the least n from which on it holds: with one or
/// two free coordinates, all of them n or more, the outcome is the same when each free coordinate is greater
/// by p. `None` if small numbers show no period, or the period that they show does not hold for all numbers.
fn period(
    theorem: &Theorem,
    names: &[String],
    bounds: &[u64],
    watch: &Watch,
) -> Result<Option<(u64, u64)>, Error> {
    let Some(law) = theorem.law() else { return Ok(None) };
    let ruleset = law.ruleset();
    let classes: &[&str] = match ruleset.convention() {
        Convention::Normal | Convention::Misere => &["P"],
        Convention::Podium { players: 3 } => &["P", "N"],
        Convention::Coalition => &["P", "N", "O"],
        Convention::Podium { .. } => return Ok(None),
    };
    let free: Vec<usize> =
        (0..ruleset.dimension()).filter(|&at| !names.contains(&ruleset.coordinates()[at])).collect();
    let (Some(&upto), true) = (UPTO.get(free.len().wrapping_sub(1)), free.len() <= 2) else {
        return Ok(None);
    };
    let mut position = vec![0; ruleset.dimension()];
    for (name, &bound) in names.iter().zip(bounds) {
        position[ruleset.coordinates().iter().position(|known| known == name).unwrap_or(0)] = bound;
    }
    // The outcomes of all control states, one box after the other; `None` where no position exists.
    let (automaton, valuation) = (&law.law().automaton, law.law().valuation);
    let second = if free.len() == 2 { upto } else { 1 };
    let mut seen = Vec::new();
    for control in 0..ruleset.controls().len() {
        for x in 0..upto {
            watch.check()?;
            for y in 0..second {
                position[free[0]] = x;
                free.get(1).into_iter().for_each(|&at| position[at] = y);
                let exists = *ruleset.exists() == Formula::True
                    || ruleset.exists().holds(&position.iter().map(|&x| x.into()).collect::<Vec<i128>>());
                let value = || valuation.coarse(automaton.evaluate_small(control, &position));
                seen.push(exists.then(value));
            }
        }
    }
    let place = |control: usize, x: u64, y: u64| (control as u64 * upto + x) * second + y;
    let value = |place: u64| seen[usize::try_from(place).unwrap_or(usize::MAX)];
    let known = [Known::of_theorem(None, theorem)?];
    let mut tried = 0;
    for period in 1..=upto / 4 {
        // The shift of the second coordinate, if there is one.
        let shift = if second == 1 { 0 } else { period };
        let mut offset = 0;
        for control in 0..ruleset.controls().len() {
            for x in 0..upto - period {
                for y in 0..second - shift {
                    let least = if second == 1 { x } else { x.min(y) };
                    if least >= offset
                        && value(place(control, x, y)) != value(place(control, x + period, y + shift))
                    {
                        offset = least + 1;
                    }
                }
            }
        }
        if offset + 2 * period > upto / 2 {
            continue;
        }
        let sentence = sentence(&position, &free, (period, offset), (classes, ruleset.controls()));
        match asked(&known, &sentence, (None, 0), None, watch) {
            Ok(answer) if answer.document.answer == Some(true) => return Ok(Some((period, offset))),
            Ok(_) | Err(Error::NoLaw { .. }) => tried += 1,
            Err(error) => return Err(error),
        }
        if tried == MOST_TRIED {
            break;
        }
    }
    Ok(None)
}

/// The statement that outcomes have a period from an offset on, as a question about the law.
fn sentence(
    position: &[u64],
    free: &[usize],
    (period, offset): (u64, u64),
    (classes, controls): (&[&str], &[String]),
) -> String {
    let names = &["x", "y"][..free.len()];
    let argument = |more: bool| {
        let of = |at: usize| match free.iter().position(|&free| free == at) {
            Some(place) if more => format!("{} + {period}", names[place]),
            Some(place) => names[place].to_owned(),
            None => position[at].to_string(),
        };
        (0..position.len()).map(of).collect::<Vec<_>>().join(", ")
    };
    let mut same = Vec::new();
    for control in controls {
        let control = if controls.len() > 1 { format!(", {control}") } else { String::new() };
        for class in classes {
            same.push(format!(
                "({class}({}{control}) iff {class}({}{control}))",
                argument(false),
                argument(true)
            ));
        }
    }
    let large: Vec<String> = names.iter().map(|name| format!("{name} >= {offset}")).collect();
    format!("for all {}: {} -> {}", names.join(", "), large.join(" and "), same.join(" and "))
}
