//! The law of the four-heap game as a formula for MONA, written down directly:
//! the 19 rows of the forum answer, "else" by the sum modulo 3, and the moves as
//! binary subtractions of one and two. Numbers are sets of binary places.

/// The three smaller heaps, and the outcomes for the remainders 0, 1, 2 of the sum.
const ROWS: &[([usize; 3], &str)] = &[
    ([0, 0, 0], "PPP"),
    ([0, 0, 1], "NNN"),
    ([0, 0, 2], "NNN"),
    ([0, 1, 1], "NNN"),
    ([0, 1, 2], "NNP"),
    ([0, 1, 3], "NNN"),
    ([0, 2, 2], "NNP"),
    ([0, 2, 3], "NNN"),
    ([1, 1, 1], "NPN"),
    ([1, 1, 2], "NNN"),
    ([1, 1, 3], "NNN"),
    ([1, 2, 2], "NNP"),
    ([1, 2, 3], "NNP"),
    ([1, 2, 4], "NNN"),
    ([1, 3, 3], "NNN"),
    ([2, 2, 2], "NNP"),
    ([2, 2, 3], "NNP"),
    ([2, 2, 4], "NNN"),
    ([2, 3, 3], "NNN"),
];

const HEAPS: [&str; 4] = ["A", "B", "C", "D"];
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn equals(heap: &str, number: usize) -> String {
    let places: Vec<String> =
        (0..usize::BITS).filter(|place| number >> place & 1 == 1).map(|place| place.to_string()).collect();
    if places.is_empty() { format!("{heap} = empty") } else { format!("{heap} = {{{}}}", places.join(",")) }
}

/// The number of heaps with a one at place p is `count` modulo 3.
fn ones(count: u32) -> String {
    let choices = (0u32..16).filter(|set| set.count_ones() % 3 == count).map(|set| {
        let heaps = HEAPS.iter().enumerate();
        let all: Vec<String> = heaps
            .map(|(heap, name)| format!("p {} {name}", if set >> heap & 1 == 1 { "in" } else { "notin" }))
            .collect();
        format!("({})", all.join(" & "))
    });
    format!("({})", choices.collect::<Vec<_>>().join(" | "))
}

/// The program; MONA finds it valid exactly if the law keeps the local rule.
#[must_use]
pub fn program() -> String {
    let mut text = vec!["ws1s;".to_owned()];
    // R and S are the places above which the sum is 1 and 2 modulo 3.
    let above = ["(p+1 notin R & p+1 notin S)", "p+1 in R", "p+1 in S"];
    let reaches = |target: usize| {
        let steps = (0..9).filter(|step| (2 * (step / 3) + step % 3) % 3 == target);
        let steps = steps
            .map(|step| format!("({} & {})", above[step / 3], ones(u32::try_from(step % 3).unwrap_or(0))));
        steps.collect::<Vec<_>>().join(" | ")
    };
    for (remainder, end) in ["0 notin R & 0 notin S", "0 in R", "0 in S"].iter().enumerate() {
        text.push(format!(
            "pred sum{remainder}(var2 A,B,C,D) = ex2 R,S: (all1 p: (p in R <=> ({})) & (p in S <=> ({})) & \
             ~(p in R & p in S)) & {end};",
            reaches(1),
            reaches(2)
        ));
    }
    for least in 0..5 {
        let none: Vec<String> = (0..least).map(|number| format!("~({})", equals("X", number))).collect();
        let none = if none.is_empty() { "true".to_owned() } else { none.join(" & ") };
        text.push(format!("pred atleast{least}(var2 X) = {none};"));
    }
    let mut lost = Vec::new();
    let mut exceptional = Vec::new();
    for (number, (row, outcomes)) in ROWS.iter().enumerate() {
        let mut ways = Vec::new();
        for (largest, name) in HEAPS.iter().enumerate() {
            let others: Vec<&str> = (0..4).filter(|&heap| heap != largest).map(|heap| HEAPS[heap]).collect();
            for permutation in PERMUTATIONS {
                let smaller: Vec<String> =
                    permutation.iter().zip(&others).map(|(&place, heap)| equals(heap, row[place])).collect();
                let way = format!("({} & atleast{}({name}))", smaller.join(" & "), row[2]);
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        text.push(format!("pred row{number}(var2 A,B,C,D) = {};", ways.join(" | ")));
        exceptional.push(format!("row{number}(A,B,C,D)"));
        for (remainder, outcome) in outcomes.chars().enumerate() {
            if outcome == 'P' {
                lost.push(format!("(row{number}(A,B,C,D) & sum{remainder}(A,B,C,D))"));
            }
        }
    }
    text.push(format!("pred exceptional(var2 A,B,C,D) = {};", exceptional.join(" | ")));
    lost.push("(~exceptional(A,B,C,D) & sum0(A,B,C,D))".to_owned());
    text.push(format!("pred lost(var2 A,B,C,D) = {};", lost.join(" | ")));
    // X is one, or two, more than Y.
    text.push(
        "pred one(var2 X, Y) = ex1 k: k in X & k notin Y & (all1 q: (q < k => q in Y & q notin X) & \
         (q > k => (q in X <=> q in Y)));\n\
         pred two(var2 X, Y) = ex1 k: k > 0 & k in X & k notin Y & (0 in X <=> 0 in Y) & \
         (all1 q: (0 < q & q < k => q in Y & q notin X) & (q > k => (q in X <=> q in Y)));"
            .to_owned(),
    );
    let mut moves = Vec::new();
    for heap in 0..4 {
        let mut to = HEAPS;
        to[heap] = "Y";
        for amount in ["one", "two"] {
            moves.push(format!("(ex2 Y: {amount}({},Y) & lost({}))", HEAPS[heap], to.join(",")));
        }
        for other in heap + 1..4 {
            let mut to = to;
            to[other] = "Z";
            moves.push(format!(
                "(ex2 Y,Z: one({},Y) & one({},Z) & lost({}))",
                HEAPS[heap],
                HEAPS[other],
                to.join(",")
            ));
        }
    }
    // The first row is the condition under which play stops.
    text.push(format!("all2 A,B,C,D: lost(A,B,C,D) <=> (row0(A,B,C,D) | ~({}));", moves.join(" | ")));
    text.join("\n")
}
