//! Short proofs for readers, of games that have one: Nim, Wythoff's game, and subtraction games with a single heap.
//!
//! A proof is written only if the rules are exactly those that it is about, and each entry of its tables was checked.

use std::collections::BTreeMap;

use bouton_core::{Ruleset, RulesetParts};
use bouton_prose::{Block, Formula, Named, Prose, Sign, Text, say};
use bouton_rules::Game;
use num_bigint::BigUint;

use super::{Theorem, paper::Source};

/// The longest period, and the longest part before it, of a table.
const LONGEST: u64 = 48;
/// The greatest amount of a subtraction set.
const GREATEST: u64 = 200;
/// The most amounts of a subtraction set that are listed in a sentence.
const MOST_AMOUNTS: usize = 24;
/// The heaps among which a period is looked for.
const SEARCHED: u64 = 2 * LONGEST + 2 * GREATEST;

impl Theorem {
    /// Writes a short proof for readers, if one is known: for Nim in normal and misère play and for Wythoff's game, and
    /// as a table of answers for a subtraction game with a single heap. It does not use the certificate.
    ///
    /// A proof is written only if the rules are exactly those that it is about; a table is compared with the theorem, too.
    /// Sources: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3
    /// (1901–1902), 35–39; W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907),
    /// 199–202.
    ///
    /// ```
    /// let theorem = bouton::Game::named("take-three")?.prove()?;
    /// let proof = theorem.short_proof().unwrap();
    /// assert!(proof.text().contains("Answer by taking 4 − k"));
    /// assert!(bouton::Game::named("two-in-total")?.prove()?.short_proof().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn short_proof(&self) -> Option<Prose> {
        if let Some(classic) = self.classic() {
            return Some(classic.proof());
        }
        let law = self.law().filter(|law| !law.is_grundy())?;
        let answers = Answers::of(amounts(law.ruleset())?)?;
        let control = law.ruleset().control_named(None)?;
        let agrees =
            |heap: u64| law.law().outcome(control, &[BigUint::from(heap)]).is_lost() == answers.is_lost(heap);
        (0..answers.bound() + 2 * answers.period).all(agrees).then(|| answers.written())
    }

    /// The short proof as a part of a paper.
    pub(super) fn proof_by_hand(&self) -> Option<Block> {
        let title = "of the outcomes by hand".into();
        self.short_proof().map(|body| Block::Named { kind: Named::Proof, title, body })
    }

    /// The classic theorem that this one is, or that it implies.
    pub(super) fn classic(&self) -> Option<Classic> {
        match self.law() {
            Some(law) if law.is_grundy() => None,
            Some(law) => Classic::ALL.into_iter().find(|classic| classic.is_of(law.ruleset())),
            None if self.is_for_every_number() => {
                Classic::ALL.into_iter().find(|classic| classic.is_of_any_number(self.game()))
            }
            None => None,
        }
    }
}

/// A game whose outcomes have a classic proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Classic {
    Nim,
    MisereNim,
    Wythoff,
}

impl Classic {
    const ALL: [Self; 3] = [Self::Nim, Self::MisereNim, Self::Wythoff];

    /// The lines of the rules after the number of heaps.
    fn lines(self) -> &'static [&'static str] {
        match self {
            Self::Nim => &["move take any from 1 heap"],
            Self::MisereNim => &["move take any from 1 heap", "play misere"],
            Self::Wythoff => &["move take any from 1 heap", "move take the same any from 2 heaps"],
        }
    }

    /// Whether rules are those of the game.
    fn is_of(self, rules: &Ruleset) -> bool {
        let heaps = rules.dimension();
        (self != Self::Wythoff || heaps == 2)
            && are(rules, &format!("heaps {heaps}\n{}", self.lines().join("\n")))
    }

    /// Whether a game is this one with any number of heaps.
    fn is_of_any_number(self, game: &Game) -> bool {
        let text = game.text();
        let lines = text.lines().filter(|line| !line.starts_with("game "));
        self != Self::Wythoff && lines.eq(["heaps any"].into_iter().chain(self.lines().iter().copied()))
    }

    fn proof(self) -> Prose {
        match self {
            Self::Nim => nim(),
            Self::MisereNim => misere_nim(),
            Self::Wythoff => wythoff(),
        }
    }

    /// The publications of the proof.
    pub(super) fn sources(self) -> Vec<Source> {
        match self {
            Self::Nim | Self::MisereNim => vec![BOUTON],
            Self::Wythoff => vec![WYTHOFF, BEATTY],
        }
    }
}

