//! The check of a law with letters: each case for all its letters at once, by linear conditions alone.
//!
//! `docs/certificate.md` ("Laws with letters") has the obligations and why they suffice.

use bouton_canonical::{Rules, RulesWithLetters};
use bouton_cert::LetterCertificate;
use bouton_core::{
    Condition, Convention, Formula, NoGrundyValues, Valuation,
    letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
};

use crate::{
    Limits, Refusal, Step, check,
    limits::{Budget, unwritten},
    refused::Verdict,
};

mod instance;
mod moves;
mod rows;
mod several;
mod systems;

use moves::Choice;
use systems::{Sum, System, uncovered};

/// Periods that one move may lower a heap by at most.
const MOST_PERIODS: usize = 16;

/// The most residues by which the pieces of a block are divided.
const MOST_TURNS: usize = 6;

/// A certificate of a law with letters that was accepted.
///
/// # Examples
///
/// ```
/// use bouton_check::{CheckedLetters, Limits, check_letters};
///
/// # use bouton_cert::LetterCertificate;
/// # use bouton_core::{
/// #     Valuation,
/// #     letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
/// # };
/// # let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
/// # let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
/// # let case = LetterCase {
/// #     conditions: vec![],
/// #     length: one_m(1, 1),
/// #     blocks: vec![vec![vec![piece(one_m(0, 1), 0), piece(one_m(1, 1), 1)]]],
/// # };
/// # let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
/// # let game = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap".to_owned();
/// # let text = LetterCertificate { game, law }.encode();
/// // `text` is the certificate of "take 1..m from 1 heap": lost exactly if n mod (m + 1) = 0
/// let checked: CheckedLetters = check_letters(&text, &Limits::default())?;
/// assert_eq!(checked.game.letters(), ["m"]);
/// assert_eq!(checked.certificate.law.cases.len(), 1);
/// # Ok::<(), bouton_check::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckedLetters {
    /// The certificate.
    pub certificate: LetterCertificate,
    /// The game of its rules.
    pub game: Rules,
    /// The moves that were checked.
    pub rules: RulesWithLetters,
    /// The claim that is proved, in one sentence.
    pub claim: String,
}

impl CheckedLetters {
    /// Whether the theorem is about these numbers for the letters, one each.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_check::{Limits, check_letters};
    ///
    /// # use bouton_cert::LetterCertificate;
    /// # use bouton_core::{
    /// #     Valuation,
    /// #     letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
    /// # };
    /// # let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
    /// # let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
    /// # let case = LetterCase {
    /// #     conditions: vec![],
    /// #     length: one_m(1, 1),
    /// #     blocks: vec![vec![vec![piece(one_m(0, 1), 0), piece(one_m(1, 1), 1)]]],
    /// # };
    /// # let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
    /// # let game = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap".to_owned();
    /// # let text = LetterCertificate { game, law }.encode();
    /// // `text` is the certificate of a theorem for all m where m >= 1
    /// let checked = check_letters(&text, &Limits::default())?;
    /// assert!(checked.is_about(&[3.into()]) && !checked.is_about(&[0.into()]));
    /// # Ok::<(), bouton_check::Refusal>(())
    /// ```
    #[must_use]
    pub fn is_about(&self, letters: &[num_bigint::BigInt]) -> bool {
        let heaps = self.rules.parts.coordinates.len();
        let heaps = std::iter::repeat_n(num_bigint::BigInt::ZERO, heaps);
        let all: Vec<num_bigint::BigInt> = heaps.chain(letters.iter().cloned()).collect();
        self.rules.cone.holds_at(&all)
    }
}

