//! Every writer on every kind of theorem: no writer loses a table, and none leaves the marks of another one.

use bouton::{
    Ending, Game, Goal, ProveOptions, Theorem, Watch, Wording, bundled,
    prose::{Block, Prose},
    prove_every_number, prove_letters, prove_quotient,
};

/// Theorems of all kinds with their names: those that are bundled, and small ones that are proved here.
fn theorems() -> Vec<(String, Prose)> {
    let mut all: Vec<(String, Prose)> = Vec::new();
    for known in bundled() {
        let theorem = Theorem::check(known.text, &Default::default()).unwrap();
        all.push((known.name.to_owned(), theorem.prose()));
    }
    for rules in [
        "heaps any; move take any from 1 heap",
        "heaps any; move take {1,4} from 1 heap",
        "heaps any; move take any from at most 2 heaps; play misere",
        // A law that counts ones and has no short form.
        "heaps any; move take any from 1 heap; pass 1",
        "heaps any; move take {1,2,4} from 1 heap; play misere",
    ] {
        all.push((rules.to_owned(), of_every_number(rules).prose()));
    }
    let playable = Game::named("octal 0.33").unwrap().playable().unwrap();
    for upto in [None, Some(3)] {
        match prove_quotient(&playable, upto, &Watch::unlimited()).unwrap() {
            Ending::Proved(proved) => all.push(("octal 0.33".to_owned(), proved.theorem.prose())),
            other => panic!("{other:?}"),
        }
    }
    for rules in [
        "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap",
        "for all a, b where 1 <= a, a < b; heaps 1; move take {a, b} from 1 heap; play misere",
    ] {
        let game = bouton::rules::Game::parse(rules).unwrap();
        let ending = prove_letters(&game, Goal::Outcome, true, &Watch::unlimited()).unwrap();
        all.extend(ending.theorem.map(|theorem| (rules.to_owned(), theorem.prose())));
    }
    all
}

fn of_every_number(rules: &str) -> Theorem {
    let game = Game::named(rules).unwrap();
    let ending =
        prove_every_number(game.rules(), Some(Goal::Outcome), &ProveOptions::default(), &Watch::unlimited());
    match ending.unwrap() {
        Ending::Proved(proved) => proved.theorem,
        other => panic!("{rules}: {other:?}"),
    }
}

/// The tables of an explanation and the list items.
fn counted(prose: &Prose) -> (usize, usize) {
    let tables = prose.blocks().iter().filter(|block| matches!(block, Block::Table { .. })).count();
    let items = prose.blocks().iter().filter(|block| matches!(block, Block::Item { .. })).count();
    (tables, items)
}

/// The environments of LaTeX are closed in the order in which they were opened, and so are braces.
fn is_balanced(latex: &str) {
    let mut open: Vec<&str> = Vec::new();
    for (at, _) in latex.match_indices('\\') {
        let rest = &latex[at..];
        if let Some(name) = rest.strip_prefix("\\begin{") {
            open.push(name.split('}').next().unwrap());
        } else if let Some(name) = rest.strip_prefix("\\end{") {
            assert_eq!(open.pop(), name.split('}').next(), "{latex}");
        }
    }
    assert!(open.is_empty(), "{open:?}: {latex}");
    let unescaped = latex.replace("\\\\", "").replace("\\{", "").replace("\\}", "").replace("\\$", "");
    assert_eq!(unescaped.matches('{').count(), unescaped.matches('}').count(), "{latex}");
    assert_eq!(unescaped.matches('$').count() % 2, 0, "{latex}");
}

#[test]
fn latex_is_balanced_and_sets_every_formula_in_mathematics() {
    for (name, prose) in theorems() {
        let latex = Wording::Latex.write(&prose);
        is_balanced(&latex);
        let (tables, items) = counted(&prose);
        assert_eq!(latex.matches("\\begin{tabular}").count(), tables, "{name}");
        assert_eq!(latex.matches("\\bottomrule").count(), tables, "{name}");
        assert!(latex.matches("\\item").count() >= items, "{name}");
        // Beyond accented letters and quotation marks everything is a command.
        let foreign = latex.chars().find(|c| !c.is_ascii() && !"èéíöüÜ“”".contains(*c));
        assert_eq!(foreign, None, "{name}: {latex}");
        for outside in latex.split('$').step_by(2).filter(|_| !latex.contains("\\[")) {
            let outside = outside.replace("\\texttt{*}", "");
            assert!(!outside.contains(" mod ") && !outside.contains(" = "), "{name}: {outside}");
        }
    }
}

