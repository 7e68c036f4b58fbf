use super::*;
use num_bigint::BigUint;

/// Returns one numeration of each kind.
fn all() -> Vec<Numeration> {
    let bases = [2, 3, 7, 16].map(|b| Numeration::base(b).unwrap());
    let bonaccis = [2, 3, 4, 8].map(|k| Numeration::bonacci(k).unwrap());
    let slopes = [2, 3, 15].map(|a| Numeration::ostrowski(a).unwrap());
    let periods: [&[u32]; 6] = [&[1, 2], &[2, 1], &[1, 3], &[1, 1, 2], &[2, 1, 1, 1], &[2, 4]];
    let periods = periods.map(|period| Numeration::ostrowski_period(period).unwrap());
    let two = [(2, 1), (2, 2), (3, 1), (8, 8)].map(|(s, t)| Numeration::fraenkel(s, t).unwrap());
    bases.into_iter().chain(bonaccis).chain(slopes).chain(periods).chain(two).collect()
}

/// All words of `length` digits, leading zeros included, in lexicographic order.
fn words(numeration: &Numeration, length: usize) -> Vec<Vec<u8>> {
    let mut words = vec![(Vec::new(), 0)];
    for _ in 0..length {
        let longer = words.iter().flat_map(|(word, state)| {
            (0..=numeration.largest_digit()).filter_map(move |digit| {
                let next = numeration.follow(*state, digit)?;
                Some(([&word[..], &[digit]].concat(), next))
            })
        });
        words = longer.collect();
    }
    words.into_iter().map(|(word, _)| word).collect()
}

/// Tests that the words of any length are the numbers 0, 1, 2, …, each once, in this order.
#[test]
fn each_number_has_one_word() {
    for numeration in all() {
        let length = (1..).find(|&length| words(&numeration, length).len() > 300).unwrap();
        for (number, word) in (0u64..).zip(words(&numeration, length)) {
            assert_eq!(numeration.number(word.iter().copied()), Some(number.into()), "{numeration} {word:?}");
            let zeros = word.iter().take_while(|&&digit| digit == 0).count();
            assert_eq!(numeration.word_small(number), word[zeros..], "{numeration} {number}");
        }
    }
}

/// Tests the weights against books.
#[test]
fn the_weights_agree_with_books() {
    let weights = |name: &str, expected: &[u64]| {
        let numeration: Numeration = name.parse().unwrap();
        let one = |place: usize| (0..=place).map(move |at| u8::from(at == 0));
        let found: Vec<_> = (0..expected.len()).map(|place| numeration.number(one(place)).unwrap()).collect();
        assert_eq!(found, expected.iter().map(|&weight| BigUint::from(weight)).collect::<Vec<_>>(), "{name}");
    };
    weights("3", &[1, 3, 9, 27]);
    weights("fibonacci", &[1, 2, 3, 5, 8, 13]); // OEIS A000045
    weights("tribonacci", &[1, 2, 4, 7, 13, 24]); // OEIS A000073
    weights("ostrowski(2)", &[1, 3, 7, 17, 41]); // OEIS A001333
    weights("ostrowski(3)", &[1, 4, 13, 43]); // OEIS A003688
}

/// The places of a number in the p-system of a slope, the last one first: the largest weight as
/// often as it fits, and so on.
fn places(period: &[u32], number: u64) -> Vec<u64> {
    let mut weights = vec![1, 1];
    for place in 0.. {
        let next = u64::from(period[place % period.len()]) * weights[place + 1] + weights[place];
        weights.push(next);
        if next > number {
            break;
        }
    }
    let mut rest = number;
    let mut places: Vec<u64> = weights[1..]
        .iter()
        .rev()
        .map(|weight| {
            let place = rest / weight;
            rest %= weight;
            place
        })
        .collect();
    places.reverse();
    places
}

