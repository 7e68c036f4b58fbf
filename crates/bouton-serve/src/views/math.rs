//! Mathematics as MathML.

use bouton::{
    Theorem, Valuation, Value,
    explain::{Columns, Form, Periodic, RemainderLaw, explain},
};
use maud::{Markup, html};

use crate::texts::t;

/// One-letter names that are not English words.
const LETTERS: &[&str] = &["n", "g", "r", "R", "z", "v", "x", "y"];
const OPERATORS: &[&str] = &["=", "≠", "≥", "≤", "<", ">", "+", "−", "-", "⊕", "≡", "·", "mod"];

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    LETTERS.contains(&word)
        || letters.next().is_some_and(|first| first.is_ascii_lowercase())
            && word.len() > 1
            && letters.all(|c| c.is_ascii_digit())
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a term, such as `g(n`, `12)`, `2·h1`: letters, digits, and signs between them.
fn is_term(word: &str) -> bool {
    word.contains(['(', ')', '·'])
        && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | ')' | '·' | '+' | '-' | '−'))
        && word.chars().filter(char::is_ascii_alphabetic).count() <= 2
        && word.chars().any(|c| c.is_ascii_digit() || matches!(c, 'n' | 'g' | 'v' | 'h'))
}

/// A word as mathematics: letters with subscripts, numbers, signs.
fn pieces(word: &str) -> Markup {
    let mut out: Vec<Markup> = Vec::new();
    let characters: Vec<char> = word.chars().collect();
    let mut at = 0;
    let digits =
        |from: usize| characters[from..].iter().take_while(|c| c.is_ascii_digit()).collect::<String>();
    while at < characters.len() {
        let c = characters[at];
        at += 1;
        if c.is_ascii_digit() {
            let number = digits(at - 1);
            at += number.len() - 1;
            out.push(html! { mn { (number) } });
        } else if c.is_ascii_alphabetic() {
            let below = digits(at);
            at += below.len();
            out.push(if below.is_empty() {
                html! { mi { (c) } }
            } else {
                html! { msub { mi { (c) } mn { (below) } } }
            });
        } else {
            out.push(html! { mo { (c) } });
        }
    }
    html! { @for piece in out { (piece) } }
}

/// A sentence with its formulas as mathematics.
pub(crate) fn inline(sentence: &str) -> Markup {
    let words: Vec<&str> = sentence.split(' ').collect();
    let bare = |word: &str| word.trim_end_matches(['.', ',', ';', ':']).to_owned();
    let ends = |word: &str| word.len() != bare(word).len();
    let fits = |word: &str| {
        let word = bare(word);
        is_name(&word) || is_number(&word) || is_term(&word) || OPERATORS.contains(&word.as_str())
    };
    let mut parts: Vec<Markup> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut end = at;
        while end < words.len() && fits(words[end]) {
            end += 1;
            if ends(words[end - 1]) {
                break;
            }
        }
        let run = &words[at..end];
        // A number alone is an ordinary word, and so is one at the end of a bracket.
        if run.iter().any(|word| bare(word).bytes().any(|byte| byte.is_ascii_alphabetic())) {
            let last = run[run.len() - 1];
            parts.push(html! {
                math {
                    @for word in run {
                        @if bare(word) == "mod" { mo lspace="0.3em" rspace="0.3em" { "mod" } }
                        @else if OPERATORS.contains(&bare(word).as_str()) { mo { (bare(word)) } }
                        @else { (pieces(&bare(word))) }
                    }
                }
                (&last[bare(last).len()..])
            });
            at = end;
        } else {
            parts.push(html! { (words[at]) });
            at += 1;
        }
    }
    html! { @for (index, part) in parts.iter().enumerate() { @if index > 0 { " " } (part) } }
}

fn name(coordinate: &str) -> Markup {
    let letters = coordinate.trim_end_matches(|c: char| c.is_ascii_digit());
    let below = &coordinate[letters.len()..];
    html! { @if below.is_empty() || letters.is_empty() { mi { (coordinate) } } @else { msub { mi { (letters) } mn { (below) } } } }
}

fn joined(names: &[String], sign: &str, each: impl Fn(&str) -> Markup) -> Markup {
    html! {
        mrow { @for (index, one) in names.iter().enumerate() { @if index > 0 { mo { (sign) } } (each(one)) } }
    }
}

fn value(valuation: Valuation, value: Value) -> Markup {
    let written = valuation.value_name(value);
    html! { @if is_number(&written) { mn { (written) } } @else { mi mathvariant="normal" { (written) } } }
}

/// A formula `o(h₁, …) = { … }`: a value for each condition, and one for all other positions.
fn cases(names: &[String], cases: &[(Markup, Markup)], otherwise: &Markup, function: &str) -> Markup {
    html! {
        math display="block" {
            mrow {
                mi { (function) } mo stretchy="false" { "(" } (joined(names, ",", name)) mo stretchy="false" { ")" } mo { "=" }
                mo { "{" }
                mtable columnalign="left left" {
                    @for (what, when) in cases { mtr { mtd { (what) } mtd { mspace width="1em" {} mtext { (t("math.if")) } mspace width="0.4em" {} (when) } } }
                    mtr { mtd { (otherwise) } mtd { mspace width="1em" {} mtext { (t("math.otherwise")) } } }
                }
            }
        }
    }
}

