//! The readers of sentences about the winner, the end of play, the heaps, the players, passes, and
//! moves.

use super::{Meaning, amount::Amount, heaps::Heaps, reader::Reader};

/// Words that may precede the verb of a move without changing its meaning.
const LEAD: &[&str] = &[
    "a",
    "an",
    "the",
    "each",
    "every",
    "any",
    "on",
    "in",
    "at",
    "during",
    "his",
    "her",
    "their",
    "your",
    "its",
    "turn",
    "turns",
    "move",
    "moves",
    "player",
    "players",
    "mover",
    "to",
    "who",
    "whose",
    "it",
    "is",
    "are",
    "may",
    "can",
    "must",
    "should",
    "allowed",
    "has",
    "have",
    "consists",
    "consist",
    "of",
    "alternate",
    "alternately",
    "alternates",
    "alternating",
    "by",
    "you",
    "we",
    "always",
    "he",
    "she",
    "they",
];
const TAKE_TURNS: &[&str] =
    &["take turns", "takes turns", "taking turns", "take it in turns", "takes it in turns"];
const TAKE: &[&str] = &[
    "taking",
    "takes",
    "take",
    "removing",
    "removes",
    "remove",
    "subtracting",
    "subtracts",
    "subtract",
    "picking",
    "picks",
    "pick",
];
const REDUCE: &[&str] = &["reduce", "reduces", "reducing", "decrease", "decreases", "decreasing"];
const SPLIT: &[&str] = &["split", "splits", "splitting", "divide", "divides", "dividing"];
/// Words that may follow a move without changing its meaning.
const TRAIL: &[&str] = &[
    "in one move",
    "in a move",
    "in each move",
    "in a single move",
    "in one turn",
    "in each turn",
    "in a turn",
    "on each turn",
    "on every turn",
    "on each move",
    "on every move",
    "at each turn",
    "at each move",
    "per turn",
    "per move",
    "at a time",
    "each time",
    "each turn",
    "every turn",
    "at once",
    "on his turn",
    "on their turn",
    "on his or her turn",
    "in turn",
];

const SEVERAL: &str = "this may mean an amount from each heap, or one from all of them together";
const ONE_OR_SEVERAL: &str = "this may mean one heap, or several";
const WHICH: &str = "this does not say from which heaps";

/// A rule: a line, or several candidates.
enum Rule {
    Line(String),
    Unsure(&'static str, Vec<String>),
}

/// Reads `players take turns taking 1 to 3 stones from a pile, or the same number from both`.
pub(super) fn moves(mut reader: Reader<'_>, after_a_move: bool) -> Option<Meaning> {
    let mut lines = Vec::new();
    let mut unsure = None;
    let goes_on = after_a_move && reader.accept("or");
    if let Some(line) = reader.attempt(Reader::amounts_of_named_heaps) {
        return reader.is_end().then_some(Meaning::Lines(vec![line]));
    }
    let mut first = !goes_on;
    loop {
        let rule = reader.attempt(|reader| reader.rule(first))?;
        match rule {
            Rule::Line(line) => lines.push(line),
            Rule::Unsure(why, both) => {
                unsure.get_or_insert(why);
                lines.extend(both);
            }
        }
        let next = reader.attempt(|reader| {
            reader.accept_sign(",");
            reader.accept("or").then_some(())
        });
        if next.is_none() {
            break;
        }
        first = false;
    }
    if let Some(why) = unsure {
        return reader.is_end().then_some(Meaning::Unsure(why, lines));
    }
    // A condition could belong to all rules before it, or only to the last one.
    if reader.is_clause() {
        return match &lines[..] {
            [line] if !line.starts_with("move split") => Some(Meaning::When(lines, reader.at)),
            _ => None,
        };
    }
    reader.is_end().then_some(Meaning::Lines(lines))
}

impl Reader<'_> {
    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// Reads `on each turn a player may`, up to a verb.
    fn lead(&mut self) -> bool {
        loop {
            let players = &["two players", "both players", "one may", "one can", "one must"];
            if self.accept_one(TAKE_TURNS).or_else(|| self.accept_one(players)).is_some()
                || self.accept_sign(",")
            {
                continue;
            }
            if self.is_one_of(TAKE) || self.is_one_of(REDUCE) || self.is_one_of(SPLIT) || self.is("from") {
                return true;
            }
            if !self.accept_of(&[LEAD]) {
                return false;
            }
        }
    }

