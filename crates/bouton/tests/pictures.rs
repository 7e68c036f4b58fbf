//! Pictures: well-formed, complete, the same every time, and true.

use bouton::{
    LimitReached, Limits, Playable, Valuation, Watch,
    picture::{Area, HeatMap, HeatMapValue, MarkedPeriod, Picture, Plane, SequencePlot, Theme},
    solve::{Node, RulesetOptions, Solver},
};
use quick_xml::{Reader, events::Event};

fn map(rules: &str, heaps: Option<usize>, upto: u64, fix: &[&str], shown: HeatMapValue) -> HeatMap {
    let playable = Playable::new(&bouton::rules::resolve(rules).unwrap(), heaps).unwrap();
    let plane = Plane::new(&playable, upto, None, fix).unwrap();
    HeatMap::new(&playable, plane, shown, &Watch::unlimited()).unwrap()
}

/// Whichever engine fills the plane, the values are those of the definition.
#[test]
fn every_plane_has_the_values_of_the_definition() {
    let twins = "heaps 3; move take 1..3 from 1 heap; move take the same any from 2 heaps";
    let welter = "counters a, b; positions where a != b; move a -> t where t < a, t != b; \
        move b -> t where t < b, t != a";
    for (rules, heaps, fix, shown, valuation) in [
        ("wythoff", None, vec![], HeatMapValue::Grundy, Valuation::Grundy),
        ("wythoff", None, vec![], HeatMapValue::Remoteness, Valuation::Remoteness),
        (twins, None, vec!["h2=7"], HeatMapValue::Grundy, Valuation::Grundy),
        (twins, None, vec!["h3=5"], HeatMapValue::Remoteness, Valuation::Remoteness),
        ("nim-with-a-pass", Some(2), vec!["control=used"], HeatMapValue::Grundy, Valuation::Grundy),
        (welter, None, vec![], HeatMapValue::Outcome, Valuation::NormalOutcome),
        (welter, None, vec![], HeatMapValue::Grundy, Valuation::Grundy),
        ("misere-nim", Some(3), vec!["h3=1"], HeatMapValue::Outcome, Valuation::MisereOutcome),
    ] {
        let map = map(rules, heaps, 19, &fix, shown);
        let playable = Playable::new(&bouton::rules::resolve(rules).unwrap(), heaps).unwrap();
        let ruleset = playable.ruleset().unwrap();
        let mut solver = Solver::new(
            RulesetOptions::new(ruleset, &Watch::unlimited()).unwrap(),
            valuation,
            &Watch::unlimited(),
        );
        for (across, up) in (0..20usize).flat_map(|across| (0..20usize).map(move |up| (across, up))) {
            let coordinates = map.plane().position(across as u64, up as u64);
            let exists = ruleset.has(&coordinates);
            let expected = exists.then(|| {
                solver
                    .value(&Node { coordinates: coordinates.clone(), control: map.plane().control() })
                    .unwrap()
            });
            assert_eq!(map.value(across, up), expected, "{rules} {shown:?} {coordinates:?}");
        }
    }
}

/// The texts of an SVG, in order. The SVG must be well-formed and must not refer to anything
/// outside itself.
fn texts_of(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let (mut depth, mut texts, mut text) = (0, Vec::new(), None::<String>);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                depth += 1;
                check_attributes(start.attributes());
                if start.name().as_ref() == "text" {
                    text = Some(String::new());
                }
            }
            Event::Empty(empty) => check_attributes(empty.attributes()),
            Event::End(end) => {
                depth -= 1;
                if end.name().as_ref() == "text" {
                    texts.extend(text.take());
                }
            }
            Event::Text(part) => text.iter_mut().for_each(|text| text.push_str(&part)),
            Event::GeneralRef(name) => {
                let letter = match &*name {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    "quot" => '"',
                    "#39" => '\'',
                    other => panic!("{other}"),
                };
                text.iter_mut().for_each(|text| text.push(letter));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    texts
}

fn check_attributes(attributes: quick_xml::events::attributes::Attributes<'_>) {
    for attribute in attributes {
        let attribute = attribute.unwrap();
        if attribute.key.as_ref().ends_with("href") {
            assert!(attribute.value.starts_with("data:image/png;base64,"));
        }
    }
}