/// The value of a periodic law by the remainder.
fn periodic(names: &[String], law: &Periodic, valuation: Valuation) -> Option<Markup> {
    let n = names.first()?;
    let most =
        law.values.iter().max_by_key(|&&value| law.values.iter().filter(|&&other| other == value).count())?;
    let mut values: Vec<Value> = law.values.clone();
    values.sort_unstable();
    values.dedup();
    values.retain(|value| value != most);
    if !law.before.is_empty() || values.len() > 12 {
        return None;
    }
    let rests = |wanted: Value| -> String {
        let rests = law.values.iter().enumerate().filter(|(_, value)| **value == wanted);
        rests.map(|(rest, _)| rest.to_string()).collect::<Vec<_>>().join(", ")
    };
    let when = |wanted: Value| {
        let rests = rests(wanted);
        html! {
            mrow {
                (name(n)) mo lspace="0.3em" rspace="0.3em" { "mod" } mn { (law.period) }
                @if rests.contains(',') { mo { "∈" } mo { "{" } mn { (rests) } mo { "}" } } @else { mo { "=" } mn { (rests) } }
            }
        }
    };
    let rows: Vec<_> = values.iter().map(|&wanted| (value(valuation, wanted), when(wanted))).collect();
    Some(cases(names, &rows, &value(valuation, *most), "o"))
}

/// The theorem as one formula, if it has that form.
pub(crate) fn display(theorem: &Theorem) -> Option<Markup> {
    if let Some(period) = theorem.period() {
        return Some(html! {
            math display="block" {
                mrow {
                    mi { "g" } mo { "(" } mi { "n" } mo { "+" } mn { (period.length) } mo { ")" } mo { "=" } mi { "g" } mo { "(" } mi { "n" } mo { ")" }
                    @if period.saltus > 0 { mo { "+" } mn { (period.saltus) } }
                    mspace width="2em" {} mo { "(" } mi { "n" } mo { "≥" } mn { (period.preperiod) } mo { ")" }
                }
            }
        });
    }
    let law = theorem.law()?;
    let explanation = explain(law.ruleset(), law.law());
    let [only] = &explanation.laws[..] else { return None };
    let (names, valuation) = (law.ruleset().coordinates().to_vec(), law.law().valuation);
    let zero = |sum: Markup| html! { mrow { (sum) mo { "=" } mn { "0" } } };
    let reduced = |modulus: u32| {
        joined(
            &names,
            "⊕",
            |one| html! { mrow { mo { "(" } (name(one)) mo lspace="0.3em" rspace="0.3em" { "mod" } mn { (modulus) } mo { ")" } } },
        )
    };
    let is = |when: Markup, all: Value, otherwise: Value| {
        Some(cases(&names, &[(value(valuation, all), when)], &value(valuation, otherwise), "o"))
    };
    if explanation.nim_heap || only.grundy.is_some() {
        return match &only.form {
            Form::Digits(digits)
                if digits.small.is_none() && digits.columns == (Columns::Multiple { modulus: 2 }) =>
            {
                Some(html! {
                    math display="block" { mrow { mi { "g" } mo { "(" } (joined(&names, ",", name)) mo { ")" } mo { "=" } (joined(&names, "⊕", name)) } }
                })
            }
            _ => None,
        };
    }
    match &only.form {
        Form::Periodic(found) => periodic(&names, found, valuation),
        Form::Digits(digits) if digits.small.is_none() => match digits.columns {
            Columns::Multiple { modulus: 2 } if names.len() >= 2 => {
                is(zero(joined(&names, "⊕", name)), digits.all, digits.otherwise)
            }
            Columns::Multiple { modulus } if modulus as usize <= names.len() => {
                let bit =
                    |one: &str| html! { msub { mi { "b" } mi { "i" } } mo { "(" } (name(one)) mo { ")" } };
                let when = html! {
                    mrow { (joined(&names, "+", bit)) mo { "≡" } mn { "0" } mspace width="0.5em" {} mo { "(" } mi mathvariant="normal" { "mod" } mspace width="0.3em" {} mn { (modulus) } mo { ")" }
                        mspace width="0.5em" {} mtext { (t("math.all-places")) } }
                };
                is(when, digits.all, digits.otherwise)
            }
            _ => None,
        },
        Form::Remainders(found) if found.law == RemainderLaw::NimOutcome => {
            is(zero(reduced(found.modulus)), 0, 1)
        }
        Form::Remainders(found) if found.law == RemainderLaw::NimSum => Some(html! {
            math display="block" { mrow { mi { "g" } mo { "(" } (joined(&names, ",", name)) mo { ")" } mo { "=" } (reduced(found.modulus)) } }
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bouton::Game;

    use super::*;

    #[test]
    fn formulas_in_sentences_are_mathematics_and_words_are_words() {
        let written = inline("P if h1 mod 4 is 0, else N.").into_string();
        assert!(written.starts_with("P if <math><msub><mi>h</mi><mn>1</mn></msub><mo lspace=\"0.3em\" rspace=\"0.3em\">mod</mo><mn>4</mn></math> is 0, else N."), "{written}");
        assert_eq!(inline("a position is P").into_string(), "a position is P");
        assert!(
            inline("g(n + 12) = g(n) for all n ≥ 71, g(n) being")
                .into_string()
                .contains("<mn>71</mn></math>,")
        );
        assert!(inline("x < y & z").into_string().contains("&lt;"));
    }

    #[test]
    fn laws_are_shown_as_formulas() {
        let of = |name: &str| display(&Game::named(name).unwrap().prove().unwrap()).map(Markup::into_string);
        assert!(of("take-three").unwrap().contains("<mn>4</mn>"));
        assert!(of("kayles").unwrap().contains("<mn>12</mn>"));
        let nim = Game::named("nim").unwrap().with_heaps(3).unwrap().prove().unwrap();
        assert_eq!(display(&nim).unwrap().into_string().matches('⊕').count(), 2);
        assert!(of("moore").unwrap().contains("≡"));
    }
}
