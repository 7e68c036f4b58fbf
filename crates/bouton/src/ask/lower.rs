//! The claim of a certificate as a theorem for Coq, or a statement for Lean.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict, Work, emit::give};
use crate::{
    Error, document,
    lower::{lower, lower_to_lean},
};

/// Write the claim of a certificate as a theorem for the proof assistant Coq
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Lower {
    /// A certificate; `-` is standard input
    #[cfg_attr(feature = "clap", arg(index = 1, value_name = "CERTIFICATE"))]
    pub certificate: String,

    /// Write a statement for Lean 4 instead, without a proof
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub lean: bool,
}

impl Question for Lower {
    const NAME: &'static str = "lower";
    const EXAMPLE: &'static str = r#"{"certificate": "bouton certificate 1\n| game nim\n| heaps 1\n| move take any from 1 heap\nlaw normal outcome\ntracks 1\nstarts 0\nstate 0 output 0 to 0 1\nstate 1 output 1 to 1*2\nwindows\nid sha256:1831a44837bebbf8a9910fb4d487f6022f42a349dcf95c9bf4565d06f456ea8c\n"}"#;
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Emit>()];
    const FORMATS: &'static [Format] = Format::TEXT;
    const WORK: Work = Work::Check;
    const BODY: Option<&'static str> = Some("certificate");

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let text = asker.certificate_text(&self.certificate)?;
        let code = if self.lean { lower_to_lean(&text) } else { lower(&text) }.map_err(Error::from)?;
        let identity = text.lines().last().unwrap_or_default().trim_start_matches("id ").to_owned();
        let file = asker.output().map(str::to_owned);
        give(
            &document::Emit {
                language: if self.lean { "lean" } else { "coq" }.to_owned(),
                certificate: identity,
                file,
                code,
            },
            asker,
        )
    }
}
