//! The sentence that states a law.

use bouton_automata::{ReverseTooLarge, Words, words_of};
use bouton_core::{DigitAutomaton, Numeration, Space, Value};
use bouton_forms::{
    Apart, Base, Beatty, Columns, ControlLaw, DigitLaw, Form, Halved, HeapSumLaw, Mostly, NUMERATION,
    NimSumLaw, Periodic, RemainderLaw, Remainders, Rows, SmallLaw, Surd,
};

use super::{Speaker, groups, table::MOST_STATES};
use bouton_prose::{Formula, Sign, Text, say};

use crate::diagram::{reversed_words, sign};

/// The most states that are counted of an automaton in the other digit order.
const MAX_REVERSED: usize = 20_000;

impl Speaker<'_> {
    /// The statement of the law in a sentence; tables and items follow it.
    pub(super) fn sentence(&self, law: &ControlLaw) -> Text {
        self.form_sentence(&law.form, law)
    }

    /// Whether the sentence of the law states the Grundy value itself.
    pub(super) fn states_values(&self, law: &ControlLaw) -> bool {
        self.is_of_pairs() && matches!(&law.form, Form::Digits(digits) if digits.is_nim())
    }

    fn form_sentence(&self, form: &Form, law: &ControlLaw) -> Text {
        match form {
            Form::Constant(value) => self.constant(*value),
            Form::Periodic(periodic) => self.periodic(periodic),
            Form::Digits(digits) => self.digit_law(digits),
            Form::LinkedPiles => linked_piles(),
            Form::Remainders(found) => self.remainders(found),
            Form::HeapSum(sum) => self.heap_sum(sum),
            Form::NimSum(found) => self.nim_sum_law(found),
            Form::Rows(rows) => self.rows_sentence(rows),
            Form::Halved(halved) => self.halved(halved, law),
            Form::Cases(cases) => self.cases_sentence(cases),
            Form::Sorted(cases) => self.sorted_sentence(cases),
            Form::Apart(found) => self.apart(found),
            Form::Properties(found) => self.properties_sentence(found),
            Form::Mostly(found) => self.mostly(found, &law.law),
            Form::Beatty(found) => self.beatty(found),
            Form::Automaton { .. } => {
                say!["no shorter form was found; the law is ", self.described(&law.law), "."]
            }
        }
    }

    /// An automaton in a few words: its numbers of states in both digit orders.
    fn described(&self, law: &DigitAutomaton) -> Text {
        let g = || self.letter("g");
        let excess = match self.grundy.map(|grundy| &grundy.base) {
            Some(Base::Zero) => say![" and puts out ", g()],
            Some(_) if law.states() <= MOST_STATES => {
                say![" and puts out ", g(), " as it is written in the table"]
            }
            Some(_) => say![" and puts out how far ", g(), " is from a simple number"],
            None => Text::new(),
        };
        let read = match &self.names[..] {
            [name] => say![digits_of(law.numeration()), " of ", name],
            _ => say![digits_of(law.numeration()), format!(" of all {}s in step", self.noun())],
        };
        let Words { law, none } = &words_of(law, usize::MAX).expect("no more words than there is memory for");
        let own = law.states() - usize::from(none.is_some());
        // A law has one number of states, that of its certificate; the words of one control state,
        // or of outcomes alone, may need fewer. The difference of a Grundy value from another
        // number is the output of an automaton derived from the law.
        let (states, suffice) = match self.grundy {
            Some(_) => (own, String::new()),
            None if own < self.explanation.states => {
                (self.explanation.states, format!("{own} suffice for the values here; "))
            }
            None => (self.explanation.states, String::new()),
        };
        let made = if self.grundy.is_some() && states != self.explanation.states {
            "an automaton made of it"
        } else {
            "the automaton"
        };
        let reversed = match reversed_words(law, MAX_REVERSED) {
            Ok(reversed) => format!("{} states", reversed.states()),
            Err(ReverseTooLarge(limit)) => format!("more than {limit} states"),
        };
        say![
            format!("{made} with {states} states that reads "),
            read,
            ", most significant first",
            excess,
            format!(" ({suffice}least significant first it has {reversed})")
        ]
    }

    fn constant(&self, value: Value) -> Text {
        match (self.says_grundy(), self.grundy.map(|grundy| &grundy.base)) {
            (true, Some(Base::NimSum)) => nim_sum_is(self.value(value)),
            _ => say![self.every_position(value), "."],
        }
    }

    /// The clause that all positions have this value.
    pub(super) fn every_position(&self, value: Value) -> Text {
        match self.says_grundy() {
            true => say!["the Grundy value of every position is ", self.value(value)],
            false => say!["every position is ", self.named(value)],
        }
    }

    fn periodic(&self, law: &Periodic) -> Text {
        let n = &self.names[0];
        let period = u32::try_from(law.period).unwrap_or(u32::MAX);
        let below = |text: Text| {
            if law.before.is_empty() {
                say![text, "."]
            } else {
                let from = n.clone().equals(law.preperiod);
                say![text, ", from ", from, " on; below, ", self.listed(&law.before), "."]
            }
        };
        if let [value] = law.values[..] {
            return if law.before.is_empty() || self.says_grundy() {
                below(self.named(value))
            } else {
                say![self.listed(&law.before), ", else ", self.named(value), "."]
            };
        }
        // Outcomes are remainders only by their numbering; Grundy values by their meaning.
        let plain = self.says_grundy()
            && self.grundy.is_none_or(|grundy| grundy.base == Base::Zero && grundy.least == 0);
        if plain
            && law.values.iter().enumerate().all(|(residue, &value)| Ok(residue) == usize::try_from(value))
        {
            return below(say![self.letter("g"), " is the remainder of ", n, " modulo ", period]);
        }
        below(self.by_remainder(n, period, &law.values))
    }

    fn listed(&self, values: &[Value]) -> Text {
        let n = &self.names[0];
        // Over another base, equal excesses are different numbers.
        let moving = self.grundy.is_some_and(|grundy| grundy.base != Base::Zero);
        let mut runs: Vec<(Value, usize, usize)> = Vec::new();
        for (index, &value) in values.iter().enumerate() {
            match runs.last_mut() {
                Some((last, _, to)) if *last == value && !moving => *to = index,
                _ => runs.push((value, index, index)),
            }
        }
        let item = |&(value, from, to): &(Value, usize, usize)| match to - from {
            0 => say![self.named_at(value, from), " at ", n.clone().equals(from)],
            _ => say![self.named(value), " at ", n.clone().equals(Formula::range(from, to))],
        };
        Text::joined(runs.iter().map(item), ", ")
    }

    fn digit_law(&self, law: &DigitLaw) -> Text {
        let tracks = self.names.len();
        let noun = self.noun();
        if self.is_of_pairs() && law.is_nim() {
            return match &self.names[..tracks - 1] {
                [heap] => say!["the Grundy value is ", heap, "."],
                heaps => nim_sum_is(Formula::nim_sum(heaps.iter().cloned())),
            };
        }
        let condition = self.columns(&law.columns);
        let (all, otherwise) = (self.named(law.all), self.named(law.otherwise));
        let Some(small) = &law.small else {
            let subject = if self.says_grundy() { "" } else { "a position is " };
            return say![subject, all, " exactly when ", condition, ", else ", otherwise, "."];
        };
        // If some number is at least 2, not all columns are 0.
        let never = matches!(law.columns, Columns::Multiple { modulus } if modulus as usize > tracks);
        let parts = self.by_ones(small);
        let mut text = say![format!("if some {noun} is at least "), 2u32, ", a position is "];
        if !never {
            text.push(say![all, " exactly when ", condition, ", else "]);
        }
        let every = format!("; if every {noun} is at most ");
        say![text, otherwise, every, 1u32, ", it is ", parts, "."]
    }

    /// The values by the number of ones, where no number is larger.
    fn by_ones(&self, small: &SmallLaw) -> Text {
        let groups = groups(&small.values);
        let mut parts: Vec<Text> = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            let name = self.named(*value);
            parts.push(match (small.modulus, &places[..]) {
                (1, _) => name,
                _ if index + 1 == groups.len() => say!["else ", name],
                (2, [0]) => say![name, " if the number of 1s is even"],
                (2, [1]) => say![name, " if the number of 1s is odd"],
                (modulus, _) => {
                    let residues = Text::either(places.iter().copied());
                    say![name, " if the number of 1s is ", residues, " modulo ", modulus]
                }
            });
        }
        Text::joined(parts, ", ")
    }

    fn nim_sum_law(&self, law: &NimSumLaw) -> Text {
        let names = || law.coordinates.iter().map(|&track| self.names[track].clone());
        let listed = || Text::joined(names(), ", ");
        let noun = self.noun();
        let of_all = law.coordinates.len() == self.names.len();
        let (lead, of, some, every): (Text, Text, Text, Text) = match law.modulus {
            Some(modulus) => {
                let which: Text =
                    if of_all { format!("each {noun}").into() } else { say!["each of ", listed()] };
                let lead = say!["reduce ", which, " modulo ", modulus, "; "];
                (lead, " of the remainders".into(), "some remainder".into(), "every remainder".into())
            }
            None if of_all => (
                Text::new(),
                format!(" of the {noun}s").into(),
                format!("some {noun}").into(),
                format!("every {noun}").into(),
            ),
            None => {
                let sum = say![" ", Formula::nim_sum(names())];
                (Text::new(), sum, say!["one of ", listed()], say!["each of ", listed()])
            }
        };
        let rule = say![
            if self.says_grundy() { "" } else { "a position is " },
            self.named(law.all),
            " exactly when the nim-sum",
            of,
            " is ",
            Text::either(law.sums.iter().copied()),
            ", else ",
            self.named(law.otherwise)
        ];
        match &law.small {
            None => say![lead, rule, "."],
            Some(small) => say![
                lead,
                "if ",
                some,
                " is at least ",
                2u32,
                ", ",
                rule,
                "; if ",
                every,
                " is at most ",
                1u32,
                ", it is ",
                self.by_ones(small),
                "."
            ],
        }
    }

    fn apart(&self, found: &Apart) -> Text {
        let noun = self.noun();
        let ones = |of: &[u32], others: &str, end: &str| {
            say![Text::either(of.iter().copied()), format!(" {others}{noun}s have a "), 1u32, end]
        };
        let mut text = say![
            "read the binary digits of all ",
            format!("{noun}s in step, the most significant ones first. A position is "),
            self.named(found.all),
            " exactly when at each place ",
            ones(&found.before, "", ""),
            format!(", to the end or until one {noun} alone has a "),
            1u32,
            ", after which ",
            ones(&found.beside, "of the other ", " at each place"),
        ];
        if !found.last.is_empty() {
            text.push(say![", or until ", ones(&found.last, "", ""), ", after which all digits are ", 0u32]);
        }
        say![text, "; else ", self.named(found.otherwise), "."]
    }

    pub(super) fn columns(&self, columns: &Columns) -> Text {
        let tracks = self.names.len();
        let noun = self.noun();
        match columns {
            Columns::Multiple { modulus } if *modulus as usize > tracks => match self.divisor {
                1 => say![format!("every {noun} is "), 0u32],
                divisor => {
                    let least = |name: &String| Formula::name(name).related(Sign::AtMost, divisor - 1);
                    Text::joined(self.coordinates.iter().map(least), " and ")
                }
            },
            Columns::Multiple { modulus: 2 } if tracks == 2 => format!("the two {noun}s are equal").into(),
            Columns::Multiple { modulus: 2 } => {
                say!["every binary digit occurs an even number of times (the nim-sum is ", 0u32, ")"]
            }
            Columns::Multiple { modulus } => {
                let places = format!("for every binary place the number of {noun}s with a 1 there");
                say![places, " is a multiple of ", *modulus]
            }
            Columns::OneOf { letters } => {
                if let Some(equations) = self.equations(letters) {
                    return equations;
                }
                let column = |letter: usize| -> String {
                    (0..tracks).map(|track| NUMERATION.digit(letter, track).to_string()).collect()
                };
                let columns: Vec<String> = letters.iter().map(|&letter| column(letter)).collect();
                say![
                    "every column of binary digits (",
                    Text::joined(&self.names, " "),
                    ") is one of ",
                    columns.join(", ")
                ]
            }
        }
    }

    fn remainders(&self, found: &Remainders) -> Text {
        let (m, noun) = (found.modulus, self.noun());
        if let [name] = &self.names[..] {
            let r = || self.letter("r");
            let exactly = |rest: u32| say!["a position is P exactly when ", r().equals(rest), ", else N"];
            let law = match found.law {
                RemainderLaw::NimSum => say!["the Grundy value is ", r()],
                RemainderLaw::NimOutcome => exactly(0),
                RemainderLaw::MisereNimOutcome => exactly(1),
            };
            return say!["let ", r(), " be the remainder of ", name, " modulo ", m, "; ", law, "."];
        }
        // Nim-sums of remainders by 2 are parities.
        match (m, found.law) {
            (2, RemainderLaw::NimSum) => {
                return say!["the Grundy value is ", 1u32, " if ", self.sum(), " is odd, else ", 0u32, "."];
            }
            (2, RemainderLaw::NimOutcome) => {
                return say!["a position is P exactly when ", self.sum(), " is even, else N."];
            }
            (2, RemainderLaw::MisereNimOutcome) => {
                return say!["a position is P exactly when ", self.sum(), " is odd, else N."];
            }
            _ => {}
        }
        let lead = say![format!("reduce each {noun} modulo "), m, "; "];
        match found.law {
            RemainderLaw::NimOutcome if self.names.len() == 2 => {
                say![lead, "a position is P exactly when the two remainders are equal, else N."]
            }
            RemainderLaw::NimSum => say![lead, "the Grundy value is the nim-sum of the remainders."],
            RemainderLaw::NimOutcome => {
                say![
                    lead,
                    "a position is P exactly when the nim-sum of the remainders is ",
                    0u32,
                    ", else N."
                ]
            }
            RemainderLaw::MisereNimOutcome if m <= 2 => {
                say![
                    lead,
                    "a position is P exactly when the nim-sum of the remainders is ",
                    1u32,
                    ", else N."
                ]
            }
            RemainderLaw::MisereNimOutcome => say![
                lead,
                "if some remainder is at least ",
                2u32,
                ", a position is P exactly when the nim-sum of the remainders is ",
                0u32,
                "; if all are at most ",
                1u32,
                ", exactly when it is ",
                1u32,
                "; else N."
            ],
        }
    }

    fn heap_sum(&self, sum: &HeapSumLaw) -> Text {
        let noun = self.noun();
        if self.is_nim_of_sizes(sum) {
            return "the Grundy value is the nim-sum of the heaps.".into();
        }
        // Different functions have different names: v1, v2, ….
        let (letter, n) = (self.function(), self.letter("n"));
        let function = |place: usize| match sum.values.len() {
            1 => letter.to_owned(),
            _ => format!("{letter}{}", place + 1),
        };
        let values: Vec<Text> = match &sum.values[..] {
            [one] => vec![one_value(letter, &n, one)],
            all => {
                let each = all.iter().zip(&self.names).enumerate();
                each.map(|(place, (one, name))| one_value(&function(place), name, one)).collect()
            }
        };
        let v = |place: usize, of: &Formula| Formula::of(&function(place), of);
        let of = if sum.values.len() == 1 {
            say![v(0, &n), format!(" of the {noun}s")]
        } else {
            let each = self.names.iter().enumerate().map(|(place, name)| v(place, name));
            say!["values ", Formula::list(each), format!(" of the {noun}s")]
        };
        let subject = match (sum.is_outcome, &self.names[..]) {
            (true, [one, other]) => say!["a position is P exactly when ", v(0, one).equals(v(1, other))],
            (true, _) => say!["a position is P exactly when the nim-sum of the ", of, " is ", 0u32],
            (false, _) => say!["the Grundy value is the nim-sum of the ", of],
        };
        say![subject, ", where ", Text::joined(values, "; "), "."]
    }

    /// Whether the values of the sizes are the sizes themselves: Nim.
    fn is_nim_of_sizes(&self, sum: &HeapSumLaw) -> bool {
        self.explanation.space == Space::HeapSizes
            && sum
                .values
                .iter()
                .zip(1u32..)
                .all(|(law, size)| law.before.is_empty() && law.values.len() == 2 && law.values == [0, size])
            && sum.values.len() == self.names.len()
    }

    /// The named value, as a number if the only coordinate is known.
    fn named_at(&self, value: Value, coordinate: usize) -> Text {
        match self.grundy {
            Some(grundy) if matches!(grundy.base, Base::Form { .. } | Base::NimSum) => {
                // With one coordinate, the nim-sum and the sum are the coordinate itself.
                let base = i64::try_from(coordinate).unwrap_or(i64::MAX);
                let excess = grundy.excess(value);
                let number =
                    if grundy.base == Base::NimSum { base ^ excess } else { base.saturating_add(excess) };
                self.letter("g").equals(number).into()
            }
            _ => self.named(value),
        }
    }

    fn rows_sentence(&self, rows: &Rows) -> Text {
        if let Some(points) = self.few_points(rows) {
            return points;
        }
        let r = || self.letter("R");
        let by_remainder = || {
            if self.says_grundy() {
                let values = Formula::list(rows.typical.iter().map(|&value| self.value(value)));
                let residues = r().equals(Formula::list(0..rows.modulus));
                return say![self.letter("g").equals(values), " for ", residues];
            }
            let groups = groups(&rows.typical);
            let mut parts: Vec<Text> = Vec::new();
            for (index, (value, places)) in groups.iter().enumerate() {
                parts.push(if index + 1 == groups.len() && index > 0 {
                    say!["else ", self.named(*value)]
                } else {
                    let residues = Text::either(places.iter().copied());
                    say![self.named(*value), " if ", r(), " is ", residues]
                });
            }
            Text::joined(parts, ", ")
        };
        // Without exceptions, what is typical is always so.
        let begins = match (rows.rows.is_empty(), self.says_grundy()) {
            (true, true) => "Then ",
            (true, false) => "A position is ",
            (false, true) => "Typically ",
            (false, false) => "Typically a position is ",
        };
        let lead = if rows.modulus == 1 {
            match self.says_grundy() {
                true => say!["typically ", self.named(rows.typical[0])],
                false => say!["typically a position is ", self.named(rows.typical[0])],
            }
        } else {
            say![
                "let ",
                r(),
                " be the remainder of ",
                self.sum(),
                " modulo ",
                rows.modulus,
                ". ",
                begins,
                by_remainder()
            ]
        };
        if rows.rows.is_empty() {
            return say![lead, "."];
        }
        let noun = self.noun();
        let count = match rows.rows.len() {
            1 => "There is one exceptional row".to_owned(),
            count => format!("There are {count} exceptional rows"),
        };
        let z = self.letter("z");
        let named = match self.names.len() {
            2 => say![format!("the smaller {noun}, "), z, " the larger"],
            count => {
                say![format!("the {} smaller {noun}s in increasing order, ", count - 1), z, " the largest"]
            }
        };
        say![lead, format!(". {count}, named by "), named, ":"]
    }

    /// The law of the quotients when the last digits are cut off: "Let q1 = ⌊h1/2⌋ …".
    fn halved(&self, halved: &Halved, law: &ControlLaw) -> Text {
        let divisor = 1u64.checked_shl(halved.halvings).unwrap_or(u64::MAX);
        let names: Vec<Formula> = self.names.iter().map(|name| Formula::floor(name, divisor)).collect();
        let quotients = Self { divisor, ..self.of(names, Some(QUOTIENT)) };
        let inner = quotients.form_sentence(&halved.form, law);
        // A sentence about the numbers themselves does not need quotients.
        if !inner.has_word(QUOTIENT) && !quotients.names.iter().any(|name| inner.mentions(name)) {
            return inner;
        }
        say![format!("divide each {} by ", self.noun()), divisor, ", rounding down; ", inner]
    }

    fn beatty(&self, found: &Beatty) -> Text {
        let name = |place: usize| self.names.get(place).map_or_else(Text::new, Text::from);
        let digits = digits_of(&Numeration::ostrowski_period(&found.period).unwrap_or_default());
        let n = || self.letter("n");
        let a = || Formula::index("A", n());
        let b = || Formula::index("B", n());
        let whole =
            |name: &str| Formula::Floor(Box::new(Formula::Product(vec![n(), Formula::name(name)], false)));
        let (mut also, mut not) = (Vec::new(), Vec::new());
        for &(low, high) in &found.exceptions {
            // The number of a pair is at most its smaller number.
            let is_pair = (0..=low).any(|n| found.pair(n) == Some((low, high)));
            if is_pair { not.push((low, high)) } else { also.push((low, high)) }
        }
        let listed = |words: &str, pairs: Vec<(u64, u64)>| {
            let order = if pairs.iter().all(|(low, high)| low == high) { "" } else { " in either order" };
            match &pairs[..] {
                [] => Text::new(),
                _ => {
                    let pairs = pairs.into_iter().map(|(low, high)| Formula::tuple([low, high]));
                    say![format!(", {words} "), Text::joined(pairs, " and "), order]
                }
            }
        };
        let value = |name: &str, slope: Option<Surd>| match slope {
            Some(slope) => Text::from(Formula::name(name).equals(surd(slope))),
            None => Formula::name(name).into(),
        };
        let slope = found.slope();
        let (larger, with) = match found.period[..] {
            [step] => {
                let difference =
                    if step == 1 { n() } else { Formula::Product(vec![step.into(), n()], false) };
                let golden = if step == 1 { ", the golden section" } else { "" };
                (
                    b().equals(Formula::sum([a(), difference])),
                    say![a().equals(whole("φ")), ", ", value("φ", slope), golden],
                )
            }
            _ => {
                let partner = slope.and_then(Surd::partner);
                (
                    b().equals(whole("β")),
                    say![a().equals(whole("α")), ", ", value("α", slope), " and ", value("β", partner)],
                )
            }
        };
        let ends = match found.period[..] {
            [_] => say!["and ", b(), " is ", a(), " with a 0 appended."],
            _ => say![b(), " those that end in an odd number of 0s."],
        };
        let even = " are the numbers that end in an even number of 0s (and 0 itself), ";
        say![
            "a position is P exactly when one of ",
            name(0),
            " and ",
            name(1),
            " is ",
            a(),
            " and the other ",
            larger,
            " with ",
            with,
            listed("but not at", not),
            listed("and also at", also),
            ", else N. By ",
            digits,
            ": ",
            a(),
            even,
            ends
        ]
    }

    fn mostly(&self, found: &Mostly, law: &DigitAutomaton) -> Text {
        let rule = self.rule(&found.rule);
        if found.conditions.is_empty() {
            return say![rule, "."];
        }
        say![
            "if ",
            self.conditions(&found.conditions),
            ": ",
            rule,
            ". Elsewhere no shorter form was found; the whole law is ",
            self.described(law),
            "."
        ]
    }
}

