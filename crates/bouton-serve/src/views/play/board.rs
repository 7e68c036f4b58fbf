//! Heaps as objects that can be clicked and dragged.

use bouton::{Answer, AnsweredMove, Arena, Space, TakeAndBreakCode};
use maud::{Markup, html};
use num_bigint::BigUint;

use super::score::Score;
use crate::{
    texts::{t, with},
    views::{layout::GameLink, mathematics::symbol},
};

/// The most objects of a heap that are drawn; larger heaps are a bar with a number.
const MOST_OBJECTS: u64 = 40;

/// The most objects of a heap in a narrow pile; where one has more, all piles of the board are broad.
const MOST_NARROW: u64 = 15;
/// The most objects of a pile beside others on a phone, and of a row in one line there: fingers need broad pins.
const MOST_BESIDE: u64 = 12;
const MOST_IN_LINE: u64 = 9;

/// The most heaps of one size that are drawn.
const MOST_HEAPS: u64 = 12;

/// Whether there is a move that takes nothing.
pub(super) fn can_pass(known: &Answer) -> bool {
    known.moves.iter().any(|option| option.to.coordinates == known.position.coordinates)
}

/// A heap of the board.
struct Heap<'t> {
    index: usize,
    /// Its name, if heaps have names.
    name: Option<Name<'t>>,
    size: BigUint,
    /// Whether the user may take from it.
    live: bool,
    /// Whether objects are taken from the middle of a row.
    row: bool,
    /// The places of the objects that winning moves begin with, or take.
    marks: Vec<u64>,
    /// The number of objects that the computers have just taken.
    gone: u64,
    /// The largest size in this game: the shape of a heap does not change while it becomes smaller.
    largest: BigUint,
    /// The largest size of any heap of the board in this game.
    of_all: BigUint,
}

/// The name of a heap or a counter.
enum Name<'t> {
    /// A heap that has its number for a name, from 1 on.
    Numbered(usize),
    /// A name in the rules.
    Own(&'t str),
}

impl<'t> Name<'t> {
    fn new(index: usize, name: &'t str) -> Self {
        let is_numbered = name.strip_prefix('h').and_then(|number| number.parse().ok()) == Some(index + 1);
        if is_numbered { Self::Numbered(index + 1) } else { Self::Own(name) }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Numbered(number) => with("play.heap-name", &[&number.to_string()]),
            Self::Own(name) => (*name).to_owned(),
        }
    }

    fn markup(&self) -> Markup {
        match self {
            Self::Numbered(_) => html! { (self.in_words()) },
            Self::Own(name) => symbol(name),
        }
    }
}

impl Heap<'_> {
    /// The size of the heap in tenths of the largest of the board, from 1 on.
    fn tenths(&self) -> u64 {
        let largest = self.of_all.clone().max(1u32.into());
        let tenths = (&self.size * 10u32 + &largest - 1u32) / largest;
        u64::try_from(tenths).unwrap_or(10).clamp(1, 10)
    }

    fn markup(&self) -> Markup {
        let objects = u64::try_from(&self.size).ok().filter(|&objects| objects <= MOST_OBJECTS);
        let size = self.size.to_string();
        let words = self.name.as_ref().map_or_else(
            || with("play.heap-of", &[&size]),
            |name| with("play.heap", &[&name.in_words(), &size]),
        );
        html! {
            li.heap.line[self.row].long[self.largest > MOST_IN_LINE.into()].wide[!self.row && objects.is_some() && self.largest > MOST_BESIDE.into()] data-heap=(self.index) data-size=(size) data-objects[objects.is_some()] {
                div.pieces data-live[self.live] aria-label=(words) role="img" {
                    @match objects {
                        Some(objects) => @for object in 0..objects { span.piece.wins[self.marks.contains(&object)] data-index=(object) {} },
                        None => span.bar data-tenths=(self.tenths()) { (shortened(&self.size)) },
                    }
                    @if objects.is_some_and(|objects| objects + self.gone <= MOST_OBJECTS) { @for _ in 0..self.gone { span.piece.gone {} } }
                }
                p.label { @if let Some(name) = &self.name { span.name { (name.markup()) } " " } span.size { (shortened(&self.size)) } }
            }
        }
    }
}