/// Checks that a picture is well-formed, that no text is cut or overlaps another one, and that the
/// bytes are the same every time.
fn check(picture: &Picture) {
    let (width, height) = picture.size();
    let page = Area { left: 0.0, top: 0.0, right: width, bottom: height };
    let areas: Vec<(&str, Area)> = picture.texts().map(|text| (text.content(), text.area())).collect();
    for (index, (text, area)) in areas.iter().enumerate() {
        assert!(page.contains(area), "{text} is cut: {area:?} of {width} × {height}");
        for (other, beside) in &areas[..index] {
            assert!(!area.overlaps(beside), "{text} overlaps {other}");
        }
    }
    let written: Vec<&str> = areas.iter().map(|(text, _)| *text).collect();
    assert_eq!(texts_of(&picture.svg(&Watch::unlimited()).unwrap()), written);
    assert_eq!(picture.svg(&Watch::unlimited()).unwrap(), picture.clone().svg(&Watch::unlimited()).unwrap());
}

const LONG: &str = "counters apples, a_counter_whose_name_goes_on_and_on_and_on_and_on_without_an_end; \
                    move apples -> apples - t where t >= 1, t <= 3; \
                    move a_counter_whose_name_goes_on_and_on_and_on_and_on_without_an_end -> a_counter_whose_name_goes_on_and_on_and_on_and_on_without_an_end - 1";

#[test]
fn heat_maps_are_whole_and_well_formed() {
    let maps = [
        map("wythoff", None, 40, &[], HeatMapValue::Outcome),
        map("wythoff", None, 0, &[], HeatMapValue::Outcome),
        map("wythoff", None, 12, &[], HeatMapValue::Remoteness),
        map("wythoff", None, 50, &[], HeatMapValue::Remoteness),
        map("nim", Some(3), 15, &["h3=5"], HeatMapValue::Grundy),
        map("nim", Some(2), 16, &[], HeatMapValue::Grundy),
        map("nim", Some(2), 17, &[], HeatMapValue::Grundy),
        map("two-in-total", None, 9, &["h3=1", "h4=2"], HeatMapValue::Grundy),
        map("nim-with-a-pass", Some(3), 20, &["h3=4", "control=used"], HeatMapValue::Outcome),
        map("coalition-nim", Some(3), 20, &["h3=1"], HeatMapValue::Outcome),
        map("podium-nim", Some(3), 20, &["h3=3"], HeatMapValue::PPositions),
        map("players 9 podium; heaps 2; move take any from 1 heap", None, 12, &[], HeatMapValue::Outcome),
        map("take-three", None, 30, &[], HeatMapValue::Grundy),
        map("kayles", None, 12, &["h3=2"], HeatMapValue::Grundy),
        map(LONG, None, 3, &[], HeatMapValue::Outcome),
        map(LONG, None, 100, &[], HeatMapValue::Outcome),
    ];
    for map in &maps {
        for theme in [Theme::LIGHT, Theme::DARK] {
            check(&map.picture(&theme, &Watch::unlimited()).unwrap());
        }
    }
}

#[test]
fn plots_are_whole_and_well_formed() {
    let period = MarkedPeriod { length: 12, preperiod: 71, saltus: 0, proved: true };
    let kayles = bouton::TakeAndBreakCode::new(vec![0, 7, 7]).unwrap();
    let values = bouton::solve::grundy_sequence(&kayles, 5000, &Watch::unlimited()).unwrap().values;
    for count in [0, 1, 2, 100, 2000, 5000] {
        let plot = SequencePlot::new("kayles <&\"'>", &values[..count], Some(period));
        assert_eq!(plot.frequencies().iter().sum::<u64>(), count as u64);
        check(&plot.picture(&Theme::LIGHT, &Watch::unlimited()).unwrap());
        check(
            &SequencePlot::new(LONG, &values[..count], None)
                .picture(&Theme::DARK, &Watch::unlimited())
                .unwrap(),
        );
    }
    // With a saltus, the values grow without bound.
    let line: Vec<u32> = (0..1000).map(|n| n * 7).collect();
    let period = MarkedPeriod { length: 1, preperiod: 0, saltus: 7, proved: false };
    let picture =
        SequencePlot::new("a line", &line, Some(period)).picture(&Theme::LIGHT, &Watch::unlimited()).unwrap();
    check(&picture);
    assert!(
        picture
            .svg(&Watch::unlimited())
            .unwrap()
            .contains("period 1 from 0 on, saltus 7, seen as far as this, not proved")
    );
}

