//! The head of a file, and lists as Coq writes them.

use std::fmt::Display;

use bouton_core::{Ruleset, RulesetParts};

/// The rules as a comment, and the theory.
pub(crate) fn head(rules: &str, ruleset: &Ruleset, remark: &str, statement: &str) -> String {
    begin(rules, &format!("{}.{remark}", coordinates(ruleset.parts())), statement)
}

/// The names of the coordinates, and the numbers of the control states if there are several.
pub(crate) fn coordinates(parts: &RulesetParts) -> String {
    let mut coordinates = format!("The coordinates are {}", parts.coordinates.join(", "));
    if let [name] = &parts.coordinates[..] {
        coordinates = format!("The coordinate is {name}");
    }
    if let [_, _, ..] = parts.controls[..] {
        let named = parts.controls.iter().enumerate();
        let named: Vec<String> = named.map(|(number, name)| format!("{number} {name}")).collect();
        coordinates.push_str(&format!("; the control states are {}", named.join(", ")));
    }
    coordinates
}

/// The rules and a remark on them as a comment, and the files that the theorem needs.
pub(crate) fn begin(rules: &str, remark: &str, statement: &str) -> String {
    let mut head = String::from("(* The rules:\n\n");
    for line in rules.lines() {
        head.push_str(&format!("     {}\n", comment(line)));
    }
    head.push_str(&format!(
        "\n   {remark} *)\n\n\
         From Coq Require Import List ZArith NArith.\n\
         From Bouton Require Import {statement} Tables Claims.\n\
         Import ListNotations.\n\
         Open Scope Z_scope.\n\n",
    ));
    head
}

/// A theorem that a computation proves, and the command that prints its assumptions.
pub(crate) fn by_computation(name: &str, claim: &str, lemma: &str) -> String {
    let lemma = if lemma.contains(' ') { format!("({lemma})") } else { lemma.to_owned() };
    format!(
        "Theorem {name} : {claim}.\n\
         Proof. apply {lemma}. vm_cast_no_check (eq_refl true). Qed.\n\n\
         Print Assumptions {name}.\n"
    )
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
