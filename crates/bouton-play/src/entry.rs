//! The lines that a player types.

use bouton_core::{ControlState, Position, Space};
use bouton_game::{Arena, BigPosition, Playable, PositionError, legality_of_heaps};
use num_bigint::BigUint;

use crate::{Level, UnknownLevel};

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The line `help`.
    Help,
    /// The line `hint`.
    Hint,
    /// The line `why`.
    Why,
    /// The line `moves`, or `moves marked`, which marks winning moves.
    Moves {
        /// Whether winning moves are marked.
        marked: bool,
    },
    /// The line `rules`: the rules of the game.
    Rules,
    /// The line `law`: the proved law, if one is known.
    Law,
    /// The line `log`: the moves so far.
    Log,
    /// The line `undo`.
    Undo,
    /// The line `new`: from the same start, or a random one if the start was random.
    New,
    /// The line `new 3,4,5`.
    NewAt(Position),
    /// The line `new random`: from a fair start.
    NewRandom,
    /// The line `swap`: change sides.
    Swap,
    /// The line `level weak`: the rate of the computer's errors.
    Level(Level),
    /// The line `save`, with the name of a file if one follows.
    Save(Option<String>),
    /// The line `quit`.
    Quit,
    /// A move: the positions that may be meant, the likeliest first.
    Move(Vec<BigPosition>),
    /// A move by its number in the list, counted from 1: `#4`.
    Numbered(usize),
}

/// The words that a player may type, for completion and help.
pub const WORDS: [&str; 16] = [
    "help",
    "hint",
    "why",
    "moves",
    "moves marked",
    "rules",
    "law",
    "log",
    "undo",
    "new",
    "new random",
    "swap",
    "level",
    "save",
    "quit",
    "take",
];

/// The reason why a line is not an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// The line is wrong.
    Wrong(String),
    /// This text is neither a word of the dialogue nor a position.
    Unknown(String),
    /// The line lacks the heap that this amount is taken from; the player is asked.
    FromWhich {
        /// The amount.
        amount: String,
        /// The question.
        question: String,
    },
    /// A number alone, where positions have several: the number of a move if moves were just
    /// listed.
    Alone {
        /// The number.
        number: usize,
        /// The message about its possible meanings.
        message: String,
    },
    /// A take that may leave the rest of a heap in several ways.
    Parted {
        /// The positions that may be meant.
        positions: Vec<BigPosition>,
        /// The message that names them.
        message: String,
    },
}

impl Unclear {
    /// The message to the player.
    pub(super) fn message(self) -> String {
        match self {
            Self::Wrong(message) | Self::Alone { message, .. } | Self::Parted { message, .. } => message,
            Self::Unknown(text) => {
                format!("`{text}` is not a move; write the position to move to (as in `3,4,5`)")
            }
            Self::FromWhich { question, .. } => question,
        }
    }

    /// The message to the player of a dialogue, who may ask for help.
    pub(super) fn spoken(self) -> String {
        let is_unknown = matches!(self, Self::Unknown(_));
        self.message() + if is_unknown { ", or `help`" } else { "" }
    }
}

impl From<String> for Unclear {
    fn from(message: String) -> Self {
        Self::Wrong(message)
    }
}

/// Parses a line.
///
/// # Errors
///
/// The fault, as a message to the player.
pub fn understand(line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    read(line, playable, from).map_err(Unclear::message)
}

/// The positions that a take may lead to where the rest of its heap may be split in several ways, such as `take 1 from
/// heap 1`; none if the line is anything else.
///
/// ```
/// use bouton::{Game, play::parted};
///
/// let kayles = Game::named("kayles")?.playable()?;
/// let from = kayles.place(&"4".parse()?)?;
/// let positions = parted("take 1", &kayles, &from);
/// let written: Vec<_> = positions.iter().map(|to| kayles.write(&to.0, to.1).to_string()).collect();
/// assert_eq!(written, ["3", "1,2"]);
/// assert!(parted("take 9", &kayles, &from).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn parted(line: &str, playable: &Playable, from: &BigPosition) -> Vec<BigPosition> {
    match read(line, playable, from) {
        Err(Unclear::Parted { positions, .. }) => positions,
        _ => Vec::new(),
    }
}

