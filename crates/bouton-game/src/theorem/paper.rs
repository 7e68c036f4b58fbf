//! A theorem as a paper: definitions, the theorem, lemmas with their finite checks, the proof, the
//! sources.

use bouton_cert::{Certificate, Claim, Identity, NumbersOfHeaps};
use bouton_core::Convention;
use bouton_prose::{Block, Formula, Named, Prose, Text, say};

use super::{Statement, Theorem, by_hand::Classic, local_rule::LocalRule, period_in_print, quotient};
use crate::CheckedLaw;

/// A publication, and its entry for BibTeX.
pub(crate) type Source = (&'static str, &'static str);

/// Automata that decide arithmetic.
const BUCHI: Source = (
    "J. R. Büchi, Weak second-order arithmetic and finite automata, Zeitschrift für mathematische Logik und Grundlagen der Mathematik 6 (1960), 66–92",
    "@article{buchi1960,\n  author = {B{\\\"u}chi, J. Richard},\n  title = {Weak second-order arithmetic and finite automata},\n  journal = {Zeitschrift f{\\\"u}r mathematische Logik und Grundlagen der Mathematik},\n  volume = {6},\n  year = {1960},\n  pages = {66--92}\n}",
);
/// The theorem of Sprague and Grundy.
pub(crate) const SPRAGUE: Source = (
    "R. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935), 438–444",
    "@article{sprague1935,\n  author = {Sprague, Roland},\n  title = {{\\\"U}ber mathematische Kampfspiele},\n  journal = {T{\\^o}hoku Mathematical Journal},\n  volume = {41},\n  year = {1935},\n  pages = {438--444}\n}",
);
/// The theorem of Sprague and Grundy.
pub(crate) const GRUNDY: Source = (
    "P. M. Grundy, Mathematics and games, Eureka 2 (1939), 6–8",
    "@article{grundy1939,\n  author = {Grundy, Patrick M.},\n  title = {Mathematics and games},\n  journal = {Eureka},\n  volume = {2},\n  year = {1939},\n  pages = {6--8}\n}",
);
/// Periods.
const GUY_SMITH: Source = (
    "R. K. Guy, C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical Society 52 (1956), 514–526",
    "@article{guysmith1956,\n  author = {Guy, Richard K. and Smith, Cedric A. B.},\n  title = {The {G}-values of various games},\n  journal = {Proceedings of the Cambridge Philosophical Society},\n  volume = {52},\n  year = {1956},\n  pages = {514--526}\n}",
);
/// Misère quotients.
const PLAMBECK_SIEGEL: Source = (
    "T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, Journal of Combinatorial Theory, Series A 115 (2008), 593–622",
    "@article{plambecksiegel2008,\n  author = {Plambeck, Thane E. and Siegel, Aaron N.},\n  title = {Mis{\\`e}re quotients for impartial games},\n  journal = {Journal of Combinatorial Theory, Series A},\n  volume = {115},\n  year = {2008},\n  pages = {593--622}\n}",
);

/// The proof of a misère quotient.
const OF_A_QUOTIENT: &str = "The elements, their products and the values of heaps obey the conditions of a misère quotient for every heap that the theorem is about, and those of later heaps follow.";

/// The definition of the outcomes.
pub(crate) fn outcomes_defined(convention: Convention) -> String {
    if let Some(letters) = bouton_explain::outcome_letters(convention) {
        let wishes = match convention {
            Convention::Podium { players } => {
                let value = match players {
                    0..=3 => "",
                    _ => {
                        " The value of a position is the number of that player, counted from 0 for the previous player."
                    }
                };
                format!(
                    " A player who cannot make the last move wants the next player to make it, or else the one after, and so on.{value}"
                )
            }
            _ => String::new(),
        };
        return format!("{letters}{wishes}");
    }
    let last = if convention == Convention::Misere { "loses" } else { "wins" };
    format!(
        "Two players move in turns; the player who makes the last move {last}. A position is P if the player who has just moved can force a win, else N: then the player to move can."
    )
}

/// The definition of Grundy values.
pub(crate) fn grundy_defined() -> Text {
    say![
        "The Grundy value ",
        Formula::name("g"),
        " of a position is the least natural number that is not the Grundy value of one of its options"
    ]
}

/// The statement of how a proof was checked, with the identity of its certificate.
pub(crate) fn checked_by(identity: Identity) -> Text {
    say![
        " Every check was repeated by a separate program, from the rules and the certificate alone (",
        Text::code("bouton check"),
        "); the SHA-256 of the certificate is ",
        Text::code(identity.to_string()),
        "."
    ]
}

