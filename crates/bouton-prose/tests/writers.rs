//! Each writer on each kind of block, span and formula.

use bouton_prose::{Block, Formula, Named, Prose, Sign, Text, say};

fn all_kinds() -> Prose {
    let h1 = || Formula::name("h1");
    let table = Block::Table {
        head: vec!["smaller heaps \\ R".into(), 0u32.into()],
        rows: vec![vec![Formula::Row(vec![0u32.into(), Formula::name("z")]).into(), "a|b *1".into()]],
    };
    let cases = Formula::Cases(
        vec![(Formula::Outcome("P".to_owned()), Formula::remainder(h1(), 3u32).equals(0u32))],
        Box::new(Formula::Outcome("N".to_owned())),
    );
    Prose::from(vec![
        Block::Paragraph(say![
            Text::rules("a_b <= c & d"),
            ": one & two, ",
            Text::code("--digits most"),
            "."
        ]),
        Block::Item { depth: 0, text: "first".into() },
        Block::Item { depth: 1, text: say!["if ", h1().related(Sign::AtMost, 3u32), ":"] },
        Block::Item { depth: 0, text: "second".into() },
        table,
        Block::Values { values: vec![0, 1, 10], of: Some(40) },
        Block::Grid(vec![vec![0, 1], vec![1, 0]]),
        Block::Display(Formula::of("o", h1()).equals(cases)),
    ])
}

#[test]
fn plain_text_aligns_its_tables() {
    assert_eq!(
        all_kinds().text(),
        "a_b <= c & d: one & two, `--digits most`.\n\n- first\n  - if h1 ≤ 3:\n- second\n\n  \
         smaller heaps \\ R  0\n  ⟨0,z⟩              a|b *1\n\n     0  1 10\n    … (40 in all)\n\n    0 1\n    1 0\n"
    );
}

#[test]
fn marks_of_markdown_are_escaped() {
    let markdown = all_kinds().markdown();
    assert!(markdown.starts_with("a\\_b <= c & d: one & two, `--digits most`.\n"), "{markdown}");
    assert!(
        markdown
            .contains("| smaller heaps \\ R | 0 |\n|---|---|\n| $\\langle 0, z \\rangle$ | a\\|b \\*1 |\n"),
        "{markdown}"
    );
    assert!(markdown.contains("- if $h_1 \\le 3$:\n"), "{markdown}");
    let cases = "$$\no(h_1) = \\begin{cases} \\mathrm{P} & \\text{if } h_1 \\bmod 3 = 0 \\cr \\mathrm{N} & \\text{otherwise} \\end{cases}\n$$";
    assert!(markdown.contains(cases), "{markdown}");
    let set = Formula::name("n").related(Sign::In, Formula::Set(vec![1u32.into(), 3u32.into()]));
    let prose = Prose::from(say!["in dollars ($) ", set, "."]);
    assert_eq!(prose.markdown(), "in dollars (\\$) $n \\in \\lbrace 1, 3\\rbrace $.\n");
}

#[test]
fn long_words_of_code_may_be_broken() {
    let identity = "sha256:".to_owned() + &"0123456789abcdef".repeat(4);
    let latex = Prose::from(say![Text::code(&identity), "."]).latex();
    assert!(
        latex.starts_with("\\texttt{sha256:0\\hspace{0pt plus 2pt}12345678\\hspace{0pt plus 2pt}"),
        "{latex}"
    );
    assert_eq!(latex.replace("\\hspace{0pt plus 2pt}", ""), format!("\\texttt{{{identity}}}.\n"));
}

