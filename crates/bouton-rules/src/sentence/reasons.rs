//! Features that the language lacks, with reasons: words of games that are out of scope.

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    token::{Token, TokenKind},
};

/// The place at which a word has the meaning that is searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// At the beginning of the line.
    First,
    Anywhere,
}

/// A message, the text to write instead, and the words that trigger it.
struct Lack {
    at: Where,
    words: &'static [&'static str],
    message: &'static str,
    expected: &'static str,
    instead: &'static str,
}

const GAME: &str = "a game of heaps or counters for players with equal rights";
const AMOUNT: &str = "an amount";

const LACKS: &[Lack] = &[
    Lack {
        at: Where::First,
        words: &["left", "right", "red", "blue", "black", "white", "alice", "bob"],
        message: "moves of one player alone are out of scope: both players have the same moves",
        expected: GAME,
        instead: "write a move that either player may make; partizan games are solved by other programs, such as CGSuite",
    },
    Lack {
        at: Where::Anywhere,
        words: &["entail", "entails", "entailing", "complimenting", "again"],
        message: "moves that entail another one are out of scope: the players move in turn",
        expected: GAME,
        instead: "write what both moves do together as one move",
    },
    Lack {
        at: Where::Anywhere,
        words: &["dice", "die", "roll", "rolls", "random", "randomly", "chance", "probability"],
        message: "chance is out of scope: the players choose every move",
        expected: GAME,
        instead: "write a move that the player chooses, as in `move take 1..6 from 1 heap`",
    },
    Lack {
        at: Where::Anywhere,
        words: &["score", "scores", "scoring", "point", "points", "tricks"],
        message: "scores are out of scope: the last move decides who wins",
        expected: GAME,
        instead: "write `play normal`, where the last to move wins, or `play misere`, where the last to move loses",
    },
    Lack {
        at: Where::First,
        words: &["draw", "draws", "tie", "ties"],
        message: "no game ends in a draw: play ends, and the last to move wins or loses",
        expected: GAME,
        instead: "write `move take … from …` for objects that are drawn from a heap",
    },
    Lack {
        at: Where::Anywhere,
        words: &["drawn", "loopy", "infinite", "infinitely", "forever"],
        message: "play has to end: no position may come again, and no game ends in a draw",
        expected: GAME,
        instead: "write moves that lower a weighted sum of the heaps or counters",
    },
    Lack {
        at: Where::Anywhere,
        words: &["put", "puts", "add", "adds", "adding", "return", "returns", "place", "places", "placing"],
        message: "`take` only takes objects; counters describe objects that are put elsewhere",
        expected: GAME,
        instead: "write `counters a, b` and a move such as `move a, b -> a - 1, b + 1`",
    },
    Lack {
        at: Where::Anywhere,
        words: &["previous", "previously", "opponent", "opponents", "preceding", "fibonacci", "twice"],
        message: "a move depends only on the position, not on earlier moves",
        expected: GAME,
        instead: "write a counter that keeps what the next move needs: Fibonacci Nim is `counters n, q; move n, q -> n - t, 2 * t where t >= 1, t <= q`",
    },
    Lack {
        at: Where::Anywhere,
        words: &[
            "double",
            "doubles",
            "doubling",
            "triple",
            "triples",
            "tripling",
            "grow",
            "grows",
            "increase",
            "increases",
        ],
        message: "objects are only taken from heaps; a counter may grow while another one falls",
        expected: GAME,
        instead: "write `counters a, b` and a move such as `move a, b -> a - 1, 2 * b`",
    },
    Lack {
        at: Where::Anywhere,
        words: &[
            "merge", "merges", "merging", "join", "joins", "unite", "combine", "combines", "swap", "swaps",
        ],
        message: "heaps are not joined or exchanged; a move may give counters any new values",
        expected: GAME,
        instead: "write `counters a, b` and a move such as `move a, b -> a + b - 1, 0`",
    },
    Lack {
        at: Where::Anywhere,
        words: &["halve", "halves", "halving"],
        message: "`half` is an amount: the half of a heap, rounded down",
        expected: AMOUNT,
        instead: "write `move take half from 1 heap`",
    },
    Lack {
        at: Where::Anywhere,
        words: &[
            "square",
            "squares",
            "prime",
            "primes",
            "power",
            "powers",
            "triangular",
            "factorial",
            "composite",
        ],
        message: "amounts are listed, not described",
        expected: AMOUNT,
        instead: "write the amounts, as far as they are wanted: `move take {1,4,9,16,25} from 1 heap`",
    },
    Lack {
        at: Where::Anywhere,
        words: &[
            "divisor",
            "divisors",
            "factor",
            "factors",
            "coprime",
            "multiple",
            "multiples",
            "digit",
            "digits",
        ],
        message: "an amount is a number, or linear in the sizes of the heaps",
        expected: AMOUNT,
        instead: "write the amounts, as in `move take {2,4,6} from 1 heap`, or an amount such as `half`",
    },
    Lack {
        at: Where::Anywhere,
        words: &["turn", "turns", "turning", "flip", "flips", "flipping", "heads", "tails"],
        message: "coins that are turned are out of scope, and `turn` has no meaning in rules",
        expected: GAME,
        instead: "write each coin that shows heads as a heap as large as its place, where that is the same game",
    },
    Lack {
        at: Where::Anywhere,
        words: &[
            "board", "grid", "graph", "graphs", "vertex", "vertices", "edge", "edges", "cell", "cells",
            "column", "columns", "bar",
        ],
        message: "boards and graphs are out of scope: a position is a list of numbers",
        expected: GAME,
        instead: "write the numbers that describe it, as in `counters a, b; positions where a >= b`, two rows of a bar of chocolate",
    },
    Lack {
        at: Where::Anywhere,
        words: &["pin", "pins", "skittle", "skittles", "bowling", "knock", "knocks", "knocking", "adjacent"],
        message: "objects in a row that are removed from its middle split it, which `take` cannot express",
        expected: GAME,
        instead: "write the code, as in `octal 0.77` for Kayles, or `move take 1..2 from 1 heap, then may split the rest in two heaps`",
    },
    Lack {
        at: Where::First,
        words: &[
            "coin", "coins", "stone", "stones", "counter", "match", "matches", "objects", "tokens", "chips",
        ],
        message: "no line begins with the objects: objects have no name in rules",
        expected: GAME,
        instead: "write `heaps 1` for one heap of them; how many there are is the start of a game, which is chosen afterwards",
    },
    Lack {
        at: Where::Anywhere,
        words: &["win", "wins", "lose", "loses", "winner", "loser"],
        message: "the winner is not a condition: the player who moves last wins, or loses",
        expected: GAME,
        instead: "write `play normal` or `play misere`, and `stop when …` for where play ends",
    },
    Lack {
        at: Where::Anywhere,
        words: &["secret", "secretly", "hidden", "simultaneously", "simultaneous", "unknown"],
        message: "hidden information is out of scope: both players see the position, and move in turn",
        expected: GAME,
        instead: "write a move that the player to move chooses",
    },
];