#[test]
fn html_is_well_formed_and_has_no_marks_of_markdown() {
    for (name, prose) in theorems() {
        let html = Wording::Html.write(&prose);
        let document = format!("<body>{html}</body>");
        let mut reader = quick_xml::Reader::from_str(&document);
        let (mut text, mut rows) = (String::new(), 0);
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{name}: {error}: {html}")) {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Text(words) => text.push_str(&words),
                quick_xml::events::Event::Start(tag) => rows += usize::from(tag.name().as_ref() == "tr"),
                _ => {}
            }
        }
        assert!(!text.contains('`') && !text.contains("**") && !text.contains("\\*"), "{name}: {text}");
        assert!(!text.contains('$') && !text.contains("| "), "{name}: {text}");
        let (tables, items) = counted(&prose);
        assert_eq!(html.matches("<li>").count(), items, "{name}");
        assert!(html.matches("<thead>").count() == tables && rows >= 2 * tables, "{name}");
    }
}

#[test]
fn text_markdown_and_typst_have_all_tables_and_items() {
    for (name, prose) in theorems() {
        let (tables, items) = counted(&prose);
        let (text, markdown) = (Wording::Text.write(&prose), Wording::Markdown.write(&prose));
        let typst = Wording::Typst.write(&prose);
        assert!(text.ends_with('\n') && text.len() > 30, "{name}: {text}");
        assert_eq!(markdown.matches("\n|---|").count(), tables, "{name}");
        assert_eq!(typst.matches("#table(").count(), tables, "{name}");
        for written in [&text, &markdown, &typst] {
            let found = written.lines().filter(|line| line.trim_start().starts_with("- ")).count();
            assert_eq!(found, items, "{name}: {written}");
        }
        let unescaped = typst.replace("\\\\", "").replace("\\$", "");
        assert_eq!(unescaped.matches('$').count() % 2, 0, "{name}: {typst}");
    }
}

#[test]
fn a_law_that_counts_ones_keeps_its_table() {
    let theorem = of_every_number("heaps any; move take any from 1 heap; pass 1");
    let (text, latex) = (theorem.explain(Wording::Text), theorem.explain(Wording::Latex));
    assert!(text.contains("\n  state  outcome  0  1"), "{text}");
    assert!(latex.contains("\nstate & outcome & $0$ & $1$"), "{latex}");
    assert!(text.contains("It begins with pass in state ") && text.contains("It begins with used in state "));
}

#[test]
fn formulas_are_displayed() {
    for (name, heaps, wanted) in [
        (
            "take-three",
            None,
            "o(h_1) = \\begin{cases} \\mathrm{P} & \\text{if } h_1 \\bmod 4 = 0 \\\\ \\mathrm{N} & \\text{otherwise} \\end{cases}",
        ),
        ("nim", Some(3), "h_1 \\oplus h_2 \\oplus h_3 = 0"),
        ("moore", None, "\\;(\\mathrm{mod}\\ 3), i \\ge 0"),
    ] {
        let game = Game::named(name).unwrap();
        let game = match heaps {
            Some(heaps) => game.with_heaps(heaps).unwrap(),
            None => game,
        };
        let latex = game.prove().unwrap().explain(Wording::Latex);
        assert!(latex.contains("\\[ ") && latex.contains(wanted), "{name}: {latex}");
    }
    let period = Game::named("kayles").unwrap().prove().unwrap().explain(Wording::Latex);
    assert!(period.contains("$g(n + 12) = g(n)$ for all $n \\ge 71$"), "{period}");
    // Where the values of the form are added to a base, its columns do not give the Grundy value.
    let game = Game::named("heaps 2; move take any from 1 heap").unwrap();
    let ending =
        bouton::prove_law(&game.playable().unwrap(), Goal::Grundy, None, &Watch::unlimited()).unwrap();
    let Ending::Proved(proved) = ending else { panic!("{ending:?}") };
    let formula = proved.theorem.explain(Wording::Latex);
    assert!(formula.contains("\\[ g(h_1, h_2) = h_1 \\oplus h_2 \\]"), "{formula}");
}

#[test]
fn theorems_with_letters_are_written_in_every_format() {
    let text = "for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap";
    let game = bouton::rules::Game::parse(text).unwrap();
    let ending = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited()).unwrap();
    let theorem = ending.theorem.unwrap();
    for part in ["\\begin{definition}", "\\begin{theorem}", "\\begin{proof}", "SHA-256"] {
        assert!(theorem.written(Wording::Latex).contains(part), "{part}");
    }
    assert!(theorem.written(Wording::Typst).contains("*Proof.*"));
    let prose = theorem.prose();
    let latex = ": P exactly when $n \\bmod (a + b) < a$.\n";
    assert!(prose.latex().ends_with(latex), "{}", prose.latex());
    assert!(prose.typst().ends_with("For all $1 ≤ a ≤ b$: P exactly when $n mod (a + b) < a$.\n"));
}