/// A digit of a longer period is a block of its places, in the order of their values.
#[test]
fn blocks_are_the_places_of_ostrowski() {
    let periods: [&[u32]; 7] = [&[1, 2], &[2, 1], &[1, 3], &[3, 1], &[2, 3], &[1, 1, 2], &[2, 1, 1, 1]];
    for period in periods {
        let numeration = Numeration::ostrowski_period(period).unwrap();
        let mut blocks: Vec<Vec<u64>> = Vec::new();
        for number in 0..3_000 {
            let mut places = places(period, number);
            places.resize(places.len().next_multiple_of(period.len()), 0);
            let mut word: Vec<usize> = Vec::new();
            for block in places.chunks(period.len()).rev() {
                // The blocks occur in order as last blocks.
                let known = blocks.iter().position(|known| known == block);
                word.push(known.unwrap_or_else(|| {
                    blocks.push(block.to_vec());
                    blocks.len() - 1
                }));
            }
            let zeros = word.iter().take_while(|&&digit| digit == 0).count();
            let expected: Vec<u8> = word[zeros..].iter().map(|&digit| u8::try_from(digit).unwrap()).collect();
            assert_eq!(numeration.word_small(number), expected, "{numeration} {number}");
        }
        assert_eq!(blocks.len(), numeration.digits());
        assert_eq!(numeration.as_ostrowski_period().as_deref(), Some(period));
    }
}

/// Tests digits and weights against the definition (Fraenkel, 1998, theorem 5).
#[test]
fn two_parameters_have_the_weights_of_the_paper() {
    for (s, t) in (1..8).flat_map(|s| (1..8).map(move |t| (s, t))) {
        let numeration = Numeration::fraenkel(s, t).unwrap();
        let (s, t) = (u64::from(s), u64::from(t));
        let mut weights = vec![1, s + t];
        while let [.., before, last] = weights[..]
            && last < 2_000
        {
            weights.push((s + t - 1) * last + s * before);
        }
        for number in 0..2_000 {
            let word = numeration.word_small(number).into_iter().rev().map(u64::from);
            assert_eq!(word.zip(&weights).map(|(digit, weight)| digit * weight).sum::<u64>(), number);
        }
    }
    assert_eq!(Numeration::fraenkel(1, 4), Numeration::ostrowski(4));
}

#[test]
fn there_is_no_numeration_of_too_many_blocks() {
    let none: [&[u32]; 7] = [&[], &[0], &[1, 0], &[4, 5], &[16], &[1, 2, 3, 4], &[u32::MAX, 1]];
    assert!(none.iter().all(|period| Numeration::ostrowski_period(period).is_none()));
    assert!(
        [(0, 2), (2, 0), (9, 8), (u32::MAX, 1)].iter().all(|&(s, t)| Numeration::fraenkel(s, t).is_none())
    );
    for (period, shorter) in [(vec![2, 2, 2], vec![2]), (vec![1, 2, 1, 2], vec![1, 2])] {
        assert_eq!(Numeration::ostrowski_period(&period), Numeration::ostrowski_period(&shorter));
    }
    assert_eq!(Numeration::ostrowski_period(&[1, 1]), Some(Numeration::fibonacci()));
}

