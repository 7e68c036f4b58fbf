//! Formulas as trees.

use std::fmt;

/// A formula.
///
/// Its [`Display`](fmt::Display) is plain text, such as `⌊h1/2⌋ mod 4 = 0`.
///
/// ```
/// use bouton_prose::{Formula, Prose, Sign, say};
///
/// let (a, b) = (Formula::name("a"), Formula::name("b"));
/// let chain = Formula::from(1).related(Sign::AtMost, a).related(Sign::Less, b);
/// assert_eq!(chain.to_string(), "1 ≤ a < b");
/// assert_eq!(Prose::from(say![chain]).latex(), "$1 \\le a < b$\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Number(String),
    /// A variable or a function, with its number if it has one: `h1`, `n`, `g`.
    Variable {
        /// The name without the number.
        name: String,
        /// The number.
        number: Option<String>,
    },
    /// An outcome such as `P`.
    Outcome(String),
    /// Words in a formula, such as `for all i`.
    Words(String),
    /// Terms that are added, or subtracted where the flag is set.
    Sum(Vec<(bool, Formula)>),
    /// Factors, with a space between them in plain text where the flag is set: `2 h1`, `2n`.
    Product(Vec<Formula>, bool),
    /// The nim-sum of the terms.
    NimSum(Vec<Formula>),
    /// The remainder of the first by the second.
    Remainder(Box<Formula>, Box<Formula>),
    /// The first divided by the second.
    Quotient(Box<Formula>, Box<Formula>),
    /// The largest integer that is not greater.
    Floor(Box<Formula>),
    /// The square root.
    Root(Box<Formula>),
    /// The first to the power of the second.
    Power(Box<Formula>, Box<Formula>),
    /// The first with the second as an index: `Aₙ`.
    Index(Box<Formula>, Box<Formula>),
    /// A function of some arguments.
    Apply(Box<Formula>, Vec<Formula>),
    /// Several numbers, `(h1, h2)`.
    Tuple(Vec<Formula>),
    /// A position, `(0,1)`.
    Position(Vec<Formula>),
    /// A row of positions, `⟨0,1,z⟩`.
    Row(Vec<Formula>),
    /// A set.
    Set(Vec<Formula>),
    /// Numbers one after the other: `0, 1, 0`.
    List(Vec<Formula>),
    /// All numbers from the first to the second.
    Range(Box<Formula>, Box<Formula>),
    /// And so on.
    Dots,
    /// A chain of comparisons, `1 ≤ a < b`.
    Relation(Box<Formula>, Vec<(Sign, Formula)>),
    /// The first two are congruent modulo the third.
    Congruence(Box<Formula>, Box<Formula>, Box<Formula>),
    /// A value for each condition, and one for all else.
    Cases(Vec<(Formula, Formula)>, Box<Formula>),
    /// Formulas side by side, with a space between them.
    Beside(Vec<Formula>),
}

/// A sign of comparison.
///
/// ```
/// use bouton_prose::Sign;
///
/// assert_eq!(Sign::AtLeast.character(), '≥');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// =
    Equal,
    /// ≠
    Unequal,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
    /// ∈
    In,
}

impl Sign {
    /// The sign as a character.
    #[must_use]
    pub fn character(self) -> char {
        match self {
            Self::Equal => '=',
            Self::Unequal => '≠',
            Self::Less => '<',
            Self::AtMost => '≤',
            Self::Greater => '>',
            Self::AtLeast => '≥',
            Self::In => '∈',
        }
    }
}

/// Whether the operands of an operation need brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// A comparison.
    Relation,
    /// A sum, of either kind.
    Sum,
    /// A remainder.
    Remainder,
    /// A product that is read as several words.
    Spaced,
    /// A product or a quotient.
    Product,
    /// Anything else.
    Atom,
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Formula {
            fn from(number: $number) -> Self {
                // One sign for every negative number, as between terms.
                Self::Number(number.to_string().replace('-', "−"))
            }
        }
    )*};
}

numbers!(u8, u32, u64, i32, i64, usize);

impl From<&Self> for Formula {
    fn from(formula: &Self) -> Self {
        formula.clone()
    }
}

impl Formula {
    /// The variable of a name; digits at the end of a name are its number.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// let (name, number) = ("h".to_owned(), Some("12".to_owned()));
    /// assert_eq!(Formula::name("h12"), Formula::Variable { name, number });
    /// ```
    #[must_use]
    pub fn name(name: &str) -> Self {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let whole = letters.is_empty() || letters.ends_with('_');
        let (name, number) = if whole { (name, "") } else { name.split_at(letters.len()) };
        Self::Variable { name: name.to_owned(), number: (!number.is_empty()).then(|| number.to_owned()) }
    }

