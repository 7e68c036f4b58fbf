//! Proved laws as claims: the law of every game of the literature that has words in the language of claims is proved
//! again from its claim; the others are listed with the reasons.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use bouton::{
    Ending, Game, Goal, JudgeError, ProveOptions, Theorem, Watch, judge_claim, judge_claim_for_every_number,
    prove_every_number, prove_law,
};

/// The rules, one a line.
const FAMILIES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../bouton-explain/tests/data/families.txt"));
/// The laws that are not written as claims, with the reasons; `BOUTON_UPDATE_CLAIMS=1` writes the list anew.
const REFUSED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/laws-without-claims.txt");
/// The steps of work of one proof, and of one judgement.
const WORK: u64 = 1 << 18;
const JUDGEMENT: u64 = 1 << 26;

/// The kind of theorem of a game.
#[derive(Clone, Copy, PartialEq)]
enum About {
    Outcomes,
    GrundyValues,
    EveryNumber,
}

/// The rules of the literature, and those of any number of heaps where no heap has a name.
fn questions() -> Vec<(String, About)> {
    let lines = FAMILIES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned);
    let suite = bouton_testdata::cases().into_iter().map(|case| case.rules.replace('\n', "; "));
    let mut rules: Vec<String> = lines.chain(suite.filter(|rules| !rules.starts_with("octal"))).collect();
    rules.sort();
    rules.dedup();
    let mut open: Vec<String> = Vec::new();
    for text in &rules {
        let named = |word: &str| word.starts_with('h') && word[1..].bytes().all(|byte| byte.is_ascii_digit());
        let words = || text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 1);
        let Some((_, rest)) = text.strip_prefix("heaps ").and_then(|rest| rest.split_once(';')) else {
            continue;
        };
        let any = format!("heaps any;{rest}");
        if !words().any(named) && !open.contains(&any) && Game::named(&any).is_ok() {
            open.push(any);
        }
    }
    let each = |about: About| move |text: String| (text, about);
    let fixed = rules.iter().cloned().map(each(About::Outcomes));
    let grundy = rules.iter().cloned().map(each(About::GrundyValues));
    fixed.chain(grundy).chain(open.into_iter().map(each(About::EveryNumber))).collect()
}

/// The theorem of a game, if there is one within the work.
fn theorem(game: &Game, about: About) -> Option<Theorem> {
    let watch = Watch::unlimited().within(WORK);
    let ending = match about {
        About::EveryNumber => {
            prove_every_number(game.rules(), Some(Goal::Outcome), &ProveOptions::default(), &watch).ok()?
        }
        About::Outcomes => prove_law(&game.playable().ok()?, Goal::Outcome, None, &watch).ok()?,
        About::GrundyValues => prove_law(&game.playable().ok()?, Goal::Grundy, None, &watch).ok()?,
    };
    if let Ending::Proved(proved) = ending { Some(proved.theorem) } else { None }
}

/// `None` if there is no theorem; `Ok` if its claim is proved; the reason if there is no claim.
fn judged(rules: &str, about: About) -> Option<Result<(), String>> {
    let game = Game::named(rules).unwrap();
    let theorem = theorem(&game, about)?;
    let claim = match theorem.as_claim(about == About::GrundyValues, &Watch::unlimited()) {
        Ok(claim) => claim.text,
        Err(error) => return Some(Err(error.to_string())),
    };
    let watch = Watch::unlimited().within(JUDGEMENT);
    let judged = match about {
        About::EveryNumber => {
            judge_claim_for_every_number(game.rules(), &claim, &ProveOptions::default(), &watch)
        }
        _ => judge_claim(&game.playable().unwrap(), &claim, None, &watch),
    };
    match judged {
        Ok(Ending::Proved(_)) => Some(Ok(())),
        // A claim for every number of heaps is compared with the theorem for a bounded number of classes.
        Ok(Ending::NoLaw(none)) if about == About::EveryNumber => {
            let why = none.reason.split(';').next().unwrap_or_default().to_owned();
            Some(Err(format!("the claim is not decided: {why}")))
        }
        Err(JudgeError::Claim(why)) if about == About::EveryNumber => {
            Some(Err(format!("the claim is not decided: {why}")))
        }
        other => panic!("{rules}: {claim}: {other:?}"),
    }
}

#[test]
#[ignore = "proves several hundred laws twice, which takes two minutes"]
fn laws_with_words_are_proved_from_their_claims() {
    let questions = questions();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((rules, about)) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = judged(rules, *about);
                    found.lock().unwrap().push((rules, *about, result));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    let mut refused = Vec::new();
    let (mut proved, mut claims) = ([0; 3], [0; 3]);
    for (rules, about, result) in found {
        let place = about as usize;
        let Some(result) = result else { continue };
        proved[place] += 1;
        match result {
            Ok(()) => claims[place] += 1,
            Err(reason) => {
                let what = ["outcomes", "Grundy values", "every number of heaps"][place];
                refused.push(format!("{what}: {rules}: {reason}"));
            }
        }
    }
    refused.sort();
    let list = format!(
        "# The proved laws of games in families.txt and in testdata that are not written as claims, with the reasons.\n\
         # The test `claims_of_laws` writes this list. Claims: {} of {} laws of outcomes, {} of {} of Grundy values,\n\
         # {} of {} for every number of heaps.\n\n{}\n",
        claims[0],
        proved[0],
        claims[1],
        proved[1],
        claims[2],
        proved[2],
        refused.join("\n")
    );
    if std::env::var_os("BOUTON_UPDATE_CLAIMS").is_some() {
        std::fs::write(REFUSED, &list).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(REFUSED).unwrap(),
        list,
        "BOUTON_UPDATE_CLAIMS=1 writes the list anew"
    );
}
