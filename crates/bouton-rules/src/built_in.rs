//! The games that come with Bouton: rules texts like anyone's.

/// A game that comes with Bouton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Its rules.
    pub text: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const GAMES: &[BuiltIn] = &[
    BuiltIn {
        name: "two-in-total",
        text: "game two-in-total\nheaps 4\nmove take 1..2 in total from at most 2 heaps\nstop when at most 1 heap is nonempty",
        summary: "four heaps, take one or two in total, play stops at one nonempty heap",
        source: "\"Index-k Nim variant: is it still a Nim?\", mathematics forum",
    },
    BuiltIn {
        name: "take-three",
        text: "game take-three\nheaps 1\nmove take 1..3 from 1 heap",
        summary: "one heap, take one to three",
        source: "\"Nim game\", a note on LeetCode problem 292",
    },
    BuiltIn {
        name: "nim",
        text: "game nim\nheaps any\nmove take any from 1 heap",
        summary: "any number of heaps, take any number from one",
        source: "Bouton, Nim, a game with a complete mathematical theory, 1901",
    },
    BuiltIn {
        name: "misere-nim",
        text: "game misere-nim\nheaps any\nmove take any from 1 heap\nplay misere",
        summary: "Nim in which taking the last object loses",
        source: "Bouton, Nim, a game with a complete mathematical theory, 1901",
    },
    BuiltIn {
        name: "nim-with-a-pass",
        text: "game nim-with-a-pass\nheaps any\nmove take any from 1 heap\npass 1 unless empty",
        summary: "Nim with one pass, which either player may use once",
        source: "Morrison, Friedman and Landsberg, Combinatorial games with a pass, 2012",
    },
    BuiltIn {
        name: "small-pass",
        text: "game small-pass\nheap sizes 1..4\nmove take any from 1 heap\npass 1 unless empty",
        summary: "Nim with a pass on heaps of size at most four; a position counts the heaps of each size",
        source: "Wong Oi Lin, The Game Positions of Nim with a Pass, 2015",
    },
    BuiltIn {
        name: "two-passes",
        text: "game two-passes\nheap sizes 1..3\nmove take any from 1 heap\npass 2 unless empty",
        summary: "Nim with two passes on heaps of size at most three",
        source: "after Low and Chan, An atlas of N- and P-positions in \"Nim with a Pass\", 2015",
    },
    BuiltIn {
        name: "podium-nim",
        text: "game podium-nim\nheaps any\nplayers 3 podium\nmove take any from 1 heap",
        summary: "three-player Nim; who cannot be last tries to be last but one",
        source: "Nowakowski, Santos and Silva, Three-player NIM with podium rule, 2020",
    },
    BuiltIn {
        name: "podium-subtraction",
        text: "game podium-subtraction\nheaps any\nplayers 3 podium\nmove take 1..2 from 1 heap",
        summary: "three players take one or two from a heap, podium rule",
        source: "asked in Nowakowski, Santos and Silva, Three-player NIM with podium rule, 2020",
    },
    BuiltIn {
        name: "coalition-nim",
        text: "game coalition-nim\nheaps any\nplayers 3 coalition\nmove take any from 1 heap",
        summary: "three-player Nim in which the others may conspire",
        source: "Propp, Three-player impartial games, 2000",
    },
    BuiltIn {
        name: "moore",
        text: "game moore\nheaps 4\nmove take any from at most 2 heaps",
        summary: "four heaps, take any positive number from each of one or two",
        source: "Moore, A generalization of the game called Nim, 1910",
    },
    BuiltIn {
        name: "misere-moore",
        text: "game misere-moore\nheaps 4\nmove take any from at most 2 heaps\nplay misere",
        summary: "Moore's game in which taking the last object loses",
        source: "Moore, A generalization of the game called Nim, 1910",
    },
    BuiltIn {
        name: "wythoff",
        text: "game wythoff\nheaps 2\nmove take any from 1 heap\nmove take the same any from 2 heaps",
        summary: "two heaps, take from one, or the same number from both",
        source: "Wythoff, A modification of the game of Nim, 1907",
    },
    BuiltIn {
        name: "counters-and-guards",
        text: "game counters-and-guards\ncounters a, b\nmove a -> a - t where t >= 1, t <= 3, t != b\nmove a, b -> b, a - 1 when a > b\nmove a -> a div 2 when a >= 1",
        summary: "two counters with guarded moves: an example of the rules language",
        source: "documentation of the rules language",
    },
    BuiltIn {
        name: "kayles",
        text: "game kayles\noctal 0.77",
        summary: "knock down one pin, or two that stand together",
        source: "Dudeney, The Canterbury Puzzles, 1908; Guy and Smith, The G-values of various games, 1956",
    },
    BuiltIn {
        name: "dawsons-kayles",
        text: "game dawsons-kayles\noctal 0.07",
        summary: "take two that stand together",
        source: "Guy and Smith, The G-values of various games, 1956",
    },
    BuiltIn {
        name: "dawsons-chess",
        text: "game dawsons-chess\noctal 0.137",
        summary: "Dawson's chess problem of facing rows of pawns, as a heap game",
        source: "Dawson, Caissa's Wild Roses, 1935; Guy and Smith, The G-values of various games, 1956",
    },
    BuiltIn {
        name: "treblecross",
        text: "game treblecross\noctal 0.007",
        summary: "take three that stand together: one-dimensional noughts and crosses",
        source: "Berlekamp, Conway and Guy, Winning Ways, 1982",
    },
    BuiltIn {
        name: "grundys-game",
        text: "game grundys-game\ngrundy",
        summary: "split a heap into two unequal heaps",
        source: "Grundy, Mathematics and games, 1939",
    },
];

/// The games that come with Bouton.
#[must_use]
pub fn built_in_games() -> &'static [BuiltIn] {
    GAMES
}

/// The built-in game of a name.
#[must_use]
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    GAMES.iter().find(|game| game.name == name)
}