    /// Reads one rule. The first rule of a sentence begins with a verb, or with the heaps.
    fn rule(&mut self, first: bool) -> Option<Rule> {
        let bare = |reader: &mut Self| {
            let amount = reader.amount()?;
            reader.taken(amount, !first)
        };
        if let Some(rule) = self.attempt(bare) {
            return Some(rule);
        }
        if !self.lead() {
            return None;
        }
        if self.accept("from") {
            let heaps = self.which_heaps()?;
            self.accept_sign(",");
            self.lead();
            self.accept_one(TAKE)?;
            self.accept_particle();
            let amount = self.amount()?;
            self.trail();
            return Some(self.of(amount, heaps));
        }
        if self.accept_one(REDUCE).is_some() {
            self.accept_one(&["the size of"]);
            let heaps = self.which_heaps()?;
            self.accept("by").then_some(())?;
            let amount = self.amount()?;
            self.trail();
            return Some(self.of(amount, heaps));
        }
        if self.accept_one(SPLIT).is_some() {
            self.accept_one(&["any one", "any single", "a single", "one", "any", "a"])?;
            self.heap_noun().then_some(())?;
            self.accept_one(&["into", "in"])?;
            let unequal = self.two_heaps()?;
            self.trail();
            return Some(Rule::Line(format!("move split a heap into 2 {unequal}heaps")));
        }
        self.accept_one(TAKE)?;
        self.accept_particle();
        let amount = self.amount()?;
        self.taken(amount, true)
    }

    /// Reads `take 2 from heap 1 and 1 from heap 2`.
    fn amounts_of_named_heaps(&mut self) -> Option<String> {
        self.lead().then_some(())?;
        self.accept_one(TAKE)?;
        let (mut names, mut rests) = (Vec::new(), Vec::new());
        loop {
            let amount = self.number()?;
            self.objects();
            self.accept_one(&["from", "out of", "off"])?;
            let name = self.one_named().filter(|name| !names.contains(name))?;
            rests.push(format!("{name} - {amount}"));
            names.push(name);
            let next = self.attempt(|reader| {
                // A comma alone may part two rules.
                reader.accept_sign(",");
                reader.accept("and").then(|| reader.accept_one(TAKE))
            });
            if next.is_none() {
                break;
            }
        }
        (names.len() > 1).then(|| format!("move {} -> {}", names.join(", "), rests.join(", ")))
    }

    /// Reads the part after an amount: the heaps.
    fn taken(&mut self, mut amount: Amount, without: bool) -> Option<Rule> {
        self.trail();
        self.accept_sign(",");
        let heaps = if self.accept_one(&["out of", "from", "off"]).is_some() {
            Some(self.which_heaps()?)
        } else {
            let provided = self.provided().or(amount.heaps);
            provided.map(|text| Heaps { text: text.to_owned(), several: false, each: false, open: false })
        };
        amount.total |= self.in_total();
        self.trail();
        self.provided();
        if let Some(heaps) = heaps {
            if heaps.text == "1 heap"
                && !amount.same
                && !amount.total
                && let Some(unequal) = self.attempt(Self::then_split)
            {
                let text = format!(
                    "move take {} from 1 heap, then may split the rest in two {unequal}heaps",
                    amount.text
                );
                return Some(Rule::Line(text));
            }
            return Some(self.of(amount, heaps));
        }
        if !without {
            return None;
        }
        match self.heaps() {
            Some(1) => Some(Rule::Line(format!("move take {} from 1 heap", amount.text))),
            heaps if amount.total && !amount.same => {
                let heaps =
                    heaps.map_or_else(|| "any heaps".to_owned(), |count| format!("at most {count} heaps"));
                let text = format!("move take {} in total from {heaps}", amount.text);
                Some(Rule::Unsure(WHICH, vec![text]))
            }
            Some(2) if amount.same => {
                Some(Rule::Unsure(WHICH, vec![format!("move take {} from 2 heaps", amount.text)]))
            }
            _ => Some(Rule::Unsure(WHICH, vec![format!("move take {} from 1 heap", amount.text)])),
        }
    }