    /// The remainder by a modulus.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::remainder(Formula::name("h1"), 4).to_string(), "h1 mod 4");
    /// ```
    #[must_use]
    pub fn remainder(of: impl Into<Self>, modulus: impl Into<Self>) -> Self {
        Self::Remainder(Box::new(of.into()), Box::new(modulus.into()))
    }

    /// The quotient, rounded down.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::floor(Formula::name("h1"), 2).to_string(), "⌊h1/2⌋");
    /// ```
    #[must_use]
    pub fn floor(of: impl Into<Self>, divisor: impl Into<Self>) -> Self {
        Self::Floor(Box::new(Self::quotient(of, divisor)))
    }

    /// The quotient.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::quotient(Formula::name("n"), 2).to_string(), "n/2");
    /// ```
    #[must_use]
    pub fn quotient(of: impl Into<Self>, divisor: impl Into<Self>) -> Self {
        Self::Quotient(Box::new(of.into()), Box::new(divisor.into()))
    }

    /// The square root.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::root(5).to_string(), "√5");
    /// ```
    #[must_use]
    pub fn root(of: impl Into<Self>) -> Self {
        Self::Root(Box::new(of.into()))
    }

    /// A function of one argument.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::of("g", Formula::name("n")).equals(0).to_string(), "g(n) = 0");
    /// ```
    #[must_use]
    pub fn of(function: &str, argument: impl Into<Self>) -> Self {
        Self::Apply(Box::new(Self::name(function)), vec![argument.into()])
    }

    /// A name with an index.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::index("A", Formula::name("n")).to_string(), "Aₙ");
    /// ```
    #[must_use]
    pub fn index(name: &str, index: impl Into<Self>) -> Self {
        Self::Index(Box::new(Self::name(name)), Box::new(index.into()))
    }

