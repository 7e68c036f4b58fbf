//! A theorem with letters as an author prints it.

use bouton_core::{Convention, Valuation};
use bouton_prose::{Block, Formula, Named, Prose, Text, say};

use super::LetterTheorem;
use crate::theorem::local_rule::LocalRule;
use crate::theorem::paper::{GRUNDY, SPRAGUE, checked_by, cited, grundy_defined, outcomes_defined};

impl LetterTheorem {
    /// The definitions, the theorem, its proof with the identity of the certificate, and the publications on which it
    /// rests, as in [`written`](Self::written) for LaTeX.
    ///
    /// ```
    /// use bouton::{Goal, Watch, prove_letters, rules::Game};
    ///
    /// let game = Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
    /// let theorem = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited())?.theorem.unwrap();
    /// assert!(theorem.paper().html().contains("Proof"));
    /// # Ok::<(), bouton::LettersError>(())
    /// ```
    #[must_use]
    pub fn paper(&self) -> Prose {
        let (game, law) = (self.game(), self.law());
        let convention = game.convention();
        let named = |kind: Named, title: Text, body: Text| Block::Named { kind, title, body: body.into() };
        let has_grundy = law.valuation == Valuation::Grundy || law.sum;
        let definition = match has_grundy {
            true => say![outcomes_defined(convention), " ", grundy_defined(), "."],
            false => outcomes_defined(convention).into(),
        };
        let (name, rules) = (game.name(), game.text().trim_end().replace('\n', "; "));
        let title = if name.is_empty() { Text::new() } else { Text::rules(name) };
        // A heap has another name in words than in the rules.
        let (coordinate, heap) = (&self.checked.rules.parts.coordinates[0], self.heap());
        let heap = match law.heaps.is_empty() && heap != *coordinate {
            true => say![", ", Formula::name(&heap), " being the size of a heap"],
            false => Text::new(),
        };
        let theorem = say![
            "The following holds of the game with the rules “",
            Text::rules(rules),
            "”",
            heap,
            ". ",
            self.in_a_sentence()
        ];
        let sum = match (law.sum, convention) {
            (false, _) => "",
            (true, Convention::Misere) => {
                " In misère play every heap of value 0 that has a move has one to value 1, which was checked, too; so the argument for misère Nim holds for the values of the heaps."
            }
            (true, _) => {
                " By the theorem of Sprague and Grundy the value of several heaps is the nim-sum of theirs."
            }
        };
        let proof = say![
            LocalRule::new(law.valuation, false).determines(),
            " The law has them. It is given by finitely many regions, each described by linear inequalities between the letters, the numbers of the position, and quotients and remainders of these. The regions cover all positions; a move that the first property excludes would be a solution of one of finitely many systems of linear inequalities, and none of them has one; the moves of the second property exist throughout each region, by elimination of the numbers that a player chooses.",
            sum,
            checked_by(self.identity())
        ];
        let mut blocks = vec![
            named(Named::Definition, Text::new(), definition),
            named(Named::Theorem, title, theorem),
            named(Named::Proof, Text::new(), proof),
        ];
        blocks.extend(cited([SPRAGUE, GRUNDY].into_iter().filter(|_| has_grundy)));
        blocks.into()
    }
}