/// Checks the certificate of a law with letters.
///
/// # Errors
///
/// The first step that fails, with numbers for the letters for which the law is wrong, if such were found.
///
/// # Examples
///
/// ```
/// use bouton_cert::LetterCertificate;
/// use bouton_check::{Limits, check_letters};
/// use bouton_core::{
///     Valuation,
///     letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
/// };
///
/// // for all m: lost exactly if n mod (m + 1) = 0
/// let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
/// let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
/// let case = LetterCase {
///     conditions: vec![],
///     length: one_m(1, 1),
///     blocks: vec![vec![vec![piece(one_m(0, 1), 0), piece(one_m(1, 1), 1)]]],
/// };
/// let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
/// let game = "for all m where m >= 1\nheaps 1\nmove take 1..m from 1 heap".to_owned();
/// let checked = check_letters(&LetterCertificate { game, law }.encode(), &Limits::default())?;
/// assert!(checked.claim.contains("for all m, the outcome of every position"));
/// # Ok::<(), bouton_check::Refusal>(())
/// ```
pub fn check_letters(text: &str, limits: &Limits) -> Result<CheckedLetters, Refusal> {
    let certificate =
        LetterCertificate::decode(text).map_err(|error| Refusal::new(Step::Decode, error.to_string()))?;
    let game = check::rules(&certificate.game, limits)?;
    let written = check_law_with_letters(&game, &certificate.law, limits)?;
    let claim = format!(
        "For the game `{}`, for all {}, the {} is that of the law with {}.",
        game.text().replace('\n', "; "),
        game.letters().join(", "),
        match (certificate.law.sum, certificate.law.valuation) {
            (true, _) => "Grundy value of every heap of a position",
            (false, Valuation::Grundy) => "Grundy value of every position",
            (false, _) => "outcome of every position",
        },
        match certificate.law.cases.len()
            + certificate.law.heaps.len()
            + certificate.law.rows.as_ref().map_or(0, |rows| rows.cases.len())
        {
            1 => "one case".to_owned(),
            cases => format!("{cases} cases"),
        },
    );
    Ok(CheckedLetters { certificate, game, rules: written, claim })
}

/// Checks that a law with letters holds for a game.
///
/// # Errors
///
/// The first step that fails.
///
/// # Examples
///
/// ```
/// use bouton_check::{Limits, check_law_with_letters};
/// use bouton_core::{
///     Valuation,
///     letters::{LetterCase, LetterForm, LetterLaw, LetterValue, Piece},
/// };
///
/// // for all m: lost exactly if n mod (m + 1) = 0
/// let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
/// let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
/// let case = LetterCase {
///     conditions: vec![],
///     length: one_m(1, 1),
///     blocks: vec![vec![vec![piece(one_m(0, 1), 0), piece(one_m(1, 1), 1)]]],
/// };
/// let law = LetterLaw::new(Valuation::NormalOutcome, vec![case]);
/// let rules = "for all m where m >= 1; heaps 1; move take 1..m from 1 heap";
/// check_law_with_letters(&bouton_rules::Game::parse(rules).unwrap(), &law, &Limits::default())?;
/// # Ok::<(), bouton_check::Refusal>(())
/// ```
pub fn check_law_with_letters(
    game: &Rules,
    law: &LetterLaw,
    limits: &Limits,
) -> Result<RulesWithLetters, Refusal> {
    let rules = |reason: String| Refusal::new(Step::Rules, reason);
    if game.letters().is_empty() {
        return Err(rules("they have no letters".to_owned()));
    }
    let of_heaps = !law.heaps.is_empty();
    let written = if of_heaps {
        game.with_letters_of_heaps(&limits.watch)
    } else {
        game.with_letters_within(&limits.watch)
    };
    let written = written.map_err(unwritten)?;
    if written.parts.exists != Formula::True {
        return Err(rules("`positions where` and letters have no theorem together".to_owned()));
    }
    fits(&written, law)?;
    let budget = &mut Budget::new(limits.clone());
    let (verdict, suspect) = if of_heaps {
        let mut check = several::Several::new(&written, law.valuation, budget)?;
        let verdict = check.all(&law.heaps, budget);
        let heaps = written.parts.coordinates.len();
        let letters = heaps..heaps + written.letters.len();
        let suspect = check.suspect.take();
        let suspect = verdict.as_ref().err().and_then(|_| instance::solution(&suspect?, letters));
        (verdict, suspect)
    } else {
        let mut check = Check::new(&written, law, budget)?;
        let verdict = check.all(budget);
        (verdict, check.suspect)
    };
    match verdict {
        Ok(()) => Ok(written),
        Err(refused) => Err(match instance::wrong(game, &written, law, suspect.as_deref(), budget) {
            Some(instance) => Refusal { reason: format!("{}: {instance}", refused.reason), ..refused },
            None => refused,
        }),
    }
}

