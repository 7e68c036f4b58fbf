//! The grammar of canonical text: exactly what [`print`](crate::print) writes, by recursive descent.
//!
//! The reader reads a line to its end, or reports only the place where it cannot continue.

use crate::{
    limits::{MAX_DEPTH, MAX_NAME},
    place::Place,
    syntax::{
        Amount, AmountKind, Arrangement, Assignment, Choice, Condition, ConditionKind, Expression,
        ExpressionKind, Move, Operator, Property, Quantity, Relation, Seating, Statement, Take, Tie,
    },
    token::{RESERVED, Token, tokens},
};

/// The statement of a line; `start` is the offset of the line in the text.
///
/// # Errors
///
/// The place where the line cannot go on.
pub(crate) fn statement(line: &str, start: usize) -> Result<Statement, Place> {
    let whole = |text: &str| Place::new(start + line.len() - text.len(), start + line.len());
    // The rest of these lines is a name or a code, not words.
    if let Some(name) = line.strip_prefix("game ") {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+'".contains(&byte);
        let is_name = (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(is_letter);
        return if is_name { Ok(Statement::Game(name.to_owned())) } else { Err(whole(name)) };
    }
    if let Some(code) = line.strip_prefix("octal ") {
        return Ok(Statement::Octal(code.to_owned(), whole(code)));
    }
    if let Some(code) = line.strip_prefix("hexadecimal ") {
        return Ok(Statement::Hexadecimal(code.to_owned(), whole(code)));
    }
    let tokens = tokens(line, start)?;
    let end = Place::new(start + line.len(), start + line.len());
    let mut reader = Reader { tokens: &tokens, end, at: 0, furthest: 0, depth: 0 };
    match reader.line() {
        Ok(statement) if reader.at == tokens.len() => Ok(statement),
        _ => {
            let furthest = reader.furthest.max(reader.at);
            Err(tokens.get(furthest).map_or(end, |token| token.1))
        }
    }
}

/// A line that cannot go on; the reader knows where.
struct Stuck;

type Read<T> = Result<T, Stuck>;

struct Reader<'a> {
    tokens: &'a [(Token<'a>, Place)],
    end: Place,
    at: usize,
    /// The furthest token that was looked at.
    furthest: usize,
    depth: u16,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<Token<'a>> {
        self.furthest = self.furthest.max(self.at);
        self.tokens.get(self.at).map(|token| token.0)
    }

    fn place(&self) -> Place {
        self.tokens.get(self.at).map_or(self.end, |token| token.1)
    }

    /// The place from a token up to the last one that was read.
    fn since(&self, place: Place) -> Place {
        self.at.checked_sub(1).map_or(place, |last| place.to(self.tokens[last].1))
    }

    fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> bool {
        self.accept(Token::Word(word))
    }

    fn sign(&mut self, sign: &'static str) -> bool {
        self.accept(Token::Sign(sign))
    }

    fn expect(&mut self, word: &str) -> Read<()> {
        if self.word(word) { Ok(()) } else { Err(Stuck) }
    }

    fn expect_sign(&mut self, sign: &'static str) -> Read<()> {
        if self.sign(sign) { Ok(()) } else { Err(Stuck) }
    }

    /// Runs `read` one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Stuck);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn line(&mut self) -> Read<Statement> {
        let place = self.place();
        let Some(Token::Word(first)) = self.peek() else { return Err(Stuck) };
        self.at += 1;
        Ok(match first {
            "for" => {
                self.expect("all")?;
                Statement::ForAll(self.names()?, self.clause("where")?)
            }
            "heaps" if self.word("any") => Statement::HeapsAny,
            "heaps" => Statement::HeapsFixed(self.number()?),
            "heap" => {
                self.expect("sizes")?;
                let low = self.number()?;
                self.expect_sign("..")?;
                Statement::HeapSizes(low, self.number()?)
            }
            "counters" => Statement::Counters(self.names()?),
            "grundy" => Statement::Grundy,
            "let" => {
                let (name, at) = self.name()?;
                self.expect_sign("=")?;
                Statement::Let(name, at, self.expression()?)
            }
            "players" => {
                let count = self.number()?;
                let seating = if self.word("podium") {
                    Seating::Podium
                } else {
                    self.expect("coalition")?;
                    Seating::Coalition
                };
                Statement::Players(count, Some(seating))
            }
            "positions" => {
                self.expect("where")?;
                Statement::Positions(self.conditions()?)
            }
            "move" if self.word("take") => Statement::Move(Box::new(Move::Take(self.take(place)?))),
            "move" => Statement::Move(Box::new(Move::Assignment(self.assignment(place)?))),
            "pass" => {
                let count = match self.peek() {
                    Some(Token::Word(_)) => {
                        let (name, place) = self.name()?;
                        Expression::leaf(ExpressionKind::Name(name), place)
                    }
                    _ => self.number()?,
                };
                let each = self.word("each");
                let unless = self.clause("unless")?;
                Statement::Pass { count, each, unless, when: self.clause("when")? }
            }
            "stop" => {
                self.expect("when")?;
                Statement::Stop(self.conditions()?)
            }
            "play" => {
                self.expect("misere")?;
                Statement::Play { misere: true }
            }
            _ => {
                self.at -= 1;
                return Err(Stuck);
            }
        })
    }

    fn number(&mut self) -> Read<Expression> {
        let place = self.place();
        let Some(Token::Number(number)) = self.peek() else { return Err(Stuck) };
        self.at += 1;
        Ok(Expression::leaf(ExpressionKind::Number(number), place))
    }

    fn name(&mut self) -> Read<(String, Place)> {
        let place = self.place();
        match self.peek() {
            Some(Token::Word(word)) if !RESERVED.contains(&word) && word.len() <= MAX_NAME => {
                self.at += 1;
                Ok((word.to_owned(), place))
            }
            _ => Err(Stuck),
        }
    }

    fn names(&mut self) -> Read<Vec<(String, Place)>> {
        let mut names = vec![self.name()?];
        while self.sign(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn clause(&mut self, keyword: &str) -> Read<Vec<Condition>> {
        if self.word(keyword) { self.conditions() } else { Ok(Vec::new()) }
    }

    fn take(&mut self, place: Place) -> Read<Take> {
        let same = self.word("the");
        if same {
            self.expect("same")?;
        }
        let amount = self.amount()?;
        let tie = if same {
            Tie::Same
        } else if self.word("in") {
            self.expect("total")?;
            Tie::Total
        } else {
            Tie::Independent
        };
        self.expect("from")?;
        let choice = self.choice()?;
        let when = self.clause("when")?;
        Ok(Take { amount, tie, choice, when, place: self.since(place) })
    }

    fn assignment(&mut self, place: Place) -> Read<Assignment> {
        let targets = self.names()?;
        self.expect_sign("->")?;
        let mut values = vec![self.expression()?];
        while self.sign(",") {
            values.push(self.expression()?);
        }
        let conditions = self.clause("where")?;
        let when = self.clause("when")?;
        Ok(Assignment { targets, values, conditions, when, place: self.since(place) })
    }

    fn amount(&mut self) -> Read<Amount> {
        let place = self.place();
        let kind = if self.word("any") {
            AmountKind::Any
        } else if self.word("odd") {
            AmountKind::Odd
        } else if self.word("even") {
            AmountKind::Even
        } else if self.word("all") {
            AmountKind::Exactly(Expression::leaf(ExpressionKind::Heap, place))
        } else if self.word("at") {
            self.bound(AmountKind::AtMost, AmountKind::AtLeast)?
        } else if self.sign("{") {
            let mut items = vec![self.item()?];
            while self.sign(",") {
                items.push(self.item()?);
            }
            self.expect_sign("}")?;
            AmountKind::Set(items)
        } else {
            match self.item()? {
                (low, Some(high)) => AmountKind::Between(low, high),
                (amount, None) => AmountKind::Exactly(amount),
            }
        };
        Ok(Amount { kind, place: self.since(place) })
    }

    /// Reads a number or a range.
    fn item(&mut self) -> Read<(Expression, Option<Expression>)> {
        let low = self.expression()?;
        let high = if self.sign("..") { Some(self.expression()?) } else { None };
        Ok((low, high))
    }

    /// Reads the words after `at`: `most` or `least`, and a number.
    fn bound<T>(&mut self, most: fn(Expression) -> T, least: fn(Expression) -> T) -> Read<T> {
        let bound = if self.word("most") {
            most
        } else {
            self.expect("least")?;
            least
        };
        Ok(bound(self.expression()?))
    }

    /// Reads the heaps that a move touches.
    fn choice(&mut self) -> Read<Choice> {
        let start = self.place();
        if self.sign("{") {
            let names = self.names()?;
            self.expect_sign("}")?;
            return Ok(Choice::Some(names, self.since(start)));
        }
        // A name that no range begins with is that of a heap.
        let after = self.tokens.get(self.at + 1).map(|token| token.0);
        if matches!(after, None | Some(Token::Word("and" | "when"))) {
            let mut names = vec![self.name()?];
            while self.word("and") {
                names.push(self.name()?);
            }
            return Ok(Choice::Each(names));
        }
        let quantity = if self.word("any") {
            Quantity::Any
        } else if self.word("all") {
            if self.word("nonempty") {
                self.noun()?;
                return Ok(Choice::AllNonempty);
            }
            Quantity::All
        } else {
            self.quantity()?
        };
        if let Quantity::AtMost(most) = &quantity
            && self.word("consecutive")
        {
            self.noun()?;
            self.expect("of")?;
            self.expect("a")?;
            let arrangement = if self.word("circle") {
                Arrangement::Circle
            } else {
                self.expect("path")?;
                Arrangement::Path
            };
            return Ok(Choice::Consecutive(most.clone(), arrangement));
        }
        let adjective = self.adjective();
        self.noun()?;
        if adjective.is_none() && self.word("of") {
            return Ok(Choice::Heaps(quantity, Some(self.size()?)));
        }
        Ok(Choice::Heaps(quantity, adjective))
    }

    /// Reads a number of heaps.
    fn quantity(&mut self) -> Read<Quantity> {
        if self.word("exactly") {
            return Ok(Quantity::Exactly(self.expression()?));
        }
        if self.word("at") {
            return self.bound(Quantity::AtMost, Quantity::AtLeast);
        }
        Ok(match self.item()? {
            (low, Some(high)) => Quantity::Between(low, high),
            (number, None) => Quantity::Exactly(number),
        })
    }

    fn noun(&mut self) -> Read<()> {
        if self.word("heap") || self.word("heaps") { Ok(()) } else { Err(Stuck) }
    }

    /// Reads a property in one word.
    fn adjective(&mut self) -> Option<Property> {
        let known = [
            ("nonempty", Property::Nonempty),
            ("even", Property::Even),
            ("odd", Property::Odd),
            ("largest", Property::Largest),
            ("smallest", Property::Smallest),
        ];
        known.into_iter().find(|(word, _)| self.word(word)).map(|(_, property)| property)
    }

    /// Reads a property that compares the size of a heap.
    fn size(&mut self) -> Read<Property> {
        if self.word("exactly") {
            return Ok(Property::Exactly(self.expression()?));
        }
        self.expect("at")?;
        self.bound(Property::AtMost, Property::AtLeast)
    }

    fn conditions(&mut self) -> Read<Vec<Condition>> {
        let mut conditions = vec![self.condition()?];
        while self.sign(",") {
            conditions.push(self.condition()?);
        }
        Ok(conditions)
    }

    fn condition(&mut self) -> Read<Condition> {
        self.deeper(|reader| reader.joined("or", ConditionKind::Or, Self::conjunction))
    }

    fn conjunction(&mut self) -> Read<Condition> {
        self.joined("and", ConditionKind::And, Self::negation)
    }

    /// Reads one part, or several with a word between them.
    fn joined(
        &mut self,
        word: &str,
        kind: fn(Vec<Condition>) -> ConditionKind,
        read: fn(&mut Self) -> Read<Condition>,
    ) -> Read<Condition> {
        let place = self.place();
        let first = read(self)?;
        let mut parts = vec![first];
        while self.word(word) {
            parts.push(read(self)?);
        }
        if parts.len() == 1 {
            return parts.pop().ok_or(Stuck);
        }
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0).saturating_add(1);
        Ok(Condition { kind: kind(parts), place: self.since(place), depth })
    }

    fn negation(&mut self) -> Read<Condition> {
        let place = self.place();
        if self.word("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(negated(inner, self.since(place)));
        }
        // Brackets enclose a part of an expression, or else a condition.
        let start = self.at;
        if self.peek() != Some(Token::Sign("(")) {
            return self.atom();
        }
        self.atom().or_else(|Stuck| {
            self.at = start + 1;
            let inner = self.condition()?;
            self.expect_sign(")")?;
            Ok(inner)
        })
    }

    fn atom(&mut self) -> Read<Condition> {
        let place = self.place();
        if self.word("empty") {
            return Ok(Condition { kind: ConditionKind::Empty, place, depth: 1 });
        }
        let quantity = match self.peek() {
            Some(Token::Word("some")) => Some(Quantity::Any),
            Some(Token::Word("all")) => Some(Quantity::All),
            _ => None,
        };
        if let Some(quantity) = quantity {
            self.at += 1;
            return self.count(quantity, place);
        }
        if let Some(Token::Word("exactly" | "at")) = self.peek() {
            let quantity = self.quantity()?;
            return self.count(quantity, place);
        }
        let first = self.expression()?;
        if self.sign("..") {
            let quantity = Quantity::Between(first, self.expression()?);
            return self.count(quantity, place);
        }
        if self.word("is") {
            let two = Expression::leaf(ExpressionKind::Number(2), place);
            let (odd, divisor) = if self.word("even") {
                (false, two)
            } else if self.word("odd") {
                (true, two)
            } else {
                self.expect("divisible")?;
                self.expect("by")?;
                (false, self.expression()?)
            };
            let place = self.since(place);
            let even = Condition { kind: ConditionKind::Divisible(first, divisor), place, depth: 1 };
            return Ok(if odd { negated(even, place) } else { even });
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            rest.push((relation, self.expression()?));
        }
        if rest.is_empty() {
            return Err(Stuck);
        }
        Ok(Condition { kind: ConditionKind::Comparison(first, rest), place: self.since(place), depth: 1 })
    }

    /// Reads the property that a number of heaps has.
    fn count(&mut self, quantity: Quantity, place: Place) -> Read<Condition> {
        self.noun()?;
        if !self.word("is") {
            self.expect("are")?;
        }
        let property = if self.word("empty") {
            Property::Empty
        } else if self.word("distinct") {
            Property::Distinct
        } else {
            match self.adjective() {
                Some(property) => property,
                None => self.size()?,
            }
        };
        Ok(Condition { kind: ConditionKind::Count(quantity, property), place: self.since(place), depth: 1 })
    }

    fn relation(&mut self) -> Option<Relation> {
        let known = [
            ("=", Relation::Equal),
            ("!=", Relation::Unequal),
            ("<", Relation::Less),
            ("<=", Relation::AtMost),
            (">", Relation::Greater),
            (">=", Relation::AtLeast),
        ];
        known.into_iter().find(|(sign, _)| self.sign(sign)).map(|(_, relation)| relation)
    }

    fn expression(&mut self) -> Read<Expression> {
        self.deeper(|reader| {
            let mut sum = reader.product()?;
            loop {
                let operator = if reader.sign("+") {
                    Operator::Plus
                } else if reader.sign("-") {
                    Operator::Minus
                } else {
                    return Ok(sum);
                };
                sum = binary(operator, sum, reader.product()?)?;
            }
        })
    }

    fn product(&mut self) -> Read<Expression> {
        let mut product = self.factor()?;
        loop {
            let operator = if self.sign("*") {
                Operator::Times
            } else if self.word("div") {
                Operator::Quotient
            } else if self.word("mod") {
                Operator::Remainder
            } else {
                return Ok(product);
            };
            product = binary(operator, product, self.factor()?)?;
        }
    }

    fn factor(&mut self) -> Read<Expression> {
        let place = self.place();
        if self.sign("(") {
            let inner = self.expression()?;
            self.expect_sign(")")?;
            return Ok(inner);
        }
        let leaf = |kind| Expression::leaf(kind, place);
        let kind = match self.peek() {
            Some(Token::Number(_)) => return self.number(),
            Some(Token::Word("half")) => {
                self.at += 1;
                return binary(
                    Operator::Quotient,
                    leaf(ExpressionKind::Heap),
                    leaf(ExpressionKind::Number(2)),
                );
            }
            Some(Token::Word("heap")) => ExpressionKind::Heap,
            Some(Token::Word("total")) => ExpressionKind::Total,
            Some(Token::Word("largest")) => ExpressionKind::Largest,
            Some(Token::Word("smallest")) => ExpressionKind::Smallest,
            _ => return self.name().map(|(name, place)| Expression::leaf(ExpressionKind::Name(name), place)),
        };
        self.at += 1;
        Ok(leaf(kind))
    }
}

/// `left operator right`, unless the tree becomes too deep.
fn binary(operator: Operator, left: Expression, right: Expression) -> Read<Expression> {
    Some(Expression::binary(operator, left, right)).filter(|e| e.depth <= MAX_DEPTH).ok_or(Stuck)
}

fn negated(inner: Condition, place: Place) -> Condition {
    let depth = inner.depth.saturating_add(1);
    Condition { kind: ConditionKind::Not(Box::new(inner)), place, depth }
}
