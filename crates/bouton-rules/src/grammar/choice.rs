//! The parser of the heaps from which a move takes: `1 heap`, `h1 and h2`, `{h1, h2}`, `at most 2
//! consecutive heaps of a circle`.

use bouton_canonical::{
    Place, RESERVED, print,
    syntax::{Arrangement, Choice, Expression, ExpressionKind, Property, Quantity},
};

use super::{Parsed, Parser};
use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    token::TokenKind,
};

impl Parser<'_> {
    /// Reads heaps by their names, or a number of heaps before an optional property and the word
    /// `heap`.
    pub(super) fn choice(&mut self) -> Parsed<Choice> {
        let place = self.place();
        let one = || Quantity::Exactly(Expression::leaf(ExpressionKind::Number(1), place));
        let quantity = match () {
            // Otherwise this is a number with this name.
            () if matches!(self.peek_word(), Some("a" | "an"))
                && !matches!(self.word_at(1), None | Some("when" | "and" | "div" | "mod")) =>
            {
                self.at += 1;
                one()
            }
            () if self.accept("one") || self.accept("the") => one(),
            () if self.accept("all") => {
                if self.accept("nonempty") {
                    self.noun()?;
                    return Ok(Choice::AllNonempty);
                }
                Quantity::All
            }
            () if self.peek_word() == Some("any") => {
                self.at += 1;
                if self.peek_word() == Some("heap") { one() } else { Quantity::Any }
            }
            () if self.accept("exactly") => Quantity::Exactly(self.expression()?),
            () if self.accept("at") => match () {
                () if self.accept("most") => Quantity::AtMost(self.expression()?),
                () if self.accept("least") => Quantity::AtLeast(self.expression()?),
                () => return self.unexpected("`most` or `least`"),
            },
            () if self.accept_sign("{") => return self.some_of(place),
            () if self.word_at(0).is_some()
                && (self.line.tokens.len() == self.at + 1
                    || matches!(self.word_at(1), Some("when" | "and"))) =>
            {
                return self.each_of();
            }
            () => {
                self.other_than_and()?;
                self.number_or_range()?
            }
        };
        if self.peek_word() == Some("consecutive") {
            return self.consecutive(quantity, place);
        }
        let adjective = match () {
            () if self.accept("even") => Some(Property::Even),
            () if self.accept("odd") => Some(Property::Odd),
            () if self.accept("largest") => Some(Property::Largest),
            () if self.accept("smallest") => Some(Property::Smallest),
            () if self.accept("nonempty") => Some(Property::Nonempty),
            () => None,
        };
        self.noun()?;
        if adjective.is_none() && self.accept("of") {
            let property = match () {
                () if self.accept("exactly") => Property::Exactly(self.expression()?),
                () if self.accept("at") => match () {
                    () if self.accept("most") => Property::AtMost(self.expression()?),
                    () if self.accept("least") => Property::AtLeast(self.expression()?),
                    () => return self.unexpected("`most` or `least`"),
                },
                () => return self.unexpected("`exactly`, `at`"),
            };
            return Ok(Choice::Heaps(quantity, Some(property)));
        }
        Ok(Choice::Heaps(quantity, adjective))
    }

    fn number_or_range(&mut self) -> Parsed<Quantity> {
        let low = self.end_of_range()?;
        if self.accept_sign("..") {
            return Ok(Quantity::Between(low, self.expression()?));
        }
        Ok(Quantity::Exactly(low))
    }

    /// Reads `h1` or `h1 and h2`.
    fn each_of(&mut self) -> Parsed<Choice> {
        let mut names = vec![self.name()?];
        while self.accept("and") {
            names.push(self.name()?);
        }
        Ok(Choice::Each(names))
    }

    /// Reads the part after `{`: `h1, h2}`.
    fn some_of(&mut self, place: Place) -> Parsed<Choice> {
        if self.accept_sign("}") {
            let place = place.to(self.last_place());
            let fault = Diagnostic::new(Code::EmptyAmount, place, "no heap is touched by this move");
            return Err(Box::new(fault.expected("at least one heap between the braces, as in `{h1, h2}`")));
        }
        let names = self.names()?;
        if !self.accept_sign("}") {
            return self.unexpected("`,` or `}`");
        }
        Ok(Choice::Some(names, place.to(self.last_place())))
    }

    /// Refuses `h1 or h2` and `h1, h2`, which have two possible meanings.
    fn other_than_and(&self) -> Parsed<()> {
        let name = |ahead| self.word_at(ahead).filter(|word| !RESERVED.contains(word));
        let (Some(one), Some(other)) = (name(0), name(2)) else { return Ok(()) };
        let between = self.line.tokens.get(self.at + 1);
        let parted = between
            .filter(|token| matches!(&token.kind, TokenKind::Sign(",")) || self.word_at(1) == Some("or"));
        let ends = matches!(self.word_at(3), Some("when" | "or" | "and"))
            || self.line.tokens.get(self.at + 3).is_none_or(|token| token.kind == TokenKind::Sign(","));
        let (Some(between), true, false) = (parted, ends, other == "then") else { return Ok(()) };
        let fault = Diagnostic::new(Code::Unexpected, between.place, "something else was expected here")
            .expected("`and` between the heaps, or braces around them")
            .suggest(format!(
                "`from {one} and {other}` takes from each of them, `from {{{one}, {other}}}` from one of them or more"
            ));
        Err(Box::new(fault))
    }

    /// Reads the words around `consecutive`: `at most 2 consecutive heaps of a circle`.
    fn consecutive(&mut self, quantity: Quantity, place: Place) -> Parsed<Choice> {
        let Quantity::AtMost(most) = quantity else {
            let place = place.to(self.place());
            let fault = Diagnostic::new(Code::Unexpected, place, "something else was expected here")
                .expected(
                    "`at most` before the number of consecutive heaps: a move need not take from all of them",
                );
            let suggestion = match &quantity {
                Quantity::Exactly(e) => format!(
                    "write `at most {} consecutive heaps`, or name the heaps, as in `from h1 and h2`",
                    print::expression(e)
                ),
                _ => "write `at most 2 consecutive heaps`, say".to_owned(),
            };
            return Err(Box::new(fault.suggest(suggestion)));
        };
        self.at += 1;
        self.noun()?;
        self.expect("of")?;
        if !self.accept("a") && !self.accept("the") {
            return self.unexpected("`a circle` or `a path`");
        }
        let arrangement = match () {
            () if self.accept("circle") => Arrangement::Circle,
            () if self.accept("path") => Arrangement::Path,
            () => return self.unexpected("`circle` or `path`"),
        };
        Ok(Choice::Consecutive(most, arrangement))
    }
}
