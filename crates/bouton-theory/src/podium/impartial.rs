//! General impartial forms, written like `{2}`, `{0,*2}`, `{{2}}+1+1`.

use std::{cmp::Ordering, fmt, rc::Rc, str::FromStr};

use bouton_core::{LimitReached, MemoryShare, Valuation, Value, ValueSet, Watch};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{Outcome, PileForm, outcome};

/// The greatest depth of nested brackets of a form.
pub const MAX_FORM_DEPTH: usize = 64;

/// A disjunctive sum of Nim piles and of forms given by their options.
///
/// Options are a set: order and repetition do not matter. `{}` is 0, and
/// {0, *, …, *(n-1)} is the pile *n (Definition 2.1).
///
/// ```
/// use bouton_theory::podium::ImpartialForm;
///
/// let form: ImpartialForm = "{ {2}, 0 } + *2".parse().unwrap();
/// assert_eq!(form.to_string(), "2+{0,{2}}");
/// assert_eq!("{0,*}".parse::<ImpartialForm>().unwrap().to_string(), "2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImpartialForm {
    components: Vec<Component>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Component {
    Pile(u64),
    Options(Vec<ImpartialForm>),
}

/// A text that is not an impartial form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {place} of the form there is {found}, expected {expected}")]
pub struct ParseImpartialError {
    /// The place of the error, counted from 1.
    pub place: usize,
    /// The text found there.
    pub found: String,
    /// The text expected there.
    pub expected: &'static str,
}

impl ImpartialForm {
    /// A pile of this size.
    #[must_use]
    pub fn pile(size: u64) -> Self {
        Self { components: if size == 0 { Vec::new() } else { vec![Component::Pile(size)] } }
    }

    /// The form with these options.
    #[must_use]
    pub fn of_options(options: impl IntoIterator<Item = Self>) -> Self {
        let mut options: Vec<Self> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        let is_pile = (0u64..).zip(&options).all(|(size, option)| *option == Self::pile(size));
        match u64::try_from(options.len()) {
            Ok(size) if is_pile => Self::pile(size),
            _ => Self { components: vec![Component::Options(options)] },
        }
    }

    /// The disjunctive sum with another form.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut components = self.components.clone();
        components.extend(other.components.iter().cloned());
        components.sort_unstable();
        Self { components }
    }

    /// The form as a sum of piles, if it is written as one.
    #[must_use]
    pub fn as_piles(&self) -> Option<PileForm> {
        let sizes: Option<Vec<BigUint>> = self
            .components
            .iter()
            .map(|component| match component {
                Component::Pile(size) => Some(BigUint::from(*size)),
                Component::Options(_) => None,
            })
            .collect();
        sizes.map(PileForm::new)
    }

    /// The sum of small piles as an impartial form.
    #[must_use]
    pub fn from_piles(sizes: &[u64]) -> Self {
        let mut components: Vec<Component> =
            sizes.iter().copied().filter(|&size| size > 0).map(Component::Pile).collect();
        components.sort_unstable();
        Self { components }
    }

    /// The options, in no special order and possibly repeated.
    pub(crate) fn options(&self) -> impl Iterator<Item = Self> + '_ {
        self.components.iter().enumerate().flat_map(move |(index, component)| {
            let mut rest = self.components.clone();
            rest.remove(index);
            let rest = Self { components: rest };
            let moved: Box<dyn Iterator<Item = Self> + '_> = match component {
                Component::Pile(size) => Box::new((0..*size).map(Self::pile)),
                Component::Options(options) => Box::new(options.iter().cloned()),
            };
            moved.map(move |option| rest.plus(&option))
        })
    }

    /// The number of options, including repetitions; `None` if it does not fit.
    pub(crate) fn option_count(&self) -> Option<u64> {
        self.components.iter().try_fold(0u64, |sum, component| {
            sum.checked_add(match component {
                Component::Pile(size) => *size,
                Component::Options(options) => u64::try_from(options.len()).ok()?,
            })
        })
    }

    /// The size of the written form: matches and brackets. Examples are ordered by it.
    pub(crate) fn size(&self) -> u64 {
        self.components.iter().fold(0u64, |sum, component| {
            sum.saturating_add(match component {
                Component::Pile(size) => *size,
                Component::Options(options) => {
                    options.iter().fold(1u64, |sum, option| sum.saturating_add(option.size()))
                }
            })
        })
    }

    pub(crate) fn compare_size(&self, other: &Self) -> Ordering {
        self.size().cmp(&other.size()).then_with(|| self.cmp(other))
    }
}