/// The parts of rules that decide about play, with the moves in a fixed order.
fn essence(rules: &Ruleset) -> RulesetParts {
    let mut moves = rules.moves().to_vec();
    moves.sort();
    moves.dedup();
    RulesetParts { name: String::new(), text: String::new(), ..rules.parts_with(moves) }
}

/// Whether rules are those of a text.
fn are(rules: &Ruleset, text: &str) -> bool {
    let other = Game::parse(text).ok().and_then(|game| game.ruleset().ok());
    other.is_some_and(|other| essence(rules) == essence(&other))
}

/// The amounts, in ascending order, if a move takes one of finitely many amounts from a single heap, and the player who
/// cannot move loses.
fn amounts(rules: &Ruleset) -> Option<Vec<u64>> {
    let amount = |vector: Option<Vec<i64>>| match vector?[..] {
        [change] if change < 0 => Some(change.unsigned_abs()),
        _ => None,
    };
    let mut amounts: Vec<u64> =
        rules.moves().iter().map(|schema| amount(schema.constant_vector())).collect::<Option<_>>()?;
    amounts.sort_unstable();
    amounts.dedup();
    let listed: Vec<String> = amounts.iter().map(ToString::to_string).collect();
    are(rules, &format!("heaps 1\nmove take {{{}}} from 1 heap", listed.join(", "))).then_some(amounts)
}

/// The lost heaps of a subtraction game, and a winning answer to every other heap.
#[derive(Clone, Debug)]
struct Answers {
    /// The amounts that may be taken, in ascending order.
    amounts: Vec<u64>,
    period: u64,
    /// The first heap from which on the remainder decides.
    first: u64,
    /// The amount to take by the remainder, `None` if the heap is lost.
    by_remainder: Vec<Option<u64>>,
    /// Small heaps that differ from the table by remainders, with their answers.
    small: BTreeMap<u64, Option<u64>>,
}

impl Answers {
    /// Finds the answers for some amounts, and checks them all.
    fn of(amounts: Vec<u64>) -> Option<Self> {
        let greatest = *amounts.last().filter(|&&most| most <= GREATEST)?;
        if amounts.len() > MOST_AMOUNTS && !amounts.iter().copied().eq(1..=greatest) {
            return None;
        }
        let mut lost: Vec<bool> = Vec::new();
        for heap in 0..usize::try_from(SEARCHED + 2 * greatest).ok()? {
            let leads = |&amount: &u64| {
                let taken = usize::try_from(amount).ok()?;
                lost.get(heap.checked_sub(taken)?).copied()
            };
            let is_lost = !amounts.iter().filter_map(leads).any(|lost| lost);
            lost.push(is_lost);
        }
        let is_multiple_rule = amounts.iter().copied().eq(1..=greatest);
        let longest = if is_multiple_rule { GREATEST + 1 } else { LONGEST };
        let (period, first) = (1..=longest).find_map(|period| {
            let later = lost.get(usize::try_from(period).ok()?..)?;
            let last = lost.iter().zip(later).rposition(|(one, other)| one != other);
            let first = last.map_or(0, |place| place + 1);
            let first = u64::try_from(first).ok()?;
            (first <= LONGEST).then_some((period, first))
        })?;
        let is_lost = |heap: u64| usize::try_from(heap).ok().and_then(|heap| lost.get(heap).copied());
        // The heaps from `after` on have no options below `first`.
        let after = first + greatest;
        let after = after + (period - after % period) % period;
        let answer = |heap: u64| -> Option<u64> {
            amounts.iter().copied().find(|&amount| heap.checked_sub(amount).and_then(is_lost) == Some(true))
        };
        let by_remainder: Vec<Option<u64>> = (after..after + period).map(answer).collect();
        let mut found = Self { amounts: Vec::new(), period, first, by_remainder, small: BTreeMap::new() };
        for heap in 0..after {
            let usual = found.usual(heap);
            let fits = match usual {
                None => is_lost(heap) == Some(true),
                Some(amount) => {
                    is_lost(heap) == Some(false) && heap.checked_sub(amount).and_then(is_lost) == Some(true)
                }
            };
            if !fits {
                found.small.insert(heap, answer(heap));
            }
        }
        found.amounts = amounts;
        (found.holds() && (found.first > 0 || found.is_plain())).then_some(found)
    }

    /// The answer by the remainder alone.
    fn usual(&self, heap: u64) -> Option<u64> {
        let place = usize::try_from(heap % self.period).ok()?;
        self.by_remainder.get(place).copied().flatten()
    }

