//! The head of a file, and lists as Coq writes them.

use std::fmt::Display;

use bouton_core::Ruleset;

/// The rules as a comment, and the theory.
pub(crate) fn head(ruleset: &Ruleset) -> String {
    let mut head = String::from("(* The rules:\n\n");
    for line in ruleset.text().lines() {
        head.push_str(&format!("     {}\n", comment(line)));
    }
    head.push_str("\n   The coordinates are ");
    head.push_str(&ruleset.coordinates().join(", "));
    if let [_, _, ..] = ruleset.controls() {
        let named = ruleset.controls().iter().enumerate();
        let named: Vec<String> = named.map(|(number, name)| format!("{number} {name}")).collect();
        head.push_str(&format!("; the control states are {}", named.join(", ")));
    }
    head.push_str(
        ". *)\n\n\
         From Coq Require Import List ZArith NArith.\n\
         From Bouton Require Import Statement Tables Claims.\n\
         Import ListNotations.\n\
         Open Scope Z_scope.\n\n",
    );
    head
}

/// A line that neither ends a comment nor begins one within it.
pub(crate) fn comment(line: &str) -> String {
    line.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
}

/// `[1; 2]`.
pub(crate) fn list(members: impl IntoIterator<Item = impl Display>) -> String {
    let members: Vec<String> = members.into_iter().map(|member| member.to_string()).collect();
    format!("[{}]", members.join("; "))
}
