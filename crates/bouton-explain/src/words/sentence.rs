//! The sentence that states a law.

use bouton_automata::{ReverseTooLarge, Words, words_of};
use bouton_core::{DigitAutomaton, Numeration, Space, Value};

use super::{Speaker, groups, or_list, table::MOST_STATES};
use crate::{
    beatty::Beatty,
    diagram::{reversed_words, sign},
    digits::{Columns, DigitLaw, SmallLaw},
    explanation::{ControlLaw, Form, Halved},
    grundy::Base,
    heap_sum::HeapSum,
    mostly::Mostly,
    nim_sum::NimSumLaw,
    periodic::Periodic,
    prefix::NUMERATION,
    remainders::{RemainderLaw, Remainders},
    rows::Rows,
};

/// The most states that are counted of an automaton in the other digit order.
const MAX_REVERSED: usize = 20_000;

impl Speaker<'_> {
    /// The statement of the law in a sentence; tables and items follow it.
    pub(super) fn sentence(&self, law: &ControlLaw) -> String {
        self.form_sentence(&law.form, law)
    }

    fn form_sentence(&self, form: &Form, law: &ControlLaw) -> String {
        match form {
            Form::Constant(value) => self.constant(*value),
            Form::Periodic(periodic) => self.periodic(periodic),
            Form::Digits(digits) => self.digit_law(digits),
            Form::LinkedPiles => "a position is P exactly when for every binary place the number of piles with a 1 there is a multiple of 3 (𝒢₃ = 0). Otherwise take these numbers modulo 3, and look at the leftmost place where that is not 0: the position is N if the remainder there is 1 and some pile is linked, that is, has a 1 at every place where the remainder is 1 and a 0 at every place where it is 2; else it is O (Nowakowski, Santos and Silva, Three-player NIM with podium rule, Theorem 2.14).".to_owned(),
            Form::Remainders(found) => self.remainders(found),
            Form::HeapSum(sum) => self.heap_sum(sum),
            Form::NimSum(found) => self.nim_sum_law(found),
            Form::Rows(rows) => self.rows_sentence(rows),
            Form::Halved(halved) => self.halved(halved, law),
            Form::Cases(cases) => self.cases_sentence(cases),
            Form::Sorted(cases) => self.sorted_sentence(cases),
            Form::Mostly(found) => self.mostly(found, &law.law),
            Form::Beatty(found) => self.beatty(found),
            Form::Automaton { .. } => format!("no shorter form was found; the law is {}.", self.described(&law.law)),
        }
    }

    /// An automaton in a few words: its numbers of states in both digit orders.
    fn described(&self, law: &DigitAutomaton) -> String {
        let excess = match self.grundy.map(|grundy| &grundy.base) {
            Some(Base::Zero) => " and puts out g",
            Some(_) if law.states() <= MOST_STATES => " and puts out g as it is written in the table",
            Some(_) => " and puts out how far g is from a simple number",
            None => "",
        };
        let read = match &self.names[..] {
            [name] => format!("{} of {name}", digits_of(law.numeration())),
            _ => format!("{} of all {}s in step", digits_of(law.numeration()), self.noun()),
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
        let written = if law.states() <= MOST_STATES {
            "`--digits least` writes that one out"
        } else {
            "`--digits most` or `least` writes it out"
        };
        format!(
            "{made} with {states} states that reads {read}, most significant first{excess} ({suffice}least significant first it has {reversed}; {written})",
        )
    }

    fn constant(&self, value: Value) -> String {
        match (self.says_grundy(), self.grundy.map(|grundy| &grundy.base)) {
            (true, Some(Base::NimSum)) => {
                format!(
                    "the Grundy value is the nim-sum {} (binary addition without carrying).",
                    self.value(value)
                )
            }
            (true, _) => format!("the Grundy value of every position is {}.", self.value(value)),
            (false, _) => format!("every position is {}.", self.named(value)),
        }
    }

    fn periodic(&self, law: &Periodic) -> String {
        let n = &self.names[0];
        let period = u32::try_from(law.period).unwrap_or(u32::MAX);
        let below = |text: String| {
            if law.before.is_empty() {
                format!("{text}.")
            } else {
                format!("{text}, from {n} = {} on; below, {}.", law.preperiod, self.listed(&law.before))
            }
        };
        if let [value] = law.values[..] {
            return if law.before.is_empty() || self.says_grundy() {
                below(self.named(value))
            } else {
                format!("{}, else {}.", self.listed(&law.before), self.named(value))
            };
        }
        // Outcomes are remainders only by their numbering; Grundy values by their meaning.
        let plain = self.says_grundy()
            && self.grundy.is_none_or(|grundy| grundy.base == Base::Zero && grundy.least == 0);
        if plain
            && law.values.iter().enumerate().all(|(residue, &value)| Ok(residue) == usize::try_from(value))
        {
            return below(format!("g is the remainder of {n} modulo {period}"));
        }
        below(self.by_remainder(n, period, &law.values))
    }

    fn listed(&self, values: &[Value]) -> String {
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
        let items: Vec<String> = runs
            .iter()
            .map(|&(value, from, to)| match to - from {
                0 => format!("{} at {n} = {from}", self.named_at(value, from)),
                _ => format!("{} at {n} = {from}..{to}", self.named(value)),
            })
            .collect();
        items.join(", ")
    }

    fn digit_law(&self, law: &DigitLaw) -> String {
        let tracks = self.names.len();
        let noun = self.noun();
        if self.is_of_pairs() && law.is_nim() {
            return match &self.names[..tracks - 1] {
                [heap] => format!("the Grundy value is {heap}."),
                heaps => format!(
                    "the Grundy value is the nim-sum {} (binary addition without carrying).",
                    heaps.join(" ⊕ ")
                ),
            };
        }
        let condition = self.columns(&law.columns);
        let (all, otherwise) = (self.named(law.all), self.named(law.otherwise));
        let Some(small) = &law.small else {
            return if self.says_grundy() {
                format!("{all} exactly when {condition}, else {otherwise}.")
            } else {
                format!("a position is {all} exactly when {condition}, else {otherwise}.")
            };
        };
        // If some number is at least 2, not all columns are 0.
        let never = matches!(law.columns, Columns::Multiple { modulus } if modulus as usize > tracks);
        let parts = self.by_ones(small);
        if never {
            return format!(
                "if some {noun} is at least 2, a position is {otherwise}; if every {noun} is at most 1, it is {parts}."
            );
        }
        format!(
            "if some {noun} is at least 2, a position is {all} exactly when {condition}, else {otherwise}; if every {noun} is at most 1, it is {parts}."
        )
    }

    /// The values by the number of ones, where no number is larger.
    fn by_ones(&self, small: &SmallLaw) -> String {
        let groups = groups(&small.values);
        let mut parts = Vec::new();
        for (index, (value, places)) in groups.iter().enumerate() {
            let name = self.named(*value);
            let residues: Vec<String> = places.iter().map(ToString::to_string).collect();
            parts.push(match (small.modulus, &places[..]) {
                (1, _) => name,
                _ if index + 1 == groups.len() => format!("else {name}"),
                (2, [0]) => format!("{name} if the number of 1s is even"),
                (2, [1]) => format!("{name} if the number of 1s is odd"),
                (modulus, _) => {
                    format!("{name} if the number of 1s is {} modulo {modulus}", or_list(&residues))
                }
            });
        }
        parts.join(", ")
    }

    fn nim_sum_law(&self, law: &NimSumLaw) -> String {
        let names: Vec<&str> = law.coordinates.iter().map(|&track| self.names[track].as_str()).collect();
        let noun = self.noun();
        let of_all = names.len() == self.names.len();
        let (lead, of, some, every) = match law.modulus {
            Some(modulus) => {
                let which =
                    if of_all { format!("each {noun}") } else { format!("each of {}", names.join(", ")) };
                let lead = format!("reduce {which} modulo {modulus}; ");
                (
                    lead,
                    " of the remainders".to_owned(),
                    "some remainder".to_owned(),
                    "every remainder".to_owned(),
                )
            }
            None if of_all => {
                (String::new(), format!(" of the {noun}s"), format!("some {noun}"), format!("every {noun}"))
            }
            None => {
                let list = names.join(", ");
                let sum = format!(" {}", names.join(" ⊕ "));
                (String::new(), sum, format!("one of {list}"), format!("each of {list}"))
            }
        };
        let sums: Vec<String> = law.sums.iter().map(ToString::to_string).collect();
        let subject = if self.says_grundy() { "" } else { "a position is " };
        let rule = format!(
            "{subject}{} exactly when the nim-sum{of} is {}, else {}",
            self.named(law.all),
            or_list(&sums),
            self.named(law.otherwise)
        );
        match &law.small {
            None => format!("{lead}{rule}."),
            Some(small) => format!(
                "{lead}if {some} is at least 2, {rule}; if {every} is at most 1, it is {}.",
                self.by_ones(small)
            ),
        }
    }

    fn columns(&self, columns: &Columns) -> String {
        let tracks = self.names.len();
        let noun = self.noun();
        match columns {
            Columns::Multiple { modulus } if *modulus as usize > tracks => match self.divisor {
                1 => format!("every {noun} is 0"),
                divisor => {
                    let least = |name: &String| format!("{name} ≤ {}", divisor - 1);
                    self.coordinates.iter().map(least).collect::<Vec<_>>().join(" and ")
                }
            },
            Columns::Multiple { modulus: 2 } if tracks == 2 => format!("the two {noun}s are equal"),
            Columns::Multiple { modulus: 2 } => {
                "every binary digit occurs an even number of times (the nim-sum is 0)".to_owned()
            }
            Columns::Multiple { modulus } => format!(
                "for every binary place the number of {noun}s with a 1 there is a multiple of {modulus}"
            ),
            Columns::OneOf { letters } => {
                if let Some(equations) = self.equations(letters) {
                    return equations;
                }
                let column = |letter: usize| -> String {
                    (0..tracks).map(|track| NUMERATION.digit(letter, track).to_string()).collect()
                };
                let columns: Vec<String> = letters.iter().map(|&letter| column(letter)).collect();
                format!(
                    "every column of binary digits ({}) is one of {}",
                    self.names.join(" "),
                    columns.join(", ")
                )
            }
        }
    }

    fn remainders(&self, found: &Remainders) -> String {
        let (m, noun) = (found.modulus, self.noun());
        if let [name] = &self.names[..] {
            return format!(
                "let r be the remainder of {name} modulo {m}; {}.",
                match found.law {
                    RemainderLaw::NimSum => "the Grundy value is r",
                    RemainderLaw::NimOutcome => "a position is P exactly when r = 0, else N",
                    RemainderLaw::MisereNimOutcome => "a position is P exactly when r = 1, else N",
                }
            );
        }
        // Nim-sums of remainders by 2 are parities.
        match (m, found.law) {
            (2, RemainderLaw::NimSum) => {
                return format!("the Grundy value is 1 if {} is odd, else 0.", self.sum());
            }
            (2, RemainderLaw::NimOutcome) => {
                return format!("a position is P exactly when {} is even, else N.", self.sum());
            }
            (2, RemainderLaw::MisereNimOutcome) => {
                return format!("a position is P exactly when {} is odd, else N.", self.sum());
            }
            _ => {}
        }
        match found.law {
            RemainderLaw::NimOutcome if self.names.len() == 2 => format!(
                "reduce each {noun} modulo {m}; a position is P exactly when the two remainders are equal, else N."
            ),
            RemainderLaw::NimSum => {
                format!("reduce each {noun} modulo {m}; the Grundy value is the nim-sum of the remainders.")
            }
            RemainderLaw::NimOutcome => format!(
                "reduce each {noun} modulo {m}; a position is P exactly when the nim-sum of the remainders is 0, else N."
            ),
            RemainderLaw::MisereNimOutcome if m <= 2 => format!(
                "reduce each {noun} modulo {m}; a position is P exactly when the nim-sum of the remainders is 1, else N."
            ),
            RemainderLaw::MisereNimOutcome => format!(
                "reduce each {noun} modulo {m}; if some remainder is at least 2, a position is P exactly when the nim-sum of the remainders is 0; if all are at most 1, exactly when it is 1; else N."
            ),
        }
    }

    fn heap_sum(&self, sum: &HeapSum) -> String {
        let noun = self.noun();
        if self.is_nim_of_sizes(sum) {
            return "the Grundy value is the nim-sum of the heaps.".to_owned();
        }
        let values: Vec<String> = match &sum.values[..] {
            [one] => vec![self.one_value("v(n)", "n", one)],
            all => all
                .iter()
                .zip(&self.names)
                .map(|(one, name)| self.one_value(&format!("v({name})"), name, one))
                .collect(),
        };
        let of = if sum.values.len() == 1 {
            format!("v(n) of the {noun}s")
        } else {
            format!("values v of the {noun}s")
        };
        let subject = match (sum.is_outcome, &self.names[..]) {
            (true, [one, other]) => format!("a position is P exactly when v({one}) = v({other})"),
            (true, _) => format!("a position is P exactly when the nim-sum of the {of} is 0"),
            (false, _) => format!("the Grundy value is the nim-sum of the {of}"),
        };
        format!("{subject}, where {}.", values.join("; "))
    }

    /// Whether the values of the sizes are the sizes themselves: Nim.
    fn is_nim_of_sizes(&self, sum: &HeapSum) -> bool {
        self.explanation.space == Space::HeapSizes
            && sum
                .values
                .iter()
                .zip(1u32..)
                .all(|(law, size)| law.before.is_empty() && law.values.len() == 2 && law.values == [0, size])
            && sum.values.len() == self.names.len()
    }

    /// The named value, as a number if the only coordinate is known.
    fn named_at(&self, value: Value, coordinate: usize) -> String {
        match self.grundy {
            Some(grundy) if matches!(grundy.base, Base::Form { .. } | Base::NimSum) => {
                // With one coordinate, the nim-sum and the sum are the coordinate itself.
                let base = i64::try_from(coordinate).unwrap_or(i64::MAX);
                let excess = grundy.excess(value);
                let number =
                    if grundy.base == Base::NimSum { base ^ excess } else { base.saturating_add(excess) };
                format!("g = {number}")
            }
            _ => self.named(value),
        }
    }

    /// The values of one coordinate: "v(n) = 0, 1, 0, 1, 2, 3, 2 for n mod 7 = 0..6".
    fn one_value(&self, name: &str, n: &str, law: &Periodic) -> String {
        let list = |values: &[Value]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let last = law.values.len() - 1;
        let mut text = match law.values[..] {
            [value] => format!("{name} = {value}"),
            _ => format!("{name} = {} for {n} mod {} = 0..{last}", list(&law.values), law.period),
        };
        match law.before[..] {
            [] => {}
            [value] => text.push_str(&format!(" from {n} = 1 on, and {value} for {n} = 0")),
            _ => text.push_str(&format!(
                " from {n} = {} on, and {} for {n} = 0..{}",
                law.preperiod,
                list(&law.before),
                law.before.len() - 1
            )),
        }
        text
    }

    fn rows_sentence(&self, rows: &Rows) -> String {
        if let Some(points) = self.few_points(rows) {
            return points;
        }
        let by_remainder = || {
            if self.says_grundy() {
                let values: Vec<String> = rows.typical.iter().map(|&value| self.value(value)).collect();
                let residues: Vec<String> = (0..rows.modulus).map(|r| r.to_string()).collect();
                return format!("g = {} for R = {}", values.join(", "), residues.join(", "));
            }
            let groups = groups(&rows.typical);
            let mut parts = Vec::new();
            for (index, (value, places)) in groups.iter().enumerate() {
                let residues: Vec<String> = places.iter().map(ToString::to_string).collect();
                parts.push(if index + 1 == groups.len() && index > 0 {
                    format!("else {}", self.named(*value))
                } else {
                    format!("{} if R is {}", self.named(*value), or_list(&residues))
                });
            }
            format!("a position is {}", parts.join(", "))
        };
        let lead = if rows.modulus == 1 {
            format!("typically {}", self.named(rows.typical[0]))
        } else {
            format!(
                "let R be the remainder of {} modulo {}. Typically {}",
                self.sum(),
                rows.modulus,
                by_remainder()
            )
        };
        if rows.rows.is_empty() {
            return format!("{}.", lead.replace("Typically a", "A").replace("Typically g", "Then g"));
        }
        let noun = self.noun();
        let count = match rows.rows.len() {
            1 => "There is one exceptional row".to_owned(),
            count => format!("There are {count} exceptional rows"),
        };
        format!(
            "{lead}. {count}, named by {}:",
            match self.names.len() {
                2 => format!("the smaller {noun}, z the larger"),
                count => format!("the {} smaller {noun}s in increasing order, z the largest", count - 1),
            }
        )
    }

    /// The law of the quotients when the last digits are cut off: "Let q1 = ⌊h1/2⌋ …".
    fn halved(&self, halved: &Halved, law: &ControlLaw) -> String {
        let divisor = 1u64.checked_shl(halved.halvings).unwrap_or(u64::MAX);
        let names: Vec<String> = self.names.iter().map(|name| format!("⌊{name}/{divisor}⌋")).collect();
        let quotients = Self { divisor, ..self.of(names, Some("quotient")) };
        let inner = quotients.form_sentence(&halved.form, law);
        // A sentence about the numbers themselves does not need quotients.
        if !inner.contains("quotient") && !quotients.names.iter().any(|name| inner.contains(name)) {
            return inner;
        }
        format!("divide each {} by {divisor}, rounding down; {inner}", self.noun())
    }

    fn beatty(&self, found: &Beatty) -> String {
        let [x, y] = [0, 1].map(|place| self.names.get(place).map_or("", String::as_str));
        let digits = digits_of(&Numeration::ostrowski(found.a).unwrap_or_default());
        let section = match found.a {
            1 => "φ = (1 + √5)/2, the golden section".to_owned(),
            2 => "φ = √2".to_owned(),
            a if a % 2 == 0 => format!("φ = √{} − {}", a * a / 4 + 1, a / 2 - 1),
            a => format!("φ = (√{} − {})/2", a * a + 4, a - 2),
        };
        let difference = if found.a == 1 { "n".to_owned() } else { format!("{}n", found.a) };
        let (mut also, mut not) = (Vec::new(), Vec::new());
        for &(low, high) in &found.exceptions {
            let text = format!("({low}, {high})");
            if is_pair(found.a, low, high) { not.push(text) } else { also.push(text) }
        }
        let listed = |word: &str, pairs: &[String]| match pairs {
            [] => String::new(),
            pairs => format!(", {word} {}", pairs.join(", ")),
        };
        let exceptions = format!("{}{}", listed("except", &not), listed("and at", &also));
        format!(
            "a position is P exactly when one of {x} and {y} is Aₙ and the other Bₙ = Aₙ + {difference} with Aₙ = ⌊nφ⌋, {section}{exceptions}, else N. By {digits}: Aₙ are the numbers that end in an even number of 0s (and 0 itself), and Bₙ is Aₙ with a 0 appended."
        )
    }

    fn mostly(&self, found: &Mostly, law: &DigitAutomaton) -> String {
        let rule = self.rule(&found.rule);
        if found.conditions.is_empty() {
            return format!("{rule}.");
        }
        format!(
            "if {}: {rule}. Elsewhere no shorter form was found; the whole law is {}.",
            self.conditions(&found.conditions),
            self.described(law)
        )
    }
}

