//! The parameters of a question, read off its type.

use std::{fmt::Display, str::FromStr};

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};

use crate::{Error, ErrorKind, Position};

/// A parameter of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, its words joined by hyphens.
    pub name: String,
    /// The description.
    pub description: String,
    /// The kind of values.
    pub kind: Kind,
    /// Whether a question must have it.
    pub required: bool,
    /// The value of a question without it; null if there is none.
    pub default: Value,
}

/// The keyword of a schema that names the character between the texts of a list in a query.
pub(super) const SEPARATOR: &str = "x-separator";
/// The keyword of a schema that names a word that may replace a number.
pub(super) const OR: &str = "x-or";

/// The kind of values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A natural number between two others.
    Number(u64, u64),
    /// A natural number between two others, or this word.
    NumberOr(u64, u64, String),
    /// True or false.
    Flag,
    /// One of these names.
    Choice(Vec<String>),
    /// Several texts, separated by this character in a query; without such a character, a query has one text,
    /// or a list in JSON.
    List(Option<char>),
}

impl Parameter {
    /// The summary of a type, and its parameters in the order of its fields.
    pub(super) fn described<Q: schemars::JsonSchema>() -> (String, Vec<Self>) {
        let schema = schemars::generate::SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true)
            .into_generator()
            .into_root_schema_for::<Q>();
        Self::in_schema(schema.as_value())
    }

    /// The summary and the parameters that the schema of a question states.
    fn in_schema(schema: &Value) -> (String, Vec<Self>) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let parameters = properties.map(|(name, property)| {
            let (kind, default) = (Kind::of(property), property["default"].clone());
            Self {
                name: name.clone(),
                description: property["description"].as_str().unwrap_or_default().to_owned(),
                required: required.contains(&name.as_str()),
                // An empty list of words.
                default: if kind == Kind::Text && default.is_array() { Value::Null } else { default },
                kind,
            }
        });
        (schema["description"].as_str().unwrap_or_default().to_owned(), parameters.collect())
    }
}

impl Kind {
    /// The kind that a schema describes.
    fn of(schema: &Value) -> Self {
        fn names(schema: &Value) -> Vec<String> {
            let listed = schema["enum"].as_array().into_iter().flatten();
            let own = listed.chain(Some(&schema["const"])).filter_map(Value::as_str).map(str::to_owned);
            let branches = ["anyOf", "oneOf"].iter().filter_map(|key| schema[key].as_array()).flatten();
            own.chain(branches.flat_map(names)).collect()
        }
        let choices = names(schema);
        if !choices.is_empty() {
            return Self::Choice(choices);
        }
        let is = |kind: &str| match &schema["type"] {
            Value::String(found) => found == kind,
            Value::Array(found) => found.iter().any(|found| found == kind),
            _ => false,
        };
        if is("integer") {
            let bound = |name: &str| schema[name].as_u64();
            let (least, most) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(u64::MAX));
            match schema[OR].as_str() {
                Some(word) => Self::NumberOr(least, most, word.to_owned()),
                None => Self::Number(least, most),
            }
        } else if is("boolean") {
            Self::Flag
        } else if is("array") {
            Self::List(schema[SEPARATOR].as_str().map_or(Some(','), |text| text.chars().next()))
        } else {
            Self::Text
        }
    }

    /// Reads a value that is written as text, as in a query.
    ///
    /// # Errors
    ///
    /// If it is not of this kind. The message continues a sentence that begins with the name.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let expected = |what: &str| format!("is `{text}`, expected {what}");
        match self {
            Self::Text | Self::Choice(_) => Ok(text.into()),
            Self::Number(..) => {
                text.trim().parse::<u64>().map(Value::from).map_err(|_| expected("a whole number"))
            }
            Self::NumberOr(_, _, word) if text == word => Ok(text.into()),
            Self::NumberOr(_, _, word) => text
                .trim()
                .parse::<u64>()
                .map(Value::from)
                .map_err(|_| expected(&format!("a whole number, or `{word}`"))),
            Self::Flag => match text {
                "" | "true" | "1" | "on" => Ok(true.into()),
                "false" | "0" | "off" => Ok(false.into()),
                _ => Err(expected("true or false")),
            },
            Self::List(letter) if text.trim_start().starts_with('[') => {
                let parted = letter.map_or(String::new(), |letter| format!(" or separated by `{letter}`"));
                let what = format!("a list of texts, as JSON{parted}");
                serde_json::from_str(text).map_err(|_| expected(&what))
            }
            Self::List(None) => Ok(vec![Value::from(text)].into()),
            Self::List(Some(letter)) => {
                Ok(text.split(*letter).map(str::trim).filter(|part| !part.is_empty()).collect())
            }
        }
    }
}

/// Reads a question. An error names the parameter.
///
/// # Errors
///
/// If a parameter is unknown, missing, or of another kind.
///
/// ```
/// use bouton::ask::{Prove, question};
///
/// let fields = |text| serde_json::from_str(text).unwrap();
/// assert_eq!(question::<Prove>(fields(r#"{"game": "nim", "heaps": 2}"#))?.subject.heaps(), Some(2));
/// assert!(question::<Prove>(fields(r#"{"game": "nim", "colour": "red"}"#)).is_err());
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn question<Q: super::Question>(fields: Map<String, Value>) -> Result<Q, Error> {
    question_with(fields, &Parameter::described::<Q>().1)
}

