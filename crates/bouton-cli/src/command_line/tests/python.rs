//! The functions of the Python package, one for each command of the register.

use std::{fs, path::Path};

use bouton::ask::{Buffer, Command, Kind, Parameter, commands};
use serde_json::Value;

const HEAD: &str = r#""""The commands of the program as functions, with its parameters.

Each function asks the question of a command and returns its document (`bouton.document`). A game is a `Game` or a text,
a certificate a `Theorem` or a text, a position a text or numbers. `bouton.ask` answers the same questions in other
formats. This file is written from the register of commands: `BOUTON_UPDATE_PYTHON=1 cargo test -p bouton-cli --bins`.

>>> grundy("nim", ["3,4", "7,7"]).values[0].grundy
7
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from . import document
from ._ask import ask
from ._limits import Memory, Report, Time
from .game import Game
from .position import PositionLike
from .theorem import Theorem

Text: TypeAlias = str | int | Game | Theorem | PositionLike
"""A text, or an object that is written as one."""
Settings: TypeAlias = Mapping[str, int] | Iterable[Text] | Text
"""Numbers for names of the rules: `{"k": 4}`, or texts such as `"k=4"`."""
Terms: TypeAlias = Iterable[tuple[Game | str, PositionLike] | Text] | Text
"""Games with their positions: pairs, as `[("nim", (3, 5)), ("kayles", 7)]`, or one after the other."""
"#;

/// The limits, and the report of progress.
const LIMITS: &str = "    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    work: int | None = None,
    progress: Report = None,
";

/// Words of Python, and names of its functions that a module still needs.
const TAKEN: [&str; 6] = ["ask", "from", "list", "sum", "pass", "with"];

fn python_name(name: &str) -> String {
    let name = name.replace([' ', '-'], "_");
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// The annotation of a parameter.
fn kind(parameter: &Parameter) -> String {
    match &parameter.kind {
        Kind::Text => "Text".to_owned(),
        Kind::Number(..) => "int".to_owned(),
        Kind::NumberOr(_, _, word) => format!("int | Literal[\"{word}\"]"),
        Kind::Flag => "bool".to_owned(),
        Kind::Choice(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!("Literal[{}]", names.join(", "))
        }
        Kind::List(_) if parameter.name == "set" => "Settings".to_owned(),
        Kind::List(_) if parameter.name == "terms" => "Terms".to_owned(),
        Kind::List(_) => "Iterable[Text] | Text".to_owned(),
    }
}

/// The value of a question without the parameter.
fn default(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Array(_) => "()".to_owned(),
        other => other.to_string(),
    }
}

/// Lines of at most 110 characters.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().unwrap();
        if !line.is_empty() && indent.len() + line.len() + word.len() + 1 > 108 {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(&format!("\n{indent}"))
}

fn function(command: &Command<Buffer>) -> String {
    let (required, optional): (Vec<_>, Vec<_>) =
        command.parameters().iter().partition(|parameter| parameter.required);
    let mut text = format!("def {}(\n", python_name(command.name));
    for parameter in &required {
        text += &format!("    {}: {},\n", python_name(&parameter.name), kind(parameter));
    }
    text += "    *,\n";
    for parameter in &optional {
        let (name, default) = (python_name(&parameter.name), default(&parameter.default));
        let or_none = if default == "None" { " | None" } else { "" };
        text += &format!("    {name}: {}{or_none} = {default},\n", kind(parameter));
    }
    // Tiles are those of folders, which only the program keeps.
    let documents = command.documents.iter().map(|document| document.name());
    let documents = documents.filter(|name| !matches!(name.as_str(), "Tiles" | "Tile"));
    let documents: Vec<String> = documents.map(|name| format!("document.{name}")).collect();
    let documents = documents.join(" | ");
    text += &format!("{LIMITS}) -> (\n    {}\n):\n", documents.replace(" | ", "\n    | "));
    text += &format!("    \"\"\"{}.\n\n", wrapped(command.summary(), "    "));
    for parameter in command.parameters() {
        let described = parameter.description.replace('\\', "\\\\").replace('\n', " ");
        text += &format!(
            "    {}\n",
            wrapped(&format!("`{}`: {described}.", python_name(&parameter.name)), "        ")
        );
    }
    text += &format!("    \"\"\"\n    found: {} = ask(\n        \"{}\",\n", documents, command.name);
    for parameter in command.parameters() {
        let name = python_name(&parameter.name);
        let keyword = match parameter.name.as_str() {
            "from" | "with" => name.clone(),
            other => other.replace('-', "_"),
        };
        text += &format!("        {keyword}={name},\n");
    }
    for limit in ["time", "memory", "states", "threads", "work", "progress"] {
        text += &format!("        {limit}={limit},\n");
    }
    text + "    )\n    return found\n"
}

/// Compares the file with the register; with `BOUTON_UPDATE_PYTHON=1` it is rewritten.
pub(super) fn is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/bouton/commands.py");
    let all = commands::<Buffer>();
    let mut names: Vec<String> = all.iter().map(|command| python_name(command.name)).collect();
    names.sort();
    let names: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    let functions: String = all.iter().map(|command| format!("\n\n{}", function(command))).collect();
    let all =
        format!("\n__all__ = [\n{names}]\n\n\ndef __dir__() -> list[str]:\n    return __all__\n\n\nText:");
    let expected = HEAD.replacen("\nText:", &all, 1) + &functions;
    if std::env::var_os("BOUTON_UPDATE_PYTHON").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "python/bouton/commands.py is not current: run with BOUTON_UPDATE_PYTHON=1");
}