/// Checks that a law holds for a game where the letters satisfy the conditions of one case.
///
/// # Errors
///
/// The first step that fails.
///
/// # Examples
///
/// ```
/// use bouton_check::{Limits, Step, check_case};
/// use bouton_core::{
///     Valuation,
///     letters::{LetterCase, LetterForm, LetterValue, Piece},
/// };
///
/// let game = bouton_rules::Game::parse("for all m where m >= 1; heaps 1; move take 1..m from 1 heap").unwrap();
/// let one_m = |coefficient, constant| LetterForm { coefficients: vec![coefficient], constant };
/// let piece = |end, value| Piece { end, values: vec![LetterValue::constant(1, value)] };
/// // where m ≥ 5: lost exactly if n mod (m + 1) is below `lost`
/// let case = |lost| LetterCase {
///     conditions: vec![one_m(1, -5)],
///     length: one_m(1, 1),
///     blocks: vec![vec![vec![piece(one_m(0, lost), 0), piece(one_m(1, 1), 1)]]],
/// };
/// let check = |lost| check_case(&game, Valuation::NormalOutcome, &case(lost), &Limits::default());
/// assert!(check(1).is_ok());
/// assert_eq!(check(2).unwrap_err().step, Step::Universal);
/// ```
pub fn check_case(
    game: &Rules,
    valuation: Valuation,
    case: &LetterCase,
    limits: &Limits,
) -> Result<(), Refusal> {
    let written = game.with_letters_within(&limits.watch).map_err(unwritten)?;
    let law = LetterLaw { sum: written.sum, ..LetterLaw::new(valuation, vec![case.clone()]) };
    fits(&written, &law)?;
    let budget = &mut Budget::new(limits.clone());
    let mut check = Check::new(&written, &law, budget)?;
    let conditions = case.conditions.iter().map(|form| check.form(form)).collect();
    let within = System { rows: conditions, zeros: Vec::new() };
    for cone in check.cone.clone() {
        check.case(case, &cone.and(&within), budget)?;
    }
    Ok(())
}

/// Checks that valuation, control states and numbers of letters fit the rules.
fn fits(rules: &RulesWithLetters, law: &LetterLaw) -> Verdict<()> {
    if rules.sum != law.sum {
        let said = if law.sum {
            "a sum of heaps, and the rules about one heap"
        } else {
            "one heap, and the rules about several"
        };
        return Err(Refusal::new(Step::Rules, format!("the law is about {said}")));
    }
    let fits = match (rules.parts.convention, law.valuation) {
        (Convention::Normal | Convention::Misere, Valuation::Grundy) if law.sum => true,
        _ if law.sum => false,
        (Convention::Normal, Valuation::NormalOutcome | Valuation::Grundy)
        | (Convention::Misere, Valuation::MisereOutcomeAndEnd)
        | (Convention::Coalition, Valuation::Coalition) => true,
        (Convention::Podium { players: n @ 2.. }, Valuation::Podium { players }) => n == players,
        _ => false,
    };
    if !fits {
        let reason = format!("{:?} has no laws of {:?}", rules.parts.convention, law.valuation);
        return Err(Refusal::new(Step::Valuation, reason));
    }
    if law.valuation == Valuation::Grundy && !law.sum {
        NoGrundyValues::check(rules.parts.convention, rules.parts.turns.is_none())
            .map_err(|why| Refusal::new(Step::Valuation, why.to_string()))?;
    }
    let letters = rules.letters.len();
    let refuse = |reason: String| Err(Refusal::new(Step::Cases, reason));
    if !law.heaps.is_empty() {
        if law.sum || !law.cases.is_empty() || law.rows.is_some() {
            return refuse("a law of several heaps has no other cases".to_owned());
        }
        return Ok(());
    }
    if let Some(rows) = &law.rows {
        if law.sum || !law.cases.is_empty() {
            return refuse("a law in rows is about one heap, and has no other cases".to_owned());
        }
        let regions = rows.cases.iter().flat_map(|case| &case.regions);
        let count = law.valuation.value_count().map(i64::from);
        if regions.clone().any(|region| !(0..count.unwrap_or(i64::MAX)).contains(&region.value)) {
            return refuse(format!("a value is not one of those of {:?}", law.valuation));
        }
        return Ok(());
    }
    let fits = |form: &LetterForm| form.coefficients.len() == letters;
    for case in &law.cases {
        if !case.conditions.iter().chain([&case.length]).all(fits) {
            return refuse(format!("a form does not have a number for each of {letters} letters"));
        }
        if case.blocks.len() != rules.parts.controls.len() || case.block_count() == 0 {
            return refuse("there are not pieces for each control state".to_owned());
        }
        if case.blocks.iter().any(|blocks| blocks.len() != case.block_count()) {
            return refuse("the control states do not have as many blocks each".to_owned());
        }
        for piece in case.blocks.iter().flatten().flatten() {
            if !fits(&piece.end)
                || piece.values.is_empty()
                || !piece.values.iter().all(|value| fits(&value.form))
            {
                return refuse("a piece has no value, or a form of other letters".to_owned());
            }
            let count = law.valuation.value_count();
            let wrong = |value: &LetterValue| {
                let small = |value| count.is_some_and(|count| (0..i64::from(count)).contains(&value));
                count.is_some() && !value.fixed().is_some_and(small)
            };
            if piece.values.iter().any(wrong) {
                return refuse(format!("a value is not one of those of {:?}", law.valuation));
            }
        }
    }
    Ok(())
}