    /// The amount to take from a heap, `None` if it is lost.
    fn answer(&self, heap: u64) -> Option<u64> {
        self.small.get(&heap).copied().unwrap_or_else(|| self.usual(heap))
    }

    fn is_lost(&self, heap: u64) -> bool {
        self.answer(heap).is_none()
    }

    /// The heap from which on only remainders matter: no amount exceeds the heap or leads below the first periodic one.
    fn bound(&self) -> u64 {
        self.first + self.amounts.last().copied().unwrap_or(0)
    }

    /// Checks the proof: no move leads from a lost heap to a lost one, and each answer is a move to a lost heap. From the
    /// bound on this depends on the remainder alone, so that one period of heaps is enough.
    fn holds(&self) -> bool {
        let is_right = |heap: u64| match self.answer(heap) {
            None => {
                let mut options = self.amounts.iter().filter_map(|&amount| heap.checked_sub(amount));
                !options.any(|option| self.is_lost(option))
            }
            Some(amount) => {
                self.amounts.contains(&amount)
                    && heap.checked_sub(amount).is_some_and(|option| self.is_lost(option))
            }
        };
        u64::try_from(self.by_remainder.len()) == Ok(self.period)
            && self.small.keys().all(|&heap| heap < self.bound())
            && self
                .small
                .range(self.first..)
                .all(|(&heap, answer)| answer.is_none() == self.usual(heap).is_none())
            && (0..self.bound() + 2 * self.period).all(is_right)
    }

    /// The remainders of lost heaps.
    fn remainders(&self) -> Vec<u64> {
        (0u64..)
            .zip(&self.by_remainder)
            .filter(|(_, answer)| answer.is_none())
            .map(|(rest, _)| rest)
            .collect()
    }

    /// The greatest amount m, if all amounts from 1 to m may be taken, and the lost heaps are the multiples of m + 1.
    fn complement(&self) -> Option<u64> {
        let most = *self.amounts.last()?;
        let is_so = most >= 2
            && self.amounts.iter().copied().eq(1..=most)
            && (self.period, self.first) == (most + 1, 0)
            && self.remainders() == [0]
            && self.small.is_empty();
        is_so.then_some(most)
    }

    fn written(&self) -> Prose {
        match self.complement() {
            Some(most) => complements(most),
            None => self.by_table(),
        }
    }

    /// Whether the remainders decide from 0 on, and every answer is possible in the smallest heap of its remainder.
    fn is_plain(&self) -> bool {
        let mut answers = (0u64..).zip(&self.by_remainder);
        self.first == 0
            && self.small.is_empty()
            && answers.all(|(rest, answer)| answer.is_none_or(|amount| amount <= rest))
    }

    fn by_table(&self) -> Prose {
        let lost = Text::either(self.remainders());
        let claim = "The player to move from a lost heap loses, and from every other heap wins:";
        let mut blocks = Vec::new();
        if self.is_plain() {
            let call = "Call a heap lost if its remainder on division by ";
            blocks.push(Block::Paragraph(say![call, self.period, " is ", lost, ". ", claim]));
            blocks.push(item("No move leads from a lost heap to a lost heap. The remainders show it:"));
            blocks.extend(self.moves_from_lost_heaps());
            if !self.amounts.is_empty() && self.period > 1 {
                blocks.push(item("From every other heap, a move leads to a lost heap:"));
                blocks.push(self.answers_by_remainder());
                blocks.push(item(
                    "A heap has at least as many objects as its remainder, and no amount in the table is larger than its remainder. So these moves are possible.",
                ));
            }
        } else {
            let (first, bound) = (self.first, self.bound());
            let smaller: Vec<u64> = (0..first).filter(|&heap| self.is_lost(heap)).collect();
            blocks.push(Block::Paragraph(say![
                "Call a heap of at least ",
                first,
                if first == 1 { " object" } else { " objects" },
                " lost if its remainder on division by ",
                self.period,
                " is ",
                lost,
                if smaller.len() == 1 {
                    "; the only smaller lost heap is "
                } else {
                    "; the smaller lost heaps are "
                },
                Text::all(smaller),
                ". ",
                claim
            ]));
            blocks.push(item(say![
                "No move leads from a lost heap to a lost heap. For heaps of at least ",
                bound,
                " objects the remainders show it, because every move from them leaves at least ",
                first,
                if first == 1 { " object:" } else { " objects:" }
            ]));
            blocks.extend(self.moves_from_lost_heaps());
            blocks.push(item(say![
                "From every other heap of at least ",
                bound,
                " objects, a move leads to a lost heap:"
            ]));
            blocks.push(self.answers_by_remainder());
            blocks.push(item(say![
                "The heaps below ",
                bound,
                " were checked one by one, because they may have fewer objects than an amount, or a move may lead to a heap below ",
                first,
                ". No move leads from a lost one to a lost one, and from every other one the move in the table leads to a lost heap. Only these heaps differ from the table:"
            ]));
            let answer = |answer: Option<u64>| answer.map_or(Text::from("lost"), Text::from);
            blocks.push(Block::Table {
                head: ["Heap", "Take"].map(Text::from).to_vec(),
                rows: self.small.iter().map(|(&heap, &amount)| vec![heap.into(), answer(amount)]).collect(),
            });
        }
        blocks.push(item(
            "So if you leave a lost heap, you can do so again after every reply. Every move takes objects, so the game ends. A heap without a move is lost, because from every other heap there is a move. So it is the opponent who faces it, and you have made the last move.",
        ));
        blocks.into()
    }