    fn of(&self, amount: Amount, heaps: Heaps) -> Rule {
        let Amount { text, same, total, limited, .. } = amount;
        let among = |total: &str| format!("move take {text}{total} from {}", heaps.text);
        if heaps.open {
            let one = format!("move take {text} from 1 heap");
            return Rule::Unsure(ONE_OR_SEVERAL, vec![one, among(if total { " in total" } else { "" })]);
        }
        match (total, heaps.several) {
            (true, _) if same => Rule::Unsure(SEVERAL, vec![among("")]),
            (true, true) => Rule::Line(among(" in total")),
            (false, true) if limited && !same && !heaps.each => {
                Rule::Unsure(SEVERAL, vec![among(""), among(" in total")])
            }
            _ => Rule::Line(among("")),
        }
    }

    /// Reads the particle of `take away`, `pick up`.
    fn accept_particle(&mut self) {
        if !self.is("up to") && !self.is("out of") {
            self.accept_one(&["away", "off", "up", "out"]);
        }
    }

    fn trail(&mut self) {
        while let Some(()) = self.attempt(|reader| {
            reader.accept_sign(",");
            reader.accept_one(TRAIL).map(|_| ())
        }) {}
    }

    /// Reads `provided they all come from the same heap`.
    fn provided(&mut self) -> Option<&'static str> {
        self.attempt(|reader| {
            reader.accept_sign(",");
            if reader.accept("all").then(|| reader.accept("from")) != Some(true) {
                reader.accept_one(&["provided", "as long as", "so long as"])?;
                reader.accept("that");
                reader.accept_one(&["they all", "they", "all of them", "these"])?;
                reader.accept_one(&["come", "are taken", "are", "are all"])?;
                reader.accept("all");
                reader.accept("from").then_some(())?;
            }
            reader.accept_one(&["the same", "one"])?;
            reader.heap_noun().then_some("1 heap")
        })
    }

    /// Reads `, and may split the remaining heap into two`.
    fn then_split(&mut self) -> Option<&'static str> {
        self.accept_sign(",");
        self.accept_one(&["and then", "and", "then"])?;
        self.accept_one(&["may then", "may optionally", "may", "can", "optionally"])?;
        self.accept_one(&["split", "divide", "splits"])?;
        self.accept_one(&[
            "the rest",
            "the remaining heap",
            "the remaining pile",
            "that heap",
            "that pile",
            "what is left",
            "it",
        ])?;
        self.accept_one(&["into", "in"])?;
        self.two_heaps()
    }

    /// Reads `two unequal heaps`; returns `unequal ` if the heaps must be unequal.
    fn two_heaps(&mut self) -> Option<&'static str> {
        (self.number()? == "2").then_some(())?;
        let mut unequal =
            self.accept_one(&["nonempty unequal", "unequal nonempty", "unequal", "different"]).is_some();
        self.accept_one(&["nonempty", "smaller", "new"]);
        let noun = self.heap_noun();
        unequal |= noun
            && self
                .accept_one(&[
                    "of different sizes",
                    "of different size",
                    "of unequal size",
                    "of unequal sizes",
                ])
                .is_some();
        (noun || self.is_end() && !unequal).then_some(if unequal { "unequal " } else { "" })
    }
}

