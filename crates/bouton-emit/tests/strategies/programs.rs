//! Compiles and runs emitted programs, and judges their answers.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use bouton_core::{Valuation, Value};
use bouton_emit::{Language, emit};
use bouton_testdata::oracle;
use num_bigint::{BigInt, BigUint};

use crate::{
    brute_force::{Solver, is_move, options},
    games::{Case, cases},
    questions,
};

/// A directory of its own for each language, under the target directory.
fn workplace(language: Language) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(language.to_string());
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Emits all games in `language`, runs the programs and judges all answers.
pub(crate) fn compare(language: Language) {
    let tool = match language {
        Language::Rust => "rustc",
        Language::Python => "python3",
        Language::C => "cc",
        Language::JavaScript => "node",
    };
    if !oracle::is_there(tool) {
        return;
    }
    let directory = workplace(language);
    let mut files = Vec::new();
    for case in cases() {
        let program = emit(&case.ruleset, &case.law, &case.certificate, language).unwrap();
        assert!(program.is_ascii() && program.contains(case.ruleset.text().lines().next().unwrap()));
        let file = directory.join(format!("{}.{}", case.name, language.extension()));
        fs::write(&file, program).unwrap();
        files.push(file);
    }
    let rust = (language == Language::Rust).then(|| compile_rust(&directory));
    for (case, file) in cases().iter().zip(&files) {
        let command = match (language, &rust) {
            (Language::Python, _) => driver(tool, &["-B", "-W", "error"], "driver.py", file),
            (Language::JavaScript, _) => driver(tool, &[], "driver.js", file),
            (_, Some(program)) => {
                let mut command = Command::new(program);
                command.arg(case.name);
                command
            }
            _ => Command::new(compile_c(file)),
        };
        judge(case, command, language);
    }
}

fn drivers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strategies/drivers")
}

fn driver(tool: &str, options: &[&str], script: &str, file: &Path) -> Command {
    let mut command = Command::new(tool);
    command.args(options).arg(drivers().join(script)).arg(file);
    command
}

