//! `--color auto|always|never`, and the variables that people set for all programs.

use std::{env, ffi::OsString, sync::OnceLock};

use clap::ColorChoice;

use crate::screen;

/// What the command line says.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Finds `--color` among the words of the command line, before these are understood: what is wrong with them is said
/// in these colours.
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

/// Whether colours go to standard error.
pub(crate) fn on_stderr() -> bool {
    wanted(screen::err_is_terminal())
}

/// Whether help is coloured: decided here, because the argument parser's own decision differs where the variable `CI` is set.
pub(crate) fn of_help(words: &[OsString]) -> ColorChoice {
    choose(words);
    if on_stdout() { ColorChoice::Always } else { ColorChoice::Never }
}

/// Whether colours go to standard output.
pub(crate) fn on_stdout() -> bool {
    wanted(screen::out_is_terminal())
}

/// Whether colours go to a file.
pub(crate) fn in_files() -> bool {
    CHOICE.get() == Some(&ColorChoice::Always)
}

/// As the libraries of the argument parser decide (`NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`), so that help and errors agree.
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

/// The word that an error begins with.
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
