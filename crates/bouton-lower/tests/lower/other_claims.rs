//! Theorems that are not laws of a fixed number of heaps: claims for every number of heaps, and misère
//! quotients. The check that is extracted from the theory in Coq accepts what `bouton-check` accepts, and
//! refuses what it refuses.
//!
//! Without `coqc` and `ocamlopt` on the path nothing is tried.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use crate::support::{Random, other_claims, program, theory, verdicts};
use bouton_canonical::Rules;
use bouton_cert::{Certificate, Claim, ColumnClaim, OpenClaim, QuotientClaim, seal};
use bouton_check::check;
use bouton_core::{ColumnLaw, Limits, Period, Quotient, State, TakeAndBreakCode, Watch};
use bouton_families::prove_columns;
use bouton_lower::lower;
use bouton_prove::{Goal, ProveOptions, prove};
use bouton_rules::Game;
use bouton_testdata::oracle;

#[test]
fn other_claims_are_theorems() {
    if !oracle::is_there("coqc") || !oracle::is_there("ocamlopt") {
        return;
    }
    let folder = theory();
    let coq = |text: &str| {
        fs::write(folder.join("other.v"), text).unwrap();
        let mut coqc = Command::new("coqc");
        coqc.current_dir(folder).args(["-Q", ".", "Bouton", "other.v"]).output().unwrap()
    };
    for name in
        ["moore-2", "nim-two-passes", "misere-nim", "three", "odd", "half", "misere-two-five", "quotient-07"]
    {
        let text = fs::read_to_string(Path::new("tests/data").join(format!("{name}.cert"))).unwrap();
        let lowered = lower(&text).unwrap();
        let output = coq(&lowered);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, "Closed under the global context\n", "{name}: {output:?}");
        // Another output of a state, or another set of lost elements.
        let wrong = if lowered.contains("Definition lost : list N := [") {
            lowered.replacen("Definition lost : list N := [", "Definition lost : list N := [0; ", 1)
        } else {
            let (before, after) = lowered.split_once("\n [(").unwrap();
            let (output, after) = after.split_once(',').unwrap();
            format!("{before}\n [({},{after}", if output == "0" { 1 } else { 0 })
        };
        assert_ne!(wrong, lowered, "{name}");
        assert!(!coq(&wrong).status.success(), "{name}: a changed claim is accepted");
    }
}

#[test]
fn other_claims_are_accepted() {
    let Some(program) = program() else { return };
    let (names, theorems): (Vec<_>, Vec<_>) = other_claims()
        .into_iter()
        .map(|(name, text)| {
            check(&text).unwrap_or_else(|refused| panic!("{name}: {refused}"));
            (name, lower(&text).unwrap())
        })
        .unzip();
    assert!(names.len() > 10, "only {names:?}");
    for (name, verdict) in names.iter().zip(verdicts(&program, "other", &theorems)) {
        assert_eq!(verdict, "accepted", "{name}");
    }
}

/// All but a few amounts: some from 1 to 3 are not allowed, or not for a whole heap, and all greater ones
/// are.
fn endless(digits: &str, claim: Period) -> Certificate {
    Certificate { game: format!("octal 0.{digits}[3]"), order: None, claim: Claim::Period(claim) }
}