#[test]
fn words_are_numbers_and_prefixes_are_appended_to() {
    for numeration in all() {
        for number in (0..300).chain([1 << 40, u64::MAX >> 1, u64::MAX, 1 << 63]) {
            let word = numeration.word_small(number);
            assert_ne!(word.first(), Some(&0));
            assert_eq!(word, numeration.word(&number.into()));
            assert_eq!(word.len() as u64, numeration.places(&number.into()));
            assert_eq!(
                numeration.number([0, 0].into_iter().chain(word.iter().copied())),
                Some(number.into())
            );
            let read = word.iter().try_fold(0, |number, &digit| numeration.append(number, digit));
            assert_eq!(read, Some(number), "{numeration}");
            assert_eq!(word.len(), numeration.places_small(number) as usize);
            for places in 0..=64 {
                let ending = numeration.ending(number, places);
                let last = word.len().saturating_sub(places as usize);
                assert_eq!(numeration.number(word[last..].iter().copied()), Some(ending.into()));
                let before = numeration.number(word[..last].iter().copied()).unwrap();
                let before = u64::try_from(before).unwrap();
                assert_eq!(numeration.join(before, ending, places), Some(number), "{number} {places}");
                assert!(numeration.can_join(before, ending, places));
            }
        }
    }
    let binary = Numeration::binary();
    assert_eq!(binary.append(1 << 63, 0), None);
    assert_eq!((binary.append(1, 2), binary.number([1, 2])), (None, None));
    assert_eq!((binary.join(1, 0, 64), binary.join(1 << 60, 0, 4)), (None, None));
    assert_eq!((binary.join(1, 4, 2), binary.join(0, 4, 2)), (None, None));
    assert_eq!(binary.append_letter(&[1 << 63, 0], 0), None);
    let fibonacci = Numeration::fibonacci();
    // 1 and 1, side by side.
    assert_eq!((fibonacci.join(1, 1, 1), fibonacci.can_join(1, 1, 1)), (None, false));
    assert_eq!((fibonacci.join(1, 1, 2), fibonacci.join(u64::MAX, 0, 1)), (Some(4), None));
    assert!(fibonacci.can_join(u64::MAX - 1, 0, 1));
    assert_eq!((fibonacci.append(1, 1), fibonacci.append(u64::MAX, 0)), (None, None));
    assert_eq!([1, 2, 0].map(|number| fibonacci.state_after(number)), [1, 0, 0]);
}

#[test]
fn letters_have_the_digits_of_their_alphabet() {
    for numeration in all() {
        let tracks = if numeration.digits() < 4 { 5 } else { 2 };
        let alphabet = numeration.alphabet(tracks).unwrap();
        for letter in 0..alphabet.letters() {
            let digits: Vec<u8> = alphabet.digits_of(letter).collect();
            assert_eq!((0..tracks).map(|track| numeration.digit(letter, track)).collect::<Vec<_>>(), digits);
            assert_eq!(digits.iter().copied().map(u64::from).sum::<u64>(), numeration.digit_sum(letter));
        }
        for track in 0..tracks {
            assert_eq!(
                alphabet.letter((0..tracks).map(|other| u8::from(other == track))),
                numeration.letter_of_one(track)
            );
        }
    }
}

#[test]
fn remainders_and_forms_go_on_as_numbers_do_in_a_base() {
    for base in [Numeration::binary(), Numeration::base(5).unwrap()] {
        for (number, digit) in (0..100u64).flat_map(|number| [(number, 0), (number, 1)]) {
            let longer = base.append(number, digit).unwrap();
            for modulus in 1..9 {
                assert_eq!(base.append_remainder(number % modulus, digit, modulus), Some(longer % modulus));
            }
            let signed = |number: u64| -3 * i64::try_from(number).unwrap();
            assert_eq!(base.append_linear(signed(number), signed(digit.into())), Some(signed(longer)));
        }
    }
    let binary = Numeration::binary();
    assert_eq!(binary.append_remainder(u64::MAX - 1, 1, u64::MAX), Some(u64::MAX - 1));
    assert_eq!(binary.append_linear(i64::MAX, 0), None);
    assert_eq!(Numeration::fibonacci().append_linear(1, 0), None);
}

#[test]
fn letters_are_read_alike_for_numbers_of_any_size() {
    for numeration in all() {
        for position in [vec![], vec![0, 0], vec![5, 0, 1], vec![1, 1023, 64]] {
            let big: Vec<BigUint> = position.iter().copied().map(BigUint::from).collect();
            let letters: Vec<usize> = numeration.letters_of(&big).collect();
            assert_eq!(letters, numeration.letters_of_small(&position).collect::<Vec<_>>());
            assert_ne!(letters.first(), Some(&0));
            assert_eq!(numeration.numbers(position.len(), letters.iter().copied()), Some(big));
            assert_eq!(numeration.numbers_small(position.len(), &letters), Some(position.clone()));
            let mut read = vec![0; position.len()];
            for letter in letters {
                read = numeration.append_letter(&read, letter).unwrap();
            }
            assert_eq!(read, position);
        }
        let large = BigUint::from(7u32).pow(300) + 11u32;
        assert_eq!(numeration.number(numeration.word(&large)), Some(large));
    }
}