/// Like [`understand`], with questions to the player.
pub(super) fn read(line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, Unclear> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    // Names of files keep their capitals.
    let rest = line.split_once(char::is_whitespace).map(|(_, rest)| rest.trim());
    // A counter may have the name of a command.
    if let Some(targets) = as_listed(line, &lower, playable, from)? {
        return Ok(Entry::Move(targets));
    }
    match words.as_slice() {
        ["help" | "h" | "?"] => return Ok(Entry::Help),
        ["hint"] => return Ok(Entry::Hint),
        ["why"] => return Ok(Entry::Why),
        ["moves"] => return Ok(Entry::Moves { marked: false }),
        ["moves", "marked" | "winning"] => return Ok(Entry::Moves { marked: true }),
        ["rules"] => return Ok(Entry::Rules),
        ["law"] => return Ok(Entry::Law),
        ["log"] => return Ok(Entry::Log),
        ["undo" | "u"] => return Ok(Entry::Undo),
        ["new"] => return Ok(Entry::New),
        ["new", "random"] => return Ok(Entry::NewRandom),
        ["new", ..] => return Ok(Entry::NewAt(position(rest.unwrap_or_default())?)),
        ["swap"] => return Ok(Entry::Swap),
        ["level", ..] => {
            let Some(rest) = rest else { return Err(LEVELS.to_owned().into()) };
            let level = rest.parse().map_err(|error: UnknownLevel| error.to_string())?;
            return Ok(Entry::Level(level));
        }
        ["save", ..] => return Ok(Entry::Save(rest.map(str::to_owned))),
        ["quit" | "q" | "exit"] => return Ok(Entry::Quit),
        ["pass"] => return Ok(pass(playable, from)?),
        _ => {}
    }
    if let Some(turned) = turned(&lower) {
        let words: Vec<&str> = turned.split_whitespace().collect();
        return take(&words, &turned, playable, from);
    }
    if words.first() == Some(&"take") || words.contains(&"from") || words.contains(&"grows") {
        return take(&words, &lower, playable, from);
    }
    if let Some(number) = lower.strip_prefix('#').and_then(number) {
        return Ok(Entry::Numbered(number));
    }
    let count = playable.ruleset().map_or(1, |ruleset| ruleset.dimension());
    if let Some(number) = number(&lower).filter(|_| count > 1) {
        let example = crate::talk::example(count);
        let all = if count == 2 { "both".to_owned() } else { format!("all {count}") };
        let message =
            format!("`{number}` alone is not a position: write {all} numbers (for example {example})");
        return Err(Unclear::Alone { number, message });
    }
    let position = position(line)?;
    let written = position.control.is_some();
    let placed = playable.place(&position).map_err(|error| of_heaps(&error, playable))?;
    if written {
        return Ok(Entry::Move(vec![placed]));
    }
    Ok(Entry::Move(in_every_control(playable, placed.0, from.1)))
}

/// The message about the words after `level`.
const LEVELS: &str = "write `level perfect`, `level strong` (the computer errs at 10% of its turns), `level fair` (25%), `level weak` (50%), or a rate such as `level 30%`";

