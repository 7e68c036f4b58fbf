//! Decoding of certificates from text.

mod local;

use std::str::FromStr;

use bouton_core::{
    Alphabet, AutomatonFault, ColumnLaw, ColumnLawFault, ControlState, DigitAutomaton, Law, LocalLawFault,
    MAX_COLUMN_LETTERS, MAX_TRACKS, Numeration, NumerationFault, Period, PlayOrder, Quotient,
    QuotientElement, QuotientFault, State, Valuation, Value,
};

use crate::{
    Certificate, Claim, ColumnClaim, ColumnElement, ColumnStrategy, ColumnThread, Element, Identity,
    LOCAL_VERSION, LawClaim, OPEN_VERSION, OpenClaim, QuotientClaim, StoredPeriod, Strategy, VERSION,
    encode::{EVERY_NUMBER, NUMERATION, ORDER, SUM, WINDOWS, valuation_name},
};

/// The most entries of a transition table that any text may have.
pub const MAX_FREE_ENTRIES: usize = 1 << 22;
/// The additional entries allowed for each byte of the text: a short text must not make the reader
/// allocate much memory.
pub const MAX_ENTRIES_PER_BYTE: usize = 64;

/// The reason why a text is not a certificate.
///
/// ```
/// use bouton_cert::{Certificate, DecodeError};
///
/// let error = Certificate::decode("bouton certificate 1\nheaps 1\n").unwrap_err();
/// assert!(matches!(error, DecodeError::Line { line: 2, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A line does not follow the format.
    #[error("line {line}: expected {expected}, found {found}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The expected text.
        expected: String,
        /// The text found, shortened.
        found: String,
    },
    /// The digest in the last line is not that of the text before it.
    #[error("line {line}: the text before this line was changed: its digest is {expected}, found {found}")]
    Identity {
        /// The line, counted from 1.
        line: usize,
        /// The digest of the text.
        expected: Identity,
        /// The text found in the last line, shortened.
        found: String,
    },
    /// The states and transitions are not an automaton.
    #[error("the automaton that ends before line {line} is invalid: {fault}")]
    Automaton {
        /// The first line after the automaton, counted from 1.
        line: usize,
        /// The fault of the automaton.
        fault: AutomatonFault,
    },
    /// The line does not state a numeration.
    #[error("line {line} does not state a numeration: {fault}")]
    Numeration {
        /// The line, counted from 1.
        line: usize,
        /// The fault of the numeration.
        fault: NumerationFault,
    },
    /// The tables are not a quotient.
    #[error("the quotient that ends before line {line} is invalid: {fault}")]
    Quotient {
        /// The first line after the quotient, counted from 1.
        line: usize,
        /// The fault of the quotient.
        fault: QuotientFault,
    },
    /// The states and successors are not a law that counts ones.
    #[error("the law that ends before line {line} is invalid: {fault}")]
    Columns {
        /// The first line after the law, counted from 1.
        line: usize,
        /// The fault of the law.
        fault: ColumnLawFault,
    },
    /// The automaton of heaps does not fit the law.
    #[error("the law with heap states that ends before line {line} is invalid: {fault}")]
    Local {
        /// The first line after the law, counted from 1.
        line: usize,
        /// The fault of the law.
        fault: LocalLawFault,
    },
    /// The text describes a certificate, but is not its canonical text.
    #[error(
        "line {line} is not written in the canonical way (no signs, spare spaces, leading zeros or split runs)"
    )]
    NotCanonical {
        /// The first line that differs, counted from 1.
        line: usize,
    },
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// Accepts only the exact bytes that [`encode`](Self::encode) writes. Memory stays within a
    /// small multiple of the text's length plus 16 MiB.
    ///
    /// # Errors
    ///
    /// [`DecodeError`]: the first wrong line, and what was expected.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_cert::{Certificate, Claim, Period};
    ///
    /// let claim = Claim::Period(Period { length: 2, preperiod: 0, saltus: 0, values: vec![0, 1] });
    /// let certificate = Certificate { game: "octal 0.3".to_owned(), order: None, claim };
    /// let text = certificate.encode();
    /// assert_eq!(Certificate::decode(&text)?, certificate);
    /// assert!(Certificate::decode(text.trim_end()).is_err()); // exactly one text is accepted
    /// # Ok::<(), bouton_cert::DecodeError>(())
    /// ```
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(text)?;
        let versions = [OPEN_VERSION, LOCAL_VERSION];
        let of = |version: &u32| reader.peek() == Some(&format!("bouton certificate {version}"));
        let open = versions.into_iter().find(of);
        if open.is_none() {
            reader.exact(&format!("bouton certificate {VERSION}"))?;
        } else {
            reader.advance();
        }
        let mut game = Vec::new();
        while let Some(line) = reader.peek().and_then(|line| line.strip_prefix("| ")) {
            game.push(line);
            reader.advance();
        }
        if game.is_empty() {
            return Err(reader.wrong("the rules, each line after `| `"));
        }
        let (order, claim) = match open {
            Some(LOCAL_VERSION) => (None, Claim::Open(OpenClaim::Local(reader.local()?))),
            Some(_) => (None, Claim::Open(reader.open()?)),
            None => {
                let order = reader.order()?;
                let claim = if order.is_some() { reader.law()? } else { reader.claim()? };
                (order, claim)
            }
        };
        if reader.peek().is_some() {
            return Err(reader.wrong("the line `id sha256:…`"));
        }
        let certificate = Self { game: game.join("\n"), order, claim };
        let canonical = certificate.encode();
        if canonical == text {
            return Ok(certificate);
        }
        let same = canonical.split('\n').zip(text.split('\n')).take_while(|(left, right)| left == right);
        Err(DecodeError::NotCanonical { line: same.count() + 1 })
    }
}