/// The places of quantities among the variables of a system.
const REMAINDER: usize = 0;

/// A part of the remainders of a block in which the value is given by one form.
struct Region {
    /// The conditions, over the remainder and the letters, and a multiple where values repeat.
    system: System,
    value: LetterValue,
}

struct Check<'a> {
    rules: &'a RulesWithLetters,
    law: &'a LetterLaw,
    letters: usize,
    /// The first variable after those of the conditions of the letters.
    first: usize,
    cone: Vec<System>,
    options: Vec<Choice>,
    /// Numbers for the letters for which an obligation may fail.
    suspect: Option<Vec<i64>>,
}

impl<'a> Check<'a> {
    fn new(rules: &'a RulesWithLetters, law: &'a LetterLaw, budget: &mut Budget) -> Verdict<Self> {
        let letters = rules.letters.len();
        // The variable of the heap is not used; those of the letters have the same numbers here.
        let (mut cone, mut first) = (Vec::new(), 1 + letters);
        for case in moves::cases(&rules.cone, true, budget)? {
            let mut next = 1 + letters;
            let values: Vec<Sum> = (0..=letters).map(Sum::variable).collect();
            let mut system = moves::system(&case, &values, &mut next)?;
            system.rows.extend((1..=letters).map(Sum::variable));
            cone.push(system);
            first = first.max(next);
        }
        let options = moves::choices(rules, budget)?;
        Ok(Self { rules, law, letters, first, cone, options, suspect: None })
    }

    fn form(&self, form: &LetterForm) -> Sum {
        let mut sum = Sum::zero(1 + self.letters);
        for (term, coefficient) in sum.terms[1..].iter_mut().zip(&form.coefficients) {
            *term = i128::from(*coefficient);
        }
        sum.constant = form.constant.into();
        sum
    }

    fn all(&mut self, budget: &mut Budget) -> Verdict<()> {
        let law = self.law;
        if let Some(rows) = &law.rows {
            return self.rows(rows, budget);
        }
        let mut cases = Vec::new();
        for case in &law.cases {
            cases.push(case.conditions.iter().map(|form| self.form(form)).collect::<Vec<Sum>>());
        }
        for cone in self.cone.clone() {
            if let Some(part) = uncovered(&cone, &cases, budget)? {
                return self.refuse(Step::Cases, "the cases do not cover all letters", &part);
            }
        }
        for (case, conditions) in law.cases.iter().zip(&cases) {
            for cone in self.cone.clone() {
                let within = System { rows: conditions.clone(), zeros: Vec::new() };
                self.case(case, &cone.and(&within), budget)?;
            }
        }
        Ok(())
    }

    fn refuse<T>(&mut self, step: Step, reason: &str, system: &System) -> Verdict<T> {
        self.suspect = instance::solution(system, 1..1 + self.letters);
        Err(Refusal::new(step, reason))
    }

    /// Refuses unless the system has no solution.
    fn none(&mut self, step: Step, reason: &str, system: &System, budget: &mut Budget) -> Verdict<()> {
        if system.is_refuted(budget)? { Ok(()) } else { self.refuse(step, reason, system) }
    }

