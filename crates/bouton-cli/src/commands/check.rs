//! `bouton check FILE`: what a certificate proves, or which step fails.

use bouton::{
    check::{Refused, Step, check_with},
    document::Check,
};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    file,
    limits::LimitOptions,
    output::Output,
    progress::Progress,
};

/// The arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The certificate; `-` is standard input
    file: String,
    /// Print the moves that were checked, too, as they are written out from the rules
    #[arg(long)]
    rules: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<Answer, Failure> {
    let bytes = file::read(&arguments.file)?;
    let _progress = Progress::start("checking");
    let Ok(text) = String::from_utf8(bytes) else {
        return refused("decode", "it is no certificate: it is not UTF-8", output);
    };
    match check_with(&text, &arguments.limits.check()) {
        Ok(checked) => {
            let mut document = Check::accepted(&checked);
            document.schemas = arguments.rules.then(|| checked.written_out());
            let mut text = format!("accepted: {}\n", checked.claim);
            for line in document.schemas.iter().flatten() {
                text.push_str(&format!("  {line}\n"));
            }
            output.say(&text, &document)?;
            Ok(Answer::Done)
        }
        Err(Refused { step, reason, .. }) => {
            let answer = refused(&step.to_string(), &reason, output)?;
            Ok(if step == Step::Limit { Answer::Limit } else { answer })
        }
    }
}

fn refused(step: &str, reason: &str, output: &Output) -> Result<Answer, Failure> {
    output.say(&format!("refused: step `{step}` fails: {reason}\n"), &Check::refused(step, reason))?;
    Ok(Answer::No)
}
