//! The commands of the register, in every interface.

mod python;

use std::ffi::OsString;

use bouton::{
    Watch,
    ask::{Buffer, Format, Kind, commands},
};
use clap::{ArgAction, ArgMatches, Command, error::ErrorKind};
use serde_json::Value;

/// The subcommand of this name, with all its arguments.
fn of(program: &Command, name: &str) -> Command {
    let find = |above: &Command, word: &str| above.find_subcommand(word).cloned();
    let found = name.split(' ').try_fold(program.clone(), |above, word| find(&above, word));
    found.unwrap_or_else(|| panic!("there is no command {name}"))
}

/// The arguments of the last subcommand.
fn below(mut line: ArgMatches) -> ArgMatches {
    while let Some((_, inner)) = line.remove_subcommand() {
        line = inner;
    }
    line
}

/// The example of each command has the same answer as a command line and as data.
#[test]
fn examples_of_the_register_are_answered() {
    for question in commands::<Buffer>() {
        let name = question.name;
        let example = question.example();
        let words = std::iter::once("bouton".to_owned()).chain(question.example_line());
        let line = below(super::command().try_get_matches_from(words).unwrap());
        let answered = |answer: &mut dyn FnMut(&mut Buffer)| {
            let mut buffer = Buffer::new(&Watch::unlimited());
            answer(&mut buffer);
            let mut document: Value = serde_json::from_slice(&buffer.answer()).unwrap();
            // Times differ from run to run.
            document.as_object_mut().unwrap().remove("statistics");
            document
        };
        let as_line = answered(&mut |buffer| {
            question.answer_line(&line, buffer).unwrap().unwrap();
        });
        let as_data = answered(&mut |buffer| {
            question.answer(example.clone(), buffer).unwrap();
        });
        assert_eq!(as_line, as_data, "{name}");
    }
}

/// Every question is a command, and each of its parameters is an argument.
#[test]
fn questions_of_the_register_are_commands() {
    let mut program = super::command();
    program.build();
    for question in commands::<Buffer>() {
        let name = question.name;
        let command = of(&program, name);
        assert_eq!(command.get_about().unwrap().to_string(), question.summary(), "{name}");
        for parameter in question.parameters() {
            let found = command
                .get_arguments()
                .find(|known| known.get_id().as_str().replace('_', "-") == parameter.name);
            let argument = found.unwrap_or_else(|| panic!("{name} has no {}", parameter.name));
            let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
            assert_eq!(is_flag, parameter.kind == Kind::Flag, "{name} {}", parameter.name);
        }
        let values = command.get_arguments().find(|known| known.get_id() == "format");
        let Some(values) = values else {
            // `--json` is the other one.
            assert_eq!(question.formats, Format::TEXT, "{name}");
            continue;
        };
        let formats: Vec<String> =
            values.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        for format in question.formats {
            assert!(formats.iter().any(|known| known == format.name()), "{name} --format {}", format.name());
        }
    }
}

/// Every question has the same parameters, with the same defaults, in the program, in the API and in Python.
#[test]
fn every_interface_has_the_parameters_of_the_register() {
    let (mut program, api) = (super::command(), bouton_serve::description());
    program.build();
    for question in commands::<Buffer>() {
        let (name, command) = (question.name, of(&program, question.name));
        let path = format!("/api/v1/{}", question.path());
        let described = api["paths"][&path]["get"]["parameters"].as_array().unwrap();
        let names: Vec<&str> = described.iter().filter_map(|known| known["name"].as_str()).collect();
        let known = question.parameters().iter().map(|known| known.name.as_str()).chain(["format"]);
        assert_eq!(names, known.collect::<Vec<_>>(), "{path}");
        for (parameter, described) in question.parameters().iter().zip(described) {
            let place = format!("{name} {}", parameter.name);
            let argument = command
                .get_arguments()
                .find(|known| known.get_id().as_str().replace('_', "-") == parameter.name)
                .unwrap_or_else(|| panic!("{place} is no argument"));
            let of_program: Vec<String> = argument
                .get_default_values()
                .iter()
                .map(|value| value.to_string_lossy().into_owned())
                .filter(|value| argument.get_action().takes_values() || value != "false")
                .collect();
            let default = match &parameter.default {
                Value::Null | Value::Bool(false) => Vec::new(),
                Value::Array(parts) => parts.iter().map(ToString::to_string).collect(),
                Value::String(text) => vec![text.clone()],
                other => vec![other.to_string()],
            };
            assert_eq!(of_program, default, "{place}");
            let of_api = &described["schema"]["default"];
            assert_eq!(*of_api, parameter.default, "{place}");
            // `sequence --against` and `list --total` stand for a parameter that is required elsewhere.
            assert!(parameter.required || !argument.is_required_set(), "{place}");
            assert_eq!(described["required"] == true, parameter.required, "{place}");
        }
    }
    python::is_current();
}

