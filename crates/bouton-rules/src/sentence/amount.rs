//! The reader of amounts of objects: `from one to three stones`, `any positive number`, `at least 1
//! but no more than 3`.

use super::reader::Reader;

/// An amount in the words of the grammar.
#[derive(Clone, Debug)]
pub(super) struct Amount {
    pub(super) text: String,
    /// Whether the same amount is taken from each heap.
    pub(super) same: bool,
    /// Whether the amount is the total from all heaps.
    pub(super) total: bool,
    /// Whether it matters that the amount is taken from each heap or from all heaps together.
    pub(super) limited: bool,
    /// The heaps, if the amount determines them: a whole heap.
    pub(super) heaps: Option<&'static str>,
}

const NUMBER: &[&str] = &["number", "numbers", "amount", "amounts", "quantity", "quantities"];
const AT_MOST: &[&str] =
    &["at most", "at the most", "up to", "no more than", "not more than", "a maximum of", "not exceeding"];

impl Reader<'_> {
    pub(super) fn amount(&mut self) -> Option<Amount> {
        self.attempt(|reader| {
            let mut found = reader.plain_amount()?;
            reader.objects();
            found.total = reader.in_total();
            Some(found)
        })
    }

    pub(super) fn in_total(&mut self) -> bool {
        self.accept_one(&["in total", "altogether", "in all", "all together", "together"]).is_some()
    }

    fn plain_amount(&mut self) -> Option<Amount> {
        let of = |text: &str, limited| Amount {
            text: text.to_owned(),
            same: false,
            total: false,
            limited,
            heaps: None,
        };
        self.accept_one(&["exactly", "precisely", "just", "either"]);
        if self.accept_one(&["the same", "an equal", "equal", "same"]).is_some() {
            let any = self.accept_of(&[NUMBER]) || self.is("from");
            let text = if any { "any".to_owned() } else { self.listed()? };
            return Some(Amount { same: true, ..of(&format!("the same {text}"), false) });
        }
        if self.any_number() {
            let set = self.attempt(|reader| {
                reader.accept_one(&["in", "from", "of"])?;
                reader.set()
            });
            return Some(match set {
                Some(set) => of(&set, true),
                None => of("any", false),
            });
        }
        if self.accept_one(&["an element of", "a member of", "an amount in", "a number in"]).is_some() {
            return Some(of(&self.set()?, true));
        }
        if let Some(parity) = self.accept_one(&[
            "an odd number",
            "an even number",
            "an odd amount",
            "an even amount",
            "any odd number",
            "any even number",
            "any odd amount",
            "any even amount",
        ]) {
            return Some(of(if parity.contains("odd") { "odd" } else { "even" }, true));
        }
        if self
            .accept_one(&[
                "the whole",
                "the entire",
                "a whole",
                "an entire",
                "all of the",
                "all of a",
                "all the",
            ])
            .is_some()
        {
            let noun = self.heap_noun();
            return (noun || self.objects())
                .then(|| Amount { heaps: noun.then_some("1 heap"), ..of("all", false) });
        }
        if self.accept_one(AT_MOST).is_some() {
            if self.accept("half") {
                self.accept_one(&["of the", "the", "of a", "of"]);
                self.objects();
                return Some(of("at most half", true));
            }
            let most = self.number()?;
            self.objects();
            self.accept_one(&["but at least one", "and at least one", "but at least 1", "and at least 1"]);
            return Some(of(&format!("at most {most}"), true));
        }
        if self.accept("at least") {
            let least = self.number()?;
            let most = self.attempt(|reader| {
                reader.objects();
                reader.accept_sign(",");
                reader.accept_one(&["and", "but"])?;
                reader.accept_one(AT_MOST)?;
                reader.number()
            });
            return Some(match most {
                Some(most) => of(&format!("{least}..{most}"), true),
                None if least == "1" => of("any", false),
                None => of(&format!("at least {least}"), true),
            });
        }
        if self.accept_one(&["fewer than", "less than"]).is_some() {
            let beyond: u64 = self.number()?.parse().ok()?;
            return Some(of(&format!("at most {}", beyond.checked_sub(1).filter(|&most| most > 0)?), true));
        }
        if self.accept("more than") {
            let below: u64 = self.number()?.parse().ok()?;
            return Some(of(&format!("at least {}", below + 1), true));
        }
        if self.accept("a pair of") {
            return self.objects().then(|| of("2", true));
        }
        if self.is("a") || self.is("an") {
            return self.attempt(|reader| {
                reader.at += 1;
                reader.accept("single");
                reader.objects().then(|| of("1", true))
            });
        }
        let text = self.listed()?;
        let unlimited = text == "any";
        Some(of(&text, !unlimited))
    }

    /// Reads `any number`, `as many as they wish`.
    fn any_number(&mut self) -> bool {
        let of_number = |reader: &mut Self| {
            reader.accept_one(&["any", "an arbitrary", "a positive", "a nonzero"])?;
            reader.accept_of(&[&["positive", "nonzero", "natural", "whole", "arbitrary"]]);
            reader.accept_of(&[NUMBER]).then_some(())
        };
        let as_many = |reader: &mut Self| {
            reader.accept("as many").then_some(())?;
            reader.objects();
            reader.accept("as").then_some(())?;
            reader.accept_one(&[
                "he or she",
                "she or he",
                "he",
                "she",
                "they",
                "you",
                "it",
                "one",
                "the player",
            ])?;
            reader.accept_one(&[
                "wishes", "wish", "wants", "want", "likes", "like", "chooses", "choose", "pleases", "please",
            ])?;
            Some(())
        };
        self.attempt(of_number).is_some()
            || self.attempt(as_many).is_some()
            || self.accept_one(&["one or more", "1 or more", "arbitrarily many"]).is_some()
            || self.one_word_any()
    }

    /// Reads `any` alone, before `from`.
    fn one_word_any(&mut self) -> bool {
        let found = self.is("any from") || self.is("any") && self.at + 1 == self.length();
        self.at += usize::from(found);
        found
    }

    /// Reads `1, 2 or 3`, `2 to 5`, `{1,3}`, `2 or more`.
    fn listed(&mut self) -> Option<String> {
        if let Some(set) = self.set() {
            return Some(set);
        }
        let between = self.accept("between");
        let from = !between && self.accept("from");
        let mut items = vec![self.range(between)?];
        if between || from {
            self.accept("inclusive");
            return items[0].contains("..").then(|| items.remove(0));
        }
        if self.accept("or more") {
            return Some(format!("at least {}", items[0]));
        }
        if self.accept_one(&["or fewer", "or less"]).is_some() {
            return Some(format!("at most {}", items[0]));
        }
        let mut parted_by_or = true;
        let next = |reader: &mut Self| {
            reader.objects();
            let comma = reader.accept_sign(",");
            let or = reader.accept("or");
            (comma || or).then_some(())?;
            reader.accept("either");
            Some((reader.range(false)?, or))
        };
        while let Some((item, or)) = self.attempt(next) {
            parted_by_or = or;
            items.push(item);
        }
        // The text `1, 2` alone may be the whole list, or a typing error.
        match &items[..] {
            [item] => Some(item.clone()),
            _ if parted_by_or => Some(format!("{{{}}}", items.join(","))),
            _ => None,
        }
    }

    /// Reads `2`, `2 to 5`, or the part of `between 2 and 5` after its first word.
    fn range(&mut self, between: bool) -> Option<String> {
        let low = self.number()?;
        let high = self.attempt(|reader| {
            if between {
                reader.accept("and").then_some(())?;
            } else if !reader.accept_sign("..") {
                reader.accept_one(&["to", "through", "up to"])?;
            }
            reader.number()
        });
        Some(high.map_or(low.clone(), |high| format!("{low}..{high}")))
    }
}