    /// The remainder after taking an amount from a heap with a remainder.
    fn left(&self, rest: u64, amount: u64) -> u64 {
        (rest + self.period - amount % self.period) % self.period
    }

    /// What the moves from lost heaps leave.
    fn moves_from_lost_heaps(&self) -> Vec<Block> {
        /// The most amounts in a sentence.
        const MOST: usize = 4;
        let lost = self.remainders();
        let all_left = |rest| self.amounts.iter().map(move |&amount| self.left(rest, amount));
        if self.amounts.len() > MOST {
            let amounts = self.amounts.iter().map(|&amount| say!["Take ", amount]);
            let row = |&rest: &u64| std::iter::once(rest).chain(all_left(rest)).map(Text::from).collect();
            let head = std::iter::once("Remainder".into()).chain(amounts).collect();
            return vec![Block::Table { head, rows: lost.iter().map(row).collect() }];
        }
        let sentence = |&rest: &u64| Block::Item {
            depth: 1,
            text: say![
                "from remainder ",
                rest,
                ", taking ",
                Text::either(self.amounts.iter().copied()),
                " leaves remainder ",
                Text::either(all_left(rest)),
                if Some(&rest) == lost.last() { "." } else { ";" }
            ],
        };
        lost.iter().map(sentence).collect()
    }

    /// The answer for each remainder of a heap that is not lost.
    fn answers_by_remainder(&self) -> Block {
        let row = |(rest, answer): (u64, &Option<u64>)| {
            let amount = (*answer)?;
            Some([rest, amount, self.left(rest, amount)].map(Text::from).to_vec())
        };
        Block::Table {
            head: ["Remainder", "Take", "Remainder left"].map(Text::from).to_vec(),
            rows: (0u64..).zip(&self.by_remainder).filter_map(row).collect(),
        }
    }
}

/// A step of a proof.
fn item(text: impl Into<Text>) -> Block {
    Block::Item { depth: 0, text: text.into() }
}

/// The proof by complements, where 1 to `most` objects may be taken.
fn complements(most: u64) -> Prose {
    let period = most + 1;
    let k = || Formula::name("k");
    let answer = Formula::signed_sum(vec![(false, period.into()), (true, k())]);
    vec![
        Block::Paragraph(say![
            "Call a heap lost if its size is a multiple of ",
            period,
            ": ",
            0u32,
            ", ",
            period,
            ", ",
            2 * period,
            " and so on. The player to move from a lost heap loses, and from every other heap wins:"
        ]),
        item(say![
            "From a lost heap, the opponent takes ",
            k(),
            " objects, where ",
            k(),
            " is a number from ",
            1u32,
            " to ",
            most,
            ". Answer by taking ",
            answer,
            ", which is such a number, too. A lost heap that is not empty has at least ",
            period,
            " objects, so this is possible, and the heap is a multiple of ",
            period,
            " again."
        ]),
        item(say![
            "From every other heap, take its remainder on division by ",
            period,
            ". It is a number from ",
            1u32,
            " to ",
            most,
            ", and leaves a multiple of ",
            period,
            ". For example, from a heap of ",
            3 * period + 1,
            ", take ",
            1u32,
            "."
        ]),
        item(say![
            "Every move makes the heap smaller, so the game ends. You always leave a multiple of ",
            period,
            ". At the end that is the empty heap: the opponent has no move, and you have made the last one."
        ]),
    ]
    .into()
}

/// A statement, and the steps of its proof.
fn steps(statement: &str, steps: &[&str]) -> Prose {
    let mut blocks = vec![Block::Paragraph(statement.into())];
    blocks.extend(steps.iter().map(|&step| item(step)));
    blocks.into()
}