/// The noun for the numbers of a law of halves.
pub(super) const QUOTIENT: &str = "quotient";

/// The law of three players with the podium rule.
fn linked_piles() -> Text {
    let three = || Formula::from(3u32);
    say![
        "a position is P exactly when for every binary place the number of heaps with a 1 there is a multiple of ",
        three(),
        " (",
        Formula::index("𝒢", 3u32).equals(0u32),
        "). Else take these numbers modulo ",
        three(),
        ": it is N if the leftmost one that is not 0 is 1 and some heap has a 1 wherever they are 1 and a 0 wherever they are 2 (it is linked); else O (as in three-player Nim: Nowakowski, Santos and Silva, ",
        Text::emphasis("Three-player NIM with podium rule"),
        ", Theorem 2.14)."
    ]
}

/// The statement that the Grundy value is a nim-sum.
fn nim_sum_is(sum: Formula) -> Text {
    say!["the Grundy value is the nim-sum ", sum, " (binary addition without carrying)."]
}

/// The values of one coordinate by a function: "v(n) = 0, 1, 0, 1, 2, 3, 2 for n mod 7 = 0..6".
fn one_value(function: &str, n: &Formula, law: &Periodic) -> Text {
    let name = Formula::of(function, n);
    let list = |values: &[Value]| Formula::list(values.iter().copied());
    let last = law.values.len() - 1;
    let is = |number: Formula| n.clone().equals(number);
    let mut text = match law.values[..] {
        [value] => name.equals(value).into(),
        _ => {
            let rest = Formula::remainder(n, law.period).equals(Formula::range(0u32, last));
            say![name.equals(list(&law.values)), " for ", rest]
        }
    };
    match law.before[..] {
        [] => {}
        [value] => {
            text.push(say![" from ", is(1u32.into()), " on, and ", value, " for ", is(0u32.into())]);
        }
        _ => text.push(say![
            " from ",
            is(law.preperiod.into()),
            " on, and ",
            list(&law.before),
            " for ",
            is(Formula::range(0u32, law.before.len() - 1))
        ]),
    }
    text
}

