//! The register of commands.

use serde_json::{Map, Value};

use super::{
    Asker, Check, Compare, Count, Emit, Explain, Fmt, Format, Games, Genus, Grundy, List, Lower, Parameter,
    Prove, Question, Sequence, Solve, Sum, Table, Verdict, Work,
    parameter::{Kind, question},
};
use crate::Error;

/// A command that answers a question, for interfaces of one kind.
pub struct Command<A: Asker> {
    /// The name.
    pub name: &'static str,
    /// The summary, a sentence.
    pub summary: String,
    /// The parameters of the question.
    pub parameters: Vec<Parameter>,
    /// A question with a short answer.
    pub example: Map<String, Value>,
    /// The formats of the answer.
    pub formats: &'static [Format],
    /// The work of an answer, which decides its default limits.
    pub work: Work,
    /// The parameter that may be the whole body of a request, as text.
    pub body: Option<&'static str>,
    answer: FieldsAnswer<A>,
    #[cfg(feature = "clap")]
    arguments: fn(clap::Command) -> clap::Command,
    #[cfg(feature = "clap")]
    answer_line: LineAnswer<A>,
}

/// Answers the fields of a question.
type FieldsAnswer<A> = fn(Map<String, Value>, &mut A) -> Result<Verdict, <A as Asker>::Failure>;

/// Answers a command line, or returns the error of one that is not understood.
#[cfg(feature = "clap")]
type LineAnswer<A> =
    fn(&clap::ArgMatches, &mut A) -> Result<Result<Verdict, <A as Asker>::Failure>, clap::Error>;

impl<A: Asker> Command<A> {
    fn of<Q: Question>() -> Self {
        let schema = schemars::schema_for!(Q);
        Self {
            name: Q::NAME,
            summary: schema.as_value()["description"].as_str().unwrap_or_default().to_owned(),
            parameters: Parameter::all::<Q>(),
            example: serde_json::from_str(Q::EXAMPLE).unwrap_or_default(),
            formats: Q::FORMATS,
            work: Q::WORK,
            body: Q::BODY,
            answer: |fields, asker| question::<Q>(fields)?.ask(asker),
            #[cfg(feature = "clap")]
            arguments: Q::augment_args,
            #[cfg(feature = "clap")]
            answer_line: |line, asker| Ok(Q::from_arg_matches(line)?.ask(asker)),
        }
    }

    /// The subcommand of a program.
    #[cfg(feature = "clap")]
    #[must_use]
    pub fn subcommand(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.name).about(self.summary.clone()))
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
        let texts = |value: &Value| match value {
            Value::Array(all) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Value::String(text) => vec![text.clone()],
            other => vec![other.to_string()],
        };
        let subcommand = self.subcommand();
        let (mut words, mut placed) = (vec![self.name.to_owned()], Vec::new());
        for (name, value) in &self.example {
            let named = |known: &&clap::Arg| known.get_id().as_str().replace('_', "-") == *name;
            match subcommand.get_arguments().find(named).filter(|known| known.is_positional()) {
                Some(known) => placed.push((known.get_index(), texts(value))),
                None if value == &Value::Bool(true) => words.push(format!("--{name}")),
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
        (self.answer)(fields, asker)
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
            let kind = self.parameters.iter().find(|known| known.name == name).map(|known| &known.kind);
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

/// All commands that answer a question, in the order in which they are listed.
///
/// ```
/// use bouton::ask::{Buffer, commands};
/// use bouton::Watch;
///
/// let all = commands::<Buffer>();
/// let sum = all.iter().find(|command| command.name == "sum").unwrap();
/// let question = sum.read([("terms", "[\"nim\", \"3,4\", \"kayles\", \"7\"]")])?;
/// let mut asker = Buffer::new(&Watch::unlimited());
/// sum.answer(question, &mut asker)?;
/// assert!(String::from_utf8(asker.answer())?.contains("\"grundy\":5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn commands<A: Asker>() -> Vec<Command<A>> {
    vec![
        Command::of::<Solve>(),
        Command::of::<Table>(),
        Command::of::<List>(),
        Command::of::<Count>(),
        Command::of::<Sequence>(),
        Command::of::<Genus>(),
        Command::of::<Grundy>(),
        Command::of::<Sum>(),
        Command::of::<Compare>(),
        Command::of::<Prove>(),
        Command::of::<Check>(),
        Command::of::<Explain>(),
        Command::of::<Emit>(),
        Command::of::<Lower>(),
        Command::of::<Fmt>(),
        Command::of::<Games>(),
    ]
}