/// Bouton's proof for Nim.
fn nim() -> Prose {
    steps(
        "Write the heaps in binary, one below the other, so that the digits of a place are in one column. Call a position balanced if in every place the number of ones is even, which means that the nim-sum is 0. The player to move from a balanced position loses, and from every other position wins:",
        &[
            "A move from a balanced position never leaves a balanced one. It changes a single heap, so at least one digit of this heap. In that place the number of ones changes by one: it was even, and is odd afterwards.",
            "From every other position, a move leaves a balanced one. Look at the highest place with an odd number of ones, and choose a heap with a one there. In this heap, change the digit of every place whose number of ones is odd. Its highest changed digit goes from 1 to 0, so the heap becomes smaller: this is a move. Now all numbers of ones are even.",
            "Every move takes objects, so the game ends. Whoever leaves a balanced position can do so again after every reply. The empty position is balanced: the opponent faces it and has no move.",
        ],
    )
}

/// Bouton's proof for Nim in misère play.
fn misere_nim() -> Prose {
    steps(
        "Write the heaps in binary, one below the other, so that the digits of a place are in one column. Call a position balanced if in every place the number of ones is even, which means that the nim-sum is 0. Call a heap of at least two objects large. The player to move loses from a balanced position with a large heap, and if there is no large heap and the number of heaps of one object is odd. From every other position the player to move wins:",
        &[
            "Without a large heap, every move takes a heap of one object, and the numbers of these heaps are odd and even in turn. If no heap is left, the player to move wins, because who takes the last object loses. So the player to move loses exactly if the number of heaps of one object is odd.",
            "With a single large heap, the position is not balanced: this heap has a one in a place where no other heap has one. The player to move takes all of it or all but one object, whichever leaves an odd number of heaps of one object, and wins.",
            "With several large heaps, a large heap remains after every move, because a move changes a single heap. If the position is not balanced, a move leaves a balanced one: in the highest place with an odd number of ones, choose a heap with a one, and in this heap change the digit of every place whose number of ones is odd. The heap becomes smaller, because its highest changed digit goes from 1 to 0.",
            "If you leave a balanced position with a large heap, it has several large heaps, by the second step. The opponent's move changes a digit of a heap, so that the number of ones in its place becomes odd: the position is not balanced, and a large heap remains. So you are at a position that is not balanced, with a single large heap or with several. Every move takes objects, so at some time there is a single one, and you win.",
        ],
    )
}

