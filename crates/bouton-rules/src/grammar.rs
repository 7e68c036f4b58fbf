//! The parser, by recursive descent, from lines of tokens to the syntax tree.

use bouton_canonical::{
    Place, RESERVED,
    limits::{MAX_DEPTH, MAX_NAME},
    syntax::{
        Amount, AmountKind, Assignment, Condition, ConditionKind, Expression, ExpressionKind, Move, Operator,
        Property, Quantity, Relation, Seating, Statement, Take, Tie,
    },
};

use crate::{
    diagnostic::{Diagnostic, DiagnosticCode as Code},
    statement::SourceStatement,
    suggestion::did_you_mean,
    token::{Token, TokenKind, TokenLine, not_ascii},
    words::LINES,
};

mod choice;

/// Where the sizes of heaps belong, since the rules do not contain them.
pub(crate) const SIZES_AT_THE_START: &str = "the sizes are the start of a game, which is chosen afterwards";

/// Reads the statement of a line, strictly by the grammar.
pub(crate) fn statement(line: &TokenLine) -> Parsed<SourceStatement> {
    Parser { line, at: 0, depth: 0 }.line()
}

pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    line: &'a TokenLine,
    at: usize,
    depth: u16,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&TokenKind> {
        self.line.tokens.get(self.at).map(|token| &token.kind)
    }

    fn peek_word(&self) -> Option<&str> {
        self.word_at(0)
    }

    fn word_at(&self, ahead: usize) -> Option<&str> {
        match self.line.tokens.get(self.at + ahead).map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn place(&self) -> Place {
        self.line.tokens.get(self.at).map_or(self.line.end, |token| token.place)
    }

    fn last_place(&self) -> Place {
        self.line.tokens[self.at.clamp(1, self.line.tokens.len()) - 1].place
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.line.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn accept_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(TokenKind::Sign(known)) if *known == sign);
        self.at += usize::from(found);
        found
    }

    fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        let fault = Diagnostic::new(Code::Unexpected, self.place(), "something else was expected here");
        let suggestion = self.peek_word().and_then(|word| {
            let words: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            did_you_mean(word, words)
        });
        Err(Box::new(fault.expected(expected).suggest_maybe(suggestion)))
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.accept(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    fn expect_sign(&mut self, sign: &str) -> Parsed<()> {
        if self.accept_sign(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    /// Runs `parse` one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let fault = Diagnostic::new(Code::TooDeep, self.place(), "this is nested too deeply");
            return Err(Box::new(fault.expected(format!("at most {MAX_DEPTH} levels"))));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn shallow(&self, e: Expression) -> Parsed<Expression> {
        if e.depth <= MAX_DEPTH {
            return Ok(e);
        }
        let fault = Diagnostic::new(Code::TooDeep, e.place, "this is nested too deeply");
        Err(Box::new(fault.expected(format!("at most {MAX_DEPTH} levels"))))
    }

    fn line(&mut self) -> Parsed<SourceStatement> {
        let Some(Token { kind: TokenKind::Word(first), place }) = self.next() else {
            self.at = 0;
            return self.unexpected("a word that a line begins with, for example `heaps` or `move`");
        };
        let said = match first.as_str() {
            // A counter may have the name `split`.
            "move" if self.peek_word() == Some("split") && !self.sign_follows() => {
                self.at += 1;
                self.split()?
            }
            "move" => match self.rule(place)? {
                Move::Take(take) if self.accept_sign(",") => self.then_split(take)?,
                rule => SourceStatement::Line(Statement::Move(Box::new(rule))),
            },
            "subtraction" if self.peek_word() == Some("all") && self.word_at(1) == Some("but") => {
                self.at += 2;
                SourceStatement::AllBut(self.amount()?)
            }
            "subtraction" => SourceStatement::Subtraction(self.amount()?),
            first => SourceStatement::Line(self.plain(first, place)?),
        };
        if self.at < self.line.tokens.len() {
            let fault = Diagnostic::new(
                Code::TrailingWords,
                self.place().to(self.line.end),
                "the line should end here",
            )
            .expected("the end of the line, or `;`");
            return Err(Box::new(fault.suggest_maybe(self.meant_by_more(&first))));
        }
        Ok(said)
    }

    /// The line that is meant by one with further words, if they are sizes of heaps, or lack braces or commas.
    fn meant_by_more(&self, first: &str) -> Option<String> {
        let (read, more) = self.line.tokens.split_at(self.at);
        let is_comma = |token: &Token| token.kind == TokenKind::Sign(",");
        let number = |token: &Token| match token.kind {
            TokenKind::Number(number) => Some(number),
            _ => None,
        };
        let further = || -> Option<Vec<u64>> {
            let pairs = more.chunks(2).map(|pair| match pair {
                [comma, size] if is_comma(comma) => number(size),
                _ => None,
            });
            pairs.collect()
        };
        match (first, read) {
            ("heaps", [_, count]) => {
                let count = match more {
                    [Token { kind: TokenKind::Word(of), .. }, ..]
                        if ["of", "with"].contains(&of.as_str()) =>
                    {
                        usize::try_from(number(count)?).ok()?
                    }
                    _ => number(count).and(further())?.len() + 1,
                };
                Some(format!("write `heaps {count}`: {SIZES_AT_THE_START}"))
            }
            ("subtraction", [_, least]) => {
                let amounts = [vec![number(least)?], further()?].concat();
                let amounts: Vec<String> = amounts.iter().map(u64::to_string).collect();
                Some(format!("write `subtraction {{{}}}`", amounts.join(",")))
            }
            ("counters", [_, names @ ..]) => {
                let all = names.iter().chain(more).filter(|token| !is_comma(token));
                let name = |token: &Token| match &token.kind {
                    TokenKind::Word(word) if !RESERVED.contains(&word.as_str()) => Some(word.clone()),
                    _ => None,
                };
                let names = all.map(name).collect::<Option<Vec<String>>>()?;
                Some(format!("write `counters {}`", names.join(", ")))
            }
            _ => None,
        }
    }

    /// Reads the words after the first word of a line of canonical text, except for moves.
    fn plain(&mut self, first: &str, place: Place) -> Parsed<Statement> {
        Ok(match first {
            "game" => self.game()?,
            "heaps" if self.accept("any") => Statement::HeapsAny,
            "heaps" => Statement::HeapsFixed(self.expression()?),
            "heap" => {
                self.expect("sizes")?;
                let low = self.end_of_range()?;
                self.expect_sign("..")?;
                Statement::HeapSizes(low, self.expression()?)
            }
            "counters" => Statement::Counters(self.names()?),
            "let" | "parameter" => {
                let (name, place) = self.name()?;
                self.expect_sign("=")?;
                Statement::Let(name, place, self.expression()?)
            }
            "for" => {
                self.expect("all")?;
                let names = self.names()?;
                Statement::ForAll(names, self.clause("where")?)
            }
            "players" => {
                let count = self.expression()?;
                let seating = match () {
                    () if self.accept("podium") => Some(Seating::Podium),
                    () if self.accept("coalition") => Some(Seating::Coalition),
                    () => None,
                };
                Statement::Players(count, seating)
            }
            "play" => match () {
                () if self.accept("misere") || self.accept("misère") => Statement::Play { misere: true },
                () if self.accept("normal") => Statement::Play { misere: false },
                () => return self.unexpected("`misere` or `normal`"),
            },
            "pass" => {
                let count = match self.peek_word() {
                    Some("each" | "unless" | "when") => None,
                    _ if self.peek().is_none() => None,
                    _ => Some(self.expression()?),
                };
                let count = count.unwrap_or_else(|| Expression::leaf(ExpressionKind::Number(1), place));
                let each = self.accept("each");
                let unless = self.clause("unless")?;
                Statement::Pass { count, each, unless, when: self.clause("when")? }
            }
            "stop" => {
                self.expect("when")?;
                Statement::Stop(self.conditions()?)
            }
            "positions" => {
                self.expect("where")?;
                Statement::Positions(self.conditions()?)
            }
            "octal" | "hexadecimal" => {
                let Some(Token { kind: TokenKind::Raw(code), place }) = self.next() else {
                    self.at = 1;
                    return self.unexpected("a code such as 0.77");
                };
                if first == "octal" {
                    Statement::Octal(code, place)
                } else {
                    Statement::Hexadecimal(code, place)
                }
            }
            "grundy" => Statement::Grundy,
            unknown => {
                let fault = Diagnostic::new(Code::UnknownLine, place, "no line begins with this word")
                    .expected(format!("one of {}", LINES.join(", ")))
                    .suggest_maybe(did_you_mean(unknown, LINES.iter().copied()));
                return Err(Box::new(fault));
            }
        })
    }

    /// Whether a sign follows the next word.
    fn sign_follows(&self) -> bool {
        matches!(self.line.tokens.get(self.at + 1), Some(Token { kind: TokenKind::Sign(_), .. }))
    }

    /// Whether a sign stands before the next condition.
    fn signs_follow(&self) -> bool {
        let rest = self.line.tokens.get(self.at..).unwrap_or_default();
        rest.iter()
            .take_while(|token| !matches!(&token.kind, TokenKind::Word(word) if ["when", "where", "unless"].contains(&word.as_str())))
            .any(|token| matches!(token.kind, TokenKind::Sign(_)))
    }

    /// Reads the words after `move split`.
    fn split(&mut self) -> Parsed<SourceStatement> {
        if !(self.accept("a") || self.accept("one") || self.accept_number(1)) {
            return self.unexpected("`split a heap into 2 heaps`");
        }
        self.expect("heap")?;
        self.expect("into")?;
        let unequal = self.two_heaps()?;
        Ok(SourceStatement::Split { take: None, unequal })
    }

    /// Reads the words after `move take … from 1 heap,`.
    fn then_split(&mut self, take: Take) -> Parsed<SourceStatement> {
        for word in ["then", "may", "split", "the", "rest"] {
            self.expect(word)?;
        }
        if !(self.accept("in") || self.accept("into")) {
            return self.unexpected("`in two heaps`");
        }
        // The word `heaps` is optional.
        let unequal = self.two_heaps()?;
        Ok(SourceStatement::Split { take: Some(Box::new(take)), unequal })
    }

    /// Reads `2 heaps` or `two unequal heaps`; returns whether they must be unequal.
    fn two_heaps(&mut self) -> Parsed<bool> {
        if !(self.accept("two") || self.accept_number(2)) {
            return self.unexpected("`2 heaps` or `2 unequal heaps`");
        }
        let unequal = self.accept("unequal");
        if !self.accept("heaps") && (unequal || self.at < self.line.tokens.len()) {
            return self.unexpected("`heaps`");
        }
        Ok(unequal)
    }

    fn accept_number(&mut self, number: u64) -> bool {
        let found = matches!(self.peek(), Some(TokenKind::Number(known)) if *known == number);
        self.at += usize::from(found);
        found
    }

    fn game(&mut self) -> Parsed<Statement> {
        let Some(Token { kind: TokenKind::Raw(name), place }) = self.next() else {
            self.at = 1;
            return self.unexpected("a name, for example `game nim`");
        };
        let fits = name.chars().all(|c| c.is_alphanumeric() || "-_.+'".contains(c)) && name.len() <= MAX_NAME;
        if fits && !name.is_ascii() {
            return Err(Box::new(not_ascii(&name, place)));
        }
        if fits {
            return Ok(Statement::Game(name));
        }
        // The suggestion has only characters that are allowed in names.
        let letters =
            |word: &str| word.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.+'".contains(*c)).collect();
        let words: Vec<String> = name.split_whitespace().map(letters).collect();
        let fault = Diagnostic::new(Code::Unexpected, place, "this is not a name for a game")
            .expected(format!("one word of letters, digits, `-` and `_`, of at most {MAX_NAME} bytes"))
            .suggest_maybe(
                Some(words.join("-"))
                    .filter(|name| (1..=MAX_NAME).contains(&name.len()))
                    .map(|name| format!("write `{name}`")),
            );
        Err(Box::new(fault))
    }

    fn name(&mut self) -> Parsed<(String, Place)> {
        match self.peek_word().map(str::to_owned) {
            Some(word) if RESERVED.contains(&word.as_str()) || word.len() > MAX_NAME => {
                let fault = Diagnostic::new(Code::NameTaken, self.place(), "this word cannot be a name")
                    .expected("a word that has no meaning of its own");
                Err(Box::new(fault))
            }
            Some(word) => {
                let place = self.place();
                self.at += 1;
                Ok((word, place))
            }
            None => self.unexpected("a name"),
        }
    }

    fn names(&mut self) -> Parsed<Vec<(String, Place)>> {
        let mut names = vec![self.name()?];
        while self.accept_sign(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn clause(&mut self, keyword: &str) -> Parsed<Vec<Condition>> {
        if self.accept(keyword) { self.conditions() } else { Ok(Vec::new()) }
    }

    fn conditions(&mut self) -> Parsed<Vec<Condition>> {
        let mut conditions = vec![self.condition()?];
        while self.accept_sign(",") {
            conditions.push(self.condition()?);
        }
        Ok(conditions)
    }

    fn rule(&mut self, place: Place) -> Parsed<Move> {
        if self.accept("take") {
            let mut tie = Tie::Independent;
            if self.accept("the") {
                self.expect("same")?;
                tie = Tie::Same;
            }
            let amount = self.amount()?;
            if self.peek_word() == Some("in") && tie == Tie::Independent {
                self.at += 1;
                self.expect("total")?;
                tie = Tie::Total;
            }
            self.expect("from")?;
            if matches!(self.peek_word(), Some("heap" | "heaps"))
                && (self.line.tokens.len() == self.at + 1 || matches!(self.word_at(1), Some("when" | "and")))
            {
                let fault = Diagnostic::new(Code::NameTaken, self.place(), "this word cannot be a name")
                    .expected("how many heaps, `from 1 heap` or `from at most 2 heaps`");
                return Err(Box::new(fault));
            }
            let choice = self.choice()?;
            let when = self.clause("when")?;
            return Ok(Move::Take(Take { amount, tie, choice, when, place: place.to(self.last_place()) }));
        }
        // In a line of words alone no arrow is missing: the first word is not a kind of move.
        if self.word_at(0).is_none() || !self.signs_follow() {
            return self.unexpected(
                "`take`, `split`, or counters with their new values, for example `move a -> a - 1`",
            );
        }
        let targets = self.names()?;
        if !self.accept_sign("->") {
            let fault = self.unexpected("`->`");
            let [(only, _)] = &targets[..] else { return fault };
            let is_sign = matches!(self.peek(), Some(TokenKind::Sign(_)));
            return fault.map_err(|fault| match is_sign {
                true => Box::new(fault.suggest(format!("write `move {only} -> {only} - 1`"))),
                false => fault,
            });
        }
        let mut values = vec![self.expression()?];
        while self.accept_sign(",") {
            values.push(self.expression()?);
        }
        if matches!(self.peek(), Some(TokenKind::Sign("->"))) {
            let advice = "counters that change at once stand before one arrow: `move a, b -> a - 1, b - 1`";
            return self.unexpected("one `->` in a move").map_err(|fault| Box::new(fault.suggest(advice)));
        }
        let conditions = self.clause("where")?;
        let when = self.clause("when")?;
        Ok(Move::Assignment(Assignment {
            targets,
            values,
            conditions,
            when,
            place: place.to(self.last_place()),
        }))
    }

    fn amount(&mut self) -> Parsed<Amount> {
        let place = self.place();
        let kind = match () {
            () if self.accept("any") => AmountKind::Any,
            () if self.accept("odd") => AmountKind::Odd,
            () if self.accept("even") => AmountKind::Even,
            () if self.accept("all") => AmountKind::Exactly(Expression::leaf(ExpressionKind::Heap, place)),
            () if self.accept("at") => match () {
                () if self.accept("most") => AmountKind::AtMost(self.expression()?),
                () if self.accept("least") => AmountKind::AtLeast(self.expression()?),
                () => return self.unexpected("`most` or `least`"),
            },
            () if self.accept_sign("{") => {
                let mut items = Vec::new();
                loop {
                    let low = self.end_of_range()?;
                    let high = if self.accept_sign("..") { Some(self.expression()?) } else { None };
                    items.push((low, high));
                    if self.accept_sign("}") {
                        break;
                    }
                    if !self.accept_sign(",") {
                        return self.unexpected("`,` or `}`");
                    }
                }
                AmountKind::Set(items)
            }
            () => {
                let low = self.end_of_range()?;
                if self.accept_sign("..") {
                    AmountKind::Between(low, self.expression()?)
                } else {
                    AmountKind::Exactly(low)
                }
            }
        };
        Ok(Amount { kind, place: place.to(self.last_place()) })
    }

    fn noun(&mut self) -> Parsed<()> {
        if self.accept("heap") || self.accept("heaps") {
            Ok(())
        } else {
            self.unexpected("`heap` or `heaps`")
        }
    }

    fn condition(&mut self) -> Parsed<Condition> {
        self.deeper(|parser| {
            let first = parser.conjunction()?;
            if parser.peek_word() != Some("or") {
                return Ok(first);
            }
            let mut parts = vec![first];
            while parser.accept("or") {
                parts.push(parser.conjunction()?);
            }
            Ok(join(ConditionKind::Or, parts))
        })
    }

    fn conjunction(&mut self) -> Parsed<Condition> {
        let first = self.negation()?;
        if self.peek_word() != Some("and") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept("and") {
            parts.push(self.negation()?);
        }
        Ok(join(ConditionKind::And, parts))
    }

    fn negation(&mut self) -> Parsed<Condition> {
        let place = self.place();
        if self.accept("not") {
            let inner = self.deeper(Self::negation)?;
            return Ok(negated(inner, place));
        }
        if matches!(self.peek(), Some(TokenKind::Sign("("))) && self.brackets_hold_a_condition() {
            self.at += 1;
            let inner = self.condition()?;
            self.expect_sign(")")?;
            return Ok(inner);
        }
        self.atom()
    }

    /// Whether the brackets that open here enclose a condition, not an expression.
    fn brackets_hold_a_condition(&self) -> bool {
        let mut level = 0usize;
        for token in &self.line.tokens[self.at..] {
            match &token.kind {
                TokenKind::Sign("(") => level += 1,
                TokenKind::Sign(")") => {
                    level -= 1;
                    if level == 0 {
                        return false;
                    }
                }
                TokenKind::Sign("=" | "!=" | "<" | "<=" | ">" | ">=") => return true,
                TokenKind::Word(word)
                    if matches!(word.as_str(), "and" | "or" | "not" | "is" | "are" | "empty") =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn atom(&mut self) -> Parsed<Condition> {
        let place = self.place();
        if self.accept("empty") {
            return Ok(Condition { kind: ConditionKind::Empty, place, depth: 1 });
        }
        let quantity = match () {
            () if self.accept("exactly") => Some(Quantity::Exactly(self.expression()?)),
            () if self.accept("at") => Some(match () {
                () if self.accept("most") => Quantity::AtMost(self.expression()?),
                () if self.accept("least") => Quantity::AtLeast(self.expression()?),
                () => return self.unexpected("`most` or `least`"),
            }),
            () if self.accept("some") || self.accept("any") => Some(Quantity::Any),
            () if self.accept("no") => {
                Some(Quantity::Exactly(Expression::leaf(ExpressionKind::Number(0), place)))
            }
            () if self.accept("all") => Some(Quantity::All),
            () => None,
        };
        if let Some(quantity) = quantity {
            return self.count(quantity, place);
        }
        let start = self.at;
        let first = self.expression()?;
        match self.peek() {
            Some(TokenKind::Word(word)) if word == "heaps" || word == "heap" => {
                self.no_dash(start)?;
                return self.count(Quantity::Exactly(first), place);
            }
            Some(TokenKind::Sign("..")) => {
                self.at += 1;
                let high = self.expression()?;
                return self.count(Quantity::Between(first, high), place);
            }
            Some(TokenKind::Word(word)) if word == "is" => {
                self.at += 1;
                let two = Expression::leaf(ExpressionKind::Number(2), place);
                let (odd, divisor) = match () {
                    () if self.accept("even") => (false, two),
                    () if self.accept("odd") => (true, two),
                    () if self.accept("divisible") => {
                        self.expect("by")?;
                        (false, self.expression()?)
                    }
                    () => return self.unexpected("`even`, `odd` or `divisible`"),
                };
                let place = place.to(self.last_place());
                let even = Condition { kind: ConditionKind::Divisible(first, divisor), place, depth: 1 };
                return Ok(if odd { negated(even, place) } else { even });
            }
            _ => {}
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            rest.push((relation, self.expression()?));
        }
        if rest.is_empty() {
            return self
                .unexpected("a comparison (`=`, `!=`, `<`, `<=`, `>`, `>=`), or `is` even, odd, divisible");
        }
        let place = place.to(self.last_place());
        Ok(Condition { kind: ConditionKind::Comparison(first, rest), place, depth: 1 })
    }

    fn count(&mut self, quantity: Quantity, place: Place) -> Parsed<Condition> {
        self.noun()?;
        if !self.accept("is") && !self.accept("are") {
            return self.unexpected("`is` or `are`");
        }
        let property = match () {
            () if self.accept("nonempty") => Property::Nonempty,
            () if self.accept("empty") => Property::Empty,
            () if self.accept("even") => Property::Even,
            () if self.accept("odd") => Property::Odd,
            () if self.accept("largest") => Property::Largest,
            () if self.accept("distinct") => Property::Distinct,
            () if self.accept("smallest") => Property::Smallest,
            () if self.accept("exactly") => Property::Exactly(self.expression()?),
            () if self.accept("at") => match () {
                () if self.accept("most") => Property::AtMost(self.expression()?),
                () if self.accept("least") => Property::AtLeast(self.expression()?),
                () => return self.unexpected("`most` or `least`"),
            },
            () => {
                return self.unexpected(
                    "`nonempty`, `empty`, `even`, `odd`, `largest`, `smallest`, `exactly` or `at` most/least a number",
                );
            }
        };
        let place = place.to(self.last_place());
        Ok(Condition { kind: ConditionKind::Count(quantity, property), place, depth: 1 })
    }

    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek() {
            Some(TokenKind::Sign("=")) => Relation::Equal,
            Some(TokenKind::Sign("!=")) => Relation::Unequal,
            Some(TokenKind::Sign("<")) => Relation::Less,
            Some(TokenKind::Sign("<=")) => Relation::AtMost,
            Some(TokenKind::Sign(">")) => Relation::Greater,
            Some(TokenKind::Sign(">=")) => Relation::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    /// Reads a number that may begin a range. Some users would read a dash between two numbers as a
    /// range, others as a difference.
    fn end_of_range(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let found = self.expression()?;
        // Two dots after the dash determine the meaning.
        if self.peek() != Some(&TokenKind::Sign("..")) {
            self.no_dash(start)?;
        }
        Ok(found)
    }

    /// Refuses two numbers with a dash between them, from `start` to here.
    fn no_dash(&self, start: usize) -> Parsed<()> {
        let [
            Token { kind: TokenKind::Number(low), place },
            Token { kind: TokenKind::Sign("-"), .. },
            Token { kind: TokenKind::Number(high), place: last },
        ] = &self.line.tokens[start..self.at]
        else {
            return Ok(());
        };
        Err(Box::new(dash(*low, *high, place.to(*last))))
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| {
            let mut sum = parser.product()?;
            loop {
                let operator = match () {
                    () if parser.accept_sign("+") => Operator::Plus,
                    () if parser.accept_sign("-") => Operator::Minus,
                    () => return Ok(sum),
                };
                let right = parser.product()?;
                sum = parser.shallow(Expression::binary(operator, sum, right))?;
            }
        })
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut product = self.factor()?;
        loop {
            let operator = match () {
                () if self.accept_sign("*") => Operator::Times,
                () if self.accept("div") => Operator::Quotient,
                () if self.accept("mod") => Operator::Remainder,
                () => return Ok(product),
            };
            let right = self.factor()?;
            product = self.shallow(Expression::binary(operator, product, right))?;
        }
    }

    fn factor(&mut self) -> Parsed<Expression> {
        let place = self.place();
        if self.accept_sign("(") {
            let inner = self.expression()?;
            self.expect_sign(")")?;
            return Ok(inner);
        }
        let kind = match self.peek() {
            Some(TokenKind::Number(number)) => ExpressionKind::Number(*number),
            Some(TokenKind::Word(word)) => match word.as_str() {
                "heap" => ExpressionKind::Heap,
                "total" => ExpressionKind::Total,
                "largest" => ExpressionKind::Largest,
                "smallest" => ExpressionKind::Smallest,
                "half" => {
                    self.at += 1;
                    let heap = Expression::leaf(ExpressionKind::Heap, place);
                    let two = Expression::leaf(ExpressionKind::Number(2), place);
                    return Ok(Expression::binary(Operator::Quotient, heap, two));
                }
                word if RESERVED.contains(&word) => return self.unexpected("a number or a name"),
                word => ExpressionKind::Name(word.to_owned()),
            },
            _ => return self.unexpected("a number or a name"),
        };
        self.at += 1;
        Ok(Expression::leaf(kind, place))
    }
}

/// Returns the fault of two numbers with a dash between them.
pub(crate) fn dash(low: u64, high: u64, place: Place) -> Diagnostic {
    let suggestion = if low < high {
        format!("write `{low}..{high}` for the numbers from {low} to {high}")
    } else {
        let difference = low - high;
        format!(
            "write `{high}..{low}` for the numbers from {high} to {low}, or `{difference}` for the difference"
        )
    };
    Diagnostic::new(Code::Unexpected, place, "a dash between two numbers may mean a range or a difference")
        .expected("two dots between the ends of a range")
        .suggest(suggestion)
}

fn join(kind: fn(Vec<Condition>) -> ConditionKind, parts: Vec<Condition>) -> Condition {
    let place = parts[0].place.to(parts[parts.len() - 1].place);
    // Nested conjunctions are flattened, because the printed form has no brackets there.
    let mut flat = Vec::new();
    for part in parts {
        match (kind(Vec::new()), part.kind) {
            (ConditionKind::And(_), ConditionKind::And(inner))
            | (ConditionKind::Or(_), ConditionKind::Or(inner)) => {
                flat.extend(inner);
            }
            (_, other) => flat.push(Condition { kind: other, place: part.place, depth: part.depth }),
        }
    }
    let depth = flat.iter().map(|part| part.depth).max().unwrap_or(0).saturating_add(1);
    Condition { kind: kind(flat), place, depth }
}

fn negated(inner: Condition, place: Place) -> Condition {
    let depth = inner.depth.saturating_add(1);
    Condition { kind: ConditionKind::Not(Box::new(inner)), place, depth }
}

#[cfg(test)]
mod tests;
