//! The commands of the program, from its help.

use std::process::Command;

/// The short help of a command.
fn help(command: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bouton")).args(command).arg("-h").output().unwrap();
    assert!(output.status.success(), "{command:?} -h");
    String::from_utf8(output.stdout).unwrap()
}

/// A command without subcommands.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The name, such as `nim lost`.
    pub(crate) name: String,
    help: String,
}

impl Leaf {
    /// Whether its first argument is a game.
    pub(crate) fn takes_a_game(&self) -> bool {
        self.help.lines().any(|line| line.starts_with("Usage:") && line.contains("GAME>"))
    }

    /// The values of `--format`.
    pub(crate) fn formats(&self) -> Vec<String> {
        let Some((_, option)) = self.help.split_once("--format <") else { return Vec::new() };
        let option = option.split("\n      --").next().unwrap_or_default();
        let listed = option.split_once("[possible values:").and_then(|(_, rest)| rest.split_once(']'));
        let listed = listed.map_or("", |(listed, _)| listed);
        listed.split(',').map(|form| form.trim().to_owned()).filter(|form| !form.is_empty()).collect()
    }
}

/// All commands without subcommands.
pub(crate) fn leaves() -> Vec<Leaf> {
    let (mut waiting, mut found): (Vec<Vec<String>>, Vec<Leaf>) = (vec![Vec::new()], Vec::new());
    while let Some(command) = waiting.pop() {
        let help = help(&command);
        let Some((_, below)) = help.split_once("\nCommands:\n") else {
            found.push(Leaf { name: command.join(" "), help });
            continue;
        };
        // Names are indented by two blanks; continued lines are indented further.
        let names = below.lines().take_while(|line| !line.is_empty());
        let names = names.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
        for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
            let mut longer = command.clone();
            longer.push(name.to_owned());
            waiting.push(longer);
        }
        // Commands of two words, in a list of their own.
        let literature = help.split_once("\nFrom the literature:\n").map_or("", |(_, below)| below);
        let mut groups: Vec<&str> =
            literature.lines().filter_map(|line| line.split_whitespace().next()).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in ["in-total", "nim", "pass", "podium"].iter().filter(|group| groups.contains(group)) {
            waiting.push(vec![(*group).to_owned()]);
        }
    }
    assert!(found.len() > 30, "the help was not understood: {found:?}");
    found
}