/// Reads `there are 2 piles of stones`.
pub(super) fn heaps(mut reader: Reader<'_>) -> Option<Meaning> {
    const BEFORE: &[&str] = &[
        "there", "is", "are", "we", "you", "have", "start", "starts", "begin", "begins", "with", "play",
        "played", "the", "game", "on", "of", "consists",
    ];
    let mut begun = false;
    let count = loop {
        if let Some(count) = reader.attempt(|reader| {
            let count = if reader
                .accept_one(&["any number of", "an arbitrary number of", "arbitrarily many"])
                .is_some()
                || begun && reader.accept("several")
            {
                "any".to_owned()
            } else if reader.accept_one(&["a single", "one single", "a", "an"]).is_some() {
                "1".to_owned()
            } else {
                reader.number()?
            };
            reader.accept_of(&[&["separate", "distinct", "different"]]);
            reader.heap_noun().then_some(count)
        }) {
            break count;
        }
        begun = true;
        reader.accept_of(&[BEFORE]).then_some(())?;
    };
    let lines = vec![format!("heaps {count}")];
    let objects = reader.objects();
    if reader.is_end() && (objects || begun || count != "1") {
        return Some(Meaning::Lines(lines));
    }
    // A heap of 21 stones belongs to an initial position.
    let mut sizes = Vec::new();
    let said = reader.accept_one(&["of size", "of sizes", "of", "with", "containing"]).is_some()
        || reader.accept_sign(",");
    while said && let Some(size) = reader.number() {
        sizes.push(size);
        let _ = reader.accept_sign(",");
        reader.accept("and");
    }
    reader.objects();
    (!sizes.is_empty() && reader.is_end()).then_some(Meaning::Unsure(super::SIZES, lines))
}

/// Reads `the game is for two players`, `the players move alternately`, which are always true.
pub(super) fn players(mut reader: Reader<'_>) -> Option<Meaning> {
    reader.accept_one(&[
        "there are",
        "the game is for",
        "the game is played by",
        "a game for",
        "it is played by",
    ]);
    reader.accept("the");
    let two = reader.accept_one(&["two", "2", "both"]).is_some();
    reader.accept("players").then_some(())?;
    let alternate = reader.attempt(|reader| {
        reader.accept_one(&["who", "then"]);
        reader.accept_one(&[
            "take turns",
            "take it in turns",
            "alternate turns",
            "alternate moves",
            "alternate",
            "move alternately",
            "move in turn",
            "play alternately",
            "alternately move",
        ])
    });
    reader.accept_one(&["moving", "to move"]);
    ((two || alternate.is_some()) && reader.is_end()).then_some(Meaning::Lines(Vec::new()))
}

/// Reads `each player may pass once`.
pub(super) fn passes(mut reader: Reader<'_>) -> Option<Meaning> {
    let each = reader.accept_one(&["each player", "every player"]).is_some();
    if !each {
        reader.accept_one(&[
            "a player",
            "players",
            "the players",
            "either player",
            "one of the players",
            "you",
        ])?;
    }
    reader.accept_one(&["may", "can", "is allowed to", "are allowed to"])?;
    reader.accept("pass").then_some(())?;
    let count = match reader.accept_one(&["once", "twice", "one time", "at most once"]) {
        Some("twice") => "2".to_owned(),
        Some(_) => "1".to_owned(),
        None => {
            let count = reader.number()?;
            reader.accept("times").then_some(count)?
        }
    };
    reader.accept_one(&["during the game", "in the game", "in a game"]);
    reader.is_end().then_some(())?;
    if each {
        return Some(Meaning::Lines(vec![format!("pass {count} each")]));
    }
    let lines = vec![format!("pass {count}"), format!("pass {count} each")];
    Some(Meaning::Unsure("this may mean a pass that the players share, or a pass for each player", lines))
}

