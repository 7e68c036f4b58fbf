//! The explanation of a law: the simplest form that is exactly the law, with what its words need.

use bouton_core::{Law, LimitReached, Ruleset, Space, Valuation, Value, Watch};
use bouton_forms::{ControlLaw, control_laws, control_laws_within};
use serde::Serialize;

/// A law that a person can read, equal to the proved law at every position.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_explain::explain;
///
/// let game = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
/// let explanation = explain(&game, &Law::new(Valuation::NormalOutcome, law));
/// assert_eq!(explanation.theorem(), "P if h1 mod 3 is 0, else N.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The name of the game, or its rules.
    pub game: String,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// The condition for the existence of positions, if the rules have one: the laws are about
    /// existing positions only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exists: Option<String>,
    /// Whether the law gives Grundy values through an added Nim heap, the last coordinate.
    pub nim_heap: bool,
    /// The laws, one for each group of control states that share it.
    pub laws: Vec<ControlLaw>,
    /// The number of states of the law in its certificate.
    #[serde(skip)]
    pub(crate) states: usize,
    #[serde(skip)]
    pub(crate) valuation: Valuation,
    #[serde(skip)]
    pub(crate) space: Space,
    #[serde(skip)]
    pub(crate) convention: bouton_core::Convention,
}

/// Explains a law: tries readable forms from the simplest on, and returns the first that is shown
/// to be equal to the law at all positions.
///
/// ```
/// use bouton_core::{Law, Valuation};
/// use bouton_explain::explain;
///
/// let ruleset = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let unequal = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let explanation = explain(&ruleset, &Law::new(Valuation::NormalOutcome, unequal));
/// assert!(explanation.theorem().contains("equal"));
/// ```
#[must_use]
pub fn explain(ruleset: &Ruleset, law: &Law) -> Explanation {
    of_laws(ruleset, law, control_laws(ruleset, law))
}

/// Like [`explain`], under a watch: the search for words may take longer than a proof.
///
/// # Errors
///
/// Any [`LimitReached`]. Words do not depend on the time: at a limit there are none.
///
/// # Examples
///
/// ```
/// use bouton_core::{Law, Valuation, Watch};
/// use bouton_explain::explain_within;
///
/// let nim = bouton_rules::Game::parse("heaps 2; move take any from 1 heap").unwrap().ruleset().unwrap();
/// let law = bouton_automata::table_law(2, 1, |_, x| u32::from(x[0] != x[1]), 3).unwrap();
/// let law = Law::new(Valuation::NormalOutcome, law);
/// assert!(explain_within(&nim, &law, &Watch::unlimited()).is_ok());
/// let cancelled = Watch::unlimited();
/// cancelled.cancel();
/// assert!(explain_within(&nim, &law, &cancelled).is_err());
/// ```
pub fn explain_within(ruleset: &Ruleset, law: &Law, watch: &Watch) -> Result<Explanation, LimitReached> {
    Ok(of_laws(ruleset, law, control_laws_within(ruleset, law, watch)?))
}

/// A letter of the words themselves, or another one if a coordinate has this name.
pub(crate) fn free_letter(wanted: &str, coordinates: &[String]) -> String {
    let others: &[&str] = match wanted {
        "g" => &["v", "w"],
        "n" => &["j", "k", "m"],
        "r" => &["s", "t"],
        "R" => &["S", "T"],
        "s" => &["t", "r"],
        "z" => &["y", "w"],
        _ => &[],
    };
    let is_free = |name: &&str| coordinates.iter().all(|known| known != name);
    let free = std::iter::once(wanted).chain(others.iter().copied()).find(is_free);
    free.map_or_else(|| format!("{wanted}′"), str::to_owned)
}

fn of_laws(ruleset: &Ruleset, law: &Law, laws: Vec<ControlLaw>) -> Explanation {
    let mut coordinates = ruleset.coordinates().to_vec();
    if law.nim_heap {
        // A number of the position may have this name.
        coordinates.push(free_letter("g", &coordinates));
    }
    let name = ruleset.name();
    Explanation {
        game: if name.is_empty() { ruleset.text().replace('\n', "; ") } else { name.to_owned() },
        coordinates,
        exists: ruleset.exists_text().map(str::to_owned),
        nim_heap: law.nim_heap,
        laws,
        states: law.automaton.states(),
        valuation: law.valuation,
        space: ruleset.space().clone(),
        convention: ruleset.convention(),
    }
}

impl Explanation {
    /// The letters or the number of a value.
    pub(crate) fn value_name(&self, value: Value) -> String {
        self.valuation.value_name(value)
    }

    /// Whether the outputs of the law are Grundy values.
    pub(crate) fn is_grundy(&self) -> bool {
        self.valuation == Valuation::Grundy
    }

    /// The explanation as JSON.
    ///
    /// ```
    /// use bouton_core::{Law, Valuation};
    /// use bouton_explain::explain;
    ///
    /// let rules = bouton_rules::Game::parse("heaps 1; move take 1..2 from 1 heap").unwrap().ruleset().unwrap();
    /// let law = bouton_automata::table_law(1, 1, |_, x| u32::from(x[0] % 3 != 0), 3).unwrap();
    /// let json = explain(&rules, &Law::new(Valuation::NormalOutcome, law)).json();
    /// assert_eq!(json["theorem"], "P if h1 mod 3 is 0, else N.");
    /// assert_eq!(json["laws"][0]["form"], "periodic");
    /// ```
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let mut value = serde_json::to_value(self).unwrap_or(serde_json::Value::Null);
        if let serde_json::Value::Object(map) = &mut value {
            map.insert("theorem".to_owned(), self.theorem().into());
            map.insert("text".to_owned(), self.text().into());
        }
        value
    }
}