#[test]
fn a_large_map_is_a_small_file() {
    // The P-positions as runs: each is written once.
    let map = map("wythoff", None, 1023, &[], HeatMapValue::Outcome);
    let svg = map.picture(&Theme::LIGHT, &Watch::unlimited()).unwrap().svg(&Watch::unlimited()).unwrap();
    assert!(svg.len() < 100_000, "{}", svg.len());
    assert!(svg.contains("M4 1016h1v1h-1z") && svg.contains("M7 1019h1v1h-1z"));
    // A million different values as an image.
    let playable = Playable::new(&bouton::rules::resolve("nim").unwrap(), Some(2)).unwrap();
    let plane = Plane::new(&playable, 1023, None, &[""; 0]).unwrap();
    let nim_sum = |position: &[u64], _| Ok(u32::try_from(position[0] ^ position[1]).ok());
    let map =
        HeatMap::from_values(&playable, plane, HeatMapValue::Grundy, &Watch::unlimited(), nim_sum).unwrap();
    let picture = map.picture(&Theme::LIGHT, &Watch::unlimited()).unwrap();
    check(&picture);
    assert!(
        picture.svg(&Watch::unlimited()).unwrap().len() < 1_500_000,
        "{}",
        picture.svg(&Watch::unlimited()).unwrap().len()
    );
}

#[test]
fn drawing_asks_the_watch() {
    let (map, over) = (map("nim", Some(2), 99, &[], HeatMapValue::Grundy), Watch::unlimited());
    let picture = map.picture(&Theme::LIGHT, &over).unwrap();
    let values: Vec<u32> = (0..5000).collect();
    let plot = SequencePlot::new("a line", &values, None);
    over.cancel();
    assert_eq!(picture.svg(&over), Err(LimitReached::Cancelled));
    assert_eq!(map.picture(&Theme::LIGHT, &over), Err(LimitReached::Cancelled));
    assert_eq!(map.half_blocks(&over), Err(LimitReached::Cancelled));
    assert_eq!(map.coloured_half_blocks(&Theme::LIGHT, &over), Err(LimitReached::Cancelled));
    assert_eq!(plot.picture(&Theme::LIGHT, &over), Err(LimitReached::Cancelled));
    #[cfg(feature = "png")]
    assert_eq!(picture.png(1, &over), Err(bouton::picture::PictureError::Limit(LimitReached::Cancelled)));
}

#[test]
fn half_blocks_show_the_p_positions() {
    let map = map("wythoff", None, 9, &[], HeatMapValue::Outcome);
    let text = map.half_blocks(&Watch::unlimited()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "h2");
    // The lowest line is that of h2 = 0 and 1: (0, 0) below, (2, 1) above.
    assert_eq!(lines[5], "0│▄ ▀");
    // Then 2 and 3: (1, 2) below, (5, 3) above.
    assert_eq!(lines[4], "2│ ▄   ▀");
    assert!(lines[7].ends_with("h1"));
    let coloured = map.coloured_half_blocks(&Theme::DARK, &Watch::unlimited()).unwrap();
    assert_eq!(coloured.matches('▀').count(), 50);
}

#[test]
fn what_there_is_not_is_refused() {
    let playable = |rules| Playable::new(&bouton::rules::resolve(rules).unwrap(), None).unwrap();
    let refused = |rules, shown| {
        let playable = playable(rules);
        let plane = Plane::new(&playable, 9, None, &[""; 0]).unwrap();
        HeatMap::new(&playable, plane, shown, &Watch::unlimited()).unwrap_err().to_string()
    };
    let misere = "heaps 2; move take any from 1 heap; play misere";
    assert!(refused(misere, HeatMapValue::Grundy).contains("normal play"));
    assert!(refused(misere, HeatMapValue::Remoteness).contains("normal play"));
    let podium = "players 3 podium; heaps 2; move take any from 1 heap";
    assert!(refused(podium, HeatMapValue::Grundy).contains("two players"));
}

#[cfg(feature = "png")]
mod png {
    use super::*;