/// The objects with which moves begin: for each heap of the board, the places of the lowest objects taken.
fn marks(from: &[BigUint], moves: &[&AnsweredMove], kind: Kind, heap: usize) -> Vec<u64> {
    let place = |number: &BigUint| u64::try_from(number).ok();
    let mut found = Vec::new();
    for option in moves {
        let to = &option.to.coordinates;
        match kind {
            Kind::Heaps | Kind::Counters => {
                let (Some(before), Some(after)) = (from.get(heap), to.get(heap)) else { continue };
                let others = from.iter().zip(to).filter(|(before, after)| before != after).count();
                // A move that takes from several heaps is marked only if it is the only move.
                if after < before && (others == 1 || moves.len() == 1) {
                    found.extend(place(after));
                }
            }
            Kind::Sizes => {
                let changed =
                    || from.iter().zip(to).zip(1u64..).filter(|((before, after), _)| before != after);
                let mut gone = changed().filter(|((before, after), _)| after < before).map(|(_, size)| size);
                let mut come = changed().filter(|((before, after), _)| after > before).map(|(_, size)| size);
                let (first, rest) = (gone.next(), come.next().unwrap_or(0));
                if first == u64::try_from(heap).ok() && gone.next().is_none() && come.next().is_none() {
                    found.push(rest);
                }
            }
            Kind::Row => {}
        }
    }
    found
}

/// A long number, shortened to its ends.
fn shortened(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 12 {
        return digits;
    }
    with("play.long", &[&digits[..4], &digits[digits.len() - 4..], &digits.len().to_string()])
}

/// The objects of a position, and how they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Heaps in a row, each with a name.
    Heaps,
    /// Rows of objects that may be split.
    Row,
    /// Heaps, of which only the sizes matter.
    Sizes,
    /// Numbers.
    Counters,
}

impl Kind {
    pub(super) fn of(score: &Score) -> Self {
        let playable = score.partner().playable();
        match (playable.arena(), playable.ruleset().map(bouton::Ruleset::space)) {
            (Arena::Code(_), _) => Self::Row,
            (Arena::Open(_), _) | (_, Some(Space::Heaps)) => Self::Heaps,
            (_, Some(Space::HeapSizes)) => Self::Sizes,
            _ => Self::Counters,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Row => "row",
            Self::Sizes => "sizes",
            Self::Counters => "counters",
        }
    }
}

/// The heaps of the displayed position, with marks on the objects with which these moves begin.
pub(super) fn board(score: &Score, known: &Answer, marked: &[&AnsweredMove]) -> Markup {
    let playable = score.partner().playable();
    let (placed, live) = (score.placed(), score.humans_turn() && !known.moves.is_empty());
    let kind = Kind::of(score);
    let names: Vec<String> = match playable.ruleset() {
        Some(ruleset) => ruleset.coordinates().to_vec(),
        None => (1..=placed.0.len()).map(|heap| format!("h{heap}")).collect(),
    };
    let marks = |heap| marks(&placed.0, marked, kind, heap);
    let reached = score.reached();
    let (began, before) = (reached.first(), reached.get(score.first_reply()));
    let of = |position: Option<&bouton::BigPosition>, heap: usize| {
        position.and_then(|position| position.0.get(heap)).cloned().unwrap_or_default()
    };
    // Rows have no numbers of their own: after a move others stand at their places.
    let gone = |heap: usize, size: &BigUint| match kind {
        Kind::Heaps | Kind::Counters => {
            let before = of(before, heap);
            if before > *size { u64::try_from(before - size).unwrap_or(0) } else { 0 }
        }
        Kind::Row | Kind::Sizes => 0,
    };
    let largest = |heap: usize, size: &BigUint| match kind {
        Kind::Heaps | Kind::Counters => of(began, heap).max(size.clone()),
        Kind::Row | Kind::Sizes => size.clone(),
    };
    let broad = kind != Kind::Row
        && placed.0.iter().enumerate().any(|(heap, size)| largest(heap, size) > MOST_NARROW.into());
    let of_all =
        placed.0.iter().enumerate().map(|(heap, size)| largest(heap, size)).max().unwrap_or_default();
    let code = match playable.arena() {
        Arena::Code(code) => Some(code),
        _ => None,
    };
    html! {
        @if kind == Kind::Sizes {
            @let sizes = || (1usize..).zip(&placed.0);
            @let sizes_of_all = placed.0.len();
            p.note { (with("play.heaps-of", &[&sizes().filter(|(_, count)| **count > BigUint::ZERO).map(|(size, count)| format!("{count} × {size}")).collect::<Vec<_>>().join(", ")])) }
            ul.heaps.small data-kind=(kind.name()) {
                @for (size, count) in sizes() {
                    @for copy in 0..u64::try_from(count).unwrap_or(u64::MAX).min(MOST_HEAPS) {
                        ({ Heap { index: size, name: None, size: size.into(), live, row: false, marks: if copy == 0 { marks(size) } else { Vec::new() }, gone: 0, largest: size.into(), of_all: sizes_of_all.into() }.markup() })
                    }
                    @if *count > MOST_HEAPS.into() { li.more { (with("play.more-heaps", &[&count.to_string(), &size.to_string()])) } }
                }
            }
        } @else {
            ul.heaps.broad[broad] data-kind=(kind.name()) data-most=[code.map(most_taken)] data-divides[code.is_some_and(divides)] data-unequal[code.is_some_and(TakeAndBreakCode::parts_are_unequal)] {
                @for (index, size) in placed.0.iter().enumerate() {
                    ({ Heap { index, name: names.get(index).map(|name| Name::new(index, name)), size: size.clone(), live, row: kind == Kind::Row, marks: marks(index), gone: gone(index, size), largest: largest(index, size), of_all: of_all.clone() }.markup() })
                }
            }
        }
        @if live { p.note.scripted-only { (how(kind, &placed.0, code, is_a_code(score.link_to_game()))) @if kind == Kind::Heaps && takes_from_several(known) { " " (t("play.how-several")) } } }
    }
}