/// Whether a word reverses the meaning of a sentence. Without it the sentence would have another
/// meaning.
pub(super) fn turns_around(token: &Token) -> bool {
    const WORDS: &[&str] = &[
        "no",
        "not",
        "never",
        "except",
        "but",
        "without",
        "unless",
        "until",
        "first",
        "second",
        "other",
        "only",
        "cannot",
        "neither",
        "nor",
        "exceptional",
        "initial",
        "initially",
    ];
    matches!(&token.kind, TokenKind::Word(word) if WORDS.contains(&word.to_lowercase().as_str()))
}

/// Returns the reason why the language cannot express a line, at the word that triggers it.
pub(super) fn reason(tokens: &[Token]) -> Option<Diagnostic> {
    let word = |token: &Token| match &token.kind {
        TokenKind::Word(word) => Some(word.to_lowercase()),
        _ => None,
    };
    // Conditions are not searched.
    let is_clause = |token: &Token| {
        word(token).is_some_and(|word| ["when", "where", "if", "unless"].contains(&word.as_str()))
    };
    let clause = tokens.iter().position(is_clause).unwrap_or(tokens.len());
    LACKS.iter().find_map(|lack| {
        let end = if lack.at == Where::First { clause.min(1) } else { clause };
        let found = tokens[..end]
            .iter()
            .find(|token| word(token).is_some_and(|word| lack.words.contains(&word.as_str())))?;
        let fault = Diagnostic::new(Code::Sentence, found.place, lack.message);
        Some(fault.expected(lack.expected).suggest(lack.instead))
    })
}