    fn case(&mut self, case: &LetterCase, cone: &System, budget: &mut Budget) -> Verdict<()> {
        if cone.is_refuted(budget)? {
            return Ok(());
        }
        let cone = &cone.with_equations()?;
        let length = self.form(&case.length);
        // At letters for which it were 0 there would be no remainders, and nothing would be verified.
        let not_positive = cone.with(length.opposite()?.plus_constant(1)?);
        self.none(Step::Cases, "a period is not longer than 0", &not_positive, budget)?;
        for pieces in case.blocks.iter().flatten() {
            self.line(pieces, &length, cone, budget)?;
        }
        let periods = self.periods(cone, &length, budget)?;
        let blocks = case.block_count();
        for control in 0..self.rules.parts.controls.len() {
            for block in 0..=blocks - 1 + periods {
                // The last of these is for all further ones.
                let further = block == blocks - 1 + periods;
                let place = Block { control, block, further, periods };
                self.block(case, &length, cone, &place, budget)?;
            }
        }
        Ok(())
    }

    /// Checks that pieces divide the line of remainders.
    fn line(&mut self, pieces: &[Piece], length: &Sum, cone: &System, budget: &mut Budget) -> Verdict<()> {
        let mut begin = Sum::zero(1 + self.letters);
        for piece in pieces {
            let end = self.form(&piece.end);
            let backwards = cone.with(end.plus(&begin, -1)?.opposite()?);
            self.none(Step::Cases, "a piece ends before it begins", &backwards, budget)?;
            begin = end;
        }
        let mut other = cone.clone();
        for (left, right) in [(&begin, length), (length, &begin)] {
            other.rows.truncate(cone.rows.len());
            other.rows.push(left.plus(right, -1)?.plus_constant(-1)?);
            self.none(Step::Cases, "the last piece does not end where the period does", &other, budget)?;
        }
        Ok(())
    }

    /// Checks that no move raises the heap, that play ends, and finds how many periods a move lowers it by at
    /// most.
    fn periods(&mut self, cone: &System, length: &Sum, budget: &mut Budget) -> Verdict<usize> {
        let heap = Sum::variable(REMAINDER);
        let mut periods = 0;
        let mut still: Vec<(usize, usize)> = Vec::new();
        for option in self.options.clone() {
            let (moved, system) = option.taken(&heap, self.letters, self.first)?;
            let base = cone.and(&system);
            let higher = base.with(moved.opposite()?);
            self.none(Step::Descent, "a move raises the heap", &higher, budget)?;
            let same = base.with(Sum::zero(0).plus(&moved, -1)?);
            if !same.is_refuted(budget)? {
                still.push((option.from, option.to));
            }
            loop {
                let count = i128::try_from(periods).unwrap_or(i128::MAX);
                let more = base.with(moved.plus(length, -count)?.plus_constant(-1)?);
                if more.is_refuted(budget)? {
                    break;
                }
                periods += 1;
                if periods > MOST_PERIODS {
                    let reason = format!("a move lowers the heap by more than {MOST_PERIODS} periods");
                    return self.refuse(Step::Descent, &reason, &more);
                }
            }
        }
        // Moves that do not change the heap may not form a cycle.
        let controls = self.rules.parts.controls.len();
        let mut reached: Vec<Vec<bool>> = vec![vec![false; controls]; controls];
        still.iter().for_each(|&(from, to)| reached[from][to] = true);
        for through in 0..controls {
            for from in 0..controls {
                for to in 0..controls {
                    reached[from][to] |= reached[from][through] && reached[through][to];
                }
            }
        }
        if (0..controls).any(|control| reached[control][control]) {
            return self.refuse(Step::Descent, "a move may change nothing, so play might not end", cone);
        }
        Ok(periods)
    }