/// Wythoff's proof for his game, and Beatty's theorem for the numbers in it.
fn wythoff() -> Prose {
    let n = || Formula::name("n");
    let indexed = |name: &str, index: Formula| Formula::index(name, index);
    let (a, b) = (|| indexed("A", n()), || indexed("B", n()));
    let floor = |factor: Formula| Formula::Floor(Box::new(Formula::Product(vec![n(), factor], false)));
    let phi = || Formula::name("φ");
    let square = || Formula::Power(Box::new(phi()), Box::new(2u32.into()));
    let (x, y) = (|| Formula::name("x"), || Formula::name("y"));
    let i = || Formula::name("i");
    vec![
        Block::Paragraph(say![
            "Make pairs of numbers: ",
            indexed("A", 0u32.into()).equals(indexed("B", 0u32.into())).equals(0u32),
            ", and then for ",
            n().related(Sign::Equal, Formula::List(vec![1u32.into(), 2u32.into(), Formula::Dots])),
            " let ",
            a(),
            " be the least number in none of the pairs before, and ",
            b().equals(Formula::sum([a(), n()])),
            ". The player to move loses if the two heaps are such a pair, in either order, and else wins:"
        ]),
        item(say![
            "Each pair leaves fewer numbers to choose from, and uses up the least one. So ",
            a(),
            " grows with ",
            n(),
            ", and ",
            b(),
            " as well. From the second pair on, ",
            b(),
            " is larger than ",
            a(),
            " and than all numbers of the pairs before, so no number is in two pairs. Because the least free number is taken each time, no number stays free for ever. So every number is in exactly one pair. Every difference is that of exactly one pair, too: the difference of ",
            a(),
            " and ",
            b(),
            " is ",
            n(),
            "."
        ]),
        item(
            "No move leads from a pair to a pair. If a move takes from one heap, the other heap remains. No other pair has its number, and the smaller total does not fit the same pair. If a move takes the same from both heaps, their difference remains. No other pair has it, and the smaller total does not fit the same pair.",
        ),
        item(say![
            "From every other position a move leads to a pair. Let ",
            x(),
            " be the smaller heap and ",
            y(),
            " the other one (if they are equal, either one is ",
            x(),
            "), and ",
            n(),
            " the number of the pair that ",
            x(),
            " is in. If ",
            x().equals(b()),
            ", then ",
            y(),
            " is larger than ",
            a(),
            ": reduce it to ",
            a(),
            ". If ",
            x().equals(a()),
            " and ",
            y().related(Sign::Greater, b()),
            ", reduce ",
            y(),
            " to ",
            b(),
            ". If ",
            x().equals(a()),
            " and ",
            y().related(Sign::Less, b()),
            ", the difference ",
            i().equals(Formula::signed_sum(vec![(false, y()), (true, x())])),
            " is less than ",
            n(),
            ": take the same from both heaps such that ",
            indexed("A", i()),
            " and ",
            indexed("B", i()),
            " remain. This is possible, because ",
            indexed("A", i()),
            " is less than ",
            a(),
            " and the pair has the difference ",
            i(),
            "."
        ]),
        item(
            "Every move takes objects, so the game ends. Whoever leaves a pair can do so again after every reply. Two empty heaps are a pair: the opponent faces them and has no move.",
        ),
        item(say![
            "Now let ",
            phi(),
            " be the golden section. It is irrational, and ",
            square().equals(phi().plus(1)),
            ", so ",
            floor(square()).equals(Formula::sum([floor(phi()), n()])),
            ". Dividing by ",
            square(),
            " shows that the reciprocals of ",
            phi(),
            " and ",
            square(),
            " have the sum ",
            1u32,
            ". Beatty's theorem is about two irrational numbers of this kind: every number from ",
            1u32,
            " on occurs exactly once among the numbers ",
            floor(phi()),
            " and ",
            floor(square()),
            " with ",
            n().related(Sign::AtLeast, 1u32),
            ". If the pairs before consist of the first of these numbers, then ",
            floor(phi()),
            " is the least number in none of them, because both sequences grow and it is less than ",
            floor(square()),
            ". So ",
            a().equals(floor(phi())),
            " and ",
            b().equals(floor(square())),
            ", for one ",
            n(),
            " after the other."
        ]),
    ]
    .into()
}

/// Nim.
const BOUTON: Source = (
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901–1902), 35–39",
    "@article{bouton1901,\n  author = {Bouton, Charles L.},\n  title = {Nim, a game with a complete mathematical theory},\n  journal = {Annals of Mathematics},\n  volume = {3},\n  year = {1901--1902},\n  pages = {35--39}\n}",
);
/// Wythoff's game.
const WYTHOFF: Source = (
    "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907), 199–202",
    "@article{wythoff1907,\n  author = {Wythoff, Willem A.},\n  title = {A modification of the game of {N}im},\n  journal = {Nieuw Archief voor Wiskunde},\n  volume = {7},\n  year = {1907},\n  pages = {199--202}\n}",
);
/// Two sequences that share out the numbers.
const BEATTY: Source = (
    "S. Beatty, A. Ostrowski, J. Hyslop, A. C. Aitken, Solutions to Problem 3173, American Mathematical Monthly 34 (1927), 159–160",
    "@article{beatty1927,\n  author = {Beatty, Samuel and Ostrowski, Alexander and Hyslop, J. and Aitken, A. C.},\n  title = {Solutions to Problem 3173},\n  journal = {American Mathematical Monthly},\n  volume = {34},\n  year = {1927},\n  pages = {159--160}\n}",
);

#[cfg(test)]
mod tests {
    use bouton_core::Watch;
    use bouton_prove::Goal;
    use bouton_rules::resolve;

    use super::*;
    use crate::{Ending, Playable, known_or_proved};

    fn ruleset(text: &str) -> Ruleset {
        Game::parse(text).unwrap().ruleset().unwrap()
    }

    fn theorem(game: &str) -> Theorem {
        let watch = Watch::unlimited();
        let playable = Playable::new(&resolve(game).unwrap(), None).unwrap();
        match known_or_proved(&playable, Goal::Outcome, None, &watch).unwrap() {
            Ending::Proved(proved) => proved.theorem,
            other => panic!("{game}: {other:?}"),
        }
    }

    /// Whether a player who moves first from a heap loses, by the definition of play.
    fn loses(amounts: &[u64], heaps: u64) -> Vec<bool> {
        let mut lost = Vec::new();
        for heap in 0..heaps {
            let winning =
                amounts.iter().any(|&amount| amount <= heap && lost[usize::try_from(heap - amount).unwrap()]);
            lost.push(!winning);
        }
        lost
    }

