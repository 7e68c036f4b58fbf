//! Rules with one rule on each line in the words of the grammar, comments preserved.

use serde::Deserialize;

use super::{Asker, Document, Format, Question, Verdict};
use crate::{Error, document, rules::format_within};

/// Format rules: one rule a line in the words of the grammar, comments kept
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Fmt {
    /// A rules file, a built-in game, a code, or rules text
    #[cfg_attr(feature = "clap", arg(index = 1))]
    pub rules: String,
    /// Only test whether the rules are formatted (exit status 1 if not)
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub check: bool,
}

impl Question for Fmt {
    const NAME: &'static str = "fmt";
    const EXAMPLE: &'static str = r#"{"rules": "heaps 2; move take any from one heap"}"#;
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Format>()];
    const FORMATS: &'static [Format] = Format::TEXT;
    const BODY: Option<&'static str> = Some("rules");

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let text = asker.rules(&self.rules)?;
        let formatted = match format_within(&text, &asker.watch()).map_err(Error::from)? {
            Ok(formatted) => formatted,
            Err(faults) => return Err(Error::Rules { text, faults }.into()),
        };
        let changed = formatted != text;
        let output = asker.output().map(str::to_owned);
        if let Some(path) = output.as_deref().filter(|&path| changed || path != self.rules) {
            asker.write_file(path, formatted.as_bytes())?;
        }
        let shown = match (self.check, output) {
            (true, _) if changed => format!("{} is not formatted\n", self.rules),
            (true, _) | (false, Some(_)) => String::new(),
            (false, None) => formatted.clone(),
        };
        asker.say(&shown, &document::Format { changed, text: formatted })?;
        Ok(if self.check && changed { Verdict::No } else { Verdict::Done })
    }
}
