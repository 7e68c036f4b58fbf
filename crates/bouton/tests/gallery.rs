//! `docs/gallery.md` and its pictures: generated here, and compared with the existing files.
//!
//! `just gallery` writes them again.

use std::{collections::BTreeSet, fmt::Write, fs, path::PathBuf};

use bouton::{
    Ending, Playable, Watch,
    picture::{HeatMap, HeatMapValue, MarkedPeriod, Plane, SequencePlot, Theme, automaton},
    prove::{Goal, ProveOptions, prove},
    prove_every_number, prove_letters,
};

/// An entry of the gallery: a heading, the rules, the picture.
struct Entry {
    heading: &'static str,
    rules: &'static str,
    heaps: Option<usize>,
    upto: u64,
    fix: &'static [&'static str],
    /// The coordinates of the picture, if they are not the first two that vary.
    axes: Option<&'static str>,
    shown: Show,
    law: Law,
    /// The rules for every number of heaps, or for all numbers that letters may be, of which a theorem is
    /// proved, too.
    general: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum Show {
    Map(HeatMapValue),
    Plot,
    Automaton,
}

/// The source of the words.
enum Law {
    /// A law that is proved now, in the words of `bouton explain`.
    Outcome,
    Grundy,
    /// A theorem that is not a law over binary digits, with its source.
    Known(&'static str),
}

const fn entry(heading: &'static str, rules: &'static str) -> Entry {
    Entry {
        heading,
        rules,
        heaps: None,
        upto: 31,
        fix: &[],
        axes: None,
        shown: Show::Map(HeatMapValue::Outcome),
        law: Law::Outcome,
        general: None,
    }
}

const KAYLES: &str = "The Grundy values of single heaps have period 12 from n = 71 on (Guy and Smith, The G-values of various games, 1956); \
a position is P exactly when the nim-sum of its heaps' values is 0.";
const DAWSON: &str = "The Grundy values of single heaps have period 34 from n = 53 on (Guy and Smith, The G-values of various games, 1956); \
a position is P exactly when the nim-sum of its heaps' values is 0.";

/// Chomp with two rows: the player who is left with the last piece, the poisoned one, has lost.
const CHOMP: &str = "counters a, b; positions where a >= b; move b -> t where t < b; \
move a -> t where t < a, t >= b; move a, b -> t, t where t < b; play misere";
/// From the second and the third step objects go down one step; from the first they are removed.
const STAIRCASE: &str = "counters a, b, c; move a -> t where t < a; move b, a -> t, a + b - t where t < b; \
move c, b -> t, b + c - t where t < c";

/// A part of the chapter: a title, a sentence about its games, and their entries.
struct Part {
    title: &'static str,
    lead: &'static str,
    entries: &'static [Entry],
}

const PARTS: &[Part] = &[
    Part {
        title: "Nim",
        lead: "Any number is taken from one heap, and the player who moves last wins or, in misère play, loses. Bouton found the law in 1901.",
        entries: &[
            Entry { heaps: Some(2), general: Some("nim"), ..entry("Nim", "nim") },
            Entry {
                heaps: Some(2),
                upto: 15,
                shown: Show::Map(HeatMapValue::Grundy),
                law: Law::Grundy,
                ..entry("Nim: Grundy values", "nim")
            },
            Entry { heaps: Some(3), fix: &["h3=5"], ..entry("Nim with a third heap of 5", "nim") },
            Entry {
                heaps: Some(2),
                upto: 15,
                general: Some("misere-nim"),
                ..entry("Misère Nim", "misere-nim")
            },
        ],
    },
    Part {
        title: "Wythoff's game and its relatives",
        lead: "A move may also take from both heaps at once, under a condition on the two numbers.",
        entries: &[
            Entry { upto: 63, ..entry("Wythoff's game", "wythoff") },
            Entry {
                upto: 63,
                shown: Show::Map(HeatMapValue::Grundy),
                ..entry("Wythoff's game: Grundy values", "wythoff")
            },
            Entry {
                upto: 40,
                shown: Show::Map(HeatMapValue::Remoteness),
                ..entry("Wythoff's game: how long it lasts", "wythoff")
            },
            entry(
                "A little of Wythoff: one from both",
                "heaps 2; move take any from 1 heap; move take the same 1 from 2 heaps",
            ),
            entry(
                "A little more of Wythoff: odd numbers",
                "heaps 2; move take any from 1 heap; move take the same odd from 2 heaps",
            ),
            entry(
                "One or two, or the same from both",
                "heaps 2; move take 1..2 from 1 heap; move take the same any from 2 heaps",
            ),
            entry(
                "Along the diagonal, or one",
                "heaps 2; move take the same any from 2 heaps; move take 1 from 1 heap",
            ),
            entry(
                "One from one, two from both",
                "heaps 2; move take 1 from 1 heap; move take 2 from 2 heaps",
            ),
            entry(
                "One from one, two from the other, or one alone",
                "heaps 2; move take 1 from 1 heap; move h1, h2 -> h1 - 1, h2 - 2; move h1, h2 -> h1 - 2, h2 - 1",
            ),
            entry(
                "Nimhoff: from one heap, or up to four in all",
                "heaps 2; move take any from 1 heap; move h1, h2 -> h1 - s, h2 - t where s >= 1, t >= 1, s + t <= 4",
            ),
            Entry {
                fix: &["h3=4"],
                ..entry(
                    "Cyclic Nimhoff with three heaps",
                    "heaps 3; move take any from 1 heap; move take 1..2 in total from at most 3 heaps",
                )
            },
        ],
    },
    Part {
        title: "Subtraction games",
        lead: "Only certain numbers may be taken from a heap. A sum of heaps is decided by the nim-sum of their Grundy values.",
        entries: &[
            Entry { shown: Show::Automaton, ..entry("Take one to three: the automaton", "take-three") },
            Entry {
                general: Some("for all m where m >= 1; heaps any; move take 1..m from 1 heap"),
                ..entry("Take one to three from one of two heaps", "heaps 2; move take 1..3 from 1 heap")
            },
            Entry {
                general: Some("for all m where m >= 2; heaps any; move take 1..m from 1 heap; play misere"),
                ..entry(
                    "Take one to three from one of two heaps, misère",
                    "heaps 2; move take 1..3 from 1 heap; play misere",
                )
            },
            Entry {
                general: Some("heaps any; move take odd from 1 heap"),
                ..entry("An odd number", "heaps 2; move take odd from 1 heap")
            },
            Entry {
                general: Some("heaps any; move take even from 1 heap"),
                ..entry("An even number", "heaps 2; move take even from 1 heap")
            },
            Entry {
                general: Some("heaps any; move take {1,3,4} from 1 heap"),
                ..entry("Subtraction {1, 3, 4}", "heaps 2; move take {1,3,4} from 1 heap")
            },
            Entry {
                shown: Show::Map(HeatMapValue::Remoteness),
                general: Some("for all a where a >= 1; heaps any; move take {1,2*a} from 1 heap"),
                ..entry("Subtraction {1, 4}: how long it lasts", "heaps 2; move take {1,4} from 1 heap")
            },
            entry(
                "Different amounts from different heaps",
                "heaps 2; move take 1..3 from h1; move take {1,3,4} from h2",
            ),
        ],
    },
    Part {
        title: "From several heaps at once",
        lead: "A move may or must touch several heaps: any of them, or those that an edge of a graph joins.",
        entries: &[
            Entry {
                fix: &["h3=15", "h4=15"],
                general: Some("heaps any; move take any from at most 2 heaps"),
                ..entry("Moore's Nim: from at most two of four heaps", "moore")
            },
            entry("Up to four from each", "heaps 2; move take 1..4 from at most 2 heaps"),
            Entry {
                fix: &["h3=5", "h4=8", "h5=11"],
                upto: 15,
                ..entry("One from at most two of five heaps", "heaps 5; move take 1 from at most 2 heaps")
            },
            Entry {
                fix: &["h3=1", "h4=2"],
                upto: 15,
                ..entry("One or two in total from four heaps", "two-in-total")
            },
            Entry {
                fix: &["h3=4", "h4=4"],
                upto: 15,
                ..entry("From exactly two of four heaps", "heaps 4; move take any from exactly 2 heaps")
            },
            Entry {
                fix: &["h3=1"],
                upto: 15,
                ..entry(
                    "From exactly two of three heaps, misère",
                    "heaps 3; move take any from exactly 2 heaps; play misere",
                )
            },
            Entry {
                fix: &["h3=0"],
                upto: 15,
                ..entry(
                    "All three at once, or one",
                    "heaps 3; move take any from 1 heap; move take any from 3 heaps",
                )
            },
            Entry {
                fix: &["h3=5"],
                upto: 15,
                ..entry(
                    "A path of three: one from each of two neighbours",
                    "heaps 3; move take 1 from h1 and h2; move take 1 from h2 and h3",
                )
            },
            Entry {
                fix: &["h3=5", "h4=9"],
                upto: 15,
                ..entry(
                    "A square: one from each of two neighbours",
                    "heaps 4; move take 1 from h1 and h2; move take 1 from h2 and h3; move take 1 from h3 and h4; move take 1 from h4 and h1",
                )
            },
            Entry {
                fix: &["h3=5", "h4=9"],
                upto: 15,
                ..entry("Two pairs", "heaps 4; move take any from h1 and h2; move take any from h3 and h4")
            },
            Entry {
                fix: &["h3=5", "h4=9"],
                upto: 15,
                ..entry(
                    "A square: any from two neighbours",
                    "heaps 4; move take any from h1 and h2; move take any from h2 and h3; move take any from h3 and h4; move take any from h4 and h1",
                )
            },
            Entry {
                fix: &["h1=6", "h2=4", "h3=4"],
                axes: Some("h4,h5"),
                upto: 15,
                ..entry(
                    "Three edges on five vertices",
                    "heaps 5; move take any from {h1, h2}; move take any from {h1, h3, h4}; move take any from {h2, h3, h5}",
                )
            },
        ],
    },
    Part {
        title: "A pass",
        lead: "The players share one pass, or two: as long as a heap is left, the player to move may pass instead of taking something.",
        entries: &[
            Entry { heaps: Some(2), ..entry("Nim with a pass", "nim-with-a-pass") },
            Entry {
                fix: &["m1=0", "m3=0"],
                upto: 15,
                ..entry("A pass on small heaps: how many of size 2 and 4", "small-pass")
            },
            Entry {
                general: Some(
                    "for all m where m >= 1; heaps 1; move take 1..m from 1 heap; pass 1 unless empty",
                ),
                ..entry("One or two, with a pass", "heaps 2; move take 1..2 from 1 heap; pass 1 unless empty")
            },
            entry("One to three, with a pass", "heaps 2; move take 1..3 from 1 heap; pass 1 unless empty"),
            entry("Two passes", "heaps 2; move take any from 1 heap; pass 2 unless empty"),
        ],
    },
    Part {
        title: "Counters",
        lead: "A move lowers, raises or exchanges numbers, under conditions that the rules state. A position may have restrictions, too.",
        entries: &[
            entry(
                "One to three of a, or an exchange under a condition",
                "counters a, b; move a -> a - t where t >= 1, t <= 3; move a, b -> b, a - 1 when a > b",
            ),
            entry(
                "One to three of a, or one of b",
                "counters a, b; move a -> a - t where t >= 1, t <= 3; move b -> b - 1",
            ),
            Entry {
                upto: 63,
                ..entry(
                    "Halving, or one less",
                    "counters a; move a -> a - 1 when a >= 1; move a -> a div 2 when a >= 2",
                )
            },
            entry(
                "Exchange two for one",
                "counters a, b; move a -> a - 1; move b -> b - 1; move a, b -> a - 2, b + 1",
            ),
            entry(
                "Two of one for one of the other",
                "heaps 2; move h1, h2 -> h1 - 2, h2 + 1; move h2, h1 -> h2 - 2, h1 + 1",
            ),
            entry(
                "At least two from one, one onto the other",
                "heaps 2; move h1, h2 -> h1 - t, h2 + 1 where t >= 2; move h2, h1 -> h2 - t, h1 + 1 where t >= 2",
            ),
            Entry {
                fix: &["h3=0"],
                ..entry(
                    "Lim: from two heaps, and as many onto the third",
                    "heaps 3; move h1, h2, h3 -> h1 - t, h2 - t, h3 + t where t >= 1; move h1, h3, h2 -> h1 - t, h3 - t, h2 + t where t >= 1; move h2, h3, h1 -> h2 - t, h3 - t, h1 + t where t >= 1",
                )
            },
            Entry { fix: &["b=3"], ..entry("A staircase of three steps", STAIRCASE) },
            Entry { upto: 15, ..entry("Chomp with two rows", CHOMP) },
            Entry {
                fix: &["h3=7"],
                upto: 15,
                ..entry(
                    "Welter's game with three coins",
                    "heaps 3; positions where all heaps are distinct; move h1 -> t where t < h1, t != h2, t != h3; move h2 -> t where t < h2, t != h1, t != h3; move h3 -> t where t < h3, t != h1, t != h2",
                )
            },
        ],
    },
    Part {
        title: "Three players",
        lead: "Under the podium rule a player who cannot be last to move prefers to be last but one. With coalitions each player faces the other two together.",
        entries: &[
            Entry {
                heaps: Some(3),
                fix: &["h3=3"],
                general: Some("podium-nim"),
                ..entry("Three players, podium rule", "podium-nim")
            },
            Entry {
                upto: 11,
                ..entry(
                    "Three players, coalitions",
                    "players 3 coalition; heaps 2; move take 1..2 from 1 heap",
                )
            },
        ],
    },
    Part {
        title: "Taking and breaking",
        lead: "A move may split a heap into two. The Grundy values of single heaps are periodic, and the period is proved.",
        entries: &[
            Entry { law: Law::Known(KAYLES), upto: 200, shown: Show::Plot, ..entry("Kayles", "kayles") },
            Entry { law: Law::Known(DAWSON), upto: 63, ..entry("Dawson's Kayles", "dawsons-kayles") },
        ],
    },
];

/// All entries, in their order.
fn entries() -> impl Iterator<Item = &'static Entry> {
    PARTS.iter().flat_map(|part| part.entries)
}

