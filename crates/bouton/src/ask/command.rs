//! The register of commands.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{
    Asker, Document, Format, Parameter, Question, Verdict, Work, in_total, nim,
    parameter::{Kind, question_with},
    pass, podium,
};
use crate::Error;

/// A command that answers a question, for interfaces of one kind.
pub struct Command<A: Asker> {
    /// The name; that of a question about a source is two words, as in `nim sum`.
    pub name: &'static str,
    /// The documents that may be the answer.
    pub documents: &'static [Document],
    /// The formats of the answer.
    pub formats: &'static [Format],
    /// The work of an answer, which decides its default limits.
    pub work: Work,
    /// The parameter that may be the whole body of a request, as text.
    pub body: Option<&'static str>,
    example: &'static str,
    cases: [&'static [&'static str]; 3],
    described: OnceLock<(String, Vec<Parameter>)>,
    describe: fn() -> (String, Vec<Parameter>),
    answer: FieldsAnswer<A>,
    #[cfg(feature = "clap")]
    arguments: fn(clap::Command) -> clap::Command,
    #[cfg(feature = "clap")]
    answer_line: LineAnswer<A>,
}

/// Answers the fields of a question.
type FieldsAnswer<A> = fn(Map<String, Value>, &[Parameter], &mut A) -> Result<Verdict, <A as Asker>::Failure>;

/// Answers a command line, or returns the error of one that is not understood.
#[cfg(feature = "clap")]
type LineAnswer<A> =
    fn(&clap::ArgMatches, &mut A) -> Result<Result<Verdict, <A as Asker>::Failure>, clap::Error>;

impl<A: Asker> Command<A> {
    pub(super) fn of<Q: Question>() -> Self {
        Self {
            name: Q::NAME,
            documents: Q::DOCUMENTS,
            formats: Q::FORMATS,
            work: Q::WORK,
            body: Q::BODY,
            example: Q::EXAMPLE,
            cases: [Q::VARIANTS, Q::HOSTILE, Q::LARGE],
            described: OnceLock::new(),
            describe: Parameter::described::<Q>,
            answer: |fields, parameters, asker| question_with::<Q>(fields, parameters)?.ask_each(asker),
            #[cfg(feature = "clap")]
            arguments: Q::augment_args,
            #[cfg(feature = "clap")]
            answer_line: |line, asker| Ok(Q::from_arg_matches(line)?.ask_each(asker)),
        }
    }

    /// Renames the command.
    pub(super) fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    fn described(&self) -> &(String, Vec<Parameter>) {
        self.described.get_or_init(self.describe)
    }

    /// The summary, a sentence.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.described().0
    }

    /// The parameters of the question.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.described().1
    }

    /// The name in the path of a route: `nim/sum`.
    #[must_use]
    pub fn path(&self) -> String {
        self.name.replace(' ', "/")
    }

    /// A question with a short answer.
    #[must_use]
    pub fn example(&self) -> Map<String, Value> {
        fields(self.example)
    }

    /// More questions with short answers. Each parameter that is a text changes the answer of at least one of
    /// them.
    #[must_use]
    pub fn variants(&self) -> Vec<Map<String, Value>> {
        self.cases[0].iter().map(|text| fields(text)).collect()
    }

    /// Questions that take very long without limits.
    #[must_use]
    pub fn hostile(&self) -> Vec<Map<String, Value>> {
        self.cases[1].iter().map(|text| fields(text)).collect()
    }

    /// Questions with long answers.
    #[must_use]
    pub fn large(&self) -> Vec<Map<String, Value>> {
        self.cases[2].iter().map(|text| fields(text)).collect()
    }

    /// The subcommand of a program, by the last word of the name.
    #[cfg(feature = "clap")]
    #[must_use]
    pub fn subcommand(&self) -> clap::Command {
        let name = self.name.rsplit(' ').next().unwrap_or(self.name);
        (self.arguments)(clap::Command::new(name))
    }

    /// The arguments of a command line for the example, beginning with the name of the command.
    ///
    /// ```
    /// use bouton::ask::{Buffer, commands};
    ///
    /// let all = commands::<Buffer>();
    /// let genus = all.iter().find(|command| command.name == "genus").unwrap();
    /// assert_eq!(genus.example_line(), ["genus", "kayles", "5,3"]);
    /// ```
    #[cfg(feature = "clap")]
    #[must_use]
    pub fn example_line(&self) -> Vec<String> {
        self.line(&self.example())
    }

    /// The words of a command line that ask a question, beginning with the name of the command.
    #[cfg(feature = "clap")]
    #[must_use]
    pub fn line(&self, fields: &Map<String, Value>) -> Vec<String> {
        let texts = |value: &Value| match value {
            Value::Array(all) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Value::String(text) => vec![text.clone()],
            other => vec![other.to_string()],
        };
        let subcommand = self.subcommand();
        let mut words: Vec<String> = self.name.split(' ').map(str::to_owned).collect();
        let mut placed = Vec::new();
        for (name, value) in fields {
            let named = |known: &clap::Arg| known.get_id().as_str().replace('_', "-") == *name;
            match subcommand.get_positionals().position(named) {
                Some(place) => placed.push((place, texts(value))),
                None if value == &Value::Bool(true) => words.push(format!("--{name}")),
                None if value == &Value::Bool(false) => {}
                None => words.extend(texts(value).into_iter().flat_map(|text| [format!("--{name}"), text])),
            }
        }
        placed.sort();
        words.extend(placed.into_iter().flat_map(|(_, texts)| texts));
        words
    }

    /// Answers the arguments of a [`subcommand`](Self::subcommand).
    ///
    /// # Errors
    ///
    /// If they are not understood. The inner error is that of [`answer`](Self::answer).
    #[cfg(feature = "clap")]
    pub fn answer_line(
        &self,
        line: &clap::ArgMatches,
        asker: &mut A,
    ) -> Result<Result<Verdict, A::Failure>, clap::Error> {
        (self.answer_line)(line, asker)
    }

    /// Answers a question that is written as a JSON object.
    ///
    /// # Errors
    ///
    /// If a parameter is wrong, a limit is reached, or the answer cannot be written.
    pub fn answer(&self, fields: Map<String, Value>, asker: &mut A) -> Result<Verdict, A::Failure> {
        (self.answer)(fields, self.parameters(), asker)
    }

    /// Reads a question from names and texts, as they stand in a query.
    ///
    /// # Errors
    ///
    /// If a parameter is unknown, or its value is of another kind.
    pub fn read<'t>(
        &self,
        pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Result<Map<String, Value>, Error> {
        let mut fields = Map::new();
        for (name, text) in pairs {
            let kind = self.parameters().iter().find(|known| known.name == name).map(|known| &known.kind);
            // An empty text is ignored, except for a flag.
            if text.is_empty() && kind != Some(&Kind::Flag) {
                continue;
            }
            let value = kind.map_or_else(|| Ok(text.into()), |kind| kind.read(text));
            fields.insert(name.to_owned(), value.map_err(|why| Error::parameter(name, &why))?);
        }
        Ok(fields)
    }
}

/// The groups of commands with names of two words, each with a summary.
#[must_use]
pub fn groups() -> &'static [(&'static str, &'static str)] {
    &[
        ("nim", nim::SUMMARY),
        ("podium", podium::SUMMARY),
        ("pass", pass::SUMMARY),
        ("in-total", in_total::SUMMARY),
    ]
}

/// The fields of a question that is a constant.
fn fields(text: &str) -> Map<String, Value> {
    serde_json::from_str(text)
        .expect("the examples of the register are JSON objects: a test reads each of them")
}
