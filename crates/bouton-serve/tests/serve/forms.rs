//! The forms of the page ask questions of the register.

use std::collections::BTreeSet;

use bouton::ask::{Buffer, Kind, Parameter, commands};

use crate::harness::{Running, quoted};

/// The destination of a form, one of its inputs, and the command and parameter for which the input stands; a
/// dash marks an input that belongs to the page itself.
const INPUTS: &[(&str, &str, &str)] = &[
    ("/tree", "game", "moves game"),
    ("/tree", "position", "moves position"),
    ("/sum", "game-1", "-a part of `sum terms`"),
    ("/sum", "position-1", "-a part of `sum terms`"),
    ("/sum", "game-2", "-a part of `sum terms`"),
    ("/sum", "position-2", "-a part of `sum terms`"),
    ("/sum", "game-3", "-a part of `sum terms`"),
    ("/sum", "position-3", "-a part of `sum terms`"),
    ("/sum", "game-4", "-a part of `sum terms`"),
    ("/sum", "position-4", "-a part of `sum terms`"),
    ("/rules", "game", "solve game"),
    ("/rules", "heaps", "solve heaps"),
    ("/play", "game", "solve game"),
    ("/play", "heaps", "solve heaps"),
    ("/play", "start", "solve position"),
    ("/play", "move", "-a move in a game"),
    ("/play", "line", "-the moves of a game"),
    ("/play", "at", "-the place in a game"),
    ("/play", "others", "-the variations of a game"),
    ("/play", "left", "-the game that the form would leave"),
    ("/play", "you", "-who begins"),
    ("/play", "opponent", "-the other player"),
    ("/play", "rate", "-the errors of the other player"),
    ("/play", "seed", "-the errors of the other player"),
    ("/play", "eval", "-what the page shows"),
    ("/explore", "game", "table game"),
    ("/explore", "heaps", "table heaps"),
    ("/explore", "upto", "table upto"),
    ("/explore", "value", "-a value of `table`, or the P-positions alone"),
    ("/explore", "axes", "-the coordinates of a picture"),
    ("/explore", "across", "-the coordinates of a picture"),
    ("/explore", "up", "-the coordinates of a picture"),
    ("/explore", "fix-control", "-a part of `table fix`"),
    ("/explore", "fix-h1", "-a part of `table fix`"),
    ("/explore", "fix-h2", "-a part of `table fix`"),
    ("/explore", "fix-h3", "-a part of `table fix`"),
    ("/explore", "fix-h4", "-a part of `table fix`"),
    ("/explore", "fix-m3", "-a part of `table fix`"),
    ("/explore", "fix-m4", "-a part of `table fix`"),
    ("/prove", "claim", "prove claim"),
    ("/prove", "game", "prove game"),
    ("/prove", "heaps", "prove heaps"),
    ("/prove", "value", "prove value"),
    ("/prove", "run", "-a position that the law reads"),
    ("/prove", "cancel", "-the job that is cancelled"),
    ("/sequence", "game", "sequence game"),
    ("/sequence", "heaps", "sequence heaps"),
    ("/sequence", "upto", "sequence upto"),
    ("/nim", "heaps", "nim sum heaps"),
    ("/nim", "most", "nim bounded most"),
    ("/nim", "count", "suggest heaps"),
    ("/nim", "of", "nim lost heaps"),
    ("/nim", "largest", "nim lost largest"),
    ("/podium", "form", "podium value form"),
    ("/podium", "other", "podium equal right"),
    ("/pass", "position", "pass theorem position"),
    ("/pass", "upto", "pass table3 upto"),
    ("/in-total", "row", "in-total lemmas row"),
    ("/in-total", "value", "in-total lemmas value"),
    ("/check", "certificate", "check certificates"),
];

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// An input of a form: its name, its bounds, and the values of its options.
struct Input {
    name: String,
    bounds: [Option<u64>; 2],
    options: Vec<String>,
}

/// The forms of a page, each with its destination.
fn forms(page: &str, path: &str) -> Vec<(String, Vec<Input>)> {
    let mut found = Vec::new();
    for form in page.split("<form").skip(1) {
        let form = form.split("</form>").next().unwrap();
        let (head, body) = form.split_once('>').unwrap();
        let action = attribute(head, "action").unwrap_or(path);
        let action = action.split(['#', '?']).next().unwrap();
        // Links are relative, so that a proxy may put the pages below any path.
        let action = format!("/{}", action.trim_start_matches('/'));
        let mut inputs: Vec<Input> = Vec::new();
        for tag in body.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap();
            if tag.starts_with("option") {
                inputs.last_mut().unwrap().options.extend(attribute(tag, "value").map(str::to_owned));
            } else if let Some(name) = attribute(tag, "name") {
                let bound = |name| attribute(tag, name).and_then(|bound| bound.parse().ok());
                let bounds = [bound("min"), bound("max")];
                inputs.push(Input { name: name.to_owned(), bounds, options: Vec::new() });
            }
        }
        found.push((action, inputs));
    }
    found
}

/// Checks an input against the parameter of its question.
fn agrees(input: &Input, parameter: &Parameter, place: &str) {
    match &parameter.kind {
        Kind::Choice(names) => {
            assert!(
                input.options.iter().all(|option| names.contains(option)),
                "{place}: {:?}",
                input.options
            );
        }
        Kind::Number(least, most) | Kind::NumberOr(least, most, _) => {
            let [min, max] = input.bounds;
            // `pass table3` begins at 1 object, the page with an empty table.
            let from_nothing = min == Some(0) && *least == 1;
            assert!(min.is_none_or(|min| min >= *least) || from_nothing, "{place}");
            assert!(max.is_none_or(|max| max <= *most), "{place}");
        }
        Kind::Text | Kind::List(_) | Kind::Flag => {}
    }
}

#[test]
fn forms_ask_with_parameters_of_the_register() {
    let (server, register) = (Running::start(), commands::<Buffer>());
    let search = quoted("heaps 2; move take 1..9 from 1 heap when h1 > 2");
    let mut seen = BTreeSet::new();
    for link in [
        "/",
        "/rules?game=nim&heaps=2",
        "/play?game=nim&start=3,4,5",
        "/explore?game=nim&heaps=4",
        "/explore?game=small-pass",
        "/prove?game=nim&heaps=3",
        &format!("/prove?game={search}"),
        "/sequence?game=kayles",
        "/tree?game=nim&position=1,2",
        "/sum",
        "/nim",
        "/podium",
        "/pass",
        "/in-total",
        "/check",
    ] {
        let page = server.get(link);
        assert_eq!(page.status, 200, "{link}");
        for (action, inputs) in forms(&page.text(), link.split('?').next().unwrap()) {
            for input in inputs {
                let place = format!("{link}: the form for {action}: {}", input.name);
                let known = INPUTS.iter().find(|(to, name, _)| *to == action && *name == input.name);
                let (_, _, stands_for) = known.unwrap_or_else(|| panic!("{place} is no known parameter"));
                if stands_for.starts_with('-') {
                    continue;
                }
                let (command, name) = stands_for.rsplit_once(' ').unwrap();
                let question = register.iter().find(|question| question.name == command);
                let question = question.unwrap_or_else(|| panic!("there is no command {command}"));
                let parameter = question.parameters().iter().find(|parameter| parameter.name == name);
                let parameter = parameter.unwrap_or_else(|| panic!("{command} has no parameter {name}"));
                agrees(&input, parameter, &place);
                seen.insert(stands_for);
            }
        }
    }
    assert!(seen.len() > 20, "few inputs were found: {seen:?}");
}
