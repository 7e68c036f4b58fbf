//! The tree of a text. Numbers and conditions have one kind of node, because brackets may contain
//! either.

use std::ops::Range;

use crate::{
    Fault,
    columns::Lists,
    token::{Token, TokenKind, tokens},
};

/// A part of a text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
}

/// The kind of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number(i64),
    Name(String),
    /// A function call: `name(…)`, or `game.name(…)`. A condition in square brackets, which is 1 or 0, is a call of `[]`.
    Call {
        game: Option<String>,
        name: String,
        arguments: Vec<Node>,
    },
    Binary(Operator, Box<Node>, Box<Node>),
    Not(Box<Node>),
    /// `columns in (…)`, with what may follow.
    Columns(Lists),
    /// `linked mod m`.
    Linked(u64),
    Quantified {
        all: bool,
        names: Vec<(String, Range<usize>)>,
        body: Box<Node>,
    },
}

/// An operator of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Times,
    Div,
    Mod,
    Plus,
    Minus,
    Xor,
    Compare(Sign),
    And,
    Or,
    Implies,
    Iff,
}

impl Operator {
    /// The truth of two conditions that this operator connects; `None` if it connects numbers.
    pub(crate) fn truth(self, left: bool, right: bool) -> Option<bool> {
        match self {
            Self::And => Some(left && right),
            Self::Or => Some(left || right),
            Self::Iff => Some(left == right),
            Self::Implies => Some(!left || right),
            _ => None,
        }
    }
}

impl Node {
    /// The operands of a chain of one operator, from left to right: a, b and c of `a or b or c`. A node that is not such
    /// an operation is its own only operand.
    pub(crate) fn operands(&self, operator: Operator) -> Vec<&Self> {
        let (mut nodes, mut at) = (Vec::new(), self);
        while let Kind::Binary(same, left, right) = &at.kind
            && *same == operator
        {
            nodes.push(&**right);
            at = left;
        }
        nodes.push(at);
        nodes.reverse();
        nodes
    }

    /// The divisor, if this is `columns mod m` or `leading mod m`, and whether it is the latter.
    pub(crate) fn as_columns(&self) -> Option<(bool, &Node)> {
        let Kind::Binary(Operator::Mod, of, by) = &self.kind else { return None };
        match &of.kind {
            Kind::Name(name) if name == "columns" => Some((false, by)),
            Kind::Name(name) if name == "leading" => Some((true, by)),
            _ => None,
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sign {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Sign {
    /// Whether two numbers with this order satisfy the comparison.
    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// Words that are not names.
pub(crate) const RESERVED: [&str; 30] = [
    "all", "and", "bits", "columns", "count", "div", "exists", "false", "for", "g", "heap", "if", "iff",
    "largest", "leading", "linked", "max", "min", "mod", "nimsum", "not", "or", "smallest", "sorted", "sum",
    "total", "true", "when", "xor", "zeros",
];

/// The deepest nesting.
const MOST_DEPTH: usize = 100;

/// The most operators with two parts.
const MOST_OPERATORS: usize = 4000;

/// Reads the parts of a text.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    operators: usize,
}

impl Parser {
    pub(crate) fn new(text: &str) -> Result<Self, Fault> {
        Ok(Self { tokens: tokens(text)?, at: 0, depth: 0, operators: 0 })
    }

    pub(crate) fn peek(&self) -> &Token {
        // The last token is the end, which is never passed.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(crate) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Word(found) if found == word)
    }

    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Sign(found) if *found == sign)
    }

    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    pub(crate) fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.next();
        }
        found
    }

    /// A fault at the next token.
    pub(crate) fn fault(&self, expected: &str) -> Fault {
        let token = self.peek();
        let found = match &token.kind {
            TokenKind::Number(number) => format!("found {number}"),
            TokenKind::Word(word) => format!("found `{word}`"),
            TokenKind::Game(game) => format!("found `{game}.`"),
            TokenKind::Sign(sign) => format!("found `{sign}`"),
            TokenKind::End => "the text ends".to_owned(),
        };
        Fault::new(&token.span, format!("{found}, expected {expected}"))
    }