#[test]
fn formulas_of_latex_are_in_mathematics() {
    let latex = all_kinds().latex();
    for part in [
        "a\\_b $\\le$ c \\& d: one \\& two, \\texttt{-{}-digits most}.\n",
        "\\begin{itemize}\n\\item first\n\\begin{itemize}\n\\item if $h_1 \\le 3$:\n\\end{itemize}\n\\item second\n\\end{itemize}\n",
        "\\begin{center}\n\\begin{tabular}{ll}\n\\toprule\nsmaller heaps \\textbackslash{} R & $0$ \\\\\n\\midrule\n$\\langle 0, z \\rangle$ & a|b *1 \\\\\n\\bottomrule\n\\end{tabular}\n\\end{center}\n",
        "$0$, $1$, $10$, $\\ldots$ (40 in all)\n",
        "\\[ \\begin{array}{rr}\n0 & 1 \\\\\n1 & 0\n\\end{array} \\]\n",
        "\\[ o(h_1) = \\begin{cases} \\mathrm{P} & \\text{if } h_1 \\bmod 3 = 0 \\\\ \\mathrm{N} & \\text{otherwise} \\end{cases} \\]\n",
    ] {
        assert!(latex.contains(part), "{part} is not in\n{latex}");
    }
    let deep = |depth| Block::Item { depth, text: "deep".into() };
    let latex = Prose::from((0..7).map(deep).collect::<Vec<_>>()).latex();
    assert_eq!(latex.matches("\\begin{itemize}").count(), 4, "LaTeX nests four lists");
    assert_eq!(latex.matches("\\end{itemize}").count(), 4);
}

#[test]
fn html_has_lists_tables_and_mathml() {
    let html = all_kinds().html();
    for part in [
        "<p>a_b &lt;= c &amp; d: one &amp; two, <code>--digits most</code>.</p>",
        "<ul><li>first<ul><li>if <math><msub><mi>h</mi><mn>1</mn></msub><mo>≤</mo><mn>3</mn></math>:</li></ul></li><li>second</li></ul>",
        "aria-label=\"Table\"><table><thead><tr><th scope=\"col\">smaller heaps \\ R</th><th scope=\"col\">0</th></tr></thead>",
        "<td>a|b *1</td>",
        "<p class=\"values\">0, 1, 10, … (40 in all)</p>",
        "<tr><td>1</td><td>0</td></tr>",
        "<math display=\"block\"><mi>o</mi>",
    ] {
        assert!(html.contains(part), "{part} is not in\n{html}");
    }
}

#[test]
fn typst_has_tables_and_mathematics() {
    let typst = all_kinds().typst();
    for part in [
        "a\\_b \\<= c & d: one & two, `--digits most`.\n",
        "- first\n  - if $h_1 ≤ 3$:\n- second\n",
        "#table(\n  columns: 2,\n  table.header([smaller heaps \\\\ R], [$0$]),\n  [$⟨0, z⟩$], [a|b \\*1],\n)\n",
        "$ mat(delim: #none, 0, 1; 1, 0) $\n",
        "$ o (h_1) = cases(upright(\"P\") & \"if\" h_1 mod 3 = 0, upright(\"N\") & \"otherwise\") $\n",
    ] {
        assert!(typst.contains(part), "{part} is not in\n{typst}");
    }
}

#[test]
fn brackets_are_where_they_are_needed() {
    let name = Formula::name;
    let sum = || Formula::sum([name("a"), name("b")]);
    let of = |factor: u32, of: Formula| Formula::Product(vec![factor.into(), of], false);
    for (formula, plain, latex) in [
        (Formula::remainder(name("n"), sum()), "n mod (a + b)", "n \\bmod (a + b)"),
        (Formula::remainder(sum(), 3u32), "(a + b) mod 3", "(a + b) \\bmod 3"),
        (Formula::remainder(name("n"), of(2, name("a"))), "n mod 2a", "n \\bmod 2 a"),
        (
            Formula::signed_sum(vec![(false, name("a")), (true, Formula::remainder(name("n"), 3u32))]),
            "a − (n mod 3)",
            "a - (n \\bmod 3)",
        ),
        (
            Formula::nim_sum([Formula::remainder(name("h1"), 4u32), name("h2")]),
            "(h1 mod 4) ⊕ h2",
            "(h_1 \\bmod 4) \\oplus h_2",
        ),
        (of(2, Formula::remainder(name("n"), 3u32)), "2(n mod 3)", "2 (n \\bmod 3)"),
        (Formula::floor(name("h12"), 2u32), "⌊h12/2⌋", "\\lfloor h_{12}/2 \\rfloor"),
        (
            Formula::index("A", name("n")).equals(Formula::quotient(Formula::root(5u32).plus(-1), 2u32)),
            "Aₙ = (√5 − 1)/2",
            "A_n = (\\sqrt{5} - 1)/2",
        ),
        (name("n").equals(Formula::range(0u32, 6u32)), "n = 0..6", "n = 0, \\ldots, 6"),
        (name("coins_2"), "coins_2", "\\mathit{coins\\_2}"),
    ] {
        assert_eq!(formula.to_string(), plain);
        assert_eq!(Prose::from(say![formula]).latex(), format!("${latex}$\n"));
    }
}