/// A command is read and explained alone as it is among all others.
#[test]
fn a_command_alone_has_the_same_arguments_and_help() {
    let all = super::command();
    let questions = commands::<Buffer>();
    let mut lines: Vec<Vec<String>> = questions.iter().map(|question| question.example_line()).collect();
    lines.extend(
        [vec!["play", "nim"], vec!["serve"], vec!["completions", "bash"], vec!["man"]]
            .map(|line| line.iter().map(ToString::to_string).collect()),
    );
    assert_eq!(lines.len(), questions.len() + 4);
    let before: [&[&str]; 3] = [&[], &["--json"], &["--output", "prove", "--color=never"]];
    for (place, line) in lines.iter().enumerate() {
        let before = before[place % 3];
        let words: Vec<OsString> =
            ["bouton"].iter().chain(before).map(Into::into).chain(line.iter().map(Into::into)).collect();
        let program = super::for_words(&words);
        let name = questions.get(place).map_or(line[0].as_str(), |question| question.name);
        let is_alone = |program: &Command| program.get_subcommands().count() == 1;
        assert!(is_alone(&program), "{words:?}");
        assert!(!name.contains(' ') || is_alone(program.get_subcommands().next().unwrap()), "{words:?}");
        let read = |program: &Command| below(program.clone().try_get_matches_from(&words).unwrap());
        assert_eq!(format!("{:?}", read(&program)), format!("{:?}", read(&all)), "{words:?}");
        for fault in ["--help", "-h", "--colour", "--format=none"] {
            let shown = |program: &Command| {
                let words = ["bouton"].iter().chain(before).copied().chain(name.split(' ')).chain([fault]);
                program.clone().try_get_matches_from(words).unwrap_err().render().ansi().to_string()
            };
            assert_eq!(shown(&program), shown(&all), "{before:?} {name} {fault}");
        }
    }
}

/// All commands are described if the words do not call one.
#[test]
fn words_that_call_no_command_are_read_by_all() {
    let all = super::command();
    for line in [
        "",
        "--help",
        "--help solve",
        "--json",
        "--json --help",
        "--output solve",
        "--output",
        "-- solve",
        "--json -- solve",
        "--no solve",
        "--threads 0 solve",
        "help",
        "help solve",
        "--json help solve",
        "solv",
        "--json solv",
        "nim",
        "nim --help",
        "nim --format text sum",
        "nim su",
        "nim help sum",
        "nim-sum",
    ] {
        let words: Vec<OsString> =
            ["bouton"].into_iter().chain(line.split_whitespace()).map(Into::into).collect();
        let program = super::for_words(&words);
        assert!(program.get_subcommands().count() > 20, "{line}");
        let shown = |program: &Command| {
            let read = program.clone().after_help("").try_get_matches_from(&words);
            read.err().map(|error| (error.kind(), error.render().to_string()))
        };
        // A terminal shows the commands in another order.
        let lists = |kind| {
            matches!(
                kind,
                ErrorKind::DisplayHelp
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    | ErrorKind::MissingSubcommand
            )
        };
        let (shown, expected) = (shown(&program), shown(&all));
        match &expected {
            Some((kind, _)) if lists(*kind) => assert_eq!(shown.map(|(kind, _)| kind), Some(*kind), "{line}"),
            _ => assert_eq!(shown, expected, "{line}"),
        }
    }
    for line in ["--version", "-V", "--json --version solve", "--output solve -V"] {
        let words: Vec<OsString> =
            ["bouton"].into_iter().chain(line.split_whitespace()).map(Into::into).collect();
        let program = super::for_words(&words);
        assert_eq!(program.get_subcommands().count(), 0, "{line}");
        let shown = |program: Command| program.try_get_matches_from(&words).unwrap_err().render().to_string();
        assert_eq!(shown(program), shown(all.clone()), "{line}");
    }
}