fn run_compiler(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// One program with all games as modules.
fn compile_rust(directory: &Path) -> PathBuf {
    let (mut modules, mut arms) = (String::new(), String::new());
    for case in cases() {
        modules.push_str(&format!("mod {0};\n", case.name));
        arms.push_str(&format!("        \"{0}\" => answer!({0}),\n", case.name));
    }
    let text = fs::read_to_string(drivers().join("driver.rs")).unwrap();
    let main = directory.join("main.rs");
    fs::write(&main, text.replace("MODULES", &modules).replace("ARMS\n", &arms)).unwrap();
    // A lone file is compiled as the oldest edition.
    let lone = directory.join(format!("{}.rs", cases()[0].name));
    run_compiler(
        Command::new("rustc")
            .args(["-D", "warnings", "--crate-type", "lib", "--out-dir"])
            .args([directory, &lone]),
    );
    let program = directory.join("strategies");
    run_compiler(
        Command::new("rustc")
            .args([
                "--edition",
                "2021",
                "-D",
                "warnings",
                "-C",
                "opt-level=1",
                "-C",
                "overflow-checks=on",
                "-o",
            ])
            .args([&program, &main]),
    );
    program
}

fn compile_c(file: &Path) -> PathBuf {
    let program = file.with_extension("");
    run_compiler(
        Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-o"])
            .arg(&program)
            .arg(format!("-DSTRATEGY=\"{}\"", file.display()))
            .arg(drivers().join("driver.c")),
    );
    program
}

/// Asks the program about small and huge positions.
fn judge(case: &Case, mut command: Command, language: Language) {
    let bits = match language {
        Language::Rust => 128,
        Language::C => 64,
        _ if case.law.numeration().is_binary() => 200,
        Language::Python | Language::JavaScript => 110,
    };
    let small = questions::small(case);
    let mut huge = questions::huge(case, bits);
    // Where numbers have any size, the largest ones were tested already.
    if case.may_grow && bits != 110 {
        huge.extend(questions::huge(case, bits - 6));
    }
    let mut text = String::new();
    for (control, position) in &small {
        text.push_str(&line(*control, position));
    }
    for (control, position) in &huge {
        text.push_str(&line(*control, position));
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{} in {language}", case.name);
    let answers = String::from_utf8(output.stdout).unwrap();
    let mut answers = answers.lines();
    assert_eq!(answers.next(), Some(case.certificate.as_str()), "the certificate is named");

    let mut solver = Solver::new(&case.ruleset, case.value_of());
    for (control, position) in small {
        let answer = Answer::parse(answers.next().unwrap(), case.ruleset.dimension());
        let context = format!("{} in {language}: {control} {position:?} {answer:?}", case.name);
        judge_small(
            case,
            &mut solver,
            control,
            position,
            &answer.unwrap_or_else(|| panic!("{context}")),
            &context,
        );
    }
    for (control, position) in huge {
        let answer = Answer::parse(answers.next().unwrap(), case.ruleset.dimension());
        let context = format!("{} in {language}: {control} {position:?} {answer:?}", case.name);
        let longest = position.iter().map(BigUint::bits).max().unwrap_or(0);
        match answer {
            Some(answer) => judge_huge(case, control, &position, &answer, &context),
            None => assert!(case.may_grow && bits < 200 && longest + 6 > bits, "{context}"),
        }
    }
    assert_eq!(answers.next(), None);
}

fn line<T: ToString>(control: u8, position: &[T]) -> String {
    let words: Vec<String> =
        std::iter::once(control.to_string()).chain(position.iter().map(T::to_string)).collect();
    words.join(" ") + "\n"
}

/// The answer of a program for a position.
#[derive(Debug)]
struct Answer {
    value: BigUint,
    name: String,
    /// The control state and the position moved to.
    target: Option<(u8, Vec<BigUint>)>,
}

impl Answer {
    /// `None` if the program reports that numbers may become too large.
    fn parse(line: &str, dimension: usize) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let target = match words[..] {
            [.., "fault"] => return None,
            [_, _, "none"] => None,
            [_, _, control, ref numbers @ ..] => {
                assert_eq!(numbers.len(), dimension, "{line}");
                Some((control.parse().unwrap(), numbers.iter().map(|word| word.parse().unwrap()).collect()))
            }
            _ => panic!("`{line}` is no answer"),
        };
        Some(Self { value: words[0].parse().unwrap(), name: words[1].to_owned(), target })
    }
}

/// The value of an option that a best move leads to, given the value of the position.
fn best(valuation: Valuation, value: &BigUint) -> Option<Value> {
    let small = Value::try_from(value).ok();
    match valuation {
        Valuation::Grundy => (small != Some(0)).then_some(0),
        Valuation::Remoteness => small.filter(|value| value % 2 == 1).map(|value| value - 1),
        Valuation::Podium { players } => {
            small.map(|value| (value + Value::from(players) - 1) % Value::from(players))
        }
        _ => (small == Some(1)).then_some(0),
    }
}

fn outcome_name(valuation: Valuation, value: &BigUint) -> String {
    match valuation {
        Valuation::Grundy => if *value == BigUint::ZERO { "P" } else { "N" }.to_owned(),
        Valuation::Remoteness => if value.bit(0) { "N" } else { "P" }.to_owned(),
        _ => valuation.value_name(Value::try_from(value).unwrap()),
    }
}

fn judge_small(
    case: &Case,
    solver: &mut Solver,
    control: u8,
    position: Vec<u64>,
    answer: &Answer,
    context: &str,
) {
    let valuation = case.value_of();
    let place = (control, position);
    let value = BigUint::from(valuation.coarse(solver.value(&place)));
    assert_eq!(answer.value, value, "{context}");
    assert_eq!(answer.name, outcome_name(valuation, &value), "{context}");
    let moves = options(&case.ruleset, &place);
    let good: Vec<_> = match best(valuation, &value) {
        Some(wanted) => {
            moves.into_iter().filter(|option| valuation.coarse(solver.value(option)) == wanted).collect()
        }
        None => Vec::new(),
    };
    match &answer.target {
        None => assert!(good.is_empty(), "{context}, but there is {good:?}"),
        Some((control, target)) => {
            let target = target.iter().map(|number| u64::try_from(number).unwrap()).collect();
            assert!(good.contains(&(*control, target)), "{context}, not in {good:?}");
        }
    }
}

/// The Grundy value at which a law with a Nim heap has the output P: a small one, else one near the
/// nim-sum, which the law has to confirm.
fn grundy_by_law(case: &Case, control: u8, position: &[BigUint]) -> BigUint {
    let nim_sum = position.iter().fold(BigUint::ZERO, |sum, number| sum ^ number);
    let lost = |heap: &BigUint| {
        let whole: Vec<BigUint> = position.iter().chain([heap]).cloned().collect();
        case.law.automaton.evaluate(control.into(), &whole) == 0
    };
    let near =
        (0..4u32).flat_map(|distance| [&nim_sum + distance, &nim_sum - nim_sum.clone().min(distance.into())]);
    (0..64u32).map(BigUint::from).chain(near).find(lost).expect("every position has a value")
}

/// Values by the law itself; moves by the rules.
fn judge_huge(case: &Case, control: u8, position: &[BigUint], answer: &Answer, context: &str) {
    let valuation = case.value_of();
    let value_of = |control: u8, position: &[BigUint]| match case.law.nim_heap {
        true => grundy_by_law(case, control, position),
        false => valuation.coarse(case.law.automaton.evaluate(control.into(), position)).into(),
    };
    let value = value_of(control, position);
    assert_eq!(answer.value, value, "{context}");
    assert_eq!(answer.name, outcome_name(valuation, &value), "{context}");
    let wanted = best(valuation, &value);
    match &answer.target {
        // Where a value promises a move, the answer has one. Only the value 0 of the podium rule and
        // ended misère play do not.
        None => {
            let ended = match valuation {
                Valuation::Podium { .. } => value == BigUint::ZERO,
                Valuation::MisereOutcome | Valuation::MisereOutcomeAndEnd => case.ruleset.moves().is_empty(),
                _ => false,
            };
            assert!(wanted.is_none() || ended, "{context}");
        }
        Some((to, target)) => {
            let integers =
                |numbers: &[BigUint]| numbers.iter().cloned().map(BigInt::from).collect::<Vec<_>>();
            assert_eq!(Some(value_of(*to, target)), wanted.map(BigUint::from), "{context}");
            assert!(
                is_move(&case.ruleset, (control, &integers(position)), (*to, &integers(target))),
                "{context}"
            );
        }
    }
}
