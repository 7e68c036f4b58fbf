//! Explanations in words.

mod arithmetic;
mod cases;
mod control_state;
mod exactly;
mod formula;
mod players;
mod properties;
mod sentence;
mod table;
mod trace;

use bouton_core::{Convention, DigitAutomaton, Numeration, Space, Value};
use bouton_forms::{Base, ControlLaw, Form, GrundyValues, by_value};

use bouton_prose::{Block, Formula, Prose, Sign, Text, say};
pub use control_state::control_state_in_words;
pub use players::outcome_letters;
use table::Steps;
pub use trace::{Column, Trace, columns, columns_table, nim_sum_of, place_of};

use crate::{
    diagram::{Letters, sign},
    explanation::{Explanation, free_letter},
};

/// The longest list of exceptions within a theorem, in characters.
const LINE: usize = 360;

impl Explanation {
    /// The theorem, in a sentence or two for each law. It includes exceptions if there are few;
    /// else it refers to the [whole explanation](Self::text).
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.theorem(), "P if h1 mod 3 is 0, else N.");
    /// ```
    #[must_use]
    pub fn theorem(&self) -> String {
        self.sentence().to_string()
    }

    /// The [theorem](Self::theorem) as a text with formulas.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
    /// let explanation = explain(&nim, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.sentence().to_string(), explanation.theorem());
    /// ```
    #[must_use]
    pub fn sentence(&self) -> Text {
        let sentence = |law: &ControlLaw| {
            let statement = self.statement(law);
            if !statement.is_open() {
                return statement;
            }
            match Speaker::new(self, law).in_line(law) {
                Some(exceptions) => say![statement, " ", exceptions, "."],
                None => {
                    say![statement.without_colon(), "; the whole explanation lists them."]
                }
            }
        };
        let laws = Text::joined(self.laws.iter().map(sentence), " ");
        match &self.exists {
            Some(condition) => {
                say!["Positions are those where ", Text::rules(condition), ". ", laws]
            }
            None => laws,
        }
    }

    /// The whole explanation: its subject, the statements with their tables, the remark.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let prose = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law)).prose();
    /// assert!(prose.text().contains("P if h1 mod 3 is 0, else N."));
    /// assert!(prose.latex().contains("\\begin{cases}")); // the law as a formula on a line of its own
    /// ```
    #[must_use]
    pub fn prose(&self) -> Prose {
        let convention = match self.convention {
            Convention::Normal => "normal play".to_owned(),
            Convention::Misere => "misère play".to_owned(),
            Convention::Podium { players } => format!("{players} players, podium rule"),
            Convention::Coalition => "three players, coalitions allowed".to_owned(),
        };
        let subject = say![Text::rules(&self.game), format!(" ({convention}): "), self.subject()];
        let mut blocks = vec![Block::Paragraph(subject)];
        blocks.extend(self.statements());
        blocks.extend(self.remark().map(|remark| Block::Paragraph(remark.into())));
        blocks.into()
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
        self.prose().text()
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
        self.prose().markdown()
    }

    /// The whole explanation as LaTeX, to be put into a document (with the packages amsmath and
    /// booktabs, and an engine or input encoding that supports UTF-8).
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let latex = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law)).latex();
    /// assert!(latex.contains("$h_1 \\bmod 3$"));
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        self.prose().latex()
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
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.about(), "the outcomes.");
    /// ```
    #[must_use]
    pub fn about(&self) -> String {
        self.subject().to_string()
    }

    /// The [subject](Self::about) as a text with formulas.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
    /// let explanation = explain(&nim, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.subject().to_string(), explanation.about());
    /// ```
    #[must_use]
    pub fn subject(&self) -> Text {
        let mut text = self.positions();
        if let Some(letters) = self.players() {
            text.push(say![" ", letters]);
        }
        text
    }

    /// The [subject](Self::subject) without the letters of the outcomes, which a paper defines: the kind of value, and the
    /// meaning of a position.
    #[must_use]
    pub fn positions(&self) -> Text {
        let grundy = self.is_grundy() || self.nim_heap;
        let mut text = say![if grundy { "the Grundy values." } else { "the outcomes." }];
        if self.space == Space::HeapSizes {
            let names = &self.coordinates[..self.coordinates.len() - usize::from(self.nim_heap)];
            let position = Formula::tuple(names.iter().map(|name| Formula::name(name)));
            text.push(say![" A position ", position, " counts the heaps of each size."]);
        }
        if let Some(condition) = &self.exists {
            let condition = Text::rules(condition);
            text.push(say![" Positions are those where ", condition, "; nothing is said of others."]);
        }
        text
    }

    /// The statement of the law with its tables, as plain text.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    ///
    /// let game = bouton_rules::Game::parse("heaps 1; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] != 0), 3).unwrap();
    /// let explanation = bouton_explain::explain(&game, &Law::new(Valuation::NormalOutcome, law));
    /// assert!(!explanation.body().contains("normal play")); // the statement, without its subject
    /// ```
    #[must_use]
    pub fn body(&self) -> String {
        self.statements().text()
    }

    /// The statements of all laws, with their tables.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
    /// let explanation = explain(&nim, &Law::new(Valuation::NormalOutcome, law));
    /// assert_eq!(explanation.statements().text(), explanation.body());
    /// ```
    #[must_use]
    pub fn statements(&self) -> Prose {
        let mut blocks = Vec::new();
        for law in &self.laws {
            blocks.push(Block::Paragraph(self.statement(law)));
            if let [only] = &self.laws[..]
                && let Some(displayed) = self.formula_of(only)
            {
                blocks.push(Block::Display(displayed));
                blocks.extend(formula::definition_of_digits(&only.form).map(Block::Display));
            }
            Speaker::new(self, law).details(law, &mut blocks);
        }
        blocks.into()
    }

    /// The [`statements`](Self::statements) as a paper prints them: Grundy values by cases are a formula alone, not the same
    /// in words before it.
    #[must_use]
    pub fn statements_in_print(&self) -> Prose {
        let formula_alone = match &self.laws[..] {
            [only] => {
                matches!(only.form, Form::Periodic(_))
                    && Speaker::new(self, only).says_grundy()
                    && self.formula_of(only).is_some()
            }
            _ => false,
        };
        self.statements().into_iter().skip(usize::from(formula_alone)).collect::<Vec<_>>().into()
    }

    /// The sentence of a law, with its control states.
    fn statement(&self, law: &ControlLaw) -> Text {
        let mut speaker = Speaker::new(self, law);
        // Numbers in ascending order have the same names in all laws.
        let earlier = self.laws.iter().take_while(|other| !std::ptr::eq(*other, law));
        let of = |law: &ControlLaw| Speaker::new(self, law).sentence(law).to_string();
        speaker.ordered =
            earlier.map(of).any(|text| text.starts_with("with ") && text.contains(" in ascending order"));
        let mut sentence = speaker.sentence(law);
        if speaker.is_of_pairs()
            && !speaker.states_values(law)
            && let Some((value, names)) = self.coordinates.split_last()
        {
            let position = || names.iter().map(|name| Formula::name(name));
            let pair = Formula::position(position().chain([Formula::name(value)]));
            sentence = say![
                "the Grundy value of ",
                Formula::position(position()),
                " is the only number ",
                Formula::name(value),
                " for which ",
                pair,
                " is P by this rule: ",
                sentence
            ];
        }
        if law.controls == [String::new()] {
            return sentence.capitalised();
        }
        if self.laws.len() == 1 {
            let lead =
                match law.controls.iter().all(|name| control_state_in_words(name, &law.controls).is_some()) {
                    true => "whether or not a pass is left",
                    false => "in every control state",
                };
            return say![lead, ", ", sentence].capitalised();
        }
        // States with a name but without words of their own are listed together.
        let (mut words, mut named) = (Vec::new(), Vec::new());
        for name in &law.controls {
            match control_state_in_words(name, self.laws.iter().flat_map(|law| &law.controls)) {
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
        // "While the pass is there, with a ≤ b the heaps in ascending order: …"
        let between = if sentence.to_string().starts_with("with ") { ", " } else { ": " };
        say![words.join(" and "), between, sentence].capitalised()
    }
}

/// A writer of sentences about one law of an explanation.
struct Speaker<'a> {
    explanation: &'a Explanation,
    /// The coordinates that the law is about.
    coordinates: &'a [String],
    /// The names of the numbers of the form: the coordinates, or numbers derived from them.
    names: Vec<Formula>,
    /// The noun for these numbers, if they are not coordinates.
    made: Option<&'static str>,
    /// Whether the numbers are in ascending order.
    ascending: bool,
    /// The divisor of the coordinates, where the form is about their quotients.
    divisor: u64,
    /// The numeration whose digits the law reads.
    numeration: &'a Numeration,
    /// The base and excess of the values, if they are read off a law with a Nim heap.
    grundy: Option<&'a GrundyValues>,
    /// Whether the names of the numbers in ascending order were explained in an earlier sentence.
    ordered: bool,
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
            names: coordinates.iter().map(|name| Formula::name(name)).collect(),
            made: None,
            ascending: false,
            divisor: 1,
            numeration: law.law.numeration(),
            grundy: law.grundy.as_ref(),
            ordered: false,
        }
    }

    /// "With a ≤ b the heaps in ascending order" and a sign, or "with a ≤ b as before" if an earlier sentence says so;
    /// `self` has the names.
    fn in_order(&self, noun: &str, sign: &str) -> Text {
        let chain = self.names.iter().cloned().reduce(|chain, name| chain.related(Sign::AtMost, name));
        let meaning =
            if self.ordered { "as before".to_owned() } else { format!("the {noun}s in ascending order") };
        chain.map_or_else(Text::new, |chain| say!["with ", chain, format!(" {meaning}{sign} ")])
    }

    /// A writer for the same law with other numbers.
    fn of(&self, names: Vec<Formula>, made: Option<&'static str>) -> Self {
        Self { names, made, ascending: false, ..*self }
    }

    /// A writer for the coordinates in ascending order, with letters that are not names of
    /// coordinates.
    fn sorted(&self) -> Self {
        let count = self.coordinates.len();
        let letters: Vec<String> = ('a'..='z').map(String::from).take(count).collect();
        let taken = letters.len() < count || letters.iter().any(|letter| self.coordinates.contains(letter));
        let names = if taken { (1..=count).map(|place| format!("s{place}")).collect() } else { letters };
        Self { ascending: true, ..self.of(names.iter().map(|name| Formula::name(name)).collect(), None) }
    }

    /// A letter of the words themselves, such as g for a Grundy value, or another one if a coordinate has this name.
    fn letter(&self, wanted: &'static str) -> Formula {
        Formula::name(&free_letter(wanted, self.coordinates))
    }

    /// The name of the functions of a heap, v, or another letter if the name of a coordinate begins with it.
    fn function(&self) -> &'static str {
        let is_free = |name: &&str| self.coordinates.iter().all(|known| !known.starts_with(*name));
        ["v", "w", "f", "u"].into_iter().find(is_free).unwrap_or("v′")
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
    fn sum(&self) -> Text {
        if self.noun() == "heap" {
            "the sum of the heaps".into()
        } else {
            Formula::sum(self.names.iter().cloned()).into()
        }
    }

    /// Whether values are Grundy values rather than outcomes.
    fn says_grundy(&self) -> bool {
        self.grundy.is_some() || self.explanation.is_grundy()
    }

    /// A value as in a table: `P`, `3` or `h1 ⊕ h2 ⊕ 3`.
    fn value(&self, value: Value) -> Formula {
        match self.grundy {
            None if self.explanation.is_grundy() => value.into(),
            None => Formula::Outcome(self.explanation.value_name(value)),
            Some(grundy) => self.over_base(&grundy.base, grundy.excess(value)),
        }
    }

    fn over_base(&self, base: &Base, excess: i64) -> Formula {
        match base {
            Base::Zero => excess.into(),
            Base::NimSum => {
                let terms = self.coordinates.iter().map(|name| Formula::name(name));
                Formula::nim_sum(terms.chain((excess != 0).then(|| excess.into())))
            }
            Base::Form { form } => {
                let names: Vec<Formula> = self.coordinates.iter().map(|name| Formula::name(name)).collect();
                arithmetic::form(&names, form).plus(excess)
            }
            Base::Quotient { form, plus, divisor } => {
                let names: Vec<Formula> = self.coordinates.iter().map(|name| Formula::name(name)).collect();
                Formula::floor(arithmetic::form(&names, form).plus(*plus), *divisor).plus(excess)
            }
        }
    }

    /// A value as in a sentence: `P` or `g = 3`.
    fn named(&self, value: Value) -> Text {
        if self.says_grundy() {
            self.letter("g").equals(self.value(value)).into()
        } else {
            self.value_in_words(value)
        }
    }

    /// A value in a cell of a table: the letter of an outcome is a word there.
    fn value_in_words(&self, value: Value) -> Text {
        match self.value(value) {
            Formula::Outcome(name) => name.into(),
            formula => formula.into(),
        }
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
    fn in_line(&self, law: &ControlLaw) -> Option<Text> {
        let mut blocks = Vec::new();
        let text = match &law.form {
            Form::Rows(rows) => self.few_rows(rows)?,
            _ => {
                self.details(law, &mut blocks);
                Prose::from(blocks).line()?
            }
        };
        (text.width() <= LINE).then_some(text)
    }
}