/// The digits of a numeration, in words.
pub(super) fn digits_of(numeration: &Numeration) -> String {
    match (numeration.as_base(), numeration.recurrence()) {
        (Some(2), _) => "the binary digits".to_owned(),
        (Some(base), _) => format!("the digits in base {base}"),
        (None, Some([1, 1])) => {
            "the digits of Zeckendorf (sums of Fibonacci numbers 1, 2, 3, 5, … that are no neighbours)"
                .to_owned()
        }
        (None, Some([a, 1])) => format!(
            "the digits of the slope [1; {a}, {a}, …] (of weights 1, {}, {}, …)",
            a + 1,
            a * (a + 1) + 1
        ),
        (None, _) => {
            match (numeration.as_ostrowski_period(), numeration.blocks(), numeration.as_fraenkel()) {
                (Some(period), Some(blocks), _) => {
                    let list = |numbers: &[u32], between: &str| {
                        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
                    };
                    let between = if blocks.iter().flatten().any(|&place| place > 9) { "." } else { "" };
                    let named = |(digit, block): (u8, &Vec<u32>)| {
                        format!("{} for {}", sign(digit), list(block, between))
                    };
                    let named: Vec<String> = (0..).zip(&blocks).map(named).collect();
                    let period = list(&period, ", ");
                    format!(
                        "the blocks of {} places of the slope [1; {period}, {period}, …] ({})",
                        blocks[0].len(),
                        named.join(", ")
                    )
                }
                (_, _, Some((s, t))) => format!(
                    "the digits of weights 1, {}, {}, …, each {} times the one before and {s} times that before it",
                    s + t,
                    (s + t - 1) * (s + t) + s,
                    s + t - 1
                ),
                _ => format!("the digits of {numeration}"),
            }
        }
    }
}

/// Whether the numbers are some pair Aₙ, Bₙ.
fn is_pair(a: u32, low: u64, high: u64) -> bool {
    let mut taken = std::collections::BTreeSet::new();
    for n in 0.. {
        let least = (0..).find(|number| !taken.contains(number)).unwrap_or(u64::MAX);
        let other = least.saturating_add(n * u64::from(a));
        if least >= low {
            return (least, other) == (low, high);
        }
        taken.extend([least, other]);
    }
    false
}
