//! Explanations in words.

mod arithmetic;
mod cases;
mod exactly;
mod players;
mod sentence;
mod table;

use bouton_core::{Convention, DigitAutomaton, Numeration, Space, Value};

use crate::{
    diagram::sign,
    document::{self, Block},
    explanation::{ControlLaw, Explanation, Form},
    grundy::{Base, GrundyValues},
    rule::by_value,
};

/// The longest list of exceptions within a theorem, in characters.
const LINE: usize = 360;

impl Explanation {
    /// The theorem, in a sentence or two for each law. It includes exceptions if there are few;
    /// else it refers to the [whole explanation](Self::text).
    #[must_use]
    pub fn theorem(&self) -> String {
        let sentence = |law: &ControlLaw| {
            let statement = self.statement(law);
            let Some(open) = statement.strip_suffix(':') else { return statement };
            match Speaker::new(self, law).in_line(law) {
                Some(exceptions) => format!("{statement} {exceptions}."),
                None => format!("{open}; the whole explanation (`bouton explain`) lists them."),
            }
        };
        let laws = self.laws.iter().map(sentence).collect::<Vec<_>>().join(" ");
        match &self.exists {
            Some(condition) => format!("Positions are those where {condition}. {laws}"),
            None => laws,
        }
    }

    /// The whole explanation as plain text.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("game thirds; heaps 1; move take 1..2 from 1 heap").unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let law = Law::new(Valuation::NormalOutcome, law);
    /// let text = bouton_explain::explain(&game.ruleset().unwrap(), &law).text();
    /// assert!(text.starts_with("thirds (normal play): the outcomes.\n\nP if h1 mod 3 is 0, else N."));
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        document::text(&self.blocks())
    }

    /// The whole explanation as Markdown.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("game thirds; heaps 1; move take 1..2 from 1 heap").unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let law = Law::new(Valuation::NormalOutcome, law);
    /// let markdown = bouton_explain::explain(&game.ruleset().unwrap(), &law).markdown();
    /// assert!(markdown.contains("thirds"));
    /// ```
    #[must_use]
    pub fn markdown(&self) -> String {
        document::markdown(&self.blocks())
    }

    /// The whole explanation as LaTeX, to be put into a document (with amsmath's fonts and an
    /// engine or input encoding that supports UTF-8).
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert!(explanation.latex().contains("else N."));
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        document::latex(&self.blocks())
    }

    /// A remark on how the words were verified; `None` if there are no words, but only the
    /// automaton itself.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert!(explanation.remark().unwrap().contains("at every position"));
    /// ```
    #[must_use]
    pub fn remark(&self) -> Option<&'static str> {
        let bare = self.laws.iter().filter(|law| matches!(law.form, Form::Automaton { .. })).count();
        match bare {
            0 => Some("This form was verified to be the proved law at every position."),
            _ if bare == self.laws.len() => None,
            _ => Some("What is said in words was verified to be the proved law at every position."),
        }
    }

    /// The subject of the explanation, such as "the outcomes.", and the meaning of a position where
    /// it is not obvious.
    #[must_use]
    pub fn about(&self) -> String {
        let grundy = self.is_grundy() || self.nim_heap;
        let what = if grundy { "the Grundy values" } else { "the outcomes" };
        let position = match self.space {
            Space::HeapSizes => {
                let names = &self.coordinates[..self.coordinates.len() - usize::from(self.nim_heap)];
                format!(" A position ({}) counts the heaps of each size.", names.join(", "))
            }
            _ => String::new(),
        };
        let exists = self.exists.as_ref().map_or(String::new(), |condition| {
            format!(" Positions are those where {condition}; nothing is said of others.")
        });
        let players = self.players().map_or(String::new(), |letters| format!(" {letters}"));
        format!("{what}.{position}{exists}{players}")
    }

    /// The statement of the law with its tables, as plain text.
    #[must_use]
    pub fn body(&self) -> String {
        document::text(&self.statements())
    }

    fn blocks(&self) -> Vec<Block> {
        let convention = match self.convention {
            Convention::Normal => "normal play".to_owned(),
            Convention::Misere => "misère play".to_owned(),
            Convention::Podium { players } => format!("{players} players, podium rule"),
            Convention::Coalition => "three players, coalitions allowed".to_owned(),
        };
        let mut blocks = vec![Block::Paragraph(format!("{} ({convention}): {}", self.game, self.about()))];
        blocks.extend(self.statements());
        blocks.extend(self.remark().map(|remark| Block::Paragraph(remark.to_owned())));
        blocks
    }

    /// The statements of all laws.
    fn statements(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for law in &self.laws {
            blocks.push(Block::Paragraph(self.statement(law)));
            Speaker::new(self, law).details(law, &mut blocks);
        }
        blocks
    }

    /// The sentence of a law, with its control states.
    fn statement(&self, law: &ControlLaw) -> String {
        let speaker = Speaker::new(self, law);
        let mut sentence = speaker.sentence(law);
        if speaker.is_of_pairs() && !sentence.starts_with("the Grundy value") {
            let names = self.coordinates[..self.coordinates.len() - 1].join(",");
            sentence = format!(
                "a number g is the Grundy value of ({names}) exactly where the following says P of ({names},g): {sentence}"
            );
        }
        if law.controls == [String::new()] {
            return capitalised(&sentence);
        }
        // States with a name but without words of their own are listed together.
        let (mut words, mut named) = (Vec::new(), Vec::new());
        for name in &law.controls {
            match self.control_words(name) {
                Some(own) => words.push(own),
                None => named.push(name.as_str()),
            }
        }
        match named[..] {
            [] => {}
            [one] => words.push(format!("in the control state {one}")),
            [ref others @ .., last] => {
                words.push(format!("in the control states {} and {last}", others.join(", ")));
            }
        }
        capitalised(&format!("{}: {sentence}", words.join(" and ")))
    }

    /// The words for a control state, if it has words of its own.
    fn control_words(&self, name: &str) -> Option<String> {
        let most = self.laws.iter().flat_map(|law| &law.controls).filter_map(|name| passes(name)).max();
        if name == "used" {
            return Some("once every pass is used".to_owned());
        }
        Some(match (passes(name)?, most) {
            (1, Some(1)) => "while the pass is there".to_owned(),
            (1, _) => "with one pass left".to_owned(),
            (count, _) => format!("with {count} passes left"),
        })
    }
}

