//! A proved strategy as a function of another language.

use serde::Deserialize;

use super::{
    Asker, Document, Format, OpenSubject, ProvedValue, Question, Verdict, Work,
    letters::{self, About},
    parameter, theorem,
};
use crate::{Error, Language, TheoremError, document, ending};

/// Write a proved strategy as a function in Rust, Python, C or JavaScript
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Emit {
    /// A certificate, or a game (its law is then proved first)
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: OpenSubject,
    /// The language [default: that of the extension of --output, else python]
    #[cfg_attr(feature = "clap", arg(long, value_parser = languages()))]
    #[serde(default, deserialize_with = "parameter::parsed_or_none")]
    #[schemars(with = "Option<LanguageName>")]
    pub lang: Option<Language>,
    /// The value, if a law is to be proved [default: outcome]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default)]
    pub value: Option<ProvedValue>,
}

/// The languages by their names, so that shells complete them.
#[cfg(feature = "clap")]
fn languages() -> impl clap::builder::TypedValueParser<Value = Language> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(["rust", "python", "c", "javascript"]).try_map(|name| name.parse::<Language>())
}

/// The names of languages, for the schema.
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[allow(dead_code, reason = "read by the schema alone")]
enum LanguageName {
    Rust,
    Python,
    C,
    JavaScript,
}

impl Question for Emit {
    const NAME: &'static str = "emit";
    const EXAMPLE: &'static str = r#"{"game": "take-three", "lang": "c"}"#;
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "heaps 4; move take any from 1 heap; move take the same any from 3 heaps", "lang": "rust"}"#,
    ];
    const DOCUMENTS: &'static [Document] = &[Document::of::<document::Emit>()];
    const FORMATS: &'static [Format] = Format::TEXT;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let file = asker.output().map(str::to_owned);
        let language = ending::language(self.lang, file.as_deref())
            .map_err(|error| Error::question(error.to_string()))?;
        asker.begin("proving");
        let subject = &self.subject;
        let theorem = match letters::about(subject, (self.value, false), asker)? {
            About::Letters(theorem) => {
                let code = theorem.emit(language).map_err(TheoremError::from).map_err(Error::from)?;
                let certificate = theorem.identity().to_string();
                return give(
                    &document::Emit { language: language.to_string(), certificate, file, code },
                    asker,
                );
            }
            About::Certificate => theorem::of_certificate(subject, self.value, asker)?,
            About::Game(game) => theorem::of_game(&game, subject, self.value, subject.all_heaps(), asker)?,
        };
        theorem.find_closed_form(&asker.watch()).map_err(Error::from)?;
        let document = document::Emit {
            language: language.to_string(),
            certificate: theorem.identity().to_string(),
            file,
            code: theorem.emit(language).map_err(Error::from)?,
        };
        give(&document, asker)
    }
}

/// Gives code, or writes it to the file that the document names.
pub(super) fn give<A: Asker>(document: &document::Emit, asker: &mut A) -> Result<Verdict, A::Failure> {
    match document.file.as_deref().filter(|&path| path != "-") {
        Some(path) => {
            asker.write_file(path, document.code.as_bytes())?;
            asker.say(&format_args!("written to {path}\n"), document)?;
        }
        None => asker.say(&document.code, document)?,
    }
    Ok(Verdict::Done)
}
