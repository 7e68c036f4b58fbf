//! Each certificate has one text, and each text is at most one certificate.

use bouton_cert::{
    Certificate, Claim, DecodeError, Element, Identity, LawClaim, Period, StoredPeriod, Strategy, seal,
};
use bouton_core::{
    AutomatonFault, ControlState, DigitAutomaton, Law, Numeration, NumerationFault, PlayOrder, Valuation,
};
use proptest::prelude::{Just, Strategy as _, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// A law of two-heap Nim with one strategy, as canonical text.
const NIM: &str = "\
bouton certificate 1
| heaps 2
| move take any from 1 heap
law normal outcome
tracks 2
starts 0
state 0 output 0 to 0 1*2 0
state 1 output 1 to 1*4
strategy control 0 value 1 requirement 0
at 0,0 0:0,0
at 1,0 0:0,0
at 0,1 0:0,0
";

fn nim() -> Certificate {
    let automaton = DigitAutomaton::new(2, vec![0], vec![0, 1], vec![0, 1, 1, 0, 1, 1, 1, 1]).unwrap();
    let element =
        |x: [u64; 2]| Element { prefix: x.to_vec(), partial_moves: vec![(ControlState(0), vec![0, 0])] };
    let elements = vec![element([0, 0]), element([1, 0]), element([0, 1])];
    let strategies = vec![Strategy { control: ControlState(0), value: 1, requirement: 0, elements }];
    let law = LawClaim { law: Law::new(Valuation::NormalOutcome, automaton), strategies };
    Certificate { game: "heaps 2\nmove take any from 1 heap".into(), order: None, claim: Claim::Law(law) }
}

#[test]
fn the_text_is_as_documented() {
    assert_eq!(nim().encode(), seal(NIM));
    assert_eq!(Certificate::decode(&seal(NIM)).unwrap(), nim());
    let manual = include_str!("../../../docs/certificate.md");
    assert!(manual.contains(&format!("```text\n{NIM}```\n")), "the example of the manual is another one");
}

/// The error after `from` is replaced by `to` in `NIM`, and it is sealed again.
fn fault(from: &str, to: &str) -> DecodeError {
    assert!(NIM.contains(from), "{from}");
    Certificate::decode(&seal(&NIM.replace(from, to))).unwrap_err()
}

#[test]
fn other_ways_to_write_the_same_are_refused() {
    let not_canonical = [
        ("1*2", "1 1"),
        ("1*4", "1*2 1*2"),
        ("1*2", "1*02"),
        ("0 1*2 0", "0*1 1*2 0"),
        ("tracks 2", "tracks 02"),
        ("state 1 output 1", "state 1 output 01"),
        ("at 1,0", "at 01,0"),
        ("value 1", "value 00001"),
        ("starts 0", "starts 00"),
    ];
    for (from, to) in not_canonical {
        assert!(matches!(fault(from, to), DecodeError::NotCanonical { .. }), "{from} {to}");
    }
    let wrong_lines = [
        ("certificate 1", "certificate 4", 1),
        // Versions 2 and 3 are about every number of heaps.
        ("certificate 1", "certificate 2", 4),
        ("certificate 1", "certificate 3", 4),
        ("| heaps 2\n| move take any from 1 heap\n", "", 2),
        ("| heaps", "|heaps", 2),
        ("normal outcome", "normal  outcome", 4),
        ("normal outcome", "podium 300", 4),
        ("normal outcome", "outcome", 4),
        ("tracks 2", "tracks +2", 5),
        ("tracks 2", "tracks  2", 5),
        ("tracks 2\n", "tracks 2\r\n", 5),
        ("starts 0", "starts", 6),
        ("starts 0", "starts 0,0", 6),
        ("1*2", "1*3", 7),
        ("1*2", "1*99999999999999999999", 7),
        ("state 1", "state 2", 8),
        ("value 1 ", "value -1 ", 9),
        ("control 0", "control 256", 9),
        ("at 1,0", "at 1", 11),
        ("at 1,0", "at 1,0,0", 11),
        ("at 1,0", "at 18446744073709551616,0", 11),
        ("at 0,1 0:0,0\n", "at 0,1 0:0,0 \n", 12),
        ("at 0,1", "to 0,1", 12),
    ];
    for (from, to, line) in wrong_lines {
        match fault(from, to) {
            DecodeError::Line { line: found, expected, .. } => {
                assert_eq!(found, line, "{from} {to}: {expected}");
                assert!(!expected.is_empty());
            }
            other => panic!("{from} {to}: {other}"),
        }
    }
}

#[test]
fn automata_are_checked() {
    let automaton = |from, to| match fault(from, to) {
        DecodeError::Automaton { fault, .. } => fault,
        other => panic!("{other}"),
    };
    assert_eq!(automaton("1*4", "2*4"), AutomatonFault::NoSuchState(2));
    assert_eq!(automaton("starts 0", "starts 7"), AutomatonFault::NoSuchState(7));
    assert_eq!(automaton("0 1*2 0", "1*3 0"), AutomatonFault::LeadingZeros(0));
    assert_eq!(automaton("tracks 2", "tracks 17"), AutomatonFault::Tracks(17));
}

#[test]
fn the_digest_is_compared() {
    let text = seal(NIM);
    let error = Certificate::decode(&text.replace("output 1 ", "output 2 ")).unwrap_err();
    assert!(matches!(error, DecodeError::Identity { line: 13, .. }), "{error}");
    let upper = text.replace(&text[NIM.len() + 10..], &text[NIM.len() + 10..].to_uppercase());
    assert!(upper != text && Certificate::decode(&upper).is_err());
    for bad in ["", "\n", "\n\n", "id sha256:\n", "bouton certificate 1\n", &text[..text.len() - 1], NIM] {
        assert!(Certificate::decode(bad).is_err(), "{bad:?}");
    }
    let why = |text: &str| Certificate::decode(text).unwrap_err().to_string();
    assert_eq!(why(""), "line 1: expected a certificate, found the end of the text");
    assert_eq!(why("no"), "line 1: expected a line break at the end, found `no`");
}

/// The line that states a numeration belongs to a law, has one form, and is not written for base 2.
#[test]
fn a_numeration_is_stated_in_full() {
    let with = |line: &str| NIM.replace("tracks 2", &format!("{line}tracks 2"));
    let certificate = Certificate::decode(&seal(&with("numeration 1,1 words 0,1 0,-\n"))).unwrap();
    assert_eq!(certificate.law().unwrap().numeration(), &Numeration::fibonacci());
    for line in [
        "numeration fibonacci\n",
        "numeration 1,1\n",
        "numeration 1,1 words\n",
        "numeration 1,1 words 0,1 0,\n",
        "numeration 1,1 words 0,1 0,*\n",
        "numeration 1,1 words  0,1 0,-\n",
        "numeration 1, 1 words 0,1 0,-\n",
        "numeration 1,1 words 0,1 0,256\n",
        "numeration +1,1 words 0,1 0,-\n",
        "words 0,1 0,-\n",
    ] {
        let error = Certificate::decode(&seal(&with(line))).unwrap_err();
        assert!(matches!(error, DecodeError::Line { line: 5, .. }), "{line}: {error}");
    }
    for line in
        ["numeration 2 words 0,0\n", "numeration 01,1 words 0,1 0,-\n", "numeration 1,1 words 0,01 0,-\n"]
    {
        let error = Certificate::decode(&seal(&with(line))).unwrap_err();
        assert!(matches!(error, DecodeError::NotCanonical { line: 5 }), "{line}: {error}");
    }
    let error = Certificate::decode(&seal(&with("numeration 1,1 words 0,2 0,-\n"))).unwrap_err();
    assert_eq!(error, DecodeError::Numeration { line: 5, fault: NumerationFault::NoSuchState(2) });
    // A matrix, and invalid ones.
    let root = "numeration matrix 2,3 1,2 second 0,1,1,2,2 words 0,1,0,1,0 0,1,-,-,-\n";
    let wide = |line: &str| with(line).replace("to 0 1*2 0", "to 0*25").replace("to 1*4", "to 1*25");
    let certificate = Certificate::decode(&seal(&wide(root))).unwrap();
    assert_eq!(certificate.law().unwrap().numeration(), &"ostrowski(1,2)".parse().unwrap());
    assert_eq!(certificate.encode(), seal(&wide(root)));
    for (from, to) in [
        (" second", "  second"),
        ("2,3 1,2", "2,3"),
        ("2,3 1,2", "2,3,1,2"),
        ("2,3 1,2", "2,3 1"),
        ("2,3 1,2", "2,3 1,2 0,0"),
        ("2,3 1,2", "2,3 1,-2"),
        (" second 0,1,1,2,2", ""),
        ("0,1,1,2,2", "0,1,1,,3"),
        ("matrix ", "matrices "),
    ] {
        let error = Certificate::decode(&seal(&wide(&root.replace(from, to)))).unwrap_err();
        assert!(matches!(error, DecodeError::Line { line: 5, .. }), "{to}: {error}");
    }
    for (from, to) in
        [("2,3 1,2", "2,0 1,2"), ("0,1,1,2,2", "0,1,1,2"), ("0,1,1,2,2", "1,1,1,2,3"), ("2,3", "2,17")]
    {
        let error = Certificate::decode(&seal(&wide(&root.replace(from, to)))).unwrap_err();
        assert_eq!(error, DecodeError::Numeration { line: 5, fault: NumerationFault::Matrix }, "{to}");
    }
    // A number has one notation, and a numeration with a recurrence is stated by it.
    let slope = "numeration matrix 2,1 1,0 second 0,1,2 words 0,0,1 0,-,-\n";
    let slope = with(slope).replace("to 0 1*2 0", "to 0*9").replace("to 1*4", "to 1*9");
    for line in [wide(&root.replace("2,3", "2,03")), slope] {
        let error = Certificate::decode(&seal(&line)).unwrap_err();
        assert!(matches!(error, DecodeError::NotCanonical { line: 5 }), "{line}: {error}");
    }
    // Nine letters for each state.
    let error = Certificate::decode(&seal(&with("numeration 3 words 0,0,0\n"))).unwrap_err();
    assert!(error.to_string().contains("with runs of 9 states"), "{error}");
}

/// A short text cannot ask for a large table.
#[test]
fn a_short_text_has_a_small_table() {
    let mut text = "bouton certificate 1\n| x\nlaw normal outcome\ntracks 16\nstarts 0\n".to_owned();
    for state in 0..64 {
        text.push_str(&format!("state {state} output 0 to 0*65536\n"));
    }
    assert!(Certificate::decode(&seal(&text)).is_ok(), "64 states fit into the free entries");
    for state in 64..200 {
        text.push_str(&format!("state {state} output 0 to 0*65536\n"));
    }
    let error = Certificate::decode(&seal(&text)).unwrap_err();
    assert!(error.to_string().contains("limits for the length of the text"), "{error}");
}

fn valuation() -> impl proptest::strategy::Strategy<Value = Valuation> {
    prop_oneof![
        Just(Valuation::NormalOutcome),
        Just(Valuation::MisereOutcome),
        Just(Valuation::MisereOutcomeAndEnd),
        Just(Valuation::Coalition),
        Just(Valuation::Grundy),
        Just(Valuation::Remoteness),
        (2u8..).prop_map(|players| Valuation::Podium { players }),
    ]
}

fn law() -> impl proptest::strategy::Strategy<Value = LawClaim> {
    let names = ["2", "2", "3", "fibonacci", "ostrowski(3)", "tribonacci", "ostrowski(1,2)", "fraenkel(2,1)"];
    let numeration = prop::sample::select(names.map(|name| name.parse::<Numeration>().unwrap()).to_vec());
    (0usize..4, 1usize..5, 1usize..3, numeration).prop_flat_map(|(tracks, states, starts, numeration)| {
        let letters = numeration.alphabet(tracks).unwrap().letters();
        let state = 0..u32::try_from(states).unwrap();
        let numbers = || prop::collection::vec(any::<u64>(), tracks);
        let moves = prop::collection::vec((any::<u8>().prop_map(ControlState), numbers()), 0..4);
        let element =
            (numbers(), moves).prop_map(|(prefix, partial_moves)| Element { prefix, partial_moves });
        let elements = prop::collection::vec(element, 0..4);
        let strategy = (any::<u8>(), any::<u32>(), any::<usize>(), elements).prop_map(
            |(control, value, requirement, elements)| Strategy {
                control: ControlState(control),
                value,
                requirement,
                elements,
            },
        );
        let tables = (
            prop::collection::vec(state.clone(), starts),
            prop::collection::vec(any::<u32>(), states),
            prop::collection::vec(state, states * letters),
        );
        (valuation(), any::<bool>(), tables, prop::collection::vec(strategy, 0..3)).prop_map(
            move |(valuation, nim_heap, (starts, outputs, mut transitions), strategies)| {
                for &start in &starts {
                    transitions[start as usize * letters] = start;
                }
                let automaton =
                    DigitAutomaton::over(&numeration, tracks, starts, outputs, transitions).unwrap();
                LawClaim { law: Law { nim_heap, ..Law::new(valuation, automaton) }, strategies }
            },
        )
    })
}

fn certificate() -> impl proptest::strategy::Strategy<Value = Certificate> {
    let period = (any::<u64>(), any::<u64>(), any::<u32>(), prop::collection::vec(any::<u32>(), 0..9))
        .prop_map(|(length, preperiod, saltus, values)| {
            Claim::Period(Period { length, preperiod, saltus, values })
        });
    let stored = (any::<u64>(), any::<u64>(), 1u8..3, any::<[u8; 4]>())
        .prop_map(|(length, preperiod, width, bytes)| StoredPeriod {
            // Lengths that a file can have.
            length: length >> 3 | 1,
            preperiod: preperiod >> 3,
            width,
            values: Identity::of_bytes(&bytes),
        })
        .prop_map(Claim::StoredPeriod);
    let windows = law().prop_map(|claim| Claim::Windows(claim.law));
    let claim = prop_oneof![law().prop_map(Claim::Law), windows, period, stored];
    let sums = prop::collection::vec(prop::collection::vec(any::<u64>(), 2), 0..3);
    ("(?s).{0,40}", claim, sums).prop_map(|(game, claim, sums)| {
        let order =
            PlayOrder::new(sums).filter(|_| !matches!(claim, Claim::Period(_) | Claim::StoredPeriod(_)));
        Certificate { game, order, claim }
    })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding(certificate in certificate()) {
        let text = certificate.encode();
        prop_assert_eq!(Certificate::decode(&text), Ok(certificate));
    }

    /// Any combination of lines: no panic, and the text that is read is written in the same way.
    #[test]
    fn no_text_makes_it_panic(places in prop::collection::vec((0usize..13, any::<u8>(), any::<u8>()), 0..12)) {
        let lines: Vec<&str> = NIM.lines().collect();
        let mut body = String::new();
        for (line, place, byte) in places {
            let mut line = lines.get(line).unwrap_or(&"period 1 from 2 saltus 0").to_string().into_bytes();
            if place < 128 && !line.is_empty() {
                let place = usize::from(place) % line.len();
                line[place] = byte % 128;
            }
            body.push_str(&String::from_utf8(line).unwrap());
            body.push('\n');
        }
        if let Ok(certificate) = Certificate::decode(&seal(&body)) {
            prop_assert_eq!(certificate.encode(), seal(&body));
        }
        prop_assert!(Certificate::decode(&body).is_err());
    }
}