/// Whether a listed move takes from more than one heap.
fn takes_from_several(known: &Answer) -> bool {
    let from = &known.position.coordinates;
    let taken = |option: &AnsweredMove| {
        from.iter().zip(&option.to.coordinates).filter(|(from, to)| to < from).count()
    };
    known.moves.iter().any(|option| taken(option) > 1)
}

/// The most objects that a move may take from a drawn heap; 0 if moves only divide heaps.
pub(super) fn most_taken(code: &TakeAndBreakCode) -> u64 {
    let taken = (1..=MOST_OBJECTS).rev();
    let allows = |taken: &u64| usize::try_from(*taken).is_ok_and(|taken| code.digit(taken) != 0);
    taken.into_iter().find(allows).unwrap_or(0)
}

/// Whether a heap may be divided while nothing is taken.
pub(super) fn divides(code: &TakeAndBreakCode) -> bool {
    code.digit(0) != 0
}

/// Whether a game is given as a code alone, the amounts of which stand below the heading.
pub(super) fn is_a_code(link: &GameLink) -> bool {
    link.game.trim().starts_with(|first: char| first.is_ascii_digit())
}

/// The amounts that may be taken, and from where, in words; `None` if the code has too many for a sentence.
pub(super) fn amounts(code: &TakeAndBreakCode) -> Option<String> {
    const MOST: usize = 6;
    let place = |digit: u8| {
        Some(t(match digit {
            1 => "play.take-whole",
            2 => "play.take-end-not-all",
            3 => "play.take-end",
            4 => "play.take-inside",
            5 => "play.take-whole-inside",
            6 => "play.take-not-all",
            7 => "play.take-anywhere",
            _ => return None,
        }))
    };
    let told = |numbers: &[String], digit: u8| {
        let numbers = match numbers {
            [first @ .., last] if !first.is_empty() => with("play.or", &[&first.join(", "), last]),
            numbers => numbers.concat(),
        };
        Some(format!("{numbers} ({})", place(digit)?))
    };
    let all: Option<Vec<String>> = match (code.digits(), code.tail()) {
        (digits, []) => {
            // Amounts beside each other that are taken from the same places.
            let mut groups: Vec<(u8, Vec<String>)> = Vec::new();
            for (taken, &digit) in digits.iter().enumerate().skip(1).filter(|(_, digit)| **digit != 0) {
                match groups.last_mut().filter(|(last, _)| *last == digit) {
                    Some((_, numbers)) => numbers.push(taken.to_string()),
                    None => groups.push((digit, vec![taken.to_string()])),
                }
            }
            groups.iter().map(|(digit, numbers)| told(numbers, *digit)).collect()
        }
        ([_], [digit]) => told(&[t("play.any-number").to_owned()], *digit).map(|told| vec![told]),
        _ => None,
    };
    all.filter(|all| (1..=MOST).contains(&all.len())).map(|all| with("play.may-take", &[&all.join(", ")]))
}

/// How a move is made on the board.
fn how(kind: Kind, sizes: &[BigUint], code: Option<&TakeAndBreakCode>, is_a_code: bool) -> Markup {
    // The numbers of a position by sizes are not heaps, and all of its heaps are small.
    let large = sizes.iter().filter(|size| kind != Kind::Sizes && **size > MOST_OBJECTS.into()).count();
    let nonempty = sizes.iter().filter(|size| **size > BigUint::ZERO).count();
    let (drawn, blocks) = match kind {
        Kind::Row => {
            let of_row = match code.map(|code| (divides(code), most_taken(code) > 0)) {
                Some((true, false)) => "play.how-divide",
                Some((true, true)) => "play.how-row-or-divide",
                _ => "play.how-row",
            };
            (of_row, "play.how-large-row")
        }
        Kind::Counters => ("play.how-counters", "play.how-large-counter"),
        Kind::Heaps | Kind::Sizes => ("play.how", "play.how-large"),
    };
    html! {
        @if large > 0 && large == nonempty { (t(blocks)) } @else {
            (t(drawn))
            @if code.is_some_and(TakeAndBreakCode::parts_are_unequal) { " " (t("play.unequal")) }
            @if let Some(amounts) = code.filter(|_| !is_a_code).and_then(amounts) { " " (amounts) }
            @if large > 0 { " " (t("play.how-some-large")) }
            span.keys { " " (t(if kind == Kind::Row { "play.keys-row" } else { "play.keys" })) }
        }
    }
}