/// The name of the picture of the entry at a place.
fn name(index: usize, entry: &Entry) -> String {
    let words: String = entry.heading.to_lowercase().replace('è', "e").replace('\'', "");
    let words = words.replace(|letter: char| !letter.is_ascii_alphanumeric(), " ");
    format!("{:02}-{}.svg", index + 1, words.split_whitespace().take(6).collect::<Vec<_>>().join("-"))
}

fn playable(entry: &Entry) -> Playable {
    Playable::new(&bouton::rules::resolve(entry.rules).unwrap(), entry.heaps).unwrap()
}

fn picture(entry: &Entry) -> String {
    let playable = playable(entry);
    let theme = Theme::LIGHT;
    match entry.shown {
        Show::Map(shown) => {
            let plane = Plane::new(&playable, entry.upto, entry.axes, entry.fix).unwrap();
            HeatMap::new(&playable, plane, shown, &Watch::unlimited())
                .unwrap()
                .picture(&theme, &Watch::unlimited())
                .unwrap()
                .svg(&Watch::unlimited())
                .unwrap()
        }
        Show::Plot => {
            let bouton::Arena::Code(code) = playable.arena() else { panic!("plots are of single heaps") };
            let sequence = bouton::solve::grundy_sequence(code, entry.upto, &Watch::unlimited()).unwrap();
            let period = sequence.period.as_ref().map(|period| MarkedPeriod {
                length: period.length,
                preperiod: period.preperiod,
                saltus: period.saltus,
                proved: period.proved,
            });
            SequencePlot::new(&playable.title(), &sequence.values, period)
                .picture(&theme, &Watch::unlimited())
                .unwrap()
                .svg(&Watch::unlimited())
                .unwrap()
        }
        Show::Automaton => {
            let law = bouton::bundled_law(&playable, false).unwrap();
            let (valuation, digits) = (law.law().valuation, &law.law().automaton);
            let diagram = bouton::explain::Diagram::most_significant_first(law.ruleset(), valuation, digits);
            automaton(&diagram, &theme, &Watch::unlimited()).unwrap().svg(&Watch::unlimited()).unwrap()
        }
    }
}