pub(crate) struct Reader<'a> {
    lines: Vec<&'a str>,
    place: usize,
    bytes: usize,
}

impl<'a> Reader<'a> {
    /// Checks the last line and keeps the other lines.
    pub(crate) fn new(text: &'a str) -> Result<Self, DecodeError> {
        let lines = text.split('\n').count();
        let error = |line: usize, expected: &str, found: Option<&str>| DecodeError::Line {
            line,
            expected: expected.to_owned(),
            found: quote(found),
        };
        if text.is_empty() {
            return Err(error(1, "a certificate", None));
        }
        let Some(ended) = text.strip_suffix('\n') else {
            return Err(error(lines, "a line break at the end", text.rsplit('\n').next()));
        };
        let (start, last) = ended.rfind('\n').map_or((0, ended), |end| (end + 1, &ended[end + 1..]));
        let line = lines - 1;
        let Some(found) = last.strip_prefix("id sha256:") else {
            return Err(error(line, "the last line to be `id sha256:…`", Some(last)));
        };
        let body = &text[..start];
        let expected = Identity::of(body);
        if format!("sha256:{found}") != expected.to_string() {
            return Err(DecodeError::Identity { line, expected, found: quote(Some(last)) });
        }
        let lines = body.strip_suffix('\n').map_or(Vec::new(), |body| body.split('\n').collect());
        Ok(Self { lines, place: 0, bytes: text.len() })
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.place).copied()
    }

    pub(crate) fn advance(&mut self) {
        self.place += 1;
    }

    /// The error that the present line is not as expected.
    pub(crate) fn wrong(&self, expected: &str) -> DecodeError {
        let found = quote(self.peek());
        DecodeError::Line { line: self.place + 1, expected: expected.to_owned(), found }
    }

    pub(crate) fn exact(&mut self, expected: &str) -> Result<(), DecodeError> {
        if self.peek() != Some(expected) {
            return Err(self.wrong(&format!("`{expected}`")));
        }
        self.advance();
        Ok(())
    }

    /// Reads the present line as `form`, where each `#` stands for one word; `read` interprets the
    /// words.
    pub(crate) fn form<T>(
        &mut self,
        form: &str,
        read: impl FnOnce(&[&'a str]) -> Option<T>,
    ) -> Result<T, DecodeError> {
        let words: Vec<&str> = self.peek().unwrap_or_default().split(' ').collect();
        let fits = form.split(' ').count() == words.len()
            && form.split(' ').zip(&words).all(|(form, word)| form == "#" || form == *word);
        let holes: Vec<&str> =
            form.split(' ').zip(&words).filter(|(form, _)| *form == "#").map(|(_, word)| *word).collect();
        match read(&holes) {
            Some(value) if fits => {
                self.advance();
                Ok(value)
            }
            _ => Err(self.wrong(&format!("`{form}` with numbers for #"))),
        }
    }

    /// Reads the order by which play ends, if a line states one.
    fn order(&mut self) -> Result<Option<PlayOrder>, DecodeError> {
        let Some(text) = self.peek().and_then(|line| line.strip_prefix(ORDER)) else { return Ok(None) };
        let order =
            text.parse().map_err(|_| self.wrong(&format!("`{ORDER}1,2` or `{ORDER}0,1 then 1,0`, say")))?;
        self.advance();
        Ok(Some(order))
    }

    /// Reads a claim about a fixed number of heaps.
    fn claim(&mut self) -> Result<Claim, DecodeError> {
        if self.peek().is_some_and(|line| line.starts_with("law ")) {
            self.law()
        } else if self.peek().is_some_and(|line| line.starts_with("misere ")) {
            self.quotient().map(Claim::Quotient)
        } else {
            self.period()
        }
    }

    /// Reads a claim for every number of heaps.
    fn open(&mut self) -> Result<OpenClaim, DecodeError> {
        self.exact(EVERY_NUMBER)?;
        if self.peek() == Some(SUM) {
            self.advance();
            return Ok(OpenClaim::Sum(Box::new(self.claim()?)));
        }
        let (counts, letters) = self.counts()?;
        let valuation = self.valuation()?;
        let (starts, outputs, transitions) = self.states(letters)?;
        let law = ColumnLaw::new(valuation, counts, starts, outputs, transitions)
            .map_err(|fault| DecodeError::Columns { line: self.place + 1, fault })?;
        let mut strategies = Vec::new();
        while self.peek().is_some() {
            let (control, value, requirement) = self.about()?;
            let mut elements = Vec::new();
            while let Some(line) = self.peek().and_then(|line| line.strip_prefix("at ")) {
                let element = column_element(line);
                elements.push(element.ok_or_else(|| {
                    self.wrong("`at # # #:#:# …`: a state, the number of marked heaps, and partial moves")
                })?);
                self.advance();
            }
            strategies.push(ColumnStrategy { control, value, requirement, elements });
        }
        Ok(OpenClaim::Columns(ColumnClaim { law, strategies }))
    }

    /// Reads the classes of numbers of ones, with the number of letters.
    fn counts(&mut self) -> Result<((usize, usize), usize), DecodeError> {
        let counts = self.form("columns from # period #", |words| match words {
            [threshold, period] => Some((number(threshold)?, number::<usize>(period)?)),
            _ => None,
        })?;
        let letters = counts.1.checked_add(counts.0).filter(|&letters| letters <= MAX_COLUMN_LETTERS);
        let fault = ColumnLawFault::Letters(usize::MAX, counts.1);
        let letters = letters.ok_or(DecodeError::Columns { line: self.place, fault })?;
        Ok((counts, letters))
    }

    fn law(&mut self) -> Result<Claim, DecodeError> {
        let valuation = self.valuation()?;
        let nim_heap = self.peek() == Some("with a nim heap");
        if nim_heap {
            self.advance();
        }
        let numeration = self.numeration()?;
        let tracks = self.form("tracks #", |words| number::<usize>(words.first()?))?;
        if tracks > MAX_TRACKS {
            return Err(DecodeError::Automaton {
                line: self.place + 1,
                fault: AutomatonFault::Tracks(tracks),
            });
        }
        let automaton = self.automaton(&numeration, tracks)?;
        let law = Law { valuation, nim_heap, automaton };
        if self.peek() == Some(WINDOWS) {
            self.advance();
            return Ok(Claim::Windows(law));
        }
        let mut strategies = Vec::new();
        while self.peek().is_some() {
            strategies.push(self.strategy(tracks)?);
        }
        Ok(Claim::Law(LawClaim { law, strategies }))
    }

    pub(crate) fn valuation(&mut self) -> Result<Valuation, DecodeError> {
        let name = self.peek().and_then(|line| line.strip_prefix("law ")).unwrap_or_default();
        let players = name.strip_prefix("podium ").and_then(number::<u8>).filter(|&players| players >= 2);
        let podium = players.map(|players| Valuation::Podium { players });
        let plain = [
            Valuation::NormalOutcome,
            Valuation::MisereOutcome,
            Valuation::MisereOutcomeAndEnd,
            Valuation::Coalition,
            Valuation::Grundy,
            Valuation::Remoteness,
        ];
        let found = plain.into_iter().chain(podium).find(|&valuation| valuation_name(valuation) == name);
        let valuation = found.ok_or_else(|| self.wrong("`law` and the name of a valuation"))?;
        self.advance();
        Ok(valuation)
    }

    /// Reads the numeration; base 2 if no line states another one.
    fn numeration(&mut self) -> Result<Numeration, DecodeError> {
        let Some(parts) = self.peek().and_then(|line| line.strip_prefix(NUMERATION)) else {
            return Ok(Numeration::binary());
        };
        let after = |word: &str| if word == "-" { Some(None) } else { number::<u8>(word).map(Some) };
        let row = |row: &str| row.split(',').map(after).collect::<Option<Vec<_>>>();
        let read = parts.split_once(" words ").and_then(|(arithmetic, rows)| {
            let rows = rows.split(' ').map(row).collect::<Option<Vec<_>>>()?;
            Some(match arithmetic.strip_prefix("matrix ") {
                None => Numeration::from_parts(separated(arithmetic, ',')?, rows),
                Some(matrix) => {
                    let (matrix, second) = matrix.split_once(" second ")?;
                    let (first, last) = matrix.split_once(' ')?;
                    let pair = |row| separated::<u32>(row, ',')?.try_into().ok();
                    Numeration::from_matrix([pair(first)?, pair(last)?], separated(second, ',')?, rows)
                }
            })
        });
        let read = read.ok_or_else(|| {
            self.wrong(&format!(
                "`{NUMERATION}1,1 words 0,1 0,-`, say: a recurrence, or `matrix`, two rows of two numbers, `second` and a number for each digit; and rows of states or `-`"
            ))
        })?;
        let line = self.place + 1;
        let numeration = read.map_err(|fault| DecodeError::Numeration { line, fault })?;
        self.advance();
        Ok(numeration)
    }

    fn automaton(&mut self, numeration: &Numeration, tracks: usize) -> Result<DigitAutomaton, DecodeError> {
        let letters = numeration
            .alphabet(tracks)
            .map(Alphabet::letters)
            .ok_or(DecodeError::Automaton { line: self.place, fault: AutomatonFault::Tracks(tracks) })?;
        let (starts, outputs, transitions) = self.states(letters)?;
        DigitAutomaton::over(numeration, tracks, starts, outputs, transitions)
            .map_err(|fault| DecodeError::Automaton { line: self.place + 1, fault })
    }

    /// Reads the starts, and the output and the successors of each state.
    #[allow(clippy::type_complexity, reason = "starts, outputs and transitions, taken apart at once")]
    fn states(&mut self, letters: usize) -> Result<(Vec<State>, Vec<Value>, Vec<State>), DecodeError> {
        let starts = self.peek().and_then(|line| line.strip_prefix("starts "));
        let starts = starts.and_then(|list| separated::<State>(list, ' '));
        let starts = starts.ok_or_else(|| self.wrong("`starts` and a state for each control state"))?;
        self.advance();
        let most = self.bytes.saturating_mul(MAX_ENTRIES_PER_BYTE).saturating_add(MAX_FREE_ENTRIES);
        let (mut outputs, mut transitions) = (Vec::new(), Vec::new());
        while let Some(line) = self.peek().filter(|line| line.starts_with("state ")) {
            let index = outputs.len();
            let row =
                line.strip_prefix(&format!("state {index} output ")).and_then(|rest| rest.split_once(" to "));
            let read = row.and_then(|(output, runs)| {
                outputs.push(number(output)?);
                let room = most.checked_sub(transitions.len())?.min(letters);
                read_runs(runs, room, &mut transitions)
            });
            if read != Some(letters) {
                let limit = "as long as the table stays within the limits for the length of the text";
                return Err(self.wrong(&format!(
                    "`state {index} output # to …` with runs of {} states in all, {limit}",
                    letters
                )));
            }
            self.advance();
        }
        Ok((starts, outputs, transitions))
    }

    /// Reads what a strategy is about.
    pub(crate) fn about(&mut self) -> Result<(ControlState, Value, usize), DecodeError> {
        self.form("strategy control # value # requirement #", |words| match words {
            [control, value, requirement] => {
                Some((ControlState(number(control)?), number(value)?, number(requirement)?))
            }
            _ => None,
        })
    }

    fn strategy(&mut self, tracks: usize) -> Result<Strategy, DecodeError> {
        let (control, value, requirement) = self.about()?;
        let mut elements = Vec::new();
        while let Some(line) = self.peek().and_then(|line| line.strip_prefix("at ")) {
            let mut words = line.split(' ');
            let element = words.next().and_then(|prefix| tuple(prefix, tracks)).and_then(|prefix| {
                let partial_move = |word: &str| {
                    let (control, target) = word.split_once(':')?;
                    Some((ControlState(number(control)?), tuple(target, tracks)?))
                };
                Some(Element { prefix, partial_moves: words.map(partial_move).collect::<Option<_>>()? })
            });
            elements.push(element.ok_or_else(|| {
                self.wrong(&format!("`at X c:Y …`, X and each Y {tracks} numbers below 2^64 with commas"))
            })?);
            self.advance();
        }
        Ok(Strategy { control, value, requirement, elements })
    }

    fn period(&mut self) -> Result<Claim, DecodeError> {
        let (length, preperiod, saltus) = self.form("period # from # saltus #", |words| match words {
            [length, preperiod, saltus] => Some((number(length)?, number(preperiod)?, number(saltus)?)),
            _ => None,
        })?;
        if self.peek().is_some_and(|line| line.starts_with("stored ")) && saltus == 0 {
            return self.form("stored # #", |words| {
                let &[values, bytes] = words else { return None };
                let bytes: u64 = number(bytes)?;
                let values = Identity::parse(values)?;
                let stored = |width| StoredPeriod { length, preperiod, width, values };
                let fits = |stored: &StoredPeriod| stored.bytes() == Some(bytes);
                [1, 2].map(stored).into_iter().find(fits).map(Claim::StoredPeriod)
            });
        }
        let values = self.form("values #", |words| comma_list(words.first()?))?;
        Ok(Claim::Period(Period { length, preperiod, saltus, values }))
    }

    fn quotient(&mut self) -> Result<QuotientClaim, DecodeError> {
        let order = self.form("misere quotient #", |words| number::<usize>(words.first()?))?;
        // A table has at least a byte for each entry.
        if order > usize::from(QuotientElement::MAX) || order.saturating_mul(order) > self.bytes {
            return Err(DecodeError::Quotient {
                line: self.place,
                fault: if order > usize::from(QuotientElement::MAX) {
                    QuotientFault::Order(order)
                } else {
                    QuotientFault::Products { found: self.bytes, order }
                },
            });
        }
        let elements = self.form("lost #", |words| comma_list::<usize>(words.first()?))?;
        let mut lost = vec![false; order];
        for element in elements {
            *lost
                .get_mut(element)
                .ok_or_else(|| self.wrong("elements below the order in the line before"))? = true;
        }
        let mut products = Vec::with_capacity(order * order);
        for _ in 0..order {
            let row = self.form("row #", |words| {
                comma_list::<QuotientElement>(words.first()?).filter(|row| row.len() == order)
            })?;
            products.extend(row);
        }
        let values = self.form("heaps #", |words| comma_list(words.first()?))?;
        let quotient = Quotient::new(products, lost, values)
            .map_err(|fault| DecodeError::Quotient { line: self.place + 1, fault })?;
        let period = match self.peek() {
            None => None,
            Some(_) => Some(self.form("period # from #", |words| match words {
                [length, from] => Some((number(length)?, number(from)?)),
                _ => None,
            })?),
        };
        Ok(QuotientClaim { quotient, period })
    }
}

/// Reads an element of a strategy that counts ones.
fn column_element(line: &str) -> Option<ColumnElement> {
    let mut words = line.split(' ');
    let (state, marked) = (number(words.next()?)?, number(words.next()?)?);
    let thread = |word: &str| {
        let mut parts = word.split(':');
        let thread = ColumnThread {
            kind: number(parts.next()?)?,
            less: number(parts.next()?)?,
            state: number(parts.next()?)?,
        };
        parts.next().is_none().then_some(thread)
    };
    Some(ColumnElement { state, marked, threads: words.map(thread).collect::<Option<_>>()? })
}

/// Appends the states of a row, at most `room`, and returns their number.
fn read_runs(runs: &str, room: usize, transitions: &mut Vec<State>) -> Option<usize> {
    let mut length = 0usize;
    for run in runs.split(' ') {
        let (state, count) = match run.split_once('*') {
            Some((state, count)) => (number(state)?, number::<usize>(count)?),
            None => (number(run)?, 1),
        };
        length = length.checked_add(count).filter(|&length| length <= room)?;
        transitions.resize(transitions.len() + count, state);
    }
    Some(length)
}

/// Reads a decimal number without sign. The comparison with the encoding rejects leading zeros.
pub(crate) fn number<T: FromStr>(word: &str) -> Option<T> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

fn separated<T: FromStr>(list: &str, between: char) -> Option<Vec<T>> {
    list.split(between).map(number).collect()
}

fn comma_list<T: FromStr>(list: &str) -> Option<Vec<T>> {
    if list == "-" { Some(Vec::new()) } else { separated(list, ',') }
}

fn tuple(list: &str, length: usize) -> Option<Vec<u64>> {
    comma_list(list).filter(|numbers| numbers.len() == length)
}

/// The beginning of a line, for a message.
fn quote(line: Option<&str>) -> String {
    match line {
        None => "the end of the text".to_owned(),
        Some(line) if line.chars().count() > 60 => {
            format!("`{}…`", line.chars().take(60).collect::<String>().escape_debug())
        }
        Some(line) => format!("`{}`", line.escape_debug()),
    }
}
