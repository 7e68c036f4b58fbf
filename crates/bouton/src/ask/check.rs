//! The verdict of the checker on certificates.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, Work, parameter};
use crate::{
    LetterTheorem, accepted,
    cert::has_letters,
    check::{Refusal, Step, check_with},
    check_in, document, words,
};

/// Check a certificate, independently of how it was found
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Check {
    /// Certificates, or folders (all their files that end in .cert); `-` is standard input
    #[cfg_attr(feature = "clap", arg(index = 1, required = true, value_name = "FILE"))]
    #[serde(deserialize_with = "parameter::list")]
    #[schemars(extend("x-separator" = ""))]
    pub certificates: Vec<String>,
    /// Also print the moves that were checked, written out
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub rules: bool,
}

impl Question for Check {
    const NAME: &'static str = "check";
    const EXAMPLE: &'static str = r#"{"certificates": ["bouton certificate 1\n| game nim\n| heaps 1\n| move take any from 1 heap\nlaw normal outcome\ntracks 1\nstarts 0\nstate 0 output 0 to 0 1\nstate 1 output 1 to 1*2\nwindows\nid sha256:1831a44837bebbf8a9910fb4d487f6022f42a349dcf95c9bf4565d06f456ea8c\n"]}"#;
    const DOCUMENTS: &'static [Document] =
        &[Document::of::<document::Check>(), Document::of::<document::Checks>()];
    const FORMATS: &'static [Format] = Format::ROWS;
    const WORK: Work = Work::Check;
    const BODY: Option<&'static str> = Some("certificates");

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        asker.begin("checking");
        if let [given] = &self.certificates[..]
            && !asker.is_folder(given)
        {
            let (document, verdict) = self.verdict(given, asker)?;
            asker.say(&words::check::check(&document), &document)?;
            return Ok(verdict);
        }
        let (mut lines, mut checks, mut worst) = (String::new(), Vec::new(), Verdict::Done);
        let all: Vec<String> = self.certificates.iter().flat_map(|given| asker.certificates(given)).collect();
        for given in all {
            let (mut document, verdict) = self.verdict(&given, asker).or_else(|failure| {
                let (message, verdict) = asker.reported(failure)?;
                Ok::<_, A::Failure>((document::Check::unread(&message), verdict))
            })?;
            lines.push_str(&format!("{}: {}", asker.named(&given), words::check::check(&document)));
            document.file = asker.file(&given);
            checks.push(document);
            worst = worst.max(verdict);
        }
        asker.say(&lines, &document::Checks { checks })?;
        Ok(worst)
    }
}

impl Check {
    /// The verdict on one certificate.
    fn verdict<A: Asker>(
        &self,
        given: &str,
        asker: &mut A,
    ) -> Result<(document::Check, Verdict), A::Failure> {
        let Ok(text) = String::from_utf8(asker.certificate(given)?) else {
            return Ok((
                document::Check::refused("decode", "it is not a certificate: it is not UTF-8"),
                Verdict::No,
            ));
        };
        let limits = asker.limits_of_check();
        if has_letters(&text) {
            return match LetterTheorem::check(&text, &limits) {
                Ok(theorem) => {
                    let schemas = self.rules.then(|| theorem.written_out());
                    second(&text, document::Check { schemas, ..theorem.verdict() }, asker)
                }
                Err(refused) => of_refused(&refused, asker),
            };
        }
        let checked = match asker.folder(given) {
            Some(folder) => check_in(&text, &folder, &limits),
            None => check_with(&text, &limits),
        };
        match checked {
            Ok(checked) => {
                asker.warn(&checked.game.clone().into(), &checked.certificate.game);
                let schemas = self.rules.then(|| checked.written_out());
                second(&text, document::Check { schemas, ..accepted(&checked) }, asker)
            }
            Err(refused) => of_refused(&refused, asker),
        }
    }
}

/// The document of an accepted certificate with the verdict of the second checker, where requested.
fn second<A: Asker>(
    certificate: &str,
    accepted: document::Check,
    asker: &mut A,
) -> Result<(document::Check, Verdict), A::Failure> {
    Ok(match asker.second_verdict(certificate)?.transpose() {
        Ok(second) => (document::Check { coq: second.or(accepted.coq.clone()), ..accepted }, Verdict::Done),
        Err(reason) => (document::Check::refused("coq", &reason), Verdict::No),
    })
}

fn of_refused<A: Asker>(refused: &Refusal, asker: &mut A) -> Result<(document::Check, Verdict), A::Failure> {
    let verdict = if refused.step == Step::Limit {
        asker.unchecked(refused)?;
        Verdict::Limit
    } else {
        Verdict::No
    };
    Ok((document::Check::refused(&refused.step.to_string(), &refused.reason), verdict))
}