impl fmt::Display for ImpartialForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.components.is_empty() {
            return f.write_str("0");
        }
        for (index, component) in self.components.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            match component {
                Component::Pile(size) => write!(f, "{size}")?,
                Component::Options(options) => {
                    f.write_str("{")?;
                    for (index, option) in options.iter().enumerate() {
                        if index > 0 {
                            f.write_str(",")?;
                        }
                        write!(f, "{option}")?;
                    }
                    f.write_str("}")?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for ImpartialForm {
    type Err = ParseImpartialError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parser = Parser { characters: text.chars().collect(), place: 0 };
        let form = parser.sum(0)?;
        parser.skip();
        match parser.peek() {
            None => Ok(form),
            Some(_) => Err(parser.error("`+` or the end")),
        }
    }
}

struct Parser {
    characters: Vec<char>,
    place: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.place).copied()
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.place += 1;
        }
    }

    fn accept(&mut self, wanted: char) -> bool {
        self.skip();
        let found = self.peek() == Some(wanted);
        self.place += usize::from(found);
        found
    }

    fn error(&self, expected: &'static str) -> ParseImpartialError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |found| format!("`{found}`"));
        ParseImpartialError { place: self.place + 1, found, expected }
    }

    fn sum(&mut self, depth: usize) -> Result<ImpartialForm, ParseImpartialError> {
        let mut components = self.term(depth)?.components;
        while self.accept('+') {
            components.extend(self.term(depth)?.components);
        }
        components.sort_unstable();
        Ok(ImpartialForm { components })
    }

    fn term(&mut self, depth: usize) -> Result<ImpartialForm, ParseImpartialError> {
        if self.accept('*') {
            // `*` alone is *1.
            return Ok(ImpartialForm::pile(self.number()?.unwrap_or(1)));
        }
        if self.accept('{') {
            if depth >= MAX_FORM_DEPTH {
                return Err(self.error("brackets nested at most 64 deep"));
            }
            let mut options = Vec::new();
            if self.accept('}') {
                return Ok(ImpartialForm::of_options(options));
            }
            loop {
                options.push(self.sum(depth + 1)?);
                if self.accept('}') {
                    return Ok(ImpartialForm::of_options(options));
                }
                if !self.accept(',') {
                    return Err(self.error("`,`, `+` or `}`"));
                }
            }
        }
        match self.number()? {
            Some(size) => Ok(ImpartialForm::pile(size)),
            None => Err(self.error("a number, `*` or `{`")),
        }
    }

    fn number(&mut self) -> Result<Option<u64>, ParseImpartialError> {
        self.skip();
        let start = self.place;
        let mut number = Some(0u64);
        while let Some(digit) = self.peek().and_then(|found| found.to_digit(10)) {
            number = number.and_then(|sum| sum.checked_mul(10)?.checked_add(u64::from(digit)));
            self.place += 1;
        }
        if self.place == start {
            return Ok(None);
        }
        number.map(Some).ok_or_else(|| {
            self.place = start;
            self.error("a number below 2^64 in a form with brackets")
        })
    }
}

/// The behaviour of the players of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The podium rule for this many players (at least 2).
    Podium {
        /// The number of players.
        players: u8,
    },
    /// Three players, two of whom may conspire (Propp 2000).
    Coalition,
}

impl Play {
    fn valuation(self) -> Valuation {
        match self {
            Self::Podium { players } => Valuation::Podium { players: players.max(2) },
            Self::Coalition => Valuation::Coalition,
        }
    }
}

/// The reason why the outcome of a form was not computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// Too many positions.
    #[error("more than {limit} positions can be reached from the form: raise the limit or use smaller piles")]
    Limit {
        /// The number of positions allowed.
        limit: usize,
    },
    /// Time or memory.
    #[error("{0}")]
    Stopped(#[from] LimitReached),
}

/// Computes outcomes of forms from the definitions, with a memo.
///
/// ```
/// use bouton_theory::podium::{Evaluator, Play};
///
/// let mut podium = Evaluator::new(Play::Podium { players: 3 }, 100_000);
/// assert_eq!(podium.outcome(&"{2}".parse().unwrap()).unwrap(), "O"); // Theorem 2.17 (i)
/// let mut coalition = Evaluator::new(Play::Coalition, 100_000);
/// assert_eq!(coalition.outcome(&"{{2}}+{{2}}".parse().unwrap()).unwrap(), "Q");
/// ```
#[derive(Debug)]
pub struct Evaluator {
    play: Play,
    limit: usize,
    ids: FxHashMap<ImpartialForm, u32>,
    forms: Vec<ImpartialForm>,
    options: Vec<Option<Rc<[Vec<u32>]>>>,
    known: FxHashMap<Vec<u32>, Value>,
    watch: Watch,
    /// The memory of the known values and of the positions being examined.
    held: MemoryShare,
}

/// A position whose options are being visited.
struct Frame {
    components: Vec<u32>,
    options: Vec<Vec<u32>>,
    values: ValueSet,
}

impl Evaluator {
    /// Creates an evaluator that stores at most `limit` positions.
    #[must_use]
    pub fn new(play: Play, limit: usize) -> Self {
        Self::watched(play, limit, &Watch::unlimited())
    }