/// The content of the picture where the law is about something else.
fn shown(entry: &Entry) -> Option<&'static str> {
    match (entry.shown, &entry.law) {
        (Show::Map(HeatMapValue::Grundy), Law::Outcome) => Some(
            "The picture shows the Grundy values, for which no law is known. The law is that of the P-positions, where they are 0.",
        ),
        (Show::Map(HeatMapValue::Remoteness), _) => Some(
            "The picture shows the remoteness: the number of moves to the end if the winner hurries and the loser delays. It is even \
             exactly at the P-positions, and the law is that of these.",
        ),
        (Show::Plot, _) => Some("The picture shows the Grundy values of single heaps."),
        (Show::Automaton, _) => {
            Some("The picture shows the law as an automaton that reads the binary digits of the heap.")
        }
        _ => None,
    }
}

/// The law in words, and the command that prints all of it, if the words are incomplete.
fn words(entry: &Entry) -> (String, Option<String>) {
    let goal = match entry.law {
        Law::Known(words) => return (words.to_owned(), None),
        Law::Outcome => Goal::Outcome,
        Law::Grundy => Goal::Grundy,
    };
    let playable = playable(entry);
    let explanation = match bouton::bundled_law(&playable, matches!(goal, Goal::Grundy)) {
        Some(law) => bouton::explain::explain(law.ruleset(), law.law()),
        None => {
            let ruleset = playable.ruleset().unwrap();
            let proof = prove(ruleset, goal, &ProveOptions::default(), &Watch::unlimited()).unwrap();
            bouton::explain::explain(ruleset, proof.certificate.law().unwrap())
        }
    };
    let command = format!("bouton explain {}", argument(entry));
    let (theorem, whole) = (explanation.theorem(), "the whole explanation");
    let told = theorem.replace(whole, &format!("{whole} (`{command}`)"));
    let whole = (told != theorem).then_some(command);
    let told = told.replace(">=", "≥").replace("<=", "≤");
    let players = explanation.players().map_or(String::new(), |letters| format!("\n\n{letters}"));
    (told + &players, whole)
}