#[test]
fn all_but_a_few_amounts() {
    let period = |length, preperiod, saltus, values: &[u32]| Period {
        length,
        preperiod,
        saltus,
        values: values.to_vec(),
    };
    let mut certificates = vec![
        endless("", period(1, 0, 1, &[0])),
        endless("030", period(2, 0, 1, &[0, 0])),
        endless("030", period(4, 1, 2, &[0, 0, 1, 1, 2])),
        endless("0", period(2, 0, 1, &[0, 0])),
    ];
    // The least periods of all codes with three digits before the endless ones.
    for number in 0..64u8 {
        let digits = [number / 16, number / 4 % 4, number % 4];
        let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let allowed = |taken: usize, rest: usize| {
            digits.get(taken - 1).is_none_or(|digit| digit >> u8::from(rest > 0) & 1 == 1)
        };
        let mut grundy: Vec<u32> = Vec::new();
        for heap in 0..120 {
            let options: Vec<u32> = (1..=heap)
                .filter(|&taken| allowed(taken, heap - taken))
                .map(|taken| grundy[heap - taken])
                .collect();
            grundy.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        for (length, from) in (1..12usize).flat_map(|length| (0..12usize).map(move |from| (length, from))) {
            let saltus = grundy[from + length] - grundy[from].min(grundy[from + length]);
            if (from..100).all(|heap| grundy[heap + length] == grundy[heap] + saltus) {
                let claim = |saltus, values: &[u32]| period(length as u64, from as u64, saltus, values);
                let values = &grundy[..from + length];
                certificates.push(endless(&text, claim(saltus, values)));
                certificates.push(endless(&text, claim(saltus + 1, values)));
                let mut values = values.to_vec();
                *values.last_mut().unwrap() += 1;
                certificates.push(endless(&text, claim(saltus, &values)));
                break;
            }
        }
    }
    let true_claims = certificates.iter().filter(|certificate| check(&certificate.encode()).is_ok()).count();
    assert!(true_claims > 40, "only {true_claims}");
    same_opinion("endless", certificates);
}

/// The Grundy values by the definition: all splits into up to three parts.
fn grundy_values(code: &TakeAndBreakCode, count: usize) -> Vec<u32> {
    let mut grundy: Vec<u32> = Vec::new();
    for heap in 0..count {
        let mut options = BTreeSet::new();
        let taken = if code.is_finite() { code.digits().len().min(heap + 1) } else { heap + 1 };
        for rest in (0..taken).map(|taken| heap - taken) {
            for one in 0..=rest / 3 {
                for two in one..=(rest - one) / 2 {
                    let left = [one, two, rest - one - two].into_iter().filter(|&part| part > 0);
                    let parts = left.clone().count();
                    let moved = rest < heap || parts > 1;
                    if moved && code.allows(heap - rest, u32::try_from(parts).unwrap()) {
                        options.insert(left.fold(0, |sum, part| sum ^ grundy[part]));
                    }
                }
            }
        }
        grundy.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    grundy
}

/// Claims of the least period of a code that rises, of others that follow from it, and false ones.
fn rising(code: &TakeAndBreakCode, longest: usize) -> Vec<Certificate> {
    let grundy = grundy_values(code, 60);
    let rises = |length: usize, from: usize| {
        let saltus = grundy[from + length].checked_sub(grundy[from]).filter(|&saltus| saltus > 0)?;
        let all = (from..60 - length).all(|heap| grundy[heap + length] == grundy[heap] + saltus);
        all.then_some((length, from, saltus))
    };
    let mut shapes = (1..=longest).flat_map(|length| (0..10).map(move |from| (length, from)));
    let Some((length, from, saltus)) = shapes.find_map(|(length, from)| rises(length, from)) else {
        return Vec::new();
    };
    let mut certificates = Vec::new();
    for later in [0, 1, length] {
        let claim = |saltus, values: Vec<u32>| {
            let (length, preperiod) = (length as u64, (from + later) as u64);
            let claim = Claim::Period(Period { length, preperiod, saltus, values });
            let kind = if code.is_hexadecimal() { "hexadecimal" } else { "octal" };
            Certificate { game: format!("{kind} {code}"), order: None, claim }
        };
        let values = &grundy[..from + later + length];
        certificates.push(claim(saltus, values.to_vec()));
        certificates.push(claim(saltus * 2, values.to_vec()));
        certificates.push(claim(saltus + 1, values.to_vec()));
        for place in 0..values.len() {
            let mut values = values.to_vec();
            values[place] ^= 1;
            certificates.push(claim(saltus, values));
        }
    }
    certificates
}

/// The number of those that the checker accepts and that are lowered to this lemma.
fn accepted_by(lemma: &str, certificates: &[Certificate]) -> usize {
    let of_lemma = |text: &str| lower(text).is_ok_and(|theorem| theorem.contains(lemma));
    let texts = certificates.iter().map(Certificate::encode);
    texts.filter(|text| of_lemma(text) && check(text).is_ok()).count()
}

/// Heaps may be split, too, where one of the first amounts is taken, or nothing.
#[test]
fn all_but_a_few_amounts_with_splits() {
    let mut certificates = Vec::new();
    for number in (0..128u8).step_by(3) {
        let digits = vec![number / 64 * 4, number / 8 % 8, number % 8];
        let Ok(code) = TakeAndBreakCode::repeating(digits, vec![3]) else { continue };
        certificates.extend(rising(&code, 8));
    }
    let accepted = accepted_by("check_splits_sound", &certificates);
    assert!(accepted > 20, "only {accepted}");
    same_opinion("splits", certificates);
}

/// Codes that end, of moves that leave up to three heaps.
#[test]
fn periods_with_a_saltus() {
    let mut certificates = Vec::new();
    for number in 8..=255u8 {
        let digits = vec![0, number % 16, number / 16];
        let Ok(code) = TakeAndBreakCode::new(digits) else { continue };
        certificates.extend(rising(&code, 4));
    }
    let accepted = accepted_by("check_arithmetic_sound", &certificates);
    assert!(accepted > 20, "only {accepted}");
    same_opinion("saltus", certificates);
}

#[test]
fn rising_periods_are_theorems() {
    if !oracle::is_there("coqc") || !oracle::is_there("ocamlopt") {
        return;
    }
    let folder = theory();
    let coq = |text: &str| {
        fs::write(folder.join("rising.v"), text).unwrap();
        let mut coqc = Command::new("coqc");
        coqc.current_dir(folder).args(["-Q", ".", "Bouton", "rising.v"]).output().unwrap()
    };
    let period = |length, preperiod, saltus, values: &[u32]| {
        Claim::Period(Period { length, preperiod, saltus, values: values.to_vec() })
    };
    for (game, claim) in [
        // Lasker's Nim.
        ("octal 4.[3]", period(4, 1, 4, &[0, 1, 2, 4, 3])),
        ("hexadecimal 0.8", period(3, 1, 1, &[0, 0, 0, 0])),
        ("hexadecimal 0.a8", period(4, 1, 2, &[0, 0, 1, 0, 1])),
    ] {
        let text = Certificate { game: game.to_owned(), order: None, claim }.encode();
        check(&text).unwrap_or_else(|refused| panic!("{game}: {refused}"));
        let lowered = lower(&text).unwrap();
        let output = coq(&lowered);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said, "Closed under the global context\n", "{game}: {output:?}");
        let first = "Definition values : list N :=\n  [0";
        let wrong = lowered.replacen(first, &first.replace("[0", "[1"), 1);
        assert_ne!(wrong, lowered, "{game}");
        assert!(!coq(&wrong).status.success(), "{game}: a changed claim is accepted");
    }
}

/// The program agrees with the checker on each of these.
fn same_opinion(name: &str, certificates: Vec<Certificate>) {
    let Some(program) = program() else { return };
    let (mut theorems, mut expected) = (Vec::new(), Vec::new());
    for certificate in certificates {
        let text = certificate.encode();
        // A claim that does not even fit its rules is not lowered.
        if let Ok(theorem) = lower(&text) {
            theorems.push(theorem);
            expected.push(if check(&text).is_ok() { "accepted" } else { "refused" });
        }
    }
    let refused = expected.iter().filter(|&&verdict| verdict == "refused").count();
    assert!(refused > 40, "only {refused} of {}", expected.len());
    for ((expected, verdict), theorem) in
        expected.iter().zip(verdicts(&program, name, &theorems)).zip(&theorems)
    {
        assert_eq!(verdict, *expected, "{theorem}");
    }
}

#[test]
fn changed_laws_of_every_number_of_heaps_are_refused() {
    let mut changed = Vec::new();
    for (_, text) in other_claims() {
        let certificate = Certificate::decode(&text).unwrap();
        let Claim::Open(OpenClaim::Columns(claim)) = &certificate.claim else { continue };
        let law = &claim.law;
        let states = State::try_from(law.outputs().len()).unwrap();
        let table: Vec<State> = (0..states).flat_map(|state| law.row(state).to_vec()).collect();
        let mut with = |counts, starts: &[State], outputs: &[u32], table: &[State]| {
            let law =
                ColumnLaw::new(law.valuation(), counts, starts.to_vec(), outputs.to_vec(), table.to_vec());
            let Ok(law) = law else { return };
            let claim = Claim::Open(OpenClaim::Columns(ColumnClaim { law, ..claim.clone() }));
            changed.push(Certificate { claim, ..certificate.clone() });
        };
        with(law.counts(), law.starts(), law.outputs(), &table);
        for state in 0..law.outputs().len() {
            let mut outputs = law.outputs().to_vec();
            outputs[state] = (outputs[state] + 1) % 3;
            with(law.counts(), law.starts(), &outputs, &table);
        }
        for place in 0..table.len() {
            let mut table = table.clone();
            table[place] = (table[place] + 1) % states;
            with(law.counts(), law.starts(), law.outputs(), &table);
        }
        let (threshold, period) = law.counts();
        if threshold > 0 {
            with((threshold - 1, period + 1), law.starts(), law.outputs(), &table);
        }
        with((threshold + 1, period - 1), law.starts(), law.outputs(), &table);
        // Fewer replies.
        for strategy in 0..claim.strategies.len() {
            for element in 0..claim.strategies[strategy].elements.len() {
                let mut claim = claim.clone();
                claim.strategies[strategy].elements.remove(element);
                let claim = Claim::Open(OpenClaim::Columns(claim));
                changed.push(Certificate { claim, ..certificate.clone() });
            }
        }
    }
    same_opinion("columns", changed);
}

#[test]
fn changed_quotients_are_refused() {
    let mut changed = Vec::new();
    for (_, text) in other_claims() {
        let certificate = Certificate::decode(&text).unwrap();
        let (claim, sum) = match &certificate.claim {
            Claim::Quotient(claim) => (claim.clone(), false),
            Claim::Open(OpenClaim::Sum(one)) => match &**one {
                Claim::Quotient(claim) => (claim.clone(), true),
                _ => continue,
            },
            _ => continue,
        };
        let order = claim.quotient.order();
        if order > 20 {
            continue;
        }
        let elements = || 0..u16::try_from(order).unwrap();
        let table: Vec<u16> = elements()
            .flat_map(|a| elements().map(move |b| (a, b)))
            .map(|(a, b)| claim.quotient.product(a, b))
            .collect();
        let lost: Vec<bool> = elements().map(|a| claim.quotient.is_lost_element(a)).collect();
        let values = claim.quotient.values().to_vec();
        let mut with = |table: &[u16], lost: &[bool], values: &[u16], period| {
            let Ok(quotient) = Quotient::new(table.to_vec(), lost.to_vec(), values.to_vec()) else { return };
            let claim = Claim::Quotient(QuotientClaim { quotient, period });
            let claim = if sum { Claim::Open(OpenClaim::Sum(Box::new(claim))) } else { claim };
            changed.push(Certificate { claim, ..certificate.clone() });
        };
        for element in 0..order {
            let mut lost = lost.clone();
            lost[element] = !lost[element];
            with(&table, &lost, &values, claim.period);
        }
        for place in 0..values.len() {
            let mut values = values.clone();
            values[place] = (values[place] + 1) % u16::try_from(order).unwrap();
            with(&table, &lost, &values, claim.period);
        }
        for place in (0..table.len()).step_by(7) {
            let mut table = table.clone();
            table[place] = (table[place] + 1) % u16::try_from(order).unwrap();
            with(&table, &lost, &values, claim.period);
        }
        if let Some((length, from)) = claim.period {
            with(&table, &lost, &values, Some((length + 1, from - 1)));
            with(&table, &lost, &values, Some((length - 1, from + 1)));
            with(&table, &lost, &values, Some((length, from)));
        }
    }
    same_opinion("quotients", changed);
}

#[test]
fn laws_of_random_games_of_any_number_of_heaps_are_accepted() {
    let Some(program) = program() else { return };
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut theorems, mut what) = (Vec::new(), Vec::new());
    let limits = Limits::default();
    for _ in 0..60 {
        let from =
            random.of(&["1 heap", "1 heap", "at most 2 heaps", "2 heaps", "at most 3 heaps", "2 to 3 heaps"]);
        let play = random.of(&["", "", "\nplay misere", "\nplayers 3 podium", "\nplayers 3 coalition"]);
        let pass = random.of(&["", "", "\npass 1", "\npass 2"]);
        let game = Game::parse(&format!("heaps any\nmove take any from {from}{pass}{play}")).unwrap().text();
        let rules = Rules::read(&game).unwrap();
        let watch = Watch::new(&limits);
        let Ok(takes) = rules.free_takes() else { continue };
        let certificate = |claim: &ColumnClaim| Certificate {
            game: game.clone(),
            order: None,
            claim: Claim::Open(OpenClaim::Columns(claim.clone())),
        };
        let mut accepts =
            |claim: &ColumnClaim| check(&certificate(claim).encode()).map(|_| ()).map_err(|e| e.to_string());
        if what.contains(&game) {
            continue;
        }
        if let Ok(claim) = prove_columns(&takes, rules.convention(), &mut accepts, &watch) {
            theorems.push(lower(&certificate(&claim).encode()).unwrap());
            what.push(game);
        }
    }
    let columns = what.len();
    for _ in 0..40 {
        let amount = random.of(&["1", "1..2", "{1,3}", "{1,4}", "{2,5}", "any", "odd", "any even", "1..4"]);
        let when = random.of(&["", "", " when heap > 2", " when heap is odd", " when heap mod 3 = 1"]);
        let rules = format!("move take {amount} from 1 heap{when}");
        let Ok(one) = Game::parse(&format!("heaps 1\n{rules}")) else { continue };
        let Ok(ruleset) = one.ruleset() else { continue };
        let game = Game::parse(&format!("heaps any\n{rules}")).unwrap().text();
        let options = ProveOptions { states: 60, ..ProveOptions::default() };
        let Ok(proof) = prove(&ruleset, Goal::Grundy, &options, &Watch::new(&limits)) else { continue };
        if what.contains(&game) {
            continue;
        }
        let claim = Claim::Open(OpenClaim::Sum(Box::new(proof.certificate.claim)));
        let text = Certificate { game: game.clone(), order: None, claim }.encode();
        check(&text).unwrap_or_else(|refused| panic!("{game}: {refused}"));
        theorems.push(lower(&text).unwrap());
        what.push(game);
    }
    assert!(columns > 6 && what.len() - columns > 8, "only {what:?}");
    for (game, verdict) in what.iter().zip(verdicts(&program, "any", &theorems)) {
        assert_eq!(verdict, "accepted", "{game}");
    }
}

#[test]
fn what_is_about_single_heaps_only_is_not_lowered_as_a_sum() {
    let text = fs::read_to_string("tests/data/three.cert").unwrap();
    let (text, _) = text.rsplit_once("id sha256:").unwrap();
    assert!(lower(&seal(text)).is_ok());
    for (from, to) in [
        ("| move take 1..3 from 1 heap\n", "| move take 1..3 from 1 heap\n| play misere\n"),
        ("| move take 1..3 from 1 heap\n", "| move take 1..3 from at most 2 heaps\n"),
        ("| heaps any\n", "| heaps 2\n"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(lower(&seal(&changed)).is_err(), "{to}");
    }
}