    pub(crate) fn expect_sign(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.fault(&format!("`{sign}`"))) }
    }

    /// Reads a word that may be chosen freely.
    pub(crate) fn name(&mut self) -> Result<(String, Range<usize>), Fault> {
        match self.peek().clone() {
            Token { kind: TokenKind::Word(word), span } => {
                if RESERVED.contains(&word.as_str()) {
                    return Err(Fault::new(&span, format!("`{word}` is a word of the language, not a name")));
                }
                self.next();
                Ok((word, span))
            }
            _ => Err(self.fault("a name")),
        }
    }

    /// Checks that the text ends.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        match &self.peek().kind {
            TokenKind::End => Ok(()),
            TokenKind::Sign(",") => Err(self.fault("the end").help("write `and` between conditions")),
            TokenKind::Sign(")") => {
                Err(self.fault("the end").help("a bracket is closed that was not opened"))
            }
            TokenKind::Word(word) if word == "if" => {
                Err(self.fault("the end").help("for outcomes write `P iff …`; `if` follows only `g = …`"))
            }
            TokenKind::Word(_) if self.follows_a_quantifier() => {
                Err(self.fault("an operator or the end").help("write `exists a, b: …` or `for all a, b: …`"))
            }
            _ => Err(self.fault("an operator or the end")),
        }
    }

    /// Whether the word before the next token is a quantifier in another spelling.
    fn follows_a_quantifier(&self) -> bool {
        const SPELLINGS: [&str; 8] = ["any", "each", "every", "exist", "forall", "forsome", "some", "there"];
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        matches!(before, Some(Token { kind: TokenKind::Word(word), .. }) if SPELLINGS.contains(&word.as_str()))
    }

    /// Reads a whole condition.
    pub(crate) fn condition(&mut self) -> Result<Node, Fault> {
        self.level(0)
    }

    /// Reads a number: the operators that bind more tightly than comparisons.
    pub(crate) fn number(&mut self) -> Result<Node, Fault> {
        self.level(XOR)
    }

    fn operator(&self, level: usize) -> Option<Operator> {
        let found = match &self.peek().kind {
            TokenKind::Word(word) => match word.as_str() {
                "iff" => (0, Operator::Iff),
                "or" => (2, Operator::Or),
                "and" => (3, Operator::And),
                "xor" => (XOR, Operator::Xor),
                "div" => (8, Operator::Div),
                "mod" => (8, Operator::Mod),
                _ => return None,
            },
            TokenKind::Sign(sign) => match *sign {
                "->" => (1, Operator::Implies),
                "=" => (COMPARE, Operator::Compare(Sign::Equal)),
                "!=" => (COMPARE, Operator::Compare(Sign::Unequal)),
                "<" => (COMPARE, Operator::Compare(Sign::Less)),
                "<=" => (COMPARE, Operator::Compare(Sign::AtMost)),
                ">" => (COMPARE, Operator::Compare(Sign::Greater)),
                ">=" => (COMPARE, Operator::Compare(Sign::AtLeast)),
                "+" => (7, Operator::Plus),
                "-" => (7, Operator::Minus),
                "*" => (8, Operator::Times),
                _ => return None,
            },
            _ => return None,
        };
        (found.0 == level).then_some(found.1)
    }

    fn level(&mut self, level: usize) -> Result<Node, Fault> {
        match level {
            NOT => return self.not(),
            ATOM => return self.atom(),
            _ => {}
        }
        let mut left = self.level(level + 1)?;
        let mut middle: Option<Node> = None;
        while let Some(operator) = self.operator(level) {
            let span = self.next().span;
            self.operators += 1;
            if self.operators > MOST_OPERATORS {
                return Err(Fault::new(&span, format!("there are more than {MOST_OPERATORS} operators")));
            }
            // An arrow groups to the right.
            let right =
                if operator == Operator::Implies { self.nested(level)? } else { self.level(level + 1)? };
            let both = |left: Node, right: Node, operator| Node {
                span: left.span.start..right.span.end,
                kind: Kind::Binary(operator, Box::new(left), Box::new(right)),
            };
            left = match middle.take() {
                // The chain a < b < c means a < b and b < c.
                Some(before) => {
                    let also = both(before, right.clone(), operator);
                    both(left, also, Operator::And)
                }
                None => both(left, right.clone(), operator),
            };
            if level == COMPARE {
                middle = Some(right);
            }
        }
        Ok(left)
    }

    /// Reads a level within another part.
    fn nested(&mut self, level: usize) -> Result<Node, Fault> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Fault::new(&self.peek().span, "the text is nested too deeply"));
        }
        let found = self.level(level);
        self.depth -= 1;
        found
    }

    fn not(&mut self) -> Result<Node, Fault> {
        let start = self.peek().span.start;
        if self.take_word("not") {
            let inner = self.nested(NOT)?;
            return Ok(Node { span: start..inner.span.end, kind: Kind::Not(Box::new(inner)) });
        }
        let all = self.is_word("for");
        if all || self.is_word("exists") {
            self.next();
            if all && !self.take_word("all") {
                return Err(self.fault("`all`, as in `for all a: …`"));
            }
            let mut names = vec![self.name()?];
            while self.take_sign(",") {
                names.push(self.name()?);
            }
            if !self.take_sign(":") {
                let help = self.help_with_bound(all, &names);
                return Err(self.fault("`:` after the names").help(&help));
            }
            let body = Box::new(self.nested(0)?);
            return Ok(Node { span: start..body.span.end, kind: Kind::Quantified { all, names, body } });
        }
        self.level(NOT + 1)
    }

    /// How a quantifier is written that has something else than a colon after its names: a condition on them follows
    /// the colon.
    fn help_with_bound(&self, all: bool, names: &[(String, Range<usize>)]) -> String {
        let written = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let (last, _) = &names[names.len() - 1];
        let bound = match &self.peek().kind {
            TokenKind::Sign(sign @ ("=" | "!=" | "<" | "<=" | ">" | ">=")) => {
                let to = match self.tokens.get(self.at + 1).map(|token| &token.kind) {
                    Some(TokenKind::Number(number)) => number.to_string(),
                    Some(TokenKind::Word(word)) => word.clone(),
                    _ => "…".to_owned(),
                };
                Some(format!("{last} {sign} {to}"))
            }
            _ => None,
        };
        match (bound, all) {
            (Some(bound), true) => {
                format!("a condition on the names follows the colon: `for all {written}: {bound} -> …`")
            }
            (Some(bound), false) => {
                format!("a condition on the names follows the colon: `exists {written}: {bound} and …`")
            }
            (None, true) => "write `for all a, b: …`".to_owned(),
            (None, false) => "write `exists a, b: …`".to_owned(),
        }
    }

    fn atom(&mut self) -> Result<Node, Fault> {
        let token = self.peek().clone();
        let start = token.span.start;
        match token.kind {
            TokenKind::Number(number) => {
                self.next();
                // A claim may name its digits at the end.
                let is_name = |word: &str| !RESERVED.contains(&word) && word != "in";
                if matches!(self.peek().kind, TokenKind::Word(ref word) if is_name(word)) {
                    return Err(self.fault("an operator").help(format!("write `{number} * …`")));
                }
                Ok(Node { kind: Kind::Number(number), span: token.span })
            }
            TokenKind::Sign("-") => {
                self.next();
                let inner = self.nested(ATOM)?;
                let span = start..inner.span.end;
                let zero = Node { kind: Kind::Number(0), span: start..start };
                Ok(Node { kind: Kind::Binary(Operator::Minus, Box::new(zero), Box::new(inner)), span })
            }
            TokenKind::Sign("(") => {
                self.next();
                let inner = self.nested(0)?;
                if self.is_sign(",") {
                    return Err(self.fault("`)`").help("write `and` between conditions"));
                }
                let end = self.peek().span.end;
                self.expect_sign(")")?;
                Ok(Node { span: start..end, ..inner })
            }
            TokenKind::Sign("[") => {
                self.next();
                let inner = self.nested(0)?;
                let end = self.peek().span.end;
                self.expect_sign("]")?;
                let kind = Kind::Call { game: None, name: BRACKET.to_owned(), arguments: vec![inner] };
                Ok(Node { kind, span: start..end })
            }
            TokenKind::Game(game) => {
                self.next();
                let Token { kind: TokenKind::Word(name), .. } = self.next() else {
                    self.at = self.at.saturating_sub(1);
                    return Err(self.fault("`P(…)`, `N(…)` or `g(…)` of that game"));
                };
                self.call(start, Some(game), name)
            }
            TokenKind::Word(word) => {
                const OPERATORS: [&str; 10] =
                    ["all", "and", "div", "if", "iff", "mod", "not", "or", "when", "xor"];
                if OPERATORS.contains(&word.as_str()) {
                    return Err(self.fault("a number or a condition"));
                }
                self.next();
                if self.is_sign("(") {
                    return self.call(start, None, word);
                }
                if word == "columns" && self.take_word("in") {
                    return self.lists(start);
                }
                if word == "linked" && self.take_word("mod") {
                    return self.linked(start);
                }
                Ok(Node { kind: Kind::Name(word), span: token.span })
            }
            TokenKind::Sign(_) | TokenKind::End => Err(self.fault("a number or a condition")),
        }
    }

    /// Reads what follows `columns in`: lists of the numbers of ones.
    fn lists(&mut self, start: usize) -> Result<Node, Fault> {
        let first = self.peek().span.start;
        let every = self.list()?;
        let mut end = self.ended();
        if !every.contains(&0) {
            let why = "the first list contains 0: before the first digits every column has no 1";
            return Err(Fault::new(&(first..end), why).help("write `columns in (0, …)`"));
        }
        let mut beside = None;
        if self.take_word("then") {
            if every.contains(&1) {
                let why = "a column with a single 1 sets a number apart, so that the first list has no 1";
                return Err(Fault::new(&(first..end), why));
            }
            for word in ["one", "beside"] {
                if !self.take_word(word) {
                    return Err(self.fault(&format!("`{word}`, as in `then one beside (0, 3)`")));
                }
            }
            beside = Some(self.list()?);
            end = self.ended();
        }
        let mut ending = Vec::new();
        if self.take_word("ending") {
            ending = self.list()?;
            end = self.ended();
        }
        Ok(Node { kind: Kind::Columns(Lists { every, beside, ending }), span: start..end })
    }

    /// Reads a list of natural numbers in brackets.
    fn list(&mut self) -> Result<Vec<u64>, Fault> {
        self.expect_sign("(")?;
        let mut found = Vec::new();
        loop {
            let TokenKind::Number(number) = self.peek().kind else { return Err(self.fault("a number")) };
            self.next();
            found.extend(u64::try_from(number));
            if !self.take_sign(",") {
                self.expect_sign(")")?;
                return Ok(found);
            }
        }
    }

    /// The end of the token before the next one.
    fn ended(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// Reads what follows `linked mod`.
    fn linked(&mut self, start: usize) -> Result<Node, Fault> {
        match self.peek().kind {
            TokenKind::Number(modulus @ 2..) => {
                let end = self.next().span.end;
                Ok(Node { kind: Kind::Linked(modulus.unsigned_abs()), span: start..end })
            }
            _ => Err(self.fault("a number from 2 on")),
        }
    }

    fn call(&mut self, start: usize, game: Option<String>, name: String) -> Result<Node, Fault> {
        self.expect_sign("(")?;
        let mut arguments = vec![self.nested(0)?];
        while self.take_sign(",") {
            arguments.push(self.nested(0)?);
        }
        let end = self.peek().span.end;
        self.expect_sign(")")?;
        Ok(Node { kind: Kind::Call { game, name, arguments }, span: start..end })
    }
}

/// The name of the function that is 1 where a condition holds, and else 0.
pub(crate) const BRACKET: &str = "[]";

/// The levels of operators, from the loosest to the tightest.
const NOT: usize = 4;
const COMPARE: usize = 5;
const XOR: usize = 6;
const ATOM: usize = 9;