/// Sources as blocks.
pub(crate) fn cited(sources: impl IntoIterator<Item = Source>) -> impl Iterator<Item = Block> {
    sources
        .into_iter()
        .map(|(citation, entry)| Block::Source { citation: citation.into(), entry: entry.to_owned() })
}

impl Theorem {
    /// Writes the theorem as a paper: definitions of the values, the theorem, lemmas with the
    /// finite checks that prove them, the proof, the identity of the certificate, the [short
    /// proof](Self::short_proof) if there is one, and the publications on which the proof rests.
    ///
    /// ```
    /// let paper = bouton::Game::named("take-three")?.prove()?.paper();
    /// let latex = paper.latex();
    /// for part in ["\\begin{definition}", "\\begin{theorem}[take-three]", "\\begin{proof}", "@article{buchi1960"] {
    ///     assert!(latex.contains(part), "{part}: {latex}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn paper(&self) -> Prose {
        let named = |kind: Named, title: Text, body: Prose| Block::Named { kind, title, body };
        let mut blocks = vec![self.definitions()];
        match &self.statement {
            Statement::Law(words) => {
                let explanation = words.explanation();
                let mut body =
                    vec![self.in_the_game(say![", the following holds of ", explanation.positions()])];
                body.extend(explanation.statements_in_print());
                blocks.push(named(Named::Theorem, self.named(), body.into()));
                blocks.extend(self.lemmas());
                blocks.push(named(Named::Proof, "of the theorem".into(), self.proof().into()));
            }
            Statement::Period(_) | Statement::Quotient(_) | Statement::EveryNumber(_) => {
                let holds = match &self.statement {
                    Statement::Period(_) => {
                        say![", the following holds of the Grundy values of single heaps."]
                    }
                    // The statement begins with "for every number of heaps".
                    Statement::EveryNumber(theorem) if theorem.numbers_of_heaps() != NumbersOfHeaps::All => {
                        say![", with ", theorem.numbers(), ", the following holds."]
                    }
                    _ => say![", the following holds."],
                };
                let mut body = vec![self.in_the_game(holds)];
                match (self.quotient(), &self.statement) {
                    (Some(claim), _) => body.extend(quotient::in_print(claim)),
                    (None, Statement::EveryNumber(theorem)) => body.extend(theorem.statement_in_print()),
                    (None, Statement::Period(period)) => body.extend(period_in_print(&period.2)),
                    (None, _) => {}
                }
                blocks.push(named(Named::Theorem, self.named(), body.into()));
                blocks.push(named(Named::Proof, Text::new(), self.proof().into()));
            }
        }
        blocks.extend(self.proof_by_hand());
        blocks.extend(cited(self.sources()));
        blocks.extend(cited(self.classic().map(Classic::sources).unwrap_or_default()));
        blocks.into()
    }

    /// The name of a theorem, if the game has one.
    fn named(&self) -> Text {
        if self.game().name().is_empty() { Text::new() } else { Text::rules(self.title()) }
    }

    /// Writes "In the game of NAME, with the rules …" and what follows.
    fn in_the_game(&self, what: Text) -> Block {
        let game = self.game();
        let (name, rules) = (game.name(), game.text().replace('\n', "; "));
        let (of, rules) = match name.is_empty() {
            true => (Text::new(), rules),
            false => {
                let rest = rules.strip_prefix(&format!("game {name}; ")).map(str::to_owned);
                (say!["of ", Text::rules(self.subject()), ", "], rest.unwrap_or(rules))
            }
        };
        Block::Paragraph(say!["In the game ", of, "with the rules “", Text::rules(rules), "”", what])
    }

    /// Writes the definition of the values of positions.
    fn definitions(&self) -> Block {
        let body: Text = match (&self.statement, self.game().convention()) {
            (Statement::Quotient(_), _) => {
                "In misère play the player who makes the last move loses. A position is P if the player who has just moved can force a win, else N.".into()
            }
            (Statement::Period(_), _) => say![grundy_defined(), "."],
            (_, convention) => {
                let outcome = outcomes_defined(convention);
                if self.law().is_some_and(CheckedLaw::is_grundy) {
                    say![outcome, " ", grundy_defined(), "; it is ", 0u32, " exactly for P."]
                } else {
                    outcome.into()
                }
            }
        };
        Block::Named { kind: Named::Definition, title: Text::new(), body: Prose::from(body) }
    }

    /// Writes the two halves of the local rule, with their finite checks.
    fn lemmas(&self) -> Vec<Block> {
        let Some(checked) = self.law() else { return Vec::new() };
        let law = checked.law();
        let states = law.automaton.states();
        let elements = match Certificate::decode(self.certificate()).map(|certificate| certificate.claim) {
            Ok(Claim::Law(claim)) => claim.strategies.iter().map(|strategy| strategy.elements.len()).sum(),
            _ => 0usize,
        };
        let digits = match (law.numeration().as_base(), law.numeration().to_string()) {
            (Some(2), _) => "the binary digits".to_owned(),
            (Some(base), _) => format!("the digits in base {base}"),
            (None, name) if name == "fibonacci" => "the Zeckendorf digits".to_owned(),
            (None, name) => match law.numeration().as_ostrowski_period() {
                Some(period) => {
                    let period: Vec<String> = period.iter().map(ToString::to_string).collect();
                    format!("the digits of the slope [1; {0}, {0}, …]", period.join(", "))
                }
                None => format!("the digits in the numeration {name}"),
            },
        };
        let rule = LocalRule::new(law.valuation, law.nim_heap);
        let first = say![
            "The automaton of the law has ",
            states,
            format!(" states and reads {digits} of all numbers in step. "),
            "Its product with itself, for a position and an option, and with the automaton of the moves has finitely many states. ",
            "Those that are reached were examined one by one: none of them completes a move that the lemma excludes."
        ];
        let second = if elements == 0 {
            say![
                "Each move adds fixed numbers to the position, so the outputs of the law at all options follow from the digits of the position and from finitely many carries. The states that are reached were examined one by one: in each of them there are the options that the lemma states."
            ]
        } else {
            say![
                "The certificate lists ",
                elements,
                " pairs, each of the first digits of a position and the first digits of some options. Whatever digits of the position follow, the options can be continued such that the list has the pair again; and where the position is complete, one of its options is complete and has a value that the lemma states."
            ]
        };
        let named =
            |kind: Named, body: Text| Block::Named { kind, title: Text::new(), body: Prose::from(body) };
        vec![
            named(Named::Lemma, format!("{}.", rule.closed).into()),
            named(Named::Proof, first),
            named(Named::Lemma, format!("{}.", rule.reply).into()),
            named(Named::Proof, second),
        ]
    }

    /// Writes the proof of the theorem from the lemmas.
    fn proof(&self) -> Text {
        let accepted = match self.is_recorded() {
            true => " The proof assistant Coq has accepted the theorem, too.",
            false => "",
        };
        let certificate = say![checked_by(self.identity()), accepted];
        match &self.statement {
            Statement::Law(_) => {
                let words = match self.remark() {
                    Some(_) => {
                        " The statement of the theorem was turned back into an automaton, and agrees with that of the law at every position."
                    }
                    None => "",
                };
                let law = self.law().map(CheckedLaw::law);
                let rule = law.map(|law| LocalRule::new(law.valuation, law.nim_heap));
                say![
                    rule.as_ref().map_or_else(String::new, LocalRule::determines),
                    " By the two lemmas the law has them.",
                    rule.as_ref().map_or("", LocalRule::values_of_nim_heaps),
                    words,
                    certificate
                ]
            }
            Statement::Period(_) => say![
                "The values were computed as far as the theorem on periods of the game's kind requires, and repeat there; by that theorem they repeat for ever. By the theorem of Sprague and Grundy the value of several heaps is the nim-sum of theirs.",
                certificate
            ],
            Statement::Quotient(_) => say![OF_A_QUOTIENT, certificate],
            Statement::EveryNumber(theorem) => match theorem.local_rule() {
                Some((rule, true)) => say![
                    rule.determines(),
                    " The law of a single heap has them, by finitely many checks of its digits and those of an option.",
                    rule.values_of_nim_heaps(),
                    " By the theorem of Sprague and Grundy the value of several heaps is the nim-sum of theirs.",
                    certificate
                ],
                Some((rule, false)) => say![
                    rule.determines(),
                    " The law has them for every number of heaps: the checks follow the heaps that a move touches, and how many of the others there are of each kind, of which only finitely many cases differ.",
                    certificate
                ],
                None => say![OF_A_QUOTIENT, certificate],
            },
        }
    }

    /// Lists the publications on which the proof rests, each with its entry for BibTeX.
    fn sources(&self) -> Vec<Source> {
        match &self.statement {
            Statement::Period(_) => vec![GUY_SMITH, SPRAGUE, GRUNDY],
            Statement::Quotient(_) => vec![PLAMBECK_SIEGEL],
            Statement::EveryNumber(_) if self.game().convention() == Convention::Normal => {
                vec![SPRAGUE, GRUNDY, BUCHI]
            }
            Statement::Law(_) if self.law().is_some_and(CheckedLaw::is_grundy) => {
                vec![SPRAGUE, GRUNDY, BUCHI]
            }
            Statement::Law(_) | Statement::EveryNumber(_) => vec![BUCHI],
        }
    }
}