    #[test]
    fn answers_are_those_of_play_by_definition() {
        let mut sets: Vec<Vec<u64>> =
            (1u32..256).map(|set| (1..=8).filter(|amount| set >> (amount - 1) & 1 == 1).collect()).collect();
        sets.extend([vec![2, 5, 9], vec![3, 7, 11], vec![10], (1..=100).collect(), vec![1, 20]]);
        let (mut before, mut small) = (0, 0);
        for amounts in sets {
            let answers = Answers::of(amounts.clone()).unwrap_or_else(|| panic!("{amounts:?}"));
            let upto = answers.bound() + 6 * answers.period;
            let lost = loses(&amounts, upto);
            for heap in 0..upto {
                let is_lost = lost[usize::try_from(heap).unwrap()];
                assert_eq!(answers.is_lost(heap), is_lost, "{amounts:?} {heap}");
                if let Some(amount) = answers.answer(heap) {
                    assert!(amounts.contains(&amount) && amount <= heap, "{amounts:?} {heap}");
                    assert!(lost[usize::try_from(heap - amount).unwrap()], "{amounts:?} {heap}");
                }
            }
            before += u32::from(answers.first > 0);
            small += u32::from(!answers.small.is_empty());
            assert_eq!(
                answers.complement().is_some(),
                amounts.len() > 1 && amounts.iter().copied().eq(1..=amounts[amounts.len() - 1])
            );
        }
        assert!(before > 0 && small > 0, "{before} {small}");
    }

    #[test]
    fn no_changed_table_is_accepted() {
        for amounts in [vec![1, 2, 3], vec![1, 2, 5], vec![2, 5], vec![1, 3, 4], vec![2, 5, 9]] {
            let answers = Answers::of(amounts.clone()).unwrap();
            assert!(answers.holds());
            for place in 0..answers.by_remainder.len() {
                let lost = Answers { by_remainder: answers.by_remainder.clone(), ..answers.clone() };
                for other in [None, Some(0), Some(1), Some(7), Some(amounts[0]), amounts.last().copied()] {
                    let mut mutant = lost.clone();
                    mutant.by_remainder[place] = other;
                    let heap = answers.bound() + answers.period;
                    let heap = heap - heap % answers.period + u64::try_from(place).unwrap();
                    let is_right = match other {
                        None => answers.is_lost(heap),
                        Some(amount) => {
                            !answers.is_lost(heap)
                                && amounts.contains(&amount)
                                && answers.is_lost(heap - amount)
                        }
                    };
                    assert!(is_right || !mutant.holds(), "{amounts:?} {place} {other:?}");
                }
            }
            let mut mutant = answers.clone();
            mutant.amounts.push(answers.period + 100);
            let upto = mutant.bound() + 2 * mutant.period;
            let lost = loses(&mutant.amounts, upto);
            let same = (0..upto).all(|heap| lost[usize::try_from(heap).unwrap()] == answers.is_lost(heap));
            assert_eq!(mutant.holds(), same);
            for heap in answers.small.keys() {
                let mut mutant = answers.clone();
                mutant.small.remove(heap);
                assert!(!mutant.holds(), "{amounts:?} {heap}");
            }
        }
    }