    /// Terms that are added; a single one is itself.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::sum([Formula::name("a"), Formula::name("b")]).to_string(), "a + b");
    /// ```
    #[must_use]
    pub fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        let terms: Vec<(bool, Self)> = terms.into_iter().map(|term| (false, term)).collect();
        Self::signed_sum(terms)
    }

    /// Terms that are added or, where the flag is set, subtracted; zero if there are none.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// let difference = Formula::signed_sum(vec![(false, Formula::name("a")), (true, Formula::name("b"))]);
    /// assert_eq!(difference.to_string(), "a − b");
    /// assert_eq!(Formula::signed_sum(vec![]), Formula::from(0));
    /// ```
    #[must_use]
    pub fn signed_sum(mut terms: Vec<(bool, Self)>) -> Self {
        match terms.pop() {
            None => Self::from(0u32),
            Some((false, only)) if terms.is_empty() => only,
            Some(last) => {
                terms.push(last);
                Self::Sum(terms)
            }
        }
    }

    /// The formula with a number added, or itself if that is 0.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::name("n").plus(-1).to_string(), "n − 1");
    /// assert_eq!(Formula::name("n").plus(0), Formula::name("n"));
    /// ```
    #[must_use]
    pub fn plus(self, number: i64) -> Self {
        if number == 0 {
            return self;
        }
        let mut terms = match self {
            Self::Sum(terms) => terms,
            other => vec![(false, other)],
        };
        terms.push((number < 0, number.unsigned_abs().into()));
        Self::Sum(terms)
    }

    /// The nim-sum of terms; a single one is itself.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::nim_sum([Formula::name("h1"), Formula::name("h2")]).to_string(), "h1 ⊕ h2");
    /// ```
    #[must_use]
    pub fn nim_sum(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut terms: Vec<Self> = terms.into_iter().collect();
        if terms.len() == 1 { terms.remove(0) } else { Self::NimSum(terms) }
    }

    /// A comparison with another formula.
    ///
    /// ```
    /// use bouton_prose::{Formula, Sign};
    ///
    /// let within = Formula::from(1).related(Sign::AtMost, Formula::name("t")).related(Sign::AtMost, 3);
    /// assert_eq!(within.to_string(), "1 ≤ t ≤ 3");
    /// ```
    #[must_use]
    pub fn related(self, sign: Sign, other: impl Into<Self>) -> Self {
        match self {
            Self::Relation(first, mut chain) => {
                chain.push((sign, other.into()));
                Self::Relation(first, chain)
            }
            first => Self::Relation(Box::new(first), vec![(sign, other.into())]),
        }
    }

    /// An equation.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::name("h1").equals(Formula::name("h2")).to_string(), "h1 = h2");
    /// ```
    #[must_use]
    pub fn equals(self, other: impl Into<Self>) -> Self {
        self.related(Sign::Equal, other)
    }

    /// All numbers from the first to the second.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::range(0, 6).to_string(), "0..6");
    /// ```
    #[must_use]
    pub fn range(first: impl Into<Self>, last: impl Into<Self>) -> Self {
        Self::Range(Box::new(first.into()), Box::new(last.into()))
    }

    /// The numbers of a range, if they are at most three: between them no number is left out.
    pub(crate) fn of_short_range(first: &Self, last: &Self) -> Option<Vec<Self>> {
        let (Self::Number(first), Self::Number(last)) = (first, last) else { return None };
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        (last.checked_sub(first)? < 3).then(|| (first..=last).map(Self::from).collect())
    }

    /// A position of these numbers.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::position([0u32, 1]).to_string(), "(0,1)");
    /// ```
    #[must_use]
    pub fn position<T: Into<Self>>(numbers: impl IntoIterator<Item = T>) -> Self {
        Self::Position(numbers.into_iter().map(Into::into).collect())
    }

    /// Numbers in brackets.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// assert_eq!(Formula::tuple([1u32, 2]).to_string(), "(1, 2)");
    /// ```
    #[must_use]
    pub fn tuple<T: Into<Self>>(numbers: impl IntoIterator<Item = T>) -> Self {
        Self::Tuple(numbers.into_iter().map(Into::into).collect())
    }

    /// Numbers one after the other.
    ///
    /// ```
    /// use bouton_prose::Formula;
    ///
    /// let numbers = [1u32, 2].map(Formula::from).into_iter().chain([Formula::Dots]);
    /// assert_eq!(Formula::list(numbers).to_string(), "1, 2, …");
    /// ```
    #[must_use]
    pub fn list<T: Into<Self>>(numbers: impl IntoIterator<Item = T>) -> Self {
        Self::List(numbers.into_iter().map(Into::into).collect())
    }

    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    fn binding(&self) -> Binding {
        match self {
            Self::Relation(..) | Self::Congruence(..) | Self::Cases(..) | Self::Beside(_) | Self::List(_) => {
                Binding::Relation
            }
            Self::Sum(_) | Self::NimSum(_) => Binding::Sum,
            Self::Remainder(..) => Binding::Remainder,
            Self::Product(_, true) => Binding::Spaced,
            Self::Product(_, false) | Self::Quotient(..) => Binding::Product,
            _ => Binding::Atom,
        }
    }

    /// Whether it needs brackets as a term of a sum.
    pub(super) fn needs_brackets_in_sum(&self, subtracted: bool) -> bool {
        self.binding() < if subtracted { Binding::Spaced } else { Binding::Remainder }
    }

    /// Whether it needs brackets as a term of a nim-sum.
    pub(super) fn needs_brackets_in_nim_sum(&self) -> bool {
        self.binding() < Binding::Spaced
    }

    /// Whether it needs brackets before or after `mod`.
    pub(super) fn needs_brackets_in_remainder(&self) -> bool {
        self.binding() < Binding::Product
    }

    /// Whether it needs brackets as a factor.
    pub(super) fn needs_brackets_in_product(&self) -> bool {
        self.binding() < Binding::Spaced
    }

    /// The formulas that it consists of.
    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Variable { .. } | Self::Outcome(_) | Self::Words(_) | Self::Dots => {
                Vec::new()
            }
            Self::Sum(terms) => terms.iter().map(|term| &term.1).collect(),
            Self::Product(all, _)
            | Self::NimSum(all)
            | Self::Tuple(all)
            | Self::Position(all)
            | Self::Row(all)
            | Self::Set(all)
            | Self::List(all)
            | Self::Beside(all) => all.iter().collect(),
            Self::Remainder(one, other)
            | Self::Quotient(one, other)
            | Self::Power(one, other)
            | Self::Index(one, other)
            | Self::Range(one, other) => vec![one, other],
            Self::Floor(of) | Self::Root(of) => vec![of],
            Self::Apply(function, arguments) => [&**function].into_iter().chain(arguments).collect(),
            Self::Relation(first, chain) => {
                [&**first].into_iter().chain(chain.iter().map(|link| &link.1)).collect()
            }
            Self::Congruence(one, other, modulus) => vec![one, other, modulus],
            Self::Cases(cases, otherwise) => {
                cases.iter().flat_map(|case| [&case.0, &case.1]).chain([&**otherwise]).collect()
            }
        }
    }

    /// Whether it is this formula or has it as a part.
    pub(crate) fn mentions(&self, wanted: &Self) -> bool {
        self == wanted || self.parts().into_iter().any(|part| part.mentions(wanted))
    }
}

/// Formulas with a sign between them.
fn joined(f: &mut fmt::Formatter<'_>, all: &[Formula], between: &str) -> fmt::Result {
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write!(f, "{one}")?;
    }
    Ok(())
}