    /// The regions of some pieces, remainders being at the variable `at`; further variables begin at `next`.
    /// A piece is divided by residues modulo the number of values that repeat in it, or a multiple of
    /// `turns`.
    fn regions(&self, pieces: &[Piece], at: usize, turns: usize, next: &mut usize) -> Verdict<Vec<Region>> {
        let mut regions = Vec::new();
        let remainder = Sum::variable(at);
        let mut begin = Sum::zero(1 + self.letters);
        for piece in pieces {
            let end = self.form(&piece.end);
            let rows = vec![remainder.plus(&begin, -1)?, end.plus(&remainder, -1)?.plus_constant(-1)?];
            let turns = turns * piece.values.len();
            let count = i128::try_from(turns).unwrap_or(i128::MAX);
            for (place, value) in (0i128..).zip(piece.values.iter().cycle().take(turns)) {
                let mut zeros = Vec::new();
                if count > 1 {
                    // r = begin + place + count · multiple
                    let multiple = Sum::variable(*next);
                    *next += 1;
                    let at = begin.plus_constant(place)?.plus(&multiple, count)?;
                    zeros.push(remainder.plus(&at, -1)?);
                }
                let system = System { rows: rows.clone(), zeros };
                regions.push(Region { system, value: value.clone() });
            }
            begin = end;
        }
        Ok(regions)
    }

    /// The value, remainders being at the variable `at`.
    fn value(&self, value: &LetterValue, at: usize) -> Verdict<Sum> {
        self.form(&value.form).plus(&Sum::variable(at), value.remainder.into())
    }

    /// Checks the local rule at all heaps of one block.
    fn block(
        &mut self,
        case: &LetterCase,
        length: &Sum,
        cone: &System,
        place: &Block,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let mut next = self.first;
        let mut fresh = || {
            next += 1;
            next - 1
        };
        let (slack, after, smaller) = (fresh(), fresh(), fresh());
        let slack = if place.further { Sum::variable(slack) } else { Sum::zero(0) };
        let count = |block: usize| i128::try_from(block).unwrap_or(i128::MAX);
        let heap = Sum::variable(REMAINDER).plus(&slack, 1)?.plus(length, count(place.block))?;
        let mut cone = cone.clone();
        if place.further {
            cone.rows.push(slack.clone());
        }
        // The parts of options: into each region of each block that can be reached.
        let mut parts = Vec::new();
        for option in self.options.clone().iter().filter(|option| option.from == place.control) {
            for lower in 0..=place.periods.min(place.block) {
                let block = place.block - lower;
                let target = Sum::variable(after).plus(&slack, 1)?.plus(length, count(block))?;
                let moved = option.to_target(&heap, &target, self.letters, &mut next)?;
                let pieces = &case.blocks[option.to];
                let pieces = &pieces[block.min(pieces.len() - 1)];
                for region in self.regions(pieces, after, 1, &mut next)? {
                    let system = moved.and(&region.system);
                    if !cone.and(&system).is_refuted(budget)? {
                        parts.push(Region { system, value: region.value });
                    }
                }
            }
        }
        let shown = Shown { after, smaller, last: next };
        let pieces = &case.blocks[place.control];
        let pieces = &pieces[place.block.min(pieces.len() - 1)];
        // Residues of the remainder may decide into which of several values that repeat a move leads.
        let repeated = case.blocks.iter().flatten().flatten().map(|piece| piece.values.len());
        let turns: std::collections::BTreeSet<usize> =
            repeated.filter(|&turns| turns <= MOST_TURNS).collect();
        let turns = turns.into_iter().product::<usize>().min(MOST_TURNS);
        for region in self.regions(pieces, REMAINDER, turns, &mut next)? {
            let here = cone.and(&region.system);
            if here.is_refuted(budget)? {
                continue;
            }
            if self.law.valuation == Valuation::Grundy {
                self.mex(&region.value, &here, &parts, &shown, budget)?;
                if self.rules.parts.convention == Convention::Misere {
                    self.answered(&region.value, &here, &parts, &shown, budget)?;
                }
            } else {
                self.condition(&region.value, &here, &parts, &shown, budget)?;
            }
        }
        Ok(())
    }