#[test]
fn words_are_joined_to_sentences() {
    assert_eq!(Text::either([1u32, 2, 3]).to_string(), "1, 2 or 3");
    assert_eq!(Text::all(["a", "b"]).to_string(), "a and b");
    assert_eq!(say!["one", " two", "", "."].spans().len(), 1);
    assert_eq!(say!["the nim-sum is 0:"].capitalised().without_colon().to_string(), "The nim-sum is 0");
    let formula = say![Formula::name("g").equals(3u32), "."];
    assert_eq!(formula.clone().capitalised(), formula, "a formula keeps its small letter");
}

#[test]
fn powers_are_written_in_every_format() {
    let power = Formula::Power(Box::new(2u32.into()), Box::new(Formula::name("i")));
    let prose = Prose::from(say![Formula::Floor(Box::new(Formula::quotient(Formula::name("n"), power)))]);
    assert_eq!(prose.text(), "⌊n/2^i⌋\n");
    assert!(prose.latex().contains("{2}^{i}"), "{}", prose.latex());
    assert!(prose.typst().contains("2^(i)"), "{}", prose.typst());
    assert!(prose.html().contains("<msup>"), "{}", prose.html());
}

/// A digest has places where a line may end, and is the same text otherwise.
#[test]
fn long_words_of_code_are_broken_in_typst() {
    let identity = "sha256:".to_owned() + &"0123456789abcdef".repeat(4);
    let typst = Prose::from(say![Text::code(&identity)]).typst();
    assert!(typst.contains('\u{200b}'), "{typst}");
    assert_eq!(typst.replace('\u{200b}', ""), format!("`{identity}`\n"));
}

#[test]
fn no_dots_stand_between_numbers_that_follow_each_other() {
    let written = |first: u64, last: u64| Prose::from(say![Formula::range(first, last)]);
    for (last, latex, typst) in [
        (3, "$3$\n", "$3$\n"),
        (4, "$3, 4$\n", "$3, 4$\n"),
        (5, "$3, 4, 5$\n", "$3, 4, 5$\n"),
        (6, "$3, \\ldots, 6$\n", "$3, dots, 6$\n"),
    ] {
        assert_eq!((written(3, last).latex().as_str(), written(3, last).typst().as_str()), (latex, typst));
        assert_eq!(written(3, last).html().contains('…'), last == 6, "{}", written(3, last).html());
    }
}

#[test]
fn a_paper_names_the_packages_and_environments_that_it_needs() {
    let named = |kind, body: Vec<Block>| Block::Named { kind, title: Text::new(), body: Prose::from(body) };
    let table = Block::Table { head: vec!["n".into()], rows: vec![] };
    let lemma = || named(Named::Lemma, vec![Block::Paragraph("So it is.".into())]);
    let paper =
        vec![lemma(), named(Named::Theorem, vec![table.clone()]), lemma(), named(Named::Proof, vec![])];
    let latex = Prose::from(paper).latex();
    let (first, rest) = latex.split_once('\n').unwrap();
    assert_eq!(
        first,
        "% Preamble: \\usepackage{amsmath,amsthm,booktabs} \\newtheorem{lemma}{Lemma} \\newtheorem{theorem}{Theorem}"
    );
    assert!(rest.starts_with("\\begin{lemma}\n"), "{latex}");
    // Each environment of the text is one of them.
    assert!(!Prose::from(vec![lemma()]).latex().contains("booktabs"));
    assert!(Prose::from(vec![table]).latex().starts_with("\\begin{center}"));
}
