//! Heaps from which a move takes a bounded number of objects in total, in text.

use std::fmt::Write;

use crate::{
    document::{InTotalBaseCases, InTotalLine, InTotalSummary},
    in_total::{Member, Nim},
    theory::two_in_total::{Ending, Ground, Step, Values},
};

use super::counted;

const MARKERS: &str = "\
x not sorted; from a marker on to the right: d lost by definition, r by the repetition
corollary, s1 s2 s3 by a stability corollary; [row] does not follow the typical rule
";

/// A row of the four-heap game, with the largest heap written as z: `⟨0,1,b,z⟩`.
fn row_name(label: &[String; 3]) -> String {
    format!("⟨{},z⟩", label.join(","))
}

/// The table of base cases, with an explanation of its markers.
#[must_use]
pub fn base_cases(found: &InTotalBaseCases, values: Values) -> String {
    let columns = found.rows.iter().map(|row| row.cases.len()).max().unwrap_or(0);
    let numbers: String = (1..=columns).map(|largest| format!("{largest:>3}")).collect();
    let mut text = format!("{:<11}{numbers}\n", "min 3 \\ z");
    for row in &found.rows {
        let name = row_name(&row.label);
        let boxed = if row.exceptional { format!("[{name}]") } else { format!(" {name} ") };
        let cells: String = row.cases.iter().map(|case| format!("{case:>3}")).collect();
        text.push_str(&format!("{boxed:<11}{cells} …\n").replace("  x", "  ×"));
    }
    let kind = match values {
        Values::Outcomes => "outcomes",
        Values::Grundy => "values",
    };
    let _ = write!(text, "{} calculated {kind}\n{MARKERS}", found.calculated);
    text
}

/// The values for the remainders 0, 1, 2.
fn values(step: &Step) -> String {
    let line = InTotalLine::from(step);
    line.outcomes.or(line.values).map_or_else(String::new, |values| values.join(" "))
}

/// The table of all lines of the proof.
#[must_use]
pub fn lines(proof: &[Step]) -> String {
    let mut text = format!(
        "{:<10} {:<11} {:<8} {:<5}  {}\n",
        "row", "lemma", "verified", "R=012", "rows above that it needs"
    );
    for step in proof {
        let (name, line) = (row_name(&step.label), InTotalLine::from(step));
        let holds = if line.verified { "yes" } else { "NO" };
        let (values, needs) = (values(step), line.needs.join(" "));
        let written = format!("{name:<10} {:<11} {holds:<8} {values:<5}  {needs}", line.lemma);
        let _ = writeln!(text, "{}", written.trim_end());
    }
    let verified = proof.iter().filter(|step| step.holds()).count();
    let count = |wanted: fn(Ground) -> bool| proof.iter().filter(|step| wanted(step.ground)).count();
    let base_cases: usize = proof.iter().map(|step| step.base_cases).sum();
    let _ = writeln!(
        text,
        "{verified} of {} lines verified, {} by repetition from {base_cases} base cases, {} by stability; R: the remainder of the number of objects mod 3",
        proof.len(),
        count(|ground| ground == Ground::Repetition),
        count(|ground| matches!(ground, Ground::Stability(_))),
    );
    text
}

/// One line of the proof, written out.
#[must_use]
pub fn line(step: &Step) -> String {
    let line = InTotalLine::from(step);
    let mut text = format!("{}: {}", row_name(&step.label), line.lemma);
    let places = ["first", "second", "third"];
    let letters = (0..3).filter(|&place| step.label[place].bytes().all(|byte| byte.is_ascii_alphabetic()));
    for place in letters {
        let _ = write!(text, ", {} heap {} ≥ {}", places[place], step.label[place], step.least[place]);
    }
    text.push('\n');
    for hypothesis in &line.hypotheses {
        let holds = if hypothesis.holds { "holds" } else { "FAILS" };
        let _ = writeln!(text, "  {holds}: {}", hypothesis.statement);
    }
    if !line.needs.is_empty() {
        let _ = writeln!(text, "  rows above that it needs: {}", line.needs.join(" "));
    }
    let implied = if line.typical { ": the typical rule" } else { "" };
    let _ = writeln!(text, "{} for the number of objects mod 3 = 0 1 2{implied}", values(step));
    text
}

/// The table of exceptional rows and the typical rule.
#[must_use]
pub fn summary(found: &InTotalSummary, proof: &[Step]) -> String {
    let mut text = format!("{:<11} 0 1 2\n", "min 3 \\ R");
    for step in proof.iter().filter(|step| !step.is_typical()) {
        let _ = writeln!(text, "{:<11} {}", row_name(&step.label), values(step));
    }
    let _ = writeln!(text, "{:<11} {}", "else", found.otherwise.join(" "));
    let rows = found.rows.len();
    let _ = writeln!(text, "{rows} rows and else; R: the remainder of the number of objects mod 3");
    if !found.verified {
        text.push_str("NOT verified: see `bouton in-total lemmas`\n");
    }
    text
}

/// A line for each game of a family.
#[must_use]
pub fn members(members: &[Member]) -> String {
    let mut text = "heaps total from ending states  a Nim?       a position is lost exactly if\n".to_owned();
    for member in members {
        let (states, law) = match &member.outcome {
            Ok(proved) => (proved.states.to_string(), member.verdict().unwrap_or_default()),
            Err(limit) => ("-".to_owned(), format!("({limit})")),
        };
        let nim = match &member.nim {
            Nim::Yes { .. } => "yes".to_owned(),
            Nim::No { position, .. } => {
                let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
                format!("no: {}", heaps.join(","))
            }
            Nim::Undecided(_) => "undecided".to_owned(),
        };
        let ending = match member.family.ending() {
            Ending::Stop => "stop",
            Ending::Empty => "empty",
        };
        let (heaps, total, from) = (member.family.heaps(), member.family.total(), member.family.from());
        let _ = writeln!(text, "{heaps:>5} {total:>5} {from:>4} {ending:<6} {states:>6}  {nim:<13}  {law}");
    }
    let proved = members.iter().filter(|member| member.outcome.is_ok()).count();
    let _ = writeln!(text, "{proved} of {} laws proved", members.len());
    text
}

/// The results about one game of the family.
#[must_use]
pub fn member(member: &Member) -> String {
    let mut text = format!("{}\n\n", member.family.rules());
    match &member.outcome {
        Err(limit) => {
            let _ = writeln!(text, "Outcomes: not proved, {limit}");
        }
        Ok(proved) => {
            let _ = writeln!(text, "Outcomes: proved, {}", counted(proved.states, "state"));
            text.extend(proved.sentence().map(|sentence| format!("{sentence}\n")));
            text.push_str("\nIs a position lost exactly if …\n");
            for (statement, answer) in member.answers() {
                let _ = writeln!(text, "  … {statement}? {answer}");
            }
        }
    }
    let _ = writeln!(text, "\nIs it a Nim? {}", member.nim_sentence());
    text
}