    /// Width, height, and the colours of the pixels.
    fn decoded(file: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let pixels = pixels.chunks(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        (info.width as usize, info.height as usize, pixels)
    }

    #[test]
    fn every_position_has_its_colour() {
        let map = map("wythoff", None, 59, &[], HeatMapValue::Outcome);
        for (theme, scale) in [(Theme::LIGHT, 1), (Theme::DARK, 3)] {
            let picture = map.picture(&theme, &Watch::unlimited()).unwrap();
            let (width, height, pixels) = decoded(&picture.png(scale, &Watch::unlimited()).unwrap());
            let size = picture.size();
            assert_eq!((width as f64, height as f64), (size.0 * f64::from(scale), size.1 * f64::from(scale)));
            // The corner of the map: where its colours begin, and cells of 8.
            let cell = 8 * scale as usize;
            let is_of_map = |pixel: &[u8; 3]| *pixel == theme.plain.0 || *pixel == theme.lost.0;
            let row = pixels
                .chunks(width)
                .position(|row| row.iter().filter(|pixel| is_of_map(pixel)).count() > 400);
            let row = row.unwrap();
            let column = pixels[row * width..].iter().position(is_of_map).unwrap();
            // The frame covers half a pixel of the first cells.
            let (left, top) =
                (column / scale as usize * scale as usize, row / scale as usize * scale as usize);
            for up in 0..60 {
                for across in 0..60 {
                    let (x, y) = (left + across * cell + cell / 2, top + (59 - up) * cell + cell / 2);
                    let expected = if map.value(across, up) == Some(0) { theme.lost } else { theme.plain };
                    assert_eq!(pixels[y * width + x], expected.0, "{across},{up}");
                }
            }
            assert_eq!((map.value(3, 5), map.value(20, 12), map.value(12, 12)), (Some(0), Some(0), Some(1)));
        }
    }

    #[test]
    fn the_same_question_gives_the_same_bytes() {
        let picture = || {
            map("nim", Some(3), 12, &["h3=3"], HeatMapValue::Grundy)
                .picture(&Theme::DARK, &Watch::unlimited())
                .unwrap()
        };
        assert_eq!(picture().png(2, &Watch::unlimited()), picture().png(2, &Watch::unlimited()));
    }

    /// 77 MB of pixels.
    #[test]
    fn a_large_picture_is_never_in_memory_all_at_once() {
        let map = map("nim", Some(2), 1023, &[], HeatMapValue::Grundy);
        let picture = map.picture(&Theme::LIGHT, &Watch::unlimited()).unwrap();
        let few = Watch::new(&Limits { memory: 5 << 20, ..Limits::default() });
        let large = decoded(&picture.png(4, &few).unwrap());
        assert!(large.0 > 4096 && large.1 > 4096);
        // Bands meet without a seam: each row of cells has four rows of pixels.
        let whole = decoded(&picture.png(1, &Watch::unlimited()).unwrap());
        let row = |(width, _, pixels): &(usize, usize, Vec<[u8; 3]>),
                   y: usize,
                   scale: usize|
         -> Vec<[u8; 3]> { (200..1000).map(|x| pixels[y * width + x * scale]).collect() };
        for y in 200..1000 {
            assert_eq!(row(&large, 4 * y + y % 4, 4), row(&whole, y, 1), "{y}");
        }
    }

    #[test]
    fn letters_are_painted() {
        // The title alone darkens hundreds of pixels of the empty page above the map.
        let picture = map("wythoff", None, 5, &[], HeatMapValue::Outcome)
            .picture(&Theme::LIGHT, &Watch::unlimited())
            .unwrap();
        let (width, _, pixels) = decoded(&picture.png(2, &Watch::unlimited()).unwrap());
        let ink = pixels[..width * 80].iter().filter(|pixel| **pixel == Theme::LIGHT.ink.0).count();
        assert!(ink > 200, "{ink}");
    }
}

#[test]
fn sums_of_heaps_have_the_values_of_tables() {
    // One map by the values of heaps, one by the definition; a guard that is always true hides the
    // sum.
    let pairs = [
        (
            "heaps 3; move take {1,3,4} from 1 heap",
            "heaps 3; move take {1,3,4} from 1 heap when h1 + h2 + h3 >= 0",
        ),
        (
            "heaps 3; move take odd from 1 heap",
            "counters h1, h2, h3; move h1 -> h1 - 2*t - 1 where t >= 0; move h2 -> h2 - 2*t - 1 where t >= 0; move h3 -> h3 - 2*t - 1 where t >= 0",
        ),
    ];
    for (sum, plain) in pairs {
        for shown in [HeatMapValue::Outcome, HeatMapValue::Grundy] {
            let (sum, plain) = (map(sum, None, 20, &["h2=3"], shown), map(plain, None, 20, &["h2=3"], shown));
            for (across, up) in (0..21).flat_map(|across| (0..21).map(move |up| (across, up))) {
                assert_eq!(sum.value(across, up), plain.value(across, up), "{shown:?} {across},{up}");
            }
        }
    }
    let kayles = map("kayles", None, 40, &["h3=2"], HeatMapValue::Grundy);
    // The Grundy values of Kayles begin 0, 1, 2, 3, 1, 4, 3, 2, 1, 4 (Winning Ways, chapter 4); g(40) = 1.
    let [two, five, nine, forty] = [2, 4, 4, 1];
    assert_eq!((kayles.value(5, 9), kayles.value(40, 0)), (Some(five ^ nine ^ two), Some(forty ^ two)));
}
