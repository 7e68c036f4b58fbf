//! `bouton check FILE…`: what certificates prove, or which step fails.

use std::path::PathBuf;

use bouton::{
    check::{Refused, Step, check_with},
    document::{Check, Checks},
};
use clap::Args;

use crate::{
    arguments::rows::RowsOption,
    failure::{Answer, Failure},
    file,
    progress::Progress,
    session::Session,
};

/// The arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Certificates; `-` is standard input, of a folder all its files that end in .cert
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print the moves that were checked, too, as they are written out from the rules
    #[arg(long)]
    rules: bool,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let _progress = Progress::start("checking");
    let alone = arguments.files.len() == 1 && !PathBuf::from(&arguments.files[0]).is_dir();
    if alone {
        let (document, answer) = verdict(&arguments.files[0], arguments.rules, session)?;
        session.say(&text(&document), &document)?;
        return Ok(answer);
    }
    let (mut lines, mut all, mut worst) = (String::new(), Checks { checks: Vec::new() }, Answer::Done);
    for path in files(&arguments.files)? {
        let (mut document, answer) = verdict(&path, arguments.rules, session)?;
        lines.push_str(&format!("{path}: {}", text(&document)));
        document.file = Some(path);
        all.checks.push(document);
        worst = worst.max(answer);
    }
    session.say(&lines, &all)?;
    Ok(worst)
}

/// The files, and those of the folders that end as certificates do, in order of their names.
fn files(named: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !PathBuf::from(path).is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| file::unreadable(path, &error))?;
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| file::unreadable(path, &error))?.path();
            if entry.extension().is_some_and(|extension| extension == "cert") {
                found.push(entry.display().to_string());
            }
        }
        if found.is_empty() {
            return Err(Failure::input("file", format!("{path} has no file that ends in .cert")));
        }
        found.sort_unstable();
        files.extend(found);
    }
    Ok(files)
}

fn verdict(path: &str, rules: bool, session: &Session) -> Result<(Check, Answer), Failure> {
    let Ok(text) = String::from_utf8(file::read(path, &session.watch())?) else {
        return Ok((Check::refused("decode", "it is no certificate: it is not UTF-8"), Answer::No));
    };
    Ok(match check_with(&text, &session.limits.check()) {
        Ok(checked) => {
            let schemas = rules.then(|| checked.written_out());
            (Check { schemas, ..Check::accepted(&checked) }, Answer::Done)
        }
        Err(Refused { step, reason, .. }) => {
            let answer = if step == Step::Limit { Answer::Limit } else { Answer::No };
            (Check::refused(&step.to_string(), &reason), answer)
        }
    })
}

fn text(found: &Check) -> String {
    match (&found.claim, &found.step, &found.reason) {
        (Some(claim), ..) => {
            let schemas = found.schemas.iter().flatten().map(|line| format!("  {line}\n"));
            format!("accepted: {claim}\n{}", schemas.collect::<String>())
        }
        (None, Some(step), Some(reason)) => format!("refused: step `{step}` fails: {reason}\n"),
        _ => "refused\n".to_owned(),
    }
}