/// A sum from its terms as `bracketed` writes them, with this sign before those that are subtracted.
pub(super) fn sum(
    terms: &[(bool, Formula)],
    minus: &str,
    bracketed: impl Fn(&Formula, bool) -> String,
) -> String {
    let mut out = String::new();
    for (index, (subtracted, term)) in terms.iter().enumerate() {
        out.push_str(&match (index, subtracted) {
            (0, false) => String::new(),
            (0, true) => minus.to_owned(),
            (_, false) => " + ".to_owned(),
            (_, true) => format!(" {minus} "),
        });
        out.push_str(&bracketed(term, term.needs_brackets_in_sum(*subtracted)));
    }
    out
}

/// Operands as `bracketed` writes them, with a sign between them.
pub(super) fn operands<'f>(
    all: impl IntoIterator<Item = &'f Formula>,
    sign: &str,
    needs_brackets: impl Fn(&Formula) -> bool,
    bracketed: impl Fn(&Formula, bool) -> String,
) -> String {
    let all = all.into_iter().map(|one| bracketed(one, needs_brackets(one)));
    all.collect::<Vec<_>>().join(sign)
}

/// A formula as plain text, in brackets if it needs some.
fn bracketed(formula: &Formula, needed: bool) -> String {
    if needed { format!("({formula})") } else { formula.to_string() }
}

/// The characters of an index below the line, where there are some.
fn below(index: &str) -> Option<String> {
    let one = |c: char| match c {
        '0'..='9' => char::from_u32(u32::from('₀') + u32::from(c) - u32::from('0')),
        'n' => Some('ₙ'),
        'i' => Some('ᵢ'),
        _ => None,
    };
    index.chars().map(one).collect()
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(text) | Self::Outcome(text) | Self::Words(text) => f.write_str(text),
            Self::Variable { name, number } => write!(f, "{name}{}", number.as_deref().unwrap_or("")),
            Self::Sum(terms) => f.write_str(&sum(terms, "−", bracketed)),
            Self::Product(factors, spaced) => {
                let sign = if *spaced { " " } else { "" };
                f.write_str(&operands(factors, sign, Self::needs_brackets_in_product, bracketed))
            }
            Self::NimSum(terms) => {
                f.write_str(&operands(terms, " ⊕ ", Self::needs_brackets_in_nim_sum, bracketed))
            }
            Self::Remainder(of, by) => {
                f.write_str(&operands([&**of, by], " mod ", Self::needs_brackets_in_remainder, bracketed))
            }
            Self::Quotient(of, by) => {
                f.write_str(&operands([&**of, by], "/", Self::needs_brackets_in_remainder, bracketed))
            }
            Self::Floor(of) => write!(f, "⌊{of}⌋"),
            Self::Root(of) => write!(f, "√{}", bracketed(of, of.binding() < Binding::Atom)),
            Self::Power(base, exponent) => {
                let brackets = |of: &Self| bracketed(of, of.binding() < Binding::Atom);
                write!(f, "{}^{}", brackets(base), brackets(exponent))
            }
            Self::Index(name, index) => match below(&index.to_string()) {
                Some(below) => write!(f, "{name}{below}"),
                None => write!(f, "{name}_{index}"),
            },
            Self::Apply(function, arguments) => {
                write!(f, "{function}(")?;
                joined(f, arguments, ", ")?;
                f.write_str(")")
            }
            Self::Tuple(all) => {
                f.write_str("(")?;
                joined(f, all, ", ")?;
                f.write_str(")")
            }
            Self::Position(all) => {
                f.write_str("(")?;
                joined(f, all, ",")?;
                f.write_str(")")
            }
            Self::Row(all) => {
                f.write_str("⟨")?;
                joined(f, all, ",")?;
                f.write_str("⟩")
            }
            Self::Set(all) => {
                f.write_str("{")?;
                joined(f, all, ", ")?;
                f.write_str("}")
            }
            Self::List(all) => joined(f, all, ", "),
            Self::Range(first, last) => write!(f, "{first}..{last}"),
            Self::Dots => f.write_str("…"),
            Self::Relation(first, chain) => {
                write!(f, "{first}")?;
                chain.iter().try_for_each(|(sign, other)| write!(f, " {} {other}", sign.character()))
            }
            Self::Congruence(one, other, modulus) => write!(f, "{one} ≡ {other} (mod {modulus})"),
            Self::Cases(cases, otherwise) => {
                cases.iter().try_for_each(|(value, when)| write!(f, "{value} if {when}, "))?;
                write!(f, "else {otherwise}")
            }
            Self::Beside(all) => joined(f, all, " "),
        }
    }
}