fn number(text: &str) -> Option<usize> {
    let digits = text.trim();
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// The whole line for an answer to the question from which heap an amount is taken: `3`, `h3`,
/// `from heap 3`, `from both`.
pub(super) fn from_that_heap(amount: &str, answer: &str) -> Option<String> {
    let lower = answer.trim().to_lowercase();
    let words: Vec<&str> =
        lower.split_whitespace().filter(|&word| !matches!(word, "from" | "heap")).collect();
    let [heap] = words.as_slice() else { return None };
    let named = number(heap.strip_prefix('h').unwrap_or(heap)).is_some();
    (named || matches!(*heap, "both" | "each" | "every" | "all"))
        .then(|| format!("take {amount} from {heap}"))
}

fn position(text: &str) -> Result<Position, Unclear> {
    text.parse().map_err(|_| Unclear::Unknown(text.to_owned()))
}

/// The message about a wrong position: in terms of heaps where there are heaps.
pub(super) fn of_heaps(error: &PositionError, playable: &Playable) -> String {
    let heaps = playable.ruleset().is_some_and(|ruleset| *ruleset.space() == Space::Heaps);
    match error {
        PositionError::Coordinates { position, found, expected, .. } if heaps && *found > 0 => {
            let found = bouton_game::terms::counted(*found, "heap");
            format!("`{position}` has {found}, and here there are {expected}; write empty heaps as 0")
        }
        other => other.to_string(),
    }
}

/// The coordinates in the current control state first, then in the others.
fn in_every_control(playable: &Playable, coordinates: Vec<BigUint>, now: ControlState) -> Vec<BigPosition> {
    let count = playable.ruleset().map_or(1, |ruleset| ruleset.controls().len());
    let others = (0..count).filter_map(|number| u8::try_from(number).ok()).map(ControlState);
    std::iter::once(now)
        .chain(others.filter(|&control| control != now))
        .map(|control| (coordinates.clone(), control))
        .collect()
}

fn pass(playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    if !playable.has_controls() {
        return Err("there is no pass in this game".to_owned());
    }
    let mut targets = in_every_control(playable, from.0.clone(), from.1);
    targets.retain(|target| target.1 != from.1);
    Ok(Entry::Move(targets))
}

/// Parses the words of a move that takes nothing from a heap, as [`move_words`](crate::move_words) has them: `9 becomes
/// 4 + 4` and `2 is taken whole`, of heaps by their sizes; `a from 3 to 1, b from 5 to 4`, of counters, whose names have
/// the capitals of `line`. `None` if the line has other words.
fn as_listed(
    line: &str,
    lower: &str,
    playable: &Playable,
    from: &BigPosition,
) -> Result<Option<Vec<BigPosition>>, String> {
    let space = playable.ruleset().map(bouton_core::Ruleset::space);
    let number = |text: &str| text.trim().parse::<BigUint>().ok();
    let numbers = |text: &str| text.split('+').map(number).collect::<Option<Vec<_>>>();
    let divided = splits(lower, &from.0).transpose()?;
    let becomes = match (lower.split_once(" becomes "), lower.strip_suffix(" is taken whole")) {
        (Some((gone, come)), _) => numbers(gone).zip(numbers(come)),
        (None, Some(gone)) => numbers(gone).zip(Some(Vec::new())),
        (None, None) => divided,
    };
    let to = match (space, becomes) {
        (None | Some(Space::HeapSizes), Some((gone, come))) if space.is_some() || is_code(playable) => {
            if space.is_some() {
                exchanged_sizes(&from.0, &gone, &come)?
            } else {
                exchanged_heaps(&from.0, &gone, come)?
            }
        }
        (Some(Space::Counters), _) => match changed_counters(line, playable, &from.0)? {
            Some(counters) => counters,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(in_every_control(playable, to, from.1)))
}

/// Heaps that a move takes away, and heaps that it puts in their place.
type Exchange = (Vec<BigUint>, Vec<BigUint>);

/// The heap of `split heap 1 into 3 and 4`, or `split 7 into 3 and 4`, and its parts; `None` if the line has other words.
fn splits(line: &str, from: &[BigUint]) -> Option<Result<Exchange, String>> {
    let (heap, parts) = line.strip_prefix("split ")?.split_once(" into ")?;
    let parts = parts.replace(" and ", "+").replace(',', "+");
    let parts: Vec<BigUint> = parts.split('+').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    let Some(place) = heap.trim().strip_prefix("heap") else {
        return heap.trim().parse().ok().map(|size| Ok((vec![size], parts)));
    };
    let place = number(place)?;
    let size = place.checked_sub(1).and_then(|place| from.get(place));
    let size = size.ok_or_else(|| format!("there is no heap {place}; {}", there_are(from.len())));
    Some(size.map(|size| (vec![size.clone()], parts)))
}

/// Whether the game is a take-and-break game, in which heaps may be split.
fn is_code(playable: &Playable) -> bool {
    matches!(playable.arena(), Arena::Code(_))
}

/// The heaps after some have become others.
fn exchanged_heaps(from: &[BigUint], gone: &[BigUint], come: Vec<BigUint>) -> Result<Vec<BigUint>, String> {
    let (mut left, mut place) = (from.to_vec(), from.len());
    for heap in gone {
        let Some(at) = left.iter().position(|other| other == heap) else {
            return Err(format!("there is no heap of {heap}"));
        };
        left.remove(at);
        place = place.min(at);
    }
    let place = place.min(left.len());
    left.splice(place..place, come.into_iter().filter(|heap| *heap != BigUint::ZERO));
    if left.is_empty() {
        left.push(BigUint::ZERO);
    }
    Ok(left)
}

/// The number of heaps of each size after some have become others.
fn exchanged_sizes(from: &[BigUint], gone: &[BigUint], come: &[BigUint]) -> Result<Vec<BigUint>, String> {
    let mut left = from.to_vec();
    let place = |size: &BigUint| {
        let place = usize::try_from(size).ok().and_then(|size| size.checked_sub(1));
        let sizes = from.len();
        place.filter(|&place| place < sizes).ok_or_else(|| format!("heaps have sizes from 1 to {sizes}"))
    };
    for size in gone {
        let place = place(size)?;
        if left[place] == BigUint::ZERO {
            return Err(format!("there is no heap of {size}"));
        }
        left[place] -= 1u32;
    }
    for size in come {
        left[place(size)?] += 1u32;
    }
    Ok(left)
}

/// The counters after `a from 3 to 1, b to 4` or `a = 1`; `None` if the line has other words.
fn changed_counters(
    line: &str,
    playable: &Playable,
    from: &[BigUint],
) -> Result<Option<Vec<BigUint>>, String> {
    let names = playable.ruleset().map_or(&[][..], bouton_core::Ruleset::coordinates);
    let mut changed: Vec<Option<BigUint>> = vec![None; from.len()];
    for part in line.split([',', ';']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is = |word: &str, keyword: &str| word.eq_ignore_ascii_case(keyword);
        let (name, before, after) = match words.as_slice() {
            [name, from, before, to, after] if is(from, "from") && is(to, "to") => {
                (*name, Some(*before), *after)
            }
            [name, to, after] if is(to, "to") || *to == "=" => (*name, None, *after),
            _ => return Ok(None),
        };
        let Some(place) = counter_named(name, names) else { return Ok(None) };
        let Ok(after) = after.parse::<BigUint>() else { return Ok(None) };
        if let Some(before) = before
            && before.parse::<BigUint>().ok().as_ref() != from.get(place)
        {
            return Err(format!("`{}` is {}, not {before}", names[place], from[place]));
        }
        if changed[place].replace(after).is_some() {
            return Err(format!("`{}` is named twice", names[place]));
        }
    }
    Ok(Some(
        from.iter().zip(changed).map(|(before, after)| after.unwrap_or_else(|| before.clone())).collect(),
    ))
}

/// The counter of a name; the capitals of a name matter only where two names differ in nothing else.
fn counter_named(name: &str, names: &[impl AsRef<str>]) -> Option<usize> {
    let exact = names.iter().position(|known| known.as_ref() == name);
    let lower = name.to_lowercase();
    let mut like = (0..names.len()).filter(|&place| names[place].as_ref().to_lowercase() == lower);
    exact.or_else(|| like.next().filter(|_| like.next().is_none()))
}

/// Parses `take 2 from 3`, `take all from heap 3`, `2 from 3, 1 from 4`, or `take 2` where one heap
/// is left; heaps are counted from 1.
fn take(words: &[&str], line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, Unclear> {
    let expected = "write for example `take 2 from 3` (two objects from the third heap), `take 2 from 1, 1 from 3`, or the position to move to";
    match playable.ruleset().map(bouton_core::Ruleset::space) {
        None | Some(Space::Heaps) => {}
        Some(Space::HeapSizes) => return Ok(take_of_sizes(line, playable, from)?),
        Some(_) => {
            let instead = "positions of this game are not heaps in a row; write the position to move to";
            return Err(instead.to_owned().into());
        }
    }
    let mut left = from.0.clone();
    let count = left.len();
    if let ["take", amount] = words {
        let Some(heap) = the_only_heap(&left) else {
            // The player is not asked about an amount that cannot be taken from any heap.
            let largest = (0..count).max_by_key(|&place| &left[place]).unwrap_or(0);
            take_from(&mut left, amount, largest, expected)?;
            let question =
                format!("from which heap? write its number, from 1 to {count}, or `take {amount} from 1`");
            return Err(Unclear::FromWhich { amount: (*amount).to_owned(), question });
        };
        take_from(&mut left, amount, heap, expected)?;
        return taken(playable, from, left, &[heap]);
    }
    let mut touched = Vec::new();
    for part in parts_of_take(line) {
        let words: Vec<&str> = part.split_whitespace().filter(|&word| !is_filler(word)).collect();
        // As in `take 2 from heap 1, heap 2 grows to 5`.
        if let [heap, "grows", "to", size] = words.as_slice()
            && let Some(place) =
                number(heap).and_then(|heap| heap.checked_sub(1)).filter(|&place| place < count)
            && let Ok(size) = size.parse()
        {
            if size <= from.0[place] {
                return Err(format!("heap {} has {} already", place + 1, from.0[place]).into());
            }
            left[place] = size;
            touch(&mut touched, place)?;
            continue;
        }
        let [amount, "from", heaps @ ..] = words.as_slice() else {
            return Err(format!("`{line}` is not a move; {expected}").into());
        };
        if let Some(some) = number_of_heaps(&part) {
            if some != count {
                let which = format!(
                    "which {some} of the {count} heaps? name them, as in `take {amount} from each of heaps 1 and 2`"
                );
                return Err(which.into());
            }
            for place in 0..count {
                take_from(&mut left, amount, place, expected)?;
                touch(&mut touched, place)?;
            }
            continue;
        }
        if let ["both" | "each" | "every" | "all"] = heaps {
            let both = heaps[0] == "both";
            if both && count != 2 {
                let which = format!("there are {count} heaps, so `both` does not say which; {expected}");
                return Err(which.into());
            }
            // Nothing can be taken from an empty heap.
            let several = (0..count).filter(|&place| both || left[place] != BigUint::ZERO);
            for place in several.collect::<Vec<_>>() {
                take_from(&mut left, amount, place, expected)?;
                touch(&mut touched, place)?;
            }
            continue;
        }
        // As in `take 2 from each of heaps 1 and 3`.
        let heaps = if let ["each", rest @ ..] = heaps { rest } else { heaps };
        if heaps.is_empty() {
            return Err(format!("`{line}` is not a move; {expected}").into());
        }
        for heap in heaps {
            let digits = heap.strip_prefix('h').unwrap_or(heap);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("`{}` is not a move; {expected}", part.trim()).into());
            }
            let place = digits.parse::<usize>().ok().and_then(|heap| heap.checked_sub(1));
            let Some(place) = place.filter(|&place| place < count) else {
                return Err(format!("there is no heap {heap}; {}", there_are(count)).into());
            };
            take_from(&mut left, amount, place, expected)?;
            touch(&mut touched, place)?;
        }
    }
    taken(playable, from, left, &touched)
}

/// The words of `heap 3 take 2, heap 1 take 4`, which name the heaps first, in the usual order; `None` for other words.
fn turned(line: &str) -> Option<String> {
    let part = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().filter(|word| *word != "and").collect();
        let [heap @ .., "take", amount] = words.as_slice() else { return None };
        let (["heap", name] | ["from", "heap", name]) = heap else { return None };
        Some(format!("take {amount} from {}", name.trim_end_matches(':')))
    };
    let parts: Option<Vec<String>> = line.split([',', ';']).map(part).collect();
    Some(parts?.join(", "))
}

