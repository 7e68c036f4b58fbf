//! `bouton check FILE`: what a certificate proves, or which step fails.

use bouton::check::{Refused, Step, check_with};
use clap::Args;
use serde_json::json;

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
            let document = json!({
                "accepted": true,
                "claim": checked.claim,
                "step": null,
                "reason": null,
                "rules": checked.game.text(),
                "certificate": checked.certificate.id().to_string(),
            });
            output.say(&format!("accepted: {}\n", checked.claim), &document)?;
            Ok(Answer::Done)
        }
        Err(Refused { step, reason, .. }) => {
            let answer = refused(&step.to_string(), &reason, output)?;
            Ok(if step == Step::Limit { Answer::Limit } else { answer })
        }
    }
}

fn refused(step: &str, reason: &str, output: &Output) -> Result<Answer, Failure> {
    let document = json!({
        "accepted": false,
        "claim": null,
        "step": step,
        "reason": reason,
        "rules": null,
        "certificate": null,
    });
    output.say(&format!("refused: step `{step}` fails: {reason}\n"), &document)?;
    Ok(Answer::No)
}