    /// Checks the condition of a value: the forbidden and the required values.
    fn condition(
        &mut self,
        value: &LetterValue,
        here: &System,
        parts: &[Region],
        shown: &Shown,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let count = self.law.valuation.value_count().unwrap_or(0);
        let conditions = self.law.valuation.conditions(count).unwrap_or_default();
        let index = value.fixed().and_then(|value| usize::try_from(value).ok());
        let Some(Condition { forbidden, required }) = index.and_then(|index| conditions.get(index)) else {
            return Err(Refusal::new(Step::Cases, "a value has no condition"));
        };
        let is_in = |part: &Region, set: &[u32]| {
            let value = part.value.fixed().and_then(|value| u32::try_from(value).ok());
            value.is_some_and(|value| set.contains(&value))
        };
        for part in parts.iter().filter(|part| is_in(part, forbidden)) {
            self.none(
                Step::Universal,
                "an option may have a value that is forbidden",
                &here.and(&part.system),
                budget,
            )?;
        }
        for set in required {
            let mut ways = Vec::new();
            for part in parts.iter().filter(|part| is_in(part, set)) {
                ways.extend(self.reached(part, None, here, shown, budget)?);
            }
            if let Some(part) = uncovered(here, &ways, budget)? {
                return self.refuse(
                    Step::Existential,
                    "an option with a value that is required may be missing",
                    &part,
                );
            }
        }
        Ok(())
    }

    /// Checks that the value is the least that no option has.
    fn mex(
        &mut self,
        value: &LetterValue,
        here: &System,
        parts: &[Region],
        shown: &Shown,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let value = self.value(value, REMAINDER)?;
        self.none(Step::Cases, "a value may be negative", &here.with(value.opposite()?), budget)?;
        for part in parts {
            let mut same = here.and(&part.system);
            same.zeros.push(self.value(&part.value, shown.after)?.plus(&value, -1)?);
            self.none(Step::Universal, "an option may have the same Grundy value", &same, budget)?;
        }
        let smaller = Sum::variable(shown.smaller);
        let below = here.with(smaller.clone()).with(value.plus(&smaller, -1)?.plus_constant(-1)?);
        if below.is_refuted(budget)? {
            return Ok(());
        }
        let mut ways = Vec::new();
        for part in parts {
            let zero = self.value(&part.value, shown.after)?.plus(&smaller, -1)?;
            ways.extend(self.reached(part, Some(zero), &below, shown, budget)?);
        }
        if let Some(part) = uncovered(&below, &ways, budget)? {
            return self.refuse(Step::Existential, "a smaller value may not be that of an option", &part);
        }
        Ok(())
    }

    /// Checks that a heap of value 0 which has a move has one to value 1: the hypothesis of the theorem about
    /// sums in misère play.
    fn answered(
        &mut self,
        value: &LetterValue,
        here: &System,
        parts: &[Region],
        shown: &Shown,
        budget: &mut Budget,
    ) -> Verdict<()> {
        let mut zero = here.clone();
        zero.zeros.push(self.value(value, REMAINDER)?);
        let mut ways = Vec::new();
        for part in parts {
            let one = self.value(&part.value, shown.after)?.plus_constant(-1)?;
            ways.extend(self.reached(part, Some(one), &zero, shown, budget)?);
        }
        for part in parts {
            if let Some(part) = uncovered(&zero.and(&part.system), &ways, budget)? {
                let reason = "a heap of value 0 may have moves, and none to value 1, as misère play needs";
                return self.refuse(Step::Existential, reason, &part);
            }
        }
        Ok(())
    }

    /// The exact condition that a move leads into a part, where elimination finds it and it may hold here.
    fn reached(
        &self,
        part: &Region,
        zero: Option<Sum>,
        here: &System,
        shown: &Shown,
        budget: &mut Budget,
    ) -> Verdict<Option<Vec<Sum>>> {
        let zeros = part.system.zeros.iter().cloned().chain(zero).collect();
        let system = System { rows: part.system.rows.clone(), zeros };
        if here.and(&system).is_refuted(budget)? {
            return Ok(None);
        }
        // The known conditions of the remainder and the letters may make an equation of parities solvable.
        let system = system.within(&here.zeros, 1 + self.letters)?;
        // The variables of the position remain.
        let slack = self.first;
        let kept = |index: usize| index <= slack || index == shown.smaller;
        let hidden: Vec<usize> = (0..shown.last).filter(|&index| !kept(index)).collect();
        system.project(&hidden, budget)
    }
}

/// The places of the variables in the systems of a block.
struct Shown {
    /// The remainder of the option.
    after: usize,
    /// A value less than that of the position.
    smaller: usize,
    /// The variables of options are less than this.
    last: usize,
}

/// A block of a control state.
struct Block {
    control: usize,
    block: usize,
    /// Whether all further blocks are included.
    further: bool,
    periods: usize,
}