    /// Like [`new`](Self::new), under a watch.
    #[must_use]
    pub fn watched(play: Play, limit: usize, watch: &Watch) -> Self {
        Self {
            watch: watch.clone(),
            held: watch.hold_none(),
            play,
            limit,
            ids: FxHashMap::default(),
            forms: Vec::new(),
            options: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// The outcome of a form by name: P, N, O, Q, or the player's number.
    ///
    /// # Errors
    ///
    /// If more than the allowed number of positions can be reached.
    pub fn outcome(&mut self, form: &ImpartialForm) -> Result<String, EvaluateError> {
        let value = self.value(form)?;
        Ok(self.play.valuation().value_name(value))
    }

    /// The outcome of a form as a [`bouton_core::Value`]: under the podium rule the player, counted
    /// from the one who just moved, who is last; 0, 1, 2, 3 for P, N, O, Q with coalitions.
    ///
    /// # Errors
    ///
    /// If more than the allowed number of positions can be reached.
    pub fn value(&mut self, form: &ImpartialForm) -> Result<Value, EvaluateError> {
        if self.play == (Play::Podium { players: 3 })
            && let Some(piles) = form.as_piles()
        {
            return Ok(outcome_value(outcome(&piles)));
        }
        let components = self.components(form)?;
        self.search(components)
    }

    fn components(&mut self, form: &ImpartialForm) -> Result<Vec<u32>, EvaluateError> {
        let mut ids = Vec::with_capacity(form.components.len());
        for component in &form.components {
            ids.push(self.id(component)?);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    fn id(&mut self, component: &Component) -> Result<u32, EvaluateError> {
        let form = ImpartialForm { components: vec![component.clone()] };
        if let Some(&id) = self.ids.get(&form) {
            return Ok(id);
        }
        if self.forms.len() >= self.limit {
            return Err(EvaluateError::Limit { limit: self.limit });
        }
        let id = u32::try_from(self.forms.len()).map_err(|_| EvaluateError::Limit { limit: self.limit })?;
        self.held.grow(256 + 64 * form.size().min(1 << 20))?;
        self.ids.insert(form.clone(), id);
        self.forms.push(form);
        self.options.push(None);
        Ok(id)
    }

    /// The options of one component, as sums.
    fn component_options(&mut self, id: u32) -> Result<Rc<[Vec<u32>]>, EvaluateError> {
        if let Some(Some(options)) = self.options.get(id as usize) {
            return Ok(Rc::clone(options));
        }
        let form = self.forms.get(id as usize).cloned().unwrap_or_default();
        if form.option_count().is_none_or(|count| usize::try_from(count).map_or(true, |c| c > self.limit)) {
            return Err(EvaluateError::Limit { limit: self.limit });
        }
        let mut options = Vec::new();
        for option in form.options() {
            self.watch.spend(1)?;
            let components = self.components(&option)?;
            self.held.grow(bytes(&components))?;
            options.push(components);
        }
        let options: Rc<[Vec<u32>]> = options.into();
        if let Some(slot) = self.options.get_mut(id as usize) {
            *slot = Some(Rc::clone(&options));
        }
        Ok(options)
    }

    fn frame(&mut self, components: Vec<u32>) -> Result<Frame, EvaluateError> {
        let mut options = Vec::new();
        for (index, &id) in components.iter().enumerate() {
            if index > 0 && components.get(index - 1) == Some(&id) {
                continue;
            }
            for moved in self.component_options(id)?.iter() {
                if options.len() > self.limit {
                    return Err(EvaluateError::Limit { limit: self.limit });
                }
                self.watch.spend(1)?;
                self.held.grow(bytes(&components))?;
                let mut option = components.clone();
                option.remove(index);
                option.extend_from_slice(moved);
                option.sort_unstable();
                options.push(option);
            }
        }
        Ok(Frame { components, options, values: ValueSet::new() })
    }

    /// Uses an explicit stack: play may be long.
    fn search(&mut self, start: Vec<u32>) -> Result<Value, EvaluateError> {
        if let Some(&value) = self.known.get(&start) {
            return Ok(value);
        }
        let valuation = self.play.valuation();
        let mut stack = vec![self.frame(start)?];
        let mut result = 0;
        while let Some(frame) = stack.last_mut() {
            if let Some(option) = frame.options.last() {
                if let Some(&value) = self.known.get(option) {
                    frame.values.insert(value);
                    if let Some(option) = frame.options.pop() {
                        self.held.resize(self.held.bytes().saturating_sub(bytes(&option)))?;
                    }
                    self.watch.spend(1)?;
                } else {
                    let option = option.clone();
                    if stack.len() + self.known.len() >= self.limit {
                        return Err(EvaluateError::Limit { limit: self.limit });
                    }
                    let next = self.frame(option)?;
                    stack.push(next);
                }
            } else if let Some(frame) = stack.pop() {
                result = valuation.value(&frame.values);
                self.held.grow(bytes(&frame.components))?;
                self.known.insert(frame.components, result);
            }
        }
        Ok(result)
    }
}

/// The approximate number of bytes of a position in a list or a map that grows.
fn bytes(components: &[u32]) -> u64 {
    112 + 4 * components.len() as u64
}

/// The outcome as the number of the player who is last.
pub(crate) fn outcome_value(outcome: Outcome) -> Value {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::O => 2,
    }
}

/// The outcome with the number of the player who is last.
pub(crate) fn outcome_of_value(value: Value) -> Outcome {
    match value {
        0 => Outcome::P,
        1 => Outcome::N,
        _ => Outcome::O,
    }
}