/// Whether a word of a take is only there for the reader.
fn is_filler(word: &str) -> bool {
    matches!(word, "take" | "heap" | "heaps" | "and" | "of")
}

/// The parts of `take 2 from 1, 1 from each of heaps 2, 3 and 4`: a comma between numbers of heaps parts nothing.
fn parts_of_take(line: &str) -> Vec<String> {
    let is_heap = |word: &str| number(word.strip_prefix('h').unwrap_or(word)).is_some();
    let mut parts: Vec<String> = Vec::new();
    for part in line.split([',', ';']) {
        let mut heaps = part.split_whitespace().filter(|&word| !is_filler(word)).peekable();
        match parts.last_mut().filter(|last| last.contains(" from ")) {
            Some(last) if heaps.peek().is_some() && heaps.all(is_heap) => {
                last.push_str(" and ");
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// The number of heaps in `take 1 from 2 heaps` and `take 1 from each of 2`, which do not name any heap.
fn number_of_heaps(part: &str) -> Option<usize> {
    let words: Vec<&str> = part.split_whitespace().collect();
    match words.as_slice() {
        [.., "from", some, "heaps"]
        | [.., "from", "each", "of", some]
        | [.., "from", "each", "of", some, "heaps"] => number(some),
        _ => None,
    }
}

/// Notes that a part of a take names a heap.
fn touch(touched: &mut Vec<usize>, place: usize) -> Result<(), String> {
    if touched.contains(&place) {
        return Err(format!("heap {} is named twice", place + 1));
    }
    touched.push(place);
    Ok(())
}

/// Parses `take 2 from a heap of 3`, or `take 2 from 3, 1 from 2`, where positions count the heaps of each
/// size.
fn take_of_sizes(line: &str, playable: &Playable, from: &BigPosition) -> Result<Entry, String> {
    let expected = "write for example `take 2 from a heap of 3`, `take 2 from 3, 1 from 2` (heaps by their sizes), or the position to move to";
    let mut left = from.0.clone();
    for part in line.split([',', ';']) {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|&word| !is_filler(word) && !matches!(word, "size" | "a" | "one"))
            .collect();
        let [amount, "from", size] = words.as_slice() else {
            return Err(format!("`{}` is not a move; {expected}", part.trim()));
        };
        let size = size.parse::<usize>().ok().filter(|&size| (1..=left.len()).contains(&size));
        let Some(size) = size else {
            return Err(format!("heaps have sizes from 1 to {}; {expected}", left.len()));
        };
        let amount = match *amount {
            "all" => size,
            digits => match digits.parse::<usize>() {
                Ok(amount) if amount > 0 => amount,
                _ => return Err(format!("`{digits}` is not an amount; {expected}")),
            },
        };
        let Some(rest) = size.checked_sub(amount) else {
            return Err(format!("a heap of {size} has only {size}"));
        };
        if left[size - 1] == BigUint::ZERO {
            return Err(format!("there is no heap of {size}"));
        }
        left[size - 1] -= 1u32;
        if rest > 0 {
            left[rest - 1] += 1u32;
        }
    }
    Ok(Entry::Move(in_every_control(playable, left, from.1)))
}

/// The number of heaps, in words.
fn there_are(count: usize) -> String {
    match count {
        1 => "there is only one".to_owned(),
        _ => format!("there are {count}, counted from 1"),
    }
}

/// The largest heap whose splits are shown.
const MOST_PARTED: usize = 200;
/// The most positions that are named.
const MOST_NAMED: usize = 6;

/// The meaning of a take: where the rest of the heap may be split, the player has to specify the
/// split.
fn taken(
    playable: &Playable,
    from: &BigPosition,
    left: Vec<BigUint>,
    touched: &[usize],
) -> Result<Entry, Unclear> {
    let (Arena::Code(code), [place]) = (playable.arena(), touched) else {
        return Ok(Entry::Move(in_every_control(playable, left, from.1)));
    };
    let rest = usize::try_from(&left[*place]).ok().filter(|&rest| rest <= MOST_PARTED);
    let Some(rest) = rest else {
        return Err("the rest of so large a heap may be split in many ways; write the position to move to"
            .to_owned()
            .into());
    };
    let parted = (1..=rest / 2).map(|part| {
        let mut heaps = left.clone();
        heaps[*place] = BigUint::from(part);
        heaps.insert(place + 1, BigUint::from(rest - part));
        heaps
    });
    let mut allowed: Vec<Vec<BigUint>> = std::iter::once(left.clone())
        .chain(parted)
        .filter(|heaps| legality_of_heaps(code, &from.0, heaps))
        .collect();
    if allowed.len() < 2 {
        return Ok(Entry::Move(vec![(allowed.pop().unwrap_or(left), from.1)]));
    }
    let named: Vec<String> =
        allowed.iter().take(MOST_NAMED).map(|heaps| playable.write(heaps, from.1).to_string()).collect();
    let more = if allowed.len() > MOST_NAMED { ", …" } else { "" };
    let message = format!("that may leave {}{more}: write the one that you mean", named.join(" or "));
    let positions = allowed.into_iter().map(|heaps| (heaps, from.1)).collect();
    Err(Unclear::Parted { positions, message })
}

/// The heap that is meant if none is named: the only one, or the only one that is not empty.
fn the_only_heap(heaps: &[BigUint]) -> Option<usize> {
    let nonempty = |heap: &&BigUint| **heap != BigUint::ZERO;
    match heaps.iter().filter(nonempty).count() {
        1 => heaps.iter().position(|heap| *heap != BigUint::ZERO),
        _ => (heaps.len() == 1).then_some(0),
    }
}

/// Takes an amount, or `all`, from a heap.
fn take_from(heaps: &mut [BigUint], amount: &str, place: usize, expected: &str) -> Result<(), String> {
    let size = &mut heaps[place];
    if amount == "all" {
        *size = BigUint::ZERO;
        return Ok(());
    }
    if amount.is_empty() || !amount.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{amount}` is not a number; {expected}"));
    }
    let amount: BigUint = amount.parse().map_err(|_| expected.to_owned())?;
    if amount == BigUint::ZERO {
        return Err(format!("`0` is not an amount; {expected}"));
    }
    if amount > *size {
        return Err(format!("heap {} has only {size}", place + 1));
    }
    *size -= amount;
    Ok(())
}