#[test]
fn names_are_read_back() {
    for numeration in all() {
        assert_eq!(numeration.to_string().parse(), Ok(numeration.clone()));
    }
    assert_eq!(Numeration::ostrowski(1), Some(Numeration::fibonacci()));
    assert_eq!("ostrowski(2)".parse::<Numeration>().unwrap().parts(), "2,1 words 0,0,1 0,-,-");
    for wrong in [
        "ostrowski(1,)",
        "ostrowski(9,8)",
        "fraenkel(2)",
        "fraenkel(2,1,1)",
        "",
        "1",
        "17",
        "+3",
        "ostrowski",
        "ostrowski()",
        "1-bonacci",
        "9-bonacci",
        "fib",
    ] {
        assert!(wrong.parse::<Numeration>().is_err(), "{wrong}");
    }
}

#[test]
fn data_that_are_none_are_refused() {
    let rows = |rows: &[&[Option<u8>]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    let of = |recurrence: &[u32], words: &[&[Option<u8>]]| {
        Numeration::from_parts(recurrence.to_vec(), rows(words))
    };
    let (some, none) = (Some(0), None);
    assert_eq!(of(&[2], &[&[some, some]]), Ok(Numeration::binary()));
    for recurrence in [&[][..], &[1], &[0, 2], &[1, 0], &[17], &[1; 9]] {
        assert_eq!(of(recurrence, &[&[some, some]]), Err(NumerationFault::Recurrence), "{recurrence:?}");
    }
    assert_eq!(of(&[2], &[]), Err(NumerationFault::Rows));
    assert_eq!(of(&[2], &[&[some]]), Err(NumerationFault::Rows));
    assert_eq!(of(&[1, 1], &[&[some, Some(1)], &[some]]), Err(NumerationFault::Rows));
    assert_eq!(of(&[2], &[&[some, Some(1)]]), Err(NumerationFault::NoSuchState(1)));
    assert_eq!(of(&[2], &[&[none, some]]), Err(NumerationFault::Zero(0)));
    assert_eq!(of(&[1, 1], &[&[Some(1), some], &[some, some]]), Err(NumerationFault::Zero(0)));
    assert_eq!(of(&[1, 1], &[&[some, Some(1)], &[none, some]]), Err(NumerationFault::Zero(1)));
    let two = |matrix: [[u32; 2]; 2], second: &[u32]| {
        Numeration::from_matrix(matrix, second.to_vec(), rows(&[&[some, some, some]]))
    };
    assert!(two([[2, 3], [1, 2]], &[0, 1, 1]).is_ok());
    for matrix in [
        [[0, 1], [1, 0]],
        [[2, 0], [1, 2]],
        [[2, 3], [0, 2]],
        [[17, 3], [1, 2]],
        [[1, 4], [4, 1]],
        [[2, 2], [2, 2]],
    ] {
        assert_eq!(two(matrix, &[0, 1, 1]), Err(NumerationFault::Matrix), "{matrix:?}");
    }
    for second in [&[0, 1][..], &[0, 1, 1, 2], &[1, 1, 1], &[0, 1, 17]] {
        assert_eq!(two([[2, 3], [1, 2]], second), Err(NumerationFault::Matrix), "{second:?}");
    }
    assert_eq!(two([[2, 1], [1, 0]], &[0, 1, 2]), of(&[2, 1], &[&[some, some, some]]));
    // Parts that are not a numeration may be accepted: the results are meaningless, but nothing
    // panics.
    let wrong = of(&[3], &[&[some, some]]).unwrap();
    assert_eq!((wrong.as_base(), wrong.to_string().as_str()), (None, "3 words 0,0"));
    assert!((0..100).all(|n| wrong.word_small(n).iter().all(|&digit| digit < 2)));
}