/// The rules for every number of heaps or with letters, and their theorem.
fn general(entry: &Entry) -> Option<(String, String)> {
    let game = bouton::rules::resolve(entry.general?).unwrap();
    let sentence = if game.letters().is_empty() {
        let (options, watch) = (ProveOptions::default(), Watch::unlimited());
        let Ending::Proved(proved) =
            prove_every_number(&game, Some(Goal::Outcome), &options, &watch).unwrap()
        else {
            panic!("{}: no theorem", entry.heading)
        };
        // A statement of several paragraphs has a shorter form.
        let body = proved.theorem.body();
        if body.trim_end().contains('\n') { proved.theorem.sentence() } else { body }
    } else {
        let ending = prove_letters(&game, Goal::Outcome, false, &Watch::unlimited()).unwrap();
        ending.theorem.unwrap().sentence()
    };
    Some((game.text().to_owned(), sentence))
}

/// The game as it is written on a command line.
fn argument(entry: &Entry) -> String {
    quoted(entry.rules)
}

fn quoted(rules: &str) -> String {
    if rules.contains(' ') { format!("'{rules}'") } else { rules.to_owned() }
}

fn command(entry: &Entry, file: &str) -> String {
    let rules = argument(entry);
    match entry.shown {
        Show::Automaton => format!("bouton explain {rules} --format svg -o {file}"),
        Show::Plot => format!("bouton sequence {rules} --upto {} --format svg -o {file}", entry.upto),
        Show::Map(shown) => {
            let heaps = entry.heaps.map_or(String::new(), |heaps| format!(" --heaps {heaps}"));
            let fix =
                if entry.fix.is_empty() { String::new() } else { format!(" --fix {}", entry.fix.join(",")) };
            let value = match shown {
                HeatMapValue::Grundy => " --value grundy",
                HeatMapValue::Remoteness => " --value remoteness",
                _ => "",
            };
            let axes = entry.axes.map_or(String::new(), |axes| format!(" --axes {axes}"));
            format!(
                "bouton table {rules}{heaps} --upto {}{axes}{fix}{value} --format svg -o {file}",
                entry.upto
            )
        }
    }
}

