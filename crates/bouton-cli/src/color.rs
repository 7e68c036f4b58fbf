//! `--color auto|always|never`, and the environment variables for all programs.

use std::{env, ffi::OsString, sync::OnceLock};

use clap::ColorChoice;

use crate::screen;

/// The choice of the command line.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Finds `--color` among the words of the command line before these are parsed, so that messages about their
/// faults have these colours.
pub(crate) fn choose(words: &[OsString]) -> ColorChoice {
    let words: Vec<&str> =
        words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str()).collect();
    let named = words.iter().enumerate().rev().find_map(|(place, word)| match *word {
        "--color" => words.get(place + 1).copied(),
        word => word.strip_prefix("--color="),
    });
    let choice = named.and_then(|named| named.parse().ok()).unwrap_or(ColorChoice::Auto);
    *CHOICE.get_or_init(|| choice)
}

/// Whether standard error is coloured.
pub(crate) fn on_stderr() -> bool {
    wanted(screen::err_is_terminal())
}

/// Whether help is coloured. The decision is made here, because that of the argument parser differs
/// if the variable `CI` is set.
pub(crate) fn of_help(words: &[OsString]) -> ColorChoice {
    choose(words);
    if on_stdout() { ColorChoice::Always } else { ColorChoice::Never }
}

/// Whether standard output is coloured.
pub(crate) fn on_stdout() -> bool {
    wanted(screen::out_is_terminal())
}

/// Whether files are coloured.
pub(crate) fn in_files() -> bool {
    CHOICE.get() == Some(&ColorChoice::Always)
}

/// Decides as the libraries of the argument parser do (`NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`),
/// so that help and errors agree.
fn wanted(is_terminal: bool) -> bool {
    match CHOICE.get().copied().unwrap_or(ColorChoice::Auto) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => by_variables(is_terminal, &|name| env::var_os(name)),
    }
}

fn by_variables(is_terminal: bool, variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let is_zero = |name: &str| variable(name).is_some_and(|value| value == "0");
    if is_set("NO_COLOR") {
        return false;
    }
    if is_set("CLICOLOR_FORCE") && !is_zero("CLICOLOR_FORCE") {
        return true;
    }
    is_terminal && !is_zero("CLICOLOR") && screen::knows_escapes(variable("TERM"))
}

/// The first word of an error message.
pub(crate) fn error_label() -> &'static str {
    if on_stderr() { "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m" } else { "error:" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_decide_as_everywhere() {
        let decide = |is_terminal, set: &[(&str, &str)]| {
            let variable = |name: &str| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
            };
            by_variables(is_terminal, &variable)
        };
        assert!(decide(true, &[("TERM", "xterm")]));
        assert!(!decide(false, &[("TERM", "xterm")]));
        assert!(!decide(true, &[("TERM", "dumb")]));
        assert!(!decide(true, &[("TERM", "xterm"), ("NO_COLOR", "1")]));
        assert!(decide(true, &[("TERM", "xterm"), ("NO_COLOR", "")]));
        assert!(decide(false, &[("TERM", "xterm"), ("CLICOLOR_FORCE", "1")]));
        assert!(!decide(false, &[("TERM", "xterm"), ("CLICOLOR_FORCE", "0")]));
        assert!(!decide(false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
        assert!(!decide(true, &[("TERM", "xterm"), ("CLICOLOR", "0")]));
    }
}