/// The digits of a numeration, in words.
pub(super) fn digits_of(numeration: &Numeration) -> Text {
    let weights = |weights: [u32; 3]| {
        let all = weights.iter().map(|&weight| Formula::from(weight)).chain([Formula::Dots]);
        Text::from(Formula::list(all))
    };
    let slope = |period: &[u32]| {
        let period: Vec<String> = period.iter().map(ToString::to_string).collect();
        format!("[1; {0}, {0}, …]", period.join(", "))
    };
    match (numeration.as_base(), numeration.recurrence()) {
        (Some(2), _) => "the binary digits".into(),
        (Some(base), _) => format!("the digits in base {base}").into(),
        (None, Some([1, 1])) => {
            let numbers = [1u32, 2, 3, 5].map(Formula::from).into_iter().chain([Formula::Dots]);
            say![
                "the digits of Zeckendorf (sums of Fibonacci numbers ",
                Formula::list(numbers),
                ", no two of them consecutive)"
            ]
        }
        (None, Some([a, 1])) => say![
            format!("the digits of the slope {} (of weights ", slope(&[*a])),
            weights([1, a + 1, a * (a + 1) + 1]),
            ")"
        ],
        (None, _) => {
            match (numeration.as_ostrowski_period(), numeration.blocks(), numeration.as_fraenkel()) {
                (Some(period), Some(blocks), _) => {
                    let between = if blocks.iter().flatten().any(|&place| place > 9) { "." } else { "" };
                    let named = |(digit, block): (u8, &Vec<u32>)| {
                        let places: Vec<String> = block.iter().map(ToString::to_string).collect();
                        format!("{} for {}", sign(digit), places.join(between))
                    };
                    let named: Vec<String> = (0..).zip(&blocks).map(named).collect();
                    format!(
                        "the blocks of {} places of the slope {} ({})",
                        blocks[0].len(),
                        slope(&period),
                        named.join(", ")
                    )
                    .into()
                }
                (_, _, Some((s, t))) => say![
                    "the digits of weights ",
                    weights([1, s + t, (s + t - 1) * (s + t) + s]),
                    format!(", each {} times the one before and {s} times that before it", s + t - 1)
                ],
                _ => format!("the digits of {numeration}").into(),
            }
        }
    }
}

/// A quadratic number in mathematical notation.
pub(super) fn surd(number: Surd) -> Formula {
    let small = |number: i64| u64::try_from(number).map_or(Formula::Dots, Formula::from);
    let above = match number.added {
        0 => Formula::root(small(number.root)),
        added if added > 0 => Formula::sum([small(added), Formula::root(small(number.root))]),
        added => Formula::root(small(number.root)).plus(added),
    };
    if number.divisor == 1 { above } else { Formula::quotient(above, small(number.divisor)) }
}