/// The number in `pass`, `pass2`, …
fn passes(name: &str) -> Option<u32> {
    match name.strip_prefix("pass")? {
        "" => Some(1),
        count => count.parse().ok(),
    }
}

/// A writer of sentences about one law of an explanation.
struct Speaker<'a> {
    explanation: &'a Explanation,
    /// The coordinates that the law is about.
    coordinates: &'a [String],
    /// The names of the numbers of the form: the coordinates, or numbers derived from them.
    names: Vec<String>,
    /// The noun for these numbers, if they are not coordinates.
    made: Option<&'static str>,
    /// The divisor of the coordinates, where the form is about their quotients.
    divisor: u64,
    /// The base and excess of the values, if they are read off a law with a Nim heap.
    grundy: Option<&'a GrundyValues>,
}

impl<'a> Speaker<'a> {
    fn new(explanation: &'a Explanation, law: &'a ControlLaw) -> Self {
        let names = &explanation.coordinates;
        let dimension = names.len() - usize::from(explanation.nim_heap);
        let own = if law.grundy.is_some() { dimension } else { names.len() };
        let coordinates = &names[..own];
        Self {
            explanation,
            coordinates,
            names: coordinates.to_vec(),
            made: None,
            divisor: 1,
            grundy: law.grundy.as_ref(),
        }
    }

    /// A writer for the same law with other numbers.
    fn of(&self, names: Vec<String>, made: Option<&'static str>) -> Self {
        Self { names, made, ..*self }
    }

    /// A writer for the coordinates in ascending order, with letters that are not names of
    /// coordinates.
    fn sorted(&self) -> Self {
        let count = self.coordinates.len();
        let letters: Vec<String> = ('a'..='z').map(String::from).take(count).collect();
        let taken = letters.len() < count || letters.iter().any(|letter| self.coordinates.contains(letter));
        let names = if taken { (1..=count).map(|place| format!("s{place}")).collect() } else { letters };
        self.of(names, None)
    }