    #[test]
    fn only_the_rules_of_a_proof_have_it() {
        let of = |text: &str| amounts(&ruleset(text));
        assert_eq!(of("game three\nheaps 1\nmove take 1..3 from 1 heap"), Some(vec![1, 2, 3]));
        assert_eq!(of("heaps 1\nmove take {5, 1, 2} from 1 heap"), Some(vec![1, 2, 5]));
        assert_eq!(of("heaps 1\nmove take 1 from 1 heap\nmove take 3 from 1 heap"), Some(vec![1, 3]));
        for other in [
            "heaps 1\nmove take 1..3 from 1 heap\nplay misere",
            "heaps 2\nmove take 1..3 from 1 heap",
            "heaps 1\nmove take 1..2 from 1 heap when h1 > 3\nmove take 1 from 1 heap",
            "heaps 1\nmove take any from 1 heap",
            "heaps 1\nmove take at most half from 1 heap",
            "heaps 1\nmove take 1..3 from 1 heap\nstop when h1 <= 2",
            "heaps 1\nmove take 1..3 from 1 heap\npass 1",
            "counters a\nmove a -> a - 1",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
        for heaps in 1..5 {
            assert!(
                Classic::Nim.is_of(&ruleset(&format!("game x\nheaps {heaps}\nmove take any from 1 heap")))
            );
        }
        for other in [
            "heaps 2\nmove take any from 1 heap\nmove take the same any from 2 heaps\nplay misere",
            "heaps 3\nmove take any from 1 heap\nmove take the same any from 2 heaps",
            "heaps 2\nmove take any from 1 heap\nmove take the same 1..9 from 2 heaps",
            "heaps 3\nmove take any from each of 1..2 heaps",
            "heaps 2\nmove take 1..3 from 1 heap",
            "heaps 2\nmove take any from 1 heap\npass 1",
        ] {
            let rules = ruleset(other);
            assert_eq!(Classic::ALL.into_iter().find(|classic| classic.is_of(&rules)), None, "{other}");
        }
        for (game, classic) in [
            ("nim", Some(Classic::Nim)),
            ("misere-nim", Some(Classic::MisereNim)),
            ("subtraction {1, 2}", None),
        ] {
            let game = resolve(game).unwrap();
            assert_eq!(Classic::ALL.into_iter().find(|classic| classic.is_of_any_number(&game)), classic);
        }
    }

    #[test]
    fn theorems_have_their_proofs() {
        for (game, words) in [
            ("take-three", "Answer by taking 4 − k"),
            ("heaps 1\nmove take {1, 2, 5} from 1 heap", "on division by 3 is 0"),
            ("heaps 3\nmove take any from 1 heap", "highest place"),
            ("heaps 2\nmove take any from 1 heap\nplay misere", "whichever leaves an odd number"),
            ("wythoff", "Beatty's theorem is about two irrational numbers"),
            (
                "heaps 1\nmove take {1, 2, 6, 11} from 1 heap",
                "For heaps of at least 12 objects the remainders show it",
            ),
        ] {
            let written = theorem(game).short_proof().unwrap_or_else(|| panic!("{game}")).text();
            assert!(written.contains(words), "{game}: {written}");
        }
        for game in ["two-in-total", "heaps 1\nmove take 1..3 from 1 heap\nplay misere"] {
            assert!(theorem(game).short_proof().is_none(), "{game}");
        }
    }

    #[test]
    fn the_steps_of_boutons_proof_hold_for_small_heaps() {
        let all = (0u32..512).map(|place| [place & 7, place >> 3 & 7, place >> 6]);
        for heaps in all {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            for place in 0..3 {
                for smaller in 0..heaps[place] {
                    assert!(sum != 0 || sum ^ heaps[place] ^ smaller != 0, "{heaps:?}");
                }
            }
            if sum != 0 {
                let highest = 1 << sum.ilog2();
                let heap = *heaps.iter().find(|&&heap| heap & highest != 0).unwrap();
                assert!(heap ^ sum < heap, "{heaps:?}");
            }
        }
    }

    #[test]
    fn the_lost_positions_of_misere_nim_are_those_of_its_proof() {
        let heaps = |place: usize| [place & 7, place >> 3 & 7, place >> 6];
        let mut lost = vec![false; 512];
        for place in 0..512 {
            let here = heaps(place);
            let options: Vec<usize> = (0..3)
                .flat_map(|heap| (1..=here[heap]).map(move |amount| place - (amount << (3 * heap))))
                .collect();
            // Without a move, the player to move wins.
            lost[place] = place != 0 && !options.iter().any(|&option| lost[option]);
            let sum = here.iter().fold(0, |sum, heap| sum ^ heap);
            let is_large = here.iter().any(|&heap| heap > 1);
            assert_eq!(lost[place], if is_large { sum == 0 } else { sum == 1 }, "{here:?}");
        }
    }

    #[test]
    fn the_pairs_of_wythoffs_proof_are_the_lost_positions() {
        const SIDE: usize = 60;
        let mut lost = vec![[false; SIDE]; SIDE];
        let mut pairs = vec![(0, 0)];
        while pairs.len() < SIDE {
            let is_free = |number: &usize| pairs.iter().all(|&(low, high)| low != *number && high != *number);
            let low = (0..).find(is_free).unwrap();
            pairs.push((low, low + pairs.len()));
        }
        for x in 0..SIDE {
            for y in 0..SIDE {
                let by_one = (0..x).any(|rest| lost[rest][y]) || (0..y).any(|rest| lost[x][rest]);
                let by_both = (1..=x.min(y)).any(|amount| lost[x - amount][y - amount]);
                lost[x][y] = !by_one && !by_both;
                assert_eq!(lost[x][y], pairs.contains(&(x.min(y), x.max(y))), "{x} {y}");
            }
        }
    }
}