/// Reads `the player who takes the last stone wins`, `whoever cannot move loses`.
pub(super) fn winner(reader: Reader<'_>) -> Option<Meaning> {
    let play = |last_wins: bool| {
        Some(Meaning::Lines(vec![if last_wins { "play normal" } else { "play misere" }.to_owned()]))
    };
    let mut aim = reader.clone();
    if aim
        .accept_one(&[
            "the goal is to",
            "the aim is to",
            "the object is to",
            "the objective is to",
            "you win by",
            "the goal of the game is to",
            "the object of the game is to",
        ])
        .is_some()
    {
        let avoid = aim.accept_one(&["avoid being the player who", "avoid"]).is_some();
        aim.accept("be the player who");
        let last = aim.last_move()?;
        return if aim.is_end() { play(last != avoid) } else { None };
    }
    let mut named = reader.clone();
    if let Some(named_first) = named.accept_one(&["the winner is", "the loser is"]) {
        named.player()?;
        let last = named.last_move()?;
        return if named.is_end() { play(last == (named_first == "the winner is")) } else { None };
    }
    let mut reader = reader;
    let misere = reader.clone();
    for (words, last_wins) in [
        ("normal play convention", true),
        ("the normal play convention", true),
        ("normal play rule", true),
        ("misère play convention", false),
        ("the misère play convention", false),
        ("misere play convention", false),
        ("the misere play convention", false),
    ] {
        let mut whole = misere.clone();
        if whole.accept(words) && whole.is_end() {
            return play(last_wins);
        }
    }
    let last = reader
        .attempt(|reader| {
            reader.player()?;
            reader.last_move()
        })
        .or_else(|| {
            reader.attempt(|reader| {
                reader.accept_one(&["taking", "removing"])?;
                reader.last_object().then_some(true)
            })
        })
        .or_else(|| {
            reader
                .accept_one(&[
                    "the last player to move",
                    "last player to move",
                    "the last to move",
                    "the last player",
                    "last player",
                    "the last mover",
                    "last mover",
                ])
                .map(|_| true)
        })?;
    let ending = reader.accept_one(&[
        "is the winner",
        "is the loser",
        "is declared the winner",
        "wins the game",
        "loses the game",
        "wins",
        "loses",
    ])?;
    let wins = !matches!(ending, "is the loser" | "loses the game" | "loses");
    if reader.is_end() { play(last == wins) } else { None }
}

impl Reader<'_> {
    /// Reads `the player who`, `whoever`.
    fn player(&mut self) -> Option<()> {
        self.accept_one(&[
            "the first player who is",
            "the first player who",
            "the first player",
            "the player who",
            "a player who",
            "the player that",
            "the one who",
            "the person who",
            "he who",
            "anyone who",
            "whoever",
            "who",
            "the player",
            "a player",
            "player who",
        ])
        .map(|_| ())
    }

    /// Reads the verb. Returns whether it refers to the player who moves last, rather than to the
    /// player who cannot move.
    fn last_move(&mut self) -> Option<bool> {
        if self
            .accept_one(&[
                "takes",
                "removes",
                "picks up",
                "take",
                "remove",
                "to take",
                "taking",
                "to remove",
                "removing",
                "gets",
                "who takes",
            ])
            .is_some()
        {
            return self.last_object().then_some(true);
        }
        if self
            .accept_one(&[
                "makes the last move",
                "makes the final move",
                "make the last move",
                "moves last",
                "making the last move",
                "to make the last move",
                "to move last",
                "plays last",
            ])
            .is_some()
        {
            return Some(true);
        }
        if self
            .accept_one(&[
                "cannot",
                "can not",
                "can no longer",
                "is unable to",
                "is not able to",
                "who cannot",
                "unable to",
            ])
            .is_some()
        {
            return self.accept_one(&["make a legal move", "make a move", "move"]).map(|_| false);
        }
        self.accept_one(&[
            "has no legal move",
            "has no legal moves",
            "has no move",
            "has no moves",
            "with no legal move",
            "with no legal moves",
            "with no move",
            "with no moves",
        ])?;
        self.accept_one(&["available", "left"]);
        Some(false)
    }

    fn last_object(&mut self) -> bool {
        self.attempt(|reader| {
            reader.accept_one(&["the last", "the final"])?;
            (reader.objects() || reader.accept("one")).then(|| reader.objects())
        })
        .is_some()
    }
}

/// Reads `the game ends when all heaps are empty`, which is always true; other conditions become
/// `stop when`.
pub(super) fn ending(mut reader: Reader<'_>) -> Option<Meaning> {
    reader.accept_one(&["the game", "play"])?;
    reader.accept_one(&["is over", "ends", "stops", "end"])?;
    reader.accept_one(&["as soon as", "when", "if"])?;
    let at = reader.at;
    let said = reader.accept_one(&[
        "all heaps are empty",
        "all piles are empty",
        "no moves are possible",
        "no move is possible",
        "a player cannot move",
        "there are no more moves",
        "no player can move",
        "all the heaps are empty",
        "every heap is empty",
        "every pile is empty",
    ]);
    if said.is_some() && reader.is_end() {
        return Some(Meaning::Lines(Vec::new()));
    }
    Some(Meaning::When(vec!["stop when".to_owned()], at))
}