impl Speaker<'_> {
    /// An explanation of how to read the table of an automaton.
    fn how_to_read(&self, law: &DigitAutomaton) -> Text {
        let start = law.starts()[0];
        let either = if law.numeration().digits() == 2 { "either" } else { "any" };
        let steps: Vec<Steps> = self.steps(law).into_iter().flat_map(|(_, steps)| steps).collect();
        let mut text = say!["It starts in state ", start, " and reads "];
        match &self.names[..] {
            [name] => text.push(say!["the digits of ", name, " one by one"]),
            names => text.push(say!["a digit of each of ", Text::joined(names, ", "), " at a time"]),
        }
        text.push(say![", the most significant first: ", Text::code("*"), format!(" is {either} digit")]);
        if self.names.len() != 1 && steps.iter().any(|steps| matches!(steps.digits, Letters::Ones(_))) {
            text.push(", “1 one” or “2 ones” any digits with that many 1s, “0 ones” no 1");
        }
        text.push(digits_in_brackets(&steps, law.numeration()));
        text.push(". A state is what is remembered of the digits so far: “reached by” is the first position whose digits lead to it");
        if !self.says_grundy() {
            text.push(", “P at” the P-position that the fewest further digits lead to");
        }
        text.push(".");
        text
    }
}

/// The meaning of brackets and of letters, where the table has some, and a note that not every
/// sequence of digits is a word.
fn digits_in_brackets(steps: &[Steps], numeration: &Numeration) -> Text {
    let mut text = Text::new();
    if let Some(digits) = steps.iter().find_map(|steps| steps.digits.several(numeration)) {
        let all: Vec<String> = digits.iter().map(|&digit| sign(digit).to_string()).collect();
        text.push(say![", ", Text::code(format!("[{}]", all.concat())), " one of ", all.join(", ")]);
    }
    let largest = numeration.largest_digit();
    if largest > 9 {
        text.push(match largest {
            10 => "; A is 10".to_owned(),
            _ => format!("; A to {} are 10 to {largest}", sign(largest)),
        });
    }
    if numeration.as_base().is_none() {
        text.push("; what has no step does not occur");
    }
    text
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
