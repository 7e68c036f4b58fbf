// Answers positions, one a line: the control state and the coordinates. The
// modules, one for each game, and the match arms are written by the test.
MODULES

macro_rules! answer {
    ($strategy:ident) => {{
        println!("{}", $strategy::CERTIFICATE);
        for line in std::io::stdin().lines() {
            let line = line.unwrap();
            let (control, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let control: usize = control.parse().unwrap();
            let numbers: Vec<u128> = rest.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let position: $strategy::Position = numbers.try_into().unwrap();
            let Ok(value) = $strategy::value(&position, control) else {
                println!("fault");
                continue;
            };
            print!("{value} {} ", $strategy::outcome_name(value));
            match $strategy::winning_move(&position, control) {
                Ok(Some((target, control))) => {
                    let words: Vec<String> = target.iter().map(|number| format!(" {number}")).collect();
                    println!("{control}{}", words.concat());
                }
                Ok(None) => println!("none"),
                Err(fault) => {
                    assert_eq!(fault, $strategy::Fault::TooLarge);
                    println!("fault");
                }
            }
            assert_eq!($strategy::value(&position, $strategy::CONTROLS.len()), Err($strategy::Fault::Control));
        }
    }};
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
ARMS
        other => panic!("no strategy {other}"),
    }
}