/// Like [`question`], given the parameters of the question.
pub(super) fn question_with<Q: super::Question>(
    fields: Map<String, Value>,
    parameters: &[Parameter],
) -> Result<Q, Error> {
    let fields = Value::Object(checked(fields, parameters)?);
    Q::deserialize(&fields).map_err(|error| {
        of_another_kind(&fields, parameters).unwrap_or_else(|| Error::question(error.to_string()))
    })
}

/// The error for the first value that is not of the kind of its parameter, if a question cannot be read.
fn of_another_kind(fields: &Value, parameters: &[Parameter]) -> Option<Error> {
    parameters.iter().find_map(|parameter| {
        let value = fields.get(&parameter.name)?;
        let (is_right, expected) = match &parameter.kind {
            Kind::Text => (value.is_string(), "a text"),
            Kind::Number(..) => (value.is_u64(), "a whole number"),
            Kind::Flag => (value.is_boolean(), "true or false"),
            Kind::List(_) => {
                let texts = value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
                (texts || value.is_string(), "a text or a list of texts")
            }
            Kind::NumberOr(..) | Kind::Choice(_) => return None,
        };
        let written: String = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let written: String = written.chars().take(80).collect();
        (!is_right)
            .then(|| Error::parameter(&parameter.name, &format!("is `{written}`, expected {expected}")))
    })
}

/// The fields that are not null, if they are parameters of their kinds, and none that is required is missing.
fn checked(mut fields: Map<String, Value>, parameters: &[Parameter]) -> Result<Map<String, Value>, Error> {
    fields.retain(|_, value| !value.is_null());
    if let Some(unknown) = fields.keys().find(|name| parameters.iter().all(|known| known.name != **name)) {
        let known: Vec<&str> = parameters.iter().map(|known| known.name.as_str()).collect();
        let message = format!("unknown parameter `{unknown}`, expected one of {}", known.join(", "));
        return Err(Error::question(message));
    }
    for parameter in parameters {
        let name = &parameter.name;
        let Some(value) = fields.get(name) else {
            if parameter.required {
                return Err(Error::parameter(name, "is missing"));
            }
            continue;
        };
        if let Kind::Number(least, most) = &parameter.kind
            && value.is_number()
            && !value.as_u64().is_some_and(|number| (*least..=*most).contains(&number))
        {
            let kind = if name == "heaps" { ErrorKind::Heaps } else { ErrorKind::Usage };
            // JSON has no integers beyond 2^64: those are read as fractions.
            let is_too_large = value.as_f64().is_some_and(|number| number >= 2f64.powi(64));
            let range = match (*least, *most) {
                (_, u64::MAX) if is_too_large => "is a whole number below 2^64".to_owned(),
                (least, u64::MAX) => format!("is a whole number from {least} on"),
                (least, most) => format!("is a number from {least} to {most}"),
            };
            return Err(Error::parameter(name, &range).of_kind(kind));
        }
        if let Kind::NumberOr(least, most, word) = &parameter.kind
            && value.as_str() != Some(word)
            && !value.as_u64().is_some_and(|number| (*least..=*most).contains(&number))
        {
            let why = format!("is a number from {least} to {most}, or `{word}`");
            let kind = if name == "heaps" { ErrorKind::Heaps } else { ErrorKind::Usage };
            return Err(Error::parameter(name, &why).of_kind(kind));
        }
        if let Kind::Choice(choices) = &parameter.kind
            && !value.as_str().is_some_and(|value| choices.iter().any(|known| known == value))
        {
            let (last, rest) =
                choices.split_last().map_or(("", &[][..]), |(last, rest)| (last.as_str(), rest));
            let expected = format!("expected {} or {last}", rest.join(", "));
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let kind = if name == "value" { ErrorKind::Value } else { ErrorKind::Usage };
            let value = value.chars().take(80).collect::<String>();
            return Err(Error::question(format!("there is no {name} `{value}`: {expected}")).of_kind(kind));
        }
    }
    Ok(fields)
}

/// Reads a value of a type that is written as text.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn parsed<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// Like [`parsed`], of a value that may be left out.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn parsed_or_none<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
}

/// Like [`parsed`], of a value that may be written as a JSON number, too.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn number_or_text<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Text(String),
    }
    let text = match Written::deserialize(deserializer)? {
        Written::Number(number) => number.to_string(),
        Written::Text(text) => text,
    };
    text.parse().map_err(de::Error::custom)
}

/// The number that a parameter states, of any size, as in 10^30.
///
/// # Errors
///
/// If it is not one number.
pub(super) fn natural(name: &str, text: &str) -> Result<BigUint, Error> {
    let position: Result<Position, _> = text.parse();
    match position.as_ref().map(|position| &position.coordinates[..]) {
        Ok([number]) => Ok(number.clone()),
        _ => Err(Error::parameter(name, &format!("is `{text}`, expected a whole number, as in 20 or 10^30"))),
    }
}

/// Reads several texts, or one.
///
/// # Errors
///
/// If it is neither of these.
pub(super) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    super::position::words(deserializer)
}