    fn noun(&self) -> &'static str {
        if let Some(made) = self.made {
            return made;
        }
        match self.explanation.space {
            // Beside the heaps, the position has the Grundy value.
            Space::Heaps if self.is_of_pairs() => "number",
            Space::Heaps => "heap",
            Space::HeapSizes | Space::Counters => "number",
        }
    }

    /// Whether the law is about a position together with a number g: P where g is the position's
    /// Grundy value.
    fn is_of_pairs(&self) -> bool {
        self.explanation.nim_heap && self.grundy.is_none()
    }

    /// The sum of the coordinates, by their names unless they are heaps.
    fn sum(&self) -> String {
        if self.noun() == "heap" { "the sum of the heaps".to_owned() } else { self.names.join(" + ") }
    }

    /// Whether values are Grundy values rather than outcomes.
    fn says_grundy(&self) -> bool {
        self.grundy.is_some() || self.explanation.is_grundy()
    }

    /// A value as in a table: "P", "3" or "h1 ⊕ h2 ⊕ 3".
    fn value(&self, value: Value) -> String {
        match self.grundy {
            None if self.explanation.is_grundy() => value.to_string(),
            None => self.explanation.value_name(value),
            Some(grundy) => self.over_base(&grundy.base, grundy.excess(value)),
        }
    }

    fn over_base(&self, base: &Base, excess: i64) -> String {
        match base {
            Base::Zero => excess.to_string(),
            Base::NimSum => {
                let mut terms: Vec<String> = self.coordinates.to_vec();
                terms.extend((excess != 0).then(|| excess.to_string()));
                terms.join(" ⊕ ")
            }
            Base::Form { form } => format!("{}{}", arithmetic::form(self.coordinates, form), signed(excess)),
        }
    }

    /// A value as in a sentence: "P" or "g = 3".
    fn named(&self, value: Value) -> String {
        if self.says_grundy() { format!("g = {}", self.value(value)) } else { self.value(value) }
    }

    fn details(&self, law: &ControlLaw, blocks: &mut Vec<Block>) {
        match &law.form {
            Form::Rows(rows) if !rows.rows.is_empty() && self.few_points(rows).is_none() => {
                blocks.push(self.rows_table(rows));
            }
            Form::Cases(cases) => self.exceptions(cases, blocks),
            Form::Sorted(cases) => self.sorted().exceptions(cases, blocks),
            Form::Automaton { states } if *states <= table::MOST_STATES => {
                blocks.push(self.automaton(&law.law));
                blocks.push(Block::Paragraph(self.how_to_read(&law.law)));
            }
            _ => {}
        }
    }
}

impl Speaker<'_> {
    /// The exceptions in one line, if there are few.
    fn in_line(&self, law: &ControlLaw) -> Option<String> {
        let mut blocks = Vec::new();
        let text = match &law.form {
            Form::Rows(rows) => self.few_rows(rows)?,
            _ => {
                self.details(law, &mut blocks);
                document::line(&blocks)?
            }
        };
        (text.chars().count() <= LINE).then_some(text)
    }
}

impl Speaker<'_> {
    /// An explanation of how to read the table of an automaton.
    fn how_to_read(&self, law: &DigitAutomaton) -> String {
        let start = law.starts()[0];
        let either = if law.numeration().digits() == 2 { "either" } else { "any" };
        let table = self.automaton(law);
        let cells: &[Vec<String>] = if let Block::Table(rows) = &table { rows } else { &[] };
        let several = digits_in_brackets(cells, law.numeration());
        match &self.names[..] {
            [name] => format!(
                "It starts in state {start} and reads the digits of {name} one by one, the most significant first: `*` is {either} digit{several}."
            ),
            names => {
                let counted = |cell: &String| cell.contains(" one");
                let ones = if cells.iter().flatten().any(counted) {
                    ", “1 one” or “2 ones” any digits with so many 1s, “0 ones” no 1"
                } else {
                    ""
                };
                format!(
                    "It starts in state {start} and reads a digit of each of {} at a time, the most significant first: `*` is {either} digit{ones}{several}.",
                    names.join(", ")
                )
            }
        }
    }
}

/// The meaning of brackets and of letters, where the table has some, and a note that not every
/// sequence of digits is a word.
fn digits_in_brackets(cells: &[Vec<String>], numeration: &Numeration) -> String {
    let mut text = String::new();
    let bracket = cells.iter().flatten().find_map(|cell| Some(cell.split_once('[')?.1.split_once(']')?.0));
    if let Some(digits) = bracket {
        let all: Vec<String> = digits.chars().map(String::from).collect();
        text.push_str(&format!(", `[{digits}]` one of {}", all.join(", ")));
    }
    let largest = numeration.largest_digit();
    if largest > 9 {
        let letters = match largest {
            10 => "A is 10".to_owned(),
            _ => format!("A to {} are 10 to {largest}", sign(largest)),
        };
        text.push_str(&format!("; {letters}"));
    }
    if numeration.as_base().is_none() {
        text.push_str("; what has no step does not occur");
    }
    text
}

fn capitalised(sentence: &str) -> String {
    let mut text = sentence.to_owned();
    // A formula keeps its small letter.
    if sentence.starts_with("g ") {
        return text;
    }
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// A signed number: " + 3", " − 3", or an empty text for 0.
fn signed(number: i64) -> String {
    match number {
        0 => String::new(),
        negative if negative < 0 => format!(" − {}", negative.unsigned_abs()),
        positive => format!(" + {positive}"),
    }
}

fn or_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// Groups of equal values: the places of each, ascending by value. The largest group comes last, as
/// "else" (of groups of equal size, the one with the greatest value).
fn groups(values: &[Value]) -> Vec<(Value, Vec<usize>)> {
    let mut groups: Vec<_> = by_value(values).into_iter().collect();
    let last = (0..groups.len()).max_by_key(|&index| (groups[index].1.len(), index));
    if let Some(last) = last {
        let group = groups.remove(last);
        groups.push(group);
    }
    groups
}
