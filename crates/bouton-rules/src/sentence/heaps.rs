//! The reader of choices of heaps: `one of the piles`, `both heaps`, `at most two different heaps`.

use super::reader::Reader;

/// Heaps in the words of the grammar.
#[derive(Clone, Debug)]
pub(super) struct Heaps {
    pub(super) text: String,
    /// Whether there may be several heaps.
    pub(super) several: bool,
    /// Whether the sentence states that the amount is taken from each heap.
    pub(super) each: bool,
    /// Whether there may be one heap or several: `any of the heaps`.
    pub(super) open: bool,
}

const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const AT_MOST: &[&str] = &["at most", "up to", "no more than", "not more than"];

impl Reader<'_> {
    pub(super) fn which_heaps(&mut self) -> Option<Heaps> {
        self.attempt(|reader| {
            let found = reader.plain_heaps()?;
            let property = reader.attempt(|reader| {
                reader.accept("of").then_some(())?;
                let bound = reader.accept_one(&["at least", "at most", "exactly"])?;
                Some(format!(" of {bound} {}", reader.number()?))
            });
            if property.is_none() {
                // `a heap of stones`
                reader.attempt(|reader| reader.is("of").then(|| reader.objects())?.then_some(()));
            }
            Some(Heaps { text: found.text + &property.unwrap_or_default(), ..found })
        })
    }

    fn plain_heaps(&mut self) -> Option<Heaps> {
        let one =
            |text: &str| Some(Heaps { text: text.to_owned(), several: false, each: false, open: false });
        let several = |text: String| Heaps { text, several: true, each: false, open: false };
        let two = self.heaps() == Some(2);
        if self.accept_one(&["the same heap", "the same pile", "the same stack", "the same one"]).is_some() {
            return one("1 heap");
        }
        if let Some(heaps) = self.attempt(Self::named) {
            return Some(heaps);
        }
        if self.accept_one(&["any of these", "any of the", "any of"]).is_some() {
            let noun = self.heap_noun() || self.accept("them");
            return noun.then(|| Heaps { open: true, ..several("any heaps".to_owned()) });
        }
        for (words, extreme) in [
            (["the largest", "the larger", "the biggest", "the bigger"], "the largest heap"),
            (["the smallest", "the smaller", "a smallest", "a smaller"], "the smallest heap"),
            (["a largest", "a larger", "a biggest", "a bigger"], "a largest heap"),
        ] {
            if self
                .attempt(|reader| {
                    reader.accept_one(&words).and_then(|_| reader.one_heap_noun().then_some(()))
                })
                .is_some()
            {
                return one(extreme);
            }
        }
        if self.attempt(Self::one_heap).is_some() {
            return one("1 heap");
        }
        if self.heaps() == Some(1)
            && (self.accept_one(&["it"]).is_some()
                || self
                    .attempt(|reader| {
                        reader.accept_one(&["the", "that"]).and_then(|_| {
                            reader.accept("single");
                            reader.heap_noun().then_some(())
                        })
                    })
                    .is_some())
        {
            return one("1 heap");
        }
        if two && self.accept_one(&["one or both of the", "one or both"]).is_some() {
            self.heap_noun();
            return Some(several("1..2 heaps".to_owned()));
        }
        let each = self.accept_one(&["each of the", "each of", "every one of the"]).is_some();
        if self.accept_one(&["both of the", "both"]).is_some() {
            let _ = self.heap_noun() || self.accept("of them");
            return two.then(|| Heaps { each, ..several("2 heaps".to_owned()) });
        }
        if each && self.heap_noun() || !each && self.attempt(Self::all_heaps).is_some() {
            return Some(Heaps { each: true, ..several("all heaps".to_owned()) });
        }
        if each && two && self.accept("two") {
            return self.heap_noun().then(|| Heaps { each, ..several("2 heaps".to_owned()) });
        }
        let text = self.attempt(Self::number_of_heaps)?;
        Some(Heaps { each, ..several(text) })
    }

    /// Reads `heap 2`, `the first heap`, `h1 and h2`.
    fn named(&mut self) -> Option<Heaps> {
        let mut names = vec![self.one_named()?];
        while let Some(name) = self.attempt(|reader| {
            reader.accept("and").then_some(())?;
            reader.one_named()
        }) {
            names.push(name);
        }
        Some(Heaps { text: names.join(" and "), several: names.len() > 1, each: false, open: false })
    }

    pub(super) fn one_named(&mut self) -> Option<String> {
        if let Some(name) = self.heap_name() {
            return Some(name);
        }
        if let Some(place) = self.attempt(|reader| {
            (reader.accept("heap") || reader.accept("pile")).then_some(())?;
            reader.number()?.parse::<u64>().ok()
        }) {
            return Some(format!("h{place}"));
        }
        self.attempt(|reader| {
            reader.accept("the").then_some(())?;
            let place = ORDINALS.iter().position(|ordinal| reader.accept(ordinal))?;
            reader.one_heap_noun().then(|| format!("h{}", place + 1))
        })
    }

    /// Reads `a single heap`, `exactly one of the piles`, `any one heap`.
    fn one_heap(&mut self) -> Option<()> {
        let either = self.heaps() == Some(2) && self.accept_one(&["either one", "either"]).is_some();
        if !either {
            self.accept_one(&["exactly", "just", "only"]);
            self.accept_one(&[
                "any one",
                "any single",
                "a single",
                "one single",
                "the",
                "an",
                "a",
                "any",
                "one",
                "1",
            ])
            .filter(|&article| article != "the" || self.is("single"))?;
        }
        self.accept("single");
        self.accept_of(&[&["nonempty"]]);
        if self.is("of") {
            self.accept_one(&["of these", "of the", "of"]);
            if self.accept("them") {
                return Some(());
            }
            self.number();
            return self.heap_noun().then_some(());
        }
        let plural = ["heaps", "piles", "stacks"].iter().any(|noun| self.is(noun));
        (!plural && (self.heap_noun() || either)).then_some(())
    }

    fn all_heaps(&mut self) -> Option<()> {
        self.accept_one(&["all of the", "all the", "all", "each", "every"])?;
        self.heap_noun().then_some(())
    }

    /// Reads `at most two different heaps`, `one or two heaps`, `any number of heaps`.
    fn number_of_heaps(&mut self) -> Option<String> {
        if self.accept_one(&["any number of", "one or more", "arbitrarily many", "at least one"]).is_some() {
            return self.different_heaps().then(|| "any heaps".to_owned());
        }
        if self.accept_one(AT_MOST).is_some() {
            let most = self.number()?;
            return self.different_heaps().then(|| format!("at most {most} heaps"));
        }
        if self.accept("at least") {
            let least = self.number()?;
            return self.different_heaps().then(|| format!("at least {least} heaps"));
        }
        self.accept_one(&["exactly", "any"]);
        let count = self.number()?;
        if self.accept_one(&["or fewer", "or less"]).is_some() {
            return self.different_heaps().then(|| format!("at most {count} heaps"));
        }
        if self.accept("or more") {
            return self.different_heaps().then(|| format!("at least {count} heaps"));
        }
        if self.accept("or") {
            let (low, high): (u64, u64) = (count.parse().ok()?, self.number()?.parse().ok()?);
            return (high == low + 1 && self.different_heaps()).then(|| format!("{low}..{high} heaps"));
        }
        self.different_heaps().then(|| format!("{count} heaps"))
    }

    fn different_heaps(&mut self) -> bool {
        self.accept_one(&["of the"]);
        self.accept_of(&[&["different", "distinct", "nonempty"]]);
        self.heap_noun()
    }
}