/// The command that writes the certificate of the law.
fn certificate(entry: &Entry, picture: &str) -> String {
    let value = match entry.law {
        Law::Known(_) => return String::new(),
        Law::Outcome => "",
        Law::Grundy => " --value grundy",
    };
    let heaps = entry.heaps.map_or(String::new(), |heaps| format!(" --heaps {heaps}"));
    let file = picture.replace(".svg", ".cert");
    format!("bouton prove {}{heaps}{value} -o {file}\n", argument(entry))
}

/// Words as Markdown: characters that would be marks are escaped, except in code.
fn markdown(words: &str) -> String {
    let mut text = String::new();
    let mut code = false;
    for letter in words.trim_end().chars() {
        code ^= letter == '`';
        if !code && matches!(letter, '*' | '_' | '[' | ']' | '<') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// The number of different rulesets.
fn games() -> usize {
    entries().map(|entry| entry.rules).collect::<BTreeSet<_>>().len()
}

/// Rules as a block, which the served documentation links to the views of their game.
fn rules_block(rules: &str) -> String {
    format!("```game\n{}\n```\n\n", rules.trim_end())
}

fn page() -> String {
    let mut page = format!(
        "# Gallery\n\n{} pictures of {} games. Each entry has the rules, the law in words, and the commands that draw the picture and write \
         the certificate.\nA law without a source was found and proved by `bouton prove`: it holds at every position of the game, not only in \
         the picture. *In general* is a\ntheorem for every number of heaps, or for all letters.\n\nIn a P-position the player to move loses, \
         and in an N-position that player wins. The heaps are h1, h2, …; where a law orders\nthem, a ≤ b ≤ … are the same numbers in ascending \
         order. The nim-sum ⊕ is the sum of binary numbers without carrying, ⌊x⌋ is x rounded\ndown, and *x mod m* is the remainder. \
         (`just gallery` writes this page and its pictures again, and a test compares them.)\n",
        entries().count(),
        games(),
    );
    // The laws that were stated, each with the place of its entry.
    let mut stated: Vec<(&str, String, usize)> = Vec::new();
    let mut number = 0;
    for part in PARTS {
        let _ = write!(page, "\n## {}\n\n{}\n", part.title, part.lead);
        for entry in part.entries {
            number += 1;
            let file = name(number - 1, entry);
            let rules = rules_block(&playable(entry).game().text());
            let (words, whole) = words(entry);
            let law = match stated.iter().find(|(of, known, _)| (*of, known) == (entry.rules, &words)) {
                Some((.., first)) if entry.general.is_none() => {
                    let heading = entries().nth(first - 1).map_or("", |entry| entry.heading);
                    format!("**Law.** The same as in [{first}. {heading}](#{}).\n\n", anchor(*first, heading))
                }
                _ => format!("**Law.** {}\n\n", markdown(&words)),
            };
            stated.push((entry.rules, words, number));
            let shown = shown(entry).map_or(String::new(), |shown| format!("{shown}\n\n"));
            let whole = whole.map_or(String::new(), |command| format!("{command}\n"));
            let mut whole = whole + &certificate(entry, &file);
            let general = general(entry).map_or(String::new(), |(rules, sentence)| {
                let file = file.replace(".svg", "-general.cert");
                let _ = writeln!(whole, "bouton prove {} -o {file}", quoted(entry.general.unwrap()));
                format!("**In general.** {}\n\n{}", markdown(&sentence), rules_block(&rules))
            });
            let (heading, command) = (entry.heading, command(entry, &file));
            let _ = write!(
                page,
                "\n### {number}. {heading}\n\n![{heading}](gallery/{file})\n\n{rules}{shown}{law}{general}```sh\n{command}\n{whole}```\n",
            );
        }
    }
    page
}

/// The anchor of the heading of an entry.
fn anchor(number: usize, heading: &str) -> String {
    let heading = format!("{number} {heading}").to_lowercase();
    heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn the_gallery_is_current() {
    let docs = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let writes = std::env::var_os("BOUTON_GALLERY").is_some_and(|value| value == "write");
    if writes {
        fs::create_dir_all(docs.join("gallery")).unwrap();
    }
    let mut files = vec![("gallery.md".to_owned(), page())];
    files.extend(
        entries()
            .enumerate()
            .map(|(index, entry)| (format!("gallery/{}", name(index, entry)), picture(entry))),
    );
    if writes {
        // Entries may have moved.
        for file in fs::read_dir(docs.join("gallery")).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    for (file, text) in &files {
        if writes {
            fs::write(docs.join(file), text).unwrap();
        }
        let stands = fs::read_to_string(docs.join(file)).unwrap_or_default();
        assert!(stands == *text, "docs/{file} is not current; write it again with `just gallery`");
        assert!(text.len() < 150_000, "docs/{file} has {} bytes", text.len());
    }
    // Other pages state the number of entries.
    assert_eq!(games(), 50);
    for page in ["index.md", "../README.md"] {
        assert!(fs::read_to_string(docs.join(page)).unwrap().contains("fifty games"), "{page}");
    }
    // The folder contains nothing else.
    let pictures = fs::read_dir(docs.join("gallery")).unwrap().count();
    assert_eq!(pictures, entries().count());
}
