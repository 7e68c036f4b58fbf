//! `bouton check FILE…`: the claims that certificates prove, or the step that fails.

use std::path::PathBuf;

use bouton::{
    check::{Refused, Step},
    check_in,
    document::{Check, Checks},
    words::check as words,
};
use clap::Args;

use crate::{
    arguments::rows::RowsOption,
    coq,
    failure::{Answer, Failure},
    file,
    screen::Progress,
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
    /// Ask Coq for the theorem, too, by the theory that is compiled in $BOUTON_COQ [default: coq]
    #[arg(long)]
    coq: bool,
    #[command(flatten)]
    pub(crate) rows: RowsOption,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let _progress = Progress::start("checking");
    let alone = arguments.files.len() == 1 && !PathBuf::from(&arguments.files[0]).is_dir();
    if alone {
        let (document, answer) = verdict(&arguments.files[0], arguments, session)?;
        session.say(&words::check(&document), &document)?;
        return Ok(answer);
    }
    let (mut lines, mut all, mut worst) = (String::new(), Checks { checks: Vec::new() }, Answer::Done);
    for File { path, found } in files(&arguments.files) {
        let verdict = match found && !PathBuf::from(&path).is_file() {
            // A pipe in the folder would block the check of all other files.
            true => Err(Failure::input("file", format!("{path} is not a regular file"))),
            false => verdict(&path, arguments, session),
        };
        let (mut document, answer) = verdict.unwrap_or_else(|failure| {
            let told = Check::unread(&failure.document().error.message);
            (told, failure.worse_than(Answer::Done))
        });
        lines.push_str(&format!("{path}: {}", words::check(&document)));
        document.file = Some(path);
        all.checks.push(document);
        worst = worst.max(answer);
    }
    session.say(&lines, &all)?;
    Ok(worst)
}

/// A file to check.
struct File {
    path: String,
    /// Whether it was found in a folder, rather than named.
    found: bool,
}

/// The named files, and the certificates in named folders in order of their names; a folder without
/// certificates stands for itself.
fn files(named: &[String]) -> Vec<File> {
    let mut files = Vec::new();
    for path in named {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        let found = entries.filter(|path| path.extension().is_some_and(|extension| extension == "cert"));
        let mut found: Vec<String> = found.map(|path| path.display().to_string()).collect();
        if found.is_empty() {
            files.push(File { path: path.clone(), found: false });
        }
        found.sort_unstable();
        files.extend(found.into_iter().map(|path| File { path, found: true }));
    }
    files
}

fn verdict(path: &str, arguments: &Arguments, session: &Session) -> Result<(Check, Answer), Failure> {
    if PathBuf::from(path).is_dir() {
        return Err(Failure::input("file", format!("{path} has no file that ends in .cert")));
    }
    let Ok(text) = String::from_utf8(file::read(path, &session.watch())?) else {
        return Ok((Check::refused("decode", "it is no certificate: it is not UTF-8"), Answer::No));
    };
    if bouton::cert::has_letters(&text) {
        if arguments.coq || arguments.rules {
            return Err(Failure::misused("--coq and --rules are not for laws with letters; leave them out"));
        }
        return Ok(match bouton::LetterTheorem::check(&text, &session.limits.check()) {
            Ok(theorem) => (theorem.verdict(), Answer::Done),
            Err(refused) => of_refused(&refused),
        });
    }
    Ok(match check_in(&text, file::folder(path), &session.limits.check()) {
        Ok(checked) => {
            file::warn(&checked.game.clone().into(), &checked.certificate.game);
            let schemas = arguments.rules.then(|| checked.written_out());
            let asked = arguments
                .coq
                .then(|| coq::verdict(&text, &coq::default_folder(), &session.watch()))
                .transpose()?;
            match asked.transpose() {
                Ok(coq) => {
                    let accepted = Check::accepted(&checked);
                    (Check { schemas, coq: coq.or(accepted.coq), ..accepted }, Answer::Done)
                }
                Err(reason) => (Check::refused("coq", &reason), Answer::No),
            }
        }
        Err(refused) => of_refused(&refused),
    })
}

fn of_refused(refused: &Refused) -> (Check, Answer) {
    let answer = if refused.step == Step::Limit { Answer::Limit } else { Answer::No };
    (Check::refused(&refused.step.to_string(), &refused.reason), answer)
}
